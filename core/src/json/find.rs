//! The hot step: where is the next byte that needs a thought?
//!
//! Each search exists once, as a `Probe`, and runs in two forms: over machine words (any
//! target) and over vectors of 16 bytes (SSE2, NEON). Which one is built is decided at compile
//! time from the target's features; `--cfg sansmcp_no_simd` turns the vectors off. Both give the
//! same answers.
//!
//! This is the only file of the core with `unsafe` in it.
#![allow(unsafe_code, unexpected_cfgs)]

use super::{Fault, FaultKind};
use crate::SMALL;

pub mod words;

/// The bytes as text: the one UTF-8 check a message gets.
///
/// # Errors
/// [`FaultKind::Utf8`] with the place of the first byte that is no part of a character.
#[cfg_attr(target_pointer_width = "64", inline)]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
pub fn text_of(bytes: &[u8]) -> Result<&str, Fault> {
    if SMALL {
        let at = words::valid_up_to(bytes);
        if at < bytes.len() {
            return Err(Fault { kind: FaultKind::Utf8, at });
        }
    } else {
        // ASCII is only looked at; the full check starts at the first byte that is not.
        let plain = best::find(bytes, 0, High);
        if plain < bytes.len() {
            let rest = bytes.get(plain..).unwrap_or_default();
            if let Err(error) = core::str::from_utf8(rest) {
                let at = plain.saturating_add(error.valid_up_to());
                return Err(Fault { kind: FaultKind::Utf8, at });
            }
        }
    }
    // SAFETY: all of it has just been checked.
    Ok(unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// The index of the first `"`, `\` or byte below 0x20 at or after `from`; the length if none.
#[inline]
pub fn find_special(bytes: &[u8], from: usize) -> usize {
    best::find(bytes, from, Special)
}

/// As [`find_special`]: `Ok` if it is a quote, so that nobody has to look again.
///
/// # Errors
/// The index of another special byte, or the length.
#[inline(always)]
pub(super) fn find_quote(bytes: &[u8], from: usize) -> Result<usize, usize> {
    best::find_quote(bytes, from)
}

/// The index of the first `byte` at or after `from`; the length if there is none.
#[inline]
pub fn find_byte(bytes: &[u8], from: usize, byte: u8) -> usize {
    best::find(bytes, from, Byte(byte))
}

/// The index of the first CR or LF at or after `from`; the length if there is none.
#[inline]
pub fn find_line_end(bytes: &[u8], from: usize) -> usize {
    best::find(bytes, from, LineEnd)
}

/// One bit for each of the 64 bytes from `at` on that [`find_special`] looks for; `None` if fewer
/// are left, or where there are no vectors to do it with.
#[inline(always)]
pub(super) fn specials(bytes: &[u8], at: usize) -> Option<u64> {
    best::mask(bytes, at, Special)
}

/// Where runs of digits end in the 16 bytes from `at` on; `None` if fewer are left, or where there
/// are no vectors to do it with.
#[inline(always)]
pub(super) fn digit_runs(bytes: &[u8], at: usize) -> Option<best::DigitRuns> {
    best::digit_runs(bytes, at)
}

#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2", not(sansmcp_no_simd)),
    all(target_arch = "aarch64", target_feature = "neon", not(sansmcp_no_simd))
))]
use vectors as best;
#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "sse2", not(sansmcp_no_simd)),
    all(target_arch = "aarch64", target_feature = "neon", not(sansmcp_no_simd))
)))]
use words as best;

/// A set of bytes to look for.
trait Probe: Copy {
    /// Whether it is looked for in long runs, so that words are worth their flash on small chips.
    const RUNS: bool = true;

    /// Whether `byte` is in the set.
    fn byte(self, byte: u8) -> bool;

    /// A word whose lowest set bit lies in the lowest byte that is in the set; 0 if none is.
    /// Bits above that one mean nothing: a borrow may have come from below.
    fn word(self, word: usize) -> usize;
}

/// What ends a run inside a JSON string.
#[derive(Clone, Copy)]
struct Special;

/// One byte.
#[derive(Clone, Copy)]
struct Byte(u8);

/// CR and LF.
#[derive(Clone, Copy)]
struct LineEnd;

/// Bytes of 0x80 and above.
#[derive(Clone, Copy)]
struct High;

impl Probe for Special {
    #[inline(always)]
    fn byte(self, byte: u8) -> bool {
        byte < 0x20 || byte == b'"' || byte == b'\\'
    }

    #[inline(always)]
    fn word(self, word: usize) -> usize {
        let quote = (word ^ words::splat(b'"')).wrapping_sub(words::splat(1));
        let slash = (word ^ words::splat(b'\\')).wrapping_sub(words::splat(1));
        // `!word` also keeps bytes of 0x80 and above out of all three.
        let control = word.wrapping_sub(words::splat(0x20));
        (quote | slash | control) & !word & words::splat(0x80)
    }
}

impl Probe for Byte {
    const RUNS: bool = false;

    #[inline(always)]
    fn byte(self, byte: u8) -> bool {
        byte == self.0
    }

    #[inline(always)]
    fn word(self, word: usize) -> usize {
        words::zeros(word ^ words::splat(self.0))
    }
}

impl Probe for LineEnd {
    const RUNS: bool = false;

    #[inline(always)]
    fn byte(self, byte: u8) -> bool {
        byte == b'\n' || byte == b'\r'
    }

    #[inline(always)]
    fn word(self, word: usize) -> usize {
        words::zeros(word ^ words::splat(b'\n')) | words::zeros(word ^ words::splat(b'\r'))
    }
}

impl Probe for High {
    const RUNS: bool = false;

    #[inline(always)]
    fn byte(self, byte: u8) -> bool {
        byte >= 0x80
    }

    #[inline(always)]
    fn word(self, word: usize) -> usize {
        word & words::splat(0x80)
    }
}

/// The vector form: 16 bytes at once, 64 in long runs.
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2", not(sansmcp_no_simd)),
    all(target_arch = "aarch64", target_feature = "neon", not(sansmcp_no_simd))
))]
mod vectors {
    use super::{Byte, High, LineEnd, Probe, Special, words};
    use lane::{V, less, min, xor};

    /// A [`Probe`] over vectors: zero in each byte that is in the set, something else in the
    /// others, so that several are joined by taking the smaller.
    pub(super) trait Wide: Probe {
        fn vector(self, v: V) -> V;
    }

    impl Wide for Special {
        #[inline(always)]
        fn vector(self, v: V) -> V {
            min(min(xor(v, b'"'), xor(v, b'\\')), less(v, 0x1f))
        }
    }

    impl Wide for Byte {
        #[inline(always)]
        fn vector(self, v: V) -> V {
            xor(v, self.0)
        }
    }

    impl Wide for LineEnd {
        #[inline(always)]
        fn vector(self, v: V) -> V {
            min(xor(v, b'\n'), xor(v, b'\r'))
        }
    }

    impl Wide for High {
        #[inline(always)]
        fn vector(self, v: V) -> V {
            less(xor(v, 0xff), 0x7f)
        }
    }

    #[inline(always)]
    fn load(bytes: &[u8], at: usize) -> Option<lane::V> {
        bytes.get(at..)?.first_chunk::<16>().map(lane::load)
    }

    /// Most strings end in their first 16 bytes, so that much is done where it is called.
    #[inline(always)]
    pub(super) fn find<P: Wide>(bytes: &[u8], from: usize, probe: P) -> usize {
        let Some(v) = load(bytes, from) else { return near_end(bytes, from, probe) };
        let hits = lane::zeros(probe.vector(v));
        if hits != 0 {
            return from.wrapping_add(lane::first(hits));
        }
        far(bytes, from.wrapping_add(16), probe)
    }

    #[inline(always)]
    pub(super) fn find_quote(bytes: &[u8], from: usize) -> Result<usize, usize> {
        let Some(chunk) = bytes.get(from..).and_then(|rest| rest.first_chunk::<16>()) else {
            return judge(bytes, near_end(bytes, from, Special));
        };
        let hits = lane::zeros(Special.vector(lane::load(chunk)));
        if hits == 0 {
            return judge(bytes, far(bytes, from.wrapping_add(16), Special));
        }
        let first = lane::first(hits);
        let at = from.wrapping_add(first);
        if chunk.get(first & 15) == Some(&b'"') { Ok(at) } else { Err(at) }
    }

    #[inline(always)]
    fn judge(bytes: &[u8], at: usize) -> Result<usize, usize> {
        if bytes.get(at) == Some(&b'"') { Ok(at) } else { Err(at) }
    }

    /// One bit for each of the 64 bytes at `at` that is in the set.
    #[inline(always)]
    pub(super) fn mask<P: Wide>(bytes: &[u8], at: usize, probe: P) -> Option<u64> {
        let block = bytes.get(at..)?.first_chunk::<64>()?;
        let ([a, b, c, d], _) = block.as_chunks::<16>() else { return None };
        let (a, b) = (probe.vector(lane::load(a)), probe.vector(lane::load(b)));
        let (c, d) = (probe.vector(lane::load(c)), probe.vector(lane::load(d)));
        // One branch for all four: in long runs it is the only one.
        if lane::zeros(min(min(a, b), min(c, d))) == 0 {
            return Some(0);
        }
        Some(lane::mask([a, b, c, d]))
    }

    #[inline(always)]
    pub(super) fn digit_runs(bytes: &[u8], at: usize) -> Option<DigitRuns> {
        let digits = lane::zeros(less(xor(load(bytes, at)?, b'0'), 9));
        Some(DigitRuns(!digits & lane::ALL))
    }

    /// The places of the bytes that are no digits, one bit each; which bit depends on the lanes.
    pub(in crate::json) struct DigitRuns(u64);

    impl DigitRuns {
        /// The next byte that is no digit, counted from the first of the 16; 16 if none is left.
        #[inline(always)]
        pub(in crate::json) fn next(&mut self) -> usize {
            let hits = self.0;
            self.0 = hits & hits.wrapping_sub(1);
            lane::first(hits | lane::END)
        }
    }

    /// Longer runs.
    #[inline(never)]
    fn far<P: Wide>(bytes: &[u8], from: usize, probe: P) -> usize {
        let mut at = from;
        while let Some(hits) = mask(bytes, at, probe) {
            if hits != 0 {
                return at.wrapping_add(hits.trailing_zeros() as usize);
            }
            at = at.wrapping_add(64);
        }
        while let Some(v) = load(bytes, at) {
            let hits = lane::zeros(probe.vector(v));
            if hits != 0 {
                return at.wrapping_add(lane::first(hits));
            }
            at = at.wrapping_add(16);
        }
        near_end(bytes, at, probe)
    }

    /// Fewer than 16 bytes are left: the last 16 of the whole are looked at once more, and what
    /// lies before `from` is shifted out.
    #[inline(never)]
    fn near_end<P: Wide>(bytes: &[u8], from: usize, probe: P) -> usize {
        let Some(last) = bytes.last_chunk::<16>() else { return words::find(bytes, from, probe) };
        let skip = from.wrapping_sub(bytes.len().wrapping_sub(16));
        if skip >= 16 {
            return bytes.len();
        }
        let hits = lane::zeros(probe.vector(lane::load(last))) >> lane::shift(skip);
        if hits == 0 { bytes.len() } else { from.wrapping_add(lane::first(hits)) }
    }

    #[cfg(target_arch = "x86_64")]
    mod lane {
        use core::arch::x86_64 as arch;

        pub(super) type V = arch::__m128i;

        /// The bits of `zeros`, one for each byte.
        pub(super) const ALL: u64 = 0xffff;
        /// The bit after them.
        pub(super) const END: u64 = 1 << 16;

        #[inline(always)]
        pub(super) fn load(bytes: &[u8; 16]) -> V {
            // SAFETY: 16 bytes are readable there, the load needs no alignment, and the module is
            // only built with SSE2.
            unsafe { arch::_mm_loadu_si128(bytes.as_ptr().cast()) }
        }

        #[inline(always)]
        fn splat(byte: u8) -> V {
            // SAFETY: the module is only built with SSE2; registers only.
            unsafe { arch::_mm_set1_epi8(byte as i8) }
        }

        #[inline(always)]
        pub(super) fn xor(v: V, byte: u8) -> V {
            // SAFETY: the module is only built with SSE2; registers only.
            unsafe { arch::_mm_xor_si128(v, splat(byte)) }
        }

        /// `v - byte`, not below zero.
        #[inline(always)]
        pub(super) fn less(v: V, byte: u8) -> V {
            // SAFETY: the module is only built with SSE2; registers only.
            unsafe { arch::_mm_subs_epu8(v, splat(byte)) }
        }

        #[inline(always)]
        pub(super) fn min(a: V, b: V) -> V {
            // SAFETY: the module is only built with SSE2; registers only.
            unsafe { arch::_mm_min_epu8(a, b) }
        }

        /// One bit for each byte that is zero.
        #[inline(always)]
        pub(super) fn zeros(v: V) -> u64 {
            // SAFETY: the module is only built with SSE2; registers only.
            let mask = unsafe { arch::_mm_movemask_epi8(arch::_mm_cmpeq_epi8(v, splat(0))) };
            u64::from(mask as u32)
        }

        /// One bit for each byte of four that is zero.
        #[inline(always)]
        pub(super) fn mask([a, b, c, d]: [V; 4]) -> u64 {
            zeros(a) | zeros(b) << 16 | zeros(c) << 32 | zeros(d) << 48
        }

        /// Which byte the lowest bit of `zeros` stands for.
        #[inline(always)]
        pub(super) fn first(hits: u64) -> usize {
            hits.trailing_zeros() as usize
        }

        /// How far `zeros` is shifted to leave out `bytes`, which is below 16.
        #[inline(always)]
        pub(super) fn shift(bytes: usize) -> usize {
            bytes
        }
    }

    #[cfg(target_arch = "aarch64")]
    mod lane {
        use core::arch::aarch64 as arch;

        pub(super) type V = arch::uint8x16_t;

        /// The bits of `zeros`, one for each byte.
        pub(super) const ALL: u64 = 0x1111_1111_1111_1111;
        /// There is no bit after them: without one, the count of zeros says 16 bytes.
        pub(super) const END: u64 = 0;

        #[inline(always)]
        pub(super) fn load(bytes: &[u8; 16]) -> V {
            // SAFETY: 16 bytes are readable there, the load needs no alignment, and the module is
            // only built with NEON.
            unsafe { arch::vld1q_u8(bytes.as_ptr()) }
        }

        #[inline(always)]
        pub(super) fn xor(v: V, byte: u8) -> V {
            // SAFETY: the module is only built with NEON; registers only.
            unsafe { arch::veorq_u8(v, arch::vdupq_n_u8(byte)) }
        }

        /// `v - byte`, not below zero.
        #[inline(always)]
        pub(super) fn less(v: V, byte: u8) -> V {
            // SAFETY: the module is only built with NEON; registers only.
            unsafe { arch::vqsubq_u8(v, arch::vdupq_n_u8(byte)) }
        }

        #[inline(always)]
        pub(super) fn min(a: V, b: V) -> V {
            // SAFETY: the module is only built with NEON; registers only.
            unsafe { arch::vminq_u8(a, b) }
        }

        /// Four bits for each byte that is zero.
        #[inline(always)]
        pub(super) fn zeros(v: V) -> u64 {
            // SAFETY: the module is only built with NEON; registers only.
            unsafe {
                let equal = arch::vreinterpretq_u16_u8(arch::vceqzq_u8(v));
                arch::vget_lane_u64::<0>(arch::vreinterpret_u64_u8(arch::vshrn_n_u16::<4>(equal)))
            }
        }

        /// One bit for each byte of four that is zero.
        #[inline(always)]
        pub(super) fn mask(parts: [V; 4]) -> u64 {
            const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
            let bits = load(&BITS);
            // SAFETY: the module is only built with NEON; registers only.
            unsafe {
                let [a, b, c, d] = parts.map(|v| arch::vandq_u8(arch::vceqzq_u8(v), bits));
                // Three times neighbours are added: eight bytes of one bit each become one.
                let sum = arch::vpaddq_u8(arch::vpaddq_u8(a, b), arch::vpaddq_u8(c, d));
                let sum = arch::vpaddq_u8(sum, sum);
                arch::vgetq_lane_u64::<0>(arch::vreinterpretq_u64_u8(sum))
            }
        }

        /// Which byte the lowest bit of `zeros` stands for.
        #[inline(always)]
        pub(super) fn first(hits: u64) -> usize {
            (hits.trailing_zeros() >> 2) as usize
        }

        /// How far `zeros` is shifted to leave out `bytes`, which is below 16.
        #[inline(always)]
        pub(super) fn shift(bytes: usize) -> usize {
            bytes << 2
        }
    }
}
