//! Types that pass questions on to an execution: references, smart pointers, and executions with
//! stack traces.

use crate::distance::{Decision, Distance};
use crate::execution::{
    CallTree, Capability, Copies, DirectCalls, DirectEvaluations, Effect, Effects, Evaluations,
    Exceptions, Execution, ImplicitExceptions, Infections, Inputs, MethodCalls, NearestOperands,
    Operands, Outputs, Partition, StackTrace, StackTraces, Thrown, WithStackTraces,
};
use crate::flow::{Edge, FlowGraph, GraphMismatch};
use crate::id::{Activation, Block, CallSite, Function, Mutant};
use alloc::boxed::Box;
use alloc::rc::Rc;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;

/// Implements traits for all types that pass questions on. For each trait, the macro takes the list
/// of its methods, without bodies.
///
/// Methods with a provided body are listed, too. Otherwise a reference to a trace would use the
/// provided method, which is slower, or trusts where the trace checks.
macro_rules! forward {
    // Step 1: repeat each trait for each type, with the expression that reaches the execution
    // within it.
    ($(impl $trait:ident { $(fn $method:ident($($name:ident: $type:ty),*) $(-> $answer:ty)?;)* })*) => { $(
        forward! { @to &X, [], |it| **it, impl $trait { $(fn $method($($name: $type),*) $(-> $answer)?;)* } }
        forward! { @to Box<X>, [], |it| **it, impl $trait { $(fn $method($($name: $type),*) $(-> $answer)?;)* } }
        forward! { @to Rc<X>, [], |it| **it, impl $trait { $(fn $method($($name: $type),*) $(-> $answer)?;)* } }
        #[cfg(target_has_atomic = "ptr")]
        forward! { @to Arc<X>, [], |it| **it, impl $trait { $(fn $method($($name: $type),*) $(-> $answer)?;)* } }
        forward! { @to WithStackTraces<X, E, C, M>, [E, C, M], |it| it.execution,
            impl $trait { $(fn $method($($name: $type),*) $(-> $answer)?;)* } }
    )* };
    // Step 2: write one implementation, in which each method calls the method of the inner
    // execution.
    (@to $to:ty, [$($other:ident),*], |$it:ident| $inner:expr,
        impl $trait:ident { $(fn $method:ident($($name:ident: $type:ty),*) $(-> $answer:ty)?;)* }) => {
        impl<X: $trait + ?Sized, $($other),*> $trait for $to {
            $(fn $method(&self, $($name: $type),*) $(-> $answer)? {
                let $it = self;
                $inner.$method($($name),*)
            })*
        }
    };
}

// `StackTraces` is not in this list: it has type parameters, and `WithStackTraces` answers it from
// its own data.
forward! {
    impl Execution {
        fn branch_distance(branch: Edge) -> Option<Distance>;
        fn progress(block: Block) -> Option<u32>;
        fn entered(graph: &FlowGraph, visit: &mut dyn FnMut(Function));
        fn fits(graph: &FlowGraph) -> Result<(), GraphMismatch>;
        fn knows(capability: Capability) -> bool;
    }
    impl Evaluations {
        fn evaluations(branch: Edge) -> u32;
    }
    impl DirectCalls {
        fn direct_branch_distance(branch: Edge) -> Option<Distance>;
        fn direct_progress(block: Block) -> Option<u32>;
    }
    impl DirectEvaluations {
        fn direct_evaluations(branch: Edge) -> u32;
    }
    impl MethodCalls {
        fn called_by_test(function: Function) -> bool;
        fn returned_to_test(function: Function) -> bool;
    }
    impl Exceptions {
        fn has_thrown(thrown: Thrown) -> bool;
        fn each_thrown(visit: &mut dyn FnMut(Thrown));
    }
    impl ImplicitExceptions {
        fn each_implicit_exception(visit: &mut dyn FnMut(Function));
    }
    impl Outputs {
        fn output_distance(function: Function, partition: Partition) -> Option<Distance>;
    }
    impl Inputs {
        fn input_distance(function: Function, argument: u32, partition: Partition) -> Option<Distance>;
    }
    impl Infections {
        fn infection(mutant: Mutant) -> Option<Distance>;
    }
    impl Copies {
        fn copy_branch_distance(branch: Edge) -> Option<Distance>;
        fn copy_progress(block: Block) -> Option<u32>;
        fn copies_entered(copies: &FlowGraph, visit: &mut dyn FnMut(Function));
        fn fits_copies(copies: &FlowGraph) -> Result<(), GraphMismatch>;
    }
    impl Effects {
        fn effect(mutant: Mutant) -> Option<Effect>;
    }
    impl Operands {
        fn operands(branch: Edge) -> Option<NearestOperands>;
    }
    impl CallTree {
        fn activation_count() -> u32;
        fn callee(activation: Activation) -> Option<Function>;
        fn caller(activation: Activation) -> Option<(Activation, Option<CallSite>)>;
        fn branch_distance_in(activation: Activation, branch: Edge) -> Option<Distance>;
        fn progress_in(activation: Activation, block: Block) -> Option<u32>;
        fn results_in(activation: Activation, visit: &mut dyn FnMut(Block, Decision));
    }
}

/// Implements [`StackTraces`] for references and smart pointers. It is a macro of its own, because
/// the trait has type parameters.
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
