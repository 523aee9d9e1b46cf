//! Chains are what the definition says: among all chains of dependences one with the least value,
//! at each step from the goal back the least branch, the entry last.

use crate::effort::config;
use crate::oracle::flag_worlds::{any_world, choice, gradient, suites};
use crate::oracle::generate::{any_shape, crowded, named, shape};
use crate::oracle::run::{Plan, Run, Seen, plan};
use crate::oracle::{Shape, program};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::{Distance, lt};
use sbst::execution::{Execution, Record, Trace};
use sbst::fitness::{Chain, Divergence, Fitness, FitnessTable};
use sbst::flow::{Edge, FlowBuilder, FlowGraph};
use sbst::id::{Block, Branch, Function};

/// Where a chain ends.
#[derive(Clone, Copy, Debug)]
enum End {
    Block(Block),
    Branch(Edge),
}

fn has_entered(graph: &FlowGraph, run: &(impl Execution + ?Sized), function: Function) -> bool {
    let mut entered = false;
    run.entered(graph, &mut |f| entered |= f == function);
    entered
}

/// What the execution observed, if it entered the function: else nothing.
struct Asked<'a, X: ?Sized> {
    graph: &'a FlowGraph,
    run: &'a X,
    function: Function,
    entered: bool,
}

impl<'a, X: Execution + ?Sized> Asked<'a, X> {
    fn new(graph: &'a FlowGraph, run: &'a X, function: Function) -> Self {
        Self { graph, run, function, entered: has_entered(graph, run, function) }
    }

    fn distance(&self, edge: Edge) -> Option<Distance> {
        self.run.branch_distance(edge).filter(|_| self.entered)
    }

    fn ran(&self, block: Block) -> bool {
        self.entered && self.run.progress(block).is_some()
    }

    fn divergence(&self, edge: Edge) -> Option<Divergence> {
        let distance = self.distance(edge)?;
        Some(if distance == Distance::ZERO {
            Divergence::Taken(edge)
        } else {
            Divergence::Missed(edge, distance)
        })
    }
}

/// All that a chain promises but for being the nearest.
fn assert_valid(asked: &Asked<'_, impl Execution + ?Sized>, chain: &Chain, end: End) {
    let Asked { graph, .. } = asked;
    let depends =
        |block: Block, edge: Edge| graph.controls(block).any(|branch| branch == edge.branch);
    for pair in chain.branches.windows(2) {
        assert!(depends(pair[1].source, pair[0]), "{:?} does not depend on {:?}", pair[1], pair[0]);
    }
    for &edge in &chain.branches {
        assert_eq!(graph.edge(edge.branch), edge);
        assert_eq!(asked.distance(edge), None, "{edge:?} was observed, and is no divergence");
    }
    match (end, chain.branches.last()) {
        (End::Branch(goal), Some(&last)) => assert_eq!(goal, last),
        (End::Block(block), Some(&last)) => assert!(depends(block, last)),
        (_, None) => {}
    }
    // What must depend on the divergence.
    let first = chain.branches.first().map(|edge| edge.source).or(match end {
        End::Block(block) => Some(block),
        End::Branch(_) => None,
    });
    match (chain.divergence, first) {
        (Divergence::Missed(edge, distance), first) => {
            assert_eq!(asked.distance(edge), Some(distance));
            assert!(distance > Distance::ZERO);
            assert!(first.is_none_or(|first| depends(first, edge)));
        }
        (Divergence::Taken(edge), first) => {
            assert_eq!(asked.distance(edge), Some(Distance::ZERO));
            assert!(first.is_none_or(|first| depends(first, edge)));
        }
        (Divergence::Entered(block), Some(first)) => assert!(asked.ran(block) && block == first),
        (Divergence::Left(edge), Some(first)) => {
            assert!(
                asked.ran(edge.source)
                    && edge.source == first
                    && edge.branch != chain.branches[0].branch
            );
            assert_eq!(asked.distance(edge), Some(Distance::ZERO));
        }
        (Divergence::Started(function), Some(first)) => {
            assert!(asked.entered && function == asked.function && graph.depends_on_entry(first));
        }
        (Divergence::NotEntered(function), Some(first)) => {
            assert!(!asked.entered && function == asked.function && graph.depends_on_entry(first));
        }
        (Divergence::OutOfReach, first) => {
            assert!(first.is_none_or(|first| !graph.is_reachable(first)));
        }
        (divergence, None) => panic!("{divergence:?} of a branch that was not observed"),
        (divergence, _) => panic!("unknown: {divergence:?}"),
    }
    if let (End::Branch(goal), None, Divergence::Missed(edge, _) | Divergence::Taken(edge)) =
        (end, chain.branches.first(), chain.divergence)
    {
        assert_eq!(goal, edge);
    }
}

/// All chains that visit no block twice.
struct Search<'a, X: ?Sized> {
    asked: Asked<'a, X>,
    on_way: Vec<Block>,
    /// The branches behind the block, the last one first.
    behind: Vec<Edge>,
    /// Value; the branches back to the divergence, its own among them, and the entry after all of
    /// them; divergence; the branches behind it.
    found: Vec<(Fitness, Vec<u32>, Divergence, Vec<Edge>)>,
}

impl<X: Execution + ?Sized> Search<'_, X> {
    fn add(&mut self, divergence: Divergence, last: Option<u32>) {
        let way = self.behind.iter().map(|edge| edge.branch.number()).chain(last).collect();
        let value = Fitness::new(self.behind.len() as u32, divergence.distance());
        self.found.push((value, way, divergence, self.behind.iter().rev().copied().collect()));
    }

    fn back_from(&mut self, block: Block) {
        if self.asked.ran(block) {
            let branches =
                self.asked.graph.branches_of(block).map(|branch| self.asked.graph.edge(branch));
            let taken = branches
                .filter(|&edge| {
                    !self.behind.is_empty() && self.asked.distance(edge) == Some(Distance::ZERO)
                })
                .min_by_key(|edge| edge.branch);
            return self.add(taken.map_or(Divergence::Entered(block), Divergence::Left), None);
        }
        if self.asked.graph.depends_on_entry(block) {
            let function = self.asked.function;
            self.add(
                if self.asked.entered {
                    Divergence::Started(function)
                } else {
                    Divergence::NotEntered(function)
                },
                Some(u32::MAX),
            );
        }
        self.on_way.push(block);
        for edge in self
            .asked
            .graph
            .controls(block)
            .map(|branch| self.asked.graph.edge(branch))
            .collect::<Vec<_>>()
        {
            if let Some(divergence) = self.asked.divergence(edge) {
                self.add(divergence, Some(edge.branch.number()));
            } else if !self.on_way.contains(&edge.source) {
                self.behind.push(edge);
                self.back_from(edge.source);
                self.behind.pop();
            }
        }
        self.on_way.pop();
    }
}

fn by_definition(asked: Asked<'_, impl Execution + ?Sized>, end: End) -> (Divergence, Vec<Edge>) {
    let mut search = Search { asked, on_way: Vec::new(), behind: Vec::new(), found: Vec::new() };
    match end {
        End::Block(block) => search.back_from(block),
        End::Branch(edge) => match search.asked.divergence(edge) {
            Some(divergence) => search.add(divergence, None),
            None => {
                search.behind.push(edge);
                search.back_from(edge.source);
            }
        },
    }
    let nearest = search.found.into_iter().min_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    nearest.map_or((Divergence::OutOfReach, Vec::new()), |(_, _, divergence, branches)| {
        (divergence, branches)
    })
}

/// Every block and branch of every function of a program; by definition, too, if that is not too
/// slow.
fn assert_explained(graph: &FlowGraph, run: &(impl Execution + ?Sized), small: bool) {
    let mut table = FitnessTable::new(graph);
    table.sweep(graph, run);
    for function in graph.functions() {
        let blocks = graph.blocks_of(function).map(End::Block);
        let branches = graph
            .blocks_of(function)
            .flat_map(|block| graph.branches_of(block))
            .map(|branch| End::Branch(graph.edge(branch)));
        for end in blocks.chain(branches) {
            let (chain, value) = match end {
                End::Block(block) => (table.chain_to_block(graph, block), table.dependence(block)),
                End::Branch(edge) => {
                    (table.chain_to_branch(graph, edge.branch), table.branch(edge.branch))
                }
            };
            let chain = chain.expect("of this graph");
            assert_eq!(chain.value(), value, "{end:?}: {chain:?}");
            assert!(
                value == Fitness::NEVER || chain.branches.len() == value.level as usize,
                "{end:?}: {chain:?}"
            );
            assert_valid(&Asked::new(graph, run, function), &chain, end);
            if small {
                let expected = by_definition(Asked::new(graph, run, function), end);
                assert_eq!((chain.divergence, chain.branches), expected, "{end:?}");
            }
        }
    }
}

fn run(shapes: &[Shape], plans: &[Plan]) -> Run {
    Run::new(shapes, shapes.iter().zip(plans).map(|(shape, plan)| plan.on(shape)))
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn chains_are_the_nearest_by_definition(shape in shape(6), plan in plan()) {
        assert_explained(&shape.graph(), &run(std::slice::from_ref(&shape), &[plan]), true);
    }

    /// Some of them entered, some with blocks out of reach.
    #[test]
    fn chains_of_programs(shapes in vec(any_shape(6), 1..4), plans in vec(plan(), 3)) {
        assert_explained(&program(&shapes), &run(&shapes, &plans), true);
    }
}

proptest! {
    #![proptest_config(config(128))]

    #[test]
    fn chains_of_merged_executions(
        shapes in vec(any_shape(6), 1..4),
        plans in vec(vec(plan(), 3), 2..4),
    ) {
        let graph = program(&shapes);
        let runs: Vec<Run> = plans.iter().map(|plans| run(&shapes, plans)).collect();
        assert_explained(&graph, &runs[..], true); // a suite is an execution
        // A function that was not entered has no observations; merged with one that was, they would
        // come to count.
        let merged = shapes.iter().enumerate().map(|(function, _)| {
            let lawful = |run: &Run| {
                Some(run.functions[function].1.clone())
                    .filter(|seen| seen.entered)
                    .unwrap_or_default()
            };
            runs.iter().map(lawful).reduce(|a: Seen, b| a.merged(&b)).expect("some")
        });
        let merged = Run::new(&shapes, merged);
        assert_explained(&graph, &merged, true);
        // The table of the merged execution is that of both tables merged: so are the chains.
        let [mut table, mut all] = [FitnessTable::new(&graph), FitnessTable::new(&graph)];
        all.sweep(&graph, &merged);
        table.sweep(&graph, &runs[0]);
        for run in &runs[1..] {
            let mut other = FitnessTable::new(&graph);
            other.sweep(&graph, run);
            table.merge(&graph, &other).expect("of the same graph");
        }
        for block in graph.all_blocks() {
            prop_assert_eq!(table.chain_to_block(&graph, block), all.chain_to_block(&graph, block));
        }
        for branch in graph.all_branches() {
            prop_assert_eq!(
                table.chain_to_branch(&graph, branch),
                all.chain_to_branch(&graph, branch)
            );
        }
    }
}

proptest! {
    #![proptest_config(config(36))]

    /// The distance of a flag is that of the calls in it.
    #[test]
    fn chains_of_refined_executions(world in any_world(), choice in choice()) {
        let mut gradient = gradient(choice);
        assert_explained(&world.graph, &world.refined(&mut gradient), true);
    }

    #[test]
    fn chains_of_suites_of_refined_executions(worlds in suites(), choice in choice()) {
        let mut gradients = worlds.each_ref().map(|_| gradient(choice));
        let suite: Vec<_> = gradients
            .iter_mut()
            .zip(&worlds)
            .map(|(gradient, world)| world.refined(gradient))
            .collect();
        assert_explained(&worlds[0].graph, &suite[..], true);
    }
}

proptest! {
    #![proptest_config(config(24))]

    /// Where dependences are quadratically many, they are searched for in another way.
    #[test]
    fn chains_where_dependences_are_quadratically_many(shape in crowded(), plan in plan()) {
        assert_explained(&shape.graph(), &run(std::slice::from_ref(&shape), &[plan]), false);
    }
}

#[test]
fn chains_of_named_shapes_after_every_short_walk() {
    for (_, shape) in named() {
        for first in 0..3 {
            for second in 0..3 {
                let plan = Plan::Walk {
                    steps: vec![(first, 4, 255), (second, 2, 255)],
                    tells_implicit: first == 0,
                };
                assert_explained(
                    &shape.graph(),
                    &run(std::slice::from_ref(&shape), &[plan]),
                    shape.len() < 7,
                );
            }
        }
    }
}

/// Nested loops, and as many jumps into the innermost one, on each of which every loop depends:
/// walking all these dependences for each loop on the way would take minutes.
#[test]
fn a_deep_chain_beside_as_many_jumps() {
    let depth = crate::effort::size(100_000);
    // 0: to the loops, or past as many tests as make the jumps far, to the jumps.
    let [tests, jumps, loops, end] = [1, depth + 6, 2 * depth + 6, 3 * depth + 7];
    let mut body = FlowBuilder::new().branch(0, tests, loops);
    for test in tests..jumps {
        body = body.branch(test, test + 1, end);
    }
    for jump in jumps..loops {
        body = body.branch(jump, loops + depth, if jump + 1 == loops { end } else { jump + 1 });
    }
    for level in 0..depth {
        body = body.branch(
            loops + level,
            loops + level + 1,
            if level == 0 { end } else { loops + level - 1 },
        );
    }
    let graph = FlowGraph::of(&body.jump(loops + depth, loops + depth - 1).exit(end))
        .expect("a legal function");
    let trace = Trace::new(&graph);
    trace.root().enter(Function::new(0)).decide(0, lt(3, 7));
    let mut table = FitnessTable::new(&graph);
    table.sweep(&graph, &trace);
    let innermost = graph.block(Function::new(0), loops + depth);
    assert!(
        graph.controls(innermost).count() > depth as usize
            && graph.controls(graph.block(Function::new(0), loops)).count() > depth as usize
    );
    let chain = table.chain_to_block(&graph, innermost).expect("known");
    assert_eq!(
        (chain.divergence.distance(), chain.branches.len()),
        (Distance::from(5), depth as usize)
    );
    assert_eq!(chain.value(), table.block(innermost));
}

#[test]
fn what_the_graph_or_the_table_does_not_have_has_no_chain() {
    let graph = Shape::new(&[], &[0]).graph();
    let mut table = FitnessTable::new(&graph);
    table.sweep(&graph, &Record::default());
    assert_eq!(table.chain_to_block(&graph, Block::new(1)), None);
    assert_eq!(table.chain_to_branch(&graph, Branch::new(0)), None);
    assert_eq!(FitnessTable::default().chain_to_block(&graph, Block::new(0)), None);
}
