//! Stack traces, programs, executions and calls at random.

pub(super) use crate::effort::config;
use crate::oracle::Shape;
use crate::oracle::crash::{Call, Calls, Frame, Site, Subject, Thrown};
use crate::oracle::generate::any_shape;
use crate::oracle::run::{Plan, Run, Seen, plan};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::execution::{StackFrame, StackTrace, WithStackTraces};
use sbst::fitness::FitnessTable;
use sbst::fitness::crash::{Crash, CrashError, WeightedSum};
use sbst::flow::Outcome::{False, Next, True};

pub(super) fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * (1.0 + a.abs().min(b.abs()))
}

/// So few classes, methods and lines that frames come again and again.
pub(super) fn frame() -> impl Strategy<Value = Frame> {
    let line = proptest::option::weighted(0.8, 0..4_u32);
    (0..2_u8, 0..2_u8, line).prop_map(|(class, method, line)| StackFrame { class, method, line })
}

/// What becomes of some frames of a trace, from a place on that is taken modulo its length.
#[derive(Clone, Debug)]
pub(super) enum Edit {
    Insert(u8, Vec<Frame>),
    Delete(u8, u8),
    /// Calls itself once more.
    Repeat(u8, u8),
    Replace(u8, Frame),
}

fn edit(longest: u8) -> impl Strategy<Value = Edit> {
    let at = any::<u8>;
    prop_oneof![
        (at(), vec(frame(), 1..=usize::from(longest)))
            .prop_map(|(at, frames)| Edit::Insert(at, frames)),
        (at(), 1..=longest).prop_map(|(at, count)| Edit::Delete(at, count)),
        (at(), 1..=longest).prop_map(|(at, count)| Edit::Repeat(at, count)),
        (at(), frame()).prop_map(|(at, frame)| Edit::Replace(at, frame)),
    ]
}

impl Edit {
    pub(super) fn apply(&self, frames: &mut Vec<Frame>) {
        let place = |at: u8, frames: &[Frame]| usize::from(at) % (frames.len() + 1);
        match self {
            Self::Insert(at, new) => {
                let at = place(*at, frames);
                frames.splice(at..at, new.iter().copied());
            }
            Self::Delete(at, count) => {
                let at = place(*at, frames);
                frames.drain(at..frames.len().min(at + usize::from(*count)));
            }
            Self::Repeat(at, count) => {
                let at = place(*at, frames);
                if let Some(&frame) = frames.get(at) {
                    frames.splice(at..at, std::iter::repeat_n(frame, usize::from(*count)));
                }
            }
            Self::Replace(at, new) => {
                let at = place(*at, frames);
                frames.get_mut(at).into_iter().for_each(|frame| *frame = *new);
            }
        }
    }
}

/// One is made from the other, so that they cost anything from nothing to all; of so few methods
/// that all recur, or of more.
pub(super) fn long_traces() -> impl Strategy<Value = [Vec<Frame>; 2]> {
    let edits = prop_oneof![
        3 => vec(edit(3), 0..4),
        3 => vec(edit(9), 0..14),
        2 => vec(edit(80), 0..4),
        1 => vec(edit(3), 20..90),
        1 => vec((any::<u8>(), 60..=130_u8).prop_map(|(at, count)| Edit::Delete(at, count)), 1..4),
    ];
    let methods = proptest::sample::select(vec![1_u8, 2, 5, 100]);
    (
        prop_oneof![vec(frame(), 0..=40), vec(frame(), 0..=80), vec(frame(), 60..=130)],
        edits,
        methods,
        vec(frame(), 0..12),
    )
        .prop_map(|(mut wanted, edits, methods, outer)| {
            for (at, frame) in (0..).zip(&mut wanted) {
                frame.method = at % methods;
            }
            let mut thrown = wanted.clone();
            edits.iter().for_each(|edit| edit.apply(&mut thrown));
            thrown.extend(outer);
            [wanted, thrown]
        })
}

fn site() -> impl Strategy<Value = Site> {
    (
        0..3_usize,
        prop_oneof![2 => Just(0), 5 => 0..8_usize],
        prop_oneof![2 => Just(0), 1 => 0..3_u32],
    )
}

/// Decisions within decisions; block i is where the first i of them hold.
fn ladder() -> impl Strategy<Value = Shape> {
    (1..7_usize, 0..3_u32).prop_map(|(depth, statements)| {
        let rungs =
            (0..depth).flat_map(|block| [(block, True, block + 1), (block, False, depth + 1)]);
        Shape::new(&rungs.chain([(depth, Next, depth + 1)]).collect::<Vec<_>>(), &[])
            .with_statements(statements)
    })
}

fn subject(functions: usize) -> impl Strategy<Value = Subject> {
    let sites = prop_oneof![1 => Just(Vec::new()), 8 => vec(site(), 1..4)];
    (vec(prop_oneof![3 => any_shape(8), 2 => ladder()], 1..=functions), vec(sites, 1..6))
        .prop_map(|(shapes, lines)| Subject::new(&shapes, &lines))
}

fn wanted() -> impl Strategy<Value = Thrown> {
    vec(frame(), 1..=4).prop_map(|frames| StackTrace::new(0, frames))
}

/// Another type, and what became of the wanted frames.
type Likeness = (bool, Vec<Edit>, Vec<Frame>);

pub(super) fn likeness() -> impl Strategy<Value = Likeness> {
    (proptest::bool::weighted(0.3), vec(edit(2), 0..3), vec(frame(), 0..2))
}

fn thrown_like(wanted: &Thrown, (is_other, edits, outer): &Likeness) -> Thrown {
    let mut frames = wanted.frames.clone();
    edits.iter().for_each(|edit| edit.apply(&mut frames));
    frames.extend(outer);
    StackTrace::new(u8::from(*is_other), frames)
}

pub(super) type Exec = WithStackTraces<Run, u8>;

/// A crash, and executions of the program.
#[derive(Debug)]
pub(super) struct World {
    pub subject: Subject,
    pub wanted: Thrown,
    pub crash: Result<Crash<u8>, CrashError>,
    pub runs: Vec<Exec>,
}

impl World {
    pub(super) fn seen(&self, run: usize) -> Vec<Seen> {
        self.runs[run].execution.functions.iter().map(|function| function.1.clone()).collect()
    }

    /// The statements of the target frame.
    pub(super) fn target(&self) -> &[Site] {
        self.subject.sites(self.wanted.frames.last().expect("a target frame"))
    }

    pub(super) fn measure(&self, crash: &Crash<u8>, run: &Exec) -> WeightedSum {
        let mut table = FitnessTable::new(&self.subject.graph);
        table.sweep(&self.subject.graph, run);
        crash.weighted_sum(&table, run)
    }
}

pub(super) fn world(functions: usize, runs: usize) -> impl Strategy<Value = World> {
    let run = (vec(plan(), functions), vec(likeness(), 0..4));
    (subject(functions), wanted(), vec(run, runs)).prop_map(|(subject, wanted, runs)| {
        let run = |(plans, thrown): &(Vec<Plan>, Vec<Likeness>)| {
            let seen = subject.shapes.iter().zip(plans).map(|(shape, plan)| plan.on(shape));
            let mut run = WithStackTraces::new(Run::new(&subject.shapes, seen));
            run.extra.extend(thrown.iter().map(|likeness| thrown_like(&wanted, likeness)));
            run
        };
        let runs = runs.iter().map(run).collect();
        World {
            crash: Crash::new(wanted.clone(), |frame| subject.statements(frame)),
            subject,
            wanted,
            runs,
        }
    })
}

/// A crash, and the calls of an execution.
#[derive(Debug)]
pub(super) struct Tree {
    pub subject: Subject,
    pub wanted: Thrown,
    pub crash: Result<Crash<u8>, CrashError>,
    pub calls: Calls,
}

/// A function, how far back its caller is, whether the test calls it, and what it does.
type Activity = (usize, u8, bool, Plan);

pub(super) fn tree() -> impl Strategy<Value = Tree> {
    let call = (0..3_usize, 1..4_u8, proptest::bool::weighted(0.15), plan());
    (subject(2), wanted(), vec(call, 0..11), vec(likeness(), 0..3)).prop_map(
        |(subject, wanted, calls, thrown)| {
            let call = |(at, (function, back, is_first, plan)): (usize, &Activity)| {
                let function = function % subject.shapes.len();
                let caller =
                    at.checked_sub(usize::from(*back).min(at.max(1))).filter(|_| !is_first);
                Call {
                    function,
                    caller,
                    seen: Seen { entered: true, ..plan.on(&subject.shapes[function]) },
                }
            };
            let calls = calls.iter().enumerate().map(call).collect();
            let thrown = thrown.iter().map(|likeness| thrown_like(&wanted, likeness)).collect();
            let calls = Calls::new(&subject, calls, thrown);
            Tree {
                crash: Crash::new(wanted.clone(), |frame| subject.statements(frame)),
                subject,
                wanted,
                calls,
            }
        },
    )
}
