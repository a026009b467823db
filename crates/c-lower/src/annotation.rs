//! Expressions that somebody put into the program to have them checked: the invariants of a
//! witness.
//!
//! They are calls of [`INVARIANT_FUNCTION`], and stand in stretches of the text that the caller
//! of lowering names ([`Options::annotations`](crate::Options)); outside of those the name means
//! nothing, so no program can be mistaken for an annotated one.
//!
//! The argument becomes a check of kind `invariant`. A run on which it does not hold ends there,
//! so what comes after may take it for granted: the invariants and the property are proved
//! together or not at all.
//!
//! # An annotation says nothing about the program by itself
//! Evaluating it must be defined too, whatever the property: overflow, division by zero, shifts
//! and accesses inside it are checked, as part of the invariant. What has no check (a float that
//! does not fit its integer) is an unsupported step. That it writes nothing and calls nothing is
//! for the caller to see to, who has the text.

use ir::HavocCause;
use source::Span;
use verdict::CheckKind;

use crate::call::CallSite;
use crate::function::FunctionLowering;
use crate::unit::function_id;

/// `__linchpin_invariant(condition)`
pub const INVARIANT_FUNCTION: &str = "__linchpin_invariant";

/// `__linchpin_said_3()`: at this place the third thing is said about the heap, by people who wrote
/// a contract. The call has no effect and any result; what it says is not for the IR.
pub const SAID_PREFIX: &str = "__linchpin_said_";

/// The stretches of the text that were put into it, in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Annotations<'u> {
    spans: &'u [Span],
}

impl<'u> Annotations<'u> {
    pub fn new(spans: &'u [Span]) -> Self {
        debug_assert!(spans.is_sorted(), "annotations are given in the order of the text");
        Self { spans }
    }

    pub fn contain(self, span: Span) -> bool {
        let index = self.spans.partition_point(|it| it.hi <= span.lo);
        self.spans.get(index).is_some_and(|it| it.lo <= span.lo && span.hi <= it.hi)
    }

    /// True if the kind is about the evaluation of an expression, and this one is an annotation.
    pub fn want(self, kind: CheckKind, span: Span) -> bool {
        let is_about_evaluation = match kind {
            CheckKind::SignedOverflow
            | CheckKind::DivisionByZero
            | CheckKind::Shift
            | CheckKind::Bounds
            | CheckKind::Dereference => true,
            CheckKind::UnreachCall
            | CheckKind::Assertion
            | CheckKind::Free
            | CheckKind::MemTrack
            | CheckKind::MemCleanup
            | CheckKind::Initialised
            | CheckKind::Conversion
            | CheckKind::ReadOnly
            | CheckKind::Callee
            | CheckKind::PointerArithmetic
            | CheckKind::Alignment
            | CheckKind::DataRace
            | CheckKind::Deadlock
            | CheckKind::Undefined
            | CheckKind::Invariant => false,
        };
        is_about_evaluation && self.contain(span)
    }
}

impl FunctionLowering<'_, '_> {
    pub(crate) fn is_in_annotation(&self) -> bool {
        self.up.annotations.contain(self.span)
    }

    pub(crate) fn is_annotation_call(&self, name: &str) -> bool {
        let is_known = name == INVARIANT_FUNCTION || name.starts_with(SAID_PREFIX);
        is_known && self.is_in_annotation()
    }

    pub(crate) fn annotation_call(&mut self, site: CallSite<'_>) -> ir::ExprId {
        let name = self.unit().functions[site.function].name;
        if self.unit().symbols[name].starts_with(SAID_PREFIX) {
            let cause = HavocCause::ExternalResult(function_id(site.function));
            return self.unknown_value(site.ty, site.wanted, cause);
        }
        if let Some(&argument) = site.arguments.first() {
            let condition = self.condition(argument);
            self.check_holds(CheckKind::Invariant, condition, "the invariant holds".to_owned());
        }
        self.no_value(site.ty)
    }

    /// A check inside an annotation is part of it.
    pub(crate) fn annotated(&self, kind: CheckKind, text: Box<str>) -> (CheckKind, Box<str>) {
        if kind == CheckKind::Invariant || !self.is_in_annotation() {
            return (kind, text);
        }
        (CheckKind::Invariant, format!("the invariant can be evaluated: {text}").into())
    }
}
