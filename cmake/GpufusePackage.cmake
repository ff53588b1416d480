# Installs what find_package(gpufuse) needs, and Clang's own headers, so that the installed tool finds them beside itself.
include(CMakePackageConfigHelpers)
set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/gpufuse")

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/gpufuseConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/gpufuseConfig.cmake" INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/gpufuseConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/gpufuseConfig.cmake" "${PROJECT_BINARY_DIR}/gpufuseConfigVersion.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/GpufuseAddSources.cmake" DESTINATION "${package_folder}")
install(EXPORT gpufuseTargets NAMESPACE gpufuse:: DESTINATION "${package_folder}")
if(TARGET gpufuse_runtime_cuda)
  install(EXPORT gpufuseCudaTargets NAMESPACE gpufuse:: DESTINATION "${package_folder}")
endif()

if(GPUFUSE_BUILD_COMPILER)
  install(DIRECTORY "${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR}/include" DESTINATION lib/gpufuse/clang)
endif()

# For gpufuse_add_sources in this build tree.
if(TARGET gpufuse)
  set_property(GLOBAL PROPERTY GPUFUSE_EXECUTABLE "$<TARGET_FILE:gpufuse>")
endif()
include(GpufuseAddSources)
