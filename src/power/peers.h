#pragma once
// peers.h: what other attention suites would have said: the inputs they draw and the rule they judge by, rebuilt for
// one float32 head. Used by power.cpp. Each peer's source is named beside it; batches and heads, which say nothing
// about one head, are left out, and so are sizes beyond what a comparison needs.
#include <string>
#include <vector>

#include "attncheck/subject.h"

namespace attncheck {

struct Peer {
  std::string name;
  std::string inputs;  // what it draws
  std::string rule;    // when it is content
  std::vector<Problem> (*problems)();
  bool (*content)(const Tensor& expected, const Tensor& observed);
};

const std::vector<Peer>& peers();

/// Would the peer have noticed something: an answer outside its rule, or none at all?
bool notices(const Peer& peer, Subject& subject);

}  // namespace attncheck
