//! Construction plans: the attributes of inputs that decide a branch, and an order in which a test can build them.
//!
//! A branch such as `state.players[action.actor].kind == 1` has no gradient as long as the objects do not exist. A plan is a template that
//! builds them. The search starts from the template, and changes only the values in its slots.
//!
//! | step | use |
//! |---|---|
//! | describe the instructions of the program and their dependences | [`DependenceGraph`] |
//! | find everything that the branch depends on, backwards through calls | [`Slice`] |
//! | reduce it to the variables between inputs and attributes | [`ConstructionGraph`], with linked structures up to some depth: [`unrolled`](ConstructionGraph::unrolled) |
//! | see what the branch needs of a variable, and by which calls the program gets it | [`Node`], [`Need`] |
//! | plan the steps, within a number of statements | [`Plan`] |
//! | choose the method that sets or gets an attribute | [`AccessPaths`], [`path_score`], [`Sampling`] |
//! | decide when to make a seed, and for which branch | [`activated_branch`] |
//!
//! The first two are in [`flow::dependences`](crate::flow::dependences). You define the meaning of instructions, names and types, and you
//! build the objects.
//!
//! ```
//! use sbst::flow::dependences::{
//!     DependenceGraph, InstructionKind, Limits, Role, Slice,
//! };
//! use sbst::id::Symbol;
//! use sbst::seeding::construction::{ConstructionGraph, MAX_STATEMENTS, PlanStep};
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
//! # The paper, item by item
//!
//! OBJ: Lin, Ong, Sun, Fraser, Dong, "Graph-based seed object synthesis for search-based unit testing" (ESEC/FSE 2021).
//!
//! | OBJ | here |
//! |---|---|
//! | Figure 1: share of methods with object inputs | absent: a measurement |
//! | 1, slots are values of primitive type | [`Plan::slots`]; a slot may be an object here, if nothing is read from it |
//! | 1, branch distance of Listing 1 | [`Rules`](crate::distance::Rules) (any K > 0: 3 + K, so 4 by default; the paper's example takes K = 0) |
//! | footnote 1, n / (n + 1) | [`Normaliser`](crate::distance::Normaliser); the note prints 3 / 4 as 0.25, which is 0.75 |
//! | Figures 2 and 3: landscapes without and with objects | absent: motivation |
//! | Listings 2 and 4: `checkRules`, `player()` | the example of [`ConstructionGraph`]; `tests/seeds/construction`, `examples/construction.rs` |
//! | Listing 3: a random test | absent: the search's own |
//! | 3.1.1, graph ⟨I, N, E⟩ | [`ConstructionGraph`]; I: [`Node::is_input`]; E: [`Node::producers`], [`Node::users`], with roles |
//! | 3.1.1, kinds of nodes (Figure 4) | [`InstructionKind`]; calls are nodes if their result is a receiver, as `player()` is |
//! | 3.1.1, a node as operation and as variable | [`PlanStep`] and [`Node`] |
//! | 3.1.1, leaf nodes | [`Node::is_leaf`], [`ConstructionGraph::leaves`]; `index`, the element that `player()` returns, a leaf there, is none here |
//! | 3.1.1, by which method a leaf is accessed | [`ConstructionGraph::calls`] |
//! | 3.1.2, the branch is the slicing criterion | [`Slice::of_branch`]: its operands, and the operands of what controls it; slices without controls are ours |
//! | 3.1.2, where slices end | [`Slice`]: at parameters, the object, static fields, instructions without operands; not at fields of the instance, whose earlier writes belong to the slice, nor at what controls a read of an input |
//! | 3.1.2, method inputs: parameters, fields of the instance | [`Node::is_input`]; a static field (ours: OBJ ends slices there, and distils such paths away) |
//! | 3.1.2, depth of the call graph t_dep | [`Limits::call_depth`] |
//! | Figure 5: the sliced dependence graph | [`Slice::occurrences`]; the edges of the slice are not public; the caller's program is a [`DependenceGraph`] |
//! | footnote 2: calls at two sites are told apart | occurrences and attributes are; calls that return one value are one node |
//! | 3.1.2, state variables | [`Node::is_state`]: fields of the instance and elements; static fields, too, which is ours |
//! | footnote 3: elements are fields of an array | [`InstructionKind::Element`], an attribute as [`InstructionKind::Field`] is |
//! | 3.1.2, flows across calls, aliases | parameters and the object are bound to the operands of the call, in [`Slice`]; other aliases: [`DependenceGraph::alias`] |
//! | 3.1.2, distilling, path of the construction | [`ConstructionGraph::new`], [`ConstructionGraph::path`]; paths from static fields are kept, which is ours |
//! | 3.2.1, Algorithm 1 | [`ConstructionGraph::plan_all`]: the same statements; cycles are reported, where the algorithm does not end. [`plan`](ConstructionGraph::plan), for leaves and what they need, and [`plan_towards`](ConstructionGraph::plan_towards) are ours |
//! | Algorithm 1, line 1: call the target with random inputs | absent: the caller's |
//! | 3.2.2, node-statement map, roles of defined variables | [`PlanStep::variable`] and [`Node::producers`]; the statements are the caller's |
//! | 3.2.2, nodes without statements | casts, bound parameters and local variables are no nodes; choices and computations have no step |
//! | 3.2.2, setter for a leaf, getter for other nodes | `Write` sets a leaf, `Read` gets a node that is none, as printed; that `Read` may also make the object, and that `Put` sets what a call returns, is ours; see [`PlanStep`] |
//! | 3.2.2, public and static fields: direct access | absent: the caller's |
//! | 3.2.2, call graph of the class, interesting paths | [`AccessPaths::of`] |
//! | 3.2.2, N_v | [`valid_parameters`] of the instruction that writes; accessed fields of the instance do not count |
//! | 3.2.2, comp(m) = \|B'\| / \|B\| | [`Leading`] with [`Counted::PUBLISHED`]; 1 if \|B\| is 0, where it is silent; [`Counted::Decided`], the default, leaves out what is decided after, which is ours |
//! | Eq. 1, score of a path | [`path_score`], [`AccessPaths::scores`] |
//! | 3.2.2, score of a method, sampling; Figure 6 | [`AccessPaths::sampling`], [`Sampling`]; all scores 0, where it is silent: uniform |
//! | 3.3, after each iteration one uncovered branch at random, with a probability | [`activated_branch`] |
//! | 3.3, during the evolution only, not for the initial population | absent: the caller's |
//! | 4: EvoObj on EvoSuite | absent: a tool |
//! | 5.1, t_dep = 5; 200 statements; probability 0.3 | [`Limits::PUBLISHED`], [`MAX_STATEMENTS`], [`ACTIVATION`] |
//! | 5.1, 200 seconds; Figures 7 to 9 and 11, Tables 1 and 2 | absent: the experiment and its results |
//! | 5.2, a node may be several statements | the cost in [`ConstructionGraph::plan_towards`] |
//! | Figure 10: a containment relation | absent |
//! | 5.2, EvoSuite's limit of 40 statements | absent |
//! | Listing 5: `equals` casts its parameter | [`Node::casts`]; the paper says nothing of casts |
//! | 5.2, fields without setters and getters | refused by the caller: [`UnbuiltReason::Refused`] |
//! | 5.2 and 7, dynamic taint analysis, smaller tests | absent: future work |
//! | not in the paper | [`unrolled`](ConstructionGraph::unrolled), cycles and choices, [`Need`] and its order, [`PathLimits`], [`Limits::occurrences`] |

mod access_path;
mod accessor;
mod activation;
mod call_graph;
mod choice;
mod combinations;
mod drawing;
mod graph;
mod leading;
mod need;
mod node;
mod path_limits;
mod places;
#[cfg(feature = "serde")]
mod plain;
mod plan;
mod site;
mod step;
mod terms;
mod unroll;
mod values;

#[cfg(doc)]
use crate::flow::dependences::{DependenceGraph, InstructionKind, Limits, Slice};

pub use access_path::{AccessPaths, PathError};
pub use accessor::{Sampling, path_score, valid_parameters};
pub use activation::{ACTIVATION, activated_branch};
pub use graph::ConstructionGraph;
pub use leading::{Counted, Leading};
pub use need::Need;
pub use node::Node;
pub use path_limits::PathLimits;
pub use plan::{MAX_STATEMENTS, Plan};
pub use site::Site;
pub use step::{PlanStep, UnbuiltReason};
