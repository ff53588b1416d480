# Finds LLVM, Clang and MLIR 19.1 and gives the compiler's folders one way to declare a library.
find_package(MLIR 19.1 REQUIRED CONFIG HINTS /usr/lib/llvm-19 $ENV{LLVM_ROOT})
find_package(Clang REQUIRED CONFIG HINTS ${LLVM_BINARY_DIR} /usr/lib/llvm-19)
find_package(fmt REQUIRED)
list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)
# Debian keeps libMLIR outside the loader's folders: the installed tool must find it too.
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)

# gpufuse_add_library(<name> <sources>... LINK <libraries>...)
# A static library of the compiler, named after its folder.
function(gpufuse_add_library name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}/lib" "${PROJECT_SOURCE_DIR}/include")
  target_include_directories(${name} SYSTEM PUBLIC "${PROJECT_BINARY_DIR}/lib" ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
  target_compile_definitions(${name} PUBLIC ${LLVM_DEFINITIONS_LIST})
  target_compile_options(${name} PUBLIC -fno-rtti)
  target_link_libraries(${name} PUBLIC ${ARG_LINK} fmt::fmt MLIR LLVM)
  gpufuse_set_warnings(${name})
endfunction()
