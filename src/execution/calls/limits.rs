//! Limits of the number of activations in a call tree: [`CallTreeLimits`].

/// Limits of the number of activations that a [`Trace`](crate::execution::Trace) records
/// separately. They keep the call tree of a long execution small.
///
/// A call beyond a limit *merges* with an activation that exists: no activation is added, and the
/// hooks of the call are recorded in the existing one. The merged activation therefore has the
/// least distances and the greatest progress of all its calls. It is also the caller of all calls
/// that they make.
///
/// Each limit is a field:
///
/// - `per_site` counts the calls of one function by one activation (or by the test) at one
///   [site](crate::execution::Frame::at). Calls after this number merge with the last activation
///   among them.
/// - `depth` counts the activations around a call. A call within this number of activations or more
///   merges with the nearest activation of its function around it, except one that the test itself
///   called. If there is none, the call gets an activation of its own. The tree is therefore at
///   most as deep as `depth` plus the number of functions. A call that merged in this way is no
///   longer found at its site: a flag that depends on it keeps the observed distance.
/// - `activations` counts all activations. Once this number is reached, a call merges with the last
///   activation of its function at its site, or else with the nearest activation of its function
///   around it, except one that the test itself called. If there is neither, the call is not
///   recorded, and neither are the calls that it makes.
///
/// A limit of 0 counts as 1. Finding the nearest activation around a call takes time linear in the
/// depth; the other tests take constant time on average.
///
/// ```
/// use sbst::execution::{CallTreeLimits, Facts, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{CallSite, Function};
///
/// const OUTER: Function = Function::new(0);
/// const INNER: Function = Function::new(1);
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// graph.add(&FlowBuilder::new().exit(0))?;
/// let limits = CallTreeLimits { per_site: 3, ..CallTreeLimits::NONE };
/// let trace = Trace::new(&graph).with_call_tree(limits);
/// let outer = trace.root().enter(OUTER);
/// // the third activation of INNER stands for 98 calls
/// for _ in 0..100 {
///     drop(outer.at(CallSite::new(0)).enter(INNER));
/// }
/// assert_eq!(trace.activation_count(), 4);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CallTreeLimits {
    /// Greatest number of activations.
    pub activations: u32,
    /// Number of activations around a call from which on the call merges with one of them.
    pub depth: u32,
    /// Greatest number of activations of one function that one activation calls at one site.
    pub per_site: u32,
}

impl CallTreeLimits {
    /// No limits: every activation is recorded separately.
    pub const NONE: Self = Self { activations: u32::MAX, depth: u32::MAX, per_site: u32::MAX };

    /// Returns `true` if a call may merge with another call at its site. Only then must calls be
    /// counted by site.
    pub(super) const fn counts_kin(&self) -> bool {
        self.activations < u32::MAX || self.per_site < u32::MAX
    }
}

/// Returns the limits 65 536 (2^16) activations, depth 256, and 256 activations for each site. More
/// activations hardly change a distance.
impl Default for CallTreeLimits {
    fn default() -> Self {
        Self { activations: 1 << 16, depth: 256, per_site: 256 }
    }
}
