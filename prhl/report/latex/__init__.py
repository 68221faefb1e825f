"""Claims and channels in LaTeX: fragments for a paper, which need `amsmath` and `amssymb` and nothing else.

How the two runs are marked, how a draw is written and what marks an annotation that was found are commands that a paper
may define otherwise before it reads the fragment.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from prhl import __version__
from prhl.report import FileReport
from prhl.report.latex.letters import comment

if TYPE_CHECKING:
    from prhl.report.channels import Study
    from prhl.report.open_channels import OpenStudy

COMMANDS = r"""\providecommand{\prhlrun}[2]{#1\langle #2\rangle}
\providecommand{\prhldraw}{\mathrel{\stackrel{\$}{\leftarrow}}}
\providecommand{\prhlfound}{\ensuremath{{}^{\dagger}}}
\providecommand{\prhlqed}{\par\noindent\hspace*{\fill}$\square$\par}
\providecommand{\prhlline}[3]{\par\noindent\hangafter=1\hangindent=\dimexpr 3.4em+1.4em*#2\relax
  \makebox[1.4em][r]{\scriptsize #1}\hspace*{\dimexpr 1em+1.4em*#2\relax}\ignorespaces #3}
\ifdefined\prhllines\else
  \newenvironment{prhllines}{\par\smallskip\begingroup\small\raggedright}{\par\endgroup\smallskip}
\fi
"""
AS_BEFORE = "\\noindent The program is as before."


def head(title: str) -> str:
    """What stands before every fragment; to have it twice does no harm."""
    lines = [f"{title}, in LaTeX by prhl {__version__}", "It needs \\usepackage{amsmath,amssymb}."]
    return "\n".join([comment(line) for line in lines]) + "\n" + COMMANDS


def as_latex(report: FileReport) -> str:
    """The claims of one file; what is wrong with the file is said elsewhere."""
    if report.file is None or not report.claims:
        return ""
    from prhl.report.latex.written_proofs import claim_latex

    file = report.file
    return laid_out(report.source.name, [claim_latex(report.source, one, file) for one in report.claims])


def laid_out(name: str, claims: Sequence[Sequence[str]]) -> str:
    """Parts of claims (`claim_latex`), which may have been written elsewhere. A program with the same annotations is
    printed once."""
    printed: set[str] = set()
    found = []
    for statement, programs, *rest in claims:
        parts = [statement, AS_BEFORE if programs in printed else programs, *rest]
        printed.add(programs)
        found.append("\n\n".join(["{\\emergencystretch=3em", *[part for part in parts if part], "}"]) + "\n")
    return "\n\\medskip\n".join([head(f"Claims of {name}"), *found]) if found else ""


def channels_as_latex(studies: "Sequence[Study]") -> str:
    """The channels of a program, one after the other."""
    from prhl.report.latex.channel_tables import study_latex

    name = studies[0].title if studies else "no program"
    return "\n\\medskip\n".join([head(f"The channel of {name}"), *[study_latex(study) for study in studies]])


def open_channels_as_latex(studies: "Sequence[OpenStudy]") -> str:
    """The channels of a program with open parameters."""
    from prhl.report.latex.open_tables import open_study_latex

    name = studies[0].program if studies else "no program"
    return "\n\\medskip\n".join([head(f"The channel of {name}"), *[open_study_latex(study) for study in studies]])
