//! Functions and calls of them.

use crate::generator::{Access, Function, Generator};
use crate::types::{Scalar, Type};

/// A call must not add more than this to the cost of a function.
const MAX_CALL_COST: u64 = 2_000;

impl Generator {
    pub(crate) fn function(&mut self) {
        let n_variables = self.variables.len();
        let name = self.global_name("f");
        let parameters: Vec<Type> =
            (0..self.choices.below(5)).map(|_| self.parameter_type()).collect();
        let result = match self.choices.below(6) {
            0 => None,
            1 if !self.records.is_empty() => {
                Some(Type::Record(self.choices.below(self.records.len())))
            }
            _ => Some(Type::Scalar(self.scalar())),
        };
        let is_recursive = self.choices.chance(25);
        (self.cost, self.repetition, self.fuel) = (1, 1, 12);
        let mut written = Vec::new();
        if is_recursive {
            written.push("int fuel".to_owned());
        }
        for ty in &parameters {
            let parameter = self.local_name("a");
            written.push(self.declaration(ty, &parameter));
            let access = match ty {
                Type::Pointer(..) => Access::ReadOnly(None),
                _ => Access::ReadWrite,
            };
            self.declare(&parameter, ty.clone(), access);
        }
        let head = match &result {
            Some(ty) => self.declaration(ty, &name),
            None => format!("void {name}"),
        };
        let list = if written.is_empty() { "void".to_owned() } else { written.join(", ") };
        self.line(&format!("static {head}({list})"));
        self.line("{");
        self.indent += 1;
        let function = Function { name, parameters, result, is_recursive, cost: 0 };
        self.local();
        self.statement(2);
        if is_recursive {
            self.recursive_call(&function);
        }
        for _ in 0..1 + self.choices.below(3) {
            self.statement(3);
        }
        if let Some(ty) = function.result.clone() {
            self.return_value(&ty);
        }
        self.indent -= 1;
        self.line("}");
        self.variables.truncate(n_variables);
        // At most four activations follow each other.
        let cost = self.cost * if is_recursive { 5 } else { 1 };
        self.functions.push(Function { cost, ..function });
    }

    fn parameter_type(&mut self) -> Type {
        match self.choices.below(6) {
            0..=3 => Type::Scalar(self.scalar()),
            4 if !self.records.is_empty() => Type::Record(self.choices.below(self.records.len())),
            _ => Type::Pointer(Box::new(Type::Scalar(Scalar::Int(self.int_kind()))), 1),
        }
    }

    fn return_value(&mut self, ty: &Type) {
        match ty {
            Type::Scalar(scalar) => {
                let value = self.value_of(*scalar, 2);
                self.line(&format!("return {value};"));
            }
            other => {
                let initialiser = self.initialiser(other, crate::declare::Storage::Automatic);
                let name = self.base_name(other);
                self.line(&format!("return ({name}){initialiser};"));
            }
        }
    }

    fn recursive_call(&mut self, function: &Function) {
        let Some(arguments) = self.arguments(&function.parameters) else { return };
        let arguments = [vec!["fuel - 1".to_owned()], arguments].concat().join(", ");
        self.line("if (fuel > 0)");
        let line = format!("  {}({arguments});", function.name);
        self.line(&line);
    }

    /// One argument per parameter; `None` if there is nothing to point to.
    fn arguments(&mut self, parameters: &[Type]) -> Option<Vec<String>> {
        parameters.iter().map(|ty| self.argument(ty)).collect()
    }

    fn argument(&mut self, ty: &Type) -> Option<String> {
        match ty {
            Type::Scalar(scalar) => Some(self.value_of(*scalar, 2)),
            Type::Record(number) => {
                let initialiser = self.initialiser(ty, crate::declare::Storage::Automatic);
                Some(format!("({}){initialiser}", self.record_name(*number)))
            }
            Type::Pointer(element, _) => {
                let Type::Scalar(Scalar::Int(kind)) = **element else { return None };
                let value = self.int_expr(1);
                // A compound literal lives as long as the block, so longer than the call.
                Some(format!("&({}){{ {} }}", kind.name(), value.text))
            }
            Type::Array(..) => None,
        }
    }

    /// Calls a function and keeps or drops what it returns.
    pub(crate) fn call(&mut self) {
        let room = MAX_CALL_COST.saturating_sub(self.cost) / self.repetition;
        let callable: Vec<Function> =
            self.functions.iter().filter(|function| function.cost <= room).cloned().collect();
        if callable.is_empty() {
            return self.assignment();
        }
        let function = self.choices.pick(&callable).clone();
        let Some(mut arguments) = self.arguments(&function.parameters) else { return };
        let mut name = function.name.clone();
        if function.is_recursive {
            arguments.insert(0, self.choices.below(4).to_string());
        }
        self.cost += self.repetition * function.cost;
        if self.choices.chance(25) {
            name = self.function_pointer(&function);
        }
        let call = format!("{name}({})", arguments.join(", "));
        match function.result {
            None => self.line(&format!("{call};")),
            Some(ty) => {
                let local = self.local_name("r");
                let declaration = self.declaration(&ty, &local);
                self.line(&format!("{declaration} = {call};"));
                self.declare(&local, ty, Access::ReadWrite);
            }
        }
    }

    /// Declares a pointer to the function, or an array of them, and gives what to call.
    fn function_pointer(&mut self, function: &Function) -> String {
        let name = &function.name;
        let mut types: Vec<String> =
            function.parameters.iter().map(|ty| self.declaration(ty, "")).collect();
        if function.is_recursive {
            types.insert(0, "int".to_owned());
        }
        let types = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
        let result = match &function.result {
            Some(ty) => self.base_name(ty),
            None => "void".to_owned(),
        };
        let pointer = self.local_name("fp");
        if self.choices.chance(40) {
            self.line(&format!("{result} (*{pointer}[2])({types}) = {{ {name}, &{name} }};"));
            let index = self.index(2);
            return format!("{pointer}[{index}]");
        }
        self.line(&format!("{result} (*{pointer})({types}) = {name};"));
        if self.choices.chance(50) { format!("(*{pointer})") } else { pointer }
    }
}
