//! What the search asks of the operating system: memory that two processes share, limits, and where
//! code was loaded.

use std::ffi::{CStr, OsString};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::{AsFd, AsRawFd};
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Words in a file that several processes read and write.
#[derive(Debug)]
pub(crate) struct Shared {
    words: *mut AtomicU64,
    count: usize,
    bytes: usize,
    _file: File,
}

// SAFETY: the words are atomics, and the bytes are atomics as well, in effect: a word is copied at
// a time.
unsafe impl Send for Shared {}
// SAFETY: as above.
unsafe impl Sync for Shared {}

impl Shared {
    /// Opens or creates the file, with `count` words and room for an input of `bytes` bytes.
    pub(crate) fn open(path: &Path, count: usize, bytes: usize) -> io::Result<Self> {
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let size = (count + bytes.div_ceil(8)) * 8;
        if file.metadata()?.len() < size as u64 {
            file.set_len(size as u64)?;
        }
        // SAFETY: a new mapping of the whole file, which nobody shortens.
        let memory = unsafe {
            libc::mmap(
                ptr::null_mut(),
                size,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED,
                file.as_raw_fd(),
                0,
            )
        };
        if memory == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(Self { words: memory.cast(), count, bytes, _file: file })
    }

    /// Returns the words.
    pub(crate) fn words(&self) -> &[AtomicU64] {
        // SAFETY: the mapping has them, and any bits are a word.
        unsafe { std::slice::from_raw_parts(self.words, self.count) }
    }

    fn buffer(&self) -> &[AtomicU64] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts(self.words.add(self.count), self.bytes.div_ceil(8)) }
    }

    /// Copies an input into the file. Longer ones are cut.
    pub(crate) fn write(&self, input: &[u8]) {
        for (to, from) in self.buffer().iter().zip(input.chunks(8)) {
            let mut word = [0; 8];
            word[..from.len()].copy_from_slice(from);
            to.store(u64::from_le_bytes(word), Ordering::Relaxed);
        }
    }

    /// Reads an input from the file.
    pub(crate) fn read(&self, length: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> = self
            .buffer()
            .iter()
            .flat_map(|word| word.load(Ordering::Relaxed).to_le_bytes())
            .collect();
        bytes.truncate(length);
        bytes
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        let size = (self.count + self.bytes.div_ceil(8)) * 8;
        // SAFETY: the mapping of this value, which nothing borrows any more.
        unsafe { libc::munmap(self.words.cast(), size) };
    }
}

/// Limits the memory of this process, so that a program that asks for too much is told, and not the
/// whole machine.
pub(crate) fn limit_memory(megabytes: u64) {
    let bytes = megabytes.saturating_mul(1 << 20);
    let limit = libc::rlimit { rlim_cur: bytes, rlim_max: bytes };
    // An address sanitizer reserves more memory than any machine has: see `sanitizer_limit`.
    if !has_address_sanitizer() {
        // SAFETY: the structure is initialised. A limit that cannot be set leaves the process
        // without one.
        unsafe { libc::setrlimit(libc::RLIMIT_DATA, &raw const limit) };
    }
}

/// Keeps the system from writing the memory of this process to a file if it crashes: the input is
/// kept.
pub(crate) fn leave_no_core() {
    let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the structure is initialised.
    unsafe { libc::setrlimit(libc::RLIMIT_CORE, &raw const none) };
}

fn has_address_sanitizer() -> bool {
    // SAFETY: the name ends in 0.
    unsafe { !libc::dlsym(libc::RTLD_DEFAULT, c"__asan_init".as_ptr()).is_null() }
}

/// Returns the environment variable by which an address sanitizer limits the memory of a process;
/// `None` if the program has none. What the user sets there comes later, so it decides.
pub(crate) fn sanitizer_limit(megabytes: u64) -> Option<(&'static str, OsString)> {
    const NAME: &str = "ASAN_OPTIONS";
    if !has_address_sanitizer() || megabytes > u64::from(u32::MAX >> 1) {
        return None;
    }
    let mut options = OsString::from(format!("hard_rss_limit_mb={megabytes}"));
    if let Some(others) = std::env::var_os(NAME) {
        options.push(":");
        options.push(others);
    }
    Some((NAME, options))
}

/// Returns the number of bytes that can be written below a folder.
pub(crate) fn room(folder: &Path) -> Option<u64> {
    let path = std::ffi::CString::new(folder.as_os_str().as_encoded_bytes()).ok()?;
    // SAFETY: zeros are a valid value, and the path ends in 0.
    let stat = unsafe {
        let mut stat: libc::statvfs = std::mem::zeroed();
        (libc::statvfs(path.as_ptr(), &raw mut stat) == 0).then_some(stat)?
    };
    Some(stat.f_bavail * stat.f_frsize)
}

/// Sends what the program prints nowhere.
pub(crate) fn silence() {
    if let Ok(nowhere) = OpenOptions::new().write(true).open("/dev/null") {
        // SAFETY: both are open.
        unsafe { libc::dup2(nowhere.as_raw_fd(), libc::STDOUT_FILENO) };
    }
}

/// Returns `true` if there is something in a pipe that nobody has read yet.
pub(crate) fn is_unread(pipe: &impl AsFd) -> bool {
    let mut count: libc::c_int = 0;
    // SAFETY: writes one number, or nothing if it is no pipe.
    unsafe { libc::ioctl(pipe.as_fd().as_raw_fd(), libc::FIONREAD, &raw mut count) };
    count > 0
}

/// Waits until something can be read, or the end of it.
pub(crate) fn wait_for_output(from: &impl AsFd) {
    let mut wanted =
        libc::pollfd { fd: from.as_fd().as_raw_fd(), events: libc::POLLIN, revents: 0 };
    // SAFETY: one structure, which is initialised. If a signal comes, the read waits.
    unsafe { libc::poll(&raw mut wanted, 1, -1) };
}

/// Ends this process without the functions that the target, or a sanitizer, calls at the end: none
/// of them belongs to the search, and one that crashes would look like a search that did.
pub(crate) fn end(code: i32) -> ! {
    let _ = io::stdout().flush();
    // SAFETY: ends the process without anything else. What the C library has not written yet, the
    // target printed.
    unsafe { libc::_exit(code) }
}

/// Lets a child be loaded where its parent was, so that addresses mean the same in all workers.
/// Without effect where that is forbidden.
pub(crate) fn at_fixed_addresses(command: &mut std::process::Command) {
    use std::os::unix::process::CommandExt;
    // SAFETY: the closure calls one function of the operating system, between `fork` and `exec`.
    unsafe {
        command.pre_exec(|| {
            let old = libc::personality(0xFFFF_FFFF);
            if old != -1 {
                libc::personality(old as libc::c_ulong | libc::ADDR_NO_RANDOMIZE as libc::c_ulong);
            }
            // A worker must not outlive its supervisor.
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            // Interrupts are for the supervisor, also when the whole group of processes gets them:
            // see `leave_interrupts`.
            for signal in SIGNALS {
                libc::signal(signal, libc::SIG_IGN);
            }
            Ok(())
        });
    }
}

/// Leaves interrupts to the supervisor. Processes that the target makes are interrupted as ever: a
/// signal that is ignored would be ignored by them, too, but a handler is not inherited by other
/// programs, and is taken from a process that goes on with this one.
pub(crate) fn leave_interrupts() {
    extern "C" fn nothing(_signal: libc::c_int) {}
    extern "C" fn reset() {
        for signal in SIGNALS {
            // SAFETY: zeros are a valid value, and what the target installed stays.
            unsafe {
                let mut action: libc::sigaction = std::mem::zeroed();
                libc::sigaction(signal, std::ptr::null(), &raw mut action);
                if action.sa_sigaction == nothing as *const () as usize {
                    libc::signal(signal, libc::SIG_DFL);
                }
            }
        }
    }
    for signal in SIGNALS {
        // SAFETY: the handler does nothing.
        unsafe { libc::signal(signal, nothing as *const () as libc::sighandler_t) };
    }
    // SAFETY: the function may be called in the new process: it asks for handlers and sets them.
    unsafe { libc::pthread_atfork(None, None, Some(reset)) };
}

/// Signals by which users interrupt programs, the last one when they close a terminal.
const SIGNALS: [libc::c_int; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

/// Counts from now on how often the user interrupts the program: see [`interrupts`].
pub(crate) fn watch_for_interrupts() {
    extern "C" fn note(signal: libc::c_int) {
        if INTERRUPTS.fetch_add(1, Ordering::Relaxed) > 1 {
            // The supervisor ends at the second one, and removes its folder. If it does not come to
            // that, the user must not have to wait. SAFETY: ends the process without anything else.
            // Workers end with their supervisor.
            unsafe { libc::_exit(128 + signal) };
        }
    }
    for signal in SIGNALS {
        // SAFETY: the handler writes one atomic. Who ignores that the terminal is closed, as
        // `nohup` does, means it.
        unsafe {
            if libc::signal(signal, note as *const () as libc::sighandler_t) == libc::SIG_IGN
                && signal == libc::SIGHUP
            {
                libc::signal(signal, libc::SIG_IGN);
            }
        }
    }
    // A reader of the progress that is gone does not end the search.
    // SAFETY: no handler is installed.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };
}

/// Returns how often the user interrupted the program.
pub(crate) fn interrupts() -> u32 {
    INTERRUPTS.load(Ordering::Relaxed)
}

/// Returns the command that starts this program again, also if its file was replaced since, as by
/// another build.
pub(crate) fn this_program() -> std::process::Command {
    use std::os::unix::process::CommandExt;
    let mut command = std::process::Command::new(RUNNING);
    if let Some(name) = std::env::args_os().next() {
        command.arg0(name);
    }
    command
}

/// Returns a path of the file of this program, also if there is another one in its place.
fn program_file() -> PathBuf {
    std::env::current_exe().ok().filter(|path| path.exists()).unwrap_or_else(|| RUNNING.into())
}

/// The file of the program that runs, whatever became of its name.
const RUNNING: &str = "/proc/self/exe";

/// Ends this process with code 70, as libFuzzer does, unless the function is called again within
/// `seconds`; infinity is no limit.
pub(crate) fn limit_time(seconds: f64) {
    extern "C" fn end(_signal: libc::c_int) {
        let said = b"error: the input hangs: it takes longer than `-timeout` allows\n";
        // SAFETY: writes bytes that are there, and ends the process without anything else.
        unsafe {
            libc::write(libc::STDERR_FILENO, said.as_ptr().cast(), said.len());
            libc::_exit(70);
        }
    }
    // SAFETY: the handler does what handlers may. Beyond the greatest number there is no limit.
    unsafe {
        libc::signal(libc::SIGALRM, end as *const () as libc::sighandler_t);
        libc::alarm(if seconds < f64::from(u32::MAX) { seconds.ceil() as u32 } else { 0 });
    }
}

static INTERRUPTS: AtomicU32 = AtomicU32::new(0);

/// A file with code that this process has loaded: the program, or a shared library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Image {
    /// The file.
    pub(crate) path: PathBuf,
    /// What is added to addresses of the file.
    pub(crate) base: usize,
    /// The addresses at which it was loaded.
    pub(crate) range: std::ops::Range<usize>,
}

/// Returns all files with code that this process has loaded, the program first.
pub(crate) fn images() -> Vec<Image> {
    /// # Safety
    ///
    /// Called by the C library with a valid description, and with `data` as it was given.
    unsafe extern "C" fn visit(
        info: *mut libc::dl_phdr_info,
        _size: usize,
        data: *mut libc::c_void,
    ) -> libc::c_int {
        // SAFETY: as the C library says.
        let (info, images) = unsafe { (&*info, &mut *data.cast::<Vec<Image>>()) };
        // SAFETY: as the C library says.
        let headers = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into()) };
        // SAFETY: a text that ends in 0.
        let name = unsafe { CStr::from_ptr(info.dlpi_name) }.to_string_lossy().into_owned();
        let loaded = headers.iter().filter(|header| header.p_type == libc::PT_LOAD);
        let base = info.dlpi_addr as usize;
        let bounds = loaded.map(|header| {
            (base + header.p_vaddr as usize, base + (header.p_vaddr + header.p_memsz) as usize)
        });
        let (from, to) =
            bounds.fold((usize::MAX, 0), |(from, to), (begin, end)| (from.min(begin), to.max(end)));
        // The program itself has no name.
        let path = if name.is_empty() { program_file() } else { name.into() };
        images.push(Image { path, base, range: from..to });
        0
    }
    let mut images: Vec<Image> = Vec::new();
    // SAFETY: `visit` gets the vector back, which lives until the call returns.
    unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut images).cast()) };
    images
}
