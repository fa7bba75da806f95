//! What the server has, and how it is listed.

use pyo3::prelude::*;

use super::Server;
use crate::describe::Tables;
use crate::event::Event;
use crate::page::Page;

#[pymethods]
impl Server {
    /// Puts other tables in the place of those that the server has.
    #[pyo3(signature = (*, tools = None, resources = None, templates = None, prompts = None))]
    fn offer(
        &self,
        py: Python<'_>,
        tools: Option<&Bound<'_, PyAny>>,
        resources: Option<&Bound<'_, PyAny>>,
        templates: Option<&Bound<'_, PyAny>>,
        prompts: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let offer = Tables { tools, resources, templates, prompts }.read()?;
        self.engine(py, |server| server.offer(offer))
    }

    /// Begins to answer a list entry by entry.
    #[pyo3(signature = (event, /))]
    fn page(slf: &Bound<'_, Self>, event: &Bound<'_, Event>) -> PyResult<Page> {
        let page = slf.get().engine(slf.py(), |server| server.page(event.get().inner()))?;
        Ok(Page::new(slf.clone().unbind(), page))
    }
}
