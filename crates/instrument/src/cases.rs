//! `match` by numbers and by texts: a hook looks at them before, so that each arm has a distance.
//!
//! An arm may have a guard. If it fails, the arms after it are told apart by what the hook saw,
//! because nothing may look at a scrutinee again that was moved or borrowed.

use crate::blocks::{Flag, Gives, Id, Label, Needs, Step};
use crate::lower::Lower;
use crate::patterns::{self, Ranges};
use syn::spanned::Spanned;
use syn::{Arm, Expr, ExprMatch, Lit, Pat, PatGuard, Stmt, parse_quote};

/// The numbers that the arms of a match accept.
pub(crate) struct Numbers {
    /// Ranges of each arm, which may be those of an arm before, too.
    pub(crate) accepted: Vec<Ranges>,
    /// `true` if the last arm is for all other numbers.
    pub(crate) has_default: bool,
}

impl Numbers {
    /// Returns the arms from this one on that are the first ones to accept some of the numbers,
    /// with these numbers.
    fn arms(&self, from: usize, mut numbers: Ranges) -> Vec<(usize, Ranges)> {
        let mut arms = Vec::new();
        for (arm, accepted) in self.accepted.iter().enumerate().skip(from) {
            let own = patterns::within(accepted, &numbers);
            numbers = patterns::without(numbers, accepted);
            if !own.is_empty() {
                arms.push((arm, own));
            }
        }
        arms
    }
}

impl Lower<'_> {
    /// Lowers a match by a number. Returns the blocks that select by it after a guard.
    pub(crate) fn by_number(
        &mut self,
        expr: &mut ExprMatch,
        site: Option<(u32, bool)>,
        numbers: &Numbers,
        is_result: bool,
        join: Label,
    ) -> Vec<Id> {
        let labels: Vec<_> = expr.arms.iter().map(|_| self.blocks.label()).collect();
        let arms = numbers.arms(0, vec![patterns::ALL]);
        // If the first arm accepts all numbers, its guard is asked at once.
        if arms.len() > 1 {
            self.select(arms, &labels, numbers.has_default, site);
        }
        // Numbers that no arm has taken without a guard so far.
        let mut open = vec![patterns::ALL];
        let mut later = Vec::new();
        for (number, (arm, accepted)) in expr.arms.iter_mut().zip(&numbers.accepted).enumerate() {
            if number > 0 || self.current.is_none() {
                self.resume(labels[number], true);
            }
            if patterns::guard(&arm.pat).is_none() {
                open = patterns::without(open, accepted);
                // Nothing else may say that the arm ran, which is not proven by the number.
                self.arrived = false;
                let first = self.named();
                self.arm(arm, first, is_result, join);
                continue;
            }
            let arms = numbers.arms(number + 1, patterns::within(accepted, &open));
            if let [(only, _)] = arms[..] {
                self.guarded(arm, labels[only], is_result, join);
            } else {
                let rest = self.blocks.label();
                self.guarded(arm, rest, is_result, join);
                self.resume(rest, true);
                later.extend(self.current);
                self.select(arms, &labels, numbers.has_default, site);
            }
        }
        later
    }

    /// Returns the hook that names the current block, unless one has just named it.
    fn named(&mut self) -> Option<Stmt> {
        let block = self.current.filter(|_| !self.arrived)?;
        self.arrived = true;
        let frame = &self.names.frame;
        Some(parse_quote!(#frame.at(#block, 0);))
    }

    /// Ends the current block by a selection among arms.
    fn select(
        &mut self,
        arms: Vec<(usize, Ranges)>,
        labels: &[Label],
        has_default: bool,
        site: Option<(u32, bool)>,
    ) {
        let Some(block) = self.current else { return };
        if arms.is_empty() {
            // The guard never fails: only values that the type does not have come to its arm.
            return self.end(Step::Fail(Gives::Unknown));
        }
        if let Some((site, false)) = site {
            self.blocks.flags.push(Flag { block, site, needs: Needs::Number });
        }
        let (mut cases, mut default) = (Vec::new(), None);
        for (arm, own) in arms {
            let to = self.blocks.target(labels[arm]);
            if has_default && arm == labels.len() - 1 {
                default = Some(to);
            } else {
                cases.extend(own.into_iter().map(|(low, high)| (low, high, to)));
            }
        }
        self.end(Step::Switch { arms: cases, default });
    }

    /// Lowers a match by texts: comparisons, one after the other. An arm for all texts, with a
    /// guard or at the end, has none. Returns the blocks of the comparisons.
    pub(crate) fn by_text(
        &mut self,
        expr: &mut ExprMatch,
        texts: &[Vec<Lit>],
        is_result: bool,
        join: Label,
    ) -> Vec<Id> {
        let mut compared = Vec::new();
        for (arm, texts) in expr.arms.iter_mut().zip(texts) {
            let (equal, rest) = (self.blocks.label(), self.blocks.label());
            for place in 1..=texts.len() {
                let Some(block) = self.current else { break };
                compared.push(block);
                let differs = if place == texts.len() { rest } else { self.blocks.label() };
                let (yes, no) = (self.blocks.target(equal), self.blocks.target(differs));
                self.end(Step::Decide(yes, no));
                self.resume(differs, true);
            }
            if !texts.is_empty() {
                self.resume(equal, true);
            }
            // The comparisons after the arm are those after a guard that fails, too.
            self.guarded(arm, rest, is_result, join);
            self.resume(rest, true);
        }
        compared
    }

    /// Lowers an arm. If its guard fails, `rest` comes next, and a hook goes on with what is known
    /// of the match.
    fn guarded(&mut self, arm: &mut Arm, rest: Label, is_result: bool, join: Label) {
        if let (Pat::Guard(PatGuard { guard, .. }), Some(_)) = (&mut arm.pat, self.current) {
            let body = self.blocks.label();
            self.condition_line(guard.span().start().line);
            **guard = self.test(std::mem::replace(&mut **guard, Expr::PLACEHOLDER), body, rest);
            if let Some(rest) = self.blocks.reached(rest) {
                let frame = &self.names.frame;
                **guard = parse_quote!(#frame.guard(#rest, #guard));
            }
            self.resume(body, true);
        }
        // The condition of the guard names its block, unless it is constant.
        let first = self.named();
        self.arm(arm, first, is_result, join);
    }
}
