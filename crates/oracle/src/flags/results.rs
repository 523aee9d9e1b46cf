//! What is required of a called function, and what is known of the results of its activations.

use super::definition::{Definition, Event};
use super::keys::{Key, Keys};
use super::sets::{Final, Place};
use super::{Activity, Returned};
use crate::Way;
use sbst::distance::Decision;
use std::collections::BTreeSet;

/// What must happen in a function.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Required {
    Taken(Way),
    /// The result of a call, or a decision, must be one of these keys, and the last at this place.
    Handed {
        place: Place,
        set_at: usize,
        from: Source,
        keys: Keys,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    Decision,
    /// The keys are those that the call must return, its negation taken into account.
    Call(u32),
}

impl Definition<'_> {
    /// By activation of a function: the decisions recorded where nothing is declared.
    pub fn undeclared(&self, c: usize) -> impl Iterator<Item = (usize, Decision)> + '_ {
        let Activity { function, decisions, .. } = &self.tree[c];
        let (returns, picture) = (&self.methods[*function].returns, &self.pictures[*function]);
        let all = decisions.iter().map(|(&block, &decision)| (block, decision));
        all.filter(|(block, _)| !returns.contains_key(block) && picture.is_reachable[*block])
    }

    /// What is required of a function, of which these activations are asked.
    pub fn required(&self, function: usize, asked: &[usize], keys: &Keys) -> BTreeSet<Required> {
        let picture = &self.pictures[function];
        let mut all = BTreeSet::new();
        let is_way = |key: bool| keys.contains(Key::Bool(key));
        for &Final { place, what, set_at } in &self.finals[function] {
            let handed = |from, keys| Required::Handed { place, set_at, from, keys };
            match what {
                Returned::Constant(key) if keys.contains(key) => match place {
                    Place::Block(block) => {
                        all.extend(picture.controls[block].iter().copied().map(Required::Taken));
                    }
                    Place::Edge(way) => _ = all.insert(Required::Taken(way)),
                },
                Returned::Call { site, negated } => {
                    let keys = if negated { keys.negated() } else { keys.clone() };
                    all.insert(handed(Source::Call(site), keys));
                }
                Returned::Decision if is_way(true) || is_way(false) => {
                    all.insert(handed(Source::Decision, keys.clone()));
                }
                _ => {}
            }
        }
        for (block, _) in asked.iter().flat_map(|&c| self.undeclared(c)) {
            if is_way(true) || is_way(false) {
                self.note(Event::DecisionUndeclared, true);
                let place = Place::Block(block);
                all.insert(Required::Handed {
                    place,
                    set_at: block,
                    from: Source::Decision,
                    keys: keys.clone(),
                });
            }
        }
        all
    }

    /// Whether an activation came through a place.
    pub fn came_through(&self, c: usize, place: Place) -> bool {
        let seen = &self.tree[c].seen;
        match place {
            Place::Block(block) => seen.progress.contains_key(&block),
            Place::Edge(way) => seen.distance.get(&way) == Some(&0.0),
        }
    }

    /// Whether the result of an activation is one of the keys, as far as it is known.
    pub fn result_in(&self, c: usize, keys: &Keys) -> Option<bool> {
        let Activity { function, decisions, seen, .. } = &self.tree[c];
        // Who threw returned nothing: some block that leaves the function ran to its end.
        let nodes = self.methods[*function].shape.0.iter().enumerate();
        let mut exits = nodes.filter(|(_, node)| node.leaves || node.edges.is_empty());
        if !exits.any(|(block, node)| {
            seen.progress.get(&block).is_some_and(|&ran| ran >= node.statements)
        }) {
            return None;
        }
        let decided = |decision: &Decision| keys.contains(Key::Bool(decision.holds()));
        let mut results: BTreeSet<Option<bool>> =
            self.undeclared(c).map(|(_, decision)| Some(decided(&decision))).collect();
        for &Final { place, what, set_at } in &self.finals[*function] {
            let is_recorded = what == Returned::Decision
                && place == Place::Block(set_at)
                && decisions.contains_key(&set_at);
            if self.came_through(c, place) || is_recorded {
                results.insert(match what {
                    Returned::Constant(key) => Some(keys.contains(key)),
                    Returned::Decision => decisions.get(&set_at).map(decided),
                    Returned::Call { site, negated: false } => self.last_in(c, site, keys),
                    Returned::Call { site, negated: true } => {
                        self.last_in(c, site, &keys.negated())
                    }
                    Returned::Unknown => None,
                });
            }
        }
        if results.len() == 1 { results.pop_first().flatten() } else { None }
    }

    /// The same of the last activation at a site.
    pub fn last_in(&self, a: usize, site: u32, keys: &Keys) -> Option<bool> {
        self.result_in(*self.calls_at(&[a], site).last()?, keys)
    }
}
