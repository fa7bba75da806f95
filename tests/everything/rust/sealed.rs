//! States that pass through the client, sealed, so that only what this server gave out comes back.

use sansmcp::seal::{Bound, SealError, sealed_len};
use sansmcp::{Call, Code};

use crate::desk::{Desk, Done};

/// Milliseconds that a state is good for: as long as a person may take.
const LIFE: u64 = 600_000;

impl Desk<'_, '_> {
    /// Seals a state for the call when it comes again.
    pub fn seal(&self, call: &Call<'_>, state: &str) -> String {
        let mut text = vec![0; sealed_len(state.len())];
        let expires = self.now.saturating_add(LIFE);
        let sealed = self.work.seal.close(&bound(call), expires, state.as_bytes(), &mut text);
        sealed.expect("it has the room that it takes").into()
    }

    /// The state that came back, if one did.
    pub fn unseal(&self, call: &Call<'_>) -> Result<Option<String>, SealError> {
        let Some(text) = call.request_state() else { return Ok(None) };
        let mut state = vec![0; text.raw().len()];
        let state = self.work.seal.open(&bound(call), self.now, text, &mut state)?;
        Ok(Some(String::from_utf8_lossy(state).into_owned()))
    }

    /// The answer to a call whose state is not as it went out.
    pub fn bad_state<'t>(
        &mut self,
        call: &Call<'_>,
        error: SealError,
        tx: &'t mut [u8],
    ) -> Done<'t> {
        let (code, why) = error.answer().unwrap_or((Code::INTERNAL_ERROR, error.message()));
        self.server.error(call.ticket(), code, why, "", tx)
    }
}

/// A state is good for the same tool with the same arguments only.
fn bound<'c>(call: &'c Call<'_>) -> Bound<'c> {
    Bound::state("tools/call").name(call.name()).arguments(call.arguments())
}
