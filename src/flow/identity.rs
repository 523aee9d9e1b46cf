//! The identity of a graph.

#[cfg(doc)]
use super::{FlowGraph, GraphMismatch};
use core::fmt;

/// The identity of a [`FlowGraph`]: the number of its functions, and a 128-bit hash of their
/// control flow.
///
/// Two graphs have the same identity if the same functions were added to both in the same order:
/// the same blocks, edges, outcomes, statement counts and exits. Names and source lines do not
/// count. Two different graphs have different identities, except by an accident of probability
/// 2^-128. The identity is the same on every platform and in every process. It is written with
/// every object that is made for one graph (feature `serde`).
///
/// The following objects carry the identity that the graph had when they were made:
/// [`Trace`](crate::execution::Trace), [`Record`](crate::execution::Record),
/// [`FitnessTable`](crate::fitness::FitnessTable), [`Tables`](crate::objective::Tables),
/// [`BlockSummary`](crate::fitness::block_coverage::BlockSummary),
/// [`Flags`](crate::fitness::flag::Flags), [`Goals`](crate::objective::Goals) and
/// [`Frontier`](crate::selection::Frontier). Such an object [fits](FlowGraph::check) the graph with
/// that identity, and every graph that has grown from it. Use with another graph is a
/// [`GraphMismatch`], which methods return or panic with.
///
/// The default is the identity of the graph without functions, which is a prefix of every graph.
///
/// An old record and a changed program
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{Execution, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let abs = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
/// let mut graph = FlowGraph::of(&abs)?;
/// let trace = Trace::new(&graph);
/// trace.root().enter(Function::new(0)).decide(0, lt(3, 0));
/// let record = trace.record(); // kept on disk, for example
///
/// // The program has grown, and the record still fits.
/// graph.add(&FlowBuilder::new().exit(0))?;
/// assert!(record.fits(&graph).is_ok());
///
/// // A statement was added to the function: the record does not fit.
/// let changed = FlowGraph::of(&abs.statements(1, 1))?;
/// let error = record.fits(&changed).expect_err("another program");
/// assert_eq!(error.made_for, record.made_for());
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct GraphIdentity {
    /// Number of functions.
    pub(super) functions: u32,
    /// The hash, its upper half first.
    pub(super) hash: [u64; 2],
}

impl GraphIdentity {
    /// The identity of the graph without functions.
    pub(crate) const NO_FUNCTIONS: Self = Self { functions: 0, hash: [0; 2] };

    /// Creates an identity of which only half of the hash is known, to be shown.
    pub(crate) const fn of_half(hash: u64) -> Self {
        Self { functions: 0, hash: [hash, 0] }
    }

    /// Returns the number of functions that the graph had.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph, GraphIdentity};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// assert_eq!(
    ///     (graph.identity().functions(), GraphIdentity::default().functions()),
    ///     (1, 0)
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub const fn functions(self) -> u32 {
        self.functions
    }

    /// Returns the 128-bit hash of the functions; 0 for a graph without functions.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph, GraphIdentity};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// assert_ne!(graph.identity().hash(), 0);
    /// assert_eq!(GraphIdentity::default().hash(), 0);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub const fn hash(self) -> u128 {
        (self.hash[0] as u128) << 64 | self.hash[1] as u128
    }
}

/// The number of functions, and the first eight hexadecimal digits of the hash: `2-9f3a1c2e`.
impl fmt::Display for GraphIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&alloc::format!("{}-{:08x}", self.functions, self.hash[0] >> 32))
    }
}

/// The number of functions, and the whole hash.
impl fmt::Debug for GraphIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GraphIdentity({}-{:032x})", self.functions, self.hash())
    }
}
