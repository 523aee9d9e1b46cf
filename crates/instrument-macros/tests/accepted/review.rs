//! Code that a strict reader thought would break.
#![deny(warnings)]
#![allow(clippy::all, clippy::semicolon_if_nothing_returned, clippy::uninlined_format_args)]
#![allow(unsafe_code)]
#![allow(dead_code, unused_unsafe)]

use std::cell::RefCell;

#[sbst::instrument]
fn references(v: &[bool], flags: (&bool, &bool)) -> u32 {
    let mut n = 0;
    for x in v {
        if !x {
            n += 1
        }
        if !flags.0 && !flags.1 || !(*x) {
            n += 2
        }
    }
    assert!(!flags.0);
    while !v.first().unwrap() && n < 5 {
        n += 1
    }
    n
}

#[sbst::instrument]
fn local_macros(x: i32) -> i32 {
    let y = x + 1;
    macro_rules! add {
        ($e:expr) => {
            if $e > y { $e + y } else { y }
        };
    }
    fn inner(x: i32) -> i32 {
        x
    }
    let z = add!(2);
    macro_rules! add {
        ($e:expr) => {
            $e + z
        };
    }
    inner(add!(2))
}

#[sbst::instrument]
fn coerced(d: &[u8], list: Option<&[u8]>) -> u32 {
    let mut n = 0;
    if d.get(0..2) == Some(&[1, 2]) {
        n += 1
    }
    if d.get(..2) == Some(b"ab") {
        n += 1
    }
    if list == Some(&vec![1]) {
        n += 1
    }
    n
}

#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct V(u32);

#[sbst::instrument]
fn inferred(xs: Vec<V>) -> V {
    let mut best = None;
    for v in xs {
        if best == None {
            best = Some(v)
        }
    }
    let max = |a, b| if a > b { a } else { b };
    max(V(1), best.unwrap_or(V(2)))
}

struct Board([Option<V>; 9]);

#[sbst::instrument]
fn full(board: &Board) -> bool {
    if board.0.contains(&None) { false } else { true }
}

fn make() -> String {
    String::new()
}

#[sbst::instrument]
fn guarded(c: &RefCell<String>, n: &RefCell<u32>) -> bool {
    fn next(n: &RefCell<u32>) -> u32 {
        *n.borrow()
    }
    if *c.borrow() == make() && *n.borrow() < next(n) { true } else { false }
}

#[sbst::instrument]
fn guards(list: &mut Vec<u8>, mut n: u32, text: &mut String, other: &RefCell<String>) -> u32 {
    match list[0] {
        0 if list.len() > 1 => list.push(1),
        1 if list.is_empty() => list.clear(),
        _ => {}
    }
    match list.len() {
        0 if n > 3 => n = 1,
        len if len > 3 && n == 2 => list.truncate(len - 1),
        mut len => {
            len += 1;
            list.push(len as u8)
        }
    }
    match n {
        0 if list.is_empty() => n = 4,
        ref m if *m > 3 => n = *m - 1,
        _ => n += 1,
    }
    match text.as_str() {
        "a" | "b" if n > 3 => text.push('c'),
        "c" => text.clear(),
        t if t.len() > 3 => n += t.len() as u32,
        _ => {}
    }
    match &**text {
        "a" if *other.borrow() == "x" => *text = other.take(),
        t if *t == *other.borrow() => n += 1,
        _ => n += 2,
    }
    let moved = match n {
        0 if list.is_empty() || return 3 => make(),
        1 | 2
            if {
                let s = make();
                s.is_empty()
            } =>
        {
            make()
        }
        _ => std::mem::take(text),
    };
    match moved.as_ref() {
        "a" if n > 3 => 1,
        "b" => 2,
        _ => "3".parse().unwrap(),
    }
}

#[sbst::instrument]
fn attributes(x: u8) -> u8 {
    #[allow(clippy::all)]
    match x {
        1 => 2,
        _ => 3,
    }
}

#[sbst::instrument]
fn promoted(i: usize) -> usize {
    let Some(n) = ["a", "bb"].get(i) else { return 0 };
    n.len()
}

struct Slots {
    s: [Option<u32>; 2],
    names: Vec<String>,
}
macro_rules! slot {
    ($s:ident) => {
        $s.s[0]
    };
}
macro_rules! names {
    ($s:ident) => {
        $s.names
    };
}

#[sbst::instrument]
impl Slots {
    fn take(&mut self) -> Option<u32> {
        let x = slot!(self).take()?;
        if names!(self).is_empty() { None } else { Some(x) }
    }
}

enum Shadow {
    None,
    Some(u8),
}

#[sbst::instrument]
mod shadowed {
    #[allow(unused_imports)]
    use super::Shadow::*;
    pub(super) fn f(b: bool, x: u8) -> u8 {
        match b {
            true => match x {
                0 => 1,
                _ => 4,
            },
            false => 2,
        }
    }
}

static mut COUNT: u32 = 0;

#[sbst::instrument]
fn statics() -> bool {
    fn bump() -> u32 {
        unsafe {
            COUNT += 1;
            COUNT
        }
    }
    unsafe { if COUNT == 3 { true } else { COUNT == bump() } }
}

#[cfg(target_arch = "x86_64")]
#[sbst::instrument]
fn intrinsics(a: std::arch::x86_64::__m128i) -> std::arch::x86_64::__m128i {
    use std::arch::x86_64::*;
    unsafe { _mm_slli_si128(a, 4) }
}

#[sbst::instrument]
fn temporaries(b: u8) -> Option<u64> {
    struct Key;
    impl Key {
        fn pick<'a>(&self, x: &'a u64) -> Option<&'a u64> {
            Some(x)
        }
    }
    let k = Key;
    if let Some(v) = k.pick(&(b as u64)) { Some(*v) } else { None }
}

fn main() {
    let mut slots = Slots { s: [Some(1), None], names: vec![String::new()] };
    assert_eq!((slots.take(), slots.take()), (Some(1), None));
    assert!(!statics());
}
