//! What a text is made of: chars or bytes, as numbers.

#![allow(unreachable_pub, reason = "a sealed trait is as public as the trait that it seals")]

/// A unit of editing: [`char`] for texts in `str`, [`u8`] for texts in `[u8]`.
///
/// The trait is sealed.
///
/// ```
/// use sbst::distance::language::Letter;
///
/// fn takes_symbols(_: impl Letter) {}
/// takes_symbols('ß');
/// takes_symbols(b's');
/// ```
#[diagnostic::on_unimplemented(message = "`{Self}` is no symbol of a language", note = "texts consist of `char` or `u8`")]
pub trait Letter: Copy + PartialOrd + Number {}

impl<S: Copy + PartialOrd + Number> Letter for S {}

/// Seals [`Letter`]: the tables hold numbers, whatever the symbol.
pub trait Number {
    /// A text of these symbols.
    type Text: ?Sized;
    /// The greatest symbol.
    const GREATEST: u32;
    /// The symbols of a text, and at least so many as there are.
    fn symbols(text: &Self::Text) -> (impl Iterator<Item = u32>, usize);
    fn number(self) -> u32;
    /// The symbol with this number, if there is one.
    fn of(number: u32) -> Option<Self>
    where
        Self: Sized;
    /// The symbol after this one; beyond [`GREATEST`](Self::GREATEST) any greater number.
    fn after(number: u32) -> u32;
}

impl Number for char {
    type Text = str;
    const GREATEST: u32 = char::MAX as u32;

    #[inline]
    fn symbols(text: &str) -> (impl Iterator<Item = u32>, usize) {
        (text.chars().map(Self::number), text.len())
    }

    #[inline]
    fn number(self) -> u32 {
        self.into()
    }

    fn of(number: u32) -> Option<Self> {
        Self::from_u32(number)
    }

    /// Surrogates are no chars, so two ranges on both sides of them touch.
    fn after(number: u32) -> u32 {
        if number == 0xD7FF { 0xE000 } else { number + 1 }
    }
}

impl Number for u8 {
    type Text = [Self];
    const GREATEST: u32 = u8::MAX as u32;

    #[inline]
    fn symbols(text: &[Self]) -> (impl Iterator<Item = u32>, usize) {
        (text.iter().copied().map(Self::number), text.len())
    }

    #[inline]
    fn number(self) -> u32 {
        self.into()
    }

    fn of(number: u32) -> Option<Self> {
        Self::try_from(number).ok()
    }

    fn after(number: u32) -> u32 {
        number + 1
    }
}
