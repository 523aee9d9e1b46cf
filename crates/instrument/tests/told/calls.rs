//! Call sites: which call of a function a decision asks, and the gradient that its result has.

use sbst::execution::{CallTree, CallTreeLimits, Trace};
use sbst::id::{Activation, Function};
use sbst::objective::Criterion;

#[sbst::instrument]
fn is_large(x: i32) -> bool {
    if x > 1000 { true } else { false }
}

#[sbst::instrument]
fn doubled(x: i32) -> i32 {
    if is_large(x) { x } else { 2 * x }
}

#[sbst::instrument]
fn find(list: &[i32], wanted: i32) -> Option<usize> {
    for (place, x) in list.iter().enumerate() {
        if *x == wanted {
            return Some(place);
        }
    }
    None
}

#[sbst::instrument]
fn parse(x: i32) -> Result<i32, &'static str> {
    if x < 0 {
        return Err("negative");
    }
    if x > 500 { Ok(x) } else { Err("small") }
}

#[sbst::instrument]
fn is_between(x: i32) -> bool {
    x > 2000 && x < 3000
}

mod uninstrumented {
    /// Calls a function of the same name that is instrumented.
    pub(super) fn is_large(x: i32) -> bool {
        super::is_large(x + 1)
    }
    /// Calls a callback.
    pub(super) fn through(callback: impl Fn(i32) -> bool, x: i32) -> bool {
        callback(x)
    }
}

mod here {
    #[sbst::instrument]
    pub(super) fn check(x: i32) -> bool {
        super::there::check(x) || x > 7
    }
}
mod there {
    #[sbst::instrument]
    pub(super) fn check(x: i32) -> bool {
        x > 100
    }
}

/// The calls of an execution: callee, caller, and the number of the site if there was a mark.
fn calls<R>(run: impl FnOnce() -> R) -> Vec<(String, u32, Option<u32>)> {
    let mut campaign = sbst::campaign!()
        .criteria([Criterion::Branch])
        .recorder(|trace: Trace| trace.with_call_tree(CallTreeLimits::NONE).with_path_check())
        .build()
        .expect("legal");
    let outcome = campaign.watch(&(), |()| run()).expect("no misuse");
    let name = |function: Function| outcome.graph.show_function(function).to_string();
    (1..outcome.run.activation_count())
        .map(Activation::new)
        .map(|call| {
            let (caller, site) = outcome.run.caller(call).expect("called");
            (
                name(outcome.run.callee(call).expect("known")),
                caller.number(),
                site.map(|site| site.number()),
            )
        })
        .collect()
}

#[test]
fn a_mark_is_set_after_the_last_argument() {
    #[sbst::instrument]
    fn outer(x: i32) -> u8 {
        // The calls among the arguments are not the one that decides.
        if is_large(doubled(if is_large(x) { 1 } else { 2 })) { 1 } else { 2 }
    }
    let seen = calls(|| outer(3));
    let callers: Vec<_> =
        seen.iter().map(|(name, caller, site)| (name.as_str(), *caller, site.is_some())).collect();
    assert_eq!(
        callers,
        [
            ("is_large", 0, true),
            ("doubled", 0, false),
            ("is_large", 2, true),
            ("is_large", 0, true)
        ]
    );
    assert_ne!(seen[0].2, seen[3].2, "two sites");
}

#[test]
fn a_function_in_between_does_not_pass_the_mark_on() {
    #[sbst::instrument]
    fn by_path(x: i32) -> u8 {
        if uninstrumented::is_large(x) { 1 } else { 2 }
    }
    assert_eq!(calls(|| by_path(3)), [("is_large".to_owned(), 0, None)]);

    #[sbst::instrument]
    fn by_callback(x: i32) -> u8 {
        if uninstrumented::through(is_large, x) { 1 } else { 2 }
    }
    assert_eq!(calls(|| by_callback(3)), [("is_large".to_owned(), 0, None)]);
}

#[test]
fn the_same_name_in_two_modules_is_two_functions() {
    #[sbst::instrument]
    fn both(x: i32) -> u8 {
        if here::check(x) && there::check(x) { 1 } else { 2 }
    }
    let seen = calls(|| both(8));
    let sites: Vec<_> =
        seen.iter().map(|(name, caller, site)| (name.as_str(), *caller, site.is_some())).collect();
    assert_eq!(
        sites,
        [("here::check", 0, true), ("there::check", 1, true), ("there::check", 0, true)]
    );
}

#[test]
fn a_method_in_between_does_not_pass_the_mark_on() {
    struct Plain(i32);
    impl Plain {
        fn is_fine(&self) -> bool {
            is_large(self.0) || doubled(self.0) == 6
        }
    }
    #[sbst::instrument]
    fn by_method(x: i32) -> u8 {
        if Plain(x).is_fine() { 1 } else { 2 }
    }
    // `doubled` asks `is_large` itself.
    let sites: Vec<_> = calls(|| by_method(3))
        .into_iter()
        .map(|(name, caller, site)| (name, caller, site.is_some()))
        .collect();
    let expected = [("is_large", 0, false), ("doubled", 0, false), ("is_large", 2, true)];
    assert_eq!(sites, expected.map(|(name, caller, marked)| (name.to_owned(), caller, marked)));
}

#[test]
fn methods_are_marked_by_name() {
    struct Text(&'static str);
    #[sbst::instrument]
    impl Text {
        fn is_long(&self) -> bool {
            if self.0.len() > 9 { true } else { false }
        }
        fn check(&self, other: &Self) -> u8 {
            if self.is_long() || !other.is_long() { 1 } else { 2 }
        }
    }
    let seen = calls(|| Text("a").check(&Text("b")));
    assert!(
        seen.iter()
            .all(|(name, caller, site)| name == "Text::is_long" && *caller == 0 && site.is_some()),
        "{seen:?}"
    );
    assert_eq!(seen.len(), 2);
}

/// Returns the distances that executions have from a branch goal of a function that it does not
/// cover.
fn distances<T: Clone + std::fmt::Debug, R>(
    mut campaign: sbst::Campaign<T>,
    tests: [T; 2],
    run: impl Fn(&T) -> R,
) -> [f64; 2] {
    tests.map(|test| {
        let outcome = campaign.watch(&test, |test| run(test)).expect("no misuse");
        let open: Vec<_> = outcome.row.iter().filter(|value| !value.is_covered()).collect();
        assert!(!open.is_empty(), "{test:?} covers all");
        open.iter().map(|value| value.scalar()).fold(f64::INFINITY, f64::min)
    })
}

macro_rules! nearer {
    ($function:ident: $near:expr, $far:expr) => {{
        let campaign =
            sbst::campaign!($function).criteria([Criterion::Branch]).build().expect("legal");
        let [near, far] = distances(campaign, [$near, $far], |x| $function(*x));
        assert!(near < far, "{near} of {:?}, {far} of {:?}", $near, $far);
    }};
}

#[test]
fn results_that_decide_have_a_gradient() {
    #[sbst::instrument]
    fn by_bool(x: i32) -> u8 {
        if is_large(x) { 1 } else { 2 }
    }
    nearer!(by_bool: 900, 3);

    #[sbst::instrument]
    fn negated(x: i32) -> u8 {
        if !is_large(x) { 1 } else { 2 }
    }
    nearer!(negated: 900, 3);

    #[sbst::instrument]
    fn by_try(x: i32) -> Result<i32, &'static str> {
        let y = parse(x)?;
        Ok(y + 1)
    }
    nearer!(by_try: 400, 3);

    #[sbst::instrument]
    fn by_pattern(x: i32) -> usize {
        if let Some(place) = find(&[9000, x], 700) { place } else { 0 }
    }
    nearer!(by_pattern: 650, 3);

    #[sbst::instrument]
    fn by_else(x: i32) -> usize {
        let Some(place) = find(&[9000, x], 700) else { return 0 };
        place
    }
    nearer!(by_else: 650, 3);

    #[sbst::instrument]
    fn by_match(x: i32) -> i32 {
        match parse(x) {
            Ok(y) => y,
            Err(_) => 0,
        }
    }
    nearer!(by_match: 400, 3);

    #[sbst::instrument]
    fn size(x: i32) -> u8 {
        if x > 1000 {
            2
        } else if x > 100 {
            1
        } else {
            0
        }
    }
    #[sbst::instrument]
    fn by_number_after_a_guard(x: i32) -> u8 {
        match size(x) {
            0..=2 if x == -1 => 1,
            2 => 3,
            _ => 4,
        }
    }
    nearer!(by_number_after_a_guard: 900, 200);

    #[sbst::instrument]
    fn by_returned_decision(x: i32) -> u8 {
        if is_between(x) { 1 } else { 2 }
    }
    nearer!(by_returned_decision: 1900, 3);
    nearer!(by_returned_decision: 3100, 9000);

    #[sbst::instrument]
    fn handed_on(x: i32) -> bool {
        is_between(x)
    }
    #[sbst::instrument]
    fn by_result_of_result(x: i32) -> u8 {
        if handed_on(x) { 1 } else { 2 }
    }
    nearer!(by_result_of_result: 1900, 3);
}
