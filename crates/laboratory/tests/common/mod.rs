//! Subjects: a function with a number, one with a text, one with a sequence of calls that may
//! panic, one that calls another that may panic.

use sbst_laboratory::inputs::{Call, Shape, Value};
use sbst_laboratory::subject::{Instrumented, Suite};

#[sbst::instrument]
mod programs {
    pub(crate) fn grade(points: u32) -> u8 {
        if points == 47_110 {
            3
        } else if points > 1_000_000 && points & 1 == 0 {
            2
        } else {
            1
        }
    }

    pub(crate) fn command(text: &str) -> Option<u32> {
        let rest = text.strip_prefix("set ")?;
        let number: u32 = rest.parse().ok()?;
        if number > 9_000 { None } else { Some(number) }
    }

    pub(crate) fn ratio(numbers: &[i32]) -> i32 {
        if numbers.len() < 3 {
            0
        } else {
            share(numbers[0], numbers[1]) + share(numbers[1], numbers[2])
        }
    }

    fn share(part: i32, whole: i32) -> i32 {
        let rest = whole - 77;
        100 * (part % 1_000) / rest
    }

    pub(crate) fn stack(calls: &[(usize, i32)]) -> i32 {
        let mut stack = Vec::new();
        for &(callee, argument) in calls {
            match callee {
                0 => stack.push(argument),
                1 => drop(stack.pop().expect("not empty")),
                _ => {
                    let top = stack.last().copied().unwrap_or(0);
                    if top == argument {
                        return top;
                    }
                }
            }
        }
        -1
    }
}

pub(crate) fn suite() -> Suite {
    let within = |name: &str| [module_path!().to_owned() + "::programs::" + name];
    let calls = [
        ("push", Shape::integers(-100..=100)),
        ("pop", Shape::tuple([])),
        ("top", Shape::integers(-100..=100)),
    ];
    let call = |callee, argument| Value::Call(callee, Box::new(argument));
    let usage =
        [call(0, Value::Integer(7)), call(2, Value::Integer(8)), call(1, Value::List(Vec::new()))];
    let mut suite = Suite::new();
    let grade = Instrumented::new("grade", within("grade"), programs::grade);
    let command =
        Instrumented::new("command", within("command"), |text: String| programs::command(&text))
            .with_shape(Shape::text("set 0123456789", 12))
            .with_usages(["set 7", "set 99999", "sett"]);
    let stack = Instrumented::new("stack", within("stack"), |calls: Vec<Call>| {
        let calls: Vec<_> =
            calls.iter().map(|call| (call.callee, call.read().unwrap_or(0))).collect();
        programs::stack(&calls)
    })
    .with_shape(Shape::calls(calls, 8))
    .with_usages([Value::List(usage.to_vec())]);
    let ratio = Instrumented::new(
        "ratio",
        [within("ratio"), within("share")].concat(),
        |numbers: Vec<i32>| programs::ratio(&numbers),
    )
    .with_shape(Shape::list(Shape::integers(-1_000..=1_000), 4));
    for subject in [grade, command, stack, ratio] {
        suite.add(subject).expect("a name");
    }
    suite
}
