//! Dense identifiers: a `u32` each, numbered from 0, ordered by number.
//!
//! Every identifier is program-wide: one [`FlowGraph`](crate::flow::FlowGraph) numbers the blocks and branches of all its
//! functions in one row, so that tables are plain arrays. The graph issues functions, blocks and branches; a
//! [`Goals`](crate::objective::Goals) registry issues goals; an execution numbers its activations; call sites, lines, mutants,
//! symbols and instructions are numbers of the caller; a construction graph issues variables.
//!
//! ```
//! use sbst::id::Block;
//!
//! const LOOP: Block = Block::new(12);
//! assert_eq!(LOOP.index(), 12);
//! assert_eq!(LOOP.to_string(), "b12");
//! ```

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $letter:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
        pub struct $name(u32);

        impl $name {
            /// The identifier with this number.
            #[must_use]
            pub const fn new(number: u32) -> Self {
                Self(number)
            }

            /// Its number, to index a table with.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Its number.
            #[must_use]
            pub const fn number(self) -> u32 {
                self.0
            }
        }

        #[doc = concat!("`", $letter, "` and the number.")]
        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(&alloc::format!(concat!($letter, "{}"), self.0))
            }
        }
    };
}

id!(
    /// A function, method, closure or module body: whatever has one entry and a control flow of its own.
    Function, "f"
);
id!(
    /// A basic block of some function.
    Block, "b"
);
id!(
    /// A branch: an edge out of a block that has at least two ways on.
    Branch, "e"
);
id!(
    /// A goal of a registry.
    GoalId, "g"
);
id!(
    /// A place in a function's code where it calls another one; the caller numbers them, within each function or throughout the program.
    CallSite, "s"
);
id!(
    /// One activation of a function in an execution; numbered in call order, a caller before its callees.
    Activation, "a"
);
id!(
    /// A source line; the caller decides how files and lines map to numbers.
    Line, "l"
);
id!(
    /// A mutant: one small change of the program; the caller numbers them from 0.
    Mutant, "m"
);
id!(
    /// A name of the caller's world, such as the type of an exception; the caller interns them.
    Symbol, "y"
);
id!(
    /// An instruction of a dependence graph; the caller numbers those of the whole program from 0.
    Instruction, "i"
);
id!(
    /// An input or a state variable in a construction graph.
    Variable, "v"
);
