//! Results of operations that may fail: [`Result`] and [`Option`].

/// Result of an operation that may fail, on which `?` can be used: [`Result`] or [`Option`].
///
/// [`Frame::tried`](crate::execution::Frame::tried) and [`Frame::attempt`](crate::execution::Frame::attempt) take such a
/// result. Implement the trait for a result type of your own.
///
/// ```
/// use sbst::execution::Fallible;
///
/// assert!(Some(7).has_succeeded() && !"x".parse::<i32>().has_succeeded());
/// ```
pub trait Fallible {
    /// Returns `true` if the operation succeeded: for `Ok` and `Some`.
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
