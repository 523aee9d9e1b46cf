//! The small functions of the library's examples: a suite of its own, without any crate to rewrite.

#[path = "../../../examples/subjects/mod.rs"]
mod subjects;

use sbst::Campaign;
use sbst::campaign::{CampaignBuilder, CampaignError};
use sbst::execution::Caller;
use sbst::fitness::flag::Flags;
use sbst::instrument::LinkedProgram;
use sbst::objective::Method;
use sbst_laboratory::inputs::{Shape, Value};
use sbst_laboratory::subject::{Code, Subject, Suite, SuiteError};
use subjects::Mutated;

/// Returns the small functions. Their names begin with `small::`.
///
/// # Errors
///
/// [`SuiteError::SameName`] if two subjects have the same name, which is a mistake in the examples.
pub fn suite() -> Result<Suite, SuiteError> {
    let mut suite = Suite::new();
    let crashed = subjects::CRASHED.iter().map(|crashed| &crashed.subject);
    let plain = subjects::ALL
        .iter()
        .chain(&subjects::FLOATS)
        .chain(&subjects::FRAGILE)
        .chain(&subjects::FLAGGED);
    for subject in plain.chain(crashed) {
        suite.add(Small::new(subject, None))?;
    }
    for mutated in &subjects::MUTATED {
        suite.add(Small::new(&mutated.subject, Some(mutated)))?;
    }
    Ok(suite)
}

/// A small function, whose inputs are a row of integers.
struct Small {
    name: String,
    subject: &'static subjects::Subject,
    /// Its mutants, if it has any.
    mutated: Option<&'static Mutated>,
    shape: Shape,
    call: Call,
}

/// How it is executed.
enum Call {
    Watched(Box<dyn Fn(&Value) + Send + Sync>),
    Hooked(Box<Hooked>),
}

/// A function that reports to its caller.
type Hooked = dyn Fn(Caller<'_>, &Value) + Send + Sync;

impl Small {
    fn new(subject: &'static subjects::Subject, mutated: Option<&'static Mutated>) -> Self {
        let range = |range: &std::ops::RangeInclusive<i64>| {
            Shape::integers((*range.start()).into()..=(*range.end()).into())
        };
        let call = match subject.code {
            subjects::Code::Plain { run, .. } => {
                Call::Watched(Box::new(move |value| run(&row(value))))
            }
            subjects::Code::Hooked { run, .. } => {
                Call::Hooked(Box::new(move |caller, value| run(caller, &row(value))))
            }
        };
        let name = format!("small::{}", subject.name);
        Self { name, subject, mutated, shape: Shape::tuple(subject.inputs.iter().map(range)), call }
    }
}

fn row(value: &Value) -> Vec<i64> {
    value.read().unwrap_or_default()
}

impl Subject for Small {
    fn name(&self) -> &str {
        &self.name
    }

    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn campaign(&self) -> Result<CampaignBuilder, CampaignError> {
        let graph = self.subject.graph()?;
        let functions = self.subject.functions()?;
        let builder = Campaign::builder();
        let builder = match self.mutated {
            Some(mutated) => {
                let (mutants, _) = mutated.mutants(&graph);
                builder.lines(mutated.lines(&graph)).methods((mutated.methods)()).mutants(mutants)
            }
            None => builder.methods(functions.first().copied().map(Method::new)),
        };
        Ok(builder.graph(graph).only(functions))
    }

    fn flags(&self) -> Flags {
        match self.call {
            Call::Watched(_) => {
                LinkedProgram::linked().map(|program| program.flags().clone()).unwrap_or_default()
            }
            Call::Hooked(_) => Flags::new(),
        }
    }

    fn code(&self) -> Code<'_> {
        match &self.call {
            Call::Watched(call) => Code::Watched(&**call),
            Call::Hooked(call) => Code::Hooked(&**call),
        }
    }
}
