//! The life of objects, on every path.

use crate::{body_ops, ops, unchecked};

/// Runs through the automaton of `main` in every order of edges and checks that each object is
/// entered and left in turn: on every path it is alive where it is used and dead at the exit.
fn assert_lives_are_balanced(program: &ir::Program) {
    let body = program.functions[program.entry].body.as_ref().expect("main has a body");
    let mut alive_at: Vec<Option<Vec<ir::ObjectId>>> = vec![None; body.locations.len()];
    alive_at[index::Id::index(body.entry)] = Some(Vec::new());
    let mut pending = vec![body.entry];
    while let Some(location) = pending.pop() {
        let alive = alive_at[index::Id::index(location)].clone().expect("only reached ones");
        for &edge in &body.locations[location].outgoing {
            let edge = &body.edges[edge];
            let mut after = alive.clone();
            match edge.op {
                ir::Op::EnterScope { object } => {
                    assert!(!after.contains(&object), "{object} entered twice");
                    after.push(object);
                    after.sort();
                }
                ir::Op::LeaveScope { object } => {
                    assert!(after.contains(&object), "{object} left while dead");
                    after.retain(|&other| other != object);
                }
                ir::Op::Return { .. } => assert!(after.is_empty(), "{after:?} alive at the end"),
                _ => {}
            }
            let known = &mut alive_at[index::Id::index(edge.to)];
            match known {
                None => {
                    *known = Some(after);
                    pending.push(edge.to);
                }
                Some(_) if edge.to == body.exit => {}
                Some(known) => assert_eq!(*known, after, "paths disagree at {}", edge.to),
            }
        }
    }
}

#[test]
fn every_way_out_of_a_scope_leaves_it() {
    let bodies = [
        "for (int i = 0; i < 9; i++) { int x; f(&x); if (x) break; if (i) continue; g(&x); }",
        "while (1) { int x; f(&x); { int y; f(&y); if (x) return 1; if (y) goto out; } } out: ;",
        "int k = 0; again: { int x; f(&x); if (k++ < 3) goto again; }",
        "int c; goto in; { int x; f(&x); in: x = 2; f(&x); }",
        "int c = 1; switch (c) { int x; case 1: f(&x); case 2: { int y; f(&y); break; case 3: \
         f(&y); } default: x = 2; }",
        "int c = 5; switch (c % 3) { case 0: do { int x; f(&x); case 1: x = 1; f(&x); \
         case 2: c--; } while (c > 0); }",
        "int s = 0; for (;;) { s += ({ int x; f(&x); if (x == 3) continue; if (x > 9) break; x; }); }",
        "do { int x; f(&x); if (x) continue; f(&x); } while (f(&(int){1}) > 0);",
        "for (int i = 0; i < 2; i++) { struct s *p = &(struct s){ i, 2 }; f(&p->a); }",
        "if (m(1).a > 0 && m(2).b) f(&(int){ m(3).a }); while (m(4).a) { if (m(5).b) break; }",
        "int n = 3; while (n--) { int x = ({ struct s t = m(n); f(&t.a); t; }).b; f(&x); }",
    ];
    for body in bodies {
        let text = format!(
            "struct s {{ int a, b; }}; int f(int *p) {{ return *p = 1; }} \
             int g(int *p) {{ return 0; }} \
             struct s m(int a) {{ struct s r = {{ a, a }}; return r; }} \
             int main(void) {{ {body} return 0; }}"
        );
        assert_lives_are_balanced(&unchecked(&text));
    }
}

#[test]
fn a_block_is_entered_anew_in_every_round() {
    let edges = body_ops("for (;;) { int x; int *p = &x; *p = 1; }");
    assert_eq!(edges, ["enter x", "p = &x", "store i32, p, 1i32", "leave x", "skip back"]);
}

#[test]
fn a_declaration_in_a_loop_forgets_the_old_value() {
    let program = unchecked("int main(void) { int a; while (1) { int b; a = b; } }");
    let edges = ops(&program, "main");
    assert_eq!(edges, ["havoc b uninitialised", "a = b", "skip back"]);
}

#[test]
fn only_locals_that_may_be_read_unassigned_start_with_an_unknown_value() {
    let program = unchecked(
        "int main(void) { int a, b, c, d; a = 1; if (a) b = 2; c = a + b; \
         while (c) { d = 1; c -= d; } return c; }",
    );
    let edges = ops(&program, "main");
    let unknown: Vec<_> = edges.iter().filter(|edge| edge.contains("uninitialised")).collect();
    assert_eq!(unknown, ["havoc b uninitialised"]);
    assert_eq!(edges[0], "havoc b uninitialised");
}

#[test]
fn a_result_is_taken_before_the_scope_ends() {
    let edges = body_ops("int x = 3; int *p = &x; return *p;");
    assert_eq!(
        edges,
        [
            "enter x",
            "store i32, &x, 3i32",
            "p = &x",
            "%load = load i32, p",
            "leave x",
            "return %load"
        ]
    );
}

#[test]
fn cleanup_functions_run_on_every_way_out() {
    let program = unchecked(
        "void drop(int *p) { *p = 0; } int main(void) { int k = 2; \
         while (k) { int a __attribute__((cleanup(drop))) = k; if (k == 1) break; k--; } \
         return 0; }",
    );
    let calls = ops(&program, "main").iter().filter(|op| op.contains("call drop(&a)")).count();
    assert_eq!(calls, 2);
    assert_lives_are_balanced(&program);
}

#[test]
fn heads_of_structured_loops_are_labelled() {
    let program = unchecked(
        "int main(void) { int i; for (i = 0; i < 3; i++) { while (i) i--; do i++; while (i < 2); } \
         return 0; }",
    );
    let body = program.functions[program.entry].body.as_ref().expect("main has a body");
    let heads = body
        .locations
        .values()
        .filter(|location| matches!(location.label, ir::LocationLabel::LoopHead(_)))
        .count();
    assert_eq!(heads, 3);
    let backs = body.edges.values();
    let backs = backs.filter(|edge| edge.provenance.role == ir::EdgeRole::BackEdge).count();
    assert_eq!(backs, 3);
}
