//! A table by goal whose memory follows what is in it.

use crate::id::GoalId;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Goals of one page.
const PAGE: usize = 64;

/// By goal, something or nothing. A number by mistake costs its page, not all numbers below it.
#[derive(Clone, Debug)]
pub(super) struct Table<T> {
    pages: Vec<Option<Box<[Option<T>; PAGE]>>>,
    len: usize,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { pages: Vec::new(), len: 0 }
    }
}

impl<T> Table<T> {
    /// How many goals have something.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    pub(super) fn get(&self, goal: GoalId) -> Option<&T> {
        self.pages.get(goal.index() / PAGE)?.as_ref()?[goal.index() % PAGE].as_ref()
    }

    pub(super) fn get_mut(&mut self, goal: GoalId) -> Option<&mut T> {
        self.pages.get_mut(goal.index() / PAGE)?.as_mut()?[goal.index() % PAGE].as_mut()
    }

    /// What a goal has; if it has nothing, what it gets.
    pub(super) fn get_or_insert_with(&mut self, goal: GoalId, new: impl FnOnce() -> T) -> &mut T {
        let page = goal.index() / PAGE;
        if self.pages.len() <= page {
            self.pages.resize_with(page + 1, || None);
        }
        let page = self.pages[page].get_or_insert_with(|| Box::new([const { None }; PAGE]));
        let slot = &mut page[goal.index() % PAGE];
        if slot.is_none() {
            *slot = Some(new());
            self.len += 1;
        }
        slot.as_mut().expect("just filled")
    }

    /// All goals that have something, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = (GoalId, &T)> {
        let pages = (0..).zip(&self.pages).filter_map(|(number, page)| Some((number, page.as_ref()?)));
        pages.flat_map(|(number, page)| {
            let goals = (0..PAGE as u32).map(move |place| GoalId::new(number * PAGE as u32 + place));
            goals.zip(page.iter()).filter_map(|(goal, slot)| Some((goal, slot.as_ref()?)))
        })
    }

    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.pages.iter_mut().flatten().flat_map(|page| page.iter_mut().flatten())
    }

    /// The same, with what each goal has.
    pub(super) fn into_iter(self) -> impl Iterator<Item = (GoalId, T)> {
        let pages = (0..).zip(self.pages).filter_map(|(number, page)| Some((number, page?)));
        pages.flat_map(|(number, page)| {
            let goals = (0..PAGE as u32).map(move |place| GoalId::new(number * PAGE as u32 + place));
            goals.zip(*page).filter_map(|(goal, slot)| Some((goal, slot?)))
        })
    }
}
