//! The backward slice: everything that may decide a branch.

use super::dependences::{Dependences, InstructionKind, Role, UnknownInstruction};
use super::limits::{Cut, Limits};
use super::rows::{NONE, Pages, Row, Rows};
use crate::id::Instruction;
use alloc::collections::BTreeMap;
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
/// use sbst::seeding::construction::{DependenceGraph, InstructionKind, Limits, Role, Slice};
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
/// let found = slice.occurrences().find(|found| found.instruction() == mine);
/// assert_eq!(found.map(|found| found.calls().count()), Some(1));
/// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
/// ```
#[derive(Clone, Debug)]
pub struct Slice {
    rows: Rows,
    /// Context by context; 0 is the sliced method.
    contexts: Vec<Context>,
    pub(super) occurrences: Vec<Place>,
    /// Returns the calls that were not entered.
    pub(super) cut: Vec<(u32, Cut)>,
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
    call: u32,
    /// What is returned.
    returned: Range<usize>,
}

/// An instruction in a context.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) context: u32,
    row: u32,
    operands: Range<usize>,
    controls: Range<usize>,
    /// The context that it enters.
    enters: Option<u32>,
    /// The occurrence that yields the same object.
    pub(super) alias: Option<u32>,
}

impl Slice {
    /// Slices backwards from a branch: from its operands, and from the operands of the branches that it is control dependent on. All are
    /// instructions of one method.
    ///
    /// `controls` has the operands of all branches on which the branch is control dependent, directly or by way of others. An operand that
    /// is computed before such a branch does not tell of it by its own [controls](super::InstructionSketch::control). Variables that the
    /// branch needs only for its controls have a [`Need::Control`](super::Need::Control).
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if the caller or an instruction of the slice names one that is not there.
    ///
    /// Source: OBJ, section 3.1.2, where the branch is the slicing criterion.
    ///
    /// ```
    /// use sbst::id::Symbol;
    /// use sbst::seeding::construction::{
    ///     ConstructionGraph, DependenceGraph, InstructionKind, Limits, Need, Role, Slice,
    /// };
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
    /// let needs = leaves.map(|leaf| (leaf.instruction(), leaf.need()));
    /// assert!(needs.eq([(x, Need::Operand), (open, Need::Control(1))]));
    /// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
    /// ```
    pub fn of_branch(
        program: &impl Dependences,
        operands: impl IntoIterator<Item = Instruction>,
        controls: impl IntoIterator<Item = Instruction>,
        limits: Limits,
    ) -> Result<Self, UnknownInstruction> {
        let mut work = Work {
            count: program.instruction_count(),
            program,
            seen: Pages::default(),
            given: Vec::new(),
            bound: BTreeMap::new(),
            slice: Self {
                rows: Rows::default(),
                contexts: vec![Context { depth: 0, call: NONE, returned: 0..0 }],
                occurrences: Vec::new(),
                operands: Vec::new(),
                controls: Vec::new(),
                branch: 0,
                branch_controls: Vec::new(),
                returned: Vec::new(),
                cut: Vec::new(),
            },
        };
        work.run(operands, controls, limits)?;
        work.slice.cut.sort_unstable();
        Ok(work.slice)
    }

    /// Slices backwards from values alone: from the operands of a branch that nothing controls, or of several branches of one method.
    ///
    /// The operands of a branch do not tell what controls the branch itself: for a branch within another one, use
    /// [`of_branch`](Self::of_branch).
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if the caller or an instruction of the slice names one that is not there.
    pub fn new(
        program: &impl Dependences,
        operands: impl IntoIterator<Item = Instruction>,
        limits: Limits,
    ) -> Result<Self, UnknownInstruction> {
        Self::of_branch(program, operands, [], limits)
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

    pub(super) fn instruction(&self, occurrence: usize) -> Instruction {
        Instruction::new(self.row(occurrence).instruction)
    }

    pub(super) fn kind(&self, occurrence: usize) -> InstructionKind {
        self.row(occurrence).kind
    }

    /// Its operands, other occurrences.
    pub(super) fn operands(&self, occurrence: usize) -> &[(Role, u32)] {
        &self.operands[self.occurrences[occurrence].operands.clone()]
    }

    /// What a call may return, if it was entered.
    pub(super) fn returned(&self, occurrence: usize) -> Option<&[u32]> {
        let context = self.occurrences[occurrence].enters?;
        Some(&self.returned[self.contexts[context as usize].returned.clone()])
    }

    /// The operands of the branches that an occurrence is control dependent on.
    pub(super) fn controls(&self, occurrence: usize) -> &[u32] {
        &self.controls[self.occurrences[occurrence].controls.clone()]
    }

    /// The operands of the branch itself.
    pub(super) const fn branch(&self) -> Range<usize> {
        0..self.branch
    }

    /// The operands of the branches that the branch itself is control dependent on.
    pub(super) fn branch_controls(&self) -> &[u32] {
        &self.branch_controls
    }

    /// The occurrence that calls the method of a context; `None` for the sliced method.
    pub(super) fn call_of(&self, context: u32) -> Option<usize> {
        let call = self.contexts[context as usize].call;
        (call != NONE).then_some(call as usize)
    }

    /// Whether it is one of its operands as it is: a cast, or a parameter or the object of a method that is called.
    pub(super) fn takes_operands(&self, occurrence: usize) -> bool {
        self.kind(occurrence) == InstructionKind::Cast || self.is_bound(occurrence)
    }

    /// Whether it is a parameter, or this, of a method that is called.
    pub(super) fn is_bound(&self, occurrence: usize) -> bool {
        matches!(self.kind(occurrence), InstructionKind::This | InstructionKind::Parameter(_))
            && self.occurrences[occurrence].context != 0
    }

    /// Whether two occurrences belong to one method, called by one chain of calls.
    pub(super) fn is_in_one_method(&self, one: usize, other: usize) -> bool {
        self.occurrences[one].context == self.occurrences[other].context
    }

    fn row(&self, occurrence: usize) -> &Row {
        &self.rows.rows[self.occurrences[occurrence].row as usize]
    }
}

struct Work<'a, D> {
    program: &'a D,
    count: usize,
    seen: Pages,
    /// The operands of the call of the context at work, by role, and the occurrence that each role is bound to.
    given: Vec<(Role, u32)>,
    bound: BTreeMap<Role, u32>,
    slice: Slice,
}

impl<D: Dependences> Work<'_, D> {
    fn run(
        &mut self,
        operands: impl IntoIterator<Item = Instruction>,
        controls: impl IntoIterator<Item = Instruction>,
        limits: Limits,
    ) -> Result<(), UnknownInstruction> {
        for operand in operands {
            self.visit(operand, 0, None)?;
        }
        self.slice.branch = self.slice.len();
        for control in controls {
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
            let Some(entered) = self.slice.contexts.get(context as usize) else {
                return Ok(());
            };
            let call = entered.call;
            if self.slice.len() >= limits.occurrences {
                self.slice.occurrences[call as usize].enters = None;
                self.slice.cut.push((call, Cut::Occurrences));
                continue;
            }
            self.bound.clear();
            self.given.clear();
            self.given.extend_from_slice(self.slice.operands(call as usize));
            self.given.sort_by_key(|&(role, _)| role);
            let Row { instruction, returns, .. } = self.slice.row(call as usize).clone();
            let first = self.slice.returned.len();
            for at in returns {
                let returned = self.visit(self.slice.rows.returns[at], context, Some(Instruction::new(instruction)))?;
                self.slice.returned.push(returned);
            }
            self.slice.contexts[context as usize].returned = first..self.slice.returned.len();
        }
    }

    /// The occurrence of an instruction in the context at work; new ones wait for their turn.
    fn visit(&mut self, instruction: Instruction, context: u32, named_by: Option<Instruction>) -> Result<u32, UnknownInstruction> {
        if instruction.index() >= self.count {
            return Err(UnknownInstruction { instruction, named_by, count: self.count });
        }
        let seen = self.seen.of(instruction);
        if seen.row == NONE {
            seen.row = self.slice.rows.read(self.program, instruction);
        }
        if seen.context != context {
            (seen.context, seen.occurrence) = (context, self.slice.occurrences.len() as u32);
            self.slice.occurrences.push(Place {
                context,
                row: seen.row,
                operands: 0..0,
                controls: 0..0,
                enters: None,
                alias: None,
            });
        }
        Ok(seen.occurrence)
    }

    /// Visits what an occurrence depends on.
    fn expand(&mut self, at: usize, context: u32, limits: Limits) -> Result<(), UnknownInstruction> {
        let Row { instruction, kind, alias, operands, controls, returns } = self.slice.row(at).clone();
        let instruction = Some(Instruction::new(instruction));
        let first = self.slice.operands.len();
        match (kind, self.slice.contexts[context as usize].call) {
            (InstructionKind::StaticField(_), _) | (InstructionKind::This | InstructionKind::Parameter(_), NONE) => {}
            (InstructionKind::This, _) => self.bind(Role::Receiver, at),
            (InstructionKind::Parameter(place), _) => self.bind(Role::Argument(place), at),
            _ => {
                for at in operands {
                    let (role, producer) = self.slice.rows.operands[at];
                    let producer = self.visit(producer, context, instruction)?;
                    self.slice.operands.push((role, producer));
                }
            }
        }
        self.slice.occurrences[at].operands = first..self.slice.operands.len();
        let first = self.slice.controls.len();
        for at in controls {
            let control = self.visit(self.slice.rows.controls[at], context, instruction)?;
            self.slice.controls.push(control);
        }
        self.slice.occurrences[at].controls = first..self.slice.controls.len();
        if let Some(same) = alias {
            self.slice.occurrences[at].alias = Some(self.visit(same, context, instruction)?);
        }
        if kind == InstructionKind::Call && !returns.is_empty() {
            let depth = self.slice.contexts[context as usize].depth;
            if depth < limits.call_depth {
                self.slice.occurrences[at].enters = Some(self.slice.contexts.len() as u32);
                self.slice.contexts.push(Context { depth: depth + 1, call: at as u32, returned: 0..0 });
            } else {
                self.slice.cut.push((at as u32, Cut::Depth));
            }
        }
        Ok(())
    }

    /// A parameter is what the call of its context gives it; read again, what it was before.
    fn bind(&mut self, role: Role, at: usize) {
        if let Some(&first) = self.bound.get(&role) {
            self.slice.operands.push((Role::Value, first));
            return;
        }
        self.bound.insert(role, at as u32);
        let first = self.given.partition_point(|&(other, _)| other < role);
        let given = self.given[first..].iter().take_while(|&&(other, _)| other == role);
        self.slice.operands.extend(given.map(|&(_, producer)| (Role::Value, producer)));
    }
}
