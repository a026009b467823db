//! Asks about one element at a time.
//!
//! *Expects* a program that was inlined, without threads. *Guarantees* a valid program with the same runs,
//! in which a check fails on some run if and only if it did.
//!
//! That all elements of an array are as they should be is a statement about all of them, and formulas
//! here are about one. But a check that fails because of an element does so because of *one*. So that
//! place is guessed before the run begins, the *probe*, and the check is asked there only:
//!
//! ```text
//!   for (i = 0; i < n; i++) assert(a[i] == i);       if (a[i] != i) check &a[i] != probe
//! ```
//!
//! What has to be known in a loop is then about the probe alone: if it is one of the first `i` elements, it
//! holds what they should (`lemmas::elements`).
//!
//! # Why it is sound
//! The probe is anywhere and changes nothing. A run that fails at a check, where some expression has some
//! value, is also one that begins with the probe at that value. Which expression that is does not matter
//! for this; it is the address from which a value was read that the check depends on.

use index::IdSet;
use ir::{
    CompareOp, Condition, EdgeId, Expr, ExprId, ExprPool, Initial, LocationId, ObjectId, Op,
    Program, Scope, Type, Var, VarId, VarOrigin,
};

use crate::accesses;
use crate::inline::Inlined;
use crate::points_to::{ExternalPointers, PointsTo, Targets};

/// So many elements are as good as variables.
const FEW: u64 = 16;
/// Steps from a check back to what it depends on.
const MAX_BACK: usize = 64;

/// Asks the checks that depend on an element about the probe.
pub fn ask_about_one_element(inlined: &mut Inlined) {
    let asked = asked_of_elements(&inlined.program);
    if asked.is_empty() {
        return;
    }
    let program = &mut inlined.program;
    let probe = probe_of(program);
    let exprs = &mut program.exprs;
    let probe = exprs.var(probe);
    let probe = exprs.intern(Expr::Shadow(probe));
    let Some(body) = &mut program.functions[program.entry].body else { return };
    for (edge, address) in asked {
        let Op::Check { condition: Condition::Holds(holds), .. } = &mut body.edges[edge].op else {
            continue;
        };
        let address = exprs.intern(Expr::Shadow(address));
        let is_probe = exprs.intern(Expr::Compare(CompareOp::Eq, address, probe));
        *holds = exprs.not(is_probe);
    }
}

/// Is it the condition of a check that is asked about one element?
pub fn is_about_element(exprs: &ExprPool, holds: ExprId) -> bool {
    let Expr::Not(inner) = exprs[holds] else { return false };
    let Expr::Compare(CompareOp::Eq, a, b) = exprs[inner] else { return false };
    [a, b].iter().all(|it| matches!(exprs[*it], Expr::Shadow(_)))
}

/// The place that is asked about: there may be one already.
fn probe_of(program: &mut Program) -> VarId {
    let is_probe = |var: &VarId| program.vars[*var].origin == VarOrigin::Probe;
    if let Some(probe) = program.vars.ids().find(is_probe) {
        return probe;
    }
    program.vars.push(Var {
        name: "%probe".into(),
        ty: Type::Pointer,
        scope: Scope::Local(program.entry),
        origin: VarOrigin::Probe,
        span: source::Span::default(),
        initial: Initial::Unknown,
    })
}

/// The checks that depend on an element of an array, each with the address of the element.
fn asked_of_elements(program: &Program) -> Vec<(EdgeId, ExprId)> {
    let Some(body) = &program.functions[program.entry].body else { return Vec::new() };
    // Only what must never be come to: of the others, what they find out is needed behind them, at every
    // element.
    let is_asked = |op: &Op| match op {
        Op::Check { condition: Condition::Holds(holds), .. } => {
            program.exprs[*holds] == Expr::Bool(false)
        }
        _ => false,
    };
    if !body.edges.values().any(|edge| is_asked(&edge.op)) {
        return Vec::new();
    }
    let points_to = PointsTo::of(program, ExternalPointers::OwnMemory);
    let mut asked = Vec::new();
    for (id, edge) in body.edges.iter() {
        if is_asked(&edge.op)
            && let Some(address) = element_before(program, &points_to, edge.from)
        {
            asked.push((id, address));
        }
    }
    asked
}

/// The address of the first element that was read on the way to a check which depends on it.
fn element_before(program: &Program, points_to: &PointsTo, mut at: LocationId) -> Option<ExprId> {
    let body = program.functions[program.entry].body.as_ref()?;
    let exprs = &program.exprs;
    let mut relevant: IdSet<VarId> = IdSet::new();
    let mut changed: IdSet<VarId> = IdSet::new();
    let mut found = None;
    for _ in 0..MAX_BACK {
        let incoming = &body.locations[at].incoming;
        let is_decided =
            |edge: &EdgeId| matches!(body.edges[*edge].op, Op::Assume { .. } | Op::Skip);
        // Where a chain of decisions like `a && b` fails, one of them will do.
        let way = match incoming[..] {
            [only] => only,
            [first, ..] if incoming.iter().all(is_decided) => first,
            _ => break,
        };
        let op = &body.edges[way].op;
        let read = accesses::read(exprs, op);
        match op {
            Op::Assume { .. } => relevant.extend(read.iter()),
            Op::Load { target, pointer, .. } if relevant.contains(*target) => {
                let is_same = read.iter().all(|var| !changed.contains(var));
                if is_same && !read.is_empty() && is_element(program, points_to, *pointer) {
                    found = Some(*pointer);
                }
                relevant.extend(read.iter());
            }
            Op::Assign { target, .. } if relevant.contains(*target) => {
                relevant.extend(read.iter());
            }
            _ => {}
        }
        changed.extend(op.assigned());
        at = body.edges[way].from;
    }
    found
}

/// Is it one of many, all of them numbers of one kind?
fn is_element(program: &Program, points_to: &PointsTo, pointer: ExprId) -> bool {
    let Some(id) = points_to.region(pointer) else { return false };
    let region = &points_to.regions[id];
    let is_number = matches!(region.types[..], [Type::Int(_)]);
    let has_few = |object: ObjectId| {
        program.objects[object].size.is_some_and(|size| size <= FEW * region.period)
    };
    let Targets { objects, allocations, .. } = &region.targets;
    let are_many = !allocations.is_empty() || !objects.iter().all(has_few);
    // What the program made may hold what it began with: zeros.
    let is_changed = points_to.may_be_written(id) || !allocations.is_empty();
    is_number && are_many && region.period > 0 && !region.is_shadow && is_changed
}
