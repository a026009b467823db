//! Stretches of memory whose length no formula knows: filled, copied or forgotten as a whole.
//!
//! An array term is changed one element at a time, so a stretch of any length leaves an array of which
//! nothing is known, as far as the solver is concerned. What it has at a place is known all the same, and
//! is said wherever the program reads behind the change, before the next cut point:
//!
//! ```text
//!   memset(p, 0, n); x = q[2];      x  =  &q[2] is in [p, p + n)  ?  0  :  what q[2] was before
//! ```
//!
//! An element that only a part of the stretch covers is any value.
//!
//! Behind a cut point nobody knows where the array came from. But if the program asks about one place that
//! is anywhere, the probe (`ir_passes::one_element`, `ir_passes::initialised::shadow`), what is there is
//! stored into the array, so that lemmas about the probe go on to hold. The same is done for places where
//! strings end (`terminators`).
//!
//! # Why it is sound
//! The array behind a stretch is a variable that occurs nowhere else: for every run there is a value of
//! it that is the memory behind the change. What is read is that value at the place, as the semantics
//! has it. A stretch that leaves its object ends the run, so what is said of such a one does not matter.
//!
//! # Shadows
//! Where bytes are only told to be written, the array before stays, and is less than there is.

use ir::{VarId, VarOrigin};
use ir_passes::points_to::{RegionId, Surroundings};
use logic::{BvCompare, Sort, Term, TermId};
use rustc_hash::FxHashMap;

use crate::integers::Integers;
use crate::memory::RegionForm;
use crate::state::{Encoder, SlotId, State};

/// Stores and choices that a read looks through; behind more of them, it finds any value.
const MAX_LOOK_BACK: usize = 96;

/// What a stretch holds behind a change.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    /// In each byte this one.
    Byte(TermId),
    /// What was as far behind this pointer.
    From(TermId),
    Anything,
}

/// An array that has something else than another in a stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    below: TermId,
    start: TermId,
    /// In bytes.
    size: TermId,
    change: Inside,
    /// What stands for elements that are changed in part.
    open: TermId,
    element_bytes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inside {
    Element(TermId),
    From(TermId),
    Anything,
}

/// The arrays behind stretches; of one that is behind two different ones, only the array itself is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stretches(FxHashMap<TermId, Option<Stretch>>);

impl Stretches {
    fn insert(&mut self, array: TermId, stretch: Stretch) {
        let known = self.0.entry(array).or_insert(Some(stretch));
        *known = known.filter(|it| *it == stretch);
    }

    fn get(&self, array: TermId) -> Option<Stretch> {
        self.0.get(&array).copied().flatten()
    }
}

impl Encoder<'_> {
    /// Changes so many bytes behind a pointer, in all regions around it; false if that cannot be said.
    pub(crate) fn change_stretch(
        &mut self,
        state: &mut State,
        (around, start): (Option<&Surroundings>, TermId),
        size: TermId,
        change: Change,
    ) -> bool {
        let Some(around) = around else { return false };
        let sort = self.pool.sort(start);
        let is_said = self.integers == Integers::Machine
            && matches!(sort, Sort::BitVec(_))
            && sort == self.pool.sort(size);
        if !is_said {
            return false;
        }
        self.is_exact = false;
        for field in &around.fields {
            let Some(slot) = self.slots.regions[field.region] else { continue };
            if self.may_be_device(field.region) {
                self.forget_region(state, field.region);
                continue;
            }
            self.change_in_region(state, (field.region, slot), (start, size), change);
        }
        true
    }

    fn change_in_region(
        &mut self,
        state: &mut State,
        (region, slot): (RegionId, SlotId),
        (start, size): (TermId, TermId),
        change: Change,
    ) {
        let below = state.get(slot);
        let is_added =
            matches!(change, Change::Byte(byte) if self.is_shadow_of_written(region, byte));
        let open = match is_added {
            true => below,
            false => self.pool.fresh_var(&self.slots.names[slot], self.slots.sorts[slot]),
        };
        let element_bytes = match self.slots.forms[region] {
            RegionForm::Words { bytes, .. } => bytes,
            RegionForm::Bytes => 1,
        };
        let change = match change {
            Change::Byte(byte) => Inside::Element(self.filled(region, byte)),
            Change::From(source) => Inside::From(source),
            Change::Anything => Inside::Anything,
        };
        let stretch = Stretch { below, start, size, change, open, element_bytes };
        let mut array = open;
        // What is at the probe is asked last, and found first.
        let asked = self.ends_in(state, region).into_iter().chain(self.probe_in(state));
        for place in asked {
            let there = self.read_stretch(stretch, place, &mut 0);
            array = self.pool.store(array, place, there);
        }
        // An array that stays is one without a stretch, too, and would be taken for the other.
        if array != below {
            self.stretches.insert(array, stretch);
        }
        state.set(slot, array);
    }

    fn is_shadow_of_written(&mut self, region: RegionId, byte: TermId) -> bool {
        byte == self.word(8, 0xff) && self.points_to.regions[region].is_shadow
    }

    /// Where the probe is.
    fn probe_in(&self, state: &State) -> Option<TermId> {
        let is_probe = |var: &VarId| self.program.vars[*var].origin == VarOrigin::Probe;
        let probe = self.program.vars.ids().find(is_probe)?;
        Some(state.get(*self.slots.vars.get(&probe)?))
    }

    /// What an array has at a place.
    pub(crate) fn read_array(&mut self, array: TermId, at: TermId) -> TermId {
        if self.stretches.0.is_empty() {
            return self.pool.select(array, at);
        }
        self.read_behind(array, at, &mut 0)
    }

    fn read_behind(&mut self, array: TermId, at: TermId, n_steps: &mut usize) -> TermId {
        if !self.has_stretch_below(array) {
            return self.pool.select(array, at);
        }
        *n_steps += 1;
        if *n_steps > MAX_LOOK_BACK {
            return self.pool.select(array, at);
        }
        if let Some(stretch) = self.stretches.get(array) {
            // At the probe it was said already.
            return match self.pool[array] {
                Term::Store(_, probe, there) if probe == at => there,
                _ => self.read_stretch(stretch, at, n_steps),
            };
        }
        match self.pool[array] {
            Term::Store(below, place, value) => {
                let is_there = self.pool.eq(place, at);
                if self.pool[is_there] == Term::Bool(true) {
                    return value;
                }
                let otherwise = self.read_behind(below, at, n_steps);
                self.pool.ite(is_there, value, otherwise)
            }
            Term::Ite(condition, then, otherwise) => {
                let then = self.read_behind(then, at, n_steps);
                let otherwise = self.read_behind(otherwise, at, n_steps);
                self.pool.ite(condition, then, otherwise)
            }
            _ => self.pool.select(array, at),
        }
    }

    /// Is there anything to say that the array itself does not?
    fn has_stretch_below(&self, array: TermId) -> bool {
        let mut pending = vec![array];
        let mut n_seen = 0;
        while let Some(array) = pending.pop() {
            n_seen += 1;
            if self.stretches.get(array).is_some() {
                return true;
            }
            if n_seen > 4 * MAX_LOOK_BACK {
                return false;
            }
            match self.pool[array] {
                Term::Store(below, ..) => pending.push(below),
                Term::Ite(_, then, otherwise) => pending.extend([then, otherwise]),
                _ => {}
            }
        }
        false
    }

    fn read_stretch(&mut self, stretch: Stretch, at: TermId, n_steps: &mut usize) -> TermId {
        let Stretch { below, start, size, change, open, element_bytes } = stretch;
        let before = self.read_behind(below, at, n_steps);
        let inside = match change {
            Inside::Element(element) => element,
            Inside::From(source) => {
                let distance = self.pool.bv_sub(at, start);
                let from = self.pool.bv_add(source, distance);
                self.read_behind(below, from, n_steps)
            }
            Inside::Anything => self.pool.select(open, at),
        };
        let width = self.format.width;
        let distance = self.pool.bv_sub(at, start);
        let begins_inside = self.pool.bv_compare(BvCompare::ULt, distance, size);
        if element_bytes == 1 {
            return self.pool.ite(begins_inside, inside, before);
        }
        let bytes = self.pool.bv(width, u128::from(element_bytes));
        let left = self.pool.bv_sub(size, distance);
        let ends_inside = self.pool.bv_compare(BvCompare::ULe, bytes, left);
        let is_inside = self.pool.and2(begins_inside, ends_inside);
        // The stretch begins in the middle of the element.
        let ahead = self.pool.bv_sub(start, at);
        let is_reached = self.pool.bv_compare(BvCompare::ULt, ahead, bytes);
        let nothing = self.pool.bv(width, 0);
        let is_empty = self.pool.eq(size, nothing);
        let is_stretch = self.pool.not(is_empty);
        let is_reached = self.pool.and2(is_reached, is_stretch);
        let is_touched = self.pool.or2(begins_inside, is_reached);
        let any = self.pool.select(open, at);
        let outside = self.pool.ite(is_touched, any, before);
        self.pool.ite(is_inside, inside, outside)
    }
}
