"""Random statements: declarations, assignments of every kind, host code, and control flow around them."""
from element_types import BOOL, DOUBLE, FLOAT, INT32, INT64, KIND, mean_type, same_kind, sum_type
from expressions import Variable
from known import KNOWN
from operations import COMPOUND
from shapes import SLICES, extent_text
from syntax import Expr, Stmt

DEPTH = 3  # of expressions


class Statements:
    """Writes the body of one function."""

    def __init__(self, random, expressions, results, has_draws=True, is_pure=False, budget=10):
        self.random, self.make, self.results = random, expressions, results
        self.has_draws, self.is_pure, self.budget = has_draws, is_pure, budget
        self.names = 0
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
        statements, outer = [], {v.name for v in scope.arrays}
        for _ in range(count):
            if self.budget <= 0:
                break
            self.budget -= 1
            makers = self.makers(scope, depth, in_loop)
            maker = self.random.choices([m for m, _ in makers], [w for _, w in makers])[0]
            made = maker(scope, depth) if maker in (self.branch, self.loop, self.guarded) else maker(scope)
            if made:
                statements.append(made)
        if self.make.may_throw and not self.is_pure and "dead-statements-do-not-throw" in KNOWN:
            used = [v for v in scope.arrays if v.name not in outer]
            statements += [Stmt(f'fuzz::print("{v.name}", {v.name});') for v in used]
        return statements

    def makers(self, scope, depth, in_loop):
        makers = [(self.declare, 14), (self.declare_typed, 2), (self.assign, 5), (self.compound, 5), (self.store, 4),
                  (self.declare_view, 2), (self.read_scalar, 2), (self.stack, 2), (self.write_element, 1)]
        if self.is_pure:
            return makers[:4] + [(self.store, 2)]
        makers += [(self.host_update, 1.5), (self.note, 0.7), (self.call_mutator, 1.5), (self.declare_lambda, 0.5),
                   (self.swap, 0.4), (self.throw, 0.4)]
        if self.has_draws:
            makers.append((self.draw, 2))
        if depth < 2:
            makers += [(self.branch, 1.5), (self.loop, 1.5), (self.guarded, 0.3)]
        if depth > 0:
            makers.append((self.early_return, 0.4))
        if in_loop:
            makers.append((self.leave_loop, 1))
        return makers

    # ---- shapes and targets ----

    def main_array(self, scope):
        """The array that most statements are like: neighbours of one shape are what fusion is about."""
        return next((v for v in scope.arrays if v.rank > 0), scope.arrays[0])

    def a_type(self, scope=None):
        if scope and self.random.random() < 0.5:
            return self.main_array(scope).type
        return self.random.choice(self.make.palette.types)

    def a_shape(self, scope):
        if self.random.random() < 0.6:
            return self.main_array(scope).shape
        shapes = [v.shape for v in scope.arrays]
        shape = self.random.choice(shapes)
        if self.random.random() < 0.1 and len(shape) < self.make.palette.greatest_rank:
            shape = (self.random.choice(["n", "m"]),) + shape
        if self.random.random() < 0.12 and shape:
            d = self.random.randrange(len(shape))
            key = self.random.choice(SLICES)[1].format(e=shape[d])
            if len(key) <= 3:
                shape = shape[:d] + (key,) + shape[d + 1:]
        return shape

    def value(self, type, shape, scope, depth=DEPTH):
        if self.make.may_throw and self.random.random() < 0.04 and shape:  # it does not fit: the statement throws
            shape = shape[:-1] + (self.random.choice(["m", "3", "q"]),)
        return self.make.array(type, shape, scope, depth)

    def target(self, scope, writes_part=True):
        """A writable array or view: a name, or slices of one. (text, type, shape, the variable)"""
        random = self.random
        writable = [v for v in scope.arrays if v.is_writable]
        if not writable:
            return None
        v = random.choice(writable[-5:] if random.random() < 0.5 else writable)
        if not writes_part or not v.rank or random.random() < 0.5:
            return v.name, v.type, v.shape, v
        text, shape = self.part(v, scope)
        return text, v.type, shape, v

    def part(self, v, scope):
        """Random slices of a variable, never of one element: (text, shape)."""
        random = self.random
        indices, shape = [], []
        for d, extent in enumerate(v.shape):
            draw = random.random()
            if draw < 0.3 and len(v.shape) > 1 and len(indices) - len(shape) < len(v.shape) - 1:
                indices.append(self.make.index(scope, extent))
            elif draw < 0.5:
                indices.append("gf::_")
                shape.append(extent)
            else:
                text, key, _ = random.choices(SLICES, [s[2] for s in SLICES])[0]
                key = key.format(e=extent)
                if len(key) > 5:
                    text, key = "gf::_", extent
                indices.append(text)
                shape.append(key)
        if len(v.shape) > 1 and random.random() < 0.15 and len(indices) == len(v.shape):
            if indices[-1] == "gf::_":
                indices[-1] = "gf::ellipsis"
        return f"{v.name}({', '.join(indices)})", tuple(shape)

    def remember(self, scope, name, value_type, shape, value):
        """Enters a variable declared with `auto`: a view's is a view."""
        is_view = value.is_view
        scope.arrays.append(Variable(name, value_type, shape, is_view, not is_view or value.origin.is_writable,
                                     value.is_constant, not is_view))

    # ---- array statements ----

    def declare(self, scope):
        type, shape, name = self.a_type(scope), self.a_shape(scope), self.name("t")
        if self.random.random() < 0.1:
            type = BOOL
        value = self.value(type, shape, scope)
        is_const = self.random.random() < 0.15
        self.remember(scope, name, type, shape, value)
        if is_const:
            scope.arrays[-1].is_writable = scope.arrays[-1].may_rebind = False
            if value.is_view:
                scope.arrays.pop()  # a const view can still be read, but what it is differs: keep it simple
                is_const = False
                self.remember(scope, name, type, shape, value)
        return Stmt(f"{'const ' if is_const else ''}auto {name} = $0;", [value])

    def declare_typed(self, scope):
        type, shape, name = self.a_type(scope), self.a_shape(scope), self.name("t")
        sources = [t for t in self.make.palette.types if same_kind(t, type)]
        value = self.value(self.random.choice(sources), shape, scope)
        scope.arrays.append(Variable(name, type, shape, is_constant=value.is_constant))
        return Stmt(f"gf::array<{type}, {len(shape)}> {name} = $0;", [value])

    def assign(self, scope):
        writable = [v for v in scope.arrays if v.is_writable]
        if not writable:
            return None
        v = self.random.choice(writable)
        sources = [v.type] * 3 + ([t for t in self.make.palette.types if same_kind(t, v.type)])
        value = self.value(self.random.choice(sources), v.shape, scope)
        if value.origin is v and "assignments-of-own-parts" in KNOWN:
            return None
        v.is_constant = v.is_constant and value.is_constant
        return Stmt(f"{v.name} = $0;", [value])

    def compound(self, scope):
        chosen = self.target(scope)
        if not chosen:
            return None
        text, type, shape, v = chosen
        random = self.random
        operators = [o for o, kinds in COMPOUND.items() if KIND[type] in kinds]
        operator = random.choice(["+=", "*="]) if random.random() < 0.6 else random.choice(operators)
        if random.random() < 0.3:
            if type == BOOL:
                value = Expr("true", type=BOOL, rank=-1)
            else:
                value = self.make.scalar(KIND[type], scope)
        else:
            sources = [type] * 3 + [BOOL] * (BOOL in self.make.palette.types)
            source = random.choice(sources)
            if type == BOOL:
                source = BOOL
            value = self.value(source, shape, scope, DEPTH - 1)
            v.is_constant = v.is_constant and value.is_constant
        return Stmt(f"{text} {operator} $0;", [value])

    def store(self, scope):
        chosen = self.target(scope)
        if not chosen or not chosen[2]:
            return None
        text, type, shape, v = chosen
        if text == v.name and not v.is_view:
            text += "(" + ", ".join(["gf::_"] * v.rank) + ")"
        if self.random.random() < 0.2:
            value = self.make.scalar(KIND[type], scope)
        else:
            source = type if self.random.random() < 0.8 else self.a_type()
            value = self.value(source, shape, scope, DEPTH - 1)
            v.is_constant = v.is_constant and value.is_constant
        return Stmt(f"{text} = $0;", [value])

    def declare_view(self, scope):
        sources = [v for v in scope.arrays if v.rank > 0]
        if not sources:
            return None
        v = self.random.choice(sources)
        text, shape = self.part(v, scope)
        name = self.name("v")
        scope.arrays.append(Variable(name, v.type, shape, True, v.is_writable, v.is_constant, False))
        return Stmt(f"auto {name} = {text};")

    def stack(self, scope):
        random = self.random
        shapes = [v.shape for v in scope.arrays if v.rank < self.make.palette.greatest_rank]
        if not shapes:
            return None
        shape, count, type = random.choice(shapes), random.choice([2, 2, 3, 3, 4]), self.a_type()
        axis = random.randrange(len(shape) + 1)
        parts = [self.value(type, shape, scope, 1) for _ in range(count)]
        spelled = axis - len(shape) - 1 if random.random() < 0.5 else axis
        holes = ", ".join(f"${k}" for k in range(count))
        result = shape[:axis] + (str(count),) + shape[axis:]
        if any(p.is_view for p in parts) or random.random() < 0.4:
            text = f"gf::stack(gf::axis({spelled}), {holes})"
        else:
            text = f"gf::stack({{{holes}}}, gf::axis({spelled}))"
        same = [v for v in scope.arrays if v.is_writable and v.type == type and v.shape == result]
        if same and random.random() < 0.4:
            return Stmt(f"{random.choice(same).name} = {text};", parts)
        name = self.name("t")
        scope.arrays.append(Variable(name, type, result))
        return Stmt(f"auto {name} = {text};", parts)

    def draw(self, scope):
        random = self.random
        reals = [t for t in self.make.palette.types if KIND[t] == "f"]
        shape = self.a_shape(scope)
        texts = [extent_text(e, scope.extents) for e in shape]
        if not reals or not shape or None in texts:
            return None
        type, extents = random.choice(reals), "{" + ", ".join(texts) + "}"
        call, parts = {
            0: (f"gf::random::uniform<{type}>(rng, {extents})", []),
            1: (f"gf::random::uniform<{type}>(rng, -1, $0, {extents})", [self.make.scalar("f", scope, True)]),
            2: (f"gf::random::normal<{type}>(rng, {extents})", []),
            3: (f"gf::random::normal<{type}>(rng, 0.5, 2.0, {extents})", []),
        }[random.choice([0, 0, 0, 1, 2, 3])]
        same = [v for v in scope.arrays if v.is_writable and v.type == type and v.shape == shape]
        if same and random.random() < 0.3:
            v = random.choice(same)
            v.is_constant = False
            return Stmt(f"{v.name} {random.choice(['=', '+=', '*='])} {call};", parts)
        name = self.name("u")
        scope.arrays.append(Variable(name, type, shape))
        return Stmt(f"auto {name} = {call};", parts)

    def swap(self, scope):
        arrays = [v for v in scope.arrays if v.may_rebind and v.is_writable]
        pairs = [(a, b) for a in arrays for b in arrays if a is not b and a.type == b.type and a.shape == b.shape]
        if not pairs:
            return None
        a, b = self.random.choice(pairs)
        a.is_constant = b.is_constant = a.is_constant and b.is_constant
        return Stmt(f"std::swap({a.name}, {b.name});")

    # ---- host statements ----

    def read_scalar(self, scope):
        """A host scalar from a reduction or an element."""
        random = self.random
        name = self.name("s")
        if random.random() < 0.6:
            types = [t for t in (DOUBLE, FLOAT, INT64) if KIND[t] in "fi"]
            random.shuffle(types)
            for type in types:
                value = self.make.reduced(type, scope, 1)
                if value:
                    declared = type if random.random() < 0.8 or KIND[type] == "i" else DOUBLE
                    scope.scalars.append((name, KIND[type], KIND[type] == "f"))
                    return Stmt(f"{declared} {name} = $0;", [value])
        readable = [v for v in self.make.readable(scope) if KIND[v.type] == "f"]
        if not readable:
            return None
        v = random.choice(readable)
        scope.scalars.append((name, "f", True))
        return Stmt(f"{v.type} {name} = {v.name}({', '.join(self.make.index(scope, e) for e in v.shape)});")

    def write_element(self, scope):
        writable = [v for v in scope.arrays if v.is_writable and v.rank > 0]
        if not writable:
            return None
        v = self.random.choice(writable)
        element = f"{v.name}({', '.join(self.make.index(scope, e) for e in v.shape)})"
        operator = self.random.choice(["=", "="] if v.type == BOOL else ["=", "+=", "*="])
        v.is_constant = False
        return Stmt(f"{element} {operator} $0;", [self.make.scalar(KIND[v.type], scope)])

    def host_update(self, scope):
        changing = [s for s in scope.scalars if s[2]]
        if not changing:
            return None
        name, kind, _ = self.random.choice(changing)
        if kind == "i":
            return Stmt(self.random.choice([f"{name} = ({name} + 3) % 5;", f"{name} = {name} > 2 ? 0 : {name} + 1;"]))
        return Stmt(self.random.choice([f"{name} = {name} * 0.5 + 1;", f"{name} -= 0.75;", f"{name} *= -0.5;",
                                        f"fuzz::halve({name});"]))

    def note(self, scope):
        reals = [s for s in scope.scalars if s[1] == "f"]
        if reals and self.random.random() < 0.6:
            return Stmt(f"fuzz::note({self.random.choice(reals)[0]});")
        value = self.make.reduced(DOUBLE, scope, 1)
        return Stmt("fuzz::note($0);", [value]) if value else Stmt("fuzz::note(1);")

    def condition(self, scope):
        random = self.random
        draw = random.random()
        if draw < 0.4:
            value = self.make.reduced(random.choice([t for t in (DOUBLE, FLOAT) if t in self.make.palette.types] or [DOUBLE]),
                                      scope, 1)
            if value and "conditions-that-reduce-views" in KNOWN:
                named = [v for v in scope.arrays if not v.is_view and v.rank > 0]
                value = Expr(f"gf::sum({random.choice(named).name})", type=DOUBLE, rank=0) if named else None
            if value:
                return Expr(f"$0 {random.choice('<>')} {random.choice(['0.5', '2.0', '-1'])}", [value])
        if draw < 0.5:
            readable = [v for v in self.make.readable(scope) if KIND[v.type] == "f"]
            if readable:
                v = random.choice(readable)
                return Expr(f"{v.name}({', '.join('0' for _ in v.shape)}) > 0")
        numbers = [s[0] for s in scope.scalars] + scope.integers
        if numbers and draw < 0.85:
            return Expr(f"{random.choice(numbers)} {random.choice(['> 1', '< 1', '!= 2', '> 0'])}")
        sized = [v for v in scope.arrays if v.rank > 0]
        if sized:
            v = random.choice(sized)
            return Expr(f"{v.name}.{random.choice(['size()', 'extent(-1)', 'extent(0)'])} {random.choice(['> 3', '> 0', '== 1'])}")
        return Expr("true")

    def throw(self, scope):
        return Stmt("if ($0) throw std::runtime_error(\"user\");", [self.condition(scope)])

    def declare_lambda(self, scope):
        name = self.name("f")
        reals = [s[0] for s in scope.scalars if s[1] == "f"]
        factor = self.random.choice(reals) if reals and self.random.random() < 0.7 else "0.5"
        capture = self.random.choice(["[&]", "[=]"])
        body = self.random.choice([f"v * {factor} + 1", f"v + v * {factor}", f"gf::minimum(v, {factor})"])
        scope.lambdas.append(name)
        return Stmt(f"auto {name} = {capture}(const auto &v) {{ return {body}; }};")

    def call_mutator(self, scope):
        """A helper that writes through a reference: any two arrays of the types and shapes, also the same."""
        mutators = [h for h in scope.helpers if h.type is None]
        self.random.shuffle(mutators)
        for helper in mutators:
            arguments = []
            for position, (type, shape) in enumerate(helper.parameters):
                fitting = [v for v in scope.arrays if v.type == type and v.shape == shape
                           and (position > 0 or v.is_writable and v.may_rebind)
                           and not v.is_view]
                if fitting:
                    arguments.append(self.make.named(self.random.choice(fitting)))
            if len(arguments) == len(helper.parameters):
                arguments[0].origin.is_constant = False
                fixed = Expr(arguments[0].form)  # it must stay a variable
                return Stmt(f"{helper.form};", [fixed, *arguments[1:]])
        return None

    # ---- control flow ----

    def branch(self, scope, depth):
        condition = self.condition(scope)
        first = self.block(scope.inner(), self.random.randint(1, 3), depth + 1, self.loops > 0)
        if self.random.random() < 0.5:
            second = self.block(scope.inner(), self.random.randint(1, 2), depth + 1, self.loops > 0)
            return Stmt("if ($0) {", [condition], [first, second], ["} else {", "}"])
        return Stmt("if ($0) {", [condition], [first], ["}"])

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
            return self.make.scalar(KIND[type], scope)
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
