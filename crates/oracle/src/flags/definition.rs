//! The definition of F11, followed from the flag inwards.
//!
//! What is nearest in an activation is searched breadth-first over the dependences, and must be
//! what the equations of F7 say of its refined distances. Only norms (F4) and how many numbers
//! become one (F5) are the library's.

use super::keys::{Key, Keys, Needs};
use super::results::{Required, Source};
use super::sets::{Final, Place, finals};
use super::{Activity, Callees, Method};
use crate::Way;
use crate::flag::Choice;
use crate::picture::Picture;
use crate::run::Seen;
use crate::values::Values;
use sbst::distance::{Aggregation, Decision, Distance};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

const SMALLEST: f64 = 5e-324;

/// Activations of one function that are asked together.
type Context = Vec<usize>;

/// Where a control-flow distance comes from: an evaluated branch, or a block that was entered.
type Divergence = Option<Way>;

/// What a distance depended on, to know that generated worlds reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    NestedFlag,
    NestedFlagAbove,
    Level,
    Tie,
    DelegationEntered,
    DelegationMissed,
    DecisionRecorded,
    DecisionMissed,
    /// A decision that nobody declared.
    DecisionUndeclared,
    EdgeTaken,
    EdgeMissed,
    /// Of several sites, one returned what is needed.
    Returned,
    /// Of several sites, one of which it is not known.
    NotKnown,
    CalleesOnly,
    NothingKnown,
    /// F counts beside the distance of its flag.
    Beside,
    /// Nothing is known of such a flag.
    BesideUnknown,
    /// Such a flag within a called function.
    NestedBeside,
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

/// F2: saturates, and an infinite part is infinite.
fn sum(parts: &[f64]) -> f64 {
    if parts.contains(&f64::INFINITY) {
        f64::INFINITY
    } else {
        parts.iter().fold(0.0, |sum, part| f64::min(sum + part, f64::MAX))
    }
}

/// How far a decision was from being one of the keys; `None` if none can be.
fn distance_to(decision: Decision, keys: &Keys) -> Option<f64> {
    let sides = [(true, decision.to_true()), (false, decision.to_false())];
    sides
        .into_iter()
        .filter(|side| keys.contains(Key::Bool(side.0)))
        .map(|side| side.1.get())
        .reduce(f64::min)
}

/// The definition for one tree.
pub struct Definition<'a> {
    pub methods: &'a [Method],
    callees: &'a Callees,
    /// Those that were made, and for each function one that ended at its entry.
    pub tree: Vec<Activity>,
    made: usize,
    choice: Choice,
    pub pictures: Vec<Picture>,
    pub finals: Vec<BTreeSet<Final>>,
    /// By function: what the whole run knows besides, of calls that it does not tell of.
    besides: Vec<Seen>,
    answers: RefCell<BTreeMap<(Context, u32, Keys), Option<f64>>>,
    refined: RefCell<BTreeMap<(usize, Context), Rc<Values>>>,
    events: RefCell<BTreeSet<Event>>,
}

impl<'a> Definition<'a> {
    pub fn new(
        methods: &'a [Method],
        callees: &'a Callees,
        tree: &[Activity],
        choice: Choice,
    ) -> Self {
        let at_entry = |function: usize| {
            let mut seen = Seen { entered: true, ..Seen::default() };
            seen.visit(0, 0);
            Activity { function, caller: None, seen, decisions: BTreeMap::new() }
        };
        Self {
            methods,
            callees,
            tree: tree.iter().cloned().chain((0..methods.len()).map(at_entry)).collect(),
            made: tree.len(),
            choice,
            pictures: methods.iter().map(|method| Picture::by_definition(&method.shape)).collect(),
            finals: methods.iter().map(finals).collect(),
            besides: vec![Seen::default(); methods.len()],
            answers: RefCell::default(),
            refined: RefCell::default(),
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

    /// The activations that were made.
    pub fn tree(&self) -> &[Activity] {
        &self.tree[..self.made]
    }

    pub fn finals(&self, function: usize) -> &BTreeSet<Final> {
        &self.finals[function]
    }

    /// What the distances asked for so far depended on.
    pub fn events(&self) -> BTreeSet<Event> {
        self.events.borrow().clone()
    }

    pub fn note(&self, event: Event, happened: bool) {
        if happened {
            self.events.borrow_mut().insert(event);
        }
    }

    /// The activations that were made at a site of these.
    pub fn calls_at(&self, context: &[usize], site: u32) -> Vec<usize> {
        let is_here = |c: &usize| {
            self.tree[*c].caller.is_some_and(|(a, at)| at == Some(site) && context.contains(&a))
        };
        (0..self.made).filter(is_here).collect()
    }

    /// These, or one of each callee that ended at its entry. Those of an activation that was not
    /// made itself: none.
    fn asked_at(&self, context: &[usize], site: u32) -> Vec<usize> {
        let made = self.calls_at(context, site);
        let Some(&a) = context.first().filter(|&&a| made.is_empty() && a < self.made) else {
            return made;
        };
        let named: BTreeSet<usize> = self
            .callees
            .get(&(self.tree[a].function, site))
            .into_iter()
            .flatten()
            .copied()
            .collect();
        let callees: Vec<usize> =
            named.into_iter().filter(|&callee| callee < self.methods.len()).collect();
        self.note(Event::CalleesOnly, !callees.is_empty());
        callees.into_iter().map(|callee| self.made + callee).collect()
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

    fn anchors_of(&self, c: usize, place: Place) -> (u32, Vec<Divergence>) {
        match place {
            Place::Block(block) => self.anchors_of_block(c, block),
            Place::Edge(way) if self.tree[c].seen.distance.contains_key(&way) => {
                (0, vec![Some(way)])
            }
            Place::Edge(way) => {
                let (level, anchors) = self.anchors_of_block(c, way.0);
                (level.saturating_add(1), anchors)
            }
        }
    }

    /// F of a flag within a called function, where it counts.
    fn inner_flag(&self, c: usize, context: &Context, way: Way) -> Option<f64> {
        if self.choice.required_only { None } else { self.flag_in(c, context, way) }
    }

    /// The level of a place, and the least part of its anchors.
    fn far(&self, c: usize, context: &Context, place: Place) -> (u32, f64) {
        let (level, anchors) = self.anchors_of(c, place);
        let is_flag = |way: Way| self.inner_flag(c, context, way).is_some();
        let part = |way: Way| {
            norm(
                self.inner_flag(c, context, way)
                    .unwrap_or_else(|| self.tree[c].seen.distance[&way]),
            )
        };
        let parts: Vec<f64> = anchors.iter().map(|&anchor| anchor.map_or(0.0, part)).collect();
        let least = parts.iter().copied().fold(1.0, f64::min);
        let is_nested = least > 0.0 && anchors.iter().any(|&anchor| anchor.is_some_and(is_flag));
        let method = &self.methods[self.tree[c].function];
        let is_beside = |anchor: &Divergence| anchor.is_some_and(|way| method.is_beside(way));
        self.note(Event::NestedFlag, is_nested);
        self.note(Event::NestedBeside, is_nested && anchors.iter().any(is_beside));
        self.note(Event::NestedFlagAbove, is_nested && level > 0);
        self.note(Event::Level, level > 0);
        self.note(Event::Tie, parts.iter().any(|&part| part != least));

        let values = self.values(c, context);
        let equation = match place {
            Place::Block(block) => values.a[block],
            Place::Edge(way) => values.d[&way],
        };
        assert_eq!(
            (level, least),
            (equation.0, norm(equation.1)),
            "the oracles disagree on {place:?} in {c}"
        );
        (level, least)
    }

    /// What the equations of F7 say of an activation, its flags at their distances.
    fn values(&self, c: usize, context: &Context) -> Rc<Values> {
        let key = (c, context.clone());
        if let Some(known) = self.refined.borrow().get(&key) {
            return known.clone();
        }
        let Activity { function, seen, .. } = &self.tree[c];
        let mut seen = Seen { entered: true, ..seen.clone() };
        for (way, distance) in &mut seen.distance {
            *distance = self.inner_flag(c, context, *way).unwrap_or(*distance);
        }
        let values = Rc::new(Values::by_equations(&self.pictures[*function], &seen));
        self.refined.borrow_mut().insert(key, values.clone());
        values
    }

    /// Algorithm 2, lines 1 to 6, if that is chosen: the distance of a required branch that is a
    /// flag, whatever this activation did.
    fn required_flag(&self, c: usize, context: &Context, way: Way) -> Option<f64> {
        let Activity { function, seen, .. } = &self.tree[c];
        if !self.choice.required_only {
            return None;
        }
        let method = &self.methods[*function];
        let needs = if seen.distance.get(&way) == Some(&0.0) {
            method.opposite(way)?
        } else {
            method.needs(way)?
        };
        self.needed(c, context, &needs, None).filter(|&f| f < f64::INFINITY)
    }

    fn cell(&self, c: usize, context: &Context, required: &Required) -> f64 {
        match required {
            Required::Taken(way) => {
                if let Some(f) = self.required_flag(c, context, *way) {
                    return norm(f).max(SMALLEST);
                }
                let (level, part) = self.far(c, context, Place::Edge(*way));
                (f64::from(level) + part).max(SMALLEST)
            }
            Required::Handed { place, set_at, from, keys } => {
                let has_come = self.came_through(c, *place);
                let is_edge = matches!(place, Place::Edge(_));
                let handed = match *from {
                    Source::Decision => {
                        let decision = self.tree[c].decisions.get(set_at).copied();
                        let far = decision.and_then(|decision| distance_to(decision, keys));
                        // Who recorded it was there.
                        far.filter(|_| has_come || *place == Place::Block(*set_at))
                    }
                    Source::Call(site) => {
                        let f = self.call(context, site, keys).filter(|&f| f < f64::INFINITY);
                        // In the published form, also if this activation did not come there.
                        if has_come {
                            Some(f.unwrap_or(1.0))
                        } else {
                            f.filter(|_| self.choice.required_only)
                        }
                    }
                };
                let event = match (from, handed) {
                    (Source::Decision, Some(_)) => Event::DecisionRecorded,
                    (Source::Decision, None) => Event::DecisionMissed,
                    (Source::Call(_), _) if has_come => Event::DelegationEntered,
                    (Source::Call(_), _) => Event::DelegationMissed,
                };
                self.note(event, true);
                self.note(Event::EdgeTaken, is_edge && has_come);
                self.note(Event::EdgeMissed, is_edge && !has_come);
                if let Some(far) = handed {
                    return norm(far).max(SMALLEST);
                }
                let (level, part) = self.far(c, context, *place);
                1.0 + f64::from(level) + part
            }
        }
    }

    /// How far the calls at a site of these activations are from returning one of the keys; `None`
    /// if nothing is known.
    fn call(&self, context: &Context, site: u32, keys: &Keys) -> Option<f64> {
        let key = (context.clone(), site, keys.clone());
        let known = self.answers.borrow().get(&key).copied();
        known.unwrap_or_else(|| {
            let answer = self.compute(context, site, keys);
            self.note(Event::NothingKnown, answer.is_none());
            self.answers.borrow_mut().insert(key, answer);
            answer
        })
    }

    fn compute(&self, context: &Context, site: u32, keys: &Keys) -> Option<f64> {
        let Choice {
            over_activations, over_required, activations_first, pooled_iterations, ..
        } = self.choice;
        let calls = self.asked_at(context, site);
        let function = |c: usize| self.tree[c].function;
        let of = |f: usize| -> Vec<usize> {
            calls.iter().copied().filter(|&c| function(c) == f).collect()
        };
        // The context of a call: it alone, or all calls of its function at this site.
        let within = |c: usize| if pooled_iterations { of(function(c)) } else { vec![c] };
        if activations_first {
            let functions: BTreeSet<usize> = calls.iter().map(|&c| function(c)).collect();
            let mut cells = Vec::new();
            for f in functions {
                for required in self.required(f, &of(f), keys) {
                    let over_calls = of(f).into_iter().map(|c| self.cell(c, &within(c), &required));
                    cells.push(aggregate(over_activations, over_calls).expect("it was called"));
                }
            }
            aggregate(over_required, cells)
        } else {
            let mut cells = Vec::new();
            for &c in &calls {
                let required = self.required(function(c), &of(function(c)), keys);
                cells.extend(aggregate(
                    over_required,
                    required.iter().map(|required| self.cell(c, &within(c), required)),
                ));
            }
            aggregate(over_activations, cells)
        }
    }

    /// Needs of several sites as F2 puts them together; those of which nothing is known count
    /// `unknown`, or make all unknown.
    fn needed(
        &self,
        a: usize,
        context: &Context,
        needs: &Needs,
        unknown: Option<f64>,
    ) -> Option<f64> {
        let is_several = needs.sites().len() > 1;
        self.needed_of(a, context, needs, unknown, is_several)
    }

    fn needed_of(
        &self,
        a: usize,
        context: &Context,
        needs: &Needs,
        unknown: Option<f64>,
        is_several: bool,
    ) -> Option<f64> {
        let each = |parts: &[Needs]| -> Option<Vec<f64>> {
            parts.iter().map(|part| self.needed_of(a, context, part, unknown, is_several)).collect()
        };
        match needs {
            Needs::Gives(site, keys) => {
                let is_given = if is_several { self.last_in(a, *site, keys) } else { Some(false) };
                self.note(Event::Returned, is_several && is_given == Some(true));
                self.note(Event::NotKnown, is_given.is_none());
                if is_given == Some(true) {
                    Some(0.0)
                } else {
                    self.call(context, *site, keys).or(unknown)
                }
            }
            Needs::All(parts) => each(parts).map(|parts| sum(&parts)),
            Needs::Any(parts) => {
                each(parts).map(|parts| parts.into_iter().fold(f64::INFINITY, f64::min))
            }
        }
    }

    /// F of a flag in an activation; `None` if it is no flag, or was not evaluated there.
    pub fn flag(&self, a: usize, way: Way) -> Option<f64> {
        self.flag_among(a, way, |_| true)
    }

    fn flag_among(&self, a: usize, way: Way, counts: impl Fn(&Activity) -> bool) -> Option<f64> {
        let function = self.tree().get(a)?.function;
        let of_function =
            |&other: &usize| self.tree[other].function == function && counts(&self.tree[other]);
        let targets = if self.choice.pooled_targets {
            (0..self.made).filter(of_function).collect()
        } else {
            vec![a]
        };
        self.flag_in(a, &targets, way)
    }

    /// The distance of a flag in an activation, where these are asked together: F, or the sum of
    /// what was observed and norm(F); K of the plain flag if nothing else is known, never infinite
    /// where that is finite.
    fn flag_in(&self, a: usize, context: &Context, way: Way) -> Option<f64> {
        let Activity { function, seen, .. } = &self.tree[a];
        let method = &self.methods[*function];
        let needs = method.needs(way)?;
        let observed = *seen.distance.get(&way)?;
        if observed == 0.0 {
            return Some(0.0);
        }
        let is_beside = method.is_beside(way);
        // Where F stands beside K, nothing is added for what is not known.
        let unknown = if is_beside { 0.0 } else { observed };
        let f = self.needed(a, context, &needs, Some(unknown)).filter(|&f| f < f64::INFINITY);
        if is_beside {
            let part = f.map_or(0.0, norm);
            self.note(Event::Beside, part > 0.0);
            self.note(Event::BesideUnknown, part == 0.0);
            return Some(sum(&[observed, part]));
        }
        Some(f.unwrap_or(observed).max(SMALLEST))
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
            (0..self.made).filter(|&a| self.tree[a].function == function && counts(&self.tree[a]))
        };
        let mut all = of_function().fold(besides, |all, a| all.merged(&self.tree[a].seen));
        all.entered |= of_function().next().is_some();
        for (way, distance) in &mut all.distance {
            if *distance > 0.0 && self.methods[function].needs(*way).is_some() {
                let least = of_function()
                    .filter_map(|a| self.flag_among(a, *way, &counts))
                    .reduce(f64::min);
                *distance = least.unwrap_or(*distance);
            }
        }
        all
    }

    pub fn table(&self, function: usize) -> Values {
        Values::of(&self.methods[function].shape, &self.seen(function))
    }
}
