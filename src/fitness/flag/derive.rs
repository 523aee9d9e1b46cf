//! Derivation of flags from the dependences of instructions.

use super::condition::{Condition, Nodes, Sides};
use super::flags::Flags;
use super::key::{Key, Keys, Returns};
use super::source::FlagError;
use crate::flow::dependences::{Computation, DependenceGraph, InstructionKind};
use crate::flow::{FlowGraph, Outcome};
use crate::id::{Block, Function, IdMap, Instruction};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Not;

impl Flags {
    /// Derives the flags of a program from its dependence graph, so that a front end that reads the
    /// code needs no declarations.
    ///
    /// - A [predicate](DependenceGraph::decides) is a flag if it is the result of a call whose
    ///   [site](DependenceGraph::called_at) is known, or is computed from such results and
    ///   constants alone. Casts with one operand are followed. Other predicates are not flags.
    /// - A [result](DependenceGraph::sets_result) is a constant, a recorded decision
    ///   ([`Computation::Comparison`]), or the result of a call or its contrary. Any other result
    ///   is unknown.
    ///
    /// Linear in the sizes of the conditions, and in the chains of casts that lead to their
    /// operands.
    ///
    /// # Errors
    ///
    /// [`FlagError::NotInGraph`] if a block is not in the graph. A predicate of a block that does
    /// not decide anything is ignored.
    ///
    /// ```
    /// use sbst::fitness::flag::{Flags, Keys};
    /// use sbst::flow::dependences::{Computation, DependenceGraph, InstructionKind};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Block, Branch, CallSite};
    ///
    /// // 0: if !check(x) { 1 } 2
    /// // check: 3: if x == 9 { 4: r = true } else { 5: r = false } 6: return r
    /// let mut graph =
    ///     FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
    /// graph.add(&FlowBuilder::new().branch(0, 1, 2).jump(1, 3).jump(2, 3).exit(3))?;
    /// let mut code = DependenceGraph::new();
    /// let check = code.add(InstructionKind::Call, []);
    /// let not = code.compute(Computation::Not, [check]);
    /// let [yes, no] = [1, 0].map(|n| code.compute(Computation::Constant(n), []));
    /// code.called_at(check, CallSite::new(0))?.decides(Block::new(0), not)?;
    /// code.sets_result(Block::new(4), yes)?.sets_result(Block::new(5), no)?;
    ///
    /// let flags = Flags::derived(&graph, &code)?;
    /// let needs = flags.needs(Branch::new(0)); // the way to block 1
    /// assert!(needs.eq([(CallSite::new(0), &Keys::from(false))]));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn derived(graph: &FlowGraph, code: &DependenceGraph) -> Result<Self, FlagError> {
        let mut flags = Self::new();
        let place = |block: Block| {
            let function = graph.get_function_of(block).ok_or(FlagError::NotInGraph { block })?;
            Ok::<_, FlagError>((function, graph.local(block)))
        };
        for (block, predicate) in code.predicates() {
            let (function, local) = place(block)?;
            let decides = |outcome| graph.branch(block, outcome).is_some();
            if graph.arms(block).is_some() {
                let value = value(code, predicate);
                if let Some(site) = code.site(value) {
                    flags.function(graph, function).switches(local, site)?;
                }
            } else if decides(Outcome::True)
                && decides(Outcome::False) // a compiler may have folded it
                && let Some(condition) = condition(code, predicate)
            {
                flags.function(graph, function).decides(local, condition)?;
            }
        }
        let mut sets: IdMap<Function, Vec<(u32, Returns)>> = IdMap::new();
        for (block, value) in code.results() {
            let (function, local) = place(block)?;
            sets.or_default(function).push((local, returns(code, value)));
        }
        for (function, sets) in sets.iter() {
            flags.function(graph, function).returns_all(sets.iter().copied())?;
        }
        Ok(flags)
    }
}

/// Returns the instruction whose value this one has, through casts of one operand. In a cycle of
/// casts it is one of these.
fn value(code: &DependenceGraph, instruction: Instruction) -> Instruction {
    let mut at = instruction;
    for _ in 0..code.len() {
        let mut operands = code.operands(at);
        match (code.kind(at), operands.next(), operands.next()) {
            (Some(InstructionKind::Cast), Some((_, operand)), None) => at = operand,
            _ => break,
        }
    }
    at
}

/// Returns the two operands of a computation, if it has two.
fn both(code: &DependenceGraph, instruction: Instruction) -> Option<[Instruction; 2]> {
    let mut operands = code.operands(instruction).map(|operand| value(code, operand.1));
    let both = [operands.next()?, operands.next()?];
    if operands.next().is_none() { Some(both) } else { None }
}

/// Returns the key of a constant.
fn constant(code: &DependenceGraph, instruction: Instruction) -> Option<Key> {
    match code.computation(instruction)? {
        Computation::Constant(number) => Some(Key::from(number)),
        _ => None,
    }
}

/// Returns the declaration of a function that returns this value.
fn returns(code: &DependenceGraph, instruction: Instruction) -> Returns {
    let (mut at, mut negated) = (value(code, instruction), false);
    for _ in 0..=code.len() {
        if let Some(site) = code.site(at) {
            return Returns::Call { site, negated };
        }
        match code.computation(at) {
            Some(Computation::Constant(number)) if !negated => return Returns::from(number),
            Some(Computation::Constant(number @ (0 | 1))) => return Returns::from(1 - number),
            Some(Computation::Comparison) => return Returns::Decision, // the execution records the outcome that is returned
            Some(Computation::Not) => match code.operands(at).next() {
                Some((_, operand)) => (at, negated) = (value(code, operand), !negated),
                None => break,
            },
            _ => break,
        }
    }
    Returns::Unknown
}

/// Sides of the conditions that instructions compute. `None` if the condition depends on anything
/// other than results and constants.
type Known = IdMap<Instruction, Option<Sides>>;

/// Returns the condition that an instruction computes from the results of calls.
///
/// Operands are computed before the instructions that use them. The walk has its own stack, because
/// instructions may be nested deeply, and each instruction is computed once, even if many use it.
fn condition(code: &DependenceGraph, predicate: Instruction) -> Option<Condition> {
    let (mut nodes, mut known) = (Nodes::default(), Known::new());
    let root = value(code, predicate);
    let mut stack = vec![(root, false)];
    // Depth first, in postorder: an instruction is pushed a second time, as ready, below its
    // operands. An instruction that is open already is in a cycle, and stays unknown.
    while let Some((at, is_ready)) = stack.pop() {
        if is_ready {
            let sides = combine(code, at, &mut nodes, &known);
            known.insert(at, sides);
        } else if !known.contains(at) {
            known.insert(at, None); // a computation from itself is unknown
            stack.push((at, true));
            if code.computation(at).is_some() && nodes.0.len() < u32::MAX as usize / 8 {
                stack.extend(code.operands(at).map(|(_, operand)| (value(code, operand), false)));
            }
        }
    }
    let sides = (*known.get(root)?)?;
    Some(Condition { nodes, sides, is_beside: false })
}

/// Returns the sides of a computation whose operands are known.
fn combine(
    code: &DependenceGraph,
    at: Instruction,
    nodes: &mut Nodes,
    known: &Known,
) -> Option<Sides> {
    let sides = |instruction: Instruction| known.get(instruction).copied().flatten();
    if let Some(site) = code.site(at) {
        return Some(nodes.result(site, Keys::from(true), Keys::from(false)));
    }
    let computation = code.computation(at)?;
    if let Computation::Not | Computation::Within { .. } = computation {
        let operand = value(code, code.operands(at).next()?.1);
        let Computation::Within { low, high } = computation else {
            return sides(operand).map(Not::not);
        };
        let keys = Keys::from(low..=high);
        return code.site(operand).map(|site| nodes.result(site, keys.clone(), !keys));
    }
    let [a, b] = both(code, at)?;
    match computation {
        Computation::And => Some(nodes.both(sides(a)?, sides(b)?)),
        Computation::Or => Some(nodes.either(sides(a)?, sides(b)?)),
        Computation::Equal => equal(code, [a, b], nodes, known),
        Computation::NotEqual => equal(code, [a, b], nodes, known).map(Not::not),
        _ => None,
    }
}

/// Returns the sides of the comparison of two operands, which are known.
fn equal(
    code: &DependenceGraph,
    [a, b]: [Instruction; 2],
    nodes: &mut Nodes,
    known: &Known,
) -> Option<Sides> {
    let sides = |instruction: Instruction| known.get(instruction).copied().flatten();
    // `check(x) == 3`, with the constant on either side. For a computed `bool` only the constants 0
    // and 1 make sense: `== true` is the condition itself, `== false` its contrary.
    let mut orders = [(a, b), (b, a)].into_iter();
    let with = orders.find_map(|(value, other)| Some((value, constant(code, other)?)));
    let Some((value, key)) = with else {
        return Some(!nodes.differ(sides(a)?, sides(b)?));
    };
    match code.site(value) {
        Some(site) => Some(nodes.result(site, Keys::from(key), !Keys::from(key))),
        None if key == Key::from(true) => sides(value),
        None if key == Key::from(false) => sides(value).map(Not::not),
        None => None,
    }
}
