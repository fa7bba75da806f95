//! Request states and cursors that clients cannot change, bound to the event that they are for.

use sansmcp::json::{Raw, Span};
use sansmcp::schema::Prose;
use sansmcp::seal::{Bound, Purpose, Seal as Core, SealError, open, sealed_len};

use crate::event::Event;

/// What a sealed text is for, and what it is bound to beside the method and the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sealing {
    /// A request state, or a cursor.
    pub purpose: Purpose,
    /// Who asks: any number that stands for the user that the transport authenticated.
    pub principal: u64,
    /// It is bound to the arguments too.
    pub binds_arguments: bool,
}

/// One key or several, of which the first closes and each is tried to open; see
/// [`sansmcp::seal::Seal`].
#[derive(Clone, Debug)]
pub struct Seal(Vec<Core>);

/// A text of an event's message, still as it was written.
fn text_at(event: &Event, span: Span) -> Option<sansmcp::json::Text<'_>> {
    Raw::parse_str(span.of(&event.text)?).ok()?.text()
}

impl Sealing {
    fn bound<'e>(&self, event: &'e Event) -> Bound<'e> {
        let method = text_at(event, event.parts.method_name).map_or(Prose::Plain(""), Prose::Json);
        let mut bound = match self.purpose {
            Purpose::State => Bound::state(method),
            Purpose::Cursor => Bound::cursor(method),
        };
        bound = bound.principal(self.principal);
        if let Some(name) = text_at(event, event.parts.name) {
            bound = bound.name(name);
        }
        if self.binds_arguments {
            let arguments = event.arguments();
            bound = bound.arguments(arguments.and_then(|json| Raw::parse_str(json).ok()));
        }
        bound
    }
}

impl Seal {
    /// A seal of secret keys: closes with the first, and opens with any.
    ///
    /// # Errors
    /// [`SealError::WeakKey`] if one is too short, or there is none.
    pub fn new(keys: &[&[u8]]) -> Result<Self, SealError> {
        let seals: Vec<Core> = keys.iter().map(|key| Core::new(key)).collect::<Result<_, _>>()?;
        if seals.is_empty() { Err(SealError::WeakKey) } else { Ok(Self(seals)) }
    }

    /// A text of the data that nobody without the key can make or change, good for what this
    /// event asks until `expires`.
    ///
    /// # Errors
    /// None that a caller can bring about.
    pub fn close(
        &self,
        event: &Event,
        sealing: Sealing,
        expires: u64,
        data: &[u8],
    ) -> Result<String, SealError> {
        let seal = self.0.first().ok_or(SealError::WeakKey)?;
        let mut text = vec![0; sealed_len(data.len())];
        seal.close(&sealing.bound(event), expires, data, &mut text).map(str::to_owned)
    }

    /// The data in the state or the cursor that came with an event; `None` if none came.
    ///
    /// # Errors
    /// As [`sansmcp::seal::open`].
    pub fn open(
        &self,
        event: &Event,
        sealing: Sealing,
        now: u64,
    ) -> Result<Option<Vec<u8>>, SealError> {
        let span = match sealing.purpose {
            Purpose::State => event.parts.request_state,
            Purpose::Cursor => event.parts.cursor,
        };
        let Some(came) = text_at(event, span) else { return Ok(None) };
        let mut data = vec![0; came.raw().len()];
        let opened = open(&self.0, &sealing.bound(event), now, came, &mut data)?;
        Ok(Some(opened.to_vec()))
    }
}
