#pragma once
// lesson_board.h: what the lesson writes on: titles, sentences, matrices, and claims that are checked where they are
// made. Used by lesson*.cpp. Lines have at most 80 columns. Errors: LessonBroken when a claim does not hold.
#include <fmt/format.h>

#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "attention/matrix_view.h"

namespace attncheck {

struct LessonBroken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Board {
 public:
  explicit Board(std::ostream& out) : out_(out) {}

  void title(std::string_view text) {
    ++chapter_;
    out_ << '\n' << chapter_ << ". " << text << '\n';
  }

  void say(std::string_view line) { out_ << "   " << line << '\n'; }

  /// "name [rows, cols]   what it is", then the numbers, one row a token.
  void show(std::string_view name, MatrixView<double> matrix, std::string_view what) {
    say(fmt::format("{} [{}, {}]   {}", name, matrix.rows, matrix.cols, what));
    for (std::size_t i = 0; i < matrix.rows; ++i) {
      std::string line = fmt::format("  row {} ", i + 1);
      for (const double element : matrix.row(i)) line += fmt::format("{:>9.4f}", element);
      say(line);
    }
  }

  /// Checks a claim and writes it down; throws LessonBroken when it does not hold.
  void claim(bool holds, const std::string& text) {
    if (!holds) throw LessonBroken(text);
    say("checked: " + text);
  }

 private:
  std::ostream& out_;
  int chapter_ = 0;
};

/// Chapters on 1/sqrt(head_dim): the variance of query.key, and what softmax does without the scale. (lesson_scale.cpp)
void teach_variance(Board& board);
void teach_saturation(Board& board);

}  // namespace attncheck
