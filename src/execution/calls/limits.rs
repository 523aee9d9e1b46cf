//! How many activations a trace tells apart.

/// Limits of the number of activations that a [`Trace`](crate::execution::Trace) tells apart, so that recording calls has an end. Those
/// beyond merge with one that is there, or, where there is none, are left out. One that stands for several holds the least distances and
/// the most progress of all of them, and is the caller of what they call.
///
/// - The calls of one function by one activation at one [site](crate::execution::Frame::at), from the `per_site`-th on, are one activation; so are
///   those by the test.
/// - A call that would be nested in `depth` activations or more counts for the nearest one around it of the same function that the test did
///   not call itself, if there is one. So a tree is at most as deep as `depth` and the number of different functions together. Such a call
///   is no longer one at its site: a flag that depends on it keeps the distance that was observed.
/// - Once there are `activations` of them, a call counts for the last one of its function at its site, or for the nearest around it as
///   above. If there is neither, it is not recorded, nor what it calls.
///
/// Finding the nearest one around takes a step for each that is there. In each limit 0 counts as 1.
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
    /// How many activations there are at most.
    pub activations: u32,
    /// How deep activations are nested in each other at most, where functions call themselves or each other.
    pub depth: u32,
    /// How many activations of a function there are at most for each site of an activation.
    pub per_site: u32,
}

impl CallTreeLimits {
    /// Limits that never apply: all activations are told apart.
    pub const NONE: Self = Self { activations: u32::MAX, depth: u32::MAX, per_site: u32::MAX };

    /// Returns `true` if a call may merge with one that was made at the same site.
    pub(in crate::execution) const fn counts_kin(&self) -> bool {
        self.activations < u32::MAX || self.per_site < u32::MAX
    }
}

/// 256 activations for each site, as many nested in each other by recursion, 2^16 in all: more than a distance can use.
impl Default for CallTreeLimits {
    fn default() -> Self {
        Self { activations: 1 << 16, depth: 256, per_site: 256 }
    }
}
