//! Programs that own their parts.

use super::program::{Method, Program};
use crate::flow::decisions::CompoundDecision;
use crate::flow::{FlowGraph, Lines, UnrolledError, UnrolledGraph};
use crate::id::Function;
use crate::objective::{Forms, MutantGoal};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// Parts of a program, owned, from which criteria make goals: [`program`](Self::program) borrows
/// them as a [`Program`].
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::objective::ProgramParts;
///
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3),
/// )?;
/// let mut parts = ProgramParts { graph, ..ProgramParts::default() };
/// parts.unroll_decisions()?;
/// assert_eq!(
///     parts.program().unrolled().map(|unrolled| unrolled.vectors().len()),
///     Some(3)
/// );
/// # Ok::<(), Box<dyn core::error::Error>>(())
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
    /// Copies of blocks that tell histories apart, if they are used.
    pub unrolled: Option<UnrolledGraph>,
    /// Forms of the goals.
    pub forms: Forms,
    /// Functions that goals are made of; `None` for all.
    pub only: Option<BTreeSet<Function>>,
}

impl ProgramParts {
    /// Unrolls the decisions of the functions that goals are made of, so that their vectors are told
    /// apart, unless there are copies already. Returns the copies.
    ///
    /// # Errors
    ///
    /// [`UnrolledError`] if there would be too many copies, or if there are copies that tell no
    /// decisions apart and the graph has some.
    pub fn unroll_decisions(&mut self) -> Result<&UnrolledGraph, UnrolledError> {
        let unrolled = self.unrolled.take();
        let mut own =
            CompoundDecision::all(&self.graph).filter(|own| self.includes(own)).peekable();
        let made = match unrolled {
            Some(given) => {
                let tells_none = given.decisions().is_empty() && given.left_out().is_empty();
                if tells_none && own.peek().is_some() {
                    drop(own);
                    self.unrolled = Some(given);
                    return Err(UnrolledError::NoDecisions);
                }
                given
            }
            None => UnrolledGraph::builder(&self.graph).decisions(own).build()?,
        };
        Ok(self.unrolled.insert(made))
    }

    /// Returns `true` if a decision lies in the functions that goals are made of.
    pub(super) fn includes(&self, decision: &CompoundDecision) -> bool {
        let first = decision.conditions().first();
        let function = first.and_then(|&block| self.graph.get_function_of(block));
        self.only.as_ref().is_none_or(|only| function.is_some_and(|own| only.contains(&own)))
    }

    /// Returns the program that borrows these parts.
    #[must_use]
    pub fn program(&self) -> Program<'_> {
        Program {
            graph: &self.graph,
            methods: &self.methods,
            lines: self.lines.as_ref(),
            mutants: &self.mutants,
            unrolled: self.unrolled.as_ref(),
            forms: self.forms,
            only: self.only.as_ref(),
        }
    }
}
