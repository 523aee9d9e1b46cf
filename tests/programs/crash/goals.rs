//! Crash goals over the names, the equality of exceptions and the executor of a user, beside other
//! goals.

use super::calls::Calls;
use super::golden::assert_close;
use sbst::distance::{eq, lt};
use sbst::execution::{Facts, StackFrame, StackTrace, StackTraces, Trace, WithStackTraces};
use sbst::fitness::Fitness;
use sbst::fitness::crash::{Crash, Similarity, Stage, WeightedSum};
use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
use sbst::id::{Function, GoalId, Statement};
use sbst::objective::crash::{CrashGoal, CrashPart, crash_goals};
use sbst::objective::{
    Added, Goal, GoalGraph, Goals, Objective, Place, Tables, branch_goals, covered,
};
use sbst::selection::Frontier;

/// Classes and methods of the shop, and of what is around it; no text anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    Cart,
    Item,
    Platform(u16),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Method(pub(super) u32);

pub(super) const TOTAL: Method = Method(0);
pub(super) const PRICE: Method = Method(1);

/// Indices out of bounds are one type of exception, whatever they index.
#[derive(Clone, Copy, Debug)]
pub(super) enum Error {
    NullPointer,
    Wrapped,
    ArrayIndex,
    TextIndex,
    /// What reports name when they do not say which.
    Index,
}

impl PartialEq for Error {
    fn eq(&self, other: &Self) -> bool {
        let family = |error: &Self| match error {
            Self::NullPointer => 0,
            Self::Wrapped => 1,
            Self::ArrayIndex | Self::TextIndex | Self::Index => 2,
        };
        family(self) == family(other)
    }
}

pub(super) type Frame = StackFrame<Class, Method>;
pub(super) type Thrown = StackTrace<Error, Class, Method>;
pub(super) type Traced = WithStackTraces<Trace, Error, Class, Method>;
pub(super) type Own = Calls<Error, Class, Method>;
pub(super) type ShopCrash = Crash<Error, Class, Method>;

pub(super) const CART_TOTAL: Function = Function::new(0);
pub(super) const ITEM_PRICE: Function = Function::new(1);

/// ```text
/// Cart.total  0: if items != 0 { 1: (line 31) Item.price }  2: return
/// Item.price  0: if index < 3 { 1: return } else { 2: (line 12) throw }
/// ```
pub(super) fn shop() -> FlowGraph {
    let mut graph = FlowGraph::new();
    graph
        .add(&FlowBuilder::new().branch(0, 2, 1).statements(1, 1).jump(1, 2).exit(2))
        .expect("legal");
    graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).statements(2, 1).exit(2)).expect("legal");
    graph
}

pub(super) fn total_at(line: u32) -> Frame {
    Frame::new(Class::Cart, TOTAL).at(line)
}

pub(super) fn price_at(line: u32) -> Frame {
    Frame::new(Class::Item, PRICE).at(line)
}

/// The report: an index out of bounds in `Item.price:12`, called by the platform, called by
/// `Cart.total:31`.
pub(super) fn report() -> Thrown {
    let [reflection, main] = [62, 5].map(|number| Frame::new(Class::Platform(number), Method(9)));
    Thrown::new(Error::Index, [price_at(12), reflection, total_at(31), main])
}

pub(super) fn locate(graph: &FlowGraph, frame: &Frame) -> Option<Statement> {
    match (frame.class, frame.line) {
        (Class::Cart, Some(31)) => Some(graph.block(CART_TOTAL, 1).statement(0)),
        (Class::Item, Some(12)) => Some(graph.block(ITEM_PRICE, 2).statement(0)),
        _ => None,
    }
}

pub(super) fn is_platform(frame: &Frame) -> bool {
    matches!(frame.class, Class::Platform(_))
}

pub(super) fn crash(graph: &FlowGraph) -> ShopCrash {
    Crash::new(report().up_to(3).without(is_platform), |frame| locate(graph, frame))
        .expect("in the shop")
}

/// What both executors do: so many items, and the index at which the price is looked up.
pub(super) fn traced(graph: &FlowGraph, items: i32, index: i32) -> Traced {
    let mut run = Traced::new(Trace::new(graph));
    let cart = run.execution.root().enter(CART_TOTAL);
    if !cart.decide(0, eq(items, 0)) && !cart.caller().enter(ITEM_PRICE).decide(0, lt(index, 3)) {
        run.extra.push(Thrown::new(Error::ArrayIndex, [price_at(12), total_at(31)]));
    }
    drop(cart);
    assert_eq!(run.execution.check(), Ok(()));
    run
}

pub(super) fn own(graph: &FlowGraph, items: i32, index: i32) -> Own {
    let mut run = Own::new(graph);
    run.enter(CART_TOTAL);
    if !run.decide(0, eq(items, 0)) {
        run.enter(ITEM_PRICE);
        if !run.decide(0, lt(index, 3)) {
            run.throw(Error::TextIndex, [price_at(12), total_at(31)]);
        }
        run.leave();
    }
    run.leave();
    run
}

/// The scalars of all goals.
pub(super) fn scalars<X: Facts + ?Sized>(goals: &Goals<X>, graph: &FlowGraph, run: &X) -> Vec<f64> {
    let mut row = Vec::new();
    goals.measure(graph, run, &mut Tables::new(graph), &mut row);
    goals.ids().map(|goal| goals.scalar(goal, row[goal.index()])).collect()
}

pub(super) fn assert_all_close(values: &[f64], expected: &[f64]) {
    assert_eq!(values.len(), expected.len());
    values.iter().zip(expected).for_each(|(&value, &expected)| assert_close(value, expected));
}

/// The three parts, and the sum.
pub(super) fn goals_of<X>(crash: &ShopCrash) -> Goals<X>
where
    X: Facts + StackTraces<Error, Class, Method> + 'static,
{
    let mut goals = Goals::new();
    goals.extend(crash_goals(7, crash));
    goals.push(CrashGoal::new(7, CrashPart::WeightedSum, crash.clone()));
    goals
}

#[test]
fn each_part_is_a_goal_of_its_own_once_for_a_crash() {
    let graph = shop();
    let crash = crash(&graph);
    let mut goals = goals_of::<Own>(&crash);
    let parts = [
        CrashPart::Line,
        CrashPart::Type,
        CrashPart::Trace,
        CrashPart::WeightedSum,
        CrashPart::Stack,
    ];
    assert_eq!(
        goals.push(CrashGoal::new(7, CrashPart::Stack, crash.clone())),
        Added::New(GoalId::new(4))
    );
    assert!(goals.ids().map(|id| goals.goal(id)).eq(parts.map(|part| Goal::Crash(7, part))));
    let names: Vec<_> = goals.ids().map(|id| goals.goal(id).to_string()).collect();
    let expected = ["line", "exception type", "stack trace", "weighted sum", "stack"]
        .map(|part| format!("{part} of crash 7"));
    assert_eq!(names, expected);
    assert_eq!(format!("{:>9}|{:<6}|", CrashPart::Stack, CrashPart::Line), "    stack|line  |");
    assert!(
        goals
            .ids()
            .all(|id| goals.goal(id).criterion().is_none() && goals.goal(id).place().is_none())
    );

    // The same number is the same crash, even with another comparison; another number is another
    // crash.
    let free = crash.clone().with_similarity(Similarity::Free);
    for (at, goal) in crash_goals(7, &free).into_iter().enumerate() {
        assert_eq!(Objective::<Traced>::goal(&goal), Goal::Crash(7, parts[at]));
        assert_eq!(goals.push(goal), Added::Known(GoalId::new(at as u32)));
    }
    assert_eq!(
        goals.push(CrashGoal::new(7, CrashPart::WeightedSum, free.clone())),
        Added::Known(GoalId::new(3))
    );
    assert_eq!(
        goals.push(CrashGoal::new(7, CrashPart::Stack, free.clone())),
        Added::Known(GoalId::new(4))
    );
    assert_eq!(goals.push(CrashGoal::new(8, CrashPart::Line, free)), Added::New(GoalId::new(5)));
    assert_eq!(goals.find(Goal::Crash(7, CrashPart::Stack)), Some(GoalId::new(4)));
    // Without a test: one frame more than are located, for the exception.
    assert_eq!(goals.scalar(GoalId::new(4), Fitness::NEVER), 3.0);
}

#[test]
fn the_goals_take_their_default_values_on_a_trace_and_on_an_executor_of_the_user() {
    let graph = shop();
    let crash = crash(&graph);
    let (of_traces, mut of_own) = (goals_of::<Traced>(&crash), goals_of::<Own>(&crash));
    of_own.push(CrashGoal::new(7, CrashPart::Stack, crash));
    for (items, index, parts, stack) in [
        // No item: != is 1 away. norm(1 + 1/2) = 3/5; of two calls none, 2 - 2/5 + 1.
        (0, 9, [3.0 / 5.0, 1.0, 1.0, 24.0 / 5.0], 13.0 / 5.0),
        // Line 31 is reached, nothing thrown. -4 >= 3 is 8 away, the gap and 1: norm(1 + 8/9) =
        // 17/26.
        (2, -4, [0.0, 1.0, 1.0, 3.0], 2.0 - 1.0 - 9.0 / 26.0 + 1.0),
        (2, 3, [0.0; 4], 0.0),
    ] {
        let values = scalars(&of_own, &graph, &own(&graph, items, index));
        assert_all_close(&values, &[&parts[..], &[stack]].concat());
        assert_all_close(&scalars(&of_traces, &graph, &traced(&graph, items, index)), &parts);
    }
}

#[test]
fn what_was_not_measured_has_the_worst_value() {
    let graph = shop();
    let goals = goals_of::<Traced>(&crash(&graph));
    assert!(goals.ids().map(|goal| goals.scalar(goal, Fitness::NEVER)).eq([1.0, 1.0, 1.0, 6.0]));
    // And so has a test that does nothing: (1, infinite), norm(3) = 3/4.
    let idle = Traced::new(Trace::new(&graph));
    assert_all_close(&scalars(&goals, &graph, &idle), &[0.75, 1.0, 1.0, 5.25]);
}

#[test]
fn the_parts_are_independent_and_the_sum_is_not() {
    let graph = shop();
    let crash = crash(&graph);
    let goals = goals_of::<Traced>(&crash);
    // The line is missed; the type comes from one exception, the trace from another one, 2 lines
    // off.
    let mut run = traced(&graph, 0, 0);
    run.extra.push(Thrown::new(Error::TextIndex, []));
    run.extra.push(Thrown::new(Error::NullPointer, [price_at(14), total_at(31)]));
    // norm(2/5) = 2/7
    assert_all_close(&scalars(&goals, &graph, &run), &[3.0 / 5.0, 0.0, 2.0 / 7.0, 24.0 / 5.0]);
    // The line, too: all parts but the trace, and the sum goes by the exception of the wanted type:
    // norm(2) = 2/3.
    let mut run = traced(&graph, 1, 0);
    run.extra.push(Thrown::new(Error::TextIndex, []));
    run.extra.push(Thrown::new(Error::NullPointer, [price_at(12), total_at(31)]));
    assert_all_close(&scalars(&goals, &graph, &run), &[0.0, 0.0, 0.0, 2.0 / 3.0]);
}

#[test]
fn equal_types_are_those_that_the_user_says_are_equal() {
    let graph = shop();
    let goals = goals_of::<Traced>(&crash(&graph));
    let values = |error| {
        let mut run = traced(&graph, 1, 0);
        run.extra.push(Thrown::new(error, [price_at(12), total_at(31)]));
        scalars(&goals, &graph, &run)
    };
    for error in [Error::ArrayIndex, Error::TextIndex, Error::Index] {
        assert_eq!(values(error), [0.0; 4]);
    }
    for error in [Error::NullPointer, Error::Wrapped] {
        assert_eq!(values(error), [0.0, 1.0, 0.0, 3.0]);
    }
}

#[test]
fn goals_lie_on_the_target_frames_line_but_for_those_that_do_without_it() {
    let graph = shop();
    let target = graph.block(CART_TOTAL, 1);
    let mut goals = goals_of::<Own>(&crash(&graph));
    goals.push(CrashGoal::new(7, CrashPart::Stack, crash(&graph)));
    let places: Vec<_> = goals
        .ids()
        .map(|goal| goals.needs(goal).expect("a goal").places().collect::<Vec<_>>())
        .collect();
    let on_line = vec![Place::Block(target)];
    assert_eq!(places, [on_line.clone(), vec![], vec![], on_line.clone(), on_line]);
    // On a line in two blocks: in both.
    let both = [graph.block(ITEM_PRICE, 2).statement(0), target.statement(0)];
    let crash: ShopCrash =
        Crash::new(Thrown::new(Error::Index, [total_at(31)]), |_| both).expect("in the shop");
    let id = goals.push(CrashGoal::new(8, CrashPart::Line, crash)).id();
    let places: Vec<_> = goals.needs(id).expect("a goal").places().collect();
    assert_eq!(places, [target, both[0].block].map(Place::Block));
}

#[test]
fn a_frontier_opens_them_with_the_branch_that_their_line_lies_behind() {
    let graph = shop();
    let mut goals = goals_of::<Traced>(&crash(&graph));
    let [line, kind, trace, sum] = [0, 1, 2, 3].map(GoalId::new);
    goals.extend(branch_goals(&graph));
    let has_items = graph.branch(graph.block(CART_TOTAL, 0), Outcome::False).expect("a branch");
    let has_items = goals.find(Goal::Branch(has_items)).expect("a goal");
    let goal_graph = GoalGraph::new(&goals, &graph);
    assert_eq!(
        [line, kind, trace, sum].map(|goal| goal_graph.parents(goal)),
        [vec![has_items], vec![], vec![], vec![has_items]]
    );

    let mut frontier = Frontier::of(&goal_graph);
    let active =
        |frontier: &Frontier| [line, kind, trace, sum].map(|goal| frontier.is_active(goal));
    assert_eq!(active(&frontier), [false, true, true, false]);
    let (mut tables, mut row) = (Tables::new(&graph), Vec::new());
    let mut run = |frontier: &mut Frontier, items, index| {
        goals.measure(&graph, &traced(&graph, items, index), &mut tables, &mut row);
        frontier.cover(covered(&row));
    };
    run(&mut frontier, 0, 0);
    assert_eq!(active(&frontier), [false, true, true, false]);
    run(&mut frontier, 1, 0); // the branch, and with it the line
    assert_eq!(active(&frontier), [false, true, true, true]);
    assert!(frontier.is_covered(line) && frontier.is_covered(has_items));
    run(&mut frontier, 1, 3);
    assert_eq!(active(&frontier), [false; 4]);
    assert!(
        frontier.active().is_empty()
            && [kind, trace, sum].iter().all(|&goal| frontier.is_covered(goal))
    );
}

#[test]
fn a_value_tells_the_stage_that_it_stands_for() {
    let graph = shop();
    let crash = crash(&graph);
    let goals = goals_of::<Traced>(&crash);
    let sum = goals.find(Goal::Crash(7, CrashPart::WeightedSum)).expect("a goal");
    let (mut tables, mut row) = (Tables::new(&graph), Vec::new());
    let mut stage = |run: &Traced| {
        goals.measure(&graph, run, &mut tables, &mut row);
        WeightedSum::from(row[sum.index()]).stage()
    };
    let mut elsewhere = traced(&graph, 1, 0);
    elsewhere.extra.push(Thrown::new(Error::Index, [total_at(31)]));
    let runs = [traced(&graph, 0, 0), traced(&graph, 1, 0), elsewhere, traced(&graph, 1, 3)];
    let stages =
        [Stage::LineNotReached, Stage::LineReached, Stage::ExceptionThrown, Stage::Reproduced];
    assert_eq!(runs.each_ref().map(&mut stage), stages);
    assert!(stages.is_sorted() && stages[0] > Stage::NotStarted);
    let names = stages.map(|stage| stage.to_string());
    assert_eq!(names, ["line not reached", "line reached", "exception thrown", "reproduced"]);
    assert_eq!(WeightedSum::from(Fitness::NEVER).stage().to_string(), "not started");
}
