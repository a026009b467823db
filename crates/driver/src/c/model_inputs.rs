//! From the choices of a model to the answers of a replay.
//!
//! The model speaks of a reduced and inlined program; the replay runs the whole one. Reductions
//! renumber edges, but the function and the span of what is left stay, so values are found by the
//! place where they are asked for, in the order of the run:
//!
//! - inputs by their place;
//! - uninitialised variables by their place and name, since a function gives all of them their
//!   value where it begins; so are those that somebody outside changes;
//! - memory that was never written by the place of the read and the offset in its object. The
//!   model has a value for every read, of written memory too, and the replay asks only about the
//!   first read of what was never written. So the first read that fits and has not been asked for
//!   is taken.
//!
//! What the model does not care about is zero. A value in the wrong place does no harm: the run
//! is judged by whether it fails, not by where its values come from.

use std::collections::{BTreeMap, VecDeque};

use encode::AddressFormat;
use engine_bounded::{Candidate, ReadValue, Site};
use ir::{FunctionId, HavocCause, Op, Program, Type, VarId};
use ir_interp::{InputRequest, Unknown, foreign_pointer};
use source::Span;

use super::automaton::Automaton;
use super::explore::Pointers;

type Place = (FunctionId, Span);

/// The values of a model, by the place where they are asked for.
pub struct ModelInputs<'p> {
    program: &'p Program,
    at_edges: BTreeMap<Place, VecDeque<u128>>,
    uninitialised: BTreeMap<(Place, Box<str>), VecDeque<u128>>,
    reads: BTreeMap<Place, Vec<ReadValue>>,
    at_start: BTreeMap<VarId, u128>,
    pointers: Pointers,
    /// Objects of the model that are foreign blocks of the replay.
    foreign: BTreeMap<u128, u64>,
}

impl<'p> ModelInputs<'p> {
    /// The candidate is of `reduced`, which is a part of `automaton`, which is `program` inlined.
    pub fn new(
        program: &'p Program,
        automaton: &Automaton,
        reduced: &Program,
        candidate: &Candidate,
    ) -> Self {
        let body = reduced.functions[reduced.entry].body.as_ref();
        let body = body.expect("the inlined entry has a body");
        let mut inputs = Self {
            program,
            at_edges: BTreeMap::new(),
            uninitialised: BTreeMap::new(),
            reads: BTreeMap::new(),
            at_start: BTreeMap::new(),
            pointers: Pointers::of(program),
            foreign: BTreeMap::new(),
        };
        for chosen in &candidate.inputs {
            let edge = match chosen.site {
                Site::Start(var) => {
                    inputs.at_start.insert(var, chosen.bits);
                    continue;
                }
                Site::Edge(edge) => edge,
            };
            let Some(place) = automaton.place(reduced, edge) else { continue };
            let queue = match &body.edges[edge].op {
                Op::Havoc { target, cause: HavocCause::Uninitialised | HavocCause::Effect(_) } => {
                    let name = reduced.vars[*target].name.as_ref().into();
                    inputs.uninitialised.entry((place, name)).or_default()
                }
                _ => inputs.at_edges.entry(place).or_default(),
            };
            queue.push_back(chosen.bits);
        }
        for read in &candidate.reads {
            if let Some(place) = automaton.place(reduced, read.edge) {
                inputs.reads.entry(place).or_default().push(read.clone());
            }
        }
        inputs
    }

    /// The model's value; where the model did not care, what is there already, or zero.
    pub fn next(&mut self, request: &InputRequest) -> u128 {
        let bits = match (self.chosen(request), request.current) {
            // Whether another pointer than null is the old one cannot be told from its bits.
            (Some(bits), Some(current)) if request.ty == Type::Pointer && bits != 0 => {
                return current;
            }
            (Some(bits), _) => bits,
            (None, Some(current)) => return current,
            (None, None) => 0,
        };
        match request.ty {
            Type::Pointer => self.pointer(bits & self.program.model.size_type().mask()),
            Type::Int(int) => bits & int.mask(),
            Type::Bool | Type::Float(_) => bits,
        }
    }

    /// A pointer of the model as one of the replay. Objects have other addresses there; what is
    /// no address of the model's static objects is one of memory outside, the same for the same
    /// object.
    fn pointer(&mut self, bits: u128) -> u128 {
        let Pointers::Foreign(model) = self.pointers else { return bits };
        let format = AddressFormat::of(model);
        let object = bits >> format.offset_bits;
        if object == 0 || object == format.last_object() {
            return bits;
        }
        let n_known = self.foreign.len() as u64;
        let number = *self.foreign.entry(object).or_insert(n_known);
        let offset = bits & ((1 << format.offset_bits) - 1);
        match foreign_pointer(model, number) {
            Some(pointer) if offset < 1 << 12 => pointer + offset,
            Some(pointer) => pointer,
            None => bits,
        }
    }

    fn chosen(&mut self, request: &InputRequest) -> Option<u128> {
        match request.unknown {
            Unknown::ExternVariable(var) | Unknown::EntryParameter(var) => {
                self.at_start.get(&var).copied()
            }
            Unknown::Input | Unknown::ExternalResult(_) | Unknown::Volatile | Unknown::Assembly => {
                let (place, _) = self.asked_at(request)?;
                self.at_edges.get_mut(&place)?.pop_front()
            }
            Unknown::Uninitialised | Unknown::Effect(_) => {
                let (place, op) = self.asked_at(request)?;
                let Op::Havoc { target, .. } = op else { return None };
                let name = self.program.vars[*target].name.as_ref().into();
                self.uninitialised.get_mut(&(place, name))?.pop_front()
            }
            Unknown::Memory { offset, .. } | Unknown::Changed { offset, .. } => {
                let (place, _) = self.asked_at(request)?;
                let n_bytes = request.ty.bytes(self.program.model).unwrap_or(1);
                take_read(self.reads.get_mut(&place)?, offset, n_bytes)
            }
        }
    }

    fn asked_at(&self, request: &InputRequest) -> Option<(Place, &'p Op)> {
        let site = request.site?;
        let edge = &self.program.functions[site.function].body.as_ref()?.edges[site.edge];
        Some(((site.function, edge.provenance.span), &edge.op))
    }
}

/// The bytes at this offset of the first read that covers them. A read that is asked for whole
/// is taken out; one that is asked for byte by byte stays for its other bytes.
fn take_read(reads: &mut Vec<ReadValue>, offset: u64, n_bytes: u64) -> Option<u128> {
    let covers = |read: &ReadValue| {
        read.offset <= offset && offset + n_bytes <= read.offset.saturating_add(read.n_bytes)
    };
    let index = reads.iter().position(covers)?;
    let shift = 8 * (offset - reads[index].offset) as u32;
    let bits = reads[index].bits.checked_shr(shift).unwrap_or(0);
    if n_bytes == reads[index].n_bytes {
        reads.remove(index);
    }
    Some(bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use index::Id;

    fn read(offset: u64, n_bytes: u64, bits: u128) -> ReadValue {
        ReadValue { edge: ir::EdgeId::new(0), offset, n_bytes, bits }
    }

    #[test]
    fn reads_are_taken_by_offset_in_their_order() {
        let mut reads = vec![read(8, 4, 1), read(4, 4, 2), read(8, 4, 3)];
        assert_eq!(take_read(&mut reads, 4, 4), Some(2));
        assert_eq!(take_read(&mut reads, 8, 4), Some(1));
        assert_eq!(take_read(&mut reads, 8, 4), Some(3));
        assert_eq!(take_read(&mut reads, 8, 4), None);
    }

    #[test]
    fn bytes_of_a_wider_read_are_taken_one_by_one() {
        let mut reads = vec![read(8, 4, 0x0403_0201)];
        assert_eq!(take_read(&mut reads, 10, 1).map(|bits| bits as u8), Some(3));
        assert_eq!(take_read(&mut reads, 8, 1).map(|bits| bits as u8), Some(1));
        assert_eq!(take_read(&mut reads, 12, 1), None);
    }
}
