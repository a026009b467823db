//! The file tests of the repository, run with the binary that cargo has just built.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = manifest.ancestors().nth(2).expect("this manifest lies two folders below the root");
    filetests::main(Path::new(env!("CARGO_BIN_EXE_linchpin")), root)
}
