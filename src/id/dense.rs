//! Identifiers that are 32-bit numbers: one type for each kind of identifier, made by one macro.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $letter:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
        pub struct $name(u32);

        impl $name {
            /// Creates the identifier with this number.
            ///
            /// ```
            #[doc = concat!("use sbst::id::", stringify!($name), ";")]
            ///
            #[doc = concat!("const FIRST: ", stringify!($name), " = ", stringify!($name), "::new(0);")]
            #[doc = concat!("assert!(FIRST < ", stringify!($name), "::new(1)); // ordered by \
                number")]
            /// ```
            #[must_use]
            pub const fn new(number: u32) -> Self {
                Self(number)
            }

            /// Returns the number, to index a table with.
            ///
            /// ```
            #[doc = concat!("use sbst::id::", stringify!($name), ";")]
            ///
            /// let names = ["zero", "one", "two"];
            #[doc = concat!("assert_eq!(names[", stringify!($name), "::new(2).index()], \"two\");")]
            /// ```
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Returns the number.
            ///
            /// ```
            #[doc = concat!("use sbst::id::", stringify!($name), ";")]
            ///
            #[doc = concat!("assert_eq!(", stringify!($name), "::new(7).number(), 7);")]
            /// ```
            #[must_use]
            pub const fn number(self) -> u32 {
                self.0
            }
        }

        impl super::map::Id for $name {
            fn to_bits(self) -> u32 {
                self.0
            }

            fn from_bits(bits: u32) -> Self {
                Self(bits)
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
    /// A function, method, closure or module body: code with one entry and a control flow of its
    /// own.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// // The graph numbers functions as they are added.
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// assert_eq!(graph.add(&FlowBuilder::new().exit(0))?, Function::new(1));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    Function, "f"
);
id!(
    /// A basic block of some function.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Block;
    ///
    /// // The blocks of the first function are b0, b1 and b2.
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// // Block 0 of the second function is b3 of the program.
    /// let second = graph.add(&FlowBuilder::new().exit(0))?;
    /// assert_eq!(graph.block(second, 0), Block::new(3));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    Block, "b"
);
id!(
    /// A branch: an edge out of a block that can be left in at least one other way, by another edge
    /// or by an exit.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
    /// use sbst::id::Branch;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let outcomes = [0, 1].map(|number| graph.edge(Branch::new(number)).outcome);
    /// assert_eq!(outcomes, [Outcome::True, Outcome::False]); // in this order
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    Branch, "e"
);
id!(
    /// Identifier of a goal: its number in a registry of goals.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::id::{Branch, GoalId};
    /// use sbst::objective::{CoverageGoal, Goals};
    ///
    /// let mut goals = Goals::<Trace>::new();
    /// goals.push(CoverageGoal::new(Branch::new(8)));
    /// let second = goals.push(CoverageGoal::new(Branch::new(5)));
    /// assert_eq!(second.id(), GoalId::new(1));
    /// ```
    GoalId, "g"
);
id!(
    /// A call site: a place in the code of a function that calls another function. You number them,
    /// within each function or throughout the program.
    ///
    /// ```
    /// use sbst::execution::{CallTreeLimits, Facts, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Activation, CallSite, Function};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
    /// let outer = trace.root().enter(Function::new(0));
    /// drop(outer.at(CallSite::new(4)).enter(Function::new(0))); // calls itself
    /// let caller = trace.caller(Activation::new(1));
    /// assert_eq!(caller, Some((Activation::new(0), Some(CallSite::new(4)))));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    CallSite, "s"
);
id!(
    /// An activation: one call of a function during an execution. Activations are numbered in the
    /// order of calls, so a caller comes before its callees.
    ///
    /// ```
    /// use sbst::execution::{CallTreeLimits, Facts, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Activation, Function};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
    /// drop(trace.root().enter(Function::new(0)));
    /// assert_eq!(trace.callee(Activation::new(0)), Some(Function::new(0)));
    /// assert_eq!(trace.callee(Activation::new(1)), None); // there was one call
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    Activation, "a"
);
id!(
    /// A line of source code. You decide how files and lines map to numbers.
    ///
    /// ```
    /// use sbst::flow::Lines;
    /// use sbst::id::{Block, Line};
    ///
    /// // Two files in one row of numbers: those of the second start at 1000.
    /// let lines = Lines::new([
    ///     (Block::new(0).statement(0), Line::new(12)),
    ///     (Block::new(7).statement(0), Line::new(1012)),
    /// ]);
    /// assert_eq!(lines.line(Block::new(7).statement(0)), Some(Line::new(1012)));
    /// ```
    Line, "l"
);
id!(
    /// A mutant: one small change of the program. You number mutants from 0.
    ///
    /// ```
    /// use sbst::distance::infection::values;
    /// use sbst::execution::{Facts, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Mutant;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let trace = Trace::new(&graph).with_mutants(2); // m0 and m1
    /// trace.infected(Mutant::new(1), values(Some(3), Some(4)));
    /// assert_eq!(trace.infection(Mutant::new(0)), None); // never evaluated
    /// assert_eq!(trace.infection(Mutant::new(1)).map(|d| d.get()), Some(0.0));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    Mutant, "m"
);
id!(
    /// A name in the tested program, such as the type of an exception. You keep the table from
    /// names to numbers.
    ///
    /// ```
    /// use sbst::execution::{ExceptionKind, Thrown};
    /// use sbst::id::{Function, Symbol};
    ///
    /// // Row 0 of a table of names that you keep.
    /// const OUT_OF_BOUNDS: Symbol = Symbol::new(0);
    /// let thrown = Thrown::new(Function::new(2), OUT_OF_BOUNDS, ExceptionKind::Implicit);
    /// let other = Thrown::new(Function::new(2), Symbol::new(1), ExceptionKind::Implicit);
    /// assert_ne!(thrown, other);
    /// ```
    Symbol, "y"
);
id!(
    /// An instruction of a dependence graph, which numbers instructions in the order in which you
    /// add them.
    ///
    /// ```
    /// use sbst::id::{Instruction, Symbol};
    /// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
    ///
    /// // The graph numbers instructions as they are added.
    /// let mut code = DependenceGraph::new();
    /// let order = code.add(InstructionKind::Parameter(0), []);
    /// let age = InstructionKind::Field(Symbol::new(0));
    /// let age = code.add(age, [(Role::Receiver, order)]);
    /// assert_eq!([order, age], [0, 1].map(Instruction::new));
    /// ```
    Instruction, "i"
);
id!(
    /// A variable that a program sets and reads, or a variable of a construction graph: an input of
    /// the function, or a part of its state.
    ///
    /// ```
    /// use sbst::id::Variable;
    ///
    /// const COUNT: Variable = Variable::new(2);
    /// assert_eq!(COUNT.to_string(), "v2");
    /// ```
    Variable, "v"
);
