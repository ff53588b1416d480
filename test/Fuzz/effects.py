"""Random calls with effects: counters, what is shown at once, the user's exceptions.

C++ leaves open in which order the operands of most operators are evaluated. So a statement has one call with effects, and
beside it nothing that throws or sees them; only an assignment has an order, the right side first.
"""
from element_types import BOOL, DOUBLE, INT32, KIND
from syntax import Expr, Stmt


class Effects:
    """Part of Statements: needs its `random`, `make` and `name`."""

    def effect(self, type, scope):
        """A C++ number, the call for which has effects."""
        reals = [s[0] for s in scope.scalars if s[1] == "f"]
        if KIND[type] == "f" and reals and self.random.random() < 0.5:
            call = self.random.choice(["fuzz::noted({})", "fuzz::limited({})"]).format(self.random.choice(reals))
            return Expr(call, type=DOUBLE, rank=-1)
        return Expr(self.random.choice(["fuzz::next()"] * 2 + scope.counters), type=INT32, rank=-1)

    def use_effect(self, scope):
        """`auto t = x * next();` and the like: beside the call only a name, which does nothing."""
        arrays = [v for v in scope.arrays if v.type != BOOL and v.rank > 0]
        if not arrays:
            return None
        v = self.random.choice(arrays)
        value = Expr(self.random.choice(["($0 * $1)", "($1 - $0)", "gf::maximum($0, $1)"]),
                     [self.make.named(v), self.effect(v.type, scope)], v.type, v.rank)
        return self.keep(scope, value, v)

    def call_helper(self, scope):
        """The result of a helper, which may have effects, alone or beside a name."""
        helpers = [h for h in scope.helpers if h.type]
        if not helpers:
            return None
        helper = self.random.choice(helpers)
        value = self.make.call_of(helper, scope, 1)
        like = [v for v in scope.arrays if v.type == helper.type and v.shape == helper.shape]
        if like and self.random.random() < 0.5:
            operator = "|" if helper.type == BOOL else self.random.choice("+*")
            value = Expr(f"($0 {operator} $1)", [self.make.named(self.random.choice(like)), value], helper.type, value.rank)
        return self.keep(scope, value, helper)

    def keep(self, scope, value, like):
        """A new variable of that type and shape, or one that there is."""
        same = [v for v in scope.arrays if v.is_writable and v.type == like.type and v.shape == like.shape]
        if same and self.random.random() < 0.4:
            v = self.random.choice(same)
            v.is_constant = False
            return Stmt(f"{v.name} = $0;", [value])
        name = self.name("t")
        self.remember(scope, name, like.type, like.shape, value)
        return Stmt(f"auto {name} = $0;", [value])

    def update_by_effect(self, scope):
        """The right side comes first, also where the left throws."""
        chosen = self.target(scope)
        if not chosen or chosen[1] == BOOL or not chosen[2]:
            return None
        text, type, _, v = chosen
        v.is_constant = False
        operators = ["+=", "*="] + ["="] * (text != v.name)
        return Stmt(f"{text} {self.random.choice(operators)} $0;", [self.effect(type, scope)])

    def count(self, scope):
        return Stmt("++fuzz::calls;")

    def count_statically(self, scope):
        """A number that outlives the call."""
        name = self.name("static")
        scope.scalars.append((name, "i", False))
        return Stmt(f"static int {name} = 0; {name} = ({name} + 1) % 4;")

    def declare_counter(self, scope):
        """A lambda that changes a host integer."""
        changing = [s[0] for s in scope.scalars if s[1] == "i" and s[2]]
        if not changing:
            return None
        name, c = self.name("f"), self.random.choice(changing)
        scope.counters.append(f"{name}()")
        return Stmt(f"auto {name} = [&] {{ return {c} = ({c} + 1) % 5; }};")
