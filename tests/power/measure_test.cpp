// What `attncheck power` measures: a fault is caught, a missed one and a flagged correct subject make it fail, and a
// property that never speaks is named.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "fault/table.h"
#include "power/peers.h"
#include "power/power.h"
#include "property/table.h"
#include "subject/in_process.h"

namespace attncheck {
namespace {

PowerResult measure(const std::string& faults, std::vector<std::string> correct) {
  PowerOptions options;
  options.seeds = {1, 2};
  options.faults = faults;
  options.correct = std::move(correct);
  return measure_power(all_properties(), all_faults(), options);
}

TEST(Power, of_a_fault_says_who_noticed_it_how_soon_and_on_what) {
  const PowerResult result = measure("scale/missing", {"builtin:row"});
  EXPECT_EQ(result.exit_code(), 0) << power_text(result);
  ASSERT_EQ(result.faults.size(), 1U);
  for (const PowerRun& run : result.faults[0].runs) {
    EXPECT_EQ(run.against.front(), "scaling/scale_is_inverse_sqrt_head_dim");
    EXPECT_GT(run.problems, 0);
    EXPECT_LE(run.smallest.tokens, 3);
  }
  EXPECT_EQ(result.faults[0].caught_by_peers.size(), peers().size());
  EXPECT_EQ(nlohmann::json::parse(power_json(result))["faults"][0]["id"], "scale/missing");
  EXPECT_NE(power_markdown(result, "a command").find("### scale/missing\n"), std::string::npos);
}

TEST(Power, is_not_there_where_a_fault_is_missed_or_something_correct_is_flagged) {
  PowerResult result = measure("scale/missing", {"fault:scale/by_head_dim"});
  EXPECT_EQ(result.exit_code(), 1) << "a flagged subject counts";
  EXPECT_NE(power_text(result).find("flagged: fault:scale/by_head_dim at seed 1"), std::string::npos);
  result.correct.clear();
  EXPECT_EQ(result.exit_code(), 0);
  result.faults[0].runs[1].exit_code = 0;
  EXPECT_EQ(result.exit_code(), 1) << "a fault that holds at one seed is missed";
  EXPECT_NE(power_text(result).find("missed: scale/missing at 1 of 2 seeds"), std::string::npos);
}

TEST(Power, names_the_properties_that_catch_nothing_and_refuses_a_glob_without_faults) {
  const PowerResult result = measure("scale/missing", {});
  EXPECT_NE(power_text(result).find("catches none of these: shape/every_element_is_written"), std::string::npos);
  EXPECT_EQ(power_text(result).find("catches none of these: scaling/scale"), std::string::npos);
  EXPECT_THROW(measure("scale/misssing", {}), std::invalid_argument);
}

/// Plain attention in float32.
Tensor attention(const Problem& problem) { return run_steps(right_steps(), problem); }

TEST(Peers, are_content_with_attention_and_not_with_the_mean_of_the_values) {
  InProcessSubject right(attention), mean([](const Problem&problem) {
    Problem flat = problem;
    for (double& element : flat.query.elements()) element = 0;
    return attention(flat);
  });
  for (const Peer& peer : peers()) {
    EXPECT_FALSE(notices(peer, right)) << peer.name;
    const bool blind = peer.name == "mlir-air";  // its values lie within 0.5 of each other
    EXPECT_EQ(notices(peer, mean), !blind) << peer.name;
  }
}

}  // namespace
}  // namespace attncheck
