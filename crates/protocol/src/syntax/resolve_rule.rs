//! Clauses, statements and actions: one [`Rule`] per alternative.

use index::{IdSet, IndexVec};
use source::{Diagnostic, Span};

use super::ast::{self, ClauseActor, Leave, Name, Operand, Quantifier};
use super::names::Entity;
use super::parse::shortened;
use super::resolve::{Resolver, value_of};
use super::resolve_formula::{Place, Typed};
use crate::{
    Action, Actor, Among, Bound, Branch, Broadcast, Case, Count, DataRef, DataTarget, DataValue,
    FiniteId, FiniteRef, FiniteTarget, FiniteValue, Formula, Guard, LocationId, Pick, PointerValue,
    Rule, Scan, Subject, Term, Update, ValueId,
};

/// Where the parts of a rule stand: alone, and looking at a partner.
#[derive(Clone, Copy)]
struct Places {
    alone: Place,
    with_other: Place,
}

/// What an alternative says by itself; who acts and when is said by its clause.
struct Step {
    guard: Option<Guard>,
    then: Option<Branch>,
    otherwise: Option<Branch>,
}

impl Resolver<'_> {
    /// Adds the rules of a clause; those with errors are left out.
    pub(super) fn clause(&mut self, clause: &ast::Clause) {
        let (actor, places) = match &clause.actor {
            ClauseActor::Centre => {
                let places = Places { alone: Place::Centre, with_other: Place::CentreAndOther };
                (Some(Actor::Centre), places)
            }
            ClauseActor::AtAny => {
                let places = Places { alone: Place::Own, with_other: Place::OwnAndOther };
                (Some(Actor::Process(self.system.locations.ids().collect())), places)
            }
            ClauseActor::At(names) => {
                let places = Places { alone: Place::Own, with_other: Place::OwnAndOther };
                let locations: Vec<Option<LocationId>> =
                    names.iter().map(|name| self.location(name)).collect();
                let locations: Option<IdSet<LocationId>> = locations.into_iter().collect();
                (locations.map(Actor::Process), places)
            }
        };
        let when = match &clause.when {
            None => Some(Formula::True),
            Some(when) => self.formula(when, places.alone),
        };
        for statement in &clause.alternatives {
            let step = self.statement(statement, places);
            if let (Some(actor), Some(when), Some(step)) = (&actor, &when, step) {
                let Step { guard, then, otherwise } = step;
                let (actor, when, span) = (actor.clone(), when.clone(), statement.span);
                self.system.rules.push(Rule { actor, when, guard, then, otherwise, span });
            }
        }
    }

    fn statement(&mut self, statement: &ast::Statement, places: Places) -> Option<Step> {
        let (guard, is_exists) = self.guard(&statement.guards, places);
        let first = self.branch(&statement.then, places);
        let second = match &statement.otherwise {
            None => Some(None),
            Some(branch) => self.branch(branch, places).map(Some),
        };
        let (guard, first, second) = (guard?, Some(first?), second?);
        let (then, otherwise) = if is_exists { (second, first) } else { (first, second) };
        Some(Step { guard, then, otherwise })
    }

    /// What is asked of all others stands together; of what is left, one `exists` alone is asked as
    /// a `forall` with the branches exchanged (then the second answer is true), and all the rest is
    /// counted.
    fn guard(&mut self, guards: &[ast::Guard], places: Places) -> (Option<Option<Guard>>, bool) {
        let Some((first, last)) = guards.first().zip(guards.last()) else {
            return (Some(None), false);
        };
        let span = first.span.to(last.span);
        let bodies: Vec<Option<Formula>> =
            guards.iter().map(|guard| self.formula(&guard.body, places.with_other)).collect();
        let Some(bodies) = bodies.into_iter().collect::<Option<Vec<Formula>>>() else {
            return (None, false);
        };
        let parts: Vec<(Quantifier, Formula)> =
            guards.iter().map(|guard| guard.quantifier).zip(bodies).collect();
        if let [(Quantifier::Exists, body)] = &parts[..] {
            let body = Formula::Not(Box::new(body.clone()));
            return (Some(Some(Guard { body, also: Vec::new(), span })), true);
        }
        let (mut of_all, mut also) = (Vec::new(), Vec::new());
        for (quantifier, body) in parts {
            let (bound, among) = match quantifier {
                Quantifier::Forall => {
                    of_all.push(body);
                    continue;
                }
                Quantifier::Exists => (Bound::AtLeast(1), Among::Others),
                Quantifier::Count(bound) => (bound, Among::All),
            };
            also.push(Formula::Count(Box::new(Count { bound, among, body })));
        }
        let body = match of_all.pop() {
            None => Formula::True,
            Some(only) if of_all.is_empty() => only,
            Some(last) => {
                of_all.push(last);
                Formula::And(of_all)
            }
        };
        (Some(Some(Guard { body, also, span })), false)
    }

    fn branch(&mut self, branch: &ast::Branch, places: Places) -> Option<Branch> {
        self.has_picked = false;
        let actions: Vec<Option<Action>> =
            branch.actions.iter().map(|action| self.action(action, places)).collect();
        self.has_picked = false;
        let goto = match (&branch.leave, places.alone) {
            (Leave::Goto(name), Place::Centre) => {
                self.reject("E0515", name.span, "the centre has no location to go to")
            }
            (Leave::Goto(name), _) => self.location(name).map(Some),
            (Leave::Stay, _) | (Leave::Missing, Place::Centre) => Some(None),
            (Leave::Missing, _) => {
                let end = Span::at(branch.span.hi);
                self.diagnostics.push(
                    Diagnostic::error("E0515", end, "where does the process go from here?")
                        .help("end the branch with `goto LOCATION`, or with `stay`"),
                );
                None
            }
        };
        let actions: Option<Vec<Action>> = actions.into_iter().collect();
        Some(Branch { actions: actions?, goto: goto? })
    }

    fn action(&mut self, action: &ast::Action, places: Places) -> Option<Action> {
        match action {
            ast::Action::Assign { target, value } => self.assignment(target, value, places.alone),
            ast::Action::Scan { test, target, value, span } => {
                let test = self.formula(test, places.with_other);
                let target = self.data_target(target, places.alone);
                let value = self.term(value, places.with_other);
                Some(Action::Scan(Scan {
                    test: test?,
                    target: target?,
                    value: value?,
                    span: *span,
                }))
            }
            ast::Action::Broadcast { cases, span } => {
                let cases: Vec<Option<Case>> =
                    cases.iter().map(|case| self.case(case, places.with_other)).collect();
                let cases: Option<Vec<Case>> = cases.into_iter().collect();
                Some(Action::Broadcast(Broadcast { cases: cases?, span: *span }))
            }
            ast::Action::Pick { test, span } => {
                let test = self.formula(test, places.with_other);
                self.has_picked = true;
                Some(Action::Pick(Pick { test: test?, span: *span }))
            }
            ast::Action::Tell { target, value, span } => {
                self.tell(target, value, *span, places.alone)
            }
        }
    }

    /// `f[otr] := c`
    fn tell(
        &mut self,
        target: &Operand,
        value: &ast::Value,
        span: Span,
        place: Place,
    ) -> Option<Action> {
        let (whom, any) = match self.operand(target, place)? {
            Typed::Location(whom) => (whom, None),
            Typed::Finite(FiniteRef::Process(whom, id)) => (whom, Some(Update::AnyValue(id))),
            Typed::Number(Term { base: Some(DataRef::Process(whom, id)), offset: 0 }) => {
                (whom, Some(Update::AnyNumber(id)))
            }
            _ => return self.reject("E0516", target.span, "this cannot be assigned"),
        };
        if whom == Subject::Own {
            let mut diagnostic =
                Diagnostic::error("E0516", target.span, "this is the acting process itself");
            diagnostic = diagnostic.help("write `f := VALUE`, and `goto` for its location");
            self.diagnostics.push(diagnostic);
            return None;
        }
        let update = match (value, any) {
            (ast::Value::Any(_), Some(any)) => any,
            (ast::Value::Any(star), None) => {
                return self.reject("E0516", *star, "`pc` takes a location");
            }
            (ast::Value::Operand(value), _) => {
                let update = ast::Update { target: target.clone(), value: value.clone() };
                self.update(whom, &update, place)?
            }
        };
        Some(Action::Tell { whom, update, span })
    }

    fn assignment(&mut self, name: &Name, value: &ast::Value, place: Place) -> Option<Action> {
        match self.names.get(&name.text) {
            Some(Entity::Data(_) | Entity::CentreData(_)) => {
                let target = self.data_target(name, place);
                let value = match value {
                    ast::Value::Any(_) => Some(DataValue::Any),
                    ast::Value::Operand(operand) => self.term(operand, place).map(DataValue::Term),
                };
                Some(Action::SetData { target: target?, value: value? })
            }
            Some(Entity::Finite(id)) => {
                self.own_target(name, place)?;
                let value = self.finite_value(FiniteTarget::Own(id), value, place)?;
                Some(Action::SetFinite { target: FiniteTarget::Own(id), value })
            }
            Some(Entity::CentreFinite(id)) => {
                let value = self.finite_value(FiniteTarget::Centre(id), value, place)?;
                Some(Action::SetFinite { target: FiniteTarget::Centre(id), value })
            }
            Some(Entity::Pointer(pointer)) => {
                let value = match value {
                    ast::Value::Any(span) => {
                        return self.reject(
                            "E0516",
                            *span,
                            "a pointer becomes `slf`, `otr` or `none`",
                        );
                    }
                    ast::Value::Operand(operand) => match self.operand(operand, place)? {
                        Typed::Process(Subject::Own) => PointerValue::Own,
                        Typed::Process(subject) => PointerValue::Of(subject),
                        Typed::Pointer(other) => PointerValue::Of(Subject::Pointee(other)),
                        Typed::Nobody => PointerValue::Nobody,
                        _ => {
                            return self.reject(
                                "E0516",
                                operand.span,
                                "a pointer becomes `slf`, `otr` or `none`",
                            );
                        }
                    },
                };
                Some(Action::SetPointer { pointer, value })
            }
            Some(entity @ (Entity::Location(_) | Entity::Predicate(_))) => {
                let message = format!(
                    "`{}` is {} and cannot be assigned",
                    shortened(&name.text),
                    entity.describe()
                );
                self.reject("E0516", name.span, message)
            }
            None => {
                self.unknown_word(name);
                None
            }
        }
    }

    fn data_target(&mut self, name: &Name, place: Place) -> Option<DataTarget> {
        match self.names.get(&name.text) {
            Some(Entity::Data(id)) => {
                self.own_target(name, place)?;
                Some(DataTarget::Own(id))
            }
            Some(Entity::CentreData(id)) => Some(DataTarget::Centre(id)),
            Some(entity) => {
                let message = format!(
                    "`{}` is {}, not a data variable",
                    shortened(&name.text),
                    entity.describe()
                );
                self.reject("E0516", name.span, message)
            }
            None => {
                self.unknown_word(name);
                None
            }
        }
    }

    fn own_target(&mut self, name: &Name, place: Place) -> Option<()> {
        if place == Place::Centre {
            let message = format!("the centre has no `{}` of its own", shortened(&name.text));
            return self.reject("E0514", name.span, message);
        }
        Some(())
    }

    fn term(&mut self, operand: &Operand, place: Place) -> Option<Term> {
        match self.operand(operand, place)? {
            Typed::Number(term) => Some(term),
            Typed::Word(name) => {
                self.unknown_word(&name);
                None
            }
            _ => self.reject("E0516", operand.span, "a data variable takes a number"),
        }
    }

    fn finite_value(
        &mut self,
        target: FiniteTarget,
        value: &ast::Value,
        place: Place,
    ) -> Option<FiniteValue> {
        let operand = match value {
            ast::Value::Any(_) => return Some(FiniteValue::Any),
            ast::Value::Operand(operand) => operand,
        };
        let target = match target {
            FiniteTarget::Own(id) => FiniteRef::Process(Subject::Own, id),
            FiniteTarget::Centre(id) => FiniteRef::Centre(id),
        };
        match self.operand(operand, place)? {
            Typed::Word(name) => self.value(target, &name).map(FiniteValue::Const),
            Typed::Finite(of) => {
                let table = self.table(target, of, operand.span)?;
                let own = match of {
                    FiniteRef::Process(Subject::Own, id) => FiniteTarget::Own(id),
                    FiniteRef::Process(..) => return Some(FiniteValue::Read { of, table }),
                    FiniteRef::Centre(id) => FiniteTarget::Centre(id),
                };
                Some(FiniteValue::Copy { of: own, table })
            }
            _ => self.reject("E0516", operand.span, "a finite variable takes one of its values"),
        }
    }

    /// For each value of `of` the value of `target` with the same name.
    fn table(
        &mut self,
        target: FiniteRef,
        of: FiniteRef,
        span: Span,
    ) -> Option<IndexVec<ValueId, ValueId>> {
        let target = self.values(target);
        let missing = self.values(of).values().find(|name| value_of(target, name).is_none());
        if let Some(missing) = missing {
            let message = format!("the variable assigned to has no value `{}`", shortened(missing));
            return self.reject("E0516", span, message);
        }
        self.values(of)
            .values()
            .map(|name| value_of(target, name))
            .collect::<Option<Vec<_>>>()
            .map(|table| table.into_iter().collect())
    }

    fn case(&mut self, case: &ast::Case, place: Place) -> Option<Case> {
        let test = match &case.test {
            None => Some(Formula::True),
            Some(test) => self.formula(test, place),
        };
        let updates: Vec<Option<Update>> =
            case.updates.iter().map(|it| self.update(Subject::Other, it, place)).collect();
        let updates: Option<Vec<Update>> = updates.into_iter().collect();
        Some(Case { test: test?, updates: updates? })
    }

    /// One assignment to a variable of `whom`.
    fn update(&mut self, whom: Subject, update: &ast::Update, place: Place) -> Option<Update> {
        if update.target.offset != 0 {
            return self.reject("E0516", update.target.span, "this cannot be assigned");
        }
        match self.operand(&update.target, place)? {
            Typed::Location(subject) if subject == whom => {
                match self.operand(&update.value, place)? {
                    Typed::Word(name) => self.location(&name).map(Update::Location),
                    _ => self.reject("E0516", update.value.span, "`pc` takes a location"),
                }
            }
            Typed::Finite(FiniteRef::Process(subject, id)) if subject == whom => {
                self.finite_update(whom, id, &update.value, place)
            }
            Typed::Number(Term { base: Some(DataRef::Process(subject, target)), .. })
                if subject == whom =>
            {
                let value = self.term(&update.value, place)?;
                Some(Update::Number { target, value })
            }
            _ => self.reject(
                "E0516",
                update.target.span,
                "a broadcast assigns to `pc[otr]` and to variables of `otr`",
            ),
        }
    }

    fn finite_update(
        &mut self,
        whom: Subject,
        target: FiniteId,
        value: &Operand,
        place: Place,
    ) -> Option<Update> {
        let finite = FiniteRef::Process(whom, target);
        match self.operand(value, place)? {
            Typed::Word(name) => {
                self.value(finite, &name).map(|value| Update::Const(target, value))
            }
            Typed::Finite(of) => {
                let table = self.table(finite, of, value.span)?;
                Some(match of {
                    FiniteRef::Process(subject, of) if subject == whom => {
                        Update::Copy { target, of, table }
                    }
                    of => Update::Read { target, of, table },
                })
            }
            _ => self.reject("E0516", value.span, "a finite variable takes one of its values"),
        }
    }
}
