//! The search of one word of a case: by how much to change it, so that the case comes nearer to a
//! goal.

use sbst::fitness::Fitness;

/// The search of one word.
///
/// Nobody says how a strategy makes a value from a word. Two ways are common: a number of few bits
/// is the low bits of the word, and a number of a range is the word times the length of the range,
/// divided by 2^32, so that its high bits matter.
///
/// - If a *unit* is known, a small power of two that changes the distance, the change says at which
///   rate the distance falls, and so where it is 0: the search jumps there. If the rate is exact
///   and the distance grows again behind a value that the jump passed, three points say where it is
///   least. If the rate is not exact, because the unit is only a few values of a range, the jump
///   says more exactly what it is, and one more jump arrives, forwards or backwards.
/// - Without a unit, or if the rate is not constant, the search takes steps of powers of two, in
///   both directions, each kept if it comes nearer. In the high bits, they begin with 2^30, and end
///   when two sizes in a row change nothing: smaller ones would change nothing either.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordSearch {
    pub(crate) word: usize,
    /// The exponent of the unit, if one is known.
    unit: Option<u32>,
    next: Move,
    /// Change of the distance for a change of the word by 1, as the unit showed it.
    rate: f64,
    /// The least exponent of a step that changed something.
    finest: u32,
}

/// What is tried next.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Move {
    /// Adds one unit.
    Unit,
    /// Adds a number that should make the distance 0; it is `from` before.
    Jump { by: i64, from: f64 },
    /// Goes back from a jump that went too far, to where the distance is `least`.
    Back { by: i64, least: f64 },
    /// Adds what a jump showed to be left, or if that leads away, what it showed to be too much.
    Correct { by: i64, or: Option<i64> },
    /// Adds 2^`exponent`, or takes it away. `still` sizes in a row before this one changed nothing.
    /// While the first size comes nearer, it is doubled: the sum of all smaller ones is less than
    /// one more of it.
    Step { exponent: u32, down: bool, changed: bool, still: u8, is_first: bool },
    /// Adds so many quarters of the finest step, or takes them away: a step of a range is seldom a
    /// power of two.
    Tune { quarters: u32, down: bool },
}

impl WordSearch {
    /// The least word of a range. The word 0 is refused by generators of ranges, which draw another
    /// one instead, so that all later choices move to other words.
    const LEAST: u32 = 1;
    /// Steps are at most this power of two.
    const LARGEST: u32 = 30;

    /// Creates the search of a word, with the exponent of its unit if it is known.
    pub(crate) const fn new(word: usize, unit: Option<u32>) -> Self {
        let next = if unit.is_some() { Move::Unit } else { step(Self::LARGEST) };
        Self { word, unit, next, rate: 0.0, finest: Self::LARGEST }
    }

    /// Creates the search of a word of which it is known what adding one unit does. `None` if that
    /// leads away from the goal.
    pub(crate) fn measured(
        word: usize,
        unit: u32,
        before: Fitness,
        after: Fitness,
    ) -> Option<Self> {
        let mut search = Self::new(word, Some(unit));
        (after.level <= before.level && search.told(before, after)).then_some(search)
    }

    /// Returns `true` if the word has low bits that matter.
    fn is_low(&self) -> bool {
        self.unit == Some(0)
    }

    /// Returns the value to try, if the word has this one.
    pub(crate) fn next(&self, value: u32) -> u32 {
        match self.next {
            Move::Unit => value.wrapping_add(1 << self.unit.unwrap_or(0)),
            // Low bits go on at the other end of the numbers. The values of a range do not.
            Move::Jump { by, .. } | Move::Back { by, .. } | Move::Correct { by, .. }
                if self.is_low() =>
            {
                value.wrapping_add(by as u32)
            }
            Move::Jump { by, .. } | Move::Back { by, .. } | Move::Correct { by, .. } => {
                i64::from(value).saturating_add(by).clamp(Self::LEAST.into(), u32::MAX.into())
                    as u32
            }
            Move::Step { exponent, down: false, .. } => value.wrapping_add(1 << exponent),
            Move::Step { exponent, down: true, .. } => value.wrapping_sub(1 << exponent),
            Move::Tune { quarters, down: false } => {
                value.saturating_add(quarters << (self.finest - 2))
            }
            Move::Tune { quarters, down: true } => {
                value.saturating_sub(quarters << (self.finest - 2)).max(Self::LEAST)
            }
        }
    }

    /// Learns the distance with the value that was tried, and the one without. The value is kept if
    /// it came nearer. Returns `false` when the search has ended.
    pub(crate) fn told(&mut self, before: Fitness, after: Fitness) -> bool {
        let nearer = after < before;
        let (was, is) = (before.distance.get(), after.distance.get());
        let comparable = before.level == after.level && was.is_finite() && is.is_finite();
        match self.next {
            Move::Unit => {
                if after == before || !comparable {
                    return false;
                }
                self.rate = (is - was).abs() / f64::from(1 << self.unit.unwrap_or(0));
                let from = if nearer { is } else { was };
                let by = from / self.rate;
                self.next = if by < 0.5 {
                    step(0)
                } else if by < 2.0_f64.powi(32) {
                    let by = by.round() as i64;
                    Move::Jump { by: if nearer { by } else { -by }, from }
                } else {
                    step(Self::LARGEST)
                };
                true
            }
            Move::Jump { by, from } => {
                self.next =
                    if comparable { self.after_jump(by, from, is, nearer) } else { near(by) };
                true
            }
            Move::Back { by, least } => {
                self.next = near(by);
                // There is nothing better, if it is as was foretold.
                !(nearer && comparable && (is - least).abs() <= self.rate)
            }
            Move::Correct { by, or } => {
                self.next = match or {
                    Some(or) if !nearer => Move::Correct { by: or, or: None },
                    _ => near(by),
                };
                true
            }
            Move::Tune { quarters, down } => {
                self.next = Move::Tune { quarters: quarters + u32::from(down), down: !down };
                !nearer && (quarters, down) != (7, true)
            }
            Move::Step { exponent, down, changed, still, is_first } => {
                let changed = changed || after != before;
                if nearer && is_first {
                    self.next = Move::Step {
                        exponent: Self::LARGEST.min(exponent + 1),
                        down,
                        changed,
                        still,
                        is_first,
                    };
                    return true;
                }
                if !nearer && !down {
                    self.next = Move::Step { exponent, down: true, changed, still, is_first };
                    return true;
                }
                let still = if changed { 0 } else { still + 1 };
                if changed {
                    self.finest = exponent;
                }
                if exponent == 0 || still == 2 && !self.is_low() {
                    self.next = Move::Tune { quarters: 5, down: false };
                    return !self.is_low() && (3..28).contains(&self.finest);
                }
                self.next = Move::Step {
                    exponent: exponent - 1,
                    down: false,
                    changed: false,
                    still,
                    is_first: false,
                };
                true
            }
        }
    }

    /// Returns the move after a jump, which changed the distance from one to the other.
    fn after_jump(&self, by: i64, from: f64, is: f64, nearer: bool) -> Move {
        let length = by.unsigned_abs() as f64;
        if self.is_low() {
            // From the least value on, the distance grows at the rate at which it fell before.
            let least = (length + (from - is) / self.rate) / 2.0;
            let to = steps(least) * by.signum();
            return if 0 < to.abs() && to.abs() < by.abs() && to.signum() == by.signum() {
                Move::Back {
                    by: if nearer { to - by } else { to },
                    least: (from - self.rate * least).max(0.0),
                }
            } else {
                near(by)
            };
        }
        if !nearer {
            return near(by);
        }
        // Either the jump was too short, and the distance fell all the way, or it was too long, and
        // the distance fell to 0 and grew again.
        let [left, too_much] =
            [from - is, from + is].map(|change| steps(is * length / change) * by.signum());
        if left == 0 { near(by) } else { Move::Correct { by: left, or: Some(-too_much) } }
    }
}

/// Returns a number of steps, which is at most that of all words.
fn steps(number: f64) -> i64 {
    const ALL: f64 = (1_u64 << 32) as f64;
    number.round().clamp(-ALL, ALL) as i64
}

/// Returns the first step after a jump: up to twice as large as the jump, for the rate may have
/// been half of what it seemed.
const fn near(by: i64) -> Move {
    step(by.unsigned_abs().saturating_add(1).ilog2() + 1)
}

/// Returns the first step of a size.
const fn step(exponent: u32) -> Move {
    let exponent = if exponent > WordSearch::LARGEST { WordSearch::LARGEST } else { exponent };
    Move::Step { exponent, down: false, changed: false, still: 0, is_first: true }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst::distance::Distance;

    /// Searches a word until the distance is 0 or the search ends, beginning with an answer that
    /// the climb has as a rule: what one unit does. Returns the number of cases and the last
    /// distance.
    fn search(value: u32, unit: Option<u32>, distance: impl Fn(u32) -> f64) -> (u32, f64) {
        let measure = |value: u32| {
            Fitness::new(0, Distance::new(distance(value)).unwrap_or(Distance::INFINITE))
        };
        let (mut value, mut cases, mut search) = (value, 0, WordSearch::new(0, unit));
        loop {
            let before = measure(value);
            if before.is_covered() {
                return (cases, 0.0);
            }
            let next = search.next(value);
            let after = measure(next);
            cases += 1;
            if after < before {
                value = next;
            }
            if !search.told(before, after) {
                return (cases, distance(value));
            }
        }
    }

    /// Returns the value of a word that is drawn below a limit.
    fn scaled(word: u32, limit: u64) -> f64 {
        ((u64::from(word) * limit) >> 32) as f64
    }

    /// Words to begin at.
    fn words() -> impl Iterator<Item = u32> {
        (0..64_u32).map(|i| i.wrapping_mul(0x9e37_79b9))
    }

    #[test]
    fn numbers_of_few_bits_take_a_unit_and_a_jump() {
        for word in words() {
            assert!(
                search(word, Some(0), |word| (f64::from(word as u16) - 4711.0).abs()).0 <= 2,
                "{word}"
            );
            assert!(search(word, Some(0), |word| (f64::from(word) - 1e9).abs()).0 <= 2, "{word}");
            // Of a signed number, and an order: 0 if it is less than -30000.
            assert!(
                search(word, Some(0), |word| (f64::from(word as i16) + 30_001.0).max(0.0)).0 <= 4,
                "{word}"
            );
        }
    }

    #[test]
    fn a_part_of_a_sum_comes_to_its_least_value() {
        for word in words() {
            let (cases, least) =
                search(word, Some(0), |word| 40.0 + (f64::from(word as u16) - 4711.0).abs());
            assert!(cases <= 3 && least == 40.0, "{word}: {cases}, {least}");
        }
    }

    #[test]
    fn letters_of_a_text_take_steps() {
        for word in words() {
            let near = |x: f64| x / (1.0 + x);
            let (cases, least) =
                search(word, Some(0), |word| 3.0 + near((f64::from(word as u8) - 83.0).abs()));
            assert!(cases <= 40 && least == 3.0, "{word}: {cases}, {least}");
            let (cases, least) =
                search(word, None, |word| 3.0 + near((scaled(word, 26) - 18.0).abs()));
            assert!(cases <= 32 && least == 3.0, "{word}: {cases}, {least}");
        }
    }

    #[test]
    fn numbers_of_a_range_are_found() {
        let mut at_once = 0;
        for word in words() {
            let (cases, least) =
                search(word, Some(16), |word| (scaled(word, 1_000_000) - 123_456.0).abs());
            assert!(cases <= 40 && least == 0.0, "{word}: {cases}, {least}");
            at_once += u32::from(cases <= 4);
            let (cases, least) = search(word, None, |word| (scaled(word, 1_000) - 123.0).abs());
            assert!(cases <= 20 && least == 0.0, "{word}: {cases}, {least}");
        }
        // Unless a jump would go beyond the first word, or beyond the last one.
        assert!(at_once >= 56, "{at_once}");
    }

    #[test]
    fn a_search_ends_where_nothing_changes_or_all_is_infinite() {
        for unit in [None, Some(0), Some(16)] {
            assert!(search(7, unit, |_| 1.0).0 <= 20);
            assert!(search(7, unit, |_| f64::INFINITY).0 <= 20);
            assert!(
                search(7, unit, |word| if word % 2 == 0 { f64::INFINITY } else { 1.0 }).0 <= 100
            );
            assert!(search(7, unit, f64::from).0 <= 100);
            assert!(search(7, unit, |word| f64::from(word) * 1e300).0 <= 200);
            // Far away from one value on, which no distance foretold.
            assert!(
                search(5_000, unit, |word| if word < 4_000 { 1e300 } else { f64::from(word) }).0
                    <= 200
            );
            assert!(
                search(70_000_000, unit, |word| if word < 70_000_000 {
                    f64::MAX
                } else {
                    f64::from(word)
                })
                .0 <= 200
            );
        }
    }
}
