//! Answers in the form that evidence reads, and its judgement of them.

use engine_refine::compose::joint;
use engine_refine::expr::{Ex, Ints, Slot};
use engine_refine::failure::{Event, Failure};
use engine_refine::follow::{Path, Pick};
use engine_refine::machine::{ENDED, Label, Machine, Side, UNDEFINED, Way};
use engine_refine::observe::Observed;
use engine_refine::problem::Problem;
use engine_refine::simulate::Simulation;
use engine_refine::term::Terms;
use evidence::refinement::{
    self as checked, Answer, Certificate, Chosen, Command, Crowd, Edges, Flaw, Happened, Known,
    Observations, Pair, Point, Reading, Run, SourcePath,
};
use ir::{Program, VarId};
use logic::TermId;
use rustc_hash::FxHashMap;
use verdict::Budget;

/// What is compared, besides the problem.
pub struct Compared<'a> {
    pub target: &'a Program,
    pub source: &'a Program,
    pub observed: &'a Observed,
    /// What others run, if it is a program.
    pub environment: Option<&'a Program>,
    pub is_whole: bool,
}

/// Checks a relation again.
pub fn check_simulation(
    problem: &Problem,
    simulation: &Simulation,
    compared: &Compared<'_>,
    budget: &Budget,
) -> Result<usize, Flaw> {
    let mut maker = Maker { problem: problem.clone(), terms: Terms::default() };
    let mut certificate = maker.certificate(compared)?;
    certificate.rely = maker.terms_of(&simulation.rely.facts)?;
    for (places, facts) in &simulation.known {
        let points = (point(&problem.target, places.0)?, point(&problem.source, places.1)?);
        certificate.pairs.push(Pair { points, facts: maker.terms_of(facts)? });
    }
    for ((places, step), paths) in &simulation.answers {
        if !simulation.known.contains_key(places) || places.1 == UNDEFINED {
            continue;
        }
        let mut answer = Answer {
            points: (point(&problem.target, places.0)?, point(&problem.source, places.1)?),
            edges: edges(&problem.target.steps[*step].path),
            paths: Vec::new(),
        };
        for path in paths {
            if joint(&mut maker.problem, *step, places.1, path).is_some() {
                answer.paths.push(source_path(problem, *step, places.1, path)?);
            }
        }
        certificate.answers.push(answer);
    }
    certificate.pool = maker.terms.pool.clone();
    checked::check(&mut certificate, budget).map(|checked| checked.n_questions)
}

/// Checks a failing run again.
pub fn check_failure(
    problem: &Problem,
    failure: &Failure,
    compared: &Compared<'_>,
    budget: &Budget,
) -> Result<(), Flaw> {
    let mut maker = Maker { problem: problem.clone(), terms: Terms::default() };
    let mut certificate = maker.certificate(compared)?;
    certificate.pool = maker.terms.pool.clone();
    let crowd = problem.environment.crowd.as_ref();
    let var_of = |slot: Slot| {
        let known = crowd.and_then(|crowd| crowd.vars.iter().find(|(_, it)| *it == slot));
        known.map(|(var, _)| *var)
    };
    let of_others = failure.of_others.iter();
    let start_of_others =
        of_others.filter_map(|(slot, value)| Some((var_of(*slot)?, *value))).collect();
    let mut run = Run { start: Vec::new(), start_of_others, happened: Vec::new() };
    for line in &failure.lines {
        match &line.event {
            Event::Start => {
                for (index, variable) in problem.variables.iter().enumerate() {
                    if variable.side == Side::Target {
                        run.start.push((variable.var, line.values[Slot(index as u32)]));
                    }
                }
            }
            Event::Step { step, choices, .. } => {
                let step = &problem.target.steps[*step];
                let chosen = step.choice_edges.iter().copied().zip(choices.iter().copied());
                let chosen = chosen.collect();
                run.happened.push(Happened::Step { edges: edges(&step.path), chosen });
            }
            Event::Environment { command } => {
                let updates = &problem.environment.commands[*command].updates;
                let writes = updates
                    .iter()
                    .map(|(slot, _)| (problem.variables[slot.index()].var, line.values[*slot]));
                let writes = writes.collect();
                run.happened.push(Happened::Environment { command: *command, writes });
            }
            Event::Others { number, step, choices, .. } => {
                let Some(step) = crowd.and_then(|crowd| crowd.machine.steps.get(*step)) else {
                    return Err(wrong("nobody else runs"));
                };
                let chosen = step.choice_edges.iter().copied().zip(choices.iter().copied());
                run.happened.push(Happened::Others {
                    number: *number,
                    edges: edges(&step.path),
                    chosen: chosen.collect(),
                });
            }
        }
    }
    checked::confirm(&mut certificate, &run, budget)
}

struct Maker {
    problem: Problem,
    terms: Terms,
}

fn wrong(what: &str) -> Flaw {
    Flaw::Wrong(what.to_owned())
}

fn point(machine: &Machine, place: usize) -> Result<Point, Flaw> {
    match place {
        ENDED => Ok(Point::Ended),
        UNDEFINED => Ok(Point::Undefined),
        _ => machine
            .location(place)
            .map(Point::At)
            .ok_or_else(|| wrong("a place that is not modelled is reached")),
    }
}

fn edges(path: &[(ir::EdgeId, Way)]) -> Edges {
    path.iter()
        .map(|(edge, way)| {
            (
                *edge,
                match way {
                    Way::On => checked::Way::On,
                    Way::Failed => checked::Way::Failed,
                },
            )
        })
        .collect()
}

/// A path of the source, edge by edge, with its choices.
fn source_path(
    problem: &Problem,
    step: usize,
    from: usize,
    path: &Path,
) -> Result<SourcePath, Flaw> {
    let target = &problem.target.steps[step];
    let missing = || wrong("a choice of the source has no value");
    let mut all: Edges = Vec::new();
    let mut chosen = Vec::new();
    let mut picks = path.picks.iter();
    let mut place = from;
    for index in &path.steps {
        let own = &problem.source.steps[*index];
        for edge in &own.choice_edges {
            let value = match *picks.next().ok_or_else(missing)? {
                Pick::Result => {
                    let Label::Call { result: Some(result), .. } = &target.label else {
                        return Err(missing());
                    };
                    let position = target.choices.iter().position(|slot| slot == result);
                    Chosen::LikeTarget(target.choice_edges[position.ok_or_else(missing)?])
                }
                Pick::Returned => Chosen::Returned,
                Pick::Choice(index) => {
                    Chosen::LikeTarget(*target.choice_edges.get(index).ok_or_else(missing)?)
                }
                Pick::After(slot) => Chosen::After(problem.variables[slot.index()].var),
                Pick::Constant(value) => Chosen::Constant(value),
            };
            chosen.push((all.len() + edge, value));
        }
        all.extend(edges(&own.path));
        place = own.to;
        if place == UNDEFINED {
            break;
        }
    }
    Ok(SourcePath { edges: all, chosen, to: point(&problem.source, place)? })
}

impl Maker {
    fn term(&mut self, ex: Ex) -> Result<TermId, Flaw> {
        let unsayable = |_| wrong("something cannot be said with unbounded integers");
        self.terms.term(&self.problem.exprs, ex).map_err(unsayable)
    }

    fn terms_of(&mut self, all: &[Ex]) -> Result<Vec<TermId>, Flaw> {
        all.iter().map(|ex| self.term(*ex)).collect()
    }

    /// The threads that others are, with what is known of them.
    fn crowd<'a>(&mut self, compared: &Compared<'a>) -> Result<Option<Crowd<'a>>, Flaw> {
        let (Some(crowd), Some(program)) =
            (self.problem.environment.crowd.clone(), compared.environment)
        else {
            return Ok(None);
        };
        let mut vars = FxHashMap::default();
        for (var, slot) in &crowd.vars {
            vars.insert(*var, self.terms.slot(&self.problem.exprs, *slot));
        }
        let number = self.terms.slot(&self.problem.exprs, crowd.number);
        let mut known = [Vec::new(), Vec::new()];
        for (index, (machine, all)) in
            [(&crowd.machine, &crowd.known), (&self.problem.target.clone(), &crowd.known_of_target)]
                .into_iter()
                .enumerate()
        {
            for (place, facts) in all {
                let Some(location) = machine.location(*place) else { continue };
                known[index].push(Known { location, facts: self.terms_of(facts)? });
            }
        }
        let [known, known_of_target] = known;
        Ok(Some(Crowd { program, vars, number, known, known_of_target }))
    }

    fn frame(&self, side: Side) -> Vec<VarId> {
        let slots = self.problem.frame(side);
        slots.into_iter().map(|slot| self.problem.variables[slot.index()].var).collect()
    }

    /// What the question says; pairs, answers and rely are left empty.
    fn certificate<'a>(&mut self, compared: &Compared<'a>) -> Result<Certificate<'a>, Flaw> {
        let mut maps: [FxHashMap<VarId, TermId>; 4] = Default::default();
        for index in 0..self.problem.variables.len() {
            let slot = Slot(index as u32);
            let variable = self.problem.variables[index].clone();
            let offset = match variable.side {
                Side::Target => 0,
                Side::Source => 2,
            };
            let term = self.terms.slot(&self.problem.exprs, slot);
            maps[offset].insert(variable.var, term);
            if let Some(next) = self.problem.environment.next.get(&slot) {
                let term = self.terms.slot(&self.problem.exprs, *next);
                maps[offset + 1].insert(variable.var, term);
            }
        }
        let [target_vars, target_next, source_vars, source_next] = maps;
        let relation: Vec<Ex> = self.problem.relation.iter().map(|fact| fact.ex).collect();
        let requires: Vec<Ex> = self.problem.requires.iter().map(|fact| fact.ex).collect();
        let var = |problem: &Problem, slot: Slot| problem.variables[slot.index()].var;
        let mut commands = Vec::new();
        for command in self.problem.environment.commands.clone() {
            let mut updates = Vec::new();
            for (slot, value) in &command.updates {
                let value = value.map(|value| self.term(value)).transpose()?;
                updates.push((var(&self.problem, *slot), value));
            }
            commands.push(Command {
                guard: self.term(command.guard)?,
                updates,
                then: self.term(command.then)?,
            });
        }
        let shared = self.problem.shared.iter();
        let shared =
            shared.map(|(a, b)| (var(&self.problem, *a), var(&self.problem, *b))).collect();
        let mut visible = (Vec::new(), Vec::new());
        for slot in &self.problem.visible {
            let variable = &self.problem.variables[slot.index()];
            match variable.side {
                Side::Target => visible.0.push(variable.var),
                Side::Source => visible.1.push(variable.var),
            }
        }
        Ok(Certificate {
            visible,
            relation: self.terms_of(&relation)?,
            requires: self.terms_of(&requires)?,
            pool: logic::TermPool::new(),
            reading: match self.problem.ints() {
                Ints::Machine => Reading::Machine,
                Ints::Unbounded => Reading::Unbounded,
            },
            target: checked::Side {
                program: compared.target,
                vars: target_vars,
                next: target_next,
            },
            source: checked::Side {
                program: compared.source,
                vars: source_vars,
                next: source_next,
            },
            shared,
            is_whole: compared.is_whole,
            observations: Observations {
                result: compared.observed.result,
                end: compared.observed.end,
                calls: compared.observed.calls.clone().map(|names| names.into_iter().collect()),
            },
            commands,
            crowd: self.crowd(compared)?,
            frames: checked::Frames {
                target: self.frame(Side::Target),
                source: self.frame(Side::Source),
            },
            rely: Vec::new(),
            pairs: Vec::new(),
            answers: Vec::new(),
        })
    }
}
