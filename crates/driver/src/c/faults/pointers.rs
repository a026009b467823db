//! Faults of pointers that are not about what lies where they lead: arithmetic that leaves an object,
//! comparisons of what cannot be compared, alignment, constants that are written, calls of what is no
//! function.

use ir::CheckId;
use ir::{Condition, Expr, Program};
use ir_interp::{Evaluated, Holder};

use super::values::{Values, behind, in_text};
use super::{Teller, bytes};

impl Teller<'_> {
    /// Arithmetic that leaves its object, and pointers that belong to different ones.
    pub(super) fn arithmetic(
        &self,
        condition: &Condition,
        values: Values<'_>,
        text: Option<&str>,
    ) -> Option<String> {
        match *condition {
            Condition::InObject { base, pointer } => {
                let (base, pointer) = (values.of(base)?, values.of(pointer)?);
                let Some(owner) = &base.owner else {
                    let is_null = base.value.bits() == 0;
                    let what = if is_null { "a null pointer" } else { "a pointer to no object" };
                    return Some(format!("arithmetic on {what}{}", behind(text)));
                };
                let what = self.name(owner);
                if owner.over.is_some() {
                    return Some(format!(
                        "arithmetic on a pointer to {what}, whose life is over{}",
                        behind(text)
                    ));
                }
                let offset = i128::from(pointer.value.bits() as u64) - i128::from(owner.base);
                let n_bytes = bytes(owner.size?);
                let subject = text.map_or("it".to_owned(), |text| format!("`{text}`"));
                Some(format!(
                    "pointer out of bounds: {subject} is at byte {offset} of {what} ({n_bytes})"
                ))
            }
            Condition::SameObject { left, right } => {
                let name = |it: &Evaluated| self.leads_to(it);
                let (left, right) = (name(values.of(left)?), name(values.of(right)?));
                Some(format!(
                    "pointers into different objects{}: to {left} and to {right}",
                    in_text(text)
                ))
            }
            _ => self.out_of_reach(values, text),
        }
    }

    pub(super) fn misaligned(
        &self,
        condition: &Condition,
        values: Values<'_>,
        text: Option<&str>,
    ) -> Option<String> {
        let Condition::Aligned { pointer, align } = *condition else { return None };
        let pointer = values.of(pointer)?;
        if pointer.value.is_indeterminate() {
            return self.uninitialised(values, text);
        }
        let address = pointer.value.bits() as u64;
        let subject = text.map_or("what is accessed".to_owned(), |text| format!("`{text}`"));
        let place = match &pointer.owner {
            Some(owner) => {
                let offset = i128::from(address) - i128::from(owner.base);
                format!("byte {offset} of {}", self.name(owner))
            }
            None => format!("address {address:#x}"),
        };
        Some(format!("misaligned access: {subject} at {place} needs a multiple of {align}"))
    }

    pub(super) fn constant_written(
        &self,
        values: Values<'_>,
        text: Option<&str>,
    ) -> Option<String> {
        let owner = values.root()?.owner.as_ref()?;
        let what = self.name(owner);
        Some(match owner.holder {
            Holder::Object(object) if self.program.objects[object].is_string_literal() => {
                format!("write to {what}{}", behind(text))
            }
            _ => format!("write to {what}, which is constant{}", behind(text)),
        })
    }

    /// What is called is no function, or one of another type.
    pub(super) fn callee(
        &self,
        condition: &Condition,
        values: Values<'_>,
        text: Option<&str>,
    ) -> Option<String> {
        if let Condition::Callable { .. } = condition {
            let pointer = values.root()?;
            if pointer.value.is_indeterminate() {
                return self.uninitialised(values, text);
            }
            return Some(match (&pointer.owner, pointer.value.bits()) {
                (None, 0) => format!("call through a null pointer{}", behind(text)),
                (None, address) => {
                    format!("call of address {address:#x}, where no function is{}", behind(text))
                }
                (Some(owner), _) => {
                    format!("call of {}, which is no function{}", self.name(owner), behind(text))
                }
            });
        }
        let is_it = |it: &&Evaluated| it.value.bits() == 0 && !it.value.is_indeterminate();
        let called = values.0.iter().filter(is_it).find_map(|it| called(self.program, it))?;
        Some(format!("call of `{called}` through a pointer of another type{}", behind(text)))
    }

    /// Blocks that overlap, or one place that is meant twice.
    pub(super) fn overlap(
        &self,
        check: CheckId,
        condition: &Condition,
        values: Values<'_>,
        text: Option<&str>,
    ) -> Option<String> {
        let Condition::Apart { target, source, sizes, .. } = *condition else { return None };
        if self.program.checks[check].text.starts_with("the effects") {
            return Some(format!("unsequenced effects on one place{}", behind(text)));
        }
        let (target, source) = (values.of(target)?, values.of(source)?);
        let n_bytes = self.number(values, sizes[0])?;
        let (Some(owner), Some(_)) = (&target.owner, &source.owner) else {
            return Some(format!("overlapping blocks of {n_bytes} bytes{}", behind(text)));
        };
        let offset = |it: &Evaluated| i128::from(it.value.bits() as u64) - i128::from(owner.base);
        Some(format!(
            "overlapping blocks: {n_bytes} bytes from byte {} to byte {} of {}{}",
            offset(source),
            offset(target),
            self.name(owner),
            behind(text)
        ))
    }

    fn leads_to(&self, pointer: &Evaluated) -> String {
        match &pointer.owner {
            Some(owner) => self.name(owner),
            None if pointer.value.bits() == 0 => "null".to_owned(),
            None => format!("address {:#x}", pointer.value.bits()),
        }
    }
}

/// The function that a comparison excludes.
fn called(program: &Program, it: &Evaluated) -> Option<String> {
    let Expr::Compare(ir::CompareOp::Ne, left, right) = program.exprs[it.expr] else {
        return None;
    };
    [left, right].into_iter().find_map(|side| match program.exprs[side] {
        Expr::FunctionAddress(function) => Some(program.functions[function].name.to_string()),
        _ => None,
    })
}
