//! What stays and what goes.

use super::cone_of_influence;
use crate::points_to::{ExternalPointers, PointsTo};
use crate::tests::program_text;

fn sliced(storage: &str, edges: &str) -> String {
    let program = program_text(&format!("check c0: assertion \"x\"\n{storage}"), edges);
    let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
    let sliced = cone_of_influence(&program, &points_to);
    assert_eq!(ir::validate(&sliced), Ok(()));
    ir::text::print(&sliced)
}

#[test]
fn an_assignment_that_no_check_reads_goes() {
    let text = sliced(
        "",
        "L0 -> L2: a = 1i32\nL2 -> L3: c = a\nL3 -> L4: d = c\nL4 -> L5: check c0: (a == 1i32)\n\
         L5 -> L1: return",
    );
    assert!(text.contains("a = 1i32"), "{text}");
    assert!(!text.contains("c = a") && !text.contains("d = c"), "{text}");
}

#[test]
fn a_loop_that_no_check_depends_on_goes() {
    let text = sliced(
        "",
        "L0 -> L2: a = 1i32\nL2 -> L3: assume (c < 9i32)\nL3 -> L2: c = (c + 1i32)\n\
         L2 -> L4: assume !(c < 9i32)\nL4 -> L5: check c0: (a == 1i32)\nL5 -> L1: return",
    );
    assert!(!text.contains("c < 9i32"), "{text}");
}

#[test]
fn a_branch_that_decides_a_relevant_assignment_stays() {
    let text = sliced(
        "",
        "L0 -> L2: assume (c < 9i32)\nL0 -> L3: assume !(c < 9i32)\nL2 -> L3: a = 1i32\n\
         L3 -> L4: check c0: (a == 1i32)\nL4 -> L1: return",
    );
    assert!(text.contains("assume (c < 9i32)"), "{text}");
}

#[test]
fn a_halt_in_a_called_function_stays() {
    let text = sliced(
        "fn stop(x: i32) {\n var y: i32\n entry L0 exit L1\n L0 -> L2: assume (x == 0i32)\n \
         L0 -> L3: assume !(x == 0i32)\n L2 -> L1: halt abort\n L3 -> L4: y = x\n L4 -> L1: return\n }",
        "L0 -> L2: call stop(c)\nL2 -> L3: check c0: (a == 1i32)\nL3 -> L1: return",
    );
    assert!(text.contains("call stop(c)") && text.contains("halt abort"), "{text}");
    assert!(!text.contains("y = x"), "{text}");
}

#[test]
fn a_store_to_another_region_goes() {
    let text = sliced(
        "object x: 8 align 4 static { }\nobject y: 8 align 4 static { }",
        "L0 -> L2: store i32, &x, 1i32\nL2 -> L3: store i32, &y, 2i32\nL3 -> L4: a = load i32, &x\n\
         L4 -> L5: check c0: (a == 1i32)\nL5 -> L1: return",
    );
    assert!(text.contains("store i32, &x"), "{text}");
    assert!(!text.contains("store i32, &y"), "{text}");
}

#[test]
fn the_result_of_a_relevant_call_is_computed() {
    let text = sliced(
        "fn one(x: i32) -> i32 {\n var y: i32\n entry L0 exit L1\n L0 -> L2: y = (x + 1i32)\n \
         L2 -> L3: g = 5i32\n L3 -> L1: return y\n }",
        "L0 -> L2: a = call one(c)\nL2 -> L3: check c0: (a == 1i32)\nL3 -> L1: return",
    );
    assert!(text.contains("y = (x + 1i32)"), "{text}");
    assert!(!text.contains("g = 5i32"), "{text}");
}
