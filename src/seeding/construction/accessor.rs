//! Methods that set or get an attribute: their scores, and the choice of one of them.
//!
//! A setter may write the attribute itself, or call others that do; each way is a *call path* from the method to the write. A path is better
//! the more of the method's parameters reach the write, and the fewer branches on it lead elsewhere. Getters are scored in the same way,
//! with the read in place of the write; OBJ does not print how it scores getters.
//!
//! Source: OBJ, section 3.2.2, Eq. 1; the scores of Figure 6 are the examples at [`Sampling`] and at
//! [`AccessPaths::of`](super::AccessPaths::of).

use super::leading::Leading;
use crate::flow::dependences::{DependenceGraph, InstructionKind, Role, UnknownInstruction};
use crate::id::Instruction;
use crate::numbers::NumberSet;
use crate::seeding::draw;
use alloc::vec::Vec;

/// Returns the score of a call path, at least 0: one more than the number of parameters that reach the access, times the mean share of
/// leading branches in its methods; 0 for a path without methods.
///
/// The score is that of OBJ, Eq. 1, if the shares are those of [`Counted::PUBLISHED`](super::Counted::PUBLISHED).
///
/// ```
/// use sbst::seeding::construction::{Leading, path_score};
///
/// let half = Leading { leading: 1, branches: 2 };
/// let all = Leading { leading: 0, branches: 0 };
/// assert_eq!(path_score(1, [half, all, all]), 5.0 / 3.0);
/// ```
///
/// Linear in the methods.
#[must_use]
pub fn path_score(valid_parameters: usize, methods: impl IntoIterator<Item = Leading>) -> f64 {
    let (sum, count) = methods.into_iter().fold((0.0, 0.0), |(sum, count), method| (sum + method.share(), count + 1.0));
    if count > 0.0 { (valid_parameters as f64 + 1.0) * sum / count } else { 0.0 }
}

/// Probabilities with which methods are taken to set or get an attribute.
///
/// The probability of a method is its score divided by the sum of all scores; its score is the greatest of its paths. If all scores are 0,
/// where OBJ is silent, all methods are as likely. Each function takes time linear in the scores.
///
/// Source: OBJ, section 3.2.2.
///
/// ```
/// use sbst::seeding::construction::Sampling;
///
/// // Figure 6: two paths of the first method, one of each other.
/// let sampling = Sampling::of([f64::max(5.0 / 3.0, 2.0), 2.0, 2.0, 1.0]);
/// assert_eq!(sampling.probabilities(), [2.0 / 7.0, 2.0 / 7.0, 2.0 / 7.0, 1.0 / 7.0]);
/// assert_eq!([0.0, 0.3, 0.99].map(|draw| sampling.pick(draw)), [0, 1, 3].map(Some));
/// assert_eq!(Sampling::of([0.0, 0.0]).probabilities(), [0.5, 0.5]);
/// ```
///
/// From code to a choice, for `set(x) { if x > 0 { self.value = x } }` and `reset() { self.value = 0 }`:
///
/// ```
/// use sbst::flow::dependences::{DependenceGraph, InstructionKind};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::seeding::construction::{
///     Counted, Leading, Sampling, path_score, valid_parameters,
/// };
///
/// let mut flow = FlowGraph::new();
/// let set = flow.add(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
/// let reset = flow.add(&FlowBuilder::new().exit(0))?;
/// let mut code = DependenceGraph::new();
/// let (x, zero) = (
///     code.add(InstructionKind::Parameter(0), []),
///     code.add(InstructionKind::Other, []),
/// );
///
/// let setters = [(set, 1, x), (reset, 0, zero)]; // the block that writes, and what
/// let mut scores = Vec::new();
/// for (setter, block, written) in setters {
///     let leading =
///         Leading::of(&flow, &[flow.block(setter, block)], Counted::Decided);
///     scores.push(path_score(valid_parameters(&code, &[], written)?.len(), leading));
/// }
/// // one chance in two to get there, but with any value
/// assert_eq!(scores, [2.0 * 0.5, 1.0]);
/// assert_eq!(Sampling::of(scores).pick(0.7), Some(1));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Sampling {
    #[cfg_attr(feature = "serde", serde(deserialize_with = "super::plain::chances"))]
    pub(super) probabilities: Vec<f64>,
}

impl Sampling {
    /// Creates it from the score of each method. Negative scores and NaN count as 0, infinite ones as the greatest finite one.
    #[must_use]
    pub fn of(scores: impl IntoIterator<Item = f64>) -> Self {
        let scores = scores.into_iter().map(|score| if score > 0.0 { score.min(f64::MAX) } else { 0.0 }); // NaN fails
        let mut shares: Vec<f64> = scores.collect();
        // In units of the greatest, so that the sum stays finite.
        let greatest = shares.iter().copied().fold(0.0, f64::max);
        shares.iter_mut().for_each(|share| *share = if greatest > 0.0 { *share / greatest } else { 1.0 });
        let sum: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= sum);
        Self { probabilities: shares }
    }

    /// Returns the probability of each method, in [0, 1]; the sum is 1 up to rounding.
    #[must_use]
    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities
    }

    /// Returns the method that a draw in [0, 1) takes; smaller draws and NaN count as 0, larger ones as just below 1. `None` if there is none.
    #[must_use]
    pub fn pick(&self, draw: f64) -> Option<usize> {
        let mut rest = draw::clamped(draw);
        let likely = || self.probabilities.iter().enumerate().filter(|&(_, &chance)| chance > 0.0);
        let taken = likely().find(|&(_, &chance)| {
            let here = rest < chance;
            rest -= chance;
            here
        });
        // After the last one, only rounding is left.
        taken.or_else(|| likely().next_back()).map(|(method, _)| method)
    }
}

/// Returns the parameters of a method that reach the write at the end of a call path, ascending.
///
/// Their number is N_v of OBJ's Eq. 1, except that accessed instance fields, which section 3.1.2 counts among the method inputs, do not
/// count: a test does not pass them. Nor does the object whose method it is.
///
/// `calls` leads from the method to the one that writes: an instruction of each method that calls the next one; none if it writes itself.
/// `access` is in the last method: the instruction that writes, with the value (and, for an element, the index) as operands, or just the
/// value; for a getter, the read. Within each method, all operands are followed, the arguments of calls too; aliases, the code of other
/// calls, and what controls are not. Time O(n log n) for n operands.
///
/// # Errors
///
/// [`UnknownInstruction`] if the caller or an instruction on the way names one that is not there.
///
/// ```
/// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
/// use sbst::seeding::construction::valid_parameters;
///
/// // set_range(low, high, why) calls set_size(high - low), which writes its parameter
/// let mut code = DependenceGraph::new();
/// let size = code.add(InstructionKind::Parameter(0), []);
/// let write = code.add(InstructionKind::Other, [(Role::Value, size)]);
/// let [low, high] =
///     [0, 1].map(|place| code.add(InstructionKind::Parameter(place), []));
/// let difference =
///     code.add(InstructionKind::Other, [(Role::Value, high), (Role::Value, low)]);
/// let call = code.add(InstructionKind::Call, [(Role::Argument(0), difference)]);
/// assert_eq!(valid_parameters(&code, &[call], write)?, [0, 1]);
/// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
/// ```
pub fn valid_parameters(
    program: &DependenceGraph,
    calls: &[Instruction],
    access: Instruction,
) -> Result<Vec<u32>, UnknownInstruction> {
    let hops: Vec<Vec<Instruction>> = calls.iter().chain([&access]).map(|&instruction| Vec::from([instruction])).collect();
    parameters(program, &hops)
}

/// An instruction, and the one that names it.
type Named = (Option<Instruction>, Instruction);

/// Computes [`valid_parameters`], where each method may call the next one at several instructions, and the last one access at several.
pub(super) fn parameters(program: &DependenceGraph, hops: &[Vec<Instruction>]) -> Result<Vec<u32>, UnknownInstruction> {
    let Some((accesses, calls)) = hops.split_last() else { return Ok(Vec::new()) };
    let mut from: Vec<Named> = accesses.iter().map(|&access| (None, access)).collect();
    // Backwards: what each method is given that the next one, or the access, depends on.
    for calls in calls.iter().rev() {
        let roles = given(program, core::mem::take(&mut from))?;
        for &call in calls {
            let operands = program.get(call, None)?.operands.iter().filter(|(role, _)| roles.contains(role.number()));
            from.extend(operands.map(|&(_, operand)| (Some(call), operand)));
        }
    }
    let arguments = Role::Argument(0).number()..=Role::Argument(u32::MAX).number();
    Ok(given(program, from)?.iter().filter(|role| arguments.contains(role)).map(|role| role as u32).collect())
}

/// Returns the roles, by number, of the operands that a method is given and that some of its instructions, each named by another one,
/// depend on.
fn given(program: &DependenceGraph, mut work: Vec<Named>) -> Result<NumberSet, UnknownInstruction> {
    let (mut seen, mut roles) = (NumberSet::new(), NumberSet::new());
    while let Some((named_by, instruction)) = work.pop() {
        if !seen.insert(instruction.number().into()) {
            continue;
        }
        let row = program.get(instruction, named_by)?;
        match row.kind {
            InstructionKind::This => drop(roles.insert(Role::Receiver.number())),
            InstructionKind::Parameter(place) => drop(roles.insert(Role::Argument(place).number())),
            _ => work.extend(row.operands.iter().map(|&(_, operand)| (Some(instruction), operand))),
        }
    }
    Ok(roles)
}
