//! Which goals smart selection drops: the steps of Zhou et al. 2024, section 3.4, and what follows from them.

use super::lines::LineRule;
use super::mutants::drops;
use super::{DropReason, Dropped, Group, Selection, Smart};
use crate::id::{Branch, GoalId, Mutant};
use crate::numbers::NumberTable;
use crate::objective::{Criterion, Goal, Goals, MutantGoal, Program};
use crate::sort::sort_by_key;
use crate::subsumption::SubsumptionGraph;
use crate::subsumption::mutants::{Change, Mutation, last_of_each, relate};
use alloc::vec::Vec;

impl Smart {
    /// Why goals are dropped, by number; `None` for those that are kept.
    pub(super) fn why<X: ?Sized>(
        &self,
        goals: &Goals<X>,
        program: &Program<'_>,
        mutations: &[Mutation],
        groups: &[Group],
    ) -> Vec<Option<DropReason>> {
        let representative =
            |criterion: Criterion| groups.iter().find(|group| group.others.contains(&criterion)).map(|group| group.representative);
        let keeps_branches = self.keeps_branches || representative(Criterion::Branch).is_none();
        let is_kept = |branch: Branch| {
            goals.find(Goal::DirectBranch(branch)).is_some() || keeps_branches && goals.find(Goal::Branch(branch)).is_some()
        };
        let lines = program.lines().filter(|_| representative(Criterion::Line).is_some());
        let lines = lines.map(|lines| LineRule::new(program.graph(), lines, self.line_threshold));
        // Of mutants that are no goals, none can stand for others.
        let pursued: Vec<Mutation> =
            mutations.iter().filter(|mutation| goals.find(Goal::Mutant(mutation.mutant)).is_some()).copied().collect();
        let mutants = match representative(Criterion::WeakMutation) {
            Some(_) => drops(&pursued, program.graph(), self.mutants, self.keeps_other_operators, is_kept),
            None => NumberTable::new(),
        };
        let why = |goal: Goal| match goal {
            Goal::Branch(_) | Goal::Entry(_) if keeps_branches => None,
            _ if self.representatives_only => goal.criterion().and_then(representative).map(DropReason::Correlated),
            Goal::Line(line) => lines.as_ref()?.drops(line),
            Goal::Mutant(mutant) => mutants.get(mutant.number()).copied(),
            Goal::Branch(_) | Goal::Entry(_) | Goal::Method(_) => {
                goal.criterion().and_then(representative).map(DropReason::Correlated)
            }
            _ => None,
        };
        goals.ids().map(|id| why(goals.goal(id))).collect()
    }

    pub(super) fn subsumption<X: ?Sized>(
        &self,
        goals: &Goals<X>,
        program: &Program<'_>,
        mutations: &[Mutation],
    ) -> SubsumptionGraph {
        // What nobody can cover must stand for nothing.
        let that = |counts: fn(Change) -> bool| {
            let those = last_of_each(mutations).filter(move |mutation| counts(mutation.change));
            those.map(|mutation| mutation.mutant).collect::<Vec<Mutant>>()
        };
        let (equivalent, always_infected) = (that(Change::is_equivalent), that(Change::always_infects));
        let feasible: Vec<MutantGoal> =
            program.mutants().iter().filter(|goal| equivalent.binary_search(&goal.mutant).is_err()).copied().collect();
        let program = &program.with_mutants(&feasible);
        let mut relation = self.structure.relate(goals, program, &always_infected);
        relation.unite(relate(goals, program, mutations));
        relation.unite(self.known.clone());
        relation.collapse(goals.ids())
    }

    /// Tells by which kept goals the others are covered; keeps the strongest of those that are lost, if nothing may be, and drops what is
    /// implied, if that is asked for.
    pub(super) fn find_covering(&self, selection: &mut Selection, subsumption: &SubsumptionGraph) {
        let Selection { kept, dropped, .. } = selection;
        let covering = |kept: &[(GoalId, Goal)]| subsumption.covered_by(kept.iter().map(|kept| kept.0));
        let find = |covering: &[(GoalId, GoalId)], goal: GoalId| {
            covering.binary_search_by_key(&goal, |row| row.0).ok().map(|place| covering[place].1)
        };
        if self.loses_nothing {
            let covering = covering(kept);
            let needed = |dropped: &mut Dropped| {
                let is_lost = dropped.why != DropReason::Equivalent && find(&covering, dropped.goal).is_none();
                // Whatever subsumes a goal that is lost is lost, too.
                is_lost && subsumption.represented_by(dropped.goal) == dropped.goal
            };
            kept.extend(dropped.extract_if(.., needed).map(|dropped| (dropped.goal, dropped.identity)));
            sort_by_key(kept, |kept| kept.0);
        }
        if self.drops_implied {
            let minimal = subsumption.minimal_of(kept.iter().map(|kept| kept.0));
            let stays = |goal: Goal| self.keeps_branches && goal.criterion() == Some(Criterion::Branch);
            let branches: Vec<_> = kept.iter().copied().filter(|kept| stays(kept.1)).collect();
            let by_branches = covering(&branches);
            let implied = kept.extract_if(.., |&mut (goal, identity)| {
                !stays(identity) && (minimal.binary_search(&goal).is_err() || find(&by_branches, goal).is_some())
            });
            dropped.extend(implied.map(|(goal, identity)| Dropped { goal, identity, why: DropReason::Implied, covered_by: None }));
            sort_by_key(dropped, |dropped| dropped.goal);
        }
        let covering = covering(kept);
        for dropped in dropped {
            dropped.covered_by = find(&covering, dropped.goal);
        }
    }
}
