//! The goals that each criterion makes of a program, and those of exceptions when they are first seen, put into a registry.

use crate::execution::{AllCriteria, Exceptions};
use crate::id::GoalId;
use crate::objective::{
    Added, CoverageGoal, Criterion, Evaluated, Goal, GoalForm, Goals, MethodGoal, Objective, Program, Published,
    PublishedWithLevel, block_goals, branch_goals, direct_branch_goals, direct_entry_goals, entry_goals, input_goals, line_goals,
    method_entry_goals, output_goals, statement_goals,
};
use crate::sort::sort;
use alloc::vec::Vec;

/// What happens to a goal of which another one of the same identity is there.
enum How<'a> {
    Keep,
    /// What was replaced is listed.
    Replace(&'a mut Vec<GoalId>),
}

impl<X: ?Sized> Goals<X> {
    /// Adds all goals that a criterion makes of a program, in graph order, and returns those that are new.
    ///
    /// A goal that is there stays, in the form that it has, as with [`push`](Self::push): neither another form of the program nor an
    /// objective of your own under the same identity is lost. To measure the goals that are there in the forms of the program, see
    /// [`replace_all`](Self::replace_all).
    ///
    /// When the program has grown, add each criterion again: goals that are there [follow](Self::push) it.
    ///
    /// For executions that have every capability. Those that lack one add the goals that they can measure by the functions that this
    /// one calls: `goals.extend(branch_goals(&graph))`. For [`Criterion::Exception`] there is nothing to add:
    /// see [`discover`](Self::discover). [`Program::check`] tells of goals that could never be covered.
    ///
    /// Only methods that tests can call are goals of [`Criterion::Method`] and [`Criterion::MethodNoException`]. Section 2.1 of Zhou et al.
    /// 2024 asks for direct calls of public methods; the text leaves open that other methods are covered by any call.
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
    /// If the goals belong to another graph, which the program's does not begin with: [`bind`](Self::bind) tells it by an error.
    #[track_caller]
    pub fn add(&mut self, criterion: Criterion, program: &Program<'_>) -> Vec<GoalId>
    where
        X: AllCriteria,
    {
        self.bind(program.graph()).unwrap_or_else(|mismatch| mismatch.raise());
        let before = self.len();
        self.make(criterion, program, &mut How::Keep);
        self.ids().skip(before).collect()
    }

    /// Adds all goals that a criterion makes of a program, as [`add`](Self::add) does, but replaces those that are there: they keep their
    /// numbers, and are measured in the forms of the program from now on. Returns the goals that are new, and those whose objective is
    /// another one now.
    ///
    /// A line has the statements that the program says, and no others. Goals of the criterion that this program does not make stay as
    /// they are. For values that were measured before see [`replace`](Self::replace).
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
    /// let put = goals.replace_all(Criterion::Statement, &program.in_forms(Forms::PUBLISHED));
    /// assert_eq!(put, [0, 1].map(|goal| Added::Replaced(GoalId::new(goal)))); // flat from now on
    /// let again = program.in_forms(Forms::PUBLISHED);
    /// assert_eq!(goals.replace_all(Criterion::Statement, &again), []); // they are measured so already
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the goals belong to another graph, which the program's does not begin with: [`bind`](Self::bind) tells it by an error.
    #[track_caller]
    pub fn replace_all(&mut self, criterion: Criterion, program: &Program<'_>) -> Vec<Added>
    where
        X: AllCriteria,
    {
        self.bind(program.graph()).unwrap_or_else(|mismatch| mismatch.raise());
        let before = self.len();
        let mut replaced = Vec::new();
        self.make(criterion, program, &mut How::Replace(&mut replaced));
        // Of two mutants with one number, the second replaces the first: both may be new.
        replaced.retain(|goal| goal.index() < before);
        sort(&mut replaced);
        replaced.dedup();
        let new = self.ids().skip(before).map(Added::New);
        replaced.into_iter().map(Added::Replaced).chain(new).collect()
    }

    fn make(&mut self, criterion: Criterion, program: &Program<'_>, how: &mut How<'_>)
    where
        X: AllCriteria,
    {
        let (graph, methods, lines) = (program.graph(), program.methods(), program.lines());
        let (mutants, forms) = (program.mutants(), program.forms());
        let functions = || methods.iter().map(|method| method.function);
        match criterion {
            Criterion::Branch => {
                match (forms.form, forms.evaluated) {
                    (GoalForm::Definition | GoalForm::Augmented, Evaluated::Twice) => {
                        self.give(how, branch_goals(graph).map(Published));
                    }
                    (GoalForm::Levels | GoalForm::Flat, Evaluated::Twice) => {
                        self.give(how, branch_goals(graph).map(PublishedWithLevel));
                    }
                    (form, _) => self.give(how, branch_goals(graph).map(|goal| goal.in_form(form))),
                }
                self.give(how, entry_goals(graph));
            }
            Criterion::DirectBranch => {
                let goals = direct_branch_goals(graph, functions());
                match (forms.form, forms.evaluated) {
                    (GoalForm::Definition | GoalForm::Augmented, Evaluated::Twice) => self.give(how, goals.map(Published)),
                    (GoalForm::Levels | GoalForm::Flat, Evaluated::Twice) => self.give(how, goals.map(PublishedWithLevel)),
                    (form, _) => self.give(how, goals.map(|goal| goal.in_form(form))),
                }
                self.give(how, direct_entry_goals(graph, functions()));
            }
            Criterion::Line => {
                let goals = lines.into_iter().flat_map(|lines| line_goals(graph, lines));
                match (forms.form, forms.evaluated) {
                    (GoalForm::Augmented, Evaluated::Twice) => self.give(how, goals.map(Published)),
                    (form, _) => self.give(how, goals.map(|goal| goal.in_form(form))),
                }
            }
            Criterion::WeakMutation => {
                let goals = mutants.iter().copied().filter(|goal| graph.is_reachable(goal.statement.block));
                match (forms.form, forms.evaluated) {
                    (GoalForm::Augmented, Evaluated::Twice) => self.give(how, goals.map(Published)),
                    (form, _) => self.give(how, goals.map(|goal| goal.in_form(form))),
                }
            }
            Criterion::Method => self.give(how, functions().map(MethodGoal::new)),
            Criterion::MethodNoException => {
                self.give(how, functions().map(|function| MethodGoal::new(function).without_exception()));
            }
            Criterion::MethodEntry => self.give(how, method_entry_goals(graph)),
            Criterion::Exception => {}
            Criterion::Output => {
                let goals = methods.iter().flat_map(|method| output_goals(method.function, method.returns));
                self.give(how, goals.map(|goal| goal.in_form(forms.form)));
            }
            Criterion::Input => {
                let goals = methods.iter().flat_map(|method| input_goals(method.function, &method.takes));
                self.give(how, goals.map(|goal| goal.in_form(forms.form)));
            }
            Criterion::Block => self.give(how, block_goals(graph)),
            Criterion::Statement => self.give(how, statement_goals(graph).map(|goal| goal.in_form(forms.form))),
        }
    }

    fn give<O>(&mut self, how: &mut How<'_>, objectives: impl Iterator<Item = O>)
    where
        O: Objective<X> + PartialEq + Send + Sync + 'static,
    {
        for objective in objectives {
            match how {
                How::Keep => {
                    self.push(objective);
                }
                How::Replace(replaced) => {
                    let known = self.find(objective.goal());
                    // Else a frontier would look for its places again.
                    if known.is_some_and(|id| self.get_objective(id) == Some(&objective)) {
                        continue;
                    }
                    if let Added::Replaced(id) = self.replace(objective) {
                        replaced.push(id);
                    }
                }
            }
        }
    }
}

impl<X: Exceptions + ?Sized> Goals<X> {
    /// Makes a goal of every exception that `run` threw and that is not one yet, in ascending order; the new ones are returned. They
    /// stand behind all others. O(n log n) for n exceptions.
    ///
    /// ```
    /// use sbst::execution::{ExceptionKind, Thrown, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Function, Symbol};
    /// use sbst::objective::{Goal, Goals, Tables};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let (trace, mut tables, mut goals) = (Trace::new(&graph), Tables::new(&graph), Goals::<Trace>::new());
    /// let overflow = Thrown::new(Function::new(0), Symbol::new(7), ExceptionKind::Implicit);
    /// trace.threw(overflow);
    /// let found = goals.discover(&trace);
    /// assert_eq!(found.len(), 1);
    /// assert_eq!(goals.discover(&trace).len(), 0); // once
    ///
    /// let goal = goals.find(Goal::Exception(overflow)).expect("found");
    /// assert!(goals.fitness_of(goal, &goals.observe(&graph, &trace, &mut tables)).is_covered());
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
