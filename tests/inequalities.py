"""Inequalities that are false, each by a small change of one in `examples/inequalities`.

A row: the names, what is required, the smaller side, the larger side, and a point at which it is the other way round.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class FalseRow:
    name: str
    names: str
    requires: str
    price: str
    budget: str
    point: str


FALSE = [
    FalseRow("mean of a loss", "e", "0 < e; e <= 1", "e*(exp(e) - 1)/(exp(e) + 1)", "49/100*e^2", "1/10"),
    FalseRow("sampled", "e g", "0 < e; e <= 1; 0 < g; g < 1", "ln(1 + g*(exp(e) - 1))", "3/2*g*e", "1 1/100"),
    FalseRow("e", "e", "0 < e", "exp(1)", "27182818284590/10000000000000", "1"),
    FalseRow("ln of 6", "e", "0 < e", "ln(2) + ln(3)", "ln(599/100)", "1"),
    FalseRow("cosh", "e", "0 < e", "(exp(e) + exp(-e))/2", "exp(49*e^2/100)", "1/10"),
    FalseRow("exp of ln", "a", "1 < a", "a^2", "exp(2*ln(a)) - 1/1000000", "2"),
    FalseRow("twice", "e", "0 < e; e <= 1", "exp(e) - 1", "17/10*e", "1"),
    FalseRow("twice, too far", "e", "0 < e; e <= 13/10", "exp(e) - 1", "2*e", "13/10"),
    FalseRow("quadratic", "e", "0 < e; e <= 1", "exp(e)", "1 + e + 7/10*e^2", "1"),
    FalseRow("quadratic, too far", "e", "0 < e; e <= 2", "exp(e)", "1 + e + e^2", "2"),
    FalseRow("ln from below", "x", "0 < x", "x/(1 + x)", "99/100*ln(1 + x)", "1/1000"),
    FalseRow("ln of exp", "e", "0 < e", "e", "2*ln(exp(49*e/100))", "1"),
    FalseRow("ln of a product", "e", "0 < e", "e + 1", "ln(exp(e)*exp(99/100))", "1"),
    FalseRow("ln of a power", "a", "1 < a", "3*ln(a)", "999/1000*ln(a^3)", "2"),
    FalseRow("ln of a root", "a", "1 < a", "ln(a)", "2*ln(sqrt(a - 1/1000))", "2"),
    FalseRow("ln from above", "x", "0 < x", "ln(1 + x)", "x - x^2/2 + 33/100*x^3", "1/100"),
    FalseRow("mean of budgets", "e f", "0 < e; 0 < f", "ln((exp(e) + exp(f))/2)", "(e + f)/2", "1 2"),
    FalseRow("logistic", "e", "0 < e", "1 - 1/(1 + exp(-e))", "1/(1 + exp(e)) - 1/1000000", "1"),
    FalseRow(
        "best order",
        "d o r",
        "0 < r; 0 < d; d < 1; 1 < o",
        "r + 2*sqrt(r*ln(1/d))",
        "r*o + 99/100*ln(1/d)/(o - 1)",
        "1/2 11/6 1",
    ),
    FalseRow("half power", "a", "0 < a", "a*sqrt(a)", "999/1000*sqrt(a^3)", "2"),
    FalseRow("root of a square", "a", "1 < a", "a", "sqrt(a^2 - 1/1000)", "2"),
    FalseRow("two means", "a b", "0 < a; 0 < b", "sqrt(a*b)", "(a + b)/2 - 1/1000", "1 1"),
    FalseRow("sum of roots", "a b", "0 < a; 0 < b", "sqrt(a) + sqrt(b)", "sqrt(199/100*(a + b))", "1 1"),
    FalseRow(
        "odds of a response",
        "e",
        "0 < e",
        "e",
        "999/1000*ln((1 + (exp(e) - 1)/(exp(e) + 1))/(1 - (exp(e) - 1)/(exp(e) + 1)))",
        "1",
    ),
    FalseRow("x ln x", "x", "0 < x; x < 1", "-x*ln(x)", "367/1000", "3679/10000"),
    FalseRow(
        "zcdp as dp",
        "d r",
        "0 < r; 0 < d; d < 1",
        "r + 2*sqrt(r*ln(1/d))",
        "(sqrt(r) + sqrt(ln(1/d)))^2 - 1001/1000*ln(1/d)",
        "1/2 1",
    ),
    FalseRow("total variation", "e", "0 < e", "(exp(e) - 1)/(exp(e) + 1)", "49/100*e", "1/10"),
    FalseRow("advanced composition", "e", "0 < e; e <= 1", "e*(exp(e) - 1)", "17/10*e^2", "1"),
    FalseRow("response in zcdp", "e", "0 < e", "ln((exp(e/2) + exp(-e/2))/2)", "12/100*e^2", "1/2"),
    FalseRow("sampled at least", "e g", "0 < e; 0 < g; g < 1", "g*e", "99/100*ln(1 + g*(exp(e) - 1))", "1/100 1/2"),
    FalseRow("odds below a half", "p", "0 < p; p < 1/2", "2*(1 - 2*p)", "99/100*ln((1 - p)/p)", "49/100"),
    FalseRow("odds above a half", "p", "1/2 < p; p < 1", "4*(p - 1/2)", "99/100*ln(p/(1 - p))", "51/100"),
    FalseRow("entropy", "p", "0 < p; p < 1", "-p*ln(p) - (1 - p)*ln(1 - p)", "693/1000", "1/2"),
    FalseRow("pinsker", "p", "1/2 < p; p < 1", "21/10*(p - 1/2)^2", "p*ln(2*p) + (1 - p)*ln(2*(1 - p))", "51/100"),
    FalseRow(
        "zcdp, linear", "d r", "0 < r; 0 < d; d < 1", "r + 2*sqrt(r*ln(1/d))", "199/100*r + ln(1/d)", "1/2 693/1000"
    ),
    FalseRow("one step", "e", "0 < e", "(1 + e)*exp(-e)", "1 - e^2/2", "1"),
    FalseRow("laplace of order 2", "e", "0 < e", "ln(2/3*exp(e) + 1/3*exp(-2*e))", "9/10*e^2", "1/10"),
    FalseRow("response of order 2", "e", "0 < e", "exp(e) - 1 + exp(-e)", "exp(99/100*e^2)", "1/10"),
    FalseRow("pole", "e", "0 < e; e < 1", "exp(e)", "1/(1 - e) - 6/10*e^2", "1/10"),
    FalseRow("odds of delta", "d", "0 < d; d <= 1/2", "ln(1/(1 - d))", "d + 7/10*d^2", "1/2"),
    FalseRow("tangent of a root", "x", "0 < x", "sqrt(1 + x)", "1 + 49/100*x", "1/100"),
    FalseRow("root times ln", "x", "0 < x; x < 1", "-sqrt(x)*ln(x)", "73/100", "27/200"),
    FalseRow("tangent of exp", "e", "0 < e", "2 + 2*(e - ln(2)) + 1/1000", "exp(e)", "693/1000"),
    FalseRow("x ln x, exactly", "x", "0 < x; x < 1", "-x*ln(x)", "exp(-1) - 1/1000000", "36788/100000"),
    FalseRow("two budgets", "e f", "0 < e; 0 < f", "exp(e) + exp(f)", "999/1000 + exp(e + f)", "1/1000 1/1000"),
    FalseRow("hoeffding", "e g", "0 < e; 0 < g; g < 1", "ln(1 - g + g*exp(e))", "g*e + 12/100*e^2", "1/2 1/2"),
]
