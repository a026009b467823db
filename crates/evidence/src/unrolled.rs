//! Checks that loops of the entry function were run through as its counters say.
//!
//! Whoever proves something about threads that are created in a loop may look at a program in which the loop is
//! unrolled ([`ir_passes::unroll_creations`]). Here that program is held against the original, location by location and
//! edge by edge: for each of its locations it is said where in the original it lies, and what some
//! integer variables of the entry function are there.
//!
//! # What is asked, and why it is enough
//! - All but the body of the entry function is the same.
//! - The entry lies at the entry, where nothing is known.
//! - For each edge of the original from where a location lies there is the next one of its edges, with the same
//!   operation, except that what is known may stand in place of what it is; or the edge asks for what is
//!   known to be false.
//! - What is known at the end of an edge was known before and is not assigned, or is what the edge assigns.
//!
//! By induction over a run of the original there is one here that goes through the same states, with what is
//! known being true in each: the variables are the activation's own, so that no other thread and no
//! call changes them. A failing run of the original is therefore one here, at the same check.

use std::collections::BTreeMap;

use index::IndexVec;
use ir::{
    ArithOp, Body, Callee, CompareOp, Condition, Expr, ExprId, ExprPool, Function, FunctionId,
    LocationId, Op, Program, Scope, Type, Var, VarId,
};
use ir_passes::unroll_creations::Unrolled;

use crate::induction::Refusal;

#[cfg(test)]
mod tests;

type Known = BTreeMap<VarId, u128>;

/// Confirms that the unrolled program has a failing run if the original has one.
pub fn confirm_unrolled(original: &Program, unrolled: &Unrolled) -> Result<(), Refusal> {
    let new = &unrolled.program;
    is_same_around(original, new)?;
    let old_body = body_of(original)?;
    let new_body = body_of(new)?;
    let origin =
        |at: LocationId| unrolled.origins.get(at).ok_or_else(|| wrong("a location lies nowhere"));
    let (begins_at, known) = origin(new_body.entry)?;
    if *begins_at != old_body.entry || !known.is_empty() {
        return Err(wrong("it begins elsewhere"));
    }
    if origin(new_body.exit)?.0 != old_body.exit {
        return Err(wrong("it ends elsewhere"));
    }
    for at in new_body.locations.ids() {
        let (from, known) = origin(at)?;
        let of_entry = known.keys().all(|var| {
            let var = original.vars.get(*var);
            var.is_some_and(|it| {
                it.scope == Scope::Local(original.entry) && matches!(it.ty, Type::Int(_))
            })
        });
        if !of_entry {
            return Err(wrong("what is known is not the entry function's own"));
        }
        let meaning =
            Meaning { old: &original.exprs, new: &new.exprs, vars: &original.vars, known };
        let mut edges = new_body.locations[at].outgoing.iter().map(|edge| &new_body.edges[*edge]);
        for edge in &old_body.locations[*from].outgoing {
            let edge = &old_body.edges[*edge];
            if let Op::Assume { condition } = edge.op
                && meaning.value(condition) == Some(Value::Truth(false))
            {
                continue;
            }
            let there = edges.next().ok_or_else(|| wrong("an edge is missing"))?;
            if there.from != at {
                return Err(wrong("an edge begins elsewhere"));
            }
            if !meaning.is_same_op(&edge.op, &there.op)? {
                return Err(wrong("an edge does something else"));
            }
            let (to, after) = origin(there.to)?;
            let is_exit = there.to == new_body.exit;
            if *to != edge.to || is_exit != (edge.to == old_body.exit) {
                return Err(wrong("an edge leads elsewhere"));
            }
            for (var, bits) in after {
                if !meaning.is_after(&edge.op, *var, *bits) {
                    return Err(wrong("more is claimed of a counter than is known"));
                }
            }
        }
        if edges.next().is_some() {
            return Err(wrong("there is an edge too many"));
        }
    }
    Ok(())
}

fn wrong(what: &str) -> Refusal {
    Refusal::Wrong(format!("loops that create threads were unrolled wrongly: {what}"))
}

fn body_of(program: &Program) -> Result<&Body, Refusal> {
    program.functions[program.entry].body.as_ref().ok_or_else(|| wrong("there is no body"))
}

/// Is everything but the body of the entry function the same, with more expressions at most?
fn is_same_around(old: &Program, new: &Program) -> Result<(), Refusal> {
    let has_exprs = old.exprs.len() <= new.exprs.len()
        && old.exprs.iter().zip(new.exprs.iter()).all(|(old, new)| old == new);
    let is_same_function = |(id, function): (FunctionId, &Function)| {
        let copy = &new.functions[id];
        let has_same_body = match (&function.body, &copy.body) {
            _ if id == old.entry => true,
            (Some(body), Some(copy)) => is_same_body(body, copy),
            (body, copy) => body.is_none() && copy.is_none(),
        };
        function.signature == copy.signature
            && function.parameters == copy.parameters
            && has_same_body
    };
    let is_same = has_exprs
        && old.functions.len() == new.functions.len()
        && old.functions.iter().all(is_same_function)
        && old.vars.iter().eq(new.vars.iter())
        && old.objects.iter().eq(new.objects.iter())
        && old.checks.iter().eq(new.checks.iter())
        && old.signatures.iter().eq(new.signatures.iter())
        && old.strangers == new.strangers
        && (old.entry, old.model) == (new.entry, new.model);
    if is_same { Ok(()) } else { Err(wrong("something else has changed")) }
}

fn is_same_body(body: &Body, copy: &Body) -> bool {
    let mut edges = body.edges.values().zip(copy.edges.values());
    body.edges.len() == copy.edges.len()
        && body.locations.len() == copy.locations.len()
        && (body.entry, body.exit) == (copy.entry, copy.exit)
        && edges.all(|(a, b)| (a.from, a.to, &a.op) == (b.from, b.to, &b.op))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Truth(bool),
    Int(ir::IntType, u128),
}

/// What expressions mean where some variables are known.
struct Meaning<'a> {
    old: &'a ExprPool,
    new: &'a ExprPool,
    vars: &'a IndexVec<VarId, Var>,
    known: &'a Known,
}

impl Meaning<'_> {
    /// The value of an expression of the original, if it follows from what is known.
    fn value(&self, expr: ExprId) -> Option<Value> {
        let int = |expr: ExprId| match self.value(expr)? {
            Value::Int(ty, bits) => Some((ty, ty.value(bits))),
            Value::Truth(_) => None,
        };
        match self.old[expr] {
            Expr::Bool(truth) => Some(Value::Truth(truth)),
            Expr::Int(ty, bits) => Some(Value::Int(ty, bits)),
            Expr::Var(var) => {
                let ty = self.vars[var].ty.as_int()?;
                Some(Value::Int(ty, *self.known.get(&var)?))
            }
            Expr::Not(inner) => match self.value(inner)? {
                Value::Truth(truth) => Some(Value::Truth(!truth)),
                Value::Int(..) => None,
            },
            Expr::Convert(Type::Int(ty), inner) => {
                let (_, value) = int(inner)?;
                Some(Value::Int(ty, ty.wrap(value)))
            }
            Expr::Compare(op, a, b) => {
                let ((_, a), (_, b)) = (int(a)?, int(b)?);
                let order = a.cmp(&b);
                Some(Value::Truth(match op {
                    CompareOp::Eq => order.is_eq(),
                    CompareOp::Ne => order.is_ne(),
                    CompareOp::Lt => order.is_lt(),
                    CompareOp::Le => order.is_le(),
                    CompareOp::Gt => order.is_gt(),
                    CompareOp::Ge => order.is_ge(),
                }))
            }
            Expr::Arith(op, a, b) => {
                let ((ty, a), (_, b)) = (int(a)?, int(b)?);
                let exact = match op {
                    ArithOp::Add => a.checked_add(b)?,
                    ArithOp::Sub => a.checked_sub(b)?,
                    ArithOp::Mul => a.checked_mul(b)?,
                    _ => return None,
                };
                // Beyond a signed type nothing is known.
                let fits = ty.value(ty.wrap(exact)) == exact;
                (fits || !ty.is_signed()).then(|| Value::Int(ty, ty.wrap(exact)))
            }
            _ => None,
        }
    }

    /// Does a variable have this value behind the operation?
    fn is_after(&self, op: &Op, var: VarId, bits: u128) -> bool {
        if op.assigned() != Some(var) {
            return self.known.get(&var) == Some(&bits);
        }
        let Op::Assign { value, .. } = op else { return false };
        matches!(self.value(*value), Some(Value::Int(_, value)) if value == bits)
    }

    /// Do the expressions, one of each program, have the same value?
    fn is_same(&self, old: ExprId, new: ExprId) -> bool {
        if old == new {
            return true;
        }
        match (self.new[new], self.value(old)) {
            (Expr::Bool(truth), Some(Value::Truth(value))) => return truth == value,
            (Expr::Int(ty, bits), Some(value)) => return value == Value::Int(ty, bits),
            _ => {}
        }
        let both =
            |a: ExprId, b: ExprId, c: ExprId, d: ExprId| self.is_same(a, c) && self.is_same(b, d);
        match (self.old[old], self.new[new]) {
            (Expr::Neg(a), Expr::Neg(b))
            | (Expr::BitNot(a), Expr::BitNot(b))
            | (Expr::Not(a), Expr::Not(b)) => self.is_same(a, b),
            (Expr::Convert(ty, a), Expr::Convert(other, b))
            | (Expr::Bits(ty, a), Expr::Bits(other, b)) => ty == other && self.is_same(a, b),
            (Expr::Arith(op, a, b), Expr::Arith(other, c, d)) => op == other && both(a, b, c, d),
            (Expr::Compare(op, a, b), Expr::Compare(other, c, d)) => {
                op == other && both(a, b, c, d)
            }
            (Expr::And(a, b), Expr::And(c, d))
            | (Expr::Or(a, b), Expr::Or(c, d))
            | (Expr::PointerAdd(a, b), Expr::PointerAdd(c, d))
            | (Expr::PointerDiff(a, b), Expr::PointerDiff(c, d)) => both(a, b, c, d),
            (Expr::Ite(a, b, c), Expr::Ite(d, e, f)) => both(a, b, d, e) && self.is_same(c, f),
            _ => false,
        }
    }

    /// Do the operations do the same?
    fn is_same_op(&self, old: &Op, new: &Op) -> Result<bool, Refusal> {
        let maybe = |old: Option<ExprId>, new: Option<ExprId>| match (old, new) {
            (Some(old), Some(new)) => self.is_same(old, new),
            (old, new) => old.is_none() && new.is_none(),
        };
        Ok(match (old, new) {
            (old, new) if old == new => true,
            (Op::Assign { target, value }, Op::Assign { target: other, value: new }) => {
                target == other && self.is_same(*value, *new)
            }
            (Op::Assume { condition }, Op::Assume { condition: new })
            | (Op::Await { condition }, Op::Await { condition: new }) => {
                self.is_same(*condition, *new)
            }
            (
                Op::Check { check, condition: Condition::Holds(condition) },
                Op::Check { check: other, condition: Condition::Holds(new) },
            ) => check == other && self.is_same(*condition, *new),
            (
                Op::Load { target, pointer, access },
                Op::Load { target: other, pointer: new, access: to },
            ) => target == other && access == to && self.is_same(*pointer, *new),
            (
                Op::Store { pointer, value, access },
                Op::Store { pointer: place, value: new, access: to },
            ) => access == to && self.is_same(*pointer, *place) && self.is_same(*value, *new),
            (
                Op::Call { target, callee: Callee::Direct(callee), arguments },
                Op::Call { target: other, callee: Callee::Direct(called), arguments: new },
            ) => {
                let mut pairs = arguments.iter().zip(new);
                target == other
                    && callee == called
                    && arguments.len() == new.len()
                    && pairs.all(|(old, new)| self.is_same(*old, *new))
            }
            (
                Op::ThreadCreate { handle, start: Callee::Direct(start), argument },
                Op::ThreadCreate { handle: place, start: Callee::Direct(other), argument: new },
            ) => start == other && maybe(*handle, *place) && self.is_same(*argument, *new),
            (
                Op::ThreadJoin { thread, result },
                Op::ThreadJoin { thread: other, result: place },
            ) => self.is_same(*thread, *other) && maybe(*result, *place),
            (old, new) if std::mem::discriminant(old) == std::mem::discriminant(new) => {
                let why = "a step of a loop that was unrolled is not compared";
                return Err(Refusal::Undecided(why.to_owned()));
            }
            _ => false,
        })
    }
}
