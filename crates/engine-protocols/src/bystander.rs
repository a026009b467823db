//! The numbers that one more process can have, one of each kind that a step can tell apart.
//!
//! Every condition compares a number of the process with something that is fixed in the
//! scenario: a *threshold*. So for each variable it is enough to try the thresholds, one number
//! between each two neighbours and one beyond each end. Only where two numbers of the same
//! process are compared with each other does this not work; then a whole grid is tried.

use index::Id;

use crate::condition::{Condition, Slot};
use crate::placement::{Point, grid};
use crate::states::{Data, States};
use crate::vocabulary::Variable;

/// Everything in a scenario that numbers of one more process may be compared with.
pub(crate) struct Surroundings<'a> {
    /// Numbers of processes it is related to, before and after the step.
    pub partners: &'a [&'a [i64]],
    /// Numbers of the centre, before and after the step.
    pub centres: &'a [&'a [i64]],
    pub fresh: &'a [i64],
}

impl States<'_> {
    /// All numbers of one more process that differ for the facts or for the plan, whose own
    /// thresholds are given. `simple`: the plan compares no two numbers of one other.
    pub fn bystander_numbers(
        &self,
        around: &Surroundings<'_>,
        mut thresholds: Vec<Vec<i64>>,
        simple: bool,
    ) -> Vec<Data> {
        let simple = simple && self.facts_thresholds(around, &mut thresholds);
        let mut all: Vec<Data> = vec![Data::new()];
        for (n, thresholds) in thresholds.iter_mut().enumerate() {
            let natural = self.point(Variable::Process(n)) == Point::Natural;
            let values = if simple { between(thresholds) } else { self.whole_grid(around, n) };
            let mut longer = Vec::with_capacity(all.len() * values.len());
            for data in &all {
                for value in values.iter().filter(|value| !natural || **value >= 0) {
                    let mut data = data.clone();
                    data.push(*value);
                    longer.push(data);
                }
            }
            all = longer;
        }
        all
    }

    /// Adds the thresholds of local and pair facts; false if there are none for some fact.
    fn facts_thresholds(&self, around: &Surroundings<'_>, thresholds: &mut [Vec<i64>]) -> bool {
        for fact in &self.vocabulary.pairs {
            let numbers = around.partners.iter().map(|partner| partner[fact.lhs] + fact.offset);
            thresholds[fact.rhs].extend(numbers);
        }
        let mut simple = true;
        for fact in self.local_facts() {
            simple &= fact_thresholds(fact, around, thresholds);
        }
        simple
    }

    fn whole_grid(&self, around: &Surroundings<'_>, variable: usize) -> Vec<i64> {
        let group = &self.vocabulary.groups[self.vocabulary.group_of(Variable::Process(variable))];
        let mut placed: Vec<i64> = around.fresh.to_vec();
        for partner in around.partners {
            placed.extend(group.process.iter().map(|n| partner[*n]));
        }
        for centre in around.centres {
            placed.extend(group.centre.iter().map(|n| centre[*n]));
        }
        grid(&placed, group).collect()
    }
}

/// The thresholds, and one number between each two neighbours and beyond each end.
fn between(thresholds: &mut Vec<i64>) -> Vec<i64> {
    thresholds.sort_unstable();
    thresholds.dedup();
    let Some(first) = thresholds.first() else { return vec![0] };
    let mut values = vec![first - 1];
    for pair in thresholds.windows(2) {
        values.push(pair[0]);
        if pair[1] - pair[0] > 1 {
            values.push(pair[0] + 1);
        }
    }
    let last = thresholds[thresholds.len() - 1];
    values.extend([last, last + 1]);
    values
}

fn fact_thresholds(
    fact: &Condition,
    around: &Surroundings<'_>,
    thresholds: &mut [Vec<i64>],
) -> bool {
    match fact {
        Condition::Not(inner) => fact_thresholds(inner, around, thresholds),
        Condition::All(parts) | Condition::Any(parts) => {
            let mut simple = true;
            for part in parts {
                simple &= fact_thresholds(part, around, thresholds);
            }
            simple
        }
        Condition::Compare(_, lhs, rhs) => {
            for (mine, theirs) in [(lhs, rhs), (rhs, lhs)] {
                let Slot::Own(n) = mine.slot else { continue };
                let difference = theirs.offset - mine.offset;
                match theirs.slot {
                    Slot::Zero => thresholds[n].push(difference),
                    Slot::Centre(m) => thresholds[n]
                        .extend(around.centres.iter().map(|centre| centre[m] + difference)),
                    Slot::Own(_) | Slot::Other(_) | Slot::Fresh(_) => return false,
                }
            }
            true
        }
        Condition::True | Condition::False | Condition::OwnIsLess | Condition::Checked => true,
    }
}

/// Numbers of a process of which nothing is known but its variables' sorts and initial values.
pub(crate) fn initial_point(states: &States<'_>, variable: Variable) -> Point {
    let initial = match variable {
        Variable::Process(n) => states.system.data[protocol::DataId::new(n)].initial,
        Variable::Centre(n) => states.system.centre.data[protocol::CentreDataId::new(n)].initial,
    };
    initial.map_or_else(|| states.point(variable), Point::Fixed)
}
