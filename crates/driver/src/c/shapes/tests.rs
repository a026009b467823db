//! Claims about the heap that are not true are refused: each true claim is changed in every way that
//! says more than is so, and none of the results is confirmed.

use engine_shape::{Clump, run};
use evidence::heap::{HeapClaim, confirm};
use ir::Program;
use ir_passes::inline::{Limits, inline};
use ir_passes::points_to::{ExternalPointers, PointsTo};
use shape::{Annotations, Edge, Field, Integers, Predicates, State, Value};
use source::Source;
use verdict::Budget;

use super::RECURSION;

/// A list that is appended to and freed from its head, every element a 1 but the last.
const SINGLY: &str = include_str!("singly.ir");
/// A doubly linked list that is appended to and freed from its end.
const DOUBLY: &str = include_str!("doubly.ir");

fn program(text: &str) -> Program {
    let source = Source::new("list.ir", text.as_bytes().to_vec());
    ir::text::parse(&source).expect("the example is valid")
}

fn proved(program: &Program) -> HeapClaim {
    let points_to = PointsTo::of(program, ExternalPointers::OwnMemory);
    let limits = Limits { n_edges: 10_000, recursion: RECURSION };
    let inlined = inline(program, &points_to, limits).expect("the example is small");
    let proof = run(
        program,
        &inlined,
        &Annotations::default(),
        (Clump::default(), Integers::Machine),
        &Budget::unlimited(),
    )
    .expect("the example is proved");
    HeapClaim { preds: proof.preds, states: proof.states, recursion: RECURSION }
}

fn is_confirmed(program: &Program, claim: &HeapClaim) -> bool {
    confirm(program, &Annotations::default(), claim, Integers::Machine, &Budget::unlimited())
        .is_ok()
}

/// The claim with one of its states changed, for each of them.
fn changed(claim: &HeapClaim, change: impl Fn(&State) -> Vec<State>) -> Vec<HeapClaim> {
    let mut lies = Vec::new();
    for (location, states) in &claim.states {
        for (index, state) in states.iter().enumerate() {
            for lie in change(state) {
                let mut claim = claim.clone();
                claim.states.get_mut(location).expect("it is there")[index] = lie;
                lies.push(claim);
            }
        }
    }
    lies
}

#[test]
fn true_claims_are_confirmed() {
    for text in [SINGLY, DOUBLY] {
        let program = program(text);
        assert!(is_confirmed(&program, &proved(&program)));
    }
}

#[test]
fn a_claim_without_one_of_its_states_is_refused() {
    for text in [SINGLY, DOUBLY] {
        let program = program(text);
        let claim = proved(&program);
        for (location, states) in &claim.states {
            for (index, state) in states.iter().enumerate() {
                let mut less = claim.clone();
                less.states.get_mut(location).expect("it is there").remove(index);
                assert!(!is_confirmed(&program, &less), "{location} without {state}");
            }
        }
    }
}

#[test]
fn a_claim_that_says_too_much_is_refused() {
    for text in [SINGLY, DOUBLY] {
        let program = program(text);
        let claim = proved(&program);
        let variables = changed(&claim, |state| {
            let lie = |var| {
                let mut lie = state.clone();
                lie.set_var(var, Value::Num(7));
                lie
            };
            state.vars.keys().map(|var| lie(*var)).collect()
        });
        let cells = changed(&claim, |state| {
            let mut lies = Vec::new();
            for (node, edge) in &state.edges {
                let Edge::Block(block) = edge else { continue };
                for offset in (0..block.size).step_by(8) {
                    let mut lie = state.clone();
                    let lied = lie.block_mut(*node).expect("it is a block");
                    lied.write(offset, 8, Value::Num(99));
                    lies.push(lie);
                }
            }
            lies
        });
        let edges = changed(&claim, |state| {
            let without = |node| {
                let mut lie = state.clone();
                lie.edges.remove(node);
                lie
            };
            state.edges.keys().map(without).collect()
        });
        let empties = changed(&claim, |state| {
            let mut lies = Vec::new();
            for (node, edge) in &state.edges {
                if let Edge::Seg { end, .. } = edge {
                    let mut lie = state.clone();
                    lie.edges.remove(node);
                    lie.replace_node(*node, *end);
                    lies.push(lie);
                }
            }
            lies
        });
        for lie in variables.iter().chain(&cells).chain(&edges).chain(&empties) {
            assert!(!is_confirmed(&program, lie), "{lie:#?}");
        }
    }
}

#[test]
fn junk_is_refused_where_leaks_are_asked_for() {
    let program = program(SINGLY);
    let claim = proved(&program);
    for lie in changed(&claim, |state| vec![State { junk: true, ..state.clone() }]) {
        assert!(!is_confirmed(&program, &lie));
    }
}

#[test]
fn another_constant_in_a_predicate_is_refused() {
    let program = program(SINGLY);
    let mut claim = proved(&program);
    let mut preds = Predicates::new();
    let mut n_changed = 0;
    for (_, predicate) in claim.preds.iter() {
        let mut predicate = predicate.clone();
        for (.., field) in &mut predicate.fields {
            if let Field::Num(number) = field {
                *number += 1;
                n_changed += 1;
            }
        }
        preds.intern(predicate);
    }
    assert!(n_changed > 0);
    claim.preds = preds;
    assert!(!is_confirmed(&program, &claim));
}
