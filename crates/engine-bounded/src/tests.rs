//! Small programs whose answer is known.

use source::{Source, Styling, render};

use super::*;

pub(crate) fn program(edges: &str) -> Program {
    let text = format!(
        "program LP64 entry main\ncheck c0: assertion \"x\"\n\
         object array: 40 align 4 static {{ }}\nfn main() {{\n  var a: i32\n  var b: i32\n  \
         var n: u32\n  entry L0 exit L1\n{edges}\n}}\n"
    );
    let source = Source::new("test.ir", text.into_bytes());
    let program = ir::text::parse(&source).unwrap_or_else(|diagnostics| {
        panic!(
            "{}",
            diagnostics.iter().map(|d| render(&source, d, Styling::Plain)).collect::<String>()
        )
    });
    assert_eq!(ir::validate(&program), Ok(()));
    program
}

fn answer(edges: &str) -> Answer {
    let program = program(edges);
    let regions = PointsTo::of(&program, ExternalPointers::OwnMemory);
    run(
        &program,
        regions,
        &Invariants::default(),
        &Budget::unlimited(),
        Options { max_steps: 40, ..Options::MODEST },
    )
}

#[test]
fn a_bug_behind_a_few_rounds_is_found_with_its_inputs() {
    let answer = answer(
        "L0 -> L2: havoc n input\nL2 -> L3: a = 0i32\nL3 -> L4: assume (n > 0u32)\n\
         L3 -> L5: assume !(n > 0u32)\nL4 -> L6: n = (n - 1u32)\nL6 -> L3: a = (a + 1i32)\n\
         L5 -> L7: check c0: (a != 4i32)\nL7 -> L1: return",
    );
    let Answer::Violated(candidate) = answer else { panic!("{answer:?}") };
    assert_eq!(candidate.inputs.iter().map(|input| input.bits).collect::<Vec<_>>(), [4]);
}

#[test]
fn an_element_written_three_rounds_ago_is_remembered() {
    let answer = answer(
        "L0 -> L2: a = 0i32\nL2 -> L3: assume (a < 10i32)\nL2 -> L4: assume !(a < 10i32)\n\
         L3 -> L5: store i32, ptradd(&array, (i64(a) * 4i64)), a\nL5 -> L2: a = (a + 1i32)\n\
         L4 -> L6: b = load i32, ptradd(&array, 28i64)\nL6 -> L7: check c0: (b == 7i32)\n\
         L7 -> L1: return",
    );
    // Whoever leaves the loop after three rounds has passed element 7.
    assert_eq!(answer, Answer::Proved(Proof::Inductive { k: 3 }));
}

#[test]
fn a_loop_that_ends_is_exhausted() {
    let answer = answer(
        "L0 -> L2: a = 0i32\nL2 -> L3: assume (a < 10i32)\nL2 -> L4: assume !(a < 10i32)\n\
         L3 -> L5: b = ((b * 3i32) + 1i32)\nL5 -> L2: a = (a + 1i32)\n\
         L4 -> L6: check c0: (a == 10i32)\nL6 -> L1: return",
    );
    assert!(matches!(answer, Answer::Proved(_)), "{answer:?}");
}

#[test]
fn an_invariant_of_an_endless_loop_is_inductive() {
    let answer = answer(
        "L0 -> L2: a = 0i32\nL2 -> L3: check c0: (a >= 0i32)\nL3 -> L4: assume (a < 100i32)\n\
         L3 -> L5: assume !(a < 100i32)\nL4 -> L2: a = (a + 1i32)\nL5 -> L2: a = 0i32",
    );
    assert!(matches!(answer, Answer::Proved(Proof::Inductive { .. })), "{answer:?}");
}

/// `a` alternates between 1 and 2; that it is never 3 needs two steps of history.
#[test]
fn two_steps_of_history_prove_what_one_cannot() {
    let answer = answer(
        "L0 -> L2: a = 1i32\nL2 -> L7: b = 2i32\nL7 -> L3: check c0: (a != 3i32)\n\
         L3 -> L4: n = u32(a)\nL4 -> L5: a = b\nL5 -> L7: b = i32(n)",
    );
    let Answer::Proved(Proof::Inductive { k }) = answer else { panic!("{answer:?}") };
    assert!(k >= 2);
}

#[test]
fn what_is_not_modelled_is_neither_proved_nor_violated() {
    let answer = answer(
        "L0 -> L2: havoc a input\nL2 -> L3: assume (a == 0i32)\nL2 -> L4: assume !(a == 0i32)\n\
         L3 -> L4: unsupported \"magic\"\nL4 -> L5: check c0: true\nL5 -> L1: return",
    );
    let Answer::Unknown(WhyUnknown::Unsupported { what, .. }) = answer else {
        panic!("{answer:?}")
    };
    assert_eq!(what, "magic");
}
