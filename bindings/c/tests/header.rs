//! The header is drawn from the binding; `UPDATE=1 cargo test -p sansmcp-c` renews it.

use std::error::Error;
use std::{env, fs, path::Path};

/// Where each part of the functions begins, and what is said there.
const SECTIONS: &[(&str, &str)] = &[
    ("sansmcp_result_text", "Results and version"),
    ("sansmcp_str_equals", "Text"),
    ("sansmcp_json_get", "JSON values"),
    ("sansmcp_template_match", "URI templates"),
    ("sansmcp_writer_put", "JSON and numbers into a buffer"),
    ("sansmcp_base64_encoded_len", "Base64"),
    ("sansmcp_lines_init", "Lines: a byte stream cut into messages"),
    ("sansmcp_events_init", "Event streams: what HTTP answers are made of, cut into messages"),
    ("sansmcp_head_at", "Heads of HTTP requests and responses"),
    ("sansmcp_event_id", "Events: what a message says"),
    ("sansmcp_event_reference_kind", "Events of a server: what completions say"),
    ("sansmcp_server_init", "Server: events in, answers out"),
    ("sansmcp_server_answer", "Answers of tools"),
    ("sansmcp_server_contents", "Answers of resources, prompts and completions"),
    ("sansmcp_server_page", "Lists entry by entry"),
    ("sansmcp_server_begin_reply", "Answers in pieces, larger than any buffer"),
    ("sansmcp_server_log", "What a server says: log messages, notifications, changes"),
    ("sansmcp_server_ask", "What a server asks of the client"),
    ("sansmcp_sealed_len", "Seals: request states and cursors that clients cannot change"),
    ("sansmcp_server_next_deadline", "Server: its time, and its connection"),
    ("sansmcp_endpoint_init", "HTTP: the server, for all its clients"),
    ("sansmcp_endpoint_changed", "HTTP: what the server says by itself, and what ends"),
    ("sansmcp_sse_head", "HTTP: events going out"),
    ("sansmcp_store_init", "HTTP: events that may be asked for again"),
    ("sansmcp_http1_init", "HTTP/1.1: requests in"),
    ("sansmcp_http1_write_head", "HTTP/1.1: responses out"),
    ("sansmcp_revision_name", "Client: revisions"),
    ("sansmcp_client_init", "Client: its connection, messages in"),
    ("sansmcp_client_init_http", "Client: over HTTP"),
    ("sansmcp_client_call", "Client: requests and answers out"),
    ("sansmcp_client_listen", "Client: what it is told of"),
    ("sansmcp_event_capabilities", "Client: what its events say"),
    ("sansmcp_pages_next", "Client: page after page of a list"),
    ("sansmcp_tools_at", "Client: tools that cannot be called over HTTP"),
];

/// The files of the binding in the order of the header.
const ORDER: &str = "result text json uri header http_head frame lines events event request out \
    info entries server content answer results page stream object writer base64 say ask elicit \
    seal due server_event response endpoint_policy verdict delivery endpoint endpoint_due sse \
    store http1 http1_reply policy client_info client client_http call listen client_event \
    outcome pages tools";

/// What the header begins with.
const MANUAL: &str = include_str!("../manual.txt");

const MACROS: &str = r#"
/* A text of a string literal, in an expression. */
#ifdef __cplusplus
#define SANSMCP_STR(literal) (sansmcp_str{"" literal, sizeof(literal) - 1})
#else
#define SANSMCP_STR(literal) ((sansmcp_str){"" literal, sizeof(literal) - 1})
#endif

/* A text of a string literal, in a static initialiser. */
#define SANSMCP_STR_INIT(literal) {"" literal, sizeof(literal) - 1}

/* Numbers, for sansmcp_server_progress and sansmcp_field. */
#ifdef __cplusplus
#define SANSMCP_INTEGER(value) (sansmcp_number{{0, 0}, (value), SANSMCP_NUMBER_INTEGER})
#define SANSMCP_DECIMAL(literal) \
    (sansmcp_number{SANSMCP_STR_INIT(literal), 0, SANSMCP_NUMBER_TEXT})
#else
#define SANSMCP_INTEGER(value) ((sansmcp_number){{0, 0}, (value), SANSMCP_NUMBER_INTEGER})
#define SANSMCP_DECIMAL(literal) \
    ((sansmcp_number){SANSMCP_STR_INIT(literal), 0, SANSMCP_NUMBER_TEXT})
#endif
"#;

/// The numbers of the version, from the one place that has it.
fn version() -> String {
    let [major, minor, patch] = [
        env!("CARGO_PKG_VERSION_MAJOR"),
        env!("CARGO_PKG_VERSION_MINOR"),
        env!("CARGO_PKG_VERSION_PATCH"),
    ];
    format!(
        "\n/* The version of this header; sansmcp_version() is the one of the library. */\n\
         #define SANSMCP_VERSION \"{}\"\n\
         #define SANSMCP_VERSION_MAJOR {major}\n\
         #define SANSMCP_VERSION_MINOR {minor}\n\
         #define SANSMCP_VERSION_PATCH {patch}\n",
        env!("CARGO_PKG_VERSION"),
    )
}

/// Puts the headings of the parts between the functions.
fn divided(header: &str) -> String {
    let mut text = String::new();
    let mut found = 0;
    // A declaration begins with its comment.
    for (number, block) in header.split("\n/**").enumerate() {
        for (name, title) in SECTIONS {
            if block.contains(&format!(" {name}(")) || block.contains(&format!("*{name}(")) {
                text.push_str(&format!("\n/* {} */\n/* {title} */\n", "=".repeat(92)));
                found += 1;
            }
        }
        text.push_str(if number == 0 { "" } else { "\n/**" });
        text.push_str(block);
    }
    assert_eq!(found, SECTIONS.len(), "a section has lost its function");
    text
}

/// Writes comments of one line on one line.
fn tightened(header: &str) -> String {
    let mut text = String::new();
    let lines: Vec<&str> = header.lines().collect();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let said = lines.get(at + 1).and_then(|said| said.trim_start().strip_prefix("* "));
        let ends = lines.get(at + 2).is_some_and(|end| end.trim() == "*/");
        match said {
            Some(said) if line.trim() == "/**" && ends => {
                text.push_str(&format!("{} {said} */\n", line.trim_end()));
                at += 3;
            }
            // cbindgen leaves two blank lines in places.
            _ if line.is_empty() && lines.get(at + 1).is_none_or(|next| next.is_empty()) => at += 1,
            _ => {
                text.push_str(&format!("{line}\n"));
                at += 1;
            }
        }
    }
    text
}

fn drawn(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut config = cbindgen::Config::from_file(folder.join("cbindgen.toml"))?;
    config.header = Some(MANUAL.trim_end().to_owned());
    config.after_includes = Some(version() + MACROS.trim_end() + "\n");
    let mut header = Vec::new();
    let mut builder = cbindgen::Builder::new().with_config(config);
    for name in ORDER.split_ascii_whitespace() {
        builder = builder.with_src(folder.join(format!("src/{name}.rs")));
    }
    builder.generate()?.write(&mut header);
    Ok(divided(&tightened(&String::from_utf8(header)?)))
}

#[test]
fn the_header_is_what_the_binding_says() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = folder.join("../../include/sansmcp.h");
    let drawn = drawn(folder)?;
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, &drawn)?;
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    for (number, (kept, drawn)) in kept.lines().zip(drawn.lines()).enumerate() {
        assert_eq!(kept, drawn, "line {} of include/sansmcp.h; UPDATE=1 renews it", number + 1);
    }
    assert_eq!(kept.len(), drawn.len(), "include/sansmcp.h is not whole; UPDATE=1 renews it");
    Ok(())
}

#[test]
fn every_exported_function_is_in_the_header() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = drawn(folder)?;
    let mut count = 0;
    for file in fs::read_dir(folder.join("src"))? {
        let source = fs::read_to_string(file?.path())?;
        for (at, _) in source.match_indices("extern \"C\" fn ") {
            let rest = &source[at + "extern \"C\" fn ".len()..];
            let (name, _) = rest.split_once('(').ok_or("a function without arguments")?;
            assert!(header.contains(&format!("{name}(")), "{name} is not in the header");
            count += 1;
        }
    }
    assert!(count > 80, "only {count} functions were found");
    Ok(())
}
