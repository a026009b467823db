//! True claims are confirmed, wrong ones are not.

use encode::{Component, Facts, Invariants};
use source::Source;
use verdict::Budget;

use super::{Bodies, Claim, Extent, Refusal, confirm};

fn judge(edges: &str, claim: Claim) -> Result<(), Refusal> {
    let text = format!(
        "program LP64 entry main\ncheck c0: assertion \"x\"\nfn main() {{\n  var a: i32\n  \
         var b: i32\n  entry L0 exit L1\n{edges}\n}}\n"
    );
    let program = ir::text::parse(&Source::new("test.ir", text.into_bytes())).unwrap();
    assert_eq!(ir::validate(&program), Ok(()));
    let extent = Extent::whole(1, encode::Integers::Machine);
    confirm(&program, &claim, &Invariants::default(), &extent, &Budget::unlimited())
}

const COUNT_TO_THREE: &str = "L0 -> L2: a = 0i32\nL2 -> L3: assume (a < 3i32)\n\
     L2 -> L4: assume !(a < 3i32)\nL3 -> L2: a = (a + 1i32)\nL4 -> L5: check c0: (a == 3i32)\n\
     L5 -> L1: return";

#[test]
fn the_number_of_steps_must_suffice() {
    assert_eq!(judge(COUNT_TO_THREE, Claim::AllRunsEnd { n_steps: 5 }), Ok(()));
    let too_few = judge(COUNT_TO_THREE, Claim::AllRunsEnd { n_steps: 4 });
    assert!(matches!(too_few, Err(Refusal::Wrong(_))), "{too_few:?}");
}

#[test]
fn whoever_is_not_moved_is_left_over() {
    let location = <ir::LocationId as index::Id>::new;
    let moves = |places: &[usize]| Claim::AllRunsEndInTurn {
        moves: places.iter().map(|place| location(*place)).collect(),
    };
    assert_eq!(judge(COUNT_TO_THREE, moves(&[0, 2, 2, 2, 2])), Ok(()));
    // Places where nobody is do no harm.
    assert_eq!(judge(COUNT_TO_THREE, moves(&[0, 4, 2, 2, 0, 2, 2, 2])), Ok(()));
    for wrong in [&[][..], &[0], &[2, 2, 2, 2], &[0, 2, 2, 2], &[0, 3, 3, 3, 3]] {
        let judged = judge(COUNT_TO_THREE, moves(wrong));
        assert!(matches!(judged, Err(Refusal::Wrong(_))), "{wrong:?}: {judged:?}");
    }
    let failing = COUNT_TO_THREE.replace("(a == 3i32)", "(a == 2i32)");
    let judged = judge(&failing, moves(&[0, 2, 2, 2, 2]));
    assert!(matches!(judged, Err(Refusal::Wrong(_))), "{judged:?}");
}

/// The claim that states are few, told apart by some variables of which some are relative.
fn states_by(kept: &[usize], relative: &[usize]) -> Claim {
    let vars =
        |which: &[usize]| which.iter().map(|it| <ir::VarId as index::Id>::new(*it)).collect();
    Claim::AllStates { kept: vars(kept), relative: vars(relative) }
}

fn states(kept: &[usize]) -> Claim {
    states_by(kept, &[])
}

#[test]
fn states_are_told_apart_by_what_is_kept() {
    assert_eq!(judge(COUNT_TO_THREE, states(&[0])), Ok(()));
    assert_eq!(judge(COUNT_TO_THREE, states(&[0, 1])), Ok(()));
    // Where the count is not kept, it is any number behind the loop.
    for kept in [&[][..], &[1]] {
        let judged = judge(COUNT_TO_THREE, states(kept));
        assert!(matches!(judged, Err(Refusal::Undecided(_))), "{judged:?}");
    }
    let failing = COUNT_TO_THREE.replace("(a == 3i32)", "(a == 2i32)");
    let judged = judge(&failing, states(&[0]));
    assert!(matches!(judged, Err(Refusal::Undecided(_))), "{judged:?}");
}

/// Two numbers move on together from any number, and the round ends where the second is 7.
const TOGETHER: &str = "L0 -> L2: havoc a input\nL2 -> L3: b = (a - 1i32)\n\
     L3 -> L4: a = (a + 5i32)\nL4 -> L5: b = (b + 5i32)\nL5 -> L6: check c0: ((a - b) == 1i32)\n\
     L6 -> L3: assume (b != 7i32)\nL6 -> L7: assume !(b != 7i32)\nL7 -> L8: check c0: (a == 8i32)\n\
     L8 -> L1: return";

#[test]
fn unknown_numbers_are_told_by_how_far_apart_they_are() {
    assert_eq!(judge(TOGETHER, states(&[0, 1])), Ok(()));
    for wrong in [("(a == 8i32)", "(a == 7i32)"), ("(b + 5i32)", "(b + 4i32)")] {
        let judged = judge(&TOGETHER.replace(wrong.0, wrong.1), states(&[0, 1]));
        assert!(matches!(judged, Err(Refusal::Undecided(_))), "{wrong:?}: {judged:?}");
    }
}

/// Two numbers count on for ever, one behind the other, from constants.
const ONE_BEHIND: &str = "L0 -> L2: a = 4i32\nL2 -> L3: b = 3i32\nL3 -> L4: a = (a + 1i32)\n\
     L4 -> L5: b = (b + 1i32)\nL5 -> L3: check c0: ((b + 1i32) == a)";

#[test]
fn relative_constants_may_be_any_that_far_apart() {
    assert_eq!(judge(ONE_BEHIND, states_by(&[0, 1], &[0, 1])), Ok(()));
    // To say so of one of them alone loses how far they are apart; and constants are constants no more.
    for (program, relative) in [
        (ONE_BEHIND.to_owned(), &[0, 1][..1]),
        (ONE_BEHIND.replace("((b + 1i32) == a)", "(a != 3i32)"), &[0, 1]),
        (ONE_BEHIND.replace("b = (b + 1i32)", "b = (b + 2i32)"), &[0, 1]),
    ] {
        let judged = judge(&program, states_by(&[0, 1], relative));
        assert!(matches!(judged, Err(Refusal::Undecided(_))), "{program}: {judged:?}");
    }
}

/// An endless loop around one that counts to three.
const ROUNDS_OF_THREE: &str = "L0 -> L2: b = 7i32\nL2 -> L3: a = 0i32\n\
     L3 -> L4: assume (a < 3i32)\nL3 -> L5: assume !(a < 3i32)\nL4 -> L3: a = (a + 1i32)\n\
     L5 -> L2: check c0: (a == 3i32)";

fn through(loops: &[usize]) -> Claim {
    let location = <ir::LocationId as index::Id>::new;
    Claim::InductiveThrough { loops: loops.iter().map(|it| location(*it)).collect() }
}

#[test]
fn loops_that_end_by_constants_are_followed_and_need_no_invariants() {
    assert_eq!(judge(ROUNDS_OF_THREE, through(&[3])), Ok(()));
    // Where the loop is not named, nothing is known of `a` behind it.
    let cut = judge(ROUNDS_OF_THREE, through(&[]));
    assert!(matches!(cut, Err(Refusal::Wrong(_))), "{cut:?}");
    let failing = ROUNDS_OF_THREE.replace("(a == 3i32)", "(a == 2i32)");
    let judged = judge(&failing, through(&[3]));
    assert!(matches!(judged, Err(Refusal::Wrong(_))), "{judged:?}");
}

#[test]
fn a_failure_in_a_loop_that_is_followed_is_not_overlooked() {
    let inside = ROUNDS_OF_THREE
        .replace(
            "L4 -> L3: a = (a + 1i32)",
            "L4 -> L6: a = (a + 1i32)\nL6 -> L3: check c0: (a != 3i32)",
        )
        .replace("check c0: (a == 3i32)", "skip");
    let judged = judge(&inside, through(&[3]));
    assert!(matches!(judged, Err(Refusal::Wrong(_))), "{judged:?}");
}

#[test]
fn whoever_follows_an_endless_loop_proves_nothing() {
    let judged = judge(ROUNDS_OF_THREE, through(&[3, 2]));
    assert!(matches!(judged, Err(Refusal::Undecided(_))), "{judged:?}");
    let open = COUNT_TO_THREE.replace("L0 -> L2: a = 0i32", "L0 -> L2: havoc a input");
    let judged = judge(&open, through(&[2]));
    assert!(matches!(judged, Err(Refusal::Undecided(_))), "{judged:?}");
}

#[test]
fn what_is_not_inductive_is_refused() {
    // Whoever went round once leaves with three; whoever did not may leave with anything.
    assert_eq!(judge(COUNT_TO_THREE, Claim::Inductive { k: 1 }), Ok(()));
    let none = judge(COUNT_TO_THREE, Claim::Inductive { k: 0 });
    assert!(matches!(none, Err(Refusal::Wrong(_))), "{none:?}");
    // From anywhere, `b` is anything, however long one waits.
    let other =
        COUNT_TO_THREE.replace("a = 0i32", "b = 0i32").replace("(a == 3i32)", "(b == 0i32)");
    let claim = judge(&other, Claim::Inductive { k: 2 });
    assert!(matches!(claim, Err(Refusal::Wrong(_))), "{claim:?}");
}

#[test]
fn a_failure_at_the_beginning_is_not_overlooked() {
    let early = "L0 -> L2: havoc a input\nL2 -> L3: check c0: (a != 5i32)\nL3 -> L4: skip\n\
                 L4 -> L4: skip";
    let claim = judge(early, Claim::Inductive { k: 1 });
    assert!(matches!(claim, Err(Refusal::Wrong(_))), "{claim:?}");
}

#[test]
fn a_step_that_is_not_modelled_is_no_proof() {
    let unsupported = "L0 -> L2: unsupported \"magic\"\nL2 -> L3: check c0: true\nL3 -> L1: return";
    let claim = judge(unsupported, Claim::AllRunsEnd { n_steps: 1 });
    assert!(matches!(claim, Err(Refusal::Wrong(_))), "{claim:?}");
}

/// Says of the only loop head that one of the variables equals a number.
fn says(program: &ir::Program, name: &str, value: u128) -> Invariants {
    let mut invariants = Invariants::default();
    let (var, _) = program.vars.iter().find(|(_, var)| &*var.name == name).unwrap();
    let term = invariants.variable(Component::Var(var), logic::Sort::BitVec(32));
    let value = invariants.pool.bv(32, value);
    let lemma = invariants.pool.eq(term, value);
    let head = ir_passes::loop_forest::LoopForest::of(
        program.functions[program.entry].body.as_ref().unwrap(),
    );
    let head = head.loops.values().next().unwrap().head;
    invariants.heads.insert(head, Facts::Lemmas(vec![lemma]));
    invariants
}

/// `b` stays 7, whatever `a` does.
const FLAG: &str = "  var a: i32\n  var b: i32\n  entry L0 exit L1\nL0 -> L2: b = 7i32\n\
     L2 -> L3: havoc a input\nL3 -> L4: assume (a != 0i32)\nL3 -> L5: assume !(a != 0i32)\n\
     L4 -> L2: a = 0i32\nL5 -> L6: check c0: (b == 7i32)\nL6 -> L1: return\n";

fn flag(body: &str) -> ir::Program {
    let text =
        format!("program LP64 entry main\ncheck c0: assertion \"x\"\nfn main() {{\n{body}}}\n");
    let program = ir::text::parse(&Source::new("test.ir", text.into_bytes())).unwrap();
    assert_eq!(ir::validate(&program), Ok(()));
    program
}

fn judge_with(program: &ir::Program, invariants: &Invariants) -> Result<(), Refusal> {
    let extent = Extent::whole(1, encode::Integers::Machine);
    confirm(program, &Claim::Inductive { k: 0 }, invariants, &extent, &Budget::unlimited())
}

#[test]
fn invariants_carry_a_proof_only_if_they_hold() {
    let program = flag(FLAG);
    assert_eq!(judge_with(&program, &says(&program, "b", 7)), Ok(()));
    // It does not hold where the loop is first come to.
    let wrong = judge_with(&program, &says(&program, "b", 8));
    assert!(matches!(wrong, Err(Refusal::NotInductive(_))), "{wrong:?}");
    // It holds there, but a round of the loop breaks it.
    let broken = flag(&FLAG.replace("L4 -> L2: a = 0i32", "L4 -> L2: b = 8i32"));
    let wrong = judge_with(&broken, &says(&broken, "b", 7));
    assert!(matches!(wrong, Err(Refusal::NotInductive(_))), "{wrong:?}");
    // It holds, and says nothing about the check.
    let other = "check c0: ((b == 7i32) && (a == 1i32))";
    let beside = flag(&FLAG.replace("check c0: (b == 7i32)", other));
    let wrong = judge_with(&beside, &says(&beside, "b", 7));
    assert!(matches!(wrong, Err(Refusal::Wrong(_))), "{wrong:?}");
}

#[test]
fn what_is_left_open_is_granted_to_the_others() {
    let text = FLAG.replace("L4 -> L2:", "L4 -> L7: check c1: (a == 1i32)\nL7 -> L2:");
    let text = format!(
        "program LP64 entry main\ncheck c0: assertion \"x\"\ncheck c1: assertion \"y\"\n\
         fn main() {{\n{text}}}\n"
    );
    let program = ir::text::parse(&Source::new("test.ir", text.into_bytes())).unwrap();
    assert_eq!(ir::validate(&program), Ok(()));
    let mut checks = program.checks.ids();
    let (first, second) = (checks.next().unwrap(), checks.next().unwrap());
    let judge = |invariants: &Invariants, left_open: &[ir::CheckId]| {
        let left_open = left_open.iter().copied().collect();
        let extent = Extent { left_open, ..Extent::whole(1, encode::Integers::Machine) };
        confirm(&program, &Claim::Inductive { k: 0 }, invariants, &extent, &Budget::unlimited())
    };
    let known = says(&program, "b", 7);
    assert_eq!(judge(&known, &[second]), Ok(()));
    // The other one fails, and it has to be asked for.
    assert!(matches!(judge(&known, &[]), Err(Refusal::Wrong(_))));
    assert!(matches!(judge(&known, &[first]), Err(Refusal::Wrong(_))));
    // Nothing is known without the invariant, whatever is left open elsewhere.
    assert!(matches!(judge(&Invariants::default(), &[second]), Err(Refusal::Wrong(_))));
    assert_eq!(judge(&Invariants::default(), &[first, second]), Ok(()));
}

#[test]
fn a_body_with_a_check_cannot_be_left_out() {
    let text = "program LP64 entry main\ncheck c0: assertion \"x\"\nfn helper() {\n  entry L0 \
                exit L1\n  L0 -> L2: check c0: false\n  L2 -> L1: return\n}\nfn main() {\n  entry \
                L0 exit L1\n  L0 -> L2: call helper()\n  L2 -> L1: return\n}\n";
    let program = ir::text::parse(&Source::new("test.ir", text.as_bytes().to_vec())).unwrap();
    assert_eq!(ir::validate(&program), Ok(()));
    let kept = index::IdSet::from_iter([program.entry]);
    let extent =
        Extent { bodies: Bodies::Kept(kept), ..Extent::whole(1, encode::Integers::Machine) };
    let invariants = Invariants::default();
    let claim = Claim::Inductive { k: 0 };
    let judged = confirm(&program, &claim, &invariants, &extent, &Budget::unlimited());
    assert!(matches!(judged, Err(Refusal::Wrong(_))), "{judged:?}");
}
