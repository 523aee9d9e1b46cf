//! Distances of flags in one activation, or in several pooled activations.
//!
//! A question, "how far are the calls at this site from returning this value?", is asked of a
//! *context*: one activation, or several activations of one function. (The walking call context of
//! Lin et al. 2020, Algorithm 1, holds call sites, and thereby all activations that were called
//! there.) The callees of a context are grouped by site and function. If iterations are pooled, a
//! group of several callees is a context in turn. Contexts are listed breadth first, and answered
//! from the last to the first. Every callee outside of such a group was answered before, because it
//! comes after its caller.

use super::cells::{Table, came};
use super::flags::{Question, Required, Sheet};
use super::forms::{InnerFlags, Iterations, Job, TargetCalls};
use super::tree::{Asked, Call, Tree, Wanted};
use crate::distance::Distance;
use crate::execution::{Execution, Facts, On, Plane};
use crate::id::{Activation, Block, CallSite, Function};
use alloc::vec::Vec;
use core::ops::Range;

/// The computation of the distances of flags in one execution.
pub(super) struct Work<'a, X: ?Sized> {
    pub job: Job<'a, X>,
    pub tree: &'a mut Tree,
    pub space: &'a mut Space,
}

/// Scratch space that every context uses again.
#[derive(Clone, Debug, Default)]
pub(super) struct Space {
    /// Contexts, breadth first.
    pub contexts: Vec<Context>,
    /// Activations, by context.
    pub members: Vec<u32>,
    /// Callees of contexts, by context, site, function and number.
    pub callees: Vec<Callee>,
    /// Requirements of the called function that is being measured.
    pub required: Vec<Required>,
    /// Blocks without a declaration in which calls of this function recorded a decision, ascending.
    pub undeclared: Vec<Block>,
    /// Cells, one row for each requirement or for each activation, whichever is combined first.
    pub cells: Vec<Distance>,
    /// Distances after the first aggregation.
    pub combined: Vec<Distance>,
    /// Scratch space for the goals of one activation.
    pub table: Table,
    /// Activations of functions that have flags.
    pub targets: Vec<(Function, u32)>,
}

/// One activation, or several activations of one function that are treated as one.
#[derive(Clone, Debug)]
pub(super) struct Context {
    pub function: Function,
    pub members: Range<usize>,
    pub callees: Range<usize>,
    pub asked: Asked,
}

/// An activation that some question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Callee {
    pub site: CallSite,
    pub function: Function,
    pub activation: u32,
    /// The context that it is a member of, or [`ALONE`] if it answers for itself.
    pub context: u32,
}

/// Stands for no context.
pub(super) const ALONE: u32 = u32::MAX;

impl<X: Facts + ?Sized> Work<'_, X> {
    /// Computes everything about one activation. The activations that it called must be settled.
    pub(super) fn settle(&mut self, activation: usize) {
        let Job { flags, run, forms, .. } = self.job;
        let call = self.tree.calls[activation];
        if flags.any_joint {
            self.tree.returned[activation] = self.returned(activation);
        }
        // Order of the steps: first the observed distances of the flags, then the answers (which
        // need them, to know which questions are wanted), then F of the flags from the answers.
        let Some(sheet) = flags.sheet(call.function) else { return };
        // Activations are settled from the last to the first, so the answers of all callees are
        // known: F follows the tree of activations, and recursion needs no fixed point.
        let within = On(run, Plane::Within(Activation::new(activation as u32)));
        for (&number, value) in sheet.flags.iter().zip(&mut self.tree.observed[call.first_flag..]) {
            if let Some(distance) = within.branch_distance(flags.flag(number).edge) {
                *value = distance.get();
            }
        }
        self.space.members.clear();
        self.space.members.push(activation as u32);
        self.solve(call.function, call.asked);
        self.note_met(activation, sheet);
        if forms.target_calls == TargetCalls::Pooled {
            return; // see `pool`
        }
        for &number in &sheet.flags {
            let value = self.tree.distance(flags, &call, number, call.asked);
            self.tree.take_in(number, value, true);
            if call.is_direct {
                self.tree.take_in(number, value, false);
            }
        }
    }

    /// Pools the activations of each function, so that each flag has one distance in all of them.
    pub(super) fn pool(&mut self) {
        let flags = self.job.flags;
        let mut targets = core::mem::take(&mut self.space.targets);
        targets.clear();
        for (activation, call) in self.tree.calls.iter().enumerate() {
            if flags.sheet(call.function).is_some_and(|sheet| !sheet.flags.is_empty()) {
                targets.push((call.function, activation as u32));
            }
        }
        targets.sort_unstable();
        self.tree.pooled.resize(self.tree.observed.len(), f64::NAN);
        for together in targets.chunk_by(|a, b| a.0 == b.0) {
            let function = together[0].0;
            let Some(sheet) = flags.sheet(function) else { continue };
            // Direct calls are pooled on their own, because goals of direct calls must not profit
            // from other activations.
            for among_all in [true, false] {
                self.space.members.clear();
                for &(_, target) in together {
                    if among_all || self.tree.calls[target as usize].is_direct {
                        self.space.members.push(target);
                    }
                }
                let asked = self.tree.open(flags, function, &self.space.members);
                self.solve(function, asked);
                for at in self.space.contexts[0].members.clone() {
                    let call = self.tree.calls[self.space.members[at] as usize];
                    for (place, &number) in sheet.flags.iter().enumerate() {
                        let value = self.tree.distance(flags, &call, number, asked);
                        self.tree.take_in(number, value, among_all);
                        if among_all {
                            self.tree.pooled[call.first_flag + place] = value;
                        }
                    }
                }
                self.tree.close(asked);
            }
        }
        self.space.targets = targets;
    }

    /// Answers the questions of the members, which are activations of one function.
    fn solve(&mut self, function: Function, asked: Asked) {
        let flags = self.job.flags;
        let Space { contexts, members, callees, .. } = &mut *self.space;
        contexts.clear();
        callees.clear();
        let members = 0..members.len();
        contexts.push(Context { function, members, callees: 0..0, asked });
        let mut at = 0;
        while at < self.space.contexts.len() {
            if let Some(sheet) = flags.sheet(self.space.contexts[at].function)
                && self.want(at, sheet)
            {
                self.gather(at, sheet);
            } else if at == 0 {
                return;
            }
            at += 1;
        }
        // Contexts were listed breadth first, so from the last to the first each question finds the
        // answers of the contexts of its callees. A recursive walk would overflow the stack on deep
        // trees of calls.
        let every = core::mem::take(&mut self.space.callees);
        for at in (0..self.space.contexts.len()).rev() {
            let Context { function, callees, asked, .. } = self.space.contexts[at].clone();
            let Some(sheet) = flags.sheet(function) else { continue };
            for place in 0..sheet.question_count(asked.key_count as usize) {
                let wanted = self.tree.answers[asked.first_answer + place].wanted;
                if wanted == Wanted::No {
                    continue;
                }
                let question = Question::of(flags, sheet, &self.tree.keys[asked.keys()], place);
                let distance = self.ask(function, question, &every[callees.clone()]);
                if wanted == Wanted::Yes || distance < Distance::INFINITE {
                    self.tree.answers[asked.first_answer + place].distance = distance.get();
                }
            }
        }
        self.space.callees = every;
        if let Some(first) = self.space.contexts.get(1) {
            self.tree.close(first.asked);
        }
    }

    /// Notes which questions of a context are wanted. Returns `false` if none is.
    fn want(&mut self, at: usize, sheet: &Sheet) -> bool {
        let Job { flags, run, forms, .. } = self.job;
        let Context { members, asked, .. } = &self.space.contexts[at];
        let keys = asked.key_count as usize;
        let Tree { calls, observed, answers, .. } = &mut *self.tree;
        let answers = &mut answers[asked.first_answer..][..sheet.question_count(keys)];
        // Only questions of flags that went wrong, or of results that are handed on, are answered.
        // Answering all would take time for every declared flag in every activation.
        let mut want = |question: usize, how: Wanted| {
            answers[question].wanted = how.max(answers[question].wanted);
        };
        // If a flag was not evaluated, or was taken, or if a call was not made: see `Cells::cell`.
        let perhaps = match forms.inner_flags {
            InnerFlags::Nearest => Wanted::No,
            InnerFlags::Required => Wanted::Perhaps,
        };
        for &member in &self.space.members[members.clone()] {
            let call = &calls[member as usize];
            for (&number, &observed) in sheet.flags.iter().zip(&observed[call.first_flag..]) {
                let how = if observed > 0.0 { Wanted::Yes } else { perhaps };
                if how == Wanted::Yes || how == Wanted::Perhaps && call.site.is_some() {
                    for question in flags.flag(number).asked(observed).questions() {
                        want(question as usize, how);
                    }
                }
            }
            if keys == 0 {
                continue; // no caller asks about the result
            }
            let within = On(run, Plane::Within(Activation::new(member)));
            for (number, delegation) in sheet.delegations.iter().enumerate() {
                let how = if came(&within, delegation.at) { Wanted::Yes } else { perhaps };
                for place in 0..keys {
                    want(sheet.handed_on(number, keys, place), how);
                }
            }
        }
        answers.iter().any(|answer| answer.wanted > Wanted::No)
    }

    /// Lists the callees of a context by site, function and number, and adds the groups that are
    /// pooled as contexts.
    fn gather(&mut self, at: usize, sheet: &Sheet) {
        let Job { flags, forms, .. } = self.job;
        let Space { contexts, members, callees, .. } = &mut *self.space;
        let first = callees.len();
        for &member in &members[contexts[at].members.clone()] {
            for (activation, callee) in self.tree.callees(member as usize) {
                if let &Call { function, site: Some(site), .. } = callee {
                    callees.push(Callee { site, function, activation, context: ALONE });
                }
            }
        }
        callees[first..].sort_unstable();
        contexts[at].callees = first..callees.len();
        if forms.iterations == Iterations::Nested {
            return;
        }
        let asked = contexts[at].asked;
        let keys = asked.key_count as usize;
        // Iterations::Pooled: all callees of a site and function are one context. A callee that is
        // alone, or about which no question is wanted, keeps its own answers, so that contexts do
        // not multiply along every call.
        for together in
            callees[first..].chunk_by_mut(|a, b| (a.site, a.function) == (b.site, b.function))
        {
            let Callee { site, function, .. } = together[0];
            let has_questions =
                flags.sheet(function).is_some_and(|inner| inner.question_count(1) > 0);
            let handed_on = sheet.delegations_at(site).flat_map(|number| {
                (0..keys).map(move |place| sheet.handed_on(number, keys, place))
            });
            let mut about = sheet.about(site).map(|question| question as usize).chain(handed_on);
            let answers = &self.tree.answers[asked.first_answer..];
            // The answers of a single activation are known already.
            if together.len() < 2
                || !has_questions
                || !about.any(|question| answers[question].wanted > Wanted::No)
            {
                continue;
            }
            let (context, first) = (contexts.len() as u32, members.len());
            for callee in together {
                callee.context = context;
                members.push(callee.activation);
            }
            let asked = self.tree.open(flags, function, &members[first..]);
            let members = first..members.len();
            contexts.push(Context { function, members, callees: 0..0, asked });
        }
    }
}
