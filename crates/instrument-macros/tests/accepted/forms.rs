//! Forms of functions and of types that must keep compiling.
#![deny(warnings)]
#![allow(clippy::all, clippy::semicolon_if_nothing_returned, clippy::uninlined_format_args)]
#![allow(unsafe_code)]
#![allow(dead_code)]

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt::{self, Display};
use std::future::Future;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Mutex, OnceLock};
use std::task::Poll;

#[sbst::instrument]
fn never(x: u32) -> ! {
    if x > 3 { panic!("large") } else { std::process::exit(1) }
}

#[sbst::instrument]
fn control(list: &[i32]) -> ControlFlow<i32> {
    list.iter().try_for_each(|x| {
        if *x < 0 { ControlFlow::Break(*x) } else { ControlFlow::Continue(()) }
    })?;
    ControlFlow::Continue(())
}

#[sbst::instrument]
fn poll(x: Poll<Result<u8, String>>) -> Poll<Result<u8, String>> {
    let y: Poll<u8> = x?;
    match y {
        Poll::Ready(0) => Poll::Pending,
        other => other.map(Ok),
    }
}

#[sbst::instrument]
fn boxed<'a>(x: &'a str) -> Box<dyn Fn(&str) -> bool + 'a> {
    if x.is_empty() {
        return Box::new(|_| true);
    }
    Box::new(move |y| y == x && !y.is_empty())
}

#[sbst::instrument]
fn borrowed<'a>(x: &'a str, map: &'a HashMap<String, String>) -> Cow<'a, str> {
    if let Some(y) = map.get(x) {
        Cow::Borrowed(y)
    } else if x.len() > 3 {
        Cow::Owned(x.to_uppercase())
    } else {
        x.into()
    }
}

#[sbst::instrument]
fn locked(mutex: &Mutex<Vec<u32>>) -> Option<u32> {
    if mutex.lock().ok()?.is_empty() || mutex.lock().unwrap().len() > 100 {
        return None;
    }
    let first = *mutex.lock().unwrap().first()?;
    match mutex.lock().unwrap().get(1) {
        Some(second) if *second > first => Some(*second),
        _ => Some(first),
    }
}

#[sbst::instrument]
fn statics(x: u32) -> u32 {
    static ONCE: OnceLock<u32> = OnceLock::new();
    thread_local!(static COUNT: Cell<u32> = const { Cell::new(0) });
    COUNT.with(|count| {
        if count.get() > x {
            count.set(0)
        }
    });
    *ONCE.get_or_init(|| if x > 3 { x } else { 3 })
}

#[sbst::instrument]
unsafe fn raw(x: *const u32) -> u32 {
    if x.is_null() { 0 } else { unsafe { *x } }
}

#[sbst::instrument]
extern "C" fn exported(x: i32) -> i32 {
    if x < 0 { -x } else { x }
}

#[sbst::instrument]
fn future(x: u32) -> impl Future<Output = u32> {
    let limit = if x > 3 { 3 } else { x };
    async move { if limit > 1 { limit } else { 1 } }
}

#[sbst::instrument]
fn reborrowed(buffer: &mut Vec<u8>, text: &mut &str) -> usize {
    fn push(buffer: &mut Vec<u8>, byte: u8) -> bool {
        buffer.push(byte);
        buffer.len() > 3
    }
    if push(buffer, 1) || push(buffer, 2) {
        buffer.clear();
    }
    if !push(&mut *buffer, 3) && push(buffer, buffer_len(text)) {
        *text = "";
    }
    buffer.len()
}

fn buffer_len(text: &mut &str) -> u8 {
    text.len() as u8
}

#[sbst::instrument]
fn packed(list: [Option<u8>; 3]) -> u8 {
    let mut sum = 0;
    for x in list.into_iter().flatten() {
        sum += x;
        if sum > 200 {
            break;
        }
    }
    if let [Some(a), .., Some(b)] = list {
        sum += a.max(b)
    }
    if let (1..=9, x) | (x, 1..=9) = (sum, 7) {
        sum = x
    }
    sum
}

struct Guarded<T>(RefCell<T>);

#[sbst::instrument]
impl<T: Display + Clone + Default> Guarded<T>
where
    T: PartialEq<i32>,
{
    fn show(self: &Rc<Self>, other: &T) -> String {
        if *self.0.borrow() == 5 || self.0.borrow().to_string() == other.to_string() {
            return String::new();
        }
        let value = self.0.borrow();
        if *value == 3 {
            value.to_string()
        } else {
            format!("{}", if *value == 4 { other.clone() } else { T::default() })
        }
    }
    fn pinned(self: Pin<&mut Self>) -> bool
    where
        T: Unpin,
    {
        *self.get_mut().0.get_mut() == 3
    }
}

#[sbst::instrument]
impl<T: Display> Display for Guarded<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            write!(f, "<{}>", self.0.borrow())?
        }
        for part in [1, 2] {
            if part > 1 {
                write!(f, "{part}")?;
            }
        }
        f.write_str(if f.width().is_some() { "wide" } else { "" })
    }
}

#[sbst::instrument]
fn attributes(x: u32) -> u32 {
    #[cfg(any())]
    if x > 3 {
        return 1;
    }
    #[allow(clippy::needless_return)]
    if x > 4 {
        return 2;
    }
    match x {
        #[cfg(any())]
        0 => 5,
        1 => 6,
        _ => {
            #[cfg(all())]
            {
                x + 1
            }
        }
    }
}

fn main() {}
