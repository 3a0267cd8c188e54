#pragma once
// counterexample_folder.h: saves every finding as soon as its property is done.
// Used by `attncheck check`. Errors: WrongUse when the folder cannot be written, before the run; a file that cannot be
// written during the run is said on `err` and the run goes on.
#include <map>
#include <optional>
#include <ostream>
#include <string>

#include "run/result.h"

namespace attncheck {

class CounterexampleFolder {
 public:
  /// `path` empty: saves nothing.
  CounterexampleFolder(std::string path, std::string subject, std::uint64_t seed);
  ~CounterexampleFolder();  // removes the folder when it was made here and nothing was saved
  CounterexampleFolder(const CounterexampleFolder&) = delete;
  CounterexampleFolder& operator=(const CounterexampleFolder&) = delete;

  /// `profile`: what the property was judged by.
  void save(const PropertyResult& property, const std::string& profile, std::ostream& err);

  /// Where finding k was saved.
  std::optional<std::string> file_of(const PropertyResult& property, std::size_t k) const;

 private:
  std::string file_name(const PropertyResult& property, std::size_t k) const;

  std::string path_;
  std::string subject_;
  std::uint64_t seed_;
  bool made_here_ = false;
  std::map<std::string, bool> saved_;
};

}  // namespace attncheck
