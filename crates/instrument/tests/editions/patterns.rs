//! Scrutinees of `if let`, `while let`, `let else` and `match`.
//!
//! Written by `generate.py`. Do not change it by hand.

use crate::both::log;
use crate::cases::{N, Pair, sum, tracked, tracked_number, tracked_option};

both! {
    fn patterns_00(x: i32) -> i32 {
        let n = N("local", x);
        match n.next() {
            Some(m) => {
                let z = if x <= 0 { N("v1", x).val() } else { log("v2", 1) };
                let mut k = ({
                    let _kept = N("v4", 2);
                    drop(3);
                    N("v5", 2).val()
                }) & 3;
                'l3: while let Some(m) = N("v6", k).next().filter(|m| m.val() < 5) {
                    k -= 1;
                    let mut k = x & 3;
                    'l7: while let Some(m) = N("v8", k).next().filter(|m| m.val() < 5) {
                        k -= 1;
                        N("v9", 0).name();
                    }
                }
            },
            None => {
                drop(N("v10", {
                    let x = x;
                    let _ = N("v11", x);
                    {
                        let f = |y: i32| { N("v12", x).val() };
                        f(2)
                    }
                }).val());
            },
        }
        if let Some(n) = N("v13", x).next().or_else(|| N("v14", x).next()) {
            let _ = N("v15", 3);
            let x = x;
        }
        N("v16", 3).name();
        drop(2);
        *N("v17", {
            let mut k = 0;
            loop {
                k += 1;
                let n = N("v18", x);
                if k > 2 || k >= 2 { break x; }
            }
        }).number()
    }

    fn patterns_01(x: i32) -> i32 {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        let y = 'l1: {
            let n = N("v2", x);
            if !(x <= 0) { break 'l1 N("v3", x).val(); }
            N("v4", 3).val()
        };
        let mut k = ({
            let mut k = 0;
            loop {
                k += 1;
                let n = N("v6", k);
                if k > 2 || k <= 3 { break y; }
            }
        }) & 3;
        'l5: while let Some(m) = ({ let n = N("v7", x); N("v8", k).next() }) {
            k -= 1;
            N("v9", 0).next();
        }
        log("v10", match if let Some(m) = n.next() { y - n.next().map_or(3, |m| { x }) } else {
            let x = x;
            N("v11", x).val()
        } {
            0 => 0,
            1 | 2 if x < 3 => {
                N("v12", x).next();
                x
            },
            y @ 3..=9 => x,
            _ => { y },
        })
    }

    fn patterns_02(x: i32) -> bool {
        let n = N("local", x);
        let Some(n) = n.next() else {
            let n = N("v1", 2);
            return n.tracked(0);
        };
        match N("v2", x + (if let Some(m) = N("v3", x).next() { log("v4", x) } else { N("v5",
            x).val() })).next() {
            Some(m) => drop(({
                let n = N("v6", x);
                (if x <= 3 { tracked_option(x) } else { None })
            })),
            None => drop(N("v7", N("v8", x).val())),
        }
        let n = N("v9", sum(x, 1));
        match n.next().or_else(|| N("v10", 3).next()) {
            Some(m) => {
                let _kept = N("v11", x).next();
            },
            None => {},
        }
        n.flag() && (if let Some(m) = N("v12", x).next() { 2 + x } else { 3 }) == 0
    }

    fn patterns_03(n: N, x: i32) -> Option<i32> {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        let x = match n.next() {
            Some(m) => match 2 {
                1 | 2 if x <= 0 || x < 0 => {
                    let m = N("v1", x);
                    m.val()
                },
                y @ 3..=9 => y,
                _ => {
                    N("v2", x).next();
                    N("v3", 0).val()
                },
            },
            None => if let Some(m) = N("v4", x).next() {
                {
                    let n = N("v5", x);
                    let x = 1;
                    {
                        let mut k = 0;
                        loop {
                            k += 1;
                            let n = N("v6", 2);
                            if k > 2 || k >= 3 { break x; }
                        }
                    }
                }
            } else {
                N("v7", x).name();
                x
            },
        };
        let _kept = N("v8", 2);
        N("v9", 3).next();
        let _kept = N("v10", 2).next();
        tracked_option(sum(i32::from(x < 2), log("v11", x))).map(|m| if x != 2 {
            drop(3);
            x
        } else {
            N("v12", x).name();
            x
        })
    }

    fn patterns_04(x: i32) -> Option<N> {
        let n = N("local", x);
        match match n.next() {
            Some(m) => {
                if let Some(ref n) = N("v1", x).next().filter(|m| tracked(2)) {
                    (x);
                } else {
                    N("v2", x).next();
                }
                log("v3", x)
            },
            None => {
                let Some(n) = N("v4", x).next() else {
                    let n = N("v5", x);
                    return N("v6", 1).next();
                };
                unknown!(2)
            },
        } {
            0 => drop(N("v8", *N("v9", x).number())),
            1 | 2 if N("v7", x).flag() => drop(N("v10", 1 - 3)),
            y @ 3..=9 => {
                N("v11", x).name();
                drop((Pair { first: N("v12", x), second: N("v13", 2) }).second.next())
            },
            _ => drop(N("v14", x)),
        }
        let y = 0;
        drop(0);
        let _ = N("v15", x);
        N("v16", {
            let f = |y: i32| {
                match N("v17", x).val() {
                    1 | 2 if y != 3 && x != 0 => {
                        if let Some(n) = Some(N("v18", y)) {
                            let n = N("v19", x);
                        }
                    },
                    y @ 3..=9 => {
                        let _kept = n.next();
                        let x = y;
                    },
                    _ => {
                        let x = y;
                    },
                }
                N("v20", 3).val()
            };
            f(x)
        }).next()
    }

    fn patterns_05(x: i32) -> i32 {
        let n = N("local", x);
        let x = match *n.number() {
            1 | 2 if {
                let n = N("v1", x);
                N("v2", x).flag()
            } => N("v3", 0).val(),
            y @ 3..=9 => {
                let f = |y: i32| { N("v4", y).val() };
                f(x)
            },
            _ => if let Some(m) = N("v5", x).next() { *N("v6", 2).number() } else {
                N("v7", x).next();
                N("v8", x).val()
            },
        };
        if let Some(ref n) = ({
            match N("v9", x).next() {
                Some(m) => {
                    let mut k = x & 3;
                    'l10: while let Some(m) = N("v11", k).next() {
                        k -= 1;
                        let _ = N("v12", k);
                    }
                    let y = 2;
                },
                None => {
                    (x);
                },
            }
            N("v13", 2).name();
            N("v14", x).next()
        }) {
            drop(x);
            let _ = N("v15", x);
        }
        drop(x);
        log("v16", sum('l17: {
            let n = N("v18", 0);
            if x == 0 { break 'l17 *N("v19", x).number(); }
            3
        }, x))
    }

    fn patterns_06(x: i32) -> Result<i32, i32> {
        let n = N("local", x);
        let n = N("v1", unknown!(x));
        if let Some(n) = ({
            (x);
            N("v2", 0).next()
        }).or_else(|| Some(N("v3", x))) {
            if let Some(n) = N("v4", x).next() {
                let y = 1;
            }
            let m = N("v5", x);
        }
        drop(unknown!({
            N("v6", x).name();
            if x < 2 {
                N("v7", x).name();
                if x >= 3 { n.val() } else {
                    N("v8", x).name();
                    N("v9", x).val()
                }
            } else {
                drop(x);
                x
            }
        }));
        Ok(if let Some(m) = N("v10", {
            let _kept = N("v11", x).next();
            let _kept = N("v12", 0).next();
            *n.number()
        }).next() {
            match N("v13", x).next() {
                Some(ref m) if x <= 0 => { drop(N("v14", 2).next()) },
                Some(m) => {
                    let m = N("v15", x);
                    drop(n.next())
                },
                None => {
                    let m = N("v16", 3);
                    drop(N("v17", x).next())
                },
            }
            0
        } else { N("v18", x).val() })
    }

    fn patterns_07(n: N, x: i32) {
        let n = N("local", x);
        let Some(n) = N("v1", x + ({
            N("v2", x).next();
            let _ = N("v3", 3);
            if let Some(m) = N("v4", x).next() {
                N("v5", x).next();
                log("v6", 2)
            } else {
                'l7: {
                    let n = N("v8", x);
                    if x != 1 { break 'l7 {
                        N("v9", 1).next();
                        let _ = N("v10", 2);
                        N("v11", x).val()
                    }; }
                    x
                }
            }
        })).next() else {
            let n = N("v12", x);
            return drop(N("v13", 0).next());
        };
        n.next();
        let _kept = N("v14", x).next();
        let _kept = N("v15", x);
        drop(N("v16", sum(sum(x, x), if let Some(m) = N("v17", x).next() { unknown!(x) } else {
            N("v18", 0).val() })))
    }

    fn patterns_08(x: i32) -> impl PartialEq + std::fmt::Debug {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        match N("v1", {
            let f = |y: i32| {
                let y = y;
                if let Some(m) = N("v2", y).next() { unknown!(y) } else {
                    let n = N("v3", x);
                    N("v4", x).val()
                }
            };
            f(x)
        }).val() {
            1 | 2 if log("v5", x > 0) => {},
            y @ 3..=9 => {
                if let Some(n) = N("v6", i32::from(x >= 3)).next() {
                    let mut k = x & 3;
                    'l7: while let Some(m) = ({ let n = N("v8", 2); N("v9", k).next() }) {
                        k -= 1;
                        let n = N("v10", y);
                    }
                } else {
                    match {
                        let f = |y: i32| 0;
                        f(2)
                    } {
                        0 => {
                            let _ = N("v11", x);
                            let _ = N("v12", 2);
                        },
                        1 | 2 if y != 3 || x > 0 => {
                            let _kept = n.next();
                        },
                        y @ 3..=9 => {
                            N("v13", x).next();
                        },
                        _ => {
                            N("v14", y).name();
                        },
                    }
                }
            },
            _ => {
                let n = N("v15", x);
                let z = x;
            },
        }
        let _kept = N("v16", x);
        let y = 2;
        match if x >= x { 2 - i32::from(x >= 3) } else {
            n.next();
            y
        } {
            1 | 2 if x <= 0 => { y },
            y @ 3..=9 => {
                n.next();
                N("v17", y).val()
            },
            _ => y,
        }
    }

    fn patterns_09(x: i32) -> impl Fn(i32) -> i32 {
        let n = N("local", x);
        N("v1", if let Some(m) = N("v2", x).next() {
            N("v3", x).next();
            {
                let f = |y: i32| {
                    N("v4", 1).name();
                    N("v5", x).val()
                };
                f(x)
            }
        } else {
            let _kept = N("v6", x);
            N("v7", x).val()
        }).name();
        let _kept = tracked_option(N("v8", 0).next().map_or(1, |m| {
            match x {
                1 | 2 if x >= 2 || x > 0 => 3,
                y @ 3..=9 => 2,
                _ => x,
            }
        }));
        if let Some(ref n) = N("v9", x).next() {
            N("v10", x).next();
            N("v11", 2).next();
        }
        N("v12", 2).name();
        let n = N("captured", x);
        move |y: i32| {
            n.val();
            let y = match Some(N("v13", y)).map_or(y, |m| { N("v14", x).val() }) {
                1 | 2 if N("v15", y).flag() => 0,
                y @ 3..=9 => 3,
                _ => 1,
            };
            let _ = N("v16", x);
            N("v17", y).val()
        }
    }

    fn patterns_10(x: i32) -> i32 {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        let mut k = log("v2", 1) & 3;
        'l1: while let Some(m) = N("v3", k).next() {
            k -= 1;
            let mut k = k & 3;
            'l4: while let Some(m) = ({ let n = N("v5", k); N("v6", k).next() }) {
                k -= 1;
                let y = 0;
            }
        }
        let Some(n) = N("v7", if let Some(m) = N("v8", x).next() {
            N("v9", x).name();
            x + N("v10", x).val()
        } else { [x, x][(0 & 1) as usize] }).next() else {
            let n = N("v11", x);
            return {
                let mut k = 0;
                loop {
                    k += 1;
                    let n = N("v12", k);
                    if k > 2 || x == 0 { break 2; }
                }
            };
        };
        {
            let x = (match x {
                1 | 2 if x <= 0 && x < 0 => {
                    if let Some(m) = N("v13", x).next() {
                        let n = N("v14", x);
                        x
                    } else { x }
                },
                y @ 3..=9 => x,
                _ => {
                    let _ = N("v15", x);
                    x
                },
            }) - x;
            x
        }
    }

    fn patterns_11(n: N, x: i32) -> i32 {
        let n = N("local", x);
        (log("v1", N("v2", 0).val()));
        let x = [*N("v3", x).number(), x][((if x > 0 {
            let _ = N("v4", x);
            N("v5", x).val()
        } else {
            if let Some(m) = N("v6", x).next() { N("v7", x).val() } else { N("v8", x).val() }
        }) & 1) as usize];
        let _kept = N("v9", N("v10", x).next().map_or(x, |m| x));
        {
            let _ = N("v11", N("v12", x).val());
            N("v13", {
                let y = x;
                {
                    let x = 0;
                    let n = N("v14", 0);
                    0
                }
            }).val()
        }
    }

    fn patterns_12(x: i32) -> bool {
        let n = N("local", x);
        let m = N("v1", i32::from(x > 0));
        if let Some(n) = n.next().or_else(|| N("v2", 2).next()) {
            let mut k = 0 & 3;
            'l3: while let Some(m) = N("v4", k).next().filter(|m| m.val() < 5) {
                k -= 1;
                let y = x;
            }
        }
        {
            ({
                let mut k = x & 3;
                'l5: while let Some(m) = ({ let n = N("v6", 1); N("v7", k).next() }) {
                    k -= 1;
                    N("v8", 2).next();
                }
                let mut k = 3 & 3;
                'l9: while let Some(m) = N("v10", k).next() {
                    k -= 1;
                    N("v11", 0).next();
                }
                N("v12", x).val()
            });
            let x = 'l13: {
                let n = N("v14", x);
                if {
                    let n = N("v15", 1);
                    N("v16", 3).next();
                    x > 1
                } { break 'l13 x; }
                x
            };
            x != 1
        }
    }

    fn patterns_13(x: i32) -> Option<i32> {
        let n = N("local", x);
        let _ = N("v1", x - log("v2", x));
        match ({
            match (if x >= 0 { N("v3", 1).next() } else { None }) {
                Some(m) => { drop(N("v4", x)) },
                None => {
                    drop(({
                        N("v5", 2).next();
                        N("v6", x).next().or_else(|| N("v7", x).next())
                    }))
                },
            }
            n.next()
        }) {
            Some(ref m) if tracked(0) => {
                drop(tracked_number(if x >= 0 { N("v8", x).val() } else { 0 }));
                drop(m.next())
            },
            Some(m) => {
                drop((Pair { first: N("v9", x), second: N("v10", x) }).second.next())
            },
            None => drop(N("v11", 0).next()),
        }
        let z = x;
        Some({
            let Some(n) = (if z > 0 {
                let Some(n) = (if z <= 1 {
                    let z = x;
                    N("v12", x).next()
                } else { None }) else {
                    let n = N("v13", z);
                    return Some(0);
                };
                N("v14", z).next()
            } else { None }) else {
                let n = N("v15", z);
                return Some(0);
            };
            let _ = N("v16", x);
            3
        })
    }

    fn patterns_14(n: N, x: i32) -> Option<N> {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        match tracked_option(x + (if let Some(m) = N("v1", x).next() {
            if let Some(m) = N("v2", 0).next() {
                (x);
                tracked_number(x)
            } else {
                let _kept = N("v3", x).next();
                if x != 3 {
                    let n = N("v4", x);
                    {
                        let f = |y: i32| y;
                        f(1)
                    }
                } else {
                    N("v5", 0).name();
                    x - x + x
                }
            }
        } else {
            N("v6", x).name();
            x
        })) {
            Some(ref m) if x <= 0 => { drop(N("v7", x).next()) },
            Some(m) => {
                (x);
                drop(N("v8", 0).next())
            },
            None => {
                let m = N("v9", x);
                drop(n.next())
            },
        }
        let x = x;
        let n = N("v10", 3);
        let n = N("v11", x);
        (if N("v12", 1).next().is_some() || N("v13", 2).flag() {
            if let Some(n) = N("v14", x).next() {
                let z = x;
            }
            N("v15", x).next()
        } else { None })
    }

    fn patterns_15(x: i32) -> i32 {
        let n = N("local", x);
        drop(sum(match x {
            1 | 2 if log("v1", x >= 0) => x,
            y @ 3..=9 => {
                let y = 1;
                unknown!(y)
            },
            _ => x,
        }, log("v2", x)));
        match N("v3", *N("v4", 0).number()).next() {
            Some(m) => {
                match {
                    let f = |y: i32| { N("v5", y).val() };
                    f(if x == 2 {
                        let _ = N("v6", x);
                        match x {
                            0 => {
                                drop(x);
                                N("v7", 1).val()
                            },
                            1 | 2 if m.next().is_some() => x,
                            y @ 3..=9 => 3,
                            _ => { x },
                        }
                    } else { x })
                } {
                    0 => {
                        let m = N("v8", 3);
                    },
                    1 | 2 if x == 2 => {
                        N("v9", 3).name();
                    },
                    y @ 3..=9 => {
                        N("v10", 0).next();
                    },
                    _ => {
                        let _kept = N("v11", 1).next();
                    },
                }
            },
            None => {
                let n = N("v12", 2);
            },
        }
        let m = N("v13", x);
        N("v14", 1).name();
        {
            let f = |y: i32| 'l15: {
                let n = N("v16", y);
                if {
                    drop(y);
                    m.next();
                    1 == 1
                } { break 'l15 1; }
                0
            };
            f(x)
        }
    }

    fn patterns_16(n: N, x: i32) -> Result<i32, i32> {
        let n = N("local", x);
        match if let Some(m) = N("v1", 2).next() { N("v2", x).next().map_or(0, |m| { unknown!(x) })
            } else {
            let Some(n) = N("v3", x).next() else {
                let n = N("v4", x);
                return Ok({
                    let _kept = N("v5", x);
                    [x, 3][(x & 1) as usize]
                });
            };
            {
                let mut k = 0;
                loop {
                    k += 1;
                    let n = N("v6", k);
                    if k > 2 || k == 0 { break k; }
                }
            }
        } {
            1 | 2 if {
                let m = N("v7", 2);
                x == 2
            } => {
                let n = N("v8", x);
            },
            y @ 3..=9 => {
                drop(y);
            },
            _ => {},
        }
        let _kept = N("v9", x);
        let _kept = N("v10", 0);
        Ok(({
            let n = N("v11", 0);
            log("v12", x)
        }) - N("v13", 3).val())
    }

    fn patterns_17(n: N, x: i32) {
        let n = N("local", x);
        if let Some(n) = Some(N("v1", x)) {
            let mut k = 2 & 3;
            'l2: while let Some(m) = N("v3", k).next() {
                k -= 1;
                N("v4", 1).next();
            }
            match sum(x, x) {
                1 | 2 if if x != 3 {
                    let n = N("v5", 3);
                    x == 1 || x != 1
                } else { N("v6", 2).flag() } => { drop(N("v7", x).next()) },
                y @ 3..=9 => {
                    if let Some(n) = n.next().or_else(|| n.next()) {
                        let n = N("v8", x);
                        n.next();
                    }
                    drop(N("v9", y))
                },
                _ => drop(N("v10", 0).next()),
            }
        } else {
            let n = N("v11", x);
            let _kept = n.next();
        }
        let m = N("v12", 2);
        drop(N("v13", if let Some(m) = n.next() {
            let x = match x {
                1 | 2 if x == 2 => { N("v14", x).val() },
                y @ 3..=9 => x,
                _ => 3,
            };
            0
        } else { x }))
    }

    fn patterns_18(x: i32) -> impl PartialEq + std::fmt::Debug {
        let n = N("local", x);
        match N("v1", if let Some(m) = n.next() { N("v2", 0).val() } else {
            drop(2);
            N("v3", 0).next().map_or(3, |m| x)
        }).next() {
            Some(m) => {
                drop(N("v4", {
                    let m = N("v5", x);
                    (0);
                    N("v6", x).val()
                }))
            },
            None => drop(N("v7", n.val())),
        }
        let p = Pair { first: n, second: N("v8", 0) };
        if let Some(m) = Some(N("v9", x)) {
            unknown!(x) + ({
                let mut k = 0;
                loop {
                    k += 1;
                    let n = N("v10", x);
                    if k > 2 || k == 1 { break 2; }
                }
            })
        } else { x }
    }

    fn patterns_19(x: i32) -> impl Fn(i32) -> i32 {
        let n = N("local", x);
        if let Some(n) = N("v1", 0).next().filter(|m| x == x) {
            let Some(n) = ({
                let _kept = N("v2", x).next();
                N("v3", x).name();
                N("v4", 0).next()
            }) else {
                let n = N("v5", x);
                panic!("left");
            };
            let Some(n) = N("v6", x).next().or_else(|| N("v7", x).next()) else {
                let n = N("v8", 1);
                panic!("left");
            };
        }
        let Some(n) = N("v9", 2).next().or_else(|| n.next()) else {
            let n = N("v10", x);
            panic!("left");
        };
        if let Some(n) = n.next() {
            N("v11", x).next();
        }
        let n = N("captured", x);
        move |y: i32| {
            n.val();
            if let Some(n) = n.next() {
                let Some(n) = N("v12", sum(x, 3)).next() else {
                    let n = N("v13", y);
                    return {
                        let mut k = 0;
                        loop {
                            k += 1;
                            let n = N("v14", k);
                            if k > 2 || y == 3 { break 0; }
                        }
                    };
                };
                N("v15", x).name();
            }
            (x);
            N("v16", y).val()
        }
    }
}

#[test]
fn patterns_are_the_same() {
    compared!(x in -2..6; [patterns_00(x)] [patterns_01(x)] [patterns_02(x)]
        [patterns_03(N("parameter", x), x)] [patterns_04(x)] [patterns_05(x)] [patterns_06(x)]
        [patterns_07(N("parameter", x), x)] [patterns_08(x)] [patterns_09(x)(x + 1)]
        [patterns_10(x)] [patterns_11(N("parameter", x), x)] [patterns_12(x)] [patterns_13(x)]
        [patterns_14(N("parameter", x), x)] [patterns_15(x)] [patterns_16(N("parameter", x), x)]
        [patterns_17(N("parameter", x), x)] [patterns_18(x)] [patterns_19(x)(x + 1)]);
}
