"""Known differences that random programs keep away from, so that they find others. Remove a line when it is mended: the
generator then writes such programs again."""

KNOWN = set()

# What emitted text looks like where a known difference is to be expected. A program that differs and has it is reported
# as known, and is no failure; it is not avoided, as it would take too much away.
KNOWN_IN_TEXT = {}
