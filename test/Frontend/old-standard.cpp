// RUN: not %gpufuse %s -std=c++17 -o %t.cu 2>&1 | FileCheck %s
// CHECK: error: the array language needs C++20; use '-std=c++20' [old-standard]
int main() {}
