//! The construction graph: inputs, the state variables that hang on them, and how.

use super::dense::{Components, Users, reached};
use super::dependences::{InstructionKind, Role};
use super::need::Need;
use super::slice::Slice;
use super::values::{Value, values};
use crate::id::{Instruction, Variable};
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// The attributes of inputs that decide a branch, and the variables by way of which a test accesses each of them.
///
/// Its *variables* are
///
/// - the inputs: parameters, the object whose method it is, and static fields (ours: OBJ ends slices there, and distils such paths
///   away);
/// - the state variables: static fields, fields, array elements;
/// - calls: those whose code is not known, and those with known code whose result is a receiver, such as `player()` in
///   `state.player(id).action`;
/// - computations ([`InstructionKind::Other`]), and choices between several values ([`InstructionKind::Cast`]).
///
/// An edge leads from each variable to those that are made of it, with the role that it has there. The graph keeps the variables that lie
/// on a path from an input to a state variable. It drops constants and computations of constants, and parameters that no attribute is made
/// of: in `a.size > p`, the search sets `p` as ever.
///
/// Two reads are the same variable if they read the same field of the same receiver, or the same element of the same array; the name of a
/// field alone does not make them the same. Casts of one value and parameters of callees are the values that they stand for. A call with
/// known code stands for the value that it [returns](super::Node::returned): a field of its result is a field of that value. If the result is a
/// receiver, then the call is a variable as well, and the field hangs on it, because the value may be a private field. All calls that
/// return one value are one variable. Within a cycle, such as `n = n.next` in a loop, each instruction is a variable of its own;
/// [`unrolled`](Self::unrolled) has no cycles.
///
/// Variables are numbered in the order of where they occur first: the sliced method before its callees, then by instruction.
///
/// Time O(n log n), space O(n) for n operands in the slice.
///
/// Source: OBJ, sections 3.1.1 and 3.1.2, Figure 4. There, every instruction on a path is a node (without the aliased `this` and
/// parameters, which it removes); here, a node is a value, and a call is a node of its own only if a test needs its result as an object.
/// OBJ tells calls at different sites apart (footnote 2); here calls that return one value are one node.
///
/// Listings 2 and 4 of OBJ, as far as line 13 of `checkRules` needs `actor`, with the plan for it:
///
/// ```
/// use sbst::id::Symbol;
/// use sbst::seeding::construction::{
///     ConstructionGraph, DependenceGraph, InstructionKind, Limits, MAX_STATEMENTS, Role, Slice,
/// };
///
/// // state.player(action.getActor()).getAction() == 1
/// let names = ["actor", "players", "action"];
/// let mut code = DependenceGraph::new();
/// let this = code.add(InstructionKind::This, []);
/// let [actor, players, act] = [0, 1, 2].map(|name| {
///     code.add(InstructionKind::Field(Symbol::new(name)), [(Role::Receiver, this)])
/// });
/// let [action, state] = [0, 1].map(|place| code.add(InstructionKind::Parameter(place), []));
/// let get_actor = code.add(InstructionKind::Call, [(Role::Receiver, action)]);
/// let given = [(Role::Receiver, state), (Role::Argument(0), get_actor)];
/// let player = code.add(InstructionKind::Call, given);
/// let get_action = code.add(InstructionKind::Call, [(Role::Receiver, player)]);
/// let id = code.add(InstructionKind::Parameter(0), []); // of player()
/// let index = code.add(InstructionKind::Element, [(Role::Receiver, players), (Role::Index, id)]);
/// code.returns(get_actor, actor)?.returns(player, index)?.returns(get_action, act)?;
///
/// // Line 7 controls the branch: if (actor == null) return false;
/// let slice = Slice::of_branch(&code, [get_action], [player], Limits::PUBLISHED)?;
/// let graph = ConstructionGraph::new(&slice);
/// let plan = graph.plan_all(MAX_STATEMENTS, |_| Some(1));
/// let made = plan.steps().iter().map(|step| match graph.node(step.variable()).kind() {
///     InstructionKind::Field(name) => names[name.index()],
///     InstructionKind::Element => "index",
///     InstructionKind::Call => "player()",
///     _ => "input",
/// });
/// let made: Vec<&str> = made.collect();
/// let order = ["input", "input", "actor", "players", "index", "player()", "action"];
/// assert_eq!(made, order);
/// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
/// ```
///
/// A getter, and the path to what it returns:
///
/// ```
/// use sbst::id::Symbol;
/// use sbst::seeding::construction::{
///     ConstructionGraph, DependenceGraph, InstructionKind, Limits, Node, Role, Slice,
/// };
///
/// const OWNER: Symbol = Symbol::new(0);
/// const AGE: Symbol = Symbol::new(1);
/// // if account.owner().age > 17     where owner() returns self.owner
/// let mut code = DependenceGraph::new();
/// let this = code.add(InstructionKind::This, []);
/// let owner = code.add(InstructionKind::Field(OWNER), [(Role::Receiver, this)]);
/// let account = code.add(InstructionKind::Parameter(0), []);
/// let call = code.add(InstructionKind::Call, [(Role::Receiver, account)]);
/// code.returns(call, owner)?;
/// let age = code.add(InstructionKind::Field(AGE), [(Role::Receiver, call)]);
///
/// let slice = Slice::new(&code, [age], Limits::PUBLISHED)?;
/// let graph = ConstructionGraph::new(&slice);
/// let kinds: Vec<InstructionKind> = graph.nodes().map(|node| node.kind()).collect();
/// let fields = [InstructionKind::Field(AGE), InstructionKind::Field(OWNER)];
/// assert_eq!(kinds, [InstructionKind::Parameter(0), InstructionKind::Call, fields[0], fields[1]]);
/// let [account, call, age, owner] = [0, 1, 2, 3].map(|at| graph.nodes().nth(at));
/// let variables = |nodes: [Option<Node<'_>>; 3]| {
///     nodes.into_iter().map(|node| Some(node?.variable())).collect::<Option<Vec<_>>>()
/// };
/// assert_eq!(age.map(|node| node.path()), variables([account, call, age]));
/// let returned = call.and_then(|call| call.returned());
/// assert_eq!(returned, owner.map(|owner| owner.variable()));
/// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstructionGraph {
    entries: Vec<Entry>,
    pub(super) users: Users<(Role, Variable)>,
    pub(super) chains: Chains,
    is_complete: bool,
}

/// Chains of calls: each call with the chain that leads to it. The first chain is that of the sliced method, and has no call.
type Chains = Vec<(Option<Instruction>, u32)>;

pub(super) type Producers = SmallVec<[(Role, Variable); 2]>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) kind: InstructionKind,
    pub(super) instruction: Instruction,
    /// The chain of calls that leads to it.
    pub(super) chain: u32,
    pub(super) producers: Producers,
    /// What it is made of besides.
    pub(super) constants: Vec<Constant>,
    pub(super) need: Need,
    /// The casts that take it.
    pub(super) casts: Vec<Instruction>,
    /// Whether a method with unknown code is called on it.
    pub(super) is_called: bool,
    /// Whether it is called, or something is read from it.
    pub(super) is_receiver: bool,
}

impl Entry {
    /// The variable that a call with known code returns.
    pub(super) fn returned(&self) -> Option<Variable> {
        let returned = |&&(role, _): &&(Role, Variable)| role == Role::Returned && self.kind == InstructionKind::Call;
        self.producers.iter().find(returned).map(|&(_, of)| of)
    }
}

/// A value that no input decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Constant {
    pub(super) role: Role,
    /// Numbered in the order of their first users; equal for equal values.
    pub(super) number: u32,
    pub(super) instruction: Instruction,
}

impl ConstructionGraph {
    /// Creates the construction graph of a slice.
    #[must_use]
    pub fn new(slice: &Slice) -> Self {
        let values = values(slice);
        let count = values.len();
        let edges = values.iter().enumerate().flat_map(|(user, value)| {
            // A call with known code is from an input if the value is that it returns; an object that the program makes itself is not.
            let counts = move |role| value.returned().is_none() || role == Role::Returned;
            let producers = value.producers.iter().filter(move |&&(role, _)| counts(role));
            producers.map(move |&(_, producer)| (producer as usize, user as u32))
        });
        let users = Users::new(count, edges);
        // OBJ, 3.1.2, distilling: paths that start with an input and end with an instruction that reads a field or an element. Static fields
        // are inputs and states, too, which is ours.
        let inputs = values.iter().map(|value| value.kind.is_input()).collect();
        let from_inputs = reached(inputs, |value| users.of(value).iter().copied());
        // What is only an argument of a call whose result is from no input leads nowhere.
        let producers = |value: usize| {
            let producers = values[value].producers.iter().map(|&(_, producer)| producer);
            producers.filter(|&producer| from_inputs[producer as usize])
        };
        let states = values.iter().zip(&from_inputs).map(|(value, &is_from_input)| value.kind.is_state() && is_from_input);
        let to_state = reached(states.collect(), producers);
        let mut kept: Vec<u32> = (0..count as u32).filter(|&value| to_state[value as usize]).collect();
        kept.sort_by_key(|&value| (values[value as usize].place, value));
        let mut variables = vec![None; count];
        for (number, &value) in kept.iter().enumerate() {
            variables[value as usize] = Some(Variable::new(number as u32));
        }
        let (chains, chain_of) = chains(slice, kept.iter().map(|&value| values[value as usize].place.0));
        let entry = |&value: &u32| {
            let Value { kind, place, is_called, need, ref casts, ref producers, .. } = values[value as usize];
            let mut entry = Entry {
                kind,
                instruction: place.1,
                chain: chain_of[&place.0],
                producers: Producers::new(),
                constants: Vec::new(),
                need,
                casts: casts.clone(),
                is_called,
                is_receiver: false,
            };
            for &(role, producer) in producers {
                match variables[producer as usize] {
                    Some(variable) => entry.producers.push((role, variable)),
                    None => {
                        let instruction = values[producer as usize].place.1;
                        entry.constants.push(Constant { role, number: producer, instruction });
                    }
                }
            }
            entry
        };
        Self::of(kept.iter().map(entry).collect(), chains, true)
    }

    pub(super) fn of(mut entries: Vec<Entry>, chains: Chains, is_complete: bool) -> Self {
        let edges = entries.iter().enumerate().flat_map(|(user, entry)| {
            entry.producers.iter().map(move |&(role, producer)| (producer.index(), (role, Variable::new(user as u32))))
        });
        let users = Users::new(entries.len(), edges.clone());
        let called = entries.iter().enumerate().filter(|(_, entry)| entry.is_called).map(|(at, _)| at);
        let read = edges.filter_map(|(of, (role, _))| (role == Role::Receiver).then_some(of));
        let mut receivers: Vec<usize> = called.chain(read).collect();
        while let Some(receiver) = receivers.pop() {
            let entry = &mut entries[receiver];
            if core::mem::replace(&mut entry.is_receiver, true) {
                continue;
            }
            // What a choice takes or a call returns is the object itself.
            if entry.kind == InstructionKind::Cast {
                receivers.extend(entry.producers.iter().map(|(_, producer)| producer.index()));
            }
            receivers.extend(entry.returned().map(Variable::index));
        }
        let mut numbers = BTreeMap::new();
        for constant in entries.iter_mut().flat_map(|entry| &mut entry.constants) {
            let next = numbers.len() as u32;
            constant.number = *numbers.entry(constant.number).or_insert(next);
        }
        Self { entries, users, chains, is_complete }
    }

    /// Returns the number of variables.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns `true` if the graph has no variables: no attribute of an input decides the branch.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns `true` if [`unrolled`](Self::unrolled) has listed all places up to its depth. A graph made of a slice is complete;
    /// [`Slice::cut`] tells the calls that the slice lacks.
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

/// The chains of calls of some contexts, and the number of each context's chain. Linear in the chains.
fn chains(slice: &Slice, contexts: impl Iterator<Item = u32>) -> (Chains, BTreeMap<u32, u32>) {
    let (mut chains, mut chain_of) = (vec![(None, 0)], BTreeMap::from([(0, 0)]));
    let mut outer: Vec<(u32, Instruction)> = Vec::new();
    for mut context in contexts {
        let mut chain = chain_of.get(&context).copied();
        while let (None, Some(call)) = (chain, slice.call_of(context)) {
            outer.push((context, slice.instruction(call)));
            context = slice.occurrences[call].context;
            chain = chain_of.get(&context).copied();
        }
        let mut chain = chain.unwrap_or(0);
        while let Some((context, call)) = outer.pop() {
            chains.push((Some(call), chain));
            chain = chains.len() as u32 - 1;
            chain_of.insert(context, chain);
        }
    }
    (chains, chain_of)
}
