//! Drops and temporaries: each value lives as long as before.

use crate::both::{Noisy, compare, log};
use std::cell::RefCell;

fn make(name: &'static str) -> Noisy {
    Noisy(name)
}

impl Noisy {
    fn is(&self, name: &str) -> bool {
        log("is", name);
        self.0 == name
    }
    fn get(&self) -> Option<&str> {
        if self.0.len() > 3 { Some(self.0) } else { None }
    }
    fn same(self) -> Self {
        self
    }
}

both! {
    fn temporaries(name: &'static str) -> usize {
        if make(name).is("left") && make("right").same().is("right") {
            log("then", 1);
        } else if let Some(text) = make(name).get() {
            log("some", text);
        }
        match make(name).get() {
            Some(text) if make("guard").is(text) => log("guard", text.len()),
            Some(text) => log("arm", text.len()),
            None => 0,
        }
    }

    fn extended(x: i32) -> String {
        let text: &str = if x > 3 { &x.to_string() } else { match x { 0 => &String::from("zero"), _ => &String::from("small") } };
        let list: &[i32] = { let y = x; &[y, y + 1] };
        format!("{text}{}", list.len())
    }

    fn tails(n: usize) -> usize {
        let cell = RefCell::new(vec![1, 2, 3]);
        let first = if n > 1 { cell.borrow().len() } else { cell.borrow_mut().push(4); cell.borrow().iter().filter(|x| **x > 1 && **x < 4).count() };
        let guard = cell.borrow();
        match guard.get(n) { Some(x) => *x + first, None => first }
    }

    fn moves(n: u32) -> Option<Vec<Noisy>> {
        let mut list = Vec::new();
        let first = Noisy("first");
        if n == 0 { return None; }
        list.push(first);
        let second = if n > 1 { Some(Noisy("second")) } else { None };
        list.push(second?);
        if let [.., last] = &mut list[..] { if n > 2 { last.0 = "changed" } }
        if list.len() > 1 && n == 4 { drop(list.remove(0)); }
        log("end", list.len());
        if n == 5 { list.clear() }
        Some(list).filter(|list| !list.is_empty())
    }

    fn assigned(n: usize) -> [usize; 3] {
        let mut list = [0; 3];
        // The value comes before the place.
        list[if n > 1 { log("place", 1) } else { 0 }] = if n % 2 == 0 { log("value", n) } else { 7 };
        list[n.min(2)] += if n > 3 { log("sum", 1) } else { 2 };
        list[if n == 2 { 2 } else { 0 }] -= 0;
        (list[0], list[if n > 2 { 1 } else { 2 }]) = (if n > 0 { 5 } else { 6 }, list[0]);
        list
    }

    fn borrows(n: usize) -> usize {
        let mut list = vec![3, 1, 2];
        let slot = match list.iter_mut().find(|x| **x == n) { Some(x) => x, None => return 0 };
        *slot += 10;
        let both = (&mut list, 5);
        let (list, y) = both;
        if list[0] < { list.push(y); list.len() } { list[0] += 1; }
        while list.len() < 6 && { list.push(n); list.len() } < 9 {}
        let last = &mut *list;
        if let Some(x) = last.pop() && x == n { last.push(x + 1); }
        last.iter().sum()
    }
}

#[test]
fn values_live_as_long() {
    compare(["left", "abc", "guard", ""], temporaries::original, temporaries::instrumented);
    compare(0..6, extended::original, extended::instrumented);
    compare(0..6, tails::original, tails::instrumented);
    compare(
        0..7,
        |n| moves::original(n).map(|list| list.len()),
        |n| moves::instrumented(n).map(|list| list.len()),
    );
    compare(0..6, assigned::original, assigned::instrumented);
    compare(0..5, borrows::original, borrows::instrumented);
}
