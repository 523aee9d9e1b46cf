//! Comparisons and constants of which only the compiler knows enough.

use crate::Package;

const LATER: &str = r#"
#[derive(Clone, Debug, Default, PartialEq, PartialOrd)]
pub struct W(u8);

pub fn first() -> Vec<W> {
    let d = vec![Default::default(); 2];
    if d[0] < d[1] {
        return vec![];
    }
    d
}

pub fn second(x: u8) -> Vec<W> {
    let d = vec![Default::default(); 2];
    if d[0] >= d[1] && x == 2 {
        return d;
    }
    Vec::new()
}

pub fn third() -> Vec<W> {
    let z: Vec<_> = vec![Default::default()];
    if z[0] > z[0] {
        return Vec::new();
    }
    z
}

#[test]
fn as_before() {
    assert_eq!((first().len(), second(2).len(), second(1).len(), third().len()), (2, 2, 0, 1));
}
"#;

/// Comparisons whose types are known too late for a distance are flags, and nothing else is.
#[test]
fn od38_comparisons_that_do_not_compile_are_flags() {
    let package = Package::new("later", LATER);
    let (said, text) = package.rewritten();
    assert!(said.contains("3 comparisons without a distance"), "{said}");
    assert!(!said.contains("left alone"), "{said}");
    for flag in ["d[0] < d[1]", "d[0] >= d[1]", "z[0] > z[0]"] {
        let hook = format!("decide(0u32, {flag} , | rules, outcome | rules.flag(outcome))");
        assert!(text.contains(&hook), "{text}");
    }
    assert!(text.contains("borrowed, x , == , 2 , measure_eq"), "{text}");
    package.passes();
}

const CONSTANT: &str = r#"
pub const fn called_by_called(x: u8) -> u8 {
    if x > 3 { 1 } else { 2 }
}

pub const fn called(x: u8) -> u8 {
    if x > 3 { called_by_called(x) } else { 2 }
}

pub struct A(u8);

impl A {
    pub const fn new(x: u8) -> Self {
        if x > 3 { Self(1) } else { Self(x) }
    }
    pub const fn get(&self) -> u8 {
        if self.0 > 3 { 1 } else { self.0 }
    }
}

pub struct B(u8);

impl B {
    pub const fn new(x: u8) -> Self {
        if x > 3 { Self(1) } else { Self(x) }
    }
    pub const fn other(x: u8) -> Self {
        if x > 4 { Self(1) } else { Self(x) }
    }
    pub const fn size<T>() -> usize {
        if std::mem::size_of::<T>() > 2 { 3 } else { 4 }
    }
}

type Alias = B;
pub const OTHER: B = Alias::other(3);
pub const SIZE: usize = B::size::<Result<std::fmt::Error, u64>>();

pub const X: [u8; called(4) as usize] = [0; 1];
pub static Y: A = A::new(7);

#[test]
fn as_before() {
    assert_eq!((X.len(), Y.get(), B::new(2).0), (1, 1, 2));
}
"#;

/// A function is no longer `const`, unless a constant calls it, or a function that stays `const`.
#[test]
fn functions_that_no_constant_calls_are_not_const() {
    let package = Package::new("constant", CONSTANT);
    let (said, text) = package.rewritten();
    assert!(said.contains("8 functions: 3 instrumented"), "{said}");
    assert!(said.contains("5 left alone: it is a `const fn`"), "{said}");
    for kept in ["pub const fn called(", "pub const fn called_by_called("] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    assert_eq!(text.matches("/*const*/").count(), 2, "{text}");
    package.passes();
}
