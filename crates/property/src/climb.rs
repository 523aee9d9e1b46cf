//! The climb towards one goal: which choices of a case matter for it, and by how much to change
//! them.

use crate::case::Case;
use crate::random::Random;
use crate::word::WordSearch;
use sbst::fitness::Fitness;
use std::ops::Range;

/// A climb towards one goal, from a case.
///
/// The choices of a case are a row of words, and nobody says which value a word became, or how. So
/// the climb asks, in four rounds. In the first three, it adds small numbers to all words at once:
/// 1 to 3, then as many times 2^16, then as many times 2^24. If the distance changes, it asks each
/// half of the words, until single ones are left. This finds numbers, and leaves as they are the
/// letters, lengths and choices between a few values that small changes do not reach. In the last
/// round, it draws blocks of words anew, and divides those that matter. A block that changes
/// nothing twice does not matter. A round takes a number of cases that is logarithmic in the number
/// of words, for each word that matters.
///
/// Each word that is found is searched at once: see [`WordSearch`]. A word that only leads farther
/// away, to another level, is left alone. When all words were asked and some case came nearer, the
/// words that matter are searched again.
#[derive(Debug)]
pub(crate) struct Climb {
    base: Case,
    fitness: Fitness,
    round: Round,
    /// Blocks of words that are still to be asked in this round, the next one last.
    blocks: Vec<Range<usize>>,
    /// Words that matter.
    relevant: Vec<Relevant>,
    /// Words that matter, and are still to be searched again.
    again: Vec<Relevant>,
    /// By word: whether it is known what it does. It is relevant, or it is left alone.
    known: Vec<bool>,
    /// Whether a case came nearer since the words were asked, or searched again.
    improved: bool,
    step: Step,
    /// Whether another climb towards the goal has failed, and this one came no nearer yet.
    begins_again: bool,
}

/// A word that matters, and the exponent of its unit: see [`WordSearch`].
type Relevant = (usize, Option<u32>);

/// How words are asked whether they matter.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Round {
    /// By adding up to three times 2 to this power.
    Nudge(u32),
    /// By drawing them anew.
    Redraw,
}

/// What the climb tries next.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Measures the case that the climb begins at.
    Measure,
    /// Asks the block on top of the stack, which was asked `times` times before.
    Ask { times: u8 },
    /// Searches a word that matters.
    Search(WordSearch),
    /// Has tried every word.
    Done,
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
    /// The largest exponent of a unit.
    const UNIT: u32 = 16;
    /// Blocks of the last round. Small ones change a case less.
    const BLOCKS: usize = 8;

    /// Begins a climb at a case.
    pub(crate) fn new(base: Case, fitness: Fitness, random: &mut Random) -> Self {
        let mut climb = Self {
            base,
            fitness,
            round: Round::Redraw,
            blocks: Vec::new(),
            relevant: Vec::new(),
            again: Vec::new(),
            known: Vec::new(),
            improved: false,
            step: Step::Done,
            begins_again: false,
        };
        climb.begin(random);
        climb
    }

    /// Begins another climb, at a case whose distance is not known yet, because a climb has failed.
    pub(crate) fn again(base: Case, random: &mut Random) -> Self {
        Self { step: Step::Measure, begins_again: true, ..Self::new(base, Fitness::NEVER, random) }
    }

    /// Returns the distance of the case that it climbs from.
    pub(crate) const fn fitness(&self) -> Fitness {
        self.fitness
    }

    /// Returns `true` if the climb has tried all that it can.
    pub(crate) const fn is_done(&self) -> bool {
        matches!(self.step, Step::Done)
    }

    /// Returns `true` if another climb has failed, and this one came no nearer yet.
    pub(crate) const fn begins_again(&self) -> bool {
        self.begins_again
    }

    /// Begins to ask all words.
    fn begin(&mut self, random: &mut Random) {
        self.known.clear();
        self.known.resize(self.base.words.len(), false);
        self.relevant.clear();
        self.again.clear();
        self.improved = false;
        self.begin_round(Round::Nudge(0), random);
        self.advance(random);
    }

    /// Begins a round: all words in one block, or in several blocks in a random order.
    fn begin_round(&mut self, round: Round, random: &mut Random) {
        let words = self.base.words.len();
        let length =
            if round == Round::Redraw { words.div_ceil(Self::BLOCKS) } else { words }.max(1);
        self.round = round;
        self.blocks =
            (0..words).step_by(length).map(|from| from..(from + length).min(words)).collect();
        for at in (1..self.blocks.len()).rev() {
            self.blocks.swap(at, random.below(at + 1));
        }
    }

    /// Goes to the next block, round, or word that is searched again.
    fn advance(&mut self, random: &mut Random) {
        loop {
            while self
                .blocks
                .last()
                .is_some_and(|block| self.known[block.clone()].iter().all(|known| *known))
            {
                self.blocks.pop();
            }
            if !self.blocks.is_empty() {
                self.step = Step::Ask { times: 0 };
                return;
            }
            match self.round {
                Round::Nudge(0) => self.begin_round(Round::Nudge(16), random),
                Round::Nudge(16) => self.begin_round(Round::Nudge(24), random),
                Round::Nudge(_) => self.begin_round(Round::Redraw, random),
                Round::Redraw => {
                    if self.again.is_empty() && self.improved {
                        self.improved = false;
                        self.again.clone_from(&self.relevant);
                    }
                    self.step = match self.again.pop() {
                        Some((word, unit)) => Step::Search(WordSearch::new(word, unit)),
                        None => Step::Done,
                    };
                    return;
                }
            }
        }
    }

    /// Makes the words of the next case.
    pub(crate) fn propose(&self, random: &mut Random) -> Vec<u32> {
        let mut words = self.base.words.to_vec();
        match self.step {
            Step::Measure | Step::Done => {}
            Step::Ask { .. } => {
                let block = self.blocks.last().cloned().unwrap_or_default();
                // By different amounts: if all numbers grow alike, their differences stay the same.
                let most = if block.len() > 1 { 3 } else { 1 };
                for word in block.filter(|&word| !self.known[word]) {
                    words[word] = match self.round {
                        Round::Nudge(exponent) => {
                            words[word].wrapping_add((1 + random.below(most) as u32) << exponent)
                        }
                        Round::Redraw => random.number() as u32,
                    };
                }
            }
            Step::Search(search) => {
                if let Some(word) = words.get_mut(search.word) {
                    *word = search.next(*word);
                }
            }
        }
        words
    }

    /// Learns how far the case that it proposed is from the goal.
    pub(crate) fn told(&mut self, case: &Case, fitness: Fitness, random: &mut Random) -> Then {
        let before = self.fitness;
        if let Step::Measure = self.step {
            self.fitness = fitness;
            self.advance(random);
            if fitness.distance.get().is_finite() {
                return Then::Stay;
            }
            // From here, nothing shows a way to the goal.
            self.step = Step::Done;
            return Then::Rest;
        }
        if fitness < before {
            self.base = case.clone();
            self.fitness = fitness;
            self.improved = true;
            self.begins_again = false;
            // Another decision is to be taken now, or another number of words was drawn: what is
            // known of the words is about others. A search ends first: it may be about the very
            // word that says how many others there are.
            if fitness.level < before.level
                || case.words.len() != self.known.len() && !matches!(self.step, Step::Search(_))
            {
                self.begin(random);
                return Then::Stay;
            }
        }
        match self.step {
            Step::Measure | Step::Done => {}
            Step::Ask { times } => {
                if let Some(then) = self.answered(times, before, fitness, random) {
                    return then;
                }
            }
            Step::Search(mut search) => {
                if search.told(before, fitness) && search.word < self.base.words.len() {
                    self.step = Step::Search(search);
                    return Then::Stay;
                }
                // Another number of words: what is known of them may be about others.
                if self.base.words.len() != self.known.len() {
                    self.begin(random);
                    return Then::Rest;
                }
            }
        }
        self.advance(random);
        Then::Rest
    }

    /// Learns what a block does. Returns `None` if the climb has finished with the block.
    fn answered(
        &mut self,
        times: u8,
        before: Fitness,
        after: Fitness,
        random: &mut Random,
    ) -> Option<Then> {
        let block = self.blocks.last()?.clone();
        if after == before {
            // A single word that is nudged always gives the same answer.
            if times == 0 && (block.len() > 1 || self.round == Round::Redraw) {
                self.step = Step::Ask { times: 1 };
                return Some(Then::Stay);
            }
            self.blocks.pop();
            return None;
        }
        self.blocks.pop();
        if block.len() > 1 {
            let middle = block.start.midpoint(block.end);
            self.blocks.extend([block.start..middle, middle..block.end]);
            self.advance(random);
            return Some(Then::Stay);
        }
        let word = block.start;
        let (unit, search) = match self.round {
            Round::Nudge(unit) if unit <= Self::UNIT => {
                (Some(unit), WordSearch::measured(word, unit, before, after))
            }
            // A large number may be less than a step from one value to the next, and says nothing
            // of the rate.
            _ => (None, (after.level <= before.level).then(|| WordSearch::new(word, None))),
        };
        self.known[word] = true;
        let search = search?;
        self.relevant.push((word, unit));
        self.step = Step::Search(search);
        Some(Then::Stay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst::distance::Distance;

    /// Climbs from a random case of so many words until the distance of its words is 0, or the
    /// climb gives up. Returns the number of cases that this took, and whether it arrived.
    fn climb(words: usize, seed: u64, distance: impl Fn(&[u32]) -> f64) -> (usize, bool) {
        let mut random = Random::new(seed);
        let measure = |words: &[u32]| {
            Fitness::new(0, Distance::new(distance(words)).unwrap_or(Distance::INFINITE))
        };
        let case = |words: Vec<u32>| Case { words: words.into(), number: 0 };
        let first: Vec<u32> = (0..words).map(|_| random.number() as u32).collect();
        let mut climb = Climb::new(case(first.clone()), measure(&first), &mut random);
        for cases in 0.. {
            if climb.fitness().is_covered() || climb.is_done() {
                return (cases, climb.fitness().is_covered());
            }
            let words = climb.propose(&mut random);
            let fitness = measure(&words);
            climb.told(&case(words), fitness, &mut random);
        }
        unreachable!()
    }

    /// Returns the value of a word that is drawn below a limit.
    fn scaled(word: u32, limit: u64) -> f64 {
        ((u64::from(word) * limit) >> 32) as f64
    }

    #[test]
    fn one_word_of_many_is_found_and_searched() {
        for seed in 0..50 {
            let (cases, arrived) =
                climb(200, seed, |words| (f64::from(words[117]) - 123_456_789.0).abs());
            assert!(arrived && cases <= 20, "seed {seed}: {cases}");
        }
    }

    #[test]
    fn words_of_small_numbers_need_few_cases() {
        let arrives = |seed: &u64| {
            let far = |words: &[u32]| {
                (3..9).map(|word| (scaled(words[word], 26) - 4.0 * word as f64 / 2.0).abs()).sum()
            };
            let (cases, arrived) = climb(40, *seed, far);
            arrived && cases < 250
        };
        // Of 26 values, two are as far from the one sought. So now and then a word that matters
        // seems not to; the next climb asks again.
        assert!((0..50).filter(arrives).count() >= 47);
    }

    #[test]
    fn two_words_that_must_be_equal_are_made_so() {
        for seed in 0..50 {
            let (cases, arrived) =
                climb(60, seed, |words| (f64::from(words[7]) - f64::from(words[41])).abs());
            assert!(arrived && cases < 120, "seed {seed}: {cases}");
        }
    }

    #[test]
    fn a_climb_without_anything_to_climb_on_gives_up() {
        for words in [0, 1, 2, 7, 8, 9, 1_000] {
            let (cases, arrived) = climb(words, 3, |_| 1.0);
            // Three rounds of one block and one of several, each asked twice.
            assert!(!arrived && cases <= 2 * (3 + Climb::BLOCKS), "{words} words: {cases}");
        }
    }

    #[test]
    fn a_case_may_change_its_length() {
        // The first word says how many others count, and a case that is too short is far away.
        for seed in 0..50 {
            let far = |words: &[u32]| match words.first() {
                None => 1e9,
                Some(&first) => {
                    (scaled(first, 100) - 37.0).abs() + if words.len() < 5 { 10.0 } else { 0.0 }
                }
            };
            assert!(climb(9, seed, far).1, "seed {seed}");
        }
    }
}
