//! Texts that code compares letter by letter, as far as one execution shows them.
//!
//! For `match text { b"RIFF" => .., b"WEBP" => .. }` compilers branch by the first letters, and
//! combine the outcomes of the others without a branch. No input comes nearer to the branch that
//! depends on the result. But the constants in the order of their comparisons are the text, after
//! the letters that decided the way to them.

/// Greatest length of a text.
const MOST: usize = 8;

/// The letters on the way of one activation.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Letters {
    text: [u8; MOST],
    length: usize,
    /// Number of letters that were compared with in the block where the activation is.
    here: usize,
    /// How many of these the input has.
    matched: usize,
    /// Whether one of them was compared with for the first time.
    is_new: bool,
}

impl Letters {
    /// Takes in a comparison with a constant.
    #[inline]
    pub(super) fn compare(&mut self, constant: u64, word: u64, is_new: bool) {
        if !(0x20..0x7F).contains(&constant) {
            return;
        }
        self.push(constant as u8);
        self.here += 1;
        self.matched += usize::from(constant == word);
        self.is_new |= is_new;
    }

    /// Takes in that a switch led to the block of a case.
    pub(super) fn choose(&mut self, value: u64) {
        if (0x20..0x7F).contains(&value) {
            self.push(value as u8);
        }
    }

    fn push(&mut self, letter: u8) {
        // What does not fit is no text that is looked for.
        if self.length < MOST {
            self.text[self.length] = letter;
        }
        self.length += 1;
    }

    /// Takes in that the activation goes on in another block. Returns a text that was not known
    /// before, if the block that it leaves has the end of one.
    #[inline]
    pub(super) fn go_on(&mut self) -> Option<([u8; MOST], usize)> {
        if self.here == 0 {
            return None;
        }
        let found = (self.is_new && self.here > 1 && self.length <= MOST)
            .then_some((self.text, self.length));
        // Only what the input has is on its way.
        if self.matched < self.here {
            self.length -= self.here;
        }
        (self.here, self.matched, self.is_new) = (0, 0, false);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A block that is left: comparisons of a word with a constant, known or not; then the switch
    /// to a case, if there is one.
    type Visit = (Vec<(u64, u64, bool)>, Option<u64>);

    fn visits() -> impl Strategy<Value = Vec<Visit>> {
        let letter = || prop_oneof![6 => Just(u64::from(b'A')), 2 => 0x1E_u64..0x22, 2 => 0x7D_u64..0x81, 1 => any::<u64>()];
        let comparison = (letter(), letter(), any::<bool>());
        let visit = (prop::collection::vec(comparison, 0..4), prop::option::of(letter()));
        prop::collection::vec(visit, 0..10)
    }

    proptest! {
        /// Compares texts with the definition: letters of earlier blocks that the input has, cases
        /// that led on, and letters of the block.
        #[test]
        fn texts_are_what_led_to_a_block_and_what_it_compares_with(visits in visits()) {
            let is_letter = |word: u64| (b' '..=b'~').any(|letter| word == u64::from(letter));
            let mut way: Vec<u8> = Vec::new();
            let mut letters = Letters::default();
            for (comparisons, case) in visits {
                let own: Vec<_> =
                    comparisons.iter().filter(|(constant, ..)| is_letter(*constant)).collect();
                let text: Vec<u8> = way
                    .iter()
                    .copied()
                    .chain(own.iter().map(|(constant, ..)| *constant as u8))
                    .collect();
                let is_told =
                    own.len() >= 2 && own.iter().any(|(.., is_new)| *is_new) && text.len() <= 8;
                for &(constant, word, is_new) in &comparisons {
                    letters.compare(constant, word, is_new);
                }
                let told = letters.go_on().map(|(text, length)| text[..length].to_vec());
                prop_assert_eq!(told, is_told.then(|| text.clone()));
                if own.iter().all(|(constant, word, _)| constant == word) {
                    way = text;
                }
                if let Some(value) = case {
                    letters.choose(value);
                    way.extend(is_letter(value).then_some(value as u8));
                }
            }
        }
    }
}
