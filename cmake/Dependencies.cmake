# Everything attncheck needs from outside, each with its reason. script/setup installs the same list.
#   rapidcheck      draws and shrinks (src/draw only)
#   Boost headers   Multiprecision over MPFR and MPFI (reference only), Math for the chi-squared law (src/property only)
#   MPFR, MPFI, GMP numbers of any precision, and intervals of them
#   Highway         SIMD for any processor, chosen when the program runs (reference only)
#   toml++          profiles of arithmetic, and attncheck.toml (core/table_reader.h, which reference and src/gate read with)
#   libzip          .npz files of problems (src/offline), and an autograder (src/feedback)
#   libsodium       SHA-256 and its HMAC: hidden problems, and what has changed since it was graded (src/grade only)
#   CLI11           the command line
#   fmt             text: g++ 12 has no <format>
#   nlohmann-json   counterexample files and --json
#   GoogleTest      tests, and the suite as a test program
find_package(rapidcheck REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(fmt REQUIRED)
find_package(GTest QUIET)  # attncheck::gtest; our tests require it

# A project that adds this one links these too, so they must be known there: all of a package or none, or the package
# could not be found a second time.
get_property(found DIRECTORY PROPERTY IMPORTED_TARGETS)
if(found)
  set_target_properties(${found} PROPERTIES IMPORTED_GLOBAL TRUE)
endif()

find_path(ATTNCHECK_MPFI_INCLUDE mpfi.h REQUIRED)
find_library(ATTNCHECK_MPFI mpfi REQUIRED)
find_library(ATTNCHECK_MPFR mpfr REQUIRED)
find_library(ATTNCHECK_GMP gmp REQUIRED)
add_library(MPFR::MPFI INTERFACE IMPORTED)
target_include_directories(MPFR::MPFI INTERFACE ${ATTNCHECK_MPFI_INCLUDE})
target_link_libraries(MPFR::MPFI INTERFACE ${ATTNCHECK_MPFI} ${ATTNCHECK_MPFR} ${ATTNCHECK_GMP} Boost::headers)

find_path(ATTNCHECK_HWY_INCLUDE hwy/highway.h REQUIRED)
find_library(ATTNCHECK_HWY hwy REQUIRED)
add_library(Highway INTERFACE IMPORTED)
target_include_directories(Highway INTERFACE ${ATTNCHECK_HWY_INCLUDE})
target_link_libraries(Highway INTERFACE ${ATTNCHECK_HWY})

find_path(ATTNCHECK_TOML_INCLUDE toml++/toml.h REQUIRED)
add_library(TOML INTERFACE IMPORTED)
target_include_directories(TOML INTERFACE ${ATTNCHECK_TOML_INCLUDE})
target_compile_definitions(TOML INTERFACE TOML_HEADER_ONLY=1)

find_path(ATTNCHECK_ZIP_INCLUDE zip.h REQUIRED)
find_library(ATTNCHECK_ZIP zip REQUIRED)
add_library(ZIP INTERFACE IMPORTED)
target_include_directories(ZIP INTERFACE ${ATTNCHECK_ZIP_INCLUDE})
target_link_libraries(ZIP INTERFACE ${ATTNCHECK_ZIP})

find_path(ATTNCHECK_SODIUM_INCLUDE sodium.h REQUIRED)
find_library(ATTNCHECK_SODIUM sodium REQUIRED)
add_library(SODIUM INTERFACE IMPORTED)
target_include_directories(SODIUM INTERFACE ${ATTNCHECK_SODIUM_INCLUDE})
target_link_libraries(SODIUM INTERFACE ${ATTNCHECK_SODIUM})

find_path(ATTNCHECK_CLI11_INCLUDE CLI/CLI.hpp REQUIRED)
add_library(CLI11 INTERFACE IMPORTED)
target_include_directories(CLI11 INTERFACE ${ATTNCHECK_CLI11_INCLUDE})

find_path(ATTNCHECK_JSON_INCLUDE nlohmann/json.hpp REQUIRED)
if(NOT TARGET nlohmann_json::nlohmann_json)
  add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED)
  target_include_directories(nlohmann_json::nlohmann_json INTERFACE ${ATTNCHECK_JSON_INCLUDE})
endif()
