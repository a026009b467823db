//! From a model to the inputs of a run.

use encode::{AddressFormat, Encoder, InputEvent, InputSite, Violation};
use ir::{CheckId, EdgeId, VarId};
use logic::Value;
use smt::OneQuestion;

/// A run that should fail: the values that the environment chooses, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub check: CheckId,
    pub inputs: Vec<ChosenValue>,
    /// What the run reads from memory that may never have been written, in order; at most
    /// [`MAX_READS`].
    pub reads: Vec<ReadValue>,
    pub fidelity: Fidelity,
}

/// Whether the formulas that the candidate is a model of are the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fidelity {
    Exact,
    /// Something was over-approximated, so that it may be a run of nothing.
    Approximate,
}

/// Reads of a model cost a question each, and a run that needs more of them is hardly found.
const MAX_READS: usize = 4_096;

/// A value in memory at the time it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadValue {
    pub edge: EdgeId,
    /// In bytes from the start of the object or block.
    pub offset: u64,
    pub n_bytes: u64,
    pub bits: u128,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenValue {
    pub site: Site,
    pub bits: u128,
}

/// Where a value is asked for, in the automaton that was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    Edge(EdgeId),
    Start(VarId),
}

/// Reads off which check fails and what was chosen on the way. A run passes the places where
/// values are chosen in the order in which the steps met them; those it does not pass have a
/// guard that is false in the model.
pub(crate) fn read_candidate(
    encoder: &Encoder<'_>,
    model: &mut OneQuestion,
    violations: &[Violation],
    inputs: &[InputEvent],
) -> Candidate {
    let (pool, format) = (&encoder.pool, encoder.address_format());
    let is_true =
        |model: &mut OneQuestion, term| matches!(model.value(pool, term), Some(Value::Bool(true)));
    let failing = violations.iter().find(|each| is_true(model, each.formula));
    let check = failing.map_or(violations[0].check, |each| each.check);
    let bits_of = |model: &mut OneQuestion, term| match model.value(pool, term) {
        Some(Value::BitVec(_, bits)) => bits,
        // Of any size: what the machine keeps of it, if it is none of its numbers, is not the
        // run that was found, and the replay says so.
        Some(Value::Int(value)) => value as u128,
        Some(Value::Bool(value)) => u128::from(value),
        _ => 0,
    };
    let fidelity = match encoder.is_exact() {
        true => Fidelity::Exact,
        false => Fidelity::Approximate,
    };
    let mut candidate = Candidate { check, inputs: Vec::new(), reads: Vec::new(), fidelity };
    for input in inputs {
        let is_read = matches!(input.site, InputSite::Read { .. });
        if is_read && candidate.reads.len() >= MAX_READS || !is_true(model, input.guard) {
            continue;
        }
        let bits = bits_of(model, input.value);
        match input.site {
            InputSite::Edge(edge) => {
                candidate.inputs.push(ChosenValue { site: Site::Edge(edge), bits });
            }
            InputSite::Start(var) => {
                candidate.inputs.push(ChosenValue { site: Site::Start(var), bits });
            }
            InputSite::Read { edge, pointer, n_bytes } => {
                let offset = offset_in(format, bits_of(model, pointer));
                candidate.reads.push(ReadValue { edge, offset, n_bytes, bits });
            }
        }
    }
    candidate
}

fn offset_in(format: AddressFormat, address: u128) -> u64 {
    (address & ((1 << format.offset_bits) - 1)) as u64
}
