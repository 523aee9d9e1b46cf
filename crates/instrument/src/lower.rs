//! Lowering: one walk over the body of a function, in the order of evaluation, that draws its
//! blocks and adds the hooks.
//!
//! The program stays as it is, except that hooks stand around the conditions and between the
//! statements. A jump needs no hook: the frame knows the block it is in, and follows jumps, and
//! patterns that did not match, when the next hook names another block. So no value is ever bound
//! to a new name only to report the end of a block, and temporaries live as long as before.

use crate::assignments::assigns;
use crate::attributes::{attributes, attributes_of, is_conditional};
use crate::blocks::{Blocks, Flag, Gives, Id, Label, Needs, Step};
use crate::calls::Locals;
use crate::loops::Scope;
use crate::names::Names;
use crate::questions::Question;
use crate::report::Reason;
use proc_macro2::Span;
use quote::quote;
use std::ops::Range;
use syn::fold::{self, Fold};
use syn::spanned::Spanned;
use syn::{Attribute, BinOp, Block, Expr, Stmt, parse_quote};

/// The type of the results of a function, as far as its signature shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Results {
    Bool,
    Option,
    Result,
    Other,
}

/// The walk over one function.
pub(crate) struct Lower<'a> {
    pub(crate) names: &'a Names,
    pub(crate) blocks: Blocks,
    /// Block that is being executed; `None` in code that control does not reach.
    pub(crate) current: Option<Id>,
    /// `true` if a hook has just named the current block, so that it need not be named again.
    pub(crate) arrived: bool,
    pub(crate) scopes: Vec<Scope>,
    pub(crate) results: Results,
    /// The decision that is being lowered, and the number of its members so far.
    pub(crate) decision: Option<(u32, u32)>,
    /// Names that are variables, and so no functions.
    pub(crate) locals: Locals,
    /// Parameters of closures whose types are known only where the closure is called.
    pub(crate) untyped: Locals,
    /// `true` while the value of a `let` is lowered, which may be such a closure.
    pub(crate) is_bound: bool,
    /// The first construct that cannot be lowered: the function is then left alone.
    pub(crate) refused: Option<(Reason, Span)>,
    /// Functions within this one, which were instrumented or left alone.
    pub(crate) nested: Vec<crate::report::Found>,
    /// Places of comparisons and questions that are measured.
    pub(crate) comparisons: Vec<Range<usize>>,
}

impl<'a> Lower<'a> {
    /// Creates the walk of a function.
    pub(crate) fn new(names: &'a Names, results: Results, locals: Locals) -> Self {
        let (blocks, entry) = Blocks::new();
        Self {
            names,
            blocks,
            current: Some(entry),
            arrived: true,
            scopes: Vec::new(),
            decision: None,
            results,
            locals,
            untyped: Locals::new(),
            is_bound: false,
            refused: None,
            nested: Vec::new(),
            comparisons: Vec::new(),
        }
    }

    /// Lowers the body of a function.
    pub(crate) fn body(&mut self, body: Block) -> Block {
        let body = self.statements(body, true);
        self.leave(Gives::Unknown);
        body
    }

    /// Ends the current block, if control reaches it.
    pub(crate) fn end(&mut self, step: Step) {
        if let Some(block) = self.current.take() {
            self.blocks.end(block, step);
        }
    }

    /// Leaves the function from the current block.
    pub(crate) fn leave(&mut self, gives: Gives) {
        // An error is no normal return, however it leaves.
        let fails = self.results == Results::Result && matches!(gives, Gives::Key(1));
        self.end(if fails { Step::Fail(gives) } else { Step::Return(gives) });
    }

    /// Jumps to a label, if control reaches the jump.
    pub(crate) fn jump(&mut self, to: Label) {
        if self.current.is_some() {
            let to = self.blocks.target(to);
            self.end(Step::Jump(to));
        }
    }

    /// Goes on at a label, if an edge leads there.
    pub(crate) fn resume(&mut self, at: Label, arrived: bool) {
        self.current = self.blocks.reached(at);
        self.arrived = arrived && self.current.is_none_or(|block| !self.blocks.is_silent(block));
    }

    /// Notes why the function cannot be instrumented.
    pub(crate) fn refuse(&mut self, reason: Reason, at: Span) {
        self.refused.get_or_insert((reason, at));
    }

    /// Counts a statement on this line in the current block. Returns the hook that says so, unless
    /// it is superfluous.
    fn statement(&mut self, line: usize) -> Option<Stmt> {
        let block = self.current?;
        let before = self.blocks.statement(block, line);
        let needed = before > 0 || !self.arrived;
        self.arrived = true;
        let frame = &self.names.frame;
        needed.then(|| parse_quote!(#frame.at(#block, #before);))
    }

    /// Counts a condition as a statement, if it is on another line than the statement before.
    pub(crate) fn condition_line(&mut self, line: usize) {
        if let Some(block) = self.current
            && self.blocks.last_line(block) != Some(line as u32)
        {
            self.blocks.statement(block, line);
        }
    }

    /// Lowers the statements of a block. `is_result` if the value of the block is the result of the
    /// function.
    pub(crate) fn statements(&mut self, block: Block, is_result: bool) -> Block {
        let mut stmts = Vec::with_capacity(block.stmts.len() * 2);
        let last = block.stmts.len().wrapping_sub(1);
        let mut after_conditional = false;
        for (place, stmt) in block.stmts.into_iter().enumerate() {
            match stmt {
                Stmt::Item(item) => stmts.push(Stmt::Item(self.nested_item(item))),
                stmt if self.current.is_none() => stmts.push(stmt),
                stmt if is_conditional(attributes(&stmt)) => {
                    // It may not be there at all, so it gets no hooks. What it hides is unknown.
                    // Nothing may stand between two of them, because the first may be the value of
                    // the block if the second is not there.
                    let hook = self.statement(stmt.span().start().line);
                    stmts.extend(hook.filter(|_| !after_conditional));
                    self.opaque(&quote!(#stmt));
                    stmts.push(stmt);
                    after_conditional = true;
                    continue;
                }
                stmt => self.one(stmt, is_result && place == last, &mut stmts),
            }
            after_conditional = false;
        }
        Block { stmts, ..block }
    }

    /// Lowers one statement.
    fn one(&mut self, stmt: Stmt, is_last: bool, stmts: &mut Vec<Stmt>) {
        let line = stmt.span().start().line;
        match stmt {
            Stmt::Local(mut local) => {
                let Some(mut init) = local.init.take() else {
                    return stmts.push(Stmt::Local(local));
                };
                stmts.extend(self.statement(line));
                match init.diverge.take() {
                    None => {
                        self.is_bound = matches!(*init.expr, Expr::Closure(_));
                        *init.expr = self.fold_expr(*init.expr);
                        local.init = Some(init);
                        stmts.push(Stmt::Local(local));
                    }
                    Some((token, otherwise)) => {
                        let question = Question::of(&init.expr);
                        let site = self.called(&mut init.expr);
                        let Some(block) = self.current else {
                            init.diverge = Some((token, otherwise));
                            local.init = Some(init);
                            return stmts.push(Stmt::Local(local));
                        };
                        self.flag_pattern(block, site, &local.pat);
                        Question::ask(question, &mut init.expr, self.names, block);
                        let (yes, no) = (self.blocks.label(), self.blocks.label());
                        let (to_yes, to_no) = (self.blocks.target(yes), self.blocks.target(no));
                        self.end(Step::Pattern(to_yes, to_no));
                        self.resume(no, false);
                        let otherwise = self.fold_expr(*otherwise);
                        // The other block must diverge; if it seems not to, it does so by a macro.
                        self.end(Step::Fail(Gives::Unknown));
                        init.diverge = Some((token, Box::new(otherwise)));
                        local.init = Some(init);
                        stmts.push(Stmt::Local(local));
                        let frame = &self.names.frame;
                        stmts.push(parse_quote!(#frame.matched(#block);));
                        self.resume(yes, true);
                    }
                }
            }
            Stmt::Expr(expr, semi) => {
                stmts.extend(self.statement(line));
                let expr = if is_last && semi.is_none() {
                    self.result(expr)
                } else {
                    self.fold_expr(expr)
                };
                stmts.push(Stmt::Expr(expr, semi));
            }
            Stmt::Macro(stmt) => {
                stmts.extend(self.statement(line));
                let lowered = self.macro_statement(stmt, is_last);
                stmts.push(lowered);
            }
            Stmt::Item(_) => stmts.push(stmt),
        }
    }

    /// Lowers an expression whose value is the result of the function, and leaves the function.
    pub(crate) fn result(&mut self, expr: Expr) -> Expr {
        match expr {
            Expr::Return(_)
            | Expr::If(_)
            | Expr::Match(_)
            | Expr::Block(_)
            | Expr::Unsafe(_)
            | Expr::Paren(_)
            | Expr::Group(_) => self.result_within(expr),
            expr => {
                let gives = self.constant(&expr);
                let (expr, gives) = match gives {
                    Some(key) => (self.fold_expr(expr), Gives::Key(key)),
                    None if self.results == Results::Bool => self.returned_decision(expr),
                    None => {
                        let mut expr = expr;
                        let site = self.called(&mut expr);
                        (
                            expr,
                            site.map_or(Gives::Unknown, |(site, negated)| Gives::Call {
                                site,
                                negated,
                            }),
                        )
                    }
                };
                self.leave(gives);
                expr
            }
        }
    }

    /// Lowers a result that is made by a construct with several ways.
    fn result_within(&mut self, expr: Expr) -> Expr {
        match expr {
            Expr::If(expr) => self.if_(expr, true),
            Expr::Match(expr) => self.match_(expr, true),
            Expr::Block(mut expr) if expr.label.is_none() => {
                expr.block = self.statements(expr.block, true);
                self.leave(Gives::Unknown);
                Expr::Block(expr)
            }
            Expr::Unsafe(mut expr) => {
                expr.block = self.statements(expr.block, true);
                self.leave(Gives::Unknown);
                Expr::Unsafe(expr)
            }
            Expr::Paren(mut expr) => {
                *expr.expr = self.result(*expr.expr);
                Expr::Paren(expr)
            }
            expr => {
                let expr = self.fold_expr(expr);
                self.leave(Gives::Unknown);
                expr
            }
        }
    }

    /// Returns the key of a result that the source shows.
    fn constant(&self, expr: &Expr) -> Option<i128> {
        crate::patterns::constant(expr, self.results)
    }

    /// Declares that a block decides by the result of a call, if a pattern says which results it
    /// wants.
    pub(crate) fn flag_pattern(&mut self, block: Id, site: Option<(u32, bool)>, pat: &syn::Pat) {
        if let (Some((site, false)), Some(key)) = (site, crate::patterns::variant(pat)) {
            self.blocks.flags.push(Flag { block, site, needs: Needs::Key(key) });
        }
    }
}

impl Fold for Lower<'_> {
    fn fold_expr(&mut self, expr: Expr) -> Expr {
        if self.current.is_none() {
            return expr;
        }
        match expr {
            // An element or an argument that may not be there, as a statement is.
            expr if is_conditional(attributes_of(&expr)) => {
                self.opaque(&quote!(#expr));
                expr
            }
            Expr::If(expr) => self.if_(expr, false),
            Expr::Match(expr) => self.match_(expr, false),
            Expr::While(expr) => self.while_(expr),
            Expr::ForLoop(expr) => self.for_(expr),
            Expr::Loop(expr) => self.loop_(expr),
            Expr::Block(expr) if expr.label.is_some() => self.labelled(expr),
            Expr::Block(mut expr) => {
                expr.block = self.statements(expr.block, false);
                Expr::Block(expr)
            }
            Expr::Unsafe(mut expr) => {
                expr.block = self.statements(expr.block, false);
                Expr::Unsafe(expr)
            }
            Expr::Binary(expr) if matches!(expr.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.lazy(expr)
            }
            Expr::Binary(expr) if assigns(&expr.op) => self.assign_by(expr),
            Expr::Assign(expr) => self.assign(expr),
            Expr::Try(expr) => self.try_(expr),
            Expr::Return(mut expr) => {
                match expr.expr.take() {
                    Some(value) => expr.expr = Some(Box::new(self.result(*value))),
                    None => self.leave(Gives::Unknown),
                }
                self.leave(Gives::Unknown);
                Expr::Return(expr)
            }
            Expr::Break(mut expr) => {
                expr.expr = expr.expr.map(|value| Box::new(self.fold_expr(*value)));
                match self.scope(expr.label.as_ref()).map(|scope| scope.after) {
                    Some(after) => self.jump(after),
                    None => self.refuse(Reason::UnknownLabel, expr.span()),
                }
                Expr::Break(expr)
            }
            Expr::Continue(expr) => {
                match self.scope(expr.label.as_ref()).and_then(|scope| scope.head) {
                    Some(head) => self.end(Step::Jump(head)),
                    None => self.refuse(Reason::UnknownLabel, expr.span()),
                }
                Expr::Continue(expr)
            }
            Expr::Closure(expr) => self.closure(expr),
            Expr::Macro(expr) => self.macro_expression(expr),
            // These run later or elsewhere, or at compile time.
            Expr::Async(_)
            | Expr::Const(_)
            | Expr::TryBlock(_)
            | Expr::Yield(_)
            | Expr::Verbatim(_) => expr,
            Expr::Repeat(mut expr) => {
                *expr.expr = self.fold_expr(*expr.expr);
                Expr::Repeat(expr)
            }
            expr => fold::fold_expr(self, expr),
        }
    }

    fn fold_field_value(&mut self, field: syn::FieldValue) -> syn::FieldValue {
        if self.current.is_some() && is_conditional(&field.attrs) {
            self.opaque(&quote!(#field));
            return field;
        }
        fold::fold_field_value(self, field)
    }

    // Types, patterns and attributes contain no code that runs.
    fn fold_type(&mut self, i: syn::Type) -> syn::Type {
        i
    }
    fn fold_pat(&mut self, i: syn::Pat) -> syn::Pat {
        i
    }
    fn fold_path(&mut self, i: syn::Path) -> syn::Path {
        i
    }
    fn fold_angle_bracketed_generic_arguments(
        &mut self,
        i: syn::AngleBracketedGenericArguments,
    ) -> syn::AngleBracketedGenericArguments {
        i
    }
    fn fold_attribute(&mut self, i: Attribute) -> Attribute {
        i
    }
    fn fold_item(&mut self, i: syn::Item) -> syn::Item {
        i
    }
}
