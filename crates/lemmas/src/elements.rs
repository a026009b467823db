//! Lemmas about what is in an array: all elements of a part of it are as one of them is.
//!
//! ```text
//!   for (i = 0; i < n; i++) a[i] = i;         an element of `a` in front of `i` holds its own index
//!   for (i = 0; i < n; i++) b[i] = a[i];      … what the element of `a` beside it holds
//! ```
//!
//! As with what was written ([`filled`](crate::filled)), a lemma says it of one, the probe
//! (`ir_passes::one_element`), which is anywhere: if it is in the part, then
//!
//! - it holds its index, or a constant that the program stores;
//! - it is no less, or no more, than a constant that the program compares with, or than a number;
//! - it holds what an element of another array holds that is as far behind its beginning;
//! - it is no more, or no less, than the next one, if that is in the part, too.

use encode::Component;
use ir::Sign;
use logic::{BvBinary, BvCompare, Term, TermId, TermPool};

use crate::blocks::HeadId;
use crate::cells::origin;
use crate::filled::{Beginning, Place};
use crate::guesses::{Guesses, Number};

/// Parts of one array, and what is said of each.
const MAX_PARTS: usize = 6;
const MAX_CONSTANTS: usize = 6;
const MAX_NUMBERS: usize = 4;
const MAX_COPIES: usize = 3;

/// A part of an array: where it begins, and how many bytes it has.
type Part = (Beginning, TermId);

/// An array of numbers.
#[derive(Clone, Copy)]
struct Numbers {
    component: Component,
    place: Place,
    ty: ir::IntType,
}

impl Guesses<'_, '_> {
    pub(crate) fn elements(&mut self, head: HeadId, numbers: &[Number]) -> Vec<TermId> {
        let Some(probe) = self.probe(head) else { return Vec::new() };
        let constants = self.compared_constants();
        let mut arrays: Vec<(Numbers, Vec<Part>)> = Vec::new();
        for (component, array) in self.blocks.heads[head].components.clone() {
            let Component::Region(region) = component else { continue };
            let Some((ty, period)) = self.encoder.elements_of(region) else { continue };
            let place = Place { probe, array, period };
            let parts = self.parts(component, head, (numbers, &constants), period);
            if !parts.is_empty() {
                arrays.push((Numbers { component, place, ty }, parts));
            }
        }
        let mut seeds = Vec::new();
        for (array, parts) in &arrays {
            for part in parts {
                seeds.extend(self.of_part(*array, *part, numbers, &arrays));
            }
        }
        seeds
    }

    /// Parts of an array from where elements are counted from to where the next one is accessed, or as
    /// many elements long as a number or a constant says.
    fn parts(
        &mut self,
        region: Component,
        head: HeadId,
        (numbers, constants): (&[Number], &[u128]),
        period: u64,
    ) -> Vec<Part> {
        let accesses = self.accesses(region, head);
        let mut parts: Vec<Part> = Vec::new();
        for (beginning, rest) in &accesses {
            parts.extend(rest.map(|rest| (*beginning, rest)));
        }
        let counts = self.counts(numbers, constants, period);
        for (beginning, _) in &accesses {
            let whole = self.bytes_behind(*beginning);
            parts
                .extend(whole.into_iter().chain(counts.iter().copied()).map(|it| (*beginning, it)));
        }
        let mut seen: Vec<Part> = Vec::new();
        parts.retain(|part| {
            let is_new = !seen.contains(part);
            seen.push(*part);
            is_new
        });
        parts.truncate(MAX_PARTS);
        parts
    }

    /// What may hold of an element of a part.
    fn of_part(
        &mut self,
        array: Numbers,
        (beginning, bytes): Part,
        numbers: &[Number],
        arrays: &[(Numbers, Vec<Part>)],
    ) -> Vec<TermId> {
        let Numbers { place, ty, .. } = array;
        let Some(is_in) = self.up_to(place, beginning, bytes) else { return Vec::new() };
        let Some((distance, _)) = self.distance(place, beginning) else { return Vec::new() };
        let pool = &mut self.encoder.pool;
        let element = pool.select(place.array, place.probe);
        let Some(width) = pool.sort(element).width() else { return Vec::new() };
        let Some(offset_bits) = pool.sort(distance).width() else { return Vec::new() };
        let mut said = Vec::new();
        // Its index.
        let period = pool.bv(offset_bits, u128::from(place.period));
        let index = pool.bv_binary(BvBinary::UDiv, distance, period);
        let index = match width <= offset_bits {
            true => pool.extract(width - 1, 0, index),
            false => pool.zero_extend(width, index),
        };
        said.push(pool.eq(element, index));
        // Constants, and numbers of its type.
        let mut others = self.constants_beside(array.component, width);
        let pool = &mut self.encoder.pool;
        let same = numbers.iter().filter(|it| it.ty == ty).map(|it| it.name);
        others.extend(same.take(MAX_NUMBERS));
        let at_most = match ty.sign {
            Sign::Signed => BvCompare::SLe,
            Sign::Unsigned => BvCompare::ULe,
        };
        for other in others {
            let one = pool.eq(element, other);
            let two = pool.bv_compare(at_most, element, other);
            let three = pool.bv_compare(at_most, other, element);
            for compared in [one, two, three] {
                said.extend([compared, pool.not(compared)]);
            }
        }
        // The next one.
        let mut lemmas: Vec<TermId> = Vec::new();
        let address_bits = pool.sort(place.probe).width().unwrap_or(width);
        let step = pool.bv(address_bits, u128::from(place.period));
        let behind = pool.bv_add(place.probe, step);
        let next = pool.select(place.array, behind);
        let further = pool.bv_add(distance, period);
        let is_next_in = pool.bv_compare(BvCompare::ULt, further, bytes);
        let are_both_in = pool.and2(is_in, is_next_in);
        for (a, b) in [(element, next), (next, element)] {
            let in_order = pool.bv_compare(at_most, a, b);
            lemmas.push(pool.implies(are_both_in, in_order));
        }
        // The element of another array beside it.
        let mut copies: Vec<TermId> = Vec::new();
        for (other, parts) in arrays.iter().filter(|(it, _)| it.ty == ty) {
            for ((base, constant), _) in parts {
                let is_itself = other.place.array == place.array && (*base, *constant) == beginning;
                if is_itself || other.place.period != place.period || copies.len() >= MAX_COPIES {
                    continue;
                }
                let pool = &mut self.encoder.pool;
                let constant = pool.bv(address_bits, *constant);
                let start = pool.bv_add(*base, constant);
                let distance = pool.zero_extend(address_bits, distance);
                let address = pool.bv_add(start, distance);
                let beside = pool.select(other.place.array, address);
                let is_copy = pool.eq(element, beside);
                if !copies.contains(&is_copy) {
                    copies.push(is_copy);
                }
            }
        }
        said.extend(copies);
        let pool = &mut self.encoder.pool;
        lemmas.extend(said.into_iter().map(|it| pool.implies(is_in, it)));
        lemmas
    }

    /// Constants that the program stores in an array, or compares its elements with.
    fn constants_beside(&mut self, array: Component, width: u32) -> Vec<TermId> {
        let mut found: Vec<u128> = Vec::new();
        let pool = &self.encoder.pool;
        for (head, data) in self.blocks.heads.iter() {
            let Some((_, name)) = data.components.iter().find(|(it, _)| *it == array) else {
                continue;
            };
            let is_element = |term: TermId| match pool[narrow(pool, term)] {
                Term::Select(of, _) => origin(pool, of) == *name,
                _ => false,
            };
            for term in self.terms_behind(head) {
                let beside = match pool[term] {
                    Term::Store(of, _, value) if origin(pool, of) == *name => value,
                    Term::BvCompare(_, a, b) | Term::Eq(a, b) if is_element(a) => b,
                    Term::BvCompare(_, a, b) | Term::Eq(a, b) if is_element(b) => a,
                    _ => continue,
                };
                if let Term::BitVec(_, bits) = pool[beside] {
                    let bits = bits & (u128::MAX >> (128 - width));
                    if !found.contains(&bits) && found.len() < MAX_CONSTANTS {
                        found.push(bits);
                    }
                }
            }
        }
        found.into_iter().map(|bits| self.encoder.pool.bv(width, bits)).collect()
    }
}

/// What was extended.
fn narrow(pool: &TermPool, mut term: TermId) -> TermId {
    while let Term::ZeroExtend(_, inner) | Term::SignExtend(_, inner) = pool[term] {
        term = inner;
    }
    term
}
