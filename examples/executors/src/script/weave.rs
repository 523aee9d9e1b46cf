//! Instruments statements, and draws the graph meanwhile: one pass for both, so that they can not
//! disagree.

use super::ScriptError;
use super::arms::Selection;
use super::graph::{Draft, Drafts, End};
use super::hooks::Hook;
use super::results::{ResultsOf, Use};
use rhai::{ASTFlags, CustomExpr, Dynamic, Expr, FlowControl, Position, Stmt, StmtBlock};
use sbst::id::Block;

/// The key of the hooks' custom syntax. No engine that reads a script knows it.
pub(super) const KEY: &str = "sbst_hook";

/// One function at work.
pub(super) struct Weaver<'a> {
    /// The program-wide number of its block 0.
    pub(super) first: u32,
    pub(super) drafts: Drafts,
    pub(super) current: u32,
    pub(super) hooks: &'a mut Vec<Hook>,
    pub(super) selections: &'a mut Vec<(Block, Selection)>,
    /// Where `continue` and `break` lead.
    pub(super) loops: Vec<(u32, u32)>,
    /// Where exceptions are caught.
    handlers: Vec<u32>,
    pub(super) results: ResultsOf<'a>,
}

pub(super) type Woven<T> = Result<T, ScriptError>;

impl<'a> Weaver<'a> {
    pub(super) fn new(
        first: u32,
        hooks: &'a mut Vec<Hook>,
        selections: &'a mut Vec<(Block, Selection)>,
        results: ResultsOf<'a>,
    ) -> Self {
        let drafts = Drafts(vec![Draft::new()]);
        Self {
            first,
            drafts,
            current: 0,
            hooks,
            selections,
            loops: Vec::new(),
            handlers: Vec::new(),
            results,
        }
    }

    pub(super) fn global(&self, block: u32) -> Block {
        Block::new(self.first + block)
    }

    pub(super) fn fresh(&mut self) -> u32 {
        self.drafts.0.push(Draft::new());
        self.drafts.0.len() as u32 - 1
    }

    pub(super) fn draft(&mut self) -> &mut Draft {
        &mut self.drafts.0[self.current as usize]
    }

    /// Ends the block at work, and goes on with another one.
    pub(super) fn end(&mut self, end: End, next: u32) {
        self.draft().end = end;
        self.current = next;
    }

    /// The block at work decides here.
    pub(super) fn branch(&mut self, then: u32, or_else: u32, position: Position) {
        let draft = self.draft();
        draft.statements += 1;
        draft.position = position;
        draft.end = End::Branch(then, or_else);
    }

    /// Something in the block at work may throw.
    pub(super) fn may_throw(&mut self) {
        if let Some(&handler) = self.handlers.last() {
            self.draft().handler = Some(handler);
        }
    }

    pub(super) fn hook(
        &mut self,
        hook: Hook,
        inputs: impl IntoIterator<Item = Expr>,
        position: Position,
    ) -> Expr {
        self.hooks.push(hook);
        let state = Dynamic::from_int(self.hooks.len() as i64 - 1);
        let inputs = inputs.into_iter().collect();
        let tokens = std::iter::once(KEY.into()).collect();
        Expr::Custom(
            Box::new(CustomExpr {
                inputs,
                tokens,
                state,
                scope_may_be_changed: false,
                self_terminated: false,
            }),
            position,
        )
    }

    pub(super) fn hook_alone(&mut self, hook: Hook, position: Position) -> Stmt {
        Stmt::Expr(Box::new(self.hook(hook, [], position)))
    }

    pub(super) fn hook_around(&mut self, hook: Hook, statement: Stmt) -> Stmt {
        let position = statement.position();
        let inner = StmtBlock::new([statement], position, Position::NONE);
        Stmt::Expr(Box::new(self.hook(hook, [Expr::Stmt(Box::new(inner))], position)))
    }

    pub(super) fn block(&mut self, block: &StmtBlock) -> Woven<StmtBlock> {
        self.block_for(block, Use::Other)
    }

    /// A block whose value is used so.
    pub(super) fn block_for(&mut self, block: &StmtBlock, used: Use) -> Woven<StmtBlock> {
        let span = block.span();
        Ok(StmtBlock::new_with_span(self.statements_for(block.statements(), used)?, span))
    }

    /// Hooks stand between statements, never behind the last one, which is the value of the block.
    pub(super) fn statements(&mut self, statements: &[Stmt]) -> Woven<Vec<Stmt>> {
        self.statements_for(statements, Use::Other)
    }

    /// The same; the value of the last one is used so.
    pub(super) fn statements_for(&mut self, statements: &[Stmt], last: Use) -> Woven<Vec<Stmt>> {
        let mut woven = Vec::new();
        if last == Use::Result && statements.is_empty() {
            self.after_last(None);
        }
        for (number, statement) in statements.iter().enumerate() {
            let position = statement.position();
            if self.draft().position.is_none() {
                self.draft().position = position;
            }
            let is_last = number + 1 == statements.len();
            self.statement(statement, if is_last { last } else { Use::Other }, &mut woven)?;
            if is_last && last == Use::Result {
                self.after_last(Some(statement));
            }
            let done = self.draft().statements;
            let is_simple = matches!(
                statement,
                Stmt::Var(..)
                    | Stmt::Assignment(..)
                    | Stmt::FnCall(..)
                    | Stmt::Expr(..)
                    | Stmt::Block(..)
            );
            if is_simple && done > 0 && number + 1 < statements.len() {
                let hook = Hook::Done(self.global(self.current), done);
                woven.push(self.hook_alone(hook, position));
            }
        }
        Ok(woven)
    }

    fn statement(&mut self, statement: &Stmt, used: Use, out: &mut Vec<Stmt>) -> Woven<()> {
        match statement {
            Stmt::Noop(_) => out.push(statement.clone()),
            Stmt::Var(var, flags, position) => {
                let (name, value, index) = &**var;
                let value = self.kept(&name.name, value)?;
                self.draft().statements += 1;
                out.push(Stmt::Var(Box::new((name.clone(), value, *index)), *flags, *position));
            }
            Stmt::Assignment(assignment) => {
                let (operator, sides) = &**assignment;
                let mut sides = sides.clone();
                // The engine evaluates the right side first.
                sides.rhs = match &sides.lhs {
                    Expr::Variable(variable, ..) if !operator.is_op_assignment() => {
                        self.kept(&variable.1, &sides.rhs)?
                    }
                    Expr::Variable(variable, ..) => {
                        let value = self.value(&sides.rhs)?;
                        self.changed(&variable.1);
                        value
                    }
                    _ => self.value(&sides.rhs)?,
                };
                if operator.is_op_assignment() || !matches!(sides.lhs, Expr::Variable(..)) {
                    self.may_throw();
                    sides.lhs = self.value(&sides.lhs)?;
                }
                self.draft().statements += 1;
                out.push(Stmt::Assignment(Box::new((operator.clone(), sides))));
            }
            Stmt::FnCall(call, position) if used == Use::Result => {
                let value = self.value_for(&Expr::FnCall(call.clone(), *position), used)?;
                self.draft().statements += 1;
                out.push(Stmt::Expr(Box::new(value)));
            }
            Stmt::FnCall(call, position) => {
                let call = self.call(call, *position)?;
                self.draft().statements += 1;
                out.push(Stmt::FnCall(Box::new(call), *position));
            }
            Stmt::Expr(value) => {
                let value = self.value_for(value, used)?;
                self.draft().statements += 1;
                out.push(Stmt::Expr(Box::new(value)));
            }
            Stmt::Block(block) => out.push(Stmt::Block(Box::new(self.block_for(block, used)?))),
            Stmt::If(parts, position) => out.push(self.if_else(parts, *position, used)?),
            Stmt::Switch(parts, position) => {
                let (parts, hook) = self.switch(parts, used)?;
                out.push(self.hook_around(hook, Stmt::Switch(Box::new(parts), *position)));
            }
            Stmt::While(parts, position) => out.push(self.while_loop(parts, *position)?),
            Stmt::Do(parts, flags, position) => out.push(self.do_loop(parts, *flags, *position)?),
            Stmt::For(parts, position) => out.push(self.for_loop(parts, *position)?),
            Stmt::TryCatch(parts, position) => out.push(self.try_catch(parts, *position)?),
            Stmt::BreakLoop(value, flags, position) => {
                let is_break = flags.contains(ASTFlags::BREAK);
                let Some(&(again, after)) = self.loops.last() else {
                    return Err(ScriptError::unsupported("a jump out of no loop", *position));
                };
                let to = if is_break { after } else { again };
                let value =
                    self.leaving(value.as_deref(), Use::Other, End::Jump(to), *position, out)?;
                out.push(Stmt::BreakLoop(value, *flags, *position));
            }
            Stmt::Return(value, flags, position) => {
                let is_throw = flags.contains(ASTFlags::BREAK);
                let end =
                    if is_throw && !self.handlers.is_empty() { End::Throw } else { End::Leave };
                let used = if is_throw { Use::Other } else { Use::Result };
                let value = self.leaving(value.as_deref(), used, end, *position, out)?;
                out.push(Stmt::Return(value, *flags, *position));
            }
            Stmt::Import(_, position) => return Err(ScriptError::unsupported("import", *position)),
            Stmt::Export(_, position) => return Err(ScriptError::unsupported("export", *position)),
            Stmt::Share(_) => {
                return Err(ScriptError::unsupported(
                    "a closure that captures \
                variables",
                    statement.position(),
                ));
            }
            _ => {
                return Err(ScriptError::unsupported(
                    "a statement of a new kind",
                    statement.position(),
                ));
            }
        }
        Ok(())
    }

    /// A jump: its value, with a hook around it; without value, the hook is a statement before it.
    fn leaving(
        &mut self,
        value: Option<&Expr>,
        used: Use,
        end: End,
        position: Position,
        out: &mut Vec<Stmt>,
    ) -> Woven<Option<Box<Expr>>> {
        let value = value.map(|value| self.value_for(value, used)).transpose()?;
        self.draft().statements += 1;
        if self.draft().position.is_none() {
            self.draft().position = position;
        }
        if value.is_none() && used == Use::Result {
            self.results.unit(self.global(self.current));
        }
        let next = self.fresh();
        if let End::Throw = end {
            self.may_throw();
            self.end(end, next);
            return Ok(value.map(Box::new)); // complete only if nobody catches it
        }
        let hook = Hook::End(self.global(self.current));
        self.end(end, next);
        Ok(match value {
            Some(value) => {
                let position = value.position();
                Some(Box::new(self.hook(hook, [value], position)))
            }
            None => {
                let alone = self.hook_alone(hook, position);
                out.push(alone);
                None
            }
        })
    }

    fn if_else(&mut self, parts: &FlowControl, position: Position, used: Use) -> Woven<Stmt> {
        let join = self.fresh();
        let then = if parts.body.is_empty() { join } else { self.fresh() };
        let or_else = if parts.branch.is_empty() { join } else { self.fresh() };
        let expr = self.condition(&parts.expr, then, or_else)?;
        let mut sides = [parts.body.clone(), parts.branch.clone()];
        for (side, entry) in
            sides.iter_mut().zip([then, or_else]).filter(|(_, entry)| *entry != join)
        {
            self.current = entry;
            *side = self.block_for(side, used)?;
            self.end(End::Jump(join), join);
        }
        let [body, branch] = sides;
        self.current = join;
        let hook = Hook::Join(self.global(join));
        Ok(self.hook_around(hook, Stmt::If(Box::new(FlowControl { expr, body, branch }), position)))
    }

    fn try_catch(&mut self, parts: &FlowControl, position: Position) -> Woven<Stmt> {
        let (from, entry, handler, after) =
            (self.current, self.fresh(), self.fresh(), self.fresh());
        self.end(End::Jump(entry), entry);
        self.handlers.push(handler);
        let body = self.block(&parts.body)?;
        self.handlers.pop();
        self.end(End::Jump(after), handler);
        let caught = self.hook_alone(Hook::Caught, position);
        let branch = std::iter::once(caught).chain(self.statements(parts.branch.statements())?);
        let branch = StmtBlock::new_with_span(branch, parts.branch.span());
        self.end(End::Jump(after), after);
        let parts = FlowControl { expr: parts.expr.clone(), body, branch };
        Ok(self.around_loop(from, after, Stmt::TryCatch(Box::new(parts), position)))
    }
}
