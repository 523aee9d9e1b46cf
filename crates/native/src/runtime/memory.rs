//! Functions that stand in for comparisons of the C library: what they compare is recorded, then
//! the library's function is called.
//!
//! Rust compares slices and texts by `memcmp` and `bcmp`, so these see them too.

use super::words;
use crate::observe::event::{BYTES_KEPT, Comparison, bytes_header};
use std::arch::naked_asm;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Appends a comparison and its result, and up to [`BYTES_KEPT`] bytes of both.
///
/// # Safety
///
/// Both point to as many bytes as the lengths say.
#[inline(never)]
unsafe fn note(
    what: Comparison,
    result: i32,
    [a, b]: [*const u8; 2],
    [a_len, b_len]: [usize; 2],
    place: usize,
) {
    words::append(|mut event| {
        event.word(bytes_header(what));
        event.word(place as u32);
        event.word(result as u32);
        event.word(u32::try_from(a_len).unwrap_or(u32::MAX));
        event.word(u32::try_from(b_len).unwrap_or(u32::MAX));
        for (bytes, length) in [(a, a_len), (b, b_len)] {
            let kept = length.min(BYTES_KEPT);
            let whole = kept - kept % 4;
            for at in (0..whole).step_by(4) {
                // SAFETY: four bytes before the length. Any bytes are a word.
                event.word(u32::from_le_bytes(unsafe { bytes.add(at).cast::<[u8; 4]>().read() }));
            }
            if whole < kept {
                let mut word = 0;
                for at in whole..kept {
                    // SAFETY: less than the length.
                    word |= u32::from(unsafe { *bytes.add(at) }) << (8 * (at - whole));
                }
                event.word(word);
            }
        }
        event.end();
    });
}

/// Number of bytes that are readable if one of them is. It divides the size of a page.
const PAGE: usize = 4096;

/// Returns the lengths of two texts, at most `most`. They end in 0, or after `most` bytes, or
/// differ before: then a program may compare texts that do not end, and the bytes after the first
/// difference are read only as long as memory is readable.
///
/// So the lengths of texts that end, and the distances that follow from them, do not depend on
/// where the texts are. Those of a text that does not end do: what is after it cannot be told from
/// the text.
///
/// No function of the C library does this: a sanitizer would take it for a mistake of the program.
///
/// # Safety
///
/// Both texts are readable up to the first byte that differs, up to the 0, or up to `most`.
unsafe fn lengths(a: *const u8, b: *const u8, most: usize, fold: fn(u8) -> u8) -> [usize; 2] {
    // SAFETY: everything before was the same, and no text has ended. Volatile, so that the compiler
    // makes no call of `strlen` of this.
    let at = |text: *const u8, at: usize| unsafe { text.add(at).read_volatile() };
    let mut same = 0;
    while same < most && at(a, same) != 0 && fold(at(a, same)) == fold(at(b, same)) {
        same += 1;
    }
    [a, b].map(|text| {
        let is_known =
            |length: usize| length == same || !(text as usize + length).is_multiple_of(PAGE);
        let mut length = same;
        while length < most
            && (is_known(length) || is_readable(text as usize + length))
            && at(text, length) != 0
        {
            length += 1;
        }
        length
    })
}

/// Returns `true` if the page that begins at an address is readable. This is a system call, but few
/// texts cross from one page to the next.
#[cfg(target_os = "linux")]
fn is_readable(page: usize) -> bool {
    // SAFETY: the number of the error is a variable of this thread. The kernel reads a set of
    // signals at the address before it sees that there is nothing to do with it; where it cannot,
    // it says so.
    unsafe {
        let number = libc::__errno_location();
        let before = *number;
        let nothing_to_do = -1_i32;
        libc::syscall(
            libc::SYS_rt_sigprocmask,
            nothing_to_do,
            page,
            std::ptr::null::<u8>(),
            8_usize,
        );
        // The program may look at the error of its own last call.
        std::mem::replace(&mut *number, before) != libc::EFAULT
    }
}

/// Returns `false`: nobody tells without a risk.
#[cfg(not(target_os = "linux"))]
fn is_readable(_page: usize) -> bool {
    false
}

/// A function of the C library: its address once it was looked up.
struct Real(AtomicUsize, &'static std::ffi::CStr);

impl Real {
    /// Returns the address, or 0 while it is looked up: the loader may call one of these functions
    /// itself.
    #[inline(always)]
    fn address(&self) -> usize {
        let address = self.0.load(Ordering::Relaxed);
        if address > 1 { address } else { self.look_up() }
    }

    #[cold]
    fn look_up(&self) -> usize {
        if self.0.swap(1, Ordering::AcqRel) == 1 {
            return 0;
        }
        // An address sanitizer has functions of its own that check how far they may read. These
        // hooks stand in their place as well.
        const SANITIZER: &[u8] = b"__interceptor_";
        let (mut checking, name) = ([0; 40], self.1.to_bytes());
        checking[..SANITIZER.len()].copy_from_slice(SANITIZER);
        checking[SANITIZER.len()..][..name.len()].copy_from_slice(name);
        // SAFETY: both names end in 0: the longer one has 14 + 11 letters.
        let found = unsafe {
            let found = libc::dlsym(libc::RTLD_DEFAULT, checking.as_ptr().cast());
            if found.is_null() { libc::dlsym(libc::RTLD_NEXT, self.1.as_ptr()) } else { found }
        } as usize;
        self.0.store(found, Ordering::Release);
        found
    }
}

/// What the functions return where the C library has none to call: the difference of the first
/// bytes that differ.
///
/// # Safety
///
/// Both have `most` bytes, or end before.
unsafe fn difference(
    a: *const u8,
    b: *const u8,
    most: usize,
    is_text: bool,
    fold: fn(u8) -> u8,
) -> i32 {
    for at in 0..most {
        // SAFETY: less than `most`, and no text has ended. Volatile, so that the compiler makes no
        // call of `memcmp` of this.
        let (x, y) = unsafe { (fold(a.add(at).read_volatile()), fold(b.add(at).read_volatile())) };
        if x != y {
            return i32::from(x) - i32::from(y);
        }
        if is_text && x == 0 {
            break;
        }
    }
    0
}

const SAME: fn(u8) -> u8 = |byte| byte;
const LOWER: fn(u8) -> u8 = |byte| byte.to_ascii_lowercase();

/// Defines a function that compares memory or texts of a given or of unlimited length.
macro_rules! compares {
    ($($name:ident, $placed:ident($($length:ident)?) as $symbol:literal, $register:literal, $register_arm:literal: $what:expr, $text:literal, $fold:expr;)*) => { $(
        /// Stands in for the function of the C library.
        ///
        /// # Safety
        ///
        /// As for the function of the C library.
        #[cfg_attr(sbst_engine, unsafe(no_mangle))]
        #[unsafe(naked)]
        pub(crate) unsafe extern "C" fn $name(_a: *const u8, _b: *const u8 $(, $length: usize)?) -> i32 {
            #[cfg(target_arch = "x86_64")]
            naked_asm!(concat!("mov ", $register, ", qword ptr [rsp]"), "jmp {placed}", placed = sym $placed);
            #[cfg(target_arch = "aarch64")]
            naked_asm!(concat!("mov ", $register_arm, ", x30"), "b {placed}", placed = sym $placed);
        }

        unsafe extern "C" fn $placed(a: *const u8, b: *const u8 $(, $length: usize)?, place: usize) -> i32 {
            static REAL: Real = Real(AtomicUsize::new(0), $symbol);
            #[allow(unused_variables, unused_mut, unused_assignments, reason = "some have no \
                length")]
            let mut most = usize::MAX;
            $(most = $length;)?
            let address = REAL.address();
            let result = if address == 0 {
                // SAFETY: as the caller says.
                unsafe { difference(a, b, most, $text, $fold) }
            } else {
                // SAFETY: the C library defines it with these arguments.
                unsafe {
                    let real: unsafe extern "C" fn(*const u8, *const u8 $(, compares!(@word $length))?) -> i32 = std::mem::transmute(address);
                    real(a, b $(, $length)?)
                }
            };
            if words::is_recording() {
                // SAFETY: as the caller says.
                unsafe {
                    let lengths = if $text { lengths(a, b, most.min(PAGE), $fold) } else { [most; 2] };
                    note($what, result, [a, b], lengths, place);
                }
            }
            result
        }
    )* };
    (@word $length:ident) => { usize };
}

compares! {
    memcmp, placed_memcmp(length) as c"memcmp", "rcx", "x3": Comparison::Memory, false, SAME;
    bcmp, placed_bcmp(length) as c"bcmp", "rcx", "x3": Comparison::Memory, false, SAME;
    strcmp, placed_strcmp() as c"strcmp", "rdx", "x2": Comparison::Text, true, SAME;
    strncmp, placed_strncmp(length) as c"strncmp", "rcx", "x3": Comparison::Text, true, SAME;
    strcasecmp, placed_strcasecmp() as c"strcasecmp", "rdx", "x2": Comparison::FoldedText, true, LOWER;
    strncasecmp, placed_strncasecmp(length) as c"strncasecmp", "rcx", "x3": Comparison::FoldedText, true, LOWER;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns two pages that can be read and written, before one that cannot.
    fn pages() -> *mut u8 {
        // SAFETY: a new mapping, which nothing else knows. It stays for ever.
        unsafe {
            let (read, kind) =
                (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
            // Pages have up to 64 KiB.
            let memory =
                libc::mmap(std::ptr::null_mut(), 32 * PAGE, read, kind, -1, 0).cast::<u8>();
            assert_eq!(libc::mprotect(memory.add(16 * PAGE).cast(), 16 * PAGE, libc::PROT_NONE), 0);
            memory.add(14 * PAGE)
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn lengths_of_texts_do_not_depend_on_where_they_are() {
        let (pages, text) = (pages(), b"keyword, and more\0");
        for at in [0, PAGE - 20, PAGE - 5, PAGE - 1, PAGE, 2 * PAGE - text.len()] {
            // SAFETY: within the two pages.
            let found = unsafe {
                let place = pages.add(at);
                text.as_ptr().copy_to(place, text.len());
                lengths(place, c"no".as_ptr().cast(), PAGE, SAME)
            };
            assert_eq!(found, [text.len() - 1, 2], "{at}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_that_cannot_be_read_ends_a_text() {
        let pages = pages();
        // SAFETY: within the two pages.
        unsafe {
            let last = pages.add(2 * PAGE - 3);
            b"key".as_ptr().copy_to(last, 3);
            *libc::__errno_location() = libc::ENOENT;
            assert_eq!(lengths(last, c"no".as_ptr().cast(), PAGE, SAME), [3, 2]);
            assert_eq!(*libc::__errno_location(), libc::ENOENT, "the program sees no call of this");
        }
    }
}
