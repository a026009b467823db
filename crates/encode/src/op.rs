//! What an operation does to a state.

use ir::{AllocationKind, EdgeId, HavocCause, Op, Type, VarId};
use logic::TermId;

use crate::block::{Step, UnsupportedStep, Violation};
use crate::integers::Integers;
use crate::memory::{HeapBlock, Read};
use crate::state::{Encoder, State, Unencodable};
use crate::stretch::Change;

/// A value that the environment chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputEvent {
    pub site: InputSite,
    /// The run comes here if this is true.
    pub guard: TermId,
    pub value: TermId,
}

/// Where a value is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputSite {
    /// At an edge that havocs.
    Edge(EdgeId),
    /// A parameter of the entry function, or a variable that is defined elsewhere.
    Start(VarId),
    /// At an edge that reads memory which may never have been written, through this pointer.
    /// Memory that was written holds what was written there, so the value is a choice of the
    /// environment only where the run finds that it was not.
    Read { edge: EdgeId, pointer: TermId, n_bytes: u64 },
}

impl Encoder<'_> {
    /// Takes a state along an edge; `None` if no run goes on.
    pub(crate) fn apply(
        &mut self,
        step: &mut Step,
        guard: TermId,
        mut state: State,
        edge: EdgeId,
    ) -> Result<Option<(TermId, State)>, Unencodable> {
        let mut guard = guard;
        self.location = Some(self.body.edges[edge].from);
        match self.edge_op(edge) {
            Op::Skip | Op::AtomicBegin(_) | Op::AtomicEnd => {}
            Op::Assign { target, value } => {
                let value = self.kept_expr(&state, *value);
                state.set(self.slots.vars[target], value);
            }
            // What waits for ever takes no further step.
            Op::Assume { condition } | Op::Await { condition } => {
                let condition = self.expr(&state, *condition);
                guard = self.pool.and2(guard, condition);
            }
            Op::Havoc { target, cause } => {
                let value = self.havoc(&mut state, *target);
                if is_of_its_type(cause) {
                    guard = self.confine(guard, *target, value);
                }
                step.inputs.push(InputEvent { site: InputSite::Edge(edge), guard, value });
            }
            Op::Load { target, pointer, access } => {
                let at = self.expr(&state, *pointer);
                let value = match self.points_to.region(*pointer) {
                    Some(region) if !access.is_volatile && !self.may_be_device(region) => {
                        let bits = self.load(&state, region, at, access.ty);
                        let value = self.read_as(region, access.ty, bits);
                        if self.may_be_unwritten(region) {
                            // Any number, also one that the type does not hold.
                            self.is_exact &= !self.is_unbounded();
                            let n_bytes = access.ty.bytes(self.program.model).unwrap_or(1);
                            let site = InputSite::Read { edge, pointer: at, n_bytes };
                            step.inputs.push(InputEvent { site, guard, value });
                        }
                        value
                    }
                    _ => {
                        let value = self.havoc(&mut state, *target);
                        if access.is_volatile || self.points_to.region(*pointer).is_some() {
                            guard = self.confine(guard, *target, value);
                        }
                        step.inputs.push(InputEvent { site: InputSite::Edge(edge), guard, value });
                        value
                    }
                };
                state.set(self.slots.vars[target], value);
            }
            Op::Store { pointer, value, access } => {
                let (at, value) = (self.expr(&state, *pointer), self.kept_expr(&state, *value));
                match self.points_to.region(*pointer) {
                    Some(region) => {
                        let bits = self.written_as(region, access.ty, value);
                        self.store(&mut state, region, at, (access.ty, bits));
                    }
                    None => self.forget_around(&mut state, None),
                }
            }
            Op::Copy { target, source, size } => {
                let to = self.expr(&state, *target);
                let from = self.expr(&state, *source);
                let length = self.expr(&state, *size);
                let around = self.points_to.surroundings(*target);
                for read in self.copy(&mut state, (around.as_ref(), to), from, length) {
                    let Read { pointer, n_bytes, value } = read;
                    let site = InputSite::Read { edge, pointer, n_bytes };
                    step.inputs.push(InputEvent { site, guard, value });
                }
            }
            Op::Fill { target, byte, size } => {
                let to = self.expr(&state, *target);
                let byte = self.expr(&state, *byte);
                let length = self.expr(&state, *size);
                let around = self.points_to.surroundings(*target);
                self.fill(&mut state, (around.as_ref(), to), byte, length);
            }
            Op::HavocMemory { target, size, .. } => {
                let to = self.expr(&state, *target);
                let length = self.expr(&state, *size);
                let around = self.points_to.surroundings(*target);
                let around = around.map(|around| self.within(around, length));
                let stretch = (around.as_ref(), to);
                if !self.change_stretch(&mut state, stretch, length, Change::Anything) {
                    self.forget_around(&mut state, around.as_ref());
                }
            }
            Op::Outside { .. } => self.forget_known_outside(&mut state),
            // Whether the outside knows the function is not kept: a proof takes it to.
            Op::CallBack { .. } => self.is_exact = false,
            Op::EnterScope { object } => {
                self.end_scope(&mut state, edge, *object);
                self.enter_scope(&mut state, *object)?;
            }
            Op::LeaveScope { object } => self.end_scope(&mut state, edge, *object),
            Op::Allocate { target, size, kind } => {
                if self.lifetimes.is_crowded(edge) {
                    let what = "a block on the stack that is allocated again and again".into();
                    step.unsupported.push(UnsupportedStep { edge, what, guard });
                    return Ok(None);
                }
                let size = self.expr(&state, *size);
                guard = self.allocate(step, (edge, guard), &mut state, *target, size, *kind)?;
            }
            Op::Reallocate { target, pointer, size } => {
                let old = self.expr(&state, *pointer);
                let size = self.expr(&state, *size);
                let kind = AllocationKind::Heap;
                let kept = self.bytes_kept(&state, old, size);
                guard = self.allocate(step, (edge, guard), &mut state, *target, size, kind)?;
                let new = state.get(self.slots.vars[target]);
                // Both blocks have the same surroundings, since what one holds the other does.
                let around = self.points_to.surroundings(*pointer);
                // Nothing is read here: what was never written is asked for where it is read.
                self.copy(&mut state, (around.as_ref(), new), old, kept);
                if let Some(shadow) = around.and_then(|around| self.points_to.shadow_of(around)) {
                    self.copy(&mut state, (Some(&shadow), new), old, kept);
                }
                self.free(&mut state, old);
            }
            Op::Free { pointer } => {
                let pointer = self.expr(&state, *pointer);
                self.free(&mut state, pointer);
            }
            Op::Check { check, condition } => {
                let holds = self.condition(&state, condition);
                let valid = std::mem::take(&mut self.valid);
                guard = self.pool.and(&[valid.as_slice(), &[guard]].concat());
                let fails = self.pool.not(holds);
                let formula = self.pool.and2(guard, fails);
                if !self.is_false(formula) {
                    step.violations.push(Violation { check: *check, edge, formula });
                }
                guard = self.pool.and2(guard, holds);
            }
            Op::Return { .. } | Op::Halt { .. } => return Ok(None),
            Op::ThreadSelf { target } => {
                // Only one thread is encoded: that of the entry function.
                let value = match self.program.vars[*target].ty {
                    Type::Int(ty) => match self.integers {
                        Integers::Machine => self.pool.bv(u32::from(ty.width), 1),
                        Integers::Unbounded => self.constant_number(ty, 1),
                    },
                    _ => unreachable!("the validator wants an integer for a thread's number"),
                };
                state.set(self.slots.vars[target], value);
            }
            Op::Call { .. }
            | Op::ThreadCreate { .. }
            | Op::ThreadJoin { .. }
            | Op::ThreadExit { .. } => {
                let what = "threads and calls".into();
                step.unsupported.push(UnsupportedStep { edge, what, guard });
                return Ok(None);
            }
            Op::Unsupported { what } => {
                step.unsupported.push(UnsupportedStep { edge, what: what.clone(), guard });
                return Ok(None);
            }
        }
        Ok((!self.is_false(guard)).then_some((guard, state)))
    }

    pub(crate) fn is_false(&self, term: TermId) -> bool {
        self.pool[term] == logic::Term::Bool(false)
    }

    /// Any value for a variable.
    fn havoc(&mut self, state: &mut State, target: VarId) -> TermId {
        let slot = self.slots.vars[&target];
        let value = self.pool.fresh_var(&self.slots.names[slot], self.slots.sorts[slot]);
        state.set(slot, value);
        value
    }

    /// Where integers are of any size, an input is one of its type all the same.
    pub(crate) fn confine(&mut self, guard: TermId, var: VarId, value: TermId) -> TermId {
        let int = match self.program.vars[var].ty {
            Type::Int(int) => int,
            // Small negative numbers are pointers too.
            Type::Pointer => self.program.model.offset_type(),
            Type::Bool | Type::Float(_) => return guard,
        };
        match self.integers {
            Integers::Machine => guard,
            Integers::Unbounded => {
                let fits = self.fits(int, value);
                self.pool.and2(guard, fits)
            }
        }
    }

    /// Ends the life of a local object, if it may be alive here.
    fn end_scope(&mut self, state: &mut State, edge: EdgeId, object: ir::ObjectId) {
        if self.lifetimes.may_end(edge) {
            let address = self.object_address(state, object);
            self.end_life(state, address);
        }
    }

    /// A new life has a new number, so that its bytes are those of memory never written: any.
    /// What stands for blocks on the stack has none of its own: it is where the block is.
    fn enter_scope(&mut self, state: &mut State, object: ir::ObjectId) -> Result<(), Unencodable> {
        if self.lifetimes.is_holder(object) {
            let nobody = self.nobodys_address();
            state.set(self.slots.local_addresses[&object], nobody);
            return Ok(());
        }
        let number = match self.single_objects.get(&object) {
            Some(number) => *number,
            None => {
                let number = self.fresh_object()?;
                let address = self.fixed_address(number);
                state.set(self.slots.local_addresses[&object], address);
                number
            }
        };
        let size = self.program.objects[object].size.unwrap_or(0);
        let size = self.word(self.format.width, i128::from(size));
        self.begin_life(state, number, size, HeapBlock::No);
        Ok(())
    }

    /// Gives the condition under which the run goes on: blocks that the format of addresses has
    /// no room for are not modelled.
    fn allocate(
        &mut self,
        step: &mut Step,
        (edge, guard): (EdgeId, TermId),
        state: &mut State,
        target: VarId,
        size: TermId,
        kind: AllocationKind,
    ) -> Result<TermId, Unencodable> {
        let number = self.fresh_object()?;
        let address = self.fixed_address(number);
        state.set(self.slots.vars[&target], address);
        let heap = match kind {
            AllocationKind::Heap | AllocationKind::HeapZeroed => HeapBlock::Yes,
            AllocationKind::Stack(holder) => {
                if let Some(slot) = self.slots.local_addresses.get(&holder) {
                    state.set(*slot, address);
                }
                HeapBlock::No
            }
        };
        self.begin_life(state, number, size, heap);
        // A block whose address is never read is never accessed.
        if let (AllocationKind::HeapZeroed, Some(around)) = (kind, self.around_var(target)) {
            let zero = self.word(8, 0);
            self.fill(state, (Some(&around), address), zero, size);
        }
        let limit = self.word(self.format.width, i128::from(self.format.max_size()));
        let has_room = self.is_size_within(size, limit);
        let has_none = self.pool.not(has_room);
        let too_large = self.pool.and2(guard, has_none);
        if !self.is_false(too_large) {
            let what = "a block of memory that is too large".into();
            step.unsupported.push(UnsupportedStep { edge, what, guard: too_large });
        }
        Ok(self.pool.and2(guard, has_room))
    }
}

/// Whether the environment chooses the value. What a pass or the front end forgot may be any.
fn is_of_its_type(cause: &HavocCause) -> bool {
    match cause {
        HavocCause::Input
        | HavocCause::ExternalResult(_)
        | HavocCause::Effect(_)
        | HavocCause::Uninitialised
        | HavocCause::Assembly => true,
        HavocCause::Volatile | HavocCause::Unmodelled => false,
    }
}
