// The elementwise table itself: what its readers rely on.
#include "check.h"

#include <map>
#include <string>

namespace {
struct row {
  unsigned classes;
  int arity;
  bool is_also;
};
std::multimap<std::string, row> rows() {
  using namespace gf::type_class;
  std::multimap<std::string, row> result;
#define GPUFUSE_ELEMENTWISE(name, arity, types, result_rule, host, device, numpy, lo, hi, ulp)                         \
  result.insert({#name, {types, arity, false}});
#define GPUFUSE_ELEMENTWISE_ALSO(name, arity, types, result_rule, host, device, numpy, lo, hi, ulp)                    \
  result.insert({#name, {types, arity, true}});
#include <gpufuse/elementwise_functions.def>
  return result;
}
} // namespace

TEST_CASE("the rows of one name share no type, and the first is the only one that is not ALSO") {
  const auto table = rows();
  for (auto it = table.begin(); it != table.end(); it = table.upper_bound(it->first)) {
    INFO(it->first);
    unsigned seen = 0;
    int firsts = 0;
    for (auto same = it; same != table.upper_bound(it->first); ++same) {
      CHECK((seen & same->second.classes) == 0);
      CHECK(same->second.arity == it->second.arity);
      seen |= same->second.classes;
      firsts += !same->second.is_also;
    }
    CHECK(firsts == 1);
    CHECK_FALSE(it->second.is_also);
  }
}

TEST_CASE("aliases and operators name functions of the table") {
  const auto table = rows();
  std::string unknown;
#define GPUFUSE_ELEMENTWISE_ALIAS(alias, name)                                                                         \
  if (!table.contains(#name) || table.contains(#alias))                                                                \
    unknown += #alias " ";
#define GPUFUSE_OPERATOR(token, name)                                                                                  \
  if (!table.contains(#name))                                                                                          \
    unknown += #name " ";
#include <gpufuse/elementwise_functions.def>
  CHECK(unknown.empty());
}
