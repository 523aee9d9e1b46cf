//! What an activation returned, as far as that is known.

use super::cells::came;
use super::flags::{Question, Sheet};
use super::key::Key;
use super::returns::Returns;
use super::space::Job;
use super::tree::{Returned, Tree};
use super::ways::{At, Way};
use crate::execution::{CallTree, Execution, Within};
use crate::id::{Activation, CallSite, Function};

impl<X: CallTree + ?Sized> Job<'_, X> {
    /// The keys of which an activation returned one, if that is known. Those that it called are settled.
    ///
    /// An activation that came several ways to return, in loops, returned what the last one says; which is the last one is not recorded. So
    /// it returned what is needed, as far as is known, if all of them say so.
    pub(super) fn returned(&self, tree: &Tree, activation: usize) -> Option<Returned> {
        let call = tree.calls[activation];
        let run = Within(self.run, Activation::new(activation as u32));
        let sheet = self.flags.sheet(call.function);
        let mut found = Some(Returned::new());
        let decided = |way: &Way| {
            let mut key = None;
            run.0.results_in(run.1, &mut |block, decision| {
                if block == way.block {
                    key = Some(Key::from(decision.holds()));
                }
            });
            key
        };
        for way in sheet.into_iter().flat_map(|sheet| &sheet.ways) {
            // Who set the result to a decision in a block was there.
            let decided = if way.returns == Returns::Decision { decided(way) } else { None };
            if came(&run, way.at) || decided.is_some() && way.at == At::Block(way.block) {
                match way.returns {
                    Returns::Constant(key) => see(&mut found, Some(&[key]), false),
                    Returns::Call { site, negated } => see(&mut found, self.last_at(tree, activation, site), negated),
                    Returns::Decision => see(&mut found, decided.as_ref().map(core::slice::from_ref), false),
                    Returns::Unknown => found = None,
                }
            }
        }
        run.0.results_in(run.1, &mut |block, decision| {
            if self.graph.is_reachable(block) && sheet.is_none_or(|sheet| !sheet.sets.contains_key(&block)) {
                see(&mut found, Some(&[Key::from(decision.holds())]), false);
            }
        });
        found.filter(|found| !found.is_empty() && self.has_returned(&run, call.function))
    }

    /// Whether an activation ran to the end of a block that leaves its function: not if it threw.
    fn has_returned(&self, run: &Within<'_, X>, function: Function) -> bool {
        let mut exits = self.graph.blocks_of(function).filter(|&block| self.graph.is_exit(block));
        exits.any(|block| run.progress(block).is_some_and(|progress| progress >= self.graph.statements(block)))
    }

    /// What the last call of an activation at a site returned, as far as that is known.
    pub(super) fn last_at<'t>(&self, tree: &'t Tree, activation: usize, site: CallSite) -> Option<&'t [Key]> {
        let mut last = None;
        let mut child = tree.calls[activation].first_child;
        while let Some(callee) = tree.calls.get(child as usize) {
            if callee.site == Some(site) {
                last = Some(child);
            }
            child = callee.next;
        }
        tree.returned[last? as usize].as_deref()
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
                    let wanted = &self.flags.keys[keys as usize];
                    let returned = self.last_at(tree, activation, site);
                    tree.answers[call.first_answer + question as usize].is_met =
                        returned.is_some_and(|returned| returned.iter().all(|&key| wanted.contains(key)));
                }
            }
        }
    }
}

/// Takes in what a way of an activation says; `None` if that is not known.
fn see(found: &mut Option<Returned>, keys: Option<&[Key]>, negated: bool) {
    match (found, keys) {
        (Some(found), Some(keys)) => {
            for key in keys.iter().map(|&key| if negated { key.negated() } else { key }) {
                if !found.contains(&key) {
                    found.push(key);
                }
            }
        }
        (found, _) => *found = None,
    }
}
