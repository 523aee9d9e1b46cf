//! The published and the literal form beside an oracle that was written from the paper alone.

use super::definition::{config, summary};
use super::faults::{FIRST, published};
use super::listing_3::{
    Between, BothEmpty, Comparison, EmptyMember, Execution, Method, OwnDependency, Reading,
    TargetLines, compare,
};
use crate::oracle::block_coverage::{Pair, pair};
use crate::oracle::reached::reached_within;
use crate::oracle::run::Seen;
use crate::oracle::{Node, Shape};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::fitness::block_coverage::{BlockCoverage, Form, Rule, Target, Verdict};
use sbst::flow::Outcome::{Case, Default as Other, False, Next, True};
use std::collections::BTreeSet;

/// Each block leads to a later one, so that all reach the last; each has a line at least.
pub(super) fn flow() -> impl Strategy<Value = Shape> {
    vec((1..9_u32, 0..5_u8, any::<u8>(), any::<u8>(), any::<u8>()), 1..9).prop_map(|blocks| {
        let last = blocks.len() - 1;
        let node =
            |(block, &(statements, kind, forth, one, two)): (usize, &(u32, u8, u8, u8, u8))| {
                let ahead = block + 1 + usize::from(forth) % 2.min(last.max(block + 1) - block);
                let anywhere = |pick: u8| usize::from(pick) % blocks.len();
                let edges = match kind {
                    _ if block == last => vec![],
                    0 | 1 => vec![(Next, ahead)],
                    2 | 3 => vec![(True, anywhere(one)), (False, ahead)],
                    _ => vec![(Case(0), anywhere(one)), (Case(1), anywhere(two)), (Other, ahead)],
                };
                Node { statements, edges, leaves: false }
            };
        Shape(blocks.iter().enumerate().map(node).collect())
    })
}

/// The points that the paper leaves open, as the docs settle them.
pub(super) fn settled() -> Reading {
    Reading {
        own_dependency: OwnDependency::Ignored,
        between: Between::WalksWithoutReturn,
        target_lines: TargetLines::UpToTargetLine,
        both_empty: BothEmpty::NotScenario1,
        empty_member: EmptyMember::Vacuously,
        ..Reading::default()
    }
}

/// A comparison by the library and by the listing, with what it depends on.
pub(super) struct Compared {
    pub(super) target: (usize, usize),
    pub(super) ours: Verdict,
    pub(super) printed: Comparison,
    /// In the literal form, and by the letter.
    pub(super) literal: Verdict,
    pub(super) as_listed: Comparison,
    /// By the readings asked for.
    pub(super) others: Vec<Comparison>,
}

/// By the letter where a set is empty, else as settled.
pub(super) fn by_the_letter() -> Reading {
    Reading { both_empty: BothEmpty::Equal, empty_member: EmptyMember::Never, ..settled() }
}

/// For every line of every block that neither, or only one, of the executions covers.
pub(super) fn compared(shape: &Shape, pair: &Pair, others: &[Reading]) -> Vec<Compared> {
    let successors: Vec<Vec<usize>> =
        shape.0.iter().map(|node| node.edges.iter().map(|edge| edge.1).collect()).collect();
    let lines: Vec<usize> = shape.0.iter().map(|node| node.statements as usize).collect();
    let graph = shape.graph();
    let runs = pair.each_ref().map(|plans| {
        let mut seen = plans.iter().fold(Seen::default(), |all, plan| all.merged(&plan.on(shape)));
        // To evaluate its predicate is the last thing that a block does.
        let evaluated: BTreeSet<usize> =
            seen.distance.keys().filter(|way| way.1.is_decided()).map(|way| way.0).collect();
        for &block in &evaluated {
            seen.visit(block, shape.0[block].statements);
        }
        seen.entered |= !seen.progress.is_empty();
        let covered = |block: usize| {
            seen.progress.get(&block).map_or(0, |&done| lines[block].min(done as usize + 1))
        };
        let covered_lines = (0..shape.len()).map(covered).collect();
        (summary(shape, &graph, &seen), Execution { covered_lines, executed_predicates: evaluated })
    });
    let mut coverage = published();
    let mut literal = BlockCoverage::new().in_form(Form::Literal);
    let mut all = Vec::new();
    for (target_block, target_line) in
        (0..shape.len()).flat_map(|block| (0..lines[block]).map(move |line| (block, line)))
    {
        let target = Target::Statement(
            graph.block(FIRST, target_block as u32).statement(target_line as u32),
        );
        let ours = coverage.verdict(&graph, target, &runs[0].0, &runs[1].0);
        let method = Method { successors: &successors, lines: &lines, target_block, target_line };
        let covers = |run: &Execution| run.covered_lines[target_block] > target_line;
        assert_eq!(ours.rule == Rule::Skipped, covers(&runs[0].1) && covers(&runs[1].1));
        let listing = |reading| compare(&method, &runs[0].1, &runs[1].1, &reading);
        let by_letter = literal.verdict(&graph, target, &runs[0].0, &runs[1].0);
        if ours.rule != Rule::Skipped {
            all.push(Compared {
                target: (target_block, target_line),
                ours,
                printed: listing(settled()),
                literal: by_letter,
                as_listed: listing(by_the_letter()),
                others: others.iter().map(|&reading| listing(reading)).collect(),
            });
        } else {
            assert_eq!(by_letter, ours);
        }
        // A branch is not covered by the end of its block, so the literal form is asked in any
        // case.
        let branch = graph.branches_of(graph.block(FIRST, target_block as u32)).next();
        if let Some(branch) = branch.filter(|_| target_line + 1 == lines[target_block]) {
            let [ours, by_letter] = [&mut coverage, &mut literal].map(|coverage| {
                coverage.verdict(&graph, Target::Branch(branch), &runs[0].0, &runs[1].0)
            });
            assert_eq!(ours.rule == Rule::Skipped, covers(&runs[0].1) && covers(&runs[1].1));
            let (as_listed, printed) = (listing(by_the_letter()), listing(settled()));
            if is_unique(&as_listed) {
                assert_listed(by_letter, &as_listed);
                assert!(
                    ours.rule == Rule::Skipped
                        || (ours.nearer.signed(), number(ours))
                            == (printed.value, printed.line.number())
                );
            }
        }
    }
    all
}

/// Not of several starts, which the listing takes one by one, nor of several blocks that are
/// equally near, which it adds up.
fn is_unique(listed: &Comparison) -> bool {
    listed.starts.len() == 1 && listed.semi_covered.iter().all(|blocks| blocks.len() < 2)
}

/// The line of the listing that returned.
fn number(verdict: Verdict) -> usize {
    match verdict.rule {
        Rule::Progress => 13,
        Rule::Blocks => 15,
        _ => 17,
    }
}

fn assert_listed(verdict: Verdict, listed: &Comparison) {
    assert_eq!(
        (verdict.nearer.signed(), number(verdict)),
        (listed.value, listed.line.number()),
        "{listed:?}"
    );
}

impl Compared {
    pub(super) fn is_unique(&self) -> bool {
        is_unique(&self.printed)
    }

    fn assert_equal(&self) {
        assert_listed(self.ours, &self.printed);
        assert_listed(self.literal, &self.as_listed);
        assert!(
            [0, self.ours.nearer.signed()].contains(&self.literal.nearer.signed()),
            "opposite, or another number"
        );
        // The choice for empty sets is the only one that shows where an execution is not stuck, and
        // nowhere else.
        if self.printed.semi_covered.iter().all(|blocks| !blocks.is_empty()) {
            assert_eq!(
                (self.printed.value, self.printed.line),
                (self.as_listed.value, self.as_listed.line)
            );
        }
    }
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn the_published_form_is_listing_3(shape in flow(), pair in pair(10)) {
        prop_assume!(is_connected(&shape));
        compared(&shape, &pair, &[])
            .iter()
            .filter(|compared| compared.is_unique())
            .for_each(Compared::assert_equal);
    }
}

/// Whether the entry leads to every block.
pub(super) fn is_connected(shape: &Shape) -> bool {
    let (mut met, mut waiting) = (BTreeSet::from([0]), vec![0]);
    while let Some(block) = waiting.pop() {
        waiting.extend(shape.0[block].edges.iter().map(|edge| edge.1).filter(|&to| met.insert(to)));
    }
    met.len() == shape.len()
}

/// Else the property above says little.
#[test]
fn every_line_of_the_listing_returns_often() {
    let mut counts = std::collections::BTreeMap::<(usize, i64), u32>::new();
    let keys = [(13, -1), (13, 0), (13, 1), (15, -1), (15, 0), (15, 1), (17, 0)];
    let is_enough = reached_within((flow(), pair(10)), 3000, |(shape, pair)| {
        if is_connected(&shape) {
            for compared in
                compared(&shape, &pair, &[]).iter().filter(|compared| compared.is_unique())
            {
                *counts
                    .entry((compared.printed.line.number(), compared.printed.value.signum()))
                    .or_default() += 1;
            }
        }
        keys.iter().all(|key| counts.get(key).is_some_and(|&count| count > 40))
    });
    assert!(is_enough, "{counts:?}");
}
