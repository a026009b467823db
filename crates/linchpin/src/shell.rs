//! What a system wants to know of the command line: completions for shells, and pages of the manual.
//!
//! Both are made from the definitions that read the command line, so that they are never behind.

use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;

use crate::cli::Console;
use crate::exit::ExitStatus;

/// Print completions for a shell
#[derive(Args, Debug)]
pub struct CompletionsOptions {
    /// Which shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

/// Write the pages of the manual
#[derive(Args, Debug)]
pub struct ManOptions {
    /// The folder to write them to; `linchpin.1` is printed if there is none
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

pub fn completions(
    options: &CompletionsOptions,
    mut command: Command,
    console: Console,
) -> ExitStatus {
    let mut text = Vec::new();
    clap_complete::generate(options.shell, &mut command, "linchpin", &mut text);
    console.print(&String::from_utf8_lossy(&text));
    ExitStatus::Proved
}

pub fn man(options: &ManOptions, command: Command, console: Console) -> ExitStatus {
    let written = match &options.folder {
        None => page(command).map(|text| console.print(&String::from_utf8_lossy(&text))),
        Some(folder) => write_pages(command, folder),
    };
    match written {
        Ok(()) => ExitStatus::Proved,
        Err(error) => {
            console.error(format_args!("cannot write the pages of the manual: {error}"));
            ExitStatus::BadInput
        }
    }
}

/// `linchpin.1`, and `linchpin-verify.1` and so on for the commands.
fn write_pages(command: Command, folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(command, folder)
}

fn page(command: Command) -> std::io::Result<Vec<u8>> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command).render(&mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn every_option_stands_in_the_manual() {
        let mut command = crate::cli::CommandLine::command();
        command.build();
        let verify = command.find_subcommand("verify").unwrap();
        let text = String::from_utf8(page(verify.clone()).unwrap()).unwrap().replace('\\', "");
        for long in verify.get_arguments().filter_map(clap::Arg::get_long) {
            assert!(text.contains(&format!("--{long}")), "{long} is missing");
        }
    }
}
