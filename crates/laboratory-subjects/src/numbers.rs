//! Computations: num-integer, num-rational, roots, fastrand, earcutr.

use crate::make::{calls, ignore, nothing, pair, read, reals, suite as make, up_to, value};
use num_rational::Ratio;
use roots::SimpleConvergency;
use sbst_laboratory::inputs::Shape;
use sbst_laboratory::subject::{Suite, SuiteError};

/// Creates the shape of `count` integers in all of their range.
fn wide<const N: usize>(least: i128, greatest: i128) -> Shape {
    Shape::tuple([(); N].map(|()| Shape::integers(least..=greatest)))
}

pub(crate) fn suite() -> Result<Suite, SuiteError> {
    make([
        value(
            "num_rational::Ratio::add",
            &["num_rational"],
            wide::<4>(-300, 300),
            [[1, 2, 1, 3], [0, 1, 5, 1], [-7, 3, 7, 3], [4, -8, 1, 2], [1, 0, 1, 1], [3, 2, 3, 2]],
            |(a, b, c, d): (i32, i32, i32, i32)| {
                let (first, second) = (Ratio::new(a, b), Ratio::new(c, d));
                let mut sum = first + second;
                let _ = (
                    first.cmp(&second),
                    first - second,
                    first * second,
                    sum.floor(),
                    sum.ceil(),
                    sum.round(),
                    sum.fract(),
                );
                sum += first;
                sum -= second;
                sum *= 3;
                sum /= second;
                let _ = (first % second, first / second, first.recip(), sum.pow(a % 3));
            },
        ),
        value(
            "num_rational::Ratio::from_str",
            &["num_rational"],
            Shape::tuple([
                Shape::text("0123456789//-+ ab", 8),
                Shape::text("0123456789//-+ ab", 8),
            ]),
            [
                ["1/2", "2/4"],
                ["3", "-3/1"],
                ["1/0", "1"],
                ["-7/3", "7/-3"],
                ["100/3", "99/3"],
                ["a/b", "1/2"],
            ],
            |(first, second): (String, String)| {
                if let (Ok(first), Ok(second)) =
                    (first.parse::<Ratio<i16>>(), second.parse::<Ratio<i16>>())
                {
                    let _ = (
                        first.cmp(&second),
                        first.to_string(),
                        second.round(),
                        first == second,
                        first.pow(2),
                    );
                }
            },
        ),
        value(
            "num_rational::Ratio::approximate_float",
            &["num_rational"],
            reals(1, 1e10),
            [[0.5], [-0.3], [1e9], [3.0e9], [0.0], [1e-9], [std::f64::consts::PI]],
            |(number,): (f64,)| ignore(Ratio::<i32>::approximate_float(number)),
        ),
        value(
            "roots::find_roots_quadratic",
            &["roots::analytical", "roots::float"],
            reals(3, 1e3),
            [
                [1.0, -3.0, 2.0],
                [0.0, 2.0, 1.0],
                [1.0, 2.0, 1.0],
                [1.0, 0.0, 1.0],
                [0.0, 0.0, 1.0],
                [0.0, 0.0, 0.0],
                [1.0, 0.0, -4.0],
            ],
            |(a, b, c): (f64, f64, f64)| ignore(roots::find_roots_quadratic(a, b, c)),
        ),
        value(
            "roots::find_roots_cubic",
            &["roots::analytical", "roots::float"],
            reals(4, 1e3),
            [
                [1.0, 0.0, 0.0, 0.0],
                [1.0, -6.0, 11.0, -6.0],
                [0.0, 1.0, 2.0, 1.0],
                [1.0, 0.0, 0.0, -8.0],
                [1.0, 0.0, -3.0, 2.0],
                [-4.0, 0.0, 0.0, 1.0],
            ],
            |(a, b, c, d): (f64, f64, f64, f64)| ignore(roots::find_roots_cubic(a, b, c, d)),
        ),
        value(
            "roots::find_roots_quartic",
            &["roots::analytical", "roots::float"],
            reals(5, 1e3),
            [
                [1.0, 0.0, 0.0, 0.0, 0.0],
                [1.0, 0.0, -5.0, 0.0, 4.0],
                [0.0, 1.0, -6.0, 11.0, -6.0],
                [1.0, -10.0, 35.0, -50.0, 24.0],
                [1.0, 0.0, 0.0, -1.0, 0.0],
                [3.0, 5.0, -5.0, -5.0, 2.0],
            ],
            |(a, b, c, d, e): (f64, f64, f64, f64, f64)| {
                ignore(roots::find_roots_quartic(a, b, c, d, e));
            },
        ),
        value(
            "roots::find_root_brent",
            &["roots::numerical", "roots::analytical::quadratic"],
            reals(5, 100.0),
            [
                [-10.0, 10.0, 1.0, 0.0, -1.0],
                [0.0, 10.0, 1.0, 0.0, -2.0],
                [1.0, 2.0, 0.0, 0.0, 1.0],
                [5.0, 5.0, 1.0, 1.0, 1.0],
                [0.0, 3.0, 1.0, -4.0, 3.0],
            ],
            |(from, to, a, b, c): (f64, f64, f64, f64, f64)| {
                let f = |x: f64| (a * x + b) * x + c;
                let mut convergency = SimpleConvergency { eps: 1e-9, max_iter: 20 };
                let _ = roots::find_root_brent(from, to, f, &mut convergency);
                let _ = roots::find_root_regula_falsi(from, to, f, &mut convergency);
                let _ = roots::find_root_secant(from, to, f, &mut convergency);
                let _ = roots::find_root_inverse_quadratic(from, to, f, &mut convergency);
            },
        ),
        value(
            "roots::find_root_newton_raphson",
            &["roots::numerical"],
            reals(4, 100.0),
            [
                [1.0, 1.0, 0.0, -4.0],
                [0.0, 1.0, 0.0, 1.0],
                [3.0, 0.0, 2.0, -6.0],
                [0.0, 0.0, 0.0, 0.0],
                [10.0, 1.0, -2.0, 1.0],
            ],
            |(start, a, b, c): (f64, f64, f64, f64)| {
                let mut convergency = SimpleConvergency { eps: 1e-9, max_iter: 20 };
                let _ = roots::find_root_newton_raphson(
                    start,
                    |x| (a * x + b) * x + c,
                    |x| 2.0 * a * x + b,
                    &mut convergency,
                );
            },
        ),
        value(
            "roots::find_roots_sturm",
            &["roots::numerical", "roots::analytical"],
            Shape::list(Shape::floats(-50.0..=50.0), 5),
            [
                vec![0.0, -1.0],
                vec![-6.0, 11.0, -6.0],
                vec![0.0, 0.0, 1.0],
                vec![],
                vec![2.0],
                vec![-10.0, 35.0, -50.0, 24.0],
            ],
            |coefficients: Vec<f64>| {
                let mut convergency = SimpleConvergency { eps: 1e-6, max_iter: 20 };
                roots::find_roots_sturm(&coefficients, &mut convergency);
            },
        ),
        calls(
            "fastrand::Rng",
            &["fastrand::Rng"],
            &[
                ("seed", up_to(1 << 40)),
                ("shuffle", up_to(12)),
                ("choose_multiple", pair(up_to(12), up_to(14))),
                ("fill", up_to(24)),
                ("u32", pair(up_to(99), up_to(99))),
                ("i16", pair(Shape::integers(-99..=99), Shape::integers(-99..=99))),
                ("u64", up_to(u64::MAX.into())),
                ("char", pair(Shape::integers(0x20..=0xd7ff), Shape::integers(0x20..=0x1_0000))),
                ("digit", up_to(40)),
                ("alphanumeric", nothing()),
                ("f64", nothing()),
                ("choice", up_to(4)),
            ],
            10,
            &[
                "seed 7; shuffle 5; u32 1 6",
                "char 97 122; digit 10; digit 36; alphanumeric",
                "seed 1; choose_multiple 10 3; choice 3; fill 16",
                "i16 -5 5; u64 1000; f64; seed 7; f64",
                "digit 16; choice 0; char 55000 57400",
            ],
            || fastrand::Rng::with_seed(4),
            |rng, callee, argument| match callee {
                "seed" => rng.seed(read(argument)),
                "shuffle" => rng.shuffle(&mut (0..read(argument)).collect::<Vec<u8>>()),
                "choose_multiple" => {
                    let (items, amount): (u8, usize) = read(argument);
                    rng.choose_multiple(0..items, amount);
                }
                "fill" => rng.fill(&mut vec![0; read(argument)]),
                "u32" => {
                    let (from, to): (u32, u32) = read(argument);
                    ignore(rng.u32(from..=to));
                }
                "i16" => {
                    let (from, to): (i16, i16) = read(argument);
                    ignore(rng.i16(from..to));
                }
                "u64" => ignore(rng.u64(..read::<u64>(argument))),
                "char" => {
                    let (from, to): (char, char) = read(argument);
                    ignore(rng.char(from..=to));
                }
                "digit" => ignore(rng.digit(read(argument))),
                "alphanumeric" => ignore((rng.alphanumeric(), rng.bool(), rng.lowercase())),
                "f64" => ignore((rng.f64(), rng.f32(), rng.f64_inclusive())),
                _ => ignore(rng.choice(0..read::<u8>(argument))),
            },
        ),
        value(
            "earcutr::earcut",
            &["earcutr"],
            Shape::tuple([
                Shape::list(Shape::floats(-20.0..=20.0), 24),
                Shape::list(up_to(10), 2),
                up_to(3),
            ]),
            [
                (vec![0.0, 0.0, 10.0, 0.0, 10.0, 10.0, 0.0, 10.0], vec![], 2),
                (
                    vec![0.0, 0.0, 10.0, 0.0, 10.0, 10.0, 0.0, 10.0, 2.0, 2.0, 8.0, 2.0, 8.0, 8.0],
                    vec![4],
                    2,
                ),
                (vec![0.0, 0.0, 1.0, 5.0, 0.0, 1.0, 0.0, 5.0, 1.0], vec![], 3),
                (vec![0.0, 0.0, 4.0, 4.0, 4.0, 0.0, 0.0, 4.0], vec![], 2),
                (vec![], vec![], 2),
            ],
            |(points, holes, dims): (Vec<f64>, Vec<usize>, usize)| {
                ignore(earcutr::earcut(&points, &holes, dims));
            },
        ),
    ])
}
