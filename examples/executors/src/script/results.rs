//! Results of calls, where they decide and where they are returned: what flags need to know, read
//! off the syntax tree.
//!
//! - A condition, a comparison with a constant or another call, a `switch` and `??` are described
//!   if a call is what they test, or a variable that is set only once, to a call.
//! - `return` and the last expression set the result of a function; so does each assignment to the
//!   one variable that is returned.
//!
//! Keys are numbers: integers themselves, `false` and `true`, and `()`, which has a number that
//! scripts hardly use. Texts have none.

use super::compare::{Key, Operator};
use super::expressions::{comparison, is_calm, temporary};
use super::graph::End;
use super::hooks::{Hook, OPERANDS};
use super::weave::{Weaver, Woven};
use crate::results::{Results, compared};
use rhai::{AST, ASTFlags, ASTNode, Expr, FnCallExpr, ImmutableString, Module, Stmt};
use sbst::distance::Relation;
use sbst::fitness::flag::Keys;
use sbst::flow::dependences::Computation;
use sbst::id::{Block, CallSite, Function, Instruction};
use std::collections::{BTreeMap, BTreeSet};

/// The key of `()`, next to those of integers.
const UNIT: i128 = i64::MIN as i128 - 1;

/// What becomes of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// It is the result of the function, or set to be.
    Result,
    Other,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    Call { call: Instruction, site: CallSite, function: Function },
    Constant { key: i128, is_bool: bool },
}

/// The calls of two functions.
type Pair = [(Instruction, Function); 2];

/// What all functions of a script share.
#[derive(Debug, Default)]
pub(super) struct Described {
    results: Results,
    /// The number of each function, by name and number of parameters.
    functions: BTreeMap<(String, usize), Function>,
    /// Functions that return anything but a `bool`.
    others: BTreeSet<Function>,
    /// Blocks that compare the results of two functions, and whether they must be equal.
    pairs: Vec<(Block, bool, Pair)>,
    /// Functions of which it is known what they return.
    known: BTreeSet<Function>,
}

impl Described {
    pub(super) fn of(functions: BTreeMap<(String, usize), Function>) -> Self {
        Self { functions, ..Self::default() }
    }

    /// All that is known once all functions are: two results are compared as a flag only if both
    /// are `bool`s.
    pub(super) fn finish(mut self) -> Results {
        for (block, is_equal, pair) in self.pairs {
            if pair.iter().all(|(_, function)| {
                self.known.contains(function) && !self.others.contains(function)
            }) {
                let computation = if is_equal { Computation::Equal } else { Computation::NotEqual };
                let test = self.results.compute(computation, &pair.map(|(call, _)| call));
                self.results.decides(block, test);
            }
        }
        self.results
    }
}

/// Those of one function.
#[derive(Debug)]
pub(super) struct ResultsOf<'a> {
    all: &'a mut Described,
    function: Function,
    sites: u32,
    /// The variable that is returned, if it is always the same.
    returned: Option<ImmutableString>,
    /// Variables that are set only once, and to what, once they are.
    once: BTreeSet<ImmutableString>,
    known: BTreeMap<ImmutableString, Origin>,
}

impl<'a> ResultsOf<'a> {
    pub(super) fn new(
        all: &'a mut Described,
        function: Function,
        statements: &[Stmt],
        parameters: &[ImmutableString],
    ) -> Self {
        let (returned, once) = variables(statements, parameters);
        Self { all, function, sites: 0, returned, once, known: BTreeMap::new() }
    }

    fn constant(&mut self, block: Block, key: i128, is_bool: bool) {
        let value = self.all.results.constant(key);
        self.sets(block, value, is_bool);
    }

    pub(super) fn unit(&mut self, block: Block) {
        self.constant(block, UNIT, false);
    }

    pub(super) fn unknown(&mut self, block: Block) {
        let value = self.all.results.unknown();
        self.sets(block, value, false);
    }

    fn sets(&mut self, block: Block, value: Instruction, is_bool: bool) {
        self.all.results.sets(block, value);
        self.all.known.insert(self.function);
        if !is_bool {
            self.all.others.insert(self.function);
        }
    }

    /// A block decides by this value, which is a `bool`.
    pub(super) fn tests(&mut self, block: Block, origin: Option<Origin>) {
        if let Some(Origin::Call { call, .. }) = origin {
            self.all.results.decides(block, call);
        }
    }

    /// A block selects by this value.
    pub(super) fn switches(&mut self, block: Block, origin: Option<Origin>) {
        self.tests(block, origin);
    }

    /// A block decides whether this value is one of those that an arm lists.
    pub(super) fn selects(&mut self, block: Block, origin: Option<Origin>, keys: &[Key]) {
        let range = |key: &Key| match key {
            Key::Range(range) => Some((*range.start()).into()..=(*range.end()).into()),
            Key::Value(value) if value.is_unit() => Some(UNIT..=UNIT),
            Key::Value(value) => {
                let key = value.as_int().or_else(|_| value.as_bool().map(i64::from)).ok()?.into();
                Some(key..=key)
            }
        };
        if let (Some(Origin::Call { site, .. }), Some(ranges)) =
            (origin, keys.iter().map(range).collect::<Option<Vec<_>>>())
        {
            self.all.results.decides_by(block, site, &Keys::of_ranges(ranges), true);
        }
    }

    /// A block decides whether this value is `()`.
    pub(super) fn is_unit(&mut self, block: Block, origin: Option<Origin>) {
        if let Some(Origin::Call { site, .. }) = origin {
            self.all.results.decides_by(block, site, &Keys::from(UNIT..=UNIT), true);
        }
    }

    /// A block compares two values.
    pub(super) fn compares(
        &mut self,
        block: Block,
        operator: Operator,
        a: Option<Origin>,
        b: Option<Origin>,
    ) {
        let Operator::Compares(relation) = operator else { return };
        let is_equality = matches!(relation, Relation::Equal | Relation::NotEqual);
        let (call, constant, relation) = match (a, b) {
            (
                Some(Origin::Call { call: a, function: f, .. }),
                Some(Origin::Call { call: b, function: g, .. }),
            ) => {
                if is_equality {
                    self.all.pairs.push((block, relation == Relation::Equal, [(a, f), (b, g)]));
                }
                return;
            }
            (Some(call), Some(constant @ Origin::Constant { .. })) => (call, constant, relation),
            (Some(constant), Some(call)) => (call, constant, crate::results::swapped(relation)),
            _ => return,
        };
        let (Origin::Call { call, site, .. }, Origin::Constant { key, is_bool }) = (call, constant)
        else {
            return;
        };
        if is_bool {
            if is_equality {
                let computation = if relation == Relation::Equal {
                    Computation::Equal
                } else {
                    Computation::NotEqual
                };
                let constant = self.all.results.constant(key);
                let test = self.all.results.compute(computation, &[call, constant]);
                self.all.results.decides(block, test);
            }
        } else if let Some((keys, holds)) = compared(relation, UNIT + i128::from(key != UNIT), key)
            .filter(|_| key != UNIT || is_equality)
        {
            self.all.results.decides_by(block, site, &keys, holds);
        }
    }
}

impl Weaver<'_> {
    /// An expression whose value is used so.
    pub(super) fn value_for(&mut self, expr: &Expr, used: Use) -> Woven<Expr> {
        match expr {
            _ if used == Use::Other => self.value(expr),
            Expr::Stmt(block) => Ok(Expr::Stmt(Box::new(self.block_for(block, used)?))),
            Expr::Variable(variable, ..) if self.results.returned.as_ref() == Some(&variable.1) => {
                self.value(expr)
            }
            _ => self.result(expr, true),
        }
    }

    /// The result of the function is the value of an expression, or the contrary.
    fn result(&mut self, expr: &Expr, holds: bool) -> Woven<Expr> {
        let position = expr.position();
        match expr {
            Expr::FnCall(call, _) if is_not(call) => {
                let mut call = call.clone();
                call.args[0] = self.result(&call.args[0], !holds)?;
                self.may_throw();
                Ok(Expr::FnCall(call, position))
            }
            Expr::And(..) | Expr::Or(..) => {
                let [yes, no, join] = [(); 3].map(|()| self.fresh());
                let woven = self.condition(expr, yes, no)?;
                for (block, value) in [(yes, holds), (no, !holds)] {
                    self.current = block;
                    self.results.constant(self.global(block), i128::from(value), true);
                    self.end(End::Jump(join), join);
                }
                let hook = Hook::Join(self.global(join));
                Ok(self.hook(hook, [woven], position))
            }
            Expr::FnCall(call, _) if comparison(call).is_some() => {
                let operator = comparison(call).unwrap_or(Operator::Contains);
                let (left, right) = (self.value(&call.args[0])?, self.value(&call.args[1])?);
                if !is_calm(expr) {
                    self.may_throw();
                }
                let mut apart = call.clone();
                for (argument, name) in apart.args.iter_mut().zip(OPERANDS) {
                    *argument = temporary(name, argument.position());
                }
                let block = self.global(self.current);
                let value = self.results.all.results.comparison();
                self.results.sets(block, value, true);
                Ok(self.hook(
                    Hook::Sets { block, operator, holds },
                    [left, right, Expr::FnCall(apart, position)],
                    position,
                ))
            }
            _ => {
                let (woven, origin) = self.operand(expr)?;
                let block = self.global(self.current);
                match origin {
                    Some(Origin::Constant { key, is_bool: true }) if !holds => {
                        self.results.constant(block, 1 - key, true);
                    }
                    Some(Origin::Constant { key, is_bool }) => {
                        self.results.constant(block, key, is_bool);
                    }
                    Some(Origin::Call { call, .. }) => {
                        let results = &mut self.results.all.results;
                        let value =
                            if holds { call } else { results.compute(Computation::Not, &[call]) };
                        // Of the same kind as the other function's, which may not be known yet.
                        self.results.sets(block, value, false);
                    }
                    None => self.results.unknown(block),
                }
                Ok(woven)
            }
        }
    }

    /// A value that decides, with where it comes from. A call has a site from now on.
    pub(super) fn operand(&mut self, expr: &Expr) -> Woven<(Expr, Option<Origin>)> {
        let woven = self.value(expr)?;
        let constant = |key, is_bool| Some(Origin::Constant { key, is_bool });
        let origin = match expr {
            Expr::BoolConstant(value, _) => constant(i128::from(*value), true),
            Expr::IntegerConstant(value, _) => constant(i128::from(*value), false),
            Expr::Unit(_) => constant(UNIT, false),
            Expr::Variable(variable, ..) => self.results.known.get(&variable.1).copied(),
            Expr::FnCall(call, position)
                if call.op_token.is_none()
                    && !call.capture_parent_scope
                    && !call.is_qualified() =>
            {
                let key = (call.name.to_string(), call.args.len());
                let Some(&function) = self.results.all.functions.get(&key) else {
                    return Ok((woven, None));
                };
                let site = CallSite::new(self.results.sites);
                self.results.sites += 1;
                let call = self.results.all.results.call(site);
                let woven = self.hook(Hook::Call(site, function), [woven], *position);
                return Ok((woven, Some(Origin::Call { call, site, function })));
            }
            _ => None,
        };
        Ok((woven, origin))
    }

    /// A value that a variable is set to.
    pub(super) fn kept(&mut self, name: &ImmutableString, expr: &Expr) -> Woven<Expr> {
        if self.results.returned.as_ref() == Some(name) {
            return self.value_for(expr, Use::Result);
        }
        let (woven, origin) = self.operand(expr)?;
        if let Some(call @ Origin::Call { .. }) =
            origin.filter(|_| self.results.once.contains(name))
        {
            self.results.known.insert(name.clone(), call);
        }
        Ok(woven)
    }

    /// A variable is no longer what it was set to.
    pub(super) fn changed(&mut self, name: &ImmutableString) {
        if self.results.returned.as_ref() == Some(name) {
            self.results.unknown(self.global(self.current));
        }
    }

    /// After the last statement of a function: whether it has set the result, or not.
    pub(super) fn after_last(&mut self, statement: Option<&Stmt>) {
        let block = self.global(self.current);
        match statement {
            None | Some(Stmt::Noop(_) | Stmt::Var(..) | Stmt::Assignment(_)) => {
                self.results.unit(block);
            }
            Some(Stmt::If(parts, _)) if parts.branch.is_empty() || parts.body.is_empty() => {
                self.results.unknown(block);
            }
            Some(Stmt::Switch(parts, _)) if parts.1.def_case.is_none() => {
                self.results.unknown(block);
            }
            Some(Stmt::While(..) | Stmt::Do(..) | Stmt::For(..) | Stmt::TryCatch(..)) => {
                self.results.unknown(block);
            }
            _ => {}
        }
    }
}

fn is_not(call: &FnCallExpr) -> bool {
    call.name == "!" && call.op_token.is_some() && call.args.len() == 1
}

/// The variable that is returned wherever one is, and those that are set only once.
fn variables(
    statements: &[Stmt],
    parameters: &[ImmutableString],
) -> (Option<ImmutableString>, BTreeSet<ImmutableString>) {
    let mut names = Names::default();
    parameters.iter().for_each(|name| names.declared(name, 2)); // whatever they are, no call of this function
    names.last(statements);
    AST::new(statements.to_vec(), Module::new()).walk(&mut |path: &[ASTNode<'_>]| {
        match path.last() {
            Some(ASTNode::Stmt(statement)) => names.statement(statement),
            Some(ASTNode::Expr(Expr::Dot(sides, ..) | Expr::Index(sides, ..))) => {
                names.changed(&sides.lhs);
            }
            _ => {}
        }
        true
    });
    let Names { declared, assigned, returned } = names;
    let once = declared
        .iter()
        .filter(|(name, count)| **count == 1 && !assigned.contains_key(*name))
        .map(|(name, _)| name.clone());
    let mut returned = returned.into_iter().filter(|name| declared.contains_key(name));
    let only = returned.next().filter(|name| {
        returned.next().is_none()
            && declared.get(name) == Some(&1)
            && assigned.get(name) != Some(&true)
    });
    (only, once.collect())
}

#[derive(Default)]
struct Names {
    /// How often a variable is declared.
    declared: BTreeMap<ImmutableString, u32>,
    /// Whether a variable is changed by anything but an assignment.
    assigned: BTreeMap<ImmutableString, bool>,
    returned: BTreeSet<ImmutableString>,
}

impl Names {
    fn declared(&mut self, name: &ImmutableString, times: u32) {
        *self.declared.entry(name.clone()).or_default() += times;
    }

    fn changed(&mut self, expr: &Expr) {
        if let Expr::Variable(variable, ..) = expr {
            self.assigned.insert(variable.1.clone(), true);
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Var(var, ..) => self.declared(&var.0.name, 1),
            Stmt::Assignment(assignment) => {
                if let Expr::Variable(variable, ..) = &assignment.1.lhs {
                    self.assigned.entry(variable.1.clone()).or_insert(false);
                }
            }
            Stmt::For(parts, _) => {
                self.declared(&parts.0.name, 2);
                parts.1.iter().for_each(|counter| self.declared(&counter.name, 2));
            }
            Stmt::TryCatch(parts, _) => {
                if let Expr::Variable(variable, ..) = &parts.expr {
                    self.declared(&variable.1, 2);
                }
            }
            Stmt::Return(Some(value), flags, _) if !flags.contains(ASTFlags::BREAK) => {
                self.returns(value);
            }
            _ => {}
        }
    }

    fn returns(&mut self, value: &Expr) {
        if let Expr::Variable(variable, ..) = value {
            self.returned.insert(variable.1.clone());
        }
    }

    /// The last statements of a function.
    fn last(&mut self, statements: &[Stmt]) {
        match statements.last() {
            Some(Stmt::Expr(value)) => self.returns(value),
            Some(Stmt::Block(block)) => self.last(block.statements()),
            Some(Stmt::If(parts, _)) => {
                self.last(parts.body.statements());
                self.last(parts.branch.statements());
            }
            Some(Stmt::Switch(parts, _)) => {
                parts.1.expressions.iter().for_each(|arm| self.returns(&arm.rhs));
            }
            _ => {}
        }
    }
}
