//! The control flow of the parser's functions, as data, so that a mistake can be seeded.

use sbst::flow::{FlowBuilder, FlowError, FlowGraph};
use std::ops::RangeInclusive;

/// A call of [`FlowBuilder`]; the block comes first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Item {
    Statements(u32, u32),
    Jump(u32, u32),
    Branch(u32, u32, u32),
    Case(u32, i128, u32),
    Arm(u32, &'static [RangeInclusive<i128>], u32),
    Default(u32, u32),
    Exception(u32, u32),
    Exit(u32),
}
use Item::{Arm, Branch, Case, Default, Exception, Exit, Jump, Statements};

impl Item {
    /// The block, and the blocks to which it leads.
    pub(crate) fn blocks(&mut self) -> (&mut u32, Vec<&mut u32>) {
        match self {
            Statements(block, _) | Exit(block) => (block, vec![]),
            Jump(block, to)
            | Case(block, _, to)
            | Arm(block, _, to)
            | Default(block, to)
            | Exception(block, to) => (block, vec![to]),
            Branch(block, then, or_else) => (block, vec![then, or_else]),
        }
    }

    fn say(self, builder: FlowBuilder) -> FlowBuilder {
        match self {
            Statements(block, count) => builder.statements(block, count),
            Jump(block, to) => builder.jump(block, to),
            Branch(block, then, or_else) => builder.branch(block, then, or_else),
            Case(block, value, to) => builder.case(block, value, to),
            Arm(block, values, to) => builder.arm(block, values.iter().cloned(), to),
            Default(block, to) => builder.default(block, to),
            Exception(block, to) => builder.exception(block, to),
            Exit(block) => builder.exit(block),
        }
    }
}

pub(crate) type Flow = Vec<Vec<Item>>;

pub(crate) fn graph(flow: &Flow) -> Result<FlowGraph, FlowError> {
    let mut graph = FlowGraph::new();
    for function in flow {
        graph.add(&function.iter().fold(FlowBuilder::new(), |builder, item| item.say(builder)))?;
    }
    Ok(graph)
}

/// By function.
pub(crate) const NAMES: [&str; 21] = [
    "line",
    "sum",
    "product",
    "unary",
    "power",
    "primary",
    "number",
    "digits",
    "digit",
    "space",
    "next",
    "letter",
    "name",
    "expect",
    "keyword",
    "reserved",
    "date",
    "leap",
    "call",
    "factorial",
    "peek",
];

pub(crate) fn flow() -> Flow {
    macro_rules! flow {
        ($([$($item:expr),* $(,)?]),* $(,)?) => { vec![$(vec![$($item),*]),*] };
    }
    const fn c(letter: u8) -> i128 {
        letter as i128
    }
    flow![
        // line
        [
            Branch(0, 1, 6),
            Jump(1, 2),
            Exit(1),
            Branch(2, 3, 4),
            Exit(3),
            Jump(4, 5),
            Exit(4),
            Jump(5, 7),
            Exit(5),
            Jump(6, 8),
            Exit(6),
            Statements(7, 1),
            Jump(7, 8),
            Branch(8, 9, 10),
            Exit(9),
            Exit(10),
        ],
        // sum
        [
            Jump(0, 1),
            Exit(0),
            Case(1, c(b'+'), 2),
            Case(1, c(b'-'), 3),
            Default(1, 4),
            Jump(2, 1),
            Exit(2),
            Jump(3, 1),
            Exit(3),
            Exit(4)
        ],
        // product
        [
            Jump(0, 1),
            Exit(0),
            Case(1, c(b'*'), 2),
            Arm(1, &[47..=47, 37..=37], 3),
            Default(1, 9),
            Jump(2, 1),
            Exit(2),
            Jump(3, 4),
            Exit(3),
            Branch(4, 5, 6),
            Exit(5),
            Branch(6, 7, 8),
            Jump(7, 1),
            Jump(8, 1),
            Exit(9),
        ],
        // unary
        [Branch(0, 1, 2), Statements(1, 2), Jump(1, 3), Exit(1), Exit(2), Exit(3)],
        // power
        [
            Jump(0, 1),
            Exit(0),
            Branch(1, 2, 3),
            Jump(2, 4),
            Exit(2),
            Exit(3),
            Branch(4, 5, 6),
            Exit(5),
            Statements(6, 2),
            Jump(6, 7),
            Branch(7, 8, 9),
            Jump(8, 7),
            Exit(9),
        ],
        // primary
        [
            Branch(0, 1, 2),
            Exit(1),
            Case(2, c(b'('), 3),
            Case(2, c(b'#'), 5),
            Default(2, 6),
            Statements(3, 2),
            Jump(3, 4),
            Exit(3),
            Exit(4),
            Exit(5),
            Jump(6, 7),
            Exit(6),
            Branch(7, 8, 9),
            Exit(8),
            Case(9, 0, 10),
            Default(9, 11),
            Exit(10),
            Exit(11),
        ],
        // number
        [
            Branch(0, 1, 4),
            Branch(1, 2, 4),
            Statements(2, 3),
            Jump(2, 3),
            Exit(2),
            Exit(3),
            Statements(4, 2),
            Jump(4, 5),
            Exit(4),
            Exit(5),
        ],
        // digits
        [Jump(0, 1), Branch(1, 2, 3), Statements(2, 2), Jump(2, 1), Exit(3)],
        // digit
        [
            Branch(0, 1, 2),
            Branch(1, 3, 2),
            Branch(2, 4, 5),
            Exit(3),
            Branch(4, 6, 5),
            Exit(5),
            Branch(6, 3, 5)
        ],
        // space
        [Branch(0, 1, 2), Exit(1), Branch(2, 1, 3), Exit(3)],
        // next
        [Branch(0, 1, 4), Branch(1, 2, 3), Jump(2, 0), Exit(3), Exit(4)],
        // letter
        [Branch(0, 1, 2), Branch(1, 3, 2), Exit(2), Exit(3)],
        // name
        [Branch(0, 1, 2), Exit(1), Jump(2, 3), Branch(3, 4, 5), Jump(4, 3), Exit(5)],
        // expect
        [Branch(0, 1, 2), Exit(1), Exit(2)],
        // keyword
        [Branch(0, 1, 3), Branch(1, 2, 4), Jump(2, 0), Exit(3), Exit(4)],
        // reserved
        [Branch(0, 1, 2), Exit(1), Branch(2, 1, 3), Exit(3)],
        // date
        [
            Statements(0, 2),
            Jump(0, 1),
            Exit(0),
            Jump(1, 2),
            Exit(1),
            Jump(2, 3),
            Exit(2),
            Jump(3, 4),
            Exit(3),
            Jump(4, 5),
            Exit(4),
            Branch(5, 6, 7),
            Jump(6, 8),
            Jump(7, 8),
            Case(8, 2, 9),
            Arm(8, &[4..=4, 6..=6, 9..=9, 11..=11], 10),
            Default(8, 12),
            Arm(8, &[1..=1, 3..=3, 5..=5, 7..=8, 10..=10, 12..=12], 11),
            Jump(9, 13),
            Jump(10, 13),
            Jump(11, 13),
            Exit(12),
            Branch(13, 14, 15),
            Exit(14),
            Branch(15, 14, 16),
            Exit(16),
        ],
        // leap
        [Branch(0, 1, 4), Branch(1, 3, 2), Branch(2, 3, 4), Exit(3), Exit(4)],
        // call
        [
            Jump(0, 1),
            Jump(1, 2),
            Exit(1),
            Branch(2, 3, 4),
            Jump(3, 1),
            Jump(4, 5),
            Exit(4),
            Case(5, 0, 6),
            Case(5, 1, 7),
            Case(5, 2, 8),
            Default(5, 9),
            Exit(6),
            Exit(7),
            Jump(8, 10),
            Exception(8, 11),
            Exit(9),
            Exit(10),
            Exit(11),
        ],
        // factorial
        [Branch(0, 1, 2), Exit(1), Jump(2, 3), Case(3, 0, 5), Default(3, 4), Exit(4), Exit(5)],
        // peek
        [Branch(0, 1, 2), Exit(1), Exit(2)],
    ]
}
