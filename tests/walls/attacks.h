#pragma once
// attacks.h: C files whose attention is right and does something else besides, for walls_test.cpp. Each is called with
// one token, whose output is its value. MARK is a word nobody else uses, for what it names processes and files.
#include <ostream>
#include <string>
#include <vector>

#include "attncheck/subject.h"

namespace attncheck {

struct Attack {
  std::string name;
  std::string misdeed;               // what is done before the answer
  std::vector<CallStatus> verdicts;  // any of them; an answer must be right
  bool needs_own_system = false;     // what only bubblewrap hides
  bool needs_own_user = false;       // what only a wall that root builds keeps
};

inline void PrintTo(const Attack& attack, std::ostream* out) { *out << attack.name; }

inline std::string source_of(const Attack& attack, const std::string& mark) {
  return R"(
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#define MARK ")" +
         mark + R"("
static void be_marked(void) { prctl(PR_SET_NAME, MARK); }
static int can_open(const char* path) { const int file = open(path, O_RDONLY); if (file >= 0) close(file); return file >= 0; }
static int can_make(const char* path) { const int file = open(path, O_WRONLY | O_CREAT, 0600); if (file >= 0) close(file); return file >= 0; }
static void* memory(size_t bytes) { void* p = malloc(bytes); if (p) memset(p, 1, bytes); return p; }
static void hog(void) { for (;;) if (!memory((size_t)1 << 24)) pause(); }
static int misdeed(void) {
  (void)be_marked; (void)can_open; (void)can_make; (void)hog;
)" + attack.misdeed +
         R"(
  return 0;
}
void attention(const float* q, const float* k, const float* v, float* o, size_t n, size_t d, size_t dv, int causal) {
  (void)q; (void)k; (void)d; (void)causal;
  const int harm = misdeed();
  for (size_t i = 0; i < n * dv; ++i) o[i] = harm ? 12345.0f : v[i];
}
)";
}

namespace walls {

using enum CallStatus;

inline const std::vector<Attack> all_attacks = {
    {"kills_its_parent", "kill(getppid(), SIGKILL);", {returned, exited, crashed}},
    {"stops_its_parent", "kill(getppid(), SIGSTOP);", {returned}},
    {"kills_all_it_may", "kill(-1, SIGKILL);", {returned}},
    {"kills_its_group", "kill(0, SIGKILL);", {crashed}},
    {"is_a_fork_bomb",
     "be_marked(); for (int i = 0; i < 50; ++i) if (fork() == 0) for (;;) { fork(); usleep(1000); }",
     {returned, crashed, timed_out, out_of_memory}},
    {"takes_all_memory", "hog();", {out_of_memory}},
    {"has_a_child_take_all_memory", "if (fork() == 0) { be_marked(); hog(); } sleep(60);", {out_of_memory}},
    {"fills_the_disk",
     "signal(SIGXFSZ, SIG_IGN); char* block = memory(1 << 20); for (int k = 0; k < 3; ++k) { char path[64];"
     "snprintf(path, sizeof path, \"/tmp/%s%d\", MARK, k); int f = open(path, O_WRONLY | O_CREAT, 0600);"
     "while (f >= 0 && write(f, block, 1 << 20) > 0) continue; }",
     {returned}},
    {"prints_without_end", "for (;;) puts(MARK);", {timed_out}},
    {"sleeps_past_the_limit", "sleep(1000);", {timed_out}},
    {"leaves_a_process_behind",
     "if (fork() == 0) { setsid(); if (fork() == 0) { be_marked(); for (;;) pause(); } _exit(0); } wait(NULL);",
     {returned}},
    {"leaves_a_busy_one_behind_that_prints",
     "if (fork() == 0) { setsid(); if (fork() == 0) { be_marked(); for (;;) puts(MARK); } _exit(0); } wait(NULL);",
     {returned}},
    {"ends_with_success", "puts(\"PASS: all properties hold\"); exit(0);", {exited}},
    {"dies_and_lets_a_child_answer", "if (fork() != 0) _exit(0); usleep(200000);", {exited}},
    {"becomes_root", "return setuid(0) == 0 || setgid(0) == 0;", {returned}},
    {"mounts", "return mount(\"none\", \"/tmp\", \"tmpfs\", 0, \"\") == 0 || chroot(\"/tmp\") == 0;", {returned}},
    {"writes_into_the_system",
     "return can_make(\"/usr/\" MARK) || can_make(\"/\" MARK) || can_make(\"/etc/\" MARK) || can_make(\"/dev/\" "
     "MARK);",
     {returned}},
    {"traces_its_parent", "return ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0;", {returned}, false, true},
    {"reads_the_users_of_this_machine",
     "return can_open(\"/etc/passwd\") || can_open(\"/etc/shadow\") || can_open(\"/root\") || can_open(\"/home\") || "
     "can_open(\"/var\");",
     {returned},
     true},
    {"looks_for_the_checker",
     "DIR* all = opendir(\"/proc\"); int seen = 0; for (struct dirent* e; all && (e = readdir(all));) {"
     "char path[300], line[4096] = \"\"; snprintf(path, sizeof path, \"/proc/%s/cmdline\", e->d_name);"
     "int f = open(path, O_RDONLY); if (f < 0) continue; ssize_t n = read(f, line, sizeof line - 1); close(f);"
     "for (ssize_t i = 0; i < n; ++i) seen |= strncmp(line + i, \"walls_test\", 10) == 0; } return seen;",
     {returned},
     true},
    {"knows_its_environment", "return getenv(\"ATTNCHECK_SECRET\") != NULL || getenv(\"USER\") != NULL;", {returned}},
    {"connects_to_this_machine",
     "int s = socket(AF_INET, SOCK_STREAM, 0); struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = "
     "htons(PORT)};"
     "a.sin_addr.s_addr = htonl(INADDR_LOOPBACK); return connect(s, (struct sockaddr*)&a, sizeof a) == 0;",
     {returned},
     true},
    {"has_more_descriptors_than_its_own",
     "int more = 0; for (int f = 6; f < 200; ++f) more |= fcntl(f, F_GETFD) >= 0; return more;",
     {returned}},
};

}  // namespace walls

}  // namespace attncheck
