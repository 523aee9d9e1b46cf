//! `match`: by numbers, by texts, and by any other patterns.

use crate::attributes::is_conditional;
use crate::blocks::{Flag, Gives, Id, Label, Needs, Step};
use crate::calls::{is_silent, is_value};
use crate::conditions::{and, flatten};
use crate::lower::Lower;
use crate::{jumps, patterns};
use quote::quote;
use syn::fold::Fold;
use syn::spanned::Spanned;
use syn::{Arm, Expr, ExprMatch, Lit, Stmt, parse_quote};

/// How the arms are told apart.
enum By {
    /// By a number: its ranges for each arm but the last, which may be for all others.
    Number { arms: Vec<Vec<(i64, i64)>>, has_default: bool },
    /// By texts: those of each arm but the last, which is for all others.
    Text(Vec<Vec<Lit>>),
    /// By patterns: a hook in each arm.
    Pattern,
}

impl Lower<'_> {
    /// Lowers `match`.
    pub(crate) fn match_(&mut self, mut expr: ExprMatch, is_result: bool) -> Expr {
        let join = self.blocks.label();
        if expr.arms.len() < 2 {
            // Nothing is decided.
            *expr.expr = self.fold_expr(*expr.expr);
            for arm in &mut expr.arms {
                self.arm(arm, None, is_result, join);
            }
            if expr.arms.is_empty() {
                self.leave(Gives::Unknown);
            }
            self.resume(join, false);
            return Expr::Match(expr);
        }
        let by = by(&expr.expr, &expr.arms);
        let site = if matches!(by, By::Text(_)) { self.scrutinee(&mut expr.expr) } else { self.called(&mut expr.expr) };
        let Some(head) = self.current else { return Expr::Match(expr) };
        // Numbers and texts are looked at before; a hook in each arm is needed for all other patterns.
        let look = match by {
            By::Number { arms, has_default } => {
                self.by_number(&mut expr, head, site, &arms, has_default, is_result, join);
                Some((quote!(switch), quote!()))
            }
            By::Text(texts) => {
                self.by_text(&mut expr, &texts, is_result, join);
                let texts = texts.into_iter().flatten();
                Some((quote!(texts), quote!(, &[#(::core::convert::AsRef::<[u8]>::as_ref(#texts)),*])))
            }
            By::Pattern => {
                self.by_pattern(&mut expr, head, site, is_result, join);
                None
            }
        };
        self.resume(join, false);
        if is_result {
            self.leave(Gives::Unknown);
        }
        let Some((hook, patterns)) = look else { return Expr::Match(expr) };
        let attrs = std::mem::take(&mut expr.attrs);
        let (frame, scrutinee) = (&self.names.frame, &expr.expr);
        if is_silent(scrutinee) {
            // A place must stay a place, because an arm may change it, or move out of it.
            return parse_quote!(#(#attrs)* match #frame.#hook(#head, &(#scrutinee) #patterns) { _ => #expr });
        }
        *expr.expr = if is_value(scrutinee) {
            parse_quote!(#frame.#hook(#head, #scrutinee #patterns))
        } else {
            parse_quote!(*#frame.#hook(#head, &(#scrutinee) #patterns))
        };
        expr.attrs = attrs;
        Expr::Match(expr)
    }

    /// Lowers what is matched, without a call site.
    fn scrutinee(&mut self, expr: &mut Expr) -> Option<(u32, bool)> {
        *expr = self.fold_expr(std::mem::replace(expr, Expr::PLACEHOLDER));
        None
    }

    /// Lowers a match by a number, which a hook reads before.
    #[allow(clippy::too_many_arguments)]
    fn by_number(
        &mut self,
        expr: &mut ExprMatch,
        head: Id,
        site: Option<(u32, bool)>,
        ranges: &[Vec<(i64, i64)>],
        has_default: bool,
        is_result: bool,
        join: Label,
    ) {
        if let Some((site, false)) = site {
            self.blocks.flags.push(Flag { block: head, site, needs: Needs::Number });
        }
        let labels: Vec<_> = expr.arms.iter().map(|_| self.blocks.label()).collect();
        let (mut arms, mut taken) = (Vec::new(), Vec::new());
        for (ranges, &label) in ranges.iter().zip(&labels) {
            let own = patterns::without(ranges.clone(), &taken);
            taken.extend(ranges);
            for (low, high) in own {
                let to = self.blocks.target(label);
                arms.push((low, high, to));
            }
        }
        let default = has_default.then(|| labels.last().map(|&label| self.blocks.target(label))).flatten();
        self.end(Step::Switch { arms, default });
        for (arm, label) in expr.arms.iter_mut().zip(labels) {
            self.resume(label, true);
            self.arm(arm, None, is_result, join);
        }
    }

    /// Lowers a match by texts: comparisons, one after the other.
    fn by_text(&mut self, expr: &mut ExprMatch, texts: &[Vec<Lit>], is_result: bool, join: Label) {
        let labels: Vec<_> = expr.arms.iter().map(|_| self.blocks.label()).collect();
        let count: usize = texts.iter().map(Vec::len).sum();
        let mut seen = 0;
        for (texts, &label) in texts.iter().zip(&labels) {
            for _ in texts {
                seen += 1;
                // After the last comparison comes the arm for all others.
                let no = if seen == count { labels[labels.len() - 1] } else { self.blocks.label() };
                let (yes, to_no) = (self.blocks.target(label), self.blocks.target(no));
                self.end(Step::Decide(yes, to_no));
                self.resume(no, true);
            }
        }
        for (arm, label) in expr.arms.iter_mut().zip(labels) {
            self.resume(label, true);
            self.arm(arm, None, is_result, join);
        }
    }

    /// Lowers a match by patterns: a hook in each arm says that it was chosen. A guard that fails leads to a choice among the
    /// arms after it.
    fn by_pattern(&mut self, expr: &mut ExprMatch, head: Id, site: Option<(u32, bool)>, is_result: bool, join: Label) {
        let labels: Vec<_> = expr.arms.iter().map(|_| self.blocks.label()).collect();
        let has_default = expr.arms.last().is_some_and(|arm| patterns::is_irrefutable(&arm.pat) && arm.guard.is_none());
        let choose = |lower: &mut Self, from: usize| {
            let arms = (from..labels.len()).map(|arm| (arm as u32, lower.blocks.target(labels[arm]))).collect();
            lower.end(Step::Choose { arms, default: has_default });
        };
        choose(self, 0);
        let last = labels.len() - 1;
        for (number, arm) in expr.arms.iter_mut().enumerate() {
            self.resume(labels[number], true);
            let Some(entry) = self.current else { continue };
            if let (Some((site, false)), Some(key)) = (site, patterns::variant(&arm.pat))
                && arm.guard.is_none()
                && !(has_default && number == last)
            {
                self.blocks.flags.push(Flag { block: head, site, needs: Needs::Arm(number as u32, key) });
            }
            let (frame, number) = (self.names.frame.clone(), number as u32);
            let Some((token, guard)) = arm.guard.take() else {
                self.arm(arm, Some(parse_quote!(#frame.arm(#number, #entry);)), is_result, join);
                continue;
            };
            let (body, rest) = (self.blocks.label(), self.blocks.label());
            self.condition_line(guard.span().start().line);
            let has_let = crate::ways::has_let(&guard);
            let (guard, first) = self.condition(*guard, body, rest);
            let mut operands = vec![parse_quote!(#frame.is_arm(#number, #entry))];
            // A pattern must not stand in parentheses.
            if has_let {
                flatten(guard, &mut operands);
            } else {
                operands.push(parse_quote!((#guard)));
            }
            arm.guard = operands.into_iter().reduce(and).map(|guard| (token, Box::new(guard)));
            self.resume(rest, true);
            if self.current.is_some() {
                // If the pattern has alternatives, the guard is asked again for each of them that matches.
                let next = number as usize + usize::from(!patterns::has_alternatives(&arm.pat));
                if next == last { self.jump(labels[last]) } else { choose(self, next) }
            }
            self.resume(body, true);
            self.arm(arm, first, is_result, join);
        }
    }

    /// Lowers the body of an arm, which begins with a hook if there is one.
    fn arm(&mut self, arm: &mut Arm, first: Option<Stmt>, is_result: bool, join: Label) {
        let body = std::mem::replace(&mut *arm.body, Expr::PLACEHOLDER);
        // Without a block, a comma must follow.
        arm.comma = Some(<syn::Token![,]>::default());
        *arm.body = match body {
            body if self.current.is_none() => body,
            Expr::Block(mut body) if body.label.is_none() && body.attrs.is_empty() => {
                body.block = self.branch(body.block, first, is_result, join);
                Expr::Block(body)
            }
            body => {
                self.condition_line(body.span().start().line);
                let body = if is_result { self.result(body) } else { self.fold_expr(body) };
                self.jump(join);
                match first {
                    Some(first) => parse_quote!({ #first #body }),
                    None => body,
                }
            }
        };
    }

    /// Notes that code hides what it does: it may leave the function, and perhaps jump. `tokens` are the code, with the name of a macro.
    pub(crate) fn opaque(&mut self, tokens: &proc_macro2::TokenStream) {
        if self.current.is_none() {
            return;
        }
        // It may jump out of the loops that it names, or out of the innermost one.
        let jumps = jumps::jumps(tokens, &self.names.jumping);
        let scopes = self.scopes.iter().rev().enumerate().filter(|(depth, scope)| {
            let is_named = |label: &String| jumps::mentions_label(tokens, label, &self.names.jumping);
            jumps && *depth == 0 || scope.label.as_ref().is_some_and(is_named)
        });
        let scopes: Vec<_> = scopes.map(|(_, scope)| (scope.head, scope.after)).collect();
        let mut targets = Vec::new();
        for (head, after) in scopes {
            targets.extend(head);
            targets.push(self.blocks.target(after));
        }
        let after = self.blocks.label();
        let to = self.blocks.target(after);
        self.end(if targets.is_empty() { Step::MayLeave(to) } else { Step::MayJump(to, targets) });
        self.resume(after, false);
    }
}

/// Returns how the arms are told apart.
fn by(scrutinee: &Expr, arms: &[Arm]) -> By {
    // What is neither a plain place nor a value is looked at through a reference, out of which no name can be bound.
    let may_bind = is_silent(scrutinee) || is_value(scrutinee);
    let plain =
        arms.iter().all(|arm| arm.guard.is_none() && !is_conditional(&arm.attrs) && (may_bind || !patterns::binds(&arm.pat)));
    let Some((last, others)) = arms.split_last().filter(|_| plain) else { return By::Pattern };
    let has_default = patterns::is_rest(&last.pat);
    let numbered = if has_default { others } else { arms };
    if let Some(ranges) = numbered.iter().map(|arm| patterns::ranges(&arm.pat)).collect() {
        return By::Number { arms: ranges, has_default };
    }
    match others.iter().map(|arm| patterns::texts(&arm.pat)).collect() {
        Some(texts) if has_default => By::Text(texts),
        _ => By::Pattern,
    }
}
