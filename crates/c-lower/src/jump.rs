//! `setjmp` and `longjmp`: a jump out of functions, as returns with a note of where to.
//!
//! A jump leaves the functions between, one after the other, and each call that may be left so asks
//! behind it whether a jump is under way:
//!
//! ```text
//!   r = setjmp(e)      e.where = &frame + k; e.own = &e; r = 0; at k: ...
//!   longjmp(e, v)      e.own == &e, else unsupported; frame is alive, else undefined;
//!                      jump = e.where; value = v ? v : 1; leave
//!   f(...)             call f(...); jump == null: ...
//!                      jump == &frame + k: jump = null; r = value; goto k
//!                      else: leave
//! ```
//!
//! `frame` is an object of the activation that calls `setjmp`, with a byte for each such place: one
//! that has ended, as C forbids it (C17 7.13.2.1p2), is an access to dead memory. To leave is to end
//! the lives of what the function has on the stack, without `cleanup` functions, and to return. What
//! a leaving function gives back is not looked at: it goes to a temporary.
//!
//! # What has changed since
//! A variable of the function that called `setjmp` which is not volatile and has changed since is
//! indeterminate behind the jump (C17 7.13.2.1p3). Which value it has is not modelled: a proof takes
//! them all, a run that depends on it has no verdict. A register may have changed if a step gives it
//! a value on some way from the `setjmp` to a call that jumps; an object in memory, if a step on such
//! a way writes it, or if its address is used otherwise; of one with few scalars those have changed that
//! differ from what they were at the `setjmp`. A way that comes to the same `setjmp` of the
//! same object again starts anew.
//!
//! # What this cannot do
//! Jumps in programs with threads; through a pointer to `longjmp`; out of what runs at exit or is
//! called by functions without body; by a copy of a `jmp_buf`; into blocks that were left and have
//! variables of their own; into functions with arrays of variable
//! length: all these are unsupported where they are reached. The signal mask is not kept.

mod changed;

use c_sema::types::TypeId;
use ir::{Access, Callee, CompareOp, Condition, EdgeRole, IntType, LocationId, Op, Type};
use source::Span;
use verdict::CheckKind;

use crate::call::CallSite;
use crate::class::Class;
use crate::function::{FunctionLowering, JumpPoint};
use crate::unit::UnitLowering;

/// Variables that say where a jump goes (null: none is under way) and what `setjmp` returns then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JumpVars {
    target: ir::VarId,
    value: ir::VarId,
}

/// Where a `setjmp` returns to for the second time.
#[derive(Debug)]
pub(crate) struct Landing {
    point: JumpPoint,
    /// What the second return and the first begin at.
    armed: LocationId,
    /// Whether each time the same object is armed.
    is_one_buffer: bool,
    /// What the argument points to.
    buffer: TypeId,
    /// Temporaries that the rest of its full expression may use.
    temporaries: Vec<ir::VarId>,
}

/// A place where a jump is under way.
#[derive(Debug)]
pub(crate) struct Flight {
    point: JumpPoint,
    span: Span,
}

/// What one function knows of jumps.
#[derive(Debug, Default)]
pub(crate) struct Jumping {
    frame: Option<ir::ObjectId>,
    landings: Vec<Landing>,
    flights: Vec<Flight>,
}

impl UnitLowering<'_> {
    fn jump_vars(&mut self) -> JumpVars {
        if let Some(vars) = self.jump_vars {
            return vars;
        }
        let mut add = |name: &str, ty| {
            self.program.vars.push(ir::Var {
                name: name.into(),
                ty,
                scope: ir::Scope::Global,
                origin: ir::VarOrigin::Temporary,
                span: Span::default(),
                initial: ir::Initial::Bits(0),
            })
        };
        let target = add("%jump", Type::Pointer);
        let value = add("%jump.value", Type::Int(IntType::signed(32)));
        *self.jump_vars.insert(JumpVars { target, value })
    }
}

impl FunctionLowering<'_, '_> {
    /// A call of `setjmp`.
    pub(crate) fn set_jump(&mut self, site: CallSite<'_>) -> ir::ExprId {
        let facts = &self.up.facts;
        if !facts.jumps.are_modelled || facts.is_concurrent {
            self.evaluate_all(site.arguments);
            return self.small_result(0, site.ty);
        }
        let Class::Scalar(ty @ Type::Int(int)) = self.class(site.ty) else {
            return self.unsupported_value("`setjmp` without a result", site.ty);
        };
        let Some((pointer, buffer)) = self.jump_buffer(site) else {
            return self.unsupported_value("`setjmp` with a small object", site.ty);
        };
        if self.current.is_none() {
            return self.no_value(site.ty);
        }
        self.check_writable(pointer);
        let place = self.landing_place(self.jumping.landings.len());
        // What else is in the object is the library's.
        let size = self.unit().types.size_of(buffer).unwrap_or(0);
        let size = self.size(size);
        let cause = ir::HavocCause::Unmodelled;
        self.emit(Op::HavocMemory { target: pointer, size, cause });
        let access = Access { ty: Type::Pointer, is_volatile: false };
        self.emit(Op::Store { pointer, value: place, access });
        let own = self.behind_place(pointer);
        self.emit(Op::Store { pointer: own, value: pointer, access });
        let Some(armed) = self.current else { return self.no_value(site.ty) };
        let result = self.temporary("%setjmp", ty);
        let (zero, join) = (self.int(int, 0), self.body.add_location());
        self.emit(Op::Assign { target: result, value: zero });
        self.go_to(join);
        let landing = self.body.add_location();
        self.current = Some(landing);
        let base = self.split_offset(pointer).0;
        let is_one_buffer = matches!(self.node(base), ir::Expr::ObjectAddress(_));
        let point = self.point(landing);
        let temporaries = self.pointer_temporaries.clone();
        let landing = Landing { point, armed, is_one_buffer, buffer, temporaries };
        self.jumping.landings.push(landing);
        let JumpVars { target, value } = self.up.jump_vars();
        let null = self.zero(Type::Pointer);
        self.emit(Op::Assign { target, value: null });
        let value = self.var(value);
        let value = self.convert(value, Type::Int(IntType::signed(32)), ty);
        self.emit(Op::Assign { target: result, value });
        self.may_repeat = true;
        self.mark_label();
        // A run may come here again and again.
        self.check_no_leak_so_far();
        self.go_to(join);
        self.current = Some(join);
        self.var(result)
    }

    /// A call of `longjmp`.
    pub(crate) fn long_jump(&mut self, name: &str, site: CallSite<'_>) -> ir::ExprId {
        let facts = &self.up.facts;
        let buffer = match facts.jumps.are_modelled && !facts.is_concurrent {
            true => self.jump_buffer(site),
            false => {
                self.evaluate_all(site.arguments);
                None
            }
        };
        let Some((pointer, _)) = buffer else {
            return self.unsupported_value(format!("call of `{name}`"), site.ty);
        };
        let int = IntType::signed(32);
        let value = self.value(site.arguments[1]);
        let value = self.fitting_argument(Some(value), Type::Int(int));
        let access = Access { ty: Type::Pointer, is_volatile: false };
        let (place, own) =
            (self.temporary("%place", Type::Pointer), self.temporary("%own", Type::Pointer));
        self.emit(Op::Load { target: place, pointer, access });
        let behind = self.behind_place(pointer);
        self.emit(Op::Load { target: own, pointer: behind, access });
        let (place, own) = (self.var(place), self.var(own));
        let is_own = self.compare(CompareOp::Eq, own, pointer);
        let strange = self.split_on(is_own);
        let going = std::mem::replace(&mut self.current, strange);
        self.unsupported(format!("`{name}` with what `setjmp` has not filled"));
        self.current = going;
        let size = self.size(1);
        if self.wants(CheckKind::Undefined) {
            let text = "the function that called `setjmp` has not returned";
            self.check(CheckKind::Undefined, Condition::ValidAccess { pointer: place, size }, text);
        }
        let byte = Type::Int(IntType::unsigned(8));
        let target = self.temporary("%alive", byte);
        let access = Access { ty: byte, is_volatile: false };
        self.emit(Op::Load { target, pointer: place, access });
        let vars = self.up.jump_vars();
        self.emit(Op::Assign { target: vars.target, value: place });
        let (zero, one) = (self.int(int, 0), self.int(int, 1));
        let is_zero = self.compare(CompareOp::Eq, value, zero);
        let value = self.ite(is_zero, one, value);
        self.emit(Op::Assign { target: vars.value, value });
        self.fly();
        self.no_value(site.ty)
    }

    /// Whether a call may end by a jump, so that its result must not go to a variable at once.
    pub(crate) fn may_be_left(&self, callee: Callee) -> bool {
        let facts = &self.up.facts;
        facts.jumps.are_modelled
            && !facts.is_concurrent
            && match callee {
                Callee::Direct(function) => {
                    facts.jumps.left.contains(index::Id::new(index::Id::index(function)))
                }
                Callee::Indirect(..) => facts.jumps.through_pointers,
            }
    }

    /// Behind a call: a jump that is under way goes on.
    pub(crate) fn go_on_jumping(&mut self, callee: Callee) {
        if !self.may_be_left(callee) || self.current.is_none() {
            return;
        }
        let JumpVars { target, .. } = self.up.jump_vars();
        let (target, null) = (self.var(target), self.zero(Type::Pointer));
        let is_none = self.compare(CompareOp::Eq, target, null);
        let flying = self.split_on(is_none);
        let going = std::mem::replace(&mut self.current, flying);
        if self.is_of_the_end() {
            self.unsupported("`longjmp` out of a function that runs at exit");
        } else {
            self.fly();
        }
        self.current = going;
    }

    /// The same behind a call by somebody outside, who may not be left so.
    pub(crate) fn refuse_jump(&mut self, callee: Callee) {
        if !self.may_be_left(callee) {
            return;
        }
        let JumpVars { target, .. } = self.up.jump_vars();
        let (target, null) = (self.var(target), self.zero(Type::Pointer));
        let is_none = self.compare(CompareOp::Eq, target, null);
        let flying = self.split_on(is_none);
        let going = std::mem::replace(&mut self.current, flying);
        self.unsupported("`longjmp` out of a function that is called from outside");
        self.current = going;
    }

    /// Goes on where the condition holds; gives the place where it does not.
    fn split_on(&mut self, condition: ir::ExprId) -> Option<LocationId> {
        let from = self.current?;
        let (holds, fails) = (self.body.add_location(), self.body.add_location());
        let not = self.not(condition);
        self.branch_edge(condition, holds, EdgeRole::Plain);
        self.current = Some(from);
        self.branch_edge(not, fails, EdgeRole::Plain);
        self.current = Some(holds);
        Some(fails)
    }

    /// Models of the library that call what was registered for the end of the program.
    fn is_of_the_end(&self) -> bool {
        ["__linchpin_exit", "__linchpin_quick_exit"].contains(&self.name())
    }

    /// The object that a call names first, and its type, if it is large enough.
    fn jump_buffer(&mut self, site: CallSite<'_>) -> Option<(ir::ExprId, TypeId)> {
        let argument = site.arguments[0];
        let buffer = self.pointee_type(argument);
        let size = buffer.and_then(|buffer| self.unit().types.size_of(buffer));
        let word = u64::from(self.model().size_type().width / 8);
        let buffer = buffer.filter(|_| size.is_some_and(|size| size >= 2 * word))?;
        let value = self.value(argument);
        let pointer = self.fitting_argument(Some(value), Type::Pointer);
        let pointer = match self.node(pointer) {
            ir::Expr::ObjectAddress(_) => pointer,
            _ => self.pin(pointer, Type::Pointer),
        };
        self.check_access(pointer, size.unwrap_or(0));
        Some((pointer, buffer))
    }

    fn behind_place(&mut self, pointer: ir::ExprId) -> ir::ExprId {
        let word = u64::from(self.model().size_type().width / 8);
        self.pointer_add_bytes(pointer, word)
    }

    /// What stands for a landing in a `jmp_buf`.
    fn landing_place(&mut self, landing: usize) -> ir::ExprId {
        let frame = match self.jumping.frame {
            Some(frame) => frame,
            None => self.frame(),
        };
        self.up.program.objects[frame].size = Some(landing as u64 + 1);
        let frame = self.object_address(frame);
        self.pointer_add_bytes(frame, landing as u64)
    }

    fn frame(&mut self) -> ir::ObjectId {
        let frame = self.activation_object("%frame");
        *self.jumping.frame.insert(frame)
    }

    /// A jump is under way from here.
    fn fly(&mut self) {
        let mut stale = self.pointer_temporaries.clone();
        let landings = &self.jumping.landings;
        stale.retain(|it| landings.iter().all(|landing| !landing.temporaries.contains(it)));
        self.clear_pointers(&stale);
        let Some(location) = self.current.take() else { return };
        let point = self.point(location);
        self.jumping.flights.push(Flight { point, span: self.span });
    }

    /// Lets jumps land where they belong, or leave the function.
    pub(crate) fn resolve_flights(&mut self) {
        let flights = std::mem::take(&mut self.jumping.flights);
        let landings: Vec<JumpPoint> = self.jumping.landings.iter().map(|it| it.point).collect();
        for Flight { point, span } in flights {
            self.current = Some(point.location);
            self.span = span;
            for (number, &landing) in landings.iter().enumerate() {
                let JumpVars { target, .. } = self.up.jump_vars();
                let (target, place) = (self.var(target), self.landing_address(number));
                let is_other = self.compare(CompareOp::Ne, target, place);
                let Some(location) = self.split_on(is_other) else { continue };
                if self.enters_registers(point.scope, landing.scope) {
                    let going = self.current.replace(location);
                    self.unsupported("`longjmp` into a block that was left");
                    self.current = going;
                } else {
                    self.jump_from(JumpPoint { location, ..point }, landing, span);
                }
            }
            if let Some(location) = self.current {
                self.leave_from(JumpPoint { location, ..point }, span);
            }
        }
    }

    fn landing_address(&mut self, number: usize) -> ir::ExprId {
        match self.jumping.frame {
            Some(frame) => {
                let frame = self.object_address(frame);
                self.pointer_add_bytes(frame, number as u64)
            }
            None => self.zero(Type::Pointer),
        }
    }

    /// Returns while a jump is under way: nothing is asked of such a return.
    pub(crate) fn emit_leave(&mut self) {
        if self.is_entry() && self.wants(CheckKind::Undefined) {
            return self.unsupported("`longjmp` to nowhere");
        }
        let result = self.up.program.functions[self.id].signature.result;
        let value = result.map(|ty| self.zero(ty));
        let exit = self.body.exit;
        self.emit_to(Op::Return { value }, exit, EdgeRole::Plain);
    }
}
