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
use crate::unit::{Home, function_id};

index::define_id!(
    /// A scope of the function being lowered.
    pub(crate) struct ScopeId, "scope"
);

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
    /// Where control falls into it.
    start: Option<LocationId>,
    span: Span,
    /// How many pointer temporaries there were when it began.
    n_temporaries: usize,
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
            start: None,
            span: Span::default(),
            n_temporaries: 0,
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
}

impl FunctionLowering<'_, '_> {
    pub(crate) fn push_scope(&mut self, kind: ScopeKind) {
        let parent = self.scope;
        let scope = Scope {
            parent: Some(parent),
            depth: self.scopes[parent].depth + 1,
            kind,
            objects: Vec::new(),
            start: self.current,
            span: self.span,
            n_temporaries: self.pointer_temporaries.len(),
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
        for index in (0..self.scopes[closed].objects.len()).rev() {
            let object = self.scopes[closed].objects[index];
            self.emit(Op::LeaveScope { object });
        }
        self.scope = self.scopes[closed].parent.unwrap_or(closed);
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

    fn run_cleanup(&mut self, object: ObjectId) {
        let function: Option<FunctionId> = self.unit().objects[object].cleanup;
        let (Some(function), Some(Home::Object(memory))) = (function, self.up.homes[object]) else {
            return;
        };
        if self.unit().functions[function].body.is_none() {
            return self.unsupported("a `cleanup` function without body");
        }
        let argument = self.object_address(memory);
        let callee = ir::Callee::Direct(function_id(function));
        self.emit(Op::Call { target: None, callee, arguments: vec![argument] });
    }

    /// Puts the `EnterScope` edges where control falls into the scope.
    fn enter_at_start(&mut self, scope: ScopeId) {
        let Some(start) = self.scopes[scope].start else { return };
        if self.scopes[scope].objects.is_empty() {
            return;
        }
        let rest = self.split(start);
        let mut at = start;
        let objects = std::mem::take(&mut self.scopes[scope].objects);
        for (index, &object) in objects.iter().enumerate() {
            let is_last = index + 1 == objects.len();
            let to = if is_last { rest } else { self.body.add_location() };
            let provenance = Provenance { span: self.scopes[scope].span, role: EdgeRole::Plain };
            self.body.add_edge(at, to, Op::EnterScope { object }, provenance);
            at = to;
        }
        self.scopes[scope].objects = objects;
    }

    /// Moves everything that leaves `start` to a new location, which is returned.
    fn split(&mut self, start: LocationId) -> LocationId {
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

    /// True inside a block that is not the function's own: the scope of parameters and that of
    /// the body are the two outer ones.
    pub(crate) fn is_in_inner_block(&self) -> bool {
        self.scopes[self.innermost_block()].depth > 2
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

    pub(crate) fn return_value(&mut self, value: Option<ir::ExprId>) {
        self.note_jump(Target::Return(value), EdgeRole::Plain);
    }

    /// A jump from a location of its own, used where a dispatch was built before its targets.
    pub(crate) fn jump_from(&mut self, from: JumpPoint, to: JumpPoint, span: Span) {
        let provenance = Provenance { span, role: EdgeRole::Plain };
        let target = Target::Point(to);
        self.jumps.push(Jump { from, target, provenance, cleanups: Vec::new() });
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
            for index in (0..self.scopes[scope].objects.len()).rev() {
                let object = self.scopes[scope].objects[index];
                self.emit(Op::LeaveScope { object });
            }
            let Some(parent) = self.scopes[scope].parent else { break };
            scope = parent;
        }
    }

    /// Compares with the address of every label that has one.
    fn dispatch_computed(&mut self, jump: &Jump, address: ir::ExprId) {
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
