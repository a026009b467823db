//! The arrows between the rooms: `arrows.toml` against the manifests.
//!
//! The house stays readable because each room knows only rooms below it. `arrows.toml` writes
//! down which; this module reads it and the manifest of every crate, and finds
//!
//! - a room that is not in the list, or twice in it,
//! - an arrow to a room that stands later in the list (the order of the list is the order of
//!   the house, so this also excludes cycles),
//! - a dependency in a manifest that the list does not allow.
//!
//! Only what becomes part of a room counts. Tests may look further: the tests of the
//! interpreter compile C programs with the front end, for example, and cargo itself keeps
//! `dev-dependencies` out of what is built for users.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, bail};

use crate::tree;

/// `arrows.toml` as written.
struct House {
    /// In the order of the file, each with what it may use.
    rooms: Vec<(String, Vec<String>)>,
    /// Rooms that may use anything, and that nothing may use.
    unbound: Vec<String>,
}

/// Everything that is wrong, one sentence each.
pub fn violations() -> anyhow::Result<Vec<String>> {
    let text = std::fs::read_to_string(tree::root().join("arrows.toml"))?;
    let house = House::parse(&text)?;
    let manifests = read_manifests()?;
    let mut found = house.order_violations();
    found.extend(house.manifest_violations(&manifests));
    Ok(found)
}

impl House {
    fn parse(text: &str) -> anyhow::Result<Self> {
        let table: toml::Table = text.parse().context("arrows.toml is not TOML")?;
        // The reader sorts tables, so the order is taken from the text itself.
        let allowed = table.get("rooms").and_then(toml::Value::as_table);
        let allowed = allowed.context("arrows.toml has no [rooms]")?;
        let mut rooms = Vec::new();
        for line in text.lines() {
            let Some((name, _)) = line.split_once('=') else { continue };
            let name = name.trim();
            if let Some(uses) = allowed.get(name) {
                rooms.push((name.to_owned(), names(uses)?));
            }
        }
        if rooms.len() != allowed.len() {
            bail!("arrows.toml: write each room of [rooms] once, on a line of its own");
        }
        let unbound = table.get("anything").and_then(|it| it.get("rooms"));
        let unbound = unbound.map(names).transpose()?.unwrap_or_default();
        Ok(Self { rooms, unbound })
    }

    fn order_violations(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (index, (room, uses)) in self.rooms.iter().enumerate() {
            for used in uses {
                if !self.rooms[..index].iter().any(|(earlier, _)| earlier == used) {
                    found.push(format!("arrows.toml: `{room}` uses `{used}`, not above it"));
                }
            }
        }
        found
    }

    fn manifest_violations(&self, manifests: &BTreeMap<String, Vec<String>>) -> Vec<String> {
        let mut found = Vec::new();
        for (room, uses) in manifests {
            if self.unbound.contains(room) {
                continue;
            }
            let Some((_, allowed)) = self.rooms.iter().find(|(name, _)| name == room) else {
                found.push(format!("crates/{room} is not a room of arrows.toml"));
                continue;
            };
            for used in uses.iter().filter(|used| manifests.contains_key(*used)) {
                if !allowed.contains(used) {
                    found.push(format!("crates/{room} uses `{used}` without an arrow to it"));
                }
            }
        }
        found
    }
}

fn names(value: &toml::Value) -> anyhow::Result<Vec<String>> {
    let list = value.as_array().context("arrows.toml: a list of rooms is expected")?;
    let names = list.iter().map(|name| name.as_str().map(str::to_owned));
    names.collect::<Option<_>>().context("arrows.toml: a room is a string")
}

/// For every folder of `crates/`, the dependencies that become part of the crate.
fn read_manifests() -> anyhow::Result<BTreeMap<String, Vec<String>>> {
    let mut manifests = BTreeMap::new();
    for entry in std::fs::read_dir(tree::root().join("crates"))? {
        let path = entry?.path().join("Cargo.toml");
        let room = path.parent().and_then(Path::file_name).context("a crate has a folder")?;
        let room = room.to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path);
        let text = text.with_context(|| format!("cannot read {}", path.display()))?;
        manifests.insert(room, dependencies(&text)?);
    }
    Ok(manifests)
}

fn dependencies(manifest: &str) -> anyhow::Result<Vec<String>> {
    let table: toml::Table = manifest.parse()?;
    let sections = ["dependencies", "build-dependencies"].into_iter();
    let tables = sections.filter_map(|section| table.get(section)?.as_table());
    let keys = tables.flat_map(|table| table.keys());
    Ok(keys.map(|name| name.trim_start_matches("linchpin-").to_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifests_keep_to_the_arrows() {
        assert_eq!(violations().unwrap(), Vec::<String>::new());
    }

    fn house() -> House {
        let text = "[rooms]\na = []\nb = [\"a\"]\nc = []\n[anything]\nrooms = [\"x\"]\n";
        House::parse(text).unwrap()
    }

    fn manifests(rooms: &[(&str, &[&str])]) -> BTreeMap<String, Vec<String>> {
        let owned = |uses: &[&str]| uses.iter().map(|used| (*used).to_owned()).collect();
        rooms.iter().map(|(room, uses)| ((*room).to_owned(), owned(uses))).collect()
    }

    #[test]
    fn an_arrow_downwards_is_found() {
        let house = House::parse("[rooms]\na = [\"b\"]\nb = []\n").unwrap();
        assert_eq!(house.order_violations(), ["arrows.toml: `a` uses `b`, not above it"]);
        assert!(super::tests::house().order_violations().is_empty());
    }

    #[test]
    fn a_dependency_without_arrow_is_found() {
        let manifests = manifests(&[("a", &["thiserror"]), ("b", &["a"]), ("c", &["a"])]);
        let found = house().manifest_violations(&manifests);
        assert_eq!(found, ["crates/c uses `a` without an arrow to it"]);
    }

    #[test]
    fn an_unknown_room_is_found_and_an_unbound_one_is_not() {
        let manifests = manifests(&[("a", &[]), ("x", &["a"]), ("y", &[])]);
        let found = house().manifest_violations(&manifests);
        assert_eq!(found, ["crates/y is not a room of arrows.toml"]);
    }

    #[test]
    fn dev_dependencies_do_not_count() {
        let manifest = "[dependencies]\na = \"1\"\n[dev-dependencies]\nb = \"1\"\n";
        assert_eq!(dependencies(manifest).unwrap(), ["a"]);
    }
}
