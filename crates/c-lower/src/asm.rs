//! Assembly.
//!
//! At file scope it may define what the program leaves undefined: a call of such a function is
//! unsupported (`call`), and a program in which it may do more than that is, from the start. With
//! the field's convention it is listed among the assumptions only.
//!
//! Inside of functions, its outputs become any value, and `asm goto` may go to any of its labels; what
//! the instructions do is not looked at, so a proof takes all of it and a run that depends on it has
//! no verdict. If it says that it touches memory, it acts as a function without body does; else it
//! leaves other memory alone. Every place is listed among the assumptions. By the field's convention
//! outputs and ways are inputs.
//!
//! Assembly without instructions does nothing, whatever it says that it touches, and there is nothing
//! to assume; its outputs are what `c_sema::typed::AsmOutput` says.

use c_sema::typed::{Asm, AsmOutput, ExprId, ExprKind};
use ir::{Actor, CompareOp, EdgeRole, HavocCause, Op, Type};
use verdict::Assumption;

use crate::class::Class;
use crate::function::FunctionLowering;
use crate::place::Place;
use crate::scope::ScopeKind;

impl FunctionLowering<'_, '_> {
    /// What stands outside of functions, before a run begins.
    pub(crate) fn file_asm(&mut self) {
        let unit = self.unit();
        for asm in &unit.file_asm {
            let position = self.up.source.position(asm.span.lo).to_string();
            if asm.may_rename && self.has_acting_externals() {
                self.at(asm.span, |lowering| lowering.unsupported("assembly at file scope"));
            }
            self.up.assume(Assumption::InlineAssembly(position));
        }
    }

    pub(crate) fn asm(&mut self, asm: &Asm) {
        self.push_scope(ScopeKind::FullExpression);
        if asm.is_idle {
            self.idle_asm(asm);
            self.pop_scope();
            return;
        }
        let position = self.up.source.position(self.span.lo);
        self.up.assume(Assumption::InlineAssembly(position.to_string()));
        let given: Vec<ir::ExprId> =
            asm.inputs.iter().filter_map(|&input| self.asm_input(input)).collect();
        if asm.clobbers_memory && self.has_acting_externals() {
            self.act_outside(Actor::Assembly, &given);
        }
        for &output in &asm.outputs {
            match output {
                AsmOutput::Any(place) | AsmOutput::Kept(place) | AsmOutput::Input { place, .. } => {
                    self.asm_output(place)
                }
            }
        }
        self.pop_scope();
        self.asm_jumps(asm);
    }

    /// Inputs are read before the first output is written.
    fn idle_asm(&mut self, asm: &Asm) {
        let mut values = Vec::new();
        for &input in &asm.inputs {
            let ty = self.unit().exprs[input].ty;
            match self.class(ty) {
                Class::Scalar(scalar) if self.is_input_of_an_output(asm, input) => {
                    let value = self.value(input);
                    values.push((input, self.pin(value, scalar), scalar));
                }
                Class::Void | Class::Memory(_) | Class::Scalar(_) => {
                    self.asm_input(input);
                }
            }
        }
        for &output in &asm.outputs {
            match output {
                AsmOutput::Kept(place) => self.asm_kept(place),
                AsmOutput::Any(place) => self.asm_output(place),
                AsmOutput::Input { place, input } => {
                    let found = values.iter().find(|(it, ..)| *it == input);
                    let class = self.class(self.unit().exprs[place].ty);
                    match (found, class) {
                        (Some(&(_, value, from)), Class::Scalar(to))
                            if self.is_one_row(from, to) =>
                        {
                            let target = self.place(place);
                            let value = self.convert(value, from, to);
                            self.store(&target, value, to);
                        }
                        _ => self.asm_output(place),
                    }
                }
            }
        }
    }

    /// A place that is read and written without a change.
    fn asm_kept(&mut self, kept: ExprId) {
        let size = self.unit().types.size_of(self.unit().exprs[kept].ty);
        if let (Place::Memory(pointer), Some(size)) = (self.place(kept), size) {
            self.check_access(pointer, size);
        }
    }

    fn is_input_of_an_output(&self, asm: &Asm, value: ExprId) -> bool {
        let is_it =
            |it: &AsmOutput| matches!(it, AsmOutput::Input { input, .. } if *input == value);
        asm.outputs.iter().any(is_it)
    }

    /// Whether a register that holds one holds the other: numbers and addresses of one width.
    fn is_one_row(&self, from: Type, to: Type) -> bool {
        let width = |ty: Type| match ty {
            Type::Int(int) => Some(u32::from(int.width)),
            Type::Pointer => Some(u32::from(self.model().size_type().width)),
            Type::Bool | Type::Float(_) => None,
        };
        from == to || width(from).is_some() && width(from) == width(to)
    }

    /// What the assembly learns: the value, or where it is if it lives in memory.
    fn asm_input(&mut self, input: ExprId) -> Option<ir::ExprId> {
        match self.unit().exprs[input].kind {
            ExprKind::Object(_)
            | ExprKind::Deref(_)
            | ExprKind::Member { .. }
            | ExprKind::String(_)
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Materialise(_) => match self.place(input) {
                Place::Memory(pointer) | Place::Bits(pointer, _) => Some(pointer),
                Place::Register(var) => Some(self.var(var)),
                Place::Nowhere => None,
            },
            _ if self.has_acting_externals() => Some(self.argument_value(input)),
            _ => {
                self.effects(input);
                None
            }
        }
    }

    fn asm_output(&mut self, output: ExprId) {
        let unit = self.unit();
        let ty = unit.exprs[output].ty;
        let cause = self.asm_cause();
        let place = self.place(output);
        match (place, self.class(ty)) {
            (Place::Register(target), _) => self.emit(Op::Havoc { target, cause }),
            (_, Class::Scalar(scalar)) => {
                let target = self.temporary("%asm", scalar);
                self.emit(Op::Havoc { target, cause });
                let value = self.var(target);
                self.store(&place, value, scalar);
            }
            (Place::Memory(target), Class::Memory(Some(size))) if size > 0 => {
                self.check_access(target, size);
                let size = self.size(size);
                self.emit(Op::HavocMemory { target, size, cause });
            }
            (Place::Memory(_) | Place::Bits(..) | Place::Nowhere, _) => {}
        }
    }

    /// What the instructions compute is not looked at. The field takes it for an input.
    fn asm_cause(&self) -> HavocCause {
        match self.has_acting_externals() {
            true => HavocCause::Unmodelled,
            false => HavocCause::Assembly,
        }
    }

    fn asm_jumps(&mut self, asm: &Asm) {
        if asm.labels.is_empty() || self.current.is_none() {
            return;
        }
        let int = ir::IntType::unsigned(32);
        let target = self.temporary("%way", Type::Int(int));
        let cause = self.asm_cause();
        self.emit(Op::Havoc { target, cause });
        let way = self.var(target);
        for (index, &label) in asm.labels.iter().enumerate() {
            let number = self.int(int, index as i128);
            let condition = self.compare(CompareOp::Eq, way, number);
            let (taken, rest) = (self.body.add_location(), self.body.add_location());
            self.branch_on(condition, taken, rest);
            self.current = Some(taken);
            self.jump_to_label(label);
            self.current = Some(rest);
        }
        self.emit_as(Op::Skip, EdgeRole::Plain);
    }
}
