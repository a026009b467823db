//! Names that the assembler sees: `extern void f(void) asm("g")`.
//!
//! Such a function or object is `g` for everybody but its own file, and what its file calls `g` is
//! the same thing. So its row is renamed before the rows of one name meet.
//!
//! # What headers do
//! The GNU C library redirects its functions to versions of them (`fscanf` to `__isoc99_fscanf`,
//! `lseek` to `lseek64`). Those mean what the name in C says, and keep it, unless the program itself
//! defines the other name.

use rustc_hash::FxHashSet;
use source::Symbol;

use super::Linker;
use super::merge::{Definition, Strength};
use crate::scope::Binding;

const VERSION_PREFIXES: [&str; 7] =
    ["__isoc99_", "__isoc23_", "__xpg_", "__posix_", "__sysv_", "__nldbl_", "__GI_"];

const VERSION_SUFFIXES: [&str; 3] = ["64", "_time64", "64_time64"];

impl Linker {
    /// Gives rows with an assembler name that name.
    pub(super) fn use_asm_names(&mut self, units: &mut [Vec<(Symbol, Definition)>]) {
        let defined: FxHashSet<Symbol> = units
            .iter()
            .flatten()
            .filter(|(_, definition)| definition.strength != Strength::Undefined)
            .map(|(symbol, _)| *symbol)
            .collect();
        for (symbol, definition) in units.iter_mut().flatten() {
            let link = match definition.binding {
                Binding::Function(function) => self.out.functions[function].link,
                Binding::Object(object) => self.out.objects[object].link,
                Binding::Typedef(_) | Binding::Enumerator(_) | Binding::Prototype(_) => continue,
            };
            let Some(name) = link.asm_name.filter(|name| name != symbol) else { continue };
            let (own, other) = (self.out.symbols.name(*symbol), self.out.symbols.name(name));
            if is_version(own, other) && !defined.contains(&name) {
                continue;
            }
            *symbol = name;
            match definition.binding {
                Binding::Function(function) => self.out.functions[function].name = name,
                Binding::Object(object) => self.out.objects[object].name = name,
                Binding::Typedef(_) | Binding::Enumerator(_) | Binding::Prototype(_) => {}
            }
        }
    }
}

/// Whether a library calls a version of the function `own` so.
fn is_version(own: &str, other: &str) -> bool {
    let plain = other.strip_prefix("__").unwrap_or(other);
    VERSION_PREFIXES.iter().any(|prefix| other.strip_prefix(prefix) == Some(own))
        || VERSION_SUFFIXES.iter().any(|suffix| plain.strip_suffix(suffix) == Some(own))
}

#[cfg(test)]
mod tests {
    use super::is_version;

    #[test]
    fn versions_are_told_from_other_names() {
        assert!(is_version("fscanf", "__isoc99_fscanf"));
        assert!(is_version("lseek", "lseek64"));
        assert!(is_version("stat", "__stat64_time64"));
        assert!(!is_version("error", "__VERIFIER_error"));
        assert!(!is_version("malloc", "my_malloc"));
        assert!(!is_version("f", "f2"));
    }
}
