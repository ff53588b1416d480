"""Random helpers that other functions call: pure ones, ones with effects, and ones that write their first argument."""
import re
from dataclasses import dataclass

from signatures import Results
from statements import Statements
from syntax import Stmt


@dataclass
class Helper:
    form: str
    parameters: list  # (type, shape)
    type: object = None  # None: it writes its first argument
    shape: tuple = ()
    has_effects: bool = False


@dataclass(frozen=True)
class Style:
    """How a helper of arrays and a number `k` is written and called: a new style is one entry. R stands for its result,
    NAME for its name, PARAMETERS for what it declares, and ARGUMENTS and K for what it is called with."""

    head: str
    call: str
    tail: str = "}"
    is_generic: bool = False
    fields: int = 0  # how many of its arrays are members of a temporary instead: FIELDS, and MEMBERS in the call


STYLES = [
    Style("inline R NAME(PARAMETERS, double k) {", "NAME(ARGUMENTS, K)"),
    Style("static R NAME(PARAMETERS, double k) {", "NAME(ARGUMENTS, K)"),
    Style("template <CLASSES> R NAME(GENERIC, double k) {", "NAME(ARGUMENTS, K)", is_generic=True),
    Style("struct NAME { double k_; R of(PARAMETERS) const { const double k = k_;", "NAME{double(K)}.of(ARGUMENTS)", "} };"),
    Style("struct NAME { double k; R operator()(PARAMETERS) const {", "NAME{double(K)}(ARGUMENTS)", "} };"),
    Style("struct NAME { static R of(double k, PARAMETERS) {", "NAME::of(K, ARGUMENTS)", "} };"),
    Style("struct NAME { double k = 1; NAME with(double other) const { return {other}; } R of(PARAMETERS) const {",
          "NAME{}.with(K).of(ARGUMENTS)", "} };"),
    Style("struct NAME { FIELDS R of(double k, PARAMETERS) const {", "NAME{MEMBERS}.of(K, ARGUMENTS)", "} };", fields=1),
    Style("template <class Number> struct NAME { Number k; R of(PARAMETERS) const {", "NAME<double>{double(K)}.of(ARGUMENTS)",
          "} };", is_generic=True),
]


def filled(text, words):
    text = re.sub(rf"\b({'|'.join(words)})\b", lambda word: words[word.group()], text)
    return text.replace(", )", ")").replace("(, ", "(")


class Helpers:
    """Part of Generator."""

    def value_helper(self, name):
        """A helper that returns an array of the type and shape of one that it takes."""
        random = self.random
        parameters = self.parameters(random.choice([1, 2, 2]), [("const&", 1)])
        scope = self.scope(parameters, self.extents(parameters), False)
        scope.scalars.append(("k", "f", False))
        type, shape = random.choice([p.type for p in parameters]), random.choice([p.shape for p in parameters])
        result = f"gf::array<{type}, {len(shape)}>"
        style, has_effects = random.choice(STYLES), random.random() < 0.25
        written = Statements(random, self.make, Results([(type, shape)], result, "return $0;"), has_draws=False, is_pure=True,
                             has_effects=has_effects, budget=random.choice([0, 1, 3, 5]))
        scope.is_generic = style.is_generic
        body = written.block(scope, written.budget, 0)
        body.append(written.final_return(scope)[0])
        holes = [f"${k}" for k in range(len(parameters))]
        others = parameters[style.fields:]
        words = {"NAME": name, "R": result, "PARAMETERS": ", ".join(p.declaration for p in others),
                 "FIELDS": " ".join(f"gf::array<{p.type}, {len(p.shape)}> {p.name};" for p in parameters[:style.fields]),
                 "MEMBERS": ", ".join(holes[:style.fields]), "ARGUMENTS": ", ".join(holes[style.fields:]),
                 "CLASSES": ", ".join(f"class A{k}" for k in range(len(parameters))),
                 "GENERIC": ", ".join(f"const A{k} &{p.name}" for k, p in enumerate(parameters)), "K": f"${len(holes)}"}
        self.helpers.append(Helper(filled(style.call, words), [(p.type, p.shape) for p in parameters], type, shape,
                                   has_effects))
        return Stmt(filled(style.head, words), [], [body], [style.tail])

    def mutator(self, name):
        """A helper that writes its first argument."""
        random = self.random
        parameters = self.parameters(2, [("const&", 1)])
        parameters[0].passing = "&"
        scope = self.scope(parameters, self.extents(parameters), True)
        written = Statements(random, self.make, None, has_draws=False, is_pure=True, has_effects=random.random() < 0.3,
                             budget=4)
        body = written.block(scope, 4, 0)
        holes = ", ".join(f"${k}" for k in range(len(parameters)))
        self.helpers.append(Helper(f"{name}({holes})", [(p.type, p.shape) for p in parameters]))
        declared = ", ".join(p.declaration for p in parameters)
        return Stmt(f"inline void {name}({declared}) {{", [], [body], ["}"])
