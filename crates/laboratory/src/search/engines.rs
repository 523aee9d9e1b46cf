//! Engines: how a search chooses the tests that it changes.

use sbst::selection::Sampling;

/// Algorithm of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Engine {
    /// A population that is ranked over the goals within reach: DynaMOSA (Panichella, Kifetew,
    /// Tonella 2018).
    DynaMosa,
    /// A population that is ranked over all goals that are not covered: MOSA (Panichella, Kifetew,
    /// Tonella 2015).
    Mosa,
    /// One goal at a time, whose nearest test is changed.
    Sampled {
        /// How the goal is chosen.
        sampling: Sampling,
        /// Which tests are changed.
        base: Base,
    },
    /// A population of suites, each judged by the sum over all goals: whole suites (Fraser, Arcuri
    /// 2013).
    WholeSuites,
    /// New tests only.
    Random,
}

impl Engine {
    /// The nearest test of the goal that was sampled least since a test came nearer to it, and
    /// tests of the corpus, half of the time each.
    pub const FEEDBACK: Self = Self::Sampled { sampling: Sampling::FEEDBACK, base: Base::Both };

    /// Tests of the corpus, whatever the goals: what fuzzers guided by coverage do.
    pub const CORPUS: Self = Self::Sampled { sampling: Sampling::UNIFORM, base: Base::Corpus };
}

/// Tests that [`Engine::Sampled`] changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Base {
    /// The nearest test of the goal.
    Goals,
    /// Any test that covered something new.
    Corpus,
    /// Either, half of the time.
    Both,
}
