//! The meaning of each construct, step by step, as the header of `eval` states it.

use super::*;
use crate::explore::tests::system;

/// All steps from the first initial state, then from there on as chosen: each state as text.
fn after(text: &str, n_processes: usize, choices: &[&str]) -> Vec<String> {
    let system = system(text);
    let instance = Instance::new(&system, n_processes);
    let mut state = instance.initial_states(&[], 1).expect("one initial state").remove(0);
    for choice in choices {
        let successors = instance.successors(&state, &[]).expect("small numbers");
        let found = successors.iter().find(|(_, after)| shown(&system, after) == *choice);
        let all: Vec<_> = successors.iter().map(|(_, after)| shown(&system, after)).collect();
        state = found.unwrap_or_else(|| panic!("`{choice}` is none of {all:?}")).1.clone();
    }
    let successors = instance.successors(&state, &[]).expect("small numbers");
    let mut all: Vec<String> = successors.iter().map(|(_, after)| shown(&system, after)).collect();
    all.dedup();
    all
}

/// Location, numbers, true flags, held pointers and checked set of each process, then the centre.
fn shown(system: &System, state: &State) -> String {
    let mut words = Vec::new();
    for (process, checked) in state.processes.iter().zip(&state.checked) {
        let mut word = system.locations[process.location].name.clone();
        process.data.iter().for_each(|number| word += &number.to_string());
        for (id, var) in system.finites.iter() {
            if var.values[process.finite(id)] == "true" {
                word += &format!("+{}", var.name);
            }
        }
        for (id, pointer) in system.centre.pointers.iter() {
            if process.held.contains(id) {
                word += &format!("*{}", pointer.name);
            }
        }
        if process.checking.is_some() {
            word += &format!("?{}", checked.bits());
        }
        words.push(word);
    }
    words.extend(state.centre.data.iter().map(ToString::to_string));
    words.join(" ")
}

#[test]
fn a_guard_without_else_waits_and_one_with_else_does_not() {
    let text = "protocol p\nloc a, b, c\nat a: if forall otr. slf < otr then goto b\n\
                at b: if forall otr. pc[otr] = b then goto a else goto c\nsafety true";
    assert_eq!(after(text, 2, &[]), ["b a"]);
    assert_eq!(after(text, 2, &["b a"]), ["c a"]);
}

#[test]
fn exists_is_the_other_way_round() {
    let text = "protocol p\nloc a, b, c\nat a: if exists otr. pc[otr] = a then goto b else goto c\n\
                safety true";
    assert_eq!(after(text, 2, &[]), ["b a", "a b"]);
    assert_eq!(after(text, 2, &["b a"]), ["b c"]);
}

#[test]
fn scans_visit_in_every_order() {
    // From 0, seeing 1 and 2: whoever is seen last with a number that is not smaller counts.
    let text = "protocol p\nloc a, b, c\ndata t : nat = 0\n\
                at a: when t = 0: if forall otr. slf < otr then scan if t[otr] != 5 then t := t[otr] + 1; goto b\n\
                at a: if forall otr. otr < slf | t[otr] = 0 & t = 0 then t := 1; stay\nsafety true";
    let outcomes = after(text, 3, &["a0 a0 a1"]);
    assert!(outcomes.contains(&"b1 a0 a1".to_owned()), "{outcomes:?}");
    assert!(outcomes.contains(&"b2 a0 a1".to_owned()), "{outcomes:?}");
}

#[test]
fn actions_see_what_earlier_ones_did_and_nat_stops_at_zero() {
    let text = "protocol p\nloc a, b\ndata t : nat = 1\ndata u : int = 0\ncentre data n : nat = 7\n\
                at a: t := t - 3; u := t - 3; n := n + 1; u := u - 1; goto b\nsafety true";
    assert_eq!(after(text, 2, &[])[0], "b0-4 a10 8");
}

#[test]
fn a_broadcast_takes_the_first_case_and_reads_the_state_before() {
    let text = "protocol p\nloc a, b, c\nvar f : bool = false\nvar g : bool = true\n\
                at a: broadcast if slf < otr then f[otr] := g[otr], g[otr] := f[otr], pc[otr] := c \
                else if pc[otr] = a then pc[otr] := b; goto a\nsafety true";
    assert_eq!(after(text, 3, &[])[1], "b+g a+g c+f");
}

#[test]
fn a_pointer_points_at_one_process() {
    let text = "protocol p\nloc a, b\ncentre ptr cur\nat a: when cur = none: cur := slf; goto b\n\
                at a: if exists otr. cur = otr then cur := slf; goto b\n\
                at b: when cur = slf: cur := none; goto a\nsafety true";
    assert_eq!(after(text, 2, &["b*cur a"]), ["a a", "b b*cur"]);
    assert_eq!(after(text, 2, &["b*cur a", "b b*cur"]), ["b a"]);
}

#[test]
fn the_centre_acts_alone() {
    let text = "protocol p\nloc a, b\ncentre data n : nat = 0\nat a: when n = 1: goto b\n\
                centre: when n = 0: if forall otr. pc[otr] = a then n := n + 1\nsafety true";
    assert_eq!(after(text, 2, &[]), ["a a 1"]);
    assert_eq!(after(text, 2, &["a a 1"]), ["b a 1", "a b 1"]);
}

#[test]
fn stepwise_guards_remember_whom_they_checked() {
    let text = "protocol p\nloc a, b, c\nguards stepwise\n\
                at a: if forall otr. pc[otr] = a then goto b\nat b: goto c\nsafety true";
    // Process 0 checks 1; then 1 may leave, and 0 still gets through.
    assert!(after(text, 2, &[]).contains(&"a?2 a".to_owned()));
    let both = after(text, 2, &["a?2 a", "a?2 a?1", "a?2 b"]);
    assert!(both.contains(&"b b".to_owned()), "{both:?}");
}

#[test]
fn a_stepwise_guard_with_else_gives_up_at_the_first_refusal() {
    let text = "protocol p\nloc a, b, c\nguards stepwise\n\
                at a: when true: if forall otr. pc[otr] != a then goto b else goto c\nsafety true";
    assert_eq!(after(text, 2, &[]), ["c a", "a c"]);
    assert_eq!(after(text, 2, &["c a"]), ["c a?1"]);
    assert_eq!(after(text, 2, &["c a", "c a?1"]), ["c b"]);
}
