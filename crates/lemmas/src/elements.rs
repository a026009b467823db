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
struct Numbers {
    place: Place,
    ty: ir::IntType,
    parts: Vec<Part>,
    /// What its elements are compared with.
    others: Vec<TermId>,
}

impl Guesses<'_, '_> {
    pub(crate) fn elements(&mut self, head: HeadId, numbers: &[Number]) -> Vec<TermId> {
        let Some(probe) = self.probe(head) else { return Vec::new() };
        let constants = self.compared_constants();
        let mut arrays: Vec<Numbers> = Vec::new();
        for (component, array) in self.blocks.heads[head].components.clone() {
            let Component::Region(region) = component else { continue };
            let Some((ty, period)) = self.encoder.elements_of(region) else { continue };
            let parts = self.parts(component, head, (numbers, &constants), period);
            if parts.is_empty() {
                continue;
            }
            let place = Place { probe, array, period };
            let mut others = self.constants_beside(component, u32::from(ty.width));
            let same = numbers.iter().filter(|it| it.ty == ty).map(|it| it.name);
            others.extend(same.take(MAX_NUMBERS));
            arrays.push(Numbers { place, ty, parts, others });
        }
        let mut seeds = Vec::new();
        for array in &arrays {
            for part in &array.parts {
                seeds.extend(self.of_part(array, *part, &arrays));
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
        let mut distinct: Vec<Part> = Vec::new();
        for part in parts {
            if !distinct.contains(&part) && distinct.len() < MAX_PARTS {
                distinct.push(part);
            }
        }
        distinct
    }

    /// What may hold of an element of a part.
    fn of_part(
        &mut self,
        array: &Numbers,
        (beginning, bytes): Part,
        arrays: &[Numbers],
    ) -> Vec<TermId> {
        let &Numbers { place, ty, .. } = array;
        let Some(is_in) = self.up_to(place, beginning, bytes) else { return Vec::new() };
        let Some((distance, _)) = self.distance(place, beginning) else { return Vec::new() };
        let pool = &mut self.encoder.pool;
        let element = pool.select(place.array, place.probe);
        let (Some(width), Some(offset_bits), Some(address_bits)) = (
            pool.sort(element).width(),
            pool.sort(distance).width(),
            pool.sort(place.probe).width(),
        ) else {
            return Vec::new();
        };
        let mut said = Vec::new();
        // Its index.
        let period = pool.bv(offset_bits, u128::from(place.period));
        let index = pool.bv_binary(BvBinary::UDiv, distance, period);
        let index = match width <= offset_bits {
            true => pool.extract(width - 1, 0, index),
            false => pool.zero_extend(width, index),
        };
        said.push(pool.eq(element, index));
        // What it is compared with.
        let at_most = match ty.sign {
            Sign::Signed => BvCompare::SLe,
            Sign::Unsigned => BvCompare::ULe,
        };
        for other in &array.others {
            let is_same = pool.eq(element, *other);
            let is_no_more = pool.bv_compare(at_most, element, *other);
            let is_no_less = pool.bv_compare(at_most, *other, element);
            for compared in [is_same, is_no_more, is_no_less] {
                said.extend([compared, pool.not(compared)]);
            }
        }
        // The element of another array beside it.
        let far = pool.zero_extend(address_bits, distance);
        let copies = self.copies(array, (element, far, beginning), arrays);
        said.extend(copies);
        let pool = &mut self.encoder.pool;
        let mut lemmas: Vec<TermId> = said.into_iter().map(|it| pool.implies(is_in, it)).collect();
        // The next one.
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
        lemmas
    }

    /// An element is the same as one that is as far behind the beginning of another part.
    fn copies(
        &mut self,
        array: &Numbers,
        (element, far, beginning): (TermId, TermId, Beginning),
        arrays: &[Numbers],
    ) -> Vec<TermId> {
        let pool = &mut self.encoder.pool;
        let Some(address_bits) = pool.sort(far).width() else { return Vec::new() };
        let mut copies: Vec<TermId> = Vec::new();
        let is_alike = |it: &&Numbers| it.ty == array.ty && it.place.period == array.place.period;
        for other in arrays.iter().filter(is_alike) {
            for ((base, constant), _) in &other.parts {
                let is_itself =
                    other.place.array == array.place.array && (*base, *constant) == beginning;
                if is_itself || copies.len() >= MAX_COPIES {
                    continue;
                }
                let constant = pool.bv(address_bits, *constant);
                let start = pool.bv_add(*base, constant);
                let address = pool.bv_add(start, far);
                let beside = pool.select(other.place.array, address);
                let is_copy = pool.eq(element, beside);
                if !copies.contains(&is_copy) {
                    copies.push(is_copy);
                }
            }
        }
        copies
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
