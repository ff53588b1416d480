"""The tree of a random program: expressions and statements with holes, so that a shrinker can cut anywhere."""
import re

_HOLE = re.compile(r"\$(\d)")


class Expr:
    """C++ text with `$0`, `$1`, ... where its parts go. `type` and `rank` say what may stand in its place; rank -1 is a
    C++ scalar, and None a text that is never replaced (such as an index). `is_constant`: no input reaches it.
    `origin`: the variable that this is, or is a view of."""

    __slots__ = ("form", "parts", "type", "rank", "is_constant", "origin")

    def __init__(self, form, parts=(), type=None, rank=None, is_constant=False, origin=None):
        self.form, self.parts, self.type, self.rank = form, list(parts), type, rank
        self.is_constant, self.origin = is_constant, origin

    @property
    def is_view(self):
        return self.origin is not None and (self.origin.is_view or self.form != self.origin.name)

    def text(self):
        return _HOLE.sub(lambda hole: self.parts[int(hole.group(1))].text(), self.form)

    def descendants(self):
        for part in self.parts:
            yield part
            yield from part.descendants()


class Stmt:
    """Lines of text around blocks of statements: forms[0], blocks[0], forms[1], ... `exprs` fill the holes of forms."""

    __slots__ = ("forms", "exprs", "blocks", "is_fixed")

    def __init__(self, form, exprs=(), blocks=(), more=(), is_fixed=False):
        self.forms = [form, *more]
        self.exprs, self.blocks = list(exprs), [list(b) for b in blocks]
        self.is_fixed = is_fixed  # what the frame of a program needs

    def lines(self, indent=0):
        fill = lambda form: _HOLE.sub(lambda hole: self.exprs[int(hole.group(1))].text(), form)
        for position, form in enumerate(self.forms):
            yield "  " * indent + fill(form)
            if position < len(self.blocks):
                for statement in self.blocks[position]:
                    yield from statement.lines(indent + 1)


class Program:
    """One program: statements of namespace `p<index>`, the last of which defines `run`."""

    def __init__(self, index, body):
        self.index, self.body = index, body

    def text(self):
        lines = [f"namespace p{self.index} {{"]
        for statement in self.body:
            lines += statement.lines()
        return "\n".join(lines + [f"}} // namespace p{self.index}", ""])


def file_text(programs, include="fuzz.h", title=""):
    """A translation unit of these programs; it prints `== <index>` before the output of each. Its argument is the index
    of the first that is to run."""
    calls = "".join(f"  fuzz::run({p.index}, p{p.index}::run, count, arguments);\n" for p in programs)
    return f'{title}#include "{include}"\n\n' + "\n".join(p.text() for p in programs) + \
        f"\nint main(int count, char **arguments) {{\n{calls}}}\n"


# ---- texts of several programs, written above or by the tool ----


def _part(index):
    return re.compile(rf"^namespace p{index} {{\n.*?^}} // namespace p{index}\n|^ *fuzz::run\({index}, .*?\n", re.M | re.S)


def without(text, indices):
    """A file without these programs, and with all others on the lines where they were."""
    for index in indices:
        text = _part(index).sub(lambda part: "\n" * part.group().count("\n"), text)
    return text


def part_of(text, index):
    """What a file says of one program."""
    return "".join(part.group() for part in _part(index).finditer(text))


def alone(text, index, title=""):
    """A file with only this program."""
    for other in line_starts(text):
        text = text if other == index else _part(other).sub("", text)
    return title + re.sub(r"\n{3,}", "\n\n", text)


def line_starts(text):
    """The line where each program of a file begins: {index: line}."""
    return {int(start[1]): text.count("\n", 0, start.start()) + 1 for start in re.finditer(r"^namespace p(\d+) {$", text, re.M)}
