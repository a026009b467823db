//! Invariants of named threads by places, where states are too many: what [succinct automata](engine_threads::automata)
//! say of each place of each thread, in C, with what the others may change meanwhile.
//!
//! What is told is weaker than what was found: the values of single variables, and pairs that do not come
//! together. All of it was asked again by `evidence`.

use std::collections::{BTreeMap, BTreeSet};

use engine_threads::automata::{Group, Range, Standings, merged};
use ir::{IntType, Program, Scope, Type, Var, VarId};
use source::Span;
use verdict::{Budget, HowStanding, StandingFacts, ThreadFacts};

use crate::c::Compiled;
use crate::c::threads::{NoPlaces, Places, Together, Wanted};

/// Values that are listed one by one, and stretches of them; more are told by their ends.
const MAX_LISTED: usize = 4;
/// Places of other threads that are said to be empty.
const MAX_ALONE: usize = 4;

/// What is known of the places of named threads, and what holds at all of them.
pub fn by_places(
    compiled: &Compiled,
    shown: &BTreeSet<Span>,
    budget: &Budget,
) -> Result<(ThreadFacts, Vec<String>), NoPlaces> {
    let is_users = |span: Span| compiled.source.is_users(span);
    let is_shown = |var: &Var| shown.contains(&var.span);
    let wanted = Wanted { is_users: &is_users, is_shown: &is_shown };
    let places = Together::default().places(&compiled.program, &wanted, budget)?;
    let names = Names { compiled, places: &places, always: always(&places.told) };
    let mut facts = ThreadFacts { how: HowStanding::Boxes, ..ThreadFacts::default() };
    for ((span, group), told) in &places.told {
        if is_unreachable(told) {
            continue;
        }
        facts.places.push(StandingFacts {
            span: *span,
            function: names.thread(group),
            lemmas: names.lemmas(told),
            others: names.others(told),
        });
    }
    // In the order of the text, and of threads where several stand at one place.
    facts.places.sort_by_key(|place| (place.span.lo, place.span.hi));
    let mut everywhere = names.everywhere();
    everywhere.extend(common(&mut facts.places));
    Ok((facts, everywhere))
}

/// No thread ever stands there: nothing has a value then.
fn is_unreachable(told: &Standings) -> bool {
    told.values.values().any(Vec::is_empty)
}

/// The values of what is shared, at all places together.
fn always(told: &[((Span, Group), Standings)]) -> BTreeMap<VarId, Vec<Range>> {
    let mut always: BTreeMap<VarId, Vec<Range>> = BTreeMap::new();
    for (_, told) in told {
        for (var, ranges) in &told.values {
            let all = always.entry(*var).or_default();
            *all = merged([all.as_slice(), ranges].concat());
        }
    }
    always
}

/// Takes what is told of all places away from each.
fn common(places: &mut [StandingFacts]) -> Vec<String> {
    let Some((first, others)) = places.split_first() else { return Vec::new() };
    let in_all = |lemma: &&String| others.iter().all(|place| place.lemmas.contains(lemma));
    let common: Vec<String> = first.lemmas.iter().filter(in_all).cloned().collect();
    for place in places {
        place.lemmas.retain(|lemma| !common.contains(lemma));
    }
    common
}

struct Names<'n> {
    compiled: &'n Compiled,
    places: &'n Places,
    /// The values that variables have at all places together.
    always: BTreeMap<VarId, Vec<Range>>,
}

impl Names<'_> {
    /// By its function, and its number where several run the same.
    fn thread(&self, group: &Group) -> String {
        let name = &self.places.threads[group.thread];
        match self.places.threads.iter().filter(|it| *it == name).count() {
            1 => name.to_string(),
            _ => format!("{name} (thread {})", group.thread + 1),
        }
    }

    fn lemmas(&self, told: &Standings) -> Vec<String> {
        // What holds everywhere is no news here.
        let is_news = |(var, ranges): &(&VarId, &Vec<Range>)| self.always.get(var) != Some(ranges);
        let news = told.values.iter().filter(is_news);
        let mut lemmas: Vec<String> =
            news.filter_map(|(var, ranges)| self.values(*var, ranges)).collect();
        for ((first, one), (second, other)) in &told.apart {
            let sides = [(first, one), (second, other)].map(|(var, value)| {
                let rest = told.values.get(var).map(|it| without(it, *value)).unwrap_or_default();
                match rest.as_slice() {
                    [(only, high)] if only == high => format!("{} == {only}", self.name(*var)),
                    _ => format!("{} != {value}", self.name(*var)),
                }
            });
            lemmas.push(sides.join(" || "));
        }
        lemmas
    }

    /// The values of what is shared, wherever threads stand.
    fn everywhere(&self) -> Vec<String> {
        let is_shared = |var: &VarId| self.places.vars[*var].scope == Scope::Global;
        let shared = self.always.iter().filter(|(var, _)| is_shared(var));
        shared.filter_map(|(var, ranges)| self.values(*var, ranges)).collect()
    }

    fn others(&self, told: &Standings) -> Vec<String> {
        let mut others: Vec<String> = told
            .changes
            .iter()
            .filter(|(_, ranges)| !ranges.is_empty())
            .map(|(var, ranges)| self.change(*var, ranges))
            .collect();
        // Of the first thread it is plain: it creates the others, and joins them.
        let is_told = |it: &&usize| {
            let ((_, group), there) = &self.places.told[**it];
            group.thread > 0 && !is_unreachable(there)
        };
        let alone: Vec<&usize> = told.alone.iter().filter(is_told).collect();
        if alone.len() <= MAX_ALONE {
            others.extend(alone.into_iter().map(|index| {
                let ((span, group), _) = &self.places.told[*index];
                let place = self.compiled.source.position(span.lo);
                format!(
                    "nothing from line {} in `{}`: it is not there",
                    place.line,
                    self.thread(group)
                )
            }));
        }
        others
    }

    fn name(&self, var: VarId) -> String {
        known_as(self.compiled, &self.places.vars[var])
    }

    fn int_type(&self, var: VarId) -> IntType {
        match self.places.vars[var].ty {
            Type::Int(ty) => ty,
            Type::Bool | Type::Float(_) | Type::Pointer => IntType::unsigned(1),
        }
    }

    fn values(&self, var: VarId, ranges: &[Range]) -> Option<String> {
        let name = self.name(var);
        let ((first, _), (_, last)) = (*ranges.first()?, *ranges.last()?);
        let ty = self.int_type(var);
        let [least, most] = [ty.min_bits(), ty.max_bits()].map(|bits| ty.value(bits));
        let stretch = |(low, high): &Range| {
            let bounds = [
                (*low > least && low != high).then(|| format!("{low} <= {name}")),
                (*high < most && low != high).then(|| format!("{name} <= {high}")),
                (low == high).then(|| format!("{name} == {low}")),
            ];
            bounds.into_iter().flatten().collect::<Vec<_>>().join(" && ")
        };
        if ranges.len() > MAX_LISTED {
            return Some(stretch(&(first, last))).filter(|text| !text.is_empty());
        }
        let stretches: Vec<String> =
            ranges.iter().flat_map(listed).map(|it| stretch(&it)).collect();
        let all = stretches.join(" || ");
        (!all.is_empty()).then_some(all)
    }

    fn change(&self, var: VarId, ranges: &[Range]) -> String {
        let name = self.name(var);
        let ty = self.int_type(var);
        let [least, most] = [ty.min_bits(), ty.max_bits()].map(|bits| ty.value(bits));
        let one = |(low, high): Range| match () {
            () if low == high => low.to_string(),
            () if (low, high) == (least, most) => "anything".to_owned(),
            () if low == least => format!("numbers up to {high}"),
            () if high == most => format!("numbers from {low} on"),
            () => format!("numbers from {low} to {high}"),
        };
        let (low, high) = (ranges.first().map(|it| it.0), ranges.last().map(|it| it.1));
        let ranges: Vec<Range> = match (low, high) {
            (Some(low), Some(high)) if ranges.len() > MAX_LISTED => vec![(low, high)],
            _ => ranges.iter().flat_map(listed).collect(),
        };
        let listed: Vec<String> = ranges.into_iter().map(one).collect();
        format!("{name} to {}", listed.join(" or "))
    }
}

/// Two numbers are told as two, more as a stretch.
fn listed(range: &Range) -> Vec<Range> {
    match range {
        (low, high) if *high == low + 1 => vec![(*low, *low), (*high, *high)],
        range => vec![*range],
    }
}

fn without(ranges: &[Range], value: i128) -> Vec<Range> {
    let parts = ranges.iter().flat_map(|(low, high)| match (low, high) {
        (low, high) if (low..=high).contains(&&value) => {
            vec![(*low, value - 1), (value + 1, *high)]
        }
        range => vec![(*range.0, *range.1)],
    });
    parts.filter(|(low, high)| low <= high).collect()
}

/// Where variables are declared that people know: those of the user's, without handles of threads.
pub fn shown(
    program: &Program,
    is_users: &dyn Fn(Span) -> bool,
    objects: impl Iterator<Item = Span>,
    handles: &BTreeSet<Span>,
) -> BTreeSet<Span> {
    let is_plain = |var: &&Var| matches!(var.ty, Type::Int(_));
    let vars = program.vars.values().filter(is_plain).map(|var| var.span);
    vars.chain(objects)
        .filter(|span| *span != Span::default() && is_users(*span) && !handles.contains(span))
        .collect()
}

/// As people know it: a member of a record by its name, not by its offset.
pub fn known_as(compiled: &Compiled, var: &Var) -> String {
    let offset = var.name.rsplit_once('+').and_then(|(name, offset)| {
        let leaves = compiled.records.object(name, var.span)?;
        Some(format!("{name}{}", leaves.get(&offset.parse().ok()?)?.path))
    });
    offset.unwrap_or_else(|| var.name.to_string())
}
