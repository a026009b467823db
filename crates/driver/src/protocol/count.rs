//! Proofs by counting, and their re-check.
//!
//! [`engine_counting`] gives the configurations; they are believed after [`evidence::counting`] has
//! checked them again. A cutoff that is too small for a proof is raised a few times.

use engine_counting::config::{CentreKind, Configuration, Kind};
use engine_counting::search::{describe, least_cutoff};
use engine_counting::{Answer, Reached, Refusal, explore};
use evidence::counting::{self, Counted};
use evidence::environment::Flaw;
use protocol::{Formula, Property, PropertyId, System};
use verdict::{Budget, Reason};

use super::prove::{Proof, flaw, open};

/// How often the cutoff is raised.
const TRIES: u32 = 3;
/// States of each small instance that are looked up in a proof.
const SPOT_CHECKED_STATES: usize = 200;

/// Tries to prove safety properties, and that what should be reachable is not.
pub fn count(system: &System, asked: &[PropertyId], budget: &Budget) -> Vec<(PropertyId, Proof)> {
    let system = &system.asked_for(|id| asked.contains(&id));
    let mut left = asked.to_vec();
    let mut proofs: Vec<(PropertyId, Proof)> = Vec::new();
    let least = least_cutoff(system);
    for cutoff in least..least + TRIES {
        proofs.retain(|(_, proof)| proof.is_checked());
        let formulas: Vec<&Formula> = left.iter().map(|id| always(system, *id)).collect();
        let reached = match explore(system, cutoff, &formulas, budget) {
            Ok(reached) => reached,
            Err(refusal) => {
                let reason = reason(&refusal);
                proofs.extend(left.iter().map(|id| (*id, Proof::Stopped(reason.clone()))));
                return proofs;
            }
        };
        let answers: Vec<(PropertyId, Proof)> = judged(system, &left, &reached, budget);
        left.retain(|id| answers.iter().any(|(known, it)| known == id && is_coarse(it)));
        proofs.extend(answers);
        if left.is_empty() {
            break;
        }
    }
    proofs
}

/// What has to hold always.
fn always(system: &System, id: PropertyId) -> &Formula {
    match &system.properties[id].property {
        Property::Safety(formula) => formula,
        Property::Reachable(_) | Property::Liveness { .. } => unreachable!("asked as safety"),
    }
}

fn is_coarse(proof: &Proof) -> bool {
    matches!(proof, Proof::Open { .. })
}

fn judged(
    system: &System,
    asked: &[PropertyId],
    reached: &Reached<'_>,
    budget: &Budget,
) -> Vec<(PropertyId, Proof)> {
    let answers: Vec<(PropertyId, Answer)> = asked.iter().copied().zip(reached.answers()).collect();
    let certificate = certificate(reached);
    let is_proved = answers.iter().any(|(_, answer)| *answer == Answer::Holds);
    let counted = is_proved.then(|| {
        let counted = Counted::check(system, &certificate, budget)?;
        let n_spots = counted.spot_check(SPOT_CHECKED_STATES, budget)?;
        Ok::<_, Flaw>((counted, n_spots))
    });
    let accept = |formula: &Formula| -> Result<String, Flaw> {
        match &counted {
            Some(Ok((counted, n_spots))) => {
                counted.always(formula)?;
                Ok(format!(
                    "{} configurations, processes of a kind counted up to {}, are closed under all \
                     steps, checked again; {n_spots} states of 1 to 4 processes are among them",
                    certificate.configurations.len(),
                    certificate.cutoff
                ))
            }
            Some(Err(wrong)) => Err(wrong.clone()),
            None => unreachable!("something is proved"),
        }
    };
    let proof = |(id, answer): (PropertyId, Answer)| match answer {
        Answer::Holds => match accept(always(system, id)) {
            Ok(why) => (id, Proof::Checked { from: 1, why, company: Vec::new() }),
            Err(wrong) => (id, Proof::Stopped(flaw(wrong))),
        },
        Answer::Open(run) => {
            let line = |it: &Configuration| describe(system, it, reached.cutoff());
            let lines: Vec<String> = run.iter().map(line).collect();
            (id, open(format!("{}\n", lines.join("\n")), None))
        }
    };
    answers.into_iter().map(proof).collect()
}

fn certificate(reached: &Reached<'_>) -> counting::Certificate {
    let process = |kind: &Kind| counting::Process {
        location: kind.location,
        finites: kind.finites.to_vec(),
        held: kind.held,
    };
    let centre = |it: &CentreKind| counting::Centre {
        finites: it.finites.to_vec(),
        set: it.set,
        data: it.data.to_vec(),
    };
    let configuration = |it: &Configuration| {
        let mut counts: Vec<(counting::Process, u32)> =
            it.counts.iter().map(|(kind, count)| (process(kind), *count)).collect();
        counts.sort();
        counting::Configuration { centre: centre(&it.centre), counts }
    };
    counting::Certificate {
        cutoff: reached.cutoff(),
        limit: reached.limit(),
        configurations: reached.configurations().iter().map(configuration).collect(),
    }
}

fn reason(refusal: &Refusal) -> Reason {
    match refusal {
        Refusal::Exhausted(_) => Reason::Timeout,
        Refusal::TooLarge(what) => {
            Reason::Inconclusive(format!("there is too much to count: {what}"))
        }
        Refusal::NotCounted(_) => Reason::Inconclusive(refusal.to_string()),
    }
}

#[cfg(test)]
mod tests;
