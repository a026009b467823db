//! Checks what is claimed of the places where threads stand: which values what they share has while
//! one stands there, which values never come together, and what others may make of it meanwhile.
//!
//! Asked of every state and every turn, while all runs are followed once more. A place that is not
//! claimed about must not be stood at.

use std::collections::{BTreeMap, BTreeSet};

use index::IdSet;
use ir::FunctionId;
use ir_interp::{InputSource, Interpreter, LookPlace, Shared};

use crate::induction::Refusal;

/// Numbers, as bits; `None` for any.
pub type Allowed = Option<BTreeSet<u128>>;

/// What is claimed while some thread stands at a place.
#[derive(Clone, Debug)]
pub struct PlaceClaim {
    /// Of everything that is shared, in its order.
    pub values: Vec<Allowed>,
    /// These two never have these values together.
    pub apart: Vec<(usize, u128, usize, u128)>,
    /// What other threads' turns may make of them; what is not here they leave alone.
    pub changes: Vec<Allowed>,
}

/// What is claimed of all places.
#[derive(Clone, Debug)]
pub struct StandingClaim {
    pub shared: Vec<Shared>,
    /// Functions in which threads are said to stand.
    pub own: IdSet<FunctionId>,
    pub places: BTreeMap<LookPlace, PlaceClaim>,
}

/// A state, as far as claims are about it.
pub(super) struct View {
    bits: Vec<Option<u128>>,
    standing: Vec<(u32, LookPlace)>,
}

impl StandingClaim {
    pub(super) fn view<I: InputSource>(&self, interpreter: &Interpreter<'_, I>) -> View {
        let bits = self.shared.iter().map(|it| interpreter.shared_bits(*it)).collect();
        let mut standing = Vec::new();
        for (thread, places) in interpreter.standing() {
            let mut own = places.into_iter().filter(|(function, _)| self.own.contains(*function));
            standing.extend(own.next().map(|place| (thread, place)));
        }
        View { bits, standing }
    }

    /// Holds the state against what is claimed.
    pub(super) fn confirm_state(&self, view: &View) -> Result<(), Refusal> {
        let is = |index: usize, bits: u128| view.bits.get(index) == Some(&Some(bits));
        let holds = view.standing.iter().all(|(_, place)| {
            self.places.get(place).is_some_and(|claim| {
                let mut values = claim.values.iter().zip(&view.bits);
                values.all(|(allowed, bits)| is_allowed(allowed, *bits))
                    && !claim.apart.iter().any(|(a, one, b, other)| is(*a, *one) && is(*b, *other))
            })
        });
        wrong_unless(holds, "a state is not as is claimed of it")
    }

    /// Holds what a turn changed against what is claimed of those who stood by.
    pub(super) fn confirm_turn(
        &self,
        mover: u32,
        before: &View,
        after: &View,
    ) -> Result<(), Refusal> {
        let mut others = before.standing.iter().filter(|(thread, _)| *thread != mover);
        let holds = others.all(|(_, place)| {
            self.places.get(place).is_some_and(|claim| {
                let mut changes = claim.changes.iter().enumerate();
                changes.all(|(index, allowed)| {
                    let (old, new) = (before.bits[index], after.bits[index]);
                    old == new || is_allowed(allowed, new)
                })
            })
        });
        wrong_unless(holds, "a turn changes what is claimed to stay")
    }
}

fn is_allowed(allowed: &Allowed, bits: Option<u128>) -> bool {
    match (allowed, bits) {
        (None, _) => true,
        (Some(allowed), Some(bits)) => allowed.contains(&bits),
        (Some(_), None) => false,
    }
}

fn wrong_unless(holds: bool, why: &str) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(Refusal::Wrong(why.to_owned())) }
}
