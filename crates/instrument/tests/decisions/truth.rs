//! Decisions by their truth tables: from the text of a condition alone, without any graph.

use crate::cases::Case;
use std::collections::BTreeSet;
use std::str::Chars;

/// The value of a condition in one evaluation, in the order of the library's vectors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Value {
    True,
    False,
    Skipped,
}

/// The values of all conditions in one evaluation.
pub(crate) type Seen = Vec<Value>;

/// Returns the letters of a vector, without conditions at its end that were skipped.
pub(crate) fn text(seen: &[Value]) -> String {
    let letters = seen.iter().map(|value| match value {
        Value::True => 'T',
        Value::False => 'F',
        Value::Skipped => '-',
    });
    letters.collect::<String>().trim_end_matches('-').to_owned()
}

enum Tree {
    /// The number of the condition, what it reads, and whether that is negated: `!` right before an
    /// operand belongs to the condition, as for clang.
    Condition(usize, Operand, bool),
    Constant(bool),
    Not(Box<Tree>),
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
}

#[derive(Clone, Copy)]
enum Operand {
    Variable(u32),
    /// A call with another expression as its argument.
    Nested(usize),
}

impl Tree {
    /// Evaluates by short-circuit.
    fn value(&self, of: &mut dyn FnMut(usize, Operand, bool) -> bool) -> bool {
        match self {
            Self::Condition(number, operand, negated) => of(*number, *operand, *negated),
            Self::Constant(value) => *value,
            Self::Not(a) => !a.value(of),
            Self::And(a, b) => a.value(of) && b.value(of),
            Self::Or(a, b) => a.value(of) || b.value(of),
        }
    }
}

/// An expression of a function.
pub(crate) struct Expression {
    tree: Tree,
    pub(crate) conditions: usize,
    /// Whether it is a decision: it has conditions, and an operator unless it is tested as it is.
    pub(crate) is_decision: bool,
}

impl Expression {
    /// The evaluation with these values of all conditions, one bit for each.
    fn evaluation(&self, bits: u32) -> (Seen, bool) {
        let mut seen = vec![Value::Skipped; self.conditions];
        let outcome = self.tree.value(&mut |number, _, _| {
            let holds = bits >> number & 1 == 1;
            seen[number] = if holds { Value::True } else { Value::False };
            holds
        });
        (seen, outcome)
    }

    /// The truth table: the evaluations with all values of conditions.
    pub(crate) fn table(&self) -> Vec<(Seen, bool)> {
        (0..1 << self.conditions).map(|bits| self.evaluation(bits)).collect()
    }

    /// The conditions that no values of the others keep from ever being evaluated.
    pub(crate) fn alive(&self) -> Vec<usize> {
        let table = self.table();
        let is_alive = |&at: &usize| table.iter().any(|(seen, _)| seen[at] != Value::Skipped);
        (0..self.conditions).filter(is_alive).collect()
    }

    /// By condition: pairs of vectors that differ in it, with different outcomes, while each other
    /// condition is equal or skipped in one of them.
    pub(crate) fn unique_cause(&self) -> Vec<BTreeSet<[Seen; 2]>> {
        self.pairs(|number, one, other| {
            one.iter().zip(other).enumerate().all(|(at, (a, b))| {
                at == number || a == b || *a == Value::Skipped || *b == Value::Skipped
            })
        })
    }

    /// By condition: pairs of vectors that differ in it, with different outcomes, each of which has
    /// values of the skipped conditions with which the condition alone changes the outcome.
    pub(crate) fn masking(&self) -> Vec<BTreeSet<[Seen; 2]>> {
        let mut decides = BTreeSet::new();
        for bits in 0..1_u32 << self.conditions {
            let (seen, outcome) = self.evaluation(bits);
            for number in 0..self.conditions {
                if self.evaluation(bits ^ 1 << number).1 != outcome {
                    decides.insert((number, seen.clone()));
                }
            }
        }
        let decides = |number: usize, seen: &Seen| decides.contains(&(number, seen.clone()));
        self.pairs(|number, one, other| decides(number, one) && decides(number, other))
    }

    /// Pairs that differ in a condition, with different outcomes, in order.
    fn pairs(&self, fits: impl Fn(usize, &Seen, &Seen) -> bool) -> Vec<BTreeSet<[Seen; 2]>> {
        let rows: BTreeSet<(Seen, bool)> = self.table().into_iter().collect();
        let differ = |a: Value, b: Value| a != b && a != Value::Skipped && b != Value::Skipped;
        let of = |number: usize| {
            let mut pairs = BTreeSet::new();
            for (one, outcome) in &rows {
                for (other, _) in rows.iter().filter(|row| row.1 != *outcome && row.0 > *one) {
                    if differ(one[number], other[number]) && fits(number, one, other) {
                        pairs.insert([one.clone(), other.clone()]);
                    }
                }
            }
            pairs
        };
        (0..self.conditions).map(of).collect()
    }
}

/// The expressions of a function; those within operands come before those around them.
pub(crate) struct Function {
    context: &'static str,
    pub(crate) expressions: Vec<Expression>,
    outer: Vec<usize>,
}

/// An evaluation of an expression: its number, the vector, and the outcome.
pub(crate) type Evaluated = (usize, Seen, bool);

impl Function {
    pub(crate) fn of(case: &Case) -> Self {
        let mut function =
            Self { context: case.context, expressions: Vec::new(), outer: Vec::new() };
        let is_tested = !matches!(case.context, "let" | "argument" | "tail" | "return");
        for tree in case.trees {
            let mut letters = tree.chars();
            let number = function.expression(&mut letters, is_tested);
            assert_eq!(letters.next(), None, "{tree}");
            function.outer.push(number);
        }
        function
    }

    fn expression(&mut self, letters: &mut Chars<'_>, is_tested: bool) -> usize {
        let mut conditions = 0;
        let tree = self.tree(letters, &mut conditions);
        let is_lone = matches!(tree, Tree::Condition(..));
        let is_decision = conditions > 0 && (is_tested || !is_lone);
        self.expressions.push(Expression { tree, conditions, is_decision });
        self.expressions.len() - 1
    }

    fn tree(&mut self, letters: &mut Chars<'_>, conditions: &mut usize) -> Tree {
        let letter = letters.next().expect("a tree");
        let mut part = || Box::new(self.tree(letters, conditions));
        match letter {
            '0' | '1' => Tree::Constant(letter == '1'),
            '!' => match *part() {
                Tree::Condition(number, operand, negated) => {
                    Tree::Condition(number, operand, !negated)
                }
                other => Tree::Not(Box::new(other)),
            },
            '&' => Tree::And(part(), part()),
            '|' => Tree::Or(part(), part()),
            '?' => {
                *conditions += 1;
                let number = *conditions - 1;
                Tree::Condition(number, Operand::Nested(self.expression(letters, false)), false)
            }
            'a'..='h' => {
                *conditions += 1;
                let variable = u32::from(letter) - u32::from('a');
                Tree::Condition(*conditions - 1, Operand::Variable(variable), false)
            }
            _ => panic!("{letter} is no part of a tree"),
        }
    }

    /// Executes the function with the bits of its variables: what it returns, and all evaluations.
    pub(crate) fn execute(&self, bits: u32) -> (Option<u32>, Vec<Evaluated>) {
        let mut log = Vec::new();
        let first = self.holds(self.outer[0], bits, &mut log);
        let mut second = || self.holds(self.outer[1], bits, &mut log);
        let result = match (self.context, first) {
            ("then", true) => Some(if second() { 1 } else { 2 }),
            ("then", false) => Some(3),
            ("else", false) => Some(if second() { 2 } else { 3 }),
            ("assert", false) => None,
            (_, true) => Some(1),
            (_, false) => Some(2),
        };
        (result, log)
    }

    fn holds(&self, number: usize, bits: u32, log: &mut Vec<Evaluated>) -> bool {
        let expression = &self.expressions[number];
        let mut seen = vec![Value::Skipped; expression.conditions];
        let outcome = expression.tree.value(&mut |at, operand, negated| {
            let operand = match operand {
                Operand::Variable(variable) => bits >> variable & 1 == 1,
                Operand::Nested(inner) => self.holds(inner, bits, log),
            };
            let holds = operand != negated;
            seen[at] = if holds { Value::True } else { Value::False };
            holds
        });
        log.push((number, seen, outcome));
        outcome
    }
}
