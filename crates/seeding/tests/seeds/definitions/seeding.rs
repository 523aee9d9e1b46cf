//! What F14 says about models of call sequences, walks through them, paths of functions, and
//! behaviours that differ.

use sbst::flow::Outcome;
use sbst_oracle::Shape;
use sbst_oracle::picture::with_exit;
use std::collections::{BTreeMap, BTreeSet};

/// A model: each time that something followed a history, the end being `None`.
#[derive(Clone, Debug)]
pub(crate) struct Pairs {
    pub order: usize,
    pub seen: Vec<(Vec<u8>, Option<u8>)>,
}

/// Which way on a walk takes: all alike, by count, by 1 / count.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Weights {
    Alike,
    Counts,
    Inverses,
}

/// How a walk with given draws ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Walked {
    To(Vec<u8>),
    TooLong,
    /// A draw lies between two ways, so that rounding may decide.
    OnTheBorder,
}

impl Pairs {
    pub(crate) fn of(order: usize, sequences: &[Vec<u8>]) -> Self {
        let mut pairs = Self { order, seen: Vec::new() };
        for sequence in sequences {
            for at in 0..=sequence.len() {
                pairs.seen.push((pairs.history(&sequence[..at]), sequence.get(at).copied()));
            }
        }
        pairs
    }

    /// The last n - 1 actions.
    pub(crate) fn history(&self, past: &[u8]) -> Vec<u8> {
        let mut last: Vec<u8> = past.iter().rev().take(self.order - 1).copied().collect();
        last.reverse();
        last
    }

    pub(crate) fn count(&self, past: &[u8], next: Option<u8>) -> u64 {
        let history = self.history(past);
        self.seen.iter().filter(|(before, after)| *before == history && *after == next).count()
            as u64
    }

    pub(crate) fn left(&self, past: &[u8]) -> u64 {
        let history = self.history(past);
        self.seen.iter().filter(|(before, _)| *before == history).count() as u64
    }

    pub(crate) fn accepts(&self, sequence: &[u8]) -> bool {
        (0..=sequence.len()).all(|at| self.count(&sequence[..at], sequence.get(at).copied()) > 0)
    }

    pub(crate) fn states(&self) -> BTreeSet<Vec<u8>> {
        self.seen.iter().map(|(history, _)| history.clone()).collect()
    }

    /// The end first, then by action.
    pub(crate) fn transitions(&self, past: &[u8]) -> Vec<(Option<u8>, u64)> {
        let nexts: BTreeSet<Option<u8>> = self.seen.iter().map(|&(_, next)| next).collect();
        nexts
            .into_iter()
            .map(|next| (next, self.count(past, next)))
            .filter(|&(_, count)| count > 0)
            .collect()
    }

    /// A walk whose draws are `draws[0] / parts`, `draws[1] / parts`, .., then 0.
    pub(crate) fn walk(&self, weights: Weights, most: usize, draws: &[u64], parts: u64) -> Walked {
        let mut walk = Vec::new();
        if self.seen.is_empty() {
            return Walked::TooLong;
        }
        for step in 0.. {
            let ways = self.transitions(&walk);
            let common: u64 = ways.iter().map(|&(_, count)| count).fold(1, multiple);
            let weighed = ways.iter().map(|&(_, count)| match weights {
                Weights::Alike => 1,
                Weights::Counts => count,
                Weights::Inverses => common / count,
            });
            let weighed: Vec<u64> = weighed.collect();
            let all: u64 = weighed.iter().sum();
            let draw = draws.get(step).copied().unwrap_or(0);
            let mut below = 0;
            let mut chosen = None;
            for (&(next, _), weight) in ways.iter().zip(weighed) {
                // below / all <= draw / parts < (below + weight) / all
                if draw * all == below * parts && draw > 0 && !matches!(weights, Weights::Alike) {
                    return Walked::OnTheBorder;
                }
                if below * parts <= draw * all && draw * all < (below + weight) * parts {
                    chosen = Some(next);
                }
                below += weight;
            }
            match chosen.expect("a draw below 1") {
                None => return Walked::To(walk),
                Some(_) if walk.len() == most => return Walked::TooLong,
                Some(action) => walk.push(action),
            }
        }
        unreachable!("endless")
    }
}

fn multiple(a: u64, b: u64) -> u64 {
    (1..).map(|times| a * times).find(|product| product % b == 0).expect("a * b at the latest")
}

/// A path: the places of its edges, in the order of blocks and names.
pub(crate) type Trail = Vec<usize>;

/// All edges that can be reached: source, name, target.
pub(crate) fn edges(shape: &Shape) -> Vec<(usize, Outcome, usize)> {
    let reachable = shape.reachable();
    let of = |block: usize| {
        let mut edges = shape.0[block].edges.clone();
        edges.sort();
        edges.into_iter().map(move |(name, to)| (block, name, to))
    };
    (0..shape.len()).filter(|&block| reachable[block]).flat_map(of).collect()
}

/// The blocks in which a path may end: exits, virtual ones too.
fn ends(shape: &Shape) -> Vec<bool> {
    let (next, _) = with_exit(shape);
    (0..shape.len()).map(|block| next[block].contains(&shape.len())).collect()
}

/// Whether a path goes on from a block in several ways, or goes on and ends there.
pub(crate) fn decides(shape: &Shape, block: usize) -> bool {
    edges(shape).iter().filter(|edge| edge.0 == block).count() + usize::from(ends(shape)[block]) > 1
}

/// All paths that take each decision at most once, an edge of a block with several ways on, and end
/// at an exit, in the order of their names; `None` if more than `effort` steps are needed.
pub(crate) fn trails(shape: &Shape, effort: usize) -> Option<Vec<Trail>> {
    let (edges, ends) = (edges(shape), ends(shape));
    let (mut found, mut left) = (Vec::new(), effort);
    go_on(&edges, &ends, 0, &mut Vec::new(), &mut found, &mut left);
    (left > 0).then_some(found)
}

fn go_on(
    edges: &[(usize, Outcome, usize)],
    ends: &[bool],
    at: usize,
    path: &mut Trail,
    found: &mut Vec<Trail>,
    left: &mut usize,
) {
    if *left == 0 {
        return;
    }
    *left -= 1;
    if ends[at] {
        found.push(path.clone());
    }
    let ways = edges.iter().filter(|edge| edge.0 == at).count() + usize::from(ends[at]);
    for (edge, &(from, _, to)) in edges.iter().enumerate() {
        if from == at && (ways == 1 || !path.contains(&edge)) {
            path.push(edge);
            go_on(edges, ends, to, path, found, left);
            path.pop();
        }
    }
}

/// The blocks of a path.
pub(crate) fn blocks(shape: &Shape, trail: &Trail) -> Vec<usize> {
    let edges = edges(shape);
    std::iter::once(0).chain(trail.iter().map(|&edge| edges[edge].2)).collect()
}

/// A transition of the model of an object: its history, and the action or the end after it.
pub(crate) type Step = (u8, Vec<u8>, Option<u8>);

/// The transitions of the objects on a path.
pub(crate) fn steps(order: usize, calls: impl IntoIterator<Item = (u8, u8)>) -> BTreeSet<Step> {
    let of = |(object, sequence): (u8, Vec<u8>)| {
        let pairs = Pairs::of(order, &[sequence]).seen;
        pairs.into_iter().map(move |(history, next)| (object, history, next))
    };
    by_object(calls).into_iter().flat_map(of).collect()
}

/// The transitions of an object on all walks from the entry to an exit: histories are carried along
/// edges until no new ones come.
pub(crate) fn flow_steps(
    shape: &Shape,
    order: usize,
    object: u8,
    calls: &dyn Fn(usize) -> Vec<(u8, u8)>,
) -> BTreeSet<Step> {
    let (edges, ends) = (edges(shape), ends(shape));
    let mut entered: BTreeSet<(usize, Option<Vec<u8>>)> = BTreeSet::from([(0, None)]);
    let mut steps = BTreeSet::new();
    loop {
        let before = entered.len();
        for (block, history) in entered.clone() {
            let mut history = history;
            for (_, action) in calls(block).into_iter().filter(|call| call.0 == object) {
                let mut past = history.unwrap_or_default();
                steps.insert((object, past.clone(), Some(action)));
                past.push(action);
                while past.len() > order - 1 {
                    past.remove(0);
                }
                history = Some(past);
            }
            if let (true, Some(past)) = (ends[block], &history) {
                steps.insert((object, past.clone(), None));
            }
            for &(_, _, to) in edges.iter().filter(|edge| edge.0 == block) {
                entered.insert((to, history.clone()));
            }
        }
        if entered.len() == before {
            return steps;
        }
    }
}

/// What is called on each object of a path, by objects.
pub(crate) fn by_object(calls: impl IntoIterator<Item = (u8, u8)>) -> Vec<(u8, Vec<u8>)> {
    let calls: Vec<(u8, u8)> = calls.into_iter().collect();
    let objects: BTreeSet<u8> = calls.iter().map(|&(object, _)| object).collect();
    let on = |object| calls.iter().filter(|call| call.0 == object).map(|call| call.1).collect();
    objects.into_iter().map(|object| (object, on(object))).collect()
}

/// Sizes of the intersection and of the union, as sets or as multisets.
pub(crate) fn common_and_all(a: &[u8], b: &[u8], multisets: bool) -> (u64, u64) {
    let counts = |of: &[u8]| {
        let mut counts = BTreeMap::new();
        for &action in of {
            *counts.entry(action).or_insert(0_u64) += 1;
        }
        if !multisets {
            counts.values_mut().for_each(|count| *count = 1);
        }
        counts
    };
    let (a, b) = (counts(a), counts(b));
    let actions: BTreeSet<u8> = a.keys().chain(b.keys()).copied().collect();
    let of = |counts: &BTreeMap<u8, u64>, action| counts.get(action).copied().unwrap_or(0);
    let common = actions.iter().map(|action| of(&a, action).min(of(&b, action))).sum();
    let all = actions.iter().map(|action| of(&a, action).max(of(&b, action))).sum();
    (common, all)
}

/// How far each pair is apart, in parts of a whole.
pub(crate) type Far<'a> = &'a dyn Fn(usize, usize) -> i128;

pub(crate) fn sum_to(others: &[usize], one: usize, far: Far<'_>) -> i128 {
    others.iter().filter(|&&other| other != one).map(|&other| far(one, other)).sum()
}

/// Twice the sum over all pairs.
pub(crate) fn total(kept: &[usize], far: Far<'_>) -> i128 {
    kept.iter().map(|&one| sum_to(kept, one, far)).sum()
}

/// What is kept after the start and after each round; no walk comes twice.
pub(crate) fn selected(
    count: usize,
    rounds: usize,
    walks: &[Option<usize>],
    far: Far<'_>,
) -> Vec<Vec<usize>> {
    let mut kept: Vec<usize> = walks[..count].iter().flatten().copied().collect();
    let mut all = vec![kept.clone()];
    for walk in &walks[count..count + rounds] {
        if let Some(fresh) = *walk {
            let mut changed = kept.clone();
            if kept.len() == count && count > 0 {
                let least = kept.iter().map(|&one| sum_to(&kept, one, far)).min();
                let out = kept
                    .iter()
                    .rposition(|&one| Some(sum_to(&kept, one, far)) == least)
                    .expect("the least one");
                changed.remove(out);
            }
            if count > 0 {
                changed.push(fresh);
            }
            if kept.len() < count || total(&changed, far) >= total(&kept, far) {
                kept = changed;
            }
        }
        all.push(kept.clone());
    }
    all
}

/// Places, the most different first: a farthest pair, then those with the greatest `to_chosen`.
pub(crate) fn spread(
    places: usize,
    far: Far<'_>,
    to_chosen: impl Fn(Vec<i128>) -> i128,
) -> Vec<usize> {
    if places < 2 {
        return (0..places).collect();
    }
    let pairs: Vec<(usize, usize)> =
        (0..places).flat_map(|a| (a + 1..places).map(move |b| (a, b))).collect();
    let greatest = pairs.iter().map(|&(a, b)| far(a, b)).max();
    let &(first, second) =
        pairs.iter().find(|&&(a, b)| Some(far(a, b)) == greatest).expect("a pair");
    let mut chosen = vec![first, second];
    while chosen.len() < places {
        let rest: Vec<usize> = (0..places).filter(|place| !chosen.contains(place)).collect();
        let value =
            |place: usize| to_chosen(chosen.iter().map(|&other| far(place, other)).collect());
        let best = rest.iter().map(|&place| value(place)).max();
        let next = *rest.iter().find(|&&place| Some(value(place)) == best).expect("one is left");
        chosen.push(next);
    }
    chosen
}
