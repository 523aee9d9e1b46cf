//! What is no automaton.

use sbst_distance::language::{Automaton, Language, LanguageError, Matching, StateSketch};

/// An automaton of so many states, all of which are described alike.
struct Alike(usize, Describe);

type Describe = for<'a, 'b> fn(&'a mut StateSketch<'b, char>) -> &'a mut StateSketch<'b, char>;

impl Automaton for Alike {
    type Letter = char;
    fn state_count(&self) -> usize {
        self.0
    }
    fn describe(&self, _: u32, out: &mut StateSketch<'_, char>) {
        (self.1)(out);
    }
}

fn error(count: usize, describe: Describe) -> (LanguageError, String) {
    let error = Language::new(&Alike(count, describe), Matching::Full).expect_err("no automaton");
    assert_eq!(
        Language::new(&&Alike(count, describe), Matching::Search).expect_err("no automaton"),
        error
    );
    (error, error.to_string())
}

#[test]
fn an_automaton_has_a_state_to_start_from() {
    assert_eq!(
        error(0, |out| out),
        (
            LanguageError::NoStates,
            "the automaton has no states: it needs at least state 0, the start".into()
        )
    );
}

#[test]
fn edges_lead_to_states() {
    let expected = LanguageError::NoSuchState { from: 0, to: 2, states: 2 };
    let text = "an edge leads from state 0 to state 2, but there are only 2 states";
    assert_eq!(error(2, |out| out.free(1).free(2).free(3)), (expected, text.into()));
    assert_eq!(error(2, |out| out.on(['a'..='a'], 2)), (expected, text.into()));
    assert_eq!(error(2, |out| out.on([], 2)), (expected, text.into()));
    assert!(matches!(
        error(2, |out| out.free(u32::MAX)).0,
        LanguageError::NoSuchState { to: u32::MAX, .. }
    ));
}

#[test]
fn ranges_end_after_they_begin() {
    let expected = (
        LanguageError::EmptyRange { state: 0 },
        "an edge from state 0 has an empty range: pass no range for an edge that reads nothing"
            .into(),
    );
    assert_eq!(error(1, |out| out.on(['a'..='b', 'z'..='a'], 0)), expected);
    // Iterated to its end.
    let used_up: Describe = |out| {
        let mut range = 'a'..='a';
        range.next();
        out.on([range], 0)
    };
    assert_eq!(error(1, used_up), expected);
}

#[test]
fn states_are_numbered_by_u32() {
    let expected = (
        LanguageError::TooMany { what: "states" },
        "too many states: at most 2^32 - 3 states and 2^32 - 1 edges can be numbered".into(),
    );
    assert_eq!(error(u32::MAX as usize, |out| out), expected);
    assert_eq!(error(usize::MAX, |out| out), expected);
}

#[test]
fn errors_and_languages_go_anywhere() {
    fn anywhere<T: Send + Sync + Clone + core::fmt::Debug + 'static>() {}
    fn error<T: core::error::Error>() {}
    anywhere::<Language<char>>();
    anywhere::<Language<u8>>();
    anywhere::<LanguageError>();
    error::<LanguageError>();
}

#[test]
fn an_automaton_may_be_behind_a_pointer() {
    let boxed: Box<dyn Automaton<Letter = char>> = Box::new(Alike(1, |out| out.accepting()));
    assert!(Language::new(&*boxed, Matching::Full).is_ok());
}
