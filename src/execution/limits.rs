//! How many activations a trace tells apart.

/// How many activations a [`Trace`](super::Trace) tells apart, so that recording calls has an end. Those beyond merge with one that is
/// there: it holds the least distances and the most progress of both, and is the caller of what either calls.
///
/// - The calls of one function by one activation at one [site](super::Frame::site), from the `per_site`-th on, are one activation.
/// - A call that would be nested in `depth` activations or more counts for the nearest one around it of the same function, if there is one.
///   So a tree is at most as deep as `depth` and the number of different functions together.
///
/// At least one activation is told apart: 0 counts as 1.
///
/// ```
/// use sbst::execution::{CallTree, CallTreeLimits, Trace};
/// use sbst::flow::{Body, FlowGraph};
/// use sbst::id::{CallSite, Function};
///
/// const OUTER: Function = Function::new(0);
/// const INNER: Function = Function::new(1);
///
/// let mut graph = FlowGraph::of(&Body::new().exit(0))?;
/// graph.add(&Body::new().exit(0))?;
/// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits { per_site: 3, ..CallTreeLimits::NONE });
/// let outer = trace.call(OUTER);
/// for _ in 0..100 {
///     drop(outer.site(CallSite::new(0)).call(INNER));
/// }
/// assert_eq!(trace.activation_count(), 4);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CallTreeLimits {
    /// How deep activations are nested in each other, recursive ones only.
    pub depth: u32,
    /// How many activations of a function there are for each site of an activation.
    pub per_site: u32,
}

impl CallTreeLimits {
    /// All activations are told apart, as many as there are.
    pub const NONE: Self = Self { depth: u32::MAX, per_site: u32::MAX };
}

/// 256 activations for each site, and as many nested in each other: more than a distance can use.
impl Default for CallTreeLimits {
    fn default() -> Self {
        Self { depth: 256, per_site: 256 }
    }
}
