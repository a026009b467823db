//! Notes where strings end.
//!
//! *Expects* a program that was inlined, without threads. *Guarantees* a valid program with the same runs:
//! variables that nothing reads are given values, and nothing else changes.
//!
//! A loop over a string ends in time because somewhere ahead there is a zero. Where it is, no variable of
//! the program says any more, and what no variable says no lemma about the loop can say either:
//!
//! ```text
//!   buffer[strcspn(buffer, "\n")] = 0;             where this zero is …
//!   for (p = buffer; *p; p++) ...                  … is forgotten here
//! ```
//!
//! So the place is kept in a variable of its own, a *terminator*, behind the steps that are likely to have
//! written the last zero of something that a loop reads. Lemmas then say that what is there is zero, and
//! that the loop has not gone past it (`lemmas::terminators`). That the step really wrote a zero is not
//! claimed here: where it did not, those lemmas do not hold, and are dropped.

use index::IdSet;
use ir::{
    ArithOp, Body, Condition, EdgeId, EdgeRole, Expr, ExprId, Initial, Op, Program, Provenance,
    Scope, Type, Var, VarId, VarOrigin,
};

use crate::inline::Inlined;
use crate::loop_forest::LoopForest;
use crate::points_to::{ExternalPointers, PointsTo, RegionId};

/// Each is one more pointer that lemmas speak of at every loop.
const MAX_TERMINATORS: usize = 10;
/// Larger programs are looked at only if they ask whether memory may be accessed.
const MANY_EDGES: usize = 2000;

/// How likely it is that a step ends a string; the likeliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Likelihood {
    /// The byte 0 at a place that is computed.
    Zero,
    /// The last byte of a copy as long as something says.
    EndOfCopy,
    /// Some byte at a place that is computed.
    AnyByte,
    /// A null pointer, or a number 0.
    WideZero,
}

/// Where a string may have been ended.
struct Ending {
    likelihood: Likelihood,
    edge: EdgeId,
    place: ExprId,
}

/// Keeps the places where strings were ended.
pub fn note_terminators(inlined: &mut Inlined) {
    let endings = endings(&mut inlined.program);
    let entry = inlined.program.entry;
    let Some(mut body) = inlined.program.functions[entry].body.take() else { return };
    for (number, Ending { edge, place, .. }) in endings.into_iter().enumerate() {
        let terminator = terminator(&mut inlined.program, number);
        let behind = body.add_location();
        // Moved to the new location: what led to the old one must no longer.
        let to = body.edges[edge].to;
        let provenance = Provenance { role: EdgeRole::Plain, ..body.edges[edge].provenance };
        body.locations[to].incoming.retain(|it| *it != edge);
        body.edges[edge].to = behind;
        body.locations[behind].incoming.push(edge);
        body.add_edge(behind, to, Op::Assign { target: terminator, value: place }, provenance);
        inlined.locations.push(None);
        inlined.edges.push(inlined.edges[edge]);
    }
    inlined.program.functions[entry].body = Some(body);
}

fn terminator(program: &mut Program, number: usize) -> VarId {
    program.vars.push(Var {
        name: format!("%terminator{number}").into(),
        ty: Type::Pointer,
        scope: Scope::Local(program.entry),
        origin: VarOrigin::Terminator,
        span: source::Span::default(),
        initial: Initial::Unknown,
    })
}

fn endings(program: &mut Program) -> Vec<Ending> {
    let Some(body) = program.functions[program.entry].body.clone() else { return Vec::new() };
    let asks_for_access =
        |op: &Op| matches!(op, Op::Check { condition: Condition::ValidAccess { .. }, .. });
    let is_small = body.edges.len() <= MANY_EDGES;
    if !is_small && !body.edges.values().any(|edge| asks_for_access(&edge.op)) {
        return Vec::new();
    }
    let points_to = PointsTo::of(program, ExternalPointers::OwnMemory);
    let read = read_in_loops(&body, &points_to);
    let mut endings: Vec<Ending> = Vec::new();
    for (edge, data) in body.edges.iter() {
        if let Some((likelihood, place)) = ending(program, &points_to, &read, &data.op) {
            endings.push(Ending { likelihood, edge, place });
        }
    }
    // The order of steps decides among equals.
    endings.sort_by_key(|it| (it.likelihood, it.edge));
    endings.truncate(MAX_TERMINATORS);
    endings
}

/// The regions that loops read.
fn read_in_loops(body: &Body, points_to: &PointsTo) -> IdSet<RegionId> {
    let forest = LoopForest::of(body);
    let inside = body.edges.values().filter(|edge| forest.innermost(edge.from).is_some());
    let regions = inside.filter_map(|edge| match &edge.op {
        Op::Load { pointer, .. } => points_to.region(*pointer),
        _ => None,
    });
    regions.filter(|region| !points_to.regions[*region].is_shadow).collect()
}

/// Where the step may end a string that a loop reads.
fn ending(
    program: &mut Program,
    points_to: &PointsTo,
    read: &IdSet<RegionId>,
    op: &Op,
) -> Option<(Likelihood, ExprId)> {
    match *op {
        Op::Store { pointer, value, .. } => {
            let is_read = points_to.region(pointer).is_some_and(|it| read.contains(it));
            if !is_read || !is_computed(program, pointer) {
                return None;
            }
            let likelihood = match (program.exprs[value], program.type_of(value)) {
                (Expr::Int(ty, bits), _) if ty.width == 8 => {
                    (bits == 0).then_some(Likelihood::Zero)?
                }
                (Expr::Int(_, 0) | Expr::Null, _) => Likelihood::WideZero,
                (_, Type::Int(ty)) if ty.width == 8 => Likelihood::AnyByte,
                _ => return None,
            };
            Some((likelihood, pointer))
        }
        Op::Copy { target, size, .. } => {
            let around = points_to.surroundings(target)?;
            // Elsewhere a computed distance would mix up what lies at different ones.
            let is_string = around.period == 1 && around.fields.len() == 1;
            let is_read = around.fields.iter().any(|field| read.contains(field.region));
            if !is_string || !is_read || is_constant(program, size) {
                return None;
            }
            let ty = program.model.offset_type();
            let size = match program.type_of(size) {
                Type::Int(own) if own == ty => size,
                _ => program.exprs.intern(Expr::Convert(Type::Int(ty), size)),
            };
            let one = program.exprs.intern(Expr::Int(ty, 1));
            let last = program.exprs.intern(Expr::Arith(ArithOp::Sub, size, one));
            let place = program.exprs.intern(Expr::PointerAdd(target, last));
            Some((Likelihood::EndOfCopy, place))
        }
        _ => None,
    }
}

fn is_constant(program: &Program, expr: ExprId) -> bool {
    matches!(program.exprs[expr], Expr::Int(..))
}

/// Is it more than an object and a constant? What is there always is known by its place.
fn is_computed(program: &Program, pointer: ExprId) -> bool {
    match program.exprs[pointer] {
        Expr::ObjectAddress(_) => false,
        Expr::PointerAdd(base, distance) => {
            !is_constant(program, distance) || is_computed(program, base)
        }
        _ => true,
    }
}
