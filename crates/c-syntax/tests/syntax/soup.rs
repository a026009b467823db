//! Whatever the bytes, the parser ends, does not panic, and every span lies in the text.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use source::{Source, Styling};

/// Pieces of C that combine to anything, mostly nonsense.
const PIECES: &[&str] = &[
    "int ",
    "char ",
    "unsigned ",
    "long ",
    "struct s ",
    "union ",
    "enum e ",
    "typedef ",
    "static ",
    "const ",
    "T ",
    "x ",
    "y ",
    "f ",
    "( ",
    ") ",
    "[ ",
    "] ",
    "{ ",
    "} ",
    "; ",
    ", ",
    ": ",
    "? ",
    ". ",
    "... ",
    "-> ",
    "++ ",
    "* ",
    "& ",
    "&& ",
    "= ",
    "== ",
    "< ",
    "<< ",
    "1 ",
    "2.5 ",
    "'a' ",
    "\"s\" ",
    "L\"w\" ",
    "if ",
    "else ",
    "for ",
    "while ",
    "do ",
    "switch ",
    "case ",
    "default ",
    "goto ",
    "return ",
    "break ",
    "sizeof ",
    "_Generic ",
    "__attribute__ ",
    "(( ",
    ")) ",
    "asm ",
    "__extension__ ",
    "typeof ",
    "_Static_assert ",
    "__label__ ",
    "[[ ",
    "]] ",
    "\n# 3 \"a\"\n",
    "\n#define ",
    "/* ",
    "*/ ",
    "// ",
    "\\\n",
    "\"",
    "'",
    "\\",
    "@",
    "\0",
    "\u{e4}",
    "_Alignas ",
    "__builtin_offsetof ",
    "__builtin_va_arg ",
    "_Atomic ",
    "__auto_type ",
    "_Complex ",
];

/// A text that has a bit of everything, to be mutated.
const SEED: &str = r#"
typedef int T; typedef struct s { T a : 3; struct { int b; }; char c[]; } S;
static inline __attribute__((unused)) T f(T x, T (*g)(T), ...) {
  __label__ out; T y = x ? *g : g(1) , z[] = { [0 ... 2] = 1, .a = 2 };
  for (T i = 0; i < 3; i++) { if (x) goto out; else if (y) continue; else break; }
  switch (x) { case 1 ... 2: default: asm volatile ("a" : "=r"(x) : "i"(2) : "cc"); }
  out: do { x = ({ T q = sizeof(T) + sizeof x; q; }); } while ((T)x, (S){ 1 }.a);
  return _Generic(x, int: 1, default: __builtin_offsetof(S, c[1])) + 'a' + "b" "c"[0];
}
old(a, b) T a; { return a->b[1](2)++ ? : 0x1p3; }
"#;

/// Deterministic: the same inputs on every run.
fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    TestRunner::new_with_rng(config, rng)
}

fn survives(text: Vec<u8>) {
    let mut source = Source::new("soup.c", text);
    let (unit, diagnostics) = c_syntax::parse(&mut source);
    let length = source.text().len() as u32;
    for expr in unit.exprs.values() {
        assert!(expr.span.lo <= expr.span.hi && expr.span.hi <= length);
    }
    for stmt in unit.stmts.values() {
        assert!(stmt.span.lo <= stmt.span.hi && stmt.span.hi <= length);
    }
    for diagnostic in diagnostics.iter() {
        assert!(!source::render(&source, diagnostic, Styling::Plain).is_empty());
    }
    c_syntax::dump(&unit);
}

#[test]
fn soup_of_tokens() {
    let pieces = prop::collection::vec(prop::sample::select(PIECES), 0..60);
    runner(4000)
        .run(&pieces, |pieces| {
            survives(pieces.concat().into_bytes());
            Ok(())
        })
        .expect("no soup makes the parser panic");
}

#[test]
fn mutated_programs() {
    let edit = (0..SEED.len(), 0..12usize, prop::sample::select(PIECES));
    runner(4000)
        .run(&prop::collection::vec(edit, 1..6), |edits| {
            let mut text = SEED.as_bytes().to_vec();
            for (at, n_removed, piece) in edits {
                let at = at.min(text.len());
                let end = (at + n_removed).min(text.len());
                text.splice(at..end, piece.bytes());
            }
            survives(text);
            Ok(())
        })
        .expect("no mutation makes the parser panic");
}

#[test]
fn any_bytes() {
    runner(2000)
        .run(&prop::collection::vec(any::<u8>(), 0..200), |bytes| {
            survives(bytes);
            Ok(())
        })
        .expect("no bytes make the parser panic");
}

#[test]
fn the_seed_itself_is_read() {
    let mut source = Source::new("seed.c", SEED.as_bytes().to_vec());
    let (_, diagnostics) = c_syntax::parse(&mut source);
    assert!(!diagnostics.has_errors());
}
