//! Names that the linker gives to the ends of a section.
//!
//! Between `__start_tests` and `__stop_tests` lies what the files of the program put into the section
//! `tests`: one array that no declaration speaks of, in an order that nobody promises. It is not
//! modelled, and refused wherever in the program the section is filled. Where no file fills it, the
//! names are objects of somewhere else, like all others.
//!
//! ```text
//!   a.c   static struct test a __attribute__((section("tests")));
//!   b.c   extern struct test __start_tests[], __stop_tests[];
//! ```

use super::Linker;
use crate::declaration::unmodelled_section;
use crate::typed::{Duration, Linkage};

impl Linker {
    /// The names among the objects of the units that were added so far.
    pub(super) fn refuse_ends_of_sections(&mut self) {
        for row in self.out.objects.values() {
            let name = self.out.symbols.name(row.name);
            let section = name.strip_prefix("__start_").or_else(|| name.strip_prefix("__stop_"));
            if row.duration == Duration::Static(Linkage::Undefined)
                && section.is_some_and(|section| self.sections.contains(section))
            {
                let why = "what lies between the ends of a section is one array";
                self.diagnostics.push(unmodelled_section(row.span, why));
            }
        }
    }
}
