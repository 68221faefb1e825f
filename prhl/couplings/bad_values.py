"""bad-values: a number from a range goes to its image, unless it is one of so many values.

Rule.
    P ==> lo..hi has n{1} >= 1 and n{2} >= 1 numbers, by `existence`
    P && a in lo{1}..hi{1} outside of G  ==>  f(a) in lo{2}..hi{2}
    P && a, a' in lo{1}..hi{1}, neither in G, f(a) = f(a')  ==>  a = a'
    P ==> n{2} <= exp(e) * n{1}
    P ==> |G| <= d * n{1}
    ---------------------------------------------------------------------------------------------------- [bad-values]
    { P }  x :=$ Uniform(lo..hi)  ~[e, d]  x :=$ Uniform(lo..hi)  { x{2} = f(x{1}) && !G(x{1}) }

G is what stands after `except`: `x{1} = v`, at most one value; `exists j. a <= j && j <= b && x{1} = v(j)`, at most
`b - a + 1` of them; `mem(x{1}, l)`, at most `size(l)`; several of these joined by `||`, which are added, and with
conditions on the state before by `&&`, where nothing counts if these are false. All numbers may be symbols. v, a, b and
l speak of the state before the draw; what else stands beside `x{1} = v(j)` under `exists` may only make G smaller.

Why. Every number of the range has mass 1/n{1}, so that Pr1[G] is the number of values in G over n{1}. Outside of G
there is no excess: mass1(a) = 1/n{1} <= exp(e)/n{2} = exp(e) * mass2(f(a)), and f is injective there. The rest is
`up-to-bad`.

Pitfall. Values that depend on the sample: `exists j. x{1} <= j && j <= x{1} && x{1} = j` is one value each time, and
always true. Ranges that do not meet: from 0..9 to 5..14 the identity loses half, whatever is excepted. A longer range
in run 2: each number is less likely there. One run by itself may draw what is bad, so that nothing is known of it
there.

Reference. The fundamental lemma of game playing, and the switching lemma: Bellare and Rogaway, EUROCRYPT 2006; birthday
bounds: Boneh and Shoup, A Graduate Course in Applied Cryptography, 2020, appendix B.

Owes. `support`, `same-noise`
"""

from prhl.couplings.base import Owed, Price
from prhl.couplings.lifting import Step, Unpriced, mentions
from prhl.couplings.pieces import shift_of
from prhl.distributions import family_of
from prhl.distributions.base import Stretch
from prhl.logic.build import at_most, both, choose, either, number, plus, size, times, total
from prhl.logic.terms import Apply, Logical, Quantified, Term, conjuncts, subterms
from prhl.logic.types import INT, REAL

FORMS = (
    "`x{1} = v`, `mem(x{1}, l)`, or `exists j. a <= j && j <= b && x{1} = v`, "
    "with v, l, a and b of the state before the draw"
)


def counted(step: Step, bad: Term, first: Stretch, second: Stretch) -> Price:
    """At a cost that makes up for ranges of different sizes; what is bad is counted."""
    draw = step.draw
    if draw.first.type != INT or draw.second.type != INT:
        raise Unpriced("values that are excepted are counted of integers only")
    inside = either([bad, family_of(draw.second).support(draw.second.arguments, draw.image)])
    reached = Owed("support", inside, "run 2 may never draw the image of what run 1 drew", "or except it, too")
    longer = times(Apply("exp", (step.cost,), REAL), first.size)
    even = either([at_most(second.size, first.size), at_most(second.size, longer)])
    message = "run 2 may draw from a longer range, where each number is less likely"
    owed = reached, Owed("same-noise", even, message, "a cost of ln(n{2}/n{1}) makes up for that")
    many = _many(step, bad, first.size)
    return Price(owed, None, lambda slack: at_most(many, times(slack, first.size)))


def _many(step: Step, bad: Term, all_: Term) -> Term:
    """How many values are bad, at most."""
    sample = step.draw.sample
    if not mentions(bad, sample):
        return choose(bad, all_, number(0))
    match bad:
        case Apply("or", parts):
            return total([_many(step, part, all_) for part in parts])
        case Apply("and", parts):
            fixed = [part for part in parts if not mentions(part, sample)]
            inside = _many(step, next(part for part in parts if mentions(part, sample)), all_)
            return choose(both(fixed), inside, number(0)) if fixed else inside
        case Apply("eq") if _is_value(step, bad):
            return number(1)
        case Quantified("exists", (Logical(type=type_) as name,), body) if type_ == INT:
            return _in_range(step, name, conjuncts(body))
        case Apply(operator, (one, items)) if str(operator) == "mem" and one == sample and not mentions(items, sample):
            return size(items)
    raise Unpriced(f"how many values are excepted is not known: they are written as {FORMS}")


def _is_value(step: Step, part: Term) -> bool:
    """Whether it is true of one value of the sample at most."""
    match part:
        case Apply("eq", (left, right)):
            for mine, other in ((left, right), (right, left)):
                moved = shift_of(mine, step.draw.sample)
                if moved is not None and not any([mentions(one, step.draw.sample) for one in (moved, other)]):
                    return True
    return False


def _in_range(step: Step, name: Logical, parts: list[Term]) -> Term:
    """As many as the name has values, if each of these leads to one; further parts only leave out some."""
    low, high = [_end(step, name, parts, upper) for upper in (False, True)]
    if low is None or high is None or not any([_is_value(step, part) for part in parts]):
        raise Unpriced(f"how many values are excepted is not known: they are written as {FORMS}")
    many = plus(plus(high, low, -1), number(1))
    return choose(at_most(low, high), many, number(0))


def _end(step: Step, name: Logical, parts: list[Term], upper: bool) -> Term | None:
    """A bound on the name, itself included, that depends neither on it nor on the sample."""
    for part in parts:
        match part:
            case Apply("lt" | "le" | "gt" | "ge" as operator, (left, right)):
                below = operator in ("lt", "le")
                mine, other = (left, right) if below == upper else (right, left)
                free = other.type == INT and not mentions(other, step.draw.sample) and name not in subterms(other)
                if mine == name and free:
                    strict = number(1 if operator in ("lt", "gt") else 0)
                    return plus(other, strict, -1 if upper else 1)
    return None
