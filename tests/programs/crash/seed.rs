//! The stack trace of SEED's Listing 1, and traces that only look reproduced.

use sbst::distance::Distance;
use sbst::execution::{StackFrame, StackTrace};
use sbst::fitness::Fitness;
use sbst::fitness::crash::{Similarity, Stage, WeightedSum};

type Frame = StackFrame<&'static str>;

fn stage(similarity: Similarity, wanted: &[Frame], thrown: &[Frame]) -> Stage {
    WeightedSum::new(Fitness::COVERED, Some(similarity.cost(wanted, thrown))).stage()
}

#[test]
fn listing_1_is_cut_at_the_target_frame_as_printed() {
    // XWIKI-13372: "target frame 2" stands for the class BaseStringProperty, and the first two
    // frames.
    let calls = [
        ("BaseProperty", "equals", 96),
        ("BaseStringProperty", "equals", 57),
        ("BaseCollection", "equals", 614),
        ("BaseObject", "equals", 235),
        ("XWikiDocument", "equalsData", 4195),
    ];
    let frames = calls.map(|(class, method, line)| StackFrame::new(class, method).at(line));
    let wanted = StackTrace::new("NullPointerException", frames).up_to(2);
    assert_eq!(
        wanted.to_string(),
        "NullPointerException at BaseProperty.equals:96, BaseStringProperty.equals:57"
    );
    // A test that calls the target method itself, and one that does not come as deep.
    let test = StackFrame::new("Test", "test").at(3);
    for similarity in [Similarity::Ordered, Similarity::Free] {
        assert_eq!(
            stage(similarity, &wanted.frames, &[frames[0], frames[1], test]),
            Stage::Reproduced
        );
        assert_eq!(stage(similarity, &wanted.frames, &[frames[1], test]), Stage::ExceptionThrown);
    }
}

#[test]
fn a_free_cost_of_0_need_not_be_the_wanted_trace() {
    let [f, g, h] = ["f", "g", "h"].map(|method| StackFrame::new("Tree", method));
    for thrown in [&[h, g, h, f][..], &[g, f]] {
        assert_eq!(Similarity::Free.cost(&[f, g], thrown), Distance::ZERO);
        assert_eq!(stage(Similarity::Free, &[f, g], thrown), Stage::Reproduced);
        assert_eq!(stage(Similarity::Ordered, &[f, g], thrown), Stage::ExceptionThrown);
    }
}
