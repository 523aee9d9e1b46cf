//! A table by goal whose memory follows what is in it.

use crate::id::GoalId;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Goals of one page.
const PAGE: usize = 64;

/// Pages of one chapter.
const CHAPTER: usize = 1024;

/// By goal, something or nothing: chapters of pages, made where something is. A number by mistake costs two megabytes at most, not
/// all numbers below it.
#[derive(Clone, Debug)]
pub(super) struct Table<T> {
    chapters: Vec<Vec<Option<Page<T>>>>,
    len: usize,
}

type Page<T> = Box<[Option<T>]>;

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { chapters: Vec::new(), len: 0 }
    }
}

/// Chapter, page and line of a goal.
const fn place(goal: GoalId) -> (usize, usize, usize) {
    let page = goal.index() / PAGE;
    (page / CHAPTER, page % CHAPTER, goal.index() % PAGE)
}

/// The goals of a page.
fn goals(chapter: usize, page: usize) -> impl Iterator<Item = GoalId> {
    let first = (chapter * CHAPTER + page) * PAGE;
    // The goal behind the last one may have no number.
    (0..PAGE).map(move |line| GoalId::new((first + line) as u32))
}

impl<T> Table<T> {
    /// How many goals have something.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    pub(super) fn get(&self, goal: GoalId) -> Option<&T> {
        let (chapter, page, line) = place(goal);
        self.chapters.get(chapter)?.get(page)?.as_ref()?[line].as_ref()
    }

    pub(super) fn get_mut(&mut self, goal: GoalId) -> Option<&mut T> {
        let (chapter, page, line) = place(goal);
        self.chapters.get_mut(chapter)?.get_mut(page)?.as_mut()?[line].as_mut()
    }

    /// What a goal has; if it has nothing, what it gets.
    pub(super) fn get_or_insert_with(&mut self, goal: GoalId, new: impl FnOnce() -> T) -> &mut T {
        let (chapter, page, line) = place(goal);
        if self.chapters.len() <= chapter {
            self.chapters.resize_with(chapter + 1, Vec::new);
        }
        let pages = &mut self.chapters[chapter];
        if pages.len() <= page {
            pages.resize_with(page + 1, || None);
        }
        let slot = &mut pages[page].get_or_insert_with(|| (0..PAGE).map(|_| None).collect())[line];
        if slot.is_none() {
            // Counted only once it is there: what makes it may panic.
            *slot = Some(new());
            self.len += 1;
        }
        slot.as_mut().expect("there is something")
    }

    /// All goals that have something, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = (GoalId, &T)> {
        let pages = self.chapters.iter().enumerate().flat_map(|(chapter, pages)| {
            pages.iter().enumerate().filter_map(move |(page, lines)| Some(goals(chapter, page).zip(lines.as_ref()?)))
        });
        pages.flatten().filter_map(|(goal, slot)| Some((goal, slot.as_ref()?)))
    }

    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.chapters.iter_mut().flatten().flatten().flat_map(|page| page.iter_mut().flatten())
    }

    /// The same, with what each goal has.
    pub(super) fn into_iter(self) -> impl Iterator<Item = (GoalId, T)> {
        let pages = self.chapters.into_iter().enumerate().flat_map(|(chapter, pages)| {
            pages.into_iter().enumerate().filter_map(move |(page, lines)| Some(goals(chapter, page).zip(lines?)))
        });
        pages.flatten().filter_map(|(goal, slot)| Some((goal, slot?)))
    }
}
