//! Rows of cells that are added through `&self` and never move, so that a writer may keep a reference to its row.

use alloc::boxed::Box;
use alloc::vec;
use core::cell::{Cell, OnceCell};

/// Chunks that double in size: each row lies within one of them.
pub(in crate::execution) struct Arena {
    chunks: [OnceCell<Box<[Cell<u64>]>>; CHUNKS],
    /// The chunk at work, and how much of it is taken.
    chunk: Cell<u32>,
    taken: Cell<usize>,
}

/// Place at which a row begins.
#[derive(Clone, Copy, Debug)]
pub(in crate::execution) struct Place {
    chunk: u32,
    start: usize,
}

/// More than memory holds.
const CHUNKS: usize = 40;
/// Cells of the first chunk.
const FIRST: usize = 256;

impl Arena {
    pub(in crate::execution) const fn new() -> Self {
        Self { chunks: [const { OnceCell::new() }; CHUNKS], chunk: Cell::new(0), taken: Cell::new(0) }
    }

    /// Returns a row of `length` cells, each 0; `None` if memory cannot hold it. Linear in the length.
    pub(in crate::execution) fn allocate(&self, length: usize) -> Option<Place> {
        let (mut chunk, mut start) = (self.chunk.get(), self.taken.get());
        while size(chunk)? - start < length {
            (chunk, start) = (chunk + 1, 0);
        }
        self.chunk.set(chunk);
        self.taken.set(start + length);
        let place = Place { chunk, start };
        self.row(place, length).iter().for_each(|cell| cell.set(0));
        Some(place)
    }

    /// Returns the row that begins there, which was allocated with this length.
    #[inline]
    pub(in crate::execution) fn row(&self, place: Place, length: usize) -> &[Cell<u64>] {
        let Some(chunk) = self.chunks.get(place.chunk as usize) else { return &[] };
        let cells = chunk.get_or_init(|| vec![Cell::new(0); size(place.chunk).unwrap_or(0)].into_boxed_slice());
        cells.get(place.start..place.start + length).unwrap_or(&[])
    }

    /// Takes all rows back; their memory is kept.
    pub(in crate::execution) fn clear(&self) {
        self.chunk.set(0);
        self.taken.set(0);
    }
}

/// Without memory that nobody uses.
impl Clone for Arena {
    fn clone(&self) -> Self {
        let used = self.chunk.get() as usize + usize::from(self.taken.get() > 0);
        let clone = Self::new();
        for (chunk, copy) in self.chunks.iter().zip(&clone.chunks).take(used) {
            chunk.get().into_iter().for_each(|cells| drop(copy.set(cells.clone())));
        }
        clone.chunk.set(self.chunk.get());
        clone.taken.set(self.taken.get());
        clone
    }
}

/// Without the cells.
impl core::fmt::Debug for Arena {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Arena").field("chunk", &self.chunk).field("taken", &self.taken).finish_non_exhaustive()
    }
}

/// Returns the number of cells of a chunk; `None` for chunks that memory cannot hold.
fn size(chunk: u32) -> Option<usize> {
    let size = FIRST.checked_mul(1_usize.checked_shl(chunk)?)?;
    let bytes = size.checked_mul(size_of::<u64>())?;
    ((chunk as usize) < CHUNKS && bytes <= isize::MAX as usize).then_some(size)
}
