//! F10: how far an execution is from a crash.
//!
//! The least cost of an alignment is that of the cheapest of all, written down one by one; for
//! longer traces, all prefixes of one are aligned with all prefixes of the other. The longest chain
//! of calls is the longest of all chains. The library does neither.

use super::run::{Run, Seen};
use super::values::{Pair, Values};
use super::{Shape, program};
use sbst::distance::Distance;
use sbst::execution::{Execution, Fact, Facts, Plane, StackFrame, StackTrace, StackTraces};
use sbst::flow::{Edge, FlowGraph};
use sbst::id::{Activation, Block, CallSite, Function, Statement};
use std::collections::BTreeSet;

pub type Frame = StackFrame<u8>;
pub type Thrown = StackTrace<u8>;

pub const NEVER: Pair = (u32::MAX, f64::INFINITY);
const SMALLEST: f64 = 5e-324;

pub fn norm(x: f64) -> f64 {
    if x == f64::INFINITY { 1.0 } else { x / (1.0 + x) }
}

/// How far a line is that nothing reaches from an execution: as far as there are numbers, but not
/// as far as from no test.
pub const NOWHERE: Pair = (u32::MAX - 3, f64::INFINITY);

/// norm(1 + level + norm(distance)).
pub fn normalised((level, distance): Pair) -> f64 {
    norm(1.0 + f64::from(level) + norm(distance))
}

pub fn frame_distance(wanted: &Frame, thrown: &Frame) -> f64 {
    match (wanted.line, thrown.line) {
        _ if wanted.class != thrown.class => norm(3.0),
        _ if wanted.method != thrown.method => norm(2.0),
        (None, _) => 0.0,
        (Some(_), None) => 0.5,
        (Some(wanted), Some(thrown)) => norm(norm((f64::from(wanted) - f64::from(thrown)).abs())),
    }
}

/// All alignments that keep the order: for each wanted frame the thrown one, or none.
pub fn alignments(wanted: usize, thrown: usize) -> Vec<Vec<Option<usize>>> {
    let mut all = vec![Vec::new()];
    for _ in 0..wanted {
        let longer = |begun: &Vec<Option<usize>>| {
            let free = begun.iter().flatten().max().map_or(0, |last| last + 1);
            let ways = std::iter::once(None).chain((free..thrown).map(Some));
            ways.map(|way| [begun.as_slice(), &[way]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

pub fn cost_of(alignment: &[Option<usize>], wanted: &[Frame], thrown: &[Frame]) -> f64 {
    let pair = |(wanted, partner): (&Frame, &Option<usize>)| {
        partner.map_or(1.0, |partner| frame_distance(wanted, &thrown[partner]))
    };
    let is_left_out = |frame: &usize| {
        !alignment.contains(&Some(*frame))
            && alignment.iter().flatten().any(|aligned| aligned > frame)
    };
    wanted.iter().zip(alignment).map(pair).sum::<f64>()
        + (0..thrown.len()).filter(is_left_out).count() as f64
}

pub fn ordered_by_enumeration(wanted: &[Frame], thrown: &[Frame]) -> f64 {
    let costs = alignments(wanted.len(), thrown.len())
        .into_iter()
        .map(|alignment| cost_of(&alignment, wanted, thrown));
    costs.reduce(f64::min).expect("all left out")
}

/// Row i, column j: the least cost of the first i wanted frames where exactly the first j thrown
/// ones count.
pub fn ordered_by_prefixes(wanted: &[Frame], thrown: &[Frame]) -> f64 {
    let mut row: Vec<f64> = (0..=thrown.len()).map(|left_out| left_out as f64).collect();
    for frame in wanted {
        let mut next = vec![row[0] + 1.0];
        for (j, partner) in thrown.iter().enumerate() {
            let aligned = row[j] + frame_distance(frame, partner);
            next.push(aligned.min(row[j + 1] + 1.0).min(next[j] + 1.0));
        }
        row = next;
    }
    row.into_iter().reduce(f64::min).expect("a column for no thrown frame")
}

pub fn free(wanted: &[Frame], thrown: &[Frame]) -> f64 {
    let nearest = |wanted| {
        thrown.iter().map(|thrown| frame_distance(wanted, thrown)).reduce(f64::min).unwrap_or(1.0)
    };
    wanted.iter().map(nearest).sum()
}

/// The innermost thrown frames are the wanted ones.
pub fn is_wanted(wanted: &[Frame], thrown: &[Frame]) -> bool {
    thrown.len() >= wanted.len()
        && wanted.iter().zip(thrown).all(|(wanted, thrown)| frame_distance(wanted, thrown) == 0.0)
}

/// A statement: function, block within it, and its number there.
pub type Site = (usize, usize, u32);

/// A program, and the statements of each of its lines.
#[derive(Debug)]
pub struct Subject {
    pub shapes: Vec<Shape>,
    pub graph: FlowGraph,
    pub lines: Vec<Vec<Site>>,
}

impl Subject {
    /// Sites are taken modulo what there is.
    pub fn new(shapes: &[Shape], lines: &[Vec<Site>]) -> Self {
        let place = |&(function, block, k): &Site| {
            let function = function % shapes.len();
            (function, block % shapes[function].len(), k)
        };
        let lines = lines.iter().map(|sites| sites.iter().map(place).collect()).collect();
        Self { shapes: shapes.to_vec(), graph: program(shapes), lines }
    }

    /// Frames lie on lines by their class and line, so that several frames may share one.
    pub fn sites(&self, frame: &Frame) -> &[Site] {
        let number = usize::from(frame.class) + frame.line.unwrap_or(0) as usize;
        &self.lines[number % self.lines.len()]
    }

    pub fn statements(&self, frame: &Frame) -> Vec<Statement> {
        let statement =
            |&(f, b, k): &Site| self.graph.block(Function::new(f as u32), b as u32).statement(k);
        self.sites(frame).iter().map(statement).collect()
    }

    /// The value of the goal to reach one of these statements, each in the flat form.
    pub fn line(&self, sites: &[Site], seen: &[Seen]) -> Pair {
        let value = |&(function, block, k): &Site| {
            let seen = &seen[function];
            match Values::of(&self.shapes[function], seen) {
                values if !values.entered[block] => values.block_goal(block),
                _ if seen.progress[&block] >= k => (0, 0.0),
                _ => (0, SMALLEST),
            }
        };
        sites
            .iter()
            .map(value)
            .fold(NEVER, |least, value| if value < least { value } else { least })
    }

    fn nothing(&self) -> Vec<Seen> {
        vec![Seen::default(); self.shapes.len()]
    }

    /// One activation alone, as an execution of the program.
    fn alone(&self, call: &Call) -> Vec<Seen> {
        let mut seen = self.nothing();
        seen[call.function] = call.seen.clone();
        seen
    }
}

/// The default number, from the value of the line and the costs of the exceptions of the wanted
/// type.
pub fn weighted_sum(line: Pair, costs: &[f64]) -> f64 {
    let cost = costs.iter().copied().reduce(f64::min);
    match cost {
        _ if line != (0, 0.0) => 3.0 * normalised(line) + 2.0 + 1.0,
        None => 2.0 + 1.0,
        Some(cost) => norm(cost),
    }
}

/// One activation.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub function: usize,
    pub caller: Option<usize>,
    pub seen: Seen,
}

/// A plain store of activations and exceptions.
#[derive(Clone, Debug, PartialEq)]
pub struct Calls {
    pub calls: Vec<Call>,
    pub thrown: Vec<Thrown>,
    runs: Vec<Run>,
}

impl Calls {
    pub fn new(subject: &Subject, calls: Vec<Call>, thrown: Vec<Thrown>) -> Self {
        let runs = calls.iter().map(|call| match call.function < subject.shapes.len() {
            true => Run::new(&subject.shapes, subject.alone(call)),
            false => Run::default(),
        });
        Self { runs: runs.collect(), calls, thrown }
    }

    fn callers(&self, call: usize) -> BTreeSet<usize> {
        std::iter::successors(self.calls[call].caller, |&caller| self.calls[caller].caller)
            .collect()
    }
}

impl Execution for Calls {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.runs[..].branch_distance(branch)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.runs[..].progress(block)
    }
}

impl Facts for Calls {
    fn knows(&self, fact: Fact) -> bool {
        matches!(fact, Fact::Calls | Fact::On(Plane::Within(_)))
    }
    fn branch_distance_on(&self, plane: Plane, branch: Edge) -> Option<Distance> {
        match plane {
            Plane::Within(activation) => self.runs.get(activation.index())?.branch_distance(branch),
            _ => None,
        }
    }
    fn progress_on(&self, plane: Plane, block: Block) -> Option<u32> {
        match plane {
            Plane::Within(activation) => self.runs.get(activation.index())?.progress(block),
            _ => None,
        }
    }
    fn activation_count(&self) -> u32 {
        self.calls.len() as u32
    }
    fn callee(&self, activation: Activation) -> Option<Function> {
        self.calls.get(activation.index()).map(|call| Function::new(call.function as u32))
    }
    fn caller(&self, activation: Activation) -> Option<(Activation, Option<CallSite>)> {
        self.calls
            .get(activation.index())?
            .caller
            .map(|caller| (Activation::new(caller as u32), None))
    }
    fn results_in(
        &self,
        _: sbst::id::Activation,
        _: &mut dyn FnMut(sbst::id::Block, sbst::distance::Decision),
    ) {
    }
}

impl StackTraces<u8> for Calls {
    fn each_stack_trace(&self, visit: &mut dyn FnMut(&Thrown)) {
        self.thrown.iter().for_each(visit);
    }
}

/// What F10 says of the calls that lead to a crash.
#[derive(Clone, Debug, PartialEq)]
pub struct Stack {
    pub frames: usize,
    pub covered: usize,
    /// The value of the next frame's line; `None` if all are covered.
    pub next: Option<Pair>,
    pub is_thrown: bool,
}

impl Stack {
    pub fn of(subject: &Subject, wanted: &Thrown, run: &Calls) -> Self {
        let sites: Vec<&[Site]> = wanted
            .frames
            .iter()
            .rev()
            .map(|frame| subject.sites(frame))
            .filter(|sites| !sites.is_empty())
            .collect();
        let (covered, ends) = longest_chains(&sites, run);
        let next = sites.get(covered).map(|sites| {
            let is_nested = |call: usize| {
                covered == 0 || run.callers(call).iter().any(|caller| ends.contains(caller))
            };
            let calls = || (0..run.calls.len()).filter(|&call| is_nested(call));
            let of_the_frame =
                calls().filter(|&call| sites.iter().any(|site| site.0 == run.calls[call].function));
            let values =
                of_the_frame.map(|call| subject.line(sites, &subject.alone(&run.calls[call])));
            values
                .reduce(|a, b| if a < b { a } else { b })
                .unwrap_or_else(|| subject.line(sites, &subject.nothing()))
        });
        let is_at_innermost = |thrown: &Frame| frame_distance(&wanted.frames[0], thrown) == 0.0;
        let is_thrown = |thrown: &Thrown| {
            thrown.exception == wanted.exception
                && thrown.frames.first().is_some_and(is_at_innermost)
        };
        Self { frames: sites.len(), covered, next, is_thrown: run.thrown.iter().any(is_thrown) }
    }

    pub fn value(&self) -> f64 {
        match self.next {
            None if self.is_thrown => 0.0,
            None => 1.0,
            Some(next) => self.frames as f64 - self.covered as f64 - (1.0 - normalised(next)) + 1.0,
        }
    }
}

/// How many lines the longest chains of calls cover, each call within the one before, and which
/// calls such a chain may end with.
fn longest_chains(sites: &[&[Site]], run: &Calls) -> (usize, BTreeSet<usize>) {
    let reaches = |call: &Call, &(function, block, k): &Site| {
        call.function == function
            && call.seen.progress.get(&block).is_some_and(|&progress| progress >= k)
    };
    let (mut length, mut chains) = (0, vec![Vec::new()]);
    while length < sites.len() {
        let covers =
            |call: &usize| sites[length].iter().any(|site| reaches(&run.calls[*call], site));
        let longer = |chain: &Vec<usize>| {
            let is_nested =
                |call: &usize| chain.last().is_none_or(|last| run.callers(*call).contains(last));
            let calls = (0..run.calls.len()).filter(is_nested).filter(covers);
            calls.map(|call| [chain.as_slice(), &[call]].concat()).collect::<Vec<_>>()
        };
        let all: Vec<Vec<usize>> = chains.iter().flat_map(longer).collect();
        if all.is_empty() {
            break;
        }
        (length, chains) = (length + 1, all);
    }
    (length, chains.iter().filter_map(|chain| chain.last().copied()).collect())
}
