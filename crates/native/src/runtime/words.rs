//! The log of one thread: words that hooks append while code runs, and that the search reads
//! afterwards.

use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicUsize, Ordering};

/// Number of words that the log of the thread that executes inputs holds. Pages that are never
/// written take no memory.
const OWN_WORDS: usize = 1 << 24;
/// Number of words that the log of any other thread holds.
const OTHER_WORDS: usize = 1 << 20;
/// Number of threads that can be recorded at the same time. The first log belongs to the thread
/// that executes inputs.
const THREADS: usize = 64;
/// Number of words that stay free before the end of a log, so that a hook checks once and appends a
/// whole event.
pub(crate) const LARGEST_EVENT: usize = 64;

/// The log of a thread. Only this thread appends; the search reads when the execution has ended.
#[derive(Debug)]
pub(super) struct Log {
    /// First word; null until a thread needs the log.
    begin: AtomicPtr<AtomicU32>,
    /// The word to write next.
    cursor: AtomicPtr<AtomicU32>,
    /// Hooks append only before this word. Equal to `begin` while nothing is recorded.
    limit: AtomicPtr<AtomicU32>,
    /// `true` while a thread uses the log.
    taken: AtomicBool,
    /// Number of the execution that the words belong to.
    execution: AtomicUsize,
    /// Number of words that did not fit.
    lost: AtomicUsize,
}

impl Log {
    const fn new() -> Self {
        Self {
            begin: AtomicPtr::new(ptr::null_mut()),
            cursor: AtomicPtr::new(ptr::null_mut()),
            limit: AtomicPtr::new(ptr::null_mut()),
            taken: AtomicBool::new(false),
            execution: AtomicUsize::new(0),
            lost: AtomicUsize::new(0),
        }
    }

    /// Reserves the memory of the log, once.
    fn reserve(&self, words: usize) -> bool {
        if !self.begin.load(Ordering::Acquire).is_null() {
            return true;
        }
        // SAFETY: a new anonymous mapping, which nothing else knows. It stays for ever. Zeroed
        // words are valid.
        let memory = unsafe {
            let (read, kind) = (
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            );
            libc::mmap(ptr::null_mut(), words * size_of::<AtomicU32>(), read, kind, -1, 0)
        };
        if memory == libc::MAP_FAILED {
            return false;
        }
        let begin = memory.cast::<AtomicU32>();
        self.cursor.store(begin, Ordering::Release);
        self.limit.store(begin, Ordering::Release);
        // Last, because the search and other threads read the cursor of every log that begins
        // somewhere.
        self.begin.store(begin, Ordering::Release);
        true
    }

    /// Empties the log for an execution, and lets hooks append up to the end. Only the thread that
    /// appends may call this: if another one moved the cursor while a hook is between two words,
    /// the hook would move it back, and old words would count as new ones.
    fn open(&self, words: usize, execution: usize) {
        let begin = self.begin.load(Ordering::Acquire);
        self.cursor.store(begin, Ordering::Release);
        self.execution.store(execution, Ordering::Release);
        // SAFETY: the mapping has `words` words, more than an event.
        self.limit.store(unsafe { begin.add(words - LARGEST_EVENT) }, Ordering::SeqCst);
    }

    /// Lets hooks append no more, until the thread opens the log again.
    fn close(&self) {
        self.limit.store(self.begin.load(Ordering::Acquire), Ordering::SeqCst);
    }

    /// Returns what was appended.
    fn words(&self) -> &[AtomicU32] {
        let begin = self.begin.load(Ordering::Acquire);
        let end = self.cursor.load(Ordering::Acquire);
        if begin.is_null() {
            return &[];
        }
        // SAFETY: the words from `begin` to `end` are initialised: the cursor moves after an event
        // was written. Their thread may append more, beyond `end`, and overwrites words only as
        // atomics.
        unsafe { std::slice::from_raw_parts(begin, end.offset_from_unsigned(begin)) }
    }
}

/// A log that is always full, for threads that have none yet.
static NONE: Log = Log::new();
/// A log that is always full, for threads that get none any more: they end, or belong to a process
/// that the target made.
static CLOSED: Log = Log::new();
/// The log of the thread that executes inputs, if it is in memory that outlives the process.
static OWN: AtomicPtr<Log> = AtomicPtr::new(ptr::null_mut());
static LOGS: [Log; THREADS] = [const { Log::new() }; THREADS];
/// Number of logs, from the first one on, that some thread has or had.
static USED: AtomicUsize = AtomicUsize::new(1);
/// `true` while an input is executed.
static RECORDING: AtomicBool = AtomicBool::new(false);
/// Number of the last execution.
static EXECUTION: AtomicUsize = AtomicUsize::new(0);
/// Number of events of threads that found no free log.
static CROWDED: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The log of this thread. Without a destructor, so hooks can be called while the thread ends.
    static LOG: Cell<&'static Log> = const { Cell::new(&NONE) };
    /// Gives the log back when the thread ends.
    static RETURN: Cell<Option<GiveBack>> = const { Cell::new(None) };
}

/// Frees the log of a thread when it is dropped. Its words stay until the execution is read.
struct GiveBack(&'static Log);

impl Drop for GiveBack {
    fn drop(&mut self) {
        // Destructors that run later still call hooks, and must not take another log.
        LOG.set(&CLOSED);
        self.0.close();
        self.0.taken.store(false, Ordering::Release);
    }
}

/// Appends an event to the log of the current thread, while something is recorded.
///
/// A thread that has no log takes one here, once. Otherwise this is two loads, a comparison, and
/// the words of the event.
#[inline(always)]
pub(super) fn append(event: impl FnOnce(Writer)) {
    let mut log = LOG.get();
    let mut cursor = log.cursor.load(Ordering::Relaxed);
    if cursor >= log.limit.load(Ordering::Relaxed) {
        if !RECORDING.load(Ordering::SeqCst) || !open_log(log) {
            return;
        }
        log = LOG.get();
        cursor = log.cursor.load(Ordering::Relaxed);
    }
    event(Writer { log, begin: cursor, cursor });
}

/// Returns `true` if an event of this thread would be recorded, for hooks that have to read memory
/// for it.
#[inline(always)]
pub(super) fn is_recording() -> bool {
    let log = LOG.get();
    log.cursor.load(Ordering::Relaxed) < log.limit.load(Ordering::Relaxed)
}

/// Opens the log of a thread for the current execution, and gives a thread without a log one.
/// Returns `false` if the event is lost: the log of the thread is full, or none is free.
#[cold]
fn open_log(log: &'static Log) -> bool {
    if ptr::eq(log, &CLOSED) {
        return false;
    }
    let now = EXECUTION.load(Ordering::SeqCst);
    if !ptr::eq(log, &NONE) {
        if log.execution.load(Ordering::Acquire) == now {
            log.lost.fetch_add(1, Ordering::Relaxed);
            return false;
        }
        return open_for(log, now);
    }
    for (number, log) in LOGS.iter().enumerate().skip(1) {
        // A log whose thread has ended may have words of this execution. They are read at its end,
        // so it is not free before.
        let is_free = log.execution.load(Ordering::Acquire) != now;
        if is_free
            && log.taken.compare_exchange(false, true, Ordering::AcqRel, Ordering::Relaxed).is_ok()
        {
            // Another thread may have used the log, and ended, since the first look.
            if log.execution.load(Ordering::Acquire) == now {
                log.taken.store(false, Ordering::Release);
                continue;
            }
            if !log.reserve(OTHER_WORDS) {
                log.taken.store(false, Ordering::Release);
                break;
            }
            USED.fetch_max(number + 1, Ordering::SeqCst);
            LOG.set(log);
            // No destructor runs in a thread that is ending already: its log stays taken. If a
            // signal's handler took another one meanwhile, that one stays taken, too: to drop it
            // would close this thread.
            let _ = RETURN.try_with(|back| std::mem::forget(back.replace(Some(GiveBack(log)))));
            return open_for(log, now);
        }
    }
    CROWDED.fetch_add(1, Ordering::Relaxed);
    false
}

/// Opens the log of this thread for an execution. Returns `false` if the execution has ended.
fn open_for(log: &Log, execution: usize) -> bool {
    log.open(OTHER_WORDS, execution);
    // The execution may have ended before the log was open, and nobody closed it then.
    let goes_on = RECORDING.load(Ordering::SeqCst) && EXECUTION.load(Ordering::SeqCst) == execution;
    if !goes_on {
        log.close();
    }
    goes_on
}

/// Appends the words of one event. At most [`LARGEST_EVENT`].
#[derive(Debug)]
pub(super) struct Writer {
    log: &'static Log,
    begin: *mut AtomicU32,
    cursor: *mut AtomicU32,
}

impl Writer {
    #[inline(always)]
    pub(super) fn word(&mut self, word: u32) {
        // SAFETY: the log has room for the largest event after its limit, and only this thread
        // writes to it.
        unsafe {
            (*self.cursor).store(word, Ordering::Relaxed);
            self.cursor = self.cursor.add(1);
        }
    }

    #[inline(always)]
    pub(super) fn end(self) {
        // If a signal came between two words, the hooks of its handler wrote over them: then both
        // events are lost.
        let is_whole = self.log.cursor.load(Ordering::Relaxed) == self.begin;
        self.log.cursor.store(if is_whole { self.cursor } else { self.begin }, Ordering::Release);
    }
}

/// Returns the logs that other threads have or had.
fn others() -> impl Iterator<Item = &'static Log> {
    LOGS[1..USED.load(Ordering::SeqCst)].iter()
}

/// Returns the log of the thread that executes inputs.
fn own() -> &'static Log {
    let own = OWN.load(Ordering::Acquire);
    if own.is_null() {
        return &LOGS[0];
    }
    // SAFETY: `share` put it there; the mapping stays for ever.
    unsafe { &*own }
}

/// Keeps the log of the thread that executes inputs in a file, so that it outlives a crash. Returns
/// the words that a process left there.
pub(super) fn share(path: &std::path::Path) -> std::io::Result<Vec<AtomicU32>> {
    const HEAD: usize = 4096;
    let file = std::fs::OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    let size = HEAD + OWN_WORDS * size_of::<AtomicU32>();
    let was_used = file.metadata()?.len() >= size as u64;
    if !was_used {
        // Reserved at once: where there is no room, nobody could tell a hook.
        // SAFETY: the file is open.
        let error = unsafe {
            libc::posix_fallocate(std::os::fd::AsRawFd::as_raw_fd(&file), 0, size as libc::off_t)
        };
        if error != 0 {
            return Err(std::io::Error::from_raw_os_error(error));
        }
    }
    // SAFETY: a new mapping of the whole file, which stays for ever.
    let memory = unsafe {
        let read = libc::PROT_READ | libc::PROT_WRITE;
        libc::mmap(
            ptr::null_mut(),
            size,
            read,
            libc::MAP_SHARED,
            std::os::fd::AsRawFd::as_raw_fd(&file),
            0,
        )
    };
    if memory == libc::MAP_FAILED {
        return Err(std::io::Error::last_os_error());
    }
    let log = memory.cast::<Log>();
    // SAFETY: the mapping is large enough. Zeros are a log without memory, and other bytes were
    // written by a process of this program.
    let (log, begin) = unsafe { (&*log, memory.cast::<u8>().add(HEAD).cast::<AtomicU32>()) };
    let (old, cursor) =
        (log.begin.load(Ordering::Acquire) as usize, log.cursor.load(Ordering::Acquire) as usize);
    let left = cursor.saturating_sub(old) / size_of::<AtomicU32>();
    let left = if was_used && old != 0 { left.min(OWN_WORDS) } else { 0 };
    // SAFETY: within the mapping.
    let words = unsafe { std::slice::from_raw_parts(begin, left) };
    let left = words.iter().map(|word| AtomicU32::new(word.load(Ordering::Relaxed))).collect();
    for at in [&log.begin, &log.cursor, &log.limit] {
        at.store(begin, Ordering::Release);
    }
    log.lost.store(0, Ordering::Relaxed);
    OWN.store(ptr::from_ref(log).cast_mut(), Ordering::Release);
    Ok(left)
}

/// Starts to record the current thread, which executes inputs, and threads that it starts.
///
/// Returns `false` if there is no memory for the log.
pub(super) fn begin() -> bool {
    let own = own();
    if !own.reserve(OWN_WORDS) {
        return false;
    }
    own.taken.store(true, Ordering::Release);
    static FORKS: std::sync::Once = std::sync::Once::new();
    // SAFETY: the function sets one variable of the thread that forked, the only one of the new
    // process.
    FORKS.call_once(|| unsafe {
        libc::pthread_atfork(None, None, Some(close));
    });
    LOG.set(own);
    let now = EXECUTION.fetch_add(1, Ordering::SeqCst) + 1;
    others().for_each(Log::close);
    own.open(OWN_WORDS, now);
    RECORDING.store(true, Ordering::SeqCst);
    true
}

/// Ends the recording in a process that the target made: the log is shared with its parent.
extern "C" fn close() {
    LOG.set(&CLOSED);
}

/// Stops to record. What threads that still run append until the next execution begins is lost.
pub(super) fn end() {
    RECORDING.store(false, Ordering::SeqCst);
    own().close();
    others().for_each(Log::close);
}

/// Returns the words of the thread that executes inputs, then those of all other threads that
/// appended some.
pub(super) fn recorded() -> impl Iterator<Item = &'static [AtomicU32]> {
    let now = EXECUTION.load(Ordering::SeqCst);
    let others = others().filter(move |log| log.execution.load(Ordering::Acquire) == now);
    let others = others.map(Log::words).filter(|words| !words.is_empty());
    std::iter::once(own().words()).chain(others)
}

/// Returns the number of events and threads that were not recorded, since the process started.
pub(super) fn lost() -> usize {
    let logs = std::iter::once(own()).chain(others());
    logs.map(|log| log.lost.load(Ordering::Relaxed)).sum::<usize>()
        + CROWDED.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    fn append_words(words: &[u32]) {
        append(|mut event| {
            for &word in words {
                event.word(word);
            }
            event.end();
        });
    }

    /// Asserts which words the logs have: those of this thread, then those of others.
    fn assert_logs(expected: &[&[u32]]) {
        let logs: Vec<Vec<u32>> = recorded()
            .map(|log| log.iter().map(|word| word.load(Ordering::Relaxed)).collect())
            .collect();
        assert_eq!(logs, expected);
    }

    #[test]
    fn logs_have_the_words_of_one_execution() {
        let _turn = super::super::tests::TURN.lock();
        assert!(begin());
        append_words(&[1, 2]);
        // A signal handler runs hooks while an event is written.
        append(|mut event| {
            event.word(7);
            append_words(&[8, 8, 8]);
            event.word(7);
            event.end();
        });
        append_words(&[3]);
        let (go, wait) = channel::<()>();
        let (ready, when_ready) = channel();
        let thread = std::thread::spawn(move || {
            append_words(&[4]);
            // Between two words of its next event the execution ends, and another one begins.
            append(|mut event| {
                event.word(5);
                ready.send(()).unwrap();
                wait.recv().unwrap();
                event.end();
            });
            ready.send(()).unwrap();
            wait.recv().unwrap();
            append_words(&[6]);
            ready.send(()).unwrap();
            wait.recv().unwrap();
            append_words(&[9]);
        });
        when_ready.recv().unwrap();
        end();
        assert_logs(&[&[1, 2, 3], &[4]]);
        assert!(begin());
        assert_logs(&[&[]]);
        go.send(()).unwrap();
        when_ready.recv().unwrap();
        assert_logs(&[&[]]); // not the words of the execution before
        go.send(()).unwrap();
        when_ready.recv().unwrap();
        assert_logs(&[&[], &[6]]);
        end();
        go.send(()).unwrap();
        thread.join().unwrap();
        assert_logs(&[&[], &[6]]);
        // The log is free again, and the next thread gets it empty.
        assert!(begin());
        std::thread::spawn(|| append_words(&[10])).join().unwrap();
        std::thread::spawn(|| append_words(&[11])).join().unwrap();
        assert_logs(&[&[], &[10], &[11]]);
        end();
    }
}
