//! Loops and labelled blocks.

use crate::blocks::{Id, Label, Step};
use crate::lower::Lower;
use syn::fold::Fold;
use syn::spanned::Spanned;
use syn::{Block, Expr, Stmt, parse_quote};

/// A loop or a labelled block that `break` and `continue` may name.
pub(crate) struct Scope {
    pub(crate) label: Option<String>,
    /// Where `continue` goes; `None` for a labelled block.
    pub(crate) head: Option<Id>,
    pub(crate) after: Label,
}

impl Lower<'_> {
    /// Lowers `while`.
    pub(crate) fn while_(&mut self, mut expr: syn::ExprWhile) -> Expr {
        let (head, body, after) = (self.blocks.label(), self.blocks.label(), self.blocks.label());
        self.jump(head);
        self.resume(head, false);
        let Some(start) = self.current else { return Expr::While(expr) };
        self.condition_line(expr.cond.span().start().line);
        // The condition may leave the loop by its label, too.
        let label = expr.label.as_ref().map(|label| label.name.ident.to_string());
        self.scopes.push(Scope { label, head: Some(start), after });
        let (cond, first) = self.condition(*expr.cond, body, after);
        self.scopes.pop();
        *expr.cond = cond;
        self.resume(body, true);
        // A round has a hook, even if constants decide it.
        let silent = self.current.filter(|&block| self.blocks.is_silent(block));
        let frame = &self.names.frame;
        let first = first.or_else(|| silent.map(|body| parse_quote!(#frame.at(#body, 0);)));
        self.arrived |= silent.is_some();
        expr.body = self.loop_body(expr.body, expr.label.as_ref(), start, head, after, first);
        Expr::While(expr)
    }

    /// Lowers `for`. The first hook in its body says that there was an element, and the iterator
    /// how many are left.
    pub(crate) fn for_(&mut self, mut expr: syn::ExprForLoop) -> Expr {
        *expr.expr = self.fold_expr(*expr.expr);
        let (head, body, after) = (self.blocks.label(), self.blocks.label(), self.blocks.label());
        self.jump(head);
        self.resume(head, false);
        let Some(start) = self.current else { return Expr::ForLoop(expr) };
        let (to_body, to_after) = (self.blocks.target(body), self.blocks.target(after));
        self.end(Step::Pattern(to_body, to_after));
        self.resume(body, true);
        let (frame, elements) = (&self.names.frame, &expr.expr);
        *expr.expr = parse_quote!(#frame.elements(#start, #elements));
        let first = parse_quote!(#frame.matched(#start););
        expr.body = self.loop_body(expr.body, expr.label.as_ref(), start, head, after, Some(first));
        Expr::ForLoop(expr)
    }

    /// Lowers `loop`.
    pub(crate) fn loop_(&mut self, mut expr: syn::ExprLoop) -> Expr {
        let (head, after) = (self.blocks.label(), self.blocks.label());
        self.jump(head);
        self.resume(head, true);
        let Some(start) = self.current else { return Expr::Loop(expr) };
        let frame = &self.names.frame;
        let first = parse_quote!(#frame.at(#start, 0););
        expr.body = self.loop_body(expr.body, expr.label.as_ref(), start, head, after, Some(first));
        Expr::Loop(expr)
    }

    /// Lowers the body of a loop, and goes on after the loop.
    fn loop_body(
        &mut self,
        body: Block,
        label: Option<&syn::Label>,
        start: Id,
        head: Label,
        after: Label,
        first: Option<Stmt>,
    ) -> Block {
        let label = label.map(|label| label.name.ident.to_string());
        self.scopes.push(Scope { label, head: Some(start), after });
        let body = self.branch(body, first, false, head);
        self.scopes.pop();
        self.resume(after, false);
        body
    }

    /// Lowers a labelled block.
    pub(crate) fn labelled(&mut self, mut expr: syn::ExprBlock) -> Expr {
        let after = self.blocks.label();
        let label = expr.label.as_ref().map(|label| label.name.ident.to_string());
        self.scopes.push(Scope { label, head: None, after });
        expr.block = self.branch(expr.block, None, false, after);
        self.scopes.pop();
        self.resume(after, false);
        Expr::Block(expr)
    }

    /// Returns where `break` or `continue` leads.
    pub(crate) fn scope(&self, label: Option<&syn::Lifetime>) -> Option<&Scope> {
        let label = label.map(|label| label.ident.to_string());
        self.scopes.iter().rev().find(|scope| match &label {
            Some(label) => scope.label.as_ref() == Some(label),
            None => scope.head.is_some(),
        })
    }
}
