//! Counts of processes, checked again.
//!
//! A proof by counting is a set of *configurations*: the centre, and how many processes there are of
//! each kind, where the cutoff `c` stands for "`c` and more". It is accepted if every first state is
//! in one of them, no step leads out of them, and the property holds in all.
//!
//! Nothing here works on counts. A configuration is made into plain lists of processes, and steps
//! are those of lists: this process acts, that one is picked, these are told. What the lists do
//! not say (numbers of processes, ids, who is whose neighbour) may be anything.
//!
//! # Why some lists stand for all
//! "`c` and more" is tried with `c`, …, `c + r`, where a step touches at most `r` processes one by
//! one ([`moves::reach`]). With more than `c + r` of a kind at least `c` are left as they are,
//! and all of these behave alike: a condition asks whether there is one of a kind, or counts up to a
//! number below `c`; a broadcast sends all of a kind to the same place, or divides them, and then
//! as many more are tried as it takes to fill each part up to `c`. So a larger list leads to the
//! same configuration as one of those tried.
//!
//! States of small instances, run by the meaning of the language itself, are looked up too
//! ([`Counted::spot_check`]).

mod lists;
mod moves;
mod said;

use protocol::eval::PointerSet;
use protocol::explore::{Limits, explore};
use protocol::instance::Instance;
use protocol::{Atomicity, Formula, LocationId, System, ValueId};
use rustc_hash::FxHashSet;
use verdict::Budget;

use crate::environment::Flaw;
use lists::{Expansion, all_lists};
use said::Company;

/// What a certificate says of a process.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Process {
    pub location: LocationId,
    pub finites: Vec<ValueId>,
    pub held: PointerSet,
}

/// What it says of the centre; a number that is missing may be any.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Centre {
    pub finites: Vec<ValueId>,
    pub set: PointerSet,
    pub data: Vec<Option<i64>>,
}

/// The centre, and how many processes there are of each kind: sorted, none 0 times.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Configuration {
    pub centre: Centre,
    pub counts: Vec<(Process, u32)>,
}

/// A claim that these configurations are all there are.
#[derive(Clone, Debug)]
pub struct Certificate {
    pub cutoff: u32,
    /// Numbers of the centre beyond this are not told.
    pub limit: i64,
    pub configurations: Vec<Configuration>,
}

/// A certificate that holds.
pub struct Counted<'a> {
    system: &'a System,
    certificate: &'a Certificate,
}

impl<'a> Counted<'a> {
    /// Checks that the configurations contain all first states and are closed under all steps.
    pub fn check(
        system: &'a System,
        certificate: &'a Certificate,
        budget: &Budget,
    ) -> Result<Self, Flaw> {
        if system.atomicity == Atomicity::Stepwise {
            return Err(Flaw::Wrong("guards are not evaluated at one instant".to_owned()));
        }
        let beyond = said::largest_count(system).max(1);
        if certificate.cutoff <= beyond {
            return Err(Flaw::Wrong(format!(
                "a cutoff of {} does not decide counts up to {beyond}",
                certificate.cutoff
            )));
        }
        let known: FxHashSet<&Configuration> = certificate.configurations.iter().collect();
        for first in lists::first_lists(system, certificate)? {
            if !is_known(&known, &first.configuration(certificate)) {
                return Err(Flaw::Wrong("a first state is in no configuration".to_owned()));
            }
        }
        let reach = moves::reach(system, certificate.cutoff)?;
        for configuration in &certificate.configurations {
            for list in all_lists(configuration, certificate, Expansion::UpTo(reach))? {
                budget.check()?;
                for after in moves::after(system, &list)? {
                    if !is_known(&known, &after.configuration(certificate)) {
                        return Err(Flaw::Wrong(
                            "a step leads out of the configurations".to_owned(),
                        ));
                    }
                }
            }
        }
        Ok(Self { system, certificate })
    }

    /// Checks that `formula` holds of all different processes of all configurations.
    pub fn always(&self, formula: &Formula) -> Result<(), Flaw> {
        // As many of a kind as a property can speak of, beyond those that decide counts.
        const ASKED_OF: u32 = 4;
        for configuration in &self.certificate.configurations {
            for list in all_lists(configuration, self.certificate, Expansion::By(ASKED_OF))? {
                let company = Company::of(self.system, &list);
                if company.everywhere(formula).can_fail {
                    return Err(Flaw::Wrong("the property may fail".to_owned()));
                }
            }
        }
        Ok(())
    }

    /// Looks up states of small instances; returns how many.
    pub fn spot_check(&self, most: usize, budget: &Budget) -> Result<usize, Flaw> {
        let known: FxHashSet<&Configuration> = self.certificate.configurations.iter().collect();
        let mut n_states = 0;
        for n_processes in 1..=4 {
            let instance = Instance::new(self.system, n_processes);
            let explored = explore(instance, Limits { max_states: most }, budget);
            for state in explored.states_of_runs() {
                let seen = lists::List::of_state(&state).configuration(self.certificate);
                n_states += 1;
                if !is_known(&known, &seen) {
                    return Err(Flaw::Wrong(format!(
                        "a state of {n_processes} processes is in no configuration"
                    )));
                }
            }
        }
        Ok(n_states)
    }
}

/// Whether a configuration is among those known that says the same, or less of the centre's numbers.
fn is_known(known: &FxHashSet<&Configuration>, seen: &Configuration) -> bool {
    known.contains(seen) || covering(seen).iter().any(|it| known.contains(it))
}

fn covering(seen: &Configuration) -> Vec<Configuration> {
    let mut all = vec![seen.clone()];
    for position in 0..seen.centre.data.len() {
        let mut vaguer = all.clone();
        vaguer.iter_mut().for_each(|it| it.centre.data[position] = None);
        all.extend(vaguer);
    }
    all
}
