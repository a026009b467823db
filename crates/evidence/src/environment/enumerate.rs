//! All steps of the abstraction, recomputed from the protocol.
//!
//! For every actor, rule, way through it and choice of numbers, a scene of the actor, the
//! reference and one bystander is run. A step is kept if every pair of the scene is one that the
//! certificate allows. What a bystander becomes is collected by its cell.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use index::Id;
use protocol::eval::{CentreState, Participant, ProcessState, View, holds};
use protocol::{DataId, DataTarget, Scan, System};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use verdict::Budget;

use super::Flaw;
use super::cells::Cells;
use super::certificate::{CentreRow, Certificate, ControlRow, LocalRow, RelationRow};
use super::forgotten::is_forgettable;
use super::gather::ScanNumber;
use super::gather::scan_numbers;
use super::numbers::{Motion, Moved, Placed, Ruler};
use super::step::{Attempt, Outcome, reads_target, scene, settles};
use super::walk::{Actor, Step};

/// The most valuations of the numbers of one step.
const MAX_TUPLES: usize = 400_000;

/// Lists that have been computed before.
type Known<Key, Item> = RefCell<FxHashMap<Key, Rc<Vec<Item>>>>;

pub(super) struct World<'a> {
    pub system: &'a System,
    pub certificate: &'a Certificate,
    pub budget: &'a Budget,
    pub ruler: Ruler,
    /// Local states that occur, numbered.
    locals: FxHashMap<&'a LocalRow, LocalNumber>,
    controls: FxHashMap<(&'a CentreRow, LocalNumber), usize>,
    cells: FxHashMap<(LocalNumber, RelationRow), usize>,
    pub pairs: Vec<Cells>,
    /// By control: the processes that can be beside it, without numbers and facts.
    pub beside: Vec<Vec<LocalRow>>,
    /// By location: the numbers that are read as 0.
    forgotten: Vec<Vec<usize>>,
    /// Numbers to try, by how many processes have them, which of the fresh ones are natural, and
    /// what the step does to them.
    tuples: Known<(usize, Vec<bool>, Motion), Numbers>,
    /// Numbers of one more process, by the numbers that are there and what the step does to them.
    bystander_data: Known<(Vec<Placed>, Motion), Vec<i64>>,
    /// What is known of scans, by their place in the text and the actor.
    scans: RefCell<FxHashMap<(source::Span, ControlRow), Outcome>>,
}

/// A local state that a certificate mentions.
pub(super) type LocalNumber = usize;

/// Data of the centre, of the reference, of the actor (the last of the processes), and fresh
/// numbers.
pub(super) struct Numbers {
    pub centre: Vec<i64>,
    pub processes: Vec<Vec<i64>>,
    pub fresh: Vec<i64>,
    pub motion: Motion,
}

impl<'a> World<'a> {
    pub fn new(
        system: &'a System,
        certificate: &'a Certificate,
        budget: &'a Budget,
    ) -> Result<Self, Flaw> {
        if certificate.cells.len() > Cells::MAX {
            return Err(Flaw::TooLarge("more than 256 cells".to_owned()));
        }
        // A fact is one bit of a row, or two if it is about a pair.
        let n_facts = certificate.local_facts.len().max(certificate.central_facts.len());
        if n_facts.max(2 * certificate.pair_facts.len()) > u64::BITS as usize {
            return Err(Flaw::TooLarge("more facts than a row has bits".to_owned()));
        }
        let mut locals = FxHashMap::default();
        let mut number = |row: &'a LocalRow| {
            let next = locals.len();
            *locals.entry(row).or_insert(next)
        };
        let controls = certificate.controls.iter().enumerate();
        let controls = controls.map(|(n, row)| ((&row.centre, number(&row.local)), n)).collect();
        let cells = certificate.cells.iter().enumerate();
        let cells = cells.map(|(n, row)| ((number(&row.local), row.relation), n)).collect();
        if !is_forgettable(system, &certificate.forgotten) {
            return Err(Flaw::Wrong("a number is forgotten where it may be read".to_owned()));
        }
        let mut forgotten = vec![Vec::new(); system.locations.len()];
        for (location, data) in &certificate.forgotten {
            forgotten[location.index()].push(data.index());
        }
        Ok(Self {
            system,
            certificate,
            budget,
            ruler: Ruler::of(system, certificate),
            forgotten,
            locals,
            controls,
            cells,
            pairs: certificate.pairs.iter().map(|cells| cells.iter().copied().collect()).collect(),
            beside: certificate
                .pairs
                .iter()
                .map(|cells| skeletons_of(certificate, cells))
                .collect(),
            tuples: RefCell::default(),
            bystander_data: RefCell::default(),
            scans: RefCell::default(),
        })
    }

    fn facts(
        &self,
        facts: &[protocol::Formula],
        own: Option<&ProcessState>,
        centre: &CentreState,
    ) -> Result<u64, Flaw> {
        let view = View { own, other: None, centre, ids: std::cmp::Ordering::Equal };
        let mut bits = 0;
        for (n, fact) in facts.iter().enumerate() {
            bits |= u64::from(holds(self.system, fact, view)?) << n;
        }
        Ok(bits)
    }

    /// The number, if it counts; else 0.
    fn remembered(&self, process: &ProcessState, data: DataId) -> i64 {
        let forgotten = &self.forgotten[process.location.index()];
        if forgotten.contains(&data.index()) { 0 } else { process.datum(data) }
    }

    /// Whether the numbers differ from other numbers only in what is forgotten, and are not the
    /// ones that stand for all of them.
    pub(super) fn is_redundant(&self, row: &LocalRow, data: &[i64]) -> bool {
        self.forgotten[row.location.index()].iter().any(|n| data[*n] != 0)
    }

    /// The number of the local state, if the certificate mentions it.
    pub fn local(
        &self,
        process: &ProcessState,
        centre: &CentreState,
    ) -> Result<Option<LocalNumber>, Flaw> {
        let forgotten = &self.forgotten[process.location.index()];
        let process = match forgotten.iter().any(|data| process.data[*data] != 0) {
            false => Cow::Borrowed(process),
            true => {
                let mut process = process.clone();
                forgotten.iter().for_each(|data| process.data[*data] = 0);
                Cow::Owned(process)
            }
        };
        let row = LocalRow {
            location: process.location,
            finites: process.finites.to_vec(),
            held: process.held,
            checking: process.checking,
            facts: self.facts(&self.certificate.local_facts, Some(&process), centre)?,
        };
        Ok(self.locals.get(&row).copied())
    }

    /// The number of the control.
    pub fn control(&self, x: &ProcessState, centre: &CentreState) -> Result<Option<usize>, Flaw> {
        let Some(local) = self.local(x, centre)? else { return Ok(None) };
        let row = CentreRow {
            finites: centre.finites.to_vec(),
            set: centre.set,
            facts: self.facts(&self.certificate.central_facts, None, centre)?,
        };
        Ok(self.controls.get(&(&row, local)).copied())
    }

    /// The number of the cell that `y` is in for `x`.
    pub fn cell(
        &self,
        x: &ProcessState,
        y: &ProcessState,
        centre: &CentreState,
        is_less: bool,
        checks: [bool; 2],
    ) -> Result<Option<usize>, Flaw> {
        let local = self.local(y, centre)?;
        Ok(local.and_then(|local| self.cell_of(x, y, local, is_less, checks)))
    }

    /// The signs of all pair facts.
    pub fn signs(&self, x: &ProcessState, y: &ProcessState) -> u64 {
        let mut signs = 0;
        for (n, fact) in self.certificate.pair_facts.iter().enumerate() {
            let lhs = self.remembered(x, fact.lhs) + fact.offset;
            let rhs = self.remembered(y, fact.rhs);
            let sign = match (lhs.cmp(&rhs), fact.is_ordered) {
                (std::cmp::Ordering::Equal, _) => 1,
                (std::cmp::Ordering::Greater, true) => 2,
                (std::cmp::Ordering::Less, _) | (std::cmp::Ordering::Greater, false) => 0,
            };
            signs |= sign << (2 * n);
        }
        signs
    }

    /// Like [`Self::cell`], where the local state of `y` is known.
    pub fn cell_of(
        &self,
        x: &ProcessState,
        y: &ProcessState,
        local: LocalNumber,
        is_less: bool,
        checks: [bool; 2],
    ) -> Option<usize> {
        self.related(local, self.signs(x, y), is_less, checks)
    }

    /// The number of the cell of those with this local state and this relation to the reference.
    pub(super) fn related(
        &self,
        local: LocalNumber,
        signs: u64,
        is_less: bool,
        checks: [bool; 2],
    ) -> Option<usize> {
        let relation = RelationRow {
            signs,
            is_less: self.certificate.ids && is_less,
            checks: checks[0],
            checked: checks[1],
        };
        self.cells.get(&(local, relation)).copied()
    }

    /// Whether the certificate knows the pair.
    pub(super) fn knows(&self, control: Option<usize>, cell: Option<usize>) -> bool {
        control.zip(cell).is_some_and(|(control, cell)| self.pairs[control].has(cell))
    }

    /// All numbers of some processes at one moment.
    pub(super) fn numbers_now(&self, n_processes: usize) -> Result<Rc<Vec<Numbers>>, Flaw> {
        self.numbers(n_processes, &[], Motion::default())
    }

    /// All numbers of some processes, the actor of the attempt among them.
    pub(super) fn numbers_for(
        &self,
        n_processes: usize,
        attempt: &Attempt<'_>,
    ) -> Result<Rc<Vec<Numbers>>, Flaw> {
        self.numbers(n_processes, &attempt.fresh(), attempt.motion())
    }

    fn numbers(
        &self,
        n_processes: usize,
        fresh: &[DataTarget],
        motion: Motion,
    ) -> Result<Rc<Vec<Numbers>>, Flaw> {
        let is_natural = |target: &DataTarget| match target {
            DataTarget::Own(id) => self.ruler.natural[id.index()],
            DataTarget::Centre(id) => self.ruler.natural_centre[id.index()],
        };
        let key = (n_processes, fresh.iter().map(is_natural).collect::<Vec<bool>>(), motion);
        if let Some(known) = self.tuples.borrow().get(&key) {
            return Ok(known.clone());
        }
        let (n_centre, n_data) = (self.ruler.natural_centre.len(), self.ruler.natural.len());
        let mut natural = self.ruler.natural_centre.clone();
        let mut moves: Vec<bool> = (0..n_centre).map(|n| motion.moved.has_centre(n)).collect();
        for process in 1..=n_processes {
            natural.extend(&self.ruler.natural);
            let acts = process == n_processes;
            moves.extend((0..n_data).map(|n| acts && motion.moved.has_own(n)));
        }
        natural.extend(&key.1);
        moves.resize(natural.len(), true);
        let ruler = self.ruler.for_step(motion);
        let tuples = ruler.tuples(&natural, &moves, MAX_TUPLES).ok_or_else(|| {
            Flaw::TooLarge(format!("more than {MAX_TUPLES} orders of the numbers of one step"))
        })?;
        let split = |tuple: Vec<i64>| Numbers {
            centre: tuple[..n_centre].to_vec(),
            processes: (0..n_processes)
                .map(|n| tuple[n_centre + n * n_data..n_centre + (n + 1) * n_data].to_vec())
                .collect(),
            fresh: tuple[n_centre + n_processes * n_data..].to_vec(),
            motion,
        };
        let numbers: Rc<Vec<Numbers>> = Rc::new(tuples.into_iter().map(split).collect());
        self.tuples.borrow_mut().insert(key, numbers.clone());
        Ok(numbers)
    }

    /// The numbers that one more process can have beside these, one of each kind.
    pub(super) fn bystander_data(&self, numbers: &Numbers) -> Rc<Vec<Vec<i64>>> {
        let Motion { moved, .. } = numbers.motion;
        let mut placed: Vec<Placed> = Vec::new();
        let mut place = |values: &[i64], moves: &dyn Fn(usize) -> bool| {
            let values = values.iter().enumerate();
            placed.extend(values.map(|(n, value)| Placed { value: *value, moves: moves(n) }));
        };
        place(&numbers.centre, &|n| moved.has_centre(n));
        place(&numbers.fresh, &|_| true);
        if let Some((actor, others)) = numbers.processes.split_last() {
            place(actor, &|n| moved.has_own(n));
            others.iter().for_each(|other| place(other, &|_| moved == Moved::Everything));
        }
        // Of equal numbers, one that moves comes first and is kept.
        placed.sort_unstable_by_key(|placed| (placed.value, !placed.moves));
        placed.dedup_by_key(|placed| placed.value);
        let key = (placed, numbers.motion);
        if let Some(known) = self.bystander_data.borrow().get(&key) {
            return known.clone();
        }
        let data = Rc::new(self.ruler.for_step(numbers.motion).beside(&key.0));
        self.bystander_data.borrow_mut().insert(key, data.clone());
        data
    }

    pub(super) fn process(&self, row: &LocalRow, data: &[i64]) -> ProcessState {
        ProcessState {
            location: row.location,
            finites: SmallVec::from_slice(&row.finites),
            data: SmallVec::from_slice(data),
            held: row.held,
            checking: row.checking,
        }
    }

    pub(super) fn centre_state(&self, row: &CentreRow, data: &[i64]) -> CentreState {
        CentreState {
            finites: SmallVec::from_slice(&row.finites),
            data: SmallVec::from_slice(data),
            set: row.set,
        }
    }

    /// Controls that differ without their facts.
    pub(super) fn skeletons(&self) -> BTreeSet<ControlRow> {
        let rows = self.certificate.controls.iter().cloned();
        rows.map(|mut row| {
            row.centre.facts = 0;
            row.local.facts = 0;
            row
        })
        .collect()
    }

    /// What is known of the outcome of a scan that the process of this control makes.
    pub(super) fn outcome(&self, row: &ControlRow, scan: &Scan) -> Result<Outcome, Flaw> {
        if reads_target(scan) {
            return Ok(Outcome::Anything);
        }
        let key = (scan.span, row.clone());
        if let Some(known) = self.scans.borrow().get(&key) {
            return Ok(*known);
        }
        let settles = self.scan_settles(row, scan)?;
        let outcome = if settles { Outcome::Settled } else { Outcome::Loose };
        self.scans.borrow_mut().insert(key, outcome);
        Ok(outcome)
    }

    fn scan_settles(&self, row: &ControlRow, scan: &Scan) -> Result<bool, Flaw> {
        let skeletons: BTreeSet<LocalRow> =
            self.skeletons().into_iter().map(|row| row.local).collect();
        let read = scan_numbers(scan);
        let natural: Vec<bool> = read.iter().map(|number| number.is_natural(&self.ruler)).collect();
        let tuples = self.ruler.tuples(&natural, &[], MAX_TUPLES);
        for tuple in tuples.ok_or_else(|| Flaw::TooLarge("a scan over many numbers".to_owned()))? {
            self.budget.check()?;
            let mut centre_data = vec![0; self.ruler.natural_centre.len()];
            let mut data = vec![vec![0; self.ruler.natural.len()]; 3];
            for (number, value) in read.iter().zip(&tuple) {
                match number {
                    ScanNumber::Process(who, n) => data[*who][*n] = *value,
                    ScanNumber::Centre(n) => centre_data[*n] = *value,
                }
            }
            let centre = self.centre_state(&row.centre, &centre_data);
            for one in &skeletons {
                for two in &skeletons {
                    for ids in [[1, 2, 3], [2, 1, 3], [2, 3, 1], [3, 1, 2]] {
                        let participant = |n: usize, row: &LocalRow| Participant {
                            id: ids[n],
                            state: self.process(row, &data[n]),
                        };
                        let others = vec![participant(1, one), participant(2, two)];
                        let scene = scene(Some(participant(0, &row.local)), &centre, others);
                        if !settles(self.system, scan, &scene)? {
                            return Ok(false);
                        }
                        if !self.certificate.ids {
                            break;
                        }
                    }
                }
            }
        }
        Ok(true)
    }

    /// All steps of the reference and of the others.
    pub fn steps(&self) -> Result<FxHashSet<Step>, Flaw> {
        let mut steps = FxHashSet::default();
        let rows = self.skeletons();
        for row in &rows {
            for attempt in Attempt::all(self.system, Some(row.local.location))? {
                let attempt = attempt.judged(|scan| self.outcome(row, scan))?;
                self.steps_of(Actor::Reference, row, &attempt, &mut steps)?;
                for other in rows.iter().filter(|other| other.centre == row.centre) {
                    self.environment_steps(row, &other.local, &attempt, &mut steps)?;
                }
            }
            for attempt in Attempt::all(self.system, None)? {
                let loose = |scan: &Scan| match reads_target(scan) {
                    true => Ok(Outcome::Anything),
                    false => Ok(Outcome::Loose),
                };
                let attempt = attempt.judged(loose)?;
                self.steps_of(Actor::Centre, row, &attempt, &mut steps)?;
            }
        }
        Ok(steps)
    }
}

/// The processes of some cells, without numbers and facts, each once.
fn skeletons_of(certificate: &Certificate, cells: &[usize]) -> Vec<LocalRow> {
    let rows = cells.iter().map(|cell| &certificate.cells[*cell].local);
    let all: BTreeSet<LocalRow> = rows.map(|row| LocalRow { facts: 0, ..row.clone() }).collect();
    all.into_iter().collect()
}
