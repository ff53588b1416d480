// A report tells of all passes, whichever stage is printed, and does not change what is printed.
// RUN: %gpufuse %s --emit=ir > %t.ir && %gpufuse %s --emit=regions > %t.regions
// RUN: %gpufuse %s --emit=ir --explain --report %t.json -MF %t.d 2> %t.explained | cmp - %t.ir
// RUN: FileCheck %s < %t.explained && FileCheck %s --check-prefix=JSON < %t.json && FileCheck %s --check-prefix=MAKE < %t.d
// RUN: %gpufuse %s --emit=regions --explain 2> %t.explained | cmp - %t.regions
// RUN: FileCheck %s < %t.explained
// RUN: FileCheck %s --check-prefix=IR < %t.ir && FileCheck %s --check-prefix=REGIONS < %t.regions
#include <gpufuse/gpufuse.h>

[[gpufuse::fuse]]
gpufuse::array<float, 1> twice(const gpufuse::array<float, 1> &x) {
  return x * 2.0f;
}
// CHECK: 1 statements -> 1 regions, 1 launches; 0 launches and 0 bytes per element saved
// JSON: "schedule": "map"
// MAKE: stages-are-explained-too.cpp
// IR-NOT: gf.region
// REGIONS: gf.region 1
// REGIONS-NOT: gf.kernel
