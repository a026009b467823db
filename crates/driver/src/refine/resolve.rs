//! Conditions of clauses over the variables of both programs.
//!
//! Types follow C: operands are brought to a common type, at least `int`. A name without a side is
//! that of the one program that has it, or of both where they are related: then the target's is
//! taken, which is the same.

use std::collections::BTreeMap;

use engine_refine::expr::{Ex, Exprs, Slot};
use engine_refine::machine::Side;
use ir::{CompareOp, IntType, Sign, Type};
use rustc_hash::FxHashMap;
use source::{Diagnostic, Diagnostics, Span};

use super::assemble::literal_type;
use super::names::Names;
use super::notation::{Formula, Name, Whose};

pub struct Resolver<'a> {
    pub exprs: &'a mut Exprs,
    pub names: &'a Names,
    pub next: &'a FxHashMap<Slot, Slot>,
    /// Constants of the enumerations of target and source.
    pub enumerators: [&'a BTreeMap<String, i128>; 2],
}

impl Resolver<'_> {
    /// The condition; nothing if something is wrong, which has been said.
    pub fn condition(&mut self, formula: &Formula, diagnostics: &mut Diagnostics) -> Option<Ex> {
        match formula {
            Formula::Not(a) => {
                let a = self.condition(a, diagnostics)?;
                Some(self.exprs.not(a))
            }
            Formula::And(a, b) => {
                let (a, b) = (self.condition(a, diagnostics)?, self.condition(b, diagnostics)?);
                Some(self.exprs.and(a, b))
            }
            Formula::Or(a, b) => {
                let (a, b) = (self.condition(a, diagnostics)?, self.condition(b, diagnostics)?);
                Some(self.exprs.or(a, b))
            }
            Formula::Compare(op, a, b) => {
                let (a, b) = (self.number(a, diagnostics)?, self.number(b, diagnostics)?);
                let (a, b) = self.unified(a, b);
                Some(self.exprs.compare(*op, a, b))
            }
            Formula::Number(..)
            | Formula::Variable(..)
            | Formula::Arith(..)
            | Formula::Negative(_) => {
                let value = self.number(formula, diagnostics)?;
                let Type::Int(int) = self.exprs.type_of(value) else { return Some(value) };
                let zero = self.exprs.int(int, 0);
                Some(self.exprs.compare(CompareOp::Ne, value, zero))
            }
        }
    }

    fn number(&mut self, formula: &Formula, diagnostics: &mut Diagnostics) -> Option<Ex> {
        match formula {
            Formula::Number(value) => Some(self.exprs.int(literal_type(*value), *value)),
            Formula::Variable(whose, name) => self.variable(*whose, name, diagnostics),
            Formula::Arith(op, a, b) => {
                let (a, b) = (self.number(a, diagnostics)?, self.number(b, diagnostics)?);
                let (a, b) = self.unified(a, b);
                Some(self.exprs.arith(*op, a, b))
            }
            Formula::Negative(a) => {
                let a = self.number(a, diagnostics)?;
                let a = self.promoted(a);
                Some(self.exprs.neg(a))
            }
            Formula::Compare(..) | Formula::Not(_) | Formula::And(..) | Formula::Or(..) => {
                let value = self.condition(formula, diagnostics)?;
                Some(self.exprs.convert(IntType::signed(32), value))
            }
        }
    }

    fn variable(&mut self, whose: Whose, name: &Name, diagnostics: &mut Diagnostics) -> Option<Ex> {
        let target = self.names.slot(Side::Target, &name.text);
        let source = self.names.slot(Side::Source, &name.text);
        let missing =
            |diagnostics: &mut Diagnostics, who: &str, span: Span| {
                let message = format!("{who} has no variable `{}`", name.text);
                diagnostics.push(Diagnostic::error("E1102", span, message).help(
                    "relations are over global variables and parameters that the program uses",
                ));
            };
        let slot = match whose {
            Whose::Target => target,
            Whose::Source => source,
            Whose::Either => target.or(source),
            Whose::New => target.and_then(|slot| self.next.get(&slot).copied()),
        };
        if slot.is_none()
            && let Some(found) = self.constant(whose, name, diagnostics)
        {
            return found;
        }
        match slot {
            Some(slot) => Some(self.exprs.slot(slot)),
            None => {
                let who = match whose {
                    Whose::Target => "the target",
                    Whose::Source => "the source",
                    Whose::Either => "neither program",
                    Whose::New => "what both programs share",
                };
                let message_who = if whose == Whose::Either { "neither program" } else { who };
                missing(diagnostics, message_who, name.span);
                None
            }
        }
    }

    /// A constant of an enumeration, if that is what the name means; nothing inside if it means two
    /// things, which has been said.
    fn constant(
        &mut self,
        whose: Whose,
        name: &Name,
        diagnostics: &mut Diagnostics,
    ) -> Option<Option<Ex>> {
        let [target, source] = self.enumerators.map(|all| all.get(&name.text).copied());
        let value = match whose {
            Whose::Target => target,
            Whose::Source => source,
            Whose::Either => target.or(source),
            Whose::New => None,
        }?;
        if whose == Whose::Either && target.is_some() && source.is_some() && target != source {
            let message = format!("`{}` is another constant in each program", name.text);
            let help = format!("say `tgt.{0}` or `src.{0}`", name.text);
            diagnostics.push(Diagnostic::error("E1107", name.span, message).help(help));
            return Some(None);
        }
        Some(Some(self.exprs.int(literal_type(value), value)))
    }

    fn promoted(&mut self, value: Ex) -> Ex {
        match self.exprs.type_of(value) {
            Type::Int(int) if int.width >= 32 => value,
            _ => self.exprs.convert(IntType::signed(32), value),
        }
    }

    /// The usual arithmetic conversions.
    fn unified(&mut self, a: Ex, b: Ex) -> (Ex, Ex) {
        let (a, b) = (self.promoted(a), self.promoted(b));
        let (Type::Int(x), Type::Int(y)) = (self.exprs.type_of(a), self.exprs.type_of(b)) else {
            return (a, b);
        };
        let width = x.width.max(y.width);
        let is_unsigned = [x, y].iter().any(|int| int.width == width && int.sign == Sign::Unsigned);
        let common = match is_unsigned {
            true => IntType::unsigned(width),
            false => IntType::signed(width),
        };
        (self.exprs.convert(common, a), self.exprs.convert(common, b))
    }
}
