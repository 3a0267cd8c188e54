#pragma once
// folder_of_problems.h: the problems of a run as files, for a machine that attncheck does not reach, and the answers
// that come back. Used by `attncheck export` and `attncheck judge`.
//   FOLDER/attncheck-export.json   what was drawn: effort, seed, dtypes, properties, what is declared
//   FOLDER/problems/00001.npz      query, key, value, causal
//   FOLDER/answers/00001.npy       the output, [tokens, value_dim], made elsewhere
// Errors: std::invalid_argument, one line: file, what is wrong, what was expected.
// Why it works: what a run asks depends on its seed, not on the answers, until a property fails.
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "attncheck/property.h"
#include "attncheck/subject.h"
#include "run/runner.h"

namespace attncheck {

/// What the problems of a folder were drawn by.
struct Export {
  std::string effort = "quick";
  std::uint64_t seed = default_seed;
  std::string properties = "*";
  std::vector<DType> dtypes;
  std::map<std::string, std::string> declared;
  std::vector<std::string> problems;  // number k: what tells problem k + 1 from all others
};

/// Properties that answers made elsewhere can decide: all but those about how calls behave.
std::vector<const Property*> decidable_offline();

/// Draws all problems, asking a right subject, and writes them. The folder must not hold an export yet.
/// Returns what was written. `progress` gets one short line now and then.
Export write_problems(const std::string& folder, Export wanted,
                      const std::function<void(const std::string&)>& progress);

/// The options of the run that draws them again.
RunOptions options_of(const Export& exported);

/// A wrong JSON file, or one of another version of attncheck, whose draws may differ, is refused.
Export read_export(const std::string& folder);

/// The same from the text of its attncheck-export.json; `folder` names it in messages.
Export read_manifest(std::string_view text, const std::string& folder);

/// The answers of a folder as a subject. Throws std::invalid_argument when one is missing or has another shape.
/// A problem that was not exported, as shrinking asks, has no answer.
class Answers : public Subject {
 public:
  Answers(std::string folder, const Export& exported);

  const std::string& name() const override { return folder_; }
  const std::vector<DType>& dtypes() const override { return exported_.dtypes; }
  bool takes_threads() const override { return false; }
  Index calls() const override { return calls_; }
  void restart() override {}
  CallReport call(const Problem& problem, Prefill prefill) override;
  CallReport call_from_threads(const Problem& problem, int threads) override;

  /// Problems that were asked and not exported.
  Index unknown() const { return unknown_; }

  /// What is wrong with the first file that could not be read; empty when all could.
  const std::string& broken() const { return broken_; }

 private:
  std::string folder_;
  Export exported_;
  std::map<std::string, Index> numbers_;
  Index calls_ = 0;
  Index unknown_ = 0;
  std::string broken_;
};

}  // namespace attncheck
