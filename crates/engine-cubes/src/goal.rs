//! What must hold, as a tree of literals, and its expansion into consistent conjunctions.
//!
//! Formulas of the model become goals once their processes are known: comparisons of processes
//! are decided, conditions that became constant disappear. Expansion is by cases, the smallest
//! disjunction first; a disjunction of which one part already follows is dropped, and parts that
//! contradict what is known are not entered.

use cubicle::{Atom, Formula, Relation, Sum, Term};
use verdict::{Budget, Exhausted};

use crate::facts::Facts;
use crate::layout::{CellId, Layout, Values, ground_proc};
use crate::literal::{Constraint, Literal, Node};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    Constant(bool),
    Literal(Literal),
    All(Vec<Goal>),
    Any(Vec<Goal>),
}

impl Goal {
    pub fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Self::Constant(true) => {}
                Self::Constant(false) => return part,
                Self::All(parts) => kept.extend(parts),
                _ => kept.push(part),
            }
        }
        match kept.len() {
            0 => Self::Constant(true),
            1 => kept.remove(0),
            _ => Self::All(kept),
        }
    }

    pub fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Self::Constant(false) => {}
                Self::Constant(true) => return part,
                Self::Any(parts) => kept.extend(parts),
                _ => kept.push(part),
            }
        }
        match kept.len() {
            0 => Self::Constant(false),
            1 => kept.remove(0),
            _ => Self::Any(kept),
        }
    }
}

/// A formula about the processes `env`.
pub fn goal(layout: &Layout<'_>, formula: &Formula, env: &[u8]) -> Goal {
    match formula {
        Formula::Constant(value) => Goal::Constant(*value),
        Formula::Atom(atom) => atom_goal(layout, atom, env),
        Formula::And(parts) => Goal::all(parts.iter().map(|part| goal(layout, part, env))),
        Formula::Or(parts) => Goal::any(parts.iter().map(|part| goal(layout, part, env))),
    }
}

fn atom_goal(layout: &Layout<'_>, atom: &Atom, env: &[u8]) -> Goal {
    let value = |term: &Term| ground(layout, term, env);
    match atom {
        Atom::Equal(lhs, rhs) => equal(layout, &value(lhs), &value(rhs)),
        Atom::Differ(lhs, rhs) => differ(layout, &value(lhs), &value(rhs)),
        Atom::Less(lhs, rhs) => before(&value(lhs), &value(rhs)),
        Atom::AtMost(lhs, rhs) => not_after(&value(lhs), &value(rhs)),
        Atom::Linear(sum, relation, numbers) => {
            let Value::Sum(parts, constant) = ground_sum(layout, sum, env) else {
                unreachable!("a sum is ground to a sum")
            };
            linear(Constraint { parts, constant, relation: *relation, numbers: *numbers })
        }
    }
}

/// A term whose processes are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Proc(u8),
    Constructor(u32),
    Cell(CellId),
    Sum(Vec<(i64, CellId)>, i64),
}

pub fn ground(layout: &Layout<'_>, term: &Term, env: &[u8]) -> Value {
    match term {
        Term::Proc(proc) => Value::Proc(ground_proc(*proc, env)),
        Term::Constructor(position) => Value::Constructor(*position as u32),
        Term::Cell(cell) => Value::Cell(layout.ground(cell, env)),
        Term::Sum(sum) => ground_sum(layout, sum, env),
    }
}

fn ground_sum(layout: &Layout<'_>, sum: &Sum, env: &[u8]) -> Value {
    let parts = sum.parts.iter().map(|(factor, cell)| (*factor, layout.ground(cell, env)));
    Value::Sum(parts.collect(), sum.constant)
}

pub fn equal(layout: &Layout<'_>, lhs: &Value, rhs: &Value) -> Goal {
    match (lhs, rhs) {
        (Value::Cell(lhs), Value::Cell(rhs)) if lhs == rhs => Goal::Constant(true),
        (Value::Cell(lhs), Value::Cell(rhs)) => Goal::Literal(Literal::same(*lhs, *rhs)),
        (Value::Cell(cell), Value::Proc(bit)) | (Value::Proc(bit), Value::Cell(cell)) => {
            Goal::Literal(Literal::In(*cell, 1 << bit))
        }
        (Value::Cell(cell), Value::Constructor(bit))
        | (Value::Constructor(bit), Value::Cell(cell)) => {
            debug_assert!(matches!(layout.values(*cell), Values::Enum(_)));
            Goal::Literal(Literal::In(*cell, 1 << bit))
        }
        (lhs, rhs) => Goal::Constant(lhs == rhs),
    }
}

pub fn differ(layout: &Layout<'_>, lhs: &Value, rhs: &Value) -> Goal {
    match equal(layout, lhs, rhs) {
        Goal::Constant(value) => Goal::Constant(!value),
        Goal::Literal(Literal::Same(lhs, rhs)) => Goal::Literal(Literal::Differ(lhs, rhs)),
        Goal::Literal(Literal::In(cell, mask)) => {
            // Bits of processes that a cube does not have are cut off by whoever adds this.
            let all = match layout.values(cell) {
                Values::Enum(n) => (1 << n) - 1,
                _ => u64::MAX,
            };
            Goal::Literal(Literal::In(cell, all & !mask))
        }
        other => unreachable!("equality is a constant or one literal, not {other:?}"),
    }
}

fn node(value: &Value) -> Node {
    match value {
        Value::Proc(index) => Node::Proc(*index),
        Value::Cell(cell) => Node::Cell(*cell),
        Value::Constructor(_) | Value::Sum(..) => unreachable!("only processes are ordered"),
    }
}

pub fn before(lhs: &Value, rhs: &Value) -> Goal {
    if lhs == rhs {
        return Goal::Constant(false);
    }
    Goal::Literal(Literal::Before(node(lhs), node(rhs)))
}

pub fn not_after(lhs: &Value, rhs: &Value) -> Goal {
    match (lhs, rhs) {
        _ if lhs == rhs => Goal::Constant(true),
        // Different names are different processes.
        (Value::Proc(_), Value::Proc(_)) => before(lhs, rhs),
        _ => Goal::Literal(Literal::NotAfter(node(lhs), node(rhs))),
    }
}

pub fn linear(constraint: Constraint) -> Goal {
    let constraint = constraint.normal();
    match constraint.constant_truth() {
        Some(value) => Goal::Constant(value),
        None if constraint.relation == Relation::Equal || !constraint.parts.is_empty() => {
            Goal::Literal(Literal::Linear(constraint))
        }
        None => Goal::Constant(true),
    }
}

/// What to do with a consistent conjunction: look for more, or stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    More,
    Stop,
}

/// Expands goals on top of facts; `found` gets every consistent conjunction.
pub fn expand(
    layout: &Layout<'_>,
    mut facts: Facts,
    goals: Vec<Goal>,
    budget: &Budget,
    found: &mut impl FnMut(Facts) -> Next,
) -> Result<Next, Exhausted> {
    let mut choices: Vec<Vec<Goal>> = Vec::new();
    let mut pending = goals;
    loop {
        while let Some(goal) = pending.pop() {
            match goal {
                Goal::Constant(true) => {}
                Goal::Constant(false) => return Ok(Next::More),
                Goal::Literal(literal) => {
                    if facts.add(layout, literal).is_err() {
                        return Ok(Next::More);
                    }
                }
                Goal::All(parts) => pending.extend(parts),
                Goal::Any(parts) => choices.push(parts),
            }
        }
        budget.check()?;
        let mut open = Vec::new();
        for parts in choices {
            let follows = |part: &Goal| match part {
                Goal::Literal(literal @ Literal::In(..)) => facts.implies(layout, literal),
                _ => false,
            };
            if parts.iter().any(follows) {
                continue;
            }
            let mut parts: Vec<Goal> =
                parts.into_iter().filter(|part| !is_refuted(layout, &facts, part)).collect();
            match parts.len() {
                0 => return Ok(Next::More),
                1 => pending.push(parts.remove(0)),
                _ => open.push(parts),
            }
        }
        choices = open;
        if pending.is_empty() {
            break;
        }
    }
    if facts.settle(layout).is_err() {
        return Ok(Next::More);
    }
    let smallest = (0..choices.len()).min_by_key(|&at| choices[at].len());
    let Some(smallest) = smallest else { return Ok(found(facts)) };
    let chosen = choices.swap_remove(smallest);
    for part in chosen {
        let mut goals: Vec<Goal> = choices.iter().cloned().map(Goal::Any).collect();
        goals.push(part);
        if expand(layout, facts.clone(), goals, budget, found)? == Next::Stop {
            return Ok(Next::Stop);
        }
    }
    Ok(Next::More)
}

fn is_refuted(layout: &Layout<'_>, facts: &Facts, goal: &Goal) -> bool {
    match goal {
        Goal::Constant(value) => !value,
        Goal::Literal(literal) => facts.refutes(layout, literal),
        Goal::All(parts) => parts.iter().any(|part| is_refuted(layout, facts, part)),
        Goal::Any(parts) => parts.iter().all(|part| is_refuted(layout, facts, part)),
    }
}
