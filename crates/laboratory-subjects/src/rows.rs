//! Vectors of a fixed or a small size: arrayvec, smallvec, tinyvec.

use crate::make::{calls, ignore, nothing, pair, read, suite as make, up_to};
use arrayvec::{ArrayString, ArrayVec};
use sbst_laboratory::inputs::Shape;
use sbst_laboratory::subject::{Suite, SuiteError};
use smallvec::SmallVec;
use tinyvec::TinyVec;

pub(crate) fn suite() -> Result<Suite, SuiteError> {
    let place = || pair(up_to(8), up_to(99));
    make([
        calls(
            "arrayvec::ArrayVec",
            &["arrayvec::arrayvec", "arrayvec::arrayvec_impl"],
            &[
                ("push", up_to(99)),
                ("try_push", up_to(99)),
                ("insert", place()),
                ("try_insert", place()),
                ("pop", nothing()),
                ("pop_at", up_to(8)),
                ("remove", up_to(8)),
                ("swap_remove", up_to(8)),
                ("truncate", up_to(8)),
                ("drain", pair(up_to(8), up_to(8))),
                ("retain", up_to(9)),
                ("extend", Shape::list(up_to(99), 4)),
                ("append", Shape::list(up_to(99), 4)),
                ("into_inner", nothing()),
            ],
            16,
            &[
                "push 1; push 2; pop; pop; pop",
                "push 1; insert 0 7; insert 2 8; remove 1",
                "try_push 1; try_push 2; try_push 3; try_push 4; try_push 5; try_push 6; try_push 7",
                "extend 1 2 3; drain 1 2; truncate 1",
                "extend 1 2 3 4; swap_remove 0; pop_at 2; retain 2",
                "append 1 2 3; append 4 5 6; into_inner",
                "try_insert 0 3; try_insert 1 4; into_inner",
            ],
            ArrayVec::<u8, 6>::new,
            |vector, callee, argument| match callee {
                "push" => vector.push(read(argument)),
                "try_push" => ignore(vector.try_push(read(argument))),
                "insert" => {
                    let (at, item) = read(argument);
                    vector.insert(at, item);
                }
                "try_insert" => {
                    let (at, item) = read(argument);
                    let _ = vector.try_insert(at, item);
                }
                "pop" => ignore(vector.pop()),
                "pop_at" => ignore(vector.pop_at(read(argument))),
                "remove" => ignore(vector.remove(read(argument))),
                "swap_remove" => ignore(vector.swap_remove(read(argument))),
                "truncate" => vector.truncate(read(argument)),
                "drain" => {
                    let (from, to): (usize, usize) = read(argument);
                    vector.drain(from..to).next();
                }
                "retain" => {
                    let divisor: u8 = read(argument);
                    vector.retain(|item| *item % (divisor + 1) == 0);
                }
                "extend" => vector.extend(read::<Vec<u8>>(argument)),
                "append" => ignore(vector.try_extend_from_slice(&read::<Vec<u8>>(argument))),
                _ => ignore(vector.clone().into_inner()),
            },
        ),
        calls(
            "arrayvec::ArrayString",
            &["arrayvec::array_string", "arrayvec::char"],
            &[
                ("push", Shape::integers(0x20..=0x1_f600)),
                ("try_push", Shape::integers(0x20..=0x1_f600)),
                ("push_str", Shape::text("abé€😀", 5)),
                ("try_push_str", Shape::text("abé€😀", 5)),
                ("pop", nothing()),
                ("remove", up_to(12)),
                ("truncate", up_to(12)),
                ("zero_filled", nothing()),
                ("parse", Shape::text("abé€😀", 9)),
            ],
            12,
            &[
                "push_str ab; push 233; pop; truncate 1",
                "push_str é€; remove 2; truncate 1",
                "try_push 8364; try_push_str aaaa; try_push_str éé; try_push 128512",
                "push_str aébé; pop; pop; pop; pop",
                "push 97; push 2048; push 65536; remove 0",
                "parse abab; remove 3",
            ],
            ArrayString::<10>::new,
            |text, callee, argument| match callee {
                "push" => text.push(read(argument)),
                "try_push" => ignore(text.try_push(read(argument))),
                "push_str" => text.push_str(&read::<String>(argument)),
                "try_push_str" => ignore(text.try_push_str(&read::<String>(argument))),
                "pop" => ignore(text.pop()),
                "remove" => ignore(text.remove(read(argument))),
                "truncate" => text.truncate(read(argument)),
                "zero_filled" => *text = ArrayString::zero_filled(),
                _ => *text = read::<String>(argument).parse().unwrap_or_default(),
            },
        ),
        calls(
            "smallvec::SmallVec",
            &["smallvec"],
            &[
                ("push", up_to(99)),
                ("pop", nothing()),
                ("insert", place()),
                ("remove", up_to(8)),
                ("swap_remove", up_to(8)),
                ("truncate", up_to(8)),
                ("drain", pair(up_to(8), up_to(8))),
                ("retain", up_to(9)),
                ("insert_many", pair(up_to(8), Shape::list(up_to(99), 4))),
                ("insert_from_slice", pair(up_to(8), Shape::list(up_to(99), 4))),
                ("extend", Shape::list(up_to(9), 6)),
                ("dedup", nothing()),
                ("reserve", up_to(40)),
                ("grow", up_to(12)),
                ("shrink_to_fit", nothing()),
                ("resize", up_to(12)),
                ("into_inner", nothing()),
            ],
            14,
            &[
                "push 1; push 2; push 3; push 4; push 5; pop",
                "extend 1 1 2; dedup; insert 0 7; remove 1",
                "push 1; insert 1 2; insert 0 3; drain 0 2",
                "extend 1 2 3 4 5; truncate 2; shrink_to_fit; push 4",
                "resize 6; retain 1; swap_remove 0",
                "reserve 10; push 3; grow 3; shrink_to_fit; into_inner",
                "extend 4 5; pop; into_inner; resize 0",
            ],
            SmallVec::<[u8; 4]>::new,
            |vector, callee, argument| match callee {
                "push" => vector.push(read(argument)),
                "pop" => ignore(vector.pop()),
                "insert" => {
                    let (at, item) = read(argument);
                    vector.insert(at, item);
                }
                "remove" => ignore(vector.remove(read(argument))),
                "swap_remove" => ignore(vector.swap_remove(read(argument))),
                "truncate" => vector.truncate(read(argument)),
                "drain" => {
                    let (from, to): (usize, usize) = read(argument);
                    vector.drain(from..to).next();
                }
                "retain" => {
                    let divisor: u8 = read(argument);
                    vector.retain(|item| *item % (divisor + 1) == 0);
                }
                "insert_many" => {
                    let (at, items): (usize, Vec<u8>) = read(argument);
                    // An iterator that does not know its length.
                    vector.insert_many(at, items.into_iter().filter(|item| item % 2 == 0));
                }
                "insert_from_slice" => {
                    let (at, items): (usize, Vec<u8>) = read(argument);
                    vector.insert_from_slice(at, &items);
                }
                "extend" => vector.extend(read::<Vec<u8>>(argument)),
                "dedup" => vector.dedup(),
                "reserve" => vector.reserve(read(argument)),
                "grow" => vector.grow(read(argument)),
                "shrink_to_fit" => vector.shrink_to_fit(),
                "resize" => vector.resize(read(argument), 7),
                _ => ignore(vector.clone().into_inner()),
            },
        ),
        calls(
            "tinyvec::ArrayVec",
            &["tinyvec::arrayvec", "tinyvec::arrayvec_drain"],
            &[
                ("push", up_to(99)),
                ("try_push", up_to(99)),
                ("pop", nothing()),
                ("insert", place()),
                ("remove", up_to(8)),
                ("swap_remove", up_to(8)),
                ("truncate", up_to(8)),
                ("drain", pair(up_to(8), up_to(8))),
                ("retain", up_to(9)),
                ("split_off", up_to(8)),
                ("resize", up_to(8)),
                ("fill", Shape::list(up_to(99), 8)),
                ("extend_from_slice", Shape::list(up_to(99), 4)),
                ("set_len", up_to(8)),
            ],
            14,
            &[
                "push 1; push 2; pop; pop; pop",
                "push 1; insert 0 7; remove 1; swap_remove 0",
                "fill 1 2 3 4 5; split_off 3; truncate 1",
                "extend_from_slice 1 2 3; drain 1 2; retain 1",
                "resize 4; set_len 2; resize 1; try_push 3",
                "extend_from_slice 1 2 3 4; extend_from_slice 5 6; try_push 7; push 8",
            ],
            tinyvec::ArrayVec::<[u8; 6]>::new,
            |vector, callee, argument| match callee {
                "push" => vector.push(read(argument)),
                "try_push" => ignore(vector.try_push(read(argument))),
                "pop" => ignore(vector.pop()),
                "insert" => {
                    let (at, item) = read(argument);
                    vector.insert(at, item);
                }
                "remove" => ignore(vector.remove(read(argument))),
                "swap_remove" => ignore(vector.swap_remove(read(argument))),
                "truncate" => vector.truncate(read(argument)),
                "drain" => {
                    let (from, to): (usize, usize) = read(argument);
                    vector.drain(from..to).next_back();
                }
                "retain" => {
                    let divisor: u8 = read(argument);
                    vector.retain(|item| *item % (divisor + 1) == 0);
                }
                "split_off" => ignore(vector.split_off(read(argument))),
                "resize" => vector.resize(read(argument), 7),
                "fill" => ignore(vector.fill(read::<Vec<u8>>(argument))),
                "extend_from_slice" => vector.extend_from_slice(&read::<Vec<u8>>(argument)),
                _ => vector.set_len(read(argument)),
            },
        ),
        calls(
            "tinyvec::TinyVec",
            &["tinyvec::tinyvec", "tinyvec::arrayvec::ArrayVec", "tinyvec::arrayvec_drain"],
            &[
                ("push", up_to(99)),
                ("pop", nothing()),
                ("insert", place()),
                ("remove", up_to(8)),
                ("swap_remove", up_to(8)),
                ("truncate", up_to(8)),
                ("drain", pair(up_to(8), up_to(8))),
                ("retain", up_to(9)),
                ("split_off", up_to(8)),
                ("resize", up_to(8)),
                ("extend_from_slice", Shape::list(up_to(99), 4)),
                ("reserve", up_to(12)),
                ("shrink_to_fit", nothing()),
                ("move_to_the_heap", nothing()),
                ("splice", pair(up_to(6), Shape::list(up_to(99), 3))),
            ],
            14,
            &[
                "push 1; push 2; push 3; push 4; push 5; pop",
                "push 1; insert 0 7; remove 1; swap_remove 0",
                "extend_from_slice 1 2 3 4; drain 1 3; shrink_to_fit; retain 1",
                "move_to_the_heap; push 1; split_off 1; shrink_to_fit",
                "resize 6; truncate 2; reserve 10; push 3",
                "extend_from_slice 1 2 3 4; extend_from_slice 5; insert 2 9",
            ],
            TinyVec::<[u8; 4]>::new,
            |vector, callee, argument| match callee {
                "push" => vector.push(read(argument)),
                "pop" => ignore(vector.pop()),
                "insert" => {
                    let (at, item) = read(argument);
                    vector.insert(at, item);
                }
                "remove" => ignore(vector.remove(read(argument))),
                "swap_remove" => ignore(vector.swap_remove(read(argument))),
                "truncate" => vector.truncate(read(argument)),
                "drain" => {
                    let (from, to): (usize, usize) = read(argument);
                    vector.drain(from..to).next_back();
                }
                "retain" => {
                    let divisor: u8 = read(argument);
                    vector.retain(|item| *item % (divisor + 1) == 0);
                }
                "split_off" => ignore(vector.split_off(read(argument))),
                "resize" => vector.resize(read(argument), 7),
                "extend_from_slice" => vector.extend_from_slice(&read::<Vec<u8>>(argument)),
                "reserve" => vector.reserve(read(argument)),
                "shrink_to_fit" => vector.shrink_to_fit(),
                "move_to_the_heap" => vector.move_to_the_heap(),
                _ => {
                    let (from, items): (usize, Vec<u8>) = read(argument);
                    vector.splice(from.., items).next();
                }
            },
        ),
    ])
}
