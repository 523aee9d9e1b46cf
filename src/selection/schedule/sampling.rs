//! Settings for the choice of the goal to sample next, and the parameters of MIO.

use core::num::NonZeroU32;

/// Rule by which a search chooses the goal to sample next: an order, and which goals take part in
/// it.
///
/// To *sample* a goal is to choose it, change a test that is near it, and execute the result. Goals
/// that no test can cover stay within reach for ever, and so do goals in functions that no test
/// enters. A search that samples all goals alike spends most of its budget on them. A sampling
/// decides how the budget is spent.
///
/// | sampling | the next goal |
/// |---|---|
/// | [`UNIFORM`](Self::UNIFORM) | any goal, each with the same probability |
/// | [`ROUND_ROBIN`](Self::ROUND_ROBIN) | one after the other, by number, and from the start again |
/// | [`NEWEST_FIRST`](Self::NEWEST_FIRST) | a goal that came within reach last |
/// | [`FEEDBACK`](Self::FEEDBACK) | a goal that was sampled least since a test last came nearer to it |
/// | [`MIO`](Self::MIO) | like `FEEDBACK`, but only among the goals that a test reached, while there are any |
///
/// A [frontier](crate::selection::Frontier::with_sampling) follows a sampling; a campaign takes one as a
/// [setting](crate::campaign::CampaignBuilder::sampling). To change one choice, start from a
/// constant:
///
/// ```
/// use sbst::selection::Sampling;
/// use std::num::NonZero;
///
/// // Gives a goal up after 50 samples in a row without an improvement.
/// let sampling = Sampling { patience: NonZero::new(50), ..Sampling::FEEDBACK };
/// assert_eq!(sampling.unreached, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sampling {
    /// Order in which goals are chosen.
    pub order: Order,
    /// Number of samples after which a goal is given up if no test came nearer to it in between;
    /// `None` for no limit.
    ///
    /// A goal that was given up can be chosen again when a test comes nearer to it, or when the set
    /// of active goals changes: a goal was covered, or came within reach.
    pub patience: Option<NonZeroU32>,
    /// Share of the samples, in \[0, 1\], for goals that no test reached; the other samples go to
    /// goals that a test reached. `None` treats both kinds alike.
    ///
    /// A goal counts as *reached* once it was [improved](crate::selection::Frontier::improve) for the first
    /// time: as a rule, once its function was entered. If one of the two kinds has no goals, the
    /// other kind gets all samples: with a share of 0, goals that no test reached are sampled only
    /// while no other goal is left. Shares outside \[0, 1\] are clamped, and NaN counts as 0.
    pub unreached: Option<f64>,
}

/// Order in which several goals are sampled.
///
/// ```
/// use sbst::selection::{Frontier, Order, Sampling};
///
/// let first_four = |order| {
///     let sampling = Sampling { order, ..Sampling::UNIFORM };
///     let mut frontier = Frontier::new([[]; 3]).with_sampling(sampling);
///     [0.9, 0.0, 0.5, 0.0]
///         .map(|draw| frontier.next_goal(draw).expect("active").number())
/// };
/// assert_eq!(first_four(Order::Uniform), [2, 0, 1, 0]);
/// assert_eq!(first_four(Order::RoundRobin), [0, 1, 2, 0]);
/// // 2, then 0 of {0, 1}, then 1
/// assert_eq!(first_four(Order::LeastSampled), [2, 0, 1, 0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Order {
    /// Every goal has the same probability. The draw decides.
    Uniform,
    /// The goal with the next greater number; after the greatest number, the least one. The draw
    /// has no influence.
    RoundRobin,
    /// The goals that came within reach last. The draw decides between goals that came together.
    ///
    /// Without [patience](Sampling::patience), a newest goal that no test can cover is sampled for
    /// ever.
    NewestFirst,
    /// The goals that were sampled least since a test last came nearer to them, or since they came
    /// within reach. The draw decides between equals.
    ///
    /// This is the feedback-directed sampling of Arcuri, "Many Independent Objective (MIO)
    /// Algorithm for Test Suite Generation" (SSBSE 2017).
    LeastSampled,
}

impl Sampling {
    /// Uniform draw: every goal has the same probability.
    pub const UNIFORM: Self = Self { order: Order::Uniform, patience: None, unreached: None };

    /// One goal after the other, by number.
    pub const ROUND_ROBIN: Self = Self { order: Order::RoundRobin, ..Self::UNIFORM };

    /// Goals that came within reach last go first. Set a patience unless every goal can be covered.
    pub const NEWEST_FIRST: Self = Self { order: Order::NewestFirst, ..Self::UNIFORM };

    /// Goals that were sampled least since a test last came nearer to them go first.
    pub const FEEDBACK: Self = Self { order: Order::LeastSampled, ..Self::UNIFORM };

    /// [`FEEDBACK`](Self::FEEDBACK) among the goals that a test reached, as MIO samples only goals
    /// that have tests; the other goals are sampled only while no goal is reached.
    ///
    /// Source: Arcuri, "Many Independent Objective (MIO) Algorithm for Test Suite Generation"
    /// (SSBSE 2017). [`Mio`] has its parameters.
    pub const MIO: Self = Self { unreached: Some(0.0), ..Self::FEEDBACK };
}

/// Returns feedback-directed sampling with a tenth of the samples for goals that no test reached.
///
/// This is a provisional choice, by measurement on a published parser, on 25 small functions, and
/// on five programs of two interpreters. It was never significantly worse than a uniform draw, and
/// better on the parser (A12 0.96 and 0.80) and on three of the functions. Goals that no test
/// reached deserve few samples, but some: if a search makes new tests only for such goals, no other
/// test enters their functions. Patience did not help. `examples/README.md` in the repository has
/// the tables.
impl Default for Sampling {
    fn default() -> Self {
        Self { unreached: Some(0.1), ..Self::FEEDBACK }
    }
}

// The parameters of MIO, and how they change while the budget is spent.

/// Parameters of MIO, which moves the search from an exploring phase to a focused phase.
///
/// [`at`](Self::at) returns the parameters at a point of the budget. They change linearly from the
/// start up to the fraction `focus` of the budget. After that, in the focused phase, there is one
/// test for each goal, no random test, and `mutations` mutations in a row.
///
/// | part of the budget spent | random tests | tests for each goal | mutations in a row |
/// |---|---|---|---|
/// | 0 | P_r = 1/2 | n = 10 | 1 |
/// | 1/4 | 1/4 | 6 | 5 |
/// | 1/2 = F, and after | 0 | 1 | m = 10 |
///
/// The table is for the [published](Self::PUBLISHED) parameters.
/// [`Populations`](crate::selection::Populations) keep the tests,
/// [`Sampling::MIO`](super::Sampling::MIO) chooses the goal to sample; `examples/searches/mio.rs`
/// has the search.
///
/// Source: Arcuri, "Many Independent Objective (MIO) Algorithm for Test Suite Generation" (SSBSE
/// 2017).
///
/// ```
/// use sbst::selection::Mio;
///
/// let start = Mio::PUBLISHED.at(0.0);
/// assert_eq!((start.random, start.tests, start.mutations), (0.5, 10, 1));
/// let middle = Mio::PUBLISHED.at(0.25);
/// assert_eq!((middle.random, middle.tests, middle.mutations), (0.25, 6, 5));
/// let end = Mio::PUBLISHED.at(0.75);
/// assert_eq!((end.random, end.tests, end.mutations), (0.0, 1, 10));
/// assert!(end.is_focused);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Mio {
    /// Probability, at the start, of executing a random test instead of sampling a goal: P_r.
    pub random: f64,
    /// Maximum number of tests that are kept for a goal at the start: n.
    pub tests: usize,
    /// Number of mutations in a row of one test, in the focused phase: m.
    pub mutations: u32,
    /// Fraction of the budget after which the focused phase begins: F.
    pub focus: f64,
}

/// The parameters of MIO at one point of the budget: see [`Mio::at`].
///
/// ```
/// use sbst::selection::Mio;
///
/// let phase = Mio::PUBLISHED.at(0.1);
/// let draw = 0.45; // a random number in [0, 1)
/// assert!(draw >= phase.random); // so sample a goal instead of making a random test
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MioPhase {
    /// Probability of executing a random test instead of sampling a goal, in \[0, 1\].
    pub random: f64,
    /// Maximum number of tests that are kept for a goal, at least 1 unless it is 0 at the start.
    pub tests: usize,
    /// Number of mutations in a row of one test, at least 1.
    pub mutations: u32,
    /// `true` in the focused phase.
    pub is_focused: bool,
}

impl Mio {
    /// The parameters of the publication: P_r = 0.5, n = 10, m = 10, F = 0.5.
    pub const PUBLISHED: Self = Self { random: 0.5, tests: 10, mutations: 10, focus: 0.5 };

    /// Returns the parameters at a point of the budget: `progress` is the part that is spent, from
    /// 0 to 1.
    ///
    /// Let x = progress / F, at most 1. The probability of a random test is P_r (1 - x),
    /// the number of tests n - ⌊(n - 1) x⌋, and the number of mutations 1 + ⌊(m - 1) x⌋.
    ///
    /// `progress` and the probabilities are clamped to \[0, 1\], and NaN counts as 0. With F = 0
    /// the search is focused from the start.
    #[must_use]
    pub fn at(&self, progress: f64) -> MioPhase {
        let (progress, focus) = (clamp(progress), clamp(self.focus));
        let is_focused = progress >= focus;
        let x = if is_focused { 1.0 } else { progress / focus };
        // Conversion to an integer rounds down. Only x = 1 reaches the last step.
        let most = self.tests.saturating_sub(1);
        let tests = self.tests - ((most as f64 * x) as usize).min(most); // a great number may be rounded up
        let mutations = 1 + (f64::from(self.mutations.saturating_sub(1)) * x) as u32;
        MioPhase { random: clamp(self.random) * (1.0 - x), tests, mutations, is_focused }
    }
}

impl Default for Mio {
    fn default() -> Self {
        Self::PUBLISHED
    }
}

/// Clamps to \[0, 1\]. NaN fails the comparison and becomes 0.
const fn clamp(value: f64) -> f64 {
    if value > 0.0 { value.min(1.0) } else { 0.0 }
}
