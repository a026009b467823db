//! What conditions and assignments do to a set.
//!
//! Conditions over one variable and a constant are boxes. Whatever else a condition or a value depends
//! on, the set is divided along these variables: in each box the expression is evaluated, and boxes in
//! which it may be several things are divided further as long as they are small. What is left undecided
//! is kept: the result has every state that it should have, and maybe more.

use boxes::{Boxes, Diagrams, Interval, Var};
use index::IdSet;
use ir::{ArithOp, CompareOp, Expr, ExprId, Program, Type, VarId};
use ir_passes::accesses::add_vars;

use super::evaluate::{Evaluator, Truth, bounds};
use super::universe::Universe;

/// Boxes that an expression is evaluated in, one by one.
const MAX_BOXES: u64 = 400;
/// Values of a variable that are tried one by one.
const MAX_VALUES: i128 = 8;

pub(super) struct Transfer<'a> {
    pub program: &'a Program,
    pub universe: &'a Universe,
}

/// Variables that are others, and so much more. Sets do not relate variables; within one turn, what is
/// found out about a copy is told of its original in this way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Aliases {
    copies: Vec<(Var, Var, i128)>,
}

impl Aliases {
    /// The variable has another value now.
    fn forget(&mut self, var: Var) {
        self.copies.retain(|(x, y, _)| *x != var && *y != var);
    }

    /// What holds on two ways that meet.
    pub fn retain_common(&mut self, other: &Self) {
        self.copies.retain(|copy| other.copies.contains(copy));
    }

    /// What an interval of one variable says of the others.
    fn told(&self, var: Var, interval: Interval) -> impl Iterator<Item = (Var, Interval)> {
        let told = self.copies.iter().filter_map(move |(x, y, by)| match () {
            () if *x == var => Some((*y, interval.shift(by.checked_neg()?))),
            () if *y == var => Some((*x, interval.shift(*by))),
            () => None,
        });
        told.collect::<Vec<_>>().into_iter()
    }
}

impl Transfer<'_> {
    /// The states in which the condition may be as wanted.
    pub fn filter(
        &self,
        diagrams: &mut Diagrams,
        (set, aliases): (Boxes, &Aliases),
        condition: ExprId,
        wanted: bool,
    ) -> Boxes {
        if set.is_none() {
            return set;
        }
        match self.program.exprs[condition] {
            Expr::Bool(value) if value == wanted => set,
            Expr::Bool(_) => diagrams.none(),
            Expr::Not(inner) => self.filter(diagrams, (set, aliases), inner, !wanted),
            Expr::And(a, b) if wanted => {
                let set = self.filter(diagrams, (set, aliases), a, true);
                self.filter(diagrams, (set, aliases), b, true)
            }
            Expr::Or(a, b) if !wanted => {
                let set = self.filter(diagrams, (set, aliases), a, false);
                self.filter(diagrams, (set, aliases), b, false)
            }
            Expr::And(a, b) | Expr::Or(a, b) => {
                let a = self.filter(diagrams, (set, aliases), a, wanted);
                let b = self.filter(diagrams, (set, aliases), b, wanted);
                diagrams.join(a, b)
            }
            Expr::Var(var) => match self.universe.var(var) {
                Some(var) => {
                    let value = Interval::point(i128::from(wanted));
                    restrict(diagrams, (set, aliases), var, value)
                }
                None => set,
            },
            Expr::Compare(op, a, b) => match self.bound(op, a, b) {
                Some(Bound::OfVar { var, op, value }) => {
                    let op = if wanted { op } else { negated(op) };
                    within(diagrams, (set, aliases), var, op, value)
                }
                Some(Bound::OfCondition { condition, value }) => {
                    self.filter(diagrams, (set, aliases), condition, value == wanted)
                }
                None => self.filter_boxes(diagrams, set, condition, wanted),
            },
            _ => self.filter_boxes(diagrams, set, condition, wanted),
        }
    }

    /// `x < 5`, `5 > x`; `(int) (a < b) != 0`.
    fn bound(&self, op: CompareOp, a: ExprId, b: ExprId) -> Option<Bound> {
        let exprs = &self.program.exprs;
        let (op, a, value) = match (exprs[a], exprs[b]) {
            (_, Expr::Int(ty, bits)) => (op, a, ty.value(bits)),
            (Expr::Int(ty, bits), _) => (mirrored(op), b, ty.value(bits)),
            _ => return None,
        };
        match exprs[a] {
            Expr::Var(var) => Some(Bound::OfVar { var: self.universe.var(var)?, op, value }),
            Expr::Convert(Type::Int(_), inner)
                if self.program.type_of(inner) == Type::Bool && (value == 0 || value == 1) =>
            {
                let is_equal = match op {
                    CompareOp::Eq => true,
                    CompareOp::Ne => false,
                    _ => return None,
                };
                Some(Bound::OfCondition { condition: inner, value: (value == 1) == is_equal })
            }
            _ => None,
        }
    }

    fn filter_boxes(
        &self,
        diagrams: &mut Diagrams,
        set: Boxes,
        condition: ExprId,
        wanted: bool,
    ) -> Boxes {
        let mut kept = diagrams.none();
        let wrong = if wanted { Truth::Never } else { Truth::Always };
        let mut pending = self.parts(diagrams, set, condition);
        while let Some(part) = pending.pop() {
            let truth = self.in_box(&part, |evaluator| evaluator.truth(condition));
            if truth == wrong {
                continue;
            }
            if truth == Truth::Either
                && let Some(smaller) = self.divided(&part, condition)
            {
                pending.extend(smaller);
                continue;
            }
            let part = match (truth, self.program.exprs[condition]) {
                (Truth::Either, Expr::Compare(op, a, b)) => {
                    let op = if wanted { op } else { negated(op) };
                    self.narrowed(part, op, a, b)
                }
                _ => part,
            };
            let part = diagrams.of_box(&part);
            let part = diagrams.meet(set, part);
            kept = diagrams.join(kept, part);
        }
        kept
    }

    /// `target = value`.
    pub fn assign(
        &self,
        diagrams: &mut Diagrams,
        (set, aliases): (Boxes, &mut Aliases),
        target: VarId,
        value: ExprId,
    ) -> Boxes {
        let Some(own) = self.universe.var(target) else { return set };
        if set.is_none() {
            return set;
        }
        let shifted = self.shifted(diagrams, set, own, value);
        aliases.forget(own);
        if let Some((from, by)) = shifted {
            aliases.copies.extend((from != own).then_some((own, from, by)));
            return copy(diagrams, set, own, from, by);
        }
        let is_bool = self.program.type_of(value) == Type::Bool;
        let mut result = diagrams.none();
        let mut pending = self.parts(diagrams, set, value);
        while let Some(part) = pending.pop() {
            let range = self.in_box(&part, |evaluator| match is_bool {
                true => evaluator.truth(value).interval(),
                false => {
                    let (low, high) = evaluator.range(value);
                    Interval::between(low, high)
                }
            });
            if !range.is_point()
                && let Some(smaller) = self.divided(&part, value)
            {
                pending.extend(smaller);
                continue;
            }
            let part = diagrams.of_box(&part);
            let part = diagrams.meet(set, part);
            let part = diagrams.set_to(part, own, range.meet(self.universe.range(own)));
            result = diagrams.join(result, part);
        }
        result
    }

    /// The variable that the value is, and what is added to it, if nothing wraps around.
    fn shifted(
        &self,
        diagrams: &Diagrams,
        set: Boxes,
        target: Var,
        value: ExprId,
    ) -> Option<(Var, i128)> {
        let exprs = &self.program.exprs;
        let (of, by) = match exprs[value] {
            Expr::Var(_) | Expr::Convert(..) => (value, 0),
            Expr::Arith(op @ (ArithOp::Add | ArithOp::Sub), a, b) => match exprs[b] {
                Expr::Int(ty, bits) if op == ArithOp::Add => (a, ty.value(bits)),
                Expr::Int(ty, bits) => (a, ty.value(bits).checked_neg()?),
                _ => return None,
            },
            _ => return None,
        };
        let mut of = of;
        let mut fits = self.universe.range(target);
        // What a conversion leaves as it is.
        while let Expr::Convert(Type::Int(ty), inner) = exprs[of] {
            if !matches!(self.program.type_of(inner), Type::Int(_)) || ty.width > 64 {
                return None;
            }
            let range = Interval::between(ty.value(ty.min_bits()), ty.value(ty.max_bits()));
            fits = fits.meet(range);
            of = inner;
        }
        let Expr::Var(of) = exprs[of] else { return None };
        let of = self.universe.var(of)?;
        let values = diagrams.interval(set, of).meet(self.universe.range(of));
        (values.is_subset(fits) && values.shift(by).is_subset(fits)).then_some((of, by))
    }

    pub fn havoc(
        &self,
        diagrams: &mut Diagrams,
        (set, aliases): (Boxes, &mut Aliases),
        target: VarId,
    ) -> Boxes {
        let Some(own) = self.universe.var(target) else { return set };
        aliases.forget(own);
        diagrams.forget(set, &[own])
    }

    /// The set, divided along what the expression depends on.
    fn parts(
        &self,
        diagrams: &mut Diagrams,
        set: Boxes,
        expr: ExprId,
    ) -> Vec<Vec<(Var, Interval)>> {
        let wanted = self.vars(expr);
        let others: Vec<Var> =
            diagrams.support(set).into_iter().filter(|var| !wanted.contains(var)).collect();
        let mut shadow = diagrams.forget(set, &others);
        if diagrams.n_boxes(shadow) > MAX_BOXES {
            shadow = diagrams.simplify(shadow, MAX_BOXES);
        }
        let boxes = diagrams.boxes(shadow);
        // Every variable with its bounds, as far as its type lets them.
        let with_all = |bounds: Vec<(Var, Interval)>| {
            let of = |var: &Var| bounds.iter().find(|(it, _)| it == var).map(|(_, it)| *it);
            let bounded = |var: &Var| {
                let range = self.universe.range(*var);
                (*var, of(var).map_or(range, |it| it.meet(range)))
            };
            wanted.iter().map(bounded).collect::<Vec<_>>()
        };
        boxes.map(with_all).filter(|it| !it.iter().any(|(_, it)| it.is_empty())).collect()
    }

    fn vars(&self, expr: ExprId) -> Vec<Var> {
        let mut vars = IdSet::new();
        add_vars(&self.program.exprs, expr, &mut vars);
        let mut vars: Vec<Var> = vars.iter().filter_map(|var| self.universe.var(var)).collect();
        vars.sort_unstable();
        vars
    }

    fn in_box<T>(&self, part: &[(Var, Interval)], ask: impl FnOnce(&Evaluator<'_>) -> T) -> T {
        let value_of = |var: VarId| {
            let own = self.universe.var(var)?;
            part.iter().find(|(it, _)| *it == own).map(|(_, interval)| *interval)
        };
        ask(&Evaluator { program: self.program, value_of: &value_of })
    }

    /// One box for each value of a variable that has few of them.
    fn divided(&self, part: &[(Var, Interval)], expr: ExprId) -> Option<Vec<Vec<(Var, Interval)>>> {
        let wanted = self.vars(expr);
        let is_small = |(_, (var, interval)): &(usize, &(Var, Interval))| {
            let (low, high) = bounds(*interval);
            let n_more = high.checked_sub(low);
            wanted.contains(var) && n_more.is_some_and(|it| (1..MAX_VALUES).contains(&it))
        };
        let (at, (var, interval)) = part.iter().enumerate().find(is_small)?;
        let (low, high) = bounds(*interval);
        let with = |value: i128| {
            let mut part = part.to_vec();
            part[at] = (*var, Interval::point(value));
            part
        };
        Some((low..=high).map(with).collect())
    }

    /// What a comparison of two variables leaves of their bounds.
    fn narrowed(
        &self,
        mut part: Vec<(Var, Interval)>,
        op: CompareOp,
        a: ExprId,
        b: ExprId,
    ) -> Vec<(Var, Interval)> {
        let ranges = self.in_box(&part, |it| (it.range(a), it.range(b)));
        for (expr, op, (low, high)) in [(a, op, ranges.1), (b, mirrored(op), ranges.0)] {
            let Expr::Var(var) = self.program.exprs[expr] else { continue };
            let Some(own) = self.universe.var(var) else { continue };
            let Some((_, interval)) = part.iter_mut().find(|(it, _)| *it == own) else { continue };
            let allowed = match op {
                CompareOp::Eq => Interval::between(low, high),
                CompareOp::Lt => Interval::at_most(high.saturating_sub(1)),
                CompareOp::Le => Interval::at_most(high),
                CompareOp::Gt => Interval::at_least(low.saturating_add(1)),
                CompareOp::Ge => Interval::at_least(low),
                CompareOp::Ne => continue,
            };
            *interval = interval.meet(allowed);
        }
        part
    }
}

/// `x = y + by`. A diagram forgets that the two are equal where `y` has several values on one path: those
/// that have few are looked at one by one.
fn copy(diagrams: &mut Diagrams, set: Boxes, x: Var, y: Var, by: i128) -> Boxes {
    let (low, high) = bounds(diagrams.interval(set, y));
    let is_small = high.checked_sub(low).is_some_and(|n_more| n_more < MAX_VALUES);
    if x == y || !is_small {
        return diagrams.copy(set, x, y, by);
    }
    let mut result = diagrams.none();
    for value in low..=high {
        let part = diagrams.restrict(set, y, Interval::point(value));
        let part = diagrams.set_to(part, x, Interval::point(value + by));
        result = diagrams.join(result, part);
    }
    result
}

/// What a comparison with a constant says.
enum Bound {
    OfVar { var: Var, op: CompareOp, value: i128 },
    OfCondition { condition: ExprId, value: bool },
}

fn within(
    diagrams: &mut Diagrams,
    set: (Boxes, &Aliases),
    var: Var,
    op: CompareOp,
    value: i128,
) -> Boxes {
    let interval = match op {
        CompareOp::Eq => Interval::point(value),
        CompareOp::Lt => Interval::at_most(value - 1),
        CompareOp::Le => Interval::at_most(value),
        CompareOp::Gt => Interval::at_least(value + 1),
        CompareOp::Ge => Interval::at_least(value),
        CompareOp::Ne => {
            let below = restrict(diagrams, set, var, Interval::at_most(value - 1));
            let above = restrict(diagrams, set, var, Interval::at_least(value + 1));
            return diagrams.join(below, above);
        }
    };
    restrict(diagrams, set, var, interval)
}

fn restrict(
    diagrams: &mut Diagrams,
    (set, aliases): (Boxes, &Aliases),
    var: Var,
    interval: Interval,
) -> Boxes {
    let mut set = diagrams.restrict(set, var, interval);
    for (other, interval) in aliases.told(var, interval) {
        set = diagrams.restrict(set, other, interval);
    }
    set
}

/// The comparison that holds where this one does not.
fn negated(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Eq => CompareOp::Ne,
        CompareOp::Ne => CompareOp::Eq,
        CompareOp::Lt => CompareOp::Ge,
        CompareOp::Le => CompareOp::Gt,
        CompareOp::Gt => CompareOp::Le,
        CompareOp::Ge => CompareOp::Lt,
    }
}

/// The same comparison, with its sides exchanged.
fn mirrored(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Eq | CompareOp::Ne => op,
        CompareOp::Lt => CompareOp::Gt,
        CompareOp::Le => CompareOp::Ge,
        CompareOp::Gt => CompareOp::Lt,
        CompareOp::Ge => CompareOp::Le,
    }
}
