//! Definitions and uses of a dependence graph.

use super::known::Definitions;
use crate::flow::FlowGraph;
use crate::flow::dependences::{DependenceGraph, InstructionKind};
use crate::id::{Instruction, Statement, Variable};

impl Definitions {
    /// Returns the definitions and uses of the values of a dependence graph. Each instruction is a
    /// variable with the number of the instruction.
    ///
    /// `statement` returns the statement of each instruction. An instruction defines its variable
    /// at its statement, and uses the variables of its operands there. `this` and parameters are
    /// defined at the entry of each function in which they are used. A predicate uses the variable
    /// of its instruction on each branch that it decides.
    ///
    /// A dependence graph does not name the variables of the source. An instruction that takes its
    /// value from several others (operands in one role) uses them all. So the pairs are the data
    /// dependences that control flow permits.
    ///
    /// An instruction for which `statement` returns `None` defines nothing, unless it is `this` or
    /// a parameter, and uses nothing. O(n log n) for n instructions and operands.
    ///
    /// ```
    /// use sbst::flow::definitions::Definitions;
    /// use sbst::flow::dependences::{
    ///     Computation, DependenceGraph, InstructionKind, Role,
    /// };
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Block;
    ///
    /// // fn f(x) { 0: y = -x; if y { 1 } else { 2 } }
    /// let body = FlowBuilder::new().statements(0, 1).branch(0, 1, 2).exit(1).exit(2);
    /// let graph = FlowGraph::of(&body)?;
    /// let mut code = DependenceGraph::new();
    /// let x = code.add(InstructionKind::Parameter(0), []);
    /// let y = code.add(InstructionKind::Other, [(Role::Value, x)]);
    /// let b0 = Block::new(0);
    /// code.decides(b0, y)?;
    /// let known = Definitions::of_dependences(&graph, &code, |i| {
    ///     (i == y).then(|| b0.statement(0))
    /// });
    /// let pairs: Vec<String> =
    ///     known.pairs(&graph)?.iter().map(|pair| pair.to_string()).collect();
    /// assert_eq!(
    ///     pairs,
    ///     [
    ///         "v0 from the entry of f0 to statement 0 of b0",
    ///         "v1 from statement 0 of b0 to branch e0",
    ///         "v1 from statement 0 of b0 to branch e1",
    ///     ]
    /// );
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_dependences(
        graph: &FlowGraph,
        code: &DependenceGraph,
        statement: impl Fn(Instruction) -> Option<Statement>,
    ) -> Self {
        let variable = |instruction: Instruction| Variable::new(instruction.number());
        let is_parameter = |instruction| {
            matches!(
                code.kind(instruction),
                Some(InstructionKind::This | InstructionKind::Parameter(_))
            )
        };
        let mut known = Self::new();
        for user in (0..code.len() as u32).map(Instruction::new) {
            let Some(at) = statement(user) else { continue };
            if !is_parameter(user) {
                known = known.define(variable(user), at);
            }
            for (_, operand) in code.operands(user) {
                known = known.use_at(variable(operand), at);
                if let (true, Some(function)) =
                    (is_parameter(operand), graph.get_function_of(at.block))
                {
                    known = known.parameter(variable(operand), function);
                }
            }
        }
        for (block, tested) in code.predicates() {
            known = known.use_in_predicate(graph, variable(tested), block);
            if let (true, Some(function)) = (is_parameter(tested), graph.get_function_of(block)) {
                known = known.parameter(variable(tested), function);
            }
        }
        known
    }
}
