#!/usr/bin/env python3
"""Builds one example in every way that runs without a GPU, two compilers at a time.

    build_example.py --gpufuse TOOL --examples FOLDER --compiler 'g++ FLAGS' EXAMPLE OUT

makes the programs OUT.eager, OUT.fused and OUT.no-fuse, and writes OUT.cu, OUT.fused.cpp, OUT.no-fuse.cpp, and the
reports OUT.json (fused) and OUT.no-fuse.json; --without-cuda leaves OUT.cu out. Prints what failed and exits with 1. More
options, such as -O0, go to the compiler.
"""
import argparse
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

parser = argparse.ArgumentParser()
parser.add_argument("--gpufuse", required=True)
parser.add_argument("--examples", required=True)
parser.add_argument("--compiler", required=True)
parser.add_argument("--without-cuda", action="store_true")
parser.add_argument("example")
parser.add_argument("out")
options, more_flags = parser.parse_known_args()
source = f"{options.examples}/{options.example}.cpp"
out = options.out


def run(command):
    finished = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if finished.returncode != 0:
        print(f"{shlex.join(command)}\n{finished.stdout}exit status {finished.returncode}")
        sys.exit(1)


def program(name, text, *flags):
    """An object first: a compiler cache keeps objects, not programs."""
    compiler = shlex.split(options.compiler) + list(flags) + more_flags
    run(compiler + ["-c", text, "-o", f"{out}.{name}.o"])
    run(compiler + [f"{out}.{name}.o", "-o", f"{out}.{name}"])


if not options.without_cuda:
    run([options.gpufuse, source, "-o", f"{out}.cu"])
run([options.gpufuse, source, "--target=cpu", "-o", f"{out}.fused.cpp", "--report", f"{out}.json"])
run([options.gpufuse, source, "--target=cpu", "--no-fuse", "-o", f"{out}.no-fuse.cpp", "--report", f"{out}.no-fuse.json"])
with ThreadPoolExecutor(2) as pool:
    jobs = [pool.submit(program, "eager", source),
            pool.submit(program, "fused", f"{out}.fused.cpp", "-fopenmp"),
            pool.submit(program, "no-fuse", f"{out}.no-fuse.cpp", "-fopenmp")]
    for job in jobs:
        job.result()
