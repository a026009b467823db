//! What the tool says against what is so: `linchpin` is started on a random protocol, and each of
//! its answers is held against instances of one to six processes. Then it is asked about one
//! number of processes after the other, and has to say what the instance does.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

use crate::generate::{behind_a_gate, protocol};
use crate::generate_cub::system;
use crate::generate_extended::extended;
use crate::generate_ranked::{ranked, saturating};
use crate::generate_strong::strong;
use crate::lpp::Property;
use crate::lpp_property::{Seen, ask};
use crate::{cub, cub_instance, lpp};

/// What a protocol is written in, and whether it is gated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Plain,
    Gated,
    CubiclePlain,
    CubicleGated,
    /// Picks, neighbours, pointers, counts.
    Extended,
    ExtendedGated,
    /// Liveness by a ranking.
    Ranked,
    /// The same with numbers that stop at 0.
    Saturating,
    SaturatingGated,
    /// Liveness by strong fairness.
    Strong,
    StrongGated,
}

pub const KINDS: [Kind; 11] = [
    Kind::Plain,
    Kind::Gated,
    Kind::CubiclePlain,
    Kind::CubicleGated,
    Kind::Extended,
    Kind::ExtendedGated,
    Kind::Ranked,
    Kind::Saturating,
    Kind::SaturatingGated,
    Kind::Strong,
    Kind::StrongGated,
];

/// How much is asked.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Seconds for one protocol.
    pub seconds: u64,
    /// States of one instance.
    pub states: usize,
    /// `--processes` is asked up to this number; not at all with 0.
    pub most_processes: usize,
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
/// The tool looks for a state that shall be reached in instances up to this one.
const MOST_TO_REACH: usize = 10;

/// The text of protocol number `seed` of a kind.
pub fn text_of(kind: Kind, seed: u64) -> String {
    match kind {
        Kind::Plain => protocol(seed, false),
        Kind::Gated => protocol(seed, true),
        Kind::CubiclePlain => system(seed, false),
        Kind::CubicleGated => system(seed, true),
        Kind::Extended => extended(seed, false),
        Kind::ExtendedGated => extended(seed, true),
        Kind::Ranked => ranked(seed),
        Kind::Saturating => saturating(seed),
        Kind::SaturatingGated => behind_a_gate(&saturating(seed)),
        Kind::Strong => strong(seed),
        Kind::StrongGated => behind_a_gate(&strong(seed)),
    }
}

/// The second reader of one protocol, which remembers what it was asked.
struct Reader {
    reads: Box<dyn Fn(usize, usize) -> Seen>,
    /// By property, whether it is a `reachable`.
    reachable: Vec<bool>,
    known: RefCell<HashMap<(usize, usize), Seen>>,
}

impl Reader {
    fn of(text: &str, is_cubicle: bool, states: usize) -> Self {
        let known = RefCell::default();
        if is_cubicle {
            let system = cub::read(text);
            let reads = move |n, at| match cub_instance::refutes(&system, n, states, at) {
                Some(true) => Seen::Met,
                Some(false) => Seen::NotMet,
                None => Seen::TooMany,
            };
            return Self { reads: Box::new(reads), reachable: Vec::new(), known };
        }
        let (protocol, text) = (lpp::read(text), text.to_owned());
        let is_reachable = |property: &Property| matches!(property, Property::Reachable(_));
        let reachable = protocol.properties.iter().map(is_reachable).collect();
        let reads = move |n, at| ask(&protocol, &text, n, states, at);
        Self { reads: Box::new(reads), reachable, known }
    }

    fn sees(&self, n: usize, at: usize) -> Seen {
        *self.known.borrow_mut().entry((n, at)).or_insert_with(|| (self.reads)(n, at))
    }

    /// The answer that a property has if something met speaks against it, or for it.
    fn if_met(&self, at: usize) -> &'static str {
        if self.reachable.get(at) == Some(&true) { "true" } else { "false" }
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
    std::fs::write(&file, &text).map_err(|error| error.to_string())?;
    let found = judge_file(tool, &file, &text, effort);
    let _ = std::fs::remove_file(&file);
    found.map_err(|what| format!("{what}, in {kind:?} {seed}:\n{text}"))
}

/// The same for a file that is there.
pub fn judge_file(tool: &Path, file: &Path, text: &str, effort: Effort) -> Result<Counts, String> {
    let is_cubicle = file.extension().is_some_and(|ending| ending == "cub");
    let reader = Reader::of(text, is_cubicle, effort.states);
    let mut counts = Counts { protocols: 1, ..Counts::default() };
    for (at, answer) in answered(tool, file, effort, None)?.iter().enumerate() {
        match answer.verdict.as_str() {
            "true" => counts.proved += 1,
            "false" => counts.violated += 1,
            _ => counts.open += 1,
        }
        any_number(&reader, at, answer, &mut counts)?;
    }
    for n in 1..=effort.most_processes {
        for (at, answer) in answered(tool, file, effort, Some(n))?.iter().enumerate() {
            let verdict = answer.verdict.as_str();
            let is_wrong = match reader.sees(n, at) {
                _ if verdict == "unknown" => false,
                Seen::Met => verdict != reader.if_met(at),
                Seen::NotMet => verdict == reader.if_met(at),
                Seen::NotMetBySmall | Seen::TooMany => false,
            };
            if is_wrong {
                let seen = reader.sees(n, at);
                return Err(format!("property {at} of {n} processes is {verdict}, seen: {seen:?}"));
            }
        }
    }
    Ok(counts)
}

/// Holds an answer about any number of processes against a few numbers.
fn any_number(
    reader: &Reader,
    at: usize,
    answer: &Answer,
    counts: &mut Counts,
) -> Result<(), String> {
    let verdict = answer.verdict.as_str();
    let says_met = verdict == reader.if_met(at);
    if verdict == "unknown" {
        return Ok(());
    }
    if says_met {
        // A run tells its number; that a state is reached is said of some number.
        let mut numbers = match answer.n_processes {
            Some(n) => n..=n,
            None => 1..=MOST_TO_REACH,
        };
        if numbers.all(|n| reader.sees(n, at) == Seen::NotMet) {
            return Err(format!(
                "property {at} is {verdict}, {:?} processes do not show it",
                answer.n_processes
            ));
        }
        return Ok(());
    }
    for n in INSTANCES {
        match reader.sees(n, at) {
            Seen::Met => {
                return Err(format!("property {at} is {verdict}, {n} processes refute it"));
            }
            Seen::NotMet => counts.instances += 1,
            Seen::NotMetBySmall => {}
            // Larger ones are not gone through either.
            Seen::TooMany => break,
        }
    }
    Ok(())
}

/// What the tool answers, for any number of processes or for one.
fn answered(
    tool: &Path,
    file: &Path,
    effort: Effort,
    n: Option<usize>,
) -> Result<Vec<Answer>, String> {
    let mut command = Command::new(tool);
    command.arg("protocol").arg(file);
    command.args(["--json", "--time", &effort.seconds.to_string()]);
    if let Some(n) = n {
        command.args(["--processes", &n.to_string()]);
    }
    let output = command.output().map_err(|error| error.to_string())?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.code() {
        Some(0..=2) => Ok(answers(&printed)),
        code => {
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            Err(format!("exit code {code:?}, processes {n:?}\n{printed}{errors}"))
        }
    }
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
