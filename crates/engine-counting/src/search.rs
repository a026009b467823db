//! All reachable configurations, and what holds of them.

use std::collections::{BTreeMap, VecDeque};

use protocol::eval::PointerSet;
use protocol::{Atomicity, FiniteVar, Formula, Subject, System, ValueId};
use rustc_hash::FxHashSet;
use verdict::Budget;

use crate::Refusal;
use crate::act::{World, successors};
use crate::config::{CentreKind, Configuration, Counts, Kind, Numbers};
use crate::judge::{Group, View, groups};
use crate::truth::Truth;

/// More configurations than this are not looked at.
const MAX_CONFIGURATIONS: usize = 60_000;
/// More kinds at the start than this are not combined.
const MAX_INITIAL_KINDS: usize = 8;

/// The reachable configurations of a system.
pub struct Reached<'a> {
    world: World<'a>,
    configurations: Vec<Configuration>,
    /// By which configuration each was reached.
    parents: Vec<Option<usize>>,
    /// What is asked to hold always, and the first configuration in which it may fail.
    asked: Vec<(&'a Formula, Option<usize>)>,
}

/// What the configurations say about a condition on all states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Holds,
    /// It may fail at the end of these configurations.
    Open(Vec<Configuration>),
}

/// The smallest cutoff with which `system` can be counted at all: beyond every number that a
/// condition compares a count with, so that "so many and more" decides it.
pub fn least_cutoff(system: &System) -> u32 {
    let compared = system.formulas().flat_map(Formula::all_atoms).filter_map(|atom| {
        let Formula::Count(count) = atom else { return None };
        count.bound.number()
    });
    // A property of several processes needs as many to be told apart.
    let several = system.formulas().map(|formula| 1 + formula.n_further() as u32);
    compared.map(|n| n + 1).chain(several).max().unwrap_or(0).max(2)
}

/// Goes through all configurations that can be reached, with counts up to `cutoff`, which must be
/// at least [`least_cutoff`]; or until everything that is `asked` to hold always may fail.
pub fn explore<'a>(
    system: &'a System,
    cutoff: u32,
    asked: &[&'a Formula],
    budget: &Budget,
) -> Result<Reached<'a>, Refusal> {
    if system.atomicity == Atomicity::Stepwise {
        return Err(Refusal::NotCounted("`guards stepwise`"));
    }
    let world = World { system, cutoff, numbers: Numbers::of(system) };
    let asked = asked.iter().map(|formula| (*formula, None)).collect();
    let mut reached = Reached { world, configurations: Vec::new(), parents: Vec::new(), asked };
    let mut known: FxHashSet<Configuration> = FxHashSet::default();
    let mut queue = VecDeque::new();
    for configuration in initial(world)? {
        if known.insert(configuration.clone()) {
            queue.push_back(reached.add(configuration, None)?);
        }
    }
    while let Some(position) = queue.pop_front() {
        budget.check()?;
        if !reached.asked.is_empty() && reached.asked.iter().all(|(_, end)| end.is_some()) {
            break;
        }
        for after in successors(world, &reached.configurations[position]) {
            if known.insert(after.clone()) {
                queue.push_back(reached.add(after, Some(position))?);
            }
        }
    }
    Ok(reached)
}

impl Reached<'_> {
    fn add(&mut self, it: Configuration, parent: Option<usize>) -> Result<usize, Refusal> {
        if self.configurations.len() == MAX_CONFIGURATIONS {
            let message = format!("there are more than {MAX_CONFIGURATIONS} configurations");
            return Err(Refusal::TooLarge(message));
        }
        let position = self.configurations.len();
        for (formula, end) in &mut self.asked {
            if end.is_none() && judge_all(self.world, formula, &it).may_fail {
                *end = Some(position);
            }
        }
        self.configurations.push(it);
        self.parents.push(parent);
        Ok(position)
    }

    pub fn configurations(&self) -> &[Configuration] {
        &self.configurations
    }

    pub fn cutoff(&self) -> u32 {
        self.world.cutoff
    }

    /// Numbers of the centre beyond this are unknown.
    pub fn limit(&self) -> i64 {
        self.world.numbers.limit
    }

    /// What was asked, in the order in which it was.
    pub fn answers(&self) -> Vec<Answer> {
        let answer = |(_, end): &(&Formula, Option<usize>)| match end {
            None => Answer::Holds,
            Some(end) => Answer::Open(self.run_to(*end)),
        };
        self.asked.iter().map(answer).collect()
    }

    fn run_to(&self, end: usize) -> Vec<Configuration> {
        let mut run = vec![self.configurations[end].clone()];
        let mut at = end;
        while let Some(parent) = self.parents[at] {
            run.push(self.configurations[parent].clone());
            at = parent;
        }
        run.reverse();
        run
    }
}

/// Whether the formula holds of all different processes of a configuration.
fn judge_all(world: World<'_>, formula: &Formula, it: &Configuration) -> Truth {
    let everyone = groups(&it.counts, world.cutoff);
    let mut subjects: Vec<Subject> = Vec::new();
    subjects.extend(formula.mentions(Subject::Own).then_some(Subject::Own));
    subjects.extend(formula.mentions(Subject::Other).then_some(Subject::Other));
    subjects.extend((0..formula.n_further()).map(|number| Subject::Further(number as u8)));
    let mut truth = Truth::known(true);
    let chosen = Chosen { own: None, other: None, further: Vec::new() };
    each_choice(&everyone, &subjects, chosen, &mut |chosen| {
        let view = View {
            system: world.system,
            centre: &it.centre,
            everyone: &everyone,
            own: chosen.own,
            other: chosen.other,
            further: &chosen.further,
            is_part: it.counts.values().any(|count| *count == world.cutoff),
        };
        truth = truth.and(view.judge(formula));
    });
    truth
}

#[derive(Clone)]
struct Chosen<'a> {
    own: Option<&'a Kind>,
    other: Option<&'a Kind>,
    further: Vec<&'a Kind>,
}

/// Calls `see` with each choice of different processes for the subjects.
fn each_choice<'a>(
    left: &[Group<'a>],
    subjects: &[Subject],
    chosen: Chosen<'a>,
    see: &mut dyn FnMut(&Chosen<'a>),
) {
    let Some((subject, rest)) = subjects.split_first() else { return see(&chosen) };
    for (position, group) in left.iter().enumerate() {
        if group.most == Some(0) {
            continue;
        }
        let mut chosen = chosen.clone();
        match subject {
            Subject::Own => chosen.own = Some(group.kind),
            Subject::Other => chosen.other = Some(group.kind),
            _ => chosen.further.push(group.kind),
        }
        let mut left = left.to_vec();
        left[position].least = left[position].least.saturating_sub(1);
        left[position].most = left[position].most.map(|most| most.saturating_sub(1));
        each_choice(&left, rest, chosen, see);
    }
}

/// The configurations of all first states: any number of processes, from one on.
fn initial(world: World<'_>) -> Result<Vec<Configuration>, Refusal> {
    let system = world.system;
    let values = |var: &FiniteVar| -> Vec<ValueId> {
        var.initial.map_or_else(|| var.values.ids().collect(), |value| vec![value])
    };
    let kinds = combinations(system.finites.values().map(values).collect());
    if kinds.len() > MAX_INITIAL_KINDS {
        let message = format!("processes may start in {} ways", kinds.len());
        return Err(Refusal::TooLarge(message));
    }
    let mut counts: Vec<Counts> = vec![BTreeMap::new()];
    for finites in kinds {
        let kind =
            Kind { location: system.initial_location(), finites, held: PointerSet::default() };
        let with = |counts: &Counts| {
            let counts = counts.clone();
            let kind = kind.clone();
            (0..=world.cutoff).map(move |n| {
                let mut counts = counts.clone();
                if n > 0 {
                    counts.insert(kind.clone(), n);
                }
                counts
            })
        };
        counts = counts.iter().flat_map(with).collect();
    }
    counts.retain(|counts| !counts.is_empty());
    let centres = combinations(system.centre.finites.values().map(values).collect());
    let data: Box<[Option<i64>]> =
        system.centre.data.values().map(|var| world.numbers.kept(var.initial)).collect();
    let mut all = Vec::new();
    for finites in centres {
        let centre = CentreKind { finites, set: PointerSet::default(), data: data.clone() };
        all.extend(
            counts.iter().map(|it| Configuration { centre: centre.clone(), counts: it.clone() }),
        );
    }
    let is_possible = |it: &Configuration| {
        let holds = |formula: &Formula| judge_all(world, formula, it).may_hold;
        system.initially.iter().all(|it| holds(&it.formula))
    };
    all.retain(is_possible);
    all.sort();
    Ok(all)
}

/// Every choice of one value for each variable.
fn combinations(values: Vec<Vec<ValueId>>) -> Vec<Box<[ValueId]>> {
    let mut all: Vec<Vec<ValueId>> = vec![Vec::new()];
    for values in values {
        let longer = |it: &Vec<ValueId>| {
            let it = it.clone();
            values
                .iter()
                .map(move |value| it.iter().copied().chain([*value]).collect())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.into_iter().map(Vec::into_boxed_slice).collect()
}

/// A configuration in words: `inside: 2, idle: 4 or more`.
pub fn describe(system: &System, it: &Configuration, cutoff: u32) -> String {
    let mut parts = Vec::new();
    for (var, value) in system.centre.finites.values().zip(&it.centre.finites) {
        parts.push(format!("{} = {}", var.name, var.values[*value]));
    }
    for (var, number) in system.centre.data.values().zip(&it.centre.data) {
        let number = number.map_or_else(|| "?".to_owned(), |number| number.to_string());
        parts.push(format!("{} = {number}", var.name));
    }
    for (kind, count) in &it.counts {
        let mut name = system.locations[kind.location].name.clone();
        for (var, value) in system.finites.values().zip(&kind.finites) {
            name.push_str(&format!(" {}={}", var.name, var.values[*value]));
        }
        for (id, pointer) in system.centre.pointers.iter() {
            if kind.held.contains(id) {
                name.push_str(&format!(" <-{}", pointer.name));
            }
        }
        let many = if *count == cutoff { " or more" } else { "" };
        parts.push(format!("{name}: {count}{many}"));
    }
    parts.join(", ")
}
