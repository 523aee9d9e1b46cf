//! Closures: each one that decides anything is a function of its own, because it may outlive the
//! function that made it.

use crate::blocks::Gives;
use crate::calls::{after, locals};
use crate::function::{enter, table};
use crate::lower::{Lower, Results};
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ExprClosure, parse_quote};

impl Lower<'_> {
    /// Lowers a closure, if it decides anything. Otherwise it runs as a part of the function that
    /// calls it.
    pub(crate) fn closure(&mut self, mut expr: ExprClosure) -> Expr {
        let is_bound = std::mem::take(&mut self.is_bound);
        if expr.asyncness.is_some() || expr.constness.is_some() || !decides(&expr.body) {
            return Expr::Closure(expr);
        }
        let results = match &expr.output {
            syn::ReturnType::Type(_, ty) => Results::of(ty),
            syn::ReturnType::Default => Results::Other,
        };
        let mut known = locals(&expr.inputs, None);
        known.extend(self.locals.iter().cloned());
        let mut lower = Lower::new(self.names, results, known);
        if is_bound {
            lower.untyped = locals(
                expr.inputs.iter().filter(|input| !matches!(input, syn::Pat::Type(_))),
                None,
            );
        }
        let line = syn::spanned::Spanned::span(&expr.body).start().line;
        let body = match *expr.body.clone() {
            Expr::Block(body) if body.label.is_none() && body.attrs.is_empty() => {
                Expr::Block(syn::ExprBlock { block: lower.body(body.block), ..body })
            }
            body => {
                lower.condition_line(line);
                let body = lower.result(body);
                lower.leave(Gives::Unknown);
                body
            }
        };
        let (blocks, refused) = (lower.blocks, lower.refused);
        self.nested.append(&mut lower.nested);
        self.comparisons.append(&mut lower.comparisons);
        if let Some((reason, at)) = refused {
            // The closure is a part of this function, which cannot know what it does.
            self.refuse(reason, at);
            return Expr::Closure(expr);
        }
        let (table, enter) = (table(self.names, &blocks, line), enter(self.names));
        let first: syn::Block = parse_quote!({ #table #enter });
        *expr.body = after(&first.stmts, body);
        Expr::Closure(expr)
    }
}

/// Returns `true` if the code decides anything: it has several ways, or an error may leave it.
pub(crate) fn decides(expr: &Expr) -> bool {
    let mut decides = Decides(false);
    decides.visit_expr(expr);
    decides.0
}

struct Decides(bool);

impl<'ast> Visit<'ast> for Decides {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::If(_)
            | Expr::While(_)
            | Expr::ForLoop(_)
            | Expr::Loop(_)
            | Expr::Try(_)
            | Expr::Return(_) => self.0 = true,
            Expr::Match(expr) if expr.arms.len() > 1 => self.0 = true,
            Expr::Binary(expr) if matches!(expr.op, BinOp::And(_) | BinOp::Or(_)) => self.0 = true,
            Expr::Macro(expr) if crate::kinds::decides(&expr.mac) => self.0 = true,
            Expr::Async(_) | Expr::Const(_) => {}
            expr if !self.0 => visit::visit_expr(self, expr),
            _ => {}
        }
    }
    fn visit_stmt_macro(&mut self, stmt: &'ast syn::StmtMacro) {
        self.0 |= crate::kinds::decides(&stmt.mac);
    }
    fn visit_local(&mut self, local: &'ast syn::Local) {
        self.0 |= local.init.as_ref().is_some_and(|init| init.diverge.is_some());
        visit::visit_local(self, local);
    }
    fn visit_item(&mut self, _: &'ast syn::Item) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
}
