//! Registers, objects in memory, static contents, bit-fields, variable lengths.

use crate::{body_ops, ops, unchecked};

fn declarations(text: &str) -> Vec<String> {
    let printed = ir::text::print(&unchecked(text));
    printed
        .lines()
        .filter(|line| line.starts_with("global ") || line.starts_with("object "))
        .map(|line| line.rsplit_once(" @").map_or(line, |(line, _)| line).to_owned())
        .collect()
}

#[test]
fn globals_without_address_are_variables() {
    let found = declarations(
        "int a = -2; int b; static int c; extern int e; int *p = &b; double d = 0.5; \
         int (*f)(void); _Bool t = 7; enum { X = 3 } x = X; \
         int main(void) { static int s = 4; return s + e; }",
    );
    assert_eq!(
        found,
        [
            "global a: i32 = -2i32",
            "global c: i32 = 0i32",
            "global e: i32 = *",
            "global p: ptr = &b",
            "global d: f64 = 0x3fe0000000000000f64",
            "global f: ptr = 0x0ptr",
            "global t: u8 = 1u8",
            "global x: u32 = 3u32",
            "global s: i32 = 4i32",
            "object b: 4 align 4 static { }",
        ]
    );
}

#[test]
fn static_aggregates_have_their_bytes() {
    let found = declarations(
        "struct s { char c; int i; struct s *n; unsigned x : 3, y : 7; }; \
         struct s a[2] = { { 1, 2, a + 1, 5, 127 }, { .i = -1 } }; \
         int main(void) { return a[0].c; }",
    );
    assert_eq!(
        found,
        ["object a: 48 align 8 static { 0: x\"01\", 4: x\"02000000\", 8: &a + 24, 16: x\"fd03\", \
          28: x\"ffffffff\" }"]
    );
}

#[test]
fn strings_flexible_arrays_and_ranges_are_laid_out() {
    let found = declarations(
        "char t[6] = \"abc\"; struct f { int n; char d[]; } v = { 1, \"xy\" }; \
         char r[5] = { [1 ... 3] = 9 }; const char *s = \"q\"; int h(void); \
         int (*table[2])(void) = { h }; int main(void) { return t[0] + r[1] + v.d[0]; }",
    );
    assert!(found.contains(&"object t: 6 align 1 static { 0: x\"61626300\" }".to_owned()));
    assert!(found.contains(&"object v: 7 align 4 static { 0: x\"01000000787900\" }".to_owned()));
    assert!(found.contains(&"object r: 5 align 1 static { 1: x\"090909\" }".to_owned()));
    assert!(found.iter().any(|line| line.ends_with("static { 0: &fn h }")), "{found:?}");
    assert!(found.iter().any(|line| line.starts_with("object string.") && line.contains("7100")));
}

#[test]
fn a_bit_field_is_read_and_written_in_its_own_bytes() {
    let edges = body_ops("struct { int a : 5; unsigned b : 11; } s; s.a = 3; s.b++; return s.a;");
    assert_eq!(
        edges,
        [
            "enter s",
            "%bits = load u8, &s",
            "store u8, &s, ((%bits & 224u8) | 3u8)",
            "%bits = load u16, &s",
            "%bits = load u16, &s",
            "store u16, &s, ((%bits & 31u16) | (u16(u11((u32(u11((%bits >> 5u16))) + 1u32))) \
             << 5u16))",
            "%bits = load u8, &s",
            "leave s",
            "return i32(i5(%bits))",
        ]
    );
}

#[test]
fn the_value_of_a_bit_field_assignment_is_truncated() {
    let edges = body_ops("struct { int a : 3; } s = { 0 }; return s.a = 9;");
    assert_eq!(edges.last().map(String::as_str), Some("return 1i32"));
}

#[test]
fn records_are_copied() {
    let edges = body_ops("struct s { int a[3]; } x = { { 1 } }, y; y = x; return y.a[0];");
    assert!(edges.contains(&"copy &y, &x, 12u64".to_owned()), "{edges:?}");
    assert!(edges.contains(&"fill &x, 0u8, 12u64".to_owned()), "{edges:?}");
}

#[test]
fn unions_share_their_bytes() {
    let edges = body_ops("union { float f; unsigned u; } x; x.f = 1.5f; return x.u;");
    assert_eq!(edges[1..3], ["store f32, &x, 0x3fc00000f32", "%load = load u32, &x"]);
}

#[test]
fn variable_lengths_are_computed_where_they_are_declared() {
    let edges = body_ops("int n = 3; int v[n]; n = 9; v[1] = 2; return sizeof v;");
    assert_eq!(
        edges,
        [
            "n = 3i32",
            "%length = u64(n)",
            "enter %array",
            "v = allocate stack %array (%length * 4u64)",
            "n = 9i32",
            "store i32, ptradd(v, 4i64), 2i32",
            "leave %array",
            "return i32((%length * 4u64))",
        ]
    );
}

#[test]
fn a_long_range_designator_is_a_loop() {
    let edges = body_ops("int a[100] = { [10 ... 90] = 7 }; return a[50];");
    assert!(edges.iter().any(|edge| edge.ends_with(" back")), "{edges:?}");
    assert!(edges.len() < 15);
}

#[test]
fn pointers_move_by_the_size_of_what_they_point_to() {
    let edges = body_ops("int *p, *q; long i; p = q + i; p -= 2; p++; i = p - q; return p > q;");
    assert_eq!(
        edges,
        [
            "p = ptradd(q, (i * 4i64))",
            "p = ptradd(p, -8i64)",
            "p = ptradd(p, 4i64)",
            "i = (ptrdiff(p, q) / 4i64)",
            "return i32((p > q))",
        ]
    );
}

#[test]
fn narrow_types_are_promoted_and_cut() {
    let program = unchecked(
        "unsigned char u; signed char c; short s; _Bool b; \
         int main(void) { u = u + 200; c += 1; s--; b = s; b++; return u < c; }",
    );
    assert_eq!(
        ops(&program, "main"),
        [
            "u = u8((i32(u) + 200i32))",
            "c = i8((i32(c) + 1i32))",
            "s = i16((i32(s) - 1i32))",
            "b = u8((s != 0i16))",
            "b = u8(((i32(b) + 1i32) != 0i32))",
            "return i32((i32(u) < i32(c)))",
        ]
    );
}

#[test]
fn volatile_objects_are_ordinary_and_the_trust_box_says_so() {
    let program = unchecked(
        "volatile int flag; int main(void) { volatile int *p = &flag; int a = flag; \
         flag = 2; return a + *p; }",
    );
    let edges = ops(&program, "main");
    assert!(edges.contains(&"a = load i32, &flag".to_owned()), "{edges:?}");
    let texts: Vec<String> = program.assumptions.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["memory model: volatile objects change only by the program's own steps"]);
    assert_eq!(unchecked("int main(void) { return 0; }").assumptions, []);
}
