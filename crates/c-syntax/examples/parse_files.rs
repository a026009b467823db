//! Parses files and tells how fast, or what is wrong with them.
//!
//! ```text
//! cargo run --release -p linchpin-c-syntax --example parse_files -- driver.i ...
//! find tasks -name '*.i' | cargo run --release -p linchpin-c-syntax --example parse_files -- -
//! ```
//!
//! All files are read first and then parsed three times; the best round counts, since the
//! question is what the parser needs and not what else the machine was doing. For the same
//! reason the time is that of the processor where the system tells it (Linux), and of the clock
//! elsewhere. The system counts in ticks of some milliseconds, so only a whole round is
//! compared, never one file.

use std::io::BufRead;
use std::time::{Duration, Instant};

use source::{Source, Styling};

fn main() {
    let mut paths: Vec<String> = std::env::args().skip(1).collect();
    if paths == ["-"] {
        paths = std::io::stdin().lock().lines().map_while(Result::ok).collect();
    }
    let mut texts = Vec::new();
    for path in paths {
        match std::fs::read(&path) {
            Ok(text) => texts.push((path, text)),
            Err(error) => eprintln!("{path}: {error}"),
        }
    }
    let n_refused = texts.iter().filter(|(path, text)| is_refused(path, text)).count();
    let best = (0..3).map(|_| time_of_round(&texts)).min().unwrap_or_default();
    let megabytes = texts.iter().map(|(_, text)| text.len()).sum::<usize>() as f64 / 1e6;
    println!(
        "{} files, {n_refused} refused, {megabytes:.1} MB in {:.3} s: {:.0} MB/s",
        texts.len(),
        best.as_secs_f64(),
        megabytes / best.as_secs_f64()
    );
}

/// Prints what is wrong with a file, if anything is.
fn is_refused(path: &str, text: &[u8]) -> bool {
    let mut source = Source::new(path, text.to_vec());
    let (_, diagnostics) = c_syntax::parse(&mut source);
    for diagnostic in diagnostics.iter() {
        println!("{}\n", source::render(&source, diagnostic, Styling::Plain));
    }
    diagnostics.has_errors()
}

/// How long it takes to parse everything once. Making sources and freeing trees is not counted.
fn time_of_round(texts: &[(String, Vec<u8>)]) -> Duration {
    let mut total = Duration::ZERO;
    for (path, text) in texts {
        let mut source = Source::new(path.as_str(), text.clone());
        let clock = Clock::start();
        let parsed = c_syntax::parse(&mut source);
        total += clock.elapsed();
        drop(parsed);
    }
    total
}

/// Measures this thread's time on the processor, or the time that passes.
struct Clock {
    start: Instant,
    on_processor: Option<Duration>,
}

impl Clock {
    fn start() -> Self {
        Self { start: Instant::now(), on_processor: time_on_processor() }
    }

    fn elapsed(&self) -> Duration {
        match (self.on_processor, time_on_processor()) {
            (Some(start), Some(end)) => end - start,
            _ => self.start.elapsed(),
        }
    }
}

fn time_on_processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_ascii_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
