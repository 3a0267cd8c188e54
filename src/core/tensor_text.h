#pragma once
// tensor_text.h: small tensors side by side, one line a token, and one element beside what it should be.
// Used by the terminal report and by replay. No errors.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "attncheck/dtype.h"
#include "attncheck/oracle.h"
#include "attncheck/tensor.h"

namespace attncheck {

/// One titled tensor as text. [rows][cols]
struct TensorBlock {
  std::string title;
  std::vector<std::vector<std::string>> cells;
};

/// Numbers of `dtype` in their shortest form; the element at `mark` is written >0.5<,
/// column -1 marks the whole row.
TensorBlock number_block(const std::string& title, const Tensor& tensor, DType dtype,
                         std::optional<std::pair<Index, Index>> mark = std::nullopt);

/// Real numbers, which `dtype` need not hold.
TensorBlock real_block(const std::string& title, const Tensor& tensor, DType dtype);

/// Tensors with a row for each token, and the name of each row.
struct TensorTable {
  std::vector<std::string> labels;  // "token 0", "tokens 1 to 16"
  std::vector<TensorBlock> blocks;
};

/// Blocks that all have the same number of rows. Of more than eight rows, three or more equal ones that follow each
/// other become one.
TensorTable table_of(const std::vector<TensorBlock>& blocks);

/// Not so long that nobody looks at it?
bool is_readable(const TensorTable& table);

/// Can a problem of this shape have a table that is readable?
bool may_have_a_table(const Shape& shape);

/// The blocks beside each other, titles above; a block that would pass `width` columns starts a new band below. Each
/// line starts with `indent` and ends with a newline.
std::string side_by_side(const TensorTable& table, const std::string& indent, std::size_t width = 100);

/// "output[0][1] is 0.5, true value 0.25 ± 1e-17: off by 0.25, allowed 1.2e-07 (ratio 2.1e+06)"
std::string cell_text(const Cell& cell, DType dtype);

}  // namespace attncheck
