# steps.sh: what script/gate and script/test share. Sourced, not run; the caller has set `root`.
# shellcheck shell=bash disable=SC2154  # root is set by the script that sources this

launcher=()
if command -v ccache >/dev/null 2>&1; then
  launcher+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_C_COMPILER_LAUNCHER=ccache)
fi

die() {
  echo "$(basename "$0"): $*" >&2
  exit 2
}

# step NAME COMMAND...: runs the command and says on stderr how many seconds it took; its failure is the caller's.
step() {
  local name=$1 begin=$SECONDS code=0
  shift
  "$@" || code=$?
  printf -- '-- %-36s %4d s%s\n' "$name" "$((SECONDS - begin))" "$([ "$code" -eq 0 ] || echo "   exit $code")" >&2
  return "$code"
}

# ends CODE COMMAND...: the command must end with exactly this exit code.
ends() {
  local wanted=$1 code=0
  shift
  "$@" || code=$?
  [ "$code" -eq "$wanted" ] || { echo "$(basename "$0"): expected exit $wanted, got $code: $*" >&2 && return 4; }
}

# quiet LOG COMMAND...: keeps the output in LOG and shows its end only when the command fails.
quiet() {
  local log=$1 code=0
  shift
  mkdir -p "$(dirname "$log")"
  "$@" >"$log" 2>&1 || code=$?
  if [ "$code" -ne 0 ]; then
    tail -n 60 "$log" >&2
    echo "the whole log: $log" >&2
  fi
  return "$code"
}

# One compiler a core, and no more than one a GiB of memory: the heaviest files take about that.
jobs() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo)
  [ "$memory" -ge 1 ] || memory=1
  echo $((cores < memory ? cores : memory))
}

# configure PRESET FOLDER [OPTION...]: a preset of CMakePresets.json in build/FOLDER.
configure() {
  local preset=$1 folder=$2
  shift 2
  (cd "$root" && cmake --preset "$preset" -B "build/$folder" "${launcher[@]}" "$@")
}

# build FOLDER [TARGET...]
build() {
  local folder=$root/build/$1
  shift
  ninja -C "$folder" -j "$(jobs)" "$@"
}
