//! The abstraction of one system, built once and asked many times.

use std::cell::OnceCell;

use finite::symbolic::{Diagram, Reached, Space};
use finite::{Region, Run, Search};
use protocol::System;
use verdict::Budget;

use crate::Refusal;
use crate::model::{Extent, Model};
use crate::rank::Aids;
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
        if let Some(construct) = system.beyond_pairs() {
            return Err(Refusal::BeyondPairs(construct));
        }
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

    /// Prepares to ask about properties; what is reachable is computed at most once.
    pub fn inquire(&self) -> Result<Inquiry<'_>, Refusal> {
        let space = Space::new(&self.model.system, self.explorer.budget)?;
        Ok(Inquiry { abstraction: self, space, reached: OnceCell::new() })
    }

    /// The aids without lemmas that some step breaks.
    #[must_use]
    pub fn usable(&self, aids: &Aids) -> Aids {
        let kept = aids.tickets.iter().filter(|lemma| self.keeps(lemma)).cloned();
        Aids { ranks: aids.ranks.clone(), tickets: kept.collect() }
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

/// Questions about one abstraction.
pub struct Inquiry<'a> {
    pub(crate) abstraction: &'a Abstraction<'a>,
    pub(crate) space: Space<'a>,
    reached: OnceCell<Reached>,
}

impl Inquiry<'_> {
    /// Everything that is reachable.
    pub(crate) fn reached(&self) -> Result<&Reached, Refusal> {
        if let Some(reached) = self.reached.get() {
            return Ok(reached);
        }
        match self.space.search(&[])? {
            Search::Safe(reached) => Ok(self.reached.get_or_init(|| reached)),
            Search::Bad(_) => unreachable!("nothing was called bad"),
        }
    }

    /// A run to one of the regions, if one is reachable.
    pub(crate) fn run_to(&self, bad: &[Region]) -> Result<Option<Run>, Refusal> {
        if let Some(reached) = self.reached.get() {
            return Ok(self.space.run_into(reached, bad)?);
        }
        // A bad state is often found before all states are.
        match self.space.search(bad)? {
            Search::Bad(run) => Ok(Some(run)),
            Search::Safe(reached) => {
                self.reached.get_or_init(|| reached);
                Ok(None)
            }
        }
    }

    /// All reachable states as plain data.
    pub fn reachable(&self) -> Result<Diagram, Refusal> {
        Ok(self.space.export(&self.reached()?.all))
    }
}
