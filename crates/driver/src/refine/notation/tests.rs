//! Clauses are read as they are meant, and nothing makes reading them panic.

use source::{Diagnostics, Source, Styling};

use super::{Clauses, Formula, Others, read_comments, read_file};

fn read(text: &str) -> (Clauses, Vec<String>) {
    let source = Source::new("clauses", text.as_bytes().to_vec());
    let mut diagnostics = Diagnostics::new();
    let clauses = read_file(&source, &mut diagnostics);
    let messages = diagnostics
        .iter()
        .map(|diagnostic| source::render(&source, diagnostic, Styling::Plain))
        .collect();
    (clauses, messages)
}

#[test]
fn numbers_are_read_as_in_c() {
    for (text, value) in [("0", 0), ("010", 8), ("0x1F", 31), ("0X1f", 31), ("19", 19)] {
        let (clauses, messages) = read(&format!("requires {text};"));
        assert_eq!(messages, Vec::<String>::new());
        let read = clauses.requires.first().map(|(formula, _)| formula.clone());
        assert!(matches!(read, Some(Formula::Number(it)) if it == value), "{text}: {read:?}");
    }
    for text in ["08", "0x", "1e3", "18446744073709551616"] {
        let (_, messages) = read(&format!("requires {text};"));
        assert!(messages.iter().any(|it| it.contains("is no number")), "{text}: {messages:?}");
    }
}

#[test]
fn a_wrong_clause_does_not_hide_the_next() {
    let (clauses, messages) = read("relate ;\nenv none;\nobserve nothing;\nprivate t;");
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(matches!(clauses.others.as_slice(), [Others::None(_)]));
    assert_eq!(clauses.private.len(), 1);
}

#[test]
fn what_is_not_closed_is_said() {
    for text in ["env \"env.c;", "env \"", "relate x", "requires (x;"] {
        let (_, messages) = read(text);
        assert_eq!(messages.len(), 1, "{text}: {messages:?}");
    }
}

#[test]
fn long_conditions_are_refused_and_not_followed() {
    for text in [
        format!("requires {}x;", "!".repeat(100_000)),
        format!("requires {}x;", "(".repeat(100_000)),
        format!("requires x{};", " || x".repeat(100_000)),
        format!("relate x{} == 1;", " - -x".repeat(100_000)),
    ] {
        let (_, messages) = read(&text);
        assert!(messages[0].contains("this condition is too long"), "{}", &text[..20]);
    }
}

/// Pieces of clauses and of other things, in any order.
#[test]
fn no_pieces_make_reading_panic() {
    const PIECES: [&str; 34] = [
        "relate ",
        "private ",
        "requires ",
        "observe ",
        "env ",
        "entry ",
        "ints ",
        "atomic ",
        "x",
        "tgt.",
        "src.",
        "new(",
        "(",
        ")",
        "[",
        "]",
        "*",
        ",",
        ";",
        ":",
        "only if ",
        "preserves ",
        "\"",
        "\n",
        "//@ ",
        "//",
        "==",
        "&&",
        "|",
        "-",
        "!",
        "7",
        "0x",
        "\u{e4}",
    ];
    let mut state = 1u64;
    let mut below = |n: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % n
    };
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..1 + below(14) {
            text.push_str(PIECES[below(PIECES.len())]);
        }
        read(&text);
        let source = Source::new("clauses.c", format!("//@ {text}").into_bytes());
        read_comments(&source, &mut Diagnostics::new());
    }
}
