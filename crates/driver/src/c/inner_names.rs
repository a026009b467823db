//! Objects of lowering, in words that a user knows.
//!
//! What lowering makes for itself has a name that no C program can write (`%argument`). Such an object
//! may lie in a run all the same: a structure that is passed by value is an object of its own. It is told
//! by what it is, and never by that name.

use ir::Object;

/// Begins the names that are ours.
const OWN: char = '%';

/// The name of an object, if the program gave it one.
pub fn name_of(object: &Object) -> Option<&str> {
    Some(&*object.name).filter(|name| !name.starts_with(OWN))
}

/// An object in a sentence: `` `buf` ``, or what it is.
pub fn in_words(object: &Object) -> String {
    match name_of(object) {
        Some(name) => format!("`{name}`"),
        None => what_it_is(&object.name).to_owned(),
    }
}

/// The same where a value stands.
pub fn address_in_words(object: &Object) -> String {
    match name_of(object) {
        Some(name) => format!("&{name}"),
        None => what_it_is(&object.name).to_owned(),
    }
}

/// Names that are there several times have numbers behind a dot.
fn what_it_is(name: &str) -> &'static str {
    match name.trim_start_matches(OWN).split('.').next().unwrap_or_default() {
        "argument" => "an argument that is passed by value",
        "further" => "the further arguments of a call",
        "result" => "what a function returned",
        "frame" => "the activation that called `setjmp`",
        _ => "an object without a name",
    }
}
