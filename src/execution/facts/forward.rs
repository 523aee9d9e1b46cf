//! Types that pass questions on to an execution: references, smart pointers, and executions with
//! stack traces.

use crate::distance::{Decision, Distance};
use crate::execution::{
    Effect, Execution, Fact, Facts, NearestOperands, Partition, Plane, StackTrace, StackTraces,
    Thrown, WithStackTraces,
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
forward! { WithStackTraces<X, E, C, M>, [E, C, M], |it| it.execution }

/// Implements [`StackTraces`] for references and smart pointers. It is a macro of its own, because
/// the trait has type parameters, and `WithStackTraces` answers it from its own data.
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
