//! MemCAD's commands in programs: `_memcad("add_inductive( l, list, [ p | n | ] )")`.
//!
//! What tells the analysis how to work (merging, unrolling, output) is no matter of truth and is
//! left out. What assumes or checks something about the heap becomes a step.

use super::lexer::{Lexer, Token};
use super::syntax::{Item, Name};
use source::{Diagnostics, Span};

/// What a command says.
#[derive(Debug)]
pub enum Command {
    /// A hint.
    Nothing,
    Add(Item),
    Check(Item),
    /// A C condition that holds here.
    Assume(String),
    /// No run comes here.
    Unreachable,
    Unsupported(String),
}

const HINTS: [&str; 12] = [
    "output_dot",
    "output_ext",
    "sel_merge",
    "merge",
    "unroll",
    "unfold",
    "unfold_bseg",
    "force_live",
    "kill_flow",
    "reduce_localize",
    "reduce_eager",
    "decl_setvars",
];

pub fn read(text: &str) -> Command {
    let mut nothing = Diagnostics::new();
    let tokens = Lexer::new(text.as_bytes(), 0, text.len()).all(&mut nothing, false);
    let [name, open, inner @ .., close] = &tokens[..] else {
        return Command::Unsupported(text.trim().to_owned());
    };
    if open.text != "(" || close.text != ")" {
        return Command::Unsupported(text.trim().to_owned());
    }
    match name.text.as_str() {
        hint if HINTS.contains(&hint) => Command::Nothing,
        "add_inductive" => structure(inner).map_or_else(|| unsupported(text), Command::Add),
        "check_inductive" => structure(inner).map_or_else(|| unsupported(text), Command::Check),
        "assume" if !inner.iter().any(|token| token.text == "#") => Command::Assume(joined(inner)),
        "check_bottomness" => match joined(inner).as_str() {
            "true" => Command::Unreachable,
            _ => Command::Nothing,
        },
        _ => unsupported(text),
    }
}

fn unsupported(text: &str) -> Command {
    Command::Unsupported(format!("MemCAD's `{}`", text.trim()))
}

fn joined(tokens: &[Token]) -> String {
    tokens.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// `at, name [, [ pointers | integers | sets ]]`
fn structure(tokens: &[Token]) -> Option<Item> {
    let first = tokens.iter().position(|token| token.text == ",")?;
    let at = joined(&tokens[..first]);
    let name = tokens.get(first + 1)?;
    let mut args = vec![at];
    match &tokens[first + 2..] {
        [] => {}
        [comma, open, inner @ .., close]
            if comma.text == "," && open.text == "[" && close.text == "]" =>
        {
            let is_separator = |token: &Token| matches!(token.text.as_str(), "," | "|" | "||");
            for group in inner.split(is_separator) {
                if !group.is_empty() {
                    args.push(joined(group));
                }
            }
        }
        _ => return None,
    }
    let name = Name { text: name.text.clone(), span: Span::new(0, 0) };
    Some(Item::Part { name, args, end: None })
}
