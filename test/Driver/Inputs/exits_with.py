#!/usr/bin/env python3
"""Runs a command and fails unless it ends with the given exit code; its output passes through.

    exits_with.py CODE COMMAND...
"""
import subprocess
import sys

expected, command = int(sys.argv[1]), sys.argv[2:]
code = subprocess.run(command).returncode
if code != expected:
    sys.exit(f"exit code {code}, not {expected}: {' '.join(command)}")
