//! Tests by reference, some of which have to be owned before they can be kept.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

#[cfg(doc)]
use super::Campaign;

/// A reference to a test of a campaign whose tests have the type `T`: a `T` itself, or a `str` or
/// slice that the campaign keeps as `String` or `Vec`.
///
/// [`Campaign::run`], `watch` and [`offer`](Campaign::offer) take any of these. A test that is not a
/// `T` is owned at each execution, because its cost is asked. Implement the trait for a borrowed
/// type of your own.
///
/// ```
/// use sbst::Campaign;
/// use sbst::campaign::AsTest;
/// use sbst::distance::eq;
/// use sbst::flow::FlowBuilder;
/// use sbst::id::{Function, GoalId};
/// use sbst::objective::Criterion;
///
/// let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
/// let mut campaign =
///     Campaign::builder().function(&body)?.criteria([Criterion::Branch]).build()?;
/// campaign.run("abc", |c, text: &str| {
///     c.enter(Function::new(0)).decide(0, eq(text.len(), 3))
/// })?;
/// let kept: Option<&String> = campaign.nearest(GoalId::new(0));
/// assert_eq!(kept, Some(&*AsTest::<String>::as_test("abc")));
/// # Ok::<(), sbst::campaign::CampaignError>(())
/// ```
pub trait AsTest<T: Clone> {
    /// Returns the test, owned if it is not a `T` already.
    fn as_test(&self) -> Cow<'_, T>;
}

impl<T: Clone> AsTest<T> for T {
    fn as_test(&self) -> Cow<'_, T> {
        Cow::Borrowed(self)
    }
}

impl AsTest<String> for str {
    fn as_test(&self) -> Cow<'_, String> {
        Cow::Owned(self.into())
    }
}

impl<T: Clone> AsTest<Vec<T>> for [T] {
    fn as_test(&self) -> Cow<'_, Vec<T>> {
        Cow::Owned(self.to_vec())
    }
}
