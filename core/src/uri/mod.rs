//! URIs: templates of resources, percent-encoding, and which icons may be shown.
//!
//! [`Template`] is what `resources/templates/list` hands out as `uriTemplate` (RFC 6570, levels 1
//! to 3). A server matches the URI of `resources/read` against it, a client expands it.

mod expand;
mod icon;
mod matching;
mod percent;
pub(crate) mod split;
mod steps;
mod template;

pub use icon::is_safe_icon;
pub use matching::Captures;
pub use percent::{Captured, UriError};
pub use template::{MAX_VARIABLES, Template, TemplateError, TemplateFault, Variables};
