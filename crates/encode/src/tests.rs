//! Formulas against small programs whose answer is known.

use ir::Program;
use ir_passes::points_to::{ExternalPointers, PointsTo};
use logic::TermId;
use smt::{Answer, Session, Z3Session};
use source::{Source, Styling, render};
use verdict::Budget;

use super::*;

pub(crate) fn program(storage: &str, edges: &str) -> Program {
    let text = format!(
        "program LP64 entry main\ncheck c0: assertion \"x\"\n{storage}\nfn main() {{\n  \
         var a: i32\n  var b: i32\n  var n: i64\n  var u: u8\n  var p: ptr\n  var q: ptr\n  \
         object room: 16 align 8\n  entry L0 exit L1\n{edges}\n}}\n"
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

/// Can a check fail in a program without loops?
fn can_fail(storage: &str, edges: &str) -> bool {
    let program = program(storage, edges);
    let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
    let mut encoder = Encoder::new(&program, points_to, Integers::Machine).unwrap();
    let (entry, _) = encoder.initial();
    let step = encoder.step(vec![entry]).unwrap();
    assert!(step.exits.is_empty() && step.unsupported.is_empty());
    let formulas: Vec<TermId> = step.violations.iter().map(|each| each.formula).collect();
    let any = encoder.pool.or(&formulas);
    let mut session = Z3Session::new();
    match session.check(&encoder.pool, &[any], &Budget::unlimited()) {
        Answer::Sat => true,
        Answer::Unsat => false,
        Answer::Unknown(reason) => panic!("{reason}"),
    }
}

#[test]
fn assignments_and_branches() {
    let edges = |bound: i32| {
        format!(
            "L0 -> L2: havoc a input\nL2 -> L3: assume (a < 0i32)\nL2 -> L4: assume !(a < 0i32)\n\
             L3 -> L5: b = -(a)\nL4 -> L5: b = a\nL5 -> L6: assume (a > -5i32)\n\
             L6 -> L7: check c0: ((a > 9i32) || (b <= {bound}i32))\nL7 -> L1: return"
        )
    };
    assert!(!can_fail("", &edges(9)));
    assert!(can_fail("", &edges(8)));
}

#[test]
fn what_is_stored_is_loaded() {
    let edges = "L0 -> L2: store i32, &x, 7i32\nL2 -> L3: store i32, ptradd(&x, 4i64), 8i32\n\
                 L3 -> L4: p = ptradd(&x, 4i64)\nL4 -> L5: a = load i32, p\n\
                 L5 -> L6: b = load i32, &x\nL6 -> L7: check c0: (((a == 8i32) && (b == 7i32)))\n\
                 L7 -> L1: return";
    let edges = edges.replace("(((", "((").replace(")))", "))");
    assert!(!can_fail("object x: 16 align 8 static { }", &edges));
}

#[test]
fn bytes_of_a_word_are_little_endian() {
    let edges = "L0 -> L2: store i32, &x, 258i32\nL2 -> L3: u = load u8, &x\n\
                 L3 -> L4: check c0: (u == 2u8)\nL4 -> L5: u = load u8, ptradd(&x, 1i64)\n\
                 L5 -> L6: check c0: (u == 1u8)\nL6 -> L1: return";
    assert!(!can_fail("object x: 16 align 8 static { }", edges));
}

#[test]
fn static_objects_hold_what_they_were_given() {
    let storage = "object x: 16 align 8 static { 4: x\"0500\", 8: &y + 4 }\n\
                   object y: 8 align 4 static { 4: x\"2a\" }";
    let edges = "L0 -> L2: p = load ptr, ptradd(&x, 8i64)\nL2 -> L3: a = load i32, p\n\
                 L3 -> L4: check c0: (a == 42i32)\nL4 -> L5: b = load i32, ptradd(&x, 4i64)\n\
                 L5 -> L6: check c0: (b == 5i32)\nL6 -> L7: b = load i32, &x\n\
                 L7 -> L8: check c0: (b == 0i32)\nL8 -> L1: return";
    assert!(!can_fail(storage, edges));
}

#[test]
fn a_new_life_has_any_contents() {
    let edges = "L0 -> L2: enter room\nL2 -> L3: store i32, &room, 1i32\nL3 -> L4: leave room\n\
                 L4 -> L5: enter room\nL5 -> L6: a = load i32, &room\n\
                 L6 -> L7: check c0: (a == 1i32)\nL7 -> L1: return";
    assert!(can_fail("", edges));
}

#[test]
fn copies_and_fills_reach_every_element() {
    let storage = "object x: 16 align 8 static { }\nobject y: 16 align 8 static { }";
    let edges = "L0 -> L2: store i32, &x, 3i32\nL2 -> L3: store i64, ptradd(&x, 8i64), 9i64\n\
                 L3 -> L4: copy &y, &x, 16u64\nL4 -> L5: a = load i32, &y\n\
                 L5 -> L6: n = load i64, ptradd(&y, 8i64)\n\
                 L6 -> L7: check c0: ((a == 3i32) && (n == 9i64))\n\
                 L7 -> L8: fill &y, 1u8, 4u64\nL8 -> L9: a = load i32, &y\n\
                 L9 -> L10: check c0: (a == 16843009i32)\nL10 -> L1: return";
    assert!(!can_fail(storage, edges));
}

#[test]
fn accesses_are_valid_inside_live_objects_only() {
    let edges = |size: u32| {
        format!(
            "L0 -> L2: p = allocate heap 8u64\nL2 -> L3: check c0: valid-access ptradd(p, 4i64), {size}u64\n\
             L3 -> L4: check c0: valid-free p\nL4 -> L5: free p\nL5 -> L6: check c0: all-freed\n\
             L6 -> L1: return"
        )
    };
    assert!(!can_fail("", &edges(4)));
    assert!(can_fail("", &edges(5)));
    let after_free = "L0 -> L2: p = allocate heap 8u64\nL2 -> L3: free p\n\
                      L3 -> L4: check c0: valid-access p, 1u64\nL4 -> L1: return";
    assert!(can_fail("", after_free));
    let leak = "L0 -> L2: p = allocate heap 8u64\nL2 -> L3: check c0: all-freed\nL3 -> L1: return";
    assert!(can_fail("", leak));
}

#[test]
fn where_objects_lie_is_not_known() {
    let storage = "object x: 16 align 8 static { }\nobject y: 16 align 8 static { }";
    let order = "L0 -> L2: check c0: (&x < &y)\nL2 -> L1: return";
    assert!(can_fail(storage, order));
    let reverse = "L0 -> L2: check c0: (&x >= &y)\nL2 -> L1: return";
    assert!(can_fail(storage, reverse));
    // But no object lies where small negative numbers are.
    let error_code =
        "L0 -> L2: p = ptr(-12i64)\nL2 -> L3: check c0: (u64(p) > -4096i64)\nL3 -> L1: return";
    let error_code = error_code.replace("(u64(p) > -4096i64)", "(i64(p) == -12i64)");
    assert!(!can_fail(storage, &error_code));
    let object = "L0 -> L2: check c0: (i64(&x) != -12i64)\nL2 -> L1: return";
    assert!(!can_fail(storage, object));
    let bit = "L0 -> L2: check c0: ((i64(&x) & 16i64) == 0i64)\nL2 -> L1: return";
    assert!(can_fail(storage, bit));
}

#[test]
fn overflow_is_what_it_is_in_c() {
    let add = "L0 -> L2: havoc a input\nL2 -> L3: check c0: !overflows(a + 1i32)\nL3 -> L1: return";
    assert!(can_fail("", add));
    let guarded = "L0 -> L2: havoc a input\nL2 -> L3: assume (a < 100i32)\n\
                   L3 -> L4: check c0: !overflows(a + 1i32)\nL4 -> L1: return";
    assert!(!can_fail("", guarded));
    let shl = "L0 -> L2: check c0: !overflows(1i32 << 31i32)\nL2 -> L1: return";
    assert!(can_fail("", shl));
}

#[test]
fn a_loop_is_cut_at_its_head() {
    let program = program(
        "",
        "L0 -> L2: a = 0i32\nL2 -> L3: assume (a < 3i32)\nL2 -> L4: assume !(a < 3i32)\n\
         L3 -> L2: a = (a + 1i32)\nL4 -> L5: check c0: (a == 3i32)\nL5 -> L1: return",
    );
    let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
    let mut encoder = Encoder::new(&program, points_to, Integers::Machine).unwrap();
    let (entry, _) = encoder.initial();
    let mut entries = vec![entry];
    let mut n_steps = 0;
    while !entries.is_empty() {
        let step = encoder.step(entries).unwrap();
        assert!(step.violations.is_empty(), "all values are constants");
        entries = step.exits;
        n_steps += 1;
    }
    // Into the loop, three times around, and out.
    assert_eq!(n_steps, 5);
    assert!(encoder.is_exact());
}

/// A block of any size up to 32 bytes, filled with zeros from its start up to any place, and read at another.
fn filled_and_read(condition: &str) -> String {
    format!(
        "L0 -> L2: havoc n input\nL2 -> L3: assume ((n >= 0i64) && (n <= 32i64))\n\
         L3 -> L4: p = allocate heap 32u64\nL4 -> L5: store u8, ptradd(p, 7i64), 5u8\n\
         L5 -> L6: fill p, 0u8, u64(n)\nL6 -> L7: havoc a input\n\
         L7 -> L8: assume ((a >= 0i32) && (a < 32i32))\nL8 -> L9: u = load u8, ptradd(p, i64(a))\n\
         L9 -> L10: check c0: {condition}\nL10 -> L1: return"
    )
}

#[test]
fn a_stretch_of_any_length_is_told_where_it_is_read() {
    let inside = "((i64(a) >= n) || (u == 0u8))";
    assert!(!can_fail("", &filled_and_read(inside)), "zeros in the stretch");
    let outside = "((a != 7i32) || ((n > 7i64) || (u == 5u8)))";
    assert!(!can_fail("", &filled_and_read(outside)), "what was there behind it");
    assert!(can_fail("", &filled_and_read("((i64(a) > n) || (u == 0u8))")), "one too far");
    assert!(can_fail("", &filled_and_read("((a != 7i32) || (u == 5u8))")), "not in the stretch");
}

#[test]
fn a_copy_of_any_length_is_told_where_it_is_read() {
    let edges = |condition: &str| {
        format!(
            "L0 -> L2: havoc n input\nL2 -> L3: assume ((n >= 0i64) && (n <= 8i64))\n\
             L3 -> L4: p = allocate heap 32u64\nL4 -> L5: q = ptradd(p, 16i64)\n\
             L5 -> L6: store u8, ptradd(p, 3i64), 9u8\nL6 -> L7: store u8, ptradd(q, 3i64), 1u8\n\
             L7 -> L8: copy q, p, u64(n)\nL8 -> L9: u = load u8, ptradd(q, 3i64)\n\
             L9 -> L10: check c0: {condition}\nL10 -> L1: return"
        )
    };
    assert!(!can_fail("", &edges("((n <= 3i64) || (u == 9u8))")));
    assert!(!can_fail("", &edges("((n > 3i64) || (u == 1u8))")));
    assert!(can_fail("", &edges("((n < 3i64) || (u == 9u8))")));
}

#[test]
fn an_element_that_a_stretch_covers_in_part_is_anything() {
    let edges = |condition: &str| {
        format!(
            "L0 -> L2: havoc n input\nL2 -> L3: assume ((n >= 0i64) && (n <= 16i64))\n\
             L3 -> L4: p = allocate heap 16u64\nL4 -> L5: store i32, ptradd(p, 4i64), 5i32\n\
             L5 -> L6: fill p, 0u8, u64(n)\nL6 -> L7: a = load i32, ptradd(p, 4i64)\n\
             L7 -> L8: check c0: {condition}\nL8 -> L1: return"
        )
    };
    assert!(!can_fail("", &edges("((n < 8i64) || (a == 0i32))")));
    assert!(!can_fail("", &edges("((n > 4i64) || (a == 5i32))")));
    assert!(can_fail("", &edges("((n != 6i64) || (a == 0i32))")));
    assert!(can_fail("", &edges("((n != 6i64) || (a == 5i32))")));
}
