//! The answer for any number of processes.
//!
//! First a look at the first states of the instances of one to four processes: most
//! mistakes show there. Then a proof is tried ([`super::prove`]). What is not proved is searched
//! for in the same instances, more patiently, and in larger ones: a run found there violates the
//! property, whatever the abstraction says. What is neither proved nor violated is left open,
//! with the run of the abstraction that stands in the way.
//!
//! The abstraction speaks of a process and at least one other. One process alone has finitely
//! many classes of states, all of which are gone through ([`super::instance::explore_alone`]).
//!
//! A proof that takes long goes on while the search is made, so that all the time may be used.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use index::IdSet;
use protocol::explore::{Bound, Exploration};
use protocol::{Property, PropertyId, System};
use source::Source;
use verdict::{Budget, PropertyOutcome, ProtocolOutcome, Reason, Verdict};

use super::instance::{
    FIRST_LOOK, SMALL_INSTANCES, Searched, WHOLE_SEARCH, alone, explore_alone, has_no_start,
    settle_by_runs,
};
use super::outcome::{answer, inconclusive, limited_by_default, stopped, trust_of};
use super::prove::{Proof, prove};

/// What is known about each property for every number of processes.
pub fn verify(system: &System, source: &Source, budget: &Budget) -> ProtocolOutcome {
    if let Some(reason) = has_no_start(system, SMALL_INSTANCES) {
        return stopped(system, "any number of processes".to_owned(), &reason);
    }
    let mut open: IdSet<PropertyId> = system.properties.ids().collect();
    let Searched { mut settled, .. } = settle_by_runs(system, source, &open, FIRST_LOOK, budget);
    settled.iter().for_each(|(id, _)| {
        open.remove(*id);
    });
    // One process has few states, and a proof may take all the time that there is.
    let for_one = budget.remaining().unwrap_or(PATIENCE).mul_f64(FOR_ONE);
    let for_one = Budget::unlimited().with_time(for_one);
    let early = (!open.is_empty()).then(|| explore_alone(system, &for_one));
    let (proofs, searched) = prove_and_search(system, source, &open, budget);
    let none = format!("no run of 1 to {} processes settles it", searched.up_to);
    settled.extend(searched.settled);
    let proof_of = |id: PropertyId| proofs.iter().find(|(known, _)| *known == id).map(|it| &it.1);
    let asks_for_one = proofs.iter().any(|(_, proof)| proof.leaves_one_out());
    let lone = match early.as_ref().and_then(Exploration::bound) {
        Some(Bound::Budget) if asks_for_one => Some(explore_alone(system, budget)),
        _ => early,
    };
    let properties = system.properties.iter().map(|(id, decl)| {
        if let Some(position) = settled.iter().position(|(settled, _)| *settled == id) {
            return settled.swap_remove(position).1;
        }
        match proof_of(id) {
            Some(proof @ Proof::Checked { why, .. }) => {
                let lone = lone.as_ref().filter(|_| proof.leaves_one_out());
                let alone = lone.map_or(Ok(()), |lone| alone(lone, source, id));
                let (verdict, why) = match decl.property {
                    Property::Reachable(_) => {
                        (Verdict::False, format!("no number of processes gets there: {why}"))
                    }
                    Property::Safety(_) | Property::Liveness { .. } => (Verdict::True, why.clone()),
                };
                alone.err().unwrap_or_else(|| answer(decl, verdict, why, None))
            }
            Some(Proof::Open { abstract_run, told, beyond }) => {
                let coarse = match beyond {
                    None => "the abstraction is too coarse for a proof".to_owned(),
                    Some(beyond) => format!("{beyond}, counting is too coarse for a proof"),
                };
                let why = format!("{coarse}, and {none}");
                let drawn = Some(abstract_run.clone());
                let open = answer(decl, inconclusive(why.clone()), why, drawn);
                PropertyOutcome { run: told.clone(), ..open }
            }
            Some(Proof::Stopped(reason)) => {
                let why = format!("{reason}; {none}");
                let verdict = match reason {
                    Reason::Inconclusive(_) => inconclusive(why.clone()),
                    other => Verdict::Unknown(other.clone()),
                };
                answer(decl, verdict, why, None)
            }
            None => answer(decl, inconclusive(none.clone()), none.clone(), None),
        }
    });
    let outcome = ProtocolOutcome {
        scope: "any number of processes".to_owned(),
        properties: properties.collect(),
        trust: trust_of(system),
        company: proofs.iter().find_map(|(_, proof)| proof.company()).unwrap_or_default().to_vec(),
        statistics: Vec::new(),
    };
    match budget.remaining() {
        Some(_) => outcome,
        None => limited_by_default(outcome, PATIENCE.as_secs()),
    }
}

/// How long a proof is tried where the user sets no limit.
const PATIENCE: Duration = Duration::from_secs(60);
/// After this part of the time the search begins, whether the proof is finished or not.
const BEFORE_SEARCH: f64 = 0.6;
/// What one process alone may take before a proof is tried.
const FOR_ONE: f64 = 0.1;
/// What is left to put the answer together.
const FOR_PROOF: f64 = 0.97;
const STACK_BYTES: usize = 64 << 20;

/// Tries to prove the open properties, and searches for runs that settle the rest.
fn prove_and_search(
    system: &System,
    source: &Source,
    open: &IdSet<PropertyId>,
    budget: &Budget,
) -> (Vec<(PropertyId, Proof)>, Searched) {
    let left = budget.remaining();
    let for_proof = left.map_or(PATIENCE, |left| left.mul_f64(FOR_PROOF));
    let for_proof = Budget::unlimited().with_time(for_proof.max(Duration::from_millis(1)));
    let before_search = left.unwrap_or(PATIENCE).mul_f64(BEFORE_SEARCH);
    let search =
        |open: &IdSet<PropertyId>| settle_by_runs(system, source, open, WHOLE_SEARCH, budget);
    thread::scope(|scope| {
        let (sender, receiver) = channel();
        let for_proof = &for_proof;
        let prover = thread::Builder::new().stack_size(STACK_BYTES);
        let prover = prover.spawn_scoped(scope, move || {
            // Nobody listens any more if everything was settled otherwise.
            let _ = sender.send(prove(system, open, for_proof));
        });
        if prover.is_err() {
            return (prove(system, open, for_proof), search(open));
        }
        match receiver.recv_timeout(before_search) {
            Ok(proofs) => {
                let is_proved = |id: &PropertyId| {
                    proofs.iter().any(|(known, proof)| known == id && proof.is_checked())
                };
                let rest = open.iter().filter(|id| !is_proved(id)).collect();
                (proofs, search(&rest))
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                let searched = search(open);
                if searched.settled.len() == open.iter().count() {
                    for_proof.cancel();
                }
                (receiver.recv().unwrap_or_default(), searched)
            }
        }
    })
}
