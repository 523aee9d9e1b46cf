//! What programs are and what executions come to: control flow, fitness, block coverage, crashes,
//! flags.

mod block_coverage;
mod crash;
mod fitness;
mod flag;
mod flow;
mod worked;

use sbst_oracle as oracle;
use sbst_oracle::effort;
