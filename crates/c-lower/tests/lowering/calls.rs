//! Calls: records by value, pointers to functions, functions without body.

use verdict::Assumption;

use crate::{ops, unchecked};

#[test]
fn records_go_through_memory_both_ways() {
    let program = unchecked(
        "struct s { int a, b; }; struct s twice(struct s x) { x.a *= 2; return x; } \
         int main(void) { struct s v = { 1, 2 }; return twice(v).b; }",
    );
    assert_eq!(
        ops(&program, "twice"),
        ["%load = load i32, x", "store i32, x, (%load * 2i32)", "copy %result, x, 8u64", "return",]
    );
    assert_eq!(
        ops(&program, "main"),
        [
            "enter v",
            "store i32, &v, 1i32",
            "store i32, ptradd(&v, 4i64), 2i32",
            "enter %argument",
            "enter %result",
            "copy &%argument, &v, 8u64",
            "call twice(&%result, &%argument)",
            "leave %argument",
            "%load = load i32, ptradd(&%result, 4i64)",
            "leave %result",
            "leave %argument",
            "leave v",
            "return %load",
        ]
    );
}

#[test]
fn a_result_goes_straight_to_its_variable() {
    let program = unchecked(
        "int f(int x) { return x; } int main(void) { int a = f(3); a = f(a); f(4); return a; }",
    );
    assert_eq!(
        ops(&program, "main"),
        ["a = call f(3i32)", "a = call f(a)", "call f(4i32)", "return a"]
    );
}

#[test]
fn calls_through_tables_carry_the_signature() {
    let program = unchecked(
        "int up(int x) { return x + 1; } int (*t[])(int) = { up }; \
         int main(void) { int (*old)() = up; return t[0](1) + (*t[0])(2) + old(3); }",
    );
    let edges = ops(&program, "main");
    let calls: Vec<_> = edges.iter().filter(|edge| edge.contains(" = call ")).collect();
    assert_eq!(calls.len(), 3);
    // All three expect the same: one `int` in, one out.
    assert_eq!(program.signatures.len(), 1);
}

#[test]
fn old_style_definitions_take_what_they_get() {
    let program = unchecked(
        "int f(a, b) short a; float b; { return a + (int)b; } int g(); \
         int g(int x, int y) { return x; } \
         int main(void) { return f(1, 2.0) + f(3) + f(1, 2.0, 3); }",
    );
    let calls = ops(&program, "main");
    assert!(calls.iter().any(|op| op.contains("call f(1i16, f32(0x4000000000000000f64))")));
    assert!(calls.iter().any(|op| op.contains("call f(3i16, %missing)")));
}

#[test]
fn a_function_without_body_returns_anything_and_is_listed() {
    let program = unchecked(
        "int ext(int *p); void nothing(void); struct s { int a; } many(void); \
         _Bool flag(void); __attribute__((noreturn)) void gone(void); \
         int main(void) { int x = 1; int r = ext(&x); nothing(); _Bool b = flag(); \
         if (r) gone(); return x + many().a + b; }",
    );
    let edges = ops(&program, "main");
    assert!(edges.contains(&"havoc r result ext".to_owned()), "{edges:?}");
    assert!(edges.contains(&"halt abort".to_owned()));
    assert!(edges.iter().any(|edge| edge.starts_with("havoc memory &%result")), "{edges:?}");
    // A `_Bool` from outside is still 0 or 1.
    assert!(edges.contains(&"b = u8(%input)".to_owned()), "{edges:?}");
    let names: Vec<_> = program
        .assumptions
        .iter()
        .filter_map(|assumption| match assumption {
            Assumption::FunctionWithoutBody(name) => Some(name.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(names, ["ext", "flag", "gone", "many", "nothing"]);
}

#[test]
fn parameters_whose_address_is_taken_move_to_memory() {
    let program = unchecked(
        "int f(int x, int y) { int *p = &x; return *p + y; } int main(void) { return f(1, 2); }",
    );
    assert_eq!(ops(&program, "f")[..2], ["enter x", "store i32, &x, x"]);
}

#[test]
fn the_arguments_of_main_are_whatever_the_run_starts_with() {
    let program = unchecked("int main(int argc, char **argv) { return argc; }");
    assert_eq!(ops(&program, "main"), ["return argc"]);
}
