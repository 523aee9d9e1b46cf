//! An instrumented subject of two functions, with mutants of every kind.

use sbst::distance::Relation;
use sbst::distance::infection::{Arithmetic, Bitwise, Overflow, Shift, Unary, relation, values};
use sbst::distance::{Distance, eq, gt, lt};
use sbst::execution::{Caller, Domain, ExceptionKind, Thrown, Trace};
use sbst::flow::{FlowBuilder, FlowGraph, Lines};
use sbst::id::{Block, Function, Line, Mutant, Symbol};
use sbst::objective::{CoverageGoal, Criterion, Goals, Method, MutantGoal, Program};
use sbst::subsumption::mutants::{Change, Model, Mutation, Orders};

pub(crate) const PRICE: Function = Function::new(0);
pub(crate) const CLAMP: Function = Function::new(1);
pub(crate) const OVERFLOW: Thrown = Thrown::new(PRICE, Symbol::new(0), ExceptionKind::Implicit);

/// Where each mutant lies, its expression, and what it changes: mutants 0, 1, ... Of mutant 22
/// nothing is known.
const MUTANTS: [(u32, u32, u32, Option<Change>); 24] = {
    const fn age(mutant: Relation) -> Option<Change> {
        Some(Change::Relation { original: Relation::Less, mutant, orders: Orders::Any })
    }
    const fn times(mutant: Arithmetic) -> Option<Change> {
        Some(Change::Arithmetic {
            original: Arithmetic::Multiply,
            mutant,
            model: Model::CheckedSigned,
        })
    }
    const fn free(mutant: Relation) -> Option<Change> {
        Some(Change::Relation { original: Relation::Equal, mutant, orders: Orders::NeverLess })
    }
    const fn mask(mutant: Bitwise) -> Option<Change> {
        Some(Change::Bitwise { original: Bitwise::And, mutant })
    }
    const fn half(mutant: Shift) -> Option<Change> {
        Some(Change::Shift { original: Shift::Right, mutant })
    }
    [
        // Block, statement, expression.
        (0, 0, 0, age(Relation::LessOrEqual)),
        (0, 0, 0, age(Relation::NotEqual)),
        (0, 0, 0, age(Relation::Equal)),
        (0, 0, 0, age(Relation::True)),
        (0, 0, 0, age(Relation::False)),
        (2, 0, 1, times(Arithmetic::Add)),
        (2, 0, 1, times(Arithmetic::Subtract)),
        (2, 0, 1, times(Arithmetic::Divide)),
        (2, 0, 1, times(Arithmetic::Remainder)),
        (2, 1, 2, free(Relation::LessOrEqual)),
        (2, 1, 2, free(Relation::Less)),
        (2, 1, 2, free(Relation::GreaterOrEqual)),
        (2, 1, 2, free(Relation::NotEqual)),
        (7, 0, 3, mask(Bitwise::Or)),
        (7, 0, 3, mask(Bitwise::Xor)),
        (4, 0, 4, Some(Change::Inserted { operator: Unary::Negate, model: Model::Wrapping })),
        (4, 0, 4, Some(Change::Inserted { operator: Unary::Increment, model: Model::Wrapping })),
        (4, 0, 4, Some(Change::Inserted { operator: Unary::Decrement, model: Model::Wrapping })),
        (1, 3, 5, half(Shift::Left)),
        (1, 3, 5, half(Shift::UnsignedRight)),
        (3, 0, 6, Some(Change::Always)),
        (4, 0, 7, Some(Change::Other)),
        (4, 0, 8, None),
        (2, 0, 1, times(Arithmetic::Add)),
    ]
};

/// ```text
///  1  fn price(age, count) {       block 0
///         if age < 18 {
///  2          ...                  block 1: eight lines
///  5          half = age >> 1      block 1, statement 3
///  9          ...
///         }
/// 10      sum = clamp(count * 5)   block 2, statement 0
/// 11      if sum == 0 {            block 2, statement 1; sum is never negative
/// 12          return true          block 3
///         }
/// 13      sum + 100                block 4
///     }
/// 14  fn clamp(x) {                block 5
///         if x > 100 {
/// 15          100                  block 6
/// 16      } else { x & 127 }       block 7
///     }
/// ```
fn price(t: Caller<'_>, age: i32, count: i32) -> Option<i32> {
    let f = t.enter(PRICE);
    let infected = |mutant: u32, distance: Distance| f.infected(Mutant::new(mutant), distance);
    let to = |mutant: Relation| relation(age, 18, Relation::Less, mutant);
    for (number, mutant) in (0..).zip([
        Relation::LessOrEqual,
        Relation::NotEqual,
        Relation::Equal,
        Relation::True,
        Relation::False,
    ]) {
        infected(number, to(mutant));
    }
    f.done(0, 1);
    if f.decide(0, lt(age, 18)) {
        infected(18, values(Some(Shift::Right.of(age, 1)), Some(Shift::Left.of(age, 1))));
        infected(19, values(Some(Shift::Right.of(age, 1)), Some(Shift::UnsignedRight.of(age, 1))));
        f.done(1, 8);
    }
    let to = |mutant: Arithmetic| {
        values(
            Arithmetic::Multiply.of(count, 5, Overflow::Throws),
            mutant.of(count, 5, Overflow::Throws),
        )
    };
    for (number, mutant) in (5..).zip([
        Arithmetic::Add,
        Arithmetic::Subtract,
        Arithmetic::Divide,
        Arithmetic::Remainder,
    ]) {
        infected(number, to(mutant));
    }
    infected(23, to(Arithmetic::Add));
    let Some(product) = count.checked_mul(5) else {
        f.threw(OVERFLOW.exception, OVERFLOW.kind);
        return None;
    };
    let sum = clamp(f.caller(), product);
    f.done(2, 1);
    let to = |mutant| relation(sum, 0, Relation::Equal, mutant);
    for (number, mutant) in (9..).zip([
        Relation::LessOrEqual,
        Relation::Less,
        Relation::GreaterOrEqual,
        Relation::NotEqual,
    ]) {
        infected(number, to(mutant));
    }
    f.done(2, 2);
    if f.decide(2, eq(sum, 0)) {
        infected(20, values(Some(true), Some(false)));
        f.returns(3, Some(0))
    } else {
        for (number, operator) in (15..).zip(Unary::ALL) {
            infected(number, values(Some(sum), operator.of(sum, Overflow::Throws)));
        }
        infected(21, values(Some(100), Some(100 + age)));
        infected(22, values(Some(sum), Some(count)));
        f.returns(4, Some(sum + 100))
    }
}

fn clamp(t: Caller<'_>, x: i32) -> i32 {
    let f = t.enter(CLAMP);
    f.done(0, 1);
    if f.decide(0, gt(x, 100)) {
        f.done(1, 1);
        100
    } else {
        let mutant =
            |mutant: Bitwise| values(Some(Bitwise::And.of(x, 127)), Some(mutant.of(x, 127)));
        f.infected(Mutant::new(13), mutant(Bitwise::Or));
        f.infected(Mutant::new(14), mutant(Bitwise::Xor));
        f.done(2, 1);
        x & 127
    }
}

pub(crate) struct Subject {
    pub(crate) graph: FlowGraph,
    lines: Lines,
    methods: [Method; 1],
    pub(crate) mutants: Vec<MutantGoal>,
    pub(crate) mutations: Vec<Mutation>,
}

impl Subject {
    pub(crate) fn new() -> Self {
        let mut graph = FlowGraph::new();
        let sizes = |body: FlowBuilder, sizes: &[u32]| {
            (0..).zip(sizes).fold(body, |body, (block, &size)| body.statements(block, size))
        };
        let price = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).branch(2, 3, 4).exit(3).exit(4);
        graph.add(&sizes(price, &[1, 8, 2, 1, 1])).expect("a legal body");
        graph
            .add(&sizes(FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2), &[1, 1, 1]))
            .expect("a legal body");
        let mut line = 0;
        let mut rows = Vec::new();
        for block in graph.all_blocks() {
            for statement in 0..graph.statements(block) {
                line += 1;
                rows.push((block.statement(statement), Line::new(line)));
            }
        }
        let mutants = (0..).zip(MUTANTS).map(|(number, (block, k, ..))| {
            MutantGoal::new(Mutant::new(number), Block::new(block).statement(k))
        });
        let mutation =
            |(number, (block, _, expression, change)): (u32, (u32, u32, u32, Option<Change>))| {
                let decides =
                    matches!(change, Some(Change::Relation { .. })).then_some(Block::new(block));
                Some(Mutation { mutant: Mutant::new(number), expression, change: change?, decides })
            };
        Self {
            lines: Lines::new(rows),
            methods: [Method::new(PRICE).returning(Domain::SIGNED)],
            mutants: mutants.collect(),
            mutations: (0..).zip(MUTANTS).filter_map(mutation).collect(),
            graph,
        }
    }

    pub(crate) fn program(&self) -> Program<'_> {
        self.without_lines().with_lines(&self.lines)
    }

    pub(crate) fn without_lines(&self) -> Program<'_> {
        Program::new(&self.graph).with_methods(&self.methods).with_mutants(&self.mutants)
    }

    /// All goals of the eight criteria: branches g0 to g5, direct ones g6 to g11, lines 1 to 16
    /// from g12 on, mutants from g28 on, the method g52, without exception g53, what it returns g54
    /// to g56, an exception g57.
    pub(crate) fn goals(&self) -> Goals<Trace> {
        let mut goals = Goals::new();
        for criterion in Criterion::SMART {
            goals.add(criterion, &self.program());
        }
        goals.push(CoverageGoal::new(OVERFLOW));
        goals
    }
}

/// Calls by which all goals are covered that can be, in an order in which they say more and more.
pub(crate) const CALLS: [(i32, i32); 9] =
    [(20, 3), (18, 0), (17, 40), (-3, 1), (0, i32::MAX), (30, -1), (40, 7), (18, 25), (19, -77)];

/// The price for each of these.
pub(crate) fn run(trace: &Trace, calls: &[(i32, i32)]) {
    for &(age, count) in calls {
        let _ = price(trace.root(), age, count);
    }
}
