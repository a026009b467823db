//! Which states are the same, and which variables are worth telling them apart.

use ir_passes::points_to::{ExternalPointers, PointsTo};
use source::Source;
use verdict::Budget;

use crate::{Conclusion, Explored, run};

/// What comes of a program with three numbers, and the names of the variables that were told apart.
fn explore(edges: &str, budget: &Budget) -> (Explored, Vec<String>) {
    let text = format!(
        "program LP64 entry main\ncheck c0: assertion \"x\"\nfn main() {{\n  var a: i32\n  \
         var b: i32\n  var n: i32\n  entry L0 exit L1\n{edges}\n}}\n"
    );
    let program = ir::text::parse(&Source::new("test.ir", text.into_bytes())).unwrap();
    assert_eq!(ir::validate(&program), Ok(()));
    let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
    let explored = run(&program, points_to, budget).unwrap();
    let kept = match &explored.conclusion {
        Conclusion::Proved { kept, .. } => kept.clone(),
        Conclusion::Open | Conclusion::OutOfBudget => Vec::new(),
    };
    let names = kept.iter().map(|var| program.vars[*var].name.to_string()).collect();
    (explored, names)
}

fn proved(edges: &str) -> Vec<String> {
    let (explored, kept) = explore(edges, &Budget::unlimited());
    assert!(matches!(explored.conclusion, Conclusion::Proved { .. }), "{explored:?}");
    kept
}

fn is_open(edges: &str) -> bool {
    explore(edges, &Budget::unlimited()).0.conclusion == Conclusion::Open
}

/// Two numbers that count on together from any number, and come back.
const TOGETHER: &str = "L0 -> L2: havoc n input\nL2 -> L3: a = n\nL3 -> L4: b = a\n\
     L4 -> L5: a = (a + 1i32)\nL5 -> L6: b = (b + 1i32)\nL6 -> L4: check c0: (a == b)";

#[test]
fn numbers_that_move_together_are_one_state() {
    assert_eq!(proved(TOGETHER), ["a", "b", "n"]);
    assert!(is_open(&TOGETHER.replace("b = (b + 1i32)", "b = (b + 2i32)")));
}

/// A number alternates while another one counts on.
const BESIDE: &str = "L0 -> L2: n = 0i32\nL2 -> L3: a = 1i32\nL3 -> L4: n = (n + 1i32)\n\
     L4 -> L5: a = (3i32 - a)\nL5 -> L3: check c0: (a != 0i32)";

#[test]
fn what_takes_too_many_values_is_one_state() {
    let read = BESIDE.replace("a != 0i32", "a != (n - n)");
    // The count is told from nothing, so that it is one state whatever it is.
    assert_eq!(proved(&read), ["a", "n"]);
    assert_eq!(proved(BESIDE), ["a", "n"]);
}

#[test]
fn a_count_to_a_constant_is_taken_to_its_end() {
    let count = "L0 -> L2: n = 0i32\nL2 -> L3: assume (n < 50i32)\nL2 -> L4: assume !(n < 50i32)\n\
         L3 -> L2: n = (n + 1i32)\nL4 -> L5: check c0: (n == 50i32)\nL5 -> L1: return";
    assert_eq!(proved(count), ["n"]);
    assert!(is_open(&count.replace("n == 50i32", "n == 49i32")));
}

#[test]
fn a_condition_says_what_an_unknown_is() {
    let asked = "L0 -> L2: havoc a input\nL2 -> L3: assume ((a + 2i32) == 7i32)\n\
         L2 -> L4: assume !((a + 2i32) == 7i32)\nL3 -> L4: check c0: (a == 5i32)\nL4 -> L1: return";
    assert_eq!(proved(asked), ["a"]);
    assert!(is_open(&asked.replace("a == 5i32", "a == 6i32")));
}

#[test]
fn the_budget_ends_what_does_not_end_by_itself() {
    let steps = "L0 -> L2: n = 0i32\nL2 -> L3: n = (n + 1i32)\nL3 -> L2: check c0: (n != 7777i32)";
    let (explored, _) = explore(steps, &Budget::unlimited().with_steps(1));
    assert_eq!(explored.conclusion, Conclusion::OutOfBudget);
    assert!(is_open(steps));
}

#[test]
fn what_counts_along_is_told_by_how_far_it_is_apart() {
    let counts = "L0 -> L2: a = 4i32\nL2 -> L3: b = 3i32\nL3 -> L4: n = a\nL4 -> L5: a = (n + 1i32)\n\
         L5 -> L6: b = n\nL6 -> L3: check c0: ((b + 1i32) == a)";
    assert_eq!(proved(counts), ["a", "b", "n"]);
    assert!(is_open(&counts.replace("b = n", "b = 3i32")));
}
