"""Bodies of random functions: which statements follow each other, and the control flow around them."""
from approximate_statements import ApproximateStatements
from array_statements import ArrayStatements
from effects import Effects
from host_statements import HostStatements
from syntax import Stmt


class Statements(ArrayStatements, ApproximateStatements, HostStatements, Effects):
    """Writes the body of one function."""

    def __init__(self, random, expressions, results, has_draws=True, is_pure=False, has_effects=True, budget=10):
        self.random, self.make, self.results = random, expressions, results
        self.has_draws, self.is_pure, self.has_effects, self.budget = has_draws, is_pure, has_effects, budget
        self.names = 0
        self.approximations = []  # where approximate results are put
        self.loops = 0

    def name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    # ---- bodies ----

    def body(self, scope):
        statements = self.block(scope, self.random.randint(max(2, self.budget // 3), self.budget), depth=0)
        statements += self.final_return(scope)
        return statements

    def block(self, scope, count, depth, in_loop=False):
        statements = []
        for _ in range(count):
            if self.budget <= 0:
                break
            self.budget -= 1
            makers = self.makers(scope, depth, in_loop)
            maker = self.random.choices([m for m, _ in makers], [w for _, w in makers])[0]
            made = maker(scope, depth) if maker in (self.branch, self.switch, self.loop, self.guarded) else maker(scope)
            statements += made if isinstance(made, list) else [made] if made else []
        return statements

    def makers(self, scope, depth, in_loop):
        makers = [(self.declare, 14), (self.declare_typed, 2), (self.assign, 5), (self.compound, 5), (self.store, 4),
                  (self.declare_view, 2), (self.read_scalar, 2), (self.stack, 2), (self.write_element, 1), (self.shift, 1)]
        if self.is_pure:
            makers = makers[:5]
        else:
            makers += [(self.host_update, 1.5), (self.call_mutator, 1.5), (self.declare_lambda, 0.5),
                       (self.declare_mapper, 0.7), (self.swap, 0.4), (self.throw, 0.4), (self.update_in_turn, 0.7),
                       (self.bind_fields, 5 * len(scope.packs)), (self.use_effect, 1.5), (self.call_helper, 2.5),
                       (self.update_by_effect, 0.7), (self.count_statically, 0.3), (self.declare_counter, 0.4),
                       (self.approximate, 4 if self.make.palette.is_exact else 0)]
        if self.has_effects:
            makers += [(self.note, 0.7), (self.count, 0.7)]
        if self.has_draws:
            makers.append((self.draw, 2))
        if depth < 2:
            makers += [(self.branch, 1.5), (self.loop, 1.5), (self.switch, 0.7), (self.guarded, 0 if self.is_pure else 0.3)]
        if depth > 0:
            makers.append((self.early_return, 0.4))
        if in_loop:
            makers.append((self.leave_loop, 1))
        return makers

    # ---- control flow ----

    def branch(self, scope, depth):
        condition = self.condition(scope)
        first = self.block(scope.inner(), self.random.randint(1, 3), depth + 1, self.loops > 0)
        if self.random.random() < 0.5:
            second = self.block(scope.inner(), self.random.randint(1, 2), depth + 1, self.loops > 0)
            return Stmt("if ($0) {", [condition], [first, second], ["} else {", "}"])
        return Stmt("if ($0) {", [condition], [first], ["}"])

    def switch(self, scope, depth):
        """Cases that end with a break or fall through to the next."""
        random = self.random
        integers = [s[0] for s in scope.scalars if s[1] == "i"] + scope.integers
        reals = [s[0] for s in scope.scalars if s[1] == "f"]
        if not integers and not reals:
            return None
        number = f"{random.choice(integers)} % 3" if integers else f"int({random.choice(reals)} > 0)"
        blocks = [self.block(scope.inner(), random.randint(1, 2), depth + 1, self.loops > 0)
                  for _ in range(random.choice([2, 3]))]
        end = lambda: random.choice(["} break;", "} break;", "} [[fallthrough]];"])
        forms = [f"{end()} case {k}: {{" for k in range(1, len(blocks) - 1)] + [f"{end()} default: {{", "} }"]
        return Stmt(f"switch ({number}) {{ case 0: {{", [], blocks, forms)

    def loop(self, scope, depth):
        random = self.random
        inner, counter = scope.inner(), self.name("i")
        self.loops += 1
        draw = random.random()
        if draw < 0.55:
            counts = [s[0] for s in scope.scalars if s[1] == "i" and s[2]]
            bound = random.choice(counts) if counts and random.random() < 0.3 else random.choice(["1", "2", "3"])
            if bound in counts:  # the bound itself must not change inside
                inner.scalars = [s for s in inner.scalars if s[0] != bound] + [(bound, "i", False)]
            inner.integers.append(counter)
            head, tail, exprs = f"for (int {counter} = 0; {counter} < {bound}; ++{counter}) {{", "}", []
        elif draw < 0.75:
            inner.integers.append(counter)
            head, tail = f"for (int {counter} = 0; {counter} < 3 && $0; ++{counter}) {{", "}"
            exprs = [self.condition(scope)]
        elif draw < 0.9:
            head, tail = f"{{ int {counter} = 3; while ({counter}-- > 0 && $0) {{", "} }"
            exprs = [self.condition(scope)]
        else:
            head, tail = f"{{ int {counter} = 2; do {{", f"}} while (--{counter} > 0 && $0); }}"
            exprs = [self.condition(scope)]
        body = self.block(inner, random.randint(1, 4), depth + 1, True)
        self.loops -= 1
        return Stmt(head, exprs, [body], [tail])

    def guarded(self, scope, depth):
        first = self.block(scope.inner(), 2, depth + 1, self.loops > 0)
        second = self.block(scope.inner(), 1, depth + 1, self.loops > 0)
        return Stmt("try {", [], [first, second], ["} catch (const gf::error &) {", "}"])

    def leave_loop(self, scope):
        return Stmt(f"if ($0) {self.random.choice(['break', 'continue'])};", [self.condition(scope)])

    def result_text(self, scope):
        if self.results is None:
            return "return;", []
        values = [self.result(part, scope) for part in self.results.parts]
        return self.results.statement, values

    def result(self, part, scope):
        type, shape = part
        if shape is None:
            value = self.make.reduced(type, scope, 1)
            if value:
                return value
            return self.make.scalar_for(type, scope)
        return self.make.array(type, shape, scope, 2)

    def early_return(self, scope):
        text, values = self.result_text(scope)
        if self.random.random() < 0.7:
            condition = self.condition(scope)
            return Stmt("if ($0) {", [condition], [[Stmt(text, values)]], ["}"])
        return Stmt(text, values)

    def final_return(self, scope):
        if self.results is None:
            return []
        text, values = self.result_text(scope)
        return [Stmt(text, values, is_fixed=True)]
