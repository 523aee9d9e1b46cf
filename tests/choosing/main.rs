//! What a search pursues and keeps: frontiers, mutants, subsumption, smart selection, ranking.

mod campaign;
mod mutants;
mod ranking;
mod scheduling;
mod selection;
mod smart;
mod subsumption;

use sbst_oracle as oracle;
use sbst_oracle::effort;
