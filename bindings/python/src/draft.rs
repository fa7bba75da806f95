//! What all results under construction have in common.

use std::sync::Mutex;

use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use sansmcp::{Error, Ticket};
use sansmcp_owned::{Output, Server as Owned};

use crate::out::Out;
use crate::server::{Server, held};

/// A result under construction, and the request that it is for.
pub(crate) struct Draft<T> {
    server: Py<Server>,
    ticket: Ticket,
    inner: Mutex<T>,
}

impl<T: Default> Draft<T> {
    /// One with nothing in it yet.
    pub(crate) fn new(server: Py<Server>, ticket: u64) -> Self {
        Self { server, ticket: Ticket::from_number(ticket), inner: Mutex::default() }
    }

    /// Changes it.
    pub(crate) fn change(&self, py: Python<'_>, change: impl FnOnce(&mut T)) {
        change(&mut held(self.inner.lock_py_attached(py)));
    }

    /// Has it sent.
    pub(crate) fn end(
        &self,
        py: Python<'_>,
        send: impl FnOnce(&mut Owned, Ticket, &T) -> Result<Output, Error>,
    ) -> PyResult<Out> {
        let inner = held(self.inner.lock_py_attached(py));
        self.server.get().output(py, |server| send(server, self.ticket, &inner))
    }
}
