//! Configurations that were tampered with are not accepted.

use engine_counting::explore;
use evidence::counting::{Certificate, Counted};
use evidence::environment::Flaw;
use protocol::{Property, System};
use source::Source;
use verdict::Budget;

use super::certificate;

/// Counted up to four: what is free and who is inside are two together, and one process is told.
const ROOM: &str = "protocol room
loc idle, inside, told
centre data free : nat = 2
centre ptr last
at idle: when free > 0: free := free - 1; last := slf; goto inside
at inside: free := free + 1; goto idle
at inside: some otr. pc[otr] = idle; pc[otr] := told; stay
at told: goto idle
safety atmost 2 x. pc[x] = inside
";

fn system(text: &str) -> System {
    let source = Source::new("room.lpp", text.as_bytes().to_vec());
    protocol::read(&source).0.expect("the text is a protocol")
}

fn certificate_of(system: &System, cutoff: u32) -> Certificate {
    let reached = explore(system, cutoff, &[], &Budget::unlimited()).expect("small");
    certificate(&reached)
}

fn check(system: &System, certificate: &Certificate) -> Result<(), Flaw> {
    let budget = Budget::unlimited();
    let counted = Counted::check(system, certificate, &budget)?;
    counted.spot_check(100, &budget)?;
    let Some(Property::Safety(formula)) = system.properties.values().map(|it| &it.property).next()
    else {
        panic!("the first property is one of safety")
    };
    counted.always(formula)
}

#[test]
fn what_was_found_is_accepted() {
    let system = system(ROOM);
    for cutoff in 3..=5 {
        assert!(check(&system, &certificate_of(&system, cutoff)).is_ok());
    }
}

#[test]
fn no_configuration_can_be_left_out() {
    let system = system(ROOM);
    let whole = certificate_of(&system, 3);
    for left_out in 0..whole.configurations.len() {
        let mut part = whole.clone();
        part.configurations.remove(left_out);
        assert!(check(&system, &part).is_err(), "without {left_out}");
    }
}

#[test]
fn a_count_can_not_be_changed() {
    let system = system(ROOM);
    let whole = certificate_of(&system, 3);
    for position in 0..whole.configurations.len() {
        let mut changed = whole.clone();
        let counts = &mut changed.configurations[position].counts;
        // One process of "so many and more" is forgotten.
        let Some((_, count)) = counts.iter_mut().find(|(_, count)| *count == 3) else { continue };
        *count = 2;
        assert!(check(&system, &changed).is_err(), "at {position}");
    }
}

#[test]
fn a_cutoff_has_to_decide_what_is_counted() {
    let system = system(ROOM);
    let mut small = certificate_of(&system, 3);
    small.cutoff = 2;
    assert!(check(&system, &small).is_err());
}

#[test]
fn a_property_that_fails_is_not_accepted() {
    let wrong = system(&ROOM.replace("atmost 2", "atmost 1"));
    let certificate = certificate_of(&wrong, 3);
    assert!(matches!(check(&wrong, &certificate), Err(Flaw::Wrong(_))));
}

#[test]
fn a_step_that_the_engine_forgot_is_noticed() {
    // The configurations of a protocol without the last step are not closed under it.
    let all = system(ROOM);
    let fewer = system(&ROOM.replace("at told: goto idle\n", ""));
    let certificate = certificate_of(&fewer, 3);
    assert!(check(&fewer, &certificate).is_ok());
    let more = system(&ROOM.replace("at told: goto idle", "at told: goto inside"));
    assert!(check(&more, &certificate).is_err());
    // Coming back is no new configuration.
    assert!(check(&all, &certificate).is_ok());
}
