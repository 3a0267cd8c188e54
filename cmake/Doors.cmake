# What other people link: the same targets in this tree (add_subdirectory) and in an installed one (find_package).
#   attncheck::attncheck   the program
#   attncheck::abi         attncheck/abi.h, plain C99
#   attncheck::suite       every room as one library, with the words; attncheck/suite.h and attncheck/truth.h
#   attncheck::main        a main() that checks the function of ATTNCHECK_SUBJECT
#   attncheck::program     a main() that is attncheck; attncheck_add_properties and attncheck_add_faults use it
#   attncheck::gtest       attncheck/gtest.h
#   attncheck::rapidcheck  attncheck/rapidcheck.h
include(GNUInstallDirs)

# Programs find the headers beside themselves (src/subject/compile.cpp): only the words, as after an installation.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/src/attncheck ${PROJECT_BINARY_DIR}/include/attncheck SYMBOLIC)
set(headers "$<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")

add_library(attncheck_abi INTERFACE)
target_include_directories(attncheck_abi INTERFACE ${headers})

get_property(rooms GLOBAL PROPERTY ATTNCHECK_ROOMS)
set(objects "")
foreach(room ${rooms})
  list(APPEND objects $<TARGET_OBJECTS:${room}>)
endforeach()
add_library(attncheck_suite STATIC ${objects})
set_target_properties(attncheck_suite PROPERTIES LINKER_LANGUAGE CXX OUTPUT_NAME attncheck)
target_include_directories(attncheck_suite INTERFACE ${headers})
target_compile_features(attncheck_suite INTERFACE cxx_std_20)
target_compile_definitions(attncheck_suite INTERFACE
  "ATTNCHECK_INCLUDE_DIR=\"$<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>$<INSTALL_INTERFACE:$<INSTALL_PREFIX>/${CMAKE_INSTALL_INCLUDEDIR}>\"")
target_link_libraries(attncheck_suite PRIVATE fmt::fmt rapidcheck ${CMAKE_DL_LIBS}
  $<BUILD_INTERFACE:${ATTNCHECK_MPFI}> $<BUILD_INTERFACE:${ATTNCHECK_MPFR}> $<BUILD_INTERFACE:${ATTNCHECK_GMP}>
  $<BUILD_INTERFACE:${ATTNCHECK_HWY}> $<BUILD_INTERFACE:${ATTNCHECK_ZIP}> $<BUILD_INTERFACE:${ATTNCHECK_SODIUM}>
  $<INSTALL_INTERFACE:mpfi> $<INSTALL_INTERFACE:mpfr> $<INSTALL_INTERFACE:gmp> $<INSTALL_INTERFACE:hwy>
  $<INSTALL_INTERFACE:zip> $<INSTALL_INTERFACE:sodium>)

# Files of --property and --fault take what they need from the program that loads them: all of the words must be in it,
# used or not, and the linker must let them be found.
set(exports "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/cmake/words.exports>$<INSTALL_INTERFACE:$<INSTALL_PREFIX>/${CMAKE_INSTALL_LIBDIR}/cmake/attncheck/words.exports>")
set(loads_files "-Wl,--dynamic-list=${exports}"
    "-Wl,--whole-archive,$<TARGET_FILE:attncheck::suite>,$<TARGET_FILE:rapidcheck>,--no-whole-archive")

foreach(door main program)
  add_library(attncheck_${door} STATIC)
  target_include_directories(attncheck_${door} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_options(attncheck_${door} PRIVATE $<TARGET_PROPERTY:attncheck_flags,INTERFACE_COMPILE_OPTIONS>)
  target_link_libraries(attncheck_${door} PUBLIC attncheck_suite)
  target_link_options(attncheck_${door} INTERFACE ${loads_files})
endforeach()
target_sources(attncheck_main PRIVATE ${PROJECT_SOURCE_DIR}/src/main/linked.cpp)
target_sources(attncheck_program PRIVATE ${PROJECT_SOURCE_DIR}/src/main/additions.cpp)

add_library(attncheck_gtest INTERFACE)
target_link_libraries(attncheck_gtest INTERFACE attncheck_suite GTest::gtest)
add_library(attncheck_rapidcheck INTERFACE)
target_link_libraries(attncheck_rapidcheck INTERFACE attncheck_suite rapidcheck)

add_executable(attncheck ${PROJECT_SOURCE_DIR}/src/main/attncheck.cpp)
target_include_directories(attncheck PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_compile_options(attncheck PRIVATE $<TARGET_PROPERTY:attncheck_flags,INTERFACE_COMPILE_OPTIONS>)
target_link_libraries(attncheck PRIVATE attncheck_suite)
target_link_options(attncheck PRIVATE ${loads_files})
set_target_properties(attncheck PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}
                      LINK_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/words.exports;$<TARGET_FILE:attncheck_suite>")

foreach(door attncheck abi suite main program gtest rapidcheck)
  set(target attncheck_${door})
  if(door STREQUAL attncheck)
    add_executable(attncheck::attncheck ALIAS attncheck)
  else()
    add_library(attncheck::${door} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${door})
  endif()
endforeach()

include(${PROJECT_SOURCE_DIR}/cmake/functions.cmake)
