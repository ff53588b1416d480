"""What random functions take and return."""
from dataclasses import dataclass

from expressions import Variable


@dataclass
class Parameter:
    name: str
    type: str
    shape: tuple
    passing: str  # const&, &, value, view, const view

    @property
    def declaration(self):
        array = f"gf::array<{self.type}, {len(self.shape)}>"
        return {"const&": f"const {array} &", "&": f"{array} &", "value": f"{array} ",
                "view": f"gf::view<{self.type}, {len(self.shape)}> ",
                "const view": f"gf::view<const {self.type}, {len(self.shape)}> "}[self.passing] + self.name

    def argument(self, array=None):
        """What passes this array: an array is no view by itself."""
        whole = "(" + ", ".join(["gf::_"] * len(self.shape)) + ")" if self.passing.endswith("view") else ""
        return (array or self.name) + whole

    def variable(self):
        return Variable(self.name, self.type, self.shape, self.passing.endswith("view"),
                        self.passing in ("&", "value", "view"), False, self.passing in ("&", "value"))


@dataclass
class Results:
    parts: list  # (type, shape); the shape of a C++ scalar is None
    declared: str
    statement: str
