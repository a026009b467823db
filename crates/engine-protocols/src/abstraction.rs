//! The abstraction of one system, built once and asked many times.

use protocol::System;
use verdict::Budget;

use crate::Refusal;
use crate::model::{Extent, Model};
use crate::states::States;
use crate::steps::Explorer;
use crate::vocabulary::Vocabulary;

/// How much of the abstraction is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Questions {
    Safety,
    /// Also where processes wait, which only fairness cares about.
    Liveness,
}

/// The abstract model of a system under its pair views.
pub struct Abstraction<'a> {
    pub(crate) explorer: Explorer<'a>,
    pub(crate) model: Model,
}

impl<'a> Abstraction<'a> {
    pub fn new(
        system: &'a System,
        questions: Questions,
        budget: &'a Budget,
    ) -> Result<Self, Refusal> {
        let vocabulary = Vocabulary::of(system)?;
        let mut explorer = Explorer::new(States::new(system, vocabulary), budget);
        explorer.close_pairs()?;
        let extent = match questions {
            Questions::Safety => Extent::Safety,
            Questions::Liveness => Extent::Liveness,
        };
        let model = Model::derive(&mut explorer, extent)?;
        Ok(Self { explorer, model })
    }

    /// The model as a Boolean transition system.
    pub fn transition_system(&self) -> &finite::TransitionSystem {
        &self.model.system
    }

    /// How many pairs of local states occur.
    pub fn n_pairs(&self) -> usize {
        self.explorer.pairs.len()
    }
}
