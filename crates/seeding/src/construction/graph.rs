//! The construction graph: the inputs of a method, the attributes that are reached from them, and
//! the ways to reach them.

use super::node::{Constant, Node};
use super::values::{Value, values};
use crate::keys::{NumberMap, is_input, is_state};
use crate::search::{Components, distances, reached};
use crate::slice::Slice;
use crate::sort::sort_by_key;
use alloc::vec;
use alloc::vec::Vec;
use sbst::flow::dependences::{InstructionKind, Role};
use sbst::id::{Instruction, Variable};

/// Graph of the attributes of inputs that decide a branch, and of the variables through which a
/// test accesses them.
///
/// Its *variables* are:
///
/// - inputs: parameters, the object whose method it is, and static fields; a field of that object
///   is an input and an attribute;
/// - attributes, or state variables: static fields, fields, array elements;
/// - calls whose code is not known;
/// - calls with known code whose result is a receiver, such as `player()` in
///   `state.player(id).action`;
/// - computations ([`InstructionKind::Other`]), and choices between several values
///   ([`InstructionKind::Cast`]).
///
/// An edge leads from each variable to each variable that is made of it, with the role that the
/// first variable has in the second one. The graph keeps the variables that lie on a path from an
/// input to an attribute. It drops constants and computations of constants. It also drops
/// parameters of which no attribute is made: for `a.size > p`, the search sets `p` without a plan.
///
/// # When two instructions are one variable
///
/// - Two reads are one variable if they read the same field of the same receiver, or the same
///   element of the same array. Equal names of fields do not suffice.
/// - A cast is the value that it takes. A parameter of a callee is its argument.
/// - A call with known code stands for the value that it [returns](Node::returned): a field of its
///   result is a field of that value. If the result is a receiver, the call is a variable as well,
///   and the field of the result is read from the call, because the returned value may be a private
///   field. All calls that return one value are one variable.
/// - On a cycle, such as `n = n.next` in a loop, each instruction is a variable of its own.
///   [`unrolled`](Self::unrolled) graphs have no cycles.
///
/// Variables are numbered by the place where they occur first: the sliced method before its
/// callees, then by instruction.
///
/// Time O(n log n), space O(n) for n operands in the slice.
///
/// # Source
///
/// OBJ, sections 3.1.1 and 3.1.2, Figure 4. This graph differs in four points:
///
/// - In OBJ every instruction on a path is a node, except aliases of `this` and of parameters. Here
///   a node is a value.
/// - Here a call is a node only if its code is not known, or if a test needs its result as an
///   object.
/// - OBJ distinguishes calls at different sites (footnote 2). Here calls that return one value are
///   one node.
/// - OBJ ends slices at static fields, and drops such paths when it distils. Here static fields are
///   inputs and attributes.
///
/// # Examples
///
/// The variables of Listings 2 and 4 of OBJ that line 13 of `checkRules` needs for `actor`, in the
/// order of their plan:
///
/// ```
/// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
/// use sbst::id::Symbol;
/// use sbst_seeding::construction::{ConstructionGraph, MAX_STATEMENTS};
/// use sbst_seeding::slice::{Limits, Slice};
///
/// // state.player(action.getActor()).getAction() == 1
/// let names = ["actor", "players", "action"];
/// let mut code = DependenceGraph::new();
/// let this = code.add(InstructionKind::This, []);
/// let [actor, players, act] = [0, 1, 2].map(|name| {
///     code.add(InstructionKind::Field(Symbol::new(name)), [(Role::Receiver, this)])
/// });
/// let [action, state] =
///     [0, 1].map(|place| code.add(InstructionKind::Parameter(place), []));
/// let get_actor = code.add(InstructionKind::Call, [(Role::Receiver, action)]);
/// let given = [(Role::Receiver, state), (Role::Argument(0), get_actor)];
/// let player = code.add(InstructionKind::Call, given);
/// let get_action = code.add(InstructionKind::Call, [(Role::Receiver, player)]);
/// let id = code.add(InstructionKind::Parameter(0), []); // of player()
/// let index = code
///     .add(InstructionKind::Element, [(Role::Receiver, players), (Role::Index, id)]);
/// code.returns(get_actor, actor)?.returns(player, index)?.returns(get_action, act)?;
///
/// // Line 7 controls the branch: if (actor == null) return false;
/// let slice = Slice::of_branch(&code, [get_action], [player], Limits::PUBLISHED)?;
/// let graph = ConstructionGraph::new(&slice);
/// let plan = graph.plan_all(MAX_STATEMENTS, |_| Some(1));
/// let made = plan.steps.iter().map(|step| match graph.node(step.variable()).kind {
///     InstructionKind::Field(name) => names[name.index()],
///     InstructionKind::Element => "index",
///     InstructionKind::Call => "player()",
///     _ => "input",
/// });
/// let made: Vec<&str> = made.collect();
/// let order = ["input", "input", "actor", "players", "index", "player()", "action"];
/// assert_eq!(made, order);
/// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
/// ```
///
/// A getter with known code, and the path to an attribute of its result:
///
/// ```
/// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
/// use sbst::id::Symbol;
/// use sbst_seeding::construction::{ConstructionGraph, Node};
/// use sbst_seeding::slice::{Limits, Slice};
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
/// let slice = Slice::of_branch(&code, [age], [], Limits::PUBLISHED)?;
/// let graph = ConstructionGraph::new(&slice);
/// let kinds: Vec<InstructionKind> =
///     graph.nodes().iter().map(|node| node.kind).collect();
/// let fields = [InstructionKind::Field(AGE), InstructionKind::Field(OWNER)];
/// assert_eq!(
///     kinds,
///     [InstructionKind::Parameter(0), InstructionKind::Call, fields[0], fields[1]]
/// );
/// let [account, call, age, owner] = [0, 1, 2, 3].map(|at| graph.nodes().get(at));
/// let variables = |nodes: [Option<&Node>; 3]| {
///     nodes.into_iter().map(|node| Some(node?.variable)).collect::<Option<Vec<_>>>()
/// };
/// assert_eq!(
///     age.map(|node| graph.path(node.variable)),
///     variables([account, call, age])
/// );
/// let returned = call.and_then(|call| call.returned());
/// assert_eq!(returned, owner.map(|owner| owner.variable));
/// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstructionGraph {
    /// The variables, by number.
    nodes: Vec<Node>,
    /// The chains of calls that lead to the instructions of the variables.
    pub(super) chains: Chains,
    /// `true` if no place was left out by the limit of [`unrolled`](Self::unrolled).
    is_complete: bool,
}

/// Chains of calls, innermost call first: each call with the number of the chain that leads to it.
/// The chain with number 0 belongs to the sliced method and has no call.
type Chains = Vec<(Option<Instruction>, u32)>;

impl ConstructionGraph {
    /// Creates the construction graph of a slice.
    #[must_use]
    pub fn new(slice: &Slice) -> Self {
        // Step 1: value numbering. Instructions that yield the same value become one value.
        let values = values(slice);
        let (mut uses, mut edges) = (Vec::new(), Vec::new());
        for (user, value) in values.iter().enumerate() {
            for &(role, producer) in &value.producers {
                uses.push((user as u32, producer));
                // The result of a call with known code comes from an input if the returned value
                // does. Its arguments do not count: in `make(input)`, the program makes the object
                // itself, and no test can set its attributes.
                if value.returned().is_none() || role == Role::Returned {
                    edges.push((producer, user as u32));
                }
            }
        }
        // Step 2: distilling (OBJ, 3.1.2). Only paths remain that start with an input and end with
        // a read of a field or an element: `from_inputs` is the forward half, `to_state` the
        // backward half. Static fields as inputs and attributes are this crate's.
        let inputs: Vec<_> = values.iter().map(|value| is_input(value.kind)).collect();
        let from_inputs = reached(&edges, &inputs);
        // A use of a value that comes from no input is no part of such a path.
        uses.retain(|&(_, producer)| from_inputs[producer as usize]);
        let value = |at: u32| &values[at as usize];
        let all = 0..values.len() as u32;
        let is_state = |at: u32| is_state(value(at).kind) && from_inputs[at as usize];
        let to_state = reached(&uses, &all.clone().map(is_state).collect::<Vec<_>>());
        let mut kept: Vec<u32> = all.filter(|&at| to_state[at as usize]).collect();
        kept.sort_unstable_by_key(|&at| (value(at).place, at));
        // Step 3: make the nodes.
        let (chains, chain_of) = chains(slice, kept.iter().map(|&at| value(at).place.0));
        let nodes = kept.iter().map(|&at| {
            let Value { kind, place: (context, instruction), ref known, .. } = *value(at);
            Node::new(kind, instruction, chain_of[&context.into()], known.clone())
        });
        let parts = |at: u32| (&*value(at).producers, value(at).place.1);
        Self::of(nodes.collect(), &kept, parts, chains, true)
    }

    /// Creates a graph of nodes without producers.
    ///
    /// `numbers` has the number of each node outside of this graph. `parts` returns, for such a
    /// number, the numbers of its parts and an instruction that yields it. Parts without a node are
    /// constants.
    pub(super) fn of<'p>(
        mut nodes: Vec<Node>,
        numbers: &[u32],
        parts: impl Fn(u32) -> (&'p [(Role, u32)], Instruction),
        chains: Chains,
        is_complete: bool,
    ) -> Self {
        let count = numbers.iter().max().map_or(0, |&greatest| greatest as usize + 1);
        let mut variables = vec![None; count];
        for (variable, &number) in (0..).zip(numbers) {
            variables[number as usize] = Some(Variable::new(variable));
        }
        for (node, &number) in nodes.iter_mut().zip(numbers) {
            for &(role, number) in parts(number).0 {
                match variables.get(number as usize).copied().flatten() {
                    Some(variable) => node.producers.push((role, variable)),
                    None => {
                        let instruction = parts(number).1;
                        node.constants.push(Constant { role, number, instruction });
                    }
                }
            }
        }
        // `is_receiver` spreads backwards through choices and calls: the value that a choice takes,
        // or that a call returns, is the same object.
        let mut is_receiver: Vec<bool> = nodes.iter().map(|node| node.is_called).collect();
        let mut same = Vec::new();
        for at in 0..nodes.len() {
            let (variable, kind) = (Variable::new(at as u32), nodes[at].kind);
            nodes[at].variable = variable;
            nodes[at].is_input = is_input(kind);
            for place in 0..nodes[at].producers.len() {
                let (role, producer) = nodes[at].producers[place];
                nodes[producer.index()].users.push((role, variable));
                if role == Role::Receiver {
                    is_receiver[producer.index()] = true;
                    let is_of_this = nodes[producer.index()].kind == InstructionKind::This;
                    nodes[at].is_input |= is_of_this && matches!(kind, InstructionKind::Field(_));
                }
                let is_returned = kind == InstructionKind::Call && role == Role::Returned;
                if kind == InstructionKind::Cast || is_returned {
                    same.push((at as u32, producer.number()));
                }
            }
        }
        for (node, is_receiver) in nodes.iter_mut().zip(reached(&same, &is_receiver)) {
            node.is_receiver = is_receiver;
        }
        // Constants still have the numbers of values or places. They get numbers from 0, in the
        // order of their first users.
        let mut numbers = NumberMap::new();
        for node in &mut nodes {
            for constant in &mut node.constants {
                let next = numbers.len() as u32;
                constant.number = *numbers.entry(constant.number.into()).or_insert(next);
            }
        }
        Self { nodes, chains, is_complete }
    }

    /// Returns the variables, in the order of their numbers. The returned slice is empty if no
    /// attribute of an input decides the branch.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns a variable.
    ///
    /// # Panics
    ///
    /// If the variable is not in this graph. `nodes().get(variable.index())` returns `None`
    /// instead.
    #[must_use]
    pub fn node(&self, variable: Variable) -> &Node {
        assert!(
            variable.index() < self.nodes.len(),
            "variable {variable} is not in this construction graph, which has {} variables: use \
             ids from its own nodes",
            self.nodes.len()
        );
        &self.nodes[variable.index()]
    }

    /// Returns `true` if the graph has all places up to the depth that was passed to
    /// [`unrolled`](Self::unrolled). A graph that was made of a slice is always complete;
    /// [`Slice::cut`] returns the calls that the slice lacks.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns the leaves, the most urgent [need](Node::need) first, then by number. Time O(n log n)
    /// for n variables.
    ///
    /// A leaf is an attribute that a plan builds for its own sake: a value for the search to set,
    /// or an object of which nothing else in the graph is made.
    ///
    /// Source: OBJ, 3.1.1, which lists `target`, `actor`, `index` and `action` as leaves of Figure
    /// 4, although `player()` is made of `actor` (3.2.2). Here `index`, the element that `player()`
    /// returns, is no leaf: it is built because an attribute of the result needs it.
    ///
    /// ```
    /// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
    /// use sbst::id::Symbol;
    /// use sbst_seeding::construction::ConstructionGraph;
    /// use sbst_seeding::slice::{Limits, Slice};
    ///
    /// // if order.open { if order.customer.age < 18 { .. } }
    /// let mut code = DependenceGraph::new();
    /// let order = code.add(InstructionKind::Parameter(0), []);
    /// let [open, customer] = [0, 1].map(|name| {
    ///     code.add(InstructionKind::Field(Symbol::new(name)), [(Role::Receiver, order)])
    /// });
    /// let age =
    ///     code.add(InstructionKind::Field(Symbol::new(2)), [(Role::Receiver, customer)]);
    /// code.control(age, open)?;
    /// let slice = Slice::of_branch(&code, [age], [], Limits::PUBLISHED)?;
    /// let graph = ConstructionGraph::new(&slice);
    /// let leaves = graph.leaves().into_iter().map(|leaf| graph.node(leaf).instruction);
    /// // The customer is no leaf: the age is read from it.
    /// assert!(leaves.eq([age, open]));
    /// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
    /// ```
    #[must_use]
    pub fn leaves(&self) -> Vec<Variable> {
        let is_leaf =
            |node: &&Node| node.is_state() && (!node.is_receiver || node.users.is_empty());
        let mut leaves: Vec<&Node> = self.nodes.iter().filter(is_leaf).collect();
        sort_by_key(&mut leaves, |leaf| leaf.need); // stable: by number
        leaves.into_iter().map(|leaf| leaf.variable).collect()
    }

    /// Returns the calls that lead to the instruction of a variable, the innermost call first.
    /// There are none if the instruction is in the sliced method, or if the variable is not in this
    /// graph.
    ///
    /// Source: OBJ, section 3.1.1, which names for each leaf of Figure 4 the call that accesses it:
    /// `getActor()` for `actor`.
    ///
    /// ```
    /// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
    /// use sbst::id::{Symbol, Variable};
    /// use sbst_seeding::construction::ConstructionGraph;
    /// use sbst_seeding::slice::{Limits, Slice};
    ///
    /// // if action.getActor() > 7 { .. }
    /// let mut code = DependenceGraph::new();
    /// let this = code.add(InstructionKind::This, []);
    /// let actor =
    ///     code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, this)]);
    /// let action = code.add(InstructionKind::Parameter(0), []);
    /// let get_actor = code.add(InstructionKind::Call, [(Role::Receiver, action)]);
    /// code.returns(get_actor, actor)?;
    /// let slice = Slice::of_branch(&code, [get_actor], [], Limits::PUBLISHED)?;
    /// let graph = ConstructionGraph::new(&slice);
    /// assert!(graph.calls(Variable::new(1)).eq([get_actor]));
    /// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
    /// ```
    pub fn calls(&self, variable: Variable) -> impl Iterator<Item = Instruction> + Clone {
        let at = |chain: u32| {
            self.chains.get(chain as usize).and_then(|&(call, outer)| Some((call?, outer)))
        };
        let innermost = self.nodes.get(variable.index()).and_then(|node| at(node.chain));
        core::iter::successors(innermost, move |&(_, outer)| at(outer)).map(|(call, _)| call)
    }

    /// Returns a shortest path to a variable from a parameter, the object of the method, or a
    /// static field, including both ends. The path is empty if the variable is not in this graph.
    /// Time linear in the graph.
    #[must_use]
    pub fn path(&self, variable: Variable) -> Vec<Variable> {
        let edges = self.nodes.iter().flat_map(|node| {
            node.producers.iter().map(|&(_, of)| (node.variable.index(), of.index()))
        });
        let far = distances(self.nodes.len(), edges, |at| self.nodes[at].producers.is_empty());
        let next = |at: &Variable| {
            let rest = far[at.index()].checked_sub(1)?;
            let mut producers = self.nodes[at.index()].producers.iter().map(|&(_, of)| of);
            producers.find(|of| far[of.index()] == rest)
        };
        let end = self.nodes.get(variable.index()).map(|node| node.variable);
        let mut path: Vec<Variable> = core::iter::successors(end, next).collect();
        path.reverse();
        path
    }

    /// Returns the strongly connected components of the graph with only the edges from producers
    /// for which `counts` is `true`.
    pub(super) fn components(&self, counts: impl Fn(&Node, Role) -> bool) -> Components {
        let mut uses = Vec::new();
        for node in &self.nodes {
            let producers = node.producers.iter().filter(|&&(role, _)| counts(node, role));
            uses.extend(
                producers.map(|&(_, producer)| (node.variable.number(), producer.number())),
            );
        }
        Components::new(self.nodes.len(), &uses)
    }
}

/// Returns the chains of calls that lead to the given contexts of a slice, and the number of the
/// chain of each context. Time O(n log n) for chains with n calls in total; calls that chains share
/// count once.
fn chains(slice: &Slice, contexts: impl Iterator<Item = u32>) -> (Chains, NumberMap) {
    let outer = |call: usize| slice.occurrences[call].context;
    let (mut chains, mut chain_of) = (Vec::new(), NumberMap::new());
    chain_of.insert(0, 0);
    for mut context in contexts {
        // Outwards, up to the first context that is known.
        while chain_of.insert(context.into(), 0).is_none()
            && let Some(call) = slice.call_of(context)
        {
            context = outer(call);
        }
    }
    // Inwards: a context comes after the one that calls it.
    let contexts: Vec<u64> = chain_of.keys().copied().collect();
    for context in contexts {
        chain_of.insert(context, chains.len() as u32);
        chains.push(match slice.call_of(context as u32) {
            Some(call) => {
                (Some(slice.occurrences[call].instruction), chain_of[&outer(call).into()])
            }
            None => (None, 0),
        });
    }
    (chains, chain_of)
}
