//! Texts that code compares letter by letter, as far as one execution shows them.
//!
//! For `match text { b"RIFF" => .., b"WEBP" => .. }` compilers branch by the first letters, and combine the outcomes of the others without a
//! branch. No input comes nearer to the branch that depends on the result. But the constants in the order of their comparisons are the text,
//! after the letters that decided the way to them.

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

    /// Takes in that the activation goes on in another block. Returns a text that was not known before, if the block that it leaves has the
    /// end of one.
    #[inline]
    pub(super) fn go_on(&mut self) -> Option<([u8; MOST], usize)> {
        if self.here == 0 {
            return None;
        }
        let found = (self.is_new && self.here > 1 && self.length <= MOST).then_some((self.text, self.length));
        // Only what the input has is on its way.
        if self.matched < self.here {
            self.length -= self.here;
        }
        (self.here, self.matched, self.is_new) = (0, 0, false);
        found
    }
}
