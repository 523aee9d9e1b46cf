//! Types that pass questions on to an execution: references, smart pointers, and executions with
//! stack traces.

use crate::distance::{Decision, Distance};
use crate::execution::{
    Effect, Execution, Fact, Facts, NearestOperands, Partition, Plane, StackTrace, StackTraces,
    Thrown, With,
};
use crate::flow::{Edge, FlowGraph, GraphMismatch};
use crate::id::{Activation, Block, CallSite, Function, Mutant};
use alloc::boxed::Box;
use alloc::rc::Rc;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;

/// Writes methods that ask the inner execution. `$it` is the name of the outer one.
macro_rules! methods {
    (|$it:ident| $inner:expr, $(fn $method:ident($($name:ident: $type:ty),*) $(-> $answer:ty)?;)*) => {
        $(#[inline]
        fn $method(&self, $($name: $type),*) $(-> $answer)? {
            let $it = self;
            $inner.$method($($name),*)
        })*
    };
}

/// Writes the methods of [`Facts`] that ask the inner execution, except for those about planes.
///
/// Methods with a provided body are listed, too. Otherwise a reference to a trace would use the
/// provided method, which knows nothing.
macro_rules! facts_of {
    (|$it:ident| $inner:expr) => {
        crate::execution::methods! { |$it| $inner,
            fn knows(fact: Fact) -> bool;
            fn evaluations(branch: Edge) -> u32;
            fn evaluations_on(plane: Plane, branch: Edge) -> u32;
            fn called_by_test(function: Function) -> bool;
            fn returned_to_test(function: Function) -> bool;
            fn has_thrown(thrown: Thrown) -> bool;
            fn each_thrown(visit: &mut dyn FnMut(Thrown));
            fn each_implicit_exception(visit: &mut dyn FnMut(Function));
            fn output_distance(function: Function, partition: Partition) -> Option<Distance>;
            fn input_distance(function: Function, argument: u32, partition: Partition)
                -> Option<Distance>;
            fn each_argument(function: Function, visit: &mut dyn FnMut(u32));
            fn infection(mutant: Mutant) -> Option<Distance>;
            fn effect(mutant: Mutant) -> Option<Effect>;
            fn each_mutant(visit: &mut dyn FnMut(Mutant));
            fn operands(branch: Edge) -> Option<NearestOperands>;
            fn activation_count() -> u32;
            fn callee(activation: Activation) -> Option<Function>;
            fn caller(activation: Activation) -> Option<(Activation, Option<CallSite>)>;
            fn results_in(activation: Activation, visit: &mut dyn FnMut(Block, Decision));
        }
    };
}
pub(crate) use {facts_of, methods};

/// Implements [`Execution`] and [`Facts`] for a type that has an execution.
macro_rules! forward {
    ($(#[$attribute:meta])* $to:ty, [$($other:ident),*], |$it:ident| $inner:expr) => {
        $(#[$attribute])*
        impl<X: Execution + ?Sized, $($other),*> Execution for $to {
            methods! { |$it| $inner,
                fn branch_distance(branch: Edge) -> Option<Distance>;
                fn progress(block: Block) -> Option<u32>;
                fn entered(graph: &FlowGraph, visit: &mut dyn FnMut(Function));
                fn fits(graph: &FlowGraph) -> Result<(), GraphMismatch>;
            }
        }
        $(#[$attribute])*
        impl<X: Facts + ?Sized, $($other),*> Facts for $to {
            facts_of! { |$it| $inner }
            methods! { |$it| $inner,
                fn branch_distance_on(plane: Plane, branch: Edge) -> Option<Distance>;
                fn progress_on(plane: Plane, block: Block) -> Option<u32>;
                fn entered_on(plane: Plane, graph: &FlowGraph, visit: &mut dyn FnMut(Function));
            }
        }
    };
}

forward! { &X, [], |it| **it }
forward! { Box<X>, [], |it| **it }
forward! { Rc<X>, [], |it| **it }
forward! { #[cfg(target_has_atomic = "ptr")] Arc<X>, [], |it| **it }
forward! { With<X, E>, [E], |it| it.execution }

/// Implements [`StackTraces`] for references and smart pointers. It is a macro of its own, because
/// the trait has type parameters, and `With` answers it from its own data.
macro_rules! forward_stack_traces {
    ($($(#[$attribute:meta])* $to:ty),*) => { $(
        $(#[$attribute])*
        impl<X: StackTraces<E, C, M> + ?Sized, E, C, M> StackTraces<E, C, M> for $to {
            fn each_stack_trace(&self, visit: &mut dyn FnMut(&StackTrace<E, C, M>)) {
                (**self).each_stack_trace(visit);
            }
        }
    )* };
}

forward_stack_traces! { &X, Box<X>, Rc<X>, #[cfg(target_has_atomic = "ptr")] Arc<X> }

// What happened on one plane, as an execution that can be swept.

/// What happened on one [`Plane`], as an execution of its graph. Sweep it to get the fitness of
/// goals there. A plane that the execution does not [know](Facts::knows) is an execution of
/// nothing.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{CallTreeLimits, On, Plane, Trace};
/// use sbst::fitness::fitness_of_block;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Activation, Function};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
/// for x in [14, 12] {
///     trace.root().enter(Function::new(0)).decide(0, lt(x, 10));
/// }
/// let then = graph.block(Function::new(0), 1);
/// let in_call = |number| {
///     let within = On(&trace, Plane::Within(Activation::new(number)));
///     fitness_of_block(&graph, &within, then).distance.get()
/// };
/// assert_eq!([0, 1].map(in_call), [5.0, 3.0]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
///
/// The copies of a history are an execution of [its graph](crate::flow::History::graph):
///
/// ```
/// use sbst::distance::gt;
/// use sbst::execution::{On, Trace};
/// use sbst::fitness::FitnessTable;
/// use sbst::flow::{FlowBuilder, FlowGraph, History};
/// use sbst::id::Function;
///
/// // if a > 0 && b > 0 { 2 } else { 3 }
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3),
/// )?;
/// let mut builder = History::builder(&graph);
/// let copied = builder.copy(Function::new(0), &())?; // tells nothing apart
/// let history = builder.build();
/// let trace = Trace::new(&graph).with_history(&history);
/// let f = trace.root().enter(Function::new(0));
/// f.decide(0, gt(-4, 0)); // a is not positive; b is not evaluated
/// drop(f);
/// let mut table = FitnessTable::new(history.graph());
/// table.sweep(history.graph(), &On(&trace, history.plane()));
/// let then = graph.block(Function::new(0), 2);
/// let copy = (0..).zip(copied.blocks).find(|row| row.1 == then).expect("a copy").0;
/// let copy = history.graph().block(copied.function, copy);
/// assert_eq!(table.block(copy).to_string(), "(1, 5)");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct On<'a, X: ?Sized>(pub &'a X, pub Plane);

impl<X: Facts + ?Sized> Execution for On<'_, X> {
    #[inline]
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.0.branch_distance_on(self.1, branch)
    }
    #[inline]
    fn progress(&self, block: Block) -> Option<u32> {
        self.0.progress_on(self.1, block)
    }
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        self.0.entered_on(self.1, graph, visit);
    }
    fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        match self.1 {
            Plane::History(id) => id.fits(graph),
            Plane::Direct | Plane::Within(_) => self.0.fits(graph),
        }
    }
}

/// The plane has numbers of evaluations of its own. All other facts are those of the whole
/// execution, and are not known here.
impl<X: Facts + ?Sized> Facts for On<'_, X> {
    fn knows(&self, fact: Fact) -> bool {
        let has_counts = fact == Fact::Evaluations && !matches!(self.1, Plane::Within(_));
        has_counts && self.0.knows(fact) && self.0.knows(Fact::On(self.1))
    }
    fn evaluations(&self, branch: Edge) -> u32 {
        self.0.evaluations_on(self.1, branch)
    }
}

// Derived implementations would demand that `X` is `Copy`, which a reference does not need.
impl<X: ?Sized> Clone for On<'_, X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for On<'_, X> {}
