//! Every answer, for every target, is what F9 says.

use super::starts::{assert_all_pairs, suites};
pub(super) use crate::effort::config;
use crate::oracle::block_coverage::{
    Definition, Pair, Rule, Verdict, braided, of_line, pair, reaches, roomy,
};
use crate::oracle::generate::{any_shape, crowded, named, shape};
use crate::oracle::reached::{
    BOTH, DECIDED, FUNCTIONS, MERGED, THROWN, assert_reached, flow, reached_within,
};
use crate::oracle::run::{Plan, Run, Seen};
use crate::oracle::{Node, Shape, permutation, program};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::fitness::block_coverage::{self, BlockCoverage, BlockSummary, Form, Nearer, Target};
use sbst::flow::Outcome::{Exception, Next};
use sbst::flow::{FlowGraph, Lines};
use sbst::id::{Block, Function, Line};
use std::collections::BTreeMap;

pub(super) const FORMS: [Form; 2] = [Form::Exact, Form::Published];

/// A program, and two suites with all that is known of them.
pub(super) struct World {
    pub graph: FlowGraph,
    pub definitions: Vec<Definition>,
    /// By function: each suite as one execution.
    pub seen: Vec<[Seen; 2]>,
    pub summaries: [BlockSummary; 2],
    pub suites: [Vec<Run>; 2],
}

/// Of an execution of one function, in a graph of its own.
pub(super) fn summary(shape: &Shape, graph: &FlowGraph, seen: &Seen) -> BlockSummary {
    BlockSummary::of(graph, &Run::new(std::slice::from_ref(shape), [seen.clone()]))
}

/// The runs of one of two suites.
fn runs(shapes: &[Shape], pairs: &[Pair], side: usize) -> Vec<Run> {
    let does = |f: usize, run: usize| {
        pairs[f][side].get(run).map_or_else(Seen::default, |plan| plan.on(&shapes[f]))
    };
    let count = pairs.iter().map(|pair| pair[side].len()).max().unwrap_or(0);
    (0..count).map(|run| Run::new(shapes, (0..shapes.len()).map(|f| does(f, run)))).collect()
}

impl World {
    pub(super) fn new(shapes: &[Shape], pairs: &[Pair]) -> Self {
        let graph = program(shapes);
        let suites = [0, 1].map(|side| runs(shapes, pairs, side));
        let merged = |suite: &[Run], f: usize| {
            suite.iter().fold(Seen::default(), |all, run| all.merged(&run.functions[f].1))
        };
        Self {
            definitions: shapes.iter().map(Definition::of).collect(),
            seen: (0..shapes.len()).map(|f| [0, 1].map(|side| merged(&suites[side], f))).collect(),
            summaries: [0, 1].map(|side| BlockSummary::of(&graph, suites[side].as_slice())),
            suites,
            graph,
        }
    }

    /// Every statement of every block, one more of each, and every branch.
    pub(super) fn targets(&self) -> Vec<Target<'static>> {
        let statements = |block: Block| {
            (0..=self.graph.statements(block) + 1)
                .map(move |k| Target::Statement(block.statement(k)))
        };
        let blocks = || self.graph.functions().flat_map(|function| self.graph.blocks_of(function));
        let branches = blocks().flat_map(|block| self.graph.branches_of(block)).map(Target::Branch);
        blocks().flat_map(statements).chain(branches).collect()
    }

    pub(super) fn block(&self, function: usize, block: usize) -> Block {
        self.graph.block(Function::new(function as u32), block as u32)
    }

    pub(super) fn compare(&self, coverage: &mut BlockCoverage, target: Target<'_>) -> i64 {
        coverage.compare(&self.graph, target, &self.summaries[0], &self.summaries[1]).signed()
    }

    pub(super) fn verdict(&self, form: Form, function: usize, target: usize, k: u32) -> Verdict {
        let (definition, [first, second]) = (&self.definitions[function], &self.seen[function]);
        definition.compare(form, &definition.way(target, first, second), k, first, second)
    }

    /// One that has made many comparisons answers as one that has made none, and says which rule it
    /// came to.
    fn assert_answer(
        &self,
        coverage: &mut BlockCoverage,
        form: Form,
        target: Target<'_>,
        expected: Verdict,
    ) {
        let [first, second] = &self.summaries;
        let answer = BlockCoverage::new().in_form(form).verdict(&self.graph, target, first, second);
        assert_eq!(
            (answer.nearer.signed(), answer.rule),
            (expected.signed, rule(expected.rule)),
            "{form:?} {target:?}"
        );
        assert_eq!(
            coverage.verdict(&self.graph, target, first, second),
            answer,
            "{form:?} {target:?}, after other comparisons"
        );
        assert_eq!(self.compare(coverage, target), expected.signed);
        // Lines 13 and 15 of the listing, also if they return 0.
        assert_eq!(answer.is_active(), matches!(expected.rule, Rule::Progress | Rule::Inclusion));
        assert_eq!(answer.nearer != Nearer::Neither, expected.signed != 0);
    }

    /// Every statement of a block, and one more; the block; its branches.
    fn assert_block(&self, coverages: &mut [BlockCoverage; 2], function: usize, target: usize) {
        let (definition, [first, second]) = (&self.definitions[function], &self.seen[function]);
        let (block, statements) = (self.block(function, target), definition.statements(target));
        let way = definition.way(target, first, second);
        for (form, coverage) in FORMS.into_iter().zip(coverages) {
            for k in 0..=statements + 1 {
                let expected = definition.compare(form, &way, k, first, second);
                self.assert_answer(coverage, form, Target::Statement(block.statement(k)), expected);
                if k == 0 {
                    self.assert_answer(coverage, form, Target::Block(block), expected);
                }
            }
            for branch in self.graph.branches_of(block) {
                // Who completes a block did not throw.
                let is_thrown = matches!(self.graph.edge(branch).outcome, Exception(_));
                let end = definition.compare_end(form, &way, first, second);
                let skipped = Verdict { rule: Rule::Covered, signed: 0, by_number: false };
                self.assert_answer(
                    coverage,
                    form,
                    Target::Branch(branch),
                    if is_thrown { skipped } else { end },
                );
            }
        }
    }

    fn assert_all(&self, coverages: &mut [BlockCoverage; 2]) {
        for (function, definition) in self.definitions.iter().enumerate() {
            (0..definition.len()).for_each(|target| self.assert_block(coverages, function, target));
        }
    }

    /// Lines by function, block and statement: each statement is on one.
    fn assert_lines(
        &self,
        coverages: &mut [BlockCoverage; 2],
        rows: &BTreeMap<(usize, usize, u32), u32>,
    ) {
        let lines =
            Lines::new(rows.iter().map(|(&(f, block, k), &line)| {
                (self.block(f, block).statement(k), Line::new(line))
            }));
        for line in lines.lines() {
            let on_line = || rows.iter().filter(|row| *row.1 == line.number()).map(|row| *row.0);
            let last: BTreeMap<(usize, usize), u32> =
                on_line().map(|(function, block, k)| ((function, block), k)).collect();
            let first: BTreeMap<(usize, usize), u32> =
                on_line().rev().map(|(function, block, k)| ((function, block), k)).collect();
            let covers = |side: usize| {
                on_line().any(|(function, block, k)| reaches(&self.seen[function][side], block, k))
            };
            for (form, coverage) in FORMS.into_iter().zip(coverages.iter_mut()) {
                let answer = |(&(function, block), &k): (&(usize, usize), &u32)| {
                    self.verdict(form, function, block, k)
                };
                // A line is covered with its first statement.
                let statements = if form == Form::Published { &first } else { &last };
                let answers: Vec<Verdict> = statements.iter().map(answer).collect();
                let target = Target::Line(lines.statements_on(line));
                let both_cover = covers(0) && covers(1);
                assert_eq!(
                    self.compare(coverage, target),
                    of_line(&answers, both_cover),
                    "{form:?} {target:?}"
                );
                let verdict =
                    coverage.verdict(&self.graph, target, &self.summaries[0], &self.summaries[1]);
                let most =
                    answers.iter().map(|answer| (answer.signed.abs(), rule(answer.rule))).max();
                let expected = if both_cover { None } else { most };
                assert_eq!(
                    verdict.rule,
                    expected.map_or(block_coverage::Rule::Skipped, |most| most.1),
                    "{form:?} {target:?}"
                );
            }
        }
    }
}

/// The name that the library has for a rule.
fn rule(rule: Rule) -> block_coverage::Rule {
    match rule {
        Rule::Covered => block_coverage::Rule::Skipped,
        Rule::Progress => block_coverage::Rule::Progress,
        Rule::Inclusion => block_coverage::Rule::Blocks,
        Rule::Open => block_coverage::Rule::Open,
    }
}

pub(super) fn coverages() -> [BlockCoverage; 2] {
    FORMS.map(|form| BlockCoverage::new().in_form(form))
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn every_target_of_one_function_is_as_defined(shape in roomy(shape(12)), pair in pair(12)) {
        World::new(&[shape], &[pair]).assert_all(&mut coverages());
    }

    /// Many pairs, compared by the same two.
    #[test]
    fn what_was_compared_before_does_not_matter(
        shape in roomy(shape(9)),
        pairs in vec(pair(8), 2..6),
    ) {
        let mut coverages = coverages();
        let worlds: Vec<World> = pairs
            .into_iter()
            .map(|pair| World::new(std::slice::from_ref(&shape), &[pair]))
            .collect();
        for target in 0..shape.len() {
            worlds
                .iter()
                .chain(&worlds)
                .for_each(|world| world.assert_block(&mut coverages, 0, target));
        }
    }

    /// Some functions are not entered, some blocks out of reach.
    #[test]
    fn every_target_and_line_of_a_program_is_as_defined(
        shapes in vec(roomy(any_shape(8)), 1..=4),
        pairs in vec(pair(6), 4),
        rows in vec((any::<usize>(), any::<usize>(), 0..4_u32, 0..4_u32), 0..16),
    ) {
        let world = World::new(&shapes, &pairs[..shapes.len()]);
        let mut coverages = coverages();
        world.assert_all(&mut coverages);
        let place = |(f, block, k, line): (usize, usize, u32, u32)| {
            let f = f % shapes.len();
            ((f, block % shapes[f].len(), k), line)
        };
        world.assert_lines(&mut coverages, &rows.into_iter().map(place).collect());
    }

    /// So few lines that each lies in many blocks.
    #[test]
    fn lines_of_many_blocks_are_as_defined(
        shape in roomy(shape(12)),
        pair in pair(8),
        rows in vec((any::<usize>(), 0..6_u32, 0..2_u32), 4..30),
    ) {
        let rows =
            rows.into_iter().map(|(block, k, line)| ((0, block % shape.len(), k), line)).collect();
        World::new(&[shape], &[pair]).assert_lines(&mut coverages(), &rows);
    }

    /// Whether it closes relations or writes down all walks.
    #[test]
    fn the_oracle_finds_the_blocks_on_all_walks(shape in roomy(shape(5)), pair in pair(6)) {
        prop_assume!(shape.len() <= 5);
        let world = World::new(&[shape], &[pair]);
        let (definition, [first, second]) = (&world.definitions[0], &world.seen[0]);
        for target in 0..definition.len() {
            let way = definition.way(target, first, second);
            prop_assert_eq!(&way.effective, &definition.by_enumeration(&way), "{:?}", way);
        }
    }
}

proptest! {
    #![proptest_config(config(12))]

    /// The way that is taken where dependences are quadratically many; blocks in any order, and one
    /// out of reach.
    #[test]
    fn deeply_nested_loops_are_as_defined(
        shape in roomy(crowded()),
        pair in pair(30),
        keys in vec(any::<u8>(), 1..12),
        targets in vec(any::<usize>(), 5),
    ) {
        let mut shape = shape.renumbered(&permutation(shape.len(), &keys));
        shape.0.push(Node { edges: vec![(Next, targets[0] % shape.len())], ..Node::default() });
        let world = World::new(std::slice::from_ref(&shape), &[pair]);
        let mut coverages = coverages();
        let targets = targets.iter().map(|target| target % shape.len()).chain([shape.len() - 1]);
        targets.for_each(|target| world.assert_block(&mut coverages, 0, target));
    }

    /// One execution did all, the other nothing but to evaluate the same few predicates: the answer
    /// is the number of effective blocks, so that every step back along the chains shows.
    #[test]
    fn chains_through_many_loops_are_as_defined(
        shape in braided(),
        evaluated in vec(vec(any::<usize>(), 0..4), 4),
    ) {
        let (graph, definition) = (shape.graph(), Definition::of(&shape));
        let mut coverage = BlockCoverage::new();
        for evaluated in evaluated {
            let mut idle = Seen { entered: true, ..Seen::default() };
            for block in evaluated.iter().map(|block| block % shape.len()) {
                shape.0[block]
                    .edges
                    .iter()
                    .filter(|edge| edge.0.is_decided())
                    .for_each(|edge| idle.observe((block, edge.0), 1.0));
            }
            let mut busy = idle.clone();
            (0..shape.len()).for_each(|block| busy.visit(block, 1));
            let [first, second] = [&busy, &idle].map(|seen| summary(&shape, &graph, seen));
            for target in 0..shape.len() {
                let way = definition.way(target, &busy, &idle);
                let expected = definition.compare(Form::Exact, &way, 1, &busy, &idle).signed;
                prop_assert_eq!(expected, -(way.effective.len() as i64));
                let target =
                    Target::Statement(graph.block(Function::new(0), target as u32).statement(1));
                prop_assert_eq!(
                    coverage.compare(&graph, target, &first, &second).signed(),
                    expected,
                    "{:?}",
                    way
                );
            }
        }
    }

    /// More blocks than a word has bits.
    #[test]
    fn large_functions_are_as_defined(
        shape in roomy(prop_oneof![any_shape(128), braided()]),
        pairs in vec(pair(60), 8),
        targets in vec(any::<usize>(), 8),
    ) {
        let mut coverages = coverages();
        for world in pairs.into_iter().map(|pair| World::new(std::slice::from_ref(&shape), &[pair]))
        {
            targets
                .iter()
                .for_each(|target| world.assert_block(&mut coverages, 0, target % shape.len()));
        }
    }
}

#[test]
fn named_shapes_after_every_short_walk() {
    let turns = [&[][..], &[0], &[1], &[0, 0], &[0, 1], &[1, 0], &[1, 1]];
    let walk = |(turns, stop): (&[u8], u8)| {
        let steps = turns.iter().map(|&turn| (turn, 4, 255)).chain([(0, 0, stop)]).collect();
        vec![Plan::Walk { steps, tells_implicit: false }]
    };
    let walks: Vec<_> =
        turns.into_iter().flat_map(|turns| [(turns, 0), (turns, 1)]).map(walk).collect();
    for (name, shape) in named() {
        println!("{name}");
        let mut coverages = coverages();
        for (at, first) in walks.iter().enumerate() {
            for second in &walks[at..] {
                World::new(std::slice::from_ref(&shape), &[[first.clone(), second.clone()]])
                    .assert_all(&mut coverages);
            }
        }
    }
}

/// Else the properties above say little.
#[test]
fn every_rule_decides_often() {
    let (mut counts, mut published, mut after_starts) = (BTreeMap::<(Rule, i64), u32>::new(), 0, 0);
    let is_enough = reached_within((roomy(shape(12)), pair(8)), 1000, |(shape, pair)| {
        let world = World::new(&[shape], &[pair]);
        let (definition, [first, second]) = (&world.definitions[0], &world.seen[0]);
        for target in 0..definition.len() {
            let way = definition.way(target, first, second);
            for k in 0..=definition.statements(target) {
                let [exact, listed] =
                    FORMS.map(|form| definition.compare(form, &way, k, first, second));
                *counts.entry((exact.rule, exact.signed.signum())).or_default() += 1;
                published += u32::from(listed.signed != 0);
                after_starts += u32::from(exact.signed != 0 && !way.by_default);
            }
        }
        let decides = |rule, sign| counts.get(&(rule, sign)).is_some_and(|&count| count > 150);
        [Rule::Progress, Rule::Inclusion]
            .iter()
            .all(|&rule| [-1, 0, 1].iter().all(|&sign| decides(rule, sign)))
            && published > 1000
            && after_starts > 1000
    });
    assert!(is_enough, "{counts:?}, {published} as published, {after_starts} not from the entry");

    let (mut starts, mut by_number) = (0, 0);
    let is_enough = reached_within(suites(), 20, |suites| {
        (starts, by_number) = assert_all_pairs(&suites);
        starts > 16 && by_number > 30
    });
    assert!(
        is_enough,
        "{starts} sets of starts, {by_number} answers of blocks that are equally far"
    );
}

/// Several functions, suites of several runs, and blocks that decide or throw.
#[test]
fn generated_pairs_throw_beside_decisions() {
    assert_reached(
        (vec(roomy(any_shape(8)), 1..=3), vec(pair(6), 3)),
        |(shapes, pairs)| {
            let world = World::new(&shapes, &pairs[..shapes.len()]);
            let side = |side: usize| {
                flow(shapes.iter().zip(world.seen.iter().map(move |seen| &seen[side])))
            };
            let mut reached = side(0);
            reached.append(&mut side(1));
            reached.extend(world.suites.iter().any(|suite| suite.len() > 1).then_some(MERGED));
            reached
        },
        &[(THROWN, 12), (DECIDED, 60), (BOTH, 15), (FUNCTIONS, 140), (MERGED, 180)],
    );
}
