#![allow(clippy::unwrap_used)] // a panic is how a test fails

use super::super::head::Header;
use super::*;
use std::vec::Vec;

fn lines<'h>(name: &'h str, values: &[&'h [u8]]) -> Vec<Header<'h>> {
    values.iter().map(|value| Header { name, value }).collect()
}

fn host(values: &[&[u8]], allowed: &[&str]) -> bool {
    is_host_allowed(&Head { method: "POST", headers: &lines("HOST", values) }, allowed)
}

fn seen(value: &str, allowed: &[&str]) -> bool {
    let headers = [Header { name: "oriGin", value: value.as_bytes() }];
    let found = origin(&Head { method: "POST", headers: &headers }, allowed);
    assert!(matches!(found, Origin::Refused) || found == Origin::Allowed(value.trim()));
    found != Origin::Refused
}

const LOCAL: &[&str] = &[
    "localhost",
    "localhost:1",
    "localhost:8080",
    "LocalHost:65535",
    " localhost\t",
    "127.0.0.1",
    "127.0.0.1:3000",
    "127.1.2.3",
    "127.255.255.255:80",
    "127.0.0.0",
    "[::1]",
    "[::1]:8080",
];

/// No host of this machine, and with few exceptions no host at all.
const FOREIGN: &[&str] = &[
    "",
    " ",
    ":",
    ":80",
    "localhost:",
    "localhost:80:80",
    "localhost:65536",
    "localhost:99999",
    "localhost:000080",
    "localhost:-1",
    "localhost:+1",
    "localhost:8 0",
    "localhost:http",
    "localhost:80/",
    "localhost.",
    "localhost.evil.com",
    "localhost:80.evil.com",
    "localhost,evil.com",
    "localhost, localhost",
    "localhost evil.com",
    "localhost/",
    "localhost\\",
    "localhost#",
    "localhost?",
    "localhost@evil.com",
    "localhost:80@evil.com",
    "user@localhost",
    "user:x@localhost",
    "evil.com#localhost",
    "evil.com/localhost",
    "evil.com?localhost",
    "evil.com:80#@localhost",
    "evil.com",
    "evil.com:8080",
    "evillocalhost",
    "xlocalhost",
    "my-localhost",
    "sub.localhost",
    "localhost%2eevil.com",
    "localhost%00",
    "%6cocalhost",
    "localhost\u{0}",
    "loc\u{131}lhost",
    "lo\u{441}alhost",
    "http://localhost",
    "//localhost",
    "127.0.0.1.evil.com",
    "127.0.0.1.",
    "127.0.0.1.1",
    "127.0.0",
    "127.1",
    "127",
    "2130706433",
    "0x7f.0.0.1",
    "0x7f000001",
    "0177.0.0.1",
    "127.0.0.01",
    "127.0.00.1",
    "127.0.0.256",
    "127.0.0.999999",
    "127.0.0.-1",
    "127.0.0.+1",
    "127..0.1",
    ".127.0.0.1",
    "126.0.0.1",
    "128.0.0.1",
    "1270.0.0.1",
    "027.0.0.1",
    "0.0.0.0",
    "10.0.0.1",
    "192.168.0.1:80",
    "[::1",
    "::1",
    "::1]",
    "[::1]]",
    "[[::1]]",
    "[::1]80",
    "[::1]:",
    "[::1]:80:80",
    "[::1].evil.com",
    "[::1]@evil.com",
    "[::1%25lo]",
    "[::1%lo]",
    "[::]",
    "[]",
    "[localhost]",
    "[127.0.0.1]",
    "[::ffff:127.0.0.1]",
    "[0:0:0:0:0:0:0:1]",
    "[::2]",
    "[fe80::1]",
    "null",
    "*",
    "@loopback",
];

#[test]
fn only_this_machine_is_let_in_by_default() {
    for allowed in [&[][..], &[LOOPBACK], &["example.com", LOOPBACK]] {
        for local in LOCAL {
            assert!(host(&[local.as_bytes()], allowed), "{local}");
        }
        for foreign in FOREIGN {
            assert!(!host(&[foreign.as_bytes()], allowed), "{foreign}");
        }
        assert!(!host(&[b"localhost\xff"], allowed));
        assert!(!host(&[], allowed), "without a host");
        assert!(!host(&[b"localhost", b"localhost"], allowed), "two");
        assert!(!host(&[b"localhost", b"evil.com"], allowed), "two");
        assert!(!host(&[b"evil.com", b"localhost"], allowed), "two");
    }
}

#[test]
fn a_page_of_this_machine_is_let_in_by_default() {
    for allowed in [&[][..], &[LOOPBACK], &["https://example.com", LOOPBACK]] {
        for local in LOCAL {
            for scheme in ["http", "https", "HTTP", "Https"] {
                let origin = std::format!("{scheme}://{}", local.trim());
                assert!(seen(&origin, allowed), "{origin}");
            }
            for scheme in ["", "ftp", "ws", "file", "httpx", "x-http", "http:", " http", "ht tp"] {
                let origin = std::format!("{scheme}://{}", local.trim());
                assert_eq!(seen(&origin, allowed), scheme == " http", "{origin}");
            }
            let bare = local.trim();
            for wrong in [
                bare.into(),
                std::format!("http:/{bare}"),
                std::format!("http:{bare}"),
                std::format!("http:///{bare}"),
                std::format!("http://{bare}/"),
                std::format!("http://{bare}/mcp"),
                std::format!("http://user@{bare}"),
                std::format!("http://{bare}@evil.com"),
                std::format!("http://evil.com#{bare}"),
                std::format!("http://{bare}?"),
                std::format!("http://{bare} http://evil.com"),
                std::format!("http://{bare},http://evil.com"),
            ] {
                assert!(!seen(&wrong, allowed), "{wrong}");
            }
        }
        for foreign in FOREIGN {
            let origin = std::format!("http://{foreign}");
            assert!(!seen(&origin, allowed), "{origin}");
            assert!(foreign.starts_with("http:") || !seen(foreign, allowed), "{foreign}");
        }
    }
}

#[test]
fn without_an_origin_all_is_well_and_with_two_nothing_is() {
    let none = Head { method: "POST", headers: &[] };
    assert_eq!(origin(&none, &[]), Origin::Absent);
    assert!(is_origin_allowed(&none, &["https://example.com"]));
    let twice = lines("Origin", &[b"http://localhost", b"http://localhost"]);
    for allowed in [&[][..], &[ANY], &["http://localhost"]] {
        let head = Head { method: "POST", headers: &twice };
        assert_eq!(origin(&head, allowed), Origin::Refused);
        assert!(!is_origin_allowed(&head, allowed));
    }
}

#[test]
fn a_list_of_hosts() {
    let list = ["example.com", "Other.example:8443", "[fe80::1]", "10.0.0.1:80", "a/b", ""];
    for (value, wanted) in [
        ("example.com", true),
        ("EXAMPLE.com:1", true),
        ("example.com:443", true),
        ("example.com.", false),
        ("sub.example.com", false),
        ("example.comx", false),
        ("example.com:443:443", false),
        ("example.com@evil.com", false),
        ("other.EXAMPLE:8443", true),
        ("other.example:08443", true),
        ("other.example", false),
        ("other.example:443", false),
        ("other.example:84430", false),
        ("[fe80::1]", true),
        ("[FE80::1]:9", true),
        ("[fe80::2]", false),
        ("fe80::1", false),
        ("10.0.0.1:80", true),
        ("10.0.0.1", false),
        ("a/b", false),
        ("", false),
        // A list of one's own is the whole list.
        ("localhost", false),
        ("127.0.0.1", false),
        ("[::1]", false),
    ] {
        assert_eq!(host(&[value.as_bytes()], &list), wanted, "{value}");
    }
    assert!(host(&[b"localhost:3000"], &["localhost"]));
    assert!(!host(&[b"127.0.0.1:3000"], &["localhost"]));
}

#[test]
fn any_host_is_still_one_host() {
    for allowed in [&[ANY][..], &["example.com", ANY]] {
        assert!(host(&[b"evil.com:80"], allowed) && host(&[b"[fe80::1]"], allowed));
        assert!(host(&[], allowed));
        assert!(!host(&[b"a.com", b"b.com"], allowed) && !host(&[b"a.com", b"a.com"], allowed));
        for wrong in ["[a0]", "[]", "", "a b", "a/b", "a@b", "a:b", "a,b", "é.com"] {
            assert!(!host(&[wrong.as_bytes()], allowed), "{wrong}");
        }
    }
    assert!(!host(&[b"evil.com"], &["*.com", "**", "* "]), "no patterns");
}

#[test]
fn a_list_of_origins() {
    let list = [
        "https://example.com",
        "HTTP://Dev.Example:8080",
        "https://own.example:443",
        "vscode-webview://0a1b2c",
        "app://obsidian.md",
        "https://slash.example/",
        "bare.example",
    ];
    for (value, wanted) in [
        ("https://example.com", true),
        ("HTTPS://EXAMPLE.COM", true),
        ("https://example.com:443", true),
        ("https://example.com:0443", true),
        ("https://example.com:80", false),
        ("https://example.com:8443", false),
        ("http://example.com", false),
        ("http://example.com:443", false),
        ("https://example.com.", false),
        ("https://example.com/", false),
        ("https://sub.example.com", false),
        ("https://example.comx", false),
        ("https://example.com.evil.com", false),
        ("https://example.com@evil.com", false),
        ("https://evil.com#https://example.com", false),
        ("example.com", false),
        ("http://dev.example:8080", true),
        ("http://dev.example", false),
        ("https://dev.example:8080", false),
        ("https://own.example", true),
        ("https://own.example:443", true),
        ("vscode-webview://0a1b2c", true),
        ("vscode-webview://0a1b2c:1", false),
        ("vscode-webview://other", false),
        ("app://obsidian.md", true),
        ("http://obsidian.md", false),
        ("https://slash.example", false),
        ("https://slash.example/", false),
        ("bare.example", false),
        ("null", false),
        ("NULL", false),
        ("", false),
        ("http://localhost", false),
        ("http://[::1]:80", false),
    ] {
        assert_eq!(seen(value, &list), wanted, "{value}");
    }
}

#[test]
fn null_is_let_in_where_it_is_listed() {
    assert!(seen("null", &["null"]) && seen("null", &[ANY]));
    for other in ["NULL", "Null", "nul", "null,null", "null null", "http://null"] {
        assert!(!seen(other, &["null"]), "{other}");
    }
    assert!(!seen("null", &[LOOPBACK]) && !seen("null", &[]));
}

#[test]
fn any_origin_is_still_one_that_may_be_answered() {
    for right in ["https://evil.com", "http://[fe80::1]:80", "app://x"] {
        assert!(seen(right, &[ANY]), "{right}");
    }
    for wrong in [
        "",
        "evil",
        "http://",
        "1x://a",
        "-x://a",
        "http://[a0]",
        "http://[]",
        "http://a b",
        "http://a\r\nx: y",
        "http://a/\"",
        "é://a",
    ] {
        assert!(!seen(wrong, &[ANY]), "{wrong}");
    }
    let raw = lines("Origin", &[b"http://a\xff"]);
    assert_eq!(origin(&Head { method: "GET", headers: &raw }, &[ANY]), Origin::Refused);
}
