//! Concrete values of both sides, kept small.
//!
//! Of the many variables of a long program only few matter at any one place; all others are zero.
//! So a state lists what is *not* zero, and copying, comparing and hashing it costs as much as
//! there is to say.

use crate::expr::Slot;

/// Where an expression gets the values of its slots from.
pub trait Valuation {
    /// `None` if the slot has no value here.
    fn of(&self, slot: Slot) -> Option<i128>;
}

impl Valuation for [i128] {
    fn of(&self, slot: Slot) -> Option<i128> {
        self.get(slot.index()).copied()
    }
}

/// Values of all slots of the state, target and source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Values {
    /// Slots that are not zero, in order.
    listed: Vec<(Slot, i128)>,
}

static ZERO: i128 = 0;

impl Values {
    pub fn set(&mut self, slot: Slot, value: i128) {
        match (self.listed.binary_search_by_key(&slot, |(slot, _)| *slot), value) {
            (Ok(at), 0) => {
                self.listed.remove(at);
            }
            (Ok(at), _) => self.listed[at].1 = value,
            (Err(_), 0) => {}
            (Err(at), _) => self.listed.insert(at, (slot, value)),
        }
    }

    /// The largest value, if one is above zero.
    pub fn largest(&self) -> i128 {
        self.listed.iter().map(|(_, value)| *value).max().unwrap_or(0).max(0)
    }

    /// What is not kept becomes zero.
    pub fn retain(&mut self, mut is_kept: impl FnMut(Slot) -> bool) {
        self.listed.retain(|(slot, _)| is_kept(*slot));
    }

    /// The values of slots for which the condition holds, and those of the others from elsewhere.
    pub fn joined(&self, other: &Self, mut is_own: impl FnMut(Slot) -> bool) -> Self {
        let mut listed: Vec<(Slot, i128)> = Vec::with_capacity(self.listed.len() + 4);
        listed.extend(self.listed.iter().filter(|(slot, _)| is_own(*slot)));
        listed.extend(other.listed.iter().filter(|(slot, _)| !is_own(*slot)));
        listed.sort_unstable_by_key(|(slot, _)| *slot);
        Self { listed }
    }
}

impl std::ops::Index<Slot> for Values {
    type Output = i128;

    fn index(&self, slot: Slot) -> &i128 {
        match self.listed.binary_search_by_key(&slot, |(slot, _)| *slot) {
            Ok(at) => &self.listed[at].1,
            Err(_) => &ZERO,
        }
    }
}

impl Valuation for Values {
    fn of(&self, slot: Slot) -> Option<i128> {
        Some(self[slot])
    }
}

/// A state, with a few slots that are chosen besides.
pub struct Chosen<'a> {
    pub state: &'a Values,
    pub chosen: &'a [(Slot, i128)],
}

impl Valuation for Chosen<'_> {
    fn of(&self, slot: Slot) -> Option<i128> {
        let chosen = self.chosen.iter().find(|(it, _)| *it == slot);
        Some(chosen.map_or_else(|| self.state[slot], |(_, value)| *value))
    }
}
