// RUN: not %gpufuse %s -p %t.none -o %t.cu 2>&1 | FileCheck %s
// CHECK: gpufuse: error: cannot use the compilation database in '{{.*}}.none'
// CHECK: [bad-compile-commands]
int main() {}
