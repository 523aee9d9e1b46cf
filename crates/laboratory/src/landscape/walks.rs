//! Walks: sequences of inputs, each of them a change of one before.

use super::Formula;
use crate::inputs::{Random, Shape, Value};
use crate::subject::{Code, Subject, Test};
use sbst::Campaign;
use sbst::campaign::CampaignError;
use sbst::fitness::Fitness;
use sbst::id::GoalId;
use std::sync::Arc;

/// Executes the inputs of walks, and measures them by one formula.
pub(super) struct Walker<'s> {
    code: Code<'s>,
    shape: &'s Shape,
    pub(super) campaign: Campaign<Test>,
}

impl<'s> Walker<'s> {
    /// Creates a walker on a subject.
    pub(super) fn new(subject: &'s dyn Subject, formula: &Formula) -> Result<Self, CampaignError> {
        Ok(Self {
            code: subject.code(),
            shape: subject.shape(),
            campaign: formula.campaign(subject)?,
        })
    }

    /// Executes an input, and returns the values of all goals.
    pub(super) fn measure(&mut self, test: &Test) -> Result<&[Fitness], CampaignError> {
        Ok(self.code.execute(&mut self.campaign, test)?.row)
    }

    /// Makes a random walk: an input, and then `steps` changes of the input before. It begins at
    /// `start`, or at a new input. Each input and its values are passed to `see`.
    pub(super) fn random_walk(
        &mut self,
        start: Option<&Value>,
        steps: u32,
        random: &mut Random,
        mut see: impl FnMut(&Test, &[Fitness]),
    ) -> Result<(), CampaignError> {
        let mut test: Test = Arc::new(start.cloned().unwrap_or_else(|| self.shape.make(random)));
        see(&test, self.measure(&test)?);
        for _ in 0..steps {
            test = Arc::new(self.shape.change(&test, random));
            see(&test, self.measure(&test)?);
        }
        Ok(())
    }

    /// Makes an adaptive walk towards a goal: from a new input to changes of it that are nearer.
    ///
    /// It ends when the goal is covered, when `patience` changes in a row were no improvement, or
    /// after `executions`.
    pub(super) fn adaptive_walk(
        &mut self,
        goal: GoalId,
        formula: &Formula,
        settings: &AdaptiveWalks,
        random: &mut Random,
    ) -> Result<End, CampaignError> {
        let mut test: Test = Arc::new(self.shape.make(random));
        let mut value = self.measure(&test)?[goal.index()];
        let (mut length, mut failures, mut executions) = (0, 0, 1);
        while !value.is_covered()
            && failures < settings.patience
            && executions < settings.executions
        {
            let neighbour: Test = Arc::new(self.shape.change(&test, random));
            let found = self.measure(&neighbour)?[goal.index()];
            executions += 1;
            let order = formula.compare(found, value);
            if order.is_lt() {
                failures = 0;
            } else {
                // A step along a plateau is no improvement, so that the walk ends on a plateau,
                // too.
                failures += 1;
            }
            if order.is_lt() || order.is_eq() && settings.acceptance == Acceptance::NotWorse {
                (test, value) = (neighbour, found);
                length += 1;
            }
        }
        Ok(End { input: Arc::unwrap_or_clone(test), value, length, executions })
    }
}

/// The end of an adaptive walk.
pub(super) struct End {
    pub(super) input: Value,
    pub(super) value: Fitness,
    pub(super) length: u32,
    pub(super) executions: u32,
}

/// Settings of adaptive walks, which are made for each goal.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct AdaptiveWalks {
    /// Number of walks for each goal. With 0, no adaptive walks are made.
    pub walks: u32,
    /// Number of neighbours in a row that are no improvement, after which a walk ends. Its end then
    /// counts as a local optimum: the greater the number, the surer it is one.
    pub patience: u32,
    /// Greatest number of executions of a walk. The start is always executed.
    pub executions: u32,
    /// Neighbours that a walk moves to.
    pub acceptance: Acceptance,
}

impl Default for AdaptiveWalks {
    /// Returns 10 walks of at most 1 000 executions, which end after 100 neighbours without
    /// improvement and move to better ones only.
    fn default() -> Self {
        Self { walks: 10, patience: 100, executions: 1_000, acceptance: Acceptance::Better }
    }
}

/// Neighbours that an adaptive walk moves to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Acceptance {
    /// Only neighbours that are nearer to the goal.
    Better,
    /// Neighbours that are nearer or as near, so that the walk drifts over plateaus.
    NotWorse,
}
