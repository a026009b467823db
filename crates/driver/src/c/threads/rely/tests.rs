//! What is proved one thread at a time, and what its re-check accepts, against all interleavings.
//!
//! The programs and the truth about them are those of `threads/tests.rs`.

use engine_slicing::{Seeds, Strategy};
use ir::{FunctionId, Program};
use ir_interp::Indeterminate;
use ir_passes::inline::{Limits, inline};
use ir_passes::locals_as_variables::locals_as_variables;
use ir_passes::points_to::{ExternalPointers, PointsTo};
use ir_passes::rely::{
    Clause, Counting, Units, alone, candidates, consistent, counting_candidates,
};
use source::Source;
use verdict::Budget;

use super::super::tests::Random3;
use super::recheck::{Proof, recheck};
use super::{ByRely, MAX_EDGES, RECURSION, by_rely};
use crate::c::explore::Random;
use crate::c::threads::CoreEffort;

/// Programs that are looked at where nobody asks for more by this variable of the environment.
const N_FEW: u64 = 12;
const MORE: &str = "LINCHPIN_RANDOM_PROGRAMS";
/// Sets of clauses that are tried of one program.
const N_SETS: u64 = 3;

fn n_programs() -> u64 {
    let more = std::env::var(MORE).ok();
    more.and_then(|it| it.parse().ok()).unwrap_or(N_FEW)
}

fn program(random: &Random3) -> Program {
    let source = Source::new("random.ir", random.text().into_bytes());
    ir::text::parse(&source).expect("the writer writes programs")
}

/// What the search looks at first.
struct Looked {
    routines: Vec<FunctionId>,
    inlined: Program,
    points_to: PointsTo,
    units: Units,
    all: Vec<Clause>,
}

impl Looked {
    fn at(program: &Program) -> Option<Self> {
        let alone = alone(program).ok()?;
        let points_to = PointsTo::of(&alone.program, ExternalPointers::OwnMemory);
        let limits = Limits { n_edges: MAX_EDGES, recursion: RECURSION };
        let mut inlined = inline(&alone.program, &points_to, limits).ok()?.program;
        locals_as_variables(&mut inlined);
        let points_to = PointsTo::of(&inlined, ExternalPointers::OwnMemory);
        let units = Units::of(&inlined, &points_to, &alone).ok()?;
        let all = consistent(candidates(&inlined, &points_to, &units, alone.started));
        Some(Self { routines: alone.routines, inlined, points_to, units, all })
    }
}

/// No set of clauses is accepted of a program that fails, whoever believes in it: so a search that
/// forgets to ask something is found out.
fn nothing_is_accepted_of_programs_that_fail(n_programs: u64) -> u32 {
    let budget = Budget::unlimited();
    let mut n_refused = 0;
    for seed in 0..n_programs {
        let random = Random3::seeded(seed);
        if !random.fails() {
            continue;
        }
        let program = program(&random);
        let Some(mut looked) = Looked::at(&program) else { continue };
        let mut drawn = Random::seeded(seed ^ 0x5eed);
        for set in 0..N_SETS {
            let mut units = looked.units.clone();
            let mut clauses = looked.all.clone();
            if let Some(&counting) = Counting::ALL.get(set as usize) {
                let (inlined, points_to) = (&mut looked.inlined, &looked.points_to);
                let all = &looked.all;
                clauses.extend(counting_candidates(
                    counting, inlined, points_to, &mut units, all, all,
                ));
            }
            let one_of = 1 + drawn.below(4);
            clauses.retain(|_| drawn.below(one_of) == 0);
            let clauses: Vec<Clause> = consistent(clauses);
            let (program, routines, units) = (&program, looked.routines.as_slice(), &units);
            let proof = Proof { program, routines, units, clauses: &clauses };
            let again = recheck(&proof, Strategy::Counterexamples, Seeds::Precondition, &budget);
            assert!(again.is_err(), "accepted with {clauses:?}, and fails:\n{}", random.text());
            n_refused += 1;
        }
    }
    n_refused
}

#[test]
fn nothing_is_accepted_of_a_program_that_fails() {
    assert!(nothing_is_accepted_of_programs_that_fail(n_programs()) > 5);
}

#[test]
fn nothing_that_fails_is_proved_one_thread_at_a_time() {
    let budget = Budget::unlimited();
    let (mut n_failing, mut n_proved, mut n_unchecked) = (0, 0, 0);
    for seed in 0..n_programs() {
        let random = Random3::seeded(seed);
        let (program, fails) = (program(&random), random.fails());
        n_failing += u32::from(fails);
        let indeterminate = Indeterminate::AsInput;
        let (strategy, effort) = (Strategy::Counterexamples, CoreEffort::Brief);
        match by_rely(&program, indeterminate, strategy, effort, &budget) {
            ByRely::Proved(proved) => {
                n_proved += 1;
                let clauses = &proved.clauses;
                assert!(!fails, "proved by {clauses:?}, and fails:\n{}", random.text());
            }
            ByRely::Open(why) => n_unchecked += u32::from(why.contains("not checked again")),
            ByRely::InternalError(error) => panic!("{error}:\n{}", random.text()),
        }
        if seed % 100 == 99 {
            println!(
                "{} programs: {n_failing} fail, {n_proved} proved, {n_unchecked} proofs not checked again",
                seed + 1
            );
        }
    }
}

/// The block that a local array of any length is, and a thread that writes where `p` leads.
fn block_on_the_stack(tells: &str) -> Program {
    let text = format!(
        "program LP64 entry main
global p: ptr = 0x0ptr
check c0: assertion \"nobody writes there\"
fn write(a: ptr) -> ptr {{
  var q: ptr
  entry L0 exit L9
  L0 -> L1: q = p
  L1 -> L2: store i32, q, 1i32
  L2 -> L9: return null
}}
fn main() -> i32 {{
  var b: ptr
  var x: i32
  object array: 0 align 1
  entry L0 exit L9
  L0 -> L1: enter array
  L1 -> L2: b = allocate stack array 4u64
  L2 -> L3: store i32, b, 0i32
  L3 -> L4: {tells}
  L4 -> L5: thread-create = write(null)
  L5 -> L6: x = load i32, b
  L6 -> L7: check c0: (x == 0i32)
  L7 -> L9: return 0i32
}}
"
    );
    let source = Source::new("block.ir", text.into_bytes());
    let program = ir::text::parse(&source).expect("it is a program");
    assert_eq!(ir::validate(&program), Ok(()));
    program
}

#[test]
fn a_block_on_the_stack_is_shared_if_others_know_it() {
    let (indeterminate, budget) = (Indeterminate::AsInput, Budget::unlimited());
    let judge = |tells: &str| {
        let program = block_on_the_stack(tells);
        by_rely(&program, indeterminate, Strategy::Counterexamples, CoreEffort::Brief, &budget)
    };
    let told = judge("p = b");
    assert!(matches!(&told, ByRely::Open(why) if why == "a local object is shared"));
    assert!(matches!(judge("skip"), ByRely::Proved(_)));
}
