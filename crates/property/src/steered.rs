//! The strategy that makes plain cases and steered ones from another strategy.

use crate::case::{Case, bytes_of, position};
use crate::persistence::Exchange;
use crate::search::Search;
use proptest::prelude::Rng as _;
use proptest::strategy::{NewTree, Strategy, ValueTree as _};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use sbst::campaign::CampaignError;
use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

/// The state of one run.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) search: Search,
    /// The case that is executed next, and whether it is a steered one. It is taken by its execution: what comes then is shrinking.
    pub(crate) pending: Option<(Case, bool)>,
    /// Why the search ended early.
    pub(crate) ended: Option<CampaignError>,
    exchange: Arc<Exchange>,
    cases: u64,
    /// Whether the strategy draws in a way that bytes cannot always play back: see [`State::plays_back`].
    forks: bool,
}

impl State {
    /// Bytes for strategies that draw more than the case that was changed. Beyond them, all draws are zero: so if a case uses up the first
    /// number of bytes, it is made again with the next one. Strategies that fork the generator begin with the second one, because each fork
    /// takes half of what is left.
    const RESERVES: [usize; 3] = [1 << 8, 1 << 12, 1 << 16];
    /// Plain cases that are played back at the start, to see whether it gives the same values. If not, all are.
    const CHECKED: u64 = 8;
    /// One in so many plain cases is made of bytes if the strategy forks the generator.
    const MADE_OF_BYTES: u64 = 8;
    /// Draws that a steered case may reject before a plain one is made instead.
    const REJECTS: u32 = 256;

    pub(crate) fn new(search: Search, exchange: Arc<Exchange>) -> Self {
        Self { search, pending: None, ended: None, exchange, cases: 0, forks: false }
    }

    /// Makes a steered case, if it is time for one.
    fn steered<S: Strategy>(&mut self, inner: &S, config: &Config) -> Option<S::Tree> {
        let words = self.search.propose()?;
        let tree = self.play(inner, config, bytes_of(&words), true);
        if tree.is_none() {
            self.search.refused();
        }
        tree
    }

    /// Lets the strategy draw these bytes, and random ones after them.
    fn play<S: Strategy>(&mut self, inner: &S, config: &Config, mut bytes: Vec<u8>, steered: bool) -> Option<S::Tree> {
        let given = bytes.len();
        let config = Config { max_local_rejects: Self::REJECTS, failure_persistence: None, ..config.clone() };
        let mut made = None;
        for reserve in &Self::RESERVES[usize::from(self.forks)..] {
            self.search.random().fill(&mut bytes, given + reserve);
            let mut runner = TestRunner::new_with_rng(config.clone(), TestRng::from_seed(RngAlgorithm::PassThrough, &bytes));
            let tree = inner.new_tree(&mut runner).ok()?;
            let used = position(&bytes, runner.rng());
            made = Some((tree, used));
            if used < bytes.len() {
                break;
            }
        }
        let (tree, used) = made?;
        self.pending = Some((Case::new(self.cases, &bytes[..used]), steered));
        // After forks, what was drawn may be anywhere.
        if !self.forks {
            bytes.truncate(used);
        }
        self.exchange.set_seed(Some((RngAlgorithm::PassThrough, bytes)));
        Some(tree)
    }

    /// Makes a case as proptest does.
    fn plain<S: Strategy>(&mut self, inner: &S, runner: &mut TestRunner) -> NewTree<S> {
        self.exchange.set_seed(None);
        if self.search.campaign.goals().is_empty() {
            return inner.new_tree(runner);
        }
        let config = runner.config().clone();
        // As random as any, but of bytes that can be changed.
        if self.forks
            && self.cases.is_multiple_of(Self::MADE_OF_BYTES)
            && let Some(tree) = self.play(inner, &config, Vec::new(), false)
        {
            return Ok(tree);
        }
        // The same generator as that of proptest, which records what it gives.
        let mut seed = [0; 32];
        runner.rng().fill_bytes(&mut seed);
        let recorder = TestRng::from_seed(RngAlgorithm::Recorder, &seed);
        let mut recording = TestRunner::new_with_rng(Config { failure_persistence: None, ..config.clone() }, recorder);
        let tree = inner.new_tree(&mut recording)?;
        let bytes = recording.rng().bytes_used();
        let plays_back = !self.forks && self.cases >= Self::CHECKED || self.plays_back(inner, &tree, &bytes, &config);
        self.forks |= !plays_back;
        self.pending = plays_back.then(|| (Case::new(self.cases, &bytes), false));
        self.exchange.set_seed(Some((RngAlgorithm::ChaCha, seed.to_vec())));
        Ok(tree)
    }

    /// Plays a plain case back, and returns `true` if it gives the same value.
    ///
    /// It does not if the strategy forks the generator too often, as `prop_oneof!`, `prop_flat_map` and `prop_perturb` do: a generator that
    /// plays bytes back divides what is left among the two. Then the bytes of the case are no good to climb on.
    fn plays_back<S: Strategy>(&mut self, inner: &S, tree: &S::Tree, bytes: &[u8], config: &Config) -> bool {
        self.play(inner, config, bytes.to_vec(), false).is_some_and(|other| {
            let [one, other] = [tree.current(), other.current()].map(|value| format!("{value:?}"));
            one == other
        })
    }
}

/// Cases of another strategy: plain ones, and ones that climb.
pub(crate) struct Steered<'a, S> {
    pub(crate) inner: &'a S,
    pub(crate) state: &'a RefCell<State>,
}

impl<S: Strategy> Strategy for Steered<'_, S> {
    type Tree = S::Tree;
    type Value = S::Value;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let state = &mut *self.state.borrow_mut();
        state.pending = None;
        if state.exchange.replays() {
            return self.inner.new_tree(runner);
        }
        let config = runner.config().clone();
        let tree = match state.steered(self.inner, &config) {
            Some(tree) => tree,
            None => state.plain(self.inner, runner)?,
        };
        state.cases += 1;
        Ok(tree)
    }
}

impl<S: fmt::Debug> fmt::Debug for Steered<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Steered").field(self.inner).finish()
    }
}
