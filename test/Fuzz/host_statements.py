"""Random host statements: scalars that are read and change, conditions, calls, exceptions."""
from element_types import BOOL, DOUBLE, FLOAT, INT64, KIND, PLAIN
from syntax import Expr, Stmt


class HostStatements:
    """Part of Statements: needs its `random`, `make` and `name`."""

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
                    other = self.make.reduced(type, scope, 1) if random.random() < 0.2 else None
                    if other:
                        value = Expr("$0 ? $1 : $2", [self.condition(scope), value, other])
                    scope.scalars.append((name, KIND[type], KIND[type] == "f"))
                    return Stmt(f"{declared} {name} = $0;", [value])
        readable = [v for v in self.make.readable(scope) if KIND[v.type] == "f"]
        if not readable:
            return None
        v = random.choice(readable)
        scope.scalars.append((name, "f", True))
        declared = v.type if v.type in PLAIN else FLOAT
        return Stmt(f"{declared} {name} = {v.name}({', '.join(self.make.index(scope, e) for e in v.shape)});")

    def write_element(self, scope):
        writable = [v for v in scope.arrays if v.is_writable and v.rank > 0]
        if not writable:
            return None
        v = self.random.choice(writable)
        element = f"{v.name}({', '.join(self.make.index(scope, e) for e in v.shape)})"
        operator = self.random.choice(["=", "="] if v.type == BOOL else ["=", "+=", "*="])
        v.is_constant = False
        return Stmt(f"{element} {operator} $0;", [self.make.scalar_for(v.type, scope)])

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
        type = random.choice([t for t in (DOUBLE, FLOAT) if t in self.make.palette.types] or [DOUBLE])
        if draw < 0.16:
            values = [self.make.reduced(type, scope, 1) for _ in range(2)]
            if all(values):
                return Expr(random.choice(["$0 < $1", "($0 > 0.5 || $1 < 2.0)", "double($0) < 2.0 && double($1) > -1",
                                           "(double($0) < 0.5 || double($1) < 1)"]), values)
        if draw < 0.4:
            value = self.make.reduced(type, scope, 1)
            if value:
                return Expr(f"$0 {random.choice('<>')} {random.choice(['0.5', '2.0', '-1'])}", [value])
        if draw < 0.5:
            readable = [v for v in self.make.readable(scope) if KIND[v.type] == "f"]
            if readable:
                v = random.choice(readable)
                return Expr(f"{v.name}({', '.join('0' for _ in v.shape)}) > 0")
        if draw < 0.58 and self.has_effects:
            return Expr("fuzz::next() % 2 == 0")
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

    def declare_mapper(self, scope):
        """A named function for gf::map and a use of it; what it captures may change between them."""
        arrays = [v for v in scope.arrays if v.type in PLAIN]
        if not arrays:
            return None
        v, name = self.random.choice(arrays), self.name("f")
        declared = Stmt(f"auto {name} = {self.make.mapper(v.type, scope)};")
        scope.mappers.append((name, v.type))
        between = self.host_update(scope) if self.random.random() < 0.5 else None
        operands = [self.value(v.type, v.shape, scope, 1) for _ in range(2)]
        value = Expr(f"gf::map({name}, $0, $1)", operands, v.type, v.rank)
        return [declared] + [between] * bool(between) + [self.keep(scope, value, v)]

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
