//! Which of two equal tests is nearer is what F9 says.

mod across;
mod across_golden;
mod definition;
mod faults;
mod gate;
mod golden;
mod implicit;
mod laws;
mod listed;
use sbst_oracle::printed::listing_3;
mod literal;
mod printed;
mod ranker;
mod signals;
mod starts;
mod vectors;
