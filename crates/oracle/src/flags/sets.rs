//! Which set of a result is the last one: those that belong to blocks, and those that belong to
//! edges.

use super::{Method, Returned};
use crate::{Shape, Way};
use std::collections::BTreeSet;

/// Where it is decided that a set is the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    Block(usize),
    Edge(Way),
}

/// Whoever comes through the place has this result, unless another final set follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Final {
    pub place: Place,
    pub what: Returned,
    /// The block that sets it; of constants that are equal, one of theirs.
    pub set_at: usize,
}

/// Whether a walk of at least one edge leads from `from` to a block of which this holds.
fn leads(shape: &Shape, from: usize, to: impl Fn(usize) -> bool) -> bool {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(block) = waiting.pop() {
        waiting.extend(
            shape.0[block].edges.iter().map(|edge| edge.1).filter(|&next| reached.insert(next)),
        );
    }
    reached.into_iter().any(to)
}

/// All final sets of a function; blocks that cannot be reached set nothing.
pub fn finals(method: &Method) -> BTreeSet<Final> {
    let (shape, returns) = (&method.shape, &method.returns);
    let reachable = shape.reachable();
    let sets: BTreeSet<usize> = returns.keys().copied().filter(|&block| reachable[block]).collect();
    let are_same = |a: usize, b: usize| {
        a == b || matches!(returns[&a], Returned::Constant(_)) && returns[&a] == returns[&b]
    };
    let may_be_overwritten =
        |set: usize| leads(shape, set, |next| sets.contains(&next) && !are_same(set, next));
    let follows = |block: usize| leads(shape, block, |next| sets.contains(&next));

    // By block: which sets may be the last at its end; `None` for a way without any.
    let mut last: Vec<BTreeSet<Option<usize>>> = vec![BTreeSet::new(); shape.len()];
    loop {
        let before = last.clone();
        for (block, last) in last.iter_mut().enumerate() {
            let mut here = BTreeSet::new();
            if sets.contains(&block) {
                here.insert(Some(block));
            } else {
                let sources = (0..shape.len())
                    .filter(|&from| shape.0[from].edges.iter().any(|edge| edge.1 == block));
                sources.for_each(|from| here.extend(&before[from]));
                here.extend((block == 0).then_some(None));
            }
            last.extend(here);
        }
        if last == before {
            break;
        }
    }
    // What the sets that may be the last come to; nothing if each of them stays with its block.
    let together = |block: usize| {
        let known: Vec<usize> = last[block].iter().copied().flatten().collect();
        let first = *known.iter().find(|&&set| may_be_overwritten(set))?;
        let is_one =
            !last[block].contains(&None) && known.iter().all(|&other| are_same(first, other));
        Some((if is_one { returns[&first] } else { Returned::Unknown }, first))
    };

    let mut all = BTreeSet::new();
    for &set in sets.iter().filter(|&&set| !may_be_overwritten(set)) {
        all.insert(Final { place: Place::Block(set), what: returns[&set], set_at: set });
    }
    for block in (0..shape.len()).filter(|&block| reachable[block] && follows(block)) {
        let Some((what, set_at)) = together(block) else { continue };
        for &(name, to) in
            shape.0[block].edges.iter().filter(|edge| !sets.contains(&edge.1) && !follows(edge.1))
        {
            all.insert(Final { place: Place::Edge((block, name)), what, set_at });
            assert!(to != block, "a set follows the block, and none the target");
        }
        if shape.0[block].leaves {
            all.insert(Final { place: Place::Block(block), what, set_at });
        }
    }
    all
}
