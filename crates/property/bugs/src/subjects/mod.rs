//! Ordinary functions, each with one bug of a kind that people write.

pub mod account;
pub mod coupon;
pub mod date;
pub mod intervals;
pub mod invoice;
pub mod percent;
pub mod printer;
pub mod runs;
pub mod semver;

use crate::Visitor;

/// Shows the subjects of this module to a visitor.
pub(crate) fn visit_all(visitor: &mut impl Visitor) {
    visitor.visit::<printer::Printer>();
    visitor.visit::<account::Account>();
    visitor.visit::<intervals::Intervals>();
    visitor.visit::<percent::Percent>();
    visitor.visit::<date::Date>();
    visitor.visit::<runs::Runs>();
    visitor.visit::<semver::Semver>();
    visitor.visit::<coupon::Coupon>();
    visitor.visit::<invoice::Invoice>();
}
