"""Where the budget goes, as a picture: a bar for each statement that charges, and the measured curve below."""

from collections.abc import Container, Sequence
from fractions import Fraction

from prhl.report.budget import Account, Item, items, left_over, measured, promised
from prhl.report.svg.curve import Curve, plot
from prhl.report.svg.elements import (
    CLAIM,
    GAP,
    GREY,
    GRID,
    LABEL,
    LINE,
    RULE,
    SHADES,
    SMALL,
    Piece,
    below,
    coordinate,
    element,
    fitted,
    gradient,
    heading,
    hexadecimal,
    page,
    remarks,
    words_at,
)
from prhl.source import Source

WIDE, HIGH, STATEMENT, PRICE = 300.0, 22.0, 260.0, 220.0
GHOSTS = {"cost": "\u03b5", "slack": "\u03b4"}
COLOURS = {"cost": LINE, "slack": CLAIM}


def as_svg(source: Source, accounts: Sequence[Account]) -> str:
    """A block for each claim, below each other."""
    whole = _block(source, accounts[0])
    for account in accounts[1:]:
        whole = below(whole, _block(source, account), GAP)
    names = ", ".join([account.claim.name for account in accounts])
    told = " ".join([f"{a.claim.name}: {'; '.join(left_over(a))}." for a in accounts])
    return page(f"Budget of {names}", told, whole, gradient())


def _block(source: Source, account: Account) -> Piece:
    head = heading(account.claim.name, f"{account.claim.program} satisfies {promised(account.claim)}")
    found = items(source, account)
    whole = below(head, bars(found, account.apart) if found else remarks(["Nothing is charged."]), 10.0)
    drawn = next((study for study in account.studies if study.curve), None)
    notes = [f"{text[0].upper()}{text[1:]}." for text in [*left_over(account), *account.rules, *measured(account)]]
    whole = below(whole, remarks(notes), 8.0)
    return whole if drawn is None else below(whole, plot(Curve(drawn), WIDE), 18.0)


def bars(found: Sequence[Item], apart: Container[str] = ()) -> Piece:
    """Each bar starts where the one before it ended, so that together they fill the budget, or run over it.

    Those of a ghost that is not charged by all of them together start at 0.
    """
    left = 30.0 + STATEMENT + PRICE
    lines = [
        words_at(left + WIDE * at / 4, 10, f"{Fraction(at, 4)}", SMALL, GREY, text_anchor="middle") for at in range(5)
    ]
    bottom = 18 + HIGH * len(found)
    for at in range(5):
        x = coordinate(left + WIDE * at / 4)
        lines.append(element("path", d=f"M{x} 16V{coordinate(bottom)}", stroke=RULE if at == 4 else GRID))
    used = {"cost": Fraction(0), "slack": Fraction(0)}
    for row, item in enumerate(found):
        y = 18 + HIGH * row
        indent = 10.0 * item.depth
        statement = fitted(item.statement, STATEMENT - indent - 8, LABEL)
        lines.append(words_at(22, y + 14, str(item.line), SMALL, GREY, text_anchor="end"))
        lines.append(words_at(30 + indent, y + 14, statement))
        price = f"{GHOSTS[item.ghost]} {item.price}"
        lines.append(words_at(30 + STATEMENT, y + 14, fitted(price, PRICE - 12, SMALL), SMALL, GREY))
        if item.depth:
            lines.append(words_at(left + 4, y + 14, "each time", SMALL, GREY))
        elif item.part is None:
            lines.append(words_at(left + 4, y + 14, "no part of the budget is shown to be enough", SMALL, CLAIM))
        else:
            start = min(used[item.ghost], Fraction(1))
            lines += _bar(left + WIDE * float(start), y, item)
            used[item.ghost] += 0 if item.ghost in apart else item.part
    over = max(Fraction(1), *used.values())
    return Piece(left + WIDE * float(min(over, Fraction(3, 2))) + 60, bottom + 4, tuple(lines))


def _bar(x: float, y: float, item: Item) -> list[str]:
    assert item.part is not None
    wide = WIDE * float(item.part)
    fill = hexadecimal(SHADES[3]) if item.ghost == "cost" else hexadecimal(SHADES[0])
    stroke = COLOURS[item.ghost]
    shape = element(
        "rect", class_="part", x=x, y=y + 4, width=max(wide, 1.0), height=HIGH - 8, fill=fill, stroke=stroke
    )
    return [shape, words_at(x + wide + 5, y + 14, item.share, SMALL, GREY)]
