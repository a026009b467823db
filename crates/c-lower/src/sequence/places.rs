//! How two places lie to each other, as far as their form tells.

use c_sema::typed::{ExprId, ExprKind, ObjectId, Unit};
use c_sema::types::TypeId;
use c_syntax::ast::RecordKind;

use crate::depth::with_stack;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Same,
    Apart,
    Unknown,
}

pub(super) fn relation(unit: &Unit, lhs: ExprId, rhs: ExprId) -> Relation {
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

/// Places of one object, or both behind pointers. An element lies in its array: that subscripts stay in
/// theirs is checked of itself.
fn compare(unit: &Unit, lhs: ExprId, rhs: ExprId) -> Relation {
    let apart =
        |left: ExprId, right: ExprId| with_stack(|| compare(unit, left, right)) == Relation::Apart;
    let is_apart = array_of(unit, lhs).is_some_and(|array| apart(array, rhs))
        || array_of(unit, rhs).is_some_and(|array| apart(lhs, array));
    if is_apart { Relation::Apart } else { compare_forms(unit, lhs, rhs) }
}

/// The array that a place is an element of, if it is named.
fn array_of(unit: &Unit, place: ExprId) -> Option<ExprId> {
    let ExprKind::Deref(mut pointer) = unit.exprs[place].kind else { return None };
    if let ExprKind::PointerAdd { pointer: first, .. } = unit.exprs[pointer].kind {
        pointer = first;
    }
    match unit.exprs[pointer].kind {
        ExprKind::Decay(array) => Some(array),
        _ => None,
    }
}

fn compare_forms(unit: &Unit, lhs: ExprId, rhs: ExprId) -> Relation {
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
