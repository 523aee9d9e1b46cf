//! Programs and trees of activations: walked, so that results, decisions and calls fit together,
//! and invented, so that they need not.

use super::keys::{Condition, Key, Keys};
use super::{Activity, Callees, Method, Returned};
use crate::generate::{any_shape, shape};
use crate::run::{Plan, Seen, plan};
use crate::{Shape, Way};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::{Decision, Distance};
use sbst::flow::Outcome;
use std::collections::{BTreeMap, BTreeSet};

/// What is declared of a program, and one execution of it.
#[derive(Clone, Debug)]
pub struct World {
    pub methods: Vec<Method>,
    pub callees: Callees,
    pub tree: Vec<Activity>,
    /// By activation of a walk: what it returned; nothing if it failed, or never set its result, or
    /// was invented.
    pub results: Vec<Option<Key>>,
}

fn key() -> impl Strategy<Value = Key> {
    prop_oneof![
        9 => any::<bool>().prop_map(Key::Bool),
        1 => (0..2_u32).prop_map(Key::Variant),
        2 => proptest::sample::select(vec![-5_i128, 0, 5]).prop_map(Key::Integer),
    ]
}

fn keys() -> impl Strategy<Value = Keys> {
    prop_oneof![
        12 => any::<bool>().prop_map(|value| Keys::of([Key::Bool(value)])),
        2 => vec(key(), 1..3).prop_map(Keys::of),
        1 => vec(key(), 1..3).prop_map(Keys::all_but),
    ]
}

/// Whether a condition stands beside its distance, and whether it is negated.
fn forms(beside: f64) -> impl Strategy<Value = (bool, bool)> {
    (proptest::bool::weighted(beside), any::<bool>())
}

/// Of up to three calls.
fn condition() -> impl Strategy<Value = Condition> {
    let leaf = || (0..3_u32, keys(), forms(0.1));
    (leaf(), prop_oneof![2 => Just(Vec::new()), 1 => vec((0..5_u8, leaf()), 1..3)], forms(0.4))
        .prop_map(|(first, more, forms)| {
            let form = |condition: Condition, (is_beside, is_negated): (bool, bool)| {
                let condition = if is_beside { condition.beside() } else { condition };
                if is_negated { condition.negated() } else { condition }
            };
            let leaf = |(site, keys, forms): (u32, Keys, (bool, bool))| {
                form(Condition::Gives(site, keys), forms)
            };
            let all = more.into_iter().fold(leaf(first), |all, (how, next)| match how {
                0 => all.xor(leaf(next)),
                1 => all.same(leaf(next)),
                2 | 3 => all.and(leaf(next)),
                _ => all.or(leaf(next)),
            });
            form(all, forms)
        })
}

/// What is declared at one block, if it fits; the site of a returned call may be any.
type Declared = (Option<Condition>, Option<(u32, bool)>, Option<Returned>, Option<(u32, Keys)>);

fn declared() -> impl Strategy<Value = Declared> {
    let returned = prop_oneof![
        5 => key().prop_map(Returned::Constant),
        2 => (0..3_u32, any::<bool>()).prop_map(|(site, negated)| Returned::Call { site, negated }),
        2 => Just(Returned::Decision),
        1 => Just(Returned::Unknown),
    ];
    (
        proptest::option::weighted(0.6, condition()),
        proptest::option::weighted(0.6, (0..3_u32, any::<bool>())),
        proptest::option::weighted(0.35, returned),
        proptest::option::weighted(0.1, (0..3_u32, keys())),
    )
}

/// In a walk, no two blocks share a site at which a result is called for: else the last call there
/// might be another's.
fn own_site(block: usize) -> u32 {
    10 + block as u32
}

/// Mostly forwards, and with an end: where all blocks lead to all others, a set may always follow.
fn forwards() -> impl Strategy<Value = Shape> {
    (any_shape(9), any::<u16>()).prop_map(|(mut shape, back)| {
        let count = shape.len();
        for (block, node) in shape.0.iter_mut().enumerate() {
            if block + 1 == count {
                node.edges.clear();
            } else if back >> block & 7 != 0 {
                let ahead = |to: usize| {
                    if to > block { to } else { block + 1 + to % (count - block - 1).min(3) }
                };
                node.edges.iter_mut().for_each(|edge| edge.1 = ahead(edge.1));
            }
        }
        shape.reachable_only()
    })
}

fn method(is_walked: bool) -> impl Strategy<Value = Method> {
    let shapes = prop_oneof![1 => shape(7), 5 => forwards()];
    // Often a result to begin with.
    let first = proptest::option::weighted(
        0.5,
        prop_oneof![
            2 => any::<bool>().prop_map(|value| Returned::Constant(Key::Bool(value))),
            2 => Just(Returned::Decision),
            2 => (0..3_u32, any::<bool>()).prop_map(|(site, negated)| Returned::Call { site, negated }),
        ],
    );
    (shapes, vec(declared(), 1..12), first).prop_map(move |(shape, mut declared, first)| {
        let mut method = Method::default();
        declared[0].2 = first.or(declared[0].2);
        for (block, (condition, switch, returned, single)) in (0..shape.len()).zip(declared) {
            let has = |name: Outcome| shape.0[block].edges.iter().any(|edge| edge.0 == name);
            if let Some(condition) = condition.filter(|_| has(Outcome::True) && has(Outcome::False))
            {
                method.conditions.insert(block, condition);
            }
            let is_switch =
                shape.0[block].edges.iter().any(|edge| matches!(edge.0, Outcome::Case(_)));
            if let Some((site, is_beside)) = switch.filter(|_| is_switch) {
                method.switches.insert(block, site);
                method.beside.extend(is_beside.then_some(block));
            }
            // The walk knows no single branches.
            let decided =
                shape.0[block].edges.iter().map(|edge| edge.0).find(|name| name.is_decided());
            if let (Some(needs), Some(name), false) =
                (single, decided, is_walked || method.conditions.contains_key(&block))
            {
                method.branches.insert((block, name), needs);
            }
            if let Some(returned) = returned {
                let returned = match returned {
                    Returned::Call { negated, .. } if is_walked => {
                        Returned::Call { site: own_site(block), negated }
                    }
                    other => other,
                };
                method.returns.insert(block, returned);
            }
        }
        Method { shape, ..method }
    })
}

/// By pick of a function and site; some are numbers of functions that do not exist.
fn callees(methods: &[Method], picks: &[Vec<u8>]) -> Callees {
    let mut all = Callees::new();
    let mut picks = picks.iter().cycle();
    for (function, method) in methods.iter().enumerate() {
        for site in (0..3).chain((0..method.shape.len()).map(own_site)) {
            let named: Vec<usize> = picks
                .next()
                .into_iter()
                .flatten()
                .map(|pick| usize::from(*pick) % (methods.len() + 1))
                .collect();
            if !named.is_empty() {
                all.insert((function, site), named);
            }
        }
    }
    all
}

/// What it is to leave a function by an exception.
struct Failed;

struct Walk<'w> {
    methods: &'w [Method],
    callees: &'w Callees,
    /// Blocks that record decisions without being declared.
    records: &'w BTreeSet<(usize, usize)>,
    draws: std::slice::Iter<'w, u8>,
    tree: Vec<Activity>,
    results: Vec<Option<Key>>,
}

impl Walk<'_> {
    /// The walk fails when nothing is left to draw.
    fn draw(&mut self) -> Result<usize, Failed> {
        self.draws.next().map(|&draw| usize::from(draw)).ok_or(Failed)
    }

    /// A callee that nobody knows has no hooks: it returns anything.
    fn call_at(&mut self, a: usize, site: u32) -> Result<Option<Key>, Failed> {
        let named = self.callees.get(&(self.tree[a].function, site)).into_iter().flatten().copied();
        let callees: Vec<usize> = named.filter(|&callee| callee < self.methods.len()).collect();
        let draw = self.draw()?;
        match draw.checked_rem(callees.len()) {
            Some(pick) => self.call(callees[pick], Some((a, Some(site)))),
            None => Ok(Some(Key::Bool(draw.is_multiple_of(2)))),
        }
    }

    fn decision(&mut self) -> Result<Decision, Failed> {
        let draw = self.draw()?;
        let far = [1.0, 2.0, 7.0, 0.5][draw / 2 % 4];
        Ok(Decision::observed(draw.is_multiple_of(2), Distance::new(far).expect("a distance")))
    }

    fn call(
        &mut self,
        function: usize,
        caller: Option<(usize, Option<u32>)>,
    ) -> Result<Option<Key>, Failed> {
        let (methods, c) = (self.methods, self.tree.len());
        let seen = Seen { entered: true, ..Seen::default() };
        self.tree.push(Activity { function, caller, seen, decisions: BTreeMap::new() });
        self.results.push(None);
        let Method { shape, conditions, switches, returns, .. } = &methods[function];
        let (mut at, mut result) = (0, None);
        loop {
            self.tree[c].seen.visit(at, 0);
            let is_recording = self.records.contains(&(function, at)) && !returns.contains_key(&at);
            match returns.get(&at) {
                Some(&Returned::Constant(key)) => result = Some(key),
                Some(&Returned::Call { site, negated }) => {
                    let key = self.call_at(c, site)?;
                    result = if negated { key.map(Key::negated) } else { key };
                }
                Some(Returned::Unknown) => result = Some(Key::Bool(self.draw()?.is_multiple_of(2))),
                None if !is_recording => {}
                Some(Returned::Decision) | None => {
                    let decision = self.decision()?;
                    self.tree[c].decisions.insert(at, decision);
                    result = Some(Key::Bool(decision.holds()));
                }
            }
            let node = &shape.0[at];
            if node.edges.is_empty() || node.leaves && self.draw()?.is_multiple_of(3) {
                self.tree[c].seen.visit(at, node.statements);
                self.results[c] = result;
                return Ok(result);
            }
            let draw = self.draw()?;
            let taken = if let Some(condition) = conditions.get(&at) {
                let mut given = BTreeMap::new();
                for site in condition.needs(true).sites() {
                    given.insert(site, self.call_at(c, site)?);
                }
                let holds = condition.holds(&|site| given[&site]);
                node.edges
                    .iter()
                    .find(|edge| edge.0 == if holds { Outcome::True } else { Outcome::False })
            } else if let Some(&site) = switches.get(&at) {
                let name = match self.call_at(c, site)? {
                    Some(Key::Integer(value)) => Outcome::Case(value),
                    _ => Outcome::Default,
                };
                let find = |name| node.edges.iter().find(|edge| edge.0 == name);
                find(name).or_else(|| find(Outcome::Default))
            } else {
                node.edges.get(draw % node.edges.len())
            };
            let &(name, to) = taken.ok_or(Failed)?;
            let seen = &mut self.tree[c].seen;
            seen.visit(at, node.statements);
            if node.edges.len() > 1 || node.leaves {
                seen.observe((at, name), 0.0);
                for &(other, _) in node
                    .edges
                    .iter()
                    .filter(|edge| name.is_decided() && edge.0 != name && edge.0.is_decided())
                {
                    let is_plain = (conditions.contains_key(&at) || switches.contains_key(&at))
                        && !methods[function].is_beside((at, other));
                    let far = if is_plain { 1.0 } else { [1.0, 3.0, 10.0][draw % 3] };
                    seen.observe((at, other), far);
                }
            }
            at = to;
        }
    }
}

/// What a walk is made of: functions, callees, blocks that record, what the test calls, and draws.
pub fn walked() -> impl Strategy<Value = World> {
    let records = vec(any::<(u8, u8)>(), 0..3);
    let parts = (
        vec(method(true), 2..=3),
        vec(prop_oneof![1 => Just(Vec::new()), 5 => vec(any::<u8>(), 1..3)], 12),
        records,
        vec(any::<u8>(), 1..4),
        vec(any::<u8>(), 10..200),
    );
    parts.prop_map(|(methods, picks, records, tests, draws)| {
        let callees = callees(&methods, &picks);
        let place = |&(function, block): &(u8, u8)| {
            let function = usize::from(function) % methods.len();
            (function, usize::from(block) % methods[function].shape.len())
        };
        let records = records.iter().map(place).collect();
        let mut walk = Walk {
            methods: &methods,
            callees: &callees,
            records: &records,
            draws: draws.iter(),
            tree: Vec::new(),
            results: Vec::new(),
        };
        for test in tests {
            // The test goes on after an exception.
            let _ = walk.call(usize::from(test) % methods.len(), None);
        }
        let Walk { tree, results, .. } = walk;
        World { methods, callees, tree, results }
    })
}

/// A function, how far back its caller is, at which site, whether the test calls it, what it does,
/// and which blocks record a decision.
type Call = (usize, u8, Option<u32>, bool, Plan, Vec<(u8, bool, u8)>);

fn activity(
    methods: &[Method],
    at: usize,
    (function, back, site, is_first, plan, decisions): &Call,
) -> Activity {
    let function = function % methods.len();
    let shape: &Shape = &methods[function].shape;
    let caller = at.checked_sub(usize::from(*back).min(at.max(1))).filter(|_| !is_first);
    let decision = |&(block, outcome, far): &(u8, bool, u8)| {
        let far = [1.0, 0.25, 3.0, 1e300, f64::INFINITY][usize::from(far) % 5];
        (
            usize::from(block) % shape.len(),
            Decision::observed(outcome, Distance::new(far).expect("a distance")),
        )
    };
    Activity {
        function,
        caller: caller.map(|caller| (caller, *site)),
        seen: Seen { entered: true, ..plan.on(shape) },
        decisions: decisions.iter().map(decision).collect(),
    }
}

/// Any functions, any declarations, and any calls: what was observed need not fit together.
pub fn invented() -> impl Strategy<Value = World> {
    let decisions = vec(any::<(u8, bool, u8)>(), 0..3);
    let site = proptest::option::weighted(0.9, 0..3_u32);
    let call = (0..3_usize, 1..4_u8, site, proptest::bool::weighted(0.1), plan(), decisions);
    (vec(method(false), 1..=3), vec(vec(any::<u8>(), 0..3), 12), vec(call, 0..16)).prop_map(
        |(methods, picks, calls)| {
            let callees = callees(&methods, &picks);
            let tree: Vec<Activity> =
                calls.iter().enumerate().map(|(at, call)| activity(&methods, at, call)).collect();
            let results = vec![None; tree.len()];
            World { methods, callees, tree, results }
        },
    )
}

pub fn any_world() -> impl Strategy<Value = World> {
    prop_oneof![2 => walked(), 1 => invented()]
}

/// All branches of a function that are flags.
pub fn flags_of(method: &Method) -> Vec<Way> {
    let edges = |block: usize| method.shape.0[block].edges.iter().map(move |edge| (block, edge.0));
    (0..method.shape.len()).flat_map(edges).filter(|&way| method.needs(way).is_some()).collect()
}
