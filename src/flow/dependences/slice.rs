//! The backward slice: everything that may decide a branch.

use super::error::UnknownInstruction;
use super::graph::DependenceGraph;
use super::kind::{InstructionKind, Role};
use super::limits::{Cut, Limits};
use crate::id::Instruction;
use crate::numbers::NumberMap;
use crate::sort::{sort, sort_by_key};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The instructions that a branch may depend on, each with the calls that lead from the sliced method to it.
///
/// [`of_branch`](Self::of_branch) starts from the operands of the branch, and from the operands of the branches that it is control
/// dependent on. From each instruction, the slice follows its operands, what may have been written to it before ([`Role::Value`] of a
/// field), and the operands of the branches that it is control dependent on. A call whose code is known is entered: what it may return
/// belongs to the slice, too, and the parameters there are bound to the operands of this call and of no other one. The slice follows no
/// operands of the parameters and the object of the sliced method, of static fields, and of instructions without operands; and it stops by
/// [`Limits`], see [`cut`](Self::cut).
///
/// Time and space are linear, except for a logarithm, in the occurrences and their operands: in what is reached of the program, unless
/// methods are reached by several chains of calls.
///
/// Source: Lin et al., "Graph-based seed object synthesis for search-based unit testing" (OBJ, 2021), section 3.1.2. OBJ ends slices at
/// each read of a method input, and counts accessed fields of the instance among these. Here, what was written to such a field before
/// belongs to the slice, and so do the operands of the branches that control a read of an input.
///
/// ```
/// use sbst::id::Symbol;
/// use sbst::flow::dependences::{
///     DependenceGraph, InstructionKind, Limits, Role, Slice,
/// };
///
/// // if a.same(b) { .. }     where same(other) returns self.key == other.key
/// let mut code = DependenceGraph::new();
/// let (this, other) = (code.add(InstructionKind::This, []), code.add(InstructionKind::Parameter(0), []));
/// let key = InstructionKind::Field(Symbol::new(0));
/// let [mine, theirs] = [this, other].map(|of| code.add(key, [(Role::Receiver, of)]));
/// let equal = code.add(InstructionKind::Other, [(Role::Value, mine), (Role::Value, theirs)]);
/// let (a, b) = (code.add(InstructionKind::Parameter(0), []), code.add(InstructionKind::Parameter(1), []));
/// let same = code.add(InstructionKind::Call, [(Role::Receiver, a), (Role::Argument(0), b)]);
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
    /// Context by context; 0 is the sliced method.
    contexts: Vec<Context>,
    pub(crate) occurrences: Vec<Occurrence>,
    /// The calls that were not entered.
    cut: Vec<(u32, Cut)>,
    /// The operands of occurrences: other occurrences. Those of a bound parameter belong to the context that calls.
    ///
    /// The operands of controlling branches are not among them: they belong to the slice, but no value flows.
    operands: Vec<(Role, u32)>,
    /// The operands of the branches that occurrences are control dependent on.
    controls: Vec<u32>,
    /// Number of operands of the branch: they are the first occurrences.
    branch: usize,
    /// The operands of the branches that the branch itself is control dependent on.
    branch_controls: Vec<u32>,
    /// What calls return, context by context.
    returned: Vec<u32>,
}

/// A method, as it is called by one chain of calls.
#[derive(Clone, Debug)]
struct Context {
    depth: u32,
    /// The occurrence that calls; that of the first context is none.
    call: Option<u32>,
    /// What is returned.
    returned: Range<usize>,
}

/// An instruction in a context.
#[derive(Clone, Debug)]
pub(crate) struct Occurrence {
    pub(crate) instruction: Instruction,
    pub(crate) kind: InstructionKind,
    pub(crate) context: u32,
    operands: Range<usize>,
    controls: Range<usize>,
    /// The context that it enters.
    enters: Option<u32>,
    /// The occurrence that yields the same object.
    pub(crate) alias: Option<u32>,
}

impl Slice {
    /// Slices backwards from a branch: from its operands, and from the operands of the branches that it is control dependent on. All are
    /// instructions of one method.
    ///
    /// Without controls, it slices backwards from values alone, such as the operands of several branches of one method.
    ///
    /// `controls` has the operands of all branches on which the branch is control dependent, directly or by way of others. An operand that
    /// is computed before such a branch does not tell of it by its own [controls](DependenceGraph::control). Variables that the
    /// branch needs only for its controls have a [`Need::Control`](crate::seeding::construction::Need::Control).
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if the caller or an instruction of the slice names one that is not there.
    ///
    /// Source: OBJ, section 3.1.2, where the branch is the slicing criterion.
    ///
    /// ```
    /// use sbst::id::Symbol;
    /// use sbst::flow::dependences::{
    ///     DependenceGraph, InstructionKind, Limits, Role, Slice,
    /// };
    /// use sbst::seeding::construction::{ConstructionGraph, Need};
    ///
    /// // let x = p.a; if p.b { if x > 3 { .. } }
    /// let mut code = DependenceGraph::new();
    /// let p = code.add(InstructionKind::Parameter(0), []);
    /// let [x, open] = [0, 1].map(|name| {
    ///     code.add(InstructionKind::Field(Symbol::new(name)), [(Role::Receiver, p)])
    /// });
    /// // x is read before the outer branch, which controls the inner one only.
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
            given: Vec::new(),
            bound: NumberMap::new(),
            slice: Self {
                contexts: vec![Context { depth: 0, call: None, returned: 0..0 }],
                occurrences: Vec::new(),
                operands: Vec::new(),
                controls: Vec::new(),
                branch: 0,
                branch_controls: Vec::new(),
                returned: Vec::new(),
                cut: Vec::new(),
            },
        };
        work.run(&operands, &controls, limits)?;
        sort(&mut work.slice.cut);
        Ok(work.slice)
    }

    /// Returns the instructions, each once for each chain of calls that leads to it, with these calls, the innermost one first: the sliced
    /// method first, callees after their callers.
    pub fn occurrences(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Instruction, impl Iterator<Item = Instruction> + Clone)> + ExactSizeIterator + Clone {
        (0..self.len()).map(|number| self.occurrence(number))
    }

    /// Returns the calls that were not entered although their code is known, as [`occurrences`](Self::occurrences), each with the reason.
    pub fn cut(
        &self,
    ) -> impl DoubleEndedIterator<Item = ((Instruction, impl Iterator<Item = Instruction> + Clone), Cut)> + ExactSizeIterator + Clone
    {
        self.cut.iter().map(|&(call, cut)| (self.occurrence(call as usize), cut))
    }

    /// An occurrence with the calls that lead to it.
    fn occurrence(&self, number: usize) -> (Instruction, impl Iterator<Item = Instruction> + Clone) {
        let call = |number: usize| self.call_of(self.occurrences[number].context);
        let calls = core::iter::successors(call(number), move |&number| call(number));
        (self.instruction(number), calls.map(|number| self.instruction(number)))
    }

    /// Returns the number of occurrences.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.occurrences.len()
    }

    /// Returns `true` if there are no occurrences: the branch has no operands, and no branch with operands controls it.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.occurrences.is_empty()
    }

    pub(crate) fn instruction(&self, occurrence: usize) -> Instruction {
        self.occurrences[occurrence].instruction
    }

    pub(crate) fn kind(&self, occurrence: usize) -> InstructionKind {
        self.occurrences[occurrence].kind
    }

    /// Its operands, other occurrences.
    pub(crate) fn operands(&self, occurrence: usize) -> &[(Role, u32)] {
        &self.operands[self.occurrences[occurrence].operands.clone()]
    }

    /// What a call may return, if it was entered.
    pub(crate) fn returned(&self, occurrence: usize) -> Option<&[u32]> {
        let context = self.occurrences[occurrence].enters?;
        Some(&self.returned[self.contexts[context as usize].returned.clone()])
    }

    /// The operands of the branches that an occurrence is control dependent on.
    pub(crate) fn controls(&self, occurrence: usize) -> &[u32] {
        &self.controls[self.occurrences[occurrence].controls.clone()]
    }

    /// The operands of the branch itself.
    pub(crate) const fn branch(&self) -> Range<usize> {
        0..self.branch
    }

    /// The operands of the branches that the branch itself is control dependent on.
    pub(crate) fn branch_controls(&self) -> &[u32] {
        &self.branch_controls
    }

    /// The occurrence that calls the method of a context; `None` for the sliced method.
    pub(crate) fn call_of(&self, context: u32) -> Option<usize> {
        self.contexts[context as usize].call.map(|call| call as usize)
    }

    /// Whether it is one of its operands as it is: a cast, or a parameter or the object of a method that is called.
    pub(crate) fn takes_operands(&self, occurrence: usize) -> bool {
        self.kind(occurrence) == InstructionKind::Cast || self.is_bound(occurrence)
    }

    /// Whether it is a parameter, or this, of a method that is called.
    pub(crate) fn is_bound(&self, occurrence: usize) -> bool {
        matches!(self.kind(occurrence), InstructionKind::This | InstructionKind::Parameter(_))
            && self.occurrences[occurrence].context != 0
    }

    /// Whether two occurrences belong to one method, called by one chain of calls.
    pub(crate) fn is_in_one_method(&self, one: usize, other: usize) -> bool {
        self.occurrences[one].context == self.occurrences[other].context
    }
}

struct Work<'a> {
    program: &'a DependenceGraph,
    /// The occurrence of each instruction in the context at work.
    seen: NumberMap,
    /// The operands of the call of the context at work, by role, and the occurrence that each role is bound to.
    given: Vec<(Role, u32)>,
    bound: NumberMap,
    slice: Slice,
}

impl Work<'_> {
    fn run(&mut self, operands: &[Instruction], controls: &[Instruction], limits: Limits) -> Result<(), UnknownInstruction> {
        for &operand in operands {
            self.visit(operand, 0, None)?;
        }
        self.slice.branch = self.slice.len();
        for &control in controls {
            let control = self.visit(control, 0, None)?;
            self.slice.branch_controls.push(control);
        }
        // Whole contexts, in the order in which they are entered: the operands of a call are there when its callee is sliced.
        let (mut context, mut at) = (0, 0);
        loop {
            while at < self.slice.len() {
                self.expand(at, context, limits)?;
                at += 1;
            }
            context += 1;
            let Some(call) = self.slice.contexts.get(context as usize).and_then(|entered| entered.call) else {
                return Ok(());
            };
            if self.slice.len() >= limits.occurrences {
                self.slice.occurrences[call as usize].enters = None;
                self.slice.cut.push((call, Cut::Occurrences));
                continue;
            }
            self.seen.clear();
            self.bound.clear();
            self.given.clear();
            self.given.extend_from_slice(self.slice.operands(call as usize));
            sort_by_key(&mut self.given, |&(role, _)| role);
            let instruction = self.slice.instruction(call as usize);
            let first = self.slice.returned.len();
            for &returned in &self.program.get(instruction, None)?.returns {
                let returned = self.visit(returned, context, Some(instruction))?;
                self.slice.returned.push(returned);
            }
            self.slice.contexts[context as usize].returned = first..self.slice.returned.len();
        }
    }

    /// The occurrence of an instruction in the context at work; new ones wait for their turn.
    fn visit(&mut self, instruction: Instruction, context: u32, named_by: Option<Instruction>) -> Result<u32, UnknownInstruction> {
        let kind = self.program.get(instruction, named_by)?.kind;
        let next = self.slice.occurrences.len() as u32;
        let occurrence = *self.seen.entry(instruction.number().into()).or_insert(next);
        if occurrence == next {
            let (operands, controls) = (0..0, 0..0);
            self.slice.occurrences.push(Occurrence { instruction, kind, context, operands, controls, enters: None, alias: None });
        }
        Ok(occurrence)
    }

    /// Visits what an occurrence depends on.
    fn expand(&mut self, at: usize, context: u32, limits: Limits) -> Result<(), UnknownInstruction> {
        let instruction = self.slice.instruction(at);
        let (row, named_by) = (self.program.get(instruction, None)?, Some(instruction));
        let is_sliced_method = self.slice.contexts[context as usize].call.is_none();
        let first = self.slice.operands.len();
        match row.kind {
            InstructionKind::StaticField(_) => {}
            InstructionKind::This | InstructionKind::Parameter(_) if is_sliced_method => {}
            InstructionKind::This => self.bind(Role::Receiver, at),
            InstructionKind::Parameter(place) => self.bind(Role::Argument(place), at),
            _ => {
                for &(role, producer) in &row.operands {
                    let producer = self.visit(producer, context, named_by)?;
                    self.slice.operands.push((role, producer));
                }
            }
        }
        self.slice.occurrences[at].operands = first..self.slice.operands.len();
        let first = self.slice.controls.len();
        for &control in &row.controls {
            let control = self.visit(control, context, named_by)?;
            self.slice.controls.push(control);
        }
        self.slice.occurrences[at].controls = first..self.slice.controls.len();
        if let Some(same) = row.alias {
            self.slice.occurrences[at].alias = Some(self.visit(same, context, named_by)?);
        }
        if row.kind == InstructionKind::Call && !row.returns.is_empty() {
            let depth = self.slice.contexts[context as usize].depth;
            if depth < limits.call_depth {
                self.slice.occurrences[at].enters = Some(self.slice.contexts.len() as u32);
                self.slice.contexts.push(Context { depth: depth + 1, call: Some(at as u32), returned: 0..0 });
            } else {
                self.slice.cut.push((at as u32, Cut::Depth));
            }
        }
        Ok(())
    }

    /// A parameter is what the call of its context gives it; read again, what it was before.
    fn bind(&mut self, role: Role, at: usize) {
        if let Some(&first) = self.bound.get(&role.number()) {
            self.slice.operands.push((Role::Value, first));
            return;
        }
        self.bound.insert(role.number(), at as u32);
        let first = self.given.partition_point(|&(other, _)| other < role);
        let given = self.given[first..].iter().take_while(|&&(other, _)| other == role);
        self.slice.operands.extend(given.map(|&(_, producer)| (Role::Value, producer)));
    }
}
