//! Collections: fixedbitset, bit-vec, slab, lru, vec_map, indextree.

use crate::make::{calls, ignore, nothing, pair, read, suite as make, up_to};
use bit_vec::BitVec;
use fixedbitset::FixedBitSet;
use indextree::{Arena, NodeId};
use lru::LruCache;
use sbst_laboratory::inputs::Shape;
use sbst_laboratory::subject::{Suite, SuiteError};
use slab::Slab;
use std::collections::hash_map::DefaultHasher;
use std::hash::BuildHasherDefault;
use std::num::NonZeroUsize;
use vec_map::VecMap;

/// Hashes with fixed keys.
type Hashes = BuildHasherDefault<DefaultHasher>;

pub(crate) fn suite() -> Result<Suite, SuiteError> {
    make([
        calls(
            "fixedbitset::FixedBitSet",
            &["fixedbitset"],
            &[
                ("grow", up_to(300)),
                ("insert", up_to(260)),
                ("remove", up_to(260)),
                ("put", up_to(260)),
                ("toggle", up_to(260)),
                ("set", pair(up_to(260), up_to(1))),
                ("copy_bit", pair(up_to(260), up_to(260))),
                ("insert_range", pair(up_to(260), up_to(260))),
                ("toggle_range", pair(up_to(260), up_to(260))),
                ("contains_all_in_range", pair(up_to(260), up_to(260))),
                ("grow_and_insert", up_to(300)),
                ("minimum", nothing()),
                ("is_full", nothing()),
                ("union_with", Shape::list(up_to(260), 4)),
                ("difference", Shape::list(up_to(260), 4)),
                ("is_subset", Shape::list(up_to(260), 4)),
            ],
            14,
            &[
                "insert 3; put 3; remove 3; minimum",
                "grow 200; insert_range 10 150; contains_all_in_range 20 100; is_full",
                "toggle 5; copy_bit 5 6; set 7 1; difference 5 6",
                "union_with 1 100; is_subset 1 2; minimum",
                "grow_and_insert 129; toggle_range 0 130; minimum; remove 128",
            ],
            || FixedBitSet::with_capacity(64),
            |set, callee, argument| match callee {
                "grow" => set.grow(read(argument)),
                "insert" => set.insert(read(argument)),
                "remove" => set.remove(read(argument)),
                "put" => ignore(set.put(read(argument))),
                "toggle" => set.toggle(read(argument)),
                "set" => {
                    let (at, enabled) = read(argument);
                    set.set(at, enabled);
                }
                "copy_bit" => {
                    let (from, to) = read(argument);
                    set.copy_bit(from, to);
                }
                "insert_range" => {
                    let (from, to): (usize, usize) = read(argument);
                    set.insert_range(from..to);
                }
                "toggle_range" => {
                    let (from, to): (usize, usize) = read(argument);
                    set.toggle_range(from..to);
                }
                "contains_all_in_range" => {
                    let (from, to): (usize, usize) = read(argument);
                    let _ = (set.contains_all_in_range(from..to), set.contains_any_in_range(..to));
                }
                "grow_and_insert" => set.grow_and_insert(read(argument)),
                "minimum" => {
                    let _ = (
                        set.minimum(),
                        set.maximum(),
                        set.ones().count(),
                        set.zeroes().count(),
                        set.ones().next_back(),
                    );
                }
                "is_full" => ignore((
                    set.is_full(),
                    set.is_clear(),
                    set.count_ones(..),
                    set.count_zeroes(3..),
                )),
                "union_with" => set.union_with(&read::<Vec<usize>>(argument).into_iter().collect()),
                "difference" => {
                    let other: FixedBitSet = read::<Vec<usize>>(argument).into_iter().collect();
                    let _ = (
                        set.difference(&other).count(),
                        set.intersection(&other).count(),
                        set.symmetric_difference(&other).count(),
                    );
                    set.intersect_with(&other);
                }
                _ => {
                    let other: FixedBitSet = read::<Vec<usize>>(argument).into_iter().collect();
                    let _ = (
                        set.is_subset(&other),
                        set.is_superset(&other),
                        set.is_disjoint(&other),
                        set.union_count(&other),
                    );
                }
            },
        ),
        calls(
            "bit_vec::BitVec",
            &["bit_vec"],
            &[
                ("push", up_to(1)),
                ("pop", nothing()),
                ("set", pair(up_to(80), up_to(1))),
                ("get", up_to(80)),
                ("insert", pair(up_to(80), up_to(1))),
                ("remove", up_to(80)),
                ("truncate", up_to(80)),
                ("grow", pair(up_to(80), up_to(1))),
                ("append", Shape::list(up_to(1), 40)),
                ("split_off", up_to(80)),
                ("and", Shape::list(up_to(1), 40)),
                ("all", nothing()),
                ("eq_vec", Shape::list(up_to(1), 8)),
                ("negate", nothing()),
            ],
            12,
            &[
                "push 1; push 0; pop; get 0; all",
                "grow 40 1; set 33 0; truncate 33; all",
                "append 1 0 1; insert 1 1; remove 0; eq_vec 1 0 1",
                "grow 64 0; negate; split_off 32; all",
                "push 1; and 1; negate; get 5",
                "append 1 1 0; append 0 1; split_off 0; push 1",
            ],
            BitVec::new,
            |bits: &mut BitVec, callee, argument| match callee {
                "push" => bits.push(read(argument)),
                "pop" => ignore(bits.pop()),
                "set" => {
                    let (at, bit) = read(argument);
                    bits.set(at, bit);
                }
                "get" => ignore(bits.get(read(argument))),
                "insert" => {
                    let (at, bit) = read(argument);
                    bits.insert(at, bit);
                }
                "remove" => ignore(bits.remove(read(argument))),
                "truncate" => bits.truncate(read(argument)),
                "grow" => {
                    let (by, bit) = read(argument);
                    bits.grow(by, bit);
                }
                "append" => bits.append(&mut read::<Vec<bool>>(argument).into_iter().collect()),
                "split_off" => *bits = bits.split_off(read(argument)),
                "and" => ignore(bits.and(&read::<Vec<bool>>(argument).into_iter().collect())),
                "all" => ignore((
                    bits.all(),
                    bits.none(),
                    bits.count_ones(),
                    bits.to_bytes(),
                    bits.iter().rev().count(),
                )),
                "eq_vec" => ignore(bits.eq_vec(&read::<Vec<bool>>(argument))),
                _ => bits.negate(),
            },
        ),
        calls(
            "slab::Slab",
            &["slab"],
            &[
                ("insert", up_to(99)),
                ("remove", up_to(9)),
                ("try_remove", up_to(9)),
                ("get", up_to(9)),
                ("get2_mut", pair(up_to(9), up_to(9))),
                ("index", up_to(9)),
                ("retain", up_to(9)),
                ("compact", up_to(9)),
                ("shrink_to_fit", nothing()),
                ("vacant_entry", up_to(99)),
                ("rebuild", Shape::list(pair(up_to(9), up_to(99)), 5)),
                ("drain", nothing()),
                ("get_disjoint_mut", pair(up_to(9), up_to(9))),
                ("iter", nothing()),
            ],
            16,
            &[
                "insert 1; insert 2; remove 0; insert 3; get 0",
                "insert 1; try_remove 0; try_remove 0; shrink_to_fit",
                "insert 1; insert 2; insert 3; remove 1; compact 9; iter",
                "insert 4; get2_mut 0 1; insert 5; get2_mut 0 1",
                "vacant_entry 8; index 0; drain; iter",
                "insert 1; insert 2; retain 1; get_disjoint_mut 0 1",
            ],
            Slab::<u8>::new,
            |slab, callee, argument| match callee {
                "insert" => ignore(slab.insert(read(argument))),
                "remove" => ignore(slab.remove(read(argument))),
                "try_remove" => ignore(slab.try_remove(read(argument))),
                "get" => ignore((slab.get(read(argument)), slab.contains(read(argument)))),
                "get2_mut" => {
                    let (first, second) = read(argument);
                    let _ = slab.get2_mut(first, second);
                }
                "index" => slab[read::<usize>(argument)] = 1,
                "retain" => {
                    let divisor: u8 = read(argument);
                    slab.retain(|_, item| *item % (divisor + 1) == 0);
                }
                "compact" => {
                    let limit: usize = read(argument);
                    slab.compact(|_, _, to| to < limit);
                }
                "shrink_to_fit" => slab.shrink_to_fit(),
                "vacant_entry" => ignore(slab.vacant_entry().insert(read(argument))),
                "rebuild" => *slab = read::<Vec<(usize, u8)>>(argument).into_iter().collect(),
                "drain" => ignore(slab.drain().next()),
                "get_disjoint_mut" => {
                    let (first, second) = read(argument);
                    let _ = slab.get_disjoint_mut([first, second]);
                }
                _ => {
                    let _ = (slab.iter().count(), slab.iter().next_back(), slab.len());
                }
            },
        ),
        calls(
            "lru::LruCache",
            &["lru"],
            &[
                ("put", pair(up_to(7), up_to(99))),
                ("push", pair(up_to(7), up_to(99))),
                ("get", up_to(7)),
                ("peek", up_to(7)),
                ("pop", up_to(7)),
                ("pop_lru", nothing()),
                ("pop_mru", nothing()),
                ("promote", up_to(7)),
                ("demote", up_to(7)),
                ("get_or_insert", pair(up_to(7), up_to(99))),
                ("resize", Shape::integers(1..=6)),
                ("retain", up_to(9)),
                ("clear", nothing()),
                ("iter", nothing()),
            ],
            16,
            &[
                "put 1 10; put 2 20; get 1; put 3 30; put 4 40; get 2",
                "push 1 10; push 1 11; pop 1; pop 1",
                "put 1 1; put 2 2; promote 1; demote 2; pop_lru; pop_mru",
                "put 1 1; put 2 2; put 3 3; resize 1; iter",
                "get_or_insert 1 5; get_or_insert 1 6; peek 1; clear; peek 1",
                "put 1 1; put 2 2; retain 1; iter",
            ],
            || {
                LruCache::<u8, u8, Hashes>::with_hasher(
                    NonZeroUsize::new(3).unwrap_or(NonZeroUsize::MIN),
                    Hashes::default(),
                )
            },
            |cache, callee, argument| match callee {
                "put" => {
                    let (key, item) = read(argument);
                    cache.put(key, item);
                }
                "push" => {
                    let (key, item) = read(argument);
                    cache.push(key, item);
                }
                "get" => ignore(cache.get(&read::<u8>(argument))),
                "peek" => {
                    ignore((cache.peek(&read::<u8>(argument)), cache.peek_lru(), cache.peek_mru()));
                }
                "pop" => ignore(cache.pop(&read::<u8>(argument))),
                "pop_lru" => ignore(cache.pop_lru()),
                "pop_mru" => ignore(cache.pop_mru()),
                "promote" => ignore(cache.promote(&read::<u8>(argument))),
                "demote" => ignore(cache.demote(&read::<u8>(argument))),
                "get_or_insert" => {
                    let (key, item) = read(argument);
                    cache.get_or_insert(key, || item);
                }
                "resize" => {
                    cache.resize(NonZeroUsize::new(read(argument)).unwrap_or(NonZeroUsize::MIN));
                }
                "retain" => {
                    let divisor: u8 = read(argument);
                    cache.retain(|_, item| *item % (divisor + 1) == 0);
                }
                "clear" => cache.clear(),
                _ => ignore((cache.iter().count(), cache.iter().next_back())),
            },
        ),
        calls(
            "vec_map::VecMap",
            &["vec_map"],
            &[
                ("insert", pair(up_to(20), up_to(99))),
                ("remove", up_to(20)),
                ("get", up_to(20)),
                ("index", up_to(20)),
                ("entry", pair(up_to(20), up_to(99))),
                ("append", Shape::list(pair(up_to(20), up_to(99)), 4)),
                ("split_off", up_to(24)),
                ("retain", up_to(9)),
                ("eq", Shape::list(pair(up_to(20), up_to(99)), 3)),
                ("shrink_to_fit", nothing()),
                ("iter", nothing()),
                ("drain", nothing()),
            ],
            14,
            &[
                "insert 1 5; insert 1 6; get 1; remove 1; remove 1",
                "entry 3 7; entry 3 8; index 3; iter",
                "insert 1 1; insert 5 5; split_off 3; iter",
                "insert 2 4; retain 1; shrink_to_fit; index 2",
                "insert 0 0; insert 9 9; drain; iter",
            ],
            VecMap::<u8>::new,
            |map, callee, argument| match callee {
                "insert" => {
                    let (key, item) = read(argument);
                    map.insert(key, item);
                }
                "remove" => ignore(map.remove(read(argument))),
                "get" => ignore((map.get(read(argument)), map.contains_key(read(argument)))),
                "index" => map[read::<usize>(argument)] = 3,
                "entry" => {
                    let (key, item) = read(argument);
                    match map.entry(key) {
                        vec_map::Entry::Occupied(entry) if item % 2 == 0 => ignore(entry.remove()),
                        entry => ignore(entry.or_insert(item)),
                    }
                }
                "append" => {
                    map.append(&mut read::<Vec<(usize, u8)>>(argument).into_iter().collect());
                }
                "split_off" => ignore(map.split_off(read(argument))),
                "retain" => {
                    let divisor: u8 = read(argument);
                    map.retain(|_, item| *item % (divisor + 1) == 0);
                }
                "eq" => {
                    let other: VecMap<u8> =
                        read::<Vec<(usize, u8)>>(argument).into_iter().collect();
                    let _ = (*map == other, (*map).cmp(&other));
                }
                "shrink_to_fit" => map.shrink_to_fit(),
                "drain" => ignore(map.drain().next_back()),
                _ => {
                    let _ = (map.iter().count(), map.keys().next_back(), map.values_mut().count());
                }
            },
        ),
        calls(
            "indextree::Arena",
            &["indextree"],
            &[
                ("new_node", up_to(99)),
                ("append", pair(up_to(7), up_to(7))),
                ("prepend", pair(up_to(7), up_to(7))),
                ("insert_after", pair(up_to(7), up_to(7))),
                ("insert_before", pair(up_to(7), up_to(7))),
                ("checked_append", pair(up_to(7), up_to(7))),
                ("checked_insert_after", pair(up_to(7), up_to(7))),
                ("detach", up_to(7)),
                ("remove", up_to(7)),
                ("remove_subtree", up_to(7)),
                ("traverse", up_to(7)),
                ("is_ancestor_of", pair(up_to(7), up_to(7))),
                ("print", up_to(7)),
            ],
            16,
            &[
                "new_node 1; new_node 2; append 0 1; traverse 0",
                "new_node 1; new_node 2; new_node 3; append 0 1; insert_after 1 2; remove 1; \
                 traverse 0",
                "new_node 1; checked_append 0 0; new_node 2; checked_append 0 1; checked_append 1 0",
                "new_node 1; new_node 2; new_node 3; prepend 0 1; append 1 2; remove_subtree 1; \
                 print 0",
                "new_node 1; new_node 2; append 0 1; is_ancestor_of 0 1; detach 1; is_ancestor_of 0 1",
                "new_node 1; new_node 2; insert_before 0 1; checked_insert_after 0 0; print 1",
            ],
            || (Arena::<u8>::new(), Vec::<NodeId>::new()),
            |(arena, nodes), callee, argument| {
                let two = || {
                    let (first, second): (usize, usize) = read(argument);
                    Some((*nodes.get(first)?, *nodes.get(second)?))
                };
                let one = || nodes.get(read::<usize>(argument)).copied();
                match (callee, two(), one()) {
                    ("new_node", ..) => {
                        let node = arena.new_node(read(argument));
                        nodes.push(node);
                    }
                    ("append", Some((first, second)), _) => first.append(second, arena),
                    ("prepend", Some((first, second)), _) => first.prepend(second, arena),
                    ("insert_after", Some((first, second)), _) => first.insert_after(second, arena),
                    ("insert_before", Some((first, second)), _) => {
                        first.insert_before(second, arena);
                    }
                    ("checked_append", Some((first, second)), _) => {
                        ignore(first.checked_append(second, arena));
                    }
                    ("checked_insert_after", Some((first, second)), _) => {
                        let _ = (
                            first.checked_insert_after(second, arena),
                            second.checked_prepend(first, arena),
                        );
                    }
                    ("is_ancestor_of", Some((first, second)), _) => {
                        let _ = (
                            first.is_ancestor_of(second, arena),
                            arena.get(second).and_then(|node| node.parent()),
                        );
                    }
                    ("detach", _, Some(node)) => node.detach(arena),
                    ("remove", _, Some(node)) => node.remove(arena),
                    ("remove_subtree", _, Some(node)) => node.remove_subtree(arena),
                    ("traverse", _, Some(node)) => {
                        let _ = (
                            node.descendants(arena).count(),
                            node.ancestors(arena).count(),
                            node.children(arena).rev().count(),
                        );
                        let _ = (
                            node.following_siblings(arena).count(),
                            node.preceding_siblings(arena).count(),
                        );
                        let _ = (
                            node.reverse_traverse(arena).count(),
                            node.predecessors(arena).count(),
                            node.leaves(arena).count(),
                        );
                        let _ = (
                            node.depth(arena),
                            node.nth_child(1, arena),
                            node.breadth_first(arena).count(),
                        );
                    }
                    ("print", _, Some(node)) => {
                        ignore(format!(
                            "{:?} {:#?}",
                            node.debug_pretty_print(arena),
                            node.debug_pretty_print(arena)
                        ));
                    }
                    _ => {}
                }
            },
        ),
    ])
}
