//! When a costlier guide is asked.

mod history;
#[cfg(feature = "serde")]
mod plain;

pub use history::{Histories, History};

use core::time::Duration;

/// Whether a guide beyond level and distance may have a say about a goal now: block coverage about a tie of two tests, or flags about the
/// values of a test.
///
/// As published, block coverage does not decide all ties in a search for many goals, to keep the tests diverse. A tie is between tests
/// whose values for a goal are equal and not 0, the goal being a branch, a line, a block or a statement. Flags are refined once the plain
/// distances have had their time.
///
/// Time is the caller's: what has passed since the search began, or for fast subjects, whose searches end before a goal is 60 s old, the
/// number of executions: `Duration::from_millis(50) * executions` has the published gate sleep for 1 200 of them. So is randomness.
///
/// - [`PUBLISHED`](Self::PUBLISHED), the default, for block coverage: goals older than 60 s, half of the ties.
/// - [`new`](Self::new): the same with other numbers. For flags: goals older than a budget, and a usage of 1.
/// - [`adaptive`](Self::adaptive): the more often, the longer the goal's best value has not improved.
/// - [`OPEN`](Self::OPEN): always, as published for crash reproduction.
///
/// Source: Derakhshanfar, Devroey, Zaidman 2022, section 3.3.2 (sleep time and usage rate; an adaptive gate is its future work); Lin et
/// al., "Recovering Fitness Gradients for Interprocedural Boolean Flags in Search-Based Testing" (2020), section 4.5.2.
///
/// ```
/// use sbst::fitness::{Gate, History};
/// use std::time::Duration;
///
/// let second = Duration::from_secs(1);
/// let history = History::new(5 * second); // the goal became active after 5 s
/// let gate = Gate::default();
/// assert!(!gate.is_open(&history, 65 * second, 0.2)); // it still sleeps
/// assert!(gate.is_open(&history, 66 * second, 0.2));
/// assert!(!gate.is_open(&history, 66 * second, 0.7)); // this time it is left to others
///
/// let adaptive = Gate::adaptive(60 * second, 0.5)?;
/// assert_eq!(adaptive.usage(&history, 65 * second), 0.75); // no progress for 60 s
/// assert_eq!(adaptive.usage(&history, 185 * second), 0.875); // for 180 s
/// # Ok::<(), sbst::fitness::GateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gate(Kind);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Open,
    Fixed { sleep: Duration, usage: f64 },
    Adaptive { sleep: Duration, usage: f64 },
}

impl Gate {
    /// Sleep for 60 s, then half of the times: as published for block coverage.
    pub const PUBLISHED: Self = Self(Kind::Fixed { sleep: Duration::from_secs(60), usage: 0.5 });
    /// Always.
    ///
    /// ```
    /// use sbst::fitness::{Gate, History};
    /// use std::time::Duration;
    ///
    /// let new = History::new(Duration::ZERO);
    /// assert!(Gate::OPEN.is_open(&new, Duration::ZERO, 0.999));
    /// assert!(!Gate::PUBLISHED.is_open(&new, Duration::ZERO, 0.0)); // it sleeps
    /// ```
    pub const OPEN: Self = Self(Kind::Open);

    /// Open for goals that are older than `sleep`, this part of the times.
    ///
    /// # Errors
    ///
    /// [`GateError`] if `usage` is not in [0, 1].
    pub fn new(sleep: Duration, usage: f64) -> Result<Self, GateError> {
        checked(usage).map(|usage| Self(Kind::Fixed { sleep, usage }))
    }

    /// The same, where the part grows from `usage` towards 1 with the time s since the goal's best value last improved:
    /// usage + (1 - usage) s / (s + sleep), and `usage` for s = 0. So it has come half of the way when s is as long as the sleep, and
    /// without sleep all of it at once.
    ///
    /// # Errors
    ///
    /// [`GateError`] if `usage` is not in [0, 1].
    pub fn adaptive(sleep: Duration, usage: f64) -> Result<Self, GateError> {
        checked(usage).map(|usage| Self(Kind::Adaptive { sleep, usage }))
    }

    /// Whether the guide has a say at `now`: the goal is older than the sleep, and `draw` is below the usage. The draw is a
    /// random number in [0, 1); smaller ones and NaN count as 0, larger ones as just below 1.
    #[must_use]
    pub fn is_open(&self, history: &History, now: Duration, draw: f64) -> bool {
        let (Kind::Fixed { sleep, .. } | Kind::Adaptive { sleep, .. }) = self.0 else { return true };
        let (usage, draw) = (self.usage(history, now), draw.max(0.0)); // NaN is 0, too
        history.age(now) > sleep && (draw < usage || usage == 1.0)
    }

    /// For which part of the times it is open for this goal once the goal has slept: in [0, 1].
    #[must_use]
    pub fn usage(&self, history: &History, now: Duration) -> f64 {
        match self.0 {
            Kind::Open => 1.0,
            Kind::Fixed { usage, .. } => usage,
            Kind::Adaptive { sleep, usage } => {
                let [stalled, sleep] = [history.stalled(now), sleep].map(|time| time.as_secs_f64());
                let part = if stalled > 0.0 { stalled / (stalled + sleep) } else { 0.0 };
                usage + (1.0 - usage) * part
            }
        }
    }
}

impl Default for Gate {
    fn default() -> Self {
        Self::PUBLISHED
    }
}

/// Written so that NaN fails it.
fn checked(usage: f64) -> Result<f64, GateError> {
    if (0.0..=1.0).contains(&usage) { Ok(usage.abs()) } else { Err(GateError::Usage(usage)) }
}

/// Why there is no such gate.
///
/// ```
/// use sbst::fitness::{Gate, GateError};
/// use std::time::Duration;
///
/// assert_eq!(Gate::new(Duration::ZERO, 1.5), Err(GateError::Usage(1.5)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GateError {
    /// The usage is a part of the times.
    #[error("the usage {0} is not in [0, 1]")]
    Usage(f64),
}
