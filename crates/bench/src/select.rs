//! Which of the tasks are run.
//!
//! A sample is drawn without a generator of random numbers: each task has a number that depends
//! on the seed and on its own name and property alone, and the smallest are taken. The same seed
//! thus gives the same sample on every machine, and tasks that are added elsewhere in a manifest
//! change little in it.

use crate::fingerprint::Fingerprint;
use crate::{BenchError, Expected, Task};

/// What is left of a list of tasks. Empty lists mean "all".
#[derive(Clone, Debug, Default)]
pub struct Selection {
    pub groups: Vec<String>,
    pub properties: Vec<String>,
    pub expected: Option<ExpectedVerdict>,
    pub sample: Option<usize>,
    pub seed: u64,
    /// Of what is left then.
    pub shard: Option<Shard>,
}

/// One of several parts that a list is dealt out to, task by task, so that tasks of a kind, which stand
/// side by side, do not all go to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    index: usize,
    n_shards: usize,
}

impl std::str::FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text.split_once('/').map(|(index, n)| (index.parse(), n.parse()));
        match numbers {
            Some((Ok(index), Ok(n_shards))) if index >= 1 && index <= n_shards => {
                Ok(Self { index, n_shards })
            }
            _ => Err("write `I/N`, with I from 1 to N"),
        }
    }
}

/// `true` or `false`, in whichever way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedVerdict {
    True,
    False,
}

impl Selection {
    /// The selected tasks, in their order.
    pub fn apply(&self, tasks: Vec<Task>) -> Result<Vec<Task>, BenchError> {
        let n_tasks = tasks.len();
        let mut left: Vec<_> = tasks.into_iter().filter(|task| self.admits(task)).collect();
        if let Some(n) = self.sample.filter(|&n| n < left.len()) {
            let number = |index: &usize| (self.number(&left[*index]), *index);
            let mut indices: Vec<_> = (0..left.len()).collect();
            indices.sort_by_key(number);
            indices.truncate(n);
            indices.sort_unstable();
            left = indices.into_iter().map(|index| left[index].clone()).collect();
        }
        if left.is_empty() {
            return Err(BenchError::AllFilteredOut { n_tasks });
        }
        Ok(match self.shard {
            None => left,
            Some(Shard { index, n_shards }) => {
                left.into_iter().skip(index - 1).step_by(n_shards).collect()
            }
        })
    }

    fn admits(&self, task: &Task) -> bool {
        let is_listed = |list: &[String], it: &String| list.is_empty() || list.contains(it);
        let is_expected = match (self.expected, &task.expected) {
            (None, _) => true,
            (Some(ExpectedVerdict::True), Some(Expected::True)) => true,
            (Some(ExpectedVerdict::False), Some(Expected::False { .. })) => true,
            (Some(_), _) => false,
        };
        is_listed(&self.groups, &task.group)
            && is_listed(&self.properties, &task.property)
            && is_expected
    }

    fn number(&self, task: &Task) -> u64 {
        let mut fingerprint = Fingerprint::new();
        fingerprint.add(&self.seed.to_le_bytes());
        fingerprint.add(task.name.as_bytes());
        fingerprint.add(b"\n");
        fingerprint.add(task.property.as_bytes());
        fingerprint.number()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::Question;

    fn some(n: usize) -> Vec<Task> {
        let task = |index: usize| Task {
            group: if index.is_multiple_of(2) { "even" } else { "odd" }.into(),
            name: format!("task-{index}.c"),
            input: "a.c".into(),
            property: "unreach-call".into(),
            question: Question::Property("unreach-call".into()),
            expected: Some(match index % 3 {
                0 => Expected::True,
                1 => Expected::False { subproperty: None },
                _ => Expected::False { subproperty: Some("valid-free".into()) },
            }),
            model: None,
        };
        (0..n).map(task).collect()
    }

    #[test]
    fn shards_are_all_of_it_and_apart() {
        let mut dealt = Vec::new();
        for index in 1..=3 {
            let shard = format!("{index}/3").parse().ok();
            dealt.extend(Selection { shard, ..Selection::default() }.apply(some(7)).unwrap());
        }
        dealt.sort_by(|a, b| a.name.cmp(&b.name));
        assert_eq!(dealt, some(7));
        let shard = "9/9".parse().ok();
        let last = Selection { shard, ..Selection::default() };
        assert_eq!(last.apply(some(3)).unwrap(), []);
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_sample_has_the_size_asked_for_and_keeps_the_order() {
        for seed in 0..20 {
            let selection = Selection { sample: Some(30), seed, ..Selection::default() };
            let names: Vec<_> = selection.apply(some(100)).unwrap();
            assert_eq!(names.len(), 30);
            let all = some(100);
            let positions: Vec<_> =
                names.iter().map(|it| all.iter().position(|task| task == it).unwrap()).collect();
            assert!(positions.is_sorted());
        }
    }

    #[test]
    fn the_seed_decides() {
        let draw = |seed| {
            Selection { sample: Some(10), seed, ..Selection::default() }.apply(some(100)).unwrap()
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }

    #[test]
    fn filters_are_a_conjunction() {
        let selection = Selection {
            groups: vec!["odd".into()],
            expected: Some(ExpectedVerdict::False),
            ..Selection::default()
        };
        let names: Vec<_> = selection.apply(some(12)).unwrap();
        let names: Vec<_> = names.iter().map(|task| &*task.name).collect();
        assert_eq!(names, ["task-1.c", "task-5.c", "task-7.c", "task-11.c"]);
        let nothing = Selection { groups: vec!["heap".into()], ..Selection::default() };
        assert!(matches!(nothing.apply(some(3)), Err(BenchError::AllFilteredOut { n_tasks: 3 })));
    }
}
