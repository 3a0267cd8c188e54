# Warnings and floating-point rules in one place. Contraction and fast-math would change proven roundings.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

option(ATTNCHECK_WERROR "Treat warnings as errors" OFF)

add_library(attncheck_flags INTERFACE)
target_compile_options(attncheck_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                       -ffp-contract=off $<$<BOOL:${ATTNCHECK_WERROR}>:-Werror>)
# What g++ says of std::string after inlining is wrong, and differs between its versions; the sanitizers find what is right.
target_compile_options(attncheck_flags INTERFACE
  "$<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-restrict;-Wno-stringop-overflow;-Wno-stringop-overread>")
