//! Rules V2 to V4: parameters, static contents, initial values.

use index::IdSet;

use super::{Place, Report};
use crate::program::{
    Contents, Function, FunctionId, Initial, Object, ObjectId, Program, Scope, StaticBytes, Var,
    VarId,
};
use crate::types::Type;

pub(super) fn check(program: &Program, report: &mut Report) {
    for (id, object) in program.objects.iter() {
        check_object(program, id, object, report);
    }
    for (id, var) in program.vars.iter() {
        check_var(program, id, var, report);
    }
    for (id, function) in program.functions.iter() {
        check_parameters(program, id, function, report);
    }
}

fn check_object(program: &Program, id: ObjectId, object: &Object, report: &mut Report) {
    let place = Place::Object(id);
    report.demand("V3", &place, object.align.is_power_of_two(), || {
        format!("alignment {} is no power of two", object.align)
    });
    let is_local = object.scope != Scope::Global;
    report.demand("V3", &place, !is_local || object.contents == Contents::Indeterminate, || {
        "a local object has contents of its own".to_owned()
    });
    let Contents::Static(values) = &object.contents else { return };
    let mut end = 0;
    for value in values {
        let length = match &value.value {
            StaticBytes::Bytes(bytes) => bytes.len() as u64,
            StaticBytes::ObjectAddress(target, _) => {
                report.demand("V3", &place, program.objects.contains_id(*target), || {
                    "the address of no object".to_owned()
                });
                program.model.pointer_bytes()
            }
            StaticBytes::FunctionAddress(target) => {
                report.demand("V3", &place, program.functions.contains_id(*target), || {
                    "the address of no function".to_owned()
                });
                program.model.pointer_bytes()
            }
        };
        let next = value.offset.saturating_add(length);
        let fits = value.offset >= end && object.size.is_none_or(|size| next <= size);
        report.demand("V3", &place, fits, || {
            format!("the value at {} overlaps another or the end", value.offset)
        });
        end = next;
    }
}

fn check_var(program: &Program, id: VarId, var: &Var, report: &mut Report) {
    let fits = match var.initial {
        Initial::Unknown => true,
        Initial::Bits(bits) => match var.ty {
            Type::Bool => bits <= 1,
            Type::Int(int) => bits & !int.mask() == 0,
            Type::Float(float) => float.bits() == 128 || bits >> float.bits() == 0,
            Type::Pointer => bits >> program.model.pointer_bits() == 0,
        },
        Initial::ObjectAddress(object, _) => {
            var.ty == Type::Pointer && program.objects.contains_id(object)
        }
        Initial::FunctionAddress(function) => {
            var.ty == Type::Pointer && program.functions.contains_id(function)
        }
    };
    report.demand("V4", &Place::Var(id), fits, || "the initial value does not fit".to_owned());
}

fn check_parameters(program: &Program, id: FunctionId, function: &Function, report: &mut Report) {
    let place = Place::Function(id);
    if function.body.is_none() {
        report.demand("V2", &place, function.parameters.is_empty(), || {
            "a function without body has parameter variables".to_owned()
        });
        return;
    }
    let types: Vec<Option<Type>> = function
        .parameters
        .iter()
        .map(|var| program.vars.get(*var))
        .map(|var| var.filter(|var| var.scope == Scope::Local(id)).map(|var| var.ty))
        .collect();
    let expected = function.signature.parameters.iter().map(|ty| Some(*ty));
    report.demand("V2", &place, types.into_iter().eq(expected), || {
        "the parameters do not fit the signature".to_owned()
    });
    let distinct: IdSet<VarId> = function.parameters.iter().copied().collect();
    report.demand("V2", &place, distinct.len() == function.parameters.len(), || {
        "a variable stands twice among the parameters".to_owned()
    });
}
