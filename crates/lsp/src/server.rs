//! The server: all of its state, and what happens with it when something comes in.
//!
//! | what comes in | what is done |
//! |---|---|
//! | a document is opened or saved | older questions about it are dropped, the file and its loops are asked about |
//! | it is changed | questions about it are dropped: the answers would be about another text |
//! | it is closed | the same, and what was found is taken back |
//! | a child is done | its report becomes diagnostics or hints, the next job starts |
//!
//! So an answer that is published is always about the text that the editor shows.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crossbeam_channel::{Receiver, select};
use lsp_server::{ErrorCode, Message, Notification, RequestId, Response};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, InitializeParams, MessageType, PublishDiagnosticsParams,
    WorkDoneProgressCancelParams, notification, notification::Notification as _, request,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::capabilities::{Abilities, offer};
use crate::client::{Client, Gone, Refusal, value_of};
use crate::documents::{Documents, State, is_program};
use crate::file_uri::{path_of, uri_of};
use crate::findings::Findings;
use crate::progress::{Shown, job_of};
use crate::question::Question;
use crate::report::Report;
use crate::transport::Outgoing;
use crate::work::{Failed, Finished, Job, JobId, Manner, Work};
use crate::{End, Settings, compile_commands, diagnostics, hints};

/// Why there is nothing more to do.
pub enum Left {
    /// The client said so.
    Exit(End),
    /// The input has ended, or it is no input.
    Silence,
}

pub struct Server {
    /// Before the client, so that children end first.
    pub work: Work,
    pub client: Client,
    pub documents: Documents,
    findings: Findings,
    shown: Shown,
    /// Folders that the editor has open.
    roots: Vec<PathBuf>,
    pub is_shut_down: bool,
}

/// Answers until the client has enough.
pub fn serve(
    settings: Settings,
    incoming: &Receiver<Message>,
    outgoing: Outgoing,
) -> Result<Left, Gone> {
    let mut client = Client::new(outgoing);
    let roots = match shake_hands(&mut client, incoming)? {
        Ok(roots) => roots,
        Err(left) => return Ok(left),
    };
    let (work, finished) = Work::new(settings);
    let mut server = Server {
        work,
        client,
        documents: Documents::default(),
        findings: Findings::default(),
        shown: Shown::default(),
        roots,
        is_shut_down: false,
    };
    loop {
        select! {
            recv(incoming) -> message => match message {
                Ok(message) => if let Some(end) = server.receive(message)? {
                    return Ok(Left::Exit(end));
                },
                Err(_) => return Ok(Left::Silence),
            },
            // The server holds a sender itself, so that this channel does not end.
            recv(finished) -> it => if let Ok(it) = it {
                server.conclude(&it)?;
            },
        }
        server.start_waiting()?;
    }
}

/// Waits for `initialize` and answers it; gives the folders that the editor has open.
fn shake_hands(
    client: &mut Client,
    incoming: &Receiver<Message>,
) -> Result<Result<Vec<PathBuf>, Left>, Gone> {
    for message in incoming {
        match message {
            Message::Request(request) if request.method == "initialize" => {
                match serde_json::from_value::<InitializeParams>(request.params) {
                    Ok(params) => {
                        client.abilities = Abilities::of(&params.capabilities);
                        client.answer(request.id, Ok(value_of(&offer())))?;
                        return Ok(Ok(roots(&params)));
                    }
                    Err(error) => {
                        let refusal = Refusal::new(ErrorCode::InvalidParams, error.to_string());
                        client.answer(request.id, Err(refusal))?;
                    }
                }
            }
            Message::Request(request) => {
                let why = "`initialize` comes first";
                let refusal = Refusal::new(ErrorCode::ServerNotInitialized, why);
                client.answer(request.id, Err(refusal))?;
            }
            Message::Notification(it) if it.method == notification::Exit::METHOD => {
                return Ok(Err(Left::Exit(End::WithoutShutdown)));
            }
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
    Ok(Err(Left::Silence))
}

fn roots(params: &InitializeParams) -> Vec<PathBuf> {
    let folders = params.workspace_folders.iter().flatten().map(|folder| &folder.uri);
    // Older clients name one folder only.
    #[allow(deprecated)]
    let all = folders.chain(&params.root_uri);
    all.filter_map(path_of).collect()
}

impl Server {
    /// Gives how the session ends, when it does.
    fn receive(&mut self, message: Message) -> Result<Option<End>, Gone> {
        match message {
            Message::Request(request) => {
                let answer = self.answer(&request.method, request.params);
                self.client.answer(request.id, answer)?;
            }
            Message::Response(Response { id, response_result }) => {
                self.hear(&id, response_result.is_ok())?;
            }
            Message::Notification(it) if it.method == notification::Exit::METHOD => {
                let end = if self.is_shut_down { End::InOrder } else { End::WithoutShutdown };
                return Ok(Some(end));
            }
            Message::Notification(it) if !self.is_shut_down => self.notice(it)?,
            Message::Notification(_) => {}
        }
        Ok(None)
    }

    /// The client answers: it will show some work, or will not.
    fn hear(&mut self, id: &RequestId, is_consent: bool) -> Result<(), Gone> {
        match self.shown.consent(id) {
            Some((job, title)) if is_consent && self.work.is_running(job) => {
                self.shown.begin(&self.client, job, title)
            }
            _ => Ok(()),
        }
    }

    fn notice(&mut self, it: Notification) -> Result<(), Gone> {
        match it.method.as_str() {
            notification::DidOpenTextDocument::METHOD => self.with(it, Self::open),
            notification::DidChangeTextDocument::METHOD => self.with(it, Self::change),
            notification::DidSaveTextDocument::METHOD => self.with(it, Self::save),
            notification::DidCloseTextDocument::METHOD => self.with(it, Self::close),
            notification::WorkDoneProgressCancel::METHOD => self.with(it, Self::stop),
            _ => Ok(()),
        }
    }

    /// Reads what a notification says. One that cannot be read has nobody to tell but the log.
    fn with<P: DeserializeOwned>(
        &mut self,
        it: Notification,
        act: fn(&mut Self, P) -> Result<(), Gone>,
    ) -> Result<(), Gone> {
        match serde_json::from_value(it.params) {
            Ok(params) => act(self, params),
            Err(error) => {
                self.client.log(MessageType::WARNING, format!("`{}`: {error}", it.method))
            }
        }
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) -> Result<(), Gone> {
        let item = params.text_document;
        let Some(path) = path_of(&item.uri) else { return Ok(()) };
        self.documents.open(path.clone(), item.uri, item.text, item.version);
        self.verify(&path)
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) -> Result<(), Gone> {
        let Some(path) = path_of(&params.text_document.uri) else { return Ok(()) };
        let Some(document) = self.documents.get_mut(&path) else { return Ok(()) };
        document.version = params.text_document.version;
        // Each change is the whole text, as was agreed upon.
        let Some(change) = params.content_changes.into_iter().next_back() else { return Ok(()) };
        // Some editors collect changes, and tell them after the text was saved.
        if change.text == document.text {
            return Ok(());
        }
        document.text = change.text;
        document.state = State::Changed;
        document.hints.clear();
        self.drop_questions(&path, |_| true)
    }

    fn save(&mut self, params: DidSaveTextDocumentParams) -> Result<(), Gone> {
        let Some(path) = path_of(&params.text_document.uri) else { return Ok(()) };
        let Some(document) = self.documents.get_mut(&path) else { return Ok(()) };
        document.state = State::Saved;
        document.hints.clear();
        if let Ok(text) = std::fs::read_to_string(&path) {
            document.text = text;
        }
        // What was found of single functions is about the text before.
        let changed = self.findings.forget(&path, |it| *it != Question::File);
        self.publish(changed)?;
        self.verify(&path)
    }

    fn close(&mut self, params: DidCloseTextDocumentParams) -> Result<(), Gone> {
        let Some(path) = path_of(&params.text_document.uri) else { return Ok(()) };
        self.drop_questions(&path, |_| true)?;
        let mut changed = self.findings.forget(&path, |_| true);
        changed.remove(&path);
        self.publish(changed)?;
        if let Some(document) = self.documents.close(&path) {
            let diagnostics = self.findings.of_file(&path);
            let params = PublishDiagnosticsParams { uri: document.uri, diagnostics, version: None };
            self.client.notify::<notification::PublishDiagnostics>(params)?;
        }
        Ok(())
    }

    /// Somebody does not want to wait any more.
    fn stop(&mut self, params: WorkDoneProgressCancelParams) -> Result<(), Gone> {
        let Some(id) = job_of(&params.token) else { return Ok(()) };
        self.work.end_one(id);
        self.shown.end(&self.client, id)
    }

    /// Asks about a document that is as its file is.
    fn verify(&mut self, path: &Path) -> Result<(), Gone> {
        self.drop_questions(path, |_| true)?;
        if is_program(path) && path.is_file() {
            self.ask(path, Question::File, Manner::Quiet)?;
            self.ask(path, Question::Loops, Manner::Quiet)?;
        }
        Ok(())
    }

    /// Asks one question, in place of the same one if that is not answered yet.
    pub fn ask(&mut self, path: &Path, question: Question, manner: Manner) -> Result<(), Gone> {
        self.drop_questions(path, |it| *it == question)?;
        let flags = compile_commands::flags(path, &self.roots);
        let words = question.words(path, &flags, self.work.seconds());
        self.work.add(Job { document: path.to_owned(), question, manner, words });
        Ok(())
    }

    fn drop_questions(
        &mut self,
        path: &Path,
        is_dropped: impl Fn(&Question) -> bool,
    ) -> Result<(), Gone> {
        for id in self.work.end(path, is_dropped) {
            self.shown.end(&self.client, id)?;
        }
        Ok(())
    }

    fn start_waiting(&mut self) -> Result<(), Gone> {
        while let Some(started) = self.work.start_next() {
            match started {
                Ok((id, job)) => {
                    let title = job.question.title(&job.document);
                    self.shown.ask(&mut self.client, id, title)?;
                }
                Err(Failed { job, error }) => {
                    let title = job.question.title(&job.document);
                    self.client.show(MessageType::ERROR, format!("{title}: {error}"))?;
                }
            }
        }
        Ok(())
    }

    /// Tells the editor what a child has found.
    fn conclude(&mut self, finished: &Finished) -> Result<(), Gone> {
        let Some(job) = self.work.take(finished.id) else { return Ok(()) };
        self.shown.end(&self.client, finished.id)?;
        let report = match Report::read(&finished.output) {
            Ok(report) => report,
            Err(error) => return self.no_report(&job, finished.id, &error),
        };
        if job.question == Question::Loops {
            let Some(document) = self.documents.get_mut(&job.document) else { return Ok(()) };
            document.hints = hints::of_report(&report, &job.document);
            if self.client.abilities.refreshes_hints && !document.hints.is_empty() {
                self.client.request::<request::InlayHintRefreshRequest>(())?;
            }
            return Ok(());
        }
        let found = diagnostics::of_report(&report, &job.document, self.client.abilities);
        let changed = self.findings.put(&job.document, &job.question, found);
        self.publish(changed)?;
        if job.manner == Manner::Announced {
            let severity = match report.verdict.as_deref() {
                Some("TRUE") => MessageType::INFO,
                Some(verdict) if verdict.starts_with("UNKNOWN") => MessageType::WARNING,
                Some(_) | None => MessageType::ERROR,
            };
            self.client.show(severity, format!("{}: {}", subject(&job), report.in_one_line()))?;
        }
        Ok(())
    }

    fn no_report(&mut self, job: &Job, JobId(number): JobId, error: &str) -> Result<(), Gone> {
        let title = job.question.title(&job.document);
        let message = format!("{title} (job {number}) ended without a report: {error}");
        match job.manner {
            Manner::Announced => self.client.show(MessageType::ERROR, message),
            Manner::Quiet => self.client.log(MessageType::ERROR, message),
        }
    }

    /// Sends the lists of these files.
    fn publish(&mut self, files: BTreeSet<PathBuf>) -> Result<(), Gone> {
        for file in files {
            let document = self.documents.get(&file);
            let uri = document.map(|document| document.uri.clone()).or_else(|| uri_of(&file));
            let Some(uri) = uri else { continue };
            let version = document.map(|document| document.version);
            let diagnostics = self.findings.of_file(&file);
            let params = PublishDiagnosticsParams { uri, diagnostics, version };
            self.client.notify::<notification::PublishDiagnostics>(params)?;
        }
        Ok(())
    }

    fn answer(&mut self, method: &str, params: Value) -> Result<Value, Refusal> {
        crate::requests::answer(self, method, params)
    }
}

/// What was verified, for people.
fn subject(job: &Job) -> String {
    let name = job.document.file_name().unwrap_or_default().to_string_lossy();
    match &job.question {
        Question::Function(function) => format!("`{function}` of {name}"),
        Question::File | Question::Loops => name.into_owned(),
    }
}
