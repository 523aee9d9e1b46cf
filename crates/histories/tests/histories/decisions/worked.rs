//! Examples worked by hand: the issue's, and tables of publications.

use super::is_pair;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst_histories::decisions::{
    CompoundDecision, DecisionCoverage, Independence, Vector, Vectors,
};

fn only(body: &FlowBuilder) -> CompoundDecision {
    let graph = FlowGraph::of(body).expect("legal");
    let mut all = CompoundDecision::all(&graph);
    let decision = all.next().expect("a decision");
    assert_eq!(all.next(), None);
    decision
}

fn vectors(texts: &[&str]) -> Vec<Vector> {
    texts.iter().map(|text| text.parse().expect("a vector")).collect()
}

/// By condition whether there is a pair.
fn covered(decision: &CompoundDecision, seen: &[&str], rule: Independence) -> Vec<bool> {
    let coverage = DecisionCoverage::of(decision, &vectors(seen), rule);
    (0..decision.conditions().len()).map(|condition| coverage.pair(condition).is_some()).collect()
}

/// `(a && b) || c` with F-F and TFT: masking covers c, and unique cause, which is clang's reading,
/// does not.
#[test]
fn masking_covers_what_unique_cause_does_not() {
    let decision =
        only(&FlowBuilder::new().branch(0, 1, 2).branch(1, 3, 2).branch(2, 3, 4).exit(3).exit(4));
    assert_eq!(covered(&decision, &["F-F", "TFT"], Independence::UniqueCause), [false; 3]);
    assert_eq!(covered(&decision, &["F-F", "TFT"], Independence::Masking), [false, false, true]);
    // Clang's documentation: these four cover all.
    let four = ["F-F", "F-T", "TFF", "TT"];
    assert_eq!(covered(&decision, &four, Independence::UniqueCause), [true; 3]);
}

/// The least number of vectors that cover all conditions, by trying all sets.
fn least(decision: &CompoundDecision, rule: Independence) -> usize {
    let all = Vectors::of(decision).all(16).expect("few");
    let sets = (0..1_u32 << all.len()).filter(|set| {
        let chosen: Vec<Vector> =
            all.iter().enumerate().filter(|row| set >> row.0 & 1 == 1).map(|row| *row.1).collect();
        DecisionCoverage::of(decision, &chosen, rule).is_complete()
    });
    sets.map(|set| set.count_ones() as usize).min().expect("all of them cover all")
}

/// Chilenski 2001: n conditions need n + 1 assignments by unique cause, and at least the root of n
/// twice, rounded up, by masking. A vector by short-circuit evaluation stands for several
/// assignments, so that less may do by unique cause, too, but never less than by masking.
#[test]
fn least_numbers_of_vectors() {
    // (a || b) && (c || d)
    let body = FlowBuilder::new()
        .branch(0, 2, 1)
        .branch(1, 2, 5)
        .branch(2, 4, 3)
        .branch(3, 4, 5)
        .exit(4)
        .exit(5);
    let decision = only(&body);
    assert_eq!(least(&decision, Independence::Masking), 4);
    assert_eq!(least(&decision, Independence::UniqueCause), 5);
    // a && b && c && d
    let body = FlowBuilder::new()
        .branch(0, 1, 5)
        .branch(1, 2, 5)
        .branch(2, 3, 5)
        .branch(3, 4, 5)
        .exit(4)
        .exit(5);
    let decision = only(&body);
    assert_eq!(least(&decision, Independence::Masking), 5);
    assert_eq!(least(&decision, Independence::UniqueCause), 5);
}

/// A loop without a body begins the decision anew: `while a && b {}`.
#[test]
fn a_loop_without_a_body_leads_back_to_its_decision() {
    let decision = only(&FlowBuilder::new().branch(0, 1, 2).branch(1, 0, 2).exit(2));
    assert_eq!(decision.ends().map(|block| block.index()), [0, 2]);
    assert!(
        Vectors::of(&decision)
            .all(3)
            .expect("three")
            .iter()
            .map(ToString::to_string)
            .eq(["TT", "TF", "F"])
    );
    let decision = only(&FlowBuilder::new().branch(0, 0, 1).exit(1));
    assert_eq!(decision.ends().map(|block| block.index()), [0, 1]);
}

/// Negations swap outcomes or ends, and change no pair.
#[test]
fn negations_make_no_difference() {
    let plain = only(&FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3));
    let whole = only(&FlowBuilder::new().branch(0, 1, 2).branch(1, 3, 2).exit(2).exit(3));
    let last = only(&FlowBuilder::new().branch(0, 1, 3).branch(1, 3, 2).exit(2).exit(3));
    for rule in [Independence::UniqueCause, Independence::Masking] {
        for seen in [["TT", "TF"], ["TT", "F"], ["TF", "F"]] {
            assert_eq!(covered(&whole, &seen, rule), covered(&plain, &seen, rule));
        }
        // The values of the last condition are the other ones.
        assert_eq!(covered(&last, &["TT", "TF", "F"], rule), [true; 2]);
        assert_eq!(covered(&last, &["TF", "F"], rule), covered(&plain, &["TT", "F"], rule));
        assert_eq!(covered(&last, &["TT", "F"], rule), covered(&plain, &["TF", "F"], rule));
    }
}

/// A vector that control flow makes impossible, and one that came twice, count for nothing.
#[test]
fn impossible_vectors_count_for_nothing() {
    let decision = only(&FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3));
    for seen in [&["TT", "FT"][..], &["TT", "T"], &["TT", "TTT", "FF"], &["", "TT", "TT"]] {
        let coverage = DecisionCoverage::of(&decision, &vectors(seen), Independence::Masking);
        assert_eq!((coverage.covered(), coverage.covers_decision()), (0, false));
        assert_eq!(coverage.values(1), [true, false]);
    }
    let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3))
        .expect("legal");
    let shown = |seen: &[&str]| {
        DecisionCoverage::of(&decision, &vectors(seen), Independence::Masking)
            .show(&graph)
            .to_string()
    };
    assert!(
        shown(&["TT"]).contains("0 of 2 conditions independent (masking), 1 vector\n"),
        "{}",
        shown(&["TT"])
    );
    assert!(
        shown(&["TT", "F"]).contains("1 of 2 conditions independent (masking), 2 vectors\n"),
        "{}",
        shown(&["TT", "F"])
    );
    assert_eq!(Vectors::of(&decision).wanted(0, &vectors(&["FT"]), Independence::Masking, 10), []);
    assert_eq!(Vectors::of(&decision).wanted(2, &vectors(&["TT"]), Independence::Masking, 10), []);
    assert!(!is_pair(
        &decision,
        70,
        [&vectors(&["TT"])[0], &vectors(&["F"])[0]],
        Independence::UniqueCause
    ));
}
