//! The flags that make compilers tell the runtime what happens.

/// Options of LLVM's pass, as rustc hands them over.
pub(crate) const PASS: [&str; 9] = [
    // As `cargo fuzz` does: some crates leave out checksums then.
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=3",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-control-flow",
    "-Cllvm-args=-sanitizer-coverage-trace-pc-guard",
    "-Cllvm-args=-sanitizer-coverage-prune-blocks=0",
    // Comparisons of memory stay calls, which the runtime sees.
    "-Cllvm-args=-max-loads-per-memcmp=0",
];

/// Flags for clang from version 16 on.
const CLANG: &str = "-g -fsanitize-coverage=trace-pc-guard,pc-table,control-flow,trace-cmp,no-prune \
                     -fno-builtin-memcmp -fno-builtin-bcmp -fno-builtin-strcmp \
                     -fno-builtin-strncmp -fno-builtin-strcasecmp \
                     -fno-builtin-strncasecmp";

/// Returns the text that `cargo sbst flags` prints.
pub(crate) fn text() -> String {
    format!(
        "rustc: {}\nclang: {CLANG}\nlink:  libsbst_native.a -lpthread -ldl -lm\n",
        PASS.join(" ")
    )
}
