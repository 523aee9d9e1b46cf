#!/usr/bin/env bash
# Rewrites published crates, and runs their own tests with the path check on.
#
#   measure.sh NAME[@VERSION] ...
#
# Prints one row of the table in README.md for each crate: functions, instrumented, tests before and after, what the
# check saw, and the time of the tests before and after. Fails if tests fail only afterwards, or if hooks are misused.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/registry.sh"
build_command

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
  read -r calls decisions misuse <<<"$(checked "$work/$name.check")"
  read -r functions instrumented <<<"$(rewritten "$work/$name.report")"
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
