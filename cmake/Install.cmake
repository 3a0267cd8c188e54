# What an installation has: the program and the words in the component runtime; libraries and CMake files in development.
#   bin/attncheck   include/attncheck/*.h   lib/libattncheck*.a   lib/cmake/attncheck/*   share/doc/attncheck/*
# `cpack -G DEB` makes two packages of it: attncheck, and attncheck-dev for what is linked.
include(CMakePackageConfigHelpers)
set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/attncheck)
file(GLOB words CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/attncheck/*.h)
file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/*.md)

# The words are needed at run time: a .c file under test, and files of --property, include them.
install(TARGETS attncheck EXPORT attncheck RUNTIME COMPONENT runtime)
install(FILES ${words} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/attncheck COMPONENT runtime)
install(FILES ${pages} ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT runtime)

install(TARGETS attncheck_abi attncheck_suite attncheck_main attncheck_program attncheck_gtest attncheck_rapidcheck
        EXPORT attncheck ARCHIVE COMPONENT development)
install(EXPORT attncheck NAMESPACE attncheck:: FILE attncheckTargets.cmake DESTINATION ${config_folder}
        COMPONENT development)
get_property(ATTNCHECK_OWN_property GLOBAL PROPERTY ATTNCHECK_OWN_property)
get_property(ATTNCHECK_OWN_fault GLOBAL PROPERTY ATTNCHECK_OWN_fault)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/attncheckConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/attncheckConfig.cmake INSTALL_DESTINATION ${config_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/attncheckConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/attncheckConfig.cmake ${PROJECT_BINARY_DIR}/attncheckConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/functions.cmake ${PROJECT_SOURCE_DIR}/cmake/words.exports
        DESTINATION ${config_folder} COMPONENT development)

set(CPACK_PACKAGE_NAME attncheck)
set(CPACK_PACKAGE_CONTACT "The authors of attncheck <attncheck@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME attncheck)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
# It compiles the C and C++ files it is given, and --wall needs bubblewrap.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS "g++, bubblewrap")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME attncheck-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "attncheck (= ${PROJECT_VERSION}), librapidcheck-dev, libfmt-dev, libmpfi-dev, libmpfr-dev, libgmp-dev, libhwy-dev, libzip-dev, libsodium-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "cmake, libgtest-dev")
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION
    "The program attncheck checks implementations of attention: C and C++ files and shared libraries.")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "Libraries and CMake functions for programs that check attention, with properties and faults of their own.")
include(CPack)
