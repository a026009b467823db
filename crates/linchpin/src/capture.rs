//! `linchpin capture -- make`: writes `compile_commands.json` by watching a build.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use crate::cli::Console;
use crate::exit::ExitStatus;

/// Learn how a project is compiled, by watching its build
#[derive(Args, Debug)]
pub struct Options {
    /// The file to write
    #[arg(long, value_name = "FILE", default_value = "compile_commands.json")]
    output: PathBuf,
    /// The build: `make`, behind `--`
    #[arg(required = true, last = true, value_name = "COMMAND")]
    build: Vec<OsString>,
}

pub fn run(options: &Options, console: Console) -> ExitStatus {
    match ::project::capture(&options.build, &options.output) {
        Ok(n_files) => {
            let files = if n_files == 1 { "file" } else { "files" };
            let output = options.output.display();
            console.print(&format!("{n_files} {files} compiled: `{output}` says how\n"));
            ExitStatus::Proved
        }
        Err(error) => {
            console.error(error);
            ExitStatus::BadInput
        }
    }
}
