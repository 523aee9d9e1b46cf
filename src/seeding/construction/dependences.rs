//! The program that is sliced: instructions, and what they depend on.

use crate::id::{Instruction, Symbol};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A program as instructions, each with what it depends on.
///
/// Implement it for a dependence graph of your own, or fill a [`DependenceGraph`]. The instructions of all methods have numbers in one row;
/// each one that a slice meets is described once.
///
/// ```
/// use sbst::id::{Instruction, Symbol};
/// use sbst::seeding::construction::{
///     Dependences, InstructionSketch, InstructionKind, Limits, Role, Slice,
/// };
///
/// /// `p.next.next.next` and so on: instruction 0 is `p`, each other one reads a field of the one before.
/// struct Chain(u32);
///
/// impl Dependences for Chain {
///     fn instruction_count(&self) -> usize {
///         self.0 as usize
///     }
///     fn describe(&self, instruction: Instruction, out: &mut InstructionSketch<'_>) {
///         match instruction.number() {
///             0 => out.kind(InstructionKind::Parameter(0)),
///             n => out.kind(InstructionKind::Field(Symbol::new(0))).operand(Role::Receiver, Instruction::new(n - 1)),
///         };
///     }
/// }
///
/// let slice = Slice::new(&Chain(7), [Instruction::new(4)], Limits::PUBLISHED)?;
/// assert_eq!(slice.len(), 5);
/// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
/// ```
pub trait Dependences {
    /// Returns the number of instructions; they are numbered from 0.
    fn instruction_count(&self) -> usize;

    /// Describes one instruction: what it is, and what it depends on.
    fn describe(&self, instruction: Instruction, out: &mut InstructionSketch<'_>);
}

impl<D: Dependences + ?Sized> Dependences for &D {
    fn instruction_count(&self) -> usize {
        (**self).instruction_count()
    }
    fn describe(&self, instruction: Instruction, out: &mut InstructionSketch<'_>) {
        (**self).describe(instruction, out);
    }
}

impl<D: Dependences + ?Sized> Dependences for alloc::boxed::Box<D> {
    fn instruction_count(&self) -> usize {
        (**self).instruction_count()
    }
    fn describe(&self, instruction: Instruction, out: &mut InstructionSketch<'_>) {
        (**self).describe(instruction, out);
    }
}

/// The error of an instruction that the program does not have.
///
/// ```
/// use sbst::id::Instruction;
/// use sbst::seeding::construction::{DependenceGraph, Limits, Slice};
///
/// let (code, seventh) = (DependenceGraph::new(), Instruction::new(7));
/// let error = Slice::new(&code, [seventh], Limits::PUBLISHED).expect_err("nothing is there");
/// assert_eq!((error.instruction, error.count), (Instruction::new(7), 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("instruction {instruction}{} of a program with {count}", named(*.named_by))]
#[non_exhaustive]
pub struct UnknownInstruction {
    /// The one that is not there.
    pub instruction: Instruction,
    /// The one that names it; `None` if the caller does.
    pub named_by: Option<Instruction>,
    /// How many there are.
    pub count: usize,
}

fn named(by: Option<Instruction>) -> String {
    by.map_or_else(String::new, |by| format!(", named by {by},"))
}

/// The kind of an instruction, or of a variable of a construction graph.
///
/// ```
/// use sbst::id::Symbol;
/// use sbst::seeding::construction::{
///     ConstructionGraph, DependenceGraph, InstructionKind, Limits, Role, Slice,
/// };
///
/// // cart.items[i].price, where `cart` is the object and `i` its method's parameter
/// let mut code = DependenceGraph::new();
/// let (cart, i) = (code.add(InstructionKind::This, []), code.add(InstructionKind::Parameter(0), []));
/// let items = code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, cart)]);
/// let item = code.add(InstructionKind::Element, [(Role::Receiver, items), (Role::Index, i)]);
/// let price = code.add(InstructionKind::Field(Symbol::new(1)), [(Role::Receiver, item)]);
/// let graph = ConstructionGraph::new(&Slice::new(&code, [price], Limits::PUBLISHED)?);
/// let states = graph.nodes().filter(|node| node.is_state()).count();
/// assert_eq!(states, 3); // `items`, `items[i]` and `price`; the object and the parameter are inputs
/// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum InstructionKind {
    /// The object whose method this is.
    This,
    /// The parameter at this place, counted from 0 without [`This`](Self::This).
    Parameter(u32),
    /// A static field, or whatever else is there without an object: a global variable, the environment. Its name tells it from all others.
    StaticField(Symbol),
    /// A field of its receiver, by name. What a program asks an object without code that could be sliced, such as the size of a
    /// library's list, can be told as a field, too.
    Field(Symbol),
    /// An element of its receiver at its index.
    Element,
    /// The result of a method. In a construction graph, a call with known code is a variable if something is read from its result.
    Call,
    /// One of its operands, as it is: a cast, a local variable with several definitions, a conditional expression.
    Cast,
    /// Something else that is made of its operands; of none: a constant, a new object. Equal constants should be one instruction,
    /// so that elements at equal indices are one variable.
    Other,
}

impl InstructionKind {
    /// Whether it is an attribute.
    pub(super) const fn is_state(self) -> bool {
        matches!(self, Self::StaticField(_) | Self::Field(_) | Self::Element)
    }

    /// Whether it is there without an object.
    pub(super) const fn is_input(self) -> bool {
        matches!(self, Self::This | Self::Parameter(_) | Self::StaticField(_))
    }
}

/// The role of an operand for its user.
///
/// ```
/// use sbst::id::Variable;
/// use sbst::seeding::construction::{
///     ConstructionGraph, DependenceGraph, InstructionKind, Limits, Role, Slice,
/// };
///
/// let mut code = DependenceGraph::new();
/// let (xs, i) = (code.add(InstructionKind::Parameter(0), []), code.add(InstructionKind::Parameter(1), []));
/// let element = code.add(InstructionKind::Element, [(Role::Receiver, xs), (Role::Index, i)]);
/// let slice = Slice::new(&code, [element], Limits::PUBLISHED)?;
/// let graph = ConstructionGraph::new(&slice);
/// let element = graph.node(Variable::new(2));
/// let operands = [element.receiver(), element.index()];
/// assert_eq!(operands, [0, 1].map(|number| Some(Variable::new(number))));
/// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Role {
    /// The object whose field or method it is, or the array.
    Receiver,
    /// The argument at this place, counted from 0 without the receiver.
    Argument(u32),
    /// Where in the array.
    Index,
    /// What flows through or into it: an operand of a cast or a computation; of a field: what was written to it before.
    Value,
    /// The value that a call with known code returns. A construction graph uses this role; an operand that is described with it to a
    /// slice is followed, and is no part of a call.
    Returned,
}

/// Takes the description of one instruction. All methods can be chained.
///
/// Several operands in one role, other than [`Role::Value`] of a computation, are alternatives: the operand is one of them.
#[derive(Debug)]
pub struct InstructionSketch<'a> {
    pub(super) kind: InstructionKind,
    pub(super) alias: Option<Instruction>,
    operands: &'a mut Vec<(Role, Instruction)>,
    controls: &'a mut Vec<Instruction>,
    returns: &'a mut Vec<Instruction>,
}

impl<'a> InstructionSketch<'a> {
    /// Appends to these lists.
    pub(super) const fn new(
        operands: &'a mut Vec<(Role, Instruction)>,
        controls: &'a mut Vec<Instruction>,
        returns: &'a mut Vec<Instruction>,
    ) -> Self {
        Self { kind: InstructionKind::Other, alias: None, operands, controls, returns }
    }

    /// What it is; [`InstructionKind::Other`] if nothing is said.
    pub fn kind(&mut self, kind: InstructionKind) -> &mut Self {
        self.kind = kind;
        self
    }

    /// An instruction of the same method whose value it takes.
    pub fn operand(&mut self, role: Role, producer: Instruction) -> &mut Self {
        self.operands.push((role, producer));
        self
    }

    /// An operand of a branch of the same method that it is control dependent on.
    pub fn control(&mut self, operand: Instruction) -> &mut Self {
        self.controls.push(operand);
        self
    }

    /// For a call: an instruction of a method that it may call, whose value is returned. Nothing said: the code is not known.
    ///
    /// There, [`InstructionKind::This`] is bound to the operands in the role [`Role::Receiver`], and [`InstructionKind::Parameter`] to those in the role
    /// [`Role::Argument`] with the same place. A language with other rules (keywords, defaults) labels its operands so.
    pub fn returns(&mut self, returned: Instruction) -> &mut Self {
        self.returns.push(returned);
        self
    }

    /// An instruction of the same method that is known to yield the same object: what is made of this one, such as a field of it, is made
    /// of that one. This one is still a variable that a test has to set. The last one said counts; of those that are aliases of one
    /// another all round, the first instruction stands for all.
    pub fn alias(&mut self, same: Instruction) -> &mut Self {
        self.alias = Some(same);
        self
    }
}

/// A program as instructions, to be filled.
///
/// Instructions can be named before they are there; [`Slice::new`](super::Slice::new) reports those that never come.
///
/// ```
/// use sbst::id::Symbol;
/// use sbst::seeding::construction::{DependenceGraph, InstructionKind, Role};
///
/// // while n.value != x: n = n.next
/// let mut code = DependenceGraph::new();
/// let list = code.add(InstructionKind::Parameter(0), []);
/// let n = code.add(InstructionKind::Cast, [(Role::Value, list)]);
/// let value = code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, n)]);
/// let next = code.add(InstructionKind::Field(Symbol::new(1)), [(Role::Receiver, n)]);
/// code.operand(n, Role::Value, next)?.control(next, value)?;
/// assert_eq!(code.len(), 4);
/// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct DependenceGraph {
    rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename = "Instruction"))]
struct Row {
    kind: InstructionKind,
    alias: Option<Instruction>,
    operands: Vec<(Role, Instruction)>,
    controls: Vec<Instruction>,
    returns: Vec<Instruction>,
}

impl DependenceGraph {
    /// Creates a program without instructions.
    #[must_use]
    pub const fn new() -> Self {
        Self { rows: Vec::new() }
    }

    /// Returns the number of instructions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns `true` if there are no instructions.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds an instruction with these operands. There may be 2^32 of them.
    pub fn add(&mut self, kind: InstructionKind, operands: impl IntoIterator<Item = (Role, Instruction)>) -> Instruction {
        let instruction = Instruction::new(self.rows.len() as u32);
        let operands = operands.into_iter().collect();
        self.rows.push(Row { kind, alias: None, operands, controls: Vec::new(), returns: Vec::new() });
        instruction
    }

    /// See [`InstructionSketch::operand`].
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if `user` is not there yet; `producer` may come later.
    pub fn operand(&mut self, user: Instruction, role: Role, producer: Instruction) -> Result<&mut Self, UnknownInstruction> {
        self.row(user)?.operands.push((role, producer));
        Ok(self)
    }

    /// See [`InstructionSketch::control`].
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if `controlled` is not there yet; `operand` may come later.
    pub fn control(&mut self, controlled: Instruction, operand: Instruction) -> Result<&mut Self, UnknownInstruction> {
        self.row(controlled)?.controls.push(operand);
        Ok(self)
    }

    /// See [`InstructionSketch::returns`].
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if `call` is not there yet; `returned` may come later.
    pub fn returns(&mut self, call: Instruction, returned: Instruction) -> Result<&mut Self, UnknownInstruction> {
        self.row(call)?.returns.push(returned);
        Ok(self)
    }

    /// See [`InstructionSketch::alias`].
    ///
    /// # Errors
    ///
    /// [`UnknownInstruction`] if `instruction` is not there yet; `same` may come later.
    ///
    /// ```
    /// use sbst::id::Symbol;
    /// use sbst::seeding::construction::{
    ///     ConstructionGraph, DependenceGraph, InstructionKind, Limits, Role, Slice,
    /// };
    ///
    /// // if p.same(q) { if q.age < 18 { .. } }: within, q is p.
    /// let mut code = DependenceGraph::new();
    /// let [p, q] = [0, 1].map(|place| code.add(InstructionKind::Parameter(place), []));
    /// let age = code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, q)]);
    /// code.alias(q, p)?;
    /// let graph = ConstructionGraph::new(&Slice::new(&code, [age], Limits::PUBLISHED)?);
    /// let node = graph.nodes().find(|node| node.instruction() == age);
    /// let of = node.and_then(|node| node.receiver());
    /// assert_eq!(of.map(|of| graph.node(of).instruction()), Some(p)); // the age of p
    /// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
    /// ```
    pub fn alias(&mut self, instruction: Instruction, same: Instruction) -> Result<&mut Self, UnknownInstruction> {
        self.row(instruction)?.alias = Some(same);
        Ok(self)
    }

    fn row(&mut self, instruction: Instruction) -> Result<&mut Row, UnknownInstruction> {
        let count = self.rows.len();
        self.rows.get_mut(instruction.index()).ok_or(UnknownInstruction { instruction, named_by: None, count })
    }
}

impl Dependences for DependenceGraph {
    fn instruction_count(&self) -> usize {
        self.rows.len()
    }

    fn describe(&self, instruction: Instruction, out: &mut InstructionSketch<'_>) {
        let Some(row) = self.rows.get(instruction.index()) else {
            return;
        };
        out.kind(row.kind);
        out.alias = row.alias;
        out.operands.extend_from_slice(&row.operands);
        out.controls.extend_from_slice(&row.controls);
        out.returns.extend_from_slice(&row.returns);
    }
}
