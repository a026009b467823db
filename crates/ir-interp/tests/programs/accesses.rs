//! What an access needs, and what is undefined.

use ir_interp::FaultKind;

use crate::session::{fault, result, straight, violated};

const HEAP: &str = "check c0: valid-deref \"\"\ncheck c1: valid-free \"\"
check c2: valid-memtrack \"\"\ncheck c3: valid-memcleanup \"\"
check c4: initialised \"\"
object table: 8 align 4 static { 0: x\"01020304\" }
object text: 3 align 1 read-only static { 0: x\"6869\" }
global keep: ptr = 0x0ptr
fn main() -> i64 {
  var p: ptr
  var q: ptr
  var x: i32
  var b: u8
  var n: i64
  object local: 4 align 4";

fn fails(ops: &[&str]) -> FaultKind {
    fault(&straight(HEAP, ops))
}

#[test]
fn loads_are_little_endian() {
    assert_eq!(result(&straight(HEAP, &["x = load i32, &table", "return i64(x)"])), 0x0403_0201);
}

#[test]
fn null_wild_and_out_of_bounds_are_told_apart() {
    assert_eq!(fails(&["x = load i32, null"]), FaultKind::NullAccess);
    assert_eq!(fails(&["x = load i32, ptradd(null, 8i64)"]), FaultKind::NullAccess);
    assert_eq!(fails(&["x = load i32, ptr(123456789u64)"]), FaultKind::WildAccess);
    assert_eq!(fails(&["x = load i32, ptradd(&table, 5i64)"]), FaultKind::OutOfBounds);
    assert_eq!(fails(&["x = load i32, ptradd(&table, -1i64)"]), FaultKind::OutOfBounds);
    assert_eq!(fails(&["x = load i32, &fn main"]), FaultKind::FunctionAccess);
}

#[test]
fn constants_cannot_be_overwritten() {
    assert_eq!(fails(&["store u8, &text, 0u8"]), FaultKind::ReadOnlyStore);
}

#[test]
fn freed_blocks_are_gone() {
    let freed = ["p = allocate heap 4u64", "free p"];
    let after = |op| fails(&[freed[0], freed[1], op]);
    assert_eq!(after("store i32, p, 1i32"), FaultKind::AccessAfterFree);
    assert_eq!(after("free p"), FaultKind::DoubleFree);
    assert_eq!(fails(&["free &table"]), FaultKind::BadFree);
    assert_eq!(fails(&[freed[0], "free ptradd(p, 1i64)"]), FaultKind::BadFree);
    assert_eq!(result(&straight(HEAP, &["free null", "return 0i64"])), 0);
}

#[test]
fn locals_live_in_their_scope_only() {
    let read = "x = load i32, p";
    assert_eq!(fails(&["p = &local", read]), FaultKind::AccessOutsideScope);
    let left = ["enter local", "p = &local", "leave local", read];
    assert_eq!(fails(&left), FaultKind::AccessOutsideScope);
    // Entering again starts a new life; the old pointer stays dangling.
    let again = ["enter local", "p = &local", "enter local", read];
    assert_eq!(fails(&again), FaultKind::AccessOutsideScope);
}

#[test]
fn indeterminate_values_may_be_copied_but_not_used() {
    let copied = ["enter local", "x = load i32, &local", "store i32, &table, x", "return 0i64"];
    assert_eq!(result(&straight(HEAP, &copied)), 0);
    assert_eq!(fails(&["assume (x == 0i32)"]), FaultKind::IndeterminateBranch);
    assert_eq!(fails(&["x = load i32, p"]), FaultKind::IndeterminateOperand);
    let checked = ["check c4: initialised x", "return 0i64"];
    assert_eq!(violated(&straight(HEAP, &checked)), "initialised");
}

#[test]
fn a_bit_field_beside_indeterminate_bits_is_determined() {
    // Sets the low four bits of an uninitialised byte and reads them back.
    let program = straight(
        HEAP,
        &[
            "enter local",
            "b = load u8, &local",
            "store u8, &local, ((b & 240u8) | 9u8)",
            "b = load u8, &local",
            "assume ((b & 15u8) == 9u8)",
            "check c4: initialised b",
        ],
    );
    assert_eq!(violated(&program), "initialised");
}

#[test]
fn checks_of_memory_are_decided() {
    let freed = |op| straight(HEAP, &["p = allocate heap 4u64", "free p", op]);
    assert_eq!(violated(&freed("check c0: valid-access p, 1u64")), "valid-deref");
    assert_eq!(violated(&freed("check c1: valid-free p")), "valid-free");
    let fine = ["p = allocate heap 4u64", "check c0: valid-access p, 4u64", "return 0i64"];
    assert_eq!(result(&straight(HEAP, &fine)), 0);
}

#[test]
fn a_block_that_changes_its_size_keeps_what_fits_and_frees_the_old_one() {
    let moved = |size: &str, ops: &[&str]| {
        let block = "p = allocate heap 8u64";
        let change = format!("q = reallocate p, {size}u64");
        straight(HEAP, &[&[block, "store i64, p, 513i64", &change], ops].concat())
    };
    let larger = ["n = load i64, q", "return n"];
    assert_eq!(result(&moved("16", &larger)), 513);
    let smaller = ["fill ptradd(q, 1i64), 0u8, 1u64", "check c0: valid-access q, 3u64"];
    assert_eq!(violated(&moved("2", &smaller)), "valid-deref");
    assert_eq!(violated(&moved("16", &["check c0: valid-access p, 1u64"])), "valid-deref");
    assert_eq!(violated(&moved("16", &["check c1: valid-free p"])), "valid-free");
    assert_eq!(result(&moved("16", &["free q", "check c3: all-freed", "return 1i64"])), 1);
    let fresh = ["p = null", "q = reallocate p, 8u64", "check c0: valid-access q, 8u64"];
    assert_eq!(result(&straight(HEAP, &[&fresh[..], &["return 2i64"]].concat())), 2);
}

#[test]
fn a_block_is_tracked_while_a_chain_of_pointers_reaches_it() {
    let chain = [
        "p = allocate heap 8u64",
        "q = allocate heap 8u64",
        "store ptr, p, q",
        "q = null",
        "keep = ptradd(p, 4i64)",
        "p = null",
        "check c2: all-reachable",
    ];
    let kept = [&chain[..], &["return 0i64"]].concat();
    assert_eq!(result(&straight(HEAP, &kept)), 0);
    let lost = [&chain[..], &["keep = null", "check c2: all-reachable"]].concat();
    assert_eq!(violated(&straight(HEAP, &lost)), "valid-memtrack");
    let unfreed = [&chain[..], &["check c3: all-freed"]].concat();
    assert_eq!(violated(&straight(HEAP, &unfreed)), "valid-memcleanup");
}

#[test]
fn only_the_chosen_side_of_a_conditional_can_fail() {
    let safe = ["n = ((1i64 == 1i64) ? 7i64 : (1i64 / 0i64))", "return n"];
    assert_eq!(result(&straight(HEAP, &safe)), 7);
    assert_eq!(fails(&["n = ((1i64 == 2i64) ? 7i64 : (1i64 / 0i64))"]), FaultKind::DivisionByZero);
    assert_eq!(fails(&["n = (1i64 << 64i32)"]), FaultKind::ShiftOutOfRange);
}
