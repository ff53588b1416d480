"""Makes a failing program small: drops statements and simplifies expressions as long as it still fails.

Candidates are tried many at a time, because compiling sixteen small programs costs little more than one.
"""
from syntax import Expr, Program, Stmt


def _copy_expr(e):
    return Expr(e.form, [_copy_expr(p) for p in e.parts], e.type, e.rank)


def _copy(statement):
    new = Stmt(statement.forms[0], [_copy_expr(e) for e in statement.exprs], [], statement.forms[1:], statement.is_fixed)
    new.blocks = [[_copy(s) for s in block] for block in statement.blocks]
    return new


def copied(program):
    return Program(program.index, [_copy(s) for s in program.body])


def _lists(block):
    """Every list of statements, inner ones of later statements first: what calls goes before what is called."""
    for statement in reversed(block):
        for inner in reversed(statement.blocks):
            yield from _lists(inner)
    yield block


def _holders(program):
    """Every list that holds expressions."""
    for block in _lists(program.body):
        for statement in block:
            stack = [statement.exprs]
            while stack:
                holder = stack.pop()
                yield holder
                stack += [e.parts for e in holder if e.parts]


def _without(program, at, first, last):
    candidate = copied(program)
    del list(_lists(candidate.body))[at][first:last]
    return candidate


def drops(program):
    """The program without runs of statements: of each list all, halves, ..., single ones, the last first."""
    for at, block in enumerate(_lists(program.body)):
        size = len(block)
        while size >= 1:
            for last in range(len(block), 0, -size):
                first = max(0, last - size)
                if not any(s.is_fixed for s in block[first:last]):
                    yield lambda at=at, first=first, last=last: _without(program, at, first, last)
            size //= 2


def _hoisted(program, at, number, inner):
    candidate = copied(program)
    target = list(_lists(candidate.body))[at]
    target[number:number + 1] = target[number].blocks[inner]
    return candidate


def hoists(program):
    """The program with what a block holds in place of the statement around it."""
    for at, block in enumerate(_lists(program.body)):
        if block is program.body:
            continue  # what a function holds stands in a function
        for number, statement in enumerate(block):
            for inner in range(len(statement.blocks)):
                yield lambda at=at, number=number, inner=inner: _hoisted(program, at, number, inner)


def _replaced(program, position, slot, new):
    candidate = copied(program)
    list(_holders(candidate))[position][slot] = _copy_expr(new)
    return candidate


def simplifications(program):
    """The program with an expression replaced by a smaller one of its type and rank, or by a number."""
    for position, holder in enumerate(_holders(program)):
        for slot, old in enumerate(holder):
            for new in _smaller(old):
                yield lambda position=position, slot=slot, new=new: _replaced(program, position, slot, new)


def _smaller(expr):
    if expr.rank is None:
        return
    if expr.rank == -1:
        if expr.form not in ("1", "2"):
            yield Expr("1", type=expr.type, rank=-1)
        return
    same = [e for e in expr.descendants() if e.rank == expr.rank and e.type == expr.type]
    yield from sorted(same, key=lambda e: len(e.text()))
    for other in expr.descendants():
        if other.rank == expr.rank and other.type != expr.type and expr.type:
            yield Expr(f"gf::astype<{expr.type}>($0)", [other], expr.type, expr.rank)


def shrink(program, first_failing, together=16, rounds=4):
    """The smallest program found that still fails. `first_failing(programs)` is the number of the first that does, or
    None; it must hold for `program` itself."""
    program = copied(program)
    for _ in range(rounds):
        before = program.text()
        for candidates_of in (drops, hoists, simplifications):
            position = 0
            while True:
                count = max(2, min(together, 30000 // len(program.text())))
                makers = list(candidates_of(program))[position:position + count]
                if not makers:
                    break
                candidates = [make() for make in makers]
                hit = first_failing(candidates)
                if hit is None:
                    position += count
                else:
                    program, position = candidates[hit], position + hit
        if program.text() == before:
            break
    return program
