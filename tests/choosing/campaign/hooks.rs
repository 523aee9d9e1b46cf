//! Programs that run under the campaign's recorder, with flags that are refined, against the
//! definition; and the same executions offered as records.

use crate::effort::config;
use crate::oracle::calling::{Program, programs};
use crate::oracle::campaign::{Change, SlowCampaign, Stands};
use crate::oracle::flag_worlds::{choice, declarations, declare, gradient};
use crate::oracle::frontier::GoalPicture;
use crate::oracle::subject::{Callable, Subject, World};
use crate::selection::sorted;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::Campaign;
use sbst::campaign::{Achieved, CampaignBuilder};
use sbst::execution::{CallTreeLimits, ExceptionKind, Facts, Record, Thrown, Trace};
use sbst::id::{Function, Symbol};
use sbst::objective::{Criterion, Explanation, Goals, Program as Goalful, Roots};
use sbst::report::Standing;
use std::collections::{BTreeMap, BTreeSet};

const CRITERIA: [Criterion; 5] = [
    Criterion::Method,
    Criterion::Branch,
    Criterion::Block,
    Criterion::DirectBranch,
    Criterion::Exception,
];

/// What a test does: the program on an argument, and then it may fail.
fn subject(program: &Program, trace: &Trace, argument: i32) {
    program.calling(argument).run(trace);
    if argument % 3 == 0 {
        let kind =
            if argument % 2 == 0 { ExceptionKind::Explicit } else { ExceptionKind::Declared };
        trace.threw(Thrown::new(Function::new(0), Symbol::new(argument.unsigned_abs() % 4), kind));
    }
}

fn change<X>(outcome: &Achieved<'_, X>) -> Change {
    Change {
        row: outcome.row.to_vec(),
        covered: outcome.covered.to_vec(),
        opened: outcome.opened.to_vec(),
        nearer: sorted(outcome.nearer),
    }
}

fn settings<X: Facts>(
    builder: CampaignBuilder<X>,
    world: &World,
    roots: Roots,
) -> CampaignBuilder<X> {
    builder
        .graph(world.graph.clone())
        .methods(world.methods.clone())
        .criteria(CRITERIA)
        .roots(roots)
}

fn cost(argument: &i32) -> u32 {
    argument.unsigned_abs() / 3
}

fn registry(world: &World) -> Goals<Trace> {
    let mut goals = Goals::for_graph(&world.graph);
    let program = Goalful::new(&world.graph).with_methods(&world.methods);
    for criterion in CRITERIA {
        goals.add(criterion, &program);
    }
    goals
}

proptest! {
    #![proptest_config(config(192))]

    #[test]
    fn runs_are_what_the_definition_says(
        program in programs(),
        arguments in vec(-9..9_i32, 1..7),
        choice in proptest::option::of(choice()),
        roots in proptest::sample::select(vec![Roots::Active, Roots::BehindEntry, Roots::All]),
    ) {
        let methods = program.methods();
        let shapes: Vec<_> = methods.iter().map(|method| method.shape.clone()).collect();
        let callable = |function| Callable { function, returns: Vec::new(), takes: Vec::new() };
        let callables = (0..shapes.len()).map(callable).collect();
        let world = World::new(Subject {
            shapes,
            lines: Vec::new(),
            mutants: Vec::new(),
            methods: callables,
        });
        let graph = world.graph.clone();
        let flags = |choice| (declare(&graph, &declarations(&methods)), choice);
        let by_hooks = settings(Campaign::builder(), &world, roots);
        let by_hooks = match choice {
            Some(choice) => by_hooks.flags(flags(choice).0, gradient(choice)),
            None => by_hooks,
        };
        let mut by_hooks: Campaign<i32, Trace, u32> =
            by_hooks.build_by_cost(cost).expect("there are goals");
        let by_records = settings(CampaignBuilder::<Record>::new().operands(), &world, roots);
        let mut by_records: Campaign<i32, Record, u32> =
            by_records.build_by_cost(cost).expect("there are goals");
        let goals = registry(&world);
        let trace = goals.trace(&graph).with_operands().with_call_tree(CallTreeLimits::default());
        let nothing = goals.trace(&graph);
        let parents = move |goals: &[_]| {
            let (goals, spread, dropped) = (goals.to_vec(), BTreeMap::new(), BTreeSet::new());
            GoalPicture { world: &world, goals, spread, dropped, roots }.parents()
        };
        let mut slow = SlowCampaign::new(goals, nothing, true, parents);
        for &argument in &arguments {
            trace.reset();
            subject(&program, &trace, argument);
            let mut thrown = Vec::new();
            trace.each_thrown(&mut |one| thrown.push(one));
            let cost = cost(&argument);
            let say_more = |why: Explanation| why.with_operands(&trace);
            let expected = match choice {
                Some(choice) => {
                    let (flags, mut gradient) = (flags(choice).0, gradient(choice));
                    let refined =
                        gradient.refine(&graph, &flags, &trace).expect("it knows its calls");
                    slow.step(&graph, &refined, &thrown, cost, say_more)
                }
                None => slow.step(&graph, &trace, &thrown, cost, say_more),
            };
            let outcome = by_hooks
                .run(&argument, |c, &argument| subject(&program, c.trace(), argument))
                .expect("no misuse");
            prop_assert_eq!(change(&outcome), expected.clone());
            let record = trace.record();
            if choice.is_none() {
                prop_assert_eq!(outcome.run.record(), record.clone());
                prop_assert_eq!(
                    change(&by_records.offer(&argument, &record).expect("it fits")),
                    expected
                );
            }
            let standings: Vec<Stands> = slow.standings(&graph);
            let report = by_hooks.report();
            for (row, stands) in report.goals.iter().zip(&standings) {
                if let (
                    Standing::Near { test, fitness, why, .. },
                    Stands::Near(run, value, because),
                ) = (&row.standing, stands)
                {
                    prop_assert_eq!(
                        (report.tests[*test].run, fitness, why.as_ref()),
                        (*run, value, Some(because))
                    );
                    prop_assert_eq!(report.tests[*test].test, arguments[*run as usize - 1]);
                }
                prop_assert_eq!(
                    matches!(row.standing, Standing::Near { .. }),
                    matches!(stands, Stands::Near(..))
                );
                prop_assert_eq!(
                    matches!(row.standing, Standing::Covered { .. }),
                    matches!(stands, Stands::Covered(_))
                );
            }
            if choice.is_none() {
                prop_assert_eq!(by_records.report(), report);
            }
        }
    }
}
