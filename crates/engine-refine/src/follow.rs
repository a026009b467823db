//! What the source can do while the target takes one step.
//!
//! All that it could do is gathered, up to a number of states; [`Follow`] says whether something
//! is missing. Choices of the source are made after the target has moved, from what is there.

use ir::Type;
use rustc_hash::FxHashSet;

use crate::explicit::{Move, Seen, World};
use crate::expr::Slot;
use crate::failure::Instead;
use crate::machine::{ENDED, Label, Step, UNDEFINED};
use crate::values::{Chosen, Values};

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
    /// There were more states than were looked at.
    pub is_cut: bool,
}

impl World<'_> {
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
                follow.is_cut = true;
                break;
            }
            for &index in &source.outgoing[place] {
                let step = &source.steps[index];
                // Whatever is chosen in it, it would show something else.
                if !may_show(&step.label, seen, is_seen) {
                    continue;
                }
                for picks in self.picks(step, choices, seen, values, &mut follow.is_open) {
                    let given: Vec<i128> = picks.iter().map(|(_, value)| *value).collect();
                    let chosen: Vec<(Slot, i128)> =
                        step.choices.iter().copied().zip(given.iter().copied()).collect();
                    let all = Chosen { state: &now, chosen: &chosen };
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
                    Pick::After(slot) => Some(made.values[slot]),
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
                add(Pick::After(slot), after[slot]);
            }
        }
        add(Pick::Constant(0), 0);
        add(Pick::Constant(1), 1);
        picks
    }
}

/// Whether a step with this label may be one where this is to be seen, or has been.
fn may_show(label: &Label, seen: &Seen, is_seen: bool) -> bool {
    match label {
        Label::Silent | Label::Undefined(_) | Label::Unmodelled(_) => true,
        _ if is_seen => false,
        Label::Call { function, .. } => matches!(seen, Seen::Call(name, ..) if name == function),
        Label::Return(_) => matches!(seen, Seen::Return(_)),
        Label::Abort => *seen == Seen::Abort,
        Label::Error => *seen == Seen::Error,
    }
}
