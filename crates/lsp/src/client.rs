//! The editor, as the server speaks to it: notifications, requests, answers.

use lsp_server::{ErrorCode, Notification, Request, RequestId, Response};
use lsp_types::{LogMessageParams, MessageType, ShowMessageParams, notification, request};
use serde::Serialize;
use serde_json::Value;

use crate::capabilities::Abilities;
use crate::transport::Outgoing;

/// Nobody reads what we write: there is nothing left to do.
#[derive(Clone, Copy, Debug)]
pub struct Gone;

/// Why a request is not answered as it wishes.
#[derive(Debug)]
pub struct Refusal {
    pub code: ErrorCode,
    pub message: String,
}

impl Refusal {
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

pub struct Client {
    outgoing: Outgoing,
    pub abilities: Abilities,
    n_requests: i32,
}

impl Client {
    pub fn new(outgoing: Outgoing) -> Self {
        Self { outgoing, abilities: Abilities::default(), n_requests: 0 }
    }

    pub fn notify<N: notification::Notification>(&self, params: N::Params) -> Result<(), Gone> {
        let (method, params) = (N::METHOD.to_owned(), value_of(&params));
        self.send(Notification { method, params })
    }

    /// Asks the client for something; its answer names the id.
    pub fn request<R: request::Request>(&mut self, params: R::Params) -> Result<RequestId, Gone> {
        self.n_requests += 1;
        let id = RequestId::from(self.n_requests);
        let (method, params) = (R::METHOD.to_owned(), value_of(&params));
        self.send(Request { id: id.clone(), method, params })?;
        Ok(id)
    }

    pub fn answer(&self, id: RequestId, answer: Result<Value, Refusal>) -> Result<(), Gone> {
        self.send(match answer {
            Ok(result) => Response { id, response_result: Ok(result) },
            Err(Refusal { code, message }) => Response::new_err(id, code as i32, message),
        })
    }

    /// One line that people see.
    pub fn show(&self, typ: MessageType, message: String) -> Result<(), Gone> {
        self.notify::<notification::ShowMessage>(ShowMessageParams { typ, message })
    }

    /// One line for those who look for it.
    pub fn log(&self, typ: MessageType, message: String) -> Result<(), Gone> {
        self.notify::<notification::LogMessage>(LogMessageParams { typ, message })
    }

    fn send(&self, message: impl Into<lsp_server::Message>) -> Result<(), Gone> {
        if self.outgoing.send(message.into()) { Ok(()) } else { Err(Gone) }
    }
}

/// The types of the protocol have no maps with other keys than texts, so that all can be written.
pub fn value_of(params: &impl Serialize) -> Value {
    serde_json::to_value(params).unwrap_or_default()
}
