//! Doc.

mod builder;
mod campaign;
mod error;
mod ways;

pub use builder::CampaignBuilder;
pub use campaign::{Campaign, Outcome};
pub use error::CampaignError;
