//! The climb towards one goal: which choices of a case matter for it, and by how much to change them.

use crate::case::Case;
use crate::random::Random;
use sbst::fitness::Fitness;
use std::ops::Range;

/// Bytes of one choice: generators give words of 32 bits, and a number of 64 bits is two of them.
pub(crate) const WORD: usize = 4;

/// A climb towards one goal, from the case that came nearest to it.
///
/// The choices of a case are a row of words, and nobody says which value a word became, or how. So the climb asks. It draws a block of
/// words anew: if the distance from the goal stays the same twice, no word of the block matters. Otherwise it asks each half of the block,
/// until single words are left. This takes a number of cases that is logarithmic in the number of words, for each word that matters.
///
/// A word that matters is searched by steps of 2^30, 2^29, 2^28, and so on, in both directions, each kept if it comes nearer: a binary
/// search, if the distance falls towards one value of the word. Numbers are drawn from the high bits of words, so the steps begin with the
/// largest changes of any number, and end when two sizes in a row change nothing: smaller ones would change nothing either.
#[derive(Debug)]
pub(crate) struct Climb {
    base: Case,
    fitness: Fitness,
    /// Blocks of words that are still to be asked, the next one last.
    blocks: Vec<Range<usize>>,
    /// Words that matter.
    relevant: Vec<usize>,
    /// Whether a case came nearer since the blocks were laid out.
    improved: bool,
    step: Step,
    /// Tries since the climb ran out of words.
    shaken: usize,
    /// Whether another climb from a case as near has failed.
    again: bool,
}

/// What the climb tries next.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Takes the next block.
    Next,
    /// Draws the block on top of the stack anew, for so many times so far.
    Ask { times: u8 },
    /// Adds 2^`exponent` to a word, or takes it away.
    Move { word: usize, exponent: u32, down: bool, changed: bool, still: u8 },
    /// Has tried every word: changes several at once.
    Shake,
}

/// The decision of a climb after a case: to go on, or to let another goal have its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Then {
    /// Goes on with the same word or block.
    Stay,
    /// Has finished with it: another goal may have its turn.
    Rest,
}

impl Climb {
    /// Steps begin with this power of two.
    const LARGEST: u32 = 30;
    /// Cases in which several words are changed at once, before the climb begins anew.
    const SHAKES: usize = 64;

    /// Begins a climb at a case.
    pub(crate) fn new(base: Case, fitness: Fitness, again: bool, random: &mut Random) -> Self {
        let (blocks, relevant) = (Vec::new(), Vec::new());
        let mut climb = Self { base, fitness, blocks, relevant, improved: false, step: Step::Next, shaken: 0, again };
        climb.lay_out(random);
        climb
    }

    /// Returns the distance of the case that it climbs from.
    pub(crate) const fn fitness(&self) -> Fitness {
        self.fitness
    }

    /// Returns `true` if the climb has tried all that it can.
    pub(crate) const fn is_exhausted(&self) -> bool {
        self.shaken >= Self::SHAKES
    }

    /// Returns `true` if another climb from a case as near has failed, and this one came no further yet.
    pub(crate) const fn begins_again(&self) -> bool {
        self.again
    }

    /// Number of words of the case.
    fn words(&self) -> usize {
        self.base.bytes.len().div_ceil(WORD)
    }

    /// Lays out all words in blocks, in a random order.
    fn lay_out(&mut self, random: &mut Random) {
        let words = self.words();
        let length = words.div_ceil(8).max(1);
        self.blocks = (0..words).step_by(length).map(|from| from..(from + length).min(words)).collect();
        for at in (1..self.blocks.len()).rev() {
            self.blocks.swap(at, random.below(at + 1));
        }
        self.relevant.clear();
        self.improved = false;
        self.step = Step::Next;
    }

    /// Makes the bytes of the next case. `others` are cases from which a shake may take words.
    pub(crate) fn propose(&mut self, others: &[Case], random: &mut Random) -> Vec<u8> {
        if matches!(self.step, Step::Next) {
            self.step = match self.blocks.last() {
                Some(_) => Step::Ask { times: 0 },
                None => Step::Shake,
            };
        }
        let mut bytes = self.base.bytes.to_vec();
        bytes.resize(self.words() * WORD, 0);
        match self.step {
            Step::Ask { .. } | Step::Next => {
                for word in self.blocks.last().cloned().unwrap_or_default() {
                    set(&mut bytes, word, random.number() as u32);
                }
            }
            Step::Move { word, exponent, down, .. } => {
                let by = 1_u32 << exponent;
                let value = get(&bytes, word);
                set(&mut bytes, word, if down { value.wrapping_sub(by) } else { value.wrapping_add(by) });
            }
            Step::Shake => self.shake(&mut bytes, others, random),
        }
        bytes
    }

    /// Changes some words at once: by drawing them anew, copying them from elsewhere, or small steps.
    fn shake(&self, bytes: &mut Vec<u8>, others: &[Case], random: &mut Random) {
        loop {
            let words = bytes.len() / WORD;
            if words == 0 {
                return;
            }
            // Half of the changes are to words that matter, if any are known.
            let at = match self.relevant.len() {
                known if known > 0 && random.one_in(2) => self.relevant[random.below(known)].min(words - 1),
                _ => random.below(words),
            };
            match random.below(6) {
                0 | 1 => set(bytes, at, random.number() as u32),
                2 => {
                    let by = 1_u32 << random.below(32);
                    let value = get(bytes, at);
                    set(bytes, at, if random.one_in(2) { value.wrapping_add(by) } else { value.wrapping_sub(by) });
                }
                3 => {
                    let other = get(bytes, random.below(words));
                    set(bytes, at, other);
                }
                4 => {
                    // Words in between, or fewer of them: what a list draws for each element.
                    let (from, length) = (random.below(words), 1 + random.below(4));
                    let to = (from + length).min(words);
                    if random.one_in(2) {
                        let copy = bytes[from * WORD..to * WORD].to_vec();
                        bytes.splice(at * WORD..at * WORD, copy);
                    } else {
                        bytes.drain(from * WORD..to * WORD);
                    }
                }
                _ if !others.is_empty() => {
                    let other = &others[random.below(others.len())].bytes;
                    let length = other.len() / WORD;
                    if at < length {
                        let to = (at + 1 + random.below(8)).min(length).min(words);
                        bytes[at * WORD..to * WORD].copy_from_slice(&other[at * WORD..to * WORD]);
                    }
                }
                _ => {}
            }
            if random.one_in(2) {
                return;
            }
        }
    }

    /// Learns how far the case that it proposed is from the goal.
    pub(crate) fn told(&mut self, case: &Case, fitness: Fitness, random: &mut Random) -> Then {
        let (nearer, changed) = (fitness < self.fitness, fitness != self.fitness);
        if nearer {
            let words = self.words();
            self.base = case.clone();
            self.fitness = fitness;
            self.improved = true;
            self.shaken = 0;
            self.again = false;
            // Another number of words: what is known of them may be about others.
            if self.words() != words && !matches!(self.step, Step::Move { .. }) {
                self.lay_out(random);
                return Then::Stay;
            }
        }
        match self.step {
            Step::Next => Then::Rest,
            Step::Ask { .. } if changed => {
                let Some(block) = self.blocks.pop() else { return Then::Rest };
                if block.len() > 1 {
                    let middle = block.start.midpoint(block.end);
                    self.blocks.extend([block.start..middle, middle..block.end]);
                    self.step = Step::Next;
                } else {
                    self.relevant.push(block.start);
                    self.step = begin(block.start);
                }
                Then::Stay
            }
            Step::Ask { times: 0 } => {
                self.step = Step::Ask { times: 1 };
                Then::Stay
            }
            Step::Ask { .. } => {
                self.blocks.pop();
                self.next(random)
            }
            Step::Move { word, exponent, down, changed: before, still } => {
                let changed = changed || before;
                self.step = if !nearer && !down {
                    Step::Move { word, exponent, down: true, changed, still }
                } else {
                    let still = if changed { 0 } else { still + 1 };
                    if exponent == 0 || still == 2 || word >= self.words() {
                        return self.next(random);
                    }
                    Step::Move { word, exponent: exponent - 1, down: false, changed: false, still }
                };
                Then::Stay
            }
            Step::Shake => {
                if nearer {
                    self.lay_out(random);
                    return Then::Stay;
                }
                self.shaken += 1;
                if self.shaken.is_multiple_of(8) { Then::Rest } else { Then::Stay }
            }
        }
    }

    /// Goes to the next block; after the last one again through the words that matter, as long as that helps.
    fn next(&mut self, _random: &mut Random) -> Then {
        self.step = Step::Next;
        if self.blocks.is_empty() && self.improved {
            self.improved = false;
            let words = self.words();
            let again = std::mem::take(&mut self.relevant);
            self.blocks = again.into_iter().filter(|&word| word < words).map(|word| word..word + 1).collect();
        }
        Then::Rest
    }
}

/// Returns the first step of the search of one word.
const fn begin(word: usize) -> Step {
    Step::Move { word, exponent: Climb::LARGEST, down: false, changed: false, still: 0 }
}

/// Returns a word.
fn get(bytes: &[u8], word: usize) -> u32 {
    let at = word * WORD;
    bytes.get(at..at + WORD).map_or(0, |word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
}

/// Sets a word.
fn set(bytes: &mut [u8], word: usize, value: u32) {
    let at = word * WORD;
    if let Some(place) = bytes.get_mut(at..at + WORD) {
        place.copy_from_slice(&value.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst::distance::Distance;

    /// Climbs from a random case of so many words until the distance of its words is 0, or the climb gives up. Returns the number of cases
    /// that this took, and whether it arrived.
    fn climb(words: usize, seed: u64, distance: impl Fn(&[u32]) -> f64) -> (usize, bool) {
        let mut random = Random::new(seed);
        let of = |bytes: &[u8]| (0..bytes.len() / WORD).map(|word| get(bytes, word)).collect::<Vec<_>>();
        let measure = |bytes: &[u8]| Fitness::new(0, Distance::new(distance(&of(bytes))).unwrap_or(Distance::INFINITE));
        let mut bytes = Vec::new();
        random.fill(&mut bytes, words * WORD);
        bytes.truncate(words * WORD);
        let mut climb = Climb::new(Case::new(0, &bytes), measure(&bytes), false, &mut random);
        for cases in 0.. {
            if climb.fitness().is_covered() || climb.is_exhausted() {
                return (cases, climb.fitness().is_covered());
            }
            let bytes = climb.propose(&[], &mut random);
            assert!(bytes.len().is_multiple_of(WORD));
            climb.told(&Case::new(1, &bytes), measure(&bytes), &mut random);
        }
        unreachable!()
    }

    /// The value that a word gives if it is drawn below a limit.
    fn scaled(word: u32, limit: u64) -> f64 {
        ((u64::from(word) * limit) >> 32) as f64
    }

    #[test]
    fn one_word_of_many_is_found_and_searched() {
        for seed in 0..50 {
            let (cases, arrived) = climb(200, seed, |words| (f64::from(words[117]) - 123_456_789.0).abs());
            assert!(arrived && cases < 150, "seed {seed}: {cases}");
        }
    }

    #[test]
    fn words_of_small_numbers_need_few_cases() {
        let arrives = |seed: &u64| {
            let far = |words: &[u32]| (3..9).map(|word| (scaled(words[word], 26) - 4.0 * word as f64 / 2.0).abs()).sum();
            let (cases, arrived) = climb(40, *seed, far);
            arrived && cases < 250
        };
        // Of 26 values, two are as far from the one sought. So now and then a word that matters seems not to; the next climb asks again.
        assert!((0..50).filter(arrives).count() >= 47);
    }

    #[test]
    fn two_words_that_must_be_equal_are_made_so() {
        for seed in 0..50 {
            let (cases, arrived) = climb(60, seed, |words| (f64::from(words[7]) - f64::from(words[41])).abs());
            assert!(arrived && cases < 200, "seed {seed}: {cases}");
        }
    }

    #[test]
    fn a_climb_without_anything_to_climb_on_gives_up() {
        for words in [0, 1, 2, 7, 8, 9, 1_000] {
            let (cases, arrived) = climb(words, 3, |_| 1.0);
            assert!(!arrived && cases <= 16 + Climb::SHAKES, "{words} words: {cases}");
        }
    }

    #[test]
    fn a_case_may_change_its_length() {
        // The first word says how many others count, and a case that is too short is far away.
        for seed in 0..50 {
            let far = |words: &[u32]| match words.first() {
                None => 1e9,
                Some(&first) => (scaled(first, 100) - 37.0).abs() + if words.len() < 5 { 10.0 } else { 0.0 },
            };
            assert!(climb(9, seed, far).1, "seed {seed}");
        }
    }
}
