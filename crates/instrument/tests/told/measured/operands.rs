//! Operands of comparisons, by their types.

use super::{Table, function, rows};
use sbst::distance::{Distance, EqualityDistance, OrderDistance, Rules};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

pub(super) fn numbers(mut table: Table) -> Table {
    macro_rules! integers {
        ($($type:ident $name:ident)*) => { $(
            mod $name {
                use super::super::{Table, rows};
                pub(super) fn add(table: &mut Table) {
                    table.part(stringify!($type));
                    rows! { table:
                        measured equal(x: $type) { x == 5 } [7] [100] => 3.0;
                        measured unequal(x: $type) { !(x != 5) } [7] [100] => 3.0;
                        measured less(x: $type, y: $type) { x < y } [9, 4] [90, 4] => 6.0;
                        measured at_most(x: $type, y: $type) { x <= y } [9, 4] [90, 4] => 6.0;
                        measured greater(x: $type, y: $type) { x > y } [4, 9] [4, 90] => 6.0;
                        measured at_least(x: $type, y: $type) { x >= y } [4, 9] [4, 90] => 6.0;
                        measured wide(x: $type) { x >= $type::MAX } [$type::MAX - 1] [0] => 2.0;
                    }
                }
            }
            $name::add(&mut table);
        )* };
    }
    integers! { i8 i8s i16 i16s i32 i32s i64 i64s i128 i128s isize isizes
    u8 u8s u16 u16s u32 u32s u64 u64s u128 u128s usize usizes }
    table.part("");
    rows! { table:
        measured floats(x: f64) { x >= 2.5 } [1.0] [0.0] => 1.5;
        measured singles(x: f32) { x < 2.5 } [3.0] [9.0];
        measured float_equality(x: f64) { x == 2.5 } [3.0] [9.0];
        measured characters(x: char) { x == 'd' } ['a'] ['Z'] => 4.0;
        measured later_characters(x: char) { x > 'd' } ['d'] ['a'] => 1.0;
        measured true_side(x: i32) { x < 10 } [9] [1] => 2.0;
        measured through_references(x: &i32, y: &i32) { x > y } [&3, &4] [&3, &90] => 2.0;
        measured computed(x: i32, y: i32) { x + y == 2 * y } [4, 5] [4, 50] => 2.0;
        measured called(x: &str) { x.len() == 3 } ["ab"] [""] => 2.0;
        measured indexed(x: &[i32]) { x[0] == x[1] } [&[1, 2]] [&[1, 9]] => 2.0;
        measured cast(x: u8) { x as i32 == -1 } [0] [9] => 2.0;
    }
    table
}

#[test]
fn od84_numbers_are_measured_in_their_own_width() {
    numbers(Table::default()).check();
}

pub(super) fn lists(mut table: Table) -> Table {
    rows! { table:
        measured texts(x: &str) { x == "abd" } ["abc"] ["abz"] => 0.5;
        measured earlier_texts(x: &str) { x < "abc" } ["abd"] ["abz"] => 2.0;
        measured owned(x: String, y: String) { x == y }
            ["abc".into(), "abd".into()] ["abc".into(), "xyz".into()] => 0.5;
        measured owned_literal(x: String) { x == "abd" } ["abc".into()] ["abz".into()] => 0.5;
        measured owned_text(x: String, y: &str) { x == *y }
            ["abc".into(), "abd"] ["abc".into(), "xyz"] => 0.5;
        measured text_owned(x: &str, y: String) { x == y }
            ["abc", "abd".into()] ["abc", "xyz".into()] => 0.5;
        measured reference_owned(x: &String, y: &str) { x == y }
            [&"abc".into(), "abd"] [&"abc".into(), "xyz"] => 0.5;
        measured cow(x: Cow<'_, str>) { x == "abd" } ["abc".into()] ["abz".into()] => 0.5;
        measured boxed(x: Box<str>) { *x == *"abd" } ["abc".into()] ["abz".into()] => 0.5;
        measured shared(x: Rc<str>) { *x == *"abd" } ["abc".into()] ["abz".into()] => 0.5;
        measured unequal(x: String) { !(x != "abd") } ["abc".into()] ["abz".into()] => 0.5;
        measured slices(x: &[u8], y: &[u8]) { x == y } [b"ac", b"ab"] [b"az", b"ab"] => 0.5;
        measured earlier_slices(x: &[i32], y: &[i32]) { x < y } [&[3], &[1]] [&[9], &[1]] => 3.0;
        measured slice_bytes(x: &[u8]) { x == b"ab" } [b"ac"] [b"az"] => 0.5;
        measured slice_array(x: &[i32]) { x == [1, 2] } [&[1, 3]] [&[1, 9]] => 0.5;
        measured slice_lengths(x: &[i32]) { x == [1, 2] } [&[1]] [&[]] => 1.0;
        measured vectors(x: Vec<i32>, y: Vec<i32>) { x == y }
            [vec![1], vec![2]] [vec![1], vec![9]] => 0.5;
        measured vector_array(x: Vec<i32>) { x == [1, 2] } [vec![1, 3]] [vec![1, 9]] => 0.5;
        measured vector_slice(x: Vec<i32>, y: &[i32]) { x == y }
            [vec![1], &[2]] [vec![1], &[9]] => 0.5;
        measured slice_vector(x: &[i32], y: Vec<i32>) { x == y }
            [&[1], vec![2]] [&[1], vec![9]] => 0.5;
        measured vector_macro(x: Vec<i32>) { x == vec![1, 2] } [vec![1, 3]] [vec![1, 9]] => 0.5;
        measured vector_texts(x: Vec<&str>) { x == ["ab", "c"] }
            [vec!["ab", "d"]] [vec!["ab", "z"]];
        measured vector_owned(x: Vec<String>) { x == ["ab", "c"] }
            [vec!["ab".into(), "d".into()]] [vec!["ab".into(), "z".into()]];
        measured vector_both(x: Vec<String>, y: &[&str]) { x == y }
            [vec!["d".into()], &["c"]] [vec!["z".into()], &["c"]];
        measured arrays(x: [i32; 2]) { x == [1, 2] } [[1, 3]] [[1, 9]] => 0.5;
        measured earlier_arrays(x: [i32; 2]) { x < [1, 2] } [[1, 3]] [[1, 9]] => 2.0;
        measured nested_arrays(x: [[i32; 2]; 2]) { [[1, 2], [3, 4]] == x }
            [[[1, 2], [3, 5]]] [[[1, 2], [3, 9]]] => 1.0 / 3.0;
        measured nested_vectors(x: Vec<Vec<i32>>) { x == [[1, 2], [3, 4]] }
            [vec![vec![1, 2], vec![3, 5]]] [vec![vec![1, 2], vec![3, 9]]] => 1.0 / 3.0;
        measured nested_both(x: Vec<Vec<i32>>) { x == vec![vec![1]] }
            [vec![vec![2]]] [vec![vec![9]]] => 1.0 / 3.0;
        measured nested_slices(x: &[[i32; 2]]) { x == [[1, 2]] }
            [&[[1, 3]]] [&[[1, 9]]] => 1.0 / 3.0;
        measured nested_references(x: &[[i32; 2]; 1]) { x == &[[1, 2]] }
            [&[[1, 3]]] [&[[1, 9]]] => 1.0 / 3.0;
        measured vector_of_arrays(x: Vec<[i32; 2]>) { x == [[1, 2]] }
            [vec![[1, 3]]] [vec![[1, 9]]] => 1.0 / 3.0;
    }
    table
}

#[test]
fn od84_texts_and_sequences_are_measured() {
    lists(Table::default()).check();
}

pub(super) fn values(mut table: Table) -> Table {
    /// A type of the program with an order, and one with an equality only.
    #[derive(Clone, Copy, PartialEq, PartialOrd)]
    struct Celsius(i32);
    impl EqualityDistance for Celsius {
        fn apart(&self, other: &Self, _: &Rules) -> Distance {
            Distance::from(self.0.abs_diff(other.0))
        }
    }
    impl OrderDistance for Celsius {}
    /// A type without a distance.
    #[derive(Clone, Copy, PartialEq, PartialOrd)]
    struct Weight(u8);

    rows! { table:
        measured options(x: Option<u8>) { x == Some(3) } [Some(4)] [Some(9)] => 0.5;
        measured options_none(x: Option<u8>) { x == Some(3) } [Some(4)] [None] => 0.5;
        measured options_unequal(x: Option<u8>) { !(x != Some(3)) } [Some(4)] [Some(9)] => 0.5;
        measured options_both(x: Option<u8>, y: Option<u8>) { x == y }
            [Some(4), Some(3)] [Some(4), None] => 0.5;
        measured options_less(x: Option<u8>) { x < Some(3) } [Some(3)] [Some(9)] => 0.5;
        measured options_at_most(x: Option<u8>) { x <= Some(3) } [Some(4)] [Some(9)];
        measured options_greater(x: Option<u8>) { x > Some(3) } [Some(3)] [Some(1)] => 0.5;
        measured options_greater_none(x: Option<u8>) { x > Some(3) } [Some(1)] [None];
        measured options_at_least(x: Option<u8>) { x >= Some(3) } [Some(2)] [None];
        measured options_called(x: &[u8]) { x.first() == Some(&7) } [&[8]] [&[1]] => 0.5;
        measured options_texts(x: Option<&str>) { x == Some("b") } [Some("c")] [Some("z")];
        measured results(x: Result<u8, String>) { x == Ok(3) } [Ok(4)] [Ok(9)] => 0.5;
        measured tuples(x: (i32, char)) { x == (1, 'a') } [(1, 'b')] [(9, 'b')] => 0.5;
        measured tuples_less(x: (i32, i32)) { x < (1, 2) } [(1, 3)] [(1, 9)] => 2.0;
        measured own(x: Celsius) { x == Celsius(20) } [Celsius(21)] [Celsius(25)] => 1.0;
        measured own_less(x: Celsius) { x < Celsius(20) } [Celsius(21)] [Celsius(25)];
        measured own_option(x: Option<Celsius>) { x == Some(Celsius(20)) }
            [Some(Celsius(21))] [Some(Celsius(25))] => 0.5;
        measured own_list(x: Vec<Celsius>) { x == [Celsius(20)] }
            [vec![Celsius(21)]] [vec![Celsius(25)]] => 0.5;
        measured own_in_slice(x: &[Celsius], y: i32) { x.contains(&Celsius(y + 1)) }
            [&[Celsius(20)], 20] [&[Celsius(20)], 25] => 1.0;
        measured own_as_slice(x: Vec<Celsius>, y: i32) { x.as_slice().contains(&Celsius(y + 1)) }
            [vec![Celsius(20)], 20] [vec![Celsius(20)], 25] => 1.0;
        measured own_in_part(x: Vec<Celsius>, y: i32) { x[1..].contains(&Celsius(y + 1)) }
            [vec![Celsius(0), Celsius(20)], 20] [vec![Celsius(0), Celsius(20)], 25] => 1.0;
        flat own_copied(x: Vec<Celsius>, y: i32) { x.contains(&Celsius(y + 1)) }
            [vec![Celsius(20)], 20] [vec![Celsius(20)], 25];
        flat own_array(x: [Celsius; 1], y: i32) { x.contains(&Celsius(y + 1)) }
            [[Celsius(20)], 20] [[Celsius(20)], 25];
        measured sets(x: BTreeSet<u8>) { x == BTreeSet::from([3]) } [[].into()] [[1, 2].into()] => 1.0;
        measured maps(x: BTreeMap<u8, u8>) { x == BTreeMap::from([(3, 1)]) }
            [[(3, 2)].into()] [[(3, 9)].into()] => 0.5;
        flat results_less(x: Result<u8, u8>) { x < Ok(3) } [Ok(3)] [Ok(9)];
        flat coerced(x: Option<&[u8]>) { x == Some(&[1, 2]) } [Some(&[1, 3])] [Some(&[1, 9])];
        flat deep(x: Vec<Vec<Vec<u8>>>) { x == [[[3]]] } [vec![vec![vec![4]]]] [vec![vec![vec![9]]]];
        flat none(x: Option<u8>) { x == None } [Some(1)] [Some(9)];
        flat less_than_none(x: Option<u8>) { None > x } [Some(1)] [Some(9)];
        flat without(x: Weight) { x > Weight(50) } [Weight(49)] [Weight(1)];
        flat without_in_list(x: Vec<Weight>) { x == [Weight(50)] }
            [vec![Weight(49)]] [vec![Weight(1)]];
        flat booleans(x: bool, y: u8) { x && y < 255 } [false, 0] [false, 9];
    }
    /// A type with a distance that cannot be cloned.
    #[derive(PartialEq)]
    struct Single(u8);
    impl EqualityDistance for Single {
        fn apart(&self, other: &Self, _: &Rules) -> Distance {
            Distance::from(u32::from(self.0.abs_diff(other.0)))
        }
    }
    rows! { table:
        measured single(x: Vec<Single>, y: Single) { x.contains(&y) }
            [vec![Single(5)], Single(6)] [vec![Single(5)], Single(9)] => 1.0;
        measured single_slice(x: &[Single], y: u8) { x.contains(&Single(y)) }
            [&[Single(5)], 6] [&[Single(5)], 9] => 1.0;
        flat single_computed(x: Vec<Single>, y: u8) { x.contains(&Single(y)) }
            [vec![Single(5)], 6] [vec![Single(5)], 9];
    }
    // Whose types are parameters.
    #[sbst::instrument]
    fn generic<T: PartialOrd>(x: T, y: T) -> bool {
        if x < y { true } else { false }
    }
    #[sbst::instrument]
    fn generic_list<T: PartialEq>(x: &[T], y: &[T]) -> bool {
        if x == y { true } else { false }
    }
    function!(table.flat of_generic(x: i32) -> bool { if generic(x, 5) { true } else { false } }
        [5] [90] => 0.5);
    function!(table.flat of_generic_list(x: i32) -> bool {
        if generic_list(&[x], &[5]) { true } else { false } }
        [6] [90] => 0.5);
    table
}

#[test]
fn od84_values_of_values_are_measured() {
    values(Table::default()).check();
}
