//! The fitness functions of crash reproduction, written slowly from the text of the Basic Block
//! Coverage paper alone.
//!
//! Source: P. Derakhshanfar, X. Devroey, A. Zaidman, "Basic Block Coverage for Search-based Unit
//! Testing and Crash Reproduction" (EMSE), section 2.3. Items that this file renders:
//!
//! * Definition 1, Eq. 1: WeightedSum `ws(t)`, and its parts `d_s` (target line coverage), `d_e`
//!   (exception type coverage) and `d_tr` (stack trace similarity, given as a number; 0 is the
//!   given stack trace).
//! * Definition 2, Eq. 2: TestStackTraceDistance `STD(R, t)`, with `StatementDistance`.
//! * STDistance, the sum of TestStackTraceDistance and ExceptionPenalty. The latter is "identical
//!   to ExceptionCoverage", which is `d_e`.
//!
//! Open points. An enum is named where there is a choice; the first variant is what stands after
//! "here":
//!
//! * silent: the normalisation of Eq. 1 and 2; here: `x / (x + 1)`, and 1 at infinity ([`norm`]).
//! * silent: `max(f)` where `f` approaches its maximum and does not reach it; here: the upper
//!   bounds that the paper gives, 1 for `d_e` and 1 for `d_tr` ([`MAX_D_E`], [`MAX_D_TR`]).
//!   `max(d_s)` does not occur.
//! * contradictory: the third case of Eq. 1 says "if exception thrown"; the constraints below it
//!   say "only when we both reach the target line and throw the same type of exception"; here: the
//!   constraints. [`ThirdCase`]. The printed case would give `min(d_e)` to a wrong exception, and
//!   the second case would then hold only for tests that throw nothing, with `d_e = 1`.
//! * silent: an exception of the given type before the target line is reached; here: the first
//!   case, the line is not reached.
//! * silent: a target method that is never called; here: the caller gives an approach level, which
//!   may be infinite.
//! * silent: Eq. 2 when all frames are covered: there is no first uncovered frame, and so no
//!   StatementDistance; here: STD is 0. [`AllFramesCovered`].
//! * silent: where the common prefix begins; "the first (the utmost) uncovered frame", and the
//!   example goes from frame 3 (the target frame) to frame 1 (the deepest), so here: at the
//!   outermost frame, against the order of print ([`longest_common_prefix`]).
//! * silent: whether the frames beyond the target frame and line 0, the message, count in `|R|`.
//!   The example names three frames for target frame 3; here: the caller gives the frames up to the
//!   target frame.
//! * silent: whether a frame whose statement was reached counts in `lcp` if nothing is thrown
//!   ("between the given stack trace and the stack trace thrown by t"); here: `lcp` is an argument.
//!   With a StatementDistance of 0 for frame k, Eq. 2 gives the same number as with `lcp` one
//!   larger and a StatementDistance of 1.
//! * silent: whether ExceptionPenalty counts before all frames are covered. The definition is a
//!   plain sum; the example says "After covering all of the frames, this fitness function
//!   checks..."; here: it always counts. [`Penalty`].
//! * silent: weights in STDistance; here: none.
//! * silent: StatementDistance may exceed 1 (only the branch distance is normalised), so STD may
//!   exceed `|R|`; here: as printed.
/// The maximum of `d_e`, which is 0 or 1.
pub const MAX_D_E: f64 = 1.0;
/// The minimum of `d_e`.
pub const MIN_D_E: f64 = 0.0;
/// The maximum of `d_tr`, which is in [0, 1].
pub const MAX_D_TR: f64 = 1.0;
/// The minimum of `d_s`, which is in [0, 1].
pub const MIN_D_S: f64 = 0.0;

/// When the third case of Eq. 1 holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ThirdCase {
    /// The line is reached and an exception of the given type is thrown.
    #[default]
    SameTypeThrown,
    /// The line is reached and any exception is thrown, as printed in Eq. 1.
    AnyThrown,
}

/// What Eq. 2 is when the whole stack trace is covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AllFramesCovered {
    /// The term in parentheses is left out: 0.
    #[default]
    NoTerm,
    /// StatementDistance is 0, since there is nothing left to reach: -1.
    StatementDistanceZero,
}

/// When ExceptionPenalty looks at the exception.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Penalty {
    /// Always.
    #[default]
    Always,
    /// Once all frames are covered; before, the penalty is 1.
    OnceAllFramesAreCovered,
}

/// The exception that a test throws, as far as Eq. 1 asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thrown {
    Nothing,
    OtherType,
    SameType,
}

/// The usual normalisation: `x / (x + 1)`, and its limit 1 at infinity.
///
/// # Panics
///
/// Panics if `x` is negative or NaN.
pub fn norm(x: f64) -> f64 {
    assert!(x >= 0.0, "a distance is a number of at least 0, and not {x}");
    if x == f64::INFINITY { 1.0 } else { x / (x + 1.0) }
}

/// Target line coverage: the normalised sum of the approach level and the normalised branch
/// distance.
pub fn d_s(approach_level: f64, branch_distance: f64) -> f64 {
    norm(approach_level + norm(branch_distance))
}

/// Exception type coverage: 0 if the type of the exception is the given one, 1 otherwise.
pub fn d_e(thrown: Thrown) -> f64 {
    match thrown {
        Thrown::SameType => MIN_D_E,
        Thrown::OtherType | Thrown::Nothing => MAX_D_E,
    }
}

/// Eq. 1: WeightedSum of a test.
///
/// # Panics
///
/// Panics if a distance is negative or NaN, or if `d_tr` is outside [0, 1].
pub fn weighted_sum(
    approach_level: f64,
    branch_distance: f64,
    line_reached: bool,
    thrown: Thrown,
    d_tr: f64,
    third_case: ThirdCase,
) -> f64 {
    assert!((0.0..=1.0).contains(&d_tr), "the stack trace similarity is in [0, 1], and not {d_tr}");
    let in_third_case = match third_case {
        ThirdCase::SameTypeThrown => thrown == Thrown::SameType,
        ThirdCase::AnyThrown => thrown != Thrown::Nothing,
    };
    if !line_reached {
        3.0 * d_s(approach_level, branch_distance) + 2.0 * MAX_D_E + MAX_D_TR
    } else if !in_third_case {
        3.0 * MIN_D_S + 2.0 * d_e(thrown) + MAX_D_TR
    } else {
        3.0 * MIN_D_S + 2.0 * MIN_D_E + d_tr
    }
}

/// The sum of the approach level and the normalised branch distance (itself not normalised).
pub fn statement_distance(approach_level: f64, branch_distance: f64) -> f64 {
    approach_level + norm(branch_distance)
}

/// Returns the number of frames that both stack traces have in common from the outermost frame on.
pub fn longest_common_prefix<F: PartialEq>(
    given_outermost_first: &[F],
    thrown_outermost_first: &[F],
) -> usize {
    let mut common = 0;
    while common < given_outermost_first.len()
        && common < thrown_outermost_first.len()
        && given_outermost_first[common] == thrown_outermost_first[common]
    {
        common += 1;
    }
    common
}

/// Eq. 2: TestStackTraceDistance, for `frames` given frames of which the first `lcp` are covered.
/// `approach_level` and `branch_distance` belong to the statement of the first uncovered frame;
/// they are not used if there is none.
///
/// # Panics
///
/// Panics if `lcp` exceeds `frames`, or if a distance is negative or NaN.
pub fn test_stack_trace_distance(
    frames: usize,
    lcp: usize,
    approach_level: f64,
    branch_distance: f64,
    all_frames_covered: AllFramesCovered,
) -> f64 {
    assert!(lcp <= frames, "no more common frames than given ones");
    let uncovered = (frames - lcp) as f64;
    if lcp < frames {
        uncovered - (1.0 - statement_distance(approach_level, branch_distance))
    } else {
        match all_frames_covered {
            AllFramesCovered::NoTerm => 0.0,
            AllFramesCovered::StatementDistanceZero => -1.0,
        }
    }
}

/// ExceptionPenalty: 0 if the type of the exception is the given one, 1 otherwise.
pub fn exception_penalty(exception_type_matches: bool) -> f64 {
    if exception_type_matches { d_e(Thrown::SameType) } else { d_e(Thrown::OtherType) }
}

/// STDistance: TestStackTraceDistance + ExceptionPenalty.
pub fn st_distance(
    frames: usize,
    lcp: usize,
    approach_level: f64,
    branch_distance: f64,
    exception_type_matches: bool,
    all_frames_covered: AllFramesCovered,
    penalty: Penalty,
) -> f64 {
    let looks = penalty == Penalty::Always || lcp == frames;
    test_stack_trace_distance(frames, lcp, approach_level, branch_distance, all_frames_covered)
        + exception_penalty(looks && exception_type_matches)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ws(
        approach_level: f64,
        branch_distance: f64,
        line_reached: bool,
        thrown: Thrown,
        d_tr: f64,
    ) -> f64 {
        weighted_sum(
            approach_level,
            branch_distance,
            line_reached,
            thrown,
            d_tr,
            ThirdCase::default(),
        )
    }

    #[test]
    fn norm_is_in_the_unit_interval() {
        assert_eq!(norm(0.0), 0.0);
        assert_eq!(norm(1.0), 0.5);
        assert_eq!(norm(3.0), 0.75);
        assert_eq!(norm(f64::INFINITY), 1.0);
    }

    #[test]
    fn section_3_1_tests_of_the_motivating_example_have_equal_fitness() {
        // Both have approach level 2; the branch distance is of no help, and the exception is not
        // the given one.
        let t1 = ws(2.0, 0.0, false, Thrown::OtherType, 1.0);
        let t2 = ws(2.0, 0.0, false, Thrown::OtherType, 1.0);
        assert_eq!(t1, t2);
        assert_eq!(t1, 3.0 * (2.0 / 3.0) + 2.0 + 1.0);
        let std = test_stack_trace_distance(3, 0, 2.0, 0.0, AllFramesCovered::default());
        assert_eq!(std, 3.0 - 0.0 - (1.0 - 2.0));
    }

    #[test]
    fn definition_1_first_the_line_then_the_type_then_the_frames() {
        // Listing 2 with target frame 3, in the order in which the text says that WeightedSum
        // checks.
        let far = ws(3.0, 1.0, false, Thrown::Nothing, 1.0);
        let nearer = ws(0.0, 1.0, false, Thrown::Nothing, 1.0);
        let line_reached = ws(0.0, 0.0, true, Thrown::OtherType, 0.0);
        let type_thrown = ws(0.0, 0.0, true, Thrown::SameType, 0.5);
        let reproduced = ws(0.0, 0.0, true, Thrown::SameType, 0.0);
        assert_eq!(nearer, 3.0 * norm(0.5) + 3.0);
        assert_eq!(line_reached, 3.0);
        assert_eq!(type_thrown, 0.5);
        assert_eq!(reproduced, 0.0);
        assert!(
            far > nearer
                && nearer > line_reached
                && line_reached > type_thrown
                && type_thrown > reproduced
        );
    }

    #[test]
    fn definition_1_type_counts_only_after_the_line() {
        assert_eq!(
            ws(1.0, 0.0, false, Thrown::SameType, 0.0),
            ws(1.0, 0.0, false, Thrown::Nothing, 1.0)
        );
    }

    #[test]
    fn definition_1_as_printed_gives_a_wrong_exception_the_third_case() {
        let printed = weighted_sum(0.0, 0.0, true, Thrown::OtherType, 0.25, ThirdCase::AnyThrown);
        assert_eq!(printed, 0.25);
        assert_eq!(ws(0.0, 0.0, true, Thrown::OtherType, 0.25), 3.0);
    }

    #[test]
    fn definition_2_frame_by_frame() {
        // Listing 2 with target frame 3: line 413, then line 615, then line 45.
        let given = [
            "BaseClass.fromMap:413",
            "PropertyClass.fromValue:615",
            "BaseStringProperty.setValue:45",
        ];
        assert_eq!(longest_common_prefix(&given, &[]), 0);
        assert_eq!(
            longest_common_prefix(
                &given,
                &["BaseClass.fromMap:411", "PropertyClass.fromValue:615"]
            ),
            0
        );
        assert_eq!(longest_common_prefix(&given, &given[..2]), 2);
        let std = |lcp, approach_level, branch_distance| {
            test_stack_trace_distance(
                given.len(),
                lcp,
                approach_level,
                branch_distance,
                AllFramesCovered::default(),
            )
        };
        assert_eq!(std(0, 0.0, 1.0), 2.5);
        assert_eq!(std(1, 0.0, 1.0), 1.5);
        assert_eq!(std(2, 0.0, 1.0), 0.5);
        assert_eq!(std(3, 0.0, 0.0), 0.0);
        // A reached statement and a covered frame with a statement ahead of one approach level are
        // the same.
        assert_eq!(std(0, 0.0, 0.0), std(1, 1.0, 0.0));
    }

    #[test]
    fn definition_2_all_frames_covered() {
        let std = |reading| test_stack_trace_distance(3, 3, 0.0, 0.0, reading);
        assert_eq!(std(AllFramesCovered::NoTerm), 0.0);
        assert_eq!(std(AllFramesCovered::StatementDistanceZero), -1.0);
    }

    #[test]
    fn st_distance_is_zero_for_the_reproduced_crash_only() {
        let st = |lcp, matches, penalty| {
            st_distance(3, lcp, 0.0, 0.0, matches, AllFramesCovered::default(), penalty)
        };
        assert_eq!(st(3, true, Penalty::Always), 0.0);
        assert_eq!(st(3, false, Penalty::Always), 1.0);
        assert_eq!(st(1, true, Penalty::Always), 1.0);
        assert_eq!(st(1, true, Penalty::OnceAllFramesAreCovered), 2.0);
        assert_eq!(st(3, true, Penalty::OnceAllFramesAreCovered), 0.0);
    }
}
