#include "gate/init_files.h"

namespace attncheck {

namespace {

const char* const suite_text =
    R"toml(# attncheck.toml: what `attncheck gate` judges. FILL IN: there is no subject yet, so the gate refuses this file
# until one is given below. Lines that start with # and no space are keys: take the # away to use them.

# How many problems each property draws: quick, default or thorough.
#effort = "default"

# Where the problems come from: a whole number, or "random" for others in every run. The same seed draws the same
# problems on every machine, so a pull request is judged like the one before it.
#seed = 20170612

# Folder for counterexamples. What is saved there is asked again first in every run: commit it.
#counterexamples = "attncheck-counterexamples"

# One [[subject]] for each implementation. Paths are relative to the folder of this file.
#[[subject]]

# What reports and counterexamples call it; the path unless given.
#name = "kernel"

# FILL IN: whatever `attncheck check` takes: a .so, .c, .cc, .cpp, .py, .mjs, .js, .cjs, .rs or .java file, lib:FILE,
# "cmd:PROGRAM ARGUMENTS" or builtin:row.
#path = "build/libkernel.so"

# The C functions, when they are not called attention (float32) and attention_f64 (float64).
#entry = "my_attention"
#entry_f64 = "my_attention_f64"

# Compile and run it behind a wall (bubblewrap): no network, nothing of the machine but its programs, limits on
# processes, memory and files. visible: files and folders it can read nevertheless.
#wall = true
#visible = ["weights"]

# What ends a start, the first call of a shape and any other call (seconds), and how far memory may grow (MiB).
#limit = { start = 60, first_call = 30, call = 10, memory = 4096 }

# Only this one: float32 or float64.
#dtype = "float32"

# Only the properties whose group/name matches; `attncheck list` shows them.
#properties = "*"

# What it promises about itself: profile, max_logit, max_tokens, repeatable, concurrent, nan.
#declare = { max_tokens = 512 }

# A failure that is known does not fail the gate; when it is gone, the report says so.
#[[subject.expect]]
#property = "causality/*"
#reason = "issue 12: padded tails"
)toml";

const char* const workflow_text =
    R"yaml(# Judges attention by attncheck.toml: pull requests with the seed of the file, nights with a new one.
name: attncheck

on:
  pull_request:
  schedule:
    - cron: "17 3 * * *"
  workflow_dispatch:

permissions:
  contents: read

env:
  ATTNCHECK_URL: ""  # FILL IN: where attncheck is cloned from
  ATTNCHECK_REF: ""  # FILL IN: a tag or commit of it, so that a new release does not change the gate by itself

jobs:
  gate:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v4

      - name: Build attncheck
        run: |
          git clone "${ATTNCHECK_URL:?is not filled in}" "$RUNNER_TEMP/attncheck"
          git -C "$RUNNER_TEMP/attncheck" checkout "${ATTNCHECK_REF:?is not filled in}"
          cd "$RUNNER_TEMP/attncheck"
          script/setup build
          cmake --preset release -DATTNCHECK_TESTS=OFF
          cmake --build --preset release --target attncheck
          echo "$PWD/build/release" >> "$GITHUB_PATH"

      - name: Build the subjects
        run: |
          true  # FILL IN: what makes the files that attncheck.toml names

      - name: Gate
        run: attncheck gate --junit attncheck.xml ${{ github.event_name == 'schedule' && '--seed random' || '' }}

      - name: Keep what was found
        if: failure()
        uses: actions/upload-artifact@v4
        with:
          name: attncheck
          path: |
            attncheck-counterexamples
            attncheck.xml
)yaml";

}  // namespace

std::string suite_template() { return suite_text; }

std::string workflow_template() { return workflow_text; }

}  // namespace attncheck
