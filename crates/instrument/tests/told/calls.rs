//! Call sites: which call of a function a decision asks, and the gradient that its result has.

use sbst::execution::{CallTreeLimits, Facts, Trace};
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

/// Returns the distances that executions have from the branch goals of a function.
fn distances<T: Clone + std::fmt::Debug, R>(
    mut campaign: sbst::Campaign<T>,
    tests: [T; 2],
    run: impl Fn(&T) -> R,
) -> [Vec<f64>; 2] {
    tests.map(|test| {
        let outcome = campaign.watch(&test, |test| run(test)).expect("no misuse");
        outcome.row.iter().map(|value| value.scalar()).collect()
    })
}

/// Panics if no goal that neither test covers is nearer to the first one.
macro_rules! nearer {
    ($function:ident: $near:expr, $far:expr) => {{
        let campaign =
            sbst::campaign!($function).criteria([Criterion::Branch]).build().expect("legal");
        let [near, far] = distances(campaign, [$near, $far], |x| $function(*x));
        let is_nearer = near.iter().zip(&far).any(|(near, far)| 0.0 < *near && near < far);
        assert!(is_nearer, "{near:?} of {:?}, {far:?} of {:?}", $near, $far);
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

/// The least class of three.
#[sbst::instrument]
fn class(x: i32) -> u8 {
    if x > 1000 {
        2
    } else if x > 100 {
        1
    } else {
        0
    }
}

/// Returns how far an execution is from the outcome that it does not have.
fn open<R>(campaign: &mut sbst::Campaign<i32>, x: i32, run: impl Fn(i32) -> R) -> f64 {
    let outcome = campaign.watch(&x, |&x| run(x)).expect("no misuse");
    let open = outcome.row.iter().filter(|value| !value.is_covered());
    open.map(|value| value.distance.get()).fold(f64::INFINITY, f64::min)
}

/// A comparison and a `match` have the distance of the numbers, and where it is flat, that of the
/// call.
#[test]
fn od45_numbers_come_first_then_the_call() {
    #[sbst::instrument]
    fn compared(x: i32) -> u8 {
        if class(x) == 2 { 1 } else { 2 }
    }
    #[sbst::instrument]
    fn turned(x: i32) -> u8 {
        if !(2 != class(x)) { 1 } else { 2 }
    }
    #[sbst::instrument]
    fn matched(x: i32) -> u8 {
        match class(x) {
            2 => 1,
            _ => 2,
        }
    }
    let campaign = |function: sbst::campaign::CampaignBuilder| {
        function
            .criteria([Criterion::Branch])
            .recorder(Trace::with_path_check)
            .build()
            .expect("one")
    };
    let mut compared_ = campaign(sbst::campaign!(compared));
    let mut turned_ = campaign(sbst::campaign!(turned));
    let mut matched_ = campaign(sbst::campaign!(matched));
    let mut last = f64::INFINITY;
    // Nearer with each: first within the class, and then by the class.
    for x in [-9, 3, 100, 101, 700, 1000] {
        let distance = open(&mut compared_, x, compared);
        assert!(distance < last, "{x}: {distance}, after {last}");
        assert_eq!(open(&mut turned_, x, turned), distance, "{x}");
        assert_eq!(open(&mut matched_, x, matched), distance, "{x}");
        last = distance;
    }
    for x in [1001, 1002, 9000] {
        let distances = [open(&mut compared_, x, compared), open(&mut turned_, x, turned)];
        assert!(distances[0] > 0.0 && distances[0] == distances[1], "{x}: {distances:?}");
    }
}

/// The relations hold for the numbers that the flags want.
#[test]
fn od45_each_relation_wants_the_numbers_for_which_it_holds() {
    macro_rules! relations {
        ($($name:ident: $left:ident, $op:tt, $right:tt;)*) => { $(
            #[sbst::instrument]
            fn $name(x: i32) -> u8 {
                if $left(x) $op $right { 1 } else { 2 }
            }
            let mut campaign = sbst::campaign!($name)
                .criteria([Criterion::Branch])
                .recorder(Trace::with_path_check)
                .build()
                .expect("one");
            for x in [-9, 100, 101, 1000, 1001, 5000] {
                let distance = open(&mut campaign, x, $name);
                assert!(distance.is_finite() && distance > 0.0, "{}: {x}", stringify!($op));
                // One step within the class is seen.
                let inner = open(&mut campaign, x + if x == 1000 || x == 100 { -1 } else { 1 }, $name);
                assert_ne!(inner, distance, "{}: {x}", stringify!($op));
            }
        )* };
    }
    relations! {
        equal: class, ==, 1;
        different: class, !=, 1;
        less: class, <, 1;
        at_most: class, <=, 1;
        greater: class, >, 1;
        at_least: class, >=, 1;
    }
}

/// Nothing is known of a result that is computed: only the numbers count.
#[test]
fn od45_a_computed_result_has_the_distance_of_the_numbers() {
    #[sbst::instrument]
    fn next(x: i32) -> i32 {
        x + 1
    }
    #[sbst::instrument]
    fn compared(x: i32) -> u8 {
        if next(x) == 7 { 1 } else { 2 }
    }
    #[sbst::instrument]
    fn matched(x: i32) -> u8 {
        match next(x) {
            7 => 1,
            _ => 2,
        }
    }
    let mut of_compared =
        sbst::campaign!(compared).criteria([Criterion::Branch]).build().expect("one");
    let mut of_matched =
        sbst::campaign!(matched).criteria([Criterion::Branch]).build().expect("one");
    for x in [-2, 0, 5] {
        let distance = f64::from(7 - (x + 1) + 1);
        assert_eq!(open(&mut of_compared, x, compared), distance, "{x}");
        assert_eq!(open(&mut of_matched, x, matched), distance, "{x}");
    }
}
