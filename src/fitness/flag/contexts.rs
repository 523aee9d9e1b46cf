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
use super::forms::{InnerFlags, Iterations, Job};
use super::tree::{Answer, Call, Tree, sort_from};
use crate::distance::Distance;
use crate::execution::{Execution, Facts, On, Plane};
use crate::id::{Activation, CallSite, Function};
use alloc::vec::Vec;
use core::ops::Range;

/// Scratch space that every context uses again.
#[derive(Clone, Debug, Default)]
pub(super) struct Space {
    /// Contexts, breadth first.
    pub contexts: Vec<Context>,
    /// Activations, by context.
    pub members: Vec<u32>,
    /// Sets of keys that each context is asked for, by context.
    pub keys: Vec<u32>,
    /// Callees of contexts, by context, site, function and number.
    pub callees: Vec<Callee>,
    /// Wanted questions, by context and question.
    pub wanted: Vec<Wanted>,
    /// Answers, by context and question.
    pub answers: Vec<Answer>,
    /// Requirements of the called function that is being measured.
    pub required: Vec<Required>,
    /// Cells, one row for each requirement or for each activation, whichever is combined first.
    pub cells: Vec<Distance>,
    /// Distances after the first aggregation.
    pub combined: Vec<Distance>,
    /// Scratch space for the goals of one activation.
    pub table: Table,
    /// Activations of functions that have flags.
    pub targets: Vec<(Function, u32)>,
}

/// Several activations of one function that are treated as one.
#[derive(Clone, Debug)]
pub(super) struct Context {
    pub function: Function,
    pub members: Range<usize>,
    pub keys: Range<usize>,
    pub callees: Range<usize>,
    pub first_answer: usize,
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

/// Demand for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wanted {
    /// The answer is not wanted.
    No,
    /// The answer is wanted if there is one; its absence is no error.
    Perhaps,
    /// The answer is wanted.
    Yes,
}

impl Space {
    /// Computes everything about one activation. The activations that it called must be settled.
    pub(super) fn settle<X: Facts + ?Sized>(
        &mut self,
        job: &Job<'_, X>,
        tree: &mut Tree,
        activation: usize,
    ) {
        let call = tree.calls[activation];
        if job.flags.any_joint {
            tree.returned[activation] = job.returned(tree, activation);
        }
        // Order of the steps: first the observed distances of the flags, then the answers (which
        // need them, to know which questions are wanted), then F of the flags from the answers.
        let Some(sheet) = job.flags.sheet(call.function) else { return };
        // Activations are settled from the last to the first, so the answers of all callees are
        // known: F follows the tree of activations, and recursion needs no fixed point.
        let within = On(job.run, Plane::Within(Activation::new(activation as u32)));
        for (&number, value) in sheet.flags.iter().zip(&mut tree.observed[call.first_flag..]) {
            if let Some(distance) = within.branch_distance(job.flags.flag(number).edge) {
                *value = distance.get();
            }
        }
        self.members.clear();
        self.members.push(activation as u32);
        if self.solve(job, tree, call.function) {
            let count = sheet.question_count(call.key_count as usize);
            tree.answers[call.first_answer..][..count].copy_from_slice(&self.answers[..count]);
        }
        job.note_met(tree, activation, sheet);
        let flags = sheet.flags.iter().zip(&tree.observed[call.first_flag..]);
        let answers = &tree.answers[call.first_answer..];
        for ((&number, &observed), value) in flags.zip(&mut tree.flags[call.first_flag..]) {
            *value = job.flags.flag(number).needs.distance(answers, answers, observed);
        }
    }

    /// Pools the activations of each function, so that each flag has one distance in all of them.
    pub(super) fn pool<X: Facts + ?Sized>(&mut self, job: &Job<'_, X>, tree: &mut Tree) {
        let mut targets = core::mem::take(&mut self.targets);
        targets.clear();
        for (activation, call) in tree.calls.iter().enumerate() {
            if job.flags.sheet(call.function).is_some_and(|sheet| !sheet.flags.is_empty()) {
                targets.push((call.function, activation as u32));
            }
        }
        targets.sort_unstable();
        let Tree { pooled, flags, .. } = tree;
        pooled.extend_from_slice(flags);
        for together in targets.chunk_by(|a, b| a.0 == b.0) {
            let function = together[0].0;
            let Some(sheet) = job.flags.sheet(function) else { continue };
            // Direct calls are pooled on their own, because goals of direct calls must not profit
            // from other activations.
            for among_all in [true, false] {
                self.members.clear();
                let called = together.iter().map(|target| target.1);
                self.members.extend(
                    called.filter(|&target| among_all || tree.calls[target as usize].is_direct),
                );
                let count = self.members.len();
                self.solve(job, tree, function);
                for &target in &self.members[..count] {
                    let call = tree.calls[target as usize];
                    for (place, &number) in sheet.flags.iter().enumerate() {
                        let met = &tree.answers[call.first_answer..];
                        let observed = tree.observed[call.first_flag + place];
                        let needs = &job.flags.flag(number).needs;
                        let value = needs.distance(&self.answers, met, observed);
                        tree.take_in_flag(number, value, among_all);
                        if among_all {
                            tree.pooled[call.first_flag + place] = value;
                        }
                    }
                }
            }
        }
        self.targets = targets;
    }

    /// Answers the questions of the members, which are activations of one function. Returns `false`
    /// if they have none.
    fn solve<X: Facts + ?Sized>(
        &mut self,
        job: &Job<'_, X>,
        tree: &Tree,
        function: Function,
    ) -> bool {
        self.contexts.clear();
        self.callees.clear();
        self.wanted.clear();
        self.answers.clear();
        self.keys.clear();
        let members = 0..self.members.len();
        let keys = self.ask_for(tree, members.clone());
        self.contexts.push(Context { function, members, keys, callees: 0..0, first_answer: 0 });
        let mut at = 0;
        while at < self.contexts.len() {
            if let Some(sheet) = job.flags.sheet(self.contexts[at].function)
                && self.want(job, tree, at, sheet)
            {
                self.gather(job, tree, at, sheet);
            } else if at == 0 {
                return false;
            }
            at += 1;
        }
        // Contexts were listed breadth first, so from the last to the first each question finds the
        // answers of the contexts of its callees. A recursive walk would overflow the stack on deep
        // trees of calls.
        for at in (0..self.contexts.len()).rev() {
            let Context { function, keys, callees, first_answer, .. } = self.contexts[at].clone();
            let Some(sheet) = job.flags.sheet(function) else { continue };
            for place in 0..sheet.question_count(keys.len()) {
                let wanted = self.wanted[first_answer + place];
                if wanted == Wanted::No {
                    continue;
                }
                let question = Question::of(job.flags, sheet, &self.keys[keys.clone()], place);
                let distance = self.ask(job, tree, function, question, callees.clone());
                if wanted == Wanted::Yes || distance < Distance::INFINITE {
                    self.answers[first_answer + place].distance = distance.get();
                }
            }
        }
        true
    }

    /// Lists the sets of keys that any of these members is asked for, ascending.
    fn ask_for(&mut self, tree: &Tree, members: Range<usize>) -> Range<usize> {
        let first = self.keys.len();
        let count = members.len();
        if tree.keys.is_empty() {
            return first..first;
        }
        for &member in &self.members[members] {
            self.keys.extend_from_slice(tree.calls[member as usize].keys(&tree.keys));
        }
        if count > 1 {
            sort_from(&mut self.keys, first);
        }
        first..self.keys.len()
    }

    /// Lists the questions of a context. Returns `false` if there are none.
    fn want<X: Facts + ?Sized>(
        &mut self,
        job: &Job<'_, X>,
        tree: &Tree,
        at: usize,
        sheet: &Sheet,
    ) -> bool {
        let first = self.answers.len();
        self.contexts[at].first_answer = first;
        let keys = self.contexts[at].keys.len();
        let count = sheet.question_count(keys);
        self.answers.resize(first + count, Answer::UNASKED);
        self.wanted.resize(first + count, Wanted::No);
        let wanted = &mut self.wanted[first..];
        // Only questions of flags that went wrong, or of results that are handed on, are answered.
        // Answering all would take time for every declared flag in every activation.
        let mut want = |question: usize, how: Wanted| wanted[question] = how.max(wanted[question]);
        // If a flag was not evaluated, or was taken, or if a call was not made: see `Cells::cell`.
        let perhaps = match job.forms.inner_flags {
            InnerFlags::Nearest => Wanted::No,
            InnerFlags::Required => Wanted::Perhaps,
        };
        for &member in &self.members[self.contexts[at].members.clone()] {
            let call = &tree.calls[member as usize];
            for (&number, &observed) in sheet.flags.iter().zip(&tree.observed[call.first_flag..]) {
                let how = if observed > 0.0 { Wanted::Yes } else { perhaps };
                if how == Wanted::Yes || how == Wanted::Perhaps && call.site.is_some() {
                    for question in job.flags.flag(number).asked(observed).questions() {
                        want(question as usize, how);
                    }
                }
            }
            if keys == 0 {
                continue; // no caller asks about the result
            }
            let within = On(job.run, Plane::Within(Activation::new(member)));
            for (number, delegation) in sheet.delegations.iter().enumerate() {
                let how = if came(&within, delegation.at) { Wanted::Yes } else { perhaps };
                for place in 0..keys {
                    want(sheet.handed_on(number, keys, place), how);
                }
            }
        }
        let wanted = &self.wanted[first..];
        wanted.iter().any(|&wanted| wanted > Wanted::No)
    }

    /// Lists the callees of a context by site, function and number, and adds the groups that are
    /// pooled as contexts.
    fn gather<X: Facts + ?Sized>(
        &mut self,
        job: &Job<'_, X>,
        tree: &Tree,
        at: usize,
        sheet: &Sheet,
    ) {
        let first = self.callees.len();
        for &member in &self.members[self.contexts[at].members.clone()] {
            for (activation, callee) in tree.callees(member as usize) {
                if let &Call { function, site: Some(site), .. } = callee {
                    self.callees.push(Callee { site, function, activation, context: ALONE });
                }
            }
        }
        self.callees[first..].sort_unstable();
        self.contexts[at].callees = first..self.callees.len();
        if job.forms.iterations == Iterations::Nested {
            return;
        }
        let (keys, first_context) = (self.contexts[at].keys.len(), self.contexts.len());
        let wanted = &self.wanted[self.contexts[at].first_answer..];
        // Iterations::Pooled: all callees of a site and function are one context. A callee that is
        // alone, or about which no question is wanted, keeps its own answers, so that contexts do
        // not multiply along every call.
        for together in
            self.callees[first..].chunk_by_mut(|a, b| (a.site, a.function) == (b.site, b.function))
        {
            let Callee { site, function, .. } = together[0];
            let asks = |inner: &Sheet| !inner.questions.is_empty() || !inner.delegations.is_empty();
            let has_questions = job.flags.sheet(function).is_some_and(asks);
            let handed_on = sheet.delegations_at(site).flat_map(|number| {
                (0..keys).map(move |place| sheet.handed_on(number, keys, place))
            });
            let mut about = sheet.about(site).map(|question| question as usize).chain(handed_on);
            // The answers of a single activation are known already.
            if together.len() < 2
                || !has_questions
                || !about.any(|question| wanted[question] > Wanted::No)
            {
                continue;
            }
            let (context, first) = (self.contexts.len() as u32, self.members.len());
            for callee in together {
                callee.context = context;
                self.members.push(callee.activation);
            }
            let (members, keys) = (first..self.members.len(), 0..0);
            self.contexts.push(Context { function, members, keys, callees: 0..0, first_answer: 0 });
        }
        for context in first_context..self.contexts.len() {
            self.contexts[context].keys =
                self.ask_for(tree, self.contexts[context].members.clone());
        }
    }
}
