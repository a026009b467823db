//! When two pointers are equal.
//!
//! Pointers into one object are equal if their offsets are. Those into different objects are
//! unequal, with three exceptions, where C leaves it open and no proof may depend on it: one past
//! the end of an object may be the start of another; a block may lie where one was that is gone;
//! equal string literals, or one and the end of another, may be one object. There, the answer is
//! that of a function of which nothing is known.
//!
//! # How the exceptions are found
//! From what the points-to analysis says of both sides, once for each pair of expressions:
//!
//! - *Ends.* A pointer whose offset is less than the size of the smallest object that it may point
//!   to is no end. Objects of unknown size are asked for theirs where the state knows sizes.
//! - *Gone.* For a block to have the place of another, a run must have ended the life of the one,
//!   then begun that of the other, and then come here. Which locations such runs come to is
//!   reachability in the graph. So programs that allocate, then use, then free keep every answer.
//!   Where the state knows which blocks are alive, two that are alive are apart.
//! - *Literals.* Two are one object only if the bytes of one end those of the other.
//!
//! Null, other plain numbers and functions are nobody's end. Where lives were dropped from the
//! program, so that local objects have no place of their own, nothing is known about them.
//!
//! # What it cannot do
//! Pointers from outside the program are any pointers: that they may be an end is not considered
//! apart from that.

use index::IdSet;
use ir::{AllocationKind, Contents, EdgeId, Expr, ExprId, LocationId, ObjectId, Op, StaticBytes};
use ir_passes::graph::Graph;
use ir_passes::points_to::Targets;
use logic::{Sort, TermId};
use rustc_hash::FxHashMap;

use crate::state::{Encoder, State};

/// More pairs of literals than this are not looked at one by one.
const MAX_PAIRS: usize = 10_000;

/// What may make pointers into different objects equal, by the expressions compared.
pub(crate) type Identities = FxHashMap<(ExprId, ExprId), Identity>;

#[derive(Clone, Debug)]
pub(crate) struct Identity {
    /// The size of the smallest object that each side may point to.
    room: [Room; 2],
    may_be_one_literal: bool,
    /// Both may be local objects that have no place of their own.
    are_nowhere: bool,
    /// Where one may lie where the other was.
    replaced_at: IdSet<LocationId>,
}

/// How many bytes an object has at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Room {
    AtLeast(u64),
    Unknown,
}

impl Encoder<'_> {
    /// Whether two pointers are equal, given their values.
    pub(crate) fn same_pointer(
        &mut self,
        state: &State,
        (left, a): (ExprId, TermId),
        (right, b): (ExprId, TermId),
    ) -> TermId {
        let by_bits = self.pool.eq(a, b);
        if left == right || self.is_apart_from_objects(left) || self.is_apart_from_objects(right) {
            return by_bits;
        }
        if !self.identities.contains_key(&(left, right)) {
            let identity = self.identity_of(left, right);
            self.identities.insert((left, right), identity);
        }
        let identity = self.identities[&(left, right)].clone();
        let open = self.open_identity(state, &identity, a, b);
        if self.is_false(open) {
            return by_bits;
        }
        self.is_exact = false;
        let (first, second) = (a.min(b), a.max(b));
        let arguments = [first, second];
        let unknown =
            self.uninterpreted.apply(&mut self.pool, "same-place", &arguments, Sort::Bool);
        if identity.are_nowhere {
            return self.pool.ite(open, unknown, by_bits);
        }
        let (object_a, object_b) = (self.object_part(a), self.object_part(b));
        let same = self.pool.eq(object_a, object_b);
        let if_others = self.pool.and2(open, unknown);
        self.pool.ite(same, by_bits, if_others)
    }

    /// Null and functions are where nothing else is.
    fn is_apart_from_objects(&self, expr: ExprId) -> bool {
        matches!(self.program.exprs[expr], Expr::Null | Expr::FunctionAddress(_))
    }

    /// The condition under which pointers into different objects may be equal.
    fn open_identity(
        &mut self,
        state: &State,
        identity: &Identity,
        a: TermId,
        b: TermId,
    ) -> TermId {
        let is_replaced = match self.location {
            Some(location) => identity.replaced_at.contains(location),
            None => !identity.replaced_at.is_empty(),
        };
        let open = if identity.may_be_one_literal || identity.are_nowhere {
            self.pool.top()
        } else {
            let (inside_a, inside_b) = (
                self.is_inside(state, identity.room[0], a),
                self.is_inside(state, identity.room[1], b),
            );
            let inside = self.pool.and2(inside_a, inside_b);
            let ends = self.pool.not(inside);
            let gone = match is_replaced {
                true => self.may_be_gone(state, a, b),
                false => self.pool.bottom(),
            };
            self.pool.or2(ends, gone)
        };
        if self.is_false(open) {
            return open;
        }
        let (plain_a, plain_b) = (self.is_plain_number(a), self.is_plain_number(b));
        let is_plain = self.pool.or2(plain_a, plain_b);
        let is_address = self.pool.not(is_plain);
        self.pool.and2(open, is_address)
    }

    /// Whether the pointer is at a byte of its object.
    fn is_inside(&mut self, state: &State, room: Room, pointer: TermId) -> TermId {
        match (room, self.slots.lives) {
            (Room::AtLeast(u64::MAX), _) => self.pool.top(),
            (Room::AtLeast(size), _) if size > 0 => {
                let offset = self.wide_offset(pointer);
                let last = self.word(self.format.width, i128::from(size) - 1);
                self.word_at_most(offset, last)
            }
            (_, Some(lives)) => {
                let object = self.object_part(pointer);
                let size = self.pool.select(state.get(lives.sizes), object);
                let offset = self.wide_offset(pointer);
                let is_behind = self.word_at_most(size, offset);
                self.pool.not(is_behind)
            }
            (_, None) => self.pool.bottom(),
        }
    }

    fn may_be_gone(&mut self, state: &State, a: TermId, b: TermId) -> TermId {
        let Some(lives) = self.slots.lives else { return self.pool.top() };
        let one = self.word(1, 1);
        let mut alive = self.pool.top();
        for pointer in [a, b] {
            let object = self.object_part(pointer);
            let bit = self.pool.select(state.get(lives.alive), object);
            let is_alive = self.pool.eq(bit, one);
            alive = self.pool.and2(alive, is_alive);
        }
        self.pool.not(alive)
    }

    // -- What the program says.

    fn identity_of(&self, left: ExprId, right: ExprId) -> Identity {
        let sides = [self.points_to.targets(left), self.points_to.targets(right)];
        let room = [self.room(sides[0].as_ref()), self.room(sides[1].as_ref())];
        let are_nowhere = sides.iter().all(|side| self.may_be_nowhere(side.as_ref()));
        let may_be_one_literal = self.may_be_one_literal(sides[0].as_ref(), sides[1].as_ref());
        let mut replaced_at = IdSet::new();
        for (old, gone, new) in [(left, &sides[0], &sides[1]), (right, &sides[1], &sides[0])] {
            // The address of an object in its scope is that of one that is alive.
            if !self.is_of_its_scope(old) {
                replaced_at.union_with(&self.replaced(gone.as_ref(), new.as_ref()));
            }
        }
        Identity { room, may_be_one_literal, are_nowhere, replaced_at }
    }

    fn is_of_its_scope(&self, mut expr: ExprId) -> bool {
        loop {
            match self.program.exprs[expr] {
                Expr::ObjectAddress(_) => return true,
                Expr::PointerAdd(base, _) => expr = base,
                _ => return false,
            }
        }
    }

    fn room(&self, targets: Option<&Targets>) -> Room {
        let Some(targets) = targets else { return Room::Unknown };
        let mut least = u64::MAX;
        for object in targets.objects.iter() {
            // One of unknown size has a byte, as every object that is declared.
            least = least.min(self.program.objects[object].size.unwrap_or(1));
        }
        for edge in self.body.edges.values() {
            let (target, size) = match edge.op {
                Op::Allocate { target, size, .. } | Op::Reallocate { target, size, .. } => {
                    (target, size)
                }
                _ => continue,
            };
            if self.may_be_made_by(Some(targets), target) {
                match self.program.exprs[size] {
                    Expr::Int(_, bits) => least = least.min(u64::try_from(bits).unwrap_or(0)),
                    _ => return Room::Unknown,
                }
            }
        }
        Room::AtLeast(least)
    }

    /// Whether the targets may have been allocated where this variable was given their address.
    fn may_be_made_by(&self, targets: Option<&Targets>, var: ir::VarId) -> bool {
        // An address that is never read is pointed to by nobody.
        let Some(expr) = self.program.exprs.find(&Expr::Var(var)) else { return false };
        self.may_meet(targets, expr)
    }

    fn may_meet(&self, targets: Option<&Targets>, pointer: ExprId) -> bool {
        let (Some(targets), Some(others)) = (targets, self.points_to.targets(pointer)) else {
            return true;
        };
        targets.allocations.iter().any(|site| others.allocations.contains(site))
    }

    fn may_be_nowhere(&self, targets: Option<&Targets>) -> bool {
        let Some(targets) = targets else { return false };
        targets.objects.iter().any(|object| {
            self.fixed_number(object).is_none() && !self.slots.local_addresses.contains_key(&object)
        })
    }

    fn may_be_one_literal(&self, left: Option<&Targets>, right: Option<&Targets>) -> bool {
        let literals = |targets: Option<&Targets>| -> Vec<ObjectId> {
            let is_literal = |it: &ObjectId| self.program.objects[*it].is_string_literal();
            match targets {
                Some(targets) => targets.objects.iter().filter(is_literal).collect(),
                None => self.program.objects.ids().filter(is_literal).collect(),
            }
        };
        let (left, right) = (literals(left), literals(right));
        if left.len().saturating_mul(right.len()) > MAX_PAIRS {
            return true;
        }
        let bytes = |object: ObjectId| match &self.program.objects[object].contents {
            Contents::Static(values) => match values.as_slice() {
                [value] => match &value.value {
                    StaticBytes::Bytes(bytes) => bytes.as_ref(),
                    _ => &[],
                },
                _ => &[],
            },
            _ => &[],
        };
        left.iter().any(|&a| {
            right.iter().any(|&b| {
                let (x, y): (&[u8], &[u8]) = (bytes(a), bytes(b));
                a != b && (x.ends_with(y) || y.ends_with(x))
            })
        })
    }

    /// The locations that runs come to after one of the first was gone, and one of the second
    /// began.
    fn replaced(&self, gone: Option<&Targets>, new: Option<&Targets>) -> IdSet<LocationId> {
        let mut found = IdSet::new();
        for storage in [Storage::Heap, Storage::Stack] {
            let ends = self.edges_where(|op| self.ends(storage, op, gone));
            if ends.is_empty() {
                continue;
            }
            let begins = self.edges_where(|op| self.begins(storage, op, new));
            let graph = Graph::of_body(self.body);
            let edges = &self.body.edges;
            let after_end = graph.reachable(ends.iter().map(|it| edges[*it].to));
            // A block that is moved may stay where it is.
            let is_later = |it: &EdgeId| {
                after_end.contains(edges[*it].from)
                    || matches!(edges[*it].op, Op::Reallocate { .. })
            };
            let later = begins.into_iter().filter(is_later).map(|it| edges[it].to);
            found.union_with(&graph.reachable(later));
        }
        found
    }

    fn edges_where(&self, is_one: impl Fn(&Op) -> bool) -> Vec<EdgeId> {
        self.body.edges.iter().filter(|(_, edge)| is_one(&edge.op)).map(|(id, _)| id).collect()
    }

    fn ends(&self, storage: Storage, op: &Op, targets: Option<&Targets>) -> bool {
        match (storage, op) {
            (Storage::Heap, Op::Free { pointer } | Op::Reallocate { pointer, .. }) => {
                self.may_meet(targets, *pointer)
            }
            (Storage::Stack, Op::LeaveScope { object }) => self.may_live_with(*object, targets),
            // A scope may be entered again without being left: then the edge comes behind another.
            (Storage::Stack, Op::EnterScope { object }) => {
                self.is_entered_again(*object) && self.may_live_with(*object, targets)
            }
            _ => false,
        }
    }

    fn begins(&self, storage: Storage, op: &Op, targets: Option<&Targets>) -> bool {
        match (storage, op) {
            (Storage::Heap, Op::Allocate { target, kind, .. }) => {
                !matches!(kind, AllocationKind::Stack(_)) && self.may_be_made_by(targets, *target)
            }
            (Storage::Heap, Op::Reallocate { target, .. }) => self.may_be_made_by(targets, *target),
            (Storage::Stack, Op::EnterScope { object }) => {
                targets.is_none_or(|targets| targets.objects.contains(*object))
            }
            (Storage::Stack, Op::Allocate { target, kind: AllocationKind::Stack(_), .. }) => {
                self.may_be_made_by(targets, *target)
            }
            _ => false,
        }
    }

    /// Whether one of the targets is the local object, or a block on the stack that it stands for.
    fn may_live_with(&self, object: ObjectId, targets: Option<&Targets>) -> bool {
        let Some(some) = targets else { return true };
        some.objects.contains(object)
            || self.body.edges.values().any(|edge| match edge.op {
                Op::Allocate { target, kind: AllocationKind::Stack(holder), .. } => {
                    holder == object && self.may_be_made_by(targets, target)
                }
                _ => false,
            })
    }

    fn is_entered_again(&self, object: ObjectId) -> bool {
        let entries =
            self.edges_where(|op| matches!(op, Op::EnterScope { object: it } if *it == object));
        let edges = &self.body.edges;
        let behind = Graph::of_body(self.body).reachable(entries.iter().map(|it| edges[*it].to));
        entries.iter().any(|it| behind.contains(edges[*it].from))
    }
}

/// Where blocks take the place of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Storage {
    Heap,
    Stack,
}
