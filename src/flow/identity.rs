//! The identity of a graph.

#[cfg(doc)]
use super::{FlowGraph, GraphMismatch};
use core::fmt;

/// The identity of a [`FlowGraph`]: the number of its functions, and a 128-bit hash of their control flow.
///
/// Two graphs have the same identity if the same functions were added in the same order: the same blocks, edges, outcomes, statement
/// counts and exits. Names, calls and source lines do not count. For different graphs it differs, except by an accident of probability 2^-128.
/// It is the same on every platform and in every process, and it is written with everything that is made for one graph
/// (feature `serde`).
///
/// Everything that is made for one graph carries the identity that the graph had then: [`Trace`](crate::execution::Trace),
/// [`Record`](crate::execution::Record), [`FitnessTable`](crate::fitness::FitnessTable), [`Tables`](crate::objective::Tables),
/// [`BlockSummary`](crate::fitness::block_coverage::BlockSummary), [`Flags`](crate::fitness::flag::Flags),
/// [`Goals`](crate::objective::Goals) and [`Frontier`](crate::selection::Frontier). It [fits](FlowGraph::check) the graph of that identity and
/// every graph that has grown from it. Anything else is a [`GraphMismatch`], which has the rule: what returns a `Result` returns it, everything else panics with
/// its text. Methods of a registry, a table or a frontier that are called for every test (`sweep`, `measure`) have twins that return it
/// (`try_sweep`, `try_measure`); before the others, `graph.check(x.made_for())` or `run.fits(&graph)` tells.
///
/// The default is the identity of the graph without functions, with which every graph begins.
///
/// # Records of yesterday, program of today
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
/// let record = trace.record(); // kept on disk
///
/// graph.add(&FlowBuilder::new().exit(0))?; // the program has grown: the record still fits
/// assert!(record.fits(&graph).is_ok());
///
/// // Somebody has put a statement into the function: it does not.
/// let changed = FlowGraph::of(&abs.statements(1, 1))?;
/// let error = record.fits(&changed).expect_err("another program");
/// assert_eq!(error.made_for, record.made_for());
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct GraphIdentity {
    pub(super) functions: u32,
    pub(super) hash: [u64; 2],
}

impl GraphIdentity {
    pub(crate) const NO_FUNCTIONS: Self = Self { functions: 0, hash: [0; 2] };

    /// Returns the number of functions that the graph had.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph, GraphIdentity};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// assert_eq!((graph.identity().functions(), GraphIdentity::default().functions()), (1, 0));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub const fn functions(self) -> u32 {
        self.functions
    }

    /// Returns the hash of the functions; 0 for a graph without functions.
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

    #[cfg(feature = "serde")]
    pub(super) const fn of(functions: u32, hash: u128) -> Self {
        Self { functions, hash: [(hash >> 64) as u64, hash as u64] }
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
