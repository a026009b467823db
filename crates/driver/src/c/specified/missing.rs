//! Faults that only show that a contract is missing.
//!
//! A function that is looked at by itself gets objects that nobody promised: one of its type for each
//! pointer, a string for each text. An access beyond such an object says nothing about the function; it
//! says that the contract should tell how much there is. So it is no violation: the check stays open,
//! and the clause that is missing is named.

use verdict::{Asked, CheckKind, CheckStatus, Outcome, Reason, Verdict, Violation};

use super::arguments::{Made, MadeExtent, OBJECT};
use super::harness::PRECONDITION;
use super::weave::{OfContract, Woven};

/// Turns such faults into open questions, and says objects of ours as the user would.
pub fn name_what_is_missing(outcome: &mut Outcome, woven: &Woven, function: &str) {
    let (mut real, mut assumed) = (Vec::new(), Vec::new());
    for mut violation in outcome.violation.take().into_iter().chain(outcome.others.drain(..)) {
        let made = made_in(&violation, woven).or_else(|| left_behind(&violation, woven)).cloned();
        violation.message = match &made {
            Some(made) if made.extent == MadeExtent::Unknown => {
                let what = violation.message.split("): `").nth(1);
                let what = what.map(|what| format!(": `{what}")).unwrap_or_default();
                format!("nothing is known of what `{}` points to{what}", made.place)
            }
            _ => in_words(&violation.message, woven),
        };
        match made.filter(|made| made.extent != MadeExtent::AsRequired) {
            Some(made) => assumed.push((violation, made)),
            None => real.push(violation),
        }
    }
    for (violation, made) in &assumed {
        let span = violation.span;
        let open = outcome
            .checks
            .iter_mut()
            .filter(|check| check.span == span && check.kind == violation.kind);
        open.for_each(|check| check.status = CheckStatus::Open);
        let remark = format!(
            "{}; a contract of `{function}` can say more: {}",
            violation.message,
            clause(made)
        );
        if !outcome.remarks.contains(&remark) {
            outcome.remarks.push(remark);
        }
    }
    for violation in &real {
        let callee = violation.message.strip_prefix(PRECONDITION);
        if let Some(callee) = callee.and_then(|it| it.split('`').nth(1)) {
            let remark = format!("a contract of `{function}` can require what `{callee}` does");
            if !outcome.remarks.contains(&remark) {
                outcome.remarks.push(remark);
            }
        } else if let Some(remark) = nothing_required(violation, woven, function)
            && !outcome.remarks.contains(&remark)
        {
            outcome.remarks.push(remark);
        }
    }
    let mut real = real.into_iter();
    outcome.violation = real.next();
    outcome.others = real.collect();
    if outcome.verdict == Verdict::False && outcome.violation.is_none() {
        let why = assumed.first().map(|(_, made)| match made.extent {
            MadeExtent::String => {
                format!("what `{}` points to is taken to be a string", made.place)
            }
            MadeExtent::Unknown => format!("nothing is known of what `{}` points to", made.place),
            MadeExtent::Byte => format!("`{}` is taken to point to one byte", made.place),
            _ => format!("`{}` is taken to point to one object", made.place),
        });
        let why = why.unwrap_or_else(|| "what pointers lead to is not known".to_owned());
        outcome.verdict =
            Verdict::Unknown(Reason::Inconclusive(format!("{why}: a `requires` is missing")));
    }
    name_what_is_not_followed(outcome, woven);
    // Where no call is allowed, nothing was found out about the function.
    if outcome.verdict == Verdict::True && outcome.asked() == Asked::OnlyVacuous {
        let why = format!(
            "no call of `{function}` was found that its contract allows (pointers are taken to lead to \
             different objects)"
        );
        outcome.verdict = Verdict::Unknown(Reason::Inconclusive(why));
    }
    for violation in outcome.violation.iter_mut().chain(&mut outcome.others) {
        violation.inputs.iter_mut().for_each(|input| input.what = in_words(&input.what, woven));
    }
    for step in real_steps(outcome) {
        step.effects.iter_mut().for_each(|effect| *effect = in_words(effect, woven));
    }
}

/// A function without a `requires` is called with anything: which clause would exclude the run.
fn nothing_required(violation: &Violation, woven: &Woven, function: &str) -> Option<String> {
    let is_its = |it: &OfContract| it.is_required && it.function == function;
    // A promise that is not kept is the function's own.
    let is_promise = woven.broken.iter().any(|it| violation.message.starts_with(&it.fault));
    let has_any = !violation.inputs.is_empty() || !woven.parameters.is_empty();
    if is_promise || !has_any || woven.contracts.iter().any(is_its) {
        return None;
    }
    let is_here = violation.steps.last().is_some_and(|step| step.function == function);
    let asserted = violation.message.strip_prefix("assertion fails: `").filter(|_| is_here);
    let asserted = asserted.and_then(|it| it.split('`').next());
    let is_about = |text: &&str| {
        let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let words = text.split(|it| !is_word(it));
        let mut names = words.filter(|it| it.starts_with(|first: char| !first.is_ascii_digit()));
        names.all(|it| it == "NULL" || woven.parameters.iter().any(|parameter| parameter == it))
    };
    let clause = asserted.filter(is_about).unwrap_or("…");
    Some(format!(
        "a contract of `{function}` can exclude this, if no caller does it: `//@ requires {clause};`"
    ))
}

/// Runs that end at a pointer that leads nobody knows where.
fn name_what_is_not_followed(outcome: &mut Outcome, woven: &Woven) {
    let Verdict::Unknown(Reason::Unsupported(what)) = &outcome.verdict else { return };
    if !what.contains("a value that is not modelled") {
        return;
    }
    if woven.unmodelled.is_empty() {
        if !woven.unkept.is_empty() {
            let what = format!("whether `assigns` is kept for {}", woven.unkept.join(", "));
            outcome.verdict = Verdict::Unknown(Reason::Unsupported(what));
        }
        return;
    }
    let named = woven.unmodelled.iter().take(MAX_NAMED).map(|it| format!("`{it}`"));
    let mut named: Vec<String> = named.collect();
    match woven.unmodelled.len().saturating_sub(MAX_NAMED) {
        0 => {}
        n_more => named.push(format!("{n_more} more")),
    }
    let what = format!(
        "what pointers lead to that lie deeper than the arguments, or in long arrays of them: {}; {what}",
        named.join(", ")
    );
    outcome.verdict = Verdict::Unknown(Reason::Unsupported(what));
}

/// Pointers that are named one by one.
const MAX_NAMED: usize = 3;

fn real_steps(outcome: &mut Outcome) -> impl Iterator<Item = &mut verdict::RunStep> {
    outcome.violation.iter_mut().chain(&mut outcome.others).flat_map(|it| &mut it.steps)
}

/// The object of ours that a fault is about.
fn made_in<'w>(violation: &Violation, woven: &'w Woven) -> Option<&'w Made> {
    let message = &violation.message;
    // What is used after it was freed is wrong however much of it there is.
    let is_over =
        ["use after", "double free", "free of byte"].iter().any(|it| message.starts_with(it));
    if is_over {
        return None;
    }
    let behind = message.split(OBJECT).nth(1)?;
    let digits: String = behind.chars().take_while(char::is_ascii_digit).collect();
    woven.made.get(digits.parse::<usize>().ok()?)
}

/// Arithmetic with pointers does not tell which object it leaves: where one was made that nobody promised,
/// it may be that.
fn left_behind<'w>(violation: &Violation, woven: &'w Woven) -> Option<&'w Made> {
    let is_arithmetic = violation.kind == CheckKind::PointerArithmetic;
    let is_stack = violation.message.contains("a block on the stack");
    let mut made = woven.made.iter();
    made.find(|made| match made.extent {
        MadeExtent::One | MadeExtent::Byte | MadeExtent::Unknown => is_arithmetic,
        MadeExtent::String => is_arithmetic || is_stack,
        MadeExtent::AsRequired => false,
    })
}

/// `*p` in place of the name that we gave to what `p` points to.
fn in_words(text: &str, woven: &Woven) -> String {
    let mut text = text.to_owned();
    // Longer names first: `of_12` begins with `of_1`.
    for made in woven.made.iter().rev() {
        let place = match made.extent {
            MadeExtent::One | MadeExtent::Byte => format!("*{}", made.place),
            _ => {
                let alone = format!("`{}`", made.object);
                text = text.replace(&alone, &format!("what `{}` points to", made.place));
                format!("what {} points to", made.place)
            }
        };
        text = text.replace(&made.object, &place);
    }
    text
}

/// A clause that would say it.
fn clause(made: &Made) -> String {
    let place = &made.place;
    match made.extent {
        MadeExtent::Unknown => format!("`//@ requires \\valid({place});`"),
        MadeExtent::Byte => {
            format!("`//@ requires \\valid((T *){place});`, where `T` is the type that is meant")
        }
        _ => format!("`//@ requires \\valid({place} + (0 .. n - 1));`"),
    }
}
