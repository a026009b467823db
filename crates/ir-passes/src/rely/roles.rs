//! Which thread is which: the entry's, and those of each start routine.

use index::{Id, IdSet};
use ir::{Body, Callee, EdgeId, FunctionId, IntType, LocationId, Op, Program, VarId};

use super::units::body_of;

/// The number of a role: zero for the entry's thread, others count the start routines.
pub type Role = usize;

/// The type of such numbers.
pub(super) const ROLE: IntType = IntType::signed(32);

/// Who runs the program of one thread.
#[derive(Clone, Debug)]
pub struct Roles {
    /// The variable that has the role's number.
    pub var: VarId,
    /// Set where a thread begins.
    pub started: VarId,
    /// The start routines, from role 1 on.
    pub routines: Vec<FunctionId>,
    /// Is there at most one thread of the role?
    pub(super) is_single: Vec<bool>,
    /// Where the entry's thread may be before it creates one, and where it may be afterwards, or any
    /// other thread.
    alone: IdSet<LocationId>,
    among: IdSet<LocationId>,
    /// All threads but the entry's, if they can be counted in the text.
    pub(super) n_created: Option<u32>,
    /// Is every thread created by the name of its routine?
    pub(super) are_named: bool,
}

impl Roles {
    /// Reads them off a program that was inlined.
    pub(super) fn of(
        program: &Program,
        var: VarId,
        started: VarId,
        routines: &[FunctionId],
    ) -> Self {
        let body = body_of(program);
        let by_entry = reachable(body, body.entry, |edge| begins(&body.edges[edge].op, started));
        let is_begin = |edge: EdgeId| begins(&body.edges[edge].op, started);
        let is_create = |edge: EdgeId| matches!(body.edges[edge].op, Op::ThreadCreate { .. });
        let alone = reachable(body, body.entry, |edge| is_begin(edge) || is_create(edge));
        let mut among = IdSet::new();
        for (edge, it) in body.edges.iter() {
            let is_first = (is_begin(edge) || is_create(edge)) && alone.contains(it.from);
            if is_first && !among.contains(it.to) {
                among.union_with(&reachable(body, it.to, |_| false));
            }
        }
        let creations: Vec<(EdgeId, Option<FunctionId>)> = body
            .edges
            .iter()
            .filter_map(|(edge, it)| match it.op {
                Op::ThreadCreate { start: Callee::Direct(routine), .. } => {
                    Some((edge, Some(routine)))
                }
                Op::ThreadCreate { start: Callee::Indirect(..), .. } => Some((edge, None)),
                _ => None,
            })
            .collect();
        let happens_once = |edge: EdgeId| {
            let (from, to) = (body.edges[edge].from, body.edges[edge].to);
            by_entry.contains(from) && !reachable(body, to, |_| false).contains(from)
        };
        let are_named = creations.iter().all(|(_, routine)| routine.is_some());
        let all_once = creations.iter().all(|(edge, _)| happens_once(*edge));
        let is_single = routines.iter().map(|routine| {
            let of_it = creations.iter().filter(|(_, it)| *it == Some(*routine));
            let of_it: Vec<EdgeId> = of_it.map(|(edge, _)| *edge).collect();
            are_named && matches!(of_it.as_slice(), [edge] if happens_once(*edge))
        });
        Self {
            var,
            started,
            routines: routines.to_vec(),
            alone,
            among,
            is_single: [true].into_iter().chain(is_single).collect(),
            n_created: (are_named && all_once).then_some(creations.len() as u32),
            are_named,
        }
    }

    /// May the entry's thread be there before it has created one?
    pub(super) fn may_be_alone(&self, location: LocationId) -> bool {
        self.alone.contains(location)
    }

    /// Is a thread there only as long as it is alone?
    pub(super) fn is_before_threads(&self, location: LocationId) -> bool {
        !self.among.contains(location)
    }

    /// Does another thread than the entry's begin here?
    pub(super) fn begins(&self, op: &Op) -> bool {
        begins(op, self.started)
    }

    /// The role of the threads that an operation creates.
    pub(super) fn created(&self, op: &Op) -> Option<Role> {
        let Op::ThreadCreate { start: Callee::Direct(routine), .. } = op else { return None };
        self.routines.iter().position(|it| it == routine).map(|index| index + 1)
    }

    /// May the program end behind every place where threads of the role are created? There are any
    /// number of them otherwise.
    pub(super) fn may_stop_creating(&self, program: &Program, role: Role) -> bool {
        let body = body_of(program);
        let mut creations = body.edges.values().filter(|edge| self.created(&edge.op) == Some(role));
        creations.all(|edge| reachable(body, edge.to, |_| false).contains(body.exit))
    }

    /// The locations where threads of a role may be.
    pub(super) fn places(&self, program: &Program, role: Role) -> IdSet<LocationId> {
        let body = body_of(program);
        let ends = |edge: EdgeId| begins(&body.edges[edge].op, self.started);
        if role == 0 {
            return reachable(body, body.entry, ends);
        }
        let mut places = IdSet::new();
        for edge in body.edges.values() {
            let Op::Assign { target, value } = edge.op else { continue };
            let number =
                matches!(program.exprs[value], ir::Expr::Int(_, bits) if bits == role as u128);
            if target == self.var && number {
                places.union_with(&reachable(body, edge.to, |_| false));
            }
        }
        places
    }
}

/// Does a thread begin here that is not the entry's?
fn begins(op: &Op, started: VarId) -> bool {
    matches!(op, Op::Assign { target, .. } if *target == started)
}

/// The locations that are reached from one without those edges.
fn reachable(body: &Body, from: LocationId, is_cut: impl Fn(EdgeId) -> bool) -> IdSet<LocationId> {
    let mut reached = IdSet::new();
    reached.insert(from);
    let mut pending = vec![from];
    while let Some(location) = pending.pop() {
        for &edge in &body.locations[location].outgoing {
            let to = body.edges[edge].to;
            if !is_cut(edge) && reached.insert(to) {
                pending.push(to);
            }
        }
    }
    debug_assert!(reached.iter().all(|it| it.index() < body.locations.len()));
    reached
}
