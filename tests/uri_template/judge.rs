//! A judge that tries all ways, and URIs made by chance.

use proptest::prelude::*;
use sansmcp::uri::{Template, TemplateFault};

use super::{expand, template};

/// All ways to give the variables of a template without tail values, one by one. `open` says which
/// may have anything.
fn any_way(steps: &[Piece], uri: &str) -> bool {
    match steps {
        [] => uri.is_empty(),
        [Piece::Text(text), rest @ ..] => {
            uri.strip_prefix(text).is_some_and(|after| any_way(rest, after))
        }
        [Piece::Variable { open }, rest @ ..] => (1..=uri.len()).any(|at| {
            let is_good = *open || !uri[..at].contains(['/', '?', '#']);
            is_good && any_way(rest, &uri[at..])
        }),
    }
}

#[derive(Clone, Debug)]
enum Piece {
    Text(&'static str),
    Variable { open: bool },
}

fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let text = prop::sample::select(vec!["a", "b", "/", "-", "a/", "ab", "aa", "/b", "-a"]);
    let piece = prop_oneof![
        3 => text.prop_map(Piece::Text),
        3 => Just(Piece::Variable { open: false }),
        1 => Just(Piece::Variable { open: true }),
    ];
    prop::collection::vec(piece, 0..9)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2048,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// What matches is what a judge finds that tries all ways, and the values make the URI again.
    #[test]
    fn it_matches_if_there_is_a_way(
        pieces in pieces(), uris in prop::collection::vec("[ab/-]{0,9}", 8),
    ) {
        let (mut text, mut number) = (String::new(), 0);
        for piece in &pieces {
            match piece {
                Piece::Text(literal) => text.push_str(literal),
                Piece::Variable { open } => {
                    text.push_str(&format!("{{{}v{number}}}", if *open { "+" } else { "" }));
                    number += 1;
                }
            }
        }
        let Ok(template) = Template::new(&text) else {
            // Only this can be wrong with it.
            let found = Template::new(&text).err().map(|error| error.fault);
            prop_assert_eq!(found, Some(TemplateFault::Ambiguous));
            return Ok(());
        };
        for uri in &uris {
            let captures = template.matches(uri);
            prop_assert_eq!(captures.is_some(), any_way(&pieces, uri), "{} {}", text, uri);
            let Some(captures) = captures else { continue };
            prop_assert_eq!(captures.iter().count(), number);
            let mut again = text.clone();
            for (name, value) in captures.iter() {
                again = again.replace(&format!("{{{name}}}"), value.raw());
                again = again.replace(&format!("{{+{name}}}"), value.raw());
            }
            prop_assert_eq!(&again, uri, "{}", text);
        }
    }

    /// What is expanded matches, and gives the values back.
    #[test]
    fn what_is_expanded_matches(
        a in "\\PC{1,12}", b in "\\PC{1,12}", q in "\\PC{0,12}", f in "[a-z]{0,5}",
    ) {
        let text = "s://é/{a}/x{.b}{?q,none}{#f}";
        let values = [("a", &*a), ("b", &*b), ("q", &*q), ("f", &*f)];
        let uri = expand(text, &values);
        prop_assert!(uri.is_ascii() && !uri.contains(['"', '\\', ' ']));
        let captures = template(text).matches(&uri).expect("it is an expansion");
        let mut buffer = [0; 256];
        for (name, value) in values {
            let found = captures.get(name).expect(name);
            prop_assert_eq!(found.decode(&mut buffer), Ok(value));
        }
        prop_assert!(captures.get("none").is_none());
    }

    /// Nothing makes it fail, and what it makes of anything is sound.
    #[test]
    fn anything_can_come(text in "[{}+?#&./;,a-c%4é ]{0,24}", uri in "[+?#&./;,a-c%4é =]{0,24}") {
        let Ok(template) = Template::new(&text) else { return Ok(()) };
        let Some(captures) = template.matches(&uri) else { return Ok(()) };
        for (name, value) in captures.iter() {
            prop_assert!(template.variables().any(|other| other == name));
            prop_assert!(uri.contains(value.raw()));
            let mut buffer = [0; 64];
            let _ = value.decode(&mut buffer);
        }
    }
}
