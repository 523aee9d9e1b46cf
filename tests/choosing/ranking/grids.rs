//! Populations at random: small numbers in rows, which every type turns into values of its own, and
//! the goals that count.

use super::goals;
use crate::oracle::ranking::Value;
use proptest::prelude::*;
use proptest::sample::select;
use sbst::distance::Distance;
use sbst::fitness::Fitness;
use sbst::id::GoalId;
use std::cmp::Ordering;

/// How many different values a type has.
const ALPHABET: u64 = 14;

/// Numbers that follow from a seed (splitmix64). Values drawn one by one would make thousands of
/// strategies for one case.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dice(pub u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % sides
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.roll(last as u64 + 1) as usize);
        }
    }
}

/// An order that is none: any answer for any two rows, always the same one.
pub(crate) fn whim(seed: u64) -> impl Fn(GoalId, usize, usize) -> Ordering + Copy {
    move |goal, a, b| {
        let mixed = seed ^ u64::from(goal.number()) << 40 ^ (a as u64) << 20 ^ b as u64;
        [Ordering::Less, Ordering::Equal, Ordering::Greater][Dice(mixed).roll(3) as usize]
    }
}

/// What the rows have to do with one another.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// Nothing; of so many values.
    Random(u64),
    /// Few different ones.
    Copies(u64),
    /// Each is no better than the one before.
    Chain,
    /// Most columns are constant.
    Constant,
    /// They differ in the last columns only.
    Prefix,
    /// What is better in one column is worse in the next.
    Opposed,
}

pub(crate) const KINDS: [Kind; 8] = [
    Kind::Random(ALPHABET),
    Kind::Random(2),
    Kind::Random(4),
    Kind::Copies(3),
    Kind::Chain,
    Kind::Constant,
    Kind::Prefix,
    Kind::Opposed,
];

/// Which goals count.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Choice {
    All,
    /// Neighbours, not from the first one on.
    Stretch,
    /// The same, beyond the end of all rows.
    Beyond,
    /// Some, in any order.
    Some,
    /// Some repeatedly, some that no row has.
    Odd,
}

pub(crate) const CHOICES: [Choice; 5] =
    [Choice::All, Choice::Stretch, Choice::Beyond, Choice::Some, Choice::Odd];

/// Rows of letters; a letter that is less is no worse.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub cells: Vec<Vec<u8>>,
    pub goals: Vec<GoalId>,
}

impl Grid {
    /// `ragged`: some rows end early.
    pub(crate) fn new(
        rows: usize,
        columns: usize,
        kind: Kind,
        choice: Choice,
        ragged: bool,
        dice: &mut Dice,
    ) -> Self {
        let mut cells: Vec<Vec<u8>> = Vec::new();
        for row in 0..rows as u64 {
            let letter = |column: usize| match (kind, cells.first(), cells.last()) {
                (Kind::Random(sides), ..) => dice.roll(sides),
                (Kind::Chain, _, Some(before)) => {
                    (u64::from(before[column]) + u64::from(dice.roll(8) == 0)).min(ALPHABET - 1)
                }
                (Kind::Chain | Kind::Copies(_), ..) => dice.roll(3),
                (Kind::Constant, Some(first), _) if column % 4 != 1 => u64::from(first[column]),
                (Kind::Constant, ..) => dice.roll(ALPHABET),
                (Kind::Prefix, ..) if column + 3 < columns => column as u64 % ALPHABET,
                (Kind::Prefix, ..) => dice.roll(5),
                (Kind::Opposed, ..) if column.is_multiple_of(2) => row % ALPHABET,
                (Kind::Opposed, ..) => ALPHABET - 1 - row % ALPHABET,
            };
            let row = (0..columns).map(letter).map(|letter| letter as u8).collect();
            cells.push(row);
        }
        if let Kind::Copies(different) = kind {
            for row in different as usize..rows {
                cells[row] = cells[dice.roll(different) as usize].clone();
            }
        }
        dice.shuffle(&mut cells);
        if ragged {
            for row in &mut cells {
                let end = dice.roll(columns as u64 + 1) as usize;
                row.truncate([end, columns, columns][dice.roll(3) as usize]);
            }
        }
        let (columns, mut place) = (columns as u32, || dice.roll(columns as u64 + 1) as u32);
        let chosen = match choice {
            Choice::All => goals(0..columns),
            Choice::Stretch => {
                let ends = [place(), place()];
                goals(ends[0].min(ends[1])..ends[0].max(ends[1]))
            }
            Choice::Beyond => goals(place()..columns + 2),
            Choice::Some | Choice::Odd => {
                let mut all = goals(0..columns);
                dice.shuffle(&mut all);
                all.truncate(dice.roll(u64::from(columns) + 1) as usize);
                if matches!(choice, Choice::Odd) {
                    all.extend(all.clone().into_iter().step_by(3));
                    all.extend(goals([columns, columns + 7, u32::MAX]));
                    dice.shuffle(&mut all);
                }
                all
            }
        };
        Self { cells, goals: chosen }
    }

    /// As values of a type.
    pub(crate) fn rows<V: Letters>(&self) -> Vec<Vec<V>> {
        let letters = V::letters();
        self.cells
            .iter()
            .map(|row| row.iter().map(|&letter| letters[usize::from(letter)]).collect())
            .collect()
    }
}

/// Sizes on both sides of 4, 8, 16, 32 and 64, where the sorter takes another way.
pub(crate) const EDGES: [usize; 17] = [0, 1, 2, 3, 4, 5, 8, 9, 15, 16, 17, 31, 32, 33, 34, 64, 65];

fn size(most: usize) -> impl Strategy<Value = usize> {
    let edges: Vec<usize> = EDGES.into_iter().filter(|&edge| edge <= most).collect();
    prop_oneof![2 => 0..=most.min(12), 2 => 0..=most, 1 => select(edges)]
}

/// Grids of up to so many rows and columns.
pub(crate) fn grids(rows: usize, columns: usize) -> impl Strategy<Value = Grid> {
    let form = (select(KINDS.to_vec()), select(CHOICES.to_vec()), any::<bool>());
    (size(rows), size(columns), form, any::<u64>()).prop_map(
        |(rows, columns, (kind, choice, ragged), seed)| {
            Grid::new(rows, columns, kind, choice, ragged, &mut Dice(seed))
        },
    )
}

/// A type with a value for each letter: in the same order, or tied.
pub(crate) trait Letters: Value {
    fn letters() -> [Self; ALPHABET as usize];
}

const TINY: f64 = 5e-324;

impl Letters for f64 {
    fn letters() -> [Self; ALPHABET as usize] {
        let infinity = f64::INFINITY;
        [
            -infinity,
            f64::MIN,
            -1.0,
            -0.0,
            0.0,
            TINY,
            3.0 * TINY,
            0.25,
            1.0,
            1e300,
            f64::MAX,
            infinity,
            f64::NAN,
            -f64::NAN,
        ]
    }
}

impl Letters for Distance {
    fn letters() -> [Self; ALPHABET as usize] {
        let numbers = [
            0.0,
            TINY,
            2.0 * TINY,
            7.0 * TINY,
            1e-9,
            0.5,
            1.0,
            2.0,
            3.0,
            1e17,
            1e300,
            f64::MAX,
            f64::INFINITY,
            f64::INFINITY,
        ];
        numbers.map(|number| Distance::new(number).expect("a distance"))
    }
}

impl Letters for Fitness {
    fn letters() -> [Self; ALPHABET as usize] {
        let [zero, tiny, half, one, far, greatest, never] =
            [0.0, TINY, 0.5, 1.0, 1e9, f64::MAX, f64::INFINITY]
                .map(|number| Distance::new(number).expect("a distance"));
        let low =
            [zero, tiny, half, one, far, greatest, never].map(|distance| Fitness::new(0, distance));
        let high = [
            (1, zero),
            (1, half),
            (1, never),
            (2, zero),
            (7, one),
            (u32::MAX, zero),
            (u32::MAX, never),
        ];
        [low, high.map(|(level, distance)| Fitness::new(level, distance))]
            .concat()
            .try_into()
            .expect("as many")
    }
}

impl Letters for u8 {
    fn letters() -> [Self; ALPHABET as usize] {
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 200, 254, 255]
    }
}
