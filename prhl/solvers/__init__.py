"""The solvers: a question in, an answer out. Nobody else imports them by name, and z3 is loaded when one is asked."""

from prhl.solvers.kept_answers import Answers
from prhl.solvers.query import Answer, Asked, Limits, Query, Shown, Status

__all__ = ["Answer", "Answers", "Asked", "Limits", "Query", "Shown", "Status"]
