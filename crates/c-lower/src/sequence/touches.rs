//! What evaluating an expression reads and writes, in its own words.

use c_sema::typed::{ExprId, ExprKind, Unit};

use crate::depth::with_stack;

/// Larger expressions are unsupported where they write.
pub(super) const MAX_TOUCHES: usize = 256;

/// A place that is read or written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub place: ExprId,
    pub is_write: bool,
    /// It happens whenever the expression is evaluated.
    pub is_certain: bool,
    /// A write that need not be done when the value is there.
    pub is_pending: bool,
}

/// The writes that need not be done when the value is there.
pub(super) fn pending(touches: &[Touch]) -> Vec<Touch> {
    touches.iter().filter(|touch| touch.is_pending).copied().collect()
}

pub(super) fn write(place: ExprId) -> Touch {
    Touch { place, is_write: true, is_certain: true, is_pending: true }
}

pub(super) fn read(place: ExprId) -> Touch {
    Touch { place, is_write: false, is_certain: true, is_pending: false }
}

/// What evaluating an expression reads and writes, in its own words.
pub(super) fn touches(unit: &Unit, expr: ExprId) -> Vec<Touch> {
    let mut found = Vec::new();
    with_stack(|| gather(unit, expr, &mut found));
    found
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
