#include "process/wall.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pwd.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "attncheck/subject.h"
#include "core/text.h"
#include "process/command.h"

namespace attncheck {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr int most_processes = 256;  // threads too: a virtual machine has dozens
constexpr std::uint64_t most_file_bytes = std::uint64_t{256} << 20;
constexpr const char* path_behind = "/usr/local/bin:/usr/bin:/bin";
const Words open_folders{"/tmp", "/var/tmp", "/dev/shm"};  // where everybody may write

void append(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

/// The folders above `path`, from the top. Bubblewrap would make them closed to everybody but their owner.
void add_folders_above(const std::string& path, Words& words, std::set<std::string>& made) {
  Words above;
  for (fs::path folder = fs::path(path).parent_path(); folder != "/" && !folder.empty(); folder = folder.parent_path())
    above.push_back(folder.string());
  std::ranges::reverse(above);
  for (const std::string& folder : above)
    if (made.insert(folder).second) append(words, {"--perms", "0755", "--dir", folder});
}

/// What programs need of the system: /usr, what stands beside it in the root, and few files of /etc.
Words system_words() {
  Words words{"--ro-bind", "/usr", "/usr"};
  for (const char* name : {"bin", "lib", "lib32", "lib64", "libx32", "sbin"}) {
    const fs::path path = fs::path("/") / name;
    if (fs::is_symlink(path))
      append(words, {"--symlink", fs::read_symlink(path).string(), path.string()});
    else if (fs::exists(path))
      append(words, {"--ro-bind", path.string(), path.string()});
  }
  append(words, {"--perms", "0755", "--dir", "/etc"});
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator("/etc", error)) {
    const std::string name = entry.path().filename().string();
    // Debian's alternatives decide what cc and java are; the settings of Java lie here.
    if (name == "alternatives" || name.starts_with("ld.so.") || name.starts_with("java"))
      append(words, {"--ro-bind", entry.path().string(), entry.path().string()});
  }
  return words;
}

Words limit_words() {
  return {"/usr/bin/prlimit", fmt::format("--nproc={}", most_processes), fmt::format("--fsize={}", most_file_bytes),
          "--core=1", "--"};
}

Words user_words(uid_t user) {
  return {"/usr/bin/setpriv",
          fmt::format("--reuid={}", user),
          fmt::format("--regid={}", user),
          "--clear-groups",
          "--no-new-privs",
          "--inh-caps=-all",
          "--pdeathsig=KILL",
          "--"};
}

/// A user nobody else is, of those this machine or container has.
uid_t any_user(const std::set<uid_t>& taken) {
  std::random_device device;
  for (;;) {
    const uid_t user = std::uniform_int_distribution<uid_t>(20000, 59999)(device);
    if (getpwuid(user) == nullptr && !taken.contains(user)) return user;
  }
}

std::string shell_line(const Words& words) {
  Words quoted;
  for (const std::string& word : words) quoted.push_back(shell_word(word));
  return fmt::format("{}", fmt::join(quoted, " "));
}

void remove_what_belongs_to(const std::set<uid_t>& users) {
  std::error_code error;
  for (const std::string& folder : open_folders)
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
      struct stat seen {};
      if (lstat(entry.path().c_str(), &seen) == 0 && users.contains(seen.st_uid)) fs::remove_all(entry.path(), error);
    }
}

}  // namespace

Wall::Wall(WallKind kind, std::vector<std::string> visible, bool beside)
    : kind_(kind), as_root_(geteuid() == 0), beside_(beside), visible_(std::move(visible)) {
  if (kind_ == WallKind::bubblewrap) prepare_bubblewrap();
}

Wall::~Wall() {
  if (!users_.empty()) remove_what_belongs_to(users_);
}

/// Empty when it stands.
std::string Wall::why_it_fails() {
  if (kind_ == WallKind::user && !as_root_) return "only root can start it as a user of its own";
  if (kind_ == WallKind::bubblewrap && same_for_all_.empty()) return "bubblewrap is not installed";
  const auto [said, status] = run_command(shell_line(around({"/usr/bin/env", "true"}, {}, new_user())));
  return status == 0 ? "" : one_line(said);
}

std::shared_ptr<Wall> Wall::build(const WallChoice& choice) {
  if (!choice.wanted) return nullptr;
  std::vector<std::string> visible;
  for (const std::string& path : choice.visible) {
    if (!fs::exists(path))
      throw SubjectError(SubjectError::Kind::wrong_name, path + ": there is no such file or folder to be seen");
    visible.push_back(fs::canonical(path).string());
  }
  std::string reasons;
  for (const WallKind kind : choice.kinds) {
    std::shared_ptr<Wall> wall(new Wall(kind, visible, choice.beside));
    const std::string reason = wall->why_it_fails();
    if (reason.empty()) return wall;
    reasons += (reasons.empty() ? "" : "; ") + reason;
  }
  const std::string remedy =
      find_program("bwrap").empty()
          ? "apt-get install bubblewrap"
          : "as root: sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000";
  throw SubjectError(SubjectError::Kind::machine,
                     fmt::format("no wall can be built here: {}. What enables one: {}", reasons, remedy));
}

std::string Wall::description() const {
  if (kind_ == WallKind::user)
    return "a user of its own, with limits; it sees the network and what everybody may read of this machine";
  return fmt::format(
      "bubblewrap{}: no network, nothing of this machine but its programs, read-only; processes and /tmp "
      "of its own",
      as_root_ ? " and a user of its own" : "");
}

uid_t Wall::new_user() {
  if (!as_root_) return geteuid();
  const uid_t user = any_user(users_);
  users_.insert(user);
  return user;
}

void Wall::prepare_bubblewrap() {
  const std::string program = find_program("bwrap");
  if (program.empty()) return;
  const std::string help = run_command(shell_word(program) + " --help").first;  // older ones have fewer options
  Words words{program,         "--unshare-pid",        "--unshare-net",     "--unshare-ipc",
              "--unshare-uts", "--unshare-cgroup-try", "--die-with-parent", "--new-session"};
  if (as_root_)
    append(words, {"--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"});
  else
    append(words, {"--unshare-user", "--uid", "65534", "--gid", "65534"});
  if (!as_root_ && help.find("--disable-userns") != std::string::npos) words.push_back("--disable-userns");
  append(words, system_words());
  append(words, {"--proc", "/proc", "--dev", "/dev"});
  for (const char* folder : {"/dev/shm", "/tmp"}) {
    if (help.find("--size BYTES") != std::string::npos) append(words, {"--size", std::to_string(most_file_bytes)});
    append(words, {"--perms", "1777", "--tmpfs", folder});
  }
  same_for_all_ = std::move(words);
}

std::vector<std::string> Wall::bubblewrap_words(const Reach& reach) const {
  Words words = same_for_all_;
  std::set<std::string> made{"/etc", "/tmp", "/dev", "/usr"};
  Words paths = visible_;
  append(paths, reach.readable);
  for (const std::string& path : paths) {
    add_folders_above(path, words, made);
    append(words, {"--ro-bind", path, path});
  }
  if (!reach.writable.empty()) {
    add_folders_above(reach.writable, words, made);
    append(words, {"--bind", reach.writable, reach.writable});
  }
  append(words, {"--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/tmp", "--"});
  return words;
}

std::vector<std::string> Wall::around(const std::vector<std::string>& words, const Reach& reach, uid_t user) const {
  const std::string home = kind_ == WallKind::bubblewrap || reach.writable.empty() ? "/tmp" : reach.writable;
  Words all{"/usr/bin/env",
            "-i",
            fmt::format("PATH={}", path_behind),
            "LANG=C.UTF-8",
            "HOME=" + home,
            "TMPDIR=" + home,
            "ATTNCHECK_IN=/dev/fd/3",
            "ATTNCHECK_OUT=/dev/fd/4"};
  if (kind_ == WallKind::bubblewrap) append(all, bubblewrap_words(reach));
  if (as_root_) append(all, user_words(user));
  append(all, limit_words());
  append(all, words);
  return all;
}

void Wall::end_all_of(uid_t user) const {
  if (!users_.contains(user)) return;
  const pid_t child = fork();
  if (child == 0) {
    // As that user this reaches nobody else.
    if (setgid(user) == 0 && setuid(user) == 0) kill(-1, SIGKILL);
    _exit(0);
  }
  if (child > 0) waitpid(child, nullptr, 0);
}

bool Wall::shows(const std::string& path) const {
  if (kind_ == WallKind::user) return true;
  Words folders{"/usr", "/bin", "/lib", "/sbin"};
  append(folders, visible_);
  const std::string real = fs::weakly_canonical(path).string();
  return std::ranges::any_of(
      folders, [&](const std::string& folder) { return real == folder || real.starts_with(folder + "/"); });
}

std::string Wall::find(const std::string& program) const { return find_program(program, path_behind); }

Tenant::Tenant(std::shared_ptr<Wall> wall, const std::vector<std::string>& words, const Reach& reach)
    : wall_(std::move(wall)), user_(wall_ ? wall_->new_user() : geteuid()) {
  words_ = wall_ ? wall_->around(words, reach, user_) : words;
}

Tenant::~Tenant() {
  if (wall_) wall_->end_all_of(user_);
}

/// What waits for the command behind the wall tells of a signal as a shell does.
int Tenant::true_status(int status) const {
  constexpr int by_signal = 128;
  const bool told =
      wall_ && WIFEXITED(status) && WEXITSTATUS(status) > by_signal && WEXITSTATUS(status) < by_signal + NSIG;
  return told ? W_EXITCODE(0, WEXITSTATUS(status) - by_signal) : status;
}

void Tenant::run() const {
  umask(022);  // what it is shown must not be closed to it
  std::vector<char*> words;
  for (const std::string& word : words_) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execv(words[0], words.data());
  _exit(127);
}

}  // namespace attncheck
