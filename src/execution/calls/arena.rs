//! An arena of rows of cells. Rows are added through `&self` and never move, so that a frame can keep a reference to its row.

use alloc::boxed::Box;
use alloc::vec;
use core::cell::{Cell, OnceCell};

/// Rows in chunks, each twice as large as the one before. A row lies within one chunk.
pub(in crate::execution) struct Arena {
    /// Chunks, allocated when the first row needs them.
    chunks: [OnceCell<Box<[Cell<u64>]>>; CHUNKS],
    /// Current chunk.
    chunk: Cell<u32>,
    /// Number of cells of the current chunk that are taken.
    taken: Cell<usize>,
}

/// Place of a row.
#[derive(Clone, Copy, Debug)]
pub(in crate::execution) struct Place {
    /// Chunk of the row.
    chunk: u32,
    /// First cell of the row in the chunk.
    start: usize,
}

/// Number of chunks: more than memory can hold.
const CHUNKS: usize = 40;
/// Number of cells of the first chunk.
const FIRST: usize = 256;

impl Arena {
    /// Creates an empty arena.
    pub(in crate::execution) const fn new() -> Self {
        Self { chunks: [const { OnceCell::new() }; CHUNKS], chunk: Cell::new(0), taken: Cell::new(0) }
    }

    /// Allocates a row of `length` cells, each 0; `None` if memory cannot hold it. Linear in the length.
    pub(in crate::execution) fn allocate(&self, length: usize) -> Option<Place> {
        let (mut chunk, mut start) = (self.chunk.get(), self.taken.get());
        // The rest of a chunk that is too short for the row stays empty until the next reset.
        while size(chunk)? - start < length {
            (chunk, start) = (chunk + 1, 0);
        }
        self.chunk.set(chunk);
        self.taken.set(start + length);
        let place = Place { chunk, start };
        for cell in self.row(place, length) {
            cell.set(0);
        }
        Some(place)
    }

    /// Returns the row at a place, which was allocated with this length.
    #[inline]
    pub(in crate::execution) fn row(&self, place: Place, length: usize) -> &[Cell<u64>] {
        let Some(chunk) = self.chunks.get(place.chunk as usize) else { return &[] };
        let cells = chunk.get_or_init(|| vec![Cell::new(0); size(place.chunk).unwrap_or(0)].into_boxed_slice());
        cells.get(place.start..place.start + length).unwrap_or(&[])
    }

    /// Frees all rows, and keeps their memory.
    pub(in crate::execution) fn clear(&self) {
        self.chunk.set(0);
        self.taken.set(0);
    }
}

/// Clones the chunks that are in use.
impl Clone for Arena {
    fn clone(&self) -> Self {
        let used = self.chunk.get() as usize + usize::from(self.taken.get() > 0);
        let clone = Self::new();
        for (chunk, copy) in self.chunks.iter().zip(&clone.chunks).take(used) {
            if let Some(cells) = chunk.get() {
                let _ = copy.set(cells.clone()); // the new arena has no chunk there yet
            }
        }
        clone.chunk.set(self.chunk.get());
        clone.taken.set(self.taken.get());
        clone
    }
}

/// Writes the position, without the cells.
impl core::fmt::Debug for Arena {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Arena").field("chunk", &self.chunk).field("taken", &self.taken).finish_non_exhaustive()
    }
}

/// Returns the number of cells of a chunk; `None` for a chunk that memory cannot hold.
fn size(chunk: u32) -> Option<usize> {
    let size = FIRST.checked_mul(1_usize.checked_shl(chunk)?)?;
    let bytes = size.checked_mul(size_of::<u64>())?;
    ((chunk as usize) < CHUNKS && bytes <= isize::MAX as usize).then_some(size)
}
