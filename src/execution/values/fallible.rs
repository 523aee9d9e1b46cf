//! Results of code that may fail.

/// A result that `?` takes apart: [`Result`] or [`Option`]. For [`Frame::tried`](crate::execution::Frame::tried) and
/// [`Frame::attempt`](crate::execution::Frame::attempt).
///
/// ```
/// use sbst::execution::Fallible;
///
/// assert!(Some(7).has_succeeded() && !"x".parse::<i32>().has_succeeded());
/// ```
pub trait Fallible {
    /// Returns `true` if there is a value to go on with.
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
