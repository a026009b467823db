//! What the server offers, and what the client can do with it.

use lsp_types::{
    ClientCapabilities, CodeLensOptions, ExecuteCommandOptions, InitializeResult, OneOf,
    SaveOptions, ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
};

/// The command of a lens: `[uri, name of the function]`.
pub const VERIFY_FUNCTION: &str = "linchpin.verifyFunction";
/// The command for a whole file: `[uri]`.
pub const VERIFY_FILE: &str = "linchpin.verifyFile";

pub fn offer() -> InitializeResult {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::FULL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
            include_text: Some(false),
        })),
        ..TextDocumentSyncOptions::default()
    };
    let capabilities = ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![VERIFY_FUNCTION.to_owned(), VERIFY_FILE.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    };
    let version = Some(env!("CARGO_PKG_VERSION").to_owned());
    let server_info = Some(ServerInfo { name: "linchpin".to_owned(), version });
    InitializeResult { capabilities, server_info }
}

/// What this client understands, of that which not all do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Abilities {
    /// It shows how long work takes.
    pub progress: bool,
    /// It asks for hints again if it is told to.
    pub refreshes_hints: bool,
    /// It shows places beside that of a diagnostic.
    pub related_places: bool,
}

impl Abilities {
    pub fn of(capabilities: &ClientCapabilities) -> Self {
        let window = capabilities.window.as_ref();
        let hints = capabilities.workspace.as_ref().and_then(|it| it.inlay_hint.as_ref());
        let texts = capabilities.text_document.as_ref();
        let diagnostics = texts.and_then(|it| it.publish_diagnostics.as_ref());
        Self {
            progress: window.and_then(|it| it.work_done_progress) == Some(true),
            refreshes_hints: hints.and_then(|it| it.refresh_support) == Some(true),
            related_places: diagnostics.and_then(|it| it.related_information) == Some(true),
        }
    }
}
