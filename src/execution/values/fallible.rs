//! Results of operations that may fail: all types on which `?` can be used.

use core::ops::ControlFlow;
use core::task::Poll;

/// Result of an operation that may fail, on which `?` can be used: [`Result`], [`Option`],
/// [`ControlFlow`], or a [`Poll`] of a result.
///
/// [`Frame::tried`](crate::execution::Frame::tried) and
/// [`Frame::attempt`](crate::execution::Frame::attempt) take such a result. Implement the trait for
/// a result type of your own.
///
/// ```
/// use sbst::execution::Fallible;
///
/// assert!(Some(7).has_succeeded() && !"x".parse::<i32>().has_succeeded());
/// ```
pub trait Fallible {
    /// Returns `true` if the operation succeeded, so that `?` goes on: for `Ok`, `Some` and
    /// `Continue`, and for a `Poll` that is pending or has not failed.
    fn has_succeeded(&self) -> bool;
}

impl<T, E> Fallible for Result<T, E> {
    fn has_succeeded(&self) -> bool {
        self.is_ok()
    }
}

impl<T> Fallible for Option<T> {
    fn has_succeeded(&self) -> bool {
        self.is_some()
    }
}

impl<B, C> Fallible for ControlFlow<B, C> {
    fn has_succeeded(&self) -> bool {
        self.is_continue()
    }
}

impl<T, E> Fallible for Poll<Result<T, E>> {
    fn has_succeeded(&self) -> bool {
        !matches!(self, Poll::Ready(Err(_)))
    }
}

impl<T, E> Fallible for Poll<Option<Result<T, E>>> {
    fn has_succeeded(&self) -> bool {
        !matches!(self, Poll::Ready(Some(Err(_))))
    }
}
