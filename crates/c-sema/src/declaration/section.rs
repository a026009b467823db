//! Objects in sections of their own.
//!
//! Where an object lies changes nothing, unless nobody can write there (`.rodata`), or the program
//! walks through a section between the two names that the linker gives its ends: then objects are
//! elements of an array that no declaration speaks of. Neither is modelled, both are refused. The
//! second is only seen if the names are declared in the file that fills the section.
//!
//! ```text
//!   static struct test a __attribute__((section("tests")));
//!   extern struct test __start_tests[], __stop_tests[];
//! ```

use source::{Diagnostic, Span};

use crate::analyser::Analyser;
use crate::typed::{Duration, Linkage, ObjectId};
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

    /// Names of the ends of sections, among the objects of this unit.
    pub(super) fn check_ends_of_sections(&mut self, first: ObjectId) {
        if self.sections.is_empty() {
            return;
        }
        let mut found = Vec::new();
        for object in self.out.objects.ids().filter(|id| *id >= first) {
            let row = &self.out.objects[object];
            let name = self.symbol_text(row.name);
            let section = name.strip_prefix("__start_").or_else(|| name.strip_prefix("__stop_"));
            if row.duration == Duration::Static(Linkage::Undefined)
                && section.is_some_and(|section| self.sections.contains(section))
            {
                found.push(row.span);
            }
        }
        for span in found {
            self.not_modelled(span, "what lies between the ends of a section is one array");
        }
    }

    fn not_modelled(&mut self, span: Span, why: &str) {
        let message = "the attribute `section` is not modelled here";
        self.report(Diagnostic::error("E0246", span, message).label(why.to_owned()));
    }
}
