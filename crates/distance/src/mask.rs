//! Comparisons of bits under a mask.

use super::{Decision, Distance, Rules};
use num_traits::PrimInt;

/// An integer as a row of bits of its own width: every primitive integer, and any other `PrimInt`
/// of `num-traits`.
///
/// ```
/// use sbst_distance::{Bits, Decision, masked_eq};
///
/// /// A hook in generic code: are these two equal where the mask has ones?
/// fn same_flags<T: Bits>(a: T, b: T, mask: T) -> Decision {
///     masked_eq(a, mask, b)
/// }
///
/// assert!(same_flags(0b1010_u8, 0b1000, 0b1100).holds());
/// assert!(!same_flags(0b1010_i64, 0b0000, 0b1100).holds());
/// ```
pub trait Bits: PrimInt {}

impl<T: PrimInt> Bits for T {}

impl Rules {
    /// Evaluates `x & mask == value` under these rules; see [`masked_eq()`].
    pub fn masked_eq<T: Bits>(&self, x: T, mask: T, value: T) -> Decision {
        let holds = x & mask == value;
        // A bit of the value outside the mask can never match, because `x & mask` is 0 there.
        // Under an empty mask, no bit can change the outcome.
        self.of_part(holds, mask.is_zero(), || {
            if (value & !mask).is_zero() {
                Distance::from(((x & mask) ^ value).count_ones())
            } else {
                Distance::INFINITE
            }
        })
    }
}

/// Evaluates `x & mask == value` under [`Rules::DEFAULT`].
///
/// The distance to true is the number of bits under the mask that differ (Hamming distance), in the
/// width of the operands. It is infinite if `value` has bits outside the mask. The distance to
/// false is K, or infinite under an empty mask. Constant time.
///
/// For `x & mask != 0`, write `!masked_eq(x, mask, 0)`. A mask of ones makes it an equality by
/// Hamming distance, which suits programs that look at bits; for numbers, [`eq()`](super::eq())
/// guides a search better. [`Rules::masked_eq`] takes any other rules.
///
/// ```
/// use sbst_distance::masked_eq;
///
/// assert_eq!(
///     masked_eq(0b1010_0000_u8, 0b1111_0000, 0b0110_0000).to_true().get(),
///     2.0
/// );
/// assert_eq!(masked_eq(0x00_u8, !0, 0xFF).to_true().get(), 8.0);
/// assert!(masked_eq(1_u8, 0b10, 0b01).to_true().get().is_infinite());
/// ```
pub fn masked_eq<T: Bits>(x: T, mask: T, value: T) -> Decision {
    Rules::DEFAULT.masked_eq(x, mask, value)
}
