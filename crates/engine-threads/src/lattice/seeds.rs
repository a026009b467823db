//! Clauses that hold in all sampled states.
//!
//! What is seen of all states, of one thread at one of its places, and of two threads at places of theirs;
//! threads of a crowd are looked at as one, whichever of them it is. Of two threads only what is not
//! known of one of them is said.

use std::collections::BTreeMap;

use ir::{Program, Type};
use ir_passes::one_loop::FIRST_PLACE;
use logic::{TermId, TermPool, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::counted::sum_of_counts;
use super::facts::{Fact, Number, Reading, Wanted, facts};
use super::kinds::{Kind, Member};
use super::sampled::State;
use super::turns::Turns;

/// Clauses, with all their forms. Those about two threads come last.
const MAX_SEEDS: usize = 6_000;

/// Rows that are imagined for one place behind another.
const MAX_IMAGINED: usize = 200;

/// A clause, in a form for each choice of threads of crowds.
pub struct Seed {
    pub forms: Vec<Form>,
    /// Where the threads stand that it speaks of, as values of their counters. No place, if it says where threads
    /// may stand at all.
    pub places: Vec<usize>,
}

#[derive(Clone, Debug)]
pub struct Form {
    pub term: TermId,
    /// What holds there.
    pub atom: TermId,
    /// The threads that it speaks of.
    pub of: Vec<usize>,
}

/// The clauses to begin with.
pub fn seeds(
    pool: &mut TermPool,
    program: &Program,
    turns: &Turns,
    kinds: &[Kind],
    states: &[State],
) -> Vec<Seed> {
    let sampled = Sampled::of(pool, program, turns, kinds, states);
    let mut said = Saying { pool, sampled, kinds, seeds: Vec::new(), n_forms: 0 };
    said.of_counts();
    said.of_all();
    let alone: Vec<Vec<FxHashSet<Fact>>> = (0..kinds.len()).map(|kind| said.of_one(kind)).collect();
    for one in 0..kinds.len() {
        for other in one..kinds.len() {
            if one != other || kinds[one].is_crowd() {
                said.of_two([one, other], [&alone[one], &alone[other]]);
            }
        }
    }
    said.seeds
}

/// States as numbers.
struct Sampled {
    names: Vec<TermId>,
    at: FxHashMap<ir::VarId, usize>,
    numbers: Vec<Option<Number>>,
    rows: Vec<Vec<i128>>,
    /// What threads share.
    shared: Vec<usize>,
    /// How many threads of crowds are where.
    counts: Vec<usize>,
    /// How many rows are not imagined.
    n_found: usize,
    /// Places where no state was found, and rows are imagined: the kind, and the value of the counter.
    imagined: FxHashSet<Standing>,
}

impl Sampled {
    fn of(
        pool: &TermPool,
        program: &Program,
        turns: &Turns,
        kinds: &[Kind],
        states: &[State],
    ) -> Self {
        let at: FxHashMap<ir::VarId, usize> =
            turns.names.iter().enumerate().map(|(index, (var, _))| (*var, index)).collect();
        let read =
            |(var, value): (&(ir::VarId, TermId), &Value)| match (value, program.vars[var.0].ty) {
                (Value::Bool(value), _) => i128::from(*value),
                (Value::BitVec(_, bits), Type::Int(ty)) => ty.value(*bits),
                _ => 0,
            };
        let rows: Vec<Vec<i128>> =
            states.iter().map(|state| turns.names.iter().zip(state).map(read).collect()).collect();
        let number = |(index, (var, name)): (usize, &(ir::VarId, TermId))| {
            let reading = match program.vars[*var].ty {
                Type::Bool => Reading::Truth,
                Type::Int(ty) if ty.width > 64 => return None,
                Type::Int(ty) if ty.is_signed() => Reading::Signed,
                Type::Int(_) => Reading::Unsigned,
                Type::Float(_) | Type::Pointer => return None,
            };
            let values = rows.iter().map(|row| row[index]);
            Some(Number::of(pool.sort(*name), reading, values))
        };
        let numbers: Vec<Option<Number>> = turns.names.iter().enumerate().map(number).collect();
        let members = || kinds.iter().flat_map(|kind| &kind.members);
        let own: FxHashSet<ir::VarId> =
            members().flat_map(|it| it.own.iter().copied().chain([it.pc])).collect();
        let counts: Vec<usize> = (kinds.iter().flat_map(|kind| &kind.counts))
            .filter_map(|var| at.get(var).copied())
            .collect();
        let is_shared = |index: &usize| {
            numbers[*index].is_some()
                && !own.contains(&turns.names[*index].0)
                && !counts.contains(index)
        };
        let shared = (0..turns.names.len()).filter(is_shared).collect();
        let names = turns.names.iter().map(|(_, name)| *name).collect();
        let n_found = rows.len();
        let imagined = FxHashSet::default();
        let mut sampled = Self { names, at, numbers, rows, shared, counts, n_found, imagined };
        sampled.imagine(turns, kinds);
        sampled
    }

    /// What is known of places where no state was found? Maybe what is known one turn before. So for each of them
    /// there are rows as if the turn changed nothing but the place.
    fn imagine(&mut self, turns: &Turns, kinds: &[Kind]) {
        let mut seen: FxHashSet<Standing> = FxHashSet::default();
        for (kind, it) in kinds.iter().enumerate() {
            let places = it
                .members
                .iter()
                .flat_map(|member| self.rows.iter().filter_map(|row| self.place(row, member)));
            seen.extend(places.map(|place| (kind, place)));
        }
        loop {
            let mut added: Vec<Vec<i128>> = Vec::new();
            let mut places: Vec<Standing> = Vec::new();
            for turn in &turns.all {
                let Some(mover) = turn.mover else { continue };
                let is_it = |kind: &Kind| kind.members.iter().any(|it| it.thread == mover.thread);
                let Some(kind) = kinds.iter().position(is_it) else { continue };
                let Some(at) = self.at.get(&mover.pc).copied() else { continue };
                for next in turn.next.iter().filter(|next| !seen.contains(&(kind, **next))) {
                    let before = self.rows.iter().filter(|row| row[at] == mover.place as i128);
                    for row in before.take(MAX_IMAGINED) {
                        let mut row = row.clone();
                        row[at] = *next as i128;
                        added.push(row);
                        places.push((kind, *next));
                    }
                }
            }
            if added.is_empty() {
                return;
            }
            self.rows.append(&mut added);
            seen.extend(places.iter().copied());
            self.imagined.extend(places);
        }
    }

    /// Where a state has what is shared and what is the own of these threads; nothing for what no state has.
    fn columns(&self, members: &[&Member]) -> Vec<Option<usize>> {
        let own = members.iter().flat_map(|member| &member.own);
        let own = own.map(|var| self.at.get(var).copied());
        let own = own.map(|at| at.filter(|at| self.numbers[*at].is_some()));
        self.shared.iter().copied().map(Some).chain(own).collect()
    }

    fn place(&self, row: &[i128], member: &Member) -> Option<usize> {
        usize::try_from(row[*self.at.get(&member.pc)?]).ok()
    }
}

struct Saying<'a> {
    pool: &'a mut TermPool,
    sampled: Sampled,
    kinds: &'a [Kind],
    seeds: Vec<Seed>,
    n_forms: usize,
}

/// A thread at a place: the kind, and the value of the counter.
type Standing = (usize, usize);

impl Saying<'_> {
    /// What shared numbers say of how many threads are where.
    fn of_counts(&mut self) {
        let sampled = &self.sampled;
        let column = |at: &usize| -> Vec<i128> {
            sampled.rows[..sampled.n_found].iter().map(|row| row[*at]).collect()
        };
        let counts: Vec<Vec<i128>> = sampled.counts.iter().map(column).collect();
        if counts.is_empty() {
            return;
        }
        for at in &sampled.shared {
            let name = sampled.names[*at];
            let logic::Sort::BitVec(width @ ..=64) = self.pool.sort(name) else { continue };
            let Some(sum) = sum_of_counts(&column(at), &counts) else { continue };
            let number = |pool: &mut TermPool, value: i128| {
                pool.bv(width, value as u128 & (u128::MAX >> (128 - width)))
            };
            let mut said = number(self.pool, sum.constant);
            for (factor, count) in sum.factors.iter().zip(&sampled.counts) {
                if *factor != 0 {
                    let count = self.pool.extract(width - 1, 0, sampled.names[*count]);
                    let factor = number(self.pool, *factor);
                    let product = self.pool.bv_mul(factor, count);
                    said = self.pool.bv_add(said, product);
                }
            }
            let term = self.pool.eq(name, said);
            self.n_forms += 1;
            let forms = vec![Form { term, atom: term, of: Vec::new() }];
            self.seeds.push(Seed { forms, places: Vec::new() });
        }
    }

    /// What holds wherever threads stand, and what holds then for one value of something shared.
    fn of_all(&mut self) {
        let columns = self.sampled.columns(&[]);
        let numbers = self.numbers(&columns);
        let rows: Vec<Vec<i128>> = self.picked(&columns).collect();
        let all: Vec<usize> = (0..columns.len()).collect();
        let always = facts(&numbers, &rows, &all, Wanted::All);
        self.say(&[], &always, None);
        for (column, number) in numbers.iter().enumerate() {
            // Of other numbers, zero is the value that may mean something: a lock is free.
            let values: Vec<i128> = match &number.values {
                Some(values) => values.iter().copied().collect(),
                None => vec![0],
            };
            for value in values {
                let here: Vec<Vec<i128>> =
                    rows.iter().filter(|row| row[column] == value).cloned().collect();
                if here.len() == rows.len() {
                    continue;
                }
                let mut then = facts(&numbers, &here, &all, Wanted::All);
                then.retain(|fact| !always.contains(fact) && *fact != Fact::Is(column, value));
                self.say(&[], &then, Some(Fact::IsNot(column, value)));
            }
        }
    }

    /// What holds where one thread stands; by the value of its counter.
    fn of_one(&mut self, kind: usize) -> Vec<FxHashSet<Fact>> {
        let members = &self.kinds[kind].members;
        let mut by_place: BTreeMap<usize, Vec<Vec<i128>>> = BTreeMap::new();
        for member in members {
            let columns = self.sampled.columns(&[member]);
            let picked: Vec<Vec<i128>> = self.picked(&columns).collect();
            for (row, picked) in self.sampled.rows.iter().zip(picked) {
                if let Some(place) = self.sampled.place(row, member) {
                    by_place.entry(place).or_default().push(picked);
                }
            }
        }
        let columns = self.sampled.columns(&[&members[0]]);
        let numbers = self.numbers(&columns);
        self.say_somewhere(kind);
        let mut found = Vec::new();
        for (place, live) in self.kinds[kind].lives.iter().enumerate() {
            let known = match by_place.get(&place) {
                Some(rows) => {
                    if self.sampled.imagined.contains(&(kind, place)) {
                        self.say_never(&[(kind, place)]);
                    }
                    let looked = self.looked(&columns, &[(0, live)]);
                    let known = facts(&numbers, rows, &looked, Wanted::All);
                    self.say(&[(kind, place)], &known, None);
                    known
                }
                None => {
                    self.say_never(&[(kind, place)]);
                    FxHashSet::default()
                }
            };
            found.push(known);
        }
        found
    }

    /// What holds where two threads stand, beyond what holds where one of them does.
    fn of_two(&mut self, of: [usize; 2], alone: [&Vec<FxHashSet<Fact>>; 2]) {
        let mut by_places: BTreeMap<(usize, usize), Vec<Vec<i128>>> = BTreeMap::new();
        for one in &self.kinds[of[0]].members {
            for other in &self.kinds[of[1]].members {
                if one.thread == other.thread {
                    continue;
                }
                let columns = self.sampled.columns(&[one, other]);
                let picked: Vec<Vec<i128>> = self.picked(&columns).collect();
                for (row, picked) in self.sampled.rows.iter().zip(picked) {
                    let places = (self.sampled.place(row, one), self.sampled.place(row, other));
                    if let (Some(one), Some(other)) = places {
                        by_places.entry((one, other)).or_default().push(picked);
                    }
                }
            }
        }
        let kinds = of.map(|kind| &self.kinds[kind]);
        let firsts = choices(self.kinds, &of)[0].clone();
        let columns = self.sampled.columns(&[firsts[0], firsts[1]]);
        let numbers = self.numbers(&columns);
        let n_shared = self.sampled.shared.len();
        let n_own = kinds[0].members[0].own.len();
        let is_alike = of[0] == of[1];
        // Where two were never seen, what is known of one of them beside any other may help.
        let mut beside: BTreeMap<usize, Vec<Vec<i128>>> = BTreeMap::new();
        for ((place, _), rows) in by_places.iter().filter(|((_, other), _)| *other >= FIRST_PLACE) {
            beside.entry(*place).or_default().extend(rows.iter().cloned());
        }
        let comes_there = |which: usize, place: usize| {
            by_places.keys().any(|places| [places.0, places.1][which] == place)
        };
        for place in 0..kinds[0].lives.len() {
            for other in 0..kinds[1].lives.len() {
                // Two of a crowd may change places.
                if is_alike && other < place {
                    continue;
                }
                let at = [(of[0], place), (of[1], other)];
                let rows = match (by_places.get(&(place, other)), beside.get(&place)) {
                    (Some(rows), _) => rows,
                    (None, rows) => {
                        if comes_there(0, place) && comes_there(1, other) {
                            self.say_never(&at);
                        }
                        match rows {
                            Some(rows) if other >= FIRST_PLACE => rows,
                            _ => continue,
                        }
                    }
                };
                let live = [(0, &kinds[0].lives[place]), (n_own, &kinds[1].lives[other])];
                let looked = self.looked(&columns, &live);
                let mut known = facts(&numbers, rows, &looked, Wanted::NoBounds);
                let shifted = |column: usize| match column.checked_sub(n_shared) {
                    Some(own) => own.checked_sub(n_own).map(|own| own + n_shared),
                    None => Some(column),
                };
                known.retain(|fact| {
                    let of_other = renamed(*fact, shifted);
                    !alone[0][place].contains(fact)
                        && of_other.is_none_or(|fact| !alone[1][other].contains(&fact))
                });
                self.say(&at, &known, None);
            }
        }
    }

    /// The columns that are looked at: what is shared, and what is live of each thread's own.
    fn looked(&self, columns: &[Option<usize>], live: &[(usize, &Vec<usize>)]) -> Vec<usize> {
        let n_shared = self.sampled.shared.len();
        let own =
            live.iter().flat_map(|(shift, live)| live.iter().map(move |it| n_shared + shift + it));
        (0..n_shared).chain(own).filter(|column| columns[*column].is_some()).collect()
    }

    fn numbers(&self, columns: &[Option<usize>]) -> Vec<Number> {
        let nothing = || Number { sort: logic::Sort::Bool, reading: Reading::Truth, values: None };
        let number = |at: &Option<usize>| {
            at.and_then(|at| self.sampled.numbers[at].clone()).unwrap_or_else(nothing)
        };
        columns.iter().map(number).collect()
    }

    fn picked(&self, columns: &[Option<usize>]) -> impl Iterator<Item = Vec<i128>> {
        let pick = move |row: &Vec<i128>| -> Vec<i128> {
            columns.iter().map(|at| at.map_or(0, |at| row[at])).collect()
        };
        self.sampled.rows.iter().map(pick)
    }

    /// A counter says nothing but places.
    fn say_somewhere(&mut self, kind: usize) {
        let last = self.kinds[kind].lives.len() as u128 - 1;
        let mut forms = Vec::new();
        for member in &self.kinds[kind].members {
            let Some(at) = self.sampled.at.get(&member.pc) else { return };
            let counter = self.sampled.names[*at];
            let logic::Sort::BitVec(width) = self.pool.sort(counter) else { return };
            let last = self.pool.bv(width, last);
            let term = self.pool.bv_compare(logic::BvCompare::ULe, counter, last);
            forms.push(Form { term, atom: term, of: vec![member.thread] });
        }
        self.n_forms += forms.len();
        self.seeds.push(Seed { forms, places: Vec::new() });
    }

    fn say_never(&mut self, at: &[Standing]) {
        self.add(at, |pool, _| pool.bottom());
    }

    /// The facts as clauses, in an order that is the same each time.
    fn say(&mut self, at: &[Standing], found: &FxHashSet<Fact>, or: Option<Fact>) {
        let mut found: Vec<Fact> = found.iter().copied().collect();
        found.sort_unstable();
        let kinds: Vec<usize> = at.iter().map(|(kind, _)| *kind).collect();
        let firsts = choices(self.kinds, &kinds)[0].clone();
        let numbers = self.numbers(&self.sampled.columns(&firsts));
        for fact in found {
            self.add(at, |pool, names| {
                let said = fact.said(pool, &numbers, names);
                match or {
                    Some(or) => {
                        let or = or.said(pool, &numbers, names);
                        pool.or2(said, or)
                    }
                    None => said,
                }
            });
        }
    }

    fn add(&mut self, at: &[Standing], atom: impl Fn(&mut TermPool, &[TermId]) -> TermId) {
        if self.n_forms >= MAX_SEEDS {
            return;
        }
        let kinds: Vec<usize> = at.iter().map(|(kind, _)| *kind).collect();
        let mut forms = Vec::new();
        for members in choices(self.kinds, &kinds) {
            let columns = self.sampled.columns(&members);
            let any = self.sampled.names.first().copied();
            let named = |at: &Option<usize>| at.map(|at| self.sampled.names[at]).or(any);
            let Some(names) = columns.iter().map(named).collect::<Option<Vec<TermId>>>() else {
                return;
            };
            let counter = |member: &&Member| {
                self.sampled.at.get(&member.pc).map(|at| self.sampled.names[*at])
            };
            let counters: Option<Vec<TermId>> = members.iter().map(counter).collect();
            let Some(counters) = counters else { return };
            let of: Vec<usize> = members.iter().map(|member| member.thread).collect();
            let atom = atom(self.pool, &names);
            let mut clause = vec![atom];
            for (counter, (_, place)) in counters.into_iter().zip(at) {
                let logic::Sort::BitVec(width) = self.pool.sort(counter) else { return };
                let place = self.pool.bv(width, *place as u128);
                let is_there = self.pool.eq(counter, place);
                clause.push(self.pool.not(is_there));
            }
            let term = self.pool.or(&clause);
            forms.push(Form { term, atom, of });
        }
        self.n_forms += forms.len();
        let places = at.iter().map(|(_, place)| *place).collect();
        self.seeds.push(Seed { forms, places });
    }
}

/// All ways to choose a thread of each of these kinds, none of them twice.
fn choices<'k>(kinds: &'k [Kind], of: &[usize]) -> Vec<Vec<&'k Member>> {
    let mut chosen: Vec<Vec<&Member>> = vec![Vec::new()];
    for kind in of {
        let mut longer = Vec::new();
        for those in &chosen {
            let is_taken = |it: &Member| those.iter().any(|other| other.thread == it.thread);
            let free = kinds[*kind].members.iter().filter(|member| !is_taken(member));
            longer.extend(free.map(|member| [those.as_slice(), &[member]].concat()));
        }
        chosen = longer;
    }
    chosen
}

/// The same of other columns, if all of them have others.
fn renamed(fact: Fact, by: impl Fn(usize) -> Option<usize>) -> Option<Fact> {
    Some(match fact {
        Fact::Is(a, value) => Fact::Is(by(a)?, value),
        Fact::IsNot(a, value) => Fact::IsNot(by(a)?, value),
        Fact::AtLeast(a, value) => Fact::AtLeast(by(a)?, value),
        Fact::AtMost(a, value) => Fact::AtMost(by(a)?, value),
        Fact::Same(a, b) => Fact::Same(by(a)?, by(b)?),
        Fact::Differ(a, b) => Fact::Differ(by(a)?, by(b)?),
        Fact::AtMostOther(a, b) => Fact::AtMostOther(by(a)?, by(b)?),
        Fact::Less(a, b) => Fact::Less(by(a)?, by(b)?),
        Fact::Behind(a, b, value) => Fact::Behind(by(a)?, by(b)?, value),
        Fact::Together(a, b, value) => Fact::Together(by(a)?, by(b)?, value),
        Fact::Before(a, b, from) => Fact::Before(by(a)?, by(b)?, by(from)?),
        Fact::NotBoth((a, value), (b, other)) => Fact::NotBoth((by(a)?, value), (by(b)?, other)),
    })
}
