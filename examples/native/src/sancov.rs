//! What compiled code tells: the callbacks of LLVM's SanitizerCoverage.
//!
//! Before `main`, each instrumented object hands over three tables: its guards, one for each block;
//! the address of each block, and whether it is the entry of its function; and the addresses of its
//! successors. While code runs it calls back on every block that it enters, and before every
//! comparison of integers. All `unsafe` code of the package is here.
#![allow(unsafe_code, reason = "callbacks from compiled code get pointers")]

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Mutex;

/// Something that instrumented code did.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    /// It entered the block with this number.
    Entered(u32),
    /// It compares integers that are so far from each other, of the two ways to read them the
    /// nearer one: nobody tells the sign.
    Compared(u64),
}

/// A block as the compiler describes it.
#[derive(Clone, Debug)]
pub(crate) struct NativeBlock {
    pub(crate) address: usize,
    pub(crate) is_entry: bool,
    /// Addresses. An empty unreachable block has the address of the function after it, so these
    /// mean something within a function only.
    pub(crate) successors: Vec<usize>,
}

#[derive(Debug)]
struct Tables {
    guards: u32,
    /// Addresses of blocks, each with 1 for the entry of a function.
    blocks: Vec<(usize, usize)>,
    /// Addresses of blocks, each with those of its successors.
    flow: Vec<(usize, Vec<usize>)>,
}

static TABLES: Mutex<Tables> =
    Mutex::new(Tables { guards: 0, blocks: Vec::new(), flow: Vec::new() });

thread_local! {
    /// Where this thread's events go, while there is somewhere.
    static LOG: RefCell<Option<Vec<Event>>> = const { RefCell::new(None) };
}

/// All instrumented blocks, in the order of their numbers: function by function, the entry first.
/// `None` if the tables do not agree.
pub(crate) fn blocks() -> Option<Vec<NativeBlock>> {
    let tables = TABLES.lock().ok()?;
    if tables.blocks.len() != tables.guards as usize {
        return None;
    }
    // An unreachable block without code has no guard, but successors, and the address of the
    // function after it: which is told later, and stays.
    let flow: HashMap<usize, &Vec<usize>> =
        tables.flow.iter().map(|(block, successors)| (*block, successors)).collect();
    let block = |&(address, flags): &(usize, usize)| {
        let successors = (*flow.get(&address)?).clone();
        Some(NativeBlock { address, is_entry: flags & 1 == 1, successors })
    };
    tables.blocks.iter().map(block).collect()
}

/// Runs `subject` and appends to `events` what instrumented code did in this thread; also if it
/// panics.
pub(crate) fn record(events: &mut Vec<Event>, subject: impl FnOnce()) {
    /// Gives the log back, whatever happens.
    struct Back<'a>(&'a mut Vec<Event>);
    impl Drop for Back<'_> {
        fn drop(&mut self) {
            *self.0 = LOG.take().unwrap_or_default();
        }
    }
    LOG.set(Some(std::mem::take(events)));
    let _back = Back(events);
    subject();
}

fn log(event: Event) {
    // A thread that ends has no log any more.
    let _ = LOG.try_with(|log| {
        if let Ok(mut log) = log.try_borrow_mut()
            && let Some(log) = &mut *log
        {
            log.push(event);
        }
    });
}

/// The words from `begin` to `end`.
///
/// # Safety
///
/// They are the bounds of one table of an object, which is never written after this.
unsafe fn words<'a>(begin: *const usize, end: *const usize) -> &'a [usize] {
    // SAFETY: the caller says that both bound one table, so the distance is a number of words, and
    // all of them are initialised.
    unsafe { std::slice::from_raw_parts(begin, end.offset_from_unsigned(begin)) }
}

/// Called once for each object, before `main`: numbers the guards from 1 on.
///
/// # Safety
///
/// LLVM calls this with the bounds of the guards.
#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_cov_trace_pc_guard_init(begin: *mut u32, end: *mut u32) {
    let Ok(mut tables) = TABLES.lock() else { return };
    let mut guard = begin;
    while guard < end {
        // SAFETY: it lies within the bounds, and nothing else uses the guards before `main`.
        unsafe {
            if *guard != 0 {
                return; // the same section, told by another object
            }
            tables.guards += 1;
            *guard = tables.guards;
            guard = guard.add(1);
        }
    }
}

/// Called on every block that is entered.
///
/// # Safety
///
/// LLVM calls this with a guard that was numbered.
#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_cov_trace_pc_guard(guard: *const u32) {
    // SAFETY: a guard is written before `main` only.
    let number = unsafe { *guard };
    if let Some(block) = number.checked_sub(1) {
        log(Event::Entered(block));
    }
}

/// Called once for each object: pairs of address and flags.
///
/// # Safety
///
/// LLVM calls this with the bounds of the table.
#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_cov_pcs_init(begin: *const usize, end: *const usize) {
    let Ok(mut tables) = TABLES.lock() else { return };
    // SAFETY: the bounds are those of the table.
    let pairs = unsafe { words(begin, end) }.chunks_exact(2).map(|pair| (pair[0], pair[1]));
    if tables.blocks.is_empty() {
        tables.blocks.extend(pairs);
    }
}

/// Called once for each object: for each block its address, those of its successors, 0, those of
/// its callees, 0.
///
/// # Safety
///
/// LLVM calls this with the bounds of the table.
#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_cov_cfs_init(begin: *const usize, end: *const usize) {
    let Ok(mut tables) = TABLES.lock() else { return };
    // SAFETY: the bounds are those of the table.
    let mut words = unsafe { words(begin, end) }.iter().copied();
    if tables.flow.is_empty() {
        while let Some(block) = words.next() {
            let successors = words.by_ref().take_while(|&word| word != 0).collect();
            tables.flow.push((block, successors));
            words.by_ref().take_while(|&word| word != 0).for_each(drop); // callees
        }
    }
}

macro_rules! comparisons {
    ($($variable:ident, $constant:ident: $unsigned:ty as $signed:ty;)*) => { $(
        #[unsafe(no_mangle)]
        extern "C" fn $variable(a: $unsigned, b: $unsigned) {
            log(Event::Compared(a.abs_diff(b).min((a as $signed).abs_diff(b as $signed)).into()));
        }
        #[unsafe(no_mangle)]
        extern "C" fn $constant(a: $unsigned, b: $unsigned) {
            $variable(a, b);
        }
    )* };
}

comparisons! {
    __sanitizer_cov_trace_cmp1, __sanitizer_cov_trace_const_cmp1: u8 as i8;
    __sanitizer_cov_trace_cmp2, __sanitizer_cov_trace_const_cmp2: u16 as i16;
    __sanitizer_cov_trace_cmp4, __sanitizer_cov_trace_const_cmp4: u32 as i32;
    __sanitizer_cov_trace_cmp8, __sanitizer_cov_trace_const_cmp8: u64 as i64;
}

/// Before a switch: its arms are told by the block that is entered next.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_switch(_value: u64, _cases: *const u64) {}

/// Before an indirect call: its callee tells by its entry.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_pc_indir(_callee: usize) {}
