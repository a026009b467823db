//! What automata say of each place, for people: values of single variables, pairs of values that do not come
//! together, and what the environment makes of what is shared.
//!
//! `Inv` is a union of boxes over everything at once, which nobody reads. Each of these facts follows from it, and
//! they are weaker together.

use std::collections::BTreeMap;

use boxes::{Boxes, Diagrams, Interval, Var};
use ir::{Program, VarId};
use ir_passes::one_loop::OneLoop;
use verdict::Budget;

use super::analysis::Analysis;
use super::automaton::{Location, Standing, System};

/// Values of one variable that are taken one by one.
const MAX_VALUES: i128 = 8;
/// Values of each of two variables that are held against each other.
const MAX_PAIRED: i128 = 3;

/// A value of one variable and one of another.
pub type Pair = ((VarId, i128), (VarId, i128));

/// Numbers from the first to the second.
pub type Range = (i128, i128);

/// Places of a thread that are one for whoever is told of them.
#[derive(Clone, Debug)]
pub struct Group {
    pub thread: usize,
    /// By their numbers as locations of the automaton have them.
    pub places: Vec<usize>,
}

/// What is known while a thread stands at a place of a group.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The values that variables have, in increasing order.
    pub values: BTreeMap<VarId, Vec<Range>>,
    /// They never have these values together, though each has its own at times.
    pub apart: Vec<Pair>,
    /// Groups of other threads that are not there meanwhile, though they are at times.
    pub alone: Vec<usize>,
    /// What others make of those that are shared, where they change them.
    pub changes: BTreeMap<VarId, Vec<Range>>,
}

/// What is known of each group. `of` are the variables that are looked at.
pub fn standings(
    program: &Program,
    together: &OneLoop,
    found: &mut Analysis,
    (groups, of): (&[Group], &[VarId]),
    budget: &Budget,
) -> Result<Vec<Standings>, String> {
    let Analysis { diagrams, universe, automata, .. } = found;
    let system = System::of(program, together, universe)?;
    let looked: Vec<(VarId, Var)> =
        of.iter().filter_map(|var| Some((*var, universe.var(*var)?))).collect();
    let mut look = Look { system: &system, diagrams, looked: &looked };
    let locations = |group: &Group| -> Vec<&Location> {
        let all = automata[group.thread].locations.iter();
        all.filter(|it| group.places.contains(&it.places[0])).collect()
    };
    let invs: Vec<Boxes> = groups.iter().map(|group| look.union(&locations(group))).collect();
    let mut told = Vec::new();
    for (group, &inv) in groups.iter().zip(&invs) {
        if budget.check().is_err() {
            return Err("time was up".to_owned());
        }
        let mut alone = Vec::new();
        for (index, (other, &there)) in groups.iter().zip(&invs).enumerate() {
            // The locations that the composition of the two does not have.
            let is_apart = other.thread != group.thread && look.diagrams.is_disjoint(inv, there);
            alone.extend((is_apart && !there.is_none()).then_some(index));
        }
        let own = &universe.locals[group.thread];
        let others = universe.locals.iter().flatten().filter(|it| !own.contains(it));
        let others: Vec<Var> = others.copied().collect();
        let values = look.values(inv, &others);
        let apart = look.apart(inv, &values);
        let mut changes = BTreeMap::new();
        for location in locations(group) {
            look.changes(location, &mut changes)?;
        }
        told.push(Standings { values, apart, alone, changes });
    }
    Ok(told)
}

struct Look<'l, 's> {
    system: &'l System<'s>,
    diagrams: &'l mut Diagrams,
    looked: &'l [(VarId, Var)],
}

impl Look<'_, '_> {
    fn union(&mut self, locations: &[&Location]) -> Boxes {
        let none = self.diagrams.none();
        locations.iter().fold(none, |all, location| self.diagrams.join(all, location.inv))
    }

    fn values(&mut self, set: Boxes, left_out: &[Var]) -> BTreeMap<VarId, Vec<Range>> {
        let looked = self.looked.iter().filter(|(_, var)| !left_out.contains(var));
        let found = looked.map(|(id, var)| (*id, self.values_of(set, *var)));
        found.collect::<Vec<_>>().into_iter().collect()
    }

    /// The values of a variable, within its type.
    fn values_of(&mut self, set: Boxes, var: Var) -> Vec<Range> {
        if set.is_none() {
            return Vec::new();
        }
        let range = self.system.universe.range(var);
        let mut others = self.diagrams.support(set);
        others.retain(|it| *it != var);
        let alone = self.diagrams.forget(set, &others);
        let bounds = self.diagrams.boxes(alone);
        let intervals = bounds.map(|bounds| bounds.first().map_or(Interval::ALL, |(_, it)| *it));
        let within = intervals.map(|it| it.meet(range)).filter(|it| !it.is_empty());
        within.filter_map(|it| Some((it.low()?, it.high()?))).collect()
    }

    fn apart(&mut self, set: Boxes, values: &BTreeMap<VarId, Vec<Range>>) -> Vec<Pair> {
        let few: Vec<(VarId, Vec<i128>)> = values
            .iter()
            .filter_map(|(var, ranges)| Some((*var, listed(ranges, MAX_PAIRED)?)))
            .filter(|(_, values)| values.len() > 1)
            .collect();
        let mut apart = Vec::new();
        for (index, (first, ones)) in few.iter().enumerate() {
            for (second, others) in &few[index + 1..] {
                for one in ones {
                    let with_one = self.restricted(set, *first, *one);
                    for other in others {
                        if self.restricted(with_one, *second, *other).is_none() {
                            apart.push(((*first, *one), (*second, *other)));
                        }
                    }
                }
            }
        }
        apart
    }

    fn restricted(&mut self, set: Boxes, var: VarId, value: i128) -> Boxes {
        match self.system.universe.var(var) {
            Some(var) => self.diagrams.restrict(set, var, Interval::point(value)),
            None => set,
        }
    }

    /// What `Env` makes of the variables there, where it changes them.
    fn changes(
        &mut self,
        location: &Location,
        changes: &mut BTreeMap<VarId, Vec<Range>>,
    ) -> Result<(), String> {
        for (mover, from) in &location.env.steps {
            let from = self.diagrams.meet(location.inv, *from);
            for (id, var) in self.looked {
                // `Env` is about what is shared, whatever locals of others are called.
                if !self.system.is_shared(*id) || !self.system.writes(*mover, *id) {
                    continue;
                }
                let made = self.made(*mover, from, *var)?;
                if !made.is_empty() {
                    let all = changes.entry(*id).or_default();
                    *all = merged([all.as_slice(), &made].concat());
                }
            }
        }
        Ok(())
    }

    /// The values that a step gives to a variable that had others; where it had many, all it has behind it.
    fn made(&mut self, mover: Standing, from: Boxes, var: Var) -> Result<Vec<Range>, String> {
        let before = self.values_of(from, var);
        let Some(values) = listed(&before, MAX_VALUES) else {
            let turn = self.system.step(self.diagrams, mover, from)?;
            return Ok(turn.map_or_else(Vec::new, |turn| self.values_of(turn.at_head, var)));
        };
        let mut made = Vec::new();
        for value in values {
            let part = self.diagrams.restrict(from, var, Interval::point(value));
            let Some(turn) = self.system.step(self.diagrams, mover, part)? else { continue };
            let same = self.diagrams.restrict(turn.at_head, var, Interval::point(value));
            let other = self.diagrams.minus(turn.at_head, same);
            made.extend(self.values_of(other, var));
        }
        Ok(merged(made))
    }
}

/// The values one by one, if there are no more than so many.
fn listed(ranges: &[Range], most: i128) -> Option<Vec<i128>> {
    let mut values = Vec::new();
    for (low, high) in ranges {
        if high.checked_sub(*low)? >= most {
            return None;
        }
        values.extend(*low..=*high);
    }
    (values.len() as i128 <= most).then_some(values)
}

/// The same values, as ranges that do not touch each other.
pub fn merged(mut ranges: Vec<Range>) -> Vec<Range> {
    ranges.sort_unstable();
    let mut merged: Vec<Range> = Vec::new();
    for (low, high) in ranges {
        match merged.last_mut() {
            Some(last) if last.1.saturating_add(1) >= low => last.1 = last.1.max(high),
            _ => merged.push((low, high)),
        }
    }
    merged
}
