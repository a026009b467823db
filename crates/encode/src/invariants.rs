//! What is known of the states at loop heads, apart from any encoder.
//!
//! An engine finds facts as terms over the variables of its own encoder. To be used by another
//! engine, and to be checked again by code that has never seen that encoder, they are carried in
//! a pool of their own, over variables that stand for [`Component`]s of the program.

use std::collections::BTreeMap;

use ir::{IntType, LocationId, Type};
use ir_passes::points_to::RegionId;
use logic::{BvBinary, Sort, Substitution, Term, TermId, TermPool, transfer};
use rustc_hash::FxHashMap;

use crate::address::AddressFormat;
use crate::block::Entry;
use crate::memory::RegionForm;
use crate::state::{Component, Encoder};

/// Facts per loop head of one program.
#[derive(Clone, Debug, Default)]
pub struct Invariants {
    pub pool: TermPool,
    variables: BTreeMap<Component, logic::VarId>,
    /// What holds at each head. Of a head that is not here nothing is known.
    pub heads: BTreeMap<LocationId, Facts>,
}

/// What is known of one head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Facts {
    /// No run comes here.
    Unreachable,
    /// All of these hold whenever a run is here.
    Lemmas(Vec<TermId>),
}

impl Invariants {
    /// The variable that stands for a component.
    pub fn variable(&mut self, component: Component, sort: logic::Sort) -> TermId {
        if let Some(var) = self.variables.get(&component) {
            return self.pool.var_term(*var);
        }
        let term = self.pool.fresh_var(&format!("{component:?}"), sort);
        let var = self.pool.as_var(term).expect("a fresh variable");
        self.variables.insert(component, var);
        term
    }

    /// What each variable stands for.
    pub fn components(&self) -> FxHashMap<logic::VarId, Component> {
        self.variables.iter().map(|(component, var)| (*var, *component)).collect()
    }

    /// Only what is said of variables. Regions of memory are those of one points-to analysis.
    #[must_use]
    pub fn of_variables(&self) -> Self {
        let mut result = self.clone();
        let components = self.components();
        for facts in result.heads.values_mut() {
            let Facts::Lemmas(lemmas) = facts else { continue };
            lemmas.retain(|lemma| {
                let vars = self.pool.vars_of(&[*lemma]);
                vars.iter().all(|var| matches!(components.get(&var), Some(Component::Var(_))))
            });
        }
        result
    }

    /// What both say. If each of them carries itself on, so do they together.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let mut both = self.clone();
        let variables = other.variables.iter();
        let by: Substitution = variables
            .map(|(component, var)| (*var, both.variable(*component, other.pool.var(*var).sort)))
            .collect();
        for (head, facts) in &other.heads {
            let said = match (both.heads.remove(head), facts) {
                (Some(Facts::Unreachable), _) | (_, Facts::Unreachable) => Facts::Unreachable,
                (own, Facts::Lemmas(lemmas)) => {
                    let mut said = match own {
                        Some(Facts::Lemmas(own)) => own,
                        _ => Vec::new(),
                    };
                    for lemma in lemmas {
                        let told = transfer(&other.pool, &mut both.pool, &[*lemma], &by);
                        for lemma in told.into_iter().flatten() {
                            if !said.contains(&lemma) {
                                said.push(lemma);
                            }
                        }
                    }
                    Facts::Lemmas(said)
                }
            };
            both.heads.insert(*head, said);
        }
        both
    }

    pub fn is_empty(&self) -> bool {
        self.heads.values().all(|facts| matches!(facts, Facts::Lemmas(lemmas) if lemmas.is_empty()))
    }
}

/// What of a term changes when objects get other numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    /// Nothing does.
    Plain,
    /// The address of an object: at its start, if that is known.
    Pointer { is_start: bool },
    /// The number of an object, as a part of a pointer.
    Number,
    /// A table by numbers of objects.
    Table,
}

/// Whether a lemma would say the same if objects had other numbers.
///
/// The encoding numbers objects as they come, and a proof that goes from step to step uses the
/// same numbers over and over: that is right only if nothing depends on which number an object
/// has. So what may hold a pointer may be compared for being equal and nothing else, and with no
/// numbers but those of null and of objects that live for ever. Its offset is a number as any other,
/// and so is what a table says of the object that it points into; a constant number of bytes behind
/// the start of an object is a pointer into the same one, and so is the number of its object with any offset.
fn is_symmetric(
    pool: &TermPool,
    lemma: TermId,
    of_var: impl Fn(logic::VarId) -> Holds,
    n_fixed: u128,
    format: AddressFormat,
) -> bool {
    let mut holds: FxHashMap<TermId, Holds> = FxHashMap::default();
    let is_fresh = |term: TermId| {
        let object = match pool[term] {
            Term::BitVec(width, bits) if width == format.width => bits >> format.offset_bits,
            Term::BitVec(width, bits) if width == format.object_bits() => bits,
            // Where integers are of any size, small negative ones are pointers too.
            Term::Int(value) if value >= 0 => value as u128 >> format.offset_bits,
            _ => return false,
        };
        object >= n_fixed && object < format.nobody()
    };
    for term in pool.postorder(&[lemma]) {
        let node = &pool[term];
        let is_below = node.operands().iter().any(|operand| holds[operand] != Holds::Plain);
        let result = match *node {
            Term::Var(var) => of_var(var),
            Term::Eq(a, b) | Term::Ite(_, a, b) if is_below && (is_fresh(a) || is_fresh(b)) => {
                return false;
            }
            Term::Eq(..) | Term::Not(_) | Term::And(_) | Term::Or(_) => Holds::Plain,
            Term::Ite(_, a, b) => match (holds[&a], holds[&b]) {
                (Holds::Plain, other) | (other, Holds::Plain) => other,
                (a, b) if a == b => a,
                (Holds::Pointer { .. }, Holds::Pointer { .. }) => {
                    Holds::Pointer { is_start: false }
                }
                _ => return false,
            },
            Term::Select(_, index) if is_fresh(index) => return false,
            Term::Select(array, index) => match (holds[&array], holds[&index]) {
                (Holds::Table, Holds::Number) | (Holds::Plain, _) => Holds::Plain,
                // A constant index is that of an object that is always at the same place.
                (Holds::Table, _) if matches!(pool[index], Term::BitVec(..) | Term::Int(_)) => {
                    Holds::Plain
                }
                (Holds::Pointer { .. }, Holds::Plain | Holds::Pointer { .. }) => {
                    Holds::Pointer { is_start: false }
                }
                _ => return false,
            },
            // Of a byte of a pointer nobody knows which part it is.
            Term::Extract { operand, .. }
                if is_below && pool.sort(operand) != Sort::BitVec(format.width) =>
            {
                return false;
            }
            Term::Extract { high, low, operand } if is_below => match holds[&operand] {
                Holds::Pointer { .. } if high < format.offset_bits => Holds::Plain,
                Holds::Pointer { .. } if low == format.offset_bits && high + 1 == format.width => {
                    Holds::Number
                }
                _ => return false,
            },
            Term::Concat(object, offset)
                if holds[&object] == Holds::Number
                    && holds[&offset] == Holds::Plain
                    && pool.sort(offset) == Sort::BitVec(format.offset_bits) =>
            {
                Holds::Pointer { is_start: false }
            }
            Term::BvBinary(BvBinary::Add, base, offset) if is_below => {
                let is_inside = match pool[offset] {
                    Term::BitVec(_, bits) => bits <= u128::from(format.max_size()),
                    _ => false,
                };
                match holds[&base] {
                    Holds::Pointer { is_start: true } if is_inside => {
                        Holds::Pointer { is_start: false }
                    }
                    _ => return false,
                }
            }
            _ if is_below => return false,
            _ => Holds::Plain,
        };
        holds.insert(term, result);
    }
    true
}

impl Encoder<'_> {
    /// Would the lemma, over variables named by components, say the same if objects had other
    /// numbers?
    pub fn is_symmetric(
        &self,
        pool: &TermPool,
        lemma: TermId,
        component: impl Fn(logic::VarId) -> Option<Component>,
    ) -> bool {
        let pointer = Holds::Pointer { is_start: false };
        let pointer_if = |may_be: bool| if may_be { pointer } else { Holds::Plain };
        let of_var = |var: logic::VarId| match component(var) {
            Some(Component::Var(var)) => pointer_if(self.program.vars[var].ty == Type::Pointer),
            Some(Component::HeapBlocks) => Holds::Plain,
            Some(Component::Address(_)) => Holds::Pointer { is_start: true },
            Some(Component::Alive | Component::Sizes | Component::OnHeap) => Holds::Table,
            Some(Component::Region(region)) => pointer_if(self.may_hold_pointers(region)),
            None => pointer,
        };
        is_symmetric(pool, lemma, of_var, self.n_fixed_objects, self.format)
    }

    /// Whether bytes of a region may be those of a pointer. Where nothing is accessed as one, and nothing
    /// begins as one, none is: what is copied stays in its region, and a number that was a pointer once
    /// says nothing about numbers of objects.
    pub fn may_hold_pointers(&self, region: RegionId) -> bool {
        let Some(region) = self.points_to.regions.get(region) else { return true };
        region.types.contains(&Type::Pointer) || self.begin_with_pointers(region)
    }

    /// The type of the integers that a region is an array of, if it is one.
    pub fn integers_of(&self, region: RegionId) -> Option<IntType> {
        let types = &self.points_to.regions.get(region)?.types;
        let is_array = matches!(self.slots.forms.get(region)?, RegionForm::Words { .. });
        match types.first()? {
            Type::Int(ty) if is_array && !self.may_hold_pointers(region) => Some(*ty),
            _ => None,
        }
    }

    /// The type of the integers that a region is an array of, and how many bytes they are apart.
    pub fn elements_of(&self, region: RegionId) -> Option<(IntType, u64)> {
        let data = self.points_to.regions.get(region)?;
        let ty = self.integers_of(region)?;
        (data.period > 0 && !data.is_shadow).then_some((ty, data.period))
    }

    /// What the invariants say of a state at its location.
    pub fn facts(&mut self, invariants: &Invariants, entry: &Entry) -> Vec<Fact> {
        match invariants.heads.get(&entry.location) {
            None => Vec::new(),
            Some(Facts::Unreachable) => vec![Fact::Known(self.pool.bottom())],
            Some(Facts::Lemmas(lemmas)) => {
                let by: Substitution = self
                    .components(entry.location, &entry.state)
                    .into_iter()
                    .filter_map(|(component, term)| {
                        Some((*invariants.variables.get(&component)?, term))
                    })
                    .collect();
                let facts = lemmas.iter().map(|lemma| {
                    match transfer(&invariants.pool, &mut self.pool, &[*lemma], &by) {
                        Some(terms) => Fact::Known(terms[0]),
                        None => Fact::Foreign(*lemma),
                    }
                });
                facts.collect()
            }
        }
    }
}

/// A lemma as an encoder sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    Known(TermId),
    /// It speaks of something that this encoder does not have. To assume it would say nothing;
    /// to check it is not possible.
    Foreign(TermId),
}

#[cfg(test)]
mod tests {
    use index::Id as _;
    use logic::Scalar;

    use super::*;

    const FORMAT: AddressFormat = AddressFormat { width: 64, offset_bits: 40 };

    fn judged(build: impl FnOnce(&mut TermPool, TermId, TermId) -> TermId) -> bool {
        let mut pool = TermPool::new();
        let pointer = pool.fresh_var("p", Sort::BitVec(64));
        let bytes = pool.fresh_var("bytes", Sort::Array(Scalar::BitVec(64), Scalar::BitVec(8)));
        let lemma = build(&mut pool, pointer, bytes);
        is_symmetric(&pool, lemma, |_| Holds::Pointer { is_start: false }, 10, FORMAT)
    }

    #[test]
    fn both_say_what_each_says() {
        let (head, other) = (LocationId::new(1), LocationId::new(2));
        let var = |n: usize| Component::Var(ir::VarId::new(n));
        let said = |heads: &[LocationId], variable: usize, bits: u128| {
            let mut said = Invariants::default();
            let x = said.variable(var(variable), Sort::BitVec(8));
            let bits = said.pool.bv(8, bits);
            let lemma = said.pool.eq(x, bits);
            said.heads = heads.iter().map(|it| (*it, Facts::Lemmas(vec![lemma]))).collect();
            said
        };
        let (one, two) = (said(&[head], 0, 7), said(&[head, other], 1, 9));
        let both = one.and(&two).and(&one);
        let n_said = |at| match &both.heads[&at] {
            Facts::Lemmas(lemmas) => lemmas.len(),
            Facts::Unreachable => 0,
        };
        assert_eq!((n_said(head), n_said(other)), (2, 1));
        let mut never = Invariants::default();
        never.heads.insert(head, Facts::Unreachable);
        assert_eq!(both.and(&never).heads[&head], Facts::Unreachable);
    }

    #[test]
    fn offsets_may_be_spoken_of_and_bytes_of_pointers_may_not() {
        assert!(judged(|pool, pointer, _| {
            let (offset, limit) = (pool.extract(39, 0, pointer), pool.bv(40, 7));
            pool.bv_compare(logic::BvCompare::ULe, offset, limit)
        }));
        // The lowest bit of a byte may be one of the number of an object.
        assert!(!judged(|pool, pointer, bytes| {
            let byte = pool.select(bytes, pointer);
            let (bit, zero) = (pool.extract(0, 0, byte), pool.bv(1, 0));
            pool.eq(bit, zero)
        }));
        // Another place in the same object.
        assert!(judged(|pool, pointer, bytes| {
            let (object, far) = (pool.extract(63, 40, pointer), pool.bv(40, 7));
            let place = pool.concat(object, far);
            let (byte, other) = (pool.select(bytes, place), pool.select(bytes, pointer));
            pool.eq(byte, other)
        }));
        // The number of an object as an offset.
        assert!(!judged(|pool, pointer, bytes| {
            let (object, high) = (pool.extract(63, 40, pointer), pool.bv(40, 7));
            let place = pool.concat(high, object);
            let (byte, other) = (pool.select(bytes, place), pool.select(bytes, pointer));
            pool.eq(byte, other)
        }));
        // Objects that are not always at the same place have other numbers in other rounds.
        for (number, is_symmetric) in [(9, true), (10, false)] {
            assert_eq!(
                is_symmetric,
                judged(|pool, pointer, _| {
                    let (object, it) = (pool.extract(63, 40, pointer), pool.bv(24, number));
                    pool.eq(object, it)
                })
            );
        }
    }
}
