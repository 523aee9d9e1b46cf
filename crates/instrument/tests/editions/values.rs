//! Locals and temporaries in blocks, branches and closures.
//!
//! Written by `generate.py`. Do not change it by hand.

use crate::both::log;
use crate::cases::{N, Pair, sum, tracked, tracked_number, tracked_option};

both! {
    fn values_00(x: i32) -> i32 {
        let n = N("local", x);
        match ({
            if x >= 0 {
                let _ = N("v1", x);
            }
            ({
                let n = N("v2", 2);
                ({
                    let n = N("v3", 1);
                    N("v4", x).next()
                })
            })
        }) {
            Some(ref m) if x != x => drop(N("v5", m.val()).next()),
            Some(m) => { drop(N("v6", [x, x][(1 & 1) as usize]).next()) },
            None => {
                drop(N("v7", {
                    N("v8", 1).name();
                    N("v9", 1).val()
                }))
            },
        }
        let o = if if 1 < x { x >= 2 } else {
            N("v10", 1).name();
            x != 3
        } { Some(n) } else { None };
        N("v12", N("v13", x).val()).val()
    }

    fn values_01(x: i32) -> i32 {
        let n = N("local", x);
        (N("v1", i32::from(x == 3)).val());
        {
            use std::cmp::max as max_2;
            match N("v3", x).val() {
                0 => drop(n.next()),
                1 | 2 if x == 3 || x == 0 => drop(N("v4", 3)),
                y @ 3..=9 => {
                    match x + sum(1, x) {
                        1 | 2 if log("v5", x <= 1) => drop(N("v6", 0)),
                        y @ 3..=9 => drop(Some(N("v7", y))),
                        _ => drop(N("v8", y).next()),
                    }
                    drop(Some(N("v9", y)))
                },
                _ => drop(N("v10", x)),
            }
        }
        drop(x);
        ({
            fn inner_11(x: i32) -> i32 {
                let n = N("v12", x);
                i32::from(x < 0)
            }
            const STEP_13: i32 = 1;
            N("v14", x).next()
        }).map_or(x, |m| 0)
    }

    fn values_02(x: i32) -> bool {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        {
            let n = N("v1", 2);
        }
        if n.flag() { drop(n); }
        let y = match {
            let x = x;
            N("v3", 1).val()
        } {
            0 => i32::from(x != 0),
            1 | 2 if x < x => x - log("v4", x),
            y @ 3..=9 => x - N("v5", y).val(),
            _ => unknown!(x),
        };
        ({
            let mut k = 0;
            loop {
                k += 1;
                let n = N("v6", k);
                if k > 2 || !(y <= 0) { break [k, 2][(1 & 1) as usize]; }
            }
        }) != y
    }

    fn values_03(x: i32) -> Option<i32> {
        let n = N("local", x);
        let p = Pair { first: n, second: N("v4", x) };
        let _kept = N("v5", 3 - ({
            let f = |y: i32| {
                let n = N("v6", y);
                {
                    let mut k = 0;
                    loop {
                        k += 1;
                        let n = N("v7", x);
                        if k > 2 || x >= 3 { break k; }
                    }
                }
            };
            f(x)
        })).next();
        (if N("v8", x).flag() { N("v9", x).next().filter(|m| x <= 1) } else { None });
        (Pair { first: N("v10", x), second: N("v11", x) }).second.next().map(|m| N("v12", x).val())
    }

    fn values_04(x: i32) -> Option<N> {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        let n = N("v1", x - x - [x, x][(2 & 1) as usize]);
        drop(N("v2", match x {
            1 | 2 if x == 3 && x != 1 => {
                N("v3", 0).name();
                if x >= 1 {
                    let y = x;
                    N("v4", x).next().map_or(0, |m| 3)
                } else {
                    let x = x;
                    N("v5", x).val()
                }
            },
            y @ 3..=9 => {
                (x);
                N("v6", y).val()
            },
            _ => x,
        }).val());
        N("v7", log("v8", N("v9", x).val())).next()
    }

    fn values_05(n: N, x: i32) -> i32 {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        N("v1", x + (match x {
            1 | 2 if N("v2", x).flag() => x,
            y @ 3..=9 => { N("v3", 0).val() },
            _ => {
                (x);
                i32::from(x >= 1)
            },
        })).name();
        {
            let m = N("v4", x);
            let p = Pair { first: m, second: N("v6", 3) };
        }
        if tracked(3) && (x != 3 || x >= 2) { drop(n); }
        let _kept = N("v8", 0);
        {
            N("v9", {
                let mut k = 0;
                loop {
                    k += 1;
                    let n = N("v10", x);
                    if k > 2 || k > 0 { break k; }
                }
            }).name();
            N("v11", unknown!(x)).val()
        }
    }

    fn values_06(x: i32) -> Result<i32, i32> {
        let n = N("local", x);
        if x > 2 {
            (x);
        } else {
            let _kept = N("v1", x);
        }
        let o = if (x >= 2 || x <= 2) || (x <= 0 || x <= 2) { Some(n) } else { None };
        N("v3", (if x <= 2 {
            let _kept = N("v4", 0).next();
            tracked_number(x)
        } else { tracked_number(2) }) + ({
            let _kept = N("v5", x);
            drop(x);
            i32::from(x != 0)
        })).result().map(|m| m.val())
    }

    fn values_07(n: N, x: i32) {
        let n = N("local", x);
        let y = match n.next() {
            Some(ref m) if x > x => { N("v1", 3).val() },
            Some(m) => {
                let f = |y: i32| x;
                f(x)
            },
            None => {
                let f = |y: i32| { N("v2", y).val() };
                f(x)
            },
        };
        let y = {
            unknown! { let n = N("v4", 0); }
            y - ({
                let mut k = 0;
                loop {
                    k += 1;
                    let n = N("v5", 2);
                    if k > 2 || k >= 3 { break 0; }
                }
            })
        };
        drop(({
            if x > 3 && x == 3 {
                let _kept = N("v6", 3).next();
            }
            n.next()
        }))
    }

    fn values_08(x: i32) -> impl PartialEq + std::fmt::Debug {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        let z = match N("v1", x).next() {
            Some(ref m) if N("v2", x).flag() => match N("v3", 0).next() {
                Some(m) => { N("v4", 0).val() },
                None => { N("v5", x).val() },
            },
            Some(m) => {
                let _kept = N("v6", 1);
                m.val()
            },
            None => {
                let f = |y: i32| { N("v7", y).val() };
                f(x)
            },
        };
        let n = N("v8", n.val());
        N("v9", sum(z, x)).name();
        let y = N("v10", match z {
            0 => z,
            1 | 2 if tracked(z) => { N("v11", 3).val() },
            y @ 3..=9 => x,
            _ => 1,
        }).val();
        log("v12", i32::from(if z <= 3 { N("v13", y).flag() } else {
            let y = z;
            N("v14", x).next().is_some()
        }))
    }

    fn values_09(n: N, x: i32) -> impl Fn(i32) -> i32 {
        let n = N("local", x);
        {
            let y = match x {
                1 | 2 if x > 2 || x >= 1 => x,
                y @ 3..=9 => {
                    let _kept = N("v1", y);
                    N("v2", x).val()
                },
                _ => {
                    drop(x);
                    n.next().map_or(x, |m| {
                        let n = N("v3", x);
                        x + x + m.val()
                    })
                },
            };
            let _kept = N("v4", x);
        }
        let z = {
            let n = N("v5", x);
            N("v6", 1).val()
        };
        let n = N("captured", x);
        move |y: i32| {
            n.val();
            const STEP_7: i32 = 2;
            let _ = N("v8", N("v9", log("v10", 3)).val());
            {
                let f = |y: i32| {
                    {
                        let _kept = tracked_option(y);
                    }
                    N("v11", match n.next() {
                        Some(ref m) if y >= 2 => { 1 },
                        Some(m) => x,
                        None => 1,
                    }).val()
                };
                f(x)
            }
        }
    }

    fn values_10(x: i32) -> i32 {
        let n = N("local", x);
        use std::cmp::max as max_1;
        N("v2", {
            let f = |y: i32| x;
            f(0)
        }).name();
        N("v3", log("v4", x)).name();
        Some(N("v5", x)).map_or(x, |m| {
            if x >= 1 {
                let y = x;
                drop(x);
            } else {
                N("v6", x).name();
                let m = N("v7", 0);
            }
            {
                let f = |y: i32| {
                    if x >= 2 {
                        let n = N("v8", x);
                        {
                            let f = |y: i32| {
                                let y = y;
                                N("v9", y).val()
                            };
                            f(x)
                        }
                    } else { N("v10", 2).val() }
                };
                f({
                    let _kept = m.next();
                    N("v11", x).val()
                })
            }
        })
    }

    fn values_11(n: N, x: i32) -> i32 {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        let n = N("v1", unknown!(1));
        if x < 2 {
            N("v2", x).next();
            n.next();
        } else if x != 1 {
            N("v3", x).name();
        } else {
            let _kept = N("v4", x);
            N("v5", x).name();
        }
        if x == 0 {
            let _ = N("v6", 0);
            let m = N("v7", 3);
        } else if x < 0 {
            let _ = N("v8", 2);
            let m = N("v9", x);
        } else {
            let y = x;
            let z = x;
        }
        n.val()
    }

    fn values_12(x: i32) -> bool {
        let n = N("local", x);
        use std::cmp::max as max_1;
        let o = if N("v2", x).flag() || N("v3", x).flag() { Some(n) } else { None };
        use std::cmp::max as max_5;
        N("v6", x).val() + tracked_number(x) < (match match x {
            1 | 2 if x <= x => x,
            y @ 3..=9 => 0,
            _ => x,
        } {
            1 | 2 if x == 3 && x == 3 => 1,
            y @ 3..=9 => { y },
            _ => {
                let _kept = N("v7", 0);
                N("v8", x).val()
            },
        })
    }

    fn values_13(x: i32) -> Option<i32> {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        {
            let _kept = ({
                (3);
                N("v1", x).next().filter(|m| if x < 0 {
                    let _kept = N("v2", 0).next();
                    N("v3", x).flag()
                } else { 2 > x })
            });
        }
        let _kept = ({
            ({
                N("v4", 0).name();
                let _kept = N("v5", 0);
                match x {
                    1 | 2 if x < 2 => { N("v6", x).val() },
                    y @ 3..=9 => 0,
                    _ => { x },
                }
            });
            let y = 0;
            N("v7", 0).next()
        });
        let y = x;
        N("v8", match N("v9", x).next() {
            Some(ref m) if !(y > 0) => {
                {
                    let mut k = 0;
                    loop {
                        k += 1;
                        let n = N("v10", k);
                        if k > 2 || k != 3 { break 3; }
                    }
                }
            },
            Some(m) => x,
            None => {
                let n = N("v11", 3);
                y
            },
        }).next().map(|m| 1)
    }

    fn values_14(x: i32) -> Option<N> {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        let y = {
            let n = N("v1", 2);
            N("v2", x).val()
        };
        if N("v3", {
            N("v4", 2).name();
            let z = y;
            {
                let _ = N("v5", y);
                N("v6", 3).val()
            }
        }).flag() { drop(n); }
        let m = N("v8", unknown!(0));
        {
            let _kept = N("v9", 3);
        }
        Some(N("v10", {
            N("v11", y).name();
            x - x - (if x >= 2 { sum(x, 1) } else { 3 })
        }))
    }

    fn values_15(n: N, x: i32) -> i32 {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        if x != 0 {
            drop(x);
        } else {
            N("v1", x).name();
            let x = 2;
        }
        let x = *n.number();
        {
            match x + x - unknown!(1) {
                1 | 2 if x > x => {
                    let z = N("v2", 0).val();
                },
                y @ 3..=9 => {
                    (N("v3", y).val());
                },
                _ => {
                    'l6: for m in vec![N("v4", 3), N("v5", x)] {
                        let n = N("v7", x);
                    }
                },
            }
            Some(N("v8", x));
        }
        let m = N("v9", N("v10", 3).val());
        {
            let mut k = 0;
            loop {
                k += 1;
                let n = N("v11", k);
                if k > 2 || (N("v12", if let Some(m) = N("v13", x).next() {
                    {
                        let mut k = 0;
                        loop {
                            k += 1;
                            let n = N("v14", 3);
                            if k > 2 || x != 2 { break x; }
                        }
                    }
                } else {
                    let z = 3;
                    z
                }).flag()) { break 0; }
            }
        }
    }

    fn values_16(x: i32) -> Result<i32, i32> {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        let x = log("v1", N("v2", x).val());
        if matches!(N("v3", 0).next(), Some(ref m) if m.val() > 2) {
            let y = N("v4", x).val();
        }
        N("v5", unknown!([x, 0][(x & 1) as usize])).result().map(|m| m.val())
    }

    fn values_17(x: i32) {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        N("v1", 'l2: {
            let n = N("v3", 0);
            if x == 3 { break 'l2 log("v4", 1); }
            x
        }).next();
        let n = N("v5", log("v6", 1));
        unknown! { let n = N("v8", x); }
        drop(N("v9", N("v10", {
            let f = |y: i32| x;
            f(0)
        }).val()))
    }

    fn values_18(x: i32) -> impl PartialEq + std::fmt::Debug {
        let n = N("local", x);
        fn inner_1(x: i32) -> i32 {
            let z = N("v2", x).val();
            log("v3", 0)
        }
        if x != 1 {
            drop(x);
        } else {
            N("v4", x).name();
        }
        fn inner_5(x: i32) -> i32 {
            let _kept = N("v6", 3);
            N("v7", 1).val()
        }
        let _kept = (Pair { first: N("v8", 3), second: N("v9", 3) }).second.next();
        unknown!(n.val())
    }

    fn values_19(x: i32) -> impl Fn(i32) -> i32 {
        let n = N("local", x);
        let _kept = N("v1", {
            let z = x;
            let _ = N("v2", z);
            sum(z, 1)
        });
        let n = N("v3", {
            let f = |y: i32| {
                'l4: {
                    let n = N("v5", x);
                    if y > 3 { break 'l4 i32::from(y <= 2); }
                    x
                }
            };
            f(1)
        });
        let n = N("captured", x);
        move |y: i32| {
            n.val();
            match (if N("v6", n.val()).tracked(1) {
                ({
                    'l9: for m in vec![N("v7", x), N("v8", y)] {
                        N("v10", x).name();
                        N("v11", x).next();
                    }
                    match {
                        let mut k = 0;
                        loop {
                            k += 1;
                            let n = N("v12", k);
                            if k > 2 || x >= 1 { break k; }
                        }
                    } {
                        1 | 2 if x > 3 => {},
                        y @ 3..=9 => {
                            let z = x;
                            let _kept = n.next();
                        },
                        _ => {
                            let _kept = N("v13", y);
                            N("v14", y).name();
                        },
                    }
                    N("v15", y).next()
                })
            } else { None }) {
                Some(ref m) if x == 1 => {},
                Some(m) => {
                    let m = N("v16", x);
                },
                None => {
                    (2);
                },
            }
            let _kept = N("v17", x);
            N("v18", 3).val()
        }
    }
}

#[test]
fn values_are_the_same() {
    compared!(x in -2..6; [values_00(x)] [values_01(x)] [values_02(x)] [values_03(x)]
        [values_04(x)] [values_05(N("parameter", x), x)] [values_06(x)] [values_07(N("parameter",
        x), x)] [values_08(x)] [values_09(N("parameter", x), x)(x + 1)] [values_10(x)]
        [values_11(N("parameter", x), x)] [values_12(x)] [values_13(x)] [values_14(x)]
        [values_15(N("parameter", x), x)] [values_16(x)] [values_17(x)] [values_18(x)]
        [values_19(x)(x + 1)]);
}
