//! Effects of one expression that C puts in no order.
//!
//! A side effect on an object that is unsequenced with another one on it, or with a use of its value,
//! is undefined (C17 6.5p2): `i = i++ + 1`, `a[i] = i++`, `f(i++, i)`. Lowering evaluates from left to
//! right, so that no run would show it; here the operands of a node are compared by their form.
//!
//! ```text
//!   a[i] = i++        operands `a[i]` and `i++`: one reads `i`, the other writes it
//!   i = i++           the write of `i++` is still pending when the assignment writes
//!   i = (i++, 1)      nothing is pending behind a comma
//! ```
//!
//! Two effects on one place for certain are a violation where the node is evaluated. Where it is not
//! certain (the same place behind two pointers, or one of the effects behind a `?:`), the node is
//! unsupported. What called functions do is in some order and no matter of this page; what stands
//! in a statement expression is not looked at.

use c_sema::typed::{ExprId, ExprKind, ObjectId, Unit};
use c_sema::types::TypeId;
use c_syntax::ast::RecordKind;
use verdict::CheckKind;

use crate::depth::with_stack;
use crate::function::FunctionLowering;

/// Larger expressions are not compared to their end.
const MAX_TOUCHES: usize = 256;

/// A place that is read or written.
#[derive(Clone, Copy, Debug)]
struct Touch {
    place: ExprId,
    is_write: bool,
    /// It happens whenever the expression is evaluated.
    is_certain: bool,
    /// A write that need not be done when the value is there.
    is_pending: bool,
}

/// How two places lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Same,
    Apart,
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Conflict {
    None,
    Possible,
    Certain,
}

impl FunctionLowering<'_, '_> {
    /// Looks at the operands of a node that is about to be evaluated.
    pub(crate) fn check_sequence(&mut self, expr: ExprId) {
        if !self.wants(CheckKind::Undefined)
            || !self.up.facts.effects[expr].writes
            || self.current.is_none()
        {
            return;
        }
        match conflict_at(self.unit(), expr) {
            Conflict::None => {}
            Conflict::Certain => {
                let text = format!("the effects of `{}` are in some order", self.excerpt());
                self.check_never(CheckKind::Undefined, text);
            }
            Conflict::Possible => {
                let text = format!("effects that C leaves in no order in `{}`", self.excerpt());
                self.unsupported(text);
            }
        }
    }
}

/// Whether the operands of this very node collide.
fn conflict_at(unit: &Unit, expr: ExprId) -> Conflict {
    let of = |expr: ExprId| touches(unit, expr);
    match &unit.exprs[expr].kind {
        ExprKind::Arith(_, lhs, rhs)
        | ExprKind::Shift(_, lhs, rhs)
        | ExprKind::Compare(_, lhs, rhs)
        | ExprKind::PointerDiff(lhs, rhs)
        | ExprKind::PointerAdd { pointer: lhs, index: rhs }
        | ExprKind::PointerSub { pointer: lhs, index: rhs } => meet(unit, &of(*lhs), &of(*rhs)),
        ExprKind::Assign { target, value } => {
            let (place, value) = (place_touches(unit, *target), of(*value));
            let own = [write(*target)];
            let pending = |touches: &[Touch]| -> Vec<Touch> {
                touches.iter().filter(|touch| touch.is_pending).copied().collect()
            };
            meet(unit, &place, &value).max(meet(unit, &own, &pending(&place))).max(meet(
                unit,
                &own,
                &pending(&value),
            ))
        }
        ExprKind::CompoundAssign { target, value, .. } => {
            let (place, value) = (place_touches(unit, *target), of(*value));
            let own = [read(*target), write(*target)];
            let writes: Vec<Touch> = value.iter().filter(|it| it.is_write).copied().collect();
            meet(unit, &place, &value).max(meet(unit, &own, &writes))
        }
        ExprKind::Call { callee, arguments, .. } => {
            let mut operands = vec![of(*callee)];
            operands.extend(arguments.iter().map(|argument| of(*argument)));
            let mut worst = Conflict::None;
            for (index, operand) in operands.iter().enumerate() {
                for other in &operands[index + 1..] {
                    worst = worst.max(meet(unit, operand, other));
                }
            }
            worst
        }
        _ => Conflict::None,
    }
}

fn write(place: ExprId) -> Touch {
    Touch { place, is_write: true, is_certain: true, is_pending: true }
}

fn read(place: ExprId) -> Touch {
    Touch { place, is_write: false, is_certain: true, is_pending: false }
}

/// The worst that comes of evaluating two expressions in no order.
fn meet(unit: &Unit, lhs: &[Touch], rhs: &[Touch]) -> Conflict {
    let mut worst = Conflict::None;
    for left in lhs {
        for right in rhs {
            if !left.is_write && !right.is_write {
                continue;
            }
            let conflict = match relation(unit, left.place, right.place) {
                Relation::Apart => Conflict::None,
                Relation::Same if left.is_certain && right.is_certain => Conflict::Certain,
                Relation::Same | Relation::Unknown => Conflict::Possible,
            };
            worst = worst.max(conflict);
        }
    }
    worst
}

/// What evaluating an expression reads and writes, in its own words.
fn touches(unit: &Unit, expr: ExprId) -> Vec<Touch> {
    let mut found = Vec::new();
    with_stack(|| gather(unit, expr, &mut found));
    found.truncate(MAX_TOUCHES);
    found
}

fn place_touches(unit: &Unit, place: ExprId) -> Vec<Touch> {
    touches(unit, place)
}

fn gather(unit: &Unit, expr: ExprId, found: &mut Vec<Touch>) {
    if found.len() > MAX_TOUCHES {
        return;
    }
    let each = |operands: &[ExprId], found: &mut Vec<Touch>| {
        for operand in operands {
            with_stack(|| gather(unit, *operand, found));
        }
    };
    let start = found.len();
    match &unit.exprs[expr].kind {
        ExprKind::Load { place, .. } => {
            each(&[*place], found);
            found.push(read(*place));
        }
        ExprKind::Assign { target, value } => {
            each(&[*target, *value], found);
            found.push(write(*target));
        }
        ExprKind::CompoundAssign { target, value, .. } => {
            each(&[*target, *value], found);
            found.extend([read(*target), write(*target)]);
        }
        ExprKind::IncDec { target, .. } => {
            each(&[*target], found);
            found.extend([read(*target), write(*target)]);
        }
        ExprKind::Comma(first, second) => {
            each(&[*first], found);
            settle(&mut found[start..]);
            each(&[*second], found);
        }
        ExprKind::And(first, second) | ExprKind::Or(first, second) => {
            each(&[*first], found);
            settle(&mut found[start..]);
            let middle = found.len();
            each(&[*second], found);
            doubt(&mut found[middle..]);
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            each(&[*condition], found);
            settle(&mut found[start..]);
            let middle = found.len();
            each(&[*then, *otherwise], found);
            doubt(&mut found[middle..]);
        }
        ExprKind::Elvis { value, otherwise, .. } => {
            each(&[*value], found);
            settle(&mut found[start..]);
            let middle = found.len();
            each(&[*otherwise], found);
            doubt(&mut found[middle..]);
        }
        ExprKind::Call { callee, arguments, .. } => {
            each(&[*callee], found);
            each(arguments, found);
            settle(&mut found[start..]);
        }
        ExprKind::Arith(_, lhs, rhs)
        | ExprKind::Shift(_, lhs, rhs)
        | ExprKind::Compare(_, lhs, rhs)
        | ExprKind::PointerDiff(lhs, rhs)
        | ExprKind::PointerAdd { pointer: lhs, index: rhs }
        | ExprKind::PointerSub { pointer: lhs, index: rhs }
        | ExprKind::Complex(lhs, rhs) => each(&[*lhs, *rhs], found),
        ExprKind::Deref(operand)
        | ExprKind::Member { base: operand, .. }
        | ExprKind::ComplexPart { base: operand, .. }
        | ExprKind::ComplexHalf(_, operand)
        | ExprKind::Materialise(operand)
        | ExprKind::Decay(operand)
        | ExprKind::AddressOf(operand)
        | ExprKind::Neg(operand)
        | ExprKind::BitNot(operand)
        | ExprKind::Not(operand)
        | ExprKind::Convert { operand, .. } => each(&[*operand], found),
        ExprKind::Object(_)
        | ExprKind::FunctionName(_)
        | ExprKind::String(_)
        | ExprKind::CompoundLiteral { .. }
        | ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::StmtExpr(_)
        | ExprKind::LabelAddress(_)
        | ExprKind::VlaSizeof(_)
        | ExprKind::VaArg { .. }
        | ExprKind::Error => {}
    }
}

/// A sequence point has come.
fn settle(touches: &mut [Touch]) {
    for touch in touches {
        touch.is_pending = false;
    }
}

fn doubt(touches: &mut [Touch]) {
    for touch in touches {
        touch.is_certain = false;
    }
}

// -- Places.

fn relation(unit: &Unit, lhs: ExprId, rhs: ExprId) -> Relation {
    if lhs == rhs {
        return Relation::Same;
    }
    match (root(unit, lhs), root(unit, rhs)) {
        (Some(left), Some(right)) if left != right => return Relation::Apart,
        (Some(object), None) | (None, Some(object)) => {
            return match unit.objects[object].is_address_taken {
                true => Relation::Unknown,
                false => Relation::Apart,
            };
        }
        _ => {}
    }
    with_stack(|| compare(unit, lhs, rhs))
}

/// Places of one object, or both behind pointers.
fn compare(unit: &Unit, lhs: ExprId, rhs: ExprId) -> Relation {
    match (&unit.exprs[lhs].kind, &unit.exprs[rhs].kind) {
        (ExprKind::Object(left), ExprKind::Object(right)) if left == right => Relation::Same,
        (
            ExprKind::Member { base: left, field: left_field, .. },
            ExprKind::Member { base: right, field: right_field, .. },
        ) => {
            let (left_ty, right_ty) = (unit.exprs[*left].ty, unit.exprs[*right].ty);
            let is_other = left_field != right_field;
            match with_stack(|| compare(unit, *left, *right)) {
                Relation::Same if !is_other => Relation::Same,
                Relation::Same | Relation::Unknown
                    if is_other && left_ty == right_ty && is_struct(unit, left_ty) =>
                {
                    Relation::Apart
                }
                Relation::Apart => Relation::Apart,
                Relation::Same | Relation::Unknown => Relation::Unknown,
            }
        }
        (ExprKind::Deref(left), ExprKind::Deref(right)) => elements(unit, *left, *right),
        _ => Relation::Unknown,
    }
}

fn is_struct(unit: &Unit, ty: TypeId) -> bool {
    let record = unit.types.record(ty);
    record.is_some_and(|record| unit.types.records[record].kind == RecordKind::Struct)
}

/// What two pointers point to.
fn elements(unit: &Unit, lhs: ExprId, rhs: ExprId) -> Relation {
    if is_alike(unit, lhs, rhs) {
        return Relation::Same;
    }
    let (
        ExprKind::PointerAdd { pointer: left, index: i },
        ExprKind::PointerAdd { pointer: right, index: j },
    ) = (&unit.exprs[lhs].kind, &unit.exprs[rhs].kind)
    else {
        return Relation::Unknown;
    };
    let is_same_array = match (&unit.exprs[*left].kind, &unit.exprs[*right].kind) {
        (ExprKind::Decay(left), ExprKind::Decay(right)) => {
            match with_stack(|| compare(unit, *left, *right)) {
                Relation::Apart => return Relation::Apart,
                Relation::Same => true,
                Relation::Unknown => false,
            }
        }
        _ => is_alike(unit, *left, *right),
    };
    match (&unit.exprs[*i].kind, &unit.exprs[*j].kind) {
        (ExprKind::Int(i), ExprKind::Int(j)) if is_same_array && i != j => Relation::Apart,
        _ => Relation::Unknown,
    }
}

/// Whether two values without effects are computed in the same way.
fn is_alike(unit: &Unit, lhs: ExprId, rhs: ExprId) -> bool {
    let alike = |left: ExprId, right: ExprId| with_stack(|| is_alike(unit, left, right));
    if unit.exprs[lhs].ty != unit.exprs[rhs].ty {
        return false;
    }
    match (&unit.exprs[lhs].kind, &unit.exprs[rhs].kind) {
        (ExprKind::Object(left), ExprKind::Object(right)) => left == right,
        (ExprKind::Int(left), ExprKind::Int(right)) => left == right,
        (ExprKind::Load { place: left, .. }, ExprKind::Load { place: right, .. })
        | (ExprKind::Deref(left), ExprKind::Deref(right))
        | (ExprKind::Decay(left), ExprKind::Decay(right))
        | (ExprKind::AddressOf(left), ExprKind::AddressOf(right))
        | (ExprKind::Convert { operand: left, .. }, ExprKind::Convert { operand: right, .. }) => {
            alike(*left, *right)
        }
        (
            ExprKind::Member { base: left, field: left_field, .. },
            ExprKind::Member { base: right, field: right_field, .. },
        ) => left_field == right_field && alike(*left, *right),
        (
            ExprKind::PointerAdd { pointer: left, index: i },
            ExprKind::PointerAdd { pointer: right, index: j },
        ) => alike(*left, *right) && alike(*i, *j),
        _ => false,
    }
}

/// The variable that a place is or is a part of; `None` behind a pointer.
fn root(unit: &Unit, place: ExprId) -> Option<ObjectId> {
    let mut at = place;
    loop {
        match unit.exprs[at].kind {
            ExprKind::Object(object) => return Some(object),
            ExprKind::Member { base, .. } | ExprKind::ComplexPart { base, .. } => at = base,
            ExprKind::Deref(pointer) => at = pointer,
            ExprKind::PointerAdd { pointer, .. } => at = pointer,
            ExprKind::Decay(array) => at = array,
            _ => return None,
        }
    }
}
