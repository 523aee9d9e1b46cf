//! Names with line ends and other control characters, in every text.

use sbst::Campaign;
use sbst::distance::{eq, gt};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst::id::{CallSite, Function};
use sbst::objective::Criterion;
use sbst_histories::Pairing;
use sbst_histories::decisions::{CompoundDecision, DecisionCoverage, Independence};

const NAMES: [&str; 5] = ["pay", "check", "deep", "yes", "no"];
/// They look like lines of a report, and like each other.
const HOSTILE: [&str; 5] = [
    "pay\n  nearest: pay",
    "check was missed by 7",
    "deep\r\nnot covered\n  branch e9",
    "\u{7f}yes\u{1b}[2J: waits for",
    "pay: check was \u{0}",
];
const SHOWN: [&str; 5] = [
    "pay\\n  nearest: pay",
    "check was missed by 7",
    "deep\\r\\nnot covered\\n  branch e9",
    "\\u{7f}yes\\u{1b}[2J: waits for",
    "pay: check was \\0",
];

/// if x > 9 && x == 12 { .. }, in a function that another one calls.
fn body(names: [&str; 5]) -> FlowBuilder {
    let mut body = FlowBuilder::new().function_name(names[0]);
    let [check, deep, yes, no] = body.named_blocks([names[1], names[2], names[3], names[4]]);
    body.branch(check, deep, no).branch(deep, yes, no).exit(yes).exit(no).statements(yes, 2)
}

fn report(names: [&str; 5]) -> String {
    let caller = FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2);
    let caller = caller.call(1, 0, CallSite::new(0), [Function::new(0)]);
    let mut campaign = Campaign::builder()
        .function(&body(names))
        .and_then(|builder| builder.function(&caller))
        .expect("legal")
        .across_calls()
        .criteria([Criterion::Branch, Criterion::Statement])
        .discover(|program| Ok(Pairing::of(program, Independence::UniqueCause)?))
        .build::<i32>()
        .expect("it has goals");
    for test in [3, 11] {
        let outcome = campaign.run(&test, |caller, &x| {
            let f = caller.enter(Function::new(0));
            if f.decide(0, gt(x, 9)) && f.decide(1, eq(x, 12)) {
                f.returns(2, 1)
            } else {
                f.returns(3, 0)
            }
        });
        outcome.expect("it follows the graph");
    }
    campaign.report().to_string()
}

/// Names stand for themselves, and change nothing else of a text.
fn assert_only_names_differ(text: impl Fn([&str; 5]) -> String) {
    // Names that occur in no other word.
    let marked = ["<0>", "<1>", "<2>", "<3>", "<4>"];
    let mut expected = text(marked);
    for (mark, shown) in marked.iter().zip(SHOWN) {
        expected = expected.replace(mark, shown);
    }
    assert_eq!(text(HOSTILE), expected);
    assert!(!text(HOSTILE).chars().any(|c| c.is_control() && c != '\n'));
}

#[test]
fn od23_names_do_not_break_the_text_of_a_report() {
    let plain = report(NAMES);
    assert!(plain.contains("\n    missed by 2"), "{plain}");
    assert_only_names_differ(report);
}

#[test]
fn od23_names_do_not_break_other_texts() {
    assert_only_names_differ(|names| {
        FlowGraph::of(&body(names).jump(9, 9)).expect_err("gaps").to_string()
    });
    assert_only_names_differ(|names| {
        let graph = FlowGraph::of(&body(names)).expect("legal");
        let decision = CompoundDecision::all(&graph).next().expect("one");
        let seen = ["TT", "F-"].map(|text| text.parse().expect("a vector"));
        let table = DecisionCoverage::of(&decision, &seen, Independence::UniqueCause);
        // Columns are as wide as names.
        let shown = table.show(&graph).to_string();
        let line = |line: &str| line.trim_end_matches(['T', 'F', '-', ' ']).to_owned();
        shown.replace("no pair", "").lines().map(line).collect::<Vec<_>>().join("\n")
    });
    assert_only_names_differ(|names| {
        let graph = FlowGraph::of(&body(names)).expect("legal");
        let trace = sbst::execution::Trace::new(&graph).with_path_check();
        let f = trace.root().enter(Function::new(0));
        f.decide(1, eq(1, 2));
        drop(f);
        let misuse = trace.check().expect_err("block 0 decides first");
        misuse.in_graph(&graph).to_string()
    });
}
