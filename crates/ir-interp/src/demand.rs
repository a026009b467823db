//! Whether what a check demands is met.
//!
//! Where indeterminate values are tracked, a demand on one is not met: it may be any value, and the
//! one that fails is among them. Elsewhere nothing is indeterminate but what is not modelled, and
//! the run ends there; so it does where both kinds are in a run, since they are not told apart.
//!
//! Where objects lie is this interpreter's choice, and no demand depends on it: whether pointers are
//! into one object, and how they are aligned, is said of every place where the objects may lie. What
//! differs from place to place is unsupported.

use ir::Overlap;

use crate::code::{Demand, Slot};
use crate::fault::FaultKind;
use crate::input::InputSource;
use crate::interpreter::Interpreter;
use crate::memory::Direction;
use crate::options::Indeterminate;
use crate::outcome::Stop;
use crate::value::Value;

impl<I: InputSource> Interpreter<'_, I> {
    pub(crate) fn is_surely_met(&self, demand: Demand) -> Result<bool, Stop> {
        match self.is_met(demand) {
            Err(Stop::Undefined(
                FaultKind::IndeterminateBranch | FaultKind::IndeterminateOperand,
            )) if self.options.indeterminate == Indeterminate::Tracked => Ok(false),
            other => other,
        }
    }

    fn is_met(&self, demand: Demand) -> Result<bool, Stop> {
        Ok(match demand {
            Demand::Holds(condition) => self.decide(condition)?,
            Demand::ValidAccess { pointer, size } => {
                let size = self.size(size)?;
                let pointer = self.get(pointer);
                if let Some(fault) = pointer.fault() {
                    return Err(fault.into());
                }
                match self.memory.target(pointer, size, Direction::Read) {
                    Ok(_) => true,
                    Err(Stop::Undefined(_)) => size == 0,
                    Err(other) => return Err(other),
                }
            }
            Demand::ValidFree { pointer } => {
                let pointer = self.get(pointer);
                if let Some(fault) = pointer.fault() {
                    return Err(fault.into());
                }
                match self.memory.freeable(pointer) {
                    Err(fault @ FaultKind::Unmodelled) => return Err(fault.into()),
                    other => other.is_ok(),
                }
            }
            Demand::AllReachable => {
                let is_met = self.memory.is_all_reachable(self.roots())
                    || self.open_outside(|memory| memory.is_lost_inside(self.roots()))?;
                if !is_met && self.holds_any_pointer() {
                    return Err(FaultKind::Unmodelled.into());
                }
                is_met
            }
            Demand::AllFreed => {
                self.memory.n_heap_blocks() == 0
                    || self.open_outside(|memory| memory.is_left_inside())?
            }
            Demand::Initialised(slot) => {
                let value = self.get(slot);
                if let Some(fault) = value.fault() {
                    return Err(fault.into());
                }
                if value.is_unmodelled() {
                    return Err(FaultKind::Unmodelled.into());
                }
                !value.is_indeterminate()
            }
            Demand::Writable { pointer } => !self.memory.is_read_only(self.known(pointer)?),
            Demand::Apart { target, source, sizes: [at_target, at_source], overlap } => {
                let (at_target, at_source) = (self.size(at_target)?, self.size(at_source)?);
                let (target, source) = (self.known(target)?, self.known(source)?);
                let (to, from) = (target.bits(), source.bits());
                let size_of_first = if to < from { at_target } else { at_source };
                at_target == 0
                    || at_source == 0
                    || target.origin() != source.origin()
                    || target.origin().is_none()
                    || to.abs_diff(from) >= u128::from(size_of_first)
                    || overlap == Overlap::Exact && to == from
            }
            Demand::SameObject { left, right } => {
                let (left, right) = (self.known(left)?, self.known(right)?);
                let is_same = left.origin() == right.origin();
                if !is_same && (self.memory.is_foreign(left) || self.memory.is_foreign(right)) {
                    let what = "an order of pointers of which one is from outside the program";
                    return Err(Stop::Unsupported(what.into()));
                }
                is_same
            }
            Demand::InObject { base, pointer } => {
                self.memory.is_in_object(self.known(base)?, self.known(pointer)?)?
            }
            Demand::Aligned { pointer, align } => {
                let object_align = |object| self.program.objects[object].align;
                self.memory.is_aligned(self.known(pointer)?, align, object_align)?
            }
            Demand::Callable { pointer } => {
                let pointer = self.known(pointer)?;
                self.memory.function(pointer).is_some() || self.memory.is_foreign(pointer)
            }
        })
    }

    /// A pointer that is no matter of chance.
    fn known(&self, slot: Slot) -> Result<&Value, FaultKind> {
        let value = self.get(slot);
        match value.fault() {
            Some(fault) => Err(fault),
            None if value.is_indeterminate() => {
                Err(value.why_open(FaultKind::IndeterminateOperand))
            }
            None => Ok(value),
        }
    }
}
