//! Vectors: their texts, their order, and that they come back.

use super::vector;
use crate::effort::config;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sbst_histories::decisions::{ParseVectorError, Vector};

fn text(seen: &[Option<bool>]) -> String {
    seen.iter().map(|value| value.map_or('-', |holds| if holds { 'T' } else { 'F' })).collect()
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn texts_come_back_and_order_is_that_of_the_values(
        one in vec(option::of(any::<bool>()), 0..=64),
        other in vec(option::of(any::<bool>()), 0..=64),
        common in 0..64_usize,
    ) {
        let mut other = other;
        let common = common.min(one.len()).min(other.len());
        other[..common].copy_from_slice(&one[..common]);
        let [v, w] = [&one, &other].map(vector);
        for (vector, seen) in [(v, &one), (w, &other)] {
            let text = text(seen);
            prop_assert_eq!(text.parse(), Ok(vector));
            prop_assert_eq!(vector.to_string().parse(), Ok(vector));
            prop_assert_eq!(vector.to_string(), text.trim_end_matches('-'));
            prop_assert_eq!(format!("{vector:64}"), format!("{text:-<64}"));
            for place in 0..70 {
                prop_assert_eq!(vector.get(place), seen.get(place as usize).copied().flatten());
                prop_assert_eq!(vector.with(place, true).get(place), (place < 64).then_some(true));
                prop_assert_eq!(
                    vector.with(place, true).with(place, false),
                    vector.with(place, false)
                );
            }
        }
        let rank = |seen: &[Option<bool>]| {
            let mut ranks: Vec<u8> =
                seen.iter().map(|value| value.map_or(2, |holds| u8::from(!holds))).collect();
            ranks.resize(64, 2);
            ranks
        };
        prop_assert_eq!(v.cmp(&w), rank(&one).cmp(&rank(&other)));
        prop_assert_eq!(v == w, v.cmp(&w).is_eq());
    }
}

#[test]
fn other_texts_are_refused() {
    for text in ["TX", "t", "T F", "é", &"-".repeat(65)] {
        assert_eq!(text.parse::<Vector>(), Err(ParseVectorError));
    }
    assert_eq!("-".repeat(64).parse(), Ok(Vector::EMPTY));
}
