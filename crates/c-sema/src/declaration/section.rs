//! Objects in sections of their own.
//!
//! Where an object lies changes nothing, unless nobody can write there (`.rodata`), or the program
//! walks through a section between the two names that the linker gives its ends: then objects are
//! elements of an array that no declaration speaks of. Neither is modelled, both are refused; the
//! second by the linker (`link/section_ends.rs`), since another file may fill the section.
//!
//! ```text
//!   static struct test a __attribute__((section("tests")));
//!   extern struct test __start_tests[], __stop_tests[];
//! ```

use source::{Diagnostic, Span};

use crate::analyser::Analyser;
use crate::types::{QualType, Type};

impl Analyser<'_> {
    /// An object that may be written stands where nobody can write.
    pub(super) fn check_section(&mut self, ty: QualType, section: Option<Span>) {
        let Some(span) = section else { return };
        let mut at = ty;
        while !at.qualifiers.is_const {
            match self.types()[at.ty] {
                Type::Array { element, .. } => at = element,
                _ => return self.not_modelled(span, "nobody can write to the object there"),
            }
        }
    }

    fn not_modelled(&mut self, span: Span, why: &str) {
        self.report(unmodelled_section(span, why));
    }
}

pub(crate) fn unmodelled_section(span: Span, why: &str) -> Diagnostic {
    let message = "the attribute `section` is not modelled here";
    Diagnostic::error("E0246", span, message).label(why.to_owned())
}
