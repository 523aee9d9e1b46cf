//! The program: all instrumented functions that are linked together.

use super::body::{Body, Gives, Needs, Step, without_generics};
use crate::fitness::flag::{Condition, FlagError, Flags, FunctionFlags, Key, Keys, Returns};
use crate::flow::{FlowError, FlowGraph, Lines, Unreachable};
use crate::id::{CallSite, Function, Line};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::sync::OnceLock;

/// A function that registers itself before `main`.
#[derive(Debug)]
pub struct Registered(pub &'static Body);

inventory::collect!(Registered);

/// The instrumented functions of the running program, with their control flow.
///
/// Functions register themselves before `main`, and are numbered in the order of their files and
/// lines. So the numbers are the same in each run of one binary.
///
/// ```
/// #[sbst::instrument]
/// fn sign(x: i32) -> i32 {
///     if x < 0 { -1 } else { 1 }
/// }
///
/// let program = sbst::instrument::LinkedProgram::linked()?;
/// let function = program.find(&sign).expect("instrumented");
/// assert_eq!(program.graph().branches_in(function).count(), 2);
/// assert_eq!(program.graph().show_function(function).to_string(), "sign");
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Debug)]
pub struct LinkedProgram {
    graph: FlowGraph,
    lines: Lines,
    flags: Flags,
    /// Functions by the full paths of their names.
    by_path: BTreeMap<String, Function>,
    /// Functions by number.
    bodies: Vec<&'static Body>,
    /// Full paths of their names, by number.
    paths: Vec<String>,
    /// Files; the lines of the file with number n begin at n times [`LINES`].
    files: Vec<&'static str>,
}

/// Numbers that each file has for its lines.
const LINES: u32 = 1_000_000;

impl LinkedProgram {
    /// Returns the program that is running.
    ///
    /// # Errors
    ///
    /// The error of the control-flow graph, if the control flow of some function is illegal. That
    /// is a mistake of the instrumentation: please report it.
    pub fn linked() -> Result<&'static Self, FlowError> {
        static PROGRAM: OnceLock<Result<LinkedProgram, FlowError>> = OnceLock::new();
        PROGRAM
            .get_or_init(|| {
                Self::of(inventory::iter::<Registered>.into_iter().map(|registered| registered.0))
            })
            .as_ref()
            .map_err(Clone::clone)
    }

    /// Numbers the functions, and makes the graph.
    fn of(bodies: impl Iterator<Item = &'static Body>) -> Result<Self, FlowError> {
        // The order in which functions register is that of the linker.
        let mut bodies: Vec<_> =
            bodies.map(|body| (body.file, body.line, body.name(), body)).collect();
        bodies.sort_by(|a, b| (a.0, a.1, &a.2).cmp(&(b.0, b.1, &b.2)));
        let names = short_names(bodies.iter().map(|body| body.2.as_str()));
        let (mut graph, mut by_path, mut files) = (FlowGraph::new(), BTreeMap::new(), Vec::new());
        for (body, name) in bodies.iter().zip(&names) {
            // Constants may leave code that no path comes to.
            let function = graph.add_with(&body.3.flow(name), Unreachable::Keep)?;
            by_path.entry(body.2.clone()).or_insert(function);
            if files.last() != Some(&body.0) {
                files.push(body.0);
            }
        }
        let (bodies, paths): (Vec<_>, Vec<_>) =
            bodies.into_iter().map(|body| (body.3, body.2)).unzip();
        let mut program = Self {
            graph,
            lines: Lines::default(),
            flags: Flags::new(),
            by_path,
            bodies,
            paths,
            files,
        };
        let files = program
            .files
            .iter()
            .zip(0_u32..)
            .map(|(&file, number)| (number.saturating_mul(LINES), file));
        program.lines = Lines::new(program.lines_of_statements()).with_files(files);
        program.declare();
        // Only now: a function with a number is recorded.
        for (number, body) in program.bodies.iter().enumerate() {
            body.number(Function::new(number as u32));
        }
        Ok(program)
    }

    /// Returns the line of each statement.
    fn lines_of_statements(&self) -> Vec<(crate::id::Statement, Line)> {
        let mut rows = Vec::new();
        for (number, body) in self.bodies.iter().enumerate() {
            let file =
                self.files.iter().position(|&file| file == body.file).unwrap_or_default() as u32;
            for (local, block) in body.blocks.iter().enumerate() {
                let block_id = self.graph.block(Function::new(number as u32), local as u32);
                for (statement, line) in block.lines.iter().enumerate() {
                    let line = Line::new(file.saturating_mul(LINES).saturating_add(*line));
                    rows.push((block_id.statement(statement as u32), line));
                }
            }
        }
        rows
    }

    /// Declares the flags that the source shows. What does not fit is left out: it then has the
    /// distance K.
    fn declare(&mut self) {
        // A call of a function that is not instrumented has no gradient, and would only make
        // recording slower.
        let instrumented: BTreeSet<_> = self.bodies.iter().map(|body| body.own_name()).collect();
        for (number, body) in self.bodies.iter().enumerate() {
            let mut flags = self.flags.function(&self.graph, Function::new(number as u32));
            let asked = |site: &u32| {
                body.sites.get(*site as usize).is_some_and(|name| instrumented.contains(name))
            };
            for (block, site, needs) in body.flags.iter().filter(|flag| asked(&flag.1)) {
                let _ = declare_flag(&mut flags, *block, CallSite::new(*site), needs, body);
            }
            let sets = body.blocks.iter().enumerate().filter_map(|(block, at)| match &at.step {
                Step::Return(gives) | Step::Fail(gives) => Some((block as u32, gives)),
                _ => None,
            });
            // If no result is known, nothing is declared; else the unknown ones are declared as
            // such.
            let sets: Vec<_> = sets.collect();
            if sets.iter().any(|(_, gives)| !matches!(gives, Gives::Unknown)) {
                let sets = sets
                    .into_iter()
                    .map(|(block, gives)| (block, gives.returns().unwrap_or(Returns::Unknown)));
                let _ = flags.returns_all(sets);
            }
        }
    }

    /// Returns the control-flow graph of all functions.
    #[must_use]
    pub fn graph(&self) -> &FlowGraph {
        &self.graph
    }

    /// Returns the line of each statement. [`Lines::place`] says in which file a line is.
    #[must_use]
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// Returns the decisions by results of calls, as far as the source shows them.
    #[must_use]
    pub fn flags(&self) -> &Flags {
        &self.flags
    }

    /// Returns the number of a function. `None` if it is not instrumented.
    ///
    /// All instances of a generic function are one function: `find(&sort::<i32>)`.
    #[must_use]
    pub fn find<F>(&self, _: &F) -> Option<Function> {
        self.find_path(core::any::type_name::<F>())
    }

    /// Returns the number of the function with this path.
    pub(super) fn find_path(&self, path: &str) -> Option<Function> {
        let path = without_generics(path);
        self.by_path.get(&path).copied().or_else(|| {
            // A default method of a trait: `<Type as Trait>::method` is `Trait::method`.
            let (trait_, method) =
                path.strip_prefix('<')?.split_once(" as ")?.1.rsplit_once(">::")?;
            self.by_path.get(&alloc::format!("{trait_}::{method}")).copied()
        })
    }

    /// Returns the functions in a module, a type or a function, given by its full path, with all
    /// that is within: functions of inner modules, and closures.
    ///
    /// The path of a method begins with the module of its `impl`: `url::parser::Parser::parse`. If
    /// `impl` stands in another module than the type, the path is that of the module, and then
    /// `<impl ..>`. A method of a trait belongs to the type that implements it: the path of
    /// `<slab::Iter as Iterator>::next` is within `slab::Iter`.
    ///
    /// ```
    /// use sbst::instrument::campaign_of;
    /// use sbst::objective::Criterion;
    ///
    /// mod shapes {
    ///     #[sbst::instrument]
    ///     pub fn area(width: i32, height: i32) -> i32 {
    ///         if width < 0 || height < 0 { 0 } else { width * height }
    ///     }
    /// }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let program = sbst::instrument::LinkedProgram::linked()?;
    /// let path = program.path(program.find(&shapes::area).expect("instrumented"));
    /// assert!(path.ends_with("::shapes::area"));
    /// assert_eq!(program.within("no::such::module").count(), 0);
    ///
    /// // A campaign for the functions of a module that is known only at run time.
    /// let module = path.trim_end_matches("::area");
    /// let paths: Vec<&str> =
    ///     program.within(module).map(|function| program.path(function)).collect();
    /// let campaign =
    ///     campaign_of(&paths).criteria([Criterion::Branch]).build::<[i32; 2]>()?;
    /// assert_eq!(campaign.goals().len(), 4);
    /// # Ok(())
    /// # }
    /// ```
    pub fn within<'p>(&'p self, path: &'p str) -> impl DoubleEndedIterator<Item = Function> + 'p {
        self.functions().filter(move |&function| {
            let own = self.path(function);
            // The path of a method of a trait is `<Type as Trait>::method`, and belongs to the
            // type.
            let of_type = own
                .strip_prefix('<')
                .and_then(|own| own.trim_start_matches('&').split(" as ").next());
            [Some(own), of_type].into_iter().flatten().any(|own| {
                let end = own.strip_prefix(path);
                end.is_some_and(|end| end.is_empty() || end.starts_with("::"))
            })
        })
    }

    /// Returns the full path of a function, without the arguments of generics.
    ///
    /// # Panics
    ///
    /// If the function is not one of this program. [`functions`](Self::functions) has those that
    /// are.
    #[must_use]
    #[track_caller]
    pub fn path(&self, function: Function) -> &str {
        &self.paths[function.index()]
    }

    /// Returns the function, and the closures and functions within it.
    pub(super) fn with_closures(&self, function: Function) -> Vec<Function> {
        // A second function of the same path, such as of another `impl`, is not within the first
        // one.
        let inner = self
            .within(self.path(function))
            .filter(|&inner| self.path(inner) != self.path(function));
        core::iter::once(function).chain(inner).collect()
    }

    /// Returns all functions.
    pub fn functions(
        &self,
    ) -> impl DoubleEndedIterator<Item = Function> + ExactSizeIterator + use<> {
        (0..self.bodies.len()).map(|number| Function::new(number as u32))
    }
}

/// Declares one flag.
fn declare_flag(
    flags: &mut FunctionFlags<'_>,
    block: u32,
    site: CallSite,
    needs: &Needs,
    body: &Body,
) -> Result<(), FlagError> {
    match *needs {
        Needs::Key(key) => flags.decides(block, Condition::result(site, Key::from(key)))?,
        Needs::Arm(arm, key) => {
            let outcome = body.blocks[block as usize].step.outcome(arm);
            flags.branch(block, outcome, site, Key::from(key))?
        }
        Needs::Number => flags.switches_beside(block, site)?,
        Needs::Within(ranges, denied) => {
            let keys = Keys::of_ranges(ranges.iter().map(|&(low, high)| low..=high));
            let condition = Condition::result(site, keys).beside_distance();
            flags.decides(block, if denied { !condition } else { condition })?
        }
    };
    Ok(())
}

/// Returns names that are as short as they can be and still differ: the last parts of the paths,
/// and a number where paths are equal.
fn short_names<'a>(paths: impl Iterator<Item = &'a str> + Clone) -> Vec<String> {
    let ends = |path: &'a str, parts: usize| {
        let mut start = path.len();
        for _ in 0..parts {
            start = path[..start].rfind("::").unwrap_or(0);
        }
        path[start..].trim_start_matches("::")
    };
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for path in paths.clone() {
        for parts in 1..=4 {
            *count.entry(ends(path, parts)).or_default() += 1;
        }
    }
    let name = |path: &'a str| {
        // A method keeps the name of its type, and a closure that of its function.
        let own = ends(path, 1);
        let least = if own.starts_with('{')
            || ends(path, 2).starts_with(char::is_uppercase)
            || path.starts_with('<')
        {
            2
        } else {
            1
        };
        let short =
            (least..=4).map(|parts| ends(path, parts)).find(|short| count.get(short) == Some(&1));
        match short {
            Some(short) => short.to_string(),
            None => {
                let number = seen.entry(path).or_default();
                *number += 1;
                if *number == 1 { path.to_string() } else { alloc::format!("{path} ({number})") }
            }
        }
    };
    paths.map(name).collect()
}
