#!/bin/sh
# Compiles what cargo asks for: the crate semver, and no other, with the flags of LLVM's SanitizerCoverage.
rustc=$1
shift
case " $* " in
*" --crate-name semver "*)
  set -- "$@" -Cpasses=sancov-module
  for option in level=3 trace-compares pc-table control-flow trace-pc-guard prune-blocks=0; do
    set -- "$@" "-Cllvm-args=-sanitizer-coverage-$option"
  done
  ;;
esac
exec "$rustc" "$@"
