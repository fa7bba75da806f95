//! What a server says of itself, and its tables: the classes of `sansmcp._describe` as the engine
//! takes them.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use sansmcp_owned::{
    Annotations, CacheHint, CacheScope, Capabilities, Icon, Info, Offer, Prompt, PromptArgument,
    Resource, ResourceTemplate, Role, SERVER_CAPABILITIES, TaskSupport, Tool, ToolAnnotations,
    Word as _, server_capability,
};

use crate::write::Text;
use crate::{fault, write};

type Any<'a, 'py> = &'a Bound<'py, PyAny>;

/// The arguments with which a server is made.
pub(crate) struct Description<'a, 'py> {
    /// As the members of [`Info`].
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) website_url: Option<String>,
    pub(crate) instructions: Option<String>,
    /// An iterable of the class of this name.
    pub(crate) icons: Option<Any<'a, 'py>>,
    /// Iterables of the classes of these names.
    pub(crate) tables: Tables<'a, 'py>,
    /// Names.
    pub(crate) capabilities: Option<Any<'a, 'py>>,
    /// Mappings.
    pub(crate) extensions: Option<Any<'a, 'py>>,
    pub(crate) experimental: Option<Any<'a, 'py>>,
    /// Milliseconds.
    pub(crate) ttl_ms: u32,
    /// `private` or `public`.
    pub(crate) cache_scope: &'a str,
}

/// What lists hold.
pub(crate) struct Tables<'a, 'py> {
    pub(crate) tools: Option<Any<'a, 'py>>,
    pub(crate) resources: Option<Any<'a, 'py>>,
    pub(crate) templates: Option<Any<'a, 'py>>,
    pub(crate) prompts: Option<Any<'a, 'py>>,
}

impl Description<'_, '_> {
    /// Reads it all.
    ///
    /// # Errors
    /// `ValueError` for an unknown word, `NotJson` for schemas that have no form in JSON, and
    /// `TypeError` where a member is of the wrong type; each names the entry.
    pub(crate) fn read(self) -> PyResult<Info> {
        let scope = cache_scope(self.cache_scope, "cache_scope")?;
        let offer = self.tables.read()?;
        Ok(Info {
            name: self.name,
            version: self.version,
            title: self.title,
            description: self.description,
            website_url: self.website_url,
            instructions: self.instructions,
            icons: icons(self.icons)?,
            cache: CacheHint { ttl_ms: self.ttl_ms, scope },
            capabilities: capabilities(self.capabilities)?,
            extensions: maybe_object(self.extensions, "extensions")?,
            experimental: maybe_object(self.experimental, "experimental")?,
            tools: offer.tools.unwrap_or_default(),
            resources: offer.resources.unwrap_or_default(),
            templates: offer.templates.unwrap_or_default(),
            prompts: offer.prompts.unwrap_or_default(),
        })
    }
}

impl Tables<'_, '_> {
    /// Reads those that are there.
    ///
    /// # Errors
    /// As [`Description::read`].
    pub(crate) fn read(self) -> PyResult<Offer> {
        Ok(Offer {
            tools: self.tools.map(|table| all(table, tool)).transpose()?,
            resources: self.resources.map(|table| all(table, resource)).transpose()?,
            templates: self.templates.map(|table| all(table, template)).transpose()?,
            prompts: self.prompts.map(|table| all(table, prompt)).transpose()?,
        })
    }
}

/// For whom something may be kept; `what` names it in the error.
pub(crate) fn cache_scope(name: &str, what: &str) -> PyResult<CacheScope> {
    match name {
        "private" => Ok(CacheScope::Private),
        "public" => Ok(CacheScope::Public),
        _ => Err(PyValueError::new_err(format!("{what} must be 'private' or 'public'"))),
    }
}

/// Objects of the class `Icon`.
pub(crate) fn icons(icons: Option<Any<'_, '_>>) -> PyResult<Vec<Icon>> {
    icons.map_or_else(|| Ok(Vec::new()), |icons| all(icons, |icon| self::icon(icon, "the server")))
}

/// The capabilities of these names.
fn capabilities(names: Option<Any<'_, '_>>) -> PyResult<Capabilities> {
    let Some(names) = names else { return Ok(Capabilities::NONE) };
    if names.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("capabilities must be a collection of names, not a text"));
    }
    let names = all(names, |name| Ok(name.extract::<Text>()?.0))?;
    names.into_iter().try_fold(Capabilities::NONE, |all, name| match server_capability(&name) {
        Some(one) => Ok(all | one),
        None => {
            let known: Vec<_> = SERVER_CAPABILITIES.iter().map(|(name, _)| *name).collect();
            let known = known.join("', '");
            let message = format!("no server has the capability '{name}'; there are '{known}'");
            Err(PyValueError::new_err(message))
        }
    })
}

/// Every item of an iterable, read.
fn all<T>(items: Any<'_, '_>, read: impl Fn(Any<'_, '_>) -> PyResult<T>) -> PyResult<Vec<T>> {
    items.try_iter()?.map(|item| read(&item?)).collect()
}

/// An object of one of the classes, and what it is called in errors.
struct Entry<'a, 'py> {
    of: Any<'a, 'py>,
    whose: String,
}

impl<'a, 'py> Entry<'a, 'py> {
    /// With the member that names it.
    fn new(of: Any<'a, 'py>, kind: &str, key: &str) -> PyResult<Self> {
        let name = of.getattr(key)?.repr()?;
        Ok(Self { of, whose: format!("{kind} {name}") })
    }

    /// A member of the type asked for.
    fn get<T>(&self, member: &str, what: &str) -> PyResult<T>
    where
        T: for<'b> FromPyObject<'b, 'py>,
    {
        let value = self.of.getattr(member)?;
        value.extract::<T>().map_err(|error| {
            let error: PyErr = error.into();
            if fault::is_not_text(value.py(), &error) {
                return error;
            }
            let kind = value.get_type().name().map_or_else(|_| String::new(), |it| it.to_string());
            let whose = &self.whose;
            PyTypeError::new_err(format!("{member} of {whose} must be {what}, not {kind}"))
        })
    }

    fn text(&self, member: &str) -> PyResult<String> {
        self.get::<Text>(member, "a text").map(|text| text.0)
    }

    fn maybe(&self, member: &str) -> PyResult<Option<String>> {
        Ok(self.get::<Option<Text>>(member, "a text or None")?.map(|text| text.0))
    }

    fn flag(&self, member: &str) -> PyResult<Option<bool>> {
        self.get(member, "True, False or None")
    }

    /// The JSON text of a member, empty where there is none.
    fn object(&self, member: &str) -> PyResult<String> {
        let value = self.of.getattr(member)?;
        let value = (!value.is_none()).then_some(&value);
        maybe_object(value, &format!("{member} of {}", self.whose))
    }

    fn icons(&self) -> PyResult<Vec<Icon>> {
        all(&self.of.getattr("icons")?, |icon| self::icon(icon, &self.whose))
    }

    /// One of some words, by its name.
    fn word<T>(&self, value: Any<'_, '_>, member: &str, words: &[(&'static str, T)]) -> PyResult<T>
    where
        T: Copy,
    {
        let name = value.extract::<String>().unwrap_or_default();
        let found = words.iter().find(|(word, _)| *word == name);
        found.map(|(_, value)| *value).ok_or_else(|| {
            let known: Vec<_> = words.iter().map(|(word, _)| *word).collect();
            let (whose, known) = (&self.whose, known.join("' or '"));
            PyValueError::new_err(format!("{member} of {whose} must be '{known}'"))
        })
    }

    fn annotations(&self) -> PyResult<Option<Annotations>> {
        let given = self.of.getattr("annotations")?;
        if given.is_none() { Ok(None) } else { annotations(&given, &self.whose).map(Some) }
    }
}

/// An object of the class `Annotations`; `whose` names in errors what it belongs to.
pub(crate) fn annotations(given: Any<'_, '_>, whose: &str) -> PyResult<Annotations> {
    let roles: Vec<_> = Role::ALL.iter().map(|role| (role.name(), *role)).collect();
    let hints = Entry { of: given, whose: format!("annotations of {whose}") };
    let Ok(priority) = given.getattr("priority") else {
        let kind = given.get_type().name()?;
        let message =
            format!("annotations of {whose} must be of the class Annotations, not {kind}");
        return Err(PyTypeError::new_err(message));
    };
    let priority = (!priority.is_none()).then_some(&priority);
    Ok(Annotations {
        audience: all(&given.getattr("audience")?, |role| hints.word(role, "audience", &roles))?,
        priority: priority.map(write::number).transpose()?,
        last_modified: hints.maybe("last_modified")?,
    })
}

/// The JSON text of a mapping, empty where there is none; `what` names it in the error.
fn maybe_object(value: Option<Any<'_, '_>>, what: &str) -> PyResult<String> {
    value.map_or_else(|| Ok(String::new()), |value| write::object(value, what))
}

fn icon(icon: Any<'_, '_>, whose: &str) -> PyResult<Icon> {
    let icon = Entry { of: icon, whose: format!("an icon of {whose}") };
    Ok(Icon {
        src: icon.text("src")?,
        mime_type: icon.maybe("mime_type")?,
        sizes: all(&icon.of.getattr("sizes")?, |size| Ok(size.extract::<Text>()?.0))?,
        theme: icon.maybe("theme")?,
    })
}

/// An object of the class `Tool`.
pub(crate) fn tool(tool: Any<'_, '_>) -> PyResult<Tool> {
    let tool = Entry::new(tool, "the tool", "name")?;
    let (hints, support) = (tool.of.getattr("annotations")?, tool.of.getattr("task_support")?);
    let words: Vec<_> = TaskSupport::ALL.iter().map(|word| (word.name(), *word)).collect();
    Ok(Tool {
        name: tool.text("name")?,
        title: tool.maybe("title")?,
        description: tool.maybe("description")?.unwrap_or_default(),
        input_schema: tool.object("input_schema")?,
        output_schema: tool.object("output_schema")?,
        annotations: if hints.is_none() { None } else { Some(tool_annotations(&tool, &hints)?) },
        task_support: match support.is_none() {
            true => None,
            false => Some(tool.word(&support, "task_support", &words)?),
        },
        icons: tool.icons()?,
        meta: tool.object("meta")?,
    })
}

fn tool_annotations(tool: &Entry<'_, '_>, hints: Any<'_, '_>) -> PyResult<ToolAnnotations> {
    let hints = Entry { of: hints, whose: format!("annotations of {}", tool.whose) };
    Ok(ToolAnnotations {
        title: hints.maybe("title")?,
        read_only: hints.flag("read_only")?,
        destructive: hints.flag("destructive")?,
        idempotent: hints.flag("idempotent")?,
        open_world: hints.flag("open_world")?,
    })
}

/// An object of the class `Resource`.
pub(crate) fn resource(resource: Any<'_, '_>) -> PyResult<Resource> {
    let resource = Entry::new(resource, "the resource", "uri")?;
    Ok(Resource {
        uri: resource.text("uri")?,
        name: resource.text("name")?,
        title: resource.maybe("title")?,
        description: resource.maybe("description")?,
        mime_type: resource.maybe("mime_type")?,
        size: resource.get("size", "a whole number from 0 on or None")?,
        annotations: resource.annotations()?,
        icons: resource.icons()?,
        meta: resource.object("meta")?,
    })
}

/// An object of the class `ResourceTemplate`.
pub(crate) fn template(template: Any<'_, '_>) -> PyResult<ResourceTemplate> {
    let template = Entry::new(template, "the template", "uri_template")?;
    Ok(ResourceTemplate {
        uri_template: template.text("uri_template")?,
        name: template.text("name")?,
        title: template.maybe("title")?,
        description: template.maybe("description")?,
        mime_type: template.maybe("mime_type")?,
        annotations: template.annotations()?,
        icons: template.icons()?,
        meta: template.object("meta")?,
    })
}

/// An object of the class `Prompt`.
pub(crate) fn prompt(prompt: Any<'_, '_>) -> PyResult<Prompt> {
    let prompt = Entry::new(prompt, "the prompt", "name")?;
    let argument = |argument: Any<'_, '_>| {
        let kind = format!("{}, argument", prompt.whose);
        let argument = Entry::new(argument, &kind, "name")?;
        Ok(PromptArgument {
            name: argument.text("name")?,
            title: argument.maybe("title")?,
            description: argument.maybe("description")?,
            required: argument.flag("required")?,
        })
    };
    Ok(Prompt {
        name: prompt.text("name")?,
        title: prompt.maybe("title")?,
        description: prompt.maybe("description")?,
        arguments: all(&prompt.of.getattr("arguments")?, argument)?,
        icons: prompt.icons()?,
        meta: prompt.object("meta")?,
    })
}
