//! Running a module: with hooks that tell a trace, or as it is.

use super::hooks::{self, Host, Recording};
use super::module::Module;
use crate::arguments::Argument;
use sbst::execution::Trace;
use std::fmt;
use wasmi::{
    Extern, ExternRef, ExternType, Func, Global, Memory, Nullable, Ref, Store, StoreLimitsBuilder,
    Table, TrapCode, Val,
};

/// Why a run has no result. All of these are ordinary outcomes of a test.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Trap {
    /// The code trapped, or ran out of fuel; or the values do not fit the parameters.
    #[error("{0}")]
    Stopped(#[source] wasmi::Error),
    /// The module exports no such function.
    #[error("no function is exported as {name:?}")]
    NoSuchExport {
        /// What was asked for.
        name: String,
    },
}

impl Trap {
    /// What the interpreter calls it, if the code trapped.
    #[must_use]
    pub fn code(&self) -> Option<TrapCode> {
        match self {
            Self::Stopped(error) => error.as_trap_code(),
            Self::NoSuchExport { .. } => None,
        }
    }
}

/// A module with its state. What it imports is there, and does nothing: functions return zeros,
/// tables are empty.
pub struct Instance<'m> {
    store: Store<Host<'m>>,
    instance: wasmi::Instance,
}

impl fmt::Debug for Instance<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Instance").field("host", self.store.data()).finish_non_exhaustive()
    }
}

impl Module {
    /// Memory and tables of one instance, in bytes.
    const MEMORY: usize = 64 << 20;

    /// A fresh instance, which reports to the trace.
    ///
    /// # Errors
    ///
    /// [`Trap`] if the start function traps, or data does not fit the memory.
    pub fn instantiate<'m>(&'m self, trace: &'m Trace) -> Result<Instance<'m>, Trap> {
        self.start(&self.instrumented, Some(Recording::new(trace, &self.sites)))
    }

    /// A fresh instance of the module as it is, without hooks.
    ///
    /// # Errors
    ///
    /// As for [`instantiate`](Self::instantiate).
    pub fn instantiate_plain(&self) -> Result<Instance<'_>, Trap> {
        self.start(&self.plain, None)
    }

    /// One call in a fresh instance.
    ///
    /// # Errors
    ///
    /// [`Trap`] if there is no result.
    pub fn call(
        &self,
        trace: &Trace,
        export: &str,
        arguments: &[Argument],
    ) -> Result<Vec<Val>, Trap> {
        self.instantiate(trace)?.call_with(export, arguments)
    }

    fn start<'m>(
        &'m self,
        module: &wasmi::Module,
        recording: Option<Recording<'m>>,
    ) -> Result<Instance<'m>, Trap> {
        let limits = StoreLimitsBuilder::new()
            .memory_size(Self::MEMORY)
            .table_elements(Self::MEMORY / 8)
            .build();
        let is_recorded = recording.is_some();
        let mut store = Store::new(&self.engine, Host { limits, recording });
        store.limiter(|host| &mut host.limits);
        store.set_fuel(self.fuel).map_err(Trap::Stopped)?;
        let hooks = if is_recorded { hooks::functions(&mut store).to_vec() } else { Vec::new() };
        // The interpreter lists imports by kind. Of the functions, the hooks are the last.
        let functions = module.imports().filter(|import| import.ty().func().is_some()).count();
        let (mut own, mut hooks) = (functions - hooks.len(), hooks.into_iter());
        let mut given = Vec::with_capacity(module.imports().len());
        for import in module.imports() {
            let is_function = import.ty().func().is_some();
            let hook = if is_function && own == 0 { hooks.next() } else { None };
            own -= usize::from(is_function && hook.is_none());
            given.push(
                hook.map_or_else(|| stub(&mut store, import.ty()), Ok).map_err(Trap::Stopped)?,
            );
        }
        let instance = wasmi::Instance::new(&mut store, module, &given);
        store.data_mut().recording.iter_mut().for_each(Recording::unwind);
        Ok(Instance { store, instance: instance.map_err(Trap::Stopped)? })
    }
}

/// Something of this type that does nothing.
fn stub(store: &mut Store<Host<'_>>, ty: &ExternType) -> Result<Extern, wasmi::Error> {
    Ok(match ty {
        ExternType::Func(ty) => {
            let results = ty.results().to_vec();
            let function = move |_: wasmi::Caller<'_, _>, _: &[Val], out: &mut [Val]| {
                out.iter_mut().zip(&results).for_each(|(out, &ty)| *out = Val::default_for_ty(ty));
                Ok(())
            };
            Func::new(store, ty.clone(), function).into()
        }
        ExternType::Global(ty) => {
            Global::new(store, Val::default_for_ty(ty.content()), ty.mutability()).into()
        }
        ExternType::Memory(ty) => Memory::new(store, *ty)?.into(),
        ExternType::Table(ty) => {
            let nothing = match ty.element() {
                wasmi::RefType::Func => Ref::Func(Nullable::Null),
                wasmi::RefType::Extern => Ref::Extern(Nullable::Null),
            };
            Table::new(store, *ty, nothing)?.into()
        }
    })
}

impl Instance<'_> {
    /// Calls an exported function. A trap leaves the instance as it is, and it may be called again.
    ///
    /// # Errors
    ///
    /// [`Trap`] if there is no result.
    pub fn call(&mut self, export: &str, values: &[Val]) -> Result<Vec<Val>, Trap> {
        let Some(function) = self.instance.get_func(&self.store, export) else {
            return Err(Trap::NoSuchExport { name: export.to_owned() });
        };
        let ty = function.ty(&self.store);
        let mut results: Vec<Val> =
            ty.results().iter().map(|&ty| Val::default_for_ty(ty)).collect();
        let called = function.call(&mut self.store, values, &mut results);
        self.store.data_mut().recording.iter_mut().for_each(Recording::unwind);
        called.map(|()| results).map_err(Trap::Stopped)
    }

    /// The same with generated arguments.
    ///
    /// # Errors
    ///
    /// [`Trap`] if there is no result.
    pub fn call_with(&mut self, export: &str, arguments: &[Argument]) -> Result<Vec<Val>, Trap> {
        let values: Vec<Val> = arguments.iter().filter_map(value).collect();
        self.call(export, &values)
    }

    /// How many decisions differed from what the comparisons before them came to. Always 0, unless
    /// hooks are in the wrong place.
    #[must_use]
    pub fn unexplained(&self) -> u64 {
        self.store.data().recording.as_ref().map_or(0, |run| run.unexplained)
    }

    /// An exported global, for whoever compares two instances.
    #[must_use]
    pub fn global(&self, name: &str) -> Option<Val> {
        Some(self.instance.get_global(&self.store, name)?.get(&self.store))
    }

    /// A reference to something outside of the module, which stands for this number.
    pub fn external(&mut self, number: u32) -> Val {
        Val::ExternRef(ExternRef::new(&mut self.store, number).into())
    }

    /// A value as text, exact to the bit: two instances did the same if these are equal. References
    /// to functions are all alike.
    #[must_use]
    pub fn describe(&self, value: &Val) -> String {
        match value {
            Val::F32(value) => format!("f32 {:#x}", value.to_bits()),
            Val::F64(value) => format!("f64 {:#x}", value.to_bits()),
            Val::FuncRef(Nullable::Val(_)) => "a function".to_owned(),
            Val::ExternRef(Nullable::Val(value)) => {
                format!("external {:?}", value.data(&self.store).downcast_ref::<u32>())
            }
            other => format!("{other:?}"),
        }
    }

    /// More fuel for an instance that is called often.
    pub fn refuel(&mut self, fuel: u64) {
        // Fuel is switched on in every engine here, hence no error.
        let _ = self.store.set_fuel(fuel);
    }
}

/// Modules take numbers only.
fn value(argument: &Argument) -> Option<Val> {
    match *argument {
        Argument::I32(value) => Some(Val::I32(value)),
        Argument::I64(value) => Some(Val::I64(value)),
        Argument::F32(value) => Some(Val::F32(value.into())),
        Argument::F64(value) => Some(Val::F64(value.into())),
        Argument::Bool(_) | Argument::Text(_) => None,
    }
}
