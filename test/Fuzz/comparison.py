"""Compares what programs print. Lines that begin with `~N` are results of functions that are not exact; those of another
device may be N representable numbers away."""
import re

_NEAR = re.compile(r"~(?P<apart>\d+) (?P<head>\S+ f(?P<bits>32|64) \([^)]*\))(?P<elements>( [0-9a-f]+| nan)*)$")


def place(pattern, bits):
    """Where a bit pattern stands among the numbers of its type: infinities are next to the greatest numbers, and both zeros
    are one number."""
    value, sign = int(pattern, 16), 1 << bits - 1
    return sign - value if value & sign else value


def distance(a, b, bits):
    """How many representable numbers two elements are apart; None where only one is NaN."""
    if a == b:
        return 0
    return None if "nan" in (a, b) else abs(place(a, bits) - place(b, bits))


def difference(expected, found, is_elsewhere):
    """What two lines differ in, or ''."""
    e, f = _NEAR.match(expected), _NEAR.match(found)
    if expected == found:
        return ""
    if is_elsewhere and e and f and (e["apart"], e["head"]) == (f["apart"], f["head"]):
        elements = [e["elements"].split(), f["elements"].split()]
        for k, (a, b) in enumerate(zip(*elements)):
            d = distance(a, b, int(e["bits"]))
            if d is None or d > int(e["apart"]):
                return f"expected: {e['head']}, element {k}: {a}\nfound:    {b}, {d} numbers away, not {e['apart']} at most\n"
        if len(elements[0]) == len(elements[1]):
            return ""
    return f"expected: {expected[:300]}\nfound:    {found[:300]}\n"


def first_difference(expected, found, is_elsewhere=False):
    """The first lines that differ, or ''. `is_elsewhere`: found on another device."""
    for e, f in zip(expected, found):
        if differs := difference(e, f, is_elsewhere):
            return differs
    return f"{len(found)} lines instead of {len(expected)}\n" if len(expected) != len(found) else ""
