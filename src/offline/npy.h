#pragma once
// npy.h: tensors as NumPy's files: .npy, one array, and .npz, a zip archive of several.
// Used by the export of problems and the answers to them. Arrays are little-endian float32 or float64.
// Errors: std::invalid_argument, one line: file, what is wrong with it, what was expected.
// Source: NumPy, numpy.lib.format, versions 1.0 to 3.0.
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "attncheck/problem.h"

namespace attncheck {

/// The bytes of an .npy file of `tensor`, in C order.
std::vector<std::byte> npy_bytes(const Tensor& tensor, DType dtype);

/// The tensor in the bytes of an .npy file of that dtype and two dimensions, in C or Fortran order. `file` is for
/// messages.
Tensor read_npy(std::span<const std::byte> bytes, DType dtype, const std::string& file);

/// Writes query, key and value, and causal as a truth value, into an .npz file.
void write_npz(const std::string& path, const Problem& problem);

}  // namespace attncheck
