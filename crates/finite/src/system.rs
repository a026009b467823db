//! The system itself: controls, bits, rules, and the runs that the engines answer with.
//!
//! # What a rule does
//! [`Step::Assign`] is enabled in a state if one of its guards holds of the bits; it clears some
//! bits and then sets some. [`Step::Remap`] is enabled if one of its maps is; a map relates a
//! set `C` of bits to every set `C'` such that, with `O` the bits of `C` (without
//! the one that moves away, if any):
//!
//! 1. every `d` in `O` has a bit of `images[d]` in `C'`;
//! 2. every `d'` in `C'` is in `images[d]` for some `d` in `O`, or is where the mover arrives;
//!    the mover's arrival is in `C'`;
//! 3. for each `met`, some `d` in `O` has a bit of `met[d]` in `C'`.
//!
//! ```text
//!   images[a] = {a, b},  images[b] = {}        {a} -> {a}, {b}, {a, b}      {b}, {a, b} -> none
//! ```
//!
//! Beside the rules, nothing may happen in any state (a *stutter*); it satisfies no condition on
//! rules and is not listed.

use index::{Id, IndexVec};

use crate::Mask;

index::define_id!(
    /// The control part of a state.
    pub struct ControlId, "s"
);
index::define_id!(
    /// A bit of a state.
    pub struct BitId, "b"
);
index::define_id!(
    /// A rule.
    pub struct RuleId, "r"
);

/// A conjunction over the bits.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Guard {
    /// All of these are set.
    pub required: Mask,
    /// None of these is set.
    pub forbidden: Mask,
    /// Of each of these, at least one is set.
    pub some_of: Vec<Mask>,
}

impl Guard {
    pub fn holds(&self, bits: Mask) -> bool {
        self.required.is_subset(bits)
            && !self.forbidden.intersects(bits)
            && self.some_of.iter().all(|some| some.intersects(bits))
    }

    /// True if whatever satisfies `self` satisfies `other` (sufficient, by comparing parts).
    pub fn implies(&self, other: &Self) -> bool {
        other.required.is_subset(self.required)
            && other.forbidden.is_subset(self.forbidden)
            && other.some_of.iter().all(|theirs| {
                theirs.intersects(self.required)
                    || self.some_of.iter().any(|mine| mine.is_subset(*theirs))
            })
    }
}

/// A set of states: one control, and a guard on the bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    pub control: ControlId,
    pub guard: Guard,
}

/// What becomes of the bit of a single mover while a map acts on all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Nobody moves on its own.
    None,
    /// The only one at `from` goes to `to`: `from` is not mapped.
    Alone { from: BitId, to: BitId },
    /// One of several at `from` goes to `to`: `from` is mapped as well.
    Shared { from: BitId, to: BitId },
}

impl Move {
    fn from(self) -> Option<BitId> {
        match self {
            Self::None => None,
            Self::Alone { from, .. } | Self::Shared { from, .. } => Some(from),
        }
    }

    pub fn to(self) -> Option<BitId> {
        match self {
            Self::None => None,
            Self::Alone { to, .. } | Self::Shared { to, .. } => Some(to),
        }
    }

    /// The bits that are mapped, or `None` if the mover is not there.
    pub fn others(self, bits: Mask) -> Option<Mask> {
        match self {
            Self::None => Some(bits),
            Self::Alone { from, .. } => bits.contains(from).then(|| bits.without(from)),
            Self::Shared { from, .. } => bits.contains(from).then_some(bits),
        }
    }
}

/// A relation between sets of bits; see the module header.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Remap {
    pub mover: Move,
    /// One entry for each bit of the system.
    pub images: Vec<Mask>,
    /// Each with one entry for each bit of the system, within `images`.
    pub met: Vec<Vec<Mask>>,
}

impl Remap {
    /// The bit that has to be there for somebody to move away from it.
    pub fn required(&self) -> Option<BitId> {
        self.mover.from()
    }

    /// Whether the map relates the two sets.
    pub fn relates(&self, before: Mask, after: Mask) -> bool {
        let Some(others) = self.mover.others(before) else { return false };
        let mut explained = self.mover.to().map_or(Mask::EMPTY, Mask::of);
        if !explained.is_subset(after) {
            return false;
        }
        for bit in others.iter() {
            let image = self.images[bit.index()];
            if !image.intersects(after) {
                return false;
            }
            explained = explained | image;
        }
        after.is_subset(explained)
            && self
                .met
                .iter()
                .all(|met| others.iter().any(|bit| met[bit.index()].intersects(after)))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Under one of `guards`, `clear` is cleared and then `set` is set.
    Assign { guards: Vec<Guard>, clear: Mask, set: Mask },
    /// One of these maps.
    Remap(Vec<Remap>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub source: ControlId,
    pub target: ControlId,
    pub step: Step,
    /// What runs print; also the comment in an exported model.
    pub name: String,
}

impl Rule {
    /// True if a step of this rule never changes the state.
    pub fn is_idle(&self) -> bool {
        self.source == self.target
            && matches!(&self.step, Step::Assign { clear, set, .. }
                if clear.is_empty() && set.is_empty())
    }
}

/// A Boolean transition system.
///
/// Invariant, checked by [`TransitionSystem::validate`]: at most [`Mask::MAX`] bits, ids within
/// their tables, maps with one entry per bit.
#[derive(Clone, Debug, Default)]
pub struct TransitionSystem {
    pub controls: IndexVec<ControlId, String>,
    /// In the order in which decision diagrams test them.
    pub bits: IndexVec<BitId, String>,
    pub initial: Vec<Region>,
    pub rules: IndexVec<RuleId, Rule>,
    /// Of each of these, at most one bit is ever set: steps to other states do not exist.
    pub exclusive: Vec<Mask>,
}

impl TransitionSystem {
    /// What is wrong with the system, if anything.
    pub fn validate(&self) -> Result<(), String> {
        if self.bits.len() > Mask::MAX {
            return Err(format!("{} bits are more than {}", self.bits.len(), Mask::MAX));
        }
        let all = Mask::first(self.bits.len());
        let guard_fits = |guard: &Guard| {
            (guard.required | guard.forbidden).is_subset(all)
                && guard.some_of.iter().all(|some| some.is_subset(all))
        };
        for region in &self.initial {
            if !self.controls.contains_id(region.control) || !guard_fits(&region.guard) {
                return Err("an initial region is outside the tables".to_owned());
            }
        }
        for (id, rule) in self.rules.iter() {
            let known =
                self.controls.contains_id(rule.source) && self.controls.contains_id(rule.target);
            let fits = match &rule.step {
                Step::Assign { guards, clear, set } => {
                    guards.iter().all(guard_fits) && (*clear | *set).is_subset(all)
                }
                Step::Remap(maps) => maps.iter().all(|map| {
                    map.images.len() == self.bits.len()
                        && map.images.iter().all(|image| image.is_subset(all))
                        && map.met.iter().all(|met| met.len() == self.bits.len())
                }),
            };
            if !known || !fits {
                return Err(format!("rule {id} is outside the tables"));
            }
        }
        Ok(())
    }

    /// Whether the bits respect [`TransitionSystem::exclusive`].
    pub fn admits(&self, bits: Mask) -> bool {
        self.exclusive.iter().all(|group| (*group & bits).len() <= 1)
    }

    /// True if the rule allows a step between the two states.
    pub fn allows(&self, rule: RuleId, before: State, after: State) -> bool {
        let rule = &self.rules[rule];
        let controls = rule.source == before.control && rule.target == after.control;
        controls
            && self.admits(after.bits)
            && match &rule.step {
                Step::Assign { guards, clear, set } => {
                    after.bits == (before.bits.minus(*clear) | *set)
                        && guards.iter().any(|guard| guard.holds(before.bits))
                }
                Step::Remap(maps) => maps.iter().any(|map| map.relates(before.bits, after.bits)),
            }
    }

    /// The occupied bits of a state, by name.
    pub fn describe(&self, state: State) -> String {
        let bits: Vec<&str> = state.bits.iter().map(|bit| self.bits[bit].as_str()).collect();
        format!("{} | {}", self.controls[state.control], bits.join(", "))
    }
}

/// A state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    pub control: ControlId,
    pub bits: Mask,
}

/// A run: a first state, then steps. `None` stands for a step in which nothing happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub first: State,
    pub steps: Vec<(Option<RuleId>, State)>,
}

impl Run {
    pub fn last(&self) -> State {
        self.steps.last().map_or(self.first, |step| step.1)
    }
}

/// The answer to a search for bad states.
#[derive(Clone, Debug)]
pub enum Search<Reached> {
    /// None is reachable; what is.
    Safe(Reached),
    /// A shortest run to one.
    Bad(Run),
}
