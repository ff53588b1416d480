# Lets a project's targets hold fused sources: gpufuse_add_sources, for our own build and for find_package users.
#
# gpufuse_add_sources(<target> PRIVATE <source.cpp>... [TARGET cuda|cpu] [FAST_MATH] [FP_CONTRACT] [OPTIONS <option>...])
#
# Each source is run through the gpufuse tool at build time, and what it writes is compiled into the target. The
# target's include folders, definitions and C++ standard reach the tool, whatever sets them and whenever. Editing a
# header that a source includes rebuilds. The target must be defined in the same folder.
#   TARGET       where array code runs; cuda if the project enables the CUDA language, else cpu
#   FAST_MATH    faster, less accurate arithmetic (the tool's --fast-math and the compiler's own)
#   FP_CONTRACT  a * b + c may round once; without it results have the same bits on every target
#   OPTIONS      further options of the tool, such as --no-fuse
cmake_policy(VERSION 3.25)

# How the compiler of the emitted code is to treat floating point, for both targets.
function(_gpufuse_float_options out where fast_math fp_contract)
  set(option_cuda "")
  set(option_cpu "")
  if(fast_math)
    set(option_cuda --use_fast_math)
    set(option_cpu -ffast-math)
  elseif(NOT fp_contract)
    set(option_cuda -fmad=false)
    set(option_cpu -ffp-contract=off)
  endif()
  set(${out} "${option_${where}}" PARENT_SCOPE)
endfunction()

# Links privately without target_link_libraries, whose two signatures a target must not mix: the user's choice stays free.
function(_gpufuse_link target library)
  set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES ${library})
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "STATIC_LIBRARY")
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES $<LINK_ONLY:${library}>)
  endif()
endfunction()

# Links the runtime of the place where array code runs.
function(_gpufuse_link_runtime target where)
  if(where STREQUAL "cuda")
    if(NOT TARGET gpufuse::runtime_cuda)
      message(FATAL_ERROR "gpufuse_add_sources(${target}): this gpufuse was built without CUDA; use TARGET cpu")
    endif()
    # Sorting and matrix products: of this archive a program gets only what its includes ask for.
    _gpufuse_link(${target} gpufuse::library_cuda)
    _gpufuse_link(${target} gpufuse::runtime_cuda)
    return()
  endif()
  _gpufuse_link(${target} gpufuse::runtime_cpu)
  find_package(OpenMP QUIET COMPONENTS CXX)
  if(OpenMP_CXX_FOUND)
    _gpufuse_link(${target} OpenMP::OpenMP_CXX)
  else()
    message(STATUS "gpufuse: no OpenMP; the fused loops of '${target}' run on one thread")
  endif()
endfunction()

# Refuses what could only fail later, with the reason. Sets <where> in the caller.
function(_gpufuse_check_arguments target where)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "gpufuse_add_sources(${target}): there is no such target")
  endif()
  get_target_property(folder ${target} SOURCE_DIR)
  if(NOT folder STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "gpufuse_add_sources(${target}): call it in ${folder}, where the target is defined")
  endif()
  get_property(has_tool GLOBAL PROPERTY GPUFUSE_EXECUTABLE SET)
  if(NOT has_tool)
    message(FATAL_ERROR "gpufuse_add_sources(${target}): the gpufuse tool is not part of this build or package")
  endif()
  if(NOT ${where} MATCHES "^(cuda|cpu)$")
    message(FATAL_ERROR "gpufuse_add_sources(${target}): TARGET is cuda or cpu, not '${${where}}'")
  endif()
  if(${where} STREQUAL "cuda" AND NOT CMAKE_CUDA_COMPILE_OBJECT)
    message(FATAL_ERROR "gpufuse_add_sources(${target}): TARGET cuda needs the CUDA language; "
                        "add CUDA to project(... LANGUAGES) or use TARGET cpu")
  endif()
endfunction()

# One source: the command that writes the emitted file, and how that file is compiled.
function(_gpufuse_add_source target source where tool_options float_options)
  cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE OUTPUT_VARIABLE input)
  cmake_path(RELATIVE_PATH input BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE name)
  string(REPLACE "../" "up/" name "${name}")
  if(where STREQUAL "cuda")
    cmake_path(REPLACE_EXTENSION name LAST_ONLY .cu)
  else()
    cmake_path(REPLACE_EXTENSION name LAST_ONLY .cpp)
  endif()
  set(output "${CMAKE_CURRENT_BINARY_DIR}/gpufuse/${target}/${name}")
  cmake_path(GET output PARENT_PATH output_folder)
  file(MAKE_DIRECTORY "${output_folder}")

  get_property(tool GLOBAL PROPERTY GPUFUSE_EXECUTABLE)
  # Empty lists must give no word at all, not a lone -I.
  set(folders "$<REMOVE_DUPLICATES:$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>>")
  set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  set(standard "$<TARGET_PROPERTY:${target},CXX_STANDARD>")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${tool}" "${input}" -o "${output}" --target=${where} -MD -MF "${output}.d"
      "$<$<BOOL:${folders}>:-I$<JOIN:${folders},;-I>>"
      "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
      "$<$<OR:$<STREQUAL:${standard},23>,$<STREQUAL:${standard},26>>:-std=c++${standard}>"
      ${tool_options}
    DEPENDS "${input}" "${tool}"
    DEPFILE "${output}.d"
    COMMENT "Fusing ${source} for ${where}"
    COMMAND_EXPAND_LISTS VERBATIM)

  set(options ${float_options})
  if(where STREQUAL "cuda") # CMake 3.25 does not know how newer nvcc spell C++20
    list(APPEND options "$<$<NOT:$<BOOL:$<TARGET_PROPERTY:${target},CUDA_STANDARD>>>:-std=c++20>")
  endif()
  set_source_files_properties("${output}" PROPERTIES COMPILE_OPTIONS "${options}")
  target_sources(${target} PRIVATE "${output}")
endfunction()

function(gpufuse_add_sources target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "FAST_MATH;FP_CONTRACT" "TARGET" "PRIVATE;OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS OR NOT ARG_PRIVATE)
    message(FATAL_ERROR "gpufuse_add_sources(${target}): expected PRIVATE and at least one source")
  endif()
  if(NOT ARG_TARGET)
    # Whether this folder can compile CUDA: the global list of languages has it also when only gpufuse's own folder can.
    if(CMAKE_CUDA_COMPILE_OBJECT AND TARGET gpufuse::runtime_cuda)
      set(ARG_TARGET cuda)
    else()
      set(ARG_TARGET cpu)
    endif()
  endif()
  _gpufuse_check_arguments(${target} ARG_TARGET)

  set(tool_options "")
  if(ARG_FAST_MATH)
    list(APPEND tool_options --fast-math)
  endif()
  if(ARG_FP_CONTRACT)
    list(APPEND tool_options --fp-contract=on)
  endif()
  list(APPEND tool_options ${ARG_OPTIONS}) # last: they may end in -- and Clang's own
  _gpufuse_float_options(float_options ${ARG_TARGET} "${ARG_FAST_MATH}" "${ARG_FP_CONTRACT}")
  _gpufuse_link_runtime(${target} ${ARG_TARGET})
  foreach(source IN LISTS ARG_PRIVATE)
    _gpufuse_add_source(${target} "${source}" ${ARG_TARGET} "${tool_options}" "${float_options}")
  endforeach()
endfunction()
