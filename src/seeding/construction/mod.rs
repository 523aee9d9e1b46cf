//! Which attributes of which inputs decide a branch, and in which order to build them.
//!
//! A branch such as `state.players[action.actor].kind == 1` has no gradient as long as the objects are not there. So the search starts from
//! a template that builds them, and changes the values in its slots only.
//!
//! - [`Dependences`] is the caller's program: what each instruction is, and what it depends on. [`DependenceGraph`] is one to be filled.
//! - [`Slice`] goes backwards from the operands of the branch, through calls.
//! - [`ConstructionGraph`] keeps what leads from inputs to attributes; [`unrolled`](ConstructionGraph::unrolled), with linked structures
//!   to some depth.
//! - [`Plan`] is the template: steps in an order in which they can be done, and slots.
//! - [`Sampling`] chooses the method that sets or gets an attribute, by [`path_score`].
//!
//! What instructions, names and types are is for the caller to say; building objects is, too.
//!
//! ```
//! use sbst::id::Symbol;
//! use sbst::seeding::construction::{ConstructionGraph, DependenceGraph, Kind, Limits, MAX_STATEMENTS, Role, Slice, Step};
//!
//! // if order.customer.age < 18 { .. }
//! let names = ["customer", "age"];
//! let mut code = DependenceGraph::new();
//! let order = code.add(Kind::Parameter(0), []);
//! let customer = code.add(Kind::Field(Symbol::new(0)), [(Role::Receiver, order)]);
//! let age = code.add(Kind::Field(Symbol::new(1)), [(Role::Receiver, customer)]);
//!
//! let slice = Slice::new(&code, [age], Limits::PUBLISHED)?;
//! let graph = ConstructionGraph::new(&slice).unrolled(3, 1000);
//! let plan = graph.plan(MAX_STATEMENTS, |_| Some(1));
//!
//! // What a test generator makes of it.
//! let mut test = Vec::new();
//! for step in plan.steps() {
//!     let node = graph.node(step.variable());
//!     let name = |name: Symbol| names[name.index()];
//!     let of = node.receiver().map(|of| of.to_string()).unwrap_or_default();
//!     test.push(match (*step, node.kind()) {
//!         (Step::Input { variable, .. }, _) => format!("{variable} = new Order()"),
//!         (Step::Read { variable }, Kind::Field(field)) => format!("{variable} = {of}.{0}, or {of}.{0} = new", name(field)),
//!         (Step::Write { slot, .. }, Kind::Field(field)) => format!("{of}.{} = slot {slot}", name(field)),
//!         _ => continue,
//!     });
//! }
//! assert_eq!(test, ["v0 = new Order()", "v1 = v0.customer, or v0.customer = new", "v1.age = slot 0"]);
//! # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
//! ```
//!
//! Source: Lin, Ong, Sun, Fraser, Dong, "Graph-based seed object synthesis for search-based unit testing" (OBJ, 2021), section 3.

mod access_path;
mod accessor;
mod activation;
mod call_graph;
mod dense;
mod dependences;
mod drawing;
mod graph;
mod leading;
mod limits;
mod need;
mod node;
#[cfg(feature = "serde")]
mod plain;
mod plan;
mod rows;
mod slice;
mod step;
mod terms;
mod unroll;
mod values;

pub use access_path::{AccessPath, AccessPaths, PathError};
pub use accessor::{Sampling, path_score, valid_parameters};
pub use activation::{ACTIVATION, activated_branch, activates};
pub use call_graph::{CallGraph, PathLimits, Site};
pub use dependences::{DependenceGraph, Dependences, InstructionSketch, Kind, Role, UnknownInstruction};
pub use graph::ConstructionGraph;
pub use leading::{Counted, Leading};
pub use limits::{Cut, Limits};
pub use need::Need;
pub use node::Node;
pub use plan::{MAX_STATEMENTS, Plan};
pub use slice::{Occurrence, Slice};
pub use step::{Reason, Step, Unbuilt};
