#pragma once
// series.h: sizes of one kind that were asked, and the limits they propose.
// Used by probe.cpp. No errors.
#include <string>
#include <vector>

#include "probe/probe.h"

namespace attncheck {

struct Series {
  std::vector<Index> answered;  // ascending
  std::vector<Index> refused;   // ascending
  std::string first_refusal;    // "24: signal 6 (SIGABRT)"
};

/// The names under which limits of this kind of size are declared.
struct LimitKeys {
  std::string what;      // "tokens"
  std::string multiple;  // "tokens_multiple"
  std::string most;      // "max_tokens"
  std::string list;      // "head_dim"; empty when no list can be declared
};

/// The simplest limits that say what was answered: none, a largest, a multiple, both, or a list.
std::vector<Answered> proposals(const Series& series, const LimitKeys& keys);

}  // namespace attncheck
