//! Running programs through the system's compiler, and the same text through sema.

use std::path::PathBuf;
use std::process::Command;

use c_sema::typed::Unit;
use c_sema::types::DataModel;
use source::{Source, Styling, render};

pub const MODELS: [DataModel; 2] = [DataModel::Ilp32, DataModel::Lp64];

/// What the program prints, by lines.
pub fn run(name: &str, program: &str, model: DataModel) -> Vec<String> {
    let flag = match model {
        DataModel::Ilp32 => "-m32",
        DataModel::Lp64 => "-m64",
    };
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let source = folder.join(format!("{name}{flag}.c"));
    let binary = folder.join(format!("{name}{flag}"));
    std::fs::write(&source, program).expect("the test's folder can be written");
    let compiled = Command::new("cc")
        .args([flag, "-w", "-O0", "-std=gnu17", "-o"])
        .arg(&binary)
        .arg(&source)
        .output()
        .expect("cc is installed");
    let messages = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "cc {flag} fails (gcc-multilib missing?):\n{messages}");
    let output = Command::new(&binary).output().expect("the program runs");
    assert!(output.status.success(), "the program fails");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

/// Analyses a text that must be free of errors.
pub fn analyse(text: &str, model: DataModel) -> Unit {
    let mut source = Source::new("test.c", text.as_bytes().to_vec());
    let (unit, diagnostics) = c_syntax::parse(&mut source);
    assert!(!diagnostics.has_errors(), "{:?}", diagnostics.iter().next());
    let (unit, diagnostics) = c_sema::analyse(unit, model);
    if let Some(first) = diagnostics.iter().next() {
        panic!("{}", render(&source, first, Styling::Plain));
    }
    unit
}
