#pragma once
// command.h: the commands that reports show, so that a reader can repeat what was run.
// Used by the command line and by the gate. Text out; no errors.
#include <string>

#include "run/runner.h"
#include "subject/spec.h"

namespace attncheck {

/// " --entry NAME --entry-f64 NAME --wall --visible FOLDER --limit KEY=VALUE", as far as they are given.
std::string opening_options(const Opening& opening);

/// `start` ("attncheck check my.c") with all that decides what is drawn and how it is judged.
std::string check_command(const std::string& start, const RunOptions& run);

/// "mine.py declares max_tokens=128\n", which decides what it is asked; empty when it declares nothing.
std::string declares_line(const std::string& name, const std::map<std::string, std::string>& declared);

/// "wall: bubblewrap ...\n", or empty where there is none.
std::string wall_line(const std::string& wall);

/// A whole number or `random`, as --seed takes it; nothing when it is neither.
std::optional<std::uint64_t> parse_seed(const std::string& text);

}  // namespace attncheck
