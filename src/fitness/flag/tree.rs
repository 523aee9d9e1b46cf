//! The activations of an execution, and what is known of the flags in each.

use super::error::FlagError;
use super::flags::{Flags, Question};
use crate::distance::Distance;
use crate::execution::CallTree;
use crate::id::{Activation, CallSite, Function};
use alloc::vec::Vec;

/// What is known of the flags of the last execution.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    // By activation.
    pub(super) calls: Vec<Call>,
    /// By activation and flag of its function: how far it is in that activation; NaN if it was not evaluated there.
    pub(super) flags: Vec<f64>,
    /// By activation and question of its function; NaN if nobody asked.
    pub(super) answers: Vec<f64>,
    // By flag.
    pub(super) least: Vec<Distance>,
    pub(super) least_direct: Vec<Distance>,
    /// By flag: its distance where calls of the target method are pooled, in all activations and in those that the test called itself.
    /// Empty where they are not. What holds in one activation stays in `flags`, for [`check`](Self::check).
    pooled: Vec<[f64; 2]>,
    /// The flags that are not infinitely far.
    touched: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    pub function: Function,
    /// Where its caller asks about it; else nobody does.
    pub site: Option<CallSite>,
    pub is_direct: bool,
    /// Callees that somebody asks about are linked, in the order of the calls.
    pub first_child: u32,
    pub next: u32,
    pub first_flag: usize,
    pub first_answer: usize,
}

const NONE: u32 = u32::MAX;

impl Tree {
    /// Reads the tree of activations; nothing is known of them yet.
    pub(super) fn read<X: CallTree + ?Sized>(&mut self, flags: &Flags, run: &X) {
        let Self { calls, flags: values, answers, least, least_direct, pooled, touched } = self;
        pooled.clear();
        for flag in touched.drain(..) {
            least[flag as usize] = Distance::INFINITE;
            least_direct[flag as usize] = Distance::INFINITE;
        }
        least.resize(flags.branches().len(), Distance::INFINITE);
        least_direct.resize(flags.branches().len(), Distance::INFINITE);
        calls.clear();
        let (mut first_flag, mut first_answer) = (0, 0);
        for activation in (0..run.activation_count()).map(Activation::new) {
            let Some(function) = run.callee(activation) else { break }; // there are no more, whatever their number is said to be
            let caller = run.caller(activation);
            let asked = caller.and_then(|(caller, site)| {
                let sheet = flags.sheet(calls.get(caller.index())?.function)?;
                site.filter(|&site| sheet.asks(site))
            });
            calls.push(Call {
                function,
                site: asked,
                is_direct: caller.is_none(),
                first_child: NONE,
                next: caller.map_or(NONE, |(caller, _)| caller.number()), // until they are linked
                first_flag,
                first_answer,
            });
            if let Some(sheet) = flags.sheet(function) {
                first_flag += sheet.flags.len();
                first_answer += sheet.questions.len();
            }
        }
        for number in (0..calls.len()).rev() {
            if calls[number].site.is_some() {
                let caller = calls[number].next as usize;
                calls[number].next = core::mem::replace(&mut calls[caller].first_child, number as u32);
            }
        }
        values.clear();
        values.resize(first_flag, f64::NAN);
        answers.clear();
        answers.resize(first_answer, f64::NAN);
    }

    /// Takes in the distances of the flags of an activation, now that they are known.
    pub(super) fn take_in(&mut self, flags: &Flags, activation: usize) {
        let call = self.calls[activation];
        let Some(sheet) = flags.sheet(call.function) else { return };
        for (&number, &value) in sheet.flags.iter().zip(&self.flags[call.first_flag..]) {
            let flag = number as usize;
            if value < self.least[flag].get() {
                if self.least[flag] == Distance::INFINITE {
                    self.touched.push(number);
                }
                self.least[flag] = Distance::of(value);
            }
            if call.is_direct && value < self.least_direct[flag].get() {
                self.least_direct[flag] = Distance::of(value);
            }
        }
    }

    /// Keeps the pooled distance of each flag.
    pub(super) fn keep_pooled(&mut self, pooled: &[[f64; 2]]) {
        self.pooled.extend_from_slice(pooled);
    }

    /// Takes in the pooled distances of the flags that an activation evaluated.
    pub(super) fn take_in_pooled(&mut self, flags: &Flags, activation: usize) {
        let call = self.calls[activation];
        let Some(sheet) = flags.sheet(call.function) else { return };
        for (&number, &value) in sheet.flags.iter().zip(&self.flags[call.first_flag..]) {
            if value.is_nan() {
                continue;
            }
            let flag = number as usize;
            let [all, direct] = if value > 0.0 { self.pooled[flag] } else { [value; 2] };
            if all < f64::INFINITY && self.least[flag] == Distance::INFINITE {
                self.touched.push(number);
            }
            self.least[flag] = self.least[flag].min(Distance::of(all));
            if call.is_direct {
                self.least_direct[flag] = self.least_direct[flag].min(Distance::of(direct)); // finite only if `all` is
            }
        }
    }

    /// The first thing wrong, from the last activation to the first: what is wrong in one spreads to its callers.
    pub(super) fn check(&self, flags: &Flags) -> Result<(), FlagError> {
        for (number, call) in self.calls.iter().enumerate().rev() {
            let (activation, Some(sheet)) = (Activation::new(number as u32), flags.sheet(call.function)) else { continue };
            for (&Question { site, value }, &answer) in sheet.questions.iter().zip(&self.answers[call.first_answer..]) {
                if answer == f64::INFINITY {
                    return Err(FlagError::NothingKnown { activation, site, value });
                }
            }
            for (&flag, &value) in sheet.flags.iter().zip(&self.flags[call.first_flag..]) {
                // The failing side of a decision is never nearer than that.
                if value > 0.0 && value < f64::MIN_POSITIVE {
                    return Err(FlagError::Contradiction { branch: flags.flag(flag).edge.branch, activation });
                }
            }
        }
        Ok(())
    }

    /// How far a flag is in one activation.
    pub(super) fn distance_in(&self, flags: &Flags, activation: Activation, number: u32) -> Option<Distance> {
        let (call, flag) = (self.calls.get(activation.index())?, flags.flag(number));
        let is_here = flags.sheet(call.function)?.flags.get(flag.place as usize) == Some(&number);
        let value = self.flags.get(call.first_flag + flag.place as usize).filter(|value| is_here && !value.is_nan())?;
        // A flag that was taken there is taken; the others share one distance where calls are pooled.
        match self.pooled.get(number as usize).filter(|_| *value > 0.0) {
            Some(&[all, _]) => Some(Distance::of(all)),
            None => Some(Distance::of(*value)),
        }
    }
}
