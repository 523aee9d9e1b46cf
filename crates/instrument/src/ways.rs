//! `if` and `else`: two ways that meet again. `?`: a way out of the function.

use crate::blocks::{Flag, Gives, Label, Needs, Step};
use crate::lower::{Lower, Results};
use crate::questions::Question;
use syn::spanned::Spanned;
use syn::{Block, Expr, Stmt, parse_quote};

impl Lower<'_> {
    /// Lowers `if`.
    pub(crate) fn if_(&mut self, mut expr: syn::ExprIf, is_result: bool) -> Expr {
        let (yes, no, join) = (self.blocks.label(), self.blocks.label(), self.blocks.label());
        let otherwise = if expr.else_branch.is_some() { no } else { join };
        let has_pattern = has_let(&expr.cond);
        let (cond, first) = self.condition(*expr.cond, yes, otherwise);
        *expr.cond = cond;
        self.resume(yes, true);
        expr.then_branch = self.branch(expr.then_branch, first, is_result, join);
        if let Some((token, branch)) = expr.else_branch.take() {
            self.resume(no, !has_pattern);
            let branch = self.else_branch(*branch, is_result, join);
            expr.else_branch = Some((token, Box::new(branch)));
        }
        self.resume(join, false);
        if is_result {
            self.leave(Gives::Unknown);
        }
        Expr::If(expr)
    }

    /// Lowers `else { .. }` or `else if ..`.
    fn else_branch(&mut self, branch: Expr, is_result: bool, join: Label) -> Expr {
        match branch {
            Expr::If(expr) => {
                self.condition_line(expr.cond.span().start().line);
                let expr = self.if_(expr, is_result);
                self.jump(join);
                expr
            }
            Expr::Block(mut expr) => {
                expr.block = self.branch(expr.block, None, is_result, join);
                Expr::Block(expr)
            }
            expr => expr,
        }
    }

    /// Lowers `?`: its two outcomes are a decision, and the error leaves the function.
    pub(crate) fn try_(&mut self, mut expr: syn::ExprTry) -> Expr {
        let question = Question::of(&expr.expr);
        let site = self.called(&mut expr.expr);
        let Some(block) = self.current else { return Expr::Try(expr) };
        Question::ask(question, &mut expr.expr, self.names, block);
        if let Some((site, false)) = site {
            // Whether it is an `Option` or a `Result` is known from the function that it leaves.
            let key = if self.results == Results::Option { 1 } else { 0 };
            self.blocks.flags.push(Flag { block, site, needs: Needs::Key(key) });
        }
        let (ok, err) = (self.blocks.label(), self.blocks.label());
        let (to_ok, to_err) = (self.blocks.target(ok), self.blocks.target(err));
        self.end(Step::Decide(to_ok, to_err));
        self.resume(err, true);
        let gives = match self.results {
            Results::Option => Gives::Key(0),
            Results::Result => Gives::Key(1),
            _ => Gives::Unknown,
        };
        self.end(Step::Fail(gives));
        self.resume(ok, true);
        let (frame, inner) = (&self.names.frame, &expr.expr);
        *expr.expr = parse_quote!(#frame.tried(#block, #inner));
        Expr::Try(expr)
    }

    /// Lowers one of several ways, which begins with a hook if there is one, and ends at the join.
    pub(crate) fn branch(
        &mut self,
        block: Block,
        first: Option<Stmt>,
        is_result: bool,
        join: Label,
    ) -> Block {
        let mut block = self.statements(block, is_result);
        block.stmts.splice(..0, first);
        if is_result {
            self.leave(Gives::Unknown);
        }
        self.jump(join);
        block
    }
}

/// Returns `true` if a condition contains a pattern.
pub(crate) fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(expr) => has_let(&expr.left) || has_let(&expr.right),
        Expr::Paren(expr) => has_let(&expr.expr),
        Expr::Group(expr) => has_let(&expr.expr),
        _ => false,
    }
}
