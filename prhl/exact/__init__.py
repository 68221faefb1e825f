"""The exact road: the distribution of what a program shows, for every input. Everyone else imports from here only.

A `Machine` computes rows of a program, `channel` all rows of an instance over common columns. A `Row` answers for its
probabilities and for how close it is to another one; what is seen of a run, `Seen`, is a column, and several an event.
The rooms: `listing` (enumeration), `chains` (loops that end by luck, solved), `closed` (draws left symbolic), `columns`
(events, and infinite rows as finite ones), `ratios` (densities compared), `bounds` (certified bounds), `masks` (one law
for all inputs, where uniform draws hide what differs).
"""

from prhl.exact.bounds.interval_events import on_grids
from prhl.exact.closed.symbolic_states import Patterns
from prhl.exact.columns.events import (
    apart,
    finest,
    in_order,
    is_box,
    is_one_output,
    ordering,
    other_than,
    rounded,
    tidy,
)
from prhl.exact.columns.one_of_many import Single, reached
from prhl.exact.instance_channel import Channel, Progress, channel
from prhl.exact.listing.weighted_run import weighted
from prhl.exact.machine import Machine, RowFault, enumerated, is_plain, why_not_closed
from prhl.exact.masks.masked_run import Law, law_of_all
from prhl.exact.related_inputs import both_runs, related_pairs, relating
from prhl.exact.rows import (
    Closed,
    Density,
    Enclosed,
    Excess,
    Gaussian,
    Listed,
    Normal,
    Ratio,
    Row,
    Seen,
    Tapering,
    all_normal,
    what_is_missing,
)

__all__ = [
    "Channel",
    "Closed",
    "Density",
    "Enclosed",
    "Excess",
    "Gaussian",
    "Law",
    "Listed",
    "Machine",
    "Normal",
    "Patterns",
    "Progress",
    "Ratio",
    "Row",
    "RowFault",
    "Seen",
    "Single",
    "Tapering",
    "all_normal",
    "apart",
    "both_runs",
    "channel",
    "enumerated",
    "finest",
    "in_order",
    "is_box",
    "is_one_output",
    "is_plain",
    "law_of_all",
    "on_grids",
    "ordering",
    "other_than",
    "reached",
    "related_pairs",
    "relating",
    "rounded",
    "tidy",
    "weighted",
    "what_is_missing",
    "why_not_closed",
]
