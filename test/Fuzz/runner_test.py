#!/usr/bin/env python3
"""The runner alone, with made-up texts: each failure is found, is told from the others, and hides none of them."""
import os
import shutil
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
from emission import EmittedFile
from runner import Runner, Tools
from steps import Failure
from syntax import Program, Stmt, alone, file_text, part_of, without

HERE = os.path.dirname(os.path.abspath(__file__))


def file_of(bodies):
    return file_text([Program(i, [Stmt("void run() {", [], [[Stmt(body)]], ["}"])]) for i, body in bodies.items()])


class WithoutDevice(Tools):
    """What a device would run, this machine runs."""

    def build(self, target, text, out):
        if target == "cuda":
            target, text = "cpu", shutil.copy(text, f"{text}.cpp")
        super().build(target, text, out)


class Running(unittest.TestCase):
    shared = tempfile.mkdtemp()

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.shared)

    def checked(self, eager, fused, tool_failures=(), target="cpu", sanitizers=()):
        """{index: kinds of failures} of programs 0, 1, ... with these bodies."""
        eager, fused = dict(enumerate(eager)), dict(enumerate(fused))
        failures = {i: Failure(target, "tool error") for i in tool_failures}
        held = [i for i in fused if i not in failures]
        texts = [(held, file_of({i: fused[i] for i in held}))]
        with tempfile.TemporaryDirectory() as folder:
            EmittedFile(file_of(eager), list(eager), {target: (texts, failures)}, {}).save(f"{folder}/file")
            emitted = EmittedFile.load(f"{folder}/file")
            tools = WithoutDevice(self.shared, sanitizers=sanitizers, compute_sanitizer=f"{HERE}/Inputs/finds-words")
            runner = Runner(tools, ["eager", target], folder, emitted)
            found = runner.check(emitted.source, emitted.indices)
        return {index: [f.kind for f in failures] for index, failures in found.items()}

    def test_each_failure_is_found(self):
        says = [f'std::puts("{i}");' for i in range(8)]
        fused = list(says)
        fused[1] = 'std::puts("other");'
        fused[2] = "no_such_name();"
        fused[4] = "std::abort();"
        says[6] = "nor_this();"
        self.assertEqual(self.checked(says, fused, tool_failures=[5, 6]),
                         {1: ["differs"], 2: ["compile error"], 4: ["crash"], 5: ["tool error"], 6: ["invalid"]})

    def test_what_is_left_behind_by_a_failure_is_no_other_failure(self):
        breaks = "fuzz::guards.held = 7; std::abort();"
        looks = 'std::printf("%ld\\n", fuzz::guards.held);'
        self.assertEqual(self.checked([looks] * 3, [looks, breaks, looks]), {1: ["crash"]})

    def test_another_device_may_be_off_by_what_is_printed_in_front(self):
        near = "gf::array<float, 1> x = {{1.0f, {}}}; fuzz::print_near(\"x\", x, 4);"
        says = [near.format("1.0f")] * 3
        off = [near.format(f"1.0f + {n} * 0x1p-23f") for n in (0, 4, 5)]
        self.assertEqual(self.checked(says, off, target="cuda"), {2: ["differs"]})
        self.assertEqual(self.checked(says, off), {1: ["differs"], 2: ["differs"]})

    def test_what_compute_sanitizer_finds_is_a_failure_of_that_program(self):
        says = ["", 'std::puts("races");', "", 'std::puts("leaks");']
        self.assertEqual(self.checked(says, says, target="cuda", sanitizers=("leaks", "races")),
                         {1: ["sanitizer"], 3: ["sanitizer"]})
        self.assertEqual(self.checked(says, says, target="cuda", sanitizers=("races",)), {1: ["sanitizer"]})
        self.assertEqual(self.checked(says, says, sanitizers=("races",)), {})  # there is no device

    def test_what_is_left_behind_for_the_end_is_found(self):
        leaves = "static struct end { ~end() { std::abort(); } } at_end;"
        self.assertEqual(self.checked(["", "", ""], ["", leaves, ""]), {1: ["crash"]})


class Texts(unittest.TestCase):
    def test_programs_are_cut_out(self):
        text = file_of({3: "three();", 30: "thirty();", 4: "four();"})
        cut = without(text, [3])
        self.assertEqual(cut.count("\n"), text.count("\n"))
        self.assertEqual(part_of(cut, 3), "")
        self.assertEqual(part_of(cut, 30), part_of(text, 30))
        self.assertEqual(alone(text, 30), file_of({30: "thirty();"}))


if __name__ == "__main__":
    unittest.main()
