// Escapes and lays out the rules of a dependency file.
#include "Output/DependencyFile.h"

#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace gpufuse {

/// As GCC escapes: `$$`, `\#`, and a space with its preceding backslashes doubled.
static std::string escaped(StringRef path) {
  std::string text;
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '$')
      text += '$';
    if (path[i] == '#')
      text += '\\';
    if (path[i] == ' ' || path[i] == '\t') {
      for (size_t j = i; j > 0 && path[j - 1] == '\\'; --j)
        text += '\\';
      text += '\\';
    }
    text += path[i];
  }
  return text;
}

std::string dependencyFile(StringRef target, ArrayRef<std::string> dependencies) {
  std::string rule = escaped(target) + ":", phony;
  StringSet<> seen;
  for (const std::string &dependency : dependencies) {
    if (!seen.insert(dependency).second)
      continue;
    rule += " \\\n  " + escaped(dependency);
    if (seen.size() > 1)
      phony += escaped(dependency) + ":\n";
  }
  return rule + "\n" + phony;
}

} // namespace gpufuse
