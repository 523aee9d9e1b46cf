//! The tables that instrumented objects hand over before `main`.

use crate::observe::Cases;
use std::sync::atomic::AtomicU32;
use std::sync::{Mutex, PoisonError};

/// The bounds of a table.
type Bounds = (usize, usize);

/// Bounds of the tables, in the order in which they were told. Objects that are linked together
/// share their tables, and each tells them.
#[derive(Debug)]
struct Told {
    guards: Vec<Bounds>,
    blocks: Vec<Bounds>,
    flow: Vec<Bounds>,
    /// Number of guards that have a number.
    numbered: u32,
    /// `true` if a guard had a number of another runtime.
    foreign: bool,
}

static TOLD: Mutex<Told> = Mutex::new(Told {
    guards: Vec::new(),
    blocks: Vec::new(),
    flow: Vec::new(),
    numbered: 0,
    foreign: false,
});

impl Told {
    fn with<R>(change: impl FnOnce(&mut Self) -> R) -> R {
        change(&mut TOLD.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Numbers the guards of a loaded object, from 1 on through all objects.
///
/// # Safety
///
/// LLVM calls this with the bounds of the guards.
#[cfg_attr(sbst_engine, unsafe(no_mangle))]
unsafe extern "C" fn __sanitizer_cov_trace_pc_guard_init(begin: *mut u32, end: *mut u32) {
    Told::with(|told| {
        let bounds = (begin as usize, end as usize);
        if begin >= end || told.guards.contains(&bounds) {
            return;
        }
        told.guards.push(bounds);
        let mut guard = begin;
        while guard < end {
            // SAFETY: within the bounds, and no code of the object runs yet.
            unsafe {
                told.foreign |= *guard != 0;
                told.numbered += 1;
                *guard = told.numbered;
                guard = guard.add(1);
            }
        }
    });
}

/// Calls `change` with the guards of these blocks, which are numbered from 0 through all objects.
pub(super) fn guards(blocks: std::ops::Range<u32>, mut change: impl FnMut(&AtomicU32)) {
    Told::with(|told| {
        let mut first = 0;
        for &(begin, end) in &told.guards {
            let count = ((end - begin) / size_of::<u32>()) as u32;
            for block in blocks.start.max(first)..blocks.end.min(first + count) {
                // SAFETY: within the bounds of the guards of an object. The blocks are those of
                // objects that were loaded at the start, and stay; hooks read guards as atomics.
                change(unsafe { &*(begin as *const AtomicU32).add((block - first) as usize) });
            }
            first += count;
        }
    });
}

/// Takes the addresses of the blocks of a loaded object.
///
/// # Safety
///
/// LLVM calls this with the bounds of the table.
#[cfg_attr(sbst_engine, unsafe(no_mangle))]
unsafe extern "C" fn __sanitizer_cov_pcs_init(begin: *const usize, end: *const usize) {
    Told::with(|told| remember(&mut told.blocks, begin, end));
}

/// Takes the control flow of a loaded object.
///
/// # Safety
///
/// LLVM calls this with the bounds of the table.
#[cfg_attr(sbst_engine, unsafe(no_mangle))]
unsafe extern "C" fn __sanitizer_cov_cfs_init(begin: *const usize, end: *const usize) {
    Told::with(|told| remember(&mut told.flow, begin, end));
}

fn remember(tables: &mut Vec<Bounds>, begin: *const usize, end: *const usize) {
    let bounds = (begin as usize, end as usize);
    if begin < end && !tables.contains(&bounds) {
        tables.push(bounds);
    }
}

/// The tables of one object as words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableWords {
    /// For each guard: the address of its block, and 1 if it is the entry of its function.
    pub(crate) blocks: &'static [usize],
    /// For each block: its address, the addresses of its successors, 0, the addresses of its
    /// callees, 0.
    pub(crate) flow: &'static [usize],
}

/// A reason why a program cannot be observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TableError {
    /// No object called the runtime.
    #[error(
        "no code of this program is instrumented: compile it with SanitizerCoverage (`cargo sbst \
         flags` prints the flags for rustc and clang)"
    )]
    NotInstrumented,
    /// The guards were numbered by another runtime.
    #[error(
        "another runtime of SanitizerCoverage is in this process, for example in a shared \
         library: link this one only"
    )]
    TwoRuntimes,
    /// There are guards, and no table of addresses.
    #[error(
        "{guards} blocks are instrumented, but {addresses} have addresses: compile all objects \
         with `pc-table`"
    )]
    NoAddresses {
        /// Number of guards.
        guards: usize,
        /// Number of addresses.
        addresses: usize,
    },
    /// There are addresses, and no control flow.
    #[error(
        "the program has no table of its control flow: compile all objects with `control-flow`, \
         which clang has from version 16 on"
    )]
    NoControlFlow,
}

/// Returns the tables of all loaded objects.
///
/// # Errors
///
/// [`TableError`] if a table is missing.
pub(crate) fn tables() -> Result<Vec<TableWords>, TableError> {
    Told::with(|told| {
        if told.guards.is_empty() {
            return Err(TableError::NotInstrumented);
        }
        if told.foreign || is_doubled() {
            return Err(TableError::TwoRuntimes);
        }
        // SAFETY: LLVM told the bounds of a table of words, which stays loaded and is not written.
        let words = |&(begin, end): &Bounds| unsafe {
            std::slice::from_raw_parts(begin as *const usize, (end - begin) / size_of::<usize>())
        };
        let guards: Vec<usize> =
            told.guards.iter().map(|(begin, end)| (end - begin) / size_of::<u32>()).collect();
        let total = guards.iter().sum();
        let addresses = told.blocks.iter().map(|bounds| words(bounds).len() / 2).sum();
        if told.blocks.len() != told.guards.len() || total != addresses {
            return Err(TableError::NoAddresses { guards: total, addresses });
        }
        if told.flow.len() != told.guards.len() {
            return Err(TableError::NoControlFlow);
        }
        let tables = told.blocks.iter().zip(&told.flow);
        Ok(tables
            .map(|(blocks, flow)| TableWords { blocks: words(blocks), flow: words(flow) })
            .collect())
    })
}

/// Returns `true` if a shared library defines these functions as well.
fn is_doubled() -> bool {
    let own: *const () = __sanitizer_cov_trace_pc_guard_init as *const ();
    [libc::RTLD_DEFAULT, libc::RTLD_NEXT].into_iter().any(|handle| {
        // SAFETY: the name ends in 0.
        let other = unsafe { libc::dlsym(handle, c"__sanitizer_cov_trace_pc_guard_init".as_ptr()) };
        !other.is_null() && !std::ptr::eq(other.cast(), own)
    })
}

/// Returns the cases of a switch, from the address that a hook recorded; none if nothing is loaded
/// there, for example because another process recorded it.
pub(crate) fn cases(address: u64) -> Cases {
    let images = super::images();
    let Some(image) = images.iter().find(|image| image.range.contains(&(address as usize))) else {
        return Cases::default();
    };
    let room = (image.range.end - address as usize) / size_of::<u64>();
    if room < 2 || !address.is_multiple_of(size_of::<u64>() as u64) {
        return Cases::default();
    }
    let table = address as *const u64;
    // SAFETY: within a file that is loaded.
    let (count, bits) = unsafe { (*table as usize, *table.add(1)) };
    if count > room - 2 || !(1..=64).contains(&bits) {
        return Cases::default();
    }
    // SAFETY: LLVM passed it: the number of cases, their width, and as many values; in memory that
    // is never written.
    let values = unsafe { std::slice::from_raw_parts(table.add(2), count) };
    Cases { bits: bits as u32, values }
}

#[cfg(test)]
mod tests {
    use super::cases;

    #[test]
    fn the_table_of_a_switch_is_read_where_it_is_loaded() {
        static TABLE: [u64; 5] = [3, 8, 1, 7, 0xFE];
        let found = cases(TABLE.as_ptr() as u64);
        assert_eq!((found.bits, found.values), (8, &TABLE[2..]));
        assert!(cases(8).values.is_empty());
    }
}
