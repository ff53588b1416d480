#!/usr/bin/env python3
"""Gives the tool hostile input, and hostile places to write to; says which rule of tool.py did not hold.

    hostile.py --gpufuse TOOL --compiler 'g++ FLAGS' --examples DIR --out DIR GROUP...

GROUP is programs, mutations or files. A case that failed leaves its folder in OUT. Longer runs of random cases:
    --seed S --count N     other mutations, and more of each kind
"""
import argparse
import os
import shlex
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor

import files
import mutations
import programs
from tool import Broken, Tool


def run_case(tool, out, name, case):
    """Nothing, or which rule was broken."""
    folder = os.path.join(out, name)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    try:
        case(tool, folder)
    except Broken as rule:
        return f"{name}: {rule}\n  in {folder}"
    shutil.rmtree(folder)
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpufuse", required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--examples", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--sanitized", action="store_true")
    parser.add_argument("--seed", default="smoke")
    parser.add_argument("--count", type=int, default=7)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("groups", nargs="+", choices=["programs", "mutations", "files"])
    options = parser.parse_args()

    tool = Tool(options.gpufuse, shlex.split(options.compiler), options.sanitized)
    cases = {}
    if "programs" in options.groups:
        cases.update(programs.cases())
    if "mutations" in options.groups:
        cases.update(mutations.cases(options.examples, options.seed, options.count))
    if "files" in options.groups:
        cases.update(files.cases())
    with ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda item: run_case(tool, options.out, *item), cases.items())
        failures = [result for result in results if result]
    print("\n".join(failures))
    print(f"{len(cases) - len(failures)} passed, {len(failures)} failed")
    sys.exit(1 if failures else 0)


main()
