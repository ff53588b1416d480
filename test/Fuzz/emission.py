"""What the tool makes of files of random programs, now or out of a folder that was written on another machine."""
import json
import lzma
import os
import re
from dataclasses import asdict, dataclass, field

from steps import SOURCE_NAME, Failure, StepFailed, divided, execute
from syntax import without


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
    guards: dict = field(default_factory=dict)  # by target, how often one held and failed at run time

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


def emitted_name(target):
    return "emitted.cu" if target.startswith("cuda") else "emitted.cpp"


class Emitter:
    """Runs the tool in a folder. What it emits is searched for line numbers later, so files have the same names always."""

    def __init__(self, gpufuse, includes, targets, folder, seconds=600):
        self.gpufuse, self.includes, self.folder, self.seconds = gpufuse, includes, folder, seconds
        self.counted = next((t for t in targets if t not in ("eager", "no-fuse")), "")
        self.statistics = Statistics()
        os.makedirs(folder, exist_ok=True)

    def emit(self, target, source):
        """The text that the tool makes of a source. What it fused is counted once, for all targets."""
        self.write(SOURCE_NAME, source)
        done = execute([self.gpufuse, SOURCE_NAME, "-o", emitted_name(target), *self.includes, "--report", "report.json",
                        f"--target={'cuda' if target.startswith('cuda') else 'cpu'}", *(["--no-fuse"] * (target == "no-fuse"))],
                       self.seconds, cwd=self.folder)
        if done.returncode != 0:
            raise StepFailed("tool error" if done.returncode == 1 else "tool crash", done.stderr[-20000:])
        if target == self.counted:
            self.statistics.add(json.loads(self.read("report.json")), done.stderr)
        return self.read(emitted_name(target))

    def texts(self, target, source, indices):
        """[(indices, text)] of these programs of the source, in one file if possible, and Failures of the others."""
        if not indices:
            return [], {}
        if target == "eager":
            return [(indices, source)], {}
        try:
            return [(indices, self.emit(target, source))], {}
        except StepFailed as error:
            if len(indices) == 1:
                return [], {indices[0]: error.failure(target)}
            texts, failures = [], {}
            for group in divided(error, indices, {SOURCE_NAME: source}):
                more, bad = self.texts(target, without(source, [i for i in indices if i not in group]), group)
                texts += more
                failures.update(bad)
            return texts, failures

    def write(self, name, text):
        with open(f"{self.folder}/{name}", "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(f"{self.folder}/{name}", encoding="utf-8") as file:
            return file.read()


class EmittedFile:
    """A source with all that was made of it, to be taken to another machine."""

    def __init__(self, source, indices, made, statistics):
        self.source, self.indices, self.statistics = source, indices, statistics
        self.made = made  # {target: (texts, failures)}

    def texts(self, target, source, indices):
        """As Emitter.texts; here `source` says nothing new."""
        texts, failures = self.made[target] if target != "eager" else ([(self.indices, self.source)], {})
        chosen = [([i for i in held if i in indices], without(text, [i for i in held if i not in indices]))
                  for held, text in texts]
        return [c for c in chosen if c[0]], {i: failure for i, failure in failures.items() if i in indices}

    def save(self, path):
        made = {target: [texts, {i: asdict(failure) for i, failure in failures.items()}]
                for target, (texts, failures) in self.made.items()}
        with lzma.open(f"{path}.part", "wt", encoding="utf-8", preset=2) as file:
            json.dump([self.source, self.indices, made, self.statistics], file)
        os.replace(f"{path}.part", path)

    @classmethod
    def load(cls, path):
        with lzma.open(path, "rt", encoding="utf-8") as file:
            source, indices, made, statistics = json.load(file)
        made = {target: (texts, {int(i): Failure(**failure) for i, failure in failures.items()})
                for target, (texts, failures) in made.items()}
        return cls(source, indices, made, statistics)
