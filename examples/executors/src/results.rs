//! What the code says of results of calls: the same of both languages.
//!
//! It is kept as a dependence graph, from which the library derives its flags. What such a graph
//! has no computation for (`find(x) < 0`, and a number that is tested as if it were a `bool`) is a
//! set of results, and is declared afterwards.

use sbst::distance::Relation;
use sbst::fitness::flag::{Condition, FlagError, Flags, Keys};
use sbst::flow::FlowGraph;
use sbst::flow::dependences::{Computation, DependenceGraph, InstructionKind};
use sbst::id::{Block, CallSite, Instruction};

/// Predicates and results of a program. Blocks are program-wide.
#[derive(Clone, Debug, Default)]
pub(crate) struct Results {
    code: DependenceGraph,
    /// Blocks whose predicate holds iff a call returns one of several keys.
    gives: Vec<(Block, Condition)>,
}

impl Results {
    pub(crate) fn constant(&mut self, number: i128) -> Instruction {
        self.code.compute(Computation::Constant(number), [])
    }

    /// A comparison whose decision is recorded where it is the result.
    pub(crate) fn comparison(&mut self) -> Instruction {
        self.code.compute(Computation::Comparison, [])
    }

    pub(crate) fn compute(
        &mut self,
        computation: Computation,
        operands: &[Instruction],
    ) -> Instruction {
        self.code.compute(computation, operands.iter().copied())
    }

    /// What nothing is known of.
    pub(crate) fn unknown(&mut self) -> Instruction {
        self.code.add(InstructionKind::Other, [])
    }

    pub(crate) fn call(&mut self, site: CallSite) -> Instruction {
        let call = self.code.add(InstructionKind::Call, []);
        let is_known = self.code.called_at(call, site).is_ok();
        debug_assert!(is_known, "it was added");
        call
    }

    /// The value that decides a block.
    pub(crate) fn decides(&mut self, block: Block, value: Instruction) {
        let is_known = self.code.decides(block, value).is_ok();
        debug_assert!(is_known, "instructions are described before they are used");
    }

    /// The predicate of a block holds iff the call at a site returns one of these, or none of them.
    pub(crate) fn decides_by(&mut self, block: Block, site: CallSite, keys: &Keys, holds: bool) {
        // The contrary of 0 alone would be 1 alone: of numbers, it is all others.
        let others = Condition::result(site, !keys.clone());
        self.gives.push((block, if holds { !others } else { others }));
    }

    pub(crate) fn sets(&mut self, block: Block, value: Instruction) {
        let is_known = self.code.sets_result(block, value).is_ok();
        debug_assert!(is_known, "instructions are described before they are used");
    }

    /// All flags of a program.
    pub(crate) fn flags(&self, graph: &FlowGraph) -> Result<Flags, FlagError> {
        let mut flags = Flags::derived(graph, &self.code)?;
        for (block, condition) in &self.gives {
            if let Some(function) = graph.get_function_of(*block) {
                flags.function(graph, function).decides(graph.local(*block), condition.clone())?;
            }
        }
        Ok(flags)
    }
}

/// The results that compare so with a constant, or all others; `None` if none does, or none does
/// not. `least` is the least number: for comparisons without a sign 0, and numbers below come after
/// all others.
pub(crate) fn compared(relation: Relation, least: i128, constant: i128) -> Option<(Keys, bool)> {
    let upto = |to: Option<i128>| to.filter(|&to| to >= least).map(|to| Keys::from(least..=to));
    match relation {
        Relation::Equal => Some((Keys::from(constant..=constant), true)),
        Relation::NotEqual => Some((Keys::from(constant..=constant), false)),
        Relation::Less => Some((upto(constant.checked_sub(1))?, true)),
        Relation::LessOrEqual => Some((upto(Some(constant))?, true)),
        Relation::Greater => Some((upto(Some(constant))?, false)),
        Relation::GreaterOrEqual => Some((upto(constant.checked_sub(1))?, false)),
        _ => None,
    }
}

/// The relation of the operands the other way round.
pub(crate) fn swapped(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::Greater,
        Relation::LessOrEqual => Relation::GreaterOrEqual,
        Relation::Greater => Relation::Less,
        Relation::GreaterOrEqual => Relation::LessOrEqual,
        other => other,
    }
}
