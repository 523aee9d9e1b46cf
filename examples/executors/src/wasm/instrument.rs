//! The module with hooks: the same code, which also tells the host what it does.
//!
//! - The host functions are imported behind the imports of the module, so its own functions move up
//!   by as many.
//! - The types of these are added behind the types of the module, and so are block types for
//!   functions with several results: the body of a function becomes a block, behind which the
//!   activation ends, and a `return` a branch to its end.
//! - A comparison that a branch decides by keeps its operands in scratch locals. The branch reports
//!   them, and then the number that it takes; nothing can come in between, hence activations are
//!   not mixed up.
//! - Custom sections are left out, but for names that can be read: they may speak of places in the
//!   code.

use super::hooks::{self, SIGNATURES, Site};
use super::module::ModuleError;
use super::plan::{Hook, Plan, Tap};
use sbst::flow::FlowGraph;
use sbst::id::Block;
use std::convert::Infallible;
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{
    BlockType, CodeSection, Function, ImportSection, Instruction, Module, SectionId, TypeSection,
    ValType,
};
use wasmparser::{
    CustomSectionReader, FunctionBody, ImportSectionReader, KnownCustom, Operator, Parser,
    TypeSectionReader,
};

/// The module of these plans with hooks, and its conditions as the hooks number them.
pub(super) fn instrument(
    bytes: &[u8],
    plans: &[Plan],
    graph: &FlowGraph,
    imported: u32,
    types: u32,
) -> Result<(Vec<u8>, Vec<Site>), ModuleError> {
    let mut writer = Writer {
        plans,
        graph,
        written: 0,
        imported,
        types,
        has_types: false,
        has_imports: false,
        sites: Vec::new(),
    };
    let mut module = Module::new();
    writer.parse_core_module(&mut module, Parser::new(0), bytes).map_err(ModuleError::Encode)?;
    Ok((module.finish(), writer.sites))
}

struct Writer<'p> {
    plans: &'p [Plan],
    graph: &'p FlowGraph,
    /// How many functions have been written.
    written: usize,
    /// How many functions the module imports, and how many types it declares.
    imported: u32,
    types: u32,
    has_types: bool,
    has_imports: bool,
    sites: Vec<Site>,
}

type Written<T> = Result<T, Error<Infallible>>;

impl Reencode for Writer<'_> {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Written<u32> {
        Ok(if function < self.imported { function } else { function + SIGNATURES.len() as u32 })
    }

    fn parse_type_section(
        &mut self,
        types: &mut TypeSection,
        section: TypeSectionReader<'_>,
    ) -> Written<()> {
        utils::parse_type_section(self, types, section)?;
        self.add_types(types)
    }

    fn parse_import_section(
        &mut self,
        imports: &mut ImportSection,
        section: ImportSectionReader<'_>,
    ) -> Written<()> {
        utils::parse_import_section(self, imports, section)?;
        self.add_imports(imports);
        Ok(())
    }

    fn intersperse_section_hook(
        &mut self,
        module: &mut Module,
        _after: Option<SectionId>,
        before: Option<SectionId>,
    ) -> Written<()> {
        let is_type = before == Some(SectionId::Type);
        if !self.has_types && !is_type {
            let mut types = TypeSection::new();
            self.add_types(&mut types)?;
            module.section(&types);
        }
        if !self.has_imports && !is_type && before != Some(SectionId::Import) {
            let mut imports = ImportSection::new();
            self.add_imports(&mut imports);
            module.section(&imports);
        }
        Ok(())
    }

    fn parse_custom_section(
        &mut self,
        module: &mut Module,
        section: CustomSectionReader<'_>,
    ) -> Written<()> {
        if let KnownCustom::Name(names) = section.as_known()
            && let Ok(names) = self.custom_name_section(names)
        {
            module.section(&names);
        }
        Ok(())
    }

    fn parse_function_body(
        &mut self,
        code: &mut CodeSection,
        body: FunctionBody<'_>,
    ) -> Written<()> {
        let plans = self.plans;
        if let Some(plan) = plans.get(self.written) {
            let function = self.function(plan, &body)?;
            code.function(&function);
        }
        self.written += 1;
        Ok(())
    }
}

impl Writer<'_> {
    fn add_types(&mut self, types: &mut TypeSection) -> Written<()> {
        self.has_types = true;
        for (parameters, results) in SIGNATURES {
            types.ty().function(parameters.iter().copied(), results.iter().copied());
        }
        for plan in self.plans.iter().filter(|plan| plan.results.len() > 1) {
            types.ty().function([], self.val_types(plan.results.clone())?);
        }
        Ok(())
    }

    fn add_imports(&mut self, imports: &mut ImportSection) {
        self.has_imports = true;
        for hook in 0..SIGNATURES.len() as u32 {
            imports.import(
                "sbst",
                &hook.to_string(),
                wasm_encoder::EntityType::Function(self.types + hook),
            );
        }
    }

    /// The type of the block that the body becomes.
    fn wrapper_type(&mut self, plan: &Plan) -> Written<BlockType> {
        Ok(match plan.results[..] {
            [] => BlockType::Empty,
            [result] => BlockType::Result(self.val_type(result)?),
            _ => {
                let before =
                    self.plans[..self.written].iter().filter(|plan| plan.results.len() > 1).count();
                BlockType::FunctionType(self.types + (SIGNATURES.len() + before) as u32)
            }
        })
    }

    fn function(&mut self, plan: &Plan, body: &FunctionBody<'_>) -> Written<Function> {
        let mut locals = Vec::new();
        for local in body.get_locals_reader()? {
            let (count, ty) = local?;
            locals.push((count, self.val_type(ty)?));
        }
        locals.extend(plan.scratch.into_iter().zip([
            ValType::I32,
            ValType::I64,
            ValType::F32,
            ValType::F64,
        ]));
        let block = Instruction::Block(self.wrapper_type(plan)?);
        let mut out = Function::new(locals);
        out.instruction(&Instruction::I32Const(self.written as i32))
            .instruction(&self.call(hooks::ENTER))
            .instruction(&block);
        let (mut before, mut after) = (plan.before.iter().peekable(), plan.after.iter().peekable());
        let mut operators = body.get_operators_reader()?;
        for at in 0.. {
            if operators.eof() {
                break;
            }
            let operator = operators.read()?;
            while let Some((_, hook)) = before.next_if(|hook| hook.0 == at) {
                self.hook(plan, hook, &mut out);
            }
            self.operator(plan, at, operator, &mut out)?;
            while let Some((_, hook)) = after.next_if(|hook| hook.0 == at) {
                self.hook(plan, hook, &mut out);
            }
        }
        out.instruction(&Instruction::End);
        Ok(out)
    }

    fn operator(
        &mut self,
        plan: &Plan,
        at: usize,
        operator: Operator<'_>,
        out: &mut Function,
    ) -> Written<()> {
        if let Some(&tap) = plan.taps.get(&at) {
            let left = plan.local(tap);
            if tap.comparison.with_zero {
                out.instruction(&Instruction::LocalTee(left));
            } else {
                out.instruction(&Instruction::LocalSet(left + 1))
                    .instruction(&Instruction::LocalTee(left));
                out.instruction(&Instruction::LocalGet(left + 1));
            }
        }
        let instruction = match plan.returns.get(&at) {
            Some(&labels) => Instruction::Br(labels),
            None => self.instruction(operator)?,
        };
        out.instruction(&instruction);
        Ok(())
    }

    fn hook(&mut self, plan: &Plan, hook: &Hook, out: &mut Function) {
        match hook {
            Hook::Decide { block, condition, reports } => {
                reports.iter().for_each(|&tap| self.report(plan, tap, out));
                out.instruction(&Instruction::I32Const(self.sites.len() as i32))
                    .instruction(&self.call(hooks::DECIDE));
                self.sites.push(Site { block: self.block(*block), condition: condition.clone() });
            }
            Hook::Sets { block, condition, reports } => {
                reports.iter().for_each(|&tap| self.report(plan, tap, out));
                out.instruction(&Instruction::I32Const(self.sites.len() as i32))
                    .instruction(&self.call(hooks::SETS));
                self.sites.push(Site { block: self.block(*block), condition: condition.clone() });
            }
            Hook::Call { at } => {
                out.instruction(&Instruction::I32Const(*at as i32))
                    .instruction(&self.call(hooks::AT));
            }
            Hook::Switch { block } => {
                out.instruction(&self.number(*block)).instruction(&self.call(hooks::SWITCH));
            }
            Hook::End { block } => {
                out.instruction(&self.number(*block)).instruction(&self.call(hooks::END));
            }
            Hook::Done { block, statements } => {
                out.instruction(&self.number(*block))
                    .instruction(&Instruction::I32Const(*statements as i32));
                out.instruction(&self.call(hooks::DONE));
            }
            Hook::Leave { block } => {
                out.instruction(&self.number(*block)).instruction(&self.call(hooks::LEAVE));
            }
        }
    }

    fn report(&self, plan: &Plan, tap: Tap, out: &mut Function) {
        use super::comparison::Number;
        let left = plan.local(tap);
        out.instruction(&Instruction::LocalGet(left));
        out.instruction(&match (tap.comparison.with_zero, tap.comparison.number) {
            (true, Number::I64) => Instruction::I64Const(0),
            (true, _) => Instruction::I32Const(0),
            (false, _) => Instruction::LocalGet(left + 1),
        });
        out.instruction(&self.call(hooks::compared(tap.comparison.number)));
    }

    /// A block of the function at work.
    fn block(&self, local: u32) -> Block {
        self.graph.block(sbst::id::Function::new(self.written as u32), local)
    }

    fn number(&self, local: u32) -> Instruction<'static> {
        Instruction::I32Const(self.block(local).number() as i32)
    }

    fn call(&self, hook: u32) -> Instruction<'static> {
        Instruction::Call(self.imported + hook)
    }
}
