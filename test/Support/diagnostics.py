#!/usr/bin/env python3
"""Checks that every diagnostic of the registry has a test, and a row in the documentation that says the same.

    diagnostics.py REPOSITORY

A test is a FileCheck line with `[id]`; notes have no id, so for them it is a line with the fixed words of the text.
Prints what is missing and exits with 1.
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])


def rows_of(file, pattern):
    return re.findall(pattern, (root / file).read_text(), re.MULTILINE)


def check_lines():
    """Lines of tests that FileCheck reads: `// CHECK: ...`, `SYNTAX: ...`."""
    for file in (root / "test").rglob("*"):
        if file.suffix in (".cpp", ".mlir", ".test"):
            text = file.read_text(errors="replace")
            yield from re.findall(r"^\s*(?://|#)?\s*(?!RUN)[A-Z][A-Z_-]*: .*$", text, re.MULTILINE)


def is_tested(name, severity, text):
    if severity != "note":
        return f"[{name}]" in checks
    words = ".*".join(re.escape(part) for part in re.split(r"%\d", text))
    return re.search(f"note: {words}", checks) is not None


registry = rows_of("lib/Support/diagnostics.def", r'^GPUFUSE_DIAGNOSTIC\((\w+), (\w+), "(.*)"\)$')
documented = {row[0]: row[1:] for row in rows_of("docs/diagnostics.md", r"^\| `([\w-]+)` \| (\w+) \| (.*?) \|")}
checks = "\n".join(check_lines())

problems = []
if len(registry) != len(rows_of("lib/Support/diagnostics.def", "^GPUFUSE_DIAGNOSTIC")):
    problems.append("lib/Support/diagnostics.def: a row is not on one line")
for identifier, severity, text in registry:
    name = identifier.replace("_", "-")
    if not is_tested(name, severity, text):
        problems.append(f"{name}: no test checks it")
    row = documented.pop(name, None)
    if severity != "note" and row != (severity, text):
        problems.append(f"{name}: docs/diagnostics.md " + ("has no row" if row is None else f"says {row}"))
problems += [f"{name}: docs/diagnostics.md has a row, the registry has none" for name in documented]
print("\n".join(problems or [f"{len(registry)} diagnostics, each tested and documented"]))
sys.exit(bool(problems))
