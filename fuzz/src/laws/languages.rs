//! Distances to languages, each of the whole text and of some part of it.

use crate::machine::Letter;
use arbitrary::{Result, Unstructured};
use sbst::distance::Distance;

/// Inserts, deletes or replaces one symbol.
pub fn edit<S: Letter>(u: &mut Unstructured<'_>, text: &mut Vec<S>) -> Result<()> {
    let [kind, place]: [u8; 2] = u.arbitrary()?;
    let at = usize::from(place) % (text.len() + 1);
    match kind % 3 {
        0 if at < text.len() => drop(text.remove(at)),
        1 if at < text.len() => text[at] = S::read(u)?,
        _ => text.insert(at, S::read(u)?),
    }
    Ok(())
}

/// Of the whole text, and of some part of it; `empty` are those of the empty text, the shortest
/// members.
pub fn check_bounds([whole, part]: [Distance; 2], length: usize, empty: [Distance; 2]) {
    assert!(part <= whole);
    for (found, shortest) in [whole, part].into_iter().zip(empty) {
        assert_eq!(
            found == Distance::INFINITE,
            shortest == Distance::INFINITE,
            "only an empty \
            language is infinitely far"
        );
        assert!(
            found <= shortest.max(Distance::count(length)),
            "replaced as far as both go, then \
            inserted or deleted"
        );
    }
}

/// A distance changes by one at most where one symbol does.
pub fn check_one_edit(before: [Distance; 2], after: [Distance; 2]) {
    for (before, after) in before.into_iter().zip(after) {
        assert!(
            before == after || (before.get() - after.get()).abs() <= 1.0,
            "{before} and \
            {after} are one edit apart"
        );
    }
}
