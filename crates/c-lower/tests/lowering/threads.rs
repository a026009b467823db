//! What threads, locks and atomic objects become.

use super::{ops, unchecked, unsupported};

const THREADS: &str = "typedef unsigned long T; \
     int pthread_create(T *, void *, void *(*)(void *), void *); int pthread_join(T, void **); \
     void pthread_exit(void *); void *idle(void *a) { return a; } \
     int fork1(void) { T t; pthread_create(&t, 0, idle, 0); pthread_join(t, 0); return 0; } ";

/// The operations of `main` in a program that creates a thread.
fn with_threads(declarations: &str, body: &str) -> Vec<String> {
    let text = format!("{THREADS}{declarations} int main(void) {{ fork1(); {body} }}");
    let program = unchecked(&text);
    assert_eq!(unsupported(&program), [""; 0]);
    let mut found = ops(&program, "main");
    assert_eq!(found.remove(0), "call fork1()");
    found
}

#[test]
fn an_atomic_builtin_is_one_step() {
    let declarations = "int a, *p = &a;";
    let step = ["%load = load i32, p", "store i32, p, (%load + 2i32)", "return %load"];
    let alone = unchecked(&format!(
        "{declarations} int main(void) {{ return __sync_fetch_and_add(p, 2); }}"
    ));
    assert_eq!(ops(&alone, "main"), step);
    let found = with_threads("int a;", "return __sync_fetch_and_add(&a, 2);");
    assert_eq!(
        found,
        [
            "atomic-begin synchronising",
            "%load = load i32, &a",
            "store i32, &a, (%load + 2i32)",
            "atomic-end",
            "return %load",
        ]
    );
}

#[test]
fn an_atomic_object_is_read_and_written_in_steps_of_their_own() {
    let found = with_threads("_Atomic int a;", "a = a + 1; a += 2; return 0;");
    assert_eq!(
        found,
        [
            "atomic-begin synchronising",
            "%value = a",
            "atomic-end",
            "atomic-begin synchronising",
            "a = (%value + 1i32)",
            "atomic-end",
            "atomic-begin synchronising",
            "%value = a",
            "a = (%value + 2i32)",
            "atomic-end",
            "return 0i32",
        ]
    );
}

#[test]
fn a_step_makes_one_access_to_what_is_shared() {
    let found = with_threads("int a, b, c;", "c = a == b; c += a; c++; return a + b;");
    for edge in &found {
        let (target, value) = edge.split_once(" = ").unwrap_or(("", edge));
        let names = |text: &str| {
            let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '%' && c != '_');
            words.filter(|word| matches!(*word, "a" | "b" | "c")).count()
        };
        assert!(names(target) + names(value) <= 1, "{edge}");
    }
}

#[test]
fn threads_are_created_joined_and_ended() {
    let program = unchecked(&format!(
        "{THREADS} void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); int c; \
         void __VERIFIER_atomic_add(void) {{ c++; }} void finish(void) {{ pthread_exit(0); }} \
         void *run(void *a) {{ __VERIFIER_atomic_add(); finish(); return 0; }} \
         int main(void) {{ T t; void *r; pthread_create(&t, 0, run, 0); __VERIFIER_atomic_begin(); \
         __VERIFIER_atomic_end(); pthread_join(t, &r); return 0; }}"
    ));
    assert_eq!(ops(&program, "finish"), ["thread-exit null"]);
    let add = ops(&program, "__VERIFIER_atomic_add");
    assert_eq!(add.first().map(String::as_str), Some("atomic-begin"));
    assert_eq!(add[add.len() - 2], "atomic-end");
    let main = ops(&program, "main");
    assert!(main.contains(&"thread-create &t = run(null)".to_owned()), "{main:?}");
    assert!(main.contains(&"thread-join %load, &r".to_owned()), "{main:?}");
    assert_eq!(unsupported(&program), [""; 0]);
}

#[test]
fn a_start_routine_of_another_type_is_called_by_one_that_fits() {
    let program = unchecked(
        "typedef unsigned long T; int thrd_create(T *, int (*)(void *), void *); \
         int thrd_join(T, int *); int run(void *a) { return 3; } \
         int main(void) { T t; int r; thrd_create(&t, run, 0); thrd_join(t, &r); return r; }",
    );
    let main = ops(&program, "main");
    assert!(main.contains(&"thread-create &t = %startrun(null)".to_owned()), "{main:?}");
    assert_eq!(program.functions.values().filter(|it| &*it.name == "%start.run").count(), 1);
    assert_eq!(unsupported(&program), [""; 0]);
}

#[test]
fn a_lock_that_is_declared_in_another_way_is_not_supported() {
    let program = unchecked(
        "void pthread_mutex_lock(int, int); int main(void) { pthread_mutex_lock(1, 2); return 0; }",
    );
    assert_eq!(unsupported(&program).len(), 1);
}
