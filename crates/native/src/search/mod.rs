//! The search: inputs in, inputs out.
//!
//! `hunt` is the loop. It chooses an input of the `corpus`, or the nearest input of the goal that
//! the campaign pursues, changes it (`mutate`), executes it, and lets the campaign measure what can
//! matter (`goals`). Inputs with exchanged `operands` wait in a `queue`.

mod corpus;
mod goals;
mod hunt;
mod mutate;
mod operands;
mod queue;
mod random;
mod test;
#[cfg(test)]
mod tests;

pub(crate) use corpus::name_of;
pub(crate) use goals::campaign_across_calls;
pub(crate) use hunt::{Hunt, Settings, Style};
pub(crate) use mutate::{Mutator, read_dictionary};
pub(crate) use random::Random;
pub(crate) use test::Test;
