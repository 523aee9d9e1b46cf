//! Scores of the methods that set or get an attribute, and the choice of one of these methods.
//!
//! A setter writes the attribute itself, or calls methods that do. Each way is an *access path*
//! from the method to the write. A path is better if more parameters of its first method reach the
//! write, and if fewer branches on it lead elsewhere. Getters are scored in the same way, with the
//! read in place of the write; OBJ does not print scores of getters.
//!
//! Source: OBJ, section 3.2.2, Eq. 1. The examples of [`Sampling`] and of
//! [`AccessPaths::of`](super::AccessPaths::of) compute the scores of Figure 6.

use crate::draw;
use crate::keys::{NumberMap, role_number};
use crate::search::reached;
use alloc::vec;
use alloc::vec::Vec;
use sbst::flow::FlowGraph;
use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role, UnknownInstruction};
use sbst::id::{Block, Instruction};
use smallvec::SmallVec;

/// Returns the score of an access path, at least 0: (N_v + 1) * mean of comp(m) over the methods m
/// of the path.
///
/// N_v, here `valid_parameters`, is the number of parameters that reach the access, see
/// [`valid_parameters`]. comp(m) is the [share](Leading::share) of leading branches of m. A path
/// without methods has the score 0. Time linear in the methods.
///
/// Source: OBJ, section 3.2.2, Eq. 1, with shares of
/// [`Counted::PUBLISHED`](super::Counted::PUBLISHED).
///
/// ```
/// use sbst_seeding::construction::{Leading, path_score};
///
/// let half = Leading { leading: 1, branches: 2 };
/// let all = Leading { leading: 0, branches: 0 };
/// assert_eq!(path_score(1, [half, all, all]), 5.0 / 3.0);
/// ```
#[must_use]
pub fn path_score(valid_parameters: usize, methods: impl IntoIterator<Item = Leading>) -> f64 {
    let (sum, count) = methods
        .into_iter()
        .fold((0.0, 0.0), |(sum, count), method| (sum + method.share(), count + 1.0));
    if count > 0.0 { (valid_parameters as f64 + 1.0) * sum / count } else { 0.0 }
}

/// Probabilities of the methods that can set or get an attribute, from which one is drawn.
///
/// The probability of a method is its score divided by the sum of all scores. The score of a method
/// is the greatest score of its access paths. If all scores are 0, all methods have the same
/// probability; OBJ does not define this case. Each function takes time linear in the number of
/// methods.
///
/// Source: OBJ, section 3.2.2.
///
/// ```
/// use sbst_seeding::construction::Sampling;
///
/// // Figure 6: the first method has two paths, each other method has one.
/// let sampling = Sampling::of([f64::max(5.0 / 3.0, 2.0), 2.0, 2.0, 1.0]);
/// assert_eq!(sampling.probabilities(), [2.0 / 7.0, 2.0 / 7.0, 2.0 / 7.0, 1.0 / 7.0]);
/// assert_eq!([0.0, 0.3, 0.99].map(|draw| sampling.pick(draw)), [0, 1, 3].map(Some));
/// assert_eq!(Sampling::of([0.0, 0.0]).probabilities(), [0.5, 0.5]);
/// ```
///
/// The choice between the setters `set(x) { if x > 0 { self.value = x } }` and `reset() {
/// self.value = 0 }`, from their code:
///
/// ```
/// use sbst::flow::dependences::{DependenceGraph, InstructionKind};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst_seeding::construction::{
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
/// // Each setter, with the block that writes and the value that it writes.
/// let setters = [(set, 1, x), (reset, 0, zero)];
/// let mut scores = Vec::new();
/// for (setter, block, written) in setters {
///     let leading =
///         Leading::of(&flow, &[flow.block(setter, block)], Counted::Decided);
///     scores.push(path_score(valid_parameters(&code, &[], written)?.len(), leading));
/// }
/// // Half of the branches of `set` lead to the write, but it writes any value.
/// assert_eq!(scores, [2.0 * 0.5, 1.0]);
/// assert_eq!(Sampling::of(scores).pick(0.7), Some(1));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Sampling {
    /// The probability of each method; their sum is 1 up to rounding, or there are no methods.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "super::plain::chances"))]
    pub(super) probabilities: Vec<f64>,
}

impl Sampling {
    /// Creates the probabilities from the score of each method. Negative scores and NaN count as 0,
    /// infinite scores as the greatest finite number.
    #[must_use]
    pub fn of(scores: impl IntoIterator<Item = f64>) -> Self {
        let scores =
            scores.into_iter().map(|score| if score > 0.0 { score.min(f64::MAX) } else { 0.0 }); // NaN fails
        let mut shares: Vec<f64> = scores.collect();
        // Divided by the greatest score first: the sum of several scores near `f64::MAX` would be
        // infinite.
        let greatest = shares.iter().copied().fold(0.0, f64::max);
        for share in &mut shares {
            *share = if greatest > 0.0 { *share / greatest } else { 1.0 };
        }
        let sum: f64 = shares.iter().sum();
        for share in &mut shares {
            *share /= sum;
        }
        Self { probabilities: shares }
    }

    /// Returns the probability of each method, in [0, 1]; the sum is 1 up to rounding.
    #[must_use]
    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities
    }

    /// Returns the position of the method that a draw in [0, 1) picks; `None` if there are no
    /// methods. Smaller draws and NaN count as 0, larger draws as the largest number below 1.
    #[must_use]
    pub fn pick(&self, draw: f64) -> Option<usize> {
        draw::piece(draw::clamped(draw), &self.probabilities)
    }
}

/// Returns the positions of the parameters of a method that reach the access at the end of an
/// access path, ascending.
///
/// - `calls` has one instruction for each method of the path except the last one: the call of the
///   next method. It is empty if the method accesses the attribute itself.
/// - `access` is an instruction of the last method. For a setter, it is the instruction that
///   writes, with the written value (and, for an element, the index) as operands, or the written
///   value itself. For a getter, it is the read.
///
/// Within each method, all operands are followed, including the arguments of calls. Aliases, the
/// code of other calls, and control dependences are not followed. Time O(n log n) for n operands.
///
/// Source: the number of these parameters is N_v in Eq. 1 of OBJ, with one difference. OBJ, 3.1.2,
/// counts accessed fields of the instance among the inputs of a method. They do not count here, and
/// neither does the object itself, because a test does not pass them as arguments.
///
/// # Errors
///
/// [`UnknownInstruction`] if `calls`, `access` or an instruction on the way names an instruction
/// that is not in the program.
///
/// ```
/// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
/// use sbst_seeding::construction::valid_parameters;
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
    let hops: Vec<Vec<Instruction>> =
        calls.iter().chain([&access]).map(|&instruction| Vec::from([instruction])).collect();
    parameters(program, &hops)
}

/// An instruction, after the instruction that names it; `None` if the caller names it.
type Named = (Option<Instruction>, Instruction);

/// Returns the positions of the parameters that reach the access, as [`valid_parameters`] does, for
/// methods with several calls of the next method, and several accesses.
pub(super) fn parameters(
    program: &DependenceGraph,
    hops: &[Vec<Instruction>],
) -> Result<Vec<u32>, UnknownInstruction> {
    let Some((accesses, calls)) = hops.split_last() else { return Ok(Vec::new()) };
    let mut from: Vec<Named> = accesses.iter().map(|&access| (None, access)).collect();
    // OBJ, 3.2.2: data dependence of the access on the inputs of m_s. The path is followed
    // backwards: for each method, from the last one, the operands on which its access or its next
    // call depends. The step to the calling method needs only the roles of these operands.
    for calls in calls.iter().rev() {
        let roles = given(program, core::mem::take(&mut from))?;
        for &call in calls {
            program.check(call, None)?;
            let operands =
                program.operands(call).filter(|&(role, _)| roles.contains_key(&role_number(role)));
            from.extend(operands.map(|(_, operand)| (Some(call), operand)));
        }
    }
    // Of the inputs of the first method, only arguments count: the receiver has another number.
    let arguments = role_number(Role::Argument(0))..=role_number(Role::Argument(u32::MAX));
    Ok(given(program, from)?.range(arguments).map(|(_, &place)| place).collect())
}

/// Returns the numbers of the roles, each with its place among arguments, of those operands of a call
/// on which some instructions of the called method depend: the receiver for the object, and an
/// argument for each parameter.
fn given(program: &DependenceGraph, mut work: Vec<Named>) -> Result<NumberMap, UnknownInstruction> {
    let (mut seen, mut roles) = (NumberMap::new(), NumberMap::new());
    while let Some((named_by, instruction)) = work.pop() {
        if seen.insert(instruction.number().into(), 0).is_some() {
            continue;
        }
        match program.check(instruction, named_by)? {
            InstructionKind::This => {
                roles.insert(role_number(Role::Receiver), 0);
            }
            InstructionKind::Parameter(place) => {
                roles.insert(role_number(Role::Argument(place)), place);
            }
            _ => {
                let operands = program.operands(instruction);
                work.extend(operands.map(|(_, operand)| (Some(instruction), operand)));
            }
        }
    }
    Ok(roles)
}

// The share of the branches of a method that lead to some blocks of it: `comp` in Eq. 1 of OBJ.

/// The branches of a method that [`Leading`] counts.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst_seeding::construction::{Counted, Leading};
///
/// // if a { if b { self.value = value } }; if c { log() }
/// let body =
///     FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).branch(3, 4, 5);
/// let graph = FlowGraph::of(&body.jump(4, 5).exit(5))?;
/// let write = [graph.block(Function::new(0), 2)];
/// let decided = Leading::of(&graph, &write, Counted::Decided);
/// assert_eq!(decided, Some(Leading { leading: 2, branches: 4 }));
/// let all = Leading::of(&graph, &write, Counted::All);
/// assert_eq!(all, Some(Leading { leading: 2, branches: 6 }));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Counted {
    /// The branches that are decided before the method reaches the given blocks for the first time.
    /// Only blocks from which a branch can lead there count. Decisions after that make the given
    /// blocks no harder to reach. This form is this crate's.
    #[default]
    Decided,
    /// All branches of the method, as published (OBJ, 3.2.2).
    ///
    /// If no loop leads back to the entry, no branch leads there: the entry then has the share 0,
    /// provided that the method has branches. Implicit branches (exceptions, exits) and each arm of
    /// a switch count. To count the branches of the source only, describe the method without
    /// exception edges. Unreachable code does not count, which is this crate's.
    All,
}

impl Counted {
    /// The published form: [`All`](Self::All).
    pub const PUBLISHED: Self = Self::All;
}

/// Two counts for a method of an access path: the branches that lead to its next call or to its
/// access, and all counted branches.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst_seeding::construction::{Counted, Leading};
///
/// // if value > 0 { self.value = value } else { log() }
/// let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 3).jump(2, 3).exit(3);
/// let graph = FlowGraph::of(&body)?;
/// let write = [graph.block(Function::new(0), 1)];
/// let leading = Leading::of(&graph, &write, Counted::Decided);
/// assert_eq!(leading, Some(Leading { leading: 1, branches: 2 }));
/// assert_eq!(leading.map(Leading::share), Some(0.5));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Leading {
    /// Number of counted branches from whose targets one of the given blocks can be reached: |B'|
    /// of OBJ.
    pub leading: u32,
    /// Number of all counted branches: |B| of OBJ.
    pub branches: u32,
}

impl Leading {
    /// Counts the branches that lead to at least one of the given blocks, such as all blocks that
    /// call the next method.
    ///
    /// Returns `None` if there are no blocks, if one is not in the graph, or if they belong to
    /// several functions. Time and space linear in the function.
    ///
    /// Source: OBJ, section 3.2.2. OBJ does not treat several blocks.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst_seeding::construction::{Counted, Leading};
    ///
    /// // self.value = value; if value > 0 { log() }
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
    /// let write = [graph.block(Function::new(0), 0)];
    /// let share = |counted| Leading::of(&graph, &write, counted).map(Leading::share);
    /// assert_eq!(share(Counted::PUBLISHED), Some(0.0));
    /// assert_eq!(share(Counted::Decided), Some(1.0));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn of(graph: &FlowGraph, blocks: &[Block], counted: Counted) -> Option<Self> {
        let function = graph.get_function_of(*blocks.first()?)?;
        if blocks.iter().any(|&block| graph.get_function_of(block) != Some(function)) {
            return None;
        }
        let count = graph.blocks_of(function).len();
        // The edges of the function, by local numbers.
        let mut edges = Vec::new();
        for source in graph.blocks_of(function) {
            let targets = graph.successors(source).map(|(_, target)| graph.local(target));
            edges.extend(targets.map(|target| (graph.local(source), target)));
        }
        let mut is_end = vec![false; count];
        for &block in blocks {
            is_end[graph.local(block) as usize] = true;
        }
        // Backwards from the given blocks: the blocks from which one of them can be reached.
        let backwards: Vec<(u32, u32)> =
            edges.iter().map(|&(source, target)| (target, source)).collect();
        let reaches = reached(&backwards, &is_end);
        // Forward from the entry, without the edges out of the given blocks: the blocks that run
        // before any of them is reached. Block numbers or dominance do not tell this, because a
        // loop may come back to a block.
        edges.retain(|&(source, _)| !is_end[source as usize]);
        let mut entry = vec![false; count];
        entry[0] = true;
        let comes_before = reached(&edges, &entry);
        // B' and B of OBJ: `leading` counts the branches whose target reaches a given block.
        let mut counts = Self { leading: 0, branches: 0 };
        for block in graph.blocks_of(function) {
            let local = graph.local(block) as usize;
            let counts_here = match counted {
                Counted::Decided => comes_before[local] && !is_end[local],
                Counted::All => graph.is_reachable(block),
            };
            if !counts_here {
                continue;
            }
            // The virtual edge out of an endless loop makes its jump a branch, but this branch
            // decides nothing.
            let branches = graph.branches_of(block).filter(|&branch| !graph.is_endless(branch));
            let targets: SmallVec<[u32; 4]> =
                branches.map(|branch| graph.local(graph.edge(branch).target)).collect();
            let leading = targets.iter().filter(|&&target| reaches[target as usize]).count() as u32;
            // A block that cannot lead to a given block is no obstacle: once there, the execution
            // has failed already.
            if leading > 0 || counted == Counted::All {
                counts.leading += leading;
                counts.branches += targets.len() as u32;
            }
        }
        Some(counts)
    }

    /// Returns the share of leading branches among the counted branches, in [0, 1]: `comp` in Eq. 1
    /// of OBJ.
    ///
    /// The share is 1 if no branches are counted. OBJ does not define 0/0; in its Figure 6, `comp`
    /// of m3 and m4 is 1.
    #[must_use]
    pub fn share(self) -> f64 {
        if self.branches == 0 {
            1.0
        } else {
            f64::from(self.leading.min(self.branches)) / f64::from(self.branches)
        }
    }
}
