//! Cases from given bytes: how a strategy is made to draw them, and when that is safe.

use crate::random::Random;
use proptest::prelude::Rng as _;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, Reason, RngAlgorithm, TestRng, TestRunner};

/// Plays bytes to a strategy.
///
/// The generator of proptest that plays bytes back has two properties that this type has to live
/// with:
///
/// - When all bytes are used up it gives zeros, which generators of ranges refuse for ever. So
///   there must always be enough bytes.
/// - When a strategy forks it, as `prop_oneof!` and `prop_flat_map` do, each part gets half of the
///   bytes that are left. So they are soon used up, if not by the strategy, then by shrinking,
///   which draws from forks again and again.
///
/// Nobody says in advance how much a case will draw, or whether it will fork. So each case gets
/// much more than any plain case has used. A strategy that forks is never steered: the names of its
/// parts tell most of them, and plain cases, whose generator is not used up, tell the others.
#[derive(Debug)]
pub(crate) struct Playback {
    /// Settings of the cases, which persist nothing: cloning them allocates nothing.
    config: Config,
    trust: Trust,
    /// Plain cases of which none forked.
    checked: u64,
    /// Most bytes that one case used.
    largest: usize,
    /// Random bytes, of which each case gets a part after its own.
    rest: Vec<u8>,
}

/// What is known of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trust {
    /// No part of it forks, as far as its name says.
    Open,
    /// Its name hides its parts.
    Hidden,
    /// It forks.
    Forks,
}

/// A case that was made from given bytes.
#[derive(Debug)]
pub(crate) struct Played<T> {
    pub(crate) tree: T,
    /// The bytes that the strategy drew.
    pub(crate) drawn: Vec<u8>,
}

impl Playback {
    /// Parts of the names of strategies that fork the generator.
    const FORKING: [&str; 13] = [
        "proptest::num::f32::Any",
        "proptest::num::f64::Any",
        "proptest::option",
        "proptest::result",
        "proptest::strategy::unions",
        "proptest::strategy::flatten",
        "proptest::strategy::recursive",
        "proptest::strategy::lazy",
        "proptest::strategy::shuffle",
        "proptest::strategy::map::Perturb",
        "proptest::sample::Index",
        "proptest::sample::Selector",
        "proptest::sample::Subsequence",
    ];
    /// Part of the names of strategies that may contain any other.
    const HIDING: &str = "BoxedStrategy";
    /// Plain cases before a strategy that hides its parts is steered.
    const WATCHED: u64 = 32;
    /// Plain cases after which any number of its values may be repeated at once.
    const TRUSTED: u64 = 256;
    /// Values that are repeated at once until then.
    const REPEATED: usize = 8;
    /// Bytes after the given ones, and the same for strategies that hide their parts: enough until
    /// the first fork has been seen.
    const REST: [usize; 2] = [1 << 16, 1 << 18];
    /// Bytes after the given ones, as multiples of the largest case so far: the first multiple
    /// while it is at most [`MUCH`](Self::MUCH), else the second one, but not less than `MUCH`.
    const MARGIN: [usize; 2] = [16, 4];
    const MUCH: usize = 1 << 22;
    /// Draws that a case may reject before it is given up.
    const REJECTS: u32 = 256;

    /// Creates the playback for a strategy, with the settings of the run.
    pub(crate) fn new<S: Strategy>(_: &S, config: &Config) -> Self {
        let name = std::any::type_name::<S>();
        let trust = match name {
            name if Self::FORKING.iter().any(|part| name.contains(part)) => Trust::Forks,
            name if name.contains(Self::HIDING) => Trust::Hidden,
            _ => Trust::Open,
        };
        let config = Config { failure_persistence: None, ..config.clone() };
        Self { config, trust, checked: 0, largest: 0, rest: Vec::new() }
    }

    /// Returns `true` if the strategy was seen to fork the generator, or its name says that it
    /// does.
    pub(crate) fn forks(&self) -> bool {
        self.trust == Trust::Forks
    }

    /// Returns `true` if it is safe to change cases.
    pub(crate) fn may_steer(&self) -> bool {
        match self.trust {
            Trust::Open => true,
            Trust::Hidden => self.is_watched(),
            Trust::Forks => false,
        }
    }

    /// Returns `true` if enough plain cases were made to see whether a strategy forks that hides
    /// it.
    pub(crate) fn is_watched(&self) -> bool {
        self.checked >= Self::WATCHED
    }

    /// Returns the number of values that may be repeated at once.
    pub(crate) fn most_repeated(&self) -> usize {
        if self.trust == Trust::Hidden && self.checked < Self::TRUSTED {
            Self::REPEATED
        } else {
            usize::MAX
        }
    }

    /// Makes a plain case, and returns the bytes that it drew as well: `None` if it forked the
    /// generator.
    ///
    /// The generator is that of proptest with a recorder, from the same seed. A fork takes bytes
    /// from it that are not recorded. So the record is the beginning of what a generator without
    /// recorder gives, and both go on alike, exactly if there was no fork.
    pub(crate) fn plain<S: Strategy>(
        &mut self,
        strategy: &S,
        seed: &[u8; 32],
    ) -> Result<(S::Tree, Option<Vec<u8>>), Reason> {
        let mut runner = TestRunner::new_with_rng(
            self.config.clone(),
            TestRng::from_seed(RngAlgorithm::Recorder, seed),
        );
        let tree = strategy.new_tree(&mut runner)?;
        Ok((tree, self.recorded(&mut runner, seed)))
    }

    /// Returns the bytes that a plain case drew: `None` if it forked the generator.
    fn recorded(&mut self, runner: &mut TestRunner, seed: &[u8; 32]) -> Option<Vec<u8>> {
        let bytes = runner.rng().bytes_used();
        self.largest = self.largest.max(bytes.len());
        let mut stream = vec![0; bytes.len()];
        let mut reference = TestRng::from_seed(RngAlgorithm::ChaCha, seed);
        reference.fill_bytes(&mut stream);
        if stream == bytes && reference.next_u64() == runner.rng().next_u64() {
            self.checked += 1;
            return Some(bytes);
        }
        self.trust = Trust::Forks;
        None
    }

    /// Lets the strategy draw these bytes, and random ones after them. `None` if it cannot make a
    /// case of them, or forks the generator.
    pub(crate) fn play<S: Strategy>(
        &mut self,
        strategy: &S,
        mut bytes: Vec<u8>,
        random: &mut Random,
    ) -> Option<Played<S::Tree>> {
        let mut runner = self.player(&mut bytes, random);
        let tree = strategy.new_tree(&mut runner).ok();
        let drawn = self.drawn(bytes, &mut runner)?;
        Some(Played { tree: tree?, drawn })
    }

    /// Returns a runner that plays these bytes, to which random ones are appended.
    fn player(&mut self, bytes: &mut Vec<u8>, random: &mut Random) -> TestRunner {
        let [times, at_most] = Self::MARGIN.map(|times| times.saturating_mul(self.largest));
        let least = Self::REST[usize::from(self.trust == Trust::Hidden)];
        let rest = times.min(at_most.max(Self::MUCH)).max(least);
        // The same bytes again and again, from another place each time.
        random.fill(&mut self.rest, 2 * rest);
        let from = random.below(self.rest.len() - rest);
        bytes.extend_from_slice(&self.rest[from..from + rest]);
        if let Some(last) = bytes.last_mut() {
            *last |= 1; // see `used`
        }
        let max_local_rejects = Self::REJECTS.min(self.config.max_local_rejects);
        let config = Config { max_local_rejects, ..self.config.clone() };
        TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::PassThrough, bytes))
    }

    /// Returns the bytes that were drawn of those that were played: `None` if the generator was
    /// forked.
    fn drawn(&mut self, mut bytes: Vec<u8>, runner: &mut TestRunner) -> Option<Vec<u8>> {
        let Some(used) = used(&bytes, runner.rng()) else {
            self.trust = Trust::Forks;
            return None;
        };
        bytes.truncate(used);
        Some(bytes)
    }
}

/// Returns how many of these bytes the generator that plays them has used; `None` if it was forked,
/// or has used all. The last byte is not zero.
fn used(bytes: &[u8], generator: &TestRng) -> Option<usize> {
    let mut next = vec![0; bytes.len()];
    generator.clone().fill_bytes(&mut next);
    // After the bytes come zeros. Without forks, the last byte is the last one that comes, and it
    // is not zero.
    let left = next.iter().rposition(|byte| *byte != 0)? + 1;
    let used = bytes.len() - left;
    (bytes[used..] == next[..left]).then_some(used)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::strategy::ValueTree as _;

    #[test]
    fn uses_are_counted_and_forks_are_seen() {
        let mut random = Random::new(3);
        let mut bytes = vec![7; 64];
        random.fill(&mut bytes, 1 << 16);
        bytes.push(1);
        let generator = TestRng::from_seed(RngAlgorithm::PassThrough, &bytes);
        for count in [0, 4, 8, 12, 80, 200, 50_000, bytes.len() - 1] {
            let mut generator = generator.clone();
            generator.fill_bytes(&mut vec![0; count]);
            assert_eq!(used(&bytes, &generator), Some(count));
        }
        let mut all = generator.clone();
        all.fill_bytes(&mut vec![0; bytes.len()]);
        assert_eq!(used(&bytes, &all), None);
        let mut runner = TestRunner::new_with_rng(Config::default(), generator);
        let _ = runner.new_rng();
        assert_eq!(used(&bytes, runner.rng()), None);
    }

    /// Returns whether a strategy is steered at once, and whether it is after many plain cases.
    fn steered<S: Strategy>(strategy: S) -> [bool; 2] {
        let mut playback = Playback::new(&strategy, &Config::default());
        let at_once = playback.may_steer();
        for seed in 0..40 {
            let (tree, bytes) =
                playback.plain(&strategy, &[seed; 32]).expect("nothing is rejected");
            // What is recorded plays back.
            if let Some(bytes) = bytes {
                let played =
                    playback.play(&strategy, bytes.clone(), &mut Random::new(1)).expect("no fork");
                assert_eq!(
                    (format!("{:?}", played.tree.current()), played.drawn),
                    (format!("{:?}", tree.current()), bytes)
                );
            }
        }
        [at_once, playback.may_steer()]
    }

    #[test]
    fn plain_cases_tell_what_forks() {
        // Hidden by a box, in whatever number, before or after the last draw.
        let few = prop_oneof![0..3_u8, 5..9_u8];
        assert_eq!(steered(few.clone().boxed()), [false; 2]);
        assert_eq!(steered(prop::collection::vec(few, 50..90).boxed()), [false; 2]);
        assert_eq!(steered((1..9_u8).prop_perturb(|x, _| x).boxed()), [false; 2]);
        assert_eq!(steered((any::<u8>(), (1..9_u8).prop_flat_map(|x| 0..x)).boxed()), [false; 2]);
        // Hidden by the syntax of a text.
        assert_eq!(steered("(ab|cd){1,40}"), [true, false]);
        assert_eq!(
            steered((any::<u64>(), "[a-z0-9]{0,9}", prop::collection::vec(0.0..9.0, 0..9)).boxed()),
            [false, true]
        );
        assert_eq!(steered(Just(7)), [true; 2]);
    }

    #[test]
    fn names_tell_what_forks() {
        assert_eq!(
            steered((
                0..9_u8,
                any::<u32>(),
                "[a-z]{1,9}",
                prop::collection::vec(any::<bool>(), 0..9)
            )),
            [true; 2]
        );
        assert_eq!(
            steered(
                prop::sample::select(vec![1, 2, 3])
                    .prop_map(|x| x + 1)
                    .prop_filter("even", |x| x % 2 == 0)
            ),
            [true; 2]
        );
        assert_eq!(steered(any::<(u64, char, Option<f64>)>()), [false; 2], "an option is a choice");
        assert_eq!(steered(prop_oneof![0..3_u8, 5..9_u8]), [false; 2]);
        assert_eq!(steered((1..9_u8).prop_flat_map(|x| 0..x)), [false; 2]);
        assert_eq!(steered((1..9_u8).prop_perturb(|x, _| x)), [false; 2]);
        assert_eq!(steered(any::<prop::sample::Index>()), [false; 2]);
        assert_eq!(steered(any::<f64>()), [false; 2], "a choice of classes of floats");
    }
}
