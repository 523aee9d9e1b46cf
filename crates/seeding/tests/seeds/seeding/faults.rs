//! What version 0.1.0 got wrong, by id.

use super::random;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, Function};
use sbst_seeding::behaviour::Dissimilarity;
use sbst_seeding::pool::{Pool, Rates, Tests, constructed};
use sbst_seeding::usage::{Choice, MAX_ORDER, UsageError, UsageModel, Walker, models, sequences};
use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::BTreeSet;

const FIRST: Function = Function::new(0);

/// 20 ifs one after the other, each with a call on both sides: call 2 k or 2 k + 1.
fn twenty_ifs() -> (FlowGraph, impl Fn(sbst::id::Block) -> Option<(&'static str, u32)> + Copy) {
    let mut body = FlowBuilder::new();
    for at in 0..20 {
        let first = 3 * at;
        body = body
            .branch(first, first + 1, first + 2)
            .jump(first + 1, first + 3)
            .jump(first + 2, first + 3);
    }
    let graph = FlowGraph::of(&body.exit(60)).expect("legal");
    let call = |block: sbst::id::Block| {
        let (at, side) = (block.number() / 3, block.number() % 3);
        (side > 0).then(|| ("list", 2 * at + side - 1))
    };
    (graph, call)
}

fn calls_of(model: &UsageModel<u32>) -> usize {
    model
        .states()
        .flat_map(|state| {
            state.transitions().filter_map(|way| way.action.copied()).collect::<Vec<_>>()
        })
        .collect::<BTreeSet<_>>()
        .len()
}

#[test]
fn ap26_a_capped_list_of_paths_loses_no_call_and_no_transition() {
    let (graph, call) = twenty_ifs();
    for most in [80, 81, 100, 1_000, 20_000] {
        let listed = sequences(&graph, FIRST, most, 2, call).expect("n = 2");
        assert_eq!((listed.paths, listed.found.len()), (most, most));
        assert!(listed.lost_edges.is_empty() && listed.lost_transitions.is_empty());
        let mut model = UsageModel::new();
        model.extend(listed.found.into_iter().map(|(_, actions)| actions));
        assert_eq!((calls_of(&model), model.transition_count()), (40, 80), "at most {most}");
    }
    // A smaller cap takes all edges as long as it can, and says what it loses.
    let two = sequences(&graph, FIRST, 2, 2, call).expect("n = 2");
    assert_eq!((two.lost_edges.len(), two.lost_transitions.len()), (0, 38));
    let one = sequences(&graph, FIRST, 1, 2, call).expect("n = 2");
    assert_eq!((one.lost_edges.len(), one.lost_transitions.len()), (40, 59));
}

#[test]
fn ap26_the_model_of_the_control_flow_itself_has_all_without_a_cap() {
    let (graph, call) = twenty_ifs();
    let learned = models(&graph, FIRST, 2, call).expect("n = 2");
    let [("list", model)] = &learned[..] else { panic!("one object") };
    assert_eq!((calls_of(model), model.transition_count()), (40, 80));
    assert!(model.states().all(|state| state.transitions().all(|way| way.count == 1)));
    assert!(model.accepts(&Vec::from_iter((0..20).map(|at| 2 * at + at % 2))));
}

#[test]
fn ap27_a_constructor_in_the_middle_is_not_one_in_front() {
    let whole = |behaviour: &[&'static str]| {
        constructed(behaviour.to_vec(), |action| *action == "new", || "new")
    };
    assert_eq!(whole(&["add", "new", "size"]), ["new", "add", "new", "size"]);
    assert_eq!(whole(&["new", "add", "size"]), ["new", "add", "size"]);
    assert_eq!(whole(&["add", "add"]), ["new", "add", "add"]); // SEED Listing 2
    assert_eq!(whole(&[]), ["new"]);
}

#[test]
fn ap28_the_two_strategies_have_rates_of_their_own() {
    assert_eq!(
        Rates::MODEL_SEEDING,
        Rates { pick_initial: 1.0, pick_change: 0.3, clone_test: 0.0 }
    );
    assert_eq!(Rates::TEST_SEEDING, Rates { pick_initial: 0.3, pick_change: 0.3, clone_test: 0.2 });
    // Only tests that use the target class are cloned, and the call of the target method is added
    // to the clone.
    let mut tests = Tests::new();
    tests.add(vec!["kmean.name"], ["Point"]);
    tests.add(vec!["kmean.new"], ["KMeans", "List"]);
    tests.add(vec!["kmean.new", "kmean.cluster"], ["KMeans"]);
    let clone = |which| {
        let mut draws = [0.199, which].into_iter();
        let draw = || draws.next().expect("two draws");
        let has_call = |test: &Vec<&str>| test.contains(&"kmean.cluster");
        tests.clone_using(&"KMeans", Rates::TEST_SEEDING.clone_test, draw, has_call, |test| {
            test.push("kmean.cluster");
        })
    };
    assert_eq!([clone(0.0), clone(0.5)], [0; 2].map(|_| Some(vec!["kmean.new", "kmean.cluster"])));
    assert_eq!(tests.clone_using(&"Logger", 1.0, || 0.0, |_| true, |_| {}), None);
    assert_eq!(
        tests.clone_using(&"KMeans", Rates::MODEL_SEEDING.clone_test, || 0.0, |_| true, |_| {}),
        None
    );
}

#[test]
fn ap29_a_collection_parameter_takes_a_linked_list_from_the_pool() {
    // SEED Listings 2 to 4: cluster(Collection, int, int) gets the list.
    let mut pool = Pool::new();
    pool.add("EuclideanIntegerPoint", "ep = new EuclideanIntegerPoint(t)");
    pool.add("LinkedList", "lst = new LinkedList(); lst.add(ep); lst.add(ep)");
    let is_collection =
        |class: &&str| ["Collection", "List", "LinkedList", "HashSet"].contains(class);
    assert!(pool.of("Collection").is_empty());
    let list = pool.pick_assignable(is_collection, &[], Rates::MODEL_SEEDING.pick_initial, || 0.99);
    assert_eq!(list, Some(&"lst = new LinkedList(); lst.add(ep); lst.add(ep)"));
    // Classes of the stack trace come first.
    pool.add("HashSet", "set");
    assert_eq!(
        pool.pick_assignable(is_collection, &["Clusterer", "LinkedList"], 1.0, || 0.0),
        list_of(&pool)
    );
    assert_eq!(pool.pick_assignable(is_collection, &["Clusterer"], 1.0, || 0.0), Some(&"set"));
}

fn list_of<'p>(pool: &'p Pool<&str, &'p str>) -> Option<&'p &'p str> {
    pool.of("LinkedList").first()
}

/// Each of 20 actions starts, and follows each, itself too; only 0 ends.
fn each_after_each() -> UsageModel<u32> {
    // One sequence with every pair of actions exactly once, and one for every start.
    let pairs = (0..20).flat_map(|first| {
        (first..20)
            .flat_map(move |second| if first == second { vec![first] } else { vec![first, second] })
    });
    let mut model = UsageModel::from_iter([pairs.chain([0]).collect::<Vec<u32>>()]);
    model.extend((0..20).map(|action| [action, 0]));
    assert_eq!((model.states().count(), model.transition_count()), (21, 20 + 400 + 1));
    model
}

#[test]
fn ap30_on_request_every_walk_ends() {
    let model = each_after_each();
    let mut draw = random(5);
    let open = (0..1_000).filter(|_| model.walk(Choice::Uniform, 20, &mut draw).is_none()).count();
    assert!((930..=975).contains(&open), "{open} of 1 000 did not end");
    let walker = Walker::new(&model);
    for _ in 0..1_000 {
        let walk =
            walker.walk(|_, way| Choice::Uniform.weight(way), 20, &mut draw).expect("it ends");
        assert!(model.accepts(&walk) && walk.len() <= 21); // 0 is one action away from everywhere
    }
}

#[test]
fn ap30_on_request_every_walk_has_the_target_call() {
    // One of 150 sequences has it.
    let mut model = UsageModel::new();
    for action in 0..150_u32 {
        model.train([1_000, action, 2_000]);
    }
    model.train([1_000]); // and a walk may end before it
    let (target, mut draw) = (77, random(11));
    let has_it = |walk: Option<Vec<u32>>| walk.is_some_and(|walk| walk.contains(&target));
    let by_chance =
        (0..1_000).filter(|_| has_it(model.walk(Choice::Uniform, 20, &mut draw))).count();
    assert!(by_chance < 30, "{by_chance}");
    let walker = Walker::through(&model, &target).expect("it is called");
    for most in [0, 1, 20] {
        for choice in [Choice::Uniform, Choice::Frequent, Choice::Rare] {
            assert!((0..1_000).all(|_| has_it(walker.walk(
                |_, way| choice.weight(way),
                most,
                &mut draw
            ))));
        }
    }
    // Weights of the caller's: three times as likely as all others together.
    let weigh = |way: Option<&u32>| if way == Some(&target) { 3.0 * 149.0 } else { 1.0 };
    let walker = Walker::new(&model);
    let often = (0..1_000)
        .filter(|_| has_it(walker.walk(|_, way| weigh(way.action), 20, &mut draw)))
        .count();
    assert!((680..820).contains(&often), "{often}");
}

#[test]
fn od4_what_a_model_stores_grows_linearly_with_a_sequence() {
    // All histories of a sequence of 20 000 different actions were 2 * 10^8 actions.
    assert_eq!(
        UsageModel::<u32>::with_order(usize::MAX),
        Err(UsageError::OrderTooLarge { order: usize::MAX })
    );
    assert_eq!(
        UsageModel::<u32>::with_order(MAX_ORDER + 1),
        Err(UsageError::OrderTooLarge { order: MAX_ORDER + 1 })
    );
    let mut model = UsageModel::with_order(MAX_ORDER).expect("the greatest one");
    model.train(0..20_000_u32);
    let stored: usize = model.states().map(|state| state.history().len()).sum();
    assert!(stored <= 20_001 * 63, "{stored}");
    assert_eq!(
        (model.states().count(), model.transition_count(), model.independent_walks()),
        (20_001, 20_001, 1)
    );
    assert!(model.accepts(&Vec::from_iter(0..20_000)));
}

thread_local! {
    static ANSWERS: Cell<u32> = const { Cell::new(1) };
}

/// An order that answers anything.
#[derive(Clone, Copy, Debug)]
struct Contrary(#[expect(dead_code, reason = "no order depends on it")] u32);

impl PartialEq for Contrary {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Contrary {}
impl PartialOrd for Contrary {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Contrary {
    fn cmp(&self, _: &Self) -> Ordering {
        ANSWERS.set(ANSWERS.get().wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        [Ordering::Less, Ordering::Equal, Ordering::Greater][(ANSWERS.get() >> 16) as usize % 3]
    }
}

#[test]
fn od5_an_order_of_actions_that_contradicts_itself_makes_nothing_panic() {
    for seed in 0..40 {
        ANSWERS.set(seed);
        let all: Vec<Contrary> = (0..300).map(Contrary).collect();
        assert!(!Dissimilarity::JACCARD.between(&all, &all[7..]).is_nan());
        // Actions of a control flow: one block for each.
        let chain =
            (0..100).fold(FlowBuilder::new(), |body, block| body.jump(block, block + 1)).exit(100);
        let graph = FlowGraph::of(&chain).expect("legal");
        let calls = |block: Block| [((), all[block.index()])];
        assert!(models(&graph, FIRST, 2, calls).is_ok());
        assert!(sequences(&graph, FIRST, 10, 2, calls).is_ok());
        let model = UsageModel::from_iter([&all[..9], &all[4..30], &all[20..]].map(<[_]>::to_vec));
        assert!(model.height() <= 300);
        for walker in [Some(Walker::new(&model)), Walker::through(&model, &all[5])] {
            let walk = walker.map(|walker| walker.walk(|_, _| 1.0, 9, || 0.5));
            assert!(walk.flatten().is_none_or(|walk| walk.len() <= 400));
        }
    }
}
