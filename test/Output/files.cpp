// Files are written whole or not at all, never over an input; includes and dependencies keep their meaning.
#include "Output/DependencyFile.h"
#include "Output/RelativeIncludes.h"
#include "Output/WriteFile.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

using namespace gpufuse;
namespace fs = std::filesystem;

namespace {

/// A folder that goes when the test ends.
struct Folder {
  fs::path path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "gpufuse-output-XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path); }

  std::string write(const std::string &name, const std::string &contents) const {
    fs::create_directories((path / name).parent_path());
    std::ofstream(path / name) << contents;
    return (path / name).string();
  }
};

std::string contentsOf(const fs::path &file) {
  std::stringstream contents;
  contents << std::ifstream(file).rdbuf();
  return contents.str();
}

} // namespace

TEST_CASE("a file is written and replaced, and nothing else is left") {
  const Folder folder;
  const std::string out = (folder.path / "out.cu").string();
  REQUIRE(writeFile(out, "one").empty());
  REQUIRE(writeFile(out, "two").empty());
  CHECK(contentsOf(out) == "two");
  CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()) == 1);
}

TEST_CASE("an input is not overwritten, by name, by link or by another spelling") {
  const Folder folder;
  const std::string input = folder.write("in.cpp", "user");
  fs::create_symlink(input, folder.path / "link.cu");
  for (const fs::path &out : {fs::path(input), folder.path / "link.cu", folder.path / "." / "in.cpp"})
    CHECK(writeFile(out.string(), "ours", {input}).find("is an input file") != std::string::npos);
  CHECK(contentsOf(input) == "user");
}

TEST_CASE("a folder that is not there is an error in words") {
  const Folder folder;
  const std::string error = writeFile((folder.path / "none" / "out.cu").string(), "x");
  CHECK(error.find("cannot write '") == 0);
  CHECK(error.find("no such file or directory") != std::string::npos);
}

TEST_CASE("of several files none is written where one cannot be") {
  const Folder folder;
  const std::string out = (folder.path / "out.cu").string();
  REQUIRE(writeFile(out, "before").empty());
  const std::string error = writeFiles({{out, "new"}, {(folder.path / "none" / "out.d").string(), "x"}});
  CHECK(error.find("cannot write '") == 0);
  CHECK(contentsOf(out) == "before");
  CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()) == 1);
  CHECK(writeFiles({{out, "new"}, {(folder.path / "out.d").string(), "x"}}).empty());
  CHECK(contentsOf(out) == "new");
}

TEST_CASE("quoted includes beside the input are respelled for another folder") {
  const Folder folder;
  const std::string input = folder.write("src/in.cpp", "");
  folder.write("src/own.h", "");
  folder.write("build/out.cu", "");
  const std::string text = "#include \"own.h\"\n#include <own.h>\n#include \"searched.h\"\n";
  const auto edits = relocateIncludes(text, input, (folder.path / "build/out.cu").string());
  REQUIRE(edits.size() == 1);
  CHECK(text.substr(edits[0].begin, edits[0].end - edits[0].begin) == "own.h");
  CHECK(edits[0].text == "../src/own.h");
  CHECK(relocateIncludes(text, input, (folder.path / "src/out.cu").string()).empty());
}

TEST_CASE("dependencies are escaped for make, each once, with empty rules for headers") {
  CHECK(dependencyFile("out dir/a$b.cu", {"in.cpp", "my h.h", "in.cpp", "c#.h"}) ==
        "out\\ dir/a$$b.cu: \\\n  in.cpp \\\n  my\\ h.h \\\n  c\\#.h\nmy\\ h.h:\nc\\#.h:\n");
}
