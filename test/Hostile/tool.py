"""One run of the tool, and the rules that hold whatever it is given."""
import os
import resource
import subprocess

SECONDS = 60
MEMORY = 4 << 30
SANITIZED_STACK = 64 << 20


class Broken(Exception):
    """A rule that did not hold, in words."""


def contents(folder):
    """What is in a folder: for each path a file's bytes, or where a link leads."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            if os.path.islink(path):
                found[os.path.relpath(path, folder)] = os.readlink(path)
            elif os.path.isfile(path):
                with open(path, "rb") as file:
                    found[os.path.relpath(path, folder)] = file.read()
    return found


class Tool:
    """The tool, and a compiler that says whether what it wrote is C++."""

    def __init__(self, gpufuse, compiler, is_sanitized):
        self.gpufuse = gpufuse
        self.compiler = compiler
        # Sanitizers reserve more addresses than any limit allows, and their frames are several times as large.
        self.is_sanitized = is_sanitized

    def start(self, arguments, folder, file_size=None, **streams):
        """The running tool. A file of more than `file_size` bytes cannot be written, as on a full disk."""

        def limit():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if self.is_sanitized:
                resource.setrlimit(resource.RLIMIT_STACK, (SANITIZED_STACK, resource.RLIM_INFINITY))
            else:
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            if file_size is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, file_size))

        streams.setdefault("stdout", subprocess.PIPE)
        # Python ignores SIGXFSZ, and here so does the tool: the write fails instead.
        return subprocess.Popen([self.gpufuse, *arguments], cwd=folder, preexec_fn=limit, restore_signals=False,
                                stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, **streams)

    def run(self, arguments, folder, codes=(0, 1, 2), writes=("out.cu",), **options):
        """Runs the tool and gives what it said. It ends in time with one of `codes`; it writes the files `writes` if
        that is 0 and nothing otherwise; every other file stays as it was."""
        before = contents(folder)
        process = self.start(arguments, folder, **options)
        try:
            _, said = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Broken(f"still running after {SECONDS} s") from None
        said = said.decode(errors="replace")
        if process.returncode not in codes:
            raise Broken(f"exit code {process.returncode} instead of {' or '.join(map(str, codes))}: {said[-2000:]}")
        check_files(before, contents(folder), writes if process.returncode == 0 else ())
        return process.returncode, said

    def check_compiles(self, source, output, folder):
        """What was written compiles, unless the compiler does not accept the source either."""
        wrong = self.errors_of(output, folder)
        if wrong and not self.errors_of(source, folder):
            raise Broken(f"'{output}' does not compile: {wrong[:2000]}")

    def errors_of(self, path, folder):
        command = [*self.compiler, "-fsyntax-only", "-w", path]
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
        return result.stderr if result.returncode != 0 else ""


def check_files(before, after, writes):
    for name in writes:
        if not after.get(name):
            raise Broken(f"exit code 0, but '{name}' was not written")
    for name in sorted(before.keys() | after.keys()):
        if name in writes or before.get(name) == after.get(name):
            continue
        change = "changed" if name in before and name in after else "removed" if name in before else "left behind"
        raise Broken(f"'{name}' was {change}")
