//! Laws for whoever implements the traits: what keeps them is found faultless, what breaks one is
//! found to break that one.

mod body_faults;
mod copies;
mod fact_faults;
mod kept;
mod near;
mod operand_faults;
mod run_faults;
mod several;
mod store;
mod strategies;
mod tree_faults;
mod usage;
mod wild;

use sbst_oracle as oracle;
