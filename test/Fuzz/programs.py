"""Random programs: annotated functions with their helpers, globals and classes, and a `run` that calls them with several
sizes and with arguments that alias. Program i of seed S is always the same text."""
from random import Random

from element_types import DOUBLE, KIND
from expressions import Expressions, Scope, Variable, new_palette
from helpers import Helpers
from signatures import Parameter, Results
from statements import Statements
from syntax import Program, Stmt

FILE_SIZE = 20  # programs that share a palette, and are compiled together


class Generator(Helpers):
    def __init__(self, seed, index, exact=False, most_statements=10):
        self.random = Random(f"{seed}:{index}")
        self.palette = new_palette(Random(f"{seed}:palette:{index // FILE_SIZE}"), exact)
        self.make = Expressions(self.random, self.palette)
        self.exact, self.most = exact, most_statements
        self.index = index
        self.globals, self.helpers, self.members = [], [], []
        self.fields = []  # of the struct `pack`
        self.near = []  # what the function writes that is not the same on every device

    # ---- pieces ----

    def shape(self):
        random = self.random
        rank = random.choices(range(self.palette.greatest_rank + 1), [0.5, 4, 4, 3][:self.palette.greatest_rank + 1])[0]
        shape = tuple(random.choice(["n", "n", "m"]) if d == rank - 1 else random.choice(["m", "n", "m"])
                      for d in range(rank))
        if shape and random.random() < 0.25:
            d = random.randrange(rank)
            shape = shape[:d] + (random.choice(["q", "q", "1", "3"]),) + shape[d + 1:]
        return shape

    def parameters(self, count, passings):
        parameters = []
        for k in range(count):
            type, shape = self.random.choice(self.palette.types), self.shape()
            if parameters and self.random.random() < 0.6:  # like an earlier one: it can be the same array
                type, shape = parameters[-1].type, parameters[-1].shape
            passing = self.random.choices(*zip(*passings))[0]
            if not shape and passing.endswith("view"):
                passing = "&"
            parameters.append(Parameter(f"a{k}", type, shape, passing))
        return parameters

    def extents(self, parameters, names=()):
        texts = {name: name for name in names}
        for p in parameters:
            for d, key in enumerate(p.shape):
                if not key.isdigit():
                    texts.setdefault(key, f"{p.name}.extent({d})")
        for key in "nmq":  # an extent of 1 fits wherever the unknown one does
            texts.setdefault(key, "1")
        return texts

    def scope(self, parameters, texts, with_globals):
        arrays = [p.variable() for p in parameters]
        if with_globals:
            arrays += [Variable(g.name, g.type, g.shape) for g in self.globals + self.members + self.fields]
        scope = Scope(arrays, [], texts, list(self.helpers))
        if with_globals and self.fields:
            scope.packs.append(("pack", self.fields))
            scope.scalars.append(("pack.k", "f", True))
        return scope

    def results(self, scope):
        random = self.random
        some = lambda: (random.choice(self.palette.types), random.choice([v.shape for v in scope.arrays]))
        draw = random.random()
        if draw < 0.2:
            return None
        if draw < 0.35:
            return Results([(DOUBLE, None)], "double", "return $0;")
        array = lambda part: f"gf::array<{part[0]}, {len(part[1])}>"
        if draw < 0.7:
            part = some()
            return Results([part], array(part), "return $0;")
        parts = [some(), some()]
        listed = ", ".join(map(array, parts))
        if draw < 0.85:
            return Results(parts, f"std::tuple<{listed}>", "return {$0, $1};")
        return Results(parts, "pair_of_results", "return {$0, $1};")

    # ---- programs ----

    def program(self):
        random = self.random
        body = []
        for k in range(random.choice([0, 0, 1, 2])):
            g = Parameter(f"g{k}", random.choice(self.palette.types), self.shape(), "value")
            self.globals.append(g)
            body.append(Stmt(f"gf::array<{g.type}, {len(g.shape)}> g{k};", is_fixed=False))
        if random.random() < 0.25:
            body += self.pack()
        for k in range(random.choice([0, 1, 1, 2])):
            body.append(self.mutator(f"h{k}") if random.random() < 0.35 else self.value_helper(f"h{k}"))
        function, calls = self.function("f0")
        body += function
        body.append(Stmt("void check(std::int64_t n, std::int64_t m, std::int64_t q) {", [], [calls], ["}"]))
        sizes = [Stmt(f"check({n}, {m}, {q});") for n, m, q in self.sizes()]
        body.append(Stmt("void run() {", [], [sizes], ["}"], is_fixed=True))
        return Program(self.index, body)

    def pack(self):
        """A struct of arrays and a number, and a global one."""
        self.fields = [Parameter(f"pack.{x}", self.random.choice(self.palette.types), self.shape(), "value") for x in "xy"]
        declared = " ".join(f"gf::array<{f.type}, {len(f.shape)}> {f.name[5:]};" for f in self.fields)
        return [Stmt(f"struct pack_of_arrays {{ {declared} double k; }};"), Stmt("pack_of_arrays pack;")]

    def sizes(self):
        random = self.random
        large = {1: (40000, 3, 1), 2: (190, 180, 1)}.get(self.palette.greatest_rank, (40, 30, 1))
        if not self.make.may_throw:
            chosen = random.sample([(4, 3, 1), (4, 3, 4), (3, 4, 3), (5, 5, 5), (3, 3, 3), (17, 9, 1), (5, 3, 1)], 3)
            return chosen + [large] * (random.random() < 0.1)
        chosen = [(4, 3, 1), (4, 3, 4)] if random.random() < 0.5 else [(5, 2, 1), (3, 4, 3)]
        chosen += random.sample([(0, 3, 0), (0, 2, 1), (1, 1, 1), (1, 4, 1), (3, 0, 1), (5, 5, 5), (4, 3, 2), (2, 2, 1),
                                 (3, 3, 3), (17, 9, 1)], 2)
        if random.random() < 0.08:
            chosen.append(large)
        return chosen

    def function(self, name):
        random = self.random
        is_method = random.random() < 0.25
        if is_method:
            for k in range(random.choice([1, 1, 2])):
                self.members.append(Parameter(f"m{k}_", random.choice(self.palette.types), self.shape(), "value"))
        written_more = random.choice([32, 32, 32, 200])
        parameters = self.parameters(random.choice([1, 2, 2, 3, 3, 4]),
                                     [("const&", 50), ("&", written_more), ("value", 8), ("view", 6), ("const view", 4)])
        has_extents = random.random() < 0.6
        has_draws = random.random() < 0.45 and any(KIND[t] == "f" for t in self.palette.types)
        scalars = [s for s in (("s", "double", "f"), ("c", "int", "i")) if random.random() < 0.6]
        passed = {s[0]: random.choices(["", "&", "*"], [65, 25, 10])[0] for s in scalars}
        takes_pack = self.fields and random.random() < 0.5
        texts = self.extents(parameters + self.members, ("n", "m", "q") if has_extents else ())
        scope = self.scope(parameters, texts, True)
        scope.scalars += [(f"(*{s})" if passed[s] == "*" else s, kind, True) for s, _, kind in scalars]
        results = self.results(scope)
        scope.is_generic = is_template = not is_method and random.random() < 0.15
        written = Statements(random, self.make, results, has_draws, budget=self.most)
        body = written.body(scope)
        self.near = written.approximations
        declared = [p.declaration for p in parameters + self.near if p.passing != "global"]
        declared += [f"{type} {passed[s]}{s}" for s, type, _ in scalars]
        if takes_pack:
            declared.append("pack_of_arrays &pack")
        if has_extents:
            integer = random.choice(["std::int64_t", "int"])
            declared += [f"{integer} {e}" for e in ("n", "m", "q")]
        if has_draws:
            declared.append("gf::random::generator &rng")
        returned = results.declared if results else "void"
        head = f"[[gpufuse::fuse]] {returned} {name}({', '.join(declared)}) {{"
        statements = [Stmt(f"gf::array<{p.type}, {len(p.shape)}> {p.name};") for p in self.near if p.passing == "global"]
        if returned == "pair_of_results":
            arrays = [f"gf::array<{t}, {len(s)}>" for t, s in results.parts]
            statements.append(Stmt(f"struct pair_of_results {{ {arrays[0]} first; {arrays[1]} second; }};"))
        if is_method:
            fields = " ".join(f"gf::array<{m.type}, {len(m.shape)}> {m.name};" for m in self.members)
            statements.append(Stmt(f"struct owner {{ {fields}", [], [[Stmt(head, [], [body], ["}"])]], ["};"]))
        elif is_template:
            statements.append(Stmt("template <class Unused> " + head, [], [body], ["}"]))
        else:
            statements.append(Stmt(head, [], [body], ["}"]))
        self.called = f"self.{name}" if is_method else f"{name}<int>" if is_template else name
        others = ["&" * (passed[s] == "*") + s for s, _, _ in scalars] + ["pack"] * bool(takes_pack)
        others += (["n", "m", "q"] if has_extents else []) + (["rng"] if has_draws else [])
        # an extent parameter may be an int
        others = [f"static_cast<{integer}>({o})" if o in ("n", "m", "q") and has_extents else o for o in others]
        return statements, self.calls(parameters, others, scalars, results, has_draws)

    # ---- calls ----

    def calls(self, parameters, others, scalars, results, has_draws):
        random = self.random
        variants = [[p.argument() for p in parameters]] + self.aliasing(parameters)
        return [self.call(parameters, arguments, others, scalars, results, has_draws, number)
                for number, arguments in enumerate(variants[:4])]

    def aliasing(self, parameters):
        """Argument lists in which parameters share storage."""
        random = self.random
        variants = []
        like = lambda p, q: p.type == q.type and (p.shape == q.shape or self.make.may_throw
                                                  and len(p.shape) == len(q.shape))
        plain = [p.argument() for p in parameters]
        for i, p in enumerate(parameters):
            for q in parameters[:i]:
                if like(p, q) and "&" in (p.passing, q.passing) or like(p, q) and "view" in (p.passing, q.passing):
                    arguments = list(plain)
                    arguments[i] = arguments[i].replace(p.name, q.name, 1)
                    variants.append(arguments)
                    if p.passing.endswith("view"):  # one that overlaps, backwards: the same extents
                        arguments = list(plain)
                        arguments[i] = f"{q.name}(gf::slice(gf::_, gf::_, -1))"
                        variants.append(arguments)
        for i, p in enumerate(parameters):
            for g in self.globals + self.members + self.fields:
                if like(p, g) and p.passing != "value":
                    arguments = list(plain)
                    arguments[i] = p.argument(f"self.{g.name}" if g in self.members else g.name)
                    variants.append(arguments)
        random.shuffle(variants)
        return variants

    def call(self, parameters, arguments, others, scalars, results, has_draws, number):
        random = self.random
        salt = random.randrange(1, 60)
        lines = []
        for k, p in enumerate(parameters + self.globals + self.members + self.fields):
            is_local = p in parameters
            extents = ", ".join(p.shape)
            shape = f"gf::shape<{len(p.shape)}>({extents})" if p.shape else "gf::shape<0>()"
            made = f"fuzz::make<{p.type}>({shape}, {salt + k})"
            if p in self.members:
                if p is self.members[0]:
                    lines.append(Stmt("owner self;"))
                lines.append(Stmt(f"self.{p.name} = {made};"))
            else:
                lines.append(Stmt(f"{'auto ' if is_local else ''}{p.name} = {made};"))
        if self.fields:
            lines.append(Stmt("pack.k = 0.5;"))
        for s, type, _ in scalars:
            value = random.choice(["1.25", "-0.5", "0.1"]) if type == "double" else random.choice(["0", "1", "3"])
            lines.append(Stmt(f"{type} {s} = {value};"))
        if has_draws:
            lines.append(Stmt(f"gf::random::generator rng({random.randrange(100)});"))
        for p in self.near:
            lines.append(Stmt(f"{'auto ' * (p.passing != 'global')}{p.name} = {p.made(salt)};"))
        written = [p.argument() for p in self.near if p.passing != "global"]
        call = f"{self.called}({', '.join(arguments + written + others)})"
        if results is None:
            action = f"{call};"
        elif len(results.parts) == 1:
            action = f'fuzz::print("result", {call});'
        else:
            action = f'auto [r0, r1] = {call}; fuzz::print("r0", r0); fuzz::print("r1", r1);'
        lines.append(Stmt(f'fuzz::attempt("call {number}", [&] {{ {action} }});', is_fixed=True))
        for p in parameters + self.globals + self.fields:
            lines.append(Stmt(f'fuzz::print("{p.name}", {p.name});'))
        for m in self.members:
            lines.append(Stmt(f'fuzz::print("{m.name}", self.{m.name});'))
        for p in self.near:
            lines.append(Stmt(f'fuzz::print_near("{p.name}", {p.name}, {p.apart});'))
        for s in [s for s, _, _ in scalars] + ["pack.k"] * bool(self.fields) + ["fuzz::calls"]:
            lines.append(Stmt(f'fuzz::print("{s}", {s});'))
        if has_draws:
            lines.append(Stmt('fuzz::print("next", gf::random::uniform<float>(rng, {2}));'))
        return Stmt("{", [], [lines], ["}"])


def generate(seed, index, exact=False, most_statements=10):
    return Generator(seed, index, exact, most_statements).program()
