//! F11: how far flags are from being taken, in a tree of activations.
//!
//! The definition is followed from the flag inwards: a flag asks about the calls at its site, each
//! of those about its own flags. What is nearest in an activation is searched breadth-first over
//! the dependences, and must be what the equations of F7 say of its refined distances. Only norms
//! (F4) and how many numbers become one (F5) are the library's.

use super::picture::Picture;
use super::run::{Run, Seen};
use super::values::Values;
use super::{Shape, Way};
use sbst::distance::{Aggregation, Distance};
use sbst::execution::{Execution, Fact, Facts, Plane};
use sbst::flow::{Edge, FlowGraph};
use sbst::id::{Activation, Block, CallSite, Function};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

const SMALLEST: f64 = 5e-324;

/// What a function returns at an exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returned {
    Constant(bool),
    Call { site: u32, negated: bool },
    Unknown,
}

/// One function, and what is known of it.
#[derive(Clone, Debug)]
pub struct Method {
    pub shape: Shape,
    /// The site whose call must return which value for a branch to be taken.
    pub flags: BTreeMap<Way, (u32, bool)>,
    pub returns: BTreeMap<usize, Returned>,
}

/// One activation; callers come before those that they call.
#[derive(Clone, Debug, PartialEq)]
pub struct Activity {
    pub function: usize,
    pub caller: Option<(usize, Option<u32>)>,
    pub seen: Seen,
}

/// How many cells become one distance.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    pub over_activations: Aggregation,
    pub over_required: Aggregation,
    pub activations_first: bool,
    /// The inner calls of all activations at a site are pooled.
    pub pooled_iterations: bool,
    /// The calls of all activations of a flag's function are pooled.
    pub pooled_targets: bool,
    /// F counts for required branches only.
    pub required_only: bool,
}

/// What must happen in a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Required {
    Taken(Way),
    Returned { block: usize, site: u32, value: bool },
}

/// Activations of one function that are asked together.
type Context = Vec<usize>;

/// What was seen in one activation, flags at their distance, and the values that follow.
type Alone = (Seen, Values);

/// Where a control-flow distance comes from: an evaluated branch, or a block that was entered.
type Divergence = Option<Way>;

/// What a cell may depend on, to know that generated trees reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// The divergence is a flag that was not taken.
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
pub struct Definition<'a> {
    methods: &'a [Method],
    tree: &'a [Activity],
    choice: Choice,
    pictures: Vec<Picture>,
    /// By function: what the whole run knows besides, of calls that it does not tell of.
    besides: Vec<Seen>,
    /// By activation and context: what was seen, flags at their distance.
    refined: RefCell<BTreeMap<(usize, Context), Rc<Alone>>>,
    /// By context, site and value: deep trees ask again and again.
    answers: RefCell<BTreeMap<(Context, u32, bool), f64>>,
    events: RefCell<BTreeSet<Event>>,
}

impl<'a> Definition<'a> {
    pub fn new(methods: &'a [Method], tree: &'a [Activity], choice: Choice) -> Self {
        let pictures = methods.iter().map(|method| Picture::by_definition(&method.shape)).collect();
        let besides = vec![Seen::default(); methods.len()];
        Self {
            methods,
            tree,
            choice,
            pictures,
            besides,
            refined: RefCell::default(),
            answers: RefCell::default(),
            events: RefCell::default(),
        }
    }

    /// The whole run knows of these, too, but not as calls.
    pub fn with(mut self, calls: &[Activity]) -> Self {
        for Activity { function, seen, .. } in calls {
            self.besides[*function] =
                self.besides[*function].merged(&Seen { entered: true, ..seen.clone() });
        }
        self
    }

    pub fn tree(&self) -> &'a [Activity] {
        self.tree
    }

    /// What the distances asked for so far depended on.
    pub fn events(&self) -> BTreeSet<Event> {
        self.events.borrow().clone()
    }

    fn note(&self, event: Event, happened: bool) {
        if happened {
            self.events.borrow_mut().insert(event);
        }
    }

    fn required(&self, function: usize, value: bool) -> Vec<Required> {
        let (returns, picture) = (&self.methods[function].returns, &self.pictures[function]);
        let constants =
            returns.iter().filter(|(_, returned)| **returned == Returned::Constant(value));
        let branches: BTreeSet<Way> =
            constants.flat_map(|(&block, _)| picture.controls[block].iter().copied()).collect();
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
    fn anchors_of_block(&self, c: usize, block: usize) -> (u32, Vec<Divergence>) {
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

    fn anchors_of_branch(&self, c: usize, way: Way) -> (u32, Vec<Divergence>) {
        if self.tree[c].seen.distance.contains_key(&way) {
            return (0, vec![Some(way)]);
        }
        let (level, anchors) = self.anchors_of_block(c, way.0);
        (level.saturating_add(1), anchors)
    }

    /// What a divergence is worth.
    fn part(&self, c: usize, context: &Context, divergence: Divergence) -> f64 {
        divergence.map_or(0.0, |way| {
            norm(
                self.inner_flag(c, context, way)
                    .unwrap_or_else(|| self.tree[c].seen.distance[&way]),
            )
        })
    }

    /// F of a flag within a called function, where it counts.
    fn inner_flag(&self, c: usize, context: &Context, way: Way) -> Option<f64> {
        if self.choice.required_only { None } else { self.flag_in(c, context, way) }
    }

    fn least_part(
        &self,
        c: usize,
        context: &Context,
        (level, anchors): &(u32, Vec<Divergence>),
    ) -> f64 {
        let parts: Vec<f64> =
            anchors.iter().map(|&divergence| self.part(c, context, divergence)).collect();
        let least = parts.iter().copied().fold(1.0, f64::min);
        let is_flag = |divergence: Divergence| {
            divergence.is_some_and(|way| self.inner_flag(c, context, way).is_some())
        };
        let is_nested = anchors.iter().any(|&divergence| is_flag(divergence) && least > 0.0);
        self.note(Event::NestedFlag, is_nested);
        self.note(Event::NestedFlagAbove, is_nested && *level > 0);
        self.note(Event::Level, *level > 0);
        self.note(Event::Tie, parts.iter().any(|&part| part != least));
        least
    }

    /// Algorithm 2, lines 1 to 6, if that is chosen: the distance of a required branch that is a
    /// flag, whatever this activation did.
    fn required_flag(&self, c: usize, context: &Context, way: Way) -> Option<f64> {
        let Activity { function, seen, .. } = &self.tree[c];
        let &(site, value) =
            self.methods[*function].flags.get(&way).filter(|_| self.choice.required_only)?;
        let value = if seen.distance.get(&way) == Some(&0.0) { !value } else { value };
        Some(self.call(context, site, value)).filter(|&f| f < f64::INFINITY)
    }

    fn cell(&self, c: usize, context: &Context, required: Required) -> f64 {
        let refined = self.refined(c, context);
        let values = &refined.1;
        let agree = |found: (u32, f64), equation: (u32, f64)| {
            assert_eq!(
                found,
                (equation.0, norm(equation.1)),
                "the oracles disagree on {required:?} in {c}"
            );
        };
        match required {
            Required::Taken(way) => {
                if let Some(f) = self.required_flag(c, context, way) {
                    return norm(f).max(SMALLEST);
                }
                let found = self.anchors_of_branch(c, way);
                let part = self.least_part(c, context, &found);
                agree((found.0, part), values.d[&way]);
                (f64::from(found.0) + part).max(SMALLEST)
            }
            Required::Returned { block, site, value }
                if self.tree[c].seen.progress.contains_key(&block) =>
            {
                self.note(Event::ExitEntered, true);
                let known = Some(self.call(context, site, value)).filter(|&f| f < f64::INFINITY);
                norm(known.unwrap_or(1.0)).max(SMALLEST)
            }
            Required::Returned { block, site, value } => {
                self.note(Event::ExitMissed, true);
                if self.choice.required_only && self.call(context, site, value) < f64::INFINITY {
                    return norm(self.call(context, site, value)).max(SMALLEST);
                }
                let found = self.anchors_of_block(c, block);
                let part = self.least_part(c, context, &found);
                agree((found.0, part), values.a[block]);
                1.0 + f64::from(found.0) + part
            }
        }
    }

    /// How far the calls at a site of these activations are from returning a value.
    fn call(&self, context: &Context, site: u32, value: bool) -> f64 {
        let key = (context.clone(), site, value);
        let known = self.answers.borrow().get(&key).copied();
        known.unwrap_or_else(|| {
            let answer = self.compute(context, site, value);
            self.answers.borrow_mut().insert(key, answer);
            answer
        })
    }

    fn compute(&self, context: &Context, site: u32, value: bool) -> f64 {
        let Choice {
            over_activations, over_required, activations_first, pooled_iterations, ..
        } = self.choice;
        let function = |c: usize| self.tree[c].function;
        let is_at_site = |c: usize| {
            self.tree[c].caller.is_some_and(|(a, at)| at == Some(site) && context.contains(&a))
        };
        let at_site = || (0..self.tree.len()).filter(|&c| is_at_site(c));
        // The context of a call: it alone, or all calls of its function at this site.
        let within = |c: usize| {
            if pooled_iterations {
                at_site().filter(|&other| function(other) == function(c)).collect()
            } else {
                vec![c]
            }
        };
        let distance = if activations_first {
            let functions: BTreeSet<usize> = at_site().map(function).collect();
            let all = functions.iter().flat_map(|&f| {
                self.required(f, value).into_iter().map(move |required| (f, required))
            });
            let over_calls = |(f, required): (usize, Required)| {
                let calls = at_site().filter(|&c| function(c) == f);
                aggregate(over_activations, calls.map(|c| self.cell(c, &within(c), required)))
                    .expect("it was called")
            };
            aggregate(over_required, all.map(over_calls))
        } else {
            let over_all = |c: usize| {
                aggregate(
                    over_required,
                    self.required(function(c), value)
                        .into_iter()
                        .map(|r| self.cell(c, &within(c), r)),
                )
            };
            aggregate(over_activations, at_site().filter_map(over_all))
        };
        self.note(Event::NothingKnown, distance.is_none());
        distance.unwrap_or(f64::INFINITY)
    }

    /// F of a flag in an activation; `None` if it is no flag, or was not evaluated there.
    pub fn flag(&self, a: usize, way: Way) -> Option<f64> {
        self.flag_among(a, way, |_| true)
    }

    fn flag_among(&self, a: usize, way: Way, counts: impl Fn(&Activity) -> bool) -> Option<f64> {
        let function = self.tree.get(a)?.function;
        let of_function =
            |&other: &usize| self.tree[other].function == function && counts(&self.tree[other]);
        let targets = if self.choice.pooled_targets {
            (0..self.tree.len()).filter(of_function).collect()
        } else {
            vec![a]
        };
        self.flag_in(a, &targets, way)
    }

    /// F of a flag in an activation, where these are asked together.
    fn flag_in(&self, a: usize, context: &Context, way: Way) -> Option<f64> {
        let activity = self.tree.get(a)?;
        let &(site, value) = self.methods[activity.function].flags.get(&way)?;
        let observed = *activity.seen.distance.get(&way)?;
        // Where nothing is known, it keeps what was observed.
        let known = Some(self.call(context, site, value)).filter(|&f| f < f64::INFINITY);
        Some(if observed == 0.0 { 0.0 } else { known.unwrap_or(observed).max(SMALLEST) })
    }

    fn refined(&self, c: usize, context: &Context) -> Rc<Alone> {
        let key = (c, context.clone());
        if let Some(known) = self.refined.borrow().get(&key) {
            return known.clone();
        }
        let Activity { function, seen, .. } = &self.tree[c];
        let mut seen = Seen { entered: true, ..seen.clone() };
        for (way, distance) in &mut seen.distance {
            *distance = self.inner_flag(c, context, *way).unwrap_or(*distance);
        }
        let values = Values::by_equations(&self.pictures[*function], &seen);
        let refined = Rc::new((seen, values));
        self.refined.borrow_mut().insert(key, refined.clone());
        refined
    }

    /// What the whole run tells of a function: all its activations together, flags at the least of
    /// their distances.
    pub fn seen(&self, function: usize) -> Seen {
        self.together(function, self.besides[function].clone(), |_| true)
    }

    /// The same of the calls that the test makes itself.
    pub fn seen_directly(&self, function: usize) -> Seen {
        self.together(function, Seen::default(), |activity| activity.caller.is_none())
    }

    fn together(&self, function: usize, besides: Seen, counts: impl Fn(&Activity) -> bool) -> Seen {
        let of_function = || {
            (0..self.tree.len())
                .filter(|&a| self.tree[a].function == function && counts(&self.tree[a]))
        };
        let mut all = of_function().fold(besides, |all, a| all.merged(&self.tree[a].seen));
        all.entered |= of_function().next().is_some();
        for (way, distance) in &mut all.distance {
            if *distance > 0.0 && self.methods[function].flags.contains_key(way) {
                // Of calls that it does not tell of nothing is known.
                *distance = of_function()
                    .filter_map(|a| self.flag_among(a, *way, &counts))
                    .reduce(f64::min)
                    .unwrap_or(*distance);
            }
        }
        all
    }

    pub fn table(&self, function: usize) -> Values {
        Values::of(&self.methods[function].shape, &self.seen(function))
    }
}

/// A plain store of activations.
#[derive(Clone, Debug)]
pub struct Store {
    pub tree: Vec<Activity>,
    /// By activation: it alone, as an execution of the program.
    alone: Vec<Run>,
    all: Run,
}

impl Store {
    pub fn new(methods: &[Method], tree: &[Activity]) -> Self {
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

impl Facts for Store {
    fn knows(&self, fact: Fact) -> bool {
        matches!(fact, Fact::Calls | Fact::On(Plane::Within(_)))
    }
    fn branch_distance_on(&self, plane: Plane, branch: Edge) -> Option<Distance> {
        match plane {
            Plane::Within(activation) => {
                self.alone.get(activation.index())?.branch_distance(branch)
            }
            _ => None,
        }
    }
    fn progress_on(&self, plane: Plane, block: Block) -> Option<u32> {
        match plane {
            Plane::Within(activation) => self.alone.get(activation.index())?.progress(block),
            _ => None,
        }
    }
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
    fn results_in(
        &self,
        _: sbst::id::Activation,
        _: &mut dyn FnMut(sbst::id::Block, sbst::distance::Decision),
    ) {
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
