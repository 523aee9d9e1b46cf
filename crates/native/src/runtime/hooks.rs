//! Functions that compiled code calls while it runs: blocks, comparisons, switches.
//!
//! A comparison is told apart from others by its address, which is where the function returns to.
//! Only machine code can tell it, so each of these functions is two instructions, which pass the
//! address on as one more argument.

use super::{quiet, words};
use crate::observe::event::{CONSTANT, Width, compare_header, switch_header};
use std::arch::naked_asm;
use std::sync::atomic::{AtomicU32, Ordering};

/// Called on each block that is entered.
///
/// # Safety
///
/// LLVM calls this with a guard of an object that is loaded.
#[cfg_attr(sbst_engine, unsafe(no_mangle))]
#[inline(never)]
pub(crate) unsafe extern "C" fn __sanitizer_cov_trace_pc_guard(guard: *const u32) {
    // SAFETY: a guard is written only while its object is loaded, and later as this is.
    let guard = unsafe { &*guard.cast::<AtomicU32>() }.load(Ordering::Relaxed);
    if !quiet::leaves_out_block(guard) {
        block(guard & !quiet::ASIDE);
    }
}

// What records is not a part of what is called from the program, which so needs no registers to
// leave something out.

/// Records the entry of a block.
#[inline(never)]
extern "C" fn block(number: u32) {
    words::append(|mut event| {
        event.word(number);
        event.end();
    });
}

/// Records a comparison of words of up to 32 bits.
#[inline(never)]
extern "C" fn short(header: u32, a: u32, b: u32, place: usize) {
    words::append(|mut event| {
        event.word(header);
        event.word(place as u32);
        event.word(a);
        event.word(b);
        event.end();
    });
}

/// Records a comparison of words of 64 bits.
#[inline(never)]
extern "C" fn long(header: u32, a: u64, b: u64, place: usize) {
    words::append(|mut event| {
        event.word(header);
        event.word(place as u32);
        event.word(a as u32);
        event.word((a >> 32) as u32);
        event.word(b as u32);
        event.word((b >> 32) as u32);
        event.end();
    });
}

/// Defines the function that LLVM calls with two operands, and the one that it passes the address
/// to as the third argument.
macro_rules! comparisons {
    ($($name:ident, $placed:ident($word:ty) = $record:ident($header:expr);)*) => { $(
        #[cfg_attr(sbst_engine, unsafe(no_mangle))]
        #[unsafe(naked)]
        pub(crate) extern "C" fn $name(_a: $word, _b: $word) {
            #[cfg(target_arch = "x86_64")]
            naked_asm!("mov rdx, qword ptr [rsp]", "jmp {placed}", placed = sym $placed);
            #[cfg(target_arch = "aarch64")]
            naked_asm!("mov x2, x30", "b {placed}", placed = sym $placed);
        }
        extern "C" fn $placed(a: $word, b: $word, place: usize) {
            const HEADER: u32 = $header;
            if !quiet::leaves_out_place(place) {
                $record(HEADER, a.into(), b.into(), place);
            }
        }
    )* };
}

comparisons! {
    __sanitizer_cov_trace_cmp1, cmp1(u8) = short(compare_header(Width::One));
    __sanitizer_cov_trace_cmp2, cmp2(u16) = short(compare_header(Width::Two));
    __sanitizer_cov_trace_cmp4, cmp4(u32) = short(compare_header(Width::Four));
    __sanitizer_cov_trace_cmp8, cmp8(u64) = long(compare_header(Width::Eight));
    __sanitizer_cov_trace_const_cmp1, const_cmp1(u8) = short(compare_header(Width::One) | CONSTANT);
    __sanitizer_cov_trace_const_cmp2, const_cmp2(u16) = short(compare_header(Width::Two) | CONSTANT);
    __sanitizer_cov_trace_const_cmp4, const_cmp4(u32) = short(compare_header(Width::Four) | CONSTANT);
    __sanitizer_cov_trace_const_cmp8, const_cmp8(u64) = long(compare_header(Width::Eight) | CONSTANT);
}

/// Called before each switch with its value and a table: the number of cases, their width in bits,
/// their values.
#[cfg_attr(sbst_engine, unsafe(no_mangle))]
#[unsafe(naked)]
pub(crate) extern "C" fn __sanitizer_cov_trace_switch(_value: u64, _cases: *const u64) {
    #[cfg(target_arch = "x86_64")]
    naked_asm!("mov rdx, qword ptr [rsp]", "jmp {placed}", placed = sym switch);
    #[cfg(target_arch = "aarch64")]
    naked_asm!("mov x2, x30", "b {placed}", placed = sym switch);
}

extern "C" fn switch(value: u64, cases: *const u64, place: usize) {
    if !quiet::leaves_out_place(place) {
        long(const { switch_header() }, value, cases as u64, place);
    }
}

/// Called before each indirect call. Its callee tells by its entry.
#[cfg_attr(sbst_engine, unsafe(no_mangle))]
extern "C" fn __sanitizer_cov_trace_pc_indir(_callee: usize) {}

/// Called before divisions, if the program was compiled so.
#[cfg_attr(sbst_engine, unsafe(no_mangle))]
extern "C" fn __sanitizer_cov_trace_div4(_divisor: u32) {}
/// Called before divisions of 64 bits, if the program was compiled so.
#[cfg_attr(sbst_engine, unsafe(no_mangle))]
extern "C" fn __sanitizer_cov_trace_div8(_divisor: u64) {}
/// Called before accesses by index, if the program was compiled so.
#[cfg_attr(sbst_engine, unsafe(no_mangle))]
extern "C" fn __sanitizer_cov_trace_gep(_index: usize) {}
