//! A tournament tree over goals, which finds those of the least key.

use alloc::vec::Vec;

/// Bits of a goal's number that one level of the tree resolves.
const BITS: u32 = 4;
/// Number of entries of a page.
const WIDTH: usize = 1 << BITS;
/// Number of levels that suffice for every number.
const LEVELS: usize = (u32::BITS / BITS) as usize;

/// Goals with keys, in a tree of pages. Each entry of a page stores the least key below it, and the
/// number of goals that have this key.
///
/// Setting, removing and picking take time proportional to the height, which is the logarithm of
/// the greatest number that was ever set. They allocate only for pages that do not exist yet. A
/// page holds 16 neighbouring numbers, and pages share the pages above them: a goal with a very
/// large number costs eight pages, not a table up to that number.
///
/// A binary heap would also return a least goal, but neither the number of ties, nor the k-th of
/// them by ascending number, nor a removal from the middle without an index beside it.
#[derive(Clone, Debug)]
pub(super) struct Tournament {
    /// All pages. The root is the first one.
    pages: Vec<Page>,
    /// Number of levels of the tree, including the level of the root.
    height: usize,
}

/// Entries of one level, by four bits of the goal's number.
type Page = [Entry; WIDTH];

/// A goal, or a summary of the page below.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The least key; `u64::MAX` if there is no goal.
    key: u64,
    /// Number of goals that have the least key.
    ties: u32,
    /// Position of the page below, or 0 if there is none: no page is above the root.
    page: u32,
}

/// An entry without goals.
const EMPTY: Entry = Entry { key: u64::MAX, ties: 0, page: 0 };

impl Default for Tournament {
    fn default() -> Self {
        Self { pages: alloc::vec![[EMPTY; WIDTH]], height: 1 }
    }
}

/// Returns the entry of a page on the way to a goal. Level 0 holds the goals.
const fn slot(goal: u32, level: usize) -> usize {
    (goal >> (BITS * level as u32)) as usize % WIDTH
}

/// Returns the least key of a page, and the number of goals that have it. Entries without goals
/// have a key that no goal has, and no ties: so the loop needs no branch.
fn summary(page: &Page) -> (u64, u32) {
    let key = page.iter().fold(u64::MAX, |least, entry| least.min(entry.key));
    let ties = page.iter().map(|entry| if entry.key == key { entry.ties } else { 0 }).sum();
    (key, ties)
}

impl Tournament {
    /// Returns the number of goals that have the least key; 0 if there is no goal.
    pub(super) fn ties(&self) -> u32 {
        summary(&self.pages[0]).1
    }

    /// Sets the key of a goal, and adds the goal if it is new. The key must be below `u64::MAX`.
    pub(super) fn set(&mut self, goal: u32, key: u64) {
        // A root that is too low for this number becomes the first entry of a new root. Page 0
        // stays the root: its content moves, so that no position changes.
        while self.height < LEVELS && goal >> (BITS * self.height as u32) != 0 {
            let below = self.pages[0];
            let (key, ties) = summary(&below);
            self.pages[0] = [EMPTY; WIDTH];
            self.pages[0][0] = Entry { key, ties, page: self.pages.len() as u32 };
            self.pages.push(below);
            self.height += 1;
        }
        let mut page = 0;
        for level in (1..self.height).rev() {
            let below = self.pages[page][slot(goal, level)].page;
            page = if below == 0 {
                let new = self.pages.len();
                self.pages.push([EMPTY; WIDTH]);
                self.pages[page][slot(goal, level)].page = new as u32;
                new
            } else {
                below as usize
            };
        }
        self.put(goal, key, 1);
    }

    /// Removes a goal. A goal that is not in the tree is skipped.
    pub(super) fn remove(&mut self, goal: u32) {
        if self.contains(goal) {
            self.put(goal, u64::MAX, 0);
        }
    }

    /// Returns `true` if the tree holds the goal.
    fn contains(&self, goal: u32) -> bool {
        if self.height < LEVELS && goal >> (BITS * self.height as u32) != 0 {
            return false;
        }
        let mut page = 0;
        for level in (1..self.height).rev() {
            match self.pages[page][slot(goal, level)].page {
                0 => return false,
                below => page = below as usize,
            }
        }
        self.pages[page][slot(goal, 0)].ties > 0
    }

    /// Writes the entry of a goal whose pages exist, and updates the summaries above it.
    fn put(&mut self, goal: u32, key: u64, ties: u32) {
        let mut way = [0; LEVELS]; // by level: the page on the way to the goal
        for level in (1..self.height).rev() {
            way[level - 1] = self.pages[way[level]][slot(goal, level)].page as usize;
        }
        self.pages[way[0]][slot(goal, 0)] = Entry { key, ties, page: 0 };
        for level in 1..self.height {
            let (key, ties) = summary(&self.pages[way[level - 1]]);
            let entry = &mut self.pages[way[level]][slot(goal, level)];
            if (entry.key, entry.ties) == (key, ties) {
                break; // invariant: summaries above agree with this entry
            }
            (entry.key, entry.ties) = (key, ties);
        }
    }

    /// Returns the goal at position `place`, ascending, among the goals that have the least key;
    /// `None` if there are fewer.
    pub(super) fn least(&self, place: u32) -> Option<u32> {
        let (least, ties) = summary(&self.pages[0]);
        if place >= ties {
            return None;
        }
        let (mut page, mut goal, mut place) = (0, 0, place);
        for level in (0..self.height).rev() {
            // Invariant: the goal looked for is the one at `place` among the least goals of this
            // page. An entry with the least key holds `ties` of them, and entries ascend by number.
            for (at, entry) in
                self.pages[page].iter().enumerate().filter(|(_, entry)| entry.key == least)
            {
                if place < entry.ties {
                    goal |= (at as u32) << (BITS * level as u32);
                    page = entry.page as usize;
                    break;
                }
                place -= entry.ties;
            }
        }
        Some(goal)
    }

    /// Returns the least goal that is at least `goal`, whatever its key.
    pub(super) fn first_from(&self, goal: u32) -> Option<u32> {
        if self.height < LEVELS && goal >> (BITS * self.height as u32) != 0 {
            return None;
        }
        // Down along the way to `goal`, as long as the entries hold goals.
        let (mut way, mut level) = ([0; LEVELS], self.height - 1);
        while level > 0 {
            let entry = self.pages[way[level]][slot(goal, level)];
            if entry.ties == 0 {
                break;
            }
            level -= 1;
            way[level] = entry.page as usize;
        }
        // Up again, to the first entry with goals to the right of the way. At level 0, the goal
        // itself counts, too.
        let mut from = slot(goal, level);
        loop {
            let found = self.pages[way[level]]
                .iter()
                .enumerate()
                .skip(from)
                .find(|(_, entry)| entry.ties > 0);
            if let Some((at, entry)) = found {
                let shift = BITS * level as u32;
                // The digits of the number above this level stay; the entry's position becomes the
                // digit of this level. 64 bits, because at the top level the shift is 32.
                let above = u64::from(goal) >> (shift + BITS) << (shift + BITS);
                return Some(self.leftmost(
                    above as u32 | (at as u32) << shift,
                    entry.page as usize,
                    level,
                ));
            }
            level += 1;
            if level == self.height {
                return None;
            }
            from = slot(goal, level) + 1;
        }
    }

    /// Returns the least goal below an entry that holds goals.
    fn leftmost(&self, mut goal: u32, mut page: usize, level: usize) -> u32 {
        for level in (0..level).rev() {
            if let Some((at, entry)) =
                self.pages[page].iter().enumerate().find(|(_, entry)| entry.ties > 0)
            {
                goal |= (at as u32) << (BITS * level as u32);
                page = entry.page as usize;
            }
        }
        goal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;

    /// Beside a map, over numbers near and far.
    #[test]
    fn it_is_a_map_from_goals_to_keys() {
        let (mut tree, mut map) = (Tournament::default(), BTreeMap::new());
        let mut state = 1_u64;
        let mut draw = |limit: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % limit
        };
        for step in 0..4_000 {
            let spread = [12, 40, 700, 1 << 20, 1 << 32][(step / 800) as usize];
            let goal = if draw(50) == 0 { u32::MAX } else { draw(spread) as u32 };
            match draw(3) {
                0 => {
                    tree.remove(goal);
                    map.remove(&goal);
                }
                _ => {
                    let key = [draw(4), u64::MAX - 1][usize::from(draw(9) == 0)];
                    tree.set(goal, key);
                    map.insert(goal, key);
                }
            }
            assert_eq!(tree.contains(goal), map.contains_key(&goal));
            let least = map.values().min().copied();
            let tied: Vec<u32> =
                map.iter().filter(|&(_, &key)| Some(key) == least).map(|(&goal, _)| goal).collect();
            assert_eq!(tree.ties() as usize, tied.len());
            let place = draw(tied.len() as u64 + 1) as usize;
            assert_eq!(tree.least(place as u32), tied.get(place).copied());
            let from = [draw(spread) as u32, goal, goal.saturating_add(1)][draw(3) as usize];
            assert_eq!(
                tree.first_from(from),
                map.range(from..).next().map(|(&goal, _)| goal),
                "from {from}"
            );
        }
    }
}
