//! Parses files and tells how fast, or what is wrong with them.
//!
//! ```text
//! cargo run --release -p linchpin-c-syntax --example parse_files -- driver.i ...
//! find tasks -name '*.i' | cargo run --release -p linchpin-c-syntax --example parse_files -- -
//! ```
//!
//! A file is read once and parsed three times; the best time counts, since the question is what
//! the parser needs and not what else the machine was doing. For the same reason the time is
//! that of the processor where the system tells it (Linux), and of the clock elsewhere.

use std::io::BufRead;
use std::time::{Duration, Instant};

use source::{Source, Styling};

fn main() {
    let mut paths: Vec<String> = std::env::args().skip(1).collect();
    if paths == ["-"] {
        paths = std::io::stdin().lock().lines().map_while(Result::ok).collect();
    }
    let mut n_bytes = 0;
    let mut n_refused = 0;
    let mut total = Duration::ZERO;
    for path in &paths {
        let text = match std::fs::read(path) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{path}: {error}");
                continue;
            }
        };
        n_bytes += text.len();
        let mut best = Duration::MAX;
        for round in 0..3 {
            let mut source = Source::new(path.as_str(), text.clone());
            let clock = Clock::start();
            let parsed = c_syntax::parse(&mut source);
            best = best.min(clock.elapsed());
            if round == 0 && parsed.1.has_errors() {
                n_refused += 1;
                println!("refused {path}");
                for diagnostic in parsed.1.iter() {
                    println!("{}\n", source::render(&source, diagnostic, Styling::Plain));
                }
            }
        }
        total += best;
    }
    let rate = n_bytes as f64 / 1e6 / total.as_secs_f64();
    println!(
        "{} files, {n_refused} refused, {:.1} MB in {:.3} s: {rate:.0} MB/s",
        paths.len(),
        n_bytes as f64 / 1e6,
        total.as_secs_f64()
    );
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
