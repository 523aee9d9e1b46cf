//! A worker: makes inputs, executes them, and keeps those that matter.

use super::crashes::{Crash, entries_in, read_crashes, write_crash};
use super::executor::Executor;
use super::folders::{Folders, add_name, artifact_names, inputs, keep, known_crashes, names_in};
use super::link::{Link, Word, avoided, tried};
use super::nearest::Nearest;
use super::options::Options;
use crate::runtime::{self, Target};
use crate::search::{Hunt, name_of};
use sbst::campaign::CampaignError;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Time between two looks at what other workers found.
const LOOK: Duration = Duration::from_secs(2);
/// Number of inputs that are tried again of those that crashed in earlier searches: each may end
/// the process.
const ARTIFACTS: usize = 100;
/// Number of words that are kept of the log of an input that crashed, and of all such logs.
const CRASH_WORDS: usize = 1 << 20;
const ALL_CRASHES: usize = 1 << 24;

/// A worker at work.
pub(super) struct Worker<'p> {
    pub(super) hunt: Hunt<'p>,
    executor: Executor,
    pub(super) link: Link,
    /// Inputs that crash or hang.
    avoid: BTreeSet<String>,
    /// Inputs that were executed for the corpus.
    known: BTreeSet<String>,
    /// Names of files that were read.
    files: BTreeSet<String>,
    /// Executions of the corpus after a crash. The search made them once, and they count once.
    replays: u64,
    is_replaying: bool,
    /// What those that had its number before told: executions that were read in full, and events
    /// that were lost.
    before: [u64; 2],
    nearest: Nearest,
    /// Inputs that crashed, with what they did until then: they are not executed again.
    pub(super) crashes: Vec<Crash>,
    pub(super) folders: Folders,
    number: usize,
    pub(super) most: usize,
    workers: usize,
    /// Folder of the files that processes share.
    folder: PathBuf,
    reports: bool,
}

impl<'p> Worker<'p> {
    /// Creates the worker of a number, whose processes share files in `folder`.
    pub(super) fn new(
        hunt: Hunt<'p>,
        link: Link,
        options: &Options,
        number: usize,
        folder: &Path,
    ) -> Self {
        let mut folders = Folders::of(options);
        // Other workers, and the one that follows a crash, read there what this one finds.
        folders.corpus.get_or_insert_with(|| folder.join("corpus"));
        let mut avoid = artifact_names(&folders.artifacts);
        for name in names_in(&tried(folder)) {
            avoid.remove(&name);
        }
        avoid.extend(names_in(&avoided(folder)));
        Self {
            hunt,
            executor: Executor::new(Target::linked),
            before: [Word::Full, Word::Lost].map(|word| link.get(word)),
            link,
            avoid,
            known: BTreeSet::new(),
            files: BTreeSet::new(),
            replays: 0,
            is_replaying: false,
            nearest: Nearest::new(options.only.is_some() || !options.leave_out.is_empty()),
            crashes: Vec::new(),
            folders,
            number,
            most: options.most,
            workers: options.workers,
            folder: folder.to_owned(),
            reports: options.reports,
        }
    }

    /// Executes the corpus, then searches until the supervisor says that it is enough.
    pub(super) fn search(
        &mut self,
        is_restarted: bool,
        crashed: Option<Crash>,
        folder: &Path,
    ) -> Result<(), CampaignError> {
        for crash in read_crashes(folder, self.number) {
            self.hunt.take_in_crash(&crash.0, &crash.1)?;
            self.crashes.push(crash);
        }
        self.hunt.resume_at(self.link.get(Word::Runs));
        if let Some((input, mut log)) = crashed {
            log.truncate(CRASH_WORDS);
            if self.link.get(Word::Base) != base() {
                log = entries_in(&log);
            }
            self.avoid.insert(name_of(&input));
            if self.hunt.take_in_crash(&input, &log)?.is_new {
                let kept: usize = self.crashes.iter().map(|crash| crash.1.len()).sum();
                // If it cannot be kept, the goals that it covers are pursued again.
                if kept + log.len() <= ALL_CRASHES {
                    let _ = write_crash(folder, self.number, self.crashes.len(), &input, &log);
                    self.crashes.push((input, log));
                }
            }
            self.link.set(Word::Runs, self.runs());
        }
        if self.number == 0 {
            self.try_artifacts()?;
        }
        self.nearest.wait(self.hunt.runs());
        let mut all: Vec<PathBuf> = self.folders.corpus.iter().cloned().collect();
        all.extend(self.folders.seeds.iter().cloned());
        if self.reports {
            all.push(self.folders.nearest());
        }
        let most = self.most;
        self.is_replaying = is_restarted;
        let mut has_read_all = true;
        for (at, path) in all.iter().enumerate() {
            for input in inputs(path, most) {
                if self.link.get(Word::Stop) != 0 {
                    has_read_all = false;
                    break;
                }
                self.link.set(Word::Read, self.link.get(Word::Read) + 1);
                // Other fuzzers give files other names: what the corpus has already is not written
                // again, unless it was cut.
                let is_there = at == 0 && self.folders.corpus.is_some() && input.len() < most;
                self.execute_once(&input, is_there)?;
            }
        }
        if self.hunt.corpus().len() == 0 {
            self.execute_once(b"", false)?;
        }
        // Who ends before all is executed again does not know where the search stands: what was
        // told and saved before is right.
        let is_complete = self.link.get(Word::Stop) == 0 || !is_restarted;
        self.is_replaying = false;
        self.link.set(Word::Base, base());
        if is_complete {
            self.tell();
        }
        let mut looked = Instant::now();
        // Also once all goals are covered: an input may crash where every branch was taken.
        while self.link.get(Word::Stop) == 0 && self.runs() < self.link.get(Word::Budget) {
            self.step()?;
            if self.hunt.runs().is_multiple_of(64) {
                if self.hunt.must_measure_again() {
                    self.measure_again()?;
                }
                self.tell();
                // By executions, not by time: whoever goes on after a crash goes on with the same.
                if self.nearest.is_due(self.hunt.runs()) {
                    self.nearest.wait(self.hunt.runs());
                    self.save_nearest();
                }
                if self.workers > 1
                    && self.hunt.runs().is_multiple_of(1024)
                    && looked.elapsed() > LOOK
                {
                    looked = Instant::now();
                    self.read_others()?;
                }
            }
        }
        if has_read_all {
            self.save_nearest();
        }
        if is_complete {
            self.tell();
        }
        if self.link.get(Word::Searched) == 0 {
            self.link.set(Word::Searched, self.runs() + 1);
        }
        Ok(())
    }

    /// Executes inputs that crashed in earlier searches, each once: where the mistake was mended,
    /// they are good inputs.
    fn try_artifacts(&mut self) -> Result<(), CampaignError> {
        let file = tried(&self.folder);
        // Those of this search are among the artifacts, too.
        let already: BTreeSet<String> =
            names_in(&file).into_iter().chain(names_in(&avoided(&self.folder))).collect();
        let known = known_crashes(&self.folders.artifacts, self.most).into_iter().take(ARTIFACTS);
        for (name, input) in known.filter(|(name, _)| !already.contains(name)) {
            // Before it is executed: the next worker goes on with the next one.
            if self.link.get(Word::Stop) != 0 || add_name(&file, &name).is_err() {
                break;
            }
            self.avoid.remove(&name);
            self.execute_once(&input, false)?;
        }
        Ok(())
    }

    /// Makes one input and executes it.
    fn step(&mut self) -> Result<(), CampaignError> {
        let (target, most) = (self.executor.target(), self.most);
        let input = self.hunt.next(&mut |input, other, random| {
            if !target.has_mutator() {
                return false;
            }
            let (seed, before) = (random.next() as u32, input.clone());
            if other.is_empty() || !random.one_in(4) || !target.cross(input, other, most, seed) {
                target.mutate(input, most, seed);
            }
            // Some mutators find nothing to change in what is no input of their format, such as an
            // empty one. Others now and then leave an input as it is.
            *input != before || !(input.is_empty() || random.one_in(8))
        });
        let input = input.to_vec();
        if self.execute_quietly(&input)? {
            self.keep(&input);
        }
        Ok(())
    }

    /// Executes an input, and again if it matters: only then all that it does is recorded. Returns
    /// `true` if it joined the corpus.
    fn execute_quietly(&mut self, input: &[u8]) -> Result<bool, CampaignError> {
        if self.hunt.is_read_in_full() || self.avoids(input) {
            return self.execute(input);
        }
        self.hunt.take_changes().for_each(runtime::attend);
        self.link.set(Word::Quiet, 1);
        let logs = self.executor.record(&self.link, runtime::record_quietly, input);
        self.link.set(Word::Quiet, 0);
        let mut is_new = false;
        if self.hunt.glance(&logs) {
            let logs = self.record(input);
            is_new = self.hunt.take_in_again(input, &logs)?.is_new;
        }
        self.link.set(Word::Runs, self.runs());
        Ok(is_new)
    }

    /// Executes the input again that ended the process before, where little of what it did was
    /// recorded. The process ends again, and the next one has the whole log. If it does not end,
    /// the log is here.
    pub(super) fn execute_again(&mut self, crashed: Option<Crash>) -> Option<Crash> {
        let (input, _) = crashed?;
        self.link.set(Word::Base, base());
        self.link.set(Word::Again, 1);
        let logs = self.record(&input);
        self.link.set(Word::Again, 0);
        let words = logs.first().into_iter().flat_map(|log| log.iter());
        let log = words.map(|word| AtomicU32::new(word.load(Ordering::Relaxed))).collect();
        Some((input, log))
    }

    /// Returns `true` if an input crashes or hangs, so that nobody should execute it again.
    pub(super) fn avoids(&self, input: &[u8]) -> bool {
        !self.avoid.is_empty() && self.avoid.contains(&name_of(input))
    }

    /// Executes an input. Returns `true` if it joined the corpus.
    pub(super) fn execute(&mut self, input: &[u8]) -> Result<bool, CampaignError> {
        self.replays += u64::from(self.is_replaying);
        if self.avoids(input) {
            self.hunt.pass();
            return Ok(false);
        }
        let logs = self.record(input);
        let is_new = self.hunt.take_in(input, &logs)?.is_new;
        self.link.set(Word::Runs, self.runs());
        Ok(is_new)
    }

    /// Returns the number of executions of the search, of this worker and those that had its number
    /// before.
    fn runs(&self) -> u64 {
        self.hunt.runs() - self.replays
    }

    /// Takes out the inputs that crashed in any worker, with what they did until then.
    pub(super) fn take_crashes(&mut self) -> Vec<Crash> {
        let mut crashes = std::mem::take(&mut self.crashes);
        for number in (0..self.workers).filter(|&number| number != self.number) {
            for (input, log) in read_crashes(&self.folder, number) {
                if !crashes.iter().any(|known| known.0 == input) {
                    crashes.push((input, entries_in(&log)));
                }
            }
        }
        crashes
    }

    /// Executes an input, and returns what it did; nothing if the target rejects it.
    pub(super) fn record(&mut self, input: &[u8]) -> Vec<&'static [AtomicU32]> {
        self.executor.record(&self.link, runtime::record, input)
    }

    /// Executes an input, unless it was executed already, and keeps it if it joined the corpus and
    /// is not there as a file.
    fn execute_once(&mut self, input: &[u8], is_there: bool) -> Result<(), CampaignError> {
        if self.known.insert(name_of(input)) && self.execute(input)? && !is_there {
            self.keep(input);
        }
        Ok(())
    }

    /// Writes an input to the corpus folder. A full disk does not end the search: the input stays
    /// in memory.
    fn keep(&mut self, input: &[u8]) {
        self.known.insert(name_of(input));
        if let Some(folder) = &self.folders.corpus {
            let _ = keep(folder, "", input);
        }
    }

    /// Executes what was kept again, because distances may have been too small.
    fn measure_again(&mut self) -> Result<(), CampaignError> {
        let kept = self.hunt.kept();
        self.hunt.forget()?;
        let crashes = std::mem::take(&mut self.crashes);
        for (input, log) in &crashes {
            self.hunt.take_in_crash(input, log)?;
        }
        self.crashes = crashes;
        for input in kept {
            if !self.crashes.iter().any(|crash| *crash.0 == *input) {
                self.execute(&input)?;
            }
        }
        Ok(())
    }

    /// Writes the nearest inputs of open goals, for the next search and for the report.
    fn save_nearest(&mut self) {
        if self.reports {
            let inputs =
                self.hunt.nearest().into_iter().filter(|input| !self.avoids(input)).collect();
            self.nearest.save(&self.folders.nearest(), &format!("{}-", self.number), inputs);
        }
    }

    /// Executes inputs that other workers found.
    pub(super) fn read_others(&mut self) -> Result<(), CampaignError> {
        let Some(corpus) = self.folders.corpus.clone() else { return Ok(()) };
        let entries = fs::read_dir(&corpus).into_iter().flatten().flatten();
        let mut new: Vec<PathBuf> = entries
            .filter(|entry| {
                let name = entry.file_name().to_string_lossy().into_owned();
                !name.starts_with('.') && !self.known.contains(&name) && self.files.insert(name)
            })
            .map(|entry| entry.path())
            .collect();
        new.sort();
        let most = self.most;
        for input in new.iter().flat_map(|path| inputs(path, most)) {
            let is_there = input.len() < most;
            self.execute_once(&input, is_there)?;
        }
        Ok(())
    }

    /// Tells the supervisor where the search stands.
    fn tell(&self) {
        let (campaign, observer) = (self.hunt.campaign(), self.hunt.observer());
        self.link.set(Word::Branches, observer.taken_count() as u64);
        self.link.set(Word::Goals, campaign.tests().covered_count() as u64);
        self.link.set(Word::AllGoals, (campaign.goals().len() - campaign.left_out().len()) as u64);
        self.link.set(Word::Corpus, self.hunt.corpus().len() as u64);
        self.link.set(Word::Full, self.before[0] + self.hunt.full());
        self.link.set(Word::Lost, self.before[1] + runtime::lost() as u64);
        self.link.set(Word::Near, campaign.frontier().active().len() as u64);
    }
}

/// Returns the address at which the program was loaded.
fn base() -> u64 {
    runtime::images().first().map_or(0, |image| image.base as u64)
}
