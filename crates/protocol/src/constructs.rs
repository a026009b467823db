//! Which parts of the language speak of more than a process and one partner.
//!
//! Environment abstraction sees a protocol as pairs: the reference process and, one at a time,
//! each other. Whoever works like that asks here first, and says what he is told: every
//! construct has the name by which the file knows it.
//!
//! What is promised about the start (`initially`) is not among them: to leave a promise out leaves more
//! runs, which is harmless for a proof.

use source::Span;

use crate::model::*;

/// A construct that is beyond pairs, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Construct {
    pub name: &'static str,
    pub span: Span,
}

impl System {
    /// The first construct that speaks of more than a process and one partner, in the rules or in a
    /// property.
    pub fn beyond_pairs(&self) -> Option<Construct> {
        let mut properties = self.properties.values();
        self.steps_beyond_pairs().or_else(|| properties.find_map(PropertyDecl::beyond_pairs))
    }

    /// The first construct in the rules that does.
    pub fn steps_beyond_pairs(&self) -> Option<Construct> {
        self.rules.values().find_map(|rule| {
            let name = of_rule(rule)?;
            Some(Construct { name, span: rule.span })
        })
    }

    /// The same system, asked only for what `is_asked`: the other properties become trivial. What is
    /// to be reachable is asked as what is never so.
    #[must_use]
    pub fn asked_for(&self, is_asked: impl Fn(PropertyId) -> bool) -> Self {
        let mut system = self.clone();
        for (id, decl) in self.properties.iter() {
            let property = match &decl.property {
                _ if !is_asked(id) => Property::Safety(Formula::True),
                Property::Reachable(formula) => {
                    Property::Safety(Formula::Not(Box::new(formula.clone())))
                }
                Property::Safety(_) | Property::Liveness { .. } => continue,
            };
            system.properties[id].property = property;
        }
        system
    }
}

impl PropertyDecl {
    /// What in the property speaks of more than a process and one partner.
    pub fn beyond_pairs(&self) -> Option<Construct> {
        let name = match &self.property {
            Property::Safety(formula) | Property::Reachable(formula) => of_formula(formula),
            Property::Liveness { trigger, response } => {
                let of_two = || {
                    let two = [trigger, response].iter().any(|it| it.mentions(Subject::Other));
                    two.then_some("liveness of two processes")
                };
                of_formula(trigger).or_else(|| of_formula(response)).or_else(of_two)
            }
        };
        Some(Construct { name: name?, span: self.span })
    }
}

fn of_rule(rule: &Rule) -> Option<&'static str> {
    let mut formulas = std::iter::once(&rule.when);
    let mut branches = rule.then.iter().chain(&rule.otherwise);
    let guard = |guard: &Guard| guard.formulas().find_map(of_formula);
    formulas
        .find_map(of_formula)
        .or_else(|| rule.guard.as_ref().and_then(guard))
        .or_else(|| branches.find_map(|branch| branch.actions.iter().find_map(of_action)))
}

fn of_action(action: &Action) -> Option<&'static str> {
    match action {
        Action::Pick(_) => Some("`some otr`"),
        Action::Tell { whom, .. } => of_subject(*whom).or(Some("an assignment to another process")),
        Action::SetPointer { value: PointerValue::Of(_), .. } => Some("a pointer to another"),
        Action::SetData { value: DataValue::Term(term), .. } => of_term(*term),
        Action::SetFinite { value: FiniteValue::Read { .. }, .. } => {
            Some("a variable of another process")
        }
        Action::Scan(scan) => of_formula(&scan.test).or_else(|| of_term(scan.value)),
        Action::Broadcast(broadcast) => broadcast.cases.iter().find_map(|case| {
            of_formula(&case.test).or_else(|| case.updates.iter().find_map(of_update))
        }),
        Action::SetPointer { value: PointerValue::Own | PointerValue::Nobody, .. }
        | Action::SetData { value: DataValue::Any, .. }
        | Action::SetFinite {
            value: FiniteValue::Const(_) | FiniteValue::Copy { .. } | FiniteValue::Any,
            ..
        } => None,
    }
}

fn of_update(update: &Update) -> Option<&'static str> {
    match update {
        Update::Number { .. } => Some("a broadcast that sets numbers"),
        Update::Read { .. } => Some("a broadcast of own values"),
        Update::Location(_)
        | Update::Const(..)
        | Update::Copy { .. }
        | Update::AnyValue(_)
        | Update::AnyNumber(_) => None,
    }
}

fn of_formula(formula: &Formula) -> Option<&'static str> {
    formula.all_atoms().find_map(|atom| match atom {
        Formula::Count(count) => Some(match count.bound {
            Bound::AtMost(_) => "`atmost`",
            Bound::AtLeast(_) if count.among == Among::Others => "`forall` and `exists` together",
            Bound::AtLeast(_) => "`atleast`",
            Bound::Exactly(_) => "`exactly`",
            Bound::Majority => "`majority`",
        }),
        atom => atom.subjects().into_iter().find_map(of_subject),
    })
}

fn of_term(term: Term) -> Option<&'static str> {
    match term.base {
        Some(DataRef::Process(subject, _)) => of_subject(subject),
        Some(DataRef::Centre(_)) | None => None,
    }
}

fn of_subject(subject: Subject) -> Option<&'static str> {
    match subject {
        Subject::Own | Subject::Other => None,
        Subject::Further(_) => Some("a property of three processes"),
        Subject::Next | Subject::Previous => Some("a neighbour"),
        Subject::Pointee(_) => Some("reading through a pointer"),
    }
}
