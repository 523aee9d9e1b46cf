//! Conditions: each operand of `&&` and `||` is a block that decides.

use crate::asked::is_asked;
use crate::blocks::{Flag, Gives, Id, Label, Needs, Step};
use crate::constants::Constants;
use crate::lower::Lower;
use crate::operands::{Leaf, Wants, is_comparison};
use crate::questions::Question;
use quote::quote;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprBinary, Stmt, Token, UnOp, parse_quote};

impl Lower<'_> {
    /// Lowers the condition of `if` or `while`. Returns it with the hook that must come first where
    /// it holds, if there is one.
    pub(crate) fn condition(&mut self, expr: Expr, yes: Label, no: Label) -> (Expr, Option<Stmt>) {
        match expr {
            Expr::Let(expr) => {
                let (expr, block) = self.decision(|lower| lower.pattern(expr, yes, no));
                let frame = &self.names.frame;
                (expr, block.map(|block| parse_quote!(#frame.matched(#block);)))
            }
            expr => (self.test(expr, yes, no), None),
        }
    }

    /// Lowers a pattern in a condition. Returns the block that it ends, if control reaches it.
    fn pattern(&mut self, mut expr: syn::ExprLet, yes: Label, no: Label) -> (Expr, Option<Id>) {
        let question = Question::of(&expr.expr);
        let site = self.called(&mut expr.expr);
        self.split_if_left();
        let block = self.current;
        if let Some(block) = block {
            self.flag_pattern(block, site, &expr.pat);
            Question::ask(question, &mut expr.expr, self.names, block);
            let (yes, no) = (self.blocks.target(yes), self.blocks.target(no));
            self.end_member(Step::Pattern(yes, no));
        }
        (Expr::Let(expr), block)
    }

    /// Lowers a boolean expression whose outcomes lead to two places: one decision, each of whose
    /// operands is a condition.
    pub(crate) fn test(&mut self, expr: Expr, yes: Label, no: Label) -> Expr {
        self.decision(|lower| lower.operand(expr, yes, no))
    }

    /// Lowers a decision. Those in its operands are decisions of their own.
    fn decision<R>(&mut self, lower: impl FnOnce(&mut Self) -> R) -> R {
        let number = self.blocks.decision();
        let outer = self.decision.replace((number, 0));
        let lowered = lower(self);
        self.decision = outer;
        lowered
    }

    /// Ends the current block, which is the next condition or constant of the decision.
    fn end_member(&mut self, step: Step) {
        if let (Some(block), Some((number, place))) = (self.current, &mut self.decision) {
            self.blocks.member(block, *number, *place);
            *place += 1;
        }
        self.end(step);
    }

    /// Splits the decision if its operand never comes back, as `return` does not.
    fn split_if_left(&mut self) {
        if let (None, Some((number, _))) = (self.current, self.decision) {
            self.blocks.split(number);
        }
    }

    /// Lowers a part of a decision.
    fn operand(&mut self, expr: Expr, yes: Label, no: Label) -> Expr {
        if self.current.is_none() {
            return expr;
        }
        match expr {
            expr if self.names.constants.has(&expr) => {
                let (yes, no) = (self.blocks.target(yes), self.blocks.target(no));
                self.end_member(Step::Known(Constants::value(&expr), yes, no));
                expr
            }
            Expr::Paren(mut expr) => {
                *expr.expr = self.operand(*expr.expr, yes, no);
                Expr::Paren(expr)
            }
            Expr::Group(mut expr) => {
                *expr.expr = self.operand(*expr.expr, yes, no);
                Expr::Group(expr)
            }
            Expr::Unary(mut expr) if matches!(expr.op, UnOp::Not(_)) && is_compound(&expr.expr) => {
                *expr.expr = self.operand(*expr.expr, no, yes);
                Expr::Unary(expr)
            }
            Expr::Binary(expr) if matches!(expr.op, BinOp::And(_)) => self.chain(expr, yes, no),
            Expr::Binary(mut expr) if matches!(expr.op, BinOp::Or(_)) => {
                let second = self.blocks.label();
                *expr.left = self.operand(*expr.left, yes, second);
                self.resume(second, true);
                self.condition_line(expr.right.span().start().line);
                *expr.right = self.operand(*expr.right, yes, no);
                Expr::Binary(expr)
            }
            expr => self.decided(expr, yes, no, false),
        }
    }

    /// Lowers operands of `&&`, patterns among them. A pattern is followed by a hook, which is an
    /// operand of its own.
    fn chain(&mut self, expr: ExprBinary, yes: Label, no: Label) -> Expr {
        let operands = flatten(Expr::Binary(expr));
        let last = operands.len() - 1;
        let mut lowered: Option<Expr> = None;
        for (place, (op, operand)) in operands.into_iter().enumerate() {
            let next = if place == last { yes } else { self.blocks.label() };
            if place > 0 {
                self.condition_line(operand.span().start().line);
            }
            let frame = self.names.frame.clone();
            let (operand, hook) = match operand {
                Expr::Let(operand) if self.current.is_some() => {
                    let (operand, block) = self.pattern(operand, next, no);
                    (operand, block.map(|block| parse_quote!(#frame.has_matched(#block))))
                }
                operand => (self.operand(operand, next, no), None),
            };
            if place != last {
                self.resume(next, true);
            }
            lowered = Some(match lowered {
                Some(left) => and(left, op, operand),
                None => operand,
            });
            if let Some(hook) = hook {
                lowered = lowered.map(|left| and(left, and_token(), hook));
            }
        }
        lowered.unwrap_or_else(|| parse_quote!(true))
    }

    /// Lowers a condition without lazy operators: a hook records it. `!a` is a condition like `a`:
    /// within it, `is_denied`, the hook records the contrary of what it sees.
    fn decided(&mut self, expr: Expr, yes: Label, no: Label, is_denied: bool) -> Expr {
        match expr {
            // The operand of `!` may be a `&bool`, unless it is one of these.
            Expr::Unary(mut expr)
                if matches!(expr.op, UnOp::Not(_)) && is_plain_bool(&expr.expr) =>
            {
                *expr.expr = self.decided(*expr.expr, yes, no, !is_denied);
                Expr::Unary(expr)
            }
            Expr::Paren(mut expr) => {
                *expr.expr = self.decided(*expr.expr, yes, no, is_denied);
                Expr::Paren(expr)
            }
            expr => {
                let (leaf, site) = self.leaf(expr);
                self.split_if_left();
                let Some(block) = self.current else { return leaf.plain() };
                if let Some((site, wants)) = site {
                    let needs = match wants {
                        Wants::Outcome(outcome) => Needs::Key((outcome != is_denied).into()),
                        Wants::Number(ranges) => Needs::Within(ranges, is_denied),
                    };
                    self.blocks.flags.push(Flag { block, site, needs });
                }
                let (yes, no) = (self.blocks.target(yes), self.blocks.target(no));
                self.end_member(Step::Decide(yes, no));
                let hook = if is_denied { quote!(decide_not) } else { quote!(decide) };
                leaf.hook(self.names, &hook, block)
            }
        }
    }

    /// Lowers `&&` and `||` whose value is used. Both outcomes lead to what comes next.
    pub(crate) fn lazy(&mut self, expr: ExprBinary) -> Expr {
        let (yes, no, join) = (self.blocks.label(), self.blocks.label(), self.blocks.label());
        let expr = self.test(Expr::Binary(expr), yes, no);
        for outcome in [yes, no] {
            self.resume(outcome, true);
            self.jump(join);
        }
        self.resume(join, false);
        expr
    }

    /// Lowers a boolean result, which callers see: a single comparison, or the outcome of a
    /// decision.
    pub(crate) fn returned_decision(&mut self, expr: Expr) -> (Expr, Gives) {
        match expr {
            Expr::Paren(mut expr) => {
                let (inner, gives) = self.returned_decision(*expr.expr);
                *expr.expr = inner;
                (Expr::Paren(expr), gives)
            }
            expr if is_compound(&expr) => {
                let (yes, no) = (self.blocks.label(), self.blocks.label());
                let expr = self.test(expr, yes, no);
                for (outcome, key) in [(yes, 1), (no, 0)] {
                    self.resume(outcome, true);
                    self.leave(Gives::Key(key));
                }
                (expr, Gives::Unknown)
            }
            expr => {
                let (leaf, site) = self.leaf(expr);
                match (leaf, site) {
                    (leaf, Some((site, Wants::Outcome(outcome)))) => {
                        (leaf.plain(), Gives::Call { site, negated: !outcome })
                    }
                    (leaf @ (Leaf::Compare { .. } | Leaf::Method { .. }), _) => {
                        match self.current {
                            Some(block) => {
                                (leaf.hook(self.names, &quote!(gives), block), Gives::Decision)
                            }
                            None => (leaf.plain(), Gives::Unknown),
                        }
                    }
                    (leaf, _) => (leaf.plain(), Gives::Unknown),
                }
            }
        }
    }
}

/// Returns `true` for `&&`, `||`, and the contrary of these.
pub(crate) fn is_compound(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(expr) => is_compound(&expr.expr),
        Expr::Group(expr) => is_compound(&expr.expr),
        Expr::Unary(expr) => matches!(expr.op, UnOp::Not(_)) && is_compound(&expr.expr),
        Expr::Binary(expr) => matches!(expr.op, BinOp::And(_) | BinOp::Or(_)),
        _ => false,
    }
}

/// Returns `true` for expressions whose type is `bool` whatever their operands are.
pub(crate) fn is_plain_bool(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(expr) => is_plain_bool(&expr.expr),
        Expr::Group(expr) => is_plain_bool(&expr.expr),
        Expr::Unary(expr) => matches!(expr.op, UnOp::Not(_)) && is_plain_bool(&expr.expr),
        Expr::Binary(expr) => {
            matches!(expr.op, BinOp::And(_) | BinOp::Or(_)) || is_comparison(&expr.op)
        }
        Expr::MethodCall(expr) => is_asked(expr),
        _ => false,
    }
}

/// Returns the operands of a chain of `&&`, each with the operator before it.
pub(crate) fn flatten(expr: Expr) -> Vec<(BinOp, Expr)> {
    let mut operands = Vec::new();
    // What is left to do: the first operands are on top.
    let mut rest = vec![(and_token(), expr)];
    while let Some((before, expr)) = rest.pop() {
        match expr {
            Expr::Binary(expr) if matches!(expr.op, BinOp::And(_)) => {
                rest.push((expr.op, *expr.right));
                rest.push((before, *expr.left));
            }
            expr => operands.push((before, expr)),
        }
    }
    operands
}

/// Returns an operator `&&` that is not the user's.
pub(crate) fn and_token() -> BinOp {
    BinOp::And(<Token![&&]>::default())
}

/// Returns `left && right`.
pub(crate) fn and(left: Expr, op: BinOp, right: Expr) -> Expr {
    // An `||` within needs parentheses; it had them, or was an operand of its own.
    Expr::Binary(ExprBinary { attrs: Vec::new(), left: Box::new(left), op, right: Box::new(right) })
}
