//! Distances: branch distance and its arithmetic, structured values, infection distances, edits
//! into languages.

mod distance;
// Of the package of definitions, which needs the whole library.
#[allow(dead_code, unreachable_pub, reason = "it is a part of a library, too")]
#[path = "../../../oracle/src/effort.rs"]
mod effort;
mod infection;
#[cfg(feature = "language")]
mod language;
#[allow(unreachable_pub, reason = "it is a part of a library, too")]
#[path = "../../../oracle/src/matrix.rs"]
mod matrix;
mod values;
