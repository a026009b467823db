//! Which objects pointers from outside the program may lead to.
//!
//! Another file can take the address of every object that it can name, whether this file does or
//! not, and hand it over: as a result, in memory that both know, in an `extern` pointer, as an
//! argument of the function that is verified. So where such a pointer can come in, objects with
//! external linkage live in memory, and the IR says of them that they are visible. Where none can,
//! they are as cheap as ever.
//!
//! ```text
//!   int *other(void);  int count;       `*other() = 2` may change `count`
//! ```

use c_sema::typed::{Duration, ExprKind, FunctionId, Linkage, ObjectId, Unit};
use c_sema::types::{Arity, Type, TypeId};
use index::IdSet;

use crate::library::{is_harmless, is_known};
use crate::options::Checks;
use crate::outside::holds_pointers;
use crate::surroundings::Externals;

/// The static objects that pointers from outside may lead to.
pub(crate) fn open_objects(
    unit: &Unit,
    checks: &Checks,
    externals: Externals,
    entry: FunctionId,
    used: &IdSet<FunctionId>,
) -> IdSet<ObjectId> {
    let is_open = match externals {
        Externals::Pure | Externals::Observed => false,
        Externals::Havoc => {
            takes_pointers(unit, entry)
                || has_extern_pointer(unit)
                || used.iter().any(|function| is_told(unit, checks, function))
        }
    };
    let objects = unit.objects.iter().filter(|(_, object)| is_open && is_named(object.duration));
    objects.map(|(id, _)| id).collect()
}

fn is_named(duration: Duration) -> bool {
    matches!(
        duration,
        Duration::Static(Linkage::External | Linkage::Undefined)
            | Duration::ThreadLocal(Linkage::External | Linkage::Undefined)
    )
}

/// A function that is verified for itself gets its arguments from other files; what `main` gets
/// comes from nobody who knows an object of the program.
fn takes_pointers(unit: &Unit, entry: FunctionId) -> bool {
    let function = &unit.functions[entry];
    let name = &unit.symbols[function.name];
    let Some(body) = &function.body else { return false };
    let is_start = name == "main" || name.starts_with("__linchpin_");
    let has_pointers = |object: &ObjectId| holds(unit, unit.objects[*object].ty.ty);
    !is_start && body.parameters.iter().any(has_pointers)
}

fn has_extern_pointer(unit: &Unit) -> bool {
    unit.exprs.values().any(|expr| match expr.kind {
        ExprKind::Object(object) => {
            let object = &unit.objects[object];
            let is_undefined = matches!(
                object.duration,
                Duration::Static(Linkage::Undefined) | Duration::ThreadLocal(Linkage::Undefined)
            );
            is_undefined && holds(unit, object.ty.ty)
        }
        _ => false,
    })
}

/// Whether a function without body can be told pointers, or tell some.
fn is_told(unit: &Unit, checks: &Checks, function: FunctionId) -> bool {
    let function = &unit.functions[function];
    let name = &unit.symbols[function.name];
    if function.body.is_some()
        || name.starts_with("__linchpin_")
        || is_known(name)
        || is_harmless(name)
        || checks.is_error_function(name)
    {
        return false;
    }
    let Type::Function(ty) = &unit.types[function.ty] else { return true };
    holds(unit, ty.result)
        || ty.parameters.iter().any(|&parameter| holds(unit, parameter))
        || ty.arity != Arity::Fixed
        || unit
            .objects
            .values()
            .any(|object| is_named(object.duration) && holds(unit, object.ty.ty))
}

fn holds(unit: &Unit, ty: TypeId) -> bool {
    holds_pointers(&unit.types, ty)
}
