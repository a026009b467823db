//! Scopes: when objects in memory begin and end to live, on every path.
//!
//! A scope is a block of the source, or one full expression with the temporary objects that it
//! needs. Its objects come to life where the scope begins and die on every way out: falling off
//! its end, `break`, `continue`, `goto`, `return`. A `goto` or `case` into a scope begins it.
//!
//! # How it is done in one walk
//! The objects of a scope are known only when all of it has been walked, but the edges into and
//! out of it are needed before. So a jump is only noted down ([`Jump`]: from here in this scope
//! to there in that scope), and [`FunctionLowering::resolve_jumps`] turns it into edges at the
//! end of the function: the scopes between source and common ancestor are left, those between
//! the ancestor and the target are entered. And a scope that is entered by falling into it
//! remembers its first location; when it closes, that location is split in two and the
//! `EnterScope` edges are put between the halves. Whatever jumps to the first half, a loop for
//! example, begins the scope again, which is what C says.
//!
//! ```text
//!   while (c) { int x; f(&x); if (d) break; g(&x); }
//!   break:  from the body's scope to the scope around the loop  =>  leave x; skip
//! ```
//!
//! An object lives from the start of its block, not from its declaration (C17 6.2.4p6); a
//! declaration that is reached again makes the value indeterminate again.

use c_sema::typed::{FunctionId, ObjectId};
use ir::{EdgeRole, LocationId, Op, Provenance};
use source::Span;

use crate::function::{FunctionLowering, JumpPoint};
use crate::unit::Home;

index::define_id!(
    /// A scope of the function being lowered.
    pub(crate) struct ScopeId, "scope"
);

/// The scope of a function's parameters: the first one inside the outermost.
const FUNCTION_SCOPE: usize = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScopeKind {
    /// A block: what is declared in it and its compound literals.
    Block,
    /// A full expression: copies of arguments, results of calls.
    FullExpression,
}

#[derive(Debug)]
pub(crate) struct Scope {
    parent: Option<ScopeId>,
    depth: u32,
    kind: ScopeKind,
    objects: Vec<ir::ObjectId>,
    /// Objects that stand for blocks on the stack: they begin to live where the block does, and
    /// die with the scope.
    held: Vec<ir::ObjectId>,
    /// Objects that live from the start of the scope to the end of the program.
    undying: Vec<ir::ObjectId>,
    /// Where control falls into it.
    start: Option<LocationId>,
    span: Span,
    /// How many pointer temporaries there were when it began.
    n_temporaries: usize,
    /// A variable without address is declared in it.
    has_registers: bool,
    /// A label that is jumped back to stands in it, so that its declarations can be reached
    /// again without entering it.
    has_label: bool,
}

impl Scope {
    pub fn outermost() -> Self {
        Self {
            parent: None,
            depth: 0,
            kind: ScopeKind::Block,
            objects: Vec::new(),
            held: Vec::new(),
            undying: Vec::new(),
            start: None,
            span: Span::default(),
            n_temporaries: 0,
            has_registers: false,
            has_label: false,
        }
    }
}

/// A transfer of control that may leave and enter scopes.
#[derive(Debug)]
pub(crate) struct Jump {
    from: JumpPoint,
    target: Target,
    provenance: Provenance,
    cleanups: Vec<(ScopeId, ObjectId)>,
}

#[derive(Debug)]
enum Target {
    Point(JumpPoint),
    Label(c_sema::typed::LabelId),
    /// Any label of the function whose address is taken.
    Computed(ir::ExprId),
    Return(Option<ir::ExprId>),
    /// Out of the function by a jump, without `cleanup` functions.
    Leave,
}

impl FunctionLowering<'_, '_> {
    /// A statement that C makes a block of its own, with or without braces (C17 6.8.4p3, 6.8.5p5):
    /// an `if`, `switch` or loop, and what each of them has inside.
    pub(crate) fn as_block(&mut self, work: impl FnOnce(&mut Self)) {
        self.push_scope(ScopeKind::Block);
        work(self);
        self.pop_scope();
    }

    pub(crate) fn push_scope(&mut self, kind: ScopeKind) {
        let parent = self.scope;
        let scope = Scope {
            parent: Some(parent),
            depth: self.scopes[parent].depth + 1,
            kind,
            objects: Vec::new(),
            held: Vec::new(),
            undying: Vec::new(),
            start: self.current,
            span: self.span,
            n_temporaries: self.pointer_temporaries.len(),
            has_registers: false,
            has_label: false,
        };
        self.scope = self.scopes.push(scope);
    }

    /// Ends the scope where it ends in the source.
    pub(crate) fn pop_scope(&mut self) {
        let closed = self.scope;
        let stale = self.take_pointer_temporaries();
        self.clear_pointers(&stale);
        self.run_cleanups(closed);
        self.enter_at_start(closed);
        self.leave_objects(closed);
        self.scope = self.scopes[closed].parent.unwrap_or(closed);
    }

    /// Ends the lives of what lives in a scope, the last one first.
    fn leave_objects(&mut self, scope: ScopeId) {
        let Scope { objects, held, .. } = &self.scopes[scope];
        let leaving: Vec<ir::ObjectId> =
            held.iter().rev().chain(objects.iter().rev()).copied().collect();
        for object in leaving {
            self.emit(Op::LeaveScope { object });
        }
    }

    /// The pointer temporaries that the current full expression made.
    pub(crate) fn take_pointer_temporaries(&mut self) -> Vec<ir::VarId> {
        let scope = &self.scopes[self.scope];
        match scope.kind {
            ScopeKind::FullExpression => self.pointer_temporaries.split_off(scope.n_temporaries),
            ScopeKind::Block => Vec::new(),
        }
    }

    /// A temporary is no variable of the program: a block that only a temporary points to is
    /// lost. So they are cleared where their full expression ends.
    pub(crate) fn clear_pointers(&mut self, pointers: &[ir::VarId]) {
        for &target in pointers {
            let value = self.zero(ir::Type::Pointer);
            self.emit(Op::Assign { target, value });
        }
    }

    fn run_cleanups(&mut self, scope: ScopeId) {
        while let Some(&(of, object)) = self.open_cleanups.last()
            && of == scope
        {
            self.open_cleanups.pop();
            self.run_cleanup(object);
        }
    }

    /// The value of a scope that ends here, safe from the functions that clean the scope up.
    pub(crate) fn taken_from_scope(&mut self, value: ir::ExprId) -> ir::ExprId {
        let is_cleaned = self.open_cleanups.last().is_some_and(|&(of, _)| of == self.scope);
        if is_cleaned { self.taken(value) } else { value }
    }

    fn taken(&mut self, value: ir::ExprId) -> ir::ExprId {
        if !self.reads_source_variable(value) {
            return value;
        }
        let ty = self.up.program.type_of(value);
        self.pin(value, ty)
    }

    fn run_cleanup(&mut self, object: ObjectId) {
        let function: Option<FunctionId> = self.unit().objects[object].cleanup;
        let (Some(function), Some(Home::Object(memory))) = (function, self.up.homes[object]) else {
            return;
        };
        let argument = self.object_address(memory);
        self.call_hidden(function, argument);
    }

    /// Puts the `EnterScope` edges where control falls into the scope.
    fn enter_at_start(&mut self, scope: ScopeId) {
        let Some(start) = self.scopes[scope].start else { return };
        let Scope { objects, undying, .. } = &self.scopes[scope];
        let objects: Vec<ir::ObjectId> = objects.iter().chain(undying).copied().collect();
        if objects.is_empty() {
            return;
        }
        let rest = self.split(start);
        let mut at = start;
        for (index, &object) in objects.iter().enumerate() {
            let is_last = index + 1 == objects.len();
            let to = if is_last { rest } else { self.body.add_location() };
            let provenance = Provenance { span: self.scopes[scope].span, role: EdgeRole::Plain };
            self.body.add_edge(at, to, Op::EnterScope { object }, provenance);
            at = to;
        }
    }

    /// Moves everything that leaves `start` to a new location, which is returned.
    pub(crate) fn split(&mut self, start: LocationId) -> LocationId {
        let rest = self.body.add_location();
        let outgoing = std::mem::take(&mut self.body.locations[start].outgoing);
        for &edge in &outgoing {
            self.body.edges[edge].from = rest;
        }
        self.body.locations[rest].outgoing = outgoing;
        for jump in self.jumps.iter_mut().rev() {
            if jump.from.location == start {
                jump.from.location = rest;
            }
        }
        if self.current == Some(start) {
            self.current = Some(rest);
        }
        rest
    }

    /// The innermost block around this point.
    fn innermost_block(&self) -> ScopeId {
        let mut scope = self.scope;
        while self.scopes[scope].kind != ScopeKind::Block
            && let Some(parent) = self.scopes[scope].parent
        {
            scope = parent;
        }
        scope
    }

    /// Makes `object` live as long as the innermost block.
    pub(crate) fn add_to_block(&mut self, object: ir::ObjectId) {
        let block = self.innermost_block();
        self.scopes[block].objects.push(object);
    }

    /// An object without bytes that stands for blocks on the stack.
    fn holder(&mut self, name: &str) -> ir::ObjectId {
        self.up.program.objects.push(ir::Object {
            name: name.into(),
            size: Some(0),
            align: 1,
            scope: ir::Scope::Local(self.id),
            span: self.span,
            contents: ir::Contents::Indeterminate,
            is_read_only: false,
            is_visible: false,
        })
    }

    /// What a variable-length array lives as long as: it begins to live where its declaration is
    /// reached, ends where that is reached again, and dies with the innermost block.
    pub(crate) fn block_holder(&mut self) -> ir::ObjectId {
        let holder = self.holder("%array");
        let block = self.innermost_block();
        self.scopes[block].held.push(holder);
        self.emit(Op::EnterScope { object: holder });
        holder
    }

    /// What the blocks of one `alloca` live as long as: the activation. When the program ends
    /// with it, nothing is left to see them die.
    pub(crate) fn function_holder(&mut self) -> ir::ObjectId {
        let holder = self.holder("%alloca");
        let is_last = self.is_entry();
        let whole = &mut self.scopes[index::Id::new(FUNCTION_SCOPE)];
        if is_last { &mut whole.undying } else { &mut whole.objects }.push(holder);
        holder
    }

    /// An object without contents of the program's that lives as long as the activation.
    pub(crate) fn activation_object(&mut self, name: &str) -> ir::ObjectId {
        let object = self.holder(name);
        self.scopes[index::Id::new(FUNCTION_SCOPE)].objects.push(object);
        object
    }

    pub(crate) fn note_register(&mut self) {
        let block = self.innermost_block();
        self.scopes[block].has_registers = true;
    }

    /// Whether a way from one scope to another enters a block with variables that have no address, so
    /// that nothing tells when they begin to live.
    pub(crate) fn enters_registers(&self, from: ScopeId, to: ScopeId) -> bool {
        let around = |scope| {
            std::iter::successors(Some(scope), |scope: &ScopeId| self.scopes[*scope].parent)
        };
        around(to).any(|scope| {
            self.scopes[scope].has_registers && !around(from).any(|outer| outer == scope)
        })
    }

    /// The objects that are alive at a point of a scope, and whether blocks of lengths that are
    /// computed may be.
    pub(crate) fn alive_in(&self, scope: ScopeId) -> (Vec<ir::ObjectId>, bool) {
        let (mut alive, mut has_arrays) = (Vec::new(), false);
        let mut at = Some(scope);
        while let Some(scope) = at {
            let Scope { objects, held, parent, .. } = &self.scopes[scope];
            alive.extend(objects);
            has_arrays |= !held.is_empty();
            at = *parent;
        }
        (alive, has_arrays)
    }

    /// Makes `object` live until the end of the full expression.
    pub(crate) fn add_to_scope(&mut self, object: ir::ObjectId) {
        self.scopes[self.scope].objects.push(object);
    }

    /// True if the current scope has objects that will die with it.
    pub(crate) fn scope_has_objects(&self) -> bool {
        !self.scopes[self.scope].objects.is_empty()
    }

    /// Notes that control can come to this point from anywhere in the function.
    pub(crate) fn mark_label(&mut self) {
        let mut at = Some(self.scope);
        while let Some(scope) = at
            && !self.scopes[scope].has_label
        {
            self.scopes[scope].has_label = true;
            at = self.scopes[scope].parent;
        }
    }

    /// True if the innermost block can be repeated from within.
    pub(crate) fn block_has_label(&self) -> bool {
        self.scopes[self.innermost_block()].has_label
    }

    // -- Jumps.

    /// A point in the current scope.
    pub(crate) fn point(&self, location: LocationId) -> JumpPoint {
        JumpPoint { location, scope: self.scope }
    }

    fn note_jump(&mut self, target: Target, role: EdgeRole) {
        let Some(location) = self.current.take() else { return };
        let from = self.point(location);
        let provenance = Provenance { span: self.span, role };
        let cleanups = self.open_cleanups.clone();
        self.jumps.push(Jump { from, target, provenance, cleanups });
    }

    pub(crate) fn jump_to(&mut self, to: JumpPoint, role: EdgeRole) {
        if to.scope == self.scope {
            self.emit_to(Op::Skip, to.location, role);
        } else {
            self.note_jump(Target::Point(to), role);
        }
    }

    pub(crate) fn jump_to_label(&mut self, label: c_sema::typed::LabelId) {
        self.note_jump(Target::Label(label), EdgeRole::Plain);
    }

    pub(crate) fn jump_computed(&mut self, address: ir::ExprId) {
        self.note_jump(Target::Computed(address), EdgeRole::Plain);
    }

    /// The value is taken here: what runs while scopes are left may change what it reads.
    pub(crate) fn return_value(&mut self, value: Option<ir::ExprId>) {
        let value = match value {
            Some(value) if !self.open_cleanups.is_empty() => Some(self.taken(value)),
            _ => value,
        };
        self.note_jump(Target::Return(value), EdgeRole::Plain);
    }

    /// A jump from a location of its own, used where a dispatch was built before its targets.
    pub(crate) fn jump_from(&mut self, from: JumpPoint, to: JumpPoint, span: Span) {
        let provenance = Provenance { span, role: EdgeRole::Plain };
        let target = Target::Point(to);
        self.jumps.push(Jump { from, target, provenance, cleanups: Vec::new() });
    }

    /// The same out of the function.
    pub(crate) fn leave_from(&mut self, from: JumpPoint, span: Span) {
        let provenance = Provenance { span, role: EdgeRole::Plain };
        self.jumps.push(Jump { from, target: Target::Leave, provenance, cleanups: Vec::new() });
    }

    /// Turns the jumps of the whole function into edges.
    pub(crate) fn resolve_jumps(&mut self) {
        // Resolving a computed jump notes further ones.
        while !self.jumps.is_empty() {
            for jump in std::mem::take(&mut self.jumps) {
                self.resolve_jump(jump);
            }
        }
    }

    fn resolve_jump(&mut self, jump: Jump) {
        self.current = Some(jump.from.location);
        self.span = jump.provenance.span;
        match jump.target {
            Target::Point(to) => self.move_to(&jump, to),
            Target::Label(label) => match self.labels.get(&label).copied() {
                Some(to) => self.move_to(&jump, to),
                None => self.unsupported("jump to a label of another function"),
            },
            Target::Computed(address) => self.dispatch_computed(&jump, address),
            Target::Return(value) => {
                let outermost = index::Id::new(0);
                self.leave_up_to(&jump, outermost);
                self.emit_return(value);
            }
            Target::Leave => {
                self.leave_up_to(&jump, index::Id::new(0));
                self.emit_leave();
            }
        }
    }

    fn move_to(&mut self, jump: &Jump, to: JumpPoint) {
        let mut ancestor = jump.from.scope;
        let mut below = to.scope;
        let mut entered = Vec::new();
        while ancestor != below {
            let (a, b) = (&self.scopes[ancestor], &self.scopes[below]);
            // The deeper of the two moves up; both have parents, since the root is common.
            if a.depth >= b.depth {
                ancestor = a.parent.unwrap_or(ancestor);
            }
            if b.depth >= a.depth {
                entered.push(below);
                below = b.parent.unwrap_or(below);
            }
        }
        self.leave_up_to(jump, ancestor);
        for scope in entered.into_iter().rev() {
            for index in 0..self.scopes[scope].objects.len() {
                let object = self.scopes[scope].objects[index];
                self.emit(Op::EnterScope { object });
            }
        }
        self.emit_to(Op::Skip, to.location, jump.provenance.role);
    }

    fn leave_up_to(&mut self, jump: &Jump, ancestor: ScopeId) {
        let mut scope = jump.from.scope;
        while scope != ancestor {
            for &(of, object) in jump.cleanups.iter().rev() {
                if of == scope {
                    self.run_cleanup(object);
                }
            }
            self.leave_objects(scope);
            let Some(parent) = self.scopes[scope].parent else { break };
            scope = parent;
        }
    }

    /// Compares with the address of every label that has one. Compilers do not clean up on the
    /// way, or refuse such a jump.
    fn dispatch_computed(&mut self, jump: &Jump, address: ir::ExprId) {
        if !jump.cleanups.is_empty() {
            return self.unsupported("computed jump where a `cleanup` function is due");
        }
        let labels = self.address_taken_labels.clone();
        let Some(from) = self.current else { return };
        let mut others = Vec::new();
        for label in labels {
            let Some(&to) = self.labels.get(&label) else { continue };
            let number = self.label_address(label);
            let condition = self.compare(ir::CompareOp::Eq, address, number);
            let not = self.not(condition);
            others.push(not);
            self.current = Some(from);
            self.emit_as(Op::Assume { condition }, EdgeRole::BranchTaken);
            if let Some(location) = self.current {
                let from = JumpPoint { location, scope: jump.from.scope };
                self.jump_from(from, to, jump.provenance.span);
            }
        }
        self.current = Some(from);
        let condition = self.and_all(&others);
        self.emit_as(Op::Assume { condition }, EdgeRole::BranchNotTaken);
        self.unsupported("computed jump to something that is no label of the function");
    }
}
