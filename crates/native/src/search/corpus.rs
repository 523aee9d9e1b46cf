//! The corpus: every input that covered something new.

use super::random::Random;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Inputs that covered something new, in the order in which they were found.
#[derive(Debug, Default)]
pub(crate) struct Corpus {
    inputs: Vec<Arc<[u8]>>,
}

impl Corpus {
    pub(crate) fn push(&mut self, input: Arc<[u8]>) {
        self.inputs.push(input);
    }

    pub(crate) fn len(&self) -> usize {
        self.inputs.len()
    }

    /// Returns the inputs.
    pub(crate) fn inputs(&self) -> &[Arc<[u8]>] {
        &self.inputs
    }

    /// Returns one of them; later ones are more likely: they had to pass more.
    pub(crate) fn choose(&self, random: &mut Random) -> Option<&Arc<[u8]>> {
        let count = self.inputs.len();
        let at = random.below(count).max(random.below(count));
        self.inputs.get(at)
    }
}

/// Returns the name of the file that an input is kept in: 32 digits that depend on its bytes only.
pub(crate) fn name_of(input: &[u8]) -> String {
    let half = |salt: u64| {
        let mut hasher = DefaultHasher::new();
        (salt, input).hash(&mut hasher);
        hasher.finish()
    };
    format!("{:016x}{:016x}", half(1), half(2))
}
