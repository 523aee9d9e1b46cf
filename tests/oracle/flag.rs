//! F11: how far flags are from being taken, in a tree of activations.
//!
//! The definition is followed from the flag inwards: a flag asks about the calls at its site, each of those about its own flags. What is
//! nearest in an activation is searched breadth-first over the dependences, and must be what the equations of F7 say of its refined
//! distances. Only norms (F4) and how many numbers become one (F5) are the library's.

use super::picture::Picture;
use super::run::{Run, Seen};
use super::values::Values;
use super::{Shape, Way};
use sbst::distance::{Aggregation, Distance};
use sbst::execution::{CallTree, Execution};
use sbst::flow::{Edge, FlowGraph};
use sbst::id::{Activation, Block, CallSite, Function};
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

const SMALLEST: f64 = 5e-324;

/// What a function returns at an exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Returned {
    Constant(bool),
    Call { site: u32, negated: bool },
    Unknown,
}

/// One function, and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct Method {
    pub shape: Shape,
    /// The site whose call must return which value for a branch to be taken.
    pub flags: BTreeMap<Way, (u32, bool)>,
    pub returns: BTreeMap<usize, Returned>,
}

/// One activation; callers come before those that they call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Activity {
    pub function: usize,
    pub caller: Option<(usize, Option<u32>)>,
    pub seen: Seen,
}

/// How many cells become one distance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub over_activations: Aggregation,
    pub over_required: Aggregation,
    pub activations_first: bool,
}

/// What must happen in a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Required {
    Taken(Way),
    Returned { block: usize, site: u32, value: bool },
}

/// Where a control-flow distance comes from: an evaluated branch, or a block that was entered.
type Anchor = Option<Way>;

/// What a cell may depend on, to know that generated trees reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Event {
    /// The anchor is a flag that was not taken.
    NestedFlag,
    /// The same above level 0.
    NestedFlagAbove,
    ExitEntered,
    ExitMissed,
    /// A required branch at level 1 or above.
    Level,
    /// Two anchors at the least level that are worth different parts.
    Tie,
    NothingKnown,
}

/// x / (1 + x) as F4 rounds it, so that it never falls and is 1 for infinity only.
fn norm(x: f64) -> f64 {
    let (plain, norm) = (if x == f64::INFINITY { 1.0 } else { x / (1.0 + x) }, distance(x).norm());
    assert!((norm - plain).abs() <= 4.0 * f64::EPSILON * plain, "norm({x}) is {plain}, not {norm}");
    norm
}

fn distance(x: f64) -> Distance {
    Distance::new(x).expect("cells are distances")
}

fn aggregate(how: Aggregation, of: impl IntoIterator<Item = f64>) -> Option<f64> {
    how.of(of.into_iter().map(distance)).map(Distance::get)
}

/// The definition for one tree.
pub(crate) struct Definition<'a> {
    methods: &'a [Method],
    tree: &'a [Activity],
    choice: Choice,
    pictures: Vec<Picture>,
    /// By function: what the whole run knows besides, of calls that it does not tell of.
    besides: Vec<Seen>,
    /// By activation: what was seen, flags at their distance.
    refined: Vec<OnceCell<(Seen, Values)>>,
    /// By activation, site and value: deep trees ask again and again.
    answers: RefCell<BTreeMap<(usize, u32, bool), f64>>,
    events: RefCell<BTreeSet<Event>>,
}

impl<'a> Definition<'a> {
    pub(crate) fn new(methods: &'a [Method], tree: &'a [Activity], choice: Choice) -> Self {
        let pictures = methods.iter().map(|method| Picture::by_definition(&method.shape)).collect();
        let refined = vec![OnceCell::new(); tree.len()];
        let besides = vec![Seen::default(); methods.len()];
        Self { methods, tree, choice, pictures, besides, refined, answers: RefCell::default(), events: RefCell::default() }
    }

    /// The whole run knows of these, too, but not as calls.
    pub(crate) fn with(mut self, calls: &[Activity]) -> Self {
        for Activity { function, seen, .. } in calls {
            self.besides[*function] = self.besides[*function].merged(&Seen { entered: true, ..seen.clone() });
        }
        self
    }

    pub(crate) fn tree(&self) -> &'a [Activity] {
        self.tree
    }

    /// What the distances asked for so far depended on.
    pub(crate) fn events(&self) -> BTreeSet<Event> {
        self.events.borrow().clone()
    }

    fn note(&self, event: Event, happened: bool) {
        if happened {
            self.events.borrow_mut().insert(event);
        }
    }

    fn required(&self, function: usize, value: bool) -> Vec<Required> {
        let (returns, picture) = (&self.methods[function].returns, &self.pictures[function]);
        let constants = returns.iter().filter(|(_, returned)| **returned == Returned::Constant(value));
        let branches: BTreeSet<Way> = constants.flat_map(|(&block, _)| picture.controls[block].iter().copied()).collect();
        let calls = returns.iter().filter_map(|(&block, returned)| match *returned {
            // Nothing is returned where nothing leads.
            Returned::Call { site, negated } if picture.is_reachable[block] => {
                Some(Required::Returned { block, site, value: value != negated })
            }
            _ => None,
        });
        branches.into_iter().map(Required::Taken).chain(calls).collect()
    }

    /// The level of a block, and all anchors that are so near.
    fn anchors_of_block(&self, c: usize, block: usize) -> (u32, Vec<Anchor>) {
        let Activity { function, seen, .. } = &self.tree[c];
        let picture = &self.pictures[*function];
        let (mut level, mut visited, mut wave) = (0, BTreeSet::new(), BTreeSet::from([block]));
        while !wave.is_empty() {
            let (mut anchors, mut ahead) = (Vec::new(), BTreeSet::new());
            for &block in &wave {
                if seen.progress.contains_key(&block) {
                    anchors.push(None);
                    continue;
                }
                // The function was entered: this is its activation.
                anchors.extend(picture.on_entry[block].then_some(None));
                for way in &picture.controls[block] {
                    if seen.distance.contains_key(way) {
                        anchors.push(Some(*way));
                    } else {
                        ahead.insert(way.0);
                    }
                }
            }
            if !anchors.is_empty() {
                return (level, anchors);
            }
            visited.append(&mut wave);
            wave = ahead.difference(&visited).copied().collect();
            level += 1;
        }
        (u32::MAX, Vec::new())
    }

    fn anchors_of_branch(&self, c: usize, way: Way) -> (u32, Vec<Anchor>) {
        if self.tree[c].seen.distance.contains_key(&way) {
            return (0, vec![Some(way)]);
        }
        let (level, anchors) = self.anchors_of_block(c, way.0);
        (level.saturating_add(1), anchors)
    }

    /// What an anchor is worth.
    fn part(&self, c: usize, anchor: Anchor) -> f64 {
        anchor.map_or(0.0, |way| norm(self.flag(c, way).unwrap_or_else(|| self.tree[c].seen.distance[&way])))
    }

    fn least_part(&self, c: usize, (level, anchors): &(u32, Vec<Anchor>)) -> f64 {
        let parts: Vec<f64> = anchors.iter().map(|&anchor| self.part(c, anchor)).collect();
        let least = parts.iter().copied().fold(1.0, f64::min);
        let is_flag = |anchor: Anchor| anchor.is_some_and(|way| self.flag(c, way).is_some());
        let is_nested = anchors.iter().any(|&anchor| is_flag(anchor) && least > 0.0);
        self.note(Event::NestedFlag, is_nested);
        self.note(Event::NestedFlagAbove, is_nested && *level > 0);
        self.note(Event::Level, *level > 0);
        self.note(Event::Tie, parts.iter().any(|&part| part != least));
        least
    }

    fn cell(&self, c: usize, required: Required) -> f64 {
        let values = &self.refined(c).1;
        let agree = |found: (u32, f64), equation: (u32, f64)| {
            assert_eq!(found, (equation.0, norm(equation.1)), "the oracles disagree on {required:?} in {c}");
        };
        match required {
            Required::Taken(way) => {
                let found = self.anchors_of_branch(c, way);
                let part = self.least_part(c, &found);
                agree((found.0, part), values.d[&way]);
                (f64::from(found.0) + part).max(SMALLEST)
            }
            Required::Returned { block, site, value } if self.tree[c].seen.progress.contains_key(&block) => {
                self.note(Event::ExitEntered, true);
                norm(self.call(c, site, value)).max(SMALLEST)
            }
            Required::Returned { block, .. } => {
                self.note(Event::ExitMissed, true);
                let found = self.anchors_of_block(c, block);
                let part = self.least_part(c, &found);
                agree((found.0, part), values.a[block]);
                1.0 + f64::from(found.0) + part
            }
        }
    }

    /// How far the calls at a site of an activation are from returning a value.
    fn call(&self, a: usize, site: u32, value: bool) -> f64 {
        let known = self.answers.borrow().get(&(a, site, value)).copied();
        known.unwrap_or_else(|| {
            let answer = self.compute(a, site, value);
            self.answers.borrow_mut().insert((a, site, value), answer);
            answer
        })
    }

    fn compute(&self, a: usize, site: u32, value: bool) -> f64 {
        let Choice { over_activations, over_required, activations_first } = self.choice;
        let function = |c: usize| self.tree[c].function;
        let at_site = || (0..self.tree.len()).filter(|&c| self.tree[c].caller == Some((a, Some(site))));
        let distance = if activations_first {
            let functions: BTreeSet<usize> = at_site().map(function).collect();
            let all = functions.iter().flat_map(|&f| self.required(f, value).into_iter().map(move |required| (f, required)));
            let over_calls = |(f, required): (usize, Required)| {
                let calls = at_site().filter(|&c| function(c) == f);
                aggregate(over_activations, calls.map(|c| self.cell(c, required))).expect("it was called")
            };
            aggregate(over_required, all.map(over_calls))
        } else {
            let over_all =
                |c: usize| aggregate(over_required, self.required(function(c), value).into_iter().map(|r| self.cell(c, r)));
            aggregate(over_activations, at_site().filter_map(over_all))
        };
        self.note(Event::NothingKnown, distance.is_none());
        distance.unwrap_or(f64::INFINITY)
    }

    /// F of a flag in an activation; `None` if it is no flag, or was not evaluated there.
    pub(crate) fn flag(&self, a: usize, way: Way) -> Option<f64> {
        let activity = self.tree.get(a)?;
        let &(site, value) = self.methods[activity.function].flags.get(&way)?;
        let observed = *activity.seen.distance.get(&way)?;
        Some(if observed == 0.0 { 0.0 } else { self.call(a, site, value).max(SMALLEST) })
    }

    fn refined(&self, c: usize) -> &(Seen, Values) {
        self.refined[c].get_or_init(|| {
            let Activity { function, seen, .. } = &self.tree[c];
            let mut seen = Seen { entered: true, ..seen.clone() };
            for (way, distance) in &mut seen.distance {
                *distance = self.flag(c, *way).unwrap_or(*distance);
            }
            let values = Values::by_equations(&self.pictures[*function], &seen);
            (seen, values)
        })
    }

    /// What the whole run tells of a function: all its activations together, flags at the least of their distances.
    pub(crate) fn seen(&self, function: usize) -> Seen {
        self.together(function, self.besides[function].clone(), |_| true)
    }

    /// The same of the calls that the test makes itself.
    pub(crate) fn seen_directly(&self, function: usize) -> Seen {
        self.together(function, Seen::default(), |activity| activity.caller.is_none())
    }

    fn together(&self, function: usize, besides: Seen, counts: impl Fn(&Activity) -> bool) -> Seen {
        let of_function = || (0..self.tree.len()).filter(|&a| self.tree[a].function == function && counts(&self.tree[a]));
        let mut all = of_function().fold(besides, |all, a| all.merged(&self.tree[a].seen));
        all.entered |= of_function().next().is_some();
        for (way, distance) in &mut all.distance {
            if *distance > 0.0 && self.methods[function].flags.contains_key(way) {
                // Of calls that it does not tell of nothing is known.
                *distance = of_function().filter_map(|a| self.flag(a, *way)).reduce(f64::min).unwrap_or(f64::INFINITY);
            }
        }
        all
    }

    pub(crate) fn table(&self, function: usize) -> Values {
        Values::of(&self.methods[function].shape, &self.seen(function))
    }
}

/// A plain store of activations.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    pub tree: Vec<Activity>,
    /// By activation: it alone, as an execution of the program.
    alone: Vec<Run>,
    all: Run,
}

impl Store {
    pub(crate) fn new(methods: &[Method], tree: &[Activity]) -> Self {
        let shapes: Vec<Shape> = methods.iter().map(|method| method.shape.clone()).collect();
        let mut all = vec![Seen::default(); shapes.len()];
        let run = |activity: &Activity| {
            let mut seen = vec![Seen::default(); shapes.len()];
            seen[activity.function] = Seen { entered: true, ..activity.seen.clone() };
            all.iter_mut().zip(&seen).for_each(|(all, seen)| *all = all.merged(seen));
            Run::new(&shapes, seen)
        };
        let alone = tree.iter().map(run).collect();
        Self { tree: tree.to_vec(), alone, all: Run::new(&shapes, all) }
    }
}

impl CallTree for Store {
    fn activation_count(&self) -> u32 {
        self.tree.len() as u32
    }
    fn callee(&self, activation: Activation) -> Option<Function> {
        self.tree.get(activation.index()).map(|activity| Function::new(activity.function as u32))
    }
    fn caller(&self, activation: Activation) -> Option<(Activation, Option<CallSite>)> {
        let (caller, site) = self.tree.get(activation.index())?.caller?;
        Some((Activation::new(caller as u32), site.map(CallSite::new)))
    }
    fn branch_distance_in(&self, activation: Activation, branch: Edge) -> Option<Distance> {
        self.alone.get(activation.index())?.branch_distance(branch)
    }
    fn progress_in(&self, activation: Activation, block: Block) -> Option<u32> {
        self.alone.get(activation.index())?.progress(block)
    }
}

impl Execution for Store {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.all.branch_distance(branch)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.all.progress(block)
    }
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        self.all.entered(graph, visit);
    }
}
