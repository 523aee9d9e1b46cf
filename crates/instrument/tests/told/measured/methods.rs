//! Methods that ask something of their receiver.

use super::{Table, function, rows};
use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

pub(super) fn texts(mut table: Table) -> Table {
    rows! { table:
        measured empty(x: &str) { x.is_empty() } ["a"] ["abc"] => 1.0;
        measured empty_owned(x: String) { x.is_empty() } ["a".into()] ["abc".into()] => 1.0;
        measured empty_value(x: &str) { x.trim().is_empty() } [" a "] [" abc "] => 1.0;
        measured empty_element(x: &[&str]) { x[0].is_empty() } [&["a"]] [&["abc"]] => 1.0;
        measured starts(x: &str) { x.starts_with("ab") } ["ac"] ["az"] => 0.5;
        measured starts_character(x: &str) { x.starts_with('a') } ["b"] ["z"] => 0.5;
        measured starts_owned(x: String, y: String) { x.starts_with(&y) }
            ["ac".into(), "ab".into()] ["az".into(), "ab".into()] => 0.5;
        measured starts_as(x: String, y: String) { x.starts_with(y.as_str()) }
            ["ac".into(), "ab".into()] ["az".into(), "ab".into()] => 0.5;
        measured starts_slice(x: &str, y: &str) { x.starts_with(&y[1..]) }
            ["ac", "-ab"] ["az", "-ab"] => 0.5;
        measured starts_format(x: &str, y: u8) { x.starts_with(&format!("a{y}")) }
            ["a2", 1] ["a9", 1] => 0.5;
        measured starts_byte(x: &str, y: u8) { x.starts_with(char::from(y)) }
            ["b", b'a'] ["z", b'a'] => 0.5;
        measured starts_value(x: &str, y: &str) { x.trim().starts_with(y.trim()) }
            [" ac", "ab "] [" az", "ab "] => 0.5;
        measured starts_element(x: &[&str], i: usize) { x[i].starts_with("ab") }
            [&["ac"], 0] [&["az"], 0] => 0.5;
        measured starts_rest(x: &str, i: usize) { x[i..].starts_with("ab") }
            ["-ac", 1] ["-az", 1] => 0.5;
        measured starts_cow(x: Cow<'_, str>) { x.starts_with("ab") }
            ["ac".into()] ["az".into()] => 0.5;
        measured starts_boxed(x: Box<str>) { x.starts_with("ab") }
            ["ac".into()] ["az".into()] => 0.5;
        measured starts_shared(x: Rc<str>) { x.starts_with("ab") }
            ["ac".into()] ["az".into()] => 0.5;
        measured starts_counted(x: Arc<String>) { x.starts_with("ab") }
            [Arc::new("ac".into())] [Arc::new("az".into())] => 0.5;
        measured starts_reference(x: &&String) { x.starts_with("ab") }
            [&&"ac".into()] [&&"az".into()] => 0.5;
        measured ends(x: &str) { x.ends_with("ab") } ["ac"] ["az"] => 0.5;
        measured ends_character(x: &str) { x.ends_with('b') } ["c"] ["z"] => 0.5;
        measured ends_computed(x: &str, y: &str) { x.ends_with(&y.to_lowercase()) }
            ["ac", "AB"] ["az", "AB"] => 0.5;
        measured contains(x: &str) { x.contains("bc") } ["abd"] ["abz"] => 0.5;
        measured contains_computed(x: &str, y: &str) { x.contains(&y.repeat(2)) }
            ["bc", "b"] ["bz", "b"] => 0.5;
        measured contains_character(x: &str) { x.contains('b') } ["c"] ["z"] => 0.5;
        measured caseless(x: &str) { x.eq_ignore_ascii_case("AB") } ["ac"] ["az"] => 0.5;
        measured caseless_computed(x: &str, y: &str) { x.eq_ignore_ascii_case(y.trim()) }
            ["ac", " AB"] ["az", " AB"] => 0.5;
        measured caseless_owned(x: String, y: String) { x.eq_ignore_ascii_case(&y) }
            ["ac".into(), "AB".into()] ["az".into(), "AB".into()] => 0.5;
        measured ascii(x: &str) { x.is_ascii() } ["a\u{80}"] ["\u{80}\u{80}"] => 0.5;
        measured negated(x: &str) { !(x.starts_with("ab")) } ["ac"] ["az"] => 0.5;
        flat starts_shared_computed(x: Rc<str>, y: &str) { x.starts_with(y.trim()) }
            ["ac".into(), "ab "] ["az".into(), "ab "];
        flat starts_block(x: &str) { x.starts_with({ let part = "ab"; part }) } ["ac"] ["az"];
        flat starts_set(x: &str) { x.starts_with(&['b', 'c']) } ["d"] ["z"];
        flat starts_closure(x: &str) { x.starts_with(|c: char| c == 'b') } ["c"] ["z"];
        flat starts_function(x: &str) { x.starts_with(char::is_numeric) } ["a"] ["z"];
        flat contains_set(x: &str) { x.contains(['b', 'c']) } ["d"] ["z"];
        measured literal(x: &str) { "abc".contains(x) } ["abd"] ["xyz"] => 0.5;
        flat field_of_element(x: &[(&str, u8)]) { x[0].0.starts_with("b") }
            [&[("c", 0)]] [&[("z", 0)]];
    }
    table
}

#[test]
fn od84_texts_are_asked() {
    texts(Table::default()).check();
}

pub(super) fn characters(mut table: Table) -> Table {
    macro_rules! classes {
        ($($method:ident $near:literal $far:literal $distance:literal;)*) => { $(
            mod $method {
                use super::super::{Table, rows};
                pub(super) fn add(table: &mut Table) {
                    table.part(stringify!($method));
                    rows! { table:
                        measured of_char(x: char) { x.$method() }
                            [char::from($near)] [char::from($far)] => $distance;
                        measured of_byte(x: u8) { x.$method() } [$near] [$far] => $distance;
                        measured of_reference(x: &u8) { x.$method() } [&$near] [&$far] => $distance;
                        measured of_element(x: &[u8]) { x[0].$method() }
                            [&[$near]] [&[$far]] => $distance;
                        measured of_value(x: u8) { char::from(x).$method() }
                            [$near] [$far] => $distance;
                    }
                }
            }
            $method::add(&mut table);
        )* };
    }
    classes! {
        is_ascii 128 200 2.0;
        is_ascii_digit b':' b'@' 2.0;
        is_ascii_hexdigit b'g' b'z' 2.0;
        is_ascii_alphabetic b'[' b']' 2.0;
        is_ascii_alphanumeric b':' b'<' 2.0;
        is_ascii_lowercase b'`' b'A' 2.0;
        is_ascii_uppercase b'@' b'0' 2.0;
        is_ascii_punctuation b' ' 0 2.0;
        is_ascii_whitespace b'!' b'z' 2.0;
    }
    table.part("");
    rows! { table:
        measured caseless(x: char) { x.eq_ignore_ascii_case(&'A') } ['b'] ['z'] => 2.0;
        measured caseless_byte(x: u8) { x.eq_ignore_ascii_case(&b'A') } [b'b'] [b'z'] => 2.0;
        measured caseless_reference(x: &u8, y: &u8) { x.eq_ignore_ascii_case(y) }
            [&b'b', &b'A'] [&b'z', &b'A'] => 2.0;
        measured caseless_element(x: &[u8], y: &[u8]) { x[0].eq_ignore_ascii_case(&y[0]) }
            [b"b", b"A"] [b"z", b"A"] => 2.0;
        measured caseless_computed(x: u8, y: u8) {
            char::from(x).eq_ignore_ascii_case(&char::from(y)) }
            [b'b', b'A'] [b'z', b'A'] => 2.0;
        measured of_mutable(x: &mut u8) { x.is_ascii_digit() } [&mut b':'] [&mut b'@'] => 2.0;
        flat alphabetic(x: char) { x.is_alphabetic() } ['['] ['0'];
    }
    table
}

#[test]
fn od84_characters_and_bytes_are_asked() {
    characters(Table::default()).check();
}

pub(super) fn sequences(mut table: Table) -> Table {
    rows! { table:
        measured empty(x: &[u8]) { x.is_empty() } [b"a"] [b"abc"] => 1.0;
        measured empty_vector(x: Vec<u8>) { x.is_empty() } [vec![1]] [vec![1, 2, 3]] => 1.0;
        measured empty_array(x: Vec<u8>) { x.as_slice().is_empty() }
            [vec![1]] [vec![1, 2, 3]] => 1.0;
        measured starts(x: &[u8]) { x.starts_with(b"ab") } [b"ac"] [b"az"] => 0.5;
        measured starts_array(x: &[i32]) { x.starts_with(&[1, 2]) } [&[1, 3]] [&[1, 9]] => 0.5;
        measured starts_vector(x: Vec<i32>, y: Vec<i32>) { x.starts_with(&y) }
            [vec![1, 3], vec![1, 2]] [vec![1, 9], vec![1, 2]] => 0.5;
        measured starts_rest(x: &[i32], y: &[i32]) { x[1..].starts_with(&y[1..]) }
            [&[0, 3], &[7, 2]] [&[0, 9], &[7, 2]] => 0.5;
        measured ends(x: &[i32]) { x.ends_with(&[1, 2]) } [&[1, 3]] [&[1, 9]] => 0.5;
        measured contains(x: &[i32], y: i32) { x.contains(&y) }
            [&[1, 5, 20], 6] [&[1, 5, 20], 9] => 2.0;
        measured contains_array(x: i32) { [1, 5, 20].contains(&x) } [6] [9] => 2.0;
        measured contains_computed(x: i32) { [1, 5, 20].contains(&(x + 1)) } [5] [8] => 2.0;
        measured contains_length(x: Vec<usize>, y: &str) { x.contains(&y.len()) }
            [vec![3], "ab"] [vec![3], ""] => 2.0;
        measured contains_element(x: &[i32], y: &[i32]) { x.contains(&y[0]) }
            [&[3], &[2]] [&[3], &[9]] => 2.0;
        measured contains_constant(x: Vec<i32>) { x.contains(&5) } [vec![6]] [vec![9]] => 2.0;
        measured contains_text(x: &[&str], y: &str) { x.contains(&y) }
            [&["ab"], "ac"] [&["ab"], "az"] => 0.5;
        measured contains_part(x: &[&str], y: &str) { x.contains(&y.trim()) }
            [&["ab"], "ac "] [&["ab"], "az "] => 0.5;
        measured contains_owned(x: Vec<String>, y: &str) { x.contains(&y.to_owned()) }
            [vec!["ab".into()], "ac"] [vec!["ab".into()], "az"] => 0.5;
        measured contains_row(x: &[Vec<i32>], y: i32) { x[0].contains(&y) }
            [&[vec![3]], 2] [&[vec![3]], 9] => 2.0;
        measured contains_mutable(x: &mut Vec<i32>, y: i32) { x.contains(&(y + 1)) }
            [&mut vec![3], 1] [&mut vec![3], 9] => 2.0;
        measured contains_box_computed(x: Box<[i32]>, y: i32) { x.contains(&(y + 1)) }
            [[3].into(), 1] [[3].into(), 9] => 2.0;
        measured contains_options(x: Vec<Option<(u8, String)>>, y: u8) {
            x.contains(&Some((y + 1, "a".to_owned()))) }
            [vec![Some((3, "a".into()))], 1] [vec![Some((3, "a".into()))], 9];
        measured contains_rows(x: &mut [Vec<i32>; 1], y: i32) { x.contains(&Vec::from([y + 1])) }
            [&mut [vec![3]], 1] [&mut [vec![3]], 9] => 0.5;
        flat contains_counted(x: Vec<Rc<i32>>, y: i32) { x.contains(&Rc::new(y + 1)) }
            [vec![3.into()], 1] [vec![3.into()], 9];
        flat contains_shared_computed(x: Rc<[i32]>, y: i32) { x.contains(&(y + 1)) }
            [[3].into(), 1] [[3].into(), 9];
        measured contains_boxed(x: Box<[i32]>, y: i32) { x.contains(&y) }
            [[3].into(), 2] [[3].into(), 9] => 2.0;
        measured contains_shared(x: Rc<[i32]>, y: i32) { x.contains(&y) }
            [[3].into(), 2] [[3].into(), 9] => 2.0;
        measured caseless(x: &[u8]) { x.eq_ignore_ascii_case(b"AB") } [b"ac"] [b"az"] => 0.5;
        measured caseless_vector(x: Vec<u8>, y: &str) { x.eq_ignore_ascii_case(y.as_bytes()) }
            [b"ac".into(), "AB"] [b"az".into(), "AB"] => 0.5;
        measured ascii(x: &[u8]) { x.is_ascii() } [b"a\x80"] [b"\x80\x80"] => 0.5;
        measured contains_sum(x: &[i32], i: usize) { x[1..].contains(&x[i - 1]) }
            [&[2, 3], 1] [&[9, 3], 1] => 2.0;
        measured starts_between(x: &[u8], i: usize) { x[i..=i + 1].starts_with(b"ab") }
            [b"-ac", 1] [b"-az", 1] => 0.5;
        measured ends_before(x: &[u8], i: usize) { x[..i].ends_with(b"ab") }
            [b"ac-", 2] [b"az-", 2] => 0.5;
        measured out_of_array(x: [[i32; 2]; 2], i: usize) { x[i][1] == 5 || x[i].contains(&5) }
            [[[6, 6], [0, 0]], 0] [[[9, 9], [0, 0]], 0];
        flat of_map(x: &HashMap<u8, Vec<i32>>) { x[&1].contains(&5) }
            [&HashMap::from([(1, vec![6])])] [&HashMap::from([(1, vec![9])])];
        flat of_deque(x: VecDeque<i32>) { x.contains(&5) } [[6].into()] [[9].into()];
    }
    #[sbst::instrument]
    fn generic<T: PartialEq>(x: &[T], y: T) -> bool {
        if x.contains(&y) { true } else { false }
    }
    function!(table.flat of_generic(x: i32) -> bool { if generic(&[5], x) { true } else { false } }
        [6] [90] => 0.5);
    table
}

#[test]
fn od84_sequences_are_asked() {
    sequences(Table::default()).check();
}

pub(super) fn ranges(mut table: Table) -> Table {
    rows! { table:
        measured inclusive(x: i32) { (3..=10).contains(&x) } [11] [19] => 2.0;
        measured exclusive(x: i32) { (3..10).contains(&x) } [10] [19] => 1.0;
        measured from(x: i32) { (3..).contains(&x) } [1] [-9] => 3.0;
        measured to(x: i32) { (..3).contains(&x) } [3] [9] => 1.0;
        measured to_inclusive(x: i32) { (..=3).contains(&x) } [4] [9] => 2.0;
        measured length(x: &str) { (3..=10).contains(&x.len()) } ["ab"] [""] => 2.0;
        measured element(x: &[u8]) { (3..=10).contains(&x[0]) } [&[2]] [&[0]] => 2.0;
        measured computed(x: i32) { (3..=10).contains(&(x + 1)) } [10] [19] => 2.0;
        measured negative(x: i32) { (3..=10).contains(&-x) } [-11] [-19] => 2.0;
        measured converted(x: u8) { (3..=10).contains(&i64::from(x)) } [11] [19] => 2.0;
        measured cast(x: u8) { (3..=10).contains(&(x as i64)) } [11] [19] => 2.0;
        measured characters(x: char) { ('a'..='f').contains(&x) } ['g'] ['z'] => 2.0;
        measured next(x: &str) { ('a'..='f').contains(&x.chars().next().unwrap()) }
            ["g"] ["z"] => 2.0;
        measured floats(x: f64) { (0.5..2.5).contains(&(x * 2.0)) } [1.5] [9.0] => 1.5;
        measured variable(x: &std::ops::Range<i32>, y: i32) { x.contains(&(y + 1)) }
            [&(3..5), 1] [&(3..5), -9] => 2.0;
        measured bounds(x: i32, y: i32) { (x..x + 5).contains(&y.abs()) } [3, -2] [3, 0] => 2.0;
        measured negated(x: &str) { !(3..=10).contains(&x.len()) } ["abc"] ["abcde"] => 1.0;
        measured of_references(x: &i32) { (3..=10).contains(x) } [&11] [&19] => 2.0;
        measured empty(x: i32) { (x..5).is_empty() } [4] [1] => 2.0;
        measured empty_inclusive(x: i32) { (x..=5).is_empty() } [5] [1] => 1.0;
    }
    #[sbst::instrument]
    fn legal(text: &str) -> bool {
        (3..=10).contains(&text.len())
    }
    #[sbst::instrument]
    fn begins(text: &str, part: &str) -> bool {
        text.starts_with(part.trim())
    }
    function!(table.flat returned_computed(x: &str) -> u8 { if begins(x, "ab ") { 1 } else { 2 } }
        ["ac"] ["az"] => 0.5);
    function!(table.measured returned(x: &str) -> u8 { if legal(x) { 1 } else { 2 } } ["ab"] [""]);
    table
}

#[test]
fn od84_ranges_are_asked() {
    ranges(Table::default()).check();
}

pub(super) fn affixes(mut table: Table) -> Table {
    rows! { table:
        measured prefix(x: &str) { let Some(_) = x.strip_prefix("ab") } ["ac"] ["az"] => 0.5;
        measured suffix(x: &str) { let Some(_) = x.strip_suffix('b') } ["c"] ["z"] => 0.5;
        measured bytes(x: &[u8]) { let Some(_) = x.strip_prefix(b"ab") } [b"ac"] [b"az"] => 0.5;
        measured value(x: &str) { let Some(_) = x.trim().strip_prefix("ab") }
            [" ac"] [" az"] => 0.5;
        flat computed(x: &str, y: &str) { let Some(_) = x.strip_prefix(y.trim()) }
            ["ac", "ab "] ["az", "ab "];
        measured part(x: &str, y: &str) { let Some(_) = x.strip_suffix(&y[1..]) }
            ["ac", "-ab"] ["az", "-ab"] => 0.5;
        measured element(x: &[&str]) { let Some(_) = x[0].strip_prefix("ab") }
            [&["ac"]] [&["az"]] => 0.5;
        measured conjunct(x: &str) { x.len() < 9 && let Some(_) = x.strip_prefix("ab") }
            ["abc"] ["ab"];
        flat by_closure(x: &str) { let Some(_) = x.strip_prefix(|c: char| c == 'b') } ["c"] ["z"];
    }
    function!(table.measured tried(x: &str) -> Option<usize> { let _ = x.strip_prefix("ab")?; None }
        ["ac"] ["az"] => 0.5);
    function!(table.measured tried_value(x: &str) -> Option<usize> {
        let _ = x.trim().strip_suffix("ab")?; None }
        ["ac"] ["az"] => 0.5);
    function!(table.flat tried_argument(x: &str, y: &str) -> Option<usize> {
        let _ = x.strip_suffix(y.trim())?; None }
        ["ac", " ab"] ["az", " ab"]);
    function!(table.measured otherwise(x: &str) -> u8 {
        let Some(_) = x.strip_prefix("ab") else { return 1 }; 2 }
        ["ac"] ["az"] => 0.5);
    function!(table.measured looped(x: &str) -> u8 {
        while let Some(_) = x.strip_prefix("ab") { return 1 } 2 }
        ["ac"] ["az"] => 0.5);
    table
}

#[test]
fn od84_affixes_are_asked() {
    affixes(Table::default()).check();
}
