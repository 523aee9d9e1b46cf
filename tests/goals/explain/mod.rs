//! Why a goal has its value: as somebody debugs a search, by definition over all chains of
//! dependences, over goals of every criterion.

mod chains;
mod goals;
mod hostile;
mod names;
mod operands;
mod user;
mod words;
