//! Decisions: Boolean expressions and how they are evaluated, pairs by enumeration of all
//! assignments, and regions by trying all sets.

use super::Shape;
use proptest::prelude::*;
use sbst::flow::Outcome::{False, True};
use std::collections::BTreeSet;

/// A Boolean expression. Its conditions are numbered from left to right.
#[derive(Clone, Debug)]
pub enum Tree {
    Condition(usize),
    Not(Box<Tree>),
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
    /// `a ? b : c`.
    If(Box<Tree>, Box<Tree>, Box<Tree>),
}

/// By condition: what it was.
pub type Seen = Vec<Option<bool>>;

impl Tree {
    pub fn conditions(&self) -> usize {
        match self {
            Self::Condition(_) => 1,
            Self::Not(a) => a.conditions(),
            Self::And(a, b) | Self::Or(a, b) => a.conditions() + b.conditions(),
            Self::If(a, b, c) => a.conditions() + b.conditions() + c.conditions(),
        }
    }

    /// Numbers the conditions from left to right.
    fn number(&mut self, next: &mut usize) {
        match self {
            Self::Condition(number) => {
                *number = *next;
                *next += 1;
            }
            Self::Not(a) => a.number(next),
            Self::And(a, b) | Self::Or(a, b) => {
                a.number(next);
                b.number(next);
            }
            Self::If(a, b, c) => {
                a.number(next);
                b.number(next);
                c.number(next);
            }
        }
    }

    /// The value without regard to what is evaluated.
    pub fn value(&self, of: &[bool]) -> bool {
        match self {
            Self::Condition(number) => of[*number],
            Self::Not(a) => !a.value(of),
            Self::And(a, b) => a.value(of) & b.value(of),
            Self::Or(a, b) => a.value(of) | b.value(of),
            Self::If(a, b, c) => [c.value(of), b.value(of)][usize::from(a.value(of))],
        }
    }

    /// The value by short-circuit evaluation; notes what is evaluated.
    fn run(&self, of: &[bool], seen: &mut Seen) -> bool {
        match self {
            Self::Condition(number) => {
                seen[*number] = Some(of[*number]);
                of[*number]
            }
            Self::Not(a) => !a.run(of, seen),
            Self::And(a, b) => a.run(of, seen) && b.run(of, seen),
            Self::Or(a, b) => a.run(of, seen) || b.run(of, seen),
            Self::If(a, b, c) => {
                if a.run(of, seen) {
                    b.run(of, seen)
                } else {
                    c.run(of, seen)
                }
            }
        }
    }

    /// Whether a condition is masked by other operands on the way to the root: `false` beside it in
    /// a conjunction, `true` in a disjunction, or a choice that does not depend on it.
    pub fn masks(&self, condition: usize, of: &[bool]) -> bool {
        match self {
            Self::Condition(_) => false,
            Self::Not(a) => a.masks(condition, of),
            Self::And(a, b) | Self::Or(a, b) => {
                let (own, beside) = if a.has(condition) { (a, b) } else { (b, a) };
                let neutral = matches!(self, Self::And(..));
                beside.value(of) != neutral || own.masks(condition, of)
            }
            Self::If(a, b, c) if a.has(condition) => {
                b.value(of) == c.value(of) || a.masks(condition, of)
            }
            Self::If(a, b, _) if b.has(condition) => !a.value(of) || b.masks(condition, of),
            Self::If(a, _, c) => a.value(of) || c.masks(condition, of),
        }
    }

    fn has(&self, condition: usize) -> bool {
        match self {
            Self::Condition(number) => *number == condition,
            Self::Not(a) => a.has(condition),
            Self::And(a, b) | Self::Or(a, b) => a.has(condition) || b.has(condition),
            Self::If(a, b, c) => a.has(condition) || b.has(condition) || c.has(condition),
        }
    }

    /// As blocks: a block for each condition, by its number, then the block where the expression is
    /// true and that where it is false.
    pub fn shape(&self) -> Shape {
        let count = self.conditions();
        let mut edges = Vec::new();
        self.lower(count, count + 1, &mut edges);
        Shape::new(&edges, &[count, count + 1])
    }

    fn lower(
        &self,
        on_true: usize,
        on_false: usize,
        edges: &mut Vec<(usize, sbst::flow::Outcome, usize)>,
    ) {
        match self {
            Self::Condition(number) => {
                edges.extend([(*number, True, on_true), (*number, False, on_false)]);
            }
            Self::Not(a) => a.lower(on_false, on_true, edges),
            Self::And(a, b) => {
                a.lower(b.first(), on_false, edges);
                b.lower(on_true, on_false, edges);
            }
            Self::Or(a, b) => {
                a.lower(on_true, b.first(), edges);
                b.lower(on_true, on_false, edges);
            }
            Self::If(a, b, c) => {
                a.lower(b.first(), c.first(), edges);
                b.lower(on_true, on_false, edges);
                c.lower(on_true, on_false, edges);
            }
        }
    }

    fn first(&self) -> usize {
        match self {
            Self::Condition(number) => *number,
            Self::Not(a) | Self::And(a, _) | Self::Or(a, _) | Self::If(a, _, _) => a.first(),
        }
    }
}

/// Expressions of at most `most` conditions.
pub fn tree(most: usize) -> impl Strategy<Value = Tree> {
    let leaf = Just(Tree::Condition(0));
    let grown = leaf.prop_recursive(6, 2 * most as u32, 3, |inner| {
        let inner = || inner.clone().prop_map(Box::new);
        prop_oneof![
            1 => inner().prop_map(Tree::Not),
            4 => (inner(), inner()).prop_map(|(a, b)| Tree::And(a, b)),
            4 => (inner(), inner()).prop_map(|(a, b)| Tree::Or(a, b)),
            1 => (inner(), inner(), inner()).prop_map(|(a, b, c)| Tree::If(a, b, c)),
        ]
    });
    grown.prop_filter_map("too many conditions", move |mut tree| {
        tree.number(&mut 0);
        (tree.conditions() <= most).then_some(tree)
    })
}

pub fn assignments(count: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1_u32 << count).map(move |bits| (0..count).map(|place| bits >> place & 1 == 1).collect())
}

/// One evaluation with all the values, also of what was not evaluated.
#[derive(Clone, Debug)]
pub struct Evaluation {
    pub all: Vec<bool>,
    pub seen: Seen,
    pub outcome: bool,
}

impl Evaluation {
    pub fn of_tree(tree: &Tree) -> Vec<Self> {
        let run = |all: Vec<bool>| {
            let mut seen = vec![None; all.len()];
            let outcome = tree.run(&all, &mut seen);
            Self { all, seen, outcome }
        };
        assignments(tree.conditions()).map(run).collect()
    }

    /// Of a region of blocks in an order of evaluation; the outcome is whether it leaves to `end`.
    pub fn of_region(shape: &Shape, conditions: &[usize], end: usize) -> Vec<Self> {
        let run = |all: Vec<bool>| {
            let mut seen = vec![None; all.len()];
            let mut at = 0;
            let outcome = loop {
                seen[at] = Some(all[at]);
                let to = shape.0[conditions[at]].edges[usize::from(!all[at])].1;
                match conditions.iter().position(|&block| block == to).filter(|&place| place > 0) {
                    Some(next) => at = next,
                    // Both outcomes of the only condition may lead to one block.
                    None if conditions.len() == 1 => break all[0],
                    None => break to == end,
                }
            };
            Self { all, seen, outcome }
        };
        assignments(conditions.len()).map(run).collect()
    }
}

/// A pair: the condition, and the two vectors.
pub type Pair = (usize, Seen, Seen);

fn flipped(evaluation: &Evaluation, condition: usize) -> usize {
    (0..evaluation.all.len())
        .map(|place| usize::from(evaluation.all[place] != (place == condition)) << place)
        .sum()
}

/// Unique cause: two assignments that differ in the condition alone, with different outcomes.
pub fn unique_cause(evaluations: &[Evaluation]) -> BTreeSet<Pair> {
    let mut pairs = BTreeSet::new();
    for one in evaluations {
        for condition in 0..one.all.len() {
            let other = &evaluations[flipped(one, condition)];
            if one.outcome != other.outcome {
                pairs.insert((condition, one.seen.clone(), other.seen.clone()));
            }
        }
    }
    pairs
}

/// Masking: two assignments in which the condition is not masked, with different values and
/// outcomes.
pub fn masking(
    evaluations: &[Evaluation],
    masks: impl Fn(usize, &Evaluation) -> bool,
) -> BTreeSet<Pair> {
    let mut pairs = BTreeSet::new();
    let count = evaluations[0].all.len();
    for condition in 0..count {
        let shown: BTreeSet<_> = evaluations
            .iter()
            .filter(|evaluation| !masks(condition, evaluation))
            .map(|evaluation| {
                (evaluation.seen.clone(), evaluation.all[condition], evaluation.outcome)
            })
            .collect();
        for one in &shown {
            for other in shown.iter().filter(|other| one.1 != other.1 && one.2 != other.2) {
                pairs.insert((condition, one.0.clone(), other.0.clone()));
            }
        }
    }
    pairs
}

/// Masked because the outcome is the same with the other value of the condition.
pub fn without_effect(evaluations: &[Evaluation]) -> impl Fn(usize, &Evaluation) -> bool {
    |condition, evaluation| {
        evaluations[flipped(evaluation, condition)].outcome == evaluation.outcome
    }
}

/// The conditions of a region in an order of evaluation, and where it ends, if it is a decision by
/// definition.
pub fn region(shape: &Shape, blocks: &[usize]) -> Option<(Vec<usize>, BTreeSet<usize>)> {
    let is_two_way = |block: usize| {
        let node = &shape.0[block];
        !node.leaves && node.edges.iter().map(|edge| edge.0).eq([True, False])
    };
    if blocks.is_empty() || !blocks.iter().all(|&block| is_two_way(block)) {
        return None;
    }
    let targets = |block: usize| shape.0[block].edges.iter().map(|edge| edge.1).collect::<Vec<_>>();
    if let [only] = blocks {
        return Some((vec![*only], targets(*only).into_iter().collect()));
    }
    if blocks.iter().any(|&block| targets(block)[0] == targets(block)[1]) {
        return None;
    }
    // Entered by the function, by other blocks that can be reached, or by nothing.
    let reachable = shape.reachable();
    let is_entered = |block: usize| {
        let from: Vec<usize> =
            (0..shape.len()).filter(|&from| targets(from).contains(&block)).collect();
        let is_outside = |from: &usize| !blocks.contains(from);
        block == 0
            || from.iter().any(|from| is_outside(from) && reachable[*from])
            || from.iter().all(is_outside)
    };
    let entered: Vec<usize> = blocks.iter().copied().filter(|&block| is_entered(block)).collect();
    let [first] = entered[..] else { return None };
    // All walks from the first condition end; they are longer than there are conditions only in a
    // circle.
    let inside = |block: usize| {
        targets(block)
            .into_iter()
            .filter(|to| blocks.contains(to) && *to != first)
            .collect::<Vec<_>>()
    };
    let mut at: BTreeSet<usize> = [first].into();
    let mut depth = vec![0; shape.len()];
    for step in 0..=blocks.len() {
        for &block in &at {
            depth[block] = step;
        }
        at = at.into_iter().flat_map(inside).collect();
    }
    if !at.is_empty() {
        return None;
    }
    // By the length of the longest walk: edges lead to longer ones. Blocks that no walk reaches are
    // in a circle of their own.
    if blocks.iter().any(|&block| block != first && depth[block] == 0) {
        return None;
    }
    let mut ordered = blocks.to_vec();
    ordered.sort_by_key(|&block| (depth[block], block));
    let ends = blocks
        .iter()
        .flat_map(|&block| targets(block))
        .filter(|to| !blocks.contains(to) || *to == first);
    let ends: BTreeSet<usize> = ends.collect();
    (ends.len() == 2).then_some((ordered, ends))
}
