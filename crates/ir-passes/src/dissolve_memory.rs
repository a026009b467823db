//! Puts variables in the place of memory, where every access says which object it is to.
//!
//! *Expects* a valid program of one automaton (inlined). *Guarantees* the same runs: each object
//! becomes one variable per scalar in it, each load and store an assignment. Where that cannot be
//! done (an address that is computed from a value, an access that straddles two scalars, a block
//! of the heap) the step is unsupported, and says so.
//!
//! ```text
//!   t = load i32, ptradd(&buf, i64(i) * 4)      check 0 <= i < 4;  t = i==0 ? buf[0] : ...
//!   store i32, &m, 1                            m = 1
//! ```
//!
//! Two programs that are compared need the same variables for the same objects: a [`Layout`] is
//! gathered from all of them first. Objects are small, [`MAX_CELLS`] scalars at most: an access at
//! an index that is not known is a choice between all of them.
//!
//! An access at an index outside of its object is a failed check of kind `bounds`.

use std::collections::BTreeMap;

use ir::{
    ArithOp, AtomicKind, Check, CheckId, CompareOp, Condition, Contents, EdgeId, Expr, ExprId,
    HavocCause, Initial, IntType, LocationId, ObjectId, Op, Program, Provenance, Scope,
    StaticBytes, Type, Var, VarId, VarOrigin,
};
use rustc_hash::FxHashMap;
use verdict::CheckKind;

/// Scalars of one object.
pub const MAX_CELLS: usize = 64;

/// Where an access goes.
enum Place {
    Constant(ObjectId, i64),
    /// The index counts elements of the access' type, from this one on.
    Indexed {
        object: ObjectId,
        first: i64,
        index: ExprId,
    },
}

/// The scalars of an object by their offsets; nothing if accesses to it do not agree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Cells {
    scalars: BTreeMap<u64, IntType>,
    is_broken: bool,
}

impl Cells {
    fn add(&mut self, offset: u64, int: IntType) {
        let bytes = |int: IntType| u64::from(int.width).div_ceil(8);
        let overlaps = |(&other, &found): (&u64, &IntType)| {
            let is_same = other == offset && found.width == int.width;
            !is_same && other < offset + bytes(int) && offset < other + bytes(found)
        };
        if self.scalars.iter().any(overlaps) || self.scalars.len() >= MAX_CELLS {
            self.is_broken = true;
        }
        self.scalars.entry(offset).or_insert(int);
    }

    fn join_with(&mut self, other: &Self) {
        self.is_broken |= other.is_broken;
        for (&offset, &int) in &other.scalars {
            self.add(offset, int);
        }
    }
}

/// Which scalars the objects of several programs have, by the objects' names.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    objects: BTreeMap<String, Cells>,
}

impl Layout {
    /// Adds the accesses of a program to its global objects.
    pub fn add(&mut self, program: &Program) {
        for (object, cells) in Addresses::of(program).cells(program) {
            if program.objects[object].scope == Scope::Global {
                let name = program.objects[object].name.to_string();
                self.objects.entry(name).or_default().join_with(&cells);
            }
        }
    }
}

/// The program without memory.
pub fn dissolve_memory(program: &Program, layout: &Layout) -> Program {
    let addresses = Addresses::of(program);
    let mut cells = addresses.cells(program);
    for (id, object) in program.objects.iter() {
        if object.scope == Scope::Global
            && let Some(found) = layout.objects.get(&*object.name)
        {
            cells.insert(id, found.clone());
        }
    }
    let mut dissolver = Dissolver {
        program: program.clone(),
        addresses,
        cells,
        vars: FxHashMap::default(),
        constants: FxHashMap::default(),
    };
    dissolver.make_variables();
    dissolver.rewrite();
    dissolver.program
}

/// Pointer variables that hold one address only.
struct Addresses {
    constants: FxHashMap<VarId, (ObjectId, i64)>,
}

impl Addresses {
    fn of(program: &Program) -> Self {
        let mut addresses = Self { constants: FxHashMap::default() };
        let Some(body) = &program.functions[program.entry].body else { return addresses };
        let mut assigned: FxHashMap<VarId, Vec<Option<ExprId>>> = FxHashMap::default();
        for edge in body.edges.values() {
            match &edge.op {
                Op::Assign { target, value } => {
                    assigned.entry(*target).or_default().push(Some(*value));
                }
                Op::Havoc { cause: HavocCause::Uninitialised, .. } => {}
                op => {
                    for target in written(op) {
                        assigned.entry(target).or_default().push(None);
                    }
                }
            }
        }
        // A parameter of the entry has a value from outside.
        for parameter in &program.functions[program.entry].parameters {
            assigned.entry(*parameter).or_default().push(None);
        }
        let mut vars: Vec<VarId> = assigned.keys().copied().collect();
        vars.sort();
        vars.retain(|var| {
            program.vars[*var].ty == Type::Pointer && program.vars[*var].scope != Scope::Global
        });
        // Each round finds the addresses that were copied once more.
        loop {
            let n_before = addresses.constants.len();
            for var in &vars {
                let values = &assigned[var];
                let mut found = values.iter().map(|value| {
                    let place = addresses.constant(program, (*value)?)?;
                    Some(place)
                });
                let first = found.next().flatten();
                if let Some(first) = first
                    && found.all(|other| other == Some(first))
                {
                    addresses.constants.insert(*var, first);
                }
            }
            if addresses.constants.len() == n_before {
                return addresses;
            }
        }
    }

    /// The address, if it is always the same.
    fn constant(&self, program: &Program, pointer: ExprId) -> Option<(ObjectId, i64)> {
        match program.exprs[pointer] {
            Expr::ObjectAddress(object) => Some((object, 0)),
            Expr::Var(var) => self.constants.get(&var).copied(),
            Expr::PointerAdd(base, offset) => {
                let (object, at) = self.constant(program, base)?;
                let offset = constant_int(program, offset)?;
                Some((object, at.checked_add(i64::try_from(offset).ok()?)?))
            }
            _ => None,
        }
    }

    /// Where an access of so many bytes goes.
    fn place(&self, program: &Program, pointer: ExprId, bytes: u64) -> Option<Place> {
        if let Some((object, at)) = self.constant(program, pointer) {
            return Some(Place::Constant(object, at));
        }
        let Expr::PointerAdd(base, offset) = program.exprs[pointer] else { return None };
        let (object, at) = self.constant(program, base)?;
        let bytes = i64::try_from(bytes).ok()?;
        let Expr::Arith(ArithOp::Mul, index, scale) = program.exprs[offset] else {
            let is_index = bytes == 1;
            return is_index.then_some(Place::Indexed { object, first: at, index: offset });
        };
        let scale = constant_int(program, scale)?;
        (scale == i128::from(bytes) && at % bytes == 0).then_some(Place::Indexed {
            object,
            first: at / bytes,
            index,
        })
    }

    /// The scalars that the accesses of the program ask for.
    fn cells(&self, program: &Program) -> FxHashMap<ObjectId, Cells> {
        let mut found: FxHashMap<ObjectId, Cells> = FxHashMap::default();
        let Some(body) = &program.functions[program.entry].body else { return found };
        for edge in body.edges.values() {
            let (pointer, access) = match &edge.op {
                Op::Load { pointer, access, .. } | Op::Store { pointer, access, .. } => {
                    (*pointer, access)
                }
                _ => continue,
            };
            let (Some(int), Some(bytes)) = (access.ty.as_int(), access.ty.bytes(program.model))
            else {
                continue;
            };
            match self.place(program, pointer, bytes) {
                Some(Place::Constant(object, at)) => {
                    if let Ok(at) = u64::try_from(at)
                        && program.objects[object].size.is_some_and(|size| at + bytes <= size)
                    {
                        found.entry(object).or_default().add(at, int);
                    }
                }
                Some(Place::Indexed { object, .. }) => {
                    let cells = found.entry(object).or_default();
                    match program.objects[object].size {
                        Some(size) if size / bytes <= MAX_CELLS as u64 => {
                            (0..size / bytes).for_each(|k| cells.add(k * bytes, int));
                        }
                        Some(_) | None => cells.is_broken = true,
                    }
                }
                None => {}
            }
        }
        found
    }
}

fn constant_int(program: &Program, expr: ExprId) -> Option<i128> {
    match program.exprs[expr] {
        Expr::Int(int, bits) => Some(int.value(bits)),
        Expr::Convert(Type::Int(int), inner) => {
            Some(int.value(int.wrap(constant_int(program, inner)?)))
        }
        Expr::Arith(op, a, b) => {
            let (a, b) = (constant_int(program, a)?, constant_int(program, b)?);
            match op {
                ArithOp::Add => a.checked_add(b),
                ArithOp::Sub => a.checked_sub(b),
                ArithOp::Mul => a.checked_mul(b),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Variables that an operation other than an assignment gives a value.
fn written(op: &Op) -> Vec<VarId> {
    match op {
        Op::Load { target, .. }
        | Op::Havoc { target, .. }
        | Op::Allocate { target, .. }
        | Op::Reallocate { target, .. }
        | Op::ThreadSelf { target }
        | Op::Assign { target, .. } => vec![*target],
        Op::Call { target, .. } => target.iter().copied().collect(),
        Op::Skip
        | Op::Assume { .. }
        | Op::Store { .. }
        | Op::Copy { .. }
        | Op::Fill { .. }
        | Op::HavocMemory { .. }
        | Op::Outside { .. }
        | Op::CallBack { .. }
        | Op::Return { .. }
        | Op::Halt { .. }
        | Op::EnterScope { .. }
        | Op::LeaveScope { .. }
        | Op::Free { .. }
        | Op::Check { .. }
        | Op::ThreadCreate { .. }
        | Op::ThreadJoin { .. }
        | Op::ThreadExit { .. }
        | Op::Await { .. }
        | Op::AtomicBegin(_)
        | Op::AtomicEnd
        | Op::Unsupported { .. } => Vec::new(),
    }
}

/// What a variable holds that nobody writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Constant {
    Bits(u128),
    /// Another file says what: the same whenever it is read.
    Elsewhere,
    /// An address, or what is not known to be the same.
    Unknown,
}

struct Dissolver {
    program: Program,
    addresses: Addresses,
    cells: FxHashMap<ObjectId, Cells>,
    vars: FxHashMap<(ObjectId, u64), VarId>,
    /// What nobody can write, with its value if it is known.
    constants: FxHashMap<VarId, Constant>,
}

impl Dissolver {
    fn make_variables(&mut self) {
        let mut objects: Vec<ObjectId> = self.cells.keys().copied().collect();
        objects.sort();
        for id in objects {
            let cells = &self.cells[&id];
            if cells.is_broken {
                continue;
            }
            let object = self.program.objects[id].clone();
            let bytes_of = |int: &IntType| u64::from(int.width).div_ceil(8);
            for (&offset, &int) in &cells.scalars {
                let bytes = bytes_of(&int);
                // Of an array perhaps only a few elements are used.
                let are_elements = cells
                    .scalars
                    .iter()
                    .all(|(offset, int)| bytes_of(int) == bytes && offset % bytes == 0);
                let name = match offset {
                    0 if cells.scalars.len() == 1 => object.name.to_string(),
                    _ if are_elements => format!("{}[{}]", object.name, offset / bytes),
                    _ => format!("{}+{offset}", object.name),
                };
                let var = Var {
                    name: name.into(),
                    ty: Type::Int(int),
                    scope: object.scope,
                    origin: VarOrigin::Source,
                    span: object.span,
                    initial: initial(&object.contents, offset, int),
                };
                let known = match var.initial {
                    Initial::Bits(bits) => Constant::Bits(bits),
                    Initial::Unknown if object.scope == Scope::Global => Constant::Elsewhere,
                    Initial::Unknown | Initial::ObjectAddress(..) | Initial::FunctionAddress(_) => {
                        Constant::Unknown
                    }
                };
                let var = self.program.vars.push(var);
                self.vars.insert((id, offset), var);
                if object.is_read_only {
                    self.constants.insert(var, known);
                }
            }
        }
    }

    fn rewrite(&mut self) {
        let entry = self.program.entry;
        let Some(body) = self.program.functions[entry].body.take() else { return };
        let mut new = ir::Body::new();
        while new.locations.len() < body.locations.len() {
            new.add_location();
        }
        for (id, location) in body.locations.iter() {
            new.locations[id].label = location.label;
        }
        (new.entry, new.exit) = (body.entry, body.exit);
        for id in (0..body.edges.len()).map(<EdgeId as index::Id>::new) {
            let edge = &body.edges[id];
            let ops = self.replacement(&edge.op, edge.provenance);
            let mut at: LocationId = edge.from;
            for (position, op) in ops.iter().enumerate() {
                let to = match position + 1 == ops.len() {
                    true => edge.to,
                    false => new.add_location(),
                };
                new.add_edge(at, to, op.clone(), edge.provenance);
                at = to;
            }
        }
        self.program.functions[entry].body = Some(new);
    }

    /// What stands in the place of a step; at least one step.
    fn replacement(&mut self, op: &Op, provenance: Provenance) -> Vec<Op> {
        let unsupported = |what: &str| vec![Op::Unsupported { what: what.into() }];
        match op {
            Op::Load { target, pointer, access } => {
                let Some(found) = self.access(*pointer, access.ty, provenance) else {
                    return unsupported("an access through a pointer");
                };
                let Access { int, mut before, cells } = found;
                if cells.iter().any(|(var, _)| self.constants.get(var) == Some(&Constant::Unknown))
                {
                    return unsupported("a constant that is an address");
                }
                let value = self.read(int, &cells);
                before.push(Op::Assign { target: *target, value });
                before
            }
            Op::Store { pointer, value, access } => {
                let Some(found) = self.access(*pointer, access.ty, provenance) else {
                    return unsupported("an access through a pointer");
                };
                let Access { int, mut before, cells } = found;
                if cells.iter().any(|(var, _)| self.constants.contains_key(var)) {
                    return unsupported("a write to a constant");
                }
                if cells.len() > 1 {
                    before.push(Op::AtomicBegin(AtomicKind::Block));
                }
                for (var, condition) in &cells {
                    let own = self.int_of(*var);
                    let mut new = self.converted(own, int, *value);
                    if let Some(condition) = condition {
                        let old = self.program.exprs.var(*var);
                        new = self.program.exprs.intern(Expr::Ite(*condition, new, old));
                    }
                    before.push(Op::Assign { target: *var, value: new });
                }
                if cells.len() > 1 {
                    before.push(Op::AtomicEnd);
                }
                before
            }
            Op::EnterScope { object } => {
                let mut ops: Vec<Op> = self
                    .variables_of(*object)
                    .into_iter()
                    .map(|target| Op::Havoc { target, cause: HavocCause::Uninitialised })
                    .collect();
                if ops.is_empty() {
                    ops.push(Op::Skip);
                }
                ops
            }
            Op::LeaveScope { .. } => vec![Op::Skip],
            Op::Copy { .. } | Op::Fill { .. } | Op::HavocMemory { .. } => {
                unsupported("a block of memory that is copied or filled")
            }
            Op::Allocate { .. } | Op::Reallocate { .. } | Op::Free { .. } => {
                unsupported("a block of the heap")
            }
            Op::Skip
            | Op::Assign { .. }
            | Op::Assume { .. }
            | Op::Havoc { .. }
            | Op::Outside { .. }
            | Op::CallBack { .. }
            | Op::Call { .. }
            | Op::Return { .. }
            | Op::Halt { .. }
            | Op::Check { .. }
            | Op::ThreadCreate { .. }
            | Op::ThreadJoin { .. }
            | Op::ThreadExit { .. }
            | Op::ThreadSelf { .. }
            | Op::Await { .. }
            | Op::AtomicBegin(_)
            | Op::AtomicEnd
            | Op::Unsupported { .. } => vec![op.clone()],
        }
    }

    fn variables_of(&self, object: ObjectId) -> Vec<VarId> {
        let Some(cells) = self.cells.get(&object).filter(|cells| !cells.is_broken) else {
            return Vec::new();
        };
        cells.scalars.keys().map(|offset| self.vars[&(object, *offset)]).collect()
    }

    fn int_of(&self, var: VarId) -> IntType {
        self.program.vars[var].ty.as_int().expect("scalars of objects are integers")
    }

    fn converted(&mut self, to: IntType, from: IntType, value: ExprId) -> ExprId {
        match to == from {
            true => value,
            false => self.program.exprs.intern(Expr::Convert(Type::Int(to), value)),
        }
    }

    /// The value that is read: of the only scalar, or of the one at the index.
    fn read(&mut self, int: IntType, cells: &[(VarId, Option<ExprId>)]) -> ExprId {
        let mut value = None;
        for (var, condition) in cells.iter().rev() {
            let own = self.int_of(*var);
            let read = match self.constants.get(var) {
                Some(Constant::Bits(bits)) => self.program.exprs.int(own, own.value(*bits)),
                Some(Constant::Elsewhere | Constant::Unknown) | None => {
                    self.program.exprs.var(*var)
                }
            };
            let read = self.converted(int, own, read);
            value = Some(match (value, condition) {
                (Some(others), Some(condition)) => {
                    self.program.exprs.intern(Expr::Ite(*condition, read, others))
                }
                (_, _) => read,
            });
        }
        value.expect("an access is to one scalar at least")
    }

    /// The scalars that an access may be to, each with its condition, and a check before it.
    fn access(&mut self, pointer: ExprId, ty: Type, provenance: Provenance) -> Option<Access> {
        let int = ty.as_int()?;
        let bytes = ty.bytes(self.program.model)?;
        match self.addresses.place(&self.program, pointer, bytes)? {
            Place::Constant(object, at) => {
                let var = *self.vars.get(&(object, u64::try_from(at).ok()?))?;
                (self.int_of(var).width == int.width).then_some(Access {
                    int,
                    before: Vec::new(),
                    cells: vec![(var, None)],
                })
            }
            Place::Indexed { object, first, index } => {
                let vars = self.variables_of(object);
                let fits = |var: &VarId| self.int_of(*var).width == int.width;
                if vars.is_empty() || !vars.iter().all(fits) {
                    return None;
                }
                let counter = self.program.type_of(index).as_int()?;
                // The bounds are compared in the index' own type, which must hold them.
                if counter.width < 16 || (first != 0 && !counter.is_signed()) {
                    return None;
                }
                let mut cells = Vec::new();
                for (k, var) in vars.iter().enumerate() {
                    let at = self
                        .program
                        .exprs
                        .int(counter, i128::try_from(k).ok()? - i128::from(first));
                    let is_here = Expr::Compare(CompareOp::Eq, index, at);
                    cells.push((*var, Some(self.program.exprs.intern(is_here))));
                }
                let low = self.program.exprs.int(counter, -i128::from(first));
                let last = i128::try_from(vars.len()).ok()? - 1 - i128::from(first);
                let high = self.program.exprs.int(counter, last);
                let above = self.program.exprs.intern(Expr::Compare(CompareOp::Ge, index, low));
                let below = self.program.exprs.intern(Expr::Compare(CompareOp::Le, index, high));
                let inside = self.program.exprs.intern(Expr::And(above, below));
                let name = &self.program.objects[object].name;
                let text = format!("the index is within `{name}`").into();
                let check: CheckId = self.program.checks.push(Check {
                    kind: CheckKind::Bounds,
                    span: provenance.span,
                    text,
                });
                let before = vec![Op::Check { check, condition: Condition::Holds(inside) }];
                Some(Access { int, before, cells })
            }
        }
    }
}

/// An access, resolved.
struct Access {
    int: IntType,
    before: Vec<Op>,
    cells: Vec<(VarId, Option<ExprId>)>,
}

/// The value of a scalar when the life of its object begins.
fn initial(contents: &Contents, offset: u64, int: IntType) -> Initial {
    let Contents::Static(values) = contents else { return Initial::Unknown };
    let bytes = u64::from(int.width).div_ceil(8);
    let mut bits: u128 = 0;
    for value in values {
        let StaticBytes::Bytes(found) = &value.value else {
            if value.offset < offset + bytes && offset < value.offset + 16 {
                return Initial::Unknown;
            }
            continue;
        };
        for (position, byte) in found.iter().enumerate() {
            let at = value.offset + position as u64;
            if (offset..offset + bytes).contains(&at) {
                bits |= u128::from(*byte) << (8 * (at - offset));
            }
        }
    }
    Initial::Bits(bits)
}
