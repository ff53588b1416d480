"""Compiles and runs files of random programs in every way, and names the programs whose output is not that of the eager
one."""
import os
import re
import threading
from dataclasses import dataclass, field

from comparison import first_difference
from emission import emitted_name
from known import KNOWN_IN_TEXT
from steps import SOURCE_NAME, Failure, StepFailed, divided, execute, suspects
from syntax import part_of, without

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
INCLUDES = (f"-I{SOURCE}/include", f"-I{SOURCE}/runtime/include", f"-I{HERE}")


@dataclass
class Tools:
    folder: str  # for what all files share: compiled headers, the CUDA runtime
    compiler: str = "g++"
    emulator: str = ""
    nvcc: str = ""
    architecture: str = "native"
    extra: tuple = ()  # flags for host compilers, such as sanitizers
    is_only_compiled: bool = False
    sanitizers: tuple = ()  # tools of compute-sanitizer that programs on a GPU run under
    compute_sanitizer: str = "compute-sanitizer"
    seconds: int = 600  # for one step of a file
    lock: object = field(default_factory=threading.Lock)

    # ---- what is built once ----

    def once(self, name, build):
        """The path of a shared file, built by the first that asks."""
        path = f"{self.folder}/{name}"
        with self.lock:
            if not os.path.exists(path):
                os.makedirs(self.folder, exist_ok=True)
                build(path)
        return path

    def cuda_runtime(self):
        sources = [f"{SOURCE}/runtime/src/cuda/{s}" for s in sorted(os.listdir(f"{SOURCE}/runtime/src/cuda"))
                   if s.endswith(".cpp")]
        return self.once("libgpufuse_runtime_cuda.a", lambda path: self.compile(
            [self.nvcc, "-std=c++20", "-O2", *INCLUDES, "-lib", *sources, "-o", path]))

    def compiled_header(self, target, command):
        """The headers are most of the time of a small file."""
        def build(path):
            header = path[:-len(".gch")]
            with open(header, "w", encoding="utf-8") as file:
                file.write(("" if target == "eager" else "#include <gpufuse/runtime/cpu.h>\n") + '#include "fuzz.h"\n')
            self.compile([*command, "-x", "c++-header", header, "-o", path])
        return self.once(f"{target}.h.gch", build)[:-len(".gch")]

    # ---- one file ----

    def compile(self, command):
        done = execute(command, self.seconds)
        if done.returncode != 0:
            raise StepFailed("compile error", done.stderr[:200000] + done.stdout[:1000])

    def build(self, target, text, out):
        if target == "cuda":
            # Kernels as users build them; the host code's time is better spent on more programs.
            self.compile([self.nvcc, "-std=c++20", "-fmad=false", f"-arch={self.architecture}", "-O0", "-w", *INCLUDES, text,
                          self.cuda_runtime(), "-o", out])
        elif target.startswith("cuda"):
            self.compile([self.emulator, text, "-o", out, *INCLUDES])
        else:
            # Only fused code makes promises to an optimiser (no aliasing), so only there is its time well spent.
            command = [self.compiler, "-std=c++20", "-O1" if target == "cpu" else "-O0", "-ffp-contract=off", "-w",
                       *INCLUDES, *self.extra, *(["-fopenmp"] * (target != "eager"))]
            self.compile([*command, "-include", self.compiled_header(target, command), text, "-o", out])

    def output(self, target, program, first):
        """What a program prints from that index on. A StepFailed where it ends badly, with what it had printed."""
        if target == "cuda" and self.sanitizers:
            return [self.sanitized_output(tool, program, first) for tool in self.sanitizers][-1]
        return self.plain_output([program, str(first)], 120)

    def sanitized_output(self, tool, program, first):
        """The same, where a finding of that tool is a failure. Calls of CUDA that fail and are handled are no findings."""
        log = f"{program}.{tool}.log"
        command = [self.compute_sanitizer, "--tool", tool, "--error-exitcode", "99", "--report-api-errors", "no",
                   "--log-file", log, program, str(first)]
        try:
            return self.plain_output(command, self.seconds)
        except StepFailed as error:
            if error.kind != "crash" or not error.detail.startswith("exit status 99\n") or not os.path.exists(log):
                raise
            with open(log, encoding="utf-8", errors="replace") as file:
                lines = [line for line in file.read().splitlines() if line.startswith("=========")]
            finding = next((line[10:] for line in lines if line[10:] and "COMPUTE-SANITIZER" not in line), "")
            raise StepFailed("sanitizer", "\n".join([f"{tool} error: {finding}", *lines[:40]]), error.output) from None

    def plain_output(self, command, seconds):
        done = execute(command, seconds, env=dict(os.environ, OMP_NUM_THREADS="2"))
        if done.returncode != 0:
            is_sanitizer = "Sanitizer" in done.stderr or "runtime error:" in done.stderr
            raise StepFailed("sanitizer" if is_sanitizer else "crash",
                             f"exit status {done.returncode}\n{done.stderr[-3000:]}", done.stdout)
        return done.stdout, done.stderr


def sections(output):
    """The output of each program of a file: {index: lines}."""
    found, lines = {}, []
    for line in output.splitlines():
        if line.startswith("== "):
            lines = found[int(line[3:])] = []
        else:
            lines.append(line)
    return found


def with_counted_guards(text):
    """Emitted text that counts how often the guards of regions hold. Lines stay where they are."""
    text = re.sub(r"(^ *if \((?:gpufuse::rt::(?:same_shape|disjoint)\(|true\)).*\{)$(?=\n *// gpufuse: )",
                  r"\1 ++fuzz::guards.held;", text, flags=re.M)
    return text.replace("} else { // a check failed:", "} else { ++fuzz::guards.failed; // a check failed:")


class Runner:
    """Runs files of programs in one folder. `emitter` makes the texts of a target."""

    def __init__(self, tools, targets, folder, emitter):
        self.tools, self.targets, self.folder = tools, [t for t in targets if t != "eager"], folder
        self.emitter = emitter
        self.guards = {}  # "TARGET held": count
        os.makedirs(folder, exist_ok=True)

    def outputs(self, target, text, indices, source, expected=None):
        """{index: lines} of these programs, or Failures of some of them: a file that does not compile is divided."""
        if not indices:
            return {}, {}
        name = SOURCE_NAME if target == "eager" else emitted_name(target)
        path, program = f"{self.folder}/{name}", f"{self.folder}/program"
        with open(path, "w", encoding="utf-8") as file:
            file.write(with_counted_guards(text))
        try:
            self.tools.build(target, path, program)
            return self.run(target, program, indices, expected)
        except StepFailed as error:
            return self.divided_outputs(error, target, text, indices, source, expected)

    def divided_outputs(self, error, target, text, indices, source, expected):
        if len(indices) == 1:
            return {}, {indices[0]: error.failure(target)}
        texts = {SOURCE_NAME: source} if target == "eager" else {SOURCE_NAME: source, emitted_name(target): text}
        groups, found, failures = divided(error, indices, texts), {}, {}
        if target == "eager" and error.kind == "compile error":
            # what a shrinker cuts is often no program any more: the message names it, no need to try again
            named = suspects(error, indices, texts)
            failures = {index: error.failure(target) for index in named}
            groups = [g for g in groups if g[0] not in named]
        for group in groups:
            others = [i for i in indices if i not in group]
            more, bad = self.outputs(target, without(text, others), group, source, expected)
            found.update(more)
            failures.update(bad)
        return found, failures

    def run(self, target, program, indices, expected):
        """Runs a program of these programs. What one that fails leaves behind, such as a device that does no more work,
        is not the fault of those behind it: they run again without it."""
        found, failures, rest = {}, {}, list(indices)
        if self.tools.is_only_compiled:
            return found, failures
        while rest:
            error = None
            try:
                output, messages = self.tools.output(target, program, rest[0])
                self.count_guards(target, messages)
            except StepFailed as bad:
                error, output = bad, bad.output
            got = sections(output)
            last = list(got)[-1] if got else rest[0]
            if error and error.kind != "timeout" and last == indices[-1] and len(indices) > 1:
                raise error  # perhaps at the end of all, for what one of them has left behind
            for index in list(rest):
                rest.remove(index)
                lines = got.get(index, [])
                if error and index == last:
                    failures[index] = error.failure(target)
                elif expected is not None and (
                        difference := first_difference(expected[index], lines, is_elsewhere=target == "cuda")):
                    failures[index] = Failure(target, "differs", difference)
                else:
                    found[index] = lines
                    continue
                break
        return found, failures

    def count_guards(self, target, messages):
        for count, name in re.findall(r"^guards (\d+) (\w+)$", messages, re.M):
            self.guards[f"{target} {name}"] = self.guards.get(f"{target} {name}", 0) + int(count)

    def check(self, source, indices):
        """{index: [Failure]} of these programs of a source."""
        expected, invalid = self.outputs("eager", source, indices, source)
        failures = {index: [failure] for index, failure in invalid.items()}
        valid = [i for i in indices if i not in invalid]
        for target in self.targets:
            texts, bad = self.emitter.texts(target, without(source, list(invalid)), valid)
            for held, text in texts:
                _, more = self.outputs(target, text, held, source, expected)
                for index, failure in more.items():
                    failure.known = self.known(failure, part_of(text, index))
                bad.update(more)
            for index, failure in bad.items():
                failures.setdefault(index, []).append(failure)
        return failures

    def known(self, failure, text):
        """The known difference that the emitted text of a program shows, or ''."""
        if failure.kind != "differs":
            return ""
        return next((name for name, pattern in KNOWN_IN_TEXT.items() if re.search(pattern, text)), "")
