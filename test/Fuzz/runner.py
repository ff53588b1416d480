"""Compiles and runs files of random programs in every way, and names the programs whose output is not that of the eager
one."""
import json
import os
import re
import subprocess
import threading
from dataclasses import dataclass, field

from known import KNOWN_IN_TEXT
from syntax import file_text

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))


@dataclass
class Tools:
    gpufuse: str
    compiler: str = "g++"
    emulator: str = ""
    nvcc: str = ""
    nvcc_flags: str = "-arch=sm_90"
    cuda_runtime: str = ""
    extra: tuple = ()  # flags for host compilers, such as sanitizers
    includes: tuple = (f"-I{SOURCE}/include", f"-I{SOURCE}/runtime/include", f"-I{HERE}")
    seconds: int = 600  # for one step of a file
    headers: str = ""  # a folder for compiled headers
    lock: object = field(default_factory=threading.Lock)


@dataclass
class Failure:
    """What went wrong with one program under one target."""

    target: str
    kind: str  # invalid, tool error, tool crash, compile error, differs, crash, timeout, sanitizer
    detail: str = ""
    known: str = ""  # the name of the known difference that this most likely is

    @property
    def signature(self):
        """Failures with the same signature most likely have one cause."""
        if self.known:
            return f"{self.target}: known: {self.known}"
        if self.kind == "differs":
            changes = self.detail.splitlines()[:2]
            is_error = any(re.match(r"\w+: +call \d+ i32 scalar", line) for line in changes)
            return f"{self.target}: differs in {'what it throws' if is_error else 'values'}"
        if self.kind == "timeout":
            return f"{self.target}: timeout"
        text = next((line for line in self.detail.splitlines() if "error" in line or "ERROR" in line), "")
        text = re.sub(r"^[^ ]*:\d+:\d+: ", "", text)
        return f"{self.target}: {self.kind}: " + re.sub(r"\d+", "N", re.sub(r"'[^']*'|‘[^’]*’", "'..'", text))[:140]


@dataclass
class Statistics:
    programs: int = 0
    functions: int = 0
    statements: int = 0
    regions: int = 0
    joined: int = 0  # regions of two statements or more
    statements_in_joined: int = 0
    guarded: int = 0
    left_eager: int = 0
    refused: dict = field(default_factory=dict)
    schedules: dict = field(default_factory=dict)
    launched: int = 0
    fell_back: int = 0

    def add(self, report, remarks):
        for function in report["functions"]:
            self.functions += 1
            self.statements += function["statements"]
            for region in function["regions"]:
                lines = len(region["lines"])
                self.regions += 1
                self.joined += lines > 1
                self.statements_in_joined += lines if lines > 1 else 0
                self.guarded += bool(region["guards"])
                self.schedules[region["schedule"]] = self.schedules.get(region["schedule"], 0) + 1
            for refusal in function["refused"]:
                reason = re.sub(r" \(line \d+\)", "", refusal["reason"])
                self.refused[reason] = self.refused.get(reason, 0) + 1
        remarks = re.sub(r".*'print' is called as it is.*", "", remarks)  # results are shown on purpose
        self.left_eager += len(re.findall(r"\[(?:unsupported-operation|unsupported-statement|callee-not-inlined|"
                                          r"function-not-lifted|map-not-lifted|template-not-spelled)\]", remarks))

    def merge(self, other):
        for name, value in vars(other).items():
            if isinstance(value, dict):
                mine = getattr(self, name)
                for key, count in value.items():
                    mine[key] = mine.get(key, 0) + count
            else:
                setattr(self, name, getattr(self, name) + value)


class StepFailed(Exception):
    def __init__(self, kind, detail):
        super().__init__(detail)
        self.kind, self.detail = kind, detail


def execute(command, seconds, cwd=None, env=None):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                              timeout=seconds, cwd=cwd, env=env)
    except subprocess.TimeoutExpired:
        raise StepFailed("timeout", " ".join(command)) from None


def sections(output):
    """The output of each program of a file: {index: lines}."""
    found, lines = {}, []
    for line in output.splitlines():
        if line.startswith("== "):
            lines = found[int(line[3:])] = []
        else:
            lines.append(line)
    return found


def first_difference(expected, found):
    for e, f in zip(expected, found):
        if e != f:
            return f"expected: {e[:300]}\nfound:    {f[:300]}\n"
    return f"{len(found)} lines instead of {len(expected)}\n" if len(expected) != len(found) else ""


class Runner:
    """Runs files of programs in one folder."""

    def __init__(self, tools, targets, folder, comparison=None):
        self.tools, self.targets, self.folder = tools, [t for t in targets if t != "eager"], folder
        self.compare = comparison or first_difference
        os.makedirs(folder, exist_ok=True)

    # ---- one way to build a file ----

    def build(self, target, source, out):
        tools = self.tools
        if target == "eager":
            self.compile([*self.host_compiler(target), source, "-o", out])
            return
        is_cuda = target.startswith("cuda")
        text = f"{out}.cu" if is_cuda else f"{out}.cpp"
        remarks = self.emit(target, source, text, "--report", f"{out}.json")
        with open(f"{out}.remarks", "w", encoding="utf-8") as file:
            file.write(remarks)
        if target == "cuda":
            self.compile([tools.nvcc, "-std=c++20", "-fmad=false", *tools.nvcc_flags.split(), *tools.includes, text,
                          tools.cuda_runtime, "-o", out])
        elif is_cuda:
            self.compile([tools.emulator, text, "-o", out, *tools.includes])
        else:
            self.compile([*self.host_compiler(target), text, "-o", out])

    def host_compiler(self, target):
        """The command for host code. The headers are compiled once: they are most of the time of a small file."""
        tools = self.tools
        is_eager = target == "eager"
        # Only fused code makes promises to an optimiser (no aliasing), so only there is its time well spent.
        command = [tools.compiler, "-std=c++20", "-O1" if target == "cpu" else "-O0", "-ffp-contract=off", "-w",
                   *tools.includes, *tools.extra]
        command += [] if is_eager else ["-fopenmp"]
        header = f"{tools.headers}/{target}.h"
        with tools.lock:
            if not os.path.exists(header + ".gch"):
                os.makedirs(tools.headers, exist_ok=True)
                with open(header, "w", encoding="utf-8") as file:
                    file.write(("" if is_eager else "#include <gpufuse/runtime/cpu.h>\n") + '#include "fuzz.h"\n')
                self.compile([*command, "-x", "c++-header", header, "-o", header + ".gch"])
        return [*command, "-include", header]

    def compile(self, command):
        done = execute(command, self.tools.seconds)
        if done.returncode != 0:
            raise StepFailed("compile error", done.stderr[:200000] + done.stdout[:1000])

    def output(self, program):
        env = dict(os.environ, OMP_NUM_THREADS="2")
        done = execute([program], 120, env=env)
        if done.returncode != 0:
            is_sanitizer = "Sanitizer" in done.stderr or "runtime error:" in done.stderr
            error = StepFailed("sanitizer" if is_sanitizer else "crash",
                               f"exit status {done.returncode}\n{done.stderr[-3000:]}")
            error.output = done.stdout
            raise error
        return done.stdout

    def outputs(self, target, programs, stem):
        """{index: lines} of these programs, or Failures of some of them: a file that fails is halved."""
        if not programs:
            return {}, {}
        source, out = f"{self.folder}/{stem}.cpp", f"{self.folder}/{stem}.{target}"
        with open(source, "w", encoding="utf-8") as file:
            file.write(file_text(programs))
        try:
            self.build(target, source, out)
            return sections(self.output(out)), {}
        except StepFailed as error:
            if len(programs) == 1:
                return {}, {programs[0].index: Failure("eager" if target == "eager" else target,
                                                       "invalid" if target == "eager" else error.kind, error.detail)}
            found, failures = {}, {}
            suspects = self.suspects(error, programs, source)
            if suspects and target == "eager" and error.kind == "compile error":
                # what a shrinker cuts is often no program any more: the message names it, no need to try again
                failures = {p.index: Failure("eager", "invalid", error.detail) for p in suspects}
                found, bad = self.outputs(target, [p for p in programs if p not in suspects], f"{stem}-")
                return found, {**failures, **bad}
            rest = [p for p in programs if p not in suspects]
            groups = [[p] for p in suspects] + [rest] if suspects else [programs[:len(programs) // 2],
                                                                        programs[len(programs) // 2:]]
            for position, group in enumerate(groups):
                more, bad = self.outputs(target, group, f"{stem}-{position}")
                found.update(more)
                failures.update(bad)
            return found, failures
        finally:
            self.remove(out, stem, target)

    def suspects(self, error, programs, source):
        """The programs that messages point at, or whose output is the last before a crash; [] where nothing is known."""
        if error.kind in ("crash", "sanitizer") and getattr(error, "output", ""):
            last = list(sections(error.output))[-1:]
            return [p for p in programs if p.index in last]
        named = set()
        starts, line = [], 1
        with open(source, encoding="utf-8") as file:
            for number, text in enumerate(file, 1):
                if text.startswith("namespace p"):
                    starts.append((number, int(text[11:].split()[0])))
        name = re.escape(os.path.basename(source))
        for match in re.finditer(name + r":(\d+):\d+: +(?:(?:fatal )?error|required from)", error.detail):
            line = int(match.group(1))
            named.update([index for number, index in starts if number <= line][-1:])
        chosen = [p for p in programs if p.index in named]
        return chosen if len(chosen) < len(programs) else []

    def remove(self, out, stem, target):
        fused = [t for t in self.targets if t != "no-fuse"]
        if target in fused[:1] and os.path.exists(out) and os.path.exists(f"{out}.json"):
            with open(f"{out}.json", encoding="utf-8") as file, open(f"{out}.remarks", encoding="utf-8") as remarks:
                self.statistics.add(json.load(file), remarks.read())
        for ending in ("", ".cpp", ".cu", ".json", ".remarks"):
            if os.path.exists(out + ending):
                os.remove(out + ending)

    def emit(self, target, source, text, *more):
        """Runs the tool. Returns its remarks."""
        command = [self.tools.gpufuse, source, "-o", text, f"--target={'cuda' if target.startswith('cuda') else 'cpu'}",
                   *self.tools.includes, *(["--no-fuse"] if target == "no-fuse" else []), *more]
        done = execute(command, self.tools.seconds)
        if done.returncode != 0:
            raise StepFailed("tool error" if done.returncode == 1 else "tool crash", done.stderr[-20000:])
        return done.stderr

    def known(self, program, target):
        """The known difference that the emitted text of a program shows, or ''."""
        source, text = f"{self.folder}/known.cpp", f"{self.folder}/known.fused.{'cu' if 'cuda' in target else 'cpp'}"
        with open(source, "w", encoding="utf-8") as file:
            file.write(file_text([program]))
        self.emit(target, source, text)
        with open(text, encoding="utf-8") as file:
            emitted = file.read()
        return next((name for name, pattern in KNOWN_IN_TEXT.items() if re.search(pattern, emitted)), "")

    # ---- all ways ----

    def check(self, programs, stem):
        """{index: [Failure]} of these programs, and what was fused."""
        self.statistics = Statistics(programs=len(programs))
        expected, failures = self.outputs("eager", programs, stem)
        failures = {index: [failure] for index, failure in failures.items()}
        valid = [p for p in programs if p.index in expected]
        for target in self.targets:
            found, bad = self.outputs(target, valid, stem)
            for p in valid:
                if p.index in bad:
                    failures.setdefault(p.index, []).append(bad[p.index])
                    continue
                difference = self.compare(expected[p.index], found.get(p.index, []))
                if difference:
                    failures.setdefault(p.index, []).append(Failure(target, "differs", difference, self.known(p, target)))
        return failures, self.statistics
