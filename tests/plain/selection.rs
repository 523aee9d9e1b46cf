//! Archives, suites, subsumption, smart selection.

use super::oracle::generate::any_shape;
use super::oracle::program;
use super::ticket::Subject;
use super::{again, comes_back, config, read, refused};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sbst::distance::infection::{Arithmetic, Bitwise, Shift, Unary};
use sbst::distance::{Distance, Relation};
use sbst::execution::Trace;
use sbst::fitness::Fitness;
use sbst::id::{Block, Branch, GoalId, Line, Mutant};
use sbst::objective::{Criterion, Goal, Goals, Program, Roots, block_goals, branch_goals};
use sbst::selection::{Archive, Density, Kept, Populations};
use sbst::subsumption::mutants::{Change, Model, Mutation, Orders, relate};
use sbst::subsumption::smart::{
    Correlation, DropReason, Dropped, Group, MutantRule, Selection, Smart, Tally, kept_mutants,
};
use sbst::subsumption::{
    CoverageMatrix, Event, Implication, ImplicationReason, Structure, Subsumption,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::fmt::Debug;

fn text<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("can be written")
}

/// For what has no equality, but tells all of itself.
fn looks_the_same<T: Serialize + DeserializeOwned + Debug>(value: &T) -> [T; 2] {
    let back = again(value);
    assert!(
        back.iter().all(|back| format!("{back:?}") == format!("{value:?}")),
        "{back:?} of {value:?}"
    );
    back
}

/// A goal, a distance to it, a length; the number of the test breaks ties.
type Offer = (GoalId, Fitness, (u32, usize), String);

fn offers() -> impl Strategy<Value = Vec<Offer>> {
    let goal = prop_oneof![0..4_u32, Just(63), Just(64), Just(70_000)].prop_map(GoalId::new);
    let distance =
        prop_oneof![Just(0.0), Just(5e-324), 0.0..9.0, Just(f64::MAX), Just(f64::INFINITY)];
    vec((goal, 0..3_u32, distance, 0..3_u32), 0..30).prop_map(|offers| {
        let numbered =
            offers.into_iter().enumerate().map(|(number, (goal, level, distance, length))| {
                let fitness = Fitness::new(level, Distance::new(distance).expect("no NaN"));
                (goal, fitness, (length, number), format!("test {number}"))
            });
        numbered.collect()
    })
}

/// Some offers, and the same in parts, which come in any order.
fn parts() -> impl Strategy<Value = (Vec<Offer>, Vec<Vec<Offer>>)> {
    (offers(), 1..9_usize).prop_flat_map(|(offers, size)| {
        let parts: Vec<Vec<Offer>> = offers.chunks(size).map(<[Offer]>::to_vec).collect();
        (Just(offers), Just(parts).prop_shuffle())
    })
}

fn archive(offers: &[Offer]) -> Archive<String, (u32, usize)> {
    let mut archive = Archive::new();
    for (goal, _, cost, test) in offers {
        archive.offer(*goal, *cost, || test.clone());
    }
    archive
}

fn populations(size: usize, offers: &[Offer]) -> Populations<String, (u32, usize)> {
    let mut populations = Populations::new(size);
    for (goal, fitness, cost, test) in offers {
        populations.offer(*goal, *fitness, *cost, || test.clone());
    }
    populations
}

/// Asks for all that follows from a relation.
fn is_asked(relation: &Subsumption) {
    let renumbered = relation.clone().renumbered(|goal| GoalId::new(goal.number() / 2));
    let mut both = relation.clone();
    both.unite(renumbered);
    for relation in [relation, &both] {
        let graph = relation.collapse([0, 1, 5].map(GoalId::new));
        let minimal = graph.minimal();
        let covered = graph.covered_by(minimal.iter().copied());
        assert!(covered.iter().map(|row| &row.0).eq(graph.goals()));
        for &one in graph.goals() {
            assert!(graph.subsumes(graph.represented_by(one), one));
            for &other in graph.goals() {
                let steps = graph.explain(one, other);
                assert!(
                    steps.is_none_or(|steps| steps
                        .windows(2)
                        .all(|pair| pair[0].to == pair[1].from))
                );
            }
        }
        assert!(graph.reduction().iter().all(|&(one, other)| graph.subsumes(one, other)));
    }
}

fn events() -> impl Strategy<Value = Event> {
    prop_oneof![
        (0..9_u32).prop_map(|number| Event::Takes(Branch::new(number))),
        (0..9_u32).prop_map(|number| Event::Enters(Block::new(number))),
        any::<u32>().prop_map(|number| Event::Reaches(Block::new(number).statement(number))),
        Just(Event::Completes(Block::new(2))),
        Just(Event::ReachesLine(Line::new(u32::MAX))),
    ]
}

#[test]
fn reasons_have_words_of_their_own() {
    let words: std::collections::BTreeSet<String> =
        REASONS.iter().map(ToString::to_string).collect();
    assert!(words.len() == REASONS.len() && !words.contains(""), "{words:?}");
}

const REASONS: [ImplicationReason; 16] = [
    ImplicationReason::Given,
    ImplicationReason::Meaning,
    ImplicationReason::Source,
    ImplicationReason::Target,
    ImplicationReason::Dominates,
    ImplicationReason::PostDominates,
    ImplicationReason::Earlier,
    ImplicationReason::Later,
    ImplicationReason::OnlyWay,
    ImplicationReason::DirectCall,
    ImplicationReason::Returns,
    ImplicationReason::Mutated,
    ImplicationReason::AlwaysInfected,
    ImplicationReason::Operator,
    ImplicationReason::Decides,
    ImplicationReason::Tests(u32::MAX),
];

fn any_smart() -> impl Strategy<Value = Smart> {
    let rule =
        prop_oneof![Just(MutantRule::Minimal), Just(MutantRule::Published), Just(MutantRule::All)];
    let flags = proptest::array::uniform6(any::<bool>());
    let goal = || prop_oneof![9 => 0..60_u32, 1 => Just(u32::MAX)];
    let known = vec((goal(), goal()), 0..4);
    (rule, flags, prop_oneof![Just(8_usize), 0..4_usize, Just(usize::MAX)], known).prop_map(
        |(rule, flags, lines, known)| {
            let known = Subsumption::from_iter(
                known.into_iter().map(|(one, other)| (GoalId::new(one), GoalId::new(other))),
            );
            let correlation = Correlation::from_iter([(Criterion::Line, Criterion::Branch)]);
            let [
                keeps_branches,
                keeps_other_operators,
                loses_nothing,
                drops_implied,
                normal_termination,
                exact_recording,
            ] = flags;
            Smart {
                correlation: if exact_recording { correlation } else { Correlation::published() },
                keeps_branches,
                line_threshold: lines,
                mutants: rule,
                keeps_other_operators,
                representatives_only: keeps_branches && loses_nothing,
                loses_nothing,
                drops_implied,
                known,
                structure: Structure { normal_termination, exact_recording },
            }
        },
    )
}

proptest! {
    #![proptest_config(config(192))]

    #[test]
    fn archives_come_back(offers in offers()) {
        let archive = archive(&offers);
        comes_back(archive.clone());
        for mut back in again(&archive) {
            prop_assert_eq!(back.len(), archive.len());
            prop_assert_eq!(
                back.minimise(|_| [GoalId::new(0)]),
                archive.minimise(|_| [GoalId::new(0)])
            );
            for (goal, cost, test) in archive.iter() {
                prop_assert!(!back.offer(goal, *cost, || test.clone()));
            }
        }
    }

    /// Each process keeps its tests and sends them; whoever comes first is merged first.
    #[test]
    fn archives_sent_in_parts_and_merged_in_any_order_are_that_of_one_process(
        (offers, parts) in parts(),
        size in 0..4_usize,
    ) {
        for format in 0..2 {
            let (mut one, mut other) = (Archive::new(), Populations::new(size));
            for part in &parts {
                let [of_text, of_bytes] = again(&(archive(part), populations(size, part)));
                let sent = if format == 0 { of_text } else { of_bytes };
                one.merge(sent.0);
                other.merge(sent.1);
            }
            prop_assert_eq!(one, archive(&offers));
            prop_assert_eq!(other, populations(size, &offers));
        }
    }

    #[test]
    fn populations_come_back(
        offers in offers(),
        size in prop_oneof![0..4_usize, Just(usize::MAX)],
        smaller in 0..3_usize,
    ) {
        let mut populations = populations(size, &offers);
        comes_back(populations.clone());
        populations.resize(smaller);
        comes_back(populations.clone());
        prop_assert!(again(&populations).iter().all(|back| back.size() == smaller));
    }

    #[test]
    fn coverage_comes_back(tests in vec(vec(0..5_u32, 0..5), 0..140), more in vec(0..7_u32, 0..4)) {
        let mut matrix = CoverageMatrix::new(5);
        for test in tests {
            matrix.add(test.into_iter().map(GoalId::new)).expect("goals");
        }
        for mut back in looks_the_same(&matrix) {
            prop_assert_eq!(back.relate(), matrix.relate());
            let mut on = matrix.clone();
            for matrix in [&mut back, &mut on] {
                matrix.fit(7);
                matrix.add(more.iter().copied().map(GoalId::new)).expect("goals");
            }
            prop_assert_eq!(back.relate(), on.relate());
        }
        comes_back(matrix.relate());
    }

    #[test]
    fn bit_rows_come_back(
        rows in vec(vec(prop_oneof![Just(0), Just(u64::MAX), any::<u64>()], 0..4), 0..5),
    ) {
        let matrix = CoverageMatrix::from_rows(rows);
        for back in looks_the_same(&matrix) {
            prop_assert_eq!(
                (back.tests(), back.goals(), back.relate()),
                (matrix.tests(), matrix.goals(), matrix.relate())
            );
        }
    }

    #[test]
    fn hostile_coverage_is_harmless(
        tests in prop_oneof![vec(Just(u64::MAX), 0..3), vec(any::<u64>(), 0..2), vec(1..9_u64, 0..2)],
        goals in vec(vec(prop_oneof![0..9_u64, any::<u64>()], 0..3), 0..4),
    ) {
        let form = json!({ "tests": tests, "goals": goals }).to_string();
        if let Ok(mut matrix) = serde_json::from_str::<CoverageMatrix>(&form) {
            prop_assert!(
                (0..goals.len() as u32)
                    .all(|goal| !matrix.is_covered_by(GoalId::new(goal), matrix.tests()))
            );
            is_asked(&matrix.relate());
            prop_assert_eq!(matrix.add([]), Ok(matrix.tests() - 1));
            looks_the_same(&matrix);
        }
    }

    #[test]
    fn relations_of_programs_come_back(
        shapes in vec(any_shape(8), 1..3),
        is_exact in any::<bool>(),
    ) {
        let graph = program(&shapes);
        let mut goals = Goals::<Trace>::new();
        goals.extend(branch_goals(&graph));
        goals.extend(block_goals(&graph));
        let program = Program::new(&graph);
        let structure = Structure { normal_termination: true, exact_recording: is_exact };
        let mut relation = structure.relate(&goals, &program, &[]);
        comes_back(relation.clone());
        relation.unite(relation.clone()); // events are there twice
        comes_back(relation);
    }

    /// Whatever a relation says of whatever events, all can be asked.
    #[test]
    fn hostile_relations_are_harmless(
        events in vec(events(), 0..4),
        pairs in vec(([(any::<bool>(), 0..5_u32), (any::<bool>(), 0..5_u32)], 0..REASONS.len(), 0..8_u32), 0..9),
    ) {
        let node = |&(is_goal, number): &(bool, u32)| match (is_goal, number) {
            (true, 4) => json!({ "Goal": u32::MAX }),
            (true, _) => json!({ "Goal": number }),
            (false, _) => json!({ "Event": number }),
        };
        let pairs: Vec<_> = pairs.iter().map(|([from, to], reason, _)| {
            json!({ "from": node(from), "to": node(to), "reason": REASONS[*reason] })
        }).collect();
        let form = json!({ "form": 2, "events": events, "pairs": pairs }).to_string();
        if let Ok(relation) = serde_json::from_str::<Subsumption>(&form) {
            is_asked(&relation);
            comes_back(relation);
        }
    }

    #[test]
    fn policies_and_selections_come_back(smart in any_smart(), leaves_lines in any::<bool>()) {
        let subject = Subject::new();
        let (goals, program) = (
            subject.goals(),
            if leaves_lines { subject.without_lines() } else { subject.program() },
        );
        comes_back(smart.clone());
        let selection = smart.select(&goals, &program, &subject.mutations);
        comes_back(selection.clone());
        for back in again(&smart) {
            prop_assert_eq!(&back.select(&goals, &program, &subject.mutations), &selection);
        }
        for back in again(&selection) {
            prop_assert_eq!(back.by_criterion(), selection.by_criterion());
            prop_assert_eq!(back.to_string(), selection.to_string());
        }
    }

    #[test]
    fn mutations_of_anything_are_harmless(
        numbers in vec((0..30_u32, 0..3_u32, option::of(prop_oneof![0..9_u32, Just(u32::MAX)]), 0..5_usize), 0..12),
    ) {
        let changes = changes();
        let form = |&(mutant, expression, decides, change): &(u32, u32, Option<u32>, usize)| json!({ "mutant": mutant, "expression": expression, "change": changes[change], "decides": decides });
        let mutations: Vec<Mutation> =
            numbers.iter().map(|row| read(&form(row).to_string())).collect();
        let subject = Subject::new();
        is_asked(&relate(&subject.goals(), &subject.program(), &mutations));
        for rule in [MutantRule::Minimal, MutantRule::Published, MutantRule::All] {
            prop_assert!(
                kept_mutants(&mutations, &subject.graph, rule, |_| true).len() <= mutations.len()
            );
        }
        comes_back(mutations);
    }
}

fn changes() -> Vec<Change> {
    vec![
        Change::Relation {
            original: Relation::Less,
            mutant: Relation::True,
            orders: Orders::NeverLess,
        },
        Change::Arithmetic {
            original: Arithmetic::Add,
            mutant: Arithmetic::Remainder,
            model: Model::Float,
        },
        Change::Bitwise { original: Bitwise::And, mutant: Bitwise::And },
        Change::Shift { original: Shift::Left, mutant: Shift::UnsignedRight },
        Change::Inserted { operator: Unary::Negate, model: Model::Positive },
        Change::Always,
        Change::Other,
    ]
}

#[test]
fn parts_come_back() {
    comes_back((Density::SubVector, Density::Crowding, Roots::Active, Roots::BehindEntry));
    comes_back(Kept { fitness: Fitness::NEVER, cost: (1, 2), test: "test".to_string() });
    changes().into_iter().for_each(comes_back);
    Model::ALL.into_iter().for_each(comes_back);
    comes_back((Orders::Any, Orders::Total, Orders::NeverLess, Orders::NeverGreater));
    comes_back((MutantRule::Minimal, MutantRule::Published, MutantRule::All));
    comes_back(Mutation {
        mutant: Mutant::new(1),
        expression: 2,
        change: Change::Other,
        decides: Some(Block::new(3)),
    });
    comes_back((Correlation::published(), Correlation::default()));
    comes_back(Correlation::published().groups(Criterion::ALL.iter().copied()));
    REASONS.into_iter().for_each(comes_back);
    let (from, to) = (Event::Covers(GoalId::new(1)), Event::ReachesLine(Line::new(2)));
    comes_back(Implication { from, reason: ImplicationReason::Tests(0), to });
    let reasons = [
        DropReason::Correlated(Criterion::Branch),
        DropReason::NotLast,
        DropReason::FewLines(usize::MAX),
        DropReason::OtherOperator,
        DropReason::AlwaysInfected,
        DropReason::Equivalent,
        DropReason::Subsumed,
        DropReason::NotInTable,
        DropReason::Implied,
    ];
    let identity = Goal::Line(Line::new(3));
    let dropped =
        reasons.map(|why| Dropped { goal: GoalId::new(1), identity, why, covered_by: None });
    dropped.into_iter().for_each(comes_back);
    comes_back(Tally { criterion: None, kept: usize::MAX, dropped: 0, lost: 1 });
    comes_back(Group {
        representative: Criterion::Line,
        others: vec![Criterion::Line, Criterion::Branch],
    });
}

#[test]
fn the_last_goal_is_one_like_others() {
    let last = GoalId::new(u32::MAX);
    let mut populations = Populations::new(1);
    populations.offer(last, Fitness::COVERED, (1, 2), || "test".to_string());
    comes_back(populations);
    comes_back(read::<Archive<u8, u8>>("[[0,3,4],[4294967295,1,2]]"));
}

#[test]
fn tests_of_one_fitness_and_cost_come_back_in_their_order() {
    let mut populations = Populations::new(3);
    for test in ["b", "a", "b"] {
        populations.offer(GoalId::new(0), Fitness::COVERED, 7, || test.to_string());
    }
    comes_back(populations);
}

#[test]
fn archives_and_suites_are_rows() {
    let (goal, other) = (GoalId::new(2), GoalId::new(70));
    let mut archive = Archive::new();
    archive.offer(other, 9_u64, || "long");
    archive.offer(goal, 3, || "short");
    assert_eq!(text(&archive), r#"[[2,3,"short"],[70,9,"long"]]"#);
    let mut populations = Populations::new(2);
    populations.offer(goal, Fitness::COVERED, 1_u64, || "test");
    let kept = r#"{"fitness":{"level":0,"distance":0.0},"cost":1,"test":"test"}"#;
    assert_eq!(text(&populations), format!(r#"{{"size":2,"goals":[[2,[{kept}]]]}}"#));
    let mut matrix = CoverageMatrix::new(2);
    for covered in [vec![goal, other], vec![], vec![goal]] {
        matrix.add(covered.into_iter().map(|goal| GoalId::new(goal.number() % 2))).expect("goals");
    }
    assert_eq!(text(&matrix), r#"{"tests":[7],"goals":[[5],[]]}"#);
}

#[test]
fn what_no_archive_holds_is_refused() {
    assert!(refused::<Archive<u8, u8>>("[[1,0,0],[0,0,0]]").contains("ascend"));
    assert!(refused::<Archive<u8, u8>>("[[1,0,0],[1,1,1]]").contains("each once"));
    let kept = |distance: &str, cost: u8| {
        format!(r#"{{"fitness":{{"level":0,"distance":{distance}}},"cost":{cost},"test":0}}"#)
    };
    let why = |size: usize, goals: &str| {
        refused::<Populations<u8, u8>>(&format!(r#"{{"size":{size},"goals":[{goals}]}}"#))
    };
    let [near, far] = [kept("1", 0), kept("2", 0)];
    assert!(why(2, &format!("[1,[{near}]],[1,[{near}]]")).contains("each once"));
    assert!(why(2, "[1,[]]").contains("at least one test"));
    assert!(why(1, &format!("[1,[{near},{far}]]")).contains("at most `size` tests"));
    assert!(why(0, &format!("[1,[{near}]]")).contains("at most `size` tests"));
    assert!(why(2, &format!("[1,[{far},{near}]]")).contains("by fitness and cost"));
    assert!(why(2, &format!("[1,[{},{near}]]", kept("1", 3))).contains("by fitness and cost"));
    assert!(why(2, &format!("[1,[{}]]", kept("\"inf\"", 0))).contains("infinitely far"));
    assert!(why(2, &format!("[1,[{}]]", kept("-1", 0))).contains("-1"));
}

#[test]
fn what_no_tests_show_is_refused() {
    let why = |tests: &str, goals: &str| {
        refused::<CoverageMatrix>(&format!(r#"{{"tests":[{tests}],"goals":[{goals}]}}"#))
    };
    for tests in ["0", "5", "6", "7,1", "18446744073709551615,0"] {
        assert!(why(tests, "").contains("a row of ones"), "{tests}");
    }
    assert!(why("3", "[4]").contains("a test that is not there"));
    assert!(why("3", "[1,0]").contains("a test that is not there"));
    assert!(why("", "[1]").contains("a test that is not there"));
    assert!(why("18446744073709551615,1", "[],[0,2]").contains("a test that is not there"));
}

#[test]
fn what_no_relation_says_is_refused() {
    let why = |events: &str, pairs: &str| {
        refused::<Subsumption>(&format!(r#"{{"form":2,"events":[{events}],"pairs":[{pairs}]}}"#))
    };
    let pair = |from: &str, to: &str, reason: &str| {
        format!(r#"{{"from":{from},"to":{to},"reason":{reason}}}"#)
    };
    let (goal, event) = (r#"{"Goal":0}"#, r#"{"Event":1}"#);
    assert!(
        why(r#"{"Enters":0}"#, &pair(goal, event, r#""Given""#))
            .contains("an event that is not there")
    );
    assert!(
        why("", &pair(r#"{"Event":0}"#, goal, r#""Given""#)).contains("an event that is not there")
    );
    assert!(why(r#"{"Covers":0}"#, "").contains("a goal among the events"));
    assert!(why("", &pair(goal, goal, r#"{"Tests":0}"#)).contains("no tests"));
    assert!(refused::<Correlation>(r#"[["Line","Branch"]]"#).contains("lesser one first"));
    assert!(refused::<Correlation>(r#"[["Line","Line"]]"#).contains("lesser one first"));
    assert!(refused::<Correlation>(r#"[["Branch","Line"],["Branch","Line"]]"#).contains("ascend"));
}

#[test]
fn what_nobody_selects_is_refused() {
    let goal = |number: u32| Goal::Line(Line::new(number));
    let dropped = |number: u32, covered_by: Option<u32>| json!({ "goal": number, "identity": goal(number), "why": "NotLast", "covered_by": covered_by });
    let lines = json!([{ "representative": "Line", "others": [] }]);
    let form = |kept: &[u32], dropped: &[serde_json::Value], groups: &serde_json::Value| {
        let kept: Vec<_> = kept.iter().map(|&number| (number, goal(number))).collect();
        json!({ "kept": kept, "dropped": dropped, "groups": groups }).to_string()
    };
    let selection: Selection =
        read(&form(&[0, 2], &[dropped(1, Some(2)), dropped(3, None)], &lines));
    assert!(
        selection.is_kept(GoalId::new(2))
            && !selection.is_kept(GoalId::new(3))
            && selection.lost().count() == 1
    );
    let why = |kept: &[u32], dropped: &[_]| refused::<Selection>(&form(kept, dropped, &lines));
    assert!(why(&[0, 2], &[]).contains("each goal of a registry"));
    assert!(why(&[1, 0], &[]).contains("in the order"));
    assert!(why(&[0, 0], &[]).contains("each goal of a registry"));
    assert!(why(&[], &[dropped(1, None), dropped(0, None)]).contains("in the order"));
    assert!(why(&[0, 1], &[dropped(1, None)]).contains("kept or dropped"));
    assert!(why(&[0], &[dropped(1, None), dropped(2, Some(1))]).contains("one that is not kept"));
    assert!(why(&[0], &[dropped(1, Some(7))]).contains("one that is not kept"));
    let twice =
        json!({ "kept": [(0, goal(5)), (1, goal(5))], "dropped": [], "groups": lines }).to_string();
    assert!(refused::<Selection>(&twice).contains("two numbers"));
    for groups in [
        json!([]),
        json!([{ "representative": "Branch", "others": ["Line"] }]),
        json!([{ "representative": "Line", "others": ["Line"] }]),
        json!([{ "representative": "Line", "others": [] }, { "representative": "Line", "others": [] }]),
    ] {
        assert!(
            refused::<Selection>(&form(&[0], &[], &groups))
                .contains("each criterion of its goals once"),
            "{groups}"
        );
    }
}

#[test]
fn settings_of_a_search_come_back() {
    use sbst::selection::{Mio, Order, Sampling};
    use std::num::NonZero;
    for order in [Order::Uniform, Order::RoundRobin, Order::NewestFirst, Order::LeastSampled] {
        for (patience, unreached) in [
            (None, None),
            (NonZero::new(7), None),
            (NonZero::new(1), Some(0.125)),
            (None, Some(0.0)),
        ] {
            comes_back(Sampling { order, patience, unreached });
        }
    }
    comes_back(Mio::PUBLISHED);
    assert!(
        refused::<Sampling>(r#"{"order":"Uniform","patience":0,"unreached":null}"#)
            .contains("nonzero")
    );
    assert!(
        refused::<Sampling>(r#"{"order":"Sometimes","patience":null,"unreached":null}"#)
            .contains("Sometimes")
    );
}
