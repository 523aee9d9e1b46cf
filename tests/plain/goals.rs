//! Fitness, goals, suites, crashes, summaries, gates.

use super::log::{Log, actions, graph_of, programs};
use super::{again, comes_back, config, read, refused};
use proptest::prelude::*;
use sbst::distance::{Distance, Rules, gt};
use sbst::execution::{
    CallTreeLimits, ExceptionKind, Partition, Record, StackFrame, StackTrace, Thrown, Trace,
    WithStackTraces,
};
use sbst::fitness::Fitness;
use sbst::fitness::block_coverage::{
    BlockCoverage, BlockSummary, Counters, Form, Nearer, Rule, Target, Verdict,
};
use sbst::fitness::crash::{Crash, STDistance, Similarity, Stage, WeightedSum};
use sbst::fitness::flag::{
    AggregationOrder, InnerFlags, Iterations, RequiredBranches, Returns, TargetCalls,
};
use sbst::flow::{FlowBuilder, FlowGraph, Lines};
use sbst::id::{Block, Branch, CallSite, Function, GoalId, Line, Mutant, Symbol};
use sbst::objective::crash::{CrashGoal, CrashPart};
use sbst::objective::suite::{Coverage, SuiteRow};
use sbst::objective::{
    Added, CoverageGoal, Criterion, DirectGoal, Forms, Goal, GoalForm, Goals,
    ImplicitExceptionCoverage, Kind, LineGoal, Method, MethodEntryGoal, MethodGoal, MutantGoal,
    Place, Tables, block_goals, statement_goals,
};
use sbst::published::whole_suite::Twice;
use sbst::published::{Endings, Gate, Timing, Timings};
use std::time::Duration;

/// A kind of goals of the tests' own.
const OWN: Kind = Kind::new("own").unwrap();

#[test]
fn values_and_goals_come_back() {
    let (function, block, branch) = (Function::new(1), Block::new(2), Branch::new(3));
    let thrown = Thrown::new(function, Symbol::new(0), ExceptionKind::Explicit);
    [Fitness::COVERED, Fitness::NEVER, Fitness::new(3, Distance::SMALLEST)]
        .into_iter()
        .for_each(comes_back);
    let goals = [
        Goal::Branch(branch),
        Goal::Entry(function),
        Goal::DirectBranch(branch),
        Goal::DirectEntry(function),
        Goal::Block(block),
        Goal::Statement(block.statement(4)),
        Goal::Line(Line::new(5)),
        Goal::Mutant(Mutant::new(6)),
        Goal::Method(function),
        Goal::MethodNoException(function),
        Goal::MethodEntry(function),
        Goal::Exception(thrown),
        Goal::Output(function, Partition::Empty),
        Goal::Input(function, 7, Partition::Letter),
        Goal::Crash(8, CrashPart::Stack),
        OWN.goal([9]),
    ];
    goals.into_iter().for_each(comes_back);
    goals.into_iter().filter_map(|goal| goal.place()).for_each(comes_back::<Place>);
    comes_back((
        CoverageGoal::new(block),
        CoverageGoal::new(branch).in_form(GoalForm::Augmented),
        (
            CoverageGoal::new(branch).in_form(Forms::PUBLISHED),
            CoverageGoal::new(branch).in_form(GoalForm::Levels.twice()),
        ),
        CoverageGoal::new(function),
    ));
    comes_back((
        DirectGoal::new(branch).through_any_call(),
        DirectGoal::new(function),
        CoverageGoal::new(thrown),
    ));
    comes_back((
        MethodGoal::new(function).without_exception(),
        MethodEntryGoal(function),
        MutantGoal::new(Mutant::new(1), block.statement(2)).in_form(GoalForm::Augmented),
    ));
    comes_back((
        CoverageGoal::new((function, Partition::Zero)),
        CoverageGoal::new((function, 1, Partition::Null)).in_form(GoalForm::Definition),
    ));
    comes_back(CoverageGoal::new(block.statement(1)).in_form(GoalForm::Flat));
    comes_back(block.statement(2));
    assert_eq!(
        serde_json::to_string(&Block::new(7).statement(2)).expect("can be written"),
        "[7,2]"
    );
    let lines = Lines::new([
        (block.statement(1), Line::new(3)),
        (Block::new(9).statement(0), Line::new(3)),
        (Block::new(9).statement(1), Line::new(3)),
    ]);
    comes_back(LineGoal::new(Line::new(3), &lines).in_form(GoalForm::Augmented));
    comes_back(Forms::default());
    comes_back(
        Method::new(function)
            .returning(sbst::execution::Domain::BOOL)
            .taking([sbst::execution::Domain::CHAR]),
    );
    Criterion::ALL.iter().copied().for_each(comes_back);
    [Added::New(GoalId::new(1)), Added::Known(GoalId::new(2)), Added::Replaced(GoalId::new(3))]
        .into_iter()
        .for_each(comes_back);

    comes_back((Twice::Off, Form::Published, AggregationOrder::default(), Nearer::First(3)));
    comes_back((
        Iterations::Pooled,
        TargetCalls::Pooled,
        InnerFlags::Required,
        RequiredBranches::Last,
    ));
    comes_back((Returns::Unknown, Returns::from(true), Returns::negated(CallSite::new(2))));
    comes_back(Counters { evaluated: 9, called: 4, compared: 3, active: 2, useful: 1 });
    for rule in [Rule::Skipped, Rule::Open, Rule::Blocks, Rule::Progress] {
        comes_back(Verdict { nearer: Nearer::First(2), rule });
    }
    comes_back(Rule::Blocks);
}

#[test]
fn suites_come_back() {
    let mut goals = Goals::<Trace>::new();
    goals.push(CoverageGoal::new(Block::new(0)));
    goals.push(CoverageGoal::new(Thrown::new(
        Function::new(0),
        Symbol::new(0),
        ExceptionKind::Declared,
    )));
    let mut suite = SuiteRow::new();
    suite.add(&[Fitness::COVERED, Fitness::NEVER]);
    comes_back(suite.clone());
    let mut far = suite.clone();
    far.see(GoalId::new(u32::MAX), Fitness::COVERED);
    comes_back(far);
    let refusal = refused::<SuiteRow>(
        r#"{"least":{"near":[{"level":0,"distance":0.0}],"far":[[0,{"level":0,"distance":0.0}]]}}"#,
    );
    assert!(refusal.contains("come after the goals of `near`"), "{refusal}");
    [Criterion::Branch, Criterion::Exception]
        .into_iter()
        .for_each(|criterion| comes_back(suite.coverage(&goals, criterion)));
    assert!(refused::<Coverage>(r#"{"covered":3,"total":2}"#).contains("more goals"));
}

#[test]
fn explanations_come_back() {
    let graph = FlowGraph::of(
        &FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).statements(2, 2).exit(2).exit(3),
    )
    .expect("legal");
    let mut goals = Goals::<Trace>::new();
    goals.extend(statement_goals(&graph));
    goals.extend(block_goals(&graph));
    let (trace, mut tables) = (goals.trace(&graph).with_operands(), Tables::new(&graph));
    let f = trace.root().enter(Function::new(0));
    for (x, y) in [(-3, 0), (3, 0), (3, 3)] {
        let goes_on = f.decide_with(0, gt(x, 0), format_args!("{x} > 0"))
            && f.decide_with(1, gt(y, 2), format_args!("{y} > 2"));
        let seen = goals.observe(&graph, &trace, &mut tables);
        goals.ids().for_each(|id| comes_back(goals.explain(id, &seen).with_operands(&trace)));
        if goes_on {
            f.done(2, 1);
        }
    }
}

#[test]
fn crashes_come_back() {
    let frame = |method: &str| StackFrame::new("Stack".to_owned(), method.to_owned());
    let wanted =
        StackTrace::new("Overflow".to_owned(), [frame("push").at(3), frame("grow"), frame("main")]);
    let crash = Crash::new(wanted, |frame| {
        (frame.method != "grow")
            .then_some(Block::new(u32::from(frame.method == "main")).statement(2))
    });
    let crash = crash.expect("the target has a statement").with_similarity(Similarity::Free);
    comes_back(crash.clone());
    comes_back((
        CrashGoal::new(1, CrashPart::Trace, crash.clone()),
        CrashGoal::new(2, CrashPart::Stack, crash.clone()),
    ));
    comes_back((
        CrashGoal::new(1, CrashPart::PublishedWeightedSum, crash.clone()),
        CrashGoal::new(2, CrashPart::PublishedStack, crash.clone()),
    ));
    assert_eq!(again(&crash)[0].statements(), [Block::new(1).statement(2)]);
    let sums = [
        WeightedSum::NO_TEST,
        WeightedSum::new(Fitness::COVERED, Some(Distance::from(2))),
        WeightedSum::new(Fitness::new(3, Distance::ZERO), None),
    ];
    sums.into_iter().for_each(comes_back);
    comes_back(STDistance::new(3, 1, Fitness::new(2, Distance::from(1)), false));
    comes_back((Stage::LineReached, CrashPart::WeightedSum, CrashPart::PublishedStack));

    // Block 1 is the target frame's, of a function with one block; its second statement throws.
    let graph =
        FlowGraph::of(&FlowBuilder::new().jump(0, 1).statements(1, 4).exit(1)).expect("legal");
    let run =
        WithStackTraces::<_, String>::new(Trace::new(&graph).with_call_tree(CallTreeLimits::NONE));
    run.execution.root().enter(Function::new(0)).done(1, 1);
    let summary = crash.stack_summary(&graph, &run);
    assert!(summary.blocks.has_entered(Block::new(1)));
    comes_back(summary);

    let text = serde_json::to_string(&crash).expect("can be written");
    assert!(
        refused::<Crash<String>>(&text.replace("[[[0,2]],[[1,2]]]", "[]")).contains("target frame")
    );
    assert!(
        refused::<Crash<String>>(&text.replace("[[[0,2]],[[1,2]]]", "[[[1,2],[1,2]]]"))
            .contains("must ascend")
    );
    assert!(
        refused::<Crash<String>>(&text.replace("[[[0,2]],[[1,2]]]", "[[],[[1,2]]]"))
            .contains("must ascend")
    );
    assert!(
        refused::<Crash<String>>(
            &text.replace("[[[0,2]],[[1,2]]]", "[[[1,2]],[[1,2]],[[1,2]],[[1,2]]]")
        )
        .contains("must ascend")
    );
    assert!(
        refused::<Crash<u32>>(
            r#"{"wanted":{"exception":1,"frames":[]},"places":[[[1,2]]],"similarity":"Free"}"#
        )
        .contains("target frame")
    );
    // A sum does not know a trace of what was not thrown at the line.
    let read: WeightedSum = read(r#"{"line":{"level":1,"distance":2},"thrown":0}"#);
    assert_eq!(read.stage(), Stage::LineNotReached);
}

#[test]
fn what_is_known_of_exceptions_comes_back() {
    let graph = FlowGraph::of(&FlowBuilder::new().exit(0)).expect("legal");
    let trace = Trace::new(&graph);
    trace.root().enter(Function::new(0)).threw(Symbol::new(1), ExceptionKind::Implicit);
    let (mut endings, mut coverage) = (Endings::new(), ImplicitExceptionCoverage::default());
    endings.see(&graph, &trace);
    coverage.see(&trace, |_| true);
    comes_back(endings);
    comes_back(coverage);
}

#[test]
fn gates_come_back() {
    let second = Duration::from_millis(1_500);
    comes_back(Gate::OPEN);
    comes_back(Gate::new(second, 0.3).expect("in range"));
    comes_back(Gate::adaptive(second, 1.0).expect("in range"));
    assert!(
        refused::<Gate>(r#"{"Fixed":{"sleep":{"secs":1,"nanos":0},"usage":1.5}}"#)
            .contains("not in [0, 1]")
    );
    let mut history = Timing::new(second);
    history.see(Fitness::COVERED, 2 * second);
    comes_back(history);
    let mut histories = Timings::new();
    histories.see(&[GoalId::new(2)], &[Fitness::NEVER; 3], second);
    let goal = GoalId::new(2);
    assert!(
        again(&histories).iter().all(|back| back.of(goal, second) == histories.of(goal, second))
    );
}

proptest! {
    #![proptest_config(config(128))]

    #[test]
    fn summaries_come_back(program in programs(), actions in actions()) {
        let graph = graph_of(&program);
        let trace = Trace::new(&graph);
        let mut log = Log::new(&program, Rules::DEFAULT);
        actions.iter().for_each(|action| log.act(&trace, action));
        comes_back(BlockSummary::of(&graph, &trace));
        let lines = Lines::new(
            graph
                .all_blocks()
                .flat_map(|block| [0, 1].map(|k| (block.statement(k), Line::new(block.number())))),
        );
        comes_back(BlockSummary::by_lines(&graph, &lines, &trace));
    }

    /// Whatever a summary says, it can be compared.
    #[test]
    fn hostile_summaries_are_harmless(
        blocks in 0..70_u32,
        first in prop_oneof![Just(0_u32), any::<u32>()],
        words in any::<[u64; 3]>(),
        more in any::<bool>(),
        unusual in proptest::collection::btree_map(0..70_u32, any::<u32>(), 0..4),
        covered in any::<u64>(),
        lines in proptest::collection::vec(any::<u32>(), 4),
        by_lines in any::<bool>(),
    ) {
        let mask = if blocks < 64 { (1 << blocks) - 1 } else { u64::MAX };
        let row = |word: u64| if more && blocks > 64 { vec![word, 1] } else { vec![word & mask] };
        let unusual: Vec<_> = unusual.into_iter().collect();
        let lines = if by_lines { &lines[..unusual.len()] } else { &[] };
        let text = serde_json::json!({
            "functions": [{
                "function": 0, "first_block": first, "blocks": blocks,
                "entered": row(words[0]), "completed": row(words[0] & words[1] & covered), "covered": row(words[0] & covered),
                "evaluated": row(words[2]),
            }],
            "unusual": unusual, "lines": lines,
        });
        if let Ok(summary) = serde_json::from_str::<BlockSummary>(&text.to_string()) {
            comes_back(summary.clone());
            let graph =
                FlowGraph::of(&FlowBuilder::new().statements(0, 3).branch(0, 1, 2).exit(1).exit(2))
                    .expect("legal");
            for (coverage, block) in graph
                .all_blocks()
                .flat_map(|block| [Form::Exact, Form::Published].map(|form| (form, block)))
            {
                let mut coverage = BlockCoverage::new().in_form(coverage);
                coverage.compare(
                    &graph,
                    Target::Statement(block.statement(2)),
                    &summary,
                    &BlockSummary::default(),
                );
                coverage.compare(
                    &graph,
                    Target::Line(&[block.statement(1)]),
                    &BlockSummary::default(),
                    &summary,
                );
                let _ = (
                    summary.has_entered(block),
                    summary.has_completed(block),
                    summary.has_evaluated(block),
                );
            }
        }
    }
}

#[test]
fn summaries_that_contradict_themselves_are_refused() {
    let rows = |function: u32, first: u32, blocks: u32, [entered, completed, covered]: [u64; 3]| {
        format!(
            r#"{{"function":{function},"first_block":{first},"blocks":{blocks},"entered":[{entered}],"completed":[{completed}],"covered":[{covered}],"evaluated":[0]}}"#
        )
    };
    let part = |function, first, blocks, entered, completed| {
        rows(function, first, blocks, [entered, completed, completed])
    };
    let with_lines = |parts: &[String], unusual: &str, lines: &str| {
        let graph = if parts.is_empty() { "0-0" } else { "2-7" };
        format!(
            r#"{{"graph":"{graph}","functions":[{}],"unusual":[{unusual}],"lines":[{lines}]}}"#,
            parts.join(",")
        )
    };
    let summary = |parts: &[String], unusual: &str| with_lines(parts, unusual, "");
    read::<BlockSummary>(&summary(&[part(0, 0, 3, 7, 1), part(1, 3, 1, 1, 1)], "[0,1],[2,0]"));
    read::<BlockSummary>(&with_lines(&[rows(0, 0, 3, [7, 1, 3])], "[1,1],[2,0]", "2,1"));
    for (parts, unusual) in [
        (vec![part(0, 0, 3, 7, 1), part(1, 2, 1, 1, 1)], ""),
        (vec![part(1, 0, 3, 7, 1), part(0, 3, 1, 1, 1)], ""),
        (vec![part(0, 0, 3, 9, 1)], ""),
        (vec![part(0, 0, 3, 1, 3)], ""),
        (vec![rows(0, 0, 3, [7, 3, 1])], ""), // completed, not covered
        (vec![rows(0, 0, 3, [1, 1, 3])], ""), // covered, not entered
        (vec![part(0, 0, 0, 0, 0)], ""),
        (vec![part(0, 0, 65, 0, 0)], ""),
        (vec![part(0, u32::MAX, 1, 0, 0)], ""),
        (vec![part(0, 0, 3, 7, 1)], "[2,0],[0,1]"),
    ] {
        refused::<BlockSummary>(&summary(&parts, unusual));
    }
    refused::<BlockSummary>(&with_lines(&[rows(0, 0, 3, [7, 1, 3])], "[1,1],[2,0]", "2"));
    assert_eq!(BlockSummary::of(&FlowGraph::new(), &Record::default()), BlockSummary::default());
}
