//! A table by goal whose memory is linear in its entries, and lists that grow.

use crate::id::GoalId;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Number of goals of one page.
const PAGE: usize = 64;

/// Number of pages of one chapter.
const CHAPTER: usize = 1024;

/// Table with at most one entry for each goal: chapters of pages, allocated when they get their
/// first entry.
///
/// A dense array would grow up to the greatest goal number. Here a very large number costs at most
/// two megabytes, not one place for every number below it.
#[derive(Clone, Debug)]
pub(super) struct Table<T> {
    /// By chapter, page and line.
    chapters: Vec<Vec<Option<Page<T>>>>,
    /// Number of entries.
    pub(super) len: usize,
}

/// The lines of one page.
type Page<T> = Box<[Option<T>]>;

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { chapters: Vec::new(), len: 0 }
    }
}

/// Returns chapter, page and line of a goal.
const fn place(goal: GoalId) -> (usize, usize, usize) {
    // As a number in mixed radix: line + PAGE * (page + CHAPTER * chapter).
    let page = goal.index() / PAGE;
    (page / CHAPTER, page % CHAPTER, goal.index() % PAGE)
}

/// Returns an iterator over the goals of a page.
fn goals(chapter: usize, page: usize) -> impl Iterator<Item = GoalId> {
    let first = (chapter * CHAPTER + page) * PAGE;
    // Lines are counted, not goals: the number after the last goal does not fit into 32 bits.
    (0..PAGE).map(move |line| GoalId::new((first + line) as u32))
}

impl<T> Table<T> {
    /// Returns the entry of a goal.
    pub(super) fn get(&self, goal: GoalId) -> Option<&T> {
        let (chapter, page, line) = place(goal);
        self.chapters.get(chapter)?.get(page)?.as_ref()?[line].as_ref()
    }

    /// Returns the entry of a goal for changing it.
    pub(super) fn get_mut(&mut self, goal: GoalId) -> Option<&mut T> {
        let (chapter, page, line) = place(goal);
        self.chapters.get_mut(chapter)?.get_mut(page)?.as_mut()?[line].as_mut()
    }

    /// Removes and returns the entry of a goal.
    pub(super) fn remove(&mut self, goal: GoalId) -> Option<T> {
        let (chapter, page, line) = place(goal);
        let removed = self.chapters.get_mut(chapter)?.get_mut(page)?.as_mut()?[line].take();
        self.len -= usize::from(removed.is_some());
        removed
    }

    /// Returns the entry of a goal; if there is none, inserts the result of `new` first.
    pub(super) fn get_or_insert_with(&mut self, goal: GoalId, new: impl FnOnce() -> T) -> &mut T {
        if self.get(goal).is_none() {
            // Counted after `new` returned: `new` may panic.
            let entry = new();
            *self.line(goal) = Some(entry);
            self.len += 1;
        }
        self.get_mut(goal).expect("there is something")
    }

    /// Returns the line of a goal.
    fn line(&mut self, goal: GoalId) -> &mut Option<T> {
        let (chapter, page, line) = place(goal);
        // Chapters and pages are allocated on the way down; all earlier ones stay empty vectors and
        // `None`.
        if self.chapters.len() <= chapter {
            self.chapters.resize_with(chapter + 1, Vec::new);
        }
        let pages = &mut self.chapters[chapter];
        if pages.len() <= page {
            pages.resize_with(page + 1, || None);
        }
        &mut pages[page].get_or_insert_with(|| (0..PAGE).map(|_| None).collect())[line]
    }

    /// Returns an iterator over the entries, by ascending goal.
    pub(super) fn iter(&self) -> impl Iterator<Item = (GoalId, &T)> {
        // Chapter, page and line of the next line.
        let (mut chapter, mut page, mut line) = (0, 0, 0);
        core::iter::from_fn(move || {
            loop {
                match self.chapters.get(chapter)?.get(page) {
                    None => (chapter, page, line) = (chapter + 1, 0, 0),
                    Some(Some(lines)) if line < PAGE => {
                        let here = line;
                        line += 1;
                        if let Some(entry) = &lines[here] {
                            // The line that comes next may have no number where `usize` is 32 bits.
                            let number = (chapter * CHAPTER + page) * PAGE + here;
                            return Some((GoalId::new(number as u32), entry));
                        }
                    }
                    Some(_) => (page, line) = (page + 1, 0),
                }
            }
        })
    }

    /// Returns an iterator over the entries for changing them.
    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.chapters.iter_mut().flatten().flatten().flat_map(|page| page.iter_mut().flatten())
    }

    /// Returns an iterator that takes the entries out, by ascending goal.
    pub(super) fn into_iter(self) -> impl Iterator<Item = (GoalId, T)> {
        let pages = self.chapters.into_iter().enumerate().flat_map(|(chapter, pages)| {
            pages
                .into_iter()
                .enumerate()
                .filter_map(move |(page, lines)| Some(goals(chapter, page).zip(lines?)))
        });
        pages.flatten().filter_map(|(goal, slot)| Some((goal, slot?)))
    }
}

// Lists that grow.

/// Lists by dense key, all in one allocation. A list returns the item that was added last first.
#[derive(Clone, Debug)]
pub(super) struct Lists<T> {
    /// By key: the position in `links` of the item that was added last, or [`NONE`].
    heads: Vec<u32>,
    /// Every item, with the position of the item that was added before it under the same key.
    links: Vec<(T, u32)>,
}

/// Marks the end of a list.
const NONE: u32 = u32::MAX;

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { heads: Vec::new(), links: Vec::new() }
    }
}

impl<T: Copy> Lists<T> {
    /// Adds an item to the list of a key. At most 2^32 - 1 items fit.
    pub(super) fn push(&mut self, key: u32, item: T) {
        let key = key as usize;
        if self.heads.len() <= key {
            self.heads.resize(key + 1, NONE);
        }
        let number = u32::try_from(self.links.len()).ok().filter(|&number| number < NONE);
        let before =
            core::mem::replace(&mut self.heads[key], number.expect("fewer than 2^32 items"));
        self.links.push((item, before));
    }

    /// Returns an iterator over the items of a key, the item added last first.
    #[inline]
    pub(super) fn of(&self, key: u32) -> impl Iterator<Item = T> {
        let mut at = self.heads.get(key as usize).copied().unwrap_or(NONE);
        core::iter::from_fn(move || {
            let &(item, before) = self.links.get(at as usize)?;
            at = before;
            Some(item)
        })
    }
}
