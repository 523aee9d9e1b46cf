//! What a user writes: automata of some use, decisions, both kinds of symbols.

use sbst_distance::language::{Automaton, Language, Matching, StateSketch};
use sbst_distance::{Decision, Rules};

/// `[a-z]+@[a-z]+`, over chars or bytes.
struct Address<S>(S, S, S);

impl<S: sbst_distance::language::Letter> Automaton for Address<S> {
    type Letter = S;
    fn state_count(&self) -> usize {
        4
    }
    fn describe(&self, state: u32, out: &mut StateSketch<'_, S>) {
        let Self(low, high, at) = *self;
        match state {
            0 => out.on([low..=high], 1),
            1 => out.on([low..=high], 1).on([at..=at], 2),
            2 => out.on([low..=high], 3),
            _ => out.on([low..=high], 3).accepting(),
        };
    }
}

fn address() -> Language<char> {
    Language::new(&Address('a', 'z', '@'), Matching::Full).expect("legal")
}

#[test]
fn addresses() {
    let (chars, bytes) =
        (address(), Language::new(&Address(b'a', b'z', b'@'), Matching::Full).expect("legal"));
    let expected = [
        ("a@b", 0.0),
        ("someone@somewhere", 0.0),
        ("", 3.0),
        ("@", 2.0),
        ("ab", 1.0),
        ("a b", 1.0),
        ("a@b@c", 1.0),
        ("a@B", 1.0),
        ("a@@b", 1.0),
        ("1234", 4.0),
    ];
    for (text, edits) in expected {
        assert_eq!(chars.edits(text).get(), edits, "{text}");
        assert_eq!(bytes.edits(text.as_bytes()).get(), edits, "{text}");
    }
}

#[test]
fn a_char_is_one_edit_however_many_bytes_it_takes() {
    assert_eq!(address().edits("a@bß").get(), 1.0);
    assert_eq!(address().edits("a@b\u{10FFFF}").get(), 1.0);
    let bytes = Language::new(&Address(b'a', b'z', b'@'), Matching::Full).expect("legal");
    assert_eq!(bytes.edits("a@bß".as_bytes()).get(), 2.0);
    assert_eq!(bytes.edits(b"a@b\xff").get(), 1.0);
}

#[test]
fn some_part_is_enough_for_a_search() {
    let search = Language::new(&Address('a', 'z', '@'), Matching::Search).expect("legal");
    assert_eq!(search.edits("To: a@b (or so)").get(), 0.0);
    assert_eq!(search.edits("To: a b (or so)").get(), 1.0);
    assert_eq!(search.edits("1234 5678").get(), 3.0);
}

#[test]
fn a_decision_is_at_zero_on_the_side_that_was_taken() {
    let held = address().matches("a@b");
    assert!(held.holds());
    assert_eq!((held.to_true().get(), held.to_false().get()), (0.0, 1.0));
    let failed = address().matches("at  b");
    assert!(!failed.holds());
    assert_eq!((failed.to_true().get(), failed.to_false().get()), (2.0, 0.0));

    let bytes = Language::new(&Address(b'a', b'z', b'@'), Matching::Full).expect("legal");
    assert_eq!((bytes.matches(b"a@b"), bytes.matches(b"at  b")), (held, failed));
}

#[test]
fn other_rules_have_another_k_and_the_same_edits() {
    let rules = Rules::KOREL.with_k(7.0).expect("positive");
    assert_eq!(address().matches_under(&rules, "a@b").to_false().get(), 7.0);
    assert_eq!(address().matches_under(&rules, "at  b").to_true().get(), 2.0);
    assert_eq!(address().matches_under(&Rules::DEFAULT, "a@b"), address().matches("a@b"));
    let bytes = Language::new(&Address(b'a', b'z', b'@'), Matching::Full).expect("legal");
    assert_eq!(bytes.matches_under(&rules, b"a@b").to_false().get(), 7.0);
}

#[test]
fn the_engine_of_the_program_has_the_last_word() {
    let (text, outcome) = ("a@b", false); // it wants a dot
    let decision = Decision::observed(outcome, address().edits(text));
    assert!(!decision.holds());
    assert!(decision.to_true().get() > 0.0);
}

/// Any one char, up to the greatest.
struct Any;

impl Automaton for Any {
    type Letter = char;
    fn state_count(&self) -> usize {
        2
    }
    fn describe(&self, state: u32, out: &mut StateSketch<'_, char>) {
        if state == 0 {
            out.on(['\0'..='\u{D7FF}', '\u{E000}'..=char::MAX], 1)
        } else {
            out.accepting()
        };
    }
}

#[test]
fn all_chars_are_symbols() {
    let any = Language::new(&Any, Matching::Full).expect("legal");
    for char in ['\0', 'ÿ', 'Ā', '\u{D7FF}', '\u{E000}', char::MAX] {
        assert_eq!(any.edits(&char.to_string()).get(), 0.0);
        assert_eq!(any.edits(&format!("{char}{char}")).get(), 1.0);
    }
}
