//! Instruments loops: each round ends by a jump, and the header of `for` decides whether there is
//! one more.

use super::graph::End;
use super::hooks::Hook;
use super::weave::{Weaver, Woven};
use rhai::{ASTFlags, Expr, FlowControl, Ident, Position, Stmt, StmtBlock};

impl Weaver<'_> {
    /// The body of a loop; each round ends by a jump.
    fn body(
        &mut self,
        body: &StmtBlock,
        first: Option<Hook>,
        again: u32,
        next: u32,
        after: u32,
    ) -> Woven<StmtBlock> {
        self.loops.push((again, after));
        let mut woven: Vec<Stmt> =
            first.map(|hook| self.hook_alone(hook, body.position())).into_iter().collect();
        woven.extend(self.statements(body.statements())?);
        let hook = Hook::End(self.global(self.current));
        self.draft().end = End::Jump(next);
        woven.push(self.hook_alone(hook, body.end_position()));
        self.loops.pop();
        Ok(StmtBlock::new_with_span(woven, body.span()))
    }

    pub(super) fn while_loop(&mut self, parts: &FlowControl, position: Position) -> Woven<Stmt> {
        let (from, header, after) = (self.current, self.fresh(), self.fresh());
        self.end(End::Jump(header), header);
        self.draft().position = position;
        let is_endless = matches!(parts.expr, Expr::Unit(_) | Expr::BoolConstant(true, _));
        let expr = if is_endless {
            parts.expr.clone()
        } else {
            let entry = if parts.body.is_empty() { header } else { self.fresh() };
            let expr = self.condition(&parts.expr, entry, after)?;
            self.current = entry;
            expr
        };
        let body = if parts.body.is_empty() {
            if is_endless {
                self.draft().end = End::Jump(header);
            }
            parts.body.clone()
        } else {
            self.body(&parts.body, None, header, header, after)?
        };
        let parts = FlowControl { expr, body, branch: parts.branch.clone() };
        Ok(self.around_loop(from, after, Stmt::While(Box::new(parts), position)))
    }

    pub(super) fn around_loop(&mut self, from: u32, after: u32, statement: Stmt) -> Stmt {
        self.current = after;
        let hook = Hook::Enter { from: self.global(from), join: self.global(after) };
        self.hook_around(hook, statement)
    }

    pub(super) fn do_loop(
        &mut self,
        parts: &FlowControl,
        flags: ASTFlags,
        position: Position,
    ) -> Woven<Stmt> {
        let (from, entry, after) = (self.current, self.fresh(), self.fresh());
        let test = if parts.body.is_empty() { entry } else { self.fresh() };
        self.end(End::Jump(entry), entry);
        self.draft().position = position;
        let body = if parts.body.is_empty() {
            parts.body.clone()
        } else {
            // In this language `continue` skips the condition of `do`.
            self.body(&parts.body, None, entry, test, after)?
        };
        self.current = test;
        let (then, or_else) =
            if flags.contains(ASTFlags::NEGATED) { (after, entry) } else { (entry, after) };
        let expr = self.condition(&parts.expr, then, or_else)?;
        let parts = FlowControl { expr, body, branch: parts.branch.clone() };
        Ok(self.around_loop(from, after, Stmt::Do(Box::new(parts), flags, position)))
    }

    pub(super) fn for_loop(
        &mut self,
        parts: &(Ident, Option<Ident>, FlowControl),
        position: Position,
    ) -> Woven<Stmt> {
        let (name, counter, FlowControl { expr, body, branch }) = parts;
        let over = self.value(expr)?;
        self.may_throw();
        let parts = |expr, body| {
            Box::new((
                name.clone(),
                counter.clone(),
                FlowControl { expr, body, branch: branch.clone() },
            ))
        };
        if body.is_empty() {
            self.draft().statements += 1; // nothing in it can be observed
            return Ok(Stmt::For(parts(over, body.clone()), position));
        }
        let (from, header, entry, after) = (self.current, self.fresh(), self.fresh(), self.fresh());
        self.end(End::Jump(header), header);
        self.may_throw();
        self.branch(entry, after, position);
        let (from, header_block) = (self.global(from), self.global(header));
        let over =
            self.hook(Hook::Over { from, header: header_block }, [over], expr.start_position());
        self.current = entry;
        let body = self.body(body, Some(Hook::Round(header_block)), header, header, after)?;
        self.current = after;
        let hook = Hook::After { header: header_block, join: self.global(after) };
        Ok(self.hook_around(hook, Stmt::For(parts(over, body), position)))
    }
}
