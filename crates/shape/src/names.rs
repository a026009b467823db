//! States and predicates as text, for messages and for people who look for a mistake.

use std::fmt;

use crate::predicate::{Arg, Field, Predicate, Presence};
use crate::state::{Background, Block, Edge, Kind, State};
use crate::value::Value;

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Top => f.write_str("?"),
            Self::Num(number) => write!(f, "{number}"),
            Self::Sym(sym) => write!(f, "{sym}"),
            Self::Sum(sym, more) => write!(f, "{sym}{more:+}"),
            Self::Fun(function) => write!(f, "&{function}"),
            Self::Addr(node, 0) => write!(f, "{node}"),
            Self::Addr(node, offset) => write!(f, "{node}{offset:+}"),
        }
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Heap => write!(f, "[{}]", self.size)?,
            Kind::AtLeast => write!(f, "[{}+]", self.size)?,
            Kind::Object(object) => write!(f, "[{} {object}]", self.size)?,
        }
        if self.background == Background::Zero {
            f.write_str("0")?;
        }
        let cells = self.cells.iter().map(|(offset, cell)| format!("{offset}: {}", cell.value));
        write!(f, "{{ {} }}", cells.collect::<Vec<_>>().join(", "))
    }
}

fn list(values: &[Value]) -> String {
    values.iter().map(|value| format!("; {value}")).collect()
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let vars = self.vars.iter().map(|(var, value)| format!("{var} = {value}"));
        write!(f, "{}", vars.collect::<Vec<_>>().join(", "))?;
        for (node, edge) in &self.edges {
            match edge {
                Edge::Block(block) => write!(f, " * {node} |-> {block}")?,
                Edge::Ind { pred, args } => write!(f, " * {pred}({node}{})", list(args))?,
                Edge::Seg { pred, args, end, end_args } => {
                    write!(f, " * {pred}({node}{} => {end}{})", list(args), list(end_args))?;
                }
            }
        }
        for (sym, range) in &self.facts {
            write!(f, " & {sym} in {}..{}", range.lo, range.hi)?;
            for number in &range.excluded {
                write!(f, " & {sym} != {number}")?;
            }
        }
        f.write_str(if self.junk { " * junk" } else { "" })
    }
}

impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let handed = |args: &[Arg]| -> String {
            let one = |arg: &Arg| match arg {
                Arg::This(0) => "; this".to_owned(),
                Arg::This(bytes) => format!("; this{bytes:+}"),
                Arg::Param(param) => format!("; p{param}"),
                Arg::Num(number) => format!("; {number}"),
                Arg::Plus(param, more) => format!("; p{param}{more:+}"),
            };
            args.iter().map(one).collect()
        };
        let told = |(offset, _, field): &(u64, u64, Field)| match field {
            Field::Num(number) => format!("{offset}: {number}"),
            Field::In(range) => format!("{offset}: {}..{}", range.lo, range.hi),
            Field::Param(param) => format!("{offset}: p{param}"),
            Field::Link { shift: 0, args } => format!("{offset}: link(_{})", handed(args)),
            Field::Link { shift, args } => format!("{offset}: link(_{}){shift:+}", handed(args)),
            Field::Own { pred, args, presence } => {
                let mark = match presence {
                    Presence::Perhaps => "",
                    Presence::Always => " != 0",
                };
                format!("{offset}: {pred}(_{}){mark}", handed(args))
            }
            Field::Stretch { pred, to } => format!("{offset}: {pred}(_ => [{to}])"),
        };
        for (index, rule) in self.rules.iter().enumerate() {
            let fields = self.rule(index).map(|(_, field)| told(field)).collect::<Vec<_>>();
            let between = if index == 0 { "" } else { " | " };
            write!(f, "{between}this |-> [{}]{{ {} }}", self.size, fields.join(", "))?;
            for (param, range) in &rule.guards {
                write!(f, " & p{param} in {}..{}", range.lo, range.hi)?;
            }
        }
        Ok(())
    }
}
