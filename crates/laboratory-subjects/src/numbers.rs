//! Computations: num-integer, num-rational, roots, fastrand, earcutr.

use crate::make::{floats, ignore, integers, pairs, reals, suite as make, tuple, up_to, value};
use num_integer::{Average, ExtendedGcd, Integer, Roots};
use num_rational::Ratio;
use roots::SimpleConvergency;
use sbst_laboratory::inputs::{Shape, Value};
use sbst_laboratory::subject::{Suite, SuiteError};

/// Creates the shape of `count` integers in all of their range.
fn wide<const N: usize>(least: i128, greatest: i128) -> Shape {
    Shape::tuple([(); N].map(|()| Shape::integers(least..=greatest)))
}

pub(crate) fn suite() -> Result<Suite, SuiteError> {
    make([
        value(
            "num_integer::gcd",
            &["num_integer::<impl num_integer::Integer for i32>", "num_integer::Integer"],
            wide::<2>(i32::MIN.into(), i32::MAX.into()),
            integers([[12, 18], [0, 7], [-4, 6], [i32::MIN.into(), 0], [17, 17], [i32::MAX.into(), 2]]),
            |(a, b): (i32, i32)| {
                let ExtendedGcd { gcd, .. } = a.extended_gcd(&b);
                let _ = (gcd, a.gcd(&b), a.is_even());
                let _ = (a.next_multiple_of(&b), a.prev_multiple_of(&b));
                let _ = (a.div_mod_floor(&b), Integer::div_ceil(&a, &b), a.lcm(&b));
            },
        ),
        value(
            "num_integer::binomial",
            &[
                "num_integer::binomial",
                "num_integer::multiply_and_divide",
                "num_integer::multinomial",
                "num_integer::<impl num_integer::Integer for u64>",
                "num_integer::IterBinomial",
                "num_integer::<impl core::iter::traits::iterator::Iterator for num_integer::IterBinomial<T>>",
            ],
            wide::<2>(0, 70),
            integers([[5, 2], [10, 0], [4, 7], [60, 30], [67, 33], [1, 1]]),
            |(n, k): (u64, u64)| {
                num_integer::binomial(n, k);
                num_integer::multinomial(&[n, k, 2]);
                num_integer::IterBinomial::new(n.min(20)).count();
            },
        ),
        value(
            "num_integer::nth_root",
            &["num_integer::roots"],
            Shape::tuple([Shape::integers(i64::MIN.into()..=i64::MAX.into()), up_to(70)]),
            integers([[81, 4], [-27, 3], [0, 2], [i64::MAX.into(), 2], [1_000_000, 0], [-4, 2], [1 << 62, 62], [7, 64]]),
            |(number, root): (i64, u32)| {
                let _ = (number.unsigned_abs().nth_root(root), number.unsigned_abs().sqrt(), number.unsigned_abs().cbrt());
                let _ = (number.nth_root(root), number.cbrt(), number.sqrt());
            },
        ),
        value(
            "num_integer::average_ceil",
            &["num_integer::average", "num_integer::<impl num_integer::Integer for i8>"],
            wide::<2>(-128, 127),
            integers([[1, 4], [-128, 127], [7, -7], [127, 127], [-1, 0], [-128, -1]]),
            |(a, b): (i8, i8)| {
                let _ = (a.average_ceil(&b), a.average_floor(&b), a.div_rem(&b), a.is_multiple_of(&b));
                let _ = (a.div_floor(&b), a.mod_floor(&b), Integer::div_ceil(&a, &b), a.gcd_lcm(&b), a.extended_gcd_lcm(&b));
            },
        ),
        value(
            "num_rational::Ratio::add",
            &[
                "num_rational::Ratio",
                "num_rational::opassign",
                "num_rational::<impl core::ops::arith::Add for num_rational::Ratio<T>>",
                "num_rational::<impl core::ops::arith::Div for num_rational::Ratio<T>>",
                "num_rational::<impl core::cmp::Ord for num_rational::Ratio<T>>",
            ],
            wide::<4>(-300, 300),
            integers([[1, 2, 1, 3], [0, 1, 5, 1], [-7, 3, 7, 3], [4, -8, 1, 2], [1, 0, 1, 1], [3, 2, 3, 2]]),
            |(a, b, c, d): (i32, i32, i32, i32)| {
                let (first, second) = (Ratio::new(a, b), Ratio::new(c, d));
                let mut sum = first + second;
                let _ = (first.cmp(&second), first - second, first * second, sum.floor(), sum.ceil(), sum.round(), sum.fract());
                sum += first;
                sum -= second;
                sum *= 3;
                sum /= second;
                let _ = (first % second, first / second, first.recip(), sum.pow(a % 3));
            },
        ),
        value(
            "num_rational::Ratio::from_str",
            &[
                "num_rational::<impl core::str::traits::FromStr for num_rational::Ratio<T>>",
                "num_rational::Ratio",
                "num_rational::<impl core::fmt::Display for num_rational::Ratio<T>>",
                "num_rational::<impl num_traits::Num for num_rational::Ratio<T>>",
                "num_rational::<impl core::cmp::Ord for num_rational::Ratio<T>>",
            ],
            Shape::tuple([Shape::text("0123456789//-+ ab", 8), Shape::text("0123456789//-+ ab", 8)]),
            pairs([["1/2", "2/4"], ["3", "-3/1"], ["1/0", "1"], ["-7/3", "7/-3"], ["100/3", "99/3"], ["a/b", "1/2"]]),
            |(first, second): (String, String)| {
                if let (Ok(first), Ok(second)) = (first.parse::<Ratio<i16>>(), second.parse::<Ratio<i16>>()) {
                    let _ = (first.cmp(&second), first.to_string(), second.round(), first == second, first.pow(2));
                }
            },
        ),
        value(
            "num_rational::Ratio::approximate_float",
            &[
                "num_rational::Ratio<i32>",
                "num_rational::approximate_float",
                "num_rational::approximate_float_unsigned",
                "num_rational::Ratio",
                "num_rational::<impl num_traits::cast::FromPrimitive for num_rational::Ratio<i32>>",
            ],
            reals(1, 1e10),
            floats([[0.5], [-0.3], [1e9], [3.0e9], [0.0], [1e-9], [std::f64::consts::PI]]),
            |(number,): (f64,)| ignore(Ratio::<i32>::approximate_float(number)),
        ),
        value(
            "roots::find_roots_quadratic",
            &["roots::analytical::quadratic", "roots::analytical::linear", "roots::analytical::roots"],
            reals(3, 1e3),
            floats([
                [1.0, -3.0, 2.0],
                [0.0, 2.0, 1.0],
                [1.0, 2.0, 1.0],
                [1.0, 0.0, 1.0],
                [0.0, 0.0, 1.0],
                [0.0, 0.0, 0.0],
                [1.0, 0.0, -4.0],
            ]),
            |(a, b, c): (f64, f64, f64)| ignore(roots::find_roots_quadratic(a, b, c)),
        ),
        value(
            "roots::find_roots_cubic",
            &[
                "roots::analytical::cubic",
                "roots::analytical::cubic_normalized",
                "roots::analytical::cubic_depressed",
                "roots::analytical::quadratic",
                "roots::analytical::roots",
            ],
            reals(4, 1e3),
            floats([
                [1.0, 0.0, 0.0, 0.0],
                [1.0, -6.0, 11.0, -6.0],
                [0.0, 1.0, 2.0, 1.0],
                [1.0, 0.0, 0.0, -8.0],
                [1.0, 0.0, -3.0, 2.0],
                [-4.0, 0.0, 0.0, 1.0],
            ]),
            |(a, b, c, d): (f64, f64, f64, f64)| ignore(roots::find_roots_cubic(a, b, c, d)),
        ),
        value(
            "roots::find_roots_quartic",
            &[
                "roots::analytical::quartic",
                "roots::analytical::quartic_depressed",
                "roots::analytical::biquadratic",
                "roots::analytical::cubic",
                "roots::analytical::cubic_normalized",
                "roots::analytical::quadratic",
                "roots::analytical::roots",
            ],
            reals(5, 1e3),
            floats([
                [1.0, 0.0, 0.0, 0.0, 0.0],
                [1.0, 0.0, -5.0, 0.0, 4.0],
                [0.0, 1.0, -6.0, 11.0, -6.0],
                [1.0, -10.0, 35.0, -50.0, 24.0],
                [1.0, 0.0, 0.0, -1.0, 0.0],
                [3.0, 5.0, -5.0, -5.0, 2.0],
            ]),
            |(a, b, c, d, e): (f64, f64, f64, f64, f64)| ignore(roots::find_roots_quartic(a, b, c, d, e)),
        ),
        value(
            "roots::find_root_brent",
            &[
                "roots::numerical::brent",
                "roots::numerical::simple_convergency",
                "roots::numerical::regula_falsi",
                "roots::numerical::secant",
                "roots::numerical::inverse_quadratic",
            ],
            reals(5, 100.0),
            floats([
                [-10.0, 10.0, 1.0, 0.0, -1.0],
                [0.0, 10.0, 1.0, 0.0, -2.0],
                [1.0, 2.0, 0.0, 0.0, 1.0],
                [5.0, 5.0, 1.0, 1.0, 1.0],
                [0.0, 3.0, 1.0, -4.0, 3.0],
            ]),
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
            &["roots::numerical::newton_raphson", "roots::numerical::simple_convergency"],
            reals(4, 100.0),
            floats([
                [1.0, 1.0, 0.0, -4.0],
                [0.0, 1.0, 0.0, 1.0],
                [3.0, 0.0, 2.0, -6.0],
                [0.0, 0.0, 0.0, 0.0],
                [10.0, 1.0, -2.0, 1.0],
            ]),
            |(start, a, b, c): (f64, f64, f64, f64)| {
                let mut convergency = SimpleConvergency { eps: 1e-9, max_iter: 20 };
                let _ = roots::find_root_newton_raphson(start, |x| (a * x + b) * x + c, |x| 2.0 * a * x + b, &mut convergency);
            },
        ),
        value(
            "roots::find_roots_sturm",
            &["roots::numerical::polynom", "roots::numerical::simple_convergency"],
            Shape::list(Shape::floats(-50.0..=50.0), 5),
            [vec![0.0, -1.0], vec![-6.0, 11.0, -6.0], vec![0.0, 0.0, 1.0], vec![], vec![2.0], vec![-10.0, 35.0, -50.0, 24.0]]
                .into_iter()
                .map(|row: Vec<f64>| row.into_iter().collect()),
            |coefficients: Vec<f64>| {
                let mut convergency = SimpleConvergency { eps: 1e-6, max_iter: 20 };
                roots::find_roots_sturm(&coefficients, &mut convergency);
            },
        ),
        value(
            "fastrand::Rng",
            &["fastrand::Rng"],
            Shape::tuple([up_to(1 << 40), up_to(50), Shape::integers(0x20..=0xe100), Shape::integers(0x20..=0xe100), up_to(40)]),
            integers([
                [7, 10, 0x61, 0x7a, 16],
                [0, 0, 0x41, 0x41, 1],
                [42, 1, 0x7a, 0x61, 2],
                [1, 36, 0xd000, 0xe000, 10],
                [5, 3, 0x100, 0x200, 37],
            ]),
            |(seed, size, first, last, base): (u64, usize, char, char, u32)| {
                let mut rng = fastrand::Rng::with_seed(seed);
                let mut items: Vec<u32> = (0..base).collect();
                rng.shuffle(&mut items);
                rng.choose_multiple(items.iter(), size);
                rng.fill(&mut [0; 24][..size.min(24)]);
                let _ =
                    (rng.alphanumeric(), rng.bool(), rng.f64(), rng.i16(-7..=9), rng.u64(..1000), rng.u8(3..), rng.choice(&items));
                let _ = (rng.u32(1..=base), rng.usize(size..60), rng.char(first..=last), rng.digit(base));
            },
        ),
        value(
            "earcutr::earcut",
            &["earcutr"],
            Shape::tuple([Shape::list(Shape::floats(-20.0..=20.0), 24), Shape::list(up_to(10), 2), up_to(3)]),
            [
                (vec![0.0, 0.0, 10.0, 0.0, 10.0, 10.0, 0.0, 10.0], vec![], 2),
                (vec![0.0, 0.0, 10.0, 0.0, 10.0, 10.0, 0.0, 10.0, 2.0, 2.0, 8.0, 2.0, 8.0, 8.0], vec![4], 2),
                (vec![0.0, 0.0, 1.0, 5.0, 0.0, 1.0, 0.0, 5.0, 1.0], vec![], 3),
                (vec![0.0, 0.0, 4.0, 4.0, 4.0, 0.0, 0.0, 4.0], vec![], 2),
                (vec![], vec![], 2),
            ]
            .map(|(points, holes, dims): (Vec<f64>, Vec<i128>, i128)| {
                tuple([points.into_iter().collect(), holes.into_iter().collect(), Value::from(dims)])
            }),
            |(points, holes, dims): (Vec<f64>, Vec<usize>, usize)| ignore(earcutr::earcut(&points, &holes, dims)),
        ),
    ])
}
