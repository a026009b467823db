//! Contexts and classes of a claim: is every call and every creation among them, and which threads
//! are there only once?

use ir::{Body, Callee, EdgeId, FunctionId, LocationId, ObjectId, Op, Scope};
use ir_passes::ownership::{ClassId, Context, ContextId};

use super::{Judge, NotShown, wrong};

impl Judge<'_> {
    /// Calls and creations are looked up from here on; each leads to one context or class.
    pub(super) fn check_shape(&mut self) -> Result<(), NotShown> {
        for (id, context) in self.claim.contexts.iter() {
            if self.program.functions[context.function].body.is_none() {
                return wrong("a context of a function without body");
            }
            let Some((caller, edge)) = context.caller else { continue };
            let key = (caller, edge, context.function);
            if self.callees.insert(key, id).is_some() || caller >= id {
                return wrong("a call leads to two contexts");
            }
            if self.claim.contexts[caller].class != context.class {
                return wrong("a call leads to another thread");
            }
            // A variable is of one activation only.
            let mut above = Some(caller);
            while let Some(at) = above {
                if self.claim.contexts[at].function == context.function {
                    return wrong("a function calls itself");
                }
                above = self.claim.contexts[at].caller.map(|it| it.0);
            }
        }
        for (id, class) in self.claim.classes.iter() {
            let root = self.claim.contexts[class.root];
            if root.class != id || root.caller.is_some() {
                return wrong("a thread begins in the middle");
            }
            match class.created_at {
                None if index::Id::index(id) != 0 || root.function != self.program.entry => {
                    return wrong("a thread that nobody creates");
                }
                None => {}
                Some((context, edge)) => {
                    let key = (context, edge, root.function);
                    if self.created.insert(key, id).is_some() {
                        return wrong("a creation has two classes");
                    }
                    if self.claim.contexts[context].class >= id {
                        return wrong("a thread is created by a later one");
                    }
                }
            }
            if self.is_once(class.created_at) {
                self.unique.insert(id);
            }
        }
        Ok(())
    }

    /// Does a run come to the creation at most once?
    fn is_once(&self, mut at: Option<(ContextId, EdgeId)>) -> bool {
        while let Some((context, edge)) = at {
            let Context { class, caller, .. } = self.claim.contexts[context];
            let body = self.body(context);
            let row = &body.edges[edge];
            let is_first = caller.is_some() || self.unique.contains(class);
            if !is_first || leads_to(body, row.to, row.from) {
                return false;
            }
            at = caller;
        }
        true
    }

    /// Is there one such object at most, however long the program runs: a static one, or one of the entry
    /// function's that begins to live at one step, once?
    pub(super) fn is_one_object(&self, object: ObjectId) -> bool {
        let entry = self.program.entry;
        match self.program.objects[object].scope {
            Scope::Global => true,
            Scope::Local(function) => {
                let contexts = self.claim.contexts.values();
                let n_entered = contexts.filter(|it| it.function == entry).count();
                let Some(body) = &self.program.functions[entry].body else { return false };
                let begins = |op: &Op| *op == Op::EnterScope { object };
                let mut begins = body.edges.values().filter(|edge| begins(&edge.op));
                let is_once = match (begins.next(), begins.next()) {
                    (Some(edge), None) => !leads_to(body, edge.to, edge.from),
                    _ => false,
                };
                function == entry && n_entered == 1 && is_once
            }
        }
    }

    pub(super) fn body(&self, context: ContextId) -> &Body {
        let function = &self.program.functions[self.claim.contexts[context].function];
        function.body.as_ref().expect("contexts of functions without body are refused first")
    }

    /// Who may be called here. None if that is not known.
    pub(super) fn entered(
        &self,
        context: ContextId,
        edge: EdgeId,
    ) -> Result<Vec<FunctionId>, NotShown> {
        let function = self.claim.contexts[context].function;
        let callee = match self.body(context).edges[edge].op {
            Op::Call { callee, .. } => callee,
            Op::ThreadCreate { start, .. } => start,
            _ => return Ok(Vec::new()),
        };
        let entered = match callee {
            Callee::Direct(callee) => vec![callee],
            Callee::Indirect(..) => self.points_to.callees(function, edge).to_vec(),
        };
        match entered.is_empty() {
            true => wrong("a call that leads nowhere"),
            false => Ok(entered),
        }
    }

    /// Who may run beside a thread of the class when it begins.
    pub(super) fn is_at_start(&self, other: ClassId, class: ClassId) -> bool {
        !self.unique.contains(class) || (other != class && !self.descends(other, class))
    }

    /// Is the one created by the other, or by whom that creates?
    pub(super) fn descends(&self, class: ClassId, from: ClassId) -> bool {
        let mut at = class;
        while let Some((context, _)) = self.claim.classes[at].created_at {
            at = self.claim.contexts[context].class;
            if at == from {
                return true;
            }
        }
        false
    }
}

/// Is there a way from one location to the other?
fn leads_to(body: &Body, from: LocationId, to: LocationId) -> bool {
    let mut seen = index::IdSet::new();
    let mut pending = vec![from];
    while let Some(at) = pending.pop() {
        if at == to {
            return true;
        }
        if seen.insert(at) {
            pending.extend(body.locations[at].outgoing.iter().map(|edge| body.edges[*edge].to));
        }
    }
    false
}
