//! The goals of an instrumented subject: which are pursued under each setting, why the others are
//! not, and what the report says.

use super::ticket::{CALLS, Subject, run};
use sbst::execution::Trace;
use sbst::id::GoalId;
use sbst::objective::GoalGraph;
use sbst::objective::{Criterion, Goals, Tables, covered};
use sbst::selection::Frontier;
use sbst::subsumption::Structure;
use sbst::subsumption::smart::DropReason::{
    self, AlwaysInfected, Correlated, EqualToLine, Equivalent, FewLines, NotInTable, NotLast,
    OtherOperator, Subsumed,
};
use sbst::subsumption::smart::{Correlation, Group, MutantRule, Selection, Smart, Tally};

fn select(smart: Smart) -> Selection {
    let subject = Subject::new();
    smart.select(&subject.goals(), &subject.program(), &subject.mutations)
}

fn numbers(goals: impl IntoIterator<Item = GoalId>) -> Vec<u32> {
    goals.into_iter().map(GoalId::number).collect()
}

fn kept(selection: &Selection) -> Vec<u32> {
    numbers(selection.kept())
}

/// Those that every setting keeps: direct branches, a mutant of which nothing is known, normal
/// returns, values, the exception.
const ALWAYS: [u32; 12] = [6, 7, 8, 9, 10, 11, 50, 53, 54, 55, 56, 57];
/// The last line of the long block.
const LAST_LINE: u32 = 20;
/// Mutants 0 and 1 of `age < 18`, 5 to 7 of `count * 5`, 13 of `x & 127`, 15 of `sum`, 19 of
/// `age >> 1`.
const MINIMAL: [u32; 8] = [28, 29, 33, 34, 35, 41, 43, 47];

fn these<const N: usize>(parts: [&[u32]; N]) -> Vec<u32> {
    let mut all = parts.concat();
    all.sort_unstable();
    all
}

#[test]
fn direct_branches_last_lines_minimal_mutants_and_normal_returns_are_pursued() {
    let selection = select(Smart::default());
    assert_eq!(kept(&selection), these([&ALWAYS, &[LAST_LINE], &MINIMAL]));
    assert_eq!(selection, select(Smart::default()));
    let group =
        |representative, others: &[Criterion]| Group { representative, others: others.to_vec() };
    assert_eq!(
        selection.groups(),
        [
            group(
                Criterion::DirectBranch,
                &[Criterion::Branch, Criterion::Line, Criterion::WeakMutation]
            ),
            group(Criterion::MethodNoException, &[Criterion::Method]),
            group(Criterion::Exception, &[]),
            group(Criterion::Output, &[]),
        ]
    );
}

#[test]
fn every_other_goal_is_dropped_for_a_reason_and_most_are_covered_along() {
    let selection = select(Smart::default());
    let branch = |goal: u32| (goal, Correlated(Criterion::DirectBranch), Some(goal + 6));
    let inner = |goal: u32| (goal, NotLast, Some(LAST_LINE));
    let expected: [(u32, DropReason, Option<u32>); 37] = [
        branch(0),
        branch(1),
        branch(2),
        branch(3),
        branch(4),
        branch(5),
        (12, FewLines(1), Some(6)),
        (13, NotLast, Some(6)), // the first line of the block to which the branch leads
        inner(14),
        inner(15),
        inner(16),
        inner(17),
        inner(18),
        inner(19),
        (21, NotLast, Some(7)),
        (22, FewLines(2), Some(8)), // the branch is infected with mutants of this line
        (23, FewLines(1), Some(8)),
        (24, FewLines(1), Some(9)),
        (25, FewLines(1), Some(10)),
        (26, FewLines(1), Some(10)),
        (27, FewLines(1), Some(11)),
        (30, Subsumed, Some(6)),
        (31, Subsumed, Some(7)),
        (32, Subsumed, Some(6)),
        (36, Subsumed, Some(35)),
        (37, Equivalent, None),
        (38, Subsumed, Some(8)),
        (39, Subsumed, Some(9)),
        (40, Subsumed, Some(8)),
        (42, Subsumed, Some(41)),
        (44, AlwaysInfected, Some(43)),
        (45, AlwaysInfected, Some(43)),
        (46, Subsumed, Some(47)),
        (48, AlwaysInfected, None),
        (49, OtherOperator, None),
        (51, Subsumed, Some(33)),
        (52, Correlated(Criterion::MethodNoException), Some(6)),
    ];
    let found: Vec<(u32, DropReason, Option<u32>)> = selection
        .dropped()
        .iter()
        .map(|dropped| (dropped.goal.number(), dropped.why, dropped.covered_by.map(GoalId::number)))
        .collect();
    assert_eq!(found, expected);
    assert_eq!(numbers(selection.dropped_goals()), expected.map(|entry| entry.0));
    assert_eq!(numbers(selection.lost().map(|lost| lost.goal)), [48, 49]); // not what nobody can cover
}

#[test]
fn dynamosa_keeps_the_branch_goals_too() {
    let selection = select(Smart { keeps_branches: true, ..Smart::default() });
    assert_eq!(kept(&selection), these([&ALWAYS, &[0, 1, 2, 3, 4, 5], &[LAST_LINE], &MINIMAL]));
}

#[test]
fn mutants_of_other_operators_are_kept_on_demand() {
    let selection = select(Smart { keeps_other_operators: true, ..Smart::default() });
    assert_eq!(kept(&selection), these([&ALWAYS, &[LAST_LINE, 49], &MINIMAL]));
}

#[test]
fn the_published_table_loses_mutants_and_keeps_others_too_many() {
    let selection = select(Smart { mutants: MutantRule::Published, ..Smart::default() });
    // Of `count * 5` the sum only, twice; of `sum == 0` one that a branch covers; of `age >> 1`
    // both.
    let mutants = [28, 29, 33, 51, 39, 41, 46, 47];
    assert_eq!(kept(&selection), these([&ALWAYS, &[LAST_LINE], &mutants]));
    let why = |wanted: DropReason| {
        numbers(
            selection
                .dropped()
                .iter()
                .filter(|dropped| dropped.why == wanted)
                .map(|dropped| dropped.goal),
        )
    };
    assert_eq!(why(NotInTable), [30, 31, 32, 34, 35, 36, 38, 40, 42]);
    assert_eq!((why(Equivalent), why(AlwaysInfected), why(Subsumed)), (vec![37], vec![48], vec![]));
    assert_eq!(why(EqualToLine), [43, 44, 45]); // negation too, though 0 does not infect it
    assert_eq!(numbers(selection.lost().map(|lost| lost.goal)), [34, 35, 36, 43, 44, 45, 48, 49]);
}

#[test]
fn all_mutants_of_key_operators_are_kept_on_demand() {
    let selection = select(Smart { mutants: MutantRule::All, ..Smart::default() });
    let mutants: Vec<u32> =
        (28..52).filter(|goal| ![37, 44, 45, 48, 49, 50].contains(goal)).collect();
    assert_eq!(kept(&selection), these([&ALWAYS, &[LAST_LINE], &mutants]));
    assert_eq!(
        select(Smart { mutants: MutantRule::Minimal, ..Smart::default() }),
        select(Smart::default())
    );
}

#[test]
fn last_lines_depend_on_the_threshold() {
    let lines = |at_least| {
        let selection = select(Smart { line_threshold: at_least, ..Smart::default() });
        kept(&selection).into_iter().filter(|goal| (12..28).contains(goal)).collect::<Vec<_>>()
    };
    let all = vec![12, 20, 22, 23, 24, 25, 26, 27];
    assert_eq!(
        [0, 1, 2, 3, 8, 9].map(lines),
        [all.clone(), all, vec![20, 22], vec![20], vec![20], vec![]]
    );
    let selection = select(Smart { line_threshold: 9, ..Smart::default() });
    let last = selection
        .dropped()
        .iter()
        .find(|dropped| dropped.goal.number() == LAST_LINE)
        .expect("dropped");
    assert_eq!((last.why, last.covered_by), (FewLines(8), None));
    // Up to the fifth line a mutant implies them.
    assert_eq!(numbers(selection.lost().map(|lost| lost.goal)), [17, 18, 19, LAST_LINE, 48, 49]);
}

#[test]
fn without_correlations_all_are_kept() {
    let selection = select(Smart { correlation: Correlation::default(), ..Smart::default() });
    assert_eq!(kept(&selection), (0..58).collect::<Vec<_>>());
    assert_eq!(
        (selection.dropped(), selection.lost().count(), selection.groups().len()),
        (&[][..], 0, 8)
    );
}

#[test]
fn criteria_that_represent_others_depend_on_which_there_are() {
    let subject = Subject::new();
    let only = |criteria: &[Criterion]| {
        let mut goals = Goals::<Trace>::new();
        for &criterion in criteria {
            goals.add(criterion, &subject.program());
        }
        kept(&Smart::default().select(&goals, &subject.program(), &subject.mutations))
    };
    assert_eq!(only(&[Criterion::Branch]), (0..6).collect::<Vec<_>>());
    assert_eq!(only(&[Criterion::Branch, Criterion::Line]), these([&[0, 1, 2, 3, 4, 5], &[14]]));
    assert_eq!(only(&[Criterion::Line]), (0..16).collect::<Vec<_>>());
    assert_eq!(only(&[Criterion::WeakMutation]), (0..24).collect::<Vec<_>>());
    // Without branch goals, constants and what they imply stay: of `age < 18` false, of `sum == 0`
    // both.
    assert_eq!(only(&[Criterion::Line, Criterion::WeakMutation]), {
        let mutants = [0, 1, 4, 5, 6, 7, 10, 11, 13, 15, 19, 22].map(|mutant| mutant + 16);
        (0..16).chain(mutants).collect::<Vec<_>>()
    });
    assert_eq!(only(&[Criterion::Method]), [0]);
    assert_eq!(only(&[]), [0; 0]);
}

#[test]
fn line_goals_stay_if_the_program_has_no_lines_and_mutants_of_which_nothing_is_known() {
    let subject = Subject::new();
    let selection =
        Smart::default().select(&subject.goals(), &subject.without_lines(), &subject.mutations);
    let lines: Vec<u32> = (12..28).collect();
    assert_eq!(kept(&selection), these([&ALWAYS, &lines, &MINIMAL]));
    let selection = Smart::default().select(&subject.goals(), &subject.program(), &[]);
    let mutants: Vec<u32> = (28..52).filter(|&goal| goal != 50).collect();
    assert_eq!(kept(&selection), these([&ALWAYS, &[LAST_LINE], &mutants]));
}

#[test]
fn losing_nothing_keeps_what_would_be_lost_and_no_more() {
    let selection = select(Smart { loses_nothing: true, ..Smart::default() });
    assert_eq!(kept(&selection), these([&ALWAYS, &[LAST_LINE, 48, 49], &MINIMAL]));
    // Of lines that imply one another the strongest.
    let selection = select(Smart { line_threshold: 9, loses_nothing: true, ..Smart::default() });
    assert_eq!(kept(&selection), these([&ALWAYS, &[LAST_LINE, 48, 49], &MINIMAL]));
    assert_eq!(selection.lost().count(), 0);
}

#[test]
fn assumptions_on_executions_save_lines() {
    let subject = Subject::new();
    let mut goals = Goals::<Trace>::new();
    goals.add(Criterion::DirectBranch, &subject.program());
    goals.add(Criterion::Line, &subject.program());
    let lost = |smart: Smart| {
        let selection = smart.select(&goals, &subject.program(), &[]);
        selection.lost().map(|lost| lost.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(
        lost(Smart::default()),
        ["line l11: in a block of 2 lines, no goal that is kept implies it"]
    );
    assert_eq!(
        lost(Smart {
            structure: Structure { normal_termination: true, ..Structure::default() },
            ..Smart::default()
        }),
        [""; 0]
    );
    assert_eq!(
        lost(Smart {
            structure: Structure { exact_recording: true, ..Structure::default() },
            ..Smart::default()
        }),
        [""; 0]
    );
}

#[test]
fn the_report_counts_by_criterion_and_names_what_is_lost() {
    let selection = select(Smart::default());
    let report = "\
        branch: 0 of 6 kept, 0 lost\n\
        direct branch: 6 of 6 kept, 0 lost\n\
        line: 1 of 16 kept, 0 lost\n\
        weak mutation: 9 of 24 kept, 2 lost\n\
        method: 0 of 1 kept, 0 lost\n\
        no-exception method: 1 of 1 kept, 0 lost\n\
        exception: 1 of 1 kept, 0 lost\n\
        output: 3 of 3 kept, 0 lost\n\
        lost: mutant m20: infected by every evaluation, no goal that is kept implies it\n\
        lost: mutant m21: made by no key operator, no goal that is kept implies it\n";
    assert_eq!(selection.to_string(), report);
    let tally =
        |criterion, kept, dropped, lost| Tally { criterion: Some(criterion), kept, dropped, lost };
    let tallies = selection.by_criterion();
    assert_eq!(
        tallies[..4],
        [
            tally(Criterion::Branch, 0, 6, 0),
            tally(Criterion::DirectBranch, 6, 0, 0),
            tally(Criterion::Line, 1, 15, 0),
            tally(Criterion::WeakMutation, 9, 15, 2),
        ]
    );
    assert_eq!(tallies.len(), 8);
    let dropped = |goal: u32| {
        selection
            .dropped()
            .iter()
            .find(|dropped| dropped.goal.number() == goal)
            .expect("dropped")
            .to_string()
    };
    assert_eq!(dropped(0), "branch e0: correlated with direct branch goals, covered with g6");
    assert_eq!(dropped(14), "line l3: not the last line of a block, covered with g20");
    assert_eq!(dropped(36), "mutant m8: covered with others of its expression, covered with g35");
    assert_eq!(dropped(37), "mutant m9: infected by nothing");
    let published = select(Smart { mutants: MutantRule::Published, ..Smart::default() });
    assert!(published.to_string().ends_with(
        "m20: infected by every evaluation, no goal that is kept implies it\n\
        lost: mutant m21: made by no key operator, no goal that is kept implies it\n"
    ));
    assert!(published.to_string().contains(
        "lost: mutant m7: not in the published table, no goal that is kept implies it\n"
    ));
}

#[test]
fn goals_that_come_later_are_pursued() {
    let selection = select(Smart::default());
    for goal in 0..58 {
        assert_eq!(
            selection.is_kept(GoalId::new(goal)),
            kept(&selection).contains(&goal),
            "g{goal}"
        );
    }
    assert!(selection.is_kept(GoalId::new(58)) && selection.is_kept(GoalId::new(u32::MAX)));
}

#[test]
fn a_frontier_never_offers_a_goal_that_was_dropped_and_all_others_in_time() {
    let subject = Subject::new();
    let goals = subject.goals();
    for smart in [
        Smart::default(),
        Smart { keeps_branches: true, ..Smart::default() },
        Smart { loses_nothing: true, ..Smart::default() },
    ] {
        let selection = smart.select(&goals, &subject.program(), &subject.mutations);
        let mut frontier = Frontier::of(
            &GoalGraph::new(&goals, &subject.graph).without(selection.dropped_goals()),
        );
        let mut offered = Vec::new();
        while !frontier.active().is_empty() {
            let active = frontier.active().to_vec();
            assert!(active.iter().all(|&goal| selection.is_kept(goal)), "{active:?}");
            offered.extend(numbers(active.iter().copied()));
            frontier.cover(active);
        }
        offered.sort_unstable();
        assert_eq!(offered, kept(&selection));
    }
}

#[test]
fn tests_that_cover_a_goal_cover_those_that_it_is_said_to_cover() {
    let subject = Subject::new();
    let goals = subject.goals();
    let covers = |calls: &[(i32, i32)]| {
        let trace = goals.trace(&subject.graph);
        run(&trace, calls);
        assert_eq!(trace.check(), Ok(()));
        let mut row = Vec::new();
        goals.measure(&subject.graph, &trace, &mut Tables::new(&subject.graph), &mut row);
        covered(&row).collect::<Vec<_>>()
    };
    for smart in [
        Smart::default(),
        Smart { keeps_branches: true, mutants: MutantRule::Published, ..Smart::default() },
        Smart { loses_nothing: true, ..Smart::default() },
    ] {
        let selection = smart.select(&goals, &subject.program(), &subject.mutations);
        for first in 0..CALLS.len() {
            for last in first..CALLS.len() {
                let covered = covers(&CALLS[first..=last]);
                for dropped in selection.dropped() {
                    assert_ne!(
                        (dropped.why, covered.contains(&dropped.goal)),
                        (Equivalent, true),
                        "{dropped}"
                    );
                    if dropped.covered_by.is_some_and(|by| covered.contains(&by)) {
                        assert!(covered.contains(&dropped.goal), "{dropped}");
                    }
                }
            }
        }
    }
    // All that can be covered is: but for a mutant that nothing infects and a negative price.
    assert_eq!(numbers(goals.ids().filter(|goal| !covers(&CALLS).contains(goal))), [37, 54]);
}
