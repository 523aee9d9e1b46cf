# Crates of the registry, and what their tests say. `measure.sh` and `sixty/run` read this, and set `here` to this folder first.

work=${SBST_MEASURE_DIR:-$(mktemp -d)}
mkdir -p "$work"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$here/../../target} CARGO_TERM_COLOR=never CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_DEV_OPT_LEVEL=${CARGO_PROFILE_DEV_OPT_LEVEL:-2}
command=$CARGO_TARGET_DIR/debug/sbst-instrument

build_command() { cargo build -q --manifest-path "$here/Cargo.toml"; }

# Prints the folder in which Cargo keeps a crate: NAME, the newest, or NAME@VERSION.
source_of() {
  local name=${1%@*} version='*'
  [ "$1" = "$name" ] || version="=${1#*@}"
  rm -rf "$work/get"
  mkdir -p "$work/get/src"
  printf '[package]\nname = "get"\nversion = "0.0.0"\n[lib]\npath = "src/lib.rs"\n[dependencies]\n%s = "%s"\n[workspace]\n' "$name" "$version" >"$work/get/Cargo.toml"
  : >"$work/get/src/lib.rs"
  # A package may depend on other versions of itself.
  cargo metadata -q --format-version 1 --manifest-path "$work/get/Cargo.toml" | python3 -c '
import json, os, sys
graph = json.load(sys.stdin)
root = next(node for node in graph["resolve"]["nodes"] if node["id"] == graph["resolve"]["root"])
(wanted,) = root["dependencies"]
print(os.path.dirname(next(each["manifest_path"] for each in graph["packages"] if each["id"] == wanted)))'
}

# Unpacks a crate into a folder of its name, as a workspace of its own, for the toolchain at hand.
unpack() {
  local name=${1%@*} folder
  folder=$(source_of "$1") || return
  rm -rf "${work:?}/$name"
  cp -r "$folder" "$work/$name"
  chmod -R u+w "$work/$name"
  rm -f "$work/$name"/{Cargo.lock,rust-toolchain,rust-toolchain.toml}
  grep -q '^\[workspace\]' "$work/$name/Cargo.toml" || printf '\n[workspace]\n' >>"$work/$name/Cargo.toml"
}

# Tests that passed and failed, and the seconds that they ran, of the output of `cargo test`.
sums() { awk '/^test result:/ { p += $4; f += $6; t += $NF } END { printf "%d %d %.2f", p, f, t }' FS='[ ;]+' "$1"; }

# Calls, decisions and misuses, of the file that `SBST_CHECK` names.
checked() {
  touch "$1"
  awk '/^checked/ { c += $2; d += $3 } /^misuse/ { m++ } END { printf "%d %d %d", c, d, m }' "$1"
}

# Functions and instrumented functions, of what the command printed.
rewritten() { sed -n 's/^\([0-9]*\) functions: \([0-9]*\) instrumented.*/\1 \2/p' "$1"; }
