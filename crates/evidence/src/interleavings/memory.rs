//! Accesses to memory: each is to one place, and where several are possible, the run is followed once
//! for each.

use ir::{Contents, Initial, StaticBytes, Type, Var};
use logic::{Term, TermId, Value};
use smt::{Answer, Effort, OneQuestion};

use super::value::Val;
use super::{EFFORT, Follower, Place, State, refuse};
use crate::induction::Refusal;

/// Values that a number may have before the check refuses to follow them all.
const MAX_VALUES: usize = 64;

impl Follower<'_> {
    pub fn first_value(&mut self, state: &mut State, var: &Var) -> Result<Val, Refusal> {
        match var.initial {
            Initial::Unknown => Ok(self.input(&mut state.threads[0], 0, var.ty)),
            Initial::Bits(bits) => Ok(match var.ty {
                Type::Bool => Val::Truth(self.pool.bool(bits != 0)),
                ty => {
                    let width = self.width(ty);
                    Val::Number(self.pool.bv(width, bits))
                }
            }),
            Initial::ObjectAddress(object, addend) => {
                Ok(self.address(index::Id::index(object) as u32, addend))
            }
            Initial::FunctionAddress(function) => Ok(Val::Function(function)),
        }
    }

    /// The state once for each value that a number may have in it.
    pub fn cases(&mut self, state: State, number: TermId) -> Result<Vec<(State, u128)>, Refusal> {
        if let Term::BitVec(_, bits) = self.pool[number] {
            return Ok(vec![(state, bits)]);
        }
        let width = self.pool.sort(number).width().unwrap_or(1);
        let mut rest: Vec<TermId> = state.path.iter().copied().collect();
        let mut found = Vec::new();
        loop {
            let effort = Effort::Limited(EFFORT);
            let mut question = OneQuestion::ask(&self.pool, &rest, self.budget, effort);
            match question.answer() {
                Answer::Unsat => return Ok(found),
                Answer::Unknown(_) => return refuse("which place is accessed is not known"),
                Answer::Sat => {}
            }
            let Some(Value::BitVec(_, bits)) = question.value(&self.pool, number) else {
                return refuse("which place is accessed is not known");
            };
            if found.len() >= MAX_VALUES {
                return refuse("an access may be to too many places");
            }
            let constant = self.pool.bv(width, bits);
            let is_it = self.pool.eq(number, constant);
            rest.push(self.pool.not(is_it));
            let mut case = state.clone();
            case.path.insert(is_it);
            found.push((case, bits));
        }
    }

    /// The state once for each place that an access may be to; without a place, where it is to none.
    pub fn places(
        &mut self,
        state: State,
        pointer: &Val,
        size: u64,
    ) -> Result<Vec<(State, Option<Place>)>, Refusal> {
        let (object, offset) = match pointer {
            Val::Address(object, offset) => (*object, *offset),
            Val::Number(number) => match self.pool[*number] {
                Term::BitVec(_, bits) if bits < 4096 => return Ok(vec![(state, None)]),
                _ => return refuse("a number is used as a pointer"),
            },
            Val::Function(_) | Val::Truth(_) => return Ok(vec![(state, None)]),
        };
        let Some(all) = self.objects[object as usize].size else {
            return refuse("an object of unknown size is accessed");
        };
        let mut places = Vec::new();
        for (case, bits) in self.cases(state, offset)? {
            let fits = bits.saturating_add(u128::from(size)) <= u128::from(all);
            places.push((case, fits.then_some((object, bits as u64))));
        }
        Ok(places)
    }

    /// Does something else lie there in part?
    fn check_overlap(
        &self,
        state: &State,
        (object, offset): Place,
        size: u64,
    ) -> Result<(), Refusal> {
        let from = (object, offset.saturating_sub(16));
        for ((_, at), (width, _)) in state.memory.range(from..(object, offset + size)) {
            let is_same = (*at, *width) == (offset, size);
            if !is_same && at + width > offset {
                return refuse("bytes are accessed as parts of different values");
            }
        }
        Ok(())
    }

    pub fn read(&mut self, state: &State, place: Place, ty: Type) -> Result<Val, Refusal> {
        let Some(size) = ty.bytes(self.program.model) else {
            return refuse("a truth value in memory");
        };
        self.check_overlap(state, place, size)?;
        let value = match state.memory.get(&place) {
            Some((_, value)) => value.clone(),
            None => self.first_bytes(place, size)?,
        };
        match (&value, ty) {
            (Val::Address(..) | Val::Function(_), Type::Int(_) | Type::Float(_)) => {
                refuse("an address is read as a number")
            }
            (Val::Number(number), _) => {
                let width = self.pool.sort(*number).width();
                match width == Some(self.width(ty)) {
                    true => Ok(value),
                    false => refuse("a value is read in another width"),
                }
            }
            _ => Ok(value),
        }
    }

    pub fn write(
        &mut self,
        state: &mut State,
        place: Place,
        size: u64,
        value: Val,
    ) -> Result<(), Refusal> {
        self.check_overlap(state, place, size)?;
        state.memory.insert(place, (size, value));
        Ok(())
    }

    /// What was in memory before anything was written there.
    fn first_bytes(&mut self, (object, offset): Place, size: u64) -> Result<Val, Refusal> {
        let known = self.objects[object as usize];
        let width = (8 * size) as u32;
        let any_bytes = |follower: &mut Self| {
            let key = ((object, offset), size);
            if let Some(value) = follower.unwritten.get(&key) {
                return value.clone();
            }
            let any = follower.pool.fresh_var("unwritten", logic::Sort::BitVec(width));
            follower.unwritten.insert(key, Val::Number(any));
            Val::Number(any)
        };
        let contents = match known.object.map(|object| &self.program.objects[object].contents) {
            Some(Contents::Static(contents)) => contents,
            Some(Contents::Indeterminate) => return Ok(any_bytes(self)),
            Some(Contents::Unknown | Contents::Device { .. }) => {
                return refuse("memory is defined elsewhere");
            }
            None if known.is_zeroed => return Ok(Val::Number(self.pool.bv(width, 0))),
            None => return Ok(any_bytes(self)),
        };
        let mut bits = 0u128;
        for part in contents {
            match &part.value {
                StaticBytes::Bytes(bytes) => {
                    for index in 0..size {
                        let at = (offset + index).checked_sub(part.offset);
                        let byte = at.and_then(|at| bytes.get(usize::try_from(at).ok()?));
                        bits |= u128::from(byte.copied().unwrap_or(0)) << (8 * index);
                    }
                }
                StaticBytes::ObjectAddress(..) | StaticBytes::FunctionAddress(_)
                    if part.offset >= offset + size || part.offset + 8 <= offset => {}
                StaticBytes::ObjectAddress(to, addend) if part.offset == offset => {
                    return Ok(self.address(index::Id::index(*to) as u32, *addend));
                }
                StaticBytes::FunctionAddress(to) if part.offset == offset => {
                    return Ok(Val::Function(*to));
                }
                StaticBytes::ObjectAddress(..) | StaticBytes::FunctionAddress(_) => {
                    return refuse("a part of an address is read");
                }
            }
        }
        Ok(Val::Number(self.pool.bv(width, bits)))
    }
}
