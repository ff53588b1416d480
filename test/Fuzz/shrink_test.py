#!/usr/bin/env python3
"""The shrinker alone: a made-up failure leaves the smallest program that has it. Also: programs are reproducible."""
import sys
import unittest

sys.dont_write_bytecode = True
from programs import generate
from shrink import shrink
from syntax import Expr, Program, Stmt


def array(form, *parts, type="float", rank=1):
    return Expr(form, parts, type, rank)


def a_program():
    value = array("($0 + $1)", array("gf::sin($0)", array("x")), array("($0 * $1)", array("y"), Expr("2.5f", type="float", rank=-1)))
    loop = Stmt("for (int i = 0; i < 3; ++i) {", [], [[Stmt("x += $0;", [value]), Stmt("y = x;")]], ["}"])
    function = Stmt("void f() {", [], [[Stmt("auto a = x;"), loop, Stmt("return;", is_fixed=True)]], ["}"])
    return Program(7, [Stmt("int unused;"), function, Stmt("void run() {", [], [[Stmt("f();"), Stmt("f();")]], ["}"],
                                                           is_fixed=True)])


class Shrinking(unittest.TestCase):
    def shrunk(self, fails):
        self.tried = 0

        def first_failing(candidates):
            self.tried += 1
            return next((n for n, c in enumerate(candidates) if fails(c.text())), None)

        return shrink(a_program(), first_failing).text()

    def test_statements_that_do_not_matter_go(self):
        text = self.shrunk(lambda text: "y = x;" in text and "f();" in text)
        self.assertEqual(text, "namespace p7 {\nvoid f() {\n  y = x;\n  return;\n}\nvoid run() {\n  f();\n}\n} // namespace p7\n")

    def test_expressions_become_their_parts(self):
        text = self.shrunk(lambda text: "x +=" in text and "* " in text)
        self.assertIn("  x += (y * 1);\n", text)
        self.assertNotIn("gf::sin", text)

    def test_what_is_around_goes(self):
        self.assertNotIn("for", self.shrunk(lambda text: "gf::sin(x)" in text))

    def test_a_loop_that_matters_stays(self):
        self.assertIn("for (int i = 0; i < 3; ++i) {\n  }\n", self.shrunk(lambda text: "for (int" in text))

    def test_few_trials(self):
        self.shrunk(lambda text: "gf::sin(x)" in text)
        self.assertLess(self.tried, 40)

    def test_program_is_not_changed(self):
        program = a_program()
        before = program.text()
        shrink(program, lambda candidates: 0)
        self.assertEqual(program.text(), before)


class Generating(unittest.TestCase):
    def test_a_program_depends_on_seed_and_number_only(self):
        generate("5", 3)
        self.assertEqual(generate("5", 41).text(), generate("5", 41).text())
        self.assertNotEqual(generate("5", 41).text(), generate("6", 41).text())


if __name__ == "__main__":
    unittest.main()
