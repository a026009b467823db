//! Lowers preprocessed files, validates the result and tells how fast, or what is wrong.
//!
//! ```text
//! cargo run --release -p linchpin-c-lower --example lower_files -- lp64 driver.i ...
//! cargo run --release -p linchpin-c-lower --example lower_files -- ilp32 --print small.i
//! find tasks -name '*.i' | cargo run ... --example lower_files -- ilp32 -
//! ```
//!
//! Every function is lowered, with the checks of `no-overflow`, `memsafety`, `unreach-call` and
//! then with those of all undefined behaviour. What is counted at the end are files, edges, time
//! of lowering alone, and how often each unsupported step was emitted.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::time::{Duration, Instant};

use c_lower::{Checks, Options};
use c_sema::types::DataModel;
use source::{Diagnostics, Source, Styling};
use verdict::{Property, PropertySet};

#[derive(Default)]
struct Totals {
    n_files: usize,
    n_refused: usize,
    n_invalid: usize,
    n_without_entry: usize,
    n_edges: usize,
    time: Duration,
    unsupported: BTreeMap<String, usize>,
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let model = match arguments.first().map(String::as_str) {
        Some("ilp32") => DataModel::Ilp32,
        Some("lp64") => DataModel::Lp64,
        _ => {
            eprintln!("usage: lower_files (ilp32|lp64) [--print] (FILE... | -)");
            std::process::exit(3);
        }
    };
    arguments.remove(0);
    let prints = arguments.first().is_some_and(|argument| argument == "--print");
    if prints {
        arguments.remove(0);
    }
    if arguments == ["-"] {
        arguments = std::io::stdin().lock().lines().map_while(Result::ok).collect();
    }
    let mut totals = Totals::default();
    for path in &arguments {
        match std::fs::read(path) {
            Ok(text) => lower_file(path, text, model, prints, &mut totals),
            Err(error) => eprintln!("{path}: {error}"),
        }
    }
    println!(
        "{} files, {} refused, {} without entry, {} invalid, {} edges in {:.3} s",
        totals.n_files,
        totals.n_refused,
        totals.n_without_entry,
        totals.n_invalid,
        totals.n_edges,
        totals.time.as_secs_f64()
    );
    for (what, count) in totals.unsupported {
        println!("{count:8} {what}");
    }
}

fn lower_file(path: &str, text: Vec<u8>, model: DataModel, prints: bool, totals: &mut Totals) {
    totals.n_files += 1;
    let mut source = Source::new(path, text);
    let (tree, mut diagnostics) = c_syntax::parse(&mut source);
    let (unit, more) = c_sema::analyse(tree, model);
    diagnostics.append(more);
    if diagnostics.has_errors() {
        totals.n_refused += 1;
        return show(path, &source, &diagnostics);
    }
    for options in [Options::new(&competition()), Options::with_checks(Checks::all())] {
        let start = Instant::now();
        let lowered = c_lower::lower(&unit, &source, &options);
        totals.time += start.elapsed();
        let program = match lowered {
            Ok(program) => program,
            Err(diagnostics) => {
                totals.n_without_entry += 1;
                return show(path, &source, &diagnostics);
            }
        };
        count(&program, totals);
        if let Err(violations) = ir::validate(&program) {
            totals.n_invalid += 1;
            println!("invalid {path}");
            for violation in violations.iter().take(5) {
                println!("  {violation}");
            }
        }
        if prints {
            println!("{}", ir::text::print(&program));
        }
    }
}

/// The properties that one competition task or another asks for.
fn competition() -> PropertySet {
    let functions = vec!["reach_error".to_owned(), "__VERIFIER_error".to_owned()];
    [
        Property::UnreachCall { functions },
        Property::UnreachLabel { label: "ERROR".into() },
        Property::ValidDeref,
        Property::ValidFree,
        Property::ValidMemtrack,
        Property::NoOverflow,
    ]
    .into_iter()
    .collect()
}

fn count(program: &ir::Program, totals: &mut Totals) {
    for body in program.functions.values().filter_map(|function| function.body.as_ref()) {
        totals.n_edges += body.edges.len();
        for edge in body.edges.values() {
            if let ir::Op::Unsupported { what } = &edge.op {
                *totals.unsupported.entry(what.to_string()).or_default() += 1;
            }
        }
    }
}

fn show(path: &str, source: &Source, diagnostics: &Diagnostics) {
    println!("refused {path}");
    for diagnostic in diagnostics.iter().take(3) {
        println!("{}\n", source::render(source, diagnostic, Styling::Plain));
    }
}
