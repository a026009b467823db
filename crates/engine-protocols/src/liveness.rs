//! Liveness: can a reference owe its response for ever, on a run that is fair?
//!
//! The states in which the response is owed are searched for a fair cycle. If one is found,
//! its whole component is looked at: a set of cells at a waiting location that is always occupied,
//! that nobody leaves, and in which nobody is ever first in line, contradicts ordered justice;
//! the condition for it is added and the search repeated. Each round adds a new set of cells, so
//! this ends.

use finite::symbolic::{Diagram, Hunt, Response, Space, StateSet};
use finite::{Elimination, Fairness, Justice, Lasso, Mask};
use index::{Id, IdSet};
use protocol::{Formula, LocationId};

use crate::Refusal;
use crate::abstraction::{Abstraction, Inquiry};
use crate::rank::{Aids, Rank};

/// The answer to a liveness question about the abstraction.
pub enum Liveness {
    Holds(Box<LivenessProof>),
    /// A fair run of the abstraction on which the response never comes.
    Violated(Lasso),
}

/// Why no fair run owes the response for ever.
pub struct LivenessProof {
    /// The states in which the response is owed.
    pub owed: Diagram,
    /// The cells of each ordered justice condition that was used; they come after the others.
    pub ordered: Vec<Mask>,
    pub fairness: Fairness,
    /// The rank of each condition on one; these are the last of compassion.
    pub ranks: Vec<Rank>,
    pub eliminations: Vec<Elimination<Diagram>>,
}

/// A justice condition, said without rules and regions. Cells are numbered as bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JusticeKind {
    Reference,
    Centre,
    Cell(usize),
    /// The first in line of these cells.
    Line(Vec<usize>),
}

/// Whose strong fairness a condition is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrongKind {
    Reference(LocationId),
    /// Whoever is in the cell, by number.
    Cell(usize),
}

impl Inquiry<'_> {
    /// Whether, for every process and on every fair run, each trigger is followed by a response.
    /// The lemmas among the aids must be kept by every step.
    pub fn liveness(
        &self,
        trigger: &Formula,
        response: &Formula,
        aids: &Aids,
    ) -> Result<Liveness, Refusal> {
        let Self { abstraction, space, .. } = self;
        let reached = self.reached()?;
        let trigger = abstraction.controls_where(trigger);
        let response = abstraction.controls_where(response);
        let impossible = aids.tickets.iter().flat_map(|it| abstraction.nobody_first(it));
        let impossible: Vec<finite::Region> = impossible.collect();
        let owed = space.response(reached, &trigger, &response, &impossible)?;
        let mut fairness = abstraction.fairness();
        let mut ranks = Vec::new();
        for rank in aids.ranks.iter().copied() {
            let descent = abstraction.descent(rank);
            let mut controls = space.controls_of(&owed.owed.all);
            if !descent.if_taken.is_empty() && controls.all(|it| abstraction.is_bounded(rank, it)) {
                fairness.compassion.push(descent);
                ranks.push(rank);
            }
        }
        let mut ordered = Vec::new();
        for bit in abstraction.model.cells.ids() {
            if let Some(justice) = abstraction.ordered_justice(Mask::of(bit))? {
                fairness.justice.push(justice);
                ordered.push(Mask::of(bit));
            }
        }
        let mut hunt = Hunt::new(space, &owed.owed.all, fairness);
        while let Some(component) = hunt.next_component()? {
            let violated = abstraction.violated_order(space, &component.states, &ordered)?;
            let Some((cells, justice)) = violated else {
                return Ok(Liveness::Violated(hunt.lasso(reached, &owed, &component)?));
            };
            hunt.require(justice);
            ordered.push(cells);
        }
        Ok(Liveness::Holds(Box::new(proof(space, &owed, ordered, ranks, hunt))))
    }
}

impl Abstraction<'_> {
    /// Which condition the n-th justice condition of the proof is.
    pub fn justice_kind(&self, proof: &LivenessProof, n: usize) -> JusticeKind {
        let n_plain = proof.fairness.justice.len() - proof.ordered.len();
        if let Some(line) = n.checked_sub(n_plain) {
            return JusticeKind::Line(proof.ordered[line].iter().map(Id::index).collect());
        }
        let cell = proof.fairness.justice[n].empty.and_then(|mask| mask.iter().next());
        match cell {
            Some(bit) => JusticeKind::Cell(bit.index()),
            None if n == 0 => JusticeKind::Reference,
            None => JusticeKind::Centre,
        }
    }

    /// Which condition the n-th one of strong fairness is.
    ///
    /// # Panics
    /// If the proof has fewer.
    pub fn strong_kind(&self, proof: &LivenessProof, n: usize) -> StrongKind {
        let strong = &proof.fairness.strong[n];
        if let Some(bit) = strong.occupied {
            return StrongKind::Cell(bit.index());
        }
        let control = strong.controls.iter().next().expect("somebody was ready at a control");
        let local = self.model.controls[control].local;
        StrongKind::Reference(self.explorer.states.skeleton_of(local).location)
    }

    /// The controls under which the formula holds of the reference.
    pub(crate) fn controls_where(&self, formula: &Formula) -> IdSet<finite::ControlId> {
        let holds = |control: &crate::states::Control| {
            let view = self.explorer.pairs.view(*control);
            view.and_then(|view| view.examples.first()).is_some_and(|(cell, example)| {
                self.explorer.states.pair_satisfies(formula, *control, *cell, example)
            })
        };
        let controls = self.model.controls.iter();
        controls.filter(|(_, control)| holds(control)).map(|(id, _)| id).collect()
    }

    /// An ordered justice condition that the component does not satisfy.
    fn violated_order(
        &self,
        space: &Space<'_>,
        component: &StateSet,
        known: &[Mask],
    ) -> Result<Option<(Mask, Justice)>, Refusal> {
        let (some, all) = space.support(component)?;
        let taken = space.rules_within(component)?;
        let settled = |bit: finite::BitId| {
            !taken.iter().any(|rule| self.model.acts(rule, bit) || self.model.may_leave(rule, bit))
        };
        for location in self.explorer.states.system.justice.iter() {
            let here = self.cells_at(location);
            let still: Mask = (some & here).iter().filter(|bit| settled(*bit)).collect();
            for cells in [still, some & here, still & all, all & here] {
                if cells.is_empty() || known.contains(&cells) {
                    continue;
                }
                let Some(justice) = self.ordered_justice(cells)? else { continue };
                if space.violates(component, &justice)? {
                    return Ok(Some((cells, justice)));
                }
            }
        }
        Ok(None)
    }

    fn cells_at(&self, location: LocationId) -> Mask {
        let states = &self.explorer.states;
        let here = |cell: &crate::states::Cell| states.skeleton_of(cell.local).location == location;
        self.model.cells.iter().filter(|(_, cell)| here(cell)).map(|(bit, _)| bit).collect()
    }
}

fn proof(
    space: &Space<'_>,
    owed: &Response,
    ordered: Vec<Mask>,
    ranks: Vec<Rank>,
    hunt: Hunt<'_>,
) -> LivenessProof {
    let (fairness, eliminations) = hunt.into_eliminations();
    let export = |step: Elimination<StateSet>| match step {
        Elimination::Unjust { justice, states } => {
            Elimination::Unjust { justice, states: space.export(&states) }
        }
        Elimination::Forbidden { compassion, states } => {
            Elimination::Forbidden { compassion, states: space.export(&states) }
        }
        Elimination::Insisted { strong, trap, states } => Elimination::Insisted {
            strong,
            trap: space.export(&trap),
            states: space.export(&states),
        },
    };
    LivenessProof {
        owed: space.export(&owed.owed.all),
        ordered,
        fairness,
        ranks,
        eliminations: eliminations.into_iter().map(export).collect(),
    }
}
