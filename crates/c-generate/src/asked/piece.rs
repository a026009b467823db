//! Pieces of programs in which provers go wrong more easily than interpreters: pointers that point
//! here or there, whole records moved as bytes, calls through tables, lives that begin and end.
//!
//! Unlike those of [`crate::feature`], what a piece declares stays in scope for what follows.

use crate::generator::{Access, Generator};
use crate::types::{IntKind, Scalar, Type};

impl Generator {
    pub(super) fn asked_piece(&mut self) {
        match self.choices.below(12) {
            0 | 1 => self.one_of_two(),
            2 => self.moved_record(),
            3 => self.moved_bytes(),
            4 => self.table_of_functions(),
            5 => self.counting_loop(),
            6 => self.heap_cell(),
            7 => self.decision(),
            8 => self.pointer_in_record(),
            9 | 10 => self.library_call(),
            _ => self.statement(2),
        }
    }

    /// A pointer that is sent to one of two variables by the inputs.
    fn one_of_two(&mut self) {
        let kind = self.int_kind();
        let ty = kind.name();
        let (a, b, p) = (self.local_name("a"), self.local_name("b"), self.local_name("p"));
        let (first, second, value) = (self.int_expr(1), self.int_expr(1), self.int_expr(1));
        let (when, then) = (self.condition(), self.condition());
        self.line(&format!(
            "{ty} {a} = {}, {b} = {}, *{p} = ({when}) ? &{a} : &{b};",
            first.text, second.text
        ));
        self.line(&format!("*{p} = {}; if ({then}) {p} = &{a};", value.text));
        let scalar = Type::Scalar(Scalar::Int(kind));
        for name in [a, b] {
            self.declare(&name, scalar.clone(), Access::ReadWrite);
        }
        self.declare(&p, Type::Pointer(Box::new(scalar), 1), Access::ReadOnly(None));
        self.assignment();
    }

    /// A record copied as bytes, whole or in part, between places that may be one.
    fn moved_record(&mut self) {
        if self.records.is_empty() {
            return self.moved_bytes();
        }
        let number = self.choices.below(self.records.len());
        let (ty, record) = (self.record_name(number), Type::Record(number));
        let (a, b, p) = (self.local_name("r"), self.local_name("s"), self.local_name("q"));
        let first = self.initialiser(&record, crate::declare::Storage::Automatic);
        let second = self.initialiser(&record, crate::declare::Storage::Automatic);
        let when = self.condition();
        self.line(&format!("static {ty} {a}; {a} = ({ty}){first}; {ty} {b} = {second}, *{p} = ({when}) ? &{a} : &{b};"));
        let mut all = vec![(a.clone(), record.clone(), Access::ReadWrite)];
        all.push((b.clone(), record.clone(), Access::ReadWrite));
        all.push((p.clone(), Type::Pointer(Box::new(record), 1), Access::ReadOnly(None)));
        for (name, ty, access) in all {
            self.declare(&name, ty, access);
        }
        self.assignment();
        match self.choices.below(4) {
            0 => self.line(&format!("memmove(&{b}, {p}, sizeof {b});")),
            1 => self.line(&format!("*{p} = {a};")),
            2 => self.line(&format!("memmove({p}, &{a}, sizeof {a} / 2);")),
            _ => self.line(&format!(
                "for (unsigned i = 0; i < sizeof {a}; i++) ((char *)&{b})[i] = ((char *){p})[i];"
            )),
        }
        self.assignment();
    }

    /// Bytes of integers moved and filled at places that the inputs say.
    fn moved_bytes(&mut self) {
        let (kind, other) =
            (*self.choices.pick(&IntKind::BASIC), *self.choices.pick(&IntKind::BASIC));
        let (a, b) = (self.local_name("w"), self.local_name("u"));
        let (first, second) = (self.int_expr(1), self.int_expr(1));
        let (at, value) = (self.small(3), self.small(255));
        // Any bytes are a value of these.
        let no_bool = |kind: IntKind| if kind == IntKind::Bool { IntKind::Unsigned } else { kind };
        let (kind, other) = (no_bool(kind), no_bool(other));
        self.line(&format!(
            "{} {a}[4] = {{ {}, 1 }}; {} {b} = {};",
            kind.name(),
            first.text,
            other.name(),
            second.text
        ));
        match self.choices.below(4) {
            0 => self.line(&format!("memcpy((char *){a} + {at}, &{b}, 1);")),
            1 => self.line(&format!("memset((unsigned char *){a} + {at}, {value}, 1);")),
            2 => self.line(&format!("memmove((char *){a} + {at}, {a}, sizeof {a}[0]);")),
            _ => self.line(&format!("((unsigned char *)&{b})[sizeof {b} - 1] = {value};")),
        }
        let element = Type::Scalar(Scalar::Int(kind));
        self.declare(&a, Type::Array(Box::new(element), 4), Access::ReadWrite);
        self.declare(&b, Type::Scalar(Scalar::Int(other)), Access::ReadWrite);
    }

    /// A call of one of the functions, chosen by an input through a table.
    fn table_of_functions(&mut self) {
        let (table, result) = (self.local_name("tab"), self.local_name("t"));
        let (at, value) = (self.small(3), self.small(255));
        let prefix = self.prefix.clone();
        self.line(&format!("static int (*{table}[4])(int) = {{ {prefix}inc, {prefix}dbl, {prefix}dbl, &{prefix}inc }};"));
        self.line(&format!("int {result} = {table}[{at}]({value});"));
        self.declare(&result, Type::Scalar(Scalar::Int(IntKind::Int)), Access::ReadWrite);
    }

    /// A loop as long as an input says.
    fn counting_loop(&mut self) {
        let (sum, i) = (self.local_name("c"), self.local_name("i"));
        let (bound, step) = (self.small(7), self.int_expr(1));
        let kind = *self.choices.pick(&[
            IntKind::Int,
            IntKind::UnsignedChar,
            IntKind::SignedChar,
            IntKind::Short,
            IntKind::Unsigned,
        ]);
        // Where signed arithmetic must not wrap, only narrow and unsigned sums are safe.
        let kind = if self.may_wrap() || kind != IntKind::Int { kind } else { IntKind::Unsigned };
        let masked = format!("(int)({} & 1023)", step.text);
        self.line(&format!("{} {sum} = {}; for (int {i} = 0; {i} < {bound}; {i}++) {{ {sum} += {masked}; if ({sum} == 77) break; }}", kind.name(), self.n_globals));
        self.declare(&sum, Type::Scalar(Scalar::Int(kind)), Access::ReadWrite);
    }

    /// A cell on the heap that is there, or moves, or is another one.
    fn heap_cell(&mut self) {
        let (h, o) = (self.local_name("h"), self.local_name("o"));
        let (value, when) = (self.int_expr(1), self.condition());
        self.line(&format!("int *{h} = malloc(2 * sizeof(int)), *{o} = calloc(1, sizeof(int)); {h}[0] = 1; {h}[1] = {};", value.text));
        match self.choices.below(3) {
            0 => self.line(&format!("if ({when}) {{ free({o}); {o} = {h}; }} *{o} = 5;")),
            1 => self.line(&format!("if ({when}) {h} = realloc({h}, 40); {h}[0]++;")),
            _ => self.line(&format!(
                "if ({when}) {{ int *swap = {h}; {h} = {o}; {o} = swap; }} {h}[0] = 3;"
            )),
        }
        let ty = Type::Pointer(Box::new(Type::Scalar(Scalar::Int(IntKind::Int))), 1);
        self.declare(&h, ty.clone(), Access::ReadOnly(None));
        self.declare(&o, ty, Access::ReadOnly(None));
    }

    /// A `switch` of inputs with falls through.
    fn decision(&mut self) {
        let d = self.local_name("k");
        let (value, other) = (self.small(7), self.int_expr(1));
        let (first, second) = (self.choices.below(3), 3 + self.choices.below(3));
        self.line(&format!("int {d} = 0; switch ({value}) {{ case {first}: {d} = 1; case {second}: {d} += (int)({} & 255); break; case 7: {d} = -1; break; default: {d} = {d} ? 9 : 2; }}", other.text));
        self.declare(&d, Type::Scalar(Scalar::Int(IntKind::Int)), Access::ReadWrite);
    }

    /// A pointer that is itself in memory, copied with what holds it.
    fn pointer_in_record(&mut self) {
        let (n, x, y) = (self.local_name("n"), self.local_name("x"), self.local_name("y"));
        let (value, when) = (self.int_expr(1), self.condition());
        self.line(&format!("int {x} = 1, {y} = 2; struct {{ char tag; int *to; struct {{ int *also; }} in; }} {n} = {{ 1, &{x}, {{ &{y} }} }}, {n}b;"));
        self.line(&format!("{n}b = {n}; if ({when}) {n}b.to = {n}.in.also; *{n}b.to = (int)({} & 4095); *{n}.in.also += 1;", value.text));
        for name in [x, y] {
            self.declare(&name, Type::Scalar(Scalar::Int(IntKind::Int)), Access::ReadWrite);
        }
    }
}
