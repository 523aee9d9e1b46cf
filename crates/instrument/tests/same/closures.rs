//! Closures, functions within functions, methods, generics, recursion.

use crate::both::{compare, log};

both! {
    fn adapters(n: u32) -> Vec<u32> {
        let limit = n * 2;
        let mut seen = Vec::new();
        let kept: Vec<u32> = (0..n * 3)
            .filter(|x| if x % 2 == 0 { *x < limit } else { x % 3 == 0 && *x != 9 })
            .map(|x| match x { 0 => 100, 4 | 6 => x * 10, _ => x })
            .inspect(|x| { if *x > 50 { seen.push(*x) } })
            .collect();
        seen.extend(kept);
        seen.sort_by(|a, b| if a % 10 == b % 10 { a.cmp(b) } else { b.cmp(a) });
        seen
    }

    fn outlives(n: i32) -> i32 {
        fn adder(by: i32) -> impl Fn(i32) -> i32 {
            move |x| if x > 2 { x + by } else { by }
        }
        fn boxed(by: i32) -> Box<dyn FnMut(i32) -> Option<i32>> {
            let mut calls = 0;
            Box::new(move |x| {
                calls += 1;
                let y = x.checked_mul(by)?;
                if calls > 2 { None } else { Some(y) }
            })
        }
        let mut multiply = boxed(n);
        let mut sum = adder(n)(1) + adder(n)(5);
        while let Some(next) = multiply(sum) {
            sum += next;
            if sum == 0 { break; }
        }
        sum
    }

    fn inner(n: u32) -> u32 {
        const STEP: u32 = 2;
        use std::cmp::Ordering;
        struct Even(u32);
        impl Even {
            fn of(x: u32) -> Option<Self> { if x % STEP == 0 { Some(Self(x)) } else { None } }
        }
        fn fibonacci(n: u32) -> u32 { if n < 2 { n } else { fibonacci(n - 1) + fibonacci(n - 2) } }
        static LIMIT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(6);
        let limit = LIMIT.load(std::sync::atomic::Ordering::Relaxed);
        match n.cmp(&limit) {
            Ordering::Less => fibonacci(n),
            Ordering::Equal => Even::of(n).map_or(0, |even| even.0),
            Ordering::Greater => match Even::of(n) { Some(Even(x)) => x + fibonacci(4), None => fibonacci(5) },
        }
    }

    fn counters(n: u32) -> (u32, u32) {
        let mut count = 0;
        let mut bump = |by: u32| { if by > 1 { count += by } else { count += 1 }; count };
        let last = (0..n).map(&mut bump).last().unwrap_or(0);
        let apply = |f: fn(u32) -> u32| f(last);
        let done = apply(|x| if x > 3 { log("large", x) } else { 0 });
        (count, done)
    }

    fn sorted(list: Vec<i32>) -> Vec<i32> {
        if list.len() < 2 { return list; }
        let (pivot, rest) = (list[0], &list[1..]);
        let (low, high): (Vec<i32>, Vec<i32>) = rest.iter().partition(|x| **x < pivot || (**x == pivot && pivot > 100));
        [instrumented_or(sorted_again(low)), vec![pivot], sorted_again(high)].concat()
    }
}

fn sorted_again(list: Vec<i32>) -> Vec<i32> {
    sorted::instrumented(list)
}
fn instrumented_or(list: Vec<i32>) -> Vec<i32> {
    list
}

/// A counter with methods under one attribute.
#[derive(Clone, Debug, PartialEq)]
struct Counter<T> {
    value: T,
    steps: usize,
}

#[sbst::instrument]
impl<T: Clone + PartialOrd> Counter<T> {
    const STEP: usize = 1;

    fn new(value: T) -> Self {
        Self { value, steps: 0 }
    }
    fn raise(&mut self, to: &T) -> bool {
        if self.value < *to {
            self.value = to.clone();
            self.steps += Self::STEP;
            true
        } else {
            false
        }
    }
    #[must_use]
    const fn steps(&self) -> usize {
        self.steps
    }
}

#[sbst::instrument]
trait Named {
    fn name(&self) -> String;
    fn greeting(&self) -> String {
        let name = self.name();
        if name.is_empty() { "hello".into() } else { format!("hello {name}") }
    }
}

#[sbst::instrument]
impl Named for u8 {
    fn name(&self) -> String {
        if *self > 9 { self.to_string() } else { String::new() }
    }
}

#[sbst::instrument]
mod module {
    pub(super) fn sign(x: i32) -> i32 {
        if x < 0 { -1 } else { i32::from(x > 0) }
    }
    pub(super) mod deeper {
        pub(in super::super) fn is_even(x: i32) -> bool {
            x % 2 == 0
        }
    }
}

struct Single(i32);

impl Single {
    #[sbst::instrument]
    fn get(&self) -> i32 {
        if self.0 > 5 { 5 } else { self.0 }
    }
    #[sbst::instrument]
    fn of(x: i32) -> Self {
        if x < 0 { Self(0) } else { Self(x) }
    }
}

#[test]
fn closures_are_the_same() {
    compare(0..9, adapters::original, adapters::instrumented);
    compare(-2..6, outlives::original, outlives::instrumented);
    compare(0..10, inner::original, inner::instrumented);
    compare(0..7, counters::original, counters::instrumented);
    let lists = [vec![], vec![1], vec![3, 1, 2], vec![101, 101, 5], vec![2, 2, 1, 9, -4]];
    compare(lists, sorted::original, sorted::instrumented);
}

#[test]
fn items_under_one_attribute() {
    let mut counter = Counter::new("a");
    assert!(counter.raise(&"c") && !counter.raise(&"b"));
    assert_eq!(counter.steps(), 1);
    assert_eq!((7_u8.greeting(), 12_u8.greeting()), ("hello".to_owned(), "hello 12".to_owned()));
    assert_eq!([-4, 0, 4].map(module::sign), [-1, 0, 1]);
    assert!(module::deeper::is_even(4));
    assert_eq!([Single::of(-1).get(), Single::of(3).get(), Single::of(9).get()], [0, 3, 5]);

    let program = sbst::instrument::LinkedProgram::linked().expect("legal");
    for (function, name) in [
        (program.find(&Counter::<u8>::new), "Counter::new"),
        (program.find(&Counter::<i32>::raise), "Counter::raise"),
        (program.find(&<u8 as Named>::name), "<closures::u8 as Named>::name"),
        (program.find(&<u8 as Named>::greeting), "Named::greeting"),
        (program.find(&module::sign), "sign"),
        (program.find(&Single::get), "Single::get"),
        (program.find(&Single::of), "Single::of"),
    ] {
        let function = function.unwrap_or_else(|| panic!("{name}"));
        println!("{name}: {}", program.graph().show_function(function));
    }
    assert_eq!(program.find(&Counter::<i32>::steps), None);
}
