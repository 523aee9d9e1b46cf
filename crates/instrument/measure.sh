#!/usr/bin/env bash
# Rewrites published crates, and runs their own tests with the path check on.
#
#   measure.sh NAME[@VERSION] ...
#
# Prints one row of the table in README.md for each crate: functions, instrumented, tests before and after, what the
# check saw, and the time of the tests before and after. Fails if tests fail only afterwards, or if hooks are misused.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=${SBST_MEASURE_DIR:-$(mktemp -d)}
mkdir -p "$work"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$here/../../target} CARGO_TERM_COLOR=never CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_DEV_OPT_LEVEL=${CARGO_PROFILE_DEV_OPT_LEVEL:-2}
cargo build -q --manifest-path "$here/Cargo.toml"
command=$CARGO_TARGET_DIR/debug/sbst-instrument

# Tests that passed and failed, and the seconds that they ran, of the output of `cargo test`.
sums() { awk '/^test result:/ { p += $4; f += $6; t += $NF } END { printf "%d %d %.2f", p, f, t }' FS='[ ;]+' "$1"; }

# Unpacks a crate of the registry.
unpack() {
  local name=${1%@*} version='*'
  [ "$1" = "$name" ] || version="=${1#*@}"
  rm -rf "$work/get" "$work/$name"
  mkdir -p "$work/get/src"
  printf '[package]\nname = "get"\nversion = "0.0.0"\n[lib]\npath = "src/lib.rs"\n[dependencies]\n%s = "%s"\n[workspace]\n' "$name" "$version" >"$work/get/Cargo.toml"
  : >"$work/get/src/lib.rs"
  local manifest
  manifest=$(cargo metadata -q --format-version 1 --manifest-path "$work/get/Cargo.toml" |
    python3 -c 'import json,sys; print(next(p["manifest_path"] for p in json.load(sys.stdin)["packages"] if p["name"] == sys.argv[1]))' "$name")
  cp -r "$(dirname "$manifest")" "$work/$name"
  chmod -R u+w "$work/$name"
  rm -f "$work/$name/Cargo.lock"
  printf '\n[workspace]\n' >>"$work/$name/Cargo.toml"
}

failed=0
for crate in "$@"; do
  name=${crate%@*}
  unpack "$crate"
  version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$work/$name/Cargo.toml" | head -1)
  edition=$(sed -n 's/^edition = "\(.*\)"/\1/p' "$work/$name/Cargo.toml" | head -1)
  (cd "$work/$name" && cargo test --no-fail-fast >"$work/$name.before" 2>&1) || true
  rm -rf "$work/$name.new" "$work/$name.check"
  "$command" "$work/$name" "$work/$name.new" --check --sbst "$here/../.." >"$work/$name.report"
  (cd "$work/$name.new" && SBST_CHECK=$work/$name.check cargo test --no-fail-fast >"$work/$name.after" 2>&1) || true
  read -r before before_failed before_time <<<"$(sums "$work/$name.before")"
  read -r after after_failed after_time <<<"$(sums "$work/$name.after")"
  touch "$work/$name.check"
  read -r calls decisions misuse <<<"$(awk '/^checked/ { c += $2; d += $3 } /^misuse/ { m++ } END { printf "%d %d %d", c, d, m }' "$work/$name.check")"
  read -r functions instrumented <<<"$(sed -n 's/^\([0-9]*\) functions: \([0-9]*\) instrumented.*/\1 \2/p' "$work/$name.report")"
  reasons=$(sed -n 's/^  \([0-9]* left alone: .*\)/\1/p' "$work/$name.report" | sed 's/ left alone: / /; s/,.*//; s/:.*//' | paste -sd ';' -)
  printf '| %s %s (%s) | %s | %s | %s | %s | %s | %s calls, %s decisions, %s misuse | %s s | %s s |\n' \
    "$name" "$version" "${edition:-2015}" "$functions" "$instrumented" "${reasons:--}" "$before" "$after" "$calls" "$decisions" "$misuse" "$before_time" "$after_time"
  # Nothing was tested if it did not compile.
  if [ "$before" = 0 ] || [ "$calls" = 0 ] || [ "$after" != "$before" ] || [ "$after_failed" != "$before_failed" ] || [ "$misuse" != 0 ]; then
    failed=1
    echo "  see $work/$name.after and $work/$name.check" >&2
  fi
done
exit $failed
