//! Runs the instructions of an edge.

use ir::{ArithOp, CompareOp, IntType, Type};

use crate::code::{Action, Instr, Slot};
use crate::compile::type_mask;
use crate::input::InputSource;
use crate::interpreter::Interpreter;
use crate::memory::Asked;
use crate::value::Value;
use crate::{float, integer, shadow};

impl<I: InputSource> Interpreter<'_, I> {
    #[inline]
    pub(crate) fn get(&self, slot: Slot) -> &Value {
        if slot.is_fixed() {
            &self.fixed.values[slot.index()]
        } else {
            &self.stack.locals[self.stack.base + slot.index()]
        }
    }

    #[inline]
    pub(crate) fn set(&mut self, slot: Slot, value: Value) {
        if slot.is_fixed() {
            self.fixed.values[slot.index()] = value;
        } else {
            self.stack.locals[self.stack.base + slot.index()] = value;
        }
    }

    #[inline]
    pub(crate) fn evaluate(&mut self, instrs: &[Instr]) {
        if self.leaps.is_watching() {
            return self.evaluate_watched(instrs);
        }
        for instr in instrs {
            let value = self.compute(&instr.action);
            self.set(instr.target, value);
        }
    }

    #[inline]
    pub(crate) fn compute(&mut self, action: &Action) -> Value {
        match *action {
            Action::Move(operand) => *self.get(operand),
            Action::LocalAddress(number) => self.local_address(number),
            Action::IntArith(op, ty, lhs, rhs) => {
                let (lhs, rhs) = (self.get(lhs), self.get(rhs));
                if lhs.is_plain() && rhs.is_plain() {
                    let result = integer::arith(op, ty, lhs.bits(), rhs.bits());
                    result.map_or_else(Value::faulty, Value::plain)
                } else {
                    let result = shadow::arith(op, ty, lhs, rhs);
                    match op {
                        ArithOp::Sub => self.unless_open(Asked::Order, lhs, rhs, result),
                        _ => result,
                    }
                }
            }
            Action::Shift(op, ty, lhs, amount, amount_ty) => {
                shadow::shift(op, ty, amount_ty, self.get(lhs), self.get(amount))
            }
            Action::IntCompare(op, ty, lhs, rhs) => {
                let (lhs, rhs) = (self.get(lhs), self.get(rhs));
                if lhs.is_plain() && rhs.is_plain() {
                    Value::truth(integer::compare(op, ty, lhs.bits(), rhs.bits()))
                } else {
                    let holds = decide(lhs, rhs, |lhs, rhs| integer::compare(op, ty, lhs, rhs));
                    self.unless_open(Asked::of(op), lhs, rhs, holds)
                }
            }
            Action::BitsCompare(op, lhs, rhs) => {
                let (lhs, rhs) = (self.get(lhs), self.get(rhs));
                let holds = decide(lhs, rhs, |lhs, rhs| compare_bits(op, lhs, rhs));
                self.unless_open(Asked::of(op), lhs, rhs, holds)
            }
            Action::IntNeg(ty, operand) => {
                shadow::arith(ArithOp::Sub, ty, &Value::plain(0), self.get(operand))
            }
            Action::BitNot(ty, operand) => shadow::bit_not(ty, self.get(operand)),
            Action::Not(operand) => shadow::not(self.get(operand)),
            Action::And(lhs, rhs) => shadow::connect(ArithOp::BitAnd, self.get(lhs), self.get(rhs)),
            Action::Or(lhs, rhs) => shadow::connect(ArithOp::BitOr, self.get(lhs), self.get(rhs)),
            Action::Ite(condition, then, otherwise) => {
                shadow::choose(self.get(condition), self.get(then), self.get(otherwise))
            }
            Action::IntConvert(from, to, operand) => {
                let operand = self.get(operand);
                if operand.is_plain() {
                    Value::plain(integer::convert(from, to, operand.bits()))
                } else {
                    shadow::convert_int(from, to, operand)
                }
            }
            Action::PointerAdd(pointer, offset) => {
                self.pointer_add(self.get(pointer), self.get(offset))
            }
            ref other => self.compute_rare(other),
        }
    }

    /// What is too rare to be worth its place in the loop above.
    #[inline(never)]
    fn compute_rare(&mut self, action: &Action) -> Value {
        match *action {
            Action::FloatArith(op, ty, lhs, rhs) => {
                let mask = type_mask(self.program.model, Type::Float(ty));
                shadow::strict(mask, self.get(lhs), self.get(rhs), |lhs, rhs| {
                    Ok(float::arith(op, ty, lhs, rhs))
                })
            }
            Action::FloatCompare(op, ty, lhs, rhs) => {
                decide(self.get(lhs), self.get(rhs), |l, r| float::compare(op, ty, l, r))
            }
            Action::FloatNeg(ty, operand) => {
                let mask = type_mask(self.program.model, Type::Float(ty));
                let operand = self.get(operand);
                shadow::strict(mask, operand, operand, |bits, _| Ok(float::negate(ty, bits)))
            }
            Action::PointerDiff(lhs, rhs) => {
                let mask = type_mask(self.program.model, Type::Pointer);
                let (lhs, rhs) = (self.get(lhs), self.get(rhs));
                let difference =
                    shadow::strict(mask, lhs, rhs, |lhs, rhs| Ok(lhs.wrapping_sub(rhs) & mask));
                self.unless_open(Asked::Order, lhs, rhs, difference)
            }
            Action::Overflows(op, ty, lhs, rhs) => {
                decide(self.get(lhs), self.get(rhs), |l, r| integer::overflows(op, ty, l, r))
            }
            Action::ShiftOverflows(ty, lhs, amount, amount_ty) => {
                shadow::strict(1, self.get(lhs), self.get(amount), |lhs, amount| {
                    let amount = integer::shift_amount(ty, amount_ty, amount)?;
                    let op = ir::OverflowOp::Shl;
                    Ok(u128::from(integer::overflows(op, ty, lhs, amount)))
                })
            }
            Action::Convert(from, to, operand) => {
                let operand = *self.get(operand);
                self.convert(from, to, operand)
            }
            ref other => unreachable!("{other:?} is computed in the loop"),
        }
    }

    #[inline]
    fn pointer_add(&self, pointer: &Value, offset: &Value) -> Value {
        let mask = type_mask(self.program.model, Type::Pointer);
        if offset.is_plain() && pointer.fault().is_none() && !pointer.is_indeterminate() {
            let bits = pointer.bits().wrapping_add(offset.bits()) & mask;
            return Value::with_origin(bits, pointer.origin());
        }
        let sum = shadow::strict(mask, pointer, offset, |pointer, offset| {
            Ok(pointer.wrapping_add(offset) & mask)
        });
        if sum.is_plain() { Value::with_origin(sum.bits(), pointer.origin()) } else { sum }
    }

    /// The answer about two values, if C does not leave it open. What is no address of an object
    /// is the number that it looks like.
    #[inline]
    fn unless_open(&self, asked: Asked, lhs: &Value, rhs: &Value, answer: Value) -> Value {
        let (left, right) = (lhs.origin(), rhs.origin());
        if left == right || left.is_none() || right.is_none() || answer.fault().is_some() {
            return answer;
        }
        match self.memory.is_open(asked, lhs, rhs) {
            true => Value::faulty(crate::FaultKind::OpenComparison),
            false => answer,
        }
    }

    /// Conversions other than between integers.
    fn convert(&mut self, from: Type, to: Type, operand: Value) -> Value {
        let model = self.program.model;
        let mask = type_mask(model, to);
        let compute = |compute: &dyn Fn(u128) -> Result<u128, crate::FaultKind>| {
            shadow::strict(mask, &operand, &operand, |bits, _| compute(bits))
        };
        let truth = IntType::unsigned(1);
        match (from, to) {
            (Type::Bool, Type::Int(to)) => shadow::convert_int(truth, to, &operand),
            (Type::Int(from), Type::Int(to)) => shadow::convert_int(from, to, &operand),
            (Type::Bool, Type::Float(to)) => compute(&|bits| Ok(float::of_int(to, truth, bits))),
            (Type::Int(from), Type::Float(to)) => {
                compute(&|bits| Ok(float::of_int(to, from, bits)))
            }
            (Type::Float(from), Type::Float(to)) => {
                compute(&|bits| Ok(float::convert(from, to, bits)))
            }
            (Type::Float(from), Type::Int(to)) => compute(&|bits| float::to_int(from, to, bits)),
            (Type::Int(from), Type::Pointer) => {
                let address = shadow::convert_int(from, model.size_type(), &operand);
                self.memory.pointer_of_integer(&address)
            }
            (Type::Bool, Type::Pointer) => {
                let address = shadow::convert_int(truth, model.size_type(), &operand);
                self.memory.pointer_of_integer(&address)
            }
            (Type::Pointer, Type::Int(to)) => {
                self.memory.expose(operand.origin());
                shadow::convert_int(model.size_type(), to, &operand)
            }
            (Type::Pointer, Type::Pointer) | (Type::Bool, Type::Bool) => operand,
            (Type::Int(_) | Type::Pointer, Type::Bool) => {
                compute(&|bits| Ok(u128::from(bits != 0)))
            }
            (Type::Float(from), Type::Bool) => {
                compute(&|bits| Ok(u128::from(float::compare(CompareOp::Ne, from, bits, 0))))
            }
            (Type::Float(_), Type::Pointer) | (Type::Pointer, Type::Float(_)) => {
                unreachable!("the validator refuses conversions between floats and pointers")
            }
        }
    }
}

/// A truth value about two operands, indeterminate if one of them is.
fn decide(lhs: &Value, rhs: &Value, holds: impl FnOnce(u128, u128) -> bool) -> Value {
    shadow::strict(1, lhs, rhs, |lhs, rhs| Ok(u128::from(holds(lhs, rhs))))
}

fn compare_bits(op: CompareOp, lhs: u128, rhs: u128) -> bool {
    integer::compare(op, IntType::unsigned(128), lhs, rhs)
}
