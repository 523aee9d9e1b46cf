//! Numbers by which a multi-way selection chooses its arm.

/// A number by which a multi-way selection chooses its arm: an integer of any type, a `char`, or a
/// `bool`.
///
/// The recorder of `sbst` takes any of them, and references to them. Implement it for an enum of
/// yours that a program under test selects by.
///
/// ```
/// use sbst_distance::SwitchKey;
///
/// assert_eq!((7_usize.key(), 'a'.key(), true.key()), (7, 97, 1));
/// assert_eq!(u64::MAX.key(), i128::from(u64::MAX));
/// // The only type with numbers that do not fit.
/// assert_eq!(u128::MAX.key(), i128::MAX);
/// ```
pub trait SwitchKey {
    /// Returns the number, which the cases and [arms](crate::Arms) list.
    ///
    /// The number of a `bool` is 0 or 1, and the number of a `char` is its code point. A `u128`
    /// above [`i128::MAX`] counts as `i128::MAX`. So no case or arm of a block that selects by a
    /// `u128` may end at `i128::MAX`, except an arm that lists all greater numbers, too. To
    /// distinguish greater numbers, report the arm that was taken.
    fn key(&self) -> i128;
}

macro_rules! integers {
    ($($type:ty),+) => { $(
        impl SwitchKey for $type {
            #[inline]
            fn key(&self) -> i128 {
                *self as i128
            }
        }
    )+ };
}

integers!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, usize, bool);

impl SwitchKey for u128 {
    #[inline]
    fn key(&self) -> i128 {
        i128::try_from(*self).unwrap_or(i128::MAX)
    }
}

impl SwitchKey for char {
    #[inline]
    fn key(&self) -> i128 {
        u32::from(*self).into()
    }
}

impl<T: SwitchKey + ?Sized> SwitchKey for &T {
    #[inline]
    fn key(&self) -> i128 {
        (**self).key()
    }
}

impl<T: SwitchKey + ?Sized> SwitchKey for &mut T {
    #[inline]
    fn key(&self) -> i128 {
        (**self).key()
    }
}
