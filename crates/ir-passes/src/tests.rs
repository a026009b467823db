//! Programs for the tests of passes, from IR text.

use ir::{Body, Program};
use source::{Source, Styling, render};

/// A valid program whose `main` has the given edges and a few locals; they start in `L0`, and
/// `L1` is the exit.
pub(crate) fn program_text(storage: &str, edges: &str) -> Program {
    let text = format!(
        "program LP64 entry main\nglobal g: i32 = 0i32\n{storage}\nfn main() {{\n  var a: i32\n  \
         var b: bool\n  var c: i32\n  var d: i32\n  var n: i64\n  var p: ptr\n  var q: ptr\n  \
         entry L0 exit L1\n{edges}\n}}\n"
    );
    let source = Source::new("test.ir", text.into_bytes());
    let program = ir::text::parse(&source).unwrap_or_else(|diagnostics| {
        panic!(
            "{}",
            diagnostics.iter().map(|d| render(&source, d, Styling::Plain)).collect::<String>()
        )
    });
    if let Err(violations) = ir::validate(&program) {
        panic!("{}", violations.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
    }
    program
}

pub(crate) fn main_program(edges: &str) -> Program {
    program_text("", edges)
}

pub(crate) fn main_body(edges: &str) -> Body {
    let program = main_program(edges);
    program.functions[program.entry].body.clone().expect("main has a body")
}
