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
use protocol::eval::{CentreState, Participant, PointerSet, ProcessState, Scene, View, holds};
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
use super::step::{Attempt, Open, Others, Outcome, reads_target, scene, settles};
use super::walk::{Actor, Step};

/// The most valuations of the numbers of one step.
const MAX_TUPLES: usize = 400_000;

/// The most kinds of others that a scan is tried on.
const MAX_SCANNED: usize = 300;

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
    /// Numbers to try, by how many processes have them, which of the open ones are natural, and
    /// what the step does to them.
    tuples: Known<(usize, Vec<bool>, Motion), Numbers>,
    /// Numbers of one more process, by the numbers that are there and what the step does to them.
    bystander_data: Known<(Vec<Placed>, Motion), Vec<i64>>,
    /// What is known of scans, by their place in the text and the scanner.
    scans: RefCell<FxHashMap<(source::Span, Scanner), Outcome>>,
}

/// Who makes a scan, without numbers, and what has happened to the others in the same step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Scanner {
    /// There is none if the centre scans.
    own: Option<LocalRow>,
    centre: CentreRow,
    others: Others,
}

/// A local state that a certificate mentions.
pub(super) type LocalNumber = usize;

/// Data of the centre, of the reference, of the actor (the last of the processes), and numbers
/// that the step leaves open.
pub(super) struct Numbers {
    pub centre: Vec<i64>,
    pub processes: Vec<Vec<i64>>,
    pub open: Vec<i64>,
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
        let view = View {
            own,
            other: None,
            centre,
            ids: std::cmp::Ordering::Equal,
            company: protocol::eval::Company::default(),
        };
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
        self.numbers(n_processes, &attempt.open(), attempt.motion())
    }

    fn numbers(
        &self,
        n_processes: usize,
        open: &[Open],
        motion: Motion,
    ) -> Result<Rc<Vec<Numbers>>, Flaw> {
        let is_natural = |open: &Open| match open {
            Open::Partner(id) | Open::Chosen(DataTarget::Own(id)) => self.ruler.natural[id.index()],
            Open::Chosen(DataTarget::Centre(id)) => self.ruler.natural_centre[id.index()],
        };
        let key = (n_processes, open.iter().map(is_natural).collect::<Vec<bool>>(), motion);
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
            open: tuple[n_centre + n_processes * n_data..].to_vec(),
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
        place(&numbers.open, &|_| true);
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

    /// What is known of the outcome of a scan that the actor of the scene makes now.
    pub(super) fn outcome(
        &self,
        scan: &Scan,
        scene: &Scene,
        others: Others,
    ) -> Result<Outcome, Flaw> {
        if reads_target(scan) {
            return Ok(Outcome::Anything);
        }
        let scanner = Scanner {
            own: scene.own.as_ref().map(|own| LocalRow {
                location: own.state.location,
                finites: own.state.finites.to_vec(),
                held: own.state.held,
                checking: own.state.checking,
                facts: 0,
            }),
            centre: CentreRow {
                finites: scene.centre.finites.to_vec(),
                set: scene.centre.set,
                facts: 0,
            },
            others,
        };
        let key = (scan.span, scanner);
        if let Some(known) = self.scans.borrow().get(&key) {
            return Ok(*known);
        }
        let settles = self.scan_settles(&key.1, scan)?;
        let outcome = if settles { Outcome::Settled } else { Outcome::Loose };
        self.scans.borrow_mut().insert(key, outcome);
        Ok(outcome)
    }

    /// The processes that a scan may meet, without numbers: those of the certificate, or, if
    /// the step has changed them before, all that there could be.
    fn scanned(&self, others: Others) -> Result<BTreeSet<LocalRow>, Flaw> {
        let known: BTreeSet<LocalRow> = self.skeletons().into_iter().map(|row| row.local).collect();
        if others == Others::Untouched {
            return Ok(known);
        }
        let mut all: BTreeSet<LocalRow> = BTreeSet::new();
        for location in self.system.locations.ids() {
            let (finites, held) = (Vec::new(), PointerSet::default());
            all.insert(LocalRow { location, finites, held, checking: None, facts: 0 });
        }
        for variable in self.system.finites.values() {
            let longer = all.iter().flat_map(|row| {
                variable.values.ids().map(|value| {
                    let finites = row.finites.iter().copied().chain([value]).collect();
                    LocalRow { finites, ..row.clone() }
                })
            });
            all = longer.collect();
        }
        for pointer in self.system.centre.pointers.ids() {
            let held = all.iter().cloned().map(|mut row| {
                row.held.insert(pointer);
                row
            });
            let held: Vec<LocalRow> = held.collect();
            all.extend(held);
        }
        if all.len() > MAX_SCANNED {
            return Err(Flaw::TooLarge("a scan after a change to many kinds of others".to_owned()));
        }
        Ok(all)
    }

    fn scan_settles(&self, scanner: &Scanner, scan: &Scan) -> Result<bool, Flaw> {
        let skeletons = self.scanned(scanner.others)?;
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
            let centre = self.centre_state(&scanner.centre, &centre_data);
            for one in &skeletons {
                for two in &skeletons {
                    for ids in [[1, 2, 3], [2, 1, 3], [2, 3, 1], [3, 1, 2]] {
                        let participant = |n: usize, row: &LocalRow| Participant {
                            id: ids[n],
                            state: self.process(row, &data[n]),
                        };
                        let others = vec![participant(1, one), participant(2, two)];
                        let own = scanner.own.as_ref().map(|row| participant(0, row));
                        let scene = scene(own, &centre, others);
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
                self.steps_of(Actor::Reference, row, &attempt, &mut steps)?;
                for other in rows.iter().filter(|other| other.centre == row.centre) {
                    self.environment_steps(row, &other.local, &attempt, &mut steps)?;
                }
            }
            for attempt in Attempt::all(self.system, None)? {
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
