//! Failures that come back: a steered case is persisted as the bytes that were played for it.

use proptest::test_runner::{FailurePersistence, PersistedSeed, RngAlgorithm};
use std::any::Any;
use std::fmt::{Debug, Write as _};
use std::sync::{Arc, Mutex, PoisonError};

/// Notes that the strategy and the persistence of one run leave for each other.
#[derive(Debug, Default)]
pub(crate) struct Exchange {
    /// Persisted failures that are still to be replayed, the next one last: the bytes of steered
    /// cases, and nothing for the others, of which the strategy must make exactly what their seeds
    /// say.
    replays: Mutex<Vec<Option<Vec<u8>>>>,
    /// The seed with which proptest makes the current case again; `None` for the one that it chose
    /// itself.
    seed: Mutex<Option<(RngAlgorithm, Vec<u8>)>>,
}

impl Exchange {
    /// Takes one of the failures to be replayed; `None` if there is none left.
    pub(crate) fn replay(&self) -> Option<Option<Vec<u8>>> {
        self.replays.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// Notes how the current case is made again: by an algorithm of proptest, from these bytes.
    pub(crate) fn set_seed(&self, made: Option<(RngAlgorithm, Vec<u8>)>) {
        *self.seed.lock().unwrap_or_else(PoisonError::into_inner) = made;
    }

    /// Returns the seed as it stands in files of proptest, which is the only way to make one.
    fn seed(&self) -> Option<PersistedSeed> {
        let made = self.seed.lock().unwrap_or_else(PoisonError::into_inner);
        let (algorithm, bytes) = made.as_ref()?;
        let mut text = format!("{algorithm} ");
        for byte in bytes {
            let _ = write!(text, "{byte:02x}");
        }
        text.trim_end().parse().ok()
    }
}

/// The persistence of the user, which receives seeds that make steered cases again.
#[derive(Clone, Debug)]
pub(crate) struct Persistence {
    pub(crate) inner: Box<dyn FailurePersistence>,
    pub(crate) exchange: Arc<Exchange>,
}

impl FailurePersistence for Persistence {
    fn load_persisted_failures2(&self, source_file: Option<&'static str>) -> Vec<PersistedSeed> {
        let seeds = self.inner.load_persisted_failures2(source_file);
        // Proptest begins with the last one.
        *self.exchange.replays.lock().unwrap_or_else(PoisonError::into_inner) =
            seeds.iter().map(played).collect();
        seeds
    }

    fn save_persisted_failure2(
        &mut self,
        source_file: Option<&'static str>,
        seed: PersistedSeed,
        shrunken_value: &dyn Debug,
    ) {
        let seed = self.exchange.seed().unwrap_or(seed);
        self.inner.save_persisted_failure2(source_file, seed, shrunken_value);
    }

    fn box_clone(&self) -> Box<dyn FailurePersistence> {
        Box::new(self.clone())
    }

    fn eq(&self, other: &dyn FailurePersistence) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| *self.inner == *other.inner)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Returns the bytes that a seed plays, if it plays some.
fn played(seed: &PersistedSeed) -> Option<Vec<u8>> {
    let text = seed.to_string();
    let digits = text.strip_prefix("pt")?.trim();
    (0..digits.len() / 2)
        .map(|at| u8::from_str_radix(digits.get(2 * at..2 * at + 2)?, 16).ok())
        .collect()
}
