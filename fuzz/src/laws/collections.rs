//! Collections, options and tuples.

use super::{decided, legal};
use crate::number;
use arbitrary::{Result, Unstructured};
use sbst::distance::Rules;
use sbst::distance::collection::SetMetric;
use sbst::distance::structure;
use std::collections::BTreeSet;

/// Two collections of small numbers, and values that have parts.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    let rules = number::rules(u)?;
    let some = |u: &mut Unstructured<'_>| -> Result<Vec<i8>> {
        let count = u.arbitrary::<u8>()? % 9;
        (0..count).map(|_| Ok(u.arbitrary::<i8>()? % 16)).collect()
    };
    let (a, b, x) = (some(u)?, some(u)?, u.arbitrary::<i8>()? % 16);
    let sets = [&a, &b].map(|list| list.iter().copied().collect::<BTreeSet<i8>>());
    let sorted = [&a, &b].map(|list| {
        let mut list = list.clone();
        list.sort_unstable();
        list
    });
    for metric in [SetMetric::SymmetricDifference, SetMetric::Jaccard] {
        decided(rules.contains(&a, &x), a.contains(&x));
        decided(rules.contains_all(&a, &b), b.iter().all(|x| a.contains(x)));
        decided(rules.contains_all(&b, &a), a.iter().all(|x| b.contains(x)));
        decided(rules.set_eq(&a, &b, metric), sets[0] == sets[1]);
        decided(rules.multiset_eq(&a, &b, metric), sorted[0] == sorted[1]);
        decided(rules.is_empty(&a), a.is_empty());
        assert_eq!(
            rules.contains_all(&a, &b),
            rules.contains_all(&sorted[0], &sorted[1]),
            "in any order"
        );
    }
    structures(u, &rules)
}

fn structures(u: &mut Unstructured<'_>, rules: &Rules) -> Result<()> {
    let part = |u: &mut Unstructured<'_>| -> Result<(Option<f64>, i32, char)> {
        let kind: u8 = u.arbitrary()?;
        let value = if kind & 1 == 0 { None } else { Some(number::float(u)?) };
        Ok((value, i32::from(kind / 2), char::from(kind)))
    };
    let (a, b) = (part(u)?, part(u)?);
    decided(rules.eq(&a, &b), a == b);
    decided(rules.eq(&a.0, &b.0), a.0 == b.0);
    decided(rules.eq(&[a, b][..], &[b, a][..]), a == b);
    let distances = [number::distance(u)?, number::distance(u)?];
    legal(structure::fields(distances));
    assert!(structure::same_variant(distances[0]).get() < 1.0);
    Ok(())
}
