//! Limits of the number of activations in a call tree.

/// Limits of the number of activations that a [`Trace`](crate::execution::Trace) records separately, so that the call tree stays small.
///
/// A call beyond a limit *merges* with an activation that exists. The merged activation has the least distances and the greatest progress of
/// all its calls, and is the caller of all calls that they make.
///
/// - `per_site`: from this number on, the calls of one function by one activation (or by the test) at one
///   [site](crate::execution::Frame::at) are one activation.
/// - `depth`: a call within this number of activations or more merges with the nearest activation around it of the same function, except
///   one that the test itself called. So the tree is at most as deep as `depth` plus the number of functions. The merged call is no longer
///   found at its site: a flag that depends on it keeps the observed distance.
/// - `activations`: from this number on, a call merges with the last activation of its function at its site, or else with the nearest one
///   around it. If there is neither, the call is not recorded, and neither are the calls that it makes.
///
/// Finding the nearest activation around a call is linear in the depth. A limit of 0 counts as 1.
///
/// ```
/// use sbst::execution::{CallTree, CallTreeLimits, Trace};
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
    /// Greatest depth of activations, if functions call themselves or each other.
    pub depth: u32,
    /// Greatest number of activations of a function for each site of an activation.
    pub per_site: u32,
}

impl CallTreeLimits {
    /// No limits: every activation is recorded separately.
    pub const NONE: Self = Self { activations: u32::MAX, depth: u32::MAX, per_site: u32::MAX };

    /// Returns `true` if a call may merge with another call at the same site.
    pub(in crate::execution) const fn counts_kin(&self) -> bool {
        self.activations < u32::MAX || self.per_site < u32::MAX
    }
}

/// Returns limits of 2^16 activations, a depth of 256, and 256 activations for each site. More activations hardly change a distance.
impl Default for CallTreeLimits {
    fn default() -> Self {
        Self { activations: 1 << 16, depth: 256, per_site: 256 }
    }
}
