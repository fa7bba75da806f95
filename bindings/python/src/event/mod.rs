//! What came in, as classes made for `match`. Here is what all have in common and which class a
//! kind is of; the classes stand by subject.

mod answered;
mod calls;
mod completing;
mod handshake;
mod listening;
mod lists;
mod others;
mod resources;

use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyFrozenSet, PyTuple};
use sansmcp::EventKind;
use sansmcp::json::Span;
use sansmcp_owned::{Event as Owned, client_names};

use crate::read;

pub(crate) use answered::Answered;
pub(crate) use calls::{CallTool, GetPrompt};
pub(crate) use completing::Complete;
pub(crate) use handshake::{Discover, Initialize, Initialized, Ping};
pub(crate) use listening::{Listen, SetLevel};
pub(crate) use lists::{ListPrompts, ListResources, ListTemplates, ListTools};
pub(crate) use others::{Cancelled, Ignored, Notification, Refused, Request};
pub(crate) use resources::{ReadResource, Subscribe, Unsubscribe};

/// What came in. Each kind is a class of its own.
#[pyclass(frozen, subclass, module = "sansmcp")]
pub(crate) struct Event {
    inner: Owned,
    /// Read when they are first asked for, since `match` asks for the same more than once.
    params: PyOnceLock<Py<PyAny>>,
    arguments: PyOnceLock<Py<PyAny>>,
}

/// The Python object of an event, of the class of its kind.
pub(crate) fn wrap(py: Python<'_>, event: Owned) -> PyResult<Py<PyAny>> {
    match event.kind {
        EventKind::Initialize => of_class(py, event, Initialize),
        EventKind::Initialized => of_class(py, event, Initialized),
        EventKind::Discover => of_class(py, event, Discover),
        EventKind::Ping => of_class(py, event, Ping),
        EventKind::ListTools => of_class(py, event, ListTools),
        EventKind::CallTool => of_class(py, event, CallTool),
        EventKind::Cancelled => of_class(py, event, Cancelled),
        EventKind::Request => of_class(py, event, Request),
        EventKind::Notification => of_class(py, event, Notification),
        EventKind::Refused => of_class(py, event, Refused),
        EventKind::Ignored => of_class(py, event, Ignored),
        EventKind::ListResources => of_class(py, event, ListResources),
        EventKind::ListTemplates => of_class(py, event, ListTemplates),
        EventKind::ListPrompts => of_class(py, event, ListPrompts),
        EventKind::ReadResource => of_class(py, event, ReadResource),
        EventKind::GetPrompt => of_class(py, event, GetPrompt),
        EventKind::Complete => of_class(py, event, Complete),
        EventKind::SetLevel => of_class(py, event, SetLevel),
        EventKind::Subscribe => of_class(py, event, Subscribe),
        EventKind::Unsubscribe => of_class(py, event, Unsubscribe),
        EventKind::Listen => of_class(py, event, Listen),
        EventKind::Answered => of_class(py, event, Answered),
    }
}

fn of_class<C>(py: Python<'_>, event: Owned, class: C) -> PyResult<Py<PyAny>>
where
    C: PyClass<BaseType = Event>,
    PyClassInitializer<C>: From<(C, Event)>,
{
    let event = Event { inner: event, params: PyOnceLock::new(), arguments: PyOnceLock::new() };
    Ok(Py::new(py, (class, event))?.into_any())
}

impl Event {
    /// The event itself.
    pub(crate) fn inner(&self) -> &Owned {
        &self.inner
    }

    /// A text of the message, decoded; half of a surrogate pair is kept, as Python can.
    fn text<'py>(&self, py: Python<'py>, span: Span) -> PyResult<Bound<'py, PyAny>> {
        let text = span.of(&self.inner.text).filter(|json| json.starts_with('"'));
        read::optional(py, text)
    }

    /// As [`Event::text`], empty where there is none.
    fn text_or_empty<'py>(&self, py: Python<'py>, span: Span) -> PyResult<Bound<'py, PyAny>> {
        let text = span.of(&self.inner.text).filter(|json| json.starts_with('"'));
        read::value(py, text.unwrap_or("\"\""))
    }

    /// The arguments; empty if there are none.
    fn arguments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let read = || match self.inner.arguments() {
            Some(text) => read::value(py, text).map(Bound::unbind),
            None => Ok(PyDict::new(py).into_any().unbind()),
        };
        Ok(self.arguments.get_or_try_init(py, read)?.bind(py).clone())
    }
}

#[pymethods]
impl Event {
    /// The kind in transcripts and logs, such as `call_tool`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.inner.kind_name()
    }

    /// Names the request until it is answered; 0 where nothing can be answered.
    #[getter]
    fn ticket(&self) -> u64 {
        self.inner.ticket().number()
    }

    /// The request's id. `id_json` is exact.
    #[getter]
    fn id<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        read::optional(py, self.inner.id())
    }

    /// The request's id as it was written, quotes included.
    #[getter]
    fn id_json(&self) -> Option<&str> {
        self.inner.id()
    }

    /// The method's name as it came; empty if the message has none that can be read.
    #[getter]
    fn method<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.text_or_empty(py, self.inner.parts.method_name)
    }

    /// The revision it is served in, such as `2025-11-25`.
    #[getter]
    fn revision(&self) -> &'static str {
        self.inner.revision().unwrap_or(sansmcp::Revision::LATEST).name()
    }

    /// The params.
    #[getter]
    fn params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let read = || read::optional(py, self.inner.params()).map(Bound::unbind);
        Ok(self.params.get_or_try_init(py, read)?.bind(py).clone())
    }

    /// The params as they were written.
    #[getter]
    fn params_json(&self) -> Option<&str> {
        self.inner.params()
    }

    /// `params._meta`.
    #[getter]
    fn meta<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        read::optional(py, self.inner.meta())
    }

    /// The client's name and version, where the message says so.
    #[getter]
    fn client_info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        read::optional(py, self.inner.client_info())
    }

    /// What the client can do, such as `elicitation.form`.
    #[getter]
    fn capabilities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        PyFrozenSet::new(py, client_names(self.inner.parts.capabilities))
    }

    /// The answers to what was asked, by their keys; empty if there are none.
    #[getter]
    fn inputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.inner.view().request().inputs() {
            Some(inputs) => read::value(py, inputs.as_str()),
            None => Ok(PyDict::new(py).into_any()),
        }
    }

    /// One answer to what was asked, as it was written.
    #[pyo3(signature = (key, /))]
    fn input_json(&self, key: &str) -> Option<String> {
        self.inner.view().request().input(key).map(|input| input.as_str().to_owned())
    }

    /// The state that went out with what was asked, as it came back.
    #[getter]
    fn request_state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        read::maybe_text(py, self.inner.view().request().request_state())
    }

    /// True if the client asked for progress notifications.
    #[getter]
    fn wants_progress(&self) -> bool {
        self.inner.wants_progress()
    }

    /// Over HTTP: names the client's session.
    #[getter]
    fn session(&self) -> u16 {
        self.inner.session
    }

    /// The class with the id and what `match` sees.
    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let class = slf.get_type();
        let mut text = format!("<{}", class.name()?);
        if let Some(id) = slf.get().inner.id() {
            text.push_str(&format!(" id={id}"));
        }
        let names = class.getattr("__match_args__")?;
        for name in names.cast::<PyTuple>()? {
            let value = slf.getattr(name.cast()?)?.repr()?;
            text.push_str(&format!(" {name}={value}"));
        }
        text.push('>');
        Ok(text)
    }
}

/// A class of events with the names that `match` takes in their order.
macro_rules! event_class {
    ($(#[$doc:meta])* $name:ident $match_args:expr) => {
        $(#[$doc])*
        #[pyclass(frozen, extends = crate::event::Event, module = "sansmcp")]
        pub(crate) struct $name;

        #[pymethods]
        impl $name {
            #[classattr]
            fn __match_args__(
                py: pyo3::Python<'_>,
            ) -> pyo3::PyResult<pyo3::Bound<'_, pyo3::types::PyTuple>> {
                let names: &[&str] = &$match_args;
                pyo3::types::PyTuple::new(py, names)
            }
        }
    };
}

pub(crate) use event_class;
