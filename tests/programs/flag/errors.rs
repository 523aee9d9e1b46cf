//! What does not fit is told, changes nothing, and never panics: declarations, and executions that
//! do not know their calls.

use super::subjects::{
    CHECK, MAIN, OTHER, OUTER, SITE, Subject, answer, assert_fitness, guard, guarded, is_hundred,
};
use sbst::distance::{Distance, Rules, eq, flag};
use sbst::execution::{CallTreeLimits, Caller, Execution, Fact, Facts, Misuse, Trace};
use sbst::fitness::flag::{Condition, FlagError, FlagGradient, Flags, Returns};
use sbst::fitness::{Fitness, FitnessTable};
use sbst::flow::{FlowBuilder, FlowGraph, GraphMismatch, Outcome};
use sbst::id::{Branch, Function};

/// How far the goal behind the flag is after a run with 60, which is 41 away from 100.
const SIXTY: f64 = 41.0 / 42.0;

fn sixty(t: Caller<'_>) {
    guarded(t, |t| is_hundred(t, 60));
}

#[test]
fn each_error_names_what_does_not_fit() {
    let mut graph = FlowGraph::of(&guard()).expect("legal");
    graph.add(&answer()).expect("legal");
    graph
        .add(&FlowBuilder::new().case(0, 1, 1).default(0, 2).jump(1, 2).exit(1).exit(2))
        .expect("legal");
    let mut flags = Flags::new();

    let error = flags.function(&graph, CHECK).returns(9, true).map(drop).unwrap_err();
    assert_eq!(error, FlagError::NoSuchBlock { function: CHECK, block: 9 });
    assert_eq!(error.to_string(), "f1 has no block 9");
    let error = flags.function(&graph, Function::new(7)).decides(0, SITE).map(drop).unwrap_err();
    assert_eq!(error, FlagError::NoSuchBlock { function: Function::new(7), block: 0 });
    assert_eq!(error.to_string(), "f7 has no block 0");

    let error = flags.function(&graph, MAIN).decides(1, SITE).map(drop).unwrap_err();
    assert_eq!(error, FlagError::NoSuchBranch { function: MAIN, block: 1, outcome: Outcome::True });
    assert_eq!(error.to_string(), "block 1 of f0 has no decided branch named true");
    // A way on beside an exit is a branch that no predicate decides; and a selection has no two
    // sides.
    for outcome in [Outcome::Next, Outcome::Exception(0)] {
        let error =
            flags.function(&graph, OUTER).branch(1, outcome, SITE, true).map(drop).unwrap_err();
        assert_eq!(error, FlagError::NoSuchBranch { function: OUTER, block: 1, outcome });
    }
    assert!(flags.function(&graph, OUTER).decides(0, !Condition::call(SITE)).is_err());

    assert!(flags.function(&graph, MAIN).decides(0, SITE).is_ok());
    let error =
        flags.function(&graph, MAIN).decides(0, !Condition::call(SITE)).map(drop).unwrap_err();
    assert_eq!(error, FlagError::DeclaredTwice { function: MAIN, block: 0 });
    assert_eq!(error.to_string(), "block 0 of f0 was declared before in another way");

    let trace = Trace::new(&graph);
    drop(trace.root().enter(CHECK));
    let error = FlagGradient::new().refine(&graph, &flags, &trace).map(drop).unwrap_err();
    assert_eq!(error, FlagError::NoActivations { function: CHECK });
    assert!(
        error.to_string().starts_with("f1 was entered")
            && error.to_string().contains("record calls one by one"),
        "{error}"
    );
    let boxed: Box<dyn core::error::Error + Send + Sync> = Box::new(error);
    assert!(boxed.source().is_none());
}

#[test]
fn what_was_declared_may_be_declared_again_and_not_be_contradicted() {
    let Subject { graph, mut flags } = Subject::guard_and_check();
    let before: Vec<Branch> = flags.branches().collect();
    let required =
        |flags: &Flags| [false, true].map(|value| flags.required(CHECK, value).collect::<Vec<_>>());
    let needs = required(&flags);
    assert_eq!(
        needs,
        [Outcome::False, Outcome::True]
            .map(|side| vec![graph.branch(graph.entry(CHECK), side).expect("a side")])
    );
    for _ in 0..2 {
        assert!(flags.function(&graph, MAIN).decides(0, SITE).is_ok());
        assert!(flags.function(&graph, MAIN).branch(0, Outcome::False, SITE, false).is_ok());
        assert!(
            flags
                .function(&graph, CHECK)
                .returns(2, false)
                .and_then(|check| check.returns(1, true))
                .is_ok()
        );
        let twice = |function, block| Some(FlagError::DeclaredTwice { function, block });
        assert_eq!(flags.function(&graph, MAIN).decides(0, OTHER).err(), twice(MAIN, 0));
        assert_eq!(
            flags.function(&graph, MAIN).decides(0, !Condition::call(SITE)).err(),
            twice(MAIN, 0)
        );
        for value in [
            Returns::from(false),
            Returns::Decision,
            Returns::from(SITE),
            Returns::negated(SITE),
            Returns::Unknown,
        ] {
            assert_eq!(flags.function(&graph, CHECK).returns(1, value).err(), twice(CHECK, 1));
        }
        assert!(flags.function(&graph, OUTER).returns(9, true).is_err());
        assert!(flags.branches().eq(before.iter().copied()));
        assert_eq!(required(&flags), needs);
    }
    let subject = Subject { graph, flags };
    assert_fitness(subject.goal(1, sixty), 0, SIXTY);
}

#[test]
fn of_two_sides_that_do_not_both_fit_neither_is_declared() {
    let Subject { graph, .. } = Subject::guard_and_check();
    let [then, or_else] = [Outcome::True, Outcome::False]
        .map(|side| graph.branch(graph.entry(MAIN), side).expect("a side"));
    let mut flags = Flags::new();
    assert!(flags.function(&graph, MAIN).branch(0, Outcome::False, OTHER, true).is_ok());
    assert!(flags.function(&graph, MAIN).decides(0, SITE).is_err());
    assert!(flags.needs(then).next().is_none() && flags.needs(or_else).next().is_some());
    assert!(flags.branches().eq([or_else]));
    // A predicate of which the graph has one side only has no other side to declare; the one that
    // it has may be.
    let graph = FlowGraph::of(&FlowBuilder::new().edge(0, Outcome::True, 1).exit(0).exit(1))
        .expect("legal");
    let mut flags = Flags::new();
    let error = flags.function(&graph, MAIN).decides(0, SITE).err();
    assert_eq!(
        error,
        Some(FlagError::NoSuchBranch { function: MAIN, block: 0, outcome: Outcome::False })
    );
    assert_eq!(flags.branches().len(), 0);
    assert!(flags.function(&graph, MAIN).branch(0, Outcome::True, SITE, true).is_ok());
    assert_eq!(flags.branches().len(), 1);
}

#[test]
fn a_trace_that_does_not_record_calls_cannot_be_refined_and_tells_so() {
    let subject = Subject::guard_and_check();
    let (without, with) = (Trace::new(&subject.graph), subject.ran(sixty));
    sixty(without.root());
    assert_eq!(without.check(), Ok(()));
    let mut gradient = FlagGradient::new();
    let error = gradient.refine(&subject.graph, &subject.flags, &without).map(drop);
    assert_eq!(error, Err(FlagError::NoActivations { function: MAIN }));
    assert_eq!(without.check(), Err(Misuse::NotRecorded(Fact::Calls)));
    // The gradient is as good as new.
    let refined = gradient.refine(&subject.graph, &subject.flags, &with).expect("a tree");
    let flag = subject.graph.edge(subject.flags.branches().next().expect("a flag"));
    assert_eq!(
        refined.branch_distance(flag).map(|distance| distance < Distance::from(1)),
        Some(true)
    );
}

#[test]
fn a_run_in_which_nothing_ran_is_refined_to_nothing() {
    let subject = Subject::guard_and_check();
    let mut gradient = FlagGradient::new();
    let sixty = subject.ran(sixty);
    for trace in [subject.trace(), Trace::new(&subject.graph)] {
        assert!(gradient.refine(&subject.graph, &subject.flags, &sixty).is_ok()); // something to forget
        let refined =
            gradient.refine(&subject.graph, &subject.flags, &trace).expect("no call, no question");
        let mut table = FitnessTable::new(&subject.graph);
        table.sweep(&subject.graph, &refined);
        assert_eq!(table.block(subject.graph.block(MAIN, 1)), Fitness::new(1, Distance::INFINITE));
        assert_eq!(table.entered().len(), 0);
        assert_eq!(
            refined.distance_in(
                sbst::id::Activation::new(0),
                subject.flags.branches().next().expect("a flag")
            ),
            None
        );
    }
}

#[test]
fn a_gradient_remembers_nothing_of_the_executions_before() {
    let subject = Subject::guard_and_check();
    let flag = subject.graph.edge(subject.flags.branches().next().expect("a flag"));
    let traces = [99, 60, 100, 97, 60].map(|x| subject.ran(|t| guarded(t, |t| is_hundred(t, x))));
    let mut gradient = FlagGradient::new();
    let distances = traces.map(|trace| {
        let refined = gradient.refine(&subject.graph, &subject.flags, &trace).expect("a tree");
        refined.branch_distance(flag).map(Distance::get)
    });
    assert_eq!(distances, [2.0 / 3.0, SIXTY, 0.0, 4.0 / 5.0, SIXTY].map(Some));
    // Nor of other flags: where nothing is declared, the distance is the one that was observed.
    let sixty = subject.ran(sixty);
    let refined = gradient
        .refine(&subject.graph, &subject.flags, &sixty)
        .map(|refined| refined.branch_distance(flag));
    assert_eq!(refined, Ok(Some(Distance::new(SIXTY).expect("positive"))));
    let none = Flags::new();
    let refined =
        gradient.refine(&subject.graph, &none, &sixty).map(|refined| refined.branch_distance(flag));
    assert_eq!(refined, Ok(Some(Distance::from(1))));
    let refined = gradient
        .refine(&subject.graph, &subject.flags, &sixty)
        .map(|refined| refined.branch_distance(flag));
    assert_eq!(refined, Ok(Some(Distance::new(SIXTY).expect("positive"))));
}

#[test]
fn flags_of_another_program_are_no_flags_of_this_one() {
    let subject = Subject::guard_and_check();
    let trace = subject.ran(sixty);
    let bodies: Vec<_> = std::iter::repeat_n(answer(), 40).collect();
    let larger = Subject::new(&bodies, |graph, flags| {
        for function in (20..40).map(Function::new) {
            flags.function(graph, function).decides(0, SITE)?.returns(1, true)?.returns(2, SITE)?;
        }
        Ok(())
    });
    let other = |made_for, graph: &FlowGraph| {
        Err(FlagError::OtherGraph(GraphMismatch { made_for, used_with: graph.identity() }))
    };
    let mut gradient = FlagGradient::new();
    let mut refined = |graph: &FlowGraph, flags: &Flags, trace: &Trace| {
        gradient.refine(graph, flags, trace).map(|_| ())
    };
    // Flags of a program with more functions; of one with fewer; of one where there is none.
    let flags = larger.flags.made_for();
    assert_eq!(refined(&subject.graph, &larger.flags, &trace), other(flags, &subject.graph));
    let flags = subject.flags.made_for();
    assert_eq!(
        refined(&larger.graph, &subject.flags, &larger.trace()),
        other(flags, &larger.graph)
    );
    assert_eq!(refined(&FlowGraph::new(), &subject.flags, &trace), other(flags, &FlowGraph::new()));
    // The flags fit, the execution does not.
    assert_eq!(
        refined(&larger.graph, &larger.flags, &trace),
        other(trace.made_for(), &larger.graph)
    );
    // Declared for two programs.
    let mut flags = subject.flags.clone();
    let declared = flags.function(&larger.graph, MAIN).returns(1, true).map(|_| ());
    assert_eq!(declared, other(subject.flags.made_for(), &larger.graph));
}

#[test]
fn functions_may_come_later_than_flags_and_flags_later_than_functions() {
    let mut subject = Subject::guard_and_check();
    let mut trace = subject.ran(sixty);
    let late = subject.graph.add(&guard()).expect("legal");
    trace.fit(&subject.graph).expect("it has grown");
    assert_fitness(
        subject.refined(FlagGradient::new(), &trace).block(subject.graph.block(MAIN, 1)),
        0,
        SIXTY,
    );
    trace.reset();
    let f = trace.root().enter(late);
    f.decide(0, flag(is_hundred(f.at(OTHER), 97)));
    drop(f);
    let goal = subject.graph.block(late, 1);
    assert_eq!(
        subject.refined(FlagGradient::new(), &trace).block(goal),
        Fitness::new(0, Distance::from(1))
    );
    subject.flags.function(&subject.graph, late).decides(0, OTHER).expect("fits");
    assert_fitness(subject.refined(FlagGradient::new(), &trace).block(goal), 0, 4.0 / 5.0);
    sixty(trace.root());
    let table = subject.refined(FlagGradient::new(), &trace);
    assert_fitness(table.block(goal), 0, 4.0 / 5.0);
    assert_fitness(table.block(subject.graph.block(MAIN, 1)), 0, SIXTY);
    assert_eq!(trace.check(), Ok(()));
}

#[test]
fn a_clone_is_as_far_as_its_original_and_a_reset_forgets() {
    let subject = Subject::guard_and_check();
    let goal = |trace: &Trace| {
        subject.refined(FlagGradient::new(), trace).block(subject.graph.block(MAIN, 1))
    };
    let trace = subject.ran(sixty);
    let clone = trace.clone();
    guarded(trace.root(), |t| is_hundred(t, 97));
    assert_fitness(goal(&trace), 0, 4.0 / 5.0);
    assert_fitness(goal(&clone), 0, SIXTY);
    clone.reset();
    guarded(clone.root(), |t| is_hundred(t, 50));
    assert_fitness(goal(&clone), 0, 51.0 / 52.0);
    assert_fitness(goal(&trace), 0, 4.0 / 5.0);
    // A site that waits for its call when the trace is reset is forgotten, too.
    let f = trace.root().enter(MAIN);
    let waiting = f.at(SITE);
    trace.reset();
    assert!(!is_hundred(waiting, 99));
    drop(f);
    guarded(trace.root(), |t| is_hundred(t, 60));
    assert_fitness(goal(&trace), 0, SIXTY);
}

#[test]
fn what_blocks_do_while_no_frame_is_open_belongs_to_no_call() {
    let subject = Subject::guard_and_check();
    let entry = subject.graph.entry(MAIN);
    let trace = subject.trace();
    assert!(!trace.decide(entry, flag(false)));
    let mut gradient = FlagGradient::new();
    let error = gradient.refine(&subject.graph, &subject.flags, &trace).map(drop);
    assert_eq!((error, trace.check()), (Err(FlagError::NoActivations { function: MAIN }), Ok(())));
    // Beside calls that are known: the flag was evaluated, nobody knows in which call, and keeps K.
    assert!(!trace.root().enter(CHECK).decide(0, eq(99, 100)));
    let goal = || subject.refined(FlagGradient::new(), &trace).block(subject.graph.block(MAIN, 1));
    assert_eq!(goal(), Fitness::new(0, Distance::from(1)));
    sixty(trace.root());
    assert_fitness(goal(), 0, SIXTY);
}

/// A machine that keeps its frames itself, and knows blocks by their number in the program.
#[test]
fn an_interpreter_names_its_sites_when_it_opens_frames() {
    let subject = Subject::guard_and_check();
    let trace =
        Trace::new(&subject.graph).with_rules(Rules::TRACEY).with_call_tree(CallTreeLimits::NONE);
    let [main, check] = [MAIN, CHECK].map(|function| subject.graph.entry(function));
    let mut frames = vec![trace.root().enter(MAIN)];
    for (site, x) in [(OTHER, 99), (SITE, 60), (OTHER, 98)] {
        frames.push(trace.innermost(Some(site)).enter(CHECK));
        assert!(!trace.decide(check, trace.rules().eq(x, 100)));
        drop(frames.pop());
    }
    assert!(!trace.decide(main, trace.rules().flag(false)));
    drop(frames);
    assert_eq!((trace.check(), trace.activation_count()), (Ok(()), 4));
    let goal = || subject.refined(FlagGradient::new(), &trace).block(subject.graph.block(MAIN, 1));
    assert_fitness(goal(), 0, SIXTY); // the calls at the other site are nearer, and none of its business
    // A call without a site is none of it, either: the flag keeps K.
    trace.reset();
    let frame = trace.root().enter(MAIN);
    drop(frame.caller().enter(CHECK));
    trace.decide(main, flag(false));
    drop(frame);
    assert_eq!(goal(), Fitness::new(0, Distance::from(1)));
}
