//! Texts and lines of panics.

use crate::both::log;
use crate::cases::{N, tracked, tracked_number, tracked_option};

both! {
    fn texts(x: i32) -> i32 {
        assert!((x > -1));
        assert!(x!=5&&!(x==  6));
        assert!(x <= 6 || N("seven", -x).val() == - 1 * x,);
        assert!([1, 2, 3, 4][..].contains(&x) | (x as i64 == 8i64) | matches!(x, 0 | 9..=10));
        x
    }

    fn equal(x: i32) -> i32 {
        if x > 0 {
            assert_eq!(x % 2, 0);
            assert_eq!(x % 4, 0, "four");
        }

        assert_ne!(x, 4);
        assert_ne!(
            x, 8,
            "eight {}", x);
        assert_eq!(x, 0,);
        x
    }

    fn of_last(x: i32) {
        let n = N("local", x);
        if x == 1 {

            assert_eq!(N("left", x).val(), N("right", 0).val())
        } else if x == 2 { assert!(N("left", x).val() == N("right", 0).val()) }
        else { assert_ne!(x, 0) }
    }

    fn debug(x: i32) -> i32 {
        debug_assert!(x != 1, "one {}", x);

        debug_assert_eq!(x / 2, 0);
        debug_assert_ne!(x, 0);
        if x == -1 { unreachable!() }
        x
    }

    fn conditions(x: i32) -> i32 {
        if tracked(x) {
            log("then", 1);
        } else if x > 0 && tracked(x + 1)
            || !tracked(x + 2) {
            log("else", 1);
        }

        let y = tracked(x - 2) as i32;
        while tracked(x - 4) { return 3; }
        if !tracked(x) { return 4; }
        if (tracked(x - 1)) { return 5; }
        y
    }

    fn methods(x: i32) -> bool {
        let n = N("local", x);
        if n.tracked(0) {
            return N("temporary", x).tracked(1);
        }
        let y = n.tracked(1)
            && n
                .tracked(2);
        y || N("temporary", x)
            .tracked(-2)
    }

    fn comparisons(x: i32) -> i32 {
        if tracked_number(x) > tracked_number(x + 1) { return 1; }

        if tracked_number(x - 1) == 0
            || tracked_number(x + 2) <= tracked_number(5 - x) { return 2; }
        let y = tracked_number(1) < tracked_number(x + 3);
        i32::from(y)
    }

    fn matches(x: i32) -> i32 {
        match tracked(x) {
            true => 1,
            false if tracked(x + 1) => 2,
            false => {

                match tracked_number(x + 2) { 0 => 3, 1..=9 => 4, n if tracked(n) => 5, _ => 6 }
            }
        }
    }

    fn patterns(x: i32) -> i32 {
        if let Some(n) = tracked_option(x) {
            return n.val();
        }
        let Some(n) = tracked_option(x + 3) else { return 0 };

        while let Some(m) = tracked_option(x + 2) { return m.val(); }
        match tracked_option(x + 4) { Some(m) => m.val(), None => n.val() }
    }

    fn arguments(x: i32) -> i32 {
        let f = |y: i32| { tracked_number(y) };
        log("argument",
            tracked_number(x) + f(x + 1)) + [tracked_number(x + 2),
            1][(tracked_number(2) - 2) as usize]
    }

    fn closures(x: i32) -> bool {
        let f = |y| tracked(y);
        let g = |y: i32| {
            if tracked(y) { return true; }
            tracked(y + 1)
        };
        f(x)
            || g(x + 2)
    }

    fn tail(x: i32) -> bool {

        tracked(x)
    }

    fn question(x: i32) -> Option<i32> {
        let n = tracked_option(x)?;
        let y = tracked_option(x + 1)?.val() + tracked_option(
            x + 2)?.val();
        Some(y)
    }

    fn with_item(x: i32) -> i32 {
        if x > 0 { const ONE: i32 = 1; log("one", ONE); }
        assert_eq!(x, 0);
        if tracked(x) {
            1
        } else { 2 }
    }

    fn others(x: i32) -> i32 {
        let list = [1, 2, 3];
        let mut y = 0;
        if x > 5 { y = i32::max_value()
            + x; }
        if x < 0 { y = -(x +
            i32::min_value() - x); }
        if x == 4 { y = 1 / (x - 4); }
        if list[x as usize] > 1 && x < 4
            && list[(x + 1) as usize] > 2 { y += 1; }
        if x == 0 { N("none", 0).next().unwrap().val(); }
        N("error", x).result().unwrap().val()
    }

    #[track_caller]
    fn outer(x: i32) -> bool {
        if tracked(x) { true } else { x > -1 }
    }
}

#[test]
fn od41_texts_of_assertions() {
    compared!(x in -3..11;
        [texts(x)]);
}

#[test]
fn od42_lines_of_panics() {
    compared!(x in -3..11;
        [equal(x)] [of_last(x)] [debug(x)] [with_item(x)] [others(x)]);
}

#[test]
fn od42_lines_of_calls_that_decide() {
    compared!(x in -3..11;
        [conditions(x)] [methods(x)] [comparisons(x)] [matches(x)]
        [patterns(x)] [closures(x)] [tail(x)] [question(x)] [outer(x)]);
}

#[test]
fn lines_of_arguments() {
    compared!(x in -3..11;
        [arguments(x)]);
}
