//! Inductive predicates: what a linked structure of any size looks like.
//!
//! A rule is a heap block of a size, and what stands in some of its fields. Bytes that no field names
//! hold anything. A [`Field::Link`] leads to the rest of the structure.
//!
//! ```text
//!   dll(this; back) = this |-> { 0: link to dll(next; this), 8: back }        16 bytes
//!   tree(this)      = this |-> { 0: link to tree(l), 8: link to tree(r) }     24 bytes
//! ```
//!
//! A *whole* structure `P(x; args)` is nothing if `x` is null, else an instance of the rule at `x`
//! with a whole structure behind each link. A *segment* `P(x; args => end; end_args)` is nothing
//! if `x = end` and `args = end_args`, else an instance at `x` with a segment to the same end
//! behind one of its links, and whole structures behind the others. Links may point into blocks
//! (`shift`), as those of lists whose heads are embedded in other records do.
//!
//! A predicate whose fields say less describes more structures ([`Predicates::is_within`]).
//!
//! A predicate that people wrote may have several rules for its block, each with what it demands of
//! parameters ([`Rule`]), and may say when it is nothing ([`Empty`]): a list of a length, nodes of two
//! colours. Those that are inferred have one rule ([`Predicate::simple`]).
//!
//! A field may also start a *stretch*: a segment of its own that ends where another field of the block
//! leads ([`Field::Stretch`]), as the elements of a skip list that lie between two higher ones.
//!
//! ```text
//!   low(this)  = this |-> { 0: link to low(next) }                                    16 bytes
//!   high(this) = this |-> { 0: low(first => next), 8: link to high(next) }            16 bytes
//! ```
//!
//! A parameter may count along links, as the height of a tree does: then what is handed on is a number
//! and so much, whether the number is known or not ([`Value::Sum`]).
//!
//! ```text
//!   counted(this; n) = nothing if n is 0 | this |-> { 0: link to counted(next; n - 1) } if n > 0
//! ```

use index::IndexVec;

use crate::state::{Form, Sort};
use crate::value::{Range, Value};

index::define_id!(pub struct PredId, "P");

/// Offset, length, and what stands there.
pub type Place = (u64, u64, Field);

/// A number that a parameter has to be.
pub type Guard = (usize, Range);

/// The rules of a predicate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Predicate {
    /// Of the block, in bytes.
    pub size: u64,
    pub n_params: usize,
    /// The fields of all rules, rule by rule: sorted in each, without overlap.
    pub fields: Vec<Place>,
    pub rules: Vec<Rule>,
    pub empty: Empty,
    /// Of its blocks; a hint.
    pub sort: Sort,
}

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule {
    /// Its fields end where those of the next rule start.
    pub behind: usize,
    pub guards: Vec<Guard>,
}

/// When a structure is nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Empty {
    /// At null, if parameters are so.
    AtNull(Vec<Guard>),
    Never,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    Num(i128),
    /// Some number of the range.
    In(Range),
    /// A parameter's value.
    Param(usize),
    /// The address of another instance, and `shift` bytes.
    Link {
        shift: i64,
        args: Vec<Arg>,
    },
    /// The address of a whole structure of its own, which nothing else points into.
    Own {
        pred: PredId,
        args: Vec<Arg>,
        presence: Presence,
    },
    /// The start of a segment of its own, of a predicate without parameters, that ends where the field
    /// at this offset leads: a link that points to the start of a block, or another stretch.
    Stretch {
        pred: PredId,
        to: u64,
    },
}

/// Whether a field owns something in every instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Presence {
    /// What is owned may be nothing: a null pointer.
    Perhaps,
    /// There is an instance of the rule at the address.
    Always,
}

impl Presence {
    /// Whether what this says is so wherever the other is.
    pub fn follows_from(self, other: Self) -> bool {
        self == Self::Perhaps || other == Self::Always
    }
}

/// What is handed on to the structure behind a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arg {
    /// The address of this instance and so many bytes.
    This(i64),
    Param(usize),
    /// A constant: null, most of all.
    Num(i128),
    /// A parameter and so much.
    Plus(usize, i128),
}

impl Arg {
    pub fn value(self, this: Value, params: &[Value]) -> Value {
        match self {
            Self::This(bytes) => this.plus(bytes),
            Self::Param(param) => params.get(param).copied().unwrap_or(Value::Top),
            Self::Num(number) => Value::Num(number),
            Self::Plus(param, more) => {
                params.get(param).map_or(Value::Top, |value| value.added(more))
            }
        }
    }
}

impl Predicate {
    /// A predicate with one rule that is nothing at null.
    pub fn simple(form: impl Into<Form>, n_params: usize, fields: Vec<Place>) -> Self {
        let Form { size, sort } = form.into();
        let rules = vec![Rule { behind: fields.len(), guards: Vec::new() }];
        Self { size, n_params, fields, rules, empty: Empty::AtNull(Vec::new()), sort }
    }

    pub fn form(&self) -> Form {
        Form { size: self.size, sort: self.sort }
    }

    pub fn is_simple(&self) -> bool {
        let is_plain = |rule: &Rule| rule.guards.is_empty();
        self.rules.len() == 1 && self.rules.iter().all(is_plain) && self.is_free_at_null()
    }

    /// Whether null is a structure, whatever the parameters.
    pub fn is_free_at_null(&self) -> bool {
        match &self.empty {
            Empty::AtNull(guards) => guards.is_empty(),
            Empty::Never => false,
        }
    }

    /// The fields of a rule, with their places among all.
    pub fn rule(&self, rule: usize) -> impl Iterator<Item = (usize, &Place)> {
        let first = rule.checked_sub(1).map_or(0, |before| self.rules[before].behind);
        let behind = self.rules[rule].behind;
        self.fields[first..behind].iter().enumerate().map(move |(at, field)| (first + at, field))
    }

    /// The rule that a field belongs to.
    pub fn rule_of(&self, field: usize) -> usize {
        self.rules.iter().take_while(|rule| rule.behind <= field).count()
    }

    /// The rules whose numbers a block may have.
    pub fn fitting<'p>(
        &'p self,
        mut is_met: impl FnMut(&Place) -> bool + 'p,
    ) -> impl Iterator<Item = usize> + 'p {
        (0..self.rules.len()).filter(move |rule| self.rule(*rule).all(|(_, it)| is_met(it)))
    }

    /// A parameter of which a rule leaves open what it is, as the colour above a black node. Of the
    /// numbers that links hand on, the one that the fewest rules allow says the most.
    pub fn free_value(&self, rule: usize, param: usize) -> Option<Value> {
        let is_kept = self.rule(rule).any(|(_, (.., field))| *field == Field::Param(param));
        if is_kept {
            return None;
        }
        let fits = |number: &i128| {
            let mut guards = self.rules[rule].guards.iter();
            guards.all(|(it, range)| *it != param || range.contains(*number))
        };
        let handed = self.links().filter_map(|(.., args)| match args.get(param) {
            Some(Arg::Num(number)) => Some(*number),
            Some(Arg::This(_) | Arg::Param(_) | Arg::Plus(..)) | None => None,
        });
        let n_rules = |number: i128| {
            let allows = |(it, range): &Guard| *it != param || range.contains(number);
            self.rules.iter().filter(|rule| rule.guards.iter().all(allows)).count()
        };
        handed.filter(fits).min_by_key(|number| n_rules(*number)).map(Value::Num)
    }

    /// Whether a parameter only says which rules there may be: no field keeps it, no link hands it on,
    /// and whether there is nothing does not depend on it.
    pub fn only_chooses(&self, param: usize) -> bool {
        let speaks = |(_, _, field): &Place| match field {
            Field::Param(it) => *it == param,
            Field::Link { args, .. } | Field::Own { args, .. } => {
                args.iter().any(|arg| match arg {
                    Arg::Param(it) | Arg::Plus(it, _) => *it == param,
                    Arg::This(_) | Arg::Num(_) => false,
                })
            }
            Field::Num(_) | Field::In(_) | Field::Stretch { .. } => false,
        };
        let is_asked = match &self.empty {
            Empty::AtNull(guards) => guards.iter().any(|(it, _)| *it == param),
            Empty::Never => false,
        };
        !is_asked && !self.fields.iter().any(speaks)
    }

    /// Whether a parameter counts along links, as the length of a list or the height of a tree.
    pub fn counts(&self, param: usize) -> bool {
        self.links()
            .any(|(.., args)| matches!(args.get(param), Some(Arg::Plus(it, _)) if *it == param))
    }

    /// Whether a structure with these parameters is one with the wanted ones too: they are the same, or
    /// only choose rules, and what a structure has chosen it may choose still.
    pub fn is_as_good(&self, given: &[Value], wanted: &[Value]) -> bool {
        let is_fine = |(param, (given, wanted)): (usize, (&Value, &Value))| {
            self.is_as_good_at(param, *given, *wanted)
        };
        given.len() == wanted.len() && given.iter().zip(wanted).enumerate().all(is_fine)
    }

    /// The same of one parameter.
    pub fn is_as_good_at(&self, param: usize, given: Value, wanted: Value) -> bool {
        let may = |number: i128, rule: &Rule| {
            rule.guards.iter().all(|(it, range)| *it != param || range.contains(number))
        };
        match (given, wanted) {
            (Value::Top, _) | (_, Value::Top) => false,
            _ if given == wanted => true,
            (Value::Num(given), Value::Num(wanted)) => {
                let keeps = |rule: &Rule| !may(given, rule) || may(wanted, rule);
                self.only_chooses(param) && self.rules.iter().all(keeps)
            }
            // Any number may be wanted if the rules that the given one leaves demand nothing.
            (Value::Num(given), _) => {
                let is_free = |rule: &Rule| rule.guards.iter().all(|(it, _)| *it != param);
                let keeps = |rule: &Rule| !may(given, rule) || is_free(rule);
                self.only_chooses(param) && self.rules.iter().all(keeps)
            }
            _ => false,
        }
    }

    /// The same of segments: one that may be nothing says that parameters at both ends are the same, so
    /// that another number would not do.
    pub fn is_as_good_segment(&self, given: &[Value], end: &[Value], wanted: &[Value]) -> bool {
        is_something(given, end) && self.is_as_good(given, wanted)
    }

    /// The links, by their places among the fields.
    pub fn links(&self) -> impl Iterator<Item = (usize, i64, &[Arg])> {
        self.fields.iter().enumerate().filter_map(|(index, (_, _, field))| match field {
            Field::Link { shift, args } => Some((index, *shift, args.as_slice())),
            Field::Num(_)
            | Field::In(_)
            | Field::Param(_)
            | Field::Own { .. }
            | Field::Stretch { .. } => None,
        })
    }

    /// The parameter that is the instance before, with what is added to its address: each link
    /// hands `this + bytes` on there, and a field keeps it.
    pub fn back(&self) -> Option<(usize, i64)> {
        let (_, _, args) = self.links().next()?;
        (0..self.n_params).find_map(|param| {
            let Arg::This(bytes) = *args.get(param)? else { return None };
            let is_handed =
                self.links().all(|(.., args)| args.get(param) == Some(&Arg::This(bytes)));
            let is_kept = (0..self.rules.len())
                .all(|rule| self.rule(rule).any(|(_, (.., field))| *field == Field::Param(param)));
            (is_handed && is_kept).then_some((param, bytes))
        })
    }
}

/// Whether a segment with these parameters at its ends is certainly not empty: two of them differ.
pub fn is_something(start: &[Value], end: &[Value]) -> bool {
    let differ = |(a, b): (&Value, &Value)| match (a, b) {
        (Value::Num(a), Value::Num(b)) => a != b,
        _ => match (a.symbolic(), b.symbolic()) {
            (Some((x, i)), Some((y, j))) => x == y && i != j,
            _ => false,
        },
    };
    start.iter().zip(end).any(differ)
}

/// How deep structures own structures.
pub const MAX_DEPTH: usize = 3;

/// All predicates of an analysis; equal ones have one id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Predicates {
    rows: IndexVec<PredId, Predicate>,
}

impl Predicates {
    pub fn new() -> Self {
        Self::default()
    }

    /// The id of a predicate, new or known.
    pub fn intern(&mut self, predicate: Predicate) -> PredId {
        let known = self.rows.iter().find(|(_, row)| **row == predicate).map(|(id, _)| id);
        known.unwrap_or_else(|| self.rows.push(predicate))
    }

    pub fn get(&self, id: PredId) -> Option<&Predicate> {
        self.rows.get(id)
    }

    pub fn iter(&self) -> impl Iterator<Item = (PredId, &Predicate)> {
        self.rows.iter()
    }

    /// Whether every structure of `strong` is one of `weak`: the same links and parameters, and
    /// fields that say no more. By induction over the structure.
    pub fn is_within(&self, strong: PredId, weak: PredId) -> bool {
        self.is_within_at(strong, weak, MAX_DEPTH)
    }

    fn is_within_at(&self, strong: PredId, weak: PredId, depth: usize) -> bool {
        if strong == weak {
            return true;
        }
        if depth == 0 {
            return false;
        }
        let (strong, weak) = (&self[strong], &self[weak]);
        if !strong.is_simple() || !weak.is_simple() {
            return false;
        }
        let find = |predicate: &Predicate, offset: u64, len: u64| {
            let same = |(at, its, _): &&(u64, u64, Field)| *at == offset && *its == len;
            predicate.fields.iter().find(same).map(|(.., field)| field.clone())
        };
        let is_implied = |(offset, len, field): &(u64, u64, Field)| {
            let Some(known) = find(strong, *offset, *len) else { return false };
            match (&known, field) {
                _ if known == *field => true,
                (Field::Num(number), Field::In(range)) => range.contains(*number),
                (Field::In(range), Field::In(wider)) => range.is_within(wider),
                // Null is an empty structure, if nothing is demanded of its parameters.
                (Field::Num(0), Field::Own { pred, presence, .. }) => {
                    *presence == Presence::Perhaps && self[*pred].is_free_at_null()
                }
                (
                    Field::Own { pred: inner, args, presence: given },
                    Field::Own { pred: outer, args: others, presence },
                ) => {
                    args == others
                        && presence.follows_from(*given)
                        && self.is_within_at(*inner, *outer, depth - 1)
                }
                _ => false,
            }
        };
        // What a structure owns must not get lost.
        let is_kept = |(offset, len, field): &(u64, u64, Field)| match field {
            Field::Num(_) | Field::In(_) | Field::Param(_) => true,
            Field::Link { .. } | Field::Stretch { .. } => {
                find(weak, *offset, *len).as_ref() == Some(field)
            }
            Field::Own { .. } => matches!(find(weak, *offset, *len), Some(Field::Own { .. })),
        };
        strong.size == weak.size
            && strong.n_params == weak.n_params
            && weak.fields.iter().all(is_implied)
            && strong.fields.iter().all(is_kept)
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

impl std::ops::Index<PredId> for Predicates {
    type Output = Predicate;

    fn index(&self, id: PredId) -> &Predicate {
        &self.rows[id]
    }
}
