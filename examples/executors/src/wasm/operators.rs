//! Kinds of operators.

use wasmparser::Operator as O;

/// Calls, which may not return, and operators that may trap.
pub(super) fn may_stop(operator: &O<'_>) -> bool {
    matches!(
        operator,
        O::Call { .. }
            | O::CallIndirect { .. }
            | O::I32DivS
            | O::I32DivU
            | O::I32RemS
            | O::I32RemU
            | O::I64DivS
            | O::I64DivU
            | O::I64RemS
            | O::I64RemU
            | O::I32TruncF32S
            | O::I32TruncF32U
            | O::I32TruncF64S
            | O::I32TruncF64U
            | O::I64TruncF32S
            | O::I64TruncF32U
            | O::I64TruncF64S
            | O::I64TruncF64U
            | O::I32Load { .. }
            | O::I64Load { .. }
            | O::F32Load { .. }
            | O::F64Load { .. }
            | O::I32Load8S { .. }
            | O::I32Load8U { .. }
            | O::I32Load16S { .. }
            | O::I32Load16U { .. }
            | O::I64Load8S { .. }
            | O::I64Load8U { .. }
            | O::I64Load16S { .. }
            | O::I64Load16U { .. }
            | O::I64Load32S { .. }
            | O::I64Load32U { .. }
            | O::I32Store { .. }
            | O::I64Store { .. }
            | O::F32Store { .. }
            | O::F64Store { .. }
            | O::I32Store8 { .. }
            | O::I32Store16 { .. }
            | O::I64Store8 { .. }
            | O::I64Store16 { .. }
            | O::I64Store32 { .. }
            | O::MemoryInit { .. }
            | O::MemoryCopy { .. }
            | O::MemoryFill { .. }
            | O::TableInit { .. }
            | O::TableCopy { .. }
            | O::TableFill { .. }
            | O::TableGet { .. }
            | O::TableSet { .. }
    )
}

/// Control that the walk does not know: exceptions, references, stack switching.
pub(super) fn is_other_control(operator: &O<'_>) -> bool {
    matches!(
        operator,
        O::TryTable { .. }
            | O::Throw { .. }
            | O::ThrowRef
            | O::Try { .. }
            | O::Catch { .. }
            | O::CatchAll
            | O::Delegate { .. }
            | O::Rethrow { .. }
            | O::BrOnNull { .. }
            | O::BrOnNonNull { .. }
            | O::BrOnCast { .. }
            | O::BrOnCastFail { .. }
            | O::ReturnCallRef { .. }
            | O::Resume { .. }
            | O::ResumeThrow { .. }
            | O::Suspend { .. }
            | O::Switch { .. }
    )
}
