//! Which conditions form one decision: what the attribute says of it.

use sbst::Campaign;
use sbst::campaign::CampaignBuilder;
use sbst::flow::FlowBuilder;
use sbst::flow::decisions::DecisionCoverage;
use sbst::objective::Criterion;

/// Two operands of one expression, and a third.
type Three = (bool, bool, bool);

/// Runs the tests, and returns what was seen of each decision, without names.
fn seen<T: Clone>(
    builder: CampaignBuilder,
    tests: &[T],
    run: impl Fn(&T),
) -> (Campaign<T>, Vec<String>) {
    let mut campaign = builder.criteria([Criterion::McDc]).build().expect("it has goals");
    for test in tests {
        campaign.watch(test, &run).expect("it ends");
    }
    let shown = campaign.discovery().mcdc().map(|decision| words(&decision, &campaign)).collect();
    (campaign, shown)
}

/// `2/3: TT- F-F, no pair, ..`
fn words<T>(decision: &DecisionCoverage, campaign: &Campaign<T>) -> String {
    let shown = decision.show(campaign.graph()).to_string();
    let pairs = shown.lines().skip(1).map(|line| line.splitn(3, ' ').nth(2).unwrap_or_default());
    let pairs: Vec<&str> = pairs.map(str::trim).collect();
    format!("{}/{}: {}", decision.covered(), pairs.len(), pairs.join(", "))
}

#[sbst::instrument]
fn one_line(a: bool, b: bool, c: bool) -> i32 {
    if a && b || c { 1 } else { 2 }
}

#[rustfmt::skip]
#[sbst::instrument]
fn three_lines(a: bool, b: bool, c: bool) -> i32 {
    if a
        && b
        || c
    {
        1
    } else {
        2
    }
}

const TESTS: [Three; 4] =
    [(true, true, false), (true, false, true), (false, false, false), (true, false, false)];

#[test]
fn od16_conditions_of_one_expression_form_one_decision() {
    let by_hand = || {
        let body = FlowBuilder::new().branch(0, 1, 2).branch(1, 3, 2).branch(2, 3, 4);
        let body = body.exit(3).exit(4);
        let builder = Campaign::builder().function(&body).expect("legal");
        builder.criteria([Criterion::Branch, Criterion::McDc]).build::<Three>().expect("goals")
    };
    let mut by_hand = by_hand();
    for test in &TESTS {
        let outcome = by_hand.run(test, |caller, &(a, b, c)| {
            let f = caller.enter(sbst::id::Function::new(0));
            let flag = |holds| sbst::distance::flag(holds);
            if f.decide(0, flag(a)) && f.decide(1, flag(b)) || f.decide(2, flag(c)) {
                f.returns(3, 1)
            } else {
                f.returns(4, 2)
            }
        });
        outcome.expect("it follows the graph");
    }
    for builder in [sbst::campaign!(one_line), sbst::campaign!(three_lines)] {
        let both = builder.criteria([Criterion::Branch]);
        let run = |&(a, b, c): &Three| {
            one_line(a, b, c);
            three_lines(a, b, c);
        };
        let (mut campaign, shown) = seen(both, &TESTS[..3], run);
        assert_eq!(shown, ["1/3: TT- F-F, no pair, no pair"]);
        campaign.watch(&TESTS[3], run).expect("it ends");
        let all: Vec<_> = campaign.discovery().mcdc().collect();
        assert_eq!((all.len(), all[0].covered(), all[0].is_complete()), (1, 3, true));
        assert_eq!(campaign.goals().len(), by_hand.goals().len());
        assert_eq!(campaign.tests().covered_count(), by_hand.tests().covered_count());
        assert_eq!(campaign.next_goal(0.5), None);
    }
}

fn takes(_: bool) {}

#[sbst::instrument]
fn values(a: bool, b: bool) -> bool {
    let x = a && b;
    takes(a || b);
    let y = !(a || x) as i32;
    if y > 2 {
        return x && b;
    }
    a || !b
}

#[sbst::instrument]
fn guards(a: bool, b: bool, n: i32) -> i32 {
    assert!(a || b || n < 9);
    match n {
        0 if a && b => 1,
        _ => 2,
    }
}

#[sbst::instrument]
fn operands(a: bool, text: Option<&str>, c: bool) -> Option<bool> {
    if a && text? == "x" && {
        let d = c || a;
        d
    } {
        Some(true)
    } else {
        Some(false)
    }
}

#[test]
fn od16_last_operands_of_values_are_conditions() {
    let tests = [(true, true), (true, false), (false, true), (false, false)];
    let run = |&(a, b): &(bool, bool)| {
        values(a, b);
    };
    let (_, shown) = seen(sbst::campaign!(values), &tests, run);
    assert_eq!(
        shown,
        [
            "2/2: TT F-, TT TF",
            "2/2: T- FF, FT FF",
            "1/2: T- FF, no pair",
            "0/1: no pair",
            "0/2: no pair, no pair",
            "2/2: T- FF, FT FF",
        ],
    );
    let tests = [(true, true, 0), (false, true, 0), (true, false, 0), (false, false, 7)];
    let run = |&(a, b, n): &(bool, bool, i32)| {
        guards(a, b, n);
    };
    let (_, shown) = seen(sbst::campaign!(guards), &tests, run);
    assert_eq!(shown, ["0/3: no pair, no pair, no pair", "2/2: TT F-, TT TF"]);
}

#[test]
fn od16_operands_with_ways_of_their_own_are_operands_of_one_decision() {
    let texts = ["x", "y"];
    let tests = [(true, 0, true), (false, 0, true), (true, 1, true), (true, 2, false)];
    let run = |&(a, text, c): &(bool, usize, bool)| {
        operands(a, texts.get(text).copied(), c);
    };
    let (campaign, shown) = seen(sbst::campaign!(operands), &tests, run);
    // The decision, the `?`, and the decision within the block.
    assert_eq!(shown, ["2/3: TTT F--, TTT TF-, no pair", "1/1: T F", "0/2: no pair, no pair"]);
    assert_eq!(campaign.runs(), 4);
}

#[test]
fn od17_goals_are_made_of_the_functions_that_were_named() {
    let builder = sbst::campaign!(values).criteria([Criterion::MultipleCondition]);
    let (campaign, shown) = seen(builder, &[(true, true)], |&(a, b)| {
        values(a, b);
        one_line(a, b, a);
    });
    assert_eq!(shown.len(), 6);
    let graph = campaign.graph();
    let named = |goal| {
        let needs = campaign.goals().needs(goal).expect("a goal");
        let mut places = needs.places();
        places.all(|place| place.in_graph(graph).to_string().starts_with("values: "))
    };
    assert!(campaign.goals().ids().all(named));
    assert_eq!(campaign.goals().len(), 3 * 5 + 2, "every vector of five decisions, and of one");
}

#[sbst::instrument]
fn constants(a: bool, b: bool) -> i32 {
    let never = cfg!(any());
    if a || b && true {
        return 1;
    }
    if cfg!(any()) && a {
        return 2;
    }
    while !cfg!(any()) || b {
        if never {
            continue;
        }
        break;
    }
    if true { 3 } else { 4 }
}

#[test]
fn od19_constants_are_no_conditions() {
    let criteria = [Criterion::Branch, Criterion::Line, Criterion::MultipleCondition];
    let tests = [(true, true), (false, true), (false, false)];
    let builder = sbst::campaign!(constants).criteria(criteria);
    let (campaign, shown) = seen(builder, &tests, |&(a, b)| {
        constants(a, b);
    });
    assert_eq!(shown, ["2/2: T- FF, FT FF", "0/1: no pair"]);
    let open: Vec<_> = campaign.report().open().map(ToString::to_string).collect();
    assert_eq!(open.len(), 3, "{open:#?}"); // `if never` holds: its branch, line and vector
}
