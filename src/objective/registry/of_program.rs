//! The goals that each criterion makes of a program, and the goals of exceptions, added to a
//! registry.

use crate::execution::Facts;
use crate::id::GoalId;
use crate::objective::{
    Added, CoverageGoal, Criterion, Goal, GoalForm, Goals, MethodGoal, MutantGoal, Objective,
    Program, StrongMutantGoal, block_goals, branch_goals, direct_branch_goals, direct_entry_goals,
    entry_goals, input_goals, line_goals, method_entry_goals, output_goals, statement_goals,
};
use crate::sort::sort;
use alloc::vec::Vec;

/// Goals that are being made of a program, and added to a registry.
struct Making<'a, X: ?Sized> {
    goals: &'a mut Goals<X>,
    program: &'a Program<'a>,
    /// The goals that were replaced; `None` to keep goals that the registry has already.
    replaced: Option<Vec<GoalId>>,
}

impl<X: Facts + ?Sized> Goals<X> {
    /// Adds all goals that a criterion makes of a program, in graph order, and returns those that
    /// are new.
    ///
    /// A goal that the registry has stays in its form, as with [`push`](Self::push): neither
    /// another form of the program nor an objective of your own with the same identity is lost. To
    /// measure registered goals in the forms of the program, see
    /// [`replace_all`](Self::replace_all).
    ///
    /// When the program has grown, add each criterion again: registered goals [follow](Self::push)
    /// it.
    ///
    /// An execution that does not [know](Facts::knows) what the goals read is refused when it is
    /// measured. To add goals of one kind, call `goals.extend(branch_goals(&graph))`, for example.
    /// [`Criterion::Exception`] adds nothing here: see [`discover`](Self::discover).
    /// [`Program::check`] finds goals that could never be covered.
    ///
    /// Only methods that tests can call are goals of [`Criterion::Method`] and
    /// [`Criterion::MethodNoException`]. Section 2.1 of Zhou et al. 2024 requires direct calls of
    /// public methods; the text leaves open if other methods are covered by any call.
    ///
    /// ```
    /// use sbst::execution::{Domain, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    /// use sbst::objective::{Criterion, Goals, Method, Program};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let methods = [Method::new(Function::new(0)).returning(Domain::BOOL)];
    /// let program = Program::new(&graph).with_methods(&methods);
    /// let mut goals = Goals::<Trace>::new();
    /// let added = Criterion::SMART.map(|criterion| goals.add(criterion, &program).len());
    /// assert_eq!(added, [2, 2, 0, 0, 1, 1, 0, 2]);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the goals belong to a graph from which the program's graph has not grown. Call
    /// [`bind`](Self::bind) first to get an error instead.
    #[track_caller]
    pub fn add(&mut self, criterion: Criterion, program: &Program<'_>) -> Vec<GoalId> {
        self.bind(program.graph()).unwrap_or_else(|mismatch| mismatch.raise());
        // New goals get the next numbers, so they are the goals from `before` on.
        let before = self.len();
        Making { goals: self, program, replaced: None }.make(criterion);
        self.ids().skip(before).collect()
    }

    /// Adds all goals that a criterion makes of a program, and replaces those that the registry
    /// has: they keep their numbers, and are measured in the forms of the program from now on.
    /// Returns the new goals, and the goals whose objective changed.
    ///
    /// A line then has the statements that the program states, and no others. Goals of the
    /// criterion that this program does not make do not change. For values that were measured
    /// before, see [`replace`](Self::replace).
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::GoalId;
    /// use sbst::objective::{Added, Criterion, Forms, Goals, Program};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 2).exit(0))?;
    /// let program = Program::new(&graph);
    /// let mut goals = Goals::<Trace>::new();
    /// goals.add(Criterion::Statement, &program);
    /// let put =
    ///     goals.replace_all(Criterion::Statement, &program.in_forms(Forms::PUBLISHED));
    /// // flat from now on
    /// assert_eq!(put, [0, 1].map(|goal| Added::Replaced(GoalId::new(goal))));
    /// let again = program.in_forms(Forms::PUBLISHED);
    /// // already measured in this form
    /// assert_eq!(goals.replace_all(Criterion::Statement, &again), []);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the goals belong to a graph from which the program's graph has not grown. Call
    /// [`bind`](Self::bind) first to get an error instead.
    #[track_caller]
    pub fn replace_all(&mut self, criterion: Criterion, program: &Program<'_>) -> Vec<Added> {
        self.bind(program.graph()).unwrap_or_else(|mismatch| mismatch.raise());
        let before = self.len();
        let mut making = Making { goals: self, program, replaced: Some(Vec::new()) };
        making.make(criterion);
        let mut replaced = making.replaced.unwrap_or_default();
        // Of two mutants with one number, the second replaces the first, although both may be new.
        replaced.retain(|goal| goal.index() < before);
        sort(&mut replaced);
        replaced.dedup();
        let new = self.ids().skip(before).map(Added::New);
        replaced.into_iter().map(Added::Replaced).chain(new).collect()
    }

    /// Adds a goal for every exception that `run` threw and that is no goal yet, in ascending
    /// order, and returns the new goals. Their numbers follow those of all other goals. O(n log n)
    /// for n exceptions.
    ///
    /// ```
    /// use sbst::execution::{ExceptionKind, Thrown, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Function, Symbol};
    /// use sbst::objective::{Goal, Goals, Tables};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let (trace, mut tables, mut goals) =
    ///     (Trace::new(&graph), Tables::new(&graph), Goals::<Trace>::new());
    /// let overflow =
    ///     Thrown::new(Function::new(0), Symbol::new(7), ExceptionKind::Implicit);
    /// trace.threw(overflow);
    /// let found = goals.discover(&trace);
    /// assert_eq!(found.len(), 1);
    /// assert_eq!(goals.discover(&trace).len(), 0); // each exception becomes one goal
    ///
    /// let goal = goals.find(Goal::Exception(overflow)).expect("found");
    /// assert!(
    ///     goals
    ///         .fitness_of(goal, &goals.observe(&graph, &trace, &mut tables))
    ///         .is_covered()
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn discover(&mut self, run: &X) -> Vec<GoalId> {
        let before = self.len();
        let mut unknown = Vec::new();
        run.each_thrown(&mut |thrown| {
            if self.find(Goal::Exception(thrown)).is_none() {
                unknown.push(thrown);
            }
        });
        sort(&mut unknown);
        for thrown in unknown {
            self.push(CoverageGoal::new(thrown));
        }
        self.ids().skip(before).collect()
    }
}

impl<X: Facts + ?Sized> Making<'_, X> {
    /// Makes the goals of a criterion, and adds or replaces them.
    fn make(&mut self, criterion: Criterion) {
        let program = self.program;
        let (graph, methods, form) = (program.graph, program.methods, program.forms.form);
        // Forms that make no difference to a goal do not replace it.
        let branches = program.forms.of_branches();
        let augmented = if form == GoalForm::Augmented { program.forms } else { form.into() };
        let functions = || methods.iter().map(|method| method.function);
        let mutants = || {
            let all = program.mutants.iter().copied();
            all.filter(|goal| graph.is_reachable(goal.statement.block))
        };
        match criterion {
            Criterion::Branch => {
                self.give(&mut branch_goals(graph).map(|goal| goal.in_form(branches)));
                self.give(&mut entry_goals(graph));
            }
            Criterion::DirectBranch => {
                let goals = direct_branch_goals(graph, functions());
                self.give(&mut goals.map(|goal| goal.in_form(branches)));
                self.give(&mut direct_entry_goals(graph, functions()));
            }
            Criterion::Line => {
                let lines = program.lines;
                let goals = lines.into_iter().flat_map(|lines| line_goals(graph, lines));
                self.give(&mut goals.map(|goal| goal.in_form(augmented)));
            }
            Criterion::WeakMutation => {
                self.give(&mut mutants().map(|goal| goal.in_form(augmented)));
            }
            Criterion::StrongMutation => {
                let strong = |goal: MutantGoal| StrongMutantGoal(goal.in_form(GoalForm::Levels));
                self.give(&mut mutants().map(strong));
            }
            Criterion::Method => self.give(&mut functions().map(MethodGoal::new)),
            Criterion::MethodNoException => {
                let goal = |function| MethodGoal::new(function).without_exception();
                self.give(&mut functions().map(goal));
            }
            Criterion::MethodEntry => self.give(&mut method_entry_goals(graph)),
            Criterion::Exception => {}
            Criterion::Output => {
                let goals = methods.iter().flat_map(|it| output_goals(it.function, it.returns));
                self.give(&mut goals.map(|goal| goal.in_form(form)));
            }
            Criterion::Input => {
                let goals = methods.iter().flat_map(|it| input_goals(it.function, &it.takes));
                self.give(&mut goals.map(|goal| goal.in_form(form)));
            }
            Criterion::Block => self.give(&mut block_goals(graph)),
            Criterion::Statement => {
                self.give(&mut statement_goals(graph).map(|goal| goal.in_form(form)));
            }
        }
    }

    /// Adds or replaces the objectives that lie in the functions that the program is restricted to.
    fn give<O>(&mut self, objectives: &mut dyn Iterator<Item = O>)
    where
        O: Objective<X> + PartialEq + Send + Sync + 'static,
    {
        let program = self.program;
        let is_own = |it: &O| program.includes_all() || program.includes(&it.needs());
        for objective in objectives.filter(is_own) {
            let Some(replaced) = &mut self.replaced else {
                self.goals.push(objective);
                continue;
            };
            // An equal objective is not replaced, because a frontier would then look for its places
            // again.
            let known = self.goals.find(objective.goal());
            let known = known.and_then(|id| self.goals.objectives.one(id)?.downcast_ref());
            if known == Some(&objective) {
                continue;
            }
            if let Added::Replaced(id) = self.goals.replace(objective) {
                replaced.push(id);
            }
        }
    }
}
