//! What is known of a state as far as some processes are concerned, and what follows from it.
//!
//! Processes are numbers `0..n`, all different. Cells are variables and array elements at these
//! processes. Knowledge is a set of facts; [`World::learn`] adds one, [`World::is_absurd`] looks
//! for a contradiction, [`World::entails`] for a consequence. All are sound and incomplete: an
//! absurd world has no state, and what is entailed holds in all states of the world.

use cubicle::{Atom, Cell, Formula, Kind, Numbers, Proc, Relation, Sum, System, Term};
use index::Id as _;

use super::inequalities::{Inequality, contradict};

/// Processes that the world does not name; they are many.
pub const ELSEWHERE: u64 = 1 << 63;
/// A world names at most so many processes: an index takes four bits of a [`Key`].
pub const MAX_PROCESSES: usize = 15;

/// A cell: the symbol and up to three process indices. The highest bit says that its value
/// after the step is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u32);

impl Key {
    const AFTER: u32 = 1 << 31;

    pub fn new(cell: &Cell, env: &[usize]) -> Self {
        let indices = cell.indices.iter().fold(0, |at, proc| at << 4 | named(*proc, env) as u32);
        Self((cell.symbol.index() as u32) << 12 | indices)
    }

    pub fn after(self) -> Self {
        Self(self.0 | Self::AFTER)
    }

    pub fn is_after(self) -> bool {
        self.0 & Self::AFTER != 0
    }

    pub fn before(self) -> Self {
        Self(self.0 & !Self::AFTER)
    }

    pub fn symbol(self) -> cubicle::SymbolId {
        cubicle::SymbolId::new((self.before().0 >> 12) as usize)
    }

    pub fn indices(self, arity: usize) -> Vec<usize> {
        (0..arity).rev().map(|place| (self.0 >> (4 * place) & 15) as usize).collect()
    }
}

pub fn named(proc: Proc, env: &[usize]) -> usize {
    match proc {
        Proc::Fixed(number) => number,
        Proc::Var(position) => env[position],
    }
}

/// A term at given processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Process(usize),
    Constructor(usize),
    Cell(Key),
    Sum(Vec<(i64, Key)>, i64),
}

/// An atom at given processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The cell's value is one of these bits: constructors, or processes and [`ELSEWHERE`].
    OneOf(Key, u64),
    Equal(Key, Key),
    Differ(Key, Key),
    Below(Place, Place),
    NotAbove(Place, Place),
    /// `sum RELATION 0`
    Linear(Vec<(i64, Key)>, i64, Relation, Numbers),
}

/// A formula at given processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    Known(bool),
    Fact(Fact),
    And(Vec<Tree>),
    Or(Vec<Tree>),
}

impl Tree {
    /// A formula of the model at the processes `env`; cells are made by `key`.
    pub fn of(formula: &Formula, env: &[usize], key: &impl Fn(Key) -> Key) -> Self {
        match formula {
            Formula::Constant(value) => Self::Known(*value),
            Formula::Atom(atom) => atom_at(atom, env, key),
            Formula::And(parts) => {
                Self::And(parts.iter().map(|it| Self::of(it, env, key)).collect())
            }
            Formula::Or(parts) => Self::Or(parts.iter().map(|it| Self::of(it, env, key)).collect()),
        }
    }
}

pub fn place(term: &Term, env: &[usize], key: &impl Fn(Key) -> Key) -> Place {
    match term {
        Term::Proc(proc) => Place::Process(named(*proc, env)),
        Term::Constructor(position) => Place::Constructor(*position),
        Term::Cell(cell) => Place::Cell(key(Key::new(cell, env))),
        Term::Sum(sum) => {
            let (parts, constant) = sum_at(sum, env, key);
            Place::Sum(parts, constant)
        }
    }
}

fn sum_at(sum: &Sum, env: &[usize], key: &impl Fn(Key) -> Key) -> (Vec<(i64, Key)>, i64) {
    let parts = sum.parts.iter().map(|(factor, cell)| (*factor, key(Key::new(cell, env))));
    (parts.collect(), sum.constant)
}

fn atom_at(atom: &Atom, env: &[usize], key: &impl Fn(Key) -> Key) -> Tree {
    let at = |term: &Term| place(term, env, key);
    match atom {
        Atom::Equal(lhs, rhs) => equal(at(lhs), at(rhs)),
        Atom::Differ(lhs, rhs) => differ(at(lhs), at(rhs)),
        Atom::Less(lhs, rhs) => below(at(lhs), at(rhs)),
        Atom::AtMost(lhs, rhs) => not_above(at(lhs), at(rhs)),
        Atom::Linear(sum, relation, numbers) => {
            let (parts, constant) = sum_at(sum, env, key);
            linear(parts, constant, *relation, *numbers)
        }
    }
}

fn bit(value: &Place) -> Option<u64> {
    match value {
        Place::Process(number) => Some(1 << number),
        Place::Constructor(position) => Some(1 << position),
        Place::Cell(_) | Place::Sum(..) => None,
    }
}

pub fn equal(lhs: Place, rhs: Place) -> Tree {
    match (&lhs, &rhs) {
        (Place::Cell(a), Place::Cell(b)) if a != b => Tree::Fact(Fact::Equal(*a, *b)),
        (Place::Cell(cell), value) | (value, Place::Cell(cell)) => match bit(value) {
            Some(bit) => Tree::Fact(Fact::OneOf(*cell, bit)),
            None => Tree::Known(true),
        },
        _ => Tree::Known(lhs == rhs),
    }
}

pub fn differ(lhs: Place, rhs: Place) -> Tree {
    match equal(lhs, rhs) {
        Tree::Fact(Fact::Equal(a, b)) => Tree::Fact(Fact::Differ(a, b)),
        Tree::Fact(Fact::OneOf(cell, bit)) => Tree::Fact(Fact::OneOf(cell, !bit)),
        Tree::Known(value) => Tree::Known(!value),
        other => unreachable!("equality is one fact, not {other:?}"),
    }
}

pub fn below(lhs: Place, rhs: Place) -> Tree {
    if lhs == rhs { Tree::Known(false) } else { Tree::Fact(Fact::Below(lhs, rhs)) }
}

pub fn not_above(lhs: Place, rhs: Place) -> Tree {
    match (&lhs, &rhs) {
        _ if lhs == rhs => Tree::Known(true),
        (Place::Process(_), Place::Process(_)) => Tree::Fact(Fact::Below(lhs, rhs)),
        _ => Tree::Fact(Fact::NotAbove(lhs, rhs)),
    }
}

pub fn linear(parts: Vec<(i64, Key)>, constant: i64, relation: Relation, numbers: Numbers) -> Tree {
    let mut collected: Vec<(i64, Key)> = Vec::new();
    for (factor, key) in parts {
        match collected.iter_mut().find(|(_, known)| *known == key) {
            Some((known, _)) => *known = known.saturating_add(factor),
            None => collected.push((factor, key)),
        }
    }
    collected.retain(|(factor, _)| *factor != 0);
    collected.sort_unstable_by_key(|(_, key)| *key);
    if !collected.is_empty() {
        return Tree::Fact(Fact::Linear(collected, constant, relation, numbers));
    }
    Tree::Known(match relation {
        Relation::Equal => constant == 0,
        Relation::NotEqual => constant != 0,
        Relation::AtMost => constant <= 0,
        Relation::Less => constant < 0,
    })
}

/// What is known of a state.
#[derive(Clone)]
pub struct World<'s> {
    system: &'s System,
    pub n_processes: usize,
    /// Ascending by key; what is missing may have any value.
    values: Vec<(Key, u64)>,
    others: Vec<Fact>,
}

impl<'s> World<'s> {
    pub fn new(system: &'s System, n_processes: usize) -> Self {
        let mut world = Self { system, n_processes, values: Vec::new(), others: Vec::new() };
        for second in 1..system.n_fixed {
            let order = Fact::Below(Place::Process(second - 1), Place::Process(second));
            world.others.push(order);
        }
        world
    }

    fn all_values(&self, key: Key) -> u64 {
        match self.system.kind(key.symbol()) {
            Kind::Enum(names) => (1u64 << names.len()) - 1,
            Kind::Proc => ((1 << self.n_processes) - 1) | ELSEWHERE,
            Kind::Abstract | Kind::Int | Kind::Real => u64::MAX,
        }
    }

    fn values(&self, key: Key) -> u64 {
        match self.values.binary_search_by_key(&key, |(known, _)| *known) {
            Ok(at) => self.values[at].1,
            Err(_) => self.all_values(key),
        }
    }

    fn narrow(&mut self, key: Key, to: u64) {
        let narrowed = self.values(key) & to;
        match self.values.binary_search_by_key(&key, |(known, _)| *known) {
            Ok(at) => self.values[at].1 = narrowed,
            Err(at) => self.values.insert(at, (key, narrowed)),
        }
    }

    pub fn learn(&mut self, fact: Fact) {
        match fact {
            Fact::OneOf(key, values) => self.narrow(key, values),
            fact if !self.others.contains(&fact) => self.others.push(fact),
            _ => {}
        }
    }

    /// The only value of a cell that has finitely many, as a bit.
    fn only(&self, key: Key) -> Option<u64> {
        let values = self.values(key);
        (values.count_ones() == 1 && values != ELSEWHERE).then_some(values)
    }

    /// Moves knowledge between cells that are equal or differ, once.
    fn spread(&mut self) -> bool {
        let before = self.values.clone();
        for fact in self.others.clone() {
            match fact {
                Fact::Equal(lhs, rhs) => {
                    let common = self.values(lhs) & self.values(rhs);
                    self.narrow(lhs, common);
                    self.narrow(rhs, common);
                }
                Fact::Differ(lhs, rhs) => {
                    if let Some(only) = self.only(lhs) {
                        self.narrow(rhs, !only);
                    }
                    if let Some(only) = self.only(rhs) {
                        self.narrow(lhs, !only);
                    }
                }
                Fact::OneOf(..) | Fact::Below(..) | Fact::NotAbove(..) | Fact::Linear(..) => {}
            }
        }
        self.values != before
    }

    /// Whether the world was found to have no state.
    pub fn is_absurd(&mut self) -> bool {
        while self.spread() {}
        self.values.iter().any(|(_, values)| *values == 0)
            || self.equalities_clash()
            || self.orders_clash(&[])
            || self.numbers_clash(None)
    }

    /// The cells that are equal to one, through others.
    fn class(&self, of: Key) -> Vec<Key> {
        let mut class = vec![of];
        let mut at = 0;
        while at < class.len() {
            for fact in &self.others {
                let Fact::Equal(lhs, rhs) = fact else { continue };
                for (here, there) in [(lhs, rhs), (rhs, lhs)] {
                    if *here == class[at] && !class.contains(there) {
                        class.push(*there);
                    }
                }
            }
            at += 1;
        }
        class
    }

    fn equalities_clash(&self) -> bool {
        self.others.iter().any(|fact| match fact {
            Fact::Differ(lhs, rhs) => lhs == rhs || self.class(*lhs).contains(rhs),
            _ => false,
        })
    }

    fn resolved(&self, place: &Place) -> Place {
        match place {
            Place::Cell(key) => match self.only(*key) {
                Some(only) => Place::Process(only.trailing_zeros() as usize),
                None => place.clone(),
            },
            _ => place.clone(),
        }
    }

    /// Whether the order of processes has a cycle with a strict step.
    fn orders_clash(&self, extra: &[Fact]) -> bool {
        let steps: Vec<(Place, Place, bool)> = self
            .others
            .iter()
            .chain(extra)
            .filter_map(|fact| match fact {
                Fact::Below(lhs, rhs) => Some((self.resolved(lhs), self.resolved(rhs), true)),
                Fact::NotAbove(lhs, rhs) => Some((self.resolved(lhs), self.resolved(rhs), false)),
                _ => None,
            })
            .collect();
        steps.iter().any(|(start, next, strict)| {
            // Different processes are never equal, so a way back without a strict step clashes
            // too if both ends are processes.
            let both_named =
                matches!((start, next), (Place::Process(a), Place::Process(b)) if a != b);
            let mut seen = vec![next];
            let mut at = 0;
            while at < seen.len() {
                for (from, to, _) in &steps {
                    if from == seen[at] && !seen.contains(&to) {
                        seen.push(to);
                    }
                }
                at += 1;
            }
            (*strict || both_named) && seen.contains(&start)
        })
    }

    /// Whether the numbers contradict each other, or an extra constraint.
    fn numbers_clash(&self, extra: Option<&Fact>) -> bool {
        let mut system = Vec::new();
        let mut splits = Vec::new();
        for fact in self.others.iter().chain(extra) {
            let Fact::Linear(parts, constant, relation, numbers) = fact else { continue };
            let parts: Vec<(i128, u32)> =
                parts.iter().map(|(factor, key)| (i128::from(*factor), key.0)).collect();
            let row = Inequality {
                parts,
                constant: i128::from(*constant),
                strict: *relation == Relation::Less,
            };
            match relation {
                Relation::AtMost | Relation::Less => system.push(row),
                Relation::Equal => {
                    system.push(reversed(&row));
                    system.push(row);
                }
                Relation::NotEqual => splits.push((row, *numbers)),
            }
        }
        if system.is_empty() && splits.is_empty() {
            return false;
        }
        clash_with(&system, &splits[..splits.len().min(4)])
    }

    /// Whether a fact holds in every state of the world.
    pub fn entails(&self, fact: &Fact) -> bool {
        match fact {
            Fact::OneOf(key, values) => self.values(*key) & !values == 0,
            Fact::Equal(lhs, rhs) => {
                lhs == rhs
                    || self.only(*lhs).is_some() && self.only(*lhs) == self.only(*rhs)
                    || self.class(*lhs).contains(rhs)
            }
            Fact::Differ(lhs, rhs) => {
                let finite = !matches!(self.system.kind(lhs.symbol()), Kind::Abstract);
                finite && self.values(*lhs) & self.values(*rhs) == 0
                    || self.others.contains(fact)
                    || self.others.contains(&Fact::Differ(*rhs, *lhs))
            }
            // The opposite would close a cycle.
            Fact::Below(lhs, rhs) => self.orders_clash(&[Fact::NotAbove(rhs.clone(), lhs.clone())]),
            Fact::NotAbove(lhs, rhs) => {
                self.resolved(lhs) == self.resolved(rhs)
                    || self.orders_clash(&[Fact::Below(rhs.clone(), lhs.clone())])
                    || self.entails_equal_places(lhs, rhs)
            }
            Fact::Linear(parts, constant, relation, numbers) => {
                let opposite = opposite(parts, *constant, *relation, *numbers);
                self.others.contains(fact) || self.numbers_clash(Some(&opposite))
            }
        }
    }

    fn entails_equal_places(&self, lhs: &Place, rhs: &Place) -> bool {
        match (lhs, rhs) {
            (Place::Cell(lhs), Place::Cell(rhs)) => self.class(*lhs).contains(rhs),
            _ => false,
        }
    }
}

fn reversed(row: &Inequality) -> Inequality {
    let parts = row.parts.iter().map(|(factor, variable)| (-factor, *variable)).collect();
    Inequality { parts, constant: -row.constant, strict: row.strict }
}

fn clash_with(system: &[Inequality], splits: &[(Inequality, Numbers)]) -> bool {
    let Some(((row, numbers), rest)) = splits.split_first() else {
        return contradict(system.to_vec());
    };
    [row.clone(), reversed(row)].into_iter().all(|mut side| {
        match numbers {
            Numbers::Integers => side.constant += 1,
            Numbers::Reals => side.strict = true,
        }
        let mut system = system.to_vec();
        system.push(side);
        clash_with(&system, rest)
    })
}

fn opposite(parts: &[(i64, Key)], constant: i64, relation: Relation, numbers: Numbers) -> Fact {
    let negated: Vec<(i64, Key)> = parts.iter().map(|(factor, key)| (-factor, *key)).collect();
    match (relation, numbers) {
        (Relation::Equal, _) => Fact::Linear(parts.to_vec(), constant, Relation::NotEqual, numbers),
        (Relation::NotEqual, _) => Fact::Linear(parts.to_vec(), constant, Relation::Equal, numbers),
        (Relation::AtMost, Numbers::Integers) => {
            Fact::Linear(negated, 1 - constant, Relation::AtMost, numbers)
        }
        (Relation::AtMost, Numbers::Reals) => {
            Fact::Linear(negated, -constant, Relation::Less, numbers)
        }
        (Relation::Less, _) => Fact::Linear(negated, -constant, Relation::AtMost, numbers),
    }
}
