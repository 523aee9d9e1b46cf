//! Conditions: which comparisons the number on top of the stack was made of.
//!
//! Within a basic block, a symbolic stack holds for each number how it came about, as far as that
//! is a comparison, or made of comparisons by `and`, `or`, `xor`, `eqz`, or by comparing one with 0
//! or 1. Locals keep what they were set to. At the end of the block all is forgotten: another block
//! may have been executed in between.
//!
//! Values are shared (a local may be read twice), so a condition lists each of them once: its size
//! is linear in the code.

use super::comparison::{Comparison, Operands};
use sbst::distance::{Decision, Relation, Rules};
use std::collections::{BTreeMap, BTreeSet};
use wasmparser::Operator;

/// What is known of one number.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Symbol {
    #[default]
    Other,
    Constant(i32),
    /// 0 or 1, as this node says.
    Truth(usize),
}

/// One truth value, of those before it in its list.
#[derive(Clone, Copy, Debug)]
enum Node {
    /// The comparison at this operator of the function; in a condition: at this place among its
    /// leaves.
    Compared(Comparison, usize),
    Not(usize),
    And(usize, usize),
    Or(usize, usize),
    Xor(usize, usize),
}

/// The stack and the locals of one basic block; empty at its beginning, where nothing is known.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    /// The upper part of the stack: nothing is known of what lies below.
    stack: Vec<Symbol>,
    locals: BTreeMap<u32, Symbol>,
    nodes: Vec<Node>,
}

impl Symbols {
    pub(super) fn clear(&mut self) {
        self.stack.clear();
        self.locals.clear();
        self.nodes.clear();
    }

    pub(super) fn pop(&mut self) -> Symbol {
        self.stack.pop().unwrap_or_default()
    }

    /// Takes in one operator; `at` is its place in the function, `arity` how many numbers it pops
    /// and pushes.
    pub(super) fn step(&mut self, at: usize, operator: &Operator<'_>, arity: Option<(u32, u32)>) {
        let symbol = match *operator {
            Operator::I32Const { value } => Symbol::Constant(value),
            Operator::LocalGet { local_index } => {
                self.locals.get(&local_index).copied().unwrap_or_default()
            }
            Operator::LocalSet { local_index } => {
                let symbol = self.pop();
                self.locals.insert(local_index, symbol);
                return;
            }
            Operator::LocalTee { local_index } => {
                let symbol = self.pop();
                self.locals.insert(local_index, symbol);
                symbol
            }
            Operator::I32And | Operator::I32Or | Operator::I32Xor => {
                let (right, left) = (self.pop(), self.pop());
                self.joined(operator, left, right)
            }
            Operator::Select => {
                let (condition, or_else, then) = (self.pop(), self.pop(), self.pop());
                self.selected(condition, then, or_else)
            }
            _ => match Comparison::of(operator) {
                Some(comparison) => {
                    let right = if comparison.with_zero { Symbol::Constant(0) } else { self.pop() };
                    let left = self.pop();
                    let known = self.compared_truths(comparison, left, right);
                    known.unwrap_or_else(|| self.push(Node::Compared(comparison, at)))
                }
                None => return self.step_other(arity),
            },
        };
        self.stack.push(symbol);
    }

    fn step_other(&mut self, arity: Option<(u32, u32)>) {
        let Some((popped, pushed)) = arity else { return self.stack.clear() };
        self.stack.truncate(self.stack.len().saturating_sub(popped as usize));
        self.stack.extend((0..pushed).map(|_| Symbol::Other));
    }

    fn push(&mut self, node: Node) -> Symbol {
        self.nodes.push(node);
        Symbol::Truth(self.nodes.len() - 1)
    }

    /// Bitwise operators are logical ones where both operands are 0 or 1.
    fn joined(&mut self, operator: &Operator<'_>, left: Symbol, right: Symbol) -> Symbol {
        let node = match (operator, left, right) {
            (Operator::I32And, Symbol::Truth(a), Symbol::Truth(b)) => Node::And(a, b),
            (Operator::I32Or, Symbol::Truth(a), Symbol::Truth(b)) => Node::Or(a, b),
            (Operator::I32Xor, Symbol::Truth(a), Symbol::Truth(b)) => Node::Xor(a, b),
            (Operator::I32Xor, Symbol::Truth(a), Symbol::Constant(1)) => Node::Not(a),
            (Operator::I32Xor, Symbol::Constant(1), Symbol::Truth(a)) => Node::Not(a),
            _ => return Symbol::Other,
        };
        self.push(node)
    }

    /// One of two truth values, as a third one says. All of them are there: no way was taken.
    fn selected(&mut self, condition: Symbol, then: Symbol, or_else: Symbol) -> Symbol {
        let Symbol::Truth(condition) = condition else { return Symbol::Other };
        let mut push = |node| {
            self.nodes.push(node);
            self.nodes.len() - 1
        };
        Symbol::Truth(match (then, or_else) {
            (Symbol::Constant(1), Symbol::Constant(0)) => condition,
            (Symbol::Constant(0), Symbol::Constant(1)) => push(Node::Not(condition)),
            (Symbol::Constant(1), Symbol::Truth(other)) => push(Node::Or(condition, other)),
            (Symbol::Truth(then), Symbol::Constant(0)) => push(Node::And(condition, then)),
            (Symbol::Constant(0), Symbol::Truth(other)) => {
                let not = push(Node::Not(condition));
                push(Node::And(not, other))
            }
            (Symbol::Truth(then), Symbol::Constant(1)) => {
                let not = push(Node::Not(condition));
                push(Node::Or(not, then))
            }
            (Symbol::Truth(then), Symbol::Truth(other)) => {
                let not = push(Node::Not(condition));
                let (first, second) =
                    (push(Node::And(condition, then)), push(Node::And(not, other)));
                push(Node::Or(first, second))
            }
            _ => return Symbol::Other,
        })
    }

    /// A truth value that is compared with 0 or 1 is that value or its negation.
    fn compared_truths(
        &mut self,
        comparison: Comparison,
        left: Symbol,
        right: Symbol,
    ) -> Option<Symbol> {
        let (truth, constant) = match (left, right) {
            (Symbol::Truth(truth), Symbol::Constant(constant))
            | (Symbol::Constant(constant), Symbol::Truth(truth)) => (truth, constant),
            _ => return None,
        };
        match (comparison.relation, constant) {
            (Relation::Equal, 1) | (Relation::NotEqual, 0) => Some(Symbol::Truth(truth)),
            (Relation::Equal, 0) | (Relation::NotEqual, 1) => Some(self.push(Node::Not(truth))),
            _ => None,
        }
    }

    pub(super) fn top(&self) -> Symbol {
        self.stack.last().copied().unwrap_or_default()
    }

    pub(super) fn local(&self, local: u32) -> Symbol {
        self.locals.get(&local).copied().unwrap_or_default()
    }

    /// The condition that such a number is, and the operators of its comparisons in the order of
    /// the leaves.
    pub(super) fn condition(&self, symbol: Symbol) -> (Condition, Vec<(Comparison, usize)>) {
        let Symbol::Truth(root) = symbol else { return (Condition::default(), Vec::new()) };
        let (mut needed, mut open) = (BTreeSet::new(), vec![root]);
        while let Some(node) = open.pop() {
            if needed.insert(node) {
                match self.nodes[node] {
                    Node::Compared(..) => {}
                    Node::Not(a) => open.push(a),
                    Node::And(a, b) | Node::Or(a, b) | Node::Xor(a, b) => open.extend([a, b]),
                }
            }
        }
        // Operands come before what is made of them, so the order of the nodes will do.
        let place: BTreeMap<usize, usize> =
            needed.iter().enumerate().map(|(place, &node)| (node, place)).collect();
        let mut leaves = Vec::new();
        let nodes = needed.iter().map(|&node| match self.nodes[node] {
            Node::Compared(comparison, at) => {
                leaves.push((comparison, at));
                Node::Compared(comparison, leaves.len() - 1)
            }
            Node::Not(a) => Node::Not(place[&a]),
            Node::And(a, b) => Node::And(place[&a], place[&b]),
            Node::Or(a, b) => Node::Or(place[&a], place[&b]),
            Node::Xor(a, b) => Node::Xor(place[&a], place[&b]),
        });
        (Condition { nodes: nodes.collect() }, leaves)
    }
}

/// What a branch decides by: truth values, the last of which it is; none if it is a number of other
/// origin.
#[derive(Clone, Debug, Default)]
pub(super) struct Condition {
    nodes: Vec<Node>,
}

impl Condition {
    /// The decision, given what the leaves compared and the number that the branch takes. Whether
    /// the leaves explain that number is the second value: if not, only the number counts.
    pub(super) fn decide(
        &self,
        rules: &Rules,
        operands: &[Operands],
        value: i32,
    ) -> (Decision, bool) {
        let confirmed =
            self.measured(rules, operands).and_then(|decision| decision.confirmed(value != 0));
        (
            confirmed.unwrap_or_else(|| rules.ne(value, 0)),
            confirmed.is_some() || self.nodes.is_empty(),
        )
    }

    /// The decision, given what the leaves compared; `None` if that is not enough.
    pub(super) fn measured(&self, rules: &Rules, operands: &[Operands]) -> Option<Decision> {
        let mut found: Vec<Decision> = Vec::with_capacity(self.nodes.len());
        for &node in &self.nodes {
            found.push(match node {
                Node::Compared(comparison, leaf) => comparison.decide(rules, *operands.get(leaf)?),
                Node::Not(a) => !found[a],
                Node::And(a, b) => found[a] & found[b],
                Node::Or(a, b) => found[a] | found[b],
                Node::Xor(a, b) => found[a] ^ found[b],
            });
        }
        found.last().copied()
    }
}
