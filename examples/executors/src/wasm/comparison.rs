//! The comparisons of WebAssembly, and what they come to in distances.

use sbst::distance::{Decision, Operand, Rules};
use wasmparser::Operator;

/// The type of both operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    I32,
    I64,
    F32,
    F64,
}

impl Number {
    pub(super) const ALL: [Self; 4] = [Self::I32, Self::I64, Self::F32, Self::F64];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// One operator that compares two numbers, or one with zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Comparison {
    pub(super) number: Number,
    pub(super) relation: Relation,
    unsigned: bool,
    /// `eqz`.
    pub(super) with_zero: bool,
}

/// Two operands, as the instrumented code reports them. What is unsigned is known from the comparison.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operands {
    I32(i32, i32),
    I64(i64, i64),
    F32(f32, f32),
    F64(f64, f64),
}

impl Comparison {
    pub(super) fn of(operator: &Operator<'_>) -> Option<Self> {
        use {Number::*, Operator as O, Relation::*};
        let (number, relation, unsigned) = match operator {
            O::I32Eqz | O::I32Eq => (I32, Eq, false),
            O::I32Ne => (I32, Ne, false),
            O::I32LtS => (I32, Lt, false),
            O::I32LtU => (I32, Lt, true),
            O::I32LeS => (I32, Le, false),
            O::I32LeU => (I32, Le, true),
            O::I32GtS => (I32, Gt, false),
            O::I32GtU => (I32, Gt, true),
            O::I32GeS => (I32, Ge, false),
            O::I32GeU => (I32, Ge, true),
            O::I64Eqz | O::I64Eq => (I64, Eq, false),
            O::I64Ne => (I64, Ne, false),
            O::I64LtS => (I64, Lt, false),
            O::I64LtU => (I64, Lt, true),
            O::I64LeS => (I64, Le, false),
            O::I64LeU => (I64, Le, true),
            O::I64GtS => (I64, Gt, false),
            O::I64GtU => (I64, Gt, true),
            O::I64GeS => (I64, Ge, false),
            O::I64GeU => (I64, Ge, true),
            O::F32Eq => (F32, Eq, false),
            O::F32Ne => (F32, Ne, false),
            O::F32Lt => (F32, Lt, false),
            O::F32Le => (F32, Le, false),
            O::F32Gt => (F32, Gt, false),
            O::F32Ge => (F32, Ge, false),
            O::F64Eq => (F64, Eq, false),
            O::F64Ne => (F64, Ne, false),
            O::F64Lt => (F64, Lt, false),
            O::F64Le => (F64, Le, false),
            O::F64Gt => (F64, Gt, false),
            O::F64Ge => (F64, Ge, false),
            _ => return None,
        };
        Some(Self { number, relation, unsigned, with_zero: matches!(operator, O::I32Eqz | O::I64Eqz) })
    }

    pub(super) fn decide(self, rules: &Rules, operands: Operands) -> Decision {
        match operands {
            Operands::I32(a, b) if self.unsigned => self.relation.decide(rules, a.cast_unsigned(), b.cast_unsigned()),
            Operands::I32(a, b) => self.relation.decide(rules, a, b),
            Operands::I64(a, b) if self.unsigned => self.relation.decide(rules, a.cast_unsigned(), b.cast_unsigned()),
            Operands::I64(a, b) => self.relation.decide(rules, a, b),
            Operands::F32(a, b) => self.relation.decide(rules, a, b),
            Operands::F64(a, b) => self.relation.decide(rules, a, b),
        }
    }
}

impl Relation {
    fn decide<T: Operand>(self, rules: &Rules, a: T, b: T) -> Decision {
        match self {
            Self::Eq => rules.eq(a, b),
            Self::Ne => rules.ne(a, b),
            Self::Lt => rules.lt(a, b),
            Self::Le => rules.le(a, b),
            Self::Gt => rules.gt(a, b),
            Self::Ge => rules.ge(a, b),
        }
    }
}
