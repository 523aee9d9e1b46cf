//! What an activation returned, as far as that is known.

use super::cells::came;
use super::key::Key;
use super::returns::Returns;
use super::space::Job;
use super::tree::Tree;
use crate::distance::Decision;
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
        for way in sheet.into_iter().flat_map(|sheet| &sheet.ways).filter(|way| came(&run, way.at)) {
            keys.see(match way.returns {
                Returns::Constant(key) => Some(key),
                Returns::Call { site, negated } => self.handed_on(tree, activation, site, negated),
                Returns::Decision => {
                    let mut key = None;
                    run.0.results_in(run.1, &mut |block, decision: Decision| {
                        if block == way.block {
                            key = Some(Key::from(decision.holds()));
                        }
                    });
                    key
                }
                Returns::Unknown => None,
            });
        }
        run.0.results_in(run.1, &mut |block, decision| {
            if sheet.is_none_or(|sheet| !sheet.sets.contains_key(&block)) {
                keys.see(Some(Key::from(decision.holds())));
            }
        });
        keys.only.filter(|_| !keys.differ)
    }

    /// What the last call at a site returned, or the contrary.
    fn handed_on(&self, tree: &Tree, activation: usize, site: CallSite, negated: bool) -> Option<Key> {
        let mut last = None;
        let mut child = tree.calls[activation].first_child;
        while let Some(callee) = tree.calls.get(child as usize) {
            if callee.site == Some(site) {
                last = Some(child);
            }
            child = callee.next;
        }
        let key = tree.returned[last? as usize]?;
        match key {
            key if !negated => Some(key),
            key => [false, true].into_iter().find(|&value| key == Key::from(value)).map(|value| Key::from(!value)),
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
