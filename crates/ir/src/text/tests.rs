//! The text form, both ways.

use source::{Source, Styling, render};

use super::{parse, print};

/// Every construct once, in the form in which it is printed.
const EVERYTHING: &str = include_str!("everything.ir");

fn read(text: &str) -> Result<crate::Program, String> {
    let source = Source::new("test.ir", text.as_bytes().to_vec());
    parse(&source).map_err(|diagnostics| {
        diagnostics.iter().map(|d| render(&source, d, Styling::Plain) + "\n").collect()
    })
}

#[test]
fn printing_what_was_read_gives_the_same_text() {
    let program = read(EVERYTHING).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(print(&program), EVERYTHING);
}

#[test]
fn several_errors_are_reported_at_their_places() {
    let text = "program LP64 entry main\n\nfn main() {\n  entry L0 exit L1\n  \\
                L0 -> L2: x = 1i32\n  L2 -> L1: return 300u8\n}\n";
    let errors = read(text).unwrap_err();
    assert!(errors.contains("no variable is called `x`"), "{errors}");
    assert!(errors.contains("`300u8` is not a constant"), "{errors}");
}

#[test]
fn a_deep_expression_is_read_and_printed() {
    let depth = 20_000;
    let expr = "(".repeat(depth) + "1i32" + &" + 1i32)".repeat(depth);
    let text = format!(
        "program LP64 entry main\n\n\nfn main() -> i32 {{\n  entry L0 exit L1\n  L0 -> L1: return {expr}\n}}\n"
    );
    assert!(print(&read(&text).unwrap()).contains(&expr));
}
