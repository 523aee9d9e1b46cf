//! An instrumented subject of four functions, and a test of it that calls some of them.

use sbst::distance::Relation;
use sbst::distance::infection::{Arithmetic, Overflow::Throws, relation, values};
use sbst::distance::{eq, gt, lt};
use sbst::execution::{Caller, Domain, ExceptionKind, Trace};
use sbst::flow::{FlowBuilder, FlowError, FlowGraph, Lines};
use sbst::id::{Function, Line, Mutant, Symbol};
use sbst::objective::{Method, MutantGoal, Program};

pub(crate) const DISCOUNT: Function = Function::new(0);
pub(crate) const CLAMP: Function = Function::new(1);
pub(crate) const AUDIT: Function = Function::new(2);
pub(crate) const VERSION: Function = Function::new(3);

pub(crate) const NEGATIVE_PERCENT: Symbol = Symbol::new(0);
pub(crate) const DIVISION_BY_ZERO: Symbol = Symbol::new(1);

/// ```text
///  1  fn discount(amount, percent) {       block 0
///         if percent < 0 {
///  2          return Err(Negative)         block 1
///         }
///  3      let off = clamp(amount * percent / 100, 50)   block 2, statement 0
///  4      if off == amount {                            block 2, statement 1
///  5          return Ok(0)                 block 3
///         }
///  6      Ok(amount - off)                 block 4
///     }
/// ```
///
/// Mutants: 0 is `percent <= 0`, 1 `amount + percent`, 2 `off >= amount`, 3 `return Ok(1)`.
pub(crate) fn discount(t: Caller<'_>, amount: i32, percent: i32) -> Result<i32, ()> {
    let f = t.enter(DISCOUNT);
    f.argument(0, amount);
    f.argument(1, percent);
    f.infected(Mutant::new(0), relation(percent, 0, Relation::Less, Relation::LessOrEqual));
    if f.decide(0, lt(percent, 0)) {
        f.done(1, 1);
        f.threw(NEGATIVE_PERCENT, ExceptionKind::Explicit);
        return Err(());
    }
    f.infected(
        Mutant::new(1),
        values(
            Arithmetic::Multiply.of(amount, percent, Throws),
            Arithmetic::Add.of(amount, percent, Throws),
        ),
    );
    let off = clamp(f.caller(), amount * percent / 100, 50);
    f.done(2, 1);
    f.infected(Mutant::new(2), relation(off, amount, Relation::Equal, Relation::GreaterOrEqual));
    if f.decide(2, eq(off, amount)) {
        f.infected(Mutant::new(3), values(Some(0), Some(1)));
        return f.returns(3, Ok(0));
    }
    f.returns(4, Ok(amount - off))
}

/// ```text
///  7  fn clamp(x, limit) {
///         if x > limit                      block 0
///  8          { limit } else { x }          blocks 1 and 2
///     }
/// ```
pub(crate) fn clamp(t: Caller<'_>, x: i32, limit: i32) -> i32 {
    let f = t.enter(CLAMP);
    if f.decide(0, gt(x, limit)) { f.returns(1, limit) } else { f.returns(2, x) }
}

/// ```text
///  9  fn audit(amount) {                    block 0, statement 0
/// 10      let share = 1000 / amount         block 0, statement 1
/// 11      print(share)                      block 0, statement 2
///     }
/// ```
///
/// Mutants: 4 is `1000 * amount`, 5 replaces `share`, 6 stands in the same statement as 4, behind
/// what throws.
pub(crate) fn audit(t: Caller<'_>, amount: i32) -> Option<i32> {
    let f = t.enter(AUDIT);
    f.done(0, 1);
    f.infected(
        Mutant::new(4),
        values(
            Arithmetic::Divide.of(1000, amount, Throws),
            Arithmetic::Multiply.of(1000, amount, Throws),
        ),
    );
    let Some(share) = 1000_i32.checked_div(amount) else {
        f.threw(DIVISION_BY_ZERO, ExceptionKind::Implicit);
        return None;
    };
    f.infected(Mutant::new(6), values(Some(share), Some(-share)));
    f.done(0, 2);
    f.infected(Mutant::new(5), values(Some(share), Some(amount)));
    f.returns(0, Some(share))
}

/// The graph, its lines and its mutants. Branches: e0 and e1 of `percent < 0`, e2 and e3 of `off ==
/// amount`, e4 and e5 of `x > limit`, true first.
pub(crate) struct Subject {
    pub(crate) graph: FlowGraph,
    pub(crate) lines: Lines,
    mutants: [MutantGoal; 7],
    methods: [Method; 4],
}

impl Subject {
    pub(crate) fn new() -> Result<Self, FlowError> {
        let one = |body: FlowBuilder, blocks: &[u32]| {
            blocks.iter().fold(body, |body, &block| body.statements(block, 1))
        };
        let mut graph = FlowGraph::new();
        let discount = FlowBuilder::new()
            .branch(0, 1, 2)
            .exit(1)
            .statements(2, 2)
            .branch(2, 3, 4)
            .exit(3)
            .exit(4);
        graph.add(&one(discount, &[0, 1, 3, 4]))?;
        graph.add(&one(FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2), &[0, 1, 2]))?;
        graph.add(&FlowBuilder::new().statements(0, 3).exit(0))?;
        graph.add(&FlowBuilder::new().statements(0, 1).exit(0))?; // line 12: nobody calls it

        let [discount, clamp, audit, version] = [DISCOUNT, CLAMP, AUDIT, VERSION];
        let row = |function, block, statement, line| {
            (graph.block(function, block).statement(statement), Line::new(line))
        };
        let lines = Lines::new([
            row(discount, 0, 0, 1),
            row(discount, 1, 0, 2),
            row(discount, 2, 0, 3),
            row(discount, 2, 1, 4),
            row(discount, 3, 0, 5),
            row(discount, 4, 0, 6),
            row(clamp, 0, 0, 7),
            row(clamp, 1, 0, 8),
            row(clamp, 2, 0, 8),
            row(audit, 0, 0, 9),
            row(audit, 0, 1, 10),
            row(audit, 0, 2, 11),
            row(version, 0, 0, 12),
        ]);
        let mutant = |number, function, block, statement| {
            MutantGoal::new(Mutant::new(number), graph.block(function, block).statement(statement))
        };
        let mutants = [
            mutant(0, discount, 0, 0),
            mutant(1, discount, 2, 0),
            mutant(2, discount, 2, 1),
            mutant(3, discount, 3, 0),
            mutant(4, audit, 0, 1),
            mutant(5, audit, 0, 2),
            mutant(6, audit, 0, 1),
        ];
        let methods = [
            Method::new(discount).taking([Domain::SIGNED; 2]).returning(Domain::SIGNED),
            Method::new(clamp).returning(Domain::SIGNED),
            Method::new(audit).returning(Domain::UNSIGNED),
            Method::new(version),
        ];
        Ok(Self { graph, lines, mutants, methods })
    }

    pub(crate) fn program(&self) -> Program<'_> {
        Program::new(&self.graph)
            .with_methods(&self.methods)
            .with_lines(&self.lines)
            .with_mutants(&self.mutants)
    }
}

/// The test: `discount(200, 10)` is 180, by way of `clamp(20, 50)`; `discount(80, -5)` fails;
/// `audit(0)` divides by zero.
pub(crate) fn test(trace: &Trace) {
    assert_eq!(discount(trace.root(), 200, 10), Ok(180));
    assert_eq!(discount(trace.root(), 80, -5), Err(()));
    assert_eq!(audit(trace.root(), 0), None);
}
