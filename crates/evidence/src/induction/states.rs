//! States that are few, all of them.
//!
//! The claim names variables. Two runs at one place where ways meet are in the same *class* if these variables hold
//! the same numbers, or unknown ones that are as far from each other; whatever else a state holds may be anything.
//! From the start, ways are followed to where they meet other ways; each class that comes up there is followed in
//! turn, once. If that ends and no way came to a failure, no run does: it takes one of the ways that were followed
//! from the start, and where that waited as a class, one of those from its class. A way on which nothing was open since
//! its last class goes on at a meeting, unless it is at a loop head.
//!
//! Of variables that are named as relative a constant is taken for an unknown number, too: any number that far from
//! the other constants. That makes classes larger, and no run is lost. Which number an object has is chosen anew each
//! time that a way is followed, so that of pointers no more is told than which are equal, and which lead to objects that
//! are always there.
//!
//! Which variables are named does not matter for that, nor where ways are taken to meet: a cycle that is not cut
//! goes on until time is up. What an edge does is the encoder's to say, as everywhere in this file's parent; what is
//! kept of a state and which states are the same is decided here. No solver is asked: a condition is false only if
//! its term is.

use std::rc::Rc;

use encode::{Component, Encoder, State};
use index::IdSet;
use ir::{Body, LocationId, Type, VarId};
use logic::{Sort, Substitution, Term, TermId, TermPool, substitute};
use rustc_hash::{FxHashMap, FxHashSet};
use verdict::Budget;

use super::{Refusal, Whole};

/// What is known of one variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Known {
    /// The term is a constant.
    Constant(TermId),
    /// So much more than the unknown of this number.
    Unknown { number: u32, more: TermId },
    /// The unknown of this number itself, which is no vector of bits.
    Itself { number: u32 },
}

type Class = Box<[Known]>;

/// The variables that a claim names.
#[derive(Clone, Copy)]
pub(super) struct Named<'a> {
    pub kept: &'a [VarId],
    pub relative: &'a [VarId],
}

/// A way behind a class.
struct Way {
    location: LocationId,
    state: State,
    /// There was more than one edge that it could have taken.
    was_open: bool,
}

/// Classes that were met, and those that wait to be followed.
struct Classes<'a> {
    body: &'a Body,
    kept: IdSet<VarId>,
    relative: IdSet<VarId>,
    /// For each width what constants of relative variables are measured from.
    zeros: FxHashMap<u32, TermId>,
    /// Whether a constant leads to an object that has its number for good.
    always_there: FxHashMap<TermId, bool>,
    meetings: IdSet<LocationId>,
    heads: IdSet<LocationId>,
    /// Of each place the variables that classes there are about.
    told: FxHashMap<LocationId, Rc<[VarId]>>,
    /// Of each place a state in which anything may hold.
    anything: FxHashMap<LocationId, State>,
    unknowns: FxHashMap<(u32, Sort), TermId>,
    met: FxHashMap<LocationId, FxHashSet<Class>>,
    waiting: Vec<(LocationId, Class)>,
}

pub(super) fn all_states(
    whole: &Whole,
    Named { kept, relative }: Named<'_>,
    budget: &Budget,
) -> Result<(), Refusal> {
    let Some(body) = &whole.program.functions[whole.program.entry].body else {
        return Err(Refusal::Undecided("the program has no body".to_owned()));
    };
    let mut encoder = whole.encoder()?;
    let several = body.locations.iter().filter(|(_, it)| it.incoming.len() > 1);
    let meetings = several.map(|(id, _)| id).collect();
    let mut classes = Classes {
        body,
        kept: kept.iter().copied().collect(),
        relative: relative.iter().copied().collect(),
        zeros: FxHashMap::default(),
        always_there: FxHashMap::default(),
        meetings,
        heads: encoder.loop_heads().collect(),
        told: FxHashMap::default(),
        anything: FxHashMap::default(),
        unknowns: FxHashMap::default(),
        met: FxHashMap::default(),
        waiting: Vec::new(),
    };
    let start = encoder.initial().0;
    let mut ways = vec![Way { location: start.location, state: start.state, was_open: false }];
    loop {
        while let Some(way) = ways.pop() {
            budget.check().map_err(|_| out_of_time())?;
            classes.step(whole, &mut encoder, way, &mut ways)?;
        }
        let Some((location, class)) = classes.waiting.pop() else { return Ok(()) };
        let state = classes.any_of(&mut encoder, location, &class);
        ways.push(Way { location, state, was_open: false });
    }
}

fn out_of_time() -> Refusal {
    Refusal::Undecided("there was no time to follow all states again".to_owned())
}

impl Classes<'_> {
    /// Takes every edge from a state. What comes to a meeting waits there, as its class; the rest goes on.
    fn step(
        &mut self,
        whole: &Whole,
        encoder: &mut Encoder<'_>,
        Way { location, state, was_open }: Way,
        ways: &mut Vec<Way>,
    ) -> Result<(), Refusal> {
        let mut behind = Vec::new();
        for &edge in &self.body.locations[location].outgoing {
            let moved = encoder.along(&state, edge)?;
            if moved.is_unsupported {
                let what = "a step that is not modelled may be come to".to_owned();
                return Err(Refusal::Undecided(what));
            }
            if moved.violations.iter().any(|it| !whole.left_open.contains(it.check)) {
                let what = "a check may fail, as far as values are told".to_owned();
                return Err(Refusal::Undecided(what));
            }
            let Some((condition, mut next)) = moved.next else { continue };
            let to = self.body.edges[edge].to;
            let meant = meaning(&mut encoder.pool, condition);
            let vars = self.told(encoder, to);
            for var in vars.iter() {
                if let (false, Some(value)) = (meant.is_empty(), encoder.value(&next, *var)) {
                    let value = substitute(&mut encoder.pool, &[value], &meant)[0];
                    encoder.give(&mut next, *var, value);
                }
            }
            behind.push((to, vars, next));
        }
        let was_open = was_open || behind.len() > 1;
        for (to, vars, next) in behind {
            if !(self.heads.contains(to) || was_open && self.meetings.contains(to)) {
                ways.push(Way { location: to, state: next, was_open });
                continue;
            }
            let mut parts = Vec::with_capacity(vars.len());
            for var in vars.iter() {
                let Some(value) = encoder.value(&next, *var) else { continue };
                parts.push(match encoder.type_of(*var) {
                    Type::Pointer => self.part_of_pointer(encoder, *var, value),
                    _ => self.part(&mut encoder.pool, *var, value),
                });
            }
            let class = class_of(&mut encoder.pool, parts);
            if self.met.entry(to).or_default().insert(class.clone()) {
                self.waiting.push((to, class));
            }
        }
        Ok(())
    }

    fn told(&mut self, encoder: &Encoder<'_>, location: LocationId) -> Rc<[VarId]> {
        let kept = &self.kept;
        let told = self.told.entry(location).or_insert_with(|| {
            encoder.live_vars(location).into_iter().filter(|var| kept.contains(*var)).collect()
        });
        Rc::clone(told)
    }

    /// Stands for every state of a class.
    fn any_of(&mut self, encoder: &mut Encoder<'_>, location: LocationId, class: &Class) -> State {
        let always = encoder.pool.top();
        let anything = self.anything.entry(location);
        let mut state =
            anything.or_insert_with(|| encoder.arbitrary(location, always).state).clone();
        for (var, known) in self.told(encoder, location).iter().zip(class) {
            // Other places may have a constant of another sort there.
            let Some(own) = encoder.value(&state, *var) else { continue };
            let sort = encoder.pool.sort(own);
            let value = match *known {
                Known::Constant(value) => value,
                Known::Itself { number } => self.unknown(encoder, number, sort),
                Known::Unknown { number, more } => {
                    let unknown = self.unknown(encoder, number, sort);
                    encoder.pool.bv_add(unknown, more)
                }
            };
            encoder.give(&mut state, *var, value);
        }
        state
    }

    fn part_of_pointer(&mut self, encoder: &mut Encoder<'_>, var: VarId, value: TermId) -> Part {
        let is_constant = matches!(encoder.pool[value], Term::BitVec(..));
        let is_always_there = is_constant
            && *self.always_there.entry(value).or_insert_with(|| {
                let sort = encoder.pool.sort(value);
                let pointer = encoder.pool.fresh_var("pointer", sort);
                let lemma = encoder.pool.eq(pointer, value);
                encoder.is_symmetric(&encoder.pool, lemma, |_| Some(Component::Var(var)))
            });
        let unknown = (!is_always_there).then_some(value);
        Part { value, unknown, more: None }
    }

    fn part(&mut self, pool: &mut TermPool, var: VarId, value: TermId) -> Part {
        let (unknown, more) = match pool[value] {
            Term::BitVec(width, _) if self.relative.contains(var) => {
                let zero = self.zeros.entry(width);
                let zero = zero.or_insert_with(|| pool.fresh_var("zero", Sort::BitVec(width)));
                (Some(*zero), Some(value))
            }
            Term::Bool(_) | Term::Int(_) | Term::BitVec(..) => (None, None),
            Term::BvBinary(logic::BvBinary::Add, a, b) if matches!(pool[b], Term::BitVec(..)) => {
                (Some(a), Some(b))
            }
            _ => (Some(value), None),
        };
        Part { value, unknown, more }
    }

    fn unknown(&mut self, encoder: &mut Encoder<'_>, number: u32, sort: Sort) -> TermId {
        let pool = &mut encoder.pool;
        *self.unknowns.entry((number, sort)).or_insert_with(|| pool.fresh_var("unknown", sort))
    }
}

/// A value as an unknown and what is added to it; a constant that is one has no unknown.
struct Part {
    value: TermId,
    unknown: Option<TermId>,
    more: Option<TermId>,
}

/// The class of a state in which variables hold these values.
fn class_of(pool: &mut TermPool, parts: Vec<Part>) -> Class {
    // For each unknown its number, and how much more than it the first variable held.
    let mut numbers: FxHashMap<TermId, (u32, TermId)> = FxHashMap::default();
    let mut class = Vec::with_capacity(parts.len());
    for Part { value, unknown, more } in parts {
        let Some(unknown) = unknown else {
            class.push(Known::Constant(value));
            continue;
        };
        let number = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        let Sort::BitVec(width) = pool.sort(unknown) else {
            let (number, _) = *numbers.entry(unknown).or_insert((number, unknown));
            class.push(Known::Itself { number });
            continue;
        };
        let more = more.unwrap_or_else(|| pool.bv(width, 0));
        let (number, first) = *numbers.entry(unknown).or_insert((number, more));
        class.push(Known::Unknown { number, more: pool.bv_sub(more, first) });
    }
    class.into()
}

/// What unknowns are where a condition holds.
fn meaning(pool: &mut TermPool, condition: TermId) -> Substitution {
    let parts = match &pool[condition] {
        Term::And(parts) => parts.to_vec(),
        _ => vec![condition],
    };
    let mut meant = Substitution::default();
    for part in parts {
        let (unknown, value) = match pool[part] {
            Term::Eq(left, right) => {
                let sides = [(left, right), (right, left)];
                match sides.iter().find_map(|(a, b)| solved(pool, *a, *b)) {
                    Some(found) => found,
                    None => continue,
                }
            }
            Term::Var(_) => (part, pool.bool(true)),
            Term::Not(inner) if matches!(pool[inner], Term::Var(_)) => (inner, pool.bool(false)),
            _ => continue,
        };
        let Some(var) = pool.as_var(unknown) else { continue };
        // One after the other, so that what was found first holds in what comes then.
        let value = substitute(pool, &[value], &meant)[0];
        let is_about_itself = pool.vars_of(&[value]).contains(var);
        if meant.contains_key(&var) || is_about_itself {
            continue;
        }
        let this: Substitution = std::iter::once((var, value)).collect();
        for other in meant.values_mut() {
            *other = substitute(pool, &[*other], &this)[0];
        }
        meant.insert(var, value);
    }
    meant
}

/// From `x = value` or `x + c = value`: the variable, and what it is.
fn solved(pool: &mut TermPool, side: TermId, value: TermId) -> Option<(TermId, TermId)> {
    match pool[side] {
        Term::Var(_) => Some((side, value)),
        Term::BvBinary(logic::BvBinary::Add, a, b)
            if matches!(pool[a], Term::Var(_)) && matches!(pool[b], Term::BitVec(..)) =>
        {
            let value = pool.bv_sub(value, b);
            Some((a, value))
        }
        _ => None,
    }
}
