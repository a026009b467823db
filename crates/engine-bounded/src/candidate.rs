//! From a model to the inputs of a run.

use encode::{InputEvent, InputSite, Violation};
use ir::{CheckId, EdgeId, VarId};
use logic::{TermPool, Value};
use smt::OneQuestion;

/// A run that should fail: the values that the environment chooses, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub check: CheckId,
    pub inputs: Vec<ChosenValue>,
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
    pool: &TermPool,
    model: &mut OneQuestion,
    violations: &[Violation],
    inputs: &[InputEvent],
) -> Candidate {
    let is_true =
        |model: &mut OneQuestion, term| matches!(model.value(pool, term), Some(Value::Bool(true)));
    let failing = violations.iter().find(|each| is_true(model, each.formula));
    let check = failing.map_or(violations[0].check, |each| each.check);
    let mut chosen = Vec::new();
    for input in inputs {
        if !is_true(model, input.guard) {
            continue;
        }
        let bits = match model.value(pool, input.value) {
            Some(Value::BitVec(_, bits)) => bits,
            Some(Value::Bool(value)) => u128::from(value),
            _ => 0,
        };
        let site = match input.site {
            InputSite::Edge(edge) => Site::Edge(edge),
            InputSite::Start(var) => Site::Start(var),
        };
        chosen.push(ChosenValue { site, bits });
    }
    Candidate { check, inputs: chosen }
}
