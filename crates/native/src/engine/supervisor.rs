//! The supervisor: starts workers, shows progress, keeps what crashes or hangs.

use super::ended::{End, Printed, ended_by};
use super::folders::{Folders, add_name, keep, known_crashes, longest};
use super::link::{After, Link, Role, Word, avoided, new_shared_folder};
use super::options::Options;
use super::progress::{Progress, Status};
use super::slot::Slot;
use super::{DONE, UNABLE};
use crate::runtime;
use crate::search::name_of;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Time between two looks at the workers.
const LOOK: Duration = Duration::from_millis(20);
/// Number of times in a row that a worker is started again without progress of its search.
const FRUITLESS: u32 = 20;
/// Number of times that a worker is started again that ended outside of the target's function after
/// the search.
const LATE: u32 = 3;
/// Length up to which inputs that are read may raise the limit: that of libFuzzer.
const MOST: u64 = 1 << 20;
/// Number of inputs that are kept although others crashed or hung in the same way, and of ways that
/// are told apart.
const EACH: usize = 1000;

/// Code of a search in which inputs crashed or hung: that of libFuzzer.
const CRASHED: i32 = 77;
/// Code of a search that could not be made to the end.
const UNDONE: i32 = 2;

/// How long tests are made smaller after the time of the search: seconds, and a part of that time.
const REPORT: (f64, f64) = (10.0, 0.1);

/// Removes a folder when it is dropped.
struct Removed(PathBuf);

impl Drop for Removed {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Supervises a search, and returns the code of the process: 0, or 77 if inputs crashed or hung, as
/// libFuzzer does, also if they did in earlier searches, or 2 if it could not be made to the end.
pub(super) fn supervise(options: &Options, arguments: &[String]) -> i32 {
    match search(options, arguments) {
        Ok(code) => code,
        Err(message) => {
            // A terminal that is gone changes nothing.
            let _ = writeln!(std::io::stderr(), "{message}");
            UNDONE
        }
    }
}

fn search(options: &Options, arguments: &[String]) -> Result<i32, String> {
    // Mistakes that every worker would find are found before any starts.
    runtime::tables().map_err(|error| format!("error: {error}"))?;
    let folders = Folders::of(options);
    if let Some(corpus) = &folders.corpus {
        let probe = corpus.join(format!(".{}", std::process::id()));
        std::fs::create_dir_all(corpus)
            .and_then(|()| std::fs::write(&probe, b""))
            .and_then(|()| std::fs::remove_file(&probe))
            .map_err(|error| {
                format!("error: no inputs can be kept in {}: {error}", corpus.display())
            })?;
    }
    for seeds in &folders.seeds {
        if !seeds.exists() {
            return Err(format!("error: {}: no such folder", seeds.display()));
        }
    }
    let shared = Removed(
        new_shared_folder(options.workers)
            .map_err(|error| format!("error: no folder for shared memory: {error}"))?,
    );
    runtime::watch_for_interrupts();
    let mut options = options.clone();
    if options.seed == 0 {
        options.seed = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(1, |time| time.as_nanos() as u64 | 1)
            >> 8;
    }
    let mut arguments = arguments.to_vec();
    arguments.push(format!("-seed={}", options.seed));
    if !options.is_most_given {
        // As libFuzzer does, so that seeds are not cut.
        let folders = folders.corpus.iter().chain(&folders.seeds);
        let longest = folders.map(|folder| longest(folder)).max().unwrap_or(0).min(MOST);
        options.most = options.most.max(longest as usize);
        arguments.push(format!("-max_len={}", options.most));
    }
    let mut supervisor = Supervisor {
        progress: Progress::new(options.quiet, options.json, options.runs),
        crashes: 0,
        hangs: 0,
        known_crashes: 0,
        has_lost: false,
        searched: None,
        began: Instant::now(),
        folder: shared.0.clone(),
        kinds: BTreeSet::new(),
        known: known_crashes(&folders.artifacts, options.most).into_keys().collect(),
        arguments,
        folders,
        options,
    };
    if !supervisor.options.quiet {
        supervisor.progress.say("begin", &format!("seed {}", supervisor.options.seed));
    }
    supervisor.run()
}

struct Supervisor {
    options: Options,
    arguments: Vec<String>,
    folders: Folders,
    folder: PathBuf,
    progress: Progress,
    began: Instant,
    crashes: u64,
    hangs: u64,
    /// Number of inputs that crashed in earlier searches and still do.
    known_crashes: u64,
    /// Whether a worker was given up.
    has_lost: bool,
    /// How long the search took, once it has ended.
    searched: Option<Duration>,
    /// Ways in which inputs crashed or hung, and workers ended, each once.
    kinds: BTreeSet<String>,
    /// Names of inputs that crashed in earlier searches.
    known: BTreeSet<String>,
}

impl Supervisor {
    fn run(&mut self) -> Result<i32, String> {
        let count = self.options.workers;
        let mut slots = Vec::new();
        for number in 0..count {
            let link = Link::open(number, &self.folder, self.options.most)
                .map_err(|error| format!("error: no memory to share: {error}"))?;
            let share = self.options.runs / count as u64
                + u64::from((number as u64) < self.options.runs % count as u64);
            link.set(Word::Budget, if self.options.runs == u64::MAX { u64::MAX } else { share });
            let (child, printed) = self.start(number)?;
            slots.push(Slot::new(number, link, child, printed));
        }
        let outcome = self.watch(&mut slots);
        for slot in &mut slots {
            let _ = slot.child.kill();
            let _ = slot.child.wait();
        }
        outcome?;
        let status = self.status(&slots);
        self.progress.end(&status);
        if !self.options.json && !self.options.quiet {
            let report = self.folders.report.join("report.txt");
            if report.is_file() {
                self.progress
                    .say("report", &format!("report: {}", report.with_extension("html").display()));
            }
        }
        Ok(if self.has_lost {
            UNDONE
        } else if self.crashes + self.hangs + self.known_crashes > 0 {
            CRASHED
        } else {
            0
        })
    }

    /// Looks after the workers until all have ended.
    fn watch(&mut self, slots: &mut [Slot]) -> Result<(), String> {
        let mut stops = false;
        loop {
            std::thread::sleep(LOOK);
            if runtime::interrupts() > 1 {
                // The user means at once.
                return Err("interrupted".to_owned());
            }
            let is_over = self.began.elapsed().as_secs_f64() >= self.options.seconds
                || runtime::interrupts() > 0
                || (self.options.stop_on_crash && self.crashes + self.hangs > 0);
            if is_over && !stops {
                stops = true;
                slots.iter().for_each(|slot| slot.link.set(Word::Stop, 1));
            }
            for slot in slots.iter_mut().filter(|slot| !slot.has_ended) {
                self.look_after(slot)?;
            }
            if self.searched.is_none()
                && slots.iter().all(|slot| slot.link.get(Word::Searched) != 0)
            {
                self.searched = Some(self.began.elapsed());
            }
            // The first worker makes the report when all others have ended; the others end at once.
            // Who interrupts wants it soon.
            let is_first_done = slots[0].link.get(Word::Searched) != 0;
            if is_first_done
                && slots[1..].iter().all(|slot| slot.has_ended)
                && After::of(&slots[0].link) == After::Wait
            {
                let after = if self.options.reports { After::Minimise } else { After::End };
                let others = slots[1..].iter().map(|slot| slot.link.executions()).sum();
                slots[0].link.set(Word::Others, others);
                if after != After::End && !self.options.quiet {
                    self.progress.say("report", "the search has ended; the report is made");
                }
                after.tell(&slots[0].link);
            }
            let is_late = self.began.elapsed().as_secs_f64()
                > self.options.seconds * (1.0 + REPORT.1) + REPORT.0;
            if (runtime::interrupts() > 0 || is_late)
                && After::of(&slots[0].link) == After::Minimise
            {
                After::Report.tell(&slots[0].link);
            }
            for slot in &slots[1..] {
                After::End.tell(&slot.link);
            }
            let status = self.status(slots);
            self.progress.show(&status);
            if slots.iter().all(|slot| slot.has_ended) {
                return Ok(());
            }
        }
    }

    /// Looks whether a worker has ended or hangs.
    fn look_after(&mut self, slot: &mut Slot) -> Result<(), String> {
        let (idle, is_executing) = (slot.idle(), slot.is_executing());
        if is_executing && idle > self.options.timeout && !slot.is_hanging {
            slot.is_hanging = true;
            let _ = slot.child.kill();
        } else if !is_executing
            && slot.link.get(Word::Searched) == 0
            && idle > slot.patience(self.options.timeout)
        {
            return self.lose(
                slot,
                "hangs outside of the target's function, for example in its \
                mutator or in its initialisation",
            );
        }
        let ended = slot
            .child
            .try_wait()
            .map_err(|error| format!("error: a worker cannot be watched: {error}"))?;
        let Some(status) = ended else { return Ok(()) };
        // A target may end the process itself, with any code.
        let is_executing = slot.is_executing();
        if status.code() == Some(DONE) && !is_executing {
            slot.has_ended = true;
            return Ok(());
        }
        let printed = slot.printed.text();
        if status.code() == Some(UNABLE) && !is_executing {
            return Err(printed.trim().to_owned());
        }
        self.keep(slot, status, &printed)?;
        let runs = slot.link.get(Word::Runs);
        // Inputs that crash are found again and again, and each is an execution of the search. A
        // worker that only starts, executes the corpus and ends would be started again for ever.
        slot.fruitless = if runs == slot.runs_at_start { slot.fruitless + 1 } else { 0 };
        if slot.link.get(Word::Searched) != 0 {
            // Inputs that crash are avoided the next time, so there is an end to them, but to
            // nothing else.
            slot.late += u32::from(!is_executing);
            if slot.late > LATE {
                return self.lose(
                    slot,
                    &format!("ends again and again after the search: {}", ended_by(status)),
                );
            }
        } else if slot.fruitless > FRUITLESS {
            if !slot.has_begun() {
                return Err(format!(
                    "error: the program ends before it executes any input ({})\n{}",
                    ended_by(status),
                    printed.trim_end()
                ));
            }
            return self.lose(
                slot,
                &format!(
                    "ends again and again outside of the target's function: {}",
                    ended_by(status)
                ),
            );
        }
        if After::of(&slot.link) == After::Minimise {
            After::Report.tell(&slot.link);
        }
        self.restart(slot)
    }

    /// Gives up the search of a worker. The first time another one takes its place that only makes
    /// the report, or ends.
    fn lose(&mut self, slot: &mut Slot, why: &str) -> Result<(), String> {
        let _ = slot.child.kill();
        let _ = slot.child.wait();
        self.has_lost = true;
        let is_searching = slot.link.get(Word::Searched) == 0 && !slot.is_lost;
        let what = if is_searching { "its search is given up" } else { "it is given up" };
        self.progress.say("lost", &format!("a worker {why}; {what}"));
        slot.is_lost = true;
        if is_searching {
            slot.link.set(Word::Stop, 1);
            return self.restart(slot);
        }
        slot.has_ended = true;
        Ok(())
    }

    fn restart(&mut self, slot: &mut Slot) -> Result<(), String> {
        slot.renew(|number| self.start(number))
    }

    /// Keeps the input that a worker was executing when it ended.
    fn keep(&mut self, slot: &Slot, status: ExitStatus, printed: &str) -> Result<(), String> {
        let Some(input) = slot.link.interrupted().filter(|_| slot.is_executing()) else {
            // It ended outside of the target: the next one goes on with what was kept.
            let end = End::of(status, printed);
            if self.is_new(end.kind) {
                self.progress.say(
                    "lost",
                    &format!("a worker ended outside of the target's function: {}", end.message),
                );
            }
            return Ok(());
        };
        if slot.link.get(Word::Again) != 0 {
            slot.link.set(Word::Again, 0);
            return Ok(());
        }
        // Whatever becomes of its file, nobody executes it again.
        let name = name_of(&input);
        let _ = add_name(&avoided(&self.folder), &name);
        if self.known.contains(&name) {
            self.known_crashes += 1;
            let end = End::of(status, printed);
            if self.is_new(end.kind) {
                self.progress.say(
                    "known",
                    &format!(
                        "an input of an earlier search still crashes or hangs: {}",
                        end.message
                    ),
                );
            }
            return Ok(());
        }
        let (prefix, what) = if slot.is_hanging {
            ("timeout-", "an input hangs")
        } else {
            ("crash-", "an input crashes")
        };
        if slot.is_hanging {
            self.hangs += 1;
        } else {
            self.crashes += 1;
        }
        let end = End::of(status, printed);
        // A process that hangs is killed in the same way wherever it is.
        let is_new = self.is_new(if slot.is_hanging { "hangs".to_owned() } else { end.kind });
        if is_new || self.crashes + self.hangs <= EACH as u64 {
            let path = keep(&self.folders.artifacts, prefix, &input)
                .map_err(|error| format!("error: {}: {error}", self.folders.artifacts.display()))?;
            if is_new {
                let _ = std::fs::write(
                    path.with_extension("txt"),
                    format!("{}\n{printed}", ended_by(status)),
                );
                self.progress.say(
                    prefix.trim_end_matches('-'),
                    &format!("{what}: {}\n  {}", end.message, path.display()),
                );
            }
        }
        Ok(())
    }

    /// Notes a way to end. Returns `true` if there was none like it.
    fn is_new(&mut self, kind: String) -> bool {
        self.kinds.len() < EACH && self.kinds.insert(kind)
    }

    fn start(&self, number: usize) -> Result<(Child, Printed), String> {
        let mut command = runtime::this_program();
        command
            .args(&self.arguments)
            .envs(Role::Worker(number).environment(&self.folder))
            .stdin(Stdio::null())
            .stderr(Stdio::piped());
        if let Some((name, value)) = runtime::sanitizer_limit(self.options.megabytes) {
            command.env(name, value);
        }
        runtime::at_fixed_addresses(&mut command);
        let mut child = command
            .spawn()
            .map_err(|error| format!("error: a worker cannot be started: {error}"))?;
        let link = Link::open(number, &self.folder, self.options.most)
            .map_err(|error| format!("error: no memory to share: {error}"))?;
        let process = child.id();
        let printed = child
            .stderr
            .take()
            .map_or_else(Printed::default, |from| Printed::read(from, process, link));
        Ok((child, printed))
    }

    fn status(&self, slots: &[Slot]) -> Status {
        let sum = |word| slots.iter().map(|slot| slot.link.get(word)).sum::<u64>();
        let most = |word| slots.iter().map(|slot| slot.link.get(word)).max().unwrap_or(0);
        let seconds = self.began.elapsed().as_secs_f64();
        let searched = self.searched.map_or(seconds, |time| time.as_secs_f64());
        let executions = slots.iter().map(|slot| slot.link.executions()).sum();
        // Of the worker that covers most, or the open goals of one could be more than those that
        // the other leaves.
        let best = slots.iter().max_by_key(|slot| slot.link.get(Word::Goals));
        Status {
            seconds,
            executions,
            executions_per_second: (executions as f64 / searched.max(0.001)) as u64,
            branches: most(Word::Branches),
            all_branches: most(Word::AllBranches),
            goals: most(Word::Goals),
            all_goals: most(Word::AllGoals),
            within_reach: best.map_or(0, |slot| slot.link.get(Word::Near)),
            corpus: most(Word::Corpus),
            crashes: self.crashes,
            hangs: self.hangs,
            known_crashes: self.known_crashes,
            read_in_full: sum(Word::Full),
            lost: sum(Word::Lost),
        }
    }
}
