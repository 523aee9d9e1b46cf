//! Activations of an execution, with the distances of their flags.

use super::condition::Node;
use super::flags::{Flags, Needs, Question};
use super::key::Key;
use super::source::FlagError;
use crate::distance::Distance;
use crate::execution::Facts;
use crate::formula::computed;
use crate::id::{Activation, CallSite, Function};
use alloc::vec::Vec;
use core::ops::Range;
use smallvec::SmallVec;

/// Activations of the last execution, with the distances of their flags.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    // Rows by activation.
    pub(super) calls: Vec<Call>,
    /// The results that each activation returned, if they are known; empty if no flag needs them.
    pub(super) returned: Vec<Option<Returned>>,
    /// By activation that hands on the results of calls: the sets of keys that its callers ask for,
    /// ascending. Those of contexts follow while their questions are answered.
    pub(super) keys: Vec<u32>,
    /// By activation and flag of its function: the observed distance; NaN if the flag was not
    /// evaluated there.
    pub(super) observed: Vec<f64>,
    /// By activation and question: the answer. Those of contexts follow, as in `keys`.
    pub(super) answers: Vec<Answer>,
    // Rows by flag: the least refined distance over all activations, and over those that the test
    // called itself.
    pub(super) least: Vec<Distance>,
    pub(super) least_direct: Vec<Distance>,
    /// By activation and flag of its function: the refined distance, if the calls of the target
    /// method are pooled; NaN if the flag was not evaluated there. Otherwise empty.
    pub(super) pooled: Vec<f64>,
    /// Flags whose least distance is not infinite.
    touched: Vec<u32>,
}

/// One activation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    pub function: Function,
    /// The site at which it was called, if its caller has a question about the site.
    pub site: Option<CallSite>,
    /// `true` if the test made the call itself.
    pub is_direct: bool,
    /// First callee that some question is about. The callees are linked in the order of the calls.
    pub first_child: u32,
    /// The next callee of its caller.
    pub next: u32,
    pub first_flag: usize,
    pub asked: Asked,
}

/// What one activation, or several as one, are asked: places in the rows of keys and of answers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    pub first_key: u32,
    pub key_count: u32,
    pub first_answer: usize,
}

/// Keys of which an activation returned one.
pub(super) type Returned = SmallVec<[Key; 2]>;

/// Distance of the calls at a site from returning one of some keys.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    /// F; NaN if the question was not asked, infinite if nothing is known.
    pub distance: f64,
    /// `true` if the last call of the activation returned one of them.
    pub is_met: bool,
    pub wanted: Wanted,
}

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

impl Answer {
    /// The answer to a question that was not asked.
    pub(super) const UNASKED: Self = Self { distance: f64::NAN, is_met: false, wanted: Wanted::No };

    /// Returns the distance if a call is known from which it could be taken.
    pub(super) fn known(self) -> Option<f64> {
        (self.distance < f64::INFINITY).then_some(self.distance)
    }
}

impl Asked {
    /// Returns the places of the sets of keys that callers ask for.
    pub(super) fn keys(self) -> Range<usize> {
        self.first_key as usize..(self.first_key + self.key_count) as usize
    }
}

impl Needs {
    /// Returns F: F2 over the results that are needed. A result that was returned is 0 away, and an
    /// unknown result counts the observed distance. If the whole would be infinite, it is the
    /// observed distance. Beside the observed distance an unknown result counts 0, so that a flag
    /// of which nothing is known keeps that distance.
    ///
    /// A flag that was taken keeps 0, because a refined distance must not change what is covered;
    /// for the same reason, a flag that was not taken is at least the smallest distance away. One
    /// that was not evaluated keeps NaN.
    pub(super) fn distance(&self, answers: &[Answer], met: &[Answer], observed: f64) -> f64 {
        if observed.is_nan() || observed == 0.0 {
            return observed;
        }
        let unknown = if self.is_beside { 0.0 } else { observed };
        let found = self.put_together(answers, met, unknown);
        let distance = match found < f64::INFINITY {
            true if self.is_beside => observed + found / (1.0 + found),
            true => found,
            false => observed,
        };
        distance.max(Distance::SMALLEST.get())
    }

    /// Returns F if every needed result is known.
    pub(super) fn known_distance(&self, answers: &[Answer], met: &[Answer]) -> Option<f64> {
        Some(self.put_together(answers, met, f64::NAN)).filter(|&found| found < f64::INFINITY)
    }

    /// Combines the distances, with `unknown` for unknown results. NaN makes everything NaN that
    /// contains it.
    fn put_together(&self, answers: &[Answer], met: &[Answer], unknown: f64) -> f64 {
        let known = |question: u32| {
            answers.get(question as usize).and_then(|answer| answer.known()).unwrap_or(unknown)
        };
        if let [Node::Result(question)] = *self.nodes {
            // If the branch was not taken, its one result was not returned.
            return known(question);
        }
        // Parts come before the nodes that contain them, so one pass in order evaluates the
        // condition, without recursion.
        let mut values: SmallVec<[f64; 8]> = SmallVec::new();
        for node in &self.nodes {
            values.push(match *node {
                Node::Result(question) => {
                    let is_met = met.get(question as usize).is_some_and(|met| met.is_met);
                    if self.is_joint && is_met { 0.0 } else { known(question) }
                }
                Node::Both(a, b) => {
                    let (a, b) = (values[a as usize], values[b as usize]);
                    // F2 in plain numbers: a sum of finite parts saturates, an infinite part gives
                    // infinity, and NaN stays NaN.
                    let is_finite = a < f64::INFINITY && b < f64::INFINITY;
                    if is_finite { (a + b).min(f64::MAX) } else { a + b }
                }
                Node::Either(a, b) => {
                    let (a, b) = (values[a as usize], values[b as usize]);
                    // If either part is NaN, so is the result: `a < b` is false for a NaN in b,
                    // which is then returned.
                    if a.is_nan() || a < b { a } else { b }
                }
            });
        }
        values.last().copied().unwrap_or(unknown)
    }
}

/// Appends the sets of keys for which a caller asks the calls at a site: those of its own flags,
/// and those that it is asked for itself if it hands the result on.
fn ask_for(flags: &Flags, caller: Call, site: CallSite, keys: &mut Vec<u32>) {
    let Some(sheet) = flags.sheet(caller.function) else { return };
    let first = keys.len();
    keys.extend(sheet.about(site).map(|question| sheet.questions[question as usize].keys));
    for delegation in sheet.delegations_at(site).map(|number| sheet.delegations[number]) {
        for place in caller.asked.keys() {
            let wanted = keys[place];
            keys.push(if delegation.negated { flags.negated[wanted as usize] } else { wanted });
        }
    }
    sort_from(keys, first);
}

/// Sorts the numbers from an index on, and keeps each of them once.
fn sort_from(numbers: &mut Vec<u32>, first: usize) {
    numbers[first..].sort_unstable();
    let mut end = first;
    for at in first..numbers.len() {
        if end == first || numbers[end - 1] != numbers[at] {
            numbers[end] = numbers[at];
            end += 1;
        }
    }
    numbers.truncate(end);
}

/// Links the callees of each call. Until now, `next` of each call is its caller.
#[inline]
fn link(calls: &mut [Call]) {
    // From the last call to the first, each call is put before the list of its caller, so that the
    // lists are in the order of the calls.
    for number in (0..calls.len()).rev() {
        if calls[number].site.is_some() {
            let caller = calls[number].next as usize;
            calls[number].next = core::mem::replace(&mut calls[caller].first_child, number as u32);
        }
    }
}

/// Replaces the content of a row by `count` times the value.
#[inline]
fn refill<T: Clone>(row: &mut Vec<T>, count: usize, value: T) {
    row.clear();
    row.resize(count, value);
}

/// Stands for no activation.
const NONE: u32 = u32::MAX;

impl Tree {
    /// Reads the tree of activations, without any distances.
    pub(super) fn read<X: Facts + ?Sized>(&mut self, flags: &Flags, run: &X) {
        self.pooled.clear();
        self.keys.clear();
        for flag in self.touched.drain(..) {
            self.least[flag as usize] = Distance::INFINITE;
            self.least_direct[flag as usize] = Distance::INFINITE;
        }
        self.least.resize(flags.branches().len(), Distance::INFINITE);
        self.least_direct.resize(flags.branches().len(), Distance::INFINITE);
        self.calls.clear();
        let (calls, keys) = (&mut self.calls, &mut self.keys);
        let (mut first_flag, mut first_answer) = (0, 0);
        for activation in (0..run.activation_count()).map(Activation::new) {
            let Some(function) = run.callee(activation) else { break }; // fewer activations than the store's count says
            let caller = run.caller(activation);
            let asked = caller.and_then(|(caller, site)| {
                let sheet = flags.sheet(calls.get(caller.index())?.function)?;
                site.filter(|&site| sheet.asks(site))
            });
            let first_key = keys.len();
            if let (Some(site), Some((caller, _))) = (asked, caller)
                && flags.sheet(function).is_some_and(|sheet| !sheet.delegations.is_empty())
            {
                ask_for(flags, calls[caller.index()], site, keys);
            }
            let key_count = (keys.len() - first_key) as u32;
            calls.push(Call {
                function,
                site: asked,
                is_direct: caller.is_none(),
                first_child: NONE,
                next: caller.map_or(NONE, |(caller, _)| caller.number()), // until they are linked
                first_flag,
                asked: Asked { first_key: first_key as u32, key_count, first_answer },
            });
            if let Some(sheet) = flags.sheet(function) {
                first_flag += sheet.flags.len();
                first_answer += sheet.question_count(key_count as usize);
            }
        }
        link(calls);
        refill(&mut self.returned, if flags.any_joint { calls.len() } else { 0 }, None);
        refill(&mut self.observed, first_flag, f64::NAN);
        refill(&mut self.answers, first_answer, Answer::UNASKED);
    }

    /// Returns the callees of an activation at sites that are asked about, in the order in which
    /// they were called.
    pub(super) fn callees(&self, activation: usize) -> impl Iterator<Item = (u32, &Call)> {
        let mut next = self.calls[activation].first_child;
        core::iter::from_fn(move || {
            let (number, callee) = (next, self.calls.get(next as usize)?);
            next = callee.next;
            Some((number, callee))
        })
    }

    /// Returns the keys of which the last call of an activation at a site returned one, if they are
    /// known.
    pub(super) fn last_at(&self, activation: usize, site: CallSite) -> Option<&[Key]> {
        let here = self.callees(activation).filter(|(_, callee)| callee.site == Some(site));
        self.returned[here.last()?.0 as usize].as_deref()
    }

    /// Adds a context: lists the sets of keys that any of its members is asked for, ascending, and
    /// makes room for its answers.
    pub(super) fn open(&mut self, flags: &Flags, function: Function, members: &[u32]) -> Asked {
        let (first_key, first_answer) = (self.keys.len(), self.answers.len());
        for &member in members {
            self.keys.extend_from_within(self.calls[member as usize].asked.keys());
        }
        sort_from(&mut self.keys, first_key);
        let keys = self.keys.len() - first_key;
        let count = flags.sheet(function).map_or(0, |sheet| sheet.question_count(keys));
        self.answers.resize(first_answer + count, Answer::UNASKED);
        Asked { first_key: first_key as u32, key_count: keys as u32, first_answer }
    }

    /// Removes a context and those that were added after it.
    pub(super) fn close(&mut self, context: Asked) {
        self.keys.truncate(context.first_key as usize);
        self.answers.truncate(context.first_answer);
    }

    /// Returns F of a flag of a call from these answers; NaN if the flag was not evaluated there.
    pub(super) fn distance(&self, flags: &Flags, call: &Call, flag: u32, asked: Asked) -> f64 {
        let flag = flags.flag(flag);
        let observed = self.observed[call.first_flag + flag.place as usize];
        let met = &self.answers[call.asked.first_answer..];
        flag.needs.distance(&self.answers[asked.first_answer..], met, observed)
    }

    /// Adds the distance of a flag in an activation to the least one, over all activations or over
    /// those that the test called itself. NaN stands for no distance.
    pub(super) fn take_in(&mut self, number: u32, value: f64, among_all: bool) {
        let flag = number as usize;
        let least = if among_all { &mut self.least[flag] } else { &mut self.least_direct[flag] };
        // NaN fails this comparison.
        if value < least.get() {
            if *least == Distance::INFINITE {
                self.touched.push(number);
            }
            *least = computed(value);
        }
    }

    /// Returns the first error, from the last activation to the first, because a mistake in one
    /// spreads to its callers.
    pub(super) fn check(&self, flags: &Flags) -> Result<(), FlagError> {
        for (number, call) in self.calls.iter().enumerate().rev() {
            let activation = Activation::new(number as u32);
            let Some(sheet) = flags.sheet(call.function) else { continue };
            let keys = &self.keys[call.asked.keys()];
            let answers = &self.answers[call.asked.first_answer..];
            let count = sheet.question_count(keys.len());
            for (number, answer) in answers[..count].iter().enumerate() {
                if answer.distance == f64::INFINITY {
                    let Question { site, keys } = Question::of(flags, sheet, keys, number);
                    let keys = flags.keys[keys as usize].clone();
                    return Err(FlagError::NothingKnown { activation, site, keys });
                }
            }
            for &flag in &sheet.flags {
                let value = self.distance(flags, call, flag, call.asked);
                // A decision that failed is at least `MIN_POSITIVE` away, so a lesser distance
                // means that nothing failed.
                if value > 0.0 && value < f64::MIN_POSITIVE {
                    let branch = flags.flag(flag).edge.branch;
                    return Err(FlagError::Contradiction { branch, activation });
                }
            }
        }
        Ok(())
    }

    /// Returns the distance of a flag in one activation.
    pub(super) fn distance_in(
        &self,
        flags: &Flags,
        activation: Activation,
        number: u32,
    ) -> Option<Distance> {
        let (call, flag) = (self.calls.get(activation.index())?, flags.flag(number));
        let is_here = flags.sheet(call.function)?.flags.get(flag.place as usize) == Some(&number);
        if !is_here {
            return None;
        }
        let pooled = self.pooled.get(call.first_flag + flag.place as usize).copied();
        let value = pooled.unwrap_or_else(|| self.distance(flags, call, number, call.asked));
        Some(value).filter(|value| !value.is_nan()).map(computed)
    }
}
