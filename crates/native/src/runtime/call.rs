//! Hooks, called as compiled code calls them, for tests and benchmarks.

use super::{hooks, memory};
use std::ffi::CStr;

/// Enters the block of a guard.
pub(crate) fn block(guard: &u32) {
    // SAFETY: the guard lives.
    unsafe { hooks::__sanitizer_cov_trace_pc_guard(guard) }
}

/// Compares two words of 32 bits.
pub(crate) fn compare4(a: u32, b: u32) {
    hooks::__sanitizer_cov_trace_cmp4(a, b);
}

/// Compares two words of 64 bits.
pub(crate) fn compare8(a: u64, b: u64) {
    hooks::__sanitizer_cov_trace_cmp8(a, b);
}

/// Compares a constant with a byte.
pub(crate) fn compare_constant(constant: u8, byte: u8) {
    hooks::__sanitizer_cov_trace_const_cmp1(constant, byte);
}

/// Chooses by a value among cases: their number, their width, their values.
pub(crate) fn switch(value: u64, cases: &'static [u64]) {
    hooks::__sanitizer_cov_trace_switch(value, cases.as_ptr());
}

/// Compares memory of the same length.
pub(crate) fn bytes(a: &[u8], b: &[u8]) -> i32 {
    // SAFETY: both have so many bytes.
    unsafe { memory::memcmp(a.as_ptr(), b.as_ptr(), a.len().min(b.len())) }
}

/// Compares texts.
pub(crate) fn texts(a: &CStr, b: &CStr) -> i32 {
    // SAFETY: both end in 0.
    unsafe { memory::strcmp(a.as_ptr().cast(), b.as_ptr().cast()) }
}

/// Compares the beginnings of two texts, at most `most` bytes of each, upper and lower case alike.
pub(crate) fn folded_texts(a: &CStr, b: &CStr, most: usize) -> i32 {
    // SAFETY: both end in 0.
    unsafe { memory::strncasecmp(a.as_ptr().cast(), b.as_ptr().cast(), most) }
}
