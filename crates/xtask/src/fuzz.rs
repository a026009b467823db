//! Throws mutated programs at the C front end, for a bounded time.
//!
//! No input may make a front end panic or hang. This takes the repository's own tests, damages
//! them at random (bytes changed, lines moved, pieces of C thrown in, two files crossed) and
//! runs parser and type checker on the result. The sequence of inputs follows from the seed, so
//! a finding can be found again; how far it gets in the given time does not. It needs nothing
//! but the stable toolchain; `fuzz/` has the same targets for `cargo fuzz`, which is guided by
//! coverage and finds more when left alone for hours.
//!
//! An input that fails is written to `target/fuzz/`. A stack overflow ends the process before
//! that; the seed and the count printed last lead back to it.

use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use source::{Source, Styling};

use crate::tree;

/// An input of a few kilobytes that takes longer than this hangs.
const PATIENCE: Duration = Duration::from_secs(20);

/// Whatever the tests contain, this is among the seeds: a bit of everything.
const SEED_PROGRAM: &str = r#"
typedef int T; typedef struct s { T a : 3; struct { int b; }; char c[]; } S;
static inline __attribute__((unused)) T f(T x, T (*g)(T), ...) {
  __label__ out; T y = x ? *g : g(1), z[] = { [0 ... 2] = 1 };
  for (T i = 0; i < 3; i++) { if (x) goto out; else if (y) continue; else break; }
  switch (x) { case 1 ... 2: default: asm volatile ("a" : "=r"(x) : "i"(2) : "cc"); }
  out: do { x = ({ T q = sizeof(T) + sizeof x; q; }); } while ((T)x, (S){ 1 }.a);
  return _Generic(x, int: 1, default: __builtin_offsetof(S, c[1])) + 'a' + "b" "c"[0];
}
union u { float f; unsigned long long w; } v = { .w = 0x1p3 }; enum e { A, B = A + 2 } *p;
old(a, b) T a; { return a ? : b; }
"#;

/// Pieces thrown into programs.
const PIECES: &[&str] = &[
    "int ",
    "unsigned ",
    "long ",
    "_Bool ",
    "float ",
    "void ",
    "struct s ",
    "union u ",
    "enum e ",
    "typedef ",
    "static ",
    "const ",
    "T ",
    "x ",
    "f ",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    ":",
    "?",
    ".",
    "...",
    "->",
    "++",
    "*",
    "&",
    "&&",
    "=",
    "==",
    "<<",
    "1 ",
    "-1 ",
    "2.5 ",
    "'a'",
    "\"s\"",
    "L\"w\"",
    "if (x) ",
    "else ",
    "for (;;) ",
    "while (1) ",
    "do ",
    "switch (x) ",
    "case 1: ",
    "default: ",
    "goto x; ",
    "return ",
    "break; ",
    "sizeof ",
    "_Generic(x, int: 1) ",
    "__attribute__((packed)) ",
    "asm(\"\"); ",
    "typeof(x) ",
    "_Static_assert(1, \"\"); ",
    "(int)",
    "(T)",
    "[0 ... 3] = ",
    ".a = ",
    "[[x]] ",
    "\n# 3 \"a\"\n",
    "/*",
    "*/",
    "//",
    "\\\n",
    "\"",
    "'",
    "\\",
    "@",
    "\0",
    "\u{e4}",
    "0x7fffffffffffffff",
    "18446744073709551615u",
    "% 0",
    ": 33",
    "[1000000000000]",
    "(*)(void)",
    "__int128 ",
    "_Complex ",
    "_Atomic ",
    "__auto_type ",
];

/// Runs for so many seconds.
pub fn run(seconds: u64, seed: u64) -> anyhow::Result<()> {
    let seeds = seeds()?;
    println!("fuzzing with {} seed files, seed {seed}, for {seconds} s", seeds.len());
    let (sender, receiver) = mpsc::channel::<Tried>();
    let end = Instant::now() + Duration::from_secs(seconds);
    std::thread::spawn(move || try_until(end, &seeds, Random::new(seed), &sender));

    let mut current = Vec::new();
    let mut n_inputs = 0u64;
    loop {
        match receiver.recv_timeout(PATIENCE) {
            Ok(Tried::Starts(text)) => {
                current = text;
                n_inputs += 1;
            }
            Ok(Tried::Panicked) => {
                let path = keep(&current)?;
                bail!("input {n_inputs} makes a front end panic: {}", path.display());
            }
            Err(RecvTimeoutError::Timeout) => {
                let path = keep(&current)?;
                bail!("input {n_inputs} makes a front end hang: {}", path.display());
            }
            // The worker has come to the end of its time.
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    println!("{n_inputs} inputs, no panic, no hang");
    Ok(())
}

enum Tried {
    Starts(Vec<u8>),
    Panicked,
}

fn try_until(end: Instant, seeds: &[Vec<u8>], mut random: Random, sender: &mpsc::Sender<Tried>) {
    while Instant::now() < end {
        let text = mutate(seeds, &mut random);
        if sender.send(Tried::Starts(text.clone())).is_err() {
            return;
        }
        let tried = std::panic::catch_unwind(AssertUnwindSafe(|| read_c(text)));
        if tried.is_err() {
            // Nobody listens only if the process is ending anyway.
            let _ = sender.send(Tried::Panicked);
            return;
        }
    }
}

/// The front end from bytes to typed tree, with everything printed on the way.
fn read_c(text: Vec<u8>) {
    let mut source = Source::new("fuzz.c", text);
    let (unit, diagnostics) = c_syntax::parse(&mut source);
    for diagnostic in diagnostics.iter() {
        source::render(&source, diagnostic, Styling::Plain);
    }
    c_syntax::dump(&unit);
    if !diagnostics.has_errors() {
        let (_, diagnostics) = c_sema::analyse(unit, c_sema::types::DataModel::Ilp32);
        for diagnostic in diagnostics.iter() {
            source::render(&source, diagnostic, Styling::Plain);
        }
    }
}

/// The C files among the tests.
fn seeds() -> anyhow::Result<Vec<Vec<u8>>> {
    let mut seeds = vec![SEED_PROGRAM.as_bytes().to_vec()];
    for path in tree::files()? {
        let is_c = path.extension().is_some_and(|ending| ending == "c" || ending == "i");
        if is_c && path.starts_with("tests") {
            let text = std::fs::read(tree::root().join(&path));
            seeds.push(text.with_context(|| format!("cannot read {}", path.display()))?);
        }
    }
    Ok(seeds)
}

fn keep(text: &[u8]) -> anyhow::Result<PathBuf> {
    let folder = tree::root().join("target/fuzz");
    std::fs::create_dir_all(&folder)?;
    let path = folder.join("found.i");
    std::fs::write(&path, text)?;
    Ok(path)
}

/// A seed with one to eight damages.
fn mutate(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut text = random.choose(seeds).clone();
    for _ in 0..=random.below(8) {
        let at = random.below(text.len() + 1);
        let end = (at + random.below(20)).min(text.len());
        match random.below(6) {
            0 => {
                text.splice(at..end, random.choose(PIECES).bytes());
            }
            1 => {
                text.splice(at..at, random.choose(PIECES).bytes());
            }
            2 => {
                text.drain(at..end);
            }
            3 => {
                let copied = text[at..end].to_vec();
                let n_times = 1 + random.below(40);
                text.splice(at..at, copied.repeat(n_times));
            }
            4 => {
                if let Some(byte) = text.get_mut(at) {
                    *byte = random.below(256) as u8;
                }
            }
            _ => {
                let other = random.choose(seeds);
                let from = random.below(other.len() + 1);
                let to = (from + random.below(200)).min(other.len());
                text.splice(at..at, other[from..to].iter().copied());
            }
        }
    }
    text
}

/// SplitMix64: small, good enough, and the same everywhere.
struct Random {
    state: u64,
}

impl Random {
    fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not zero. The bias is of no concern here.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn choose<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.below(items.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_inputs() {
        let seeds = seeds().unwrap();
        let texts = |seed| {
            let mut random = Random::new(seed);
            (0..20).map(|_| mutate(&seeds, &mut random)).collect::<Vec<_>>()
        };
        assert_eq!(texts(1), texts(1));
        assert_ne!(texts(1), texts(2));
    }

    #[test]
    fn a_few_hundred_inputs_are_survived() {
        let seeds = seeds().unwrap();
        let mut random = Random::new(3);
        for _ in 0..300 {
            read_c(mutate(&seeds, &mut random));
        }
    }
}
