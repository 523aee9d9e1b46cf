//! What a search keeps: archives, populations, suites, coverage, relations of goals.

use super::read;
use sbst::fitness::Fitness;
use sbst::id::GoalId;
use sbst::objective::suite::{Coverage, SuiteRow};
use sbst::objective::{Goal, Goals};
use sbst::selection::{Archive, Populations, minimise};
use sbst::subsumption::smart::{Correlation, Selection, Smart};
use sbst::subsumption::{CoverageMatrix, Subsumption};

/// What the kind says, read and used.
pub fn any(kind: u8, bytes: &[u8]) {
    match kind % 10 {
        0 | 1 => drop(read::<(Archive<u8, u8>, Archive<u8, u8>)>(bytes).map(archives)),
        2 => drop(read::<(Populations<u8, u8>, Populations<u8, u8>)>(bytes).map(populations)),
        3 => drop(read::<Vec<(u8, Vec<GoalId>)>>(bytes).map(suite)),
        4 => drop(read::<CoverageMatrix>(bytes).map(|mut matrix| {
            relation(matrix.relate());
            let _ = matrix.add([GoalId::new(0)]);
            matrix.fit(9);
            relation(matrix.relate());
        })),
        5 => drop(read::<(Subsumption, Subsumption)>(bytes).map(|(mut one, other)| {
            relation(one.clone());
            one.unite(other);
            relation(one);
        })),
        6 => drop(read::<Selection>(bytes).map(|selection| {
            assert!(
                selection.kept().count() <= bytes.len()
                    && selection.to_string().len() < 1_000 * (bytes.len() + 1)
            );
            let _ = (selection.lost().count(), selection.clone());
        })),
        7 => drop(read::<(Correlation, Smart)>(bytes).map(|(correlation, smart)| {
            let selection = smart.select(
                &Goals::<()>::new(),
                &sbst::objective::Program::new(&Default::default()),
                &[],
            );
            assert_eq!(selection.kept().count(), 0);
            let _ = format!("{correlation:?}");
        })),
        8 => drop(read::<(SuiteRow, SuiteRow)>(bytes).map(|(mut one, other)| {
            one.merge(&other);
            assert!(one.fitness(GoalId::new(0)) <= other.fitness(GoalId::new(0)));
            one.add(&[Fitness::COVERED]);
        })),
        _ => drop(read::<(Goal, Coverage)>(bytes).map(|(goal, coverage)| {
            assert!(
                !goal.to_string().is_empty()
                    && coverage.ratio().is_none_or(|ratio| (0.0..=1.0).contains(&ratio))
            );
            let _ = (goal.place(), coverage.to_string());
        })),
    }
}

fn archives((one, other): (Archive<u8, u8>, Archive<u8, u8>)) {
    let mut all = one.clone();
    all.merge(other.clone());
    assert_eq!(all.len(), all.iter().count());
    for (goal, cost, _) in one.iter().chain(other.iter()) {
        assert!(all.get(goal).is_some_and(|(least, _)| least <= cost));
    }
    let kept = all.minimise(|&test| [GoalId::new(u32::from(test % 4))]);
    assert!(kept.len() <= all.len());
}

fn populations((mut one, other): (Populations<u8, u8>, Populations<u8, u8>)) {
    one.merge(other);
    one.offer(GoalId::new(0), Fitness::COVERED, 0, || 7);
    for goal in one.goals().collect::<Vec<_>>() {
        let row: Vec<_> = one.of(goal).map(|kept| (kept.fitness, kept.cost)).collect();
        assert!(!row.is_empty() && row.is_sorted());
    }
    one.resize(1);
    assert!(one.goals().all(|goal| one.of(goal).len() <= 1));
}

fn suite(suite: Vec<(u8, Vec<GoalId>)>) {
    let kept = minimise(&suite);
    assert!(kept.is_sorted() && kept.iter().all(|&test| test < suite.len()));
}

fn relation(relation: Subsumption) {
    let goals = (0..6).map(GoalId::new);
    let graph = relation.collapse(goals.clone());
    for goal in goals {
        assert!(graph.equivalents(goal).contains(&goal));
        let _ = graph.represented_by(goal);
    }
    assert!(graph.minimal().len() <= graph.goals().len());
}
