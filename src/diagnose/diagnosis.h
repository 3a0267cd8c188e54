#pragma once
// diagnosis.h: which mistake a falsified subject behaves like, as plain data. A hint, never part of the verdict.
// Written by diagnose.cpp, carried by the result of a run, shown by the reports. No errors.
#include <string>
#include <vector>

#include "attncheck/dtype.h"
#include "attncheck/shape.h"

namespace attncheck {

struct Diagnosis {
  DType dtype = DType::float32;
  std::vector<std::string> faults;  // "causal/off_by_one"; several when no problem tells them apart; none: none fits
  std::string sentence;             // for a person, without a full stop
  Index explained = 0;              // compared problems on which the fault and the subject agree
  Index compared = 0;               // problems on which both could be compared
};

}  // namespace attncheck
