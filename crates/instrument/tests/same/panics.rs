//! Panics leave frames, and assertions decide.

use crate::both::{Noisy, compare, log};
use std::panic::{AssertUnwindSafe, catch_unwind};

both! {
    fn indexed(t: (usize, i32)) -> i32 {
        let (place, x) = t;
        let _noisy = Noisy("noisy");
        let list = [10, 0, 30];
        let y = list[place];
        if x > 0 { log("before", y); }
        100 / y + x
    }

    fn asserted(x: i32) -> i32 {
        assert!(x >= 0, "negative: {x}");
        assert!(x != 3 && x != 4);
        assert_eq!(x % 2, 0, "odd {}", log("odd", x));
        assert_ne!(x, 6);
        debug_assert!(x < 100 || x == 1000);
        debug_assert_eq!(x / 2 * 2, x);
        if x == 8 { unreachable!("eight") }
        match x { 10 => panic!("ten"), 12 => todo!(), 14 => unimplemented!("{}", x), _ => x }
    }

    fn texts(x: i32) -> bool {
        assert!(x != -1);
        assert!(match x { 0 => false, 1..=3 => true, _ => x < 9, });
        assert!(match x { 2 => { x == 3 } _ => true }, );
        prop_free::original(x)
    }

    fn prop_free(x: i32) -> bool {
        debug_assert!(x != 5 || x == 4);
        assert!(matches!(x, 1 | 3..=8));
        assert!(x == { #[allow(unused)] 3 } || x != 3);
        x == 4
    }

    fn caught(x: i32) -> i32 {
        let result = catch_unwind(AssertUnwindSafe(|| {
            let inner = |y: i32| if y > 2 { panic!("large {y}") } else { y };
            if x < 5 { inner(x) } else { caught::original(x - 5) }
        }));
        match result {
            Ok(y) => y,
            Err(_) if x == 4 => -4,
            Err(_) => { log("caught", x); caught::original(1) }
        }
    }

    fn formats(x: i32) -> Result<String, std::num::TryFromIntError> {
        let mut text = format!("{} {y}", u8::try_from(x)?, y = if x > 3 { "large" } else { "small" });
        use std::fmt::Write;
        let _ = write!(text, "{}", if x == 7 { return Ok(text) } else { x });
        let list = vec![x, if x > 9 { 9 } else { x }, i32::from(u8::try_from(x + 250)?)];
        println!("{}", list.len() > 2 || x > 3);
        Ok(text + &list.len().to_string())
    }
}

struct Bomb<'a>(&'a std::cell::Cell<u32>);

impl Drop for Bomb<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() + indexed::instrumented((0, 1)) as u32);
    }
}

both! {
    fn destructors(x: usize) -> u32 {
        let cell = std::cell::Cell::new(0);
        let result = catch_unwind(AssertUnwindSafe(|| {
            let _bomb = Bomb(&cell);
            if x > 2 { indexed::instrumented((x, 0)) } else { indexed::instrumented((0, 0)) }
        }));
        if result.is_err() { cell.set(cell.get() * 2); }
        cell.get()
    }
}

#[test]
fn panics_are_the_same() {
    compare(
        (0..5).flat_map(|place| [(place, 0), (place, 7)]),
        indexed::original,
        indexed::instrumented,
    );
    compare(-2..20, asserted::original, asserted::instrumented);
    compare(-1..11, texts::original, texts::instrumented);
    compare(0..9, prop_free::original, prop_free::instrumented);
    compare(0..9, caught::original, caught::instrumented);
    compare([-1, 0, 3, 4, 5, 6, 7, 9, 12], formats::original, formats::instrumented);
    compare(0..6, destructors::original, destructors::instrumented);
}
