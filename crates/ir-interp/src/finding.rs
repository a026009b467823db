//! What a failing check found, beyond that it fails: for whoever has to tell people.

use ir::{Condition, Expr, ExprId, Op, Scope, Type, VarId, VarOrigin};

use crate::code::Demand;
use crate::compile::compile_values;
use crate::fault::FaultKind;
use crate::input::{Holder, InputSource};
use crate::interpreter::Interpreter;
use crate::trace::Step;
use crate::value::{Origin, Value};

/// Of a larger condition only the values at its top are kept.
const MAX_VALUES: usize = 64;
/// So many steps may lie between a branch and the check that nothing but this branch leads to.
const MAX_BACK: usize = 6;

/// What the check that ended the run was about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    BadPointer(BadPointer),
    /// Heap blocks that nothing leads to any more, or that are left when the program ends.
    Blocks(Vec<Origin>),
    /// What a condition is made of, from its top down. Where it is "never", the condition of the branch
    /// that led there.
    Values(Vec<Evaluated>),
}

/// A part of a condition, as the failing run has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluated {
    pub expr: ExprId,
    pub value: Value,
    /// What a pointer was made from.
    pub owner: Option<Owner>,
}

/// A pointer that leads to nothing that may be accessed, or freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadPointer {
    pub address: u64,
    /// Of the access; `None` where the pointer is freed.
    pub size: Option<u64>,
    /// What the pointer was made from; `None` for null and for mere numbers.
    pub owner: Option<Owner>,
}

/// An object or a block, alive or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    pub origin: Origin,
    pub holder: Holder,
    pub base: u64,
    /// `None` for an `extern` object of unknown size.
    pub size: Option<u64>,
    /// What accesses are since its life is over.
    pub over: Option<FaultKind>,
}

impl<I: InputSource> Interpreter<'_, I> {
    /// Takes note of what a demand that is not met is about.
    pub(crate) fn note_finding(&mut self, demand: Demand) {
        if !self.trace.is_recording() {
            return;
        }
        let finding = match demand {
            Demand::ValidAccess { pointer, size } => {
                let size = self.size(size).ok();
                size.and_then(|size| self.bad_pointer(*self.get(pointer), Some(size)))
            }
            Demand::ValidFree { pointer } => self.bad_pointer(*self.get(pointer), None),
            Demand::AllReachable => Some(Finding::Blocks(self.memory.lost_blocks(self.roots()))),
            Demand::AllFreed => Some(Finding::Blocks(self.memory.left_blocks())),
            Demand::Holds(_)
            | Demand::Initialised(_)
            | Demand::Writable { .. }
            | Demand::Apart { .. }
            | Demand::SameObject { .. }
            | Demand::InObject { .. }
            | Demand::Aligned { .. }
            | Demand::Callable { .. } => None,
        };
        let finding = finding.or_else(|| self.values());
        if let Some(finding) = finding {
            self.trace.set_finding(finding);
        }
        let holders = self.holders();
        self.trace.set_holders(holders);
    }

    fn bad_pointer(&self, pointer: crate::Value, size: Option<u64>) -> Option<Finding> {
        if pointer.fault().is_some() || pointer.is_indeterminate() {
            return None;
        }
        let owner = match pointer.origin().is_none() {
            true => None,
            // A pointer to what was forgotten, or to a function, says nothing.
            false => Some(self.memory.owner(pointer.origin())?),
        };
        Some(Finding::BadPointer(BadPointer { address: pointer.bits() as u64, size, owner }))
    }
    /// The values of what the check at hand is about.
    fn values(&mut self) -> Option<Finding> {
        let exprs = &self.program.exprs;
        let mut parts: Vec<ExprId> = self.asked()?;
        let mut next = 0;
        while let Some(&expr) = parts.get(next) {
            next += 1;
            for operand in exprs[expr].operands() {
                if parts.len() < MAX_VALUES && !parts.contains(&operand) {
                    parts.push(operand);
                }
            }
        }
        let (instrs, slots) = compile_values(self.program, &self.tables, &mut self.fixed, &parts);
        for instr in &instrs {
            let value = self.compute(&instr.action);
            self.set(instr.target, value);
        }
        let evaluated = parts.iter().zip(slots).map(|(&expr, slot)| {
            let value = *self.get(slot);
            let has_owner = !value.origin().is_none() && value.fault().is_none();
            let owner = if has_owner { self.memory.owner(value.origin()) } else { None };
            Evaluated { expr, value, owner }
        });
        Some(Finding::Values(evaluated.collect()))
    }

    /// Which variables of the program's lead to the start of something.
    fn holders(&self) -> Vec<(Origin, VarId)> {
        let mut found = Vec::new();
        for (var, it) in self.program.vars.iter() {
            if it.ty != Type::Pointer || it.origin != VarOrigin::Source {
                continue;
            }
            let slot = self.tables.var_slots[var];
            let values: Vec<Value> = match it.scope {
                Scope::Global => vec![*self.get(slot)],
                Scope::Local(function) => {
                    let frames = self.stack.frames.iter();
                    let own = frames.filter(|frame| frame.code.function == function);
                    let at = own.map(|frame| frame.base + slot.index());
                    at.filter_map(|at| self.stack.locals.get(at).copied()).collect()
                }
            };
            for value in values {
                let is_pointer = value.fault().is_none() && !value.is_indeterminate();
                if !is_pointer || value.origin().is_none() {
                    continue;
                }
                let owner = self.memory.owner(value.origin());
                if owner.is_some_and(|owner| u128::from(owner.base) == value.bits()) {
                    found.push((value.origin(), var));
                }
            }
        }
        found
    }

    /// The expressions in the condition of the check at hand.
    fn asked(&self) -> Option<Vec<ExprId>> {
        let function = self.stack.frames.last()?.code.function;
        let body = self.program.functions[function].body.as_ref()?;
        let Op::Check { condition, .. } = &body.edges[self.stack.edge?].op else { return None };
        Some(match *condition {
            Condition::Holds(expr) => match self.program.exprs[expr] {
                Expr::Bool(false) => vec![self.last_branch()?],
                _ => vec![expr],
            },
            Condition::Initialised(expr) => vec![expr],
            Condition::ValidAccess { pointer, size } => vec![pointer, size],
            Condition::ValidFree { pointer }
            | Condition::Writable { pointer }
            | Condition::Aligned { pointer, .. }
            | Condition::Callable { pointer } => vec![pointer],
            Condition::Apart { target, source, sizes, .. } => {
                vec![target, source, sizes[0], sizes[1]]
            }
            Condition::SameObject { left, right } => vec![left, right],
            Condition::InObject { base, pointer } => vec![pointer, base],
            Condition::AllReachable | Condition::AllFreed => return None,
        })
    }

    /// The condition that was decided right before, if nothing has changed since.
    fn last_branch(&self) -> Option<ExprId> {
        let mut steps = self.trace.steps().rev();
        let check: &Step = steps.next()?;
        for step in steps.take(MAX_BACK) {
            if step.site.function != check.site.function || step.depth != check.depth {
                return None;
            }
            let body = self.program.functions[step.site.function].body.as_ref()?;
            match body.edges[step.site.edge].op {
                Op::Assume { condition } => return Some(condition),
                Op::Skip | Op::LeaveScope { .. } | Op::EnterScope { .. } => {}
                _ => return None,
            }
        }
        None
    }
}
