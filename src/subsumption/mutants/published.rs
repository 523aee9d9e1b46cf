//! The table of the published tool, for comparison.
//!
//! Several of its cells lose mutants: see each function. What holds is in [`minimal_relations`](super::minimal_relations) and beside it;
//! [`Smart::with_mutants`](crate::subsumption::smart::Smart::with_mutants) can select by either.
//!
//! Source: the implementation of Zhou et al., "Coverage Goal Selector for Combining Multiple Criteria in Search-Based Unit Test
//! Generation" (2024), whose text (section 3.4) prints no table. The table follows Gheyi et al., "Identifying method-level mutation
//! subsumption relations using Z3" (2021), who assume positive operands.

use crate::distance::Relation;
use crate::distance::infection::{Arithmetic, Bitwise, Shift};

/// Without constants, whether or not the goals that cover them are kept. `None`: all are kept.
///
/// ```
/// use sbst::distance::Relation::{False, GreaterOrEqual, Less, LessOrEqual, NotEqual};
/// use sbst::subsumption::mutants::published;
///
/// // Of `<` the constant `false` is missing, with and without branch goals.
/// assert_eq!(published::relations(Less), Some(&[LessOrEqual, NotEqual][..]));
/// assert!(published::relations(GreaterOrEqual).is_some_and(|by| !by.contains(&False)));
/// ```
#[must_use]
pub const fn relations(original: Relation) -> Option<&'static [Relation]> {
    use Relation::{Equal, False, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual, True};
    Some(match original {
        Equal => &[LessOrEqual, GreaterOrEqual],
        NotEqual => &[Less, Greater],
        Greater => &[GreaterOrEqual, NotEqual],
        GreaterOrEqual => &[Greater, Equal],
        Less => &[LessOrEqual, NotEqual],
        LessOrEqual => &[Less, Equal],
        True | False => return None,
    })
}

/// Of `-` it keeps `*`, which is the weakest; of `*` it misses `/`, of `/` it misses `%`: even for positive operands. `None`: all are kept.
///
/// ```
/// use sbst::distance::infection::{Arithmetic::{self, Divide, Multiply, Remainder, Subtract}, Overflow::Throws, values};
/// use sbst::subsumption::mutants::published;
///
/// assert_eq!(published::arithmetic(Subtract), Some(&[Multiply][..]));
/// assert_eq!(published::arithmetic(Remainder), None); // all are kept
/// // 4 - 2 is 4 / 2, but not 4 * 2: these operands cover what is kept, and miss what is not.
/// let result = |operator: Arithmetic| operator.of(4_u32, 2, Throws);
/// let infection = |mutant| values(result(Subtract), result(mutant)).get();
/// assert_eq!((infection(Multiply), infection(Divide)), (0.0, 1.0));
/// ```
#[must_use]
pub const fn arithmetic(original: Arithmetic) -> Option<&'static [Arithmetic]> {
    use Arithmetic::{Add, Divide, Multiply, Remainder, Subtract};
    Some(match original {
        Add | Subtract => &[Multiply],
        Multiply => &[Add],
        Divide => &[Subtract, Multiply],
        Remainder => return None,
    })
}

/// The same as [`minimal_bitwise`](super::minimal_bitwise).
///
/// ```
/// use sbst::distance::infection::Bitwise::{And, Or, Xor};
/// use sbst::subsumption::mutants::published;
///
/// assert_eq!(published::bitwise(And), [Or]);
/// assert_eq!(published::bitwise(Or), [And, Xor]);
/// ```
#[must_use]
pub const fn bitwise(original: Bitwise) -> &'static [Bitwise] {
    match original {
        Bitwise::And | Bitwise::Xor => &[Bitwise::Or],
        Bitwise::Or => &[Bitwise::And, Bitwise::Xor],
    }
}

/// Of `<<` it keeps `>>`, which misses `>>>`: with 32 bits, 0x82082082 and 3 infect `>>`, but not `>>>`.
///
/// ```
/// use sbst::distance::infection::{Shift::{self, Left, Right, UnsignedRight}, values};
/// use sbst::subsumption::mutants::published;
///
/// assert_eq!(published::shifts(Left), [Right]);
/// // These operands cover what is kept, and miss what is not.
/// let result = |shift: Shift| Some(shift.of(0x8208_2082_u32 as i32, 3));
/// let infection = |mutant| values(result(Left), result(mutant)).get();
/// assert_eq!((infection(Right), infection(UnsignedRight)), (0.0, 1.0));
/// ```
#[must_use]
pub const fn shifts(original: Shift) -> &'static [Shift] {
    match original {
        Shift::Left => &[Shift::Right],
        Shift::Right => &[Shift::Left, Shift::UnsignedRight],
        Shift::UnsignedRight => &[Shift::Left, Shift::Right],
    }
}
