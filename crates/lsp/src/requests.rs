//! What clients ask for, and what they get: hints, lenses, commands.

use std::path::PathBuf;

use lsp_server::ErrorCode;
use lsp_types::{
    CodeLens, CodeLensParams, Command, ExecuteCommandParams, InlayHintParams, Uri,
    request::{CodeLensRequest, ExecuteCommand, InlayHintRequest, Request as _, Shutdown},
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::capabilities::{VERIFY_FILE, VERIFY_FUNCTION};
use crate::client::{Gone, Refusal, value_of};
use crate::documents::{State, is_program};
use crate::file_uri::path_of;
use crate::functions::functions;
use crate::hints;
use crate::question::{Question, is_name};
use crate::server::Server;
use crate::work::Manner;

/// The answer to a request of this method.
pub fn answer(server: &mut Server, method: &str, params: Value) -> Result<Value, Refusal> {
    if server.is_shut_down {
        return Err(Refusal::new(ErrorCode::InvalidRequest, "the server is shut down"));
    }
    match method {
        Shutdown::METHOD => {
            server.is_shut_down = true;
            server.work.end_all();
            Ok(Value::Null)
        }
        InlayHintRequest::METHOD => Ok(inlay_hints(server, &read(params)?)),
        CodeLensRequest::METHOD => Ok(lenses(server, &read(params)?)),
        ExecuteCommand::METHOD => execute(server, read(params)?),
        "initialize" => Err(Refusal::new(ErrorCode::InvalidRequest, "this was said already")),
        _ => {
            let message = format!("`{method}` is not offered");
            Err(Refusal::new(ErrorCode::MethodNotFound, message))
        }
    }
}

fn read<P: DeserializeOwned>(params: Value) -> Result<P, Refusal> {
    serde_json::from_value(params).map_err(|error| invalid(error.to_string()))
}

fn invalid(message: impl Into<String>) -> Refusal {
    Refusal::new(ErrorCode::InvalidParams, message)
}

/// Nothing while nothing is known; the client is told when that changes.
fn inlay_hints(server: &Server, params: &InlayHintParams) -> Value {
    let path = path_of(&params.text_document.uri);
    match path.and_then(|path| server.documents.get(&path)) {
        Some(document) => value_of(&hints::within(&document.hints, params.range)),
        None => Value::Null,
    }
}

/// One above each function of a program, for the text in the editor.
fn lenses(server: &Server, params: &CodeLensParams) -> Value {
    let path = path_of(&params.text_document.uri).filter(|path| is_program(path));
    let Some(document) = path.and_then(|path| server.documents.get(&path)) else {
        return Value::Null;
    };
    let lens = |function: crate::functions::Function| CodeLens {
        range: function.range,
        command: Some(Command {
            title: "verify this function".to_owned(),
            command: VERIFY_FUNCTION.to_owned(),
            arguments: Some(vec![json!(document.uri), json!(function.name)]),
        }),
        data: None,
    };
    let lenses: Vec<CodeLens> = functions(&document.text).into_iter().map(lens).collect();
    value_of(&lenses)
}

/// Starts what is asked for. The answer only says so; what is found is shown when it is found.
fn execute(server: &mut Server, params: ExecuteCommandParams) -> Result<Value, Refusal> {
    let (uri, question) = match (params.command.as_str(), &*params.arguments) {
        (VERIFY_FUNCTION, [uri, Value::String(name)]) if is_name(name) => {
            (uri, Question::Function(name.clone()))
        }
        (VERIFY_FUNCTION, _) => {
            return Err(invalid(format!("`{VERIFY_FUNCTION}` takes a document and a function")));
        }
        (VERIFY_FILE, [uri]) => (uri, Question::File),
        (VERIFY_FILE, _) => return Err(invalid(format!("`{VERIFY_FILE}` takes a document"))),
        (command, _) => return Err(invalid(format!("`{command}` is no command of this server"))),
    };
    let path = verifiable(server, uri)?;
    match server.ask(&path, question, Manner::Announced) {
        Ok(()) => Ok(Value::Null),
        Err(Gone) => Err(Refusal::new(ErrorCode::InternalError, "nobody is there")),
    }
}

/// The file of a document whose text the verifier can read.
fn verifiable(server: &Server, uri: &Value) -> Result<PathBuf, Refusal> {
    let uri: Uri = read(uri.clone())?;
    let path = path_of(&uri).filter(|path| is_program(path));
    let path = path.ok_or_else(|| invalid("this is no file with a C program"))?;
    match server.documents.get(&path).map(|document| document.state) {
        None => Err(invalid("the document is not open")),
        Some(State::Changed) => {
            Err(Refusal::new(ErrorCode::RequestFailed, "the verifier reads files: save it first"))
        }
        Some(State::Saved) => Ok(path),
    }
}
