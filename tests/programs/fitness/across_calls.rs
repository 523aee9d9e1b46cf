//! Values across calls are what F7 says: the oracle, laws, and cases by hand.

use crate::effort::config;
use crate::oracle::across_calls::{Across, Call, Calling, CallingWorld, NEVER, calling_worlds};
use crate::oracle::program;
use crate::oracle::run::Run;
use crate::oracle::values::{Pair, ways};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::{Distance, eq};
use sbst::execution::{Execution, Trace};
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{Edge, FlowBuilder, FlowGraph};
use sbst::id::{Block, CallSite, Function};
use sbst::objective::{
    GoalGraph, Goals, Roots, Tables, block_goals, branch_goals, statement_goals,
};
use sbst::report::KeptTests;
use sbst::selection::Frontier;
use std::panic::{AssertUnwindSafe, catch_unwind};

fn graph_of(calling: &Calling) -> FlowGraph {
    let mut graph = program(&calling.shapes);
    for Call { function, block, statement, site, callees } in &calling.calls {
        let at = graph.block(Function::new(*function as u32), *block as u32);
        // A statement that calls at a site is one call.
        let site = CallSite::new(100 * statement + site);
        let callees = callees.iter().map(|&callee| Function::new(callee as u32));
        graph.add_call(at, *statement, site, callees).expect("a block of the graph");
    }
    graph
}

fn swept(graph: &FlowGraph, run: &impl Execution) -> FitnessTable {
    let mut table = FitnessTable::new(graph).across_calls();
    table.sweep(graph, run);
    table
}

fn pair(value: Fitness) -> Pair {
    if value == Fitness::NEVER { NEVER } else { (value.level, value.distance.get()) }
}

fn check(graph: &FlowGraph, table: &FitnessTable, expected: &Across) -> Result<(), TestCaseError> {
    for (number, function) in graph.functions().enumerate() {
        prop_assert_eq!(
            pair(table.dependence(graph.entry(function))),
            expected.roots[number],
            "entry of {}",
            number
        );
        let values = &expected.functions[number];
        for (local, block) in graph.blocks_of(function).enumerate() {
            prop_assert_eq!(
                pair(table.dependence(block)),
                values.a[local],
                "A of {} {}",
                number,
                local
            );
            prop_assert_eq!(
                pair(table.block(block)),
                values.block_goal(local),
                "goal of {} {}",
                number,
                local
            );
            let chain = table.chain_to_block(graph, block).expect("a block");
            prop_assert_eq!(pair(chain.value()), values.a[local], "{:?}", chain);
        }
        for (way, branch) in ways(graph, function) {
            prop_assert_eq!(
                pair(table.branch(branch)),
                values.d[&way],
                "D of {} {:?}",
                number,
                way
            );
            let chain = table.chain_to_branch(graph, branch).expect("a branch");
            prop_assert_eq!(pair(chain.value()), values.d[&way], "{:?}", chain);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(640))]

    #[test]
    fn values_are_the_greatest_solution(world in calling_worlds(6)) {
        let graph = graph_of(&world.program);
        check(&graph, &swept(&graph, &world.run()), &world.across())?;
    }

    /// The value of merged executions is the least of theirs, and merged tables have it.
    #[test]
    fn merged_executions_have_the_least_value([one, other] in calling_worlds(5).prop_flat_map(|world| {
        let program = world.program.clone();
        calling_worlds(5).prop_map(move |mut other| {
            // Another execution of the same program.
            other.seen.resize(program.shapes.len(), Default::default());
            let fits = program.shapes.iter().zip(&other.program.shapes).map(|(a, b)| a == b).collect::<Vec<_>>();
            for (function, seen) in other.seen.iter_mut().enumerate() {
                if !fits.get(function).copied().unwrap_or(false) {
                    *seen = Default::default();
                }
            }
            [world.clone(), CallingWorld { program: program.clone(), ..other }]
        })
    })) {
        let graph = graph_of(&one.program);
        let tables = [&one, &other].map(|world| swept(&graph, &world.run()));
        let mut merged = tables[0].clone();
        merged.merge(&graph, &tables[1]).expect("of one graph");
        let [a, b, both] = [&tables[0], &tables[1], &merged];
        for block in graph.all_blocks() {
            prop_assert_eq!(both.block(block), a.block(block).min(b.block(block)), "{}", block);
        }
    }

    /// A caller to which nothing leads changes nothing.
    #[test]
    fn a_dead_caller_changes_nothing(world in calling_worlds(5), callees in any::<u8>()) {
        let mut graph = graph_of(&world.program);
        // Calls name up to two functions that are not there: these, and then one that nothing
        // names.
        let added = [0, 1, 2].map(|_| graph.add(&FlowBuilder::new().exit(0)).expect("legal"));
        let dead = added[2];
        let before = {
            let table = swept(&graph, &world.run());
            graph.all_blocks().map(|block| table.block(block)).collect::<Vec<_>>()
        };
        let callee = Function::new(u32::from(callees) % graph.functions().len() as u32);
        graph.add_call(graph.entry(dead), 0, CallSite::new(0), [callee, dead]).expect("a block");
        let table = swept(&graph, &world.run());
        prop_assert!(graph.all_blocks().map(|block| table.block(block)).eq(before));
        prop_assert_eq!(table.dependence(graph.entry(dead)), Fitness::NEVER);
    }
}

/// An executor that breaks after it has told what was entered.
struct Breaks<'a>(&'a Run);

impl Execution for Breaks<'_> {
    fn branch_distance(&self, _: Edge) -> Option<Distance> {
        unreachable!("it breaks before")
    }
    fn progress(&self, _: Block) -> Option<u32> {
        unreachable!("it breaks before")
    }
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        self.0.entered(graph, visit);
        panic!("the executor broke");
    }
}

/// Another execution of the same program: each function did what it did in one of the worlds, if it is
/// the same there, or it was not entered.
fn mix(world: &mut CallingWorld, worlds: &[CallingWorld], choices: &[prop::sample::Index]) {
    for (number, choice) in choices.iter().enumerate().take(world.seen.len()) {
        let of = worlds.get(choice.index(worlds.len() + 1));
        let is_same =
            |of: &&CallingWorld| of.program.shapes.get(number) == world.program.shapes.get(number);
        let seen = of.filter(is_same).and_then(|of| of.seen.get(number));
        world.seen[number] = seen.cloned().unwrap_or_default();
    }
}

proptest! {
    #![proptest_config(config(6_000))]

    /// OD74: a table that is swept for one execution after the other, merged, and swept after
    /// functions and calls were added, has the values and the chains of a new table.
    #[test]
    fn od74_values_that_are_kept_are_those_of_a_new_table(
        worlds in vec(calling_worlds(7), 1..4),
        steps in vec((vec(any::<prop::sample::Index>(), 9), any::<u8>(), 0_u8..8), 1..12),
    ) {
        let mut world = worlds[0].clone();
        let mut graph = graph_of(&world.program);
        let mut table = FitnessTable::new(&graph).across_calls();
        for (choices, draw, what) in steps {
            mix(&mut world, &worlds, &choices);
            let function = |draw: u8| Function::new(u32::from(draw) % graph.functions().len() as u32);
            let (caller, callee, site) = (function(draw / 16), function(draw), CallSite::new(7));
            match what {
                0 => {
                    graph.add_call(graph.entry(caller), 0, site, [callee]).expect("a block");
                }
                1 => {
                    let body = FlowBuilder::new().exit(0).call(0, 0, site, [callee]);
                    graph.add(&body).expect("legal");
                }
                // A sweep that ends in a panic of the executor.
                3 => {
                    let sweep = AssertUnwindSafe(|| table.sweep(&graph, &Breaks(&worlds[0].run())));
                    catch_unwind(sweep).expect_err("it breaks");
                }
                _ => {}
            }
            let mut new = swept(&graph, &world.run());
            table.sweep(&graph, &world.run());
            if what == 2 {
                let also = swept(&graph, &worlds[0].run());
                table.merge(&graph, &also).expect("of one graph");
                let mut merged = also;
                merged.merge(&graph, &new).expect("of one graph");
                new = merged;
            }
            for block in graph.all_blocks() {
                prop_assert_eq!(table.dependence(block), new.dependence(block), "{}", block);
                let chains = [&table, &new].map(|table| table.chain_to_block(&graph, block));
                prop_assert_eq!(&chains[0], &chains[1]);
                for branch in graph.branches_of(block) {
                    prop_assert_eq!(table.branch(branch), new.branch(branch), "{}", branch);
                }
            }
        }
    }

    /// A row that measures what changed has the values of all goals, and the tests that are kept by
    /// it are those that are kept by all values: the nearest, and of these the cheapest.
    #[test]
    fn od74_rows_and_tests_that_are_kept_are_those_of_all_goals(
        worlds in vec(calling_worlds(6), 1..4),
        steps in vec((vec(any::<prop::sample::Index>(), 9), 0_u8..3, 0_u8..8), 1..14),
    ) {
        let mut world = worlds[0].clone();
        let graph = graph_of(&world.program);
        let mut goals = Goals::<Run>::for_graph(&graph);
        goals.extend(branch_goals(&graph));
        let mut tables = Tables::new(&graph).across_calls();
        let frontier =
            Frontier::of(&GoalGraph::new(&goals, &graph).with_roots(Roots::BehindEntry));
        let kept = || KeptTests::by_cost(frontier.clone(), |test: &(u8, usize)| test.0);
        let (mut by_row, mut by_all) = (kept(), kept());
        for (number, (choices, cost, what)) in steps.into_iter().enumerate() {
            mix(&mut world, &worlds, &choices);
            let run = world.run();
            match what {
                // Another reader of the tables, and goals that come later.
                0 => drop(goals.observe(&graph, &run, &mut tables)),
                // A row that is not taken in.
                2 => {
                    let (seen, row) =
                        goals.try_observe_row(&graph, &run, &mut tables).expect("it fits");
                    row.measure(&goals, &seen);
                }
                1 => {
                    goals.extend(block_goals(&graph));
                    goals.extend(statement_goals(&graph));
                    for tests in [&mut by_row, &mut by_all] {
                        tests.frontier_mut().fit(&GoalGraph::new(&goals, &graph).with_roots(Roots::BehindEntry));
                    }
                }
                _ => {}
            }
            let test = (cost, number);
            let mut new = Tables::new(&graph).across_calls();
            let all = goals.observe(&graph, &run, &mut new);
            let mut values = Vec::new();
            goals.fill(&all, &mut values);
            by_all.fit(&goals, &all);
            by_all.take_in(&test, &values, |goal| goals.explain(goal, &all));
            let (seen, row) = goals.try_observe_row(&graph, &run, &mut tables).expect("it fits");
            let row = row.measure(&goals, &seen);
            prop_assert_eq!(row.values(), &values[..]);
            by_row.fit(&goals, &seen);
            by_row.take_in_row(&test, row, |goal| goals.explain(goal, &seen));
            let told = |kept: &KeptTests<(u8, usize), u8>| {
                [kept.newly_covered().to_vec(), kept.opened().to_vec(), kept.nearer().to_vec()]
            };
            prop_assert_eq!(told(&by_row), told(&by_all));
            for goal in goals.ids() {
                prop_assert_eq!(by_row.nearest(goal), by_all.nearest(goal), "{}", goal);
                prop_assert_eq!(by_row.fitness(goal), by_all.fitness(goal), "{}", goal);
                prop_assert_eq!(by_row.explain(goal), by_all.explain(goal), "{}", goal);
            }
        }
    }
}

/// By hand: 2 and 5 calls deep, a dispatch, recursion that nothing enters.
#[test]
fn f7_across_calls_by_hand() {
    let site = CallSite::new(0);
    let guard = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2);
    let mut graph = FlowGraph::new();
    for callee in 1..=5 {
        graph.add(&guard.clone().call(1, 0, site, [Function::new(callee)])).expect("legal");
    }
    graph.add(&guard).expect("legal");
    let [lonely, ping, pong] = [6, 7, 8].map(Function::new);
    graph.add(&guard.clone().call(0, 0, site, [lonely])).expect("legal");
    graph.add(&guard.clone().call(0, 0, site, [pong])).expect("legal");
    graph.add(&guard.clone().call(0, 0, site, [ping])).expect("legal");
    let trace = Trace::new(&graph);
    trace.root().enter(Function::new(0)).decide(0, eq(4, 7));
    let mut table = swept(&graph, &trace);
    let value = |function: u32, block| table.block(graph.block(Function::new(function), block));
    // One decision of each function is wrong by 4, or not made yet.
    for depth in 1..=5 {
        assert_eq!(value(depth, 0), Fitness::new(depth - 1, Distance::from(4)));
        assert_eq!(value(depth, 1), Fitness::new(depth, Distance::from(4)));
    }
    for function in [lonely, ping, pong] {
        assert_eq!(table.dependence(graph.entry(function)), Fitness::NEVER);
        let mut plain = FitnessTable::new(&graph);
        plain.sweep(&graph, &trace);
        assert_eq!(plain.block(graph.entry(function)), Fitness::new(0, Distance::INFINITE));
    }
    // A dispatch among several is one level more, also from a block that was entered.
    graph
        .add_call(
            graph.entry(Function::new(0)),
            0,
            CallSite::new(1),
            [ping, lonely, Function::new(99)],
        )
        .expect("a block");
    table.sweep(&graph, &trace); // the calls are other ones now
    let entry = |function| table.dependence(graph.entry(function));
    assert_eq!([ping, pong].map(entry), [Fitness::new(1, Distance::SMALLEST); 2]);
    let chain = table.chain_to_block(&graph, graph.entry(pong)).expect("a block");
    let nearest = chain.calls.last().expect("it was not entered");
    assert_eq!((nearest.function, nearest.block, nearest.site), (pong, graph.entry(ping), site));
}

#[test]
fn an_explanation_shows_the_chain_over_calls() {
    let mut graph = FlowGraph::new();
    let site = CallSite::new(3);
    let guard =
        |name: &str| FlowBuilder::new().function_name(name).branch(0, 1, 2).jump(1, 2).exit(2);
    graph.add(&guard("main").call(1, 0, site, [Function::new(1)])).expect("legal");
    graph.add(&guard("load").call(1, 0, site, [Function::new(2)])).expect("legal");
    graph.add(&guard("parse")).expect("legal");
    let mut goals = Goals::<Trace>::new();
    goals.extend(block_goals(&graph));
    let trace = goals.trace(&graph);
    trace.root().enter(Function::new(0)).decide(0, eq(4, 7));
    let goal = goals.ids().nth(7).expect("block 1 of parse");
    let explained = |mut tables: Tables| {
        let seen = goals.observe(&graph, &trace, &mut tables);
        goals.explain(goal, &seen).in_graph(&graph).to_string()
    };
    let said = explained(Tables::new(&graph).across_calls());
    assert_eq!(
        said,
        "block b7 (parse: block 1): level 2, distance 4
  nearest: main: block 0 -> block 1 on true was missed by 4
  then: main: block 1 calls load at s3
  then: load: block 0 -> block 1 on true
  then: load: block 1 calls parse at s3
  then: parse: block 0 -> block 1 on true"
    );
    assert!(explained(Tables::new(&graph)).contains("parse was never entered"));
}
