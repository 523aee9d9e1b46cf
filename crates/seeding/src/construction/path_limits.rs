//! Limits of the enumeration of access paths.

/// Limits of the enumeration of [access paths](super::AccessPaths::of). OBJ prints no limits.
///
/// ```
/// use sbst_seeding::construction::PathLimits;
///
/// let limits = PathLimits::default();
/// assert_eq!((limits.methods, limits.paths), (6, 1_000));
/// let few = PathLimits { paths: 10, ..limits };
/// assert_eq!((few.methods, few.paths), (6, 10));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PathLimits {
    /// Greatest number of methods in a path. The default is 6: five calls, as deep as slices go.
    pub methods: usize,
    /// Greatest number of paths. The default is 1 000.
    pub paths: usize,
}

impl Default for PathLimits {
    fn default() -> Self {
        Self { methods: 6, paths: 1_000 }
    }
}
