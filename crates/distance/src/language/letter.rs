//! Symbols of texts: chars or bytes, as numbers.

#![allow(unreachable_pub, reason = "a sealed trait is as public as the trait that it seals")]

/// A unit of editing: [`char`] for texts in `str`, [`u8`] for texts in `[u8]`.
///
/// The trait is sealed.
///
/// ```
/// use sbst_distance::language::Letter;
///
/// fn takes_symbols(_: impl Letter) {}
/// takes_symbols('ß');
/// takes_symbols(b's');
///
/// /// Generic code names the text: `&str` or `&[u8]`.
/// fn is_in<S: Letter>(
///     language: &sbst_distance::language::Language<S>,
///     text: &S::Text,
/// ) -> bool {
///     language.matches(text).holds()
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no symbol of a language",
    note = "texts consist of `char` or `u8`"
)]
pub trait Letter: Copy + PartialOrd + Number {
    /// A text of these symbols: `str` for [`char`], `[u8]` for [`u8`].
    ///
    /// ```
    /// use sbst_distance::language::Letter;
    ///
    /// let (name, data): (&<char as Letter>::Text, &<u8 as Letter>::Text) =
    ///     ("größe", &[7, 0]);
    /// assert_eq!((name.len(), data.len()), (7, 2));
    /// ```
    type Text: ?Sized;

    /// Returns the symbols of a text, and an upper bound of their number.
    #[doc(hidden)]
    fn symbols(text: &Self::Text) -> (impl Iterator<Item = u32>, usize);
}

impl Letter for char {
    type Text = str;

    #[inline]
    fn symbols(text: &str) -> (impl Iterator<Item = u32>, usize) {
        (text.chars().map(Self::number), text.len())
    }
}

impl Letter for u8 {
    type Text = [Self];

    #[inline]
    fn symbols(text: &[Self]) -> (impl Iterator<Item = u32>, usize) {
        (text.iter().copied().map(Self::number), text.len())
    }
}

/// Numbers of symbols. Seals [`Letter`]; the tables contain numbers only.
pub trait Number: Into<u32> + TryFrom<u32> {
    /// Number of the greatest symbol.
    const GREATEST: u32;

    /// Returns the number of the symbol.
    #[inline]
    fn number(self) -> u32 {
        self.into()
    }

    /// Returns the symbol with this number, if there is one.
    fn of(number: u32) -> Option<Self> {
        Self::try_from(number).ok()
    }

    /// Returns the number of the next symbol; after [`GREATEST`](Self::GREATEST), any greater
    /// number.
    fn after(number: u32) -> u32 {
        number + 1
    }
}

impl Number for char {
    const GREATEST: u32 = char::MAX as u32;

    /// Returns the next character. Surrogates are no characters, so ranges on both sides of them
    /// touch.
    fn after(number: u32) -> u32 {
        if number == 0xD7FF { 0xE000 } else { number + 1 }
    }
}

impl Number for u8 {
    const GREATEST: u32 = u8::MAX as u32;
}
