//! Names of kinds of goals that other crates bring.

use core::fmt;

/// Name of a kind of goals of yours, so that they are not the goals of anybody else: goals of two
/// kinds are two goals, whatever their numbers are.
///
/// The name has at most 15 bytes, so that a goal stays plain data that can be copied and stored. A
/// crate begins it with its own name.
///
/// ```
/// use sbst::objective::Kind;
///
/// const QUICK: Kind = Kind::new("quick").unwrap(); // checked when it is compiled
///
/// assert_eq!(QUICK.goal([7]).to_string(), "quick 7");
/// assert_ne!(QUICK.goal([7]), Kind::new("short").unwrap().goal([7]));
/// assert_eq!(Kind::new("a name of two words"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind([u8; Self::MOST_BYTES]);

impl Kind {
    /// The number of bytes that a name may have.
    const MOST_BYTES: usize = 15;

    /// Creates a kind from its name; `None` if the name is empty, has more than
    /// 15 bytes, or has a character that is not a visible one of
    /// ASCII.
    #[must_use]
    pub const fn new(name: &str) -> Option<Self> {
        let (name, mut bytes) = (name.as_bytes(), [0; Self::MOST_BYTES]);
        if name.is_empty() || name.len() > Self::MOST_BYTES {
            return None;
        }
        let mut place = 0;
        while place < name.len() {
            if !name[place].is_ascii_graphic() {
                return None;
            }
            bytes[place] = name[place];
            place += 1;
        }
        Some(Self(bytes))
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        let len = self.0.iter().position(|&byte| byte == 0).unwrap_or(Self::MOST_BYTES);
        // The bytes of a name are ASCII.
        core::str::from_utf8(&self.0[..len]).unwrap_or_default()
    }
}

/// Shows the name.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.name(), f)
    }
}
