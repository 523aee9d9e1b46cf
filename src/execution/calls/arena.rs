//! An arena: memory for rows of cells that never move.
//!
//! Rows are allocated through `&self`, and keep their place until the arena is cleared. So a frame
//! can keep a reference to its row while rows for other frames are allocated. One vector cannot do
//! this: it moves its rows when it grows.

use alloc::boxed::Box;
use alloc::vec;
use core::cell::{Cell, OnceCell};

/// Rows in chunks. Each chunk is twice as large as the chunk before it. A row lies within one
/// chunk.
#[derive(Clone, Debug)]
pub(in crate::execution) struct Arena {
    /// Chunks. Each is allocated when the first row needs it, and is never moved or freed
    /// afterwards.
    chunks: [OnceCell<Box<[Cell<u64>]>>; CHUNKS],
    /// Number of the chunk that the last row was put into.
    chunk: Cell<u32>,
    /// Number of cells of this chunk that are taken.
    taken: Cell<usize>,
}

/// Place of a row in an [`Arena`]. The length of the row is kept by the caller.
#[derive(Clone, Copy, Debug)]
pub(in crate::execution) struct Place {
    /// Number of the chunk.
    chunk: u32,
    /// Index of the first cell of the row in the chunk.
    start: usize,
}

/// Number of chunks. Together they have more cells than memory can hold.
const CHUNKS: usize = 40;
/// Number of cells of the first chunk.
const FIRST: usize = 256;

impl Arena {
    /// Creates an empty arena.
    pub(super) const fn new() -> Self {
        Self {
            chunks: [const { OnceCell::new() }; CHUNKS],
            chunk: Cell::new(0),
            taken: Cell::new(0),
        }
    }

    /// Allocates a row of `length` cells, and sets each to 0. Returns `None` if no chunk can be
    /// that large. Linear in the length.
    pub(super) fn allocate(&self, length: usize) -> Option<Place> {
        let (mut chunk, mut start) = (self.chunk.get(), self.taken.get());
        // A row must lie within one chunk, so the first chunk with room is taken. The rest of a
        // chunk that is too short stays empty until the arena is cleared.
        while size(chunk)? - start < length {
            (chunk, start) = (chunk + 1, 0);
        }
        self.chunk.set(chunk);
        self.taken.set(start + length);
        let place = Place { chunk, start };
        // Clearing the arena keeps old values, so a row is set to 0 when it is allocated, and not
        // when it is freed.
        for cell in self.row(place, length) {
            cell.set(0);
        }
        Some(place)
    }

    /// Returns the row at a place. `length` must be the length with which the row was allocated;
    /// otherwise the row may be empty or overlap others.
    #[inline]
    pub(super) fn row(&self, place: Place, length: usize) -> &[Cell<u64>] {
        let Some(chunk) = self.chunks.get(place.chunk as usize) else { return &[] };
        // The chunk exists already, except when this is called to allocate the first row in it.
        let cells = chunk
            .get_or_init(|| vec![Cell::new(0); size(place.chunk).unwrap_or(0)].into_boxed_slice());
        cells.get(place.start..place.start + length).unwrap_or(&[])
    }

    /// Frees all rows, and keeps the memory of the chunks. Constant time.
    pub(super) fn clear(&self) {
        self.chunk.set(0);
        self.taken.set(0);
    }
}

/// Returns the number of cells of a chunk. Returns `None` for a chunk beyond the last one, or one
/// that the address space cannot hold.
fn size(chunk: u32) -> Option<usize> {
    let size = FIRST.checked_mul(1_usize.checked_shl(chunk)?)?;
    let bytes = size.checked_mul(size_of::<u64>())?;
    ((chunk as usize) < CHUNKS && bytes <= isize::MAX as usize).then_some(size)
}
