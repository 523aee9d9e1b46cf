//! Maps and sets of ranges: rangemap, intervaltree.

use crate::make::{calls, ignore, nothing, pair, read, suite as make, up_to, value};
use intervaltree::IntervalTree;
use rangemap::{RangeInclusiveMap, RangeMap, RangeSet};
use sbst_laboratory::inputs::Shape;
use sbst_laboratory::subject::{Suite, SuiteError};

pub(crate) fn suite() -> Result<Suite, SuiteError> {
    let range = || pair(up_to(40), up_to(40));
    let ranged = || Shape::tuple([up_to(40), up_to(40), up_to(2)]);
    make([
        calls(
            "rangemap::RangeMap",
            &["rangemap::map", "rangemap::range_wrapper"],
            &[
                ("insert", ranged()),
                ("remove", range()),
                ("get", up_to(40)),
                ("overlaps", range()),
                ("overlapping", range()),
                ("gaps", range()),
                ("first", nothing()),
                ("rebuild", Shape::list(ranged(), 4)),
            ],
            14,
            &[
                "insert 0 10 1; insert 5 15 2; get 7; gaps 0 20",
                "insert 0 5 1; insert 5 10 1; first; overlapping 4 6",
                "insert 0 20 1; remove 5 10; gaps 0 20; get 7",
                "insert 3 8 0; insert 0 10 0; insert 4 5 2; overlaps 9 12",
                "insert 5 5 1",
                "insert 0 2 1; insert 4 6 1; insert 2 4 1; first",
            ],
            RangeMap::<u8, u8>::new,
            |map, callee, argument| match callee {
                "insert" => {
                    let (from, to, item): (u8, u8, u8) = read(argument);
                    map.insert(from..to, item);
                }
                "remove" => {
                    let (from, to): (u8, u8) = read(argument);
                    map.remove(from..to);
                }
                "get" => ignore((map.get(&read(argument)), map.contains_key(&read(argument)))),
                "overlaps" => {
                    let (from, to): (u8, u8) = read(argument);
                    map.overlaps(&(from..to));
                }
                "overlapping" => {
                    let (from, to): (u8, u8) = read(argument);
                    let _ = (
                        map.overlapping(from..to).count(),
                        map.overlapping(from..to).next_back().is_some(),
                    );
                }
                "gaps" => {
                    let (from, to): (u8, u8) = read(argument);
                    map.gaps(&(from..to)).count();
                }
                "rebuild" => {
                    let rows: Vec<(u8, u8, u8)> = read(argument);
                    *map = rows
                        .into_iter()
                        .filter(|row| row.0 < row.1)
                        .map(|(from, to, item)| (from..to, item))
                        .collect();
                }
                _ => ignore((map.first_range_value(), map.last_range_value(), map.iter().count())),
            },
        ),
        calls(
            "rangemap::RangeInclusiveMap",
            &["rangemap::inclusive_map", "rangemap::range_wrapper"],
            &[
                ("insert", ranged()),
                ("remove", range()),
                ("get", up_to(40)),
                ("overlaps", range()),
                ("overlapping", range()),
                ("gaps", range()),
                ("first", nothing()),
            ],
            14,
            &[
                "insert 0 10 1; insert 5 15 2; get 7; gaps 0 20",
                "insert 0 4 1; insert 5 10 1; first; overlapping 4 6",
                "insert 0 20 1; remove 5 10; gaps 0 20; get 7",
                "insert 3 8 0; insert 0 10 0; insert 4 4 2; overlaps 9 12",
                "insert 6 5 1",
            ],
            RangeInclusiveMap::<u8, u8>::new,
            |map, callee, argument| match callee {
                "insert" => {
                    let (from, to, item): (u8, u8, u8) = read(argument);
                    map.insert(from..=to, item);
                }
                "remove" => {
                    let (from, to): (u8, u8) = read(argument);
                    map.remove(from..=to);
                }
                "get" => ignore((map.get(&read(argument)), map.contains_key(&read(argument)))),
                "overlaps" => {
                    let (from, to): (u8, u8) = read(argument);
                    map.overlaps(&(from..=to));
                }
                "overlapping" => {
                    let (from, to): (u8, u8) = read(argument);
                    let _ = (
                        map.overlapping(from..=to).count(),
                        map.overlapping(from..=to).next_back().is_some(),
                    );
                }
                "gaps" => {
                    let (from, to): (u8, u8) = read(argument);
                    map.gaps(&(from..=to)).count();
                }
                _ => ignore((map.first_range_value(), map.last_range_value(), map.iter().count())),
            },
        ),
        calls(
            "rangemap::RangeSet",
            &["rangemap::set", "rangemap::map", "rangemap::operations", "rangemap::range_wrapper"],
            &[
                ("insert", range()),
                ("remove", range()),
                ("get", up_to(40)),
                ("gaps", range()),
                ("intersection", Shape::list(range(), 3)),
                ("union", Shape::list(range(), 3)),
                ("first", nothing()),
                ("overlapping", range()),
            ],
            14,
            &[
                "insert 0 5; insert 5 10; first; get 9",
                "insert 0 20; remove 5 10; gaps 0 30; overlapping 4 6",
                "insert 1 2; insert 4 8; first; get 3",
                "insert 7 7",
            ],
            RangeSet::<u8>::new,
            |set, callee, argument| {
                let other = || {
                    read::<Vec<(u8, u8)>>(argument)
                        .into_iter()
                        .filter(|row| row.0 < row.1)
                        .map(|(from, to)| from..to)
                };
                match callee {
                    "insert" => {
                        let (from, to): (u8, u8) = read(argument);
                        set.insert(from..to);
                    }
                    "remove" => {
                        let (from, to): (u8, u8) = read(argument);
                        set.remove(from..to);
                    }
                    "get" => ignore((set.get(&read(argument)), set.contains(&read(argument)))),
                    "gaps" => {
                        let (from, to): (u8, u8) = read(argument);
                        set.gaps(&(from..to)).count();
                    }
                    "intersection" => ignore(set.intersection(&other().collect()).count()),
                    "union" => ignore(set.union(&other().collect()).count()),
                    "overlapping" => {
                        let (from, to): (u8, u8) = read(argument);
                        let _ = (set.overlapping(from..to).count(), set.overlaps(&(from..to)));
                    }
                    _ => ignore((set.first(), set.last(), set.iter().count())),
                }
            },
        ),
        value(
            "intervaltree::IntervalTree::query",
            &["intervaltree"],
            pair(Shape::list(range(), 10), range()),
            [
                ([[0, 10], [5, 15], [20, 30]], [4, 8]),
                ([[1, 2], [3, 4], [5, 6]], [2, 3]),
                ([[0, 40], [10, 10], [9, 3]], [10, 11]),
                ([[7, 9], [7, 9], [7, 9]], [9, 7]),
            ],
            |(rows, (from, to)): (Vec<(u8, u8)>, (u8, u8))| {
                let tree: IntervalTree<u8, usize> = rows
                    .into_iter()
                    .enumerate()
                    .map(|(number, (from, to))| (from..to, number))
                    .collect();
                let _ = (
                    tree.query(from..to).count(),
                    tree.query_point(to).count(),
                    tree.iter_sorted().count(),
                );
            },
        ),
    ])
}
