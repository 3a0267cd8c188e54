#pragma once
// csv_rows.h: a table read as a spreadsheet reads it. Used by the tests that read scores.csv. No errors. Source: RFC
// 4180.
#include <string>
#include <vector>

namespace attncheck {

/// Fields by row; the last line break ends the last row.
inline std::vector<std::vector<std::string>> rows_of(const std::string& csv) {
  std::vector<std::vector<std::string>> rows(1, {""});
  bool quoted = false;
  for (std::size_t k = 0; k < csv.size(); ++k) {
    if (quoted && csv[k] == '"' && csv.substr(k + 1, 1) == "\"")
      rows.back().back() += csv[k++];
    else if (csv[k] == '"')
      quoted = !quoted;
    else if (!quoted && csv[k] == ',')
      rows.back().emplace_back();
    else if (!quoted && csv.substr(k, 2) == "\r\n")
      rows.push_back({""}), ++k;
    else
      rows.back().back() += csv[k];
  }
  rows.pop_back();
  return rows;
}

}  // namespace attncheck
