//! Counts of how executions of functions ended.

#[cfg(doc)]
use crate::execution::Execution;
use crate::execution::{ExceptionKind, Facts};
use crate::flow::{FlowGraph, GraphIdentity};
use crate::id::Function;
use crate::sort::sort;
use alloc::vec::Vec;

/// Counts, for each function, the executions that entered it and the executions that an implicit
/// exception ended there. They are a signal to use block coverage for goals in that function
/// ([`Signals`](crate::published::Signals)).
///
/// An implicit exception ended an execution in a function if it left the function
/// ([`ExceptionKind::Implicit`]). The executor reports which functions an exception leaves, see
/// [`Facts::each_thrown`].
///
/// ```
/// use sbst::execution::{ExceptionKind, Trace};
/// use sbst::published::Endings;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Function, Symbol};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let (trace, f) = (Trace::new(&graph), Function::new(0));
/// let mut endings = Endings::new();
/// for fails in [true, false, false] {
///     trace.reset();
///     let frame = trace.root().enter(f);
///     if fails {
///         frame.threw(Symbol::new(3), ExceptionKind::Implicit)
///     } else {
///         frame.returns(0, ())
///     }
///     drop(frame);
///     endings.see(&graph, &trace);
/// }
/// assert_eq!((endings.entered(f), endings.implicit(f)), (3, 1));
/// assert_eq!(endings.implicit_rate(f), 0.25); // 1 / (3 + 1)
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Endings {
    /// The graph that the functions belong to.
    graph: GraphIdentity,
    /// By function: the number of executions that entered it, and the number that an implicit
    /// exception ended there.
    counts: Vec<[u64; 2]>,
    /// Scratch space for the functions of an execution, empty between calls.
    #[cfg_attr(feature = "serde", serde(skip))]
    seen: Vec<Function>,
}

/// Index of the number of executions that entered a function.
const ENTERED: usize = 0;
/// Index of the number of executions that an implicit exception ended in a function.
const IMPLICIT: usize = 1;

impl Endings {
    /// Creates a table in which no execution entered any function.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an execution. Functions that the graph does not have are ignored. O(n log n) for the n
    /// functions that it entered and exceptions that it threw. It allocates nothing once the table
    /// is large enough.
    ///
    /// # Panics
    ///
    /// If `graph` is neither the graph of the last execution nor a grown state of it, or the
    /// execution belongs to another graph. Check with [`FlowGraph::check`] and
    /// [`made_for`](Self::made_for), and with [`Execution::fits`].
    #[track_caller]
    pub fn see(&mut self, graph: &FlowGraph, run: &(impl Facts + ?Sized)) {
        graph
            .check(self.graph)
            .and_then(|()| run.fits(graph))
            .unwrap_or_else(|mismatch| mismatch.raise());
        self.graph = graph.identity();
        let functions = graph.functions().len();
        if self.counts.len() < functions {
            self.counts.resize(functions, [0; 2]);
        }
        self.seen.clear();
        run.entered(graph, &mut |function| self.seen.push(function));
        self.count(ENTERED);
        run.each_thrown(&mut |thrown| {
            if thrown.kind == ExceptionKind::Implicit {
                self.seen.push(thrown.function);
            }
        });
        self.count(IMPLICIT);
    }

    /// Counts the functions of `seen`, and clears it.
    fn count(&mut self, number: usize) {
        // Each function counts once for an execution. A suite names a function several times, and
        // so does an execution if several exceptions left the function.
        sort(&mut self.seen);
        self.seen.dedup();
        for function in self.seen.drain(..) {
            if let Some(counts) = self.counts.get_mut(function.index()) {
                counts[number] = counts[number].saturating_add(1);
            }
        }
    }

    /// Returns the identity of the graph of the last execution, or of a graph without functions
    /// before the first one.
    #[must_use]
    pub const fn made_for(&self) -> GraphIdentity {
        self.graph
    }

    /// Returns the number of executions that entered a function.
    #[must_use]
    pub fn entered(&self, function: Function) -> u64 {
        self.counts.get(function.index()).map_or(0, |counts| counts[ENTERED])
    }

    /// Returns the number of executions that an implicit exception ended in a function.
    #[must_use]
    pub fn implicit(&self, function: Function) -> u64 {
        self.counts.get(function.index()).map_or(0, |counts| counts[IMPLICIT])
    }

    /// Returns the share of the executions of a function that implicit exceptions ended there, i /
    /// (n + 1) for i of n executions: in [0, 1], and 0 while no execution entered it. The 1
    /// prevents that a single execution counts as certain.
    #[must_use]
    pub fn implicit_rate(&self, function: Function) -> f64 {
        let (implicit, entered) = (self.implicit(function) as f64, self.entered(function) as f64);
        // An executor may report exceptions of functions that it does not report as entered.
        // Without the maximum, the rate could exceed 1.
        implicit / (entered.max(implicit) + 1.0)
    }
}
