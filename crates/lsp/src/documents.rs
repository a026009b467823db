//! The documents that are open in the editor.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lsp_types::{InlayHint, Uri};

/// One of them.
pub struct Document {
    /// As the client spells it.
    pub uri: Uri,
    /// As it stands in the editor.
    pub text: String,
    pub version: i32,
    /// Is what stands in the editor what stands in the file?
    pub state: State,
    /// What is known of its loops; only ever of the text in the file.
    pub hints: Vec<InlayHint>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Saved,
    Changed,
}

/// All of them, by their files. What is no file of this machine is not kept.
#[derive(Default)]
pub struct Documents {
    by_path: BTreeMap<PathBuf, Document>,
}

impl Documents {
    pub fn open(&mut self, path: PathBuf, uri: Uri, text: String, version: i32) {
        let hints = Vec::new();
        self.by_path.insert(path, Document { uri, text, version, state: State::Saved, hints });
    }

    pub fn close(&mut self, path: &Path) -> Option<Document> {
        self.by_path.remove(path)
    }

    pub fn get(&self, path: &Path) -> Option<&Document> {
        self.by_path.get(path)
    }

    pub fn get_mut(&mut self, path: &Path) -> Option<&mut Document> {
        self.by_path.get_mut(path)
    }
}

/// Is this a program? Headers are read with the programs that include them.
pub fn is_program(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "c" || extension == "i")
}
