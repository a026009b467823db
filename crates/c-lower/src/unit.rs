//! What the lowering of all functions shares: the program under construction, where each C
//! object lives, and facts about the whole unit.
//!
//! Functions keep their index: function number 7 of the unit is function number 7 of the
//! program, so no table is needed between the two.

use std::collections::BTreeSet;

use c_sema::typed::{Duration, FunctionId, Linkage, ObjectId, StringId, Unit};
use c_sema::types::{Arity, Type, TypeId};
use index::{Id, IdSet, IndexVec};
use ir::{AllocationKind, Condition, Op};
use rustc_hash::FxHashMap;
use source::{Source, Span};
use verdict::Assumption;

use crate::annotation::Annotations;
use crate::callback::CallBacks;
use crate::class::{Class, class, data_model};
use crate::facts::UnitFacts;
use crate::jump::JumpVars;
use crate::options::{Checks, Options};
use crate::outside::Visible;
use crate::stand_in::error_targets;
use crate::surroundings::{DeviceMemory, Surroundings};

/// Where a C object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Home {
    /// A scalar whose address is never taken.
    Register(ir::VarId),
    Object(ir::ObjectId),
    /// One object for each thread, this one and those behind it; the thread's number says which.
    PerThread(ir::ObjectId),
    /// In the memory that this pointer names: parameters of record type, variable-length arrays.
    /// The pointer is assigned once, where the object's life begins.
    Pointed(ir::VarId),
}

pub(crate) struct UnitLowering<'u> {
    pub unit: &'u Unit,
    pub source: &'u Source,
    pub checks: &'u Checks,
    pub surroundings: &'u Surroundings,
    pub visible: Visible,
    /// Functions that call back what somebody outside knows.
    pub callbacks: Vec<CallBacks>,
    /// Where devices answer, and the objects that stand for them.
    pub devices: Vec<(DeviceMemory, ir::ObjectId)>,
    pub annotations: Annotations<'u>,
    pub facts: UnitFacts,
    pub program: ir::Program,
    /// `None`: a local whose declaration has not been lowered yet.
    pub homes: IndexVec<ObjectId, Option<Home>>,
    strings: IndexVec<StringId, Option<ir::ObjectId>>,
    signatures: FxHashMap<ir::Signature, ir::SignatureId>,
    /// By the type of an object.
    pub(crate) layouts: FxHashMap<TypeId, std::sync::Arc<ir::Layout>>,
    assumptions: BTreeSet<Assumption>,
    /// Functions that a pointer may lead to and that violate the property when they are called.
    pub error_targets: Vec<FunctionId>,
    /// Bytes that are known to live behind a pointer variable: the objects of [`Home::Pointed`].
    pub extents: FxHashMap<ir::VarId, u64>,
    /// Functions that were made for threads to start with, by the routine that they call.
    pub start_routines: FxHashMap<ir::FunctionId, ir::FunctionId>,
    /// Where there are jumps out of functions.
    pub jump_vars: Option<JumpVars>,
    /// Objects whose initial values are differences of labels, which nobody promises anything of.
    pub of_label_differences: IdSet<c_sema::typed::ObjectId>,
    /// Functions with a result whose end can be reached.
    pub without_result: IdSet<ir::FunctionId>,
}

/// The program's function for the unit's.
pub(crate) fn function_id(function: FunctionId) -> ir::FunctionId {
    ir::FunctionId::new(function.index())
}

impl<'u> UnitLowering<'u> {
    pub fn new(
        unit: &'u Unit,
        source: &'u Source,
        options: &'u Options,
        entry: FunctionId,
    ) -> Self {
        let (checks, surroundings) = (&options.checks, &options.surroundings);
        let annotations = Annotations::new(&options.annotations);
        let program = ir::Program {
            model: data_model(unit.types.model),
            exprs: ir::ExprPool::new(),
            functions: IndexVec::new(),
            vars: IndexVec::new(),
            objects: IndexVec::new(),
            checks: IndexVec::new(),
            signatures: IndexVec::new(),
            entry: function_id(entry),
            assumptions: Vec::new(),
            strangers: Vec::new(),
            layouts: std::collections::BTreeMap::new(),
        };
        let mut lowering = Self {
            unit,
            source,
            checks,
            surroundings,
            visible: Visible::default(),
            callbacks: Vec::new(),
            devices: Vec::new(),
            annotations,
            facts: UnitFacts::of(unit, checks, annotations, surroundings, entry),
            program,
            homes: IndexVec::from_elem(None, unit.objects.len()),
            strings: IndexVec::from_elem(None, unit.strings.len()),
            signatures: FxHashMap::default(),
            layouts: FxHashMap::default(),
            assumptions: BTreeSet::new(),
            error_targets: Vec::new(),
            extents: FxHashMap::default(),
            start_routines: FxHashMap::default(),
            jump_vars: None,
            of_label_differences: IdSet::new(),
            without_result: IdSet::new(),
        };
        lowering.declare_functions();
        lowering.error_targets = error_targets(&lowering);
        lowering
    }

    fn declare_functions(&mut self) {
        for (id, function) in self.unit.functions.iter() {
            let mut signature = self.signature(function.ty);
            // A definition knows its parameters, also where its type does not say them: `f()`
            // and the K&R form.
            if let Some(body) = &function.body {
                let parameters = body.parameters.iter();
                let parameters =
                    parameters.map(|&object| self.passed_type(self.unit.objects[object].ty.ty));
                signature.parameters.truncate(usize::from(self.returns_memory(function.ty)));
                signature.parameters.extend(parameters);
                signature.is_variadic = false;
                if self.takes_further_arguments(function.ty) {
                    signature.parameters.push(ir::Type::Pointer);
                }
                if body.parameters.is_empty() && self.takes_ignored_argument(id) {
                    signature.parameters.push(ir::Type::Pointer);
                }
            }
            self.program.functions.push(ir::Function {
                name: self.unit.symbols[function.name].into(),
                span: function.span,
                signature,
                parameters: Vec::new(),
                body: None,
            });
        }
    }

    /// True if the function takes an argument that it does not name: a start routine that was
    /// written `void *run()` is passed one all the same.
    pub fn takes_ignored_argument(&self, function: FunctionId) -> bool {
        let described = &self.unit.functions[function];
        self.facts.start_routines.contains(function)
            && self.signature(described.ty).parameters.is_empty()
    }

    /// True if a function of this type takes a pointer to further arguments as its last
    /// parameter (`variadic`).
    pub fn takes_further_arguments(&self, function: TypeId) -> bool {
        let function = self.unit.types.function(function);
        function.is_some_and(|function| function.arity == Arity::Variadic)
    }

    pub fn class(&self, ty: TypeId) -> Class {
        class(&self.unit.types, ty)
    }

    /// How an argument of this type is passed: what lives in memory goes by address.
    pub fn passed_type(&self, ty: TypeId) -> ir::Type {
        match self.class(ty) {
            Class::Scalar(scalar) => scalar,
            Class::Void | Class::Memory(_) => ir::Type::Pointer,
        }
    }

    /// True if a function of this type writes its result through a hidden first parameter.
    pub fn returns_memory(&self, function: TypeId) -> bool {
        let function = self.unit.types.function(function);
        function.is_some_and(|function| matches!(self.class(function.result), Class::Memory(_)))
    }

    /// The signature of a function type, hidden parameter included.
    pub fn signature(&self, function: TypeId) -> ir::Signature {
        let Some(function) = self.unit.types.function(function) else {
            return ir::Signature { parameters: Vec::new(), result: None, is_variadic: true };
        };
        let (hidden, result) = match self.class(function.result) {
            Class::Void => (None, None),
            Class::Scalar(scalar) => (None, Some(scalar)),
            Class::Memory(_) => (Some(ir::Type::Pointer), None),
        };
        let parameters = function.parameters.iter().map(|&ty| self.passed_type(ty));
        let further = (function.arity == Arity::Variadic).then_some(ir::Type::Pointer);
        ir::Signature {
            parameters: hidden.into_iter().chain(parameters).chain(further).collect(),
            result,
            is_variadic: function.arity == Arity::Unspecified,
        }
    }

    pub fn intern_signature(&mut self, signature: ir::Signature) -> ir::SignatureId {
        if let Some(&known) = self.signatures.get(&signature) {
            return known;
        }
        let id = self.program.signatures.push(signature.clone());
        self.signatures.insert(signature, id);
        id
    }

    /// The object that holds a string literal.
    pub fn string_object(&mut self, string: StringId) -> ir::ObjectId {
        if let Some(known) = self.strings[string] {
            return known;
        }
        let c_sema::typed::StringLiteral { bytes, align } = &self.unit.strings[string];
        let value = ir::StaticValue { offset: 0, value: ir::StaticBytes::Bytes(bytes.clone()) };
        let object = self.program.objects.push(ir::Object {
            name: format!("string.{}", string.index()).into(),
            size: Some(bytes.len() as u64),
            align: *align,
            scope: ir::Scope::Global,
            span: Span::default(),
            contents: ir::Contents::Static(if bytes.is_empty() { Vec::new() } else { vec![value] }),
            is_read_only: true,
            is_visible: false,
        });
        self.strings[string] = Some(object);
        object
    }

    pub fn assume(&mut self, assumption: Assumption) {
        self.assumptions.insert(assumption);
    }

    pub fn finish(mut self) -> ir::Program {
        if self.checks.wants(verdict::CheckKind::Undefined) {
            self.check_results();
        }
        self.forget_leaks();
        self.program.drop_unused_checks();
        self.program.assumptions = self.assumptions.into_iter().collect();
        self.program
    }

    /// Where no heap block is ever made none can be lost, and nothing is asked about that.
    fn forget_leaks(&mut self) {
        let bodies = self.program.functions.values_mut().filter_map(|it| it.body.as_mut());
        let ops = bodies.flat_map(|body| body.edges.values_mut()).map(|edge| &mut edge.op);
        let mut leaks = Vec::new();
        for op in ops {
            match op {
                Op::Allocate {
                    kind: AllocationKind::Heap | AllocationKind::HeapZeroed, ..
                }
                | Op::Reallocate { .. } => return,
                Op::Check { condition: Condition::AllReachable | Condition::AllFreed, .. } => {
                    leaks.push(op);
                }
                _ => {}
            }
        }
        leaks.into_iter().for_each(|op| *op = Op::Skip);
    }

    /// True for globals and local statics, thread-local ones too.
    pub fn is_static(&self, object: ObjectId) -> bool {
        is_static(self.unit.objects[object].duration)
    }
}

pub(crate) fn is_static(duration: Duration) -> bool {
    matches!(duration, Duration::Static(_) | Duration::ThreadLocal(_))
}

/// True if the object is declared here and defined elsewhere.
pub(crate) fn is_undefined(duration: Duration) -> bool {
    matches!(
        duration,
        Duration::Static(Linkage::Undefined) | Duration::ThreadLocal(Linkage::Undefined)
    )
}

/// True if the object can live in a register, as far as its declaration tells.
pub(crate) fn fits_register(unit: &Unit, object: ObjectId) -> bool {
    let object = &unit.objects[object];
    !object.is_address_taken
        && object.cleanup.is_none()
        && matches!(class(&unit.types, object.ty.ty), Class::Scalar(_))
        && !matches!(unit.types[object.ty.ty], Type::Array { .. })
}
