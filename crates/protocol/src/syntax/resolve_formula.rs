//! Formulas and operands: names become ids, and only like is compared with like.

use index::{IdSet, IndexVec};
use source::{Diagnostic, Span};

use super::ast::{Expr, ExprKind, Head, Membership, Name, Operand, ProcessKind, ProcessName};
use super::names::{Entity, unknown};
use super::parse::shortened;
use super::resolve::{Resolver, value_of};
use crate::{
    Among, Bound, Count, DataRef, FiniteRef, Formula, LocationId, PointerId, PredicateId, Relation,
    Subject, Term, Topology, ValueId,
};

/// Where a formula stands, which decides whom it may speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// `when`, and the right-hand side of an assignment: the acting process and the centre.
    Own,
    /// Guards, scans and broadcasts: also the partner.
    OwnAndOther,
    /// `when` and assignments in a rule of the centre.
    Centre,
    /// Guards and broadcasts in a rule of the centre.
    CentreAndOther,
    /// The body of a predicate: own data.
    Predicate,
    /// Properties and `initially`: `x`, `y`, `z`, `w`.
    Property,
}

/// The neighbours of a process, where processes have neighbours and nothing else is called so.
pub(super) const NEIGHBOURS: [(&str, Subject); 2] =
    [("next", Subject::Next), ("prev", Subject::Previous)];

/// The processes of a property, in order.
const PROPERTY_PROCESSES: [(&str, Subject); 4] = [
    ("x", Subject::Own),
    ("y", Subject::Other),
    ("z", Subject::Further(0)),
    ("w", Subject::Further(1)),
];

/// An operand whose kind is known.
#[derive(Clone, Debug)]
pub(super) enum Typed {
    Location(Subject),
    Finite(FiniteRef),
    Predicate(Subject, PredicateId),
    Number(Term),
    Process(Subject),
    Pointer(PointerId),
    Nobody,
    /// A name that is no variable: the name of a location or of a value, if of anything.
    Word(Name),
}

impl Typed {
    fn describe(&self) -> String {
        match self {
            Self::Location(_) => "a location".to_owned(),
            Self::Finite(_) => "a finite variable".to_owned(),
            Self::Predicate(..) => "a predicate".to_owned(),
            Self::Number(_) => "a number".to_owned(),
            Self::Process(_) => "a process".to_owned(),
            Self::Pointer(_) => "a pointer".to_owned(),
            Self::Nobody => "`none`".to_owned(),
            Self::Word(name) => format!("`{}`", shortened(&name.text)),
        }
    }
}

impl Resolver<'_> {
    /// The resolved formula; `None` after an error, which is reported.
    pub(super) fn formula(&mut self, expr: &Expr, place: Place) -> Option<Formula> {
        match &expr.kind {
            ExprKind::True => Some(Formula::True),
            ExprKind::False => Some(Formula::False),
            ExprKind::Not(inner) => Some(Formula::Not(Box::new(self.formula(inner, place)?))),
            ExprKind::And(parts) => Some(Formula::And(self.formulas(parts, place)?)),
            ExprKind::Or(parts) => Some(Formula::Or(self.formulas(parts, place)?)),
            ExprKind::Implies(lhs, rhs) => {
                let lhs = self.formula(lhs, place);
                let rhs = self.formula(rhs, place);
                Some(Formula::Implies(Box::new(lhs?), Box::new(rhs?)))
            }
            ExprKind::Compare { relation, lhs, rhs } => {
                self.comparison(*relation, lhs, rhs, expr.span, place)
            }
            ExprKind::Member { operand, set, membership } => {
                let member = self.member(operand, set, place)?;
                Some(match membership {
                    Membership::In => member,
                    Membership::NotIn => Formula::Not(Box::new(member)),
                })
            }
            ExprKind::Bare(operand) => self.bare(operand, place),
            ExprKind::Count { bound, process, body } => {
                self.count(*bound, process, body, expr.span, place)
            }
        }
    }

    /// `atmost 3 y. …`. Inside, the process that is counted is [`Subject::Other`], whatever it is
    /// called; so nobody else can be `y` there.
    fn count(
        &mut self,
        bound: Bound,
        process: &ProcessName,
        body: &Expr,
        span: Span,
        place: Place,
    ) -> Option<Formula> {
        let name = match (&process.kind, place) {
            (ProcessKind::Otr, Place::Own | Place::OwnAndOther) => None,
            (ProcessKind::Otr, Place::Centre | Place::CentreAndOther) => None,
            (ProcessKind::Named(name), Place::Property) => Some(name.clone()),
            (_, Place::Property) => {
                return self.reject(
                    "E0514",
                    process.span,
                    "properties call the process that is counted `x` or `y`",
                );
            }
            (_, Place::Predicate) => {
                return self.reject("E0513", span, "a predicate counts no processes");
            }
            _ => {
                return self.reject("E0514", process.span, "steps count processes as `otr`");
            }
        };
        if self.counted.is_some() {
            return self.reject("E0512", span, "a count within a count cannot be followed");
        }
        self.counted = Some(name);
        let inner = match place {
            Place::Own | Place::OwnAndOther => Place::OwnAndOther,
            Place::Centre | Place::CentreAndOther => Place::CentreAndOther,
            Place::Property | Place::Predicate => place,
        };
        let body = self.formula(body, inner);
        self.counted = None;
        Some(Formula::Count(Box::new(Count { bound, among: Among::All, body: body? })))
    }

    /// All parts are resolved even if one is wrong, so that each error is reported.
    fn formulas(&mut self, parts: &[Expr], place: Place) -> Option<Vec<Formula>> {
        let resolved: Vec<_> = parts.iter().map(|part| self.formula(part, place)).collect();
        resolved.into_iter().collect()
    }

    fn comparison(
        &mut self,
        relation: Relation,
        lhs: &Operand,
        rhs: &Operand,
        span: Span,
        place: Place,
    ) -> Option<Formula> {
        let left = self.operand(lhs, place);
        let right = self.operand(rhs, place);
        let (left, right) = (left?, right?);
        if place == Place::Predicate
            && !matches!((&left, &right), (Typed::Number(_), Typed::Number(_)))
        {
            return self.reject(
                "E0513",
                span,
                "a predicate compares own data with own data or numbers, and nothing else",
            );
        }
        match (left, right) {
            (Typed::Number(lhs), Typed::Number(rhs)) if relation == Relation::NotEq => {
                let equal = Formula::Compare(Relation::Eq, lhs, rhs);
                // Of somebody who is not there `=` is false, and so `!=` has to be its negation.
                Some(match equal.needs_company() {
                    true => Formula::Not(Box::new(equal)),
                    false => Formula::Compare(relation, lhs, rhs),
                })
            }
            (Typed::Number(lhs), Typed::Number(rhs)) => Some(Formula::Compare(relation, lhs, rhs)),
            (Typed::Process(lhs), Typed::Process(rhs)) => self.id_order(relation, lhs, rhs, span),
            (left, right) => {
                let equal = self.equality(&left, &right, lhs, rhs, span)?;
                match relation {
                    Relation::Eq => Some(equal),
                    Relation::NotEq => Some(Formula::Not(Box::new(equal))),
                    _ => {
                        let message =
                            format!("{} and {} have no order", left.describe(), right.describe());
                        self.diagnostics.push(
                            Diagnostic::error("E0512", span, message)
                                .help("only `=` and `!=` make sense here"),
                        );
                        None
                    }
                }
            }
        }
    }

    fn equality(
        &mut self,
        left: &Typed,
        right: &Typed,
        lhs: &Operand,
        rhs: &Operand,
        span: Span,
    ) -> Option<Formula> {
        match (left, right) {
            (Typed::Location(subject), Typed::Word(name))
            | (Typed::Word(name), Typed::Location(subject)) => {
                let location = self.location(name)?;
                Some(Formula::At(*subject, [location].into_iter().collect()))
            }
            (Typed::Finite(finite), Typed::Word(name))
            | (Typed::Word(name), Typed::Finite(finite)) => {
                let value = self.value(*finite, name)?;
                Some(in_values(*finite, [value].into_iter().collect()))
            }
            (Typed::Finite(one), Typed::Finite(two)) => self.same_finite(*one, *two, span),
            (Typed::Pointer(pointer), Typed::Process(subject))
            | (Typed::Process(subject), Typed::Pointer(pointer)) => {
                Some(Formula::PointsAt(*pointer, *subject))
            }
            (Typed::Pointer(pointer), Typed::Nobody) | (Typed::Nobody, Typed::Pointer(pointer)) => {
                Some(Formula::PointsNowhere(*pointer))
            }
            (Typed::Process(subject @ (Subject::Next | Subject::Previous)), Typed::Nobody)
            | (Typed::Nobody, Typed::Process(subject @ (Subject::Next | Subject::Previous))) => {
                Some(Formula::Absent(*subject))
            }
            (Typed::Word(name), _) | (_, Typed::Word(name)) => {
                self.unknown_word(name);
                None
            }
            (left, right) => {
                let message = format!("{} is compared with {}", left.describe(), right.describe());
                self.diagnostics.push(
                    Diagnostic::error("E0512", span, message)
                        .also(lhs.span, format!("this is {}", left.describe()))
                        .also(rhs.span, format!("this is {}", right.describe())),
                );
                None
            }
        }
    }

    fn id_order(
        &mut self,
        relation: Relation,
        lhs: Subject,
        rhs: Subject,
        span: Span,
    ) -> Option<Formula> {
        if lhs == rhs {
            return self.reject("E0512", span, "a process is compared with itself");
        }
        let is_pair = |one: Subject| matches!(one, Subject::Own | Subject::Other);
        if !is_pair(lhs) || !is_pair(rhs) {
            return self.reject(
                "E0512",
                span,
                "ids are compared of `slf` and `otr`, in properties of `x` and `y`",
            );
        }
        let own_is_less = match (relation, lhs) {
            (Relation::Less | Relation::LessEq, Subject::Own)
            | (Relation::Greater | Relation::GreaterEq, Subject::Other) => true,
            (Relation::Less | Relation::LessEq, _)
            | (Relation::Greater | Relation::GreaterEq, _) => false,
            (Relation::Eq | Relation::NotEq, _) => {
                return self.reject(
                    "E0512",
                    span,
                    "two different processes never have the same id, so this test says nothing",
                );
            }
        };
        Some(match own_is_less {
            true => Formula::OwnIdIsLess,
            false => Formula::Not(Box::new(Formula::OwnIdIsLess)),
        })
    }

    fn member(&mut self, operand: &Operand, set: &[Name], place: Place) -> Option<Formula> {
        match self.operand(operand, place)? {
            Typed::Location(subject) if place != Place::Predicate => {
                let locations: Vec<Option<LocationId>> =
                    set.iter().map(|name| self.location(name)).collect();
                let locations: Option<IdSet<LocationId>> = locations.into_iter().collect();
                Some(Formula::At(subject, locations?))
            }
            Typed::Finite(finite) if place != Place::Predicate => {
                let values: Vec<Option<ValueId>> =
                    set.iter().map(|name| self.value(finite, name)).collect();
                let values: Option<IdSet<ValueId>> = values.into_iter().collect();
                Some(in_values(finite, values?))
            }
            Typed::Word(name) => {
                self.unknown_word(&name);
                None
            }
            other => {
                let message = format!(
                    "`in` asks for a location or a finite variable, not {}",
                    other.describe()
                );
                self.reject("E0512", operand.span, message)
            }
        }
    }

    fn bare(&mut self, operand: &Operand, place: Place) -> Option<Formula> {
        match self.operand(operand, place)? {
            Typed::Predicate(subject, id) if place != Place::Predicate => {
                Some(Formula::Predicate(subject, id))
            }
            Typed::Finite(finite) if place != Place::Predicate => {
                match value_of(self.values(finite), "true") {
                    Some(value) => Some(in_values(finite, [value].into_iter().collect())),
                    None => self.reject(
                        "E0512",
                        operand.span,
                        "this variable is not a `bool`, so it has to be compared with a value",
                    ),
                }
            }
            Typed::Word(name) => {
                match self.names.get(&name.text) {
                    Some(Entity::Location(_)) => {
                        let message =
                            format!("`{}` is a location, not a condition", shortened(&name.text));
                        let help = format!("write `pc = {}`", shortened(&name.text));
                        self.diagnostics
                            .push(Diagnostic::error("E0512", name.span, message).help(help));
                    }
                    _ => self.unknown_word(&name),
                }
                None
            }
            other => {
                let message = format!("{} alone is not a condition", other.describe());
                self.reject("E0512", operand.span, message)
            }
        }
    }

    /// Two finite variables are alike if their values have the same names in the same order.
    fn same_finite(&mut self, one: FiniteRef, two: FiniteRef, span: Span) -> Option<Formula> {
        if self.values(one) == self.values(two) {
            return Some(Formula::SameFinite(one, two));
        }
        let message = format!(
            "variables with the values {} and {} are compared",
            value_list(self.values(one)),
            value_list(self.values(two))
        );
        self.reject("E0512", span, message)
    }

    pub(super) fn operand(&mut self, operand: &Operand, place: Place) -> Option<Typed> {
        let typed = self.operand_without_offset(operand, place)?;
        match typed {
            Typed::Number(term) => {
                Some(Typed::Number(Term { offset: term.offset + operand.offset, ..term }))
            }
            other if operand.offset == 0 => Some(other),
            Typed::Word(name) => {
                self.unknown_word(&name);
                None
            }
            other => {
                let message = format!("{} cannot be added to", other.describe());
                self.reject("E0512", operand.span, message)
            }
        }
    }

    fn operand_without_offset(&mut self, operand: &Operand, place: Place) -> Option<Typed> {
        let index = operand.index.as_ref();
        match &operand.head {
            Head::Pc => Some(Typed::Location(self.subject("pc", index, operand.span, place)?)),
            Head::Number(number) => {
                self.no_index(index, "a number")?;
                Some(Typed::Number(Term { base: None, offset: *number }))
            }
            Head::Nobody => {
                self.no_index(index, "`none`")?;
                Some(Typed::Nobody)
            }
            Head::Bool(text) => {
                self.no_index(index, "a value")?;
                Some(Typed::Word(Name { text: (*text).to_owned(), span: operand.span }))
            }
            Head::Process(process) => {
                self.no_index(index, "a process")?;
                Some(Typed::Process(self.process(process, place)?))
            }
            Head::Name(name) => self.named(name, index, place),
        }
    }

    fn named(&mut self, name: &Name, index: Option<&ProcessName>, place: Place) -> Option<Typed> {
        let is_process = PROPERTY_PROCESSES.iter().any(|(known, _)| *known == name.text)
            && self.names.get(&name.text).is_none();
        if place == Place::Property && index.is_none() && is_process {
            let kind = ProcessKind::Named(name.text.clone());
            let process = ProcessName { kind, span: name.span };
            return Some(Typed::Process(self.process(&process, place)?));
        }
        if index.is_none()
            && self.system.topology != Topology::Clique
            && let Some(subject) = self.neighbour(&name.text)
        {
            return Some(Typed::Process(self.with_neighbours(subject, name.span, place)?));
        }
        match self.names.get(&name.text) {
            Some(Entity::Finite(id)) => {
                let subject = self.subject(&name.text, index, name.span, place)?;
                Some(Typed::Finite(FiniteRef::Process(subject, id)))
            }
            Some(Entity::Data(id)) => {
                let subject = self.subject(&name.text, index, name.span, place)?;
                Some(Typed::Number(Term { base: Some(DataRef::Process(subject, id)), offset: 0 }))
            }
            Some(Entity::Predicate(id)) => {
                let subject = self.subject(&name.text, index, name.span, place)?;
                Some(Typed::Predicate(subject, id))
            }
            Some(Entity::CentreFinite(id)) => {
                self.no_index(index, "a variable of the centre")?;
                Some(Typed::Finite(FiniteRef::Centre(id)))
            }
            Some(Entity::CentreData(id)) if place != Place::Predicate => {
                self.no_index(index, "a variable of the centre")?;
                Some(Typed::Number(Term { base: Some(DataRef::Centre(id)), offset: 0 }))
            }
            Some(Entity::CentreData(_)) => self.reject(
                "E0513",
                name.span,
                "a predicate speaks of own data, not of the centre's",
            ),
            Some(Entity::Pointer(id)) => {
                self.no_index(index, "a pointer")?;
                Some(Typed::Pointer(id))
            }
            Some(Entity::Location(_)) if index.is_none() => Some(Typed::Word(name.clone())),
            None if index.is_none() => Some(Typed::Word(name.clone())),
            Some(Entity::Location(_)) | None => {
                self.unknown_word(name);
                None
            }
        }
    }

    /// Whose variable `name[index]` is.
    fn subject(
        &mut self,
        name: &str,
        index: Option<&ProcessName>,
        span: Span,
        place: Place,
    ) -> Option<Subject> {
        match (index, place) {
            (Some(process), _) => self.process(process, place),
            (None, Place::Own | Place::OwnAndOther | Place::Predicate) => Some(Subject::Own),
            (None, Place::Centre | Place::CentreAndOther) => {
                let message = format!("the centre has no `{}` of its own", shortened(name));
                self.reject("E0514", span, message)
            }
            (None, Place::Property) => {
                let message = format!("whose `{}`?", shortened(name));
                let help = format!("write `{}[x]`", shortened(name));
                self.diagnostics.push(Diagnostic::error("E0514", span, message).help(help));
                None
            }
        }
    }

    fn process(&mut self, process: &ProcessName, place: Place) -> Option<Subject> {
        if let ProcessKind::Named(name) = &process.kind {
            if let Some(Entity::Pointer(pointer)) = self.names.get(name)
                && place != Place::Predicate
            {
                return Some(Subject::Pointee(pointer));
            }
            if place == Place::Property {
                return self.property_process(name, process.span);
            }
            if let Some(subject) = self.neighbour(name) {
                return self.with_neighbours(subject, process.span, place);
            }
        }
        let counts = self.counted.is_some();
        let message = match (&process.kind, place) {
            (ProcessKind::Slf, Place::Own | Place::OwnAndOther | Place::Predicate) => {
                return Some(Subject::Own);
            }
            (ProcessKind::Otr, Place::OwnAndOther | Place::CentreAndOther) => {
                return Some(Subject::Other);
            }
            (ProcessKind::Otr, Place::Own | Place::Centre) if self.has_picked && !counts => {
                return Some(Subject::Other);
            }
            (ProcessKind::Slf | ProcessKind::Otr, Place::Property) => {
                "properties speak of the processes `x` and `y`".to_owned()
            }
            (ProcessKind::Slf, _) => "the centre acts here, so there is no `slf`".to_owned(),
            (ProcessKind::Otr, _) => {
                "`otr` means something only in guards, scans and broadcasts, and behind `some otr`"
                    .to_owned()
            }
            (ProcessKind::Named(name), _) => {
                format!("`{}` is no process: they are called `slf` and `otr`", shortened(name))
            }
        };
        self.reject("E0514", process.span, message)
    }

    /// What `next` and `prev` mean, unless something else has that name.
    fn neighbour(&self, name: &str) -> Option<Subject> {
        let known = NEIGHBOURS.iter().find(|(known, _)| *known == name)?;
        self.names.get(name).is_none().then_some(known.1)
    }

    fn with_neighbours(&mut self, subject: Subject, span: Span, place: Place) -> Option<Subject> {
        match place {
            Place::Own | Place::OwnAndOther if self.system.topology == Topology::Clique => {
                self.diagnostics.push(
                    Diagnostic::error("E0514", span, "processes have no neighbours here")
                        .help("say `topology ring` or `topology line`"),
                );
                None
            }
            Place::Own | Place::OwnAndOther => Some(subject),
            Place::Centre | Place::CentreAndOther | Place::Predicate | Place::Property => {
                self.reject("E0514", span, "only a process that takes a step speaks of neighbours")
            }
        }
    }

    fn property_process(&mut self, name: &str, span: Span) -> Option<Subject> {
        if let Some(Some(counted)) = &self.counted
            && counted == name
        {
            return Some(Subject::Other);
        }
        let known = PROPERTY_PROCESSES.iter().find(|(known, _)| *known == name);
        match known {
            Some((_, Subject::Other)) if self.counted.is_some() => self.reject(
                "E0514",
                span,
                "inside of a count only the process that is counted and `x` can be spoken of",
            ),
            Some((_, subject)) => Some(*subject),
            None => {
                let message = format!(
                    "`{}` is no process: a property speaks of `x`, `y`, `z` and `w`",
                    shortened(name)
                );
                self.reject("E0514", span, message)
            }
        }
    }

    fn no_index(&mut self, index: Option<&ProcessName>, what: &str) -> Option<()> {
        match index {
            None => Some(()),
            Some(index) => {
                let message = format!("{what} belongs to no process");
                self.reject("E0514", index.span, message)
            }
        }
    }

    pub(super) fn values(&self, finite: FiniteRef) -> &IndexVec<ValueId, String> {
        match finite {
            FiniteRef::Process(_, id) => &self.system.finites[id].values,
            FiniteRef::Centre(id) => &self.system.centre.finites[id].values,
        }
    }

    pub(super) fn value(&mut self, finite: FiniteRef, name: &Name) -> Option<ValueId> {
        let found = value_of(self.values(finite), &name.text);
        if found.is_none() {
            let var = match finite {
                FiniteRef::Process(_, id) => &self.system.finites[id],
                FiniteRef::Centre(id) => &self.system.centre.finites[id],
            };
            let what = format!("value of `{}`", shortened(&var.name));
            let candidates = var.values.values().map(String::as_str);
            let diagnostic = unknown(&name.text, name.span, &what, candidates);
            self.diagnostics.push(diagnostic);
        }
        found
    }

    pub(super) fn unknown_word(&mut self, name: &Name) {
        let diagnostic = match self.names.get(&name.text) {
            Some(entity) => {
                let message =
                    format!("`{}` is {}, not a variable", shortened(&name.text), entity.describe());
                Diagnostic::error("E0512", name.span, message)
            }
            None => {
                let is_variable = |entity| !matches!(entity, Entity::Location(_));
                self.names.unknown(&name.text, name.span, "variable", is_variable)
            }
        };
        self.diagnostics.push(diagnostic);
    }

    pub(super) fn reject<T>(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> Option<T> {
        self.diagnostics.push(Diagnostic::error(code, span, message));
        None
    }
}

fn in_values(finite: FiniteRef, values: IdSet<ValueId>) -> Formula {
    match finite {
        FiniteRef::Process(subject, id) => Formula::Finite(subject, id, values),
        FiniteRef::Centre(id) => Formula::Centre(id, values),
    }
}

fn value_list(values: &IndexVec<ValueId, String>) -> String {
    let shown: Vec<String> = values.values().take(5).map(|value| shortened(value)).collect();
    let more = if values.len() > shown.len() { ", …" } else { "" };
    format!("{{{}{more}}}", shown.join(", "))
}
