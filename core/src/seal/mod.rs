//! What the server hands out and gets back, sealed: `requestState` and cursors.
//!
//! In 2026-07-28 a call that needs input ends with a `requestState`, and its retry, which may come
//! to another machine, brings it back (basic/patterns/mrtr). So does a cursor with the next page.
//! Both pass through the peer, so both are whatever the peer likes. A [`Seal`] makes a text of the
//! server's data that nobody without the key can change or make up (HMAC-SHA-256, RFC 2104), and
//! that is good only until a given time and only for what it was [`Bound`] to: the principal, the
//! method, the name and the arguments of the original request, and its purpose, so that a cursor
//! is no state.
//!
//! ```
//! use sansmcp::json::{Raw, Text};
//! use sansmcp::seal::{Bound, Seal};
//!
//! let seal = Seal::new(b"thirty-two random bytes, or more")?;
//! let arguments = Raw::parse_str(r#"{"path":"/tmp"}"#).ok();
//! let bound = Bound::state("tools/call").principal(7).name("delete").arguments(arguments);
//!
//! let mut text = [0; 128];
//! let text = seal.close(&bound, 60_000, b"asked once", &mut text)?;
//!
//! // Later, perhaps elsewhere, with the retry:
//! let (came, mut data) = (Text::parse(text).unwrap(), [0; 64]);
//! assert_eq!(seal.open(&bound, 59_999, came, &mut data)?, b"asked once");
//! assert!(seal.open(&bound, 60_000, came, &mut data).is_err());
//! assert!(seal.open(&bound.name("create"), 0, came, &mut data).is_err());
//! # Ok::<(), sansmcp::seal::SealError>(())
//! ```
//!
//! What a seal does not do:
//!
//! - **It hides nothing.** The data is in the text, in Base64, for the peer to read.
//! - **It can be used again** until it expires. Where a step must happen once, put a number of your
//!   own into the data and remember that it was used.
//! - **It has no clock.** `now` and `expires` are milliseconds on one clock that all machines with
//!   the key share and that does not start again with them. A device that counts from its start
//!   makes a new key at each start.
//! - **It has no randomness.** The same data, bound to the same, gives the same text. Make the key
//!   from a good source: 32 random bytes.
//!
//! A chip without instructions for SHA-256 runs the loop of it unrolled, in 11 KB of flash; built
//! with `--cfg sha2_backend="soft" --cfg sha2_backend_soft="compact"` it is 5 KB, and slower.

mod bound;
mod envelope;
mod error;

pub use bound::{Bound, Purpose};
pub use envelope::sealed_len;
pub use error::SealError;

use crate::json::Text;
use core::fmt;
use envelope::{Carried, write};
use hmac::{Hmac, KeyInit, Mac};
use sha2::digest::block_api::Block;
use sha2::{Digest, Sha256};

/// The least number of bytes in a key. 32 random ones are a good key.
pub const MIN_KEY: usize = 16;

/// How many bytes the code has that a seal is.
const TAG: usize = 32;

type Code = Hmac<Sha256>;

/// A key, ready to close and open with. Plain data; what it prints as [`Debug`](fmt::Debug) says
/// nothing about the key.
#[derive(Clone)]
pub struct Seal(Code);

impl Seal {
    /// A seal of a secret key, which has [`MIN_KEY`] bytes or more. One of more than 64 is hashed
    /// first, as HMAC has it.
    ///
    /// # Errors
    /// [`SealError::WeakKey`] if it has fewer.
    pub fn new(key: &[u8]) -> Result<Self, SealError> {
        if key.len() < MIN_KEY {
            return Err(SealError::WeakKey);
        }
        // A whole block, made here as HMAC makes it, is what the optimiser sees no panic in.
        let mut block = Block::<Sha256>::default();
        let hash;
        let key = if key.len() > block.len() {
            hash = Sha256::digest(key);
            &hash
        } else {
            key
        };
        block.iter_mut().zip(key).for_each(|(to, from)| *to = *from);
        Ok(Self(Code::new(&block)))
    }

    /// Seals `data` and gives the text, written into `out`: [`sealed_len`] bytes of
    /// `A`–`Z`, `a`–`z`, `0`–`9`, `-` and `_`, which need no escape in JSON, URLs and headers.
    ///
    /// From `expires` on, in milliseconds on the clock of [`Seal::open`], it is no longer good.
    ///
    /// # Errors
    /// [`SealError::Short`] if `out` is too small; nothing has been written then.
    pub fn close<'o>(
        &self,
        bound: &Bound<'_>,
        expires: u64,
        data: &[u8],
        out: &'o mut [u8],
    ) -> Result<&'o str, SealError> {
        let expires = expires.to_be_bytes();
        let mut code = self.begin(bound, data.len());
        code.update(data);
        code.update(&expires);
        write([data, &expires, &code.finalize().into_bytes()], out)
    }

    /// Checks a text as it came, escapes and all, and gives the data in it, written into `out`.
    ///
    /// What is wrong with a text is for the log; to the peer all of it is the same, and
    /// [`SealError::answer`] is what to say. Nothing is written into `out` that was not checked
    /// first. Takes time in proportion to the text and to what it is bound to, and compares in
    /// constant time.
    ///
    /// # Errors
    /// [`SealError::NotSealed`] if the text is none that a seal gives, [`SealError::Forged`] if it
    /// was changed, made with another key or bound to something else, [`SealError::Expired`] if
    /// it is genuine but too old, [`SealError::Short`] if it is good but `out` too small.
    pub fn open<'o>(
        &self,
        bound: &Bound<'_>,
        now: u64,
        text: Text<'_>,
        out: &'o mut [u8],
    ) -> Result<&'o [u8], SealError> {
        open(core::slice::from_ref(self), bound, now, text, out)
    }

    /// The code over all that comes before the data. Every part of it ends where it says, so no
    /// two different ones give the same bytes.
    fn begin(&self, bound: &Bound<'_>, data: usize) -> Code {
        let mut code = self.0.clone();
        code.update(b"sansmcp seal 1\n");
        bound.update(&mut |bytes| code.update(bytes));
        code.update(&(data as u64).to_be_bytes());
        code
    }

    /// The time until which the text is good, if this seal made it for `bound`.
    fn check(&self, bound: &Bound<'_>, carried: &Carried<'_>) -> Result<u64, SealError> {
        let mut code = self.begin(bound, carried.data_len());
        let (expires, tag) = carried.read(|bytes| code.update(bytes))?;
        code.verify_slice(&tag).map_err(|_| SealError::Forged)?;
        Ok(u64::from_be_bytes(expires))
    }
}

/// As [`Seal::open`], with any of several seals: how keys are changed. Close with the first, and
/// keep the one before it behind it until all that it closed has expired.
///
/// Each seal that does not fit costs a pass over the text and what it is bound to.
///
/// # Errors
/// As [`Seal::open`]; [`SealError::Forged`] if none of the seals made the text, or there is none.
pub fn open<'o>(
    seals: &[Seal],
    bound: &Bound<'_>,
    now: u64,
    text: Text<'_>,
    out: &'o mut [u8],
) -> Result<&'o [u8], SealError> {
    let carried = Carried::new(text)?;
    for seal in seals {
        match seal.check(bound, &carried) {
            Err(SealError::Forged) => {}
            Err(other) => return Err(other),
            Ok(expires) if now >= expires => return Err(SealError::Expired),
            Ok(_) => return carried.data(out),
        }
    }
    Err(SealError::Forged)
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seal")
    }
}
