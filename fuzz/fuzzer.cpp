// The entry of libFuzzer for the target that ATTNCHECK_FUZZ_TARGET names.
#include <algorithm>
#include <cstdint>

#include "fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto target = *std::ranges::find(attncheck::fuzz::targets(), std::string(ATTNCHECK_FUZZ_TARGET),
                                                &attncheck::fuzz::Target::name);
  target.read({reinterpret_cast<const std::byte*>(data), size});
  return 0;
}
