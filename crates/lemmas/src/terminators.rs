//! Lemmas about where strings end: that there is a zero ahead, in the same block, and not passed yet.
//!
//! ```text
//!   for (p = line; *p; p++) ...      there is a zero at %terminator, and p is not behind it
//!   while (s[n] != 0) n++;           …, and s + n is not
//! ```
//!
//! A step of such a loop reads what is not zero and goes on by one, so it cannot pass the zero. Where a
//! string ended is kept in variables of their own (`ir_passes::terminators`); what is said here of each:
//!
//! - what is at its place is zero;
//! - its place lies in a block that is alive;
//! - each place that is read lies in the same block, and not behind it: its beginning does, and as many bytes
//!   behind its beginning as are added there.

use encode::Component;
use logic::{BvCompare, Sort, TermId, replace};
use rustc_hash::FxHashMap;

use crate::blocks::HeadId;
use crate::cells::origin;
use crate::filled::{Beginning, Sum};
use crate::guesses::Guesses;

/// Places that are read, each of which is compared with each terminator.
const MAX_PLACES: usize = 12;
/// Ends of strings that were written as a whole.
const MAX_ENDS: usize = 4;
/// Pointers in memory.
const MAX_POINTERS_IN_MEMORY: usize = 6;

/// Where a string ends.
struct End {
    place: TermId,
    object: TermId,
    offset: TermId,
}

impl Guesses<'_, '_> {
    pub(crate) fn terminators(&mut self, head: HeadId) -> Vec<TermId> {
        let ends = self.ends(head);
        let mut seeds = Vec::new();
        if ends.is_empty() {
            return seeds;
        }
        let components = self.blocks.heads[head].components.clone();
        let in_memory = self.pointers_in_memory(head, &mut seeds);
        for (var, place) in ends {
            let (object, offset) = self.encoder.parts_of_pointer(place);
            let end = End { place, object, offset };
            self.inside_of_block(head, (var, &end), &mut seeds);
            for region in self.encoder.regions_ended_by(var) {
                let is_it = |it: &&(Component, TermId)| it.0 == Component::Region(region);
                let Some((component, array)) = components.iter().find(is_it) else { continue };
                seeds.extend(self.encoder.is_zero_at(*array, end.place));
                let places = self.places_accessed(*component, head);
                for (place, is_whole) in places.into_iter().take(MAX_PLACES) {
                    let place = self.taken_apart(head, place);
                    self.not_behind(&end, &place, is_whole, &mut seeds);
                }
            }
            for pointer in &in_memory {
                let begins = Sum { base: *pointer, constant: 0, rest: Vec::new() };
                self.not_behind(&end, &begins, true, &mut seeds);
            }
        }
        let mut distinct = rustc_hash::FxHashSet::default();
        seeds.retain(|seed| distinct.insert(*seed));
        seeds
    }

    /// How many bytes a string has that begins there, with its end.
    pub(crate) fn bytes_to_ends(
        &mut self,
        head: HeadId,
        (base, constant): Beginning,
    ) -> Vec<TermId> {
        let (_, offset) = self.encoder.parts_of_pointer(base);
        let mut found = Vec::new();
        for (_, place) in self.ends(head).into_iter().take(MAX_ENDS) {
            let (_, end) = self.encoder.parts_of_pointer(place);
            let pool = &mut self.encoder.pool;
            let Some(width) = pool.sort(end).width() else { continue };
            let before = pool.bv(width, constant.wrapping_sub(1));
            let start = pool.bv_add(offset, before);
            found.push(pool.bv_sub(end, start));
        }
        found
    }

    /// The terminators at a head. Integers of any size have no parts.
    fn ends(&self, head: HeadId) -> Vec<(ir::VarId, TermId)> {
        let components = self.blocks.heads[head].components.iter();
        let ends = components.filter_map(|(component, place)| match *component {
            Component::Var(var) if self.encoder.is_terminator(var) => Some((var, *place)),
            _ => None,
        });
        ends.filter(|(_, place)| matches!(self.encoder.pool.sort(*place), Sort::BitVec(_)))
            .collect()
    }

    /// The block of the end is alive, and the end lies in it.
    fn inside_of_block(
        &mut self,
        head: HeadId,
        (var, end): (ir::VarId, &End),
        seeds: &mut Vec<TermId>,
    ) {
        let components = self.blocks.heads[head].components.clone();
        let named = |it: Component| {
            components.iter().find(|(component, _)| *component == it).map(|(_, name)| *name)
        };
        let behind = self.encoder.object_behind(var);
        if let Some(behind) = behind
            && let Some(start) = behind.start.or(named(Component::Address(behind.object)))
        {
            let (object, _) = self.encoder.parts_of_pointer(start);
            let pool = &mut self.encoder.pool;
            seeds.push(pool.eq(end.object, object));
            if let Some(width) = pool.sort(end.offset).width() {
                let size = pool.bv(width, u128::from(behind.size));
                seeds.push(pool.bv_compare(BvCompare::ULt, end.offset, size));
            }
        }
        // Numbers of type `int` can count up to it.
        if let Some(width) = self.encoder.pool.sort(end.offset).width().filter(|it| *it > 31) {
            let pool = &mut self.encoder.pool;
            let most = pool.bv(width, i32::MAX as u128);
            seeds.push(pool.bv_compare(BvCompare::ULt, end.offset, most));
        }
        if let Some(alive) = named(Component::Alive) {
            let pool = &mut self.encoder.pool;
            let (bit, one) = (pool.select(alive, end.object), pool.bv(1, 1));
            seeds.push(pool.eq(bit, one));
        }
        if let Some(sizes) = named(Component::Sizes) {
            seeds.extend(self.beside_size((sizes, end.object), BvCompare::ULt, end.offset));
        }
    }

    /// Where another loop begins is what this one makes of its own names: `s` there is `eq + 1` here.
    fn taken_apart(&mut self, head: HeadId, place: Sum) -> Sum {
        match self.sum(head, place.base) {
            Some(Sum { base, constant, rest }) => Sum {
                base,
                constant: constant.wrapping_add(place.constant),
                rest: rest.into_iter().chain(place.rest).collect(),
            },
            None => place,
        }
    }

    /// A place lies in the block of the end, and not behind it.
    fn not_behind(&mut self, end: &End, place: &Sum, is_whole: bool, seeds: &mut Vec<TermId>) {
        let address_bits = self.encoder.address_format().width;
        // A sum of numbers can have ended in a place that is read, and is no pointer.
        if self.encoder.pool.sort(place.base).width().is_some_and(|it| it != address_bits) {
            return;
        }
        let (object, offset) = self.encoder.parts_of_pointer(place.base);
        let pool = &mut self.encoder.pool;
        let Some(width) = pool.sort(offset).width() else { return };
        seeds.push(pool.eq(object, end.object));
        seeds.push(pool.bv_compare(BvCompare::ULe, offset, end.offset));
        let constant = pool.bv(width, place.constant & (u128::MAX >> (128 - width)));
        let start = pool.bv_add(offset, constant);
        if place.constant != 0 {
            seeds.push(pool.bv_compare(BvCompare::ULe, start, end.offset));
        }
        if is_whole && let Some(rest) = place.rest.iter().copied().reduce(|a, b| pool.bv_add(a, b))
        {
            let left = pool.bv_sub(end.offset, start);
            let left = pool.zero_extend(address_bits, left);
            // What is changed on the way lies in front of it.
            for order in [BvCompare::ULe, BvCompare::ULt] {
                seeds.push(pool.bv_compare(order, rest, left));
            }
        }
    }

    /// Pointers that memory holds at a place that is told at a head, where some loop reads them:
    /// `argv[1]`. That the place lies in its block is one more lemma.
    fn pointers_in_memory(&mut self, head: HeadId, seeds: &mut Vec<TermId>) -> Vec<TermId> {
        let own: FxHashMap<Component, TermId> =
            self.blocks.heads[head].components.iter().copied().collect();
        let mut found: Vec<TermId> = Vec::new();
        for other in self.blocks.heads.ids().collect::<Vec<_>>() {
            let components = self.blocks.heads[other].components.clone();
            let names = components.iter().filter_map(|(it, name)| Some((*name, *own.get(it)?)));
            let names: FxHashMap<TermId, TermId> = names.collect();
            let arrays: FxHashMap<TermId, TermId> = components
                .iter()
                .filter(|(it, _)| match it {
                    Component::Region(region) => self.encoder.is_of_pointers(*region),
                    _ => false,
                })
                .filter_map(|(it, name)| Some((*name, *own.get(it)?)))
                .collect();
            for term in self.terms_behind(other) {
                let logic::Term::Select(array, index) = self.encoder.pool[term] else { continue };
                let Some(&array) = arrays.get(&origin(&self.encoder.pool, array)) else { continue };
                let Some(Sum { base, constant, rest }) = self.sum(other, index) else { continue };
                let is_told = names.contains_key(&base) || self.is_constant(base);
                if !rest.is_empty() || !is_told {
                    continue;
                }
                let base = replace(&mut self.encoder.pool, &[base], &names)[0];
                let Some(place) = self.behind(base, constant) else { continue };
                let pointer = self.encoder.pool.select(array, place);
                if !found.contains(&pointer) && found.len() < MAX_POINTERS_IN_MEMORY {
                    found.push(pointer);
                    seeds.extend(own.get(&Component::Sizes).copied().and_then(|sizes| {
                        let bytes = u128::from(self.encoder.address_format().width / 8);
                        self.has_room(sizes, place, bytes)
                    }));
                }
            }
        }
        found
    }

    /// The block of a place has so many bytes behind it.
    fn has_room(&mut self, sizes: TermId, place: TermId, bytes: u128) -> Option<TermId> {
        let (object, offset) = self.encoder.parts_of_pointer(place);
        let pool = &mut self.encoder.pool;
        let bytes = pool.bv(pool.sort(offset).width()?, bytes);
        let end = pool.bv_add(offset, bytes);
        self.beside_size((sizes, object), BvCompare::ULe, end)
    }

    /// An offset, compared with the size of an object.
    fn beside_size(
        &mut self,
        (sizes, object): (TermId, TermId),
        order: BvCompare,
        offset: TermId,
    ) -> Option<TermId> {
        let pool = &mut self.encoder.pool;
        let size = pool.select(sizes, object);
        let (width, bits) = (pool.sort(size).width()?, pool.sort(offset).width()?);
        let offset = match width > bits {
            true => pool.zero_extend(width, offset),
            false => offset,
        };
        (width >= bits).then(|| pool.bv_compare(order, offset, size))
    }

    /// So many bytes behind a pointer, in the same object.
    fn behind(&mut self, base: TermId, constant: u128) -> Option<TermId> {
        if constant == 0 {
            return Some(base);
        }
        let (object, offset) = self.encoder.parts_of_pointer(base);
        let pool = &mut self.encoder.pool;
        let constant = pool.bv(pool.sort(offset).width()?, constant);
        let offset = pool.bv_add(offset, constant);
        Some(pool.concat(object, offset))
    }

    fn is_constant(&self, term: TermId) -> bool {
        matches!(self.encoder.pool[term], logic::Term::BitVec(..))
    }
}
