//! Keeps what was written beside it, in the same block.
//!
//! *Expects* a program that was inlined, without threads. *Guarantees* a valid program in which no value is
//! asked to be initialised and no shadow is accessed, and in which a check fails on some run if it did; or
//! the program as it was, and says so.
//!
//! [`track_written`] keeps count in a memory of its own, at the addresses of the bytes that it is about.
//! Who describes a heap block by block (`shape`) has no such memory. Here each block grows, and what is
//! written is noted a constant number of bytes further on in the same block:
//!
//! ```text
//!   n = malloc(16);  n->next = head;           n = malloc(16 + 16);  n->next = head;  ((u64 *)n)[3] = -1;
//! ```
//!
//! so that the nodes of a list say by themselves which of their members were written.
//!
//! # Why it is sound
//! A run of the program accesses only bytes that blocks had before they grew; an access elsewhere is
//! undefined and ends it. So there is the same run here, and what it notes is what was written, or less.
//! The probe is left out: every place is asked about.
//!
//! An address tells how large a block is in one way only: one behind the last byte may be where another block
//! begins, and lies inside a block that grew. So nothing grows where such addresses may be compared.
//!
//! # What it cannot do
//! Blocks of unknown size, those that change their size, and checks that depend on sizes: an access
//! behind a block is none behind a block that grew.

use index::IdSet;
use ir::{
    AllocationKind, CompareOp, Condition, EdgeId, Expr, ExprId, ExprPool, ObjectId, Op, Program,
    Type, VarId, VarOrigin,
};
use rustc_hash::FxHashMap;

use crate::inline::{ContextId, Inlined};
use crate::points_to::{ExternalPointers, PointsTo};

use super::shadow::track_written;
use super::{asks, has_threads};

/// Larger blocks do not grow.
const MAX_SIZE: u64 = 4096;
/// What is written lies a multiple of this behind what it is about, so that alignments are the same.
const MIN_DISTANCE: u64 = 16;

/// What became of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// Nothing is asked about what was written, or the program keeps count of it.
    Kept,
    /// The program is as it was.
    Refused(&'static str),
}

/// Makes the program keep count in its own blocks.
pub fn keep_beside(inlined: &mut Inlined) -> Beside {
    if !asks(&inlined.program) {
        return Beside::Kept;
    }
    if has_threads(&inlined.program) {
        return Beside::Refused("what threads write");
    }
    if asks_for_sizes(&inlined.program) {
        return Beside::Refused("what was written, together with how large blocks are");
    }
    if may_compare_ends(&inlined.program) {
        return Beside::Refused("what was written, where ends of blocks may be compared");
    }
    let before = inlined.clone();
    track_written(inlined);
    match put_beside(&mut inlined.program) {
        Ok(()) => {
            let is_outermost = |it: &ContextId| inlined.contexts[*it].caller.is_none();
            if let Some(outermost) = inlined.contexts.ids().find(is_outermost) {
                let added = inlined.program.vars.ids().skip(before.program.vars.len());
                inlined.owners.extend(added.map(|var| (var, outermost)));
            }
            Beside::Kept
        }
        Err(why) => {
            *inlined = before;
            Beside::Refused(why)
        }
    }
}

/// Whether a check depends on the size of a block.
fn asks_for_sizes(program: &Program) -> bool {
    let Some(body) = &program.functions[program.entry].body else { return true };
    body.edges.values().any(|edge| asks_for_size(&edge.op))
}

/// Is it a check that depends on the size of a block?
pub fn asks_for_size(op: &Op) -> bool {
    let Op::Check { condition, .. } = op else { return false };
    match condition {
        Condition::Holds(_)
        | Condition::Initialised(_)
        | Condition::Aligned { .. }
        | Condition::Writable { .. }
        | Condition::Callable { .. } => false,
        Condition::ValidAccess { .. }
        | Condition::ValidFree { .. }
        | Condition::AllReachable
        | Condition::AllFreed
        | Condition::Apart { .. }
        | Condition::SameObject { .. }
        | Condition::InObject { .. } => true,
    }
}

/// Whether the program compares addresses, not only with null, and keeps some that arithmetic made: accesses
/// compute theirs on the way, within their block.
fn may_compare_ends(program: &Program) -> bool {
    let Some(body) = &program.functions[program.entry].body else { return true };
    let exprs = &program.exprs;
    let mut pending = Vec::new();
    for edge in body.edges.values() {
        let on_the_way = match &edge.op {
            Op::Load { pointer, .. }
            | Op::Store { pointer, .. }
            | Op::Check {
                condition: Condition::Aligned { pointer, .. } | Condition::Writable { pointer },
                ..
            } => Some(*pointer),
            _ => None,
        };
        edge.op.for_each_expr(|root| {
            let mut expr = root;
            while let Expr::PointerAdd(base, offset) = exprs[expr]
                && on_the_way == Some(root)
            {
                pending.push(offset);
                expr = base;
            }
            pending.push(expr);
        });
    }
    let (mut is_kept, mut is_compared) = (false, false);
    let mut seen: IdSet<ExprId> = IdSet::new();
    while let Some(expr) = pending.pop() {
        let node = exprs[expr];
        match node {
            Expr::PointerAdd(..) => is_kept = true,
            Expr::Compare(_, a, b) if program.type_of(a) == Type::Pointer => {
                let is_null = |it: ExprId| matches!(exprs[it], Expr::Null);
                is_compared |= !is_null(a) && !is_null(b);
            }
            // Addresses as numbers may be compared as such.
            Expr::Convert(Type::Int(_), a) => is_compared |= program.type_of(a) == Type::Pointer,
            _ => {}
        }
        pending.extend(node.operands().filter(|it| seen.insert(*it)));
    }
    is_kept && is_compared
}

fn put_beside(program: &mut Program) -> Result<(), &'static str> {
    let grown = Grown::of(program)?;
    let largest = grown.largest(program).max(MIN_DISTANCE);
    let distance = largest.next_power_of_two();
    let Grown { objects, allocations } = grown;
    let entry = program.entry;
    let Some(mut body) = program.functions[entry].body.take() else { return Ok(()) };
    let mut images = Images { program, distance, known: FxHashMap::default() };
    for (id, edge) in body.edges.iter_mut() {
        images.op(&mut edge.op);
        if let Op::Allocate { size, .. } = &mut edge.op
            && allocations.contains(id)
        {
            *size = images.grown(*size);
        }
    }
    let exprs = &program.exprs;
    let is_left = body.edges.values().any(|edge| has_shadow(exprs, &edge.op));
    program.functions[entry].body = Some(body);
    for object in objects.iter() {
        let size = &mut program.objects[object].size;
        *size = size.map(|size| distance + size);
    }
    if is_left { Err("a shadow where none was expected") } else { Ok(()) }
}

fn has_shadow(exprs: &ExprPool, op: &Op) -> bool {
    let mut pending = Vec::new();
    op.for_each_expr(|expr| pending.push(expr));
    let mut seen: IdSet<ExprId> = IdSet::new();
    while let Some(expr) = pending.pop() {
        let node = exprs[expr];
        if matches!(node, Expr::Shadow(_)) {
            return true;
        }
        pending.extend(node.operands().filter(|it| seen.insert(*it)));
    }
    false
}

/// What shadows are accessed of.
struct Grown {
    objects: IdSet<ObjectId>,
    allocations: IdSet<EdgeId>,
}

impl Grown {
    fn of(program: &Program) -> Result<Self, &'static str> {
        let mut grown = Self { objects: IdSet::new(), allocations: IdSet::new() };
        let Some(body) = &program.functions[program.entry].body else { return Ok(grown) };
        if body.edges.values().any(|edge| matches!(edge.op, Op::Reallocate { .. })) {
            return Err("blocks that change their size");
        }
        let points_to = PointsTo::of(program, ExternalPointers::MayReachArguments);
        for edge in body.edges.values() {
            let pointers = match &edge.op {
                Op::Load { pointer, .. } | Op::Store { pointer, .. } => vec![*pointer],
                Op::Fill { target, .. } => vec![*target],
                Op::Copy { target, source, .. } => vec![*target, *source],
                _ => continue,
            };
            for pointer in pointers {
                let Expr::Shadow(of) = program.exprs[pointer] else { continue };
                let Some(targets) = points_to.targets(of) else {
                    return Err("a pointer of which nothing is known");
                };
                if targets.is_external {
                    return Err("memory of the outside");
                }
                grown.objects.extend(targets.objects.iter());
                for (function, edge) in targets.allocations {
                    if function != program.entry {
                        return Err("a block of another function");
                    }
                    grown.allocations.insert(edge);
                }
            }
        }
        grown.are_small(program)?;
        Ok(grown)
    }

    fn are_small(&self, program: &Program) -> Result<(), &'static str> {
        let Some(body) = &program.functions[program.entry].body else { return Ok(()) };
        let is_small = |size: Option<u64>| size.is_some_and(|size| size <= MAX_SIZE);
        let are_objects_small = self.objects.iter().all(|it| is_small(program.objects[it].size));
        let are_blocks_small = self.allocations.iter().all(|edge| match &body.edges[edge].op {
            Op::Allocate {
                size, kind: AllocationKind::Heap | AllocationKind::HeapZeroed, ..
            } => is_small(constant(program, *size)),
            _ => false,
        });
        match are_objects_small && are_blocks_small {
            true => Ok(()),
            false => Err("blocks that are large, or of unknown size"),
        }
    }

    /// The size of the largest one.
    fn largest(&self, program: &Program) -> u64 {
        let Some(body) = &program.functions[program.entry].body else { return 0 };
        let objects = self.objects.iter().filter_map(|it| program.objects[it].size);
        let blocks = self.allocations.iter().filter_map(|edge| match &body.edges[edge].op {
            Op::Allocate { size, .. } => constant(program, *size),
            _ => None,
        });
        objects.chain(blocks).max().unwrap_or(0)
    }
}

fn constant(program: &Program, expr: ExprId) -> Option<u64> {
    match program.exprs[expr] {
        Expr::Int(_, bits) => u64::try_from(bits).ok(),
        _ => None,
    }
}

/// Expressions with shadows beside what they are about.
struct Images<'p> {
    program: &'p mut Program,
    distance: u64,
    known: FxHashMap<ExprId, ExprId>,
}

impl Images<'_> {
    fn op(&mut self, op: &mut Op) {
        match op {
            Op::Load { pointer, .. } | Op::Store { pointer, .. } => *pointer = self.image(*pointer),
            Op::Fill { target, .. } => *target = self.image(*target),
            Op::Copy { target, source, .. } => {
                (*target, *source) = (self.image(*target), self.image(*source));
            }
            Op::Assign { value, .. } => *value = self.image(*value),
            Op::Check { condition: Condition::Holds(holds), .. } => *holds = self.image(*holds),
            _ => {}
        }
    }

    /// Truth values say more than that something was written nowhere but in front of these.
    fn image(&mut self, expr: ExprId) -> ExprId {
        if let Some(known) = self.known.get(&expr) {
            return *known;
        }
        let image = match self.program.exprs[expr] {
            Expr::Shadow(of) => self.behind(of),
            Expr::Compare(CompareOp::Eq, a, b) if self.is_probe(a) || self.is_probe(b) => {
                Expr::Bool(true)
            }
            Expr::Not(a) => Expr::Not(self.image(a)),
            Expr::And(a, b) => Expr::And(self.image(a), self.image(b)),
            Expr::Or(a, b) => Expr::Or(self.image(a), self.image(b)),
            Expr::Ite(condition, a, b) if self.program.type_of(expr) == Type::Bool => {
                Expr::Ite(self.image(condition), self.image(a), self.image(b))
            }
            other => other,
        };
        let image = self.program.exprs.intern(image);
        self.known.insert(expr, image);
        image
    }

    fn is_probe(&self, expr: ExprId) -> bool {
        let Expr::Shadow(of) = self.program.exprs[expr] else { return false };
        let is_probe = |var: VarId| self.program.vars[var].origin == VarOrigin::Probe;
        matches!(self.program.exprs[of], Expr::Var(var) if is_probe(var))
    }

    /// So far behind a pointer as what was written of it is noted.
    fn behind(&mut self, pointer: ExprId) -> Expr {
        let offset = self.program.model.offset_type();
        let exprs = &mut self.program.exprs;
        let (base, bytes) = match exprs[pointer] {
            Expr::PointerAdd(base, bytes) => match exprs[bytes] {
                Expr::Int(int, bits) => (base, int.value(bits)),
                _ => (pointer, 0),
            },
            _ => (pointer, 0),
        };
        let bytes = exprs.int(offset, bytes + i128::from(self.distance));
        Expr::PointerAdd(base, bytes)
    }

    fn grown(&mut self, size: ExprId) -> ExprId {
        match self.program.exprs[size] {
            Expr::Int(int, bits) => {
                let bits = int.wrap(int.value(bits) + i128::from(self.distance));
                self.program.exprs.intern(Expr::Int(int, bits))
            }
            _ => size,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inline::{Limits, inline};
    use crate::tests::program_text;

    fn kept(edges: &str) -> (Beside, String) {
        let program = program_text("check c0: assertion \"x\"", edges);
        let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
        let limits = Limits { n_edges: 1000, recursion: 1 };
        let mut inlined = inline(&program, &points_to, limits).expect("small");
        let beside = keep_beside(&mut inlined);
        assert_eq!(ir::validate(&inlined.program), Ok(()));
        (beside, ir::text::print(&inlined.program))
    }

    #[test]
    fn what_is_stored_is_noted_behind_it_in_a_block_that_grew() {
        let (beside, text) = kept(
            "L0 -> L2: p = allocate heap 8u64\nL2 -> L3: store i32, p, 1i32\n\
             L3 -> L4: a = load i32, ptradd(p, 4i64)\nL4 -> L5: check c0: initialised a\nL5 -> L1: return",
        );
        assert_eq!(beside, Beside::Kept);
        assert!(text.contains("allocate heap 24u64"), "{text}");
        assert!(text.contains("store u32, ptradd(p, 16i64), 4294967295u32"), "{text}");
        assert!(text.contains("load u32, ptradd(p, 20i64)"), "{text}");
        assert!(!text.contains("shadow("), "{text}");
    }

    #[test]
    fn nothing_grows_where_it_is_asked_how_large_things_are() {
        let (beside, text) = kept(
            "L0 -> L2: p = allocate heap 8u64\nL2 -> L3: check c0: valid-access p, 4u64\n\
             L3 -> L4: a = load i32, p\nL4 -> L5: check c0: initialised a\nL5 -> L1: return",
        );
        assert!(matches!(beside, Beside::Refused(_)));
        assert!(text.contains("allocate heap 8u64"), "{text}");
        assert!(text.contains("initialised"), "{text}");
    }

    #[test]
    fn nothing_grows_where_ends_of_blocks_may_be_compared() {
        let edges = |kept: &str, compared: &str| {
            format!(
                "L0 -> L2: p = allocate heap 4u64\nL2 -> L3: q = {kept}\nL3 -> L4: a = load i32, p\n\
                 L4 -> L5: assume (p != {compared})\nL5 -> L6: check c0: initialised a\nL6 -> L1: return"
            )
        };
        let (beside, text) = kept(&edges("ptradd(p, 4i64)", "q"));
        assert!(matches!(beside, Beside::Refused(_)), "{text}");
        assert_eq!(kept(&edges("ptradd(p, 4i64)", "null")).0, Beside::Kept);
        assert_eq!(kept(&edges("p", "q")).0, Beside::Kept);
    }

    #[test]
    fn a_block_of_any_size_does_not_grow() {
        let (beside, text) = kept(
            "L0 -> L2: havoc a input\nL2 -> L3: p = allocate heap u64(a)\nL3 -> L4: store i32, p, 1i32\n\
             L4 -> L5: a = load i32, p\nL5 -> L6: check c0: initialised a\nL6 -> L1: return",
        );
        assert!(matches!(beside, Beside::Refused(_)), "{text}");
    }
}
