//! The loop of the search.

use super::corpus::Corpus;
use super::goals::{NativeCampaign, campaign};
use super::mutate::Mutator;
use super::operands::{exchanges, places};
use super::queue::Queue;
use super::random::Random;
use super::test::Test;
use crate::observe::{Attention, Cases, Glance, Observer, Seen};
use crate::program::Program;
use sbst::campaign::CampaignError;
use sbst::id::GoalId;
use sbst::objective::Goal;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

/// A way to choose and change inputs. All but [`Goals`](Self::Goals) exist to show, in comparisons,
/// what a part of it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Half of the inputs that are changed are the nearest of the goal that is pursued, half are
    /// any of the corpus. Operands of comparisons that were missed by less than before are put in
    /// each other's place.
    Goals,
    /// As `Goals`, but operands are left where they are.
    Nearest,
    /// Any inputs of the corpus are changed, and operands put in each other's place.
    Operands,
    /// Any inputs of the corpus are changed: a search without goals.
    Corpus,
}

impl Style {
    fn pursues(self) -> bool {
        matches!(self, Self::Goals | Self::Nearest)
    }

    fn exchanges(self) -> bool {
        matches!(self, Self::Goals | Self::Operands)
    }
}

/// Settings of a search.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) seed: u64,
    /// Greatest length of an input.
    pub(crate) most: usize,
    pub(crate) style: Style,
    /// Strings that inputs may contain.
    pub(crate) words: Vec<Vec<u8>>,
    /// Blocks whose branches nobody wants to cover.
    pub(crate) left_out: BTreeSet<u32>,
}

/// One execution.
#[derive(Debug, Default)]
pub(crate) struct Ran {
    /// Whether it covered something new, so that the input joined the corpus.
    pub(crate) is_new: bool,
}

/// Changes an input, to which another one may lend parts. Returns `false` if it leaves that to the
/// built-in changes.
pub(crate) type Change<'a> = dyn FnMut(&mut Vec<u8>, &[u8], &mut Random) -> bool + 'a;

/// Number of executions between two that are read in full, whatever a glance says: they teach which
/// comparison decides what, and find what glances cannot see.
const SAMPLE: u64 = 64;
/// Number of executions at the beginning that are read in full.
const FIRST: u64 = 256;
/// A log of more words is long: to read it takes many times longer than to execute its input
/// quietly.
const LONG: usize = 1 << 12;
/// Greatest factor by which executions with long logs are read more rarely.
const RAREST: u64 = 4;
/// What it costs to go on after an execution that ended the process, in words of a log: some
/// milliseconds.
const CRASH_COST: usize = 1 << 20;
/// Of the inputs that are as near as the nearest one, one in `DRIFT` replaces it. If executions are
/// long, it is fewer.
const DRIFT: usize = 16;

/// Number of inputs with exchanged operands that are tried for one branch.
const WAYS: usize = 32;
/// Number of bytes that are searched for operands after one execution.
const SEARCHED: usize = 1 << 24;

/// A search.
pub(crate) struct Hunt<'p> {
    program: &'p Program,
    settings: Settings,
    observer: Observer,
    campaign: NativeCampaign,
    corpus: Corpus,
    mutator: Mutator,
    random: Random,
    /// Inputs to try next: operands in each other's place.
    queue: Queue,
    /// By number: the branch of each goal, if it is one.
    branch_of: Vec<Option<u32>>,
    runs: u64,
    /// Whether the last execution mattered, at a glance.
    matters: bool,
    /// Number of the last execution of those at the beginning that are read in full.
    first: u64,
    /// Number of the next execution that is read in full whatever a glance says.
    next_sample: u64,
    /// Factor by which the sample is rarer than for short logs: from 1 to [`RAREST`], by the length
    /// of the last log of the sample.
    rarity: u64,
    /// Number of the execution from which on distances may be measured again.
    measure_after: u64,
    input: Vec<u8>,
    full: u64,
}

impl std::fmt::Debug for Hunt<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hunt")
            .field("runs", &self.runs)
            .field("campaign", &self.campaign)
            .finish_non_exhaustive()
    }
}

impl<'p> Hunt<'p> {
    /// Begins a search without any input. `cases` reads the cases of a switch.
    pub(crate) fn new(
        program: &'p Program,
        settings: Settings,
        cases: fn(u64) -> Cases,
    ) -> Result<Self, CampaignError> {
        let campaign = campaign(program, &settings.left_out)?;
        let branch = |goal| match campaign.goals().goal(goal) {
            Goal::Branch(branch) => Some(branch.number()),
            _ => None,
        };
        let branch_of = campaign.goals().ids().map(branch).collect();
        Ok(Self {
            observer: Observer::new(program, cases),
            corpus: Corpus::default(),
            mutator: Mutator::new(settings.most, settings.words.clone()),
            random: Random::new(settings.seed),
            queue: Queue::default(),
            branch_of,
            runs: 0,
            matters: false,
            first: FIRST,
            next_sample: FIRST + SAMPLE,
            rarity: 1,
            measure_after: FIRST,
            input: Vec::new(),
            full: 0,
            campaign,
            program,
            settings,
        })
    }

    /// Chooses the next input. It is valid until the next call.
    ///
    /// `change` changes an input in place of the built-in changes, if the target does that itself.
    pub(crate) fn next(&mut self, change: &mut Change<'_>) -> &[u8] {
        self.observer.focus(self.program, u32::MAX);
        // At most half of the time: on some targets each of these inputs comes nearer to something,
        // and adds to the queue.
        if self.random.one_in(2)
            && let Some(input) = self.queue.pop()
        {
            self.input = input;
            return &self.input;
        }
        self.input.clear();
        let by_goal = self.settings.style.pursues() && self.random.one_in(2);
        let goal = if by_goal { self.campaign.next_goal(self.random.unit()) } else { None };
        let nearest = goal.and_then(|goal| Some((goal, self.campaign.nearest(goal)?)));
        let nearest = nearest.filter(|(_, test)| self.corpus.affords(test, &mut self.random));
        let other = self.corpus.choose(&mut self.random).cloned();
        match (&nearest, &other) {
            (Some((_, test)), _) => self.input.extend_from_slice(&test.bytes),
            (None, Some(input)) => self.input.extend_from_slice(input),
            (None, None) => {}
        }
        let lender = self.corpus.choose(&mut self.random).cloned().unwrap_or_else(|| Arc::from([]));
        if let Some(branch) = nearest.and_then(|(goal, _)| self.branch_of[goal.index()]) {
            self.observer.focus(self.program, branch);
            // Sometimes the operands alone, sometimes with other changes.
            if self.settings.style.exchanges() && self.random.one_in(4) {
                let ways = exchanges(
                    &self.input,
                    self.observer.operands(branch),
                    self.settings.most,
                    usize::MAX,
                );
                if let Some(way) = self.random.pick(&ways) {
                    self.input = way.of(&self.input);
                    if self.random.one_in(2) {
                        return &self.input;
                    }
                }
            }
        }
        if !change(&mut self.input, &lender, &mut self.random) {
            let count = if by_goal { 1 + self.random.below(3) } else { 1 << self.random.below(4) };
            self.mutator.change(&mut self.input, &lender, count, &mut self.random);
        }
        &self.input
    }

    /// Takes in an execution that ended the process.
    ///
    /// It counts, but inputs like it would end the process again, so it does not join the corpus.
    pub(crate) fn take_in_crash(
        &mut self,
        input: &[u8],
        log: &[AtomicU32],
    ) -> Result<Ran, CampaignError> {
        let (corpus, queue) = (std::mem::take(&mut self.corpus), std::mem::take(&mut self.queue));
        let ran = self.take_in_at(input, &[log], CRASH_COST);
        (self.corpus, self.queue) = (corpus, queue);
        ran
    }

    /// Returns `true` if the next execution is read in full, whatever it does.
    pub(crate) fn is_read_in_full(&self) -> bool {
        let next = self.runs + 1;
        next <= self.first || next >= self.next_sample
    }

    /// Returns what changed of what hooks must record for a [`glance`](Self::glance).
    pub(crate) fn take_changes(&mut self) -> impl Iterator<Item = Attention> + '_ {
        self.observer.take_changes()
    }

    /// Takes an execution in: the whole logs of its threads.
    pub(crate) fn take_in(
        &mut self,
        input: &[u8],
        logs: &[&[AtomicU32]],
    ) -> Result<Ran, CampaignError> {
        self.take_in_at(input, logs, 0)
    }

    /// Takes in an execution that costs `more` than the words of its logs say.
    fn take_in_at(
        &mut self,
        input: &[u8],
        logs: &[&[AtomicU32]],
        more: usize,
    ) -> Result<Ran, CampaignError> {
        let is_read_in_full = self.is_read_in_full();
        if self.glance(logs) || is_read_in_full {
            self.read(input, logs, more)
        } else {
            Ok(Ran::default())
        }
    }

    /// Counts an execution, and looks whether it matters. If so, the caller takes it in
    /// [again](Self::take_in_again).
    ///
    /// Logs may lack all that [`take_changes`](Self::take_changes) does not ask for.
    pub(crate) fn glance(&mut self, logs: &[&[AtomicU32]]) -> bool {
        self.runs += 1;
        let mut glance = Glance::default();
        for log in logs {
            let seen = self.observer.glance(log);
            glance.is_new |= seen.is_new;
            glance.is_nearer |= seen.is_nearer;
            glance.is_as_near |= seen.is_as_near;
        }
        let drifts = glance.is_as_near && self.random.one_in(DRIFT * self.rarity as usize);
        self.matters = glance.is_new || glance.is_nearer || drifts;
        self.matters
    }

    /// Takes in the whole logs of an execution after a [`glance`](Self::glance) at it, or at
    /// another one of the same input.
    pub(crate) fn take_in_again(
        &mut self,
        input: &[u8],
        logs: &[&[AtomicU32]],
    ) -> Result<Ran, CampaignError> {
        self.read(input, logs, 0)
    }

    fn read(
        &mut self,
        input: &[u8],
        logs: &[&[AtomicU32]],
        more: usize,
    ) -> Result<Ran, CampaignError> {
        self.full += 1;
        let words = logs.iter().map(|log| log.len()).sum::<usize>();
        if self.runs <= self.first || self.runs >= self.next_sample {
            self.rarity = (1 + (words / LONG) as u64).min(RAREST);
            self.first = self.first.saturating_sub(self.rarity - 1);
            self.next_sample = self.runs + SAMPLE * self.rarity;
        }
        self.observer.begin();
        for log in logs {
            self.observer.read(self.program, log);
        }
        let is_news = self.observer.end(self.program);
        if !self.matters && !is_news && self.runs > self.first {
            self.learn(input);
            return Ok(Ran::default());
        }
        let test = Test::new(input, self.runs, words + more);
        let outcome = self.campaign.offer(&test, self.observer.seen())?;
        let is_new = !outcome.covered.is_empty();
        let nearer: Vec<GoalId> = outcome.nearer.to_vec();
        if is_new {
            self.corpus.push(test.clone());
        }
        if self.settings.style.exchanges() {
            self.try_operands(&test.bytes, &nearer);
        }
        self.learn(input);
        Ok(Ran { is_new })
    }

    /// Queues inputs in which the operands of the comparisons that were just missed are exchanged.
    fn try_operands(&mut self, input: &[u8], nearer: &[GoalId]) {
        // A long input may be nearer to thousands of goals, and searching it for the operands of
        // each takes time.
        let goals = SEARCHED / input.len().max(1);
        for goal in nearer.iter().take(goals.max(1)) {
            let Some(branch) = self.branch_of[goal.index()] else { continue };
            if !self.queue.has_room(input.len()) {
                return;
            }
            for way in exchanges(input, self.observer.operands(branch), self.settings.most, WAYS) {
                if !self.queue.has_room(way.length_of(input.len())) {
                    return;
                }
                self.queue.push(way.of(input));
            }
        }
    }

    /// Hands what the program compared with to the mutator, but not what it found in the input.
    fn learn(&mut self, input: &[u8]) {
        for string in self.observer.take_strings() {
            if places(input, &string).next().is_none() {
                self.mutator.learn(&string);
            }
        }
    }

    /// Returns `true` if distances of kept inputs may be too small, because more is known of
    /// comparisons since they were measured.
    ///
    /// Then the caller executes [`kept`](Self::kept) again, after [`forget`](Self::forget). The
    /// time between two such measurements doubles.
    pub(crate) fn must_measure_again(&mut self) -> bool {
        if self.runs < self.measure_after || !self.observer.take_narrowed() {
            return false;
        }
        self.measure_after = self.runs * 2;
        true
    }

    /// Returns the inputs that are worth keeping: the corpus, and the nearest input of each goal
    /// within reach.
    pub(crate) fn kept(&self) -> Vec<Arc<[u8]>> {
        let mut kept: Vec<Arc<[u8]>> = self.corpus.inputs().cloned().collect();
        let mut known: BTreeSet<Arc<[u8]>> = kept.iter().cloned().collect();
        for input in self.nearest() {
            if known.insert(input.clone()) {
                kept.push(input);
            }
        }
        kept
    }

    /// Returns the nearest input of each goal within reach, each once.
    pub(crate) fn nearest(&self) -> Vec<Arc<[u8]>> {
        let mut known = BTreeSet::new();
        let active = self.campaign.frontier().active();
        let mut inputs: Vec<&Test> =
            active.iter().filter_map(|&goal| self.campaign.nearest(goal)).collect();
        inputs.sort_by_key(|test| test.number);
        inputs
            .iter()
            .map(|test| test.bytes.clone())
            .filter(|input| known.insert(input.clone()))
            .collect()
    }

    /// Forgets all inputs and distances, and keeps what was learned of comparisons.
    pub(crate) fn forget(&mut self) -> Result<(), CampaignError> {
        self.observer.forget_distances();
        self.campaign = campaign(self.program, &self.settings.left_out)?;
        self.corpus = Corpus::default();
        self.queue.clear();
        Ok(())
    }

    pub(crate) fn campaign(&self) -> &NativeCampaign {
        &self.campaign
    }

    pub(crate) fn corpus(&self) -> &Corpus {
        &self.corpus
    }

    pub(crate) fn observer(&self) -> &Observer {
        &self.observer
    }

    pub(crate) fn runs(&self) -> u64 {
        self.runs
    }

    /// Counts an input that is not executed.
    pub(crate) fn pass(&mut self) {
        self.runs += 1;
    }

    /// Sets the number of executions that others made before.
    pub(crate) fn resume_at(&mut self, runs: u64) {
        self.runs = runs;
        self.first = runs + FIRST;
        self.next_sample = self.first + SAMPLE;
        self.measure_after = runs + FIRST;
    }

    /// Returns the number of executions that were read in full.
    pub(crate) fn full(&self) -> u64 {
        self.full
    }

    /// Reads an execution in full, for the report; it does not count as one of the search.
    pub(crate) fn read_in_full(&mut self, logs: &[&[AtomicU32]]) -> &Seen {
        self.observer.begin();
        for log in logs {
            self.observer.read(self.program, log);
        }
        self.observer.end(self.program);
        // Nothing is executed quietly any more.
        self.observer.take_changes().for_each(drop);
        self.observer.seen()
    }

    /// Returns the blocks whose branches are not pursued.
    pub(crate) fn left_out(&self) -> &BTreeSet<u32> {
        &self.settings.left_out
    }

    /// Returns `true` if some input entered a function.
    pub(crate) fn has_entered(&self, function: u32) -> bool {
        let entry = self.program.graph().entry(sbst::id::Function::new(function));
        self.observer.has_entered(entry.number())
    }
}
