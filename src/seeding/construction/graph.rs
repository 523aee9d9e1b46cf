//! The construction graph: inputs, the state variables that hang on them, and how.

use super::dense::{Components, Users, reached};
use super::dependences::{Kind, Role};
use super::slice::Slice;
use super::values::{Value, values};
use crate::id::{Instruction, Variable};
use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// Which attributes of which inputs decide a branch, and what each of them is an attribute of.
///
/// Its *variables* are the inputs (parameters, this, static fields), the state variables (static fields, fields, array elements), and what
/// lies between: calls whose code is not known, computations ([`Kind::Other`]), and choices between several values ([`Kind::Cast`]).
/// An edge leads from each variable to those that are made of it, with the role that it has there. Kept is what lies on a path from an
/// input to a state variable; constants and computations of constants are dropped, and so is a parameter that no attribute is made of:
/// in `a.size > p`, `p` is for the search to set as ever.
///
/// Two reads are the same variable if they read the same field of the same receiver, or the same element of the same array; never by the
/// name of the field alone. Casts of one value, parameters of callees, and calls that were sliced are what they stand for. Within a cycle,
/// such as `n = n.next` in a loop, each instruction is a variable of its own; [`unrolled`](Self::unrolled) has none.
///
/// Variables are numbered in the order of where they occur first: the sliced method before its callees, then by instruction.
///
/// Time O(n log n), space O(n) for n operands in the slice.
///
/// Source: OBJ, section 3 (object construction graph).
///
/// ```
/// use sbst::id::Symbol;
/// use sbst::seeding::construction::{ConstructionGraph, DependenceGraph, Kind, Limits, Role, Slice};
///
/// const OWNER: Symbol = Symbol::new(0);
/// const AGE: Symbol = Symbol::new(1);
/// // if account.owner().age > 17     where owner() returns self.owner
/// let mut code = DependenceGraph::new();
/// let this = code.add(Kind::This, []);
/// let owner = code.add(Kind::Field(OWNER), [(Role::Receiver, this)]);
/// let account = code.add(Kind::Parameter(0), []);
/// let call = code.add(Kind::Call, [(Role::Receiver, account)]);
/// code.returns(call, owner)?;
/// let age = code.add(Kind::Field(AGE), [(Role::Receiver, call)]);
///
/// let graph = ConstructionGraph::new(&Slice::new(&code, [age], Limits::PUBLISHED)?);
/// let kinds: Vec<Kind> = graph.nodes().map(|node| node.kind()).collect();
/// assert_eq!(kinds, [Kind::Parameter(0), Kind::Field(AGE), Kind::Field(OWNER)]);
/// let path = |at: usize| graph.nodes().nth(at).map(|node| node.path().iter().map(|v| v.index()).collect());
/// assert_eq!(path(1), Some(vec![0, 2, 1])); // account.owner.age
/// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstructionGraph {
    entries: Vec<Entry>,
    users: Users<(Role, Variable)>,
    is_complete: bool,
}

pub(super) type Producers = SmallVec<[(Role, Variable); 2]>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    pub(super) instruction: Instruction,
    pub(super) producers: Producers,
    /// What it is made of besides.
    pub(super) constants: Vec<Constant>,
    /// Whether something is read from it.
    pub(super) is_receiver: bool,
}

/// A value that no input decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Constant {
    pub(super) role: Role,
    /// Numbered in the order of their first users; equal for equal values.
    pub(super) number: u32,
    pub(super) instruction: Instruction,
}

/// A variable of a construction graph, to be read.
///
/// Calls whose code is not known are never the same, as each may yield something else.
///
/// ```
/// use sbst::id::{Symbol, Variable};
/// use sbst::seeding::construction::{ConstructionGraph, DependenceGraph, Kind, Limits, Role, Slice};
///
/// // if order.customer.age < 18 { .. }
/// let mut code = DependenceGraph::new();
/// let order = code.add(Kind::Parameter(0), []);
/// let customer = code.add(Kind::Field(Symbol::new(0)), [(Role::Receiver, order)]);
/// let age = code.add(Kind::Field(Symbol::new(1)), [(Role::Receiver, customer)]);
/// let graph = ConstructionGraph::new(&Slice::new(&code, [age], Limits::PUBLISHED)?);
/// let [order, customer, age] = [0, 1, 2].map(|number| graph.node(Variable::new(number)));
/// assert_eq!(customer.producers(), [(Role::Receiver, order.variable())]); // what it is made of
/// assert_eq!(customer.users(), [(Role::Receiver, age.variable())]); // what is made of it
/// assert!(customer.is_state() && customer.is_receiver()); // an attribute, and an object that has to be there
/// assert!(age.is_state() && !age.is_receiver()); // an attribute, and a value to be searched for
/// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    graph: &'a ConstructionGraph,
    variable: Variable,
}

impl ConstructionGraph {
    /// Distils a slice.
    #[must_use]
    pub fn new(slice: &Slice) -> Self {
        let values = values(slice);
        let count = values.len();
        let edges = values.iter().enumerate();
        let edges =
            edges.flat_map(|(user, value)| value.producers.iter().map(move |&(_, producer)| (producer as usize, user as u32)));
        let users = Users::new(count, edges);
        let is_input = |value: &Value| matches!(value.kind, Kind::This | Kind::Parameter(_) | Kind::StaticField(_));
        let from_inputs = reached(values.iter().map(is_input).collect(), |value| users.of(value).iter().copied());
        let producers = |value: usize| values[value].producers.iter().map(|&(_, producer)| producer);
        let to_state = reached(values.iter().map(|value| is_state(value.kind)).collect(), producers);
        let mut kept: Vec<u32> =
            (0..count as u32).filter(|&value| from_inputs[value as usize] && to_state[value as usize]).collect();
        kept.sort_by_key(|&value| (values[value as usize].place, value));
        let mut variables = vec![None; count];
        for (number, &value) in kept.iter().enumerate() {
            variables[value as usize] = Some(Variable::new(number as u32));
        }
        let entry = |&value: &u32| {
            let value = &values[value as usize];
            let (mut producers, mut constants) = (Producers::new(), Vec::new());
            for &(role, producer) in &value.producers {
                match variables[producer as usize] {
                    Some(variable) => producers.push((role, variable)),
                    None => constants.push(Constant { role, number: producer, instruction: values[producer as usize].place.1 }),
                }
            }
            Entry { kind: value.kind, instruction: value.place.1, producers, constants, is_receiver: false }
        };
        Self::of(kept.iter().map(entry).collect(), true)
    }

    pub(super) fn of(mut entries: Vec<Entry>, is_complete: bool) -> Self {
        let edges = entries.iter().enumerate().flat_map(|(user, entry)| {
            entry.producers.iter().map(move |&(role, producer)| (producer.index(), (role, Variable::new(user as u32))))
        });
        let users = Users::new(entries.len(), edges.clone());
        let mut receivers: Vec<usize> = edges.filter_map(|(of, (role, _))| (role == Role::Receiver).then_some(of)).collect();
        while let Some(receiver) = receivers.pop() {
            let entry = &mut entries[receiver];
            if !core::mem::replace(&mut entry.is_receiver, true) && entry.kind == Kind::Cast {
                receivers.extend(entry.producers.iter().map(|(_, producer)| producer.index()));
            }
        }
        let mut numbers = BTreeMap::new();
        for constant in entries.iter_mut().flat_map(|entry| &mut entry.constants) {
            let next = numbers.len() as u32;
            constant.number = *numbers.entry(constant.number).or_insert(next);
        }
        Self { entries, users, is_complete }
    }

    /// How many variables there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none: no attribute of an input decides the branch.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The variables, in their order.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Node<'_>> {
        (0..self.len() as u32).map(|number| Node { graph: self, variable: Variable::new(number) })
    }

    /// A variable.
    ///
    /// # Panics
    ///
    /// If it is one of another graph; [`get`](Self::get) checks.
    #[must_use]
    pub fn node(&self, variable: Variable) -> Node<'_> {
        assert!(variable.index() < self.len(), "{variable} of a graph with {} variables", self.len());
        Node { graph: self, variable }
    }

    /// A variable; `None` if it is not in this graph.
    #[must_use]
    pub fn get(&self, variable: Variable) -> Option<Node<'_>> {
        (variable.index() < self.len()).then_some(Node { graph: self, variable })
    }

    /// Whether [`unrolled`](Self::unrolled) has listed all places up to its depth. A graph made of a slice is complete; see
    /// [`Slice::cut`] for what that may lack.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.is_complete
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(super) fn components(&self) -> Components {
        let uses = self.entries.iter().enumerate();
        let uses = uses.flat_map(|(user, entry)| entry.producers.iter().map(move |(_, producer)| (user as u32, producer.number())));
        Components::new(self.len(), uses)
    }
}

impl<'a> Node<'a> {
    /// Its identifier.
    #[must_use]
    pub const fn variable(self) -> Variable {
        self.variable
    }

    /// What it is: [`Kind::Cast`] for one of several values, [`Kind::Other`] for a computation.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.entry().kind
    }

    /// The first instruction that yields it: for what the caller knows of it, such as its type.
    #[must_use]
    pub fn instruction(self) -> Instruction {
        self.entry().instruction
    }

    /// What it is made of, each with its role: a field has its receiver, an element its array and its index, a call its receiver and
    /// arguments; but for what no input decides, see [`constants`](Self::constants).
    pub fn producers(self) -> &'a [(Role, Variable)] {
        &self.entry().producers
    }

    /// What is made of it, each with the role that it has there; by variable.
    pub fn users(self) -> &'a [(Role, Variable)] {
        self.graph.users.of(self.variable.index())
    }

    /// The object that it is a field or an element of, or whose method is called.
    #[must_use]
    pub fn receiver(self) -> Option<Variable> {
        self.producer(Role::Receiver)
    }

    /// What is made of no input and still a part of it, each with its role and an instruction that yields it: constants, what the program
    /// makes itself, and counters that start at a constant. So an element without an [`index`](Self::index) can be told from others, and
    /// one that is always the first one can be set.
    ///
    /// ```
    /// use sbst::id::Variable;
    /// use sbst::seeding::construction::{ConstructionGraph, DependenceGraph, Kind, Limits, Role, Slice};
    ///
    /// // if xs[0] > 7 { .. }
    /// let mut code = DependenceGraph::new();
    /// let (xs, zero) = (code.add(Kind::Parameter(0), []), code.add(Kind::Other, []));
    /// let first = code.add(Kind::Element, [(Role::Receiver, xs), (Role::Index, zero)]);
    /// let graph = ConstructionGraph::new(&Slice::new(&code, [first], Limits::PUBLISHED)?);
    /// let first = graph.node(Variable::new(1));
    /// assert_eq!(first.index(), None); // no input decides it
    /// assert!(first.constants().eq([(Role::Index, zero)]));
    /// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
    /// ```
    pub fn constants(self) -> impl ExactSizeIterator<Item = (Role, Instruction)> + use<'a> {
        self.entry().constants.iter().map(|constant| (constant.role, constant.instruction))
    }

    /// What decides where it is in its array; `None` if it is no element, or if no input decides that: see
    /// [`constants`](Self::constants).
    #[must_use]
    pub fn index(self) -> Option<Variable> {
        self.producer(Role::Index)
    }

    fn producer(self, role: Role) -> Option<Variable> {
        self.producers().iter().find(|(other, _)| *other == role).map(|&(_, producer)| producer)
    }

    /// Whether something is read from it: an object or an array, which has to be there, and not a value to be searched for.
    #[must_use]
    pub fn is_receiver(self) -> bool {
        self.entry().is_receiver
    }

    /// Whether it is an attribute: a field, static or not, or an element.
    #[must_use]
    pub fn is_state(self) -> bool {
        is_state(self.kind())
    }

    /// A shortest path from an input to it, both included. Linear in the graph.
    #[must_use]
    pub fn path(self) -> Vec<Variable> {
        // Backwards, so that each variable knows the next one of its path.
        let mut next: Vec<Option<Variable>> = vec![None; self.graph.len()];
        let mut queue = VecDeque::from([self.variable]);
        while let Some(at) = queue.pop_front() {
            let producers = &self.graph.entries[at.index()].producers;
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
        &self.graph.entries[self.variable.index()]
    }
}

impl PartialEq for Node<'_> {
    /// The same variable of the same graph.
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.graph, other.graph) && self.variable == other.variable
    }
}

const fn is_state(kind: Kind) -> bool {
    matches!(kind, Kind::StaticField(_) | Kind::Field(_) | Kind::Element)
}
