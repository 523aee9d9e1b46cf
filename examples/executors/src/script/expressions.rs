//! Instruments expressions: conditions decide, and the operands of `&&`, `||` and `??` are blocks
//! of their own.

use super::ScriptError;
use super::compare::Operator;
use super::graph::End;
use super::hooks::{Hook, OPERANDS};
use super::weave::{Weaver, Woven};
use rhai::{ASTFlags, BinaryExpr, Expr, FnCallExpr, Position};

impl Weaver<'_> {
    /// An expression whose value is used.
    pub(super) fn value(&mut self, expr: &Expr) -> Woven<Expr> {
        check(expr)?;
        if !has_flow(expr) {
            if !is_calm(expr) {
                self.may_throw();
            }
            return Ok(expr.clone());
        }
        let position = expr.position();
        let woven = match expr {
            Expr::And(..) | Expr::Or(..) => {
                let join = self.fresh();
                let woven = self.condition(expr, join, join)?;
                self.current = join;
                woven
            }
            Expr::Coalesce(operands, _) => {
                let join = self.fresh();
                let mut operands = operands.clone();
                let last = operands.len() - 1;
                for (number, operand) in operands.iter_mut().enumerate() {
                    let ((woven, origin), position) = (self.operand(operand)?, operand.position());
                    let block = self.global(self.current);
                    let hook = if number == last {
                        self.end(End::Jump(join), join);
                        Hook::End(block)
                    } else {
                        let next = self.fresh();
                        self.results.is_unit(block, origin);
                        self.branch(next, join, position);
                        self.current = next;
                        Hook::Unit(block)
                    };
                    *operand = self.hook(hook, [woven], position);
                }
                Expr::Coalesce(operands, position)
            }
            Expr::Stmt(block) => Expr::Stmt(Box::new(self.block(block)?)),
            Expr::FnCall(call, _) => Expr::FnCall(Box::new(self.call(call, position)?), position),
            Expr::MethodCall(call, _) => {
                Expr::MethodCall(Box::new(self.call(call, position)?), position)
            }
            Expr::Array(items, _) => Expr::Array(
                items.iter().map(|item| self.value(item)).collect::<Woven<_>>()?,
                position,
            ),
            Expr::InterpolatedString(items, _) => Expr::InterpolatedString(
                items.iter().map(|item| self.value(item)).collect::<Woven<_>>()?,
                position,
            ),
            Expr::Map(entries, _) => {
                let mut entries = entries.clone();
                for (_, value) in &mut entries.0 {
                    *value = self.value(value)?;
                }
                Expr::Map(entries, position)
            }
            Expr::Dot(sides, flags, _) => {
                Expr::Dot(Box::new(self.chain(sides, *flags, position)?), *flags, position)
            }
            Expr::Index(sides, flags, _) => {
                Expr::Index(Box::new(self.chain(sides, *flags, position)?), *flags, position)
            }
            _ => return Err(ScriptError::unsupported("an expression of a new kind", position)),
        };
        if !is_calm(expr) {
            self.may_throw(); // now that its parts have values
        }
        Ok(woven)
    }

    /// In which order the parts of a chain are evaluated does not matter as long as only one of
    /// them branches.
    fn chain(
        &mut self,
        sides: &BinaryExpr,
        flags: ASTFlags,
        position: Position,
    ) -> Woven<BinaryExpr> {
        if has_flow(&sides.lhs) && has_flow(&sides.rhs) {
            return Err(ScriptError::unsupported(
                "a chain with branches in several of its parts",
                position,
            ));
        }
        if flags.contains(ASTFlags::NEGATED) && has_flow(&sides.rhs) {
            return Err(ScriptError::unsupported("branches behind `?.`", position));
        }
        Ok(BinaryExpr { lhs: self.value(&sides.lhs)?, rhs: self.value(&sides.rhs)? })
    }

    /// Arguments are evaluated from left to right, but for a variable that is the first of them.
    pub(super) fn call(&mut self, call: &FnCallExpr, position: Position) -> Woven<FnCallExpr> {
        if call.name == "eval" {
            return Err(ScriptError::unsupported("eval", position));
        }
        let mut call = call.clone();
        for argument in &mut call.args {
            *argument = self.value(argument)?;
        }
        self.may_throw();
        Ok(call)
    }

    /// An expression that decides where to go on.
    pub(super) fn condition(&mut self, expr: &Expr, then: u32, or_else: u32) -> Woven<Expr> {
        check(expr)?;
        let position = expr.position();
        match expr {
            Expr::And(operands, _) | Expr::Or(operands, _) => {
                let is_and = matches!(expr, Expr::And(..));
                let mut operands = operands.clone();
                let last = operands.len() - 1;
                for (number, operand) in operands.iter_mut().enumerate() {
                    let next = if number == last { None } else { Some(self.fresh()) };
                    *operand = match (next, is_and) {
                        (Some(next), true) => self.condition(operand, next, or_else)?,
                        (Some(next), false) => self.condition(operand, then, next)?,
                        (None, _) => self.condition(operand, then, or_else)?,
                    };
                    self.current = next.unwrap_or(self.current);
                }
                Ok(if is_and {
                    Expr::And(operands, position)
                } else {
                    Expr::Or(operands, position)
                })
            }
            Expr::FnCall(call, _)
                if call.name == "!" && call.op_token.is_some() && call.args.len() == 1 =>
            {
                let mut call = call.clone();
                call.args[0] = self.condition(&call.args[0], or_else, then)?;
                Ok(Expr::FnCall(call, position))
            }
            Expr::BoolConstant(value, _) => {
                let block = self.global(self.current);
                self.draft().statements += 1;
                self.end(End::Jump(if *value { then } else { or_else }), or_else);
                Ok(self.hook(Hook::End(block), [expr.clone()], position))
            }
            Expr::FnCall(call, _) => match comparison(call) {
                Some(operator) => {
                    let ((left, a), (right, b)) =
                        (self.operand(&call.args[0])?, self.operand(&call.args[1])?);
                    self.results.compares(self.global(self.current), operator, a, b);
                    if !is_calm(expr) {
                        self.may_throw();
                    }
                    let mut apart = call.clone();
                    for (argument, name) in apart.args.iter_mut().zip(OPERANDS) {
                        *argument = temporary(name, argument.position());
                    }
                    let hook = Hook::Compare(self.global(self.current), operator);
                    self.branch(then, or_else, position);
                    Ok(self.hook(hook, [left, right, Expr::FnCall(apart, position)], position))
                }
                None => self.flag(expr, then, or_else),
            },
            _ => self.flag(expr, then, or_else),
        }
    }

    fn flag(&mut self, expr: &Expr, then: u32, or_else: u32) -> Woven<Expr> {
        let (value, origin) = self.operand(expr)?;
        self.results.tests(self.global(self.current), origin);
        if !is_bool(expr) {
            self.may_throw(); // by the engine, after the hook
        }
        let hook = Hook::Flag(self.global(self.current));
        self.branch(then, or_else, expr.position());
        Ok(self.hook(hook, [value], expr.position()))
    }
}

pub(super) fn temporary(name: &str, position: Position) -> Expr {
    Expr::Variable(Box::new((None, name.into(), rhai::Namespace::NONE, 0)), None, position)
}

pub(super) fn comparison(call: &FnCallExpr) -> Option<Operator> {
    let operator = Operator::named(&call.name).filter(|_| call.args.len() == 2)?;
    // `in` is a call like any other to this tree.
    (call.op_token.is_some() || operator == Operator::Contains).then_some(operator)
}

/// What cannot be instrumented, wherever it stands.
fn check(expr: &Expr) -> Woven<()> {
    match expr {
        Expr::Custom(_, position) => Err(ScriptError::unsupported("custom syntax", *position)),
        Expr::Variable(variable, _, position) if !variable.2.is_empty() => {
            Err(ScriptError::unsupported("a variable of a module", *position))
        }
        Expr::FnCall(call, position) | Expr::MethodCall(call, position)
            if call.name == "eval" || call.is_qualified() =>
        {
            Err(ScriptError::unsupported("eval, or a function of a module", *position))
        }
        _ => parts(expr).into_iter().try_for_each(check),
    }
}

/// Whether something in it decides, or is a statement.
fn has_flow(expr: &Expr) -> bool {
    matches!(expr, Expr::And(..) | Expr::Or(..) | Expr::Coalesce(..) | Expr::Stmt(_))
        || parts(expr).into_iter().any(has_flow)
}

fn parts(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::FnCall(call, _) | Expr::MethodCall(call, _) => call.args.iter().collect(),
        Expr::Array(items, _) | Expr::InterpolatedString(items, _) => items.iter().collect(),
        Expr::Map(entries, _) => entries.0.iter().map(|(_, value)| value).collect(),
        Expr::Dot(sides, ..) | Expr::Index(sides, ..) => vec![&sides.lhs, &sides.rhs],
        Expr::And(operands, _) | Expr::Or(operands, _) | Expr::Coalesce(operands, _) => {
            operands.iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Whether its own evaluation certainly throws nothing (that of statements is asked one by one).
/// Variables exist: they are checked when the script is parsed.
pub(super) fn is_calm(expr: &Expr) -> bool {
    match expr {
        Expr::FnCall(call, _) => match comparison(call) {
            Some(Operator::Contains) | None => false,
            // Values of other types are just not less than such a constant, nor equal. Not so with
            // a letter: blobs refuse it.
            Some(_) => call.args.iter().all(is_atom) && call.args.iter().any(is_plain),
        },
        Expr::And(..) | Expr::Or(..) | Expr::Coalesce(..) | Expr::Stmt(_) => true,
        _ => is_atom(expr),
    }
}

fn is_plain(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::BoolConstant(..)
            | Expr::IntegerConstant(..)
            | Expr::FloatConstant(..)
            | Expr::StringConstant(..)
            | Expr::Unit(_)
    )
}

fn is_atom(expr: &Expr) -> bool {
    is_plain(expr) || matches!(expr, Expr::CharConstant(..) | Expr::Variable(..))
}

/// Whether it is a bool if it has a value.
fn is_bool(expr: &Expr) -> bool {
    match expr {
        Expr::BoolConstant(..) | Expr::And(..) | Expr::Or(..) => true,
        Expr::FnCall(call, _) => comparison(call).is_some(),
        _ => false,
    }
}
