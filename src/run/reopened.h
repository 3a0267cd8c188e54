#pragma once
// reopened.h: the subject of parts that were worked out elsewhere, opened again only when something is to be asked.
// Used by `attncheck merge`: a subject that holds need not be where its parts are put together. Errors: SubjectError
// from what asks it, when it cannot be opened.
#include <functional>
#include <memory>

#include "attncheck/subject.h"
#include "run/shard_file.h"

namespace attncheck {

class Reopened : public Subject {
 public:
  /// `as`: what it said of itself there. `open`: throws what it likes when the subject is not here, or is another now.
  Reopened(OpenedSubject as, std::function<std::unique_ptr<Subject>()> open)
      : as_(std::move(as)), open_(std::move(open)) {}

  const std::string& name() const override { return as_.name; }
  const std::vector<DType>& dtypes() const override { return as_.dtypes; }
  const std::map<std::string, std::string>& declared() const override { return as_.declared; }
  std::string wall() const override { return as_.wall; }
  Index calls() const override { return subject_ ? subject_->calls() : 0; }
  CallReport call(const Problem& problem, Prefill prefill) override { return opened().call(problem, prefill); }
  CallReport call_from_threads(const Problem& problem, int threads) override {
    return opened().call_from_threads(problem, threads);
  }
  void restart() override { opened().restart(); }

  /// Empty unless something was to be asked and could not be.
  const std::string& why_not() const { return why_not_; }

 private:
  Subject& opened() {
    if (!subject_ && why_not_.empty()) try {
        subject_ = open_();
      } catch (const std::exception& error) { why_not_ = error.what(); }
    if (!subject_) throw SubjectError(SubjectError::Kind::machine, why_not_);
    return *subject_;
  }

  OpenedSubject as_;
  std::function<std::unique_ptr<Subject>()> open_;
  std::unique_ptr<Subject> subject_;
  std::string why_not_;
};

}  // namespace attncheck
