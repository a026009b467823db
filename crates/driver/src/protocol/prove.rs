//! Proofs for any number of processes, and their re-check.
//!
//! The engine answers about its abstraction. What it calls proved is believed only after
//! [`evidence::environment`] has checked it again, from the protocol; what it calls violated is
//! only a run of the abstraction, and left to a search of instances.

use std::panic::{AssertUnwindSafe, catch_unwind};

use engine_protocols::{Abstraction, Forgetful, Liveness, Questions, Refusal, Safety};
use evidence::environment::{self, Flaw};
use finite::symbolic::Diagram;
use index::Id;
use protocol::{DataId, Formula, LocationId, Property, PropertyId, System};
use verdict::{Budget, Reason};

use super::certificate;

/// What is known about one property after looking at the abstraction.
#[derive(Clone, Debug)]
pub enum Proof {
    /// It holds, and the proof has been checked again.
    Checked { why: String },
    /// The abstraction does not show it; a run that stands in the way, in words.
    Open { abstract_run: String },
    /// There was no answer, or its proof was not accepted.
    Stopped(Reason),
}

/// States of each small instance that are looked up in a proof.
const SPOT_CHECKED_STATES: usize = 200;

/// Tries to prove every safety and liveness property.
pub fn prove(system: &System, budget: &Budget) -> Vec<(PropertyId, Proof)> {
    let asked: Vec<PropertyId> = system
        .properties
        .iter()
        .filter(|(_, declaration)| !matches!(declaration.property, Property::Reachable(_)))
        .map(|(id, _)| id)
        .collect();
    // An assertion that fails in the engine is an answer about Linchpin, not about the protocol.
    let found = catch_unwind(AssertUnwindSafe(|| prove_asked(system, &asked, budget)));
    found.unwrap_or_else(|_| {
        let reason = Reason::InternalError("the protocol engine contradicted itself".to_owned());
        asked.iter().map(|id| (*id, Proof::Stopped(reason.clone()))).collect()
    })
}

fn prove_asked(system: &System, asked: &[PropertyId], budget: &Budget) -> Vec<(PropertyId, Proof)> {
    let is_live =
        |id: &PropertyId| matches!(system.properties[*id].property, Property::Liveness { .. });
    let questions = if asked.iter().any(is_live) { Questions::Liveness } else { Questions::Safety };
    let forgetful = Forgetful::of(system);
    let abstraction = match Abstraction::new(&forgetful.system, questions, budget) {
        Ok(abstraction) => abstraction,
        Err(refusal) => {
            let reason = reason(&refusal);
            return asked.iter().map(|id| (*id, Proof::Stopped(reason.clone()))).collect();
        }
    };
    let forgotten = &forgetful.forgotten;
    let prover = Prover { system, abstraction: &abstraction, forgotten, budget };
    let mut proofs = Vec::new();
    for id in asked {
        let proof = match &system.properties[*id].property {
            Property::Safety(formula) => prover.safety(formula),
            Property::Liveness { trigger, response } => prover.liveness(trigger, response),
            Property::Reachable(_) => continue,
        };
        proofs.push((*id, proof.unwrap_or_else(Proof::Stopped)));
    }
    proofs
}

/// The abstract model with its fairness and the file's properties, for NuSMV and nuXmv.
pub fn smv_model(system: &System, budget: &Budget) -> Result<String, Reason> {
    let forgetful = Forgetful::of(system);
    let abstraction = Abstraction::new(&forgetful.system, Questions::Liveness, budget);
    abstraction.map(|abstraction| abstraction.to_smv()).map_err(|refusal| reason(&refusal))
}

/// The protocol as it was written, and its abstraction.
struct Prover<'a> {
    system: &'a System,
    abstraction: &'a Abstraction<'a>,
    forgotten: &'a [(LocationId, DataId)],
    budget: &'a Budget,
}

impl Prover<'_> {
    fn safety(&self, formula: &Formula) -> Result<Proof, Reason> {
        let Self { system, abstraction, forgotten, budget } = self;
        match abstraction.safety(formula).map_err(|refusal| reason(&refusal))? {
            Safety::Violated(run) => {
                Ok(Proof::Open { abstract_run: abstraction.describe_run(&run) })
            }
            Safety::Holds { reachable, n_states } => {
                let certificate = certificate::of(abstraction, forgotten, &reachable);
                let checked = environment::check_safety(system, formula, &certificate, budget);
                let n_steps = checked.map_err(flaw)?.n_steps;
                let spots =
                    environment::spot_check(system, &certificate, SPOT_CHECKED_STATES, budget);
                let n_spots = spots.map_err(flaw)?;
                Ok(Proof::Checked {
                    why: format!(
                        "{n_states} abstract states are closed under {n_steps} kinds of steps, \
                         checked again; {n_spots} states of 2 to 4 processes are among them"
                    ),
                })
            }
        }
    }

    fn liveness(&self, trigger: &Formula, response: &Formula) -> Result<Proof, Reason> {
        let Self { system, abstraction, forgotten, budget } = self;
        match abstraction.liveness(trigger, response).map_err(|refusal| reason(&refusal))? {
            Liveness::Violated(lasso) => {
                Ok(Proof::Open { abstract_run: abstraction.describe_lasso(&lasso) })
            }
            Liveness::Holds(proof) => {
                let certificate = certificate::of(abstraction, forgotten, &proof.reachable);
                let argument = certificate::argument(abstraction, &proof);
                environment::check_liveness(
                    system,
                    trigger,
                    response,
                    &certificate,
                    &argument,
                    budget,
                )
                .map_err(flaw)?;
                Ok(Proof::Checked {
                    why: format!(
                        "no fair run owes it for ever: {} eliminations, checked again",
                        argument.eliminations.len()
                    ),
                })
            }
        }
    }
}

fn reason(refusal: &Refusal) -> Reason {
    match refusal {
        Refusal::Exhausted(_) => Reason::Timeout,
        Refusal::TooLarge(what) => {
            Reason::Inconclusive(format!("the abstraction is too large: {what}"))
        }
    }
}

fn flaw(flaw: Flaw) -> Reason {
    match flaw {
        Flaw::Exhausted(_) => Reason::Timeout,
        Flaw::TooLarge(what) => Reason::Inconclusive(format!(
            "proved, but the proof is too large to be checked again: {what}"
        )),
        Flaw::Wrong(what) => Reason::InternalError(format!("a proof was not accepted: {what}")),
    }
}

/// The diagram in the form in which it is checked again.
pub(super) fn state_set(diagram: &Diagram) -> environment::StateSet {
    let node = |node: &finite::symbolic::DiagramNode| (node.bit.index(), node.low, node.high);
    environment::StateSet {
        nodes: diagram.nodes.iter().map(node).collect(),
        roots: diagram.roots.values().copied().collect(),
    }
}
