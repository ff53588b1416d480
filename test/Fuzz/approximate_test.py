#!/usr/bin/env python3
"""What is not the same on every device: how it is compared, and that random programs only print it."""
import re
import struct
import sys
import unittest

sys.dont_write_bytecode = True
from accuracy import apart, ulps
from comparison import first_difference
from operations import ELEMENTWISE
from programs import generate

NAMES = [re.match(r"gf::(\w+)", row.form)[1] for row in ELEMENTWISE if not row.is_exact]


def line(numbers, apart=4, code="f"):
    return f"~{apart} near f{32 if code == 'f' else 64} ({len(numbers)},) " + " ".join(
        "nan" if x != x else struct.pack(f">{code}", x).hex() for x in numbers)


class Comparing(unittest.TestCase):
    def differ(self, a, b, **options):
        here, there = (bool(first_difference([line(x, **options)], [line(y, **options)], True)) for x, y in ((a, b), (b, a)))
        self.assertEqual(here, there)
        return here

    def test_so_many_numbers_may_lie_between_and_no_more(self):
        self.assertFalse(self.differ([1.0, 1.0], [1.0, 1 + 4 * 2**-23]))
        self.assertTrue(self.differ([1.0, 1.0], [1.0, 1 + 5 * 2**-23]))
        self.assertFalse(self.differ([-1.0], [-1 - 4 * 2**-52], code="d"))
        self.assertTrue(self.differ([-1.0], [-1 - 5 * 2**-52], code="d"))
        self.assertTrue(self.differ([1.0], [-1.0]))
        self.assertTrue(self.differ([1.0], [1 + 2**-23], apart=0))

    def test_around_zero_numbers_are_counted_too(self):
        tiny = 2.0**-149
        self.assertFalse(self.differ([0.0, 2 * tiny], [-0.0, -2 * tiny]))
        self.assertTrue(self.differ([2 * tiny], [-3 * tiny]))

    def test_an_overflow_may_be_missed_by_so_much(self):
        greatest, infinity = (2 - 2**-23) * 2.0**127, float("inf")
        self.assertFalse(self.differ([infinity, -infinity], [greatest - 3 * 2.0**104, -greatest]))
        self.assertTrue(self.differ([infinity], [greatest - 4 * 2.0**104]))
        self.assertTrue(self.differ([infinity], [-infinity]))

    def test_a_nan_is_as_far_as_can_be(self):
        nan = float("nan")
        self.assertFalse(self.differ([nan, 1.0], [nan, 1.0]))
        for other in (0.0, float("inf"), 1.0):
            self.assertTrue(self.differ([nan], [other], apart=10**6))

    def test_all_else_is_the_same(self):
        self.assertTrue(self.differ([1.0], [1.0, 1.0]))
        a, b = line([1.0]), line([1 + 2**-23])
        self.assertTrue(first_difference([a], [b]))  # on this device
        self.assertTrue(first_difference([a], [b.replace("~4", "~5")], True))
        self.assertTrue(first_difference([a], [b.replace("near", "far")], True))
        self.assertTrue(first_difference([a[3:]], [b[3:]], True))
        self.assertTrue(first_difference([a], [], True))


class Bounds(unittest.TestCase):
    def test_they_come_from_the_table(self):
        self.assertEqual(apart("sin"), 2 * ulps()["sin"])
        row = 'GPUFUSE_ELEMENTWISE(sin, 1, floating, same, std::sin(a), sin(a), "sin", -1, 1, 7)\n'
        self.assertEqual(apart("sin", row), 14)
        integral = 'GPUFUSE_ELEMENTWISE(power, 2, integral, same, f(a, b), f(a, b), "power", 0, 12, 0)\n'
        self.assertEqual(ulps(integral + row), {"sin": 7})

    def test_the_table_says_which_are_exact(self):
        one_product = {"degrees", "radians"}  # exact, though not what NumPy does
        off = {name for name, ulp in ulps().items() if ulp > 0} - one_product - {"power_scalar"}  # as power
        self.assertEqual(set(NAMES), off)

    def test_each_function_has_one(self):
        for name in NAMES + ["normal"]:
            self.assertGreater(apart(name), 0, name)


class Generating(unittest.TestCase):
    def test_what_is_not_exact_is_printed_and_not_read(self):
        function = re.compile(rf"\b(?:gf|std)::(?:random::)?({'|'.join(NAMES)}|normal<\w+>)\(")
        whole = r"(?:\((?:gf::_, )*gf::_\))?"
        found = set()
        for index in range(0, 8000, 5):
            for text in generate("exact", index, exact=True).text().splitlines():
                calls = set(function.findall(text)) - ({"power"} if re.search(r"gf::power\(", text) else set())
                names = re.findall(r"\bnear\d+", text)
                if calls:
                    found |= {call.split("<")[0] for call in calls}
                    self.assertRegex(text, rf"^ *near\d+{whole} = ")
                    self.assertEqual(len(calls), 1, text)
                if re.match(rf" *near\d+{whole} = ", text):
                    self.assertEqual(len(names), 1, text)
                elif names and not re.match(r" *\[\[gpufuse::fuse\]\]| *template <class Unused>| *fuzz::attempt\(", text):
                    self.assertRegex(text, r'^ *(gf::array<\w+, \d> near\d+;|auto near\d+ = fuzz::make<.*|'
                                           r'fuzz::print_near\("(near\d+)", \2, \d+\);)$')
        self.assertEqual(found - {"pow"}, set(NAMES) - {"power"} | {"normal"})


if __name__ == "__main__":
    unittest.main()
