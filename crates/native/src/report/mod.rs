//! The report of a search: which branches are covered, and why the others are not. As data, as
//! text, and as a page.

mod data;
mod html;
mod source;
mod text;

pub(crate) use data::NativeReport;
pub(crate) use html::html;
pub(crate) use text::text;
