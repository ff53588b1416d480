// What keeps the last store out of its region is a store that the region does without, as a later one replaces it.
module attributes {gf.main_file = "a.cpp"} {
  func.func @f() {
    %0 = gf.root "g" parameter escapes : !gf.root<tensor<?xi1>>
    %1 = gf.root "x" parameter escapes : !gf.root<tensor<?xf64>>
    %2 = gf.root "y" parameter escapes : !gf.root<tensor<?xf64>>
    %3 = gf.read %0 : !gf.root<tensor<?xi1>> -> tensor<?xi1>
    %4 = gf.elementwise "logical_or"(%3, %3) : (tensor<?xi1>, tensor<?xi1>) -> tensor<?xi1>
    %5 = gf.root "t" local : !gf.root<tensor<?xi1>>
    %6 = gf.scalar "q" as "q" "int" direct : i64
    %7 = gf.constant true
    %8 = gf.fill %7[%6] : i1 -> tensor<?xi1>
    %9 = gf.elementwise "bitwise_or"(%4, %8) : (tensor<?xi1>, tensor<?xi1>) -> tensor<?xi1>
    gf.store %9 to %5 [] : tensor<?xi1>, !gf.root<tensor<?xi1>>
    gf.store %9 to %5 [] : tensor<?xi1>, !gf.root<tensor<?xi1>>
    %10 = gf.read %2 : !gf.root<tensor<?xf64>> -> tensor<?xf64>
    %11 = gf.read %1 : !gf.root<tensor<?xf64>> -> tensor<?xf64>
    %12 = gf.elementwise "add"(%11, %10) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %13 = gf.elementwise "bitwise_or"(%9, %3) : (tensor<?xi1>, tensor<?xi1>) -> tensor<?xi1>
    gf.store %13 to %5 [] : tensor<?xi1>, !gf.root<tensor<?xi1>>
    return
  }
}
