//! The definition: all texts over a small alphabet, membership one text at a time, edit distance by
//! the plain matrix.

use crate::matrix::edit_distance;
use proptest::prelude::*;
use sbst_distance::language::{Automaton, StateSketch};

/// All texts over {a, b, c} of this length.
fn texts(length: usize) -> impl Iterator<Item = String> {
    (0..3_usize.pow(length as u32)).map(move |mut number| {
        let mut text = String::new();
        for _ in 0..length {
            text.push(['a', 'b', 'c'][number % 3]);
            number /= 3;
        }
        text
    })
}

/// The edit distance of two texts, char by char.
pub(crate) fn levenshtein(a: &str, b: &str) -> usize {
    let [a, b] = [a, b].map(|text| text.chars().collect::<Vec<_>>());
    edit_distance(&a, &b)
}

/// All members that can be the nearest to a text of up to `longest` chars.
///
/// If there is a member of length s, a text of length n is at most max(n, s) away, so no member
/// longer than n + max(n, s) can be nearer. If there is none of a length up to `shortest`, there
/// must not be any.
pub(crate) fn members(
    longest: usize,
    shortest: usize,
    is_member: impl Fn(&str) -> bool,
) -> Vec<String> {
    let Some(least) = (0..=shortest).find(|&length| texts(length).any(|text| is_member(&text)))
    else {
        return Vec::new();
    };
    (least..=longest + longest.max(least)).flat_map(texts).filter(|text| is_member(text)).collect()
}

/// Infinite if there are no members.
pub(crate) fn nearest(members: &[String], text: &str) -> f64 {
    members
        .iter()
        .map(|member| levenshtein(member, text))
        .min()
        .map_or(f64::INFINITY, |edits| edits as f64)
}

/// An automaton over {a, b, c}, read as it is written.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    pub(crate) accepting: Vec<bool>,
    /// From, letters (one bit each; `None` for a free edge), to.
    pub(crate) edges: Vec<(usize, Option<u8>, usize)>,
}

impl Machine {
    /// All states that free edges lead to from these.
    fn closed(&self, mut states: Vec<bool>) -> Vec<bool> {
        for _ in 0..self.accepting.len() {
            for &(from, letters, to) in &self.edges {
                states[to] |= states[from] && letters.is_none();
            }
        }
        states
    }

    pub(crate) fn accepts(&self, text: &str) -> bool {
        let count = self.accepting.len();
        let mut states = self.closed((0..count).map(|state| state == 0).collect());
        for letter in text.bytes().map(|byte| byte - b'a') {
            let mut next = vec![false; count];
            for &(from, letters, to) in &self.edges {
                next[to] |=
                    states[from] && letters.is_some_and(|letters| letters >> letter & 1 == 1);
            }
            states = self.closed(next);
        }
        states.iter().zip(&self.accepting).any(|(here, accepting)| *here && *accepting)
    }

    /// Whether some part is accepted.
    pub(crate) fn finds(&self, text: &str) -> bool {
        (0..=text.len())
            .any(|start| (start..=text.len()).any(|end| self.accepts(&text[start..end])))
    }
}

impl Automaton for Machine {
    type Letter = char;

    fn state_count(&self) -> usize {
        self.accepting.len()
    }

    fn describe(&self, state: u32, out: &mut StateSketch<'_, char>) {
        if self.accepting[state as usize] {
            out.accepting();
        }
        for &(_, letters, to) in self.edges.iter().filter(|edge| edge.0 == state as usize) {
            match letters {
                // Backwards and with the last letter twice: order and overlaps must not matter.
                Some(letters) => out.on(
                    ['c', 'b', 'a', 'a']
                        .into_iter()
                        .filter(|&c| letters >> (c as u8 - b'a') & 1 == 1)
                        .map(|c| c..=c),
                    to as u32,
                ),
                None => out.free(to as u32),
            };
        }
    }
}

/// Up to `states` states; edges that read nothing, whatever comes, are among them.
pub(crate) fn machines(states: usize) -> impl Strategy<Value = Machine> {
    let letters = prop_oneof![2 => Just(None), 5 => (0..8_u8).prop_map(Some)];
    (1..=states).prop_flat_map(move |count| {
        let edges = prop::collection::vec((0..count, letters.clone(), 0..count), 0..=2 * count + 1);
        let accepting = prop::collection::vec(prop::bool::weighted(0.4), count);
        (accepting, edges).prop_map(|(accepting, edges)| Machine { accepting, edges })
    })
}

/// Up to `length` letters of `alphabet`.
pub(crate) fn words(alphabet: &'static str, length: usize) -> impl Strategy<Value = String> {
    let letter = prop::sample::select(alphabet.chars().collect::<Vec<_>>());
    prop::collection::vec(letter, 0..=length).prop_map(|letters| letters.into_iter().collect())
}
