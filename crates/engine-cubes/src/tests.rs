//! The engine on small protocols, by what it answers.

use cubicle::{Source, System};
use verdict::Budget;

use crate::{Answer, verify};

fn system(text: &str) -> System {
    let source = Source::new("test.cub", text.as_bytes().to_vec());
    cubicle::read(&source).0.expect("the test's text is well-formed")
}

fn answer(text: &str) -> Answer {
    verify(&system(text), &Budget::unlimited().with_steps(300_000)).0
}

fn n_cubes(text: &str) -> usize {
    match answer(text) {
        Answer::Safe { cubes, .. } => cubes.len(),
        other => panic!("not proved: {other:?}"),
    }
}

const MUTEX: &str = "
array In[proc] : bool
init (x) { In[x] = False }
unsafe (x y) { In[x] = True && In[y] = True }
transition enter (x) requires { forall_other y. In[y] = False } { In[x] := True }
transition leave (x) requires { In[x] = True } { In[x] := False }
";

#[test]
fn the_unsafe_cube_alone_can_be_inductive() {
    assert_eq!(n_cubes(MUTEX), 1);
}

#[test]
fn without_the_guard_there_is_a_run() {
    let broken = MUTEX.replace("requires { forall_other y. In[y] = False }", "");
    let Answer::Unsafe(run) = answer(&broken) else { panic!("a run was expected") };
    assert_eq!((run.n_processes, run.steps.len()), (2, 2));
}

#[test]
fn numbers_that_grow_are_no_obstacle() {
    let tickets = "
type s = Out | Waiting | In
var Next : int
var Shown : int
array S[proc] : s
array T[proc] : int
init (c) { S[c] = Out && Next = 1 && Shown = 1 && T[c] = 0 }
unsafe (c d) { S[c] = In && S[d] = In }
transition draw (c) requires { S[c] = Out } { T[c] := Next; Next := Next + 1; S[c] := Waiting }
transition enter (c) requires { S[c] = Waiting && T[c] = Shown } { S[c] := In }
transition leave (c) requires { S[c] = In } { S[c] := Out; Shown := Shown + 1 }
";
    assert!(n_cubes(tickets) < 40);
}

#[test]
fn a_guard_that_an_unseen_process_blocks_is_not_believed() {
    // There is always a process at B after the first step, and C wants nobody there. Among the
    // processes in sight of `A[x] = C` nobody is at B.
    let blocked = "
type t = A0 | B | C
var Begun : bool
array A[proc] : t
init (x) { A[x] = A0 && Begun = False }
unsafe (x) { A[x] = C }
transition begin (x) requires { Begun = False } { A[x] := B; Begun := True }
transition go (x) requires { Begun = True && A[x] = A0 && forall_other y. A[y] <> B } { A[x] := C }
";
    let Answer::Unknown { path, .. } = answer(blocked) else { panic!("this cannot be told") };
    assert_eq!(path.len(), 2);
}

#[test]
fn a_budget_is_obeyed() {
    let budget = Budget::unlimited().with_steps(3);
    let (answer, _) = verify(&system(MUTEX), &budget);
    assert!(matches!(answer, Answer::Unknown { .. }));
}

#[test]
fn wrong_hints_are_dropped_and_wrong_statements_taken_for_granted() {
    let hinted = format!("{MUTEX}\ncandidate (x) {{ In[x] = True }}");
    assert_eq!(n_cubes(&hinted), 1);
    let stated = format!("{MUTEX}\ninvariant (x) {{ In[x] = True }}");
    let Answer::Safe { assumed, .. } = answer(&stated) else { panic!("safe if stated") };
    assert_eq!(assumed, [0]);
}

#[test]
fn too_many_constructors_are_named() {
    let names: Vec<String> = (0..70).map(|number| format!("K{number}")).collect();
    let text = format!(
        "type big = {}\nvar V : big\ninit () {{ V = K0 }}\nunsafe () {{ V = K69 }}",
        names.join(" | ")
    );
    let Answer::Unknown { reason, .. } = answer(&text) else { panic!("this is not supported") };
    assert_eq!(reason.name(), "unsupported");
}
