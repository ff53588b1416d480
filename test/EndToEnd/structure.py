#!/usr/bin/env python3
"""Prints what a --report file says of each function, one line each, for FileCheck:

    unit_vectors: 6 statements, 1 region, 1 launch

and a line `  refused: REASON` for each pair that was not fused.
"""
import json
import sys


def counted(number, noun):
    return f"{number} {noun}{'' if number == 1 else 's'}"


with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
for function in report["functions"]:
    launches = sum(region["launches"] for region in function["regions"])
    print(f"{function['name']}: {counted(function['statements'], 'statement')}, "
          f"{counted(len(function['regions']), 'region')}, {counted(launches, 'launch').replace('launchs', 'launches')}")
    for refusal in function["refused"]:
        print(f"  refused: {refusal['reason']}")
