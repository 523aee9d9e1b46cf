//! OD45: a flag that stands beside its distance d is at d + norm(F).

use super::generalised::{made, without_contradictions};
use super::subjects::{CHECK, MAIN, OUTER, SITE};
use crate::effort::config;
use crate::oracle::flag_worlds::{choice, gradient};
use crate::oracle::flags::worlds::any_world;
use crate::oracle::values::ways;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::{Distance, eq, flag};
use sbst::execution::{CallTreeLimits, Caller, Execution, Facts, Plane, Trace};
use sbst::fitness::flag::{FlagGradient, Flags, Key};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::Activation;

fn norm(x: f64) -> f64 {
    x / (1.0 + x)
}

/// Of none, nothing is known.
fn harmonic(cells: &[f64]) -> Option<f64> {
    let sum: f64 = cells.iter().map(|cell| 1.0 / cell).sum();
    Some(cells.len() as f64 / sum).filter(|_| !cells.is_empty())
}

/// `check` compares its argument with numbers, one after the other, and returns the key of the
/// first that is equal, or else the last key. `outer` selects an arm by the key, and returns
/// `true` on arm 0 alone.
#[derive(Clone, Debug)]
struct Selection {
    compared: Vec<(i64, usize)>,
    otherwise: usize,
    /// By key: the arm that lists it; arm 2 is the default.
    arms: Vec<usize>,
    is_beside: bool,
}

fn selection() -> impl Strategy<Value = Selection> {
    let arms = vec(0..3_usize, 6)
        .prop_filter("no arm is empty", |arms| arms.contains(&0) && arms.contains(&1));
    (vec((0..9_i64, 0..6_usize), 1..5), 0..6_usize, arms, any::<bool>()).prop_map(
        |(compared, otherwise, arms, is_beside)| Selection { compared, otherwise, arms, is_beside },
    )
}

impl Selection {
    fn declared(&self) -> (FlowGraph, Flags) {
        let listed = |arm: usize| {
            let keys = (0..).zip(&self.arms).filter(move |key| *key.1 == arm);
            keys.map(|(key, _)| key..=key).collect::<Vec<_>>()
        };
        let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
        let mut graph = FlowGraph::of(&body).expect("a graph");
        let last = 2 * self.compared.len() as u32;
        let chain = (0..last)
            .step_by(2)
            .fold(FlowBuilder::new(), |chain, at| chain.branch(at, at + 1, at + 2).exit(at + 1));
        let select = FlowBuilder::new().arm(0, listed(0), 1).arm(0, listed(1), 2).default(0, 3);
        graph.add(&chain.exit(last)).expect("check");
        graph.add(&select.exit(1).exit(2).exit(3)).expect("outer");
        let mut flags = Flags::new();
        flags.function(&graph, MAIN).decides(0, SITE).expect("main");
        let mut outer = flags.function(&graph, OUTER);
        if self.is_beside { outer.switches_beside(0, SITE) } else { outer.switches(0, SITE) }
            .and_then(|outer| outer.returns(1, true)?.returns(2, false)?.returns(3, false))
            .expect("outer");
        let mut check = flags.function(&graph, CHECK);
        let keys = self.compared.iter().map(|compared| compared.1);
        for (exit, key) in (1..).step_by(2).zip(keys) {
            check.returns(exit, Key::from(key as i128)).expect("check");
        }
        check.returns(last, Key::from(self.otherwise as i128)).expect("check");
        (graph, flags)
    }

    fn check(&self, by: Caller<'_>, x: i64) -> usize {
        let f = by.enter(CHECK);
        let is_found = |row: &(usize, &(i64, usize))| f.decide(2 * row.0 as u32, eq(x, row.1.0));
        let found = self.compared.iter().enumerate().find(is_found);
        found.map_or(self.otherwise, |(_, compared)| compared.1)
    }

    fn outer(&self, by: Caller<'_>, x: i64) -> bool {
        let f = by.enter(OUTER);
        let key = self.check(f.at(SITE), x);
        f.switch(0, key as i64);
        self.arms[key] == 0
    }

    /// F of an arm: `check` goes on until it finds x.
    fn f(&self, x: i64, arm: usize) -> Option<f64> {
        let end = self.compared.len();
        let found = self.compared.iter().position(|compared| compared.0 == x);
        let cell = |at: usize| match found {
            // It left `at - found` decisions earlier, where the other side is at K = 1.
            Some(found) if found < at => (at - found) as f64 + norm(1.0),
            _ => norm((x - self.compared[at].0).abs() as f64 + 1.0),
        };
        let is_way = |key: usize| self.arms[key] == arm;
        let mut cells: Vec<f64> =
            (0..end).filter(|&at| is_way(self.compared[at].1)).map(cell).collect();
        if is_way(self.otherwise) {
            // The last comparison must fail.
            let last = found.map(|found| (end - 1 - found) as f64 + norm(1.0));
            cells.extend(last);
        }
        harmonic(&cells)
    }

    /// The distance of an arm of `outer`, by F1 and F11.
    fn distance(&self, x: i64, arm: usize) -> f64 {
        let found = self.compared.iter().find(|compared| compared.0 == x);
        let key = found.map_or(self.otherwise, |compared| compared.1);
        if self.arms[key] == arm {
            return 0.0;
        }
        let to = |other: usize| key.abs_diff(other) as f64 + 1.0;
        let listed = (0..self.arms.len()).filter(|&other| self.arms[other] == arm);
        // The default arm is at K.
        let observed = if arm == 2 { 1.0 } else { listed.map(to).fold(f64::INFINITY, f64::min) };
        match self.f(x, arm) {
            Some(f) if self.is_beside => observed + norm(f),
            Some(f) => f,
            None => observed,
        }
    }
}

fn is_close(found: Option<Distance>, expected: f64) -> bool {
    found.is_some_and(|found| (found.get() - expected).abs() <= 1e-12 * expected)
}

proptest! {
    #![proptest_config(config(384))]

    /// Of a `match` that is called, and of a flag that asks for one of its arms.
    #[test]
    fn od45_an_arm_has_the_distance_of_the_number_and_of_the_call(
        selection in selection(),
        arguments in vec(-1..10_i64, 1..4),
    ) {
        let (graph, flags) = selection.declared();
        let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
        for &x in &arguments {
            let f = trace.root().enter(MAIN);
            f.decide(0, flag(selection.outer(f.at(SITE), x)));
        }
        let mut gradient = FlagGradient::new();
        let refined = gradient.refine(&graph, &flags, &trace).expect("it tells of its calls");
        let least = |of: &dyn Fn(i64) -> f64| {
            arguments.iter().map(|&x| of(x)).fold(f64::INFINITY, f64::min)
        };
        for (arm, branch) in graph.branches_of(graph.entry(OUTER)).enumerate() {
            let expected = least(&|x| selection.distance(x, arm));
            let found = refined.branch_distance(graph.edge(branch));
            prop_assert!(is_close(found, expected), "arm {arm}: {found:?}, not {expected}");
        }
        let then = graph.branches_of(graph.entry(MAIN)).next().expect("it decides");
        let expected = least(&|x| norm(selection.distance(x, 0)));
        let found = refined.branch_distance(graph.edge(then));
        prop_assert!(is_close(found, expected), "main: {found:?}, not {expected}");
    }

    /// Whatever is declared, and whatever was observed.
    #[test]
    fn od45_the_distance_comes_first(
        world in any_world().prop_map(without_contradictions),
        choice in choice(),
    ) {
        let (graph, flags, run) = made(&world);
        let mut gradient = gradient(choice);
        let refined = gradient.refine(&graph, &flags, &run).expect("it tells of its calls");
        for (function, method) in graph.functions().zip(&world.methods) {
            let all = ways(&graph, function);
            for &(way, branch) in all.iter().filter(|row| method.is_beside(row.0)) {
                for a in (0..run.activation_count()).map(Activation::new) {
                    let Some(found) = refined.distance_in(a, branch) else { continue };
                    let observed = run.branch_distance_on(Plane::Within(a), graph.edge(branch));
                    let observed = observed.expect("it was evaluated").get();
                    let most = if observed == 0.0 { 0.0 } else { observed + 1.0 };
                    prop_assert!(
                        (observed..=most).contains(&found.get()),
                        "{way:?}: {found:?}, observed {observed:?}"
                    );
                }
            }
        }
    }
}
