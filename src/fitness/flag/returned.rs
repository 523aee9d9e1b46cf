//! What an activation returned, as far as that is known.

use super::cells::came;
use super::flags::{Question, Sheet};
use super::key::Key;
use super::returns::Returns;
use super::space::Job;
use super::tree::Tree;
use super::ways::{At, Way};
use crate::execution::{CallTree, Within};
use crate::id::{Activation, CallSite};

impl<X: CallTree + ?Sized> Job<'_, X> {
    /// The key that an activation returned. Those that it called are settled.
    ///
    /// An activation that came several ways to return, in loops, returned what the last one says; which is the last one is not recorded. So
    /// it is known only if all of them say the same.
    pub(super) fn returned(&self, tree: &Tree, activation: usize) -> Option<Key> {
        let call = tree.calls[activation];
        let run = Within(self.run, Activation::new(activation as u32));
        let sheet = self.flags.sheet(call.function);
        let mut keys = Found::default();
        let decided = |way: &Way| {
            let mut key = None;
            run.0.results_in(run.1, &mut |block, decision| {
                if block == way.block && way.returns == Returns::Decision {
                    key = Some(Key::from(decision.holds()));
                }
            });
            key
        };
        for way in sheet.into_iter().flat_map(|sheet| &sheet.ways) {
            // Who set the result to a decision in a block was there.
            let decided = decided(way);
            if came(&run, way.at) || decided.is_some() && way.at == At::Block(way.block) {
                keys.see(match way.returns {
                    Returns::Constant(key) => Some(key),
                    Returns::Call { site, negated } => {
                        self.last_at(tree, activation, site).map(|key| if negated { key.negated() } else { key })
                    }
                    Returns::Decision => decided,
                    Returns::Unknown => None,
                });
            }
        }
        run.0.results_in(run.1, &mut |block, decision| {
            if self.graph.is_reachable(block) && sheet.is_none_or(|sheet| !sheet.sets.contains_key(&block)) {
                keys.see(Some(Key::from(decision.holds())));
            }
        });
        keys.only.filter(|_| !keys.differ)
    }

    /// What the last call of an activation at a site returned, as far as that is known.
    pub(super) fn last_at(&self, tree: &Tree, activation: usize, site: CallSite) -> Option<Key> {
        let mut last = None;
        let mut child = tree.calls[activation].first_child;
        while let Some(callee) = tree.calls.get(child as usize) {
            if callee.site == Some(site) {
                last = Some(child);
            }
            child = callee.next;
        }
        tree.returned[last? as usize]
    }
}

impl<X: CallTree + ?Sized> Job<'_, X> {
    /// Notes which of the results that the flags of an activation need were returned by its last calls, where several are needed.
    pub(super) fn note_met(&self, tree: &mut Tree, activation: usize, sheet: &Sheet) {
        if !self.flags.any_joint {
            return;
        }
        let call = tree.calls[activation];
        for flag in sheet.flags.iter().map(|&number| self.flags.flag(number)) {
            for needs in [&flag.needs, &flag.contrary].into_iter().filter(|needs| needs.is_joint) {
                for question in needs.questions() {
                    let Question { site, keys } = sheet.questions[question as usize];
                    let key = self.last_at(tree, activation, site);
                    tree.answers[call.first_answer + question as usize].is_met =
                        key.is_some_and(|key| self.flags.keys[keys as usize].contains(key));
                }
            }
        }
    }
}

/// The keys that the ways of an activation say.
#[derive(Default)]
struct Found {
    only: Option<Key>,
    /// They are not all the same, or one is not known.
    differ: bool,
}

impl Found {
    fn see(&mut self, key: Option<Key>) {
        self.differ |= key.is_none() || self.only.is_some_and(|only| Some(only) != key);
        self.only = key;
    }
}
