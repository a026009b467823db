//! Edges of a program, one after the other, as terms: read here from the program itself.

use ir::{
    Actor, Condition, Expr, ExprId, HaltCause, HavocCause, LocationId, Op, Program, Type, VarId,
};
use logic::{TermId, TermPool};
use rustc_hash::FxHashMap;
use verdict::CheckKind;

use super::certificate::{Edges, Observations, Point, Reading, Way};
use super::value::has_value;

/// What somebody sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    Call(String, Vec<(Type, TermId)>, Option<TermId>),
    Return(Option<(Type, TermId)>),
    Abort,
    Error,
}

/// A path, followed.
#[derive(Clone, Debug)]
pub struct Walked {
    pub store: FxHashMap<VarId, TermId>,
    pub guard: Vec<TermId>,
    pub seen: Option<Seen>,
    /// Values that were chosen, by the number of the edge.
    pub chosen: FxHashMap<usize, TermId>,
    pub end: Point,
    /// How many times others could notice something, or act in between.
    pub n_events: usize,
}

/// Why a path cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

/// Reads paths of one program.
#[derive(Clone)]
pub struct Walker<'a> {
    pub program: &'a Program,
    pub reading: Reading,
    pub observations: &'a Observations,
    /// Variables whose changes others can notice.
    pub visible: Vec<VarId>,
    /// Atomic blocks that are open at each location.
    pub depths: FxHashMap<LocationId, u32>,
    /// The number of the thread, if it is not the one that is looked at.
    pub number: Option<TermId>,
}

impl Walker<'_> {
    /// Follows the edges from a location. `choose` gives the value at a choice.
    pub fn walk(
        &self,
        pool: &mut TermPool,
        from: LocationId,
        edges: &Edges,
        store: FxHashMap<VarId, TermId>,
        choose: &mut dyn FnMut(&mut TermPool, usize, Type) -> TermId,
    ) -> Result<Walked, Unreadable> {
        let stuck = |what: &str| Err(Unreadable(what.to_owned()));
        let Some(body) = &self.program.functions[self.program.entry].body else {
            return stuck("there is no body");
        };
        let mut walked = Walked {
            store,
            guard: Vec::new(),
            seen: None,
            chosen: FxHashMap::default(),
            end: Point::At(from),
            n_events: 0,
        };
        let mut at = from;
        for (number, (id, way)) in edges.iter().enumerate() {
            let edge = &body.edges[*id];
            if edge.from != at || walked.end != Point::At(at) {
                return stuck("the edges are not one behind the other");
            }
            at = edge.to;
            walked.end = Point::At(at);
            if self.depth(edge.from) == 0 && self.is_event(&edge.op, *way) {
                walked.n_events += 1;
            }
            if *way == Way::Failed && !matches!(edge.op, Op::Check { .. }) {
                return stuck("only checks fail");
            }
            match &edge.op {
                Op::Skip
                | Op::AtomicBegin(_)
                | Op::AtomicEnd
                | Op::EnterScope { .. }
                | Op::LeaveScope { .. } => {}
                Op::Assign { target, value } => {
                    let described = &self.program.vars[*target];
                    if !has_value(described.ty) && described.scope == ir::Scope::Global {
                        return stuck("a write to a global that cannot be compared");
                    }
                    if has_value(described.ty) {
                        let value = self.term(pool, *value, &walked.store)?;
                        walked.store.insert(*target, value);
                    }
                }
                Op::Assume { condition } | Op::Await { condition } => {
                    let condition = self.term(pool, *condition, &walked.store)?;
                    walked.guard.push(condition);
                }
                Op::Havoc { target, cause } => {
                    self.havoc(pool, number, *target, cause, &mut walked, choose)?;
                }
                Op::ThreadSelf { target } => {
                    let value = self.own_number(pool, self.program.vars[*target].ty);
                    walked.store.insert(*target, value);
                }
                Op::Outside { actor: Actor::Function(function), arguments } => {
                    let name = &self.program.functions[*function].name;
                    let is_seen = self.observations.calls.as_ref();
                    let is_seen = is_seen.is_none_or(|names| names.iter().any(|it| **it == **name));
                    let mut values = Vec::new();
                    for argument in arguments {
                        let value = self.term(pool, *argument, &walked.store)?;
                        values.push((self.program.type_of(*argument), value));
                    }
                    if is_seen {
                        see(&mut walked, Seen::Call(name.to_string(), values, None))?;
                    }
                }
                Op::Return { value } => {
                    let value = match value {
                        Some(value) if self.observations.result => {
                            let ty = self.program.type_of(*value);
                            Some((ty, self.term(pool, *value, &walked.store)?))
                        }
                        Some(_) | None => None,
                    };
                    if self.observations.end {
                        see(&mut walked, Seen::Return(value))?;
                    }
                    walked.end = Point::Ended;
                }
                Op::Halt { cause: HaltCause::Abort } => {
                    see(&mut walked, Seen::Abort)?;
                    walked.end = Point::Ended;
                }
                Op::Check { check, condition: Condition::Holds(condition) } => {
                    let mut condition = self.term(pool, *condition, &walked.store)?;
                    if *way == Way::Failed {
                        condition = pool.not(condition);
                        if is_error(self.program.checks[*check].kind) {
                            see(&mut walked, Seen::Error)?;
                            walked.end = Point::Ended;
                        } else {
                            walked.end = Point::Undefined;
                        }
                    }
                    walked.guard.push(condition);
                }
                op => return stuck(&format!("an operation that is not modelled: {op:?}")),
            }
        }
        Ok(walked)
    }

    /// Whether there is something behind a location.
    pub fn goes_on(&self, location: LocationId) -> bool {
        let body = self.program.functions[self.program.entry].body.as_ref();
        body.is_some_and(|body| !body.locations[location].outgoing.is_empty())
    }

    /// Follows the edges as far as they can be read, and says whether that is all of them.
    pub fn walk_readable(
        &self,
        pool: &mut TermPool,
        from: LocationId,
        edges: &Edges,
        store: &FxHashMap<VarId, TermId>,
        choose: &mut dyn FnMut(&mut TermPool, usize, Type) -> TermId,
    ) -> Result<(Walked, bool), Unreadable> {
        let mut readable = edges.clone();
        loop {
            match self.walk(pool, from, &readable, store.clone(), choose) {
                Ok(walked) => return Ok((walked, readable.len() == edges.len())),
                Err(error) if readable.is_empty() => return Err(error),
                Err(_) => {
                    readable.pop();
                }
            }
        }
    }

    fn havoc(
        &self,
        pool: &mut TermPool,
        number: usize,
        target: VarId,
        cause: &HavocCause,
        walked: &mut Walked,
        choose: &mut dyn FnMut(&mut TermPool, usize, Type) -> TermId,
    ) -> Result<(), Unreadable> {
        let ty = self.program.vars[target].ty;
        let is_free = matches!(
            cause,
            HavocCause::Input | HavocCause::Uninitialised | HavocCause::ExternalResult(_)
        );
        if !is_free {
            return Err(Unreadable("a value that is not modelled".to_owned()));
        }
        if !has_value(ty) {
            return match self.program.vars[target].scope {
                ir::Scope::Local(_) => Ok(()),
                ir::Scope::Global => {
                    Err(Unreadable("a write to a global that cannot be compared".to_owned()))
                }
            };
        }
        let value = choose(pool, number, ty);
        walked.chosen.insert(number, value);
        walked.store.insert(target, value);
        if let HavocCause::ExternalResult(function) = cause
            && let Some(Seen::Call(name, _, result)) = &mut walked.seen
            && **name == *self.program.functions[*function].name
        {
            *result = Some(value);
        }
        Ok(())
    }

    pub fn depth(&self, location: LocationId) -> u32 {
        self.depths.get(&location).copied().unwrap_or(0)
    }

    fn is_shared(&self, var: VarId) -> bool {
        self.visible.contains(&var)
    }

    fn reads_shared(&self, expr: ExprId) -> bool {
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            match self.program.exprs[expr] {
                Expr::Var(var) if self.is_shared(var) => return true,
                node => pending.extend(node.operands()),
            }
        }
        false
    }

    fn is_event(&self, op: &Op, way: Way) -> bool {
        match op {
            Op::AtomicBegin(_) | Op::Outside { .. } | Op::Return { .. } | Op::Halt { .. } => true,
            Op::Assign { target, value } => self.is_shared(*target) || self.reads_shared(*value),
            Op::Havoc { target, .. } | Op::ThreadSelf { target } => self.is_shared(*target),
            Op::Assume { condition } | Op::Await { condition } => self.reads_shared(*condition),
            Op::Check { check, condition } => {
                let reads = match condition {
                    Condition::Holds(condition) => self.reads_shared(*condition),
                    _ => true,
                };
                reads || way == Way::Failed && is_error(self.program.checks[*check].kind)
            }
            _ => false,
        }
    }
}

fn see(walked: &mut Walked, seen: Seen) -> Result<(), Unreadable> {
    match walked.seen.replace(seen) {
        None => Ok(()),
        Some(_) => Err(Unreadable("two observations in one step".to_owned())),
    }
}

fn is_error(kind: CheckKind) -> bool {
    matches!(kind, CheckKind::UnreachCall | CheckKind::Assertion)
}

/// How many atomic blocks are open at each location.
pub fn depths(program: &Program) -> Result<FxHashMap<LocationId, u32>, Unreadable> {
    let mut depths = FxHashMap::default();
    let Some(body) = &program.functions[program.entry].body else { return Ok(depths) };
    depths.insert(body.entry, 0);
    let mut pending = vec![body.entry];
    while let Some(location) = pending.pop() {
        let here: u32 = depths[&location];
        for id in &body.locations[location].outgoing {
            let edge = &body.edges[*id];
            let there = match &edge.op {
                Op::AtomicBegin(_) => here + 1,
                Op::AtomicEnd => here.saturating_sub(1),
                _ if edge.to == body.exit => 0,
                _ => here,
            };
            match depths.insert(edge.to, there) {
                None => pending.push(edge.to),
                Some(known) if known == there => {}
                Some(_) => {
                    return Err(Unreadable("atomic blocks that do not nest".to_owned()));
                }
            }
        }
    }
    Ok(depths)
}
