//! The truth tables themselves: by hand, by second definitions, and by what the functions return.

use crate::cases::{self, Case};
use crate::truth::{Expression, Function, Seen, Value, text};
use crate::{none_wrong, quiet};
use sbst::flow::{FlowBuilder, FlowGraph};
use sbst_histories::decisions::{CompoundDecision, DecisionCoverage, Independence, Vectors};
use std::collections::{BTreeMap, BTreeSet};

fn function(context: &'static str, tree: &'static str) -> Function {
    let campaign = || sbst::campaign!();
    let trees = Vec::leak(vec![tree]);
    Function::of(&Case { name: "", context, variables: 0, trees, call: |_| 0, campaign })
}

fn vectors(expression: &Expression) -> String {
    let rows: BTreeSet<(Seen, bool)> = expression.table().into_iter().collect();
    let rows: Vec<String> = rows
        .iter()
        .map(|(seen, outcome)| format!("{} {}", text(seen), if *outcome { 'T' } else { 'F' }))
        .collect();
    rows.join(", ")
}

fn shown(pairs: &[BTreeSet<[Seen; 2]>]) -> Vec<String> {
    let show = |pair: &[Seen; 2]| pair.each_ref().map(|seen| text(seen)).join(" ");
    pairs.iter().map(|pairs| pairs.iter().map(show).collect::<Vec<_>>().join(", ")).collect()
}

/// By hand, from Hayhurst and others (2001) for three of them.
#[test]
fn truth_tables_by_hand() {
    let and_or = function("if", "|&abc"); // a && b || c
    let [expression] = &and_or.expressions[..] else { panic!("one") };
    assert_eq!(vectors(expression), "TT T, TFT T, TFF F, F-T T, F-F F");
    assert_eq!(shown(&expression.unique_cause()), ["TT F-F", "TT TFF", "TFT TFF, F-T F-F"]);
    let masking = ["TT F-F", "TT TFF", "TFT TFF, TFT F-F, TFF F-T, F-T F-F"];
    assert_eq!(shown(&expression.masking()), masking);

    let exclusive = function("let", "|&a!b&!ab"); // a && !b || !a && b, as four conditions
    let [expression] = &exclusive.expressions[..] else { panic!("one") };
    assert_eq!(expression.conditions, 4);
    assert_eq!(vectors(expression), XOR);

    let constant = function("if", "|a&b1"); // a || b && true
    let [expression] = &constant.expressions[..] else { panic!("one") };
    assert_eq!(vectors(expression), "T T, FT T, FF F");
    assert_eq!(shown(&expression.unique_cause()), ["T FF", "FT FF"]);

    let without = function("if", "|&a0&0b"); // a && false || false && b
    let [expression] = &without.expressions[..] else { panic!("one") };
    assert_eq!((vectors(expression).as_str(), expression.alive()), ("T F, F F", vec![0]));
    assert_eq!(shown(&expression.unique_cause()), ["", ""]);

    let nested = function("tail", "&a?|bc"); // a && same(b || c)
    let (result, log) = nested.execute(0b101);
    assert_eq!(result, Some(1));
    let log: Vec<String> =
        log.iter().map(|row| format!("{} {} {}", row.0, text(&row.1), row.2)).collect();
    assert_eq!(log, ["0 FT true", "1 TT true"]);

    let lone = |context, tree| function(context, tree).expressions[0].is_decision;
    assert!(lone("if", "a") && lone("assert", "!a") && lone("let", "&a1"));
    assert!(!lone("let", "a") && !lone("return", "a") && !lone("if", "1"));
}

/// `a && !b || !a && b` with `a` and `b` as conditions of their own at both places.
const XOR: &str = "TT T, TFTT T, TFTF F, TFF F, F-TT T, F-TF F, F-F F";

#[test]
fn truth_tables_are_what_the_functions_return() {
    quiet();
    let (mut wrong, mut executions) = (Vec::new(), 0);
    for case in cases::all() {
        let function = Function::of(case);
        for bits in case.assignments() {
            let (expected, found) = (function.execute(bits).0, case.result(bits));
            if expected != found {
                wrong.push(format!("{} {bits:b}: {expected:?}, {found:?}", case.name));
            }
            executions += 1;
        }
    }
    none_wrong(executions, wrong);
    assert!(executions > 2000, "{executions}");
}

/// Two assignments that differ in the condition alone, with different outcomes: Chilenski and
/// Miller (1994). And: both assignments have another outcome with another value of the condition.
#[test]
fn pairs_of_vectors_are_those_of_assignments() {
    for case in cases::all() {
        for expression in Function::of(case).expressions {
            let table = expression.table();
            let (mut unique, mut masking) = (Vec::new(), Vec::new());
            for number in 0..expression.conditions {
                let flipped = |bits: usize| &table[bits ^ 1 << number];
                let decides: Vec<usize> =
                    (0..table.len()).filter(|&bits| table[bits].1 != flipped(bits).1).collect();
                let pair = |one: &(Seen, bool), other: &(Seen, bool)| {
                    let mut pair = [one.0.clone(), other.0.clone()];
                    pair.sort();
                    pair
                };
                unique
                    .push(decides.iter().map(|&bits| pair(&table[bits], flipped(bits))).collect());
                let of = |value, outcome| {
                    let mut rows: Vec<usize> = decides.clone();
                    rows.retain(|&bits| {
                        (bits >> number & 1 == 1) == value && table[bits].1 == outcome
                    });
                    rows
                };
                let both = |outcome: bool| {
                    let others = of(false, !outcome);
                    let of_one = |one: usize| {
                        let rows = others.iter().map(move |&other| (one, other));
                        rows.collect::<Vec<_>>()
                    };
                    of(true, outcome).into_iter().flat_map(of_one).collect::<Vec<_>>()
                };
                let rows = both(true).into_iter().chain(both(false));
                masking.push(rows.map(|(one, other)| pair(&table[one], &table[other])).collect());
            }
            assert_eq!(expression.unique_cause(), unique, "{}", case.name);
            assert_eq!(expression.masking(), masking, "{}", case.name);
        }
    }
}

/// The generator reaches what the tests are about.
#[test]
fn generated_functions_are_of_many_kinds() {
    let mut sizes = [0; 9];
    let (mut contexts, mut shapes) = (BTreeSet::new(), [0; 5]);
    for case in cases::all() {
        contexts.insert(case.context);
        let function = Function::of(case);
        for expression in &function.expressions {
            sizes[expression.conditions] += usize::from(expression.is_decision);
            let alive = expression.alive();
            let table = expression.table();
            let is_constant = table.iter().all(|row| row.1 == table[0].1);
            shapes[0] += usize::from(!expression.is_decision);
            shapes[1] += usize::from(alive.len() < expression.conditions);
            shapes[2] += usize::from(is_constant && !alive.is_empty());
        }
        shapes[3] += usize::from(function.expressions.len() > 1);
        let letters = case.trees.concat();
        let reads = letters.chars().filter(|letter| letter.is_lowercase()).count();
        shapes[4] += usize::from(reads > case.variables as usize);
    }
    assert!(sizes[1..].iter().all(|&count| count >= 3), "{sizes:?}");
    assert_eq!(contexts.len(), 11, "{contexts:?}");
    assert!(shapes.iter().all(|&count| count >= 2), "{shapes:?}");
    assert!(cases::all().count() <= 150);
}

/// The same vectors and pairs have graphs that somebody draws. What a condition leads to is what is
/// evaluated after it; conditions that change nothing are in no such graph.
#[test]
fn graphs_by_hand_have_the_vectors_and_pairs_of_the_truth_tables() {
    let mut compared = 0;
    for case in cases::all() {
        for expression in Function::of(case).expressions {
            let count = expression.conditions as u32;
            let mut next = BTreeMap::new();
            for (seen, outcome) in expression.table() {
                let evaluated: Vec<u32> =
                    (0..count).filter(|&at| seen[at as usize] != Value::Skipped).collect();
                let end = count + u32::from(!outcome);
                let targets = evaluated.iter().skip(1).copied().chain([end]);
                for (&at, to) in evaluated.iter().zip(targets) {
                    let before = next.insert((at, seen[at as usize]), to);
                    assert!(before.is_none_or(|before| before == to), "{}", case.name);
                }
            }
            let to = |at, value| next.get(&(at, value)).copied().unwrap_or(count);
            let ways = |at| (to(at, Value::True), to(at, Value::False));
            if (0..count).any(|at| ways(at).0 == ways(at).1) || count == 0 {
                continue;
            }
            let body = (0..count)
                .fold(FlowBuilder::new(), |body, at| body.branch(at, ways(at).0, ways(at).1));
            let graph = FlowGraph::of(&body.exit(count).exit(count + 1)).expect("legal");
            let decision = CompoundDecision::of(&graph, graph.all_blocks().take(count as usize));
            let decision = decision.expect("a decision");
            let rows: BTreeSet<String> =
                expression.table().iter().map(|row| text(&row.0)).collect();
            let vectors = Vectors::of(&decision).all(1 << 8).expect("few");
            let found: BTreeSet<String> = vectors.iter().map(ToString::to_string).collect();
            assert_eq!(found, rows, "{}", case.name);
            let rules = [Independence::UniqueCause, Independence::Masking];
            for (rule, expected) in
                rules.into_iter().zip([expression.unique_cause(), expression.masking()])
            {
                for (number, pairs) in expected.iter().enumerate() {
                    let found = vectors.iter().flat_map(|v| vectors.iter().map(move |w| (v, w)));
                    let found: BTreeSet<String> = found
                        .filter(|&(v, w)| {
                            let both = DecisionCoverage::of(&decision, &[*v, *w], rule);
                            v < w && both.pair(number).is_some()
                        })
                        .map(|(v, w)| format!("{v} {w}"))
                        .collect();
                    let pairs = pairs.iter().map(|[v, w]| format!("{} {}", text(v), text(w)));
                    assert_eq!(found, pairs.collect(), "{} {number} {rule:?}", case.name);
                }
            }
            compared += 1;
        }
    }
    assert!(compared > 150, "{compared}");
}
