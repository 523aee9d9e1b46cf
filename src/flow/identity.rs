//! The identity of a graph and of each of its beginnings, and the error of what does not fit.

#[cfg(doc)]
use super::FlowGraph;
use alloc::vec::Vec;
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

// The identities of all prefixes of a graph.

/// The identities of a graph after each of its functions.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdentityChain(pub(super) Vec<[u64; 2]>);

impl IdentityChain {
    /// Returns the identity of the first `functions` functions; `None` if there are fewer.
    pub(super) fn at(&self, functions: usize) -> Option<GraphIdentity> {
        let Some(last) = functions.checked_sub(1) else { return Some(GraphIdentity::default()) };
        self.0.get(last).map(|&hash| GraphIdentity { functions: functions as u32, hash })
    }

    /// Returns the identity of all functions.
    #[inline]
    pub(crate) fn last(&self) -> GraphIdentity {
        GraphIdentity {
            functions: self.0.len() as u32,
            hash: self.0.last().copied().unwrap_or([0; 2]),
        }
    }

    /// Returns `true` if the graph with this identity is a prefix of this chain.
    #[inline]
    pub(crate) fn begins_with(&self, identity: GraphIdentity) -> bool {
        self.at(identity.functions as usize) == Some(identity)
    }

    /// Checks that the chain begins with `identity`: an object made for that graph is used with the
    /// graph of this chain.
    #[inline]
    pub(crate) fn check(&self, identity: GraphIdentity) -> Result<(), GraphMismatch> {
        // Nearly always the graphs are the same, which one comparison shows without a look into the
        // chain.
        if identity == self.last() { Ok(()) } else { self.check_beginning(identity) }
    }

    #[cold]
    /// Checks for an identity other than the last one.
    fn check_beginning(&self, identity: GraphIdentity) -> Result<(), GraphMismatch> {
        if self.begins_with(identity) {
            Ok(())
        } else {
            Err(GraphMismatch { made_for: identity, used_with: self.last() })
        }
    }

    /// Extends the chain to that of another graph, if one of the two chains begins with the other;
    /// otherwise changes nothing. Linear in the new functions.
    pub(crate) fn grow(&mut self, other: &Self) -> Result<(), GraphMismatch> {
        if other.begins_with(self.last()) {
            self.0.extend_from_slice(other.0.get(self.0.len()..).unwrap_or_default());
            return Ok(());
        }
        // One chain must be a prefix of the other. The last identity of the shorter one decides: it
        // depends on all functions before it.
        let mismatch = GraphMismatch { made_for: self.last(), used_with: other.last() };
        if self.begins_with(other.last()) { Ok(()) } else { Err(mismatch) }
    }

    /// Replaces the last hash, if there is one.
    pub(super) fn replace_last(&mut self, hash: [u64; 2]) {
        if let Some(last) = self.0.last_mut() {
            *last = hash;
        }
    }
}

// The error of objects that do not fit a graph.

/// The error of an object that was made for one graph and was used with another one, or was merged
/// with an object made for another one.
///
/// Make the object again for the current graph, or keep the graph that it was made for. If one
/// graph has grown into the other, first fit the object of the smaller graph to the larger one:
/// `record.fit(&graph)?`, `trace.fit(&graph)?`, `table.fit(&graph)?`. See [`GraphIdentity`].
///
/// Methods report the mismatch in one of two ways:
///
/// - A method that returns a `Result` returns this error: for example `fit`, `merge`, `bind` and
///   `check`.
/// - Every other method panics with the text of this error. Methods of a registry, a table or a
///   frontier that a search calls for every test (`measure`, `observe`, `sweep`) have a twin that
///   returns the error: `try_measure`, `try_observe`, `try_sweep`.
/// - Before you call a panicking method without a twin, such as
///   [`fitness_of_block`](crate::fitness::fitness_of_block) or
///   [`BlockCoverage::compare`](crate::fitness::block_coverage::BlockCoverage::compare), you can
///   check the object with [`graph.check(x.made_for())`](super::FlowGraph::check), and an execution
///   with [`run.fits(&graph)`](crate::execution::Execution::fits).
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::fitness::FitnessTable;
/// use sbst::flow::{FlowBuilder, FlowGraph, GraphMismatch};
///
/// let [one, other] = [
///     FlowGraph::of(&FlowBuilder::new().exit(0))?,
///     FlowGraph::of(&FlowBuilder::new().statements(0, 1).exit(0))?,
/// ];
/// let mut table = FitnessTable::new(&one);
/// let error = table.try_sweep(&other, &Trace::new(&other)).expect_err("two programs");
/// assert_eq!(
///     error,
///     GraphMismatch { made_for: one.identity(), used_with: other.identity() }
/// );
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("made for graph {made_for}, used with graph {used_with}: {}", self.advice())]
pub struct GraphMismatch {
    /// The identity of the graph that the first object was made for.
    pub made_for: GraphIdentity,
    /// The identity of the graph that it was used with, or that the other object was made for.
    pub used_with: GraphIdentity,
}

impl GraphMismatch {
    /// Panics with the text of this error, for methods that do not return a `Result`.
    #[cold]
    #[track_caller]
    pub(crate) fn raise(self) -> ! {
        panic!("{self}")
    }

    /// Returns advice for the user.
    const fn advice(&self) -> &'static str {
        if self.made_for.functions() == self.used_with.functions() {
            "these are different programs; make it again for the graph that it is used with"
        } else {
            "neither graph is known to have grown from the other; if one has, first `fit` the \
             older object to the current graph, \
             otherwise make it again"
        }
    }
}
