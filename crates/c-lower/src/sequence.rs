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
//! Two effects on one place for certain are a violation where the node is evaluated. Where it depends
//! on pointers whether the places are one, their addresses are kept as they are found, and compared
//! when the node is done:
//!
//! ```text
//!   out[(*n)++] = c    %first = &out[%value]; %second = n; check: these bytes are not those
//! ```
//!
//! Places without an address (bits, variables) that are touched behind a `?:` are unsupported. What
//! called functions do is in some order and no matter of this page; what stands in a statement
//! expression is not looked at.

use c_sema::typed::{ExprId, ExprKind, ObjectId, Unit};
use c_sema::types::TypeId;
use c_syntax::ast::RecordKind;
use ir::{Condition, Op, Overlap, Type};
use verdict::CheckKind;

use crate::class::Class;
use crate::depth::with_stack;
use crate::function::FunctionLowering;
use crate::place::Place;

/// Larger expressions are unsupported where they write.
const MAX_TOUCHES: usize = 256;
/// Pairs of places that one node is asked about.
const MAX_PAIRS: usize = 16;

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

/// What is known of the effects of one node.
#[derive(Debug, Default)]
struct Conflict {
    is_certain: bool,
    /// Those of which no address tells whether they are one.
    is_unclear: bool,
    /// Places that are one or are not, which their addresses tell.
    pairs: Vec<(ExprId, ExprId)>,
}

/// A place whose address is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watched {
    address: ir::VarId,
    /// Its evaluation was lowered.
    is_kept: bool,
}

/// Pairs of places to compare when a node is done.
#[derive(Debug, Default)]
#[must_use]
pub(crate) struct Doubts {
    pairs: Vec<(ExprId, ExprId)>,
    /// Whose addresses are kept for this node only.
    own: Vec<ExprId>,
}

impl FunctionLowering<'_, '_> {
    /// Looks at the operands of a node that is about to be evaluated.
    pub(crate) fn begin_sequence(&mut self, expr: ExprId) -> Doubts {
        if !self.wants(CheckKind::Undefined)
            || !self.up.facts.effects[expr].writes
            || self.current.is_none()
        {
            return Doubts::default();
        }
        let Conflict { is_certain, is_unclear, mut pairs } = conflict_at(self.unit(), expr);
        if is_certain {
            let text = format!("the effects of `{}` are in some order", self.excerpt());
            self.check_never(CheckKind::Undefined, text);
            return Doubts::default();
        }
        pairs.dedup();
        let has_bytes = |it: ExprId| self.bytes_of(it).is_some();
        let is_told = pairs.iter().all(|(left, right)| has_bytes(*left) && has_bytes(*right));
        if is_unclear || !is_told || pairs.len() > MAX_PAIRS {
            self.unclear_sequence();
            return Doubts::default();
        }
        let mut own = Vec::new();
        for place in pairs.iter().flat_map(|(left, right)| [*left, *right]) {
            let address = match self.watched.get(&place) {
                Some(watched) => watched.address,
                None => {
                    let address = self.temporary("%place", Type::Pointer);
                    self.watched.insert(place, Watched { address, is_kept: false });
                    own.push(place);
                    address
                }
            };
            let nowhere = self.zero(Type::Pointer);
            self.emit(Op::Assign { target: address, value: nowhere });
        }
        Doubts { pairs, own }
    }

    /// The node is evaluated.
    pub(crate) fn end_sequence(&mut self, doubts: &Doubts) {
        if doubts.pairs.is_empty() {
            return;
        }
        for &(left, right) in &doubts.pairs {
            if self.current.is_none() {
                break;
            }
            let (first, second) = (self.watched[&left], self.watched[&right]);
            match (first.is_kept && second.is_kept, self.bytes_of(left), self.bytes_of(right)) {
                (true, Some(left), Some(right)) => {
                    self.check_not_one([first.address, second.address], [left, right]);
                }
                _ => self.unclear_sequence(),
            }
        }
        for place in &doubts.own {
            self.watched.remove(place);
        }
    }

    /// A place was found, here and now.
    pub(crate) fn keep_address(&mut self, place: ExprId, found: &Place) {
        let Some(watched) = self.watched.get_mut(&place) else { return };
        if let Place::Memory(pointer) = *found {
            watched.is_kept = true;
            let target = watched.address;
            self.emit(Op::Assign { target, value: pointer });
        }
    }

    fn unclear_sequence(&mut self) {
        let text = format!("effects that C leaves in no order in `{}`", self.excerpt());
        self.unsupported(text);
    }

    /// The size of a place that has an address.
    fn bytes_of(&self, place: ExprId) -> Option<u64> {
        let unit = self.unit();
        if let ExprKind::Member { base, field, .. } = &unit.exprs[place].kind {
            let record = unit.types.record(unit.exprs[*base].ty)?;
            let fields = &unit.types.records[record].layout.as_ref()?.fields;
            if fields.get(*field as usize)?.bits.is_some() {
                return None;
            }
        }
        let ty = unit.exprs[place].ty;
        match self.class(ty) {
            Class::Scalar(_) => unit.types.size_of(ty),
            Class::Memory(size) => size,
            Class::Void => None,
        }
    }

    /// No byte of one place is one of the other. A place that was not come to is null.
    fn check_not_one(&mut self, places: [ir::VarId; 2], sizes: [u64; 2]) {
        let [target, source] = places.map(|place| self.var(place));
        let ty = self.model().size_type();
        let sizes = sizes.map(|size| self.int(ty, i128::from(size)));
        let text = format!("the effects of `{}` are on different places", self.excerpt());
        let condition = Condition::Apart { target, source, sizes, overlap: Overlap::None };
        self.check(CheckKind::Undefined, condition, text);
    }
}

/// Whether the operands of this very node collide.
fn conflict_at(unit: &Unit, expr: ExprId) -> Conflict {
    let of = |expr: ExprId| touches(unit, expr);
    let mut conflict = Conflict::default();
    match &unit.exprs[expr].kind {
        ExprKind::Arith(_, lhs, rhs)
        | ExprKind::Shift(_, lhs, rhs)
        | ExprKind::Compare(_, lhs, rhs)
        | ExprKind::PointerDiff(lhs, rhs)
        | ExprKind::PointerAdd { pointer: lhs, index: rhs }
        | ExprKind::PointerSub { pointer: lhs, index: rhs } => {
            conflict.meet(unit, &of(*lhs), &of(*rhs));
        }
        ExprKind::Assign { target, value } => {
            let (place, value) = (of(*target), of(*value));
            let own = [write(*target)];
            conflict.meet(unit, &place, &value);
            conflict.meet(unit, &own, &pending(&place));
            conflict.meet(unit, &own, &pending(&value));
        }
        ExprKind::CompoundAssign { target, value, .. } => {
            let (place, value) = (of(*target), of(*value));
            let own = [read(*target), write(*target)];
            let writes = value.iter().filter(|touch| touch.is_write).copied();
            conflict.meet(unit, &place, &value);
            conflict.meet(unit, &own, &pending(&place));
            conflict.meet(unit, &own, &writes.collect::<Vec<_>>());
        }
        ExprKind::IncDec { target, .. } => {
            conflict.meet(unit, &[read(*target), write(*target)], &pending(&of(*target)));
        }
        ExprKind::Load { place, .. } => {
            conflict.meet(unit, &[read(*place)], &pending(&of(*place)));
        }
        ExprKind::Call { callee, arguments, .. } => {
            let mut operands = vec![of(*callee)];
            operands.extend(arguments.iter().map(|argument| of(*argument)));
            for (index, operand) in operands.iter().enumerate() {
                for other in &operands[index + 1..] {
                    conflict.meet(unit, operand, other);
                }
            }
        }
        _ => {}
    }
    conflict
}

/// The writes that need not be done when the value is there.
fn pending(touches: &[Touch]) -> Vec<Touch> {
    touches.iter().filter(|touch| touch.is_pending).copied().collect()
}

fn write(place: ExprId) -> Touch {
    Touch { place, is_write: true, is_certain: true, is_pending: true }
}

fn read(place: ExprId) -> Touch {
    Touch { place, is_write: false, is_certain: true, is_pending: false }
}

impl Conflict {
    /// Adds what comes of evaluating two expressions in no order.
    fn meet(&mut self, unit: &Unit, lhs: &[Touch], rhs: &[Touch]) {
        self.is_unclear |= lhs.len().max(rhs.len()) > MAX_TOUCHES
            && lhs.iter().chain(rhs).any(|touch| touch.is_write);
        for left in lhs.iter().take(MAX_TOUCHES) {
            for right in rhs.iter().take(MAX_TOUCHES) {
                if !left.is_write && !right.is_write {
                    continue;
                }
                match (relation(unit, left.place, right.place), left.is_certain, right.is_certain) {
                    (Relation::Apart, _, _) => {}
                    (Relation::Same, true, true) => self.is_certain = true,
                    // If none is come to, no address tells.
                    (_, false, false) => self.is_unclear = true,
                    (Relation::Same | Relation::Unknown, _, _) => {
                        self.pairs.push((left.place, right.place));
                    }
                }
            }
        }
    }
}

/// What evaluating an expression reads and writes, in its own words.
fn touches(unit: &Unit, expr: ExprId) -> Vec<Touch> {
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
