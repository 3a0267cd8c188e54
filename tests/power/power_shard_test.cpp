// A measurement in parts, each kept in a file, is the measurement as a whole.
#include "power/power_shard.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "fault/table.h"
#include "property/table.h"
#include "run/plan.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

class PowerShards : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    options_.seeds = {1};
    options_.faults = "scale/missing";
    options_.correct = {"fault:scale/by_head_dim", "fault:scale/by_head_dim"};  // a subject twice is two
  }
  void TearDown() override { fs::remove_all(folder_); }

  /// What a shard of it would have measured.
  PowerResult cut(const PowerResult& whole, const Shard& shard) const {
    PowerResult part = whole;
    part.faults.clear();
    part.correct.clear();
    const std::size_t faults = whole.faults.size();
    for (std::size_t k = 0; k < faults + whole.correct.size(); ++k) {
      if (!shard.has(k)) continue;
      if (k < faults)
        part.faults.push_back(whole.faults[k]);
      else
        part.correct.push_back(whole.correct[k - faults]);
    }
    return part;
  }

  PowerShard kept(const PowerResult& result, const Shard& shard) const {
    const std::string path = shard_path(folder_.string(), "power", shard);
    make_room_for_shard(path);
    write_power_shard(
        path,
        {{"", shard, "digest", "attncheck power", {"power"}, {}}, things_to_measure(all_faults(), options_), result});
    return read_power_shard(path, "digest", all_properties(), all_faults());
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / "attncheck-power-shards";
  PowerOptions options_;
};

TEST_F(PowerShards, put_together_are_the_measurement_to_the_last_bit) {
  const PowerResult whole = measure_power(all_properties(), all_faults(), options_);
  ASSERT_GE(whole.faults.size(), 1U);
  for (const std::size_t count : {1U, 2U, 3U, 7U}) {
    std::vector<PowerShard> shards;
    for (std::size_t number = count; number > 0; --number)
      shards.push_back(kept(cut(whole, {number, count}), {number, count}));
    const PowerResult merged = merge_power(shards);
    EXPECT_EQ(power_json(merged), power_json(whole)) << count;
    EXPECT_EQ(power_text(merged), power_text(whole)) << "the same medians, of the same seconds";
    EXPECT_EQ(power_markdown(merged, "a command"), power_markdown(whole, "a command"));
  }
}

TEST_F(PowerShards, that_are_missing_are_named_and_never_a_pass) {
  options_.correct = {"builtin:row"};
  options_.faults = "scale/missing";
  options_.seeds = {1};
  options_.shard = {1, 2};
  const PowerResult merged = merge_power({kept(measure_power(all_properties(), all_faults(), options_), {1, 2})});
  EXPECT_EQ(merged.exit_code(), 4);
  EXPECT_EQ(merged.not_judged, std::vector<std::string>{"builtin:row: shard 2/2 is missing"});
  EXPECT_NE(power_text(merged).find("  not judged: builtin:row: shard 2/2 is missing\n"), std::string::npos);
}

}  // namespace
}  // namespace attncheck
