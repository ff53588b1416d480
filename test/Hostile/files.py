"""Inputs that are no files, places that cannot be written, and runs that are disturbed."""
import os
import random
import signal
import subprocess
import time

from programs import HEAD, function, plain
from tool import SECONDS, Broken, contents

OTHER = HEAD + function("  return cos(x) - 1.0f;\n")


def write(folder, name, text):
    with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
        file.write(text)


def expected(tool, folder, text):
    """What the tool writes for `text`, in a file of that name."""
    write(folder, "in.cpp", text)
    tool.run(["in.cpp", "-o", "out.cu"], folder, (0,))
    with open(f"{folder}/out.cu", "rb") as file:
        whole = file.read()
    os.remove(f"{folder}/out.cu")
    return whole


def input_is_a_folder(tool, folder):
    os.mkdir(f"{folder}/in.cpp")
    tool.run(["in.cpp", "-o", "out.cu"], folder, (1,))


def input_is_a_device(tool, folder):
    tool.run(["/dev/null", "-o", "out.cu"], folder, (0, 1))


def input_is_a_link(tool, folder):
    write(folder, "real.cpp", plain())
    os.symlink("real.cpp", f"{folder}/in.cpp")
    tool.run(["in.cpp", "-o", "out.cu"], folder, (0,))


def input_is_a_link_to_itself(tool, folder):
    os.symlink("in.cpp", f"{folder}/in.cpp")
    tool.run(["in.cpp", "-o", "out.cu"], folder, (1,))


def output_is_a_link(tool, folder):
    """What a link leads to is replaced; the link stays."""
    write(folder, "in.cpp", plain())
    write(folder, "real.cu", "before")
    os.symlink("real.cu", f"{folder}/out.cu")
    tool.run(["in.cpp", "-o", "out.cu"], folder, (0,), ["real.cu"])


def output_is_a_link_to_nothing(tool, folder):
    write(folder, "in.cpp", plain())
    os.symlink("real.cu", f"{folder}/out.cu")
    tool.run(["in.cpp", "-o", "out.cu"], folder, (0, 1), ["out.cu"])


def output_is_a_link_to_the_input(tool, folder):
    write(folder, "in.cpp", plain())
    os.symlink("in.cpp", f"{folder}/out.cu")
    tool.run(["in.cpp", "-o", "out.cu"], folder, (1,))


def output_is_the_input_by_another_name(tool, folder):
    write(folder, "in.cpp", plain())
    os.link(f"{folder}/in.cpp", f"{folder}/out.cu")
    tool.run(["in.cpp", "-o", "out.cu"], folder, (1,))


def output_is_a_folder(tool, folder):
    write(folder, "in.cpp", plain())
    os.mkdir(f"{folder}/out.cu")
    tool.run(["in.cpp", "-o", "out.cu"], folder, (1,))


def output_is_inside_a_file(tool, folder):
    """As a folder without permission, but also for root."""
    write(folder, "in.cpp", plain())
    write(folder, "out", "before")
    tool.run(["in.cpp", "-o", "out/out.cu"], folder, (1,))


def output_has_a_long_name(tool, folder):
    write(folder, "in.cpp", plain())
    tool.run(["in.cpp", "-o", "o" * 300], folder, (1,))


def output_is_a_full_device(tool, folder):
    write(folder, "in.cpp", plain())
    tool.run(["in.cpp", "-o", "/dev/full"], folder, (1,))


def stdout_is_full(tool, folder):
    write(folder, "in.cpp", plain())
    with open("/dev/full", "wb") as full:
        tool.run(["in.cpp", "-o", "-"], folder, (1,), stdout=full)


def the_disk_gets_full(tool, folder):
    """The output does not fit, or the report does not: then neither is written."""
    size = len(expected(tool, folder, plain()))
    command = ["in.cpp", "-o", "out.cu"]
    for room in (0, 1, size // 2, size - 1):
        tool.run(command, folder, (1,), file_size=room)
    command += ["--report", "report.json"]
    tool.run(command, folder, (0,), ["out.cu", "report.json"])
    sizes = [os.path.getsize(f"{folder}/{name}") for name in ("out.cu", "report.json")]
    write(folder, "out.cu", "before")
    write(folder, "report.json", "before")
    tool.run(command, folder, (1,), file_size=max(sizes) - 1)


def two_runs_at_once(tool, folder):
    """On one output, from different inputs: a reader sees the one or the other whole."""
    wholes = [expected(tool, folder, text) for text in (OTHER, plain())]
    write(folder, "other.cpp", OTHER)
    wholes[0] = wholes[0].replace(b"in.cpp", b"other.cpp")
    before = contents(folder)
    runs = [tool.start([name, "-o", "out.cu"], folder) for name in ("in.cpp", "other.cpp") * 2]
    while any(run.poll() is None for run in runs):
        if os.path.exists(f"{folder}/out.cu"):
            check_whole(folder, wholes)
        time.sleep(0.005)
    for run in runs:
        run.communicate()
        if run.returncode != 0:
            raise Broken(f"exit code {run.returncode} of one of two runs at once")
    check_whole(folder, wholes)
    after = contents(folder)
    after.pop("out.cu")
    if after != before:
        raise Broken(f"the folder has {sorted(after)} instead of {sorted(before)}")


def check_whole(folder, wholes):
    with open(f"{folder}/out.cu", "rb") as file:
        if file.read() not in wholes:
            raise Broken("the output is neither of the two")


def killed(tool, folder):
    """At any time: the output is as before or whole. Only a temporary file beside it may be left, where the signal is
    one that no program sees."""
    whole = expected(tool, folder, plain())
    chance = random.Random("killed")
    began = time.monotonic()
    tool.run(["in.cpp", "-o", "out.cu"], folder, (0,))
    seconds = time.monotonic() - began
    for number in range(10):
        write(folder, "out.cu", "before")
        run = tool.start(["in.cpp", "-o", "out.cu"], folder)
        time.sleep(seconds * chance.random() if number % 2 else seconds * chance.uniform(0.8, 1))
        kind = signal.SIGKILL if number < 7 else signal.SIGTERM
        run.send_signal(kind)
        run.communicate(timeout=SECONDS)
        check_undisturbed(folder, whole, kind)


def check_undisturbed(folder, whole, kind):
    left = contents(folder)
    if left.pop("out.cu") not in (b"before", whole):
        raise Broken("the output is partial")
    if left.pop("in.cpp") != plain().encode():
        raise Broken("the input was changed")
    for name in left:
        if kind != signal.SIGKILL or not name.endswith(".tmp"):
            raise Broken(f"'{name}' was left behind")
        os.remove(f"{folder}/{name}")


def cases():
    found = [input_is_a_folder, input_is_a_device, input_is_a_link, input_is_a_link_to_itself, output_is_a_link,
             output_is_a_link_to_nothing, output_is_a_link_to_the_input, output_is_the_input_by_another_name,
             output_is_a_folder, output_is_inside_a_file, output_has_a_long_name, output_is_a_full_device,
             stdout_is_full, the_disk_gets_full, two_runs_at_once, killed]
    return {case.__name__.replace("_", "-"): case for case in found}
