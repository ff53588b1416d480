// RUN: not %gpufuse %s -o %t.cu -- -### 2>&1 | FileCheck %s
// CHECK: gpufuse: error: clang cannot be run with these arguments: {{.*}} -### {{.*}}bad-arguments.cpp [bad-arguments]
int main() {}
