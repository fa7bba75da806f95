//! A server of all clients that come over HTTP.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::{PyBytes, PyString};
use sansmcp::Ticket;
use sansmcp_owned::{
    Delivery as OwnedDelivery, Endpoint as View, Policy, Server as Owned, Verdict as OwnedVerdict,
    VerdictKind, latin1,
};

use crate::bytes;
use crate::describe::{Description, Tables};
use crate::lines::Frame;
use crate::server::{Server, held};

/// A server behind HTTP. The rest of it is its base class.
#[pyclass(frozen, extends = Server, module = "sansmcp")]
pub(crate) struct Endpoint;

/// A list of texts.
fn texts(list: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    let Some(list) = list else { return Ok(Vec::new()) };
    list.try_iter()?.map(|item| item?.extract()).collect()
}

/// A name or a value of a header: its bytes, or a text with one character for each.
fn part(part: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    match part.cast::<PyString>() {
        Ok(text) => Ok(latin1(text.to_str()?)),
        Err(_) => Ok(bytes::of(part)?.into_owned()),
    }
}

impl Endpoint {
    /// Makes one call of the engine.
    fn call<T: Default>(slf: &Bound<'_, Self>, call: impl FnOnce(&mut View<'_>) -> T) -> T {
        let server = slf.as_super().get();
        let mut server = held(server.0.lock_py_attached(slf.py()));
        server.endpoint().map(|mut endpoint| call(&mut endpoint)).unwrap_or_default()
    }
}

#[pymethods]
impl Endpoint {
    /// Says what the server is, and what is let in.
    #[new]
    #[pyo3(signature = (
        name, version, *, tools = None, resources = None, templates = None, prompts = None,
        title = None, description = None, website_url = None, icons = None, instructions = None,
        capabilities = None, extensions = None, experimental = None, ttl_ms = 0,
        cache_scope = "private", hosts = None, origins = None, sessions = 1024, sessions_each = 0,
        idle_ms = 1_800_000, streams = 4096, slots = 1024, slots_each = 64, replay = 0,
        retry_ms = 1000, max_body = 4_194_304, max_message = 16_777_216, page = 65_536,
    ))]
    #[allow(clippy::too_many_arguments)] // They have names in Python.
    fn new(
        name: String,
        version: String,
        tools: Option<&Bound<'_, PyAny>>,
        resources: Option<&Bound<'_, PyAny>>,
        templates: Option<&Bound<'_, PyAny>>,
        prompts: Option<&Bound<'_, PyAny>>,
        title: Option<String>,
        description: Option<String>,
        website_url: Option<String>,
        icons: Option<&Bound<'_, PyAny>>,
        instructions: Option<String>,
        capabilities: Option<&Bound<'_, PyAny>>,
        extensions: Option<&Bound<'_, PyAny>>,
        experimental: Option<&Bound<'_, PyAny>>,
        ttl_ms: u32,
        cache_scope: &str,
        hosts: Option<&Bound<'_, PyAny>>,
        origins: Option<&Bound<'_, PyAny>>,
        sessions: u16,
        sessions_each: u16,
        idle_ms: u64,
        streams: u16,
        slots: u16,
        slots_each: u16,
        replay: u32,
        retry_ms: u32,
        max_body: u32,
        max_message: u32,
        page: u32,
    ) -> PyResult<PyClassInitializer<Self>> {
        let description = Description {
            name,
            version,
            title,
            description,
            website_url,
            instructions,
            icons,
            tables: Tables { tools, resources, templates, prompts },
            capabilities,
            extensions,
            experimental,
            ttl_ms,
            cache_scope,
        };
        let most = Ticket::SPARE - 1;
        for (name, count) in [("streams", streams), ("slots", slots)] {
            if count > most {
                return Err(PyValueError::new_err(format!("{name} must be at most {most}")));
            }
        }
        let policy = Policy {
            hosts: texts(hosts)?,
            origins: texts(origins)?,
            sessions: sessions.into(),
            sessions_each,
            idle_ms,
            streams: streams.into(),
            slots: slots.into(),
            slots_each,
            replay: replay as usize,
            retry_ms,
            longest_body: max_body,
        };
        let owned = Owned::over_http(description.read()?, policy, max_message as usize);
        let owned = owned.with_page(page as usize);
        Ok(PyClassInitializer::from(Server::of(owned)).add_subclass(Self))
    }

    /// Looks at the head of a request.
    #[pyo3(signature = (method, headers, number, *, principal = 0, now = 0))]
    fn judge(
        slf: &Bound<'_, Self>,
        method: &str,
        headers: &Bound<'_, PyAny>,
        number: u32,
        principal: u64,
        now: u64,
    ) -> PyResult<Verdict> {
        let read = |pair: PyResult<Bound<'_, PyAny>>| -> PyResult<(String, Vec<u8>)> {
            let (name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair?.extract()?;
            // A name that is no ASCII is none of the protocol's.
            Ok((String::from_utf8_lossy(&part(&name)?).into_owned(), part(&value)?))
        };
        let lines: Vec<(String, Vec<u8>)> =
            headers.try_iter()?.map(read).collect::<PyResult<_>>()?;
        let lines = lines.iter().map(|(name, value)| (name.as_str(), value.as_slice()));
        let verdict =
            Self::call(slf, |endpoint| Some(endpoint.judge(method, lines, number, principal, now)));
        verdict.map(Verdict).ok_or_else(|| PyValueError::new_err("it is no endpoint"))
    }

    /// Says that all of a POST's frame was received.
    #[pyo3(signature = (frame, /))]
    fn received(slf: &Bound<'_, Self>, frame: &Bound<'_, Frame>) {
        let frame = held(frame.get().0.lock_py_attached(slf.py()));
        Self::call(slf, |endpoint| endpoint.received(&frame));
    }

    /// The next thing to send on an exchange.
    #[pyo3(signature = (*, due = true))]
    fn next_delivery(slf: &Bound<'_, Self>, due: bool) -> PyResult<Option<Delivery>> {
        let next = |server: &mut Owned| match due {
            true => server.next_delivery(),
            false => Ok(server.next_made()),
        };
        let delivery = slf.as_super().get().engine(slf.py(), next)?;
        Ok(delivery.map(Delivery))
    }

    /// Puts a request off: its client is to come back for the answer.
    fn put_off(slf: &Bound<'_, Self>, ticket: u64, retry_ms: u32) {
        Self::call(slf, |endpoint| endpoint.put_off(Ticket::from_number(ticket), retry_ms));
    }

    /// The tickets of all requests that nobody waits for any more.
    fn cancelled(slf: &Bound<'_, Self>) -> Vec<u64> {
        let tickets = Self::call(slf, |endpoint| endpoint.cancelled());
        tickets.into_iter().map(Ticket::number).collect()
    }
}

/// What the head of a request leads to.
#[pyclass(frozen, module = "sansmcp")]
pub(crate) struct Verdict(OwnedVerdict);

type Headers = Vec<(&'static str, String)>;

#[pymethods]
impl Verdict {
    /// `reply`, `body` or `stream`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0.kind {
            VerdictKind::Reply => "reply",
            VerdictKind::Body => "body",
            VerdictKind::Stream => "stream",
        }
    }

    /// The status of the response.
    #[getter]
    fn status(&self) -> u16 {
        self.0.head.status
    }

    /// The headers of the response.
    #[getter]
    fn headers(&self) -> Headers {
        self.0.head.headers.clone()
    }

    /// What the body of the response is, or begins with.
    #[getter]
    fn body<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.bytes)
    }

    /// The exchange whose response ends.
    #[getter]
    fn replaces(&self) -> Option<u32> {
        self.0.replaces
    }

    /// Bytes of the longest body.
    #[getter]
    fn max_body(&self) -> u32 {
        self.0.longest_body
    }

    /// The body of the request as a frame.
    #[pyo3(signature = (body, random))]
    fn frame(&self, body: &Bound<'_, PyAny>, random: &Bound<'_, PyAny>) -> PyResult<Frame> {
        let random = bytes::of(random)?;
        let random = <[u8; 16]>::try_from(random.as_ref())
            .map_err(|_| PyValueError::new_err("random must be 16 bytes"))?;
        Ok(Frame::own(self.0.frame(bytes::of(body)?.as_ref(), random)))
    }

    /// The reply to a request with a longer body.
    fn too_long(&self) -> Self {
        Self(self.0.too_long())
    }

    fn __repr__(&self) -> String {
        format!("<Verdict {}, {}>", self.kind(), self.0.head.status)
    }
}

/// What to send on an exchange.
#[pyclass(frozen, module = "sansmcp")]
pub(crate) struct Delivery(OwnedDelivery);

#[pymethods]
impl Delivery {
    /// The number of the exchange.
    #[getter]
    fn to(&self) -> u32 {
        self.0.to
    }

    /// The status to begin the response with.
    #[getter]
    fn status(&self) -> Option<u16> {
        self.0.head.as_ref().map(|head| head.status)
    }

    /// The headers to begin the response with.
    #[getter]
    fn headers(&self) -> Headers {
        self.0.head.as_ref().map(|head| head.headers.clone()).unwrap_or_default()
    }

    /// Bytes of the body.
    #[getter]
    fn body<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.bytes)
    }

    /// True if the response ends with it.
    #[getter]
    fn is_end(&self) -> bool {
        self.0.is_end
    }

    /// True if the response is to be broken off.
    #[getter]
    fn is_cut(&self) -> bool {
        self.0.is_cut
    }

    fn __repr__(&self) -> String {
        let status = self.status().map_or_else(String::new, |status| format!(" {status},"));
        let end = if self.0.is_end { ", end" } else { "" };
        format!("<Delivery to {},{status} {} bytes{end}>", self.0.to, self.0.bytes.len())
    }
}
