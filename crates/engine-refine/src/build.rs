//! From an inlined program without memory to a [`Machine`].
//!
//! Locations where others may be noticed are *cuts*: before each access to what is shared, before
//! each observation, at each atomic block, and at loop heads, so that paths between cuts are
//! finite. A path from cut to cut is followed symbolically, which gives the guard and the new
//! values of its step at once.
//!
//! # Why local steps may be taken along
//! They read and write what no other thread and no relation sees. A run in which others act
//! between them has the same values and the same order of everything that is seen as one in which
//! they act before; so every run of the program is one of the machine, and the other way round.
//!
//! What is not modelled (pointers, floats, threads that are created, `exit` with its value, loops
//! in atomic blocks) becomes a step to [`UNMODELLED`] that says what it is.

use ir::{
    Actor, Body, Condition, EdgeId, Expr, ExprId, HaltCause, HavocCause, LocationId, Op, Program,
    Type, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Span;
use verdict::CheckKind;

use crate::expr::{Ex, Exprs, Slot};
use crate::machine::{ENDED, FIRST, Label, Machine, Side, Step, UNDEFINED, UNMODELLED, Way};
use crate::observe::Observed;
use crate::shape::{depths, loop_heads};

/// Steps of a machine.
const MAX_STEPS: usize = 4_000;
/// Steps out of one place, before places are put where ways meet.
const MAX_WAYS: usize = 48;
/// Edges of one step.
const MAX_PATH: usize = 2_000;

/// Which slots stand for the variables of a program.
pub struct Slots<'a> {
    pub of: &'a FxHashMap<VarId, Slot>,
    /// Slots that others may see or change.
    pub shared: &'a FxHashSet<Slot>,
    /// The number of the thread, if it is not the one that is looked at.
    pub number: Option<Slot>,
}

/// The machine of the entry function; `Err` says what is too large.
pub fn build(
    program: &Program,
    side: Side,
    exprs: &mut Exprs,
    slots: &Slots<'_>,
    observed: &Observed,
) -> Result<Machine, String> {
    let Some(body) = &program.functions[program.entry].body else {
        return Err("the function has no body".to_owned());
    };
    let mut builder = Builder::new(program, body, exprs, slots, observed)?;
    let steps = loop {
        match builder.steps() {
            Ok(steps) => break steps,
            Err(Crowded::Cut) => {}
            Err(Crowded::TooLarge) => return Err("a program with too many steps".to_owned()),
        }
    };
    Ok(builder.finish(side, steps))
}

enum Crowded {
    /// More cuts were made; try again.
    Cut,
    TooLarge,
}

pub(crate) struct Builder<'a> {
    pub(crate) program: &'a Program,
    pub(crate) body: &'a Body,
    pub(crate) exprs: &'a mut Exprs,
    pub(crate) slots: &'a Slots<'a>,
    observed: &'a Observed,
    /// How many atomic blocks are open at each reachable location.
    depths: FxHashMap<LocationId, u32>,
    cuts: FxHashSet<LocationId>,
    /// Cut locations in the order of their places.
    pub(crate) order: Vec<LocationId>,
    pub(crate) places: FxHashMap<LocationId, usize>,
    cuts_at_joins: bool,
}

/// A path that is being followed.
#[derive(Clone)]
struct Walk {
    at: LocationId,
    store: FxHashMap<VarId, Ex>,
    guard: Ex,
    path: Vec<(EdgeId, Way)>,
    choices: Vec<Slot>,
    choice_edges: Vec<usize>,
    label: Label,
    /// Locations seen in the atomic block.
    inside: Vec<LocationId>,
    /// The edge that others would notice.
    event: Option<EdgeId>,
}

impl<'a> Builder<'a> {
    fn new(
        program: &'a Program,
        body: &'a Body,
        exprs: &'a mut Exprs,
        slots: &'a Slots<'a>,
        observed: &'a Observed,
    ) -> Result<Self, String> {
        let depths = depths(body)?;
        let mut builder = Self {
            program,
            body,
            exprs,
            slots,
            observed,
            depths,
            cuts: FxHashSet::default(),
            order: Vec::new(),
            places: FxHashMap::default(),
            cuts_at_joins: false,
        };
        let heads = loop_heads(body);
        let mut locations: Vec<LocationId> = builder.depths.keys().copied().collect();
        locations.sort();
        for location in locations {
            let is_event = |edge: &EdgeId| builder.is_event(&body.edges[*edge].op);
            let is_cut = location == body.entry
                || heads.contains(&location)
                || body.locations[location].outgoing.iter().any(is_event);
            if is_cut && builder.depths[&location] == 0 {
                builder.cuts.insert(location);
            }
        }
        Ok(builder)
    }

    /// Whether others may notice the step, or notice it at this moment.
    fn is_event(&self, op: &Op) -> bool {
        match op {
            Op::AtomicBegin(_) | Op::Outside { .. } | Op::Return { .. } | Op::Halt { .. } => true,
            Op::Check { check, condition } => {
                is_error(self.program.checks[*check].kind) || self.reads_shared_condition(condition)
            }
            Op::Assign { target, value } => self.is_shared(*target) || self.reads_shared(*value),
            Op::Havoc { target, .. } | Op::ThreadSelf { target } => self.is_shared(*target),
            Op::Assume { condition } | Op::Await { condition } => self.reads_shared(*condition),
            Op::Skip
            | Op::AtomicEnd
            | Op::Load { .. }
            | Op::Store { .. }
            | Op::Copy { .. }
            | Op::Fill { .. }
            | Op::HavocMemory { .. }
            | Op::CallBack { .. }
            | Op::Call { .. }
            | Op::EnterScope { .. }
            | Op::LeaveScope { .. }
            | Op::Allocate { .. }
            | Op::Reallocate { .. }
            | Op::Free { .. }
            | Op::ThreadCreate { .. }
            | Op::ThreadJoin { .. }
            | Op::ThreadExit { .. }
            | Op::Unsupported { .. } => false,
        }
    }

    fn is_shared(&self, var: VarId) -> bool {
        self.slots.of.get(&var).is_some_and(|slot| self.slots.shared.contains(slot))
    }

    fn reads_shared(&self, expr: ExprId) -> bool {
        let (mut pending, mut seen) = (vec![expr], FxHashSet::default());
        while let Some(expr) = pending.pop() {
            if !seen.insert(expr) {
                continue;
            }
            if let Expr::Var(var) = self.program.exprs[expr]
                && self.is_shared(var)
            {
                return true;
            }
            pending.extend(self.program.exprs[expr].operands());
        }
        false
    }

    fn reads_shared_condition(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Holds(expr) | Condition::Initialised(expr) => self.reads_shared(*expr),
            _ => false,
        }
    }

    /// All steps, from every cut that can be reached.
    fn steps(&mut self) -> Result<Vec<Step>, Crowded> {
        self.order.clear();
        self.places.clear();
        self.place_of(self.body.entry);
        let (mut steps, mut done) = (Vec::new(), 0);
        while done < self.order.len() {
            let from = self.order[done];
            done += 1;
            self.steps_from(from, &mut steps)?;
            if steps.len() > MAX_STEPS {
                return Err(Crowded::TooLarge);
            }
        }
        Ok(steps)
    }

    fn place_of(&mut self, location: LocationId) -> usize {
        if let Some(place) = self.places.get(&location) {
            return *place;
        }
        let place = self.order.len() + FIRST;
        self.order.push(location);
        self.places.insert(location, place);
        place
    }

    fn steps_from(&mut self, from: LocationId, steps: &mut Vec<Step>) -> Result<(), Crowded> {
        let guard = self.exprs.bool(true);
        let mut pending = vec![Walk {
            at: from,
            store: FxHashMap::default(),
            guard,
            path: Vec::new(),
            choices: Vec::new(),
            choice_edges: Vec::new(),
            label: Label::Silent,
            inside: Vec::new(),
            event: None,
        }];
        let n_before = steps.len();
        while let Some(walk) = pending.pop() {
            let is_new = walk.path.is_empty();
            if !is_new && self.cuts.contains(&walk.at) {
                let to = self.place_of(walk.at);
                steps.push(self.step(from, to, walk));
                continue;
            }
            if walk.path.len() > MAX_PATH {
                return Err(Crowded::TooLarge);
            }
            if steps.len() - n_before + pending.len() > MAX_WAYS {
                if self.cuts_at_joins {
                    return Err(Crowded::TooLarge);
                }
                self.cut_at_joins();
                return Err(Crowded::Cut);
            }
            if walk.label != Label::Silent && self.may_be_undefined(walk.at) {
                self.cuts.insert(walk.at);
                return Err(Crowded::Cut);
            }
            let outgoing = &self.body.locations[walk.at].outgoing;
            for &edge in outgoing.iter().rev() {
                self.follow(from, &walk, edge, &mut pending, steps);
            }
        }
        Ok(())
    }

    /// Whether what C leaves undefined, or what is not modelled, may come next, outside of atomic
    /// blocks. It is a step of its own behind one that is seen: that one has been seen then.
    fn may_be_undefined(&self, location: LocationId) -> bool {
        let is_such = |edge: &EdgeId| {
            matches!(self.body.edges[*edge].op, Op::Check { .. } | Op::Unsupported { .. })
        };
        self.depths.get(&location) == Some(&0)
            && self.body.locations[location].outgoing.iter().any(is_such)
    }

    fn cut_at_joins(&mut self) {
        self.cuts_at_joins = true;
        for (location, depth) in &self.depths {
            if *depth == 0 && self.body.locations[*location].incoming.len() > 1 {
                self.cuts.insert(*location);
            }
        }
    }

    /// Goes along one edge: walks that go on, steps that end.
    fn follow(
        &mut self,
        from: LocationId,
        walk: &Walk,
        edge_id: EdgeId,
        pending: &mut Vec<Walk>,
        steps: &mut Vec<Step>,
    ) {
        let edge = &self.body.edges[edge_id];
        let mut next = walk.clone();
        next.path.push((edge_id, Way::On));
        next.at = edge.to;
        if next.event.is_none() && self.is_event(&edge.op) {
            next.event = Some(edge_id);
        }
        if self.depths.get(&walk.at).is_some_and(|depth| *depth > 0) {
            if next.inside.contains(&walk.at) {
                return self.stop(from, next, "a loop in an atomic block", steps);
            }
            next.inside.push(walk.at);
        }
        match &edge.op {
            Op::Skip
            | Op::EnterScope { .. }
            | Op::LeaveScope { .. }
            | Op::AtomicBegin(_)
            | Op::AtomicEnd => pending.push(next),
            Op::Assign { target, value } => match self.slots.of.get(target) {
                Some(_) => match self.value(*value, &next.store) {
                    Ok(value) => {
                        next.store.insert(*target, value);
                        pending.push(next);
                    }
                    Err(what) => self.stop(from, next, &what, steps),
                },
                // Others would see a global that we cannot compare.
                None if self.program.vars[*target].scope == ir::Scope::Global => {
                    let what = self.incomparable_write(*target);
                    self.stop(from, next, &what, steps);
                }
                // Addresses have been resolved where they are used; other values without a slot
                // are refused where they are read.
                None => pending.push(next),
            },
            Op::Assume { condition } | Op::Await { condition } => {
                match self.value(*condition, &next.store) {
                    Ok(condition) => {
                        next.guard = self.exprs.and(next.guard, condition);
                        if !self.exprs.is_false(next.guard) {
                            pending.push(next);
                        }
                    }
                    Err(what) => self.stop(from, next, &what, steps),
                }
            }
            Op::Havoc { target, cause } => self.havoc(from, next, *target, cause, pending, steps),
            Op::ThreadSelf { target } => {
                if let (Some(_), Type::Int(int)) =
                    (self.slots.of.get(target), self.program.vars[*target].ty)
                {
                    let own = match self.slots.number {
                        Some(number) => {
                            let number = self.exprs.slot(number);
                            self.exprs.convert(int, number)
                        }
                        None => self.exprs.int(int, OWN_THREAD),
                    };
                    next.store.insert(*target, own);
                }
                pending.push(next);
            }
            Op::Outside { actor: Actor::Function(function), arguments } => {
                let name = self.program.functions[*function].name.to_string();
                let arguments: Result<Vec<Ex>, String> =
                    arguments.iter().map(|it| self.value(*it, &next.store)).collect();
                match arguments {
                    Ok(arguments) if next.label == Label::Silent => {
                        if self.observed.calls(&name) {
                            next.label = Label::Call { function: name, arguments, result: None };
                        }
                        pending.push(next);
                    }
                    Ok(_) => self.stop(from, next, "two observations in one atomic block", steps),
                    Err(_) => {
                        let what = format!("a call of `{name}` with a pointer or a float");
                        self.stop(from, next, &what, steps);
                    }
                }
            }
            Op::Return { value } => {
                let value = match value {
                    Some(value) if self.observed.result => match self.value(*value, &next.store) {
                        Ok(value) => Some(value),
                        Err(what) => return self.stop(from, next, &what, steps),
                    },
                    Some(_) | None => None,
                };
                let label = match self.observed.end {
                    true => Label::Return(value),
                    false => Label::Silent,
                };
                self.end(from, next, label, ENDED, steps);
            }
            Op::Halt { cause: HaltCause::Assumption } => {}
            Op::Halt { cause: HaltCause::Abort } => {
                self.end(from, next, Label::Abort, ENDED, steps);
            }
            Op::Halt { cause: HaltCause::Exit } => {
                self.stop(from, next, "a call of `exit`", steps);
            }
            Op::Check { check, condition } => {
                let kind = self.program.checks[*check].kind;
                let text = self.program.checks[*check].text.to_string();
                let Condition::Holds(condition) = condition else {
                    return self.stop(from, next, "a check about memory", steps);
                };
                let condition = match self.value(*condition, &next.store) {
                    Ok(condition) => condition,
                    Err(what) => return self.stop(from, next, &what, steps),
                };
                let mut failed = next.clone();
                let fails = self.exprs.not(condition);
                failed.guard = self.exprs.and(failed.guard, fails);
                if let Some(last) = failed.path.last_mut() {
                    last.1 = Way::Failed;
                }
                if !self.exprs.is_false(failed.guard) {
                    match is_error(kind) {
                        true => self.end(from, failed, Label::Error, ENDED, steps),
                        false => self.end(from, failed, Label::Undefined(text), UNDEFINED, steps),
                    }
                }
                next.guard = self.exprs.and(next.guard, condition);
                if !self.exprs.is_false(next.guard) {
                    pending.push(next);
                }
            }
            Op::Unsupported { what } => self.stop(from, next, what, steps),
            Op::Outside { actor: Actor::Assembly, .. } => {
                self.stop(from, next, "inline assembly", steps);
            }
            Op::ThreadCreate { .. } | Op::ThreadJoin { .. } | Op::ThreadExit { .. } => {
                self.stop(from, next, "a thread that is created, joined or ended", steps);
            }
            Op::CallBack { .. } | Op::Call { .. } => self.stop(from, next, "a call", steps),
            Op::Load { .. }
            | Op::Store { .. }
            | Op::Copy { .. }
            | Op::Fill { .. }
            | Op::HavocMemory { .. }
            | Op::Allocate { .. }
            | Op::Reallocate { .. }
            | Op::Free { .. } => self.stop(from, next, "an access to memory", steps),
        }
    }

    fn incomparable_write(&self, target: VarId) -> String {
        let var = &self.program.vars[target];
        let what = match var.ty {
            ir::Type::Float(_) => "a floating-point number",
            ir::Type::Pointer => "a pointer",
            ir::Type::Bool | ir::Type::Int(_) => "an integer of more than 64 bits",
        };
        format!("a write to `{}`, which holds {what}", var.name)
    }

    fn havoc(
        &mut self,
        from: LocationId,
        mut next: Walk,
        target: VarId,
        cause: &HavocCause,
        pending: &mut Vec<Walk>,
        steps: &mut Vec<Step>,
    ) {
        match cause {
            HavocCause::Input | HavocCause::Uninitialised | HavocCause::ExternalResult(_) => {}
            HavocCause::Effect(_)
            | HavocCause::Volatile
            | HavocCause::Assembly
            | HavocCause::Unmodelled => {
                return self.stop(from, next, "a value that is not modelled", steps);
            }
        }
        if !self.slots.of.contains_key(&target)
            && self.program.vars[target].scope == ir::Scope::Global
        {
            let what = self.incomparable_write(target);
            return self.stop(from, next, &what, steps);
        }
        if self.slots.of.contains_key(&target) {
            let choice = self.exprs.add_slot(self.program.vars[target].ty);
            next.choices.push(choice);
            next.choice_edges.push(next.path.len() - 1);
            if let HavocCause::ExternalResult(function) = cause
                && let Label::Call { function: called, result, .. } = &mut next.label
                && **called == *self.program.functions[*function].name
            {
                *result = Some(choice);
            }
            let value = self.exprs.slot(choice);
            next.store.insert(target, value);
        }
        pending.push(next);
    }

    fn stop(&mut self, from: LocationId, walk: Walk, what: &str, steps: &mut Vec<Step>) {
        self.end(from, walk, Label::Unmodelled(what.to_owned()), UNMODELLED, steps);
    }

    fn end(
        &mut self,
        from: LocationId,
        mut walk: Walk,
        label: Label,
        to: usize,
        steps: &mut Vec<Step>,
    ) {
        let is_free = walk.label == Label::Silent || to != ENDED;
        if is_free {
            walk.label = label;
            steps.push(self.step(from, to, walk));
        } else {
            walk.label = Label::Unmodelled("two observations in one atomic block".to_owned());
            steps.push(self.step(from, UNMODELLED, walk));
        }
    }

    fn step(&mut self, from: LocationId, to: usize, walk: Walk) -> Step {
        let from = self.place_of(from);
        let mut updates: Vec<(Slot, Ex)> = Vec::new();
        for (var, value) in &walk.store {
            let slot = self.slots.of[var];
            if self.exprs.slot(slot) != *value {
                updates.push((slot, *value));
            }
        }
        updates.sort();
        let edge =
            walk.event.or(walk.path.iter().map(|(edge, _)| *edge).find(|edge| {
                !matches!(self.body.edges[*edge].op, Op::Skip | Op::EnterScope { .. })
            }));
        let span = edge.map_or(Span::default(), |edge| self.body.edges[edge].provenance.span);
        let Walk { guard, path, choices, choice_edges, label, .. } = walk;
        Step { from, to, guard, updates, choices, choice_edges, label, path, span }
    }
}

/// What `ThreadSelf` gives: the number of the thread that is looked at. Others have other numbers.
pub const OWN_THREAD: i128 = 1;

/// Whether a failed check is an error of the program, rather than undefined.
fn is_error(kind: CheckKind) -> bool {
    matches!(kind, CheckKind::UnreachCall | CheckKind::Assertion)
}
