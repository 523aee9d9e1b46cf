//! The strategy that makes plain cases and steered ones from another strategy.

use crate::case::{Case, bytes_of};
use crate::persistence::Exchange;
use crate::playback::{Playback, Played};
use crate::search::Search;
use proptest::prelude::Rng as _;
use proptest::strategy::{NewTree, Strategy};
use proptest::test_runner::{RngAlgorithm, TestRunner};
use sbst::campaign::CampaignError;
use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

/// The state of one run.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) search: Search,
    /// The case that is executed next, and whether it is a steered one. It is taken by its
    /// execution: what comes then is shrinking.
    pub(crate) pending: Option<(Case, bool)>,
    /// Why the search ended early.
    pub(crate) ended: Option<CampaignError>,
    /// Whether the next execution is that of a new case: others are replays, or shrinking.
    pub(crate) is_new: bool,
    exchange: Arc<Exchange>,
    pub(crate) playback: Playback,
    cases: u64,
}

impl State {
    pub(crate) fn new(search: Search, exchange: Arc<Exchange>, playback: Playback) -> Self {
        Self { search, pending: None, ended: None, is_new: false, exchange, playback, cases: 0 }
    }

    /// Makes a steered case, if it is time for one.
    fn steered<S: Strategy>(&mut self, inner: &S) -> Option<S::Tree> {
        if !self.playback.may_steer() {
            self.search.mix.plain();
            return None;
        }
        let words = self.search.propose(self.playback.most_repeated())?;
        let played = self.playback.play(inner, bytes_of(&words), self.search.random());
        let Some(Played { tree, drawn }) = played else {
            self.search.refused();
            return None;
        };
        self.pending = Some((Case::new(self.cases, &drawn), true));
        self.exchange.set_seed(Some((RngAlgorithm::PassThrough, drawn)));
        Some(tree)
    }

    /// Makes a case as proptest does.
    fn plain<S: Strategy>(&mut self, inner: &S, runner: &mut TestRunner) -> NewTree<S> {
        self.exchange.set_seed(None);
        if self.search.campaign.goals().is_empty() {
            return inner.new_tree(runner);
        }
        let mut seed = [0; 32];
        runner.rng().fill_bytes(&mut seed);
        let (tree, bytes) = self.playback.plain(inner, &seed)?;
        self.pending = bytes.map(|bytes| (Case::new(self.cases, &bytes), false));
        self.exchange.set_seed(Some((RngAlgorithm::ChaCha, seed.to_vec())));
        Ok(tree)
    }

    /// Makes the steered case of a persisted failure again.
    ///
    /// The strategy may have changed since: then it draws more than there is, or forks. So some
    /// plain cases are made before, to see whether it forks, and the bytes are played like those of
    /// a new case. If that is not possible, they say nothing any more, and a random case takes
    /// their place.
    fn replayed<S: Strategy>(&mut self, inner: &S, bytes: Vec<u8>) -> NewTree<S> {
        let mut seed = [0; 32];
        loop {
            for part in seed.chunks_mut(8) {
                part.copy_from_slice(&self.search.random().number().to_le_bytes());
            }
            let (tree, drawn) = self.playback.plain(inner, &seed)?;
            if drawn.is_none() || self.playback.forks() {
                return Ok(tree);
            }
            if self.playback.is_watched() {
                let played = self.playback.play(inner, bytes, self.search.random());
                return Ok(played.map_or(tree, |played| played.tree));
            }
        }
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
        // Proptest knew the result of the last case, and did not execute it.
        if let Some((_, true)) = state.pending.take() {
            state.search.refused();
        }
        match state.exchange.replay() {
            Some(Some(bytes)) => return state.replayed(self.inner, bytes),
            Some(None) => return self.inner.new_tree(runner),
            None => {}
        }
        let tree = match state.steered(self.inner) {
            Some(tree) => tree,
            None => state.plain(self.inner, runner)?,
        };
        state.cases += 1;
        state.is_new = true;
        Ok(tree)
    }
}

impl<S: fmt::Debug> fmt::Debug for Steered<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Steered").field(self.inner).finish()
    }
}
