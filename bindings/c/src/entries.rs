//! What the lists of a server hold beside tools: resources, templates, prompts.

use engine::json::Number;
use engine::schema::{
    Annotations, ArgumentSource, IconSource, Prompt, PromptArgument, Resource, ResourceTemplate,
    Role,
};

use crate::edge::slice;
use crate::info::{
    check_hint, check_icons, check_texts, has_icons, hint, items, said, said_or_not, sansmcp_icon,
};
use crate::json::object;
use crate::result::{SANSMCP_OUT_OF_RANGE, sansmcp_result};
use crate::server::sansmcp_number;
use crate::text::sansmcp_str;

/// Whom something is for: the bits of sansmcp_annotations.audience.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_audience {
    /// The person.
    SANSMCP_AUDIENCE_USER = 1,
    /// The model.
    SANSMCP_AUDIENCE_ASSISTANT = 2,
}

/// Hints on how to use or show a resource or a block of content. What is left zero is not said.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_annotations {
    /// How important it is, from 0 (can be left out) to 1 (must be there), such as
    /// SANSMCP_DECIMAL("0.5").
    pub priority: sansmcp_number,
    /// When it was changed last, as in `2025-01-12T15:00:58Z`. From 2025-06-18 on.
    pub last_modified: sansmcp_str,
    /// Whom it is for: bits of sansmcp_audience.
    pub audience: u8,
}

/// Something that can be read: a file, a table, a page. What is left zero is not said.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_resource {
    /// Where it is, required: a URI, the key that it is read by.
    pub uri: sansmcp_str,
    /// The name for programs, required.
    pub name: sansmcp_str,
    /// The name for people. From 2025-06-18 on.
    pub title: sansmcp_str,
    /// What it is, for the model.
    pub description: sansmcp_str,
    /// Its media type, if known.
    pub mime_type: sansmcp_str,
    /// Its size in bytes, before any encoding; looked at if has_size.
    pub size: u64,
    /// Its size is known.
    pub has_size: bool,
    /// For whom it is, and how important.
    pub annotations: sansmcp_annotations,
    /// Its pictures. From DRAFT-2025-v3 on.
    pub icons: *const sansmcp_icon,
    /// How many icons.
    pub icon_count: usize,
    /// `_meta`, the JSON text of an object. From 2025-06-18 on.
    pub meta: sansmcp_str,
}

/// A family of resources whose URIs follow a pattern. What is left zero is not said.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_template {
    /// The pattern, required: a URI template (RFC 6570) such as `file:///{path}`.
    pub uri_template: sansmcp_str,
    /// The name for programs, required.
    pub name: sansmcp_str,
    /// The name for people. From 2025-06-18 on.
    pub title: sansmcp_str,
    /// What the resources are, for the model.
    pub description: sansmcp_str,
    /// Their media type, if all have the same.
    pub mime_type: sansmcp_str,
    /// For whom they are, and how important.
    pub annotations: sansmcp_annotations,
    /// Its pictures. From 2025-11-25 on.
    pub icons: *const sansmcp_icon,
    /// How many icons.
    pub icon_count: usize,
    /// `_meta`, the JSON text of an object. From 2025-06-18 on.
    pub meta: sansmcp_str,
}

/// An argument of a prompt; its value is a text. What is left zero is not said.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_prompt_argument {
    /// The name for programs, required.
    pub name: sansmcp_str,
    /// The name for people. From 2025-06-18 on.
    pub title: sansmcp_str,
    /// What it is.
    pub description: sansmcp_str,
    /// A sansmcp_hint: the prompt cannot do without it.
    pub required: u8,
}

/// A prompt, or a template for prompts, that a person may pick. What is left zero is not said.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_prompt {
    /// The name it is asked for by, required.
    pub name: sansmcp_str,
    /// The name for people. From 2025-06-18 on.
    pub title: sansmcp_str,
    /// What it is for.
    pub description: sansmcp_str,
    /// What it can be filled in with.
    pub arguments: *const sansmcp_prompt_argument,
    /// How many arguments.
    pub argument_count: usize,
    /// Its pictures. From DRAFT-2025-v3 on.
    pub icons: *const sansmcp_icon,
    /// How many icons.
    pub icon_count: usize,
    /// `_meta`, the JSON text of an object. From 2025-06-18 on.
    pub meta: sansmcp_str,
}

// SAFETY: the tables do not change while the engine reads them, whoever does.
unsafe impl Sync for sansmcp_resource {}
// SAFETY: as above.
unsafe impl Sync for sansmcp_template {}
// SAFETY: as above.
unsafe impl Sync for sansmcp_prompt {}

has_icons!(sansmcp_resource, sansmcp_template, sansmcp_prompt);

impl sansmcp_annotations {
    /// As the engine has them; none if nothing is said.
    pub(crate) fn read(&self) -> Option<Annotations<'_>> {
        let audience: &[Role] = match self.audience {
            1 => &[Role::User],
            2 => &[Role::Assistant],
            3 => &[Role::User, Role::Assistant],
            _ => &[],
        };
        // SAFETY: as the crate demands of all pointers; it was looked at before.
        let priority: Option<Number<'_>> = unsafe { self.priority.checked() }.unwrap_or_default();
        let last_modified = said_or_not(self.last_modified);
        let is_said = !audience.is_empty() || priority.is_some() || last_modified.is_some();
        is_said.then_some(Annotations { audience, priority, last_modified })
    }

    pub(crate) unsafe fn check(&self) -> Result<(), sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            self.priority.checked()?;
            check_texts(&[self.last_modified])?;
        }
        if self.audience > 3 { Err(SANSMCP_OUT_OF_RANGE) } else { Ok(()) }
    }
}

impl sansmcp_resource {
    /// As the engine has it, over the same memory.
    pub(crate) fn read(&self) -> Resource<'_> {
        Resource {
            uri: said(self.uri),
            name: said(self.name),
            title: said_or_not(self.title),
            description: said_or_not(self.description),
            mime_type: said_or_not(self.mime_type),
            size: self.has_size.then_some(self.size),
            annotations: self.annotations.read(),
            icon_source: (self.icon_count > 0).then_some(self as &dyn IconSource),
            meta: said(self.meta),
            ..Resource::EMPTY
        }
    }

    /// Looks at all pointers and texts.
    pub(crate) unsafe fn check(&self) -> Result<(), sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            check_texts(&[self.uri, self.name, self.title, self.description, self.mime_type])?;
            self.annotations.check()?;
            check_icons(self.icons, self.icon_count)?;
            object(self.meta).map(|_| ())
        }
    }
}

impl sansmcp_template {
    /// As the engine has it, over the same memory.
    pub(crate) fn read(&self) -> ResourceTemplate<'_> {
        ResourceTemplate {
            uri_template: said(self.uri_template),
            name: said(self.name),
            title: said_or_not(self.title),
            description: said_or_not(self.description),
            mime_type: said_or_not(self.mime_type),
            annotations: self.annotations.read(),
            icon_source: (self.icon_count > 0).then_some(self as &dyn IconSource),
            meta: said(self.meta),
            ..ResourceTemplate::EMPTY
        }
    }

    /// Looks at all pointers and texts.
    pub(crate) unsafe fn check(&self) -> Result<(), sansmcp_result> {
        let texts = [self.uri_template, self.name, self.title, self.description, self.mime_type];
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            check_texts(&texts)?;
            self.annotations.check()?;
            check_icons(self.icons, self.icon_count)?;
            object(self.meta).map(|_| ())
        }
    }
}

impl ArgumentSource for sansmcp_prompt {
    fn argument(&self, index: usize) -> Option<PromptArgument<'_>> {
        let argument = items(self.arguments, self.argument_count).get(index)?;
        Some(PromptArgument {
            name: said(argument.name),
            title: said_or_not(argument.title),
            description: said_or_not(argument.description),
            required: hint(argument.required),
        })
    }
}

impl sansmcp_prompt {
    /// As the engine has it, over the same memory.
    pub(crate) fn read(&self) -> Prompt<'_> {
        Prompt {
            name: said(self.name),
            title: said_or_not(self.title),
            description: said_or_not(self.description),
            argument_source: Some(self),
            icon_source: (self.icon_count > 0).then_some(self as &dyn IconSource),
            meta: said(self.meta),
            ..Prompt::EMPTY
        }
    }

    /// Looks at all pointers and texts.
    pub(crate) unsafe fn check(&self) -> Result<(), sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            check_texts(&[self.name, self.title, self.description])?;
            for argument in slice(self.arguments, self.argument_count)? {
                check_texts(&[argument.name, argument.title, argument.description])?;
                check_hint(argument.required)?;
            }
            check_icons(self.icons, self.icon_count)?;
            object(self.meta).map(|_| ())
        }
    }
}
