//! Work that an editor shows while it is done, where it can.
//!
//! The client is asked whether it will show it; only its consent makes the name of the work known to it,
//! so that work which ends before has never been shown.

use std::collections::{BTreeMap, BTreeSet};

use lsp_server::RequestId;
use lsp_types::{
    NumberOrString, ProgressParams, ProgressParamsValue, WorkDoneProgress, WorkDoneProgressBegin,
    WorkDoneProgressCreateParams, WorkDoneProgressEnd, notification, request,
};

use crate::client::{Client, Gone};
use crate::work::JobId;

#[derive(Default)]
pub struct Shown {
    /// Asked, with the title.
    asked: BTreeMap<RequestId, (JobId, String)>,
    begun: BTreeSet<JobId>,
}

impl Shown {
    pub fn ask(&mut self, client: &mut Client, id: JobId, title: String) -> Result<(), Gone> {
        if client.abilities.progress {
            let params = WorkDoneProgressCreateParams { token: token(id) };
            let request = client.request::<request::WorkDoneProgressCreate>(params)?;
            self.asked.insert(request, (id, title));
        }
        Ok(())
    }

    /// The job that the client has consented to show, and its title, if this was the question.
    pub fn consent(&mut self, request: &RequestId) -> Option<(JobId, String)> {
        self.asked.remove(request)
    }

    pub fn begin(&mut self, client: &Client, id: JobId, title: String) -> Result<(), Gone> {
        self.begun.insert(id);
        let begin = WorkDoneProgressBegin {
            title: "linchpin".to_owned(),
            cancellable: Some(true),
            message: Some(title),
            percentage: None,
        };
        report(client, id, WorkDoneProgress::Begin(begin))
    }

    pub fn end(&mut self, client: &Client, id: JobId) -> Result<(), Gone> {
        match self.begun.remove(&id) {
            true => report(client, id, WorkDoneProgress::End(WorkDoneProgressEnd::default())),
            false => Ok(()),
        }
    }
}

fn report(client: &Client, id: JobId, what: WorkDoneProgress) -> Result<(), Gone> {
    let value = ProgressParamsValue::WorkDone(what);
    client.notify::<notification::Progress>(ProgressParams { token: token(id), value })
}

fn token(id: JobId) -> NumberOrString {
    NumberOrString::String(format!("linchpin/{}", id.0))
}

/// The job of a name that we gave it.
pub fn job_of(token: &NumberOrString) -> Option<JobId> {
    let NumberOrString::String(text) = token else { return None };
    text.strip_prefix("linchpin/")?.parse().ok().map(JobId)
}
