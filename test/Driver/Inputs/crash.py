#!/usr/bin/env python3
"""Makes the tool crash in the middle of its work, and prints what it says and its exit code.

    crash.py TOOL INPUT ARGUMENTS...

INPUT is made as a pipe: when the tool has opened it, it is at work, and waits for text that never comes.
"""
import os
import signal
import subprocess
import sys
import time

os.mkfifo(sys.argv[2])
tool = subprocess.Popen(sys.argv[1:])
pipe = None
while pipe is None and tool.poll() is None:
    try:
        pipe = os.open(sys.argv[2], os.O_WRONLY | os.O_NONBLOCK)
    except OSError:  # nobody reads yet
        time.sleep(0.01)
tool.send_signal(signal.SIGSEGV)
print(f"exit code {tool.wait()}")
