//! Proofs that were tampered with are not accepted.

use engine_protocols::{Abstraction, Forgetful, Liveness, Questions};
use evidence::environment::{Argument, Certificate, Closed, Elimination, Flaw};
use protocol::{Formula, Property, System};
use source::Source;
use verdict::Budget;

use super::certificate;

/// A protocol whose liveness is proved by eliminations of both kinds.
const TURNS: &str = "protocol p
loc idle, wait, crit, done
at idle: goto wait
at wait: if forall otr. pc[otr] != crit & (pc[otr] = wait -> slf < otr) then goto crit
at crit: goto done
at done: stay
justice wait, crit
safety !(pc[x] = crit & pc[y] = crit)
liveness pc[x] = wait -> F pc[x] = crit
";

struct Proved {
    system: System,
    certificate: Certificate,
    argument: Argument,
}

impl Proved {
    fn new() -> Self {
        let source = Source::new("turns.lpp", TURNS.as_bytes().to_vec());
        let system = protocol::read(&source).0.expect("the text is a protocol");
        let budget = Budget::unlimited();
        let forgetful = Forgetful::of(&system);
        let abstraction = Abstraction::new(&forgetful.system, Questions::Liveness, &budget);
        let abstraction = abstraction.expect("small");
        let inquiry = abstraction.inquire().expect("small");
        let (trigger, response) = liveness_of(&system);
        let Ok(Liveness::Holds(proof)) = inquiry.liveness(trigger, response) else {
            panic!("who waits with the smallest id gets in, and is done")
        };
        let argument = certificate::argument(&abstraction, &proof);
        let reachable = inquiry.reachable().expect("small");
        let certificate = certificate::of(&abstraction, &forgetful.forgotten, &reachable);
        Self { system, certificate, argument }
    }

    /// Whether the certificate is accepted, and the argument on top of it.
    fn check(&self, argument: &Argument) -> Result<(), Flaw> {
        let budget = Budget::unlimited();
        let closed = Closed::check(&self.system, &self.certificate, &budget)?;
        let (trigger, response) = liveness_of(&self.system);
        closed.liveness(trigger, response, argument)
    }

    /// Whether small instances follow the argument.
    fn spot_check(&self, argument: &Argument) -> Result<usize, Flaw> {
        let budget = Budget::unlimited();
        let closed = Closed::check(&self.system, &self.certificate, &budget)?;
        let (trigger, response) = liveness_of(&self.system);
        closed.spot_check_liveness(trigger, response, argument, 200)
    }
}

fn liveness_of(system: &System) -> (&Formula, &Formula) {
    let mut properties = system.properties.values();
    let found = properties.find_map(|declaration| match &declaration.property {
        Property::Liveness { trigger, response } => Some((trigger, response)),
        Property::Safety(_) | Property::Reachable(_) => None,
    });
    found.expect("it has one")
}

#[test]
fn what_is_whole_is_accepted() {
    let proved = Proved::new();
    assert_eq!(proved.check(&proved.argument), Ok(()));
    assert!(proved.spot_check(&proved.argument).is_ok_and(|n_steps| n_steps > 10));
}

#[test]
fn an_argument_without_a_removal_is_refused() {
    let proved = Proved::new();
    for n in 0..proved.argument.eliminations.len() {
        let mut argument = proved.argument.clone();
        if let Elimination::Unjust { .. } = argument.eliminations.remove(n) {
            assert!(matches!(proved.check(&argument), Err(Flaw::Wrong(_))), "without {n}");
        }
    }
}

#[test]
fn instances_do_not_follow_an_argument_that_removes_nothing() {
    let proved = Proved::new();
    let mut argument = proved.argument.clone();
    argument.eliminations.retain(|step| matches!(step, Elimination::Forbidden { .. }));
    assert!(matches!(proved.spot_check(&argument), Err(Flaw::Wrong(_))));
}

#[test]
fn a_certificate_without_a_control_is_refused() {
    let mut proved = Proved::new();
    for control in 0..proved.certificate.controls.len() {
        let root = std::mem::replace(&mut proved.certificate.states.roots[control], 0);
        assert!(matches!(proved.check(&proved.argument), Err(Flaw::Wrong(_))), "without {control}");
        proved.certificate.states.roots[control] = root;
    }
}
