"""The examples, cut off and damaged: the same damage for the same seed."""
import os
import random
import re
import shutil

TOKEN = re.compile(r'\w+|"(?:\\.|[^"\\\n])*"|::|->|[+\-*/=<>&|]=|\s+|[^\w\s]')


def cut_off(text, chance):
    """Everything before a token."""
    starts = [token.start() for token in TOKEN.finditer(text) if not token.group().isspace()]
    return text[:chance.choice(starts)].encode()


def without_a_token(text, chance):
    token = chance.choice(list(TOKEN.finditer(text)))
    return (text[:token.start()] + text[token.end():]).encode()


def with_a_token_twice(text, chance):
    token = chance.choice(list(TOKEN.finditer(text)))
    return (text[:token.end()] + token.group() + text[token.end():]).encode()


def with_tokens_exchanged(text, chance):
    first, second = sorted(chance.sample(list(TOKEN.finditer(text)), 2), key=lambda token: token.start())
    return (text[:first.start()] + second.group() + text[first.end():second.start()] + first.group() +
            text[second.end():]).encode()


def with_a_statement_again(text, chance):
    """A line of the text also somewhere else."""
    lines = text.splitlines(keepends=True)
    lines.insert(chance.randrange(len(lines)), chance.choice(lines))
    return "".join(lines).encode()


def with_bits_flipped(text, chance):
    data = bytearray(text.encode())
    for _ in range(chance.randint(1, 3)):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


def random_bytes(_, chance):
    return chance.randbytes(chance.randint(1, 5000))


KINDS = [cut_off, without_a_token, with_a_token_twice, with_tokens_exchanged, with_a_statement_again, with_bits_flipped]


def cases(examples, seed, count):
    """`count` cases of each kind. Headers of the examples stay as they are."""
    names = sorted(name for name in os.listdir(examples) if name.endswith(".cpp"))
    found = {}
    for kind in KINDS + [random_bytes]:
        for number in range(count):
            chance = random.Random(f"{seed} {kind.__name__} {number}")
            found[f"{kind.__name__}-{number}"] = case(examples, chance.choice(names), kind, chance)
    return found


def case(examples, name, kind, chance):
    def run(tool, folder):
        shutil.copy(f"{examples}/report_values.h", folder)
        shutil.copytree(f"{examples}/split_helpers", f"{folder}/split_helpers")
        with open(f"{examples}/{name}", encoding="utf-8") as file:
            damaged = kind(file.read(), chance)
        with open(f"{folder}/in.cpp", "wb") as file:
            file.write(damaged)
        code, _ = tool.run(["in.cpp", "--target=cpu", "-o", "out.cpp"], folder, (0, 1), ["out.cpp"])
        if code == 0:
            tool.check_compiles("in.cpp", "out.cpp", folder)

    return run
