"""What came of a run: failures are written to files and named, the rest is counted."""
import json
import os
import time

from emission import Statistics
from syntax import alone


def write_failure(path, text, index, failure, seed, note):
    """A file with one program, and on top what failed."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    title = f"// Program {index} of seed {seed}, {note}: {failure.signature}\n"
    title += "".join(f"// {line[:400]}\n" for line in failure.detail.splitlines()[:12])
    with open(path, "w", encoding="utf-8") as file:
        file.write(alone(text, index, title))


class Results:
    def __init__(self, seed, first, out):
        self.seed, self.first, self.out = seed, first, out
        self.start = time.time()
        self.statistics, self.known = Statistics(), []
        self.by_signature = {}  # {signature: [(index, Failure)]}

    def path(self, index, failure):
        return f"{self.out}/{self.seed}-{index}-{failure.target}.cpp"

    def add(self, source, found, guards):
        """The failures of a file, {index: [Failure]}."""
        self.statistics.merge(Statistics(guards=guards))
        for index in sorted(found):
            for failure in found[index]:
                if failure.known:
                    self.known.append((index, failure.signature))
                    continue
                self.by_signature.setdefault(failure.signature, []).append((index, failure))
                write_failure(self.path(index, failure), source, index, failure, self.seed, "as it was made")
                print(f"program {index}: {failure.signature}", flush=True)

    def chosen(self, most):
        """[(index, Failure)] that are made small: the first of each signature."""
        groups = list(self.by_signature.items())
        some = [group[0] for _, group in groups[:most]]
        # outputs that differ seldom have one cause: several of them
        return some + [one for s, group in groups if "differs" in s or "crash" in s for one in group[1:4]]

    def finish(self, report):
        """Prints and saves the counts. Returns how many have failed."""
        seconds, s = time.time() - self.start, self.statistics
        count = sum(map(len, self.by_signature.values()))
        if report:
            with open(report, "w", encoding="utf-8") as file:
                json.dump(dict(vars(s), seed=self.seed, first=self.first, seconds=round(seconds, 1), known=self.known,
                               failures={s: [i for i, _ in group] for s, group in self.by_signature.items()}), file, indent=1)
        for signature, group in sorted(self.by_signature.items(), key=lambda item: -len(item[1])):
            print(f"{len(group)} x {signature} (programs {', '.join(str(i) for i, _ in group[:8])})")
        print(f"{s.programs} programs in {seconds:.0f} s: {s.statements} array statements in {s.functions} functions, "
              f"{s.regions} regions, {s.joined} of several statements ({s.statements_in_joined} statements), {s.guarded} "
              f"guarded, {s.left_eager} left eager; guards: {', '.join(f'{s.guards[g]} {g}' for g in sorted(s.guards))}; "
              f"{len(self.known)} known differences, {count} failures")
        return count
