"""Programs that no person would write, but a generator or an enemy might: each with the exit codes that it may have."""
HEAD = "#include <gpufuse/gpufuse.h>\nnamespace gf = gpufuse;\nusing V = gf::array<float, 1>;\n"
BODY = "  auto y = x * 2.0f;\n  auto z = sin(y) + x;\n  return z;\n"


def function(body=BODY, parameters="const V &x", name="f"):
    return f"[[gpufuse::fuse]] V {name}({parameters}) {{\n{body}}}\n"


def plain():
    return HEAD + function()


def renamed(y, z):
    return HEAD + function(BODY.replace("y", y).replace("z", z))


def spelled():
    """The same statements in unusual characters, which must all be found again at their places."""
    yield "crlf", plain().replace("\n", "\r\n"), 0
    yield "cr", plain().replace("\n", "\r"), 0
    yield "byte-order-mark", "\ufeff" + plain(), 0
    yield "no-last-newline", plain().rstrip("\n"), 0
    yield "unicode-names", renamed("größe", "变量"), 0
    yield "universal-names", renamed("\\u00e4", "\\u00e5"), 0
    yield "unicode-before-statements", plain().replace("auto", '/* 😀 */ (void)"ä\\u00fc变"; auto'), 0
    yield "digraphs", plain().translate(str.maketrans({"{": "<%", "}": "%>", "[": "<:", "]": ":>"})), 0
    yield "continued-lines", plain().replace("float", "fl\\\noat").replace("auto", "au\\\nto"), 0
    yield "bytes-that-are-no-text", plain().encode().replace(b"auto", b"/* \xff\xfe\x80 */ auto"), 0
    yield "zero-bytes", plain().replace("auto", "\0auto"), (0, 1)
    yield "attribute-in-a-string", plain() + 'auto s = R"x([[gpufuse::fuse]] V g(V x) { return x + x; })x";\n', 0
    yield "long-line", HEAD.replace("V", "V ") + function().replace("\n", " " * 100_000), 0
    yield "long-name", renamed("y" * 20_000, "z" * 20_000), 0
    yield "long-comment", plain().replace("auto", "/*" + "*" * 1_000_000 + "*/ auto"), 0


def preprocessed():
    """Text that is not what it seems."""
    yield "macro-statement", plain().replace("  auto y = x * 2.0f;", "#define Y auto y = x * 2.0f;\n  Y"), (0, 1)
    yield "macro-in-a-statement", plain().replace("x * 2", "\n#define TWO(a) a * 2\n TWO(x)"), (0, 1)
    yield "macro-over-statements", HEAD + "#define W(...) __VA_ARGS__\n" + function("W(" + BODY + ")\n"), (0, 1)
    yield "macro-function", HEAD + "#define W(...) __VA_ARGS__\nW(" + function() + ")\n", (0, 1)
    yield "macro-name-of-the-language", "#define sin cos\n" + plain(), (0, 1)
    yield "line-directives", HEAD + function(BODY.replace("  auto", '#line 7 "else where.cpp"\n  auto')), 0
    yield "line-beyond-all", HEAD + "#line 2147483647\n" + function(), 0
    yield "line-of-a-header", HEAD + '# 1 "/usr/include/gpufuse.h" 1 3 4\n' + function(), (0, 1)
    yield "condition-inside-a-statement", plain().replace("sin", "\n#if 1\n sin\n#else\n cos\n#endif\n"), (0, 1)
    yield "open-condition", plain() + "#if 1\n", 1
    yield "open-comment", plain() + "/* ", 1
    yield "includes-itself", '#include "in.cpp"\n' + plain(), 1
    yield "includes-a-folder", '#include "/"\n' + plain(), 1
    yield "body-from-an-include", HEAD + function('#include "in.cpp"\n'), 1
    yield "pragma-once", "#pragma once\n" + plain(), 0
    yield "error-directive", plain() + "#error no\n", 1


def helpers(expression, count):
    """A function that calls a helper, which calls a helper, and so on."""
    text = "V f0(const V &x) { return x + 1.0f; }\n"
    for number in range(count):
        text += f"V f{number + 1}(const V &x) {{ return {expression.format(number)}; }}\n"
    return text + function(f"  return f{count}(x);\n")


def deep():
    """Depth, which recursion may not survive."""
    yield "many-brackets", HEAD + function(f"  return {'(' * 1000}x + 1.0f{')' * 1000};\n"), 1
    yield "nested-brackets", HEAD + function(f"  return {'(x + ' * 150}x{')' * 150};\n"), 0
    yield "nested-calls", HEAD + function(f"  return {'sin(' * 200}x{')' * 200};\n"), 0
    yield "many-signs", HEAD + function(f"  return {'- ' * 500}x;\n"), 0
    yield "nested-blocks", HEAD + function("{" * 150 + BODY + "}" * 150 + "  return x;\n"), 0
    yield "nested-conditions", HEAD + function("if (x.size() > 1) {" * 150 + BODY + "}" * 150 + "  return x;\n"), 0
    yield "nested-loops", HEAD + function("  auto y = x + 1.0f;\n" + "for (int i = 0; i < 1; ++i) " * 150 +
                                          "y += x;\n  return y;\n"), 0
    yield "long-else-chain", HEAD + function("  auto y = x + 1.0f;\n  if (x.size() == 0) y += x;\n" + "".join(
        f"  else if (x.size() == {i}) y += x;\n" for i in range(1, 60)) + "  return y;\n"), 0
    yield "helpers-of-helpers", HEAD + helpers("f{}(x) * 2.0f", 100), 0
    yield "helpers-that-double", HEAD + helpers("f{0}(x) + f{0}(x)", 30), 0
    yield "helper-calls-itself", HEAD + "V g(V x) { return x.size() ? g(x) + x : x; }\n" + function("return g(x);\n"), 0
    yield "template-without-end", HEAD + "template <int N> V g(const V &x) { return g<N + 1>(x); }\n" + function(
        "  return g<0>(x);\n"), 1


def big():
    """Size, for which quadratic work shows."""
    yield "long-sum", HEAD + function(f"  return x{' + x' * 2000};\n"), 0
    yield "long-sum-of-products", HEAD + function(f"  return x{' + x * 2.0f' * 1000};\n"), 0
    yield "many-statements", HEAD + function("  auto y = x + 1.0f;\n" + "  y = y * x;\n" * 500 + "  return y;\n"), 0
    yield "many-variables", HEAD + function("  auto v0 = x;\n" + "".join(
        f"  auto v{i} = v{i - 1} + {i}.0f;\n" for i in range(1, 500)) + "  return v499;\n"), 0
    yield "many-parameters", HEAD + function(f"  return {' + '.join(f'p{i}' for i in range(200))};\n",
                                             ", ".join(f"const V &p{i}" for i in range(200))), 0
    yield "many-functions", HEAD + "".join(function(name=f"f{i}") for i in range(150)), 0
    yield "huge-number", HEAD + function(f"  return x + {'9' * 5000}.0f;\n"), (0, 1)
    yield "huge-integer", HEAD + function(f"  return x + {'9' * 5000};\n"), 1


def misplaced():
    """The attribute where it makes little sense."""
    fused = "[[gpufuse::fuse]] "
    yield "declared-only", HEAD + fused + "V f(const V &x);\n", (0, 1)
    yield "on-main", HEAD + fused + "int main() { V x{1, 2}; auto y = x + x; return y(0) > 1; }\n", 0
    yield "on-a-constructor", HEAD + "struct S { V x; " + fused + "S(const V &y) : x(y) { x += y; } };\n", (0, 1)
    yield "on-a-destructor", HEAD + "struct S { V x; " + fused + "~S() { x += x; } };\n", (0, 1)
    yield "on-an-operator", HEAD + "struct S { V x; };\n" + fused + "V operator+(S a, S b) { return a.x + b.x; }\n", 0
    yield "on-a-lambda", HEAD + "auto f = [] [[gpufuse::fuse]] (const V &x) { auto y = x + x; return y; };\n", (0, 1)
    yield "on-a-try-block", HEAD + fused + "V f(const V &x) try { return x + x; } catch (...) { return x; }\n", (0, 1)
    yield "on-a-coroutine-like-name", HEAD + fused + "V co_f(V x) noexcept(false) { x += x; return x; }\n", 0
    yield "on-an-empty-body", HEAD + fused + "void f() {}\n", 0
    yield "deleted", HEAD + fused + "V f(const V &x) = delete;\n", (0, 1)
    yield "only-whitespace", " \n\t\n", (0, 1)
    yield "empty", "", (0, 1)


def cases():
    """For each name, what to do in an empty folder."""
    found = {}
    for group in (spelled, preprocessed, deep, big, misplaced):
        for name, text, codes in group():
            found[name] = case(text if isinstance(text, bytes) else text.encode(),
                               codes if isinstance(codes, tuple) else (codes,), group in (spelled, preprocessed))
    return found


def case(text, codes, compiles):
    def run(tool, folder):
        with open(f"{folder}/in.cpp", "wb") as file:
            file.write(text)
        code, _ = tool.run(["in.cpp", "--target=cpu", "-o", "out.cpp"], folder, codes, ["out.cpp"])
        if compiles and code == 0:
            tool.check_compiles("in.cpp", "out.cpp", folder)

    return run
