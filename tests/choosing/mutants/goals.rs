//! Mutants that are goals: what `relate` says of them and of the branches that they decide holds
//! for executions, and is all that holds.

use crate::subsumption::covered_with;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::Relation;
use sbst::distance::infection::{Arithmetic, Overflow, Unary, relation, values};
use sbst::distance::{Distance, flag};
use sbst::execution::{Caller, Trace};
use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
use sbst::id::{Block, Function, GoalId, Mutant};
use sbst::objective::{Criterion, Goal, Goals, Method, MutantGoal, Program, Tables, covered};
use sbst::subsumption::mutants::{Change, Model, Mutation, Orders, relate};
use std::cmp::Ordering::{Equal, Greater, Less};

/// An expression, by its number; the block of that number evaluates it.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// It decides the block, or something else does.
    Relation(Relation, Orders, bool),
    Arithmetic(Arithmetic, Model),
    Value,
}

impl Kind {
    /// One of its mutants.
    fn mutant(self, pick: u8) -> Change {
        let pick = usize::from(pick);
        match self {
            Self::Relation(original, orders, _) => {
                Change::Relation { original, mutant: Relation::ALL[pick % 8], orders }
            }
            Self::Arithmetic(original, model) => {
                Change::Arithmetic { original, mutant: Arithmetic::ALL[pick % 5], model }
            }
            Self::Value => [Change::Always, Change::Other]
                .into_iter()
                .chain(
                    Unary::ALL
                        .map(|operator| Change::Inserted { operator, model: Model::Wrapping }),
                )
                .nth(pick % 5)
                .unwrap(),
        }
    }

    /// Operands that the expression may have.
    fn operands(self, (a, b): (i8, i8)) -> (f64, f64) {
        let (a, b) = match self {
            Self::Relation(_, Orders::NeverLess, _) => (a.max(b), b),
            Self::Relation(_, Orders::NeverGreater, _) => (a.min(b), b),
            Self::Arithmetic(_, Model::Positive) => (a.max(1), b.max(1)),
            Self::Arithmetic(_, Model::CheckedUnsigned) => (a.max(0), b.max(0)),
            _ => (a, b),
        };
        let nan =
            matches!(self, Self::Relation(_, Orders::Any, _) | Self::Arithmetic(_, Model::Float))
                && b == 5;
        (f64::from(a), if nan { f64::NAN } else { f64::from(b) })
    }

    fn distance(change: Change, (a, b): (f64, f64)) -> Distance {
        match change {
            Change::Relation { original, mutant, .. } => relation(a, b, original, mutant),
            Change::Arithmetic { original, mutant, model } => match model {
                Model::Float => {
                    values(original.of(a, b, Overflow::Throws), mutant.of(a, b, Overflow::Throws))
                }
                Model::Wrapping => values(
                    original.of(a as i8, b as i8, Overflow::Wraps),
                    mutant.of(a as i8, b as i8, Overflow::Wraps),
                ),
                Model::CheckedUnsigned => values(
                    original.of(a as u8, b as u8, Overflow::Throws),
                    mutant.of(a as u8, b as u8, Overflow::Throws),
                ),
                _ => values(
                    original.of(a as i8, b as i8, Overflow::Throws),
                    mutant.of(a as i8, b as i8, Overflow::Throws),
                ),
            },
            Change::Inserted { operator, .. } => {
                values(Some(a as i8), operator.of(a as i8, Overflow::Wraps))
            }
            // Something else that tells now and then.
            _ => {
                if change == Change::Always || b > a {
                    Distance::ZERO
                } else {
                    Distance::INFINITE
                }
            }
        }
    }
}

fn kind() -> impl Strategy<Value = Kind> {
    let orders = proptest::sample::select(
        &[Orders::Any, Orders::Total, Orders::NeverLess, Orders::NeverGreater][..],
    );
    let relation =
        (proptest::sample::select(&Relation::ALL[..]), orders, proptest::bool::weighted(0.8));
    let arithmetic =
        (proptest::sample::select(&Arithmetic::ALL[..]), proptest::sample::select(&Model::ALL[..]));
    prop_oneof![
        3 => relation.prop_map(|(original, orders, decides)| Kind::Relation(original, orders, decides)),
        2 => arithmetic.prop_map(|(original, model)| Kind::Arithmetic(original, model)),
        1 => Just(Kind::Value),
    ]
}

const INNER: Function = Function::new(0);
const OUTER: Function = Function::new(1);

/// A function with one block after the other that each evaluate an expression; another function
/// calls it.
struct Subject {
    kinds: Vec<Kind>,
    graph: FlowGraph,
    methods: [Method; 2],
    mutants: Vec<MutantGoal>,
    mutations: Vec<Mutation>,
}

impl Subject {
    fn new(expressions: &[(Kind, Vec<u8>)]) -> Self {
        let count = expressions.len() as u32;
        let body = (0..count).fold(FlowBuilder::new(), |body, block| {
            body.statements(block, 1).branch(block, block + 1, block + 1)
        });
        let mut graph = FlowGraph::new();
        graph.add(&body.exit(count)).expect("a legal body");
        graph.add(&FlowBuilder::new().exit(0)).expect("a legal body");
        let (mut mutants, mut mutations) = (Vec::new(), Vec::new());
        for (number, (kind, picks)) in (0..).zip(expressions) {
            for &pick in picks {
                let (mutant, block) =
                    (Mutant::new(mutants.len() as u32), graph.block(INNER, number));
                mutants.push(MutantGoal::new(mutant, block.statement(0)));
                let decides = matches!(kind, Kind::Relation(_, _, true)).then_some(block);
                mutations.push(Mutation {
                    mutant,
                    expression: 100 - number,
                    change: kind.mutant(pick),
                    decides,
                });
            }
        }
        let kinds = expressions.iter().map(|entry| entry.0).collect();
        Self { kinds, graph, methods: [INNER, OUTER].map(Method::new), mutants, mutations }
    }

    fn program(&self) -> Program<'_> {
        Program::new(&self.graph).with_mutants(&self.mutants).with_methods(&self.methods)
    }

    /// Direct branches, branches, and those of the mutants that are asked for.
    fn goals(&self, criteria: &[Criterion], is_goal: impl Fn(usize) -> bool) -> Goals<Trace> {
        let mut goals = Goals::new();
        for &criterion in criteria {
            goals.add(criterion, &self.program());
        }
        goals.extend(
            self.mutants.iter().enumerate().filter(|entry| is_goal(entry.0)).map(|entry| *entry.1),
        );
        goals
    }

    fn call(&self, by: Caller<'_>, operands: &[(i8, i8)]) {
        let f = by.enter(INNER);
        for (block, &kind) in (0..).zip(&self.kinds) {
            let seen = kind.operands(operands[block as usize % operands.len()]);
            for mutation in
                self.mutations.iter().filter(|mutation| mutation.expression == 100 - block)
            {
                f.infected(mutation.mutant, Kind::distance(mutation.change, seen));
            }
            f.done(block, 1);
            let holds = match kind {
                Kind::Relation(original, _, true) => original.holds(seen.0.partial_cmp(&seen.1)),
                _ => seen.0 > 0.0,
            };
            f.decide(block, flag(holds));
        }
    }

    /// By goal: whether these calls cover it; those that are not direct go by the other function.
    fn covers(&self, goals: &Goals<Trace>, calls: &[(bool, Vec<(i8, i8)>)]) -> Vec<bool> {
        let trace = goals.trace(&self.graph);
        for (direct, operands) in calls {
            if *direct {
                self.call(trace.root(), operands);
            } else {
                self.call(trace.root().enter(OUTER).caller(), operands);
            }
        }
        assert_eq!(trace.check(), Ok(()));
        let mut row = Vec::new();
        goals.measure(&self.graph, &trace, &mut Tables::new(&self.graph), &mut row);
        let mut covers = vec![false; goals.len()];
        covered(&row).for_each(|goal| covers[goal.index()] = true);
        covers
    }
}

proptest! {
    #![proptest_config(super::config(400))]

    #[test]
    fn what_covers_a_goal_covers_those_that_it_subsumes(
        expressions in vec((kind(), vec(any::<u8>(), 0..9)), 1..5),
        missing in vec(any::<bool>(), 40),
        criteria in proptest::sample::subsequence(vec![Criterion::DirectBranch, Criterion::Branch], 0..=2),
        calls in vec((any::<bool>(), vec((-5..6_i8, -5..6_i8), 1..5)), 0..4),
    ) {
        let subject = Subject::new(&expressions);
        let goals = subject.goals(&criteria, |mutant| !missing[mutant]);
        let relation = relate(&goals, &subject.program(), &subject.mutations);
        let graph = relation.collapse(goals.ids());
        prop_assert_eq!(graph.goals().len(), goals.len());
        let covers = subject.covers(&goals, &calls);
        for a in goals.ids().filter(|a| covers[a.index()]) {
            for b in goals.ids().filter(|&b| graph.subsumes(a, b)) {
                prop_assert!(covers[b.index()], "{} covered, {} not", goals.goal(a), goals.goal(b));
            }
        }
        for (mutation, goal) in
            subject.mutations.iter().filter_map(|m| Some((m, goals.find(Goal::Mutant(m.mutant))?)))
        {
            if mutation.change.is_equivalent() {
                prop_assert!(!covers[goal.index()]);
                prop_assert_eq!(
                    covered_with(&graph, [goal]),
                    [goal],
                    "{:?} implies something",
                    mutation
                );
                prop_assert!(
                    goals.ids().all(|other| other == goal || !graph.subsumes(other, goal))
                );
            }
        }
    }
}

#[test]
fn mutants_and_the_branches_that_they_decide_are_related_as_enumerated() {
    for (orders, possible) in [
        (Orders::Any, &[Some(Less), Some(Equal), Some(Greater), None][..]),
        (Orders::Total, &[Some(Less), Some(Equal), Some(Greater)]),
        (Orders::NeverLess, &[Some(Equal), Some(Greater)]),
        (Orders::NeverGreater, &[Some(Less), Some(Equal)]),
    ] {
        for original in Relation::ALL {
            let subject =
                Subject::new(&[(Kind::Relation(original, orders, true), (0..8).collect())]);
            let goals = subject.goals(&[Criterion::Branch], |_| true);
            let covers = |goal: GoalId, order| match goals.goal(goal) {
                Goal::Mutant(mutant) => {
                    Relation::ALL[mutant.index()].holds(order) != original.holds(order)
                }
                Goal::Branch(branch) => {
                    let taken = if original.holds(order) { Outcome::True } else { Outcome::False };
                    subject.graph.branch(Block::new(0), taken) == Some(branch)
                }
                _ => true, // the entry of the other function: not in the relation
            };
            let graph =
                relate(&goals, &subject.program(), &subject.mutations).collapse(goals.ids());
            let related: Vec<GoalId> =
                goals.ids().filter(|&goal| !matches!(goals.goal(goal), Goal::Entry(_))).collect();
            assert_eq!(related.len(), 10);
            for &a in &related {
                for &b in related.iter().filter(|&&b| b != a) {
                    let expected = possible.iter().any(|&order| covers(a, order))
                        && possible.iter().all(|&order| !covers(a, order) || covers(b, order));
                    assert_eq!(
                        graph.subsumes(a, b),
                        expected,
                        "{original:?} {orders:?}: {} {}",
                        goals.goal(a),
                        goals.goal(b)
                    );
                }
            }
        }
    }
}

#[test]
fn a_direct_branch_implies_mutants_and_is_implied_by_none() {
    let subject =
        Subject::new(&[(Kind::Relation(Relation::Less, Orders::Any, true), (0..8).collect())]);
    let goals = subject.goals(&[Criterion::DirectBranch], |_| true);
    let graph = relate(&goals, &subject.program(), &subject.mutations).collapse(goals.ids());
    let named = |goal: GoalId| match goals.goal(goal) {
        Goal::Mutant(mutant) => Some(Relation::ALL[mutant.index()]),
        _ => None,
    };
    let side = |outcome| {
        goals
            .find(Goal::DirectBranch(subject.graph.branch(Block::new(0), outcome).unwrap()))
            .unwrap()
    };
    let implied = |outcome| {
        covered_with(&graph, [side(outcome)]).into_iter().filter_map(named).collect::<Vec<_>>()
    };
    // Where x < y: all that do not hold there.
    assert_eq!(
        implied(Outcome::True),
        [Relation::Greater, Relation::GreaterOrEqual, Relation::Equal, Relation::False]
    );
    // Where not, or where they have no order, true alone does.
    assert_eq!(implied(Outcome::False), [Relation::True]);
    for mutant in goals.ids().filter(|&goal| named(goal).is_some()) {
        assert!(
            !graph.subsumes(mutant, side(Outcome::True))
                && !graph.subsumes(mutant, side(Outcome::False))
        );
    }
}

#[test]
fn other_expressions_and_expressions_that_decide_nothing_are_not_related() {
    let kind = |decides| Kind::Relation(Relation::Less, Orders::Any, decides);
    let subject = Subject::new(&[(kind(false), vec![1, 7]), (kind(false), vec![1, 7])]); // <= and false, twice
    let goals = subject.goals(&[Criterion::Branch], |_| true);
    assert_eq!(relate(&goals, &subject.program(), &subject.mutations).pair_count(), 0);
    // The same in one expression: two pairs of the same.
    let one: Vec<Mutation> =
        subject.mutations.iter().map(|&mutation| Mutation { expression: 3, ..mutation }).collect();
    let graph = relate(&goals, &subject.program(), &one).collapse(goals.ids());
    let goal = |number| goals.find(Goal::Mutant(Mutant::new(number))).unwrap();
    assert_eq!(graph.equivalents(goal(2)), [goal(0), goal(2)]);
    assert_eq!(graph.equivalents(goal(1)), [goal(1), goal(3)]);
    assert!(!graph.subsumes(goal(1), goal(0)) && !graph.subsumes(goal(0), goal(1)));
}

#[test]
fn of_two_mutations_of_one_mutant_the_last_counts() {
    let subject =
        Subject::new(&[(Kind::Arithmetic(Arithmetic::Multiply, Model::CheckedSigned), vec![3, 4])]); // / and %
    let goals = subject.goals(&[], |_| true);
    let [divide, remainder] =
        [0, 1].map(|number| goals.find(Goal::Mutant(Mutant::new(number))).unwrap());
    let graph = |mutations: &[Mutation]| {
        relate(&goals, &subject.program(), mutations).collapse(goals.ids())
    };
    assert!(graph(&subject.mutations).subsumes(divide, remainder));
    let moved = Mutation { expression: 0, ..subject.mutations[1] };
    assert!(
        !graph(&[subject.mutations[0], subject.mutations[1], moved]).subsumes(divide, remainder)
    );
    assert!(
        graph(&[moved, subject.mutations[0], subject.mutations[1]]).subsumes(divide, remainder)
    );
    // Mutants that are no goals are left out.
    let stranger = Mutation {
        mutant: Mutant::new(9),
        expression: 100,
        change: subject.mutations[0].change,
        decides: None,
    };
    assert_eq!(graph(&[subject.mutations[1], stranger]).minimal(), [divide, remainder]);
}
