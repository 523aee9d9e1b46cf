//! Programs at random: rows of numbers, read modulo what there is.

use crate::definitions::construction::{Program, Row, instruction};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::flow::dependences::{InstructionKind, Role};
use sbst::id::Symbol;
use sbst_seeding::construction::ConstructionGraph;
use sbst_seeding::slice::{Limits, Slice};
use std::ops::Range;

/// One instruction before its numbers mean anything.
type Raw = (usize, Vec<(usize, usize)>, Vec<usize>, Vec<usize>, Option<usize>);

pub(crate) fn limits(call_depth: u32) -> Limits {
    Limits { call_depth, occurrences: usize::MAX }
}

pub(crate) fn slice(program: &Program, limits: Limits) -> Slice {
    Slice::of_branch(&program.graph(), program.operands_of_branch(), [], limits)
        .expect("all are there")
}

/// The slice of a branch whose first operands are, instead, those of the branches that control it.
pub(crate) fn controlled(program: &Program, controls: usize, limits: Limits) -> Slice {
    let mut operands = program.operands_of_branch();
    let controls: Vec<_> = operands.drain(..controls.min(operands.len())).collect();
    Slice::of_branch(&program.graph(), operands, controls, limits).expect("all are there")
}

pub(crate) fn construction(program: &Program, call_depth: u32) -> ConstructionGraph {
    ConstructionGraph::new(&slice(program, limits(call_depth)))
}

/// What a kind of programs consists of: as often as it is named.
pub(crate) type Kinds = &'static [InstructionKind];

pub(crate) const ALL: Kinds = &[
    InstructionKind::Parameter(0),
    InstructionKind::Field(Symbol::new(0)),
    InstructionKind::Cast,
    InstructionKind::Call,
    InstructionKind::Element,
    InstructionKind::Other,
    InstructionKind::Field(Symbol::new(1)),
    InstructionKind::This,
    InstructionKind::StaticField(Symbol::new(0)),
    InstructionKind::Call,
    InstructionKind::Parameter(1),
];

pub(crate) const LINKED: Kinds = &[
    InstructionKind::Parameter(0),
    InstructionKind::Field(Symbol::new(0)),
    InstructionKind::Cast,
    InstructionKind::Field(Symbol::new(1)),
    InstructionKind::Cast,
    InstructionKind::Parameter(1),
    InstructionKind::StaticField(Symbol::new(0)),
    InstructionKind::Field(Symbol::new(2)),
];

fn roles(kind: InstructionKind) -> &'static [Role] {
    match kind {
        InstructionKind::This | InstructionKind::Parameter(_) | InstructionKind::StaticField(_) => {
            &[]
        }
        InstructionKind::Field(_) => &[Role::Receiver],
        InstructionKind::Element => &[Role::Receiver, Role::Index],
        InstructionKind::Call => &[Role::Receiver, Role::Argument(0), Role::Argument(1)],
        InstructionKind::Cast | InstructionKind::Other => &[Role::Value],
    }
}

fn raw(most: usize) -> impl Strategy<Value = Vec<Raw>> {
    let operands = vec((0..6_usize, any::<usize>()), 0..4);
    let others = || prop_oneof![3 => Just(Vec::new()), 1 => vec(any::<usize>(), 1..3)];
    let alias = prop_oneof![4 => Just(None), 1 => any::<usize>().prop_map(Some)];
    vec((any::<usize>(), operands, others(), vec(any::<usize>(), 0..3), alias), 1..=most)
}

/// The instructions of one method.
fn method(at: usize, count: usize, methods: usize) -> Range<usize> {
    let of = |at: usize| at * methods / count;
    let first = (0..=at).find(|&other| of(other) == of(at)).unwrap_or(at);
    let end = (at..count).take_while(|&other| of(other) == of(at)).count() + at;
    first..end
}

fn pick(number: usize, from: Range<usize>) -> Option<usize> {
    (!from.is_empty()).then(|| from.start + number % from.len())
}

/// How free the numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Operands come first, callees before their callers.
    Acyclic,
    /// Operands stay in their method.
    Cyclic,
    /// Anything.
    Hostile,
}

fn read(raw: &[Raw], kinds: Kinds, shape: Shape, methods: usize, branch: &[usize]) -> Program {
    let count = raw.len();
    let row = |(at, (kind, operands, controls, returns, alias)): (usize, &Raw)| {
        let kind = kinds[kind % kinds.len()];
        let own = method(at, count, methods);
        let (operand_range, callees) = match shape {
            Shape::Acyclic => (own.start..at, 0..own.start),
            Shape::Cyclic => (own, 0..count),
            Shape::Hostile => (0..count, 0..count),
        };
        let any_role = [
            Role::Receiver,
            Role::Index,
            Role::Value,
            Role::Argument(0),
            Role::Argument(1),
            Role::Argument(u32::MAX),
        ];
        let roles = if shape == Shape::Hostile { &any_role } else { roles(kind) };
        let role = |number: usize| roles[number % roles.len()];
        let input = matches!(
            kind,
            InstructionKind::This | InstructionKind::Parameter(_) | InstructionKind::StaticField(_)
        );
        let some = |numbers: &[usize], from: &Range<usize>| {
            numbers.iter().filter_map(|&at| pick(at, from.clone())).collect()
        };
        let mut row = Row::new(kind, &[]);
        if shape == Shape::Hostile || !input {
            let operands = operands.iter().filter(|_| !roles.is_empty());
            row.operands = operands
                .filter_map(|&(by, at)| Some((role(by), pick(at, operand_range.clone())?)))
                .collect();
        }
        row.controls = some(controls, &operand_range);
        row.alias = alias.and_then(|at| pick(at, operand_range.clone()));
        if shape == Shape::Hostile || kind == InstructionKind::Call {
            row.returns = some(returns, &callees);
        }
        row
    };
    let rows: Vec<Row> = raw.iter().enumerate().map(row).collect();
    let sliced = if shape == Shape::Hostile { 0..count } else { method(count - 1, count, methods) };
    let branch = branch.iter().filter_map(|&at| pick(at, sliced.clone())).collect();
    Program { rows, branch }
}

pub(crate) fn programs(
    most: usize,
    kinds: Kinds,
    shape: Shape,
    methods: usize,
) -> impl Strategy<Value = Program> {
    (raw(most), 1..=methods, vec(any::<usize>(), 0..4)).prop_map(
        move |(raw, methods, mut branch)| {
            // The last instruction depends on most.
            branch.push(raw.len() - 1);
            read(&raw, kinds, shape, methods, &branch)
        },
    )
}

/// Without controls and aliases.
pub(crate) fn plain(mut program: Program) -> Program {
    for row in &mut program.rows {
        row.controls.clear();
        row.alias = None;
    }
    program
}

/// All kinds of graphs; hostile programs give few variables, so that others are among them.
pub(crate) fn graphs() -> impl Strategy<Value = ConstructionGraph> {
    let programs = prop_oneof![
        programs(14, ALL, Shape::Acyclic, 3),
        programs(14, ALL, Shape::Cyclic, 3),
        programs(14, LINKED, Shape::Cyclic, 1),
        programs(10, ALL, Shape::Hostile, 1),
    ];
    (programs, 0..3_u32)
        .prop_map(|(program, depth)| ConstructionGraph::new(&slice(&program, bounded(depth))))
}

/// Some calls deep, and not without end.
pub(crate) fn bounded(call_depth: u32) -> Limits {
    Limits { call_depth, occurrences: 300 }
}

#[test]
fn methods_are_ranges() {
    assert_eq!(
        (0..5).map(|at| method(at, 5, 2)).collect::<Vec<_>>(),
        [0..3, 0..3, 0..3, 3..5, 3..5]
    );
    assert_eq!(instruction(3).index(), 3);
}
