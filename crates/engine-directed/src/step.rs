//! One step back: can a state of a cube be reached from a frame?

use lemmas::blocks::{BlockId, Origin};
use logic::{Term, TermId, Value, VarId, evaluate_all, substitute};
use rustc_hash::FxHashMap;
use smt::Effort;

use crate::asker::{Asker, Question, Told};
use crate::frames::View;
use crate::relevant::relevant;
use crate::search::{Group, Search};
use crate::words::{Cube, Literal, WordId};

/// What lies one step before a cube, or before a failure.
pub(crate) enum Before {
    /// Nothing; these literals of the cube are the reason.
    Nothing(Cube),
    Something(Predecessor),
    Unanswered,
}

/// States from which a block leads on.
#[derive(Clone, Debug)]
pub(crate) struct Predecessor {
    pub from: Origin,
    pub cube: Cube,
    /// What the environment chose.
    pub inputs: Vec<(VarId, Value)>,
}

/// How much of a state is said in an obligation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Words about what the step needed, and about how that relates to the rest.
    Touched,
    /// All words.
    Whole,
}

/// What a question is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pains {
    /// There is another way to ask.
    Few,
    All,
}

/// For a question that can be asked in parts.
const GLANCE: Effort = Effort::Limited(50_000);

impl Search<'_> {
    /// The images of a cube's literals before a block.
    fn images(&mut self, block: BlockId, cube: &[Literal]) -> Vec<TermId> {
        let to = self.blocks.blocks[block].to;
        let mut images = Vec::new();
        for literal in cube {
            let image = match self.images.get(&(block, literal.word)) {
                Some(image) => *image,
                None => {
                    let term = self.words[to].terms[literal.word];
                    let values = &self.steps[block].values;
                    let image = substitute(&mut self.encoder.pool, &[term], values)[0];
                    self.images.insert((block, literal.word), image);
                    image
                }
            };
            images.push(if literal.holds { image } else { self.encoder.pool.not(image) });
        }
        images
    }

    /// Is there a step by this block from a frame into the cube? If the block leads to its own
    /// head, from outside of the cube.
    pub(crate) fn before(&mut self, block: BlockId, cube: &[Literal], frame: usize) -> Before {
        let (from, to) = (self.blocks.blocks[block].from, self.blocks.blocks[block].to);
        let guard = self.steps[block].guard;
        // No run is at a head before its first step.
        if frame == 0 && from != Origin::Start {
            return Before::Nothing(Vec::new());
        }
        let images = self.images(block, cube);
        if images.iter().any(|image| self.encoder.pool[*image] == Term::Bool(false)) {
            let is_false = |index: &usize| self.encoder.pool[images[*index]] == Term::Bool(false);
            let first = (0..images.len()).find(is_false).map(|index| cube[index]);
            return Before::Nothing(first.into_iter().collect());
        }
        let aside = (from == Origin::Head(to))
            .then(|| self.words[to].outside(&mut self.encoder.pool, cube));
        let mut asker = match self.block_askers.remove(&block) {
            Some(asker) => asker,
            None => self.asker(from, guard),
        };
        let told = self.ask(&mut asker, from, frame, aside, &images, Pains::All);
        let mut formulas = images.clone();
        formulas.push(guard);
        let result = self.read(&mut asker, from, told, &formulas, |core| {
            let named = cube.iter().zip(&images).filter(|(_, image)| core.contains(image));
            named.map(|(literal, _)| *literal).collect()
        });
        self.block_askers.insert(block, asker);
        result
    }

    /// Is there a state in a frame from which something of a group fails, or is not modelled? And
    /// which failure that is.
    ///
    /// All of them at once is one question instead of many, and now and then a very hard one.
    pub(crate) fn before_any(&mut self, group: usize, frame: usize) -> (usize, Before) {
        let Group { whole, parts, .. } = self.groups[group].clone();
        if parts.len() == 1 {
            return (whole, self.before_failure(whole, frame, Pains::All));
        }
        if !self.groups[group].is_hard {
            match self.before_failure(whole, frame, Pains::Few) {
                Before::Unanswered => self.groups[group].is_hard = true,
                before => return (whole, before),
            }
        }
        let mut open = None;
        for part in parts {
            // To make a solver for each takes its time, too.
            if !self.has_budget() {
                return (part, Before::Unanswered);
            }
            match self.before_failure(part, frame, Pains::All) {
                Before::Nothing(_) => {}
                Before::Unanswered => open = Some(part),
                Before::Something(before) => return (part, Before::Something(before)),
            }
        }
        match open {
            Some(part) => (part, Before::Unanswered),
            None => (whole, Before::Nothing(Vec::new())),
        }
    }

    /// Does what is known exclude a failure, as far as a glance tells?
    pub(crate) fn is_excluded(&mut self, danger: usize) -> bool {
        matches!(self.before_failure(danger, 0, Pains::Few), Before::Nothing(_))
    }

    fn before_failure(&mut self, danger: usize, frame: usize, pains: Pains) -> Before {
        let (from, failure) = self.dangers[danger];
        if self.encoder.pool[failure] == Term::Bool(false) {
            return Before::Nothing(Vec::new());
        }
        let mut asker = match self.danger_askers.remove(&danger) {
            Some(asker) => asker,
            None => self.asker(from, failure),
        };
        let told = self.ask(&mut asker, from, frame, None, &[], pains);
        let result = self.read(&mut asker, from, told, &[failure], |_| Vec::new());
        self.danger_askers.insert(danger, asker);
        result
    }

    pub(crate) fn asker(&self, from: Origin, formula: TermId) -> Asker {
        let mut facts = vec![formula];
        if let Origin::Head(head) = from {
            facts.extend(&self.known[head]);
        }
        Asker::new(&self.encoder.pool, facts)
    }

    fn ask(
        &mut self,
        asker: &mut Asker,
        from: Origin,
        frame: usize,
        aside: Option<TermId>,
        literals: &[TermId],
        pains: Pains,
    ) -> Told {
        self.statistics.n_questions += 1;
        let view = match from {
            Origin::Start => View::default(),
            Origin::Head(head) => self.frames.view(head, frame),
        };
        let question = Question { view, aside, literals };
        let (pool, budget, effort) = (&mut self.encoder.pool, &self.budget, self.options.effort);
        match pains {
            Pains::Few => asker.ask(pool, question, budget, GLANCE),
            Pains::All => match asker.ask(pool, question, budget, effort) {
                Told::Unanswered => match asker.ask_once(pool, question, budget, effort) {
                    Told::Unanswered => asker.ask_each_way(pool, question, budget, effort),
                    told => told,
                },
                told => told,
            },
        }
    }

    /// What an answer means. `formulas` hold in the model because of what is read there.
    fn read(
        &self,
        asker: &mut Asker,
        from: Origin,
        told: Told,
        formulas: &[TermId],
        literals: impl FnOnce(&[TermId]) -> Cube,
    ) -> Before {
        let mut model = match told {
            Told::Impossible(core) => return Before::Nothing(literals(&core)),
            Told::Unanswered => return Before::Unanswered,
            Told::Possible(model) => model,
        };
        let pool = &self.encoder.pool;
        let mut roots = formulas.to_vec();
        if let Origin::Head(head) = from {
            roots.extend(self.words[head].terms.values());
        }
        let Some(values) = evaluate_all(pool, &roots, |term| asker.value(pool, &mut model, term))
        else {
            return Before::Unanswered;
        };
        let relevant = relevant(pool, formulas, &values);
        let cube = match from {
            Origin::Start => Vec::new(),
            Origin::Head(head) => {
                let words = &self.words[head];
                let is_told = |word: &WordId| match self.detail {
                    Detail::Whole => true,
                    Detail::Touched => words.vars[*word].iter().any(|var| relevant.contains(var)),
                };
                let told = words.terms.iter().filter(|(word, _)| is_told(word));
                told.map(|(word, term)| Literal { word, holds: values[term] == Value::Bool(true) })
                    .collect()
            }
        };
        Before::Something(Predecessor { from, cube, inputs: self.inputs(from, &values) })
    }

    /// The values of what is no part of the state.
    fn inputs(&self, from: Origin, values: &FxHashMap<TermId, Value>) -> Vec<(VarId, Value)> {
        let is_name = |term: &TermId| match from {
            Origin::Start => false,
            Origin::Head(head) => self.names[head].contains(term),
        };
        let chosen = values.iter().filter(|(term, _)| !is_name(term));
        let mut chosen: Vec<(VarId, Value)> = chosen
            .filter_map(|(term, value)| Some((self.encoder.pool.as_var(*term)?, value.clone())))
            .collect();
        chosen.sort_unstable();
        chosen
    }
}
