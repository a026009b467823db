//! Others as a program: what is claimed of their threads is derived again.
//!
//! ```text
//!   L0  t = 3
//!   L2  x = t       (t is 3)
//!   L3  return
//! ```

use super::*;

const OTHERS: &str = "var t: i32\nentry L0 exit L1\nL0 -> L2: t = 3i32\nL2 -> L3: x = t\n\
                      L3 -> L1: return\n";
/// What they write is what somebody gave to `y`.
const COPIES: &str =
    "var t: i32\nentry L0 exit L1\nL0 -> L2: t = y\nL2 -> L3: x = t\nL3 -> L1: return\n";

/// A claim about others: that they write nothing but 3 to `x`.
fn judged_beside(
    others: &str,
    spoil: impl FnOnce(&mut Certificate<'_>, &Words, &FxHashMap<String, TermId>),
) -> Result<(), Flaw> {
    let others = program(others);
    // The certificate borrows what it is about for as long as the rest.
    let others: &'static Program = Box::leak(Box::new(others));
    judged(|it, words| {
        // The right claim is one about any program with these globals.
        let certificate: &mut Certificate<'_> = it;
        let mut vars = FxHashMap::default();
        let mut named = FxHashMap::default();
        for (id, described) in others.vars.iter() {
            let term = match words.target.get(&*described.name) {
                Some(term) if described.scope == ir::Scope::Global => *term,
                _ => certificate.pool.fresh_var(&described.name, Sort::BitVec(32)),
            };
            vars.insert(id, term);
            named.insert(described.name.to_string(), term);
        }
        let number = certificate.pool.fresh_var("number", Sort::BitVec(32));
        let three = certificate.pool.bv(32, 3);
        let is_three = certificate.pool.eq(named["t"], three);
        let listed = |location: usize, facts: Vec<TermId>| Known {
            location: LocationId::new(location),
            facts,
        };
        certificate.crowd = Some(Crowd {
            program: others,
            vars,
            number,
            known: vec![listed(0, Vec::new()), listed(2, vec![is_three]), listed(3, Vec::new())],
            known_of_target: [0, 2, 3].map(|location| listed(location, Vec::new())).to_vec(),
        });
        certificate.commands.clear();
        let (x, new) = (words.target["x"], words.new["x"]);
        let (same, written) = (certificate.pool.eq(new, x), certificate.pool.eq(new, three));
        let either = certificate.pool.or2(same, written);
        certificate.rely.push(either);
        spoil(certificate, words, &named);
    })
}

fn refused_beside(
    why: &str,
    others: &str,
    spoil: impl FnOnce(&mut Certificate<'_>, &Words, &FxHashMap<String, TermId>),
) {
    let judged = judged_beside(others, spoil);
    let is_so = matches!(&judged, Err(Flaw::Wrong(text)) if text.contains(why));
    assert!(is_so, "{why}: {judged:?}");
}

fn known<'c>(it: &'c mut Certificate<'_>, index: usize) -> &'c mut Vec<TermId> {
    &mut it.crowd.as_mut().unwrap().known[index].facts
}

#[test]
fn the_right_claim_about_others_is_accepted() {
    assert_eq!(judged_beside(OTHERS, |_, _, _| {}), Ok(()));
}

#[test]
fn what_is_not_known_of_others_bounds_nothing() {
    refused_beside("the rely contains what others do", OTHERS, |it, _, _| known(it, 1).clear());
}

#[test]
fn what_others_do_is_not_taken_from_the_claim() {
    refused_beside("the rely contains what others do", OTHERS, |it, words, _| {
        let same = it.pool.eq(words.new["x"], words.target["x"]);
        it.rely.push(same);
    });
}

#[test]
fn what_is_known_of_others_holds_when_they_begin() {
    refused_beside("holds at its start", OTHERS, |it, words, _| {
        let zero = it.pool.bv(32, 0);
        let fact = it.pool.eq(words.target["x"], zero);
        known(it, 0).push(fact);
    });
}

#[test]
fn what_is_required_of_a_call_is_not_known_of_those_who_began_before() {
    let at_zero = |it: &mut Certificate<'_>, words: &Words| {
        let zero = it.pool.bv(32, 0);
        for side in [&words.target, &words.source] {
            let fact = it.pool.eq(side["y"], zero);
            it.requires.push(fact);
        }
        let fact = it.pool.eq(words.target["y"], zero);
        known(it, 0).push(fact);
    };
    refused_beside("holds at its start", OTHERS, |it, words, _| at_zero(it, words));
    // They begin with a whole program, but that writes y later.
    refused_beside("kept by others", OTHERS, |it, words, _| {
        at_zero(it, words);
        it.is_whole = true;
    });
}

#[test]
fn others_themselves_keep_what_is_known_of_them() {
    refused_beside("kept by itself", OTHERS, |it, _, named| {
        let four = it.pool.bv(32, 4);
        let fact = it.pool.eq(named["t"], four);
        known(it, 2).push(fact);
    });
}

#[test]
fn the_target_keeps_what_is_known_of_others() {
    refused_beside("kept by others", COPIES, |it, words, named| {
        let fact = it.pool.eq(named["t"], words.target["y"]);
        *known(it, 1) = vec![fact];
    });
}

#[test]
fn siblings_keep_what_is_known_of_others() {
    refused_beside("kept by others", COPIES, |it, words, named| {
        let fact = it.pool.eq(named["t"], words.target["x"]);
        known(it, 1).clear();
        *known(it, 2) = vec![fact];
    });
}

#[test]
fn where_others_begin_is_listed() {
    refused_beside("where a thread starts", OTHERS, |it, _, _| {
        it.crowd.as_mut().unwrap().known.remove(0);
    });
}

#[test]
fn others_mean_by_a_name_what_the_target_means() {
    refused_beside("mistaken", OTHERS, |it, words, _| {
        let fresh = it.pool.fresh_var("x", Sort::BitVec(32));
        let vars = &mut it.crowd.as_mut().unwrap().vars;
        for term in vars.values_mut().filter(|term| **term == words.target["x"]) {
            *term = fresh;
        }
    });
}

#[test]
fn facts_about_others_do_not_speak_of_the_target_alone() {
    refused_beside("is about more", OTHERS, |it, words, _| {
        let fact = it.pool.eq(words.target["r"], words.target["r"]);
        let zero = it.pool.bv(32, 0);
        let odd = it.pool.eq(words.target["r"], zero);
        let either = it.pool.or2(fact, odd);
        known(it, 1).extend([either, odd]);
    });
}
