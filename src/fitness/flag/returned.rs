//! Results that activations returned, as far as they are known.

use super::cells::{came, result_in};
use super::flags::{Question, Sheet};
use super::forms::Job;
use super::key::{Key, Returns};
use super::tree::{Returned, Tree};
use super::ways::At;
use crate::execution::{Execution, Facts, On, Plane};
use crate::id::{Activation, Block, CallSite, Function};

impl<X: Facts + ?Sized> Job<'_, X> {
    /// Returns the keys of which an activation returned one, if that is known. The activations that
    /// it called must be settled.
    ///
    /// An activation that came several ways to return, in loops, returned the result of the last
    /// one, and which one was the last is not recorded. So the result counts as known to be what is
    /// needed only if it is so for all of these ways.
    pub(super) fn returned(&self, tree: &Tree, activation: usize) -> Option<Returned> {
        let call = tree.calls[activation];
        let number = Activation::new(activation as u32);
        let run = On(self.run, Plane::Within(number));
        let sheet = self.flags.sheet(call.function);
        let mut found = Some(Returned::new());
        // `found` is the union of the results of all ways that the activation came. `None` once any
        // of them is unknown: a union without it could wrongly count a result as met.
        for way in sheet.into_iter().flat_map(|sheet| &sheet.ways) {
            // An activation that recorded a decision in a block was there, whatever its progress
            // says.
            let decided = match way.returns {
                Returns::Decision => result_in(run.0, number, way.block),
                _ => None,
            };
            if came(&run, way.at) || decided.is_some() && way.at == At::Block(way.block) {
                match way.returns {
                    Returns::Constant(key) => see(&mut found, Some(&[key]), false),
                    Returns::Call { site, negated } => {
                        see(&mut found, self.last_at(tree, activation, site), negated);
                    }
                    Returns::Decision => {
                        let key = decided.map(|decision| [Key::from(decision.holds())]);
                        see(&mut found, key.as_ref().map(|key| &key[..]), false);
                    }
                    Returns::Unknown => found = None,
                }
            }
        }
        run.0.results_in(number, &mut |block, decision| {
            // Decisions that were recorded at blocks without a declaration are ways as well.
            if self.is_undeclared(sheet, block) {
                see(&mut found, Some(&[Key::from(decision.holds())]), false);
            }
        });
        found.filter(|found| !found.is_empty() && self.has_returned(&run, call.function))
    }

    /// Returns `true` if a decision that was recorded at a block is a result of the function of
    /// `sheet`, although nothing was declared for the block.
    pub(super) fn is_undeclared(&self, sheet: Option<&Sheet>, block: Block) -> bool {
        self.graph.is_reachable(block) && sheet.is_none_or(|sheet| !sheet.sets.contains(block))
    }

    /// Returns `true` if an activation ran to the end of a block that leaves its function, so that
    /// it did not throw.
    fn has_returned(&self, run: &On<'_, X>, function: Function) -> bool {
        // An activation that threw after it set its result did not return it.
        let mut exits = self.graph.blocks_of(function).filter(|&block| self.graph.is_exit(block));
        exits.any(|block| {
            run.progress(block).is_some_and(|progress| progress >= self.graph.statements(block))
        })
    }

    /// Returns the keys of which the last call of an activation at a site returned one, if they are
    /// known.
    pub(super) fn last_at<'t>(
        &self,
        tree: &'t Tree,
        activation: usize,
        site: CallSite,
    ) -> Option<&'t [Key]> {
        let here = tree.callees(activation).filter(|(_, callee)| callee.site == Some(site));
        tree.returned[here.last()?.0 as usize].as_deref()
    }

    /// Notes which results that the flags of an activation need were returned by its last calls,
    /// for flags that need several results.
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
                    tree.answers[call.first_answer + question as usize].is_met = returned
                        .is_some_and(|returned| returned.iter().all(|&key| wanted.contains(key)));
                }
            }
        }
    }
}

/// Adds the result of a way of an activation; `None` makes the whole result unknown.
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
