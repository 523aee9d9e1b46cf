//! Numbers of other crates as operands of `sbst`.
//!
//! A number type that has `PartialOrd`, `CheckedSub` and `ToPrimitive` of `num-traits` is an
//! operand inside [`Whole`] (integers) or [`Real`] (everything with a fraction):
//!
//! ```
//! use bnum::types::U256;
//! use fixed::types::I16F16;
//! use num_bigint::BigInt;
//! use num_rational::Ratio;
//! use sbst::distance::{Real, Whole, eq, lt};
//!
//! let (balance, price) = (BigInt::from(30), BigInt::from(42));
//! assert_eq!(lt(Whole(&price), Whole(&balance)).to_true().get(), 13.0);
//!
//! let (have, want) = (U256::from(7_u8), U256::ONE << 200);
//! assert_eq!(lt(Whole(&want), Whole(&have)).to_true().get(), 2_f64.powi(200));
//!
//! let (half, third) = (Ratio::new(1, 2), Ratio::new(1, 3));
//! assert_eq!(lt(Real(&half), Real(&third)).to_true().get(), 1.0 / 6.0 + 1.0);
//!
//! let (x, y) = (I16F16::from_num(1.5), I16F16::from_num(2.25));
//! assert_eq!(eq(Real(&x), Real(&y)).to_true().get(), 0.75);
//! ```
//!
//! A type without these traits becomes an operand by one method, see `tests/numbers.rs` for the
//! decimals of `bigdecimal`.
#![forbid(unsafe_code)]

#[cfg(doc)]
use sbst::distance::{Real, Whole};
