//! Lemmas about what was written: a part of a block, from one place up to another.
//!
//! ```text
//!   for (i = 0; i < n; i++) a[i] = 0;         the elements of `a` in front of `i` were written
//!   for (i = 0; i < n; i++) s += a[i];        those in front of `n` were
//! ```
//!
//! A lemma is about all elements and says it of one, the probe, which is anywhere
//! (`ir_passes::initialised::shadow`): if it is one of them, its shadow is full. Where a part begins and
//! ends is seen in the program: it begins where elements are counted from, and ends where the next one is
//! written, or as many elements behind its beginning as a number or a constant says.

use std::collections::BTreeSet;

use encode::{Component, ShadowForm};
use logic::{BvBinary, BvCompare, Sort, Term, TermId, replace};
use rustc_hash::FxHashMap;

use crate::blocks::{HeadId, Origin};
use crate::guesses::{Guesses, Number};
use crate::vocabulary::{Elements, Vocabulary};

const MAX_BEGINNINGS: usize = 4;
const MAX_ENDS: usize = 12;
/// In programs with more loops, each head looks at its own accesses only.
const MAX_HEADS: usize = 12;
/// Accesses that may go backwards.
const MAX_BACKWARDS: usize = 2;
/// Numbers and constants that may say how many elements there are.
const MAX_COUNTS: usize = 6;

/// Where elements are counted from: a pointer, and bytes behind it.
pub(crate) type Beginning = (TermId, u128);

/// An address as its parts: `base + constant + rest`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Sum {
    /// A pointer that has a name, or the address of an object that is always at the same place.
    pub base: TermId,
    pub constant: u128,
    /// Of the width of addresses.
    pub rest: Vec<TermId>,
}

impl Guesses<'_, '_> {
    pub(crate) fn filled(&mut self, head: HeadId, numbers: &[Number]) -> Vec<TermId> {
        let Some(probe) = self.probe(head) else { return Vec::new() };
        let components = self.blocks.heads[head].components.clone();
        let constants = self.compared_constants();
        let mut seeds = Vec::new();
        for (component, array) in components {
            let Component::Region(region) = component else { continue };
            let Some(form) = self.encoder.shadow_form(region) else { continue };
            let accesses = self.accesses(component, head);
            let place = Place { probe, array, period: form.period };
            let mut beginnings: Vec<Beginning> = Vec::new();
            for (beginning, _) in &accesses {
                if !beginnings.contains(beginning) && beginnings.len() < MAX_BEGINNINGS {
                    beginnings.push(*beginning);
                }
            }
            let mut parts = Vec::new();
            if form.period == 0 {
                let one = self.encoder.pool.bv(self.encoder.address_format().offset_bits, 1);
                for beginning in beginnings {
                    parts.extend(self.up_to(place, beginning, one));
                }
                seeds.extend(parts.into_iter().map(|part| self.full_in(place, part, form)));
                continue;
            }
            let counts = self.counts(numbers, &constants, form.period);
            for (beginning, rest) in accesses.iter().take(MAX_ENDS) {
                if let Some(rest) = rest {
                    parts.extend(self.up_to(place, *beginning, *rest));
                }
            }
            for beginning in &beginnings {
                let whole = self.bytes_behind(*beginning);
                for count in counts.iter().copied().chain(whole) {
                    parts.extend(self.up_to(place, *beginning, count));
                }
            }
            // A string was written with its end.
            for beginning in &beginnings {
                for bytes in self.bytes_to_ends(head, *beginning) {
                    parts.extend(self.up_to(place, *beginning, bytes));
                }
            }
            // From the end to the beginning: what lies behind the element that is next.
            for (beginning, rest) in accesses.iter().take(MAX_BACKWARDS) {
                let Some(rest) = *rest else { continue };
                let whole = self.bytes_behind(*beginning);
                for count in counts.iter().copied().chain(whole) {
                    parts.extend(self.between(place, *beginning, rest, count));
                }
            }
            seeds.extend(parts.into_iter().map(|part| self.full_in(place, part, form)));
        }
        seeds
    }

    /// How many bytes of its object lie behind a beginning, where that is always the same.
    pub(crate) fn bytes_behind(&mut self, (base, constant): Beginning) -> Option<TermId> {
        let size = self.encoder.size_of_object_at(base)?;
        let bytes = u128::from(size).checked_sub(constant)?;
        Some(self.encoder.pool.bv(self.encoder.address_format().offset_bits, bytes))
    }

    /// Where a region is accessed, in the width of offsets; without the last part where it cannot be said.
    pub(crate) fn accesses(
        &mut self,
        region: Component,
        head: HeadId,
    ) -> Vec<(Beginning, Option<TermId>)> {
        let mut found: Vec<(Beginning, Option<TermId>)> = Vec::new();
        for (Sum { base, constant, rest }, is_whole) in self.places_accessed(region, head) {
            let bits = self.encoder.address_format().offset_bits;
            let pool = &mut self.encoder.pool;
            let offsets: Vec<TermId> =
                rest.into_iter().map(|it| pool.extract(bits - 1, 0, it)).collect();
            let rest = offsets.into_iter().reduce(|a, b| pool.bv_add(a, b));
            let access = ((base, constant), rest.filter(|_| is_whole));
            if !found.contains(&access) {
                found.push(access);
            }
        }
        found
    }

    /// Where a region is accessed behind a head, or behind another, said with the names of this one, and
    /// whether all of it can be said.
    pub(crate) fn places_accessed(&mut self, region: Component, head: HeadId) -> Vec<(Sum, bool)> {
        let own = self.blocks.heads[head].components.clone();
        let names: FxHashMap<Component, TermId> = own.iter().copied().collect();
        let mut words = Vocabulary::of(&self.encoder.pool, self.blocks, head, Elements::Told);
        let mut found: Vec<(Sum, bool)> = Vec::new();
        let is_small = self.blocks.heads.len() <= MAX_HEADS;
        let others = self.blocks.heads.ids().filter(|it| is_small && *it != head);
        for other in [head].into_iter().chain(others).collect::<Vec<_>>() {
            let theirs = self.accesses_behind(region, other);
            let theirs: Vec<Sum> = theirs.iter().filter_map(|it| self.sum(other, *it)).collect();
            // As they are when a run comes there from here, and by the names that things have in both.
            let mut images: Vec<FxHashMap<TermId, TermId>> = Vec::new();
            for block in &self.blocks.incoming[other] {
                let block = &self.blocks.blocks[*block];
                if block.from == Origin::Head(head) && other != head {
                    let pool = &mut self.encoder.pool;
                    let values = block.values.iter();
                    images.push(values.map(|(var, value)| (pool.var_term(*var), *value)).collect());
                }
            }
            let same = self.blocks.heads[other].components.iter();
            let same = same.filter_map(|(it, name)| Some((*name, *names.get(it)?)));
            images.push(same.collect());
            for Sum { base, constant, rest } in theirs {
                for image in &images {
                    let pool = &mut self.encoder.pool;
                    let base = replace(pool, &[base], image)[0];
                    if !words.can_say(pool, base) {
                        continue;
                    }
                    let rest = replace(pool, &rest, image);
                    let is_whole = rest.iter().all(|rest| words.can_say(pool, *rest));
                    let access = (Sum { base, constant, rest }, is_whole);
                    if !found.contains(&access) {
                        found.push(access);
                    }
                }
            }
        }
        found
    }

    /// The addresses at which a shadow is written or read behind a head.
    fn accesses_behind(&self, region: Component, head: HeadId) -> Vec<TermId> {
        let components = &self.blocks.heads[head].components;
        let Some((_, name)) = components.iter().find(|(it, _)| *it == region) else {
            return Vec::new();
        };
        let pool = &self.encoder.pool;
        let mut found: Vec<TermId> = Vec::new();
        for term in self.terms_behind(head) {
            if let Term::Store(array, index, _) | Term::Select(array, index) = pool[term]
                && crate::cells::origin(pool, array) == *name
                && !found.contains(&index)
            {
                found.push(index);
            }
        }
        found
    }

    /// Takes an address apart.
    pub(crate) fn sum(&mut self, head: HeadId, address: TermId) -> Option<Sum> {
        let format = self.encoder.address_format();
        let pointers: BTreeSet<TermId> = self.pointer_names(head);
        let pool = &mut self.encoder.pool;
        let mut pending = vec![address];
        let (mut base, mut constant, mut rest): (Option<TermId>, u128, Vec<TermId>) =
            (None, 0, Vec::new());
        while let Some(term) = pending.pop() {
            match pool[term] {
                Term::BvBinary(BvBinary::Add, a, b) => pending.extend([a, b]),
                // A pointer that is moved, and what it is if it is moved too far.
                Term::Ite(_, moved, _) => pending.push(moved),
                Term::BitVec(_, bits) if bits >> format.offset_bits == 0 => {
                    constant = constant.wrapping_add(bits);
                }
                Term::BitVec(width, bits) if base.is_none() => {
                    let offset = bits & ((1 << format.offset_bits) - 1);
                    constant = constant.wrapping_add(offset);
                    base = Some(pool.bv(width, bits - offset));
                }
                _ if pointers.contains(&term) && base.is_none() => base = Some(term),
                _ => rest.push(term),
            }
        }
        rest.sort_unstable();
        Some(Sum { base: base?, constant, rest })
    }

    /// What is a pointer at a head.
    fn pointer_names(&self, head: HeadId) -> BTreeSet<TermId> {
        let components = self.blocks.heads[head].components.iter();
        let pointers = components.filter(|(component, _)| match component {
            Component::Var(var) => {
                self.encoder.type_of(*var) == ir::Type::Pointer && !self.encoder.is_terminator(*var)
            }
            Component::Address(_) => true,
            _ => false,
        });
        pointers.map(|(_, name)| *name).collect()
    }

    /// How many bytes the elements may have that were written.
    pub(crate) fn counts(
        &mut self,
        numbers: &[Number],
        constants: &[u128],
        period: u64,
    ) -> Vec<TermId> {
        let width = self.encoder.address_format().offset_bits;
        let mut counts = Vec::new();
        for number in numbers.iter().take(MAX_COUNTS) {
            let Some(count) = self.in_width(number, width) else { continue };
            let pool = &mut self.encoder.pool;
            let factor = pool.bv(width, u128::from(period));
            counts.push(pool.bv_mul(count, factor));
        }
        let pool = &mut self.encoder.pool;
        counts.extend(constants.iter().map(|it| pool.bv(width, it * u128::from(period))));
        counts
    }

    /// Small numbers that the program compares with, the greatest first, and one more than each.
    pub(crate) fn compared_constants(&self) -> Vec<u128> {
        let pool = &self.encoder.pool;
        let mut constants: BTreeSet<u128> = BTreeSet::new();
        for term in self.comparisons() {
            let (Term::BvCompare(_, a, b) | Term::Eq(a, b)) = pool[term] else { continue };
            for side in [a, b] {
                if let Term::BitVec(_, bits @ 1..=0xffff) = pool[side] {
                    constants.extend([bits, bits + 1]);
                }
            }
        }
        constants.into_iter().rev().take(2 * MAX_COUNTS).collect()
    }

    /// The place that is asked about, if there is one.
    pub(crate) fn probe(&self, head: HeadId) -> Option<TermId> {
        let mut components = self.blocks.heads[head].components.iter();
        let is_probe = |it: &&(Component, TermId)| match it.0 {
            Component::Var(var) => self.encoder.is_probe(var),
            _ => false,
        };
        let &(_, probe) = components.find(is_probe)?;
        matches!(self.encoder.pool.sort(probe), Sort::BitVec(_)).then_some(probe)
    }

    /// The probe is one of the elements between a beginning and so many bytes behind it.
    pub(crate) fn up_to(
        &mut self,
        place: Place,
        beginning: Beginning,
        bytes: TermId,
    ) -> Option<TermId> {
        let (distance, is_element) = self.distance(place, beginning)?;
        let pool = &mut self.encoder.pool;
        let is_before = pool.bv_compare(BvCompare::ULt, distance, bytes);
        Some(pool.and2(is_element, is_before))
    }

    /// The same for those behind one place and in front of another.
    fn between(
        &mut self,
        place: Place,
        beginning: Beginning,
        from: TermId,
        to: TermId,
    ) -> Option<TermId> {
        let (distance, is_element) = self.distance(place, beginning)?;
        let pool = &mut self.encoder.pool;
        // One in front of the first is less than none.
        let width = pool.sort(from).width()?;
        let period = pool.bv(width, u128::from(place.period));
        let next = pool.bv_add(from, period);
        let is_behind = pool.bv_compare(BvCompare::ULe, next, distance);
        let is_before = pool.bv_compare(BvCompare::ULt, distance, to);
        Some(pool.and(&[is_element, is_behind, is_before]))
    }

    /// How far the probe is behind a beginning, and whether it is an element of its object.
    pub(crate) fn distance(
        &mut self,
        place: Place,
        (base, constant): Beginning,
    ) -> Option<(TermId, TermId)> {
        let (object, offset) = self.encoder.parts_of_pointer(base);
        let (probed, at) = self.encoder.parts_of_pointer(place.probe);
        let pool = &mut self.encoder.pool;
        let width = pool.sort(at).width()?;
        let constant = pool.bv(width, constant);
        let start = pool.bv_add(offset, constant);
        let distance = pool.bv_sub(at, start);
        let same = pool.eq(object, probed);
        let is_element = match place.period {
            0 | 1 => pool.top(),
            period if period.is_power_of_two() => {
                let low = pool.extract(period.trailing_zeros() - 1, 0, distance);
                let zero = pool.bv(period.trailing_zeros(), 0);
                pool.eq(low, zero)
            }
            period => {
                let period = pool.bv(width, u128::from(period));
                let left = pool.bv_binary(BvBinary::URem, distance, period);
                let zero = pool.bv(width, 0);
                pool.eq(left, zero)
            }
        };
        Some((distance, pool.and2(same, is_element)))
    }

    /// If the probe is in a part, its shadow is full.
    fn full_in(&mut self, place: Place, part: TermId, form: ShadowForm) -> TermId {
        let pool = &mut self.encoder.pool;
        let element = pool.select(place.array, place.probe);
        let is_full = pool.eq(element, form.full);
        pool.implies(part, is_full)
    }
}

/// The place that is asked about, and the array that it may be of.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub probe: TermId,
    pub array: TermId,
    /// Elements are a multiple of so many bytes apart; 0 where there is only one.
    pub period: u64,
}
