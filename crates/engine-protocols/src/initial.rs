//! Where every instance starts: the cells that initial processes can be in to each other.

use protocol::ValueId;
use smallvec::SmallVec;

use crate::Refusal;
use crate::bystander::{Surroundings, initial_point};
use crate::pairs::Example;
use crate::plan::Motion;
use crate::states::{Cell, CentreSkeleton, CentreSkeletonId, Control, Data, Skeleton, SkeletonId};
use crate::steps::{Explorer, InitialView};

impl Explorer<'_> {
    /// The cells that initial processes can be in, for each kind of initial reference.
    pub fn initial_views(&mut self) -> Result<Vec<InitialView>, Refusal> {
        let skeletons = self.initial_skeletons();
        let centres = self.initial_centres();
        let mut views = Vec::new();
        for valuation in self.place(1, &[], Motion::default(), initial_point)? {
            let [x] = &valuation.processes[..] else { continue };
            for centre_skeleton in &centres {
                let centre = self.states.centre(*centre_skeleton, &valuation.centre);
                for skeleton in &skeletons {
                    let local = self.states.local(*skeleton, x, &valuation.centre);
                    let control = Control { centre, local };
                    let cells = self.initial_cells(x, &valuation.centre, &skeletons)?;
                    views.push((control, cells));
                }
            }
        }
        Ok(views)
    }

    fn initial_cells(
        &mut self,
        x: &Data,
        centre: &Data,
        skeletons: &[SkeletonId],
    ) -> Result<Vec<(Cell, Example)>, Refusal> {
        let around = Surroundings { partners: &[x], centres: &[centre], fresh: &[] };
        let n_data = self.states.system.data.len();
        let mut thresholds = vec![Vec::new(); n_data];
        for (n, var) in self.states.system.data.values().enumerate() {
            thresholds[n].extend(var.initial);
        }
        let mut cells: Vec<(Cell, Example)> = Vec::new();
        for z in self.states.bystander_numbers(&around, thresholds, true) {
            self.budget.check()?;
            let vars = self.states.system.data.values();
            if vars.zip(&z).any(|(var, value)| var.initial.is_some_and(|initial| initial != *value))
            {
                continue;
            }
            for skeleton in skeletons {
                let local = self.states.local(*skeleton, &z, centre);
                for is_less in self.id_orders() {
                    let relation = self.states.relation(x, &z, *is_less, false, false);
                    let cell = Cell { local, relation };
                    if cells.iter().all(|known| known.0 != cell) {
                        let example =
                            Example { centre: centre.clone(), x: x.clone(), y: z.clone() };
                        cells.push((cell, example));
                    }
                }
            }
        }
        Ok(cells)
    }

    pub fn initial_pairs(&mut self) -> Result<Vec<(Control, Cell, Example)>, Refusal> {
        let mut pairs = Vec::new();
        for (control, cells) in self.initial_views()? {
            pairs.extend(cells.into_iter().map(|(cell, example)| (control, cell, example)));
        }
        Ok(pairs)
    }

    fn initial_skeletons(&mut self) -> Vec<SkeletonId> {
        let system = self.states.system;
        let finites = combinations(system.finites.values());
        finites
            .into_iter()
            .map(|finites| {
                self.states.skeletons.intern(Skeleton {
                    location: system.initial_location(),
                    finites,
                    held: protocol::eval::PointerSet::default(),
                    checking: None,
                })
            })
            .collect()
    }

    fn initial_centres(&mut self) -> Vec<CentreSkeletonId> {
        let finites = combinations(self.states.system.centre.finites.values());
        finites
            .into_iter()
            .map(|finites| {
                let set = protocol::eval::PointerSet::default();
                let skeleton = CentreSkeleton { finites, set };
                self.states.centre_skeletons.intern(skeleton)
            })
            .collect()
    }
}

/// All combinations of initial values.
fn combinations<'v>(
    vars: impl Iterator<Item = &'v protocol::FiniteVar>,
) -> Vec<SmallVec<[ValueId; 4]>> {
    let mut all = vec![SmallVec::new()];
    for var in vars {
        let values: Vec<ValueId> =
            var.initial.map_or_else(|| var.values.ids().collect(), |initial| vec![initial]);
        let mut longer = Vec::new();
        for combination in &all {
            for value in &values {
                let mut combination = combination.clone();
                combination.push(*value);
                longer.push(combination);
            }
        }
        all = longer;
    }
    all
}
