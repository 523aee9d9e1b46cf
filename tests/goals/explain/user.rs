//! Somebody asks why their goals are not covered.

use sbst::distance::{ge, lt};
use sbst::execution::{Caller, Record, Trace};
use sbst::fitness::{Divergence, Fitness};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{Block, Function};
use sbst::objective::{Cause, Explanation, Goal, Goals, Place, Tables, block_goals, branch_goals};

const WITHDRAW: Function = Function::new(0);
const BLOCKS: [&str; 6] = ["amount?", "balance?", "limit?", "pay", "refuse", "done"];

/// ```text
/// 0: if amount >= 1 { 1: if amount < balance { 2: if amount < limit { 3: pay } else { 4: refuse } } }  5: done
/// ```
fn graph() -> FlowGraph {
    let body = FlowBuilder::new()
        .branch(0, 1, 5)
        .branch(1, 2, 5)
        .branch(2, 3, 4)
        .jump(3, 5)
        .jump(4, 5)
        .exit(5);
    FlowGraph::of(&body).expect("a legal function")
}

fn withdraw(t: Caller<'_>, amount: i64, balance: i64, limit: i64) {
    let f = t.enter(WITHDRAW);
    if f.decide_with(0, ge(amount, 1), format_args!("{amount} >= 1"))
        && f.decide_with(1, lt(amount, balance), format_args!("{amount} < {balance}"))
        && f.decide_with(2, lt(amount, limit), format_args!("{amount} < {limit}"))
    {
        f.end(3);
    }
}

fn registry() -> (FlowGraph, Goals<Trace>) {
    let graph = graph();
    let mut goals = Goals::new();
    goals.extend(branch_goals(&graph));
    goals.extend(block_goals(&graph));
    (graph, goals)
}

fn explained(run: impl Fn(Caller<'_>), goal: Goal) -> Explanation {
    let (graph, goals) = registry();
    let (trace, mut tables) = (goals.trace(&graph).with_operands(), Tables::new(&graph));
    run(trace.root());
    assert_eq!(trace.check(), Ok(()));
    let seen = goals.observe(&graph, &trace, &mut tables);
    let explanation = goals.explain(goals.find(goal).expect("a goal"), &seen).with_operands(&trace);
    assert_eq!(explanation.fitness, goals.fitness_of(goals.find(goal).expect("a goal"), &seen));
    explanation
}

#[test]
fn why_is_nothing_paid() {
    let pay = Goal::Block(Block::new(3));
    let twice = |t: Caller<'_>| {
        withdraw(t, 50, 20, 100);
        withdraw(t, 30, 25, 100);
    };
    let explanation = explained(twice, pay);
    assert_eq!(
        explanation.to_string(),
        "block b3: level 1, distance 6
  nearest: e2 (b1 -> b2 on true) was missed by 6: 30 < 25
  then: e4 (b2 -> b3 on true)"
    );
    let name = |place| match place {
        Place::Block(block) => Some(BLOCKS[block.index()].to_string()),
        _ => None,
    };
    assert_eq!(
        explanation.with_names(name).to_string(),
        "block b3: level 1, distance 6
  nearest: e2 (balance? -> limit? on true) was missed by 6: 30 < 25
  then: e4 (limit? -> pay on true)"
    );
}

#[test]
fn data_is_there_to_be_taken_apart() {
    let explanation = explained(|t| withdraw(t, -4, 20, 100), Goal::Block(Block::new(4)));
    let Cause::Away(chain) = &explanation.why else { panic!("{explanation}") };
    let Divergence::Missed(edge, distance) = chain.divergence else { panic!("{explanation}") };
    assert_eq!(
        (edge.source, edge.outcome.holds(), distance.get()),
        (Block::new(0), Some(true), 6.0)
    );
    let then: Vec<u32> = chain.branches.iter().map(|edge| edge.branch.number()).collect();
    assert_eq!(then, [2, 5]);
    assert_eq!(chain.value(), explanation.fitness);
    assert_eq!(explanation.place, Some(Place::Block(Block::new(4))));
    assert_eq!(explanation.operands.as_deref(), Some("-4 >= 1"));
}

#[test]
fn a_covered_goal_says_so() {
    let explanation = explained(|t| withdraw(t, 5, 20, 100), Goal::Block(Block::new(3)));
    assert_eq!((explanation.fitness, &explanation.why), (Fitness::COVERED, &Cause::Covered));
    assert_eq!(explanation.to_string(), "block b3: covered");
}

/// A suite is explained as the execution that came nearest: its operands, too.
#[test]
fn why_does_no_test_of_a_suite_pay() {
    let graph = graph();
    let mut goals = Goals::<[Record]>::new();
    goals.extend(block_goals(&graph));
    let trace = Trace::new(&graph).with_operands();
    let suite: Vec<Record> = [(50, 20), (30, 25), (90, 10)]
        .map(|(amount, balance)| {
            trace.reset();
            withdraw(trace.root(), amount, balance, 100);
            trace.record()
        })
        .into();
    let mut tables = Tables::new(&graph);
    let seen = goals.observe(&graph, &suite[..], &mut tables);
    let pay = goals.find(Goal::Block(Block::new(3))).expect("a goal");
    let explanation = goals.explain(pay, &seen).with_operands(&suite[..]);
    assert!(explanation.to_string().contains("missed by 6: 30 < 25"), "{explanation}");
}
