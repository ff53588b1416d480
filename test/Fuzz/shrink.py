"""Makes a failing program small: drops statements and simplifies expressions as long as it still fails."""
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
    """Every list of statements, outer ones first."""
    yield block
    for statement in block:
        for inner in statement.blocks:
            yield from _lists(inner)


def _holders(program):
    """Every list that holds expressions."""
    for block in _lists(program.body):
        for statement in block:
            stack = [statement.exprs]
            while stack:
                holder = stack.pop()
                yield holder
                stack += [e.parts for e in holder if e.parts]


def _drop(program, fails, keep):
    """Drops runs of statements, long ones first, from the end of each list: uses go before declarations."""
    position = 0
    while True:
        lists = list(_lists(program.body))
        if position >= len(lists):
            return program
        size = max(1, len(lists[position]) // 2)
        while size >= 1:
            end = len(list(_lists(program.body))[position])
            while end > 0:
                candidate = copied(program)
                block = list(_lists(candidate.body))[position]
                run = block[max(0, end - size):end]
                if not any(s.is_fixed for s in run) or size == 1 and not keep(run[0]):
                    del block[max(0, end - size):end]
                    if fails(candidate):
                        program = candidate
                end -= size
            size //= 2
        position += 1


def _hoist(program, fails):
    """Replaces a statement with blocks by what a block holds."""
    changed = True
    while changed:
        changed = False
        for at, block in enumerate(list(_lists(program.body))):
            for number, statement in enumerate(block):
                for inner in range(len(statement.blocks)):
                    candidate = copied(program)
                    target = list(_lists(candidate.body))[at]
                    target[number:number + 1] = target[number].blocks[inner]
                    if fails(candidate):
                        program, changed = candidate, True
                        break
                if changed:
                    break
            if changed:
                break
    return program


def _simplify(program, fails):
    """Replaces an expression by a smaller one of the same type and rank, or by a number."""
    position = 0
    while True:
        holders = list(_holders(program))
        if position >= len(holders):
            return program
        for slot in range(len(holders[position])):
            while True:
                old = list(_holders(program))[position][slot]
                for new in _smaller(old):
                    candidate = copied(program)
                    list(_holders(candidate))[position][slot] = _copy_expr(new)
                    if fails(candidate):
                        program = candidate
                        break
                else:
                    break
                if not new.parts:
                    break
        position += 1


def _smaller(expr):
    if expr.rank is None:
        return
    if expr.rank == -1:
        if expr.form not in ("1", "2"):
            yield Expr("1", type=expr.type, rank=-1)
        return
    same = [e for e in expr.descendants() if e.rank == expr.rank and e.type == expr.type]
    yield from sorted(same, key=lambda e: len(e.text()))
    yield from (e for e in expr.parts if e.rank == expr.rank and e not in same)
    if expr.parts and expr.type:
        for other in expr.descendants():
            if other.rank == expr.rank and not other.parts:
                yield Expr(f"gf::astype<{expr.type}>({other.form})", type=expr.type, rank=expr.rank)


def shrink(program, fails, rounds=3):
    """The smallest program found for which `fails` still holds. `fails` must be true of `program` itself."""
    program = copied(program)
    for _ in range(rounds):
        before = program.text()
        program = _drop(program, fails, lambda s: False)
        program = _hoist(program, fails)
        program = _simplify(program, fails)
        if program.text() == before:
            break
    return program
