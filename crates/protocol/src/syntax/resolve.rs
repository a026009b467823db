//! From the syntax tree to the [`System`]: declarations, properties, and what is missing.
//!
//! Declarations are entered first, so that the order of clauses in the file does not matter,
//! except that the order of locations, variables and rules is that of the file. Formulas are
//! resolved in `resolve_formula`, rules in `resolve_rule`.

use index::{Id, IdSet, IndexVec};
use source::{Diagnostic, Diagnostics, Span};

use super::ast::{self, File, Initial, Item, JustOne, Name, Owner, PropertyKind, Values};
use super::names::{Entity, Names, unknown};
use super::parse::shortened;
use super::resolve_formula::{NEIGHBOURS, Place};
use crate::eval::PointerSet;
use crate::{
    Actor, Atomicity, Centre, DataSort, DataVar, FiniteVar, Formula, Initially, Location,
    LocationId, Pointer, Predicate, Property, PropertyDecl, System, Topology, ValueId,
};

/// How many locations, and how many values of one variable, a protocol may have.
const MAX_LOCATIONS: usize = 1000;
const MAX_VALUES: usize = 1000;

/// The system of `file`; `None` if declarations are too broken to go on.
pub fn resolve(file: &File, diagnostics: &mut Diagnostics) -> Option<System> {
    // Complaints about what a file lacks are echo if none of it could be read.
    if file.lost.declaration || file.name.is_none() && file.items.is_empty() {
        return None;
    }
    let mut resolver = Resolver {
        names: Names::default(),
        system: empty_system(file),
        finals: IdSet::new(),
        counted: None,
        has_picked: false,
        diagnostics,
    };
    for item in &file.items {
        resolver.declare(item);
    }
    resolver.check_values(file);
    if resolver.system.locations.is_empty() {
        resolver.diagnostics.push(
            Diagnostic::error("E0520", file.end, "the protocol has no locations").help(
                "declare them with `loc idle, wait, crit`; the first is where processes start",
            ),
        );
        return None;
    }
    for item in &file.items {
        if resolver.diagnostics.is_full() {
            return None;
        }
        resolver.item(item);
    }
    resolver.finish(file);
    Some(resolver.system)
}

fn empty_system(file: &File) -> System {
    System {
        name: file.name.as_ref().map_or_else(String::new, |name| name.text.clone()),
        locations: IndexVec::new(),
        finites: IndexVec::new(),
        data: IndexVec::new(),
        predicates: IndexVec::new(),
        centre: Centre::default(),
        rules: IndexVec::new(),
        topology: Topology::Clique,
        initially: Vec::new(),
        atomicity: Atomicity::Atomic,
        justice: IdSet::new(),
        compassion: IdSet::new(),
        centre_is_just: false,
        properties: IndexVec::new(),
    }
}

pub(super) struct Resolver<'a> {
    pub(super) names: Names,
    pub(super) system: System,
    /// Locations at which processes are meant to stay.
    finals: IdSet<LocationId>,
    /// Inside of a count: how the process is called that is counted; in steps it is `otr`.
    pub(super) counted: Option<Option<String>>,
    /// Behind `some otr` in a branch.
    pub(super) has_picked: bool,
    pub(super) diagnostics: &'a mut Diagnostics,
}

impl Resolver<'_> {
    fn declare(&mut self, item: &Item) {
        match item {
            Item::Locations(names) => {
                for name in names {
                    let location = Location { name: name.text.clone(), span: name.span };
                    let id = self.system.locations.push(location);
                    self.names.declare(name, Entity::Location(id), self.diagnostics);
                    if id.index() == MAX_LOCATIONS {
                        self.too_many("locations", MAX_LOCATIONS, name.span);
                    }
                }
            }
            Item::Data { owner, name, sort, initial } => {
                let var = self.data_var(name, *sort, initial);
                let entity = match owner {
                    Owner::Process => Entity::Data(self.system.data.push(var)),
                    Owner::Centre => Entity::CentreData(self.system.centre.data.push(var)),
                };
                self.names.declare(name, entity, self.diagnostics);
            }
            Item::Finite { owner, name, values, initial } => {
                let var = self.finite_var(name, values, initial);
                let entity = match owner {
                    Owner::Process => Entity::Finite(self.system.finites.push(var)),
                    Owner::Centre => Entity::CentreFinite(self.system.centre.finites.push(var)),
                };
                self.names.declare(name, entity, self.diagnostics);
            }
            Item::Pointer(name) => {
                let pointer = Pointer { name: name.text.clone(), span: name.span };
                let id = self.system.centre.pointers.push(pointer);
                self.names.declare(name, Entity::Pointer(id), self.diagnostics);
                if id.index() == PointerSet::MAX {
                    self.too_many("pointers", PointerSet::MAX, name.span);
                }
            }
            Item::Predicate { name, .. } => {
                let body = Formula::True;
                let predicate = Predicate { name: name.text.clone(), body, span: name.span };
                let id = self.system.predicates.push(predicate);
                self.names.declare(name, Entity::Predicate(id), self.diagnostics);
            }
            // Whether there are neighbours decides what may be said about them.
            Item::Topology(topology, _) => self.system.topology = *topology,
            Item::Clause(_)
            | Item::Guards(..)
            | Item::Justice(_)
            | Item::Compassion(_)
            | Item::Final(_)
            | Item::Initially(_)
            | Item::Property { .. } => {}
        }
    }

    fn too_many(&mut self, what: &str, most: usize, span: Span) {
        let message = format!("a protocol may have {most} {what}, not more");
        self.diagnostics.push(Diagnostic::error("E0521", span, message));
    }

    fn data_var(&mut self, name: &Name, sort: DataSort, initial: &Initial<ast::Number>) -> DataVar {
        let initial = match initial {
            Initial::Any => None,
            Initial::Value(number) => {
                if sort == DataSort::Nat && number.value < 0 {
                    self.diagnostics.push(
                        Diagnostic::error("E0522", number.span, "a `nat` is not negative")
                            .help("declare the variable as `int`"),
                    );
                }
                Some(number.value)
            }
        };
        DataVar { name: name.text.clone(), sort, initial, span: name.span }
    }

    fn finite_var(&mut self, name: &Name, values: &Values, initial: &Initial<Name>) -> FiniteVar {
        let mut table: IndexVec<ValueId, String> = IndexVec::new();
        match values {
            Values::Bool => {
                table.push("false".to_owned());
                table.push("true".to_owned());
            }
            Values::Named(names) => {
                for value in names {
                    if table.values().any(|known| *known == value.text) {
                        let message = format!("value `{}` is listed twice", shortened(&value.text));
                        self.diagnostics.push(Diagnostic::error("E0510", value.span, message));
                    } else if table.len() == MAX_VALUES {
                        self.too_many("values of one variable", MAX_VALUES, value.span);
                        break;
                    } else {
                        table.push(value.text.clone());
                    }
                }
            }
        }
        let initial = match initial {
            Initial::Any => None,
            Initial::Value(value) => {
                let found = value_of(&table, &value.text);
                if found.is_none() {
                    let what = format!("value of `{}`", shortened(&name.text));
                    let candidates = table.values().map(String::as_str);
                    self.diagnostics.push(unknown(&value.text, value.span, &what, candidates));
                }
                found
            }
        };
        FiniteVar { name: name.text.clone(), values: table, initial, span: name.span }
    }

    /// Values may be called like locations, but not like variables: `f = g` would be ambiguous.
    fn check_values(&mut self, file: &File) {
        for item in &file.items {
            let Item::Finite { values: Values::Named(names), .. } = item else { continue };
            for name in names {
                match self.names.get(&name.text) {
                    None | Some(Entity::Location(_)) => {}
                    Some(entity) => {
                        let message = format!(
                            "`{}` is {}, so it cannot be a value too",
                            shortened(&name.text),
                            entity.describe()
                        );
                        self.diagnostics.push(Diagnostic::error("E0510", name.span, message));
                    }
                }
            }
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Predicate { name, body } => {
                let Some(Entity::Predicate(id)) = self.names.get(&name.text) else { return };
                if let Some(body) = self.formula(body, Place::Predicate) {
                    self.system.predicates[id].body = body;
                }
            }
            Item::Clause(clause) => self.clause(clause),
            Item::Guards(atomicity, _) => self.system.atomicity = *atomicity,
            Item::Justice(just) => {
                for one in just {
                    match one {
                        JustOne::Centre => self.system.centre_is_just = true,
                        JustOne::Location(name) => {
                            if let Some(location) = self.location(name) {
                                self.system.justice.insert(location);
                            }
                        }
                    }
                }
            }
            Item::Compassion(names) => {
                for name in names {
                    let location = self.location(name);
                    self.system.compassion.extend(location);
                }
            }
            Item::Final(names) => {
                for name in names {
                    let location = self.location(name);
                    self.finals.extend(location);
                }
            }
            Item::Initially(expr) => {
                if let Some(formula) = self.formula(expr, Place::Property) {
                    self.system.initially.push(Initially { formula, span: expr.span });
                }
            }
            Item::Property { name, kind, span } => self.property(name.as_ref(), kind, *span),
            Item::Topology(..) => {}
            Item::Locations(_) | Item::Data { .. } | Item::Finite { .. } | Item::Pointer(_) => {}
        }
    }

    fn property(&mut self, name: Option<&Name>, kind: &PropertyKind, span: Span) {
        let (word, property) = match kind {
            PropertyKind::Safety(body) => {
                let formula = self.formula(body, Place::Property).map(Formula::of_pairs);
                ("safety", formula.map(Property::Safety))
            }
            PropertyKind::Reachable(body) => {
                ("reachable", self.formula(body, Place::Property).map(Property::Reachable))
            }
            PropertyKind::Liveness { trigger, response } => {
                let trigger = self.formula(trigger, Place::Property);
                let response = self.formula(response, Place::Property);
                let both = trigger.zip(response);
                let property =
                    both.map(|(trigger, response)| Property::Liveness { trigger, response });
                ("liveness", property)
            }
        };
        let name = match name {
            Some(name) => name.text.clone(),
            None => self.fresh_property_name(word),
        };
        if self.system.properties.values().any(|known| known.name == name) {
            let message = format!("two properties are called `{}`", shortened(&name));
            self.diagnostics.push(Diagnostic::error("E0510", span, message));
        }
        if let Some(property) = property {
            self.system.properties.push(PropertyDecl { name, property, span });
        }
    }

    fn fresh_property_name(&self, word: &str) -> String {
        let taken = |name: &str| self.system.properties.values().any(|known| known.name == name);
        std::iter::once(word.to_owned())
            .chain((2..).map(|number| format!("{word}-{number}")))
            .find(|name| !taken(name))
            .expect("there are finitely many properties and infinitely many numbers")
    }

    /// What can only be judged of the whole.
    fn finish(&mut self, file: &File) {
        self.said_once(file, "`guards`", |item| match item {
            Item::Guards(_, span) => Some(*span),
            _ => None,
        });
        self.said_once(file, "`topology`", |item| match item {
            Item::Topology(_, span) => Some(*span),
            _ => None,
        });
        self.check_stepwise();
        if self.system.topology != Topology::Clique {
            for name in NEIGHBOURS.map(|(name, _)| name) {
                if let Some(span) = self.names.place(name) {
                    let message = format!("`{name}` is a neighbour where there is a topology");
                    self.diagnostics.push(
                        Diagnostic::error("E0510", span, message).help("give this another name"),
                    );
                }
            }
        }
        let asked = file.items.iter().any(|item| matches!(item, Item::Property { .. }));
        if !asked && !file.lost.property {
            self.diagnostics.push(
                Diagnostic::error("E0523", file.end, "the file asks for no property")
                    .help("for example `safety !(pc[x] = crit & pc[y] = crit)`"),
            );
        }
        if !self.diagnostics.has_errors() {
            self.warn_of_dead_locations();
        }
    }

    fn said_once(&mut self, file: &File, what: &str, place: fn(&Item) -> Option<Span>) {
        let settings: Vec<Span> = file.items.iter().filter_map(place).collect();
        if let [first, second, ..] = settings[..] {
            self.diagnostics.push(
                Diagnostic::error("E0510", second, format!("{what} is said twice"))
                    .also(first, "first here"),
            );
        }
    }

    /// A guard that is evaluated one other process at a time has one quantifier.
    fn check_stepwise(&mut self) {
        if self.system.atomicity == Atomicity::Atomic {
            return;
        }
        for rule in self.system.rules.values() {
            if let Some(guard) = rule.guard.as_ref().filter(|guard| !guard.also.is_empty()) {
                self.diagnostics.push(
                    Diagnostic::error(
                        "E0517",
                        guard.span,
                        "a guard that looks at one process after the other has one `forall` or \
                         `exists`, and does not count",
                    )
                    .note("the file says `guards stepwise`"),
                );
            }
        }
    }

    fn warn_of_dead_locations(&mut self) {
        let mut entered: IdSet<LocationId> = IdSet::new();
        entered.insert(self.system.initial_location());
        let mut acts: IdSet<LocationId> = IdSet::new();
        let mut is_moved_by_others = false;
        for rule in self.system.rules.values() {
            if let Actor::Process(locations) = &rule.actor {
                acts.union_with(locations);
            }
            for branch in rule.then.iter().chain(&rule.otherwise) {
                entered.extend(branch.goto);
                let told = branch.actions.iter().flat_map(crate::Action::moves_others_to);
                let told: Vec<LocationId> = told.collect();
                is_moved_by_others |= !told.is_empty();
                entered.extend(told);
            }
        }
        for (id, location) in self.system.locations.iter() {
            if !entered.contains(id) {
                let message = format!("no step leads to location `{}`", location.name);
                self.diagnostics.push(Diagnostic::warning("W0530", location.span, message));
            } else if !acts.contains(id) && !self.finals.contains(id) && !is_moved_by_others {
                let message = format!("no `at` clause says what happens at `{}`", location.name);
                self.diagnostics.push(
                    Diagnostic::warning("W0531", location.span, message)
                        .note("a process that gets there stays there for ever")
                        .help(format!("`final {}` says that this is meant", location.name)),
                );
            }
        }
    }

    pub(super) fn location(&mut self, name: &Name) -> Option<LocationId> {
        if let Some(Entity::Location(id)) = self.names.get(&name.text) {
            return Some(id);
        }
        let is_location = |entity| matches!(entity, Entity::Location(_));
        let diagnostic = self.names.unknown(&name.text, name.span, "location", is_location);
        self.diagnostics.push(diagnostic);
        None
    }
}

/// The value of that name.
pub(super) fn value_of(values: &IndexVec<ValueId, String>, name: &str) -> Option<ValueId> {
    values.iter().find(|(_, value)| *value == name).map(|(id, _)| id)
}
