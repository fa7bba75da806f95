//! The pins: what is set, and what a call has to say to set one.

use sansmcp::json::{Raw, Text, Writer, text_of};
use sansmcp::{Call, Error, Out, Server};

use crate::words::say;

/// How many pins there are.
pub const PINS: usize = 16;
/// Characters that a label has at most.
const LABEL: usize = 16;

/// The pins. All zero bits when all are low.
#[derive(Clone, Copy)]
pub struct Pins {
    /// A bit for each, set where it is high.
    levels: u16,
    /// One was set, and nobody was told yet.
    has_news: bool,
}

/// What a call of `set_pin` says.
struct Setting<'f> {
    pin: u32,
    is_high: bool,
    /// In thousandths.
    duty: u32,
    label: Option<Text<'f>>,
}

impl Pins {
    /// All low.
    pub const LOW: Self = Self { levels: 0, has_news: false };

    /// A letter for each pin, pin 0 first.
    pub fn letters(&self) -> [u8; PINS] {
        let mut letters = [b'L'; PINS];
        for (place, letter) in letters.iter_mut().enumerate() {
            if self.levels.wrapping_shr(place as u32) & 1 == 1 {
                *letter = b'H';
            }
        }
        letters
    }

    /// True once after each setting of a pin.
    pub fn has_news(&mut self) -> bool {
        core::mem::take(&mut self.has_news)
    }

    /// Answers a call of `set_pin`.
    #[inline(never)]
    pub fn set<'t>(
        &mut self,
        server: &mut Server<'_>,
        call: &Call<'_>,
        tx: &'t mut [u8],
        scratch: &mut [u8],
    ) -> Result<Out<'t>, Error> {
        let setting = match Setting::of(call) {
            Ok(setting) => setting,
            Err(why) => return say(server, call.ticket(), why, true, tx),
        };
        let mut writer = Writer::new(scratch);
        setting.write(&mut writer);
        let json = text_of(writer.finish()).map_err(|_| Error::NotText)?;
        // As text too: what does not know structured results sees this.
        let out = server.answer(call.ticket(), tx).text(json).structured(json).end()?;
        let bit = 1_u16.wrapping_shl(setting.pin);
        self.levels = if setting.is_high { self.levels | bit } else { self.levels & !bit };
        self.has_news = true;
        Ok(out)
    }
}

impl<'f> Setting<'f> {
    /// Reads the arguments; what is wrong is said in words that name the argument.
    fn of(call: &Call<'f>) -> Result<Self, &'static str> {
        let get = |key: &str| call.arguments().and_then(|all| all.get(key));
        let pin = get("pin").and_then(|pin| pin.number()?.as_i64());
        let pin = match pin {
            Some(pin @ 0..=15) => pin as u32,
            _ => return Err("pin is out of bounds"),
        };
        let is_high = match get("level").and_then(|level| level.text()) {
            Some(level) if level == *"high" => true,
            Some(level) if level == *"low" => false,
            _ => return Err("level is unknown"),
        };
        let duty = get("duty").map_or(Some(1000), thousandths).ok_or("duty is out of bounds")?;
        let label = match get("label") {
            None => None,
            Some(label) => Some(label.text().ok_or("label is no text")?),
        };
        if let Some(label) = label {
            if label.chars().any(|character| character.is_err()) {
                return Err("label is no text");
            }
            if label.chars().count() > LABEL {
                return Err("label is too long");
            }
        }
        Ok(Self { pin, is_high, duty, label })
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.put_str("{\"pin\":");
        out.uint(u64::from(self.pin));
        out.put_str(",\"level\":");
        out.string(if self.is_high { "high" } else { "low" });
        out.put_str(",\"duty\":");
        // No zeros at the end.
        let (mut duty, mut decimals) = (self.duty, 3);
        while decimals > 0 && duty % 10 == 0 {
            (duty, decimals) = (duty / 10, decimals - 1);
        }
        out.decimal(i64::from(duty), decimals);
        if let Some(label) = self.label {
            out.put_str(",\"label\":");
            out.text(label);
        }
        out.put_str("}");
    }
}

/// A number from 0 to 1 in thousandths; what it has beyond is cut off, but not before it is known
/// to be in bounds.
fn thousandths(value: Raw<'_>) -> Option<u32> {
    let number = value.number()?;
    match number.as_i64() {
        Some(0) => Some(0),
        Some(1) => Some(1000),
        Some(_) => None,
        None if value.as_str().starts_with('-') => None,
        None => match number.scaled(3)? {
            thousandths @ 0..1000 => Some(thousandths as u32),
            _ => None,
        },
    }
}
