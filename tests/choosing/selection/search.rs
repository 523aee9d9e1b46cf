//! A search as a user would write it: an own store of executions, an own genetic algorithm, tests
//! of an own type.

use sbst::distance::{Distance, eq, gt, le, lt};
use sbst::execution::{Execution, Facts};
use sbst::fitness::Fitness;
use sbst::flow::{Edge, FlowBuilder, FlowGraph, Outcome};
use sbst::id::{Block, GoalId};
use sbst::objective::{GoalGraph, Goals, Tables, block_goals, branch_goals, covered};
use sbst::selection::{Archive, Frontier, Populations, Ranker, heuristic, keep};
use std::collections::BTreeMap;

/// Least distances by block and outcome; the blocks that were entered.
#[derive(Default)]
struct Seen {
    distances: BTreeMap<(Block, Outcome), Distance>,
    entered: Vec<Block>,
}

impl Execution for Seen {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.distances.get(&(branch.source, branch.outcome)).copied()
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.entered.contains(&block).then_some(0)
    }
}

impl Facts for Seen {}

impl Seen {
    fn at(&mut self, block: u32, decision: sbst::distance::Decision) -> bool {
        let block = Block::new(block);
        self.entered.push(block);
        for (outcome, distance) in
            [(Outcome::True, decision.to_true()), (Outcome::False, decision.to_false())]
        {
            let least = self.distances.entry((block, outcome)).or_insert(distance);
            *least = distance.min(*least);
        }
        decision.holds()
    }
}

/// 0: if a > 50 { 1: if b < a { 2: if c == a + b { 3: while c > 1000 { 4 } } } }  5
fn body() -> FlowBuilder {
    FlowBuilder::new()
        .branch(0, 1, 5)
        .branch(1, 2, 5)
        .branch(2, 3, 5)
        .branch(3, 4, 5)
        .jump(4, 3)
        .exit(5)
}

fn run([a, b, mut c]: [i32; 3]) -> Seen {
    let mut seen = Seen::default();
    if seen.at(0, gt(a, 50)) && seen.at(1, lt(b, a)) && seen.at(2, eq(c, a.wrapping_add(b))) {
        while seen.at(3, gt(c, 1000)) {
            seen.entered.push(Block::new(4));
            c /= 2;
        }
    }
    seen.entered.push(Block::new(5));
    seen
}

struct Test {
    inputs: [i32; 3],
    row: Vec<Fitness>,
}

impl AsRef<[Fitness]> for Test {
    fn as_ref(&self) -> &[Fitness] {
        &self.row
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

type Inputs = [i32; 3];
/// The size of the inputs, and the number of the test.
type Cost = (u32, usize);
type Found = (Archive<Inputs, Cost>, Populations<Inputs, Cost>);

/// What a search found; its tests are numbered from `first` on.
fn search(seed: u64, first: usize) -> Found {
    let graph = FlowGraph::of(&body()).expect("a legal function");
    let mut goals = Goals::<Seen>::new();
    goals.extend(branch_goals(&graph));
    goals.extend(block_goals(&graph));
    let goal_graph = GoalGraph::new(&goals, &graph);
    let (mut frontier, mut tables) = (Frontier::of(&goal_graph), Tables::new(&graph));
    let (mut archive, mut nearest, mut ranker) =
        (Archive::new(), Populations::new(3), Ranker::new());
    let (mut population, mut random, mut count) = (Vec::<Test>::new(), Random(seed), 0);
    while !frontier.active().is_empty() && count < 20_000 {
        for _ in 0..20 {
            let mut inputs = [0; 3];
            if population.len() > 1 {
                // A tournament: the earlier one is the better one.
                let [mother, father] = [0, 1]
                    .map(|_| random.below(population.len()).min(random.below(population.len())));
                let cut = random.below(4);
                inputs = std::array::from_fn(|at| {
                    population[if at < cut { mother } else { father }].inputs[at]
                });
            }
            for input in &mut inputs {
                let step = 1 << random.below(11);
                *input += [step, -step, 0, 0][random.below(4)];
            }
            let seen = run(inputs);
            let mut row = Vec::new();
            goals.measure(&graph, &seen, &mut tables, &mut row);
            count += 1;
            let cost = (inputs.iter().map(|input| input.unsigned_abs()).sum(), first + count);
            archive.offer_all(covered(&row), cost, || inputs);
            for goal in goals.ids() {
                nearest.offer(goal, row[goal.index()], cost, || inputs);
            }
            for &opened in frontier.cover(covered(&row)) {
                let parents = goal_graph.parents(opened);
                assert!(
                    parents.iter().any(|parent| row[parent.index()].is_covered()),
                    "{opened} opens for no reason"
                );
            }
            population.push(Test { inputs, row });
        }
        let newer = |_: GoalId, a: usize, b: usize| b.cmp(&a);
        let best = ranker.select(&population, frontier.active(), 30, newer);
        keep(&mut population, best);
    }
    assert!(
        frontier.active().is_empty() && frontier.waiting().next().is_none(),
        "{:?}",
        frontier.active()
    );
    assert!(archive.goals().eq(goals.ids()), "every covered goal is archived");
    (archive, nearest)
}

#[test]
fn an_own_genetic_algorithm_covers_all_goals() {
    let (archive, nearest) = search(1, 0);
    let [a, b, c] = *archive.get(GoalId::new(6)).expect("the loop is entered").1;
    assert!(gt(a, 50).holds() && lt(b, a).holds() && eq(c, a + b).holds() && gt(c, 1000).holds());
    assert!(!le(c, 1000).holds());
    let tests = archive.minimise(|&inputs| {
        let seen = run(inputs);
        let (graph, mut row) = (FlowGraph::of(&body()).expect("a legal function"), Vec::new());
        let mut goals = Goals::<Seen>::new();
        goals.extend(branch_goals(&graph));
        goals.extend(block_goals(&graph));
        goals.measure(&graph, &seen, &mut Tables::new(&graph), &mut row);
        covered(&row).collect::<Vec<_>>()
    });
    // Each way out of the nest, and one test that goes through the loop.
    assert_eq!(tests.len(), 4, "{tests:?}");
    for goal in archive.goals() {
        let best = nearest.of(goal).next().expect("some test covered it");
        assert_eq!(
            (heuristic(best.fitness), &best.test),
            (1.0, archive.get(goal).expect("archived").1),
            "{goal}"
        );
    }
}

/// Searches spread over processes: whoever is merged first, the archives are the same.
#[test]
fn islands_merge_in_any_order() {
    let islands = [1, 2, 3].map(|seed| search(seed, 100_000 * seed as usize));
    let folded = |order: [usize; 3]| {
        let (mut archive, mut nearest) = (Archive::new(), Populations::new(3));
        for island in order {
            archive.merge(islands[island].0.clone());
            nearest.merge(islands[island].1.clone());
        }
        (archive, nearest)
    };
    let expected = folded([0, 1, 2]);
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        assert!(folded(order) == expected, "{order:?}");
    }
}
