//! Modules: read, checked, drawn as flow graphs, and written again with hooks.

use super::graph::Walk;
use super::hooks::Site;
use super::instrument::instrument;
use super::plan::Plan;
use super::returns::describe;
use crate::arguments::Kind;
use sbst::fitness::flag::{FlagError, Flags};
use sbst::flow::{FlowError, FlowGraph};
use sbst::id::{Block, Function};
use std::collections::BTreeMap;
use std::convert::Infallible;
use wasm_encoder::reencode;
use wasmi::{Config, Engine};
use wasmparser::{
    ExternalKind, FuncValidatorAllocations, KnownCustom, Name, Parser, Payload, ValidPayload,
    Validator, WasmModuleResources,
};

/// Why something is no module that can be executed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModuleError {
    /// The text is not well formed.
    #[error("the text is no module: {0}")]
    Text(#[source] wat::Error),
    /// The interpreter refuses the module.
    #[error("the interpreter refuses the module: {0}")]
    Refused(#[source] wasmi::Error),
    /// The parser refuses the module.
    #[error("the module cannot be read: {0}")]
    Parse(#[source] wasmparser::Error),
    /// An operator of control that has no place in the graph yet.
    #[error("at byte {offset:#x}: control by {operator} is not supported")]
    Unsupported {
        /// Where it stands in the binary.
        offset: u64,
        /// The operator.
        operator: String,
    },
    /// The flow graph of a function does not fit.
    #[error("function {function}: {error}")]
    Graph {
        /// Counted from the first that the module defines.
        function: usize,
        /// Why.
        #[source]
        error: FlowError,
    },
    /// What the code says of results of calls does not fit the graph.
    #[error(transparent)]
    Flags(#[from] FlagError),
    /// The module with hooks cannot be written.
    #[error("the module cannot be written: {0}")]
    Encode(#[source] reencode::Error<Infallible>),
    /// The interpreter refuses the module once it has hooks: too large, if the module itself was at
    /// a limit.
    #[error("the interpreter refuses the module with hooks: {0}")]
    Instrumented(#[source] wasmi::Error),
}

/// An exported function whose parameters are numbers.
#[derive(Clone, Debug)]
pub struct Export {
    /// Its name.
    pub name: String,
    /// The function.
    pub function: Function,
    /// What it takes.
    pub parameters: Vec<Kind>,
}

/// A module that can be executed.
#[derive(Debug)]
pub struct Module {
    pub(super) engine: Engine,
    pub(super) plain: wasmi::Module,
    pub(super) instrumented: wasmi::Module,
    pub(super) sites: Vec<Site>,
    pub(super) fuel: u64,
    graph: FlowGraph,
    names: Vec<String>,
    exports: Vec<Export>,
    decisions: BTreeMap<Block, (&'static str, u64)>,
    flags: Flags,
}

impl Module {
    /// Fuel of one instance; about as many operators are executed.
    pub const FUEL: u64 = 200_000;

    /// Reads a module, text or binary.
    ///
    /// # Errors
    ///
    /// [`ModuleError`] if it is none, or one that the interpreter does not execute.
    pub fn new(bytes: &[u8]) -> Result<Self, ModuleError> {
        let bytes = wat::parse_bytes(bytes).map_err(ModuleError::Text)?;
        let mut config = Config::default();
        config.consume_fuel(true);
        // Translation takes fuel, too, and the first test must not have less than the others.
        config.compilation_mode(wasmi::CompilationMode::Eager);
        // The hooks' locals take room on the stack.
        config.set_max_stack_height(16 << 20);
        let engine = Engine::new(&config);
        // First, for the interpreter panics on some code that is not valid.
        let scan = Scan::of(&bytes)?;
        let plain = wasmi::Module::new(&engine, &bytes).map_err(ModuleError::Refused)?;
        let mut graph = FlowGraph::new();
        let mut decisions = BTreeMap::new();
        for (number, plan) in scan.plans.iter().enumerate() {
            let function = graph
                .add(&plan.body())
                .map_err(|error| ModuleError::Graph { function: number, error })?;
            for (block, planned) in graph.blocks_of(function).zip(&plan.blocks) {
                decisions.extend(planned.decision.map(|decision| (block, decision)));
            }
        }
        let flags = describe(&scan.plans, &graph, scan.imported).flags(&graph)?;
        let (written, sites) = instrument(&bytes, &scan.plans, &graph, scan.imported, scan.types)?;
        let instrumented =
            wasmi::Module::new(&engine, &written).map_err(ModuleError::Instrumented)?;
        let exports = scan.exports(&plain);
        let names = (0..scan.plans.len() as u32).map(|function| scan.name(function)).collect();
        Ok(Self {
            engine,
            plain,
            instrumented,
            sites,
            fuel: Self::FUEL,
            graph,
            names,
            exports,
            decisions,
            flags,
        })
    }

    /// The same with as much fuel for each instance.
    #[must_use]
    pub fn with_fuel(mut self, fuel: u64) -> Self {
        self.fuel = fuel;
        self
    }

    /// The flow graphs of the functions that the module defines, in their order.
    #[must_use]
    pub fn graph(&self) -> &FlowGraph {
        &self.graph
    }

    /// The branches that test results of calls, and what functions return, as the code says it.
    #[must_use]
    pub fn flags(&self) -> &Flags {
        &self.flags
    }

    /// Functions that a test can call.
    #[must_use]
    pub fn exports(&self) -> &[Export] {
        &self.exports
    }

    /// The name of a function: as exported, else as noted in the module, else its number. Empty for
    /// a function of another module.
    #[must_use]
    pub fn name(&self, function: Function) -> &str {
        self.names.get(function.index()).map_or("", String::as_str)
    }

    /// Which operator decides a block, and at which byte of the binary; `None` if the block decides
    /// nothing.
    #[must_use]
    pub fn decision(&self, block: Block) -> Option<(&'static str, u64)> {
        self.decisions.get(&block).copied()
    }
}

/// What is read from the binary before it is written again.
#[derive(Debug, Default)]
struct Scan {
    plans: Vec<Plan>,
    /// How many functions are imported, and how many types there are.
    imported: u32,
    types: u32,
    /// Function and name.
    exported: Vec<(u32, String)>,
    names: BTreeMap<u32, String>,
}

impl Scan {
    fn of(bytes: &[u8]) -> Result<Self, ModuleError> {
        // Where no function is defined, all are imported.
        let (mut scan, mut validator) =
            (Self { imported: u32::MAX, ..Self::default() }, Validator::new());
        let mut allocations = FuncValidatorAllocations::default();
        for payload in Parser::new(0).parse_all(bytes) {
            let payload = payload.map_err(ModuleError::Parse)?;
            if let ValidPayload::Func(function, body) =
                validator.payload(&payload).map_err(ModuleError::Parse)?
            {
                if scan.plans.is_empty() {
                    scan.imported = function.index;
                }
                let mut validator = function.into_validator(allocations);
                let plan = plan(&mut validator, &body)?;
                scan.plans.push(plan);
                allocations = validator.into_allocations();
            }
            scan.read(payload).map_err(ModuleError::Parse)?;
        }
        Ok(scan)
    }

    fn read(&mut self, payload: Payload<'_>) -> wasmparser::Result<()> {
        match payload {
            Payload::TypeSection(section) => {
                for group in section {
                    self.types += group?.types().len() as u32;
                }
            }
            Payload::ExportSection(section) => {
                for export in section {
                    let export = export?;
                    if export.kind == ExternalKind::Func {
                        self.exported.push((export.index, export.name.to_owned()));
                    }
                }
            }
            Payload::CustomSection(section) => {
                // Names are a courtesy: what cannot be read is left out.
                if let KnownCustom::Name(names) = section.as_known() {
                    for name in names.into_iter().flatten() {
                        if let Name::Function(names) = name {
                            self.names.extend(
                                names
                                    .into_iter()
                                    .flatten()
                                    .map(|name| (name.index, name.name.to_owned())),
                            );
                        }
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn exports(&self, module: &wasmi::Module) -> Vec<Export> {
        let callable = self.exported.iter().filter_map(|(index, name)| {
            let function = Function::new(index.checked_sub(self.imported)?);
            let ty = module.get_export(name)?;
            let parameters =
                ty.func()?.params().iter().map(|&ty| kind(ty)).collect::<Option<_>>()?;
            Some(Export { name: name.clone(), function, parameters })
        });
        callable.filter(|export| export.function.index() < self.plans.len()).collect()
    }

    fn name(&self, function: u32) -> String {
        let index = self.imported.saturating_add(function);
        let exported =
            self.exported.iter().find(|export| export.0 == index).map(|export| &export.1);
        exported
            .or(self.names.get(&index))
            .map_or_else(|| format!("function {function}"), Clone::clone)
    }
}

fn kind(ty: wasmi::ValType) -> Option<Kind> {
    match ty {
        wasmi::ValType::I32 => Some(Kind::I32),
        wasmi::ValType::I64 => Some(Kind::I64),
        wasmi::ValType::F32 => Some(Kind::F32),
        wasmi::ValType::F64 => Some(Kind::F64),
        _ => None,
    }
}

fn plan(
    validator: &mut wasmparser::FuncValidator<impl WasmModuleResources>,
    body: &wasmparser::FunctionBody<'_>,
) -> Result<Plan, ModuleError> {
    let mut reader = body.get_binary_reader();
    validator.read_locals(&mut reader).map_err(ModuleError::Parse)?;
    let resources = validator.resources();
    let ty = resources
        .type_index_of_function(validator.index())
        .and_then(|ty| resources.sub_type_at(ty));
    let ty = ty.map(|ty| ty.unwrap_func());
    let (parameters, results) =
        ty.map_or((0, Vec::new()), |ty| (ty.params().len() as u32, ty.results().to_vec()));
    let mut walk = Walk::new(results);
    walk.plan.locals = validator.len_locals();
    let mut operators = body.get_operators_reader().map_err(ModuleError::Parse)?;
    for at in 0.. {
        if operators.eof() {
            break;
        }
        let (operator, offset) = operators.read_with_offset().map_err(ModuleError::Parse)?;
        // Before the operator is checked, since it depends on the labels that are open.
        let arity = operator.operator_arity(validator);
        validator.op(offset, &operator).map_err(ModuleError::Parse)?;
        walk.step(at, offset, &operator, arity)?;
    }
    operators.finish().map_err(ModuleError::Parse)?;
    let mut plan = walk.plan;
    plan.tests = walk.origins.tests;
    plan.trace_results(parameters);
    Ok(plan)
}
