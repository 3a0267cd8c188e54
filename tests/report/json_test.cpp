#include "report/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "sample_result.h"

namespace attncheck {
namespace {

TEST(JsonReport, of_a_subject_that_holds_is_this_text) {
  EXPECT_EQ(json_report(good_run(), {}), R"({
  "format": "attncheck result",
  "version": 1,
  "attncheck": "0.1.0",
  "subject": "my.c",
  "verdict": "holds",
  "exit_code": 0,
  "error": "",
  "seed": 20170612,
  "effort": "quick",
  "declared": {},
  "wall": "",
  "properties": [
    {
      "id": "accuracy/within_error_bound",
      "claim": "claim of accuracy/within_error_bound",
      "dtype": "float32",
      "outcome": "holds",
      "reason": "",
      "problems": 40,
      "calls": 80,
      "seconds": 0.25,
      "worst_ratio": 0.125,
      "families": {
        "gaussian": 30,
        "late peak": 10
      },
      "tags": {
        "causal": 20
      },
      "findings": []
    },
    {
      "id": "causality/future_is_invisible",
      "claim": "claim of causality/future_is_invisible",
      "dtype": "float32",
      "outcome": "holds",
      "reason": "",
      "problems": 40,
      "calls": 80,
      "seconds": 0.25,
      "worst_ratio": 0.0,
      "families": {},
      "tags": {},
      "findings": []
    }
  ],
  "explained": [
    {
      "dtype": "float32",
      "profile": "any",
      "members": ["shifted softmax, exp", "running mean, exp"],
      "tightest": "shifted softmax, exp",
      "audited_rows": 7
    }
  ],
  "asked": [
    {
      "dtype": "float32",
      "calls": 1,
      "causal_calls": 0,
      "least": {
        "tokens": 2,
        "head_dim": 4,
        "value_dim": 1
      },
      "most": {
        "tokens": 2,
        "head_dim": 4,
        "value_dim": 1
      },
      "most_logit": 2.0,
      "families": 2
    }
  ],
  "diagnosis": []
}
)");
}

TEST(JsonReport, a_finding_carries_its_problem_answer_cell_and_file) {
  const auto json = nlohmann::json::parse(json_report(bad_run(), sample_view()));
  EXPECT_EQ(json["verdict"], "falsified");
  EXPECT_EQ(json["exit_code"], 1);
  const auto& finding = json["properties"][1]["findings"][0];
  EXPECT_EQ(finding["file"], "cx/0acc.json");
  EXPECT_EQ(finding["problem"]["query"], nlohmann::json::parse("[[0,0,0,0],[1,1,1,1]]"));
  EXPECT_EQ(finding["output"][1][0], static_cast<double>(0.98201379f));
  EXPECT_EQ(finding["cell"]["row"], 1);
  EXPECT_EQ(finding["cell"]["bound"], 2.5e-6);
  EXPECT_EQ(finding["message"], "output[1][0] is 0.98, but attention gives 0.88");
}

TEST(JsonReport, a_finding_that_was_not_saved_has_no_file) {
  const auto json = nlohmann::json::parse(json_report(bad_run(), {}));
  EXPECT_TRUE(json["properties"][1]["findings"][0]["file"].is_null());
}

TEST(JsonReport, stays_json_with_infinite_ratios_and_foreign_bytes) {
  RunResult result = bad_run();
  result.properties[1].worst_ratio = HUGE_VAL;
  result.properties[1].findings[0].cell->observed = std::nan("");
  result.properties[1].findings[0].subject_stderr = "\xff\x01";
  const auto json = nlohmann::json::parse(json_report(result, {}));
  EXPECT_EQ(json["properties"][1]["worst_ratio"], "inf");
  EXPECT_EQ(json["properties"][1]["findings"][0]["cell"]["observed"], "nan");
}

TEST(JsonReport, a_subject_that_cannot_be_started_has_code_3_and_its_reason) {
  ReportView view;
  view.error = "my.c: does not compile";
  view.error_code = 3;
  const auto json = nlohmann::json::parse(json_report(run_of({}), view));
  EXPECT_EQ(json["verdict"], "not started");
  EXPECT_EQ(json["exit_code"], 3);
  EXPECT_EQ(json["error"], "my.c: does not compile");
}

TEST(JsonReport, a_diagnosis_has_names_a_sentence_and_how_many_problems_agree) {
  RunResult result = bad_run();
  result.diagnoses = {no_scale(DType::float32)};
  const auto json = nlohmann::json::parse(json_report(result, {}));
  EXPECT_EQ(json.at("diagnosis").dump(), R"([{"compared":14,"dtype":"float32","explained":14,)"
                                         R"("faults":["scale/missing"],)"
                                         R"("mistake":"behaves like scale/missing: the logits are not divided"}])");
}

}  // namespace
}  // namespace attncheck
