//! What the tool says against what is so: `linchpin` is started on a random protocol, and each of
//! its answers is held against instances of one to six processes.

use std::path::Path;
use std::process::Command;

use crate::generate::protocol;
use crate::generate_cub::system;
use crate::{cub, cub_instance, lpp, lpp_instance};

/// What a protocol is written in, and whether it is gated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Plain,
    Gated,
    CubiclePlain,
    CubicleGated,
}

pub const KINDS: [Kind; 4] = [Kind::Plain, Kind::Gated, Kind::CubiclePlain, Kind::CubicleGated];

/// How much is asked.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Seconds for one protocol.
    pub seconds: u64,
    /// States of one instance.
    pub states: usize,
}

/// What was counted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub protocols: usize,
    /// Properties with this answer.
    pub proved: usize,
    pub violated: usize,
    pub open: usize,
    /// Instances that were gone through to the end.
    pub instances: usize,
}

impl Counts {
    pub fn add(&mut self, other: Self) {
        self.protocols += other.protocols;
        self.proved += other.proved;
        self.violated += other.violated;
        self.open += other.open;
        self.instances += other.instances;
    }
}

const INSTANCES: std::ops::RangeInclusive<usize> = 1..=6;

/// The text of protocol number `seed` of a kind.
pub fn text_of(kind: Kind, seed: u64) -> String {
    match kind {
        Kind::Plain => protocol(seed, false),
        Kind::Gated => protocol(seed, true),
        Kind::CubiclePlain => system(seed, false),
        Kind::CubicleGated => system(seed, true),
    }
}

/// Lets `tool` answer about a protocol, and says what is wrong with the answer.
pub fn judge(
    tool: &Path,
    folder: &Path,
    kind: Kind,
    seed: u64,
    effort: Effort,
) -> Result<Counts, String> {
    let text = text_of(kind, seed);
    let is_cubicle = matches!(kind, Kind::CubiclePlain | Kind::CubicleGated);
    let ending = if is_cubicle { "cub" } else { "lpp" };
    let file = folder.join(format!("{kind:?}-{seed}.{ending}"));
    let wrong = |what: String| Err(format!("{what}, in {kind:?} {seed}:\n{text}"));
    std::fs::write(&file, &text).map_err(|error| error.to_string())?;
    let output = Command::new(tool)
        .arg("protocol")
        .arg(&file)
        .args(["--json", "--time", &effort.seconds.to_string()])
        .output()
        .map_err(|error| error.to_string())?;
    let _ = std::fs::remove_file(&file);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.code() {
        Some(0..=2) => {}
        code => {
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            return wrong(format!("exit code {code:?}\n{printed}{errors}"));
        }
    }
    let answers = answers(&printed);
    let refutes: Box<dyn Fn(usize, usize) -> Option<bool>> = if is_cubicle {
        let system = cub::read(&text);
        Box::new(move |n, at| cub_instance::refutes(&system, n, effort.states, at))
    } else {
        let (protocol, text) = (lpp::read(&text), text.clone());
        Box::new(move |n, at| lpp_instance::refutes(&protocol, &text, n, effort.states, at))
    };
    let mut counts = Counts { protocols: 1, ..Counts::default() };
    for (at, answer) in answers.iter().enumerate() {
        match answer.verdict.as_str() {
            "true" => {
                counts.proved += 1;
                for n in INSTANCES {
                    match refutes(n, at) {
                        Some(true) => {
                            return wrong(format!(
                                "property {at} is TRUE, {n} processes refute it"
                            ));
                        }
                        Some(false) => counts.instances += 1,
                        // Larger ones are not gone through either.
                        None => break,
                    }
                }
            }
            "false" => {
                counts.violated += 1;
                let n = answer.n_processes;
                if n.is_some_and(|n| refutes(n, at) == Some(false)) {
                    return wrong(format!("property {at} is FALSE, {n:?} processes obey it"));
                }
            }
            _ => counts.open += 1,
        }
    }
    Ok(counts)
}

struct Answer {
    verdict: String,
    /// Of the run that violates the property.
    n_processes: Option<usize>,
}

/// The answers in a report, which is JSON with one key in a line.
fn answers(report: &str) -> Vec<Answer> {
    let mut answers: Vec<Answer> = Vec::new();
    let value = |line: &str, key: &str| {
        let rest = line.trim().strip_prefix(&format!("\"{key}\": \""))?;
        Some(rest.trim_end_matches(',').trim_end_matches('"').to_owned())
    };
    let mut is_property = false;
    for line in report.lines() {
        is_property |= line.contains("\"properties\"");
        if !is_property {
            continue;
        }
        if let Some(verdict) = value(line, "verdict") {
            answers.push(Answer { verdict, n_processes: None });
        }
        if let (Some(why), Some(last)) = (value(line, "why"), answers.last_mut()) {
            let after = why.strip_prefix("violated by a run of ");
            let number = after.and_then(|rest| rest.split(' ').next()?.parse().ok());
            last.n_processes = number;
        }
    }
    answers
}
