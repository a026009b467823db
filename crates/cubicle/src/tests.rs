//! The reader and the instances, on small texts.

use source::{Source, Styling};
use verdict::Budget;

use crate::{Exploration, Instance, Limits, System, read};

fn system(text: &str) -> System {
    let source = Source::new("test.cub", text.as_bytes().to_vec());
    let (system, diagnostics) = read(&source);
    let messages: Vec<String> =
        diagnostics.iter().map(|it| source::render(&source, it, Styling::Plain)).collect();
    system.unwrap_or_else(|| panic!("{}", messages.join("\n")))
}

/// The codes of all messages about a text.
fn codes(text: &[u8]) -> Vec<&'static str> {
    let source = Source::new("test.cub", text.to_vec());
    let (_, diagnostics) = read(&source);
    for diagnostic in diagnostics.iter() {
        assert!(!source::render(&source, diagnostic, Styling::Plain).is_empty());
    }
    diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

fn explored(system: &System, n_processes: usize) -> Exploration {
    let instance = Instance::new(system, n_processes);
    let limits = Limits { max_states: 10_000, max_depth: usize::MAX };
    Exploration::run(&instance, limits, &Budget::unlimited())
}

const TOKEN: &str = "
var Token : proc
array In[proc] : bool
init (x) { In[x] = False }
unsafe (x y) { In[x] = True && In[y] = True }
transition enter (x) requires { Token = x } { In[x] := True }
transition leave (x) requires { In[x] = True } { In[x] := False; Token := ? }
";

#[test]
fn a_token_keeps_processes_apart() {
    let found = explored(&system(TOKEN), 3);
    assert!(found.complete && found.violation.is_none());
    // Nobody inside and nobody has looked at the token; or one inside, who has it.
    assert_eq!(found.states.len(), 2);
}

#[test]
fn without_the_token_two_are_in() {
    let broken = TOKEN.replace("Token = x", "Token <> x");
    let run = explored(&system(&broken), 3).violation.expect("two can enter");
    assert_eq!((run.violated, run.steps.len()), (0, 2));
    assert_eq!(run.steps[0].transition, run.steps[1].transition);
    // The value that both looked at is given, and the same all along.
    assert_eq!(run.initial[0], run.steps[1].after[0]);
}

#[test]
fn assignments_read_the_state_before() {
    let swap = "
var A : bool
var B : bool
init () { A = True && B = False }
unsafe () { A = B }
transition swap () { A := B; B := A }
";
    let found = explored(&system(swap), 2);
    assert!(found.violation.is_none());
    assert_eq!(found.states.len(), 2);
}

#[test]
fn parameters_differ_and_init_covers_the_diagonal() {
    let matrix = "
array M[proc,proc] : bool
init (x y) { M[x,y] = False }
unsafe (x) { M[x,x] = True }
transition set (x y) { M[x,y] := True }
";
    let found = explored(&system(matrix), 2);
    assert!(found.complete && found.violation.is_none());
    assert_eq!(found.states.len(), 3, "processes are interchangeable");
}

#[test]
fn universal_guards_look_at_all_others() {
    let guarded = "
array In[proc] : bool
init (x) { In[x] = False }
unsafe (x y) { In[x] = True && In[y] = True }
transition enter (x) requires { forall_other y. In[y] = False } { In[x] := True }
";
    let found = explored(&system(guarded), 4);
    assert!(found.complete && found.violation.is_none());
    assert_eq!(found.states.len(), 2);
}

#[test]
fn a_variable_may_have_to_be_no_process() {
    let home = "
var Home : proc
array Asked[proc] : bool
init (p) { Home <> p && Asked[p] = False }
unsafe (p) { Asked[p] = True }
transition ask (p) requires { Home <> p } { Asked[p] := True }
";
    let system = system(home);
    assert!(system.has_outside_process);
    assert!(explored(&system, 2).violation.is_some());
}

#[test]
fn numbers_run_and_stated_invariants_cut_off() {
    let counter = "
var N : int
init () { N = 0 }
invariant () { N > 3 }
unsafe () { N = 3 }
transition up () { N := N + 1 }
";
    let run = explored(&system(counter), 2).violation.expect("three steps up");
    assert_eq!(run.steps.len(), 3);
    let beyond = counter.replace("unsafe () { N = 3 }", "unsafe () { N = 5 }");
    assert!(explored(&system(&beyond), 2).violation.is_none());
}

#[test]
fn reals_are_kept_in_units() {
    let clock = "
var T : real
init () { T = 0.25 }
unsafe () { T = 1.0 }
transition tick () { T := T + 0.25 }
";
    let system = system(clock);
    assert_eq!(system.real_unit, 100);
    assert_eq!(explored(&system, 2).violation.map(|run| run.steps.len()), Some(3));
}

#[test]
fn the_first_syntax_means_the_same() {
    let old = "
type t = Idle | Busy
array A[proc] : t
array B[proc] : bool
array C[proc] : bool
var G : bool
init (x) { A[x] = Idle && B[x] = False && C[x] = False && G = False }
unsafe (x y) { A[x] = Busy && A[y] = Busy }
transition enter(n)
require { A[n] = Idle }
uguard (j) { A[j] = Idle }
assign { G := True; C := B }
A[j] := {| j = n : Busy | _ : A[j] }
";
    let today = old
        .replace("require {", "requires {")
        .replace(" }\nuguard (j) {", " && forall_other j. ")
        .replace("assign { G := True; C := B }", "{ G := True; C[j] := case | _ : B[j];")
        .replace(
            "A[j] := {| j = n : Busy | _ : A[j] }",
            "A[j] := case | j = n : Busy | _ : A[j] }",
        );
    let (old, today) = (explored(&system(old), 3), explored(&system(&today), 3));
    assert_eq!(old.states, today.states);
    assert!(old.violation.is_none());
}

#[test]
fn predicates_and_connectives_expand() {
    let text = "
array A[proc] : bool
array B[proc] : bool
predicate same(x) { A[x] = True <=> B[x] = True }
init (x) { A[x] = False && B[x] = False }
unsafe (x) { not same(x) }
transition both (x) requires { if A[x] = True then B[x] = True else same(x) } { A[x] := True; B[x] := True }
";
    let found = explored(&system(text), 2);
    assert!(found.complete && found.violation.is_none());
    assert_eq!(found.states.len(), 3);
}

#[test]
fn messages_name_what_is_wrong() {
    let head = "type t = One | Two\nvar V : t\nvar N : int\nvar P : proc\narray A[proc] : t\n";
    let with = |rest: &str| codes(format!("{head}{rest}").as_bytes());
    assert_eq!(with("init () { V = One }"), ["E0712"]);
    assert_eq!(with("init () { V = Onne } unsafe () { V = Two }"), ["E0717"]);
    assert_eq!(with("init () { V = N } unsafe () { V = P }"), ["E0722", "E0722"]);
    assert_eq!(with("init () { V < One } unsafe () { V = Two }"), ["E0722"]);
    assert_eq!(with("init (x) { A[x,x] = One } unsafe () { V = Two }"), ["E0721"]);
    assert_eq!(with("init (x) { A[P] = One } unsafe () { V = Two }"), ["E0703"]);
    assert_eq!(with("init (x) { A[#1] = One } unsafe () { V = Two }"), ["E0723"]);
    assert_eq!(with("init () { V = One && } unsafe () { V = }"), ["E0702", "E0702"]);
    let quantified = "init (x) { A[x] = One } unsafe () { forall x. A[x] = Two }";
    assert_eq!(with(quantified), ["E0718"]);
    let twice = "init () { V = One } unsafe () { V = Two } transition t () { V := One; V := Two }";
    assert_eq!(with(twice), ["E0715"]);
}

#[test]
fn hostile_texts_are_refused_quietly() {
    assert!(!codes(&[0xff, 0xfe, 0, 1, 2, 3]).is_empty());
    assert_eq!(codes(b"(* never closed"), ["E0701", "E0712", "E0712"][..1]);
    let line = vec![b'A'; 1 << 20];
    assert!(!codes(&line).is_empty());
    for deep in ["(", "not ", "forall_other x. ", "if ", "if True = True then True = True else "] {
        let text = format!("init () {{ {} }}", deep.repeat(100_000));
        assert!(!codes(text.as_bytes()).is_empty());
    }
    let doubling: String =
        (0..40).map(|at| format!("predicate p{}() {{ p{at}() <=> p{at}() }}\n", at + 1)).collect();
    let text = format!(
        "var B : bool\npredicate p0() {{ B = True }}\n{doubling}init () {{ p40() }} unsafe () {{ B = True }}"
    );
    assert!(codes(text.as_bytes()).contains(&"E0720"));
    let endless = "predicate p() { p() } init () { p() } unsafe () { p() }";
    assert!(codes(endless.as_bytes()).contains(&"E0720"));
}

/// Everything that preparing steps treats apart: cases on cells and indices, order, sums, matrices.
const RING: &str = "
type place = Out | Wait | In
array At[proc] : place
array Seen[proc,proc] : bool
array Turn[proc] : int
var Last : proc
var Count : int
init (x y) { At[x] = Out && Seen[x,y] = False && Turn[x] = 0 && Count = 1 && Last = x }
unsafe (x y) { At[x] = In && At[y] = In && Count < 0 }
transition ask (x)
requires { At[x] = Out && Count < 4 }
{ At[j] := case | j = x : Wait | At[j] = In && j < x : Out | _ : At[j];
  Turn[x] := 2 * Count - 1; Count := Count + 1; Last := x }
transition see (x y)
requires { At[x] = Wait && x < y && Last <> y || Turn[x] = Turn[y] }
{ Seen[i,j] := case | i = x && j = y : True | i = j : False | _ : Seen[j,i]; Last := y }
transition enter (x)
requires { At[x] = Wait && forall_other y. (At[y] <> In && (Seen[x,y] = True || y < x)) }
{ At[x] := In; Turn[j] := case | j = x : 0 | _ : Turn[j] }
";

#[test]
fn prepared_steps_are_those_of_the_model() {
    let one = system(&RING.replace("Last = x", "Last = Last"));
    for n_processes in 1..=3 {
        let instance = Instance::new(&one, n_processes);
        let found = explored(&one, n_processes);
        assert!(n_processes == 1 || found.states.len() > 20);
        for state in &found.states {
            // All values are given, so that nothing depends on which is asked for first.
            let state = instance.completed(state);
            let steps = |steps: Vec<crate::instance::Successor>| {
                let mut steps: Vec<_> = steps
                    .into_iter()
                    .map(|step| (step.transition, step.args, step.before, step.after))
                    .collect();
                steps.sort();
                steps
            };
            assert_eq!(
                steps(instance.successors(&state)),
                steps(instance.successors_from_model(&state))
            );
        }
    }
}

#[test]
fn walks_go_on_where_breadth_first_search_stops() {
    let counting = system(
        "var N : int
         array A[proc] : bool
         init (x) { N = 0 && A[x] = False }
         unsafe () { N = 300 }
         transition up (x) requires { A[x] = False } { A[x] := True; N := N + 1 }
         transition down (x) requires { A[x] = True } { A[x] := False; N := N + 1 }",
    );
    let instance = Instance::new(&counting, 2);
    let limits = Limits { max_states: 20, max_depth: usize::MAX };
    let mut found = Exploration::run(&instance, limits, &Budget::unlimited());
    assert!(found.violation.is_none() && !found.complete);
    found.wander(&instance, 2_000, &Budget::unlimited());
    let run = found.violation.expect("three hundred steps lead there");
    assert_eq!(run.steps.len(), 300);
}

#[test]
fn integers_that_init_bounds_take_all_their_values() {
    let bounded = system(
        "var N : int
         array T[proc] : int
         init (x) { 40 <= N && N < 60 && 0 < T[x] && T[x] <= 2 }
         unsafe (x) { N = 60 && T[x] = 3 }
         transition up (x) requires { N = 57 && T[x] = 2 } { N := N + 1 }",
    );
    let instance = Instance::new(&bounded, 2);
    let limits = Limits { max_states: 10_000, max_depth: usize::MAX };
    let found = Exploration::run(&instance, limits, &Budget::unlimited());
    assert!(found.complete && found.violation.is_none() && instance.is_exact());
    // Twenty numbers, and of four pairs two are the same with the processes exchanged.
    assert_eq!(found.states.len(), 20 * 3);
    let violated = system(
        "var N : int
         init () { 40 <= N && N < 60 }
         unsafe () { N = 57 }",
    );
    assert!(explored(&violated, 1).violation.is_some());
}
