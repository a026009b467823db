//! Configurations as lists of processes, and lists as configurations.

use protocol::instance::State;
use protocol::{FiniteVar, System, ValueId};

use super::said::Company;
use super::{Centre, Certificate, Configuration, Process};
use crate::environment::Flaw;

/// Some processes, in no particular order, and the centre.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct List {
    pub processes: Vec<Process>,
    pub centre: Centre,
    /// Whether there are kinds of which the list has only some.
    pub is_part: bool,
}

/// With how many processes "`c` and more" is tried.
#[derive(Clone, Copy, Debug)]
pub(super) enum Expansion {
    /// With `c`, `c + 1`, … up to `c` and so many.
    UpTo(u32),
    /// With `c` and so many.
    By(u32),
}

/// More lists than this are not made of one configuration.
const MAX_LISTS: usize = 100_000;

/// The lists that stand for all states of a configuration.
pub(super) fn all_lists(
    configuration: &Configuration,
    certificate: &Certificate,
    expansion: Expansion,
) -> Result<Vec<List>, Flaw> {
    let cutoff = certificate.cutoff;
    let is_part = configuration.counts.iter().any(|(_, count)| *count >= cutoff);
    let mut all =
        vec![List { processes: Vec::new(), centre: configuration.centre.clone(), is_part }];
    for (process, count) in &configuration.counts {
        let numbers: Vec<u32> = match (*count >= cutoff, expansion) {
            (false, _) => vec![*count],
            (true, Expansion::UpTo(most)) => (cutoff..=cutoff + most).collect(),
            (true, Expansion::By(more)) => vec![cutoff + more],
        };
        let mut longer = Vec::with_capacity(all.len() * numbers.len());
        for list in &all {
            for number in &numbers {
                let mut list = list.clone();
                list.processes.extend((0..*number).map(|_| process.clone()));
                longer.push(list);
            }
        }
        if longer.len() > MAX_LISTS {
            return Err(Flaw::TooLarge(format!("more than {MAX_LISTS} lists of processes")));
        }
        all = longer;
    }
    Ok(all)
}

/// The lists that stand for all first states.
pub(super) fn first_lists(system: &System, certificate: &Certificate) -> Result<Vec<List>, Flaw> {
    let start = |var: &FiniteVar| match var.initial {
        Some(value) => vec![value],
        None => var.values.ids().collect::<Vec<ValueId>>(),
    };
    let mut kinds: Vec<Vec<ValueId>> = vec![Vec::new()];
    for var in system.finites.values() {
        kinds = extended(&kinds, &start(var));
    }
    let mut centres: Vec<Vec<ValueId>> = vec![Vec::new()];
    for var in system.centre.finites.values() {
        centres = extended(&centres, &start(var));
    }
    let within = |number: i64| number.abs() <= certificate.limit;
    let data: Vec<Option<i64>> =
        system.centre.data.values().map(|var| var.initial.filter(|it| within(*it))).collect();
    let mut lists = Vec::new();
    for finites in centres {
        let centre = Centre { finites, set: Default::default(), data: data.clone() };
        lists.push(List { processes: Vec::new(), centre, is_part: false });
    }
    for finites in kinds {
        let process =
            Process { location: system.initial_location(), finites, held: Default::default() };
        let mut longer = Vec::new();
        for list in &lists {
            for number in 0..=certificate.cutoff {
                let mut list = list.clone();
                list.processes.extend((0..number).map(|_| process.clone()));
                list.is_part |= number == certificate.cutoff;
                longer.push(list);
            }
        }
        if longer.len() > MAX_LISTS {
            return Err(Flaw::TooLarge(format!("more than {MAX_LISTS} first states")));
        }
        lists = longer;
    }
    lists.retain(|list| !list.processes.is_empty());
    lists.retain(|list| {
        let company = Company::of(system, list);
        system.initially.iter().all(|it| company.everywhere(&it.formula).can_hold)
    });
    Ok(lists)
}

fn extended(all: &[Vec<ValueId>], values: &[ValueId]) -> Vec<Vec<ValueId>> {
    let mut longer = Vec::new();
    for one in all {
        for value in values {
            let mut one = one.clone();
            one.push(*value);
            longer.push(one);
        }
    }
    longer
}

impl List {
    /// A state of an instance, as far as configurations tell.
    pub fn of_state(state: &State) -> Self {
        let processes = state.processes.iter().map(|process| Process {
            location: process.location,
            finites: process.finites.to_vec(),
            held: process.held,
        });
        let centre = Centre {
            finites: state.centre.finites.to_vec(),
            set: state.centre.set,
            data: state.centre.data.iter().map(|number| Some(*number)).collect(),
        };
        Self { processes: processes.collect(), centre, is_part: false }
    }

    /// The configuration that the list belongs to, with all numbers that are known and within the
    /// limit.
    pub fn configuration(&self, certificate: &Certificate) -> Configuration {
        let mut sorted = self.processes.clone();
        sorted.sort();
        let mut counts: Vec<(Process, u32)> = Vec::new();
        for process in sorted {
            match counts.last_mut() {
                Some((last, count)) if *last == process => *count += 1,
                _ => counts.push((process, 1)),
            }
        }
        for (_, count) in &mut counts {
            *count = (*count).min(certificate.cutoff);
        }
        let mut centre = self.centre.clone();
        for number in &mut centre.data {
            *number = number.filter(|it| it.abs() <= certificate.limit);
        }
        Configuration { centre, counts }
    }
}
