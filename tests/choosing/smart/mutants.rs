//! Which mutants are kept of an expression: minimal ones among those that are goals, with and
//! without branch goals.

use super::ticket::Subject;
use sbst::distance::Relation;
use sbst::execution::Trace;
use sbst::flow::Outcome;
use sbst::id::{Block, Branch, GoalId, Mutant};
use sbst::objective::{Criterion, Goal, Goals};
use sbst::subsumption::mutants::{Change, Mutation, Orders};
use sbst::subsumption::smart::{Correlation, DropReason, MutantRule, Smart, kept_mutants};

#[test]
fn a_mutant_that_is_named_twice_does_not_stand_behind_itself() {
    let subject = Subject::new();
    let twice = [subject.mutations[0]; 2];
    assert_eq!(
        kept_mutants(&twice, &subject.graph, MutantRule::Minimal, |_| false).first(),
        Some(&Mutant::new(0))
    );
    let selection = Smart::default().select(&subject.goals(), &subject.program(), &twice);
    assert!(selection.is_kept(GoalId::new(28)));
    // The last one counts, as in the relation: nothing is known of one that was made by something
    // else.
    let other = Mutation { change: Change::Other, ..subject.mutations[0] };
    let why = |mutations: &[Mutation]| {
        let selection = Smart::default().select(&subject.goals(), &subject.program(), mutations);
        selection
            .dropped()
            .iter()
            .find(|dropped| dropped.goal.number() == 28)
            .map(|dropped| dropped.why)
    };
    assert_eq!(
        (why(&[twice[0], other]), why(&[other, twice[0]])),
        (Some(DropReason::OtherOperator), None)
    );
}

#[test]
fn constants_are_dropped_if_both_branch_goals_of_the_predicate_are_kept_and_not_for_one() {
    let subject = Subject::new();
    let age = &subject.mutations[..5];
    let [taken, skipped] = [Outcome::True, Outcome::False]
        .map(|outcome| subject.graph.branch(Block::new(0), outcome).expect("a side"));
    let kept = |branches: &[Branch]| {
        let mutants = kept_mutants(age, &subject.graph, MutantRule::Minimal, |branch| {
            branches.contains(&branch)
        });
        mutants.into_iter().map(Mutant::number).collect::<Vec<_>>()
    };
    assert_eq!(kept(&[]), [0, 1, 4]);
    assert_eq!((kept(&[taken]), kept(&[skipped])), (vec![0, 1, 4], vec![0, 1, 4]));
    assert_eq!(kept(&[taken, skipped]), [0, 1]);
    // Those of another predicate do not help.
    let others: Vec<Branch> =
        (0..6).map(Branch::new).filter(|branch| ![taken, skipped].contains(branch)).collect();
    assert_eq!(kept(&others), [0, 1, 4]);
}

#[test]
fn mutants_that_nothing_infects_stand_for_nothing_even_if_they_are_kept() {
    let subject = Subject::new();
    // All mutants of the second statement of block 2 are `<=` in the place of `==`, of a number
    // that is never negative.
    let never: Vec<Mutation> = (9..13)
        .map(|number| Mutation { mutant: Mutant::new(number), ..subject.mutations[9] })
        .collect();
    let smart = Smart {
        correlation: Correlation::from_iter([(Criterion::Branch, Criterion::Line)]),
        ..Smart::default()
    };
    let selection = smart.select(&subject.goals(), &subject.program(), &never);
    assert!((37..41).all(|goal| selection.is_kept(GoalId::new(goal))));
    assert_eq!(selection.lost().map(|lost| lost.goal.number()).collect::<Vec<_>>(), [22]);
    assert_eq!(smart.select(&subject.goals(), &subject.program(), &[]).lost().count(), 0);
}

#[test]
fn of_mutants_that_are_infected_together_the_one_with_the_lowest_number_stays() {
    let subject = Subject::new();
    let kept = |mutants: &[Relation]| {
        let change = |mutant| Change::Relation {
            original: Relation::Equal,
            mutant,
            orders: Orders::NeverLess,
        };
        let mutations: Vec<Mutation> = (0..)
            .zip(mutants)
            .map(|(number, &mutant)| Mutation {
                mutant: Mutant::new(number),
                expression: 0,
                change: change(mutant),
                decides: None,
            })
            .collect();
        let kept = kept_mutants(&mutations, &subject.graph, MutantRule::Minimal, |_| false);
        kept.into_iter().map(|mutant| mutants[mutant.index()]).collect::<Vec<_>>()
    };
    use Relation::{False, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual, True};
    assert_eq!(kept(&[Less, False, GreaterOrEqual, True]), [Less, GreaterOrEqual]);
    assert_eq!(kept(&[False, Less, True, GreaterOrEqual]), [False, True]);
    assert_eq!(kept(&[NotEqual, Greater, LessOrEqual]), [NotEqual]);
    assert_eq!(kept(&[Greater, LessOrEqual, NotEqual]), [Greater]);
    assert_eq!(kept(&[Greater, Greater, True, True]), [True]);
}

#[test]
fn mutants_that_are_no_goals_stand_for_none() {
    let subject = Subject::new();
    let mut goals = Goals::<Trace>::new();
    goals.add(Criterion::Branch, &subject.program());
    // Of `count * 5`, `/` implies `%`.
    let [divide, remainder] = [7, 8].map(|number| Goal::Mutant(Mutant::new(number)));
    goals.extend(
        subject.mutants.iter().copied().filter(|mutant| Goal::Mutant(mutant.mutant) != divide),
    );
    let selection = Smart::default().select(&goals, &subject.program(), &subject.mutations);
    assert_eq!(goals.find(divide), None);
    assert!(goals.find(remainder).is_some_and(|goal| selection.is_kept(goal)));
}

#[test]
fn each_rule_keeps_its_own() {
    let subject = Subject::new();
    let to = [Relation::LessOrEqual, Relation::GreaterOrEqual, Relation::NotEqual, Relation::False];
    let change =
        |mutant| Change::Relation { original: Relation::Equal, mutant, orders: Orders::Total };
    let mutations: Vec<Mutation> = (0..)
        .zip(to)
        .map(|(number, mutant)| Mutation {
            mutant: Mutant::new(number),
            expression: 0,
            change: change(mutant),
            decides: None,
        })
        .collect();
    let kept = |rule| {
        kept_mutants(&mutations, &subject.graph, rule, |_| false)
            .into_iter()
            .map(Mutant::number)
            .collect::<Vec<_>>()
    };
    assert_eq!(kept(MutantRule::Minimal), [0, 1, 3]);
    assert_eq!(kept(MutantRule::Published), [0, 1]);
    assert_eq!(kept(MutantRule::All), [0, 1, 2, 3]);
}
