//! Parts that every answer about a protocol has.

use verdict::{
    Assumption, PropertyOutcome, ProtocolOutcome, ProtocolPropertyKind, Reason, TrustBox, Verdict,
};

use protocol::{Action, Atomicity, Property, PropertyDecl, System};

/// The answer to one declared property.
pub fn answer(
    decl: &PropertyDecl,
    verdict: Verdict,
    why: impl Into<String>,
    chart: Option<String>,
) -> PropertyOutcome {
    let kind = match decl.property {
        Property::Safety(_) => ProtocolPropertyKind::Safety,
        Property::Liveness { .. } => ProtocolPropertyKind::Liveness,
        Property::Reachable(_) => ProtocolPropertyKind::Reachable,
    };
    let (name, span) = (decl.name.clone(), decl.span);
    PropertyOutcome { name, kind, span, verdict, why: why.into(), chart, run: None }
}

/// So many processes, in words.
pub fn processes(n: usize) -> String {
    match n {
        1 => "1 process".to_owned(),
        n => format!("{n} processes"),
    }
}

/// What can be said of every property when a limit is met before there is an answer.
pub fn stopped(system: &System, scope: String, reason: &Reason) -> ProtocolOutcome {
    let verdict = || Verdict::Unknown(reason.clone());
    let properties = system.properties.values();
    ProtocolOutcome {
        scope,
        properties: properties
            .map(|decl| answer(decl, verdict(), reason.to_string(), None))
            .collect(),
        trust: trust_of(system),
        company: Vec::new(),
        statistics: Vec::new(),
    }
}

/// Says of properties whose time was over that it was not the user who set the limit.
pub fn limited_by_default(mut outcome: ProtocolOutcome, seconds: u64) -> ProtocolOutcome {
    let reason = Reason::DefaultTimeout { seconds };
    for property in &mut outcome.properties {
        if property.verdict == Verdict::Unknown(Reason::Timeout) {
            property.verdict = Verdict::Unknown(reason.clone());
            property.why = property.why.replace(&Reason::Timeout.to_string(), &reason.to_string());
        }
    }
    outcome
}

/// What every answer about `system` takes for granted: it is about the model.
pub fn trust_of(system: &System) -> TrustBox {
    let mut trust = TrustBox::new();
    let branches = || {
        let rules = system.rules.values();
        rules.flat_map(|rule| rule.then.iter().chain(&rule.otherwise))
    };
    let actions = || branches().flat_map(|branch| &branch.actions);
    if system.atomicity == Atomicity::Atomic && system.rules.values().any(|it| it.guard.is_some()) {
        let what =
            "a guard looks at all other processes at one instant (`guards stepwise` lifts it)";
        trust.insert(Assumption::Atomicity(what.to_owned()));
    }
    if actions().any(|action| matches!(action, Action::Scan(_))) {
        let what = "a scan visits all other processes at one instant";
        trust.insert(Assumption::Atomicity(what.to_owned()));
    }
    if branches().any(|branch| branch.actions.len() > 1) {
        let what = "the actions of a branch happen together";
        trust.insert(Assumption::Atomicity(what.to_owned()));
    }
    if !system.data.is_empty() || !system.centre.data.is_empty() {
        trust.insert(Assumption::UnboundedIntegers);
    }
    trust
}

/// The verdict for a budget that ran out, or a limit that was met.
pub fn inconclusive(what: impl Into<String>) -> Verdict {
    Verdict::Unknown(Reason::Inconclusive(what.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_that_nobody_set_is_called_so() {
        let text = "protocol p\nloc a\nat a: stay\nsafety pc[x] = a\nreachable pc[x] = a\n";
        let source = source::Source::new("p.lpp", text.as_bytes().to_vec());
        let system = protocol::read(&source).0.expect("the text is a protocol");
        let mut outcome = stopped(&system, "any number".to_owned(), &Reason::Timeout);
        outcome.properties[0].why += "; no run settles it";
        outcome.properties[1].verdict = Verdict::True;
        let outcome = limited_by_default(outcome, 60);
        assert_eq!(
            outcome.properties[0].why,
            "60 seconds are over, the limit where none is set; `--time SECONDS` sets one; no run settles it"
        );
        assert_eq!(outcome.properties[1].verdict, Verdict::True);
        assert_eq!(outcome.machine_line(), "UNKNOWN(timeout)");
    }
}
