#pragma once
// plan.h: what a run will do, worked out from the options before anything runs.
// Used by the runner. Errors: std::invalid_argument, one line that names the option, what was given and what is
// expected.
#include <string_view>
#include <vector>

#include "draw/engine.h"
#include "property/check.h"
#include "run/runner.h"

namespace attncheck {

/// Effort is counted, never timed: the same effort draws the same problems on every machine.
struct Effort {
  std::string_view name;
  int problems;       // a property of cost 1, float32
  int shrink_budget;  // shrinks tried for one counterexample
};

/// "quick", "default" or "thorough".
const Effort& effort(std::string_view name);

/// How many problems a property gets: float64 half of float32's, whose reference is far dearer.
int problems_of(const Property& property, DType dtype, const Effort& effort);

struct Declared {
  std::string profile = "any";     // its name, or the path of its file
  std::optional<DType> describes;  // the only dtype it describes
  DrawLimits limits;
  Promises promises;
};

/// What the user declared and what the subject declares of itself; the user's word counts where both speak.
/// Throws SubjectError (cannot_start) for what the subject may not declare.
std::map<std::string, std::string> declared_of(const Subject& subject,
                                               const std::map<std::string, std::string>& by_user);

/// Errors also: a profile whose file cannot be read or says something wrong, `FILE:LINE: what`.
Declared read_declared(const std::map<std::string, std::string>& declared);

/// What holds for one dtype: another than the profile describes is judged by profile any; problems are such as the
/// profile can judge.
Declared declared_on(const Declared& declared, DType dtype);

/// Throws when no dtype of the run is one that the declared profile describes.
void require_described(const Declared& declared, const std::vector<DType>& dtypes);

/// Does `text` match the glob? * stands for any text, ? for one character.
bool matches(std::string_view glob, std::string_view text);

/// Is it the group/name of a property in the table?
bool is_property(const std::string& id);

/// The properties whose group/name matches, in the order in which they are judged: what a later group relies on comes
/// first, and the first failure is the most specific.
std::vector<const Property*> select(const std::vector<const Property*>& properties, std::string_view glob);

/// The dtypes to judge.
std::vector<DType> select(const Subject& subject, const std::optional<DType>& only);

}  // namespace attncheck
