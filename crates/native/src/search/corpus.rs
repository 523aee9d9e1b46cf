//! The corpus: every input that covered something new.

use super::random::Random;
use super::test::Test;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Inputs that covered something new, in the order in which they were found.
#[derive(Debug, Default)]
pub(crate) struct Corpus {
    tests: Vec<Test>,
    /// What it costs to execute all of them.
    words: u64,
}

/// An input is dear if it costs more than this many times what inputs of the corpus cost on
/// average.
const DEAR: f64 = 4.0;

impl Corpus {
    pub(crate) fn push(&mut self, test: Test) {
        self.words += test.words as u64;
        self.tests.push(test);
    }

    pub(crate) fn len(&self) -> usize {
        self.tests.len()
    }

    /// Returns the inputs.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = &Arc<[u8]>> {
        self.tests.iter().map(|test| &test.bytes)
    }

    /// Returns one of them; later ones are more likely: they had to pass more. Dear ones are less
    /// likely.
    pub(crate) fn choose(&self, random: &mut Random) -> Option<&Arc<[u8]>> {
        let count = self.tests.len();
        let mut at = 0;
        for _ in 0..4 {
            at = random.below(count).max(random.below(count));
            if self.affords(self.tests.get(at)?, random) {
                break;
            }
        }
        self.tests.get(at).map(|test| &test.bytes)
    }

    /// Returns `true` if it is worth its cost to execute an input that is like a test: always if it
    /// costs as much as others, and less often the more it costs. So dear inputs take no more than
    /// their share of the time, however many goals they are the nearest to: goals such as limits of
    /// nesting make inputs longer and longer.
    pub(crate) fn affords(&self, test: &Test, random: &mut Random) -> bool {
        if self.tests.is_empty() {
            // Then only inputs that crashed are known.
            return false;
        }
        let limit = DEAR * self.words as f64 / self.tests.len() as f64;
        let words = test.words as f64;
        words <= limit || random.unit() * words < limit
    }
}

/// Returns the name of the file that an input is kept in: 32 digits that depend on its bytes only.
pub(crate) fn name_of(input: &[u8]) -> String {
    let half = |salt: u64| {
        let mut hasher = DefaultHasher::new();
        (salt, input).hash(&mut hasher);
        hasher.finish()
    };
    format!("{:016x}{:016x}", half(1), half(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dear_input_takes_the_time_of_its_share() {
        let (mut corpus, mut random) = (Corpus::default(), Random::new(1));
        let test = |words| Test::new(b"x", 1, words);
        assert!(!corpus.affords(&test(0), &mut random), "nothing is known");
        (0..10).for_each(|_| corpus.push(test(100)));
        assert!((0..1000).all(|_| corpus.affords(&test(400), &mut random)));
        let count = (0..10_000).filter(|_| corpus.affords(&test(4_000), &mut random)).count();
        assert!(
            (900..1100).contains(&count),
            "one in ten costs as much as a cheap one each time: {count}"
        );
        assert!(!(0..100).any(|_| corpus.affords(&test(1 << 40), &mut random)));
    }
}
