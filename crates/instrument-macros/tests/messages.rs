//! What must not compile, with its message. What must keep compiling is in the folder beside.

#[test]
fn of_what_is_refused() {
    trybuild::TestCases::new().compile_fail("tests/refused/*.rs");
}
