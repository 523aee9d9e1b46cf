//! Which conditions form one decision: what the attribute says of it.

use sbst::Campaign;
use sbst::campaign::CampaignBuilder;
use sbst::flow::FlowBuilder;
use sbst::objective::Criterion;
use sbst_histories::decisions::{DecisionCoverage, Independence};
use sbst_histories::{HistoryGoals, Pairing};

/// Two operands of one expression, and a third.
type Three = (bool, bool, bool);

/// Adds the goals of MC/DC.
fn mcdc(builder: CampaignBuilder) -> CampaignBuilder {
    builder.discover(|program| Ok(Pairing::of(program, Independence::UniqueCause)?))
}

/// Adds the goals of all vectors.
fn vectors(builder: CampaignBuilder) -> CampaignBuilder {
    builder.discover(|program| Ok(HistoryGoals::vectors(program)?))
}

/// What a campaign knows of MC/DC.
fn pairing<T>(campaign: &Campaign<T>) -> &Pairing {
    campaign.discovery().finder().expect("it was asked for")
}

/// Runs the tests, and returns what was seen of each decision, without names.
fn seen<T: Clone>(
    builder: CampaignBuilder,
    tests: &[T],
    run: impl Fn(&T),
) -> (Campaign<T>, Vec<String>) {
    let mut campaign = mcdc(builder).build().expect("it has goals");
    for test in tests {
        campaign.watch(test, &run).expect("it ends");
    }
    let shown = pairing(&campaign).coverage().map(|decision| words(&decision, &campaign)).collect();
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
        mcdc(builder.criteria([Criterion::Branch])).build::<Three>().expect("goals")
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
        let all: Vec<_> = pairing(&campaign).coverage().collect();
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
    let builder = vectors(sbst::campaign!(values));
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
    let criteria = [Criterion::Branch, Criterion::Line];
    let tests = [(true, true), (false, true), (false, false)];
    let builder = vectors(sbst::campaign!(constants).criteria(criteria));
    let (campaign, shown) = seen(builder, &tests, |&(a, b)| {
        constants(a, b);
    });
    assert_eq!(shown, ["2/2: T- FF, FT FF", "0/1: no pair"]);
    let open: Vec<_> = campaign.report().open().map(ToString::to_string).collect();
    assert_eq!(open.len(), 3, "{open:#?}"); // `if never` holds: its branch, line and vector
}

#[sbst::instrument]
fn leaving(kind: u8, a: bool, b: bool, c: bool) -> u8 {
    match kind {
        0 => u8::from((a && return 9) || b),
        1 => {
            if a && (b || panic!("left")) && c {
                1
            } else {
                2
            }
        }
        2 => {
            let mut left = 3;
            while left > 0 && a || (c && return 7) {
                left -= 1;
                if b && c || (c && continue) {
                    break;
                }
            }
            left
        }
        3 => 'out: {
            if a || { if b { break 'out 4 } else { break 'out 5 } } { 6 } else { 7 }
        }
        4 if (a && unreachable!("left")) || b => 8,
        _ => {
            let x = (a || return 3)
                && (b
                    || loop {
                        break c;
                    })
                && !(c && unimplemented!("left"));
            u8::from(x)
        }
    }
}

/// What never comes back leaves the decision: its conditions are decisions of their own.
#[test]
fn od16_operands_may_leave_for_ever() {
    let bits = |test: u8| (test >> 3, test & 4 > 0, test & 2 > 0, test & 1 > 0);
    let tests: Vec<u8> = (0..6 << 3).collect();
    let mut campaign: Campaign<u8> =
        vectors(mcdc(sbst::campaign!(leaving).criteria([Criterion::Branch])))
            .build()
            .expect("every function has its graph");
    for test in &tests {
        campaign
            .watch(test, |&test| {
                let (kind, a, b, c) = bits(test);
                drop(std::panic::catch_unwind(|| leaving(kind, a, b, c)));
            })
            .expect("a run");
    }
    assert_eq!(campaign.runs(), tests.len() as u64);
    let shown: Vec<_> =
        pairing(&campaign).coverage().map(|decision| words(&decision, &campaign)).collect();
    assert!(shown.iter().all(|words| !words.contains("no pair")), "{shown:#?}");
}

#[sbst::instrument]
fn checked(a: bool, b: bool) -> bool {
    debug_assert!(true);
    debug_assert!(cfg!(any()) || !cfg!(any()), "never");
    debug_assert!(a || !a && !(b && !b));
    if a {
        return b;
    }
    debug_assert!(false, "no way {b}");
    b
}

#[test]
fn od19_constants_are_no_assertions() {
    let mut campaign: Campaign<[bool; 2]> =
        mcdc(sbst::campaign!(checked).criteria([Criterion::Branch])).build().expect("a campaign");
    for test in [[true, true], [true, false], [false, true], [false, false]] {
        campaign
            .watch(&test, |&[a, b]| {
                drop(std::panic::catch_unwind(|| checked(a, b)));
            })
            .expect("a run");
    }
    let open: Vec<_> = campaign.report().open().map(ToString::to_string).collect();
    // The assertion that holds always: its branch and its pair.
    assert!(open.len() <= 2 && open.iter().all(|goal| goal.contains("decisions.rs")), "{open:#?}");
}

/// The command knows constants by their names, so a variable of the name makes it doubtful.
#[test]
fn od19_names_of_variables_are_no_constants() {
    let known = |source: &str| {
        let mut files = sbst_instrument::Crate::default();
        files.see(&syn::parse_file(source).expect("Rust"));
        let without = sbst_instrument::Without::default();
        files.instrument(source, "lib.rs", &without).expect("Rust").text.matches("Known").count()
    };
    let constant = "mod a { pub const FULL: bool = false; } ";
    let used = "fn f(b: bool) -> u8 { if a::FULL && b { 1 } else { 2 } }";
    assert_eq!(known(&format!("{constant}{used}")), 1);
    for variable in [
        "fn g(FULL: bool) {}",
        "fn g() { let FULL = 1; }",
        "fn g() { let _ = |FULL: u8| 1; }",
        "fn g(x: S) { let S { FULL, .. } = x; }",
        "fn g<const FULL: bool>() {}",
        "static FULL: bool = true;",
        "fn g() { const FULL: u8 = 1; }",
    ] {
        assert_eq!(known(&format!("{constant}{used}{variable}")), 0, "{variable}");
    }
}
