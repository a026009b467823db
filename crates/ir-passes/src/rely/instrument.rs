//! Puts the acts of others, and what is asked of one's own, into the program of one thread.

use index::{Id, IndexVec};
use ir::{Body, Check, CheckId, LocationId, Op, Program};
use verdict::CheckKind;

use super::clause::Clause;
use super::ghosts::Ghosts;
use super::units::{Units, body_of};
use super::writer::Writer;
use crate::points_to::PointsTo;

/// The program of one thread among others.
#[derive(Clone, Debug)]
pub struct WithRely {
    pub program: Program,
    /// The check that asks for the clause of the same number.
    pub guarantees: Vec<CheckId>,
}

/// Instruments a program that [`alone`](super::alone()) made and that was inlined. The reason why
/// not, if atomic blocks are entered on one way and not on another.
pub fn with_rely(
    inlined: &Program,
    points_to: &PointsTo,
    units: &Units,
    clauses: &[Clause],
) -> Result<WithRely, &'static str> {
    let depths = depths(body_of(inlined))?;
    let mut program = inlined.clone();
    let guarantees = clauses.iter().map(|clause| {
        let text = clause.describe(units).into();
        program.checks.push(Check { kind: CheckKind::Invariant, span: span(), text })
    });
    let guarantees: Vec<CheckId> = guarantees.collect();
    let ghosts = Ghosts::new(&mut program, units, clauses);
    let old = body_of(inlined);
    let mut body = Body::new();
    for (id, location) in old.locations.iter() {
        if id.index() >= 2 {
            body.add_location();
        }
        body.locations[id].label = location.label;
    }
    let before = before_threads(inlined, units, &mut body);
    body.entry = before[old.entry].unwrap_or(old.entry);
    body.exit = old.exit;
    let mut writer = Writer {
        inlined,
        points_to,
        units,
        clauses,
        guarantees: &guarantees,
        ghosts,
        program,
        body,
    };
    for (id, location) in old.locations.iter() {
        for edge in &location.outgoing {
            let edge = &old.edges[*edge];
            if let Some(from) = before[id] {
                let to = before[edge.to].unwrap_or(edge.to);
                writer.first_step(from, to, edge.to, &edge.op, edge.provenance);
            }
        }
        if units.roles.is_before_threads(id) {
            continue;
        }
        let is_visible = |edge: &ir::EdgeId| writer.is_visible(&old.edges[*edge].op);
        let is_interrupted = depths[id] == Some(0) && location.outgoing.iter().any(is_visible);
        let from = if is_interrupted { writer.others_act(id) } else { id };
        for edge in &location.outgoing {
            let edge = &old.edges[*edge];
            writer.own_step(from, edge.to, &edge.op, edge.provenance);
        }
    }
    let Writer { mut program, body, .. } = writer;
    let entry = program.entry;
    program.functions[entry].body = Some(body);
    Ok(WithRely { program, guarantees })
}

/// The places where the entry's thread may be while it is alone have twins: what it does there is
/// noticed by nobody. It goes over where it creates a thread.
fn before_threads(
    program: &Program,
    units: &Units,
    body: &mut Body,
) -> IndexVec<LocationId, Option<LocationId>> {
    let old = body_of(program);
    let mut before = IndexVec::from_elem(None, old.locations.len());
    for location in old.locations.ids() {
        if location != old.exit && units.roles.may_be_alone(location) {
            let twin = body.add_location();
            body.locations[twin].label = old.locations[location].label;
            before[location] = Some(twin);
        }
    }
    before
}

fn span() -> source::Span {
    source::Span::default()
}

/// How many atomic blocks a thread is in at each location that it comes to.
pub(crate) fn depths(body: &Body) -> Result<IndexVec<LocationId, Option<u32>>, &'static str> {
    let mut depths: IndexVec<LocationId, Option<u32>> =
        IndexVec::from_elem(None, body.locations.len());
    depths[body.entry] = Some(0);
    let mut pending = vec![body.entry];
    while let Some(location) = pending.pop() {
        let Some(depth) = depths[location] else { continue };
        for edge in &body.locations[location].outgoing {
            let edge = &body.edges[*edge];
            // No run goes on behind these.
            if matches!(edge.op, Op::Halt { .. } | Op::ThreadExit { .. } | Op::Unsupported { .. }) {
                continue;
            }
            let behind = match edge.op {
                Op::AtomicBegin(_) => depth + 1,
                Op::AtomicEnd => depth.saturating_sub(1),
                _ => depth,
            };
            match depths[edge.to] {
                None => {
                    depths[edge.to] = Some(behind);
                    pending.push(edge.to);
                }
                // All threads end in the same place.
                Some(there) if there == behind || edge.to == body.exit => {}
                Some(_) => return Err("an atomic block begins on one way and not on another"),
            }
        }
    }
    Ok(depths)
}
