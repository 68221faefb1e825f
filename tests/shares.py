"""Tests with many cases, or long ones, of which `make test` runs a part; `make test-all` runs all of them.

By file and name: how many cases, evenly spread over all; 0 if the test as a whole is for `make test-all`; which cases
are, by a part of their names; or both, the number taken of what the names leave. Whatever is here has a reason in
seconds of a processor (`PRHL_TIMES=FILE pytest` writes them down); what is left in `make test` should still touch the
same code.
"""

from collections.abc import Sequence

Share = int | tuple[str, ...] | tuple[int, tuple[str, ...]]

SHARES: dict[str, Share] = {
    # chains and lists as long as a text can hold: shorter ones are left
    "test_bad_input.py::test_a_chain_of_20_000_cases": 0,
    "test_bad_input.py::test_a_chain_through_the_command_line": 0,
    "test_bad_input.py::test_a_long_chain_where_constants_are_looked_at": 0,
    "test_bad_input.py::test_long_chains": ("[b", "[n +]", "[n *]", "[n /]", "[n div]", "[n mod]", "[n =]", "[n <]"),
    "test_bad_input.py::test_many_of_everything": 0,
    "test_bad_input.py::test_siblings_do_not_add_up": 0,
    # the same for every file, seed or place
    "test_aggregate_proofs.py::test_less_noise_is_not_proved": 5,
    "test_aggregate_proofs.py::test_what_is_proved_of_random_lists_is_true": 2,
    "test_aggregates.py::test_law_is_true": 25,
    "test_aggregates.py::test_what_is_told_agrees_with_the_lists_that_there_are": 4,
    "test_agreement.py::test_proofs_agree_and_reach_every_rule": (
        "calls",
        "divergences",
        "following",
        "lists",
        "luck",
        "noise",
        "slack",
        "walk",
    ),
    "test_bad_input.py::test_every_place_with_something_more": 5,
    "test_bad_input.py::test_a_bad_statement": 150,
    "test_agreement.py::test_sketch_makes_valid_files": 45,
    "test_aggregates.py::test_a_law_that_says_more_is_caught": 100,
    "test_solver.py::test_what_is_called_valid_is_true": 4,
    "test_concentrated.py::test_no_proved_figure_is_below_the_measured_one": 6,
    "test_continuous.py::test_no_correct_mechanism_is_violated": (
        4,
        ("gap_svt_value", "svt_same_noise", "marginals", "svt_noise_ignores"),
    ),
    "test_contract.py::test_a_comment_at_every_boundary": 100,
    "test_contract.py::test_fmt_keeps_the_examples": 50,
    "test_contract.py::test_fmt_keeps_the_meaning": 80,
    "test_contract.py::test_one_comment_at_each_boundary": 3,
    "test_cluster.py::test_a_shard_that_does_not_come_back_is_measured_here": ("failed",),
    "test_couple.py::test_it_agrees_with_the_verdicts": 20,
    "test_every_eps.py::test_single_values_agree": 8,
    "test_examples.py::test_example_ends_as_it_says": (
        20,
        (
            *(
                "svt_same_noise_value",
                "attacks/noisy_max",
                "gap_svt_value",
                "svt_no_cutoff",
                "svt_noise_ignores",
                "sums",
            ),
            *("discrete_gauss", "secret_sample", "hidden_threshold", "parts_of_a_table", "rand_resp_biased"),
            "budgets/group_privacy",
        ),
    ),
    "test_exercises.py::test_the_solution_is_right": 15,
    "test_exercises.py::test_typical_mistakes_have_their_own_message": 6,
    "test_exact.py::test_figure": 4,
    "test_following.py::test_what_does_not": 7,
    "test_formats.py::test_reports_are_what_their_schemas_say": (4, ("attacks/", "peers/", "advanced_composition")),
    "test_found_modes.py::test_it_is_found_and_proved_as_it_is_written": (8, ("other names",)),
    "test_found_modes.py::test_a_false_claim_beside_it_stays_unproved": (8, ("other names",)),
    "test_elementary.py::test_sympy_is_loaded_where_it_is_needed": ("tangents",),
    "test_following.py::test_what_follows": 7,
    "test_docs.py::test_commands_print_what_is_shown": (
        "writing-couplings",
        "notions",
        "thesis",
        "language",
        "how-to",
        "tour",
        "finding",
        "verdicts",
    ),
    "test_dump.py::test_cvc5_agrees": 2,
    "test_dump.py::test_the_script_is_the_question": 2,
    "test_measures.py::test_brackets_hold_for_every_completion": 4,
    "test_measures.py::test_post_processing_never_helps_the_observer": 3,
    "test_hunted.py::test_what_the_search_refutes_is_broken": ("[0]", "[1]", "[3]"),
    "test_proof.py::test_mechanisms_of_the_field_are_proved": 5,
    "test_refutation.py::test_right_mechanism_is_not_refuted": (24, ("von_neumann-fair",)),
    "test_refutation.py::test_wrong_mechanism_is_refuted_without_a_check": (
        2,
        ("for_every_eps", "tables", "svt", "noisy_max"),
    ),
    "test_sympy.py::test_the_figures_of_the_examples": 10,
    # by another process and by this one; the process is the command line, which is the same for all
    "test_language_server.py::test_verdicts_are_those_of_verify": (3, ("attacks/", "peers/", "budgets/")),
    "test_latex.py::test_every_example_is_well_formed": (6, ("gamblers_walk", "adaptive_svt")),
    "test_latex.py::test_every_example_goes_through_an_engine": 2,
    "test_svg.py::test_it_stands_alone": (4, ("300 outputs",)),
    "test_svg.py::test_no_text_lies_on_another": 4,
    "test_svg.py::test_nothing_is_outside": (4, ("300 outputs",)),
    "test_svg.py::test_the_same_text_twice": 4,
    "test_thesis.py::test_sampled_discrete_gaussian": 2,
    # by both roads; the proof alone, and what a mutation makes of it, are left for more of them
    "test_traps.py::test_nobody_falls_into_the_trap": (40, ("r28_other_length",)),
    "test_traps.py::test_channel_says_what_the_header_says": (40, ("r28_other_length",)),
    "test_verdicts.py::test_every_witness_is_right": (7, ("attacks/",)),
    "test_traps.py::test_the_proof_alone_does_not_fall_into_the_trap": (40, ("r28_other_length",)),
    "test_search.py::test_candidates_are_related_and_come_once": 8,
    "test_search.py::test_the_order_is_the_same_every_time": 6,
    # large instances beside smaller ones
    "test_accounting.py::test_agreement": (5, ("twice Gauss 1", "100 responses")),
    "test_attacks.py::test_reconstruction_by_many_counts": 0,
    "test_attacks.py::test_reconstruction_from_accurate_counts": 0,
    "test_following.py::test_some_differ_means_the_same_on_both_roads": (2, ("[1, 2, 0]",)),
    "test_gauss.py::test_answers_in_a_loop_spend_what_an_invariant_counts": 0,
    "test_exact.py::test_no_check_contradicts_what_its_example_expects": 0,  # so do the examples themselves
    "test_faults.py::test_channel_says_the_same": ("2,000,000 states",),
    "test_faults.py::test_fault": ("2,000,000 states",),
    "test_measures.py::test_rho_bounds_every_order_and_no_more": 0,
    "test_memory.py::test_a_proof_leaves_nothing_in_the_solver": 0,
    "test_memory.py::test_what_was_asked_can_be_read_after_the_session": 0,
    "test_mutations.py::test_trap_holds_and_the_mutation_falls_into_it": (
        *("outcomes chosen when they are seen", "entries of any length"),
    ),
    "test_peers.py::test_dp_accounting": (3, ("Gauss(2)",)),
    "test_slack.py::test_cost_and_slack_may_depend_on_what_is_known_before_the_draw": 0,
    "test_solver.py::test_lemmas_of_sums_and_counts_are_true": 2,
    "test_search.py::test_what_published_attacks_need_is_near_the_start": 0,
    "test_infinite.py::test_products_of_infinite_noise_are_seen_through_a_window": 0,
    "test_identity.py::test_a_secret_in_an_argument_is_not_free": 21,
    "test_identity.py::test_equal_distributions_are_equal_for_nothing": 41,
    "test_closed.py::test_mechanisms_with_irrational_noise": 0,
    "test_search_mutations.py::test_without_the_condition_something_false_is_said": ("bounds from above for run 1",),
    "test_search_mutations.py::test_one_fault_alone_refutes_nothing": 3,
    "test_wrong_mechanisms.py::test_it_is_not_proved": 6,
    "test_refutation.py::test_the_largest_loss_comes_near_the_truth": 1,
    "test_refutation.py::test_a_wrong_annotation_refutes_nothing": (7, ("t35_contradiction_beyond",)),
    "test_refutation.py::test_an_attack_says_for_which_eps_it_succeeds": 1,
    "test_svg.py::test_a_cell_for_each_input_and_output": 5,
    "test_svg.py::test_coordinates_are_rounded": (5, ("no run ends",)),
    "test_svg.py::test_every_text_is_safe": 0,
    "test_straight_line.py::test_long_code_is_proved": 3,
    "test_straight_line.py::test_each_statement_adds_a_few_words": 3,
    "test_bad_input.py::test_small_texts_that_grow": 3,
    "test_bad_input.py::test_a_chain_of_2_000_cases": 0,
    "test_output.py::test_a_full_disk_is_status_3_and_one_line": 3,
    "test_output.py::test_a_closed_pipe_is_left_in_silence": 2,
    "test_concentrated.py::test_many_symbolic_ratios_are_written_down_once": 0,
    "test_packaging.py::test_no_extra_is_in_vain": 0,
    "test_gauss.py::test_tiny_and_huge_deltas_are_no_burden": 0,
    "test_infinite.py::test_an_instance_without_a_closed_form_spoils_no_other": 0,
    "test_infinite.py::test_a_twin_is_labelled_and_decides_nothing": 0,
    "test_dump.py::test_what_gives_up_is_no_proof": 0,
    "test_dump.py::test_a_valid_obligation_was_unsatisfiable": 3,
    "test_attacks.py::test_averaging": 0,
    "test_goals.py::test_without_a_line_every_line_is_told_in_order": 0,
    "test_following.py::test_no_other_shape_is_a_sample": 5,
    "test_aggregate_proofs.py::test_mechanisms_are_proved": 6,
    "test_agreement.py::test_both_roads_agree_with_brute_force": 5,
    "test_grammar.py::test_tables_that_are_not_good_are_not_used": 3,
    "test_refutation.py::test_every_kind_of_claim_is_searched": ("no relation",),
    "test_memory.py::test_a_session_without_questions_ends_quietly": 0,
    "test_aggregate_proofs.py::test_what_follows_is_proved": 30,
    "test_aggregate_proofs.py::test_programs_are_proved": 5,
    "test_exercises.py::test_numbers_are_asked_exactly": 20,
    "test_large_numbers.py::test_every_command_answers": 6,
    "test_advanced.py::test_the_number_of_the_theorem": 2,
    "test_closed.py::test_huge_budgets_beside_a_window": 0,
    "test_slack.py::test_one_draw": 14,
    # finding: the first of each family are left, and a few of what people get wrong
    "test_broken_finder.py::test_wrong_mechanisms_are_not_proved": (
        5,
        ("attacks/", "svt", "noisy_max", "for_every_eps", "sums_unbounded"),
    ),
    "test_broken_finder.py::test_nobody_falls_into_a_stripped_trap": 10,
    "test_broken_finder.py::test_without_the_gate_it_would": 5,
    "test_broken_finder.py::test_a_broken_finder_proves_nothing_that_is_false": (
        7,
        (
            "keeps no atom",
            "draws one number",
            "no costs",
            "units of 0",
            "everything is free",
            "false invariants",
            "atoms negated",
        ),
    ),
    "test_finding.py::test_what_is_found_is_proved_as_it_is_written": (
        *("smart_sum", "adaptive_svt", "report_noisy_max", "num_svt", "svt_increasing", "svt_decreasing"),
    ),
    "test_written.py::test_stripped_examples_are_written_and_proved": (2, ("above_threshold", "smart-sum")),
    "test_written.py::test_hostile_files": 3,
    "test_written.py::test_new_names_are_fresh": 0,
    "test_written.py::test_what_would_be_enough": 1,
    "test_written.py::test_the_smallest_budget": ("counted", "loose"),
    "test_written.py::test_the_smallest_budget_is_told": 0,
    "test_written.py::test_the_same_attempt_every_time": 0,
    "test_written.py::test_an_attempt_is_told": 0,
    "test_written.py::test_written_in_its_own_line_ends": 0,
    "test_broken_finder.py::test_the_finder_proves_nothing_that_is_false": 0,
    "test_finding.py::test_wherever_it_is_written": 3,
    "test_finding.py::test_the_same_with_another_seed": 0,
    "test_finding.py::test_the_same_after_other_claims_and_in_another_order": 0,
}


def long(names: Sequence[str], share: Share) -> set[int]:
    """Which of the cases are left to `make test-all`; a part of a name that no case has is a mistake."""
    match share:
        case int():
            most, parts = share, ()
        case (int() as most, tuple() as parts):
            pass
        case _:
            most, parts = len(names), share
    idle = [part for part in parts if not any([part in name for name in names])]
    assert not idle, f"no case is called {idle}"
    left = [at for at, name in enumerate(names) if not any([part in name for part in parts])]
    last, kept = len(left) - 1, min(most, len(left))
    return set(range(len(names))) - {left[at * last // max(1, kept - 1)] for at in range(kept)}
