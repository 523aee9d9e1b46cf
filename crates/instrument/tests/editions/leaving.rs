//! Functions, loops and blocks that are left early.
//!
//! Written by `generate.py`. Do not change it by hand.

use crate::both::log;
use crate::cases::{N, Pair, sum, tracked, tracked_number, tracked_option};

both! {
    fn leaving_00(x: i32) -> i32 {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        let mut k = 0;
        'l1: while k < 3 && log("v2", k > 1) {
            k += 1;
            let mut k = 0;
            'l3: while k < 3 && 3 >= x {
                k += 1;
                N("v4", 0).next();
                (0);
            }
            let y = 3 - N("v5", x).val();
        }
        let _kept = n.next();
        unknown!(*N("v6", x).number())
    }

    fn leaving_01(x: i32) -> Option<i32> {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        if (x != 2 || x < 3) && N("v1", x).flag() {
            let n = N("v2", 3);
            return n.next().map(|m| log("v3", 1));
        }
        if x > 1 {
            let m = N("v4", x);
        } else if x >= 3 {
            let n = N("v5", 1);
            (x);
        } else {
            let _ = N("v6", 1);
        }
        let _kept = Some(N("v7", x));
        ({
            'l9: for y in 0..N("v8", {
                let f = |y: i32| x;
                f(x)
            }).val() & 3 {
                let mut k = 0;
                'l10: while k < 3 && k < 0 && x > 2 {
                    k += 1;
                    let _ = N("v11", k);
                    N("v12", 0).next();
                }
            }
            N("v13", 1).next()
        }).map(|m| x)
    }

    fn leaving_02(x: i32) -> Result<i32, i32> {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        if 0 > x || !(x == 3) {
            let n = N("v1", x);
            return Ok(N("v2", x).next().map_or(x, |m| 1));
        }
        let mut k = 0;
        'l3: while k < 3 && N("v4", 1).flag() {
            k += 1;
            let x = {
                let f = |y: i32| {
                    N("v5", 3).next();
                    [0, 3][(y & 1) as usize]
                };
                f(x)
            };
            if k <= 2 {
                n.next();
            }
        }
        Ok(if {
            drop(*N("v6", x).number());
            !(x == 1)
        } {
            sum({
                let mut k = 0;
                loop {
                    k += 1;
                    let n = N("v7", x);
                    if k > 2 || k == 0 { break k; }
                }
            }, 0)
        } else {
            N("v8", x).name();
            N("v9", x).val()
        })
    }

    fn leaving_03(x: i32) {
        let n = N("local", x);
        'l1: for y in 0..n.val() & 3 {
            if y <= 1 || y != 3 {
                let n = N("v2", x);
                continue 'l1;
            }
            if match n.next() {
                Some(m) => x >= 0,
                None => { y < 2 },
            } {
                let n = N("v3", 1);
                continue 'l1;
            }
        }
        let m = N("v5", if x == 1 {
            if let Some(m) = n.next() {
                let x = x;
                {
                    let _kept = n.next();
                    N("v6", 0).next();
                    1
                }
            } else {
                let m = N("v7", x);
                N("v8", 1).val()
            }
        } else { x });
        let _kept = N("v9", x);
        let _ = N("v10", x);
        drop(N("v11", {
            let y = loop {
                let n = N("v12", 2);
                if if x > 3 {
                    (x);
                    N("v13", x).flag()
                } else { x == 1 || x >= 0 } { break x; }
                break 2;
            };
            (x);
            N("v14", 0).val()
        }))
    }

    fn leaving_04(n: N, x: i32) -> bool {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        let mut k = 0;
        'l1: while k < 3 && 1 == 3 {
            k += 1;
            let mut k = 0;
            'l2: while k < 3 && x <= 2 && x == 3 {
                k += 1;
                N("v3", x).name();
                let z = k;
            }
            let m = N("v4", k);
        }
        if log("v5", N("v6", 2).flag()) {
            let n = N("v7", x);
            return x <= 3 && x == 3;
        }
        N("v8", log("v9", n.val())).flag()
    }

    fn leaving_05(x: i32) -> i32 {
        let n = N("local", x);
        let y = loop {
            let n = N("v1", x);
            if 2 > x { break (if x <= 3 {
                let x = x;
                N("v2", x).val()
            } else {
                match N("v3", x).next() {
                    Some(m) => x,
                    None => {
                        match N("v4", x).next() {
                            Some(m) => {
                                let y = 1;
                                m.val()
                            },
                            None => {
                                let x = x;
                                if x <= 1 {
                                    let z = 2;
                                    N("v5", z).val()
                                } else {
                                    {
                                        let f = |y: i32| y;
                                        f(0)
                                    }
                                }
                            },
                        }
                    },
                }
            }); }
            break 3;
        };
        let _kept = N("v6", y).next();
        drop(x);
        if x - ({
            (y);
            N("v7", x).val()
        }) == log("v8", x) { 2 } else {
            let z = 3;
            N("v9", z).val()
        }
    }

    fn leaving_06(n: N, x: i32) -> Option<i32> {
        let n = N("local", x);
        if N("v1", if x <= 2 {
            let _ = N("v2", x);
            N("v3", x).val()
        } else {
            let n = N("v4", x);
            N("v5", x).val()
        }).flag() {
            let n = N("v6", x);
            return Some(n.val());
        }
        'l8: for y in 0..N("v7", 1 + tracked_number(x)).val() & 3 {
            let mut k = 0;
            'l9: while k < 3 && x > x {
                k += 1;
                let y = x;
                let m = N("v10", k);
            }
        }
        N("v11", {
            let m = N("v12", x).next()?;
            N("v13", x).val()
        }).next().map(|m| if x < 1 { N("v14", x).val() } else { x })
    }

    fn leaving_07(x: i32) -> Result<i32, i32> {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        if N("v1", if x < 1 {
            let _kept = N("v2", 1);
            unknown!(2)
        } else { N("v3", 3).val() }).flag() {
            let n = N("v4", x);
            return N("v5", 3).result().map(|m| m.val());
        }
        if {
            'l9: for m in (if x <= 0 {
                let _ = N("v6", x);
                N("v7", x).next().or_else(|| N("v8", 0).next())
            } else { None }) {
                let x = 3;
                let _kept = N("v10", 1).next();
            }
            0 != x
        } {
            let n = N("v11", 2);
            return Ok(x);
        }
        Ok(if (if x != 3 {
            N("v12", 2).name();
            x <= 2 || x < 3
        } else {
            let y = 0;
            y > 1
        }) || x == 0 { N("v13", x).val() } else { N("v14", x).val() })
    }

    fn leaving_08(x: i32) {
        let n = N("local", x);
        let m = N("v1", sum(3, 0));
        let y = loop {
            let n = N("v2", x);
            if n.flag() { break ({
                let n = N("v3", x);
                let n = N("v4", x);
                N("v5", x).val()
            }); }
            break 3 - i32::from(x > 1);
        };
        let n = N("v6", 1 - ({
            let f = |y: i32| {
                let n = N("v7", x);
                N("v8", 2).val()
            };
            f(3)
        }));
        drop((if N("v9", x + sum(y, x)).flag() {
            'l12: for m in vec![N("v10", y), N("v11", 0)] {
                let n = N("v13", 1);
                N("v14", y).name();
            }
            N("v15", x).next()
        } else { None }))
    }

    fn leaving_09(n: N, x: i32) -> bool {
        let n = N("local", x);
        if {
            let m = N("v1", x);
            if x == 1 {
                let m = N("v2", 1);
                let y = x;
            } else if x == 0 {
                let _ = N("v3", x);
            } else {
                let z = x;
            }
            log("v4", x < 2)
        } {
            let n = N("v5", x);
            return N("v6", x).flag();
        }
        if n.flag() {
            let n = N("v7", x);
            return matches!(N("v8", x).next(), Some(ref m) if m.val() > 0);
        }
        let _kept = N("v9", if x != 1 {
            let n = N("v10", 1);
            x + (match x {
                0 => x,
                1 | 2 if x != 0 => { x },
                y @ 3..=9 => y,
                _ => {
                    N("v11", x).name();
                    x
                },
            })
        } else { x });
        N("v12", unknown!(x)).val() == ({
            let x = {
                let n = N("v13", x);
                let _kept = N("v14", x).next();
                2
            };
            x
        })
    }

    fn leaving_10(x: i32) -> i32 {
        let n = N("local", x);
        let m = N("v1", {
            let y = x;
            N("v2", 0).val()
        });
        if matches!(({
            N("v3", 0).name();
            let y = 2;
            (if x == 1 {
                let _kept = N("v4", 2).next();
                ({
                    let y = y;
                    n.next()
                })
            } else { None })
        }), Some(ref m) if m.val() > 1) {
            let n = N("v5", x);
            return N("v6", x).val();
        }
        let n = N("v7", N("v8", x).val());
        'l11: for m in vec![N("v9", x), N("v10", 3)] {
            let y = loop {
                let n = N("v12", x);
                if N("v13", 0).flag() { break x; }
                break x;
            };
            let m = N("v14", x);
        }
        m.val()
    }

    fn leaving_11(x: i32) -> Option<i32> {
        let n = N("local", x);
        let mut k = 0;
        'l1: while k < 3 && log("v2", x != 3) {
            k += 1;
            if !(k == 0) {
                let n = N("v3", k);
                return Some(log("v4", x));
            }
            let n = N("v5", x);
        }
        if log("v6", x == 1) || N("v7", x).flag() {
            let n = N("v8", x);
            return Some(N("v9", 2).next().map_or(x, |m| x));
        }
        Some(N("v10", N("v11", 2).val())).map(|m| sum(x, x))
    }

    fn leaving_12(x: i32) -> Result<i32, i32> {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        let y = loop {
            let n = N("v1", x);
            if x <= 1 && x == 2 { break x - x + (if x > 1 { N("v2", x).val() } else { *N("v3",
                x).number() }); }
            break N("v4", 3).val();
        };
        let m = N("v5", 1 - (match y {
            1 | 2 if x > 0 || y != 2 => {
                drop(0);
                match N("v6", y).next() {
                    Some(m) => y,
                    None => y,
                }
            },
            y @ 3..=9 => {
                let _kept = N("v7", y);
                N("v8", 0).val()
            },
            _ => x,
        })).result()?;
        let _kept = n.next();
        let z = y;
        N("v9", {
            let f = |y: i32| { N("v10", y).val() };
            f(match N("v11", y).next() {
                Some(ref m) if z == 1 && y >= 2 => x,
                Some(m) => y,
                None => {
                    let n = N("v12", z);
                    N("v13", 0).val()
                },
            })
        }).result().map(|m| m.val())
    }

    fn leaving_13(x: i32) {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        'l3: for m in vec![N("v1", x), N("v2", x)] {
            let mut k = 0;
            'l4: while k < 3 && (x != 2 || x == 2) {
                k += 1;
                let n = N("v5", 1);
                let _kept = N("v6", 1).next();
            }
            if x < 0 && x == 3 {
                let n = N("v7", x);
                continue 'l3;
            }
        }
        if unknown!(x) >= unknown!(3) {
            let n = N("v9", x);
            return drop(N("v10", 0).next());
        }
        let m = N("v11", x - x);
        drop(N("v12", i32::from(log("v13", x >= 2))))
    }

    fn leaving_14(n: N, x: i32) -> bool {
        let n = N("local", x);
        N("v1", tracked_number(x)).name();
        let x = N("v2", x).val() - N("v3", 1).next().map_or(3, |m| {
            {
                let f = |y: i32| y;
                f(x)
            }
        });
        let y = loop {
            let n = N("v4", 1);
            if x != 1 && x == 1 { break ({
                let _ = N("v5", 0);
                N("v6", 2).next();
                N("v7", x).val()
            }); }
            break log("v8", x);
        };
        let m = N("v9", N("v10", y).val());
        !(x > y) && N("v11", unknown!(2)).flag()
    }

    fn leaving_15(x: i32) -> i32 {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        let y = i32::from({
            let n = N("v1", x);
            {
                N("v2", x).next();
                {
                    let n = N("v3", 3);
                    N("v4", 3).name();
                    N("v5", x).flag()
                }
            }
        });
        let m = N("v6", {
            let mut k = 0;
            loop {
                k += 1;
                let n = N("v7", x);
                if k > 2 || y <= 3 { break y; }
            }
        });
        let m = N("v8", {
            let mut k = 0;
            loop {
                k += 1;
                let n = N("v9", 0);
                if k > 2 || x >= 1 { break 1; }
            }
        });
        'l12: for m in vec![N("v10", 0), N("v11", x)] {
            let m = N("v13", 1);
        }
        [match *m.number() {
            1 | 2 if N("v14", x).flag() => {
                if 0 >= y {
                    let n = N("v15", x);
                    return 3;
                }
                N("v16", y).val()
            },
            y @ 3..=9 => x,
            _ => y,
        }, y][(x & 1) as usize]
    }

    fn leaving_16(x: i32) -> Option<i32> {
        let n = N("local", x);
        if match N("v1", x).val() {
            1 | 2 if tracked(x) => {
                if n.flag() {
                    let n = N("v2", 1);
                    return N("v3", x).next().map(|m| {
                        N("v4", x).next();
                        N("v5", x).val()
                    });
                }
                !(x != 0)
            },
            y @ 3..=9 => y >= x,
            _ => {
                drop({
                    let mut k = 0;
                    loop {
                        k += 1;
                        let n = N("v6", 1);
                        if k > 2 || x > 1 { break x; }
                    }
                });
                !(x == 2)
            },
        } {
            let n = N("v7", x);
            return Some(x);
        }
        N("v8", x).name();
        let _kept = N("v9", 3);
        N("v10", N("v11", x).val()).next().filter(|m| matches!(N("v12", 3).next(), Some(ref m) if
            m.val() > 1)).map(|m| x + x)
    }

    fn leaving_17(x: i32) -> Result<i32, i32> {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        let y = loop {
            let n = N("v1", x);
            if {
                let z = 3;
                1 != x
            } { break i32::from(x <= 3); }
            break x + N("v2", x).next().map_or(2, |m| { N("v3", x).val() });
        };
        match N("v4", x).next().or_else(|| tracked_option(3)) {
            Some(ref m) if !(y != 3) => drop(({
                let mut k = 0;
                'l5: while k < 3 && (k >= 3 || y < 3) {
                    k += 1;
                    let m = N("v6", 0);
                    let m = N("v7", x);
                }
                let _ = N("v8", x);
                n.next()
            })),
            Some(m) => { drop(m.next()) },
            None => {
                let _kept = N("v9", 1);
                drop(N("v10", x).next())
            },
        }
        let _ = N("v11", y);
        let m = N("v12", 0);
        N("v13", sum(n.val(), if y != 2 { N("v14", x).val() } else { sum(2, x) })).result().map(|m|
            m.val())
    }

    fn leaving_18(x: i32) {
        let n = N("local", x);
        let y = loop {
            let n = N("v1", x);
            if x >= x { break ({
                let _kept = N("v2", x);
                match n.next() {
                    Some(m) => {
                        let _ = N("v3", x);
                        match x {
                            0 => x,
                            1 | 2 if 1 <= x => x,
                            y @ 3..=9 => {
                                drop(1);
                                n.val()
                            },
                            _ => {
                                drop(1);
                                N("v4", x).val()
                            },
                        }
                    },
                    None => 3,
                }
            }); }
            break ({
                let _ = N("v5", x);
                N("v6", 2).val()
            });
        };
        let n = N("v7", x);
        N("v8", 0).name();
        N("v9", y).name();
        drop(N("v10", N("v11", i32::from(y > 1)).val()).next())
    }

    fn leaving_19(x: i32) -> bool {
        let n = N("local", x);
        let m = N("v1", sum(x, x));
        if matches!(N("v2", x).next(), Some(ref m) if m.val() > 0) && x != 3 && x == 3 {
            let n = N("v3", x);
            return N("v4", 3).flag();
        }
        N("v5", (Pair { first: N("v6", 0), second: N("v7", x) }).second.val()).flag()
    }
}

#[test]
fn leaving_are_the_same() {
    compared!(x in -2..6; [leaving_00(x)] [leaving_01(x)] [leaving_02(x)] [leaving_03(x)]
        [leaving_04(N("parameter", x), x)] [leaving_05(x)] [leaving_06(N("parameter", x), x)]
        [leaving_07(x)] [leaving_08(x)] [leaving_09(N("parameter", x), x)] [leaving_10(x)]
        [leaving_11(x)] [leaving_12(x)] [leaving_13(x)] [leaving_14(N("parameter", x), x)]
        [leaving_15(x)] [leaving_16(x)] [leaving_17(x)] [leaving_18(x)] [leaving_19(x)]);
}
