//! Scripts in the language Rhai, driven by `sbst`: flow graph, hooks and search.
//!
//! Why this language: Rhai is pure Rust, its feature `internals` opens the whole syntax tree, and
//! custom syntax may evaluate any part of it, so that a rewritten tree runs in the unchanged
//! engine. Alternatives: its own debugger hook tells where execution is, but not what was compared;
//! operators overloaded with their positions would miss `&&`, `||` and jumps. Koto and Starlark
//! were not tried.
//!
//! How it is plugged in:
//!
//! - `weave`, `loops`, `expressions` and `selection` walk the tree once. They draw the graph
//!   (`graph`) and put hooks around what decides, jumps or catches. A hook is a node of *custom
//!   syntax*, which evaluates its parts itself: so it sees values and exceptions, evaluates
//!   operands once and in order, and leaves scopes and results as they are.
//! - `hooks` and `arms` report to a [`Trace`] by program-wide block. They know the block in which
//!   each activation is, since only that tells which exception edge was taken. That they are right
//!   is what traces that check paths prove, in tests and searches.
//! - `compare` finds the distances. The outcome that is recorded is the engine's own: operators are
//!   evaluated by it, on temporaries.
//! - [`search()`] needs nothing more.
//!
//! The glue is all of this module but `search` and `signature`. In lines of code, without blank
//! ones, comments and tests:
//!
//! | part | files | lines |
//! |---|---|---|
//! | drawing the graph and rewriting the tree, in one pass | `graph`, `weave`, `loops`, `expressions`, `selection` | 727 |
//! | results of calls: which branches test them, and where functions set theirs | `results` | 320 |
//! | hooks while a script runs | `hooks`, `arms` | 308 |
//! | distances of what the language compares | `compare` | 99 |
//! | reading, limits, calls, errors | this file | 213 |
//! | search and report, which are no glue | `search`, `signature` | 192 |
//!
//! Most of it is about the language. 24 lines implement [`ControlFlow`](sbst::flow::ControlFlow),
//! the trace is called at 10 places, and every fourth line that names something of the library is
//! in `compare`.
//!
//! Which branches test the result of a call is read off the tree, and nobody declares it: see
//! `results`. `true` and 1 have one key, which this language tells apart; texts have none.
//!
//! What this language does otherwise than one might think: `continue` in `do` skips the condition;
//! floats are compared with a tolerance, so that NaN is no different from NaN; what stands behind
//! `in` is evaluated first, unless it is a variable; a range in `switch` is also a value that a
//! range is equal to. The tests insist on the first three.
//!
//! Not supported, and refused with a position: closures, methods of one type, modules, `eval`,
//! custom syntax, chains such as `a[p && q][r || s]` that branch in several parts, and arms of
//! `switch` that list both single values and ranges. `?.` is no branch.

mod arms;
mod compare;
mod expressions;
mod graph;
mod hooks;
mod loops;
mod results;
mod sampling;
mod search;
mod selection;
mod signature;
mod weave;

pub use crate::options::Options;
pub(crate) use sampling::{sample, search_conditions};
pub use search::{Covered, FunctionReport, Report, Uncovered, search};
pub use signature::Signature;

use crate::arguments::Argument;
use hooks::Runtime;
use results::{Described, ResultsOf, Use};
use rhai::{
    AST, ASTNode, CallFnOptions, Dynamic, Engine, EvalAltResult, Expr, Module, OptimizationLevel,
    Position, Scope,
};
use rhai::{ImmutableString, ScriptFuncDef, Shared, Stmt, StmtBlock};
use sbst::execution::Trace;
use sbst::fitness::flag::{FlagError, Flags};
use sbst::flow::{FlowError, FlowGraph, Unreachable};
use sbst::id::{Block, Function};
use std::fmt;
use std::rc::Rc;
use weave::{KEY, Weaver};

/// Why a script cannot be tested.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScriptError {
    /// It does not parse; the message names the position.
    #[error("{0}")]
    Parse(String),
    /// Something that is not instrumented.
    #[error("{what} is not supported ({position})")]
    Unsupported {
        /// What it is.
        what: &'static str,
        /// Where it stands.
        position: Position,
    },
    /// A line that should declare a function for tests.
    #[error("line {line} should read `// test: name(int, float, bool, text)`")]
    Signature {
        /// The line, from 1.
        line: usize,
    },
    /// A declared function does not exist.
    #[error("there is no function {name} of {parameters} parameters")]
    NoSuchFunction {
        /// The name.
        name: String,
        /// How many parameters were declared.
        parameters: usize,
    },
    /// The graph is too large.
    #[error(transparent)]
    Flow(#[from] FlowError),
    /// What it says of results of calls does not fit the graph.
    #[error(transparent)]
    Flags(#[from] FlagError),
}

impl ScriptError {
    fn unsupported(what: &'static str, position: Position) -> Self {
        Self::Unsupported { what, position }
    }
}

/// The name of the statements outside of all functions.
pub const TOP_LEVEL: &str = "(top level)";

/// A script that reports what it does.
pub struct Script {
    engine: Engine,
    woven: AST,
    runtime: Rc<Runtime>,
    functions: Vec<(String, usize)>,
    signatures: Vec<Signature>,
    /// By block: where it decides, or else begins.
    positions: Vec<Position>,
    flags: Flags,
}

impl fmt::Debug for Script {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Script").field("functions", &self.functions).finish_non_exhaustive()
    }
}

/// The engine that parses scripts, with limits so that every execution ends. One for plain runs has
/// the same.
#[must_use]
pub fn engine() -> Engine {
    let mut engine = Engine::new();
    engine.set_optimization_level(OptimizationLevel::None);
    engine.set_strict_variables(true);
    engine.set_max_operations(20_000);
    engine.set_max_call_levels(16);
    engine.set_max_expr_depths(64, 64);
    engine.set_max_string_size(1 << 12);
    engine.set_max_array_size(1 << 10);
    engine.set_max_map_size(1 << 10);
    engine.on_print(|_| {});
    engine.on_debug(|_, _, _| {});
    engine
}

impl Script {
    /// Reads a script and instruments it.
    ///
    /// # Errors
    ///
    /// [`ScriptError`] if it does not parse, or holds something that is not instrumented.
    pub fn new(source: &str) -> Result<Self, ScriptError> {
        let mut engine = engine();
        let plain =
            engine.compile(source).map_err(|error| ScriptError::Parse(error.to_string()))?;
        let mut signatures = signature::declared(source)?;
        let mut definitions: Vec<_> = plain
            .shared_lib()
            .iter_script_fn_info()
            .map(|(.., definition)| definition.clone())
            .collect();
        // Text, then numbers: never the order of a hash table.
        definitions.sort_by(|a, b| (&a.name, a.params.len()).cmp(&(&b.name, b.params.len())));

        let (mut graph, mut hooks, mut selections) = (FlowGraph::new(), Vec::new(), Vec::new());
        let (mut positions, mut functions, mut bodies) = (Vec::new(), Vec::new(), Vec::new());
        let has_top = !plain.statements().is_empty();
        let numbers = (u32::from(has_top)..).zip(&definitions);
        let numbers = numbers
            .map(|(number, f)| ((f.name.to_string(), f.params.len()), Function::new(number)));
        let mut described = Described::of(numbers.collect());
        let mut add = |statements: &[Stmt], parameters: &[ImmutableString], used: Use| {
            let function = Function::new(graph.functions().len() as u32);
            let results = ResultsOf::new(&mut described, function, statements, parameters);
            let mut weaver =
                Weaver::new(graph.all_blocks().len() as u32, &mut hooks, &mut selections, results);
            let woven = weaver.statements_for(statements, used)?;
            let drafts = weaver.drafts;
            positions.extend(drafts.0.iter().map(|draft| draft.position));
            // What stands behind a jump is never entered.
            graph.add_with(&drafts, Unreachable::Keep)?;
            Ok::<_, ScriptError>(woven)
        };
        let (mut top, mut stubs) = (Vec::new(), String::new());
        if has_top {
            functions.push((TOP_LEVEL.to_owned(), 0));
            top = add(plain.statements(), &[], Use::Other)?;
            bodies.push(Expr::Unit(Position::NONE));
        }
        for definition in &definitions {
            let position = definition.body.start_position();
            if definition.name.starts_with("anon$") {
                return Err(ScriptError::unsupported("a closure", position));
            }
            if definition.this_type.is_some() {
                return Err(ScriptError::unsupported("a method of one type", position));
            }
            let (name, parameters) = (&definition.name, &definition.params);
            let woven = add(&body(definition.clone()), parameters, Use::Result)?;
            let woven = StmtBlock::new(woven, position, definition.body.end_position());
            stubs += &format!("fn {name}({}) {{ {KEY} {} }}\n", parameters.join(","), bodies.len());
            functions.push((name.to_string(), parameters.len()));
            bodies.push(Expr::Stmt(Box::new(woven)));
        }
        if functions.first().is_some_and(|(name, _)| name == TOP_LEVEL) && signatures.is_empty() {
            signatures.push(Signature { name: TOP_LEVEL.to_owned(), kinds: Vec::new() });
        }
        for Signature { name, kinds } in &signatures {
            if !functions.iter().any(|function| function == &(name.clone(), kinds.len())) {
                return Err(ScriptError::NoSuchFunction {
                    name: name.clone(),
                    parameters: kinds.len(),
                });
            }
        }
        let flags = described.finish().flags(&graph)?;
        let runtime = Rc::new(Runtime::new(graph, hooks, selections, bodies));
        let hooked = Rc::clone(&runtime);
        engine.register_custom_syntax_with_state_raw(
            KEY,
            // Parsed in stubs only.
            |symbols, _, _| Ok(if symbols.len() == 1 { Some("$int$".into()) } else { None }),
            false,
            move |context, inputs, hook| match hook.as_int() {
                Ok(hook) => hooked.evaluate(context, inputs, hook as usize),
                Err(_) => hooked.body(context, inputs),
            },
        );
        let stubs = engine.compile(stubs).map_err(|error| ScriptError::Parse(error.to_string()))?;
        let woven = AST::new(top, stubs.shared_lib().clone());
        Ok(Self { engine, woven, runtime, functions, signatures, positions, flags })
    }

    /// The control flow of all functions: the top level, if it has statements, then by name and
    /// number of parameters.
    #[must_use]
    pub fn graph(&self) -> &FlowGraph {
        &self.runtime.graph
    }

    /// The branches that test results of calls, and what functions return, as the script says it.
    #[must_use]
    pub fn flags(&self) -> &Flags {
        &self.flags
    }

    /// The name and the number of parameters of each function of the graph.
    #[must_use]
    pub fn functions(&self) -> &[(String, usize)] {
        &self.functions
    }

    /// The functions that tests may call; the top level, if the script declares none.
    #[must_use]
    pub fn signatures(&self) -> &[Signature] {
        &self.signatures
    }

    /// Where a block decides, or else begins; [`Position::NONE`] if it has no text of its own.
    #[must_use]
    pub fn position(&self, block: Block) -> Position {
        self.positions.get(block.index()).copied().unwrap_or(Position::NONE)
    }

    /// Calls a function (or [`TOP_LEVEL`]) and reports to the trace, which was made for
    /// [`Self::graph`].
    ///
    /// # Errors
    ///
    /// The exception that left the function, or that a limit was exceeded.
    pub fn call(
        &self,
        trace: &Rc<Trace>,
        function: &str,
        arguments: &[Argument],
    ) -> Result<Dynamic, Box<EvalAltResult>> {
        if function == TOP_LEVEL {
            return self.run(trace, &mut Scope::new());
        }
        let options = CallFnOptions::new().eval_ast(false);
        let arguments: Vec<Dynamic> = arguments.iter().map(value).collect();
        self.runtime.recording(trace, || {
            self.engine.call_fn_with_options(
                options,
                &mut Scope::new(),
                &self.woven,
                function,
                arguments,
            )
        })
    }

    /// Runs the statements outside of all functions in this scope.
    ///
    /// # Errors
    ///
    /// As for [`Self::call`].
    pub fn run(
        &self,
        trace: &Rc<Trace>,
        scope: &mut Scope<'_>,
    ) -> Result<Dynamic, Box<EvalAltResult>> {
        let run = || self.engine.eval_ast_with_scope(scope, &self.woven);
        let has_statements = self.functions.first().is_some_and(|(name, _)| name == TOP_LEVEL);
        if has_statements {
            self.runtime.recording(trace, || self.runtime.activation(Function::new(0), run))
        } else {
            Ok(Dynamic::UNIT)
        }
    }
}

/// The statements of a function. Its definition has them in a type without a public name; a walk
/// through a tree that has only this function finds them.
fn body(definition: Shared<ScriptFuncDef>) -> Vec<Stmt> {
    let (mut statements, mut module) = (Vec::new(), Module::new());
    module.set_script_fn(definition);
    AST::new([], module).walk(&mut |path: &[ASTNode<'_>]| {
        if let [ASTNode::Stmt(statement)] = path {
            statements.push((*statement).clone());
        }
        true
    });
    statements
}

fn value(argument: &Argument) -> Dynamic {
    match argument {
        Argument::Bool(value) => (*value).into(),
        Argument::I32(value) => i64::from(*value).into(),
        Argument::I64(value) => (*value).into(),
        Argument::F32(value) => f64::from(*value).into(),
        Argument::F64(value) => (*value).into(),
        Argument::Text(value) => value.clone().into(),
    }
}
