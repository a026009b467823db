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
//! Where addresses do not tell (bits, and places of which neither need be come to), the node is
//! unsupported. What called functions do is in some order and no matter of this page; what stands in a
//! statement expression is not looked at.

mod places;
mod touches;

use c_sema::typed::{ExprId, ExprKind, Unit};
use ir::{Condition, Op, Overlap, Type};
use verdict::CheckKind;

use crate::class::Class;
use crate::function::FunctionLowering;
use crate::place::Place;

use places::{Relation, relation};
use touches::{MAX_TOUCHES, Touch, pending, read, touches, write};

/// Pairs of places that one node is asked about.
const MAX_PAIRS: usize = 16;

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
        // A place that is read and written meets another one twice.
        pairs.sort_unstable();
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
