//! Accesses to an object that is told by name: whether they are valid is arithmetic.
//!
//! For any pointer, whether an access is valid is looked up in tables by object number. Most accesses
//! are to an array or a record that the program names, or that its pointer can only point to; if
//! such an object has a constant size and is alive whenever a run comes to the access, the access is
//! valid if its distance from the start of the object says so. Then there is nothing to look up, and
//! no invariant about lives and sizes to find:
//!
//! ```text
//!   static int ring[8];   ... ring[head] = x;          4 * head <= 28, so head <= 7
//! ```
//!
//! # Why it is sound
//! The formula implies that the access is inside of one live object. An object of which no run
//! leaves the scope between entering it and the location is alive there, and its component is where
//! it lies. Objects that stand for blocks on the stack have their size from the block, and are left to
//! the tables.

use index::IdSet;
use ir::{AllocationKind, Body, Expr, ExprId, LocationId, ObjectId, Op, Scope, VarId};
use logic::TermId;

use crate::state::{Encoder, State};

/// The local objects that are alive at each location, however a run came there.
#[derive(Clone, Debug, Default)]
pub(crate) struct InScope {
    /// None where no run comes.
    objects: Vec<Option<IdSet<ObjectId>>>,
}

impl InScope {
    pub fn of(body: &Body) -> Self {
        let mut objects: Vec<Option<IdSet<ObjectId>>> = vec![None; body.locations.len()];
        objects[index::Id::index(body.entry)] = Some(IdSet::new());
        let holders: IdSet<ObjectId> =
            body.edges.values().filter_map(|it| holder(&it.op)).collect();
        let mut pending = vec![body.entry];
        while let Some(location) = pending.pop() {
            let Some(here) = objects[index::Id::index(location)].clone() else { continue };
            for &edge in &body.locations[location].outgoing {
                let edge = &body.edges[edge];
                let mut behind = here.clone();
                match edge.op {
                    Op::EnterScope { object } if !holders.contains(object) => {
                        behind.insert(object);
                    }
                    Op::LeaveScope { object } => {
                        behind.remove(object);
                    }
                    _ => {}
                }
                let known = &mut objects[index::Id::index(edge.to)];
                let met = match known {
                    Some(known) => known.iter().filter(|it| behind.contains(*it)).collect(),
                    None => behind,
                };
                // The sets only shrink, so this ends.
                if known.as_ref() != Some(&met) {
                    *known = Some(met);
                    pending.push(edge.to);
                }
            }
        }
        Self { objects }
    }

    fn contains(&self, location: LocationId, object: ObjectId) -> bool {
        let here = self.objects.get(index::Id::index(location)).and_then(Option::as_ref);
        here.is_some_and(|objects| objects.contains(object))
    }
}

/// What a pointer points into.
#[derive(Clone, Copy, Debug)]
pub struct ObjectBehind {
    pub object: ObjectId,
    /// Of an object that is always at the same place.
    pub start: Option<TermId>,
    pub size: u64,
}

/// What stands for the block that is allocated on the stack.
fn holder(op: &Op) -> Option<ObjectId> {
    match op {
        Op::Allocate { kind: AllocationKind::Stack(holder), .. } => Some(*holder),
        _ => None,
    }
}

impl Encoder<'_> {
    /// The object that valid accesses through the pointer are to, if there is one, of constant size
    /// and alive at the location.
    pub(crate) fn known_object(&self, pointer: ExprId, at: LocationId) -> Option<ObjectId> {
        let object = self.named_object(pointer).or_else(|| self.only_target(pointer))?;
        let data = &self.program.objects[object];
        let is_alive = match data.scope {
            Scope::Global => self.static_objects.contains_key(&object),
            Scope::Local(_) => self.in_scope.contains(at, object),
        };
        (is_alive && data.size.is_some()).then_some(object)
    }

    /// The object that the variable can only point into, if its size is constant: where it starts,
    /// if that is always the same place, and its size.
    pub fn object_behind(&mut self, var: VarId) -> Option<ObjectBehind> {
        let pointer = match self.place_of_end(var) {
            Some(place) => place,
            None => self.program.exprs.find(&Expr::Var(var))?,
        };
        let object = self.named_object(pointer).or_else(|| self.only_target(pointer))?;
        let size = self.program.objects[object].size?;
        let number = self.fixed_number(object);
        let start = number.map(|number| self.fixed_address(number));
        Some(ObjectBehind { object, start, size })
    }

    /// The number of the object that a pointer points into, and the offset within it.
    pub fn parts_of_pointer(&mut self, pointer: TermId) -> (TermId, TermId) {
        (self.object_part(pointer), self.offset_part(pointer))
    }

    /// `&object + ...`
    fn named_object(&self, pointer: ExprId) -> Option<ObjectId> {
        match self.program.exprs[pointer] {
            Expr::ObjectAddress(object) => Some(object),
            Expr::PointerAdd(base, _) => self.named_object(base),
            _ => None,
        }
    }

    fn only_target(&self, pointer: ExprId) -> Option<ObjectId> {
        let targets = self.points_to.targets(pointer)?;
        let mut objects = targets.objects.iter();
        let first = objects.next()?;
        let is_only =
            objects.next().is_none() && targets.allocations.is_empty() && !targets.is_external;
        is_only.then_some(first)
    }

    /// `size` bytes at `pointer` are within the object, which is alive.
    pub(crate) fn is_within(
        &mut self,
        state: &State,
        object: ObjectId,
        pointer: TermId,
        size: TermId,
    ) -> TermId {
        let object_size = i128::from(self.program.objects[object].size.unwrap_or(0));
        let object_size = self.word(self.format.width, object_size);
        let start = self.object_address(state, object);
        let distance = self.word_sub(pointer, start);
        let fits = self.is_size_within(size, object_size);
        let room = self.word_sub(object_size, size);
        let is_inside = self.is_size_within(distance, room);
        self.pool.and2(fits, is_inside)
    }
}
