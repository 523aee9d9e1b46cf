//! What hooks leave out of logs that are only glanced at.
//!
//! Most executions do nothing that matters to the search. A loop of a million rounds would record a
//! million blocks and comparisons that a glance passes over one by one. In a quiet recording, hooks
//! leave out what no glance asks for ([`Attention`]), at the price of one or two loads. An
//! execution that matters is made again, and recorded as a whole.

use super::tables::guards;
use crate::observe::Attention;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// In a guard: the block may be left out. The other bits are its number.
pub(super) const ASIDE: u32 = 1 << 31;
/// [`ASIDE`] while a recording is quiet, else 0.
static QUIET: AtomicU32 = AtomicU32::new(0);

/// Number of bits of a hash of a place.
const BITS: u32 = 17;
/// By hash: whether a place must be recorded. Places that share a hash are recorded together, and
/// the glance passes over those that it does not know. Small enough for the nearest cache.
static PLACES: [AtomicU64; 1 << (BITS - 6)] = [const { AtomicU64::new(0) }; 1 << (BITS - 6)];
/// By hash: how often a place was asked for. Only the search reads and writes them.
static ASKED: [AtomicU32; 1 << BITS] = [const { AtomicU32::new(0) }; 1 << BITS];

/// Returns `true` if the block of a guard is left out.
#[inline(always)]
pub(super) fn leaves_out_block(guard: u32) -> bool {
    guard & QUIET.load(Ordering::Relaxed) != 0
}

/// Returns `true` if the comparison at a place is left out.
#[inline(always)]
pub(super) fn leaves_out_place(place: usize) -> bool {
    if QUIET.load(Ordering::Relaxed) == 0 {
        return false;
    }
    let (word, bit) = bit_of(place as u32);
    PLACES[word].load(Ordering::Relaxed) & bit == 0
}

#[inline(always)]
fn bit_of(place: u32) -> (usize, u64) {
    let hash = hash(place);
    (hash >> 6, 1 << (hash & 63))
}

/// Spreads places, which are close to each other.
#[inline(always)]
const fn hash(place: u32) -> usize {
    (place.wrapping_mul(0x9E37_79B1) >> (32 - BITS)) as usize
}

/// Makes the recordings that follow quiet, or whole again.
pub(super) fn set(is_quiet: bool) {
    QUIET.store(if is_quiet { ASIDE } else { 0 }, Ordering::Relaxed);
}

/// Changes what quiet recordings have.
pub(crate) fn attend(change: Attention) {
    match change {
        Attention::Blocks(count) => {
            guards(0..count, |guard| _ = guard.fetch_and(!ASIDE, Ordering::Relaxed));
            PLACES.iter().for_each(|word| word.store(0, Ordering::Relaxed));
            ASKED.iter().for_each(|count| count.store(0, Ordering::Relaxed));
        }
        Attention::Block(block, true) => {
            guards(block..block + 1, |guard| _ = guard.fetch_and(!ASIDE, Ordering::Relaxed));
        }
        Attention::Block(block, false) => {
            guards(block..block + 1, |guard| _ = guard.fetch_or(ASIDE, Ordering::Relaxed));
        }
        Attention::Place(place, is_asked_for) => {
            let asked = &ASKED[hash(place)];
            let before = asked.load(Ordering::Relaxed);
            let after = if is_asked_for { before + 1 } else { before.saturating_sub(1) };
            asked.store(after, Ordering::Relaxed);
            let (word, bit) = bit_of(place);
            if after > 0 {
                PLACES[word].fetch_or(bit, Ordering::Relaxed);
            } else {
                PLACES[word].fetch_and(!bit, Ordering::Relaxed);
            }
        }
    }
}
