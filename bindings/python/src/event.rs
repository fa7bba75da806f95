//! What came in, as classes made for `match`.

use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};
use sansmcp::EventKind;
use sansmcp::json::Span;
use sansmcp_owned::Event as Owned;

use crate::read;

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
        // Requests of the protocol that have no class of their own here yet are told by their
        // method; `reply` grants what the engine can.
        EventKind::Request
        | EventKind::ListResources
        | EventKind::ListTemplates
        | EventKind::ListPrompts
        | EventKind::ReadResource
        | EventKind::GetPrompt
        | EventKind::Complete
        | EventKind::SetLevel
        | EventKind::Subscribe
        | EventKind::Unsubscribe
        | EventKind::Listen => of_class(py, event, Request),
        EventKind::Notification => of_class(py, event, Notification),
        EventKind::Refused => of_class(py, event, Refused),
        // Nothing is asked from here yet, so nothing is answered.
        EventKind::Ignored | EventKind::Answered => of_class(py, event, Ignored),
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

    fn words(&self) -> Option<(i32, String)> {
        self.inner.refusal_words()
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

    /// True if the client asked for progress notifications.
    #[getter]
    fn wants_progress(&self) -> bool {
        self.inner.wants_progress()
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

/// The classes of events that have no words of their own beside those of every event.
macro_rules! plain {
    ($($(#[$doc:meta])* $name:ident $match_args:expr;)*) => { $(
        $(#[$doc])*
        #[pyclass(frozen, extends = Event, module = "sansmcp")]
        pub(crate) struct $name;

        #[pymethods]
        impl $name {
            #[classattr]
            fn __match_args__(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
                let names: &[&str] = &$match_args;
                PyTuple::new(py, names)
            }
        }
    )* };
}

plain! {
    /// `notifications/initialized`: the server may speak first from now on.
    Initialized [];
    /// `server/discover`: `Server.reply` answers it.
    Discover [];
    /// `ping`: `Server.reply` answers it.
    Ping [];
    /// A request that the protocol does not know: yours to answer, if it is one of yours.
    Request ["method", "params"];
    /// A notification that the protocol does not know, or one that needs nothing done.
    Notification ["method", "params"];
}

/// `initialize`: `Server.reply` answers it.
#[pyclass(frozen, extends = Event, module = "sansmcp")]
pub(crate) struct Initialize;

#[pymethods]
impl Initialize {
    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("requested_version",)
    }

    /// The revision that the client asked for.
    #[getter]
    fn requested_version<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let event = slf.as_super().get();
        event.text(slf.py(), event.inner.parts.version)
    }
}

/// `tools/list`: `Server.reply` answers it from the server's tools.
#[pyclass(frozen, extends = Event, module = "sansmcp")]
pub(crate) struct ListTools;

#[pymethods]
impl ListTools {
    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("cursor",)
    }

    /// Where the page begins, as it came.
    #[getter]
    fn cursor<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let event = slf.as_super().get();
        event.text(slf.py(), event.inner.parts.cursor)
    }
}

/// `tools/call`: yours to answer.
#[pyclass(frozen, extends = Event, module = "sansmcp")]
pub(crate) struct CallTool;

#[pymethods]
impl CallTool {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("name", "arguments")
    }

    /// The tool.
    #[getter]
    fn name<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let event = slf.as_super().get();
        event.text_or_empty(slf.py(), event.inner.parts.name)
    }

    /// The arguments; empty if there are none.
    #[getter]
    fn arguments<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (event, py) = (slf.as_super().get(), slf.py());
        let read = || match event.inner.arguments() {
            Some(text) => read::value(py, text).map(Bound::unbind),
            None => Ok(PyDict::new(py).into_any().unbind()),
        };
        Ok(event.arguments.get_or_try_init(py, read)?.bind(py).clone())
    }

    /// One argument as it was written, quotes included where it is a text.
    #[pyo3(signature = (key, /))]
    fn argument_json(slf: &Bound<'_, Self>, key: &str) -> Option<String> {
        slf.as_super().get().inner.argument(key).map(str::to_owned)
    }

    /// The arguments as they were written.
    #[getter]
    fn arguments_json(slf: &Bound<'_, Self>) -> Option<String> {
        slf.as_super().get().inner.arguments().map(str::to_owned)
    }
}

/// The client gave up on the request `ticket`: stop its work and abandon or answer it.
#[pyclass(frozen, extends = Event, module = "sansmcp")]
pub(crate) struct Cancelled;

#[pymethods]
impl Cancelled {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("ticket", "reason")
    }

    /// Why, if the client said so.
    #[getter]
    fn reason<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let event = slf.as_super().get();
        event.text(slf.py(), event.inner.parts.reason)
    }
}

/// A request that breaks a rule: `Server.reply` answers it with the error.
#[pyclass(frozen, extends = Event, module = "sansmcp")]
pub(crate) struct Refused;

#[pymethods]
impl Refused {
    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("code", "message")
    }

    /// The error's code.
    #[getter]
    fn code(slf: &Bound<'_, Self>) -> Option<i32> {
        slf.as_super().get().words().map(|(code, _)| code)
    }

    /// Which rule it breaks.
    #[getter]
    fn message(slf: &Bound<'_, Self>) -> Option<String> {
        slf.as_super().get().words().map(|(_, message)| message)
    }
}

/// A message that needs no answer and means nothing here: for a log.
#[pyclass(frozen, extends = Event, module = "sansmcp")]
pub(crate) struct Ignored;

#[pymethods]
impl Ignored {
    #[classattr]
    fn __match_args__() -> (&'static str,) {
        ("message",)
    }

    /// Why it means nothing; `None` for a response that nothing waits for.
    #[getter]
    fn message(slf: &Bound<'_, Self>) -> Option<String> {
        slf.as_super().get().words().map(|(_, message)| message)
    }
}
