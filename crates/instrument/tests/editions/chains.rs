//! Chains of `let`, which the edition 2024 has.
//!
//! Written by `generate.py`. Do not change it by hand.

use crate::both::log;
use crate::cases::{N, Pair, sum, tracked, tracked_number, tracked_option};

both! {
    fn chains_00(n: N, x: i32) -> i32 {
        let n = N("local", x);
        let mut k = 0;
        'l3: while k < 3 && ({
            let n = N("v1", x);
            let _ = N("v2", 1);
            x == 3 || x != 0
        }) && x > x && matches!(n.next(), Some(ref m) if m.val() > 0) {
            k += 1;
            if (x < 3 || x < 1) && (if k < 0 { x == 3 && x <= 0 } else { k >= 0 || k > 0 }) && let
                Some(m) = N("v4", x).next() {
                drop(2);
            }
        }
        let _ = N("v5", x);
        let _kept = N("v6", 2);
        ({
            let x = x;
            let z = 0;
            z - x + x
        }) - x - x
    }

    fn chains_01(x: i32) -> i32 {
        let n = N("local", x);
        let _kept = N("v1", N("v2", 0).next().map_or(2, |m| x));
        if let Some(m) = n.next().or_else(|| N("v3", 1).next()) && let Some(m) = n.next() && let
            Some(m) = N("v4", 3).next() {
            let mut k = 0;
            'l7: while k < 3 && let Some(m) = m.next() && N("v5", x).flag() && let Some(m) =
                N("v6", 0).next() {
                k += 1;
                drop(x);
            }
            let mut k = 0;
            'l9: while k < 3 && let Some(m) = N("v8", x).next() && 1 > x && x == 2 && x > 2 {
                k += 1;
                let y = 2;
            }
        }
        {
            match if x != 1 && x < 2 {
                let mut k = 0;
                'l11: while k < 3 && tracked(1) && matches!(N("v10", x).next(), Some(ref m) if
                    m.val() > 0) {
                    k += 1;
                    let _kept = n.next();
                }
                x
            } else {
                let x = x;
                x
            } {
                1 | 2 if x != 3 => drop(N("v12", 3)),
                y @ 3..=9 => { drop(n.next()) },
                _ => { drop(N("v13", 0)) },
            }
            let _kept = N("v14", 2).next();
            2
        }
    }

    fn chains_02(x: i32) -> bool {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        if let Some(m) = tracked_option(x) && let Some(m) = N("v1", x).next() {
            let mut k = 0;
            'l4: while k < 3 && (x == 3 || x < 2) && let Some(m) = N("v2", x).next() && let Some(m)
                = N("v3", x).next() {
                k += 1;
                (k);
            }
        } else {
            let z = 'l5: {
                let n = N("v6", 1);
                if x > 3 { break 'l5 if x != 0 { N("v7", 2).val() } else {
                    let _ = N("v8", 3);
                    N("v9", x).val()
                }; }
                x
            };
        }
        if let Some(m) = N("v10", 2).next() && let Some(m) = Some(N("v11", x)) && let Some(m) =
            N("v12", x).next() {
            let x = x;
            (3);
        }
        n.next();
        ((x <= 0 || x < 2) || (x >= 0 || x >= 2)) || x <= 0
    }

    fn chains_03(x: i32) -> Option<i32> {
        let n = N("local", x);
        if let Some(m) = N("v1", 3).next() && let Some(m) = N("v2", 0).next().filter(|m| N("v3",
            x).flag()) && let Some(m) = N("v4", x).next() {
            let mut k = 0;
            'l6: while k < 3 && let Some(m) = m.next() && let Some(m) = N("v5", x).next() {
                k += 1;
                drop(x);
            }
        }
        if {
            match unknown!(1) {
                1 | 2 if x > 0 || x < 1 => {
                    let mut k = 0;
                    'l9: while k < 3 && let Some(m) = N("v7", x).next() && let Some(m) = N("v8",
                        x).next() && let Some(m) = n.next() {
                        k += 1;
                        let n = N("v10", x);
                    }
                    drop(1);
                },
                y @ 3..=9 => {
                    drop(x);
                },
                _ => {
                    let n = N("v11", x);
                },
            }
            N("v12", 1).name();
            x < 1
        } { drop(n); }
        ({
            let z = match if x <= 1 {
                {
                    let f = |y: i32| 0;
                    f(x)
                }
            } else {
                let n = N("v14", x);
                N("v15", x).val()
            } {
                0 => { N("v16", x).val() },
                1 | 2 if x >= 3 => x,
                y @ 3..=9 => x,
                _ => x,
            };
            N("v17", 2).name();
            N("v18", 1).next()
        }).map(|m| x)
    }

    fn chains_04(x: i32) -> Option<N> {
        let n = N("local", x);
        let _ = N("v1", match 2 {
            0 => {
                n.next();
                sum(x, x)
            },
            1 | 2 if x > 1 && x > 2 => x,
            y @ 3..=9 => x,
            _ => {
                x - ({
                    let f = |y: i32| {
                        let _ = N("v2", y);
                        unknown!(0)
                    };
                    f(x)
                })
            },
        });
        if let Some(m) = n.next() && N("v3", x).tracked(3) && let Some(m) = tracked_option(x) {
            if let Some(m) = N("v4", x).next() && let Some(m) = m.next() && x < 2 {
                let _ = N("v5", x);
            }
            let n = N("v6", x);
        }
        let _ = N("v7", x);
        tracked_option(sum(N("v8", x).next().map_or(x, |m| {
            drop(x);
            N("v9", 0).val()
        }), 0))
    }

    fn chains_05(x: i32) -> i32 {
        let n = N("local", x);
        let mut k = 0;
        'l5: while k < 3 && ({
            drop(0);
            let _kept = N("v1", 0);
            matches!(N("v2", x).next(), Some(ref m) if m.val() > 1)
        }) && let Some(m) = N("v3", x).next() && N("v4", x).next().is_some() {
            k += 1;
            let y = 'l6: {
                let n = N("v7", x);
                if x < 0 { break 'l6 *N("v8", 3).number(); }
                x
            };
        }
        if let Some(m) = ({
            let x = 3;
            N("v9", 0).next().filter(|m| x >= x)
        }) && let Some(m) = m.next() && x < 3 {
            drop(0);
            N("v10", 3).name();
        }
        let z = x;
        log("v11", match N("v12", z).next().map_or(z, |m| {
            (z);
            [z, x][(x & 1) as usize]
        }) {
            0 => { N("v13", 3).val() },
            1 | 2 if z == 1 => 0,
            y @ 3..=9 => {
                let z = z;
                N("v14", 1).val()
            },
            _ => x,
        })
    }

    fn chains_06(n: N, x: i32) -> Result<i32, i32> {
        let n = N("local", x);
        let y = n.next().map_or(x, |m| unknown!(x));
        match unknown!([x, x][(2 & 1) as usize]) {
            1 | 2 if x == y => {},
            y @ 3..=9 => {},
            _ => {
                if (y > 1 || y > 0) && let Some(m) = Some(N("v1", x)) && N("v2", y).flag() {
                    N("v3", y).name();
                    if y == 3 && x == 0 && let Some(m) = N("v4", x).next() && y <= 3 {
                        N("v5", 1).name();
                        let y = 0;
                    }
                }
            },
        }
        N("v6", 0).name();
        Ok(if let Some(m) = (Pair { first: N("v7", y), second: N("v8", x) }).second.next() {
            N("v9", {
                let f = |y: i32| {
                    N("v10", 2).name();
                    {
                        let y = y;
                        y
                    }
                };
                f(x)
            }).val()
        } else { y })
    }

    fn chains_07(n: N, x: i32) {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        let n = N("v1", log("v2", x));
        match n { m if (if x == 0 {
            let y = 3;
            tracked_option(x)
        } else { None }).is_some() => drop(m), _ => {} }
        let _kept = N("v4", N("v5", x).next().map_or(0, |m| {
            {
                let n = N("v6", x);
                N("v7", 2).val()
            }
        }));
        drop(N("v8", {
            let mut k = 0;
            'l10: while k < 3 && let Some(m) = N("v9", x).next() && (x < 3 || x > 1) {
                k += 1;
                let _ = N("v11", 1);
            }
            N("v12", x).val()
        }))
    }

    fn chains_08(x: i32) -> impl PartialEq + std::fmt::Debug {
        { const ONE: i32 = 1; }
        let n = N("local", x);
        if let Some(m) = n.next() && let Some(m) = N("v1", x).next().or_else(|| m.next()) {
            if (x == 1 || x < 2) && let Some(m) = N("v2", x).next() {
                let _kept = N("v3", x).next();
                let _ = N("v4", x);
            } else {
                let m = N("v5", 3);
            }
            if x != x && (x == 2 || x <= 3) && x < 2 && x != 2 {
                let y = x;
                let z = y;
            }
        }
        let n = N("v6", 1);
        let x = 2;
        tracked_number(N("v7", n.val()).val())
    }

    fn chains_09(x: i32) -> impl Fn(i32) -> i32 {
        let n = N("local", x);
        if log("v1", x > 3) && n.flag() {
            if let Some(m) = N("v2", x).next() && let Some(m) = N("v3", 1).next() {
                let n = N("v4", 3);
            } else {
                let _kept = n.next();
                let _kept = N("v5", x).next();
            }
            if let Some(m) = N("v6", x).next() && let Some(m) = N("v7", x).next() {
                let _kept = N("v8", x);
                let n = N("v9", x);
            } else {
                N("v10", x).name();
                let x = 2;
            }
        } else {
            let _ = N("v11", x);
        }
        if (x >= 1 || x <= 2) && matches!(n.next(), Some(ref m) if m.val() > 0) && let Some(m) =
            n.next() {
            drop(x);
        }
        let n = N("captured", x);
        move |y: i32| {
            n.val();
            if let Some(m) = N("v12", y + ({
                let f = |y: i32| y;
                f(0)
            })).next() && let Some(m) = N("v13", N("v14", 0).val()).next() && y >= 3 {
                (y);
            } else {
                N("v15", 1).name();
                N("v16", 1).next();
            }
            let n = N("v17", x);
            3
        }
    }
}

#[test]
fn chains_are_the_same() {
    compared!(x in -2..6; [chains_00(N("parameter", x), x)] [chains_01(x)] [chains_02(x)]
        [chains_03(x)] [chains_04(x)] [chains_05(x)] [chains_06(N("parameter", x), x)]
        [chains_07(N("parameter", x), x)] [chains_08(x)] [chains_09(x)(x + 1)]);
}
