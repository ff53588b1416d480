#!/usr/bin/env python3
"""Makes programs of docs/semantics.md, and compares what it says of them with what the compiler did.

    page.py cpp PAGE OUT         writes its C++ programs as one file; its main calls them all
    page.py python PAGE OUT      writes its Python as one file
    page.py counts PAGE REPORT   compares `// 3 array statements in 2 regions` at the end of each program with the
                                 --report file of the first

Both files have the page's line numbers, so that compilers and failed assertions name the place in the page. The first
block of a language is what all others need. A C++ block with a function check() is put into a namespace; any other
becomes the body of a fused function check().
"""
import json
import sys


def blocks_of(page, language):
    """(number of the line above, lines) of each block, from 1."""
    begin, blocks = None, []
    for number, line in enumerate(page, 1):
        if begin is None and line == f"```{language}":
            begin = number
        elif begin is not None and line == "```":
            blocks.append((begin, page[begin:number - 1]))
            begin = None
    if begin is not None or not blocks:
        sys.exit(f"{sys.argv[2]}:{begin or 1}: no block of {language}, or one that does not end")
    return blocks


def with_page_lines(page, blocks):
    text = [""] * len(page)
    for begin, lines in blocks:
        text[begin:begin + len(lines)] = lines
    return text


def cpp_file(page):
    blocks = blocks_of(page, "cpp")
    text = with_page_lines(page, blocks)
    text[0], text[1] = "#undef NDEBUG", "#include <cstdio>"
    for begin, lines in blocks[1:]:
        is_body = not any("void check()" in line for line in lines)
        text[begin - 1] = f"namespace line_{begin} {{" + (" [[gpufuse::fuse]] void check() {" if is_body else "")
        text[begin + len(lines)] = "}}" if is_body else "}"
    calls = [f"  line_{begin}::check();" for begin, _ in blocks[1:]]
    return text + ["int main() {"] + calls + [f'  std::puts("rules int64 scalar {len(calls)}");', "}"]


def counted(number, noun):
    return f"{number} {noun}{'' if number == 1 else 's'}"


def wrong_counts(page, functions):
    for begin, lines in blocks_of(page, "cpp")[1:]:
        own = [function for function in functions if function["name"].startswith(f"line_{begin}::")]
        statements = sum(function["statements"] for function in own)
        regions = sum(len(function["regions"]) for function in own)
        found = f"// {counted(statements, 'array statement')} in {counted(regions, 'region')}"
        if lines[-1] != found:
            yield f"{begin + len(lines)}: '{lines[-1]}', but the compiler has '{found}'"


def main():
    action, path, other = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        page = file.read().split("\n")
    if action == "counts":
        with open(other, encoding="utf-8") as file:
            wrong = list(wrong_counts(page, json.load(file)["functions"]))
        for line in wrong:
            print(f"{path}:{line}")
        sys.exit(bool(wrong))
    text = cpp_file(page) if action == "cpp" else with_page_lines(page, blocks_of(page, action))
    with open(other, "w", encoding="utf-8") as file:
        file.write("\n".join(text) + "\n")


if __name__ == "__main__":
    main()
