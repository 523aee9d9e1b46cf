//! How many cases are plain ones.

/// Chooses between plain cases and steered ones.
///
/// The first [`FIRST`](Self::FIRST) cases are plain ones. From then on, two plain cases pay for a
/// steered one, so a third of the cases is steered. A climb that begins again where one has failed
/// costs more. A case that came nearer to a goal, or did something new, pays for more, but of all
/// cases at least half are plain.
///
/// So a failure that plain cases find needs half as many cases more if nothing is gained by
/// steering, and twice as many if steering succeeds all the time, and never with a failure.
#[derive(Debug, Default)]
pub(crate) struct Mix {
    plain: u64,
    steered: u64,
    /// What was earned and not spent; negative if more was spent.
    credit: i64,
}

impl Mix {
    /// Plain cases before the first steered one.
    pub(crate) const FIRST: u64 = 2;
    /// What a plain case earns.
    const PLAIN: i64 = 1;
    /// What a steered case costs.
    const STEERED: i64 = 2;
    /// What a case of a climb that begins again costs.
    const AGAIN: i64 = 6;
    /// What a case earns that came nearer to a goal.
    const EARNED: i64 = 64;
    /// More is not kept: a success long ago says little.
    const MOST: i64 = 128;

    /// Returns whether the next case may be a steered one. If not, it is a plain one.
    pub(crate) fn may_steer(&mut self) -> bool {
        let may = self.plain >= Self::FIRST && self.credit > 0 && self.steered < self.plain;
        if !may {
            self.plain();
        }
        may
    }

    /// Counts a plain case.
    pub(crate) fn plain(&mut self) {
        self.plain += 1;
        self.credit = (self.credit + Self::PLAIN).min(Self::MOST);
    }

    /// Counts a steered case, of a climb that begins again or not.
    pub(crate) fn steered(&mut self, again: bool) {
        self.steered += 1;
        self.credit -= if again { Self::AGAIN } else { Self::STEERED };
    }

    /// Notes that a steered case came nearer to a goal, or did something new.
    pub(crate) fn succeeded(&mut self) {
        self.credit = (self.credit + Self::EARNED).min(Self::MOST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of steered cases among the first `cases`.
    fn steered(cases: usize, again: bool, succeeds: impl Fn(usize) -> bool) -> u64 {
        let mut mix = Mix::default();
        for case in 0..cases {
            if mix.may_steer() {
                mix.steered(again);
                if succeeds(case) {
                    mix.succeeded();
                }
            }
            assert_eq!(mix.plain + mix.steered, case as u64 + 1);
            assert!(mix.steered <= mix.plain);
        }
        mix.steered
    }

    #[test]
    fn shares_are_those_of_the_documentation() {
        assert_eq!(steered(2, false, |_| true), 0);
        assert_eq!(steered(3_000, false, |_| false), 1_000);
        assert_eq!(steered(3_000, false, |_| true), 1_500);
        assert_eq!(steered(3_500, true, |_| false), 500);
    }

    #[test]
    fn success_of_long_ago_does_not_count() {
        let early = steered(12_000, false, |case| case < 1_000);
        assert!(early < 4_500, "{early}");
    }
}
