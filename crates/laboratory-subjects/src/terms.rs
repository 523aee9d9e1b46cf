//! Expressions: evalexpr.

use crate::make::{ignore, suite as make, text};
use evalexpr::{ContextWithMutableVariables, HashMapContext, Value};
use sbst_laboratory::subject::{Suite, SuiteError};

/// Characters of terms of numbers.
const TERM: &str = "0123456789..++--*/%^()()  ae";
/// Characters of conditions.
const CONDITION: &str = "012aabb<>==!&|&|()  truefals";
/// Characters of programs.
const PROGRAM: &str = "aabb01279==+-*(),;; \"x.minfloe:";

pub(crate) fn suite() -> Result<Suite, SuiteError> {
    make([
        text(
            "evalexpr::eval",
            &[
                "evalexpr::token",
                "evalexpr::tree",
                "evalexpr::operator",
                "evalexpr::error::expect_operator_argument_amount",
                "evalexpr::error::expect_number_or_string",
            ],
            TERM,
            24,
            &[
                "1 + 2 * 3",
                "(1 + 2) * 3",
                "2^10",
                "-7 % 4",
                "1 / 0",
                "1.5e3 - 2",
                "((1)",
                "8 / 2.0",
                "9 % 0",
                "1 2",
            ],
            |text| ignore(evalexpr::eval(text)),
        ),
        text(
            "evalexpr::eval_boolean_with_context",
            &[
                "evalexpr::token",
                "evalexpr::tree",
                "evalexpr::operator",
                "evalexpr::error::expect_operator_argument_amount",
                "evalexpr::error::expect_number_or_string",
                "evalexpr::value::Value",
            ],
            CONDITION,
            24,
            &[
                "a < b",
                "a == 1 && b != 2",
                "true || false",
                "!(a >= b)",
                "a & b",
                "a <= 0 || a > 2",
                "a = 1",
                "(true",
            ],
            |text| {
                let mut context = HashMapContext::new();
                let _ = context.set_value("a".to_owned(), Value::Int(1));
                let _ = context.set_value("b".to_owned(), Value::Float(2.5));
                let _ = evalexpr::eval_boolean_with_context(text, &context);
            },
        ),
        text(
            "evalexpr::eval_with_context_mut",
            &[
                "evalexpr::token",
                "evalexpr::tree",
                "evalexpr::operator",
                "evalexpr::error::expect_operator_argument_amount",
                "evalexpr::error::expect_number_or_string",
                "evalexpr::context::HashMapContext",
                "evalexpr::function",
                "evalexpr::value::Value",
            ],
            PROGRAM,
            30,
            &[
                "a = 1; a + 2",
                "a = b = 7",
                "min(1, 2, 9)",
                "a = \"x\"; a + a",
                "len(\"bob\")",
                "floor(2.7)",
                "a += 1",
                "(1, 2)",
                "a = 1; a *= 2; a",
                "if(a, 1, 2)",
            ]
            .map(|usage| if usage.contains('r') { "min()" } else { usage }),
            |text| {
                let mut context = HashMapContext::new();
                let _ = context.set_value("b".to_owned(), Value::Int(3));
                let _ = evalexpr::eval_with_context_mut(text, &mut context);
            },
        ),
    ])
}
