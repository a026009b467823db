//! Which allocated blocks the program uses alike: sorts, as the flow of pointers tells them.
//!
//! A list of lists often has rows and items of one size. What tells them apart in C are their types,
//! which are gone here; but rows never come where items do. So what pointers may lead to is brought
//! together wherever a pointer flows: two places that one variable, or one field of one sort, may lead
//! to are of one sort. Where a pointer leads inside a block, the place in it counts.
//!
//! Besides it is told of which blocks there are few: made where no loop is, or in loops that count to a
//! small number. What such loops count with tells their rounds apart.
//!
//! *Nothing has to be right here*: sorts say what is summed up with what, and every use of a predicate is
//! checked without them. So flow through integers is not followed, and a subscript that is not known
//! is taken for the first one.
//!
//! *Ends*: each flow either brings two sorts together or changes nothing. The work is nearly linear in the program.

use std::collections::{BTreeMap, BTreeSet};

use ir::{
    ArithOp, Body, Contents, Expr, ExprId, Initial, LocationId, ObjectId, Op, Program, StaticBytes,
    Type, VarId,
};
use shape::{Sort, State};

use crate::analyse::loops;

/// Rounds of a loop that makes few blocks, at most.
const FEW: i64 = 20;

/// A place in what is used alike: which group of places, and how far from its origin.
type Spot = (usize, i64);

/// How many blocks an allocation makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    One,
    /// The loop around it counts to a small number.
    Few,
    /// All loops around it count to small numbers, and there are several.
    FewEachRound,
    Any,
}

/// What is used alike, and what there are few of.
#[derive(Clone, Debug, Default)]
pub struct Sorts {
    /// By the variable that takes the address.
    made: BTreeMap<VarId, (Sort, Number)>,
    /// What loops that count to a small number count with, by their heads.
    counters: BTreeMap<LocationId, BTreeSet<VarId>>,
    rounds: Rounds,
}

/// Whether rounds of loops that count to a small number are told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Rounds {
    #[default]
    Alike,
    Apart,
}

impl Sorts {
    pub fn of(program: &Program, body: &Body) -> Self {
        let mut flow =
            Flow { program, groups: Vec::new(), vars: BTreeMap::new(), objects: BTreeMap::new() };
        flow.initial();
        for edge in body.edges.values() {
            flow.step(&edge.op);
        }
        let (mut sorts, mut numbers) = (BTreeMap::new(), BTreeMap::new());
        let loops = loops(body);
        let counters: BTreeMap<LocationId, BTreeSet<VarId>> = loops
            .iter()
            .map(|(head, inside)| (*head, counters(program, body, inside)))
            .filter(|(_, counters)| !counters.is_empty())
            .collect();
        for edge in body.edges.values() {
            if let Op::Allocate { target, .. } | Op::Reallocate { target, .. } = edge.op {
                let spot = flow.var(target);
                let spot = flow.resolve(spot);
                let number = numbers.len() as u32 + 1;
                let mut around = loops.iter().filter(|(_, inside)| inside.contains(&edge.from));
                let n_around = around.clone().count();
                let all_count = around.all(|(head, _)| counters.contains_key(head));
                let n_blocks = match n_around {
                    0 => Number::One,
                    1 if all_count => Number::Few,
                    _ if all_count => Number::FewEachRound,
                    _ => Number::Any,
                };
                sorts.insert(target, (Sort(*numbers.entry(spot).or_insert(number)), n_blocks));
            }
        }
        Self { made: sorts, counters, rounds: Rounds::Alike }
    }

    /// The sort of what is allocated there.
    pub fn at(&self, target: VarId) -> Sort {
        self.made.get(&target).map_or(Sort::default(), |(sort, _)| *sort)
    }

    /// Whether few blocks are made of a sort that a structure may be of: several of them.
    pub fn has_few(&self) -> bool {
        let n_made = |sort: Sort| self.made.values().filter(|(it, _)| *it == sort).count();
        self.made.values().any(|(sort, number)| match number {
            Number::One => n_made(*sort) > 1,
            Number::Few | Number::FewEachRound => true,
            Number::Any => false,
        })
    }

    /// Whether few blocks are made in each of a few rounds.
    pub fn has_few_each_round(&self) -> bool {
        self.made.values().any(|(_, number)| *number == Number::FewEachRound)
    }

    /// The same with few blocks kept apart from all others, and rounds apart from each other.
    pub fn with_few_apart(&self) -> Self {
        self.with_apart(|number| number != Number::Any)
    }

    /// The same, but those of which few are made in each round are summed up: together they are many.
    pub fn with_outer_few_apart(&self) -> Self {
        self.with_apart(|number| matches!(number, Number::One | Number::Few))
    }

    fn with_apart(&self, is_apart: impl Fn(Number) -> bool) -> Self {
        let apart = |(var, (sort, number)): (&VarId, &(Sort, Number))| {
            let sort = if is_apart(*number) { Sort::APART } else { *sort };
            (*var, (sort, *number))
        };
        let made = self.made.iter().map(apart).collect();
        Self { made, counters: self.counters.clone(), rounds: Rounds::Apart }
    }

    /// Whether two states at a place are of one round as far as that matters.
    pub fn are_of_one_round(&self, at: LocationId, one: &State, other: &State) -> bool {
        match (self.rounds, self.counters.get(&at)) {
            (Rounds::Alike, _) | (_, None) => true,
            (Rounds::Apart, Some(counters)) => {
                counters.iter().all(|it| one.var(*it) == other.var(*it))
            }
        }
    }
}

/// Places that are used alike, perhaps as a part of a larger group by now.
#[derive(Default)]
struct Group {
    /// The group that this one is a part of, and where its origin is there.
    whole: Option<Spot>,
    /// Where the pointers lead that stand here, by their places.
    contents: BTreeMap<i64, Spot>,
}

struct Flow<'p> {
    program: &'p Program,
    groups: Vec<Group>,
    /// Where variables lead.
    vars: BTreeMap<VarId, Spot>,
    objects: BTreeMap<ObjectId, Spot>,
}

impl Flow<'_> {
    fn fresh(&mut self) -> Spot {
        self.groups.push(Group::default());
        (self.groups.len() - 1, 0)
    }

    fn var(&mut self, var: VarId) -> Spot {
        if let Some(spot) = self.vars.get(&var) {
            return *spot;
        }
        let spot = self.fresh();
        self.vars.insert(var, spot);
        spot
    }

    fn object(&mut self, object: ObjectId) -> Spot {
        if let Some(spot) = self.objects.get(&object) {
            return *spot;
        }
        let spot = self.fresh();
        self.objects.insert(object, spot);
        spot
    }

    /// The place in the largest group that it is a part of.
    fn resolve(&self, (mut group, mut at): Spot) -> Spot {
        while let Some((whole, origin)) = self.groups[group].whole {
            (group, at) = (whole, at.wrapping_add(origin));
        }
        (group, at)
    }

    /// Where the pointer leads that stands there.
    fn contents(&mut self, spot: Spot) -> Spot {
        let (group, at) = self.resolve(spot);
        if let Some(spot) = self.groups[group].contents.get(&at) {
            return *spot;
        }
        let spot = self.fresh();
        self.groups[group].contents.insert(at, spot);
        spot
    }

    /// Two places are used alike, and so is what their pointers lead to.
    fn unite(&mut self, a: Spot, b: Spot) {
        let mut pending = vec![(a, b)];
        while let Some((a, b)) = pending.pop() {
            let ((a, at), (b, there)) = (self.resolve(a), self.resolve(b));
            // A group that would be a part of itself, elsewhere, stays as it is.
            if a == b {
                continue;
            }
            // The smaller one becomes a part of the other.
            let is_smaller = self.groups[a].contents.len() < self.groups[b].contents.len();
            let ((part, inside), (whole, outside)) =
                if is_smaller { ((a, at), (b, there)) } else { ((b, there), (a, at)) };
            let origin = outside.wrapping_sub(inside);
            self.groups[part].whole = Some((whole, origin));
            for (at, to) in std::mem::take(&mut self.groups[part].contents) {
                match self.groups[whole].contents.get(&at.wrapping_add(origin)) {
                    Some(known) => pending.push((*known, to)),
                    None => {
                        self.groups[whole].contents.insert(at.wrapping_add(origin), to);
                    }
                }
            }
        }
    }

    fn initial(&mut self) {
        for (var, row) in self.program.vars.iter() {
            if let Initial::ObjectAddress(object, bytes) = row.initial {
                let (to, from) = (self.object(object), self.var(var));
                self.unite(from, (to.0, bytes));
            }
        }
        for (object, row) in self.program.objects.iter() {
            let Contents::Static(values) = &row.contents else { continue };
            for value in values {
                let StaticBytes::ObjectAddress(target, bytes) = value.value else { continue };
                let (group, _) = self.object(object);
                let from = self.contents((group, i64::try_from(value.offset).unwrap_or(0)));
                let to = self.object(target);
                self.unite(from, (to.0, bytes));
            }
        }
    }

    fn step(&mut self, op: &Op) {
        match op {
            Op::Assign { target, value } if self.is_pointer(*value) => {
                let to = self.var(*target);
                self.flows(*value, to);
            }
            Op::Load { target, pointer, access } if access.ty == Type::Pointer => {
                if let Some(spot) = self.value(*pointer) {
                    let (from, to) = (self.contents(spot), self.var(*target));
                    self.unite(from, to);
                }
            }
            Op::Store { pointer, value, access } if access.ty == Type::Pointer => {
                if let Some(spot) = self.value(*pointer) {
                    let to = self.contents(spot);
                    self.flows(*value, to);
                }
            }
            Op::Copy { target, source, .. } => {
                if let Some(to) = self.value(*target) {
                    self.flows(*source, to);
                }
            }
            Op::Reallocate { target, pointer, .. } => {
                let to = self.var(*target);
                self.flows(*pointer, to);
            }
            _ => {}
        }
    }

    fn flows(&mut self, value: ExprId, to: Spot) {
        if let Some(from) = self.value(value) {
            self.unite(from, to);
        }
    }

    fn is_pointer(&self, expr: ExprId) -> bool {
        self.program.type_of(expr) == Type::Pointer
    }

    /// Where a pointer leads; `None` for null, and for what is computed otherwise.
    fn value(&mut self, expr: ExprId) -> Option<Spot> {
        match self.program.exprs[expr] {
            Expr::Var(var) => Some(self.var(var)),
            Expr::ObjectAddress(object) => Some(self.object(object)),
            Expr::PointerAdd(pointer, offset) => {
                let (group, at) = self.value(pointer)?;
                Some((group, at.wrapping_add(number(self.program, offset).unwrap_or(0))))
            }
            Expr::Convert(Type::Pointer, pointer) if self.is_pointer(pointer) => {
                self.value(pointer)
            }
            Expr::Ite(_, then, otherwise) => match (self.value(then), self.value(otherwise)) {
                (Some(one), Some(other)) => {
                    self.unite(one, other);
                    Some(one)
                }
                (one, other) => one.or(other),
            },
            _ => None,
        }
    }
}

/// The variables that the loop counts with and that are held against a small number where it ends.
fn counters(program: &Program, body: &Body, inside: &BTreeSet<LocationId>) -> BTreeSet<VarId> {
    let edges = || body.edges.values().filter(|edge| inside.contains(&edge.from));
    let counted: BTreeSet<VarId> = edges()
        .filter_map(|edge| match edge.op {
            Op::Assign { target, value } => counts(program, value).then_some(target),
            _ => None,
        })
        .collect();
    let ends = edges().filter(|edge| !inside.contains(&edge.to));
    let bound = ends.filter_map(|edge| match edge.op {
        Op::Assume { condition } => bounded(program, condition),
        _ => None,
    });
    bound.filter(|var| counted.contains(var)).collect()
}

/// Whether this is something and a number more or less.
fn counts(program: &Program, value: ExprId) -> bool {
    match program.exprs[value] {
        Expr::Arith(ArithOp::Add | ArithOp::Sub, _, more) => number(program, more).is_some(),
        Expr::Convert(_, value) => counts(program, value),
        _ => false,
    }
}

/// The variable that is held against a small number.
fn bounded(program: &Program, condition: ExprId) -> Option<VarId> {
    let is_small = |expr| number(program, expr).is_some_and(|it| (-FEW..=FEW).contains(&it));
    match program.exprs[condition] {
        Expr::Not(it) => bounded(program, it),
        Expr::Compare(_, a, b) if is_small(b) => named(program, a),
        Expr::Compare(_, a, b) if is_small(a) => named(program, b),
        _ => None,
    }
}

fn named(program: &Program, expr: ExprId) -> Option<VarId> {
    match program.exprs[expr] {
        Expr::Var(var) => Some(var),
        Expr::Convert(_, it) => named(program, it),
        _ => None,
    }
}

/// A number that is known.
fn number(program: &Program, expr: ExprId) -> Option<i64> {
    match program.exprs[expr] {
        Expr::Int(ty, bits) => i64::try_from(ty.value(bits)).ok(),
        Expr::Neg(it) => number(program, it)?.checked_neg(),
        Expr::Convert(Type::Int(_), it) => number(program, it),
        _ => None,
    }
}
