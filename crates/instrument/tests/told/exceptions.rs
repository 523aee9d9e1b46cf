//! Panics: the exception of each function that they leave, at the line that was executed there.

use sbst::execution::{ExceptionKind, Thrown, Trace};
use sbst::id::Symbol;
use sbst::objective::{Criterion, Goal};

#[sbst::instrument]
fn inner(x: usize) -> usize {
    let list = [1, 2, 3];
    let y = list[x]; // line 10
    if y == 2 {
        panic!("two"); // line 12
    }
    y
}

#[sbst::instrument]
fn around(x: usize) -> usize {
    let before = x + 1;
    inner(before - 1) // line 20
}

/// Lets the panics of the functions above print nothing.
fn quiet() {
    std::panic::set_hook(Box::new(|panic| {
        if panic.location().is_none_or(|place| place.line() > 20) {
            eprintln!("{panic}");
        }
    }));
}

/// Returns the exceptions that an execution throws: function, line, kind.
fn thrown(x: usize) -> Vec<(String, u32, ExceptionKind)> {
    quiet();
    let mut campaign = sbst::campaign!(inner, around)
        .criteria([Criterion::Exception])
        .recorder(Trace::with_path_check)
        .build()
        .expect("legal");
    let outcome = campaign.watch(&x, |x| around(*x)).expect("no misuse");
    let (covered, graph) = (outcome.covered.to_vec(), outcome.graph.clone());
    covered
        .iter()
        .filter_map(|&goal| match campaign.goals().goal(goal) {
            Goal::Exception(Thrown { function, exception, kind, .. }) => {
                Some((graph.show_function(function).to_string(), Symbol::number(exception), kind))
            }
            _ => None,
        })
        .collect()
}

#[test]
fn panics_are_exceptions_of_each_function_that_they_leave() {
    use ExceptionKind::{Explicit, Implicit};
    let name = |text: &str| text.to_owned();
    assert_eq!(thrown(0), []);
    assert_eq!(thrown(1), [(name("inner"), 12, Explicit), (name("around"), 20, Implicit)]);
    assert_eq!(thrown(7), [(name("inner"), 10, Implicit), (name("around"), 20, Implicit)]);
}

#[test]
fn a_panic_after_ways_have_met_belongs_to_the_line_after_them() {
    #[sbst::instrument]
    fn met(x: i32) -> i32 {
        let mut y = x;
        if x > 3 {
            y = 3;
        }
        100 / (y - 3)
    }
    let line = line!() - 2;
    std::panic::set_hook(Box::new(|_| ()));
    let mut campaign = sbst::campaign!(met)
        .criteria([Criterion::Exception, Criterion::Block])
        .build()
        .expect("legal");
    let outcome = campaign.watch(&5, |x| met(*x)).expect("no misuse");
    // The entry, the way, the block after it, and the exception.
    let covered = outcome.covered.to_vec();
    assert_eq!(covered.len(), 4);
    let lines = covered.into_iter().filter_map(|goal| match campaign.goals().goal(goal) {
        Goal::Exception(thrown) => Some(thrown.exception.number()),
        _ => None,
    });
    assert_eq!(lines.collect::<Vec<_>>(), [line]);
}

#[test]
fn a_panic_ends_the_execution_and_the_campaign_goes_on() {
    quiet();
    let mut campaign = sbst::campaign!(inner, around)
        .criteria([Criterion::Branch, Criterion::MethodNoException])
        .recorder(Trace::with_path_check)
        .build()
        .expect("legal");
    let mut covered = Vec::new();
    for x in [9, 1, 0] {
        let mut result = None;
        covered.push(
            campaign.watch(&x, |x| result = Some(around(*x))).expect("no misuse").covered.len(),
        );
        assert_eq!(result.is_none(), x != 0);
    }
    // The entry of `around`; the branch to the panic; the other branch, and the normal return of
    // the method that the test calls.
    assert_eq!(covered, [1, 1, 2]);
    assert_eq!(campaign.runs(), 3);
}

#[test]
fn lines_that_were_reached_are_covered() {
    quiet();
    let mut campaign = sbst::campaign!(inner).criteria([Criterion::Line]).build().expect("legal");
    let mut lines = |x| {
        let covered = campaign.watch(&x, |x| inner(*x)).expect("no misuse").covered.to_vec();
        let line = |goal| match campaign.goals().goal(goal) {
            Goal::Line(line) => sbst::instrument::LinkedProgram::linked()
                .ok()?
                .lines()
                .place(line)
                .map(|place| place.1),
            _ => None,
        };
        covered.into_iter().filter_map(line).collect::<Vec<_>>()
    };
    assert_eq!(lines(9), [9, 10]); // line 10 is reached, and panics
    assert_eq!(lines(0), [11, 14]);
}

#[test]
fn a_function_that_returns_while_a_panic_unwinds_throws_nothing() {
    #[sbst::instrument]
    fn note(x: usize) -> usize {
        if x > 3 { x } else { 0 }
    }
    struct Last(usize);
    impl Drop for Last {
        fn drop(&mut self) {
            note(self.0);
        }
    }
    quiet();
    let mut campaign = sbst::campaign!(note, inner)
        .criteria([Criterion::Exception, Criterion::Branch])
        .recorder(Trace::with_path_check)
        .build()
        .expect("legal");
    let outcome = campaign.watch(&9, |x| {
        let _last = Last(*x);
        inner(1)
    });
    let outcome = outcome.expect("no misuse");
    let (covered, graph) = (outcome.covered.to_vec(), outcome.graph.clone());
    let goals: Vec<_> = covered.iter().map(|&goal| campaign.goals().goal(goal)).collect();
    let throwers: Vec<_> = goals
        .iter()
        .filter_map(
            |goal| if let Goal::Exception(thrown) = goal { Some(thrown.function) } else { None },
        )
        .collect();
    let names: Vec<_> =
        throwers.iter().map(|&function| graph.show_function(function).to_string()).collect();
    assert_eq!(names, ["inner"]);
    // `note` took its branch, and `inner` its own.
    assert_eq!(goals.iter().filter(|goal| matches!(goal, Goal::Branch(_))).count(), 2);
}
