//! A tournament tree over goals, which finds those of the least key.

use alloc::vec::Vec;

/// Number of neighbouring entries that have one entry above them.
const WIDTH: usize = 16;
/// The key of a place without a goal.
const EMPTY: u32 = u32::MAX;

/// Goals with keys below [`u32::MAX`], in levels. Level 0 has an entry for each goal; above it, an
/// entry stands for 16 neighbours, with their least key, and the number of goals that have it.
///
/// Setting, removing and picking take time proportional to the number of levels, which is the
/// logarithm of the greatest number that was ever set. Memory is linear in that number.
///
/// A binary heap would also return a least goal, but neither the number of ties, nor the k-th of
/// them by ascending number, nor a removal from the middle without an index beside it.
#[derive(Clone, Debug, Default)]
pub(super) struct Tournament {
    /// Each level but the last is longer than [`WIDTH`], and the last is not.
    levels: Vec<Vec<Entry>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Entry {
    key: u32,
    ties: u32,
}

const NONE: Entry = Entry { key: EMPTY, ties: 0 };

/// Returns the least key of neighbours, and how many goals have it.
fn summary(entries: &[Entry]) -> Entry {
    let key = entries.iter().fold(EMPTY, |least, entry| least.min(entry.key));
    let ties = entries.iter().map(|entry| if entry.key == key { entry.ties } else { 0 });
    Entry { key, ties: ties.sum() }
}

impl Tournament {
    /// Returns the least key, and how many goals have it.
    fn top(&self) -> Entry {
        self.levels.last().map_or(NONE, |top| summary(top))
    }

    /// Returns how many goals have the least key.
    pub(super) fn ties(&self) -> u32 {
        self.top().ties
    }

    /// Adds a goal, or gives it another key.
    pub(super) fn set(&mut self, goal: u32, key: u32) {
        let mut last = goal as usize;
        for level in 0.. {
            if level == self.levels.len() {
                let below = self.levels.last().map_or(&[][..], |below| below);
                self.levels.push(below.chunks(WIDTH).map(summary).collect());
            }
            let entries = &mut self.levels[level];
            let len = entries.len().max(last + 1);
            entries.resize(len, NONE);
            if len <= WIDTH {
                break;
            }
            last = (len - 1) / WIDTH;
        }
        self.put(goal, Entry { key, ties: 1 });
    }

    /// Removes a goal, if it is there.
    pub(super) fn remove(&mut self, goal: u32) {
        if self.levels.first().is_some_and(|keys| (goal as usize) < keys.len()) {
            self.put(goal, NONE);
        }
    }

    /// Sets the entry of a goal that has a place, and those above it.
    fn put(&mut self, goal: u32, mut now: Entry) {
        let mut at = goal as usize;
        for level in 0..self.levels.len() {
            let before = core::mem::replace(&mut self.levels[level][at], now);
            at /= WIDTH;
            let Some(&above) = self.levels.get(level + 1).and_then(|above| above.get(at)) else {
                return;
            };
            // Invariant: all entries above agree with `before`.
            let of = |entry: Entry| if entry.key == above.key { entry.ties } else { 0 };
            let others = above.ties - of(before);
            now = if now.key < above.key {
                now
            } else if now.key == above.key || others > 0 {
                Entry { key: above.key, ties: others + of(now) }
            } else {
                // The last goal with the least key has another one now.
                let entries = &self.levels[level][at * WIDTH..];
                summary(&entries[..entries.len().min(WIDTH)])
            };
            if now == above {
                return;
            }
        }
    }

    /// Returns the goal at a place among those with the least key, which ascend.
    pub(super) fn least(&self, mut place: u32) -> Option<u32> {
        let top = self.top();
        if place >= top.ties {
            return None;
        }
        let mut at = 0;
        for entries in self.levels.iter().rev() {
            // Invariant: the goal looked for is the one at `place` among the least goals below
            // entry `at`. An entry with the least key holds `ties` of them, and entries ascend.
            let group = entries.iter().enumerate().skip(at * WIDTH).take(WIDTH);
            for (number, entry) in group.filter(|it| it.1.key == top.key) {
                if place < entry.ties {
                    at = number;
                    break;
                }
                place -= entry.ties;
            }
        }
        Some(at as u32)
    }

    /// Returns the first of the neighbours of an entry, from this entry on, that has goals.
    fn first_in(&self, level: usize, at: usize) -> Option<usize> {
        // The greatest number has no number after it where `usize` is 32 bits.
        let end = (at | (WIDTH - 1)).saturating_add(1);
        let mut neighbours = self.levels[level].iter().enumerate().take(end).skip(at);
        Some(neighbours.find(|(_, entry)| entry.key != EMPTY)?.0)
    }

    /// Returns the least goal that is at least `goal`, whatever its key.
    pub(super) fn first_from(&self, goal: u32) -> Option<u32> {
        // Up, to the first entry with goals to the right of the way.
        let (mut level, mut at) = (0, goal as usize);
        while level < self.levels.len() {
            if let Some(first) = self.first_in(level, at) {
                // Down again, always to the first.
                let first =
                    (0..level).rev().try_fold(first, |at, below| self.first_in(below, at * WIDTH));
                return first.map(|goal| goal as u32);
            }
            (level, at) = (level + 1, at / WIDTH + 1);
        }
        None
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
        for step in 0..5_000 {
            let spread = [12, 40, 700, 5_000, 1 << 20][(step / 1_000) as usize];
            let goal = draw(spread) as u32;
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
            let least = map.values().min().copied();
            let tied: Vec<u32> =
                map.iter().filter(|&(_, &key)| Some(key) == least).map(|(&goal, _)| goal).collect();
            assert_eq!(tree.ties() as usize, tied.len());
            let place = draw(tied.len() as u64 + 1) as usize;
            assert_eq!(tree.least(place as u32), tied.get(place).copied());
            let from = [draw(spread) as u32, goal, goal + 1, u32::MAX][draw(4) as usize];
            assert_eq!(
                tree.first_from(from),
                map.range(from..).next().map(|(&goal, _)| goal),
                "from {from}"
            );
        }
    }
}
