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
  std::string mistake;              // "behaves like causal/off_by_one: row i also sees key i + 1"
  Index explained = 0;              // compared problems on which the fault and the subject agree
  Index compared = 0;               // problems on which both could be compared

  /// "on 14 of 14 problems in float32"
  std::string on() const {
    if (faults.empty()) return "on all " + std::to_string(compared) + " problems in " + std::string(info(dtype).name);
    return "on " + std::to_string(explained) + " of " + std::to_string(compared) + " problems in " +
           std::string(info(dtype).name);
  }
};

}  // namespace attncheck
