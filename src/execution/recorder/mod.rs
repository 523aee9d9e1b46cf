//! The recorder: the tables of a [`Trace`], and the hooks that write them.
//!
//! A hook takes this way:
//!
//! 1. A hook of a [`Frame`](crate::execution::Frame) (in `calls`) or of the trace (`interpreter`)
//!    finds the block, and the parts of the trace that record it.
//! 2. `trace` records the hook in each of these parts. A plain trace has only one: the tables of
//!    all calls.
//! 3. `hooks` changes the tables of one part (`view`, with `switch` for selections by value): it
//!    completes the block, lowers distances, and enters the block that the edge leads to.
//! 4. If the trace records copies, `walks` repeats the hook in the current copy of the block, in
//!    each set of copies. If it checks paths, `path` compares the hook with the position of its
//!    activation.
//!
//! | file | contents |
//! |---|---|
//! | `trace`, `settings` | the trace itself, and what it records in addition |
//! | `view`, `hooks`, `switch` | the tables of control flow, and the hooks that write them |
//! | `interpreter`, `operands` | the public hooks of the trace |
//! | `observations`, `remembered` | the tables of values, exceptions, mutants and operands |
//! | `walks` | positions in the copies of histories |
//! | `path`, `unwinds`, `misuse` | the path check, panics, and the texts of mistakes |
//! | `answers` | the answers to the questions of goals |

mod answers;
pub(super) mod hooks;
mod interpreter;
mod misuse;
pub(super) mod observations;
mod operands;
pub(super) mod path;
mod remembered;
mod settings;
mod switch;
mod trace;
mod unwinds;
pub(super) mod view;
pub(super) mod walks;

pub use misuse::Misuse;
pub use remembered::NearestOperands;
pub use trace::Trace;
