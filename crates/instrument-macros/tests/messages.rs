//! What must not compile, with its message. What must keep compiling is in the folder beside.

#[test]
fn of_what_is_refused() {
    trybuild::TestCases::new().compile_fail("tests/refused/*.rs");
}

/// The program and its copy with hooks have the same errors, which are said once.
#[test]
fn od44_of_types_in_comparisons() {
    trybuild::TestCases::new().compile_fail("tests/types/*.rs");
}
