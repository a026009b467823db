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
//! use inputs (`__VERIFIER_nondet_*`) and assumptions (`__VERIFIER_assume`), where the library
//! promises less than one value.
//!
//! What this room cannot do: tell whether a declaration of the user's fits the model. The linker
//! in `c-sema` does, and leaves a function with another signature alone.

/// One translation unit of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Model {
    /// File name, for messages.
    pub name: &'static str,
    /// Preprocessed C, no directives.
    pub text: &'static str,
}

/// A model with what it defines and what it uses of other models.
struct Row {
    model: Model,
    defines: &'static [&'static str],
    needs: &'static [&'static str],
}

const ROWS: &[Row] = &[Row {
    model: Model { name: "strlen.c", text: include_str!("models/strlen.c") },
    defines: &["strlen"],
    needs: &[],
}];

/// Model sources that define as many of the `wanted` functions and objects as are modelled, and
/// whatever those need in turn. In a fixed order, each once.
pub fn models<'a>(wanted: impl IntoIterator<Item = &'a str>) -> Vec<Model> {
    let mut is_chosen = vec![false; ROWS.len()];
    let mut pending: Vec<&str> = wanted.into_iter().collect();
    while let Some(name) = pending.pop() {
        let row = ROWS.iter().position(|row| row.defines.contains(&name));
        if let Some(row) = row
            && !std::mem::replace(&mut is_chosen[row], true)
        {
            pending.extend(ROWS[row].needs.iter().copied());
        }
    }
    ROWS.iter()
        .zip(is_chosen)
        .filter(|(_, is_chosen)| *is_chosen)
        .map(|(row, _)| row.model)
        .collect()
}

/// A function of the C library or POSIX that is known, not modelled, and not harmless: reaching
/// it is unsupported.
pub fn is_known(_name: &str) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_wanted_is_given() {
        assert!(models(["main", "frobnicate"]).is_empty());
        let names: Vec<&str> = models(["strlen", "strlen"]).iter().map(|it| it.name).collect();
        assert_eq!(names, ["strlen.c"]);
    }
}
