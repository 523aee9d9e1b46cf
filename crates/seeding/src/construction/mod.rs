//! Construction plans: the attributes of inputs that decide a branch, and an order of steps in
//! which a test can build them.
//!
//! A branch such as `state.players[action.actor].kind == 1` gives a search no direction while the
//! objects do not exist. A plan is a template that builds the objects. The search starts from this
//! template and changes only the values in its *slots*.
//!
//! | task | item |
//! |---|---|
//! | describe the instructions of the program and their dependences | [`DependenceGraph`] |
//! | find everything that the branch depends on, backwards and through calls | [`Slice`] |
//! | reduce the slice to the variables between inputs and attributes | [`ConstructionGraph::new`] |
//! | resolve choices, and unroll linked structures up to a depth | [`ConstructionGraph::unrolled`] |
//! | ask why the branch needs a variable, and through which calls | [`Node::need`], [`Need`], [`ConstructionGraph::calls`] |
//! | plan the steps, within a number of statements | [`ConstructionGraph::plan`], [`Plan`] |
//! | choose the method that sets or gets an attribute | [`AccessPaths`], [`path_score`], [`Sampling`] |
//! | decide when to make a seed, and for which branch | [`activated_branch`] |
//!
//! [`DependenceGraph`] is in [`sbst::flow::dependences`], [`Slice`] in [`slice`](crate::slice). You
//! give instructions, names and types their meaning, and you build the objects.
//!
//! ```
//! use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
//! use sbst::id::Symbol;
//! use sbst_seeding::construction::{ConstructionGraph, MAX_STATEMENTS, PlanStep};
//! use sbst_seeding::slice::{Limits, Slice};
//!
//! // if order.open { if order.customer.age < 18 { .. } }
//! let names = ["open", "customer", "age"];
//! let mut code = DependenceGraph::new();
//! let order = code.add(InstructionKind::Parameter(0), []);
//! let field = |name| InstructionKind::Field(Symbol::new(name));
//! let [open, customer] =
//!     [0, 1].map(|name| code.add(field(name), [(Role::Receiver, order)]));
//! let age = code.add(field(2), [(Role::Receiver, customer)]);
//! code.control(customer, open)?.control(age, open)?; // read within the outer branch
//!
//! let slice = Slice::of_branch(&code, [age], [open], Limits::PUBLISHED)?;
//! let graph = ConstructionGraph::new(&slice).unrolled(3, 1000);
//! let plan = graph.plan(MAX_STATEMENTS, |_| Some(1));
//!
//! // The statements that a test generator makes of it.
//! let mut test = Vec::new();
//! for step in plan.steps {
//!     let node = graph.node(step.variable());
//!     let of = node.receiver().map(|of| of.to_string()).unwrap_or_default();
//!     test.push(match (step, node.kind) {
//!         (PlanStep::Input { variable, .. }, _) => {
//!             format!("{variable} = new Order()")
//!         }
//!         (PlanStep::Read { variable }, InstructionKind::Field(field)) => {
//!             let name = names[field.index()];
//!             format!("{variable} = {of}.{name}, or {of}.{name} = new")
//!         }
//!         (PlanStep::Write { slot, .. }, InstructionKind::Field(field)) => {
//!             format!("{of}.{} = slot {slot}", names[field.index()])
//!         }
//!         _ => continue,
//!     });
//! }
//! let read = "v2 = v0.customer, or v0.customer = new";
//! let writes = ["v0.open = slot 0", "v2.age = slot 1"];
//! assert_eq!(test, ["v0 = new Order()", writes[0], read, writes[1]]);
//! # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
//! ```
//!
//! # Definitions
//!
//! - A *variable* is a value in the program that a test can influence: an input, an attribute of an
//!   input, the result of a call, or a computation. A *producer* of a variable is a variable that
//!   it is made of; a *user* is a variable that is made of it.
//! - An *attribute*, or state variable, is a field, a static field, or an element of an array. Its
//!   *receiver* is the object or array that has it.
//! - A *choice* is a variable that is one of several values, such as a local variable that is
//!   assigned twice.
//! - A *leaf* is an attribute that is built for its own sake: a value for the search to set, or an
//!   object of which nothing else is made.
//! - The *need* of a variable is the reason why it is in the graph: operand of the branch, other
//!   data, or control dependence.
//! - A *place* is a variable of an [unrolled](ConstructionGraph::unrolled) graph: one way in which
//!   a variable can be made, such as `list.head.next.value`.
//! - An *access path* is a sequence of methods: a test calls the first one, each one calls the
//!   next, and the last one sets or gets the attribute.
//!
//! # The paper, item by item
//!
//! OBJ is Lin, Ong, Sun, Fraser, Dong, "Graph-based seed object synthesis for search-based unit
//! testing" (ESEC/FSE 2021).
//!
//! | item of OBJ | where it is here |
//! |---|---|
//! | Figure 1: share of methods with object inputs | absent: a measurement |
//! | 1, slots are values of primitive type | [`Plan::slots`]; here a slot may also hold an object, if nothing is read from it |
//! | 1, branch distance of Listing 1 | [`Rules`](sbst::distance::Rules): 3 + K for any K > 0, so 4 by default; the paper's example takes K = 0 |
//! | footnote 1, n / (n + 1) | [`Normaliser`](sbst::distance::Normaliser); the footnote prints 3 / 4 as 0.25, but it is 0.75 |
//! | Figures 2 and 3: landscapes without and with objects | absent: motivation |
//! | Listings 2 and 4: `checkRules`, `player()` | the example of [`ConstructionGraph`]; in the repository, `tests/seeds/construction` and `examples/construction.rs` |
//! | Listing 3: a random test | absent: random tests belong to the search |
//! | 3.1.1, graph ⟨I, N, E⟩ | [`ConstructionGraph`]; I: [`Node::is_input`]; E: [`Node::producers`], [`Node::users`], with roles |
//! | 3.1.1, kinds of nodes (Figure 4) | [`InstructionKind`]; a call with known code is a node only if its result is a receiver, as that of `player()` is |
//! | 3.1.1, a node as operation and as variable | [`PlanStep`] is the operation, [`Node`] the variable |
//! | 3.1.1, leaf nodes | [`ConstructionGraph::leaves`]; `index`, the element that `player()` returns, is a leaf in the paper and none here |
//! | 3.1.1, the method by which a leaf is accessed | [`ConstructionGraph::calls`] |
//! | 3.1.2, the branch is the slicing criterion | [`Slice::of_branch`]: its operands, and the operands of the branches that control it; slices without controls are this crate's |
//! | 3.1.2, where slices end | [`Slice`]: at parameters, the object, static fields, and instructions without operands. Fields of the instance do not end a slice, because earlier writes to them belong to it. The slice also continues through the branches that control a read of an input |
//! | 3.1.2, method inputs: parameters, fields of the instance | [`Node::is_input`]. A static field is an input only here: the paper ends slices at static fields, and drops such paths when it distils |
//! | 3.1.2, depth of the call graph t_dep | [`Limits::call_depth`] |
//! | Figure 5: the sliced dependence graph | [`Slice::occurrences`]; the edges of the slice are not public; the caller's program is a [`DependenceGraph`] |
//! | footnote 2: calls at two sites are distinguished | occurrences and attributes are distinguished; calls that return one value are one node |
//! | 3.1.2, state variables | [`Node::is_state`]: fields of the instance and elements; here also static fields |
//! | footnote 3: elements are fields of an array | [`InstructionKind::Element`], an attribute as [`InstructionKind::Field`] is |
//! | 3.1.2, flows across calls, aliases | [`Slice`] binds parameters and the object to the operands of the call; other aliases: [`DependenceGraph::alias`] |
//! | 3.1.2, distilling, path of the construction | [`ConstructionGraph::new`], [`ConstructionGraph::path`]; this crate also keeps paths from static fields |
//! | 3.2.1, Algorithm 1 | [`ConstructionGraph::plan_all`] gives the same statements, and reports cycles, on which the algorithm does not end. [`plan`](ConstructionGraph::plan), for leaves and their needs, and [`plan_towards`](ConstructionGraph::plan_towards) are this crate's |
//! | Algorithm 1, line 1: call the target with random inputs | absent: the caller does it |
//! | 3.2.2, node-statement map, roles of defined variables | [`PlanStep::variable`] and [`Node::producers`]; the caller makes the statements |
//! | 3.2.2, nodes without statements | casts, bound parameters and local variables are no nodes; choices and computations have no step |
//! | 3.2.2, setter for a leaf, getter for other nodes | `Write` sets a leaf, and `Read` gets a node that is no leaf, as printed. In this crate `Read` may also make the object, and `Put` sets the object that a call returns; see [`PlanStep`] |
//! | 3.2.2, public and static fields: direct access | absent: the caller does it |
//! | 3.2.2, call graph of the class, interesting paths | [`AccessPaths::of`] |
//! | 3.2.2, N_v | [`valid_parameters`] of the instruction that writes; accessed fields of the instance do not count |
//! | 3.2.2, comp(m) = \|B'\| / \|B\| | [`Leading`] with [`Counted::PUBLISHED`]; 1 if \|B\| is 0, where the paper is silent. [`Counted::Decided`], the default, is this crate's: it leaves out decisions after the access |
//! | Eq. 1, score of a path | [`path_score`], [`AccessPaths::scores`] |
//! | 3.2.2, score of a method, sampling; Figure 6 | [`AccessPaths::sampling`], [`Sampling`]; uniform if all scores are 0, where the paper is silent |
//! | 3.3, after each iteration one uncovered branch at random, with a probability | [`activated_branch`] |
//! | 3.3, during the evolution only, not for the initial population | absent: the caller decides it |
//! | 4: EvoObj on EvoSuite | absent: a tool |
//! | 5.1, t_dep = 5; 200 statements; probability 0.3 | [`Limits::PUBLISHED`], [`MAX_STATEMENTS`], [`ACTIVATION`] |
//! | 5.1, 200 seconds; Figures 7 to 9 and 11, Tables 1 and 2 | absent: the experiment and its results |
//! | 5.2, a node may be several statements | the cost in [`ConstructionGraph::plan_towards`] |
//! | Figure 10: a containment relation | absent |
//! | 5.2, EvoSuite's limit of 40 statements | absent |
//! | Listing 5: `equals` casts its parameter | [`Node::casts`]; the paper does not treat casts |
//! | 5.2, fields without setters and getters | the caller refuses them: [`UnbuiltReason::Refused`] |
//! | 5.2 and 7, dynamic taint analysis, smaller tests | absent: future work |
//! | not in the paper | [`unrolled`](ConstructionGraph::unrolled), cycles and choices, [`Need`] and its order, [`PathLimits`], [`Limits::occurrences`] |

mod access_path;
mod call_graph;
mod choice;
mod graph;
mod node;
mod places;
#[cfg(feature = "serde")]
mod plain;
mod plan;
mod score;
mod step;
mod terms;
mod unroll;
mod values;

#[cfg(doc)]
use crate::slice::{Limits, Slice};
#[cfg(doc)]
use sbst::flow::dependences::{DependenceGraph, InstructionKind};

pub use access_path::{AccessPaths, PathError, PathLimits};
pub use choice::{ACTIVATION, activated_branch};
pub use graph::ConstructionGraph;
pub use node::{Node, Site};
pub use plan::{MAX_STATEMENTS, Plan};
pub use score::{Counted, Leading, Sampling, path_score, valid_parameters};
pub use step::{Need, PlanStep, UnbuiltReason};
