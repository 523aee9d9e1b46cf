//! Backward slices: the instructions that may decide a branch.

use super::{Cut, Limits};
use crate::keys::{NumberMap, Operands, role_number};
use crate::sort::{sort, sort_by_key};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role, UnknownInstruction};
use sbst::id::Instruction;
use smallvec::SmallVec;

/// The instructions that a branch may depend on, each with the calls that lead from the sliced
/// method to it.
///
/// [`of_branch`](Self::of_branch) starts from the operands of the branch, and from the operands of
/// the branches that it is control dependent on. From each instruction, the slice follows
///
/// - its operands,
/// - values that may have been written to it before ([`Role::Value`] of a field),
/// - the operands of the branches that it is control dependent on,
/// - for a call with known code, the instructions whose values the call may return. Parameters in
///   the called method are bound to the operands of this call only.
///
/// The slice does not go on from the parameters and the object of the sliced method, from static
/// fields, and from instructions without operands. [`Limits`] stop it as well; see
/// [`cut`](Self::cut).
///
/// An *occurrence* is an instruction together with a chain of calls that leads to it. Time and
/// space are O(n log n) for n occurrences and operands. So they are linear, except for the
/// logarithm, in the part of the program that is reached, unless several chains of calls reach a
/// method.
///
/// Source: Lin et al., "Graph-based seed object synthesis for search-based unit testing" (OBJ,
/// 2021), section 3.1.2. OBJ ends a slice at each read of a method input, and accessed fields of
/// the instance count as inputs. Here, values that were written to such a field before belong to
/// the slice, and so do the operands of the branches that control a read of an input.
///
/// ```
/// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
/// use sbst::id::Symbol;
/// use sbst_seeding::slice::{Limits, Slice};
///
/// // if a.same(b) { .. }     where same(other) returns self.key == other.key
/// let mut code = DependenceGraph::new();
/// let (this, other) = (
///     code.add(InstructionKind::This, []),
///     code.add(InstructionKind::Parameter(0), []),
/// );
/// let key = InstructionKind::Field(Symbol::new(0));
/// let [mine, theirs] = [this, other].map(|of| code.add(key, [(Role::Receiver, of)]));
/// let equal =
///     code.add(InstructionKind::Other, [(Role::Value, mine), (Role::Value, theirs)]);
/// let (a, b) = (
///     code.add(InstructionKind::Parameter(0), []),
///     code.add(InstructionKind::Parameter(1), []),
/// );
/// let same =
///     code.add(InstructionKind::Call, [(Role::Receiver, a), (Role::Argument(0), b)]);
/// code.returns(same, equal)?;
///
/// let slice = Slice::of_branch(&code, [same], [], Limits::PUBLISHED)?;
/// assert_eq!(slice.len(), 8);
/// let found = slice.occurrences().find(|(instruction, _)| *instruction == mine);
/// assert!(found.is_some_and(|(_, calls)| calls.eq([same]))); // read within this call
/// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
/// ```
#[derive(Clone, Debug)]
pub struct Slice {
    /// The methods at the end of each chain of calls; 0 is the sliced method.
    contexts: Vec<Context>,
    /// The instructions in their contexts, context by context.
    pub(crate) occurrences: Vec<Occurrence>,
    /// The calls that were not entered, with the reason.
    cut: Vec<(u32, Cut)>,
    /// Number of operands of the branch, which are the first occurrences.
    pub(crate) branch: usize,
    /// The operands of the branches that the branch itself is control dependent on.
    pub(crate) branch_controls: Vec<u32>,
}

/// A method that is called by one chain of calls.
#[derive(Clone, Debug)]
struct Context {
    /// Number of calls in the chain.
    depth: u32,
    /// The occurrence of the innermost call; `None` for the sliced method.
    call: Option<u32>,
}

/// An instruction in a context.
#[derive(Clone, Debug)]
pub(crate) struct Occurrence {
    pub(crate) instruction: Instruction,
    pub(crate) kind: InstructionKind,
    pub(crate) context: u32,
    /// Its operands, which are occurrences again. The operands of a bound parameter belong to the
    /// calling context.
    ///
    /// Operands of controlling branches are not included: they belong to the slice, but their
    /// values do not flow into the occurrence.
    pub(crate) operands: Operands,
    /// The operands of the branches that it is control dependent on.
    pub(crate) controls: SmallVec<[u32; 4]>,
    /// The values that a call may return; `None` if it was not entered.
    pub(crate) returned: Option<Box<[u32]>>,
    /// The occurrence that yields the same object.
    pub(crate) alias: Option<u32>,
}

impl Occurrence {
    /// Returns `true` for a parameter, or the object, of a called method.
    pub(crate) const fn is_bound(&self) -> bool {
        matches!(self.kind, InstructionKind::This | InstructionKind::Parameter(_))
            && self.context != 0
    }
}

impl Slice {
    /// Slices backwards from a branch.
    ///
    /// `operands` are the operands of the branch. `controls` are the operands of all branches on
    /// which the branch is control dependent, directly or through other branches. All are
    /// instructions of one method. Without `controls`, the slice starts from values alone, such as
    /// the operands of several branches of one method.
    ///
    /// The `controls` are needed because an operand that is computed before a controlling branch
    /// does not depend on that branch by its own [controls](DependenceGraph::control). A variable
    /// that the branch needs only for `controls` has a
    /// [`Need::Control`](crate::construction::Need::Control).
    ///
    /// Source: OBJ, section 3.1.2, with the branch as the slicing criterion.
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if the caller, or an instruction of the slice, names an instruction
    /// that does not exist.
    ///
    /// ```
    /// use sbst::id::Symbol;
    /// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
    /// use sbst_seeding::construction::{ConstructionGraph, Need};
    /// use sbst_seeding::slice::{Limits, Slice};
    ///
    /// // let x = p.a; if p.b { if x > 3 { .. } }
    /// let mut code = DependenceGraph::new();
    /// let p = code.add(InstructionKind::Parameter(0), []);
    /// let [x, open] = [0, 1].map(|name| {
    ///     code.add(InstructionKind::Field(Symbol::new(name)), [(Role::Receiver, p)])
    /// });
    /// // x is read before the outer branch, which controls only the inner branch.
    /// let slice = Slice::of_branch(&code, [x], [open], Limits::PUBLISHED)?;
    /// let graph = ConstructionGraph::new(&slice);
    /// let leaves = graph.leaves().into_iter().map(|leaf| graph.node(leaf));
    /// let needs = leaves.map(|leaf| (leaf.instruction, leaf.need));
    /// assert!(needs.eq([(x, Need::Operand), (open, Need::Control(1))]));
    /// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
    /// ```
    pub fn of_branch(
        program: &DependenceGraph,
        operands: impl IntoIterator<Item = Instruction>,
        controls: impl IntoIterator<Item = Instruction>,
        limits: Limits,
    ) -> Result<Self, UnknownInstruction> {
        let operands: Vec<Instruction> = operands.into_iter().collect();
        let controls: Vec<Instruction> = controls.into_iter().collect();
        let mut work = Work {
            program,
            seen: NumberMap::new(),
            context: 0,
            given: Operands::new(),
            bound: NumberMap::new(),
            limits,
            slice: Self {
                contexts: vec![Context { depth: 0, call: None }],
                occurrences: Vec::new(),
                branch: 0,
                branch_controls: Vec::new(),
                cut: Vec::new(),
            },
        };
        work.run(&operands, &controls)?;
        sort(&mut work.slice.cut);
        Ok(work.slice)
    }

    /// Returns an iterator over the occurrences: each instruction once for each chain of calls that
    /// leads to it, with the calls of that chain, the innermost call first. The sliced method comes
    /// first, and callees come after their callers.
    pub fn occurrences(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Instruction, impl Iterator<Item = Instruction> + Clone)>
    + ExactSizeIterator
    + Clone {
        (0..self.len()).map(|number| self.occurrence(number))
    }

    /// Returns an iterator over the calls that were not entered although their code is known, in
    /// the form of [`occurrences`](Self::occurrences), each with the reason.
    pub fn cut(
        &self,
    ) -> impl DoubleEndedIterator<
        Item = ((Instruction, impl Iterator<Item = Instruction> + Clone), Cut),
    > + ExactSizeIterator
    + Clone {
        self.cut.iter().map(|&(call, cut)| (self.occurrence(call as usize), cut))
    }

    /// Returns an occurrence with the calls that lead to it, the innermost call first.
    fn occurrence(
        &self,
        number: usize,
    ) -> (Instruction, impl Iterator<Item = Instruction> + Clone) {
        let call = |number: usize| self.call_of(self.occurrences[number].context);
        let calls = core::iter::successors(call(number), move |&number| call(number));
        let instruction = |number: usize| self.occurrences[number].instruction;
        (instruction(number), calls.map(instruction))
    }

    /// Returns the number of occurrences.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.occurrences.len()
    }

    /// Returns `true` if there are no occurrences: the branch has no operands, and no branch with
    /// operands controls it.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.occurrences.is_empty()
    }

    /// Returns the occurrence that calls the method of a context; `None` for the sliced method.
    pub(crate) fn call_of(&self, context: u32) -> Option<usize> {
        self.contexts[context as usize].call.map(|call| call as usize)
    }
}

/// The state while a slice is made. One context is at work at a time.
struct Work<'a> {
    program: &'a DependenceGraph,
    limits: Limits,
    /// The number of the context at work.
    context: u32,
    /// By instruction: its occurrence in the context at work.
    seen: NumberMap,
    /// The operands of the call that enters the context at work, sorted by role.
    given: Operands,
    /// By role: the first occurrence of the parameter in the context at work.
    bound: NumberMap,
    slice: Slice,
}

impl Work<'_> {
    /// Slices from the operands and the controls of a branch, until no context is left.
    fn run(
        &mut self,
        operands: &[Instruction],
        controls: &[Instruction],
    ) -> Result<(), UnknownInstruction> {
        for &operand in operands {
            self.visit(operand, None)?;
        }
        self.slice.branch = self.slice.len();
        for &control in controls {
            let control = self.visit(control, None)?;
            self.slice.branch_controls.push(control);
        }
        // Breadth-first over contexts, one whole context after the other. Why not depth-first into
        // each call when it is met: the callee is bound to the operands of the call, and they are
        // complete only once the calling context is. It also lets `seen`, `bound` and `given` serve
        // one context at a time, instead of a map for each.
        let mut at = 0;
        loop {
            // Invariant: occurrences before `at` are expanded; all occurrences from `at` on belong
            // to the context at work.
            while at < self.slice.len() {
                self.expand(at)?;
                at += 1;
            }
            self.context += 1;
            let next = self.slice.contexts.get(self.context as usize);
            let Some(call) = next.and_then(|context| context.call) else { return Ok(()) };
            // Checked between contexts only, so that a context is never cut in the middle: bindings
            // stay complete.
            if self.slice.len() >= self.limits.occurrences {
                self.slice.cut.push((call, Cut::Occurrences));
                continue;
            }
            self.seen.clear();
            self.bound.clear();
            // The callee: parameters will be bound to the operands of the call, which belong to the
            // calling context.
            let Occurrence { instruction, ref operands, .. } =
                self.slice.occurrences[call as usize];
            self.given.clone_from(operands);
            sort_by_key(&mut self.given, |&(role, _)| role);
            let returned = self.program.returned(instruction);
            let returned: Result<_, _> =
                returned.map(|value| self.visit(value, Some(instruction))).collect();
            self.slice.occurrences[call as usize].returned = Some(returned?);
        }
    }

    /// Returns the occurrence of an instruction in the context at work. A new occurrence is
    /// appended, and expanded later.
    fn visit(
        &mut self,
        instruction: Instruction,
        named_by: Option<Instruction>,
    ) -> Result<u32, UnknownInstruction> {
        let kind = self.program.check(instruction, named_by)?;
        let next = self.slice.occurrences.len() as u32;
        let occurrence = *self.seen.entry(instruction.number().into()).or_insert(next);
        if occurrence == next {
            self.slice.occurrences.push(Occurrence {
                instruction,
                kind,
                context: self.context,
                operands: Operands::new(),
                controls: SmallVec::new(),
                returned: None,
                alias: None,
            });
        }
        Ok(occurrence)
    }

    /// Visits everything that an occurrence depends on in its context, and opens a context if it is
    /// a call with known code.
    fn expand(&mut self, at: usize) -> Result<(), UnknownInstruction> {
        let Occurrence { instruction, kind, .. } = self.slice.occurrences[at];
        let (program, named_by) = (self.program, Some(instruction));
        let operands = match kind {
            InstructionKind::StaticField(_) => Operands::new(),
            // In the sliced method, the object and the parameters are inputs: the slice ends there.
            // In a called method they are bound to the operands of this one call. Binding to all
            // calls of the method would mix the chains of calls.
            InstructionKind::This | InstructionKind::Parameter(_) if self.context == 0 => {
                Operands::new()
            }
            InstructionKind::This => self.bind(Role::Receiver, at),
            InstructionKind::Parameter(place) => self.bind(Role::Argument(place), at),
            _ => {
                let operands = program.operands(instruction);
                let visited = operands.map(|(role, of)| Ok((role, self.visit(of, named_by)?)));
                visited.collect::<Result<_, _>>()?
            }
        };
        let controls = program.controls(instruction).map(|control| self.visit(control, named_by));
        let controls = controls.collect::<Result<_, _>>()?;
        let alias = program.alias_of(instruction).map(|same| self.visit(same, named_by));
        let alias = alias.transpose()?;
        let occurrence = &mut self.slice.occurrences[at];
        (occurrence.operands, occurrence.controls, occurrence.alias) = (operands, controls, alias);
        // A context for each call and chain of calls, even of one method: this tells apart what
        // each call was given. The number of chains may be exponential, which the limits bound.
        if kind == InstructionKind::Call && program.returned(instruction).len() > 0 {
            let depth = self.slice.contexts[self.context as usize].depth;
            if depth < self.limits.call_depth {
                self.slice.contexts.push(Context { depth: depth + 1, call: Some(at as u32) });
            } else {
                self.slice.cut.push((at as u32, Cut::Depth));
            }
        }
        Ok(())
    }

    /// Returns the operands that the call of the context at work has in the role of a parameter. A
    /// second instruction for the same parameter takes its value from the first one.
    fn bind(&mut self, role: Role, at: usize) -> Operands {
        let first = *self.bound.entry(role_number(role)).or_insert(at as u32);
        if first != at as u32 {
            return [(Role::Value, first)].into_iter().collect();
        }
        let from = self.given.partition_point(|&(other, _)| other < role);
        let given = self.given[from..].iter().take_while(|&&(other, _)| other == role);
        given.map(|&(_, producer)| (Role::Value, producer)).collect()
    }
}
