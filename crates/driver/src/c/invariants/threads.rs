//! Invariants of programs that create threads: per thread and place what holds there, and what the
//! others may change meanwhile.
//!
//! Where all states can be gone through, what is told is exact ([`engine_threads::survey`]): of each
//! place that a thread stands at, the values of what is shared there as far as they are not those
//! it has everywhere, and pairs of values that do not come together. It is held against all states
//! once more by `evidence`. Where they are too many, [what is known by places](super::standing) of
//! named threads is told, as far as values of variables say it; else the clauses that a proof one thread at
//! a time needs, with the invariants of the loops of any one of the threads; else the lemmas of a proof [two at
//! a time](super::two_at_a_time).

use std::collections::{BTreeMap, BTreeSet};

use engine_slicing::Strategy;
use engine_threads::{Look, Seen, Survey, Values, survey};
use evidence::induction::Refusal;
use evidence::threads::{PlaceClaim, StandingClaim, confirm_standing};
use index::IdSet;
use ir::{Edge, Expr, ExprId, FunctionId, ObjectId, Op, Program, Scope, Type, VarOrigin};
use ir_interp::{Indeterminate, LookPlace, Shared};
use source::Span;
use verdict::{Assumption, Budget, LoopsOutcome, Reason, StandingFacts, ThreadFacts};

use super::loop_facts;
use super::standing::{by_places, shown};
use super::two_at_a_time::two_at_a_time;
use crate::c::Compiled;
use crate::c::threads::{ByRely, CoreEffort, NoPlaces, by_rely};
use crate::c::verify::INTERLEAVING;

/// States that are gone through.
const MAX_STATES: usize = 60_000;
/// Of the time that is left, for going through them.
const STATES_SHARE: f64 = 0.4;
/// The same, for named threads by their places.
const PLACES_SHARE: f64 = 0.4;
/// The same, for proofs one thread at a time.
const ALONE_SHARE: f64 = 0.7;
/// Numbers that are looked at.
const MAX_SHARED: usize = 40;
/// Values that are listed one by one; more are told by their ends.
const MAX_LISTED: usize = 4;
/// Values of each of two that are held against each other.
const MAX_PAIRED: usize = 3;

/// Says what is known of the threads.
pub fn of_threads(
    compiled: &Compiled,
    strategy: Strategy,
    outcome: &mut LoopsOutcome,
    budget: &Budget,
) {
    let program = &compiled.program;
    outcome.trust.insert(Assumption::MemoryModel(INTERLEAVING.to_owned()));
    let (look, named) = looked_at(compiled);
    budget.enter("all states of the threads");
    let indeterminate = Indeterminate::AsInput;
    let states = budget.share(STATES_SHARE);
    let why = match survey(program, indeterminate, &look, MAX_STATES, &states) {
        Ok(found) => {
            let (facts, everywhere, claim) = told(compiled, look, &named, &found);
            budget.enter("checking the invariants");
            match confirm_standing(program, indeterminate, &claim, budget) {
                Ok(()) => {
                    outcome.statistics.push(("states at turns", found.n_states));
                    outcome.threads = Some(facts);
                    outcome.remarks.extend(everywhere);
                    return;
                }
                Err(Refusal::Undecided(why) | Refusal::Unfollowed(why)) => why,
                Err(Refusal::Wrong(error) | Refusal::NotInductive(error)) => {
                    outcome.unknown = Some(Reason::InternalError(error));
                    return;
                }
            }
        }
        Err(why) => why,
    };
    budget.enter("threads and their places");
    let users = |span: Span| compiled.source.is_users(span);
    let own = own_functions(compiled);
    let objects = accessed(program, &own).into_keys().map(|object| program.objects[object].span);
    let shown = shown(program, &users, objects, &handles(program));
    let why_places = match by_places(compiled, &shown, &budget.share(PLACES_SHARE)) {
        Ok((facts, everywhere)) => {
            outcome.threads = Some(facts);
            outcome.remarks.extend(told_everywhere(&everywhere));
            return;
        }
        Err(NoPlaces::Open(why)) => why,
        Err(NoPlaces::InternalError(error)) => {
            outcome.unknown = Some(Reason::InternalError(error));
            return;
        }
    };
    budget.enter("one thread at a time");
    let alone = budget.share(ALONE_SHARE);
    outcome.unknown = match by_rely(program, indeterminate, strategy, CoreEffort::Whole, &alone) {
        ByRely::Proved(proved) => {
            budget.enter("saying invariants in C");
            let invariants = &proved.sliced.invariants;
            outcome.loops = loop_facts(&compiled.source, &proved.automaton, invariants, budget);
            // A loop that waits for others says nothing that they do not.
            outcome.loops.retain(|it| !it.invariants().is_empty());
            for each in &mut outcome.loops {
                // The one thread has a body of its own, with the user's functions in it.
                let around = own.iter().map(|id| &program.functions[id]);
                let around = around.filter(|it| it.span.lo <= each.span.lo);
                if let Some(function) = around.max_by_key(|it| it.span.lo) {
                    each.function = function.name.to_string();
                }
            }
            let relies = proved.clauses;
            outcome.threads = Some(ThreadFacts { relies, ..ThreadFacts::default() });
            outcome.remarks.push("what is asserted holds, one thread at a time".to_owned());
            None
        }
        ByRely::Open(other) => match two_at_a_time(compiled, budget) {
            Ok((facts, everywhere)) => {
                outcome.threads = Some(facts);
                outcome.remarks.extend(told_everywhere(&everywhere));
                outcome.remarks.push("what is asserted holds, two threads at a time".to_owned());
                None
            }
            Err(NoPlaces::Open(two)) => Some(Reason::Inconclusive(format!(
                "{why}; threads and their places: {why_places}; one thread at a time: {other}; \
                 lemmas about two threads: {two}"
            ))),
            Err(NoPlaces::InternalError(error)) => Some(Reason::InternalError(error)),
        },
        ByRely::InternalError(error) => Some(Reason::InternalError(error)),
    };
}

fn told_everywhere(everywhere: &[String]) -> Option<String> {
    (!everywhere.is_empty())
        .then(|| format!("wherever threads stand:\n  {}", everywhere.join("\n  ")))
}

/// Where the static and local objects are declared that handles of threads lie in.
fn handles(program: &Program) -> BTreeSet<Span> {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let handle = |edge: &Edge| match edge.op {
        Op::ThreadCreate { handle, .. } => object_of(program, handle?),
        _ => None,
    };
    let objects = bodies.flat_map(|body| body.edges.values()).filter_map(handle);
    objects.map(|object| program.objects[object].span).collect()
}

/// The functions of the user's.
fn own_functions(compiled: &Compiled) -> IdSet<FunctionId> {
    let users = |span: Span| span != Span::default() && compiled.source.is_users(span);
    let functions = compiled.program.functions.iter();
    functions.filter(|(_, it)| it.body.is_some() && users(it.span)).map(|(id, _)| id).collect()
}

/// Something shared, as it is called in C, and how its bits are read.
struct Named {
    name: String,
    is_signed: bool,
    width: u32,
}

impl Named {
    fn value(&self, bits: u128) -> i128 {
        let is_negative = self.is_signed && self.width < 128 && bits >> (self.width - 1) & 1 == 1;
        if is_negative { bits as i128 - (1 << self.width) } else { bits as i128 }
    }
}

/// The numbers that the user's functions share.
fn looked_at(compiled: &Compiled) -> (Look, Vec<Named>) {
    let Compiled { program, source, records, .. } = compiled;
    let users = |span: Span| span != Span::default() && source.is_users(span);
    let own = own_functions(compiled);
    let (mut shared, mut named) = (Vec::new(), Vec::new());
    for (var, it) in program.vars.iter() {
        let is_users =
            it.scope == Scope::Global && it.origin == VarOrigin::Source && users(it.span);
        if let (true, Type::Int(ty)) = (is_users, it.ty) {
            shared.push(Shared::Var(var));
            let (name, width) = (it.name.to_string(), u32::from(ty.width));
            named.push(Named { name, is_signed: ty.is_signed(), width });
        }
    }
    for (object, is_signed) in accessed(program, &own) {
        let it = &program.objects[object];
        let leaves = records.object(&it.name, it.span).filter(|_| users(it.span));
        for (offset, leaf) in leaves.into_iter().flatten() {
            if leaf.is_pointer || leaf.len > 8 || it.is_read_only {
                continue;
            }
            shared.push(Shared::Bytes { object, offset: *offset, n_bytes: leaf.len });
            let width = 8 * leaf.len as u32;
            named.push(Named { name: format!("{}{}", it.name, leaf.path), is_signed, width });
        }
    }
    shared.truncate(MAX_SHARED);
    named.truncate(MAX_SHARED);
    (Look { shared, own }, named)
}

/// The static objects that the functions read and write numbers in, and whether these have a sign.
fn accessed(program: &Program, own: &IdSet<FunctionId>) -> BTreeMap<ObjectId, bool> {
    let mut found = BTreeMap::new();
    let bodies = own.iter().filter_map(|id| program.functions[id].body.as_ref());
    for edge in bodies.flat_map(|body| body.edges.values()) {
        let (Op::Load { pointer, access, .. } | Op::Store { pointer, access, .. }) = &edge.op
        else {
            continue;
        };
        if let (Some(object), Type::Int(ty)) = (base(program, *pointer), access.ty) {
            *found.entry(object).or_insert(true) &= ty.is_signed();
        }
    }
    found
}

fn base(program: &Program, pointer: ExprId) -> Option<ObjectId> {
    object_of(program, pointer).filter(|object| program.objects[*object].scope == Scope::Global)
}

fn object_of(program: &Program, mut pointer: ExprId) -> Option<ObjectId> {
    while let Expr::PointerAdd(of, _) = program.exprs[pointer] {
        pointer = of;
    }
    match program.exprs[pointer] {
        Expr::ObjectAddress(object) => Some(object),
        _ => None,
    }
}

/// Two that never have these values together.
type Apart = (usize, u128, usize, u128);

/// The facts in C, those of all places, and what is claimed with them.
fn told(
    compiled: &Compiled,
    look: Look,
    named: &[Named],
    found: &Survey,
) -> (ThreadFacts, Vec<String>, StandingClaim) {
    let everywhere = found.places.values().fold(None, |all: Option<Seen>, seen| match all {
        None => Some(seen.clone()),
        Some(all) => Some(together(all, seen)),
    });
    let all = everywhere.unwrap_or_else(|| {
        let none = vec![Some(BTreeSet::new()); named.len()];
        Seen { values: none.clone(), pairs: BTreeMap::new(), changes: none }
    });
    let always = apart(&all);
    let mut by_span: BTreeMap<(u32, u32, FunctionId), Seen> = BTreeMap::new();
    for (place, seen) in &found.places {
        let Some(span) = span_of_place(compiled, *place) else { continue };
        let here = by_span.remove(&(span.lo, span.hi, place.0));
        let here = here.map_or_else(|| seen.clone(), |here| together(here, seen));
        by_span.insert((span.lo, span.hi, place.0), here);
    }
    let mut facts = ThreadFacts::default();
    let mut claimed: BTreeMap<(u32, u32, FunctionId), Vec<Apart>> = BTreeMap::new();
    for ((lo, hi, function), seen) in &by_span {
        let mut lemmas = Vec::new();
        for (index, named) in named.iter().enumerate() {
            if let Some(values) = seen.values[index].as_ref().filter(|_| {
                // What holds everywhere is no news here.
                seen.values[index] != all.values[index]
            }) {
                lemmas.extend(values_in_c(named, values));
            }
        }
        let here: Vec<Apart> =
            apart(seen).into_iter().filter(|pair| !always.contains(pair)).collect();
        lemmas.extend(here.iter().filter_map(|pair| apart_in_c(named, seen, *pair)));
        let others = named.iter().zip(&seen.changes);
        let others = others.filter_map(|(named, values)| change_in_words(named, values)).collect();
        claimed.insert((*lo, *hi, *function), here);
        facts.places.push(StandingFacts {
            span: Span::new(*lo, *hi),
            function: compiled.program.functions[*function].name.to_string(),
            lemmas,
            others,
        });
    }
    let mut places = BTreeMap::new();
    for (place, own) in &found.places {
        let key = span_of_place(compiled, *place).map(|span| (span.lo, span.hi, place.0));
        let seen = key.and_then(|key| by_span.get(&key)).unwrap_or(own);
        let mut apart = always.clone();
        apart.extend(key.and_then(|key| claimed.get(&key)).into_iter().flatten().copied());
        let (values, changes) = (seen.values.clone(), seen.changes.clone());
        places.insert(*place, PlaceClaim { values, apart, changes });
    }
    let in_c = |pair: &Apart| apart_in_c(named, &all, *pair);
    let mut everywhere: Vec<String> = named
        .iter()
        .zip(&all.values)
        .filter(|(_, values)| values.as_ref().is_some_and(|it| it.len() > 1))
        .filter_map(|(named, values)| values_in_c(named, values.as_ref()?))
        .collect();
    everywhere.extend(always.iter().filter_map(in_c));
    let everywhere = told_everywhere(&everywhere).into_iter().collect();
    (facts, everywhere, StandingClaim { shared: look.shared, own: look.own, places })
}

/// What was seen at one place or at the other.
fn together(mut one: Seen, other: &Seen) -> Seen {
    let join = |values: &mut Values, more: &Values| match (values.as_mut(), more) {
        (Some(values), Some(more)) => values.extend(more),
        _ => *values = None,
    };
    one.values.iter_mut().zip(&other.values).for_each(|(values, more)| join(values, more));
    one.changes.iter_mut().zip(&other.changes).for_each(|(values, more)| join(values, more));
    for (pair, values) in &other.pairs {
        one.pairs.entry(*pair).or_default().extend(values);
    }
    one
}

/// Values of two things, few each, that never come together.
fn apart(seen: &Seen) -> Vec<Apart> {
    let few = |index: usize| {
        let values = seen.values[index].as_ref()?;
        (2..=MAX_PAIRED).contains(&values.len()).then_some(values)
    };
    let mut found = Vec::new();
    for ((first, second), pairs) in &seen.pairs {
        let (Some(ones), Some(others)) = (few(*first), few(*second)) else { continue };
        for one in ones {
            for other in others {
                if !pairs.contains(&(*one, *other)) {
                    found.push((*first, *one, *second, *other));
                }
            }
        }
    }
    found
}

fn values_in_c(named: &Named, values: &BTreeSet<u128>) -> Option<String> {
    let name = &named.name;
    let values: BTreeSet<i128> = values.iter().map(|bits| named.value(*bits)).collect();
    let (first, last) = (values.first()?, values.last()?);
    let is_whole = values.len() as i128 == last - first + 1;
    match values.len() {
        // Below zero the order depends on a sign that is not known for sure.
        n if n > MAX_LISTED && *first < 0 => None,
        n if n > MAX_LISTED || n > 2 && is_whole && *first >= 0 => {
            Some(format!("{first} <= {name} && {name} <= {last}"))
        }
        _ => {
            let equal = values.iter().map(|value| format!("{name} == {value}"));
            Some(equal.collect::<Vec<_>>().join(" || "))
        }
    }
}

/// One of the two has another value.
fn apart_in_c(named: &[Named], seen: &Seen, (first, one, second, other): Apart) -> Option<String> {
    let side = |index: usize, bits: u128| {
        let named = &named[index];
        let values = seen.values[index].as_ref()?;
        let mut rest = values.iter().filter(|it| **it != bits);
        // Of two values the other one is said.
        match (rest.next(), rest.next()) {
            (Some(only), None) => Some(format!("{} == {}", named.name, named.value(*only))),
            _ => Some(format!("{} != {}", named.name, named.value(bits))),
        }
    };
    Some(format!("{} || {}", side(first, one)?, side(second, other)?))
}

fn change_in_words(named: &Named, values: &Values) -> Option<String> {
    let name = &named.name;
    let Some(values) = values else { return Some(format!("{name} to anything")) };
    let values: BTreeSet<i128> = values.iter().map(|bits| named.value(*bits)).collect();
    let (first, last) = (values.first()?, values.last()?);
    if values.len() > MAX_LISTED {
        return Some(format!("{name} to numbers from {first} to {last}"));
    }
    let listed: Vec<String> = values.iter().map(ToString::to_string).collect();
    Some(format!("{name} to {}", listed.join(" or ")))
}

/// The step that a thread takes next from a place.
fn span_of_place(compiled: &Compiled, (function, location): LookPlace) -> Option<Span> {
    let body = compiled.program.functions[function].body.as_ref()?;
    let outgoing = body.locations[location].outgoing.iter();
    let mut spans = outgoing.map(|edge| body.edges[*edge].provenance.span);
    spans.find(|span| *span != Span::default() && compiled.source.is_users(*span))
}
