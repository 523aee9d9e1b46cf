//! Cases from given bytes: how a strategy is made to draw them, and when that is safe.

use crate::random::Random;
use proptest::prelude::Rng as _;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Plays bytes to a strategy.
///
/// The generator of proptest that plays bytes back has two properties that this type has to live with:
///
/// - When all bytes are used up it gives zeros, which generators of ranges refuse for ever. So there must always be enough bytes.
/// - When a strategy forks it, as `prop_oneof!` and `prop_flat_map` do, each part gets half of the bytes that are left. So there must be twice as
///   many bytes for each fork.
///
/// Nobody says in advance how much a case will draw, or how often it will fork. So each case gets much more than any plain case
/// has used, and strategies that may fork are watched: they are steered after some plain cases only, and only while none of their cases
/// has forked more than a few times.
#[derive(Debug)]
pub(crate) struct Playback {
    /// Whether the strategy may fork the generator.
    may_fork: bool,
    /// Plain cases that were played back.
    checked: u64,
    /// Most forks of one case.
    forks: u32,
    /// Most bytes that one case used.
    largest: usize,
    /// Random bytes, of which each case gets a part after its own.
    rest: Vec<u8>,
}

/// A case that was made from given bytes.
#[derive(Debug)]
pub(crate) struct Played<T> {
    pub(crate) tree: T,
    /// The bytes that the strategy drew, without what children of forks drew.
    pub(crate) drawn: Vec<u8>,
    /// Bytes from which proptest makes the same case.
    pub(crate) seed: Vec<u8>,
}

impl Playback {
    /// Parts of the names of strategies that fork the generator, or may contain others that do.
    const FORKING: [&str; 11] =
        ["Union", "Flatten", "FlatMap", "Perturb", "Shuffle", "Recursive", "Boxed", "Lazy", "Index", "Selector", "Subsequence"];
    /// Forks of a case up to which a strategy is steered.
    const FEW: u32 = 4;
    /// Plain cases before a strategy that may fork is steered.
    const WATCHED: u64 = 32;
    /// Plain cases after which any number of values may be repeated at once, if no case forked.
    const TRUSTED: u64 = 256;
    /// Values that are repeated at once until then.
    const REPEATED: usize = 8;
    /// Plain cases that are played back for every strategy.
    const CHECKED: u64 = 8;
    /// Bytes after the given ones, and the same for strategies that may fork: they last for 14 forks.
    const REST: [usize; 2] = [1 << 16, 1 << 18];
    /// At least so many times the largest case, unless that is very much: then the second number of times, or so many bytes.
    const MARGIN: [usize; 2] = [16, 4];
    const MUCH: usize = 1 << 22;
    /// Draws that a case may reject before it is given up.
    const REJECTS: u32 = 256;

    /// Creates the playback for a strategy.
    pub(crate) fn new<S: Strategy>(_: &S) -> Self {
        let name = std::any::type_name::<S>();
        let may_fork = Self::FORKING.iter().any(|part| name.contains(part));
        Self { may_fork, checked: 0, forks: 0, largest: 0, rest: Vec::new() }
    }

    /// Returns `true` if it is safe to change cases.
    pub(crate) const fn may_steer(&self) -> bool {
        self.forks <= Self::FEW && (!self.may_fork || self.checked >= Self::WATCHED)
    }

    /// Returns `true` if the next plain case has to be played back.
    pub(crate) const fn must_check(&self) -> bool {
        self.forks <= Self::FEW && (self.may_fork || self.checked < Self::CHECKED)
    }

    /// Returns the number of values that may be repeated at once.
    pub(crate) const fn most_repeated(&self) -> usize {
        let is_trusted = self.forks == 0 && self.checked >= Self::TRUSTED;
        if self.may_fork && !is_trusted { Self::REPEATED } else { usize::MAX }
    }

    /// Notes that a plain case used so many bytes.
    pub(crate) fn has_used(&mut self, bytes: usize) {
        self.largest = self.largest.max(bytes);
    }

    /// Notes that a plain case was played back.
    pub(crate) const fn has_checked(&mut self) {
        self.checked += 1;
    }

    /// Lets the strategy draw these bytes, and random ones after them. `None` if it cannot make a case of them.
    pub(crate) fn play<S: Strategy>(
        &mut self,
        strategy: &S,
        config: &Config,
        mut bytes: Vec<u8>,
        random: &mut Random,
    ) -> Option<Played<S::Tree>> {
        let given = bytes.len();
        let [times, at_most] = Self::MARGIN.map(|times| times.saturating_mul(self.largest));
        let rest = times.min(at_most.max(Self::MUCH)).max(Self::REST[usize::from(self.may_fork)]);
        // The same bytes again and again, from another place each time.
        random.fill(&mut self.rest, 2 * rest);
        let from = random.below(self.rest.len() - rest);
        bytes.extend_from_slice(&self.rest[from..from + rest]);
        if let Some(last) = bytes.last_mut() {
            *last |= 1; // see `position`
        }

        let config = Config { max_local_rejects: Self::REJECTS, failure_persistence: None, ..config.clone() };
        let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::PassThrough, &bytes));
        let tree = strategy.new_tree(&mut runner).ok();
        let (used, left) = position(&bytes, given, runner.rng());
        let forks = (bytes.len() - used).div_ceil(left.max(1)).next_power_of_two().ilog2();
        if forks > 0 {
            self.may_fork = true;
        }
        self.forks = self.forks.max(forks);
        // Bytes were used up, or nearly.
        if left < MARK {
            self.forks = u32::MAX;
            return None;
        }
        let drawn = bytes[..used].to_vec();
        // After each fork half of the bytes are left, so each time twice as many are needed, and some for options that only shrinking makes.
        bytes.truncate(match forks {
            0 => used,
            forks => used.saturating_add(at_most).saturating_mul(1 << forks.min(Self::FEW)),
        });
        Some(Played { tree: tree?, drawn, seed: bytes })
    }
}

/// Bytes by which a position is recognised: that many random ones occur only once.
const MARK: usize = 16;

/// Bytes after the given ones among which the position is looked for.
const NEAR: usize = 1 << 12;

/// Returns the position in these bytes at which the generator that plays them goes on, and how many of them it will still play; none if it was
/// forked and the position is far from the given bytes. All bytes after the given ones are random, and the last one is not zero.
fn position(bytes: &[u8], given: usize, generator: &TestRng) -> (usize, usize) {
    let mut next = vec![0; bytes.len()];
    generator.clone().fill_bytes(&mut next);
    // After the bytes come zeros. Without forks, the last byte is the last one that comes, and it is not zero.
    let left = next.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let used = bytes.len() - left;
    if bytes[used..] == next[..left] {
        return (used, left);
    }
    let same = |used: usize| same(&bytes[used..], &next);
    // Given values may occur again, so the longest way on counts.
    let near = &bytes[..bytes.len().min(given + NEAR)];
    let ways = near.windows(MARK).enumerate().filter(|(_, window)| *window == &next[..MARK]);
    ways.map(|(used, _)| (used, same(used))).max_by_key(|(_, left)| *left).unwrap_or((bytes.len(), 0))
}

/// Returns the length of the common beginning, by halves: comparing slices is fast in any build, comparing bytes is not.
fn same(one: &[u8], other: &[u8]) -> usize {
    let (mut low, mut high) = (0, one.len().min(other.len()));
    while low < high {
        let middle = high - (high - low) / 2;
        if one[low..middle] == other[low..middle] {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_beginnings() {
        for length in 0..40 {
            for at in 0..=length {
                let one = vec![7; length];
                let mut other = one.clone();
                other[at..].fill(8);
                assert_eq!(same(&one, &other), at);
            }
        }
    }

    #[test]
    fn positions_are_seen() {
        let mut random = Random::new(3);
        let mut bytes = vec![7; 64];
        random.fill(&mut bytes, 1 << 16);
        bytes.push(1);
        let generator = TestRng::from_seed(RngAlgorithm::PassThrough, &bytes);
        for used in [0, 4, 8, 12, 80, 200, 50_000, bytes.len()] {
            let mut generator = generator.clone();
            generator.fill_bytes(&mut vec![0; used]);
            assert_eq!(position(&bytes, 64, &generator), (used, bytes.len() - used));
        }
    }
}
