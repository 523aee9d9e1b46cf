//! Landscapes: measures against their definitions, and what they say of small functions.

mod boundaries;
mod oracle;
mod series;
mod subjects;
mod surveys;
mod walks;
