//! Alarms: a glance says that a log is to be read in full. Some turn out to be none.

/// How often the log was to be read in full, and in vain.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Alarms {
    /// Number of alarms in a row that turned out to be none: something else decided.
    pub(super) in_vain: u32,
    /// Number of alarms that were passed over since the last one.
    passed: u32,
}

/// At most two to the power of this many alarms in a row are passed over.
const MOST_PASSED: u32 = 8;

impl Alarms {
    /// Returns `true` if the log is to be read: always at first, and less often the more often it
    /// was in vain.
    pub(super) fn ring(&mut self) -> bool {
        self.passed += 1;
        let rings = self.passed >> self.in_vain.min(MOST_PASSED) > 0;
        if rings {
            self.passed = 0;
        }
        rings
    }
}

/// A branch to which some execution seemed to come nearer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rang {
    pub(super) branch: u32,
    /// Its least distance until then.
    pub(super) least: f64,
    /// Number of cases of its switch, if it is of one, whose successors were not known until then.
    pub(super) unknown: usize,
}
