//! Every fact of every state, from the states before it.
//!
//! A fact holds behind an operation if it held before and the operation leaves it alone, or if the
//! operation brings it about. Facts that are not claimed need no reason; of the threads that may run
//! it is the other way round: those that are left out must have been out before, or be joined.

use std::collections::BTreeMap;

use ir::{EdgeId, ExprId, FunctionId, LocationId, Op, Scope, VarId};
use ir_passes::accesses::add_vars;
use ir_passes::ownership::{Address, Base, ClassId, ContextId, Held, State};
use verdict::Budget;

use super::effect::{Effect, Got, Range};
use super::{Judge, NotShown, wrong};

type Place = (ContextId, LocationId);

impl Judge<'_> {
    pub(super) fn check_states(&self, budget: &Budget) -> Result<(), NotShown> {
        let first = self.claim.classes.values().next().map(|class| class.root);
        let Some(root) = first else { return wrong("there is no first thread") };
        // At the start nothing is held and nobody else is there.
        let start = self.state((root, self.body(root).entry))?;
        if !(is_bare(start) && start.own.is_empty() && start.atomic.is_empty()) {
            return wrong("something is known before the program begins");
        }
        for (&(context, location), state) in &self.claim.states {
            if budget.check().is_err() {
                return Err("there was no time to check the proof".to_owned().into());
            }
            for &edge in &self.body(context).locations[location].outgoing {
                self.check_edge(context, edge, state)?;
            }
        }
        Ok(())
    }

    pub(super) fn state(&self, place: Place) -> Result<&State, NotShown> {
        match self.claim.states.get(&place) {
            Some(state) => Ok(state),
            None => wrong("a place is said never to be come to"),
        }
    }

    fn check_edge(&self, context: ContextId, edge: EdgeId, state: &State) -> Result<(), NotShown> {
        let row = &self.body(context).edges[edge];
        let state = self.named(context, edge, state);
        match &row.op {
            Op::Call { .. } => return self.check_call(context, edge, &state),
            Op::ThreadCreate { .. } => return self.check_creation(context, edge, &state),
            Op::Return { value } => return self.check_return(context, *value, &state),
            _ => {}
        }
        match self.effect(context, edge, &state)? {
            Some(effect) => self.check_after(&state, &effect, (context, row.to)),
            None => Ok(()),
        }
    }

    fn check_call(&self, context: ContextId, edge: EdgeId, state: &State) -> Result<(), NotShown> {
        let row = &self.body(context).edges[edge];
        let Op::Call { target, callee, arguments } = &row.op else { return Ok(()) };
        let to = (context, row.to);
        for entered in self.entered(context, edge)? {
            let function = &self.program.functions[entered];
            if let Some(primitive) = self.primitives[entered] {
                if !matches!(callee, ir::Callee::Direct(_)) {
                    return wrong("a lock function is called through a pointer");
                }
                let effect = self.lock_step(state, (primitive, entered), arguments, *target)?;
                self.check_after(state, &effect, to)?;
                continue;
            }
            let mut effect = Effect { atomic: state.atomic.clone(), ..Effect::default() };
            let Some(body) = &function.body else {
                let is_pointer = |it: &ExprId| self.program.type_of(*it) == ir::Type::Pointer;
                if arguments.iter().any(is_pointer) {
                    return wrong("a function without body gets a pointer");
                }
                effect.assigned.extend(target.map(|target| (target, Got::Anything)));
                self.check_after(state, &effect, to)?;
                continue;
            };
            for (index, argument) in arguments.iter().enumerate() {
                match function.parameters.get(index) {
                    Some(parameter) => self.assigns(&mut effect, *parameter, *argument),
                    None => effect.published.push(*argument),
                }
            }
            let Some(inside) = self.callees.get(&(context, edge, entered)) else {
                return wrong("a call is missing");
            };
            self.check_after(state, &effect, (*inside, body.entry))?;
        }
        Ok(())
    }

    fn check_return(
        &self,
        context: ContextId,
        value: Option<ExprId>,
        state: &State,
    ) -> Result<(), NotShown> {
        let inside = self.claim.contexts[context];
        let Some((caller, edge)) = inside.caller else { return Ok(()) };
        let row = &self.body(caller).edges[edge];
        let atomic = state.atomic.clone();
        let mut effect = Effect { left: Some(inside.function), atomic, ..Effect::default() };
        if let Op::Call { target: Some(target), .. } = row.op {
            match value {
                Some(value) => self.assigns(&mut effect, target, value),
                None => effect.assigned.push((target, Got::Anything)),
            }
        }
        self.check_after(state, &effect, (caller, row.to))
    }

    fn check_creation(
        &self,
        context: ContextId,
        edge: EdgeId,
        state: &State,
    ) -> Result<(), NotShown> {
        let row = &self.body(context).edges[edge];
        let Op::ThreadCreate { handle, argument, .. } = row.op else { return Ok(()) };
        let Some(mut effect) = self.effect(context, edge, state)? else { return Ok(()) };
        let entered = self.entered(context, edge)?;
        for start in &entered {
            let Some(&class) = self.created.get(&(context, edge, *start)) else {
                return wrong("a creation is missing");
            };
            effect.begins.push(class);
            let root = self.claim.classes[class].root;
            let first = self.state((root, self.body(root).entry))?;
            let mut told = first.values.iter();
            let is_told = told.all(|told| self.is_told(state, argument, *start, told));
            let besides = State { values: BTreeMap::new(), ..first.clone() };
            if !is_bare(&besides) || !is_told || !first.atomic.is_empty() {
                return wrong("a thread knows something when it begins");
            }
            let is_fresh = self.origin(argument).is_some_and(|it| state.fresh.contains_key(&it));
            let parameter = &self.program.functions[*start].parameters;
            if !first.own.iter().all(|it| is_fresh && parameter.as_slice() == [*it]) {
                return wrong("a block is not the thread's own");
            }
            let mut others = self.claim.classes.ids();
            if others.any(|it| self.is_at_start(it, class) && !first.running.contains(it)) {
                return wrong("a thread is left out that may run");
            }
        }
        let place = handle.and_then(|handle| self.address(state, handle));
        if let (Some(place), [class]) = (place, effect.begins.as_slice())
            && matches!(place.base, Base::Object(_))
        {
            effect.handle = Some((place, *class));
        }
        self.check_after(state, &effect, (context, row.to))
    }

    /// Is that what the only parameter of a thread is, and the same for whoever knows it: a number, or an
    /// address in an object of which there is one?
    fn is_told(
        &self,
        state: &State,
        argument: ExprId,
        start: FunctionId,
        (var, address): (&VarId, &Address),
    ) -> bool {
        let is_for_all = match address.base {
            Base::Number => true,
            Base::Object(object) => self.is_one_object(object),
            Base::Frozen(_) | Base::Named(..) => false,
        };
        is_for_all
            && self.program.functions[start].parameters.as_slice() == [*var]
            && self.address(state, argument) == Some(*address)
    }

    /// Does all hold that is claimed at the place?
    fn check_after(&self, before: &State, effect: &Effect, at: Place) -> Result<(), NotShown> {
        let after = self.state(at)?;
        let change = Change { judge: self, before, effect };
        let held = |(address, held): (&Address, &Held)| {
            let is_as_good =
                |it: &Held| (it.spot, it.bytes) == (held.spot, held.bytes) && it.mode >= held.mode;
            let is_kept = before.locks.get(address).is_some_and(is_as_good)
                && change.keeps_lock(*address, held);
            is_kept || effect.gained.iter().any(|it| it.0 == *address && is_as_good(&it.1))
        };
        let value = |(var, address): (&VarId, &Address)| {
            change.keeps_base(address.base) && change.address(*var) == Some(*address)
        };
        let attempt =
            |(var, attempt): (&VarId, &(Address, Held))| change.attempt(*var) == Some(*attempt);
        let fresh = |(var, site): (&VarId, &(ContextId, EdgeId))| change.fresh(*var) == Some(*site);
        let handle = |(place, class): (&Address, &ClassId)| {
            effect.handle == Some((*place, *class))
                || (before.handles.get(place) == Some(class) && change.keeps_handle(*place))
        };
        let handle_var = |(var, class): (&VarId, &ClassId)| change.handle(*var) == Some(*class);
        let facts = [
            ("a lock", after.locks.iter().all(held)),
            ("a value", after.values.iter().all(value)),
            ("an attempt", after.tries.iter().all(attempt)),
            ("a fresh block", after.fresh.iter().all(fresh)),
            ("an own block", after.own.iter().all(|var| change.is_own(*var))),
            ("a handle", after.handles.iter().all(handle)),
            ("the value of a handle", after.handle_vars.iter().all(handle_var)),
            ("an atomic block", after.atomic == effect.atomic),
            ("threads that may run", self.check_running(before, effect, after)),
        ];
        match facts.iter().find(|it| !it.1) {
            Some((what, _)) => wrong(format!("{what} is claimed without a reason")),
            None => Ok(()),
        }
    }

    fn check_running(&self, before: &State, effect: &Effect, after: &State) -> bool {
        let ended = effect.ends.filter(|class| self.unique.contains(*class));
        let kept = before.running.iter().filter(|class| Some(*class) != ended);
        let begun = self.claim.classes.ids().filter(|class| {
            effect.begins.iter().any(|it| it == class || self.descends(*class, *it))
        });
        kept.chain(begun).all(|class| after.running.contains(class))
    }
}

/// Nothing but own blocks, atomic blocks and others that may run.
fn is_bare(state: &State) -> bool {
    state.locks.is_empty()
        && state.values.is_empty()
        && state.tries.is_empty()
        && state.fresh.is_empty()
        && state.handles.is_empty()
        && state.handle_vars.is_empty()
}

/// An operation with what was known before it.
struct Change<'a> {
    judge: &'a Judge<'a>,
    before: &'a State,
    effect: &'a Effect,
}

impl Change<'_> {
    fn got(&self, var: VarId) -> Option<Got> {
        self.effect.assigned.iter().rev().find(|it| it.0 == var).map(|it| it.1)
    }

    /// Is the variable still the one that it was?
    fn keeps_var(&self, var: VarId) -> bool {
        let scope = self.judge.program.vars[var].scope;
        scope != Scope::Global
            && self.effect.left.is_none_or(|it: FunctionId| scope != Scope::Local(it))
    }

    fn keeps_base(&self, base: Base) -> bool {
        if self.effect.gone.contains(&base) {
            return false;
        }
        match base {
            Base::Object(object) => {
                let scope = self.judge.program.objects[object].scope;
                self.effect.left.is_none_or(|it| scope != Scope::Local(it))
            }
            Base::Frozen(var) => self.got(var).is_none(),
            Base::Named(..) | Base::Number => true,
        }
    }

    fn keeps_lock(&self, address: Address, held: &Held) -> bool {
        let is_written = |range: &Range| {
            range.may_touch_here(Range {
                address: Some(address),
                spot: Some(held.spot),
                size: Some(held.bytes),
            })
        };
        self.keeps_base(address.base) && !self.effect.written.iter().any(is_written)
    }

    fn keeps_handle(&self, place: Address) -> bool {
        let Base::Object(object) = place.base else { return false };
        let program = self.judge.program;
        let spot = program.exprs.find(&ir::Expr::ObjectAddress(object));
        let spot = spot.and_then(|it| self.judge.points_to.spot(it));
        let size = Some(program.model.pointer_bytes());
        // The offset of an object's start says nothing of places behind it, if there is a period.
        let spot = spot.map(|it| ir_passes::points_to::Spot {
            offset: it.offset.saturating_add(place.offset),
            ..it
        });
        let own = Range { address: Some(place), spot, size };
        self.keeps_base(place.base) && !self.effect.written.iter().any(|it| it.may_touch(own))
    }

    fn address(&self, var: VarId) -> Option<Address> {
        match self.got(var) {
            _ if !self.keeps_var(var) => None,
            Some(Got::Expr(expr)) => self.judge.address(self.before, expr),
            Some(Got::Anything | Got::Attempt(..) | Got::Block(..) | Got::Loaded(_)) => None,
            None => self.before.values.get(&var).copied(),
        }
    }

    fn attempt(&self, var: VarId) -> Option<(Address, Held)> {
        let attempt = match self.got(var) {
            _ if !self.keeps_var(var) => None,
            Some(Got::Expr(expr)) => {
                let from = self.judge.copied(expr)?;
                self.before.tries.get(&from).copied()
            }
            Some(Got::Attempt(address, held)) => return Some((address, held)),
            Some(Got::Anything | Got::Block(..) | Got::Loaded(_)) => None,
            None => self.before.tries.get(&var).copied(),
        };
        attempt.filter(|(address, held)| self.keeps_lock(*address, held))
    }

    fn is_published(&self, site: (ContextId, EdgeId)) -> bool {
        let mut vars = index::IdSet::new();
        for expr in &self.effect.published {
            add_vars(&self.judge.program.exprs, *expr, &mut vars);
        }
        vars.iter().any(|var| self.before.fresh.get(&var) == Some(&site))
    }

    fn fresh(&self, var: VarId) -> Option<(ContextId, EdgeId)> {
        let site = match self.got(var) {
            _ if !self.keeps_var(var) => None,
            Some(Got::Expr(expr)) => {
                let from = self.judge.origin(expr)?;
                self.before.fresh.get(&from).copied()
            }
            Some(Got::Block(context, edge)) => return Some((context, edge)),
            Some(Got::Anything | Got::Attempt(..) | Got::Loaded(_)) => None,
            None => self.before.fresh.get(&var).copied(),
        };
        site.filter(|site| !self.is_published(*site))
    }

    fn is_own(&self, var: VarId) -> bool {
        match self.got(var) {
            _ if !self.keeps_var(var) => false,
            Some(Got::Expr(expr)) => {
                self.judge.origin(expr).is_some_and(|from| self.before.own.contains(&from))
            }
            Some(Got::Anything | Got::Attempt(..) | Got::Block(..) | Got::Loaded(_)) => false,
            None => self.before.own.contains(&var),
        }
    }

    fn handle(&self, var: VarId) -> Option<ClassId> {
        match self.got(var) {
            _ if !self.keeps_var(var) => None,
            Some(Got::Expr(expr)) => {
                let from = self.judge.copied(expr)?;
                self.before.handle_vars.get(&from).copied()
            }
            Some(Got::Loaded(place)) => self.before.handles.get(&place?).copied(),
            Some(Got::Anything | Got::Attempt(..) | Got::Block(..)) => None,
            None => self.before.handle_vars.get(&var).copied(),
        }
    }
}
