//! What the recorder tells of a run, and which mistakes of its hooks are told.

mod mistakes;
mod recorder;
