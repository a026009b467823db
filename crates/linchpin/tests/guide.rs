//! Every command of the guide is run, and answers what the guide says.
//!
//! A command is a line `$ linchpin ...` of a block; what stands below it is what it prints, where lines may
//! be left out. The files that it names are those of the repository. Usage lines (`linchpin verify FILE
//! [--time SECONDS]`) and options in the text are held against `--help`.

// The lint knows tests by their attribute, and not what they call.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The pages of the guide, each with its name.
fn pages() -> Vec<(String, String)> {
    let mut pages: Vec<(String, String)> = std::fs::read_dir(root().join("docs/guide"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.display().to_string(), std::fs::read_to_string(path).unwrap()))
        .collect();
    pages.sort();
    pages
}

/// What stands between fences, without how it is indented.
fn blocks(page: &str) -> Vec<Vec<&str>> {
    let mut blocks = Vec::new();
    let mut open: Option<Vec<&str>> = None;
    for line in page.lines() {
        match (line.trim_start().starts_with("```"), &mut open) {
            (true, None) => open = Some(Vec::new()),
            (true, Some(_)) => blocks.extend(open.take()),
            (false, Some(block)) => block.push(line),
            (false, None) => {}
        }
    }
    blocks
}

/// The commands of a block, each with the lines below it.
fn commands<'p>(block: &[&'p str]) -> Vec<(&'p str, Vec<&'p str>)> {
    let mut commands: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in block {
        match (line.strip_prefix("$ linchpin "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, Vec::new())),
            (None, Some((_, below))) => below.push(line),
            (None, None) => {}
        }
    }
    commands
}

/// The words of a command; what begins with a space and `#` is for the reader. Files that are written go
/// to a folder of the test.
fn words(command: &str, folder: &Path) -> Vec<String> {
    let command = command.split(" #").next().unwrap();
    let is_ours = |word: &str| word.ends_with(".csv") && !word.contains('/');
    let word = |word: &str| match is_ours(word) {
        true => folder.join(word).display().to_string(),
        false => word.to_owned(),
    };
    command.split_whitespace().map(word).collect()
}

/// Whether a printed line is that of the guide, where `…` stands for anything.
fn fits(printed: &str, line: &str) -> bool {
    let mut rest = printed;
    let mut parts = line.split('…');
    let Some(first) = parts.next().and_then(|first| rest.strip_prefix(first)) else { return false };
    rest = first;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty() || line.ends_with('…')
}

/// Whether a line says how long something took on the machine of the guide.
fn is_measured(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.windows(2).any(|pair| pair[1].starts_with('s') && pair[0].parse::<f64>().is_ok())
        || words.iter().any(|word| word.ends_with('%') || word.ends_with("MB"))
        || words.iter().filter(|word| word.contains('.')).any(|word| word.parse::<f64>().is_ok())
}

#[test]
fn commands_of_the_guide_answer_what_it_says() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide");
    // What an earlier version measured is not gone on with.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mut wrong = Vec::new();
    let mut n_run = 0;
    for (page, text) in pages() {
        for (command, below) in blocks(&text).iter().flat_map(|block| commands(block)) {
            let mut linchpin = Command::new(env!("CARGO_BIN_EXE_linchpin"));
            linchpin.args(words(command, &folder)).current_dir(root()).env("NO_COLOR", "1");
            let output = linchpin.output().unwrap();
            n_run += 1;
            let code = output.status.code();
            if !matches!(code, Some(0..=2)) {
                wrong.push(format!("{page}: `{command}` ends with {code:?}"));
            }
            let text = [output.stdout, output.stderr].concat();
            let text = String::from_utf8_lossy(&text).into_owned();
            let mut printed = text.lines().map(str::trim_end);
            let is_left_out =
                |line: &str| line.is_empty() || line.trim() == "..." || is_measured(line);
            for line in below.into_iter().map(str::trim_end).filter(|line| !is_left_out(line)) {
                if !printed.any(|it| fits(it, line)) {
                    wrong.push(format!("{page}: `{command}` does not print `{line}`:\n{text}"));
                    break;
                }
            }
        }
    }
    assert!(n_run > 15, "the guide has few commands left: {n_run}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Options of all commands, as `--help` has them.
fn options() -> BTreeSet<String> {
    let help = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_linchpin")).args(words).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let all = help(&["--help"]);
    let mut texts = vec![all.clone()];
    let commands = all.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    for line in commands.take_while(|line| !line.trim().is_empty()) {
        texts.push(help(&[line.split_whitespace().next().unwrap(), "--help"]));
    }
    texts.iter().flat_map(|text| long_options(text)).collect()
}

fn long_options(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_lowercase() || c == '-';
    let begins = text.match_indices("--").map(|(at, _)| at);
    let words = begins
        .filter(|at| !text[..*at].ends_with(|c: char| is_part(c) || c.is_ascii_alphanumeric()));
    let word = |at: usize| text[at..].chars().take_while(|c| is_part(*c)).collect::<String>();
    words.map(word).filter(|word| word.len() > 3).collect()
}

#[test]
fn options_of_the_guide_exist() {
    let known = options();
    assert!(known.contains("--property"), "{known:?}");
    for (page, text) in pages() {
        let usages = blocks(&text).into_iter().flatten();
        for usage in usages.filter(|line| line.starts_with("linchpin ")) {
            let usage = usage.split(" -- ").next().unwrap();
            for option in long_options(usage) {
                assert!(known.contains(&option), "{page}: `{usage}` has no `{option}`");
            }
        }
    }
}
