// The suite's own run as an ordinary GoogleTest program: one test a property and dtype, with filters, sharding and
// JUnit. The subject is builtin:row unless the environment variable ATTNCHECK_SUBJECT names another.
#include <gtest/gtest.h>

#include <cstdlib>

#include "attncheck/gtest.h"

namespace {

const bool registered = [] {
  const char* subject = std::getenv("ATTNCHECK_SUBJECT");
  attncheck::register_gtests(subject != nullptr ? subject : "builtin:row");
  return true;
}();

}  // namespace
