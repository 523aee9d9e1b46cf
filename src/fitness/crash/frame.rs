//! Distance between a thrown frame and a wanted frame.

use crate::distance::Distance;
use crate::execution::StackFrame;
use crate::formula::computed;

/// Cost of a frame that is left out.
pub(super) const LEFT_OUT: f64 = 1.0;

/// Returns the distance between a thrown frame and the wanted frame, in \[0, 3/4]: 3/4 if the class
/// differs, else 2/3 if the method differs, else x / (1 + 2x), less than 1/2, for lines that are x
/// apart.
///
/// If class and method agree, it is 0 if the line of the wanted frame is unknown, and 1/2 if only
/// the line of the thrown frame is unknown.
///
/// Source: the values 3, 2 and x / (1 + x) of Soltani, Panichella, van Deursen, "Search-Based Crash
/// Reproduction and Its Impact on Debugging" (2020), each normalised again by x / (1 + x), as the
/// tool Botsing does.
///
/// ```
/// use sbst::execution::StackFrame;
/// use sbst::fitness::crash::frame_distance;
///
/// let wanted = StackFrame::new("Tree", "insert").at(40);
/// let distance = |thrown| frame_distance(&wanted, &thrown).get();
/// assert_eq!(distance(StackFrame::new("List", "insert").at(40)), 0.75);
/// assert_eq!(distance(StackFrame::new("Tree", "remove").at(40)), 2.0 / 3.0);
/// assert_eq!(distance(StackFrame::new("Tree", "insert")), 0.5);
/// assert_eq!(distance(StackFrame::new("Tree", "insert").at(41)), 1.0 / 3.0);
/// assert_eq!(distance(wanted), 0.0);
/// ```
#[must_use]
pub fn frame_distance<C: PartialEq, M: PartialEq>(
    wanted: &StackFrame<C, M>,
    thrown: &StackFrame<C, M>,
) -> Distance {
    computed(apart(wanted, thrown))
}

/// Returns the distance as a number.
#[inline]
pub(super) fn apart<C: PartialEq, M: PartialEq>(
    wanted: &StackFrame<C, M>,
    thrown: &StackFrame<C, M>,
) -> f64 {
    if wanted.class != thrown.class {
        return 0.75;
    }
    if wanted.method != thrown.method {
        return 2.0 / 3.0;
    }
    match (wanted.line, thrown.line) {
        (None, _) => 0.0,
        (Some(_), None) => 0.5,
        (Some(wanted), Some(thrown)) => {
            let lines = f64::from(wanted.abs_diff(thrown));
            lines / (1.0 + 2.0 * lines)
        }
    }
}
