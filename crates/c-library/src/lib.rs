//! The C library, as C: what its functions read, write, return and require, written so that the
//! front end can read it like any other program.
//!
//! A program that uses a function of the library and does not define it gets the model of that
//! function as a further translation unit. So a call of `strlen` reads the bytes that it reads,
//! and a string without end is found where it is read too far: by the rules for ordinary code,
//! in runs and in proofs alike.
//!
//! # What a model looks like
//! A file below `models/` is one unit in preprocessed C, without directives and without headers
//! (`size_t` is `__typeof__(sizeof 0)`, which fits both data models).
//! It defines functions and objects of the library under their own names; everything else in it
//! is `static`. Names of models are apart from the user's: a unit of the library never sees a
//! user's `static`, and a user who defines a function of the library gets his own. A model may
//! use inputs (`__VERIFIER_nondet_*`) where the library promises less than one value; it is
//! written so that no choice of inputs leads nowhere, since concrete runs would end there.
//!
//! Some names are for models only; `c-lower` knows them:
//!
//! ```text
//!   __linchpin_any_bytes(p, n)         the bytes become any, as inputs do
//!   __linchpin_unmodelled_TYPE()       one value, but which is not modelled: a proof takes them
//!                                      all, a run that depends on it ends as unsupported
//!   __linchpin_unmodelled_bytes(p, n)  the same for bytes
//!   __linchpin_unsupported()           a run that comes here has no verdict
//!   __linchpin_undefined(text)         undefined behaviour, if that is looked for; the text says
//!                                      what should have been
//!   __linchpin_asks_undefined()        whether it is looked for
//!   __linchpin_asks_deadlock()         whether deadlocks are looked for
//!   __linchpin_self()                  the number of the thread
//!   __linchpin_atomic_begin(), _end()  between them no other thread acts, and accesses synchronise
//!   __linchpin_await(condition)        waits until it is true; in an atomic step, before its first
//!                                      write, since a step that waits has not begun
//!   __linchpin_mutex_kind(m)           0 if all mutexes of the program are plain, else what
//!   __linchpin_set_mutex_kind(m, kind) has stored
//! ```
//!
//! What this room cannot do: tell whether a declaration of the user's fits the model. The linker
//! in `c-sema` does, and leaves a function with another signature alone.

mod declared;
mod known;
mod table;

use std::collections::BTreeMap;

use table::{QUIET, Quiet, ROWS, Row, THUNKS, USED_BY_LOWERING};

/// One translation unit of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Model {
    /// File name, for messages.
    pub name: &'static str,
    /// Preprocessed C, no directives.
    pub text: &'static str,
}

/// Model sources that define as many of the `wanted` functions and objects as are modelled, and
/// whatever those need in turn. In a fixed order, each once.
pub fn models<'a>(wanted: impl IntoIterator<Item = &'a str>) -> Vec<Model> {
    let mut pending: Vec<&str> = wanted.into_iter().collect();
    let is_quiet = |quiet: &Quiet| !quiet.woken_by.iter().any(|name| pending.contains(name));
    let quiet: Vec<&Quiet> = QUIET.iter().filter(|quiet| is_quiet(quiet)).collect();
    // Lowering itself calls this one.
    if !quiet.iter().any(|quiet| quiet.file == "set.c") {
        pending.push("__linchpin_allocation_errno");
    }
    let mut is_chosen = vec![false; ROWS.len()];
    let index = index_of(ROWS);
    while let Some(name) = pending.pop() {
        pending.extend(helpers(name));
        if let Some(&row) = index.get(name)
            && !std::mem::replace(&mut is_chosen[row], true)
        {
            pending.extend(identifiers(said(&quiet, ROWS[row].model).text));
        }
    }
    chosen(ROWS, &is_chosen).into_iter().map(|model| said(&quiet, model)).collect()
}

/// The model, or what stands for it where nobody listens.
fn said(quiet: &[&Quiet], model: Model) -> Model {
    let quiet = quiet.iter().find(|quiet| quiet.file == model.name);
    quiet.map_or(model, |quiet| Model { text: quiet.text, ..model })
}

/// Definitions of functions that calls by name lower to steps of the IR, for calls through
/// pointers: as many of those whose address is taken as there are.
pub fn thunks<'a>(address_taken: impl IntoIterator<Item = &'a str>) -> Vec<Model> {
    let mut is_chosen = vec![false; THUNKS.len()];
    let index = index_of(THUNKS);
    for name in address_taken {
        if let Some(&row) = index.get(name) {
            is_chosen[row] = true;
        }
    }
    chosen(THUNKS, &is_chosen)
}

/// A function of the C library or POSIX that is known, not modelled, and not harmless: reaching
/// it is unsupported.
pub fn is_known(name: &str) -> bool {
    known::is_known(name)
}

/// Whether the headers of the GNU C library declare a function of this name whose type has this
/// shape (`declared`): the library's, with a model or without.
pub fn declares(name: &str, shape: Option<&str>) -> bool {
    declared::declares(name, shape)
}

fn chosen(rows: &[Row], is_chosen: &[bool]) -> Vec<Model> {
    rows.iter().zip(is_chosen).filter(|(_, chosen)| **chosen).map(|(row, _)| row.model).collect()
}

fn index_of(rows: &'static [Row]) -> BTreeMap<&'static str, usize> {
    let names = |(at, row): (usize, &'static Row)| row.defines.iter().map(move |&name| (name, at));
    rows.iter().enumerate().flat_map(names).collect()
}

/// Functions that lowering a call of `name` calls.
fn helpers(name: &str) -> &'static [&'static str] {
    let row = USED_BY_LOWERING.iter().find(|(callers, _)| callers.contains(&name));
    row.map_or(&[], |(_, helpers)| helpers)
}

/// The identifiers of a model, comments left out; keywords and names of its own among them.
fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            if let Some(comment) = rest.strip_prefix("/*") {
                rest = comment.split_once("*/").map_or("", |(_, behind)| behind);
                continue;
            }
            let first = rest.chars().next()?;
            let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            let (word, behind) = rest.split_at(length.max(first.len_utf8()));
            rest = behind;
            if first.is_ascii_alphabetic() || first == '_' {
                return Some(word);
            }
        }
    })
}

#[cfg(test)]
mod tests;
