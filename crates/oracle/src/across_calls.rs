//! F7 across calls in two ways: the equations, repeated from NEVER until nothing changes, and the
//! shortest way from every anchor.
//!
//! Readings, where F7 leaves something open:
//!
//! - A statement of a block that calls at a site is one statement, however many rows name it: their
//!   callees are put together, doubles and functions that do not exist are dropped. A dispatch
//!   chooses among several if two or more are left.
//! - The level of a dispatch counts in both cases, also where the block of the statement was
//!   entered: (1, smallest).
//! - The value of a block as a goal is the larger of A and (0, smallest), so it raises (0, 0) only:
//!   a call in a block at (1, 0) gives (1, 0), a dispatch in a block that was entered (1,
//!   smallest).
//! - The root of a function that no statement calls, or only statements of which nothing is known
//!   to lead there, is NEVER, also if no function has calls at all. An entered root is (0, 0),
//!   whoever calls it.
//! - A function that was not entered has no observations. A block that cannot be reached in its
//!   function is NEVER, and so is a call in it.

use super::generate::shape;
use super::picture::Picture;
use super::run::{Plan, Run, Seen, plan};
use super::values::{Pair, Values};
use super::{Shape, Way};
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

pub const NEVER: Pair = (u32::MAX, f64::INFINITY);
const SMALLEST: f64 = 5e-324;

/// One row: statement `statement` of block `block` of a function calls one of `callees` at `site`.
/// No callees: they are unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub function: usize,
    pub block: usize,
    pub statement: u32,
    pub site: u32,
    pub callees: Vec<usize>,
}

/// Functions and their calls; some callees may be numbers of functions that do not exist.
#[derive(Clone, Debug)]
pub struct Calling {
    pub shapes: Vec<Shape>,
    pub calls: Vec<Call>,
}

/// All that F7 says of an execution of a program with calls.
#[derive(Clone, Debug, PartialEq)]
pub struct Across {
    /// By function: A of its root.
    pub roots: Vec<Pair>,
    /// By function: A of its blocks, D of its branches, and the values of its blocks as goals.
    pub functions: Vec<Values>,
}

fn least(a: Pair, b: Pair) -> Pair {
    if a.0 < b.0 || (a.0 == b.0 && a.1 <= b.1) { a } else { b }
}

/// NEVER is not changed by more levels.
fn up(pair: Pair, levels: u32) -> Pair {
    (pair.0.saturating_add(levels), pair.1)
}

impl Calling {
    /// By caller's function and block: whom its statements call, one entry for each statement and
    /// site.
    pub fn statements(&self) -> BTreeMap<(usize, usize, u32, u32), BTreeSet<usize>> {
        let mut all: BTreeMap<_, BTreeSet<usize>> = BTreeMap::new();
        for call in &self.calls {
            let named =
                all.entry((call.function, call.block, call.statement, call.site)).or_default();
            named.extend(call.callees.iter().copied().filter(|&callee| callee < self.shapes.len()));
        }
        all
    }

    /// Whether calls lead from the function back to it.
    pub fn is_recursive(&self, function: usize) -> bool {
        let statements = self.statements();
        let mut reached = BTreeSet::new();
        let mut waiting = vec![function];
        while let Some(caller) = waiting.pop() {
            for callees in statements
                .iter()
                .filter(|statement| statement.0.0 == caller)
                .map(|statement| statement.1)
            {
                waiting.extend(callees.iter().copied().filter(|&callee| reached.insert(callee)));
            }
        }
        reached.contains(&function)
    }
}

impl Across {
    /// Both oracles, which must agree.
    pub fn of(program: &Calling, seen: &[Seen]) -> Self {
        let pictures: Vec<Picture> = program.shapes.iter().map(Picture::by_definition).collect();
        let seen: Vec<Seen> = seen
            .iter()
            .map(|seen| if seen.entered { seen.clone() } else { Seen::default() })
            .collect();
        let across = Self::by_equations(program, &pictures, &seen);
        assert_eq!(
            across,
            Self::by_shortest_ways(program, &pictures, &seen),
            "the oracles disagree"
        );
        across
    }

    fn never(pictures: &[Picture], seen: &[Seen]) -> Self {
        let values = |(picture, seen): (&Picture, &Seen)| Values {
            entered: (0..picture.statements.len())
                .map(|block| seen.progress.contains_key(&block))
                .collect(),
            a: vec![NEVER; picture.statements.len()],
            d: picture.branches.iter().map(|branch| (branch.0, NEVER)).collect(),
        };
        Self {
            roots: vec![NEVER; pictures.len()],
            functions: pictures.iter().zip(seen).map(values).collect(),
        }
    }

    /// The greatest solution: all values begin at NEVER and fall until nothing changes.
    fn by_equations(program: &Calling, pictures: &[Picture], seen: &[Seen]) -> Self {
        let statements = program.statements();
        let mut across = Self::never(pictures, seen);
        loop {
            let before = across.clone();
            for function in 0..pictures.len() {
                across.roots[function] = if seen[function].entered {
                    (0, 0.0)
                } else {
                    let callers =
                        statements.iter().filter(|(_, callees)| callees.contains(&function));
                    let from = |(&(caller, block, ..), callees): (
                        &(usize, usize, u32, u32),
                        &BTreeSet<usize>,
                    )| {
                        let values = &across.functions[caller];
                        let there = if values.entered[block] {
                            (0, SMALLEST)
                        } else {
                            values.block_goal(block)
                        };
                        up(there, u32::from(callees.len() > 1))
                    };
                    callers.map(from).fold(NEVER, least)
                };
                let (picture, root) = (&pictures[function], across.roots[function]);
                let values = &mut across.functions[function];
                for block in 0..picture.statements.len() {
                    values.a[block] = if values.entered[block] {
                        (0, 0.0)
                    } else {
                        let from_root = if picture.on_entry[block] { root } else { NEVER };
                        picture.controls[block]
                            .iter()
                            .fold(from_root, |value, way| least(value, values.d[way]))
                    };
                }
                for (way, value) in &mut values.d {
                    *value = seen[function]
                        .distance
                        .get(way)
                        .map_or(up(values.a[way.0], 1), |&distance| (0, distance));
                }
            }
            if across == before {
                return across;
            }
        }
    }

    /// From each anchor (a root or a block that was entered, a branch that was observed) along
    /// dependences and calls, the fewest levels to each place. What is at (0, 0) is worth the
    /// smallest positive distance beyond a call; (1, 0) is greater than that already.
    fn by_shortest_ways(program: &Calling, pictures: &[Picture], seen: &[Seen]) -> Self {
        let statements = program.statements();
        let mut across = Self::never(pictures, seen);
        // What is known does not come from elsewhere: no way leads into it.
        let mut anchors: Vec<(Place, f64)> = Vec::new();
        for (function, seen) in seen.iter().enumerate().filter(|(_, seen)| seen.entered) {
            anchors.push((Place::Root(function), 0.0));
            anchors.extend(seen.progress.keys().map(|&block| (Place::Block(function, block), 0.0)));
            let branches = pictures[function].branches.iter().map(|branch| branch.0);
            anchors.extend(
                branches.filter_map(|way| {
                    Some((Place::Branch(function, way), *seen.distance.get(&way)?))
                }),
            );
        }
        let is_known = |place: Place| anchors.iter().any(|anchor| anchor.0 == place);
        for &(anchor, distance) in &anchors {
            // A wave for each level; a wave grows by the steps that cost none.
            let (mut level, mut wave, mut visited) = (0, vec![(anchor, distance)], BTreeSet::new());
            while !wave.is_empty() {
                let mut ahead = Vec::new();
                while let Some((place, distance)) = wave.pop() {
                    if !visited.insert((place, distance.to_bits())) {
                        continue;
                    }
                    let value = match place {
                        Place::Root(function) => &mut across.roots[function],
                        Place::Block(function, block) => &mut across.functions[function].a[block],
                        Place::Branch(function, way) => {
                            across.functions[function].d.get_mut(&way).expect("it is a branch")
                        }
                    };
                    *value = least(*value, (level, distance));
                    let mut go = |to: Place, levels: usize, distance: f64| {
                        if !is_known(to) {
                            if levels == 0 { &mut wave } else { &mut ahead }.push((to, distance));
                        }
                    };
                    match place {
                        Place::Root(function) => {
                            let on_entry = (0..pictures[function].statements.len())
                                .filter(|&block| pictures[function].on_entry[block]);
                            on_entry
                                .for_each(|block| go(Place::Block(function, block), 0, distance));
                        }
                        Place::Branch(function, way) => {
                            pictures[function].dependents[&way]
                                .iter()
                                .for_each(|&y| go(Place::Block(function, y), 0, distance));
                        }
                        Place::Block(function, block) => {
                            for &(way, _) in pictures[function]
                                .branches
                                .iter()
                                .filter(|branch| branch.0.0 == block)
                            {
                                go(Place::Branch(function, way), 1, distance);
                            }
                            for (_, callees) in
                                statements.iter().filter(|at| (at.0.0, at.0.1) == (function, block))
                            {
                                let levels = usize::from(callees.len() > 1);
                                let beyond =
                                    if level == 0 { distance.max(SMALLEST) } else { distance };
                                callees
                                    .iter()
                                    .for_each(|&callee| go(Place::Root(callee), levels, beyond));
                            }
                        }
                    }
                }
                wave = ahead;
                level += 1;
            }
        }
        across
    }
}

/// What has a value A or D.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Root(usize),
    Block(usize, usize),
    Branch(usize, Way),
}

/// A program with calls and one execution of it.
#[derive(Clone, Debug)]
pub struct CallingWorld {
    pub program: Calling,
    pub seen: Vec<Seen>,
    /// Functions were entered only by the test or by calls of the program.
    pub is_consistent: bool,
}

impl CallingWorld {
    pub fn run(&self) -> Run {
        Run::new(&self.program.shapes, self.seen.clone())
    }

    pub fn across(&self) -> Across {
        Across::of(&self.program, &self.seen)
    }
}

/// Programs of up to `functions` functions: any may call any, and itself; some are never called,
/// some calls name unknown functions.
pub fn calling(functions: usize) -> impl Strategy<Value = Calling> {
    let callees = prop_oneof![
        1 => Just(Vec::new()),
        6 => vec(any::<u8>(), 1),
        3 => vec(any::<u8>(), 2..4),
    ];
    let call = (any::<u8>(), any::<u8>(), 0..3_u32, 0..3_u32, callees);
    (vec(prop_oneof![1 => shape(6), 2 => shape(9)], 1..=functions), vec(call, 1..2 * functions))
        .prop_map(|(shapes, calls)| {
            let count = shapes.len();
            let call =
                |(function, block, statement, site, callees): (u8, u8, u32, u32, Vec<u8>)| {
                    let function = usize::from(function) % count;
                    // Two numbers more than there are functions.
                    let callees = callees
                        .into_iter()
                        .map(|callee| usize::from(callee) % (count + 2))
                        .collect();
                    // Later blocks more often: walks miss them, and come near.
                    let blocks = shapes[function].len();
                    let block = (usize::from(block) % blocks).max(usize::from(block / 16) % blocks);
                    Call { function, block, statement, site, callees }
                };
            let calls = calls.into_iter().map(call).collect();
            Calling { shapes, calls }
        })
}

/// The test runs the functions it picks; blocks that were entered run what they call.
fn consistent(program: &Calling, tests: &[(u8, Plan)], calls: &[(u8, Plan)]) -> Vec<Seen> {
    let count = program.shapes.len();
    let mut all = vec![Seen::default(); count];
    let mut waiting: Vec<(usize, &Plan)> =
        tests.iter().map(|(function, plan)| (usize::from(*function) % count, plan)).collect();
    let statements = program.statements();
    let mut draws = calls.iter();
    while let Some((function, plan)) = waiting.pop() {
        let seen = plan.on(&program.shapes[function]);
        for (&(caller, block, statement, _), callees) in &statements {
            let is_made = caller == function
                && seen.progress.get(&block).is_some_and(|&progress| progress >= statement);
            if is_made && !callees.is_empty() {
                let Some((pick, plan)) = draws.next() else { break };
                let callee = callees.iter().nth(usize::from(*pick) % callees.len());
                waiting.extend(callee.map(|&callee| (callee, plan)));
            }
        }
        all[function] = all[function].merged(&seen);
    }
    all
}

/// Executions that keep to the calls, and others that do not.
pub fn calling_worlds(functions: usize) -> impl Strategy<Value = CallingWorld> {
    let walk = || {
        let steps = (vec(any::<(u8, u8, u8)>(), 1..6), any::<bool>());
        (
            any::<u8>(),
            steps.prop_map(|(steps, tells_implicit)| Plan::Walk { steps, tells_implicit }),
        )
    };
    let wild = vec(prop_oneof![2 => Just(Plan::Idle), 1 => plan()], functions);
    let runs = prop_oneof![
        3 => (vec(walk(), 1..3), vec(walk(), 0..3)).prop_map(Ok),
        1 => wild.prop_map(Err),
    ];
    (calling(functions), runs).prop_map(|(program, runs)| {
        let is_consistent = runs.is_ok();
        let seen = match runs {
            Ok((tests, calls)) => consistent(&program, &tests, &calls),
            Err(plans) => {
                plans.iter().zip(&program.shapes).map(|(plan, shape)| plan.on(shape)).collect()
            }
        };
        CallingWorld { program, seen, is_consistent }
    })
}

/// What a sample reaches, for a census.
pub fn reached(world: &CallingWorld) -> super::reached::Reached {
    let across = world.across();
    let missed = || (0..across.roots.len()).filter(|&function| !world.seen[function].entered);
    let mut reached = super::reached::Reached::new();
    let mut note = |name, happened: bool| {
        if happened {
            reached.insert(name);
        }
    };
    note(
        "a caller's block was entered",
        missed().any(|function| across.roots[function] == (0, SMALLEST)),
    );
    note(
        "a caller's block was missed",
        missed().any(|function| {
            across.roots[function].1 > SMALLEST && across.roots[function].1.is_finite()
        }),
    );
    note(
        "a root above level 0",
        missed().any(|function| (1..u32::MAX).contains(&across.roots[function].0)),
    );
    note("a root that is NEVER", missed().any(|function| across.roots[function] == NEVER));
    let is_chain = |function: usize| {
        let statements = world.program.statements();
        let callers: Vec<usize> =
            statements.iter().filter(|at| at.1.contains(&function)).map(|at| at.0.0).collect();
        across.roots[function] != NEVER && callers.iter().all(|&caller| !world.seen[caller].entered)
    };
    note("a chain of two calls", missed().any(is_chain));
    note(
        "recursion that was not entered",
        missed().any(|function| world.program.is_recursive(function)),
    );
    let several = world.program.statements().values().any(|callees| callees.len() > 1);
    note("a dispatch", several);
    note("unknown callees", world.program.statements().values().any(BTreeSet::is_empty));
    reached
}
