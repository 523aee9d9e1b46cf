//! The defects by which these tests began, as they were found.

use crate::campaigns::{Asked, Told, ask, coverage};
use sbst::Campaign;
use sbst::campaign::CampaignBuilder;
use sbst::distance::flag;
use sbst::execution::Caller;
use sbst::flow::FlowBuilder;
use sbst::id::Function;
use sbst::objective::Goal;
use sbst_histories::VECTOR;
use sbst_histories::decisions::Independence::{Masking, UniqueCause};

#[sbst::instrument]
fn either(a: bool, b: bool, c: bool) -> u32 {
    if a && b || c { 1 } else { 2 }
}

/// The same by hand.
fn drawn(caller: Caller<'_>, [a, b, c]: [bool; 3]) -> u32 {
    let f = caller.enter(Function::new(0));
    let both = f.decide(0, flag(a)) && f.decide(1, flag(b));
    if both || f.decide(2, flag(c)) { f.returns(3, 1) } else { f.returns(4, 2) }
}

fn by_hand() -> CampaignBuilder {
    let body = FlowBuilder::new().function_name("either").branch(0, 1, 2).branch(1, 3, 2);
    Campaign::builder().function(&body.branch(2, 3, 4).exit(3).exit(4)).expect("legal")
}

const TESTS: [[bool; 3]; 4] =
    [[true, true, false], [true, false, true], [false, false, false], [true, false, false]];

type Run<T> = fn(&mut Campaign<T>, &T);

const BY_HAND: Run<[bool; 3]> = |campaign, test| {
    campaign.run(test, |caller, &test| drawn(caller, test)).expect("a run");
};

const ATTRIBUTE: Run<[bool; 3]> = |campaign, test| {
    campaign.watch(test, |&[a, b, c]| either(a, b, c)).expect("a run");
};

fn three_conditions(builder: impl Fn() -> CampaignBuilder, run: Run<[bool; 3]>) {
    let first_three = [
        "1 of 3, 3 vectors: [TT F-F TF] [no pair TF] [no pair TF] conditions decision",
        "2 of 3, 3 vectors: [TT F-F TF] [no pair TF] [TFT F-F TF] conditions decision",
    ];
    let all =
        "3 of 3, 4 vectors: [TT F-F TF] [TT TFF TF] [TFT TFF TF] complete conditions decision";
    for (rule, three) in [UniqueCause, Masking].into_iter().zip(first_three) {
        let builder = ask(builder(), &[Asked::McDc], rule);
        let mut campaign = builder.build().expect("a campaign");
        TESTS[..3].iter().for_each(|test| run(&mut campaign, test));
        assert_eq!(coverage(&Told::all(&campaign, "either")), [three]);
        run(&mut campaign, &TESTS[3]);
        assert_eq!(coverage(&Told::all(&campaign, "either")), [all]);
    }
}

#[test]
fn three_conditions_of_a_graph_by_hand() {
    three_conditions(by_hand, BY_HAND);
}

#[test]
fn od16_one_decision_has_three_conditions() {
    three_conditions(|| sbst::campaign!(either), ATTRIBUTE);
}

/// After each test, by each criterion: how many goals there are, and how many are covered.
fn counts(builder: CampaignBuilder, criteria: &[Asked], run: Run<[bool; 3]>) -> Vec<[usize; 2]> {
    let mut campaign = ask(builder, criteria, UniqueCause).build().expect("a campaign");
    let of = |test| {
        run(&mut campaign, test);
        [campaign.goals().len(), campaign.frontier().covered_count()]
    };
    TESTS.iter().map(of).collect()
}

#[test]
fn od16_as_many_goals_as_of_the_graph_by_hand() {
    use Asked::{Branch, McDc, MultipleCondition};
    for criteria in
        [&[McDc][..], &[MultipleCondition], &[Branch, McDc], &[Branch, MultipleCondition]]
    {
        let expected = counts(by_hand(), criteria, BY_HAND);
        let found = counts(sbst::campaign!(either), criteria, ATTRIBUTE);
        assert_eq!(found, expected, "{criteria:?}");
    }
}

/// Nested decisions and decisions one after the other stay apart, though no statement is between.
#[test]
fn od16_other_decisions_are_others() {
    #[sbst::instrument]
    fn within(a: bool, b: bool) -> u32 {
        if a {
            if b {
                return 1;
            }
        }
        2
    }
    let mut campaign: Campaign<[bool; 2]> =
        ask(sbst::campaign!(within), &[Asked::McDc], UniqueCause).build().expect("a campaign");
    for test in [[true, true], [true, false], [false, true]] {
        campaign.watch(&test, |&[a, b]| within(a, b)).expect("a run");
    }
    let one = "1 of 1, 2 vectors: [T F TF] complete conditions decision";
    assert_eq!(coverage(&Told::all(&campaign, "within")), [one, one]);
}

fn disjunction(count: u32) -> CampaignBuilder {
    let body = FlowBuilder::new().function_name("large");
    let body = (0..count).fold(body, |body, at| body.branch(at, count + 1, at + 1));
    Campaign::builder().function(&body.exit(count).exit(count + 1)).expect("legal")
}

fn run_disjunction<const COUNT: u32>(campaign: &mut Campaign<u128>, test: &u128) {
    let run = |caller: Caller<'_>, test: &u128| {
        let f = caller.enter(Function::new(0));
        let holds = (0..COUNT).any(|at| f.decide(at, flag(test >> at & 1 == 1)));
        f.returns(COUNT + u32::from(holds), ());
    };
    campaign.run(test, run).expect("a run");
}

/// All but one condition are false, each in its turn; then all are.
fn one_by_one(count: u32) -> impl Iterator<Item = u128> {
    (0..count).map(|at| 1 << at).chain([0])
}

/// A decision that is too large is left out by name, with its number of conditions.
fn left_out(builder: impl Fn() -> CampaignBuilder, run: Run<u128>) {
    for rule in [UniqueCause, Masking] {
        let builder = ask(builder(), &[Asked::McDc], rule);
        let mut campaign: Campaign<u128> = builder.build().expect("a campaign");
        for test in one_by_one(65) {
            run(&mut campaign, &test);
            // Also before the decision was ever false, when its first 64 conditions may seem
            // complete.
            let shown = coverage(&Told::all(&campaign, "large"));
            assert_eq!(shown.len(), 1, "{}", shown.join("; "));
            assert!(shown[0].starts_with("0 of 65, "), "{}", shown[0]);
            assert!(!shown[0].contains("complete"), "{}", shown[0]);
        }
        assert_eq!(vectors(&campaign), 0, "no goal of a decision that is left out");
    }
}

#[test]
fn od18_more_than_64_conditions_are_left_out_by_name() {
    left_out(
        || sbst::campaign!(large),
        |campaign, test| {
            campaign.watch(test, |&x| large(x)).expect("a run");
        },
    );
}

#[test]
fn od18_so_they_are_of_a_graph_by_hand() {
    left_out(|| disjunction(65), run_disjunction::<65>);
}

fn measured(builder: CampaignBuilder, run: Run<u128>, name: &str) {
    let mut campaign = ask(builder, &[Asked::McDc], UniqueCause).build().expect("a campaign");
    for test in one_by_one(64) {
        let shown = coverage(&Told::all(&campaign, name));
        assert_eq!(shown.len(), 1, "{}", shown.join("; "));
        assert!(shown[0].starts_with("0 of 64, "), "{}", shown[0]);
        run(&mut campaign, &test);
    }
    let shown = coverage(&Told::all(&campaign, name)).join("; ");
    assert!(shown.starts_with("64 of 64, 65 vectors: ") && shown.contains(" complete"), "{shown}");
}

#[test]
fn od18_64_conditions_are_one_decision() {
    let run: Run<u128> = |campaign, test| {
        campaign.watch(test, |&x| largest(x)).expect("a run");
    };
    measured(sbst::campaign!(largest), run, "largest");
}

#[test]
fn sixty_four_conditions_of_a_graph_by_hand() {
    measured(disjunction(64), run_disjunction::<64>, "large");
}

/// The number of goals of vectors in a campaign for one function.
fn vectors(campaign: &Campaign<u128>) -> usize {
    let is_vector =
        |&id: &sbst::id::GoalId| matches!(campaign.goals().goal(id), Goal::Of(VECTOR, _));
    campaign.goals().ids().filter(is_vector).count()
}

#[test]
fn od19_constants_are_no_conditions() {
    #[sbst::instrument]
    fn constant(a: bool, b: bool) -> u32 {
        if a || b && true && !(cfg!(any()) || false) { 1 } else { 2 }
    }
    let mut campaign: Campaign<[bool; 2]> =
        ask(sbst::campaign!(constant), &[Asked::McDc], UniqueCause).build().expect("a campaign");
    for test in [[true, true], [false, true], [false, false]] {
        campaign.watch(&test, |&[a, b]| constant(a, b)).expect("a run");
    }
    let all = "2 of 2, 3 vectors: [T FF TF] [FT FF TF] complete conditions decision";
    assert_eq!(coverage(&Told::all(&campaign, "constant")), [all]);
    let report = campaign.report();
    assert_eq!(report.open().count(), 0, "{report}");
}

#[rustfmt::skip]
#[sbst::instrument]
fn largest(x: u128) -> u32 {
    if x >> 0 & 1 == 1 || x >> 1 & 1 == 1 || x >> 2 & 1 == 1 || x >> 3 & 1 == 1 || x >> 4 & 1 == 1
        || x >> 5 & 1 == 1 || x >> 6 & 1 == 1 || x >> 7 & 1 == 1 || x >> 8 & 1 == 1 || x >> 9 & 1 ==
        1 || x >> 10 & 1 == 1 || x >> 11 & 1 == 1 || x >> 12 & 1 == 1 || x >> 13 & 1 == 1 || x >> 14
        & 1 == 1 || x >> 15 & 1 == 1 || x >> 16 & 1 == 1 || x >> 17 & 1 == 1 || x >> 18 & 1 == 1 ||
        x >> 19 & 1 == 1 || x >> 20 & 1 == 1 || x >> 21 & 1 == 1 || x >> 22 & 1 == 1 || x >> 23 & 1
        == 1 || x >> 24 & 1 == 1 || x >> 25 & 1 == 1 || x >> 26 & 1 == 1 || x >> 27 & 1 == 1 || x >>
        28 & 1 == 1 || x >> 29 & 1 == 1 || x >> 30 & 1 == 1 || x >> 31 & 1 == 1 || x >> 32 & 1 == 1
        || x >> 33 & 1 == 1 || x >> 34 & 1 == 1 || x >> 35 & 1 == 1 || x >> 36 & 1 == 1 || x >> 37 &
        1 == 1 || x >> 38 & 1 == 1 || x >> 39 & 1 == 1 || x >> 40 & 1 == 1 || x >> 41 & 1 == 1 || x
        >> 42 & 1 == 1 || x >> 43 & 1 == 1 || x >> 44 & 1 == 1 || x >> 45 & 1 == 1 || x >> 46 & 1 ==
        1 || x >> 47 & 1 == 1 || x >> 48 & 1 == 1 || x >> 49 & 1 == 1 || x >> 50 & 1 == 1 || x >> 51
        & 1 == 1 || x >> 52 & 1 == 1 || x >> 53 & 1 == 1 || x >> 54 & 1 == 1 || x >> 55 & 1 == 1 ||
        x >> 56 & 1 == 1 || x >> 57 & 1 == 1 || x >> 58 & 1 == 1 || x >> 59 & 1 == 1 || x >> 60 & 1
        == 1 || x >> 61 & 1 == 1 || x >> 62 & 1 == 1 || x >> 63 & 1 == 1 { 1 } else { 2 }
}

#[rustfmt::skip]
#[sbst::instrument]
fn large(x: u128) -> u32 {
    if x >> 0 & 1 == 1 || x >> 1 & 1 == 1 || x >> 2 & 1 == 1 || x >> 3 & 1 == 1 || x >> 4 & 1 == 1
        || x >> 5 & 1 == 1 || x >> 6 & 1 == 1 || x >> 7 & 1 == 1 || x >> 8 & 1 == 1 || x >> 9 & 1 ==
        1 || x >> 10 & 1 == 1 || x >> 11 & 1 == 1 || x >> 12 & 1 == 1 || x >> 13 & 1 == 1 || x >> 14
        & 1 == 1 || x >> 15 & 1 == 1 || x >> 16 & 1 == 1 || x >> 17 & 1 == 1 || x >> 18 & 1 == 1 ||
        x >> 19 & 1 == 1 || x >> 20 & 1 == 1 || x >> 21 & 1 == 1 || x >> 22 & 1 == 1 || x >> 23 & 1
        == 1 || x >> 24 & 1 == 1 || x >> 25 & 1 == 1 || x >> 26 & 1 == 1 || x >> 27 & 1 == 1 || x >>
        28 & 1 == 1 || x >> 29 & 1 == 1 || x >> 30 & 1 == 1 || x >> 31 & 1 == 1 || x >> 32 & 1 == 1
        || x >> 33 & 1 == 1 || x >> 34 & 1 == 1 || x >> 35 & 1 == 1 || x >> 36 & 1 == 1 || x >> 37 &
        1 == 1 || x >> 38 & 1 == 1 || x >> 39 & 1 == 1 || x >> 40 & 1 == 1 || x >> 41 & 1 == 1 || x
        >> 42 & 1 == 1 || x >> 43 & 1 == 1 || x >> 44 & 1 == 1 || x >> 45 & 1 == 1 || x >> 46 & 1 ==
        1 || x >> 47 & 1 == 1 || x >> 48 & 1 == 1 || x >> 49 & 1 == 1 || x >> 50 & 1 == 1 || x >> 51
        & 1 == 1 || x >> 52 & 1 == 1 || x >> 53 & 1 == 1 || x >> 54 & 1 == 1 || x >> 55 & 1 == 1 ||
        x >> 56 & 1 == 1 || x >> 57 & 1 == 1 || x >> 58 & 1 == 1 || x >> 59 & 1 == 1 || x >> 60 & 1
        == 1 || x >> 61 & 1 == 1 || x >> 62 & 1 == 1 || x >> 63 & 1 == 1 || x >> 64 & 1 == 1 {
        1
    } else {
        2
    }
}
