//! A plain store of executions, and executions made at random.
//!
//! Half of them are walks over the graph that may stop anywhere: by an exception they leave a block
//! before its predicate was evaluated. The others are arbitrary: a block without the decision that
//! leads to it, two sides of a decision that were both missed, values for what cannot be reached.
//! Some are several of these merged into one.

use super::picture::with_exit;
use super::values::ways;
use super::{Shape, Way};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::Distance;
use sbst::execution::{Execution, Facts};
use sbst::flow::{Edge, FlowGraph, Outcome};
use sbst::id::{Block, Function};
use std::collections::BTreeMap;

/// What was observed of one function, by the numbers of its blocks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    pub entered: bool,
    pub progress: BTreeMap<usize, u32>,
    pub distance: BTreeMap<Way, f64>,
}

/// What was observed of a program: one entry for each function, and where its blocks begin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    pub functions: Vec<(usize, Seen)>,
}

impl Run {
    pub fn new(shapes: &[Shape], seen: impl IntoIterator<Item = Seen>) -> Self {
        let mut first = 0;
        let starts = shapes.iter().map(|shape| {
            first += shape.len();
            first - shape.len()
        });
        Self { functions: starts.zip(seen).collect() }
    }

    fn seen(&self, block: Block) -> Option<(usize, &Seen)> {
        let (first, seen) =
            self.functions.iter().rev().find(|(first, _)| *first <= block.index())?;
        Some((block.index() - first, seen))
    }
}

impl Execution for Run {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        let (block, seen) = self.seen(branch.source)?;
        let distance = seen.distance.get(&(block, branch.outcome))?;
        Some(Distance::new(*distance).expect("generated distances are legal"))
    }
    fn progress(&self, block: Block) -> Option<u32> {
        let (block, seen) = self.seen(block)?;
        seen.progress.get(&block).copied()
    }
    /// Backwards and twice, since any order and any number will do.
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        for (function, (_, seen)) in
            graph.functions().zip(&self.functions).collect::<Vec<_>>().into_iter().rev()
        {
            if seen.entered {
                visit(function);
                visit(function);
            }
        }
    }
}

impl Facts for Run {}

/// The same observations in an executor that leaves it to the trait to tell which functions were
/// entered.
pub struct Silent<'a>(pub &'a Run);

impl Execution for Silent<'_> {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.0.branch_distance(branch)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.0.progress(block)
    }
}

impl Facts for Silent<'_> {}

impl Seen {
    /// All that an execution tells of a function.
    pub fn told(graph: &FlowGraph, function: Function, run: &(impl Execution + ?Sized)) -> Self {
        let mut seen = Self::default();
        run.entered(graph, &mut |named| seen.entered |= named == function);
        let blocks = graph.blocks_of(function).enumerate();
        seen.progress =
            blocks.filter_map(|(local, block)| Some((local, run.progress(block)?))).collect();
        let distance = |branch| run.branch_distance(graph.edge(branch)).map(Distance::get);
        seen.distance = ways(graph, function)
            .into_iter()
            .filter_map(|(way, branch)| Some((way, distance(branch)?)))
            .collect();
        seen
    }

    /// Both executions as one.
    pub fn merged(&self, other: &Self) -> Self {
        let mut all = self.clone();
        all.entered |= other.entered;
        for (&block, &progress) in &other.progress {
            all.visit(block, progress);
        }
        for (&way, &distance) in &other.distance {
            all.observe(way, distance);
        }
        all
    }

    /// Block b became block `to[b]`.
    pub fn renumbered(&self, to: &[usize]) -> Self {
        Self {
            entered: self.entered,
            progress: self
                .progress
                .iter()
                .map(|(&block, &progress)| (to[block], progress))
                .collect(),
            distance: self
                .distance
                .iter()
                .map(|(&(block, name), &distance)| ((to[block], name), distance))
                .collect(),
        }
    }

    pub fn visit(&mut self, block: usize, progress: u32) {
        let most = self.progress.entry(block).or_insert(progress);
        *most = progress.max(*most);
    }

    pub fn observe(&mut self, way: Way, distance: f64) {
        let least = self.distance.entry(way).or_insert(distance);
        *least = distance.min(*least);
    }
}

/// Distances worth a test: ties, both ends, the reserved least one.
const DISTANCES: [f64; 12] = [
    1.0,
    2.0,
    1.0,
    0.5,
    3.5,
    f64::MIN_POSITIVE,
    5e-324,
    0.0,
    f64::INFINITY,
    f64::MAX,
    331.436,
    1e300,
];

/// How an execution came about, before it is known which function it runs.
#[derive(Clone, Debug)]
pub enum Plan {
    Idle,
    /// Per step: which way to take, the distance of the others, and whether it stops within the
    /// block.
    Walk {
        steps: Vec<(u8, u8, u8)>,
        tells_implicit: bool,
    },
    /// Blocks with progress, branches with distances, whatever the graph says.
    Scatter {
        entered: bool,
        blocks: Vec<(u8, u32)>,
        branches: Vec<(u8, u8)>,
    },
    /// All of them, as one execution.
    Merged(Vec<Plan>),
}

pub fn plan() -> impl Strategy<Value = Plan> {
    prop_oneof![
        5 => single_plan(),
        1 => vec(single_plan(), 2..4).prop_map(Plan::Merged),
    ]
}

/// Of one execution.
fn single_plan() -> impl Strategy<Value = Plan> {
    let walk = (vec(any::<(u8, u8, u8)>(), 0..16), any::<bool>());
    let scatter = (
        proptest::bool::weighted(0.9),
        vec((any::<u8>(), 0..5_u32), 0..5),
        vec(any::<(u8, u8)>(), 0..8),
    );
    prop_oneof![
        1 => Just(Plan::Idle),
        6 => walk.prop_map(|(steps, tells_implicit)| Plan::Walk { steps, tells_implicit }),
        6 => scatter.prop_map(|(entered, blocks, branches)| Plan::Scatter { entered, blocks, branches }),
    ]
}

impl Plan {
    pub fn on(&self, shape: &Shape) -> Seen {
        let mut seen = Seen::default();
        let distance = |pick: u8| DISTANCES[usize::from(pick) % DISTANCES.len()];
        match self {
            Self::Idle => {}
            // Nothing is known of a function that was not entered: merged with one that was, it
            // would come to count.
            Self::Merged(plans) => {
                let lawful = |plan: &Self| {
                    Some(plan.on(shape)).filter(|seen| seen.entered).unwrap_or_default()
                };
                return plans.iter().map(lawful).fold(seen, |all, one| all.merged(&one));
            }
            Self::Scatter { entered, blocks, branches } => {
                seen.entered = *entered;
                for &(block, progress) in blocks {
                    seen.visit(usize::from(block) % shape.len(), progress);
                }
                let all: Vec<Way> = (0..shape.len())
                    .flat_map(|block| shape.0[block].edges.iter().map(move |edge| (block, edge.0)))
                    .collect();
                for &(pick, far) in branches {
                    all.get(usize::from(pick) % all.len().max(1))
                        .into_iter()
                        .for_each(|&way| seen.observe(way, distance(far)));
                }
            }
            Self::Walk { steps, tells_implicit } => {
                seen.entered = true;
                let (next, _) = with_exit(shape);
                let mut at = 0;
                for &(way, far, stop) in steps {
                    let node = &shape.0[at];
                    if stop < 10 {
                        seen.visit(at, u32::from(stop) % (node.statements + 1));
                        return seen;
                    }
                    let ways = node.edges.len() + usize::from(node.leaves || node.edges.is_empty());
                    let taken = usize::from(way) % ways;
                    let edge = node.edges.get(taken);
                    // Who throws has not come to the predicate.
                    let throws = edge.is_some_and(|edge| matches!(edge.0, Outcome::Exception(_)));
                    seen.visit(
                        at,
                        if throws {
                            u32::from(stop) % (node.statements + 1)
                        } else {
                            node.statements
                        },
                    );
                    if next[at].len() >= 2 {
                        for (number, &(name, _)) in node.edges.iter().enumerate() {
                            match (number == taken, name.is_decided()) {
                                (true, true) => seen.observe((at, name), 0.0),
                                (true, false) if *tells_implicit => seen.observe((at, name), 0.0),
                                (false, true) if !throws => {
                                    seen.observe((at, name), distance(far).max(f64::MIN_POSITIVE));
                                }
                                _ => {}
                            }
                        }
                    }
                    match edge {
                        Some(&(_, to)) => at = to,
                        None => return seen,
                    }
                }
                seen.visit(at, 0);
            }
        }
        seen
    }
}
