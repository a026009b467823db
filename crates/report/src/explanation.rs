//! How invariants were found, told: the lemmas of each loop and what became of them, and why a
//! check is open.
//!
//! ```text
//! How the invariants were found:
//!   a.c:9:5: the `for` loop in `main`, 5 lemmas tried
//!     dropped  i == 0
//!              broken by the loop itself, from i = 0, x = 7
//!     kept     p == 0 || x >= 0
//! ```

use std::fmt::Write as _;

use source::{Source, Span};
use verdict::{Breaker, DroppedLemma, Explanation, LoopWeakening, OpenCheck};

/// Lemmas shown of one loop, of each kind.
const MAX_SHOWN: usize = 30;

/// Paragraphs, each with an empty line before it.
pub fn text(explanation: &Explanation, source: &Source) -> String {
    let mut text = String::new();
    if !explanation.loops.is_empty() {
        line(&mut text, "\nHow the invariants were found:");
        for each in &explanation.loops {
            weakening(&mut text, each, source);
        }
    }
    if !explanation.open.is_empty() {
        line(&mut text, "\nWhat is missing for a proof:");
        for each in &explanation.open {
            open(&mut text, each, source);
        }
    }
    text
}

fn weakening(text: &mut String, each: &LoopWeakening, source: &Source) {
    let place = source.shown_position(each.span);
    let copy = match each.copy {
        (_, 1) => String::new(),
        (number, n_copies) => format!(" (call {number} of {n_copies})"),
    };
    let tried = match each.n_seeded {
        0 => "no lemma to try".to_owned(),
        1 => "1 lemma tried".to_owned(),
        n => format!("{n} lemmas tried"),
    };
    let word = each.kind.word();
    line(text, &format!("  {place}: the `{word}` loop in `{}`{copy}, {tried}", each.function));
    let (at_first, later): (Vec<&DroppedLemma>, Vec<&DroppedLemma>) =
        each.dropped.iter().partition(|lemma| lemma.breaker == Breaker::Entry);
    if !at_first.is_empty() {
        let n_wrong = at_first.len();
        line(text, &format!("    dropped  {n_wrong} that need not hold when the loop is reached"));
    }
    for lemma in later.iter().take(MAX_SHOWN) {
        line(text, &format!("    dropped  {}", lemma.text));
        line(text, &format!("             {}", broken(lemma, source)));
    }
    let (n_dropped, n_kept) = each.n_unsayable;
    let n_dropped = n_dropped + later.len().saturating_sub(MAX_SHOWN);
    let n_kept = n_kept + each.kept.len().saturating_sub(MAX_SHOWN);
    if n_dropped > 0 {
        line(text, &format!("    dropped  {n_dropped} more"));
    }
    for lemma in each.kept.iter().take(MAX_SHOWN) {
        line(text, &format!("    kept     {lemma}"));
    }
    if n_kept > 0 {
        line(text, &format!("    kept     {n_kept} more"));
    }
}

fn broken(lemma: &DroppedLemma, source: &Source) -> String {
    let by = match lemma.breaker {
        Breaker::Entry => "it need not hold when the loop is reached".to_owned(),
        Breaker::Itself => "broken by the loop itself".to_owned(),
        Breaker::Loop(span) => format!("broken on the way from {}", loop_at(span, source)),
        Breaker::Elsewhere => "broken on the way from another loop".to_owned(),
    };
    if lemma.counterexample.is_empty() {
        return by;
    }
    let values: Vec<String> =
        lemma.counterexample.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    format!("{by}, from {}", values.join(", "))
}

fn loop_at(span: Span, source: &Source) -> String {
    format!("the loop at {}", source.shown_position(span))
}

fn open(text: &mut String, each: &OpenCheck, source: &Source) {
    let place = source.shown_position(each.span);
    line(text, &format!("  {place}: {}", each.text));
    let behind = match each.behind {
        Some(span) => format!("in a run from {}", loop_at(span, source)),
        None => "in some run".to_owned(),
    };
    if each.needed.is_empty() {
        line(text, &format!("    may fail {behind}, and no lemma that was tried excludes it"));
        return;
    }
    line(text, &format!("    may fail {behind}; these lemmas would have excluded it:"));
    for lemma in &each.needed {
        line(text, &format!("      {}", lemma.text));
        line(text, &format!("        {}", broken(lemma, source)));
    }
}

fn line(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("writing to a string does not fail");
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::LoopKind;

    #[test]
    fn a_lemma_is_told_with_what_broke_it() {
        let source = Source::new("a.c", b"f() {\n while (x) x--; }\n".to_vec());
        let span = Span::new(7, 16);
        let dropped = DroppedLemma {
            text: "x == 3".into(),
            breaker: Breaker::Itself,
            counterexample: vec![("x".into(), "3".into())],
        };
        let explanation = Explanation {
            loops: vec![LoopWeakening {
                kind: LoopKind::While,
                span,
                function: "f".into(),
                copy: (2, 3),
                n_seeded: 3,
                dropped: vec![dropped.clone()],
                kept: vec!["y == 1".into()],
                n_unsayable: (0, 1),
            }],
            open: vec![OpenCheck {
                text: "`x` is 3".into(),
                span,
                behind: Some(span),
                needed: vec![dropped],
            }],
        };
        assert_eq!(
            text(&explanation, &source),
            "
How the invariants were found:
  a.c:2:2: the `while` loop in `f` (call 2 of 3), 3 lemmas tried
    dropped  x == 3
             broken by the loop itself, from x = 3
    kept     y == 1
    kept     1 more

What is missing for a proof:
  a.c:2:2: `x` is 3
    may fail in a run from the loop at a.c:2:2; these lemmas would have excluded it:
      x == 3
        broken by the loop itself, from x = 3
"
        );
    }
}
