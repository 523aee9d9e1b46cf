//! Panics, and calls that say their line.
//!
//! Written by `generate.py`. Do not change it by hand.

use crate::both::log;
use crate::cases::{N, Pair, sum, tracked, tracked_number, tracked_option};

both! {
    fn panics_00(x: i32) -> i32 {
        let n = N("local", x);
        if tracked_number(if x >= 1 {
            if tracked(if x >= 2 {
                match N("v1", x).next() {
                    Some(m) => 0,
                    None => { N("v2", x).val() },
                }
            } else { *N("v3", 1).number() }) {
                let y = tracked_option(x + x + (match N("v4", x).next() {
                    Some(ref m) if 2 >= 0 => { tracked_number(1) },
                    Some(m) => x,
                    None => {
                        if x > 1
                            && tracked(x)
                            || !tracked(0) {
                            let z = x;
                        }
                        x
                    },
                }) + 1).unwrap().val();
                drop(x);
            }
            3
        } else {
            let n = N("v5", x);
            N("v6", 0).val()
        })
            < tracked_number(2) {
            let n = N("v7", 2);
        }
        (x);
        tracked_number(if tracked(x) {
            {
                let f = |y: i32| y;
                f(x)
            }
        } else { tracked_number(x) })
    }

    fn panics_01(n: N, x: i32) -> bool {
        let n = N("local", x);
        if tracked({
            let f = |y: i32| 1;
            f(x)
        }) {
            match tracked_number(x) {
                0 => {
                    if tracked(N("v1", 1).val()) {
                        let _ = N("v2", 1);
                        let y = tracked_option(2 + (if let Some(m) = N("v3", x).next() { log("v4",
                            x) } else { unknown!(1) }) + 1).unwrap().val();
                    }
                },
                1 | 2 if n.flag() => {
                    drop(N("v5", x).val());
                },
                y @ 3..=9 => {
                    let y = N("v6", tracked_number(y) + 1).next().unwrap().val();
                },
                _ => {
                    assert_eq!((if let Some(m) = N("v7", 0).next() {
                        N("v8", x).next();
                        x
                    } else { 2 }) & 4, 0, "said:{}", 3);
                },
            }
            N("v9", 3).next();
        }
        let _kept = N("v10", x).next();
        tracked({
            assert!(N("v11", 3).flag() || x < 0, "said:{}", match x {
                1 | 2 if x < 0 || x <= 3 => {
                    let _ = N("v12", x);
                    N("v13", x).val()
                },
                y @ 3..=9 => {
                    let _kept = N("v14", 1);
                    1
                },
                _ => { x },
            });
            drop(x);
            N("v15", x).val()
        })
    }

    fn panics_02(x: i32) -> i32 {
        let n = N("local", x);
        if tracked_number(tracked_number(2))
            < tracked_number(match x {
            1 | 2 if log("v1", x >= 2) => x,
            y @ 3..=9 => x,
            _ => x,
        }) {
            match tracked(tracked_number(1)) {
                true => drop(N("v2", 0)),
                false => {}
            }
            debug_assert!(({
                assert!(x == 2 || x < 3, "v3");
                if tracked_number({
                    let y = sum(tracked_number({
                        let f = |y: i32| { [3, y][(x & 1) as usize] };
                        f(x)
                    }),
                        tracked_number(tracked_number(x)));
                    N("v4", x).val()
                })
                    < tracked_number(1) {
                    drop(x);
                }
                x >= 0
            }) || x > 0);
        }
        n.next();
        if N("v5", N("v6", 3).val()).tracked(3) { N("v7", tracked_number(3)).val() } else {
            sum(unknown!(1), 2) }
    }

    fn panics_03(x: i32) {
        let n = N("local", x);
        assert_ne!(tracked_number(N("v1", x).val()), 5, "v2");
        if n.tracked(1) {
            if x != 2 {
                if n.tracked(1) {
                    let y = sum(tracked_number({
                        let f = |y: i32| y;
                        f(0)
                    }),
                        tracked_number({
                        let f = |y: i32| { n.val() };
                        f(x)
                    }));
                    if tracked_number(N("v3", x).val())
                        < tracked_number({
                        if x > 1
                            && tracked([x, 3][(x & 1) as usize])
                            || !tracked(match N("v4", 1).next() {
                            Some(m) => x,
                            None => { N("v5", x).val() },
                        }) {
                            match tracked(N("v6", x).val()) {
                                true => drop(N("v7", x)),
                                false => {}
                            }
                        }
                        drop(x);
                        x
                    }) {
                        let m = N("v8", x);
                        drop(x);
                    }
                }
                let z = x;
            } else {
                let m = N("v9", x);
            }
            N("v10", x).name();
        }
        let n = N("v11", 2);
        N("v12", x).next();
        drop(N("v13", (if x <= 0 {
            if N("v14", x).tracked(1) {
                match tracked(unknown!(x)) {
                    true => drop(N("v15", x)),
                    false => {}
                }
            }
            x + x
        } else {
            let n = N("v16", 1);
            N("v17", 3).val()
        }) + x))
    }

    fn panics_04(x: i32) -> Option<N> {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        if x > 1
            && tracked({
            let f = |y: i32| { N("v1", y).val() };
            f(x)
        })
            || !tracked(tracked_number(2)) {
            assert_ne!(n.next().map_or(x, |m| x), *N("v2", 0).number() + 2);
        }
        let y = i32::max_value() - 4 + ({
            let f = |y: i32| {
                assert!(y > 3 || y < 3);
                {
                    if tracked_number(x + log("v3", x))
                        < tracked_number(N("v4", y).val()) {
                        let y = sum(tracked_number('l5: {
                            let n = N("v6", 2);
                            if y >= 0 { break 'l5 tracked_number(1); }
                            y
                        }),
                            tracked_number(2));
                        N("v7", x).name();
                    }
                    let _kept = N("v8", y);
                    0
                }
            };
            f(x)
        });
        let n = N("v9", x);
        N("v10", log("v11", x + (if x < 0 {
            assert_ne!(x, 5, "v12");
            N("v13", x).val()
        } else {
            (1);
            x
        }))).next()
    }

    fn panics_05(x: i32) -> i32 {
        let n = N("local", x);
        match tracked(N("v1", 2).val()) {
            true => drop(N("v2", 3)),
            false => {}
        }
        match tracked(tracked_number(x)) {
            true => drop(N("v3", x)),
            false => {}
        }
        let _kept = N("v4", match N("v5", x).next() {
            Some(ref m) if 3 > x => {
                {
                    let x = 2;
                    N("v6", 0).val()
                }
            },
            Some(m) => {
                if tracked_number(N("v7", x).val())
                    < tracked_number({
                    let f = |y: i32| x;
                    f(x)
                }) {
                    match tracked(tracked_number(2)) {
                        true => drop(N("v8", 3)),
                        false => {}
                    }
                }
                i32::from(x < 2)
            },
            None => x,
        });
        *N("v9", if x < 1 { N("v10", 1).val() } else { N("v11", x).val() }).number()
    }

    fn panics_06(x: i32) -> bool {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        if tracked(sum(0, x)) {
            match log("v1", x) {
                0 => drop(N("v2", x)),
                1 | 2 if n.flag() => drop(N("v3", x)),
                y @ 3..=9 => { drop(N("v4", x)) },
                _ => { drop(N("v5", x).next()) },
            }
            if tracked(match x {
                1 | 2 if x == 2 || x < 1 => 2,
                y @ 3..=9 => {
                    let z = 0;
                    i32::from(z != 3)
                },
                _ => 1,
            }) {
                assert!(x >= 3 || x < 3, "v6");
            }
        }
        ({
            let f = |y: i32| N("v7", 1).val();
            f(x)
        });
        n.flag()
    }

    fn panics_07(x: i32) -> i32 {
        let n = N("local", x);
        let z = [log("v1", x), x][(tracked_number(x) & 1) as usize];
        let y = tracked_option(tracked_number(x) + 1).unwrap().val();
        assert!((x > 0 && x <= 2 || ({
            if n.tracked(1) {
                if tracked_number({
                    let f = |y: i32| z;
                    f(1)
                })
                    < tracked_number({
                    let mut k = 0;
                    loop {
                        k += 1;
                        let n = N("v2", 2);
                        if k > 2 || z < 3 { break k; }
                    }
                }) {
                    let y = x;
                    let m = N("v3", x);
                }
                if x > 1
                    && tracked(unknown!(z))
                    || !tracked(z) {
                    drop(z);
                    N("v4", z).name();
                }
            }
            (z);
            z <= 3
        })) || z < 1, "v5");
        (z);
        (match x {
            1 | 2 if N("v6", z).tracked(0) => {
                let y = i32::max_value() - 4 + ({
                    let mut k = 0;
                    loop {
                        k += 1;
                        let n = N("v7", k);
                        if k > 2 || x == 3 { break 2; }
                    }
                });
                N("v8", z).val()
            },
            y @ 3..=9 => { z },
            _ => x,
        }) + x - z
    }

    fn panics_08(x: i32) {
        let n = N("local", x);
        if x > 1
            && tracked(n.val())
            || !tracked(N("v1", x).val()) {
            if tracked(N("v2", x).next().map_or(x, |m| {
                assert!(x >= 1 || x < 2, "v3");
                N("v4", 2).val()
            })) {
                if tracked_number({
                    match tracked({
                        let f = |y: i32| { N("v5", x).val() };
                        f(3)
                    }) {
                        true => drop(N("v6", x)),
                        false => {}
                    }
                    N("v7", x).val()
                })
                    < tracked_number(N("v8", 2).val()) {
                    assert_eq!(1 / 4, 0);
                    if N("v9", x).tracked(1) {
                        let m = N("v10", x);
                        match tracked(x + x + 0) {
                            true => drop(N("v11", x)),
                            false => {}
                        }
                    }
                }
            }
            (x);
        }
        let n = N("v12", x);
        drop(N("v13", N("v14", x).val()))
    }

    fn panics_09(x: i32) -> Option<N> {
        let n = N("local", x);
        if N("v1", 0).tracked(1) {
            if N("v2", x).tracked(1) {
                assert_eq!(x / 4, 0);
                if n.tracked(1) {
                    match tracked(N("v3", 3).next()?.val()) {
                        true => drop(N("v4", x)),
                        false => {}
                    }
                    if x > 1
                        && tracked(n.val())
                        || !tracked(N("v5", x).val()) {
                        let m = N("v6", x);
                    }
                }
            }
        }
        if tracked({
            if x > 1
                && tracked(sum(x, x))
                || !tracked(x + unknown!(x)) {
                let y = 2;
                let y = sum(tracked_number({
                    let f = |y: i32| y;
                    f(0)
                }),
                    tracked_number(unknown!(2)));
            }
            drop(x);
            x
        }) {
            let x = x;
        }
        let n = N("v7", 3);
        drop(x);
        tracked_option(N("v8", N("v9", x).val()).val())
    }

    fn panics_10(x: i32) -> i32 {
        let n = N("local", x);
        if tracked_number({
            if N("v1", 3).tracked(1) {
                assert!(x <= 2 || x < 1, "v2");
                match tracked({
                    if x > 1
                        && tracked({
                        let _ = N("v3", x);
                        N("v4", 3).val()
                    })
                        || !tracked(x + N("v5", 2).val()) {
                        let y = i32::max_value() - 4 + (unknown!(x));
                        if x > 1
                            && tracked(log("v6", x))
                            || !tracked(log("v7", x)) {
                            debug_assert!(x != 1 || x > 0);
                        }
                    }
                    let _ = N("v8", 0);
                    N("v9", 1).val()
                }) {
                    true => drop(N("v10", 2)),
                    false => {}
                }
            }
            let y = tracked_option(tracked_number(x) + 1).unwrap().val();
            if x < 2 { x } else {
                let _kept = n.next();
                x
            }
        })
            < tracked_number(x) {
            let _ = N("v11", 0);
        }
        n.next();
        let z = x;
        let m = N("v12", 0);
        sum({
            if tracked_number({
                let mut k = 0;
                loop {
                    k += 1;
                    let n = N("v13", 1);
                    if k > 2 || k <= 3 { break k; }
                }
            })
                < tracked_number(N("v14", z).val()) {
                N("v15", z).name();
                let _ = N("v16", 1);
            }
            z
        }, 0)
    }

    fn panics_11(x: i32) -> bool {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        if tracked({
            let f = |y: i32| { N("v1", y).val() };
            f(x)
        }) {
            match N("v2", x).val() {
                0 => {
                    let z = x;
                },
                1 | 2 if match N("v3", 2).next() {
                    Some(ref m) if N("v4", x).tracked(3) => x == 0,
                    Some(m) => x == 2,
                    None => {
                        if tracked_number({
                            if tracked_number(unknown!(2))
                                < tracked_number({
                                match tracked(x + ({
                                    if N("v5", x).tracked(1) {
                                        let y = sum(tracked_number(unknown!(x)),
                                            tracked_number({
                                            let _kept = N("v6", 0);
                                            if x > 1
                                                && tracked(x)
                                                || !tracked(x) {
                                                let y = x;
                                                let _kept = N("v7", x);
                                            }
                                            x
                                        }));
                                    }
                                    N("v8", x).val()
                                })) {
                                    true => drop(N("v9", x)),
                                    false => {}
                                }
                                x
                            }) {
                                let _kept = N("v10", x).next();
                            }
                            3
                        })
                            < tracked_number(3) {
                            let n = N("v11", 2);
                            let n = N("v12", x);
                        }
                        x == 1
                    },
                } => {
                    N("v13", 3).next();
                },
                y @ 3..=9 => {},
                _ => {
                    (x);
                },
            }
        }
        let n = N("v14", x);
        let y = x;
        matches!(N("v15", {
            if x > 1
                && tracked(if y <= 1 {
                {
                    let mut k = 0;
                    loop {
                        k += 1;
                        let n = N("v16", x);
                        if k > 2 || y <= 1 { break 1; }
                    }
                }
            } else {
                let _kept = N("v17", y);
                N("v18", y).val()
            })
                || !tracked(y) {
                n.next();
            }
            1
        }).next(), Some(ref m) if m.val() > 2)
    }

    fn panics_12(n: N, x: i32) -> i32 {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        if tracked(if x > 2 {
            assert!(x >= 3 || x < 2, "v1");
            if x < 1 {
                if N("v2", 2).tracked(1) {
                    if N("v3", x).tracked(1) {
                        if x > 1
                            && tracked(i32::from(x != 2))
                            || !tracked(x + tracked_number(x)) {
                            let n = N("v4", x);
                        }
                        let y = sum(tracked_number(match n.next() {
                            Some(m) => x,
                            None => x,
                        }),
                            tracked_number(x - *N("v5", 3).number()));
                    }
                    let m = N("v6", 3);
                }
                unknown!(2)
            } else { x }
        } else {
            let n = N("v7", x);
            N("v8", x).val()
        }) {
            let _ = N("v9", x);
        }
        let _kept = N("v10", x);
        (x);
        let _kept = N("v11", x);
        match N("v12", x).val() {
            1 | 2 if {
                if tracked_number(match 2 {
                    0 => { x },
                    1 | 2 if x == x => x,
                    y @ 3..=9 => {
                        let x = 1;
                        y
                    },
                    _ => 3,
                })
                    < tracked_number(2) {
                    let _kept = N("v13", x);
                }
                x != 0
            } => x,
            y @ 3..=9 => y,
            _ => x,
        }
    }

    fn panics_13(x: i32) {
        let n = N("local", x);
        if N("v1", x).tracked(1) {
            if tracked_number(sum(x, x))
                < tracked_number(unknown!(x)) {
                if x > 1
                    && tracked({
                    let y = N("v2", log("v3", x) + 1).next().unwrap().val();
                    let y = sum(tracked_number({
                        if N("v4", 2).tracked(1) {
                            match tracked(N("v5", x).val()) {
                                true => drop(N("v6", x)),
                                false => {}
                            }
                        }
                        if x >= 2 { unknown!(x) } else {
                            let y = sum(tracked_number(sum(x, 1)),
                                tracked_number({
                                let f = |y: i32| { N("v7", y).val() };
                                f(1)
                            }));
                            N("v8", x).val()
                        }
                    }),
                        tracked_number(x));
                    N("v9", x).val()
                })
                    || !tracked(x) {
                    N("v10", 2).name();
                    N("v11", x).name();
                }
            }
        }
        let m = N("v12", 0);
        let m = N("v13", 3);
        (x);
        drop(tracked_option({
            let f = |y: i32| {
                let y = i32::max_value() - 4 + ({
                    let z = y;
                    N("v14", z).val()
                });
                N("v15", y).val()
            };
            f(N("v16", x).val())
        }))
    }

    fn panics_14(x: i32) -> Option<N> {
        let n = N("local", x);
        let y = sum(tracked_number({
            let f = |y: i32| { N("v1", y).val() };
            f(x)
        }),
            tracked_number(if let Some(m) = n.next() { unknown!(x) } else {
            assert_ne!(0, x - ('l2: {
                let n = N("v3", x);
                if x > 0 { break 'l2 x - log("v4", x); }
                x
            }) + 2);
            log("v5", x)
        }));
        if x > 1
            && tracked(N("v6", 0).val())
            || !tracked({
            let f = |y: i32| {
                match tracked({
                    let f = |y: i32| { N("v7", 2).val() };
                    f(x)
                }) {
                    true => drop(N("v8", 3)),
                    false => {}
                }
                N("v9", x).val()
            };
            f(x)
        }) {
            let n = N("v10", x);
            drop(x);
        }
        let z = x;
        tracked_option(n.next().map_or(3, |m| { *n.number() }) + i32::from(x >= 1))
    }

    fn panics_15(x: i32) -> i32 {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        let y = sum(tracked_number(*N("v1", x).number()),
            tracked_number(tracked_number(x)));
        if N("v2", 3).tracked(1) {
            let n = N("v3", x);
            let y = tracked_option(sum(x, 3) + 1).unwrap().val();
        }
        N("v4", {
            let y = sum(tracked_number(unknown!(1)),
                tracked_number(match N("v5", 2).next() {
                Some(m) => 0,
                None => x,
            }));
            sum(x, 0)
        }).val()
    }

    fn panics_16(x: i32) -> bool {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        let y = sum(tracked_number(tracked_number(x)),
            tracked_number({
            let _kept = n.next();
            sum(x, x)
        }));
        assert_eq!(n.next().filter(|m| matches!(N("v1", 0).next(), Some(ref m) if m.val() >
            1)).map_or(3, |m| {
            let y = [1, 2, 3, 4, 5][({
                let f = |y: i32| x;
                f(x)
            }) as usize];
            {
                assert!(x != 1 || x < 0, "said:{}", {
                    if tracked(if x <= 2 { *N("v2", x).number() } else {
                        let _kept = N("v3", 3);
                        x
                    }) {
                        N("v4", 3).next();
                        N("v5", x).next();
                    }
                    N("v6", x).val()
                });
                N("v7", x).val()
            }
        }) / 4, 0);
        tracked(match ({
            if tracked_number(sum(x, x))
                < tracked_number(i32::from(x >= 0)) {
                if tracked(x) {
                    N("v8", 1).next();
                }
                N("v9", x).next();
            }
            let m = N("v10", x);
            N("v11", x).next()
        }) {
            Some(ref m) if x < 0 => x,
            Some(m) => {
                let _kept = N("v12", 1).next();
                1
            },
            None => {
                let y = 2;
                x
            },
        })
    }

    fn panics_17(x: i32) -> i32 {
        let n = N("local", x);
        N("v1", {
            assert!(x != 0 || x < 3, "said:{}", n.next().map_or(3, |m| { tracked_number(x) }));
            if x > 1
                && tracked({
                let f = |y: i32| {
                    match x {
                        1 | 2 if N("v2", y).flag() => {
                            if tracked_number(unknown!(y))
                                < tracked_number(x - log("v3", x)) {
                                if tracked_number(N("v4", x).val())
                                    < tracked_number(unknown!(y)) {
                                    if tracked_number(tracked_number(y))
                                        < tracked_number(x) {
                                        let m = N("v5", y);
                                    }
                                    N("v6", 3).name();
                                }
                                N("v7", 0).next();
                            }
                            x
                        },
                        y @ 3..=9 => {
                            N("v8", x).next();
                            x
                        },
                        _ => {
                            N("v9", 1).next();
                            3
                        },
                    }
                };
                f(x)
            })
                || !tracked(0) {
                let _kept = N("v10", x);
                let n = N("v11", x);
            }
            x
        }).name();
        N("v12", x).name();
        let n = N("v13", 3);
        match n.next() {
            Some(ref m) if x != 0 && x <= 2 => if let Some(m) = N("v14", x).next().or_else(||
                N("v15", 2).next()) {
                N("v16", 1).name();
                N("v17", x).val()
            } else {
                drop(0);
                x
            },
            Some(m) => {
                N("v18", x).name();
                x
            },
            None => { N("v19", x).val() },
        }
    }

    fn panics_18(x: i32) {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        if x <= 2 {
            if tracked({
                assert_eq!(x & 4, 0, "said:{}", {
                    if tracked(log("v1", x)) {
                        let y = [1, 2, 3, 4, 5][(if x > 2 {
                            let y = sum(tracked_number(N("v2", x).val()),
                                tracked_number(i32::from(x < 1)));
                            {
                                let y = [1, 2, 3, 4, 5][(n.val()) as usize];
                                if tracked_number({
                                    let f = |y: i32| 3;
                                    f(x)
                                })
                                    < tracked_number(sum(2, x)) {
                                    let y = sum(tracked_number(N("v3", 0).next().map_or(x, |m| 1)),
                                        tracked_number(x));
                                }
                                x
                            }
                        } else { x }) as usize];
                    }
                    3
                });
                N("v4", 0).val()
            }) {
                let _ = N("v5", x);
            }
            let x = 3;
        } else {
            N("v6", x).name();
            N("v7", 1).next();
        }
        let z = x;
        let _ = N("v8", 2);
        drop(N("v9", n.val()).next())
    }

    fn panics_19(x: i32) -> Option<N> {
        let n = N("local", x);
        match tracked(n.val()) {
            true => drop(N("v1", x)),
            false => {}
        }
        let y = sum(tracked_number(N("v2", x).val()),
            tracked_number(match x {
            0 => { N("v3", x).val() },
            1 | 2 if n.flag() => { N("v4", x).val() },
            y @ 3..=9 => { tracked_number(x) },
            _ => 2,
        }));
        let m = N("v5", N("v6", x).val());
        (if tracked_option(0).is_some() { tracked_option(x).filter(|m| x <= x) } else { None })
    }
}

#[test]
fn panics_are_the_same() {
    compared!(x in -2..6; [panics_00(x)] [panics_01(N("parameter", x), x)] [panics_02(x)]
        [panics_03(x)] [panics_04(x)] [panics_05(x)] [panics_06(x)] [panics_07(x)] [panics_08(x)]
        [panics_09(x)] [panics_10(x)] [panics_11(x)] [panics_12(N("parameter", x), x)]
        [panics_13(x)] [panics_14(x)] [panics_15(x)] [panics_16(x)] [panics_17(x)] [panics_18(x)]
        [panics_19(x)]);
}
