//! Smart selection as the paper prints it: against an oracle written from its text alone.

use super::config;
use super::laws::{change, mutations};
use super::ticket::Subject;
use crate::oracle::subject::{World, subject};
use paper::{Kept, Operator};
use proptest::prelude::*;
use sbst::distance::Relation;
use sbst::distance::infection::Unary;
use sbst::execution::Trace;
use sbst::fitness::Fitness;
use sbst::id::Mutant;
use sbst::objective::suite::SuiteRow;
use sbst::objective::{Criterion, Forms, Goal, Goals, Tables};
use sbst::subsumption::mutants::{Change, Model, Mutation, Orders};
use sbst::subsumption::smart::{
    Correlation, DropReason, MutantRule, Smart, kept_mutants, last_lines,
};
use std::cmp::Ordering;
use std::fs;
use std::path::Path;

use sbst_oracle::printed::smart as paper;

/// The operator of Table I that makes a change; `None` for what is not in the table, or may be one
/// of several.
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

/// Every unary operator, on integers and floats: -x is not infected at 0, nor x + 1 where x is a
/// large float.
#[test]
fn ap10_with_the_published_rule_no_mutant_that_inserts_an_operator_is_kept() {
    let subject = Subject::new();
    let changes = Unary::ALL
        .into_iter()
        .flat_map(|operator| Model::ALL.map(|model| Change::Inserted { operator, model }));
    let mutations: Vec<Mutation> = (0..)
        .zip(changes)
        .map(|(number, change)| Mutation {
            mutant: Mutant::new(number),
            expression: number,
            change,
            decides: None,
        })
        .collect();
    let kept = |rule| kept_mutants(&mutations, &subject.graph, rule, |_| false).len();
    assert_eq!(kept(MutantRule::Published), 0);
    // By our own rules negation is kept, and so are increments and decrements of floats.
    let models = Model::ALL.len();
    assert_eq!((kept(MutantRule::Minimal), kept(MutantRule::All)), (models + 2, models + 2));
    // In a whole selection, with the reason; that of the tool's table is another one.
    let selection =
        Smart::published().select(&subject.goals(), &subject.program(), &subject.mutations);
    let why = |change: Change| {
        let mutation = subject
            .mutations
            .iter()
            .find(|mutation| mutation.change == change)
            .expect("a mutant of the subject");
        let dropped = selection
            .dropped()
            .iter()
            .find(|dropped| dropped.identity == Goal::Mutant(mutation.mutant));
        dropped.map(|dropped| dropped.why)
    };
    let inserted = subject
        .mutations
        .iter()
        .map(|mutation| mutation.change)
        .filter(|change| matches!(change, Change::Inserted { .. }));
    let inserted: Vec<Change> = inserted.collect();
    assert!(inserted.len() >= 3);
    for change in inserted {
        assert_eq!(why(change), Some(DropReason::EqualToLine), "{change:?}");
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
    let (trace, mut tables, mut row) =
        (goals.trace(&subject.graph), Tables::new(&subject.graph), Vec::new());
    let mut suite = SuiteRow::new();
    let mut before = [f64::INFINITY; 2];
    for call in super::ticket::CALLS {
        trace.reset();
        super::ticket::run(&trace, &[call]);
        goals.measure(&subject.graph, &trace, &mut tables, &mut row);
        suite.add(&row);
        let kept = suite.sum(&goals, selection.kept());
        let by_hand: f64 = selection.kept().map(|id| goals.scalar(id, suite.fitness(id))).sum();
        let all = suite.sum(&goals, goals.ids());
        let dropped = suite.sum(&goals, selection.dropped_goals());
        assert_eq!(kept, by_hand);
        assert!((kept + dropped - all).abs() < 1e-9);
        let now = [kept, all];
        assert!(now[0] <= before[0] && now[1] <= before[1], "{now:?} after {before:?}");
        before = now;
    }
    // All that is pursued is covered, except what nobody can cover: no price is negative.
    let open: Vec<String> = selection
        .kept()
        .filter(|&id| !suite.fitness(id).is_covered())
        .map(|id| goals.goal(id).to_string())
        .collect();
    assert_eq!((open, before[0]), (vec!["f0 returns negative".to_owned()], 1.0));
    assert!(before[1] > 1.0, "of all goals, some mutants are infected by nothing");
    assert_eq!(suite.sum(&goals, []), 0.0);
    // A goal that was never measured counts as its worst value.
    assert_eq!(
        SuiteRow::new().sum(&goals, goals.of(Criterion::DirectBranch)),
        goals.of(Criterion::DirectBranch).count() as f64
    );
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
    let four = [
        Criterion::DirectBranch,
        Criterion::MethodNoException,
        Criterion::Exception,
        Criterion::Output,
    ];
    assert_eq!(criteria(Smart { representatives_only: true, ..Smart::published() }), four);
    let with_branches =
        Smart { representatives_only: true, keeps_branches: true, ..Smart::published() };
    assert_eq!(criteria(with_branches), [&[Criterion::Branch], &four[..]].concat());
    // Nothing represents another criterion: nothing is dropped.
    let none = Smart {
        correlation: Correlation::default(),
        representatives_only: true,
        ..Smart::published()
    };
    assert_eq!(criteria(none).len(), 8);
}

/// The sections that follow each mention of the paper, to the end of its sentence: all numbers
/// after "section" or "sections".
fn sections(text: &str) -> Vec<String> {
    let words = text.replace("///", " ").replace("//!", " ");
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut found = Vec::new();
    for (at, _) in words.iter().enumerate().filter(|(_, word)| word.contains("Zhou")) {
        // An abbreviation ends no sentence.
        let end = words[at..]
            .iter()
            .skip(3)
            .position(|word| word.ends_with(['.', ';']))
            .map_or(words.len(), |after| at + after + 4);
        let mut is_cited = false;
        for word in &words[at..end] {
            let number = word.trim_end_matches(|c: char| !c.is_ascii_digit());
            if word.trim_start_matches('(').to_lowercase().starts_with("section") {
                is_cited = true;
            } else if is_cited && number.starts_with(|c: char| c.is_ascii_digit()) {
                found.push(number.to_owned());
            } else {
                is_cited = is_cited && matches!(*word, "and" | "to");
            }
        }
    }
    found
}

fn text_of(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file))
        .expect("a file of the crate")
}

#[test]
fn every_number_after_sections_is_found() {
    let text = "/// See Zhou et al. 2024, sections 3.2 to\n/// 3.4 and 4.9 (SSWS), of 400 \
        classes. Section 7 is another paper's.";
    assert_eq!(sections(text), ["3.2", "3.4", "4.9"]);
    assert_eq!(sections("Zhou et al. 2024 (section 5). In 12"), ["5"]);
}

/// f_bc is in 3.3; key operators, subsumption and minimal mutants are in 3.4; criteria in 2.1 and
/// 3.3.
#[test]
fn ap14_sections_are_cited_where_they_are() {
    let all = |file: &str, allowed: &[&str]| {
        let found = sections(&text_of(&format!("src/{file}")));
        assert!(!found.is_empty(), "{file} cites no section");
        assert!(
            found.iter().all(|section| allowed.contains(&section.as_str())),
            "{file} cites {found:?}"
        );
    };
    all("objective/criteria/branch.rs", &["3.3"]);
    all("objective/criteria/coverage.rs", &["2.1", "3.3"]);
    all("published/whole_suite.rs", &["2.1", "3.3"]);
    all("objective/suite/row.rs", &["1", "2.2", "2.3", "3.3", "4.2"]);
    for file in [
        "objective/criteria/direct.rs",
        "objective/criteria/line.rs",
        "objective/criteria/mutation.rs",
    ] {
        all(file, &["2.1", "3.3"]);
    }
    all("objective/criteria/method.rs", &["2.1", "4.9"]);
    for file in
        ["subsumption/mutants/mod.rs", "subsumption/mutants/change.rs", "subsumption/structure.rs"]
    {
        all(file, &["3.4"]);
    }
    for file in ["subsumption/graph.rs", "subsumption/mutants/mutation.rs"] {
        all(file, &["3.4"]);
    }
    all("subsumption/smart/rules.rs", &["3.4", "5"]);
    all("subsumption/smart/select.rs", &["3.2", "3.4", "4.4", "4.7", "4.9"]);
    all("subsumption/smart/correlation.rs", &["3.2", "3.3", "4.4", "4.5", "6"]);
}

/// The rows of the tables of the two modules, and those of LITERATURE.md.
#[test]
fn ap14_tables_cite_sections_where_they_are() {
    let rows = |text: &str| -> Vec<(String, String)> {
        let cells = text.lines().filter_map(|line| line.split_once("| ")?.1.split_once(" |"));
        cells.map(|(first, rest)| (first.to_owned(), rest.to_owned())).collect()
    };
    for (file, cited) in [
        (
            "src/subsumption/smart/mod.rs",
            &[
                ("eight criteria", "2.1:"),
                ("Table I:", "2.1,"),
                ("original combination", "2.3:"),
                ("Eq. 1 to 6", "3.2,"),
                ("tau_b", "3.2,"),
                ("representatives DBC, NTMC, EC, OC", "3.3:"),
                ("`lineThreshold` 8", "3.4,"),
                ("Table II:", "3.4,"),
                ("equal-to-line", "3.4,"),
                ("Gheyi", "3.4,"),
                ("constituent", "4.1:"),
                ("Mann-Whitney", "4.2:"),
                ("DynaMOSA keeps BC", "4.4:"),
                ("Pearson", "4.5:"),
                ("LC-TMC-EC-OC", "4.6:"),
                ("SSWS", "4.7, 4.9:"),
                ("BC-EC-MC", "4.9:"),
            ][..],
        ),
        (
            "src/objective/mod.rs",
            &[
                ("x - 10", "2.1:"),
                ("sum of all goals", "2.2:"),
                ("f_BC + ... + f_OC", "2.3, 3.3:"),
                ("norm(x)", "3.3:"),
                ("approach level", "3.3:"),
                ("infection distance", "3.3:"),
                ("BC-EC-MC", "4.9:"),
            ][..],
        ),
    ] {
        let rows = rows(&text_of(file));
        for (item, section) in cited {
            let row = rows.iter().find(|row| row.0.contains(item));
            assert!(row.is_some_and(|row| row.0.starts_with(section)), "{file}, {item}: {row:?}");
        }
    }
    let sources = rows(&text_of("LITERATURE.md"));
    for (part, cited) in [
        ("`distance::infection`", "2.1 (Table I), 3.3 (Eq. 14)"),
        ("`published::whole_suite`", "3.3 (Eq. 7 to 9, 11, 13)"),
        ("`subsumption`", "3.4"),
        ("`subsumption::mutants`", "3.4"),
        ("`subsumption::smart`", "3.2 to 3.4"),
    ] {
        let of_part = sources.iter().find(|row| row.0 == part && row.1.contains("Zhou"));
        let after =
            of_part.and_then(|row| row.1.split_once("Zhou et al. 2024, ")).map(|(_, after)| after);
        let rest = after.and_then(|after| after.strip_prefix(cited));
        assert!(
            rest.is_some_and(|rest| rest.starts_with(';') || rest.starts_with(" |")),
            "LITERATURE.md, {part}: {of_part:?}"
        );
    }
}

/// The table of the tool, which keeps these mutants (step 3 of 3.4); of relations with a constant
/// original all.
fn is_in_the_table(change: Change) -> bool {
    use Relation::{Equal, False, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual, True};
    use sbst::distance::infection::{Arithmetic, Bitwise, Shift};
    match change {
        Change::Relation { original, mutant, .. } => match original {
            Equal => matches!(mutant, LessOrEqual | GreaterOrEqual),
            NotEqual => matches!(mutant, Less | Greater),
            Less => matches!(mutant, LessOrEqual | NotEqual),
            LessOrEqual => matches!(mutant, Less | Equal),
            Greater => matches!(mutant, GreaterOrEqual | NotEqual),
            GreaterOrEqual => matches!(mutant, Greater | Equal),
            True | False => true,
        },
        Change::Arithmetic { original, mutant, .. } => match original {
            Arithmetic::Add | Arithmetic::Subtract => mutant == Arithmetic::Multiply,
            Arithmetic::Multiply => mutant == Arithmetic::Add,
            Arithmetic::Divide => matches!(mutant, Arithmetic::Subtract | Arithmetic::Multiply),
            Arithmetic::Remainder => true,
        },
        Change::Bitwise { original: Bitwise::Or, mutant } => mutant != Bitwise::Or,
        Change::Bitwise { mutant, .. } => mutant == Bitwise::Or,
        Change::Shift { original: Shift::Left, mutant } => mutant == Shift::Right,
        Change::Shift { original: Shift::Right, mutant } => mutant != Shift::Right,
        Change::Shift { original: Shift::UnsignedRight, mutant } => mutant != Shift::UnsignedRight,
        _ => false,
    }
}

/// Whether some order of the operands tells a relation from its mutant; all other mutants of the
/// table can be told.
fn can_be_infected(change: Change) -> bool {
    let Change::Relation { original, mutant, orders } = change else { return true };
    let holds = |relation: Relation, order: Option<Ordering>| match relation {
        Relation::Equal => order.is_some_and(Ordering::is_eq),
        Relation::NotEqual => !order.is_some_and(Ordering::is_eq),
        Relation::Less => order.is_some_and(Ordering::is_lt),
        Relation::LessOrEqual => order.is_some_and(Ordering::is_le),
        Relation::Greater => order.is_some_and(Ordering::is_gt),
        Relation::GreaterOrEqual => order.is_some_and(Ordering::is_ge),
        Relation::True => true,
        Relation::False => false,
    };
    let (less, equal, greater) =
        (Some(Ordering::Less), Some(Ordering::Equal), Some(Ordering::Greater));
    let possible = match orders {
        Orders::NeverLess => vec![equal, greater],
        Orders::NeverGreater => vec![less, equal],
        Orders::Total => vec![less, equal, greater],
        _ => vec![less, equal, greater, None],
    };
    possible.into_iter().any(|order| holds(original, order) != holds(mutant, order))
}

proptest! {
    #![proptest_config(config(256))]

    /// 3.4, steps 1 and 2: no mutant of another than BOR, AOR, ROR is kept.
    #[test]
    fn mutants_are_kept_of_the_operators_that_remain(
        changes in proptest::collection::vec(change(), 0..12),
    ) {
        let subject = Subject::new();
        let mutations: Vec<Mutation> = (0..)
            .zip(&changes)
            .map(|(number, &change)| Mutation {
                mutant: Mutant::new(number),
                expression: number / 3,
                change,
                decides: None,
            })
            .collect();
        let kept = kept_mutants(&mutations, &subject.graph, MutantRule::Published, |_| false);
        for mutation in &mutations {
            let is_kept = kept.contains(&mutation.mutant);
            let remains = operator(mutation.change).is_some_and(paper::keeps_operator);
            prop_assert!(!is_kept || remains, "{:?}", mutation.change);
            if let Some(operator) = operator(mutation.change) {
                prop_assert_eq!(mutation.change != Change::Other, paper::is_key_operator(operator));
            }
        }
    }

    /// 3.3 and 3.4, for all eight criteria: all goals, last lines of long blocks, mutants by their
    /// own rule, none.
    #[test]
    fn goals_are_kept_by_criterion(
        subject in subject(2, 6),
        mutations in mutations(),
        threshold in 0..5_usize,
    ) {
        let world = World::new(subject);
        let program = world.program(Forms::PUBLISHED);
        let mut goals = Goals::<Trace>::new();
        for criterion in Criterion::SMART {
            goals.add(criterion, &program);
        }
        prop_assume!(goals.of(Criterion::Method).count() > 0); // else nothing would represent methods
        let selection = Smart { line_threshold: threshold, ..Smart::published() }
            .select(&goals, &program, &mutations);
        for id in goals.ids() {
            let goal = goals.goal(id);
            let expected =
                match (paper::kept(criterion(goal.criterion().expect("one of the eight"))), goal) {
                    (Kept::All, _) => true,
                    (Kept::Nothing, _) => false,
                    (Kept::LastLines, Goal::Line(line)) => {
                        let blocks = world
                            .graph
                            .all_blocks()
                            .filter(|&block| world.graph.is_reachable(block));
                        let of_block = |block| {
                            let mut names: Vec<u32> =
                                world.lines.of_block(block).map(|row| row.1.number()).collect();
                            let last = names.last().copied();
                            names.sort_unstable();
                            names.dedup();
                            (last, names.len())
                        };
                        blocks.map(of_block).any(|(last, count)| {
                            last == Some(line.number())
                                && paper::keeps_line(count - 1, count, threshold)
                        })
                    }
                    // What nothing is known of stays.
                    (Kept::SubsumingMutants, Goal::Mutant(mutant)) => mutations
                        .iter()
                        .find(|mutation| mutation.mutant == mutant)
                        .is_none_or(|mutation| {
                            let subsuming = is_in_the_table(mutation.change)
                                && can_be_infected(mutation.change);
                            operator(mutation.change)
                                .is_some_and(|operator| paper::keeps_mutant(operator, subsuming))
                        }),
                    (kept, goal) => unreachable!("{goal}: {kept:?}"),
                };
            prop_assert_eq!(selection.is_kept(id), expected, "{}", goal);
        }
        let lines: Vec<_> = last_lines(&world.graph, &world.lines, paper::LINE_THRESHOLD).collect();
        let published = Smart::published().select(&goals, &program, &mutations);
        let kept = published
            .kept()
            .filter_map(|id| if let Goal::Line(line) = goals.goal(id) { Some(line) } else { None });
        prop_assert!(kept.eq(lines));
    }
}
