//! The parameters of MIO, and how they change while the budget is spent.

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
