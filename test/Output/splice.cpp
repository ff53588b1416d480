// The emitted text keeps the user's bytes and line numbers, with no directive where none is needed.
#include "Output/SpliceSource.h"

#include <catch2/catch.hpp>

using namespace gpufuse;

namespace {

/// An edit of the first `word` in `text`.
Edit replace(const std::string &text, const std::string &word, std::string by,
             Edit::Lines lines = Edit::Lines::inherited) {
  const auto at = static_cast<int64_t>(text.find(word));
  return {at, at + static_cast<int64_t>(word.size()), std::move(by), lines};
}

} // namespace

TEST_CASE("user text is kept byte for byte, with a header before it") {
  OutputOptions options;
  options.inputPath = "in.cpp";
  options.outputPath = "-";
  options.toolVersion = "1.2.3";
  options.buildCommand = "nvcc -fmad=false";
  options.runtimeInclude = "gpufuse/runtime/cuda.h";
  CHECK(spliceSource("int x;\n", {}, options) ==
        "// Written by gpufuse 1.2.3 from in.cpp; changes here are lost when it is written again.\n"
        "// Build: nvcc -fmad=false\n"
        "#include <gpufuse/runtime/cuda.h>\n"
        "#include <gpufuse/runtime/emitted.h>\n"
        "#line 1 \"in.cpp\"\n"
        "int x;\n");
}

TEST_CASE("a replacement of as many lines needs no directive") {
  const std::string text = "a;\nb;\nc;\n";
  CHECK(spliceRange(text, 0, 9, {replace(text, "b;", "bb;")}) == "#line 1\na;\nbb;\nc;\n");
}

TEST_CASE("after a longer replacement the next user text gets its line") {
  const std::string text = "a;\nb;\n\n// note\nc;\nd;\n";
  CHECK(spliceRange(text, 0, static_cast<int64_t>(text.size()), {replace(text, "b;", "b1;\nb2;")}) ==
        "#line 1\na;\nb1;\nb2;\n\n// note\n#line 5\nc;\nd;\n");
}

TEST_CASE("a statement that fused into a later one leaves no line") {
  const std::string text = "  a;\n  b;\n  c;\n";
  CHECK(spliceRange(text, 0, 15, {replace(text, "a;", ""), replace(text, "b;", "fused;")}) ==
        "  fused;\n#line 3\n  c;\n");
}

TEST_CASE("a removed statement before user text leaves an empty line rather than a directive") {
  const std::string text = "x;\n  a;\n  b;\n";
  CHECK(spliceRange(text, 0, static_cast<int64_t>(text.size()), {replace(text, "a;", "")}) == "#line 1\nx;\n\n  b;\n");
}

TEST_CASE("the rest of a line after a longer replacement goes to a line of its own") {
  const std::string text = "{ a; b; }\n";
  CHECK(spliceRange(text, 0, 10, {replace(text, "a;", "a1;\na2;")}) == "#line 1\n{ a1;\na2;\n#line 1\n b; }\n");
}

TEST_CASE("a user's statement in other words gets its own line") {
  const std::string text = "  a;\n  return f(a);\n";
  CHECK(spliceRange(text, 0, 20,
                    {replace(text, "a;", "a1;\na2;"), replace(text, "return f(a);", "return r;", Edit::Lines::user)}) ==
        "  a1;\na2;\n#line 2\n  return r;\n");
}

TEST_CASE("kernels have the output's own lines") {
  OutputOptions options;
  options.inputPath = "in.cpp";
  options.outputPath = "out.cu";
  options.toolVersion = "1";
  CHECK(spliceSource("int x;\nint f();\n",
                     {Edit{7, 7, "kernel\n", Edit::Lines::output}, Edit{7, 7, "other\n", Edit::Lines::output}},
                     options) ==
        "// Written by gpufuse 1 from in.cpp; changes here are lost when it is written again.\n"
        "#line 1 \"in.cpp\"\n"
        "int x;\n"
        "#line 5 \"out.cu\"\n"
        "kernel\n"
        "other\n"
        "#line 2 \"in.cpp\"\n"
        "int f();\n");
}

TEST_CASE("insertions at one place keep their order, before what is replaced there") {
  const std::string text = "ab";
  CHECK(spliceRange(text, 0, 2, {replace(text, "b", "B"), Edit{1, 1, "1", {}}, Edit{1, 1, "2", {}}}) ==
        "#line 1\na12B");
}

TEST_CASE("the CPU output turns contraction off before the first include") {
  OutputOptions options;
  options.inputPath = "in.cpp";
  options.outputPath = "-";
  options.isCpu = true;
  const std::string off = spliceSource("", {}, options);
  CHECK(off.find("#pragma STDC FP_CONTRACT OFF") != std::string::npos);
  options.fpContract = true;
  CHECK(spliceSource("", {}, options).find("FP_CONTRACT") == std::string::npos);
}
