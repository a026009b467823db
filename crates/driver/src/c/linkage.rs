//! Which names a linker has to know: what the text mentions and does not define.
//!
//! Lowering drops declarations that nothing uses and calls that nothing comes to, but a linker
//! wants a definition for every name in the text. So the names are gathered from the typed tree.

use std::collections::BTreeSet;

use c_sema::typed::{Duration, ExprKind, Linkage as TypedLinkage, Unit};
use source::Source;

/// Names of functions and objects, as a linker sees them.
#[derive(Clone, Debug, Default)]
pub struct Linkage {
    /// Functions and objects that some expression mentions, or an object as its clean-up.
    pub mentioned: BTreeSet<String>,
    /// Functions that no text defines, no model either.
    pub undefined_functions: BTreeSet<String>,
    /// Functions that are defined, and can be named from another file.
    pub defined_functions: BTreeSet<String>,
    /// Objects that can be named from another file.
    pub visible_objects: BTreeSet<String>,
    /// Functions that take or return records, which the IR passes in its own way.
    pub pass_records: BTreeSet<String>,
}

impl Linkage {
    /// Of the user's texts; what models use is no concern of a linker's.
    pub fn of(unit: &Unit, source: &Source) -> Self {
        let mut linkage = Self::default();
        for expr in unit.exprs.values().filter(|expr| source.is_users(expr.span)) {
            let name = match &expr.kind {
                ExprKind::FunctionName(function) => unit.functions[*function].name,
                ExprKind::Object(object) => unit.objects[*object].name,
                _ => continue,
            };
            linkage.mentioned.insert(unit.symbols[name].to_owned());
        }
        for function in unit.functions.values() {
            if function.body.is_none() {
                linkage.undefined_functions.insert(unit.symbols[function.name].to_owned());
            }
            let is_users = function.body.is_some() && source.is_users(function.span);
            if is_users && !function.is_static {
                linkage.defined_functions.insert(unit.symbols[function.name].to_owned());
            }
            if let Some(ty) = unit.types.function(function.ty) {
                let mut types = ty.parameters.iter().chain([&ty.result]);
                if types.any(|ty| unit.types.record(*ty).is_some()) {
                    linkage.pass_records.insert(unit.symbols[function.name].to_owned());
                }
            }
        }
        for object in unit.objects.values() {
            if let Some(cleanup) = object.cleanup {
                let name = unit.functions[cleanup].name;
                linkage.mentioned.insert(unit.symbols[name].to_owned());
            }
            if let Duration::Static(TypedLinkage::External | TypedLinkage::Undefined)
            | Duration::ThreadLocal(TypedLinkage::External | TypedLinkage::Undefined) =
                object.duration
            {
                linkage.visible_objects.insert(unit.symbols[object.name].to_owned());
            }
        }
        linkage
    }
}
