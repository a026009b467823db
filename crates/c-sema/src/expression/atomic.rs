//! GNU's atomic builtins, `__sync_*` and `__atomic_*`, which work on whatever their first
//! argument points to.
//!
//! With `T` for the type pointed to: a fetch-and-operate gives `T` and takes a `T`, a
//! compare-and-swap gives `_Bool`, and so on. A call is one of a function of the builtin's name
//! whose type is written for this `T`.

use c_syntax::ast;
use source::{Diagnostic, Span, Symbol};

use crate::analyser::{Analyser, Operand};
use crate::types::{IntKind, TypeId};

/// What an argument or the result is, in terms of `T`.
#[derive(Clone, Copy)]
enum Slot {
    /// `T *`, as given.
    Pointer,
    /// `T`.
    Value,
    Int,
    Bool,
    Void,
}

impl<'a> Analyser<'a> {
    /// `None` if the name is not one of these builtins.
    pub(super) fn atomic_builtin(
        &mut self,
        name: Symbol,
        arguments: &'a [ast::ExprId],
        end: Span,
        span: Span,
    ) -> Option<Operand> {
        let (result, slots) = shape(self.symbol_text(name))?;
        if arguments.len() < slots.len() {
            let n_wanted = slots.len();
            return Some(
                self.fail(
                    Diagnostic::error(
                        "E0213",
                        span,
                        format!(
                            "the builtin takes {n_wanted} arguments, {} given",
                            arguments.len()
                        ),
                    )
                    .label("too few arguments"),
                ),
            );
        }
        let mut values = Vec::with_capacity(slots.len());
        // `__sync` builtins accept, and ignore, a list of variables after their arguments.
        for &argument in &arguments[..slots.len()] {
            values.push(self.rvalue_of(argument));
        }
        if values.iter().any(|&value| self.is_error(value)) {
            return Some(self.error_operand(span));
        }
        let Some(target) = self.atomic_target(values[0]) else {
            let text = self.type_text(values[0].ty);
            return Some(
                self.fail(
                    Diagnostic::error("E0210", span, format!("`{text}` is no pointer to a scalar"))
                        .label("atomic builtins work on what a pointer points to"),
                ),
            );
        };
        let converted = values
            .into_iter()
            .zip(&slots)
            .map(|(value, &slot)| match slot {
                Slot::Pointer => value,
                slot => {
                    let ty = self.slot_type(slot, target);
                    self.assign_convert(value, ty, "an argument")
                }
            })
            .collect();
        let result = self.slot_type(result, target);
        Some(self.call_as_typed(name, converted, result, end, span))
    }

    fn atomic_target(&self, pointer: Operand) -> Option<TypeId> {
        let types = self.types();
        let pointee = types.pointee(pointer.ty)?.ty;
        (types.is_complete(pointee) && types.size_of(pointee).is_some()).then_some(pointee)
    }

    fn slot_type(&self, slot: Slot, target: TypeId) -> TypeId {
        match slot {
            Slot::Value | Slot::Pointer => target,
            Slot::Int => self.types().int(IntKind::Int),
            Slot::Bool => self.types().bool(),
            Slot::Void => self.types().void(),
        }
    }
}

/// Result and arguments of an atomic builtin.
fn shape(name: &str) -> Option<(Slot, Vec<Slot>)> {
    use Slot::{Bool, Int, Pointer, Value, Void};
    // `__sync_fetch_and_add_4` and the like name the size that the pointer shows anyway.
    let name = ["_1", "_2", "_4", "_8", "_16"]
        .into_iter()
        .find_map(|suffix| name.strip_suffix(suffix))
        .unwrap_or(name);
    if let Some(stem) = name.strip_prefix("__sync_") {
        return Some(match stem {
            "bool_compare_and_swap" => (Bool, vec![Pointer, Value, Value]),
            "val_compare_and_swap" => (Value, vec![Pointer, Value, Value]),
            "lock_test_and_set" => (Value, vec![Pointer, Value]),
            "lock_release" => (Void, vec![Pointer]),
            _ if stem.starts_with("fetch_and_") || stem.ends_with("_and_fetch") => {
                (Value, vec![Pointer, Value])
            }
            _ => return None,
        });
    }
    let stem = name.strip_prefix("__atomic_")?;
    Some(match stem {
        "load_n" => (Value, vec![Pointer, Int]),
        "load" => (Void, vec![Pointer, Pointer, Int]),
        "store_n" => (Void, vec![Pointer, Value, Int]),
        "store" => (Void, vec![Pointer, Pointer, Int]),
        "exchange_n" => (Value, vec![Pointer, Value, Int]),
        "exchange" => (Void, vec![Pointer, Pointer, Pointer, Int]),
        "compare_exchange_n" => (Bool, vec![Pointer, Pointer, Value, Bool, Int, Int]),
        "compare_exchange" => (Bool, vec![Pointer, Pointer, Pointer, Bool, Int, Int]),
        _ if is_fetch(stem) => (Value, vec![Pointer, Value, Int]),
        _ => return None,
    })
}

fn is_fetch(stem: &str) -> bool {
    let op = stem.strip_prefix("fetch_").or_else(|| stem.strip_suffix("_fetch"));
    op.is_some_and(|op| matches!(op, "add" | "sub" | "and" | "xor" | "or" | "nand"))
}
