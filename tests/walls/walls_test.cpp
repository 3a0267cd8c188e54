// What a subject may try behind each wall that stands on this machine: the verdict is right, the next subject is
// unharmed, and nothing of it is alive or on disk afterwards.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "attncheck/text.h"
#include "core/text.h"
#include "process/command.h"
#include "process/process.h"
#include "subject/spec.h"
#include "tests/walls/attacks.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;

/// Time enough on a busy machine, but where it is what must run out.
Limits limits_for(const Attack& attack) {
  Limits limits;
  const bool hangs = std::ranges::find(attack.verdicts, CallStatus::timed_out) != attack.verdicts.end();
  limits.first_call_seconds = limits.call_seconds = hangs ? 1 : 60;
  limits.resident_bytes = std::uint64_t{128} << 20;
  return limits;
}

/// Nobody else on this machine uses it; the kernel keeps 15 letters of a process's name.
std::string new_mark() { return "mk" + std::to_string(getpid()) + "x" + std::to_string(rand() % 1000); }

Problem one_token() {
  Problem problem = make_problem({1, 2, 3}, DType::float32, false);
  for (Tensor* tensor : {&problem.query, &problem.key, &problem.value})
    for (double& element : tensor->elements()) element = 0.5;
  return problem;
}

bool is_right(const CallReport& report) {
  return report.status == CallStatus::returned &&
         std::ranges::all_of(report.output.elements(), [](double element) { return element == 0.5; });
}

int processes_called(const std::string& mark) {
  int count = 0;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc", error)) {
    // "7 (mark) S ...": one that is dead and whose parent has not looked yet is a zombie, Z.
    std::string stat;
    std::getline(std::ifstream(entry.path() / "stat"), stat);
    const std::size_t at = stat.find("(" + mark + ") ");
    count += at != std::string::npos && stat[at + mark.size() + 3] != 'Z' ? 1 : 0;
  }
  return count;
}

/// They are killed, but their end takes the system a moment.
bool are_gone(const std::string& mark) {
  for (int look = 0; look < 500; ++look) {
    if (processes_called(mark) == 0) return true;
    usleep(10000);
  }
  return false;
}

std::string files_called(const std::string& mark) {
  std::string found;
  std::error_code error;
  for (const char* folder : {"/", "/tmp", "/var/tmp", "/dev/shm", "/usr", "/etc", "/dev"})
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
      if (entry.path().filename().string().find(mark) != std::string::npos) found += entry.path().string() + " ";
  return found;
}

/// Somebody who can be reached on this machine.
class Listener {
 public:
  Listener() : file_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    if (bind(file_, any, size) == 0 && listen(file_, 5) == 0 && getsockname(file_, any, &size) == 0)
      port_ = ntohs(address.sin_port);
  }
  ~Listener() { close(file_); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  int port() const { return port_; }

 private:
  int file_;
  int port_ = 0;
};

class Folder {
 public:
  Folder() : path_(fs::path(testing::TempDir()) / ("walls-" + std::to_string(getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }

 private:
  fs::path path_;
};

WallChoice only(WallKind kind) { return {true, {}, {kind}}; }

bool stands(WallKind kind) {
  try {
    return Wall::build(only(kind)) != nullptr;
  } catch (const SubjectError&) { return false; }
}

std::vector<WallKind> standing() {
  std::vector<WallKind> kinds;
  for (const WallKind kind : {WallKind::bubblewrap, WallKind::user})
    if (stands(kind)) kinds.push_back(kind);
  return kinds;
}

const Attack nothing{"nothing", "", {}};

class Behind : public testing::TestWithParam<std::tuple<WallKind, Attack>> {
 protected:
  std::unique_ptr<Subject> open(const Attack& attack, const std::string& mark) {
    std::string source = source_of(attack, mark);
    source.insert(0, "#define PORT " + std::to_string(listener_.port()) + "\n");
    std::ostringstream log;
    return open_subject(folder_.write(attack.name + ".c", source), log,
                        {limits_for(attack), {}, only(std::get<WallKind>(GetParam()))});
  }

 private:
  Folder folder_;
  Listener listener_;
};

TEST_P(Behind, an_attack_gets_its_verdict_and_leaves_nothing) {
  const Attack& attack = std::get<Attack>(GetParam());
  const std::string mark = new_mark();
  setenv("ATTNCHECK_SECRET", "known", 1);
  {
    const auto subject = open(attack, mark);
    const CallReport report = subject->call(one_token());
    const bool expected = std::ranges::find(attack.verdicts, report.status) != attack.verdicts.end();
    EXPECT_TRUE(expected) << static_cast<int>(report.status) << " " << report.detail << "\n" << report.stderr_tail;
    EXPECT_TRUE(report.status != CallStatus::returned || is_right(report)) << "it reached what it should not";
    EXPECT_TRUE(is_right(open(nothing, mark)->call(one_token()))) << "the next subject is harmed";
  }
  EXPECT_TRUE(are_gone(mark)) << processes_called(mark) << " processes are alive";
  EXPECT_EQ(files_called(mark), "");
}

std::vector<std::tuple<WallKind, Attack>> attempts() {
  std::vector<std::tuple<WallKind, Attack>> all;
  for (const WallKind kind : standing())
    for (const Attack& attack : walls::all_attacks)
      if ((kind == WallKind::bubblewrap || !attack.needs_own_system) && (geteuid() == 0 || !attack.needs_own_user))
        all.emplace_back(kind, attack);
  return all;
}

std::string name_of(const std::tuple<WallKind, Attack>& attempt) {
  return std::get<Attack>(attempt).name + "_behind_" +
         (std::get<WallKind>(attempt) == WallKind::bubblewrap ? "bubblewrap" : "a_user_of_its_own");
}

INSTANTIATE_TEST_SUITE_P(Wall, Behind, testing::ValuesIn(attempts()),
                         [](const auto& param) { return name_of(param.param); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Behind);

TEST(Wall, stands_for_root_in_one_kind_at_least) { EXPECT_TRUE(geteuid() != 0 || !standing().empty()); }

TEST(Wall, that_cannot_be_built_says_why_and_what_would_enable_it) {
  if (geteuid() == 0) return;  // the other tests of root start this one as somebody else
  try {
    Wall::build(only(WallKind::user));
    FAIL() << "only root can start another user's process";
  } catch (const SubjectError& error) {
    EXPECT_NE(std::string(error.what()).find("no wall can be built here: only root"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("What enables one: "), std::string::npos);
  }
}

TEST(Wall, shows_what_is_to_be_seen_and_nothing_beside_it) {
  if (!stands(WallKind::bubblewrap)) return;
  const Folder folder;
  const std::string seen = folder.write("seen", "x"), hidden = folder.write("hidden", "x");
  const Attack looks{"looks", "return !can_open(\"" + seen + "\") || can_open(\"" + hidden + "\");", {}};
  std::ostringstream log;
  WallChoice choice = only(WallKind::bubblewrap);
  choice.visible = {seen};
  const auto subject =
      open_subject(folder.write("looks.c", source_of(looks, "mk")), log, {limits_for(looks), {}, choice});
  EXPECT_TRUE(is_right(subject->call(one_token())));
  choice.visible = {seen + "-not-there"};
  EXPECT_THROW(Wall::build(choice), SubjectError);
}

TEST(Wall, lets_a_subject_read_its_own_files_whatever_the_umask) {
  const Folder folder;
  const mode_t before = umask(077);
  for (const WallKind kind : standing()) {
    std::ostringstream log;
    const auto c =
        open_subject(folder.write("right.c", source_of(nothing, "mk")), log, {limits_for(nothing), {}, only(kind)});
    EXPECT_TRUE(is_right(c->call(one_token())));
    const auto python =
        open_subject(folder.write("right.py", "def attention(query, key, value, causal): return value\n"), log,
                     {limits_for(nothing), {}, only(kind)});
    EXPECT_TRUE(is_right(python->call(one_token())));
  }
  umask(before);
}

/// Who runs the checker may read more than who wrote the file.
TEST(Wall, follows_no_link_that_a_subject_may_have_laid) {
  const Folder folder;
  const std::string file = folder.write("right.c", source_of(nothing, "mk"));
  for (const char* name : {"link.c", "link.py", "link.so"}) {
    const fs::path link = fs::path(file).parent_path() / name;
    fs::create_symlink(name == std::string("link.so") ? fs::path("/proc/self/exe") : fs::path(file), link);
    for (const WallKind kind : standing()) {
      std::ostringstream log;
      try {
        open_subject(link.string(), log, {limits_for(nothing), {}, only(kind)});
        ADD_FAILURE() << name << " was opened";
      } catch (const SubjectError& error) {
        EXPECT_EQ(std::string(error.what()),
                  link.string() + ": is a symbolic link, which is not followed for code behind a wall");
      }
    }
  }
}

TEST(Wall, keeps_a_compiler_from_what_is_not_its_own) {
  const Folder folder;
  const std::string hidden = folder.write("hidden.h", "static const float secret = 1;\n");
  for (const WallKind kind : standing()) {
    if (kind != WallKind::bubblewrap) continue;
    std::ostringstream log;
    EXPECT_THROW(open_subject(folder.write("asks.c", "#include \"" + hidden + "\"\n" + source_of(nothing, "mk")), log,
                              {limits_for(nothing), {}, only(kind)}),
                 SubjectError);
  }
}

/// In a build tree the folder of the header is a link to the sources, which may lie where only their owner reads.
bool reads_the_header(WallKind kind) {
  const fs::path header = fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "include/attncheck/abi.h";
  const std::string other_user = "setpriv --reuid=54321 --regid=54321 --clear-groups ";
  return fs::exists(header) && (kind == WallKind::bubblewrap ||
                                run_command(other_user + "test -r " + shell_word(header.string())).second == 0);
}

TEST(Wall, shows_a_compiler_the_header_that_a_subject_may_include) {
  const Folder folder;
  const std::string file = folder.write("right.c", "#include \"attncheck/abi.h\"\n" + source_of(nothing, "mk"));
  for (const WallKind kind : standing()) {
    if (!reads_the_header(kind)) continue;
    std::ostringstream log;
    try {
      EXPECT_TRUE(is_right(open_subject(file, log, {limits_for(nothing), {}, only(kind)})->call(one_token())));
    } catch (const SubjectError& error) { ADD_FAILURE() << error.what(); }
  }
}

/// What escaped its group and its session is found by its parent, whom it cannot choose.
TEST(NoWall, ends_what_a_subject_left_behind) {
  end_orphans_too();
  const Folder folder;
  for (const Attack& attack : walls::all_attacks) {
    if (attack.name.find("behind") == std::string::npos) continue;
    const std::string mark = new_mark();
    std::ostringstream log;
    const auto subject = open_subject(folder.write(attack.name + ".c", "#define PORT 0\n" + source_of(attack, mark)),
                                      log, {.limits = limits_for(attack)});
    EXPECT_TRUE(is_right(subject->call(one_token()))) << attack.name;
    subject->restart();
    EXPECT_TRUE(are_gone(mark)) << attack.name;
  }
}

TEST(NoWall, counts_the_memory_of_what_a_subject_started) {
  const Folder folder;
  const Attack attack{"child", "if (fork() == 0) hog(); sleep(60);", {}};
  std::ostringstream log;
  const auto subject =
      open_subject(folder.write("child.c", source_of(attack, "mk")), log, {.limits = limits_for(attack)});
  EXPECT_EQ(subject->call(one_token()).status, CallStatus::out_of_memory);
}

TEST(Wall, is_refused_with_every_reason_where_none_stands) {
  if (!standing().empty()) return;
  WallChoice any;
  any.wanted = true;
  try {
    Wall::build(any);
    FAIL() << "each of its kinds fails";
  } catch (const SubjectError& error) {
    EXPECT_EQ(error.kind(), SubjectError::Kind::machine);
    EXPECT_NE(std::string(error.what()).find("; only root can start it as a user of its own. What enables one: "),
              std::string::npos)
        << error.what();
  }
}

/// This program once more, as somebody or somewhere else.
class Elsewhere : public testing::Test {
 protected:
  Elsewhere() : folder_(fs::path(testing::TempDir()) / ("walls-elsewhere-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
    fs::permissions(folder_, fs::perms{0777});
    fs::copy_file("/proc/self/exe", folder_ / "walls_test", fs::copy_options::overwrite_existing);
    fs::permissions(folder_ / "walls_test", fs::perms{0755});
  }
  ~Elsewhere() override { fs::remove_all(folder_); }

  void expect_pass(const std::string& through, const std::string& filter) const {
    const auto [said, status] = run_command("cd " + shell_word(folder_.string()) + " && " + through +
                                            " env -u USER HOME=/tmp TMPDIR=" + shell_word(folder_.string()) +
                                            " ./walls_test --gtest_filter=" + shell_word(filter));
    EXPECT_EQ(status, 0) << said;
    EXPECT_NE(said.find("[  PASSED  ]"), std::string::npos) << said;
  }

  const std::string as_user = "setpriv --reuid=54321 --regid=54321 --clear-groups --inh-caps=-all";

 private:
  fs::path folder_;
};

TEST_F(Elsewhere, an_ordinary_user_is_walled_in_as_well) {
  if (geteuid() == 0) expect_pass(as_user, "-Elsewhere.*");
}

TEST_F(Elsewhere, a_user_who_may_have_no_namespaces_is_refused) {
  if (geteuid() == 0 && stands(WallKind::bubblewrap))
    expect_pass(as_user + " bwrap --unshare-user --disable-userns --dev-bind / /", "Wall.*");
}

TEST_F(Elsewhere, root_of_a_container_without_privileges_gets_a_user_of_its_own) {
  if (geteuid() == 0)
    expect_pass("setpriv --bounding-set=-sys_admin --inh-caps=-sys_admin",
                "Wall.*:*kills_its_parent_behind_a_user_of_its_own:*leaves_a_process_behind*");
}

}  // namespace
}  // namespace attncheck
