//! The identities of all beginnings of a graph.

use super::{GraphIdentity, GraphMismatch};
use alloc::vec::Vec;

/// The identities of a graph after each of its functions.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdentityChain(Vec<[u64; 2]>);

impl IdentityChain {
    /// The identity of the first `functions` functions, if there are as many.
    pub(super) fn at(&self, functions: usize) -> Option<GraphIdentity> {
        let Some(last) = functions.checked_sub(1) else { return Some(GraphIdentity::default()) };
        self.0.get(last).map(|&hash| GraphIdentity { functions: functions as u32, hash })
    }

    #[inline]
    pub(crate) fn last(&self) -> GraphIdentity {
        GraphIdentity { functions: self.0.len() as u32, hash: self.0.last().copied().unwrap_or([0; 2]) }
    }

    #[inline]
    pub(crate) fn begins_with(&self, identity: GraphIdentity) -> bool {
        self.at(identity.functions as usize) == Some(identity)
    }

    /// An error unless the chain begins with `identity`: what was made for that graph is used with this one.
    #[inline]
    pub(crate) fn check(&self, identity: GraphIdentity) -> Result<(), GraphMismatch> {
        // Nearly always it is the same graph: that is told by one comparison, without a look into the chain.
        if identity == self.last() { Ok(()) } else { self.check_beginning(identity) }
    }

    #[cold]
    fn check_beginning(&self, identity: GraphIdentity) -> Result<(), GraphMismatch> {
        if self.begins_with(identity) { Ok(()) } else { Err(GraphMismatch { made_for: identity, used_with: self.last() }) }
    }

    /// Grows to the graph of another chain, if one of the two begins with the other; else nothing changes. Linear in what is new.
    pub(crate) fn grow(&mut self, other: &Self) -> Result<(), GraphMismatch> {
        if other.begins_with(self.last()) {
            self.0.extend_from_slice(other.0.get(self.0.len()..).unwrap_or_default());
            return Ok(());
        }
        let mismatch = GraphMismatch { made_for: self.last(), used_with: other.last() };
        if self.begins_with(other.last()) { Ok(()) } else { Err(mismatch) }
    }

    pub(super) fn push(&mut self, hash: [u64; 2]) {
        self.0.push(hash);
    }

    pub(super) fn truncate(&mut self, functions: usize) {
        self.0.truncate(functions);
    }
}
