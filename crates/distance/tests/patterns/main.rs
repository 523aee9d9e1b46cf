//! Languages of regular expressions: what matches, how far a text is from the nearest that does, and
//! what is no language of ours.

mod matching;
#[allow(unreachable_pub, reason = "it is a part of a library, too")]
#[path = "../../../oracle/src/matrix.rs"]
mod matrix;
#[allow(dead_code, reason = "machines are tested elsewhere")]
#[path = "../distances/language/oracle.rs"]
mod oracle;
mod syntax;
