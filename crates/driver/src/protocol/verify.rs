//! The answer for any number of processes.
//!
//! First a look at the first states of the instances of two, three and four processes: most
//! mistakes show there. Then a proof is tried ([`super::prove`]). What is not proved is searched
//! for in the same instances, more patiently: a run found there violates the property, whatever
//! the abstraction says. What is neither proved nor violated is left open, with the run of the
//! abstraction that stands in the way.

use std::time::Duration;

use index::IdSet;
use protocol::{PropertyId, System};
use source::Source;
use verdict::{Budget, ProtocolOutcome, Reason, Verdict};

use super::instance::{FIRST_LOOK, SEARCHED_INSTANCES, WHOLE_SEARCH, settle_by_runs};
use super::outcome::{answer, inconclusive, trust_of};
use super::prove::{Proof, prove};

/// What is known about each property for every number of processes.
pub fn verify(system: &System, source: &Source, budget: &Budget) -> ProtocolOutcome {
    let mut open: IdSet<PropertyId> = system.properties.ids().collect();
    let mut settled = settle_by_runs(system, source, &open, FIRST_LOOK, budget);
    settled.iter().for_each(|(id, _)| {
        open.remove(*id);
    });
    let proofs = prove(system, &open, &share_of(budget));
    let proof_of = |id: PropertyId| proofs.iter().find(|(known, _)| *known == id).map(|it| &it.1);
    let is_proved = |id: &PropertyId| matches!(proof_of(*id), Some(Proof::Checked { .. }));
    let open: IdSet<PropertyId> = open.iter().filter(|id| !is_proved(id)).collect();
    settled.extend(settle_by_runs(system, source, &open, WHOLE_SEARCH, budget));
    let none = format!(
        "no run of {} to {} processes settles it",
        SEARCHED_INSTANCES.start(),
        SEARCHED_INSTANCES.end()
    );
    let properties = system.properties.iter().map(|(id, decl)| {
        if let Some(position) = settled.iter().position(|(settled, _)| *settled == id) {
            return settled.swap_remove(position).1;
        }
        match proof_of(id) {
            Some(Proof::Checked { why }) => answer(decl, Verdict::True, why.clone(), None),
            Some(Proof::Open { abstract_run }) => {
                let why = format!("the abstraction is too coarse for a proof, and {none}");
                answer(decl, inconclusive(why.clone()), why, Some(abstract_run.clone()))
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
    ProtocolOutcome {
        scope: "any number of processes".to_owned(),
        properties: properties.collect(),
        trust: trust_of(system),
        statistics: Vec::new(),
    }
}

/// How long a proof is tried where the user sets no limit.
const PATIENCE: Duration = Duration::from_secs(60);

/// The part of the budget that a proof may use: enough is left to search for a violation.
fn share_of(budget: &Budget) -> Budget {
    let share = budget.remaining().map_or(PATIENCE, |left| left.mul_f64(0.6));
    Budget::unlimited().with_time(share.max(Duration::from_millis(1)))
}
