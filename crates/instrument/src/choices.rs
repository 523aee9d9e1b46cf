//! `match`: by numbers, by texts, and by any other patterns.

use crate::attributes::is_conditional;
use crate::blocks::{Flag, Gives, Id, Label, Needs, Step};
use crate::calls::{after, is_silent, is_value};
use crate::cases::Numbers;
use crate::conditions::{and, and_token, flatten};
use crate::constants::Constants;
use crate::lower::Lower;
use crate::{jumps, patterns};
use quote::quote;
use syn::fold::Fold;
use syn::spanned::Spanned;
use syn::{Arm, Expr, ExprMatch, Lit, Pat, PatGuard, Stmt, UnOp, parse_quote};

/// How the arms are told apart.
enum By {
    /// By a number.
    Number(Numbers),
    /// By texts: those of each arm; none for an arm that accepts all, as the last one does.
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
        let by = by(&expr.expr, &expr.arms, &self.names.constants);
        let site = if matches!(by, By::Text(_)) {
            self.scrutinee(&mut expr.expr)
        } else {
            self.called(&mut expr.expr)
        };
        let Some(head) = self.current else { return Expr::Match(expr) };
        // Numbers and texts are looked at before; a hook in each arm is needed for all other
        // patterns.
        let look = match by {
            By::Number(numbers) => {
                let later = self.by_number(&mut expr, site, &numbers, is_result, join);
                Some((quote!(switch), quote!(, &[#(#later),*])))
            }
            By::Text(texts) => {
                let has_guard = expr.arms.iter().any(|arm| patterns::guard(&arm.pat).is_some());
                let compared = self.by_text(&mut expr, &texts, is_result, join);
                // Without a guard, nothing is compared after the first text that is equal.
                let blocks: &[Id] = if has_guard { &compared } else { &[] };
                let texts = texts.into_iter().flatten();
                Some((
                    quote!(texts),
                    quote!(, &[#(::sbst::instrument::__private::AsRef::<[u8]>::as_ref(#texts)),*], &[#(#blocks),*]),
                ))
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
        let binds = expr.arms.iter().any(|arm| patterns::binds(&arm.pat));
        let attrs = std::mem::take(&mut expr.attrs);
        let (frame, scrutinee) = (&self.names.frame, &expr.expr);
        if binds && is_silent(scrutinee) && !is_deref(scrutinee) {
            // A place must stay a place, because an arm may move out of it.
            return parse_quote!(#(#attrs)* match #frame.#hook(#head, &(#scrutinee) #patterns) { _ => #expr });
        }
        *expr.expr = if is_value(scrutinee) {
            parse_quote!(#frame.#hook(#head, #scrutinee #patterns))
        } else {
            // It is looked at once: to follow a pointer may run code of the program.
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

    /// Lowers a match by patterns: a hook in each arm says that it was chosen. A guard that fails
    /// leads to a choice among the arms after it.
    fn by_pattern(
        &mut self,
        expr: &mut ExprMatch,
        head: Id,
        site: Option<(u32, bool)>,
        is_result: bool,
        join: Label,
    ) {
        let labels: Vec<_> = expr.arms.iter().map(|_| self.blocks.label()).collect();
        let has_default = expr.arms.last().is_some_and(|arm| patterns::is_irrefutable(&arm.pat));
        let choose = |lower: &mut Self, from: usize| {
            let arms = (from..labels.len())
                .map(|arm| (arm as u32, lower.blocks.target(labels[arm])))
                .collect();
            lower.end(Step::Choose { arms, default: has_default });
        };
        choose(self, 0);
        let last = labels.len() - 1;
        for (number, arm) in expr.arms.iter_mut().enumerate() {
            self.resume(labels[number], true);
            let Some(entry) = self.current else { continue };
            if let (Some((site, false)), Some(key)) = (site, patterns::variant(&arm.pat))
                && !(has_default && number == last)
            {
                self.blocks.flags.push(Flag {
                    block: head,
                    site,
                    needs: Needs::Arm(number as u32, key),
                });
            }
            let (frame, number) = (self.names.frame.clone(), number as u32);
            let Pat::Guard(PatGuard { guard: guarded, .. }) = &mut arm.pat else {
                self.arm(arm, Some(parse_quote!(#frame.arm(#number, #entry);)), is_result, join);
                continue;
            };
            let guard = std::mem::replace(&mut **guarded, Expr::PLACEHOLDER);
            let (body, rest) = (self.blocks.label(), self.blocks.label());
            self.condition_line(guard.span().start().line);
            let has_let = crate::ways::has_let(&guard);
            let (guard, first) = self.condition(guard, body, rest);
            // A pattern must not stand in parentheses.
            let operands =
                if has_let { flatten(guard) } else { vec![(and_token(), parse_quote!((#guard)))] };
            **guarded = operands
                .into_iter()
                .fold(parse_quote!(#frame.is_arm(#number, #entry)), |all, (op, operand)| {
                    and(all, op, operand)
                });
            self.resume(rest, true);
            if self.current.is_some() {
                // If the pattern has alternatives, the guard is asked again for each of them that
                // matches.
                let next = number as usize + usize::from(!patterns::has_alternatives(&arm.pat));
                if next == last { self.jump(labels[last]) } else { choose(self, next) }
            }
            self.resume(body, true);
            self.arm(arm, first, is_result, join);
        }
    }

    /// Lowers the body of an arm, which begins with a hook if there is one.
    pub(crate) fn arm(&mut self, arm: &mut Arm, first: Option<Stmt>, is_result: bool, join: Label) {
        let body = std::mem::replace(&mut *arm.body, Expr::PLACEHOLDER);
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
                    Some(first) => after(&[first], body),
                    None => body,
                }
            }
        };
    }

    /// Notes that code hides what it does: it may leave the function, and perhaps jump. `tokens`
    /// are the code, with the name of a macro.
    pub(crate) fn opaque(&mut self, tokens: &proc_macro2::TokenStream) {
        if self.current.is_none() {
            return;
        }
        // It may jump out of the loops that it names, or out of the innermost one.
        let jumps = jumps::jumps(tokens, &self.names.jumping);
        let scopes = self.scopes.iter().rev().enumerate().filter(|(depth, scope)| {
            let is_named =
                |label: &String| jumps::mentions_label(tokens, label, &self.names.jumping);
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

/// Returns `true` for what a pointer points to, which nothing can be moved out of.
fn is_deref(place: &Expr) -> bool {
    match place {
        Expr::Unary(place) => matches!(place.op, UnOp::Deref(_)),
        Expr::Paren(place) => is_deref(&place.expr),
        _ => false,
    }
}

/// Returns how the arms are told apart.
fn by(scrutinee: &Expr, arms: &[Arm], constants: &Constants) -> By {
    // What is neither a plain place nor a value is looked at through a reference, out of which no
    // name can be bound.
    let may_bind = is_silent(scrutinee) || is_value(scrutinee);
    let plain = arms.iter().all(|arm| {
        let is_pattern = patterns::guard(&arm.pat).is_some_and(crate::ways::has_let);
        !is_pattern && !is_conditional(&arm.attrs) && (may_bind || !patterns::binds(&arm.pat))
    });
    let is_rest = |arm: &&Arm| {
        let pat = patterns::bare(&arm.pat);
        patterns::is_rest(pat) && !constants.may_be(pat)
    };
    let Some((last, others)) =
        arms.split_last().filter(|(_, others)| plain && !others.iter().all(|arm| is_rest(&arm)))
    else {
        return By::Pattern;
    };
    let has_default = patterns::is_rest(&last.pat) && !constants.may_be(&last.pat);
    let numbered = if has_default { others } else { arms };
    // If several alternatives match, the guard is asked for each of them.
    let ranges = |arm: &Arm| match patterns::guard(&arm.pat) {
        Some(_) if is_rest(&arm) => Some(vec![patterns::ALL]),
        guard => patterns::ranges(patterns::bare(&arm.pat))
            .filter(|ranges| guard.is_none() || patterns::are_apart(ranges)),
    };
    let rest = has_default.then(|| Some(vec![patterns::ALL]));
    if let Some(accepted) = numbered.iter().map(ranges).chain(rest).collect() {
        return By::Number(Numbers { accepted, has_default });
    }
    let texts = |arm: &Arm| match patterns::guard(&arm.pat) {
        Some(_) if is_rest(&arm) => Some(Vec::new()),
        guard => patterns::texts(patterns::bare(&arm.pat))
            .filter(|texts| guard.is_none() || patterns::differ(texts)),
    };
    match others.iter().map(texts).chain([Some(Vec::new())]).collect() {
        Some(texts) if has_default => By::Text(texts),
        _ => By::Pattern,
    }
}
