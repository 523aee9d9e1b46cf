//! Executions with one fault each.

use crate::store::{Store, Table, b, d, e, f, graph, lawful};
use sbst::distance::Distance;
use sbst::execution::Execution;
use sbst::flow::{Edge, FlowBuilder, FlowGraph, Outcome};
use sbst::id::{Block, Branch, Function};
use sbst_conformance::{self as conformance, Violation};

/// What the laws of executions find after one thing was made wrong.
#[track_caller]
fn finds(fault: impl FnOnce(&mut Store), expected: &[Violation]) {
    let mut run = lawful();
    fault(&mut run);
    assert_eq!(&*conformance::execution(&graph(), &run), expected);
}

/// The same of evaluations.
#[track_caller]
fn finds_in_counts(fault: impl FnOnce(&mut Store), expected: &[Violation]) {
    let mut run = lawful();
    fault(&mut run);
    assert_eq!(&*conformance::evaluations(&graph(), &run), expected);
}

#[test]
fn lawful_runs_have_none() {
    finds(|_| (), &[]);
    finds_in_counts(|_| (), &[]);
    assert!(conformance::execution(&graph(), &Store::default()).is_empty());
}

/// Cut short in any block, or by an exception: nothing of that is a fault.
#[test]
fn runs_that_end_early_have_none() {
    finds(|run| run.all.progress.set(3, 0), &[]);
    finds(
        |run| {
            run.all.progress.set(1, 0);
            run.all.distance.set(2, None);
            run.all.distance.set(3, 0.0);
            run.all.progress.set(4, 0);
        },
        &[],
    );
    finds(|run| run.all.distance.set(2, None), &[]); // executors need not see implicit branches
    finds(
        |run| {
            run.all = Default::default();
            run.all.progress.set(0, 1);
            run.entered = Table::default();
            run.entered.set(0, ());
        },
        &[],
    );
}

#[test]
fn more_progress_than_statements_is_found() {
    finds(
        |run| run.all.progress.set(3, 2),
        &[Violation::ProgressBeyond { block: b(3), progress: 2, statements: 1 }],
    );
    let wild = Violation::ProgressBeyond { block: b(2), progress: u32::MAX, statements: 0 };
    finds(|run| run.all.progress.set(2, u32::MAX), &[wild]);
}

#[test]
fn a_decision_in_a_block_that_did_not_end_is_found() {
    let incomplete = |branch, source_block, statements| Violation::Incomplete {
        branch,
        source_block,
        progress: statements - 1,
        statements,
    };
    finds(|run| run.all.progress.set(0, 1), &[incomplete(e(0), b(0), 2)]);
    finds(|run| run.all.progress.set(1, 0), &[incomplete(e(2), b(1), 1)]);
}

#[test]
fn a_decision_in_a_block_that_was_not_entered_is_found() {
    finds(
        |run| run.all.progress.set(2, None),
        &[Violation::NotEntered { branch: e(4), source_block: b(2) }],
    );
}

#[test]
fn a_decision_that_is_known_in_part_is_found() {
    finds(
        |run| run.all.distance.set(5, None),
        &[Violation::PartlyKnown { block: b(2), known: e(4), unknown: e(5) }],
    );
    let other_side = Violation::PartlyKnown { block: b(6), known: e(8), unknown: e(7) };
    finds(|run| run.all.distance.set(7, None), &[other_side]);
}

#[test]
fn a_decision_that_takes_no_branch_is_found() {
    finds(|run| run.all.distance.set(6, 2.0), &[Violation::NothingTaken { block: b(2) }]);
    finds(|run| run.all.distance.set(6, f64::INFINITY), &[Violation::NothingTaken { block: b(2) }]);
}

#[test]
fn an_implicit_branch_with_a_distance_is_found() {
    finds(
        |run| run.all.distance.set(2, 1.0),
        &[Violation::ImplicitDistance { branch: e(2), distance: d(1.0) }],
    );
}

#[test]
fn a_block_that_nothing_leads_to_is_found() {
    finds(|run| run.all.progress.set(5, 0), &[Violation::NoWayIn { block: b(5) }]); // case 9 was missed
    finds(|run| run.all.progress.set(7, 0), &[Violation::NoWayIn { block: b(7) }]);
}

#[test]
fn a_function_that_is_not_named_is_found() {
    finds(|run| run.entered.set(1, None), &[Violation::NotNamed { function: f(1) }]);
}

#[test]
fn a_function_that_was_not_entered_is_found() {
    finds(|run| run.entered.set(2, ()), &[Violation::NothingKnown { function: f(2) }]);
}

#[test]
fn a_function_of_another_graph_is_found() {
    finds(
        |run| [4, 7].into_iter().for_each(|function| run.entered.set(function, ())),
        &[Violation::NoSuchFunction { function: f(4) }],
    );
}

#[test]
fn answers_that_change_are_found() {
    let progress = Violation::ProgressChanged { block: b(3), first: Some(1), second: None };
    finds(|run| run.all.progress.fickle = Some((3, 2, None)), &[progress]);
    let distance =
        Violation::DistanceChanged { branch: e(5), first: Some(d(7.0)), second: Some(d(6.0)) };
    finds(|run| run.all.distance.fickle = Some((5, 2, Some(6.0))), &[distance]);
    finds(
        |run| run.entered.fickle = Some((1, 2, None)),
        &[Violation::EnteredChanged { function: f(1) }],
    );
}

#[test]
fn counts_that_do_not_fit_are_found() {
    let both = |run: &mut Store, count: u32| {
        [0, 1].into_iter().for_each(|side| run.evaluations.set(side, count));
    };
    finds_in_counts(|run| both(run, 1), &[Violation::SeveralTaken { block: b(0), taken: 2 }]);
    finds_in_counts(|run| both(run, 0), &[Violation::NotEvaluated { branch: e(0) }]);
    finds_in_counts(|run| both(run, u32::MAX), &[]);
    let implicit = Violation::ImplicitEvaluations { branch: e(3), evaluations: 4 };
    finds_in_counts(|run| run.evaluations.set(3, 4), &[implicit]);
    let different = Violation::DifferentEvaluations { block: b(2), first: 1, second: 2 };
    finds_in_counts(|run| run.evaluations.set(6, 2), &[different]);
    let changed = Violation::EvaluationsChanged { branch: e(6), first: 1, second: 9 };
    finds_in_counts(|run| run.evaluations.fickle = Some((6, 2, Some(9))), &[changed]);
    let unknown = Violation::NotKnown { branch: e(7), evaluations: 1 };
    finds_in_counts(
        |run| [7, 8].into_iter().for_each(|side| run.all.distance.set(side, None)),
        &[unknown],
    );
}

#[test]
fn what_shrinks_is_found() {
    let (graph, earlier) = (graph(), lawful());
    let finds = |fault: &dyn Fn(&mut Store), expected: &[Violation]| {
        let mut later = lawful();
        fault(&mut later);
        assert_eq!(&*conformance::grown(&graph, &earlier, &later), expected);
    };
    finds(&|_| (), &[]);
    finds(&|run| run.all.distance.set(5, 3.0), &[]);
    let grew = |whole| {
        let parts = Some(d(7.0));
        Violation::DistanceOfWhole { branch: e(5), parts, whole }
    };
    finds(&|run| run.all.distance.set(5, 8.0), &[grew(Some(d(8.0)))]);
    finds(&|run| run.all.distance.set(5, None), &[grew(None)]);
    let fell = |whole| Violation::ProgressOfWhole { block: b(0), parts: Some(2), whole };
    finds(&|run| run.all.progress.set(0, 1), &[fell(Some(1))]);
    finds(&|run| run.all.progress.set(0, None), &[fell(None)]);
    let no_longer = Violation::EnteredByWhole { function: f(0), by_part: true };
    finds(&|run| run.entered.set(0, None), &[no_longer]);
}

#[test]
fn what_is_merged_wrongly_is_found() {
    let graph = graph();
    let mut other = Store::default();
    other.all.progress.set(9, 0);
    other.entered.set(2, ());
    let parts = [lawful(), other];
    let mut whole = lawful();
    whole.all.progress.set(9, 0);
    whole.entered.set(2, ());
    let finds = |fault: &dyn Fn(&mut Store), expected: &[Violation]| {
        let mut whole = whole.clone();
        fault(&mut whole);
        assert_eq!(&*conformance::merged(&graph, &parts, &whole), expected);
    };
    finds(&|_| (), &[]);
    let distance = |branch, parts, whole| Violation::DistanceOfWhole { branch, parts, whole };
    finds(&|run| run.all.distance.set(5, 6.0), &[distance(e(5), Some(d(7.0)), Some(d(6.0)))]);
    finds(&|run| run.all.distance.set(5, None), &[distance(e(5), Some(d(7.0)), None)]);
    finds(&|run| run.all.distance.set(3, 0.0), &[distance(e(3), None, Some(d(0.0)))]);
    let progress = Violation::ProgressOfWhole { block: b(9), parts: Some(0), whole: None };
    finds(&|run| run.all.progress.set(9, None), &[progress]);
    finds(
        &|run| run.entered.set(2, None),
        &[Violation::EnteredByWhole { function: f(2), by_part: true }],
    );
    let mut nothing = Store::default();
    nothing.entered.set(1, ());
    let outside = [Violation::EnteredByWhole { function: f(1), by_part: false }];
    assert_eq!(&*conformance::merged::<Store>(&graph, &[], &nothing), outside);

    whole.evaluations.set(7, 2);
    let count = [Violation::EvaluationsOfWhole { branch: e(7), parts: 1, whole: 2 }];
    assert_eq!(&*conformance::merged_evaluations(&graph, &parts, &whole), count);
}

/// Two states, or parts, of another program.
#[test]
fn od21_executions_of_another_program_are_found() {
    let (one, other) = (trace_of(1), trace_of(2));
    let (graph, foreign) = (&one.0, &other.1);
    let others = |found: conformance::Violations| {
        found.into_iter().filter(|found| matches!(found, Violation::OtherGraph(_))).count()
    };
    assert_eq!(others(conformance::grown(graph, &one.1, &one.1)), 0);
    assert_eq!(others(conformance::grown(graph, foreign, foreign)), 2);
    assert_eq!(others(conformance::merged(graph, &[&one.1], foreign)), 1);
    assert_eq!(others(conformance::merged(graph, &[foreign], &one.1)), 1);
}

/// A program of one block with so many statements, and an execution.
fn trace_of(statements: u32) -> (FlowGraph, sbst::execution::Trace) {
    let body = FlowBuilder::new().statements(0, statements).exit(0);
    let graph = FlowGraph::of(&body).expect("valid");
    let trace = sbst::execution::Trace::new(&graph);
    drop(trace.root().enter(f(0)));
    (graph, trace)
}

/// A two-way predicate and a selection in one block are two decisions.
#[test]
fn a_block_may_have_two_decisions() {
    use sbst::execution::Trace;
    use sbst::flow::{FlowBuilder, FlowGraph};
    let body = FlowBuilder::new().branch(0, 1, 2).case(0, 5, 1).default(0, 2).exit(1).exit(2);
    let graph = FlowGraph::of(&body).expect("valid");
    let trace = Trace::new(&graph);
    trace.root().enter(f(0)).decide(0, sbst::distance::lt(3, 5));
    for value in [5, 8] {
        conformance::execution(&graph, &trace).expect_none();
        conformance::evaluations(&graph, &trace).expect_none();
        trace.root().enter(f(0)).switch(0, value);
    }
}

/// What came out has an edge: no value but those that are listed was ever seen.
#[test]
fn selections_that_list_all_values_take_one() {
    let graph = sbst::flow::FlowGraph::of(
        &sbst::flow::FlowBuilder::new().case(0, 5, 1).case(0, 9, 1).exit(1),
    )
    .expect("valid");
    let mut run = Store::default();
    run.entered.set(0, ());
    run.all.progress.set(0, 0);
    [(0, 3.0), (1, 1.0)]
        .into_iter()
        .for_each(|(branch, distance)| run.all.distance.set(branch, distance));
    assert_eq!(&*conformance::execution(&graph, &run), [Violation::NothingTaken { block: b(0) }]);
}

/// What comes of an evaluation may have no edge: it leaves the function, or it is an exception.
#[test]
fn decisions_without_some_sides_need_take_none() {
    use sbst::flow::{FlowBuilder, FlowGraph};
    let one_side = |body: FlowBuilder| {
        let graph = FlowGraph::of(&body).expect("valid");
        let mut run = Store::default();
        run.entered.set(0, ());
        run.all.progress.set(0, 0);
        run.all.distance.set(0, 3.0);
        run.evaluations.set(0, 1);
        conformance::evaluations(&graph, &run).expect_none();
        conformance::execution(&graph, &run).into_iter().collect::<Vec<_>>()
    };
    let side = || FlowBuilder::new().edge(0, sbst::flow::Outcome::True, 1).exit(1);
    assert_eq!(one_side(side().exit(0)), []);
    assert_eq!(one_side(side().exception(0, 1)), []);
    let case = || FlowBuilder::new().case(0, 5, 1).exit(1);
    assert_eq!(one_side(case().exit(0)), []);
    assert_eq!(one_side(case().exception(0, 1)), []);
    let default = one_side(FlowBuilder::new().default(0, 1).exit(0).exit(1));
    assert_eq!(default, [Violation::NothingTaken { block: b(0) }]);
}

/// What an executor tells of one function that it names as entered.
struct Told {
    ran: &'static [Option<u32>],
    distance: &'static [Option<u32>],
}

impl Execution for Told {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.distance[branch.branch.index()].map(Distance::from)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.ran[block.index()]
    }
    fn entered(&self, _: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        visit(Function::new(0));
    }
}

#[test]
fn blocks_that_vouch_only_for_each_other_are_found() {
    let no_way = |body: FlowBuilder, ran, distance| {
        let graph = FlowGraph::of(&body).expect("legal");
        let found = conformance::execution(&graph, &Told { ran, distance });
        let blocks = found.into_iter().map(|violation| match violation {
            Violation::NoWayIn { block } => block.number(),
            other => panic!("{other}"),
        });
        blocks.collect::<Vec<_>>()
    };
    let around = || FlowBuilder::new().branch(0, 1, 3).jump(1, 2).branch(2, 1, 3).exit(3);
    let distances = &[Some(5), Some(0), Some(0), Some(3)];
    assert_eq!(no_way(around(), &[Some(0); 4], distances), [1, 2]); // a loop that nobody entered
    assert_eq!(
        no_way(around(), &[Some(0); 4], &[Some(0), Some(0), Some(0), Some(3)]),
        Vec::<u32>::new()
    );
    assert_eq!(
        no_way(around(), &[None, Some(0), Some(0), Some(0)], &[None, None, Some(0), Some(3)]),
        [1, 2, 3]
    ); // nor the entry
    let jump = || FlowBuilder::new().statements(0, 3).jump(0, 1).exit(1);
    assert_eq!(no_way(jump(), &[Some(2), Some(0)], &[]), [1]); // who goes on has completed the block
    assert_eq!(no_way(jump(), &[Some(3), Some(0)], &[]), Vec::<u32>::new());
}

/// Blocks that were entered, and branches with their distances.
struct Listed(Vec<u32>, Vec<(Branch, f64)>);

impl Execution for Listed {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.1.iter().find(|row| row.0 == branch.branch).map(|row| d(row.1))
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.0.contains(&block.number()).then_some(0)
    }
}

#[test]
fn od27_an_exception_that_alone_leads_to_a_block_is_told() {
    let check = |body: &FlowBuilder, entered: &[u32], told: &[(u32, Outcome, f64)]| {
        let graph = FlowGraph::of(body).expect("legal");
        let told = told.iter().map(|&(block, outcome, distance)| {
            (graph.branch(b(block), outcome).expect("a branch"), distance)
        });
        let run = Listed(entered.to_vec(), told.collect());
        conformance::execution(&graph, &run).to_vec()
    };
    let thrown = |number| Outcome::Exception(number);
    let body = FlowBuilder::new().jump(0, 1).exception(0, 2).exit(1).exit(2);
    assert_eq!(check(&body, &[0, 2], &[]), [Violation::NoWayIn { block: b(2) }]);
    assert_eq!(check(&body, &[0, 2], &[(0, thrown(0), 0.0)]), []);
    assert_eq!(check(&body, &[0, 1], &[]), []);
    // One of several exceptions is enough, and what the handler leads to was entered behind it.
    let body = FlowBuilder::new().jump(0, 1).exception(0, 2).jump(1, 4).exception(1, 2);
    let body = body.jump(2, 3).exit(3).exit(4);
    assert_eq!(check(&body, &[0, 1, 2, 3], &[(1, thrown(0), 0.0)]), []);
    assert_eq!(
        check(&body, &[0, 1, 2, 3], &[]),
        [Violation::NoWayIn { block: b(2) }, Violation::NoWayIn { block: b(3) }]
    );
    // A block that something else leads to may have been entered so.
    let body = FlowBuilder::new().jump(0, 1).exception(0, 1).exit(1);
    assert_eq!(check(&body, &[0, 1], &[]), []);
    // The only edge of a block is no branch, and has no distance.
    let body = FlowBuilder::new().exception(0, 1).exit(1);
    assert_eq!(check(&body, &[0, 1], &[]), []);
}
