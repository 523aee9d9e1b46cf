//! The histories that goals of a registry read.

use crate::execution::HistoryId;
use crate::flow::History;
use crate::formula::Shared;
use crate::objective::Needs;
use alloc::vec::Vec;
use core::num::NonZero;

/// Histories in the order in which they were named, each with the number of goals that read it.
#[derive(Default)]
pub(in crate::objective) struct Histories(Vec<Named>);

/// Place of a history, from 1.
pub(super) type Place = NonZero<u32>;

struct Named {
    id: HistoryId,
    /// The history, once it was given.
    given: Option<Shared<History>>,
    readers: usize,
    /// Whether a goal reads the table of the copies, which only a given history has.
    needs_table: bool,
}

impl Histories {
    /// Returns the place of a history, if it was named.
    pub(super) fn place(&self, id: HistoryId) -> Option<Place> {
        (1..).map_while(NonZero::new).zip(&self.0).find(|row| row.1.id == id).map(|row| row.0)
    }

    /// Returns the place of a history, which gets one if it has none.
    fn name(&mut self, id: HistoryId) -> Place {
        self.place(id).unwrap_or_else(|| {
            self.0.push(Named { id, given: None, readers: 0, needs_table: false });
            NonZero::new(self.0.len() as u32).expect("a history")
        })
    }

    fn row(&mut self, place: Place) -> &mut Named {
        &mut self.0[place.get() as usize - 1]
    }

    /// Adds a history, unless it is there.
    pub(super) fn give(&mut self, history: &Shared<History>) {
        let place = self.name(history.id());
        self.row(place).given.get_or_insert_with(|| history.clone());
    }

    /// Notes that a finder of goals reads a history.
    pub(super) fn announce(&mut self, id: HistoryId) {
        let place = self.name(id);
        let row = self.row(place);
        row.readers += 1;
        row.needs_table = true;
    }

    /// Counts a goal among the readers of its history, and no longer among those of another one.
    pub(super) fn count(&mut self, needs: &Needs, less: Option<Place>) -> Option<Place> {
        if let Some(place) = less {
            let row = self.row(place);
            row.readers -= 1;
            row.needs_table &= row.readers > 0;
        }
        let place = self.name(needs.history?);
        let row = self.row(place);
        row.readers += 1;
        row.needs_table |= !needs.copies.is_empty();
        Some(place)
    }

    /// Returns `true` if goals read the copies of a history that was not given: their values would be
    /// unknown.
    pub(super) fn is_missing(&self, id: HistoryId) -> bool {
        self.0.iter().any(|row| row.id == id && row.needs_table && row.given.is_none())
    }

    /// Returns the histories that some goal reads.
    pub(super) fn read(&self) -> impl Iterator<Item = HistoryId> {
        self.0.iter().filter(|row| row.readers > 0).map(|row| row.id)
    }

    /// Returns the histories that were given.
    pub(super) fn given(&self) -> impl Iterator<Item = &Shared<History>> {
        self.0.iter().filter_map(|row| row.given.as_ref())
    }

    /// Returns the histories that were given, and that some goal reads.
    pub(super) fn given_and_read(&self) -> impl Iterator<Item = &Shared<History>> {
        self.0.iter().filter(|row| row.readers > 0).filter_map(|row| row.given.as_ref())
    }
}
