//! Statements.
//!
//! One [`Generator::statement`] may write several C statements. What it declares stays in scope
//! until the block ends.

use crate::declare::Storage;
use crate::generator::{Access, Generator, InnerArrays, MAX_COST};
use crate::place::Purpose;
use crate::range::{BinaryOp, Range};
use crate::types::{IntKind, Scalar, Type};

impl Generator {
    /// A few statements in braces, with a scope of their own.
    pub(crate) fn block(&mut self, depth: usize) {
        self.line("{");
        self.indent += 1;
        self.statements(depth);
        self.indent -= 1;
        self.line("}");
    }

    /// Statements whose declarations end with them.
    pub(crate) fn statements(&mut self, depth: usize) {
        let n_variables = self.variables.len();
        for _ in 0..1 + self.choices.below(3) {
            self.statement(depth);
        }
        self.variables.truncate(n_variables);
    }

    pub(crate) fn statement(&mut self, depth: usize) {
        if self.fuel == 0 || self.cost > MAX_COST {
            return;
        }
        self.fuel -= 1;
        if depth == 0 {
            return match self.choices.below(4) {
                0 | 1 => self.assignment(),
                2 => self.compound_assignment(),
                _ => self.increment(),
            };
        }
        match self.choices.below(27) {
            0..=3 => self.assignment(),
            4 | 5 => self.compound_assignment(),
            6 => self.increment(),
            7 | 8 => self.local(),
            9 | 10 => self.branch(depth),
            11 => self.for_loop(depth),
            12 => self.while_loop(depth),
            13 => self.switch(depth),
            14 => self.forward_goto(depth),
            15 => self.backward_goto(depth),
            16 | 17 => self.call(),
            18 => self.variable_length_array(),
            19 => self.heap_block(),
            20 => self.pointer_walk(),
            21 => self.static_local(),
            22 => self.record_assignment(),
            23..=25 => self.feature(),
            _ => self.observe(),
        }
    }

    pub(crate) fn assignment(&mut self) {
        let Some(place) = self.place(Purpose::Write) else { return };
        let value = self.value_of(place.scalar, 3);
        if self.choices.chance(8)
            && let Some(other) = self.place(Purpose::Write)
            && !matches!(other.scalar, Scalar::Enum(_) | Scalar::Float(_))
            && !matches!(place.scalar, Scalar::Enum(_) | Scalar::Float(_))
        {
            // Nothing says which of the two is written first: they must be different objects. And an
            // index of the outer place must not read what the inner one writes.
            let is_named = |text: &str| !text.contains(['[', '*', '>']);
            let object = |text: &str| text.split('.').next().map(str::to_owned);
            if is_named(&place.text)
                && is_named(&other.text)
                && object(&place.text) != object(&other.text)
            {
                self.line(&format!("{} = {} = {value};", place.text, other.text));
                return;
            }
        }
        self.line(&format!("{} = {value};", place.text));
    }

    fn compound_assignment(&mut self) {
        let Some(place) = self.place(Purpose::Write) else { return };
        let Some(kind) = self.kind_of(place.scalar) else {
            let op = *self.choices.pick(&["+=", "-=", "*=", "/="]);
            let value = self.float_expr(2);
            return self.line(&format!("{} {op} {};", place.text, value.text));
        };
        if matches!(place.scalar, Scalar::Enum(_)) || place.bits.is_some_and(|bits| bits > 31) {
            return self.assignment();
        }
        if place.bits.is_some() {
            // A narrow bit-field is promoted to `int` whatever its declared type, so only what
            // cannot overflow an `int` is defined for all of its values.
            let op = *self.choices.pick(&["|=", "&=", "^="]);
            let value = self.int_expr(2);
            return self.line(&format!("{} {op} {};", place.text, value.text));
        }
        if self.choices.chance(20) {
            let width = kind.promote().width(self.model);
            let amount = self.int_expr(1);
            let op = if kind.is_signed() || kind < IntKind::Int { ">>=" } else { "<<=" };
            let line = format!("{} {op} ({} & {});", place.text, amount.text, width - 1);
            return self.line(&line);
        }
        let op = *self.choices.pick(&BinaryOp::ALL);
        let value = self.int_expr(2);
        let range = Range::full(kind, self.model);
        let old = crate::expr::IntExpr { text: place.text.clone(), kind, range };
        if self.try_binary(op, &old, &value).is_some() {
            self.line(&format!("{} {}= {};", place.text, op.token(), value.text));
        } else {
            let combined = self.combine(op, old, value);
            self.line(&format!("{} = {};", place.text, combined.text));
        }
    }

    fn increment(&mut self) {
        let Some(place) = self.place(Purpose::Write) else { return };
        let op = *self.choices.pick(&["++", "--"]);
        let text = place.text;
        let is_prefix = self.choices.chance(50);
        let changed = if is_prefix { format!("{op}{text}") } else { format!("{text}{op}") };
        let guard = match self.kind_of(place.scalar) {
            Some(kind) if kind.is_signed() && kind >= IntKind::Int => {
                format!("if ({text} > -1000 && {text} < 1000) ")
            }
            _ => String::new(),
        };
        if matches!(place.scalar, Scalar::Enum(_)) {
            return;
        }
        // The value of the increment itself goes to a fresh variable now and then.
        if guard.is_empty() && self.choices.chance(40) {
            let name = self.local_name("i");
            let kind = *self.choices.pick(&[IntKind::LongLong, IntKind::Int]);
            if matches!(place.scalar, Scalar::Int(_)) {
                self.line(&format!("{} {name} = {changed};", kind.name()));
                self.declare(&name, Type::Scalar(Scalar::Int(kind)), Access::ReadWrite);
                return;
            }
        }
        self.line(&format!("{guard}{changed};"));
    }

    pub(crate) fn local(&mut self) {
        if self.choices.chance(20) {
            return self.pointer(Storage::Automatic);
        }
        let ty = self.variable_type();
        let initialiser = self.initialiser(&ty, Storage::Automatic);
        let name = self.local_name("x");
        let declaration = self.declaration(&ty, &name);
        self.line(&format!("{declaration} = {initialiser};"));
        self.declare(&name, ty, Access::ReadWrite);
    }

    fn branch(&mut self, depth: usize) {
        let condition =
            if self.choices.chance(85) { self.int_expr(2).text } else { self.float_expr(1).text };
        self.line(&format!("if ({condition})"));
        self.block(depth - 1);
        if self.choices.chance(50) {
            self.line("else");
            self.block(depth - 1);
        }
    }

    /// Runs a block that repeats `n` times.
    pub(crate) fn repeated(&mut self, n: u64, body: impl FnOnce(&mut Self)) {
        let repetition = self.repetition;
        self.repetition = repetition * n.max(1);
        body(self);
        self.repetition = repetition;
    }

    fn for_loop(&mut self, depth: usize) {
        let n = 1 + self.choices.below(8);
        let name = self.local_name("i");
        let kind = *self.choices.pick(&[
            IntKind::Int,
            IntKind::Unsigned,
            IntKind::UnsignedChar,
            IntKind::Long,
            IntKind::Short,
        ]);
        let header = if self.choices.chance(70) {
            format!("for ({0} {name} = 0; {name} < {n}; {name}++)", kind.name())
        } else {
            format!("for ({0} {name} = {n} - 1, end = 0; {name} + 1 > end; --{name})", "int")
        };
        let n_variables = self.variables.len();
        let range = Range { lo: 0, hi: n as i128 - 1 };
        let kind = if header.contains("end") { IntKind::Int } else { kind };
        self.line(&header);
        self.declare(&name, Type::Scalar(Scalar::Int(kind)), Access::ReadOnly(Some(range)));
        self.repeated(n as u64, |this| this.loop_body(depth));
        self.variables.truncate(n_variables);
    }

    /// A block with a `break` or `continue` now and then.
    fn loop_body(&mut self, depth: usize) {
        self.line("{");
        self.indent += 1;
        let n_variables = self.variables.len();
        self.statement(depth - 1);
        if self.choices.chance(30) {
            let condition = self.int_expr(2);
            let jump = *self.choices.pick(&["continue", "break"]);
            self.line(&format!("if ({}) {jump};", condition.text));
        }
        self.statement(depth - 1);
        self.variables.truncate(n_variables);
        self.indent -= 1;
        self.line("}");
    }

    fn while_loop(&mut self, depth: usize) {
        let n = 1 + self.choices.below(6);
        let name = self.local_name("n");
        self.line(&format!("int {name} = {n};"));
        let range = Range { lo: -1, hi: n as i128 };
        self.declare(&name, Type::Scalar(Scalar::Int(IntKind::Int)), Access::ReadOnly(Some(range)));
        if self.choices.chance(50) {
            let condition = self.int_expr(1);
            self.line(&format!("while ({name}-- > 0 && ({} || {name} > 1))", condition.text));
            self.repeated(n as u64, |this| this.loop_body(depth));
        } else {
            self.line("do");
            self.repeated(n as u64, |this| this.loop_body(depth));
            self.line(&format!("while (--{name} > 0);"));
        }
    }

    fn switch(&mut self, depth: usize) {
        let value = self.int_expr(2);
        let reduced = self
            .try_binary(BinaryOp::And, &value, &self.plain(7))
            .expect("`&` is defined on all integers");
        self.line(&format!("switch ({})", reduced.text));
        self.line("{");
        let default_at = self.choices.below(5);
        let mut next = 0;
        for number in 0..1 + self.choices.below(4) {
            if number == default_at {
                self.line("default:");
            }
            let last = next + self.choices.below(2);
            if last > next {
                self.line(&format!("case {next} ... {last}:"));
            } else {
                self.line(&format!("case {next}:"));
            }
            next = last + 1 + self.choices.below(2);
            self.indent += 1;
            self.block(depth - 1);
            if self.choices.chance(60) {
                self.line("break;");
            }
            self.indent -= 1;
        }
        self.line("}");
    }

    /// Jumps over statements that declare nothing in this block.
    fn forward_goto(&mut self, depth: usize) {
        let label = self.local_name("L");
        let condition = self.int_expr(2);
        self.line(&format!("if ({}) goto {label};", condition.text));
        self.block(depth - 1);
        self.line(&format!("{label}: ;"));
    }

    fn backward_goto(&mut self, depth: usize) {
        let (label, name) = (self.local_name("L"), self.local_name("n"));
        let n = 1 + self.choices.below(4);
        self.line(&format!("int {name} = 0;"));
        let range = Range { lo: 0, hi: n as i128 };
        self.declare(&name, Type::Scalar(Scalar::Int(IntKind::Int)), Access::ReadOnly(Some(range)));
        self.line(&format!("{label}:"));
        self.repeated(n as u64, |this| this.block(depth - 1));
        self.line(&format!("if (++{name} < {n}) goto {label};"));
    }

    fn variable_length_array(&mut self) {
        if self.inner_arrays == InnerArrays::Avoided && self.indent > 1 {
            return self.assignment();
        }
        let size = self.int_expr(1);
        let kind = *self.choices.pick(&[IntKind::Int, IntKind::UnsignedChar, IntKind::LongLong]);
        let (length, name) = (self.local_name("len"), self.local_name("vla"));
        let counter = self.local_name("i");
        self.line(&format!("int {length} = 4 + (int)({} & 7);", size.text));
        self.line(&format!("{} {name}[{length}];", kind.name()));
        self.line(&format!("for (int {counter} = 0; {counter} < {length}; {counter}++)"));
        let value = self.int_expr(1);
        self.repeated(11, |this| {
            this.line(&format!("  {name}[{counter}] = ({}){};", kind.name(), value.text));
        });
        self.line(&format!("{}mix(sizeof {name} / sizeof {name}[0]);", self.prefix));
        let element = Type::Scalar(Scalar::Int(kind));
        self.declare(&name, Type::Array(Box::new(element), 4), Access::ReadWrite);
    }

    fn heap_block(&mut self) {
        let ty = match self.choices.below(3) {
            0 if !self.records.is_empty() => Type::Record(self.choices.below(self.records.len())),
            _ => Type::Scalar(self.scalar()),
        };
        let n = 1 + self.choices.below(4) as u32;
        let name = self.local_name("h");
        let base = self.base_name(&ty);
        let allocation = if matches!(ty, Type::Record(_)) || self.choices.chance(50) {
            format!("calloc({n}, sizeof({base}))")
        } else {
            format!("malloc({n} * sizeof *{name})")
        };
        self.line(&format!("{base} *{name} = {allocation};"));
        if let Type::Scalar(scalar) = ty {
            for at in 0..n {
                let value = self.value_of(scalar, 1);
                self.line(&format!("{name}[{at}] = {value};"));
            }
        }
        let n_variables = self.variables.len();
        self.declare(&name, Type::Pointer(Box::new(ty), n), Access::ReadOnly(None));
        self.assignment();
        self.assignment();
        self.observe();
        self.variables.truncate(n_variables);
        self.line(&format!("free({name});"));
    }

    /// A pointer that walks over an array.
    fn pointer_walk(&mut self) {
        let arrays = self.variables.iter().filter_map(|variable| match &variable.ty {
            Type::Array(element, length) if variable.access == Access::ReadWrite => match **element
            {
                Type::Scalar(Scalar::Int(kind)) => Some((variable.name.clone(), kind, *length)),
                _ => None,
            },
            _ => None,
        });
        let arrays: Vec<(String, IntKind, u32)> = arrays.collect();
        if arrays.is_empty() {
            return;
        }
        let (array, kind, length) = self.choices.pick(&arrays).clone();
        let name = self.local_name("w");
        let value = self.int_expr(1);
        if self.choices.chance(50) {
            self.line(&format!(
                "for ({} *{name} = {array}; {name} < {array} + {length}; {name}++)",
                kind.name()
            ));
            self.line(&format!("  *{name} ^= ({}){};", kind.name(), value.text));
        } else {
            self.line(&format!("{} *{name} = {array} + {length};", kind.name()));
            let place = format!("*--{name}");
            self.line(&format!(
                "while ({name} != {array}) {place} = ({}){};",
                kind.name(),
                value.text
            ));
        }
        self.cost += self.repetition * u64::from(length);
        self.line(&format!("{}mix({array}[{}]);", self.prefix, length - 1));
    }

    fn static_local(&mut self) {
        let kind = *self.choices.pick(&[IntKind::Unsigned, IntKind::UnsignedChar, IntKind::Bool]);
        let name = self.local_name("s");
        let initial = self.choices.below(100);
        self.line(&format!("static {} {name} = {initial};", kind.name()));
        self.line(&format!("{name} += 3;"));
        self.declare(&name, Type::Scalar(Scalar::Int(kind)), Access::ReadWrite);
    }

    /// Copies a whole struct or union.
    fn record_assignment(&mut self) {
        let records: Vec<(String, usize)> = self
            .variables
            .iter()
            .filter_map(|variable| match (&variable.ty, variable.access) {
                (Type::Record(number), Access::ReadWrite) => Some((variable.name.clone(), *number)),
                _ => None,
            })
            .collect();
        if records.is_empty() {
            return self.assignment();
        }
        let (name, number) = self.choices.pick(&records).clone();
        let others: Vec<&(String, usize)> =
            records.iter().filter(|(other, it)| *it == number && *other != name).collect();
        if others.is_empty() || self.choices.chance(40) {
            let initialiser = self.initialiser(&Type::Record(number), Storage::Automatic);
            let ty = self.record_name(number);
            self.line(&format!("{name} = ({ty}){initialiser};"));
        } else {
            let (other, _) = self.choices.pick(&others);
            let line = format!("{name} = {other};");
            self.line(&line);
        }
    }

    /// Adds a scalar to the checksum.
    pub(crate) fn observe(&mut self) {
        let value = self.int_expr(1);
        self.line(&format!("{}mix((unsigned long long){});", self.prefix, value.text));
    }
}
