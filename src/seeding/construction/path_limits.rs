//! Limits for call paths.

/// Limits for the enumeration of call paths. OBJ prints none.
///
/// ```
/// use sbst::seeding::construction::PathLimits;
///
/// let limits = PathLimits::default();
/// assert_eq!((limits.methods, limits.paths), (6, 1_000));
/// let few = PathLimits { paths: 10, ..limits };
/// assert_eq!((few.methods, few.paths), (6, 10));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PathLimits {
    /// Greatest number of methods in a path. The default, 6, are five calls, as deep as slices go.
    pub methods: usize,
    /// Greatest number of paths; 1 000 by default.
    pub paths: usize,
}

impl Default for PathLimits {
    fn default() -> Self {
        Self { methods: 6, paths: 1_000 }
    }
}
