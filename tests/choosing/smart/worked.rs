//! The worked example of the paper on smart selection: how many goals a class has with and without
//! the subsumption strategy (4.7).

use sbst::distance::Relation;
use sbst::distance::infection::Unary;
use sbst::execution::{Domain, Trace};
use sbst::flow::{FlowBuilder, FlowGraph, Lines};
use sbst::id::{Block, Function, GoalId, Line, Mutant};
use sbst::objective::{
    Criterion, Goal, Goals, Method, MutantGoal, Program, branch_goals, direct_branch_goals,
};
use sbst::subsumption::mutants::{Change, Model, Mutation, Orders};
use sbst::subsumption::smart::{Selection, Smart};

/// The method `compare` of an inner class: 8 lines, 2 branches. The tool skips branches and outputs
/// of inner classes.
const COMPARE: Function = Function::new(47);

/// 48 methods; 175 predicates outside of `compare`, 14 blocks of 8 lines, 5 methods that return a
/// Boolean.
struct Class {
    graph: FlowGraph,
    lines: Lines,
    methods: Vec<Method>,
    mutants: Vec<MutantGoal>,
    mutations: Vec<Mutation>,
}

/// `if .. { .. }`, so many times one after the other. The first inner block may be a long one.
fn body(predicates: u32, is_long: bool) -> FlowBuilder {
    let mut body = FlowBuilder::new();
    for k in 0..predicates {
        let inner = if is_long && k == 0 { 8 } else { 1 };
        body = body
            .statements(2 * k, 1)
            .branch(2 * k, 2 * k + 1, 2 * k + 2)
            .statements(2 * k + 1, inner)
            .jump(2 * k + 1, 2 * k + 2);
    }
    body.statements(2 * predicates, 1).exit(2 * predicates)
}

impl Class {
    fn new() -> Self {
        let first = body(4, true);
        let mut graph = FlowGraph::of(&first).expect("legal");
        for function in 1..47 {
            // 34 methods of 4 predicates and 13 of 3, of which 14 have a long block.
            graph.add(&body(if function < 34 { 4 } else { 3 }, function < 14)).expect("legal");
        }
        let compare = FlowBuilder::new()
            .statements(0, 3)
            .branch(0, 1, 2)
            .statements(1, 3)
            .jump(1, 2)
            .statements(2, 2)
            .exit(2);
        assert_eq!(graph.add(&compare), Ok(COMPARE));
        let statements = |block: Block| (0..graph.statements(block)).map(move |k| (block, k));
        let lines = Lines::new(
            graph
                .all_blocks()
                .flat_map(statements)
                .zip(0..)
                .map(|((block, k), line)| (block.statement(k), Line::new(line))),
        );
        let methods = graph.functions().map(|function| {
            let returns = if function.number() < 5 { Domain::BOOL } else { Domain::default() };
            Method::new(function).returning(returns)
        });
        let mut class = Self {
            lines,
            methods: methods.collect(),
            mutants: Vec::new(),
            mutations: Vec::new(),
            graph: graph.clone(),
        };
        // `<` is replaced in 103 of the predicates, and in 5 expressions of `compare`; numbers and
        // constants beside them.
        let is_elsewhere = |block: &Block| graph.function_of(*block) != COMPARE;
        let predicates: Vec<Block> = graph
            .all_blocks()
            .filter(is_elsewhere)
            .filter(|&block| graph.branches_of(block).count() == 2)
            .collect();
        assert_eq!(predicates.len(), 175);
        let of_compare = graph.block(COMPARE, 0);
        for (expression, block) in
            (0..).zip(predicates.into_iter().take(103).chain([of_compare; 5]))
        {
            for mutant in Relation::ALL.into_iter().filter(|&mutant| mutant != Relation::Less) {
                class.mutate(
                    block,
                    expression,
                    Change::Relation { original: Relation::Less, mutant, orders: Orders::Any },
                );
            }
            for operator in Unary::ALL {
                class.mutate(
                    block,
                    1_000 + expression,
                    Change::Inserted { operator, model: Model::Wrapping },
                );
            }
            class.mutate(block, 2_000 + expression, Change::Other);
        }
        class
    }

    fn mutate(&mut self, block: Block, expression: u32, change: Change) {
        let mutant = Mutant::new(self.mutants.len() as u32);
        self.mutants.push(MutantGoal::new(mutant, block.statement(0)));
        self.mutations.push(Mutation { mutant, expression, change, decides: None });
    }

    fn program(&self) -> Program<'_> {
        Program::new(&self.graph)
            .with_lines(&self.lines)
            .with_methods(&self.methods)
            .with_mutants(&self.mutants)
    }

    fn goals(&self) -> Goals<Trace> {
        let mut goals = Goals::new();
        let is_skipped = |goal: Goal| match goal {
            Goal::Branch(branch) | Goal::DirectBranch(branch) => {
                self.graph.function_of(self.graph.edge(branch).source) == COMPARE
            }
            _ => false,
        };
        goals.extend(
            branch_goals(&self.graph).filter(|goal| !is_skipped(Goal::Branch(goal.target))),
        );
        goals.extend(
            direct_branch_goals(&self.graph, self.graph.functions())
                .filter(|goal| !is_skipped(Goal::DirectBranch(goal.target))),
        );
        use Criterion::{Line, Method, MethodNoException, Output, WeakMutation};
        for criterion in [Line, WeakMutation, Method, MethodNoException, Output] {
            goals.add(criterion, &self.program());
        }
        goals
    }

    /// Whether a call of `compare` brings a goal nearer.
    fn is_of_compare(&self, goal: Goal) -> bool {
        match goal {
            Goal::Mutant(mutant) => {
                self.graph.function_of(self.mutants[mutant.number() as usize].statement.block)
                    == COMPARE
            }
            Goal::Line(line) => self
                .lines
                .statements_on(line)
                .iter()
                .any(|statement| self.graph.function_of(statement.block) == COMPARE),
            Goal::Method(function) | Goal::MethodNoException(function) => function == COMPARE,
            _ => false,
        }
    }
}

/// "Under SS, at most (1+10) out of 638 goals are closer to being covered; under SSWS, the number
/// is 1 out of 408": 350 branches, 48 methods and 10 outputs, with 14 lines and 216 mutants, of
/// which `compare` has none and 10.
#[test]
fn section_4_7_has_638_goals_with_the_subsumption_strategy_and_408_without() {
    let class = Class::new();
    assert_eq!(class.program().check(), Ok(()));
    let goals = class.goals();
    let select = |smart: Smart| smart.select(&goals, &class.program(), &class.mutations);
    let count = |selection: &Selection, criterion| {
        let of = |id: &GoalId| goals.goal(*id).criterion() == Some(criterion);
        selection.kept().filter(of).count()
    };
    let near = |selection: &Selection| {
        selection.kept().filter(|&id| class.is_of_compare(goals.goal(id))).count()
    };
    let without = select(Smart { representatives_only: true, ..Smart::published() });
    let with = select(Smart::published());
    let representatives =
        [Criterion::DirectBranch, Criterion::MethodNoException, Criterion::Output];
    for selection in [&with, &without] {
        assert_eq!(representatives.map(|criterion| count(selection, criterion)), [350, 48, 10]);
    }
    let others = [Criterion::Line, Criterion::WeakMutation];
    assert_eq!(others.map(|criterion| count(&with, criterion)), [14, 216]);
    assert_eq!(others.map(|criterion| count(&without, criterion)), [0, 0]);
    assert_eq!((with.kept().len(), near(&with)), (638, 1 + 10));
    assert_eq!((without.kept().len(), near(&without)), (408, 1));
}
