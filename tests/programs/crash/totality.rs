//! There is an answer to everything, and it is in range.

use super::worlds::config;
use crate::oracle::crash::Frame;
use crate::oracle::generate::any_shape;
use crate::oracle::program;
use crate::oracle::run::{Run, plan};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::Distance;
use sbst::execution::{
    Execution, Fact, Facts, Plane, StackFrame, StackTrace, StackTraces, WithStackTraces,
};
use sbst::fitness::block_coverage::BlockCoverage;
use sbst::fitness::crash::{
    Crash, CrashError, STDistance, Similarity, StackSummary, Stage, WeightedSum,
};
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{Edge, FlowBuilder, FlowGraph};
use sbst::id::{Activation, Block, CallSite, Function};

/// Numbers near both ends, and some between.
fn number() -> impl Strategy<Value = u32> {
    prop_oneof![3 => 0..8_u32, 1 => (0..3_u32).prop_map(|less| u32::MAX - less), 1 => any::<u32>()]
}

fn any_frame() -> impl Strategy<Value = Frame> {
    let line = proptest::option::of(number());
    (0..2_u8, 0..2_u8, line).prop_map(|(class, method, line)| StackFrame { class, method, line })
}

/// A store that keeps to nothing: callers that come later, callees that are missing, the same
/// observations of every function.
struct Loose {
    calls: Vec<(Option<u32>, Option<u32>, u32)>,
    thrown: Vec<StackTrace<u8>>,
}

impl Execution for Loose {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        (0..self.calls.len() as u32)
            .filter_map(|call| {
                self.branch_distance_on(Plane::Within(Activation::new(call)), branch)
            })
            .min()
    }
    fn progress(&self, block: Block) -> Option<u32> {
        (0..self.calls.len() as u32)
            .filter_map(|call| self.progress_on(Plane::Within(Activation::new(call)), block))
            .max()
    }
}

impl Facts for Loose {
    fn knows(&self, fact: Fact) -> bool {
        matches!(fact, Fact::Calls | Fact::On(Plane::Within(_)))
    }
    fn branch_distance_on(&self, plane: Plane, branch: Edge) -> Option<Distance> {
        match plane {
            Plane::Within(activation) => {
                let seed = self.calls[activation.index()].2 ^ branch.source.number();
                (!seed.is_multiple_of(3)).then(|| Distance::from(seed))
            }
            _ => None,
        }
    }
    fn progress_on(&self, plane: Plane, block: Block) -> Option<u32> {
        match plane {
            Plane::Within(activation) => {
                let seed = self.calls[activation.index()].2 ^ block.number();
                seed.is_multiple_of(3).then_some(seed)
            }
            _ => None,
        }
    }
    fn activation_count(&self) -> u32 {
        self.calls.len() as u32
    }
    fn callee(&self, activation: Activation) -> Option<Function> {
        self.calls[activation.index()].0.map(Function::new)
    }
    fn caller(&self, activation: Activation) -> Option<(Activation, Option<CallSite>)> {
        self.calls[activation.index()].1.map(|caller| (Activation::new(caller), None))
    }
    fn results_in(
        &self,
        _: sbst::id::Activation,
        _: &mut dyn FnMut(sbst::id::Block, sbst::distance::Decision),
    ) {
    }
}

impl StackTraces<u8> for Loose {
    fn each_stack_trace(&self, visit: &mut dyn FnMut(&StackTrace<u8>)) {
        self.thrown.iter().for_each(visit);
    }
}

fn assert_sum(sum: WeightedSum) -> Result<(), TestCaseError> {
    let value = sum.value();
    prop_assert!(
        value == 0.0 || value > 0.0 && value <= 1.0 || value == 3.0 || (4.5..=6.0).contains(&value),
        "{value}"
    );
    prop_assert!(sum.stage() != Stage::NotStarted || value == 6.0);
    let published = sum.published_value();
    prop_assert!(
        (0.0..=1.0).contains(&published) || (3.0..=6.0).contains(&published),
        "{published}"
    );
    Ok(())
}

fn assert_distance(distance: STDistance) -> Result<(), TestCaseError> {
    let (value, beyond) = (distance.value(), f64::from(distance.frames()) + 1.0);
    prop_assert!(
        value == 0.0 || value == 1.0 || (1.5..beyond).contains(&value),
        "{distance:?} {value}"
    );
    prop_assert!(distance.covered() <= distance.frames());
    let published = distance.published_value();
    prop_assert!(
        published.is_finite() && (published == 0.0 || published >= 1.0),
        "{distance:?} {published}"
    );
    Ok(())
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn any_lines_have_a_cost(wanted in vec(any_frame(), 0..12), thrown in vec(any_frame(), 0..12)) {
        for similarity in [Similarity::Ordered, Similarity::Free] {
            let cost = similarity.cost(&wanted, &thrown).get();
            prop_assert!((0.0..=wanted.len() as f64).contains(&cost), "{similarity:?} {cost}");
        }
    }

    /// Statements that do not exist, a sweep over another graph, callers that make no tree.
    #[test]
    fn what_does_not_belong_together_has_a_value(
        programs in vec((vec(any_shape(5), 0..3), vec(plan(), 3)), 2),
        wanted in vec(any_frame(), 1..5),
        places in vec(vec((number(), number()), 0..4), 5),
        calls in vec((proptest::option::of(number()), proptest::option::of(number()), number()), 0..10),
        thrown in vec((0..2_u8, vec(any_frame(), 0..6)), 0..4),
    ) {
        let statements = |frame: &Frame| {
            let place = &places[frame.line.unwrap_or(0) as usize % places.len()];
            place.iter().map(|&(block, k)| Block::new(block).statement(k)).collect::<Vec<_>>()
        };
        let has_target = !statements(&wanted[wanted.len() - 1]).is_empty();
        let crash = Crash::new(StackTrace::new(0, wanted), statements);
        prop_assert_eq!(crash.is_ok(), has_target);
        let Ok(crash) = crash else { return Ok(()) };
        let thrown: Vec<_> = thrown
            .into_iter()
            .map(|(exception, frames)| StackTrace::new(exception, frames))
            .collect();
        let graphs = programs.iter().map(|(shapes, _)| program(shapes)).collect::<Vec<_>>();
        let mut summaries: Vec<StackSummary> = Vec::new();
        for ((shapes, plans), graph) in programs.iter().zip(&graphs) {
            let mut table = FitnessTable::new(graph);
            let mut run = WithStackTraces::new(Run::new(
                shapes,
                shapes.iter().zip(plans).map(|(shape, plan)| plan.on(shape)),
            ));
            run.extra.clone_from(&thrown);
            table.sweep(graph, &run);
            for crash in [crash.clone(), crash.clone().with_similarity(Similarity::Free)] {
                assert_sum(crash.weighted_sum(&table, &run))?;
            }
            for end in 0..=calls.len() {
                let calls = Loose { calls: calls[..end].to_vec(), thrown: thrown.clone() };
                assert_distance(crash.st_distance(graph, &calls))?;
                let summary = crash.stack_summary(graph, &calls);
                prop_assert_eq!(summary.distance, crash.st_distance(graph, &calls));
                // Those of the other program are refused, unless they are of no program at all.
                let mut coverage = BlockCoverage::new();
                for other in &summaries {
                    if graph.check(other.blocks.made_for()).is_err() {
                        continue;
                    }
                    let answer = crash.compare_stacks(graph, &mut coverage, &summary, other);
                    prop_assert_eq!(
                        crash.compare_stacks(graph, &mut coverage, other, &summary),
                        answer.reversed()
                    );
                }
                summaries.push(summary);
            }
        }
    }

    #[test]
    fn any_parts_have_a_value(
        frames in number(),
        covered in number(),
        level in number(),
        far in 0.0..f64::MAX,
        thrown: bool,
    ) {
        let (far, covered) = (Distance::new(far).expect("a distance"), covered.min(frames));
        for far in [far, Distance::SMALLEST, Distance::ZERO, Distance::INFINITE] {
            let next = Fitness::new(level, far);
            let distance = STDistance::new(frames, covered, next, thrown);
            let value = distance.value();
            prop_assert!((0.0..=f64::from(frames) + 1.0).contains(&value), "{distance:?} {value}");
            prop_assert!(!distance.fitness().scalar().is_nan());
            assert_sum(WeightedSum::new(next, thrown.then_some(far)))?;
            assert_sum(WeightedSum::from(next))?;
        }
    }
}

#[test]
fn there_is_no_crash_without_a_target_frame() {
    let crash = Crash::new(StackTrace::<u8>::new(0, []), |_| [Block::new(0).statement(0)]);
    assert_eq!(crash, Err(CrashError::NoFrames));
    let crash = Crash::new(
        StackTrace::<u8>::new(0, [StackFrame::new(0, 0), StackFrame::new(0, 1)]),
        |frame| (frame.method == 0).then_some(Block::new(0).statement(0)),
    );
    assert_eq!(crash, Err(CrashError::NoStatement { frame: 1 }));
}

/// Each call within the one before, so that a chain as long as wanted ends with all calls but the
/// first few.
#[test]
fn a_deep_recursion_covers_its_frames() {
    let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 1).exit(0)).expect("one block");
    let calls = (0..50_000_u32).map(|at| (Some(0), at.checked_sub(1), 0)).collect();
    let frame = StackFrame::<u8>::new(0, 0).at(3);
    let run = Loose { calls, thrown: vec![StackTrace::new(1, [frame; 2000])] };
    let of = |depth: usize| {
        let wanted = StackTrace::new(1, vec![frame; depth]);
        Crash::new(wanted, |_| [Block::new(0).statement(0)])
            .expect("a target")
            .st_distance(&graph, &run)
    };
    assert_eq!((of(1000).covered(), of(1000).value()), (1000, 0.0));
    let shallow = Loose { calls: run.calls[..30].to_vec(), thrown: Vec::new() };
    let crash = Crash::new(StackTrace::new(1, vec![frame; 31]), |_| [Block::new(0).statement(0)])
        .expect("a target");
    assert_eq!(crash.st_distance(&graph, &shallow).covered(), 30);
}

/// A store that says that it has more calls than it knows of.
struct Boastful;

impl Execution for Boastful {
    fn branch_distance(&self, _: Edge) -> Option<Distance> {
        None
    }
    fn progress(&self, _: Block) -> Option<u32> {
        Some(0)
    }
}

impl Facts for Boastful {
    fn knows(&self, fact: Fact) -> bool {
        matches!(fact, Fact::Calls | Fact::On(Plane::Within(_)))
    }
    fn progress_on(&self, plane: Plane, _: Block) -> Option<u32> {
        match plane {
            Plane::Within(_) => Some(0),
            _ => None,
        }
    }
    fn activation_count(&self) -> u32 {
        u32::MAX
    }
    fn callee(&self, activation: Activation) -> Option<Function> {
        (activation.number() < 2).then_some(Function::new(0))
    }
    fn caller(&self, _: Activation) -> Option<(Activation, Option<CallSite>)> {
        None
    }
    fn results_in(
        &self,
        _: sbst::id::Activation,
        _: &mut dyn FnMut(sbst::id::Block, sbst::distance::Decision),
    ) {
    }
}

impl StackTraces<u8> for Boastful {
    fn each_stack_trace(&self, _: &mut dyn FnMut(&StackTrace<u8>)) {}
}

#[test]
fn calls_that_do_not_exist_cost_nothing() {
    let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 1).exit(0)).expect("legal");
    let wanted = StackTrace::new(0, [StackFrame::new(0, 0), StackFrame::new(0, 0)]);
    let crash =
        Crash::new(wanted, |_| [graph.entry(Function::new(0)).statement(0)]).expect("located");
    assert_eq!(crash.st_distance(&graph, &Boastful).covered(), 1);
}
