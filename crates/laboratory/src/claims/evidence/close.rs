//! Closeness of two techniques.

use super::{ALPHA, Evidence, families};
use crate::claims::Finding;
use crate::report::Row;
use crate::statistics::{Effect, Interval, Magnitude, Rounded, is_significant};

/// The share of subjects with an effect at which two techniques are not close: twice the share that
/// chance alone gives at most.
const TOO_MANY: f64 = 0.1;

impl Evidence {
    /// Returns the share of subjects with an effect in either direction, in 0..=1: the mean over
    /// the families of the share among their subjects that count. It is 0 without families.
    ///
    /// A subject has an effect if its p value, which is not corrected, is below 0.05, or if it has
    /// too few searches for any difference to be significant. If nothing but chance tells two
    /// techniques apart, the share is 5 % or less on the mean.
    ///
    /// This number is for closeness. Opposite effects cancel in the mean of a family and in the
    /// median over families, but not here. Two numbers that suggest themselves would not do:
    ///
    /// - The share of subjects that are significant after a correction for their number. The
    ///   correction overlooks differences, which is safe if they are to be shown, and unsafe if
    ///   their absence is.
    /// - The median of the distance of A12 from 0.5. Chance makes it great: for 30 searches of each
    ///   of two equal techniques, it is 0.05 without ties, nearly what is no longer negligible.
    #[must_use]
    pub fn share_with_effect(&self) -> f64 {
        let families = families(&self.subjects, self.claim.expects);
        let share = |rows: &Vec<&Row>| {
            rows.iter().filter(|row| may_have_effect(row)).count() as f64 / rows.len() as f64
        };
        families.values().map(share).sum::<f64>() / families.len().max(1) as f64
    }

    /// Returns the finding about a testable claim that two techniques are close.
    pub(super) fn closeness(&self) -> Finding {
        // Without an interval nothing is known: it may be anywhere.
        let Some(interval) = self.interval else { return Finding::NotShown };
        let Interval { low, high } = interval;
        let matters = |a12: f64| Magnitude::of(a12) != Magnitude::Negligible;
        let is_rare = Rounded::of(self.share_with_effect()).is_below(TOO_MANY);
        if Magnitude::is_negligible(interval) && is_rare {
            Finding::Agrees
        } else if (low > 0.5 && matters(low)) || (high < 0.5 && matters(high)) {
            Finding::Refuted
        } else {
            Finding::NotShown
        }
    }
}

fn may_have_effect(row: &Row) -> bool {
    is_significant(row.effect.p, ALPHA) || !is_significant(Effect::least_p([row.seeds(); 2]), ALPHA)
}
