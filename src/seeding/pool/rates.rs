//! Probabilities of taking from pools.

/// Probabilities with which a search takes from pools instead of making something new: in [0, 1]; numbers beyond count as 0 or 1, NaN as 0.
///
/// The publication has two strategies with rates of their own. All rates are user-defined there (SEED 3.3, 3.4); these are the ones of its
/// evaluation (SEED 5.2.3), in bold the one that is chosen here of several:
///
/// | | [`pick_initial`](Self::pick_initial) | [`pick_change`](Self::pick_change) | [`clone_test`](Self::clone_test) |
/// |---|---|---|---|
/// | [`MODEL_SEEDING`](Self::MODEL_SEEDING) | 0.2, 0.5, 0.8, **1.0**; 0.0 on ten crashes (SEED 7.2) | **0.3**; 0.0, 0.6, 0.9 on ten crashes (SEED 7.2) | no clones |
/// | [`TEST_SEEDING`](Self::TEST_SEEDING) | 0.3 | 0.3 | **0.2**, 0.5, 0.8, 1.0 |
///
/// A mixture of the two is not in the publication. There is no default.
///
/// ```
/// use sbst::seeding::pool::Rates;
///
/// let eager = Rates { pick_change: 0.9, ..Rates::MODEL_SEEDING };
/// assert_eq!(
///     (eager.pick_initial, eager.pick_change, eager.clone_test),
///     (1.0, 0.9, 0.0)
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rates {
    /// Probability of taking an object from the pool while the initial population is generated: Pr\[pick init\].
    #[cfg_attr(feature = "serde", serde(with = "crate::plain::float"))]
    pub pick_initial: f64,
    /// Probability of taking an object from the pool while a test is mutated: Pr\[pick mut\].
    #[cfg_attr(feature = "serde", serde(with = "crate::plain::float"))]
    pub pick_change: f64,
    /// Probability that a test of the initial population is the clone of an existing test: Pr\[clone\].
    #[cfg_attr(feature = "serde", serde(with = "crate::plain::float"))]
    pub clone_test: f64,
}

impl Rates {
    /// Rates of model seeding: 1.0, 0.3, and no clones.
    ///
    /// 0.3 was fixed (SEED 3.3, 5.2.3). 1.0 is one of four rates that were tried, no default: of these it has the highest mean reproduction
    /// ratio (22.0 of 30 runs, SEED Table 4) and the fewest evaluations (SEED Table 7); with 0.8, most crashes were reproduced in the
    /// majority of runs (70 of 124, SEED 6.2.1). Of 19 settings on ten crashes, (1.0, 0.3) reproduces best, too (SEED Table 8).
    pub const MODEL_SEEDING: Self = Self { pick_initial: 1.0, pick_change: 0.3, clone_test: 0.0 };
    /// Rates of test seeding: 0.3, 0.3, 0.2, all of them defaults.
    ///
    /// The two rates of picking objects are one setting there (p_object_pool, SEED 3.4). 0.2 is the default of four rates of cloning that
    /// were tried (SEED 5.2.3).
    pub const TEST_SEEDING: Self = Self { pick_initial: 0.3, pick_change: 0.3, clone_test: 0.2 };
}
