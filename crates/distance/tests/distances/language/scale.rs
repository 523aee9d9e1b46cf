//! Sizes at which a quadratic method or a deep recursion shows.

use sbst_distance::language::{Automaton, Language, Matching, StateSketch};
use std::thread;

/// State i reads the symbol of number i and leads to i + 1; the last state accepts.
struct Chain {
    states: usize,
    symbol: fn(u32) -> char,
    /// Whether every state may also be skipped, or left backwards, for free.
    free: bool,
}

impl Automaton for Chain {
    type Letter = char;
    fn state_count(&self) -> usize {
        self.states
    }
    fn describe(&self, state: u32, out: &mut StateSketch<'_, char>) {
        if state as usize + 1 == self.states {
            out.accepting();
            return;
        }
        let symbol = (self.symbol)(state);
        out.on([symbol..=symbol], state + 1);
        if self.free {
            out.free(state + 1).free(state.saturating_sub(1));
        }
    }
}

fn letter(number: u32) -> char {
    char::from(b'a' + (number % 26) as u8)
}

/// Another one for each number, far beyond what fits into a table.
fn rare(number: u32) -> char {
    char::from_u32(0x1_0000 + number).expect("no surrogate")
}

/// On a stack that no deep recursion would fit into.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    thread::Builder::new()
        .stack_size(64 << 10)
        .spawn(work)
        .expect("a thread")
        .join()
        .expect("no panic");
}

const LONG: usize = 100_000;

#[test]
fn a_long_chain_and_a_short_text() {
    on_a_small_stack(|| {
        for symbol in [letter, rare] {
            let chain = Language::new(&Chain { states: LONG, symbol, free: false }, Matching::Full)
                .expect("legal");
            let text = String::from_iter([7, 99, 500].map(symbol));
            assert_eq!(chain.edits(&text).get(), (LONG - 1 - 3) as f64);
            assert_eq!(chain.edits("").get(), (LONG - 1) as f64);
            assert_eq!(chain.edits("!").get(), (LONG - 1) as f64); // replaced by some symbol
        }
    });
}

#[test]
fn a_long_chain_of_free_edges() {
    on_a_small_stack(|| {
        let chain =
            Language::new(&Chain { states: LONG, symbol: letter, free: true }, Matching::Full)
                .expect("legal");
        assert_eq!(chain.edits("zyx").get(), 0.0);
        assert_eq!(chain.edits("z!x").get(), 1.0);
    });
}

#[test]
fn a_long_text() {
    on_a_small_stack(|| {
        let chain = |matching| {
            Language::new(&Chain { states: 11, symbol: letter, free: false }, matching)
                .expect("legal")
        };
        let mut text: String = (0..LONG as u32).map(rare).collect();
        assert_eq!(chain(Matching::Full).edits(&text).get(), LONG as f64);
        assert_eq!(chain(Matching::Search).edits(&text).get(), 10.0);
        text.push_str("abcdefghi");
        assert_eq!(chain(Matching::Full).edits(&text).get(), (LONG + 1) as f64);
        assert_eq!(chain(Matching::Search).edits(&text).get(), 1.0);
        text.push('j');
        assert_eq!(chain(Matching::Search).edits(&text).get(), 0.0);
    });
}
