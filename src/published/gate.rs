//! The rule for using a costlier guide.

#[cfg(doc)]
use super::endings::Endings;
use super::signals::{Signals, Timing};
use core::time::Duration;

/// A rule that decides when a guide beyond level and distance is used for a goal: block coverage to
/// break a tie of two tests, or flags to measure a test.
///
/// In the publication, block coverage does not decide all ties of a search for many goals, because
/// comparisons take time (BBC, section 3.3), and because tests should stay diverse (3.3.2). A tie
/// is a pair of tests whose values for a goal are equal and not
/// 0. In the publication the goal is a line or a branch; blocks and statements are this crate's
/// extension. Flags are refined once the plain distances have had their time.
///
/// The caller supplies the time, as the time that has passed since the search began. Searches for
/// fast subjects end before a goal is 60 s old; count executions for them instead: with
/// `Duration::from_millis(50) * executions` the published gate sleeps for 1 200 executions. The
/// caller also supplies the random draws.
///
/// - [`PUBLISHED`](Self::PUBLISHED), the default, is meant for block coverage: goals older than 60
///   s, half of the ties.
/// - [`new`](Self::new) takes another sleep and usage. For flags, use a time budget as the sleep,
///   and a usage of 1.
/// - [`adaptive`](Self::adaptive) has a usage that grows while the goal's best value does not
///   improve.
/// - [`is_open`](Self::is_open) adapts each of them to [`Signals`]: the usefulness of the
///   comparison for this goal, the frequency of implicit exceptions in its function, and structure.
/// - [`OPEN`](Self::OPEN) is always open, as published for crash reproduction.
///
/// # The papers, item by item
///
/// BBC is Derakhshanfar, Devroey, Zaidman, "Basic Block Coverage for Search-based Unit Testing and
/// Crash Reproduction" (2022); FLAG is Lin et al., "Recovering Fitness Gradients for
/// Interprocedural Boolean Flags in Search-Based Testing" (2020).
///
/// | item | where |
/// |---|---|
/// | BBC 3.3.1: crash reproduction, without a limit | [`OPEN`](Self::OPEN) |
/// | BBC 3.3.2: sleep time, usage rate | [`new`](Self::new) |
/// | BBC 4.1.1: their defaults, 60 s and 0.5 | [`PUBLISHED`](Self::PUBLISHED) |
/// | BBC 4.1.3: usage rates 0.1, 0.2, .. 1.0, and 1 after 60 s for Table 2 | [`new`](Self::new) |
/// | BBC 3.3.2: only for lines and branches that are not covered | the caller compares ties; [`Goal::target`](crate::objective::Goal::target) has targets for lines and branches, and, beyond the paper, for blocks and statements |
/// | BBC 6.1: adapted to how fitness values evolve (future work) | [`adaptive`](Self::adaptive), this crate's formula |
/// | BBC 6.1: only where it can decide between two tests (future work) | [`Signals::and_usefulness`], this crate's formula |
/// | BBC 6.1 and 9: many implicit branches, implicit exceptions (future work) | [`Endings`], [`Signals::and_implicit_exceptions`], this crate's formula |
/// | BBC 9: coupling, depth of inheritance (future work) | [`Signals::and_structure`], this crate's formula; the caller measures |
/// | FLAG 4.5.2: the plain distances first, for a short budget (future work) | [`new`](Self::new) with a usage of 1 |
///
/// ```
/// use sbst::published::{Gate, Signals, Timing};
/// use std::time::Duration;
///
/// let second = Duration::from_secs(1);
/// let history = Timing::new(5 * second); // the goal became active after 5 s
/// let gate = Gate::default();
/// // it still sleeps
/// assert!(!gate.is_open(&history, Signals::NONE, 65 * second, 0.2));
/// assert!(gate.is_open(&history, Signals::NONE, 66 * second, 0.2));
/// // not with this draw
/// assert!(!gate.is_open(&history, Signals::NONE, 66 * second, 0.7));
///
/// let adaptive = Gate::adaptive(60 * second, 0.5)?;
/// // no progress for 60 s
/// assert_eq!(adaptive.usage(&history, Signals::NONE, 65 * second), 0.75);
/// // for 180 s
/// assert_eq!(adaptive.usage(&history, Signals::NONE, 185 * second), 0.875);
/// # Ok::<(), sbst::published::GateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "Kind", into = "Kind")
)]
pub struct Gate(Kind);

/// The kinds of gates; also the serialized form.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename = "Gate"))]
enum Kind {
    Open,
    Fixed { sleep: Duration, usage: f64 },
    Adaptive { sleep: Duration, usage: f64 },
}

impl Gate {
    /// The published gate for block coverage: it sleeps for 60 s, and is then open for half of the
    /// draws (BBC, section 4.1.1).
    pub const PUBLISHED: Self = Self(Kind::Fixed { sleep: Duration::from_secs(60), usage: 0.5 });
    /// The gate that is always open, as published for crash reproduction (BBC, section 3.3.1).
    ///
    /// ```
    /// use sbst::published::{Gate, Signals, Timing};
    /// use std::time::Duration;
    ///
    /// let new = Timing::new(Duration::ZERO);
    /// assert!(Gate::OPEN.is_open(&new, Signals::NONE, Duration::ZERO, 0.999));
    /// // it sleeps
    /// assert!(!Gate::PUBLISHED.is_open(&new, Signals::NONE, Duration::ZERO, 0.0));
    /// ```
    pub const OPEN: Self = Self(Kind::Open);

    /// Creates a gate that is open for goals older than `sleep`, with probability `usage`.
    ///
    /// # Errors
    ///
    /// [`GateError`] if `usage` is not in [0, 1].
    pub fn new(sleep: Duration, usage: f64) -> Result<Self, GateError> {
        checked(usage).map(|usage| Self(Kind::Fixed { sleep, usage }))
    }

    /// Creates a gate whose usage grows from `usage` towards 1 with the time s since the goal's
    /// best value last improved: usage + (1 - usage) s / (s + sleep), and `usage` for s = 0. When s
    /// is as long as the sleep, half of the difference to 1 is gained. With a sleep of 0, the usage
    /// is 1 as soon as s is not 0.
    ///
    /// # Errors
    ///
    /// [`GateError`] if `usage` is not in [0, 1].
    pub fn adaptive(sleep: Duration, usage: f64) -> Result<Self, GateError> {
        checked(usage).map(|usage| Self(Kind::Adaptive { sleep, usage }))
    }

    /// Returns `true` if the guide should be used at `now`: the goal is older than the sleep, which
    /// signals shorten, and `draw` is below the usage, which signals raise. The draw is a random
    /// number in [0, 1). Smaller numbers and NaN count as 0, larger ones as just below 1.
    #[must_use]
    pub fn is_open(&self, history: &Timing, signals: Signals, now: Duration, draw: f64) -> bool {
        let (Kind::Fixed { sleep, .. } | Kind::Adaptive { sleep, .. }) = self.0 else {
            return true;
        };
        let (usage, draw) = (self.usage(history, signals, now), draw.max(0.0)); // NaN is 0, too
        let age = history.age(now);
        // Durations are compared exactly where signals do not shorten the sleep; seconds as `f64`
        // are not exact for long times.
        let slept = age > sleep
            || signals.sleep() < 1.0 && age.as_secs_f64() > sleep.as_secs_f64() * signals.sleep();
        // A draw of 1 or more counts as just below 1, so it opens a gate of usage 1.
        slept && (draw < usage || usage == 1.0)
    }

    /// Returns the probability, in [0, 1], with which the gate is open for this goal once the goal
    /// has slept, raised by signals.
    #[must_use]
    pub fn usage(&self, history: &Timing, signals: Signals, now: Duration) -> f64 {
        // BBC, section 6.1 (future work): the usage adapts to how the fitness evolves. The
        // published gate has a fixed usage.
        signals.raise(match self.0 {
            Kind::Open => 1.0,
            Kind::Fixed { usage, .. } => usage,
            Kind::Adaptive { sleep, usage } => {
                let [stalled, sleep] = [history.stalled(now), sleep].map(|time| time.as_secs_f64());
                // s / (s + sleep) is 1/2 when s is the sleep. Tested first, because 0 / (0 + 0) is
                // NaN.
                let part = if stalled > 0.0 { stalled / (stalled + sleep) } else { 0.0 };
                usage + (1.0 - usage) * part
            }
        })
    }
}

#[cfg(feature = "serde")]
impl From<Gate> for Kind {
    fn from(gate: Gate) -> Self {
        gate.0
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Kind> for Gate {
    type Error = GateError;
    fn try_from(kind: Kind) -> Result<Self, GateError> {
        match kind {
            Kind::Open => Ok(Self::OPEN),
            Kind::Fixed { sleep, usage } => Self::new(sleep, usage),
            Kind::Adaptive { sleep, usage } => Self::adaptive(sleep, usage),
        }
    }
}

impl Default for Gate {
    fn default() -> Self {
        Self::PUBLISHED
    }
}

/// Returns the usage if it is in [0, 1]. Written so that NaN fails the check.
fn checked(usage: f64) -> Result<f64, GateError> {
    if (0.0..=1.0).contains(&usage) { Ok(usage.abs()) } else { Err(GateError::Usage(usage)) }
}

/// The reason why a gate cannot be created.
///
/// ```
/// use sbst::published::{Gate, GateError};
/// use std::time::Duration;
///
/// assert_eq!(Gate::new(Duration::ZERO, 1.5), Err(GateError::Usage(1.5)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GateError {
    /// The usage is a probability, so it must be in [0, 1].
    #[error("the usage {0} is not in [0, 1]")]
    Usage(f64),
}
