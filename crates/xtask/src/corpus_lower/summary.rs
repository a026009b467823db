//! What was measured, and the table that is printed at the end.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use anyhow::Context as _;

/// Figures of one file that was lowered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    pub n_bytes: u64,
    /// Each from the start of the timed part.
    pub to_syntax: Duration,
    pub to_types: Duration,
    pub to_ir: Duration,
    pub peak_kilobytes: u64,
    pub n_unsupported: u64,
}

/// What became of a file.
pub enum Fate {
    Lowered(Measured),
    /// We found errors in it.
    Refused {
        why: String,
    },
    /// A panic, invalid IR, or no end.
    Failed {
        why: String,
    },
}

#[derive(Default)]
pub struct Summary {
    lowered: Vec<(String, Measured)>,
    n_files: usize,
    n_accepted: usize,
    /// Accepted by the compiler and not lowered by us.
    missed: Vec<(String, String)>,
    /// Refused by the compiler and lowered by us.
    n_lenient: usize,
    /// Panics, hangs and invalid IR on what the compiler refuses: wrong all the same.
    failed: Vec<(String, String)>,
}

impl Summary {
    pub fn add(&mut self, name: String, is_accepted: bool, fate: Fate) {
        self.n_files += 1;
        self.n_accepted += usize::from(is_accepted);
        match fate {
            Fate::Lowered(measured) => {
                self.n_lenient += usize::from(!is_accepted);
                self.lowered.push((name, measured));
            }
            Fate::Refused { why } | Fate::Failed { why } if is_accepted => {
                self.missed.push((name, why));
            }
            Fate::Refused { .. } => {}
            Fate::Failed { why } => self.failed.push((name, why)),
        }
    }

    pub fn n_failures(&self) -> usize {
        self.missed.len() + self.failed.len()
    }

    fn total(&self, figure: impl Fn(&Measured) -> f64) -> f64 {
        self.lowered.iter().map(|(_, measured)| figure(measured)).sum()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, why) in self.missed.iter().chain(&self.failed) {
            writeln!(f, "FAILED {name}: {why}")?;
        }
        let n_met = self.n_accepted - self.missed.len();
        writeln!(f, "files                      {:>10}", self.n_files)?;
        writeln!(f, "accepted by the compiler   {:>10}", self.n_accepted)?;
        writeln!(f, "  of these lowered         {:>10}", n_met)?;
        writeln!(f, "refused by the compiler    {:>10}", self.n_files - self.n_accepted)?;
        writeln!(f, "  of these lowered         {:>10}", self.n_lenient)?;
        let n_open = self.lowered.iter().filter(|(_, it)| it.n_unsupported > 0).count();
        writeln!(f, "with unsupported steps     {n_open:>10}")?;
        let megabytes = self.total(|it| it.n_bytes as f64) / 1e6;
        let rate = |time: f64| if time > 0.0 { megabytes / time } else { 0.0 };
        let to_syntax = self.total(|it| it.to_syntax.as_secs_f64());
        let to_types = self.total(|it| it.to_types.as_secs_f64());
        let to_ir = self.total(|it| it.to_ir.as_secs_f64());
        writeln!(f, "preprocessed text       {megabytes:>10.1} MB")?;
        writeln!(f, "to syntax tree          {:>10.1} MB/s  ({to_syntax:.2} s)", rate(to_syntax))?;
        writeln!(f, "to typed tree           {:>10.1} MB/s  ({to_types:.2} s)", rate(to_types))?;
        writeln!(f, "to IR                   {:>10.1} MB/s  ({to_ir:.2} s)", rate(to_ir))?;
        if let Some((name, it)) = self.lowered.iter().max_by_key(|(_, it)| it.peak_kilobytes) {
            writeln!(f, "peak memory             {:>10} MB  ({name})", it.peak_kilobytes / 1024)?;
        }
        writeln!(f, "slowest to IR:")?;
        let mut slowest: Vec<_> = self.lowered.iter().collect();
        slowest.sort_by_key(|(_, it)| std::cmp::Reverse(it.to_ir));
        for (name, it) in slowest.into_iter().take(10) {
            let megabytes = it.n_bytes as f64 / 1e6;
            let (time, memory) = (it.to_ir.as_secs_f64(), it.peak_kilobytes / 1024);
            writeln!(f, "  {time:>7.3} s  {megabytes:>5.1} MB  {memory:>5} MB peak  {name}")?;
        }
        Ok(())
    }
}

/// The line that the process of one file prints for the one that started it.
impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [syntax, types, ir] =
            [self.to_syntax, self.to_types, self.to_ir].map(|time| time.as_nanos());
        let (bytes, peak, open) = (self.n_bytes, self.peak_kilobytes, self.n_unsupported);
        write!(f, "{bytes} {syntax} {types} {ir} {peak} {open}")
    }
}

impl FromStr for Measured {
    type Err = anyhow::Error;

    fn from_str(line: &str) -> anyhow::Result<Self> {
        let numbers: Vec<u64> =
            line.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        let [n_bytes, syntax, types, ir, peak_kilobytes, n_unsupported] =
            numbers.try_into().ok().context("a measurement has six numbers")?;
        let [to_syntax, to_types, to_ir] = [syntax, types, ir].map(Duration::from_nanos);
        Ok(Self { n_bytes, to_syntax, to_types, to_ir, peak_kilobytes, n_unsupported })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(seconds: u64) -> Measured {
        Measured {
            n_bytes: 1_000_000,
            to_syntax: Duration::from_millis(10),
            to_types: Duration::from_millis(50),
            to_ir: Duration::from_secs(seconds),
            peak_kilobytes: 2048,
            n_unsupported: 0,
        }
    }

    #[test]
    fn a_measurement_can_be_read_back() {
        assert_eq!(measured(3).to_string().parse::<Measured>().unwrap(), measured(3));
        assert!("1 2 3".parse::<Measured>().is_err());
    }

    #[test]
    fn what_the_compiler_accepts_must_be_lowered() {
        let mut summary = Summary::default();
        summary.add("good.c".into(), true, Fate::Lowered(measured(1)));
        summary.add("odd.c".into(), false, Fate::Refused { why: "E0101".into() });
        assert_eq!(summary.n_failures(), 0);
        summary.add("missed.c".into(), true, Fate::Refused { why: "E0102".into() });
        summary.add("panic.c".into(), false, Fate::Failed { why: "panicked".into() });
        assert_eq!(summary.n_failures(), 2);
        let text = summary.to_string();
        assert!(text.contains("FAILED missed.c: E0102"), "{text}");
        assert!(text.contains("to typed tree                 20.0 MB/s"), "{text}");
    }
}
