//! Pointers keep the object they were made from, however they travel.

use ir_interp::{FaultKind, Outcome};

use crate::session::{fault, result, run, straight};

const START: &str = "object table: 16 align 8 static { 8: x\"2a\" }
object cell: 8 align 8 static {}
fn main() -> i64 {
  var p: ptr
  var a: u64
  var b: u8
  var x: i64";

#[test]
fn through_an_integer_and_back() {
    let ops = ["a = u64(ptradd(&table, 8i64))", "p = ptr(a)", "x = load i64, p", "return x"];
    assert_eq!(result(&straight(START, &ops)), 42);
}

#[test]
fn through_an_integer_with_a_tag() {
    let ops = [
        "a = (u64(ptradd(&table, 8i64)) | 1u64)",
        "a = (a & 0xfffffffffffffffeu64)",
        "p = ptr(a)",
        "x = load i64, p",
        "return x",
    ];
    assert_eq!(result(&straight(START, &ops)), 42);
}

#[test]
fn computed_addresses_find_the_object_that_was_cast() {
    // Halving and doubling loses the origin; the address is looked up.
    let ops = ["a = (u64(&table) / 2u64)", "p = ptr(((a * 2u64) + 8u64))", "x = load i64, p"];
    let ops = [&ops[..], &["return x"]].concat();
    assert_eq!(result(&straight(START, &ops)), 42);
}

#[test]
fn byte_by_byte_through_memory() {
    let mut ops = vec!["store ptr, &cell, ptradd(&table, 8i64)".to_owned()];
    for at in 0..8 {
        ops.push(format!("b = load u8, ptradd(&cell, {at}i64)"));
        ops.push(format!("store u8, ptradd(&table, {at}i64), b"));
    }
    ops.extend(["p = load ptr, &table", "x = load i64, p", "return x"].map(String::from));
    let ops: Vec<&str> = ops.iter().map(String::as_str).collect();
    assert_eq!(result(&straight(START, &ops)), 42);
}

#[test]
fn by_copying_memory() {
    let ops = [
        "store ptr, &cell, ptradd(&table, 8i64)",
        "copy &table, &cell, 8u64",
        "p = load ptr, &table",
        "x = load i64, p",
        "return x",
    ];
    assert_eq!(result(&straight(START, &ops)), 42);
}

#[test]
fn overlapping_copies_move() {
    let forth = [
        "store u64, &table, 0x0807060504030201u64",
        "copy ptradd(&table, 2i64), &table, 8u64",
        "x = load i64, ptradd(&table, 2i64)",
        "return x",
    ];
    assert_eq!(result(&straight(START, &forth)), 0x0807_0605_0403_0201);
    let back = [
        "store u64, ptradd(&table, 2i64), 0x0807060504030201u64",
        "copy &table, ptradd(&table, 2i64), 8u64",
        "x = load i64, &table",
        "return x",
    ];
    assert_eq!(result(&straight(START, &back)), 0x0807_0605_0403_0201);
}

#[test]
fn a_guessed_address_points_to_nothing() {
    // The addresses are those of `table`, which nobody cast to an integer.
    let ops = ["a = 4294967296u64", "p = ptr(a)", "x = load i64, p"];
    assert_eq!(fault(&straight(START, &ops)), FaultKind::WildAccess);
}

#[test]
fn an_address_just_past_an_object_may_be_another() {
    let ops = ["x = ((ptradd(&table, 16i64) == &cell) ? 1i64 : 0i64)", "return x"];
    assert!(matches!(run(&straight(START, &ops), &[]), Outcome::Unsupported { .. }));
    let read = ["p = ptradd(&table, 16i64)", "x = load i64, p"];
    assert_eq!(fault(&straight(START, &read)), FaultKind::OutOfBounds);
}

#[test]
fn static_pointers_point() {
    let start = "object table: 8 align 8 static { 0: x\"2a\" }
object link: 8 align 8 static { 0: &table + 0 }
global where: ptr = &table + 0
fn main() -> i64 {
  var p: ptr
  var x: i64
  var y: i64";
    let ops = ["p = load ptr, &link", "x = load i64, p", "y = load i64, where", "return (x + y)"];
    assert_eq!(result(&straight(start, &ops)), 84);
}
