//! F9: which of two executions is nearer to a target, by the blocks that they completed on the way.
//!
//! Sets of blocks are sets, and a block is effective iff there are walks that say so: relations of
//! blocks are closed under one more block on the way (Warshall), and [`Definition::by_enumeration`]
//! writes all walks down. The library floods twice.

use super::picture::Picture;
use super::run::{Plan, Seen, plan};
use super::{Shape, permutation};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::fitness::block_coverage::Form;
use sbst::flow::Outcome;
use std::collections::BTreeSet;

type Blocks = BTreeSet<usize>;

/// What F9 needs to know of one function.
#[derive(Debug)]
pub struct Definition {
    statements: Vec<u32>,
    /// By block: the targets of its declared edges.
    next: Vec<Blocks>,
    /// By block: the blocks that decide whether it runs, one dependence away.
    deciders: Vec<Vec<usize>>,
}

/// Where two executions are compared for a target block, and what counts from there on.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    pub target: usize,
    pub starts: Blocks,
    /// No predicate was evaluated by both: from the entry.
    pub by_default: bool,
    pub effective: Blocks,
    /// By block: the fewest declared edges to the target.
    distance: Vec<usize>,
}

/// What came to a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// Both did what they were compared for.
    Covered,
    /// Rule 4: more or less of the same block.
    Progress,
    /// Rule 5: more or fewer blocks.
    Inclusion,
    /// Rule 6.
    Open,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub rule: Rule,
    /// Negative: the first is nearer, by so many blocks or statements; positive: the second.
    pub signed: i64,
    /// One of them got stuck in two blocks that are equally far, so that their numbers count.
    pub by_number: bool,
}

/// Nothing is known of a function that was not entered.
fn progress(seen: &Seen, block: usize) -> Option<u32> {
    seen.progress.get(&block).copied().filter(|_| seen.entered)
}

/// The predicate of a block was evaluated: it told how far some outcome was.
fn evaluated(seen: &Seen, block: usize) -> bool {
    seen.entered && seen.distance.keys().any(|&(source, name)| source == block && name.is_decided())
}

fn has(row: u128, block: usize) -> bool {
    row >> block & 1 == 1
}

/// Statement k; one after the last is reached when so many ran.
pub fn reaches(seen: &Seen, block: usize, k: u32) -> bool {
    progress(seen, block).is_some_and(|progress| progress >= k)
}

impl Definition {
    pub fn of(shape: &Shape) -> Self {
        let next: Vec<Blocks> =
            shape.0.iter().map(|node| node.edges.iter().map(|edge| edge.1).collect()).collect();
        let controls = Picture::by_definition(shape).controls;
        Self {
            statements: shape.0.iter().map(|node| node.statements).collect(),
            deciders: controls.iter().map(|ways| ways.iter().map(|way| way.0).collect()).collect(),
            next,
        }
    }

    pub fn len(&self) -> usize {
        self.next.len()
    }

    pub fn statements(&self, block: usize) -> u32 {
        self.statements[block]
    }

    /// Rule 1 without its default. A chain leads to the target from other blocks: where it depends
    /// on itself, it is no start.
    fn nearest_evaluated(&self, target: usize, first: &Seen, second: &Seen) -> Blocks {
        let mut wave = Blocks::from([target]);
        let mut met = wave.clone();
        loop {
            wave = wave
                .iter()
                .flat_map(|&block| &self.deciders[block])
                .copied()
                .filter(|&block| met.insert(block))
                .collect();
            let both: Blocks = wave
                .iter()
                .copied()
                .filter(|&b| evaluated(first, b) && evaluated(second, b))
                .collect();
            if wave.is_empty() || !both.is_empty() {
                return both;
            }
        }
    }

    /// Rules 1 and 2.
    pub fn way(&self, target: usize, first: &Seen, second: &Seen) -> Way {
        let mut starts = self.nearest_evaluated(target, first, second);
        let by_default = starts.is_empty();
        if by_default {
            starts.insert(0);
        }
        let mut effective = Blocks::from([target]);
        if !(by_default && target == 0) {
            let is_inner = |block: usize| block != target && !starts.contains(&block);
            let walks = self.walks(is_inner);
            let joins = |&block: &usize| {
                is_inner(block)
                    && starts.iter().any(|&start| has(walks[start], block))
                    && has(walks[block], target)
            };
            effective.extend((0..self.len()).filter(joins));
            effective.extend((by_default && has(walks[0], target)).then_some(0));
        }
        Way { target, starts, by_default, effective, distance: distances(&self.next, target) }
    }

    /// Bit b of row a: from a to b leads a walk of at least one edge whose inner blocks are all
    /// allowed.
    fn walks(&self, allowed: impl Fn(usize) -> bool) -> Vec<u128> {
        assert!(self.len() <= 128, "a row has 128 bits");
        let row = |next: &Blocks| next.iter().fold(0, |row, &block| row | 1 << block);
        let mut walks: Vec<u128> = self.next.iter().map(row).collect();
        for inner in (0..self.len()).filter(|&block| allowed(block)) {
            let onward = walks[inner];
            walks.iter_mut().filter(|row| has(**row, inner)).for_each(|row| *row |= onward);
        }
        walks
    }

    /// The effective blocks once more, from all walks of so many edges as two without repetition
    /// can have.
    pub fn by_enumeration(&self, way: &Way) -> Blocks {
        let mut effective = Blocks::from([way.target]);
        let mut walks: Vec<Vec<usize>> = way.starts.iter().map(|&start| vec![start]).collect();
        if way.by_default && way.target == 0 {
            return effective;
        }
        for _ in 0..2 * self.len() {
            let mut onward = Vec::new();
            for walk in walks {
                for &to in &self.next[walk[walk.len() - 1]] {
                    if to == way.target {
                        effective.extend(walk.iter().skip(usize::from(!way.by_default)));
                    } else if !way.starts.contains(&to) {
                        onward.push([walk.as_slice(), &[to]].concat());
                    }
                }
            }
            walks = onward;
        }
        effective
    }

    /// How much of a block an execution covered, if it entered it: statements that ran to their
    /// end, or, as printed, lines, each statement being one. The line that throws is covered; of
    /// statements that nobody declared, those that ran.
    fn amount(&self, form: Form, seen: &Seen, block: usize) -> Option<u32> {
        let throws =
            |progress: u32| u32::from(form == Form::Published && progress < self.statements[block]);
        progress(seen, block).map(|progress| progress + throws(progress))
    }

    /// All statements, or all lines.
    fn is_full(&self, form: Form, seen: &Seen, block: usize) -> bool {
        self.amount(form, seen, block).is_some_and(|amount| amount >= self.statements[block])
    }

    /// SCB: the block in which an execution got stuck, for statement k of the target block.
    pub fn stuck(&self, form: Form, way: &Way, k: u32, seen: &Seen) -> Option<usize> {
        let is_open = |block: usize| {
            if block == way.target {
                !reaches(seen, block, k)
            } else {
                !self.is_full(form, seen, block)
            }
        };
        let stuck = way
            .effective
            .iter()
            .copied()
            .filter(|&block| progress(seen, block).is_some() && is_open(block));
        stuck.min_by_key(|&block| (way.distance[block], block))
    }

    /// For statement k of the target block of this way.
    pub fn compare(&self, form: Form, way: &Way, k: u32, first: &Seen, second: &Seen) -> Verdict {
        self.verdict(form, way, [first, second], &|seen| reaches(seen, way.target, k))
    }

    /// For a branch out of the target block: its end.
    pub fn compare_end(&self, form: Form, way: &Way, first: &Seen, second: &Seen) -> Verdict {
        self.verdict(form, way, [first, second], &|seen| self.is_full(form, seen, way.target))
    }

    fn verdict(
        &self,
        form: Form,
        way: &Way,
        pair: [&Seen; 2],
        is_there: &dyn Fn(&Seen) -> bool,
    ) -> Verdict {
        if pair.iter().all(|seen| is_there(seen)) {
            return Verdict { rule: Rule::Covered, signed: 0, by_number: false };
        }
        let covers = |seen: &Seen, block: usize| {
            if block == way.target { is_there(seen) } else { self.is_full(form, seen, block) }
        };
        let [fcb1, fcb2]: [Blocks; 2] = pair.map(|seen| {
            way.effective.iter().copied().filter(|&block| covers(seen, block)).collect()
        });
        // How far, and which: the nearest first.
        let stuck = |seen: &Seen, fcb: &Blocks| -> BTreeSet<(usize, usize)> {
            let stuck =
                way.effective.difference(fcb).filter(|&&block| progress(seen, block).is_some());
            stuck.map(|&block| (way.distance[block], block)).collect()
        };
        let (stuck1, stuck2) = (stuck(pair[0], &fcb1), stuck(pair[1], &fcb2));
        let [scb1, scb2] = [&stuck1, &stuck2].map(|stuck| stuck.first().map(|&(_, block)| block));
        let by_number = [&stuck1, &stuck2].into_iter().any(|stuck| {
            let mut far = stuck.iter().map(|&(far, _)| far);
            far.next().is_some_and(|least| far.next() == Some(least))
        });
        let verdict = |rule, signed| Verdict { rule, signed, by_number };

        if let Some(block) =
            scb1.filter(|_| scb1 == scb2 && (fcb1.is_subset(&fcb2) || fcb2.is_subset(&fcb1)))
        {
            let [first, second] =
                pair.map(|seen| i64::from(self.amount(form, seen, block).unwrap()));
            return verdict(Rule::Progress, second - first);
        }
        let behind = |less: &Blocks, scb: Option<usize>, more: &Blocks| {
            less.is_subset(more) && scb.is_none_or(|block| more.contains(&block))
        };
        if behind(&fcb1, scb1, &fcb2) || behind(&fcb2, scb2, &fcb1) {
            return verdict(Rule::Inclusion, fcb2.len() as i64 - fcb1.len() as i64);
        }
        verdict(Rule::Open, 0)
    }
}

/// A line, by the answers of the blocks that hold it.
pub fn of_line(answers: &[Verdict], both_cover: bool) -> i64 {
    let (least, most) = answers
        .iter()
        .map(|answer| answer.signed)
        .fold((0, 0), |(least, most), answer| (answer.min(least), answer.max(most)));
    match (least, most) {
        _ if both_cover => 0,
        (least, 0) => least,
        (0, most) => most,
        _ => 0,
    }
}

/// By block: the fewest edges to the target, found one round for each edge more.
fn distances(next: &[Blocks], target: usize) -> Vec<usize> {
    let mut distance = vec![usize::MAX; next.len()];
    distance[target] = 0;
    let mut round = 0;
    while distance.contains(&round) {
        for (block, targets) in next.iter().enumerate() {
            if distance[block] == usize::MAX && targets.iter().any(|&to| distance[to] == round) {
                distance[block] = round + 1;
            }
        }
        round += 1;
    }
    distance
}

/// What two suites do in one function.
pub type Pair = [Vec<Plan>; 2];

/// Two walks that part after some steps, and stop within a block or at the end of one.
fn fork(steps: usize) -> impl Strategy<Value = [Plan; 2]> {
    // 10 and more: it does not stop yet.
    let step = || (any::<u8>(), any::<u8>(), 10..=255_u8);
    let tail = || (vec(step(), 0..3), any::<u8>(), 0..12_u8);
    (vec(step(), 0..steps), tail(), tail(), any::<bool>()).prop_map(
        |(common, one, other, abreast)| {
            [one, other].map(|(tail, far, stop)| Plan::Walk {
                steps: [common.as_slice(), if abreast { &[] } else { &tail }, &[(0, far, stop)]]
                    .concat(),
                tells_implicit: far % 2 == 0,
            })
        },
    )
}

/// Parts of the same few blocks, without decisions: mostly as much of them, so that one block
/// tells.
fn parts() -> impl Strategy<Value = [Plan; 2]> {
    let progress =
        prop_oneof![1 => (0..5_u32).prop_map(|both| [both; 2]), 1 => [0..5_u32, 0..5_u32]];
    vec((any::<u8>(), progress), 1..7).prop_map(|blocks| {
        [0, 1].map(|side| {
            let blocks = blocks.iter().map(|&(block, progress)| (block, progress[side])).collect();
            Plan::Scatter { entered: true, blocks, branches: Vec::new() }
        })
    })
}

/// Pairs that share most of what they did, since others hardly ever tie.
pub fn pair(steps: usize) -> impl Strategy<Value = Pair> {
    prop_oneof![
        4 => fork(steps).prop_map(|fork| fork.map(|plan| vec![plan])),
        3 => (fork(steps), fork(steps)).prop_map(|([a, b], [c, d])| [vec![a, c], vec![b, d]]),
        3 => (fork(steps), parts()).prop_map(|([a, b], [c, d])| [vec![a, c], vec![d, b]]),
        3 => (fork(steps), parts()).prop_map(|([both, _], [c, d])| [vec![both.clone(), c], vec![d, both]]),
        2 => (plan(), plan()).prop_map(|(one, other)| [vec![one], vec![other]]),
        1 => [vec(plan(), 0..3), vec(plan(), 0..3)],
    ]
}

/// The same blocks, most of them with more statements, so that there is something to stop in.
pub fn roomy(shape: impl Strategy<Value = Shape>) -> impl Strategy<Value = Shape> {
    shape.prop_map(|mut shape| {
        shape.0.iter_mut().filter(|node| node.statements > 0).for_each(|node| node.statements += 2);
        shape
    })
}

/// A switch to a few lanes, and a line of tests behind them. Most blocks may go back some way, from
/// behind into the middle of a lane, and a few go ahead: so many dependences that they are not
/// listed, and some of them many steps back. Blocks in any order, one statement in each, and one
/// block out of reach.
pub fn braided() -> impl Strategy<Value = Shape> {
    (1..4_usize, vec((any::<u8>(), any::<u8>()), 80..110), vec(any::<u8>(), 1..12)).prop_map(
        |(lanes, jumps, keys)| {
            let (lane, end) = (jumps.len() * 3 / 4 / lanes, jumps.len() + 1);
            let first = |block: usize| 1 + ((block - 1) / lane).min(lanes) * lane;
            let mut edges: Vec<_> =
                (0..lanes).map(|at| (0, Outcome::Case(at as i128), 1 + at * lane)).collect();
            for (block, (kind, far)) in (1..).zip(jumps) {
                let (first, behind, far) = (first(block), 1 + lanes * lane, usize::from(far));
                let (back, next) = if block < behind {
                    (
                        block - far % (block - first + 1),
                        if block + 1 == first + lane { behind } else { block + 1 },
                    )
                } else {
                    (1 + far % block, block + 1)
                };
                match kind {
                    0..16 => edges.push((block, Outcome::Next, next)),
                    16..32 => edges.extend([
                        (block, Outcome::True, (next + far % 24).min(end)),
                        (block, Outcome::False, next),
                    ]),
                    _ => {
                        edges.extend([(block, Outcome::True, back), (block, Outcome::False, next)]);
                    }
                }
            }
            edges.push((end + 1, Outcome::Next, end / 2));
            Shape::new(&edges, &[end]).with_statements(1).renumbered(&permutation(end + 2, &keys))
        },
    )
}

/// `a || b || ..` behind a switch that may skip some: block 0 is the switch, the last but one is
/// what they guard.
pub fn alternatives(tests: usize) -> Shape {
    let (guarded, end) = (tests + 1, tests + 2);
    let cases = (1..=tests).map(|test| (0, Outcome::Case(test as i128), test));
    let next = |test: usize| if test == tests { end } else { test + 1 };
    let ways = (1..=tests)
        .flat_map(|test| [(test, Outcome::True, guarded), (test, Outcome::False, next(test))]);
    Shape::new(&cases.chain(ways).chain([(guarded, Outcome::Next, end)]).collect::<Vec<_>>(), &[])
        .with_statements(3)
}
