//! Steps of lists of processes: this one acts, that one is picked, these are told.

use index::Id;
use protocol::{
    Action, Actor, Branch, Broadcast, DataRef, DataSort, DataTarget, DataValue, FiniteRef,
    FiniteTarget, FiniteValue, Formula, PointerValue, Rule, Subject, System, Update, ValueId,
};

use super::Process;
use super::lists::List;
use super::said::Company;
use crate::environment::Flaw;

/// A list in the middle of a step.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Moment {
    list: List,
    own: Option<usize>,
    picked: Option<usize>,
}

impl Moment {
    fn company<'a>(&'a self, system: &'a System) -> Company<'a> {
        let mut company = Company::of(system, &self.list);
        company.own = self.own;
        company.other = self.picked;
        company
    }

    /// With the process at `position` replaced.
    fn with(&self, position: usize, process: Process) -> Self {
        let mut after = self.clone();
        after.list.processes[position] = process;
        after
    }
}

/// How many processes beyond the cutoff a step may have to do with one by one.
pub(super) fn reach(system: &System, cutoff: u32) -> Result<u32, Flaw> {
    let mut most = 1;
    for rule in system.rules.values() {
        for branch in rule.then.iter().chain(&rule.otherwise) {
            let mut touched = 1;
            for action in &branch.actions {
                touched += match action {
                    Action::Pick(_) | Action::Tell { .. } => 1,
                    Action::SetPointer { .. } => 2,
                    Action::Broadcast(broadcast) => divides(broadcast, cutoff)?,
                    Action::SetData { .. } | Action::SetFinite { .. } | Action::Scan(_) => 0,
                };
            }
            most = most.max(touched);
        }
    }
    Ok(most)
}

/// How many more processes of a kind are needed so that a broadcast fills every part of it.
fn divides(broadcast: &Broadcast, cutoff: u32) -> Result<u32, Flaw> {
    let reads_anybody = |update: &Update| match update {
        Update::Read { of: FiniteRef::Process(subject, _), .. } => is_vague(*subject),
        _ => false,
    };
    if broadcast.cases.iter().flat_map(|case| &case.updates).any(reads_anybody) {
        return Err(Flaw::TooLarge("a broadcast of a neighbour's value".to_owned()));
    }
    let is_open = |formula: &Formula| {
        formula.all_atoms().any(|atom| match atom {
            Formula::Compare(_, lhs, rhs) => [lhs, rhs]
                .iter()
                .any(|term| matches!(term.base, Some(DataRef::Process(..) | DataRef::Centre(_)))),
            Formula::Predicate(..) | Formula::OwnIdIsLess | Formula::Count(_) => true,
            atom => atom.subjects().into_iter().any(is_vague),
        })
    };
    let n_open = broadcast.cases.iter().filter(|case| is_open(&case.test)).count() as u32;
    Ok(n_open * cutoff)
}

fn is_vague(subject: Subject) -> bool {
    matches!(subject, Subject::Next | Subject::Previous)
}

/// All lists one step away.
pub(super) fn after(system: &System, list: &List) -> Result<Vec<List>, Flaw> {
    let mut after = Vec::new();
    for rule in system.rules.values() {
        let actors: Vec<Option<usize>> = match &rule.actor {
            Actor::Centre => vec![None],
            Actor::Process(locations) => {
                let fits = |it: &usize| locations.contains(list.processes[*it].location);
                different(list, (0..list.processes.len()).filter(fits)).map(Some).collect()
            }
        };
        for own in actors {
            let moment = Moment { list: list.clone(), own, picked: None };
            for branch in open_branches(system, rule, &moment) {
                after.extend(run(system, branch, &moment)?);
            }
        }
    }
    after.sort();
    after.dedup();
    Ok(after)
}

/// Of processes that are alike the first.
fn different(list: &List, positions: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
    let mut first: Vec<usize> = Vec::new();
    for position in positions {
        if !first.iter().any(|it| list.processes[*it] == list.processes[position]) {
            first.push(position);
        }
    }
    first.into_iter()
}

fn open_branches<'a>(system: &System, rule: &'a Rule, moment: &Moment) -> Vec<&'a Branch> {
    let company = moment.company(system);
    if !company.says(&rule.when).can_hold {
        return Vec::new();
    }
    let (mut can_hold, mut can_fail) = (true, false);
    if let Some(guard) = &rule.guard {
        let others = (0..moment.list.processes.len()).filter(|it| Some(*it) != moment.own);
        let said = others.map(|it| company.looking_at(it).says(&guard.body));
        for said in said.chain(guard.also.iter().map(|it| company.says(it))) {
            can_hold &= said.can_hold;
            can_fail |= said.can_fail;
        }
    }
    let then = rule.then.as_ref().filter(|_| can_hold);
    let otherwise = rule.otherwise.as_ref().filter(|_| can_fail);
    then.into_iter().chain(otherwise).collect()
}

fn run(system: &System, branch: &Branch, moment: &Moment) -> Result<Vec<List>, Flaw> {
    let mut moments = vec![moment.clone()];
    for action in &branch.actions {
        let mut next = Vec::new();
        for moment in &moments {
            next.extend(act(system, action, moment)?);
        }
        next.sort();
        next.dedup();
        moments = next;
    }
    let mut lists = Vec::new();
    for mut moment in moments {
        if let (Some(own), Some(goto)) = (moment.own, branch.goto) {
            moment.list.processes[own].location = goto;
        }
        moment.list.processes.sort();
        lists.push(moment.list);
    }
    Ok(lists)
}

fn act(system: &System, action: &Action, moment: &Moment) -> Result<Vec<Moment>, Flaw> {
    let company = moment.company(system);
    Ok(match action {
        Action::SetData { target, value } => {
            let number = match value {
                DataValue::Any => None,
                DataValue::Term(term) => {
                    if let Some(DataRef::Process(subject, _)) = term.base
                        && company.who(subject).0.is_empty()
                    {
                        return Ok(Vec::new());
                    }
                    company.number(*term)
                }
            };
            let mut after = moment.clone();
            if let DataTarget::Centre(id) = target {
                let sort = system.centre.data[*id].sort;
                let clamped = number.map(|it| if sort == DataSort::Nat { it.max(0) } else { it });
                after.list.centre.data[id.index()] = clamped;
            }
            vec![after]
        }
        Action::Scan(scan) => {
            let mut after = moment.clone();
            if let DataTarget::Centre(id) = scan.target {
                after.list.centre.data[id.index()] = None;
            }
            vec![after]
        }
        Action::SetFinite { target, value } => {
            let through = |of: FiniteRef, table: &index::IndexVec<ValueId, ValueId>| {
                let (values, _) = company.finite(of);
                values.into_iter().map(|value| table[value]).collect::<Vec<ValueId>>()
            };
            let var = match target {
                FiniteTarget::Own(id) => &system.finites[*id],
                FiniteTarget::Centre(id) => &system.centre.finites[*id],
            };
            let values = match value {
                FiniteValue::Const(value) => vec![*value],
                FiniteValue::Any => var.values.ids().collect(),
                FiniteValue::Read { of, table } => through(*of, table),
                FiniteValue::Copy { of: FiniteTarget::Own(id), table } => {
                    through(FiniteRef::Process(Subject::Own, *id), table)
                }
                FiniteValue::Copy { of: FiniteTarget::Centre(id), table } => {
                    through(FiniteRef::Centre(*id), table)
                }
            };
            let mut all = Vec::new();
            for value in values {
                let mut after = moment.clone();
                match (target, moment.own) {
                    (FiniteTarget::Own(id), Some(own)) => {
                        after.list.processes[own].finites[id.index()] = value;
                    }
                    (FiniteTarget::Own(_), None) => {}
                    (FiniteTarget::Centre(id), _) => {
                        after.list.centre.finites[id.index()] = value;
                    }
                }
                all.push(after);
            }
            all
        }
        Action::SetPointer { pointer, value } => {
            let targets = match value {
                PointerValue::Nobody => vec![None],
                PointerValue::Own => vec![moment.own],
                PointerValue::Of(subject) => {
                    let (somebody, may_be_nobody) = company.who(*subject);
                    let somebody = somebody.into_iter().map(Some);
                    somebody.chain(may_be_nobody.then_some(None)).collect()
                }
            };
            let mut all = Vec::new();
            for target in targets {
                let mut after = moment.clone();
                for process in &mut after.list.processes {
                    process.held.remove(*pointer);
                }
                after.list.centre.set.remove(*pointer);
                if let Some(target) = target {
                    after.list.processes[target].held.insert(*pointer);
                    after.list.centre.set.insert(*pointer);
                }
                all.push(after);
            }
            all
        }
        Action::Pick(pick) => {
            let others = (0..moment.list.processes.len()).filter(|it| Some(*it) != moment.own);
            let fits = |it: &usize| company.looking_at(*it).says(&pick.test).can_hold;
            let picked = different(&moment.list, others.filter(fits));
            picked.map(|it| Moment { picked: Some(it), ..moment.clone() }).collect()
        }
        Action::Tell { whom, update, .. } => {
            let mut all = Vec::new();
            for position in company.who(*whom).0 {
                for process in
                    told(&company, &moment.list.processes[position], std::slice::from_ref(update))
                {
                    all.push(moment.with(position, process));
                }
            }
            all
        }
        Action::Broadcast(broadcast) => broadcast_to_all(broadcast, moment, &company)?,
    })
}

/// What a process may become.
fn told(company: &Company<'_>, process: &Process, updates: &[Update]) -> Vec<Process> {
    let mut all = vec![process.clone()];
    for update in updates {
        match update {
            Update::Location(location) => all.iter_mut().for_each(|it| it.location = *location),
            Update::Const(target, value) => {
                all.iter_mut().for_each(|it| it.finites[target.index()] = *value);
            }
            Update::Copy { target, of, table } => {
                let value = table[process.finites[of.index()]];
                all.iter_mut().for_each(|it| it.finites[target.index()] = value);
            }
            Update::Read { target, of, table } => {
                let (values, _) = company.finite(*of);
                let mut more = Vec::new();
                for it in &all {
                    for value in &values {
                        let mut it = it.clone();
                        it.finites[target.index()] = table[*value];
                        more.push(it);
                    }
                }
                all = more;
            }
            Update::AnyValue(target) => {
                let mut more = Vec::new();
                for value in company.system.finites[*target].values.ids() {
                    for mut it in all.iter().cloned() {
                        it.finites[target.index()] = value;
                        more.push(it);
                    }
                }
                all = more;
            }
            Update::AnyNumber(_) => {}
            Update::Number { value, .. } => {
                if let Some(DataRef::Process(subject, _)) = value.base
                    && company.who(subject).0.is_empty()
                {
                    return Vec::new();
                }
            }
        }
    }
    all
}

/// More outcomes of one broadcast than this are not told apart.
const MAX_OUTCOMES: usize = 100_000;

/// Each other process goes where the first case that it satisfies sends it. Who are alike and
/// not picked may be told apart by nothing, so only the number of those who go to each place
/// matters: their places are tried in one order.
fn broadcast_to_all(
    broadcast: &Broadcast,
    moment: &Moment,
    company: &Company<'_>,
) -> Result<Vec<Moment>, Flaw> {
    let mut done: Vec<(Moment, Vec<(Process, Process)>)> = vec![(moment.clone(), Vec::new())];
    for position in (0..moment.list.processes.len()).filter(|it| Some(*it) != moment.own) {
        let before = &moment.list.processes[position];
        let looked_at = company.looking_at(position);
        let mut places = Vec::new();
        let mut is_left = true;
        for case in &broadcast.cases {
            let said = looked_at.says(&case.test);
            if said.can_hold {
                places.extend(told(&looked_at, before, &case.updates));
            }
            if !said.can_fail {
                is_left = false;
                break;
            }
        }
        if is_left {
            places.push(before.clone());
        }
        places.sort();
        places.dedup();
        let mut next = Vec::new();
        for (moment, last) in &done {
            let is_picked = moment.picked == Some(position);
            let from = last.iter().find(|(kind, _)| kind == before).map(|(_, place)| place);
            for place in &places {
                if !is_picked && from.is_some_and(|from| place < from) {
                    continue;
                }
                let mut last = last.clone();
                if !is_picked {
                    last.retain(|(kind, _)| kind != before);
                    last.push((before.clone(), place.clone()));
                    last.sort();
                }
                next.push((moment.with(position, place.clone()), last));
            }
        }
        if next.len() > MAX_OUTCOMES {
            return Err(Flaw::TooLarge("a broadcast has too many outcomes".to_owned()));
        }
        done = next;
    }
    Ok(done.into_iter().map(|(moment, _)| moment).collect())
}
