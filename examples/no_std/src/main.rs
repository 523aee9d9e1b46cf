//! A program without the standard library: an allocator of its own, a handler of panics of its own,
//! and sbst.
//!
//! If any crate brought the standard library in, there would be two handlers of panics, which is an
//! error. It ends with 0 if the fitness is what it should be.

#![no_std]
#![no_main]

use core::alloc::{GlobalAlloc, Layout};
use core::ffi::{c_int, c_void};
use core::panic::PanicInfo;
use sbst::Campaign;
use sbst::campaign::CampaignError;
use sbst::distance::language::{Language, Matching};
use sbst::distance::{Distance, gt};
use sbst::fitness::Fitness;
use sbst::flow::FlowBuilder;
use sbst::id::Function;
use sbst::objective::Criterion;

// The library of the compiler is there for the core library, which was compiled to unwind.
#[link(name = "gcc_s")]
#[link(name = "c")]
unsafe extern "C" {
    fn aligned_alloc(alignment: usize, size: usize) -> *mut c_void;
    fn free(block: *mut c_void);
    fn abort() -> !;
}

struct C;

// SAFETY: C's allocator gives blocks of that size, which is a multiple of the alignment, or null.
unsafe impl GlobalAlloc for C {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let layout = layout.pad_to_align();
        unsafe { aligned_alloc(layout.align(), layout.size()).cast() }
    }
    unsafe fn dealloc(&self, block: *mut u8, _: Layout) {
        unsafe { free(block.cast()) }
    }
}

#[global_allocator]
static ALLOCATOR: C = C;

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    unsafe { abort() }
}

/// What unwinding would ask; the core library was compiled to name it.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

#[unsafe(no_mangle)]
extern "C" fn main() -> c_int {
    let fits = branch_fits() == Ok(true) && language_fits();
    c_int::from(!fits)
}

/// x > 10 for x = 7 is 4 away.
fn branch_fits() -> Result<bool, CampaignError> {
    let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    let mut campaign =
        Campaign::builder().function(&body)?.criteria([Criterion::Branch]).build()?;
    let outcome =
        campaign.run(&7, |caller, &x| caller.enter(Function::new(0)).decide(0, gt(x, 10)))?;
    Ok(outcome.row == [Fitness::from(Distance::from(4)), Fitness::COVERED])
}

/// One digit is missing.
fn language_fits() -> bool {
    let time = Language::<char>::parse(r"\d\d:\d\d", Matching::Full);
    time.is_ok_and(|time| time.matches("8:45").to_true() == Distance::from(1))
}
