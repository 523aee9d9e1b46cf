//! Variables of a construction graph, to be read.

use super::dependences::{InstructionKind, Role};
use super::graph::{ConstructionGraph, Entry};
use super::need::Need;
use crate::id::{Instruction, Variable};
use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;

/// A variable of a construction graph.
///
/// Two calls whose code is not known are never the same variable, because each may return another value.
///
/// ```
/// use sbst::id::{Symbol, Variable};
/// use sbst::seeding::construction::{
///     ConstructionGraph, DependenceGraph, InstructionKind, Limits, Role, Slice,
/// };
///
/// // if order.customer.age < 18 { .. }
/// let mut code = DependenceGraph::new();
/// let order = code.add(InstructionKind::Parameter(0), []);
/// let customer = code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, order)]);
/// let age = code.add(InstructionKind::Field(Symbol::new(1)), [(Role::Receiver, customer)]);
/// let graph = ConstructionGraph::new(&Slice::new(&code, [age], Limits::PUBLISHED)?);
/// let node = |number| graph.node(Variable::new(number));
/// let [order, customer, age] = [0, 1, 2].map(node);
/// assert_eq!(customer.producers(), [(Role::Receiver, order.variable())]); // what it is made of
/// assert_eq!(customer.users(), [(Role::Receiver, age.variable())]); // what is made of it
/// assert!(customer.is_state() && customer.is_receiver()); // an attribute, and an object that has to be there
/// assert!(age.is_state() && !age.is_receiver()); // an attribute, and a value to be searched for
/// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    pub(super) graph: &'a ConstructionGraph,
    pub(super) variable: Variable,
}

impl ConstructionGraph {
    /// Returns the variables, in the order of their numbers.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node<'_>> + ExactSizeIterator + Clone {
        (0..self.len() as u32).map(|number| Node { graph: self, variable: Variable::new(number) })
    }

    /// Returns a variable.
    ///
    /// # Panics
    ///
    /// If the variable is not in this graph; [`get`](Self::get) checks.
    #[must_use]
    pub fn node(&self, variable: Variable) -> Node<'_> {
        assert!(variable.index() < self.len(), "{variable} of a graph with {} variables", self.len());
        Node { graph: self, variable }
    }

    /// Returns a variable; `None` if it is not in this graph.
    #[must_use]
    pub fn get(&self, variable: Variable) -> Option<Node<'_>> {
        (variable.index() < self.len()).then_some(Node { graph: self, variable })
    }

    /// Returns the [leaves](Node::is_leaf), the most urgent [need](Node::need) first, then by number. O(n log n) for n variables.
    ///
    /// ```
    /// use sbst::id::Symbol;
    /// use sbst::seeding::construction::{
    ///     ConstructionGraph, DependenceGraph, InstructionKind, Limits, Role, Slice,
    /// };
    ///
    /// // if order.open { if order.customer.age < 18 { .. } }
    /// let mut code = DependenceGraph::new();
    /// let order = code.add(InstructionKind::Parameter(0), []);
    /// let [open, customer] = [0, 1].map(|name| {
    ///     code.add(InstructionKind::Field(Symbol::new(name)), [(Role::Receiver, order)])
    /// });
    /// let age = code.add(InstructionKind::Field(Symbol::new(2)), [(Role::Receiver, customer)]);
    /// code.control(age, open)?;
    /// let slice = Slice::new(&code, [age], Limits::PUBLISHED)?;
    /// let graph = ConstructionGraph::new(&slice);
    /// let leaves = graph.leaves().into_iter().map(|leaf| graph.node(leaf).instruction());
    /// assert!(leaves.eq([age, open])); // and not the customer, from which the age is read
    /// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
    /// ```
    #[must_use]
    pub fn leaves(&self) -> Vec<Variable> {
        let mut leaves: Vec<Node<'_>> = self.nodes().filter(|node| node.is_leaf()).collect();
        leaves.sort_by_key(|leaf| leaf.need()); // stable: by number
        leaves.into_iter().map(Node::variable).collect()
    }
}

impl<'a> Node<'a> {
    /// Returns its identifier.
    #[must_use]
    pub const fn variable(self) -> Variable {
        self.variable
    }

    /// Returns what it is: [`InstructionKind::Cast`] for one of several values, [`InstructionKind::Other`] for a computation.
    #[must_use]
    pub fn kind(self) -> InstructionKind {
        self.entry().kind
    }

    /// Returns the first instruction that yields it, for what the caller knows of the instruction, such as a type.
    #[must_use]
    pub fn instruction(self) -> Instruction {
        self.entry().instruction
    }

    /// Returns the calls that lead to [its instruction](Self::instruction), the innermost one first; none in the sliced method.
    ///
    /// OBJ says of the leaves of Figure 4 by which call each is accessed: `actor` by `getActor()`.
    ///
    /// ```
    /// use sbst::id::{Symbol, Variable};
    /// use sbst::seeding::construction::{
    ///     ConstructionGraph, DependenceGraph, InstructionKind, Limits, Role, Slice,
    /// };
    ///
    /// // if action.getActor() > 7 { .. }
    /// let mut code = DependenceGraph::new();
    /// let this = code.add(InstructionKind::This, []);
    /// let actor = code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, this)]);
    /// let action = code.add(InstructionKind::Parameter(0), []);
    /// let get_actor = code.add(InstructionKind::Call, [(Role::Receiver, action)]);
    /// code.returns(get_actor, actor)?;
    /// let slice = Slice::new(&code, [get_actor], Limits::PUBLISHED)?;
    /// let graph = ConstructionGraph::new(&slice);
    /// assert!(graph.node(Variable::new(1)).calls().eq([get_actor]));
    /// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
    /// ```
    pub fn calls(self) -> impl Iterator<Item = Instruction> + Clone + use<'a> {
        let chains = &self.graph.chains;
        let at = move |chain: u32| chains.get(chain as usize).and_then(|&(call, outer)| Some((call?, outer)));
        core::iter::successors(at(self.entry().chain), move |&(_, outer)| at(outer)).map(|(call, _)| call)
    }

    /// Returns the instructions of kind [`InstructionKind::Cast`] that take its value, each once, ascending: the casts that the
    /// value must survive where the branch is reached by them. Local variables and conditional expressions are among them; the caller
    /// knows which instructions are casts, and to which types.
    ///
    /// A cast of a call's result is told of the call and of the value that it returns. Of a choice, the casts are told of the choice; in
    /// an [unrolled](ConstructionGraph::unrolled) graph, of each place that it may be.
    ///
    /// Example: OBJ, Listing 5, where `equals` casts its parameter; the paper says nothing of casts.
    ///
    /// ```
    /// use sbst::id::{Symbol, Variable};
    /// use sbst::seeding::construction::{
    ///     ConstructionGraph, DependenceGraph, InstructionKind, Limits, Role, Slice,
    /// };
    ///
    /// // let other = obj as Payee; if other.id == .. { .. }
    /// let mut code = DependenceGraph::new();
    /// let obj = code.add(InstructionKind::Parameter(0), []);
    /// let other = code.add(InstructionKind::Cast, [(Role::Value, obj)]);
    /// let id = code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, other)]);
    /// let slice = Slice::new(&code, [id], Limits::PUBLISHED)?;
    /// let graph = ConstructionGraph::new(&slice);
    /// assert_eq!(graph.node(Variable::new(0)).casts(), [other]); // to be a payee
    /// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
    /// ```
    #[must_use]
    pub fn casts(self) -> &'a [Instruction] {
        &self.entry().casts
    }

    /// Returns what the branch needs it for; if for several things, the most urgent one.
    #[must_use]
    pub fn need(self) -> Need {
        self.entry().need
    }

    /// Returns the variables that it is made of, each with its role: a field has its receiver, an element its array and its index, a call
    /// its receiver, its arguments, and the value that it [returns](Self::returned) if its code is known. Values that no input decides
    /// are not among them, see [`constants`](Self::constants).
    pub fn producers(self) -> &'a [(Role, Variable)] {
        &self.entry().producers
    }

    /// Returns the variables that are made of it, each with the role that this one has there; by variable.
    pub fn users(self) -> &'a [(Role, Variable)] {
        self.graph.users.of(self.variable.index())
    }

    /// Returns the object that it is a field or an element of, or whose method is called.
    #[must_use]
    pub fn receiver(self) -> Option<Variable> {
        self.producer(Role::Receiver)
    }

    /// Returns the value that a call with known code returns; `None` for any other variable.
    ///
    /// The call stands for this value. A plan builds the value first, as far as the caller can, so that the call finds it.
    #[must_use]
    pub fn returned(self) -> Option<Variable> {
        self.entry().returned()
    }

    /// Returns the parts of it that no input decides, each with its role and an instruction that yields it: constants, objects that the
    /// program makes itself, and counters that start at a constant. So an element without an [`index`](Self::index) can be told from
    /// others, and an element that is always the first one can be set.
    ///
    /// ```
    /// use sbst::id::Variable;
    /// use sbst::seeding::construction::{
    ///     ConstructionGraph, DependenceGraph, InstructionKind, Limits, Role, Slice,
    /// };
    ///
    /// // if xs[0] > 7 { .. }
    /// let mut code = DependenceGraph::new();
    /// let (xs, zero) = (code.add(InstructionKind::Parameter(0), []), code.add(InstructionKind::Other, []));
    /// let operands = [(Role::Receiver, xs), (Role::Index, zero)];
    /// let first = code.add(InstructionKind::Element, operands);
    /// let slice = Slice::new(&code, [first], Limits::PUBLISHED)?;
    /// let graph = ConstructionGraph::new(&slice);
    /// let first = graph.node(Variable::new(1));
    /// assert_eq!(first.index(), None); // no input decides it
    /// assert!(first.constants().eq([(Role::Index, zero)]));
    /// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
    /// ```
    pub fn constants(self) -> impl DoubleEndedIterator<Item = (Role, Instruction)> + ExactSizeIterator + Clone + use<'a> {
        self.entry().constants.iter().map(|constant| (constant.role, constant.instruction))
    }

    /// Returns the variable that decides where it is in its array; `None` if it is no element, or if no input decides that: see
    /// [`constants`](Self::constants).
    #[must_use]
    pub fn index(self) -> Option<Variable> {
        self.producer(Role::Index)
    }

    fn producer(self, role: Role) -> Option<Variable> {
        self.producers().iter().find(|(other, _)| *other == role).map(|&(_, producer)| producer)
    }

    /// Returns `true` if something is read from it, or a method with unknown code is called on it: it is an object or an array, which has
    /// to be there, and not a value to be searched for. A call in the program counts also if no attribute depends on its result.
    #[must_use]
    pub fn is_receiver(self) -> bool {
        self.entry().is_receiver
    }

    /// Returns `true` if it is an attribute: a field, static or not, or an element.
    #[must_use]
    pub fn is_state(self) -> bool {
        self.kind().is_state()
    }

    /// Returns `true` if it is an input of the sliced method: a parameter, the object whose method it is, a field of that object (OBJ,
    /// 3.1.2: parameters and accessed instance fields), or a static field (ours).
    #[must_use]
    pub fn is_input(self) -> bool {
        let of_this = |of: Variable| self.graph.entries()[of.index()].kind == InstructionKind::This;
        self.kind().is_input() || matches!(self.kind(), InstructionKind::Field(_)) && self.receiver().is_some_and(of_this)
    }

    /// Returns `true` if it is an attribute that a plan builds for its own sake: a value for the search to set, or an object that nothing
    /// else in the graph is made of.
    ///
    /// OBJ (3.1.1) lists as leaves of Figure 4 `target`, `actor`, `index` and `action`, although `player()` is made of `actor` (3.2.2).
    /// `index`, the element that `player()` returns, is not one here: it is built because an attribute of the result needs it.
    #[must_use]
    pub fn is_leaf(self) -> bool {
        self.is_state() && (!self.is_receiver() || self.users().is_empty())
    }

    /// Returns a shortest path from an input to it, both included. Linear in the graph.
    #[must_use]
    pub fn path(self) -> Vec<Variable> {
        // Backwards, so that each variable knows the next one of its path.
        let mut next: Vec<Option<Variable>> = vec![None; self.graph.len()];
        let mut queue = VecDeque::from([self.variable]);
        while let Some(at) = queue.pop_front() {
            let producers = &self.graph.entries()[at.index()].producers;
            if producers.is_empty() {
                return core::iter::successors(Some(at), |at| (*at != self.variable).then(|| next[at.index()])?).collect();
            }
            for &(_, producer) in producers {
                if next[producer.index()].is_none() {
                    next[producer.index()] = Some(at);
                    queue.push_back(producer);
                }
            }
        }
        Vec::new() // no variable without an input
    }

    fn entry(self) -> &'a Entry {
        &self.graph.entries()[self.variable.index()]
    }
}

impl PartialEq for Node<'_> {
    /// The same variable of the same graph.
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.graph, other.graph) && self.variable == other.variable
    }
}
