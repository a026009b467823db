//! All ways to call functions, and the classes of threads.

use index::{IdSet, IndexVec};
use ir::{Callee, EdgeId, FunctionId, Op, Program, VarId};
use ir_passes::ownership::primitives::Primitive;
use ir_passes::ownership::{Class, ClassId, Context, ContextId};
use ir_passes::points_to::PointsTo;
use rustc_hash::FxHashMap;

use super::{Machine, edges_in_loops, live_once};

/// Ways to call functions, all in all.
const MAX_CONTEXTS: usize = 20_000;
const MAX_CLASSES: usize = 200;

impl<'p> Machine<'p> {
    pub(super) fn new(
        program: &'p Program,
        primitives: &'p IndexVec<FunctionId, Option<Primitive>>,
        points_to: PointsTo,
    ) -> Result<Self, String> {
        let mut machine = Self {
            program,
            points_to,
            primitives,
            contexts: IndexVec::new(),
            classes: IndexVec::new(),
            callees: FxHashMap::default(),
            created: FxHashMap::default(),
            descendants: IndexVec::new(),
            unique: IdSet::new(),
            live_once: IdSet::new(),
            frozen: IdSet::<VarId>::new(),
        };
        machine.add_class(program.entry, None)?;
        let mut next = 0;
        while next < machine.contexts.len() {
            machine.expand(index::Id::new(next))?;
            next += 1;
        }
        machine.find_unique();
        machine.find_descendants();
        // Nobody else runs the entry function.
        if machine.contexts.iter().filter(|it| it.1.function == program.entry).count() == 1 {
            machine.live_once = live_once(program);
        }
        Ok(machine)
    }

    fn add_class(
        &mut self,
        function: FunctionId,
        created_at: Option<(ContextId, EdgeId)>,
    ) -> Result<ClassId, String> {
        if self.classes.len() >= MAX_CLASSES {
            return Err("there are too many places that create threads".to_owned());
        }
        let class = self.classes.next_id();
        let root = self.contexts.push(Context { function, class, caller: None });
        Ok(self.classes.push(Class { root, created_at }))
    }

    fn expand(&mut self, context: ContextId) -> Result<(), String> {
        if self.contexts.len() > MAX_CONTEXTS {
            return Err("there are too many ways to call functions".to_owned());
        }
        let Context { function, class, .. } = self.contexts[context];
        let program = self.program;
        let Some(body) = &program.functions[function].body else {
            return Err("a thread runs a function without body".to_owned());
        };
        for (edge, row) in body.edges.iter() {
            match row.op {
                Op::Call { callee, .. } => {
                    for callee in self.called(function, edge, callee) {
                        if program.functions[callee].body.is_none() {
                            continue;
                        }
                        self.refuse_recursion(context, callee)?;
                        let caller = Some((context, edge));
                        let new = self.contexts.push(Context { function: callee, class, caller });
                        self.callees.insert((context, edge, callee), new);
                    }
                }
                Op::ThreadCreate { start, .. } => {
                    for start in self.called(function, edge, start) {
                        self.refuse_endless_creation(class, (context, edge))?;
                        let new = self.add_class(start, Some((context, edge)))?;
                        self.created.insert((context, edge, start), new);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn called(
        &self,
        function: FunctionId,
        edge: EdgeId,
        callee: Callee,
    ) -> Vec<FunctionId> {
        match callee {
            Callee::Direct(callee) => vec![callee],
            Callee::Indirect(..) => self.points_to.callees(function, edge).to_vec(),
        }
    }

    fn refuse_recursion(&self, context: ContextId, callee: FunctionId) -> Result<(), String> {
        let mut at = Some(context);
        while let Some(context) = at {
            if self.contexts[context].function == callee {
                let name = &self.program.functions[callee].name;
                return Err(format!("`{name}` calls itself"));
            }
            at = self.contexts[context].caller.map(|caller| caller.0);
        }
        Ok(())
    }

    /// A thread that creates one like itself has no end of classes.
    fn refuse_endless_creation(
        &self,
        class: ClassId,
        (context, edge): (ContextId, EdgeId),
    ) -> Result<(), String> {
        let site = (self.contexts[context].function, edge);
        let mut at = self.classes[class].created_at;
        while let Some((context, edge)) = at {
            let Context { function, class, .. } = self.contexts[context];
            if (function, edge) == site {
                return Err("threads create threads like themselves".to_owned());
            }
            at = self.classes[class].created_at;
        }
        Ok(())
    }

    fn find_unique(&mut self) {
        let functions = self.program.functions.values();
        let in_loops: IndexVec<FunctionId, IdSet<EdgeId>> = functions
            .map(|function| function.body.as_ref().map(edges_in_loops).unwrap_or_default())
            .collect();
        // Whoever creates comes before those that are created.
        for (class, row) in self.classes.iter() {
            let mut at = row.created_at;
            let mut is_once = true;
            let mut creator = None;
            while let Some((context, edge)) = at {
                let Context { function, class, caller } = self.contexts[context];
                is_once &= !in_loops[function].contains(edge);
                creator = Some(class);
                at = caller;
            }
            if is_once && creator.is_none_or(|creator| self.unique.contains(creator)) {
                self.unique.insert(class);
            }
        }
    }

    fn find_descendants(&mut self) {
        self.descendants = IndexVec::from_elem(IdSet::new(), self.classes.len());
        for class in self.classes.ids() {
            let mut at = self.classes[class].created_at;
            while let Some((context, _)) = at {
                let creator = self.contexts[context].class;
                self.descendants[creator].insert(class);
                at = self.classes[creator].created_at;
            }
        }
    }
}
