"""Symbolic extents: keys such as `n`, `n-1` or `1`, and what slices make of them."""

# text of one index, and the key of the extent that it leaves of extent `e`
SLICES = [
    ("gf::slice(gf::_, gf::_, -1)", "{e}", 4),
    ("gf::slice(1, gf::_)", "{e}-1", 4),
    ("gf::slice(gf::_, -1)", "{e}-1", 4),
    ("gf::slice(gf::_, 0, -1)", "{e}-1", 2),
    ("gf::slice(-2, gf::_, -1)", "{e}-1", 1),
    ("gf::slice(gf::_, gf::_, 2)", "{e}/2", 3),
    ("gf::slice(gf::_, gf::_, -2)", "{e}/2", 3),
    ("gf::slice(0, 2)", "{e}<2", 2),
    ("gf::slice(-2, gf::_)", "{e}<2", 2),
]
EMPTY_SLICE = "gf::slice(2, 1)"


def extent_text(key, texts):
    """C++ for an extent; `texts` has those of the symbols. None where it cannot be written."""
    if key.isdigit():
        return key
    if key in texts:
        return texts[key]
    base = extent_text(key[:-2], texts) if key[-2:] in ("-1", "/2", "<2") else None
    if base is None:
        return None
    return {"-1": f"({base} > 0 ? {base} - 1 : 0)", "/2": f"({base} + 1) / 2", "<2": f"({base} < 2 ? {base} : 2)"}[key[-2:]]


def stretches(extent):
    """Whether an extent may be stretched to another at run time: `q` is 1 or n."""
    return extent in ("1", "q")
