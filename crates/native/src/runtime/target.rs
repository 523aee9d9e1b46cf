//! The functions that a fuzz target defines, as libFuzzer calls them.

#[cfg(sbst_engine)]
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

#[cfg(sbst_engine)]
unsafe extern "C" {
    fn LLVMFuzzerTestOneInput(data: *const u8, size: usize) -> i32;
}

// Functions that a target may define. Their addresses are 0 if it does not.
#[cfg(sbst_engine)]
std::arch::global_asm!(
    ".weak LLVMFuzzerInitialize",
    ".weak LLVMFuzzerCustomMutator",
    ".weak LLVMFuzzerCustomCrossOver",
    ".pushsection .data.rel.ro.sbst_optional, \"aw\"",
    ".balign 8",
    ".hidden sbst_optional_functions",
    ".globl sbst_optional_functions",
    "sbst_optional_functions:",
    ".quad LLVMFuzzerInitialize",
    ".quad LLVMFuzzerCustomMutator",
    ".quad LLVMFuzzerCustomCrossOver",
    ".popsection",
);

#[cfg(sbst_engine)]
fn optional() -> [usize; 3] {
    unsafe extern "C" {
        static sbst_optional_functions: [usize; 3];
    }
    // SAFETY: defined above, and never written after the program was loaded.
    unsafe { sbst_optional_functions }
}

/// The program that is linked with this library.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    mutator: Option<Mutator>,
    cross_over: Option<CrossOver>,
}

type Mutator = unsafe extern "C" fn(data: *mut u8, size: usize, most: usize, seed: u32) -> usize;
type CrossOver =
    unsafe extern "C" fn(*const u8, usize, *const u8, usize, *mut u8, usize, u32) -> usize;

impl Target {
    /// Initialises the target with the arguments of the program.
    #[cfg(sbst_engine)]
    pub(crate) fn linked() -> Self {
        type Initialize = unsafe extern "C" fn(*mut i32, *mut *mut *mut u8) -> i32;
        let [initialize, mutator, cross_over] = optional();
        if initialize != 0 {
            // Not on the heap, where a sanitizer would take them for lost. Atomic, because the
            // target may write to them.
            static NAME: AtomicU64 = AtomicU64::new(u64::from_le_bytes(*b"target\0\0"));
            static ARGUMENTS: [AtomicPtr<u8>; 2] =
                [const { AtomicPtr::new(std::ptr::null_mut()) }; 2];
            ARGUMENTS[0].store(NAME.as_ptr().cast(), Ordering::Relaxed);
            let (mut count, mut arguments) = (1, ARGUMENTS.as_ptr().cast::<*mut u8>().cast_mut());
            // SAFETY: the target defines it with these arguments: a program name without arguments,
            // which stays allocated.
            unsafe {
                let initialize: Initialize = std::mem::transmute(initialize);
                initialize(&raw mut count, &raw mut arguments);
            }
        }
        // SAFETY: the target defines them with these arguments; a null address is `None`.
        unsafe {
            Self {
                mutator: std::mem::transmute::<usize, Option<Mutator>>(mutator),
                cross_over: std::mem::transmute::<usize, Option<CrossOver>>(cross_over),
            }
        }
    }

    /// Runs the target on an input. Returns `false` if the target rejects the input for its corpus.
    #[cfg(sbst_engine)]
    pub(crate) fn run(&self, input: &[u8]) -> bool {
        // SAFETY: the target reads the input only.
        unsafe { LLVMFuzzerTestOneInput(input.as_ptr(), input.len()) != -1 }
    }

    /// Returns a target without functions: no program is linked.
    #[cfg(not(sbst_engine))]
    pub(crate) fn linked() -> Self {
        Self { mutator: None, cross_over: None }
    }

    /// Does nothing: no program is linked.
    #[cfg(not(sbst_engine))]
    pub(crate) fn run(&self, _input: &[u8]) -> bool {
        true
    }

    /// Returns `true` if the target changes inputs itself.
    pub(crate) fn has_mutator(&self) -> bool {
        self.mutator.is_some()
    }

    /// Lets the target change an input. Its length stays at most `most`.
    pub(crate) fn mutate(&self, input: &mut Vec<u8>, most: usize, seed: u32) {
        let Some(mutator) = self.mutator else { return };
        let size = input.len().min(most);
        input.resize(most, 0);
        // SAFETY: the target may write `most` bytes.
        let size = unsafe { mutator(input.as_mut_ptr(), size, most, seed) };
        input.truncate(size.min(most));
    }

    /// Lets the target combine two inputs. Returns `false` if it does not do that.
    pub(crate) fn cross(&self, input: &mut Vec<u8>, other: &[u8], most: usize, seed: u32) -> bool {
        let Some(cross_over) = self.cross_over else { return false };
        let mut out = vec![0; most];
        // SAFETY: the target reads both inputs, and may write `most` bytes.
        let size = unsafe {
            cross_over(
                input.as_ptr(),
                input.len(),
                other.as_ptr(),
                other.len(),
                out.as_mut_ptr(),
                most,
                seed,
            )
        };
        out.truncate(size.min(most));
        *input = out;
        true
    }
}

/// A function that changes an input, for targets that change inputs themselves and ask for changes
/// of their parts.
type Change = Box<dyn FnMut(&mut Vec<u8>, usize) + Send>;

static CHANGE: Mutex<Option<Change>> = Mutex::new(None);

/// Sets the function by which `LLVMFuzzerMutate` changes inputs.
pub(crate) fn mutate_with(change: impl FnMut(&mut Vec<u8>, usize) + Send + 'static) {
    *CHANGE.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(change));
}

/// Called by a target that changes inputs itself, to change a part of one.
///
/// # Safety
///
/// `data` has room for `most` bytes, of which `size` are in use.
#[cfg_attr(sbst_engine, unsafe(no_mangle))]
#[allow(non_snake_case, reason = "the name that targets call")]
unsafe extern "C" fn LLVMFuzzerMutate(data: *mut u8, size: usize, most: usize) -> usize {
    // SAFETY: as the caller says.
    let mut bytes = if size == 0 {
        Vec::new()
    } else {
        unsafe { std::slice::from_raw_parts(data, size.min(most)) }.to_vec()
    };
    if let Some(change) = &mut *CHANGE.lock().unwrap_or_else(PoisonError::into_inner) {
        change(&mut bytes, most);
    }
    bytes.truncate(most);
    if !bytes.is_empty() {
        // SAFETY: at most `most` bytes.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), data, bytes.len()) };
    }
    bytes.len()
}

/// The program starts here.
#[cfg(sbst_engine)]
#[unsafe(no_mangle)]
extern "C" fn main(_count: i32, _arguments: *const *const u8) -> i32 {
    crate::engine::main()
}
