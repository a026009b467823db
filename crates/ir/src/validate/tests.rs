//! One broken program per rule.

use source::Source;

use super::validate;
use crate::text::parse;

fn rules_broken(text: &str) -> Vec<&'static str> {
    let program = parse(&Source::new("test.ir", text.as_bytes().to_vec())).unwrap();
    validate(&program)
        .err()
        .unwrap_or_default()
        .into_iter()
        .map(|violation| violation.rule)
        .collect()
}

/// A main with some locals around the given edges, which start in `L0`.
fn with_edges(edges: &str) -> String {
    format!(
        "program LP64 entry main\n\
         global g: i32 = 0i32\n\
         object area: 8 align 4 static {{ 0: x\"01\" }}\n\
         check c0: assertion \"x\"\n\
         declare ext(i32) -> i32\n\
         fn other(z: i32) {{\n  var y: i32\n  object mine: 4 align 4\n  entry L0 exit L1\n  \
         L0 -> L1: return\n}}\n\
         fn main() -> i32 {{\n  var a: i32\n  var b: bool\n  var p: ptr\n  var f: f64\n  \
         object local: 4 align 4\n  entry L0 exit L1\n{edges}\n}}\n"
    )
}

#[test]
fn a_valid_program_breaks_nothing() {
    let edges = "L0 -> L2: a = (a + g)\nL2 -> L3: assume (a < 3i32)\n\
                 L2 -> L4: assume !(a < 3i32)\nL3 -> L5: enter local\nL5 -> L4: leave local\n\
                 L4 -> L6: p = load ptr, ptradd(&area, i64(a))\nL6 -> L1: return a";
    assert_eq!(rules_broken(&with_edges(edges)), [""; 0]);
}

#[test]
fn every_rule_is_found_broken() {
    let cases = [
        ("G3", "L0 -> L1: skip"),
        ("G3", "L0 -> L2: return 0i32"),
        ("G3", "L1 -> L0: skip"),
        ("G4", "L0 -> L2: skip\nL0 -> L3: assume true"),
        ("E2", "L0 -> L2: assume !a"),
        ("E2", "L0 -> L2: f = ~f"),
        ("E2", "L0 -> L2: b = -(b)"),
        ("E3", "L0 -> L2: a = (a + 1i64)"),
        ("E3", "L0 -> L2: f = (f % f)"),
        ("E4", "L0 -> L2: assume (a < 1u32)"),
        ("E4", "L0 -> L2: assume (b < b)"),
        ("E5", "L0 -> L2: a = (b ? a : f)"),
        ("E6", "L0 -> L2: p = ptr(a)"),
        ("E6", "L0 -> L2: b = bool(a)"),
        ("E7", "L0 -> L2: f = bits f64(a)"),
        ("E8", "L0 -> L2: p = ptradd(p, a)"),
        ("E9", "L0 -> L2: b = overflows(a + f)"),
        ("V1", "L0 -> L2: p = &mine"),
        ("V1", "L0 -> L2: a = y"),
        ("O1", "L0 -> L2: a = f"),
        ("O2", "L0 -> L2: assume a"),
        ("O3", "L0 -> L2: a = load i64, p"),
        ("O3", "L0 -> L2: store i32, a, a"),
        ("O3", "L0 -> L2: store bool, p, b"),
        ("O4", "L0 -> L2: copy p, p, 4i64"),
        ("O4", "L0 -> L2: fill p, a, 4u64"),
        ("O4", "L0 -> L2: a = allocate heap 4u64"),
        ("O4", "L0 -> L2: free a"),
        ("O5", "L0 -> L2: call ext()"),
        ("O5", "L0 -> L2: call ext(f)"),
        ("O5", "L0 -> L2: f = call ext(a)"),
        ("O6", "L0 -> L1: return"),
        ("O6", "L0 -> L1: return f"),
        ("O7", "L0 -> L2: check c9: b"),
        ("O7", "L0 -> L2: check c0: a"),
        ("O8", "L0 -> L2: await 1i32"),
        ("O8", "L0 -> L2: thread-create = ext(null)"),
        ("O9", "L0 -> L2: enter area"),
    ];
    for (rule, edges) in cases {
        assert!(rules_broken(&with_edges(edges)).contains(&rule), "{rule} in {edges}");
    }
}

#[test]
fn rules_of_storage_are_found_broken() {
    let main = "fn main() { entry L0 exit L1\n L0 -> L1: return\n }";
    let cases = [
        ("V3", "object o: 4 align 3 static { }"),
        ("V3", "object o: 4 align 4 static { 2: x\"010203\" }"),
        ("V3", "object o: 8 align 4 static { 0: x\"0102\", 1: x\"03\" }"),
        ("V4", "object o: 4 align 4\nglobal g: i64 = &o"),
    ];
    for (rule, storage) in cases {
        let text = format!("program LP64 entry main\n{storage}\n{main}\n");
        assert!(rules_broken(&text).contains(&rule), "{rule} in {storage}");
    }
    assert_eq!(rules_broken("program LP64 entry main\ndeclare main()\n"), ["G1"]);
}

#[test]
fn an_edge_that_is_listed_twice_is_found() {
    let text = with_edges("L0 -> L1: return a");
    let mut program = parse(&Source::new("test.ir", text.into_bytes())).unwrap();
    let body = program.functions[program.entry].body.as_mut().unwrap();
    let edge = body.edges.next_id();
    body.locations[body.entry].outgoing.push(edge);
    let twice = body.locations[body.entry].outgoing[0];
    body.locations[body.exit].incoming.push(twice);
    let rules: Vec<_> = validate(&program).unwrap_err().iter().map(|v| v.rule).collect();
    assert_eq!(rules, ["G2", "G2", "G4"]);
}

/// What the text form cannot say at all.
#[test]
fn rules_that_no_text_can_break_are_found_broken() {
    use crate::{Expr, ExprId, IntType};
    use index::Id;
    let valid = || {
        let text = with_edges("L0 -> L1: return a");
        parse(&Source::new("test.ir", text.into_bytes())).unwrap()
    };
    let rules = |program: &crate::Program| -> Vec<&str> {
        validate(program).unwrap_err().iter().map(|violation| violation.rule).collect()
    };
    let mut too_wide = valid();
    too_wide.exprs.intern(Expr::Int(IntType::unsigned(8), 256));
    assert_eq!(rules(&too_wide), ["E1"]);
    let mut backwards = valid();
    backwards.exprs.intern(Expr::Not(ExprId::new(1000)));
    assert_eq!(rules(&backwards), ["E10"]);
    let mut doubled = valid();
    let other = doubled.functions.ids().find(|id| !doubled.functions[*id].parameters.is_empty());
    let function = &mut doubled.functions[other.unwrap()];
    function.parameters.push(function.parameters[0]);
    assert!(rules(&doubled).contains(&"V2"));
}
