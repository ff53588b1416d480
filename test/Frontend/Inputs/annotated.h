// An annotated function in a header, for header-function-used-directly.cpp.
#pragma once
#include <gpufuse/gpufuse.h>
[[gpufuse::fuse]] inline gpufuse::array<float, 1> twice(const gpufuse::array<float, 1> &x) { return x * 2; }
