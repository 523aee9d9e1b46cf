//! Shorthands that make subjects.

use sbst_laboratory::inputs::{Call, Input, Shape, Value};
use sbst_laboratory::subject::{Instrumented, Suite, SuiteError};

/// Letters and digits.
pub(crate) const ALPHANUMERIC: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// Creates a suite of subjects.
pub(crate) fn suite(subjects: impl IntoIterator<Item = Instrumented>) -> Result<Suite, SuiteError> {
    let mut suite = Suite::new();
    for subject in subjects {
        suite.add(subject)?;
    }
    Ok(suite)
}

/// Creates a subject that reads a text of at most `longest` of the letters.
pub(crate) fn text(
    name: &str,
    paths: &[&str],
    letters: &str,
    longest: usize,
    usages: &[&str],
    call: impl Fn(&str) + Send + Sync + 'static,
) -> Instrumented {
    Instrumented::new(name, paths.iter().copied(), move |text: String| call(&text))
        .with_shape(Shape::text(letters, longest))
        .with_usages(usages.iter().copied())
}

/// Creates a subject that reads a value of a shape.
pub(crate) fn value<T: Input>(
    name: &str,
    paths: &[&str],
    shape: Shape,
    usages: impl IntoIterator<Item = Value>,
    call: impl Fn(T) + Send + Sync + 'static,
) -> Instrumented {
    Instrumented::new(name, paths.iter().copied(), call).with_shape(shape).with_usages(usages)
}

/// Creates a subject that is a sequence of calls on an object.
///
/// Usages are written as `push 3; insert 0 7; pop`: names of the callees, each with the numbers of its argument.
pub(crate) fn calls<O>(
    name: &str,
    paths: &[&str],
    callees: &[(&'static str, Shape)],
    longest: usize,
    usages: &[&str],
    new: impl Fn() -> O + Send + Sync + 'static,
    call: impl Fn(&mut O, &str, &Value) + Send + Sync + 'static,
) -> Instrumented {
    let names: Vec<&'static str> = callees.iter().map(|callee| callee.0).collect();
    let usages: Vec<Value> = usages.iter().map(|usage| usage.split(';').map(|call| written(&names, call)).collect()).collect();
    Instrumented::new(name, paths.iter().copied(), move |sequence: Vec<Call>| {
        let mut object = new();
        for step in sequence {
            if let Some(callee) = names.get(step.callee) {
                call(&mut object, callee, &step.argument);
            }
        }
    })
    .with_shape(Shape::calls(callees.iter().cloned(), longest))
    .with_usages(usages)
}

/// Reads a call as it is written in a usage. An unknown name becomes a callee that no shape has.
fn written(names: &[&str], call: &str) -> Value {
    let mut parts = call.split_whitespace();
    let name = parts.next().unwrap_or_default();
    let callee = names.iter().position(|&known| known == name).unwrap_or(names.len());
    let mut arguments: Vec<Value> = parts.map(argument).collect();
    let argument = if arguments.len() == 1 { arguments.remove(0) } else { Value::List(arguments) };
    Value::Call(callee, Box::new(argument))
}

/// Reads an argument as it is written: an integer, a float, or else a text.
fn argument(text: &str) -> Value {
    match (text.parse::<i128>(), text.parse::<f64>()) {
        (Ok(number), _) => number.into(),
        (_, Ok(number)) => number.into(),
        _ => text.into(),
    }
}

/// Returns a tuple of values.
pub(crate) fn tuple<const N: usize>(values: [Value; N]) -> Value {
    Value::List(values.into())
}

/// Returns usages that are tuples of integers.
pub(crate) fn integers<const N: usize, const M: usize>(usages: [[i128; N]; M]) -> Vec<Value> {
    usages.into_iter().map(|usage| usage.into_iter().collect()).collect()
}

/// Returns usages that are tuples of floats.
pub(crate) fn floats<const N: usize, const M: usize>(usages: [[f64; N]; M]) -> Vec<Value> {
    usages.into_iter().map(|usage| usage.into_iter().collect()).collect()
}

/// Returns usages that are pairs of texts.
pub(crate) fn pairs<const M: usize>(usages: [[&str; 2]; M]) -> Vec<Value> {
    usages.into_iter().map(|usage| usage.into_iter().collect()).collect()
}

/// Reads a part of an input that fits its shape.
pub(crate) fn read<T: Input + Default>(value: &Value) -> T {
    value.read().unwrap_or_default()
}

/// Returns the shape of nothing.
pub(crate) fn nothing() -> Shape {
    Shape::tuple([])
}

/// Returns the shape of integers from 0 to `greatest`.
pub(crate) fn up_to(greatest: i128) -> Shape {
    Shape::integers(0..=greatest)
}

/// Returns the shape of pairs of shapes.
pub(crate) fn pair(first: Shape, second: Shape) -> Shape {
    Shape::tuple([first, second])
}

/// Returns the shape of `count` floats in a range.
pub(crate) fn reals(count: usize, greatest: f64) -> Shape {
    Shape::tuple((0..count).map(|_| Shape::floats(-greatest..=greatest)))
}

/// Ignores the result of a call, of any type.
pub(crate) fn ignore<T>(_: T) {}
