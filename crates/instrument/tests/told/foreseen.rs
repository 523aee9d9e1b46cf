//! Patterns of which something is known before they are matched.

use sbst::distance::text;
use sbst::fitness::Fitness;
use sbst::objective::Criterion;
use sbst::{Campaign, campaign};

/// Returns the row of one execution.
fn row<R>(
    mut campaign: Campaign<&'static str>,
    test: &'static str,
    run: impl FnOnce(&'static str) -> R,
) -> Vec<Fitness> {
    campaign.watch(&test, |test| run(test)).expect("no misuse").row.to_vec()
}

/// Returns the distances of a row that are not covered, at level 0.
fn open(row: &[Fitness]) -> Vec<f64> {
    row.iter()
        .filter(|value| !value.is_covered() && value.level == 0)
        .map(|value| value.distance.get())
        .collect()
}

macro_rules! open {
    ($function:ident($test:expr)) => {
        open(&row(
            campaign!($function).criteria([Criterion::Branch]).build().expect("legal"),
            $test,
            $function,
        ))
    };
}

/// The distance of a text from beginning with another one.
fn starts(text: &str, part: &str) -> f64 {
    text::starts_with(text, part).to_true().get()
}

#[test]
fn prefixes_that_are_stripped_have_a_distance() {
    #[sbst::instrument]
    fn by_pattern(text: &str) -> usize {
        if let Some(rest) = text.strip_prefix("https://") { rest.len() } else { 0 }
    }
    assert_eq!(open!(by_pattern("httpx")), [starts("httpx", "https://")]);
    assert_eq!(open!(by_pattern("https://x")), [1.0]);

    #[sbst::instrument]
    fn by_else(text: &str) -> usize {
        let Some(rest) = text.strip_suffix('!') else { return 0 };
        rest.len()
    }
    assert_eq!(open!(by_else("no\"")), [text::ends_with("no\"", "!").to_true().get()]);

    #[sbst::instrument]
    fn by_try(text: &str) -> Option<usize> {
        Some(text.strip_prefix("P")?.len())
    }
    assert_eq!(open!(by_try("M")), [starts("M", "P")]);

    #[sbst::instrument]
    fn bytes(text: &str) -> usize {
        let bytes = text.as_bytes();
        if let Some(rest) = bytes.strip_prefix(b"ab") { rest.len() } else { 0 }
    }
    assert_eq!(
        open!(bytes("ax")),
        [sbst::distance::Rules::DEFAULT.starts_with(&b"ax"[..], &b"ab"[..]).to_true().get()]
    );

    #[sbst::instrument]
    fn conjunction(text: &str) -> usize {
        if text.len() > 1
            && let Some(rest) = text.strip_prefix("ab")
        {
            rest.len()
        } else {
            0
        }
    }
    assert_eq!(open!(conjunction("xyz")), [3.0, starts("xyz", "ab")]);
}

#[test]
fn each_pattern_of_a_chain_keeps_its_own() {
    #[sbst::instrument]
    fn kind(text: &str) -> u8 {
        if let Some(rest) = text.strip_prefix("abc") {
            rest.len() as u8
        } else if let Some(rest) = text.strip_prefix("mno") {
            rest.len() as u8
        } else {
            0
        }
    }
    assert_eq!(open!(kind("mn")), [starts("mn", "abc"), starts("mn", "mno")]);
}

#[test]
fn a_pattern_within_some_decides_by_itself() {
    #[sbst::instrument]
    fn exactly(text: &str) -> u8 {
        if let Some("") = text.strip_prefix("ab") { 1 } else { 0 }
    }
    // It begins with it, and the pattern does not match: the question says nothing about that.
    assert_eq!(open!(exactly("abc")), [1.0]);
    assert_eq!(open!(exactly("xb")), [starts("xb", "ab")]);
}

#[test]
fn a_loop_knows_how_many_elements_are_left() {
    #[sbst::instrument]
    fn first(text: &str) -> Option<usize> {
        for (place, byte) in text.bytes().enumerate() {
            if byte == b'x' {
                return Some(place);
            }
        }
        None
    }
    // The branch that ends the loop is as far as there are elements left where the search stopped;
    // the other one was taken.
    assert_eq!(open!(first("x...")), [4.0, 1.0]);
    assert_eq!(open!(first("..x.")), [2.0]);
    assert_eq!(open!(first("...x")), [1.0]);
    assert_eq!(open!(first("")), [1.0]);

    #[sbst::instrument]
    fn unknown(text: &str) -> Option<char> {
        for letter in text.chars().filter(|letter| letter.is_alphabetic()) {
            if letter == 'x' {
                return Some(letter);
            }
        }
        None
    }
    assert_eq!(open!(unknown("xab")), [1.0, 1.0]);
}

#[test]
fn what_an_iterator_executes_to_count_is_not_recorded() {
    struct Twice(u8);

    #[sbst::instrument]
    impl Iterator for Twice {
        type Item = u8;

        fn next(&mut self) -> Option<u8> {
            if self.0 < 2 {
                self.0 += 1;
                Some(self.0)
            } else {
                None
            }
        }

        fn size_hint(&self) -> (usize, Option<usize>) {
            if self.0 < 2 { (2 - self.0 as usize, None) } else { (0, None) }
        }
    }

    #[sbst::instrument]
    fn sum(start: &str) -> u8 {
        let mut sum = 0;
        for one in Twice(start.len() as u8) {
            sum += one;
        }
        sum
    }
    let mut campaign = campaign!(sum, Twice::next, Twice::size_hint)
        .criteria([Criterion::Branch])
        .build()
        .expect("legal");
    let outcome = campaign.watch(&"", |start| sum(start)).expect("no misuse");
    // Both branches of `sum` and of `next`, none of `size_hint`.
    assert_eq!(outcome.covered.len(), 4);
}
