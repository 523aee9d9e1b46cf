//! The same searches without a campaign: what each has to hold and to do by itself.

pub(crate) mod climb;
pub(crate) mod dynamosa;
pub(crate) mod mio;
pub(crate) mod mosa;
pub(crate) mod suites;
