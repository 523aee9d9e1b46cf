//! Smart selection as the paper prints it: against an oracle written from its text alone.

use super::config;
use super::laws::{change, mutations};
use super::oracle::subject::{World, subject};
use super::ticket::Subject;
use paper::{Kept, Operator};
use proptest::prelude::*;
use sbst::distance::infection::Unary;
use sbst::execution::Trace;
use sbst::fitness::Fitness;
use sbst::id::Mutant;
use sbst::objective::suite::SuiteRow;
use sbst::objective::{Criterion, Forms, Goal, Goals, Tables};
use sbst::selection::mutants::{Change, Model, Mutation};
use sbst::selection::smart::{Correlation, MutantRule, Smart, Why, kept_mutants, last_lines};
use std::fs;
use std::path::Path;

#[path = "../oracle/printed/smart.rs"]
mod paper;

/// The operator of Table I that makes a change; `None` for what is not in the table, or may be one of several.
fn operator(change: Change) -> Option<Operator> {
    match change {
        Change::Relation { .. } => Some(Operator::Ror),
        Change::Arithmetic { .. } => Some(Operator::Aor),
        Change::Bitwise { .. } | Change::Shift { .. } => Some(Operator::Bor),
        Change::Inserted { .. } => Some(Operator::Uoi),
        _ => None,
    }
}

fn criterion(criterion: Criterion) -> paper::Criterion {
    match criterion {
        Criterion::Branch => paper::Criterion::Branch,
        Criterion::DirectBranch => paper::Criterion::DirectBranch,
        Criterion::Line => paper::Criterion::Line,
        Criterion::WeakMutation => paper::Criterion::WeakMutation,
        Criterion::Method => paper::Criterion::TopLevelMethod,
        Criterion::MethodNoException => paper::Criterion::NoExceptionTopLevelMethod,
        Criterion::Exception => paper::Criterion::Exception,
        Criterion::Output => paper::Criterion::Output,
        other => unreachable!("{other} is none of the eight"),
    }
}

/// Every unary operator, on integers and floats: -x is not infected at 0, nor x + 1 where x is a large float.
#[test]
fn ap10_with_the_published_rule_no_mutant_that_inserts_an_operator_is_kept() {
    let subject = Subject::new();
    let changes = Unary::ALL.into_iter().flat_map(|operator| Model::ALL.map(|model| Change::Inserted { operator, model }));
    let mutations: Vec<Mutation> =
        (0..).zip(changes).map(|(number, change)| Mutation::new(Mutant::new(number), number, change)).collect();
    let kept = |rule| kept_mutants(&mutations, &subject.graph, rule, |_| false).len();
    assert_eq!(kept(MutantRule::Published), 0);
    // By our own rules negation is kept, and so are increments and decrements of floats.
    let models = Model::ALL.len();
    assert_eq!((kept(MutantRule::Minimal), kept(MutantRule::All)), (models + 2, models + 2));
    // In a whole selection, with the reason; that of the tool's table is another one.
    let selection = Smart::published().select(&subject.goals(), &subject.program(), &subject.mutations);
    let why = |change: Change| {
        let mutation = subject.mutations.iter().find(|mutation| mutation.change == change).expect("a mutant of the subject");
        let dropped = selection.dropped().iter().find(|dropped| dropped.identity == Goal::Mutant(mutation.mutant));
        dropped.map(|dropped| dropped.why)
    };
    let inserted =
        subject.mutations.iter().map(|mutation| mutation.change).filter(|change| matches!(change, Change::Inserted { .. }));
    let inserted: Vec<Change> = inserted.collect();
    assert!(inserted.len() >= 3);
    for change in inserted {
        assert_eq!(why(change), Some(Why::EqualToLine), "{change:?}");
    }
}

/// Sums over what is kept, over all goals, and over each criterion are sums of the same values.
#[test]
fn ap12_suites_have_a_fitness_over_any_goals() {
    let subject = Subject::new();
    let mut goals = Goals::<Trace>::new();
    for criterion in Criterion::SMART {
        goals.add(criterion, &subject.program().in_forms(Forms::PUBLISHED));
    }
    let selection = Smart::published().select(&goals, &subject.program(), &subject.mutations);
    let (trace, mut tables, mut row) = (goals.trace(&subject.graph), Tables::new(&subject.graph), Vec::new());
    let mut suite = SuiteRow::new();
    let mut before = [f64::INFINITY; 2];
    for call in super::ticket::CALLS {
        trace.reset();
        super::ticket::run(&trace, &[call]);
        goals.measure(&subject.graph, &trace, &mut tables, &mut row);
        suite.add(&row);
        let kept = suite.sum_of(&goals, selection.kept());
        let by_hand: f64 = selection.kept().map(|id| goals.scalar(id, suite.fitness(id))).sum();
        let all = suite.sum_of(&goals, goals.ids());
        let dropped = suite.sum_of(&goals, selection.dropped_goals());
        assert_eq!(kept, by_hand);
        assert!((kept + dropped - all).abs() < 1e-9);
        let now = [kept, all];
        assert!(now[0] <= before[0] && now[1] <= before[1], "{now:?} after {before:?}");
        before = now;
    }
    // All that is pursued is covered, except what nobody can cover: no price is negative.
    let open: Vec<String> =
        selection.kept().filter(|&id| !suite.fitness(id).is_covered()).map(|id| goals.goal(id).to_string()).collect();
    assert_eq!((open, before[0]), (vec!["f0 returns negative".to_owned()], 1.0));
    assert!(before[1] > 1.0, "of all goals, some mutants are infected by nothing");
    assert_eq!(suite.sum_of(&goals, []), 0.0);
    // A goal that was never measured counts as its worst value.
    assert_eq!(SuiteRow::new().sum_of(&goals, goals.of(Criterion::DirectBranch)), goals.of(Criterion::DirectBranch).count() as f64);
    assert_eq!(SuiteRow::new().fitness(goals.ids().next().expect("many")), Fitness::NEVER);
}

/// The representatives alone, without the subsumption strategy (4.7).
#[test]
fn representatives_alone_are_four_criteria() {
    let subject = Subject::new();
    let goals = subject.goals();
    let criteria = |smart: Smart| {
        let selection = smart.select(&goals, &subject.program(), &subject.mutations);
        let tallies = selection.by_criterion().into_iter().filter(|tally| tally.kept > 0);
        tallies.map(|tally| tally.criterion.expect("one of the eight")).collect::<Vec<_>>()
    };
    let four = [Criterion::DirectBranch, Criterion::MethodNoException, Criterion::Exception, Criterion::Output];
    assert_eq!(criteria(Smart::published().representatives_only()), four);
    let with_branches = Smart::published().representatives_only().for_dynamosa();
    assert_eq!(criteria(with_branches), [&[Criterion::Branch], &four[..]].concat());
    // Nothing represents another criterion: nothing is dropped.
    let none = Smart::published().with_correlation(Correlation::none()).representatives_only();
    assert_eq!(criteria(none).len(), 8);
}

/// f_bc is in 3.3; key operators, subsumption and minimal mutants are in 3.4; criteria in 2.1 and 3.3.
#[test]
fn ap14_sections_are_cited_where_they_are() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let sections = |file: &str| -> Vec<String> {
        let text = fs::read_to_string(source.join(file)).expect("a file of the library");
        let words = text.replace("///", " ").replace("//!", " ");
        let words: Vec<&str> = words.split_whitespace().collect();
        // From each mention of the paper to the end of its sentence; an abbreviation ends none.
        let mut found = Vec::new();
        for (at, _) in words.iter().enumerate().filter(|(_, word)| word.contains("Zhou")) {
            let end =
                words[at..].iter().skip(3).position(|word| word.ends_with(['.', ';'])).map_or(words.len(), |after| at + after + 4);
            for pair in words[at..end].windows(2).filter(|pair| pair[0].starts_with("section")) {
                found.push(pair[1].trim_matches(|c: char| !c.is_ascii_digit()).to_owned());
            }
        }
        found
    };
    let all = |file: &str, allowed: &[&str]| {
        let found = sections(file);
        assert!(!found.is_empty(), "{file} cites no section");
        assert!(found.iter().all(|section| allowed.contains(&section.as_str())), "{file} cites {found:?}");
    };
    all("objective/branch.rs", &["3.3"]);
    all("objective/published.rs", &["3.3"]);
    all("objective/forms.rs", &["3.3"]);
    all("fitness/suite.rs", &["3.3"]);
    for file in ["objective/direct.rs", "objective/line.rs", "objective/mutation.rs"] {
        all(file, &["2.1", "3.3"]);
    }
    all("objective/method.rs", &["2.1", "4.9"]);
    for file in ["selection/mutants/mod.rs", "selection/mutants/change.rs", "selection/subsumption/structure.rs"] {
        all(file, &["3.4"]);
    }
    for file in ["selection/subsumption/graph.rs", "selection/smart/mutants.rs", "selection/smart/lines.rs"] {
        all(file, &["3.4", "5"]);
    }
    all("selection/smart/correlation.rs", &["3.2", "3.3", "4.4", "4.5", "6"]);
}

proptest! {
    #![proptest_config(config(256))]

    /// 3.4, steps 1 and 2: no mutant of another than BOR, AOR, ROR is kept.
    #[test]
    fn mutants_are_kept_of_the_operators_that_remain(changes in proptest::collection::vec(change(), 0..12)) {
        let subject = Subject::new();
        let mutations: Vec<Mutation> =
            (0..).zip(&changes).map(|(number, &change)| Mutation::new(Mutant::new(number), number / 3, change)).collect();
        let kept = kept_mutants(&mutations, &subject.graph, MutantRule::Published, |_| false);
        for mutation in &mutations {
            let is_kept = kept.contains(&mutation.mutant);
            let remains = operator(mutation.change).is_some_and(paper::keeps_operator);
            prop_assert!(!is_kept || remains, "{:?}", mutation.change);
            if let Some(operator) = operator(mutation.change) {
                prop_assert_eq!(mutation.change.is_key(), paper::is_key_operator(operator));
            }
        }
    }

    /// 3.3 and 3.4, for all eight criteria: all goals, last lines of long blocks, mutants by their own rule, none.
    #[test]
    fn goals_are_kept_by_criterion(subject in subject(2, 6), mutations in mutations(), threshold in 0..5_usize) {
        let world = World::new(subject);
        let program = world.program(Forms::PUBLISHED);
        let mut goals = Goals::<Trace>::new();
        for criterion in Criterion::SMART {
            goals.add(criterion, &program);
        }
        prop_assume!(goals.of(Criterion::Method).count() > 0); // else nothing would represent methods
        let selection = Smart::published().with_line_threshold(threshold).select(&goals, &program, &mutations);
        let mutants = kept_mutants(&mutations, &world.graph, MutantRule::Published, |_| true);
        let known: Vec<Mutant> = mutations.iter().map(|mutation| mutation.mutant).collect();
        for id in goals.ids() {
            let goal = goals.goal(id);
            let expected = match (paper::kept(criterion(goal.criterion().expect("one of the eight"))), goal) {
                (Kept::All, _) => true,
                (Kept::Nothing, _) => false,
                (Kept::LastLines, Goal::Line(line)) => {
                    let blocks = world.graph.all_blocks().filter(|&block| world.graph.is_reachable(block));
                    let of_block = |block| {
                        let mut names: Vec<u32> = world.lines.of_block(block).map(|row| row.1.number()).collect();
                        let last = names.last().copied();
                        names.sort_unstable();
                        names.dedup();
                        (last, names.len())
                    };
                    blocks.map(of_block).any(|(last, count)| {
                        last == Some(line.number()) && paper::keeps_line(count - 1, count, threshold)
                    })
                }
                // What nothing is known of stays.
                (Kept::SubsumingMutants, Goal::Mutant(mutant)) => !known.contains(&mutant) || mutants.contains(&mutant),
                (kept, goal) => unreachable!("{goal}: {kept:?}"),
            };
            prop_assert_eq!(selection.is_kept(id), expected, "{}", goal);
        }
        let lines: Vec<_> = last_lines(&world.graph, &world.lines, paper::LINE_THRESHOLD).collect();
        let published = Smart::published().select(&goals, &program, &mutations);
        let kept = published.kept().filter_map(|id| if let Goal::Line(line) = goals.goal(id) { Some(line) } else { None });
        prop_assert!(kept.eq(lines));
    }
}
