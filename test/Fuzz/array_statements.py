"""Random array statements: declarations, assignments of every kind, stacks, draws."""
from element_types import BOOL, DOUBLE, FLOAT, KIND, same_kind
from expressions import Variable
from operations import COMPOUND
from shapes import SLICES, extent_text
from syntax import Expr, Stmt

DEPTH = 3  # of expressions


class ArrayStatements:
    """Part of Statements: needs its `random`, `make` and `name`."""

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
                throws = self.make.may_throw and random.random() < 0.12
                indices.append(self.make.slice_that_may_throw(scope) if throws else "gf::_")
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
                value = self.make.scalar_for(type, scope)
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
            value = self.make.scalar_for(type, scope)
        else:
            source = type if self.random.random() < 0.8 else self.a_type()
            value = self.value(source, shape, scope, DEPTH - 1)
            v.is_constant = v.is_constant and value.is_constant
        return Stmt(f"{text} = $0;", [value])

    def shift(self, scope):
        """A part of an array from another part of it: the two overlap, element for element or not."""
        random = self.random
        arrays = [v for v in scope.arrays if v.is_writable and v.rank > 0]
        if not arrays:
            return None
        v = random.choice(arrays)
        d = random.randrange(v.rank)
        parts = SLICES + [("gf::_", "{e}", 1)]
        to, key, _ = random.choice(parts)
        source = random.choice([text for text, other, _ in parts if other == key and text != to])
        key = key.format(e=v.shape[d])
        if len(key) > 5:
            return None
        part = lambda text: f"{v.name}({', '.join(text if k == d else 'gf::_' for k in range(v.rank))})"
        shape = v.shape[:d] + (key,) + v.shape[d + 1:]
        moved = Expr(part(source), type=v.type, rank=v.rank, is_constant=v.is_constant, origin=v)
        operator = "|" if v.type == BOOL else random.choice("+-*")
        value = Expr(f"($0 {operator} $1)", [moved, self.value(v.type, shape, scope, 1)], v.type, v.rank)
        return Stmt(f"{part(to)} {random.choice(['=', '=', '|=' if v.type == BOOL else '+='])} $0;", [value])

    def update_in_turn(self, scope):
        """Several variables, and again the first: what others see of a group of statements has its order."""
        chosen = [v for v in scope.arrays if v.is_writable]
        self.random.shuffle(chosen)
        chosen = chosen[:3] + chosen[:1]
        updates = [Stmt(f"{v.name} {'|=' if v.type == BOOL else self.random.choice(['+=', '*='])} $0;",
                        [self.value(v.type, v.shape, scope, 1)]) for v in chosen]
        for v in chosen:
            v.is_constant = False
        return updates

    def bind_fields(self, scope):
        """New names for what a struct holds, or for the fields of a copy."""
        if not scope.packs:
            return None
        name, fields = self.random.choice(scope.packs)
        names = [self.name("b") for _ in fields]
        k = self.name("k")
        kind = self.random.choice(["auto &", "auto &", "auto ", "const auto &"])
        can_change = not kind.startswith("const")
        scope.arrays += [Variable(n, f.type, f.shape, False, can_change, False, can_change) for n, f in zip(names, fields)]
        scope.scalars.append((k, "f", can_change))
        return Stmt(f"{kind}[{', '.join(names + [k])}] = {name};")

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
        reals = [t for t in self.make.palette.types if t in (FLOAT, DOUBLE)]
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
        }[random.choice([0, 0, 0, 1] if self.make.palette.is_exact else [0, 0, 0, 1, 2, 3])]
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
