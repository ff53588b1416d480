// RUN: not %gpufuse %s -std=c++23 -o %t.cu 2>&1 | FileCheck %s
// CHECK: error: nvcc has no C++23; use '-std=c++20' [unsupported-standard]
int main() {}
