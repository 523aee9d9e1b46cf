//! The comparisons of WebAssembly, and what they come to in distances.

use sbst::distance::{Decision, Relation, Rules};
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

/// One operator that compares two numbers, or one with zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Comparison {
    pub(super) number: Number,
    pub(super) relation: Relation,
    pub(super) unsigned: bool,
    /// `eqz`.
    pub(super) with_zero: bool,
}

/// Two operands, as the instrumented code reports them. What is unsigned is known from the
/// comparison.
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
            O::I32Eqz | O::I32Eq => (I32, Equal, false),
            O::I32Ne => (I32, NotEqual, false),
            O::I32LtS => (I32, Less, false),
            O::I32LtU => (I32, Less, true),
            O::I32LeS => (I32, LessOrEqual, false),
            O::I32LeU => (I32, LessOrEqual, true),
            O::I32GtS => (I32, Greater, false),
            O::I32GtU => (I32, Greater, true),
            O::I32GeS => (I32, GreaterOrEqual, false),
            O::I32GeU => (I32, GreaterOrEqual, true),
            O::I64Eqz | O::I64Eq => (I64, Equal, false),
            O::I64Ne => (I64, NotEqual, false),
            O::I64LtS => (I64, Less, false),
            O::I64LtU => (I64, Less, true),
            O::I64LeS => (I64, LessOrEqual, false),
            O::I64LeU => (I64, LessOrEqual, true),
            O::I64GtS => (I64, Greater, false),
            O::I64GtU => (I64, Greater, true),
            O::I64GeS => (I64, GreaterOrEqual, false),
            O::I64GeU => (I64, GreaterOrEqual, true),
            O::F32Eq => (F32, Equal, false),
            O::F32Ne => (F32, NotEqual, false),
            O::F32Lt => (F32, Less, false),
            O::F32Le => (F32, LessOrEqual, false),
            O::F32Gt => (F32, Greater, false),
            O::F32Ge => (F32, GreaterOrEqual, false),
            O::F64Eq => (F64, Equal, false),
            O::F64Ne => (F64, NotEqual, false),
            O::F64Lt => (F64, Less, false),
            O::F64Le => (F64, LessOrEqual, false),
            O::F64Gt => (F64, Greater, false),
            O::F64Ge => (F64, GreaterOrEqual, false),
            _ => return None,
        };
        Some(Self {
            number,
            relation,
            unsigned,
            with_zero: matches!(operator, O::I32Eqz | O::I64Eqz),
        })
    }

    pub(super) fn decide(self, rules: &Rules, operands: Operands) -> Decision {
        match operands {
            Operands::I32(a, b) if self.unsigned => {
                rules.compare(self.relation, a.cast_unsigned(), b.cast_unsigned())
            }
            Operands::I32(a, b) => rules.compare(self.relation, a, b),
            Operands::I64(a, b) if self.unsigned => {
                rules.compare(self.relation, a.cast_unsigned(), b.cast_unsigned())
            }
            Operands::I64(a, b) => rules.compare(self.relation, a, b),
            Operands::F32(a, b) => rules.compare(self.relation, a, b),
            Operands::F64(a, b) => rules.compare(self.relation, a, b),
        }
    }
}
