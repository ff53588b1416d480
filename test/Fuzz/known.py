"""Known differences that random programs keep away from, so that they find others. Remove a line when it is mended: the
generator then writes such programs again."""

KNOWN = {
    # A dead array statement loses its shape check, so it no longer throws: programs that may throw print every array.
    "dead-statements-do-not-throw",
    # `m = m(slice)` is dropped.
    "assignments-of-own-parts",
    # What has elements is not written where it shares a region with what has none: no extent is 0.
    "outputs-beside-empty-spaces",
    # An operation of rank 0 used twice beside a reduction is stored out of bounds.
    "rank-0-beside-reductions",
    # An element read through a view in one branch, and an element update in the other: internal fault.
    "elements-of-views-in-branches",
    # The text of a condition that reduces a view stays, and names a variable that is gone.
    "conditions-that-reduce-views",
    # In a branch, a part of an array is assigned the array itself element by element.
    "stores-of-own-parts",
}

# What emitted text looks like where a known difference is to be expected. A program that differs and has it is reported
# as known, and is no failure; it is not avoided, as it would take too much away.
KNOWN_IN_TEXT = {
    # Behind a guarded region, what follows still reads the variable as it was before.
    "reads-behind-guards": r"_before\b",
}
