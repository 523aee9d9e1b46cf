//! Receivers whose elements note when they are cloned and dropped: a look at them does neither.

use crate::both::{compare, log};
use sbst::distance::{Distance, EqualityDistance, Rules};
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

/// An element with a distance.
#[derive(Debug, PartialEq, PartialOrd)]
pub(crate) struct Element(i32);

impl Clone for Element {
    fn clone(&self) -> Self {
        Self(log("clone", self.0))
    }
}

impl Drop for Element {
    fn drop(&mut self) {
        log("drop", self.0);
    }
}

impl EqualityDistance for Element {
    fn apart(&self, other: &Self, _: &Rules) -> Distance {
        Distance::from(self.0.abs_diff(other.0))
    }
}

fn make(x: i32) -> Element {
    Element(log("make", x))
}

fn both(x: i32) -> [Element; 2] {
    [make(x), make(x + 1)]
}

both! {
    fn vectors(x: i32) -> u32 {
        let mut list = Vec::from(both(1));
        let mut sum = 0;
        if list.contains(&make(x)) { sum += 1; }
        if list.starts_with(&[make(x)]) || list.ends_with(&both(x)) { sum += 2; }
        if (*list).contains(&make(x)) || list[1..].starts_with(&[make(x)]) { sum += 4; }
        if let Some(rest) = list.strip_prefix(&[make(x)]) { sum += 8 + rest.len() as u32; }
        if Vec::from(both(x)).contains(&make(2)) { sum += 16; }
        if vec![make(x)].ends_with(&[make(2)]) { sum += 32; }
        let list = &mut list;
        if list.contains(&make(x)) || list.starts_with(&both(x)) { sum += 64; }
        let list = &*list;
        if list.contains(&make(x)) || list.ends_with(&both(x)) { sum += 128; }
        sum
    }

    fn arrays(x: i32) -> u32 {
        let mut list = both(1);
        let rows = [both(1), both(2)];
        let mut sum = 0;
        if list.contains(&make(x)) { sum += 1; }
        if list.starts_with(&[make(x)]) || list.ends_with(&both(x)) { sum += 2; }
        if rows.contains(&both(x)) || rows[1].contains(&make(x)) { sum += 4; }
        if let Some(rest) = list.strip_suffix(&[make(x)]) { sum += 8 + rest.len() as u32; }
        if both(x).contains(&make(2)) || [make(x)].starts_with(&[make(2)]) { sum += 16; }
        let list = &mut list;
        if list.contains(&make(x)) || list.ends_with(&[make(x)]) { sum += 32; }
        let list = &*list;
        if list.contains(&make(x)) || list.ends_with(&[make(x)]) { sum += 64; }
        sum
    }

    fn slices(x: i32) -> u32 {
        let mut list = both(1);
        let list = &mut list[..];
        let mut sum = 0;
        if list.contains(&make(x)) { sum += 1; }
        if list.starts_with(&[make(x)]) || list.ends_with(&both(x)) { sum += 2; }
        if let Some(rest) = list.strip_prefix(&[make(x)]) { sum += 4 + rest.len() as u32; }
        let list = &*list;
        if list.contains(&make(x)) || list.ends_with(&[make(x)]) { sum += 8; }
        if list[..1].contains(&make(x)) { sum += 16; }
        sum
    }

    fn owned(x: i32) -> u32 {
        let mut boxed: Box<[Element]> = Box::new(both(1));
        let (array, list) = (Box::new(both(1)), Box::new(vec![make(2)]));
        let (shared, counted): (Rc<[Element]>, Arc<Vec<Element>>) =
            (Rc::new(both(1)), Arc::new(vec![make(2)]));
        let mut sum = 0;
        if boxed.contains(&make(x)) || boxed.starts_with(&[make(x)]) { sum += 1; }
        if array.contains(&make(x)) || array.ends_with(&[make(x)]) { sum += 2; }
        if list.contains(&make(x)) || list.starts_with(&[make(x)]) { sum += 4; }
        if shared.contains(&make(x)) || shared.ends_with(&[make(x)]) { sum += 8; }
        if counted.contains(&make(x)) || counted.starts_with(&[make(x)]) { sum += 16; }
        let boxed = &mut boxed;
        if boxed.contains(&make(x)) || boxed.ends_with(&[make(x)]) { sum += 32; }
        sum
    }

    fn nested(x: i32) -> u32 {
        let options = vec![Some(make(1)), None];
        let pairs = [(1, make(1)), (2, make(2))];
        let (boxes, rows) = (vec![Box::new(make(1))], vec![vec![make(1)]]);
        let (shared, texts) = ([Rc::new(make(1))], vec![("a".to_string(), [make(1)])]);
        let range = make(1)..make(3);
        let references: Vec<&Element> = pairs.iter().map(|pair| &pair.1).collect();
        let mut sum = 0;
        if options.contains(&Some(make(x))) { sum += 1; }
        if pairs.contains(&(x, make(x))) || pairs.starts_with(&[(x, make(x))]) { sum += 2; }
        if boxes.contains(&Box::new(make(x))) || rows.contains(&vec![make(x)]) { sum += 4; }
        if rows.ends_with(&[Vec::from([make(x)])]) { sum += 8; }
        if shared.contains(&Rc::new(make(x))) { sum += 16; }
        if texts.contains(&("a".to_string(), [make(x)])) { sum += 32; }
        if range.contains(&make(x)) || (make(x)..=make(2)).contains(&make(2)) { sum += 64; }
        if references.contains(&&make(x)) { sum += 128; }
        sum
    }

    fn counts(x: i32) -> u32 {
        let shared = vec![Rc::new(x)];
        let texts: [Rc<str>; 1] = ["1".into()];
        let count = |rc: &Rc<i32>| Rc::new(Rc::strong_count(rc) as i32);
        let mut sum = 0;
        if shared.contains(&count(&shared[0])) { sum += 1; }
        if shared.starts_with(&[Rc::new(Rc::strong_count(&shared[0]) as i32)]) { sum += 2; }
        if texts.contains(&Rc::strong_count(&texts[0]).to_string().into()) { sum += 4; }
        sum
    }

    fn inferred(x: i32) -> (Vec<Element>, usize) {
        let (mut seen, mut numbers, mut none) = (Vec::new(), Vec::new(), Vec::new());
        for place in 0..3 {
            if !seen.contains(&make(x * place)) { seen.push(make(x * place)); }
            if !numbers.contains(&(x * place)) { numbers.push(x * place); }
            if !none.contains(&None::<Element>.or(Some(make(x)))) { none.push(None); }
        }
        (seen, numbers.len() + none.len())
    }

    fn generic[T: Clone + PartialEq + Debug](t: (Vec<T>, fn(i32) -> T, i32)) -> u32 {
        let (list, make, x) = t;
        let pair = [make(1), make(2)];
        let mut sum = 0;
        if list.contains(&make(x)) || list.starts_with(&[make(x)]) { sum += 1; }
        if pair.contains(&make(x)) || pair.ends_with(&[make(x)]) { sum += 2; }
        sum
    }
}

#[test]
fn elements_of_vectors_are_not_cloned() {
    compare(-1..4, vectors::original, vectors::instrumented);
}

#[test]
fn elements_of_arrays_and_slices_are_not_cloned() {
    compare(-1..4, arrays::original, arrays::instrumented);
    compare(-1..4, slices::original, slices::instrumented);
}

#[test]
fn elements_behind_pointers_are_not_cloned() {
    compare(-1..4, owned::original, owned::instrumented);
}

#[test]
fn parts_of_elements_are_not_cloned() {
    compare(-1..4, nested::original, nested::instrumented);
}

#[test]
fn references_are_not_counted() {
    compare(-1..4, counts::original, counts::instrumented);
}

#[test]
fn elements_whose_type_is_known_only_afterwards_are_not_cloned() {
    compare(-1..4, inferred::original, inferred::instrumented);
}

#[test]
fn elements_whose_type_is_a_parameter_are_not_cloned() {
    compare(
        (-1..4).map(|x| (Vec::from(both(1)), make as fn(i32) -> Element, x)),
        |t| generic::original(t),
        |t| generic::instrumented(t),
    );
}
