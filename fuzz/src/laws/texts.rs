//! Texts, sequences, and the edit distance.

use super::decided;
use crate::number;
use arbitrary::{Result, Unstructured};
use sbst::distance::{Relation, Rules, edit};

/// Texts over few letters and a few others, in words and in rows that take several.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    let rules = number::rules(u)?;
    let [a, b, c] = [letters(u)?, letters(u)?, letters(u)?];
    edits(&a, &b, &c);
    of_text(&rules, &a, &b);
    let elements =
        |letters: &[char]| letters.iter().map(|&letter| letter as u32 as i16).collect::<Vec<_>>();
    of_elements(&rules, &elements(&a), &elements(&b));
    let floats = |u: &mut Unstructured<'_>| {
        let count = u.arbitrary::<u8>()? % 5;
        (0..count).map(|_| number::float(u)).collect::<Result<Vec<_>>>()
    };
    of_elements(&rules, &floats(u)?, &floats(u)?);
    Ok(())
}

/// Some repeated so often that they fill several machine words.
fn letters(u: &mut Unstructured<'_>) -> Result<Vec<char>> {
    const LETTERS: [char; 16] = [
        'a',
        'b',
        'a',
        'b',
        'A',
        'c',
        'z',
        '\0',
        'é',
        'ß',
        'ẞ',
        '\u{10FFFF}',
        '\u{D7FF}',
        '\u{7F}',
        '\u{80}',
        '\u{130}',
    ];
    let size: u8 = u.arbitrary()?;
    let kinds = if size & 32 == 0 { 8 } else { 16 };
    let letter = |u: &mut Unstructured<'_>| Ok(LETTERS[usize::from(u.arbitrary::<u8>()?) % kinds]);
    let own = (0..size % 20).map(|_| letter(u)).collect::<Result<Vec<_>>>()?;
    Ok(own.repeat(if size >= 240 { 12 } else { 1 }))
}

fn of_text(rules: &Rules, a: &[char], b: &[char]) {
    let [a, b]: [String; 2] = [a, b].map(|letters| letters.iter().collect());
    let (a, b) = (a.as_str(), b.as_str());
    for relation in Relation::ALL {
        decided(rules.compare(relation, a, b), relation.holds(Some(a.cmp(b))));
    }
    assert_eq!((rules.lt(a, b), rules.le(a, b)), (rules.gt(b, a), rules.ge(b, a)));
    decided(rules.eq_by_edits(a, b), a == b);
    decided(rules.starts_with(a, b), a.starts_with(b));
    decided(rules.ends_with(a, b), a.ends_with(b));
    decided(rules.contains_run(a, b), a.contains(b));
    decided(rules.eq_ignore_ascii_case(a, b), a.eq_ignore_ascii_case(b));
    for outcome in [false, true] {
        decided(rules.eq_ignore_case(outcome, a, b), outcome);
    }
}

fn of_elements<T>(rules: &Rules, a: &[T], b: &[T])
where
    T: sbst::distance::OrderDistance + Copy + core::fmt::Debug,
{
    for relation in Relation::ALL {
        decided(rules.compare(relation, a, b), relation.holds(a.partial_cmp(b)));
    }
    decided(rules.starts_with(a, b), a.starts_with(b));
    decided(rules.ends_with(a, b), a.ends_with(b));
    decided(rules.contains_run(a, b), b.is_empty() || a.windows(b.len()).any(|window| window == b));
}

/// A metric, the same for every way to hold the elements, and that of the plain matrix.
fn edits(a: &[char], b: &[char], c: &[char]) {
    let distance = |x: &[char], y: &[char]| edit::distance(x, y);
    let (ab, bc, ac) = (distance(a, b), distance(b, c), distance(a, c));
    assert_eq!(ab, distance(b, a));
    assert!(ac <= ab + bc);
    assert_eq!(ab == 0, a == b);
    assert!(a.len().abs_diff(b.len()) <= ab && ab <= a.len().max(b.len()));
    let [x, y]: [String; 2] = [a, b].map(|letters| letters.iter().collect());
    assert_eq!(edit::of_str(&x, &y), ab);
    if x.is_ascii() && y.is_ascii() {
        assert_eq!(edit::of_bytes(x.as_bytes(), y.as_bytes()), ab);
    }
    assert_eq!(
        edit::of_bytes(x.as_bytes(), y.as_bytes()),
        edit::distance(x.as_bytes(), y.as_bytes())
    );
    if a.len() * b.len() <= 400 {
        assert_eq!(matrix(a, b), ab);
    }
}

fn matrix(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (place, x) in (1..).zip(a) {
        let mut diagonal = core::mem::replace(&mut row[0], place);
        for (at, y) in (1..).zip(b) {
            let above = row[at];
            row[at] = (diagonal + usize::from(x != y)).min(above + 1).min(row[at - 1] + 1);
            diagonal = above;
        }
    }
    row[b.len()]
}
