//! Subjects of ordinary functions with the attribute.

use super::{Code, Subject};
use crate::inputs::{Input, Random, Shape, Value};
use crate::parallel::in_parallel;
use sbst::Campaign;
use sbst::campaign::{CampaignBuilder, CampaignError};
use sbst::execution::{CallTreeLimits, Facts, Trace};
use sbst::fitness::flag::Flags;
use sbst::id::{Activation, Function};
use sbst::instrument::LinkedProgram;
use sbst::objective::Method;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::OnceLock;

/// A subject of functions with the attribute [`sbst::instrument`](macro@sbst::instrument), in this
/// crate or in one that the command `sbst-instrument` has rewritten.
///
/// ```
/// use sbst_laboratory::subject::{Instrumented, Subject};
/// use sbst_laboratory::inputs::Shape;
///
/// mod leap {
///     #[sbst::instrument]
///     pub fn is_leap(year: u16) -> bool {
///         year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
///     }
/// }
///
/// let path = module_path!().to_owned() + "::leap";
/// let subject = Instrumented::new("leap", [path], leap::is_leap)
///     .with_shape(Shape::integers(1..=9999))
///     .with_usages([2000_i128, 1900]);
/// assert_eq!(subject.name(), "leap");
/// ```
pub struct Instrumented {
    name: String,
    family: Option<String>,
    paths: Vec<String>,
    shape: Shape,
    call: Box<dyn Fn(&Value) + Send + Sync>,
    usages: Vec<Value>,
    is_readable: fn(&Value) -> bool,
    /// Functions that inputs call themselves.
    called: OnceLock<BTreeSet<Function>>,
}

/// Number of random inputs that tell which functions inputs call themselves.
const LOOKED: usize = 200;

impl Instrumented {
    /// Creates a subject.
    ///
    /// The goals are those of all functions within the `paths`: of a function, a type, a module or
    /// a crate, as [`LinkedProgram::within`] finds them. `call` executes an input, which is read as `T`,
    /// and its result is dropped; the shape of inputs is that of `T` unless
    /// [`with_shape`](Self::with_shape) says another one. An input that cannot be read as `T`
    /// executes nothing.
    pub fn new<T: Input, P: Into<String>, R>(
        name: impl Into<String>,
        paths: impl IntoIterator<Item = P>,
        call: impl Fn(T) -> R + Send + Sync + 'static,
    ) -> Self {
        let paths = paths.into_iter().map(Into::into).collect();
        let call = Box::new(move |value: &Value| {
            if let Some(input) = T::read(value) {
                // Nobody looks at the result, but the work must be done.
                drop(std::hint::black_box(call(input)));
            }
        });
        Self {
            name: name.into(),
            family: None,
            paths,
            shape: T::shape(),
            call,
            usages: Vec::new(),
            is_readable: |value| T::read(value).is_some(),
            called: OnceLock::new(),
        }
    }

    /// Sets the shape of inputs.
    #[must_use]
    pub fn with_shape(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }

    /// Sets the [family](Subject::family), such as the name of the crate.
    #[must_use]
    pub fn with_family(self, family: impl Into<String>) -> Self {
        Self { family: Some(family.into()), ..self }
    }

    /// Returns the functions within the paths, each once.
    fn functions(&self, program: &LinkedProgram) -> BTreeSet<Function> {
        self.paths.iter().flat_map(|path| program.within(path)).collect()
    }

    /// Returns the functions that inputs call themselves, and not through another function with
    /// hooks.
    fn called(&self, program: &LinkedProgram) -> &BTreeSet<Function> {
        self.called.get_or_init(|| {
            // On a thread of its own, whose stack is as large as that of searches.
            let mut called = BTreeSet::new();
            let look = |_, found| {
                called = found;
                ControlFlow::Continue(())
            };
            match in_parallel(&[program], 1, |program| self.calls(program), look) {
                Ok(()) => called,
                Err(_) => self.calls(program),
            }
        })
    }

    /// Executes usages and random inputs, and returns the functions that they call.
    fn calls(&self, program: &LinkedProgram) -> BTreeSet<Function> {
        let trace = Rc::new(Trace::new(program.graph()).with_call_tree(CallTreeLimits::default()));
        let (mut random, mut called) = (Random::named(0, "methods"), BTreeSet::new());
        let usages = self.usages.iter().filter(|usage| self.shape.fits(usage)).cloned();
        let random = std::iter::repeat_with(|| self.shape.make(&mut random)).take(LOOKED);
        for input in usages.chain(random) {
            trace.reset();
            self.code().record(&trace, &input);
            let activations = (0..trace.activation_count()).map(Activation::new);
            called.extend(
                activations
                    .filter(|&one| trace.caller(one).is_none())
                    .filter_map(|one| trace.callee(one)),
            );
        }
        called
    }

    /// Adds inputs that somebody wrote. Those that do not fit the shape are left out when a search
    /// starts from them.
    #[must_use]
    pub fn with_usages<V: Into<Value>>(mut self, usages: impl IntoIterator<Item = V>) -> Self {
        self.usages.extend(usages.into_iter().map(Into::into));
        self
    }
}

impl Subject for Instrumented {
    fn name(&self) -> &str {
        &self.name
    }

    fn family(&self) -> &str {
        self.family.as_deref().unwrap_or(&self.name)
    }

    fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Creates a campaign for the functions within the paths. Its methods are those of them that
    /// usages and 200 random inputs call themselves.
    ///
    /// # Errors
    ///
    /// - [`CampaignError::Flow`] if the instrumentation drew control flow that is not legal. Please
    ///   report it.
    /// - [`CampaignError::NotInstrumented`] if there is no function within any of the paths.
    fn campaign(&self) -> Result<CampaignBuilder, CampaignError> {
        let program = LinkedProgram::linked()?;
        let functions = self.functions(program);
        if functions.is_empty() {
            return Err(CampaignError::NotInstrumented(
                "any function within the paths of the subject",
            ));
        }
        let called = self.called(program);
        let methods: Vec<_> = functions
            .iter()
            .copied()
            .filter(|function| called.contains(function))
            .map(Method::new)
            .collect();
        let builder =
            Campaign::builder().graph(program.graph().clone()).lines(program.lines().clone());
        Ok(builder.methods(methods).only(functions))
    }

    fn check(&self) -> Result<(), String> {
        let program = LinkedProgram::linked().map_err(|error| error.to_string())?;
        if self.functions(program).is_empty() {
            let known: Vec<_> =
                program.functions().map(|function| program.path(function)).take(5).collect();
            let (paths, known) = (self.paths.join(", "), known.join(", "));
            return Err(format!(
                "no instrumented function is within {paths}; there are {known}, .."
            ));
        }
        let mut random = Random::named(0, "check");
        if !(0..20).any(|_| (self.is_readable)(&self.shape.make(&mut random))) {
            return Err(format!(
                "its code cannot read values of its shape, such as {:?}",
                self.shape.make(&mut random)
            ));
        }
        Ok(())
    }

    fn flags(&self) -> Flags {
        LinkedProgram::linked().map(|program| program.flags().clone()).unwrap_or_default()
    }

    fn code(&self) -> Code<'_> {
        Code::Watched(&*self.call)
    }

    fn usages(&self) -> &[Value] {
        &self.usages
    }
}

impl fmt::Debug for Instrumented {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Instrumented")
            .field("name", &self.name)
            .field("paths", &self.paths)
            .finish_non_exhaustive()
    }
}
