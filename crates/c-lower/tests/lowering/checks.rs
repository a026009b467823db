//! Which checks stand where, and that no others do.

use c_lower::{Checks, Options};
use verdict::{CheckKind, Property};

use crate::{checked, ops, program, unchecked};

fn kinds(program: &ir::Program) -> Vec<CheckKind> {
    program.checks.values().map(|check| check.kind).collect()
}

fn texts(program: &ir::Program) -> Vec<&str> {
    program.checks.values().map(|check| &*check.text).collect()
}

fn unreach_call() -> Property {
    Property::UnreachCall { functions: vec!["__VERIFIER_error".into()] }
}

const MIXED: &str = "void __VERIFIER_error(void) { } \
    int main(void) { int a = 1, b = 2, *p = &a; unsigned u = 3; \
    a = a + b; u = u + 1; b = a / b; b = a << b; a = *p; \
    if (a) __VERIFIER_error(); return a; }";

#[test]
fn only_the_kinds_that_were_asked_for_are_inserted() {
    assert_eq!(kinds(&unchecked(MIXED)), []);
    assert_eq!(kinds(&checked(MIXED, &[unreach_call()])), [CheckKind::UnreachCall]);
    assert_eq!(kinds(&checked(MIXED, &[Property::ValidDeref])), [CheckKind::Dereference]);
    assert_eq!(kinds(&checked(MIXED, &[Property::NoOverflow])), [CheckKind::SignedOverflow; 3]);
    let all = kinds(&program(MIXED, &Options::with_checks(Checks::all())));
    let count = |kind| all.iter().filter(|&&found| found == kind).count();
    assert_eq!(count(CheckKind::DivisionByZero), 1);
    assert_eq!(count(CheckKind::UnreachCall), 1);
    // The amount, and that the left operand is not negative; that the result fits is asked with the
    // other overflows.
    assert_eq!(count(CheckKind::Shift), 2);
    assert_eq!(count(CheckKind::SignedOverflow), 3);
}

#[test]
fn an_error_function_is_one_even_if_it_has_a_body() {
    let program = checked(MIXED, &[unreach_call()]);
    assert_eq!(texts(&program), ["`__VERIFIER_error` is never called"]);
    let edges = ops(&program, "main");
    let check = edges.iter().position(|edge| edge == "check c0: false");
    assert!(check.is_some_and(|check| edges[check + 1] == "halt abort"), "{edges:?}");
}

#[test]
fn overflow_is_about_signed_results_only() {
    let program = checked(
        "int main(void) { int i = 1; unsigned u = 1; long l = 2; char c = 1; short s; double d = 1; \
         i++; u++; l *= 3; c++; s = i; c += 5; d = d + 1; i = -i; i = i % 2; i = i / -1; \
         i = 3 + 4; u = -u; u <<= 3; return i << 2; }",
        &[Property::NoOverflow],
    );
    assert_eq!(
        texts(&program),
        [
            "`i++` fits `int`",
            "`l *= 3` fits `long`",
            // `char` is promoted, and the sum of small numbers always fits.
            "`-i` fits `int`",
            "`i / -1` fits `int`",
            "`i << 2` fits `int`",
        ]
    );
}

#[test]
fn an_access_inside_a_named_object_needs_no_check() {
    let program = checked(
        "struct s { int a[4]; int b; }; int g[3]; \
         int f(struct s v) { return v.b; } \
         int main(void) { struct s x = { { 0 } }; int i = 2; int *p = &x.b; \
         x.a[3] = 1; g[2] = x.b; *p = 2; x.a[4] = 1; g[i] = 1; return f(x); }",
        &[Property::ValidDeref],
    );
    assert_eq!(
        texts(&program),
        ["`*p = 2` accesses live memory", "`g[i] = 1` accesses live memory",]
    );
    let outside = checked("int g[3]; int main(void) { return g[3]; }", &[Property::ValidDeref]);
    assert_eq!(texts(&outside), ["`g[3]` accesses live memory"]);
}

#[test]
fn the_address_of_a_dead_local_is_no_safe_place() {
    let program =
        checked("int main(void) { return *({ int x = 1; &x; }); }", &[Property::ValidDeref]);
    assert_eq!(kinds(&program), [CheckKind::Dereference]);
}

#[test]
fn failed_assertions_carry_the_text_of_the_source() {
    let program = checked(
        "void __assert_fail(const char *, const char *, unsigned, const char *); \
         int main(void) { int x = 1; x > 0 ? (void)0 : __assert_fail(\"x > 0\", \"f\", 1, \"m\"); \
         return 0; }",
        &[unreach_call()],
    );
    assert_eq!(texts(&program), ["assertion `x > 0` holds"]);
    assert_eq!(kinds(&program), [CheckKind::Assertion]);
}

#[test]
fn an_error_label_is_a_check() {
    let text = "int main(void) { int x = 1; if (x) goto ERROR; return 0; ERROR: return 1; }";
    let label = Property::UnreachLabel { label: "ERROR".into() };
    assert_eq!(texts(&checked(text, &[label])), ["label `ERROR` is never reached"]);
    assert_eq!(kinds(&checked(text, &[unreach_call()])), []);
}

#[test]
fn leaks_are_looked_for_on_every_cycle_and_at_the_end() {
    let program = checked(
        "void *malloc(unsigned long); void exit(int); \
         int main(void) { int i; for (i = 0; i < 3; i++) malloc(4); if (i) exit(1); return 0; }",
        &[Property::ValidMemtrack, Property::ValidMemcleanup],
    );
    let edges = ops(&program, "main");
    let n_reachable = edges.iter().filter(|edge| edge.ends_with(": all-reachable")).count();
    let n_freed = edges.iter().filter(|edge| edge.ends_with(": all-freed")).count();
    // Start of `main`, loop head, `exit`, return.
    assert_eq!((n_reachable, n_freed), (4, 2), "{edges:?}");
    // What only a temporary holds is lost.
    assert!(edges.contains(&"%block = null".to_owned()), "{edges:?}");
}

#[test]
fn leaks_are_looked_for_at_labels_that_are_jumped_back_to() {
    let program = checked(
        "void *malloc(unsigned long); int main(void) { int i = 3; malloc(4); again: i--; \
         if (i > 1) goto again; if (i) goto out; i = 1; out: return 0; }",
        &[Property::ValidMemtrack],
    );
    let edges = ops(&program, "main");
    // Start of `main`, `again`, return.
    assert_eq!(edges.iter().filter(|edge| edge.ends_with(": all-reachable")).count(), 3);
}

#[test]
fn leaks_are_looked_for_where_blocks_are_made() {
    let text = "int main(void) { int i = 3; while (i > 1) i--; return 0; }";
    let program = checked(text, &[Property::ValidMemtrack, Property::ValidMemcleanup]);
    assert!(texts(&program).is_empty());
}

#[test]
fn dead_code_asks_nothing() {
    let text = "int main(void) { int x = 1; if (sizeof(int) == 8) x = x + 1; return x + 2; }";
    let program = checked(text, &[Property::NoOverflow]);
    assert_eq!(texts(&program), ["`x + 2` fits `int`"]);
}

#[test]
fn subscripts_are_checked_against_the_declared_length() {
    let program = checked(
        "struct s { int n; int tail[1]; }; int a[5]; \
         int f(struct s *p, int i, unsigned char c) { return a[i] + a[c] + a[3] + p->tail[i]; } \
         int main(void) { return f(0, 0, 0); }",
        &[Property::DefinedBehaviour],
    );
    let bounds: Vec<_> = program
        .checks
        .values()
        .filter(|check| check.kind == CheckKind::Bounds)
        .map(|check| &*check.text)
        .collect();
    assert_eq!(
        bounds,
        [
            "the subscript of `a[i]` is at least 0 and at most 4",
            "the subscript of `a[c]` is at least 0 and at most 4"
        ]
    );
}

#[test]
fn freeing_is_checked() {
    let program = checked(
        "void free(void *); int main(void) { int *p = 0; free(p); return 0; }",
        &[Property::ValidFree],
    );
    assert_eq!(texts(&program), ["`free(p)` frees a live heap block or null"]);
}
