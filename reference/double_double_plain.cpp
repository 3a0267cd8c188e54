#include <hwy/highway.h>

#include "reference/double_double.inl"
#include "reference/double_double_loops.inl"

namespace attncheck {

const DoubleDoubleKernels& plain_double_double() {
  static constexpr DoubleDoubleKernels kernels = HWY_NAMESPACE::loops<HWY_NAMESPACE::OneLane>("plain");
  return kernels;
}

}  // namespace attncheck
