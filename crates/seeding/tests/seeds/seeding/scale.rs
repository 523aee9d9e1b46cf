//! Large models, long walks, long functions and many behaviours, on a small stack.

use super::random;
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::Function;
use sbst_oracle::effort::{size, thorough_size};
use sbst_seeding::behaviour::{Dissimilarity, in_order, max_min, select};
use sbst_seeding::pool::{Pool, Rates, Tests};
use sbst_seeding::usage::{
    Choice, Sequences, State, Transition, UsageError, UsageModel, Walker, models, sequences,
};

/// Runs a test in a thread with 256 KiB of stack.
fn small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(test).expect("a thread");
    thread.join().expect("neither a panic nor an overflow");
}

#[test]
fn a_hundred_thousand_sequences() {
    small_stack(|| {
        let mut model = UsageModel::new();
        for number in 0..100_000_u32 {
            model.train([0, 1 + number % 100, 0]);
        }
        assert_eq!(model.sequences(), 100_000);
        assert_eq!(model.states().count(), 102);
        assert_eq!(model.probability(&[0], Some(&7)), 1_000.0 / 200_000.0);
        assert_eq!(model.probability(&[0], None), 0.5);
        // start, 100 there and back, the end; less 102 states.
        assert_eq!(model.independent_walks(), 202 - 102 + 1);
        let mut twice = model.clone();
        twice.merge(&model).expect("the same order");
        assert_eq!((twice.sequences(), twice.states().count()), (200_000, 102));
    });
}

#[test]
fn a_long_sequence() {
    small_stack(|| {
        let length = u64::from(thorough_size(1_000_000));
        for order in [2, 3] {
            let mut model = UsageModel::with_order(order).expect("an order");
            model.train((0..length).map(|at| at % 7));
            let long: Vec<u64> = (0..length).map(|at| at % 7).collect();
            assert!(model.accepts(&long));
            assert!(!model.accepts(&long[..long.len() - 1]));
            // Of the ways on from its last action, the end is the first.
            let ends = model.state(&long).expect("seen").transitions().next().expect("the end");
            assert_eq!((ends.action, ends.count), (None, 1));
            let mut steps = 0;
            let walk = model.walk(Choice::Uniform, long.len(), || {
                steps += 1;
                if steps <= length { 0.99 } else { 0.0 }
            });
            assert!(walk.as_deref() == Some(&long[..]));
        }
    });
}

#[test]
fn a_model_with_many_states() {
    small_stack(|| {
        let states = thorough_size(100_000);
        let mut model = UsageModel::new();
        model.train(0..states);
        assert_eq!(model.states().count(), states as usize + 1);
        assert_eq!(model.independent_walks(), 1);
        assert!(
            model
                .walk(Choice::Rare, states as usize, || 0.5)
                .is_some_and(|walk| walk.into_iter().eq(0..states))
        );
        assert_eq!(model.walk(Choice::Rare, states as usize - 1, || 0.5), None);
        let mut backwards = UsageModel::new();
        backwards.train((0..states).rev());
        model.merge(&backwards).expect("the same order");
        // One more way from the start and from each; the ends of the row had the end already, or
        // have it now.
        assert_eq!(
            model.independent_walks(),
            2 * (states as usize + 1) - (states as usize + 1) + 1
        );
        assert_eq!(model.to_dot(u32::to_string).matches("->").count(), 2 * (states as usize + 1));
    });
}

#[test]
fn a_state_with_a_hundred_thousand_ways_on() {
    small_stack(|| {
        let mut model = UsageModel::new();
        model.extend((0..100_000_u32).map(|action| [action]));
        assert_eq!(model.independent_walks(), 100_000);
        for choice in [Choice::Uniform, Choice::Frequent, Choice::Rare] {
            let mut draws = [0.500_005, 0.0].into_iter();
            assert_eq!(
                model.walk(choice, 1, || draws.next().expect("two")),
                Some(vec![50_000]),
                "{choice:?}"
            );
        }
    });
}

#[test]
fn two_thousand_behaviours() {
    small_stack(|| {
        let mut draw = random(1);
        let points: Vec<f64> = (0..2020).map(|_| (draw() * 1024.0).floor() / 1024.0).collect();
        let mut walks = points.iter().copied();
        let mut asked = 0_u64;
        let kept = select(
            2000,
            20,
            || walks.next(),
            |a: &f64, b| {
                asked += 1;
                (a - b).abs()
            },
        );
        assert_eq!((kept.len(), walks.next()), (2000, None));
        // All pairs once, and a row or two for each round.
        assert!(asked <= 2 * (2000 * 2000 / 2 + 20 * 2000), "{asked}");
        let total = |of: &[f64]| -> f64 {
            of.iter().flat_map(|a| of.iter().map(move |b| (a - b).abs())).sum()
        };
        assert!(total(&kept) >= total(&points[..2000]));
        let order = in_order(&kept[..1000], |a, b| (a - b).abs());
        let far = max_min(&kept[..1000], 1000, |a, b| (a - b).abs());
        for mut places in [order, far] {
            places.sort_unstable();
            assert!(places.into_iter().eq(0..1000));
        }
    });
}

#[test]
fn long_functions() {
    small_stack(|| {
        const BLOCKS: u32 = size(100_000);
        // A row of tests, each of which may leave to the last block.
        let body = (0..BLOCKS - 1)
            .fold(FlowBuilder::new(), |body, block| body.branch(block, block + 1, BLOCKS))
            .jump(BLOCKS - 1, BLOCKS);
        let graph = FlowGraph::of(&body.exit(BLOCKS)).expect("legal");
        let calls = |block| [((), graph.local(block))];
        let listed = sequences(&graph, Function::new(0), 3, 2, calls).expect("an order");
        let lengths: Vec<usize> = listed.found.iter().map(|(_, actions)| actions.len()).collect();
        assert_eq!(lengths, [BLOCKS as usize + 1, 2, 3]);
        assert!(listed.found[0].1.iter().copied().eq(0..=BLOCKS));
        // Of the ways to the last block, the one from the last but one and those from the first two
        // are taken.
        assert_eq!(
            (listed.lost_edges.len(), listed.lost_transitions.len()),
            (BLOCKS as usize - 3, BLOCKS as usize - 3)
        );
        let learned = models(&graph, Function::new(0), 2, calls).expect("an order");
        // The start, a branch and a jump for all but the last two blocks, and the end.
        assert_eq!(learned[0].1.transition_count(), 1 + 2 * (BLOCKS as usize - 1) + 1 + 1);
    });
}

#[test]
fn loops_from_which_no_path_comes_back() {
    small_stack(|| {
        // loop { 0: if .. { 1: if .. { leave }; 40 ifs one after the other } }: a path that goes on
        // in 1 is stuck in 0, in 2^40 ways.
        const IFS: u32 = 40;
        let last = 2 + 3 * IFS;
        let mut body = FlowBuilder::new().branch(0, 1, 0).branch(1, last + 1, 2);
        for first in (0..IFS).map(|at| 2 + 3 * at) {
            body = body
                .branch(first, first + 1, first + 2)
                .jump(first + 1, first + 3)
                .jump(first + 2, first + 3);
        }
        let graph = FlowGraph::of(&body.jump(last, 0).exit(last + 1)).expect("legal");
        let listed =
            sequences(&graph, Function::new(0), 1_000, 2, |block| [((), graph.local(block))])
                .expect("n = 2");
        // Two paths, and one more for each edge that they do not take.
        assert!((4..=4 + 4 * IFS as usize).contains(&listed.paths), "{}", listed.paths);
        assert_eq!((listed.lost_edges.len(), listed.lost_transitions.len()), (0, 0));
        // while .. { match .. { 60 arms } }: of the pairs of arms that follow one another, no path
        // has any.
        const ARMS: u32 = 60;
        let mut body = FlowBuilder::new().branch(0, 1, ARMS + 2).default(1, 0);
        for arm in 0..ARMS {
            body = body.case(1, i128::from(arm), arm + 2).jump(arm + 2, 0);
        }
        // The arm with the last number is the way out of the loop.
        let graph = FlowGraph::of(&body.exit(ARMS + 2)).expect("legal");
        let calls = |block| {
            Some(((), graph.local(block))).filter(|&((), local)| (2..ARMS + 2).contains(&local))
        };
        let listed = sequences(&graph, Function::new(0), usize::MAX, 2, calls).expect("n = 2");
        assert_eq!((listed.paths, listed.found.len()), (ARMS as usize + 2, ARMS as usize));
        assert_eq!(
            models(&graph, Function::new(0), 2, calls).expect("n = 2")[0].1.transition_count(),
            (ARMS * (ARMS + 2)) as usize
        );
    });
}

#[test]
fn a_loop_around_many_ifs() {
    small_stack(|| {
        // while .. { so many ifs one after the other, each with a call }: each call may follow each
        // before it, in 44 850 or 4 950 pairs.
        let ifs = thorough_size(300).max(100);
        let last = 1 + 2 * ifs;
        let mut body = FlowBuilder::new().branch(0, 1, last + 1);
        for first in (0..ifs).map(|at| 1 + 2 * at) {
            body = body.branch(first, first + 1, first + 2).jump(first + 1, first + 2);
        }
        let graph = FlowGraph::of(&body.jump(last, 0).exit(last + 1)).expect("legal");
        let call = |block| {
            Some(((), graph.local(block)))
                .filter(|&((), local)| local % 2 == 0 && (1..last).contains(&local))
        };
        let listed = sequences(&graph, Function::new(0), 100, 2, call).expect("n = 2");
        assert_eq!((listed.paths, listed.lost_edges.len()), (100, 0));
        // Nothing is lost that is not named: begins, pairs, and ends.
        let model: UsageModel<u32> = listed.found.into_iter().map(|(_, actions)| actions).collect();
        let had = model.transition_count()
            - model
                .states()
                .filter(|state| {
                    state.history().is_empty()
                        && state.transitions().any(|way| way.action.is_none())
                })
                .count();
        assert!(had + listed.lost_transitions.len() >= (ifs * (ifs - 1) / 2 + 2 * ifs) as usize);
    });
}

#[test]
fn many_objects_in_a_row_of_ifs() {
    small_stack(|| {
        // Each of so many ifs calls on an object of its own, in one arm of a switch with as many
        // arms.
        const OBJECTS: u32 = size(1_000);
        let mut body = FlowBuilder::new();
        for arm in 0..OBJECTS {
            body = body.case(0, i128::from(arm), arm + 1).jump(arm + 1, OBJECTS + 1);
        }
        let graph = FlowGraph::of(&body.default(0, OBJECTS + 1).exit(OBJECTS + 1)).expect("legal");
        let call = |block| {
            Some((graph.local(block), ())).filter(|(local, ())| (1..=OBJECTS).contains(local))
        };
        let listed = sequences(&graph, Function::new(0), usize::MAX, 2, call).expect("n = 2");
        assert_eq!((listed.paths, listed.found.len()), (OBJECTS as usize + 1, OBJECTS as usize));
        assert!(listed.lost_edges.is_empty() && listed.lost_transitions.is_empty());
    });
}

#[test]
fn long_loops_and_large_models() {
    small_stack(|| {
        // A loop of so many blocks, each of which is called once and may leave; all is one
        // component.
        const BLOCKS: u32 = size(2_000);
        let body = (0..BLOCKS - 1)
            .fold(FlowBuilder::new(), |body, block| body.branch(block, block + 1, BLOCKS));
        let graph = FlowGraph::of(&body.jump(BLOCKS - 1, 0).exit(BLOCKS)).expect("legal");
        let listed = sequences(&graph, Function::new(0), 4, 2, |block| {
            graph.local(block).is_multiple_of(2).then_some(((), 0))
        });
        assert_eq!(listed.expect("an order").paths, 4);
        // Each action after each other one, and one way out: every walk comes to the end by the
        // nearest way.
        let actions = thorough_size(100_000);
        let mut model = UsageModel::new();
        model.train((0..actions).flat_map(|number| [0, number]));
        let walker = Walker::through(&model, &(actions - 1)).expect("it is there");
        let walk = walker.walk(|_, way| way.count as f64, 50, random(7)).expect("trained");
        assert!(walk.contains(&(actions - 1)) && model.accepts(&walk));
        assert_eq!(model.height(), 2);
        let count = model.transition_count();
        assert_eq!(
            model.coverage([&walk]),
            (count - model.missing([walk]).len()) as f64 / count as f64
        );
    });
}

#[test]
fn a_pool_of_a_hundred_thousand_objects() {
    small_stack(|| {
        let mut pool = Pool::new();
        let behaviours: Vec<[u32; 1]> = (0..100_000).map(|number| [number]).collect();
        assert_eq!(pool.fill((), &behaviours, 1, |actions| Some(actions[0])), 100_000);
        assert_eq!(pool.pick(&(), 1.0, || 0.5), Some(&50_000));
        assert_eq!(pool.take(&(), 1.0, || 0.999_999), Some(99_999));
    });
}

#[test]
fn all_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    fn an_error<E: core::error::Error + Send + Sync + Copy + PartialEq + 'static>() {}
    shared::<UsageModel<String>>();
    shared::<State<'static, u8>>();
    shared::<Transition<'static, u8>>();
    shared::<Choice>();
    shared::<Dissimilarity>();
    shared::<Pool<String, Vec<u8>>>();
    shared::<Rates>();
    shared::<Tests<String, Vec<u8>>>();
    shared::<Walker<'static, u8>>();
    shared::<Sequences<u8, u8>>();
    an_error::<UsageError>();
}
