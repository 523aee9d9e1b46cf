//! What must not compile, with its message; and what must keep compiling.

#[test]
fn messages() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/refused/*.rs");
    cases.pass("tests/ui/accepted/*.rs");
}
