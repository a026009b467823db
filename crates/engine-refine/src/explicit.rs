//! Concrete states of both sides, and what can happen in them.
//!
//! Everything here has the meaning of the real programs: values are of their real types, and a
//! step does what it says. Only the *choices* are few: what others write, what inputs give and
//! what variables begin with are taken from a small domain, the constants of the programs and
//! their neighbours. So a run that is found here is a run of the programs, and a set of runs
//! that is found here is a part of theirs.
//!
//! Of the source, on the other hand, all that it could do is gathered; where that is not possible
//! (a choice of its own among too many values, a search that is cut off, something that is not
//! modelled) the result says so.

use ir::{CompareOp, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::expr::{Ex, Node, Slot};
use crate::failure::Instead;
use crate::machine::{ENDED, Label, Machine, Step, UNDEFINED, UNMODELLED};
use crate::problem::Problem;

/// Values of all slots of the state, target and source.
pub type Values = Box<[i128]>;

/// Source states that are looked at from one on, unless somebody asks for more.
const CLOSURE: usize = 16;
/// Values that others write to one variable.
const MAX_WRITTEN: usize = 3;

/// What is seen of a concrete step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    Nothing,
    Call(String, Vec<i128>, Option<i128>),
    Return(Option<i128>),
    Abort,
    Error,
    Undefined,
    Unmodelled,
}

/// A step of the target.
#[derive(Clone, Debug)]
pub struct Move {
    pub step: usize,
    pub choices: Vec<i128>,
    pub to: usize,
    pub values: Values,
    pub seen: Seen,
}

/// How a choice of the source is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pick {
    /// What the target's call gave.
    Result,
    /// The same as this choice of the target's step.
    Choice(usize),
    /// What the target returns.
    Returned,
    /// What a slot of the target holds after its step.
    After(Slot),
    Constant(i128),
}

/// Steps of the source, with picks for their choices in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path {
    pub steps: Vec<usize>,
    pub picks: Vec<Pick>,
}

/// A way in which the source can follow.
#[derive(Clone, Debug)]
pub struct Option_ {
    pub path: Path,
    pub place: usize,
    pub values: Values,
}

/// All ways, as far as they could be gathered.
#[derive(Clone, Debug, Default)]
pub struct Follow {
    pub options: Vec<Option_>,
    /// The source might do more than is listed.
    pub is_open: bool,
}

/// Something that others do.
#[derive(Clone, Debug)]
pub struct Disturbance {
    pub command: usize,
    pub values: Values,
    /// Whether the relation is kept.
    pub is_kept: bool,
    /// Whether the relation leaves the source no other value.
    pub is_forced: bool,
}

/// Concrete states of a problem.
pub struct World<'p> {
    pub problem: &'p Problem,
    /// Values for slots of the target, and for choices.
    domains: FxHashMap<Slot, Vec<i128>>,
    general: Vec<i128>,
    relation: Ex,
    n_slots: usize,
    /// Shared slots that the relation always makes equal.
    equal: FxHashSet<Slot>,
    /// Source states that are looked at from one on, without a label between them.
    pub closure: usize,
}

impl<'p> World<'p> {
    /// `relation` is the conjunction of the problem's; `extra` are values worth trying.
    pub fn new(problem: &'p Problem, relation: Ex, extra: &[(Slot, i128)]) -> Self {
        let mut world = Self {
            problem,
            domains: FxHashMap::default(),
            general: Vec::new(),
            relation,
            n_slots: problem.exprs.n_slots(),
            equal: FxHashSet::default(),
            closure: CLOSURE,
        };
        for fact in &problem.relation {
            if let Node::Compare(CompareOp::Eq, a, b) = problem.exprs.node(fact.ex)
                && let (Node::Slot(a), Node::Slot(b)) =
                    (problem.exprs.node(a), problem.exprs.node(b))
                && problem.shared.iter().any(|pair| *pair == (a, b) || *pair == (b, a))
            {
                world.equal.extend([a, b]);
            }
        }
        world.fill_domains(extra);
        world
    }

    /// Constants that a slot is compared with, and those near them.
    fn fill_domains(&mut self, extra: &[(Slot, i128)]) {
        let problem = self.problem;
        let exprs = &problem.exprs;
        let n_shared = problem.shared.len();
        let most = match n_shared {
            0..=2 => 9,
            3 => 6,
            4 => 5,
            5 => 4,
            _ => 3,
        };
        let mut near: FxHashMap<Slot, Vec<i128>> = FxHashMap::default();
        let mut conditions: Vec<Ex> = Vec::new();
        for machine in [&problem.target, &problem.source] {
            conditions.extend(machine.steps.iter().map(|step| step.guard));
        }
        conditions.extend(problem.relation.iter().chain(&problem.requires).map(|fact| fact.ex));
        conditions.extend(problem.environment.commands.iter().map(|command| command.guard));
        for condition in conditions {
            for atom in exprs.atoms_of(condition) {
                let constants = exprs.constants_of(atom);
                for slot in exprs.slots_of(atom) {
                    let found = near.entry(slot).or_default();
                    for constant in &constants {
                        found.extend([*constant, constant + 1, constant - 1]);
                    }
                }
            }
        }
        let base = [0, 1, 2, -1, 3];
        self.general = base[..3].to_vec();
        for slot in (0..problem.n_state() as u32).map(Slot) {
            let ty = problem.slot_type(slot);
            let own = extra.iter().filter(|(it, _)| *it == slot).map(|(_, value)| *value);
            let mut values: Vec<i128> = own.collect();
            let n_extra = values.len();
            values.extend([0, 1]);
            values.extend(near.get(&slot).into_iter().flatten());
            values.extend(base);
            let mut kept: Vec<i128> = Vec::new();
            for value in values {
                let fits = match ty {
                    // It may be a `_Bool`, which holds nothing else.
                    Type::Int(int) if int.width == 8 && !int.is_signed() => {
                        (0..=1).contains(&value)
                    }
                    Type::Int(int) => int.value(int.wrap(value)) == value,
                    _ => (0..=1).contains(&value),
                };
                if fits && !kept.contains(&value) {
                    kept.push(value);
                }
            }
            kept.truncate(most + n_extra);
            self.domains.insert(slot, kept);
        }
    }

    fn domain(&self, slot: Slot) -> &[i128] {
        self.domains.get(&slot).map_or(&self.general, |values| values)
    }

    fn choice_domain(&self, slot: Slot) -> Vec<i128> {
        match self.problem.exprs.slot_type(slot) {
            Type::Bool => vec![0, 1],
            _ => self.general.clone(),
        }
    }

    fn scratch(&self, values: &[i128]) -> Vec<i128> {
        let mut all = values.to_vec();
        all.resize(self.n_slots, 0);
        all
    }

    pub fn is_related(&self, values: &[i128]) -> bool {
        self.problem.exprs.holds(self.relation, values) == Some(true)
    }

    /// Slots that no longer matter are zero, so that states that differ there only are one.
    fn normalise(&self, machine: &Machine, place: usize, values: &mut [i128]) {
        let live = &machine.live[place];
        for (index, variable) in self.problem.variables.iter().enumerate() {
            let slot = Slot(index as u32);
            let is_kept = self.is_shared(slot) || self.problem.visible.contains(&slot);
            if variable.side == machine.side && !is_kept && !live.contains(&slot) {
                values[index] = 0;
            }
        }
    }

    fn is_shared(&self, slot: Slot) -> bool {
        self.problem.shared.iter().any(|(a, b)| *a == slot || *b == slot)
    }

    /// States in which both may start, and whether the source could start in others besides.
    pub fn starts(&self, most: usize) -> (Vec<Values>, bool) {
        let problem = self.problem;
        let (target, source) = (&problem.target, &problem.source);
        let mut free: Vec<Vec<Slot>> = Vec::new();
        let mut is_open = false;
        let mut tied: FxHashSet<Slot> = FxHashSet::default();
        let mut values: Vec<i128> = vec![0; problem.n_state()];
        let mut is_known = vec![false; problem.n_state()];
        for (index, variable) in problem.variables.iter().enumerate() {
            if let Some(initial) = variable.initial {
                values[index] = initial;
                is_known[index] = true;
            }
        }
        let groups = self.equal_at_start();
        for slot in problem.live_at((target.start, source.start)) {
            if is_known[slot.index()] || tied.contains(&slot) {
                continue;
            }
            let group: Vec<Slot> = match groups.iter().find(|group| group.contains(&slot)) {
                Some(group) => group.clone(),
                None => vec![slot],
            };
            let of_source =
                |slot: &Slot| problem.variables[slot.index()].side == crate::machine::Side::Source;
            // A slot of the source that nothing ties to the target may hold any value.
            if group.iter().all(of_source) {
                is_open = true;
            }
            tied.extend(&group);
            free.push(group);
        }
        let mut starts = Vec::new();
        let sizes: Vec<usize> = free.iter().map(|group| self.domain(group[0]).len()).collect();
        let total: usize =
            sizes.iter().try_fold(1usize, |a, b| a.checked_mul(*b)).unwrap_or(usize::MAX);
        let stride = total / most + 1;
        // Coprime with small sizes, so that a sparse choice still varies every slot.
        let stride = if stride > 1 { stride | 1 } else { 1 };
        let mut number = 0usize;
        while number < total && starts.len() < most {
            let mut rest = number;
            for (group, size) in free.iter().zip(&sizes) {
                let value = self.domain(group[0])[rest % size];
                group.iter().for_each(|slot| values[slot.index()] = value);
                rest /= size;
            }
            let holds = |ex: Ex| problem.exprs.holds(ex, &values) == Some(true);
            if self.is_related(&values) && problem.requires.iter().all(|fact| holds(fact.ex)) {
                starts.push(values.clone().into_boxed_slice());
            }
            number += stride;
        }
        (starts, is_open)
    }

    /// Slots that relation and requirement make equal.
    fn equal_at_start(&self) -> Vec<Vec<Slot>> {
        let exprs = &self.problem.exprs;
        let mut groups: Vec<Vec<Slot>> = Vec::new();
        let mut pending: Vec<Ex> = self
            .problem
            .relation
            .iter()
            .chain(&self.problem.requires)
            .map(|fact| fact.ex)
            .collect();
        while let Some(ex) = pending.pop() {
            match exprs.node(ex) {
                Node::And(a, b) => pending.extend([a, b]),
                Node::Compare(CompareOp::Eq, a, b) => {
                    if let (Node::Slot(a), Node::Slot(b)) = (exprs.node(a), exprs.node(b)) {
                        let (mut joined, others): (Vec<_>, Vec<_>) = groups
                            .into_iter()
                            .partition(|group| group.contains(&a) || group.contains(&b));
                        let mut group: Vec<Slot> = joined.drain(..).flatten().collect();
                        group.extend([a, b]);
                        group.sort();
                        group.dedup();
                        groups = others;
                        groups.push(group);
                    }
                }
                _ => {}
            }
        }
        groups
    }

    /// What the target can do next.
    pub fn moves(&self, place: usize, values: &Values) -> Vec<Move> {
        let target = &self.problem.target;
        let mut moves = Vec::new();
        for &index in &target.outgoing[place] {
            let step = &target.steps[index];
            let domains: Vec<Vec<i128>> =
                step.choices.iter().map(|slot| self.choice_domain(*slot)).collect();
            for choices in products(&domains) {
                if let Some((new, seen)) = self.taken(target, step, values, &choices) {
                    moves.push(Move { step: index, choices, to: step.to, values: new, seen });
                }
            }
        }
        moves
    }

    /// The state behind a step, if it can be taken.
    fn taken(
        &self,
        machine: &Machine,
        step: &Step,
        values: &Values,
        choices: &[i128],
    ) -> Option<(Values, Seen)> {
        let exprs = &self.problem.exprs;
        let mut all = self.scratch(values);
        for (slot, value) in step.choices.iter().zip(choices) {
            all[slot.index()] = *value;
        }
        if !exprs.holds(step.guard, &all)? {
            return None;
        }
        let seen = self.seen(&step.label, &all)?;
        let mut new = values.clone();
        for (slot, value) in &step.updates {
            new[slot.index()] = exprs.eval(*value, &all)?;
        }
        self.normalise(machine, step.to, &mut new);
        Some((new, seen))
    }

    fn seen(&self, label: &Label, all: &[i128]) -> Option<Seen> {
        let exprs = &self.problem.exprs;
        Some(match label {
            Label::Silent => Seen::Nothing,
            Label::Call { function, arguments, result } => {
                let arguments: Option<Vec<i128>> =
                    arguments.iter().map(|it| exprs.eval(*it, all)).collect();
                Seen::Call(function.clone(), arguments?, result.map(|slot| all[slot.index()]))
            }
            Label::Return(Some(value)) => Seen::Return(Some(exprs.eval(*value, all)?)),
            Label::Return(None) => Seen::Return(None),
            Label::Abort => Seen::Abort,
            Label::Error => Seen::Error,
            Label::Undefined(_) => Seen::Undefined,
            Label::Unmodelled(_) => Seen::Unmodelled,
        })
    }

    /// Everything that the source can do so that the same is seen; `values` are those after the
    /// target's move. States in which the relation does not hold are left out.
    pub fn follow(&self, place: usize, values: &Values, seen: &Seen, choices: &[i128]) -> Follow {
        let source = &self.problem.source;
        let mut follow = Follow::default();
        let wants_label = *seen != Seen::Nothing;
        // (place, values, path, whether the label has been seen)
        let mut pending = std::collections::VecDeque::new();
        let mut known: FxHashSet<(usize, Values, bool)> = FxHashSet::default();
        pending.push_back((place, values.clone(), Path::default(), !wants_label));
        known.insert((place, values.clone(), !wants_label));
        while let Some((place, now, path, is_seen)) = pending.pop_front() {
            if is_seen && self.is_related(&now) {
                let option = Option_ { path: path.clone(), place, values: now.clone() };
                follow.options.push(option);
            }
            if known.len() > self.closure {
                follow.is_open = true;
                break;
            }
            for &index in &source.outgoing[place] {
                let step = &source.steps[index];
                for picks in self.picks(step, choices, seen, values, &mut follow.is_open) {
                    let given: Vec<i128> = picks.iter().map(|(_, value)| *value).collect();
                    let mut all = self.scratch(&now);
                    for (slot, value) in step.choices.iter().zip(&given) {
                        all[slot.index()] = *value;
                    }
                    if self.problem.exprs.holds(step.guard, &all) == Some(false) {
                        continue;
                    }
                    let Some((new, shown)) = self.taken(source, step, &now, &given) else {
                        follow.is_open = true;
                        continue;
                    };
                    let next_seen = match shown {
                        Seen::Nothing => is_seen,
                        // The source may do anything then, and so follows.
                        Seen::Undefined => true,
                        Seen::Unmodelled => {
                            follow.is_open = true;
                            continue;
                        }
                        ref shown if !is_seen && shown == seen => true,
                        // The same call, of which only one side keeps the result.
                        Seen::Call(ref name, ref given, result)
                            if !is_seen
                                && matches!(seen, Seen::Call(other, got, returned)
                                    if other == name
                                        && got == given
                                        && returned.is_some() != result.is_some()) =>
                        {
                            follow.is_open = true;
                            continue;
                        }
                        _ => continue,
                    };
                    let mut path = path.clone();
                    path.steps.push(index);
                    path.picks.extend(picks.iter().map(|(pick, _)| *pick));
                    if shown == Seen::Undefined {
                        let option = Option_ { path, place: UNDEFINED, values: new };
                        follow.options.push(option);
                        continue;
                    }
                    if known.insert((step.to, new.clone(), next_seen)) {
                        pending.push_back((step.to, new, path, next_seen));
                    }
                }
            }
        }
        follow
    }

    /// Where a path leads, if it is enabled and the same is seen.
    pub fn apply(&self, place: usize, made: &Move, path: &Path) -> Option<(usize, Values)> {
        let source = &self.problem.source;
        let (mut place, mut values) = (place, made.values.clone());
        let mut picks = path.picks.iter();
        let mut is_seen = made.seen == Seen::Nothing;
        for index in &path.steps {
            let step = &source.steps[*index];
            if step.from != place {
                return None;
            }
            let given: Option<Vec<i128>> = step
                .choices
                .iter()
                .map(|_| match *picks.next()? {
                    Pick::Result => match &made.seen {
                        Seen::Call(_, _, result) => *result,
                        _ => None,
                    },
                    Pick::Returned => match &made.seen {
                        Seen::Return(value) => *value,
                        _ => None,
                    },
                    Pick::Choice(index) => made.choices.get(index).copied(),
                    Pick::After(slot) => made.values.get(slot.index()).copied(),
                    Pick::Constant(value) => Some(value),
                })
                .collect();
            let (new, shown) = self.taken(source, step, &values, &given?)?;
            match shown {
                Seen::Nothing => {}
                Seen::Undefined => return Some((UNDEFINED, new)),
                shown if !is_seen && shown == made.seen => is_seen = true,
                _ => return None,
            }
            (place, values) = (step.to, new);
        }
        is_seen.then_some((place, values))
    }

    /// What the source does next where it cannot follow, for the reader.
    pub fn attempts(&self, place: usize, values: &Values, seen: &Seen) -> Vec<Instead> {
        let source = &self.problem.source;
        let (mut place, mut now) = (place, values.clone());
        let mut found = Vec::new();
        let mut is_seen = *seen == Seen::Nothing;
        for _ in 0..8 {
            if is_seen && !self.is_related(&now) {
                found.push(Instead::Related { place, values: now.clone() });
            }
            if place == ENDED {
                found.push(Instead::Ended);
                break;
            }
            let next = source.outgoing[place].iter().find_map(|index| {
                let step = &source.steps[*index];
                let given = vec![0; step.choices.len()];
                let (new, shown) = self.taken(source, step, &now, &given)?;
                Some((step.to, new, shown))
            });
            let Some((to, new, shown)) = next else { break };
            if shown == *seen && !is_seen {
                is_seen = true;
            } else if shown != Seen::Nothing {
                found.push(Instead::Shows(shown));
                break;
            }
            (place, now) = (to, new);
        }
        found.truncate(2);
        found
    }

    /// Ways to make the choices of a step of the source.
    fn picks(
        &self,
        step: &Step,
        choices: &[i128],
        seen: &Seen,
        after: &Values,
        is_open: &mut bool,
    ) -> Vec<Vec<(Pick, i128)>> {
        let mut ways: Vec<Vec<(Pick, i128)>> = vec![Vec::new()];
        for choice in &step.choices {
            let result = match (&step.label, seen) {
                (Label::Call { result: Some(slot), .. }, Seen::Call(_, _, Some(value)))
                    if slot == choice =>
                {
                    Some(*value)
                }
                _ => None,
            };
            let options = match result {
                Some(value) => vec![(Pick::Result, value)],
                None => {
                    let ty = self.problem.exprs.slot_type(*choice);
                    if ty != Type::Bool {
                        *is_open = true;
                    }
                    self.free_picks(ty, choices, seen, after)
                }
            };
            ways = ways
                .into_iter()
                .flat_map(|way| {
                    options.iter().map(move |option| {
                        let mut way = way.clone();
                        way.push(*option);
                        way
                    })
                })
                .take(64)
                .collect();
        }
        ways
    }

    fn free_picks(
        &self,
        ty: Type,
        choices: &[i128],
        seen: &Seen,
        after: &Values,
    ) -> Vec<(Pick, i128)> {
        let fits = |value: i128| match ty {
            Type::Int(int) => int.value(int.wrap(value)) == value,
            _ => (0..=1).contains(&value),
        };
        let mut picks: Vec<(Pick, i128)> = Vec::new();
        let mut add = |pick: Pick, value: i128| {
            if fits(value) && !picks.iter().any(|(_, known)| *known == value) {
                picks.push((pick, value));
            }
        };
        for (index, value) in choices.iter().enumerate() {
            add(Pick::Choice(index), *value);
        }
        if let Seen::Return(Some(value)) = seen {
            add(Pick::Returned, *value);
        }
        for (index, variable) in self.problem.variables.iter().enumerate() {
            let slot = Slot(index as u32);
            if variable.side == crate::machine::Side::Target && self.problem.slot_type(slot) == ty {
                add(Pick::After(slot), after[index]);
            }
        }
        add(Pick::Constant(0), 0);
        add(Pick::Constant(1), 1);
        picks
    }

    /// What others may do, to both sides alike.
    pub fn disturbances(&self, places: (usize, usize), values: &Values) -> Vec<Disturbance> {
        let problem = self.problem;
        let exprs = &problem.exprs;
        let mut found = Vec::new();
        if places.1 == UNDEFINED || places.0 == UNMODELLED || places.0 == ENDED {
            return found;
        }
        for (index, command) in problem.environment.commands.iter().enumerate() {
            let domains: Vec<Vec<i128>> = command
                .updates
                .iter()
                .map(|(slot, value)| match value {
                    Some(_) => vec![0],
                    None => self.domain(*slot).iter().copied().take(MAX_WRITTEN).collect(),
                })
                .collect();
            if exprs.holds(command.guard, values) != Some(true) {
                continue;
            }
            for given in products(&domains) {
                let mut new = values.clone();
                let mut all = self.scratch(values);
                let mut is_defined = true;
                for ((slot, value), given) in command.updates.iter().zip(&given) {
                    let value = match value {
                        Some(ex) => exprs.eval(*ex, values),
                        None => Some(*given),
                    };
                    let Some(value) = value else {
                        is_defined = false;
                        break;
                    };
                    new[slot.index()] = value;
                    if let Some(next) = problem.environment.next.get(slot) {
                        all[next.index()] = value;
                    }
                    let Some(partner) = problem.partner(*slot) else { continue };
                    new[partner.index()] = value;
                }
                for (target, _) in &problem.shared {
                    if let Some(next) = problem.environment.next.get(target)
                        && !command.updates.iter().any(|(slot, _)| slot == target)
                    {
                        all[next.index()] = values[target.index()];
                    }
                }
                if !is_defined || exprs.holds(command.then, &all) != Some(true) || new == *values {
                    continue;
                }
                let is_kept = self.is_related(&new);
                let is_forced = command.updates.iter().all(|(slot, _)| self.is_forced(*slot, &new));
                found.push(Disturbance { command: index, values: new, is_kept, is_forced });
            }
        }
        found
    }

    /// Whether the relation leaves the source's slot no other value than the target's.
    fn is_forced(&self, slot: Slot, values: &[i128]) -> bool {
        if self.equal.contains(&slot) {
            return true;
        }
        let Some(partner) = self.problem.partner(slot) else { return false };
        self.problem.relation.iter().any(|fact| self.forces(fact.ex, (slot, partner), values))
    }

    /// Whether a fact is an equality of the two, or one under conditions that are all met and do
    /// not speak of them.
    fn forces(&self, fact: Ex, (a, b): (Slot, Slot), values: &[i128]) -> bool {
        let exprs = &self.problem.exprs;
        let (mut pending, mut is_equality) = (vec![fact], false);
        while let Some(ex) = pending.pop() {
            match exprs.node(ex) {
                Node::Or(x, y) => pending.extend([x, y]),
                Node::Compare(CompareOp::Eq, x, y)
                    if [(exprs.node(x), exprs.node(y)), (exprs.node(y), exprs.node(x))]
                        .contains(&(Node::Slot(a), Node::Slot(b))) =>
                {
                    is_equality = true;
                }
                _ => {
                    let slots = exprs.slots_of(ex);
                    let is_met = exprs.holds(ex, values) == Some(false);
                    if !is_met || slots.contains(&a) || slots.contains(&b) {
                        return false;
                    }
                }
            }
        }
        is_equality
    }

    /// Whether others can do nothing to the source alone that would keep the relation.
    pub fn is_settled(&self, values: &Values) -> bool {
        let problem = self.problem;
        let mut of_source = values.clone();
        for (target, source) in &problem.shared {
            of_source[target.index()] = values[source.index()];
        }
        problem.environment.commands.iter().all(|command| {
            problem.exprs.holds(command.guard, &of_source) == Some(false)
                || command.updates.iter().all(|(slot, _)| self.is_forced(*slot, values))
        })
    }

    /// The part of a state that is the target's.
    pub fn only_target(&self, values: &Values) -> Values {
        let mut values = values.clone();
        for (index, variable) in self.problem.variables.iter().enumerate() {
            if variable.side == crate::machine::Side::Source {
                values[index] = 0;
            }
        }
        values
    }
}

/// All ways to take one value from each.
fn products(domains: &[Vec<i128>]) -> Vec<Vec<i128>> {
    let mut ways = vec![Vec::new()];
    for domain in domains {
        ways = ways
            .into_iter()
            .flat_map(|way: Vec<i128>| {
                domain.iter().map(move |value| {
                    let mut way = way.clone();
                    way.push(*value);
                    way
                })
            })
            .take(200)
            .collect();
    }
    ways
}
