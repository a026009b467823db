//! Predicates and contracts as they are written, whatever the notation.

use source::Span;

/// A name and where it stands.
#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// `predicate name(this, params) = this == NULL && demands ? emp : rule || rule`, where a rule is
/// `fields * calls && facts`
#[derive(Clone, Debug)]
pub struct Definition {
    pub name: Name,
    /// The first parameter, with its C type if it was said.
    pub this: Name,
    pub ty: Option<String>,
    pub params: Vec<Param>,
    pub emptiness: Emptiness,
    /// What parameters are where it is nothing.
    pub when_empty: Vec<Fact>,
    /// Those of the first rule.
    pub fields: Vec<FieldAtom>,
    pub calls: Vec<CallAtom>,
    pub facts: Vec<Fact>,
    /// The other rules.
    pub others: Vec<Body>,
    /// Of the block in bytes, where no type tells it.
    pub size: Option<u64>,
    /// What stands in the definition that states cannot say.
    pub unsupported: Option<String>,
}

/// One rule.
#[derive(Clone, Debug, Default)]
pub struct Body {
    pub fields: Vec<FieldAtom>,
    pub calls: Vec<CallAtom>,
    pub facts: Vec<Fact>,
}

impl Definition {
    /// Each rule as a definition with that rule alone, and the number of fields before it.
    pub fn rules(&self) -> Vec<(usize, Self)> {
        let mut rules = vec![(0, Self { others: Vec::new(), ..self.clone() })];
        let mut n_before = self.fields.len();
        for Body { fields, calls, facts } in self.others.clone() {
            let n_fields = fields.len();
            let rule = Self { fields, calls, facts, others: Vec::new(), ..self.clone() };
            rules.push((n_before, rule));
            n_before += n_fields;
        }
        rules
    }

    /// Whether parameters tell anything: which rule it is, or how often.
    pub fn depends_on_params(&self) -> bool {
        let is_param = |fact: &Fact| self.param(&fact.name).is_some();
        let sums = |call: &CallAtom| call.args.iter().any(|arg| matches!(arg, Term::Sum(..)));
        !self.when_empty.is_empty()
            || self
                .rules()
                .iter()
                .any(|(_, rule)| rule.facts.iter().any(is_param) || rule.calls.iter().any(sums))
    }

    pub fn param(&self, name: &Name) -> Option<usize> {
        self.params.iter().position(|param| param.name.text == name.text)
    }
}

#[derive(Clone, Debug)]
pub struct Param {
    pub name: Name,
    pub sort: Sort,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Pointer,
    Integer,
}

/// Whether there may be nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emptiness {
    AtNull,
    Never,
}

/// `this->path |-> value`
#[derive(Clone, Debug)]
pub struct FieldAtom {
    pub at: At,
    pub value: Term,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum At {
    /// A member, or a member of a member.
    Path(String),
    /// So many bytes from the start; of a pointer unless the length is said.
    Offset(u64, Option<u64>),
}

/// `name(at, args)`
#[derive(Clone, Debug)]
pub struct CallAtom {
    pub name: Name,
    pub at: Name,
    pub args: Vec<Term>,
}

#[derive(Clone, Debug)]
pub enum Term {
    /// `_`
    Some,
    Number(i128),
    Name(Name),
    /// `&name->path`
    Inside(Name, String),
    /// `name + number`
    Sum(Name, i128),
}

/// `name op number`
#[derive(Clone, Debug)]
pub struct Fact {
    pub name: Name,
    pub lo: Option<i128>,
    pub hi: Option<i128>,
    pub not: Option<i128>,
}

/// What is required of the callers of a function, and what it ensures.
#[derive(Clone, Debug)]
pub struct Contract {
    /// The number of the file that it stands in.
    pub file: usize,
    pub function: Name,
    pub requires: Vec<Item>,
    pub ensures: Vec<Item>,
}

#[derive(Clone, Debug)]
pub enum Item {
    /// `name(at, args)`, or `name(at, args => end, end_args)`; arguments are C expressions.
    Part { name: Name, args: Vec<String>, end: Option<Vec<String>> },
    /// A C condition.
    Condition { text: String, span: Span },
}
