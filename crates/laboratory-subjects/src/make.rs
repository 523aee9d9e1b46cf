//! Shorthands that make subjects.

use sbst::instrument::LinkedProgram;
use sbst_laboratory::inputs::{Call, Input, Shape, Value};
use sbst_laboratory::subject::{Instrumented, Subject as _, Suite, SuiteError};

/// Letters and digits.
pub(crate) const ALPHANUMERIC: &str =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// Creates a suite of subjects.
pub(crate) fn suite(subjects: impl IntoIterator<Item = Instrumented>) -> Result<Suite, SuiteError> {
    let mut suite = Suite::new();
    for subject in subjects {
        // The first part of a name is that of the crate.
        let family = subject.name().split("::").next().unwrap_or_default().to_owned();
        suite.add(subject.with_family(family))?;
    }
    Ok(suite)
}

/// What is in `unentered.txt`: functions that a subject cannot enter although they are within its
/// paths.
const UNENTERED: &str = include_str!("../unentered.txt");

/// Returns the paths of the functions of a subject: those in the modules, types and functions
/// `within`, except for those that it cannot enter.
///
/// A trait that a type implements in the type's own module has the path `<slab::Iter as ..>`, and
/// is within `slab`, too.
fn functions(name: &str, within: &[&str]) -> Vec<String> {
    // Without a program, the subject has no functions, and says so when it is used.
    let Ok(program) = LinkedProgram::linked() else { return Vec::new() };
    let rows = UNENTERED.lines().skip_while(|row| *row != name).skip(1);
    let unentered: Vec<&str> = rows.map_while(|row| row.strip_prefix("  ")).collect();
    let paths = program.functions().map(|function| program.path(function));
    let mut paths: Vec<String> = paths
        .filter(|path| {
            within.iter().any(|part| is_within(path.trim_start_matches(['<', '&']), part))
        })
        .filter(|path| !unentered.iter().any(|part| is_within(path, part)))
        .map(str::to_owned)
        .collect();
    // A path stands for all that is within it.
    paths.dedup();
    paths
}

/// Returns `true` if a path is that of a module, a type or a function, or within it.
fn is_within(path: &str, part: &str) -> bool {
    let rest = path.strip_prefix(part);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::") || rest.starts_with(" as "))
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
    Instrumented::new(name, functions(name, paths), move |text: String| call(&text))
        .with_shape(Shape::text(letters, longest))
        .with_usages(usages.iter().copied())
}

/// Creates a subject that reads a value of a shape.
pub(crate) fn value<T: Input, V: Into<Value>>(
    name: &str,
    paths: &[&str],
    shape: Shape,
    usages: impl IntoIterator<Item = V>,
    call: impl Fn(T) + Send + Sync + 'static,
) -> Instrumented {
    Instrumented::new(name, functions(name, paths), call).with_shape(shape).with_usages(usages)
}

/// Creates a subject that is a sequence of calls on an object.
///
/// Usages are written as `push 3; insert 0 7; pop`: names of the callees, each with the numbers of
/// its argument.
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
    let usages: Vec<Value> = usages
        .iter()
        .map(|usage| usage.split(';').map(|call| written(callees, call)).collect())
        .collect();
    Instrumented::new(name, functions(name, paths), move |sequence: Vec<Call>| {
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
fn written(callees: &[(&str, Shape)], call: &str) -> Value {
    let mut parts = call.split_whitespace();
    let name = parts.next().unwrap_or_default();
    let callee = callees.iter().position(|(known, _)| *known == name).unwrap_or(callees.len());
    let parts: Vec<&str> = parts.collect();
    // A number may be a number, a text, or the only element of a list: as the shape has it.
    let list = Value::List(parts.iter().map(|part| number(part)).collect());
    let forms = match *parts {
        [part] => vec![number(part), part.into(), list],
        _ => vec![list],
    };
    let fits = |form: &&Value| callees.get(callee).is_some_and(|(_, shape)| shape.fits(form));
    let argument = forms.iter().find(fits).or(forms.first()).cloned();
    Value::Call(callee, Box::new(argument.unwrap_or(Value::List(Vec::new()))))
}

/// Reads an integer, a float, or else a text.
fn number(text: &str) -> Value {
    match (text.parse::<i128>(), text.parse::<f64>()) {
        (Ok(number), _) => number.into(),
        (_, Ok(number)) => number.into(),
        _ => text.into(),
    }
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
