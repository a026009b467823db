//! Sessions: commands and their golden output, as in a terminal.
//!
//! ```text
//! # A missing file is reported in one line.
//! $ linchpin verify nowhere.c
//! ! error: cannot read `nowhere.c`: No such file or directory (os error 2)
//! [exit 3]
//! ```
//!
//! Lines of the standard output stand as they are, lines of the error stream after `! `. The
//! output is never written by hand: write the commands, then `cargo xtask bless`.

use std::fmt::Write as _;
use std::path::Path;

use libtest_mimic::Failed;

use crate::Mode;
use crate::child::Linchpin;
use crate::observation::Observation;

pub fn run(linchpin: &Linchpin, path: &Path, mode: Mode) -> Result<(), Failed> {
    let recorded = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mut today = String::new();
    let mut n_commands = 0;
    for line in recorded.lines() {
        if n_commands == 0 && (line.is_empty() || line.starts_with('#')) {
            writeln!(today, "{line}").map_err(|error| error.to_string())?;
        } else if let Some(command) = line.strip_prefix("$ linchpin") {
            n_commands += 1;
            let observation = linchpin.observe_line(command)?;
            today.push_str(&transcript(line, &observation));
        } else if n_commands == 0 {
            return Err(format!("`{line}`: a command starts with `$ linchpin`").into());
        }
    }
    if n_commands == 0 {
        return Err("no command: this file tests nothing".into());
    }
    if today == recorded {
        return Ok(());
    }
    match mode {
        Mode::Bless => Ok(std::fs::write(path, today).map_err(|error| error.to_string())?),
        Mode::Judge => {
            let difference = difference(&recorded, &today);
            Err(format!("{difference}\nif this is better: `cargo xtask bless`").into())
        }
    }
}

fn transcript(command: &str, observation: &Observation) -> String {
    let mut text = format!("{command}\n");
    for line in observation.stdout.lines() {
        text.push_str(line);
        text.push('\n');
    }
    for line in observation.stderr.lines() {
        text.push_str(format!("! {line}").trim_end());
        text.push('\n');
    }
    match observation.exit {
        Some(code) => text.push_str(&format!("[exit {code}]\n")),
        None => text.push_str("[signal]\n"),
    }
    text
}

/// The first lines that differ, and all that follows of each text.
fn difference(recorded: &str, today: &str) -> String {
    let same = recorded.lines().zip(today.lines()).take_while(|(old, new)| old == new).count();
    let rest = |text: &str, mark: &str| {
        let lines = text.lines().skip(same).take(30);
        lines.map(|line| format!("{mark}{line}\n")).collect::<String>()
    };
    format!("from line {}:\n{}{}", same + 1, rest(recorded, "-"), rest(today, "+"))
}
