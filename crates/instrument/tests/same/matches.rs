//! `match`: numbers, ranges, characters, texts, variants, guards, bindings.

use crate::both::{compare, log};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    Point,
    Circle(f64),
    Box { width: u32, height: u32 },
    Many(Vec<Shape>),
}

const LIMIT: i32 = 40;

/// Says when its number or its text is looked at.
pub(crate) struct Seen<T>(pub(crate) T);

impl<T: Copy + std::fmt::Debug> std::ops::Deref for Seen<T> {
    type Target = T;

    fn deref(&self) -> &T {
        log("seen", self.0);
        &self.0
    }
}

impl<T: Copy + std::fmt::Debug> std::ops::DerefMut for Seen<T> {
    fn deref_mut(&mut self) -> &mut T {
        log("changed", self.0);
        &mut self.0
    }
}

both! {
    fn numbers(x: i32) -> i32 {
        let first = match x {
            0 => 1,
            1..=9 | 20 => 2,
            5..=30 => 3,
            i32::MIN..=-100 => 4,
            -5 => 5,
            LIMIT => 6,
            other => other.wrapping_add(1),
        };
        let second = match x as u8 {
            0..100 => 'a',
            100..=199 => 'b',
            200.. => 'c',
        };
        match (x > 3, second) {
            (true, 'a') => first,
            (false, _) if first > 3 => -first,
            (_, 'b' | 'c') => 7,
            _ => 8,
        }
    }

    /// What is matched may be a place, which an arm may change, and is looked at once.
    fn places((x, text): (i32, &'static str)) -> (i32, usize) {
        let mut number = Seen(x);
        match *number {
            1 => *number = 10,
            2..=9 if *number < 7 => *number += 20,
            7 if true => (*number, number) = (5, Seen(70)),
            m => *number = m.wrapping_sub(1),
        }
        let mut plain = (number, x);
        match plain.1 {
            0 => plain.1 = 3,
            n @ 1..=6 => plain.1 += n,
            _ => {}
        }
        let mut name = Seen(text);
        match *name {
            "" => *name = "none",
            "a" | "ab" if *name == "a" => *name = "A",
            other => *name = &other[1..],
        }
        (*plain.0 + plain.1, name.len())
    }

    /// A reference that may be changed is moved into the name of an arm.
    fn references(numbers: [i32; 3]) -> [i32; 3] {
        let mut numbers = numbers;
        for x in numbers.iter_mut() {
            match x {
                0 => *x = 5,
                7 if *x > 3 => *x += 1,
                n @ 1..=3 => *n *= 10,
                n => *n -= 1,
            }
        }
        let pair = (&mut numbers, 1);
        match pair.1 {
            1 => pair.0[0] += 1,
            _ => {}
        }
        numbers
    }

    fn characters(x: char) -> u8 {
        match x {
            'a'..='z' => 1,
            'A' | 'E' | 'I' | 'O' | 'U' => 2,
            '0'..='9' if x != '7' => 3,
            c @ ('7' | '_') if c == '_' => 4,
            c if c.is_whitespace() || c == '\u{0}' => 5,
            _ => match x == 'ß' {
                true => 6,
                false => 7,
            },
        }
    }

    fn texts(text: &str) -> usize {
        let by_bytes = match text.as_bytes() {
            b"GET" | b"PUT" => 1,
            b"" => 2,
            [b'a', .., b'z'] => 3,
            [first, ..] if first.is_ascii_digit() => 4,
            _ => 5,
        };
        let owned = text.to_owned();
        by_bytes + match &*owned {
            "GET" | "HEAD" => 10,
            "POST" => 20,
            other => other.len(),
        } + match text {
            "x" => 100,
            _ => 200,
        }
    }

    fn shapes(shape: Shape) -> f64 {
        match shape {
            Shape::Point => 0.0,
            Shape::Circle(r) if r < 0.0 => -1.0,
            Shape::Circle(r) => r * r,
            Shape::Box { width, height: height @ 1..=9 } if width == height => f64::from(width),
            Shape::Box { width: w, height: h } => f64::from(w * h),
            Shape::Many(shapes) => {
                let mut sum = 0.0;
                for shape in shapes {
                    sum += match shape {
                        Shape::Many(_) => continue,
                        Shape::Point => break,
                        Shape::Circle(r) => r,
                        Shape::Box { .. } => return -5.0,
                    };
                }
                sum
            }
        }
    }

    fn guards(t: (u8, u8)) -> u8 {
        match t {
            // The guard is asked for each alternative that matches.
            (x, _) | (_, x) if log("guard", x) == 3 => 1,
            (0, _) | (_, 0) => 2,
            (a, b) if log("sum", a) + b > 9 && a != b => 3,
            _ => 4,
        }
    }

    fn bindings(t: (Option<u32>, u32)) -> u32 {
        let (mut option, mut number) = t;
        match option {
            Some(ref mut x) if *x > 3 => *x += 1,
            Some(x) => number += x,
            None => option = Some(7),
        }
        match number {
            0 => number = 5,
            1 => {}
            ref mut n => *n /= 2,
        }
        match &mut number {
            5 => 50,
            n => {
                *n += 1;
                *n + option.unwrap_or(0)
            }
        }
    }

    fn one(x: Option<i32>) -> i32 {
        let y = match x { y => y.unwrap_or(3) };
        match y { z if z > 3 => z, z => -z }
    }

    fn known(x: i32) -> u32 {
        let mut sum = 0;
        if matches!(x, 1..=5 | 9) { sum += 1; }
        if matches!(Some(x), Some(y) if y > 100) { sum += 2; }
        if !matches!(x, i32::MIN..0) && x % 2 == 0 { sum += 4; }
        sum
    }
}

#[test]
fn matches_are_the_same() {
    let numbers = [
        i32::MIN,
        -101,
        -100,
        -99,
        -5,
        -1,
        0,
        1,
        5,
        9,
        10,
        20,
        30,
        31,
        40,
        99,
        100,
        101,
        150,
        199,
        200,
        255,
        256,
        i32::MAX,
    ];
    compare(numbers, numbers::original, numbers::instrumented);
    compare(numbers, known::original, known::instrumented);
    let places_of = || (-1..11).flat_map(|x| ["", "a", "ab", "word"].map(|text| (x, text)));
    let triples = [[0, 7, 2], [-4, 8, 3], [1, 1, 9]];
    compare(triples, references::original, references::instrumented);
    compare(places_of(), places::original, places::instrumented);
    compare("azmAEQ0789_ \0ß\u{10ffff}".chars(), characters::original, characters::instrumented);
    compare(
        ["", "GET", "PUT", "HEAD", "POST", "x", "az", "a", "9x", "b"],
        texts::original,
        texts::instrumented,
    );
    let pairs = || (0..6).flat_map(|a| (0..6).map(move |b| (a, b)));
    compare(pairs(), guards::original, guards::instrumented);
    let pairs = [None, Some(0), Some(3), Some(9)]
        .into_iter()
        .flat_map(|option| (0..12).map(move |n| (option, n)));
    compare(pairs, bindings::original, bindings::instrumented);
    compare([None, Some(3), Some(4)], one::original, one::instrumented);
}

#[test]
fn variants_are_the_same() {
    use Shape::{Box, Circle, Many, Point};
    let simple = [
        Point,
        Circle(-1.0),
        Circle(2.0),
        Box { width: 3, height: 3 },
        Box { width: 30, height: 30 },
    ];
    let many =
        simple.iter().map(|last| Many(vec![Circle(1.5), Many(vec![]), last.clone(), Circle(9.0)]));
    compare(simple.clone().into_iter().chain(many), shapes::original, shapes::instrumented);
}
