//! Hooks before a pattern is matched: `if let Some(rest) = text.strip_prefix("x")`, and the next
//! element of a `for` loop.

use super::active::Active;
use super::foreseen::Foreseen;
use crate::distance::Decision;
use core::any::type_name;

impl<'r> Active<'r> {
    /// Says what is known of the pattern at the end of a block, and returns the value that is
    /// matched.
    #[inline]
    pub fn foresee<T>(&self, block: u32, asked: Option<Decision>, value: T) -> T {
        self.ahead(block, asked.map(Foreseen::Asked));
        value
    }

    /// Returns the elements of a `for` loop, whose head is this block.
    #[inline]
    #[track_caller]
    pub fn elements<I: IntoIterator>(
        &self,
        block: u32,
        elements: I,
    ) -> Elements<'_, 'r, I::IntoIter> {
        let is_known = self.is_recorded() && is_of_std(type_name::<I::IntoIter>());
        Elements { frame: self, block, elements: elements.into_iter(), is_known }
    }
}

/// The elements of a `for` loop. Before each of them, the frame learns how many are left, unless the
/// program would have to say so.
#[derive(Debug)]
pub struct Elements<'f, 'r, I> {
    frame: &'f Active<'r>,
    block: u32,
    elements: I,
    is_known: bool,
}

impl<I: Iterator> Iterator for Elements<'_, '_, I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        if !self.is_known || !self.frame.is_recorded() {
            return self.elements.next();
        }
        let left = u32::try_from(self.elements.size_hint().0).unwrap_or(u32::MAX);
        let element = self.elements.next();
        // Only now: the iterator may have run code of this function.
        self.frame.ahead(self.block, Some(Foreseen::Left(left)));
        element
    }
}

/// Returns `true` for the name of an iterator of the standard library whose parts are such, too.
/// Then only the library says how many elements are left; an iterator of the program may do
/// anything to say so.
fn is_of_std(name: &str) -> bool {
    let name = name.trim_start_matches("&mut ");
    let (path, parameters) = name.split_once('<').unwrap_or((name, ""));
    let is_std = ["core::", "alloc::", "std::"].iter().any(|root| path.starts_with(root));
    let is_adapter = path.starts_with("alloc::boxed::")
        || path.starts_with("core::iter::") && !path.starts_with("core::iter::sources::");
    // The elements of these are asked, too, and have no fixed number.
    let is_flat = path.contains("flatten");
    // What is adapted comes first; two of them are joined in one iterator.
    let adapted = if ["Chain", "Zip"].iter().any(|two| path.ends_with(two)) { 2 } else { 1 };
    is_std && !is_flat && (!is_adapter || parts(parameters).take(adapted).all(is_of_std))
}

/// Returns the parameters in the name of a type, after `<`.
fn parts(parameters: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    parameters
        .split(move |letter| {
            match letter {
                '<' | '(' | '[' => depth += 1,
                '>' | ')' | ']' => depth -= 1,
                _ => {}
            }
            letter == ',' && depth == 0
        })
        .map(str::trim)
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::is_of_std;
    use alloc::boxed::Box;
    use core::any::type_name_of_val;

    struct Own;
    impl Iterator for Own {
        type Item = u8;
        fn next(&mut self) -> Option<u8> {
            None
        }
    }

    #[test]
    fn iterators_of_the_program_are_not_asked() {
        let own = || Own;
        let (list, of_own) = ([1_u8, 2], [Own]);
        let known = |name: &str| is_of_std(name);
        assert!(known(type_name_of_val(&list.iter())));
        assert!(known(type_name_of_val(&of_own.iter())));
        assert!(known(type_name_of_val(&list.iter().map(|_| Own).enumerate().rev())));
        assert!(known(type_name_of_val(&list.iter().zip(of_own.iter()).take(2))));
        assert!(known(type_name_of_val(&&mut (0..3))));
        assert!(known(type_name_of_val(&"a b".split_whitespace())));
        assert!(known(type_name_of_val(&std::collections::BTreeMap::<u8, Own>::new().iter())));
        assert!(!known(type_name_of_val(&own())));
        assert!(!known(type_name_of_val(&&mut own())));
        assert!(!known(type_name_of_val(&own().map(|x| x).enumerate())));
        assert!(!known(type_name_of_val(&list.iter().copied().zip(own()))));
        assert!(!known(type_name_of_val(&list.iter().copied().chain(own()).fuse())));
        assert!(!known(type_name_of_val(&list.iter().flat_map(|_| own()))));
        let boxed: Box<dyn Iterator<Item = u8>> = Box::new(own());
        assert!(!known(type_name_of_val(&boxed)));
        assert!(!known(type_name_of_val(&Box::new(own()))));
    }
}
