//! Where numbers come from, as far as results of calls flow through them: what flags need to know.
//!
//! A symbolic stack beside that of the conditions, empty at the beginning of each block but for the
//! number that a construct hands on. Origins outlive their block, since the result of a function
//! may be set in another one than it is returned in.

use super::comparison::Comparison;
use crate::results;
use sbst::distance::Relation;
use sbst::fitness::flag::Keys;
use sbst::flow::dependences::Computation;
use std::collections::BTreeMap;
use wasmparser::Operator;

/// Where one number comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Origin {
    #[default]
    Unknown,
    Constant(i64),
    /// The result of the call at this operator of the function.
    Call(u32),
    /// 0 or 1, computed from results of calls; a place among the tests.
    Test(usize),
    /// What a local was when the block began.
    Local(u32),
    /// What the ways into the block hand on.
    Joined,
}

/// A truth value, of origins before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Test {
    /// Whether a call returned one of these, or none of these.
    Gives {
        call: u32,
        keys: Keys,
        holds: bool,
    },
    Computed(Computation, Vec<Origin>),
}

/// What is known at one operator.
#[derive(Debug, Default)]
pub(super) struct Origins {
    /// The upper part of the stack.
    stack: Vec<Origin>,
    locals: BTreeMap<u32, Origin>,
    pub(super) tests: Vec<Test>,
}

impl Origins {
    /// Another block begins.
    pub(super) fn clear(&mut self) {
        self.stack.clear();
        self.locals.clear();
    }

    pub(super) fn push(&mut self, origin: Origin) {
        self.stack.push(origin);
    }

    pub(super) fn pop(&mut self) -> Origin {
        self.stack.pop().unwrap_or_default()
    }

    pub(super) fn top(&self) -> Origin {
        self.stack.last().copied().unwrap_or_default()
    }

    /// What the block at work has set locals to.
    pub(super) fn locals(&self) -> BTreeMap<u32, Origin> {
        self.locals.clone()
    }

    pub(super) fn step(&mut self, at: usize, operator: &Operator<'_>, arity: Option<(u32, u32)>) {
        use Operator as O;
        let origin = match *operator {
            O::I32Const { value } => Origin::Constant(i64::from(value)),
            O::I64Const { value } => Origin::Constant(value),
            O::LocalGet { local_index } => {
                self.locals.get(&local_index).copied().unwrap_or(Origin::Local(local_index))
            }
            O::LocalSet { local_index } => {
                let origin = self.pop();
                self.locals.insert(local_index, origin);
                return;
            }
            O::LocalTee { local_index } => {
                self.locals.insert(local_index, self.top());
                return;
            }
            O::Call { .. } | O::CallIndirect { .. }
                if arity.is_some_and(|(_, pushed)| pushed == 1) =>
            {
                self.step_other(arity);
                self.pop();
                Origin::Call(at as u32)
            }
            // The same number, in as far as it is a `bool` or small.
            O::I64ExtendI32S | O::I64ExtendI32U | O::I32WrapI64 => match self.pop() {
                call @ (Origin::Call(_) | Origin::Test(_)) => call,
                _ => Origin::Unknown,
            },
            O::I32And => match (self.pop(), self.pop()) {
                (value, Origin::Constant(1 | 255)) | (Origin::Constant(1 | 255), value) => value,
                (right, left) => self.both(Computation::And, left, right),
            },
            O::I32Or => {
                let (right, left) = (self.pop(), self.pop());
                self.both(Computation::Or, left, right)
            }
            O::I32Xor => match (self.pop(), self.pop()) {
                (Origin::Test(test), Origin::Constant(1))
                | (Origin::Constant(1), Origin::Test(test)) => self.negated(test),
                (call @ Origin::Call(_), Origin::Constant(1))
                | (Origin::Constant(1), call @ Origin::Call(_)) => {
                    self.test(Test::Computed(Computation::Not, vec![call]))
                }
                (right, left) => self.both(Computation::NotEqual, left, right),
            },
            O::Select => {
                let (condition, or_else, then) = (self.pop(), self.pop(), self.pop());
                match (then, or_else, condition) {
                    (Origin::Constant(1), Origin::Constant(0), Origin::Test(_)) => condition,
                    (Origin::Constant(0), Origin::Constant(1), Origin::Test(test)) => {
                        self.negated(test)
                    }
                    _ => Origin::Unknown,
                }
            }
            _ => match Comparison::of(operator) {
                Some(comparison) => {
                    let right = if comparison.with_zero { Origin::Constant(0) } else { self.pop() };
                    let left = self.pop();
                    self.compared(comparison, left, right)
                }
                None => return self.step_other(arity),
            },
        };
        self.stack.push(origin);
    }

    fn step_other(&mut self, arity: Option<(u32, u32)>) {
        let Some((popped, pushed)) = arity else { return self.stack.clear() };
        self.stack.truncate(self.stack.len().saturating_sub(popped as usize));
        self.stack.extend((0..pushed).map(|_| Origin::Unknown));
    }

    fn test(&mut self, test: Test) -> Origin {
        self.tests.push(test);
        Origin::Test(self.tests.len() - 1)
    }

    /// Bitwise operators are logical ones of what is 0 or 1, as most results are that they combine.
    fn both(&mut self, computation: Computation, left: Origin, right: Origin) -> Origin {
        if is_result(left) && is_result(right) {
            self.test(Test::Computed(computation, vec![left, right]))
        } else {
            Origin::Unknown
        }
    }

    /// Whether a number is not 0, as branches ask. A call alone stays one: what its function
    /// returns tells if it is a `bool`.
    pub(super) fn differs_from_zero(&mut self, origin: Origin) -> Origin {
        if is_result(origin) { origin } else { Origin::Unknown }
    }

    /// The contrary of a truth value.
    fn negated(&mut self, test: usize) -> Origin {
        let contrary = match &self.tests[test] {
            Test::Gives { call, keys, holds } => {
                Test::Gives { call: *call, keys: keys.clone(), holds: !holds }
            }
            Test::Computed(..) => Test::Computed(Computation::Not, vec![Origin::Test(test)]),
        };
        self.test(contrary)
    }

    fn compared(&mut self, comparison: Comparison, left: Origin, right: Origin) -> Origin {
        let relation = comparison.relation;
        match (left, right) {
            (Origin::Call(call), Origin::Constant(constant)) => {
                self.gives(call, comparison, relation, constant)
            }
            (Origin::Constant(constant), Origin::Call(call)) => {
                self.gives(call, comparison, results::swapped(relation), constant)
            }
            (Origin::Test(test), Origin::Constant(constant @ (0 | 1)))
            | (Origin::Constant(constant @ (0 | 1)), Origin::Test(test)) => {
                match (relation, constant) {
                    (Relation::Equal, 1) | (Relation::NotEqual, 0) => Origin::Test(test),
                    (Relation::Equal, _) | (Relation::NotEqual, _) => self.negated(test),
                    _ => Origin::Unknown,
                }
            }
            (left, right) if relation == Relation::Equal => {
                self.both(Computation::Equal, left, right)
            }
            (left, right) if relation == Relation::NotEqual => {
                self.both(Computation::NotEqual, left, right)
            }
            _ => Origin::Unknown,
        }
    }

    fn gives(
        &mut self,
        call: u32,
        comparison: Comparison,
        relation: Relation,
        constant: i64,
    ) -> Origin {
        let least = if comparison.unsigned { 0 } else { i64::MIN.into() };
        match results::compared(relation, least, constant.into()) {
            Some((keys, holds)) => self.test(Test::Gives { call, keys, holds }),
            None => Origin::Unknown,
        }
    }
}

fn is_result(origin: Origin) -> bool {
    matches!(origin, Origin::Call(_) | Origin::Test(_))
}
