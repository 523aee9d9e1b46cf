//! The distances of flags in one activation, or in several that are pooled.
//!
//! A question, "how far are the calls at this site from returning this value?", is asked of a *context*: one activation, or several of one
//! function (the walking call context of Lin et al. 2020, Algorithm 1, holds call sites, and thereby all activations that were called
//! there). The callees of a context are grouped by site and function. Where iterations are pooled, a group of several is a context in turn:
//! contexts are listed breadth first, and answered from the last to the first. Every other callee was answered before, as it comes after
//! its caller.

use super::cells::{Cells, Table, View};
use super::flags::{Flags, Question, Sheet};
use super::forms::{InnerFlags, Iterations, Order, RequiredBranches};
use super::tree::Tree;
use crate::distance::{Combination, Distance, Normalisation, guarded};
use crate::execution::{CallTree, Execution, Within};
use crate::flow::FlowGraph;
use crate::id::{Activation, CallSite, Function};
use alloc::vec::Vec;
use core::ops::Range;

/// How cells become a distance.
#[derive(Clone, Debug, Default)]
pub(super) struct Forms {
    pub normaliser: Normalisation,
    pub over_activations: Combination,
    pub over_required: Combination,
    pub order: Order,
    pub iterations: Iterations,
    pub inner_flags: InnerFlags,
    pub required: RequiredBranches,
}

/// What is asked of which execution.
pub(super) struct Job<'a, X: ?Sized> {
    pub graph: &'a FlowGraph,
    pub flags: &'a Flags,
    pub run: &'a X,
    pub forms: &'a Forms,
}

/// Space that is used again for every context.
#[derive(Clone, Debug, Default)]
pub(super) struct Space {
    contexts: Vec<Context>,
    /// By context.
    members: Vec<u32>,
    callees: Vec<Callee>,
    /// By context and question of its function.
    wanted: Vec<Wanted>,
    answers: Vec<f64>,
    /// One row of cells for each required branch, or for each activation, whichever is combined first.
    cells: Vec<Distance>,
    combined: Vec<Distance>,
    table: Table,
    /// The activations of the functions that have flags.
    targets: Vec<(Function, u32)>,
    /// By flag: its distance in all activations, and in those that the test called itself.
    pooled: Vec<[f64; 2]>,
}

/// Several activations of one function, as one.
#[derive(Clone, Debug)]
struct Context {
    function: Function,
    members: Range<usize>,
    callees: Range<usize>,
    first_answer: usize,
}

/// An activation that somebody asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Callee {
    site: CallSite,
    function: Function,
    activation: u32,
    /// The context that it is a member of; [`ALONE`] if its answers are its own.
    context: u32,
}

const ALONE: u32 = u32::MAX;

/// Whether an answer is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Wanted {
    No,
    /// If there is one: nothing is wrong if there is none.
    Perhaps,
    Yes,
}

impl Space {
    /// Everything about one activation; those that it called are settled.
    pub(super) fn settle<X: CallTree + ?Sized>(&mut self, job: &Job<'_, X>, tree: &mut Tree, activation: usize) {
        let call = tree.calls[activation];
        let Some(sheet) = job.flags.sheet(call.function) else { return };
        let within = Within(job.run, Activation::new(activation as u32));
        for (&number, value) in sheet.flags.iter().zip(&mut tree.flags[call.first_flag..]) {
            if let Some(distance) = within.branch_distance(job.flags.flag(number).edge) {
                *value = distance.get();
            }
        }
        self.members.clear();
        self.members.push(activation as u32);
        if !self.solve(job, tree, call.function, sheet) {
            return;
        }
        let answers = &self.answers[..sheet.questions.len()];
        tree.answers[call.first_answer..][..answers.len()].copy_from_slice(answers);
        for (&number, value) in sheet.flags.iter().zip(&mut tree.flags[call.first_flag..]) {
            if *value > 0.0 {
                *value = answers[job.flags.flag(number).question as usize].max(Distance::SMALLEST.get());
            }
        }
    }

    /// Puts the activations of each function together: each flag has one distance in all of them.
    pub(super) fn pool<X: CallTree + ?Sized>(&mut self, job: &Job<'_, X>, tree: &mut Tree) {
        self.pooled.clear();
        self.pooled.resize(job.flags.branches().len(), [f64::INFINITY; 2]);
        let mut targets = core::mem::take(&mut self.targets);
        targets.clear();
        for (activation, call) in tree.calls.iter().enumerate() {
            if job.flags.sheet(call.function).is_some_and(|sheet| !sheet.flags.is_empty()) {
                targets.push((call.function, activation as u32));
            }
        }
        targets.sort_unstable();
        for together in targets.chunk_by(|a, b| a.0 == b.0) {
            let function = together[0].0;
            let Some(sheet) = job.flags.sheet(function) else { continue };
            for is_direct in [false, true] {
                self.members.clear();
                let called = together.iter().map(|target| target.1);
                self.members.extend(called.filter(|&target| !is_direct || tree.calls[target as usize].is_direct));
                if !self.solve(job, tree, function, sheet) {
                    continue;
                }
                for &number in &sheet.flags {
                    let answer = self.answers[job.flags.flag(number).question as usize];
                    if !answer.is_nan() {
                        self.pooled[number as usize][usize::from(is_direct)] = answer.max(Distance::SMALLEST.get());
                    }
                }
            }
        }
        tree.keep_pooled(&self.pooled);
        for &(_, activation) in &targets {
            tree.take_in_pooled(job.flags, activation as usize);
        }
        self.targets = targets;
    }

    /// Answers what the members, activations of one function, want to know. Returns `false` if that is nothing.
    fn solve<X: CallTree + ?Sized>(&mut self, job: &Job<'_, X>, tree: &Tree, function: Function, sheet: &Sheet) -> bool {
        self.contexts.clear();
        self.callees.clear();
        self.wanted.clear();
        self.answers.clear();
        self.contexts.push(Context { function, members: 0..self.members.len(), callees: 0..0, first_answer: 0 });
        if !self.want(job, tree, 0, sheet) {
            return false;
        }
        let mut at = 0;
        while at < self.contexts.len() {
            // The first one is known to want something.
            if let Some(sheet) =
                job.flags.sheet(self.contexts[at].function).filter(|sheet| at == 0 || self.want(job, tree, at, sheet))
            {
                self.gather(job, tree, at, sheet);
            }
            at += 1;
        }
        for at in (0..self.contexts.len()).rev() {
            let Context { function, callees, first_answer, .. } = self.contexts[at].clone();
            let Some(sheet) = job.flags.sheet(function).filter(|_| !callees.is_empty() || at == 0) else { continue };
            for (place, &question) in sheet.questions.iter().enumerate() {
                let wanted = self.wanted[first_answer + place];
                if wanted == Wanted::No {
                    continue;
                }
                let answer = self.ask(job, tree, question, callees.clone());
                if wanted == Wanted::Yes || answer < Distance::INFINITE {
                    self.answers[first_answer + place] = answer.get();
                }
            }
        }
        true
    }

    /// Finds the questions of a context. Returns `false` if there are none.
    fn want<X: CallTree + ?Sized>(&mut self, job: &Job<'_, X>, tree: &Tree, at: usize, sheet: &Sheet) -> bool {
        let first = self.answers.len();
        self.contexts[at].first_answer = first;
        self.answers.resize(first + sheet.questions.len(), f64::NAN);
        self.wanted.resize(first + sheet.questions.len(), Wanted::No);
        let wanted = &mut self.wanted[first..];
        for &member in &self.members[self.contexts[at].members.clone()] {
            let call = &tree.calls[member as usize];
            for (&number, &value) in sheet.flags.iter().zip(&tree.flags[call.first_flag..]) {
                let flag = job.flags.flag(number);
                if value > 0.0 {
                    wanted[flag.question as usize] = Wanted::Yes;
                } else if job.forms.inner_flags == InnerFlags::Required && call.site.is_some() {
                    // Not evaluated, or taken: see `Cells::of_flag`.
                    let wanted = &mut wanted[if value == 0.0 { flag.reverse } else { flag.question } as usize];
                    *wanted = (*wanted).max(Wanted::Perhaps);
                }
            }
            if call.site.is_some() && !sheet.delegations.is_empty() {
                let within = Within(job.run, Activation::new(member));
                for &(block, question) in &sheet.delegations {
                    let wanted = &mut wanted[question as usize];
                    if within.progress(block).is_some() {
                        *wanted = Wanted::Yes;
                    } else if job.forms.inner_flags == InnerFlags::Required {
                        *wanted = (*wanted).max(Wanted::Perhaps);
                    }
                }
            }
        }
        wanted.iter().any(|&wanted| wanted > Wanted::No)
    }

    /// Lists the callees of a context by site, function and number, and those that are pooled as contexts.
    fn gather<X: CallTree + ?Sized>(&mut self, job: &Job<'_, X>, tree: &Tree, at: usize, sheet: &Sheet) {
        let first = self.callees.len();
        for &member in &self.members[self.contexts[at].members.clone()] {
            let mut child = tree.calls[member as usize].first_child;
            while let Some(callee) = tree.calls.get(child as usize) {
                if let Some(site) = callee.site {
                    self.callees.push(Callee { site, function: callee.function, activation: child, context: ALONE });
                }
                child = callee.next;
            }
        }
        self.callees[first..].sort_unstable();
        self.contexts[at].callees = first..self.callees.len();
        if job.forms.iterations == Iterations::Nested {
            return;
        }
        let wanted = &self.wanted[self.contexts[at].first_answer..];
        for together in self.callees[first..].chunk_by_mut(|a, b| (a.site, a.function) == (b.site, b.function)) {
            let Callee { site, function, .. } = together[0];
            let has_questions = job.flags.sheet(function).is_some_and(|sheet| !sheet.questions.is_empty());
            // What one activation answers is known.
            if together.len() < 2 || !has_questions || !sheet.about(site).any(|question| wanted[question as usize] > Wanted::No) {
                continue;
            }
            let (context, first) = (self.contexts.len() as u32, self.members.len());
            for callee in together {
                callee.context = context;
                self.members.push(callee.activation);
            }
            self.contexts.push(Context { function, members: first..self.members.len(), callees: 0..0, first_answer: 0 });
        }
    }

    /// F of a question to these callees: Algorithm 1 of Lin et al. (2020), without the normalisation of line 12.
    fn ask<X: CallTree + ?Sized>(
        &mut self,
        job: &Job<'_, X>,
        tree: &Tree,
        Question { site, value }: Question,
        callees: Range<usize>,
    ) -> Distance {
        let Forms { over_activations, over_required, order, inner_flags, normaliser, .. } = job.forms;
        let (inner, outer) = match order {
            Order::ActivationsFirst => (over_activations, over_required),
            Order::RequiredFirst => (over_required, over_activations),
        };
        let Self { cells: all, combined, table, answers, contexts, .. } = self;
        let callees = &self.callees[callees];
        let from = callees.partition_point(|callee| callee.site < site);
        let to = callees.partition_point(|callee| callee.site <= site);
        combined.clear();
        for same in callees[from..to].chunk_by(|a, b| a.function == b.function) {
            let required = job.flags.sheet(same[0].function).map(|sheet| match job.forms.required {
                RequiredBranches::Controls => &sheet.required[usize::from(value)],
                RequiredBranches::Last => &sheet.last[usize::from(value)],
            }); // line 1
            let Some(required) = required.filter(|required| !required.is_empty()) else { continue };
            let required_count = required.len();
            // So that what is combined first stands together.
            let (row_step, column_step) = match order {
                Order::ActivationsFirst => (same.len(), 1),
                Order::RequiredFirst => (1, required_count),
            };
            all.clear();
            all.resize(required_count * same.len(), Distance::INFINITE);
            for (column, callee) in same.iter().enumerate() {
                let call = &tree.calls[callee.activation as usize];
                let view = View {
                    run: Within(job.run, Activation::new(callee.activation)),
                    flags: job.flags,
                    inner_flags: *inner_flags,
                    normaliser,
                    values: &tree.flags[call.first_flag..],
                    answers: match contexts.get(callee.context as usize) {
                        Some(context) => &answers[context.first_answer..],
                        None => &tree.answers[call.first_answer..],
                    },
                };
                let mut cells = Cells::new(job.graph, callee.function, view, table);
                for (row, required) in required.values().enumerate() {
                    all[row * row_step + column * column_step] = cells.cell(required); // lines 6 to 8
                }
            }
            for cells in all.chunks_exact(row_step.max(column_step)) {
                combined.extend(guarded(cells, inner)); // lines 9 to 11
            }
        }
        guarded(combined, outer).unwrap_or(Distance::INFINITE)
    }
}
