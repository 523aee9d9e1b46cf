//! Approach level and branch distance of every goal are what F7 says: one sweep, one goal alone,
//! merged, refined, grown, in any order.

mod across_calls;
mod defects;
mod faults;
mod goals;
mod golden;
mod refined;
mod tables;
mod vectors;

use crate::effort::config;
use crate::oracle::generate::{any_shape, crowded, named, shape};
use crate::oracle::reached::{BOTH, DECIDED, FUNCTIONS, MERGED, THROWN, assert_reached, flow};
use crate::oracle::run::{Plan, Run, Seen, Silent, plan};
use crate::oracle::values::Values;
use crate::oracle::{Shape, permutation, program};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::Distance;
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{FlowGraph, Outcome};
use sbst::id::Function;

const FIRST: Function = Function::new(0);

/// Several functions, and for each what some plan does in it.
fn programs(functions: usize, blocks: usize) -> impl Strategy<Value = (Vec<Shape>, Vec<Plan>)> {
    (vec(any_shape(blocks), 1..=functions), vec(plan(), functions))
}

fn run(shapes: &[Shape], plans: &[Plan]) -> Run {
    Run::new(shapes, shapes.iter().zip(plans).map(|(shape, plan)| plan.on(shape)))
}

fn swept(graph: &FlowGraph, run: &Run) -> FitnessTable {
    let mut table = FitnessTable::new(graph);
    table.sweep(graph, run);
    table
}

/// The table and the goals taken one by one, for every function of a program.
fn assert_as_defined(shapes: &[Shape], run: &Run) {
    let graph = program(shapes);
    let table = swept(&graph, run);
    for ((function, shape), (_, seen)) in graph.functions().zip(shapes).zip(&run.functions) {
        let values = Values::of(shape, seen);
        values.assert_table(&graph, function, seen, &table);
        values.assert_single(&graph, function, run);
    }
}

proptest! {
    #![proptest_config(config(1024))]

    #[test]
    fn every_goal_of_one_function_is_as_defined(shape in shape(12), plan in plan()) {
        let run = run(std::slice::from_ref(&shape), &[plan]);
        assert_as_defined(&[shape], &run);
    }
}

proptest! {
    #![proptest_config(config(256))]

    /// Some of them entered, some with blocks out of reach.
    #[test]
    fn every_goal_of_a_program_is_as_defined((shapes, plans) in programs(4, 8)) {
        let run = run(&shapes, &plans);
        assert_as_defined(&shapes, &run);
    }

    #[test]
    fn order_of_blocks_does_not_matter(
        shape in shape(10),
        plan in plan(),
        keys in vec(any::<u8>(), 1..12),
    ) {
        let to = permutation(shape.len(), &keys);
        let moved = shape.renumbered(&to);
        let ends = |shape: &Shape| crate::oracle::picture::with_exit(shape).1;
        let mut ends_moved: Vec<usize> = ends(&shape).iter().map(|&block| to[block]).collect();
        ends_moved.sort_unstable();
        prop_assume!(ends_moved == ends(&moved)); // ties between blocks at the same distance go by number

        let seen = plan.on(&shape);
        let graph = moved.graph();
        let run = Run::new(&[moved], [seen.renumbered(&to)]);
        Values::of(&shape, &seen).renumbered(&to).assert_table(
            &graph,
            FIRST,
            &run.functions[0].1,
            &swept(&graph, &run),
        );
    }

    #[test]
    fn order_of_declarations_does_not_matter(
        shape in shape(10),
        plan in plan(),
        keys in vec(any::<u8>(), 1..20),
    ) {
        let graph = FlowGraph::of(&shape.shuffled_body(&keys)).expect("legal");
        let run = run(std::slice::from_ref(&shape), &[plan]);
        Values::of(&shape, &run.functions[0].1).assert_table(
            &graph,
            FIRST,
            &run.functions[0].1,
            &swept(&graph, &run),
        );
    }

    /// An executor that does not say which functions were entered: those of which anything is
    /// known.
    #[test]
    fn functions_that_are_not_named_are_found_by_what_is_known((shapes, plans) in programs(3, 6)) {
        let run = run(&shapes, &plans);
        let graph = program(&shapes);
        let mut table = FitnessTable::new(&graph);
        table.sweep(&graph, &Silent(&run));
        for ((function, shape), (_, seen)) in graph.functions().zip(&shapes).zip(&run.functions) {
            let branches = crate::oracle::values::ways(&graph, function);
            let evaluated = branches.iter().any(|(way, _)| seen.distance.contains_key(way));
            let known = Seen { entered: evaluated || !seen.progress.is_empty(), ..seen.clone() };
            let values = Values::of(shape, &known);
            values.assert_table(&graph, function, &known, &table);
            values.assert_single(&graph, function, &Silent(&run));
        }
    }

    /// A goal has value (0, 0) iff it is covered: the block was entered, the branch was seen at
    /// distance 0.
    #[test]
    fn zero_iff_covered((shapes, plans) in programs(2, 10)) {
        let run = run(&shapes, &plans);
        let graph = program(&shapes);
        let table = swept(&graph, &run);
        for (function, (_, seen)) in graph.functions().zip(&run.functions) {
            for (local, block) in graph.blocks_of(function).enumerate() {
                let entered = seen.entered && seen.progress.contains_key(&local);
                prop_assert_eq!(table.block(block) == Fitness::COVERED, entered);
                prop_assert_eq!(table.block(block).is_covered(), entered);
                prop_assert_eq!(table.block(block).scalar() == 0.0, entered);
            }
            for (way, branch) in crate::oracle::values::ways(&graph, function) {
                let taken = seen.entered && seen.distance.get(&way) == Some(&0.0);
                prop_assert_eq!(table.branch(branch).is_covered(), taken);
            }
        }
    }

    /// Less is nearer, and the scalar never turns that round.
    #[test]
    fn scalars_are_in_the_order_of_the_pairs(
        levels in (0..4_u32, 0..4_u32),
        a in distances(),
        b in distances(),
    ) {
        let (x, y) = (Fitness::new(levels.0, a), Fitness::new(levels.1, b));
        let by_parts = levels.0.cmp(&levels.1).then(a.get().total_cmp(&b.get()));
        prop_assert_eq!(x.cmp(&y), by_parts);
        prop_assert_eq!(x.partial_cmp(&y), Some(by_parts));
        prop_assert_eq!(
            (x < y, x <= y, x > y, x >= y),
            (by_parts.is_lt(), by_parts.is_le(), by_parts.is_gt(), by_parts.is_ge())
        );
        prop_assert_eq!(x.min(y).scalar(), x.scalar().min(y.scalar()));
        prop_assert_eq!(x.scalar() == 0.0, x == Fitness::COVERED);
        let ceiling = f64::from(levels.0) + 1.0;
        prop_assert_eq!(x.scalar() < ceiling, a < Distance::INFINITE);
        prop_assert!(x.scalar() >= f64::from(levels.0) && x.scalar() <= ceiling);
        prop_assert_eq!(x.one_level_up(), Fitness::new(levels.0 + 1, a));
    }
}

fn distances() -> impl Strategy<Value = Distance> {
    prop_oneof![
        proptest::sample::select(vec![
            0.0,
            5e-324,
            f64::MIN_POSITIVE,
            1.0,
            1e8,
            1e16,
            f64::MAX,
            f64::INFINITY
        ]),
        0.0..1e3,
        (0..u64::MAX >> 1)
            .prop_map(|bits| f64::from_bits(bits).abs())
            .prop_filter("a number", |x| !x.is_nan()),
    ]
    .prop_map(|value| Distance::new(value).expect("not negative"))
}

proptest! {
    #![proptest_config(config(24))]

    /// The way that is taken where dependences are quadratically many.
    #[test]
    fn deeply_nested_loops_are_as_defined(shape in crowded(), plans in vec(plan(), 3)) {
        let graph = shape.graph();
        let picture = crate::oracle::picture::Picture::by_definition(&shape);
        let mut table = FitnessTable::new(&graph);
        for plan in plans {
            let seen = plan.on(&shape);
            let values = Values::by_equations(&picture, &seen);
            assert_eq!(values, Values::by_shortest_paths(&picture, &seen));
            let run = Run::new(std::slice::from_ref(&shape), [seen.clone()]);
            table.sweep(&graph, &run);
            values.assert_table(&graph, FIRST, &seen, &table);
            values.assert_single(&graph, FIRST, &run);
        }
    }
}

/// So often that a sweep gives up and goes level by level.
#[test]
fn values_that_are_corrected_many_times_are_as_defined() {
    for mirrored in [false, true] {
        let shape = crate::oracle::generate::corrections(6, 24, mirrored);
        let check = |seen| {
            assert_as_defined(
                std::slice::from_ref(&shape),
                &Run::new(std::slice::from_ref(&shape), [seen]),
            );
        };
        check(Seen { entered: true, ..Seen::default() });
        // The guard was missed by 9; then some blocks ran halfway, and nearer branches were seen
        // behind it.
        let mut seen = Seen { entered: true, ..Seen::default() };
        seen.observe((0, Outcome::True), 9.0);
        check(seen.clone());
        for place in [3, 45, 55] {
            let (name, _) = shape.0[2 + 2 * place].edges[0];
            seen.observe((2 + 2 * place, name), 1.0 + place as f64 / 10.0);
            check(seen.clone());
        }
        for place in [4, 46, 56] {
            seen.visit(1 + 2 * place, 0);
            check(seen.clone());
        }
    }
}

#[test]
fn named_shapes_after_every_short_walk() {
    for (name, shape) in named() {
        for first in 0..3 {
            for second in 0..3 {
                for stop in [0, 255] {
                    let steps = vec![(first, 4, 255), (second, 2, 255), (first, 0, stop)];
                    let plan = Plan::Walk { steps, tells_implicit: stop == 0 };
                    println!("{name}: {plan:?}");
                    let run = run(std::slice::from_ref(&shape), &[plan]);
                    assert_as_defined(std::slice::from_ref(&shape), &run);
                }
            }
        }
    }
}

#[test]
fn the_scalar_of_the_farthest_pair_is_finite() {
    assert_eq!(Fitness::NEVER.scalar(), f64::from(u32::MAX) + 1.0);
    assert_eq!(Fitness::NEVER.one_level_up(), Fitness::NEVER);
    assert_eq!(Fitness::from(Distance::from(3)), Fitness::new(0, Distance::from(3)));
    assert_eq!(Fitness::new(2, Distance::from(7)).to_string(), "(2, 7)");
    assert_eq!(Fitness::new(1, Distance::INFINITE).to_string(), "(1, inf)");
}

/// Several functions, executions merged into one, and blocks that decide or throw: else the
/// properties above say little.
#[test]
fn generated_executions_throw_beside_decisions() {
    assert_reached(
        programs(4, 8),
        |(shapes, plans)| {
            let run = run(&shapes, &plans);
            let mut reached =
                flow(shapes.iter().zip(run.functions.iter().map(|function| &function.1)));
            let is_merged = |plan: &Plan| matches!(plan, Plan::Merged(plans) if plans.len() > 1);
            reached.extend(plans[..shapes.len()].iter().any(is_merged).then_some(MERGED));
            reached
        },
        &[(THROWN, 8), (DECIDED, 40), (BOTH, 12), (FUNCTIONS, 150), (MERGED, 80)],
    );
}
