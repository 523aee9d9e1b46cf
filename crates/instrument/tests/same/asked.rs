//! Methods that are asked on known types: receivers and arguments of other types, and arguments
//! that do something.

mod copied;
mod hidden;

use crate::both::{Noisy, compare, log};
use std::borrow::Borrow;
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::ops::{Deref, DerefMut, Index, IndexMut, RangeBounds};
use std::path::Path;

/// Methods of these names with any receiver.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor(pub(crate) i32);

impl Cursor {
    fn next(&mut self) -> i32 {
        self.0 += 1;
        log("next", self.0)
    }
    fn contains(self, x: i32) -> bool {
        log("contains", (self.0, x)).1 > 3
    }
    fn starts_with(&mut self, x: &i32) -> bool {
        self.0 += *x;
        log("starts", self.0) > 6
    }
    fn is_empty(&mut self) -> bool {
        self.0 -= 1;
        log("empty", self.0) < 2
    }
}

/// Methods that move their receiver, or what they are asked about.
#[derive(Debug)]
pub(crate) struct Owner(pub(crate) Noisy);

impl Owner {
    fn contains(self, other: Noisy) -> bool {
        log("contains", self.0.0) < log("other", other.0)
    }
    fn starts_with(&self, other: &Noisy) -> bool {
        log("starts", self.0.0) < log("other", other.0)
    }
    fn ends_with(self, other: &mut i32) -> bool {
        *other += 1;
        log("ends", *other) > 3
    }
    fn is_empty(self) -> bool {
        log("empty", self.0.0) == "a"
    }
    fn strip_prefix(self, other: &str) -> Option<Noisy> {
        (log("strip", other) == "a").then_some(self.0)
    }
}

/// A pointer that says when it is followed.
#[derive(Debug)]
pub(crate) struct Pointer<T>(pub(crate) T);

impl<T> Deref for Pointer<T> {
    type Target = T;
    fn deref(&self) -> &T {
        log("deref", ());
        &self.0
    }
}
impl<T> DerefMut for Pointer<T> {
    fn deref_mut(&mut self) -> &mut T {
        log("deref_mut", ());
        &mut self.0
    }
}

/// A container that says when it is indexed.
#[derive(Debug)]
pub(crate) struct Shelf<T>(pub(crate) Vec<T>);

impl<T> Index<usize> for Shelf<T> {
    type Output = T;
    fn index(&self, place: usize) -> &T {
        &self.0[log("index", place)]
    }
}
impl<T> IndexMut<usize> for Shelf<T> {
    fn index_mut(&mut self, place: usize) -> &mut T {
        &mut self.0[log("index_mut", place)]
    }
}

/// A parser that changes while it is asked.
#[derive(Debug)]
pub(crate) struct Parser<'a> {
    rest: &'a str,
    words: [&'a str; 2],
    counts: [i32; 2],
    place: usize,
}

impl<'a> Parser<'a> {
    fn next(&mut self) -> &'a str {
        self.place += 1;
        self.rest = self.rest.get(1..).unwrap_or("");
        self.counts[0] += 1;
        log("next", self.words[self.place % 2])
    }
}

/// A type without a distance.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plain(i32);

pub(crate) trait Set {
    fn contains(&self, x: &i32) -> bool;
}
impl Set for Plain {
    fn contains(&self, x: &i32) -> bool {
        self.0 == *x
    }
}

fn noisy(name: &'static str) -> Noisy {
    Noisy(log("make", name))
}

fn takes(text: &str, part: &[u8]) -> bool {
    text.as_bytes().starts_with(part)
}

both! {
    fn changing(start: i32) -> i32 {
        let (mut cursor, mut other) = (Cursor(start), Pointer(Cursor(start)));
        let mut sum = 0;
        // The receiver is copied before the argument changes it.
        if cursor.contains(cursor.next()) { sum += 1; }
        if cursor.contains(cursor.0 + 1) { sum += 2; }
        if cursor.starts_with(&(sum + 1)) { sum += 4; }
        if !cursor.starts_with(&sum.abs()) && cursor.is_empty() { sum += 8; }
        if other.starts_with(&cursor.next()) || other.contains(cursor.next()) { sum += 16; }
        if other.is_empty() { sum += 32; }
        sum + cursor.0 + other.0.0
    }

    fn moving(name: &'static str) -> i32 {
        let kept = noisy("kept");
        let mut count = name.len() as i32;
        let mut sum = 0;
        if Owner(noisy(name)).contains(noisy("b")) { sum += 1; }
        if Owner(noisy(name)).starts_with(&noisy("b")) { sum += 2; }
        let owner = Owner(noisy(name));
        if owner.starts_with(&noisy("c")) && owner.contains(noisy("d")) { sum += 4; }
        let owner = Owner(noisy(name));
        if owner.ends_with(&mut count) { sum += 8; }
        let mut counts = vec![&mut count];
        if Owner(noisy("e")).ends_with(counts[0]) && Owner(noisy("f")).ends_with(counts[0]) {
            sum += 16;
        }
        if Owner(noisy(name)).is_empty() || Owner(kept).is_empty() { sum += 32; }
        if let Some(_) = Owner(noisy(name)).strip_prefix("a") { sum += 64; }
        let Some(last) = Owner(noisy(name)).strip_prefix(name) else { return sum };
        log("last", last.0);
        sum + 128
    }

    fn at_the_end(name: &'static str) -> bool {
        let kept = noisy("kept");
        log("kept", kept.0);
        Owner(noisy(name)).starts_with(&noisy("b"))
    }

    fn at_the_end_empty(name: &'static str) -> bool {
        let _kept = noisy("kept");
        Owner(noisy(name)).is_empty()
    }

    fn parsing(text: &'static str) -> (usize, i32) {
        let mut parser = Parser { rest: text, words: ["ab", "bc"], counts: [0, 1], place: 0 };
        let mut sum = 0;
        while parser.place < 6 {
            // The text lives longer than the parser's variable.
            if parser.rest.starts_with(parser.next()) { sum += 1; }
            if parser.words[0].contains(parser.next()) { sum += 10; }
            if parser.rest[parser.place.min(parser.rest.len())..].is_empty() { sum += 100; }
            if parser.counts[parser.next().len() - 1].abs() > 3 { sum += 1000; }
        }
        (parser.place, sum)
    }

    fn elements(t: (usize, usize)) -> u32 {
        let (i, j) = t;
        let rows = vec![vec![1_u8, 2, 3], vec![b'a', b'b'], vec![]];
        let words = ["abc", "b", ""];
        let mut shelf = Shelf(vec![Cursor(1), Cursor(5), Cursor(9)]);
        let texts = Shelf(vec!["abc".to_string(), "b".to_string()]);
        let mut queue = VecDeque::from([Cursor(2), Cursor(3)]);
        let map = HashMap::from([("a", vec![1, 2]), ("b", vec![])]);
        let mut sum = 0;
        if shelf[i].is_empty() { sum += 1; }
        if shelf[i].starts_with(&(j as i32)) || shelf[j].contains(3 + 1) { sum += 2; }
        if queue[i % 2].is_empty() { sum += 4; }
        if texts[i % 2].starts_with(&texts[j % 2][1..]) { sum += 8; }
        if map[if i > 0 { "a" } else { "b" }].is_empty() || map["a"].contains(&(i + 1)) {
            sum += 16;
        }
        if words[i].starts_with(words[j]) && !words[i + j].is_empty() { sum += 32; }
        if rows[i].is_empty() || rows[i][j].is_ascii_lowercase() { sum += 64; }
        if rows[i][j..].starts_with(&rows[j][..1]) || rows[j].contains(&rows[i][j - 1]) {
            sum += 128;
        }
        sum
    }

    fn typed(x: i32) -> u32 {
        let text = "abc".to_string();
        let (mut seen, mut later) = (Vec::new(), Vec::new());
        let mut sum = 0;
        for place in 0..4 {
            let plain = Plain(x + place);
            if seen.contains(&plain) { sum += 1; }
            if !seen.contains(&Plain(plain.0 - 1)) { seen.push(plain); }
            if later.contains(&(place + 1)) || later.is_empty() { later.push(x); }
        }
        if takes(&text, b"ab") && text.as_bytes().starts_with(&[97, 98]) { sum += 8; }
        let options: Vec<Option<&str>> = vec![Some("abc"), None];
        if options.contains(&Some(&text)) && options.contains(&None) { sum += 16; }
        let slices: Vec<(&[i32], u8)> = vec![(&[1, 2], 3)];
        if slices.contains(&(&[1, x], 3)) || slices.contains(&(&[], 1)) { sum += 32; }
        let boxes: Vec<Box<dyn Set>> = vec![Box::new(Plain(x))];
        if boxes[0].contains(&(x + 2)) || boxes.is_empty() { sum += 64; }
        let wide = 3_u64..;
        if wide.contains(&text.len().try_into().unwrap())
            && (0..).contains(&"7".parse().unwrap_or(x))
        {
            sum += 128;
        }
        if text.contains(|c: char| c == 'b') && text.starts_with(char::is_alphabetic) {
            sum += 256;
        }
        if text.contains(['x', 'c']) && text.ends_with(&['a', 'c'])
            || text.contains(&['q'][..])
        {
            sum += 512;
        }
        let is_in = |c| text.contains(c) && "xyz".contains(c);
        if is_in('b') { sum += 1024; }
        if text.bytes().any(|b| b"xyz".contains(&(b + 1))) { sum += 2048; }
        sum
    }

    fn sets(text: &'static str) -> u32 {
        let hashed: HashSet<String> = ["a", "b"].map(String::from).into();
        let ordered: BTreeSet<&str> = ["a", "b"].into();
        let path = Path::new(text);
        let mut sum = 0;
        if hashed.contains(text.trim()) || hashed.contains(&text[..1]) { sum += 1; }
        if ordered.contains(&text.trim()) && !ordered.is_empty() { sum += 2; }
        if path.starts_with(text.trim()) && path.ends_with(&Path::new("a").join("b")) { sum += 4; }
        if let Ok(rest) = path.strip_prefix("a") { sum += rest.as_os_str().len() as u32; }
        if let Ok(rest) = Path::new(text).strip_prefix(&format!("{}", "a")) {
            sum += rest.as_os_str().len() as u32;
        }
        if let Some(rest) = text.to_string().strip_prefix("a") { sum += 10 * rest.len() as u32; }
        if let Some(rest) = text.trim().strip_suffix(&"-b"[1..]) { sum += 100 * rest.len() as u32; }
        let Some(rest) = text.trim().strip_prefix('a') else { return sum };
        if let Some(&[first, ..]) = rest.as_bytes().strip_prefix(b"/") {
            sum += u32::from(first) * 1000;
        }
        sum
    }

    fn generics[T: PartialEq + Clone + Borrow<str> + AsRef<str>](t: (T, T)) -> u8 {
        let (a, b) = t;
        let list = [a.clone(), b.clone()];
        let mut sum = 0;
        if list[1..].contains(&a) || list.contains(&b.clone()) { sum += 1; }
        if a.as_ref().starts_with(&b.as_ref()[1..]) { sum += 2; }
        let set: HashSet<String> = HashSet::from(["a".into()]);
        if set.contains(a.borrow()) { sum += 4; }
        if list.starts_with(&[a]) || list.is_empty() { sum += 8; }
        sum
    }

    fn bounded[R: RangeBounds<i32>](t: (R, i32)) -> u8 {
        let (range, x) = t;
        if range.contains(&(x + 1)) { 1 } else if range.contains(&x.pow(2)) { 2 } else { 3 }
    }

    fn order(x: i32) -> bool {
        let low = |x| log("low", x);
        let list = vec![3, 4, 5];
        (low(x)..low(5)).contains(&log("value", x + 1))
            && [1, 2, 3].contains(&log("element", x))
            || list.contains(&log("member", x - 1))
            || vec![log("first", x)].contains(&log("second", 2))
    }

    fn panicking(t: (usize, &'static str)) -> bool {
        let (i, text) = t;
        let list = [noisy("first"), noisy("second")];
        let names = ["a", "b"];
        if text.starts_with(names[i]) || text[i - 1..].is_empty() { return true; }
        if names.contains(&names[i + 1]) && (0..9).contains(&(7 / (i - 1))) { return false; }
        if text.contains(&text[i..]) || Owner(noisy("last")).starts_with(&list[i * 2]) {
            return true;
        }
        (1..=i - 1).contains(&text.parse::<usize>().unwrap())
    }

    fn named(x: i32) -> u8 {
        let (receiver, argument, seen) = (vec![x], x, [[1, x], [2, 3]]);
        let (probe, rules, outcome) = (1, &mut [3, 4], "abc");
        let set: Box<dyn Set> = Box::new(Plain(x));
        let mut sum = 0;
        if receiver.contains(&(argument + 1)) || seen[probe].contains(&(x + argument)) { sum += 1; }
        if rules.contains(&(rules[0] + argument)) && !rules.is_empty() { sum += 2; }
        if outcome[probe..].starts_with(&outcome[probe - 1..]) || outcome.is_empty() { sum += 4; }
        if (*set).contains(&(argument - 1)) || set.contains(&argument.abs()) { sum += 16; }
        sum
    }

    fn large(x: u8) -> bool {
        // A second one on the stack would be too much.
        let large: Box<[u8; 1 << 21]> = vec![0_u8; 1 << 21].try_into().unwrap();
        (*large).ends_with(&[x + 1]) || large.ends_with(&[x - 1])
    }

    fn tried(text: &'static str) -> Option<bool> {
        if (1..5).contains(&text.parse::<i32>().ok()?) { return Some(true); }
        if text.starts_with(text.get(1..)?) { return None; }
        Some(text.eq_ignore_ascii_case(&text.strip_prefix("1")?.to_uppercase()))
    }

    fn borrowed(x: i32) -> usize {
        let (mut one, mut two) = (vec![1, 2], vec![3]);
        let list = &mut one;
        let mut count = 0;
        if list.contains(&(x + 1)) { list.push(x); }
        if list.contains(&list.len().try_into().unwrap()) { list.push(-x); }
        let mut list = &mut *list;
        if list.contains(&{ list = &mut two; x }) { count += 100; }
        if list.contains(&x) { list.push(9); }
        let mut text = "abc";
        if text.starts_with({ text = "b"; text }) || text.contains({ text = "bcd"; "c" }) {
            count += 1000;
        }
        count + one.len() + 10 * two.len() + text.len()
    }

    fn debugging(x: i32) -> i32 {
        let text = "abc".to_string();
        debug_assert!(x < 5);
        debug_assert!(!text.is_empty(), "{text}");
        debug_assert!((0..9).contains(&log("value", x + 3)), "{}", noisy("value").0);
        debug_assert!(x != 3 && x != 4);
        debug_assert!(Owner(noisy("a")).starts_with(&noisy("b")));
        debug_assert!({ let y = x; y < 2 });
        x
    }
}

#[test]
fn od84_what_is_asked_is_evaluated_once() {
    compare(-3..9, changing::original, changing::instrumented);
    compare(["a", "b", "c"], moving::original, moving::instrumented);
    compare(["a", "c"], at_the_end::original, at_the_end::instrumented);
    compare(["a", "c"], at_the_end_empty::original, at_the_end_empty::instrumented);
    compare(["", "abcabc", "bcbc"], parsing::original, parsing::instrumented);
    let pairs = || (0..4).flat_map(|i| (0..4).map(move |j| (i, j)));
    compare(pairs(), elements::original, elements::instrumented);
    compare(-3..5, order::original, order::instrumented);
    compare(-3..5, borrowed::original, borrowed::instrumented);
}

#[test]
fn od84_what_is_asked_has_its_types() {
    compare(-3..5, typed::original, typed::instrumented);
    compare(["a", "a/b", " a", "b", "xb"], sets::original, sets::instrumented);
    compare([("a", "b"), ("b", "bb")], generics::original, generics::instrumented);
    let owned = ["a", "bc"].map(|x| (x.to_string(), "bc".to_string()));
    compare(owned, |t| generics::original(t), |t| generics::instrumented(t));
    compare((-3..5).map(|x| (1..4, x)), |t| bounded::original(t), |t| bounded::instrumented(t));
}

#[test]
fn od84_what_is_asked_panics_and_returns_as_before() {
    let inputs = (0..4).flat_map(|i| ["", "a", "b", "1"].map(|text| (i, text)));
    compare(inputs, panicking::original, panicking::instrumented);
    compare(1..=1, large::original, large::instrumented);
    compare(0..9, named::original, named::instrumented);
    compare(["", "1", "7", "12", "1a"], tried::original, tried::instrumented);
    compare(-4..7, debugging::original, debugging::instrumented);
}
