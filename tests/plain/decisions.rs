//! Vectors of decisions.

use super::{comes_back, config, refused};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sbst_histories::decisions::{Independence, Vector};

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn vectors_come_back(values in vec(option::of(any::<bool>()), 0..=64)) {
        let known = (0_u32..).zip(values).filter_map(|(place, value)| Some((place, value?)));
        comes_back(known.fold(Vector::EMPTY, |vector, (place, value)| vector.with(place, value)));
    }
}

#[test]
fn vectors_are_texts() {
    let vector: Vector = "F-T".parse().expect("a vector");
    assert_eq!(serde_json::to_string(&vector).expect("can be written"), "\"F-T\"");
    assert_eq!(refused::<Vector>("\"FXT\""), "a vector has at most 64 letters, each T, F or -");
    refused::<Vector>(&format!("{:?}", "-".repeat(65)));
    refused::<Vector>("5");
    comes_back((Independence::UniqueCause, Independence::Masking));
}
