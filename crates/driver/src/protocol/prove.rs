//! Proofs for any number of processes, and their re-check.
//!
//! The engine answers about its abstraction. What it calls proved is believed only after
//! [`evidence::environment`] has checked it again, from the protocol; what it calls violated is
//! only a run of the abstraction, and left to a search of instances.

use std::panic::{AssertUnwindSafe, catch_unwind};

use engine_protocols::{Abstraction, Aids, Forgetful, Liveness, Questions, Refusal, Safety};
use evidence::environment::{self, Closed, Flaw};
use finite::symbolic::Diagram;
use index::{Id, IdSet};
use protocol::{Property, PropertyId, System};
use verdict::{Budget, Company, ProtocolRun, Reason};

use super::certificate;
use super::count::count;

/// What is known about one property after looking at the abstraction.
#[derive(Clone, Debug)]
pub enum Proof {
    /// It holds of `from` processes and more, and the proof has been checked again.
    Checked { from: usize, why: String, company: Vec<Company> },
    /// The abstraction does not show it; a run that stands in the way, in words and, if it can be
    /// told so, step by step, and what another abstraction could not follow.
    Open { abstract_run: String, told: Option<ProtocolRun>, beyond: Option<String> },
    /// There was no answer, or its proof was not accepted.
    Stopped(Reason),
}

impl Proof {
    /// Whether the property is proved, for two processes and more.
    pub fn is_checked(&self) -> bool {
        matches!(self, Self::Checked { .. })
    }

    /// Whether it is proved, but not for one process alone.
    pub fn leaves_one_out(&self) -> bool {
        matches!(self, Self::Checked { from, .. } if *from > 1)
    }

    /// What it rests on.
    pub fn company(&self) -> Option<&[Company]> {
        match self {
            Self::Checked { company, .. } => Some(company),
            Self::Open { .. } | Self::Stopped(_) => None,
        }
    }
}

/// States of each small instance that are looked up in a proof.
const SPOT_CHECKED_STATES: usize = 200;

/// Tries to prove the properties that are open; of what should be reachable, that it is not.
///
/// What one process sees of each other comes first. What is beyond that, or too coarse in that
/// view, is tried by counting.
pub fn prove(
    system: &System,
    open: &IdSet<PropertyId>,
    budget: &Budget,
) -> Vec<(PropertyId, Proof)> {
    let asked: Vec<PropertyId> = open.iter().collect();
    let mut proofs = by_views(system, &asked, budget);
    let is_counted = |(id, proof): &&(PropertyId, Proof)| {
        let is_live = matches!(system.properties[*id].property, Property::Liveness { .. });
        let is_open = match proof {
            Proof::Checked { .. } | Proof::Stopped(Reason::InternalError(_)) => false,
            Proof::Open { .. } | Proof::Stopped(_) => true,
        };
        is_open && !is_live
    };
    let rest: Vec<PropertyId> = proofs.iter().filter(is_counted).map(|(id, _)| *id).collect();
    if rest.is_empty() {
        return proofs;
    }
    let counted = catch(&rest, || count(system, &rest, budget));
    for (id, proof) in counted {
        let known = proofs.iter_mut().find(|(known, _)| *known == id);
        if let Some((_, known)) = known {
            *known = better(known.clone(), proof);
        }
    }
    proofs
}

/// Which of two answers to tell: that of views, or that of counting.
fn better(views: Proof, counted: Proof) -> Proof {
    match (views, counted) {
        (_, proof @ (Proof::Checked { .. } | Proof::Stopped(Reason::InternalError(_)))) => proof,
        // A run of the first abstraction says more than why there is none of the second.
        (open @ Proof::Open { .. }, _) => open,
        (Proof::Stopped(Reason::Inconclusive(beyond)), Proof::Open { abstract_run, told, .. }) => {
            Proof::Open { abstract_run, told, beyond: Some(beyond) }
        }
        (
            Proof::Stopped(Reason::Inconclusive(beyond)),
            Proof::Stopped(Reason::Inconclusive(too)),
        ) => Proof::Stopped(Reason::Inconclusive(format!("{beyond}, and {too}"))),
        (views, _) => views,
    }
}

/// An assertion that fails in an engine is an answer about Linchpin, not about the protocol.
fn catch(
    asked: &[PropertyId],
    prove: impl FnOnce() -> Vec<(PropertyId, Proof)>,
) -> Vec<(PropertyId, Proof)> {
    catch_unwind(AssertUnwindSafe(prove)).unwrap_or_else(|_| {
        let reason = Reason::InternalError("the protocol engine contradicted itself".to_owned());
        asked.iter().map(|id| (*id, Proof::Stopped(reason.clone()))).collect()
    })
}

/// There is a run of the abstraction.
pub(super) fn open(abstract_run: String, told: Option<ProtocolRun>) -> Proof {
    Proof::Open { abstract_run, told, beyond: None }
}

/// What environment abstraction says; of what it cannot follow, which construct that is.
fn by_views(system: &System, asked: &[PropertyId], budget: &Budget) -> Vec<(PropertyId, Proof)> {
    let steps = system.steps_beyond_pairs();
    let beyond = |id: PropertyId| steps.or_else(|| system.properties[id].beyond_pairs());
    let (refused, followed): (Vec<PropertyId>, Vec<PropertyId>) =
        asked.iter().copied().partition(|id| beyond(*id).is_some());
    let refuse = |id: &PropertyId| {
        let construct = beyond(*id)?;
        Some((*id, Proof::Stopped(reason(&Refusal::BeyondPairs(construct)))))
    };
    let mut proofs: Vec<(PropertyId, Proof)> = refused.iter().filter_map(refuse).collect();
    if !followed.is_empty() {
        let system = system.asked_for(|id| followed.contains(&id));
        let plain = || prove_asked(&system, &followed, &Aids::default(), budget);
        proofs.extend(catch(&followed, plain));
    }
    by_ranks(system, &mut proofs, budget);
    proofs
}

/// Tries liveness that is open once more, with ranks and lemmas that the text suggests. They make the
/// abstraction larger, so it is done without them first.
fn by_ranks(system: &System, proofs: &mut [(PropertyId, Proof)], budget: &Budget) {
    let is_open = |(id, proof): &(PropertyId, Proof)| {
        let is_live = matches!(system.properties[*id].property, Property::Liveness { .. });
        is_live && matches!(proof, Proof::Open { .. })
    };
    let open: Vec<PropertyId> = proofs.iter().filter(|it| is_open(it)).map(|(id, _)| *id).collect();
    let aids = Aids::guess(system);
    if open.is_empty() || aids.is_empty() {
        return;
    }
    let system = aids.remembered_in(&system.asked_for(|id| open.contains(&id)));
    for (id, proof) in catch(&open, || prove_asked(&system, &open, &aids, budget)) {
        // Whatever else it says, the first answer said it of a smaller abstraction.
        let is_told =
            matches!(proof, Proof::Checked { .. } | Proof::Stopped(Reason::InternalError(_)));
        if let Some(known) = proofs.iter_mut().find(|(known, _)| *known == id && is_told) {
            known.1 = proof;
        }
    }
}

fn prove_asked(
    system: &System,
    asked: &[PropertyId],
    aids: &Aids,
    budget: &Budget,
) -> Vec<(PropertyId, Proof)> {
    let all_stopped = |reason: Reason| -> Vec<(PropertyId, Proof)> {
        asked.iter().map(|id| (*id, Proof::Stopped(reason.clone()))).collect()
    };
    let is_live =
        |id: &PropertyId| matches!(system.properties[*id].property, Property::Liveness { .. });
    let questions = if asked.iter().any(is_live) { Questions::Liveness } else { Questions::Safety };
    let forgetful = Forgetful::of(system);
    let abstraction = match Abstraction::new(&forgetful.system, questions, budget) {
        Ok(abstraction) => abstraction,
        Err(refusal) => return all_stopped(reason(&refusal)),
    };
    let inquiry = match abstraction.inquire() {
        Ok(inquiry) => inquiry,
        Err(refusal) => return all_stopped(reason(&refusal)),
    };
    let aids = abstraction.usable(aids);
    let answer = |id: &PropertyId| match &system.properties[*id].property {
        Property::Safety(formula) => inquiry.safety(formula).map(Answer::Safety),
        Property::Liveness { trigger, response } => {
            inquiry.liveness(trigger, response, &aids).map(Answer::Liveness)
        }
        Property::Reachable(_) => unreachable!("not asked"),
    };
    let answers: Vec<(PropertyId, Result<Answer, Refusal>)> =
        asked.iter().map(|id| (*id, answer(id))).collect();
    let is_proof = |answer: &Result<Answer, Refusal>| {
        matches!(
            answer,
            Ok(Answer::Safety(Safety::Holds { .. }) | Answer::Liveness(Liveness::Holds(_)))
        )
    };
    let certificate = answers.iter().any(|(_, answer)| is_proof(answer)).then(|| {
        let reachable = inquiry.reachable().map_err(|refusal| reason(&refusal))?;
        Ok(certificate::of(&abstraction, &forgetful.forgotten, &reachable, &aids))
    });
    let closed = match &certificate {
        None => None,
        Some(Err(reason)) => Some(Err(Reason::clone(reason))),
        Some(Ok(certificate)) => Some(Closed::check(system, certificate, budget).map_err(flaw)),
    };
    let company = match (&certificate, &closed) {
        (Some(Ok(certificate)), Some(Ok(_))) => {
            certificate::company(system, &abstraction, certificate)
        }
        _ => Vec::new(),
    };
    let recheck = Recheck { system, abstraction: &abstraction, aids: &aids, closed, company };
    let proof = |(id, answer): (PropertyId, Result<Answer, Refusal>)| {
        let proof = answer.map_err(|refusal| reason(&refusal));
        (id, proof.and_then(|answer| recheck.of(id, answer)).unwrap_or_else(Proof::Stopped))
    };
    answers.into_iter().map(proof).collect()
}

/// The abstract model with its fairness and the file's properties, for NuSMV and nuXmv.
pub fn smv_model(system: &System, budget: &Budget) -> Result<String, Reason> {
    let forgetful = Forgetful::of(system);
    let abstraction = Abstraction::new(&forgetful.system, Questions::Liveness, budget);
    abstraction.map(|abstraction| abstraction.to_smv()).map_err(|refusal| reason(&refusal))
}

/// What the engine answers about its abstraction.
enum Answer {
    Safety(Safety),
    Liveness(Liveness),
}

/// The protocol as it was written, its abstraction, and the certificate that all proofs share.
struct Recheck<'a> {
    system: &'a System,
    abstraction: &'a Abstraction<'a>,
    aids: &'a Aids,
    /// There is none if nothing is proved.
    closed: Option<Result<Closed<'a>, Reason>>,
    company: Vec<Company>,
}

impl Recheck<'_> {
    fn of(&self, id: PropertyId, answer: Answer) -> Result<Proof, Reason> {
        match (answer, &self.system.properties[id].property) {
            (Answer::Safety(Safety::Violated(run)), _) => {
                let abstract_run = self.abstraction.describe_run(&run);
                Ok(open(abstract_run, Some(self.abstraction.told_run(&run))))
            }
            (Answer::Liveness(Liveness::Violated(lasso)), _) => {
                let abstract_run = self.abstraction.describe_lasso(&lasso);
                Ok(open(abstract_run, Some(self.abstraction.told_lasso(&lasso))))
            }
            (Answer::Safety(Safety::Holds { n_states }), Property::Safety(formula)) => {
                let closed = self.closed()?;
                closed.safety(formula).map_err(flaw)?;
                let n_spots = closed.spot_check(SPOT_CHECKED_STATES).map_err(flaw)?;
                Ok(Proof::Checked {
                    from: 2,
                    why: format!(
                        "{n_states} abstract states are closed under {} kinds of steps, checked \
                         again; {n_spots} states of 2 to 4 processes are among them",
                        closed.n_steps()
                    ),
                    company: self.company.clone(),
                })
            }
            (
                Answer::Liveness(Liveness::Holds(proof)),
                Property::Liveness { trigger, response },
            ) => {
                let closed = self.closed()?;
                let argument = certificate::argument(self.abstraction, &proof, self.aids);
                closed.liveness(trigger, response, &argument).map_err(flaw)?;
                let n_steps = closed
                    .spot_check_liveness(trigger, response, &argument, SPOT_CHECKED_STATES)
                    .map_err(flaw)?;
                Ok(Proof::Checked {
                    from: 2,
                    why: format!(
                        "no fair run owes it for ever: {} eliminations{}, checked again; {n_steps} \
                         steps of 2 to 4 processes follow them",
                        argument.eliminations.len(),
                        certificate::ranks_in_words(self.system, &argument, self.aids)
                    ),
                    company: self.company.clone(),
                })
            }
            _ => unreachable!("every property gets an answer of its kind"),
        }
    }

    fn closed(&self) -> Result<&Closed<'_>, Reason> {
        match &self.closed {
            Some(Ok(closed)) => Ok(closed),
            Some(Err(reason)) => Err(reason.clone()),
            None => unreachable!("something is proved"),
        }
    }
}

fn reason(refusal: &Refusal) -> Reason {
    match refusal {
        Refusal::Exhausted(_) => Reason::Timeout,
        Refusal::BeyondPairs(construct) => Reason::Inconclusive(format!(
            "{} is beyond what one process sees of each other",
            construct.name
        )),
        Refusal::TooLarge(what) => {
            Reason::Inconclusive(format!("the abstraction is too large: {what}"))
        }
    }
}

pub(super) fn flaw(flaw: Flaw) -> Reason {
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

#[cfg(test)]
mod tests;
