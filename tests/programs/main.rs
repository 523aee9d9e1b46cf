//! What programs are and what executions come to: control flow, fitness, block coverage, crashes,
//! decisions, flags, paths, definitions and uses.

mod block_coverage;
mod crash;
mod decisions;
mod definitions;
mod fitness;
mod flag;
mod flow;
mod paths;
mod worked;

use sbst_oracle as oracle;
use sbst_oracle::effort;
