//! A solver for each block, and for what can fail behind each head, kept as long as the search lasts.
//!
//! The formula of a block is said once. What else a question needs has a name, a Boolean variable: the
//! truth of a word behind the block, the lemmas of a frame before it. So that the answer "impossible" names
//! the words that it rests on.

use logic::{Sort, TermId, TermPool, Value};
use rustc_hash::FxHashMap;
use smt::{Answer, Effort, GrowingQuestions, OneQuestion, Pains, Ways};
use verdict::Budget;

use crate::frames::View;

/// Ways that a hard question is divided into.
const MAX_WAYS: usize = 80;
/// Terms of a fact that is said quickly.
const LIGHT: usize = 40;

pub(crate) struct Asker {
    questions: GrowingQuestions,
    /// What always holds here.
    facts: Vec<TermId>,
    labels: FxHashMap<TermId, TermId>,
    /// Up to where the log of the head was read.
    n_read: usize,
}

/// What a question came to.
pub(crate) enum Told {
    /// The literals that this rests on.
    Impossible(Vec<TermId>),
    Possible(Model),
    Unanswered,
}

/// Where the values of terms are read.
pub(crate) enum Model {
    OfQuestions,
    OfOne(Box<OneQuestion>),
}

/// What a question is about beside the facts.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    pub view: View<'a>,
    /// Holds for this question.
    pub aside: Option<TermId>,
    /// The literals of which the answer names those it needs.
    pub literals: &'a [TermId],
}

impl Question<'_> {
    /// Everything that is said, beside these facts.
    fn with(self, facts: Vec<TermId>) -> Vec<TermId> {
        let mut formulas = facts;
        formulas.extend(self.view.lemmas());
        formulas.extend(self.aside);
        formulas.extend(self.literals);
        formulas
    }
}

impl Asker {
    pub fn new(pool: &TermPool, facts: Vec<TermId>) -> Self {
        let mut questions = GrowingQuestions::default();
        for fact in &facts {
            questions.assert(pool, *fact);
        }
        Self { questions, facts, labels: FxHashMap::default(), n_read: 0 }
    }

    fn label(&mut self, pool: &mut TermPool, formula: TermId) -> TermId {
        if let logic::Term::Not(inner) = pool[formula] {
            let inner = self.label(pool, inner);
            return pool.not(inner);
        }
        if let Some(label) = self.labels.get(&formula) {
            return *label;
        }
        let label = pool.fresh_var("word", Sort::Bool);
        let meaning = pool.eq(label, formula);
        self.questions.assert(pool, meaning);
        self.labels.insert(formula, label);
        label
    }

    pub fn ask(
        &mut self,
        pool: &mut TermPool,
        question: Question<'_>,
        budget: &Budget,
        effort: Effort,
    ) -> Told {
        let View { log, switches, .. } = question.view;
        for &(level, lemma) in &log[self.n_read..] {
            let lemma = pool.implies(switches[level], lemma);
            self.questions.assert(pool, lemma);
        }
        self.n_read = log.len();
        let mut asked = question.view.switched_on().to_vec();
        if let Some(aside) = question.aside {
            let now = pool.fresh_var("now", Sort::Bool);
            let said = pool.implies(now, aside);
            self.questions.assert(pool, said);
            asked.push(now);
        }
        let mut named: FxHashMap<TermId, TermId> = FxHashMap::default();
        for &literal in question.literals {
            match pool[literal] {
                logic::Term::Bool(true) => continue,
                logic::Term::Bool(false) => return Told::Impossible(vec![literal]),
                _ => {}
            }
            let label = self.label(pool, literal);
            named.insert(label, literal);
            asked.push(label);
        }
        match self.questions.ask(pool, &asked, budget, effort) {
            Answer::Sat => Told::Possible(Model::OfQuestions),
            Answer::Unsat => {
                let core = self.questions.core();
                Told::Impossible(core.iter().filter_map(|it| named.get(it).copied()).collect())
            }
            Answer::Unknown(_) => Told::Unanswered,
        }
    }

    /// The same question to a solver that sees it whole, which can be much better at it.
    pub fn ask_once(
        &self,
        pool: &TermPool,
        question: Question<'_>,
        budget: &Budget,
        effort: Effort,
    ) -> Told {
        let formulas = question.with(self.facts.clone());
        let one = OneQuestion::ask(pool, &formulas, budget, effort);
        match one.answer() {
            Answer::Unsat => Told::Impossible(question.literals.to_vec()),
            Answer::Sat => Told::Possible(Model::OfOne(Box::new(one))),
            Answer::Unknown(_) => Told::Unanswered,
        }
    }

    /// The same, way by way.
    pub fn ask_each_way(
        &self,
        pool: &mut TermPool,
        question: Question<'_>,
        budget: &Budget,
        effort: Effort,
    ) -> Told {
        ask_ways(self.facts.clone(), pool, question, budget, effort)
    }

    /// The same, without such facts as take long to say: what is impossible is so all the more with them.
    pub fn ask_lightly(
        &self,
        pool: &mut TermPool,
        question: Question<'_>,
        budget: &Budget,
        effort: Effort,
    ) -> Told {
        let mut light: Vec<TermId> = Vec::new();
        for fact in &self.facts {
            match &pool[*fact] {
                logic::Term::And(conjuncts) => light.extend(conjuncts),
                _ => light.push(*fact),
            }
        }
        light.retain(|it| pool.postorder(&[*it]).len() <= LIGHT);
        ask_ways(light, pool, question, budget, effort)
    }

    pub fn value(&mut self, pool: &TermPool, model: &mut Model, term: TermId) -> Option<Value> {
        match model {
            Model::OfQuestions => self.questions.value(pool, term),
            Model::OfOne(one) => one.value(pool, term),
        }
    }
}

fn ask_ways(
    facts: Vec<TermId>,
    pool: &mut TermPool,
    question: Question<'_>,
    budget: &Budget,
    effort: Effort,
) -> Told {
    let pains = Pains { max_ways: MAX_WAYS, each: effort };
    let Ways { answer, model } = Ways::ask(pool, &question.with(facts), budget, pains);
    match (answer, model) {
        (Answer::Unsat, _) => Told::Impossible(question.literals.to_vec()),
        (Answer::Sat, Some(one)) => Told::Possible(Model::OfOne(Box::new(one))),
        _ => Told::Unanswered,
    }
}
