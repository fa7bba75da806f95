//! Results, put together piece by piece.

use pyo3::prelude::*;

use super::Server;
use crate::answer::Answer;
use crate::completion::Completion;
use crate::contents::Contents;
use crate::draft::Draft;
use crate::messages::Messages;

#[pymethods]
impl Server {
    /// Begins the result of a call.
    #[pyo3(signature = (ticket, /))]
    fn answer(slf: Py<Self>, ticket: u64) -> Answer {
        Answer(Draft::new(slf, ticket))
    }

    /// Begins the result of a read.
    #[pyo3(signature = (ticket, /))]
    fn contents(slf: Py<Self>, ticket: u64) -> Contents {
        Contents(Draft::new(slf, ticket))
    }

    /// Begins the result of a prompt.
    #[pyo3(signature = (ticket, /))]
    fn messages(slf: Py<Self>, ticket: u64) -> Messages {
        Messages(Draft::new(slf, ticket))
    }

    /// Begins the result of a completion.
    #[pyo3(signature = (ticket, /))]
    fn completion(slf: Py<Self>, ticket: u64) -> Completion {
        Completion(Draft::new(slf, ticket))
    }
}
