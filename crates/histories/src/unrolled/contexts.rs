//! Calling contexts: the call sites that lead to an activation.

use super::error::UnrolledError;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};
use sbst::flow::FlowGraph;
use sbst::id::{CallSite, Function};

/// A calling context: the last call sites that lead to an activation, at most as many as the depth
/// that was passed to [`UnrolledBuilder::contexts`](super::UnrolledBuilder::contexts).
///
/// If there are no sites, the test itself makes the call. If there are fewer sites than the depth,
/// the outermost one is in a function that the test calls.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct CallContext {
    /// The called function.
    pub callee: Function,
    /// The calls, the outermost first: the calling function, and the call site.
    pub sites: Vec<(Function, CallSite)>,
}

/// For example `f2 from f0 at s1`, or `f2 from the test`.
impl Display for CallContext {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} from ", self.callee)?;
        if self.sites.is_empty() {
            return f.write_str("the test");
        }
        for (place, (caller, site)) in self.sites.iter().enumerate() {
            write!(f, "{}{caller} at {site}", if place == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// The contexts of a program, and the context to which each call leads.
#[derive(Debug, Default)]
pub(super) struct Contexts {
    /// The contexts, in the order in which they were found.
    pub all: Vec<CallContext>,
    /// By context, call site and callee: the context of the callee. Ascending.
    pub calls: Vec<((u32, CallSite, Function), u32)>,
}

impl Contexts {
    /// Finds the contexts of calls that begin with calls of `roots` by the test. Fails if the
    /// contexts, their call sites and the calls between them are more than `most` together.
    pub(super) fn of(
        graph: &FlowGraph,
        roots: &[Function],
        depth: usize,
        most: usize,
    ) -> Result<Self, UnrolledError> {
        let mut found = Self::default();
        // The ids of a context lead from node to node of a trie: contexts may be long. By node: the
        // number of the context that ends there.
        let (mut trie, mut numbers) = (BTreeMap::new(), BTreeMap::new());
        let mut number = |all: &mut Vec<CallContext>, context: CallContext| {
            let mut node = 0_u32;
            let mut step = |id: u32| {
                let next = trie.len() as u32 + 1;
                node = *trie.entry((node, id)).or_insert(next);
            };
            for &(caller, site) in &context.sites {
                step(caller.number());
                step(site.number());
            }
            step(context.callee.number());
            let next = all.len() as u32;
            let number = *numbers.entry(node).or_insert(next);
            if number == next {
                all.push(context);
            }
            number
        };
        for &callee in roots.iter().filter(|&&root| graph.get_block(root, 0).is_some()) {
            number(&mut found.all, CallContext { callee, sites: Vec::new() });
        }
        // Breadth-first from the roots. A context keeps the last `depth` sites only, as call
        // strings of bounded length do (Sharir, Pnueli, 1981), so recursion leads back to a known
        // context at last. If the depth is large, each context may be longer than the one before:
        // so sites and calls are counted as well, not only contexts.
        let (mut at, mut sites_of_all) = (0, 0);
        while let Some(CallContext { callee: caller, sites }) = found.all.get(at).cloned() {
            sites_of_all += sites.len();
            // A context is a pair of callee and sites: two callees at one site have different
            // contexts.
            for call in graph.calls_in(caller) {
                for &callee in
                    call.callees.iter().filter(|&&callee| graph.get_block(callee, 0).is_some())
                {
                    let mut sites: Vec<_> =
                        sites.iter().copied().chain([(caller, call.site)]).collect();
                    // Keeps the innermost sites. A depth of 0 would mix all calls with those by the
                    // test, so it counts as 1.
                    sites.drain(..sites.len().saturating_sub(depth.max(1)));
                    let context = number(&mut found.all, CallContext { callee, sites });
                    found.calls.push(((at as u32, call.site, callee), context));
                }
                if found.all.len() + sites_of_all + found.calls.len() > most {
                    return Err(UnrolledError::TooManyContexts { most });
                }
            }
            at += 1;
        }
        found.calls.sort_unstable();
        found.calls.dedup();
        Ok(found)
    }
}
