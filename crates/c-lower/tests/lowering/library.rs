//! Functions of the library and of GNU C.

use crate::{ops, unchecked, unsupported};

fn main_ops(prelude: &str, body: &str) -> Vec<String> {
    ops(&unchecked(&format!("{prelude} int main(void) {{ {body} }}")), "main")
}

#[test]
fn inputs_have_their_declared_type() {
    let edges = main_ops(
        "int __VERIFIER_nondet_int(void); _Bool __VERIFIER_nondet_bool(void); \
         unsigned char __VERIFIER_nondet_uchar(void); void __VERIFIER_assume(int);",
        "int x = __VERIFIER_nondet_int(); unsigned char c = __VERIFIER_nondet_uchar(); \
         _Bool b = __VERIFIER_nondet_bool(); __VERIFIER_assume(x > 3); return x + c + b;",
    );
    assert_eq!(
        edges,
        [
            "havoc x input",
            "havoc c input",
            "havoc %input input",
            "b = u8(%input)",
            "assume (x > 3i32) taken",
            "assume !(x > 3i32) not-taken",
            "return ((x + i32(c)) + i32(b))",
            "halt assumption",
        ]
    );
}

#[test]
fn a_body_in_the_program_wins_over_the_table() {
    let edges = main_ops("void *malloc(unsigned long n) { return 0; }", "return malloc(3) == 0;");
    assert!(edges.contains(&"%call = call malloc(3u64)".to_owned()), "{edges:?}");
}

#[test]
fn blocks_are_allocated_filled_copied_and_freed() {
    let edges = main_ops(
        "void *malloc(unsigned long); void *memset(void *, int, unsigned long); \
         void *memcpy(void *, const void *, unsigned long); void free(void *);",
        "char *p = malloc(8); memset(p, 1, 8); __builtin_memcpy(p + 2, p, 2); free(p); return 0;",
    );
    assert_eq!(
        edges,
        [
            "p = allocate heap 8u64",
            "fill p, 1u8, 8u64",
            "copy ptradd(p, 2i64), p, 2u64",
            "free p",
            "return 0i32",
        ]
    );
}

#[test]
fn calloc_of_too_much_gives_null() {
    let edges = main_ops(
        "void *calloc(unsigned long, unsigned long); unsigned long n;",
        "char *p = calloc(n, 4); return p == 0;",
    );
    assert!(edges.contains(&"assume overflows(n * 4u64) taken".to_owned()), "{edges:?}");
    assert!(edges.contains(&"p = null".to_owned()), "{edges:?}");
}

#[test]
fn expectations_are_transparent() {
    let edges = main_ops("int a, b;", "if (__builtin_expect(!!(a < b), 0)) return 1; return 0;");
    assert_eq!(edges[0], "assume (a < b) taken");
}

#[test]
fn what_is_not_modelled_is_said_where_it_happens() {
    let cases = [
        ("__builtin_va_list l; __builtin_va_start(l, 0); return 0;", "`va_start`"),
        ("_Complex double c = 1; c = c + c; return 0;", "complex"),
        ("void *p = 0; goto *p;", "computed jump"),
        ("int n = 2; int f(void) { return n; } return f();", "enclosing function"),
        ("void longjmp(void *, int); longjmp(0, 1); return 0;", "longjmp"),
    ];
    for (body, what) in cases {
        let program = unchecked(&format!("int main(void) {{ {body} }}"));
        let found = unsupported(&program);
        assert!(found.iter().any(|found| found.contains(what)), "{what} in {found:?}");
    }
}

#[test]
fn a_block_that_changes_its_size_moves_or_vanishes() {
    let edges = main_ops(
        "void *realloc(void *, unsigned long); extern char *p; extern unsigned long n;",
        "p = realloc(p, n); return 0;",
    );
    let allocating = |edge: &&String| edge.contains("allocate") || edge.contains("free");
    let found: Vec<&String> = edges.iter().filter(allocating).collect();
    assert_eq!(found, ["p = reallocate p, n", "free p"], "{edges:?}");
}

#[test]
fn inline_assembly_writes_its_outputs_and_is_listed() {
    let program = unchecked(
        "int main(void) { int a, m; int *p = &m; \
         asm volatile(\"movl $1, %0\" : \"=r\"(a), \"=m\"(*p) : \"r\"(p) : \"memory\"); \
         asm goto(\"jmp %l0\" : : : : out); return a; out: return 1; }",
    );
    let edges = ops(&program, "main");
    assert!(edges.contains(&"havoc a assembly".to_owned()), "{edges:?}");
    assert!(edges.iter().any(|edge| edge.starts_with("store i32, p, %asm")), "{edges:?}");
    assert!(edges.contains(&"return 1i32".to_owned()));
    assert_eq!(program.assumptions.len(), 2);
}

#[test]
fn computed_jumps_go_to_the_labels_of_the_function() {
    let program = unchecked(
        "int main(void) { static void *t[] = { &&a, &&b }; int i = 0; goto *t[i]; \
         a: return 1; b: return 2; }",
    );
    let edges = ops(&program, "main");
    let dispatched = edges.iter().filter(|edge| edge.ends_with(" taken")).count();
    assert_eq!(dispatched, 2, "{edges:?}");
    assert!(edges.contains(&"return 1i32".to_owned()) && edges.contains(&"return 2i32".to_owned()));
}
