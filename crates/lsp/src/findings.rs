//! What was found, by who found it, and what an editor is to be told of a file.
//!
//! The protocol has one list of diagnostics for each file, and a new list replaces the old one. Several
//! answers may speak of one file: the verification of a document, that of a function in it, and those of
//! other documents that include the file. Each keeps its own here; the list of a file is all of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use lsp_types::Diagnostic;

use crate::diagnostics::ByFile;
use crate::question::Question;

#[derive(Default)]
pub struct Findings {
    /// By the document that was verified, and what was asked.
    by_answer: BTreeMap<(PathBuf, Question), ByFile>,
}

impl Findings {
    /// Takes an answer in place of an older one; gives the files whose lists are others now.
    pub fn put(
        &mut self,
        document: &Path,
        question: &Question,
        found: ByFile,
    ) -> BTreeSet<PathBuf> {
        let mut changed: BTreeSet<PathBuf> = found.keys().cloned().collect();
        // A document whose answer is good news is told so, too.
        changed.insert(document.to_owned());
        let key = (document.to_owned(), question.clone());
        if let Some(older) = self.by_answer.insert(key, found) {
            changed.extend(older.into_keys());
        }
        changed
    }

    /// Forgets answers about a document; gives the files whose lists are others now.
    pub fn forget(
        &mut self,
        document: &Path,
        is_forgotten: impl Fn(&Question) -> bool,
    ) -> BTreeSet<PathBuf> {
        let mut changed = BTreeSet::new();
        self.by_answer.retain(|(path, question), found| {
            let is_kept = path != document || !is_forgotten(question);
            if !is_kept {
                changed.extend(found.keys().cloned());
            }
            is_kept
        });
        changed
    }

    /// The list of a file, without repetitions.
    pub fn of_file(&self, file: &Path) -> Vec<Diagnostic> {
        let mut all: Vec<Diagnostic> = Vec::new();
        for diagnostic in self.by_answer.values().filter_map(|found| found.get(file)).flatten() {
            if !all.contains(diagnostic) {
                all.push(diagnostic.clone());
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(file: &str, message: &str) -> ByFile {
        let diagnostic = Diagnostic { message: message.to_owned(), ..Diagnostic::default() };
        ByFile::from([(file.into(), vec![diagnostic])])
    }

    fn messages(findings: &Findings, file: &str) -> Vec<String> {
        findings.of_file(Path::new(file)).into_iter().map(|it| it.message).collect()
    }

    #[test]
    fn answers_about_one_file_add_up_and_go_one_by_one() {
        let mut findings = Findings::default();
        let (a, b) = (Path::new("/a.c"), Path::new("/b.c"));
        findings.put(a, &Question::File, found("/x.h", "one"));
        findings.put(b, &Question::File, found("/x.h", "one"));
        let changed = findings.put(b, &Question::Function("f".into()), found("/b.c", "two"));
        assert_eq!(changed.len(), 1);
        assert_eq!(
            (messages(&findings, "/x.h"), messages(&findings, "/b.c")),
            (vec!["one".into()], vec!["two".into()])
        );
        let changed = findings.put(b, &Question::File, ByFile::new());
        assert_eq!(changed, BTreeSet::from(["/b.c".into(), "/x.h".into()]));
        assert_eq!(messages(&findings, "/x.h"), ["one"]);
        assert_eq!(findings.forget(b, |it| *it != Question::File), BTreeSet::from(["/b.c".into()]));
        assert_eq!(findings.forget(a, |_| true), BTreeSet::from(["/x.h".into()]));
        assert_eq!(messages(&findings, "/x.h"), [""; 0]);
    }
}
