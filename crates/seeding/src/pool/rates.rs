//! Probabilities of using the pools.

/// Probabilities with which a search takes objects and tests from pools instead of making new ones.
///
/// Each rate is a probability in [0, 1]. Rates below 0 and NaN count as 0, rates above 1 count
/// as 1.
///
/// The publication has two strategies. In both, the user chooses the rates (SEED 3.3, 3.4). The
/// table shows the rates of its evaluation (SEED 5.2.3). Where several rates were evaluated, the
/// one used here is in bold:
///
/// | | [`pick_initial`](Self::pick_initial) | [`pick_change`](Self::pick_change) | [`clone_test`](Self::clone_test) |
/// |---|---|---|---|
/// | [`MODEL_SEEDING`](Self::MODEL_SEEDING) | 0.2, 0.5, 0.8, **1.0**; 0.0 on ten crashes (SEED 7.2) | **0.3**; 0.0, 0.6, 0.9 on ten crashes (SEED 7.2) | no clones |
/// | [`TEST_SEEDING`](Self::TEST_SEEDING) | 0.3 | 0.3 | **0.2**, 0.5, 0.8, 1.0 |
///
/// The publication does not mix the two strategies. The type has no default.
///
/// ```
/// use sbst_seeding::pool::Rates;
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
    /// Probability of taking an object from the pool while the initial population is generated:
    /// Pr\[pick init\].
    #[cfg_attr(feature = "serde", serde(with = "crate::plain::float"))]
    pub pick_initial: f64,
    /// Probability of taking an object from the pool while a test is mutated: Pr\[pick mut\].
    #[cfg_attr(feature = "serde", serde(with = "crate::plain::float"))]
    pub pick_change: f64,
    /// Probability that a test of the initial population is the clone of an existing test:
    /// Pr\[clone\].
    #[cfg_attr(feature = "serde", serde(with = "crate::plain::float"))]
    pub clone_test: f64,
}

impl Rates {
    /// Rates of model seeding: 1.0 for the initial population, 0.3 for mutations, and no clones.
    ///
    /// The publication fixes the rate of mutations at 0.3 (SEED 3.3, 5.2.3). It tries four rates
    /// for the initial population and names no default. Of the four, 1.0 has the highest mean
    /// reproduction ratio (22.0 of 30 runs, SEED Table 4) and the fewest evaluations (SEED Table
    /// 7). The rate 0.8 reproduces the most crashes in the majority of runs (70 of 124, SEED
    /// 6.2.1). Of 19 settings on ten crashes, (1.0, 0.3) also reproduces best (SEED Table 8).
    pub const MODEL_SEEDING: Self = Self { pick_initial: 1.0, pick_change: 0.3, clone_test: 0.0 };
    /// Rates of test seeding: 0.3 for the initial population, 0.3 for mutations, and 0.2 for
    /// clones. All three are published defaults.
    ///
    /// In the publication, the two rates of picking objects are one setting, p_object_pool (SEED
    /// 3.4). The rate 0.2 is the default of four rates of cloning that were tried (SEED 5.2.3).
    pub const TEST_SEEDING: Self = Self { pick_initial: 0.3, pick_change: 0.3, clone_test: 0.2 };
}
