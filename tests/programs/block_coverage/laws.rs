//! What holds of every comparison, whatever it answers; and what it does with graphs and summaries
//! that do not belong together.

use super::definition::{FORMS, World, config, summary};
use crate::oracle::block_coverage::{pair, roomy};
use crate::oracle::flag_worlds::{any_world, choice, gradient};
use crate::oracle::generate::{any_shape, shape};
use crate::oracle::picture::with_exit;
use crate::oracle::run::{Run, Seen, Silent};
use crate::oracle::{Shape, permutation, program};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::Distance;
use sbst::execution::Execution;
use sbst::fitness::block_coverage::{BlockCoverage, BlockSummary, Form, Nearer, Target};
use sbst::flow::Outcome::Next;
use sbst::flow::{Edge, FlowGraph, Unreachable};
use sbst::id::{Block, Branch, Function, Statement};
use std::cmp::Ordering;
use std::collections::BTreeSet;

fn compare(
    graph: &FlowGraph,
    form: Form,
    target: Target<'_>,
    [first, second]: [&BlockSummary; 2],
) -> Nearer {
    BlockCoverage::new().in_form(form).compare(graph, target, first, second)
}

/// The answers for all targets of a graph, by one comparison after the other.
fn answers(coverage: &mut BlockCoverage, world: &World) -> Vec<i64> {
    world.targets().into_iter().map(|target| world.compare(coverage, target)).collect()
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn the_other_way_round_the_answer_is_reversed(
        shapes in vec(roomy(any_shape(8)), 1..=3),
        pairs in vec(pair(8), 3),
    ) {
        let world = World::new(&shapes, &pairs);
        let [first, second] = &world.summaries;
        for form in FORMS {
            let mut coverage = BlockCoverage::new().in_form(form);
            for target in world.targets() {
                let answer = coverage.compare(&world.graph, target, first, second);
                let reversed = coverage.compare(&world.graph, target, second, first);
                prop_assert_eq!(reversed, answer.reversed(), "{:?}", target);
                prop_assert_eq!(
                    (reversed.signed(), reversed.ordering()),
                    (-answer.signed(), answer.ordering().reverse())
                );
                // The nearer one comes first.
                let ordering = match answer {
                    Nearer::First(_) => Ordering::Less,
                    Nearer::Second(_) => Ordering::Greater,
                    Nearer::Neither => Ordering::Equal,
                };
                prop_assert_eq!((answer.ordering(), answer.signed().cmp(&0)), (ordering, ordering));
            }
        }
    }

    #[test]
    fn neither_of_two_equal_executions_is_nearer(
        shapes in vec(roomy(any_shape(8)), 1..=3),
        pairs in vec(pair(8), 3),
    ) {
        let world = World::new(&shapes, &pairs);
        for form in FORMS {
            let mut coverage = BlockCoverage::new().in_form(form);
            for (target, summary) in world
                .targets()
                .into_iter()
                .flat_map(|target| world.summaries.iter().map(move |s| (target, s)))
            {
                prop_assert_eq!(
                    coverage.compare(&world.graph, target, summary, &summary.clone()),
                    Nearer::Neither,
                    "{:?}",
                    target
                );
            }
        }
    }

    /// Unless two blocks are equally far, or two blocks of an endless loop: then the lower number
    /// goes first.
    #[test]
    fn order_of_blocks_does_not_matter(
        shape in roomy(shape(10)),
        pair in pair(8),
        keys in vec(any::<u8>(), 1..12),
    ) {
        let to = permutation(shape.len(), &keys);
        let moved = shape.renumbered(&to);
        let mut ends: Vec<usize> = with_exit(&shape).1.iter().map(|&block| to[block]).collect();
        ends.sort_unstable();
        prop_assume!(ends == with_exit(&moved).1);

        let world = World::new(&[shape], &[pair]);
        let graph = moved.graph();
        let [first, second] =
            world.seen[0].each_ref().map(|seen| summary(&moved, &graph, &seen.renumbered(&to)));
        for (target, k) in (0..to.len()).flat_map(|target| {
            (0..=world.definitions[0].statements(target)).map(move |k| (target, k))
        }) {
            for form in
                FORMS.into_iter().filter(|&form| !world.verdict(form, 0, target, k).by_number)
            {
                let [here, there] =
                    [(&world.graph, target), (&graph, to[target])].map(|(graph, target)| {
                        Target::Statement(graph.block(Function::new(0), target as u32).statement(k))
                    });
                let answer = compare(&world.graph, form, here, world.summaries.each_ref());
                prop_assert_eq!(
                    compare(&graph, form, there, [&first, &second]),
                    answer,
                    "{:?} {:?}",
                    form,
                    here
                );
            }
        }
    }

    #[test]
    fn order_of_declarations_does_not_matter(
        shape in roomy(shape(10)),
        pair in pair(8),
        keys in vec(any::<u8>(), 1..20),
    ) {
        let world = World::new(std::slice::from_ref(&shape), &[pair]);
        let graph = FlowGraph::of(&shape.shuffled_body(&keys)).expect("legal");
        let [first, second] = world.seen[0].each_ref().map(|seen| summary(&shape, &graph, seen));
        for (form, target) in FORMS
            .into_iter()
            .flat_map(|form| world.targets().into_iter().map(move |target| (form, target)))
        {
            let answer = compare(&world.graph, form, target, world.summaries.each_ref());
            prop_assert_eq!(
                compare(&graph, form, target, [&first, &second]),
                answer,
                "{:?}",
                target
            );
        }
    }

    /// Each function by itself, as part of a program, and in a graph that grows while it is
    /// compared; with summaries made at the start, when most functions were not there yet, and made
    /// of the whole.
    #[test]
    fn other_functions_do_not_matter(
        shapes in vec(roomy(any_shape(7)), 1..=4),
        pairs in vec(pair(6), 4),
    ) {
        let whole = World::new(&shapes, &pairs);
        let mut coverages = FORMS.map(|form| BlockCoverage::new().in_form(form));
        let mut graph = FlowGraph::new();
        let mut early: Vec<[BlockSummary; 2]> = Vec::new();
        for added in 0..shapes.len() {
            graph.add_with(&shapes[added].body(), Unreachable::Keep).expect("legal");
            early.push([0, 1].map(|side| BlockSummary::of(&graph, whole.suites[side].as_slice())));
            for function in 0..=added {
                let alone = World::new(&shapes[function..=function], &pairs[function..=function]);
                for (form, coverage) in FORMS.into_iter().zip(&mut coverages) {
                    for target in alone.targets() {
                        let expected =
                            alone.compare(&mut BlockCoverage::new().in_form(form), target);
                        let target = shifted(target, &graph, function, &alone.graph);
                        // A summary of the whole program is refused by a graph that does not have
                        // all of it yet.
                        let grown = (added + 1 == shapes.len()).then_some(&whole.summaries);
                        for [first, second] in
                            [&early[function], &early[added]].into_iter().chain(grown)
                        {
                            prop_assert_eq!(
                                coverage.compare(&graph, target, first, second).signed(),
                                expected,
                                "{:?}",
                                target
                            );
                        }
                        prop_assert_eq!(
                            whole.compare(&mut BlockCoverage::new().in_form(form), target),
                            expected
                        );
                    }
                }
            }
        }
    }

    /// Where no execution threw in the last statement of a block, each has one line more than
    /// statements in a block where it got stuck, and no block more.
    #[test]
    fn where_no_last_statement_throws_the_forms_agree(
        shape in roomy(any_shape(12)),
        pair in pair(10),
    ) {
        let world = World::new(std::slice::from_ref(&shape), &[pair]);
        let throws_last = |seen: &Seen| {
            seen.progress
                .iter()
                .any(|(&block, &progress)| progress + 1 == shape.0[block].statements)
        };
        prop_assume!(!world.seen[0].iter().any(throws_last));
        let is_there = |target: &Target<'_>| match *target {
            Target::Statement(Statement { block, index: k }) => k < world.graph.statements(block),
            _ => true,
        };
        for target in world.targets().into_iter().filter(is_there) {
            let [exact, published] =
                FORMS.map(|form| world.compare(&mut BlockCoverage::new().in_form(form), target));
            prop_assert_eq!(exact, published, "{:?}", target);
        }
    }

    #[test]
    fn the_exact_form_is_the_default(shape in roomy(any_shape(12)), pair in pair(10)) {
        let world = World::new(&[shape], &[pair]);
        prop_assert_eq!(
            answers(&mut BlockCoverage::new(), &world),
            answers(&mut BlockCoverage::new().in_form(Form::default()), &world)
        );
        prop_assert_eq!(Form::default(), Form::Exact);
    }

    #[test]
    fn order_of_comparisons_does_not_matter(
        shape in roomy(shape(10)),
        pairs in vec(pair(8), 1..6),
        picks in vec(any::<(u8, u16)>(), 1..60),
    ) {
        let worlds: Vec<World> = pairs
            .into_iter()
            .map(|pair| World::new(std::slice::from_ref(&shape), &[pair]))
            .collect();
        let ask = |coverage: &mut BlockCoverage, &(world, target): &(u8, u16)| {
            let (world, targets) =
                (&worlds[usize::from(world) % worlds.len()], worlds[0].targets());
            world.compare(coverage, targets[usize::from(target) % targets.len()])
        };
        let (mut forwards, mut backwards) = (BlockCoverage::new(), BlockCoverage::new());
        let there: Vec<i64> = picks.iter().map(|pick| ask(&mut forwards, pick)).collect();
        let mut back: Vec<i64> = picks.iter().rev().map(|pick| ask(&mut backwards, pick)).collect();
        back.reverse();
        prop_assert_eq!(there, back);
    }

    #[test]
    fn a_suite_did_what_any_of_its_executions_did(
        shapes in vec(roomy(any_shape(8)), 1..=3),
        pairs in vec(pair(8), 3),
    ) {
        let world = World::new(&shapes, &pairs);
        // Who did not enter a function tells nothing of it.
        let honest = |run: &Run| {
            let seen = run
                .functions
                .iter()
                .map(|(_, seen)| if seen.entered { seen.clone() } else { Seen::default() });
            Run::new(&shapes, seen)
        };
        let suites =
            world.suites.clone().map(|suite| suite.iter().map(honest).collect::<Vec<Run>>());
        let summaries =
            suites.each_ref().map(|suite| BlockSummary::of(&world.graph, suite.as_slice()));
        for (summary, suite) in summaries.iter().zip(&suites) {
            let each: Vec<BlockSummary> =
                suite.iter().map(|run| BlockSummary::of(&world.graph, run)).collect();
            let functions: BTreeSet<Function> =
                each.iter().flat_map(BlockSummary::functions).collect();
            prop_assert!(summary.functions().eq(functions.iter().copied()));
            for block in
                world.graph.functions().flat_map(|function| world.graph.blocks_of(function))
            {
                prop_assert_eq!(
                    summary.has_entered(block),
                    each.iter().any(|run| run.has_entered(block))
                );
                prop_assert_eq!(
                    summary.has_completed(block),
                    each.iter().any(|run| run.has_completed(block))
                );
                prop_assert_eq!(
                    summary.has_covered(block),
                    each.iter().any(|run| run.has_covered(block))
                );
                prop_assert_eq!(
                    summary.has_evaluated(block),
                    each.iter().any(|run| run.has_evaluated(block))
                );
            }
        }
        // An executor that leaves out which functions were entered says as much.
        let silent = suites.each_ref().map(|suite| {
            BlockSummary::of(&world.graph, suite.iter().map(Silent).collect::<Vec<_>>().as_slice())
        });
        for target in world.targets() {
            let answer = compare(&world.graph, Form::Exact, target, summaries.each_ref());
            prop_assert_eq!(compare(&world.graph, Form::Exact, target, silent.each_ref()), answer);
        }
    }

    /// Bits by the observations themselves.
    #[test]
    fn a_summary_says_what_was_observed(
        shapes in vec(roomy(any_shape(80)), 1..=2),
        pairs in vec(pair(40), 2),
    ) {
        let world = World::new(&shapes, &pairs);
        for (side, summary) in world.summaries.iter().enumerate() {
            for (f, (shape, seen)) in shapes.iter().zip(&world.seen).enumerate() {
                let seen = if seen[side].entered { seen[side].clone() } else { Seen::default() };
                for (local, node) in shape.0.iter().enumerate() {
                    let (block, progress) = (world.block(f, local), seen.progress.get(&local));
                    let ways = world
                        .graph
                        .branches_of(block)
                        .map(|branch| (local, world.graph.edge(branch).outcome));
                    let evaluated = ways
                        .filter(|way| way.1.is_decided())
                        .any(|way| seen.distance.contains_key(&way));
                    prop_assert_eq!(summary.has_entered(block), progress.is_some());
                    prop_assert_eq!(
                        summary.has_completed(block),
                        progress.is_some_and(|&progress| progress >= node.statements)
                    );
                    prop_assert_eq!(
                        summary.has_covered(block),
                        progress.is_some_and(|&progress| progress + 1 >= node.statements)
                    );
                    prop_assert_eq!(summary.has_evaluated(block), evaluated);
                    prop_assert_eq!(summary.progress(&world.graph, block), progress.copied());
                }
                let function = Function::new(f as u32);
                let open =
                    |&block: &Block| summary.has_entered(block) && !summary.has_completed(block);
                prop_assert!(
                    summary.semi_covered(function).eq(world.graph.blocks_of(function).filter(open)),
                    "{:?}",
                    summary
                );
            }
        }
    }

    /// Distances of flags say nothing of blocks.
    #[test]
    fn a_refined_execution_is_summarised_as_it_was(world in any_world(), choice in choice()) {
        let mut gradient = gradient(choice);
        let summary = BlockSummary::of(&world.graph, &world.refined(&mut gradient));
        prop_assert_eq!(summary, BlockSummary::of(&world.graph, &world.store));
    }

    /// Other graphs, in which every function lies elsewhere: as if nothing had been compared
    /// before.
    #[test]
    fn a_graph_that_is_laid_out_otherwise_is_noticed(
        programs in vec((vec(roomy(any_shape(5)), 1..4), vec(pair(6), 4)), 2..4),
        picks in vec(any::<(u8, u16)>(), 1..40),
    ) {
        let worlds: Vec<World> =
            programs.iter().map(|(shapes, pairs)| World::new(shapes, pairs)).collect();
        let places: Vec<_> = worlds
            .iter()
            .flat_map(|world| {
                world
                    .graph
                    .functions()
                    .map(|function| (function, world.graph.blocks_of(function).collect::<Vec<_>>()))
            })
            .collect();
        prop_assume!(places.iter().collect::<BTreeSet<_>>().len() == places.len());
        for form in FORMS {
            let mut coverage = BlockCoverage::new().in_form(form);
            for &(world, target) in &picks {
                let world = &worlds[usize::from(world) % worlds.len()];
                let targets = world.targets();
                let target = targets[usize::from(target) % targets.len()];
                let expected = world.compare(&mut BlockCoverage::new().in_form(form), target);
                prop_assert_eq!(world.compare(&mut coverage, target), expected, "{:?}", target);
            }
        }
    }

    /// Graphs, targets and summaries in any combination: there is an answer, unless a summary is
    /// one of another program. That is refused (`faults`).
    #[test]
    fn what_does_not_belong_together_has_an_answer(
        programs in vec((vec(roomy(any_shape(70)), 0..4), vec(pair(6), 4)), 1..4),
        picks in vec((any::<[u8; 3]>(), 0..200_u32, any::<u32>()), 1..40),
    ) {
        let worlds: Vec<World> =
            programs.iter().map(|(shapes, pairs)| World::new(shapes, pairs)).collect();
        let summaries: Vec<&BlockSummary> =
            worlds.iter().flat_map(|world| &world.summaries).collect();
        let mut coverages = FORMS.map(|form| BlockCoverage::new().in_form(form));
        for ([graph, first, second], block, k) in picks {
            let graph = &worlds[usize::from(graph) % worlds.len()].graph;
            let [first, second] =
                [first, second].map(|pick| summaries[usize::from(pick) % summaries.len()]);
            let far = if k % 5 == 0 { u32::MAX - block } else { block };
            let statement = if k % 3 == 0 { k } else { k % 6 };
            let (block, branch) = (Block::new(far), Branch::new(far));
            let line = [
                block.statement(statement),
                block.statement(0),
                Block::new(k % 200).statement(1),
                Block::new(k).statement(k),
            ];
            let line = &line[..k as usize % 5];
            if [first, second].iter().any(|summary| graph.check(summary.made_for()).is_err()) {
                continue;
            }
            for target in [
                Target::Block(block),
                Target::Statement(block.statement(statement)),
                Target::Branch(branch),
                Target::Line(line),
            ] {
                for coverage in &mut coverages {
                    coverage.compare(graph, target, first, second);
                    if graph
                        .functions()
                        .all(|function| !graph.blocks_of(function).any(|own| own == block))
                    {
                        prop_assert_eq!(
                            coverage.compare(
                                graph,
                                Target::Statement(block.statement(k)),
                                first,
                                second
                            ),
                            Nearer::Neither
                        );
                    }
                }
            }
            let asked = [
                BlockSummary::has_entered,
                BlockSummary::has_completed,
                BlockSummary::has_evaluated,
            ];
            prop_assert!(asked.iter().all(|has| !has(first, Block::new(u32::MAX))));
        }
    }
}

/// A target of a graph with one function, where the same function is another one's.
fn shifted(
    target: Target<'static>,
    graph: &FlowGraph,
    function: usize,
    alone: &FlowGraph,
) -> Target<'static> {
    let block = |block: Block| graph.block(Function::new(function as u32), block.number());
    match target {
        Target::Statement(Statement { block: own, index: k }) => {
            Target::Statement(block(own).statement(k))
        }
        Target::Branch(own) => {
            let edge = alone.edge(own);
            let mut branches = graph.branches_of(block(edge.source));
            Target::Branch(
                branches
                    .find(|&branch| graph.edge(branch).outcome == edge.outcome)
                    .expect("the same branches"),
            )
        }
        other => other,
    }
}

/// Enters functions that the graph does not have.
struct Boastful<'a>(&'a Run);

impl Execution for Boastful<'_> {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.0.branch_distance(branch)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.0.progress(block)
    }
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        [1, 7, u32::MAX].map(Function::new).into_iter().for_each(&mut *visit);
        self.0.entered(graph, visit);
    }
}

#[test]
fn functions_that_the_graph_does_not_have_were_not_entered() {
    let shape = Shape::new(&[(0, Next, 1)], &[]).with_statements(1);
    let mut seen = Seen { entered: true, ..Seen::default() };
    seen.visit(0, 1);
    let (graph, run) = (shape.graph(), Run::new(&[shape], [seen]));
    let summary = BlockSummary::of(&graph, &Boastful(&run));
    assert_eq!(summary, BlockSummary::of(&graph, &run));
    assert!(summary.functions().eq([Function::new(0)]));
}

#[test]
fn a_line_without_statements_is_nearer_to_nobody() {
    let shape = Shape::new(&[], &[0]).with_statements(2);
    let graph = shape.graph();
    let mut begun = Seen { entered: true, ..Seen::default() };
    begun.visit(0, 0);
    let [none, some] = [Seen::default(), begun].map(|seen| summary(&shape, &graph, &seen));
    let entry = Block::new(0);
    assert_eq!(compare(&graph, Form::Exact, Target::Line(&[]), [&none, &some]), Nearer::Neither);
    assert_eq!(
        compare(&graph, Form::Exact, Target::Line(&[entry.statement(0)]), [&none, &some]),
        Nearer::Second(1)
    );
    assert_eq!(
        compare(&graph, Form::Exact, Target::Block(entry), [&BlockSummary::default(), &some]),
        Nearer::Second(1)
    );
}

/// The second graph has a block where the first has none, and only then one that lay in another
/// function.
#[test]
fn a_graph_that_is_not_noticed_at_once_is_noticed_later() {
    let [one, two] = [Shape::new(&[], &[]), Shape::new(&[(0, Next, 1)], &[])]
        .map(|shape| shape.with_statements(1));
    let (before, after) = (two.graph(), program(&[one, two]));
    let none = BlockSummary::default();
    let mut coverage = BlockCoverage::new();
    for (graph, block) in [(&before, 1), (&after, 2), (&after, 1)] {
        assert_eq!(
            coverage.compare(graph, Target::Block(Block::new(block)), &none, &none),
            Nearer::Neither
        );
    }
}
