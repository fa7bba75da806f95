//! Request states and cursors that clients cannot change.

use core::array;
use core::ffi::c_char;

use engine::json::Raw;
use engine::schema::Prose;
use engine::seal::{self, Bound, MIN_KEY, Seal, SealError};

use crate::edge::{Place, at, optional, slice, slice_mut};
use crate::result::{
    SANSMCP_EXPIRED, SANSMCP_FORGED, SANSMCP_NOT_JSON, SANSMCP_NOT_SEALED, SANSMCP_NULL_POINTER,
    SANSMCP_OUT_OF_RANGE, SANSMCP_SHORT, SANSMCP_WEAK_KEY, done, sansmcp_result,
};
use crate::text::{sansmcp_str, sansmcp_text};

/// The least number of bytes in a key. 32 random ones are a good key.
pub const SANSMCP_MIN_KEY: usize = 16;
const _: () = assert!(SANSMCP_MIN_KEY == MIN_KEY);

/// How many keys can be tried at once.
pub const SANSMCP_MAX_KEYS: usize = 4;

/// A secret key, in the caller's memory: of SANSMCP_MIN_KEY bytes or more, from a good source of
/// random numbers.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_key {
    /// Its bytes.
    pub data: *const u8,
    /// How many.
    pub len: usize,
}

/// What a sealed text is for; the value of sansmcp_bound.purpose. One for the one is never good for
/// the other.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_purpose {
    /// A request state (sansmcp_ask.state).
    SANSMCP_PURPOSE_STATE = 1,
    /// A cursor of a list.
    SANSMCP_PURPOSE_CURSOR = 2,
}

/// What a sealed text is bound to: the same must be said when it is closed and when it is opened.
///
/// A retry repeats its request, so the arguments are bound as they mean: white space between tokens
/// and the way characters are escaped make no difference, and no arguments, `null` and `{}` are the
/// same. The order of members and the spelling of numbers do make one. Where something between
/// client and server rewrites messages, leave the arguments out and put into the data what must not
/// change.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_bound {
    /// The method of the request, such as `tools/call`, required.
    pub method: sansmcp_str,
    /// The name of the tool or the prompt, or the URI of the resource, as it came
    /// (sansmcp_event_name, sansmcp_event_uri).
    pub name: sansmcp_text,
    /// The same as plain text; looked at if name is NULL. Both NULL: it is not bound to one.
    pub plain_name: sansmcp_str,
    /// The arguments (sansmcp_event_arguments): the JSON text of an object, or NULL where there are
    /// none. Looked at if binds_arguments is not 0.
    pub arguments: sansmcp_str,
    /// Who asks: any number that stands for the user that the transport authenticated.
    pub principal: u64,
    /// A sansmcp_purpose.
    pub purpose: u8,
    /// Not 0: it is bound to the arguments.
    pub binds_arguments: u8,
}

impl sansmcp_bound {
    unsafe fn read<'a>(of: *const Self) -> Result<Bound<'a>, sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let of = at(of)?;
            let method = optional(of.method)?.ok_or(SANSMCP_NULL_POINTER)?;
            let name = match of.name.read()? {
                Some(name) => Some(Prose::Json(name)),
                None => optional(of.plain_name)?.map(Prose::Plain),
            };
            let mut bound = match of.purpose {
                1 => Bound::state(method),
                2 => Bound::cursor(method),
                _ => return Err(SANSMCP_OUT_OF_RANGE),
            };
            bound = bound.principal(of.principal);
            if let Some(name) = name {
                bound = bound.name(name);
            }
            if of.binds_arguments != 0 {
                let arguments = match optional(of.arguments)? {
                    Some(json) => Some(Raw::parse_str(json).map_err(|_| SANSMCP_NOT_JSON)?),
                    None => None,
                };
                bound = bound.arguments(arguments);
            }
            Ok(bound)
        }
    }
}

impl sansmcp_key {
    unsafe fn read(&self) -> Result<Seal, sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        Ok(Seal::new(unsafe { slice(self.data, self.len) }?)?)
    }
}

impl From<SealError> for sansmcp_result {
    fn from(error: SealError) -> Self {
        match error {
            SealError::WeakKey => SANSMCP_WEAK_KEY,
            SealError::Short { .. } => SANSMCP_SHORT,
            SealError::Forged => SANSMCP_FORGED,
            SealError::Expired => SANSMCP_EXPIRED,
            _ => SANSMCP_NOT_SEALED,
        }
    }
}

/// How many bytes the text has that `data_len` bytes are sealed in: four thirds of them and 40
/// more, rounded up. 32 bytes of data take 96.
#[unsafe(no_mangle)]
pub extern "C" fn sansmcp_sealed_len(data_len: usize) -> usize {
    seal::sealed_len(data_len)
}

/// Seals data: makes a text of it that nobody without the key can change or make up, and that is
/// good only for what it is bound to, until `expires_ms`. For sansmcp_ask.state, and for cursors.
///
/// It hides nothing: the client can read the data. It can be used again until it expires: where a
/// step must happen once, put a number of your own into the data and remember that it was used. The
/// time is on one clock that all machines with the key share and that does not start again with
/// them; a device that counts from its start makes a new key at each start.
///
/// `sealed` is the text in the buffer: sansmcp_sealed_len bytes of letters, digits, `-` and `_`,
/// without a NUL at its end. SANSMCP_SHORT: it is NULL with the length that it takes.
/// SANSMCP_WEAK_KEY: the key has fewer than SANSMCP_MIN_KEY bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_seal_close(
    key: *const sansmcp_key,
    bound: *const sansmcp_bound,
    expires_ms: u64,
    data: *const u8,
    data_len: usize,
    buffer: *mut c_char,
    buffer_len: usize,
    sealed: *mut sansmcp_str,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (key, bound, data) =
            unsafe { (at(key)?.read()?, sansmcp_bound::read(bound)?, slice(data, data_len)?) };
        // SAFETY: as above.
        let (buffer, place) =
            unsafe { (slice_mut(buffer.cast::<u8>(), buffer_len)?, Place::new(sealed)?) };
        match key.close(&bound, expires_ms, data, buffer) {
            Ok(text) => place.put(sansmcp_str::of(text)),
            Err(SealError::Short { need }) => return place.short(need),
            Err(error) => return Err(error.into()),
        }
        Ok(())
    })())
}

/// Checks a sealed text as it came (sansmcp_event_request_state, sansmcp_event_cursor), and writes
/// the data in it into the buffer; `data_len` says how many bytes. Nothing is written that was not
/// checked first.
///
/// With several keys each is tried in its turn: close with the first, and keep the one before it
/// behind it until all that it closed has expired.
///
/// SANSMCP_NOT_SEALED: the text is none that was sealed. SANSMCP_FORGED: it was changed, made with
/// another key, or bound to something else. SANSMCP_EXPIRED: it is too old. These are for the log;
/// to the client all are the same, and sansmcp_seal_answer is what to say. SANSMCP_SHORT:
/// `data_len` is what it takes. SANSMCP_NULL_POINTER: no text came. SANSMCP_OUT_OF_RANGE: there is
/// no key, or more than SANSMCP_MAX_KEYS.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_seal_open(
    keys: *const sansmcp_key,
    key_count: usize,
    bound: *const sansmcp_bound,
    now_ms: u64,
    sealed: sansmcp_text,
    buffer: *mut u8,
    buffer_len: usize,
    data_len: *mut usize,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (keys, bound) = unsafe { (slice(keys, key_count)?, sansmcp_bound::read(bound)?) };
        let (first, others) = keys.split_first().ok_or(SANSMCP_OUT_OF_RANGE)?;
        // SAFETY: as above.
        let sealed = unsafe { sealed.read() }?.ok_or(SANSMCP_NULL_POINTER)?;
        // SAFETY: as above.
        let (buffer, place) = unsafe { (slice_mut(buffer, buffer_len)?, Place::new(data_len)?) };
        // SAFETY: as above.
        let first = unsafe { first.read() }?;
        let mut seals: [Seal; SANSMCP_MAX_KEYS] = array::from_fn(|_| first.clone());
        for (index, key) in others.iter().enumerate() {
            let seal = seals.get_mut(index.saturating_add(1)).ok_or(SANSMCP_OUT_OF_RANGE)?;
            // SAFETY: as above.
            *seal = unsafe { key.read() }?;
        }
        let seals = seals.get(..keys.len()).ok_or(SANSMCP_OUT_OF_RANGE)?;
        match seal::open(seals, &bound, now_ms, sealed, buffer) {
            Ok(data) => place.put(data.len()),
            Err(SealError::Short { need }) => {
                place.put(need);
                return Err(SANSMCP_SHORT);
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    })())
}

/// What to tell a client whose text could not be opened: the message and the `code` for
/// sansmcp_server_error. It is the same for all that the client can be to blame for
/// (SANSMCP_NOT_SEALED, SANSMCP_FORGED, SANSMCP_EXPIRED), so that it learns nothing from trying.
/// SANSMCP_NONE: `result` is none of them. The text lasts for ever.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_seal_answer(
    result: u32,
    code: *mut i32,
    message: *mut sansmcp_str,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (code, message) = unsafe { (Place::new(code)?, Place::new(message)?) };
        let blamed = [SealError::NotSealed, SealError::Forged, SealError::Expired];
        let is = |error: &SealError| sansmcp_result::from(*error) as u32 == result;
        let answer = blamed.into_iter().find(is).and_then(SealError::answer);
        let (number, text) = answer.ok_or(crate::result::SANSMCP_NONE)?;
        code.put(number.0);
        message.put(sansmcp_str::of(text));
        Ok(())
    })())
}
