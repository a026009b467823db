//! Answers about refinement, in words.

use engine_refine::explicit::Seen;
use engine_refine::expr::{Ex, Node, Slot};
use engine_refine::failure::{Event, Failure, Instead};
use engine_refine::machine::{ENDED, Label, Machine, Side, UNDEFINED, UNMODELLED};
use engine_refine::problem::{Problem, Variable};
use engine_refine::simulate::{Blame, Cause, Simulation};
use engine_refine::values::Values;
use engine_refine::{Answer, Statistics, Why};
use evidence::refinement::Flaw;
use ir::{ArithOp, CompareOp, Type};
use source::{Source, Span};
use verdict::{
    Assumption, Mover, Reason, RefinementOutcome, RefinementPlace, RelatedPlaces, TraceLine,
    TrustBox, Verdict,
};

use super::Steps;
use super::prepare::Prepared;
use super::surrounding::line_text;

pub struct Teller<'a> {
    pub problem: &'a Problem,
    pub target: &'a Prepared,
    pub source: &'a Prepared,
    pub relies: Vec<String>,
    pub steps: Steps,
    pub entry: &'a str,
    pub uncompared: Vec<String>,
    pub names: (String, String),
}

/// States of the source that are shown beside a step.
const MAX_SHOWN: usize = 3;

impl Teller<'_> {
    pub fn outcome(&self, answer: Answer, statistics: Statistics) -> RefinementOutcome {
        let (target, source) = self.names.clone();
        let mut outcome =
            RefinementOutcome::unknown(target, source, Reason::Inconclusive(String::new()));
        outcome.relies = self.relies.clone();
        outcome.trust = self.trust();
        outcome.statistics = vec![
            ("rounds of the game".to_owned(), statistics.n_rounds.to_string()),
            ("attempts at a proof".to_owned(), statistics.n_attempts.to_string()),
            ("steps of the target".to_owned(), self.problem.target.steps.len().to_string()),
            ("steps of the source".to_owned(), self.problem.source.steps.len().to_string()),
        ];
        match answer {
            Answer::Refines(simulation) => self.refines(&simulation, &mut outcome),
            Answer::DoesNot(failure) => self.does_not(&failure, &mut outcome),
            Answer::Unknown(why) => self.unknown(&why, &mut outcome),
        }
        outcome
    }

    /// An answer that evidence did not accept. One that it cannot decide is none of ours; one
    /// that it finds wrong is a mistake of ours.
    pub fn refused(&self, answer: &Answer, flaw: &Flaw) -> RefinementOutcome {
        let (target, source) = self.names.clone();
        let reason = match (answer, flaw) {
            (_, Flaw::NoPartner | Flaw::Open(_)) => Reason::Inconclusive(flaw.to_string()),
            (Answer::DoesNot(_), Flaw::Wrong(_)) => Reason::Inconclusive(format!(
                "a run was found that the source seems not to follow, but {flaw}"
            )),
            (_, Flaw::Wrong(_)) => Reason::InternalError(flaw.to_string()),
        };
        let mut outcome = RefinementOutcome::unknown(target, source, reason);
        outcome.relies = self.relies.clone();
        outcome.trust = self.trust();
        outcome
    }

    fn trust(&self) -> TrustBox {
        let mut trust = TrustBox::new();
        for program in [&self.target.program, &self.source.program] {
            for assumption in &program.assumptions {
                trust.insert(assumption.clone());
            }
        }
        let atomicity = match self.steps {
            Steps::Accesses => "each access to a shared variable is one step, in one order for all",
            Steps::Statements => "each statement is one step",
        };
        trust.insert(Assumption::Atomicity(atomicity.to_owned()));
        match self.problem.ints() {
            engine_refine::expr::Ints::Machine => trust.insert(Assumption::Scope(
                "for machines on which signed arithmetic wraps".to_owned(),
            )),
            engine_refine::expr::Ints::Unbounded => trust.insert(Assumption::OverflowIgnored),
        }
        trust.insert(Assumption::Scope(
            "what runs do is compared: that the target ends where the source does is not asked"
                .to_owned(),
        ));
        if !self.uncompared.is_empty() {
            let names: Vec<String> =
                self.uncompared.iter().map(|name| format!("`{name}`")).collect();
            trust.insert(Assumption::Scope(format!(
                "in what is related: {} may differ, and nobody else uses it",
                names.join(", ")
            )));
        }
        trust
    }

    fn refines(&self, simulation: &Simulation, outcome: &mut RefinementOutcome) {
        outcome.verdict = Verdict::True;
        outcome.headline = format!(
            "every run of `{}` in `{}` is one of `{}`, whatever others do within what is relied on",
            self.entry, self.names.0, self.names.1
        );
        // In the order of the target, whose end comes last.
        let mut pairs: Vec<_> = simulation.known.iter().collect();
        pairs.sort_by_key(|(places, _)| (places.0 == ENDED, **places));
        for (places, facts) in pairs {
            outcome.relation.push(RelatedPlaces {
                target: self.place(Side::Target, places.0),
                source: self.place(Side::Source, places.1),
                facts: facts.iter().map(|fact| self.text(*fact)).collect(),
            });
        }
        outcome.guarantees = vec![self.guarantee()];
        outcome.theorem = Some(match self.problem.environment.commands.is_empty() {
            true => "both programs are closed: refinements chain (Theorem 2), and what holds of \
                     all states of the source holds of those of the target (Theorem 5)"
                .to_owned(),
            false => "it composes: beside threads that refine theirs under the same relation, do \
                      no more than what is relied on and rely on no more than what is said above, \
                      the whole refines the whole (Theorem 4); what holds of all states of the source holds of those of the target \
                      (Theorem 5)"
                .to_owned(),
        });
    }

    /// What neither version writes: others, who have relies of their own, need to know.
    fn guarantee(&self) -> String {
        let mut names: Vec<String> = Vec::new();
        for side in [Side::Target, Side::Source] {
            for slot in self.problem.frame(side) {
                let name = format!("`{}`", self.problem.variables[slot.index()].name);
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        match names.is_empty() {
            true => "this thread writes nothing that is shared".to_owned(),
            false => {
                format!("of what is shared, this thread writes nothing but {}", names.join(", "))
            }
        }
    }

    fn does_not(&self, failure: &Failure, outcome: &mut RefinementOutcome) {
        outcome.verdict = Verdict::False;
        let last = failure.lines.last();
        let at = last.and_then(|line| match &line.event {
            Event::Step { step, .. } => self.step_place(Side::Target, *step).line,
            Event::Start | Event::Environment { .. } | Event::Others { .. } => None,
        });
        outcome.headline = match at {
            Some(line) => format!(
                "at line {line} `{}` does what no run of `{}` does",
                self.names.0, self.names.1
            ),
            None => format!("`{}` does what no run of `{}` does", self.names.0, self.names.1),
        };
        let mut numbers: Vec<i128> = Vec::new();
        for line in &failure.lines {
            if let Event::Others { number, .. } = line.event {
                numbers.push(number);
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        let mut before: Option<&Values> = None;
        for (index, line) in failure.lines.iter().enumerate() {
            let shown = self.trace_line(line, before, numbers.len());
            // A silent step that changes nothing that people know tells them nothing.
            let is_told = index == 0
                || index + 1 == failure.lines.len()
                || shown.seen.is_some()
                || shown.mover == Mover::Environment
                || self.tells(&failure.lines[index - 1], line);
            if is_told {
                outcome.trace.push(shown);
            }
            before = Some(&line.values);
        }
        if let Some(start) = outcome.trace.first_mut() {
            self.tell_globals_of_others(failure, &mut start.values);
        }
        outcome.instead = self.instead(&failure.instead);
    }

    /// What others' own globals hold at the start, if it had to be chosen.
    fn tell_globals_of_others(&self, failure: &Failure, values: &mut String) {
        let Some(crowd) = &self.problem.environment.crowd else { return };
        for global in crowd.globals.iter().filter(|global| global.initial.is_none()) {
            if let Some((_, value)) = failure.of_others.iter().find(|(it, _)| *it == global.slot) {
                let gap = if values.is_empty() { "" } else { " " };
                values.push_str(&format!("{gap}{}={value}", global.name));
            }
        }
    }

    /// What the source would do: places with the same values stand together.
    fn instead(&self, all: &[Instead]) -> Vec<String> {
        let mut told: Vec<(String, Vec<String>)> = Vec::new();
        for instead in all {
            let (text, at) = match instead {
                Instead::Related { place, values } => {
                    let text = format!("would have {}", self.broken(values));
                    (text, Some(self.at(Side::Source, *place)))
                }
                Instead::Shows(seen) => (format!("it would show {}", seen_text(seen)), None),
                Instead::Ended => ("it has come to its end".to_owned(), None),
            };
            let index = told.iter().position(|(known, _)| *known == text).unwrap_or(told.len());
            if index == told.len() {
                told.push((text, Vec::new()));
            }
            if let Some(at) = at.filter(|at| !told[index].1.contains(at)) {
                told[index].1.push(at);
            }
        }
        let sentence = |(text, places): (String, Vec<String>)| match places.is_empty() {
            true => text,
            false => format!("{} {text}", joined_places(&places)),
        };
        told.into_iter().map(sentence).collect()
    }

    /// Whether a step reads or writes what is shared, or changes a variable of the program.
    fn tells(
        &self,
        before: &engine_refine::failure::Line,
        line: &engine_refine::failure::Line,
    ) -> bool {
        let Event::Step { step, .. } = &line.event else { return true };
        let exprs = &self.problem.exprs;
        let step = &self.problem.target.steps[*step];
        let is_shared = |slot: &Slot| self.problem.visible.contains(slot);
        let reads = exprs.slots_of(step.guard).iter().any(is_shared)
            || step.updates.iter().any(|(slot, value)| {
                is_shared(slot) || exprs.slots_of(*value).iter().any(is_shared)
            });
        let changes = self.problem.variables.iter().enumerate().any(|(index, variable)| {
            variable.side == Side::Target
                && self.is_users(variable)
                && before.values[Slot(index as u32)] != line.values[Slot(index as u32)]
        });
        reads || changes
    }

    /// The parts of the relation that do not hold, with the values of the source.
    fn broken(&self, values: &Values) -> String {
        let exprs = &self.problem.exprs;
        let mut found = Vec::new();
        for fact in &self.problem.relation {
            if exprs.holds(fact.ex, values) == Some(true) {
                continue;
            }
            for slot in exprs.slots_of(fact.ex) {
                let variable = &self.problem.variables[slot.index()];
                let text = format!("{}={}", variable.name, values[slot]);
                if variable.side == Side::Source && !found.contains(&text) {
                    found.push(text);
                }
            }
        }
        found.join(" ")
    }

    fn trace_line(
        &self,
        line: &engine_refine::failure::Line,
        before: Option<&Values>,
        n_others: usize,
    ) -> TraceLine {
        let (mover, place, seen) = match &line.event {
            Event::Start => (Mover::Start, RefinementPlace::default(), None),
            Event::Step { step, seen, .. } => {
                let seen = (*seen != Seen::Nothing).then(|| seen_text(seen));
                let mut place = self.step_place(Side::Target, *step);
                if is_variable(&place.text) && self.only_reads(*step) {
                    place.text.insert_str(0, "read ");
                }
                (Mover::Target, place, seen)
            }
            Event::Environment { command } => {
                let command = &self.problem.environment.commands[*command];
                let place = RefinementPlace { line: None, text: command.text.clone() };
                (Mover::Environment, place, None)
            }
            Event::Others { number, step, .. } => {
                let crowd = self.problem.environment.crowd.as_ref();
                let text = crowd.and_then(|crowd| crowd.texts.get(*step)).cloned();
                let mut text = text.unwrap_or_default();
                if is_variable(&text) {
                    text.insert_str(0, "read ");
                }
                if n_others > 1 {
                    text = format!("{text}  (thread {number})");
                }
                (Mover::Environment, RefinementPlace { line: None, text }, None)
            }
        };
        // States with the same shared values stand together: what differs is how far it has got.
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for (place, values) in &line.source {
            let shared = self.shared_values(values);
            let at = self.at(Side::Source, *place);
            match groups.iter_mut().find(|(known, _)| *known == shared) {
                Some((_, places)) if places.contains(&at) => {}
                Some((_, places)) => places.push(at),
                None => groups.push((shared, vec![at])),
            }
        }
        let mut source: Vec<String> = Vec::new();
        for (values, places) in groups.iter().take(MAX_SHOWN) {
            source.push(format!("{}  {values}", joined_places(places)));
        }
        if groups.len() > MAX_SHOWN {
            source.push(format!("and {} more", groups.len() - MAX_SHOWN));
        }
        let values = self.values(Side::Target, line.place, &line.values, before);
        TraceLine { mover, place, values, seen, source }
    }

    /// Whether a step of the target reads what is shared and does no more.
    fn only_reads(&self, step: usize) -> bool {
        let step = &self.problem.target.steps[step];
        let is_shared = |slot: &Slot| self.problem.visible.contains(slot);
        let reads = |ex: Ex| self.problem.exprs.slots_of(ex).iter().any(is_shared);
        step.label == Label::Silent
            && !step.updates.iter().any(|(slot, _)| is_shared(slot))
            && (reads(step.guard) || step.updates.iter().any(|(_, value)| reads(*value)))
    }

    /// The shared values of the source.
    fn shared_values(&self, values: &Values) -> String {
        let shared = self.problem.shared.iter().map(|(_, slot)| {
            format!("{}={}", self.problem.variables[slot.index()].name, values[*slot])
        });
        shared.collect::<Vec<_>>().join(" ")
    }

    /// The values of one side that people know; after a step, those that changed first.
    fn values(&self, side: Side, place: usize, values: &Values, before: Option<&Values>) -> String {
        let live = self.problem.machine(side).live.get(place);
        let mut shown = Vec::new();
        for (index, variable) in self.problem.variables.iter().enumerate() {
            let slot = Slot(index as u32);
            let is_shared = self.problem.shared.iter().any(|(a, b)| *a == slot || *b == slot);
            let is_live = live.is_some_and(|live| live.contains(&slot));
            let is_known = self.is_users(variable);
            if variable.side != side || !(is_shared || is_live) {
                continue;
            }
            let is_new = before.is_some_and(|before| before[slot] != values[slot]);
            if is_known || (is_new && self.is_of_users_text(variable)) {
                let name = variable.name.trim_start_matches('%');
                shown.push(format!("{name}={}", values[slot]));
            }
        }
        shown.join(" ")
    }

    fn unknown(&self, why: &Why, outcome: &mut RefinementOutcome) {
        let reason = match why {
            Why::NoStart => Reason::Inconclusive(
                "no state satisfies what is required at the start: nothing was compared".to_owned(),
            ),
            Why::MustGuess(stuck) => {
                let place = stuck.map(|(places, _)| self.at(Side::Target, places.0));
                let place = place.map(|at| format!(" (at {at} of the target)")).unwrap_or_default();
                Reason::Inconclusive(format!(
                    "step by step the source cannot follow{place}, but no single run shows it: it \
                     would have to guess early what the target does later"
                ))
            }
            Why::EnvironmentBreaks(command) => {
                let what = command.map(|it| self.problem.environment.bounds[it].text.clone());
                let what = what.map_or_else(String::new, |it| match it.contains('`') {
                    true => format!(": {it}"),
                    false => format!(": `{it}`"),
                });
                Reason::Inconclusive(format!("the environment cannot keep the relation{what}"))
            }
            Why::TooWeak(blame) => Reason::Inconclusive(self.too_weak(blame)),
            Why::Unmodelled { what, step } => {
                let place = self.step_place(Side::Target, *step);
                let at = place.line.map(|line| format!(", line {line}")).unwrap_or_default();
                Reason::Unsupported(format!("{what}{at}"))
            }
            Why::Unsayable => {
                Reason::Unsupported("operations on bits while integers are unbounded".to_owned())
            }
            Why::Exhausted => Reason::Timeout,
        };
        outcome.headline = reason.to_string();
        outcome.verdict = Verdict::Unknown(reason);
    }

    fn too_weak(&self, blame: &Blame) -> String {
        let at = format!(
            "with the target at {} and the source at {}",
            self.at(Side::Target, blame.places.0),
            self.at(Side::Source, blame.places.1)
        );
        let what = match &blame.cause {
            Cause::NoAnswer { step } => {
                let step = self.step_place(Side::Target, *step);
                format!("no answer to `{}` is known to be possible", step.text)
            }
            Cause::BreaksRelation { step, fact } => {
                let step = self.step_place(Side::Target, *step);
                format!("after `{}` it is not known that {fact}", step.text)
            }
            Cause::Unmodelled { what, .. } => what.clone(),
            Cause::Start { fact } => format!("the start does not imply {fact}"),
            Cause::Open => "the solver did not say whether the relation is kept".to_owned(),
            Cause::Unsayable => "something cannot be said".to_owned(),
            Cause::Exhausted => "the budget is spent".to_owned(),
        };
        let example = self.example(blame);
        format!("what is known between the two is too weak: {at}, {what}{example}")
    }

    /// Values of a state in which it does not work, of variables that people know.
    fn example(&self, blame: &Blame) -> String {
        let live = self.problem.live_at(blame.places);
        let mut shown = Vec::new();
        for (slot, value) in &blame.values {
            let name = self.name(*slot);
            let is_known = self.is_users(&self.problem.variables[slot.index()]);
            if live.contains(slot) && is_known {
                shown.push(format!("{name}={value}"));
            }
        }
        match shown.is_empty() {
            true => String::new(),
            false => format!(" (as with {})", shown.join(" ")),
        }
    }

    // -- Places.

    fn text_source(&self, side: Side) -> &Source {
        match side {
            Side::Target => &self.target.source,
            Side::Source => &self.source.source,
        }
    }

    fn machine(&self, side: Side) -> &Machine {
        self.problem.machine(side)
    }

    /// Whether people wrote the variable: no intermediate value, and none of a library function.
    fn is_users(&self, variable: &Variable) -> bool {
        !variable.name.starts_with('%') && self.is_of_users_text(variable)
    }

    fn is_of_users_text(&self, variable: &Variable) -> bool {
        let (source, program) = match variable.side {
            Side::Target => (&self.target.source, &self.target.program),
            Side::Source => (&self.source.source, &self.source.program),
        };
        source.is_users(program.vars[variable.var].span)
    }

    fn line(&self, side: Side, span: Span) -> Option<u32> {
        let source = self.text_source(side);
        (span != Span::default() && source.is_users(span)).then(|| source.position(span.lo).line)
    }

    pub fn place(&self, side: Side, place: usize) -> RefinementPlace {
        let ended = |text: &str| RefinementPlace { line: None, text: text.to_owned() };
        match place {
            ENDED => ended("the end"),
            UNDEFINED => ended("undefined behaviour"),
            UNMODELLED => ended("what is not modelled"),
            _ => {
                let span = self.machine(side).span(place).unwrap_or_default();
                let text = line_text(self.text_source(side), span);
                RefinementPlace { line: self.line(side, span), text }
            }
        }
    }

    fn at(&self, side: Side, place: usize) -> String {
        let place = self.place(side, place);
        match place.line {
            Some(line) => format!("line {line}"),
            None => place.text,
        }
    }

    fn step_place(&self, side: Side, step: usize) -> RefinementPlace {
        let step = &self.machine(side).steps[step];
        let text = match &step.label {
            Label::Undefined(text) => format!("undefined: not `{text}`"),
            _ => line_text(self.text_source(side), step.span),
        };
        RefinementPlace { line: self.line(side, step.span), text }
    }

    // -- Expressions in C.

    fn name(&self, slot: Slot) -> String {
        match self.problem.variables.get(slot.index()) {
            Some(variable) => {
                let side = match variable.side {
                    Side::Target => "tgt",
                    Side::Source => "src",
                };
                format!("{side}.{}", variable.name.trim_start_matches('%'))
            }
            None => format!("chosen{}", slot.0),
        }
    }

    fn text(&self, ex: Ex) -> String {
        self.printed(ex, 0)
    }

    /// With parentheses where the surrounding operator binds more tightly.
    fn printed(&self, ex: Ex, around: u8) -> String {
        let exprs = &self.problem.exprs;
        let (text, own) = match exprs.node(ex) {
            Node::Bool(true) => ("1".to_owned(), 9),
            Node::Bool(false) => ("0".to_owned(), 9),
            Node::Int(_, value) => (value.to_string(), 9),
            Node::Slot(slot) => (self.name(slot), 9),
            Node::Neg(a) => (format!("-{}", self.printed(a, 8)), 8),
            Node::BitNot(a) => (format!("~{}", self.printed(a, 8)), 8),
            Node::Not(a) => (format!("!{}", self.printed(a, 8)), 8),
            Node::Convert(int, a) => {
                let is_plain = exprs.type_of(a) == Type::Bool || int.width > 8;
                match is_plain {
                    true => return self.printed(a, around),
                    false => (format!("(char){}", self.printed(a, 8)), 8),
                }
            }
            Node::Arith(op, a, b) => {
                let (sign, own) = match op {
                    ArithOp::Mul => ("*", 7),
                    ArithOp::Div => ("/", 7),
                    ArithOp::Rem => ("%", 7),
                    ArithOp::Add => ("+", 6),
                    ArithOp::Sub => ("-", 6),
                    ArithOp::Shl => ("<<", 5),
                    ArithOp::Shr => (">>", 5),
                    ArithOp::BitAnd => ("&", 3),
                    ArithOp::BitXor => ("^", 3),
                    ArithOp::BitOr => ("|", 3),
                };
                (format!("{} {sign} {}", self.printed(a, own), self.printed(b, own + 1)), own)
            }
            Node::Compare(op, a, b) => {
                let sign = match op {
                    CompareOp::Eq => "==",
                    CompareOp::Ne => "!=",
                    CompareOp::Lt => "<",
                    CompareOp::Le => "<=",
                    CompareOp::Gt => ">",
                    CompareOp::Ge => ">=",
                };
                (format!("{} {sign} {}", self.printed(a, 5), self.printed(b, 5)), 4)
            }
            Node::And(a, b) => (format!("{} && {}", self.printed(a, 2), self.printed(b, 2)), 2),
            Node::Or(a, b) => (format!("{} || {}", self.printed(a, 1), self.printed(b, 1)), 1),
            Node::Ite(c, a, b) => (
                format!("{} ? {} : {}", self.printed(c, 1), self.printed(a, 1), self.printed(b, 1)),
                0,
            ),
        };
        if own < around { format!("({text})") } else { text }
    }
}

/// `line 6, 7, 10`
/// Whether a part of the text is nothing but a variable or an element.
fn is_variable(text: &str) -> bool {
    let is_part = |it: char| it.is_alphanumeric() || "_[].".contains(it);
    text.starts_with(|it: char| it.is_alphabetic() || it == '_') && text.chars().all(is_part)
}

fn joined_places(places: &[String]) -> String {
    let (mut lines, others): (Vec<u32>, Vec<&String>) =
        places.iter().fold((Vec::new(), Vec::new()), |(mut lines, mut others), place| {
            match place.strip_prefix("line ").and_then(|number| number.parse().ok()) {
                Some(number) => lines.push(number),
                None => others.push(place),
            }
            (lines, others)
        });
    lines.sort_unstable();
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    let mut all = Vec::new();
    if !lines.is_empty() {
        all.push(format!("line {}", lines.join(", ")));
    }
    all.extend(others.into_iter().cloned());
    all.join(" or ")
}

fn seen_text(seen: &Seen) -> String {
    match seen {
        Seen::Nothing => "nothing".to_owned(),
        Seen::Call(name, arguments, result) => {
            let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
            let result = result.map(|value| format!(" = {value}")).unwrap_or_default();
            format!("{name}({}){result}", arguments.join(", "))
        }
        Seen::Return(Some(value)) => format!("return {value}"),
        Seen::Return(None) => "return".to_owned(),
        Seen::Abort => "abort".to_owned(),
        Seen::Error => "a failed assertion".to_owned(),
        Seen::Undefined => "undefined behaviour".to_owned(),
        Seen::Unmodelled => "what is not modelled".to_owned(),
    }
}
