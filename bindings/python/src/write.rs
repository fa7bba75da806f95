//! Python objects as JSON text.

use std::fmt::Write as _;

use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyInt, PyList, PyMapping, PyMemoryView,
    PySequence, PyString, PyTuple,
};
use sansmcp::json::{DEPTH, Kind, Writer};

use crate::fault;
use crate::raw::RawJson;

/// Why a value has no form in JSON, and where in the whole it stands.
enum Fault {
    /// No such type or value in JSON.
    Value { path: String, what: String },
    /// A text with half of a surrogate pair.
    Text { path: String },
    /// Code of the caller's own that ran on the way failed.
    Raised(PyErr),
}

impl From<PyErr> for Fault {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

impl Fault {
    fn value(what: impl Into<String>) -> Self {
        Self::Value { path: String::new(), what: what.into() }
    }

    /// The same, seen from one container further out.
    fn under(mut self, step: &str) -> Self {
        if let Self::Value { path, .. } | Self::Text { path } = &mut self {
            path.insert_str(0, step);
        }
        self
    }

    /// `whose` says before it which value it is of.
    fn raise(self, py: Python<'_>, whose: &str) -> PyErr {
        let at = |path: &str| if path.is_empty() { String::new() } else { format!(", at {path}") };
        match self {
            Self::Value { path, what } => {
                fault::not_json(py, &format!("{whose}{what}{}", at(&path)))
            }
            Self::Text { path } => fault::not_text(py, &format!("{whose}{SURROGATE}{}", at(&path))),
            Self::Raised(error) => error,
        }
    }
}

const SURROGATE: &str = "half of a surrogate pair stands alone in the text, so it has no UTF-8";

/// The JSON text of a value.
///
/// # Errors
/// `NotJson` for values that JSON does not have and containers nested deeper than 128, `NotText`
/// for texts with half of a surrogate pair, each with the place.
pub(crate) fn json(value: &Bound<'_, PyAny>) -> PyResult<String> {
    json_of(value, "")
}

fn json_of(value: &Bound<'_, PyAny>, whose: &str) -> PyResult<String> {
    let mut printer = Printer { text: Vec::new(), depth: 0 };
    printer.value(value).map_err(|fault| fault.raise(value.py(), whose))?;
    String::from_utf8(printer.text).map_err(|error| fault::not_text(value.py(), &error.to_string()))
}

/// The JSON text of an object; `what` names it in the error.
///
/// # Errors
/// `NotJson` for what is no mapping; as [`json`] for what is in it.
pub(crate) fn object(value: &Bound<'_, PyAny>, what: &str) -> PyResult<String> {
    if let Ok(raw) = value.cast::<RawJson>() {
        if raw.get().is(Kind::Object) {
            return Ok(raw.get().as_str().to_owned());
        }
        return Err(fault::not_json(value.py(), &format!("{what} must be an object")));
    }
    if !value.is_instance_of::<PyDict>() && value.cast::<PyMapping>().is_err() {
        let message = format!("{what} must be a mapping, not {}", type_name(value));
        return Err(fault::not_json(value.py(), &message));
    }
    json_of(value, &format!("{what}: "))
}

/// The JSON text of a number.
///
/// # Errors
/// `NotJson` for NaN and infinities, `TypeError` for what is no number.
pub(crate) fn number(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let is_number = value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
    if !is_number || value.is_instance_of::<PyBool>() {
        let kind = type_name(value);
        let message = format!("int or float is needed, not {kind}");
        return Err(pyo3::exceptions::PyTypeError::new_err(message));
    }
    json(value)
}

/// The UTF-8 of a text.
///
/// # Errors
/// `NotText` where half of a surrogate pair stands alone in it.
pub(crate) fn text<'a>(text: &'a Bound<'_, PyString>) -> PyResult<&'a str> {
    text.to_str().map_err(|_| fault::not_text(text.py(), SURROGATE))
}

/// A text as an argument.
pub(crate) struct Text(pub(crate) String);

impl<'a, 'py> FromPyObject<'a, 'py> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(text(object.to_owned().cast()?)?.to_owned()))
    }
}

struct Printer {
    text: Vec<u8>,
    depth: usize,
}

impl Printer {
    fn value(&mut self, value: &Bound<'_, PyAny>) -> Result<(), Fault> {
        // The commonest first; `bool` is an `int`.
        if let Ok(text) = value.cast::<PyString>() {
            return self.string(text);
        }
        if let Ok(truth) = value.cast::<PyBool>() {
            self.put(if truth.is_true() { "true" } else { "false" });
            return Ok(());
        }
        if let Ok(number) = value.cast::<PyInt>() {
            return self.int(number);
        }
        if let Ok(number) = value.cast::<PyFloat>() {
            return self.float(number.value());
        }
        if value.is_none() {
            self.put("null");
            return Ok(());
        }
        self.container(value)
    }

    fn container(&mut self, value: &Bound<'_, PyAny>) -> Result<(), Fault> {
        if let Ok(raw) = value.cast::<RawJson>() {
            self.put(raw.get().as_str());
            return Ok(());
        }
        if self.depth == DEPTH {
            return Err(Fault::value(format!("nested deeper than {DEPTH}")));
        }
        self.depth += 1;
        if let Ok(dict) = value.cast::<PyDict>() {
            // Collected first: the code of a mapping further in may change this one.
            let members: Vec<_> = dict.iter().collect();
            self.object(members.into_iter().map(Ok))?;
        } else if let Ok(list) = value.cast::<PyList>() {
            self.array(list.iter().map(Ok))?;
        } else if let Ok(tuple) = value.cast::<PyTuple>() {
            self.array(tuple.iter().map(Ok))?;
        } else if is_binary(value) {
            return Err(Fault::value(format!("{} has no form in JSON", type_name(value))));
        } else if let Ok(mapping) = value.cast::<PyMapping>() {
            let items = mapping.items()?;
            self.object(items.iter().map(|item| item.extract()))?;
        } else if let Ok(sequence) = value.cast::<PySequence>() {
            self.array(sequence.try_iter()?)?;
        } else {
            return Err(Fault::value(format!("{} has no form in JSON", type_name(value))));
        }
        self.depth -= 1;
        Ok(())
    }

    fn object<'py>(
        &mut self,
        members: impl Iterator<Item = PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)>>,
    ) -> Result<(), Fault> {
        self.put("{");
        for (index, member) in members.enumerate() {
            let (key, value) = member?;
            if index > 0 {
                self.put(",");
            }
            let Ok(key) = key.cast::<PyString>() else {
                let kind = type_name(&key);
                return Err(Fault::value(format!("keys are texts in JSON, not {kind}")));
            };
            self.string(key)?;
            self.put(":");
            self.value(&value).map_err(|fault| fault.under(&format!("[{}]", quoted(key))))?;
        }
        self.put("}");
        Ok(())
    }

    fn array<'py>(
        &mut self,
        items: impl Iterator<Item = PyResult<Bound<'py, PyAny>>>,
    ) -> Result<(), Fault> {
        self.put("[");
        for (index, item) in items.enumerate() {
            if index > 0 {
                self.put(",");
            }
            self.value(&item?).map_err(|fault| fault.under(&format!("[{index}]")))?;
        }
        self.put("]");
        Ok(())
    }

    fn int(&mut self, number: &Bound<'_, PyInt>) -> Result<(), Fault> {
        if let Ok(small) = number.extract::<i64>() {
            self.put(&small.to_string());
            return Ok(());
        }
        // A class of its own, such as an enumeration, may print itself otherwise than an integer.
        let digits = number.py().get_type::<PyInt>().call_method1("__repr__", (number,))?;
        self.put(digits.extract::<std::borrow::Cow<'_, str>>()?.as_ref());
        Ok(())
    }

    fn float(&mut self, number: f64) -> Result<(), Fault> {
        if !number.is_finite() {
            return Err(Fault::value(format!("{number} has no form in JSON")));
        }
        let mut digits = String::new();
        // The shortest text that reads back as the same number.
        let _ = write!(digits, "{number:?}");
        self.put(&digits);
        Ok(())
    }

    /// The engine's own writer escapes, so that there is one way to write a text.
    fn string(&mut self, text: &Bound<'_, PyString>) -> Result<(), Fault> {
        let Ok(text) = text.to_str() else {
            return Err(Fault::Text { path: String::new() });
        };
        let start = self.text.len();
        // Two quotes, and nothing to escape: the common case needs one pass.
        self.text.resize(start + text.len() + 2, 0);
        let mut writer = Writer::new(self.text.get_mut(start..).unwrap_or_default());
        writer.string(text);
        let (fits, total) = (writer.fits(), writer.total());
        if !fits {
            self.text.resize(start + total, 0);
            Writer::new(self.text.get_mut(start..).unwrap_or_default()).string(text);
        }
        Ok(())
    }

    fn put(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }
}

/// Sequences of numbers to Python, but nobody means a list by them.
fn is_binary(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyBytes>()
        || value.is_instance_of::<PyByteArray>()
        || value.is_instance_of::<PyMemoryView>()
}

fn type_name(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "this".to_owned(), |name| name.to_string())
}

/// A key as Python would print it.
fn quoted(key: &Bound<'_, PyString>) -> String {
    key.repr().map_or_else(|_| "?".to_owned(), |repr| repr.to_string())
}
