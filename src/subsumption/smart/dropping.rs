//! Goals that smart selection drops: the steps of Zhou et al. 2024, section 3.4, and the goals that
//! cover the dropped ones.

use super::rules::{drops, line_rule};
use super::{DropReason, Dropped, Group, Selection, Smart};
use crate::id::{Branch, GoalId, IdMap, Mutant};
use crate::objective::{Criterion, Goal, Goals, MutantGoal, Program};
use crate::sort::sort_by_key;
use crate::subsumption::SubsumptionGraph;
use crate::subsumption::mutants::{Change, Mutation, last_of_each, relate};
use alloc::vec::Vec;

impl Smart {
    /// Returns for each goal, by its number, the reason why it is dropped; `None` if it is kept.
    pub(super) fn why<X: ?Sized>(
        &self,
        goals: &Goals<X>,
        program: &Program<'_>,
        mutations: &[Mutation],
        groups: &[Group],
    ) -> Vec<Option<DropReason>> {
        let representative = |criterion: Criterion| {
            groups
                .iter()
                .find(|group| group.others.contains(&criterion))
                .map(|group| group.representative)
        };
        // Section 4.4: with DynaMOSA, branch goals are kept even if direct branches represent them.
        let keeps_branches = self.keeps_branches || representative(Criterion::Branch).is_none();
        let is_kept = |branch: Branch| {
            goals.find(Goal::DirectBranch(branch)).is_some()
                || keeps_branches && goals.find(Goal::Branch(branch)).is_some()
        };
        // LC: last lines of long blocks. A criterion without a representative keeps all its goals,
        // and needs no rule.
        let lines = if representative(Criterion::Line).is_some() { program.lines() } else { None };
        let lines = lines.map(|lines| line_rule(program.graph(), lines, self.line_threshold));
        // WM: minimal mutants. Mutants that are no goals take part in nothing: if one of them stood
        // for a goal, nothing would cover the goal.
        let pursued: Vec<Mutation> = mutations
            .iter()
            .filter(|mutation| goals.find(Goal::Mutant(mutation.mutant)).is_some())
            .copied()
            .collect();
        let mutants = match representative(Criterion::WeakMutation) {
            Some(_) => {
                drops(&pursued, program.graph(), self.mutants, self.keeps_other_operators, is_kept)
            }
            None => IdMap::new(),
        };
        // BC and TMC: no goal is kept, because the representative has a goal that subsumes each of
        // theirs. Goals of other criteria have no rule, and are kept.
        let correlated =
            |goal: Goal| goal.criterion().and_then(representative).map(DropReason::Correlated);
        let why = |goal: Goal| match goal {
            Goal::Branch(_) | Goal::Entry(_) if keeps_branches => None,
            _ if self.representatives_only => correlated(goal),
            Goal::Line(line) => lines.as_ref()?(line),
            Goal::Mutant(mutant) => mutants.get(mutant).copied(),
            Goal::Branch(_) | Goal::Entry(_) | Goal::Method(_) => correlated(goal),
            _ => None,
        };
        goals.ids().map(|id| why(goals.goal(id))).collect()
    }

    /// Returns all that is known about subsumption of the goals: by control flow, by changes of
    /// mutants, and by the caller.
    pub(super) fn subsumption<X: ?Sized>(
        &self,
        goals: &Goals<X>,
        program: &Program<'_>,
        mutations: &[Mutation],
    ) -> SubsumptionGraph {
        // A mutant that nothing infects is left out of the program: no test covers it, so a goal
        // that only it implies must not count as covered.
        let that = |counts: fn(Change) -> bool| {
            let those = last_of_each(mutations).filter(move |mutation| counts(mutation.change));
            those.map(|mutation| mutation.mutant).collect::<Vec<Mutant>>()
        };
        let (equivalent, always_infected) =
            (that(Change::is_equivalent), that(Change::always_infects));
        let feasible: Vec<MutantGoal> = program
            .mutants()
            .iter()
            .filter(|goal| equivalent.binary_search(&goal.mutant).is_err())
            .copied()
            .collect();
        let program = &program.with_mutants(&feasible);
        let mut relation = self.structure.relate(goals, program, &always_infected);
        relation.unite(relate(goals, program, mutations));
        relation.unite(self.known.clone());
        relation.collapse(goals.ids())
    }

    /// Sets for each dropped goal a kept goal that covers it. Before that, it moves goals between
    /// kept and dropped as [`Smart::loses_nothing`] and [`Smart::drops_implied`] ask.
    pub(super) fn find_covering(&self, selection: &mut Selection, subsumption: &SubsumptionGraph) {
        let Selection { kept, dropped, .. } = selection;
        let covering =
            |kept: &[(GoalId, Goal)]| subsumption.covered_by(kept.iter().map(|kept| kept.0));
        let find = |covering: &[(GoalId, GoalId)], goal: GoalId| {
            covering.binary_search_by_key(&goal, |row| row.0).ok().map(|place| covering[place].1)
        };
        // Step 1, `loses_nothing`: keep the strongest of the goals that no kept goal subsumes. The
        // others follow from them.
        if self.loses_nothing {
            let covering = covering(kept);
            let needed = |dropped: &mut Dropped| {
                let is_lost = dropped.why != DropReason::Equivalent
                    && find(&covering, dropped.goal).is_none();
                // A goal that subsumes a lost goal is lost, too. So among the lost goals are the
                // representatives of all of them, and these are enough.
                is_lost && subsumption.represented_by(dropped.goal) == dropped.goal
            };
            kept.extend(
                dropped.extract_if(.., needed).map(|dropped| (dropped.goal, dropped.identity)),
            );
            sort_by_key(kept, |kept| kept.0);
        }
        // Step 2, `drops_implied`: of the kept goals, drop those that others imply, except branches
        // that DynaMOSA needs. A goal that such a branch implies is dropped even if it is minimal:
        // with equivalent goals, the lowest number is minimal, and may not be the branch.
        if self.drops_implied {
            let minimal = subsumption.minimal_of(kept.iter().map(|kept| kept.0));
            let stays =
                |goal: Goal| self.keeps_branches && goal.criterion() == Some(Criterion::Branch);
            let branches: Vec<_> = kept.iter().copied().filter(|kept| stays(kept.1)).collect();
            let by_branches = covering(&branches);
            let implied = kept.extract_if(.., |&mut (goal, identity)| {
                !stays(identity)
                    && (minimal.binary_search(&goal).is_err() || find(&by_branches, goal).is_some())
            });
            dropped.extend(implied.map(|(goal, identity)| Dropped {
                goal,
                identity,
                why: DropReason::Implied,
                covered_by: None,
            }));
            sort_by_key(dropped, |dropped| dropped.goal);
        }
        // Step 3: the kept goal that covers each dropped one, with the final set of kept goals.
        let covering = covering(kept);
        for dropped in dropped {
            dropped.covered_by = find(&covering, dropped.goal);
        }
    }
}
