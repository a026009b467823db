//! Order of evaluation, and control flow inside expressions.

use crate::{body_ops, ops, unchecked};

#[test]
fn a_pure_condition_is_one_decision() {
    let edges = body_ops("int a, b; if (a < b && b != 3) return 1; return 2;");
    assert_eq!(
        edges,
        [
            "assume ((a < b) && (b != 3i32)) taken",
            "assume !((a < b) && (b != 3i32)) not-taken",
            "return 1i32",
            "return 2i32",
        ]
    );
}

#[test]
fn a_condition_that_reads_memory_is_control_flow() {
    let edges = body_ops("int *p; return p && *p;");
    assert_eq!(
        edges,
        [
            "assume (p != null) taken",
            "assume !(p != null) not-taken",
            "%load = load i32, p",
            "assume (%load != 0i32) taken",
            "assume !(%load != 0i32) not-taken",
            "%decided = true",
            "return i32(%decided)",
            "%decided = false",
        ]
    );
}

#[test]
fn truth_values_take_no_detour_through_int() {
    let edges = body_ops("int a, b; _Bool c = (a < b) != 0; return !!(a == b) == 1;");
    assert_eq!(edges, ["c = u8((a < b))", "return i32((a == b))"]);
}

#[test]
fn a_left_operand_is_kept_when_the_right_one_may_change_it() {
    let program = unchecked(
        "int g; int f(void) { return g++; } int main(void) { int l = 1; return g + f() + l; }",
    );
    assert_eq!(
        ops(&program, "main"),
        ["l = 1i32", "%value = g", "%call = call f()", "return ((%value + %call) + l)"]
    );
}

#[test]
fn the_place_of_a_compound_assignment_is_evaluated_once() {
    let program = unchecked(
        "int f(void) { return 2; } int main(void) { int a[3], i = 0; a[i++] += f(); return i; }",
    );
    let edges = ops(&program, "main");
    let place = "ptradd(&a, (i64(%old) * 4i64))";
    assert_eq!(
        edges,
        [
            "enter a".to_owned(),
            "i = 0i32".to_owned(),
            "%old = i".to_owned(),
            "i = (%old + 1i32)".to_owned(),
            "%call = call f()".to_owned(),
            format!("%load = load i32, {place}"),
            format!("store i32, {place}, (%load + %call)"),
            "leave a".to_owned(),
            "return i".to_owned(),
        ]
    );
}

#[test]
fn an_increment_through_a_pointer_reads_and_writes_once() {
    let edges = body_ops("char *p; return (*p)++;");
    assert_eq!(
        edges,
        ["%load = load i8, p", "store i8, p, i8((i32(%load) + 1i32))", "return i32(%load)",]
    );
}

#[test]
fn a_conditional_with_pure_sides_is_an_expression() {
    assert_eq!(body_ops("int a, b; return a ? b : -b;"), ["return ((a != 0i32) ? b : -(b))"]);
    assert_eq!(
        body_ops("int a, b; return a ? b / a : 0;"),
        [
            "assume (a != 0i32) taken",
            "assume !(a != 0i32) not-taken",
            "%choice = (b / a)",
            "return %choice",
            "%choice = 0i32",
        ]
    );
}

#[test]
fn constant_conditions_leave_one_way() {
    let constant = "if (sizeof(int) == 4 && (1 << 3 | 1) > 8) return 1; return 2;";
    assert_eq!(body_ops(constant), ["return 1i32"]);
    let taken = "switch (3) { case 1: return 1; case 3: return 3; default: return 9; }";
    assert_eq!(body_ops(taken), ["return 3i32"]);
    assert_eq!(body_ops("switch (7) { case 1: return 1; } return 2;"), ["return 2i32"]);
}

#[test]
fn a_shift_by_a_constant_is_no_reason_to_branch() {
    assert_eq!(
        body_ops("unsigned a, b; return a && (b >> 3 & 1);"),
        ["return i32(((a != 0u32) && (((b >> 3i32) & 1u32) != 0u32)))"]
    );
}

#[test]
fn elvis_evaluates_its_condition_once() {
    let program = unchecked("int f(void) { return 1; } int main(void) { return f() ?: 7; }");
    let calls = ops(&program, "main").iter().filter(|op| op.contains("call f")).count();
    assert_eq!(calls, 1);
}

#[test]
fn shared_variables_are_read_in_steps_of_their_own() {
    let program = unchecked(
        "typedef unsigned long pthread_t; \
         int pthread_create(pthread_t *, void *, void *(*)(void *), void *); int x, y; \
         void *run(void *a) { x = x + y; if (x == y) x = 1; return 0; } \
         int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); return 0; }",
    );
    let edges = ops(&program, "run");
    assert_eq!(edges[0], "%value = x");
    assert_eq!(edges[1], "%value = y");
    assert_eq!(edges[2], "x = (%value + %value)");
    assert!(ops(&program, "main").contains(&"thread-create &t = run(null)".to_owned()));
}

#[test]
fn updates_of_atomic_objects_are_one_step() {
    let program = unchecked(
        "typedef unsigned long T; int pthread_create(T *, void *, void *(*)(void *), void *); \
         _Atomic int x; int y; void *run() { x++; y++; x += 2; return 0; } \
         int main(void) { T t; pthread_create(&t, 0, run, 0); return 0; }",
    );
    let edges = ops(&program, "run");
    let atomic: Vec<usize> =
        (0..edges.len()).filter(|&index| edges[index].starts_with("atomic")).collect();
    assert_eq!(atomic, [0, 3, 6, 9], "{edges:?}");
}

#[test]
fn a_deep_expression_needs_no_deep_stack() {
    let sum = "+1".repeat(20_000);
    let text = format!("int main(void) {{ int x = 0; return x{sum}; }}");
    std::thread::Builder::new()
        .stack_size(256 * 1024)
        .spawn(move || {
            let mut source = source::Source::new("deep.c", text.into_bytes());
            let (tree, _) = c_syntax::parse(&mut source);
            let (unit, diagnostics) = c_sema::analyse(tree, c_sema::types::DataModel::Ilp32);
            assert!(!diagnostics.has_errors());
            let options = c_lower::Options::with_checks(c_lower::Checks::all());
            let program = c_lower::lower(&unit, &source, &options).expect("there is a main");
            assert!(ir::validate(&program).is_ok());
        })
        .expect("a thread can be started")
        .join()
        .expect("nothing overflows");
}
