//! Plain data, written and read: what comes back is what was written, in two formats, and what no
//! constructor makes is refused.

mod decisions;
mod definitions;
mod dependences;
mod distances;
mod executions;
mod flow;
mod formats;
mod goals;
mod histories;
mod identity;
#[allow(dead_code, reason = "its answers are tested elsewhere")]
#[path = "../recording/recorder/log.rs"]
mod log;
mod reports;
mod selection;
#[allow(dead_code, reason = "it is searched elsewhere")]
#[path = "../choosing/smart/ticket.rs"]
mod ticket;

use sbst_oracle as oracle;
use sbst_oracle::effort;

use effort::config;
use formats::{again, comes_back, read, refused};
