//! Operands that never come back, as `return`: leaving is a third outcome, so the conditions beside
//! them are decisions of their own.

use crate::campaigns::{Asked, Told, campaign, watch};
use crate::cases::Case;
use crate::conditions::tests;
use crate::{leaving, none_wrong, quiet};
use sbst_histories::decisions::Independence;
use std::collections::BTreeMap;

/// By variable: whether its condition was true, and false.
type Seen = BTreeMap<char, [bool; 2]>;

/// Evaluates a prefix text, or passes over it unless `runs`. Returns `None` if an operand left.
fn value(text: &mut std::str::Chars<'_>, bits: u32, runs: bool, seen: &mut Seen) -> Option<bool> {
    // `!` right before an operand belongs to the condition.
    let denied = text.as_str().len() - text.as_str().trim_start_matches('!').len();
    match text.clone().nth(denied).expect("an operand") {
        variable if variable.is_lowercase() => {
            text.nth(denied);
            let bit = bits >> (u32::from(variable) - u32::from('a')) & 1 == 1;
            let holds = bit ^ (denied % 2 == 1);
            if runs {
                seen.entry(variable).or_default()[usize::from(!holds)] = true;
            }
            Some(holds)
        }
        _ => match text.next().expect("an operand") {
            '.' => (!runs).then_some(false),
            '!' => value(text, bits, runs, seen).map(|holds| !holds),
            operator => {
                let first = value(text, bits, runs, seen);
                let goes_on = runs && first == Some(operator == '&');
                let second = value(text, bits, goes_on, seen);
                if goes_on { second } else { first }
            }
        },
    }
}

fn execute(case: &Case, bits: u32, seen: &mut Seen) -> Option<bool> {
    value(&mut case.trees[0].chars(), bits, true, seen)
}

/// What is wrong with a function, if anything is.
fn wrong(case: &Case) -> Option<String> {
    let mut campaign = campaign(case, Asked::McDc, Independence::UniqueCause);
    let (mut reached, mut seen) = (Seen::new(), Seen::new());
    for bits in case.assignments() {
        let returned = case.result(bits);
        let right = match execute(case, bits, &mut reached) {
            Some(true) => returned == Some(1),
            Some(false) => returned == if case.context == "assert" { None } else { Some(2) },
            None => matches!(returned, None | Some(9)),
        };
        if !right {
            return Some(format!("{} {bits:b}: {returned:?}", case.name));
        }
    }
    for test in tests(case, 3) {
        watch(&mut campaign, case, &test);
        for bits in &test {
            execute(case, *bits, &mut seen);
        }
        // A condition that no assignment reaches is not there.
        let mut expected: Vec<_> = reached
            .keys()
            .map(|at| seen.get(at).copied().unwrap_or_default())
            .map(|values| vec![(values == [true; 2], values)])
            .collect();
        let mut found: Vec<Vec<_>> = Told::all(&campaign, case.name)
            .iter()
            .map(|told| told.conditions.iter().map(|row| (row.0.is_some(), row.1)).collect())
            .collect();
        expected.sort();
        found.sort();
        if found != expected {
            let name = (case.name, case.context, case.trees);
            return Some(format!("{name:?}\n  found    {found:?}\n  expected {expected:?}"));
        }
    }
    None
}

#[test]
fn od16_conditions_beside_what_leaves_are_alone() {
    quiet();
    none_wrong(leaving::CASES.len(), leaving::CASES.iter().filter_map(wrong).collect());
}

/// The generator reaches what the test is about.
#[test]
fn generated_functions_leave() {
    let (mut left, mut unreached) = (0, 0);
    for case in leaving::CASES {
        let mut seen = Seen::new();
        left += case.assignments().filter(|&bits| execute(case, bits, &mut seen).is_none()).count();
        unreached += case.variables as usize - seen.len();
    }
    assert!(left > 100 && unreached > 5, "{left} {unreached}");
}
