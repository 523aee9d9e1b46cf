//! A tournament tree over goals, which finds those of the least key.

use alloc::vec::Vec;

/// Binary digits of a goal's number that one level of the tree decides.
const BITS: u32 = 4;
const WIDTH: usize = 1 << BITS;
/// Levels for all numbers of 32 bits.
const LEVELS: usize = (u32::BITS / BITS) as usize;
/// The key of a place without a goal.
const EMPTY: u32 = u32::MAX;

/// Goals with keys below [`u32::MAX`], in a tree with one level for each digit of their numbers in
/// base 16. A leaf has the keys of 16 neighbouring numbers. A page has 16 entries, each with the
/// least key below it, and the number of goals that have this key.
///
/// Setting, removing and picking take time proportional to the height, which is the logarithm of
/// the greatest number that was ever set. They allocate only for pages that do not exist yet. Pages
/// share the pages above them: a goal with a very large number costs seven pages and a leaf, not a
/// table up to that number.
///
/// A binary heap would also return a least goal, but neither the number of ties, nor the k-th of
/// them by ascending number, nor a removal from the middle without an index beside it.
#[derive(Clone, Debug)]
pub(super) struct Tournament {
    /// Leaf 0 is empty, and stands for all that are not there.
    leaves: Vec<[u32; WIDTH]>,
    /// Page 0 is the root.
    pages: Vec<[Entry; WIDTH]>,
    /// The level of the root. Leaves are level 0.
    height: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u32,
    ties: u32,
    /// The page or leaf below; 0 if there is none.
    below: u32,
}

const NONE: Entry = Entry { key: EMPTY, ties: 0, below: 0 };

impl Default for Tournament {
    fn default() -> Self {
        Self { leaves: alloc::vec![[EMPTY; WIDTH]], pages: alloc::vec![[NONE; WIDTH]], height: 1 }
    }
}

/// Returns the digit of a goal's number at a level.
const fn digit(goal: u32, level: usize) -> usize {
    (goal >> (BITS * level as u32)) as usize % WIDTH
}

impl Tournament {
    /// Returns how many goals have the least key.
    pub(super) fn ties(&self) -> u32 {
        self.summary(self.height, 0).1
    }

    /// Returns the least key in a page or leaf, and how many goals have it.
    fn summary(&self, level: usize, page: usize) -> (u32, u32) {
        if level == 0 {
            let leaf = &self.leaves[page];
            let key = leaf.iter().fold(EMPTY, |least, &key| least.min(key));
            let ties = leaf.iter().map(|&it| u32::from(it == key && key != EMPTY)).sum();
            return (key, ties);
        }
        let page = &self.pages[page];
        let key = page.iter().fold(EMPTY, |least, entry| least.min(entry.key));
        (key, page.iter().map(|entry| if entry.key == key { entry.ties } else { 0 }).sum())
    }

    /// Returns `true` if the root is too low for the number of a goal.
    const fn is_beyond(&self, goal: u32) -> bool {
        self.height + 1 < LEVELS && goal >> (BITS * (self.height as u32 + 1)) != 0
    }

    /// Adds a goal, or gives it another key.
    pub(super) fn set(&mut self, goal: u32, key: u32) {
        // A root that is too low for this number becomes the first entry of a new root. Page 0
        // stays the root: its content moves, so that no position changes.
        while self.is_beyond(goal) {
            let (key, ties) = self.summary(self.height, 0);
            let below = core::mem::replace(&mut self.pages[0], [NONE; WIDTH]);
            self.pages[0][0] = Entry { key, ties, below: self.pages.len() as u32 };
            self.pages.push(below);
            self.height += 1;
        }
        let mut page = 0;
        for level in (1..=self.height).rev() {
            let below = self.pages[page][digit(goal, level)].below as usize;
            page = if below > 0 {
                below
            } else {
                let new = if level == 1 {
                    self.leaves.push([EMPTY; WIDTH]);
                    self.leaves.len() - 1
                } else {
                    self.pages.push([NONE; WIDTH]);
                    self.pages.len() - 1
                };
                self.pages[page][digit(goal, level)].below = new as u32;
                new
            };
        }
        self.put(goal, key);
    }

    /// Removes a goal, if it is there.
    pub(super) fn remove(&mut self, goal: u32) {
        if self.contains(goal) {
            self.put(goal, EMPTY);
        }
    }

    fn contains(&self, goal: u32) -> bool {
        let leaf = self.way(goal)[0];
        !self.is_beyond(goal) && self.leaves[leaf][digit(goal, 0)] != EMPTY
    }

    /// Returns the page at each level on the way to a goal, and its leaf; 0 where there is none.
    fn way(&self, goal: u32) -> [usize; LEVELS] {
        let mut way = [0; LEVELS];
        for level in (1..=self.height).rev() {
            let below = self.pages[way[level]][digit(goal, level)].below as usize;
            if below == 0 {
                return [0; LEVELS];
            }
            way[level - 1] = below;
        }
        way
    }

    /// Sets the key of a goal that has a place.
    fn put(&mut self, goal: u32, key: u32) {
        let way = self.way(goal);
        let before = core::mem::replace(&mut self.leaves[way[0]][digit(goal, 0)], key);
        let [mut before, mut now] = [before, key].map(|key| (key, u32::from(key != EMPTY)));
        for level in 1..=self.height {
            let Entry { key, ties, .. } = self.pages[way[level]][digit(goal, level)];
            let others = if before.0 == key { ties - before.1 } else { ties };
            let summary = if now.0 < key {
                now
            } else if now.0 == key || others > 0 {
                (key, others + if now.0 == key { now.1 } else { 0 })
            } else {
                // The last goal with the least key has another one now.
                self.summary(level - 1, way[level - 1])
            };
            if summary == (key, ties) {
                break; // invariant: summaries above agree with this entry
            }
            let entry = &mut self.pages[way[level]][digit(goal, level)];
            (entry.key, entry.ties) = summary;
            (before, now) = ((key, ties), summary);
        }
    }

    /// Returns the goal at a place among those with the least key, which ascend.
    pub(super) fn least(&self, mut place: u32) -> Option<u32> {
        let (least, ties) = self.summary(self.height, 0);
        if place >= ties {
            return None;
        }
        let (mut page, mut goal) = (0, 0);
        for level in (1..=self.height).rev() {
            // Invariant: the goal looked for is the one at `place` among the least goals of this
            // page. An entry with the least key holds `ties` of them, and entries ascend by number.
            for (at, entry) in self.pages[page].iter().enumerate().filter(|it| it.1.key == least) {
                if place < entry.ties {
                    goal |= (at as u32) << (BITS * level as u32);
                    page = entry.below as usize;
                    break;
                }
                place -= entry.ties;
            }
        }
        let mut places = (0_u32..).zip(&self.leaves[page]).filter(|&(_, &key)| key == least);
        places.nth(place as usize).map(|(at, _)| goal | at)
    }

    /// Returns the first place from `from` on of a page or leaf that has goals, and what is below.
    fn first_in(&self, level: usize, page: usize, from: usize) -> Option<(u32, usize)> {
        let keys = |at: usize| match level {
            0 => (self.leaves[page][at], 0),
            _ => (self.pages[page][at].key, self.pages[page][at].below as usize),
        };
        let at = (from..WIDTH).find(|&at| keys(at).0 != EMPTY)?;
        Some((at as u32, keys(at).1))
    }

    /// Returns the least goal that is at least `goal`, whatever its key.
    pub(super) fn first_from(&self, goal: u32) -> Option<u32> {
        if self.is_beyond(goal) {
            return None;
        }
        // Down along the way to `goal`, as long as the entries hold goals.
        let (mut way, mut level) = ([0; LEVELS], self.height);
        while level > 0 && self.pages[way[level]][digit(goal, level)].key != EMPTY {
            way[level - 1] = self.pages[way[level]][digit(goal, level)].below as usize;
            level -= 1;
        }
        // Up again, to the first entry with goals to the right of the way. At level 0, the goal
        // itself counts, too.
        let mut from = digit(goal, level);
        let (at, mut page) = loop {
            if let Some(found) = self.first_in(level, way[level], from) {
                break found;
            }
            if level == self.height {
                return None;
            }
            level += 1;
            from = digit(goal, level) + 1;
        };
        // The digits of the number above this level stay; the entry's place becomes the digit of
        // this level. 64 bits, because at the top level the shift is 32.
        let shift = BITS * level as u32;
        let above = u64::from(goal) >> (shift + BITS) << (shift + BITS);
        let mut first = above as u32 | at << shift;
        // Down again, always to the first.
        for level in (0..level).rev() {
            let (at, below) = self.first_in(level, page, 0)?;
            first |= at << (BITS * level as u32);
            page = below;
        }
        Some(first)
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
                    let key = [draw(4), u64::from(u32::MAX) - 1][usize::from(draw(9) == 0)] as u32;
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
