//! SEED as printed: the crate against an oracle that was written from the paper.

use super::printed::{
    self, Begin, Ending, Loops, ObjectSource, Objective, Observed, PooledTest, Start, Statement,
};
use super::{config, random};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::Function;
use sbst_seeding::behaviour::{Dissimilarity, in_order, max_min};
use sbst_seeding::pool::{Pool, Rates, Tests, carved, constructed, seeded_classes};
use sbst_seeding::usage::{Choice, UsageModel, by_object, models, sequences};
use std::collections::{BTreeMap, BTreeSet};

fn learned() -> impl Strategy<Value = Vec<Vec<usize>>> {
    vec(vec(0..4_usize, 0..6), 0..6)
}

/// The transitions of a model, and the states in which it may end, as the oracle has them.
fn as_printed(model: &UsageModel<usize>) -> printed::Model {
    let mut same =
        printed::Model { n: model.order(), transitions: BTreeSet::new(), ends: BTreeSet::new() };
    for state in model.states() {
        let history = state.history().to_vec();
        for way in state.transitions() {
            match way.action {
                None => _ = same.ends.insert(history.clone()),
                Some(&action) => {
                    let after = model
                        .state(&[state.history(), &[action]].concat())
                        .expect("it leads to a state")
                        .history()
                        .to_vec();
                    same.transitions.insert((history.clone(), action, after));
                }
            }
        }
    }
    same
}

/// A method in which an object 0 and an object 1 are called.
fn method() -> impl Strategy<Value = Vec<Statement>> {
    let leaf = prop_oneof![
        6 => (0..2_usize, 0..5_usize).prop_map(|(object, action)| Statement::Call { object, action }),
        1 => Just(Statement::Return),
    ];
    let statement = leaf.prop_recursive(3, 12, 3, |inner| {
        let block = || vec(inner.clone(), 0..3);
        prop_oneof![
            (block(), block()).prop_map(|(on_true, on_false)| Statement::If { on_true, on_false }),
            block().prop_map(|body| Statement::Loop { body }),
        ]
    });
    vec(statement, 0..5)
}

/// A method as a control flow, with the calls of each block.
#[derive(Default)]
struct Compiled {
    body: FlowBuilder,
    calls: Vec<Vec<(usize, usize)>>,
    /// Whether each call ends its block, each loop head is two blocks, and each loop has one block
    /// that leads back.
    is_cut: bool,
}

impl Compiled {
    fn block(&mut self) -> usize {
        self.calls.push(Vec::new());
        self.calls.len() - 1
    }

    fn change(&mut self, with: impl FnOnce(FlowBuilder) -> FlowBuilder) {
        self.body = with(std::mem::take(&mut self.body));
    }

    fn jump(&mut self, from: Option<usize>, to: usize) {
        if let Some(from) = from {
            self.change(|body| body.jump(from as u32, to as u32));
        }
    }

    /// From this block on; the block after it, unless all return.
    fn statements(&mut self, statements: &[Statement], from: usize) -> Option<usize> {
        let mut at = from;
        for statement in statements {
            match statement {
                Statement::Call { object, action } => {
                    self.calls[at].push((*object, *action));
                    if self.is_cut {
                        let next = self.block();
                        self.jump(Some(at), next);
                        at = next;
                    }
                }
                Statement::Return => {
                    self.change(|body| body.exit(at as u32));
                    return None;
                }
                Statement::If { on_true, on_false } => {
                    let [then, or_else] = [self.block(), self.block()];
                    self.change(|body| body.branch(at as u32, then as u32, or_else as u32));
                    let ends = [self.statements(on_true, then), self.statements(on_false, or_else)];
                    if ends == [None, None] {
                        return None;
                    }
                    at = self.block();
                    for end in ends {
                        self.jump(end, at);
                    }
                }
                Statement::Loop { body } => {
                    let [head, first, after] = [self.block(), self.block(), self.block()];
                    self.jump(Some(at), head);
                    let test = if self.is_cut { self.block() } else { head };
                    if self.is_cut {
                        self.jump(Some(head), test);
                    }
                    self.change(|body| body.branch(test as u32, first as u32, after as u32));
                    let mut last = self.statements(body, first);
                    if self.is_cut && last.is_some() {
                        let back = self.block();
                        self.jump(last.replace(back), back);
                    }
                    self.jump(last, head);
                    at = after;
                }
            }
        }
        Some(at)
    }

    fn of(method: &[Statement], is_cut: bool) -> (FlowGraph, Vec<Vec<(usize, usize)>>) {
        let mut compiled = Self { is_cut, ..Self::default() };
        let entry = compiled.block();
        if let Some(last) = compiled.statements(method, entry) {
            compiled.change(|body| body.exit(last as u32));
        }
        (FlowGraph::of(&compiled.body).expect("legal"), compiled.calls)
    }
}

fn counted(sequences: impl IntoIterator<Item = Vec<usize>>) -> BTreeMap<Vec<usize>, usize> {
    let mut counts = BTreeMap::new();
    for sequence in sequences.into_iter().filter(|sequence| !sequence.is_empty()) {
        *counts.entry(sequence).or_insert(0) += 1;
    }
    counts
}

proptest! {
    #![proptest_config(config(384))]

    #[test]
    fn models_are_inferred_as_printed(
        sequences in learned(),
        n in 1..5_usize,
        tried in vec(vec(0..4_usize, 0..6), 0..8),
    ) {
        let expected = printed::infer(&sequences, n);
        let mut model = UsageModel::with_order(n).expect("an order");
        model.extend(sequences.iter().cloned());
        prop_assert_eq!(&as_printed(&model), &expected);
        if !sequences.is_empty() {
            prop_assert_eq!(model.states().count(), expected.states().len());
            prop_assert_eq!(
                model.transition_count(),
                expected.transitions.len() + expected.ends.len()
            );
            prop_assert_eq!(model.height(), printed::bfs_height(&expected));
        }
        for behaviour in sequences.iter().chain(&tried) {
            prop_assert_eq!(
                model.accepts(behaviour),
                printed::accepts(&expected, behaviour, Ending::Observed)
            );
        }
        prop_assert_eq!(UsageModel::<usize>::new().order(), printed::N);
    }

    #[test]
    fn walks_are_behaviours(sequences in learned(), seed in any::<u64>()) {
        let model: UsageModel<usize> = sequences.iter().cloned().collect();
        let behaviours = printed::behaviours(&printed::infer(&sequences, 2), 5, Ending::Observed);
        let mut draw = random(seed);
        for _ in 0..20 {
            if let Some(walk) = model.walk(Choice::Uniform, 5, &mut draw) {
                prop_assert!(
                    behaviours.contains(&walk) || walk.is_empty() && sequences.contains(&walk)
                );
            }
        }
    }

    #[test]
    fn static_analysis_is_as_printed(
        method in method(),
        most in 1..40_usize,
        is_cut in any::<bool>(),
    ) {
        let (graph, calls) = Compiled::of(&method, is_cut);
        let expected =
            [0, 1].map(|object| printed::static_sequences(&method, object, Loops::ZeroOrOnce));
        prop_assume!(expected[0].len() < 400);
        let on = |block| calls[graph.local(block) as usize].clone();
        let all = sequences(&graph, Function::new(0), usize::MAX, 2, on).expect("n = 2");
        prop_assert_eq!(all.paths, expected[0].len());
        prop_assert!(all.lost_edges.is_empty() && all.lost_transitions.is_empty());
        for object in [0, 1] {
            let found = all
                .found
                .iter()
                .filter(|(of, _)| *of == object)
                .map(|(_, actions)| actions.clone());
            prop_assert_eq!(counted(found), counted(expected[object].clone()));
        }
        // With a cap, the transitions are those of all paths, less those that it says are lost.
        let some = sequences(&graph, Function::new(0), most, 2, on).expect("n = 2");
        let learned = models(&graph, Function::new(0), 2, on).expect("n = 2");
        for object in [0, 1] {
            let paths: Vec<Vec<usize>> =
                expected[object].iter().filter(|sequence| !sequence.is_empty()).cloned().collect();
            let whole = printed::infer(&paths, 2);
            let found: Vec<Vec<usize>> = some
                .found
                .iter()
                .filter(|(of, _)| *of == object)
                .map(|(_, actions)| actions.clone())
                .collect();
            let mut had = printed::infer(&found, 2);
            for lost in some.lost_transitions.iter().filter(|lost| lost.object == object) {
                match lost.action {
                    None => prop_assert!(had.ends.insert(lost.history.clone())),
                    Some(action) => {
                        let after = printed::after(&lost.history, action, 2);
                        prop_assert!(had.transitions.insert((lost.history.clone(), action, after)));
                    }
                }
            }
            prop_assert_eq!(&had, &whole);
            // The flow itself has them all, and those of loops that go round again.
            let flow =
                learned.iter().find(|(of, _)| *of == object).map(|(_, model)| as_printed(model));
            prop_assert_eq!(flow.is_some(), !paths.is_empty());
            if let Some(flow) = flow {
                prop_assert!(
                    whole.transitions.is_subset(&flow.transitions)
                        && whole.ends.is_subset(&flow.ends)
                );
            }
        }
    }

    #[test]
    fn logs_are_read_and_objects_carved_as_printed(log in vec((0..3_usize, 0..4_usize), 0..12)) {
        let observed: Vec<Observed> =
            log.iter().map(|&(object, action)| Observed { object, action }).collect();
        let found: BTreeMap<usize, Vec<usize>> = by_object(log).into_iter().collect();
        prop_assert_eq!(&found, &printed::dynamic_sequences(&observed));
        for (object, calls) in found {
            prop_assert_eq!(
                carved(&calls, |&action| action == 0).map(<[usize]>::to_vec),
                printed::carve(&observed, object, &[0])
            );
        }
    }

    #[test]
    fn dissimilarity_and_its_greedy_choice_are_as_printed(
        candidates in vec(vec(0..6_usize, 0..5), 0..7),
        count in 0..8_usize,
    ) {
        let jaccard = |a: &Vec<usize>, b: &Vec<usize>| Dissimilarity::JACCARD.between(a, b);
        for a in &candidates {
            for b in &candidates {
                prop_assert!((jaccard(a, b) - printed::dissimilarity(a, b, 0.0)).abs() < 1e-15);
            }
        }
        let far = printed::greedily_dissimilar(
            &candidates,
            count,
            Start::FarthestPair,
            Objective::Minimum,
            0.0,
        );
        if count != 1 {
            prop_assert_eq!(max_min(&candidates, count, jaccard), far);
        }
        // Rounding may decide between equal sums: so each next one has as great a sum as the
        // oracle's.
        let order = in_order(&candidates, jaccard);
        let start =
            printed::greedily_dissimilar(&candidates, 2, Start::FarthestPair, Objective::Sum, 0.0);
        prop_assert_eq!(&order[..order.len().min(2)], &start[..]);
        for chosen in 2..order.len() {
            let sum = |place: usize| {
                order[..chosen]
                    .iter()
                    .map(|&other| jaccard(&candidates[place], &candidates[other]))
                    .sum::<f64>()
            };
            let best = order[chosen..].iter().map(|&place| sum(place)).fold(0.0, f64::max);
            prop_assert!(sum(order[chosen]) > best - 1e-6);
        }
    }

    #[test]
    fn behaviours_become_objects_as_printed(
        behaviours in vec(vec(0..4_usize, 0..5), 0..5),
        each in 0..3_usize,
    ) {
        let constructors = [0, 3];
        // A constructor is drawn in each concretisation: both draw them in turn.
        let in_turn = || {
            let mut drawn = 0;
            move |number: usize| {
                drawn += 1;
                drawn % number
            }
        };
        let concrete = printed::concretise_all(&behaviours, &constructors, each, &mut in_turn());
        let (mut pool, mut draw) = (Pool::new(), in_turn());
        let mut whole = |actions: &[usize]| {
            constructed(
                actions.to_vec(),
                |action| constructors.contains(action),
                || constructors[draw(constructors.len())],
            )
        };
        pool.fill((), behaviours, each, |actions| Some(whole(actions)));
        prop_assert_eq!(pool.of(&()), &concrete[..]);
    }

    #[test]
    fn classes_are_selected_as_printed(
        internal in vec(any::<bool>(), 6),
        trace in vec(0..6_usize, 0..4),
    ) {
        let seeded = seeded_classes(0..6, |&class| internal[class], &trace);
        for (class, &is_internal) in internal.iter().enumerate() {
            prop_assert_eq!(
                seeded.contains(&class),
                printed::is_selected_class(is_internal, trace.contains(&class))
            );
        }
    }

    #[test]
    fn objects_and_clones_are_taken_as_printed(
        tests in vec((any::<bool>(), any::<bool>()), 0..5),
        objects in 0..3_usize,
        draw in 0.0..1.0_f64,
        which in 0.0..1.0_f64,
    ) {
        for (ours, theirs) in [
            (Rates::MODEL_SEEDING, printed::Rates::model_seeding(printed::PICK_INIT[3])),
            (
                Rates::TEST_SEEDING,
                printed::Rates::test_seeding(printed::CLONE[0], printed::P_OBJECT_POOL),
            ),
        ] {
            prop_assert_eq!(
                (ours.pick_initial, ours.pick_change, ours.clone_test),
                (theirs.pick_init, theirs.pick_mut, theirs.clone)
            );
            let mut pool = Pool::new();
            for object in 0..objects {
                pool.add("LinkedList", object);
            }
            for (step, chance) in [
                (printed::Step::GuidedInitialisation, ours.pick_initial),
                (printed::Step::GuidedMutation, ours.pick_change),
            ] {
                let is_pooled =
                    printed::object_source(step, &theirs, objects, draw) == ObjectSource::Pool;
                prop_assert_eq!(pool.pick("LinkedList", chance, || draw).is_some(), is_pooled);
                prop_assert_eq!(
                    pool.pick_assignable(|_| true, &[], chance, || draw).is_some(),
                    is_pooled
                );
            }
            let mut pooled = Tests::new();
            for (at, &(uses, calls)) in tests.iter().enumerate() {
                pooled.add((at, calls), uses.then_some("Target"));
            }
            let as_pooled = |&(contains_target_class, calls_target_method): &(bool, bool)| {
                PooledTest { contains_target_class, calls_target_method }
            };
            let printed_tests: Vec<PooledTest> = tests.iter().map(as_pooled).collect();
            let expected = printed::begins_as(&theirs, &printed_tests, draw, &mut |number| {
                (which * number as f64) as usize
            });
            let mut draws = [draw, which].into_iter();
            let mut added = false;
            let draw = || draws.next().expect("two draws");
            let clone = pooled.clone_using(
                &"Target",
                ours.clone_test,
                draw,
                |test| test.1,
                |_| added = true,
            );
            let begin = clone.map_or(Begin::Generated, |(test, _)| Begin::Cloned {
                test,
                target_call_added: added,
            });
            prop_assert_eq!(begin, expected);
        }
    }
}

/// Calls on lists that have the steps that SEED 3.1 and Figure 1 name: `size` after `add`, with
/// `iterator` before.
fn lists() -> UsageModel<&'static str> {
    UsageModel::from_iter([
        vec!["new", "add", "add"],
        vec!["iterator", "add", "size"],
        vec!["add", "add"],
    ])
}

#[test]
fn a_valid_call_that_was_never_observed_is_refused_as_printed() {
    let model = lists();
    assert!(!model.accepts(&["new", "addAll"])); // SEED 2.3.2
    assert!(model.accepts(&["new", "add", "add"])); // 2.2.2
    // 3.1: `size` depends on `add` only, not on what was called before it.
    assert!(model.accepts(&["iterator", "add", "size"]) && model.accepts(&["new", "add", "size"]));
    assert_eq!(
        model.probability(&["iterator", "add"], Some(&"size")),
        model.probability(&["new", "add"], Some(&"size"))
    );
}

#[test]
fn the_numbers_of_table_2_are_counted_with_the_ends() {
    // The start, new, iterator, add, size; three ways to begin, four ways between, and two ends,
    // which the paper need not have counted.
    let model = lists();
    let ends =
        model.states().filter(|state| state.transitions().any(|way| way.action.is_none())).count();
    assert_eq!(
        (model.states().count(), model.transition_count(), ends, model.height()),
        (5, 9, 2, 2)
    );
}
