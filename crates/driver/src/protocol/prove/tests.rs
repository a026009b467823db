//! Proofs that were tampered with are not accepted.

use engine_protocols::{Abstraction, Aids, Forgetful, Liveness, Questions};
use evidence::environment::{Argument, Certificate, Closed, Elimination, Flaw, Ready};
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

/// A protocol whose liveness is proved by a rank and a lemma.
const TICKET: &str = "protocol p
loc idle, wait, crit
data t : nat = 0
centre data next : nat = 0
centre data serving : nat = 0
at idle: t := next; next := next + 1; goto wait
at wait: when t = serving: goto crit
at crit: serving := serving + 1; goto idle
justice wait, crit
liveness pc[x] = wait -> F pc[x] = crit
";

struct Proved {
    system: System,
    certificate: Certificate,
    argument: Argument,
}

impl Proved {
    fn new() -> Self {
        Self::of(TURNS)
    }

    fn of(text: &str) -> Self {
        let source = Source::new("test.lpp", text.as_bytes().to_vec());
        let system = protocol::read(&source).0.expect("the text is a protocol");
        let aids = Aids::guess(&system);
        let system = aids.remembered_in(&system);
        let budget = Budget::unlimited();
        let forgetful = Forgetful::of(&system);
        let abstraction = Abstraction::new(&forgetful.system, Questions::Liveness, &budget);
        let abstraction = abstraction.expect("small");
        let inquiry = abstraction.inquire().expect("small");
        let aids = abstraction.usable(&aids);
        let (trigger, response) = liveness_of(&system);
        let Ok(Liveness::Holds(proof)) = inquiry.liveness(trigger, response, &aids) else {
            panic!("who waits gets in")
        };
        let argument = certificate::argument(&abstraction, &proof, &aids);
        let reachable = inquiry.reachable().expect("small");
        let certificate = certificate::of(&abstraction, &forgetful.forgotten, &reachable, &aids);
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

#[test]
fn a_rank_and_its_lemma_are_accepted() {
    let proved = Proved::of(TICKET);
    let descends = |step: &Elimination| matches!(step, Elimination::Descent { .. });
    assert!(proved.argument.eliminations.iter().any(descends));
    assert_eq!(proved.certificate.tickets.len(), 1);
    assert_eq!(proved.check(&proved.argument), Ok(()));
    assert!(proved.spot_check(&proved.argument).is_ok_and(|n_steps| n_steps > 10));
}

#[test]
fn without_the_rank_or_with_another_the_argument_is_refused() {
    let proved = Proved::of(TICKET);
    for (n, step) in proved.argument.eliminations.iter().enumerate() {
        let Elimination::Descent { rank, .. } = step else { continue };
        let mut argument = proved.argument.clone();
        argument.eliminations.remove(n);
        assert!(matches!(proved.check(&argument), Err(Flaw::Wrong(_))), "without {n}");
        let mut turned = Proved::of(TICKET);
        let used = &mut turned.certificate.ranks[*rank];
        used.low = Some(std::mem::replace(&mut used.high, used.low.expect("a difference")));
        assert!(matches!(turned.check(&proved.argument), Err(Flaw::Wrong(_))), "upside down");
    }
}

#[test]
fn lemmas_that_a_step_breaks_are_refused() {
    let whole = Proved::of(TICKET);
    for location in whole.system.locations.ids() {
        let mut proved = Proved::of(TICKET);
        let holders = &mut proved.certificate.tickets[0].holders;
        if holders.contains(location) {
            holders.remove(location);
        } else {
            holders.insert(location);
        }
        assert!(matches!(proved.check(&whole.argument), Err(Flaw::Wrong(_))), "{location}");
    }
    let mut turned = Proved::of(TICKET);
    let lemma = &mut turned.certificate.tickets[0];
    std::mem::swap(&mut lemma.first, &mut lemma.end);
    assert!(matches!(turned.check(&whole.argument), Err(Flaw::Wrong(_))));
}

/// A protocol whose liveness is proved by strong fairness of the reference and of others.
const DOORS: &str = "protocol p
loc idle, outer, between, crit
at idle: goto outer
at outer: if forall otr. pc[otr] notin {between, crit} then goto between
at between: goto crit
at crit: goto idle
compassion outer, between, crit
liveness pc[x] = outer -> F pc[x] = crit
";

fn insists(step: &Elimination) -> bool {
    matches!(step, Elimination::Insisted { .. })
}

#[test]
fn strong_fairness_is_accepted_and_needed() {
    let proved = Proved::of(DOORS);
    assert_eq!(proved.check(&proved.argument), Ok(()));
    assert!(proved.spot_check(&proved.argument).is_ok_and(|n_steps| n_steps > 10));
    assert!(proved.argument.eliminations.iter().any(insists));
    for n in 0..proved.argument.eliminations.len() {
        let mut argument = proved.argument.clone();
        if insists(&argument.eliminations.remove(n)) {
            assert!(matches!(proved.check(&argument), Err(Flaw::Wrong(_))), "without {n}");
        }
    }
}

#[test]
fn strong_fairness_that_nobody_promised_is_refused() {
    let whole = Proved::of(DOORS);
    for location in whole.system.compassion.clone().iter() {
        let mut proved = Proved::of(DOORS);
        proved.system.compassion.remove(location);
        assert!(matches!(proved.check(&proved.argument), Err(Flaw::Wrong(_))), "{location}");
    }
}

#[test]
fn who_may_have_to_wait_is_not_ready() {
    let proved = Proved::of(DOORS);
    for n in 0..proved.argument.eliminations.len() {
        let mut argument = proved.argument.clone();
        let Elimination::Insisted { ready, trap, states } = &mut argument.eliminations[n] else {
            continue;
        };
        // Where somebody is inside, the one at the outer door waits.
        if *states == *trap || !matches!(ready, Ready::Reference(_)) {
            continue;
        }
        *states = trap.clone();
        assert!(matches!(proved.check(&argument), Err(Flaw::Wrong(_))), "{n}");
        return;
    }
    panic!("the reference waits somewhere");
}
