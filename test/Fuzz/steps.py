"""Steps that can fail, what is said of a failure, and which programs of a file it is about."""
import re
import subprocess
from dataclasses import dataclass

from syntax import line_starts

SOURCE_NAME = "programs.cpp"  # what every file of programs is called, so that messages can be read


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
            is_error = any(re.match(r"\w+: +call \d+ int32 scalar", line) for line in changes)
            return f"{self.target}: differs in {'what it throws' if is_error else 'values'}"
        if self.kind == "timeout":
            return f"{self.target}: timeout"
        text = next((line for line in self.detail.splitlines() if "error" in line or "ERROR" in line), "")
        text = re.sub(r"^[^ ]*[:(]\d+(:\d+:|\):) ", "", text)
        return f"{self.target}: {self.kind}: " + re.sub(r"\d+", "N", re.sub(r"'[^']*'|‘[^’]*’", "'..'", text))[:140]


class StepFailed(Exception):
    def __init__(self, kind, detail, output=""):
        super().__init__(detail)
        self.kind, self.detail, self.output = kind, detail, output

    def failure(self, target):
        return Failure(target, "invalid" if target == "eager" else self.kind, self.detail)


def execute(command, seconds, cwd=None, env=None):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                              timeout=seconds, cwd=cwd, env=env)
    except subprocess.TimeoutExpired as late:
        output = late.stdout or b""
        raise StepFailed("timeout", " ".join(command), output.decode(errors="replace")) from None


def suspects(error, indices, texts):
    """The programs that messages point at, or [] where nothing is known. `texts`: the files by name."""
    named = set()
    at = "|".join(map(re.escape, texts))
    for name, line in re.findall(rf"({at})[:(](\d+)(?::\d+:|\):) +(?:(?:fatal )?error|required from)", error.detail):
        earlier = [index for index, start in line_starts(texts[name]).items() if start <= int(line)]
        named.update(earlier[-1:])
    chosen = [i for i in indices if i in named]
    return chosen if len(chosen) < len(indices) else []


def divided(error, indices, texts):
    """The groups in which programs are tried again after they failed together: each suspect alone, or halves."""
    alone = suspects(error, indices, texts)
    if alone:
        return [[i] for i in alone] + [[i for i in indices if i not in alone]]
    return [indices[:len(indices) // 2], indices[len(indices) // 2:]]
