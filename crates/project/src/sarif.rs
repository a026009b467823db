//! One SARIF file of many.

use std::path::Path;

use serde_json::Value;

use crate::row::Row;

/// The logs of all rows as one run. Rules that several have are there once; a result that several
/// have, since one function is reached from others, is there once too.
pub fn merged(rows: &[Row]) -> Option<String> {
    let mut whole: Option<Value> = None;
    for row in rows {
        let Some(log) = row.sarif.as_deref().and_then(load) else { continue };
        match &mut whole {
            None => whole = Some(log),
            Some(whole) => add(whole, log),
        }
    }
    let mut whole = whole?;
    number_rules(&mut whole);
    Some(serde_json::to_string_pretty(&whole).ok()? + "\n")
}

fn load(path: &Path) -> Option<Value> {
    serde_json::from_str(&std::fs::read_to_string(path).ok()?).ok()
}

fn list<'v>(value: &'v mut Value, path: &[&str]) -> Option<&'v mut Vec<Value>> {
    let mut value = value.get_mut("runs")?.get_mut(0)?;
    for key in path {
        value = value.get_mut(key)?;
    }
    value.as_array_mut()
}

fn add(whole: &mut Value, mut log: Value) {
    const RULES: [&str; 3] = ["tool", "driver", "rules"];
    for path in [&RULES[..], &["results"], &["artifacts"]] {
        let more = list(&mut log, path).map(std::mem::take).unwrap_or_default();
        let Some(known) = list(whole, path) else { continue };
        for item in more {
            let is_known = known.iter().any(|it| is_same(it, &item));
            if !is_known {
                known.push(item);
            }
        }
    }
}

/// Rules are the same by their id, results by their fingerprint or else altogether.
fn is_same(one: &Value, other: &Value) -> bool {
    let key = |it: &Value| it.get("id").or_else(|| it.get("partialFingerprints")).cloned();
    match (key(one), key(other)) {
        (Some(one), Some(other)) => one == other,
        _ => one == other,
    }
}

/// Results name their rule by its place in the list too.
fn number_rules(whole: &mut Value) {
    let rules = list(whole, &["tool", "driver", "rules"]).cloned().unwrap_or_default();
    for result in list(whole, &["results"]).into_iter().flatten() {
        let id = result.get("ruleId").cloned();
        let index = rules.iter().position(|rule| rule.get("id") == id.as_ref());
        if let (Some(index), true) = (index, result.get("ruleIndex").is_some()) {
            result["ruleIndex"] = index.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn logs_become_one() {
        let log = |rule: &str, mark: &str| {
            json!({"runs": [{
                "tool": {"driver": {"rules": [{"id": rule}]}},
                "results": [{"ruleId": rule, "ruleIndex": 0, "partialFingerprints": {"v1": mark}}],
            }]})
        };
        let mut whole = log("a", "1");
        add(&mut whole, log("b", "2"));
        add(&mut whole, log("b", "2"));
        number_rules(&mut whole);
        let run = &whole["runs"][0];
        assert_eq!(run["tool"]["driver"]["rules"].as_array().unwrap().len(), 2);
        assert_eq!(run["results"].as_array().unwrap().len(), 2);
        assert_eq!(run["results"][1]["ruleIndex"], 1);
    }
}
