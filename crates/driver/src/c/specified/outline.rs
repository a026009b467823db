//! The functions of a translation unit, as far as one must know them to look at each by itself.

use std::collections::BTreeSet;

use c_sema::types::DataModel;
use source::{Diagnostics, Source};

use super::super::link::users_unit;
use super::super::preprocess::system_headers_in;
use super::uses::Uses;
use super::weave::definitions;

/// A function that the unit defines.
#[derive(Clone, Debug)]
pub struct Outlined {
    pub name: String,
    /// Where its name is written.
    pub file: String,
    pub line: u32,
    pub is_static: bool,
    /// It takes any number of arguments.
    pub is_variadic: bool,
    /// Functions that a call of it may come to and that the unit does not define.
    pub wants: BTreeSet<String>,
}

/// The functions in the order of the text, but for those of the system's headers; or what is wrong with it.
pub fn outline(
    source: &Source,
    model: DataModel,
) -> Result<Vec<Outlined>, (Box<Source>, Diagnostics)> {
    let mut read = source.unread();
    let unit = match users_unit(&mut read, model) {
        Ok(unit) => unit,
        Err(diagnostics) => return Err((Box::new(read), diagnostics)),
    };
    let uses = Uses::of(&unit);
    let of_system = system_headers_in(source);
    let mut found = Vec::new();
    for function in definitions(source) {
        let is_here =
            |lo: u32| function.span.lo <= lo && lo < function.end_of_head.max(function.span.lo + 1);
        let row = unit.functions.iter().find(|(_, it)| it.body.is_some() && is_here(it.span.lo));
        let Some((id, row)) = row else { continue };
        let reached = uses.reached(id).into_iter().map(|id| &unit.functions[id]);
        let wants = reached.filter(|it| it.body.is_none());
        let wants = wants.map(|it| unit.symbols[it.name].to_owned()).collect();
        let position = read.position(function.name_span.lo);
        // What the system brings along is not the user's.
        if of_system.contains(&*position.file) {
            continue;
        }
        found.push(Outlined {
            name: function.name.clone(),
            file: position.file.to_string(),
            line: position.line,
            is_static: row.is_static,
            is_variadic: function.is_variadic,
            wants,
        });
    }
    Ok(found)
}
