#include "reference/profile_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/table_reader.h"
#include "reference/arithmetic_rules.h"

namespace attncheck {
namespace {

constexpr std::array forms = {
    Word<Form>{"normalise_last", Form::normalise_last}, Word<Form>{"normalise_first", Form::normalise_first},
    Word<Form>{"any_order", Form::any_order},           Word<Form>{"stored_lse", Form::stored_lse},
    Word<Form>{"split_merge", Form::split_merge},       Word<Form>{"running_mean", Form::running_mean}};
constexpr std::array rescalings = {Word<Rescales>{"none", Rescales::none},
                                   Word<Rescales>{"sequential", Rescales::sequential},
                                   Word<Rescales>{"merged", Rescales::merged}};
constexpr std::array storages = {Word<Storage>{"own", Storage::own}, Word<Storage>{"float32", Storage::float32},
                                 Word<Storage>{"bfloat16", Storage::bfloat16},
                                 Word<Storage>{"float16", Storage::float16}};
constexpr std::array dtypes = {Word<DType>{"float32", DType::float32}, Word<DType>{"float64", DType::float64}};

Arithmetic read_fields(TableReader& in) {
  Arithmetic a;
  if (!in.word("form", a.form, forms)) in.fail_at("form", "form is missing, expected how weights are normalised");
  in.flag("fused_exp2", a.fused_exp2);
  in.flag("transformed", a.transformed);
  in.flag("prescaled", a.prescaled);
  in.flag("flushes", a.flushes);
  in.flag("certificates", a.certificates);
  in.flag("truncates", a.truncates);
  in.number("exp_error", a.exp_error);
  in.number("exp_slope", a.exp_slope);
  in.number("constant", a.constant);
  in.number("slack", a.slack);
  in.word("rescales", a.rescales, rescalings);
  in.whole_number("tile", a.tile);
  in.word("inputs", a.inputs, storages);
  in.word("logits", a.logits, storages);
  in.word("weights", a.weights, storages);
  in.flag("sums_stored_weights", a.sums_stored_weights);
  in.word("output", a.output, storages);
  return a;
}

bool is_plain(const std::string& name) {
  return std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; });
}

class ProfileReader {
 public:
  ProfileReader(const toml::table& root, const std::string& file) : in_(root, file), file_(file) {}

  ArithmeticProfile operator()(const std::vector<std::string>& taken) {
    profile_.words.name = in_.text("name");
    if (!is_plain(profile_.words.name)) in_.fail_at("name", "name has other characters than letters, digits, _ and -");
    if (std::ranges::find(taken, profile_.words.name) != taken.end())
      in_.fail_at("name", fmt::format("name is \"{}\", which is built in, expected another", profile_.words.name));
    profile_.words.meaning = in_.text("meaning");
    DType dtype{};
    if (in_.word("dtype", dtype, dtypes)) profile_.words.dtype = dtype;
    bool twins = false;
    in_.flag("flush_twins", twins);
    const toml::node* members = in_.find("member");
    in_.refuse_unknown_keys();
    read_members(members);
    profile_.base.resize(profile_.members.size());
    if (twins) add_twins();
    if (profile_.members.size() > max_members)
      in_.fail_at("member", fmt::format("there are {} members, flushing twins included, expected at most {}",
                                        profile_.members.size(), max_members));
    return std::move(profile_);
  }

 private:
  void read_members(const toml::node* members) {
    const std::vector<const toml::table*> tables = in_.tables("member", members);
    for (const toml::table* table : tables) read_member(*table, tables.size() == 1);
  }

  /// The only member is called as the profile unless it has a name of its own.
  void read_member(const toml::table& table, bool only_one) {
    TableReader in(table, file_);
    const auto inherited = [&](const std::string& text) { return only_one ? std::optional(text) : std::nullopt; };
    const std::string name = in.text("name", inherited(profile_.words.name));
    const std::string meaning = in.text("meaning", inherited(profile_.words.meaning));
    Arithmetic member = read_fields(in);
    member.name = name;
    member.meaning = meaning;
    in.refuse_unknown_keys();
    if (const auto found = contradiction_of(member, profile_.words.dtype)) in.fail_at(found->key, found->why);
    for (const Arithmetic& before : profile_.members) {
      if (before.name == name) in.fail_at("name", fmt::format("a member before is called \"{}\" too", name));
      if (before.inputs != member.inputs)
        in.fail_at("inputs", "inputs differ from those of the member before, expected the same in all members");
    }
    profile_.members.push_back(std::move(member));
  }

  /// A flushing member is asked only where its base is excluded: its bound is never smaller.
  void add_twins() {
    const std::size_t count = profile_.members.size();
    for (std::size_t m = 0; m < count; ++m) {
      Arithmetic twin = profile_.members[m];
      if (twin.flushes) in_.fail_at("flush_twins", "flush_twins = true, expected no member with flushes = true");
      twin.flushes = true;
      twin.name += ", flush to zero";
      twin.meaning += "; subnormal numbers become zero";
      if (const auto found = contradiction_of(twin, profile_.words.dtype)) in_.fail_at("flush_twins", found->why);
      for (const Arithmetic& other : profile_.members)
        if (other.name == twin.name)
          in_.fail_at("flush_twins", fmt::format("two members are called \"{}\"", twin.name));
      profile_.members.push_back(std::move(twin));
      profile_.base.emplace_back(static_cast<int>(m));
    }
  }

  TableReader in_;
  const std::string& file_;
  ArithmeticProfile profile_;
};

}  // namespace

ArithmeticProfile read_profile(std::string_view text, const std::string& file, const std::vector<std::string>& taken) {
  const toml::table root = parse_toml(text, file);
  return ProfileReader(root, file)(taken);
}

ArithmeticProfile load_profile(const std::string& path, const std::vector<std::string>& taken) {
  return read_profile(text_of_toml(path, "a profile"), path, taken);
}

}  // namespace attncheck
