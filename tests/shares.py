"""Tests with many cases, or long ones, of which `make test` runs a part; `make test-all` runs all of them.

By file and name: how many cases, evenly spread over all; 0 if the test as a whole is for `make test-all`; or which
cases are, by a part of their names. Whatever is here has a reason in seconds of a processor (`PRHL_TIMES=FILE pytest`
writes them down); what is left in `make test` should still touch the same code.
"""

from collections.abc import Sequence

SHARES: dict[str, int | tuple[str, ...]] = {
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
    "test_aggregates.py::test_law_is_true": 50,
    "test_aggregates.py::test_what_is_told_agrees_with_the_lists_that_there_are": 10,
    "test_agreement.py::test_proofs_agree_and_reach_every_rule": (
        *("calls", "divergences", "following", "luck", "noise", "slack", "walk"),
    ),
    "test_bad_input.py::test_every_place_with_something_more": 6,
    "test_concentrated.py::test_no_proved_figure_is_below_the_measured_one": 6,
    "test_continuous.py::test_no_correct_mechanism_is_violated": 8,
    "test_contract.py::test_a_comment_at_every_boundary": 200,
    "test_contract.py::test_fmt_keeps_the_examples": 50,
    "test_contract.py::test_fmt_keeps_the_meaning": 80,
    "test_contract.py::test_one_comment_at_each_boundary": 3,
    "test_couple.py::test_it_agrees_with_the_verdicts": 20,
    "test_every_eps.py::test_single_values_agree": 12,
    "test_examples.py::test_example_ends_as_it_says": 36,
    "test_exercises.py::test_the_solution_is_right": 25,
    "test_exercises.py::test_typical_mistakes_have_their_own_message": 12,
    "test_exact.py::test_figure": 8,
    "test_following.py::test_what_does_not": 12,
    "test_following.py::test_what_follows": 12,
    "test_docs.py::test_commands_print_what_is_shown": ("writing-couplings", "notions", "thesis"),
    "test_dump.py::test_cvc5_agrees": 2,
    "test_dump.py::test_the_script_is_the_question": 2,
    "test_measures.py::test_brackets_hold_for_every_completion": 8,
    "test_measures.py::test_post_processing_never_helps_the_observer": 8,
    "test_hunted.py::test_what_the_search_refutes_is_broken": ("[0]", "[1]", "[3]"),
    "test_proof.py::test_mechanisms_of_the_field_are_proved": 9,
    "test_refutation.py::test_right_mechanism_is_not_refuted": 50,
    "test_refutation.py::test_wrong_mechanism_is_refuted_without_a_check": 6,
    "test_svg.py::test_it_stands_alone": 8,
    "test_svg.py::test_no_text_lies_on_another": 8,
    "test_svg.py::test_nothing_is_outside": 8,
    "test_svg.py::test_the_same_text_twice": 8,
    "test_thesis.py::test_sampled_discrete_gaussian": 2,
    # by both roads; the proof alone, and what a mutation makes of it, are left for more of them
    "test_traps.py::test_nobody_falls_into_the_trap": 40,
    "test_traps.py::test_channel_says_what_the_header_says": 40,
    "test_verdicts.py::test_every_witness_is_right": ("attacks/",),
    "test_traps.py::test_the_proof_alone_does_not_fall_into_the_trap": 60,
    "test_search.py::test_candidates_are_related_and_come_once": 8,
    "test_search.py::test_the_order_is_the_same_every_time": 6,
    # large instances beside smaller ones
    "test_accounting.py::test_agreement": ("twice Gauss 1", "100 responses"),
    "test_attacks.py::test_reconstruction_by_many_counts": 0,
    "test_attacks.py::test_reconstruction_from_accurate_counts": 0,
    "test_following.py::test_some_differ_means_the_same_on_both_roads": ("[1, 2, 0]",),
    "test_gauss.py::test_answers_in_a_loop_spend_what_an_invariant_counts": 0,
    "test_exact.py::test_no_check_contradicts_what_its_example_expects": 0,  # so do the examples themselves
    "test_faults.py::test_channel_says_the_same": ("2,000,000 states",),
    "test_faults.py::test_fault": ("2,000,000 states",),
    "test_measures.py::test_rho_bounds_every_order_and_no_more": 0,
    "test_memory.py::test_a_proof_leaves_nothing_in_the_solver": 1,
    "test_mutations.py::test_trap_holds_and_the_mutation_falls_into_it": (
        *("outcomes chosen when they are seen", "entries of any length"),
    ),
    "test_peers.py::test_dp_accounting": 4,
    "test_slack.py::test_cost_and_slack_may_depend_on_what_is_known_before_the_draw": 0,
    "test_solver.py::test_lemmas_of_sums_and_counts_are_true": 2,
    "test_search.py::test_what_published_attacks_need_is_near_the_start": 0,
    "test_infinite.py::test_sums_of_infinite_noise_are_seen_through_a_window": 0,
}


def long(names: Sequence[str], share: int | tuple[str, ...]) -> set[int]:
    """Which of the cases are left to `make test-all`; a part of a name that no case has is a mistake."""
    if isinstance(share, tuple):
        idle = [part for part in share if not any([part in name for name in names])]
        assert not idle, f"no case is called {idle}"
        return {at for at, name in enumerate(names) if any([part in name for part in share])}
    last, kept = len(names) - 1, min(share, len(names))
    return set(range(len(names))) - {at * last // max(1, kept - 1) for at in range(kept)}
