#pragma once
// wall.h: what stands between the code of other people and this machine: how a command is started so that it reaches
// nothing but what it is shown. Used by all who start a compiler or a subject. Bubblewrap is the wall; a user of its
// own with limits is the one for a container in which root may not build the other. Errors: SubjectError (cannot_start)
// where no wall can be built, with what would enable one. Source: bwrap(1), setpriv(1), prlimit(1), user_namespaces(7).
#include <sys/types.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace attncheck {

/// What a command reaches beside the system's own folders: absolute paths.
struct Reach {
  std::vector<std::string> readable;
  std::string writable;  // a folder, or empty
};

enum class WallKind { bubblewrap, user };

struct WallChoice {
  bool wanted = false;
  std::vector<std::string> visible;  // files and folders that every command can read
  std::vector<WallKind> kinds{WallKind::bubblewrap, WallKind::user};
  bool beside = false;  // a file that is taken behind it has a copy of all that lies beside it
};

class Wall {
 public:
  /// The first of the kinds that stands on this machine, tried out; nothing where none is wanted.
  static std::shared_ptr<Wall> build(const WallChoice& choice);
  ~Wall();
  Wall(const Wall&) = delete;
  Wall& operator=(const Wall&) = delete;

  /// One line for the report.
  std::string description() const;

  /// Whom a command runs as: somebody who runs nothing else, or whoever runs this.
  uid_t new_user();
  /// The command line that runs `words` behind the wall as `user`. The first word is a full path.
  std::vector<std::string> around(const std::vector<std::string>& words, const Reach& reach, uid_t user) const;
  /// Ends what `user` still runs, if it is one of new_user().
  void end_all_of(uid_t user) const;

  /// Does a file come with what lies beside it?
  bool takes_beside() const { return beside_; }
  /// Is `path` in a folder that every command can read?
  bool shows(const std::string& path) const;
  /// The program of that name as a command behind the wall finds it, or empty.
  std::string find(const std::string& program) const;

 private:
  Wall(WallKind kind, std::vector<std::string> visible, bool beside);
  std::string why_it_fails();
  void prepare_bubblewrap();
  std::vector<std::string> bubblewrap_words(const Reach& reach) const;

  WallKind kind_;
  bool as_root_;
  bool beside_;
  std::vector<std::string> visible_;
  std::vector<std::string> same_for_all_;  // of bwrap: itself and what every command gets; empty without it
  std::set<uid_t> users_;
};

/// A command behind `wall`, or as it is where there is none. What it left running ends with this object.
class Tenant {
 public:
  Tenant(std::shared_ptr<Wall> wall, const std::vector<std::string>& words, const Reach& reach);
  ~Tenant();
  Tenant(const Tenant&) = delete;
  Tenant& operator=(const Tenant&) = delete;

  uid_t user() const { return user_; }
  /// How the command ended, as of waitpid, when the process that was started for it ended with `status`.
  int true_status(int status) const;
  /// Becomes the command, or ends with 127 when that fails, as a shell does.
  [[noreturn]] void run() const;

 private:
  std::shared_ptr<Wall> wall_;
  uid_t user_;
  std::vector<std::string> words_;
};

}  // namespace attncheck
