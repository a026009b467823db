//! What a function's own variables hold where a jump comes back to it: see `jump`.
//!
//! Done on the finished graph. The steps *between* are those on ways from behind a `setjmp` to its
//! landing; what they may change, and what may be read behind the landing, is havocked there.

use c_sema::typed::ObjectId;
use c_sema::types::{ArrayLength, QualType, Type as CType};
use c_syntax::ast::RecordKind;
use index::{IdSet, IndexVec};
use ir::{
    Access, CompareOp, Edge, EdgeId, EdgeRole, Expr, ExprId, HavocCause, LocationId, Op,
    Provenance, Type, VarId,
};
use verdict::CheckKind;

use super::Landing;
use crate::class::Class;
use crate::function::FunctionLowering;
use crate::unit::Home;

/// Objects with more scalars than that are forgotten as a whole if they may have changed.
const MAX_PARTS: u64 = 32;

/// An object in memory, as the function names it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    Object(ir::ObjectId),
    Behind(VarId),
}

impl FunctionLowering<'_, '_> {
    /// Makes indeterminate at each landing what may have changed.
    pub(crate) fn forget_what_changed(&mut self) {
        for landing in std::mem::take(&mut self.jumping.landings) {
            self.forget_at(&landing);
        }
    }

    fn forget_at(&mut self, landing: &Landing) {
        let at = landing.point.location;
        if self.body.locations[at].incoming.is_empty() {
            return;
        }
        let between = self.between(landing);
        let (alive, has_arrays) = self.alive_in(landing.point.scope);
        let mut ops = Vec::new();
        for target in self.changed_registers(&between) {
            if self.is_read_from(at, target) {
                ops.push(Op::Havoc { target, cause: HavocCause::Unmodelled });
            }
        }
        let mut saves = Vec::new();
        for (object, base) in self.own_memory(&alive) {
            if self.is_kept(object, landing) || !self.may_change(base, &between) {
                continue;
            }
            match self.parts_to_compare(object, landing) {
                Some(parts) => {
                    for (offset, ty) in parts {
                        let pointer = self.base_address(base);
                        let pointer = self.pointer_add_bytes(pointer, offset);
                        self.forget_if_changed(pointer, ty, &mut saves, &mut ops);
                    }
                }
                None => self.forget_object(base, &mut ops),
            }
        }
        self.put_before(landing.armed, saves);
        if has_arrays {
            let what = "`longjmp` to a function with arrays of variable length".into();
            ops.push(Op::Unsupported { what });
        }
        self.put_before(at, ops);
    }

    fn base_address(&mut self, base: Base) -> ExprId {
        match base {
            Base::Object(object) => self.object_address(object),
            Base::Behind(var) => self.var(var),
        }
    }

    /// A run may go on as long as it does not depend on what is not modelled: how much of the object
    /// that is neither.
    fn forget_object(&mut self, base: Base, ops: &mut Vec<Op>) {
        let cause = HavocCause::Unmodelled;
        let target = self.base_address(base);
        let extent = self.temporary("%extent", Type::Int(self.model().size_type()));
        ops.push(Op::Havoc { target: extent, cause: cause.clone() });
        let size = self.var(extent);
        ops.push(Op::HavocMemory { target, size, cause });
    }

    /// Saves a scalar where the place is armed, and forgets it at the landing if it is another then.
    fn forget_if_changed(
        &mut self,
        pointer: ExprId,
        ty: Type,
        saves: &mut Vec<Op>,
        ops: &mut Vec<Op>,
    ) {
        let access = Access { ty, is_volatile: false };
        let target = self.temporary("%saved", ty);
        saves.push(Op::Load { target, pointer, access });
        let saved = self.var(target);
        let target = self.temporary("%now", ty);
        ops.push(Op::Load { target, pointer, access });
        let now = self.var(target);
        let target = self.temporary("%any", ty);
        ops.push(Op::Havoc { target, cause: HavocCause::Unmodelled });
        let any = self.var(target);
        let is_same = self.compare(CompareOp::Eq, now, saved);
        let value = self.ite(is_same, now, any);
        ops.push(Op::Store { pointer, value, access });
    }

    /// The scalars of an object, if they are few and all of it. Not where initialisation is asked
    /// about: to write a part again would count. Nor where a place is armed for several objects, for
    /// each of which something else may have been saved.
    fn parts_to_compare(&self, object: ObjectId, landing: &Landing) -> Option<Vec<(u64, Type)>> {
        if self.wants(CheckKind::Initialised) || !landing.is_one_buffer {
            return None;
        }
        let mut parts = Vec::new();
        let ty = self.unit().objects[object].ty;
        self.find_parts(ty, 0, landing, &mut parts).then_some(parts)
    }

    /// False if there is something that cannot be compared.
    fn find_parts(
        &self,
        ty: QualType,
        start: u64,
        landing: &Landing,
        parts: &mut Vec<(u64, Type)>,
    ) -> bool {
        let types = &self.unit().types;
        if ty.qualifiers.is_volatile || types.compatible(ty.ty, landing.buffer) {
            return true;
        }
        match types[ty.ty] {
            CType::Array { element, length: ArrayLength::Known(count) } => {
                let Some(size) = types.size_of(element.ty) else { return false };
                count <= MAX_PARTS
                    && (0..count)
                        .all(|at| self.find_parts(element, start + at * size, landing, parts))
            }
            CType::Record(record) => {
                let record = &types.records[record];
                let Some(layout) = &record.layout else { return false };
                let mut fields = layout.fields.iter();
                record.kind == RecordKind::Struct
                    && fields.all(|field| {
                        field.bits.is_none()
                            && self.find_parts(field.ty, start + field.offset, landing, parts)
                    })
            }
            _ => match self.class(ty.ty) {
                Class::Scalar(scalar @ (Type::Int(_) | Type::Pointer)) => {
                    parts.push((start, scalar));
                    parts.len() as u64 <= MAX_PARTS
                }
                _ => false,
            },
        }
    }

    fn put_before(&mut self, at: LocationId, ops: Vec<Op>) {
        if ops.is_empty() {
            return;
        }
        let rest = self.split(at);
        let provenance = Provenance { span: self.span, role: EdgeRole::Plain };
        let (mut from, last) = (at, ops.len() - 1);
        for (number, op) in ops.into_iter().enumerate() {
            let to = if number == last { rest } else { self.body.add_location() };
            self.body.add_edge(from, to, op, provenance);
            from = to;
        }
    }

    /// The edges on ways from the first return of a `setjmp` to its landing. Where it is always the
    /// same object that is armed, a way that arms it again starts anew.
    fn between(&self, landing: &Landing) -> Vec<EdgeId> {
        let cut = landing.is_one_buffer.then_some(landing.armed);
        let edges = &self.body.edges;
        let ahead = self.reached(landing.armed, cut, |location| {
            let outgoing = self.body.locations[location].outgoing.iter();
            outgoing.map(|edge| edges[*edge].to).collect()
        });
        let back = self.reached(landing.point.location, cut, |location| {
            let incoming = self.body.locations[location].incoming.iter();
            incoming.map(|edge| edges[*edge].from).collect()
        });
        let is_between = |edge: &Edge| ahead.contains(edge.from) && back.contains(edge.to);
        edges.iter().filter(|(_, edge)| is_between(edge)).map(|(id, _)| id).collect()
    }

    fn reached(
        &self,
        start: LocationId,
        cut: Option<LocationId>,
        next: impl Fn(LocationId) -> Vec<LocationId>,
    ) -> IdSet<LocationId> {
        let mut reached = IdSet::new();
        reached.insert(start);
        let mut pending = next(start);
        while let Some(location) = pending.pop() {
            if Some(location) != cut && reached.insert(location) {
                pending.extend(next(location));
            }
        }
        reached
    }

    /// The locals that the edges give a value, each once; not those that are declared volatile.
    fn changed_registers(&self, edges: &[EdgeId]) -> Vec<VarId> {
        let volatile = |it: &VarId| {
            let mut homes = self.up.homes.iter();
            homes.any(|(object, home)| {
                *home == Some(Home::Register(*it)) && self.is_volatile(object)
            })
        };
        let mut changed: Vec<VarId> =
            edges.iter().filter_map(|edge| self.body.edges[*edge].op.assigned()).collect();
        changed.sort_unstable();
        changed.dedup();
        let own = ir::Scope::Local(self.id);
        changed.retain(|var| self.up.program.vars[*var].scope == own && !volatile(var));
        changed
    }

    /// Whether some way from here reads the variable before it gives it a value.
    fn is_read_from(&self, start: LocationId, var: VarId) -> bool {
        let mut seen = IndexVec::from_elem(false, self.body.locations.len());
        let mut pending = vec![start];
        while let Some(location) = pending.pop() {
            if std::mem::replace(&mut seen[location], true) {
                continue;
            }
            for &edge in &self.body.locations[location].outgoing {
                let Edge { op, to, .. } = &self.body.edges[edge];
                let mut is_read = false;
                op.for_each_expr(|expr| is_read |= self.mentions(expr, Expr::Var(var)));
                if is_read {
                    return true;
                }
                if op.assigned() != Some(var) {
                    pending.push(*to);
                }
            }
        }
        false
    }

    /// The function's own objects in memory that live where the jump comes to.
    fn own_memory(&self, alive: &[ir::ObjectId]) -> Vec<(ObjectId, Base)> {
        let own = ir::Scope::Local(self.id);
        let homes = self.up.homes.iter();
        let bases = homes.filter_map(|(object, home)| match *home {
            Some(Home::Object(memory)) if alive.contains(&memory) => {
                Some((object, Base::Object(memory)))
            }
            Some(Home::Pointed(var)) if self.up.program.vars[var].scope == own => {
                Some((object, Base::Behind(var)))
            }
            _ => None,
        });
        bases.collect()
    }

    fn is_volatile(&self, object: ObjectId) -> bool {
        self.unit().objects[object].ty.qualifiers.is_volatile
    }

    /// What C promises to keep, or nobody but the library writes.
    fn is_kept(&self, object: ObjectId, landing: &Landing) -> bool {
        let types = &self.unit().types;
        let mut ty = self.unit().objects[object].ty;
        let mut is_volatile = ty.qualifiers.is_volatile;
        while let CType::Array { element, .. } = &types[ty.ty] {
            ty = *element;
            is_volatile |= ty.qualifiers.is_volatile;
        }
        is_volatile || types.compatible(ty.ty, landing.buffer)
    }

    /// Whether one of the edges writes there, or somebody may who was given the address.
    fn may_change(&self, base: Base, between: &[EdgeId]) -> bool {
        let is_written = |edge: &EdgeId| match &self.body.edges[*edge].op {
            Op::Store { pointer: target, .. }
            | Op::Copy { target, .. }
            | Op::Fill { target, .. }
            | Op::HavocMemory { target, .. } => self.leads_to(*target, base),
            _ => false,
        };
        between.iter().any(is_written)
            || self.body.edges.values().any(|edge| self.gives_away(&edge.op, base))
    }

    /// Whether the address is used for anything else than an access right here.
    fn gives_away(&self, op: &Op, base: Base) -> bool {
        let mut others = Vec::new();
        // Of an access only what it is moved by counts.
        let mut named = |expr: ExprId| match self.leads_to(expr, base) {
            true => others.extend(self.offsets(expr)),
            false => others.push(expr),
        };
        match op {
            Op::Check { .. } => return false,
            Op::Load { pointer, .. } => named(*pointer),
            Op::Store { pointer, value, .. } => {
                named(*pointer);
                others.push(*value);
            }
            Op::Fill { target, byte, size } => {
                named(*target);
                others.extend([*byte, *size]);
            }
            Op::HavocMemory { target, size, .. } => {
                named(*target);
                others.push(*size);
            }
            Op::Copy { target, source, size } => {
                named(*target);
                named(*source);
                others.push(*size);
            }
            _ => op.for_each_expr(|expr| others.push(expr)),
        }
        let name = match base {
            Base::Object(object) => Expr::ObjectAddress(object),
            Base::Behind(var) => Expr::Var(var),
        };
        others.into_iter().any(|expr| self.mentions(expr, name))
    }

    /// Whether a pointer is the name of the object, moved or not.
    fn leads_to(&self, mut pointer: ExprId, base: Base) -> bool {
        while let Expr::PointerAdd(inner, _) = self.node(pointer) {
            pointer = inner;
        }
        match (self.node(pointer), base) {
            (Expr::ObjectAddress(object), Base::Object(it)) => object == it,
            (Expr::Var(var), Base::Behind(it)) => var == it,
            _ => false,
        }
    }

    fn offsets(&self, mut pointer: ExprId) -> Vec<ExprId> {
        let mut offsets = Vec::new();
        while let Expr::PointerAdd(inner, offset) = self.node(pointer) {
            offsets.push(offset);
            pointer = inner;
        }
        offsets
    }

    fn mentions(&self, expr: ExprId, what: Expr) -> bool {
        let (mut pending, mut seen) = (vec![expr], IdSet::new());
        while let Some(expr) = pending.pop() {
            if seen.insert(expr) {
                if self.node(expr) == what {
                    return true;
                }
                pending.extend(self.node(expr).operands());
            }
        }
        false
    }
}
