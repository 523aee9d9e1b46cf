//! The identities of all prefixes of a graph.

use super::{GraphIdentity, GraphMismatch};
use alloc::vec::Vec;

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
