//! Programs that own their parts.

use super::program::{Method, Program};
use crate::flow::{FlowGraph, Lines};
use crate::id::Function;
use crate::objective::{Forms, MutantGoal};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// Parts of a program, owned, from which criteria make goals: [`program`](Self::program) borrows
/// them as a [`Program`].
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{Method, ProgramParts};
///
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3),
/// )?;
/// let mut parts = ProgramParts { graph, ..ProgramParts::default() };
/// parts.methods.push(Method::new(Function::new(0)));
/// assert_eq!(parts.program().methods().len(), 1);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ProgramParts {
    /// Control flow of the program.
    pub graph: FlowGraph,
    /// The methods that tests can call.
    pub methods: Vec<Method>,
    /// The statements on each line.
    pub lines: Option<Lines>,
    /// The mutants.
    pub mutants: Vec<MutantGoal>,
    /// Forms of the goals.
    pub forms: Forms,
    /// Functions that goals are made of; `None` for all.
    pub only: Option<BTreeSet<Function>>,
}

impl ProgramParts {
    /// Returns the program that borrows these parts.
    #[must_use]
    pub fn program(&self) -> Program<'_> {
        Program {
            graph: &self.graph,
            methods: &self.methods,
            lines: self.lines.as_ref(),
            mutants: &self.mutants,
            forms: self.forms,
            only: self.only.as_ref(),
        }
    }
}
