//! The scanner and the accessors against serde_json.

use super::decimal::{self, Decimal};
use super::{oracle, text};
use sansmcp::json::base64;
use sansmcp::json::{DEPTH, FaultKind, Kind, Number, Raw, Writer};

/// Any bytes as JSON: accepted or refused as serde_json and the standard library would, the bound
/// of depth apart; then every value in it reads the same through all accessors. Beside that the
/// searches, the insides of strings, and base64 there and back.
pub fn json(data: &[u8]) {
    text::check_searches(data);
    check_base64(data);
    let checked = std::str::from_utf8(data);
    let parsed = Raw::parse(data);
    let text = match checked {
        Ok(text) => text,
        Err(error) => {
            let fault = parsed.expect_err("not UTF-8");
            assert_eq!((fault.kind, fault.at), (FaultKind::Utf8, error.valid_up_to()));
            return;
        }
    };
    text::check_inside(text);
    let wanted = oracle::value(text);
    let depth = oracle::depth(text);
    match (parsed, wanted) {
        (Ok(raw), Some(value)) => {
            assert!(depth <= DEPTH, "{depth} deep");
            assert_eq!(raw.as_str(), value);
            walk(raw);
        }
        (Err(fault), _) => {
            assert!(fault.at <= data.len());
            match fault.kind {
                FaultKind::Depth => {
                    assert!(depth > DEPTH, "only {depth} deep");
                    let prefix = text.get(..fault.at).expect("a whole character");
                    assert!(oracle::depth(prefix) <= DEPTH, "told too late");
                }
                FaultKind::Syntax => assert_eq!(wanted, None, "refused: {fault:?}"),
                FaultKind::Utf8 => panic!("it is UTF-8"),
            }
        }
        (Ok(raw), None) => panic!("accepted: {}", raw.as_str()),
    }
}

/// Every value of a document, without recursion.
fn walk(document: Raw<'_>) {
    let mut waiting = vec![document];
    let mut numbers: Vec<&str> = Vec::new();
    while let Some(raw) = waiting.pop() {
        let token = raw.as_str();
        assert_eq!(raw.kind(), kind(token));
        assert_eq!(raw.is_null(), token == "null");
        assert_eq!(raw.bool(), serde_json::from_str::<bool>(token).ok());
        let string = oracle::string(token);
        assert_eq!(raw.text().is_some(), string.is_some());
        if let (Some(text), Some(wanted)) = (raw.text(), string) {
            text::check(text, &wanted);
        }
        assert_eq!(raw.number().is_some(), raw.kind() == Kind::Number);
        if let Some(number) = raw.number() {
            check_number(number, token);
            numbers.push(token);
        }
        let members = oracle::members(token).unwrap_or_default();
        let got: Vec<_> = raw.members().collect();
        assert_eq!(got.len(), members.len());
        for ((key, value), (wanted, token)) in got.iter().zip(&members) {
            text::check(*key, wanted);
            assert_eq!(value.as_str(), *token);
            if let Ok(key) = std::str::from_utf8(wanted) {
                let last = members.iter().rev().find(|(name, _)| name == wanted);
                assert_eq!(raw.get(key).map(|it| it.as_str()), last.map(|it| it.1));
            }
            waiting.push(*value);
        }
        let absent = (0..).map(|n: usize| format!("no{n}"));
        let mut absent = absent.filter(|it| !members.iter().any(|(key, _)| key == it.as_bytes()));
        assert!(absent.next().is_some_and(|key| raw.get(&key).is_none()));
        let items = oracle::items(token).unwrap_or_default();
        let got: Vec<_> = raw.items().collect();
        assert_eq!(got.iter().map(|it| it.as_str()).collect::<Vec<_>>(), items);
        assert_eq!(raw.at(items.len()).map(|it| it.as_str()), None);
        let middle = items.len() / 2;
        assert_eq!(raw.at(middle).map(|it| it.as_str()), items.get(middle).copied());
        waiting.extend(got);
    }
    for pair in numbers.windows(2) {
        if let (Some(one), Some(other)) = (Decimal::of(pair[0]), Decimal::of(pair[1])) {
            let got = Number::compare(Number::parse(pair[0]), Number::parse(pair[1]));
            assert_eq!(got, decimal::compare(&one, &other), "{pair:?}");
        }
    }
    let mut buffer = vec![0; document.as_str().len()];
    let mut out = Writer::new(&mut buffer);
    out.json(document);
    assert!(out.fits());
    let written = out.finish();
    assert!(!written.contains(&b'\n'), "a line end inside a message");
    let back = Raw::parse(written).expect("what was written is JSON");
    assert_eq!(without_space(back.as_str()), without_space(document.as_str()));
}

/// The text without the white space between its tokens.
fn without_space(text: &str) -> String {
    let (mut quoted, mut escaped) = (false, false);
    let keep = |c: &char| {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ => {}
        }
        quoted || !matches!(c, ' ' | '\t' | '\r' | '\n')
    };
    text.chars().filter(keep).collect()
}

fn kind(token: &str) -> Kind {
    match serde_json::from_str::<&serde_json::value::RawValue>(token).map(|it| it.get().as_bytes())
    {
        Ok([b'{', ..]) => Kind::Object,
        Ok([b'[', ..]) => Kind::Array,
        Ok([b'"', ..]) => Kind::String,
        Ok([b't' | b'f', ..]) => Kind::Bool,
        Ok([b'n', ..]) => Kind::Null,
        Ok(_) => Kind::Number,
        Err(error) => panic!("a part of a document is no value: {error}"),
    }
}

fn check_number(number: Number<'_>, token: &str) {
    match number {
        Number::Int(value) => assert_eq!(value.to_string(), token),
        Number::Text(text) => {
            assert_eq!(text, token);
            // `-0` is one that an integer cannot say.
            assert!(token == "-0" || token.parse::<i64>().is_err());
        }
    }
    if let Some(decimal) = Decimal::of(token) {
        assert_eq!(number.as_i64(), decimal.as_i64(), "{token}");
    }
    let mut buffer = vec![0; token.len()];
    let mut out = Writer::new(&mut buffer);
    out.number(number);
    assert_eq!(out.finish(), token.as_bytes());
}

/// Any bytes there and back; any bytes as base64, where they are some.
fn check_base64(data: &[u8]) {
    let mut text = vec![0; base64::encode_len(data.len())];
    let len = base64::encode(data, &mut text).expect("room");
    assert_eq!(len, text.len());
    let mut back = vec![0; data.len()];
    assert_eq!(base64::decode(&text, &mut back), Ok(data.len()));
    assert_eq!(back, data);
    let mut pieces = Vec::new();
    let mut carry = base64::Carry::NEW;
    for piece in data.chunks(usize::from(data.first().copied().unwrap_or(0) % 7) + 1) {
        let mut rest = piece;
        while !rest.is_empty() {
            let mut room = [0; 6];
            let (used, made) = base64::encode_piece(&mut carry, rest, &mut room);
            assert!(used > 0, "no way forward");
            pieces.extend_from_slice(&room[..made]);
            rest = &rest[used..];
        }
    }
    let mut room = [0; 4];
    let made = base64::encode_end(&mut carry, &mut room).expect("room");
    pieces.extend_from_slice(&room[..made]);
    assert_eq!(pieces, text);
    let mut decoded = vec![0; data.len()];
    if let Ok(len) = base64::decode(data, &mut decoded) {
        let mut again = vec![0; base64::encode_len(len)];
        assert!(base64::encode(&decoded[..len], &mut again).is_ok());
        let unpadded = |text: &[u8]| text.iter().filter(|it| **it != b'=').count();
        assert_eq!(unpadded(&again), unpadded(data));
    }
}
