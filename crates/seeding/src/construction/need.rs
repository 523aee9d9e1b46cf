//! The need of a variable: the reason why a branch depends on it, which decides what a plan builds
//! first.

use crate::slice::Slice;
use alloc::vec;
use alloc::vec::Vec;
use sbst::flow::dependences::InstructionKind;

/// Reason why a branch needs a variable.
///
/// Needs are ordered: a smaller need is more urgent. If a plan cannot build everything, it builds
/// the operands of the branch first, then the data that they are computed from, then the variables
/// that decide only whether the branch is reached. The order is this crate's.
///
/// ```
/// use sbst::id::Symbol;
/// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
/// use sbst_seeding::construction::{ConstructionGraph, Need};
/// use sbst_seeding::slice::{Limits, Slice};
///
/// // if order.open { if order.table[order.row] > 7 { .. } }
/// let mut code = DependenceGraph::new();
/// let order = code.add(InstructionKind::Parameter(0), []);
/// let [open, table, row] = [0, 1, 2].map(|name| {
///     code.add(InstructionKind::Field(Symbol::new(name)), [(Role::Receiver, order)])
/// });
/// let operands = [(Role::Receiver, table), (Role::Index, row)];
/// let element = code.add(InstructionKind::Element, operands);
/// code.control(element, open)?;
///
/// let slice = Slice::of_branch(&code, [element], [open], Limits::PUBLISHED)?;
/// let graph = ConstructionGraph::new(&slice);
/// let need = |at| {
///     graph.nodes().iter().find(|node| node.instruction == at).map(|node| node.need)
/// };
/// assert_eq!(need(element), Some(Need::Operand));
/// assert_eq!(need(row), Some(Need::Data));
/// assert_eq!(need(open), Some(Need::Control(1)));
/// assert!(Need::Operand < Need::Data && Need::Data < Need::Control(1));
/// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Need {
    /// The variable is an operand of the branch.
    Operand,
    /// An operand of the branch is computed from the variable, or is accessed through it.
    Data,
    /// The variable decides whether the branch is reached, or which of several values an operand
    /// has. The number, at least 1, is the least number of control dependences in a row from the
    /// branch to the variable.
    Control(u32),
}

/// Returns the need of each occurrence: the least number of control dependences on a chain from the
/// branch to the occurrence.
///
/// This is a breadth-first search with three kinds of edges: edges to an equal value keep the need,
/// data edges raise an operand to data, and control edges raise the need by one control dependence.
/// Time and space linear in the slice.
pub(super) fn needs(slice: &Slice) -> Vec<Need> {
    let mut needs = vec![None; slice.len()];
    let mut need = Need::Operand;
    let mut work: Vec<u32> = (0..slice.branch as u32).collect();
    // `work` holds the occurrences of the current need; `data` and `controls` hold those from which
    // the next needs start. The needs are finished one after the other, so the first need of an
    // occurrence is its least. A depth-first search could meet an occurrence with a greater need
    // first, and would have to visit it again.
    let (mut data, mut controls) = (Vec::new(), slice.branch_controls.clone());
    while !work.is_empty() || !data.is_empty() || !controls.is_empty() {
        while let Some(at) = work.pop() {
            let at = at as usize;
            if needs[at].is_some() {
                continue;
            }
            needs[at] = Some(need);
            // Casts, bound parameters and entered calls are equal to a value that they take. If one
            // of them is an operand of the branch, this value is an operand, too. For all other
            // needs, data edges keep the need.
            let is_equal = slice.kind(at) == InstructionKind::Cast || slice.is_bound(at);
            let is_as_near = need != Need::Operand || is_equal;
            let operands = slice
                .operands(at)
                .iter()
                .map(|&(_, operand)| operand)
                .chain(slice.occurrences[at].alias);
            if is_as_near {
                work.extend(operands);
            } else {
                data.extend(operands);
            }
            // A returned value is the value of the call.
            work.extend_from_slice(slice.returned(at).unwrap_or_default());
            controls.extend_from_slice(slice.controls(at));
        }
        (work, need) = match need {
            Need::Operand => (core::mem::take(&mut data), Need::Data),
            Need::Data => (core::mem::take(&mut controls), Need::Control(1)),
            Need::Control(level) => {
                (core::mem::take(&mut controls), Need::Control(level.saturating_add(1)))
            }
        };
    }
    // Each occurrence of a slice is reached from its branch, so none is `None` here.
    needs.into_iter().map(|need| need.unwrap_or(Need::Data)).collect()
}
