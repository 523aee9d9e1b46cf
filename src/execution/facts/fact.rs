//! Names of what an execution may know.

#[cfg(doc)]
use crate::execution::{Execution, Facts, On, Record, Trace};
use crate::flow::{FlowGraph, GraphIdentity, GraphMismatch, History};
use crate::id::Activation;
use core::fmt::{self, Display, Formatter};

/// A graph with what an execution did in it, beside the program: the key by which [`Facts`] are
/// asked about it.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{Execution, On, Plane, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function};
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?; // the caller
/// let callee = graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph).with_direct_calls();
/// let caller = trace.root().enter(Function::new(0));
/// caller.caller().enter(callee).decide(0, lt(3, 5));
/// drop(caller);
/// trace.root().enter(callee).decide(0, lt(7, 5)); // this one by the test
///
/// let less = graph.edge(Branch::new(0));
/// assert_eq!(trace.branch_distance(less).map(|d| d.get()), Some(0.0));
/// let direct = On(&trace, Plane::Direct);
/// assert_eq!(direct.branch_distance(less).map(|d| d.get()), Some(3.0));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Plane {
    /// The calls that the test itself made, without the calls that these made. A trace records
    /// them [on request](Trace::with_direct_calls).
    Direct,
    /// One call, without the calls that it made. A trace records calls one by one [on
    /// request](Trace::with_call_tree).
    Within(Activation),
    /// The copies of a [`History`]: see [`History::plane`]. A trace records them [on
    /// request](Trace::with_history).
    History(HistoryId),
}

/// Identity of the copies of a [`History`]: half of the hash of their [graph](History::graph), which
/// depends on the program and on what the copies stand for.
///
/// It is half of the hash, because each question about a plane compares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HistoryId(u64);

impl HistoryId {
    /// Checks that the copies are those of a graph.
    pub(super) fn fits(self, copies: &FlowGraph) -> Result<(), GraphMismatch> {
        let used_with = copies.identity();
        if self == Self::from(used_with) {
            return Ok(());
        }
        // The number of functions of the other copies is not known.
        Err(GraphMismatch { made_for: GraphIdentity::of_half(self.0), used_with })
    }
}

impl From<GraphIdentity> for HistoryId {
    fn from(copies: GraphIdentity) -> Self {
        Self((copies.hash() >> 64) as u64)
    }
}

/// Name of something that an execution knows, or does not: see [`Facts::knows`] and
/// [`Record::knows`].
///
/// ```
/// use sbst::execution::{Fact, Facts, Plane, Record, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let trace = Trace::new(&graph);
/// assert!(trace.knows(Fact::Exceptions));
/// assert!(!trace.knows(Fact::On(Plane::Direct)));
/// assert!(trace.with_direct_calls().knows(Fact::On(Plane::Direct)));
/// // an empty record knows that there were no results
/// assert!(Record::default().knows(Fact::Outputs));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Fact {
    /// [`Facts::evaluations`], and [`Facts::evaluations_on`] each plane that is known, except for
    /// that of one call.
    Evaluations,
    /// [`Facts::called_by_test`] and [`Facts::returned_to_test`].
    MethodCalls,
    /// [`Facts::has_thrown`] and [`Facts::each_thrown`].
    Exceptions,
    /// [`Facts::each_implicit_exception`].
    ImplicitExceptions,
    /// [`Facts::output_distance`].
    Outputs,
    /// [`Facts::input_distance`] and [`Facts::each_argument`].
    Inputs,
    /// [`Facts::infection`] and [`Facts::each_mutant`].
    Infections,
    /// [`Facts::effect`] and [`Facts::each_mutant`].
    Effects,
    /// [`Facts::operands`].
    Operands,
    /// The calls one by one: [`Facts::callee`], [`Facts::caller`], [`Facts::results_in`], and the
    /// plane [within](Plane::Within) each. No [`Record`] has them.
    Calls,
    /// What happened on a plane: [`Facts::branch_distance_on`] and [`Facts::progress_on`].
    On(Plane),
}

impl Fact {
    /// Number of bits of a set of facts without histories.
    pub(crate) const COUNT: usize = Self::On(Plane::Direct).bit().trailing_zeros() as usize + 1;

    /// All facts without a plane, in their order.
    pub const PLAIN: [Self; 10] = [
        Self::Evaluations,
        Self::MethodCalls,
        Self::Exceptions,
        Self::ImplicitExceptions,
        Self::Outputs,
        Self::Inputs,
        Self::Infections,
        Self::Effects,
        Self::Operands,
        Self::Calls,
    ];

    /// Returns the bit that stands for the fact in a set of facts. All histories have one bit.
    pub(crate) const fn bit(self) -> u16 {
        let place = match self {
            Self::Evaluations => 0,
            Self::MethodCalls => 1,
            Self::Exceptions => 2,
            Self::ImplicitExceptions => 3,
            Self::Outputs => 4,
            Self::Inputs => 5,
            Self::Infections => 6,
            Self::Effects => 7,
            Self::Operands => 8,
            Self::Calls | Self::On(Plane::Within(_)) => 9,
            Self::On(Plane::Direct) => 10,
            Self::On(Plane::History(_)) => 11,
        };
        1 << place
    }
}

/// Writes what the fact is about.
impl Display for Fact {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Evaluations => "numbers of evaluations",
            Self::MethodCalls => "the calls of the test",
            Self::Exceptions => "exceptions",
            Self::ImplicitExceptions => "implicit exceptions",
            Self::Outputs => "results",
            Self::Inputs => "arguments",
            Self::Infections => "infections of mutants",
            Self::Effects => "effects of mutants",
            Self::Operands => "operands",
            Self::Calls | Self::On(Plane::Within(_)) => "calls one by one",
            Self::On(Plane::Direct) => "direct calls",
            Self::On(Plane::History(_)) => "copies of blocks",
        })
    }
}

impl History {
    /// Returns the identity of the copies.
    pub(crate) fn id(&self) -> HistoryId {
        self.graph().identity().into()
    }

    /// Returns the plane of the copies: the key of [`Facts`] about them.
    #[must_use]
    pub fn plane(&self) -> Plane {
        Plane::History(self.id())
    }

    /// Returns the fact that an execution knows what happened among the copies.
    #[must_use]
    pub fn fact(&self) -> Fact {
        Fact::On(self.plane())
    }
}
