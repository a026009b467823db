//! True claims are confirmed, wrong ones are not.

use encode::Invariants;
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
    let extent = Extent { recursion: 1, bodies: Bodies::All };
    confirm(&program, claim, &Invariants::default(), &extent, &Budget::unlimited())
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
